/* One source, several instruction sets: a kernel's inner functions are always_inline bodies in GCC's vector extensions, and are
 * instantiated plainly and, on x86-64, once more for AVX2 and AVX-512; which one runs is decided where it runs. */
#ifndef GRUNDY_CORE_SG_FILL_SIMD_H
#define GRUNDY_CORE_SG_FILL_SIMD_H

#include <stdbool.h>
#include <stdint.h>

#define SIMD_BODY static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define SIMD_X86 1
#define SIMD_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#define SIMD_AVX512 __attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512vl")))
#else
#define SIMD_X86 0
#endif

enum simd { SIMD_PLAIN, SIMD_WITH_AVX2, SIMD_WITH_AVX512 };

/* What this machine has. */
static inline enum simd simd_here(void)
{
#if SIMD_X86
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
        return SIMD_WITH_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return SIMD_WITH_AVX2;
#endif
    return SIMD_PLAIN;
}

#endif
