// The certificate of a count by images: a lemma for each image.
//
// Lemmas are numbered as they are met, layer by layer, and written from the last to the first, so
// that each uses only those before it. Everything is decided by generators in integers.
#include "images/prove.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "exact/row_table.h"
#include "images/case.h"
#include "images/lift.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// A case that is mapped onto the domain of a lemma; and whether regions that are bounded there come
// from bounded ones.
typedef struct {
    size_t lemma;
    bool keeps;
} image_leaf;

typedef struct {
    size_t layer; // the first that it counts
    image image;  // of number 0, the domain, nothing
    char *text;   // of its cones and cases
    size_t size;
    image_leaf *leaf;
    size_t leaves, capacity;
    uint64_t regions, bounded; // leaves that are regions
    fmpz_t cells;              // that have this image
    fmpz_t total, total_bounded;
} lemma;

typedef struct {
    const crease_net *net;
    lemma *lemma; // 0: the domain
    size_t lemmas, capacity;
    row_table keys; // of the images of the next layer
    size_t first;   // the number of the first of these
    // The lemma that is being written.
    size_t number;
    proof_case now;
    fmpq *form;         // of the layer's rows
    unsigned char *out; // pieces that are crossed out
    fmpz *row;          // scratch: a form
    bool failed;        // what the certificate needs was not found
} prover;

static const net_layer *layer_of(const prover *p)
{
    return p->net->layer + p->lemma[p->number].layer;
}

// ---- Units ----

// p->row = the form that is <= 0 where the lower piece may be in force, >= 0 where the next may; of
// maxout the higher row less the lower.
static void make_crease(prover *p, const net_layer *layer, const fmpq *form, size_t u, size_t low,
                        size_t high)
{
    const size_t columns = p->now.dimension + 1;
    const activation *act = net_layer_act(layer, u);
    const fmpq *first = form + layer->unit.row[u] * columns;
    fmpq *crease = _fmpq_vec_init((slong)columns);
    fmpz_t denominator;
    fmpz_init(denominator);
    for (size_t c = 0; c < columns && act->rank > 1; c++)
        fmpq_sub(crease + c, first + high * columns + c, first + low * columns + c);
    if (act->rank == 1) {
        rational_copy(crease, first, columns);
        fmpq_sub(crease + columns - 1, crease + columns - 1, act->breakpoint + low);
    }
    _fmpq_vec_get_fmpz_vec_fmpz(p->row, denominator, crease, (slong)columns);
    fmpz_clear(denominator);
    _fmpq_vec_clear(crease, (slong)columns);
}

// Crosses out the pieces of all units of a layer that are in force nowhere, and writes why.
static void settle_layer(prover *p, const net_layer *layer, const fmpq *form, unsigned char *out)
{
    fmpz *minus = _fmpz_vec_init((slong)p->now.dimension + 1);
    for (size_t u = 0; u < layer->units; u++) {
        const size_t pieces = unit_pieces(&layer->unit, u);
        const bool maxout = unit_rows(&layer->unit, u) > 1;
        unsigned char *gone = out + layer->unit.piece[u];
        for (size_t low = 0; low + 1 < pieces; low++)
            for (size_t high = low + 1; high < (maxout ? pieces : low + 2); high++) {
                if (gone[low] && gone[high])
                    continue;
                make_crease(p, layer, form, u, low, high);
                const case_sides sides = case_sides_of(&p->now, p->row);
                if (sides.below && sides.above)
                    continue;
                _fmpz_vec_neg(minus, p->row, (slong)p->now.dimension + 1);
                if (sides.below || sides.above)
                    p->failed |= !case_show(&p->now, sides.above ? p->row : minus);
                gone[sides.above ? low : high] = 1;
            }
    }
    _fmpz_vec_clear(minus, (slong)p->now.dimension + 1);
}

static size_t piece_from(const unsigned char *gone, size_t pieces, size_t from)
{
    while (from < pieces && gone[from])
        from++;
    return from;
}

// The first unit with two pieces left, or the number of units.
static size_t first_open(const net_layer *layer, const unsigned char *out)
{
    size_t u = 0;
    for (; u < layer->units; u++) {
        const size_t pieces = unit_pieces(&layer->unit, u);
        const unsigned char *gone = out + layer->unit.piece[u];
        if (piece_from(gone, pieces, piece_from(gone, pieces, 0) + 1) < pieces)
            break;
    }
    return u;
}

// ---- Leaves ----

