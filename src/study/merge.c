// Linear regions and affine maps of the regions of a walk.
#include "study/merge.h"

#include <flint/fmpz_vec.h>

void merge_init(merge *merged, const crease_net *net, const crease_domain *domain)
{
    *merged = (merge){
        .entries = crease_net_outputs(net) * (crease_domain_dimension(domain) + 1),
    };
    map_table_init(&merged->maps);
    merged->row = _fmpz_vec_init((slong)merged->entries);
}

void merge_clear(merge *merged)
{
    map_table_clear(&merged->maps);
    union_find_clear(&merged->regions);
    seam_stack_clear(&merged->seams);
    _fmpz_vec_clear(merged->row, (slong)merged->entries);
}

static crease_visit on_split(void *data, const crease_split *split)
{
    merge *merged = data;
    seam_open(&merged->seams, split->id);
    return CREASE_GO;
}

static crease_visit on_region(void *data, const crease_region *region)
{
    merge *merged = data;
    region_integer_map(merged->row, region);
    uint64_t map = map_table_enter(&merged->maps, merged->row, merged->entries);
    uint64_t number = union_find_add(&merged->regions);
    for (size_t i = 0; i < region_facets(region); i++) {
        region_facet_info facet;
        region_facet(&facet, region, i);
        seam_add(&merged->seams, &facet, number, map);
    }
    return CREASE_GO;
}

static void join(void *data, uint64_t a, uint64_t b)
{
    merge *merged = data;
    union_find_join(&merged->regions, a, b);
}

static void on_leave(void *data, const crease_split *split)
{
    merge *merged = data;
    (void)split;
    seam_close(&merged->seams, join, merged);
}

crease_visitor merge_visitor(merge *merged)
{
    return (crease_visitor){
        .data = merged, .wants_maps = 1, .split = on_split, .region = on_region, .leave = on_leave};
}

crease_status crease_count_linear(crease_counts *counts, crease_linear_counts *linear,
                                  const crease_net *net, const crease_domain *domain,
                                  const crease_options *options, crease_error *error)
{
    merge merged;
    merge_init(&merged, net, domain);
    crease_visitor visitor = merge_visitor(&merged);
    crease_status status = crease_walk(counts, net, domain, options, &visitor, error);
    *linear = (crease_linear_counts){merged.regions.sets, merged.maps.count};
    merge_clear(&merged);
    return status;
}
