// One trajectory: swept as often as its lengths need.
#ifndef PATH_MEASURE_H
#define PATH_MEASURE_H

#include "base/limits.h"
#include "net/rounded.h"
#include <crease/path.h>
#include <mpfr.h>

typedef struct {
    const crease_net *net;
    rounded_net *rounded; // after any parametrization
    crease_arith arith;
    fmpq_t width;         // of each length: a quarter of what was asked for
    mpfr_prec_t accuracy; // bits that tell apart numbers a 1/16 of width from each other
} measure_plan;

void measure_plan_init(measure_plan *plan, const crease_net *net, rounded_net *rounded,
                       crease_arith arith, const fmpq_t width);
void measure_plan_clear(measure_plan *plan);

// Fills a trajectory that has been initialised. Returns 0 if the ticker stopped it.
int measure_path(crease_trajectory *trajectory, const measure_plan *plan, const crease_path *path,
                 run_ticker *ticker);

#endif
