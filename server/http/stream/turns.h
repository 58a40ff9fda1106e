/* Which dialogs of a loop are to go on: those in loop->ready at once, those in loop->postponed after a while. A dialog is in one
 * of the two lists, or in none. For the loop's own thread. */
#ifndef GRUNDY_SERVER_HTTP_STREAM_TURNS_H
#define GRUNDY_SERVER_HTTP_STREAM_TURNS_H

struct exchange;
struct loop;

/* What is listed already stays where it is. */
void turns_ready(struct exchange *exchange);
void turns_postpone(struct exchange *exchange);
void turns_leave(struct exchange *exchange);
/* Those that were postponed are ready again. */
void turns_resume(struct loop *loop);

#endif
