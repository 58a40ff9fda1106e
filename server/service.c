#include "server/service.h"
#include "core/limits.h"
#include "server/documents/documents.h"
#include "server/http/stream/spool.h"
#include "server/log.h"
#include "server/metrics/figures.h"
#include "server/metrics/process.h"
#include "server/revision.h"
#include "server/web/web.h"

#include <stdio.h>
#include <string.h>

static bool ready(void *what)
{
    return service_phase(what) == PHASE_SERVING;
}

static const char *metrics(void *what, bool open, struct arena *arena)
{
    struct service *service = what;
    struct figures figures = {.version = api_version(),
                              .revision = revision(),
                              .connections = atomic_load(&service->connections),
                              .connections_max = service->connections_max,
                              .log_dropped = log_dropped(),
                              .spooled = spool_bytes(service->spool),
                              .work = work_count(service->work),
                              .memory = ledger_count(&service->ledger),
                              .tables = tables_count(service->tables),
                              .process = process_read()};
    return figures_text(service->metrics, &figures, open, arena);
}

static void broken(void *what, const char *promise, const char *game, const char *position)
{
    (void)what;
    log_event(LOG_ERROR, "broken promise", LOG_TEXT("promise", promise), LOG_TEXT("game", game), LOG_TEXT("position", position));
}

static const struct api_asset *document(void *what, const char *target)
{
    return documents_find(((struct service *)what)->documents, target);
}

bool service_deal_memory(struct service *service, const struct config *config, unsigned loops)
{
    struct memory_shares *memory = &service->memory;
    uint64_t held = memory_resident() + LOOP_HELD * loops + DOCUMENTS_BYTES + (*config->cache.host ? CACHE_HELD : 0);
    if (!memory_share(memory, config->memory, config->tables_bytes, held)) {
        fprintf(stderr, "grundyd: --memory: %llu bytes are too little; these tables and threads need at least %llu\n",
                (unsigned long long)config->memory, (unsigned long long)(held + config->tables_bytes + REQUESTS_MIN / 7 * 8));
        return false;
    }
    ledger_init(&service->ledger, memory->requests);
    if (service->connections_max > memory->connections)
        service->connections_max = memory->connections;
    return true;
}

void service_fill(struct service *service, const struct config *config)
{
    service->config = config;
    service->times =
        (struct conn_times){.header = config->header_timeout, .stall = config->body_timeout, .idle = config->idle_timeout};
    uint64_t most = config->max_body < INT64_MAX / 64 ? config->max_body * 64 : INT64_MAX;
    service->arena_cap = most > ARENA_BYTES ? most : ARENA_BYTES;
    if (service->arena_cap > service->memory.request)
        service->arena_cap = service->memory.request;
    snprintf(service->too_long, sizeof service->too_long, "the body may have at most %llu bytes",
             (unsigned long long)config->max_body);
    service->api = (struct api){.store = tables_store(service->tables),
                                .cors = strcmp(config->cors, "none") ? config->cors : NULL,
                                .body_max = config->max_body,
                                .page = web_page(config->frame_ancestors),
                                .ready = ready,
                                .metrics = metrics,
                                .broken = broken,
                                .document = document,
                                .what = service};
}