// The rows of the next layer on a case where every unit is on one piece.
static fmpq *next_forms(const prover *p)
{
    const net_layer *layer = layer_of(p), *next = layer + 1;
    const size_t columns = p->now.dimension + 1;
    fmpq *forms = _fmpq_vec_init((slong)(next->rows * columns));
    fmpq *output = _fmpq_vec_init((slong)columns), *weight = _fmpq_vec_init(1);
    for (size_t row = 0; row < next->rows; row++)
        fmpq_set(forms + row * columns + columns - 1, next->bias + row);
    for (size_t u = 0; u < layer->units; u++) {
        const activation *act = net_layer_act(layer, u);
        const size_t piece = piece_from(p->out + layer->unit.piece[u], act->pieces, 0);
        const fmpq *form = p->form + unit_row(&layer->unit, u, piece) * columns;
        for (size_t c = 0; c < columns; c++)
            fmpq_mul(output + c, form + c, act->slope + piece);
        fmpq_add(output + columns - 1, output + columns - 1, act->offset + piece);
        for (size_t row = 0; row < next->rows; row++) {
            net_layer_weight(weight, next, row, u);
            for (size_t c = 0; c < columns && !fmpq_is_zero(weight); c++)
                fmpq_addmul(forms + row * columns + c, weight, output + c);
        }
    }
    _fmpq_vec_clear(output, (slong)columns);
    _fmpq_vec_clear(weight, 1);
    return forms;
}

// The lemma about an image, which it takes.
static size_t enter_image(prover *p, image *target)
{
    size_t entries;
    fmpz *key = image_key(target, &entries);
    const size_t number = p->first + row_table_enter(&p->keys, key, entries);
    _fmpz_vec_clear(key, (slong)entries);
    if (number < p->lemmas) {
        image_clear(target);
        return number;
    }
    MEMORY_RESERVE(p->lemma, p->capacity, p->lemmas + 1);
    lemma *entered = p->lemma + p->lemmas++;
    *entered = (lemma){.layer = p->lemma[p->number].layer + 1, .image = *target};
    fmpz_init(entered->cells);
    fmpz_init(entered->total);
    fmpz_init(entered->total_bounded);
    return number;
}

static void put_region(prover *p)
{
    lemma *here = p->lemma + p->number;
    proof_line_word(&p->now.line);
    case_put_inside(&p->now);
    if (!p->now.bounded)
        case_put_direction(&p->now);
    proof_line_end(&p->now.line);
    here->regions++;
    here->bounded += (uint64_t)p->now.bounded;
}

static void put_form(FILE *stream, const fmpq *form, size_t columns)
{
    fputs(" (", stream);
    rational_print_row(stream, form, columns);
    putc(')', stream);
}

static void put_integers(FILE *stream, const fmpz *row, size_t columns)
{
    for (size_t c = 0; c < columns; c++) {
        fputs(c ? " " : " (", stream);
        fmpz_fprint(stream, row + c);
    }
    putc(')', stream);
}

// Writes a direction of the case that the map makes 0 or, on a line of its own, cones that show
// that there is none. Returns whether there is none.
static bool put_directions(prover *p, const image_lift *lift)
{
    proof_case *now = &p->now;
    if (now->bounded || lift->image == now->dimension)
        return true;
    const case_extent whole = case_now(now);
    for (size_t k = 0; k < lift->image; k++) {
        lift_coordinate(p->row, lift, k);
        case_add_constraint(now, p->row, 0);
        case_add_constraint(now, p->row, 1);
    }
    case_describe(now);
    const bool keeps = case_is_bounded(now);
    if (keeps) {
        proof_line_end(&now->line);
        p->failed |= !case_show_bounded(now);
    } else {
        case_put_direction(now);
    }
    case_take_back(now, whole);
    return keeps;
}

// Cones that show that the part of the case that is mapped onto the lemma's domain lies in the
// case.
static void put_part(prover *p, const image_lift *lift, const fmpq *facet, size_t facets)
{
    proof_case *now = &p->now;
    const size_t constraints = now->constraint.count, cones = now->cones;
    now->base = constraints;
    for (size_t f = 0; f < facets; f++) {
        lift_form(p->row, facet + f * (lift->image + 1), lift);
        case_add_constraint(now, p->row, 0);
    }
    for (size_t k = 0; k < now->dimension - lift->image; k++) {
        case_add_constraint(now, lift->rest + k * (now->dimension + 1), 0);
        case_add_constraint(now, lift->rest + k * (now->dimension + 1), 1);
    }
    case_describe(now);
    now->cones = 0; // of another set
    case_cone *outer = now->cone;
    now->cone = NULL;
    now->capacity = 0;
    for (size_t m = 0; m < constraints; m++)
        p->failed |= !case_show(now, rows_at(&now->constraint, m));
    case_take_back(now, (case_extent){now->constraint.count, 0, now->bounded});
    free(now->cone);
    now->cone = outer;
    now->capacity = now->cones = cones;
    now->base = 0;
    proof_line_end(&now->line);
}

