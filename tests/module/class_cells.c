// Cells of classes: those without vertices need none.
#include "regions/class_cells.h"

#include "nets.h"
#include "tree/region.h"
#include "unit.h"
#include "walk/observer.h"

#include <crease/make.h>

enum { CLASSES = 3 };

// Passes each cell on, and looks at what has been made of it.
static struct {
    crease_visitor visitor;
    uint64_t cells, with_corners;
} tally;

static crease_visit pass_on(void *data, const crease_region *region)
{
    const crease_visit next = tally.visitor.region(data, region);
    tally.cells++;
    tally.with_corners += region->cell->count > 0 || region->cache->corners;
    return next;
}

// The network that chooses among the outputs of a random one.
static crease_net *deciding_net(size_t inputs, uint64_t seed)
{
    const size_t widths[] = {inputs, 5, 5, CLASSES};
    const crease_random how = {.bias_std = "0.1", .seed = seed};
    crease_net *net;
    fmpq *forms = _fmpq_vec_init(CLASSES * (CLASSES + 1));
    CU_ASSERT_FATAL(crease_net_random(&net, widths, 4, &how, NULL) == CREASE_OK);
    for (size_t k = 0; k < CLASSES; k++)
        fmpq_one(forms + k * (CLASSES + 2));
    crease_net *deciding = net_deciding(net, forms, CLASSES);
    _fmpq_vec_clear(forms, CLASSES * (CLASSES + 1));
    crease_net_free(net);
    return deciding;
}

static void walk(size_t dimension, uint64_t seed, unsigned what)
{
    const crease_options options = {.threads = 1};
    crease_domain *domain;
    crease_net *net = deciding_net(dimension, seed);
    CU_ASSERT_FATAL(crease_domain_parse_box(&domain, "-1,1", dimension, NULL) == CREASE_OK);
    class_question asked = {.net = net,
                            .dimension = dimension,
                            .count = CLASSES,
                            .last = crease_net_hidden(net) - 1,
                            .what = what,
                            .digits = 15};
    class_cells all;
    crease_counts counts;
    class_frame_init(&asked.frame, domain);
    class_cells_init(&all, &asked);
    crease_counts_init(&counts, net);
    walk_observer observer = class_cells_observer(&all);
    tally.visitor = observer.visitor;
    tally.cells = tally.with_corners = 0;
    observer.visitor.region = pass_on;
    CU_ASSERT(walk_observe(&counts, net, domain, &options, &observer, NULL) == CREASE_OK);
    CU_ASSERT_EQUAL(tally.cells, counts.activation_regions);
    crease_counts_clear(&counts);
    class_cells_clear(&all);
    class_frame_clear(&asked.frame);
    crease_domain_free(domain);
    crease_net_free(net);
}

// From six inputs on a cell has very many vertices, and nothing of them is needed.
static void without_corners(void)
{
    for (size_t dimension = 6; dimension <= 8; dimension++)
        for (unsigned points = 0; points <= 1; points++) {
            walk(dimension, dimension, points ? CREASE_CLASS_POINTS : 0);
            CU_ASSERT(tally.cells > 100);
            CU_ASSERT_EQUAL(tally.with_corners, 0);
        }
}

// The boundary needs them in any dimension.
static void with_corners(void)
{
    walk(6, 6, CREASE_CLASS_BOUNDARY);
    CU_ASSERT_EQUAL(tally.with_corners, tally.cells);
    walk(3, 3, CREASE_CLASS_VOLUMES | CREASE_CLASS_BOUNDARY);
    CU_ASSERT_EQUAL(tally.with_corners, tally.cells);
}

UNIT_MAIN("class_cells", {"without_corners", without_corners}, {"with_corners", with_corners})
