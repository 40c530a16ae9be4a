// Tensors while an ONNX graph is read: of exact numbers, or of nodes of the graph that is built.
#include "format/onnx_tensor.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "base/text.h"
#include "exact/rational.h"
#include "format/onnx_external.h"
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Tensors ----

crease_status onnx_tensor_init(onnx_tensor *t, int type, size_t rank, const size_t *dim,
                               int computed, onnx_budget *budget, crease_error *error)
{
    *t = (onnx_tensor){.type = type, .rank = rank, .count = 1};
    if (rank > ONNX_MAX_RANK)
        return error_set(error, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK, rank);
    int empty = 0;
    for (size_t k = 0; k < rank; k++) {
        // A dimension 0 counts as 1, so that the others are bounded too.
        const size_t size = dim[k] ? dim[k] : 1;
        empty |= dim[k] == 0;
        t->dim[k] = dim[k];
        if (size > budget->numbers / t->count) {
            char text[ONNX_SHAPE_TEXT];
            return error_set(error,
                             "a tensor of shape %s is too large: a model may compute %d numbers",
                             onnx_shape_text(text, rank, dim), ONNX_MAX_NUMBERS);
        }
        t->count *= size;
    }
    t->count = empty ? 0 : t->count;
    budget->numbers -= t->count;
    if (computed)
        t->node = memory_new(t->count + 1, sizeof *t->node);
    else
        t->number = _fmpq_vec_init((slong)t->count + 1);
    return CREASE_OK;
}

void onnx_tensor_clear(onnx_tensor *t)
{
    if (t->number)
        _fmpq_vec_clear(t->number, (slong)t->count + 1);
    free(t->node);
    *t = (onnx_tensor){0};
}

const char *onnx_shape_text(char *text, size_t rank, const size_t *dim)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < rank && used < ONNX_SHAPE_TEXT; k++)
        used +=
            (size_t)snprintf(text + used, ONNX_SHAPE_TEXT - used, "%s%zu", k ? "x" : "", dim[k]);
    return rank ? text : "()";
}

// ---- Types ----

// How the bits of a type are read.
typedef enum { REAL, SIGNED, UNSIGNED } bits_kind;

static const struct {
    int type;
    const char *name;
    bits_kind kind;
    unsigned bytes, fraction; // a floating-point number ends in so many bits of a fraction
    rational_rounding rounding;
} types[] = {
    {ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT, "float32", REAL, 4, 23, RATIONAL_BINARY32},
    {ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE, "float64", REAL, 8, 52, RATIONAL_BINARY64},
    {ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT16, "float16", REAL, 2, 10, RATIONAL_BINARY16},
    {ONNX__TENSOR_PROTO__DATA_TYPE__BFLOAT16, "bfloat16", REAL, 2, 7, RATIONAL_BFLOAT16},
    {ONNX__TENSOR_PROTO__DATA_TYPE__INT8, "int8", SIGNED, 1, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__INT16, "int16", SIGNED, 2, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__INT32, "int32", SIGNED, 4, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__INT64, "int64", SIGNED, 8, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__UINT8, "uint8", UNSIGNED, 1, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__UINT16, "uint16", UNSIGNED, 2, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__UINT32, "uint32", UNSIGNED, 4, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__UINT64, "uint64", UNSIGNED, 8, 0, 0},
    {ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, "bool", UNSIGNED, 1, 0, 0},
};
enum { TYPES = sizeof types / sizeof *types };

static size_t find_type(int type)
{
    size_t i = 0;
    while (i < TYPES && types[i].type != type)
        i++;
    return i;
}

const char *onnx_type_name(int type)
{
    size_t i = find_type(type);
    return i < TYPES ? types[i].name : NULL;
}

int onnx_type_is_real(int type)
{
    size_t i = find_type(type);
    return i < TYPES && types[i].kind == REAL;
}

crease_status onnx_type_round(fmpq_t x, int type, crease_error *error)
{
    const size_t i = find_type(type);
    if (types[i].kind == REAL)
        return rational_round(x, types[i].rounding, error);
    if (type == ONNX__TENSOR_PROTO__DATA_TYPE__BOOL) {
        fmpq_set_si(x, !fmpq_is_zero(x), 1);
        return CREASE_OK;
    }
    fmpz *n = fmpq_numref(x);
    fmpz_tdiv_q(n, n, fmpq_denref(x));
    fmpz_one(fmpq_denref(x));
    // Of a signed type -2^bits is the least, which has the bits of its complement, -1 - n.
    const ulong bits = 8 * types[i].bytes - (types[i].kind == SIGNED);
    fmpz_t all;
    fmpz_init_set(all, n);
    if (fmpz_sgn(n) < 0)
        fmpz_complement(all, all);
    const int fits = (fmpz_sgn(n) >= 0 || types[i].kind == SIGNED) && fmpz_bits(all) <= bits;
    fmpz_clear(all);
    return fits ? CREASE_OK
                : error_set(error, "a constant is beyond the range of %s", types[i].name);
}

// ---- Numbers from bits ----

// Sign, exponent, fraction, as IEEE 754 lays them out: each value is a double too. Infinities
// become p/0.
static crease_status set_real(fmpq_t x, uint64_t bits, unsigned width, unsigned fraction,
                              int *infinite)
{
    const uint64_t most = (UINT64_C(1) << (width - 1 - fraction)) - 1;
    const uint64_t digits = bits & ((UINT64_C(1) << fraction) - 1), field = bits >> fraction & most;
    const int exponent = (int)(field ? field : 1) - (int)(most >> 1) - (int)fraction;
    const int sign = bits >> (width - 1) & 1 ? -1 : 1;
    if (field == most && digits)
        return CREASE_ERROR;
    if (field == most) {
        fmpz_set_si(fmpq_numref(x), sign);
        fmpz_zero(fmpq_denref(x));
        *infinite = 1;
    } else {
        const double all = (double)(digits | (uint64_t)(field > 0) << fraction);
        rational_set_double(x, sign * ldexp(all, exponent));
    }
    return CREASE_OK;
}

