/* Every allocation and every system call that can fail is made to fail in turn, alone and with all that follow, in many
 * scenarios: an answer is the right one or a problem, what is found in the store is right or not found, nothing is lost (memory,
 * descriptors, files in the making), and afterwards all works as if nothing had been. */
#include "api/api.h"
#include "api/docs/example.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/registry.h"
#include "server/log.h"
#include "server/tables/file.h"
#include "server/tables/tables.h"
#include "tests/support/core/suite.h"
#include "tests/support/server/faults.h"
#include "tests/support/server/tables.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST = 1 << 15, LONG = (4 << 20) + 5000, BYTES_MAX = 1 << 30, REPLY = 4 << 20 };

static _Alignas(16) char first[FIRST]; /* as the daemon has it: what happens before anything can land needs no malloc */
static struct arena arena;
static struct tables *tables;
static struct table short_values, long_values, longer_values;

static struct {
    const char *scenario;
    long n;
    bool on;
} now;

static void tell_where(int number)
{
    fprintf(stderr, "signal %d in %s, fault %ld%s: %s\n", number, now.scenario, now.n, now.on ? " and all later" : "",
            faults_call());
    signal(number, SIG_DFL);
    raise(number);
}

/* Says nothing where all is well: the framework allocates, and might be made to fail itself. */
#define MUST(truth)                                                                                                              \
    do {                                                                                                                         \
        if (!(truth)) {                                                                                                          \
            faults_disarm();                                                                                                     \
            ck_abort_msg("%s, fault %ld%s (%s): " #truth, now.scenario, now.n, now.on ? " and all later" : "", faults_call());   \
        }                                                                                                                        \
    } while (0)

static int descriptors(void)
{
    int count = 0;
    DIR *list = opendir("/proc/self/fd");
    while (list && readdir(list))
        count++;
    if (list)
        closedir(list);
    return count;
}

static void empty_directory(void)
{
    DIR *list = opendir(tables_directory);
    if (!list)
        ck_assert_int_eq(mkdir(tables_directory, 0700), 0);
    for (struct dirent *entry; list && (entry = readdir(list));)
        unlinkat(dirfd(list), entry->d_name, 0);
    if (list)
        closedir(list);
}

static void begin(void)
{
    arena_init(&arena, first, sizeof first, ARENA_BYTES);
}

static void open_tables(void)
{
    begin();
    tables = tables_open(tables_directory, BYTES_MAX);
    MUST(tables);
}

static void close_tables(void)
{
    arena_reset(&arena);
    if (tables)
        tables_close(tables);
    tables = NULL;
}

/* ---- scenarios of the store ---- */

static bool right(const struct table *found)
{
    const struct table *of = found->count == short_values.count  ? &short_values
                             : found->count == long_values.count ? &long_values
                                                                 : &longer_values;
    return tables_same_values(found, of);
}

static struct table found;
static bool there;

static void find_key(void *what)
{
    there = tables_store(tables)->find(tables_store(tables), &arena, what, &found);
}

static void look_for(const char *key)
{
    struct escape landed;
    there = false;
    if (tables && arena_try(&arena, &landed, find_key, (void *)(uintptr_t)key) == STATUS_ok && there)
        MUST(right(&found));
}

struct publication {
    const char *key;
    struct table table;
    bool leases;
};

static void publish_it(void *what)
{
    struct publication *publication = what;
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .patient = true};
    struct store *store = tables_store(tables);
    struct table held = {0};
    if (publication->leases &&
        store_lease(store, &arena, &budget, &(struct table_wish){publication->key, publication->table.count, 0}, &held))
        publication->table = held;
    else
        store->publish(store, &arena, publication->key, &publication->table);
}

static void publish(const char *key, struct table table, bool leases)
{
    struct escape landed;
    struct publication publication = {key, table, leases};
    if (tables && arena_try(&arena, &landed, publish_it, &publication) == STATUS_ok)
        MUST(right(&publication.table));
}

static void reopen_tables(void)
{
    close_tables();
    begin();
    tables = tables_open(tables_directory, BYTES_MAX);
}

static void store_short(void)
{
    open_tables();
    publish("k", short_values, false);
    close_tables();
}

static void store_long(void)
{
    open_tables();
    publish("k", long_values, false);
    close_tables();
}

