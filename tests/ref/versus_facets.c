// The facets of one region, as the engine shows them, against the reference's inequalities.
#include "versus.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

static void read_facets(ref_system *list, const crease_region *region, size_t dimension)
{
    fmpq *row = _fmpq_vec_init((slong)dimension + 1);
    crease_facet facet;
    ref_system_init(list, dimension);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        mpq_t *to = ref_system_append(list);
        crease_region_facet(row, &facet, region, i);
        for (size_t j = 0; j <= dimension; j++)
            fmpq_get_mpq(to[j], row + j);
        ref_row_normalise(to, dimension);
    }
    _fmpq_vec_clear(row, (slong)dimension + 1);
}

static size_t find(const ref_system *list, const mpq_t *row)
{
    size_t r = 0;
    while (r < list->rows && !ref_numbers_equal(ref_system_row(list, r), row, list->variables + 1))
        r++;
    return r;
}

// An inequality is needed iff the others allow a point that it forbids.
static bool is_needed(const ref_system *system, size_t row)
{
    ref_system changed;
    ref_system_copy(&changed, system);
    for (size_t j = 0; j <= system->variables; j++)
        mpq_neg(ref_system_row(&changed, row)[j], ref_system_row(&changed, row)[j]);
    bool needed = ref_feasible(NULL, &changed);
    ref_system_clear(&changed);
    return needed;
}

bool versus_facets(const char **what, ref_system *needed, const crease_region *region,
                   const ref_region *reference)
{
    const ref_system *system = &reference->system;
    ref_system found;
    read_facets(&found, region, system->variables);
    ref_system_init(needed, system->variables);
    *what = NULL;
    for (size_t r = 0; r < found.rows && !*what; r++) {
        if (find(system, ref_system_row(&found, r)) == system->rows)
            *what = "a facet lies on no inequality of the region";
        if (find(&found, ref_system_row(&found, r)) != r)
            *what = "a facet comes twice";
    }
    for (size_t r = 0; r < system->rows && !*what; r++) {
        bool shown = find(&found, ref_system_row(system, r)) < found.rows;
        if (shown)
            ref_system_append_copy(needed, ref_system_row(system, r));
        if (shown != is_needed(system, r))
            *what = shown ? "a facet is redundant" : "a facet is missing";
    }
    ref_system_clear(&found);
    return *what == NULL;
}
