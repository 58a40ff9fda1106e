#define _GNU_SOURCE /* mkdtemp */
#include "tests/support/server/folder.h"
#include "tests/support/core/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void folder_make(struct folder *folder)
{
    strcpy(folder->path, "/tmp/grundy-folder-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder->path));
}

void folder_remove(const struct folder *folder)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder->path);
    ck_assert_int_eq(system(command), 0);
}

void folder_put(const struct folder *folder, const char *path, const char *text)
{
    char whole[300];
    snprintf(whole, sizeof whole, "%s%s", folder->path, path);
    for (char *slash = whole + strlen(folder->path) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(whole, 0700);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}
