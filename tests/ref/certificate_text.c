// Certificates taken apart and put together again.
#include "certificate_text.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "geom/slice.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- words ----

typedef struct {
    const char *at;
    certificate *to;
} reader;

static int is_word(reader *r, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(r->at, word, size) != 0)
        return 0;
    r->at += size;
    return 1;
}

static int read_natural(reader *r, uint64_t *x)
{
    size_t digits = strspn(r->at, "0123456789");
    if (!digits || digits > 15 || (*r->at == '0' && digits > 1))
        return 0;
    *x = strtoull(r->at, NULL, 10);
    r->at += digits;
    return 1;
}

static int read_size(reader *r, size_t *x)
{
    uint64_t found;
    if (!read_natural(r, &found))
        return 0;
    *x = found;
    return 1;
}

// Numbers of any spelling, then the end of the line.
static int read_numbers(reader *r, fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i && !is_word(r, " "))
            return 0;
        size_t size = strcspn(r->at, " \n");
        if (rational_parse(x + i, r->at, size, NULL) != CREASE_OK)
            return 0;
        r->at += size;
    }
    return is_word(r, "\n");
}

// ---- head ----

enum { MOST_DIMENSIONS = 100, MOST_SIDES = 10000 };

static int read_chart(reader *r)
{
    certificate *to = r->to;
    to->dimension = to->inputs;
    if (!is_word(r, "chart "))
        return 1;
    if (!read_size(r, &to->dimension) || !is_word(r, "\n") || to->dimension > MOST_DIMENSIONS)
        return 0;
    size_t columns = to->dimension + 1;
    to->chart = _fmpq_vec_init((slong)(to->inputs * columns));
    for (size_t i = 0; i < to->inputs; i++)
        if (!read_numbers(r, to->chart + i * columns, columns))
            return 0;
    return 1;
}

static size_t side_entries(const certificate *of)
{
    return of->kind == CERTIFICATE_BOX ? of->sides : of->sides * (of->dimension + 1);
}

static int read_sides(reader *r)
{
    certificate *to = r->to;
    size_t columns = to->dimension + 1;
    if (is_word(r, "domain space\n"))
        return 1;
    if (is_word(r, "domain box ")) {
        to->kind = CERTIFICATE_BOX;
        to->sides = 2 * to->dimension;
        to->side = _fmpq_vec_init((slong)to->sides);
        return read_numbers(r, to->side, to->sides);
    }
    size_t sides;
    if (!is_word(r, "domain polytope ") || !read_size(r, &sides) || sides > MOST_SIDES ||
        !is_word(r, "\n"))
        return 0;
    to->kind = CERTIFICATE_POLYTOPE;
    to->sides = sides;
    to->side = _fmpq_vec_init((slong)(sides * columns));
    for (size_t i = 0; i < sides; i++)
        if (!read_numbers(r, to->side + i * columns, columns))
            return 0;
    return 1;
}

static int read_head(reader *r)
{
    if (!is_word(r, "crease-certificate 1\nnetwork ") || strspn(r->at, "0123456789abcdef") != 64)
        return 0;
    memcpy(r->to->hash, r->at, 64);
    r->at += 64;
    if (!is_word(r, "\n") || !read_chart(r) || !read_sides(r) || !is_word(r, "regions"))
        return 0;
    r->to->linear = is_word(r, " linear");
    return is_word(r, "\n");
}

// ---- regions ----

static int read_pattern(reader *r, uint32_t *pattern)
{
    const certificate *to = r->to;
    size_t keep, same = 0;
    if (!read_size(r, &keep) || !is_word(r, " ") || keep > to->units)
        return 0;
    const uint32_t *before = to->regions ? to->region[to->regions - 1].pattern : NULL;
    if (!before && keep)
        return 0;
    for (size_t i = 0; i < to->units; i++) {
        uint64_t entry = i < keep ? before[i] : 0;
        if (i >= keep && is_word(r, "(")) {
            if (!read_natural(r, &entry) || entry < 10 || !is_word(r, ")"))
                return 0;
        } else if (i >= keep) {
            if (*r->at < '0' || *r->at > '9')
                return 0;
            entry = (uint64_t)(*r->at++ - '0');
        }
        pattern[i] = (uint32_t)entry;
        same += before && same == i && entry == before[i];
    }
    return same == keep && (to->units || is_word(r, "-"));
}

static int read_corner(reader *r, certificate_corner *corner)
{
    size_t capacity = 0;
    *corner = (certificate_corner){0};
    if (is_word(r, "-"))
        return 1;
    do {
        MEMORY_RESERVE(corner->number, capacity, corner->count + 1);
        if (!read_size(r, corner->number + corner->count)) {
            free(corner->number);
            return 0;
        }
        corner->count++;
    } while (is_word(r, "."));
    return 1;
}

