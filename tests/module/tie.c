// Forms that touch a cone at the origin: what doubles prove against programs in integers.
#include "lp/tie.h"
#include "base/random.h"
#include "domain/border.h"
#include "lp/polyhedron.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

enum { MOST_DIMENSIONS = 8, RANGE = 9, FINE = 60 };

typedef struct {
    sign_judge judge;
    geom_space space;
    crease_domain *box;
    dictionary *cone;
    size_t d, facets;
    fmpz *row; // facets x (d + 1)
} fixture;

// The points of a box around the origin where d random forms are positive, which are
// integers, or a little more than doubles can hold.
static void fixture_init(fixture *f, random_state *random)
{
    f->d = 2 + (size_t)random_below(random, MOST_DIMENSIONS - 1);
    f->facets = f->d;
    f->row = _fmpz_vec_init((slong)(f->facets * (f->d + 1)));
    sign_judge_init(&f->judge, CREASE_FILTERED, 0);
    space_init(&f->space, f->d, &f->judge);
    f->space.bounds = bounds_new(f->d);
    const char *const text = random_below(random, 2) ? "-1,2" : "0,1";
    CU_ASSERT_EQUAL(crease_domain_parse_box(&f->box, text, f->d, NULL), CREASE_OK);
    CU_ASSERT(polyhedron_from_domain(&f->cone, &f->space, f->box));
    const uint64_t is_fine = random_below(random, 2);
    for (size_t i = 0; i < f->facets; i++) {
        fmpz *row = f->row + i * (f->d + 1);
        for (size_t c = 0; c < f->d; c++) {
            fmpz_set_si(row + c, (slong)random_between(random, c == i ? 1 : -RANGE, RANGE));
            if (is_fine) {
                fmpz_mul_2exp(row + c, row + c, FINE);
                fmpz_add_si(row + c, row + c, (slong)random_between(random, -1, 1));
            }
        }
        const uint32_t plane = space_add_border(&f->space, row);
        dictionary *part = polyhedron_clip(&f->space, f->cone, (half_space){plane, 1});
        f->cone = part ? part : f->cone;
    }
}

static void fixture_clear(fixture *f)
{
    _fmpz_vec_clear(f->row, (slong)(f->facets * (f->d + 1)));
    crease_domain_free(f->box);
    space_clear(&f->space);
    sign_judge_clear(&f->judge);
}

// A sum of the forms with multipliers that are large; one in two sums has others: 0, or the least.
static void random_sum(fmpz *sum, const fixture *f, random_state *random)
{
    const uint64_t least_kind = 2 * random_below(random, 2);
    fmpz_t times;
    fmpz_init(times);
    for (size_t i = 0; i < f->facets; i++) {
        const uint64_t kind = least_kind + random_below(random, 6 - least_kind);
        fmpz_set_si(times, kind ? (slong)random_between(random, 1, RANGE) : 0);
        fmpz_mul_2exp(times, times, FINE);
        if (kind < 2)
            fmpz_set_si(times, (slong)random_between(random, -1, 1));
        _fmpz_vec_scalar_addmul_fmpz(sum, f->row + i * (f->d + 1), (slong)f->d + 1, times);
    }
    fmpz_clear(times);
}

static void doubles_prove_nothing_false(void)
{
    size_t proved = 0, touching = 0;
    SEEDS(seed, 1000) {
        fixture f;
        random_state random = unit_random(seed);
        fixture_init(&f, &random);
        fmpz *form = _fmpz_vec_init((slong)f.d + 1);
        random_sum(form, &f, &random);
        if (random_below(&random, 8) == 0)
            fmpz_add_si(form + f.d, form + f.d, (slong)random_between(&random, -1, 1));
        const double *approx = space_form(&f.space, space_add_border(&f.space, form));
        for (int sign = -1; sign <= 1; sign += 2) {
            dictionary_maximise_form(&f.space, f.cone, approx, sign);
            const int refuted = tie_refutes(&f.space, f.cone, approx, form, sign);
            const bool positive = program_is_positive(&f.space, f.cone, form, sign);
            CU_ASSERT(!refuted || !positive);
            proved += (size_t)refuted;
            touching += !positive && fmpz_is_zero(form + f.d);
        }
        _fmpz_vec_clear(form, (slong)f.d + 1);
        fixture_clear(&f);
    }
    CU_ASSERT(4 * proved > touching);
}

UNIT_MAIN("tie", {"doubles prove nothing false", doubles_prove_nothing_false})
