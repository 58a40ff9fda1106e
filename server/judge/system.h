/* The systems that judge and grade, and what each of them wants to be told: exit status, files, document. */
#ifndef GRUNDY_SERVER_JUDGE_SYSTEM_H
#define GRUNDY_SERVER_JUDGE_SYSTEM_H

#include "core/memory/arena.h"

#include <stdbool.h>

enum system {
    SYSTEM_KATTIS,
    SYSTEM_TESTLIB,
    SYSTEM_GRADESCOPE,
    SYSTEM_PRAIRIELEARN,
    SYSTEM_CODERUNNER,
    SYSTEM_JSON,
    SYSTEM_COUNT
};

enum {
    EXIT_KATTIS_RIGHT = 42,
    EXIT_KATTIS_WRONG = 43,
    EXIT_TESTLIB_WRONG = 1,
    EXIT_TESTLIB_PRESENTATION = 2,
    EXIT_TESTLIB_FAIL = 3,
    EXIT_TESTLIB_POINTS = 7,
    EXIT_FAULT = 1 /* ours, by every system but testlib */
};

enum found {
    FOUND_RIGHT,
    FOUND_WRONG,
    FOUND_PRESENTATION,
    FOUND_UNREADABLE, /* there is nothing that could be graded, and that is the student's fault */
    FOUND_FAULT,      /* ours, or that of who set the task: never told as the student's */
};

struct finding {
    enum found found;
    bool partial;        /* a part of it is right, and a part is not */
    const char *score;   /* a JSON number, 0 to 1 */
    const char *name;    /* of the problem or game */
    const char *judge;   /* all there is to say, for who judges */
    const char *student; /* what the student may see */
    const char *got;     /* how the student's output begins; NULL-able */
    const char *json;    /* --as json; NULL: there is none */
};

/* Where to tell it. */
struct tray {
    enum system system;
    const char *feedback; /* kattis: the directory, NULL: there is none */
    const char *report;   /* testlib; NULL-able */
    bool appes, score;
};

/* SYSTEM_COUNT: there is none of that name. NULL is allowed. */
enum system system_of(const char *name);
/* Returns the exit status. The finding becomes our fault where it cannot be told. */
int system_tell(const struct tray *tray, const struct finding *finding);
/* The exit status of a fault of ours. */
int system_fault(enum system system);
/* A file of the feedback directory. False: it cannot be written. */
bool system_write(const char *directory, const char *name, const char *text);
/* Bytes as text that can be shown: what is not printable ASCII or white space becomes a question mark. */
const char *system_shown(struct arena *arena, const char *bytes, size_t n);

#endif
