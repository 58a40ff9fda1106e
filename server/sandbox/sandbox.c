#define _GNU_SOURCE /* O_PATH, syscall */
#include "server/sandbox/sandbox.h"
#include "server/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef GRUNDY_SECCOMP
#include <seccomp.h>
#endif

enum { REASON = 160, PATH_BYTES = 4096 };

static struct {
    long landlock; /* the version in force; 0: none */
    bool filtered;
    char no_landlock[REASON], no_filter[REASON];
} state = {.no_landlock = "not tried", .no_filter = "not tried"};

/* ---- files ---- */

/* The kernel's interface, from its documentation: the headers of the C library may be older than the kernel, or without it. */
enum { LANDLOCK_CREATE = 444, LANDLOCK_ADD = 445, LANDLOCK_RESTRICT = 446 };
enum { ASK_VERSION = 1, BENEATH = 1 };
enum {
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_FILE = 1 << 5,
    MAKE_REG = 1 << 8,
    REFER = 1 << 13,     /* since version 2, */
    TRUNCATE = 1 << 14,  /* 3, */
    IOCTL_DEV = 1 << 15, /* 5 */
    FIRST_FS = REFER - 1,
    BIND_TCP = 1 << 0, /* 4 */
    CONNECT_TCP = 1 << 1,
    SCOPE_SIGNAL = 1 << 1, /* 6 */
};

struct sandbox_rules {
    uint64_t files, ports, scoped;
};

struct beneath {
    uint64_t allowed;
    int32_t directory;
} __attribute__((packed));

/* What a kernel of that version can refuse: all of it is. */
static size_t all_rules(struct sandbox_rules *rules, long version, bool connects)
{
    rules->files = FIRST_FS | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEV : 0);
    rules->ports = BIND_TCP | (connects ? 0 : CONNECT_TCP);
    rules->scoped = SCOPE_SIGNAL;
    return version >= 6   ? sizeof *rules
           : version >= 4 ? offsetof(struct sandbox_rules, scoped)
                          : offsetof(struct sandbox_rules, ports);
}

