#include "server/tables/tables.h"
#include "server/clock.h"
#include "server/log.h"
#include "server/tables/distant.h"
#include "server/tables/file.h"
#include "server/tables/leases.h"
#include "server/tables/room.h"
#include "server/tables/write.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define OTHERS_WAIT (50 * MILLISECOND) /* for another process that makes the table we want */
#define OTHERS_LOOK (2 * MILLISECOND)
#define REOPEN_EVERY SECOND /* between two looks whether the directory is still there */

enum {
    TOUCHES = 1024,
    TOUCH_EVERY_S = 30, /* how old the noted time of use of a table may be; eviction spares ten minutes */
};

struct tables {
    struct store face;
    struct store *near;
    const char *path; /* NULL: never shared */
    uint64_t bytes_max;
    atomic_bool shared;
    atomic_uint_fast64_t next_look; /* at the directory */
    struct table_dir dir;
    struct table_leases leases;
    struct distant *distant; /* NULL: no second tier */
    atomic_uint_fast64_t hits, misses, attached, builds, rejected, waited;
    atomic_bool told_full, told_failed;
    /* When the file's time of use was set, in the lower half in seconds, by the address of the values; whose it is, in the upper.
     */
    atomic_uint_fast64_t touched[TOUCHES];
};

static struct tables *tables_of(struct store *face)
{
    return (struct tables *)face;
}

static void count(atomic_uint_fast64_t *counter)
{
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

/* ---- the directory ---- */

bool tables_shared(struct tables *tables)
{
    return atomic_load_explicit(&tables->shared, memory_order_acquire);
}

static void tell_shared(struct tables *tables)
{
    log_event(LOG_INFO, "tables are shared", LOG_TEXT("directory", tables->path),
              LOG_NUMBER("bytes_max", atomic_load(&tables->dir.bytes_max)),
              LOG_NUMBER("file_system_bytes", tables->dir.room_total));
    if (tables->dir.lock_fd < 0)
        log_event(LOG_WARN, "tables have no lock", LOG_TEXT("directory", tables->path),
                  LOG_TEXT("reason", "what is named lock in it cannot be used: remove it; until then no new table is shared"));
}

static void tell_private(struct tables *tables, const char *why)
{
    log_event(LOG_WARN, "tables are private", LOG_TEXT("directory", tables->path), LOG_TEXT("detail", why));
}

/* A directory that was removed is made and opened anew, one that could not be used is tried again; told when that changes
 * anything. `now` or every second; one thread at a time, the others go on with what they have. */
static bool look_at_directory(struct tables *tables, bool now)
{
    char why[TABLE_WHY];
    uint64_t time = clock_now(), next = atomic_load(&tables->next_look);
    if (!tables->path || (time < next && !now) || next == UINT64_MAX ||
        !atomic_compare_exchange_strong(&tables->next_look, &next, UINT64_MAX))
        return tables_shared(tables);
    bool before = tables_shared(tables);
    if (!before || table_dir_gone(&tables->dir)) {
        bool opened = table_dir_reopen(&tables->dir, tables->bytes_max, why);
        if (opened) {
            atomic_store(&tables->leases.lock_fd, tables->dir.lock_fd);
            atomic_store(&tables->told_full, false);
            atomic_store(&tables->told_failed, false);
            tell_shared(tables);
        } else if (before) {
            tell_private(tables, why);
        }
        atomic_store_explicit(&tables->shared, opened, memory_order_release);
    }
    atomic_store(&tables->next_look, clock_now() + REOPEN_EVERY);
    return tables_shared(tables);
}

/* ---- finding ---- */

static _Thread_local bool in_a_hurry;

void tables_hurry(bool hurried)
{
    in_a_hurry = hurried;
}

static bool is_away(struct tables *tables, const char *key)
{
    return in_a_hurry && table_file_is_large(&tables->dir, key);
}

/* Takes the table from the directory into memory, if there is one. *found may be longer still, from memory. */
static bool attach(struct tables *tables, struct arena *arena, const char *key, struct table *found)
{
    struct store_hold *hold = store_private_hold(arena);
    struct table table;
    switch (table_file_attach(&tables->dir, key, tables->near, hold, &table)) {
    case TABLE_FILE_FOUND:
        break;
    case TABLE_FILE_WRONG:
        count(&tables->rejected);
        log_event(LOG_WARN, "table rejected", LOG_TEXT("key", key));
        return false;
    case TABLE_FILE_NONE:
    case TABLE_FILE_NO_MEMORY:
        return false;
    }
    if (!store_private_adopt(tables->near, hold, key, &table))
        return false;
    count(&tables->attached);
    *found = table;
    return true;
}

/* The file's time of use, from which the oldest are known, is set now and then only. */
static void touch(struct tables *tables, const char *key, const struct table *found)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    uint64_t at = (uintptr_t)found->data >> 6, whose = at << 32, second = (uint32_t)now.tv_sec;
    atomic_uint_fast64_t *slot = &tables->touched[at % TOUCHES];
    uint64_t before = atomic_load_explicit(slot, memory_order_relaxed) - whose;
    if (before <= second && second - before < TOUCH_EVERY_S)
        return;
    atomic_store_explicit(slot, whose | second, memory_order_relaxed);
    table_file_touch(&tables->dir, key);
}

