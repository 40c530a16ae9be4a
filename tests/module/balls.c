// Vertices, volumes, moments, facets and maps in balls, against those in integers, on random and on
// tied networks, with numbers of points and without; volumes and moments by vertices and by faces,
// against sums of simplices.
#include "ball_holds.h"
#include "cutting.h"
#include "nets.h"
#include "regions/moments.h"
#include "tree/region.h"

#include <crease/function.h>
#include <crease/make.h>
#include <flint/fmpq_vec.h>

enum { MOST = 6, MOST_SUMMED = 4 }; // dimensions; of those of exact moments
enum { SOME = 8 };                  // regions, of which one has moments of wide forms

typedef struct {
    size_t dimension, vertices, volumes, by_vertices, moments, by_cones, slopes, facets, regions;
    bool has_numbers;   // points have them
    size_t divided;     // vertices that follow from the ends of an edge
    size_t wide_forms;  // regions with moments of these
    size_t lines;       // sides of regions whose integers no vertex needed
    output_forms forms; // the first output
} tally;

// Exact moments are sums over simplices.
static void compare_moments(tally *of, const crease_region *region)
{
    enum { ENTRIES = 3 };
    const size_t d = of->dimension;
    ball form[MOST + 1], sums[ENTRIES];
    moments exact;
    fmpq_t volume, factorial;
    fmpq_init(volume);
    fmpq_init(factorial);
    fmpz_fac_ui(&factorial->num, d);
    moments_init(&exact, 1, d, 0, 0);
    output_forms_take(&of->forms, region);
    output_forms_need_exact(&of->forms);
    moments_add(&exact, region, &of->forms);
    const fmpq *total = long_sum_total(&exact.total);
    crease_region_volume(volume, region);
    fmpq_mul(volume, volume, factorial);
    CU_ASSERT(fmpq_equal(volume, total));
    for (size_t c = 0; c <= d; c++) {
        const fmpq *entry = fmpq_mat_entry(of->forms.row, 0, (slong)c);
        form[c] = ball_of_rational(entry);
        CU_ASSERT(ball_holds(of->forms.ball_row + c, entry));
    }
    // Sums over vertices if 66 bits are left, whatever is left, and sums over faces.
    double bound = 0;
    for (int by = 0; by < 3; by++) {
        static const double error[] = {0, 1e9, -1};
        if (!region_moment_balls(sums, region, form, 1, error[by]))
            continue;
        for (size_t k = 0; k < ENTRIES; k++) {
            fmpq_div(volume, total + k, factorial);
            CU_ASSERT(ball_holds(sums + k, volume));
        }
        of->moments += by == 0;
        of->by_cones += by == 2 && sums[2].bound != bound;
        bound = sums[2].bound;
    }
    moments_clear(&exact);
    fmpq_clear(volume);
    fmpq_clear(factorial);
}

// The sums over simplices of the form whose entry c is larger by a step, divided by d!.
static void sum_moved(fmpq *sums, tally *of, const crease_region *region, size_t c,
                      const fmpq_t step)
{
    enum { ENTRIES = 3 };
    moments exact;
    fmpz_t factorial;
    fmpz_init(factorial);
    fmpz_fac_ui(factorial, of->dimension);
    output_forms_take(&of->forms, region);
    output_forms_need_exact(&of->forms);
    fmpq *entry = fmpq_mat_entry(of->forms.row, 0, (slong)c);
    fmpq_add(entry, entry, step);
    fmpq_mat_get_fmpz_mat_rowwise(of->forms.whole, of->forms.denominator, of->forms.row);
    moments_init(&exact, 1, of->dimension, 0, 0);
    moments_add(&exact, region, &of->forms);
    for (size_t k = 0; k < ENTRIES; k++)
        fmpq_div_fmpz(sums + k, long_sum_total(&exact.total) + k, factorial);
    moments_clear(&exact);
    fmpz_clear(factorial);
}

