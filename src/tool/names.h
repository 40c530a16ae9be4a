// Lists of names that words of a command line may be: for what was perhaps meant, and for shells
// that complete them.
#ifndef TOOL_NAMES_H
#define TOOL_NAMES_H

#include "tool/report.h"

// Lists that need no data.
const char *names_of_constructions(const void *none, size_t index);
const char *names_of_figures(const void *none, size_t index);
// These end in a colon where numbers follow; valid until the next call.
const char *names_of_activations(const void *none, size_t index);
const char *names_of_weights(const void *none, size_t index);

#endif
