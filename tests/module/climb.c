// One climb: where it begins, what a step changes, what is kept.
#include "theory/climb.h"
#include "unit.h"
#include <crease/crease.h>

#include <stdio.h>
#include <string.h>

static const size_t widths[] = {2, 3, 2, 2};
enum { COUNT = 4, NUMBERS = 3 * 3 + 2 * 4 + 2 * 3, HIDDEN = 3 * 3 + 2 * 4, RANGE = 5 };

static crease_search search_of(crease_quantity of)
{
    return (crease_search){.of = of, .activation = "relu", .range = RANGE};
}

static void check_numbers(const climber *c)
{
    const int64_t *number = c->number;
    for (size_t l = 0; l < c->net->layers; l++) {
        const net_layer *layer = c->net->layer + l;
        for (size_t i = 0; i < layer->rows * layer->inputs; i++, number++)
            CU_ASSERT(-RANGE <= *number && *number <= RANGE);
        number += layer->rows;
    }
}

// The same for the same seed and index, and else not.
static void beginning(void)
{
    crease_domain *plane = crease_domain_new_space(2);
    crease_search how = search_of(CREASE_ACTIVATION_REGIONS);
    climber one, other;
    climb_init(&one, widths, COUNT, plane, &how);
    climb_init(&other, widths, COUNT, plane, &how);
    CU_ASSERT_EQUAL_FATAL(one.numbers, NUMBERS);
    static const uint64_t places[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {UINT64_MAX, 0}};
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++) {
            climb_begin(&one, places[i][0], places[i][1]);
            climb_begin(&other, places[j][0], places[j][1]);
            check_numbers(&one);
            int same = !memcmp(one.number, other.number, NUMBERS * sizeof *one.number);
            CU_ASSERT_EQUAL(same, i == j);
        }
    climb_clear(&one);
    climb_clear(&other);
    crease_domain_free(plane);
}

// Layer by layer, weights and then biases; these are the network's.
static void set(void)
{
    crease_domain *plane = crease_domain_new_space(2);
    crease_search how = search_of(CREASE_ACTIVATION_REGIONS);
    climber c;
    climb_init(&c, widths, COUNT, plane, &how);
    int64_t number[NUMBERS];
    for (size_t i = 0; i < NUMBERS; i++)
        number[i] = (int64_t)i - 7;
    climb_set(&c, number);
    int64_t next = -7;
    for (size_t l = 0; l < c.net->layers; l++) {
        const net_layer *layer = c.net->layer + l;
        for (size_t i = 0; i < layer->rows * layer->inputs; i++, next++)
            CU_ASSERT(fmpz_equal_si(fmpq_numref(layer->weight + i), next));
        for (size_t i = 0; i < layer->rows; i++, next++)
            CU_ASSERT(fmpz_equal_si(fmpq_numref(layer->bias + i), next));
    }
    CU_ASSERT_EQUAL(next, NUMBERS - 7);
    climb_clear(&c);
    crease_domain_free(plane);
}

static uint64_t count(const climber *c)
{
    crease_counts counts;
    crease_linear_counts linear;
    crease_options options = {.arith = CREASE_EXACT, .threads = 1};
    crease_counts_init(&counts, c->net);
    CU_ASSERT_EQUAL(crease_count_linear(&counts, &linear, c->net, c->domain, &options, NULL),
                    CREASE_OK);
    uint64_t regions =
        c->how->of == CREASE_LINEAR_REGIONS ? linear.linear_regions : counts.activation_regions;
    crease_counts_clear(&counts);
    return regions;
}

// Counts are those of another arithmetic; numbers stay in range; what is settled on loses one
// region at most, and when it is not what was counted, it is what was before.
static void steps(crease_quantity of)
{
    enum { STEPS = 400 };
    crease_domain *plane = crease_domain_new_space(2);
    crease_search how = search_of(of);
    const crease_options options = {.arith = CREASE_FILTERED};
    climber c;
    climb_init(&c, widths, COUNT, plane, &how);
    climb_begin(&c, 8, 3);
    int64_t stood[NUMBERS];
    int better = 0, refused = 0, lost = 0, output_layer = 0;
    for (int step = 0; step < STEPS; step++) {
        memcpy(stood, c.number, sizeof stood);
        uint64_t regions, from = c.regions;
        CU_ASSERT_EQUAL_FATAL(climb_step(&c, &regions, step == 0, &options, NULL), CREASE_OK);
        check_numbers(&c);
        CU_ASSERT_EQUAL(regions, count(&c));
        CU_ASSERT(step > 0 || !memcmp(stood, c.number, sizeof stood));
        output_layer += memcmp(stood + HIDDEN, c.number + HIDDEN,
                               sizeof stood / NUMBERS * (NUMBERS - HIDDEN)) != 0;
        climb_settle(&c, regions);
        CU_ASSERT(c.regions + 1 >= from);
        better += c.regions > from;
        lost += c.regions < from;
        if (c.regions != regions) {
            refused++;
            CU_ASSERT(regions < from && c.regions == from);
            CU_ASSERT(!memcmp(stood, c.number, sizeof stood));
        }
    }
    CU_ASSERT(better > 3 && refused > 30 && lost > 0);
    // the output layer has no creases, and only linear regions depend on it
    CU_ASSERT_EQUAL(output_layer > 0, of == CREASE_LINEAR_REGIONS);
    climb_clear(&c);
    crease_domain_free(plane);
}

static void activation_steps(void)
{
    steps(CREASE_ACTIVATION_REGIONS);
}

static void linear_steps(void)
{
    steps(CREASE_LINEAR_REGIONS);
}

UNIT_MAIN("climb", {"beginning", beginning}, {"set", set}, {"steps", activation_steps},
          {"steps for linear regions", linear_steps})
