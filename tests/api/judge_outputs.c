/* judge_outputs COUNT GRUNDYD EVERY: random outputs, made from right ones, for every judge problem. Whether an output is right is
 * seen here in its own way, by cutting both texts into words; it must be judged so, read by pieces of any length, and nothing may
 * be given away that was not to be revealed. Every so many outputs the program itself is called, whose exit status says the same.
 */
#include "api/api.h"
#include "api/tools/judge/check/report.h"
#include "core/limits.h"
#include "core/memory/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SUBJECTS_MAX = 256, OUTPUT_MAX = 1 << 21, HUGE = 1 << 20, LARGE = 1 << 14, KINDS = 13 };

struct subject {
    const struct judge_problem *problem;
    const char *input;
    char *right; /* what the judge prints */
    size_t size;
};

static struct subject subjects[SUBJECTS_MAX];
static size_t subject_count;
static struct store *store;
static struct arena kept, scratch;
static char output[OUTPUT_MAX];
static size_t output_size;
static uint64_t state = 20260712;

static uint64_t random_below(uint64_t n)
{
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = state;
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (x ^ (x >> 31)) % n;
}

/* ---- problems, and what the judge prints ---- */

static struct judge_run prepare(const struct subject *subject, struct text_in *text, struct budget *budget)
{
    *text = text_of(subject->input, strlen(subject->input));
    *budget = (struct budget){.left = UINT64_MAX, .arena = &scratch};
    struct judge_run run = {.problem = subject->problem, .store = store, .budget = budget};
    run.reading = (struct reading){.text = text, .arena = &scratch, .limits = true};
    return run;
}

static void run_all(void *what)
{
    judge_run_all(what);
}

static bool keep_unit(void *what, const struct judged_unit *unit)
{
    struct subject *subject = what;
    subject->right = realloc(subject->right, subject->size + unit->text_size + 1);
    memcpy(subject->right + subject->size, unit->text, unit->text_size);
    subject->size += unit->text_size;
    return true;
}

static const char *text_member(const cJSON *json, const char *name)
{
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(member) ? member->valuestring : NULL;
}

/* The sample's; else a case on which a wrong method fails. */
static const char *input_of(const struct judge_problem *problem)
{
    const cJSON *sample = cJSON_GetObjectItemCaseSensitive(problem->json, "sample");
    const char *input = text_member(sample, "input");
    const cJSON *mistake = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(problem->json, "mistakes"), 0);
    if (input || !mistake)
        return input;
    return arena_printf(&kept, problem->cases == CASES_COUNT ? "1\n%s" : "%s", text_member(mistake, "case"));
}

static bool load(void)
{
    for (size_t i = 0; i < judge_count() && subject_count < SUBJECTS_MAX; i++) {
        struct subject *subject = &subjects[subject_count];
        struct text_in text;
        struct budget budget;
        struct escape landed;
        struct arena *previous = arena_enter(&kept);
        subject->problem = judge_open(&kept, judge_id(i));
        subject->input = input_of(subject->problem);
        arena_enter(previous);
        if (!subject->input)
            continue;
        struct judge_run run = prepare(subject, &text, &budget);
        run.each = keep_unit;
        run.what = subject;
        if (arena_try(&scratch, &landed, run_all, &run)) {
            fprintf(stderr, "%s: %s\n", subject->problem->id, landed.detail);
            return false;
        }
        arena_reset(&scratch);
        subject_count++;
    }
    return subject_count > 70;
}

/* ---- outputs ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\v';
}

static void add(const char *bytes, size_t n)
{
    size_t room = OUTPUT_MAX - output_size;
    memcpy(output + output_size, bytes, n < room ? n : room);
    output_size += n < room ? n : room;
}

static void add_blanks(bool some)
{
    static const char blanks[] = " \n\r\t\f\v";
    for (uint64_t n = random_below(4) + some; n; n--)
        add(&blanks[random_below(6)], 1);
}

static void add_rubbish(size_t n)
{
    for (; n; n--)
        add(&(char){(char)random_below(256)}, 1);
}

/* Where the index-th word of a text begins, and its length; 0: there are fewer. */
static size_t word_at(const char *text, size_t size, size_t index, size_t *at)
{
    for (*at = 0;; index--) {
        while (*at < size && is_space(text[*at]))
            ++*at;
        size_t n = 0;
        while (*at + n < size && !is_space(text[*at + n]))
            n++;
        if (!n || !index)
            return n;
        *at += n;
    }
}

