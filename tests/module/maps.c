// The affine maps of the layers on one path, against maps composed in rationals.
#include "tree/maps.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

enum { COLUMNS = 3, INPUTS = 2 };

// ---- The same in rationals: z and y of every layer, from the patterns alone. ----

typedef struct {
    fmpq *z, *y; // units x COLUMNS
    size_t units;
} forms;

static void forms_init(forms *f, size_t units)
{
    f->units = units;
    f->z = _fmpq_vec_init((slong)(units * COLUMNS));
    f->y = _fmpq_vec_init((slong)(units * COLUMNS));
}

static void forms_clear(forms *f)
{
    _fmpq_vec_clear(f->z, (slong)(f->units * COLUMNS));
    _fmpq_vec_clear(f->y, (slong)(f->units * COLUMNS));
}

// y = x: the parametrization.
static void forms_of_inputs(forms *f)
{
    forms_init(f, INPUTS);
    for (size_t i = 0; i < INPUTS; i++)
        fmpq_one(f->y + i * COLUMNS + i);
}

static void forms_of_layer(forms *f, const net_layer *layer, const uint32_t *pattern,
                           const forms *below)
{
    forms_init(f, layer->units);
    for (size_t j = 0; j < layer->units; j++) {
        fmpq *z = f->z + j * COLUMNS, *y = f->y + j * COLUMNS;
        for (size_t c = 0; c < COLUMNS; c++)
            for (size_t i = 0; i < layer->inputs; i++)
                fmpq_addmul(z + c, layer->weight + j * layer->inputs + i,
                            below->y + i * COLUMNS + c);
        fmpq_add(z + COLUMNS - 1, z + COLUMNS - 1, layer->bias + j);
        for (size_t c = 0; c < COLUMNS; c++)
            fmpq_mul(y + c, z + c, net_layer_act(layer, j)->slope + pattern[j]);
        fmpq_add(y + COLUMNS - 1, y + COLUMNS - 1, net_layer_act(layer, j)->offset + pattern[j]);
    }
}

// ---- Comparing. ----

// integers = scale * rationals
static int is_scaled(const fmpz *integers, const fmpq_t scale, const fmpq *rationals)
{
    int good = 1;
    fmpq_t product;
    fmpq_init(product);
    for (size_t c = 0; c < COLUMNS; c++) {
        fmpq_mul(product, scale, rationals + c);
        good &= fmpz_is_one(fmpq_denref(product)) && fmpz_equal(fmpq_numref(product), integers + c);
    }
    fmpq_clear(product);
    return good;
}

// Each form z - breakpoint of layer l, scaled by tau.
static int breakpoints_agree(walk_maps *maps, size_t l, const net_layer *of, const forms *f,
                             size_t j)
{
    int good = 1;
    fmpz *form = _fmpz_vec_init(COLUMNS);
    fmpq *shifted = _fmpq_vec_init(COLUMNS);
    const activation *act = net_layer_act(of, j);
    for (size_t b = 0; b + 1 < act->pieces; b++) {
        walk_maps_form(maps, form, l, j, b);
        for (size_t c = 0; c < COLUMNS; c++)
            fmpq_set(shifted + c, f->z + j * COLUMNS + c);
        fmpq_sub(shifted + COLUMNS - 1, shifted + COLUMNS - 1, act->breakpoint + b);
        good &= is_scaled(form, maps->layer[l].scaled->tau + j, shifted);
    }
    _fmpq_vec_clear(shifted, COLUMNS);
    _fmpz_vec_clear(form, COLUMNS);
    return good;
}

static int layer_agrees(walk_maps *maps, size_t l, const net_layer *of, const forms *f)
{
    int good = 1;
    const walk_layer *layer = maps->layer + l;
    fmpz *output = _fmpz_vec_init(COLUMNS);
    for (size_t j = 0; j < of->units; j++) {
        walk_maps_need_unit(maps, l, j); // if nobody has asked before
        good &= is_scaled(rows_at(&layer->exact, j), layer->scaled->tau + j, f->z + j * COLUMNS);
        walk_layer_output(output, layer, j);
        good &= is_scaled(output, layer->scaled->sigma + j, f->y + j * COLUMNS);
        good &= breakpoints_agree(maps, l, of, f, j);
    }
    _fmpz_vec_clear(output, COLUMNS);
    return good;
}

static int maps_agree(walk_maps *maps, const crease_net *net)
{
    forms below;
    forms_of_inputs(&below);
    int good = 1;
    for (size_t l = 0; l < net->layers; l++) {
        forms f;
        forms_of_layer(&f, net->layer + l, maps->layer[l + 1].pattern, &below);
        good &= layer_agrees(maps, l + 1, net->layer + l, &f);
        forms_clear(&below);
        below = f;
    }
    forms_clear(&below);
    return good;
}

// ---- Random paths: patterns change in one layer or several, as siblings differ. ----

static void change_pattern(walk_layer *layer, random_state *random)
{
    size_t units = layer->rounded->units;
    if (random_below(random, 4) == 0)
        return;
    size_t changes = random_below(random, 3) ? 1 : units;
    for (size_t k = 0; k < changes; k++) {
        size_t unit = random_below(random, units);
        layer->pattern[unit] =
            (uint32_t)random_below(random, unit_pieces(&layer->rounded->unit, unit));
    }
}

// As the walk does it: from some layer on the patterns change, and each map is brought
// up to date before the next pattern is known. The last map is needed only at the end.
static void random_step(walk_maps *maps, random_state *random)
{
    size_t layers = maps->layers - 1;
    for (size_t l = 1 + random_below(random, layers); l <= layers; l++) {
        if (l < layers || random_below(random, 2)) {
            walk_maps_sync(maps, l);
            if (maps->arith == CREASE_FILTERED && random_below(random, 4) == 0)
                walk_maps_tighten(maps, l);
        }
        change_pattern(maps->layer + l, random);
    }
}

