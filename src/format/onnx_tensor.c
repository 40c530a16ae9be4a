// Tensors of an ONNX graph: numbers of the dag that is built, constants among them.
#include "format/onnx_tensor.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "base/text.h"
#include "exact/rational.h"
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- Tensors ----

crease_status onnx_tensor_init(onnx_tensor *t, int type, const onnx_shape *shape,
                               onnx_budget *budget, crease_error *error)
{
    *t = (onnx_tensor){.type = type, .shape = *shape, .count = 1};
    int empty = 0;
    for (size_t k = 0; k < shape->rank; k++) {
        // A dimension 0 counts as 1, so that the others are bounded too.
        const size_t size = shape->dim[k] ? shape->dim[k] : 1;
        empty |= shape->dim[k] == 0;
        if (size > budget->numbers / t->count) {
            char text[ONNX_SHAPE_TEXT];
            return error_set(error,
                             "a tensor of shape %s is too large: a model may compute %d numbers",
                             onnx_shape_text(text, shape), ONNX_MAX_NUMBERS);
        }
        t->count *= size;
    }
    t->count = empty ? 0 : t->count;
    budget->numbers -= t->count;
    t->id = memory_new(t->count + 1, sizeof *t->id);
    return CREASE_OK;
}

int onnx_has_infinity(const onnx_tensor *t, const dag *g)
{
    size_t i = 0;
    while (i < t->count &&
           !(dag_is_constant(t->id[i]) && fmpz_is_zero(fmpq_denref(dag_value(g, t->id[i])))))
        i++;
    return i < t->count;
}

void onnx_tensor_clear(onnx_tensor *t)
{
    free(t->id);
    *t = (onnx_tensor){0};
}

const char *onnx_shape_text(char text[ONNX_SHAPE_TEXT], const onnx_shape *shape)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t k = 0; k < shape->rank && used < ONNX_SHAPE_TEXT; k++)
        used += (size_t)snprintf(text + used, ONNX_SHAPE_TEXT - used, "%s%zu", k ? "x" : "",
                                 shape->dim[k]);
    return shape->rank ? text : "()";
}

// ---- Types ----

typedef enum { REAL, SIGNED, UNSIGNED } bits_kind;

// Where a message keeps numbers of a type that are not raw data: a list, its length, and the bytes
// of an entry, of which the low ones count.
#define LIST(field)                                                             \
    offsetof(Onnx__TensorProto, field), offsetof(Onnx__TensorProto, n_##field), \
        sizeof *((Onnx__TensorProto *)NULL)->field
#define TYPE(name) ONNX__TENSOR_PROTO__DATA_TYPE__##name

static const struct {
    int type;
    const char *name;
    bits_kind kind;
    unsigned bytes, fraction; // bits of the fraction of a floating-point number
    rational_rounding rounding;
    size_t list, length, stride;
} types[] = {
    {TYPE(FLOAT), "float32", REAL, 4, 23, RATIONAL_BINARY32, LIST(float_data)},
    {TYPE(DOUBLE), "float64", REAL, 8, 52, RATIONAL_BINARY64, LIST(double_data)},
    {TYPE(FLOAT16), "float16", REAL, 2, 10, RATIONAL_BINARY16, LIST(int32_data)},
    {TYPE(BFLOAT16), "bfloat16", REAL, 2, 7, RATIONAL_BFLOAT16, LIST(int32_data)},
    {TYPE(INT8), "int8", SIGNED, 1, 0, 0, LIST(int32_data)},
    {TYPE(INT16), "int16", SIGNED, 2, 0, 0, LIST(int32_data)},
    {TYPE(INT32), "int32", SIGNED, 4, 0, 0, LIST(int32_data)},
    {TYPE(INT64), "int64", SIGNED, 8, 0, 0, LIST(int64_data)},
    {TYPE(UINT8), "uint8", UNSIGNED, 1, 0, 0, LIST(int32_data)},
    {TYPE(UINT16), "uint16", UNSIGNED, 2, 0, 0, LIST(int32_data)},
    {TYPE(UINT32), "uint32", UNSIGNED, 4, 0, 0, LIST(uint64_data)},
    {TYPE(UINT64), "uint64", UNSIGNED, 8, 0, 0, LIST(uint64_data)},
    {TYPE(BOOL), "bool", UNSIGNED, 1, 0, 0, LIST(int32_data)},
};
enum { TYPES = sizeof types / sizeof *types };
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "lists are read as raw data is");

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

