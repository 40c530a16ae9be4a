// Functions compiled for several instruction sets, of which the best is chosen at program start,
// and their vectors.
#pragma once

// Not with sanitizers or on other processors, nor with clang, whose version 14 gives such functions
// a name that other files do not find (there use OPT="-O2 -march=native").
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define VERSIONS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
// A function only for processors whose vectors hold eight doubles, and whether this is one.
#define WIDEST __attribute__((target("arch=x86-64-v4")))
#define HAS_WIDEST __builtin_cpu_supports("x86-64-v4")
#else
#define VERSIONS
#define WIDEST
#define HAS_WIDEST 0
#endif

// In WebAssembly: a function with vectors of two doubles. Put a load that is copied to all lanes
// IN_REGISTER: clang 14 moves such a load behind stores to the same place.
#ifdef __wasm__
#define WITH_SIMD __attribute__((target("simd128")))
#define IN_REGISTER(number) __asm__("" : "+r"(number))
#else
#define WITH_SIMD
#define IN_REGISTER(number) ((void)0)
#endif

// Precedes a loop with a small constant number of iterations. At -O1, which sanitizers use, GCC
// would ignore it with a warning; clang warns of each copy of a function whose number is not
// constant.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define UNROLLED _Pragma("clang loop unroll(full)")
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

// Precedes a loop of which no iteration reads what another one writes.
#ifdef __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

// A small function, inlined also into those compiled for several instruction sets.
#define IN_LINE static inline __attribute__((always_inline))

#include <stdint.h>

// Eight doubles, in as many registers as the processor needs. Arrays need no alignment.
typedef double lanes __attribute__((vector_size(64), aligned(8), may_alias));

// Four, for sums that stay in registers over a loop: vectors wider than those of the processor
// would pass through memory at every step.
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t quad_bits __attribute__((vector_size(32)));
enum { QUAD = 4, LANES = 8 };

// Pointers, since vectors that some processors lack may not be passed by value.
IN_LINE void quad_sizes(quad *size, const quad *vector)
{
    *size = (quad)((quad_bits)*vector & INT64_MAX);
}
// As dd_normalise, lane by lane.
IN_LINE void quads_normalise(quad *high, quad *low)
{
    const quad sum = *high + *low, part = sum - *high;
    *low = (*high - (sum - part)) + (*low - part);
    *high = sum;
}