static bool find(struct store *face, struct arena *arena, const char *key, struct table *found)
{
    struct tables *tables = tables_of(face);
    bool there = tables->near->find(tables->near, arena, key, found);
    if (there && tables_shared(tables))
        touch(tables, key, found);
    if (!there && look_at_directory(tables, false)) {
        if ((found->away = is_away(tables, key)))
            return false; /* who fetches it counts it */
        there = attach(tables, arena, key, found);
    }
    count(there ? &tables->hits : &tables->misses);
    return there;
}

static void *reserve(struct store *face, struct arena *arena, size_t bytes)
{
    struct tables *tables = tables_of(face);
    return tables->near->reserve(tables->near, arena, bytes);
}

/* ---- leasing ---- */

struct wanted {
    struct tables *tables;
    struct arena *arena;
    const struct table_wish *wish;
    struct table *table; /* the longest so far */
};

static bool enough(const struct wanted *wanted)
{
    return wanted->table->proven || wanted->table->count >= wanted->wish->count;
}

static void take_longer(const struct wanted *wanted, const struct table *table)
{
    if (table->count > wanted->table->count || table->proven)
        *wanted->table = *table;
}

static bool look_near(const struct wanted *wanted)
{
    struct tables *tables = wanted->tables;
    struct table table;
    if (tables->near->find(tables->near, wanted->arena, wanted->wish->key, &table))
        take_longer(wanted, &table);
    return enough(wanted);
}

static bool look_far(const struct wanted *wanted)
{
    struct tables *tables = wanted->tables;
    struct table table;
    if (tables_shared(tables) && !is_away(tables, wanted->wish->key) &&
        table_file_reaches(&tables->dir, wanted->wish->key, wanted->table->count + 1) &&
        attach(tables, wanted->arena, wanted->wish->key, &table))
        take_longer(wanted, &table);
    return enough(wanted);
}

/* What takes long is asked for on other machines, never by who serves many clients. */
static bool look_distant(const struct wanted *wanted)
{
    struct tables *tables = wanted->tables;
    struct table table;
    if (tables->distant && distant_fetch(tables->distant, wanted->arena, wanted->wish, wanted->table->count, &table))
        take_longer(wanted, &table);
    return enough(wanted);
}

/* Another process makes it: looks now and then whether it is done. */
static bool wait_for_others(const struct wanted *wanted, struct table_lease *lease)
{
    uint64_t until = clock_now() + OTHERS_WAIT;
    count(&wanted->tables->waited);
    while (clock_now() < until) {
        nanosleep(&(struct timespec){.tv_nsec = OTHERS_LOOK}, NULL);
        bool elected = table_lease_elect(lease); /* first: who lets go has published before */
        if (look_far(wanted))
            return true;
        if (elected)
            return false;
    }
    return false;
}

static bool lease(struct store *face, struct arena *arena, struct budget *budget, const struct table_wish *wish,
                  struct table *table)
{
    struct tables *tables = tables_of(face);
    struct wanted wanted = {tables, arena, wish, table};
    struct table_lease *own = table_lease_new(&tables->leases, arena, wish->key);
    bool waited = false;
    while (!table_lease_take(own, budget->patient)) {
        if (!budget->patient)
            return false;
        if (!waited)
            count(&tables->waited);
        waited = true;
        budget_look(budget);
    }
    bool elected = table_lease_elect(own), done = look_near(&wanted) || look_far(&wanted);
    if (!done && budget->patient && !in_a_hurry)
        done = look_distant(&wanted);
    if (!done && !elected && budget->patient)
        done = wait_for_others(&wanted, own);
    if (done)
        table_leases_end(&tables->leases, arena, wish->key);
    return done;
}

/* ---- publishing ---- */

static void tell(struct tables *tables, enum table_written written, int error)
{
    if (written == TABLE_FULL && !atomic_exchange(&tables->told_full, true))
        log_event(LOG_WARN, "tables full", LOG_TEXT("directory", tables->dir.path),
                  LOG_TEXT("detail", "tables that find no room there stay private to this process"));
    if (written == TABLE_FAILED && !atomic_exchange(&tables->told_failed, true))
        log_event(LOG_WARN, "tables not shared", LOG_TEXT("directory", tables->dir.path), LOG_TEXT("detail", strerror(error)));
}