// If one entry of a form is a wide ball, the sums contain those of all forms in it.
static void compare_wide_forms(tally *of, const crease_region *region)
{
    enum { ENTRIES = 3 };
    static const double wide = 0x1p-20, error[] = {1e9, -1};
    const size_t d = of->dimension, c = of->regions / SOME % (d + 1);
    ball form[MOST + 1], sums[ENTRIES];
    fmpq *exact = _fmpq_vec_init(ENTRIES);
    fmpq_t step;
    fmpq_init(step);
    output_forms_take(&of->forms, region);
    output_forms_need_exact(&of->forms);
    for (size_t k = 0; k <= d; k++)
        form[k] = ball_of_rational(fmpq_mat_entry(of->forms.row, 0, (slong)k));
    form[c].bound += wide;
    for (int by = 0; by < 2; by++) {
        if (!region_moment_balls(sums, region, form, 1, error[by]))
            continue;
        for (int end = -1; end <= 1; end += 2) {
            rational_set_double(step, end * wide);
            sum_moved(exact, of, region, c, step);
            for (size_t k = 0; k < ENTRIES; k++)
                CU_ASSERT(ball_holds(sums + k, exact + k));
        }
        of->wide_forms++;
    }
    fmpq_clear(step);
    _fmpq_vec_clear(exact, ENTRIES);
}

// Moments without an error that is borne come with a volume by faces, of which a sum over vertices
// is independent.
static void compare_volumes(tally *of, const crease_region *region)
{
    enum { ENTRIES = 3 };
    ball volume, sums[ENTRIES], zero[MOST + 1] = {0};
    fmpq_t exact;
    fmpq_init(exact);
    if (region_volume_ball(&volume, region)) {
        crease_region_volume(exact, region);
        CU_ASSERT(crease_region_volume_double(region) == rational_double(exact));
        CU_ASSERT(ball_holds(&volume, exact));
        CU_ASSERT(region_moment_balls(sums, region, zero, 1, -1));
        CU_ASSERT(ball_holds(sums, exact));
        of->by_vertices += volume.bound != sums[0].bound;
        of->volumes++;
    }
    fmpq_clear(exact);
}

static void compare_map(tally *of, const crease_region *region)
{
    walk_maps *maps = &region->pos->maps;
    fmpq *row = _fmpq_vec_init((slong)maps->columns);
    ball balls[MOST + 1];
    double nearest[MOST + 1];
    for (size_t o = 0; o < maps->layer[maps->layers - 1].rounded->units; o++) {
        crease_region_map(row, region, o);
        crease_region_map_doubles(nearest, region, o);
        walk_maps_output_balls(maps, balls, maps->layers - 1, o);
        for (size_t c = 0; c < maps->columns; c++) {
            CU_ASSERT(ball_holds(balls + c, row + c));
            CU_ASSERT(nearest[c] == rational_double(row + c));
            of->slopes += balls[c].bound < 0x1p-80;
        }
    }
    _fmpq_vec_clear(row, (slong)maps->columns);
}

// A form is that of the facet up to a positive factor.
static void compare_facets(tally *of, const crease_region *region)
{
    const size_t d = of->dimension;
    fmpq *row = _fmpq_vec_init((slong)d + 1);
    ball form[MOST + 1];
    crease_facet facet;
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_region_facet(row, &facet, region, i);
        const bool known = region_facet_balls(form, region, i);
        CU_ASSERT(known == (!facet.on_border && facet.layer < region->pos->maps.last_of_pairs));
        of->facets += known;
        size_t k = 0;
        while (fmpq_is_zero(row + k))
            k++;
        for (size_t c = 0; c <= d && known; c++) {
            const ball zero = ball_subtract(ball_multiply(form[c], ball_of_rational(row + k)),
                                            ball_multiply(form[k], ball_of_rational(row + c)));
            CU_ASSERT(fabs(zero.value.high) <= zero.bound);
            CU_ASSERT((form[k].value.high > 0) == (fmpq_sgn(row + k) > 0));
        }
    }
    _fmpq_vec_clear(row, (slong)d + 1);
}

