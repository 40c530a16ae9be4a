// Functions compiled for several instruction sets, the best chosen at program start, and
// the vectors they work on.
#ifndef EXACT_VERSIONS_H
#define EXACT_VERSIONS_H

// The sanitizers and other processors do without; so does clang, whose version 14 gives
// such functions a name that other files do not find (OPT="-O2 -march=native" serves it).
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

// Before a loop of a few turns that are known when this is compiled. At -O1, with which sanitizers
// go, it would be ignored with a warning.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

// A small function, also where a larger one is compiled for several instruction sets.
#define IN_LINE static inline __attribute__((always_inline))

#include <stdint.h>

// Eight doubles at once, in as many registers as the processor needs; entries of arrays
// need no alignment.
typedef double lanes __attribute__((vector_size(64), aligned(8), may_alias));

// Four: where sums stay in registers over a loop, wider ones than the processor has are put
// through memory at every step.
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t quad_bits __attribute__((vector_size(32)));
enum { QUAD = 4, LANES = 8 };

// Pointers, since functions may not pass what not every processor has.
IN_LINE void quad_sizes(quad *size, const quad *of)
{
    *size = (quad)((quad_bits)*of & INT64_MAX);
}
// As dd_normalise, lane by lane.
IN_LINE void quads_normalise(quad *high, quad *low)
{
    const quad sum = *high + *low, part = sum - *high;
    *low = (*high - (sum - part)) + (*low - part);
    *high = sum;
}

#endif
