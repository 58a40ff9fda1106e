#include "server/command/command.h"
#include "api/api.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "server/clock.h"
#include "server/command/flags.h"
#include "server/command/lines.h"
#include "server/command/manual.h"
#include "server/judge/check.h"
#include "server/judge/generate.h"
#include "server/judge/grade.h"
#include "server/judge/interact/interact.h"
#include "server/judge/solve.h"
#include "server/judge/system.h"
#include "server/warm/warm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBE_TIMEOUT_S = 3, SOLVE_BLOCK = 65536 };

struct command {
    const char *name, *usage, *help;
    size_t words_min, words_max; /* with its name */
    int (*run)(const struct config *config);
};

static int complain(const char *text)
{
    fprintf(stderr, "grundyd: %s\n", text);
    return EXIT_USAGE;
}

static enum status deadline_look(void *what)
{
    return clock_now() < *(const uint64_t *)what ? STATUS_ok : STATUS_deadline_exceeded;
}

/* All of the input up to the limit, ended by NUL; NULL: too long or unreadable. */
static char *read_input(FILE *input, size_t limit, size_t *size)
{
    char *text = malloc(limit + 2);
    if (!text)
        return NULL;
    *size = fread(text, 1, limit + 1, input);
    if (*size <= limit && !ferror(input)) {
        text[*size] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

enum { EXIT_REFUSED = 3 };

/* Of run_grade(): what is valid, and beyond what is solved or beyond the time, is refused. */
static int grade_result(const struct reply *reply)
{
    if (reply->status == 200)
        return reply->ungraded ? EXIT_REFUSED : reply->mistaken;
    return reply->problem == STATUS_too_large || reply->status >= 500 ? EXIT_REFUSED : EXIT_USAGE;
}

/* A request is an object; what begins otherwise is the table of a class. */
static bool is_table(const char *text)
{
    text += strspn(text, " \t\r\n");
    return *text && *text != '{' && *text != '[';
}

int command_written(int result, int fault)
{
    if (!fflush(stdout) && !ferror(stdout))
        return result;
    complain("the output cannot be written");
    return fault;
}

/* `graded`: the exit codes of run_grade(), else those of run_solve(). */
static int print_answer(const struct config *config, const char *target, char *body, size_t size, bool graded)
{
    struct arena arena;
    uint64_t until = clock_now() + config->deadline;
    struct store *store = store_private_new(config->tables_bytes);
    struct api api = {.store = store, .body_max = config->max_body};
    const char *type = graded && is_table(body) ? "text/csv" : "application/json";
    struct request request = {.method = "POST", .target = target, .content_type = type, .body = body, .body_size = size};
    struct reply reply = {0};
    arena_init(&arena, NULL, 0, ARENA_BYTES > config->max_body * 64 ? ARENA_BYTES : config->max_body * 64);
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .look = deadline_look, .what = &until};
    api_handle(&api, &request, &arena, &budget, &reply);
    fwrite(reply.body, 1, reply.body_size, stdout);
    if (reply.body_size && reply.body[reply.body_size - 1] != '\n')
        putchar('\n');
    int result = graded ? grade_result(&reply) : reply.status != 200;
    arena_reset(&arena);
    store_private_free(store);
    return command_written(result, graded ? EXIT_REFUSED : 1);
}

enum { TARGET_BYTES = 64 };

/* "/GAME" with that behind; false: complained of. */
static bool make_target(char *target, const char *game, const char *behind)
{
    size_t length = strlen(game);
    bool fine =
        length && length + strlen(behind) < TARGET_BYTES - 1 && strspn(game, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
    if (!fine) {
        complain("GAME must be the name of a game, as in /games");
        return false;
    }
    *target = '/';
    memcpy(target + 1, game, length);
    memcpy(target + 1 + length, behind, strlen(behind) + 1);
    return true;
}

static int run_solve(const struct config *config)
{
    const char *json = config->words[2];
    size_t size = strlen(json);
    char target[TARGET_BYTES];
    if (!make_target(target, config->words[1], ""))
        return EXIT_USAGE;
    if (!api_setup())
        return EXIT_USAGE;
    char *body = strcmp(json, "-") ? strdup(json) : read_input(stdin, config->max_body, &size);
    if (!body)
        return complain("the question cannot be read, or is longer than --max-body");
    int result = print_answer(config, target, body, size, false);
    free(body);
    return result;
}

/* What the word says: the request itself, which is an object, or the file that it is in. NULL: complained of. */
static char *read_word(const struct config *config, const char *word, size_t *size)
{
    if (*word == '{') {
        *size = strlen(word);
        return strdup(word);
    }
    FILE *input = strcmp(word, "-") ? fopen(word, "rb") : stdin;
    if (!input) {
        complain("the file cannot be opened");
        return NULL;
    }
    char *body = read_input(input, config->max_body, size);
    if (input != stdin)
        fclose(input);
    if (!body)
        complain("the request cannot be read, or is longer than --max-body");
    return body;
}

/* For programs without network: the request is the word of this number, or comes from standard input. */
static int run_tool(const struct config *config, const char *target, size_t file, bool graded)
{
    const char *name = config->word_count > file ? config->words[file] : "-";
    size_t size;
    if (!api_setup())
        return EXIT_USAGE;
    char *body = read_word(config, name, &size);
    if (!body)
        return EXIT_USAGE;
    int result = print_answer(config, target, body, size, graded);
    free(body);
    return result;
}

/* 0 all is right, 1 something is wrong, 2 the request is malformed, 3 it is refused. */
static int run_grade(const struct config *config)
{
    return config->as ? grade_run(config) : run_tool(config, "/grade", 1, true);
}

static int run_laws(const struct config *config)
{
    return run_tool(config, "/laws", 1, false);
}

static int run_table(const struct config *config)
{
    char target[TARGET_BYTES];
    return make_target(target, config->words[1], "/table") ? run_tool(config, target, 2, false) : EXIT_USAGE;
}

static int run_probe(const struct config *config)
{
    static const char question[] = "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
    char answer[16] = "";
    size_t n = 0;
    int fd = address_connect(config->admin.size ? &config->admin : &config->listen, PROBE_TIMEOUT_S);
    if (fd < 0 || write(fd, question, sizeof question - 1) != (ssize_t)sizeof question - 1) {
        fprintf(stderr, "grundyd: no answer: %s\n", strerror(errno));
        return 1;
    }
    for (ssize_t got = 1; got > 0 && n<12; n += got> 0 ? (size_t)got : 0)
        got = read(fd, answer + n, 12 - n);
    close(fd);
    return n == 12 && !strcmp(answer + 8, " 200") ? 0 : 1;
}

struct document {
    struct arena arena;
    const char *text;
    size_t size;
    enum api_edition edition;
};

static void make_document(void *what)
{
    struct document *document = what;
    document->text = api_openapi(&document->arena, document->edition, &document->size);
}

static int run_openapi(const struct config *config)
{
    struct document document = {.edition = API_YAML};
    struct escape landed;
    if (config->word_count > 1) {
        document.edition = !strcmp(config->words[1], "json") ? API_JSON : API_YAML_3_2;
        if (document.edition == API_YAML_3_2 && strcmp(config->words[1], "3.2"))
            return complain("usage: grundyd openapi [--json|--3.2]");
    }
    if (!api_setup())
        return EXIT_USAGE;
    arena_init(&document.arena, NULL, 0, ARENA_BYTES);
    if (arena_try(&document.arena, &landed, make_document, &document))
        return complain(landed.detail);
    fwrite(document.text, 1, document.size, stdout);
    arena_reset(&document.arena);
    return command_written(0, 1);
}

/* Values of at least a thousand have a comma for every three digits. */
static void print_limit(const char *name, long long value, const char *reason)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%lld", value);
    printf("| `%s` | ", name);
    for (int i = 0; i < n; i++)
        printf("%s%c", i && (n - i) % 3 == 0 ? "," : "", digits[i]);
    printf(" | %s |\n", reason);
}

static int run_limits(const struct config *config)
{
    (void)config;
    puts("# Limits\n\nWhat the service bounds, and why there. Printed by `grundyd limits` from `core/limits.def`; what the "
         "operator may "
         "change is in\n`grundyd --help`, the sizes of each game in its catalogue entry.\n\n| limit | value | reason "
         "|\n|---|---:|---|");
#define LIMIT(name, value, reason) print_limit(#name, value, reason);
#define WIDE_LIMIT(name, value, reason) print_limit(#name, INT64_C(value), reason);
#include "core/limits.def"
#undef WIDE_LIMIT
#undef LIMIT
    return command_written(0, 1);
}

static const struct command commands[] = {
    {"solve", "solve GAME JSON", "print the answer of POST /GAME; JSON may be - for standard input", 3, 3, run_solve},
    {"grade", "grade [FILE]",
     "print the answer of POST /grade, to JSON or CSV; exit 1 if wrong, 2 malformed, 3 refused; --as SYSTEM: as it wants", 1, 2,
     run_grade},
    {"batch", "batch", "answer questions from standard input, one a line, as POST /batch", 1, 1, lines_run},
    {"table", "table GAME [FILE|JSON]", "print the answer of POST /GAME/table", 2, 3, run_table},
    {"laws", "laws [FILE|JSON]", "print the answer of POST /laws", 1, 2, run_laws},
    {"judge", "judge ID [--limits off]", "solve the input of a judge problem, from standard input to standard output", 2, 2,
     solve_run},
    {"validate", "validate ID", "exit 42 if standard input is an input of the judge problem, 43 if it is none", 2, 2,
     solve_validate},
    {"check", "check ID --as SYSTEM ...", "judge an output as kattis, testlib, gradescope, prairielearn, coderunner or json", 2,
     CONFIG_WORDS_MAX, check_run},
    {"interact", "interact GAME --as SYSTEM ...", "play against a program, and judge it, as kattis or testlib", 2,
     CONFIG_WORDS_MAX, interact_run},
    {"generate", "generate GAME|ID [--seed S]", "print positions of a game, or an input of a judge problem", 2, 2, generate_run},
    {"probe", "probe", "exit 0 if a daemon answers at --admin or --listen, else 1", 1, 1, run_probe},
    {"warm", "warm --rules JSON --to N", "fill the shared tables up to heaps of N, ahead of time", 1, 1, warm_run},
    {"limits", "limits", "print the table of all limits", 1, 1, run_limits},
    {"openapi", "openapi [--json|--3.2]", "print the description of the API", 1, 2, run_openapi},
    {"manual", "manual", "print the manual page, for man", 1, 1, manual_run},
    {"completion", "completion bash|zsh", "print what completes the words of this command in a shell", 2, 2, manual_completion},
};

/* As a checker of testlib, 2 would be the contestant's fault. */
int command_misuse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--as=testlib") || (!strcmp(argv[i], "testlib") && !strcmp(argv[i - 1], "--as")))
            return system_fault(SYSTEM_TESTLIB);
    return EXIT_USAGE;
}