static int read_region(reader *r)
{
    certificate_region region = {.pattern = memory_new(r->to->units, sizeof *region.pattern)};
    size_t capacity = 0;
    int good = read_pattern(r, region.pattern);
    while (good && !is_word(r, "\n")) {
        MEMORY_RESERVE(region.corner, capacity, region.corners + 1);
        good = is_word(r, " ") && read_corner(r, region.corner + region.corners);
        region.corners += (size_t)good;
    }
    if (!good)
        certificate_region_clear(&region);
    else
        certificate_insert(r->to, r->to->regions, region);
    return good;
}

static int read_totals(reader *r)
{
    certificate *to = r->to;
    if (!is_word(r, "activation_regions ") || !read_natural(r, &to->activation_regions) ||
        !is_word(r, "\nbounded_regions ") || !read_natural(r, &to->bounded_regions) ||
        !is_word(r, "\nregions_per_layer"))
        return 0;
    for (size_t l = 0; l < to->layers; l++)
        if (!is_word(r, " ") || !read_natural(r, to->per_layer + l))
            return 0;
    if (to->linear &&
        (!is_word(r, "\nlinear_regions ") || !read_natural(r, &to->linear_regions) ||
         !is_word(r, "\naffine_maps ") || !read_natural(r, &to->affine_maps)))
        return 0;
    return is_word(r, "\n") && !*r->at;
}

int certificate_parse(certificate *read, const char *text, const crease_net *net)
{
    *read = (certificate){.inputs = crease_net_inputs(net), .layers = crease_net_hidden(net)};
    read->width = memory_new(read->layers, sizeof *read->width);
    read->per_layer = memory_new(read->layers, sizeof *read->per_layer);
    for (size_t l = 0; l < read->layers; l++)
        read->units += read->width[l] = crease_net_width(net, l);
    reader r = {text, read};
    int good = read_head(&r);
    while (good && !is_word(&r, "end\n"))
        good = read_region(&r);
    good = good && read_totals(&r);
    if (!good)
        certificate_clear(read);
    return good;
}

// ---- put together ----

static void put_numbers(FILE *to, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = rational_text(x + i);
        fprintf(to, "%s%s", i ? " " : "", text);
        flint_free(text);
    }
    putc('\n', to);
}

static void put_head(FILE *to, const certificate *of)
{
    size_t columns = of->dimension + 1;
    fprintf(to, "crease-certificate 1\nnetwork %s\n", of->hash);
    if (of->chart)
        fprintf(to, "chart %zu\n", of->dimension);
    for (size_t i = 0; i < of->inputs && of->chart; i++)
        put_numbers(to, of->chart + i * columns, columns);
    if (of->kind == CERTIFICATE_SPACE)
        fputs("domain space\n", to);
    if (of->kind == CERTIFICATE_BOX) {
        fputs("domain box ", to);
        put_numbers(to, of->side, of->sides);
    }
    if (of->kind == CERTIFICATE_POLYTOPE)
        fprintf(to, "domain polytope %zu\n", of->sides);
    for (size_t i = 0; i < of->sides && of->kind == CERTIFICATE_POLYTOPE; i++)
        put_numbers(to, of->side + i * columns, columns);
    fputs(of->linear ? "regions linear\n" : "regions\n", to);
}

static void put_region(FILE *to, const certificate *of, const certificate_region *region,
                       const uint32_t *before)
{
    size_t keep = 0;
    while (before && keep < of->units && before[keep] == region->pattern[keep])
        keep++;
    fprintf(to, "%zu ", keep);
    for (size_t i = keep; i < of->units; i++)
        fprintf(to, region->pattern[i] > 9 ? "(%" PRIu32 ")" : "%" PRIu32, region->pattern[i]);
    if (!of->units)
        putc('-', to);
    for (size_t i = 0; i < region->corners; i++) {
        fputs(region->corner[i].count ? " " : " -", to);
        for (size_t k = 0; k < region->corner[i].count; k++)
            fprintf(to, "%s%zu", k ? "." : "", region->corner[i].number[k]);
    }
    putc('\n', to);
}