// The line that says that this case is image `number`: the cones of its facets, a point inside, the
// map and the directions that it loses; then the same for the part that the lemma does not have.
static void put_image(prover *p, size_t number, const image_lift *lift)
{
    proof_case *now = &p->now;
    const size_t columns = now->dimension + 1;
    size_t facets;
    fmpq *facet = image_facets(&p->lemma[number].image, &facets);
    const case_extent whole = case_now(now);
    for (size_t f = 0; f < facets; f++) {
        lift_form(p->row, facet + f * (lift->image + 1), lift);
        p->failed |= !case_show(now, p->row);
    }
    proof_line_word(&now->line);
    fprintf(now->line.stream, "=%zu ", number);
    case_put_inside(now);
    for (size_t k = 0; k < lift->image; k++)
        put_form(now->line.stream, lift->coordinate + k * columns, columns);
    for (size_t k = 0; k < now->dimension - lift->image; k++)
        put_integers(now->line.stream, lift->rest + k * columns, columns);
    const bool keeps = put_directions(p, lift);
    proof_line_end(&now->line);
    put_part(p, lift, facet, facets);
    case_take_back(now, whole);
    _fmpq_vec_clear(facet, (slong)(facets * (lift->image + 1)));
    lemma *here = p->lemma + p->number;
    MEMORY_RESERVE(here->leaf, here->capacity, here->leaves + 1);
    here->leaf[here->leaves++] = (image_leaf){number, keeps};
}

// Every unit of the layer is on one piece.
static void put_leaf(prover *p)
{
    const size_t l = p->lemma[p->number].layer, columns = p->now.dimension + 1;
    if (l + 1 == crease_net_hidden(p->net)) {
        put_region(p);
        return;
    }
    const net_layer *next = p->net->layer + l + 1;
    unsigned char *out = memory_new(next->unit.piece[next->units] + 1, 1);
    fmpq *form = next_forms(p);
    settle_layer(p, next, form, out);
    image_source source =
        shape_source(&p->now.shape, p->now.constraint.entry, p->now.constraint.count);
    image target;
    image_init(&target, form, next, &source);
    if (target.dimension) {
        image_lift lift;
        lift_init(&lift, &target, form, &p->now.shape);
        put_image(p, enter_image(p, &target), &lift);
        lift_clear(&lift);
    } else {
        image_clear(&target);
        put_region(p);
    }
    _fmpz_vec_clear(source.generator, (slong)(source.count * columns));
    _fmpq_vec_clear(form, (slong)(next->rows * columns));
    free(out);
}

// ---- Cases ----

static void write_case(prover *p, size_t constraints);

// The case where one piece of unit u remains or, if others, all but the lowest.
static void write_part(prover *p, size_t u, size_t kept, bool others)
{
    const net_layer *layer = layer_of(p);
    const size_t pieces = unit_pieces(&layer->unit, u), all = layer->unit.piece[layer->units];
    const bool maxout = unit_rows(&layer->unit, u) > 1;
    const case_extent whole = case_now(&p->now);
    unsigned char *before = memory_new(all, 1), *gone = p->out + layer->unit.piece[u];
    for (size_t i = 0; i < all; i++)
        before[i] = p->out[i];
    const size_t low = piece_from(gone, pieces, 0);
    for (size_t q = low; q < pieces; q++) {
        if (before[layer->unit.piece[u] + q] || (others ? q != low : q == kept))
            continue;
        if (maxout || q + 1 == kept || kept + 1 == q) {
            make_crease(p, layer, p->form, u, q < kept ? q : kept, q < kept ? kept : q);
            case_add_constraint(&p->now, p->row, q > kept);
        }
        gone[q] = 1;
    }
    write_case(p, whole.constraints);
    for (size_t i = 0; i < all; i++)
        p->out[i] = before[i];
    case_take_back(&p->now, whole);
    free(before);
}

