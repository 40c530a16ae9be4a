// Linear regions and affine maps of the regions of a walk.
#ifndef STUDY_MERGE_H
#define STUDY_MERGE_H

#include "study/map_table.h"
#include "study/seams.h"
#include "study/union_find.h"
#include <crease/study.h>

typedef struct {
    map_table maps;
    union_find regions; // joined into linear regions
    seam_stack seams;
    fmpz *row; // one output map
    size_t entries;
} merge;

void merge_init(merge *merged, const crease_net *net, const crease_domain *domain);
void merge_clear(merge *merged);
// A visitor that feeds merged; it wants maps.
crease_visitor merge_visitor(merge *merged);

#endif
