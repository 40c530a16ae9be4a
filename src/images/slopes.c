// Linear regions on a line, from the slopes at both ends of each image.
#include "images/slopes.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// The linear regions of an image, and the slopes of the outputs at its ends.
typedef struct {
    fmpz_t regions;
    fmpq *low, *high;
} image_slopes;

void slopes_init(slopes *s, size_t layers, size_t outputs)
{
    *s = (slopes){layers, outputs, memory_new(layers, sizeof *s->layer)};
}

static size_t part_slopes(const slopes *s, const slope_part *p)
{
    return !p->slope ? 0 : p->child == SLOPES_OUTPUTS ? s->outputs : 1;
}

void slopes_clear(slopes *s)
{
    for (size_t l = 0; l < s->layers; l++) {
        for (size_t i = 0; i < s->layer[l].count; i++) {
            slope_part *p = s->layer[l].part + i;
            fmpq_clear(p->begin);
            if (p->slope)
                _fmpq_vec_clear(p->slope, (slong)part_slopes(s, p));
        }
        free(s->layer[l].part);
    }
    free(s->layer);
}

void slopes_add(slopes *s, size_t layer, size_t parent, const image_source *part, size_t child,
                const fmpq *slope)
{
    ASSERT(layer < s->layers);
    ASSERT(part->dimension == 1);
    slope_layer *all = s->layer + layer;
    MEMORY_RESERVE(all->part, all->capacity, all->count + 1);
    slope_part *p = all->part + all->count++;
    *p = (slope_part){.parent = parent, .child = child};
    fmpq_init(p->begin);
    fmpq_t x;
    fmpq_init(x);
    size_t points = 0;
    for (size_t g = 0; g < part->count; g++) {
        const fmpz *row = part->generator + 2 * g;
        p->is_endless |= fmpz_is_zero(row + 1) && fmpz_sgn(row) < 0;
        if (fmpz_is_zero(row + 1))
            continue;
        fmpq_set_fmpz_frac(x, row, row + 1);
        if (!points++ || fmpq_cmp(x, p->begin) < 0)
            fmpq_set(p->begin, x);
    }
    fmpq_clear(x);
    if (!slope)
        return;
    const size_t count = child == SLOPES_OUTPUTS ? s->outputs : 1;
    p->slope = _fmpq_vec_init((slong)count);
    rational_copy(p->slope, slope, count);
}

static int compare_parts(const void *a, const void *b)
{
    const slope_part *p = a, *q = b;
    if (p->parent != q->parent)
        return p->parent < q->parent ? -1 : 1;
    if (p->is_endless != q->is_endless)
        return p->is_endless ? -1 : 1;
    return fmpq_cmp(p->begin, q->begin);
}

static bool are_equal(const fmpq *x, const fmpq *y, size_t count)
{
    size_t i = 0;
    while (i < count && fmpq_equal(x + i, y + i))
        i++;
    return i == count;
}

static void image_slopes_init(image_slopes *result, size_t outputs)
{
    fmpz_init(result->regions);
    result->low = _fmpq_vec_init((slong)outputs);
    result->high = _fmpq_vec_init((slong)outputs);
}

static void image_slopes_clear(image_slopes *result, size_t outputs)
{
    fmpz_clear(result->regions);
    _fmpq_vec_clear(result->low, (slong)outputs);
    _fmpq_vec_clear(result->high, (slong)outputs);
}

// Slopes of the outputs at both ends of a part; where u falls as the next u grows, ends change
// places.
static void slopes_of_part(image_slopes *result, const slopes *s, const slope_part *p,
                           const image_slopes *next)
{
    fmpz_one(result->regions);
    for (size_t o = 0; o < s->outputs; o++) {
        if (!p->slope) {
            fmpq_zero(result->low + o);
            fmpq_zero(result->high + o);
        } else if (p->child == SLOPES_OUTPUTS) {
            fmpq_set(result->low + o, p->slope + o);
            fmpq_set(result->high + o, p->slope + o);
        } else {
            const image_slopes *child = next + p->child;
            const bool rises = fmpq_sgn(p->slope) > 0;
            fmpq_mul(result->low + o, p->slope, (rises ? child->low : child->high) + o);
            fmpq_mul(result->high + o, p->slope, (rises ? child->high : child->low) + o);
        }
    }
    if (p->slope && p->child != SLOPES_OUTPUTS)
        fmpz_set(result->regions, next[p->child].regions);
}

// The images of a layer from those of the next; their number.
static size_t slopes_of_layer(image_slopes **result, const slopes *s, size_t l,
                              const image_slopes *next)
{
    slope_layer *layer = s->layer + l;
    if (layer->count)
        qsort(layer->part, layer->count, sizeof *layer->part, compare_parts);
    const size_t images = layer->count ? layer->part[layer->count - 1].parent + 1 : 0;
    image_slopes part;
    image_slopes_init(&part, s->outputs);
    *result = memory_new(images + 1, sizeof **result);
    for (size_t i = 0; i < images; i++)
        image_slopes_init(*result + i, s->outputs);
    for (size_t i = 0; i < layer->count; i++) {
        const slope_part *p = layer->part + i;
        image_slopes *parent = *result + p->parent;
        slopes_of_part(&part, s, p, next);
        const bool is_first = !i || p[-1].parent != p->parent;
        if (!is_first && are_equal(part.low, parent->high, s->outputs))
            fmpz_sub_ui(parent->regions, parent->regions, 1);
        fmpz_add(parent->regions, parent->regions, part.regions);
        rational_copy(parent->high, part.high, s->outputs);
        if (is_first)
            rational_copy(parent->low, part.low, s->outputs);
    }
    image_slopes_clear(&part, s->outputs);
    return images;
}

void slopes_count(fmpz_t linear_regions, slopes *s)
{
    image_slopes *next = NULL;
    size_t images = 0;
    for (size_t l = s->layers; l-- > 0;) {
        image_slopes *result;
        const size_t count = slopes_of_layer(&result, s, l, next);
        for (size_t i = 0; i < images; i++)
            image_slopes_clear(next + i, s->outputs);
        free(next);
        next = result;
        images = count;
    }
    fmpz_one(linear_regions); // where all of the domain has one image that is a point
    if (images)
        fmpz_set(linear_regions, next->regions);
    for (size_t i = 0; i < images; i++)
        image_slopes_clear(next + i, s->outputs);
    free(next);
}
