// Certificates read back, line by line against the walk, on random networks of one to four
// dimensions: patterns; for every vertex and ray the facets whose equations hold there; and the
// totals. Both arithmetics write the same bytes.
//
// The seed of the first case is argv[1], or CREASE_SEED, or 1; CREASE_CASES says how many.
#include "../module/nets.h"
#include "../module/written.h"
#include "../ref/cases.h"
#include "../ref/random_domains.h"
#include "geom/domain.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>

enum { SHOWN = 3, MOST_UNITS = 64, MOST_GENERATORS = 2000, MOST_FACETS = 62 };

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    char *rest; // of the text
    uint32_t pattern[MOST_UNITS];
    size_t pointed, rays, with_lines; // regions
    const char *what;                 // is wrong
} reading;

static char *next_token(char **line)
{
    char *token = strsep(line, " ");
    return token ? token : "";
}

// ---- pattern ----

static uint32_t next_entry(char **text)
{
    if (**text != '(')
        return (uint32_t)(*(*text)++ - '0');
    uint32_t entry = (uint32_t)strtoul(*text + 1, text, 10);
    ++*text; // the bracket
    return entry;
}

static int pattern_agrees(reading *r, const crease_region *region, char **line)
{
    size_t kept = strtoul(next_token(line), NULL, 10), unit = 0, common = 0;
    char *entries = next_token(line);
    int good = 1, same = crease_region_id(region) > 0;
    for (size_t l = 0; l < crease_net_hidden(r->net); l++)
        for (size_t i = 0; i < crease_net_width(r->net, l); i++, unit++) {
            uint32_t expected = crease_region_pattern(region, l)[i];
            same &= r->pattern[unit] == expected;
            common += (size_t)same;
            if (unit >= kept)
                r->pattern[unit] = next_entry(&entries);
            good &= r->pattern[unit] == expected;
        }
    return good && kept == common && !strcmp(entries, unit ? "" : "-");
}

// ---- generators ----

enum { MOST_MEETING = MOST_FACETS + 1 };

// The constraints that meet there, ascending; the places after the last are SIZE_MAX.
typedef struct {
    size_t number[MOST_MEETING];
} generator;

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static int by_numbers(const void *a, const void *b)
{
    const generator *x = a, *y = b;
    size_t i = 0;
    while (i + 1 < MOST_MEETING && x->number[i] == y->number[i])
        i++;
    return by_size(x->number + i, y->number + i);
}

static void finish_generator(generator *made, size_t count)
{
    for (size_t i = count; i < MOST_MEETING; i++)
        made->number[i] = SIZE_MAX;
    qsort(made->number, count, sizeof *made->number, by_size);
}

// Numbers units and their predicates from the first to the one that is meant.
static size_t constraint_of(const reading *r, const crease_facet *facet)
{
    size_t number = 0;
    for (size_t l = 0; l < r->net->layers; l++) {
        const net_layer *layer = r->net->layer + l;
        for (size_t u = 0; u < layer->units; u++) {
            const activation *act = net_layer_act(layer, u);
            if (!facet->on_border && l == facet->layer && u == facet->unit)
                return number + facet->breakpoint;
            number += act->rank > 1 ? act->rank * (act->rank - 1) / 2 : act->pieces - 1;
        }
    }
    return number + (facet->on_border ? facet->inequality : domain_inequalities(r->domain));
}

// The facets whose equations hold at a vertex or ray.
static void generator_at(generator *made, const reading *r, const crease_region *region,
                         const fmpq *x, int ray)
{
    size_t d = r->domain->dimension, count = 0;
    crease_facet facet = {.layer = SIZE_MAX}; // infinity
    fmpq *row = _fmpq_vec_init((slong)d + 2), *value = row + d + 1;
    if (ray)
        made->number[count++] = constraint_of(r, &facet);
    for (size_t f = 0; f < crease_region_facets(region); f++) {
        crease_region_facet(row, &facet, region, f);
        _fmpq_vec_dot(value, row, x, (slong)d);
        if (!ray)
            fmpq_add(value, value, row + d);
        if (fmpq_is_zero(value))
            made->number[count++] = constraint_of(r, &facet);
    }
    finish_generator(made, count);
    _fmpq_vec_clear(row, (slong)d + 2);
}

static size_t generators_of(generator *expected, const reading *r, const crease_region *region)
{
    size_t vertices = crease_region_vertices(region), rays = crease_region_rays(region);
    fmpq *x = _fmpq_vec_init((slong)r->domain->dimension);
    for (size_t i = 0; i < vertices + rays; i++) {
        if (i < vertices)
            crease_region_vertex(x, region, i);
        else
            crease_region_ray(x, region, i - vertices);
        generator_at(expected + i, r, region, x, i >= vertices);
    }
    _fmpq_vec_clear(x, (slong)r->domain->dimension);
    return vertices + rays;
}

static size_t read_generators(generator *found, char *line)
{
    size_t read = 0;
    for (char *token; *(token = next_token(&line)) && read <= MOST_GENERATORS; read++) {
        size_t count = 0;
        for (char *number; (number = strsep(&token, ".")) && count < MOST_MEETING;)
            found[read].number[count++] = strtoul(number, NULL, 10);
        finish_generator(found + read, count);
    }
    return read;
}

