// The list of constructions, claims, and common properties of all constructions.
#include "make/catalogue.h"
#include "net/net.h"
#include "unit.h"

#include <crease/make.h>
#include <string.h>

// ---- Constructions by name: the table and the networks it makes are sound ----

// Every row can be printed and found, and no name occurs twice.
static void table(void)
{
    CU_ASSERT(construction_count() >= 31);
    for (size_t i = 0; i < construction_count(); i++) {
        const construction *made = construction_describe(i);
        CU_ASSERT_PTR_EQUAL(construction_find(made->name), made);
        CU_ASSERT(strlen(made->name) > 0 && !strpbrk(made->name, " =\n"));
        CU_ASSERT(strlen(made->text) > 0 && strlen(made->source) > 0);
        for (size_t k = 0; k < made->parameters; k++) {
            const parameter_spec *parameter = &made->parameter[k];
            CU_ASSERT(strlen(parameter->name) > 0 && !strpbrk(parameter->name, " =,"));
            CU_ASSERT(strlen(parameter->help) > 0);
            for (size_t j = 0; j < k; j++)
                CU_ASSERT_STRING_NOT_EQUAL(parameter->name, made->parameter[j].name);
        }
    }
    CU_ASSERT_PTR_NULL(construction_find("arrangement"));
    CU_ASSERT_PTR_NULL(construction_find(""));
}

// The least and the default values of all parameters are taken.
static void least(void)
{
    for (size_t i = 0; i < construction_count(); i++) {
        const construction *made = construction_describe(i);
        crease_argument arguments[16];
        size_t count = 0;
        for (size_t k = 0; k < made->parameters; k++)
            if (!made->parameter[k].otherwise) {
                CU_ASSERT_PTR_NOT_NULL_FATAL(made->parameter[k].lo);
                arguments[count++] =
                    (crease_argument){made->parameter[k].name, made->parameter[k].lo};
            }
        crease_net *net;
        crease_error error;
        CU_ASSERT_EQUAL_FATAL(crease_net_construct(&net, made->name, arguments, count, &error),
                              CREASE_OK);
        CU_ASSERT_EQUAL(strlen(crease_net_sha256(net)), 64);
        CU_ASSERT_EQUAL(strncmp(crease_net_about(net), made->name, strlen(made->name)), 0);
        crease_net_free(net);
    }
}

static void about(void)
{
    const crease_argument six = {"n", "6"}, ten = {"n", "10"};
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(crease_net_construct(&net, "arrangement:braid", &six, 1, NULL),
                          CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_net_about(net),
                           "arrangement:braid n=6: x_i = x_j for i < j, in R^n: the reflections "
                           "of type A_(n-1); 720 activation regions: n!");
    crease_net_free(net);
    CU_ASSERT_EQUAL_FATAL(crease_net_construct(&net, "arrangement:resonance", &ten, 1, NULL),
                          CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_net_about(net),
                           "arrangement:resonance n=10: the sum of x_i over I is 0, for every "
                           "non-empty set I of coordinates of R^n");
    crease_net_free(net);
}

static void check_claim(const crease_claim *claim, crease_quantity quantity, slong value,
                        const char *domain)
{
    CU_ASSERT_EQUAL(claim->quantity, quantity);
    CU_ASSERT_EQUAL(claim->relation, CREASE_EQUAL);
    CU_ASSERT(fmpz_equal_si(claim->value, value));
    CU_ASSERT_FALSE(claim->refuted);
    CU_ASSERT(strlen(claim->source) > 0);
    CU_ASSERT_FATAL(!claim->domain == !domain);
    if (domain)
        CU_ASSERT_STRING_EQUAL(claim->domain, domain);
}

static void expected(void)
{
    claims list;
    const crease_argument arguments[] = {{"d", "2"}, {"n", "6"}};
    CU_ASSERT_EQUAL_FATAL(crease_construction_claims(&list, "arrangement:cube", arguments, 2, NULL),
                          CREASE_OK);
    CU_ASSERT_EQUAL_FATAL(list.count, 6);
    static const crease_quantity quantity[] = {CREASE_ACTIVATION_REGIONS, CREASE_LINEAR_REGIONS,
                                               CREASE_AFFINE_MAPS};
    for (size_t i = 0; i < list.count; i++)
        check_claim(&list.claim[i], quantity[i % 3], 22, i < 3 ? NULL : "0,1");
    crease_claims_clear(&list);
    const crease_argument ten = {"n", "10"}, none = {"n", "0"};
    crease_error error;
    CU_ASSERT_EQUAL(crease_construction_claims(&list, "arrangement:resonance", &ten, 1, &error),
                    CREASE_OK);
    CU_ASSERT_EQUAL(list.count, 0);
    crease_claims_clear(&list);
    CU_ASSERT_EQUAL(crease_construction_claims(&list, "arrangement:resonance", &none, 1, &error),
                    CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "n");
}

