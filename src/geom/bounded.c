// Whether a domain is bounded.
#include "geom/cell.h"

int crease_domain_is_bounded(const crease_domain *domain)
{
    if (domain->is_box)
        return 1;
    sign_judge judge;
    geom_space space;
    geom_cell cell;
    sign_judge_init(&judge, CREASE_EXACT, 0);
    space_init(&space, domain->dimension, &judge);
    int bounded = !cell_from_domain(&cell, &space, domain) || cell_is_bounded(&cell, &space);
    space_clear(&space);
    sign_judge_clear(&judge);
    return bounded;
}