static void count_lines(tally *of, const crease_region *region)
{
    const rows *planes = &region_space(region)->plane_rows;
    const geom_cell *cell = region_corners(region);
    region_vertex_balls(region, 0);
    for (size_t g = 0; of->dimension == 2 && g < cell->count; g++)
        of->lines += !row_is_known(planes, cell->generator[g].plane);
}

static crease_visit compare(void *data, const crease_region *region)
{
    tally *of = data;
    const size_t d = of->dimension;
    fmpq *x = _fmpq_vec_init((slong)d);
    double nearest[MOST];
    of->regions++;
    count_lines(of, region);
    for (size_t v = 0; v < crease_region_vertices(region); v++) {
        const ball *at = region_vertex_balls(region, v);
        crease_region_vertex(x, region, v);
        for (size_t c = 0; at && c < d; c++) {
            CU_ASSERT(ball_holds(at + c, x + c));
            CU_ASSERT(at[c].bound < 1e-9);
        }
        of->vertices += at != NULL;
        of->divided += at != NULL && region_share(region)[region->cache->vertex[v]]->is_known == 2;
        crease_region_vertex_doubles(nearest, region, v);
        for (size_t c = 0; c < d; c++)
            CU_ASSERT(nearest[c] == rational_double(x + c));
    }
    compare_volumes(of, region);
    if (d <= MOST_SUMMED)
        compare_moments(of, region);
    if (d <= MOST_SUMMED && of->regions % SOME == 1)
        compare_wide_forms(of, region);
    compare_map(of, region);
    compare_facets(of, region);
    _fmpq_vec_clear(x, (slong)d);
    return CREASE_GO;
}

// Rounded moments of the network are those of exact ones.
static void compare_ranges(const crease_net *net, const crease_domain *box, const fmpq *form)
{
    crease_range range[2];
    crease_counts counts;
    crease_counts_init(&counts, net);
    for (int k = 0; k < 2; k++) {
        crease_range_init(range + k, box);
        CU_ASSERT(crease_ranges(range + k, &counts, net, box, form, 1,
                                k ? CREASE_MOMENTS_ROUNDED : CREASE_MOMENTS_EXACT, NULL,
                                NULL) == CREASE_OK);
    }
    CU_ASSERT(!range[0].moments_are_rounded);
    CU_ASSERT(rational_double(range[0].mean) == rational_double(range[1].mean));
    CU_ASSERT(rational_double(range[0].variance) == rational_double(range[1].variance));
    if (!range[1].moments_are_rounded)
        CU_ASSERT(fmpq_equal(range[0].mean, range[1].mean));
    for (int k = 0; k < 2; k++)
        crease_range_clear(range + k);
    crease_counts_clear(&counts);
}

// The first regions; most 0: all of them.
static void compare_some(tally *of, const crease_net *net, uint64_t most)
{
    const size_t outputs = crease_net_outputs(net);
    fmpq *form = _fmpq_vec_init((slong)outputs + 1);
    fmpq_one(form);
    output_forms_init(&of->forms, form, 1, outputs, of->dimension);
    crease_domain *box;
    const crease_visitor visitor = {
        .data = of, .region = compare, .numbers_vertices = of->has_numbers};
    crease_domain_parse_box(&box, "-3,2", of->dimension, NULL);
    CU_ASSERT(visit_some(&visitor, most, net, box) == (most ? CREASE_STOPPED : CREASE_OK));
    if (!most && of->dimension <= 3)
        compare_ranges(net, box, form);
    output_forms_clear(&of->forms);
    _fmpq_vec_clear(form, (slong)outputs + 1);
    crease_domain_free(box);
}

