/* recompute RULES HEAP: the Grundy value of that heap by plain ways alone, for far.sh: "squares" and an octal code ("0.6") by the
 * definition, "unequal" by rare and common values one by one. Some minutes for a code at 10^6. */
#include "tests/bench/baseline_sg.h"

#include <stdio.h>
#include <stdlib.h>

enum { VALUES = 1 << 16 };

static int64_t seen[VALUES]; /* by value: the last heap that leads there */

static uint16_t least_missing(int64_t n)
{
    uint16_t v = 0;
    while (n && seen[v] == n)
        v++;
    return v;
}

static void plain_squares(uint16_t *sg, int64_t count)
{
    for (int64_t n = 0; n < count; n++) {
        for (int64_t root = 1; root * root <= n; root++)
            seen[sg[n - root * root]] = n;
        sg[n] = least_missing(n);
    }
}

static void plain_code(const char *digits, uint16_t *sg, int64_t count)
{
    for (int64_t n = 0; n < count; n++) {
        for (int64_t k = 1; digits[k - 1] && k <= n; k++) {
            int64_t rest = n - k;
            int digit = digits[k - 1] - '0';
            if (rest == 0 && digit & 1)
                seen[0] = n;
            if (rest > 0 && digit & 2)
                seen[sg[rest]] = n;
            for (int64_t a = 1; digit & 4 && 2 * a <= rest; a++)
                seen[sg[a] ^ sg[rest - a]] = n;
        }
        sg[n] = least_missing(n);
    }
}

int main(int argc, char **argv)
{
    int64_t heap = argc == 3 ? atoll(argv[2]) : -1;
    size_t count = (size_t)heap + 1;
    uint16_t *sg = calloc(count + 1, sizeof *sg);
    uint8_t *bytes = calloc(count + 1, 1);
    uint32_t *rare = calloc(count + 1, sizeof *rare);
    if (heap < 0 || !sg || !bytes || !rare)
        return EXIT_FAILURE;
    if (strcmp(argv[1], "squares") == 0)
        plain_squares(sg, heap + 1);
    else if (strcmp(argv[1], "unequal") == 0)
        usual_unequal(bytes, rare, heap + 1);
    else
        plain_code(argv[1] + 2, sg, heap + 1);
    printf("%d\n", sg[heap] | bytes[heap]);
    free(sg);
    free(bytes);
    free(rare);
    return EXIT_SUCCESS;
}
