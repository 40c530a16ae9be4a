// How much boundary a random ReLU network has in the plane: docs/random.md, 7.
#include "theory/density.h"

#include <math.h>

// sqrt(a X^2 + b Y^2) is E sqrt(X^2 + Y^2) = sqrt(pi/2) times the mean of sqrt(a cos^2 + b sin^2)
// over a circle. For ratios near 0 that has nearly corners, so the angle is spread out there: with
// tan = e^s sqrt(a/b)^(1/2) steps of s see it evenly, and the integrand falls off like e^-|s|.
double density_mean_root(double a, double b)
{
    enum { STEPS = 400 };
    const double step = 0.1;
    double scale = a > 0 && b > 0 ? pow(a / b, 0.25) : 1, sum = 0;
    for (int i = -STEPS; i <= STEPS; i++) {
        double tangent = scale * exp(step * i), square = 1 + tangent * tangent;
        sum += sqrt((a + b * tangent * tangent) / square) * tangent / square;
    }
    return sqrt(M_PI / 2) * sum * step * M_2_PI;
}

// Of a unit of a layer at a point: the variance of its pre-activation, and those of its gradient
// where it is 0, along the radius and across.
typedef struct {
    double value, along, across;
} unit_law;

static unit_law law_at(double V, double B, size_t layer, double radius2)
{
    double value = V * radius2 / 2 + B, slope = V / 2; // of the first layer, with two inputs
    double both2 = slope * slope * radius2;            // (E z z')^2 along the radius
    for (size_t l = 0; l < layer; l++) {
        value = V / 2 * value + B;
        both2 *= V / 2 * (V / 2);
        slope *= V / 2;
    }
    return (unit_law){value, slope - both2 / value, slope};
}

// E |grad z| delta(z).
static double length_at(unit_law z)
{
    return density_mean_root(z.along, z.across) / sqrt(2 * M_PI * z.value);
}

// E |det (grad y, grad z)| delta(y) delta(z), y and z independent: given grad y the determinant is
// normal, of variance y_1^2 z.across + y_2^2 z.along.
static double vertices_at(unit_law y, unit_law z)
{
    double root = density_mean_root(y.along * z.across, y.across * z.along);
    return sqrt(2 / M_PI) * root / (2 * M_PI * sqrt(y.value * z.value));
}

static plane_density density_at(double V, double B, const size_t *width, size_t layers,
                                double radius2)
{
    plane_density sum = {0, 0};
    for (size_t l = 0; l < layers; l++) {
        unit_law z = law_at(V, B, l, radius2);
        double units = (double)width[l];
        sum.length += units * length_at(z);
        sum.vertices += units * (units - 1) / 2 * vertices_at(z, z);
        for (size_t k = 0; k < l; k++)
            sum.vertices += units * (double)width[k] * vertices_at(law_at(V, B, k, radius2), z);
    }
    return sum;
}

// Gauss and Legendre with five points in each direction of each of PARTS^2 parts of a quadrant.
plane_density density_in_square(double V, double B, const size_t *width, size_t layers)
{
    enum { POINTS = 5, PARTS = 6 };
    static const double node[POINTS] = {-0.90617984593866399280, -0.53846931010568309104, 0,
                                        0.53846931010568309104, 0.90617984593866399280};
    static const double weight[POINTS] = {0.23692688505618908751, 0.47862867049936646804,
                                          0.56888888888888888889, 0.47862867049936646804,
                                          0.23692688505618908751};
    plane_density sum = {0, 0};
    for (int i = 0; i < PARTS * POINTS; i++)
        for (int j = 0; j <= i; j++) { // the same at (x, y) and (y, x)
            double x = (i / POINTS + (1 + node[i % POINTS]) / 2) / PARTS;
            double y = (j / POINTS + (1 + node[j % POINTS]) / 2) / PARTS;
            double w = weight[i % POINTS] * weight[j % POINTS] / 4 / (PARTS * PARTS);
            plane_density at = density_at(V, B, width, layers, x * x + y * y);
            sum.length += (i == j ? 1 : 2) * w * at.length;
            sum.vertices += (i == j ? 1 : 2) * w * at.vertices;
        }
    return sum;
}
