/* The text of /metrics. */
#ifndef GRUNDY_SERVER_METRICS_FIGURES_H
#define GRUNDY_SERVER_METRICS_FIGURES_H

#include "core/memory/ledger.h"
#include "server/metrics/metrics.h"
#include "server/metrics/process.h"
#include "server/tables/tables.h"
#include "server/work.h"

/* So many time series at most, whatever clients ask: what is more is a fault. */
enum { FIGURES_MAX = 300 };

/* What is read from elsewhere when /metrics is asked. */
struct figures {
    const char *version, *revision;
    uint64_t connections, connections_max, log_dropped, spooled;
    struct work_counts work;
    struct ledger_counts memory;
    struct tables_counts tables;
    struct process_figures process;
};

/* In the arena: the text format 0.0.4 of Prometheus, or OpenMetrics 1.0.0. */
const char *figures_text(struct metrics *metrics, const struct figures *figures, bool open, struct arena *arena);

/* The label of an endpoint: several that are alike share one. */
const char *figures_label(const char *endpoint, struct arena *arena);

#endif
