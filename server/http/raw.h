/* Answers as bytes of HTTP/1.1, for connections that end with them and that libmicrohttpd is not asked for. */
#ifndef GRUNDY_SERVER_HTTP_RAW_H
#define GRUNDY_SERVER_HTTP_RAW_H

#include "server/http/exchange.h"

enum { RAW_MAX = 4096 };

/* Why there is no more now. */
extern const char raw_memory_taken[], raw_queue_taken[];

/* The whole answer. Returns how many bytes; 0: it does not fit. */
size_t raw_answer(const struct exchange *exchange, char raw[RAW_MAX]);
/* Only its head, for a body that ends with the connection, in chunks or just so. */
size_t raw_head(const struct exchange *exchange, bool chunked, char raw[RAW_MAX]);
/* Sends exchange->reply, and ends our side of the connection; what the client still sends is thrown away for a while. */
void raw_finish(struct exchange *exchange);
/* The same with a problem; detail is NULL-able. */
void raw_problem(struct exchange *exchange, enum status status, const char *detail);
/* True: no body makes the answer another one than a refusal (no such path, another method, another type of content), and that
 * was said, because what is still to come is more than a little. */
bool raw_refuse_unread(struct exchange *exchange);
/* True: there is no memory or no worker for a body so long, and that was said. */
bool raw_refuse_long(struct exchange *exchange);
/* True: the workers have no place for more of this client's, and that was said. */
bool raw_refuse_busy(struct exchange *exchange);
/* What has come of a refused body since. False: that was all. */
bool raw_throw_away(struct exchange *exchange);
/* Refuses what has no exchange: counted, not logged. `bodiless`: it answers a HEAD. */
void raw_refuse(struct loop *loop, int fd, enum status status, const char *detail, bool bodiless);

#endif
