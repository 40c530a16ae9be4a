// Expected growth of lengths in random networks: docs/random.md, 2 to 4.
#include "theory/growth.h"

#include <math.h>

// ---- Hard-tanh ----

double crease_growth_raghu(double V, double B, double k)
{
    double p = erf(1 / sqrt(2 * (V + B))), scale = sqrt(V * k);
    return (scale * p / sqrt(1 + (k - 1) * p) - scale * p * pow(1 - p, k - 1)) / M_SQRT2;
}

double crease_growth_raghu_order(double V, double B, double k)
{
    double s = sqrt(V + B);
    return sqrt(V * k) / sqrt(s * (s + k));
}

double crease_growth_raghu_upper(double V, double k)
{
    return sqrt(V * (k + 1) / k);
}

double crease_growth_transitions(double V, double B, double k)
{
    return sqrt(k / (1 + B / V));
}

// ---- ReLU ----

double crease_growth_price_tanner(const crease_weight_moments *moments, size_t rows)
{
    return moments->alpha * moments->projection * sqrt((double)rows) / 2;
}

double crease_growth_second_moment(const crease_weight_moments *moments, size_t rows)
{
    return sqrt(moments->alpha * moments->variance * (double)rows / 2);
}

// E chi_j = sqrt 2 Gamma((j + 1)/2) / Gamma(j/2), 0 for j = 0.
static double mean_chi(size_t j)
{
    double half = (double)j / 2;
    return j ? M_SQRT2 * exp(lgamma(half + 0.5) - lgamma(half)) : 0;
}

// The mean of E chi_J for J = Bin(k, alpha).
static double mean_chi_binomial(size_t k, double alpha)
{
    if (alpha <= 0)
        return 0;
    if (alpha >= 1)
        return mean_chi(k);
    double sum = 0, n = (double)k;
    for (size_t j = 1; j <= k; j++) {
        double heads = (double)j,
               choose = lgamma(n + 1) - lgamma(heads + 1) - lgamma(n - heads + 1);
        sum += exp(choose + heads * log(alpha) + (n - heads) * log1p(-alpha)) * mean_chi(j);
    }
    return sum;
}

double crease_growth_gaussian(double variance, size_t rows)
{
    return sqrt(variance) * mean_chi_binomial(rows, 0.5);
}

double crease_mean_subset_norm_sphere(size_t k, double alpha)
{
    return mean_chi_binomial(k, alpha) / mean_chi(k);
}

// With S the sum of xi_i u_i^2, where xi_i are independent and 1 with probability alpha,
//   E sqrt S = 1/(2 sqrt pi) int_0^inf (1 - E exp(-x S)) x^(-3/2) dx,
// and E exp(-x S) is a product. With x = e^t the integrand falls off like e^(-|t|/2) and is
// analytic for |Im t| < pi/2, so the sum over multiples of h is off by e^(-pi^2/h).
double crease_mean_subset_norm(const double *u, size_t k, double alpha)
{
    enum { STEPS_PER_UNIT = 4, REACH = 80 };
    double largest = 0, sum = 0;
    for (size_t i = 0; i < k; i++)
        largest = fmax(largest, fabs(u[i]));
    if (!(largest > 0))
        return 0;
    for (int step = -REACH * STEPS_PER_UNIT; step <= REACH * STEPS_PER_UNIT; step++) {
        double t = (double)step / STEPS_PER_UNIT, x = exp(t), product = 0;
        for (size_t i = 0; i < k; i++) {
            double size = u[i] / largest;
            product += log1p(alpha * expm1(-x * size * size));
        }
        sum -= expm1(product) * exp(-t / 2);
    }
    return largest * sum / (2 * sqrt(M_PI) * STEPS_PER_UNIT);
}
