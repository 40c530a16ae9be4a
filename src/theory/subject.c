// The units that a theorem counts.
#include "theory/subject.h"

#include "base/fatal.h"
#include "base/memory.h"

static int subject_counts(counted_units what, const architecture_kind *kind)
{
    switch (what) {
    case COUNT_ALL:
        return 1;
    case COUNT_RELU:
        return kind->is_relu;
    case COUNT_ONE_BREAKPOINT:
        return kind->rank == 1 && kind->pieces == 2;
    case COUNT_TWO_BREAKPOINTS:
        return kind->rank == 1 && kind->pieces == 3;
    case COUNT_SCALAR:
        return kind->rank == 1;
    case COUNT_MAXOUT:
        return kind->rank > 1;
    }
    FATAL("no requirement of units");
}

static stratum stratum_of(const architecture_layer *layer, counted_units what)
{
    stratum result = {.layer = layer};
    for (size_t k = 0; k < layer->kinds; k++) {
        const architecture_kind *kind = layer->kind + k;
        if (!subject_counts(what, kind)) {
            *(kind->pieces == 1 ? &result.carried : &result.others) += kind->units;
            continue;
        }
        result.units += kind->units;
        if (!result.rank || kind->rank < result.rank)
            result.rank = kind->rank;
    }
    return result;
}

void subject_init(subject *a, const crease_architecture *architecture, counted_units what,
                  bool is_lower)
{
    ASSERT(architecture->layers > 0);
    *a = (subject){.architecture = architecture,
                   .inputs = architecture->inputs,
                   .layers = architecture->layers,
                   .layer = memory_new(architecture->layers, sizeof *a->layer),
                   .is_lower = is_lower};
    for (size_t l = 0; l < architecture->layers; l++) {
        a->layer[l] = stratum_of(architecture->layer + l, what);
        a->units += a->layer[l].units;
        for (size_t k = 0; k < architecture->layer[l].kinds; k++)
            a->has_maxout |= architecture->layer[l].kind[k].rank > 1;
    }
}

bool subject_covers(const subject *a, const stratum *layer)
{
    return layer->units > 0 || (!a->is_lower && a->units > 0 && !layer->others);
}

bool stratum_is_of(const stratum *layer, ulong units)
{
    return layer->units == units && !layer->carried && !layer->others;
}

ulong subject_reach(const subject *a, size_t l)
{
    ASSERT(l <= a->layers);
    ulong least = a->inputs;
    for (size_t i = 0; i < l; i++)
        if (a->layer[i].layer->units < least)
            least = a->layer[i].layer->units;
    return least;
}
