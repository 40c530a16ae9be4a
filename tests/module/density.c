// Boundary in the plane: the formula against lines drawn at random, and roots against closed forms.
#include "theory/density.h"
#include "base/random.h"
#include "unit.h"

#include <math.h>

static double normal(random_state *random)
{
    double u = ((double)(random_bits(random) >> 11) + 0.5) * 0x1p-53;
    double v = ((double)(random_bits(random) >> 11) + 0.5) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

static void roots(void)
{
    CU_ASSERT_DOUBLE_EQUAL(density_mean_root(2, 2), sqrt(M_PI), 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(density_mean_root(9, 0), 3 * sqrt(2 / M_PI), 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(density_mean_root(0, 9), 3 * sqrt(2 / M_PI), 1e-9);
    CU_ASSERT_EQUAL(density_mean_root(0, 0), 0);
    // the complete elliptic integral E(m = 3/4) = 1.2110560275684594
    CU_ASSERT_DOUBLE_EQUAL(density_mean_root(1, 0.25), sqrt(M_PI / 2) * M_2_PI * 1.2110560275684594,
                           1e-12);
    for (double ratio = 1; ratio > 1e-12; ratio /= 7)
        CU_ASSERT_DOUBLE_EQUAL(density_mean_root(5, 5 * ratio), density_mean_root(5 * ratio, 5),
                               1e-12);
}

// A line a x + b y + c = 0.
typedef struct {
    double a, b, c;
} line;

// Its length in [-1, 1]^2: the part of a parameter that four inequalities leave.
static double length_of(line l)
{
    double norm = hypot(l.a, l.b), x = -l.a * l.c / (norm * norm), y = -l.b * l.c / (norm * norm);
    double dx = -l.b / norm, dy = l.a / norm, low = -1e300, high = 1e300;
    double at[] = {x, y}, way[] = {dx, dy};
    for (int i = 0; i < 2; i++) {
        double s = (-1 - at[i]) / way[i], t = (1 - at[i]) / way[i];
        low = fmax(low, fmin(s, t));
        high = fmin(high, fmax(s, t));
    }
    return fmax(0, high - low);
}

static int meet(line l, line m)
{
    double det = l.a * m.b - l.b * m.a;
    double x = (l.b * m.c - m.b * l.c) / det, y = (m.a * l.c - l.a * m.c) / det;
    return fabs(x) < 1 && fabs(y) < 1;
}

// One layer is lines, which are drawn without any network.
static void lines(void)
{
    enum { UNITS = 12, NETS = 20000 };
    static const double biases[] = {0.05, 0.25, 3};
    random_state random;
    random_seed(&random, 31);
    for (int which = 0; which < 3; which++) {
        double sum[2] = {0}, squares[2] = {0};
        for (int n = 0; n < NETS; n++) {
            line l[UNITS];
            double found[2] = {0};
            for (int i = 0; i < UNITS; i++) {
                l[i] =
                    (line){normal(&random), normal(&random), sqrt(biases[which]) * normal(&random)};
                found[0] += length_of(l[i]) / 4;
                for (int j = 0; j < i; j++)
                    found[1] += meet(l[i], l[j]) / 4.0;
            }
            for (int k = 0; k < 2; k++) {
                sum[k] += found[k] / NETS;
                squares[k] += found[k] * found[k] / NETS;
            }
        }
        const size_t width = UNITS;
        plane_density expected = density_in_square(2, biases[which], &width, 1);
        for (int k = 0; k < 2; k++) {
            double error = sqrt((squares[k] - sum[k] * sum[k]) / NETS);
            double value = k ? expected.vertices : expected.length;
            CU_ASSERT(fabs(sum[k] - value) < 5 * error);
            CU_ASSERT(error < 0.01 * value);
        }
    }
}

// In the limit a layer without biases of its own between them changes nothing for V = 2.
static void layers(void)
{
    const size_t one[] = {10}, two[] = {5, 5};
    plane_density a = density_in_square(2, 1e-1, one, 1), b = density_in_square(2, 1e-1, two, 2);
    CU_ASSERT(b.length < a.length && b.length > 0.7 * a.length); // farther from 0
    plane_density most = density_in_square(2, 1e6, one, 1);
    CU_ASSERT(most.length < 0.02 * a.length);
    // homogeneous: V and B together
    plane_density c = density_in_square(6, 0.3, one, 1);
    CU_ASSERT_DOUBLE_EQUAL(c.vertices, a.vertices, 1e-9 * a.vertices);
}

UNIT_MAIN("density", {"roots", roots}, {"lines", lines}, {"layers", layers})