static size_t word_count(const char *text, size_t size)
{
    size_t at, n = 0;
    while (word_at(text, size, n, &at))
        n++;
    return n;
}

static void blank_anew(const struct subject *subject)
{
    size_t at, n;
    add_blanks(false);
    for (size_t i = 0; (n = word_at(subject->right, subject->size, i, &at)); i++) {
        if (i)
            add_blanks(true);
        add(subject->right + at, n);
    }
    add_blanks(false);
}

static void repeat(const struct subject *subject)
{
    size_t most = random_below(1000) ? LARGE : HUGE;
    while (subject->size && output_size < most)
        add(subject->right, subject->size);
}

/* A word longer, shorter, twice, in other letters, or one byte of it another. */
static void change_word(const struct subject *subject, uint64_t kind)
{
    size_t at = 0, words = word_count(subject->right, subject->size);
    size_t n = words ? word_at(subject->right, subject->size, random_below(words), &at) : 0;
    add(subject->right, at);
    if (kind == 4)
        add(subject->right + at, n), add(" ", 1), add(subject->right + at, n);
    if (kind == 5 || kind == 2)
        add(subject->right + at, n);
    if (kind == 12) {
        add(subject->right + at, n);
        for (size_t more = random_below(random_below(1000) ? 200 : HUGE); more; more--)
            add("x", 1);
    }
    if (kind == 5)
        for (size_t i = at; i < output_size; i++)
            output[i] ^= (output[i] >= 'A' && output[i] <= 'Z') || (output[i] >= 'a' && output[i] <= 'z') ? 32 : 0;
    if (kind == 2 && n)
        output[at + random_below(n)] = (char)random_below(256);
    add(subject->right + at + n, subject->size - at - n);
}

static void make(const struct subject *subject)
{
    uint64_t kind = random_below(KINDS);
    const struct subject *other = &subjects[random_below(subject_count)];
    output_size = 0;
    switch (kind) {
    case 0:
        add(subject->right, subject->size);
        break;
    case 1:
        blank_anew(subject);
        break;
    case 6:
        add(subject->right, random_below(subject->size + 1));
        break;
    case 7:
        add(subject->right, subject->size);
        add_rubbish(random_below(50));
        break;
    case 8:
        add_rubbish(random_below(300));
        break;
    case 9:
        break;
    case 10:
        repeat(subject);
        break;
    case 11:
        add(other->right, other->size);
        break;
    default: /* 3: the word is left out */
        change_word(subject, kind);
    }
}

/* ---- judging ---- */

static enum judge_verdict truth(const struct subject *subject, bool exact)
{
    size_t a = 0, b = 0;
    const char *right = subject->right;
    for (;;) {
        while (a < subject->size && is_space(right[a]))
            a++;
        while (b < output_size && is_space(output[b]))
            b++;
        bool ended = a == subject->size || b == output_size;
        if (ended && (a < subject->size || b < output_size))
            return CHECK_WRONG;
        if (ended)
            break;
        for (; a < subject->size && !is_space(right[a]); a++, b++)
            if (b == output_size || output[b] != right[a])
                return CHECK_WRONG;
        if (b < output_size && !is_space(output[b]))
            return CHECK_WRONG;
    }
    bool same = subject->size == output_size && memcmp(right, output, output_size) == 0;
    return exact && !same ? CHECK_PRESENTATION : CHECK_ACCEPTED;
}

static size_t pieces_at;

static size_t next_piece(void *what, const char **at)
{
    size_t left = output_size - pieces_at, most = random_below(4) ? 65536 : 1 + random_below(9);
    (void)what;
    *at = output + pieces_at;
    pieces_at += left < most ? left : most;
    return left < most ? left : most;
}

struct told {
    const struct subject *subject;
    const struct judge_check *check;
    bool leaks;
};

static void look_for_leaks(void *what)
{
    struct told *told = what;
    struct out out;
    out_init(&out, &scratch, 1024);
    judge_report(&out, told->subject->problem, told->check, false);
    const char *text = arena_copy(&scratch, out.v, out.n);
    told->leaks = strstr(text, "\"expected\"") || strstr(text, "\"diagnosis\"") || strstr(text, "xpected ");
}

