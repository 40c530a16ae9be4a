// Certificates taken apart.
#include "certificate_text.h"

#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
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

static int read_parametrization(reader *r)
{
    certificate *to = r->to;
    to->dimension = to->inputs;
    if (!is_word(r, "chart "))
        return 1;
    if (!read_size(r, &to->dimension) || !is_word(r, "\n") || !to->dimension ||
        to->dimension > MOST_DIMENSIONS)
        return 0;
    size_t columns = to->dimension + 1;
    to->parametrization = _fmpq_vec_init((slong)(to->inputs * columns));
    for (size_t i = 0; i < to->inputs; i++)
        if (!read_numbers(r, to->parametrization + i * columns, columns))
            return 0;
    return 1;
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
    if (!is_word(r, "\n") || !read_parametrization(r) || !read_sides(r) || !is_word(r, "regions"))
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

static int read_generator(reader *r, certificate_generator *generator)
{
    size_t capacity = 0;
    *generator = (certificate_generator){0};
    if (is_word(r, "-"))
        return 1;
    do {
        MEMORY_RESERVE(generator->number, capacity, generator->count + 1);
        if (!read_size(r, generator->number + generator->count)) {
            free(generator->number);
            return 0;
        }
        generator->count++;
    } while (is_word(r, "."));
    return 1;
}

static int read_region(reader *r)
{
    certificate_region region = {.pattern = memory_new(r->to->units, sizeof *region.pattern)};
    size_t capacity = 0;
    int good = read_pattern(r, region.pattern);
    while (good && !is_word(r, "\n")) {
        MEMORY_RESERVE(region.generator, capacity, region.generators + 1);
        good = is_word(r, " ") && read_generator(r, region.generator + region.generators);
        region.generators += (size_t)good;
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
    if (to->linear && (!is_word(r, "\nlinear_regions ") || !read_natural(r, &to->linear_regions) ||
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
