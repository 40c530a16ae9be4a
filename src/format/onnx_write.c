// Writes a network as an ONNX model that is read back as exactly this network, if it can be one:
// a Gemm for every layer, and the operator of its activation.
#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "format/write.h"
#include "onnx.pb-c.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { IR_VERSION = 8, OPERATORS = 13 }; // of ONNX 1.10; those used here have not changed since 13
enum {
    FLOAT = ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT,
    DOUBLE = ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE
};

// ---- What a model can be ----

static int is_float(const fmpq *x)
{
    fmpq_t rounded;
    fmpq_init(rounded);
    fmpq_set(rounded, x);
    int is =
        rational_round(rounded, RATIONAL_BINARY32, NULL) == CREASE_OK && fmpq_equal(rounded, x);
    fmpq_clear(rounded);
    return is;
}

// *type becomes DOUBLE if one of the numbers is a double and no float.
static crease_status check_numbers(int *type, const fmpq *x, size_t count, size_t layer,
                                   crease_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (is_float(x + i))
            continue;
        *type = DOUBLE;
        if (rational_is_double(x + i))
            continue;
        char *text = rational_text(x + i);
        error_set(error, "%.60s is neither a float nor a double, as numbers of ONNX files are",
                  text);
        flint_free(text);
        return error_where(error, "layer %zu", layer + 1);
    }
    return CREASE_OK;
}

static int begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

static crease_status check_activation(const net_layer *layer, size_t l, crease_error *error)
{
    const char *name = layer->summary;
    if (layer->kinds > 1 || begins(name, "pwl:"))
        error_set(error, "%.60s, for which ONNX has no operator", name);
    else if (begins(name, "leaky:") && !is_float(layer->act[0].slope))
        error_set(error, "%.60s, but a slope in ONNX is a float", name);
    else
        return CREASE_OK;
    return error_where(error, "layer %zu", l + 1);
}

static crease_status check_net(int *type, const crease_net *net, crease_error *error)
{
    *type = FLOAT;
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        if (check_activation(layer, l, error) != CREASE_OK ||
            check_numbers(type, layer->weight, sparsity_entries(&layer->at), l, error) ||
            check_numbers(type, layer->bias, layer->rows, l, error))
            return CREASE_ERROR;
    }
    return CREASE_OK;
}

// ---- Messages; all memory is the model's ----

typedef struct {
    Onnx__GraphProto *graph;
    int type;     // of numbers
    size_t layer; // the present one, from 1
    char *last;   // the tensor that has been computed last
} model_writer;

static Onnx__TensorProto *add_tensor(model_writer *w, const char *name, int type, size_t dimensions,
                                     const int64_t *dims, size_t bytes)
{
    Onnx__TensorProto *t = memory_new(1, sizeof *t);
    onnx__tensor_proto__init(t);
    t->name = memory_copy_text(name);
    t->has_data_type = 1;
    t->data_type = type;
    t->n_dims = dimensions;
    t->dims = dimensions ? memory_new(dimensions, sizeof *t->dims) : NULL;
    for (size_t d = 0; d < dimensions; d++)
        t->dims[d] = dims[d];
    t->has_raw_data = 1;
    t->raw_data.len = bytes;
    t->raw_data.data = memory_new(bytes, 1);
    Onnx__GraphProto *g = w->graph;
    g->initializer = memory_resize(g->initializer, g->n_initializer + 1, sizeof *g->initializer);
    return g->initializer[g->n_initializer++] = t;
}

static void put_bytes(uint8_t *to, uint64_t bits, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (uint8_t)(bits >> 8 * i);
}

static size_t bytes_of(int type)
{
    return type == FLOAT ? 4 : 8;
}

// Little-endian, as raw data is.
static void put_number(const model_writer *w, Onnx__TensorProto *t, size_t place, double value)
{
    uint64_t bits = 0;
    uint32_t short_bits;
    float narrow = (float)value;
    memcpy(&bits, &value, sizeof bits);
    memcpy(&short_bits, &narrow, sizeof short_bits);
    size_t bytes = bytes_of(w->type);
    put_bytes(t->raw_data.data + place * bytes, bytes == 4 ? short_bits : bits, bytes);
}

