/* A folder that stands for the root of a machine, with what a test puts there. */
#ifndef GRUNDY_TESTS_FOLDER_H
#define GRUNDY_TESTS_FOLDER_H

struct folder {
    char path[64];
};

void folder_make(struct folder *folder);
void folder_remove(const struct folder *folder);
/* A file with all the folders above it; the path begins with a slash. */
void folder_put(const struct folder *folder, const char *path, const char *text);

#endif
