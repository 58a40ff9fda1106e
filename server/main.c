/* grundyd: start-up and shutdown, each as one list. */
#define _GNU_SOURCE /* dup3 */
#include "core/limits.h"
#include "server/command/command.h"
#include "server/command/standard.h"
#include "server/documents/documents.h"
#include "server/http/http.h"
#include "server/http/loop.h"
#include "server/http/stream/spool.h"
#include "server/log.h"
#include "server/machine/cores.h"
#include "server/machine/files.h"
#include "server/metrics/admin.h"
#include "server/metrics/process.h"
#include "server/sandbox/sandbox.h"
#include "server/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    LOG_PATIENCE_MS = 1000, /* at the end, for whoever reads the log */
    SETTLE_MS = 1000,       /* a block of memory that nobody wanted for so long goes back */
};

#ifndef DRAIN_IF_ASKED_WITHIN /* the daemon for tests has more time */
#define DRAIN_IF_ASKED_WITHIN (10 * SECOND)
#endif
#define BACKLOG_GRACE (50 * MILLISECOND) /* for connections that are being opened */
#define CLOSING_EXTRA (2 * SECOND)       /* beyond the deadline of the last question, for its answer to be taken */

struct server {
    struct service service;
    struct config config;
    unsigned loop_count;
    struct loop **loops;
    int listen_fd, signal_fd;
    int nobody; /* to be put in the place of a lent socket */
    bool lent;  /* the listening socket: somebody else has it too, and listens there after us */
};

/* Signals are taken from a descriptor by the main thread; all others inherit the mask. */
static void catch_signals(struct server *server)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit on the length of files is an error like a full disk, for the log and the spool, too */
    server->signal_fd = signalfd(-1, &set, SFD_CLOEXEC);
}

static void open_spool(struct server *server)
{
    if (!server->config.spool_bytes)
        return;
    server->service.spool = spool_new(server->config.spool_bytes, &server->service.ledger);
    if (!server->service.spool)
        log_event(
            LOG_WARN, "no spool", LOG_TEXT("error", strerror(errno)),
            LOG_TEXT("meaning", "who sends lines without reading answers is not read from; TMPDIR names a folder for them"));
}

static bool start_threads(struct server *server)
{
    struct service *service = &server->service;
    const struct config *config = &server->config;
    service->metrics = metrics_new(server->loop_count);
    service->work = work_new(2 * server->loop_count + 1, config->queue, config->deadline / 2);
    service->documents = documents_new(&service->api, &service->ledger); /* NULL: each is made for every request */
    service->peers = config->per_address ? peers_new(config->per_address) : NULL;
    server->loops = calloc(server->loop_count, sizeof(struct loop *));
    if (!service->metrics || !service->work || !server->loops || (config->per_address && !service->peers))
        return false;
    cores_take_short_turns(); /* the loops, the door of --admin, and this thread; neither workers nor who makes documents */
    for (unsigned i = 0; i < server->loop_count; i++) {
        server->loops[i] = aligned_alloc(64, (sizeof(struct loop) + 63) / 64 * 64);
        if (!server->loops[i] || !loop_init(server->loops[i], service, server->loops, i, server->loop_count, server->listen_fd))
            return false;
    }
    for (unsigned i = 0; i < server->loop_count; i++)
        if (!loop_start(server->loops[i]))
            return false;
    return true;
}

static void announce(struct server *server)
{
    char text[ADDRESS_TEXT_MAX];
    address_print(&server->config.listen, text);
    printf("listening on %s%s\n", server->config.listen.at.ss_family == AF_UNIX ? "" : "http://", text);
    fflush(stdout);
    log_event(LOG_INFO, "listening", LOG_TEXT("address", text), LOG_TEXT("version", api_version()),
              LOG_NUMBER("threads", server->loop_count), LOG_NUMBER("connections_max", server->service.connections_max));
    char name[CONFIG_NAME_MAX];
    for (size_t at = 0; config_stranger(&at, name);)
        log_event(LOG_WARN, "unknown variable", LOG_TEXT("name", name));
}

static void enter(struct server *server, enum phase phase)
{
    atomic_store(&server->service.phase, (int)phase);
    for (unsigned i = 0; i < server->loop_count; i++)
        loop_wake(server->loops[i]);
}

static bool asked_lately(const struct server *server)
{
    uint64_t now = clock_now(), last = 0;
    for (unsigned i = 0; i < server->loop_count; i++) {
        uint64_t asked = atomic_load(&server->loops[i]->last_asked);
        last = asked > last ? asked : last;
    }
    return last && now < last + DRAIN_IF_ASKED_WITHIN;
}

/* There is nothing to read anew, and a terminal that closes is no reason to stop. */
static bool ignored(const struct signalfd_siginfo *info)
{
    if (info->ssi_signo != SIGHUP)
        return false;
    log_event(LOG_INFO, "SIGHUP ignored", LOG_TEXT("reason", "there is no configuration file to read again"));
    return true;
}

