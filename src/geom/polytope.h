// Half-spaces.
#ifndef GEOM_POLYTOPE_H
#define GEOM_POLYTOPE_H

#include <crease/domain.h>

// What a row (a_1, .., a_d, c) says of points u: a.u + c >= 0.
typedef enum { HOLDS_NEVER, HOLDS_ALWAYS, HOLDS_SOMEWHERE } half_space_kind;
half_space_kind half_space_classify(const fmpq *row, size_t dimension);

#endif
