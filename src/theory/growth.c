// Expected growth of lengths, and breakpoints along a line, in random networks: docs/random.md.
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

double growth_raghu(double V, double B, double k)
{
    double p = erf(1 / sqrt(2 * (V + B))), scale = sqrt(V * k);
    return (scale * p / sqrt(1 + (k - 1) * p) - scale * p * pow(1 - p, k - 1)) / M_SQRT2;
}

double growth_raghu_order(double V, double B, double k)
{
    double s = sqrt(V + B);
    return sqrt(V * k) / sqrt(s * (s + k));
}

double growth_raghu_upper(double V, double k)
{
    return sqrt(V * (k + 1) / k);
}

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

double growth_transitions(double V, double B, size_t inputs, size_t rows)
{
    double n = (double)inputs;
    return (double)rows * M_2_PI * atan(1 / sqrt(n - 1 + n * B / V));
}

// (n/pi) times the integrand of docs/random.md, 2, at x = xi, y = eta: Phi^(n-1) exp(-b xi^2/2)
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

double mean_subset_norm_sphere(size_t k, double alpha)
{
    return mean_chi_binomial(k, alpha, 0) / mean_chi(k);
}

// With S the sum of xi_i u_i^2, where xi_i are independent and 1 with probability alpha,
//   E sqrt S = 1/(2 sqrt pi) int_0^inf (1 - E exp(-x S)) x^(-3/2) dx,
// and E exp(-x S) is a product. With x = e^t the integrand falls off like e^(-|t|/2) and is
// analytic for |Im t| < pi/2, so the sum over multiples of h is off by e^(-pi^2/h).
double mean_subset_norm(const double *u, size_t k, double alpha)
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

// ---- Breakpoints along a line ----

// E z^2, E z z' and E z'^2 of a pre-activation z(t) at one t, of one layer.
typedef struct {
    double value, both, slope;
} moments;

// Where the line is nearest to 0, as the first layer sees it: value(t) = slope (t - nearest)^2
// + apart^2/slope and both(t) = slope (t - nearest), since apart^2 = value slope - both^2 is
// the same everywhere.
typedef struct {
    const growth_line *of;
    double level;
    size_t layer;
    double slope, nearest, apart;
    double unit; // t = nearest + unit tan(turn)
} place;

// |Q - P|^2 and P.P Q.Q - (P.Q)^2 lose digits if P and Q are nearly parallel; the first is that
// of the caller's numbers, and the second is not below 0.
static place look(const growth_line *line, double level)
{
    double V = line->V, B = line->B, apart = line->pp - 2 * line->pq + line->qq;
    place at = {.of = line, .level = level, .slope = V * fmax(apart, 0)};
    double wedge = fmax(line->pp * line->qq - line->pq * line->pq, 0);
    at.apart = sqrt(V * V * wedge + B * at.slope);
    at.nearest = at.slope > 0 ? V * (line->pp - line->pq) / at.slope : 0;
    at.unit = at.apart > 0 ? at.apart / at.slope : 1 / sqrt(at.slope);
    return at;
}

// The hard-tanh of a normal z, with p = P(|z| < 1) and m = E z^2 1(|z| < 1).
static void pass_hard_tanh(moments *of, double V, double B)
{
    double q = of->value;
    if (q > 0) {
        double p = erf(1 / sqrt(2 * q));
        double m = q * (p - 2 * exp(-1 / (2 * q)) / sqrt(2 * M_PI * q));
        double lean = of->both / q; // E (z' | z) = lean z
        of->slope = lean * lean * m + (of->slope - lean * of->both) * p;
        of->both = lean * m;
        of->value = m + (1 - p);
    }
    *of = (moments){V * of->value + B, V * of->both, V * of->slope};
}

double growth_variance(double V, double B, double q)
{
    moments of = {.value = q};
    pass_hard_tanh(&of, V, B);
    return of.value;
}

