// What visitors are shown of planes and points: rationals in lowest terms, and their texts.
#include "geom/shown.h"

#include "base/memory.h"
#include "exact/ball_matrix.h"
#include "exact/content.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// What is made once is made apart from where it is asked for, again and again.
#define APART __attribute__((noinline))

// What is known of a row beside its integers: flags of `known`.
enum {
    POINT_NUMBERS = 2,
    POINT_TEXT = 4,
    POINT_BALLS = 8,
    PLANE_FORM = 2, // the number of its form
};

// What is known of a form.
enum {
    FORM_PRIMITIVE = 1,
    FORM_BALLS = 2,
    FORM_TEXT = 4,
    FORM_NEGATIVE_TEXT = 8,
    FORM_ROW_BALLS = 16, // its balls are those of its integers, times 2^-scale
};
typedef struct {
    uint64_t version; // of its integers
    slong scale;
    unsigned known;
    spelling text[2]; // of the positive side, of the negative one
} shown_form;

// Where cells are cut again and again by the same units, planes have the same form: it is shown
// once. There is one for each form that a path of the walk can have, then one for each plane.
struct shown_numbers {
    size_t points;        // how many there is room for
    fmpq *number;         // points x dimension
    ball *place;          // points x dimension
    spelling *point_text; // points
    size_t forms;         // how many there is room for
    size_t *form_of;      // of each plane
    shown_form *form;
    fmpz *primitive;  // forms x columns
    ball *form_balls; // forms x columns
    ball *scaled;     // columns: scratch
    decimal rounding; // scratch
};

static void shown_free(geom_space *space)
{
    struct shown_numbers *shown = space->shown;
    for (size_t i = 0; i < shown->points * space->dimension; i++)
        fmpq_clear(shown->number + i);
    for (size_t i = 0; i < shown->points; i++)
        spelling_clear(shown->point_text + i);
    for (size_t i = 0; i < 2 * shown->forms; i++)
        spelling_clear(shown->form[i / 2].text + i % 2);
    _fmpz_vec_clear(shown->primitive, (slong)(shown->forms * space->columns));
    decimal_clear(&shown->rounding);
    free(shown->number);
    free(shown->place);
    free(shown->form_of);
    free(shown->form);
    free(shown->form_balls);
    free(shown->scaled);
    free(shown->point_text);
    free(shown);
    space->shown = NULL;
}

static struct shown_numbers *begun(geom_space *space)
{
    if (!space->shown)
        space->shown = memory_new(1, sizeof *space->shown);
    space->shown_free = shown_free;
    return space->shown;
}

static spelling *more_texts(spelling *text, size_t from, size_t to)
{
    text = memory_resize(text, to, sizeof *text);
    memset(text + from, 0, (to - from) * sizeof *text);
    return text;
}

// As many as there are rows for, so that nothing moves before there are more of these.
static APART struct shown_numbers *more_points(geom_space *space)
{
    struct shown_numbers *shown = begun(space);
    size_t from = shown->points, to = space->point_rows.capacity, d = space->dimension;
    shown->number = memory_resize(shown->number, to * d, sizeof *shown->number);
    for (size_t i = from * d; i < to * d; i++)
        fmpq_init(shown->number + i);
    shown->place = memory_resize(shown->place, to * d, sizeof *shown->place);
    shown->point_text = more_texts(shown->point_text, from, to);
    shown->points = to;
    return shown;
}

static inline struct shown_numbers *with_points(geom_space *space)
{
    const struct shown_numbers *shown = space->shown;
    return shown && shown->points >= space->point_rows.capacity ? space->shown : more_points(space);
}

