// Small random networks, biased to degeneracy.
#ifndef RANDOM_NETS_H
#define RANDOM_NETS_H

#include <crease/domain.h>
#include <crease/net.h>
#include <stdint.h>

// A network and its domain, the whole space if lo is NULL.
typedef struct {
    crease_net *net;
    size_t dimension;
    fmpq *lo, *hi;
} random_case;

// The same seed gives the same case on every machine. Activations are those that have names.
void random_case_init(random_case *of, uint64_t seed, size_t dimension);
// Most layers are of the kinds asked for: other seeds, other cases. MIXED: their units have
// activations of their own, of the other kinds asked for and of those with names of their own.
enum { RANDOM_PWL = 1, RANDOM_MAXOUT = 2, RANDOM_MIXED = 4 };
void random_case_init_with(random_case *of, uint64_t seed, size_t dimension, unsigned kinds);

// The domain; the caller frees it.
crease_domain *random_case_domain(const random_case *of);

void random_case_clear(random_case *of);

#endif
