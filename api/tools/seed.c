#include "api/tools/seed.h"

#include "api/json/encode.h"
#include "api/json/out.h"
#include "core/limits.h"

enum { SEED_CHARACTERS = 64 };

static const struct type seed_number = {
    .kind = KIND_INT, .size = sizeof(struct num), .min = INT64_MIN, .max = INT64_MAX, .bits_max = INT_BITS};
static const struct type seed_text = {.kind = KIND_TEXT, .size = sizeof(const char *), .max = SEED_CHARACTERS};
const struct type type_seed = {
    .kind = KIND_CHOICE, .size = sizeof(struct choice), .choices = (const struct type *const[]){&seed_number, &seed_text, NULL}};

void seed_default(struct choice *seed, struct arena *arena)
{
    if (!seed->value)
        *seed = (struct choice){0, arena_alloc(arena, sizeof(struct num))};
}

uint64_t seed_mixed(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

/* FNV-1a. */
uint64_t seed_lots(const struct choice *seed, const char *name, struct arena *arena)
{
    struct out out;
    uint64_t hash = UINT64_C(14695981039346656037);
    out_init(&out, arena, 64);
    encode_value(&out, &type_seed, seed);
    out_raw(&out, name);
    for (size_t i = 0; i < out.n; i++)
        hash = (hash ^ (unsigned char)out.v[i]) * UINT64_C(1099511628211);
    return seed_mixed(hash);
}
