/* libmicrohttpd, wrapped: one daemon a loop, without threads and without a listening socket. This folder
 * is the only one that includes microhttpd.h. Everything here is called by the loop's own thread. */
#ifndef GRUNDY_SERVER_HTTP_HTTP_H
#define GRUNDY_SERVER_HTTP_HTTP_H

#include "server/http/loop.h"

struct http;

/* Once, before any thread starts. `shortcuts`: see insides.h. */
void http_setup(bool shortcuts);
/* NULL: libmicrohttpd refused. */
struct http *http_new(struct loop *loop);
/* Resumes nothing: every connection must have been resumed before. */
void http_free(struct http *http);
/* An epoll descriptor that is readable when there is something to do. */
int http_fd(const struct http *http);
/* Does what there is to do. True: there is more already, do not sleep. */
bool http_run(struct http *http);
/* Takes over an accepted, non-blocking socket; closes it when it cannot. */
bool http_add(struct http *http, int fd, const struct sockaddr *address, socklen_t size);
/* Nothing is read any more; only from within dialog_take(). */
void http_suspend(struct exchange *exchange);
/* The connection goes on. */
void http_resume(struct exchange *exchange);

#endif