static void nothing_yet(void)
{
}

static void run_open(void)
{
    reopen_tables();
}

static void run_publish_short(void)
{
    reopen_tables();
    publish("k", short_values, false);
    look_for("k");
}

static void run_publish_long(void)
{
    reopen_tables();
    publish("k", long_values, false);
    look_for("k");
}

static void run_find(void)
{
    reopen_tables();
    look_for("k");
    look_for("other");
    look_for("k");
}

static void run_lengthen(void)
{
    reopen_tables();
    look_for("k");
    publish("k", longer_values, false);
    look_for("k");
}

static void run_lease(void)
{
    reopen_tables();
    publish("k", short_values, true);
    publish("k", long_values, true);
    look_for("k");
}

static void run_refute(void)
{
    reopen_tables();
    look_for("k");
    if (there)
        tables_store(tables)->judge(tables_store(tables), "k", &found, false);
    publish("k", short_values, false);
    look_for("k");
}

static void run_removed(void)
{
    static char aside[80];
    reopen_tables();
    snprintf(aside, sizeof aside, "%s.aside", tables_directory);
    if (!rename(tables_directory, aside)) {
        DIR *list = opendir(aside);
        for (struct dirent *entry; list && (entry = readdir(list));)
            unlink(strcat(strcat(strcpy(aside, tables_directory), ".aside/"), entry->d_name));
        if (list)
            closedir(list);
        snprintf(aside, sizeof aside, "%s.aside", tables_directory);
        rmdir(aside);
    }
    publish("k", short_values, false);
    look_for("k");
}

static void run_counts(void)
{
    reopen_tables();
    if (tables)
        tables_look(tables);
}

static void damage(void)
{
    struct stat info;
    store_short();
    ck_assert_int_eq(stat(tables_only_file(), &info), 0);
    ck_assert_int_eq(truncate(tables_only_file(), info.st_size - 1), 0);
}

static void change_secret(void)
{
    store_short();
    tables_write(tables_path("secret"), "0123456789abcdef0123456789abcdef", DIGEST_SECRET);
}

static void leave_files(void)
{
    store_short();
    tables_write(tables_path("tmp.0123456789abcdef"), "", 0);
    tables_write(tables_path("tmp.0123456789abcdee"), "", 0);
}

/* Four tables that were not used for a day, and a limit that they fill. */
static void fill_up(void)
{
    static const char *const keys[] = {"a", "b", "c", "d"};
    open_tables();
    for (int i = 0; i < 4; i++) {
        char name[TABLE_NAME];
        publish(keys[i], short_values, false);
        table_file_name(keys[i], name);
        ck_assert_int_eq(utimensat(AT_FDCWD, tables_path(name), (struct timespec[2]){{.tv_sec = 1}, {.tv_nsec = UTIME_OMIT}}, 0),
                         0);
    }
    close_tables();
}

static void run_full(void)
{
    close_tables();
    begin();
    tables = tables_open(tables_directory, 5 * 4096);
    publish("k", short_values, false);
    publish("l", short_values, false);
    look_for("k");
}

static const struct scenario {
    const char *name;
    void (*prepare)(void), (*run)(void);
} scenarios[] = {
    {"a new directory", nothing_yet, run_open},
    {"an old directory", store_short, run_open},
    {"leftovers", leave_files, run_open},
    {"a short table is written", nothing_yet, run_publish_short},
    {"a long table is written", nothing_yet, run_publish_long},
    {"a short table is found", store_short, run_find},
    {"a long table is found", store_long, run_find},
    {"nothing is found", nothing_yet, run_find},
    {"a short table grows", store_short, run_lengthen},
    {"a long table grows", store_long, run_lengthen},
    {"leases", nothing_yet, run_lease},
    {"leases of what is there", store_short, run_lease},
    {"a short table is refuted", store_short, run_refute},
    {"the directory is removed", store_short, run_removed},
    {"counting", store_short, run_counts},
    {"a damaged table", damage, run_find},
    {"another secret", change_secret, run_find},
    {"a full directory", fill_up, run_full},
};

/* ---- scenarios of the service ---- */

