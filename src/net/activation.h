// Piecewise-linear activations, of one variable or the largest of several.
#pragma once

#include <crease/status.h>
#include <flint/fmpq.h>

// A unit has `rank` pre-activations z[0], .., z[rank-1], each a row of the weight matrix. On
// piece p its output is
//   slope[p] z[r] + offset[p],   r = 0 if rank is 1, else p.
// Activations of one variable have rank 1, and piece p is breakpoint[p-1] <= z <=
// breakpoint[p], the outer ones unbounded. maxout:K has rank K, piece p where z[p] is
// the largest, slopes 1, offsets 0 and no breakpoints. Continuous.
typedef struct {
    char *name;       // as in the file, canonical: "relu", "leaky:1/10", ...
    size_t pieces;    // >= 1
    size_t rank;      // 1, or K >= 2 for maxout:K, which has K pieces
    fmpq *breakpoint; // activation_breakpoints of them, increasing
    fmpq *slope;      // pieces
    fmpq *offset;     // pieces
} activation;

enum { ACTIVATION_MAX_RANK = 65536 };

// Reads a name such as "relu", "leaky:0.1", "pwl:-1,1;0,1,0" or "maxout:3". After a failure there
// is nothing to clear.
crease_status activation_parse(activation *act, const char *name, crease_error *error);

// Sets pieces and rank; the numbers are zero and the name is NULL.
void activation_init(activation *act, size_t pieces, size_t rank);
void activation_init_copy(activation *act, const activation *from);
void activation_clear(activation *act);

// The index of the piece at z, rank numbers. A breakpoint belongs to the lower piece; of equal rows
// the one with the lowest index attains the maximum.
size_t activation_piece(const activation *act, const fmpq *z);
// y may be z[0].
void activation_apply(fmpq_t y, const activation *act, const fmpq *z);

// Breakpoints of an activation of one variable: one less than pieces. Maxout: none.
size_t activation_breakpoints(const activation *act);

// The number of predicates that determine the piece of a unit: on which side of each breakpoint z
// lies, or which row of each pair is larger.
size_t activation_predicates(const activation *act);

// Predicate b of maxout:rank is whether z[later] > z[earlier]; pairs come in the order (0,1),
// (0,2), .., (0,rank-1), (1,2), ..
typedef struct {
    size_t earlier, later;
} maxout_rows;

maxout_rows maxout_pair(size_t predicate, size_t rank);
size_t maxout_predicate(maxout_rows pair, size_t rank);
