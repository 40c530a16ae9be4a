// Properties decided by walking, against all vertices of all regions of the slow reference.
#include "../module/unit.h"
#include "../ref/cases.h"
#include "../ref/random_nets.h"
#include "../ref/ref.h"
#include "exact/rational.h"

#include <crease/function.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

enum { PARTS = 3, ATOMS = 2 };

// A disjunction of conjunctions of  sum of factors times outputs >= bound, each with a box of its
// own if the property has several.
typedef struct {
    random_case of;
    size_t outputs;
    ref_result reference;
    size_t parts, atoms[PARTS];
    fmpq *factor[PARTS][ATOMS]; // outputs, then - bound
    int halved[PARTS];          // the first input: 0 all of it, -1 the lower half, 1 the upper
} example;

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

// ---- Brute force ----

// Rows a . x + c >= 0 as fmpq, dimension + 1 each.
typedef struct {
    fmpq *row;
    size_t count, columns;
} row_list;

static fmpq *row_of(const row_list *list, size_t i)
{
    return list->row + i * list->columns;
}

static bool holds_at(const row_list *list, const fmpq *x)
{
    bool holds = true;
    fmpq_t value;
    fmpq_init(value);
    for (size_t i = 0; i < list->count && holds; i++) {
        _fmpq_vec_dot(value, row_of(list, i), x, (slong)list->columns - 1);
        fmpq_add(value, value, row_of(list, i) + list->columns - 1);
        holds = fmpq_sgn(value) >= 0;
    }
    fmpq_clear(value);
    return holds;
}

// Where the rows of a set meet in one point; 0: they do not.
static int meeting(fmpq *x, const row_list *list, const size_t *set)
{
    const slong d = (slong)list->columns - 1;
    fmpq_mat_t a, b;
    fmpq_mat_init(a, d, d);
    fmpq_mat_init(b, d, 1);
    for (slong i = 0; i < d; i++) {
        for (slong c = 0; c < d; c++)
            fmpq_set(fmpq_mat_entry(a, i, c), row_of(list, set[i]) + c);
        fmpq_neg(fmpq_mat_entry(b, i, 0), row_of(list, set[i]) + d);
    }
    const int meet = fmpq_mat_solve(b, a, b);
    for (slong i = 0; i < d && meet; i++)
        fmpq_set(x + i, fmpq_mat_entry(b, i, 0));
    fmpq_mat_clear(a);
    fmpq_mat_clear(b);
    return meet;
}

// A bounded polyhedron is empty unless it has a vertex, where some d of its rows meet. best: if not
// NULL, the greatest value of a form at its vertices.
static bool has_vertex(const row_list *list, fmpq *best, const fmpq *form)
{
    const size_t d = list->columns - 1;
    size_t set[3] = {0, 1, 2};
    bool found = false;
    fmpq *x = _fmpq_vec_init((slong)d);
    fmpq_t value;
    fmpq_init(value);
    while (list->count >= d && set[0] + d <= list->count && (!found || best)) {
        if (meeting(x, list, set) && holds_at(list, x)) {
            if (best) {
                _fmpq_vec_dot(value, form, x, (slong)d);
                fmpq_add(value, value, form + d);
                if (!found || fmpq_cmp(value, best) > 0)
                    fmpq_set(best, value);
            }
            found = true;
        }
        size_t i = d;
        while (i > 0 && set[i - 1] == list->count - d + i - 1)
            i--;
        if (i == 0)
            break;
        set[i - 1]++;
        for (; i < d; i++)
            set[i] = set[i - 1] + 1;
    }
    fmpq_clear(value);
    _fmpq_vec_clear(x, (slong)d);
    return found;
}

// An atom on a region: factors times the map.
static void form_on(fmpq *form, const example *e, const ref_region *region, const fmpq *factor)
{
    const size_t columns = e->of.dimension + 1;
    fmpq_t term;
    fmpq_init(term);
    for (size_t c = 0; c < columns; c++) {
        fmpq_zero(form + c);
        for (size_t o = 0; o < e->outputs; o++) {
            fmpq_set_mpq(term, region->map[o * columns + c]);
            fmpq_addmul(form + c, term, factor + o);
        }
    }
    fmpq_add(form + columns - 1, form + columns - 1, factor + e->outputs);
    fmpq_clear(term);
}

// The middle of the first input's interval.
static void middle(fmpq_t value, const example *e)
{
    fmpq_add(value, e->of.lo, e->of.hi);
    fmpq_div_2exp(value, value, 1);
}

static row_list rows_of(const example *e, const ref_region *region, size_t part, size_t atoms)
{
    const size_t columns = e->of.dimension + 1, rows = region->system.rows;
    row_list list = {_fmpq_vec_init((slong)((rows + atoms + 1) * columns)), rows, columns};
    for (size_t i = 0; i < rows; i++)
        for (size_t c = 0; c < columns; c++)
            fmpq_set_mpq(row_of(&list, i) + c, ref_system_row(&region->system, i)[c]);
    for (size_t a = 0; a < atoms; a++)
        form_on(row_of(&list, list.count++), e, region, e->factor[part][a]);
    fmpq *half = row_of(&list, list.count++);
    if (e->halved[part]) {
        middle(half + columns - 1, e);
        fmpq_set_si(half, e->halved[part], 1);
        if (e->halved[part] > 0)
            fmpq_neg(half + columns - 1, half + columns - 1);
    }
    return list;
}