static void share(struct tables *tables, const char *key, const struct table *made)
{
    enum table_written result = table_file_write(&tables->dir, key, made);
    if (result == TABLE_FAILED && errno == ENOENT && look_at_directory(tables, true))
        result = table_file_write(&tables->dir, key, made);
    bool busy = result == TABLE_FAILED && errno == EAGAIN; /* somebody else gives the file its name just now */
    if (result == TABLE_FULL || (result == TABLE_FAILED && !busy))
        tell(tables, result, errno);
}

static void publish(struct store *face, struct arena *arena, const char *key, struct table *made)
{
    struct tables *tables = tables_of(face);
    const struct budget *within = made->within;
    uint64_t before = made->count;
    tables->near->publish(tables->near, arena, key, made);
    count(&tables->builds);
    if (before && made->count == before && !made->stranger && look_at_directory(tables, false)) {
        made->within = within;
        share(tables, key, made);
        made->within = NULL;
    }
    if (tables->distant)
        distant_offer(tables->distant, key, made);
    table_leases_end(&tables->leases, arena, key);
}

static void judge(struct store *face, const char *key, const struct table *found, bool good)
{
    struct tables *tables = tables_of(face);
    tables->near->judge(tables->near, key, found, good);
    if (found->distant)
        distant_judge(tables->distant, key, good);
    if (good || found->distant)
        return;
    table_file_remove(&tables->dir, key);
    count(&tables->rejected);
    log_event(LOG_ERROR, "table refuted", LOG_TEXT("key", key));
}

/* ---- opening and closing ---- */

static void open_directory(struct tables *tables, const char *path, uint64_t bytes_max)
{
    char why[TABLE_WHY];
    if (!strcmp(path, "none"))
        return;
    signal(SIGXFSZ, SIG_IGN); /* a limit on the length of files is an error like a full file system */
    tables->path = path;
    tables->bytes_max = bytes_max;
    tables->shared = table_dir_open(&tables->dir, path, bytes_max, why);
    if (!tables->shared) {
        tell_private(tables, why);
        return;
    }
    table_dir_look(&tables->dir);
    tell_shared(tables);
}

struct tables *tables_open(const char *path, uint64_t bytes_max)
{
    struct tables *tables = calloc(1, sizeof *tables);
    if (!tables || !(tables->near = store_private_new(bytes_max))) {
        free(tables);
        return NULL;
    }
    tables->dir.fd = tables->dir.lock_fd = -1;
    open_directory(tables, path, bytes_max);
    table_leases_init(&tables->leases, tables->dir.lock_fd);
    tables->face =
        (struct store){.reserve = reserve, .find = find, .lease = lease, .publish = publish, .judge = judge, .own = tables->near};
    return tables;
}

bool tables_reach(struct tables *tables, const struct cache_place *place, const char *secret, char why[TABLES_WHY])
{
    if (!tables)
        return !*place->host || distant_may_open(secret, why);
    if (*place->host)
        tables->distant = distant_open(place, secret, tables->near, why);
    return tables->distant || !*place->host;
}

bool tables_start(struct tables *tables)
{
    return !tables->distant || distant_start(tables->distant);
}

void tables_close(struct tables *tables)
{
    if (tables->distant)
        distant_close(tables->distant);
    store_private_free(tables->near);
    table_leases_free(&tables->leases);
    table_dir_close(&tables->dir);
    free(tables);
}

struct store *tables_store(struct tables *tables)
{
    return &tables->face;
}

void tables_look(struct tables *tables)
{
    if (look_at_directory(tables, false))
        table_dir_look(&tables->dir);
}

struct tables_counts tables_count(struct tables *tables)
{
    return (struct tables_counts){.hits = atomic_load(&tables->hits),
                                  .misses = atomic_load(&tables->misses),
                                  .attached = atomic_load(&tables->attached),
                                  .builds = atomic_load(&tables->builds),
                                  .rejected = atomic_load(&tables->rejected),
                                  .evicted = atomic_load(&tables->dir.evicted),
                                  .waited = atomic_load(&tables->waited),
                                  .unshared = atomic_load(&tables->told_full) || atomic_load(&tables->told_failed),
                                  .cache = tables->distant ? distant_count(tables->distant) : (struct cache_counts){0},
                                  .private_bytes = store_private_bytes(tables->near),
                                  .private_tables = store_private_count(tables->near),
                                  .shared_bytes = atomic_load(&tables->dir.bytes),
                                  .shared_tables = atomic_load(&tables->dir.tables),
                                  .shared_bytes_max = tables_shared(tables) ? atomic_load(&tables->dir.bytes_max) : 0};
}
