/* Table kernels as tests run them: by each set of instructions, in an arena that is wound back, without an end of the budget; and
 * numbers drawn for their rules. */
#ifndef GRUNDY_TESTS_KERNELS_H
#define GRUNDY_TESTS_KERNELS_H

#include "core/sg/fill/fill.h"

/* From 0 to n - 1; the same ones in every run. */
uint64_t random_below(uint64_t n);

/* What fills `data` from its first value on. For one thread, in the arena of rulesets.h. */
struct fill kernel_fill(const struct rules *rules, int simd, void *data, uint32_t width);
/* Lets the kernel go on to `to`. */
void kernel_run(fill_kernel *kernel, struct fill *fill, uint64_t to);

#endif
