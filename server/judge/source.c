#include "server/judge/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static size_t refill(void *what, const char **at)
{
    struct source *source = what;
    ssize_t got;
    do
        got = read(source->fd, source->window, sizeof source->window);
    while (got < 0 && errno == EINTR);
    source->failed |= got < 0;
    *at = source->window;
    size_t n = got > 0 ? (size_t)got : 0, room = sizeof source->head - source->head_size;
    size_t kept = n < room ? n : room;
    memcpy(source->head + source->head_size, source->window, kept);
    source->head_size += kept;
    return n;
}

bool source_open(struct source *source, const char *name)
{
    bool own = strcmp(name, "-") != 0;
    source->fd = own ? open(name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    source->failed = false;
    source->head_size = 0;
    source->text = (struct text_in){.refill = refill, .what = source, .line = 1, .column = 1};
    return source->fd >= 0;
}

void source_close(struct source *source)
{
    if (source->fd > STDIN_FILENO)
        close(source->fd);
}
