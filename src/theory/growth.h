// Expected growth along random networks: bounds and exact means for the lengths of
// trajectories and for transitions.
//
// A random network is as in crease_net_random: the weights of a layer with n inputs and k
// rows are independent. V is the variance of a weight times n, Raghu's sigma_w^2; B the
// variance of a bias, sigma_b^2. Growth of a layer is
//   E |y'(t)| / |y'_before(t)|,
// where y(t) is the image of a curve: the factor by which its length grows on average, if
// what comes before is held fixed; over layers these factors multiply.
//
// These are expectations, not counts: they are computed in doubles, with a relative error
// below 1e-9, and nothing that is counted rests on them. growth.md has the proofs.
#ifndef THEORY_GROWTH_H
#define THEORY_GROWTH_H

#include "make/random_net.h"

// ---- Hard-tanh: Raghu, Poole, Kleinberg, Ganguli and Sohl-Dickstein 2017 ----

// Weights N(0, V/inputs), biases N(0, B); V > 0, B >= 0.

// A lower bound that holds along every curve, of the part of y'(t) at right angles to y(t): that of
// the image after a layer is on average at least this times that of y, and so is all of the
// image's derivative. The weights are N(0, V/inputs), q is at least the variance of pre-activations
// along the curve: V |y|^2/inputs + B, at most V + B after a hidden layer. growth.md, 2.
double growth_right_angles(double V, double q, size_t inputs, size_t rows);

// A segment from P to Q, step = |Q - P|^2 > 0, along = P.(Q - P), wedge = sqrt(|P|^2 step -
// along^2). Of its length the share that is at right angles to its points, the mean
// of the sine of the angle between x(t) and Q - P.
double growth_right_share(double step, double along, double wedge);

// By how much changes of sign grow from a hidden layer of `inputs` units to the next one, of `rows`
// units: growth.md, 2. All take V > 0, B >= 0, inputs >= 1, rows >= 1.

// Theorem 2, with its constant: the limit for V -> infinity with B/V fixed,
//   rows (2/pi) arctan(1 / sqrt(inputs - 1 + inputs B/V)).
double growth_transitions(double V, double B, size_t inputs, size_t rows);
// At this V, if the pre-activations of the layer before are independent normal processes, of
// variance q > 0 and independent of their derivatives, as those of the first layer are along a
// circle about 0 of radius sqrt(n), with q = V + B. Relative error below 1e-8. Cost: 10^5
// evaluations of erf.
double growth_sign_transitions(double V, double B, double q, size_t inputs, size_t rows);
// The variance of the next pre-activations in the limit of infinite width: V E h(z)^2 + B for z
// of variance q > 0.
double growth_variance(double V, double B, double q);

// ---- ReLU: Price and Tanner 2019 ----

// Theorem 2, of which Corollaries 1 to 3 are the cases gaussian, uniform and discrete: the
// growth is at least alpha M sqrt(rows) / 2. With or without biases, for any alpha.
double growth_price_tanner(const weight_moments *moments, size_t rows);
// The second moment is E |y'|^2 = alpha variance rows/2 |y'_before|^2 for almost every t: so the
// growth is at most the root of alpha variance rows / 2.
double growth_second_moment(const weight_moments *moments, size_t rows);
// Normal weights of this variance, all kept, and biases with a symmetric law: the growth,
// exactly: sigma E chi_J, where J is the number of heads in `rows` tosses of a coin.
double growth_gaussian(double variance, size_t rows);

// Exactly, at finite widths: ReLU layers of normal weights, no biases. Along a path that turns
// once by angle (radians) about 0, one neuron of layer l = count has
//   angle/pi (1 - (1 + k_0)/2^k_0) .. (1 - (1 + k_(l-1))/2^k_(l-1))
// zeros on average, where widths k_0 .. k_(l-1) are those of the layers before it. Zeros on
// pieces where the pre-activation is 0 throughout are not among them.
double growth_zeros(double angle, const size_t *widths, size_t count);

#endif
