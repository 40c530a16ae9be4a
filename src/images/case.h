// A case of a proof by cases, within one layer: its constraints, the units on one piece, its words.
//
// The lines of a certificate (src/proof/certificate.md) are written by exact arithmetic alone, from
// the generators of each case: a second route, which shares with the walk nothing but the network.
#pragma once

#include "exact/rows.h"
#include "images/cone.h"
#include "net/net.h"
#include "proof/line.h"
#include <stdbool.h>

// Constraints of a cone in scope, sorted.
typedef struct {
    size_t count;
    uint32_t *constraint;
} case_cone;

typedef struct {
    size_t constraints, cones;
    bool bounded;
} case_extent;

typedef struct {
    size_t dimension;
    rows constraint; // >= 0, dimension + 1 columns
    case_cone *cone; // in scope
    size_t cones, capacity;
    bool bounded; // has been shown
    size_t base;  // constraints before it are not used at present
    proof_line line;
    // Set by the latest case_describe: homogeneous generators, the last entry >= 0.
    cone shape;
    bool is_described;
    uint32_t *chosen; // scratch
} proof_case;

void case_init(proof_case *c, size_t dimension, FILE *stream);
void case_clear(proof_case *c);

case_extent case_now(const proof_case *c);
void case_take_back(proof_case *c, case_extent earlier);
void case_add_constraint(proof_case *c, const fmpz *row, bool minus);

// The generators of the constraints from base on. Returns whether the case has an interior.
bool case_describe(proof_case *c);
// Whether the form takes values below 0 and above 0 on the latest shape.
typedef struct {
    bool below, above;
} case_sides;
case_sides case_sides_of(const proof_case *c, const fmpz *form);

// Writes cones unless they are in scope. Show that the form is nowhere negative; of an empty case,
// that one of the constraints from `first` on is nowhere positive; that the case is bounded.
bool case_show(proof_case *c, const fmpz *form);
bool case_show_empty(proof_case *c, size_t first);
bool case_show_bounded(proof_case *c);
bool case_is_bounded(const proof_case *c);
// A point inside; a direction of the shape, the first.
void case_put_inside(proof_case *c);
void case_put_direction(proof_case *c);