// The constraints from a number on are new.
static void write_case(prover *p, size_t constraints)
{
    const net_layer *layer = layer_of(p);
    if (run_poll_now())
        return;
    if (!case_describe(&p->now)) {
        p->failed |= !case_show_empty(&p->now, constraints);
        return;
    }
    if (!p->now.bounded && case_is_bounded(&p->now))
        p->failed |= !case_show_bounded(&p->now);
    settle_layer(p, layer, p->form, p->out);
    const size_t u = first_open(layer, p->out);
    if (u == layer->units) {
        put_leaf(p);
        return;
    }
    proof_line_end(&p->now.line);
    const size_t pieces = unit_pieces(&layer->unit, u), first = layer->unit.piece[u];
    const size_t low = piece_from(p->out + first, pieces, 0);
    const bool maxout = unit_rows(&layer->unit, u) > 1;
    bool others = false;
    for (size_t kept = low; kept < pieces && !others; kept++) {
        if (p->out[first + kept])
            continue;
        others = !maxout && kept > low;
        write_part(p, u, kept, others);
    }
}

// ---- Lemmas ----

// The rows of the first layer in the domain's coordinates.
static fmpq *domain_forms(const crease_net *net, const crease_domain *domain)
{
    const net_layer *layer = net->layer;
    const size_t columns = domain->dimension + 1;
    fmpq *form = _fmpq_vec_init((slong)(layer->rows * columns)), *weight = _fmpq_vec_init(1);
    for (size_t row = 0; row < layer->rows; row++) {
        fmpq_set(form + row * columns + columns - 1, layer->bias + row);
        for (size_t i = 0; i < layer->inputs; i++) {
            net_layer_weight(weight, layer, row, i);
            for (size_t c = 0; c < columns && domain->parametrization; c++)
                fmpq_addmul(form + row * columns + c, weight,
                            domain->parametrization + i * columns + c);
            if (!domain->parametrization)
                fmpq_set(form + row * columns + i, weight);
        }
    }
    _fmpq_vec_clear(weight, 1);
    return form;
}

// The first lines of a lemma; its inequalities become constraints.
static void begin_lemma(prover *p)
{
    lemma *here = p->lemma + p->number;
    const size_t columns = here->image.dimension + 1;
    FILE *stream = p->now.line.stream;
    size_t facets;
    fmpq *facet = image_facets(&here->image, &facets);
    fprintf(stream, "lemma %zu %zu %zu", p->number, here->layer + 1, here->image.dimension);
    for (size_t i = 0; i < here->image.rows; i++)
        put_form(stream, here->image.hull + i * columns, columns);
    putc('\n', stream);
    if (facets)
        fprintf(stream, "domain polytope %zu\n", facets);
    else
        fputs("domain space\n", stream);
    rational_print_rows(stream, facet, facets, columns);
    for (size_t f = 0; f < facets; f++) {
        for (size_t c = 0; c < columns; c++)
            fmpz_set(p->row + c, fmpq_numref(facet + f * columns + c));
        case_add_constraint(&p->now, p->row, 0);
    }
    _fmpq_vec_clear(facet, (slong)(facets * columns));
    case_describe(&p->now);
    if (case_is_bounded(&p->now))
        p->failed |= !case_show_bounded(&p->now);
    settle_layer(p, layer_of(p), p->form, p->out);
    proof_line_end(&p->now.line);
}

static void begin_domain(prover *p, const crease_domain *domain)
{
    const slong columns = (slong)domain->dimension + 1;
    fmpq *row = _fmpq_vec_init(columns);
    fmpz_t denominator;
    fmpz_init(denominator);
    for (size_t i = 0; i < domain_inequalities(domain); i++) {
        domain_inequality(row, domain, i);
        _fmpq_vec_get_fmpz_vec_fmpz(p->row, denominator, row, columns);
        case_add_constraint(&p->now, p->row, 0);
    }
    fmpz_clear(denominator);
    _fmpq_vec_clear(row, columns);
}

// Writes the cones and cases of a lemma, or of the domain, into its text.
static void write_lemma(prover *p, size_t number, const crease_domain *domain)
{
    lemma *here = p->lemma + number;
    const size_t d = number ? here->image.dimension : domain->dimension;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = memory_stream(&text, &size);
    p->number = number;
    const net_layer *layer = layer_of(p);
    const size_t entries = layer->rows * (d + 1);
    p->row = _fmpz_vec_init((slong)d + 1);
    p->out = memory_new(layer->unit.piece[layer->units] + 1, 1);
    p->form = number ? _fmpq_vec_init((slong)entries) : domain_forms(p->net, domain);
    if (number)
        rational_copy(p->form, here->image.hull, entries);
    case_init(&p->now, d, stream);
    if (number)
        begin_lemma(p);
    else
        begin_domain(p, domain);
    write_case(p, 0);
    case_clear(&p->now);
    fclose(stream);
    p->lemma[number].text = text;
    p->lemma[number].size = size;
    _fmpz_vec_clear(p->row, (slong)d + 1);
    _fmpq_vec_clear(p->form, (slong)entries);
    free(p->out);
}

