// The regions of a walk, kept.
#include "survey.h"

#include "base/memory.h"

#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// The mean of the vertices plus the sum of the rays.
static fmpq *interior_point(const crease_region *region, size_t dimension)
{
    size_t vertices = crease_region_vertices(region), rays = crease_region_rays(region);
    fmpq *x = _fmpq_vec_init((slong)dimension), *y = _fmpq_vec_init((slong)dimension);
    for (size_t i = 0; i < vertices; i++) {
        crease_region_vertex(y, region, i);
        for (size_t c = 0; c < dimension; c++)
            fmpq_add(x + c, x + c, y + c);
    }
    fmpz_t count;
    fmpz_init_set_ui(count, vertices);
    for (size_t c = 0; c < dimension; c++)
        fmpq_div_fmpz(x + c, x + c, count);
    fmpz_clear(count);
    for (size_t i = 0; i < rays; i++) {
        crease_region_ray(y, region, i);
        for (size_t c = 0; c < dimension; c++)
            fmpq_add(x + c, x + c, y + c);
    }
    _fmpq_vec_clear(y, (slong)dimension);
    return x;
}

static crease_visit on_region(void *data, const crease_region *region)
{
    survey *s = data;
    size_t n = s->regions++;
    MEMORY_RESERVE(s->pattern, s->pattern_capacity, s->regions * s->units);
    MEMORY_RESERVE(s->bounded, s->bounded_capacity, s->regions);
    MEMORY_RESERVE(s->point, s->point_capacity, s->regions);
    uint32_t *to = s->pattern + n * s->units;
    for (size_t l = 0; l < crease_net_hidden(s->net); l++) {
        size_t width = crease_net_width(s->net, l);
        memcpy(to, crease_region_pattern(region, l), width * sizeof *to);
        to += width;
    }
    s->bounded[n] = crease_region_is_bounded(region);
    s->point[n] = interior_point(region, s->dimension);
    return CREASE_GO;
}

void survey_init(survey *s, const crease_net *net, const crease_domain *domain)
{
    *s = (survey){.net = net, .dimension = crease_domain_dimension(domain)};
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        s->units += crease_net_width(net, l);
    MEMORY_RESERVE(s->pattern, s->pattern_capacity, 1); // there even if no unit is hidden
    crease_visitor visitor = {.data = s, .region = on_region};
    crease_counts counts;
    crease_counts_init(&counts, net);
    if (crease_walk(&counts, net, domain, NULL, &visitor, NULL) != CREASE_OK)
        abort();
    crease_counts_clear(&counts);
}

void survey_clear(survey *s)
{
    for (size_t i = 0; i < s->regions; i++)
        _fmpq_vec_clear(s->point[i], (slong)s->dimension);
    free(s->point);
    free(s->bounded);
    free(s->pattern);
}
