// Forms of the outputs on a region, and integrals of them and of their squares.
#include "regions/moments.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "cell/volume.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

// ---- Forms ----

void output_forms_init(output_forms *forms, const fmpq *given, size_t count, size_t outputs,
                       size_t dimension)
{
    ASSERT(dimension > 0);
    const size_t columns = dimension + 1;
    *forms = (output_forms){.count = count, .outputs = outputs, .columns = columns};
    fmpq_mat_init(forms->given, (slong)count, (slong)outputs + 1);
    for (size_t r = 0; r < count; r++)
        for (size_t o = 0; o <= outputs; o++)
            fmpq_set(fmpq_mat_entry(forms->given, (slong)r, (slong)o), given++);
    forms->factor = memory_new(count * (outputs + 1) + 1, sizeof *forms->factor);
    for (size_t r = 0; r < count; r++)
        for (size_t o = 0; o <= outputs; o++)
            forms->factor[r * (outputs + 1) + o] =
                ball_of_rational(fmpq_mat_entry(forms->given, (slong)r, (slong)o));
    forms->ball_map = memory_new(outputs * columns + 1, sizeof *forms->ball_map);
    forms->ball_row = memory_new(count * columns + 1, sizeof *forms->ball_row);
    fmpq_mat_init(forms->map, (slong)outputs + 1, (slong)columns);
    fmpq_one(fmpq_mat_entry(forms->map, (slong)outputs, (slong)dimension));
    fmpq_mat_init(forms->row, (slong)count, (slong)columns);
    fmpz_mat_init(forms->whole, (slong)count, (slong)columns);
    forms->denominator = _fmpz_vec_init((slong)count);
}

void output_forms_clear(output_forms *forms)
{
    fmpq_mat_clear(forms->given);
    free(forms->factor);
    free(forms->ball_map);
    free(forms->ball_row);
    fmpq_mat_clear(forms->map);
    fmpq_mat_clear(forms->row);
    fmpz_mat_clear(forms->whole);
    _fmpz_vec_clear(forms->denominator, (slong)forms->count);
}

// Adds an output times a factor to a row.
static void add_output(ball *row, const ball *output, const ball *factor, size_t columns)
{
    const bool is_one = factor->value.high == 1 && factor->value.low == 0 && factor->bound == 0;
    for (size_t c = 0; c < columns; c++)
        row[c] = ball_add(row[c], is_one ? output[c] : ball_multiply(*factor, output[c]));
}

// The rows in balls. Returns 0 if the balls of the outputs do not serve, or are wide for pairs of
// doubles.
static bool find_balls(output_forms *forms)
{
    static const double WIDE = 0x1p-70;
    const size_t columns = forms->columns, outputs = forms->outputs;
    for (size_t o = 0; o < outputs; o++)
        if (!region_output_balls(forms->ball_map + o * columns, forms->region, o))
            return false;
    double size = 0, bound = 0;
    for (size_t r = 0; r < forms->count; r++) {
        const ball *factor = forms->factor + r * (outputs + 1);
        ball *row = forms->ball_row + r * columns;
        for (size_t c = 0; c < columns; c++)
            row[c] = c + 1 < columns ? ball_zero : factor[outputs];
        for (size_t o = 0; o < outputs; o++)
            if (factor[o].value.high != 0)
                add_output(row, forms->ball_map + o * columns, factor + o, columns);
        for (size_t c = 0; c < columns; c++) {
            size += fabs(row[c].value.high);
            bound += row[c].bound;
        }
    }
    return bound <= WIDE * size;
}

void output_forms_take(output_forms *forms, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    forms->region = region;
    forms->is_exact = false;
    if (find_balls(forms))
        return;
    output_forms_need_exact(forms);
    for (size_t k = 0; k < forms->count * forms->columns; k++)
        forms->ball_row[k] = ball_of_rational(
            fmpq_mat_entry(forms->row, (slong)(k / forms->columns), (slong)(k % forms->columns)));
}

void output_forms_need_exact(output_forms *forms)
{
    if (forms->is_exact)
        return;
    for (size_t o = 0; o < forms->outputs; o++)
        crease_region_map(fmpq_mat_entry(forms->map, (slong)o, 0), forms->region, o);
    fmpq_mat_mul(forms->row, forms->given, forms->map);
    fmpq_mat_get_fmpz_mat_rowwise(forms->whole, forms->denominator, forms->row);
    forms->is_exact = true;
}

