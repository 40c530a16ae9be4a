// Vertices and rays as visitors see them, and their order.
#include "atlas.h"
#include "tree/region.h"
#include "unit.h"

// ---- Shapes, region by region, spelled out. ----

typedef struct {
    const char *layers, *box;
    // One text per region: "x,y x,y / dx,dy dx,dy", vertices and then rays.
    const char *shapes[6];
} shape_case;

static const shape_case shape_cases[] = {
    // The plane shows the origin, and directions that span it.
    {LINEAR("[[1, 1]]", "[1]"), NULL, {"0,0 / 1,0 0,1 -1,0 0,-1"}},
    {LINEAR("[[1, 1]]", "[1]"), "-1,1/2", {"-1,-1 1/2,-1 1/2,1/2 -1,1/2 /"}},
    // Half-planes show the foot of their border.
    {RELU("[[1, 0]]", "[0]"), NULL, {"0,0 / 0,1 -1,0 0,-1", "0,0 / 0,-1 1,0 0,1"}},
    {RELU("[[1, 1]]", "[-1]"),
     NULL,
     {"1/2,1/2 / -1,1 -1,0 0,-1 1,-1", "1/2,1/2 / 1,-1 1,0 0,1 -1,1"}},
    // A strip between two half-planes.
    {RELU("[[0, 1], [0, 1]]", "[0, -1]"),
     NULL,
     {"0,0 / -1,0 0,-1 1,0", "0,1 0,0 / -1,0 1,0", "0,1 / 1,0 0,1 -1,0"}},
    // Quadrants.
    {RELU("[[1, 0], [0, 1]]", "[-1, -2]"),
     NULL,
     {"1,2 / -1,0 0,-1", "1,2 / 0,1 -1,0", "1,2 / 0,-1 1,0", "1,2 / 1,0 0,1"}},
    // Half-strips.
    {RELU("[[1, 0], [1, 0], [0, 1]]", "[0, -1, 0]"),
     NULL,
     {"0,0 / -1,0 0,-1", "0,0 / 0,1 -1,0", "1,0 0,0 / 0,-1", "0,0 1,0 / 0,1", "1,0 / 0,-1 1,0",
      "1,0 / 1,0 0,1"}},
    // From the least vertex on, whichever crease made it.
    {RELU("[[1, 1]]", "[-1]"), "0,1", {"0,0 1,0 0,1 /", "0,1 1,0 1,1 /"}},
    {RELU("[[1, -1]]", "[0]"), "0,1", {"0,0 1,1 0,1 /", "0,0 1,0 1,1 /"}},
    {RELU("[[2, 2]]", "[-1]"), "0,1", {"0,0 1/2,0 0,1/2 /", "0,1/2 1/2,0 1,0 1,1 0,1 /"}},
    // In lowest terms.
    {RELU("[[3, 7]]", "[-1]"),
     "0,1/2,0,1/5",
     {"0,0 1/3,0 0,1/7 /", "0,1/7 1/3,0 1/2,0 1/2,1/5 0,1/5 /"}},
};

static void append_points(FILE *stream, const fmpq *point, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *x = fmpq_get_str(NULL, 10, point + 2 * i),
             *y = fmpq_get_str(NULL, 10, point + 2 * i + 1);
        fprintf(stream, "%s%s,%s", i ? " " : "", x, y);
        flint_free(x);
        flint_free(y);
    }
}

static char *shape_text(const atlas_region *region)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    append_points(stream, region->vertex, region->vertices);
    fprintf(stream, " /%s", region->rays ? " " : "");
    append_points(stream, region->ray, region->rays);
    fclose(stream);
    return text;
}

// "1,2 / -1,0 0,-1" up to the order of the rays, which is not promised.
static bool same_shape(const char *found, const char *expected)
{
    const char *slash = strchr(expected, '/');
    if (strncmp(found, expected, (size_t)(slash - expected)) || strlen(found) != strlen(expected))
        return false;
    char rays[100];
    snprintf(rays, sizeof rays, "%s", slash + 1);
    for (char *ray = strtok(rays, " "); ray; ray = strtok(NULL, " "))
        if (!strstr(found + (slash - expected), ray))
            return false;
    return true;
}

static void check_shapes(const shape_case *cases, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        crease_net *net = net_of(cases[k].layers);
        crease_domain *domain = domain_of(cases[k].box);
        atlas a;
        atlas_init(&a, net, domain);
        CU_ASSERT(a.certain);
        for (size_t i = 0; i < a.count; i++) {
            char *found = shape_text(a.region + i);
            CU_ASSERT_FATAL(i < 6 && cases[k].shapes[i] != NULL);
            if (!same_shape(found, cases[k].shapes[i]))
                printf("\n    %s, region %zu: %s, expected %s", cases[k].layers, i, found,
                       cases[k].shapes[i]);
            CU_ASSERT(same_shape(found, cases[k].shapes[i]));
            free(found);
        }
        CU_ASSERT(a.count == 6 || cases[k].shapes[a.count] == NULL);
        atlas_clear(&a);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

static void shapes(void)
{
    check_shapes(shape_cases, sizeof shape_cases / sizeof *shape_cases);
}

UNIT_MAIN("region_generators", {"shapes", shapes})
