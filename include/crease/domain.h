// Domains: convex sets of R^d (the space, a box, a polytope) with an affine parametrization
// x = M u + p of the n inputs of a network, a slice. Without a slice x = u and d = n. Vertices,
// maps and areas of regions are in the coordinates u. Formats: docs/formats.md.
#pragma once

#include <crease/status.h>

CREASE_BEGIN

typedef struct crease_domain crease_domain;

void crease_domain_free(crease_domain *domain);
crease_domain *crease_domain_new_space(size_t dimension);
// lo[i] <= u_i <= hi[i], dimension entries each, copied; CREASE_ERROR unless all lo[i] < hi[i].
crease_status crease_domain_new_box(crease_domain **domain, const fmpq *lo, const fmpq *hi,
                                    size_t dimension, crease_error *error);
// All points whose coordinates differ from those of a point by at most a positive radius: a ball in
// the maximum norm. box: NULL, or a box that it is clipped by; CREASE_ERROR if they do not overlap.
crease_status crease_domain_new_ball(crease_domain **domain, const fmpq *point, const fmpq_t radius,
                                     size_t dimension, const crease_domain *box,
                                     crease_error *error);

// From "LO,HI" (every coordinate) or "LO1,HI1,LO2,HI2,...": integers, decimals, p/q or hexadecimal
// floats, exactly.
crease_status crease_domain_parse_box(crease_domain **domain, const char *text, size_t dimension,
                                      crease_error *error);
// "X1,X2,..."; x has dimension entries.
crease_status crease_point_parse(fmpq *x, const char *text, size_t dimension, crease_error *error);

// ---- Polytopes ----

// All u with a_1 u_1 + .. + a_d u_d + c >= 0 for each row (a_1, .., a_d, c), copied; it may be
// unbounded. A row without coefficients is left out, or CREASE_ERROR if c < 0. The walk checks that
// the interior is not empty.
crease_status crease_domain_new_polytope(crease_domain **domain, const fmpq *inequalities,
                                         size_t rows, size_t dimension, crease_error *error);
// From an H-representation, a file of lrs or cdd (Avis; Fukuda).
crease_status crease_domain_read_ine(crease_domain **domain, const char *path, crease_error *error);

// ---- Slices ----

// Puts a domain without a slice into R^inputs by x = p_0 + u_1 (p_1 - p_0) + .. + u_d (p_d - p_0),
// where points are count = d + 1 rows p_i, copied. CREASE_ERROR, naming the point, unless they are
// affinely independent; the domain is then unchanged.
crease_status crease_domain_set_slice(crease_domain *domain, const fmpq *points, size_t count,
                                      size_t inputs, crease_error *error);
// One or more points from a file, JSON or lines of numbers: *count rows of *inputs entries, which
// the caller frees with _fmpq_vec_clear(points, count * inputs).
crease_status crease_points_read(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                 crease_error *error);

// ---- What a domain is ----

size_t crease_domain_dimension(const crease_domain *domain); // d
size_t crease_domain_inputs(const crease_domain *domain);    // n
// "R^2", "[-2, 3] x [-2, 2] on a plane in R^64", "polytope of 5 inequalities in R^3", .. Borrowed.
const char *crease_domain_text(const crease_domain *domain);
// Whether it contains no ray, or has no interior. Cost: for a polytope that of its vertices.
int crease_domain_is_bounded(const crease_domain *domain);

CREASE_END
