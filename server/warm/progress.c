#include "server/warm/progress.h"
#include "server/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PAINT_EVERY (200 * MILLISECOND)

enum { BAR = 30, TEXT = 160 };

/* "12s", "3m05s", "2h07m". */
static void print_time(char *text, size_t room, uint64_t seconds)
{
    unsigned long long s = seconds;
    if (s < 60)
        snprintf(text, room, "%llus", s);
    else if (s < 3600)
        snprintf(text, room, "%llum%02llus", s / 60, s % 60);
    else
        snprintf(text, room, "%lluh%02llum", s / 3600, s / 60 % 60);
}

/* What is left after the time that went by since the last note. */
static uint64_t seconds_left(const struct progress *progress)
{
    uint64_t left = (progress->total - progress->done) / progress->rate, gone = (clock_now() - progress->noted_at) / SECOND;
    return left > gone ? left - gone : 0;
}

static void paint(struct progress *progress)
{
    char left[48], text[TEXT], bar[BAR + 1];
    size_t n = (size_t)snprintf(text, sizeof text, "%llu of %llu values", (unsigned long long)progress->done,
                                (unsigned long long)progress->total);
    if (progress->rate) {
        print_time(left, sizeof left, seconds_left(progress));
        snprintf(text + n, sizeof text - n, ", %llu a second, %s left", (unsigned long long)progress->rate, left);
    }
    if (!progress->terminal) {
        fprintf(stderr, "%s\n", text);
        return;
    }
    size_t full = (size_t)(progress->done * BAR / progress->total);
    memset(bar, '.', BAR);
    memset(bar, '#', full);
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] %s\033[K", bar, text);
    progress->painted_at = clock_now();
}

void progress_begin(struct progress *progress, uint64_t total)
{
    *progress = (struct progress){.terminal = isatty(STDERR_FILENO), .total = total};
}

void progress_note(struct progress *progress, uint64_t done)
{
    uint64_t now = clock_now(), ms = (now - progress->noted_at) / MILLISECOND;
    if (done > progress->total)
        done = progress->total;
    bool news = !progress->noted_at || done != progress->done;
    if (progress->noted_at && done > progress->done)
        progress->rate = (done - progress->done) * 1000 / (ms ? ms : 1);
    progress->noted_at = now;
    progress->done = done;
    if (news)
        paint(progress);
}

void progress_tick(struct progress *progress)
{
    if (progress->terminal && clock_now() - progress->painted_at >= PAINT_EVERY)
        paint(progress);
}

void progress_end(const struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}
