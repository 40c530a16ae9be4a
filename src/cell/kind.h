// The table of operations behind cell.h: what each kind of cells does in its own way. Where a
// pointer is NULL the kind does not have the operation, and kind.c says what then holds.
#pragma once

#include "cell/cell.h"
#include <stdbool.h>

struct cell_kind {
    void (*whole)(geom_cell *cell, geom_space *space); // all of the space
    void (*split)(geom_cell half[2], geom_space *space, const geom_cell *cell,
                  const signed char *sign, uint32_t plane, uint32_t *slots);
    bool (*clip)(geom_cell *cell, geom_space *space, half_space facet);
    void (*copy)(geom_cell *copy, geom_space *space, const geom_cell *cell);
    const geom_cell *(*canonical)(const geom_cell *cell, geom_space *space,
                                  bool (*keeps)(const void *data, uint32_t plane),
                                  const void *data);
    bool (*is_bounded)(const geom_cell *cell, geom_space *space);
    bool (*box)(box_approx *box, const geom_cell *cell, const geom_space *space);
    bool (*shrink_box)(box_approx *box, const geom_cell *cell, geom_space *space);
    double (*size)(const geom_cell *cell, const geom_space *space); // of a bounded cell
    sides (*sides)(const geom_cell *cell, geom_space *space, const cell_form *form,
                   signed char *sign);
    int (*holds)(const geom_cell *cell, geom_space *space, double *form, const fmpz *row);
    size_t (*facets)(half_space **facet, const geom_cell *cell, geom_space *space);
    size_t (*lower_facets)(half_space **facet, const geom_cell *cell, geom_space *space);
    size_t (*facets_meeting)(half_space *facet, const geom_cell *cell, size_t generator);
    size_t (*facet_borders)(half_space *border, const geom_cell *cell, const geom_space *space,
                            const half_space *facet, size_t facets, uint32_t plane);
    void (*facet_box)(double *low, double *high, const geom_cell *cell, geom_space *space,
                      uint32_t plane);
    const geom_cell *(*corners)(const geom_cell *cell, geom_space *space, const half_space *facet,
                                size_t facets);
    void (*interior)(fmpq *x, const geom_cell *cell, geom_space *space);
    void (*point_beyond)(fmpq *x, const geom_cell *cell, geom_space *space, uint32_t plane);
    bool (*maximise)(program_optimum *optimum, const geom_cell *cell, geom_space *space,
                     const fmpz *row, int sign, bool refutes);
    bool (*lies_beside)(const geom_cell *cell, geom_space *space, const fmpz *row, int side);
};

// ---- generators.c: cells that have generators ----

bool generators_clip(geom_cell *cell, geom_space *space, half_space facet);
void generators_copy(geom_cell *copy, geom_space *space, const geom_cell *cell);
bool generators_are_bounded(const geom_cell *cell, geom_space *space);
bool generators_box(box_approx *box, const geom_cell *cell, const geom_space *space);
sides generators_sides(const geom_cell *cell, geom_space *space, const cell_form *form,
                       signed char *sign);
int generators_hold(const geom_cell *cell, geom_space *space, double *form, const fmpz *row);
bool generators_lie_beside(const geom_cell *cell, geom_space *space, const fmpz *row, int side);

// ---- facets.c: the facets of cells of vertices ----

size_t vertices_facets(half_space **facet, const geom_cell *cell, geom_space *space);
size_t vertices_facets_meeting(half_space *facet, const geom_cell *cell, size_t generator);
size_t vertices_facet_borders(half_space *border, const geom_cell *cell, const geom_space *space,
                              const half_space *facet, size_t facets, uint32_t plane);
void vertices_facet_box(double *low, double *high, const geom_cell *cell, geom_space *space,
                        uint32_t plane);
