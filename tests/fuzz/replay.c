/* Runs a fuzz target once over every file of the directories named: what libFuzzer does with -runs=0, on any compiler. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    unsigned char *bytes = NULL;
    *size = 0;
    size_t room = 0, n;
    do {
        room = room ? 2 * room : 4096;
        bytes = realloc(bytes, room);
        if (!bytes)
            abort();
        n = fread(bytes + *size, 1, room - *size, file);
        *size += n;
    } while (n > 0);
    (void)fclose(file);
    return bytes;
}

static size_t replay(const char *directory)
{
    size_t count = 0;
    DIR *dir = opendir(directory);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[4096];
        size_t size;
        int n = snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (entry->d_name[0] == '.' || n < 0 || (size_t)n >= sizeof path)
            continue;
        unsigned char *bytes = read_file(path, &size);
        if (!bytes)
            continue;
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
        count++;
    }
    if (dir)
        (void)closedir(dir);
    return count;
}

int main(int argc, char **argv)
{
    size_t count = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-')
            count += replay(argv[i]);
    printf("%zu inputs replayed\n", count);
    return count ? EXIT_SUCCESS : EXIT_FAILURE;
}
