// Networks: layers of an exact affine map and a piecewise-linear activation.
//
//   z^l = W^l y^(l-1) + b^l,   y^l_i = act_li(z^l_i),   y^0 = the input,
//
// or, where the activation of unit i is maxout:K, y^l_i = max(z^l_r, .., z^l_(r+K-1)) of K
// rows of its own, with every weight and bias a rational number. What the library analyses is this
// real-arithmetic function, not the rounded arithmetic of a processor.
#ifndef CREASE_NET_H
#define CREASE_NET_H

#include <crease/status.h>
#include <stdio.h>

CREASE_BEGIN

typedef struct crease_net crease_net;

// ---- Files: the format is described in docs/formats.md ----

// Reads a network; path "-" is standard input. The caller frees *net.
crease_status crease_net_read(crease_net **net, const char *path, crease_error *error);
// The same from size bytes of text; name stands for the file in messages.
crease_status crease_net_parse(crease_net **net, const char *text, size_t size, const char *name,
                               crease_error *error);

// What is asked of a file whose format leaves a choice; other formats do not look at it.
// Zero-initialised options, or NULL, are the defaults, as for the two functions above.
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

// Writes the network as JSON that reads back as exactly this network: as doubles
// ("numbers": "binary64") if every number is one and not all are integers, else
// with integers as numbers and all else as "p/q".
// The caller checks the stream for write errors (ferror, fclose).
void crease_net_write(FILE *stream, const crease_net *net);

// Writes its canonical text: exact weights, biases and activations. Its SHA-256 is the identity of
// the network (crease_net_sha256), and it is what crease-check reads. The caller checks the stream.
void crease_net_write_canonical(FILE *stream, const crease_net *net);

// Rounds every weight, every bias and every slope of a leaky relu to the nearest float (IEEE 754
// binary32, ties to even). *changed is how many numbers were none. CREASE_ERROR if one is beyond
// all floats: then some are rounded.
crease_status crease_net_round(crease_net *net, uint64_t *changed, crease_error *error);

// ---- What a network is; texts are borrowed from it ----

size_t crease_net_inputs(const crease_net *net);  // n: width of y^0
size_t crease_net_outputs(const crease_net *net); // width of the last layer
size_t crease_net_layers(const crease_net *net);  // L >= 1, linear layers included
// Layers that take part in a pattern: all but a final linear one, the output layer; so
// hidden is layers or layers - 1.
size_t crease_net_hidden(const crease_net *net);
// Units of a layer, numbered from 0; a unit of maxout:K has K rows of weights.
size_t crease_net_width(const crease_net *net, size_t layer);
// Rows of weights of a layer, and how many of its weights are not zero.
size_t crease_net_rows(const crease_net *net, size_t layer);
size_t crease_net_nonzero(const crease_net *net, size_t layer);
// That of all units of the layer, canonical: "relu", "leaky:1/10", "pwl:-1,1;0,1,0", "maxout:3", ..
// If they differ, how many have which, in the order of the units: "3 relu, 1 linear".
const char *crease_net_activation(const crease_net *net, size_t layer);
// That of one unit, canonical.
const char *crease_net_unit_activation(const crease_net *net, size_t layer, size_t unit);
// Units of hidden layers, those that are linear aside.
size_t crease_net_neurons(const crease_net *net);
// Weights and biases.
size_t crease_net_parameters(const crease_net *net);
// The free text of the file, "" if there was none.
const char *crease_net_about(const crease_net *net);
// The format of the file that it was read from: "JSON", ..; "" if there was none.
const char *crease_net_format(const crease_net *net);
// What the parts of that file became, if its reader tells: of part i < crease_net_parts(net) its
// name, and what is left of it, such as "layer 2" or "left out".
size_t crease_net_parts(const crease_net *net);
const char *crease_net_part(const crease_net *net, size_t part);
const char *crease_net_part_became(const crease_net *net, size_t part);
// The network's identity: SHA-256, as 64 hexadecimal digits, of its canonical text.
const char *crease_net_sha256(const crease_net *net);

// ---- What it computes ----

// y = F(x), exactly: of inputs and outputs entries, initialised, and not overlapping.
void crease_net_evaluate(fmpq *y, const crease_net *net, const fmpq *x);

// Whether F(c x) = c F(x) for all c > 0, layer by layer: no biases, and all activations
// positively homogeneous (relu, leaky, abs, linear, maxout). Then pattern and transitions are
// constant on rays from the origin, so those along crease_path_circle are those along the
// true circle, for any number of vertices; lengths are not.
int crease_net_is_homogeneous(const crease_net *net);

CREASE_END
#endif
