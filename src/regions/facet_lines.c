// The facets that wait for their neighbours, as lines of a record of unexplored work.
#include "regions/facet_lines.h"

#include "base/error.h"
#include <inttypes.h>
#include <string.h>

// Of splits that have ended; no path is longer.
enum { MOST_ENDED = 1 << 27 };

static void put_facet(FILE *to, const filed_facet *facet, int side, const uint64_t *number)
{
    const uint64_t region = number ? number[facet->region] : facet->region;
    fprintf(to, "kept facet %d %" PRIu64 " %" PRIu64, side, region, facet->map);
    if (facet->shape) {
        facet_shape_put(to, facet->shape);
    } else {
        fprintf(to, " %d", facet->on_right);
        kept_put_integers(to, facet->point[0], 3);
        kept_put_integers(to, facet->point[1], 3);
    }
    putc('\n', to);
}

static void put_split(FILE *to, const char *name, const split_facets *split, const uint64_t *number)
{
    kept_put_count(to, name, split->split);
    for (int s = 0; s < 2; s++)
        for (size_t k = 0; k < split->side[s].count; k++)
            put_facet(to, split->side[s].facet + k, s, number);
}

void facet_lines_put(FILE *to, const facet_matching *matching, const uint64_t *number)
{
    if (matching->ended)
        kept_put_count(to, "ended", matching->ended);
    for (size_t i = 0; i < matching->outers; i++)
        put_split(to, "outer", matching->outer + i, number);
    for (size_t i = 0; i < matching->count; i++)
        put_split(to, "split", matching->open + i, number);
}

static crease_status take_ends(filed_facet *facet, word_scanner *scan, crease_error *error)
{
    uint64_t on_right;
    if (record_take_number(&on_right, scan, 1, error) ||
        kept_take_integers(facet->point[0], 3, scan, error) ||
        kept_take_integers(facet->point[1], 3, scan, error))
        return CREASE_ERROR;
    facet->on_right = (int)on_right;
    for (int i = 0; i < 2; i++)
        if (fmpz_sgn(facet->point[i] + 2) < 0)
            return error_set(error, "expected the ends of a facet");
    return CREASE_OK;
}

// Cells of one and two dimensions have facets with two ends, or one, unless they are kept as those
// of others are.
static crease_status take_facet(facet_matching *matching, const facet_context *of, uint64_t split,
                                word_scanner *scan, crease_error *error)
{
    uint64_t side, region, map;
    facet_shape *shape = NULL;
    if (kept_take_name(scan, "facet", error) || record_take_number(&side, scan, 1, error) ||
        record_take_number(&region, scan, UINT64_MAX, error) ||
        record_take_number(&map, scan, UINT64_MAX, error))
        return CREASE_ERROR;
    if (region >= of->regions || map >= of->maps)
        return error_set(error, "expected a facet of a region that has been found");
    if (of->dimension > 2 &&
        facet_shape_take(&shape, scan, of->dimension + 1, of->arith, error) != CREASE_OK)
        return CREASE_ERROR;
    filed_facet *facet = facet_matching_file(matching, split, (int)side, region, map);
    facet->shape = shape;
    if (!shape && take_ends(facet, scan, error))
        return CREASE_ERROR;
    return record_end_line(scan, error);
}

// All splits of one kind, from the root, with their facets.
static crease_status take_splits(facet_matching *matching, const facet_context *of,
                                 const char *name, word_scanner *scan, crease_error *error)
{
    const int open = !strcmp(name, "split");
    crease_status status = CREASE_OK;
    uint64_t split = 0, before = 0;
    for (int first = 1; status == CREASE_OK && kept_is_next(scan, name); first = 0) {
        status = kept_take_count(&split, scan, name, NO_SPLIT - 1, error);
        if (status == CREASE_OK && !first && split <= before)
            return error_set(error, "expected splits from the root upwards");
        before = split;
        if (open)
            facet_matching_open(matching, split);
        while (status == CREASE_OK && kept_is_next(scan, "facet"))
            status = take_facet(matching, of, split, scan, error);
    }
    return status;
}

crease_status facet_lines_take(facet_matching *matching, const facet_context *of,
                               word_scanner *scan, crease_error *error)
{
    uint64_t ended = 0;
    matching->dimension = of->dimension == 2 ? 2 : 0;
    if (kept_is_next(scan, "ended") && kept_take_count(&ended, scan, "ended", MOST_ENDED, error))
        return CREASE_ERROR;
    matching->ended = ended;
    if (take_splits(matching, of, "outer", scan, error))
        return CREASE_ERROR;
    return take_splits(matching, of, "split", scan, error);
}
