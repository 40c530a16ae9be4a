// Tensors of an ONNX graph: numbers of the dag that is built, constants among them.
#include "format/onnx_tensor.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "base/words.h"
#include "exact/rational.h"
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *onnx_fail_with(onnx_file *file, const char *behind, const char *format, ...)
{
    va_list arguments;
    if (file->failed)
        return NULL;
    va_start(arguments, format);
    char *text = memory_format_list(format, arguments);
    va_end(arguments);
    error_set(file->error, "%s%s", text, behind);
    free(text);
    file->failed = 1;
    return NULL;
}

// ---- Tensors ----

// A dimension 0 counts as 1, so that the others are bounded too.
onnx_tensor *onnx_tensor_new(onnx_file *file, int type, const onnx_shape *shape)
{
    ASSERT(shape->rank <= ONNX_MAX_RANK);
    ASSERT(onnx_type_name(type));
    size_t count = 1;
    bool empty = false;
    for (size_t k = 0; k < shape->rank; k++) {
        const size_t size = shape->dim[k] ? shape->dim[k] : 1;
        empty |= shape->dim[k] == 0;
        if (size > file->numbers / count) {
            char text[ONNX_SHAPE_TEXT];
            return onnx_fail(file,
                             "a tensor of shape %s is too large: a model may compute %d numbers",
                             onnx_shape_text(text, shape), ONNX_MAX_NUMBERS);
        }
        count *= size;
    }
    onnx_tensor *t = arena_new(&file->memory, 1, sizeof *t);
    *t = (onnx_tensor){type, *shape, empty ? 0 : count, NULL, 0};
    t->id = arena_new(&file->memory, t->count, sizeof *t->id);
    file->numbers -= t->count;
    return t;
}

bool onnx_is_constant(const onnx_tensor *t)
{
    size_t i = 0;
    while (i < t->count && dag_is_constant(t->id[i]))
        i++;
    return i == t->count;
}