static void random_paths(crease_arith arith, uint64_t seed)
{
    printf("seed %d ", (int)seed);
    random_state random;
    random_seed(&random, seed);
    CASES(k, 80) {
        crease_net *net = random_net(&random, INPUTS, 5, 3);
        rounded_net rounded;
        walk_maps maps;
        rounded_net_init(&rounded, net, NULL, net->inputs);
        walk_maps_init(&maps, net, &rounded, arith);
        for (size_t l = 1; l <= net->layers; l++)
            walk_maps_sync(&maps, l);
        int good = 1;
        for (int step = 0; step < 40; step++) {
            random_step(&maps, &random);
            // Integers may be asked for seldom, and for the first layers only.
            if (step % 4 == 1)
                walk_maps_need_exact(&maps, 1 + random_below(&random, net->layers));
            if (step % 2)
                continue;
            walk_maps_need_output(&maps);
            good &= maps_agree(&maps, net);
        }
        CU_ASSERT(good);
        walk_maps_clear(&maps);
        rounded_net_clear(&rounded);
        crease_net_free(net);
    }
}

static void exact_paths(void)
{
    random_paths(CREASE_EXACT, 13);
}

// The other arithmetics have exact maps too, when somebody asks for them.
static void exact_paths_in_filtered(void)
{
    random_paths(CREASE_FILTERED, 14);
}

static void exact_paths_in_float(void)
{
    random_paths(CREASE_FLOAT, 14);
}

// A map that did not change keeps its version: layers below need not be looked at.
static void versions(void)
{
    crease_net *net = net_of(
        RELU("[[1, 2], [3, 4]]", "[0, 1]") "," RELU("[[1, 1]]", "[1]") "," LINEAR("[[1]]", "[0]"));
    rounded_net rounded;
    rounded_net_init(&rounded, net, NULL, net->inputs);
    for (int arith = CREASE_FILTERED; arith <= CREASE_FLOAT; arith++) {
        walk_maps maps;
        walk_maps_init(&maps, net, &rounded, arith);
        uint64_t first = 0, second = 0;
        for (int step = 0; step < 3; step++) {
            maps.layer[1].pattern[0] = step == 2;
            for (size_t l = 1; l <= 3; l++)
                walk_maps_sync(&maps, l);
            walk_maps_need_exact(&maps, 3);
            const walk_layer *layer = maps.layer;
            int changes = step != 1; // at first, and when the pattern has changed
            CU_ASSERT_EQUAL(layer[1].exact_source.version != first, step == 0);
            CU_ASSERT_EQUAL(layer[2].exact_source.version != second, changes);
            first = layer[1].exact_source.version;
            second = layer[2].exact_source.version;
        }
        walk_maps_clear(&maps);
    }
    rounded_net_clear(&rounded);
    crease_net_free(net);
}

// ---- Doubles: with small dyadic weights nothing is rounded, and all must be equal. ----

static int approx_is(const walk_layer *layer, size_t unit, const fmpq *form)
{
    int good = 1;
    const double *approx = layer->approx + unit;
    mpq_t q;
    mpq_init(q);
    for (size_t c = 0; c < COLUMNS; c++) {
        fmpq_get_mpq(q, form + c);
        good &= mpq_get_d(q) == approx[c * layer->rounded->stride];
    }
    mpq_clear(q);
    return good;
}

static void rounded_maps(crease_arith arith)
{
    crease_net *net =
        net_of(LAYER("hardtanh", "[[1, 0.5], [-0.25, 3], [0, 2]]", "[0.5, -1, 2]") "," LAYER(
            "leaky:1/4", "[[1, -1, 0.5], [2, 0.125, -3]]",
            "[0.25, 0]") "," LAYER("abs", "[[1, 1], [0.5, -0.5]]", "[-1, 4]"));
    rounded_net rounded;
    walk_maps maps;
    rounded_net_init(&rounded, net, NULL, net->inputs);
    walk_maps_init(&maps, net, &rounded, arith);
    for (uint32_t code = 0; code < 27 * 4; code++) {
        for (uint32_t j = 0, rest = code; j < 5; j++) {
            uint32_t pieces = j < 3 ? 3 : 2;
            maps.layer[j < 3 ? 1 : 2].pattern[j < 3 ? j : j - 3] = rest % pieces;
            rest /= pieces;
        }
        forms below;
        forms_of_inputs(&below);
        for (size_t l = 0; l < 3; l++) {
            walk_maps_sync(&maps, l + 1);
            forms f;
            forms_of_layer(&f, net->layer + l, maps.layer[l + 1].pattern, &below);
            for (size_t j = 0; j < f.units; j++)
                CU_ASSERT(approx_is(maps.layer + l + 1, j, f.z + j * COLUMNS));
            forms_clear(&below);
            below = f;
        }
        forms_clear(&below);
        line_approx form;
        walk_layer_approx((double *)&form, maps.layer + 1, 0, 1); // z - 1
        CU_ASSERT(form.a[0] == 1 && form.a[1] == 0.5 && form.a[2] == -0.5);
    }
    walk_maps_clear(&maps);
    rounded_net_clear(&rounded);
    crease_net_free(net);
}

static void filtered_maps(void)
{
    rounded_maps(CREASE_FILTERED);
}

static void float_maps(void)
{
    rounded_maps(CREASE_FLOAT);
}

UNIT_MAIN("maps", {"exact_paths", exact_paths},
          {"exact_paths_in_filtered", exact_paths_in_filtered},
          {"exact_paths_in_float", exact_paths_in_float}, {"versions", versions},
          {"filtered_maps", filtered_maps}, {"float_maps", float_maps})
