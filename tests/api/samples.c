/* samples GAME SEED COUNT: random positions of a game, one a line, most of them small, for the end-to-end tests. */
#include "api/json/encode.h"
#include "api/json/out.h"
#include "core/limits.h"
#include "core/memory/store.h"
#include "core/registry.h"
#include "core/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[] = {0, 10, 20, 5, 15, 25, 0, 30, 10, 5, 20, 0, 15, 10, 5, 40};

struct drawing {
    const struct game *game;
    uint64_t seed;
    int size;
    struct budget budget;
    struct store *store;
};

static void draw(void *what)
{
    struct drawing *drawing = what;
    struct out out;
    const void *position = sample_position(drawing->game, NULL, drawing->seed, drawing->size, &drawing->budget, drawing->store);
    out_init(&out, drawing->budget.arena, 256);
    encode_value(&out, drawing->game->position, position);
    printf("%.*s\n", (int)out.n, out.v);
}

int main(int argc, char **argv)
{
    struct drawing drawing = {.game = argc == 4 ? game_find(argv[1], strlen(argv[1])) : NULL};
    if (!drawing.game) {
        fputs("usage: samples GAME SEED COUNT\n", stderr);
        return 2;
    }
    struct arena arena;
    struct escape landed;
    num_setup();
    drawing.store = store_private_new(64 << 20);
    arena_init(&arena, NULL, 0, ARENA_BYTES);
    for (long i = 0; i < atol(argv[3]); i++) {
        drawing.seed = strtoull(argv[2], NULL, 10) * 1000003 + (uint64_t)i;
        drawing.size = sizes[(size_t)i % (sizeof sizes / sizeof *sizes)];
        drawing.budget = (struct budget){.left = UINT64_MAX, .arena = &arena};
        if (arena_try(&arena, &landed, draw, &drawing) != STATUS_ok) {
            fprintf(stderr, "%s: %s\n", argv[1], landed.detail);
            return 1;
        }
        arena_reset(&arena);
    }
    store_private_free(drawing.store);
    return 0;
}