// Number i of raw data.
static uint64_t raw_bits(const uint8_t *data, size_t i, unsigned bytes)
{
    uint64_t bits = 0;
    for (unsigned b = bytes; b-- > 0;)
        bits = bits << 8 | data[i * bytes + b];
    return bits;
}

// The list of a message that has numbers of this type unless they are raw data: how many there are,
// and the bits of number i if it is one of them.
static uint64_t typed_bits(size_t *count, const Onnx__TensorProto *from, int type, size_t i)
{
    uint64_t bits = 0;
    uint32_t half = 0;
    switch (type) {
    case ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT:
        *count = from->n_float_data;
        if (i < *count)
            memcpy(&half, from->float_data + i, sizeof half);
        return half;
    case ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE:
        *count = from->n_double_data;
        if (i < *count)
            memcpy(&bits, from->double_data + i, sizeof bits);
        return bits;
    case ONNX__TENSOR_PROTO__DATA_TYPE__INT64:
        *count = from->n_int64_data;
        return i < *count ? (uint64_t)from->int64_data[i] : 0;
    case ONNX__TENSOR_PROTO__DATA_TYPE__UINT32:
    case ONNX__TENSOR_PROTO__DATA_TYPE__UINT64:
        *count = from->n_uint64_data;
        return i < *count ? from->uint64_data[i] : 0;
    default:
        *count = from->n_int32_data;
        return i < *count ? (uint64_t)from->int32_data[i] : 0;
    }
}

static crease_status set_number(fmpq_t x, uint64_t bits, size_t i, int *infinite)
{
    const unsigned width = 8 * types[i].bytes;
    if (width < 64)
        bits &= (UINT64_C(1) << width) - 1;
    if (types[i].kind == REAL)
        return set_real(x, bits, width, types[i].fraction, infinite);
    fmpz_one(fmpq_denref(x));
    if (types[i].kind == SIGNED) {
        const uint64_t sign = UINT64_C(1) << (width - 1);
        fmpz_set_si(fmpq_numref(x), (slong)((bits ^ sign) - sign));
    } else {
        fmpz_set_ui(fmpq_numref(x), bits);
    }
    return CREASE_OK;
}

// ---- Tensors of a file ----

static crease_status fill(onnx_tensor *t, const Onnx__TensorProto *from, const uint8_t *raw,
                          crease_error *error)
{
    const size_t kind = find_type(t->type);
    size_t count;
    for (size_t i = 0; i < t->count; i++) {
        const uint64_t bits =
            raw ? raw_bits(raw, i, types[kind].bytes) : typed_bits(&count, from, t->type, i);
        if (set_number(t->number + i, bits, kind, &t->infinities))
            return error_set(error, "number %zu is no number (NaN)", i);
    }
    return CREASE_OK;
}

// Where the numbers are: raw data in the file or in another, or a list of their type. The caller
// frees *data, which is NULL unless it comes from another file. count are expected.
static crease_status find_data(const uint8_t **raw, uint8_t **data, const Onnx__TensorProto *from,
                               const char *path, const onnx_tensor *t, crease_error *error)
{
    const size_t bytes = types[find_type(t->type)].bytes;
    *data = NULL;
    if (from->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL) {
        const crease_status status = onnx_external_read(data, from, t->count * bytes, path, error);
        *raw = *data;
        return status;
    }
    *raw = from->has_raw_data ? from->raw_data.data : NULL;
    size_t found = from->raw_data.len;
    if (!*raw)
        typed_bits(&found, from, t->type, SIZE_MAX);
    if (found == t->count * (*raw ? bytes : 1))
        return CREASE_OK;
    char shape[ONNX_SHAPE_TEXT];
    return error_set(error, "its shape %s asks for %zu number%s of %s, its data has %zu%s",
                     onnx_shape_text(shape, t->rank, t->dim), t->count, plural(t->count),
                     onnx_type_name(t->type), found, *raw ? " bytes" : "");
}

static crease_status read_shape(onnx_tensor *t, const Onnx__TensorProto *from, crease_error *error)
{
    *t = (onnx_tensor){.type = from->data_type, .rank = from->n_dims, .count = 1};
    if (t->rank > ONNX_MAX_RANK)
        return error_set(error, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK,
                         t->rank);
    for (size_t k = 0; k < t->rank; k++) {
        const int64_t d = from->dims[k];
        if (d < 0 || d > INT32_MAX || (d && t->count > READ_FILE_MAX_SIZE / (size_t)d))
            return error_set(error, "dimension %zu is %lld, which no file holds", k, (long long)d);
        t->dim[k] = (size_t)d;
        t->count *= (size_t)d;
    }
    return CREASE_OK;
}

crease_status onnx_tensor_load(onnx_tensor *t, const Onnx__TensorProto *from, const char *path,
                               crease_error *error)
{
    const uint8_t *raw;
    uint8_t *data;
    if (!onnx_type_name(from->data_type))
        return error_set(error, "its type is number %d of TensorProto, expected numbers",
                         (int)from->data_type);
    if (from->segment)
        return error_set(error, "is a part of a tensor, which is not supported");
    if (read_shape(t, from, error) || find_data(&raw, &data, from, path, t, error))
        return CREASE_ERROR;
    t->number = _fmpq_vec_init((slong)t->count + 1);
    crease_status status = fill(t, from, raw, error);
    free(data);
    if (status)
        onnx_tensor_clear(t);
    return status;
}
