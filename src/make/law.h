// How the weights of a random network are distributed: one table of families.
#ifndef MAKE_LAW_H
#define MAKE_LAW_H

#include "make/normal.h"
#include <flint/fmpq.h>

typedef struct law law;

// What is drawn, and then multiplied by the square root of law_square: N(0, 1), U(-1, 1), or
// one of law_values.
typedef enum { LAW_NORMAL, LAW_UNIFORM, LAW_INTEGER, LAW_CHOICE } law_kind;

// Reads "he", "gaussian:2,1/100", ...; by_width as crease_random's unscaled says not.
// NULL after an error, whose place is "init" or "unscaled".
law *law_read(const char *init, int unscaled, crease_error *error);
void law_free(law *weights);

law_kind law_draws(const law *weights);
void law_square(fmpq_t square, const law *weights, size_t inputs, size_t rows);
// LAW_CHOICE: the values, borrowed. LAW_INTEGER: one value, C, which stands for -C..C.
const fmpq *law_values(size_t *count, const law *weights);

// The next weight of a layer of so many inputs and rows. CREASE_ERROR if it overflows.
crease_status law_draw_weight(fmpq_t weight, const law *weights, normal_source *source,
                              size_t inputs, size_t rows, crease_error *error);

// Whether the family says how biases are drawn.
int law_has_biases(const law *weights);
// Reads crease_random.bias_std, which may be NULL: then 0. CREASE_ERROR, at "bias_std", if it is
// no number >= 0, or the family says how biases are drawn.
crease_status law_read_bias_std(fmpq_t bias_std, const law *weights, const char *text,
                                crease_error *error);
// The variance of a bias in a layer of so many inputs.
void law_bias_variance(fmpq_t variance, const law *weights, size_t inputs, const fmpq_t bias_std);
// The next bias, if it does.
crease_status law_draw_bias(fmpq_t bias, const law *weights, normal_source *source, size_t inputs,
                            crease_error *error);

// "gaussian:2,1/100, weights N(0, 2/inputs of the layer)"; the caller frees it.
char *law_weights_text(const law *weights);
// "N(0, 1/100)"; the caller frees it. Only if law_has_biases.
char *law_biases_text(const law *weights);

#endif
