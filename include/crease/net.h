// Networks: layers of an exact affine map and a piecewise-linear activation.
//
//   z^l = W^l y^(l-1) + b^l,   y^l_i = act_li(z^l_i),   y^0 = the input;
//   with maxout:K            y^l_i = max(z^l_r, .., z^l_(r+K-1)) of K rows of its own.
//
// Weights and biases are rational. All results are on this real function, not on its floating-point
// evaluation.
#pragma once

#include <crease/status.h>
#include <stdio.h>

CREASE_BEGIN

typedef struct crease_net crease_net;

// ---- Files (docs/formats.md) ----

// Choices that a format leaves open. Zero-initialised, or NULL: the defaults.
typedef struct {
    const char *onnx_input, *onnx_output; // names in the graph; NULL: the only one
    int onnx_drop_last;                   // without the last node, such as a Softmax
    // With a unit for each number that an activation makes, in its place, even if it is constant,
    // equal to another or read by nothing; otherwise these are left out.
    int onnx_keep_units;
    int nnet_raw; // without the normalisation
} crease_net_options;

crease_status crease_net_read(crease_net **net, const char *path, const crease_net_options *options,
                              crease_error *error);
crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               const crease_net_options *options, crease_error *error);
void crease_net_free(crease_net *net);

// Write JSON that reads back as exactly this network, and the canonical text, whose SHA-256 is its
// identity and which crease-check reads. The caller checks the stream (ferror, fclose).
void crease_net_write(FILE *stream, const crease_net *net);
void crease_net_write_canonical(FILE *stream, const crease_net *net);
typedef enum { CREASE_NET_JSON, CREASE_NET_CANONICAL } crease_net_text;
// The same to a file, which appears whole or not at all; "-" is standard output.
crease_status crease_net_save(const char *path, const crease_net *net, crease_net_text text,
                              crease_error *error);

// ---- What a network is; texts are borrowed ----

size_t crease_net_inputs(const crease_net *net);  // n: width of y^0
size_t crease_net_outputs(const crease_net *net); // width of the last layer
size_t crease_net_layers(const crease_net *net);  // L >= 1, linear layers included
size_t crease_net_hidden(const crease_net *net);  // layers of a pattern: all but a last linear one
// Units of a layer, its rows of weights (K a unit of maxout:K), and its weights that are not zero.
size_t crease_net_width(const crease_net *net, size_t layer);
size_t crease_net_rows(const crease_net *net, size_t layer);
size_t crease_net_nonzero(const crease_net *net, size_t layer);
// Canonical: "relu", "leaky:1/10", "pwl:-1,1;0,1,0", "maxout:3", ..; if the units of a layer differ
// "3 relu, 1 linear", in their order.
const char *crease_net_activation(const crease_net *net, size_t layer);
const char *crease_net_unit_activation(const crease_net *net, size_t layer, size_t unit);
size_t crease_net_neurons(const crease_net *net);     // units of hidden layers, without linear ones
size_t crease_net_parameters(const crease_net *net);  // weights and biases
const char *crease_net_about(const crease_net *net);  // the file's description, or ""
const char *crease_net_format(const crease_net *net); // of the file: "JSON", ..; or ""
// Parts of the file, if its reader lists them: each has a name and a use ("layer 2").
size_t crease_net_parts(const crease_net *net);
const char *crease_net_part(const crease_net *net, size_t part);
const char *crease_net_part_use(const crease_net *net, size_t part);
const char *crease_net_sha256(const crease_net *net); // of the canonical text, 64 digits

// ---- What it computes ----

void crease_net_evaluate(fmpq *y, const crease_net *net, const fmpq *x); // y = F(x), not in place

// Whether F(c x) = c F(x) for all c > 0, layer by layer: no biases, and activations relu, leaky,
// abs, linear or maxout. Patterns are then constant on rays from the origin.
int crease_net_is_homogeneous(const crease_net *net);

// ---- Networks made of networks ----

// The network a - b: both side by side, with equal numbers of inputs and of outputs; the caller
// frees it. Its outputs are 0 on a domain, as crease_ranges shows, iff a and b are one function
// there. Cost: its regions are those of both.
crease_status crease_net_difference(crease_net **difference, const crease_net *a,
                                    const crease_net *b, crease_error *error);

// The entry of a unit that is on several pieces.
#define CREASE_SEVERAL_PIECES UINT32_MAX
// A network that is the same function wherever units are on these pieces: they become linear, or
// are left out if they are constantly 0. The caller frees it.
crease_net *crease_net_simplify(const crease_net *net, const uint32_t *piece);

CREASE_END
