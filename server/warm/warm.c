/* The engine is asked for the table again and again, each time until a stretch of time is over: then it publishes what it has, as
 * it does at the deadline of a request, and the next stretch goes on from there. So whatever ends this process, only the last
 * stretch is lost, and a signal loses nothing. Stretches grow, because every one of them costs a copy of the whole table. */
#include "server/warm/warm.h"
#include "api/api.h"
#include "api/json/parse.h"
#include "api/problem/problem.h"
#include "api/tools/table/table.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "server/clock.h"
#include "server/tables/tables.h"
#include "server/warm/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define STRETCH_FIRST (250 * MILLISECOND)
#define STRETCH_LEAST (2 * SECOND)
#define STRETCH_MOST (60 * SECOND)

enum { STRETCHES_OF_ALL = 20, EXIT_SIGNAL = 128, ARENA_TABLES = 4 };

static const uint64_t arena_extra = (uint64_t)1 << 30;

static volatile sig_atomic_t caught;

struct warm {
    const struct config *config;
    struct tables *tables;
    struct arena arena;   /* the rules */
    struct arena scratch; /* one stretch */
    struct table_question question;
    struct faults faults;
    struct rules *rules;
    struct scan scan;
    struct sg sg;
    struct budget budget;
    struct escape landed;
    struct progress progress;
    uint64_t began, stretch, until;
};

static int fail(const char *text)
{
    fprintf(stderr, "grundyd: %s\n", text);
    return 1;
}

/* ---- arguments ---- */

static cJSON *parse(struct warm *warm, char *text)
{
    cJSON *json = json_parse(&warm->arena, text, strlen(text), &warm->scan);
    if (!warm->scan.fault && !warm->scan.object)
        warm->scan.fault = "the rules are one JSON object";
    return warm->scan.fault ? NULL : json;
}

static void read_question(void *what)
{
    struct warm *warm = what;
    const char *rules = warm->config->warm_rules;
    warm->faults.arena = &warm->arena;
    if (!parse(warm, arena_copy(&warm->arena, rules, strlen(rules))))
        return;
    cJSON *json =
        parse(warm, arena_printf(&warm->arena, "{\"rules\":%s,\"from\":0,\"to\":\"%s\"}", rules, warm->config->warm_to));
    if (json && table_read(&warm->question, json, &warm->faults))
        warm->rules = rules_make(&warm->arena, &warm->question.rules);
}

static int read_arguments(struct warm *warm)
{
    const struct config *config = warm->config;
    if (!config->warm_rules || !config->warm_to)
        return fail("usage: grundyd warm --rules JSON --to N"), EXIT_USAGE;
    if (!*config->warm_to || config->warm_to[strspn(config->warm_to, "0123456789")])
        return fail("--to wants a whole number: the largest heap"), EXIT_USAGE;
    arena_init(&warm->arena, NULL, 0, ARENA_BYTES);
    if (arena_try(&warm->arena, &warm->landed, read_question, warm))
        return fail(warm->landed.detail), EXIT_USAGE;
    if (warm->scan.fault)
        fprintf(stderr, "grundyd: --rules: %s, at byte %zu\n", warm->scan.fault, warm->scan.offset);
    for (size_t i = 0; i < warm->faults.n; i++)
        fprintf(stderr, "grundyd: %s %s: %s\n", warm->faults.v[i].pointer, fault_name(warm->faults.v[i].code),
                warm->faults.v[i].detail);
    return warm->rules ? 0 : EXIT_USAGE;
}

/* ---- computing ---- */

static void on_signal(int number)
{
    caught = number;
}