// E |z'| given z = level, times the density of z there.
static double density(const moments *of, double level)
{
    double q = of->value;
    if (!(q > 0))
        return 0;
    double mean = of->both * level / q, spread = of->slope - of->both * of->both / q;
    double deviation = sqrt(fmax(spread, 0)), size = fabs(mean);
    if (deviation > 0)
        size = deviation * sqrt(2 / M_PI) * exp(-mean * mean / (2 * spread)) +
               mean * erf(mean / (deviation * M_SQRT2));
    return size * exp(-level * level / (2 * q)) / sqrt(2 * M_PI * q);
}

static double turn_density(const place *at, double turn)
{
    double way = at->unit * tan(turn), stretch = at->unit / (cos(turn) * cos(turn));
    moments now = {.value = at->slope * way * way, .both = at->slope * way, .slope = at->slope};
    if (at->apart > 0)
        now.value += at->apart * at->apart / at->slope;
    for (size_t l = 0; l < at->layer; l++)
        pass_hard_tanh(&now, at->of->V, at->of->B);
    return density(&now, at->level) * stretch;
}

// The rule of Gauss and Legendre with five points.
static double gauss(const place *at, double from, double to)
{
    static const double node[] = {0.0, 0.53846931010568309104, 0.90617984593866399280};
    static const double weight[] = {0.56888888888888888889, 0.47862867049936646804,
                                    0.23692688505618908751};
    double middle = (from + to) / 2, half = (to - from) / 2;
    double sum = weight[0] * turn_density(at, middle);
    for (int i = 1; i < 3; i++) {
        double below = turn_density(at, middle - half * node[i]);
        sum += weight[i] * (below + turn_density(at, middle + half * node[i]));
    }
    return sum * half;
}

static double integrate(const place *at, double from, double to, double whole, int depth)
{
    double middle = (from + to) / 2;
    double left = gauss(at, from, middle), right = gauss(at, middle, to);
    if (depth == 0 || fabs(left + right - whole) <= 1e-13 * (1 + fabs(whole)))
        return left + right;
    return integrate(at, from, middle, left, depth - 1) +
           integrate(at, middle, to, right, depth - 1);
}

// As seen from the point of the first layer, 0 a unit away, over which the line turns.
static double turn_to(const place *at, double t, double unit)
{
    double way = t - at->nearest;
    return unit > 0 ? atan(way / unit) : way > 0 ? M_PI_2 : way < 0 ? -M_PI_2 : 0;
}

static double cross_hard_tanh(const place *at)
{
    enum { PARTS = 16, DEPTH = 30 };
    double from = at->of->whole ? -M_PI_2 : turn_to(at, 0, at->unit);
    double to = at->of->whole ? M_PI_2 : turn_to(at, 1, at->unit), sum = 0;
    if (!(at->apart > 0) && at->level == 0)
        return at->of->whole || (from < 0 && to > 0); // all at once, at 0
    for (int i = 0; i < PARTS; i++) {
        double a = from + (to - from) * i / PARTS, b = from + (to - from) * (i + 1) / PARTS;
        sum += integrate(at, a, b, gauss(at, a, b), DEPTH);
    }
    return sum;
}

// A ReLU halves all three moments, and V and B do to them what they do on the first layer: so
// slope and both keep their shape, and only the distance from 0 grows, with the biases.
static double cross_relu(const place *at)
{
    double V = at->of->V, slope = at->slope, square = at->apart > 0 ? at->apart * at->apart : 0;
    double least = square / slope;
    for (size_t l = 0; l < at->layer; l++) {
        least = V / 2 * least + at->of->B;
        slope *= V / 2;
    }
    double unit = sqrt(least / slope);
    return at->of->whole ? 1 : (turn_to(at, 1, unit) - turn_to(at, 0, unit)) / M_PI;
}

void growth_crossings(double *expected, size_t layers, const growth_line *line, double level)
{
    place at = look(line, level);
    for (at.layer = 0; at.layer < layers; at.layer++) {
        if (!(at.slope > 0))
            expected[at.layer] = 0;
        else
            expected[at.layer] = line->hard_tanh ? cross_hard_tanh(&at) : cross_relu(&at);
    }
}

double growth_zeros(double angle, const size_t *widths, size_t count)
{
    double zeros = angle / M_PI;
    for (size_t l = 0; l < count; l++)
        zeros *= 1 - (1 + (double)widths[l]) / exp2((double)widths[l]);
    return zeros;
}
