#include "server/http/headers.h"

#include <string.h>

enum { BLOCK_LINES = 16, BLOCK_BYTES = 2000 };

/* The headers of an answer, on their way into libmicrohttpd. */
struct block {
    struct MHD_Response *response;
    size_t n, count;
    size_t ends[BLOCK_LINES];
    char v[BLOCK_BYTES];
};

/* Adds one header to the block; its line end is put in afterwards, see http_add_headers(). */
static void put_sized(struct block *block, const char *name, size_t name_size, const char *value, size_t value_size)
{
    if (block->count == BLOCK_LINES || block->n + name_size + value_size + 5 > sizeof block->v) {
        MHD_add_response_header(block->response, name, value);
        return;
    }
    if (block->n) {
        block->ends[block->count++] = block->n;
        memcpy(block->v + block->n, "..", 2);
        memcpy(block->v + block->n + 2, name, name_size);
        memcpy(block->v + block->n + 2 + name_size, ": ", 2);
        block->n += name_size + 4;
    }
    memcpy(block->v + block->n, value, value_size);
    block->n += value_size;
    block->v[block->n] = '\0';
}

/* Inline, so that the size of a literal is known. */
static inline void put_header(struct block *block, const char *name, const char *value)
{
    put_sized(block, name, strlen(name), value, strlen(value));
}

/* libmicrohttpd spends three allocations and a dozen scans on each header, a third of what a small answer costs. So all headers
 * are handed over as the value of the first, and the line ends, which it would refuse, are put into its copy. */
void http_add_headers(struct exchange *exchange, struct MHD_Response *response)
{
    static const char first[] = "X-Request-Id";
    const struct reply *reply = &exchange->reply;
    struct block block; /* not zeroed: most of it is room for the text */
    block.response = response;
    block.n = block.count = 0;
    put_header(&block, first, exchange->id);
    put_header(&block, "Date", loop_date(exchange->loop));
    if (reply->content_type)
        put_header(&block, "Content-Type", reply->content_type);
    for (size_t i = 0; i < reply->header_count; i++)
        put_header(&block, reply->headers[i].name, reply->headers[i].value);
    if (*exchange->timing)
        put_header(&block, "Server-Timing", exchange->timing);
    MHD_add_response_header(response, first, block.v);
    char *copy = (char *)(uintptr_t)MHD_get_response_header(response, first);
    for (size_t i = 0; copy && i < block.count; i++)
        memcpy(copy + block.ends[i], "\r\n", 2);
    if (exchange->last)
        MHD_add_response_header(response, "Connection", "close");
}
