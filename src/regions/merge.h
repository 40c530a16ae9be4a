// Linear regions and affine maps of the regions of a walk.
#ifndef REGIONS_MERGE_H
#define REGIONS_MERGE_H

#include "exact/key_table.h"
#include "regions/joining.h"
#include <crease/regions.h>

// Witnesses of the maps of a walk, and, where a record is kept, the file that has them.
typedef struct {
    key_table table;
    maps_file file;
} map_witnesses;

void map_witnesses_init(map_witnesses *witnesses);
// status: of all work of the record; it is returned, or that of the file.
crease_status map_witnesses_end(map_witnesses *witnesses, crease_status status,
                                crease_error *error);
// Their line of the record of a walk that comes after; and from that line, those of so many
// regions.
crease_status map_witnesses_save(FILE *to, map_witnesses *witnesses, crease_error *error);
crease_status map_witnesses_take(map_witnesses *witnesses, uint64_t regions,
                                 const crease_options *options, word_scanner *scan,
                                 crease_error *error);

// crease_count_linear, which leaves witnesses, initialised before, to be ended whatever it returns.
crease_status merge_count(crease_counts *counts, crease_linear_counts *linear,
                          const crease_net *net, const crease_domain *domain,
                          const crease_options *options, map_witnesses *witnesses,
                          crease_error *error);

// Whether the witnesses prove that no other region of that walk has the same map.
int merge_is_alone(const key_table *witnesses, const crease_region *region);

// Counts a share of the work, and leaves what it has to know of the others, to be cleared whatever
// it returns. Any region may have the same map as one of another share, so each is looked at, in
// one walk.
crease_status merge_share(crease_counts *counts, joining *share, const crease_net *net,
                          const crease_domain *domain, const crease_options *options,
                          crease_error *error);

#endif