void output_forms_value(fmpq_t value, output_forms *forms, size_t r, const fmpz *point)
{
    const size_t columns = forms->columns;
    output_forms_need_exact(forms);
    if (!point) {
        fmpq_set(value, fmpq_mat_entry(forms->row, (slong)r, (slong)columns - 1));
        return;
    }
    const fmpz *weight = point + columns - 1;
    fmpz_t sum, below;
    fmpz_init(sum);
    fmpz_init(below);
    _fmpz_vec_dot(sum, fmpz_mat_entry(forms->whole, (slong)r, 0), point, (slong)columns);
    if (fmpz_is_zero(weight))
        fmpz_set(below, forms->denominator + r);
    else
        fmpz_mul(below, forms->denominator + r, weight);
    fmpq_set_fmpz_frac(value, sum, below);
    fmpz_clear(sum);
    fmpz_clear(below);
}

// ---- Integrals ----

enum { DIGITS = 40 }; // of intervals around exact numbers

void moments_init(moments *m, size_t count, size_t dimension, bool rounded, double error)
{
    *m = (moments){.count = count, .dimension = dimension, .rounded = rounded, .error = error};
    m->enclosed = memory_new(2 * count + 1, sizeof *m->enclosed);
    for (size_t k = 0; k < 2 * count; k++)
        enclosed_sum_init(m->enclosed + k, DIGITS);
    m->ball_sums = memory_new(1 + 2 * count, sizeof *m->ball_sums);
    long_sum_init(&m->total, 1 + 2 * count);
    m->value = _fmpq_vec_init((slong)dimension + 1);
    fmpz_mat_init(m->rows, (slong)dimension + 1, (slong)dimension + 1);
    fmpq_init(m->volume);
    fmpq_init(m->term);
}

void moments_clear(moments *m)
{
    long_sum_clear(&m->total);
    for (size_t k = 0; k < 2 * m->count; k++)
        enclosed_sum_clear(m->enclosed + k);
    free(m->enclosed);
    free(m->ball_sums);
    _fmpq_vec_clear(m->value, (slong)m->dimension + 1);
    fmpz_mat_clear(m->rows);
    fmpq_clear(m->volume);
    fmpq_clear(m->term);
}

// Adds form r over a simplex: to sum[0] (d + 1)! times the integral of f, to sum[1] (d + 2)! times
// that of f^2.
static void add_form(moments *m, fmpq *sum, size_t r, const fmpz *const *point)
{
    const size_t d = m->dimension;
    fmpq_t squares, values;
    fmpq_init(squares);
    fmpq_init(values);
    for (size_t i = 0; i <= d; i++) {
        output_forms_value(m->value + i, m->forms, r, point[i]);
        fmpq_add(values, values, m->value + i);
        fmpq_addmul(squares, m->value + i, m->value + i);
    }
    fmpq_addmul(squares, values, values);
    fmpq_mul(m->term, m->volume, values);
    fmpq_add(sum, sum, m->term);
    fmpq_mul(m->term, m->volume, squares);
    fmpq_add(sum + 1, sum + 1, m->term);
    fmpq_clear(squares);
    fmpq_clear(values);
}

static void add_simplex(void *data, const fmpz *const *point)
{
    enum { RATIONAL = 1 << 13 }; // operations that one costs, about
    moments *m = data;
    fmpq *sum = long_sum_next(&m->total);
    if (run_poll(m->count * (m->dimension + 1) * RATIONAL))
        return;
    simplex_volume(m->volume, m->rows, point);
    fmpq_canonicalise(m->volume);
    fmpq_add(sum, sum, m->volume);
    for (size_t r = 0; r < m->count; r++)
        add_form(m, sum + 1 + 2 * r, r, point);
}

// Returns 0 if balls do not serve.
static bool add_balls(moments *m, const crease_region *region)
{
    if (!region_moment_balls(m->ball_sums, region, m->forms->ball_row, m->count, m->error))
        return false;
    for (size_t k = 1; k <= 2 * m->count; k++)
        if (!(m->ball_sums[k].bound < INFINITY))
            return false;
    for (size_t k = 0; k < 2 * m->count; k++)
        enclosed_sum_add_ball(m->enclosed + k, m->ball_sums + 1 + k);
    return true;
}

