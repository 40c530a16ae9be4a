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

// What a test of two points needs: the middle, and the outputs at three points.
typedef struct {
    const crease_net *net;
    const fmpq *point;
    size_t inputs, outputs;
    fmpq *middle, *value;
} segments;

static bool is_affine_between(segments *s, uint64_t a, uint64_t b)
{
    const fmpq *x = s->point + a * s->inputs, *y = s->point + b * s->inputs;
    fmpq *at_middle = s->value, *first = s->value + s->outputs, *second = first + s->outputs;
    for (size_t i = 0; i < s->inputs; i++) {
        fmpq_add(s->middle + i, x + i, y + i);
        fmpq_div_2exp(s->middle + i, s->middle + i, 1);
    }
    crease_net_evaluate(at_middle, s->net, s->middle);
    crease_net_evaluate(first, s->net, x);
    crease_net_evaluate(second, s->net, y);
    bool is_affine = true;
    for (size_t o = 0; o < s->outputs && is_affine; o++) {
        fmpq_add(first + o, first + o, second + o);
        fmpq_div_2exp(first + o, first + o, 1);
        is_affine = fmpq_equal(first + o, at_middle + o);
    }
    return is_affine;
}

static bool is_bent(segments *s, const uint64_t *member, size_t members)
{
    enum { EVALUATION = 64 };
    for (size_t step = 1; step < members; step *= 2)
        for (size_t i = 0; i + step < members && !run_poll(EVALUATION); i++)
            if (!is_affine_between(s, member[i], member[i + step]))
                return true;
    return false;
}

void bent_count(uint64_t *single, uint64_t *bent, union_find *regions, const fmpq *point,
                const crease_net *net)
{
    ASSERT(single && bent && regions && (point || !regions->count));
    const size_t count = regions->count;
    segments s = {net, point, crease_net_inputs(net), crease_net_outputs(net), NULL, NULL};
    s.middle = _fmpq_vec_init((slong)s.inputs);
    s.value = _fmpq_vec_init((slong)(3 * s.outputs));
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
    _fmpq_vec_clear(s.middle, (slong)s.inputs);
    _fmpq_vec_clear(s.value, (slong)(3 * s.outputs));
}
