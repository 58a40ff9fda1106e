/* Making tables, and looking at tables that others made. */
#ifndef GRUNDY_CORE_SG_FILL_TABLE_H
#define GRUNDY_CORE_SG_FILL_TABLE_H

#include "core/memory/store.h"
#include "core/sg/engine.h"

/* Lengthens the table to `to` values, widening it as needed. It may escape, and then *table has what is there. */
void table_grow(const struct sg_job *job, const struct rules *rules, struct table *table, uint64_t to);

/* Where 1 … m and one larger amount may be taken, few enough for values of a byte: the least period, from 0 on, with saltus 0.
 * Other rules: 0. */
uint64_t leap_period(const struct rules *rules);

/* About how many steps that takes: by the rules' kind alone, before the first value is made. */
uint64_t table_steps(const struct rules *rules, uint64_t from, uint64_t to);

/* Whether a table of a code of up to two pieces, one byte a value, can be lengthened to eight times its first `count` values in a
 * fraction of a second: when no place is far, hardly any of the last values rare, and none large. Depends on these values only.
 */
bool pairs_are_light(const struct rules *rules, const uint8_t *values, uint64_t count);

/* How many values are made at most, all in all, in the hope of a proof for heaps beyond every table: as long as the doublings
 * take SG_PROOF_STEPS together. Told by the table as far as it goes: more than its count where it is to be lengthened first.
 * Depends on the rules and on the values up to there only, never on what else the table holds, or on any time. */
uint64_t table_tries(const struct rules *rules, const struct table *table);

/* Codes of three pieces or many splitting places, rows of infinite sets: the quadratic kernel. */
bool table_needs_sets(const struct rules *rules);

/* Whether a stranger's table may be believed: its first values are made again, its proof is compared, and values here and there,
 * first of all that of heap `top`, are held against the recurrence. */
bool table_holds(const struct sg_job *job, const struct rules *rules, const struct table *table, uint64_t top);

#endif
