/* Plain search with a memory: a position is won when an option is lost, and worth the least number that no option is worth. */
#include "tests/support/core/plain.h"
#include "tests/support/core/marks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 18, VALUES = 512 };

/* What was found for the rules of this round; older entries are free. */
static struct truth memory[SLOTS];
static int round_now = 1;

void plain_option(struct option_walk *options, struct small to, int fields, int a, int b, int c)
{
    if (options->n == PLAIN_OPTIONS)
        ck_abort_msg("PLAIN_OPTIONS is too small");
    options->v[options->n++] = (struct option){to, fields, {a, b, c}};
}

void plain_forget(void)
{
    round_now++;
}

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static struct truth *remembered(const struct rules *rules, struct small position)
{
    if (rules->sorted) {
        qsort(position.v, (size_t)position.n, sizeof *position.v, descending);
        while (position.n && position.v[position.n - 1] == 0)
            position.n--;
    }
    uint64_t hash = (uint64_t)position.n;
    for (int i = 0; i < position.n; i++)
        hash = (hash ^ (uint64_t)position.v[i]) * UINT64_C(1099511628211);
    for (uint64_t slot = hash ^ hash >> 29;; slot++) {
        struct truth *truth = &memory[slot % SLOTS];
        if (truth->round != round_now)
            *truth = (struct truth){.position = position, .round = round_now};
        if (truth->position.n == position.n && memcmp(truth->position.v, position.v, (size_t)position.n * sizeof(int)) == 0)
            return truth;
    }
}

struct truth plain_search(const struct rules *rules, const struct small *position)
{
    const struct truth *before = remembered(rules, *position);
    if (before->known)
        return *before;
    static struct option_walk options;
    options.n = 0;
    rules->list_options(rules, position, &options);
    const int n = options.n;
    struct option *own = malloc((size_t)(n + 1) * sizeof *own);
    memcpy(own, options.v, (size_t)n * sizeof *own);
    bool seen[VALUES] = {false};
    struct truth truth = {.round = round_now, .known = true, .wins = n == 0 && rules->misere};
    for (int i = 0; i < n; i++) {
        struct truth after = plain_search(rules, &own[i].to);
        seen[after.grundy] = true;
        truth.wins |= !after.wins;
    }
    while (seen[truth.grundy])
        truth.grundy++;
    free(own);
    struct truth *slot = remembered(rules, *position);
    truth.position = slot->position;
    return *slot = truth;
}