/* True when a signal to stop came within that time; negative: however long it takes. */
static bool wait_signal(struct server *server, int timeout_ms)
{
    struct pollfd fd = {.fd = server->signal_fd, .events = POLLIN};
    uint64_t until = timeout_ms < 0 ? UINT64_MAX : clock_now() + (uint64_t)timeout_ms * MILLISECOND;
    for (;;) {
        struct signalfd_siginfo info;
        int n = poll(&fd, 1, timeout_ms);
        if (n > 0 && read(server->signal_fd, &info, sizeof info) == sizeof info && !ignored(&info))
            return true;
        uint64_t now = clock_now();
        if (timeout_ms >= 0 && now >= until)
            return false;
        timeout_ms = timeout_ms < 0 ? -1 : (int)((until - now + MILLISECOND - 1) / MILLISECOND);
    }
}

/* Nothing is waited for, and nothing tidied up. Zero when nobody lost an answer by it. */
_Noreturn static void stop_at_once(struct server *server)
{
    uint64_t lost = metrics_in_flight(server->service.metrics);
    log_event(LOG_WARN, "stopped at once", LOG_NUMBER("unanswered", lost));
    log_flush(LOG_PATIENCE_MS / 10);
    _exit(lost ? 1 : 0);
}

static bool all_ended(const struct server *server)
{
    bool all = true;
    for (unsigned i = 0; i < server->loop_count; i++)
        all &= loop_ended(server->loops[i]);
    return all;
}

/* From now on new connections are refused, or wait for whoever listens next. Another socket in the place of ours lets go of a
 * lent one, whichever thread is about to accept. */
static void stop_listening(struct server *server)
{
    if (!server->lent)
        shutdown(server->listen_fd, SHUT_RDWR);
    else if (server->nobody >= 0)
        dup3(server->nobody, server->listen_fd, O_CLOEXEC);
}

static void shut_down(struct server *server)
{
    enum { LOOK_MS = 10 };
    bool drains = asked_lately(server);
    supervise_tell("STOPPING=1");
    log_event(LOG_INFO, "draining", LOG_NUMBER("ms", drains ? server->config.drain / MILLISECOND : 0));
    enter(server, PHASE_DRAINING);
    if (drains && wait_signal(server, (int)(server->config.drain / MILLISECOND)))
        stop_at_once(server);
    if (!server->lent)
        address_quiet(server->listen_fd);
    enter(server, PHASE_CLOSING);
    uint64_t refused = clock_now() + BACKLOG_GRACE, until = clock_now() + server->config.deadline + CLOSING_EXTRA;
    while (!all_ended(server)) {
        if (wait_signal(server, LOOK_MS))
            stop_at_once(server);
        if (clock_now() > refused && (server->lent || !address_has_backlog(server->listen_fd)))
            stop_listening(server);
        if (clock_now() > until && service_phase(&server->service) == PHASE_CLOSING)
            enter(server, PHASE_STOPPING);
    }
}

static void tidy_up(struct server *server)
{
    struct service *service = &server->service;
    admin_stop();
    if (!server->lent)
        address_leave(&server->config.listen);
    work_free(service->work); /* first: a worker may still be about to wake a loop that has its answer already */
    for (unsigned i = 0; i < server->loop_count; i++)
        loop_free(server->loops[i]);
    peers_free(service->peers);
    documents_free(service->documents);
    metrics_free(service->metrics);
    spool_free(service->spool);
    tables_close(service->tables);
    free(server->loops);
    ledger_free(&service->ledger);
    close(server->listen_fd);
    close(server->signal_fd);
    if (server->nobody >= 0)
        close(server->nobody);
    log_event(LOG_INFO, "stopped", LOG_NUMBER("unanswered", 0));
}

static bool start_listening(struct server *server)
{
    char text[ADDRESS_TEXT_MAX];
    server->listen_fd = supervise_listener(&server->config.listen);
    server->lent = server->listen_fd >= 0;
    if (server->listen_fd == -2) {
        fputs("grundyd: LISTEN_FDS must name one stream socket that listens\n", stderr);
        return false;
    }
    server->nobody = server->lent ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (server->listen_fd < 0)
        server->listen_fd = address_listen(&server->config.listen);
    if (server->listen_fd >= 0)
        return true;
    address_print(&server->config.listen, text);
    fprintf(stderr, "grundyd: cannot listen on %s: %s\n", text, strerror(errno));
    return false;
}

/* Whether every loop has made a turn since the last call, which also wakes them for the next one. */
static bool loops_turn(struct server *server)
{
    bool all = true;
    for (unsigned i = 0; i < server->loop_count; i++) {
        all &= loop_turned(server->loops[i]);
        loop_wake(server->loops[i]);
    }
    return all;
}

static void settle(struct service *service)
{
    ledger_settle(&service->ledger);
    struct ledger_counts counts = ledger_count(&service->ledger);
    size_t connections = atomic_load(&service->connections), lately = atomic_exchange(&service->connections_lately, connections);
    memory_settle_blocks(connections, lately, process_read().resident, counts.held == counts.spare);
    spool_settle(service->spool);
    tables_look(service->tables);
}

