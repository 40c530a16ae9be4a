// Certificates taken apart.
#include "certificate_text.h"

#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// ---- words ----

typedef struct {
    const char *at;
    certificate *to;
} reader;

static bool is_word(reader *r, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(r->at, word, size) != 0)
        return false;
    r->at += size;
    return true;
}

static bool read_natural(reader *r, uint64_t *x)
{
    size_t digits = strspn(r->at, "0123456789");
    if (!digits || digits > 15 || (*r->at == '0' && digits > 1))
        return false;
    *x = strtoull(r->at, NULL, 10);
    r->at += digits;
    return true;
}

static bool read_size(reader *r, size_t *x)
{
    uint64_t found;
    if (!read_natural(r, &found))
        return false;
    *x = found;
    return true;
}

// Numbers of any spelling, then the end of the line.
static bool read_numbers(reader *r, fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i && !is_word(r, " "))
            return false;
        size_t size = strcspn(r->at, " \n");
        if (rational_parse(x + i, r->at, size, NULL) != CREASE_OK)
            return false;
        r->at += size;
    }
    return is_word(r, "\n");
}

// ---- head ----

enum { MOST_DIMENSIONS = 100, MOST_SIDES = 10000 };

static bool read_parametrization(reader *r)
{
    certificate *to = r->to;
    to->dimension = to->inputs;
    if (!is_word(r, "chart "))
        return true;
    if (!read_size(r, &to->dimension) || !is_word(r, "\n") || !to->dimension ||
        to->dimension > MOST_DIMENSIONS)
        return false;
    size_t columns = to->dimension + 1;
    to->parametrization = _fmpq_vec_init((slong)(to->inputs * columns));
    for (size_t i = 0; i < to->inputs; i++)
        if (!read_numbers(r, to->parametrization + i * columns, columns))
            return false;
    return true;
}

static bool read_sides(reader *r)
{
    certificate *to = r->to;
    size_t columns = to->dimension + 1;
    if (is_word(r, "domain space\n"))
        return true;
    if (is_word(r, "domain box ")) {
        to->kind = CERTIFICATE_BOX;
        to->sides = 2 * to->dimension;
        to->side = _fmpq_vec_init((slong)to->sides);
        return read_numbers(r, to->side, to->sides);
    }
    size_t sides;
    if (!is_word(r, "domain polytope ") || !read_size(r, &sides) || sides > MOST_SIDES ||
        !is_word(r, "\n"))
        return false;
    to->kind = CERTIFICATE_POLYTOPE;
    to->sides = sides;
    to->side = _fmpq_vec_init((slong)(sides * columns));
    for (size_t i = 0; i < sides; i++)
        if (!read_numbers(r, to->side + i * columns, columns))
            return false;
    return true;
}

static bool read_head(reader *r)
{
    if (!is_word(r, "crease-certificate 5\nnetwork ") || strspn(r->at, "0123456789abcdef") != 64)
        return false;
    memcpy(r->to->hash, r->at, 64);
    r->at += 64;
    if (!is_word(r, "\n") || !read_parametrization(r) || !read_sides(r) || !is_word(r, "tree"))
        return false;
    r->to->linear = is_word(r, " linear");
    return is_word(r, "\n");
}

// ---- totals ----

static bool read_total(reader *r, uint64_t *x, const char *name)
{
    return is_word(r, " ") && read_natural(r, x) && is_word(r, " ") && is_word(r, name);
}

static bool read_totals(reader *r)
{
    certificate *to = r->to;
    if (!read_total(r, &to->activation_regions, "activation_regions") ||
        !read_total(r, &to->bounded_regions, "bounded_regions"))
        return false;
    if (to->linear && (!read_total(r, &to->linear_regions, "linear_regions") ||
                       !read_total(r, &to->affine_maps, "affine_maps")))
        return false;
    for (size_t l = 0; l < to->layers; l++)
        if (!is_word(r, l ? "," : " ") || !read_natural(r, to->per_layer + l))
            return false;
    return is_word(r, " regions_per_layer\n") && !*r->at;
}

bool certificate_parse(certificate *read, const char *text, const crease_net *net)
{
    *read = (certificate){.inputs = crease_net_inputs(net), .layers = crease_net_hidden(net)};
    read->per_layer = memory_new(read->layers, sizeof *read->per_layer);
    reader r = {text, read};
    bool good = read_head(&r);
    const char *end = good ? strstr(r.at - 1, "\nend ") : NULL;
    if (end) {
        read->tree = (size_t)(r.at - text);
        read->tree_end = (size_t)(end + 1 - text);
        r.at = end + 4;
    }
    good = end && read_totals(&r);
    if (!good)
        certificate_clear(read);
    return good;
}

void certificate_clear(certificate *of)
{
    free(of->per_layer);
    if (of->side)
        _fmpq_vec_clear(
            of->side,
            (slong)(of->kind == CERTIFICATE_BOX ? of->sides : of->sides * (of->dimension + 1)));
    if (of->parametrization)
        _fmpq_vec_clear(of->parametrization, (slong)(of->inputs * (of->dimension + 1)));
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
