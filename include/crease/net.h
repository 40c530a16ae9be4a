// Networks: layers of an exact affine map and a piecewise-linear activation.
//
//   z^l = W^l y^(l-1) + b^l,   y^l_i = act_li(z^l_i),   y^0 = the input,
//
// or y^l_i = max of K rows z^l of its own for maxout:K. Weights and biases are rational numbers,
// and this function of real numbers is analysed, not the rounded arithmetic of a processor.
#ifndef CREASE_NET_H
#define CREASE_NET_H

#include <crease/status.h>
#include <stdio.h>

CREASE_BEGIN

typedef struct crease_net crease_net;

// ---- Files: docs/formats.md ----

// path "-" is standard input; name stands for the file in messages. The caller frees *net.
crease_status crease_net_read(crease_net **net, const char *path, crease_error *error);
crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               crease_error *error);

// Zeros, or NULL: the defaults.
typedef struct {
    const char *input, *output; // ONNX: names in the graph; NULL: the only one
    int without_last;           // ONNX: leave the last node off, such as a Softmax
    int raw;                    // NNet: leave the normalisation out
} crease_net_options;

crease_status crease_net_read_with(crease_net **net, const char *path,
                                   const crease_net_options *options, crease_error *error);
crease_status crease_net_parse_with(crease_net **net, const char *text, size_t size,
                                    const char *name, const crease_net_options *options,
                                    crease_error *error);
void crease_net_free(crease_net *net);

// JSON that reads back as this network: doubles ("numbers": "binary64") if every number is one and
// not all are integers, else integers and "p/q". The caller checks the stream.
void crease_net_write(FILE *stream, const crease_net *net);

// The canonical text, which crease-check reads; its SHA-256 is crease_net_sha256. The caller checks
// the stream.
void crease_net_write_canonical(FILE *stream, const crease_net *net);

// Rounds weights, biases and slopes of leaky relus to the nearest binary32 (ties to even) and
// counts those that changed. CREASE_ERROR if one overflows: then some are rounded.
crease_status crease_net_round(crease_net *net, uint64_t *changed, crease_error *error);

// ---- Shape; texts are borrowed from the network ----

size_t crease_net_inputs(const crease_net *net);  // n: width of y^0
size_t crease_net_outputs(const crease_net *net); // width of the last layer
size_t crease_net_layers(const crease_net *net);  // L >= 1, linear layers included
// Layers of a pattern: all but a final linear one.
size_t crease_net_hidden(const crease_net *net);
// Units of a layer, numbered from 0; a unit of maxout:K has K rows of weights.
size_t crease_net_width(const crease_net *net, size_t layer);
// Rows of weights of a layer, and how many of its weights are not zero.
size_t crease_net_rows(const crease_net *net, size_t layer);
size_t crease_net_nonzero(const crease_net *net, size_t layer);
// "relu", "leaky:1/10", "pwl:-1,1;0,1,0", "maxout:3", .., or "3 relu, 1 linear"; and of one unit.
const char *crease_net_activation(const crease_net *net, size_t layer);
const char *crease_net_unit_activation(const crease_net *net, size_t layer, size_t unit);
size_t crease_net_neurons(const crease_net *net);     // units of hidden layers, not linear
size_t crease_net_parameters(const crease_net *net);  // weights and biases
const char *crease_net_about(const crease_net *net);  // the free text of the file, or ""
const char *crease_net_format(const crease_net *net); // "JSON", .., or ""
// Parts of the file and what they became, such as "layer 2" or "left out", if the reader says.
size_t crease_net_parts(const crease_net *net);
const char *crease_net_part(const crease_net *net, size_t part);
const char *crease_net_part_became(const crease_net *net, size_t part);
const char *crease_net_sha256(const crease_net *net); // 64 hexadecimal digits

// ---- What it computes ----

// y = F(x), exactly; they do not overlap.
void crease_net_evaluate(fmpq *y, const crease_net *net, const fmpq *x);

// Whether F(c x) = c F(x) for all c > 0, layer by layer. Then patterns are constant on rays from
// the origin, and transitions along crease_path_circle are those along the circle.
int crease_net_is_homogeneous(const crease_net *net);

CREASE_END
#endif