static void row_list_clear(row_list *list, size_t capacity)
{
    _fmpq_vec_clear(list->row, (slong)(capacity * list->columns));
}

static bool is_satisfiable(const example *e)
{
    bool found = false;
    for (size_t r = 0; r < e->reference.activation_regions && !found; r++)
        for (size_t p = 0; p < e->parts && !found; p++) {
            row_list list = rows_of(e, e->reference.region + r, p, e->atoms[p]);
            found = has_vertex(&list, NULL, NULL);
            row_list_clear(&list, list.count);
        }
    return found;
}

// ---- Examples ----

// The bound of the last atom of a part is the greatest value that it has where the others hold, or
// that and a little: so the property is met in a vertex and nowhere else, or just missed.
static void touch(example *e, size_t part, int by)
{
    const size_t last = e->atoms[part] - 1;
    fmpq *factor = e->factor[part][last], *form = _fmpq_vec_init((slong)e->of.dimension + 1);
    fmpq_t most, value;
    bool known = false;
    fmpq_init(most);
    fmpq_init(value);
    for (size_t r = 0; r < e->reference.activation_regions; r++) {
        const ref_region *region = e->reference.region + r;
        row_list list = rows_of(e, region, part, last);
        form_on(form, e, region, factor);
        if (has_vertex(&list, value, form) && (!known || fmpq_cmp(value, most) > 0)) {
            fmpq_set(most, value);
            known = true;
        }
        row_list_clear(&list, list.count);
    }
    fmpq_set_si(value, by, 1);
    fmpq_div_2exp(value, value, 90);
    fmpq_add(most, most, value);
    fmpq_sub(factor + e->outputs, factor + e->outputs, most);
    fmpq_clear(most);
    fmpq_clear(value);
    _fmpq_vec_clear(form, (slong)e->of.dimension + 1);
}

static bool example_init(example *e, uint64_t seed)
{
    uint64_t state = seed;
    *e = (example){.parts = 1 + seed % PARTS};
    random_case_init_with(&e->of, seed, 1 + seed % 3,
                          seed % 5 == 4   ? RANDOM_MAXOUT
                          : seed % 5 == 3 ? RANDOM_PWL
                                          : 0);
    if (!e->of.lo) {
        random_case_clear(&e->of);
        return false;
    }
    e->outputs = crease_net_outputs(e->of.net);
    ref_count(&e->reference, e->of.net, e->of.lo, e->of.hi);
    for (size_t p = 0; p < e->parts; p++) {
        e->atoms[p] = 1 + next_random(&state) % ATOMS;
        e->halved[p] = seed % 4 == 1 ? (int)(next_random(&state) % 3) - 1 : 0;
        for (size_t a = 0; a < ATOMS; a++) {
            e->factor[p][a] = _fmpq_vec_init((slong)e->outputs + 1);
            for (size_t o = 0; o <= e->outputs; o++)
                fmpq_set_si(e->factor[p][a] + o, (slong)(next_random(&state) % 5) - 2, 1);
        }
        if (next_random(&state) % 4)
            touch(e, p, (int)(next_random(&state) % 3) - 1);
    }
    return true;
}

static void example_clear(example *e)
{
    for (size_t p = 0; p < e->parts; p++)
        for (size_t a = 0; a < ATOMS; a++)
            _fmpq_vec_clear(e->factor[p][a], (slong)e->outputs + 1);
    ref_result_clear(&e->reference);
    random_case_clear(&e->of);
}

// ---- The property as a file ----

static void print_number(FILE *file, const fmpq_t x)
{
    char *text = fmpq_get_str(NULL, 10, x);
    fputs(text, file);
    flint_free(text);
}

static void print_bound(FILE *file, const char *relation, size_t input, const fmpq_t value)
{
    fprintf(file, "(%s X_%zu ", relation, input);
    print_number(file, value);
    fputs(")", file);
}

// sum >= 0, or 0 <= sum.
static void print_atom(FILE *file, const example *e, const fmpq *factor, int turned)
{
    fputs(turned ? "(<= 0 (+" : "(>= (+", file);
    for (size_t o = 0; o < e->outputs; o++) {
        fputs(turned ? " (* " : " (* Y_", file);
        if (!turned)
            fprintf(file, "%zu ", o);
        print_number(file, factor + o);
        if (turned)
            fprintf(file, " Y_%zu", o);
        fputs(")", file);
    }
    fputs(" ", file);
    print_number(file, factor + e->outputs);
    fputs(turned ? "))" : ") 0)", file);
}

