#include "server/machine/groups.h"

#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

bool groups_text(const char *group, const char *name, char text[GROUPS_TEXT])
{
    char path[PATH_BYTES];
    if (snprintf(path, sizeof path, "%s/%s", group, name) >= (int)sizeof path)
        return false;
    FILE *file = fopen(path, "re");
    bool got = file && fgets(text, GROUPS_TEXT, file);
    if (file)
        fclose(file);
    return got;
}

/* The least limit of the group and those above it. In a container the group may be told by the path that the host knows: then
 * only the topmost one is there, and is the container's own. */
static uint64_t least_above(const char *mount, char *group, uint64_t (*read)(const char *group), uint64_t least)
{
    for (;;) {
        char path[PATH_BYTES];
        size_t n = strlen(group);
        while (n && group[n - 1] == '/')
            group[--n] = '\0';
        if (snprintf(path, sizeof path, "%s%s", mount, group) < (int)sizeof path) {
            uint64_t limit = read(path);
            least = limit < least ? limit : least;
        }
        char *slash = strrchr(group, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

/* One of several with commas between them. */
static bool is_among(const char *name, const char *names)
{
    size_t n = strlen(name);
    while (*names) {
        size_t length = strcspn(names, ",");
        if (length == n && !memcmp(names, name, n))
            return true;
        names += length + (names[length] == ',');
    }
    return false;
}

/* A line of /proc/self/cgroup: number, controllers, path; the unified hierarchy has number 0 and no controllers. */
static uint64_t limit_of_line(const char *root, const struct groups_limit *limit, char *line, uint64_t least)
{
    char mount[PATH_BYTES / 2];
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return least;
    *group++ = '\0';
    controllers++;
    group[strcspn(group, "\n")] = '\0';
    bool unified = !*controllers && !strncmp(line, "0:", 2);
    if (!unified && !is_among(limit->controller, controllers))
        return least;
    int n = snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s%s", root, unified ? "" : "/", unified ? "" : limit->controller);
    if (n >= (int)sizeof mount)
        return least;
    return least_above(mount, group, unified ? limit->unified : limit->old, least);
}

uint64_t groups_least(const char *root, const struct groups_limit *limit, uint64_t least)
{
    char path[PATH_BYTES], line[PATH_BYTES / 2];
    if (snprintf(path, sizeof path, "%s/proc/self/cgroup", root) >= (int)sizeof path)
        return least;
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        least = limit_of_line(root, limit, line, least);
    if (file)
        fclose(file);
    return least;
}
