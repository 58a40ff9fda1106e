/* Exploration: a table of keys, breadth first. */
#include "core/custom/states/space.h"

#include "core/custom/states/evaluate.h"
#include "core/custom/states/refuse.h"
#include "core/limits.h"
#include "core/value/field.h"

#include <string.h>

enum { SLOTS_FIRST = 1 << 8, KEYS_FIRST = 1 << 7 };

static inline size_t hash(key128 key)
{
    uint64_t h = ((uint64_t)key ^ (uint64_t)(key >> 64) * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD6E8FEB86659FD93);
    h = (h ^ h >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return h ^ h >> 29;
}

static inline size_t home(const struct space *s, key128 key)
{
    return s->direct ? (size_t)key : hash(key) & (s->slots - 1);
}

/* The slot of the key, or the free one where it belongs. */
static inline size_t find_slot(const struct space *s, key128 key)
{
    size_t at = home(s, key);
    while (!s->direct && s->slot[at] && s->key[s->slot[at] - 1] != key)
        at = (at + 1) & (s->slots - 1);
    return at;
}

/* Where the keys are not much more than the slots, they are the slots. */
static void grow_slots(struct space *s)
{
    enum { DIRECT_BITS = 24 };
    s->slots = s->slots ? 4 * s->slots : SLOTS_FIRST;
    s->direct = s->layout->bits <= DIRECT_BITS && (size_t)1 << s->layout->bits <= 2 * s->slots;
    if (s->direct)
        s->slots = (size_t)1 << s->layout->bits;
    s->slot = arena_array(s->arena, s->slots, sizeof *s->slot);
    budget_spend(s->budget, 8 * s->states);
    for (size_t i = 0; i < s->states; i++)
        s->slot[find_slot(s, s->key[i])] = (uint32_t)i + 1;
}

static void grow_keys(struct space *s)
{
    size_t room = s->key_room ? 4 * s->key_room : KEYS_FIRST;
    if (room > CUSTOM_STATES)
        room = CUSTOM_STATES;
    key128 *key = arena_raw(s->arena, room * sizeof *key);
    if (s->states)
        memcpy(key, s->key, s->states * sizeof *key);
    s->key = key;
    s->key_room = room;
}

/* What was done is counted, also where the question ends with it: whoever asks others may go by it. */
static void count_in_vain(struct space *s)
{
    s->budget->counted += s->machine->steps + STATE_COUNTS * s->states + MOVE_COUNTS * s->moves;
}

static uint32_t add_state(struct space *s, key128 key)
{
    if (s->slots <= 2 * s->states && !s->direct)
        grow_slots(s);
    size_t at = find_slot(s, key);
    if (s->slot[at])
        return s->slot[at] - 1;
    if (s->states == CUSTOM_STATES) {
        count_in_vain(s);
        space_too_many_states(s);
    }
    if (s->states == s->key_room)
        grow_keys(s);
    s->key[s->states++] = key;
    s->slot[at] = (uint32_t)s->states;
    return (uint32_t)s->states - 1;
}

uint32_t space_find(const struct space *s, key128 key)
{
    if (s->dense)
        return dense_state(s->dense, dense_number(s->dense, s->layout, key));
    return s->slot[find_slot(s, key)] - 1;
}

bool space_has(const struct space *s, key128 key)
{
    if (s->dense)
        return dense_has(s->dense, dense_number(s->dense, s->layout, key));
    return s->slot[find_slot(s, key)] != 0;
}

/* Three times over all that wait: first their slots are on their way, then the keys that stand there, then all is at hand. */
static void flush(struct space *s)
{
    for (size_t i = 0; i < s->pendings && !s->direct; i++) {
        const struct pending *p = &s->pending[i];
        uint32_t state = p->count ? 0 : s->slot[home(s, p->key)];
        if (state)
            __builtin_prefetch(&s->key[state - 1]);
    }
    for (size_t i = 0; i < s->pendings; i++) {
        const struct pending *p = &s->pending[i];
        words_add(&s->word, s->arena, p->count ? p->word : p->word | add_state(s, p->key));
    }
    s->pendings = 0;
}

static inline void wait_for(struct space *s, struct pending pending)
{
    if (s->pendings == PENDING_MAX)
        flush(s);
    if (!pending.count)
        __builtin_prefetch(&s->slot[home(s, pending.key)]);
    s->pending[s->pendings++] = pending;
    s->words++;
}

/* Of the last word. */
static void add_score(struct space *s, int64_t score)
{
    size_t i = s->words - 1;
    if ((i & (CHUNK - 1)) == 0)
        s->score[i >> CHUNK_BITS] = arena_raw(s->arena, CHUNK * sizeof(int64_t));
    s->score[i >> CHUNK_BITS][i & (CHUNK - 1)] = score;
}

static void add_move(struct space *s)
{
    const struct machine *m = s->machine;
    if (s->moves++ == CUSTOM_MOVES || s->words + m->parts >= s->word.max) {
        flush(s); /* of two limits, the one that is met first */
        count_in_vain(s);
        space_too_many_moves(s);
    }
    if (s->rules->splits)
        wait_for(s, (struct pending){.word = WORD_AGAIN | (uint32_t)m->parts, .count = true});
    for (size_t i = 0; i < m->parts; i++) {
        s->falling &= m->part[i] < m->key;
        s->rising &= m->part[i] > m->key;
        wait_for(s, (struct pending){.key = m->part[i], .word = m->again ? WORD_AGAIN : 0});
    }
    if (s->rules->scores)
        add_score(s, m->score);
}

static enum over over_by(const struct space *s, size_t end)
{
    bool first = s->machine->ints[INT_TURN] == 0;
    switch (s->rules->end[end].result) {
    case RESULT_WIN:
        return OVER_WIN;
    case RESULT_LOSS:
        return OVER_LOSS;
    case RESULT_DRAW:
        return OVER_DRAW;
    case RESULT_FIRST:
        return first ? OVER_WIN : OVER_LOSS;
    case RESULT_SECOND:
        return first ? OVER_LOSS : OVER_WIN;
    }
    return OVER_NOT;
}

static void expand(struct space *s, size_t state)
{
    size_t moves = s->moves;
    enum over over = OVER_NOT;
    enum event event;
    words_add(&s->start, s->arena, (uint32_t)s->words);
    machine_open(s->machine, s->key[state]);
    while ((event = machine_run(s->machine)) == RUN_MOVE)
        add_move(s);
    if (event == RUN_END)
        over = over_by(s, s->machine->end);
    else if (event != RUN_DONE) {
        flush(s); /* may be too large before */
        space_refuse(s->rules, s->machine, event);
    } else if (s->moves == moves)
        over = s->rules->misere ? OVER_WIN : OVER_LOSS;
    words_add(&s->over, s->arena, over);
    if (s->moves - moves > s->degree)
        s->degree = s->moves - moves;
}

/* Few states are reached one by one; true: many were marked. */
static bool explore(struct space *s, const key128 *starts, size_t n)
{
    for (size_t i = 0; i < s->states; i++) {
        expand(s, i);
        if (i + 1 == s->states)
            flush(s);
        if (i + 1 == s->machine->dense_from && (s->falling || s->rising) && dense_explore(s, starts, n, s->rising))
            return true;
    }
    return false;
}

/* One exploration has its own limit, and all for one question a common one. */
static void begin_counting(struct space *s)
{
    uint64_t counted = s->budget->counted, left = counted < CUSTOM_TOGETHER ? CUSTOM_TOGETHER - counted : 0;
    if (s->machine->steps_max > left)
        s->machine->steps_max = left;
}

struct space *space_make(struct machine *machine, const key128 *starts, size_t n)
{
    const struct user_rules *rules = machine->program->rules;
    struct arena *arena = machine->arena;
    arena_widen(arena, CUSTOM_ARENA_BYTES);
    struct space *s = arena_alloc(arena, sizeof *s);
    *s = (struct space){.rules = rules,
                        .layout = machine->layout,
                        .machine = machine,
                        .arena = arena,
                        .budget = machine->budget,
                        .falling = true,
                        .rising = true};
    words_init(&s->start, arena, CUSTOM_STATES + 1);
    words_init(&s->over, arena, CUSTOM_STATES);
    words_init(&s->word, arena, (rules->splits ? 2 : 1) * (size_t)CUSTOM_MOVES + 1);
    if (rules->scores)
        s->score = arena_array(arena, s->word.max / CHUNK + 1, sizeof *s->score);
    begin_counting(s);
    grow_slots(s);
    for (size_t i = 0; i < n; i++)
        add_state(s, starts[i]);
    if (!explore(s, starts, n))
        words_add(&s->start, arena, (uint32_t)s->word.n);
    space_count(machine, machine->steps + STATE_COUNTS * s->states + MOVE_COUNTS * s->moves);
    space_evaluate(s);
    return s;
}