static int generators_agree(const reading *r, const crease_region *region, char *line)
{
    static generator found[MOST_GENERATORS + 1], expected[MOST_GENERATORS];
    size_t read = read_generators(found, line), wanted = generators_of(expected, r, region);
    qsort(found, read, sizeof *found, by_numbers);
    qsort(expected, wanted, sizeof *expected, by_numbers);
    return read == wanted && !memcmp(found, expected, read * sizeof *found);
}

static crease_visit on_region(void *data, const crease_region *region)
{
    reading *r = data;
    char *line = strsep(&r->rest, "\n");
    if (crease_region_facets(region) > MOST_FACETS || !line)
        r->what = "too few lines";
    else if (!pattern_agrees(r, region, &line))
        r->what = "a pattern differs";
    else if (!crease_region_generators(region))
        r->with_lines++;
    else if (!generators_agree(r, region, line))
        r->what = "generators differ";
    r->pointed += crease_region_generators(region) > 0;
    r->rays += crease_region_generators(region) > 0 && !crease_region_is_bounded(region);
    return r->what ? CREASE_STOP : CREASE_GO;
}

// ---- the file ----

static char *totals_of(const crease_counts *counts, const crease_linear_counts *linear)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream, "end\nactivation_regions %" PRIu64 "\nbounded_regions %" PRIu64,
            counts->activation_regions, counts->bounded_regions);
    fprintf(stream, "\nregions_per_layer");
    for (size_t l = 0; l < counts->layers; l++)
        fprintf(stream, " %" PRIu64, counts->per_layer[l]);
    fprintf(stream, "\nlinear_regions %" PRIu64 "\naffine_maps %" PRIu64 "\n",
            linear->linear_regions, linear->affine_maps);
    fclose(stream);
    return text;
}

static char *certificate_of(const crease_net *net, const crease_domain *domain, crease_arith arith)
{
    written file = written_init();
    crease_options options = {.arith = arith};
    crease_linear_counts linear;
    crease_counts_init(&file.counts, net);
    if (crease_write_certificate(file.path, &file.counts, &linear, net, domain, &options,
                                 &file.error) != CREASE_OK)
        abort();
    crease_counts_clear(&file.counts);
    written_read(&file);
    char *text = memory_copy_text(file.text);
    if (!written_clear(&file))
        abort();
    return text;
}

static void read_all(reading *r)
{
    crease_counts counts;
    crease_linear_counts linear;
    crease_visitor visitor = {.data = r, .region = on_region};
    crease_counts_init(&counts, r->net);
    if (crease_count_linear(&counts, &linear, r->net, r->domain, NULL, NULL) != CREASE_OK)
        abort();
    char *totals = totals_of(&counts, &linear);
    crease_walk(&counts, r->net, r->domain, NULL, &visitor, NULL);
    if (!r->what && strcmp(r->rest, totals) != 0)
        r->what = "totals differ";
    free(totals);
    crease_counts_clear(&counts);
}

static int case_holds(uint64_t seed, reading *sum)
{
    random_state random;
    random_seed(&random, seed);
    size_t d = 1 + random_below(&random, 4);
    crease_domain *domain = random_domain(&random, d);
    size_t inputs = random_inputs(&random, domain, d);
    uint64_t kind = random_below(&random, 3);
    crease_net *net = (kind ? random_net : random_maxout_net)(&random, inputs, d > 3 ? 3 : 4, 3);
    char *text = certificate_of(net, domain, CREASE_FILTERED);
    char *again = certificate_of(net, domain, CREASE_EXACT);
    reading r = {.net = net, .domain = domain, .rest = strstr(text, "\nregions linear\n")};
    if (strcmp(text, again) != 0)
        r.what = "the arithmetics differ";
    r.rest += strlen("\nregions linear\n");
    if (!r.what)
        read_all(&r);
    if (r.what) {
        fprintf(stderr, "seed %" PRIu64 ", %s: %s\n", seed, crease_domain_text(domain), r.what);
        crease_net_write(stderr, net);
    }
    sum->pointed += r.pointed;
    sum->rays += r.rays;
    sum->with_lines += r.with_lines;
    free(text);
    free(again);
    crease_net_free(net);
    crease_domain_free(domain);
    return !r.what;
}

int main(int count, char **arguments)
{
    uint64_t seed = cases_seed_of(count, arguments);
    uint64_t tries = cases_count(150);
    size_t failures = 0;
    reading sum = {0};
    for (uint64_t i = 0; i < tries && failures < SHOWN; i++)
        failures += !case_holds(seed + i, &sum);
    printf("certificates: seed %" PRIu64 ", %zu regions without a line, %zu of them with rays, "
           "%zu with lines, %zu failures\n",
           seed, sum.pointed, sum.rays, sum.with_lines, failures);
    flint_cleanup();
    int enough = tries < 50 || (sum.rays && sum.with_lines && sum.pointed > sum.rays);
    return failures > 0 || !enough ? EXIT_FAILURE : EXIT_SUCCESS;
}
