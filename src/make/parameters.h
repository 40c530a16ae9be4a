// The parameters of a construction, read and checked against their table.
#ifndef MAKE_PARAMETERS_H
#define MAKE_PARAMETERS_H

#include <crease/make.h>
#include <stdio.h>

typedef struct {
    fmpq *number;
    size_t count; // 1 unless the parameter is a list
} parameter_value;

typedef struct {
    const crease_parameter *of; // count parameters
    size_t count;
    parameter_value *value;
} parameters;

// Every parameter of the table gets its value from the arguments or its default.
// Names a parameter that is unknown, given twice, missing, not a number of its kind or
// out of its range; error->where is its name. Clear after success only.
crease_status parameters_read(parameters *read, const crease_parameter *table, size_t count,
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

#endif
