// The parameters of a construction, read and checked against their table.
#pragma once

#include <crease/make.h>
#include <stdbool.h>
#include <stdio.h>

// A parameter of a construction. Numbers are spelled as in a network file: an
// integer as digits with perhaps a sign, a rational in any of its forms.
typedef enum { PARAMETER_INTEGER, PARAMETER_RATIONAL, PARAMETER_WORD } parameter_kind;

typedef struct {
    const char *name;
    parameter_kind kind;
    bool list;             // one or more numbers with commas between them: "4,4,3"
    const char *lo, *hi;   // the least and the greatest number allowed; NULL: none
    const char *words;     // PARAMETER_WORD: those allowed, as "oriented,literal"
    const char *otherwise; // what it is if it is not given; NULL: it must be given
    const char *help;
} parameter_spec;

// Writes the kind of value that is expected, such as "an integer from 1 to 9", into text (at most
// size bytes, always terminated). Returns text.
char *parameter_text(char *text, size_t size, const parameter_spec *parameter);

// ---- Values ----

typedef struct {
    fmpq *number;
    size_t count; // 1 unless the parameter is a list
} parameter_value;

typedef struct {
    const parameter_spec *spec; // count parameters
    size_t count;
    parameter_value *value;
    const slong *constant; // those of the construction
} parameters;

// Sets every parameter of the table from the arguments or its default. CREASE_ERROR if a parameter
// is unknown, given twice, missing, not a number of its kind or out of its range; error->where is
// its name. Clear after success only.
crease_status parameters_read(parameters *read, const parameter_spec *table, size_t count,
                              const crease_argument *arguments, size_t given, crease_error *error);
void parameters_clear(parameters *read);

// The value of the parameter called name, which must be in the table.
const parameter_value *parameters_get(const parameters *read, const char *name);
// The same of an integer whose range lies in a machine word; a word is its index among those
// allowed.
slong parameters_integer(const parameters *read, const char *name);
// Number index of a list of such integers.
slong parameters_item(const parameters *read, const char *name, size_t index);

// " n=4 widths=3,3,1/2", in the order of the table, each after a space.
void parameters_print(FILE *stream, const parameters *read);