// As many as there are rows for, so that nothing moves before there are more of these.
static APART struct shown_numbers *more_forms(geom_space *space)
{
    struct shown_numbers *shown = begun(space);
    const size_t columns = space->columns, from = shown->forms;
    const size_t to = space->forms_shared + space->plane_rows.capacity;
    shown->form_of =
        memory_resize(shown->form_of, space->plane_rows.capacity, sizeof *shown->form_of);
    shown->form = memory_resize(shown->form, to, sizeof *shown->form);
    memset(shown->form + from, 0, (to - from) * sizeof *shown->form);
    shown->primitive = memory_resize(shown->primitive, to * columns, sizeof *shown->primitive);
    for (size_t i = from * columns; i < to * columns; i++)
        fmpz_init(shown->primitive + i);
    shown->form_balls = memory_resize(shown->form_balls, to * columns, sizeof *shown->form_balls);
    shown->scaled = memory_resize(shown->scaled, columns, sizeof *shown->scaled);
    shown->forms = to;
    return shown;
}

static inline struct shown_numbers *with_forms(geom_space *space)
{
    const struct shown_numbers *shown = space->shown;
    const size_t least = space->forms_shared + space->plane_rows.capacity;
    return shown && shown->forms >= least ? space->shown : more_forms(space);
}

// Its own form, unless it is known whose else it is. A path of the walk has only one form of each
// unit and breakpoint.
static APART size_t find_form(geom_space *space, uint32_t plane)
{
    const plane_origin *origin = space->origin + plane;
    struct shown_numbers *shown = space->shown;
    uint64_t version = 0;
    size_t number = 0;
    if (origin->split != NO_SPLIT && space->fetch_form)
        number = space->fetch_form(space->fetch_from, &version, origin);
    if (!version)
        number = space->forms_shared + plane;
    shown_form *form = shown->form + number;
    if (!version || form->version != version)
        form->known = 0;
    form->version = version;
    shown->form_of[plane] = number;
    space->plane_rows.known[plane] |= PLANE_FORM;
    return number;
}

// The number of its form. Makes room for all forms even if this one is known: others may be
// borrowed beside it.
static inline size_t form_of(geom_space *space, uint32_t plane)
{
    const struct shown_numbers *shown = with_forms(space);
    return space->plane_rows.known[plane] & PLANE_FORM ? shown->form_of[plane]
                                                       : find_form(space, plane);
}

static void divide(fmpz *to, const fmpz *row, size_t entries, const fmpz_t divisor)
{
    if (fmpz_is_one(divisor) || fmpz_is_zero(divisor)) // zero: an integer of a run that gave up
        _fmpz_vec_set(to, row, (slong)entries);
    else
        _fmpz_vec_scalar_divexact_fmpz(to, row, (slong)entries, divisor);
}

// A row without its content.
static void take_content(fmpz *to, const fmpz *row, size_t entries)
{
    fmpz_t odd;
    fmpz_init(odd);
    const ulong twos = row_content(odd, row, entries);
    divide(to, row, entries, odd);
    if (twos)
        _fmpz_vec_scalar_tdiv_q_2exp(to, to, (slong)entries, twos);
    fmpz_clear(odd);
}

// x = numerator / denominator. common = what is left of it after this gcd.
static void reduce(fmpq *x, const fmpz_t numerator, const fmpz_t denominator, fmpz_t common)
{
    fmpz_t divisor;
    fmpz_init(divisor);
    fmpz_gcd(divisor, numerator, denominator);
    fmpz_divexact(fmpq_numref(x), numerator, divisor);
    fmpz_divexact(fmpq_denref(x), denominator, divisor);
    fmpz_gcd(common, common, divisor);
    fmpz_clear(divisor);
}

const fmpq *shown_point(geom_space *space, uint32_t point)
{
    size_t d = space->dimension;
    space_point_row(space, point);
    fmpz *row = rows_at(&space->point_rows, point);
    fmpq *number = with_points(space)->number + point * d;
    unsigned char *known = space->point_rows.known + point;
    if (*known & POINT_NUMBERS)
        return number;
    fmpz_t common;
    fmpz_init(common);
    if (space->point[point].infinite) {
        take_content(row, row, d);
        for (size_t i = 0; i < d; i++)
            fmpq_set_fmpz(number + i, row + i);
    } else {
        for (size_t i = 0; i < d; i++)
            reduce(number + i, row + i, row + d, common);
        divide(row, row, d + 1, common);
    }
    fmpz_clear(common);
    *known |= POINT_NUMBERS;
    return number;
}