static const struct question {
    const char *method, *target, *accept, *body;
} services[] = {
    {"POST", "/sum", NULL,
     "{\"terms\":[{\"game\":\"nim\",\"heaps\":[3,4]},{\"game\":\"wythoff\",\"heaps\":[1,3]}],\"positions\":true}"},
    {"POST", "/batch", NULL, "{\"questions\":[{\"game\":\"nim\",\"heaps\":[3,4]}]}"},
    {"POST", "/grade", NULL,
     "{\"game\":\"nim\",\"position\":{\"heaps\":[3,4,5]},\"claim\":{\"verdict\":\"win\",\"move\":{\"heap\":0,\"take\":2}}}"},
    {"POST", "/play", NULL, "{\"game\":\"nim\",\"position\":{\"heaps\":[3,4,5]}}"},
    {"POST", "/sg/table", NULL, "{\"rules\":{\"take\":[1,3,4]},\"to\":100}"},
    {"POST", "/sg/table", "text/csv", "{\"rules\":{\"octal\":\"0.77\"},\"to\":2000}"},
    {"POST", "/sg/table", "application/octet-stream", "{\"rules\":{\"split\":\"unequal\"},\"to\":2000}"},
    {"POST", "/sg", NULL, "{\"rules\":{\"octal\":\"0.77\"},\"heaps\":[5,70,100000],\"explain\":\"en\"}"},
    {"POST", "/sg", NULL,
     "{\"rules\":{\"take\":[2,5]},\"heaps\":[\"123456789012345678901234567890\",7],\"moves\":\"all\",\"limit\":5}"},
    {"POST", "/nim", NULL, "{\"heaps\":[\"99999999999999999999999999\",3,-1,\"x\"]}"},
    {"GET", "/games", NULL, NULL},
    {"GET", "/games/sg", NULL, NULL},
    {"GET", "/problems", NULL, NULL},
    {"GET", "/problems/too_large", NULL, NULL},
    {"GET", "/openapi.json", NULL, NULL},
    {"GET", "/openapi.yaml", NULL, NULL},
    {"GET", "/healthz", NULL, NULL},
    {"GET", "/no-such-path", NULL, NULL},
};

struct answer_text {
    int status;
    size_t size;
    char *text; /* REPLY bytes */
};
static struct answer_text expected, got;

static void take_reply(const struct reply *reply, struct answer_text *answer)
{
    answer->status = reply->status;
    answer->size = 0;
    if (!reply->stream) {
        answer->size = reply->body_size;
        MUST(answer->size < REPLY);
        memcpy(answer->text, reply->body ? reply->body : "", answer->size);
    }
    while (reply->stream) {
        size_t n = reply->stream->produce(reply->stream->what, answer->size, answer->text + answer->size, REPLY - answer->size);
        if (n == STREAM_FAILED)
            answer->status = 0; /* the client sees that it is not whole */
        if (n == STREAM_FAILED || !n || reply->stream->size == (answer->size += n))
            break;
    }
    answer->text[answer->size] = '\0';
}

static void ask(const struct question *question, struct answer_text *answer)
{
    static char body[4096];
    struct api api = {.store = tables ? tables_store(tables) : &store_nothing, .cors = "*", .body_max = 1 << 20};
    struct request request = {.method = question->method, .target = question->target, .accept = question->accept, .body = body};
    struct budget budget = {.left = BUDGET_STEPS, .arena = &arena, .patient = true};
    struct reply reply = {0};
    if (question->body) {
        request.body_size = strlen(question->body);
        MUST(request.body_size < sizeof body);
        strcpy(body, question->body);
    }
    api_handle(&api, &request, &arena, &budget, &reply);
    take_reply(&reply, answer);
}

/* The right answer, or a problem that a client may expect; a batch may have the problem inside. */
static void judge(const struct question *question)
{
    bool same = got.status == expected.status && got.size == expected.size && !memcmp(got.text, expected.text, got.size);
    bool problem = got.status == 0 || ((got.status == 503 || got.status == 422) && strstr(got.text, "\"code\":\"")) ||
                   (!strcmp(question->target, "/batch") && strstr(got.text, "\"code\":\"overloaded\""));
    if (!same && !problem)
        fprintf(stderr, "%d %.500s\n", got.status, got.text);
    MUST(same || (problem && !strstr(got.text, "\"code\":\"internal\"")));
}

/* ---- the runs ---- */