static void check_refused(const char *name, const crease_argument *arguments, size_t count,
                          const char *expected_text)
{
    crease_net *net = NULL;
    crease_error error;
    char text[1024];
    CU_ASSERT_EQUAL(crease_net_construct(&net, name, arguments, count, &error), CREASE_ERROR);
    CU_ASSERT_PTR_NULL(net);
    CU_ASSERT_STRING_EQUAL(crease_error_text(text, sizeof text, &error), expected_text);
}

static void refuses(void)
{
    check_refused("braid", NULL, 0, "expected the name of a construction, found \"braid\"");
    check_refused("arrangement:braid", NULL, 0,
                  "arrangement:braid: n: expected an integer from 2 to 100, found nothing");
    check_refused("arrangement:braid", (crease_argument[]){{"n", "1"}}, 1,
                  "arrangement:braid: n: expected an integer from 2 to 100, found \"1\"");
    check_refused("arrangement:braid", (crease_argument[]){{"n", "3"}, {"m", "3"}}, 2,
                  "arrangement:braid: expected one of the parameters n, found \"m\"");
}

// ---- Claims and their text ----

static void check(const claims *list, size_t index, crease_quantity quantity,
                  crease_relation relation, ulong value, const char *domain)
{
    const crease_claim *of = &list->claim[index];
    CU_ASSERT(of->quantity == quantity && of->relation == relation);
    CU_ASSERT(fmpz_equal_ui(of->value, value));
    CU_ASSERT_PTR_EQUAL(of->domain, domain);
}

static void lists(void)
{
    claims list = {.source = "a theorem"};
    fmpz_t value;
    fmpz_init_set_ui(value, 22);
    const char *box = "0,1";
    claims_arrangement(&list, value, box);
    fmpz_set_ui(value, 99);
    claims_add(&list, CREASE_LINEAR_REGIONS, CREASE_AT_LEAST, value, NULL);
    claims_refute(&list, "a print");
    fmpz_clear(value);
    CU_ASSERT_EQUAL_FATAL(list.count, 4);
    check(&list, 0, CREASE_ACTIVATION_REGIONS, CREASE_EQUAL, 22, box);
    check(&list, 2, CREASE_AFFINE_MAPS, CREASE_EQUAL, 22, box);
    check(&list, 3, CREASE_LINEAR_REGIONS, CREASE_AT_LEAST, 99, NULL);
    CU_ASSERT_STRING_EQUAL(list.claim[2].source, "a theorem");
    CU_ASSERT_FALSE(list.claim[2].refuted);
    CU_ASSERT_STRING_EQUAL(list.claim[3].source, "a print");
    CU_ASSERT(list.claim[3].refuted);
    crease_claims_clear(&list);
}

static void some(void)
{
    claims list = {.source = "a theorem"};
    fmpz_t value;
    fmpz_init_set_ui(value, 7);
    claims_regions(&list, value, 0, NULL);
    CU_ASSERT_EQUAL(list.count, 1);
    claims_regions(&list, value, 1, NULL);
    CU_ASSERT_EQUAL(list.count, 3);
    fmpz_clear(value);
    crease_claims_clear(&list);
}

// ---- The names of quantities and relations ----

static void quantities(void)
{
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_ACTIVATION_REGIONS), "activation_regions");
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_BOUNDED_REGIONS), "bounded_regions");
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_LINEAR_REGIONS), "linear_regions");
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_AFFINE_MAPS), "affine_maps");
}

static void relations(void)
{
    CU_ASSERT_STRING_EQUAL(crease_relation_name(CREASE_EQUAL), "=");
    CU_ASSERT_STRING_EQUAL(crease_relation_name(CREASE_AT_LEAST), ">=");
    CU_ASSERT_STRING_EQUAL(crease_relation_name(CREASE_AT_MOST), "<=");
}

UNIT_MAIN("catalogue", {"build: table", table}, {"build: least", least}, {"build: about", about},
          {"build: expected", expected}, {"build: refuses", refuses}, {"claims: lists", lists},
          {"claims: some", some}, {"claim: quantities", quantities},
          {"claim: relations", relations})