struct judging_once {
    const struct subject *subject;
    bool in_pieces;
    struct judge_check check;
};

static void judge_once(void *what)
{
    struct judging_once *once = what;
    struct judge_check *check = &once->check;
    struct text_in text;
    struct budget budget;
    struct judge_run run = prepare(once->subject, &text, &budget);
    check->output =
        once->in_pieces ? (struct text_in){.refill = next_piece, .line = 1, .column = 1} : text_of(output, output_size);
    pieces_at = 0;
    run.each = judge_check_unit;
    run.what = check;
    judge_check_prepare(check, &run, &scratch);
    judge_run_all(&run);
    judge_check_end(check);
}

/* However it comes, by pieces or as a whole, the same is said of it. */
static bool judge_one(const struct subject *subject, bool exact)
{
    static struct judging_once once, whole;
    struct escape landed;
    whole = once = (struct judging_once){.subject = subject, .check.exact = exact};
    once.in_pieces = true;
    struct judge_check *check = &once.check;
    enum status status = arena_try(&scratch, &landed, judge_once, &once);
    struct told told = {subject, check, false};
    bool fine = status == STATUS_ok && check->verdict == truth(subject, exact) &&
                (check->verdict == CHECK_ACCEPTED) <= (check->right == check->cases) && check->right <= check->cases &&
                !arena_try(&scratch, &landed, look_for_leaks, &told) && !told.leaks;
    bool alike =
        arena_try(&scratch, &landed, judge_once, &whole) == STATUS_ok && whole.check.right == check->right &&
        !whole.check.first == !check->first &&
        (!check->first || (whole.check.first->unit == check->first->unit && whole.check.first->line == check->first->line &&
                           strcmp(whole.check.first->got, check->first->got) == 0));
    arena_reset(&scratch);
    if (!fine || !alike)
        fprintf(stderr, "%s: status %d, verdict %d, not %d%s%s, on \"%.*s\"\n", subject->problem->id, (int)status,
                (int)check->verdict, (int)truth(subject, exact), told.leaks ? ", and it leaks" : "",
                alike ? "" : ", and differently in pieces", (int)(output_size < 300 ? output_size : 300), output);
    return fine && alike;
}

static bool write_file(const char *path, const char *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    bool done = file && fwrite(bytes, 1, n, file) == n;
    return file && fclose(file) == 0 && done;
}

/* The same by the program; blanks do not matter to it. */
static bool judge_by_program(const char *grundyd, const struct subject *subject, const char *folder)
{
    char input[64], text[64], command[600];
    snprintf(input, sizeof input, "%s/input", folder);
    snprintf(text, sizeof text, "%s/output", folder);
    if (!write_file(input, subject->input, strlen(subject->input)) || !write_file(text, output, output_size))
        return false;
    snprintf(command, sizeof command, "'%s' check %s --as kattis '%s' '%s' '%s' <'%s' >'%s/said' 2>&1", grundyd,
             subject->problem->id, input, input, folder, text, folder);
    int status = system(command), wanted = truth(subject, false) == CHECK_ACCEPTED ? 42 : 43;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != wanted) {
        fprintf(stderr, "%s: the program ended with %x, not %d\n", subject->problem->id, (unsigned)status, wanted);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 4 || !api_setup())
        return 2;
    long count = atol(argv[1]), every = atol(argv[3]);
    char folder[] = "/tmp/grundy-outputs-XXXXXX", command[64];
    arena_init(&kept, NULL, 0, ARENA_BYTES);
    arena_init(&scratch, NULL, 0, ARENA_BYTES);
    store = store_private_new(TABLES_BYTES);
    bool fine = load() && mkdtemp(folder);
    long right = 0;
    for (long i = 0; i < count && fine; i++) {
        const struct subject *subject = &subjects[i % (long)subject_count];
        bool exact = random_below(2);
        make(subject);
        fine = judge_one(subject, exact) && (i % every || judge_by_program(argv[2], subject, folder));
        right += truth(subject, false) == CHECK_ACCEPTED;
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    fine = system(command) == 0 && fine;
    printf("%ld outputs over %zu problems, %ld of them right\n", count, subject_count, right);
    return fine ? 0 : 1;
}