int onnx_type_clamp(fmpz_t n, int type)
{
    const size_t i = find_type(type);
    const int is_signed = types[i].kind == SIGNED;
    const unsigned bits = type == TYPE(BOOL) ? 1 : 8 * types[i].bytes - (unsigned)is_signed;
    const int is_negative = fmpz_sgn(n) < 0;
    fmpz_t bound;
    fmpz_init_set_si(bound, is_negative ? -is_signed : 1);
    fmpz_mul_2exp(bound, bound, bits);
    fmpz_sub_ui(bound, bound, !is_negative);
    const int fits = is_negative ? fmpz_cmp(n, bound) >= 0 : fmpz_cmp(n, bound) <= 0;
    if (!fits)
        fmpz_set(n, bound);
    fmpz_clear(bound);
    return fits;
}

crease_status onnx_type_round(fmpq_t x, int type, crease_error *error)
{
    const size_t i = find_type(type);
    fmpz *n = fmpq_numref(x);
    if (types[i].kind == REAL)
        return rational_round(x, types[i].rounding, error);
    if (type == TYPE(BOOL))
        fmpz_set_si(n, !fmpz_is_zero(n));
    else
        fmpz_tdiv_q(n, n, fmpq_denref(x));
    fmpz_one(fmpq_denref(x));
    return onnx_type_clamp(n, type)
               ? CREASE_OK
               : error_set(error, "a constant is beyond the range of %s", types[i].name);
}

// ---- Numbers from bits ----

// Sign, exponent, fraction, as IEEE 754 lays them out: each value is a double too. Fails on NaN.
static crease_status set_real(fmpq_t x, uint64_t bits, unsigned width, unsigned fraction)
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
    } else {
        const double all = (double)(digits | (uint64_t)(field > 0) << fraction);
        rational_set_double(x, sign * ldexp(all, exponent));
    }
    return CREASE_OK;
}

static crease_status set_number(fmpq_t x, const uint8_t *data, size_t i)
{
    const unsigned width = 8 * types[i].bytes;
    uint64_t bits = 0;
    memcpy(&bits, data, types[i].bytes);
    if (types[i].kind == REAL)
        return set_real(x, bits, width, types[i].fraction);
    const uint64_t sign = UINT64_C(1) << (width - 1);
    fmpz_one(fmpq_denref(x));
    if (types[i].kind == SIGNED)
        fmpz_set_si(fmpq_numref(x), (slong)((bits ^ sign) - sign));
    else
        fmpz_set_ui(fmpq_numref(x), bits);
    return CREASE_OK;
}

// ---- Numbers in files beside the model ----

// The value of a key, or NULL.
static const char *external_entry(const Onnx__TensorProto *from, const char *key)
{
    for (size_t i = 0; i < from->n_external_data; i++)
        if (from->external_data[i]->key && strcmp(from->external_data[i]->key, key) == 0)
            return from->external_data[i]->value ? from->external_data[i]->value : "";
    return NULL;
}

