// Certificates changed and put together again.
#include "certificate_text.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (of->parametrization)
        fprintf(to, "chart %zu\n", of->dimension);
    for (size_t i = 0; i < of->inputs && of->parametrization; i++)
        put_numbers(to, of->parametrization + i * columns, columns);
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
    for (size_t i = 0; i < region->generators; i++) {
        fputs(region->generator[i].count ? " " : " -", to);
        for (size_t k = 0; k < region->generator[i].count; k++)
            fprintf(to, "%s%zu", k ? "." : "", region->generator[i].number[k]);
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
    copy.generator = memory_new(region->generators, sizeof *copy.generator);
    memcpy(copy.pattern, region->pattern, of->units * sizeof *copy.pattern);
    for (size_t i = 0; i < region->generators; i++) {
        size_t count = copy.generator[i].count = region->generator[i].count;
        copy.generator[i].number = memory_new(count, sizeof *copy.generator[i].number);
        memcpy(copy.generator[i].number, region->generator[i].number,
               count * sizeof *copy.generator[i].number);
    }
    return copy;
}

void certificate_region_clear(certificate_region *region)
{
    for (size_t i = 0; i < region->generators; i++)
        free(region->generator[i].number);
    free(region->generator);
    free(region->pattern);
}

void certificate_insert(certificate *of, size_t place, certificate_region region)
{
    MEMORY_RESERVE(of->region, of->capacity, of->regions + 1);
    memmove(of->region + place + 1, of->region + place, (of->regions - place) * sizeof *of->region);
    of->region[place] = region;
    of->regions++;
}

void certificate_drop(certificate *of, size_t place)
{
    certificate_region_clear(of->region + place);
    of->regions--;
    memmove(of->region + place, of->region + place + 1, (of->regions - place) * sizeof *of->region);
}

static int is_infinite(const certificate_region *region, size_t infinity)
{
    for (size_t i = 0; i < region->generators; i++)
        for (size_t k = 0; k < region->generator[i].count; k++)
            if (region->generator[i].number[k] == infinity)
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
    if (of->parametrization) {
        size_t entries = of->inputs * (d + 1);
        fmpq *parametrization = _fmpq_vec_init((slong)entries);
        for (size_t i = 0; i < entries; i++)
            fmpq_set(parametrization + i, of->parametrization + i);
        domain_set_parametrization(domain, parametrization, of->inputs);
    }
    return domain;
}

void certificate_clear(certificate *of)
{
    for (size_t i = 0; i < of->regions; i++)
        certificate_region_clear(of->region + i);
    free(of->region);
    free(of->width);
    free(of->per_layer);
    if (of->side)
        _fmpq_vec_clear(
            of->side,
            (slong)(of->kind == CERTIFICATE_BOX ? of->sides : of->sides * (of->dimension + 1)));
    if (of->parametrization)
        _fmpq_vec_clear(of->parametrization, (slong)(of->inputs * (of->dimension + 1)));
}
