/* Primes and roots of 63 bits. What they take goes to *steps, counted in instructions. Internal to core/custom. */
#ifndef GRUNDY_CORE_CUSTOM_MACHINE_PRIMES_H
#define GRUNDY_CORE_CUSTOM_MACHINE_PRIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIVISION = 4 };

bool primes_has(uint64_t n, uint64_t *steps);
/* Of 0 and 1: itself. */
uint64_t primes_least_factor(uint64_t n, uint64_t *steps);
/* Rounded down. */
uint64_t primes_root(uint64_t n, uint64_t *steps);

#endif