bool onnx_has_infinity(const onnx_tensor *t, const dag *g)
{
    size_t i = 0;
    while (i < t->count &&
           !(dag_is_constant(t->id[i]) && fmpz_is_zero(fmpq_denref(dag_value(g, t->id[i])))))
        i++;
    return i < t->count;
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

size_t onnx_product(const onnx_shape *shape, size_t first, size_t end)
{
    ASSERT(first <= end && end <= shape->rank);
    size_t product = 1;
    for (size_t k = first; k < end; k++)
        if (__builtin_mul_overflow(product, shape->dim[k], &product))
            return SIZE_MAX;
    return product;
}

// ---- Types ----

typedef enum { REAL, SIGNED, UNSIGNED } bits_kind;

// Where a message keeps numbers of a type that are not raw data: a list, its length, and the bytes
// of an entry, of which the low ones count.
#define LIST(field)                                                             \
    offsetof(Onnx__TensorProto, field), offsetof(Onnx__TensorProto, n_##field), \
        sizeof *((Onnx__TensorProto *)NULL)->field
#define TYPE(name) ONNX__TENSOR_PROTO__DATA_TYPE__##name

typedef struct {
    int type;
    const char *name;
    bits_kind kind;
    unsigned bytes, fraction; // bits of the fraction of a floating-point number
    rational_rounding rounding;
    size_t list, length, stride;
} number_type;

static const number_type types[] = {
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
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "lists are read as raw data is");

// NULL if it is not a type of numbers.
static const number_type *find_type(int type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return types + i;
    return NULL;
}

const char *onnx_type_name(int type)
{
    return find_type(type) ? find_type(type)->name : NULL;
}

bool onnx_type_is_real(int type)
{
    return find_type(type) && find_type(type)->kind == REAL;
}

bool onnx_type_clamp(fmpz_t n, int type)
{
    const bool is_signed = find_type(type)->kind == SIGNED, is_negative = fmpz_sgn(n) < 0;
    const unsigned bits = type == TYPE(BOOL) ? 1 : 8 * find_type(type)->bytes - (unsigned)is_signed;
    fmpz_t bound;
    fmpz_init_set_si(bound, is_negative ? -is_signed : 1);
    fmpz_mul_2exp(bound, bound, bits);
    fmpz_sub_ui(bound, bound, !is_negative);
    const bool fits = is_negative ? fmpz_cmp(n, bound) >= 0 : fmpz_cmp(n, bound) <= 0;
    if (!fits)
        fmpz_set(n, bound);
    fmpz_clear(bound);
    return fits;
}

void onnx_type_round(fmpq_t x, int type, onnx_file *file)
{
    const number_type *number = find_type(type);
    fmpz *n = fmpq_numref(x);
    crease_error error;
    if (number->kind == REAL) {
        if (rational_round(x, number->rounding, &error))
            onnx_fail(file, "%s", error.message);
        return;
    }
    if (type == TYPE(BOOL))
        fmpz_set_si(n, !fmpz_is_zero(n));
    else
        fmpz_tdiv_q(n, n, fmpq_denref(x));
    fmpz_one(fmpq_denref(x));
    if (!onnx_type_clamp(n, type))
        onnx_fail(file, "a constant is beyond the range of %s", number->name);
}

// ---- Numbers from bits ----

// Sign, exponent, fraction, as IEEE 754 lays them out: each value is a double too. Fails on NaN.
static crease_status set_real(fmpq_t x, uint64_t bits, unsigned width, unsigned fraction)
{
    ASSERT(width <= 64 && fraction + 1 < width);
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

static crease_status set_number(fmpq_t x, const uint8_t *data, const number_type *type)
{
    ASSERT(type->bytes >= 1 && type->bytes <= sizeof(uint64_t));
    const unsigned width = 8 * type->bytes;
    uint64_t bits = 0;
    memcpy(&bits, data, type->bytes);
    if (type->kind == REAL)
        return set_real(x, bits, width, type->fraction);
    const uint64_t sign = UINT64_C(1) << (width - 1);
    fmpz_one(fmpq_denref(x));
    if (type->kind == SIGNED)
        fmpz_set_i64(fmpq_numref(x), (int64_t)((bits ^ sign) - sign));
    else
        fmpz_set_u64(fmpq_numref(x), bits);
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
static bool external_number(size_t *number, const Onnx__TensorProto *from, const char *key)
{
    const char *text = external_entry(from, key);
    return !text || word_count(number, (word){.text = text, .length = strlen(text)}, SIZE_MAX);
}

// Opens a file in the folder of the model or below, with links resolved.
static FILE *open_external(onnx_file *model, const char *location, const char *shown)
{
    const char *slash = strrchr(model->path, '/');
    char *folder = slash ? memory_format("%.*s", (int)(slash - model->path + 1), model->path)
                         : memory_copy_text("./");
    char *joined = memory_format("%s%s", folder, location);
    char *top = realpath(folder, NULL), *path = realpath(joined, NULL);
    size_t length = top ? strlen(top) : 0;
    FILE *file = NULL;
    length -= length == 1; // "/"
    if (location[0] == '/' ||
        (path && top && (strncmp(path, top, length) != 0 || path[length] != '/')))
        onnx_fail(model, "external data: \"%s\" lies outside of the model's folder", shown);
    else if (!path || !top || !(file = fopen(path, "rb")))
        onnx_fail(model, "external data: cannot open \"%s\": %s", shown, strerror(errno));
    free(folder);
    free(joined);
    free(top);
    free(path);
    return file;
}

// Reads a part of a regular file.
static void read_external(uint8_t **data, onnx_file *model, FILE *file, size_t offset, size_t size,
                          const char *shown)
{
    struct stat about;
    if (fstat(fileno(file), &about) || !S_ISREG(about.st_mode)) {
        onnx_fail(model, "external data: \"%s\" is not a regular file", shown);
    } else if (offset > (uint64_t)about.st_size || size > (uint64_t)about.st_size - offset) {
        onnx_fail(model, "external data: \"%s\" ends before byte %zu", shown, offset + size);
    } else {
        *data = memory_new(size + 1, 1);
        if (fseeko(file, (off_t)offset, SEEK_SET) || fread(*data, 1, size, file) != size)
            onnx_fail(model, "external data: cannot read \"%s\"", shown);
    }
}

// The bytes of a tensor in the file that its message names. The caller frees *data, NULL or not.
static void load_external(uint8_t **data, onnx_file *model, const Onnx__TensorProto *from,
                          size_t size)
{
    const char *location = external_entry(from, "location");
    size_t offset = 0, length = size;
    char shown[EXCERPT_SIZE];
    FILE *file = NULL;
    if (!model->path)
        onnx_fail(model, "its data is in another file, but the model came without a path");
    if (!external_number(&offset, from, "offset") || !external_number(&length, from, "length") ||
        length != size)
        onnx_fail(model, "external data: expected an offset and a length of %zu bytes", size);
    if (!location || !*location)
        onnx_fail(model, "external data: its file is not named");
    if (!model->failed)
        file = open_external(model, location, excerpt_of(shown, location));
    if (!file)
        return;
    read_external(data, model, file, offset, size, shown);
    fclose(file);
}

// ---- Tensors of a file ----

// Where the numbers are and how many bytes are from one to the next. The caller frees *owned.
static const uint8_t *find_data(size_t *stride, uint8_t **owned, onnx_file *file,
                                const Onnx__TensorProto *from, const onnx_tensor *t)
{
    ASSERT(find_type(t->type));
    const number_type *type = find_type(t->type);
    const bool raw = from->has_raw_data && from->raw_data.data;
    const uint8_t *data = from->raw_data.data;
    size_t length = from->raw_data.len;
    *stride = type->bytes;
    if (from->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL) {
        load_external(owned, file, from, t->count * type->bytes);
        return *owned;
    }
    if (!raw) {
        memcpy(&data, (const char *)from + type->list, sizeof data);
        memcpy(&length, (const char *)from + type->length, sizeof length);
        *stride = type->stride;
    }
    char shape[ONNX_SHAPE_TEXT];
    if (length != t->count * (raw ? type->bytes : 1))
        onnx_fail(file, "its shape %s asks for %zu number%s of %s, its data has %zu%s",
                  onnx_shape_text(shape, &t->shape), t->count, plural(t->count), type->name, length,
                  raw ? " bytes" : "");
    return data;
}

static onnx_shape read_shape(onnx_file *file, size_t rank, const int64_t *dims)
{
    onnx_shape shape = {0};
    size_t count = 1;
    if (rank > ONNX_MAX_RANK)
        onnx_fail(file, "expected at most %d dimensions, found %zu", ONNX_MAX_RANK, rank);
    for (size_t k = 0; k < rank && !file->failed; k++) {
        const int64_t d = dims[k];
        if (d < 0 || d > INT32_MAX || (d && count > READ_FILE_MAX_SIZE / (size_t)d))
            onnx_fail(file, "dimension %zu is %lld, which no file holds", k, (long long)d);
        shape.dim[shape.rank++] = (size_t)d;
        count *= (size_t)d;
    }
    return shape;
}

static void load_numbers(onnx_tensor *t, onnx_file *file, const Onnx__TensorProto *from)
{
    uint8_t *owned = NULL;
    size_t stride;
    const uint8_t *data = find_data(&stride, &owned, file, from, t);
    fmpq_t x;
    fmpq_init(x);
    t->id = file->failed ? NULL : arena_new(&file->memory, t->count, sizeof *t->id);
    for (size_t i = 0; i < t->count && !file->failed; i++) {
        if (set_number(x, data + i * stride, find_type(t->type)))
            onnx_fail(file, "number %zu is not a number (NaN)", i);
        t->id[i] = dag_constant(&file->graph, x);
    }
    fmpq_clear(x);
    free(owned);
}

const onnx_tensor *onnx_tensor_load(onnx_file *file, const Onnx__TensorProto *from)
{
    onnx_tensor *t = arena_new(&file->memory, 1, sizeof *t);
    t->type = from->data_type;
    if (!onnx_type_name(t->type))
        return onnx_fail(file, "its type is number %d of TensorProto, expected numbers", t->type);
    if (from->segment)
        return onnx_fail(file, "is a part of a tensor, which is not supported");
    t->shape = read_shape(file, from->n_dims, from->dims);
    t->count = onnx_product(&t->shape, 0, t->shape.rank);
    if (file->depth) // functions may load it many times
        onnx_tensor_new(file, t->type, &t->shape);
    if (!file->failed)
        load_numbers(t, file, from);
    return file->failed ? NULL : t;
}

// Puts the values in their places. An index has a coordinate for each axis, or one for all.
static void scatter(onnx_tensor *t, onnx_file *file, const onnx_tensor *values,
                    const onnx_tensor *indices)
{
    ASSERT(indices->shape.rank <= 2);
    const size_t width = indices->shape.rank == 2 ? indices->shape.dim[1] : 1;
    if (indices->type != TYPE(INT64) || indices->count != values->count * width ||
        (indices->shape.rank == 2 && width != t->shape.rank))
        onnx_fail(file, "its indices do not fit its values");
    for (size_t i = 0; i < values->count && !file->failed; i++) {
        size_t position = 0;
        for (size_t k = 0; k < width; k++) {
            const size_t size = indices->shape.rank == 2 ? t->shape.dim[k] : t->count;
            const fmpz *index = fmpq_numref(dag_value(&file->graph, indices->id[i * width + k]));
            if (fmpz_sgn(index) < 0 || fmpz_cmp_ui(index, size) >= 0) {
                onnx_fail(file, "index %zu is beyond its shape", i);
                return;
            }
            position = position * size + fmpz_get_ui(index);
        }
        t->id[position] = values->id[i];
    }
}

const onnx_tensor *onnx_sparse_load(onnx_file *file, const Onnx__SparseTensorProto *from)
{
    if (!from->values || !from->indices)
        return onnx_fail(file, "has no values or no indices");
    const onnx_shape shape = read_shape(file, from->n_dims, from->dims);
    const onnx_tensor *values = onnx_tensor_load(file, from->values);
    const onnx_tensor *indices = onnx_tensor_load(file, from->indices);
    onnx_tensor *t = file->failed ? NULL : onnx_tensor_new(file, values->type, &shape);
    for (size_t i = 0; t && i < t->count; i++)
        t->id[i] = DAG_ZERO;
    if (t)
        scatter(t, file, values, indices);
    return file->failed ? NULL : t;
}