int command_run(const struct config *config)
{
    bool testlib = config->as && !strcmp(config->as, "testlib");
    char text[160];
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const struct command *command = &commands[i];
        if (strcmp(command->name, config->words[0]))
            continue;
        if (config->word_count >= command->words_min && config->word_count <= command->words_max)
            return command->run(config);
        snprintf(text, sizeof text, "usage: grundyd %s", command->usage);
        return testlib ? (complain(text), system_fault(SYSTEM_TESTLIB)) : complain(text);
    }
    snprintf(text, sizeof text, "there is no command %.60s; grundyd --help lists them", config->words[0]);
    return complain(text);
}

bool command_at(size_t i, struct command_told *told)
{
    if (i == sizeof commands / sizeof *commands)
        return false;
    *told = (struct command_told){commands[i].name, commands[i].usage, commands[i].help};
    return true;
}

/* False: there is no such command. */
static bool help_with(const char *name)
{
    struct flags_told told;
    size_t i = 0, shown = 0;
    while (i < sizeof commands / sizeof *commands && strcmp(commands[i].name, name))
        i++;
    if (i == sizeof commands / sizeof *commands)
        return false;
    printf("usage: grundyd %s\n\n%s\n", commands[i].usage, commands[i].help);
    for (size_t k = 0; flags_at(k, name, &told); k++) {
        if (!told.taken)
            continue;
        char left[64];
        snprintf(left, sizeof left, "--%s %s", told.flag, told.argument ? told.argument : "");
        printf("%s  %-24s %s\n", shown++ ? "" : "\noptions (each also as --flag=value):\n", left, told.help);
    }
    puts("\nBesides, the options of grundyd --help, as far as they matter here.");
    return true;
}

void command_help(const struct config *config)
{
    if (config->word_count && help_with(config->words[0]))
        return;
    puts(
        "grundyd: solves combinatorial games over HTTP\n\nusage: grundyd [options]                serve until SIGTERM or SIGINT");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        printf("       grundyd %-24s %s\n", commands[i].usage, commands[i].help);
    puts("       grundyd COMMAND --help           the options that this command has of its own");
    puts("       grundyd --help | --version | --check-config\n\noptions (each also as --flag=value, or from the environment):");
    config_print_options(stdout);
}
