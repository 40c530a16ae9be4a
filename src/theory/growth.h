// Expected growth along random networks (crease_net_random): lengths of curves and transitions.
//
// The growth of a layer is E |y'(t)| / |y'_before(t)| for the image y of a curve, with everything
// before the layer fixed; over layers these factors multiply. A layer has n inputs and k rows of
// independent weights. V is n times the variance of a weight, B the variance of a bias; V > 0,
// B >= 0, n >= 1, k >= 1. These are expectations in doubles, with relative errors below 1e-8, and
// no count rests on them. growth.md has the proofs.
#ifndef THEORY_GROWTH_H
#define THEORY_GROWTH_H

#include "make/random_net.h"

// ---- Hard-tanh with normal weights: Raghu, Poole, Kleinberg, Ganguli and Sohl-Dickstein 2017 ----

// A lower bound along every curve, for the part of y'(t) at right angles to y(t). q is at least the
// variance of pre-activations along the curve: V |y|^2/n + B, at most V + B after a hidden layer.
double growth_right_angles(double V, double q, size_t inputs, size_t rows);
// The share of the length of a segment P to Q that is at right angles to its points. step =
// |Q - P|^2 > 0, along = P.(Q - P), wedge = sqrt(|P|^2 step - along^2).
double growth_right_share(double step, double along, double wedge);

// By how much changes of sign grow from one hidden layer to the next. In the limit V -> infinity
// with B/V fixed (Theorem 2, with its constant): rows (2/pi) arctan(1 / sqrt(n - 1 + n B/V)).
double growth_transitions(double V, double B, size_t inputs, size_t rows);
// At this V, if pre-activations of the layer before are independent normal processes of variance
// q > 0, independent of their derivatives: growth.md, 2. Cost: 10^5 evaluations of erf.
double growth_sign_transitions(double V, double B, double q, size_t inputs, size_t rows);
// The variance of the next pre-activations at infinite width: V E h(z)^2 + B, z of variance q > 0.
double growth_variance(double V, double B, double q);

// ---- ReLU: Price and Tanner 2019 ----

// Theorem 2: the growth is at least alpha M sqrt(rows) / 2, for any biases.
double growth_price_tanner(const weight_moments *moments, size_t rows);
// The root of the second moment, an upper bound: sqrt(alpha variance rows / 2).
double growth_second_moment(const weight_moments *moments, size_t rows);
// The growth for normal weights, all kept, and biases with a symmetric law: sigma E chi_J, where J
// is the number of heads in `rows` tosses of a coin.
double growth_gaussian(double variance, size_t rows);

// The mean number of zeros of one neuron along a path that turns once by angle (radians) about 0;
// normal weights, no biases. widths: of the layers before it. Zeros on pieces where the
// pre-activation is 0 throughout are not counted.
double growth_zeros(double angle, const size_t *widths, size_t count);

#endif
