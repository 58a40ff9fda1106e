/* Rulesets of /sg without JSON, and their values by the definition, written from the rules alone. */
#ifndef GRUNDY_TESTS_RULESETS_H
#define GRUNDY_TESTS_RULESETS_H

#include "core/sg/rules/rules.h"

/* Between these two: an arena that is the current one. */
void rulesets_begin(void);
void rulesets_end(void);
extern struct arena rulesets_arena;

struct rules *rules_octal(const char *code);
struct rules *rules_hex(const char *code);
struct rules *rules_take(const int64_t *amounts, size_t n, bool row);
struct rules *rules_all_but(const int64_t *amounts, size_t n);
struct rules *rules_named(enum set set, bool row);
struct rules *rules_range(int64_t from, int64_t to);
struct rules *rules_powers(int64_t base);
struct rules *rules_split(enum split split, bool lasker);

/* Grundy values of heaps 0…count-1 by the mex of all options. Slow. */
void plain_codes(const char *code, bool unequal, uint16_t *to, size_t count);
void plain_takes(bool (*may_take)(int64_t amount, const void *what), const void *what, uint16_t *to, size_t count);

#endif
