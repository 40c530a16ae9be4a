// The lineality space, which all regions share: the directions of the lines that they contain.
#include "walk/lineality.h"

#include "base/memory.h"
#include "geom/domain.h"
#include "net/net.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// Linear forms in d variables, in echelon form; their common zeros are the lines.
typedef struct {
    fmpq_mat_t row; // d rows at most are not zero: the first `rank`
    slong d, rank;
} forms;

static void forms_add(forms *all, const fmpq_mat_t more)
{
    fmpq_mat_t top, both;
    fmpq_mat_window_init(top, all->row, 0, 0, all->rank, all->d);
    fmpq_mat_init(both, all->rank + fmpq_mat_nrows(more), all->d);
    fmpq_mat_concat_vertical(both, top, more);
    fmpq_mat_window_clear(top);
    all->rank = fmpq_mat_rref(both, both);
    for (slong i = 0; i < all->rank; i++)
        for (slong j = 0; j < all->d; j++)
            fmpq_set(fmpq_mat_entry(all->row, i, j), fmpq_mat_entry(both, i, j));
    fmpq_mat_clear(both);
}

static void add_inequalities(forms *all, const crease_domain *domain)
{
    slong count = (slong)domain_inequalities(domain);
    fmpq *row = _fmpq_vec_init(all->d + 1);
    fmpq_mat_t rows;
    fmpq_mat_init(rows, count, all->d);
    for (slong i = 0; i < count; i++) {
        domain_inequality(row, domain, (size_t)i);
        for (slong j = 0; j < all->d; j++)
            fmpq_set(fmpq_mat_entry(rows, i, j), row + j);
    }
    forms_add(all, rows);
    fmpq_mat_clear(rows);
    _fmpq_vec_clear(row, all->d + 1);
}

// ---- how the layers change along a direction: a matrix, one row for each value ----

static void start_from_parametrization(fmpq_mat_t slope, const crease_domain *domain)
{
    slong d = (slong)domain->dimension;
    fmpq_mat_init(slope, (slong)domain->inputs, d);
    if (!domain->parametrization)
        fmpq_mat_one(slope);
    for (slong i = 0; i < (slong)domain->inputs && domain->parametrization; i++)
        for (slong j = 0; j < d; j++)
            fmpq_set(fmpq_mat_entry(slope, i, j), domain->parametrization + i * (d + 1) + j);
}

static void multiply(fmpq_mat_t product, const net_layer *layer, const fmpq_mat_t slope)
{
    fmpq_mat_t weight;
    fmpq_mat_init(weight, (slong)layer->rows, (slong)layer->inputs);
    for (size_t i = 0; i < layer->rows; i++) {
        sparsity_row row = sparsity_row_of(&layer->at, i);
        for (size_t k = 0; k < row.count; k++)
            fmpq_set(fmpq_mat_entry(weight, (slong)i, (slong)row_column(&row, k)),
                     layer->weight + row.first + k);
    }
    fmpq_mat_init(product, (slong)layer->rows, fmpq_mat_ncols(slope));
    fmpq_mat_mul(product, weight, slope);
    fmpq_mat_clear(weight);
}

// Of one unit: makes its rows in z the forms that its predicates compare with constants, zeros if
// there is none. Where these forms vanish, the output is that of the first row, or constant.
static void pass_unit(fmpq_mat_t z, fmpq_mat_t output, const net_layer *layer, size_t unit)
{
    const activation *act = net_layer_act(layer, unit);
    slong first = (slong)layer->unit.row[unit];
    int follows = act->rank > 1 || act->pieces == 1;
    for (slong j = 0; j < fmpq_mat_ncols(z) && follows; j++) {
        fmpq *y = fmpq_mat_entry(output, (slong)unit, j);
        fmpq_mul(y, act->slope, fmpq_mat_entry(z, first, j));
        for (slong r = (slong)act->rank - 1; r >= 0; r--)
            fmpq_sub(fmpq_mat_entry(z, first + r, j), fmpq_mat_entry(z, first + r, j),
                     fmpq_mat_entry(z, first, j));
    }
}