/* Until a signal comes to stop. */
static void watch(struct server *server)
{
    uint64_t settled = clock_now();
    loops_turn(server);
    while (!wait_signal(server, supervise_pause(SETTLE_MS))) {
        if (clock_now() >= settled + SETTLE_MS * MILLISECOND) {
            settle(&server->service);
            settled = clock_now();
        }
        if (supervise_watched() && loops_turn(server))
            supervise_tell("WATCHDOG=1");
    }
}

/* Where the file of a socket will be to remove; NULL: it is none, or somebody else's. */
static const char *socket_file(const struct address *address)
{
    return address->at.ss_family == AF_UNIX ? ((const struct sockaddr_un *)&address->at)->sun_path : NULL;
}

/* Everything is open. Starts all threads, and shuts the process in. False: errno says why. */
static bool start_inside(struct server *server)
{
    const struct config *config = &server->config;
    struct sandbox sandbox = {.wanted = config->sandbox,
                              .tables = strcmp(config->tables, "none") ? config->tables : NULL,
                              .sockets = {server->lent ? NULL : socket_file(&config->listen), socket_file(&config->admin)},
                              .connects = *config->cache.host};
    sandbox_files(&sandbox);
    if (!log_start())
        log_event(LOG_WARN, "the log has no thread of its own", LOG_TEXT("error", strerror(errno)));
    if (!tables_start(server->service.tables) || !start_threads(server) || !admin_start())
        return false;
    sandbox_calls(&sandbox);
    return true;
}

static unsigned loops_wanted(const struct config *config)
{
    return config->threads ? config->threads : cores_loops(cores_allowed("", cores_machine()), config->memory);
}

/* What would be used, and whether serving would begin with it; nothing is opened, and nobody disturbed. */
static int check_config(struct server *server)
{
    char name[CONFIG_NAME_MAX], why[TABLES_WHY];
    const struct config *config = &server->config;
    for (size_t at = 0; config_stranger(&at, name);)
        fprintf(stderr, "grundyd: %s is no variable of ours\n", name);
    if (!service_deal_memory(&server->service, config, loops_wanted(config)))
        return EXIT_USAGE;
    if (!tables_reach(NULL, &config->cache, config->cache_secret, why)) {
        fprintf(stderr, "grundyd: %s\n", why);
        return EXIT_USAGE;
    }
    config_print_values(stdout);
    return 0;
}

static int serve(struct server *server)
{
    server->loop_count = loops_wanted(&server->config);
    log_setup(server->config.log);
    log_hold();
    supervise_setup();
    memory_setup();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); /* nothing that we could be made to run may have more rights */
    server->service.connections_max = files_connections(server->config.connections);
    catch_signals(server);
    http_setup(server->config.shortcuts);
    if (!api_setup())
        return 1;
    if (!service_deal_memory(&server->service, &server->config, server->loop_count))
        return EXIT_USAGE;
    if (!start_listening(server))
        return 1;
    bool shared = strcmp(server->config.tables, "none") != 0; /* then there are tables in the directory and in memory */
    server->service.tables = tables_open(server->config.tables, server->config.tables_bytes / (shared ? 2 : 1));
    if (!server->service.tables) {
        fprintf(stderr, "grundyd: cannot start: %s\n", strerror(errno));
        return 1;
    }
    char why[TABLES_WHY];
    if (!tables_reach(server->service.tables, &server->config.cache, server->config.cache_secret, why)) {
        fprintf(stderr, "grundyd: %s\n", why);
        return EXIT_USAGE;
    }
    process_open();
    service_fill(&server->service, &server->config);
    open_spool(server);
    if (server->config.admin.size && !admin_open(&server->service, &server->config.admin)) {
        fprintf(stderr, "grundyd: cannot open the door of --admin: %s\n", strerror(errno));
        return 1;
    }
    if (!start_inside(server)) {
        fprintf(stderr, "grundyd: cannot start: %s\n", strerror(errno));
        return 1;
    }
    announce(server);
    sandbox_tell();
    supervise_tell("READY=1");
    watch(server);
    shut_down(server);
    tidy_up(server);
    return 0;
}

int main(int argc, char **argv)
{
    static struct server server;
    char error[CONFIG_ERROR_MAX];
    standard_hold();
    if (!config_read(&server.config, argc, argv, error)) {
        fprintf(stderr, "grundyd: %s\n", error);
        return command_misuse(argc, argv);
    }
    memory_settle("", &server.config.memory, &server.config.tables_bytes);
    if (server.config.help) {
        command_help(&server.config);
        return 0;
    }
    if (server.config.version) {
        printf("grundyd %s\n", api_version());
        return 0;
    }
    if (server.config.check)
        return check_config(&server);
    if (server.config.word_count)
        return command_run(&server.config);
    int status = serve(&server);
    log_flush(LOG_PATIENCE_MS);
    return status;
}
