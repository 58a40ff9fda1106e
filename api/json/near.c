/* The nearest name, for "did you mean". Distance: the fewest insertions, deletions, changes and swaps of neighbours (optimal
 * string alignment). Cost: at most NEAR_MAX^2 steps a pair, whatever the client wrote. */
#include "api/json/near.h"

#include <string.h>

enum { NEAR_MAX = 64 }; /* characters: no name or path of ours is longer */

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Both lengths are at most NEAR_MAX. Three rows of the table are alive at a time. */
static int distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int rows[3][NEAR_MAX + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_size; j++)
        above[j] = before[j] = (int)j;
    for (size_t i = 1; i <= a_size; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= b_size; j++) {
            int x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        int *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b_size];
}

const char *nearest_name(const char *name, const char *const *names, size_t count)
{
    size_t size = strnlen(name, NEAR_MAX + 1);
    if (size > NEAR_MAX)
        return NULL;
    const char *nearest = NULL;
    int nearest_distance = NEAR_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(names[i]);
        size_t longer = size > other ? size : other, shorter = size + other - longer;
        size_t allowed = (shorter + 2) / 3;
        if (other > NEAR_MAX || longer - shorter > allowed)
            continue;
        int far = distance(name, size, names[i], other);
        if (far <= (int)allowed && far < (int)longer && far < nearest_distance) {
            nearest = names[i];
            nearest_distance = far;
        }
    }
    return nearest;
}
