// A layer that does the same to every coordinate.
#include "make/wave.h"

#include <stdio.h>

void wave_init(wave *w, slong units, slong rank)
{
    w->units = units;
    w->rank = rank;
    if (rank == 1)
        snprintf(w->activation, sizeof w->activation, "relu");
    else
        snprintf(w->activation, sizeof w->activation, "maxout:%ld", (long)rank);
    fmpq_mat_init(w->forms, units * rank, 2);
    fmpq_mat_init(w->weights, 1, units + 1);
}

void wave_clear(wave *w)
{
    fmpq_mat_clear(w->forms);
    fmpq_mat_clear(w->weights);
}

void wave_row(wave *w, slong row, slong slope, slong constant, slong denominator)
{
    fmpq_set_si(fmpq_mat_entry(w->forms, row, 0), slope, (ulong)denominator);
    fmpq_set_si(fmpq_mat_entry(w->forms, row, 1), constant, (ulong)denominator);
}

void wave_weight(wave *w, slong unit, slong weight)
{
    fmpq_set_si(fmpq_mat_entry(w->weights, 0, unit), weight, 1);
}

void wave_stretch(wave *w, slong numerator, slong denominator)
{
    fmpq_t factor;
    fmpq_init(factor);
    fmpq_set_si(factor, numerator, (ulong)denominator);
    for (slong row = 0; row < w->units * w->rank; row++)
        fmpq_mul(fmpq_mat_entry(w->forms, row, 0), fmpq_mat_entry(w->forms, row, 0), factor);
    fmpq_clear(factor);
}

static void fill_layer(fmpq_mat_t forms, const wave *w, slong coordinates)
{
    slong rows = w->units * w->rank;
    for (slong j = 0; j < coordinates; j++)
        for (slong i = 0; i < rows; i++) {
            fmpq_set(fmpq_mat_entry(forms, j * rows + i, j), fmpq_mat_entry(w->forms, i, 0));
            fmpq_set(fmpq_mat_entry(forms, j * rows + i, coordinates),
                     fmpq_mat_entry(w->forms, i, 1));
        }
    for (slong i = coordinates * rows; i < fmpq_mat_nrows(forms); i++)
        fmpq_set_si(fmpq_mat_entry(forms, i, coordinates), -1, 1);
}

static void fill_read(fmpq_mat_t read, const wave *w)
{
    for (slong j = 0; j < fmpq_mat_nrows(read); j++) {
        for (slong i = 0; i < w->units; i++)
            fmpq_set(fmpq_mat_entry(read, j, j * w->units + i), fmpq_mat_entry(w->weights, 0, i));
        fmpq_set(fmpq_mat_entry(read, j, fmpq_mat_ncols(read) - 1),
                 fmpq_mat_entry(w->weights, 0, w->units));
    }
}

void stack_wave(stack *made, const wave *w, slong spare)
{
    slong coordinates = stack_coordinates(made), units = coordinates * w->units + spare;
    fmpq_mat_t forms, read;
    fmpq_mat_init(forms, units * w->rank, coordinates + 1);
    fmpq_mat_init(read, coordinates, units + 1);
    fill_layer(forms, w, coordinates);
    fill_read(read, w);
    stack_layer(made, forms, w->activation);
    stack_read(made, read);
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
}
