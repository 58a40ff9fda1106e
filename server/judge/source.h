/* A file, or what comes through a pipe, read by windows: whatever its size, it takes one window of memory. */
#ifndef GRUNDY_SERVER_JUDGE_SOURCE_H
#define GRUNDY_SERVER_JUDGE_SOURCE_H

#include "api/tools/judge/input/text.h"

enum { SOURCE_WINDOW = 65536, SOURCE_HEAD = 2048 };

struct source {
    struct text_in text;
    int fd;
    bool failed; /* to be read to its end; the text ends there */
    size_t head_size;
    char head[SOURCE_HEAD]; /* how it begins */
    char window[SOURCE_WINDOW];
};

/* "-" is standard input. False: it cannot be opened; errno says why. The source must not be moved while it is open. */
bool source_open(struct source *source, const char *name);
void source_close(struct source *source);

#endif