// Integers with a common scale, to the power of two that is returned.
static slong row_balls(ball *to, const fmpz *row, size_t columns)
{
    slong words = 0;
    for (size_t i = 0; i < columns; i++)
        words = FLINT_MAX(words, (slong)fmpz_size(row + i));
    const slong bits = words * FLINT_BITS;
    for (size_t i = 0; i < columns; i++)
        to[i] = ball_of_integer(row + i, bits);
    return bits;
}

// The balls of the integers of a plane.
static const ball *plane_row_balls(geom_space *space, uint32_t plane, size_t number)
{
    shown_form *form = space->shown->form + number;
    ball *balls = space->shown->form_balls + number * space->columns;
    if (!(form->known & FORM_ROW_BALLS))
        form->scale = row_balls(balls, space_plane_row(space, plane), space->columns);
    form->known |= FORM_ROW_BALLS | FORM_BALLS;
    return balls;
}

static APART const ball *find_plane_balls(geom_space *space, uint32_t plane, size_t number)
{
    ball *balls = space->shown->form_balls + number * space->columns;
    unsigned *known = &space->shown->form[number].known;
    const plane_origin *origin = space->origin + plane;
    if (*known & FORM_PRIMITIVE)
        row_balls(balls, space->shown->primitive + number * space->columns, space->columns);
    else if (origin->split != NO_SPLIT && space->fetch_balls &&
             !row_is_known(&space->plane_rows, plane))
        space->fetch_balls(space->fetch_from, balls, origin);
    else
        return plane_row_balls(space, plane, number);
    *known |= FORM_BALLS;
    return balls;
}

const ball *shown_plane_balls(geom_space *space, uint32_t plane)
{
    const size_t number = form_of(space, plane);
    const struct shown_numbers *shown = space->shown;
    return shown->form[number].known & FORM_BALLS ? shown->form_balls + number * space->columns
                                                  : find_plane_balls(space, plane, number);
}

// A ball that is no better than doubles would leave the next question open.
static int are_precise(const ball *x, size_t entries)
{
    for (size_t i = 0; i < entries; i++)
        if (!(x[i].bound <= 0x1p-70 * fabs(x[i].value.high)))
            return 0;
    return 1;
}

// From the planes through it, if integers have not been asked for and balls do.
static int meet_in_balls(ball *place, geom_space *space, uint32_t point)
{
    const space_point *defined = space->point + point;
    const uint32_t ends[2] = {defined->first, defined->second}, *plane = ends;
    size_t count = 2;
    if (space->judge->arith != CREASE_FILTERED || row_is_known(&space->point_rows, point))
        return 0;
    if (defined->definition == POINT_COMMON) {
        plane = defined->through;
        count = defined->count;
    } else if (defined->definition != POINT_MEET) {
        return 0;
    }
    arena_mark mark = arena_here(&space->cells);
    const ball **form = arena_take(&space->cells, count * sizeof *form);
    for (size_t i = 0; i < count; i++)
        form[i] = shown_plane_balls(space, plane[i]);
    int met = ball_meet(place, form, count, space->dimension, space_place(space, point));
    arena_release(&space->cells, mark);
    return met && are_precise(place, space->dimension);
}

static APART const ball *find_point_balls(ball *place, geom_space *space, uint32_t point)
{
    const size_t d = space->dimension;
    if (!meet_in_balls(place, space, point)) {
        const fmpz *row = space_point_row(space, point);
        for (size_t i = 0; i < d; i++)
            place[i] = ball_quotient(row + i, row + d);
    }
    space->point_rows.known[point] |= POINT_BALLS;
    return place;
}

const ball *shown_point_balls(geom_space *space, uint32_t point)
{
    ball *place = with_points(space)->place + point * space->dimension;
    return space->point_rows.known[point] & POINT_BALLS ? place
                                                        : find_point_balls(place, space, point);
}

