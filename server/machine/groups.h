/* What the control groups of this process allow it, of whatever there are limits for: versions 1 and 2, parents included. */
#ifndef GRUNDY_SERVER_MACHINE_GROUPS_H
#define GRUNDY_SERVER_MACHINE_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

enum { GROUPS_TEXT = 64 };

struct groups_limit {
    const char *controller; /* its name in version 1 */
    /* The limit that stands in the folder of one group; UINT64_MAX: none. */
    uint64_t (*unified)(const char *group);
    uint64_t (*old)(const char *group);
};

/* The least of them and `least`. `root` is "" but in tests: it stands before /proc and /sys. */
uint64_t groups_least(const char *root, const struct groups_limit *limit, uint64_t least);
/* For those two: the first line of a file of the group. False: there is none. */
bool groups_text(const char *group, const char *name, char text[GROUPS_TEXT]);

#endif
