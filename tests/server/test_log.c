/* The log: lines wait in a ring, and nobody waits for who reads them. */
#define _GNU_SOURCE /* memmem */
#include "server/log.h"

#include "tests/support/core/suite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int reading, saved;

/* What is written to stderr goes into a pipe. */
static void tap_stderr(void)
{
    int ends[2];
    saved = dup(STDERR_FILENO);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
    close(ends[1]);
    reading = ends[0];
}

static char all[1 << 22]; /* that was read */
static size_t size;

/* Reads until there are that many lines with this text since the beginning; each must be an object. */
static void read_lines(const char *text, int wanted)
{
    int seen = 0;
    for (char *line = all, *end; seen < wanted;) {
        end = memchr(line, '\n', (size_t)(all + size - line));
        if (end) {
            ck_assert_msg(line[0] == '{' && end[-1] == '}', "%s", line);
            seen += memmem(line, (size_t)(end - line), text, strlen(text)) != NULL;
            line = end + 1;
            continue;
        }
        ssize_t got = read(reading, all + size, sizeof all - 1 - size);
        ck_assert_int_gt(got, 0);
        size += (size_t)got;
    }
}

START_TEST(nobody_waits_for_who_reads)
{
    enum { LINES = 3000 };
    char text[500];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    tap_stderr();
    log_setup(LOG_DEBUG);
    ck_assert(log_start());
    for (int i = 0; i < LINES; i++) /* more than the pipe and the ring hold */
        log_event(LOG_DEBUG, "unread", LOG_TEXT("text", text));
    uint64_t dropped = log_dropped();
    ck_assert_uint_gt(dropped, 0);
    ck_assert_uint_lt(dropped, LINES);
    log_flush(1); /* gives up */
    read_lines("\"unread\"", (int)(LINES - dropped));
    log_event(LOG_DEBUG, "read again", LOG_NUMBER("n", -1));
    read_lines("\"event\":\"read again\",\"n\":-1}", 1);
    log_flush(60000);
    ck_assert_uint_eq(log_dropped(), dropped);
    dup2(saved, STDERR_FILENO);
}
END_TEST

START_TEST(what_is_repeated_is_summed_up)
{
    tap_stderr();
    log_setup(LOG_INFO);
    ck_assert(log_start());
    for (int i = 0; i < 20 * LOG_AT_ONCE; i++) /* of three seconds at most, one has more than LOG_AT_ONCE */
        log_event(LOG_WARN, "again", LOG_NUMBER("i", i));
    log_event(LOG_WARN, "once", LOG_NUMBER("i", 1));
    read_lines("\"event\":\"once\"", 1);
    read_lines("\"level\":\"warn\",\"event\":\"again\",\"repeated\":", 1);
    dup2(saved, STDERR_FILENO);
}
END_TEST

/* As many as are written in one second leave nothing to sum up in the next. */
START_TEST(as_many_as_may_be_are_no_repetition)
{
    tap_stderr();
    log_setup(LOG_INFO);
    ck_assert(log_start());
    for (int i = 0; i < LOG_AT_ONCE; i++)
        log_event(LOG_WARN, "full", LOG_NUMBER("i", i));
    sleep(1);
    log_event(LOG_WARN, "after", LOG_NUMBER("i", 1));
    read_lines("\"event\":\"after\"", 1);
    ck_assert_ptr_null(memmem(all, size, "repeated", strlen("repeated")));
    read_lines("\"event\":\"full\"", LOG_AT_ONCE);
    dup2(saved, STDERR_FILENO);
}
END_TEST

START_TEST(lines_that_are_held_wait_for_the_start)
{
    tap_stderr();
    log_setup(LOG_INFO);
    log_hold();
    log_event(LOG_INFO, "held", LOG_NUMBER("n", 1));
    log_event(LOG_INFO, "held", LOG_NUMBER("n", 2));
    ck_assert_int_eq(fcntl(reading, F_SETFL, O_NONBLOCK), 0);
    char byte;
    ck_assert_int_lt(read(reading, &byte, 1), 0);
    ck_assert_int_eq(fcntl(reading, F_SETFL, 0), 0);
    log_flush(60000); /* starts it */
    read_lines("\"event\":\"held\",\"n\":", 2);
    dup2(saved, STDERR_FILENO);
}
END_TEST

SUITE(nobody_waits_for_who_reads, what_is_repeated_is_summed_up, as_many_as_may_be_are_no_repetition,
      lines_that_are_held_wait_for_the_start)