// Takes the slopes of a layer's inputs to those of its outputs, and adds the forms that its
// predicates compare with constants.
static void pass_layer(forms *all, fmpq_mat_t slope, const net_layer *layer)
{
    fmpq_mat_t z, output;
    multiply(z, layer, slope);
    fmpq_mat_init(output, (slong)layer->units, all->d);
    for (size_t unit = 0; unit < layer->units; unit++)
        pass_unit(z, output, layer, unit);
    if (layer->unit.predicate[layer->units])
        forms_add(all, z);
    fmpq_mat_clear(z);
    fmpq_mat_swap(slope, output);
    fmpq_mat_clear(output);
}

static void add_predicates(forms *all, const crease_net *net, const crease_domain *domain)
{
    fmpq_mat_t slope;
    start_from_parametrization(slope, domain);
    for (size_t l = 0; l < net->layers && all->rank < all->d && !fmpq_mat_is_zero(slope); l++)
        pass_layer(all, slope, net->layer + l);
    fmpq_mat_clear(slope);
}

// ---- the section ----

// The first `rank` columns that are independent; one column if there is none.
static slong *choose_columns(const forms *all, slong *count)
{
    slong *column = memory_new((size_t)all->d, sizeof *column);
    *count = 0;
    for (slong i = 0; i < all->rank; i++) {
        slong pivot = *count ? column[*count - 1] + 1 : 0;
        while (fmpq_is_zero(fmpq_mat_entry(all->row, i, pivot)))
            pivot++;
        column[(*count)++] = pivot;
    }
    *count += *count == 0;
    return column;
}

// Of rows of d + 1 entries those of some columns, and the last.
static fmpq *take_columns(const fmpq *rows, size_t count, slong d, const slong *column,
                          slong columns)
{
    fmpq *taken = _fmpq_vec_init((slong)count * (columns + 1));
    for (slong i = 0; i < (slong)count; i++)
        for (slong k = 0; k <= columns; k++)
            fmpq_set(taken + i * (columns + 1) + k,
                     rows + i * (d + 1) + (k < columns ? column[k] : d));
    return taken;
}

static crease_domain *cut(const crease_domain *domain, const slong *column, slong columns)
{
    slong d = (slong)domain->dimension;
    crease_domain *section = domain_new((size_t)columns);
    section->general = domain->general;
    section->inequalities = domain->inequalities;
    if (domain->inequalities)
        section->inequality =
            take_columns(domain->inequality, domain->inequalities, d, column, columns);
    fmpq *parametrization =
        domain->parametrization
            ? take_columns(domain->parametrization, domain->inputs, d, column, columns)
            : _fmpq_vec_init((slong)domain->inputs * (columns + 1));
    for (slong k = 0; k < columns && !domain->parametrization; k++)
        fmpq_one(parametrization + column[k] * (columns + 1) + k);
    section->parametrization = parametrization;
    section->inputs = domain->inputs;
    domain_set_text(section, "%s", domain->text); // what is said of it is said of the whole
    return section;
}

size_t walk_section(crease_domain **section, const crease_net *net, const crease_domain *domain)
{
    forms all = {.d = (slong)domain->dimension};
    *section = NULL;
    // A box is bounded; and the walk will say what does not fit.
    if (domain->is_box || domain->inputs != net->inputs)
        return domain->dimension;
    fmpq_mat_init(all.row, all.d, all.d);
    add_inequalities(&all, domain);
    add_predicates(&all, net, domain);
    if (all.rank < all.d) {
        slong columns, *column = choose_columns(&all, &columns);
        *section = cut(domain, column, columns);
        free(column);
    }
    fmpq_mat_clear(all.row);
    return (size_t)all.rank;
}
