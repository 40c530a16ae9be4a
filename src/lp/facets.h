// Which inequalities of a polyhedron are facets: by vertices, programs in doubles, and integers.
#pragma once

#include "lp/dictionary.h"
#include <stdbool.h>

// Inequalities of a polyhedron, ascending, as numbers of dictionary_inequality.
typedef struct {
    size_t count;
    size_t *number;
    bool *is_redundant;
    // What shows that one is redundant, with the bounds: some inequalities of the dictionary, with
    // room for d rows each, by doubles; or FACETS_BY_INTEGERS: the list.
    size_t *needs;
    uint32_t *need;
} facet_list;
#define FACETS_BY_INTEGERS SIZE_MAX

// Finds which inequalities of the list, which must imply all others, are redundant; if several are
// equal, the first is not. lower: only those that facets_is_lower accepts, of others none. The
// dictionary is not changed.
void facets_decide(facet_list *list, geom_space *space, const dictionary *dict, bool lower);
// Whether an inequality is a split of the path that the polyhedron lies below.
bool facets_is_lower(const geom_space *space, const dictionary *dict, size_t number);
