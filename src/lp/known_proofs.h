// Proofs that inequalities are redundant, kept from cell to cell.
//
// A proof is a sum of half-spaces with positive multipliers (dual_bound.h). So it holds on every
// cell within the bounds whose path contains these half-spaces, wherever they stand on it. Proofs
// are strict: the inequality holds with > 0. So two inequalities never prove each other redundant.
// Half-spaces are the same if their doubles are. They are kept in a table by their origin; where
// two meet in one place, the later one replaces the earlier one and its proofs. One that is on the
// path is kept until it leaves.
#pragma once

#include "lp/dictionary.h"
#include <stdbool.h>

// A half-space, and the latest proofs that it is redundant.
typedef struct known_half_space {
    size_t place;    // in the table
    size_t uses;     // how often the path has it
    uint64_t serial; // of these doubles; never given again
    int32_t side;
    plane_origin origin;
    struct proof_list *proofs;     // NULL: none yet
    struct known_half_space *next; // of those that are free
    double form[];                 // of the plane, as in exact/point.h
} known_half_space;

// Enters a half-space of the path.
known_half_space *known_proofs_enter(geom_space *space, half_space inequality);
// The path has it once less. It must not be read any more.
void known_proofs_leave(const geom_space *space, known_half_space *half);

// The path of the cell whose proofs are looked for next.
void known_proofs_begin(geom_space *space, known_half_space *const *path, size_t count);
// Whether a proof is known that bound number 2 c + upper, or a half-space of the path, is redundant
// on the path.
bool known_proofs_of_bound(const geom_space *space, size_t number);
bool known_proofs_of_half(const geom_space *space, const known_half_space *half);
// Keeps a proof by some half-spaces of the path, at most d.
void known_proofs_keep_bound(geom_space *space, size_t number, known_half_space *const *by,
                             size_t count);
void known_proofs_keep_half(geom_space *space, known_half_space *half, known_half_space *const *by,
                            size_t count);
