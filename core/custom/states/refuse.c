/* How a question ends whose rules fail while playing: with the state and the choice at which they do. */
#include "core/custom/states/refuse.h"

#include "core/custom/states/space.h"
#include "core/limits.h"

#include <stdio.h>
#include <string.h>

/* "n=5;" or "h=[1,2];" behind what is there, if it fits whole: a list of thousands does not. */
static void write_value(char *text, size_t room, struct span name, bool list, struct items items)
{
    size_t begin = strlen(text), at = begin;
    int n = snprintf(text + at, room - at, "%.*s=%s", (int)name.n, name.text, list ? "[" : "");
    for (size_t i = 0; i < items.n && n >= 0 && (size_t)n < room - at; i++) {
        at += (size_t)n;
        n = snprintf(text + at, room - at, "%s%lld", i ? "," : "", (long long)items.v[i]);
    }
    at += n >= 0 && (size_t)n < room - at ? (size_t)n : room - at;
    n = at < room ? snprintf(text + at, room - at, "%s;", list ? "]" : "") : -1;
    if (n < 0 || (size_t)n >= room - at)
        text[begin] = '\0';
}

static void write_state(const struct user_rules *rules, const struct machine *m, char *text, size_t room)
{
    for (size_t v = 0; v < rules->variables; v++)
        write_value(text, room, rules->variable[v].name, rules->variable[v].list, machine_value(m, v));
    if (rules->turns)
        write_value(text, room, (struct span){"turn", 4}, false, (struct items){&m->ints[INT_TURN], 1});
}

static void write_choice(const struct user_move *move, const struct machine *m, size_t bound, char *text, size_t room)
{
    for (size_t i = 0; i < bound; i++)
        write_value(text, room, move->source[i].name, false, (struct items){&m->ints[INT_PARAMETER + 2 * i], 1});
}

_Noreturn static void refuse_together(const struct machine *m)
{
    arena_escape(m->arena, STATUS_too_large, CUSTOM_TOGETHER,
                 "the rules take more than %d instructions for all positions that this question looks at", CUSTOM_TOGETHER);
}

_Noreturn static void refuse_excess(const struct machine *m)
{
    switch (m->excess) {
    case EXCESS_choices:
        arena_escape(m->arena, STATUS_too_large, CUSTOM_CHOICES, "a choice has at most %d values", CUSTOM_CHOICES);
    case EXCESS_turns:
        arena_escape(m->arena, STATUS_too_large, PASSING_MAX, "sum, count, any, all, min, max and list go over at most %d values",
                     PASSING_MAX);
    case EXCESS_passing:
        arena_escape(m->arena, STATUS_too_large, PASSING_MAX, "a list in passing has at most %d items", PASSING_MAX);
    default: {
        bool together = m->budget->counted;
        m->budget->counted += m->steps; /* whoever asks others may go by it */
        if (together)
            refuse_together(m);
    }
        arena_escape(m->arena, STATUS_too_large, CUSTOM_INSTRUCTIONS, "the rules take more than %d instructions",
                     CUSTOM_INSTRUCTIONS);
    }
}

_Noreturn void space_refuse(const struct user_rules *rules, struct machine *m, enum event event)
{
    if (event != RUN_FAULT)
        refuse_excess(m);
    const struct program *p = m->program;
    const struct origin *origin = &p->origin[m->fault.at], *outer = m->depth ? &p->origin[m->calls[0] - 1] : origin;
    const struct program_text *text = &p->text[origin->text];
    int move = p->text[outer->text].move;
    struct play_fault *play = arena_alloc(m->arena, sizeof *play);
    play->place = (struct fault_place){m->fault.code, text->pointer};
    play->at = origin->at;
    write_state(rules, m, play->state, sizeof play->state);
    if (move >= 0)
        write_choice(&rules->move[move], m, outer->bound, play->choice, sizeof play->choice);
    arena_escape_play(m->arena, play, m->fault.detail ? m->fault.detail : fault_words(m->fault.code));
}

void space_too_many_states(const struct space *s)
{
    arena_escape(s->arena, STATUS_too_large, CUSTOM_STATES, "the rules lead to more than %d states", CUSTOM_STATES);
}

void space_too_many_moves(const struct space *s)
{
    arena_escape(s->arena, STATUS_too_large, CUSTOM_MOVES, "the rules lead to more than %d moves", CUSTOM_MOVES);
}

void space_count(const struct machine *m, uint64_t steps)
{
    budget_spend(m->budget, steps);
    m->budget->counted += steps;
    if (m->budget->counted > CUSTOM_TOGETHER)
        refuse_together(m);
}
