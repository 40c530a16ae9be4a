// Expected growth of lengths and of changes of sign in random networks: growth.md.
#include "theory/growth.h"

#include <math.h>

// E chi_j = sqrt 2 Gamma((j + 1)/2) / Gamma(j/2), 0 for j = 0.
static double mean_chi(size_t j)
{
    double half = (double)j / 2;
    return j ? M_SQRT2 * exp(lgamma(half + 0.5) - lgamma(half)) : 0;
}

// The mean of E chi_(J - less), 0 for J <= less, for J = Bin(k, alpha).
static double mean_chi_binomial(size_t k, double alpha, size_t less)
{
    if (alpha <= 0 || k <= less)
        return 0;
    if (alpha >= 1)
        return mean_chi(k - less);
    double sum = 0, n = (double)k;
    for (size_t j = less + 1; j <= k; j++) {
        double heads = (double)j,
               choose = lgamma(n + 1) - lgamma(heads + 1) - lgamma(n - heads + 1);
        sum += exp(choose + heads * log(alpha) + (n - heads) * log1p(-alpha)) * mean_chi(j - less);
    }
    return sum;
}

// ---- Hard-tanh ----

double growth_right_angles(double V, double q, size_t inputs, size_t rows)
{
    return sqrt(V / (double)inputs) * mean_chi_binomial(rows, erf(1 / sqrt(2 * q)), 1);
}

// The sine is h/sqrt(h^2 + u^2), u the place on the line and h its distance from 0.
double growth_right_share(double step, double along, double wedge)
{
    if (!(wedge > 0))
        return 0;
    double a = along / wedge, b = (along + step) / wedge; // the ends' u/h
    return wedge / step * asinh(b * sqrt(1 + a * a) - a * sqrt(1 + b * b));
}

// The variance of a pre-activation after a layer whose inputs are the hard-tanh of normal numbers
// of variance q.
double growth_variance(double V, double B, double q)
{
    if (!(q > 0))
        return B;
    double inside = erf(1 / sqrt(2 * q));
    double square = q * (inside - 2 * exp(-1 / (2 * q)) / sqrt(2 * M_PI * q));
    return V * (square + 1 - inside) + B;
}

double growth_transitions(double V, double B, size_t inputs, size_t rows)
{
    double n = (double)inputs;
    return (double)rows * M_2_PI * atan(1 / sqrt(n - 1 + n * B / V));
}

// (n/pi) times the integrand of growth.md, 2, at x = xi, y = eta: Phi^(n-1) exp(-b xi^2/2)
// times what is left of the derivative of Phi, with a = 1. saturated: P(|z| >= 1).
static double turning(double xi, double eta, double q, double b, double n, double saturated)
{
    double spread = 1 + eta * eta, h = xi * xi / spread, g = 1 / q + h;
    double root = sqrt(2 * M_PI * q), mass = sqrt(2 * M_PI / g) * erf(sqrt(g / 2));
    double phi = saturated * exp(-xi * xi / 2) + mass / (root * sqrt(spread));
    double slope = (mass / q + 2 * h * exp(-g / 2)) / (g * root * spread * sqrt(spread));
    return n * pow(phi, n - 1) * exp(-b * xi * xi / 2) * slope;
}

// With xi = e^s and eta = e^t the integrand falls off exponentially and is analytic, so that sums
// over multiples of h are off by e^(-c/h).
double growth_sign_transitions(double V, double B, double q, size_t inputs, size_t rows)
{
    enum { STEPS_PER_UNIT = 8, REACH = 22 * STEPS_PER_UNIT };
    double n = (double)inputs, b = B * n / V, saturated = erfc(1 / sqrt(2 * q)), sum = 0;
    double scale = 1 / sqrt(1 + b);
    for (int s = -REACH; s <= REACH; s++)
        for (int t = -REACH; t <= REACH; t++) {
            double xi = scale * exp((double)s / STEPS_PER_UNIT);
            double eta = exp((double)t / STEPS_PER_UNIT);
            sum += turning(xi, eta, q, b, n, saturated) * xi * eta;
        }
    sum /= STEPS_PER_UNIT * STEPS_PER_UNIT;
    return (double)rows / n * M_2_PI * sqrt(q) * sum;
}

// ---- ReLU ----

double growth_price_tanner(const weight_moments *moments, size_t rows)
{
    return moments->alpha * moments->projection * sqrt((double)rows) / 2;
}

double growth_second_moment(const weight_moments *moments, size_t rows)
{
    return sqrt(moments->alpha * moments->variance * (double)rows / 2);
}

double growth_gaussian(double variance, size_t rows)
{
    return sqrt(variance) * mean_chi_binomial(rows, 0.5, 0);
}

// ---- Zeros at finite width ----

double growth_zeros(double angle, const size_t *widths, size_t count)
{
    double zeros = angle / M_PI;
    for (size_t l = 0; l < count; l++)
        zeros *= 1 - (1 + (double)widths[l]) / exp2((double)widths[l]);
    return zeros;
}
