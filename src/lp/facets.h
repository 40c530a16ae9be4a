// Which inequalities of a polyhedron are facets: by rays, programs in doubles, and integers.
#pragma once

#include "lp/dictionary.h"
#include <stdbool.h>

// Inequalities of a polyhedron, ascending, as numbers of dictionary_inequality.
typedef struct {
    size_t count;
    size_t *number;
    bool *is_redundant;
} facet_list;

// Finds which inequalities of the list, which must imply all others, are redundant; if several are
// equal, the first is not. lower: only those that facets_is_lower accepts, of others none. from: a
// point that lies inside by error bounds, or NULL. The dictionary is not changed.
//
// By number: redundant becomes the number of rows of the dictionary, from the first on, which with
// the bounds suffice to make an inequality so, and beyond, d + 2 doubles, a point outside one that
// is not. Before, w = 0 or any point, which helps if it lies near such a one.
void facets_decide(facet_list *list, size_t *redundant, double *beyond, geom_space *space,
                   const dictionary *dict, const double *from, bool lower);
// Whether an inequality is a split of the path that the polyhedron lies below.
bool facets_is_lower(const geom_space *space, const dictionary *dict, size_t number);