char *certificate_text(const certificate *of)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    put_head(to, of);
    for (size_t i = 0; i < of->regions; i++)
        put_region(to, of, of->region + i, i ? of->region[i - 1].pattern : NULL);
    fprintf(to, "end\nactivation_regions %" PRIu64 "\nbounded_regions %" PRIu64,
            of->activation_regions, of->bounded_regions);
    fputs("\nregions_per_layer", to);
    for (size_t l = 0; l < of->layers; l++)
        fprintf(to, " %" PRIu64, of->per_layer[l]);
    if (of->linear)
        fprintf(to, "\nlinear_regions %" PRIu64 "\naffine_maps %" PRIu64, of->linear_regions,
                of->affine_maps);
    putc('\n', to);
    fclose(to);
    return text;
}

// ---- regions come and go ----

certificate_region certificate_region_copy(const certificate *of, const certificate_region *region)
{
    certificate_region copy = *region;
    copy.pattern = memory_new(of->units, sizeof *copy.pattern);
    copy.corner = memory_new(region->corners, sizeof *copy.corner);
    memcpy(copy.pattern, region->pattern, of->units * sizeof *copy.pattern);
    for (size_t i = 0; i < region->corners; i++) {
        size_t count = copy.corner[i].count = region->corner[i].count;
        copy.corner[i].number = memory_new(count, sizeof *copy.corner[i].number);
        memcpy(copy.corner[i].number, region->corner[i].number,
               count * sizeof *copy.corner[i].number);
    }
    return copy;
}

void certificate_region_clear(certificate_region *region)
{
    for (size_t i = 0; i < region->corners; i++)
        free(region->corner[i].number);
    free(region->corner);
    free(region->pattern);
}

void certificate_insert(certificate *of, size_t place, certificate_region region)
{
    MEMORY_RESERVE(of->region, of->capacity, of->regions + 1);
    memmove(of->region + place + 1, of->region + place,
            (of->regions - place) * sizeof *of->region);
    of->region[place] = region;
    of->regions++;
}

void certificate_drop(certificate *of, size_t place)
{
    certificate_region_clear(of->region + place);
    of->regions--;
    memmove(of->region + place, of->region + place + 1,
            (of->regions - place) * sizeof *of->region);
}

void certificate_clear(certificate *of)
{
    for (size_t i = 0; i < of->regions; i++)
        certificate_region_clear(of->region + i);
    free(of->region);
    free(of->width);
    free(of->per_layer);
    if (of->side)
        _fmpq_vec_clear(of->side, (slong)side_entries(of));
    if (of->chart)
        _fmpq_vec_clear(of->chart, (slong)(of->inputs * (of->dimension + 1)));
}

static int is_infinite(const certificate_region *region, size_t infinity)
{
    for (size_t i = 0; i < region->corners; i++)
        for (size_t k = 0; k < region->corner[i].count; k++)
            if (region->corner[i].number[k] == infinity)
                return 1;
    return 0;
}

void certificate_recount(certificate *of, size_t infinity)
{
    uint64_t lost = of->activation_regions - of->regions, bounded = 0;
    for (size_t l = 0; l < of->layers; l++)
        of->per_layer[l] = 0;
    for (size_t i = 0; i < of->regions; i++) {
        bounded += !is_infinite(of->region + i, infinity);
        int other = i == 0;
        for (size_t l = 0, unit = 0; l < of->layers; l++) {
            for (size_t end = unit + of->width[l]; unit < end; unit++)
                other |= of->region[i].pattern[unit] != of->region[i - !!i].pattern[unit];
            of->per_layer[l] += (uint64_t)other;
        }
    }
    of->bounded_regions = of->bounded_regions ? bounded : 0;
    of->activation_regions -= lost;
    of->linear_regions -= lost;
    of->affine_maps -= lost;
}

crease_domain *certificate_domain(const certificate *of)
{
    crease_domain *domain;
    size_t d = of->dimension;
    if (of->kind == CERTIFICATE_BOX) {
        fmpq *lo = _fmpq_vec_init((slong)d), *hi = _fmpq_vec_init((slong)d);
        for (size_t i = 0; i < d; i++) {
            fmpq_set(lo + i, of->side + 2 * i);
            fmpq_set(hi + i, of->side + 2 * i + 1);
        }
        crease_status status = crease_domain_new_box(&domain, lo, hi, d, NULL);
        _fmpq_vec_clear(lo, (slong)d);
        _fmpq_vec_clear(hi, (slong)d);
        if (status != CREASE_OK)
            return NULL;
    } else if (crease_domain_new_polytope(&domain, of->side, of->sides, d, NULL) != CREASE_OK) {
        return NULL;
    }
    if (of->chart) {
        size_t entries = of->inputs * (d + 1);
        fmpq *chart = _fmpq_vec_init((slong)entries);
        for (size_t i = 0; i < entries; i++)
            fmpq_set(chart + i, of->chart + i);
        domain_set_chart(domain, chart, of->inputs);
    }
    return domain;
}
