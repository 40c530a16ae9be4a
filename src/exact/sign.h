// The only place where a sign is decided.
#ifndef EXACT_SIGN_H
#define EXACT_SIGN_H

#include "exact/rows.h"
#include <crease/walk.h>

// How signs are decided, and how many of them each arithmetic has decided.
typedef struct {
    crease_arith arith;
    double tolerance; // float: |value| <= tolerance * sum |a_i x_i| counts as zero
    uint64_t decided_float, decided_exact;
    fmpz_t value;
} sign_judge;

void sign_judge_init(sign_judge *judge, crease_arith arith, double tolerance);
void sign_judge_clear(sign_judge *judge);

// -1, 0 or 1: the sign of a form at a point.
int sign_at(sign_judge *judge, const rows *forms, size_t form, const rows *points, size_t point);

// -1, 0 or 1: the sign of the form's constant term, its value at the origin.
int sign_of_constant(sign_judge *judge, const rows *forms, size_t form);

#endif