// Keeps *number if the key is missing. Returns 0 if its value is not a number.
static int external_number(uint64_t *number, const Onnx__TensorProto *from, const char *key)
{
    const char *text = external_entry(from, key);
    char *end;
    if (!text)
        return 1;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

// Opens a file in the folder of the model or below, with links resolved.
static crease_status open_external(FILE **file, const char *model, const char *location,
                                   const char *shown, crease_error *error)
{
    const char *slash = strrchr(model, '/');
    char *folder =
        memory_format("%.*s", slash ? (int)(slash - model + 1) : 2, slash ? model : "./");
    char *joined = memory_format("%s%s", folder, location);
    char *top = realpath(folder, NULL), *path = realpath(joined, NULL);
    size_t length = top ? strlen(top) : 0;
    length -= length == 1; // "/"
    crease_status status = CREASE_OK;
    if (location[0] == '/' ||
        (path && top && (strncmp(path, top, length) != 0 || path[length] != '/')))
        status =
            error_set(error, "external data: \"%s\" lies outside of the model's folder", shown);
    else if (!path || !top || !(*file = fopen(path, "rb")))
        status = error_set(error, "external data: cannot open \"%s\": %s", shown, strerror(errno));
    free(folder);
    free(joined);
    free(top);
    free(path);
    return status;
}

static crease_status read_external(uint8_t **data, FILE *file, uint64_t offset, size_t size,
                                   const char *shown, crease_error *error)
{
    struct stat about;
    if (fstat(fileno(file), &about) || !S_ISREG(about.st_mode))
        return error_set(error, "external data: \"%s\" is not a regular file", shown);
    const uint64_t there = (uint64_t)about.st_size;
    if (offset > there || size > there - offset)
        return error_set(error, "external data: \"%s\" ends before byte %llu", shown,
                         (unsigned long long)(offset + size));
    *data = memory_new(size + 1, 1);
    if (!fseeko(file, (off_t)offset, SEEK_SET) && fread(*data, 1, size, file) == size)
        return CREASE_OK;
    free(*data);
    *data = NULL;
    return error_set(error, "external data: cannot read \"%s\"", shown);
}

// Reads the bytes of a tensor from the file, offset and length that its message names. The file
// must be a regular one in the model's folder or below. The caller frees *data, which is not NULL
// even if size is 0.
static crease_status read_external_data(uint8_t **data, const Onnx__TensorProto *from, size_t size,
                                        const char *model, crease_error *error)
{
    const char *location = external_entry(from, "location");
    uint64_t offset = 0, length = size;
    char shown[EXCERPT_SIZE];
    FILE *file = NULL;
    if (!model)
        return error_set(error, "its data is in another file, but the model came without a path");
    if (!external_number(&offset, from, "offset") || !external_number(&length, from, "length") ||
        length != size)
        return error_set(error, "external data: expected an offset and a length of %zu bytes",
                         size);
    if (!location || !*location)
        return error_set(error, "external data: its file is not named");
    excerpt_text(shown, location, strlen(location));
    if (open_external(&file, model, location, shown, error))
        return CREASE_ERROR;
    const crease_status status = read_external(data, file, offset, size, shown, error);
    fclose(file);
    return status;
}

// ---- Tensors of a file ----

// Where the numbers are and how many bytes are from one to the next. The caller frees *owned, which
// is NULL unless the data comes from another file.
static crease_status find_data(const uint8_t **data, size_t *stride, uint8_t **owned,
                               const Onnx__TensorProto *from, const char *path,
                               const onnx_tensor *t, crease_error *error)
{
    const size_t i = find_type(t->type);
    const int raw = from->has_raw_data && from->raw_data.data;
    size_t found = from->raw_data.len;
    *stride = types[i].bytes;
    if (from->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL) {
        const crease_status status =
            read_external_data(owned, from, t->count * types[i].bytes, path, error);
        *data = *owned;
        return status;
    }
    if (raw) {
        *data = from->raw_data.data;
    } else {
        memcpy(data, (const char *)from + types[i].list, sizeof *data);
        memcpy(&found, (const char *)from + types[i].length, sizeof found);
        *stride = types[i].stride;
    }
    if (found == t->count * (raw ? types[i].bytes : 1))
        return CREASE_OK;
    char shape[ONNX_SHAPE_TEXT];
    return error_set(error, "its shape %s asks for %zu number%s of %s, its data has %zu%s",
                     onnx_shape_text(shape, &t->shape), t->count, plural(t->count), types[i].name,
                     found, raw ? " bytes" : "");
}

static crease_status read_shape(onnx_tensor *t, size_t rank, const int64_t *dims,
                                crease_error *error)
{
    t->shape.rank = rank;
    t->count = 1;
    if (rank > ONNX_MAX_RANK)
        return error_set(error, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK, rank);
    for (size_t k = 0; k < rank; k++) {
        const int64_t d = dims[k];
        if (d < 0 || d > INT32_MAX || (d && t->count > READ_FILE_MAX_SIZE / (size_t)d))
            return error_set(error, "dimension %zu is %lld, which no file holds", k, (long long)d);
        t->shape.dim[k] = (size_t)d;
        t->count *= (size_t)d;
    }
    return CREASE_OK;
}

crease_status onnx_tensor_load(onnx_tensor *t, dag *g, const Onnx__TensorProto *from,
                               const char *path, crease_error *error)
{
    const uint8_t *data;
    uint8_t *owned = NULL;
    size_t stride;
    *t = (onnx_tensor){.type = from->data_type};
    if (!onnx_type_name(from->data_type))
        return error_set(error, "its type is number %d of TensorProto, expected numbers",
                         (int)from->data_type);
    if (from->segment)
        return error_set(error, "is a part of a tensor, which is not supported");
    if (read_shape(t, from->n_dims, from->dims, error) ||
        find_data(&data, &stride, &owned, from, path, t, error))
        return CREASE_ERROR;
    const size_t kind = find_type(t->type);
    crease_status status = CREASE_OK;
    fmpq_t x;
    fmpq_init(x);
    t->id = memory_new(t->count + 1, sizeof *t->id);
    for (size_t i = 0; i < t->count && status == CREASE_OK; i++) {
        if (set_number(x, data + i * stride, kind))
            status = error_set(error, "number %zu is not a number (NaN)", i);
        t->id[i] = dag_constant(g, x);
    }
    fmpq_clear(x);
    free(owned);
    if (status)
        onnx_tensor_clear(t);
    return status;
}

// Puts the values in their places. An index has a coordinate for each axis, or one for all.
static crease_status scatter(onnx_tensor *t, const dag *g, const onnx_tensor *values,
                             const onnx_tensor *indices, crease_error *error)
{
    const size_t width = indices->shape.rank == 2 ? indices->shape.dim[1] : 1;
    if (indices->type != TYPE(INT64) || indices->count != values->count * width ||
        (indices->shape.rank == 2 && width != t->shape.rank))
        return error_set(error, "its indices do not fit its values");
    for (size_t i = 0; i < t->count; i++)
        t->id[i] = DAG_ZERO;
    for (size_t i = 0; i < values->count; i++) {
        size_t at = 0;
        for (size_t k = 0; k < width; k++) {
            const size_t size = indices->shape.rank == 2 ? t->shape.dim[k] : t->count;
            const fmpz *index = fmpq_numref(dag_value(g, indices->id[i * width + k]));
            if (fmpz_sgn(index) < 0 || fmpz_cmp_ui(index, size) >= 0)
                return error_set(error, "index %zu is beyond its shape", i);
            at = at * size + fmpz_get_ui(index);
        }
        t->id[at] = values->id[i];
    }
    return CREASE_OK;
}

crease_status onnx_sparse_load(onnx_tensor *t, dag *g, const Onnx__SparseTensorProto *from,
                               const char *path, onnx_budget *budget, crease_error *error)
{
    onnx_tensor values = {0}, indices = {0}, shaped = {0};
    if (!from->values || !from->indices)
        return error_set(error, "has no values or no indices");
    crease_status status = read_shape(&shaped, from->n_dims, from->dims, error);
    if (status == CREASE_OK)
        status = onnx_tensor_load(&values, g, from->values, path, error);
    if (status == CREASE_OK)
        status = onnx_tensor_load(&indices, g, from->indices, path, error);
    if (status == CREASE_OK)
        status = onnx_tensor_init(t, values.type, &shaped.shape, budget, error);
    if (status == CREASE_OK) {
        status = scatter(t, g, &values, &indices, error);
        if (status)
            onnx_tensor_clear(t);
    }
    onnx_tensor_clear(&values);
    onnx_tensor_clear(&indices);
    return status;
}
