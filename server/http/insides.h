/* clang-format off */
/* All that rests on how libmicrohttpd is made, and not on what it promises. Each trick is used on the versions on which it was
 * checked, and on no other; without it the daemon serves the same, as the last column says.
 *
 *   trick     what for                            rests on                             checked on      without it
 *   torn      a NUL or a folded line in a head    request line and headers lie in one  0.9.75, 1.0.1   the length of the whole head
 *             is seen, though we are handed       buffer, each right behind the end    (1.0.1 refuses  decides, which takes blanks
 *             C strings                           of the one before                    most by itself) around values for a fault
 *   block     a third of the time of a small      MHD_get_response_header() returns    0.9.75, 1.0.1   each header is added by itself
 *             answer: all headers as one          the copy that will be sent
 *   refusals  what it refuses by itself gets a    send() and sendmsg() of the          0.9.75, 1.0.1   its own pages of HTML, and
 *             problem body, without one to HEAD,  executable go before libc's; it                      nothing where it has no room
 *             also where it has no room for an    logs what it refuses, and tells of                   for one
 *             answer of its own                   the end before it closes
 *   ends      who ends its side behind a          recv() likewise; a connection that   0.9.75          such a client may get no answer
 *             question that a worker solves       is resumed is read from before we
 *             gets the answer                     are asked for the answer, and closed
 *                                                 where it ended (harmless elsewhere)
 *   method    a HEAD that is refused before we    the method lies before the target  0.9.75, 1.0.1   such a refusal has a body
 *             are told its method gets no body    in one buffer, which recv() fills
 */
/* clang-format on */
#ifndef GRUNDY_SERVER_HTTP_INSIDES_H
#define GRUNDY_SERVER_HTTP_INSIDES_H

#include "server/http/loop.h"

#include <microhttpd.h>
#include <stdarg.h>

/* Once, before any thread starts: looks which version this is. `wanted` false: no trick at all. */
void insides_setup(bool wanted);

/* What was handed to us of the head of a request. */
struct insides_head {
    const char *method, *target_at, *version; /* target_at: where the target lay when it was handed to us */
    size_t target_size;
    const struct guard_pair *pairs;
    size_t count, size; /* size: of the whole head as it arrived, the empty line included */
};
/* True when part of it was kept from us: what we see is not what was sent. */
bool insides_torn(const struct insides_head *head);

/* Whether the request line with this target, which is being looked at, begins with HEAD; false also where that cannot be seen. */
bool insides_asks_head(const struct conn *conn, const char *target);

/* The headers of an answer. */
void insides_put_headers(struct exchange *exchange, struct MHD_Response *response);

/* The calling thread runs this loop. */
void insides_enter(struct loop *loop);
/* The request under way has ended, and maybe nothing was said to it. */
void insides_ended(struct conn *conn);
/* For MHD_OPTION_EXTERNAL_LOGGER. */
void insides_log(void *cls, const char *format, va_list args);

#endif
