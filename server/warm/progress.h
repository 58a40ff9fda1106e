/* How far a long computation is, on stderr: a bar where that is a terminal, else a line now and then. */
#ifndef GRUNDY_SERVER_WARM_PROGRESS_H
#define GRUNDY_SERVER_WARM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool terminal;
    uint64_t done, total;          /* values */
    uint64_t rate;                 /* values a second, of the last stretch; 0: not known yet */
    uint64_t noted_at, painted_at; /* times */
};

void progress_begin(struct progress *progress, uint64_t total);
/* So many values are there now. The first call tells where it begins. */
void progress_note(struct progress *progress, uint64_t done);
/* To be called often: counts the time left down. */
void progress_tick(struct progress *progress);
/* Clears the bar, so that other lines may follow. */
void progress_end(const struct progress *progress);

#endif
