// Mean, standard error and confidence interval of a sample, from exact sums.
#include "exact/sample.h"

#include "exact/rational.h"
#include <math.h>

void sample_init(sample *s)
{
    s->count = 0;
    fmpq_init(s->sum);
    fmpq_init(s->squares);
}

void sample_clear(sample *s)
{
    fmpq_clear(s->sum);
    fmpq_clear(s->squares);
}

void sample_add(sample *s, const fmpq_t x)
{
    s->count++;
    fmpq_add(s->sum, s->sum, x);
    fmpq_addmul(s->squares, x, x);
}

void sample_add_count(sample *s, uint64_t x)
{
    fmpq_t value;
    fmpq_init(value);
    fmpz_set_ui(fmpq_numref(value), x);
    sample_add(s, value);
    fmpq_clear(value);
}

void sample_add_double(sample *s, double x)
{
    fmpq_t value;
    fmpq_init(value);
    rational_set_double(value, x);
    sample_add(s, value);
    fmpq_clear(value);
}

// ---- Student's distribution ----

// With more degrees of freedom the quantile is the same in five digits.
enum { MOST_FREEDOM = 100000 };
static const double level = 0.95, pi = 3.14159265358979323846;

// P(|T| <= sqrt(freedom) tan(theta)): Abramowitz and Stegun, 26.7.3 and 26.7.4.
static double student_within(uint64_t freedom, double theta)
{
    double cosine = cos(theta), term = 1, sum = 0;
    const int odd = freedom % 2 == 1;
    if (odd)
        term = cosine;
    for (uint64_t k = odd; k < freedom; k += 2) {
        sum += term;
        term *= (double)(k + 1) / (double)(k + 2) * cosine * cosine;
    }
    return odd ? 2 / pi * (theta + sin(theta) * sum) : sin(theta) * sum;
}

double sample_student(uint64_t freedom)
{
    freedom = freedom < MOST_FREEDOM ? freedom : MOST_FREEDOM;
    double low = 0, high = pi / 2;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (student_within(freedom, middle) < level)
            low = middle;
        else
            high = middle;
    }
    return sqrt((double)freedom) * tan(low);
}

// ---- what it tells ----

// (squares - sum^2 / n) / (n - 1) and, divided by n again, the variance of the mean.
static void variances(fmpq_t of_values, fmpq_t of_mean, const sample *s)
{
    fmpz_t n;
    fmpz_init_set_ui(n, s->count);
    fmpq_mul(of_mean, s->sum, s->sum);
    fmpq_div_fmpz(of_mean, of_mean, n);
    fmpq_sub(of_values, s->squares, of_mean);
    fmpz_sub_ui(n, n, 1);
    fmpq_div_fmpz(of_values, of_values, n);
    fmpz_add_ui(n, n, 1);
    fmpq_div_fmpz(of_mean, of_values, n);
    fmpz_clear(n);
}

crease_estimate sample_estimate(const sample *s)
{
    crease_estimate e = {s->count, NAN, NAN, NAN, NAN, NAN};
    fmpq_t mean, variance;
    fmpq_init(mean);
    fmpq_init(variance);
    if (s->count > 1) {
        variances(variance, mean, s);
        e.deviation = sqrt(rational_double(variance));
        e.error = sqrt(rational_double(mean));
    }
    if (s->count > 0) {
        fmpz_t n;
        fmpz_init_set_ui(n, s->count);
        fmpq_div_fmpz(mean, s->sum, n);
        e.mean = rational_double(mean);
        fmpz_clear(n);
    }
    if (s->count > 1) {
        double reach = sample_student(s->count - 1) * e.error;
        e.low = e.mean - reach;
        e.high = e.mean + reach;
    }
    fmpq_clear(mean);
    fmpq_clear(variance);
    return e;
}
