/* The daemon for tests, grundyd_intruder: a question to /zero does, on the thread that solves it, what somebody would who had
 * taken the process over. GRUNDY_INTRUDER names a file, struct attempt, that says what, with which path, and that is told what
 * came of it (tests/e2e/sandbox.mjs). GRUNDY_WITHOUT takes something away from the kernel: "landlock" or "seccomp", as older ones
 * have it. The linker puts __wrap_ask_solve() in the place of ask_solve(). */
#define _GNU_SOURCE
#include "core/solve.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

void __real_ask_solve(struct ask *ask);
void __wrap_ask_solve(struct ask *ask);

static struct attempt {
    int32_t tried, result; /* 0, or errno */
    char name[32], path[216];
} * attempt;

static void *nothing(void *unused)
{
    return unused;
}

/* The following return a negative number where they fail, as system calls do. */

static int closed(int fd)
{
    return fd < 0 ? -1 : close(fd);
}

static int try_execve(const char *path)
{
    return execve(path, (char *[]){"true", NULL}, (char *[]){NULL});
}

static int try_ptrace(const char *path)
{
    (void)path;
    return (int)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static int try_peek(const char *path)
{
    struct iovec here = {.iov_base = attempt, .iov_len = 1};
    (void)path;
    return (int)process_vm_readv(getpid(), &here, 1, &here, 1, 0);
}

static int try_fork(const char *path)
{
    int child = fork();
    (void)path;
    if (!child)
        _exit(0);
    return child < 0 ? -1 : waitpid(child, NULL, 0);
}

static int try_thread(const char *path)
{
    pthread_t thread;
    (void)path;
    errno = pthread_create(&thread, NULL, nothing, NULL);
    return errno ? -1 : pthread_join(thread, NULL);
}

static int try_socket(const char *path)
{
    (void)path;
    return closed(socket(AF_INET, SOCK_STREAM, 0));
}

static int try_datagrams(const char *path)
{
    (void)path;
    return closed(socket(AF_INET6, SOCK_DGRAM, 0));
}

static int try_unix(const char *path)
{
    (void)path;
    return closed(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int try_listen(const char *path)
{
    (void)path;
    return listen(-1, 1);
}

static int try_connect(const char *path)
{
    struct sockaddr address = {.sa_family = AF_UNSPEC};
    (void)path;
    return connect(-1, &address, sizeof address);
}

static int try_read(const char *path)
{
    return closed(open(path, O_RDONLY | O_CLOEXEC));
}

static int try_write(const char *path)
{
    return closed(open(path, O_RDWR | O_CLOEXEC));
}

static int try_create(const char *path)
{
    int made = closed(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    return made ? made : unlink(path);
}

static int try_mkdir(const char *path)
{
    int made = mkdir(path, 0700);
    return made ? made : rmdir(path);
}

static int try_unlink(const char *path)
{
    return unlink(path);
}

static int try_symlink(const char *path)
{
    return symlink("/", path);
}

static int try_chmod(const char *path)
{
    return chmod(path, 0777);
}

static int try_kill(const char *path)
{
    (void)path;
    return kill(getppid(), 0);
}

static int try_map_code(const char *path)
{
    void *map = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)path;
    return map == MAP_FAILED ? -1 : munmap(map, 4096);
}

static int try_make_code(const char *path)
{
    void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)path;
    assert(map != MAP_FAILED);
    return mprotect(map, 4096, PROT_READ | PROT_EXEC);
}

static int try_memory_file(const char *path)
{
    (void)path;
    return closed(memfd_create("x", MFD_CLOEXEC));
}

static int try_namespace(const char *path)
{
    (void)path;
    return unshare(CLONE_FILES);
}

static int try_limits(const char *path)
{
    (void)path;
    return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

static const struct {
    const char *name;
    int (*run)(const char *path);
} attempts[] = {
    {"execve", try_execve},     {"ptrace", try_ptrace},       {"peek", try_peek},
    {"fork", try_fork},         {"thread", try_thread},       {"socket", try_socket},
    {"unix", try_unix},         {"datagrams", try_datagrams}, {"listen", try_listen},
    {"connect", try_connect},   {"read", try_read},           {"write", try_write},
    {"create", try_create},     {"mkdir", try_mkdir},         {"unlink", try_unlink},
    {"symlink", try_symlink},   {"chmod", try_chmod},         {"kill", try_kill},
    {"map_code", try_map_code}, {"make_code", try_make_code}, {"memory_file", try_memory_file},
    {"limits", try_limits},     {"namespace", try_namespace},
};

void __wrap_ask_solve(struct ask *ask)
{
    if (attempt && !strcmp(ask->game->id, "zero"))
        for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
            if (!strcmp(attempts[i].name, attempt->name)) {
                attempt->result = attempts[i].run(attempt->path) < 0 ? errno : 0;
                attempt->tried = (int32_t)ask->budget->patient + 1;
            }
    __real_ask_solve(ask);
}

/* The calls from `first` to `last` are not there. */
static void take_away(unsigned first, unsigned last, unsigned error)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first, 0, 2),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    assert(!failed);
}

static void __attribute__((constructor)) come_in(void)
{
    enum { LANDLOCK_FIRST = 444, LANDLOCK_LAST = 446 };
    const char *path = getenv("GRUNDY_INTRUDER"), *without = getenv("GRUNDY_WITHOUT");
    if (without && !strcmp(without, "landlock"))
        take_away(LANDLOCK_FIRST, LANDLOCK_LAST, ENOSYS);
    if (without && !strcmp(without, "seccomp"))
        take_away(SYS_seccomp, SYS_seccomp, EINVAL);
    if (!path)
        return;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    assert(fd >= 0);
    void *map = mmap(NULL, sizeof *attempt, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert(map != MAP_FAILED);
    attempt = map;
}
