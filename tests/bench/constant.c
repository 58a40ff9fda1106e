/* What libmicrohttpd alone takes for a request: it reads the body and throws it away, and sends the bytes that the daemon answers
 * to its example, with as many headers: made for each request or, with an argument, once for all; with a second one, in so many
 * threads. It prints its address and ends with SIGTERM. See http.sh. */
#include <microhttpd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECTION_BYTES = 10752 };

static struct MHD_Response *once;

static struct MHD_Response *make_response(void)
{
    static const char *const headers[][2] = {
        {"X-Request-Id", "3c8c35a1600eb4c8"},   {"X-Content-Type-Options", "nosniff"}, {"Content-Type", "application/json"},
        {"ETag", "\"aeTcwvvnC5JtH2pQhs27JP\""}, {"Access-Control-Allow-Origin", "*"},  {"Server-Timing", "solve;dur=0.011"},
    };
    static char body[] = "{\"game\":\"nim\",\"verdict\":\"win\",\"grundy\":2,\"move_count\":12,\"winning_move_count\":1,"
                         "\"winning_moves\":[{\"heap\":0,\"take\":2}],\"truncated\":false,\"method\":\"nim-sum\",\"nim_sum\":2}";
    struct MHD_Response *response = MHD_create_response_from_buffer(sizeof body - 1, body, MHD_RESPMEM_PERSISTENT);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    return response;
}

static enum MHD_Result answer_constant(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                                       const char *version, const char *data, size_t *size, void **state)
{
    (void)cls, (void)url, (void)method, (void)version, (void)data;
    if (!*state) {
        *state = &once;
        return MHD_YES;
    }
    if (*size) {
        *size = 0;
        return MHD_YES;
    }
    struct MHD_Response *response = once ? once : make_response();
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    if (response != once)
        MHD_destroy_response(response);
    return queued;
}

int main(int argc, char **argv)
{
    once = argc > 1 ? make_response() : NULL;
    sigset_t ends;
    int ended;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_TURBO, 0, NULL, NULL, answer_constant, NULL,
                         MHD_OPTION_SOCK_ADDR, &here, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
                         MHD_OPTION_THREAD_POOL_SIZE, argc > 2 ? (unsigned)atoi(argv[2]) : 0, MHD_OPTION_END);
    if (!daemon)
        return 1;
    printf("listening on http://127.0.0.1:%u\n", (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    sigwait(&ends, &ended);
    MHD_stop_daemon(daemon);
    if (once)
        MHD_destroy_response(once);
    return 0;
}
