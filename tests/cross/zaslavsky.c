// Deletion and restriction against theorems, Whitney's subsets, and the slow reference.
#include "../ref/zaslavsky.h"
#include "../module/unit.h"
#include "../ref/cases.h"
#include "../ref/families.h"
#include "../ref/random_arrangements.h"
#include "../ref/ref.h"

#include <flint/fmpq_mat.h>
#include <flint/ulong_extras.h>
#include <string.h>

// All numbers of the reference for one arrangement.
typedef struct {
    zaslavsky of;
    fmpz_poly_t chi;
    fmpz_t regions, bounded;
    size_t rank;
} study;

static void study_init(study *made, const crease_net *net)
{
    fmpz_poly_init(made->chi);
    fmpz_init(made->regions);
    fmpz_init(made->bounded);
    zaslavsky_of_layer(&made->of, net);
    zaslavsky_polynomial(made->chi, &made->of);
    zaslavsky_read(made->regions, made->bounded, &made->rank, made->chi, made->of.dimension);
}

static void study_clear(study *made)
{
    zaslavsky_clear(&made->of);
    fmpz_clear(made->bounded);
    fmpz_clear(made->regions);
    fmpz_poly_clear(made->chi);
}

// The rank of the normals, by elimination.
static size_t rank_of(const zaslavsky *of)
{
    fmpq_mat_t normals;
    fmpq_mat_init(normals, (slong)of->count, (slong)of->dimension);
    for (size_t i = 0; i < of->count; i++)
        for (size_t j = 0; j < of->dimension; j++)
            fmpq_set(fmpq_mat_entry(normals, (slong)i, (slong)j), zaslavsky_row(of, i) + j);
    size_t rank = (size_t)fmpq_mat_rref(normals, normals);
    fmpq_mat_clear(normals);
    return rank;
}

// The number as counted one by one must be that of the polynomial.
static void check_recursions(const study *made)
{
    fmpz_t counted;
    fmpz_init(counted);
    zaslavsky_regions(counted, &made->of);
    CU_ASSERT(fmpz_equal(counted, made->regions));
    CU_ASSERT_EQUAL(made->rank, rank_of(&made->of));
    fmpz_clear(counted);
}

static slong binomial(slong n, slong k)
{
    slong product = 1;
    for (slong i = 1; i <= k; i++)
        product = product * (n - k + i) / i;
    return k > n ? 0 : product;
}

// The relatively bounded regions of the families, for n >= 2: C(n-1, d) (Zaslavsky 1975),
// (n-1)^d boxes, (n-1)^(n-1) (Shi), n! C_(n-1) (Catalan), 2^(-n) sum C(n, k) (k-1)^(n-1)
// (Linial, OEIS A283828), and none of an arrangement through one point.
static slong bounded_by_theorem(const char *family, slong n, slong d)
{
    static const slong shi[] = {0, 0, 1, 4, 27, 256, 3125}, catalan[] = {0, 0, 2, 12, 120, 1680},
                       linial[] = {0, 0, 0, 1, 4, 26, 212, 2108};
    if (!strcmp(family, "arrangement:generic") || !strcmp(family, "arrangement:cube"))
        return binomial(n - 1, d);
    if (!strcmp(family, "arrangement:grid"))
        return (slong)n_pow((ulong)n - 1, (ulong)d);
    if (!strcmp(family, "arrangement:shi"))
        return shi[n];
    if (!strcmp(family, "arrangement:catalan"))
        return catalan[n];
    if (!strcmp(family, "arrangement:linial"))
        return linial[n];
    return 0;
}

static void check_member(void *data, const family_member *member)
{
    size_t *members = data;
    study made;
    study_init(&made, member->net);
    CU_ASSERT(fmpz_equal(made.regions, member->expected));
    if (!fmpz_equal(made.regions, member->expected))
        fprintf(stderr, "%s\n", member->text);
    if (member->n >= 2)
        CU_ASSERT(
            fmpz_equal_si(made.bounded, bounded_by_theorem(member->name, member->n, member->d)));
    check_recursions(&made);
    study_clear(&made);
    ++*members;
}

static void families(void)
{
    size_t members = 0;
    families_visit(check_member, &members, 1);
    CU_ASSERT(members > 80);
}

static void check_polynomial(const char *name, const char *n, const char *text)
{
    const crease_argument argument = {"n", n};
    crease_net *net;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(crease_net_construct(&net, name, &argument, 1, &error), CREASE_OK);
    study made;
    study_init(&made, net);
    char *found = fmpz_poly_get_str_pretty(made.chi, "t");
    CU_ASSERT_STRING_EQUAL(found, text);
    flint_free(found);
    study_clear(&made);
    crease_net_free(net);
}

// OEIS A344494: the Betti numbers of the resonance arrangements; Stanley 2004 for the
// products: braid t(t-1)(t-2)(t-3), B_3 (t-1)(t-3)(t-5), D_3 (t-1)(t-2)(t-3), Shi
// t(t-3)^2, Catalan t(t-4)(t-5); Linial by Postnikov and Stanley, t(t^2-3t+3).
static void polynomials(void)
{
    check_polynomial("arrangement:resonance", "3", "t^3-7*t^2+15*t-9");
    check_polynomial("arrangement:resonance", "4", "t^4-15*t^3+80*t^2-170*t+104");
    check_polynomial("arrangement:resonance", "5", "t^5-31*t^4+375*t^3-2130*t^2+5270*t-3485");
    check_polynomial("arrangement:braid", "4", "t^4-6*t^3+11*t^2-6*t");
    check_polynomial("arrangement:coxeter-b", "3", "t^3-9*t^2+23*t-15");
    check_polynomial("arrangement:coxeter-d", "3", "t^3-6*t^2+11*t-6");
    check_polynomial("arrangement:shi", "3", "t^3-6*t^2+9*t");
    check_polynomial("arrangement:catalan", "3", "t^3-9*t^2+20*t");
    check_polynomial("arrangement:linial", "3", "t^3-3*t^2+3*t");
    check_polynomial("arrangement:boolean", "2", "t^2-2*t+1");
}

// Random arrangements: the two recursions, and all subsets.
static void subsets(void)
{
    SEEDS(seed, 200) {
        crease_net *net = random_arrangement(seed, 1 + seed % 5, 10);
        study made;
        study_init(&made, net);
        check_recursions(&made);
        fmpz_poly_t chi;
        fmpz_poly_init(chi);
        zaslavsky_whitney(chi, &made.of);
        CU_ASSERT(fmpz_poly_equal(chi, made.chi));
        fmpz_poly_clear(chi);
        study_clear(&made);
        crease_net_free(net);
    }
}

// Random arrangements: the slow reference finds each region, and sees which are bounded.
// Without lines in the regions, relatively bounded ones are bounded; else none is.
static void patterns(void)
{
    SEEDS(seed, 200) {
        crease_net *net = random_arrangement(seed, 1 + seed % 3, 8);
        study made;
        ref_result found;
        study_init(&made, net);
        ref_count(&found, net, NULL, NULL);
        CU_ASSERT(fmpz_equal_ui(made.regions, found.activation_regions));
        if (made.rank == made.of.dimension)
            CU_ASSERT(fmpz_equal_ui(made.bounded, found.bounded_regions));
        else
            CU_ASSERT_EQUAL(found.bounded_regions, 0);
        ref_result_clear(&found);
        study_clear(&made);
        crease_net_free(net);
    }
}

UNIT_MAIN("zaslavsky", {"families", families}, {"polynomials", polynomials}, {"subsets", subsets},
          {"patterns", patterns})