/* What is not there needs no rule. */
static bool let(int ruleset, const char *directory, uint64_t allowed)
{
    struct beneath beneath = {.allowed = allowed, .directory = open(directory, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    if (beneath.directory < 0)
        return true;
    bool added = !syscall(LANDLOCK_ADD, ruleset, BENEATH, &beneath, 0);
    close(beneath.directory);
    return added;
}

/* A file is removed from the directory it stands in. */
static bool let_remove(int ruleset, const char *path)
{
    char directory[PATH_BYTES];
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!path)
        return true;
    snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return let(ruleset, directory, REMOVE_FILE);
}

static bool add_rules(int ruleset, const struct sandbox *sandbox)
{
    if (sandbox->tables && !let(ruleset, sandbox->tables, READ_FILE | WRITE_FILE | READ_DIR | MAKE_REG | REMOVE_FILE))
        return false;
    for (size_t i = 0; i < SANDBOX_SOCKETS; i++)
        if (!let_remove(ruleset, sandbox->sockets[i]))
            return false;
    return true;
}

static long restrict_files(const struct sandbox *sandbox)
{
    struct sandbox_rules rules;
    long version = syscall(LANDLOCK_CREATE, NULL, 0, ASK_VERSION);
    if (version < 1)
        return 0;
    size_t size = all_rules(&rules, version, sandbox->connects);
    int ruleset = (int)syscall(LANDLOCK_CREATE, &rules, size, 0);
    if (ruleset < 0)
        return 0;
    bool done = add_rules(ruleset, sandbox) && !syscall(LANDLOCK_RESTRICT, ruleset, 0);
    int error = errno;
    close(ruleset);
    errno = error;
    return done ? version : 0;
}

/* ---- calls ---- */

#ifdef GRUNDY_SECCOMP
/* 0, or a negative error. A name that this machine does not have is no error. */
static int add(scmp_filter_ctx filter, uint32_t action, const char *name, const struct scmp_arg_cmp *condition)
{
    int call = seccomp_syscall_resolve_name(name);
    if (call < 0)
        return 0;
    return condition ? seccomp_rule_add_array(filter, action, call, 1, condition) : seccomp_rule_add(filter, action, call, 0);
}

static int add_calls(scmp_filter_ctx filter, const struct sandbox *sandbox)
{
    enum group { ALWAYS, WITH_FILES, WITH_CONNECTIONS, FATAL };
    static const struct {
        const char *name;
        enum group group;
    } calls[] = {
#define CALL(name) {#name, ALWAYS},
#define FILES(name) {#name, WITH_FILES},
#define CONNECTS(name) {#name, WITH_CONNECTIONS},
#define FATAL(name) {#name, FATAL},
#include "server/sandbox/calls.def"
#undef CALL
#undef FILES
#undef CONNECTS
#undef FATAL
    };
    const bool there[] = {[ALWAYS] = true,
                          [WITH_FILES] = sandbox->tables || sandbox->sockets[0] || sandbox->sockets[1],
                          [WITH_CONNECTIONS] = sandbox->connects,
                          [FATAL] = true};
    int error = 0;
    for (size_t i = 0; !error && i < sizeof calls / sizeof *calls; i++)
        if (there[calls[i].group])
            error = add(filter, calls[i].group == FATAL ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ALLOW, calls[i].name, NULL);
    return error;
}

/* Calls of which one argument says whether they may be made; its upper half is nothing where the C library takes an int. */
static int add_conditions(scmp_filter_ctx filter, const struct sandbox *sandbox)
{
    static const struct {
        const char *name;
        unsigned argument;
        uint64_t mask, value;
        bool connects;
    } conditions[] = {
        {"mmap", 2, PROT_EXEC, 0, false},
        {"mmap2", 2, PROT_EXEC, 0, false},
        {"mprotect", 2, PROT_EXEC, 0, false},
        {"fcntl", 1, UINT32_MAX, F_GETFD, false},
        {"fcntl", 1, UINT32_MAX, F_SETFD, false},
        {"fcntl", 1, UINT32_MAX, F_GETFL, false},
        {"fcntl", 1, UINT32_MAX, F_SETFL, false},
        {"fcntl", 1, UINT32_MAX, F_OFD_SETLK, false},
        {"fcntl", 1, UINT32_MAX, F_DUPFD_CLOEXEC, false},
        {"ioctl", 1, UINT32_MAX, FIONREAD, false},
        {"ioctl", 1, UINT32_MAX, FIONBIO, false},
        {"socket", 0, UINT32_MAX, AF_UNIX, true},
        {"socket", 0, UINT32_MAX, AF_INET, true},
        {"socket", 0, UINT32_MAX, AF_INET6, true},
    };
    struct scmp_arg_cmp self = SCMP_A0_64(SCMP_CMP_MASKED_EQ, UINT32_MAX, (uint32_t)getpid());
    int error = add(filter, SCMP_ACT_ALLOW, "tgkill", &self);
    for (size_t i = 0; !error && i < sizeof conditions / sizeof *conditions; i++) {
        struct scmp_arg_cmp condition =
            SCMP_CMP64(conditions[i].argument, SCMP_CMP_MASKED_EQ, conditions[i].mask, conditions[i].value);
        if (!conditions[i].connects || sandbox->connects)
            error = add(filter, SCMP_ACT_ALLOW, conditions[i].name, &condition);
    }
    return error;
}

/* 0, or a negative error. */
static int filter_calls(const struct sandbox *sandbox)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return -ENOMEM;
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a tree; where it is not known, a list */
    int error = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (!error)
        error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1); /* all threads, or none */
    if (!error)
        error = add_calls(filter, sandbox);
    if (!error)
        error = add_conditions(filter, sandbox);
    if (!error)
        error = seccomp_load(filter);
    seccomp_release(filter);
    return error;
}
#endif

/* ---- both ---- */

static bool left_out(const struct sandbox *sandbox)
{
#ifdef GRUNDY_SANITIZED
    const char *reason = sandbox->wanted ? "this build has sanitizers, which need calls of their own" : "--sandbox off";
#else
    const char *reason = sandbox->wanted ? NULL : "--sandbox off";
#endif
    if (!reason)
        return false;
    snprintf(state.no_landlock, REASON, "%s", reason);
    snprintf(state.no_filter, REASON, "%s", reason);
    return true;
}

void sandbox_files(const struct sandbox *sandbox)
{
    if (left_out(sandbox))
        return;
    state.landlock = restrict_files(sandbox);
    if (!state.landlock)
        snprintf(state.no_landlock, REASON, "Landlock: %s", strerror(errno));
}

void sandbox_calls(const struct sandbox *sandbox)
{
    if (left_out(sandbox))
        return;
#ifdef GRUNDY_SECCOMP
    int error = filter_calls(sandbox);
    state.filtered = !error;
    if (error)
        snprintf(state.no_filter, REASON, "seccomp: %s", strerror(-error));
#else
    snprintf(state.no_filter, REASON, "seccomp: built without libseccomp");
#endif
}

void sandbox_tell(void)
{
    char files[32];
    snprintf(files, sizeof files, "Landlock %ld", state.landlock);
    log_event(state.landlock && state.filtered ? LOG_INFO : LOG_WARN, state.landlock || state.filtered ? "sandbox" : "no sandbox",
              LOG_TEXT("files", state.landlock ? files : state.no_landlock),
              LOG_TEXT("calls", state.filtered ? "seccomp" : state.no_filter));
}
