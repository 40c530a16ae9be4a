// Domains: the inputs that are looked at.
//
// A domain is a convex set in R^d, the whole space, a box or a polytope, and an affine
// parametrization x = M u + p that takes its points to the n inputs of a network. Without a
// slice this is the identity, and d = n. Everything that is said of regions, their vertices,
// maps and areas, is said in the coordinates u.
//
// Files are read by two functions each: one takes a path, "-" for standard input, the other size
// bytes of text and the name that stands for the file in messages. docs/formats.md has the formats.
#ifndef CREASE_DOMAIN_H
#define CREASE_DOMAIN_H

#include <crease/status.h>

CREASE_BEGIN

typedef struct crease_domain crease_domain;

void crease_domain_free(crease_domain *domain);

// ---- The whole space and boxes ----

// R^dimension.
crease_domain *crease_domain_new_space(size_t dimension);

// The box with lo[i] <= u_i <= hi[i], dimension entries each, which are copied; CREASE_ERROR
// unless lo[i] < hi[i] for every i.
crease_status crease_domain_new_box(crease_domain **domain, const fmpq *lo, const fmpq *hi,
                                    size_t dimension, crease_error *error);

// The box spelled "LO,HI" (every coordinate) or "LO1,HI1,LO2,HI2,...", each number
// an integer, a decimal, p/q or a hexadecimal float, taken exactly.
crease_status crease_domain_parse_box(crease_domain **domain, const char *text, size_t dimension,
                                      crease_error *error);

// The point spelled "X1,X2,..."; x has dimension entries, initialised by the caller.
crease_status crease_point_parse(fmpq *x, const char *text, size_t dimension, crease_error *error);

// The box of inputs of a VNN-LIB file (Demarchi et al.). What it says of outputs is ignored.
// Inputs whose bounds are equal are fixed: the domain is then a box of the others, in their
// order, with the slice that goes with it.
crease_status crease_domain_read_vnnlib(crease_domain **domain, const char *path,
                                        crease_error *error);
crease_status crease_domain_parse_vnnlib(crease_domain **domain, const char *text, size_t size,
                                         const char *name, crease_error *error);

// ---- Polytopes ----

// All u with a_1 u_1 + .. + a_d u_d + c >= 0 for each of the rows (a_1, .., a_d, c), which are
// copied; it may be unbounded. A row without coefficients says nothing if c >= 0, and is
// CREASE_ERROR if not. Whether the interior is empty is left to the walk.
crease_status crease_domain_new_polytope(crease_domain **domain, const fmpq *inequalities,
                                         size_t rows, size_t dimension, crease_error *error);

// The same from an H-representation, a file of lrs or cdd (Avis; Fukuda).
crease_status crease_domain_read_ine(crease_domain **domain, const char *path, crease_error *error);
crease_status crease_domain_parse_ine(crease_domain **domain, const char *text, size_t size,
                                      const char *name, crease_error *error);

// ---- Slices ----

// Puts the domain, of dimension d and without a slice so far, into R^inputs by the parametrization
//   x = p_0 + u_1 (p_1 - p_0) + .. + u_d (p_d - p_0),
// with points = (p_0, .., p_d), count = d + 1 rows of inputs entries, which are copied.
// CREASE_ERROR, naming the point that depends on those before it, unless they are affinely
// independent. After an error the domain is what it was.
crease_status crease_domain_set_slice(crease_domain *domain, const fmpq *points, size_t count,
                                      size_t inputs, crease_error *error);

// The points of a slice, at least two, from a JSON file. On success *points are *count rows of
// *inputs entries, to be freed with _fmpq_vec_clear(points, count * inputs).
crease_status crease_slice_read(fmpq **points, size_t *count, size_t *inputs, const char *path,
                                crease_error *error);
crease_status crease_slice_parse(fmpq **points, size_t *count, size_t *inputs, const char *text,
                                 size_t size, const char *name, crease_error *error);

// ---- What a domain is ----

size_t crease_domain_dimension(const crease_domain *domain); // d
size_t crease_domain_inputs(const crease_domain *domain);    // n
// "R^2", "[-2, 3] x [-2, 2]", "polytope of 5 inequalities in R^3", with a slice followed by
// " on a line in R^64", " on a plane in R^64" or " on a 3-dimensional slice of R^64". Borrowed
// from the domain.
const char *crease_domain_text(const crease_domain *domain);
// SHA-256 of its inequalities, as they were given, and of its parametrization, in lowest terms: the
// same for two domains only if walks of them are the same. 64 hexadecimal digits and NUL.
void crease_domain_sha256(char text[65], const crease_domain *domain);
// Whether no ray lies in it; true of a domain without interior. Cost: for a polytope that of
// its vertices, exactly.
int crease_domain_is_bounded(const crease_domain *domain);

CREASE_END
#endif