static void store_works(void)
{
    reopen_tables();
    MUST(tables && tables_shared(tables));
    look_for("k"); /* right, or nothing */
    publish("afterwards", short_values, false);
    reopen_tables();
    look_for("afterwards");
    MUST(there);
    close_tables();
    MUST(tables_names("tmp.", "") == 0);
}

static int leftovers(void)
{
    return access(tables_directory, F_OK) ? 0 : tables_names("tmp.", "");
}

/* One scenario in a process that is killed at its n-th call; false when it made fewer. */
static bool run_killed(const struct scenario *scenario)
{
    int status;
    empty_directory();
    scenario->prepare();
    pid_t child = fork();
    if (!child) {
        faults_kill(now.n);
        scenario->run();
        _exit(0);
    }
    MUST(child > 0 && waitpid(child, &status, 0) == child);
    bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    MUST(killed || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    open_tables();
    look_for("k");
    bool spoilt = scenario->prepare == damage || scenario->prepare == change_secret;
    MUST(spoilt || tables_count(tables).rejected == 0); /* nothing is torn */
    store_works();
    return killed;
}

/* One scenario with its n-th fault; false when there were fewer. */
static bool run_store(const struct scenario *scenario)
{
    empty_directory();
    scenario->prepare();
    int before = descriptors(), left = leftovers();
    long live = faults_live();
    faults_arm(now.n, now.on);
    scenario->run();
    close_tables();
    bool failed = faults_disarm();
    MUST(faults_live() == live);
    MUST(descriptors() == before);
    if (!now.on && strcmp(faults_call(), "unlinkat") != 0) /* else the next to start removes it */
        MUST(leftovers() <= left);
    store_works();
    return failed;
}

static bool run_service(const struct question *question)
{
    if (now.n == 1)
        empty_directory();
    int before = descriptors();
    long live = faults_live();
    reopen_tables(); /* which the scenarios of the store make fail */
    faults_arm(now.n, now.on);
    ask(question, &got);
    close_tables();
    bool failed = faults_disarm();
    MUST(faults_live() == live);
    MUST(descriptors() == before);
    judge(question);
    return failed;
}

/* From an empty directory, so that the table has to be made and stored, and then as the last run has left it. */
static bool run_service_anew(const struct question *question)
{
    empty_directory();
    bool failed = run_service(question);
    open_tables();
    ask(question, &got);
    close_tables();
    MUST(got.size == expected.size && !memcmp(got.text, expected.text, expected.size));
    return failed;
}

static void ask_all_faults(const struct question *question)
{
    open_tables();
    ask(question, &expected);
    close_tables();
    now.scenario = question->target;
    for (int on = 0; on < 2; on++) {
        now.on = on;
        for (now.n = 1; run_service_anew(question); now.n++)
            ;
        for (now.n = 1; run_service(question); now.n++) /* from what was stored */
            ;
    }
}

static void setup(void)
{
    log_setup(LOG_NONE);
    tables_setup();
    signal(SIGABRT, tell_where);
    ck_assert(api_setup());
    short_values = tables_values(1000, 2);
    long_values = tables_values(LONG, 1);
    longer_values = tables_values(LONG + 5000, 1);
    expected.text = malloc(REPLY);
    got.text = malloc(REPLY);
}

static void teardown(void)
{
    free(expected.text);
    free(got.text);
    tables_teardown();
}

START_TEST(the_store)
{
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        for (int on = 0; on < 2; on++) {
            now.scenario = scenarios[i].name;
            now.on = on;
            for (now.n = 1; run_store(&scenarios[i]); now.n++)
                ;
            MUST(now.n > 5);
        }
}
END_TEST

START_TEST(a_killed_process_leaves_nothing_torn)
{
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        now.scenario = scenarios[i].name;
        for (now.n = 1; run_killed(&scenarios[i]); now.n++)
            ;
    }
}
END_TEST

START_TEST(the_games)
{
    for (size_t i = 0; i < game_count(); i++) {
        const struct game *game = game_at(i);
        char target[64];
        snprintf(target, sizeof target, "/%s", game->id);
        ask_all_faults(&(struct question){"POST", target, NULL, example_request(game)});
    }
}
END_TEST

START_TEST(the_services)
{
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        ask_all_faults(&services[i]);
}
END_TEST

SUITE_WITH(setup, teardown, the_store, a_killed_process_leaves_nothing_torn, the_games, the_services)
