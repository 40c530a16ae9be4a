// Which inequalities of a polyhedron are facets: by vertices, programs in doubles, and integers.
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
// equal, the first is not. lower: only those that facets_is_lower accepts, of others none. The
// dictionary is not changed. By number: redundant becomes the number of rows of the dictionary,
// from the first on, which with the bounds suffice to make an inequality so.
void facets_decide(facet_list *list, size_t *redundant, geom_space *space, const dictionary *dict,
                   bool lower);
// Whether an inequality is a split of the path that the polyhedron lies below.
bool facets_is_lower(const geom_space *space, const dictionary *dict, size_t number);
