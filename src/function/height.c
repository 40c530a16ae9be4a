// How nearly a formula is met, in doubles: an objective for searches.
#include "function/height.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

// ---- Atoms in coordinates of a domain ----

bool property_input_part(fmpq *row, const crease_property *property, const property_atom *atom,
                         const net_layer *coordinates)
{
    fmpq *constant = row + coordinates->inputs;
    bool depends = false;
    for (size_t c = 0; c < coordinates->inputs; c++)
        fmpq_zero(row + c);
    fmpq_set(constant, atom->constant);
    for (size_t t = atom->first; t < atom->first + atom->count; t++) {
        const property_term *term = property->term + t;
        if (term->variable >= property->inputs)
            continue;
        depends = true;
        const sparsity_row entries = sparsity_row_of(&coordinates->support, term->variable);
        for (size_t i = 0; i < entries.count; i++)
            fmpq_addmul(row + row_column(&entries, i), coordinates->weight + entries.first + i,
                        term->coefficient);
        fmpq_addmul(constant, coordinates->bias + term->variable, term->coefficient);
    }
    return depends;
}

static output_form form_of_atom(arena *memory, const crease_property *formula,
                                const property_atom *atom, const net_layer *coordinates, fmpq *row)
{
    const size_t k = coordinates->inputs;
    double *numbers = arena_new(memory, atom->count + k, sizeof *numbers),
           *input = numbers + atom->count;
    size_t *output = arena_new(memory, atom->count, sizeof *output), count = 0;
    const bool depends = property_input_part(row, formula, atom, coordinates);
    for (size_t c = 0; c < k; c++)
        input[c] = rational_double(row + c);
    for (size_t t = atom->first; t < atom->first + atom->count; t++)
        if (formula->term[t].variable >= formula->inputs) {
            output[count] = formula->term[t].variable - formula->inputs;
            numbers[count++] = rational_double(formula->term[t].coefficient);
        }
    return (output_form){count, output, numbers, depends ? input : NULL, rational_double(row + k)};
}

output_form *property_forms(arena *memory, const crease_property *formula,
                            const net_layer *coordinates)
{
    const size_t columns = coordinates->inputs + 1;
    output_form *form = arena_new(memory, formula->atoms, sizeof *form);
    fmpq *row = _fmpq_vec_init((slong)columns);
    for (size_t a = 0; a < formula->atoms; a++)
        form[a] = form_of_atom(memory, formula, formula->atom + a, coordinates, row);
    _fmpq_vec_clear(row, (slong)columns);
    return form;
}

// ---- Heights ----

void height_init(formula_height *h, const crease_property *formula, const unsigned char *is_bound,
                 const output_form *form, size_t dimension)
{
    ASSERT(dimension > 0);
    ASSERT(formula->nodes > 0);
    *h = (formula_height){
        .formula = formula, .is_bound = is_bound, .form = form, .dimension = dimension};
    h->atom_height = memory_new(formula->atoms, sizeof *h->atom_height);
    h->node_height = memory_new(2 * formula->nodes, sizeof *h->node_height);
}

void height_clear(formula_height *h)
{
    free(h->atom_height);
    free(h->node_height);
}

// Children come after their parents.
double height_of_atoms(formula_height *h)
{
    const property_node *node = h->formula->node;
    double *node_height = h->node_height;
    for (size_t n = 0; n < h->formula->nodes; n++)
        node_height[n] = node[n].kind == PROPERTY_ATOM ? h->atom_height[node[n].atom]
                         : node[n].kind == PROPERTY_OR ? -HUGE_VAL
                                                       : HUGE_VAL;
    for (size_t n = h->formula->nodes; n-- > 1;) {
        double *parent = node_height + node[n].parent;
        if (node[node[n].parent].kind == PROPERTY_OR)
            *parent = fmax(*parent, node_height[n]);
        else
            *parent = *parent < 0 && node_height[n] < 0 ? *parent + node_height[n]
                                                        : fmin(*parent, node_height[n]);
    }
    return node_height[0];
}

double height_value(void *data, const double *u, const double *y)
{
    formula_height *h = data;
    for (size_t a = 0; a < h->formula->atoms; a++) {
        const output_form *form = h->form + a;
        double value = h->is_bound[a] ? HUGE_VAL : form->constant;
        for (size_t c = 0; c < h->dimension && form->input && !h->is_bound[a]; c++)
            value += form->input[c] * u[c];
        for (size_t i = 0; i < form->count && !h->is_bound[a]; i++)
            value += form->factor[i] * y[form->output[i]];
        h->atom_height[a] = value;
    }
    return height_of_atoms(h);
}

void height_slope(void *data, double *by_u, double *by_y)
{
    const formula_height *h = data;
    const property_node *node = h->formula->node;
    double *share = h->node_height + h->formula->nodes;
    for (size_t n = 0; n < h->formula->nodes; n++) {
        const double own = h->node_height[n], parent_height = h->node_height[node[n].parent];
        const bool is_sum = node[node[n].parent].kind != PROPERTY_OR && parent_height < 0;
        const bool counts = n == 0 || (is_sum ? own < 0 : own == parent_height);
        share[n] = !counts ? 0 : n == 0 ? 1 : share[node[n].parent];
        if (node[n].kind != PROPERTY_ATOM || share[n] == 0 || h->is_bound[node[n].atom])
            continue;
        const output_form *form = h->form + node[n].atom;
        for (size_t c = 0; c < h->dimension && form->input; c++)
            by_u[c] += form->input[c];
        for (size_t i = 0; i < form->count; i++)
            by_y[form->output[i]] += form->factor[i];
    }
}