static void print_part(FILE *file, const example *e, size_t p)
{
    fmpq_t half;
    fmpq_init(half);
    middle(half, e);
    fputs("(and", file);
    for (size_t a = 0; a < e->atoms[p]; a++)
        print_atom(file, e, e->factor[p][a], a % 2);
    if (e->halved[p])
        print_bound(file, e->halved[p] > 0 ? ">=" : "<=", 0, half);
    fputs(")", file);
    fmpq_clear(half);
}

static char *text_of(const example *e, size_t *size)
{
    char *text;
    FILE *file = open_memstream(&text, size);
    for (size_t i = 0; i < e->of.dimension; i++)
        fprintf(file, "(declare-const X_%zu Real)\n", i);
    for (size_t o = 0; o < e->outputs; o++)
        fprintf(file, "(declare-const Y_%zu Real)\n", o);
    for (size_t i = 0; i < e->of.dimension; i++) {
        fputs("(assert (and ", file);
        print_bound(file, "<=", i, e->of.hi + i);
        print_bound(file, ">=", i, e->of.lo + i);
        fputs("))\n", file);
    }
    fputs("(assert (or", file);
    for (size_t p = 0; p < e->parts; p++)
        print_part(file, e, p);
    fputs("))\n", file);
    fclose(file);
    return text;
}

// ---- The witness, by the network alone ----

static bool part_is_met(const example *e, size_t p, const fmpq *x, const fmpq *y, const fmpq_t half,
                        bool rounded)
{
    bool all = e->halved[p] * fmpq_cmp(x, half) >= 0;
    fmpq_t value, constant;
    fmpq_init(value);
    fmpq_init(constant);
    for (size_t a = 0; a < e->atoms[p]; a++) {
        _fmpq_vec_dot(value, e->factor[p][a], y, (slong)e->outputs);
        fmpq_set(constant, e->factor[p][a] + e->outputs);
        if (rounded)
            rational_set_double(constant, rational_double(constant));
        fmpq_add(value, value, constant);
        all &= fmpq_sgn(value) >= 0;
    }
    fmpq_clear(value);
    fmpq_clear(constant);
    return all;
}

static void check_witness(const example *e, const crease_decision *found)
{
    fmpq *y = _fmpq_vec_init((slong)e->outputs);
    fmpq_t half;
    bool met = false;
    fmpq_init(half);
    middle(half, e);
    crease_net_evaluate(y, e->of.net, found->input);
    for (size_t o = 0; o < e->outputs; o++)
        CU_ASSERT(fmpq_equal(y + o, found->output + o));
    for (size_t i = 0; i < e->of.dimension; i++)
        CU_ASSERT(fmpq_cmp(found->input + i, e->of.lo + i) >= 0 &&
                  fmpq_cmp(found->input + i, e->of.hi + i) <= 0);
    for (size_t p = 0; p < e->parts; p++)
        met |= part_is_met(e, p, found->input, y, half, 0);
    CU_ASSERT(met);
    met = !found->rounded_meets;
    for (size_t i = 0; i < e->of.dimension; i++)
        rational_set_double(found->input + i, found->rounded[i]);
    crease_net_evaluate(y, e->of.net, found->input);
    for (size_t o = 0; o < e->outputs; o++) {
        CU_ASSERT_EQUAL(rational_double(y + o), found->rounded[e->of.dimension + o]);
        rational_set_double(y + o, found->rounded[e->of.dimension + o]);
    }
    rational_set_double(half, rational_double(half));
    for (size_t p = 0; p < e->parts; p++)
        met |= part_is_met(e, p, found->input, y, half, 1);
    CU_ASSERT(met);
    fmpq_clear(half);
    _fmpq_vec_clear(y, (slong)e->outputs);
}

static int decide(const example *e, const crease_property *property, crease_arith arith)
{
    crease_decision found;
    crease_counts counts;
    const crease_options options = {.arith = arith};
    crease_counts_init(&counts, e->of.net);
    crease_decision_init(&found, e->of.net);
    CU_ASSERT_EQUAL(crease_property_decide(&found, &counts, e->of.net, property, &options, NULL),
                    CREASE_OK);
    CU_ASSERT(found.known);
    if (found.satisfiable)
        check_witness(e, &found);
    const int satisfiable = found.satisfiable;
    crease_decision_clear(&found);
    crease_counts_clear(&counts);
    return satisfiable;
}

static void decisions_are_those_of_vertices(void)
{
    size_t answers[2] = {0, 0};
    SEEDS(seed, 400) {
        example e;
        size_t size;
        if (!example_init(&e, seed))
            continue;
        char *text = text_of(&e, &size);
        crease_property *property;
        CU_ASSERT_FATAL(!crease_property_parse(&property, text, size, "text", NULL));
        const int expected = is_satisfiable(&e);
        answers[expected]++;
        CU_ASSERT_EQUAL(decide(&e, property, CREASE_FILTERED), expected);
        CU_ASSERT_EQUAL(decide(&e, property, CREASE_EXACT), expected);
        crease_property_free(property);
        free(text);
        example_clear(&e);
    }
    CU_ASSERT((answers[0] > 0 && answers[1] > 0) || cases_count(400) < 20);
}

UNIT_MAIN("property", {"decisions", decisions_are_those_of_vertices})
