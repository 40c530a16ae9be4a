// Systems of strict linear inequalities over the rationals, slow and plain.
//
// A row (a_0, ..., a_{d-1}, c) stands for a.x + c > 0. It is deliberately simple, because the
// engine is compared with it, and shares no code with the engine.
#ifndef REF_SYSTEM_H
#define REF_SYSTEM_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    size_t variables, rows, capacity;
    mpq_t *entry; // rows x (variables + 1)
} ref_system;

// ---- Rows: variables + 1 numbers, the constant last. ----

mpq_t *ref_numbers_new(size_t count); // zeros
void ref_numbers_free(mpq_t *numbers, size_t count);
bool ref_numbers_equal(const mpq_t *left, const mpq_t *right, size_t count);

// value = a.x + c. The value may be one of the numbers of x.
void ref_row_value(mpq_t value, const mpq_t *row, const mpq_t *x, size_t variables);
// The number of the first variable with a non-zero coefficient, or `variables`.
size_t ref_row_first(const mpq_t *row, size_t variables);
// Divides by the absolute value of the first non-zero coefficient.
void ref_row_normalise(mpq_t *row, size_t variables);

// ---- Systems. ----

void ref_system_init(ref_system *system, size_t variables);
void ref_system_clear(ref_system *system);
void ref_system_copy(ref_system *to, const ref_system *from); // `to` is initialised here
mpq_t *ref_system_row(const ref_system *system, size_t row);
// A new last row, zero; valid until the next call.
mpq_t *ref_system_append(ref_system *system);
void ref_system_append_copy(ref_system *system, const mpq_t *row);
void ref_system_truncate(ref_system *system, size_t rows);

// Normalises the rows, drops those that hold everywhere, and keeps of each set
// of parallel rows the tightest. 0 if a row is contradictory (0 > c >= ...).
bool ref_system_tidy(ref_system *system);

// ---- Fourier-Motzkin elimination (ref_eliminate.c). ----

// `to`, initialised here, is the system of the projection along one variable:
// its solutions are the solutions of `from` with that coordinate forgotten.
// 0 if it was found contradictory.
bool ref_eliminate(ref_system *to, const ref_system *from, size_t variable);

// Whether the system has a solution; if so and point is not NULL, it is one.
bool ref_feasible(mpq_t *point, const ref_system *system);

// Whether the set of solutions, which must not be empty, is bounded.
bool ref_is_bounded(const ref_system *system);

// The same by linear programs (ref_program.c), which those above use for more variables than
// REF_BY_ELIMINATION.
enum { REF_BY_ELIMINATION = 3 };
bool ref_feasible_by_program(mpq_t *point, const ref_system *system);
bool ref_is_bounded_by_program(const ref_system *system);

// Adds to `to` the rows of `from` as they read on the hyperplane {row = 0}, with
// its first variable eliminated. Multiples of row, which vanish there, are left out.
void ref_restrict(ref_system *to, const ref_system *from, const mpq_t *row);

#endif