static APART void put_point(spelling *text, geom_space *space, uint32_t point, unsigned digits)
{
    size_t d = space->dimension;
    if (!digits) {
        spelling_set(text, shown_point(space, point), d);
        return;
    }
    decimal *rounding = &with_points(space)->rounding;
    if (digits <= DECIMAL_BALL && !space->point[point].infinite &&
        spelling_set_balls(text, rounding, shown_point_balls(space, point), d, digits))
        return;
    const fmpz *row = space_point_row(space, point);
    fmpz one = 1;
    spelling_set_decimals(text, rounding, row, space->point[point].infinite ? &one : row + d, d,
                          digits);
}

const spelling *shown_point_text(geom_space *space, uint32_t point, unsigned digits)
{
    spelling *text = with_points(space)->point_text + point;
    if (!(space->point_rows.known[point] & POINT_TEXT))
        put_point(text, space, point, digits);
    space->point_rows.known[point] |= POINT_TEXT;
    return text;
}

static const fmpz *primitive(geom_space *space, uint32_t plane, size_t number)
{
    fmpz *made = space->shown->primitive + number * space->columns;
    unsigned *known = &space->shown->form[number].known;
    if (*known & FORM_PRIMITIVE)
        return made;
    take_content(made, space_plane_row(space, plane), space->columns);
    *known |= FORM_PRIMITIVE;
    return made;
}

const fmpz *shown_plane(geom_space *space, uint32_t plane)
{
    return primitive(space, plane, form_of(space, plane));
}

void shown_need_plane(geom_space *space, uint32_t plane)
{
    if (!row_is_known(&space->plane_rows, plane) &&
        !(with_forms(space)->form[form_of(space, plane)].known & (FORM_PRIMITIVE | FORM_TEXT)))
        space_plane_row(space, plane);
}

// The decimals of a form whose entries have no common divisor but a power of two. Returns 0 if they
// have another one, or balls do not decide.
static int put_form_of_balls(spelling *text, geom_space *space, uint32_t plane, size_t number,
                             unsigned digits)
{
    struct shown_numbers *shown = space->shown;
    const size_t columns = space->columns;
    fmpz_t odd;
    fmpz_init(odd);
    const ulong twos = row_content(odd, space_plane_row(space, plane), columns);
    const int is_power = fmpz_is_one(odd);
    fmpz_clear(odd);
    if (!is_power)
        return 0;
    const ball *balls = plane_row_balls(space, plane, number);
    const double unit = ball_power(shown->form[number].scale - (slong)twos);
    for (size_t i = 0; i < columns; i++)
        shown->scaled[i] = ball_scaled(balls[i], unit);
    return spelling_set_balls(text, &shown->rounding, shown->scaled, columns, digits);
}

static APART void put_form(spelling *text, geom_space *space, uint32_t plane, size_t number,
                           unsigned digits)
{
    struct shown_numbers *shown = space->shown;
    shown_form *form = shown->form + number;
    const fmpz one = 1;
    if (!digits)
        spelling_set_integers(text, primitive(space, plane, number), space->columns);
    else if (digits > DECIMAL_BALL || form->known & FORM_PRIMITIVE ||
             !put_form_of_balls(text, space, plane, number, digits))
        spelling_set_decimals(text, &shown->rounding, primitive(space, plane, number), &one,
                              space->columns, digits);
    form->known |= FORM_TEXT;
}

// Decimals of a negative number are those of its absolute value.
const spelling *shown_plane_text(geom_space *space, uint32_t plane, int side, unsigned digits)
{
    const size_t number = form_of(space, plane);
    shown_form *form = space->shown->form + number;
    if (!(form->known & FORM_TEXT))
        put_form(form->text, space, plane, number, digits);
    if (side >= 0)
        return form->text;
    if (!(form->known & FORM_NEGATIVE_TEXT))
        spelling_set_negative(form->text + 1, form->text);
    form->known |= FORM_NEGATIVE_TEXT;
    return form->text + 1;
}
