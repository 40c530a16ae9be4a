// Bounds beside counts, as text and as JSON.
#ifndef TOOL_BOUNDS_H
#define TOOL_BOUNDS_H

#include "tool/job.h"

typedef struct {
    const crease_architecture *architecture;
    const job *work; // of the network; NULL: there is none, only an architecture
    crease_linear_counts linear;
    int on_space; // whether the domain is a whole space
} bounds_view;

// Whether the count of the network contradicts a bound that is a theorem.
int bounds_are_violated(const bounds_view *view);

void bounds_print(FILE *stream, const bounds_view *view);
void bounds_print_json(FILE *stream, const bounds_view *view);

// The deep network beside shallow ones with as many units, and as many parameters.
void per_parameter_print(FILE *stream, const crease_architecture *deep);
void per_parameter_print_json(FILE *stream, const crease_architecture *deep);

#endif
