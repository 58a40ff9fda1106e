/* Every value of the sheets up to SIDE × SIDE of /cutting: ours, from the values of a side, beside the usual way (options marked
 * by a stamp, half by symmetry); and up to NAIVE × NAIVE beside the template that sorts and scans a list of options for each
 * sheet. Then CELLS of them alone, for which the usual way needs all the smaller ones. It fails where they do not agree. CPU
 * time. Goals: 1,500 x the usual way, 10,000 x for some cells, 10^5 x the template at 2000 x 2000, which grows with the side. */
#include "core/games/cutting/sheet.h"
#include "tests/bench/goal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 2000, NAIVE = 250, VALUES = 64, ROUNDS = 5, CELLS = 1000 };

static unsigned char ours[SIDE + 1][SIDE + 1], usual[SIDE + 1][SIDE + 1], naive[NAIVE + 1][NAIVE + 1];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Sheets of two widths that are worth the same are worth the same at every height: there are as many different rows as values. */
static void fill_ours(int side)
{
    struct dawson d = dawson_fill();
    static unsigned char value[SIDE + 1];
    int first[VALUES] = {0}; /* the width of that value whose row is there */
    for (int w = 2; w <= side; w++)
        value[w] = (unsigned char)side_value(&d, num(w));
    for (int w = 2; w <= side; w++) {
        int like = first[value[w]];
        if (like) {
            memcpy(ours[w] + 2, ours[like] + 2, (size_t)side - 1);
            continue;
        }
        first[value[w]] = w;
        for (int h = 2; h <= side; h++)
            ours[w][h] = (unsigned char)sheet_value(value[w], value[h]);
    }
}

static int width_of_cell(int i)
{
    return 2 + (int)((unsigned)i * 7919u % (SIDE - 1));
}

static int height_of_cell(int i)
{
    return 2 + (int)((unsigned)i * 104729u % (SIDE - 1));
}

/* By the closed form, each by itself. */
static double take_of_cells(unsigned char *cells)
{
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        struct dawson d = dawson_fill();
        for (int i = 0; i < CELLS; i++)
            cells[i] = (unsigned char)sheet_value(side_value(&d, num(width_of_cell(i))), side_value(&d, num(height_of_cell(i))));
        double took = now() - begin;
        best = took < best ? took : best;
    }
    return best;
}

static void fill_usual(void)
{
    static int stamp[VALUES];
    int round = 0;
    for (int w = 2; w <= SIDE; w++)
        for (int h = 2; h <= w; h++) {
            round++;
            for (int i = 2; i <= w - i; i++)
                stamp[usual[i][h] ^ usual[w - i][h]] = round;
            for (int i = 2; i <= h - i; i++)
                stamp[usual[w][i] ^ usual[w][h - i]] = round;
            unsigned char value = 0;
            while (stamp[value] == round)
                value++;
            usual[w][h] = usual[h][w] = value;
        }
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void fill_naive(void)
{
    static int options[2 * NAIVE];
    for (int w = 2; w <= NAIVE; w++)
        for (int h = 2; h <= NAIVE; h++) {
            size_t n = 0;
            for (int i = 2; i <= w - 2; i++)
                options[n++] = naive[i][h] ^ naive[w - i][h];
            for (int i = 2; i <= h - 2; i++)
                options[n++] = naive[w][i] ^ naive[w][h - i];
            qsort(options, n, sizeof *options, ascending);
            unsigned char value = 0;
            for (size_t i = 0; i < n; i++)
                value = (unsigned char)(value + (options[i] == value));
            naive[w][h] = value;
        }
}

static double best_of_ours(int side)
{
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double begin = now();
        fill_ours(side);
        double took = now() - begin;
        best = took < best ? took : best;
    }
    return best;
}

int main(void)
{
    static unsigned char cells[CELLS];
    double small = best_of_ours(NAIVE), large = best_of_ours(SIDE), some = take_of_cells(cells), begin = now();
    fill_usual();
    double took_usual = now() - begin;
    begin = now();
    fill_naive();
    double took_naive = now() - begin;
    if (memcmp(ours, usual, sizeof ours) != 0) {
        puts("cutting: the two ways disagree");
        return EXIT_FAILURE;
    }
    for (int w = 2; w <= NAIVE; w++)
        if (memcmp(&naive[w][2], &usual[w][2], NAIVE - 1) != 0) {
            puts("cutting: the template disagrees");
            return EXIT_FAILURE;
        }
    for (int i = 0; i < CELLS; i++)
        if (cells[i] != usual[width_of_cell(i)][height_of_cell(i)]) {
            puts("cutting: a cell by itself disagrees");
            return EXIT_FAILURE;
        }
    printf("cutting %d x %d: ours %.2f ms, stamp and symmetry %.0f ms\n", SIDE, SIDE, large * 1e3, took_usual * 1e3);
    goal_tell("cutting 2000 x 2000, of stamp and symmetry", ">=", 1500, took_usual / large, "x");
    printf("cutting %d x %d, %d cells: ours %.3f ms\n", SIDE, SIDE, CELLS, some * 1e3);
    goal_tell("cutting 2000 x 2000, some cells", ">=", 10000, took_usual / some, "x");
    printf("cutting %d x %d: ours %.3f ms, template %.0f ms: %.0f x\n", NAIVE, NAIVE, small * 1e3, took_naive * 1e3,
           took_naive / small);
    return EXIT_SUCCESS;
}