// The inputs are the last tensor and those named; its output becomes the last.
static Onnx__NodeProto *add_node(model_writer *w, const char *operator, const char * second,
                                 const char *third)
{
    const char *const inputs[] = {w->last, second, third};
    Onnx__GraphProto *g = w->graph;
    Onnx__NodeProto *n = memory_new(1, sizeof *n);
    onnx__node_proto__init(n);
    n->name = memory_format("%s_%zu", operator, w->layer);
    n->op_type = memory_copy_text(operator);
    n->input = memory_new(3, sizeof *n->input);
    while (n->n_input < 3 && inputs[n->n_input]) {
        n->input[n->n_input] = memory_copy_text(inputs[n->n_input]);
        n->n_input++;
    }
    n->n_output = 1;
    n->output = memory_new(1, sizeof *n->output);
    n->output[0] = memory_format("%s_%zu_output", operator, w->layer);
    w->last = n->output[0];
    g->node = memory_resize(g->node, g->n_node + 1, sizeof *g->node);
    return g->node[g->n_node++] = n;
}

static Onnx__AttributeProto *add_attribute(Onnx__NodeProto *n, const char *name,
                                           Onnx__AttributeProto__AttributeType type)
{
    Onnx__AttributeProto *a = memory_new(1, sizeof *a);
    onnx__attribute_proto__init(a);
    a->name = memory_copy_text(name);
    a->has_type = 1;
    a->type = type;
    n->attribute = memory_resize(n->attribute, n->n_attribute + 1, sizeof *n->attribute);
    return n->attribute[n->n_attribute++] = a;
}

static void add_integer(Onnx__NodeProto *n, const char *name, int64_t value)
{
    Onnx__AttributeProto *a = add_attribute(n, name, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT);
    a->has_i = 1;
    a->i = value;
}

// ---- Layers ----

static void add_affine(model_writer *w, const net_layer *layer)
{
    char weights[40], bias[40];
    snprintf(weights, sizeof weights, "weights_%zu", w->layer);
    snprintf(bias, sizeof bias, "bias_%zu", w->layer);
    const int64_t dims[] = {(int64_t)layer->rows, (int64_t)layer->inputs};
    Onnx__TensorProto *t =
        add_tensor(w, weights, w->type, 2, dims, layer->rows * layer->inputs * bytes_of(w->type));
    for (size_t i = 0; i < layer->rows; i++) {
        sparsity_row row = sparsity_row_of(&layer->at, i);
        for (size_t k = 0; k < row.count; k++)
            put_number(w, t, i * layer->inputs + row_column(&row, k),
                       rational_double(layer->weight + row.first + k));
    }
    t = add_tensor(w, bias, w->type, 1, dims, layer->rows * bytes_of(w->type));
    for (size_t i = 0; i < layer->rows; i++)
        put_number(w, t, i, rational_double(layer->bias + i));
    add_integer(add_node(w, "Gemm", weights, bias), "transB", 1);
}

static void add_bound(model_writer *w, const char *name, double value)
{
    put_number(w, add_tensor(w, name, w->type, 0, NULL, bytes_of(w->type)), 0, value);
}

// The rows of a unit become an axis of their own, of which the largest is taken.
static void add_maxout(model_writer *w, const net_layer *layer)
{
    char shape[40];
    snprintf(shape, sizeof shape, "shape_%zu", w->layer);
    const int64_t dims[] = {3}, axes[] = {-1, (int64_t)layer->units, (int64_t)layer->act[0].rank};
    Onnx__TensorProto *t =
        add_tensor(w, shape, ONNX__TENSOR_PROTO__DATA_TYPE__INT64, 1, dims, sizeof axes);
    for (size_t i = 0; i < 3; i++)
        put_bytes(t->raw_data.data + 8 * i, (uint64_t)axes[i], 8);
    add_node(w, "Reshape", shape, NULL);
    Onnx__NodeProto *n = add_node(w, "ReduceMax", NULL, NULL);
    Onnx__AttributeProto *a = add_attribute(n, "axes", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS);
    a->n_ints = 1;
    a->ints = memory_new(1, sizeof *a->ints);
    a->ints[0] = 2;
    add_integer(n, "keepdims", 0);
}

