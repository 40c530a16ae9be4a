// The table of bounds: it is sound, comparisons can fail, and no lower bound exceeds an upper one.
#include "architectures.h"
#include "base/random.h"

static void table(void)
{
    for (size_t i = 0; i < crease_bound_count(); i++) {
        const crease_bound *about = crease_bound_describe(i);
        CU_ASSERT_EQUAL(crease_bound_find(about->name), i);
        CU_ASSERT(strlen(about->name) > 0 && !strpbrk(about->name, " =\n"));
        CU_ASSERT(strlen(about->formula) > 0 && strlen(about->source) > 0);
        CU_ASSERT(strlen(about->theorem) > 0 && strlen(about->activation) > 0);
        CU_ASSERT_PTR_NOT_NULL(crease_quantity_name(about->quantity));
        CU_ASSERT_PTR_NOT_NULL(crease_relation_name(about->relation));
        CU_ASSERT_PTR_NOT_NULL(crease_bound_domain_name(about->domain));
    }
    CU_ASSERT_EQUAL(crease_bound_find("serr"), crease_bound_count());
}

static const char *verdict(crease_relation relation, slong bound, uint64_t count)
{
    crease_bound about = {.relation = relation};
    fmpz_t value;
    fmpz_init_set_si(value, bound);
    crease_verdict found = crease_bound_compare(&about, value, count);
    fmpz_clear(value);
    return crease_verdict_name(found);
}

static void compares(void)
{
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_MOST, 11, 10), "holds");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_MOST, 11, 11), "holds");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_MOST, 11, 12), "violated");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_EQUAL, 11, 10), "holds");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_EQUAL, 11, 11), "reached");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_EQUAL, 11, 12), "violated");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_LEAST, 11, 10), "not reached");
    CU_ASSERT_STRING_EQUAL(verdict(CREASE_AT_LEAST, 11, 12), "reached");
    fmpz_t huge;
    fmpz_init(huge);
    fmpz_set_ui(huge, 10);
    fmpz_pow_ui(huge, huge, 100);
    crease_bound most = {.relation = CREASE_AT_MOST};
    CU_ASSERT_EQUAL(crease_bound_compare(&most, huge, UINT64_MAX), CREASE_HOLDS);
    fmpz_clear(huge);
}

// Every theorem that says >= or = against every one that says <= or =, of the same quantity;
// linear regions are no more than activation regions. Bounds that are flawed are left out.
static size_t contradictions(const crease_architecture *a)
{
    size_t found = 0;
    fmpz_t low, high;
    fmpz_init(low);
    fmpz_init(high);
    for (size_t i = 0; i < crease_bound_count(); i++) {
        const crease_bound *lower = crease_bound_describe(i);
        crease_standing one = crease_bound_compute(low, i, a);
        if (one.needs || one.flaw || lower->relation == CREASE_AT_MOST)
            continue;
        for (size_t k = 0; k < crease_bound_count(); k++) {
            const crease_bound *upper = crease_bound_describe(k);
            int speaks =
                upper->quantity == lower->quantity || upper->quantity == CREASE_ACTIVATION_REGIONS;
            crease_standing other = crease_bound_compute(high, k, a);
            if (speaks && !other.needs && !other.flaw && upper->relation != CREASE_AT_LEAST &&
                fmpz_cmp(low, high) > 0) {
                fprintf(stderr, "\n%s: %s > %s\n", crease_architecture_text(a), lower->name,
                        upper->name);
                found++;
            }
        }
    }
    fmpz_clear(low);
    fmpz_clear(high);
    return found;
}

static void consistent(void)
{
    const char *text = getenv("CREASE_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 1;
    printf("seed %lu ", (unsigned long)seed);
    random_state random;
    random_seed(&random, seed);
    static const char *const activations[] = {"relu", "relu",     "relu",     "leaky:1/2",
                                              "abs",  "hardtanh", "maxout:2", "maxout:3"};
    for (int i = 0; i < 2000; i++) {
        size_t widths[7], count = 3 + random_below(&random, 4);
        uint64_t kind = random_below(&random, 3), unit = 1 + random_below(&random, 3);
        for (size_t l = 0; l < count; l++) // many of the widths that theorems ask for
            widths[l] = kind == 0   ? 1 + random_below(&random, 9)
                        : kind == 1 ? unit
                                    : unit * (l ? 1 + random_below(&random, 4) : 1);
        crease_architecture *a;
        const char *activation = activations[random_below(&random, 8)];
        CU_ASSERT_EQUAL_FATAL(crease_architecture_new(&a, widths, count, activation, NULL),
                              CREASE_OK);
        CU_ASSERT_EQUAL(contradictions(a), 0);
        crease_architecture_free(a);
    }
}

// What is printed and false is flagged, and would contradict a theorem if it were not.
static void flawed(void)
{
    fmpz_t value;
    fmpz_init(value);
    crease_architecture *a = architecture_of("1-1-1-1", "maxout:3");
    crease_standing standing = crease_bound_compute(value, crease_bound_find("maxout-cones"), a);
    CU_ASSERT(!standing.needs && standing.flaw && fmpz_equal_ui(value, 9));
    standing = crease_bound_compute(value, crease_bound_find("maxout-line"), a);
    CU_ASSERT(!standing.needs && !standing.flaw && fmpz_equal_ui(value, 7));
    crease_architecture_free(a);
    fmpz_clear(value);
}

UNIT_MAIN("bounds", {"table", table}, {"compares", compares}, {"consistent", consistent},
          {"flawed", flawed})
