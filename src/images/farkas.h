// Farkas' lemma: why an affine form is nowhere negative where others are not.
#pragma once

#include "exact/rows.h"
#include <stdbool.h>
#include <stdint.h>

// Finds independent rows of which the form is a sum with nonnegative multipliers and a nonnegative
// constant: at most columns - 1 of them, as few as there can be. among: which of the rows may be
// used, or NULL: all. directions: the constants do not matter. Returns 0 if there are none.
// Tries one choice after the other; it is for few rows of few columns.
bool farkas_find(uint32_t *chosen, size_t *count, const fmpz *form, const rows *all,
                 const uint64_t *among, bool directions);

// As many independent rows as columns - 1, constants left out: the first ones. Returns 0 if there
// are none.
bool farkas_independent(uint32_t *chosen, const rows *all);
