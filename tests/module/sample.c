// Statistics of a sample: by hand, against Welford's recurrence, and Student's distribution
// against its density.
#include "exact/sample.h"
#include "base/random.h"
#include "unit.h"

#include <math.h>

static int near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fabs(b);
}

static void by_hand(void)
{
    sample s;
    sample_init(&s);
    crease_estimate e = sample_estimate(&s);
    CU_ASSERT(e.count == 0 && isnan(e.mean) && isnan(e.error) && isnan(e.low));
    sample_add_count(&s, 2);
    e = sample_estimate(&s);
    CU_ASSERT(e.count == 1 && e.mean == 2 && isnan(e.deviation) && isnan(e.high));
    sample_add_double(&s, 4);
    fmpq_t x;
    fmpq_init(x);
    fmpq_set_si(x, 9, 1);
    sample_add(&s, x);
    e = sample_estimate(&s); // 2, 4, 9: squares of deviations 9, 1, 16
    CU_ASSERT(e.count == 3 && e.mean == 5);
    CU_ASSERT_DOUBLE_EQUAL(e.deviation, sqrt(13), 1e-15);
    CU_ASSERT_DOUBLE_EQUAL(e.error, sqrt(13. / 3), 1e-15);
    CU_ASSERT(near(e.high - e.mean, 4.302652729749464 * sqrt(13. / 3), 1e-12));
    CU_ASSERT(near(e.mean - e.low, e.high - e.mean, 1e-12));
    fmpq_clear(x);
    sample_clear(&s);
}

// Cancellation loses nothing; squares in doubles would lose everything.
static void far_from_zero(void)
{
    sample s;
    sample_init(&s);
    for (int i = 0; i < 4; i++)
        sample_add_double(&s, 1e15 + i);
    crease_estimate e = sample_estimate(&s);
    CU_ASSERT_EQUAL(e.mean, 1e15 + 1.5);
    CU_ASSERT(near(e.deviation, sqrt(5. / 3), 1e-15));
    sample_clear(&s);
}

// The recurrence of Welford, in doubles; and the same values backwards.
static void random_values(void)
{
    random_state state;
    random_seed(&state, 7);
    enum { COUNT = 500 };
    static double value[COUNT];
    double mean = 0, squares = 0;
    sample all, backwards;
    sample_init(&all);
    sample_init(&backwards);
    for (int i = 0; i < COUNT; i++) {
        value[i] = (double)(random_bits(&state) >> 11) * 0x1p-50 - 3;
        double step = value[i] - mean;
        mean += step / (i + 1);
        squares += step * (value[i] - mean);
        sample_add_double(&all, value[i]);
    }
    for (int i = COUNT; i-- > 0;)
        sample_add_double(&backwards, value[i]);
    crease_estimate e = sample_estimate(&all), again = sample_estimate(&backwards);
    CU_ASSERT_EQUAL(e.count, COUNT);
    CU_ASSERT(near(e.mean, mean, 1e-12));
    CU_ASSERT(near(e.deviation, sqrt(squares / (COUNT - 1)), 1e-12));
    CU_ASSERT(near(e.error, e.deviation / sqrt(COUNT), 1e-15));
    CU_ASSERT(e.mean == again.mean && e.error == again.error && e.low == again.low &&
              e.high == again.high && e.count == again.count);
    sample_clear(&all);
    sample_clear(&backwards);
}

// Of values that are all alike the interval is a point.
static void constant(void)
{
    sample s;
    sample_init(&s);
    for (int i = 0; i < 10; i++)
        sample_add_double(&s, 0.1);
    crease_estimate e = sample_estimate(&s);
    CU_ASSERT(e.mean == 0.1 && e.deviation == 0 && e.error == 0 && e.low == 0.1 && e.high == 0.1);
    sample_clear(&s);
}

// Simpson's rule for the density's part within t.
static double within(double n, double t)
{
    double scale = exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / sqrt(n * acos(-1)), sum = 0;
    enum { STEPS = 4000 };
    for (int i = 0; i <= STEPS; i++) {
        double x = t * i / STEPS, density = pow(1 + x * x / n, -(n + 1) / 2);
        sum += density * (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2);
    }
    return 2 * scale * sum * t / STEPS / 3;
}

static void student(void)
{
    CU_ASSERT(near(sample_student(1), tan(0.95 * acos(-1) / 2), 1e-12));
    CU_ASSERT(near(sample_student(2), 0.95 * sqrt(2 / (1 - 0.95 * 0.95)), 1e-12));
    CU_ASSERT(near(sample_student(10), 2.2281388519862747, 1e-12));
    for (unsigned n = 1; n <= 400; n += n < 195 || n > 205 ? 7 : 1)
        CU_ASSERT(near(within(n, sample_student(n)), 0.95, 1e-9));
    for (unsigned n = 1; n <= 1000; n++)
        CU_ASSERT(sample_student(n) > sample_student(n + 1));
    CU_ASSERT(near(sample_student(1000000000000), 1.959963984540054, 3e-5));
}

UNIT_MAIN("sample", {"by hand", by_hand}, {"far from zero", far_from_zero},
          {"random values", random_values}, {"constant", constant}, {"student", student})