static void add_activation(model_writer *w, const net_layer *layer)
{
    const char *name = layer->summary;
    char low[40], high[40];
    if (!strcmp(name, "relu")) {
        add_node(w, "Relu", NULL, NULL);
    } else if (!strcmp(name, "abs")) {
        add_node(w, "Abs", NULL, NULL);
    } else if (!strcmp(name, "hardtanh")) {
        snprintf(low, sizeof low, "low_%zu", w->layer);
        snprintf(high, sizeof high, "high_%zu", w->layer);
        add_bound(w, low, -1);
        add_bound(w, high, 1);
        add_node(w, "Clip", low, high);
    } else if (begins(name, "leaky:")) {
        Onnx__AttributeProto *a = add_attribute(add_node(w, "LeakyRelu", NULL, NULL), "alpha",
                                                ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT);
        a->has_f = 1;
        a->f = (float)rational_double(layer->act[0].slope);
    } else if (begins(name, "maxout:")) {
        add_maxout(w, layer);
    }
}

// ---- The model ----

// Rows of so many numbers.
static Onnx__ValueInfoProto **new_value(const model_writer *w, const char *name, size_t width)
{
    Onnx__ValueInfoProto **list = memory_new(1, sizeof *list);
    Onnx__ValueInfoProto *value = list[0] = memory_new(1, sizeof *value);
    onnx__value_info_proto__init(value);
    value->name = memory_copy_text(name);
    Onnx__TypeProto *type = value->type = memory_new(1, sizeof *type);
    onnx__type_proto__init(type);
    type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
    Onnx__TypeProto__Tensor *tensor = type->tensor_type = memory_new(1, sizeof *tensor);
    onnx__type_proto__tensor__init(tensor);
    tensor->has_elem_type = 1;
    tensor->elem_type = w->type;
    Onnx__TensorShapeProto *shape = tensor->shape = memory_new(1, sizeof *shape);
    onnx__tensor_shape_proto__init(shape);
    shape->n_dim = 2;
    shape->dim = memory_new(2, sizeof *shape->dim);
    for (size_t d = 0; d < 2; d++) {
        Onnx__TensorShapeProto__Dimension *dimension = shape->dim[d] =
            memory_new(1, sizeof *dimension);
        onnx__tensor_shape_proto__dimension__init(dimension);
        dimension->value_case = d ? ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE
                                  : ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM;
        if (d)
            dimension->dim_value = (int64_t)width;
        else
            dimension->dim_param = memory_copy_text("batch");
    }
    return list;
}

static Onnx__ModelProto *new_model(void)
{
    Onnx__ModelProto *model = memory_new(1, sizeof *model);
    onnx__model_proto__init(model);
    model->has_ir_version = 1;
    model->ir_version = IR_VERSION;
    model->producer_name = memory_copy_text("crease");
    model->n_opset_import = 1;
    model->opset_import = memory_new(1, sizeof *model->opset_import);
    Onnx__OperatorSetIdProto *set = model->opset_import[0] = memory_new(1, sizeof *set);
    onnx__operator_set_id_proto__init(set);
    set->has_version = 1;
    set->version = OPERATORS;
    model->graph = memory_new(1, sizeof *model->graph);
    onnx__graph_proto__init(model->graph);
    model->graph->name = memory_copy_text("network");
    return model;
}

static crease_status write_model(FILE *stream, const Onnx__ModelProto *model, crease_error *error)
{
    size_t size = onnx__model_proto__get_packed_size(model);
    if (size > INT_MAX)
        return error_set(error, "too many numbers: an ONNX file has at most 2^31 - 1 bytes");
    uint8_t *bytes = memory_new(size, 1);
    onnx__model_proto__pack(model, bytes);
    fwrite(bytes, 1, size, stream);
    free(bytes);
    return CREASE_OK;
}

crease_status net_write_onnx(FILE *stream, const crease_net *net, crease_error *error)
{
    model_writer w;
    if (check_net(&w.type, net, error) != CREASE_OK)
        return CREASE_ERROR;
    Onnx__ModelProto *model = new_model();
    w.graph = model->graph;
    if (net->about[0])
        model->doc_string = memory_copy_text(net->about);
    w.graph->n_input = 1;
    w.graph->input = new_value(&w, "input", net->inputs);
    w.last = w.graph->input[0]->name;
    for (w.layer = 1; w.layer <= net->layers; w.layer++) {
        add_affine(&w, net->layer + w.layer - 1);
        add_activation(&w, net->layer + w.layer - 1);
    }
    w.graph->n_output = 1;
    w.graph->output = new_value(&w, w.last, crease_net_outputs(net));
    crease_status status = write_model(stream, model, error);
    onnx__model_proto__free_unpacked(model, NULL);
    return status;
}
