/* What all threads of the daemon share. Constant while requests are served, but for the phase and what counts for itself. */
#ifndef GRUNDY_SERVER_SERVICE_H
#define GRUNDY_SERVER_SERVICE_H

#include "api/api.h"
#include "core/memory/ledger.h"
#include "server/config.h"
#include "server/http/conn.h"
#include "server/http/peers.h"
#include "server/machine/memory.h"
#include "server/metrics/metrics.h"
#include "server/tables/tables.h"
#include "server/work.h"

#include <stdatomic.h>

/* Serving; draining: the same, with /readyz at 503 and every connection closed after its answer; closing: nothing new is taken;
 * stopping: what is under way is given up. */
enum phase { PHASE_SERVING, PHASE_DRAINING, PHASE_CLOSING, PHASE_STOPPING };

struct documents;
struct spool;

struct service {
    const struct config *config;
    struct api api;
    struct conn_times times;
    struct memory_shares memory;
    struct ledger ledger; /* of the requests' share */
    size_t arena_cap;
    char too_long[64]; /* detail of a 413 */
    size_t connections_max;
    atomic_size_t connections;
    atomic_size_t connections_lately; /* the most of them since the memory was looked at */
    struct work *work;
    struct peers *peers; /* NULL: no limit per address */
    struct metrics *metrics;
    struct tables *tables;
    struct documents *documents; /* NULL-able */
    struct spool *spool;         /* NULL: answers that nobody takes wait in no file */
    atomic_int phase;
};

/* From here on the ledger has the say. False: --memory is too little for so many event loops, which is told. */
bool service_deal_memory(struct service *service, const struct config *config, unsigned loops);
/* What the api is given, and the limits of a request: from `config`, when memory is dealt out and
 * the tables are open. */
void service_fill(struct service *service, const struct config *config);

static inline enum phase service_phase(struct service *service)
{
    return (enum phase)atomic_load_explicit(&service->phase, memory_order_relaxed);
}

#endif
