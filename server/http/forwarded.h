/* Whose request it is, where a proxy brings it. Pure. */
#ifndef GRUNDY_SERVER_HTTP_FORWARDED_H
#define GRUNDY_SERVER_HTTP_FORWARDED_H

#include "server/http/address.h"
#include "server/http/guard.h"

/* `peer` is who is connected. Where that is a trusted proxy, the last address of X-Forwarded-For that is none: each proxy appends
 * the one it saw, as the last item or in a line of its own, so what stands before an address that nobody trusted wrote may be
 * forged. Forwarded (RFC 7239) is not read: a proxy that writes the one header hands on whatever a client put into the other.
 *
 * What is not an address ends the search; the nearest that was found counts. */
struct in6_addr forwarded_client(const struct network *trusted, struct in6_addr peer, const struct guard_pair *pairs,
                                 size_t count);

#endif
