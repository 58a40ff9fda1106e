/* One request whose body is lines of questions (api/tools/batch/feed.h): they are answered while they arrive, on the socket
 * itself, because libmicrohttpd takes no response before the body is complete. What it hands over of the body goes into the feed;
 * a worker answers a slice of lines at a time; the loop sends the slice as a chunk and lets the next be answered. So memory is
 * bounded, and between two slices everybody else has a turn. Answers that the client does not take yet wait in the spool while
 * more lines arrive; when it is full, or where there is none, a client that does not read is not read from.
 *
 * An answer that was not finished ends without the last chunk, so that nobody takes it for the whole. All but dialog_is_over() is
 * for the loop's own thread. */
#ifndef GRUNDY_SERVER_HTTP_STREAM_DIALOG_H
#define GRUNDY_SERVER_HTTP_STREAM_DIALOG_H

#include "server/http/loop.h"

/* exchange->reply is the head of the answer. `chunked`: the answer is; `measured`: the length of the body was told; `waits`: the
 * client wants "100 Continue" first. False: memory is out. */
bool dialog_begin(struct exchange *exchange, bool chunked, bool measured, bool waits);
/* A piece of the body; *size becomes what was not taken. An empty one: there is no more. False: the connection must be closed. */
bool dialog_take(struct exchange *exchange, const char *bytes, size_t *size);
/* The connection is gone. False: a worker still has the exchange, and dialog_worked() will free it. */
bool dialog_end(struct exchange *exchange);

/* The worker has given it back. */
void dialog_worked(struct exchange *exchange);
/* The socket has changed, see loop_watch(). */
void dialog_event(struct exchange *exchange);
/* Goes on with those in loop->ready. */
void dialogs_go_on(struct loop *loop);

/* Lines answered so far. */
uint64_t dialog_lines(const struct exchange *exchange);
/* The most that they took until then, all of them that there were at a time. */
size_t dialog_memory(const struct exchange *exchange);
/* From any thread: nobody waits for the answers any more. */
bool dialog_is_over(const struct exchange *exchange);

#endif
