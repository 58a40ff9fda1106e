/* The one function of a fuzz target. */
#ifndef GRUNDY_TESTS_FUZZ_H
#define GRUNDY_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
