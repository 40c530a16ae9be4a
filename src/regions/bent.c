// Linear regions that are proved not to be convex.
//
// On a convex linear region the network is affine on all segments between its points, so its value
// in the middle is the mean of those at the ends. Where it is not, the region is not convex.
#include "regions/bent.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// The data of a test of two points: the outputs at the points of a set, the middle with its
// outputs, and the mean of two outputs.
typedef struct {
    const crease_net *net;
    const fmpq *point;
    size_t inputs, outputs;
    fmpq *value, *middle, *at_middle, *mean;
} segments;

static void evaluate(segments *s, const uint64_t *member, size_t i)
{
    crease_net_evaluate(s->value + i * s->outputs, s->net, s->point + member[i] * s->inputs);
}

static bool is_affine_between(segments *s, const uint64_t *member, size_t i, size_t j)
{
    const fmpq *x = s->point + member[i] * s->inputs, *y = s->point + member[j] * s->inputs;
    const fmpq *first = s->value + i * s->outputs, *second = s->value + j * s->outputs;
    for (size_t c = 0; c < s->inputs; c++) {
        fmpq_add(s->middle + c, x + c, y + c);
        fmpq_div_2exp(s->middle + c, s->middle + c, 1);
    }
    crease_net_evaluate(s->at_middle, s->net, s->middle);
    bool is_affine = true;
    for (size_t o = 0; o < s->outputs && is_affine; o++) {
        fmpq_add(s->mean, first + o, second + o);
        fmpq_div_2exp(s->mean, s->mean, 1);
        is_affine = fmpq_equal(s->mean, s->at_middle + o);
    }
    return is_affine;
}

static bool is_bent(segments *s, const uint64_t *member, size_t members)
{
    enum { EVALUATION = 64 };
    evaluate(s, member, 0);
    for (size_t step = 1; step < members; step *= 2)
        for (size_t i = 0; i + step < members && !run_poll(EVALUATION); i++) {
            if (step == 1)
                evaluate(s, member, i + 1);
            if (!is_affine_between(s, member, i, i + step))
                return true;
        }
    return false;
}

void bent_count(uint64_t *single, uint64_t *bent, union_find *regions, const fmpq *point,
                const crease_net *net)
{
    ASSERT(single && bent && regions && (point || !regions->count));
    const size_t count = regions->count;
    segments s = {net,  point, crease_net_inputs(net), crease_net_outputs(net), NULL, NULL,
                  NULL, NULL};
    const slong scratch = (slong)(s.inputs + s.outputs + 1), values = (slong)(count * s.outputs);
    s.middle = _fmpq_vec_init(scratch);
    s.at_middle = s.middle + s.inputs;
    s.mean = s.at_middle + s.outputs;
    s.value = _fmpq_vec_init(values);
    // The members of the set of each root, one set after the other.
    size_t *start = memory_new(count + 2, sizeof *start);
    uint64_t *member = memory_new(count, sizeof *member);
    for (size_t i = 0; i < count; i++)
        start[union_find_root(regions, i) + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        start[i] += start[i - 1];
    for (size_t i = 0; i < count; i++)
        member[start[union_find_root(regions, i) + 1]++] = i;
    for (size_t i = 0; i < count && !run_is_cancelled(); i++) {
        const size_t members = start[i + 1] - start[i];
        *single += members == 1;
        *bent += members > 1 && is_bent(&s, member + start[i], members);
    }
    free(start);
    free(member);
    _fmpq_vec_clear(s.middle, scratch);
    _fmpq_vec_clear(s.value, values);
}