// General weights: nearly all vertices are simple.
static void generic(void)
{
    crease_net *net;
    crease_error error;
    for (size_t k = 0; k <= 2 * MOST - 3; k++) {
        const size_t d = 2 + k / 2, widths[] = {d, 5, 4, 1};
        tally of = {.dimension = d, .has_numbers = k % 2};
        const crease_random how = {.seed = d, .bias_std = "1/2"};
        CU_ASSERT(crease_net_random(&net, widths, 4, &how, &error) == CREASE_OK);
        compare_some(&of, net, 0);
        CU_ASSERT(of.regions > 20 && of.volumes == of.regions &&
                  (d == 2 || 2 * of.by_vertices > of.regions) &&
                  of.moments == (d <= MOST_SUMMED ? of.regions : 0) &&
                  (of.wide_forms > 0) == (d <= MOST_SUMMED) &&
                  (d == 2 || d > MOST_SUMMED || 2 * of.by_cones > of.regions) &&
                  of.slopes == of.regions * (d + 1) && of.facets > of.regions &&
                  (of.divided > of.regions) == (of.has_numbers && d > 2 && d < MOST) &&
                  (CHECKED || d > 2 || 2 * of.lines > of.regions)); // checks make all integers
        crease_net_free(net);
    }
}

// Small integers: several creases meet in one vertex, where volumes in balls must refuse.
static void tied(void)
{
    random_state random = unit_random(48);
    CASES(k, 24) {
        tally of = {.dimension = 2 + (size_t)(k % 3), .has_numbers = k % 2};
        crease_net *net = random_net_of(&random, of.dimension, 3, 3, random_activation);
        compare_some(&of, net, 0);
        crease_net_free(net);
    }
}

// x_i = 0 and x_i = x_j: in each of (d + 1)! cones other d planes meet in 0.
static void one_point(void)
{
    for (size_t d = 2; d <= 4; d++) {
        tally of = {.dimension = d};
        activation relu;
        crease_net *net = net_new(d, 1);
        CU_ASSERT_FATAL(activation_parse(&relu, "relu", NULL) == CREASE_OK);
        net_layer_init(net->layer, d, d * (d + 1) / 2, relu);
        fmpq *row = net->layer->weight;
        for (size_t i = 0; i < d; i++)
            for (size_t j = i; j < d; j++, row += d) {
                fmpq_set_si(row + j, -1, 1);
                fmpq_set_si(row + i, 1, 1);
            }
        net_finish(net);
        compare_some(&of, net, 0);
        CU_ASSERT(of.regions == (d == 2 ? 6 : d == 3 ? 24 : 120) && of.volumes > 0);
        crease_net_free(net);
    }
}

// Planes that nearly touch a sphere: its inside is the first region, with more facets than one word
// has bits.
static void many_facets(void)
{
    enum { UNITS = 150, LONGEST = 1000, WORD = 64 };
    tally of = {.dimension = 3};
    random_state random = unit_random(7);
    activation relu;
    crease_net *net = net_new(3, 1);
    CU_ASSERT_FATAL(activation_parse(&relu, "relu", NULL) == CREASE_OK);
    net_layer_init(net->layer, 3, UNITS, relu);
    for (size_t j = 0; j < UNITS; j++) {
        int64_t square = 0;
        for (size_t i = 0; i < 3; i++) {
            const int64_t entry = random_between(&random, -LONGEST, LONGEST);
            fmpq_set_si(net->layer->weight + 3 * j + i, (slong)entry, 1);
            square += entry * entry;
        }
        fmpq_set_si(net->layer->bias + j, -(slong)sqrt((double)square), 1);
    }
    net_finish(net);
    compare_some(&of, net, 1);
    CU_ASSERT(of.regions == 1 && of.volumes == 1 && of.moments == 1);
    CU_ASSERT(of.vertices > 2 * (WORD + 1) - 4 && of.facets > 0);
    crease_net_free(net);
}

UNIT_MAIN("balls", {"generic", generic}, {"tied", tied}, {"one point", one_point},
          {"many facets", many_facets})
