// What a network does on a domain: between which values, with which slopes, which class it chooses.
// Exactly.
//
// Forms are affine functions of the outputs, rows of outputs + 1 entries: c_1 y_1 + .. + c_m y_m +
// c_0, the constant last. On a region they are affine functions of the coordinates, so extremes are
// taken at vertices, or not at all if they grow along a ray. The domain is closed: what is said of
// a region holds on its border too.
#ifndef CREASE_FUNCTION_H
#define CREASE_FUNCTION_H

#include <crease/walk.h>

CREASE_BEGIN

// ---- Range ----

// The least or the greatest value of a form.
typedef struct {
    int known;     // 0: no region was met before the walk was stopped
    int unbounded; // there is none: along point + t direction, t >= 0, the form passes every number
    fmpq_t value;  // if not unbounded
    fmpq *point;   // d entries: where the value is taken, a vertex of the region
    fmpq *direction; // d entries, if unbounded
    uint64_t region; // the first region, in the order of the walk, where this was found
} crease_extreme;

typedef struct {
    size_t dimension; // d, of the domain
    crease_extreme least, greatest;
    // Of the form at a uniformly distributed point of the domain, which must be bounded:
    //   mean = integral of f / volume,   variance = integral of (f - mean)^2 / volume.
    int has_moments;
    fmpq_t mean, variance;
} crease_range;

void crease_range_init(crease_range *range, const crease_domain *domain);
void crease_range_clear(crease_range *range);

// The range of each of count forms, whose rows have outputs + 1 entries. With moments also mean and
// variance: CREASE_ERROR unless the domain is bounded. After CREASE_STOPPED the extremes are those
// of the regions met so far, inner bounds of the true ones, and there are no moments. CREASE_FLOAT
// is refused. Cost: a walk with maps, every vertex of each region in integers; moments divide each
// region into simplices besides.
crease_status crease_ranges(crease_range *ranges, crease_counts *counts, const crease_net *net,
                            const crease_domain *domain, const fmpq *forms, size_t count,
                            int moments, const crease_options *options, crease_error *error);

// ---- Slope ----

// The Lipschitz constant on a convex domain is the greatest operator norm of a Jacobian A among the
// regions, as a segment between two points passes finitely many of them.
typedef enum {
    CREASE_NORM_2,   // of inputs and outputs, Euclidean: the greatest singular value of A
    CREASE_NORM_1,   // the greatest sum of |a_ij| over i, rational
    CREASE_NORM_MAX, // the greatest sum of |a_ij| over j, rational
} crease_norm;

// "1", "2", "inf".
const char *crease_norm_name(crease_norm norm);

typedef struct {
    int known;              // 0: no region was met before the walk was stopped
    crease_enclosure value; // lo == hi for the rational norms
    // Of CREASE_NORM_2: encloses the square of the norm, lo == hi if it is known exactly, which it
    // always is with one output or in one dimension.
    crease_enclosure squared;
    uint64_t region; // where: a region whose norm the enclosure contains, the first of them
    fmpq *point;     // inside it, d entries
    fmpq *map;       // its affine map: outputs rows of d + 1 entries, the constant last
    size_t dimension, outputs;
} crease_slope;

void crease_slope_init(crease_slope *slope, const crease_net *net, const crease_domain *domain);
void crease_slope_clear(crease_slope *slope);

// The greatest slope in a norm, in the coordinates of the domain. The enclosure of a norm that is
// not rational has a relative width of at most 10^-digits; 0 means 15. After CREASE_STOPPED it is
// that of the regions met so far. CREASE_FLOAT is refused. Cost: a walk with maps; CREASE_NORM_2
// with several outputs takes a characteristic polynomial for each region, of degree at most the
// lesser of outputs and dimension.
crease_status crease_slope_find(crease_slope *slope, crease_counts *counts, const crease_net *net,
                                const crease_domain *domain, crease_norm norm, unsigned digits,
                                const crease_options *options, crease_error *error);

// ---- Classes ----

// The class of a point is the number k of the greatest of the forms f_0, .., f_(K-1) there, the
// least such number if several are as great: their arg max. So a network with one output y has the
// forms 0 and y, and the classes y <= 0 and y > 0.
//
// Where forms are equal on a set of full dimension the class is the least number, and the cells of
// the set are tied.
typedef struct {
    uint64_t regions;         // decision regions
    uint64_t bounded_regions; // of these
    uint64_t cells, tied_cells;
    int finite;                 // all cells are bounded, and volumes were asked for
    fmpq_t volume, tied_volume; // if finite: length, area, volume, .. of all cells, of tied cells
} crease_class;

// A decision region: a maximal union of cells of one class joined through shared facets of full
// (d-1) dimension. A cell is the part of an activation region where one form is chosen: convex.
typedef struct {
    size_t number;  // of the class
    uint64_t cells; // that it is made of
    int bounded;    // all of them
    fmpq_t volume;  // if bounded, and volumes were asked for
    fmpq *point;    // inside it, d entries
} crease_decision_region;

// A piece of the decision boundary in the plane: a polyline, along which class `left` lies on the
// left and `right` on the right, left < right. Curves end where other pieces meet them, on the
// border of the domain and at infinity. Vertices are where they bend, and the ends.
//
// In one dimension it is a point, left the class below and right that above.
typedef struct {
    size_t left, right;
    int closed;      // the last vertex is joined to the first
    size_t vertices; // one at least
    fmpq *vertex;    // rows of d entries
    // Rays at the two ends, if there are any: primitive integer directions, away from the curve.
    int has_ray[2];
    fmpq *ray[2]; // d entries each
} crease_curve;

typedef struct {
    size_t dimension, count;        // d; classes
    crease_class *of;               // count of them
    crease_decision_region *region; // in the order of the walk
    size_t regions;
    // In one and two dimensions.
    crease_curve *curve; // by classes, then in the order of the walk
    size_t curves;
    // The volume of dimension d - 1 of the decision boundary inside the domain: the number of its
    // points, its length, its area, ..; empty (lo > hi) where that is infinite or was not measured.
    crease_enclosure boundary;
    int boundary_is_infinite;
} crease_classes;

void crease_classes_init(crease_classes *classes, const crease_domain *domain, size_t count);
void crease_classes_clear(crease_classes *classes);

// What is wanted besides the numbers of regions; 0: nothing.
enum {
    CREASE_CLASS_VOLUMES = 1,  // fractions with long denominators in large networks
    CREASE_CLASS_BOUNDARY = 2, // curves and boundary; in three and more dimensions, where the
                               // domain must be bounded for it, every two facets that a split
                               // makes in one class are met with each other
};

// The decision regions of count >= 2 forms, at most 65536, as crease_ranges has them. The relative
// width of the boundary's enclosure is at most 10^-digits; 0 means 15. counts, and max_regions,
// speak of cells in place of activation regions, but per_layer is that of the network. After
// CREASE_STOPPED the result is that of the cells met: regions may be parts of one region, and
// nothing is said of volume and boundary. CREASE_FLOAT is refused. Cost: a walk of the cells by one
// thread, whose facets wait for those across; memory in proportion to the number of cells.
crease_status crease_classes_find(crease_classes *classes, crease_counts *counts,
                                  const crease_net *net, const crease_domain *domain,
                                  const fmpq *forms, size_t count, unsigned what, unsigned digits,
                                  const crease_options *options, crease_error *error);

CREASE_END
#endif
