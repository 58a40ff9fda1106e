/* One line of JSON per event on stderr. Nobody waits for whoever reads them: lines go into a ring, from which a thread writes;
 * what does not fit is dropped and counted. Of one event, LOG_AT_ONCE lines a second are written, how many more there were in
 * another; of debug, all. */
#ifndef GRUNDY_SERVER_LOG_H
#define GRUNDY_SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR, LOG_NONE };

bool log_parse_level(const char *text, enum log_level *level);
enum { LOG_AT_ONCE = 20 };

/* Once, before any thread starts. Lines are written at once, until log_start(), */
void log_setup(enum log_level level);
/* or wait for it from now on. */
void log_hold(void);
/* Starts the thread that writes. False: none can be started, and lines are written at once. */
bool log_start(void);
/* Waits for the lines so far to be written, but no longer than that; starts the thread where that was not done. */
void log_flush(unsigned milliseconds);
/* Lines that did not fit. */
uint64_t log_dropped(void);
bool log_wants(enum log_level level);

/* A pair for the line: a text (escaped), or a number when text is NULL. */
struct log_pair {
    const char *name;
    const char *text;
    int64_t number;
};
#define LOG_TEXT(name, text) ((struct log_pair){(name), (text), 0})
#define LOG_NUMBER(name, number) ((struct log_pair){(name), NULL, (int64_t)(number)})

void log_pairs(enum log_level level, const char *event, const struct log_pair *pairs, int count);
/* log_event(LOG_INFO, "listening", LOG_TEXT("address", text)) */
#define log_event(level, event, ...)                                                                                             \
    do {                                                                                                                         \
        if (log_wants(level))                                                                                                    \
            log_pairs((level), (event), (const struct log_pair[]){__VA_ARGS__},                                                  \
                      (int)(sizeof((const struct log_pair[]){__VA_ARGS__}) / sizeof(struct log_pair)));                          \
    } while (0)

#endif
