/* How much memory the process may take, and how it is dealt out: read and decided once at start. */
#ifndef GRUNDY_SERVER_MACHINE_MEMORY_H
#define GRUNDY_SERVER_MACHINE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The least of the machine's memory and what the control groups of this process allow (version 1 and 2, parents included).
 * `root` is "" but in tests: it stands before /proc and /sys. */
uint64_t memory_allowed(const char *root, uint64_t machine);
/* The machine's. */
uint64_t memory_machine(void);

struct memory_shares {
    uint64_t all;
    uint64_t tables;      /* shared and private together */
    uint64_t connections; /* how many */
    uint64_t requests;    /* bodies, arenas, answers not yet taken */
    uint64_t request;     /* the most that one of them may hold */
};

/* What an event loop and its worker take beside the questions: stacks, malloc's arenas, exchanges kept for later. */
#define LOOP_HELD (UINT64_C(3) << 20)

/* The operator said nothing. */
#define MEMORY_AUTO UINT64_MAX
/* Puts numbers in the place of MEMORY_AUTO: three quarters of what is allowed (`root` as above), and a quarter of that for
 * tables. */
void memory_settle(const char *root, uint64_t *all, uint64_t *tables);
/* `held` is what the process takes without any client. False: what is left is too little to serve anybody. */
bool memory_share(struct memory_shares *shares, uint64_t all, uint64_t tables, uint64_t held);

/* Makes malloc give large blocks back at once, and stacks of threads long enough; before threads are started. */
void memory_setup(void);
/* To be called now and then with how many connections there are, the most there were since the last call, what is resident, and
 * whether requests hold nothing: when a crowd has left, or what tables took was given up, what the C library keeps of small
 * blocks goes back. By one thread. */
void memory_settle_blocks(size_t connections, size_t lately, uint64_t resident, bool quiet);
/* What the process holds now, in bytes; not behind the sandbox. */
uint64_t memory_resident(void);

#endif
