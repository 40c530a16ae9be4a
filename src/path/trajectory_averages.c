// Averages over trajectories.
#include <crease/path.h>

#include "base/memory.h"
#include "exact/sample.h"
#include <stdlib.h>

// What is averaged: of trajectory t and layer l, added to a sample if there is such a value.
typedef void (*add_value)(sample *to, const crease_trajectory *t, size_t l);

static void add_enclosure(sample *to, const crease_enclosure *x)
{
    if (fmpq_cmp(x->lo, x->hi) <= 0)
        sample_add_double(to, crease_enclosure_middle(x));
}

static void add_length(sample *to, const crease_trajectory *t, size_t l)
{
    add_enclosure(to, t->length + l);
}

static void add_growth(sample *to, const crease_trajectory *t, size_t l)
{
    add_enclosure(to, t->growth + l);
}

static void add_transitions(sample *to, const crease_trajectory *t, size_t l)
{
    sample_add_count(to, t->transitions[l]);
}

static void add_patterns(sample *to, const crease_trajectory *t, size_t l)
{
    sample_add_count(to, t->patterns[l]);
}

static crease_estimate *average(const crease_trajectory *trajectories, size_t count, size_t layers,
                                add_value add)
{
    crease_estimate *estimate = memory_new(layers + 1, sizeof *estimate);
    for (size_t l = 0; l <= layers; l++) {
        sample values;
        sample_init(&values);
        for (size_t i = 0; i < count; i++)
            if (trajectories[i].complete)
                add(&values, trajectories + i, l);
        estimate[l] = sample_estimate(&values);
        sample_clear(&values);
    }
    return estimate;
}

void crease_trajectory_average(crease_trajectory_averages *averages,
                               const crease_trajectory *trajectories, size_t count, size_t layers)
{
    *averages = (crease_trajectory_averages){.layers = layers};
    for (size_t i = 0; i < count; i++)
        averages->count += trajectories[i].complete != 0;
    averages->length = average(trajectories, count, layers, add_length);
    averages->growth = average(trajectories, count, layers, add_growth);
    averages->transitions = average(trajectories, count, layers, add_transitions);
    averages->patterns = average(trajectories, count, layers, add_patterns);
}

void crease_trajectory_averages_clear(crease_trajectory_averages *averages)
{
    free(averages->length);
    free(averages->growth);
    free(averages->transitions);
    free(averages->patterns);
    *averages = (crease_trajectory_averages){0};
}
