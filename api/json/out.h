/* A growing text in the arena, and JSON written into it. Commas are the writer's business: name() and the value functions put
 * them. */
#ifndef GRUNDY_API_JSON_OUT_H
#define GRUNDY_API_JSON_OUT_H

#include "core/memory/arena.h"
#include "core/value/field.h"

struct out {
    struct arena *arena;
    char *v; /* n bytes are written; no NUL */
    size_t n, room;
    bool first; /* nothing written yet in the innermost list or object */
};

void out_init(struct out *out, struct arena *arena, size_t room);
void out_bytes(struct out *out, const char *bytes, size_t n);
void out_raw(struct out *out, const char *text);
/* Room for `size` more bytes, whose start is returned; what was written there is counted by adding to out->n. */
static inline char *out_room(struct out *out, size_t size);

void out_grow(struct out *out, size_t size);
static inline char *out_room(struct out *out, size_t size)
{
    if (size > out->room - out->n)
        out_grow(out, size);
    return out->v + out->n;
}

void json_begin(struct out *out, char bracket);      /* '{' or '[', as a value */
void json_end(struct out *out, char bracket);        /* '}' or ']' */
void json_name(struct out *out, const char *name);   /* a name of ours: nothing in it needs escaping */
void json_string(struct out *out, const char *text); /* UTF-8, escaped */
void json_text(struct out *out, const char *text, size_t size);
void json_number(struct out *out, struct num value); /* a JSON number up to 2^53-1 in magnitude, a decimal string above */
void json_word(struct out *out, int64_t value);      /* the same */
void json_bool(struct out *out, bool value);
void json_null(struct out *out);
void json_literal(struct out *out, const char *text); /* a value as it is written */
/* part / whole, 0 <= part <= whole, as the decimal that is read as the nearest double; 0/0 is 1. */
void json_fraction(struct out *out, uint64_t part, uint64_t whole);

#endif
