// Facets of cells without vertices: what earlier cells of the path have shown changes none. They
// are found in the usual way, without anything known of the path, and in exact arithmetic, which
// has no rays and no programs in doubles.
#include "cell/cell.h"
#include "lp/polyhedron.h"
#include "nets.h"
#include "tree/region.h"
#include "unit.h"

typedef struct {
    FILE *text;
    bool alone; // without the path
    size_t regions;
} listing;

static void put_facet(FILE *text, const geom_space *space, half_space facet)
{
    const plane_origin *origin = space->origin + facet.plane;
    fprintf(text, "%d:%u:%u:%u:%d ", origin->split == NO_SPLIT, origin->layer, origin->unit,
            origin->breakpoint, facet.side);
}

static crease_visit on_region(void *data, const crease_region *region)
{
    listing *list = data;
    geom_space *space = region_space(region);
    const geom_cell *cell = region->cell;
    if (!cell->dictionary) // it has vertices
        return CREASE_STOP;
    if (list->alone) {
        half_space *facet;
        dictionary *dict = polyhedron_canonical(space, cell->facet, cell->facets, 0);
        const size_t count = polyhedron_facets(&facet, space, dict, false);
        for (size_t f = 0; f < count; f++)
            put_facet(list->text, space, facet[f]);
    } else {
        for (size_t f = 0; f < crease_region_facets(region); f++)
            put_facet(list->text, space, region_facet_plane(region, f));
    }
    fputc('\n', list->text);
    return ++list->regions < 60 ? CREASE_GO : CREASE_STOP;
}

// The facets of the first regions, a line each; the caller frees it.
static char *facets_of(const crease_net *net, const crease_domain *domain, crease_arith arith,
                       bool alone)
{
    char *text = NULL;
    size_t size = 0;
    listing list = {.text = open_memstream(&text, &size), .alone = alone};
    const crease_options options = {.arith = arith, .threads = 1};
    crease_visitor visitor = {.data = &list, .region = on_region};
    crease_counts counts;
    crease_counts_init(&counts, net);
    const crease_status status = crease_walk(&counts, net, domain, &options, &visitor, NULL);
    CU_ASSERT(status == CREASE_OK || status == CREASE_STOPPED);
    crease_counts_clear(&counts);
    fclose(list.text);
    return text;
}

static void same_facets(void)
{
    static const char *const box[] = {"-1,1", "-1,1/3", "0,2"};
    size_t length = 0;
    SEEDS(seed, 24) {
        random_state random = unit_random(seed);
        const size_t inputs = 6 + random_below(&random, 3);
        crease_net *net = random_net_of(&random, inputs, 5, 1 + (int)random_below(&random, 9),
                                        random_named_activation);
        crease_domain *domain;
        CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, box[seed % 3], inputs, NULL),
                              CREASE_OK);
        char *usual = facets_of(net, domain, CREASE_FILTERED, false),
             *alone = facets_of(net, domain, CREASE_FILTERED, true),
             *exact = facets_of(net, domain, CREASE_EXACT, false);
        CU_ASSERT_STRING_EQUAL(usual, alone);
        CU_ASSERT_STRING_EQUAL(usual, exact);
        length += strlen(usual);
        free(usual);
        free(alone);
        free(exact);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(length > 1000);
}

UNIT_MAIN("prefix", {"the same facets with and without the path", same_facets})
