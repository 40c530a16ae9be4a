// Mean, standard error and confidence interval of a sample, from exact sums.
#ifndef EXACT_SAMPLE_H
#define EXACT_SAMPLE_H

#include <crease/status.h>
#include <flint/fmpq.h>

// Values may be added in any order. Exact sums of rationals with unrelated denominators grow: such
// values should be rounded to doubles first.
typedef struct {
    uint64_t count;
    fmpq_t sum, squares;
} sample;

void sample_init(sample *s);
void sample_clear(sample *s);

void sample_add(sample *s, const fmpq_t x);
void sample_add_count(sample *s, uint64_t x);
void sample_add_double(sample *s, double x); // finite

crease_estimate sample_estimate(const sample *s);

// The t with P(|T| <= t) = 0.95 for T of Student's distribution with so many degrees of freedom,
// at least 1.
double sample_student(uint64_t freedom);

#endif
