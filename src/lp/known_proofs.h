// Proofs that inequalities are redundant, kept from cell to cell.
//
// A proof is a sum of half-spaces with positive multipliers (dual_bound.h). So it holds on every
// cell within the bounds whose path contains these half-spaces, wherever they stand on it. Proofs
// are strict: the inequality holds with > 0. So two inequalities never prove each other redundant.
// Half-spaces are the same if their doubles are. They are kept in a table by their origin; where
// two meet in one place, the later one replaces the earlier one and its proofs.
#pragma once

#include "lp/dictionary.h"
#include <stdbool.h>

// A half-space in the table. Its serial number is never given again.
typedef struct {
    uint32_t place, serial; // serial 0: it has no place
} known_half_space;

// Enters a half-space of the path into the table.
known_half_space known_proofs_enter(geom_space *space, half_space inequality);
// It is no longer of the path.
void known_proofs_leave(const geom_space *space, known_half_space half);

// The path of the cell whose proofs are looked for next.
void known_proofs_begin(geom_space *space, const known_half_space *path, size_t count);
// Whether a proof is known that bound number 2 c + upper, or a half-space of the path, is redundant
// on the path.
bool known_proofs_of_bound(const geom_space *space, size_t number);
bool known_proofs_of_half(const geom_space *space, known_half_space half);
// Keeps a proof by some half-spaces of the path, at most d.
void known_proofs_keep_bound(geom_space *space, size_t number, const known_half_space *by,
                             size_t count);
void known_proofs_keep_half(geom_space *space, known_half_space half, const known_half_space *by,
                            size_t count);