static void catch_signals(void)
{
    /* A second one ends the process at once. */
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static enum status look(void *what)
{
    struct warm *warm = what;
    if (caught)
        return STATUS_shutting_down;
    progress_tick(&warm->progress);
    return clock_now() < warm->until ? STATUS_ok : STATUS_deadline_exceeded;
}

static void open_engine(void *what)
{
    struct warm *warm = what;
    struct sg_job job = {.arena = &warm->scratch, .budget = &warm->budget, .store = tables_store(warm->tables)};
    sg_open(&warm->sg, &job, warm->rules, warm->question.to);
}

struct looked_up {
    struct tables *tables;
    struct arena *arena;
    const char *key;
    struct table table;
};

static void look_up(void *what)
{
    struct looked_up *looked = what;
    struct store *store = tables_store(looked->tables);
    if (!store->find(store, looked->arena, looked->key, &looked->table))
        looked->table = (struct table){.count = 0};
}

static struct table stored(struct warm *warm, struct tables *tables)
{
    struct looked_up looked = {.tables = tables, .arena = &warm->scratch, .key = warm->rules->key};
    struct escape none;
    if (arena_try(&warm->scratch, &none, look_up, &looked))
        looked.table.count = 0;
    arena_reset(&warm->scratch);
    return looked.table;
}

/* The length of the next stretch; one that got nowhere was too short for what must be done at once. */
static void lengthen_stretch(struct warm *warm, bool further)
{
    uint64_t part = (clock_now() - warm->began) / STRETCHES_OF_ALL;
    if (!further) {
        warm->stretch *= 2;
        return;
    }
    if (warm->stretch < STRETCH_LEAST)
        warm->stretch *= 2;
    if (warm->stretch < part)
        warm->stretch = part < STRETCH_MOST ? part : STRETCH_MOST;
}

static enum status compute(struct warm *warm)
{
    uint64_t count = stored(warm, warm->tables).count;
    warm->began = clock_now();
    warm->stretch = STRETCH_FIRST;
    progress_note(&warm->progress, count);
    for (;;) {
        warm->until = clock_now() + warm->stretch;
        warm->budget = (struct budget){
            .left = BUDGET_STEPS, .arena = &warm->scratch, .look = look, .what = warm, .patient = true, .thorough = true};
        enum status status = arena_try(&warm->scratch, &warm->landed, open_engine, warm);
        if (status == STATUS_ok)
            return status; /* the table is held until the scratch is reset */
        arena_reset(&warm->scratch);
        uint64_t now = stored(warm, warm->tables).count;
        progress_note(&warm->progress, now);
        if (status != STATUS_deadline_exceeded || tables_count(warm->tables).unshared)
            return status;
        lengthen_stretch(warm, now > count);
        count = now;
    }
}

/* ---- the end ---- */

/* What another daemon would find: read from the directory anew, checksum and all. */
static struct table shared_table(struct warm *warm)
{
    struct table table = {.count = 0};
    struct tables *tables = tables_open(warm->config->tables, warm->config->tables_bytes);
    if (!tables)
        return table;
    table = stored(warm, tables);
    tables_close(tables);
    return table;
}

static int tell_end(struct warm *warm, enum status status)
{
    struct table made = warm->sg.table, there;
    arena_reset(&warm->scratch);
    progress_end(&warm->progress);
    if (status == STATUS_ok && warm->sg.closed != CLOSED_NONE) {
        printf("these rules have a closed form: heaps of any size are answered without a table\n");
        return 0;
    }
    bool unshared = tables_count(warm->tables).unshared; /* before: looking may remove tables */
    there = shared_table(warm);
    if (status == STATUS_shutting_down) {
        printf("stopped: %llu values are stored; the same command goes on from there\n", (unsigned long long)there.count);
        return EXIT_SIGNAL + caught;
    }
    if (unshared || (status == STATUS_ok && there.count < made.count))
        return fail(
            "the table does not fit into the directory: --tables-bytes is too small, the file system is full, or a process "
            "was stopped while it stored the same table");
    if (status != STATUS_ok)
        return fail(warm->landed.detail);
    if (there.proven)
        printf("period %llu from heap %llu on, saltus %llu, proven by the heaps up to %llu: heaps of any size are answered; %llu "
               "values are stored\n",
               (unsigned long long)there.period, (unsigned long long)there.preperiod, (unsigned long long)there.saltus,
               (unsigned long long)there.checked_to, (unsigned long long)there.count);
    else
        printf("no period is proven; %llu values are stored\n", (unsigned long long)there.count);
    return 0;
}

static uint64_t values_wanted(const struct warm *warm)
{
    struct num limit = num_u64(sg_table_limit(warm->rules)), to = num_min(warm->question.to, limit);
    return (uint64_t)to.word + 1;
}

static int fill(struct warm *warm)
{
    const struct config *config = warm->config;
    warm->tables = tables_open(config->tables, config->tables_bytes);
    if (!warm->tables)
        return fail(strerror(errno));
    char why[TABLES_WHY];
    int result;
    if (!tables_reach(warm->tables, &config->cache, config->cache_secret, why)) {
        fail(why);
        result = EXIT_USAGE;
    } else if (!tables_start(warm->tables)) {
        result = fail(strerror(errno));
    } else if (tables_shared(warm->tables)) {
        arena_init(&warm->scratch, NULL, 0, config->tables_bytes * ARENA_TABLES + arena_extra);
        catch_signals();
        progress_begin(&warm->progress, values_wanted(warm));
        result = tell_end(warm, compute(warm));
        arena_reset(&warm->scratch);
    } else {
        result = fail("there is no directory of shared tables to fill: see --tables");
    }
    tables_close(warm->tables);
    return result;
}

int warm_run(const struct config *config)
{
    static struct warm warm;
    warm.config = config;
    log_setup(config->log > LOG_WARN ? config->log : LOG_WARN);
    if (!api_setup())
        return 1;
    int result = read_arguments(&warm);
    if (!result)
        result = fill(&warm);
    arena_reset(&warm.arena);
    return result ? result : fflush(stdout) ? 1 : 0;
}