// The totals: each lemma has its own regions and those of the images that its leaves name, which
// come later in the list. Regions per layer are counted once for each way to the lemma.
static void sum_up(prover *p, crease_totals *totals)
{
    fmpz_t regions;
    fmpz_init(regions);
    for (size_t i = p->lemmas; i-- > 0;) {
        lemma *here = p->lemma + i;
        fmpz_set_u64(here->total, here->regions);
        fmpz_set_u64(here->total_bounded, here->bounded);
        for (size_t k = 0; k < here->leaves; k++) {
            const lemma *child = p->lemma + here->leaf[k].lemma;
            fmpz_add(here->total, here->total, child->total);
            if (here->leaf[k].keeps)
                fmpz_add(here->total_bounded, here->total_bounded, child->total_bounded);
        }
    }
    fmpz_set(totals->activation_regions, p->lemma->total);
    fmpz_set(totals->bounded_regions, p->lemma->total_bounded);
    fmpz_one(p->lemma->cells);
    for (size_t i = 0; i < p->lemmas; i++) {
        const lemma *here = p->lemma + i;
        for (size_t l = here->layer; l < totals->layers; l++) {
            fmpz_addmul_u64(totals->per_layer + l, here->cells, here->regions);
            if (l == here->layer)
                fmpz_addmul_ui(totals->per_layer + l, here->cells, here->leaves);
        }
        for (size_t k = 0; k < here->leaves; k++) {
            lemma *child = p->lemma + here->leaf[k].lemma;
            fmpz_add(child->cells, child->cells, here->cells);
        }
        totals->images_met += here->leaves;
    }
    totals->images = p->lemmas;
    fmpz_clear(regions);
}

static void put_number(FILE *stream, const char *before, const fmpz *number)
{
    fputs(before, stream);
    fmpz_fprint(stream, number);
}

static void write_all(FILE *stream, const prover *p, const crease_totals *totals)
{
    for (size_t i = p->lemmas; i-- > 0;) {
        const lemma *here = p->lemma + i;
        if (!i)
            fputs("tree\n", stream);
        fwrite(here->text, 1, here->size, stream);
        put_number(stream, "end ", here->total);
        put_number(stream, " activation_regions ", here->total_bounded);
        fputs(" bounded_regions", stream);
        for (size_t l = 0; l < totals->layers && !i; l++)
            put_number(stream, l ? "," : " ", totals->per_layer + l);
        fputs(i ? "\n" : " regions_per_layer\n", stream);
    }
}

static void prover_clear(prover *p)
{
    for (size_t i = 0; i < p->lemmas; i++) {
        image_clear(&p->lemma[i].image);
        fmpz_clear(p->lemma[i].cells);
        fmpz_clear(p->lemma[i].total);
        fmpz_clear(p->lemma[i].total_bounded);
        free(p->lemma[i].text);
        free(p->lemma[i].leaf);
    }
    free(p->lemma);
    row_table_clear(&p->keys);
}

crease_status images_prove(FILE *stream, crease_totals *totals, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           crease_error *error)
{
    run_limits limits;
    run_limits_init(&limits, options);
    prover p = {.net = net, .lemmas = 1, .capacity = 1};
    p.lemma = memory_new(1, sizeof *p.lemma);
    fmpz_init(p.lemma->cells);
    fmpz_init(p.lemma->total);
    fmpz_init(p.lemma->total_bounded);
    row_table_init(&p.keys);
    for (size_t i = 0; i < p.lemmas && !run_is_cancelled(); i++) {
        if (i && p.lemma[i].layer > p.lemma[i - 1].layer) {
            row_table_clear(&p.keys);
            row_table_init(&p.keys);
            p.first = p.lemmas;
        } else if (!i) {
            p.first = 1;
        }
        write_lemma(&p, i, domain);
        limits.now.total = p.lemmas;
        run_limits_add(&limits, &(crease_progress){.done = 1});
    }
    crease_status status = run_is_cancelled() ? CREASE_STOPPED : CREASE_OK;
    if (status == CREASE_OK && p.failed)
        status = error_set(error, "a proof by images was not found");
    if (status == CREASE_OK) {
        sum_up(&p, totals);
        write_all(stream, &p, totals);
    }
    totals->by_images = 1;
    totals->threads = 1;
    totals->complete = status == CREASE_OK;
    totals->seconds += run_limits_seconds(&limits);
    prover_clear(&p);
    return run_limits_end(&limits, status, error);
}