// Moves the sums of one region, which are exact, to the intervals.
static void enclose(moments *m)
{
    fmpq *sum = long_sum_next(&m->total);
    fmpz_t factorial;
    fmpz_init(factorial);
    fmpz_fac_ui(factorial, m->dimension);
    for (size_t k = 0; k < 2 * m->count; k++) {
        fmpq_div_fmpz(sum + 1 + k, sum + 1 + k, factorial);
        enclosed_sum_add(m->enclosed + k, sum + 1 + k);
    }
    fmpz_clear(factorial);
    for (size_t k = 0; k <= 2 * m->count; k++)
        fmpq_zero(sum + k);
}

void moments_add(moments *m, const crease_region *region, output_forms *forms)
{
    ASSERT(region->pos && region->cell && region->cache);
    m->forms = forms;
    if (m->rounded && add_balls(m, region))
        return;
    cell_simplices(region_space(region), region->cell, region_share(region), add_simplex, m);
    if (m->rounded)
        enclose(m);
    else
        long_sum_add(&m->total);
}

void moments_append(moments *whole, moments *part)
{
    long_sum_append(&whole->total, &part->total);
    for (size_t k = 0; k < 2 * whole->count; k++)
        enclosed_sum_append(whole->enclosed + k, part->enclosed + k);
}

void moments_pack(moments *m, pack *p)
{
    long_sum_pack(&m->total, p);
    for (size_t k = 0; k < 2 * m->count; k++)
        enclosed_sum_pack(m->enclosed + k, p);
}

// ---- The result ----

// x = the double that is nearest to all numbers between these.
static bool round_between(fmpq_t x, const fmpq_t low, const fmpq_t high)
{
    fmpq_simplest_between(x, low, high);
    if (fmpz_cmp_ui(fmpq_denref(x), MOMENTS_SHORT) < 0)
        return false;
    const double nearest = rational_double(low);
    rational_set_double(x, nearest);
    return nearest == rational_double(high);
}

static bool finish_rounded(fmpq_t mean, fmpq_t variance, moments *m, size_t form,
                           const fmpq_t volume)
{
    crease_enclosure first, second, square;
    for (int k = 0; k < 3; k++) {
        crease_enclosure *enclosure = (crease_enclosure *[]){&first, &second, &square}[k];
        fmpq_init(enclosure->lo);
        fmpq_init(enclosure->hi);
    }
    fmpq_mul_ui(m->term, volume, m->dimension + 1);
    enclosed_sum_get(&first, m->enclosed + 2 * form, m->term);
    fmpq_mul_ui(m->term, m->term, m->dimension + 2);
    enclosed_sum_get(&second, m->enclosed + 2 * form + 1, m->term);
    fmpq_mul(square.lo, first.lo, first.lo);
    fmpq_mul(square.hi, first.hi, first.hi);
    if (fmpq_cmp(square.lo, square.hi) > 0)
        fmpq_swap(square.lo, square.hi);
    const bool one_sign = fmpq_sgn(first.lo) * fmpq_sgn(first.hi) > 0;
    fmpq_sub(second.lo, second.lo, square.hi);
    fmpq_sub(second.hi, second.hi, square.lo);
    const bool certain = one_sign && round_between(mean, first.lo, first.hi) &&
                         round_between(variance, second.lo, second.hi);
    for (int k = 0; k < 3; k++) {
        crease_enclosure *enclosure = (crease_enclosure *[]){&first, &second, &square}[k];
        fmpq_clear(enclosure->lo);
        fmpq_clear(enclosure->hi);
    }
    return certain;
}

static void finish_exact(fmpq_t mean, fmpq_t variance, moments *m, size_t form)
{
    const fmpq *total = long_sum_total(&m->total), *sums = total + 1 + 2 * form;
    fmpq_mul_ui(m->term, total, m->dimension + 1);
    fmpq_div(mean, sums, m->term);
    fmpq_mul_ui(m->term, m->term, m->dimension + 2);
    fmpq_div(variance, sums + 1, m->term);
    fmpq_submul(variance, mean, mean);
}

bool moments_finish(fmpq_t mean, fmpq_t variance, moments *m, size_t form,
                    const crease_domain *domain)
{
    if (!m->rounded) {
        finish_exact(mean, variance, m, form);
        return true;
    }
    domain_volume(m->volume, domain, CREASE_EXACT);
    return finish_rounded(mean, variance, m, form, m->volume);
}
