// Constructions of the literature: what their theorems claim, and what the engine counts.
//
// Every row of tests/ref/theorem_rows.c is a network, a domain and three counts. The engine must
// find them, and so must the slow reference where it can; and every claim of
// crease_construction_claims about the network and the domain is compared with the walk.
// CREASE_LARGE=1 adds the large rows.
#include "../module/unit.h"
#include "../ref/ref.h"
#include "../ref/theorem_rows.h"
#include "make/catalogue.h"

#include <crease/make.h>
#include <crease/regions.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef theorem_row row;
static size_t referred;              // rows that the reference has counted
enum { SLOW = 45, SLOW_UNITS = 24 }; // regions and units that the reference can afford

enum { MOST_ARGUMENTS = 8, LONGEST = 256 };

typedef struct {
    char text[LONGEST]; // cut into words
    crease_argument argument[MOST_ARGUMENTS];
    size_t count;
} words;

static void read_words(words *made, const char *text)
{
    snprintf(made->text, sizeof made->text, "%s", text);
    made->count = 0;
    for (char *word = strtok(made->text, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        if (!value || made->count == MOST_ARGUMENTS)
            abort();
        *value = '\0';
        made->argument[made->count++] = (crease_argument){word, value + 1};
    }
}

static void fail(const row *of, const crease_error *error)
{
    char message[1024];
    fprintf(stderr, "%s %s: %s\n", of->name, of->arguments,
            crease_error_text(message, sizeof message, error));
    abort();
}

static slong argument(const words *of, const char *name)
{
    for (size_t i = 0; i < of->count; i++)
        if (!strcmp(of->argument[i].name, name))
            return atol(of->argument[i].value);
    abort();
}

// x_j >= 0 for all j.
static void fill_orthant(fmpq *inequalities, slong d)
{
    for (slong j = 0; j < d; j++)
        fmpq_one(inequalities + j * (d + 1) + j);
}

// sum_t sign_t b_t.x <= 1 for all signs, b_t = (1, t, .., t^(d-1)) for t = 1..m.
static void fill_norm(fmpq *inequalities, slong d, slong m)
{
    for (slong signs = 0; signs < 1L << m; signs++) {
        fmpq *out = inequalities + signs * (d + 1);
        fmpq_one(out + d);
        for (slong t = 1; t <= m; t++)
            for (slong j = 0, power = 1; j < d; j++, power *= t)
                fmpq_add_si(out + j, out + j, signs >> (t - 1) & 1 ? power : -power);
    }
}

static crease_domain *open_domain(const row *of, const words *given, size_t dimension)
{
    crease_domain *domain = NULL;
    crease_error error;
    slong d = (slong)dimension, rows = d;
    if (!*of->domain)
        return crease_domain_new_space(dimension);
    bool is_orthant = !strcmp(of->domain, "positive"), is_norm = !strcmp(of->domain, "norm");
    if (is_orthant || is_norm) {
        if (is_norm)
            rows = 1L << argument(given, "m");
        fmpq *inequalities = _fmpq_vec_init(rows * (d + 1));
        if (is_norm)
            fill_norm(inequalities, d, argument(given, "m"));
        else
            fill_orthant(inequalities, d);
        if (crease_domain_new_polytope(&domain, inequalities, (size_t)rows, dimension, &error))
            fail(of, &error);
        _fmpq_vec_clear(inequalities, rows * (d + 1));
    } else if (crease_domain_parse_box(&domain, of->domain, dimension, &error)) {
        fail(of, &error);
    }
    return domain;
}

// found: indexed by crease_quantity; the last two are 0 unless all are asked for.
static void count(uint64_t *found, const row *of, const crease_net *net,
                  const crease_domain *domain, bool all)
{
    crease_counts counts;
    crease_linear_counts linear = {0};
    crease_error error;
    crease_options options = {0};
    crease_counts_init(&counts, net);
    if (all ? crease_count_linear(&counts, &linear, net, domain, &options, &error)
            : crease_walk(&counts, net, domain, &options, NULL, &error))
        fail(of, &error);
    found[CREASE_ACTIVATION_REGIONS] = counts.activation_regions;
    found[CREASE_LINEAR_REGIONS] = linear.linear_regions;
    found[CREASE_AFFINE_MAPS] = linear.affine_maps;
    crease_counts_clear(&counts);
}

// The slow reference knows the whole space and boxes.
static size_t check_reference(const row *of, const crease_net *net)
{
    size_t units = 0, d = crease_net_inputs(net);
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        units += crease_net_width(net, l);
    bool is_box = !strcmp(of->domain, "0,1");
    if (of->activation > SLOW || units > SLOW_UNITS || d > 2 || (*of->domain && !is_box))
        return 0;
    fmpq *lo = _fmpq_vec_init((slong)d), *hi = _fmpq_vec_init((slong)d);
    for (size_t j = 0; j < d; j++)
        fmpq_one(hi + j);
    ref_result slow;
    ref_count(&slow, net, is_box ? lo : NULL, is_box ? hi : NULL);
    bool same = slow.activation_regions == of->activation && slow.linear_regions == of->linear &&
                slow.affine_maps == of->maps;
    if (!same)
        fprintf(stderr, "%s %s on '%s': the reference finds %zu %zu %zu\n", of->name, of->arguments,
                of->domain, slow.activation_regions, slow.linear_regions, slow.affine_maps);
    ref_result_clear(&slow);
    _fmpq_vec_clear(lo, (slong)d);
    _fmpq_vec_clear(hi, (slong)d);
    referred++;
    return !same;
}

static size_t check_claim(const row *of, const crease_claim *claim, uint64_t found)
{
    int order = fmpz_cmp_ui(claim->value, found); // claimed against found
    bool holds = claim->relation == CREASE_EQUAL ? order == 0 : order <= 0;
    if (holds == !claim->refuted)
        return 0;
    char *value = fmpz_get_str(NULL, 10, claim->value);
    fprintf(stderr, "%s %s on %s: claimed %s %s %s%s, found %" PRIu64 "\n", of->name, of->arguments,
            claim->domain ? claim->domain : "the whole space",
            crease_quantity_name(claim->quantity), crease_relation_name(claim->relation), value,
            claim->refuted ? ", but known to be false" : "", found);
    flint_free(value);
    return 1;
}

// The claims for the domain of the row. A row that is not merged does not decide claims on linear
// regions.
static size_t check_claims(const row *of, const words *given, const uint64_t *found)
{
    claims list;
    crease_error error;
    size_t failures = 0;
    if (crease_construction_claims(&list, of->name, given->argument, given->count, &error))
        fail(of, &error);
    for (const crease_claim *claim = list.claim; claim < list.claim + list.count; claim++)
        if (!strcmp(claim->domain ? claim->domain : "", of->domain) &&
            (of->maps || claim->quantity == CREASE_ACTIVATION_REGIONS))
            failures += check_claim(of, claim, found[claim->quantity]);
    crease_claims_clear(&list);
    return failures;
}

static size_t check_row(const row *of)
{
    words given;
    crease_net *net;
    crease_error error;
    uint64_t found[CREASE_AFFINE_MAPS + 1];
    read_words(&given, of->arguments);
    if (crease_net_construct(&net, of->name, given.argument, given.count, &error))
        fail(of, &error);
    crease_domain *domain = open_domain(of, &given, crease_net_inputs(net));
    count(found, of, net, domain, of->maps > 0);
    size_t failures = found[CREASE_ACTIVATION_REGIONS] != of->activation ||
                      found[CREASE_LINEAR_REGIONS] != of->linear ||
                      found[CREASE_AFFINE_MAPS] != of->maps;
    if (failures)
        fprintf(stderr,
                "%s %s on '%s': expected %" PRIu64 " %" PRIu64 " %" PRIu64 ", found %" PRIu64
                " %" PRIu64 " %" PRIu64 "\n",
                of->name, of->arguments, of->domain, of->activation, of->linear, of->maps,
                found[CREASE_ACTIVATION_REGIONS], found[CREASE_LINEAR_REGIONS],
                found[CREASE_AFFINE_MAPS]);
    failures += check_claims(of, &given, found);
    failures += check_reference(of, net);
    crease_domain_free(domain);
    crease_net_free(net);
    return failures;
}

static size_t check_rows(const row *rows, size_t count)
{
    size_t failures = 0;
    for (size_t i = 0; i < count; i++)
        failures += check_row(&rows[i]);
    return failures;
}

static void daily_rows(void)
{
    CU_ASSERT_EQUAL(check_rows(theorem_rows_daily, theorem_rows_daily_count), 0);
    CU_ASSERT(referred > 0);
}

static void large_rows(void)
{
    if (getenv("CREASE_LARGE"))
        CU_ASSERT_EQUAL(check_rows(theorem_rows_large, theorem_rows_large_count), 0);
}

UNIT_MAIN("constructions", {"rows", daily_rows}, {"large rows", large_rows})
