// The length of the image of a path behind every layer, added up while it is swept.
//
// On a stretch [lo, hi] the image behind layer l is A t + B, and its length
// |A| (t_hi - t_lo). A and t come from the maps of the sweep, either as pairs of doubles with
// their proved bounds, or as integers, which have no error. All else is interval arithmetic:
// docs/trajectory.md.
#ifndef STUDY_RULER_H
#define STUDY_RULER_H

#include "exact/interval.h"
#include "study/sweep.h"

typedef struct {
    sweep *of;
    mpfr_prec_t precision;
    int failed;       // a pair of doubles overflowed: lengths mean nothing
    interval *length; // 0 .. layers
    interval *place;  // t of each point of the sweep's space
    size_t places;
    interval work[3];
    double *slope, *rest; // scratch: of each row of a layer on the present stretch
    fmpz *row;
} ruler;

void ruler_init(ruler *r, sweep *of, mpfr_prec_t precision);
void ruler_clear(ruler *r);

// The path's own length: adds that of the edge from p to q.
void ruler_edge(ruler *r, const fmpq *p, const fmpq *q, size_t inputs);
// To be told of the ends of a segment, of every point, and of every stretch.
void ruler_ends(ruler *r);
void ruler_point(ruler *r, uint32_t point, const plane_origin *origin, uint32_t lo, uint32_t hi);
void ruler_piece(ruler *r, size_t l, uint32_t lo, uint32_t hi);

// ---- ruler_pairs.c, ruler_integers.c ----

// The coefficient of t, and the constant, of the question that makes the point.
void ruler_pairs_form(ruler *r, interval form[2], const plane_origin *origin);
// The norm of A behind layer l.
void ruler_pairs_norm(ruler *r, interval *norm, size_t l);
void ruler_integers_place(ruler *r, interval *t, uint32_t point);
void ruler_integers_norm(ruler *r, interval *norm, size_t l);

#endif
