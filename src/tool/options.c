// The one list of options, and which of them go together.
#include "tool/options.h"

#include "base/json_writer.h"
#include "tool/names.h"

#include <stddef.h>
#include <string.h>

static const option_choice arith_choices[] = {
    {"filtered", CREASE_FILTERED}, {"exact", CREASE_EXACT}, {"float", CREASE_FLOAT}, {NULL, 0}};
static const option_choice proved_choices[] = {
    {"filtered", CREASE_FILTERED}, {"exact", CREASE_EXACT}, {NULL, 0}};
static const option_choice record_choices[] = {{"jsonl", CREASE_JSONL}, {"csv", CREASE_CSV},
                                               {"ine", CREASE_INE},     {"geojson", CREASE_GEOJSON},
                                               {"wkt", CREASE_WKT},     {NULL, 0}};
static const option_choice tree_choices[] = {
    {"json", CREASE_TREE_JSON}, {"dot", CREASE_TREE_DOT}, {NULL, 0}};
static const option_choice net_choices[] = {
    {"json", CREASE_NET_JSON}, {"canonical", CREASE_NET_CANONICAL}, {NULL, 0}};
const option_choice picture_choices[] = {
    {"svg", CREASE_SVG}, {"pdf", CREASE_PDF}, {"png", CREASE_PNG}, {"html", PLOT_PAGE}, {NULL, 0}};
static const option_choice colour_choices[] = {{"pattern", CREASE_BY_PATTERN},
                                               {"map", CREASE_BY_MAP},
                                               {"slope", CREASE_BY_SLOPE},
                                               {"output", CREASE_BY_OUTPUT},
                                               {"class", CREASE_BY_CLASS},
                                               {"area", CREASE_BY_AREA},
                                               {NULL, 0}};
const option_choice quantity_choices[] = {
    {"activation", CREASE_ACTIVATION_REGIONS}, {"linear", CREASE_LINEAR_REGIONS}, {NULL, 0}};
static const option_choice shell_choices[] = {{"bash", SHELL_BASH}, {"zsh", SHELL_ZSH}, {NULL, 0}};
static const option_choice norm_choices[] = {
    {"2", CREASE_NORM_2}, {"1", CREASE_NORM_1}, {"inf", CREASE_NORM_MAX}, {NULL, 0}};
static const option_choice json_choices[] = {{"line", JSON_IN_A_LINE}, {NULL, 0}};
static const option_choice growth_choices[] = {{"relu", 0}, {"hardtanh", 1}, {NULL, 0}};

enum {
    WALKS = in_count | in_regions | in_tree | in_plot | in_locate | in_line | in_bounds,
    // Walks that doubles alone cannot make.
    PROVES = in_certify | in_distance | in_range | in_lipschitz | in_classes | in_holds,
    TALKS = WALKS | PROVES | in_search | in_dichotomies | in_trajectory,
    RUNS = TALKS | in_verify,
    LIMITED =
        TALKS | in_info | in_convert | in_evaluate | in_build | in_random | in_growth | in_verify,
    DOMAINS = WALKS | in_certify | in_search | in_range | in_lipschitz | in_classes,
    DRAWS = in_random | in_growth,
    NETS = WALKS | PROVES | in_evaluate | in_convert | in_trajectory | in_info |
           in_dichotomies, // read networks
    TELLS = in_count | in_range | in_lipschitz | in_classes | in_holds | in_locate | in_evaluate |
            in_line | in_trajectory | in_distance | in_info | in_bounds | in_build | in_search |
            in_growth | in_dichotomies | in_verify,
    TABLES = in_count | in_evaluate | in_line | in_trajectory | in_distance | in_classes,
    ANSWERS = in_count | in_info | in_bounds, // whose exit status says something by itself
    WRITES = in_convert | in_regions | in_certify | in_tree | in_plot | in_build | in_random |
             in_search | in_dichotomies,
};

// Of each the text follows.
#define FIELD(what, field) .kind = OPTION_##what, .place = offsetof(settings, field)
#define CHOICE(field, of) .choices = of, FIELD(CHOICE, field)
#define MANNER(field, of) .choices = of, FIELD(MANNER, field)
#define AT_MOST(limit, field) .most = limit, FIELD(COUNT, field)

const option options[] = {
    {"box", "LO,HI,...", DOMAINS | in_distance, FIELD(TEXT, domain.box),
     "Look only at this box of inputs: LO,HI for every input, or LO1,HI1,LO2,HI2,... with one "
     "pair for each. Numbers are taken exactly: integers, decimals, fractions p/q or hexadecimal "
     "floats. Without it the domain is the whole space."},
    {"slice", "FILE", DOMAINS, FIELD(FILE, domain.slice),
     "Look only at the plane through the three points p0, p1, p2 of FILE, which has the JSON "
     "{\"points\": [p0, p1, p2]}, each point a list with one number for each input. Its "
     "coordinates are (u, v) at p0 + u (p1 - p0) + v (p2 - p0); --box and --polytope, and all "
     "results, speak of these. Two points make a line, d + 1 points a slice of dimension d."},
    {"polytope", "FILE", DOMAINS | in_distance, FIELD(FILE, domain.polytope),
     "Look only at this polytope, in place of a box: an H-representation as lrs and cdd read it "
     "(.ine), with rows b a1 ... an that mean b + a1 x1 + ... + an xn >= 0."},
    {"vnnlib", "FILE", DOMAINS, FIELD(FILE, domain.vnnlib),
     "Look only at the box of inputs of this VNN-LIB property; what it says of outputs is "
     "ignored. Inputs that it fixes to one value are no coordinates of the result."},
    {"vnnlib", "FILE", in_holds, FIELD(FILE, holds.property),
     "The property, in VNN-LIB: what must not happen. Inequalities of inputs and outputs, put "
     "together by \"and\" and \"or\"."},
    {"point", "X1,X2,...", in_locate | in_evaluate | in_distance | in_classes,
     FIELD(TEXT, at.point),
     "The point, one exact number for each input, or for each coordinate of a slice."},
    {"from", "X1,X2,...", in_line | in_trajectory, FIELD(TEXT, at.from),
     "The point P, one exact number for each input, or for each coordinate of a slice."},
    {"from", "X1,X2,...", in_growth, FIELD(TEXT, at.from),
     "The point P, one number for each input: of the segment from P to Q a lower bound on the "
     "length of its image is printed, which for hardtanh depends on the path."},
    {"to", "X1,X2,...", in_line | in_trajectory | in_growth, FIELD(TEXT, at.to), "The point Q."},
    {"lines", "FILE", in_line | in_trajectory, FIELD(FILE, at.lines),
     "In place of --from and --to: many pairs of points, one on each line of FILE, the numbers "
     "of P and then those of Q, with white space or a comma between them. Lines that begin with "
     "# are comments."},
    {"points", "FILE", in_evaluate | in_dichotomies | in_distance | in_trajectory | in_classes,
     FIELD(FILE, at.points),
     "In place of a point or two, all points of FILE, two at least, as for --slice: JSON "
     "{\"points\": [p0, p1, ...]}, each a list with one number for each input."},
    {"random", "N", in_distance, FIELD(COUNT, at.random),
     "N random points of the box that --box names, independent and uniform, of 2^64 steps each "
     "way."},
    {"repeat", "R", in_trajectory, AT_MOST(1000000, at.repeat),
     "In place of --from and --to: R trajectories between random points, whose coordinates are "
     "sums of twelve uniform fractions less their mean: of variance 1 and nearly normal."},
    {"seed", "S", in_random | in_search | in_trajectory | in_distance | in_verify,
     FIELD(NATURAL, seed),
     "Where the random numbers start, an integer from 0 to 2^64 - 1 (default 0)."},

    {"arc", "N", in_trajectory, AT_MOST(1000000, path.arc),
     "In place of the segment from P to Q: a quarter of the ellipse P cos s + Q sin s, as a "
     "polygon of N >= 3 vertices that lie on it, at the rational points with tan(s/2) = 0, "
     "1/(N-1), .., 1."},
    {"circle", "N", in_trajectory, AT_MOST(1000000, path.circle),
     "The whole ellipse, as a closed polygon of N >= 3 vertices. Where the network is positively "
     "homogeneous (no biases; relu, leaky, abs, maxout), patterns and transitions are those of "
     "the ellipse itself, whatever N is."},
    {"width", "W", in_trajectory, FIELD(TEXT, path.width),
     "How narrow the enclosures of lengths and growth factors are to be, relative to their lower "
     "ends: 1e-6, 1e-30, .. (default 1e-12)."},
    {"whole-line", NULL, in_line, FIELD(FLAG, line.whole_line),
     "Not only the segment from P to Q but the whole line through them, as far as it lies in the "
     "domain."},
    {"approximate", NULL, in_line, FIELD(FLAG, line.approximate),
     "Say where breakpoints are by two doubles that they lie between, proved, in place of exact "
     "rationals: much faster in large networks. All else is as exact as before."},
    {"points", NULL, in_line, FIELD(FLAG, line.points), "Print breakpoints as points too."},
    {"patterns", NULL, in_line, FIELD(FLAG, line.patterns), "Print the pattern of every region."},
    {"no-function", NULL, in_distance, FIELD(FLAG, distance.no_function),
     "Only the boundaries of activation regions, whether the network changes there or not."},
    {"nearest", NULL, in_distance, FIELD(FLAG, distance.nearest),
     "With --json: the nearest points too, which are printed for a single point anyway."},
    {"bins", "B", in_distance, AT_MOST(1000000, distance.bins),
     "A histogram of the distances, of at most B bins whose width is 1, 2 or 5 times a power of "
     "ten. No distance is rounded for it."},
    {"density", NULL, in_distance, FIELD(FLAG, distance.density),
     "In place of points: how much boundary there is in the domain, which must be bounded: the "
     "number of its points on a line, its length in the plane, its area in space, and so on; and "
     "that over the volume of the domain."},
    {"digits", "D", in_distance, AT_MOST(1000000, distance.digits),
     "With --density: the two numbers that are proved to enclose a length agree to D digits "
     "(default 12)."},

    {"row", "C1,C2,...", in_range, FIELD(TEXT, range.row),
     "In place of every output by itself: the sum C1 y1 + C2 y2 + .. of the outputs, an exact "
     "number for each. --row=1,-1 is the difference of two."},
    {"mean", NULL, in_range, FIELD(FLAG, range.mean),
     "Mean and variance too, at a point that is uniformly distributed in the domain, which must "
     "be bounded."},
    {"norm", "1|2|inf", in_lipschitz, CHOICE(lipschitz.norm, norm_choices),
     "The norm of inputs and of outputs: the sum of absolute values, the Euclidean norm (the "
     "default), or the largest absolute value."},
    {"digits", "D", in_lipschitz, AT_MOST(10000, lipschitz.digits),
     "The two numbers that are proved to enclose a slope that is not rational agree to D digits "
     "(default 15)."},

    {"row", "C1,C2,...", in_classes, FIELD(TEXT, classes.row),
     "In place of the greatest output: the sign of the sum C1 y1 + C2 y2 + .. of the outputs, an "
     "exact number for each. Class 0 is where it is not positive, class 1 where it is."},
    {"regions", NULL, in_classes, FIELD(FLAG, classes.regions),
     "Every decision region too: its class, cells, volume, and a point inside."},
    {"boundary", NULL, in_classes, FIELD(FLAG, classes.boundary),
     "The decision boundary too, in one and two dimensions: its points, or polylines with exact "
     "vertices."},
    {"no-volumes", NULL, in_classes, FIELD(FLAG, classes.no_volumes),
     "Leave volumes and shares out: in large networks they are fractions of very many digits."},
    {"digits", "D", in_classes, AT_MOST(10000, classes.digits),
     "The two numbers that are proved to enclose the length of the decision boundary agree to D "
     "digits (default 15)."},

    {"net", "NET", in_bounds, FIELD(FILE, bounds.net),
     "In place of WIDTHS: the architecture of this network, and its exact counts beside the "
     "bounds, on the domain that other options name. - is standard input."},
    {"convolution", "LENGTH,KERNEL,FILTERS[,STRIDE[,CHANNELS]]", in_bounds,
     FIELD(TEXT, bounds.convolution),
     "In place of WIDTHS: one convolutional relu layer along a line of LENGTH places with "
     "CHANNELS numbers each (default 1). Every filter sees KERNEL neighbouring places and moves "
     "by STRIDE (default 1), without padding."},
    {"per-parameter", NULL, in_bounds, FIELD(FLAG, bounds.per_parameter),
     "Print instead how many activation regions the bounds allow for each weight and bias, "
     "beside networks of one hidden layer with as many units, or no more parameters."},
    {"init", "FAMILY", DRAWS, FIELD(TEXT, random.init),
     "How weights are drawn, in a layer of n inputs and m outputs. he (the default): N(0, 2/n). "
     "xavier-normal: N(0, 2/(n + m)). xavier-uniform: U(-a, a) with a = sqrt(6/(n + m)). "
     "pytorch-default: U(-1/sqrt(n), 1/sqrt(n)), and biases too. gaussian:V: N(0, V/n). "
     "gaussian:V,B: so, and biases N(0, B). uniform:C: U(-C, C)/sqrt(n). discrete:C: an integer "
     "from -C to C, over sqrt(n). values:V1,..,Vk: one of these, over sqrt(n).",
     .names = names_of_weights},
    {"alpha", "P", DRAWS, FIELD(TEXT, random.alpha),
     "Sparse networks: each weight is kept with probability P, a number from 0 to 1, and is 0 if "
     "not. Those that are kept are the same for every P (default 1)."},
    {"unscaled", NULL, DRAWS, FIELD(FLAG, random.unscaled),
     "With gaussian, uniform, discrete and values: do not divide by n or its root."},
    {"bias-std", "NUMBER", DRAWS, FIELD(TEXT, random.bias_std),
     "Biases are normal, of mean 0 and this standard deviation (default 0: no biases)."},
    {"activation", "NAME", in_random | in_search | in_bounds, FIELD(TEXT, activation),
     "The activation of the hidden layers, as in a network file: relu (the default), leaky:1/10, "
     "abs, hardtanh, pwl:-1,1;0,1,0;0, maxout:3.",
     .names = names_of_activations},
    {"activation", "relu|hardtanh", in_growth, CHOICE(hard_tanh, growth_choices),
     "The activation of the hidden layers (default relu)."},
    {"of", "activation|linear", in_search, CHOICE(search.of, quantity_choices),
     "What there shall be many of: activation regions (the default), or linear regions."},
    {"range", "R", in_search, FIELD(COUNT, search.range),
     "Weights are integers from -R to R (default 16). Biases are integers of any size."},
    {"climbs", "N", in_search, FIELD(COUNT, search.climbs),
     "How many times to start from random weights (default 16; with --time-limit no end)."},
    {"steps", "N", in_search, FIELD(COUNT, search.steps),
     "How many networks each climb counts (default 10000)."},
    {"goal", "N", in_search, FIELD(COUNT, search.goal), "Stop as soon as a network has N regions."},
    {"with", "NET", in_dichotomies, FIELD(FILE, sweep.with),
     "The network that has the weights W' in its layer L; nothing else of it is used."},
    {"layer", "L", in_dichotomies, FIELD(NATURAL, sweep.layer),
     "The layer whose weights turn; here the first layer is 0 (the default), as in JSON."},
    {"label", "J", in_dichotomies, FIELD(NATURAL, sweep.label),
     "The output whose sign is the label, counted from 0 (the default)."},
    {"vertices", "N", in_dichotomies, FIELD(COUNT, sweep.vertices),
     "Sweep along a polygon of N rational points of the circle (default 256). Where labels are "
     "those of the circle whatever N is, the default is 4."},
    {"rationals", NULL, in_dichotomies, FIELD(FLAG, sweep.rationals),
     "Compute every place as a rational number, for the file of -o. Takes long in large networks."},
    {"claims", "FILE", in_verify, FIELD(FILE, verify.claims),
     "In place of the literature: claims of your own, of networks and constructions, from a JSON "
     "file."},
    {"all", NULL, in_verify, FIELD(FLAG, verify.all),
     "Large networks too, of up to millions of regions, and twenty times as many random ones: "
     "half a minute."},
    {"quiet", NULL, in_verify, FIELD(FLAG, verify.quiet),
     "Print only the claims that are violated, and the summary.", .letter = 'q'},
    {"quick", NULL, in_verify, FIELD(FLAG, quick),
     "Fewer networks, lines and points, and smaller ones: what takes seconds. crease verify does "
     "so unless --all is given."},

    {"arith", "filtered|exact|float", WALKS, CHOICE(run.options.arith, arith_choices),
     "filtered (the default) decides signs on doubles with error bounds, and on integers where "
     "these leave a doubt. exact decides every sign on integers; the answer is the same. float "
     "uses doubles and a tolerance; its result is not certified and serves for comparison only."},
    {"arith", "filtered|exact", PROVES | in_dichotomies | in_trajectory,
     CHOICE(run.options.arith, proved_choices),
     "filtered (the default) decides signs on doubles with error bounds, and on integers where "
     "these leave a doubt. exact decides every sign on integers; the answer is the same."},
    {"tolerance", "T", WALKS, FIELD(NUMBER, run.options.tolerance),
     "With --arith=float: relative size below which a value counts as zero (default 1e-10)."},
    {"time-limit", "SECONDS", LIMITED & ~in_holds, FIELD(NUMBER, run.options.time_limit),
     "Stop after this much time. The result is then partial and the exit status 3."},
    {"time-limit", "SECONDS", in_holds, FIELD(NUMBER, run.options.time_limit),
     "Stop after this much time. The answer is then 'timeout' and the exit status 3.",
     .alias = "timeout"},
    {"memory-limit", "SIZE", LIMITED, FIELD(BYTES, run.options.memory_limit),
     "Stop when so much memory is taken: 500M, 2G, 1.5GiB. K, M, G and T are powers of 1024, KB to "
     "TB of 1000; none is no limit. The result is then partial and the exit status 3. The default "
     "is three quarters of the machine's memory, or of what a control group allows."},
    {"threads", "N", RUNS, FIELD(COUNT, run.options.threads),
     "Work with N threads (default: one per processor). The result does not depend on N. What "
     "hears of one region after another, such as a picture of them, uses one."},
    {"max-regions", "N", WALKS | PROVES, FIELD(COUNT, run.options.max_regions),
     "Stop before region number N + 1. The result is then partial and the exit status 3."},
    {"progress", NULL, TALKS, FIELD(FLAG, run.progress),
     "Report progress on standard error, about once a second, even if it is not a terminal."},

    {"input", "NAME", NETS, FIELD(TEXT, run.reading.input),
     "Of an ONNX model with several inputs: the one that is the network's. The others may not "
     "matter.",
     .alias = "input-name"},
    {"without-last", NULL, NETS, FIELD(FLAG, run.reading.without_last),
     "Of an ONNX model leave out the last node, such as Softmax or ArgMax, with those after it "
     "that only pass its numbers on."},
    {"raw", NULL, NETS, FIELD(FLAG, run.reading.raw),
     "Of an NNet file leave out the normalisation: take the weights as they stand, for inputs "
     "that have been normalised and outputs that have not been scaled back."},
    {"linear", NULL, in_count | in_certify | in_line, FIELD(FLAG, linear),
     "Count linear regions and affine maps too. Needs memory in proportion to the number of "
     "regions."},
    {"expect", "N", in_count, FIELD(TEXT, count.expect),
     "The exit status is 1 unless each network has N activation regions. Other numbers are named: "
     "--expect=linear_regions=19,affine_maps=8, which are counted even without --linear."},
    {"per-neuron", NULL, in_count, FIELD(FLAG, count.per_neuron),
     "Say how many activation regions there are after each neuron: the neurons are inserted one "
     "by one, layer after layer."},
    {"list", NULL, in_build, FIELD(FLAG, list),
     "Print what there is instead: the names, what they stand for, and the sources; of words that "
     "follow, what begins so. With --json for a program."},
    {"json", "line", TELLS, MANNER(json, json_choices),
     "Print one JSON object instead of text, indented; with --json=line in one line, without "
     "spaces. Of several networks one after another."},
    {"csv", NULL, TABLES, FIELD(FLAG, csv),
     "Print comma-separated values instead, one record for each network, output, transition, "
     "layer or point."},
    {"quiet", NULL, ANSWERS, FIELD(FLAG, run.quiet),
     "Print no result, only errors and what is not as expected; the exit status says the rest.",
     .letter = 'q'},
    {"format", "jsonl|csv|ine|geojson|wkt", in_regions, CHOICE(format, record_choices),
     "JSON lines (the default); comma-separated values; the inequalities of each region, one "
     "H-representation after another, as lrs and cdd read them; for bounded domains of one or "
     "two dimensions, a collection of GeoJSON, or a table with a column of well-known text (WKT), "
     "as QGIS, GDAL and Shapely read them."},
    {"digits", "D", in_regions, AT_MOST(10000, regions.digits),
     "Write all numbers as decimals of D significant digits, each the nearest to the exact number, "
     "ties to even. Without it numbers are exact; geojson and wkt have 17 digits then."},
    {"fields", "NAME,...", in_regions, FIELD(TEXT, regions.fields),
     "Write these fields of a record only, by the names that the format has for them, such as "
     "id,pattern,vertices. Nothing else is computed, which is much faster without exact maps, "
     "inequalities, volumes and points inside."},
    {"neighbours", NULL, in_regions, FIELD(FLAG, neighbours),
     "Say which regions are neighbours instead, by their numbers, and across which crease: with "
     "jsonl of each region, with csv of each two neighbours. Needs memory in proportion to their "
     "number."},
    {"format", "json|dot", in_tree, CHOICE(format, tree_choices),
     "One JSON object (the default), or a graph for the programs of Graphviz. A graph stops "
     "after 10000 regions unless --max-regions says otherwise: larger ones can hardly be laid "
     "out."},
    {"format", "json|canonical", in_convert, CHOICE(format, net_choices),
     "The format to write; the default is what the extension of FILE says, and JSON on standard "
     "output. The canonical text is what crease-check reads; its SHA-256 is the identity of the "
     "network."},
    {"round", NULL, in_convert, FIELD(FLAG, convert.round),
     "Round every weight, every bias and every slope of a leaky relu to the nearest float of 32 "
     "bits first, and say how many numbers changed."},
    {"format", "svg|pdf|png|html", in_plot, CHOICE(format, picture_choices),
     "The kind of picture, or a page for a browser; the default is what the extension of FILE "
     "says."},
    {"colour", "pattern|map|slope|output|class|area", in_plot, CHOICE(plot.colours, colour_choices),
     "What colours say in a plane: every activation pattern has one of its own (the default), or "
     "every affine map; or they show the gradient of the first output, its values, which output is "
     "the greatest (of a single one: whether it is positive), or how large a region is.",
     .alias = "color"},
    {"points", "FILE", in_plot, FIELD(TEXT, at.points),
     "Draw the data points of FILE, with marks and colours by class: lines \"x,y\" or "
     "\"x,y,class\", or JSON {\"points\": [[x, y], ..], \"classes\": [..]}."},
    {"size", "WxH", in_plot, FIELD(SIZE, plot.size),
     "Width and height, in points (SVG, PDF, and PNG with --dpi) or pixels (PNG). The default is "
     "a width of 800, and the height that the view asks for."},
    {"width", "W", in_plot, FIELD(PIXELS, plot.size[0]), "The width only."},
    {"height", "H", in_plot, FIELD(PIXELS, plot.size[1]), "The height only."},
    {"dpi", "N", in_plot, AT_MOST(4800, plot.dpi),
     "Pixels an inch of a PNG, so that sizes are points, 72 an inch."},
    {"title", "TEXT", in_plot, FIELD(TEXT, plot.title), "What stands above the picture."},
    {"x-label", "TEXT", in_plot, FIELD(TEXT, plot.x_label),
     "What the axis below is called, instead of x1 or, on a slice, u."},
    {"y-label", "TEXT", in_plot, FIELD(TEXT, plot.y_label),
     "What the axis on the left is called, instead of x2, v or output."},
    {"bare", NULL, in_plot, FIELD(FLAG, plot.bare),
     "The regions alone, without axes, legend and what the file says of itself."},
    {"no-creases", NULL, in_plot, FIELD(FLAG, plot.no_creases),
     "Leave out the creases, and on a line the breakpoints."},
    {"output", "FILE", WRITES, FIELD(TEXT, output),
     "Write to FILE; - is standard output. A regular file appears whole or not at all.",
     .letter = 'o'},
    {"output-name", "NAME", NETS & ~WRITES, FIELD(TEXT, run.reading.output),
     "Of an ONNX model with several outputs: the one that is the network's. It may be any tensor "
     "of the graph.",
     .alias = "output"},
    {"output-name", "NAME", NETS &WRITES, FIELD(TEXT, run.reading.output),
     "Of an ONNX model with several outputs: the one that is the network's. It may be any tensor "
     "of the graph."},
    {"man", NULL, in_help, FIELD(FLAG, man), "Print the manual page in the roff format of man(7)."},
    {"completion", "bash|zsh", in_help, CHOICE(completion, shell_choices),
     "Print a script for this shell that completes the words of crease and crease-check."},
    {"words", "LINE", in_help, FIELD(TEXT, words),
     "Print what may stand at the end of LINE, a word on each line: for these scripts."},
    {"help", NULL, in_any, FIELD(FLAG, help), "Print help.", .letter = 'h'},
    {"version", NULL, in_any, FIELD(FLAG, version),
     "Print the version of crease and of the libraries below it."},
};
const size_t options_count = sizeof options / sizeof *options;
_Static_assert(sizeof options / sizeof *options <= OPTIONS_MOST, "settings.given has a place each");

const option_rule option_rules[] = {
    {DOMAINS, NULL, RULE_EXCLUDES, "box polytope vnnlib", NULL},
    {DOMAINS, "vnnlib", RULE_EXCLUDES, "slice", "the file speaks of inputs"},
    {WALKS, "tolerance", RULE_NEEDS, "arith=float", NULL},
    {TABLES, NULL, RULE_EXCLUDES, "json csv", NULL},
    {in_regions, "neighbours", RULE_EXCLUDES, "format=ine format=geojson format=wkt digits fields",
     NULL},
    {in_plot, NULL, RULE_NEEDS, "output", "a file FILE.svg, .pdf, .png or .html"},
    {in_plot, "bare", RULE_EXCLUDES, "title x-label y-label points", NULL},
    {in_locate, NULL, RULE_NEEDS, "point", NULL},
    {in_evaluate, NULL, RULE_NEEDS, "point points", NULL},
    {in_regions, "digits", RULE_EXCLUDES, "format=ine", "inequalities have numbers of their own"},
    {in_regions, "fields", RULE_EXCLUDES, "format=ine",
     "inequalities have no fields to choose from"},
    {in_evaluate, NULL, RULE_EXCLUDES, "point points", NULL},

    {in_line, NULL, RULE_EXCLUDES, "from lines", NULL},
    {in_line | in_trajectory | in_growth, "from", RULE_NEEDS, "to", NULL},
    {in_line | in_trajectory | in_growth, "to", RULE_NEEDS, "from", NULL},
    {in_growth, "from", RULE_NEEDS, "activation=hardtanh", "for relu bounds hold along any curve"},
    {in_line, NULL, RULE_NEEDS, "from lines", NULL},
    {in_line, NULL, RULE_EXCLUDES, "points approximate", NULL},
    {in_line, "patterns", RULE_EXCLUDES, "csv lines", "patterns are those of one line"},
    {in_trajectory, NULL, RULE_NEEDS, "from points lines repeat", NULL},
    {in_trajectory, NULL, RULE_EXCLUDES, "from points lines repeat", NULL},
    {in_trajectory, NULL, RULE_EXCLUDES, "arc circle", NULL},
    {in_trajectory, "points", RULE_EXCLUDES, "arc circle", "the points are the path"},

    {in_distance, NULL, RULE_NEEDS, "point points random density", NULL},
    {in_distance, NULL, RULE_EXCLUDES, "point points random density", NULL},
    {in_distance, "point points", RULE_EXCLUDES, "box polytope",
     "the nearest point may lie anywhere"},
    {in_distance, "random", RULE_NEEDS, "box", NULL},
    {in_distance, NULL, RULE_EXCLUDES, "box polytope", NULL},
    {in_distance, NULL, RULE_EXCLUDES, "bins density", NULL},
    {in_distance, "csv", RULE_EXCLUDES, "bins density", "only points make a table"},
    {in_distance, "digits", RULE_NEEDS, "density", NULL},

    {in_classes, NULL, RULE_EXCLUDES, "point points", NULL},
    {in_classes, "point points", RULE_EXCLUDES,
     "box slice polytope vnnlib regions boundary no-volumes digits",
     "the nearest point may lie anywhere"},
    {in_holds, NULL, RULE_NEEDS, "vnnlib", NULL},
    {in_bounds, NULL, RULE_NEEDS, "WIDTHS net convolution", NULL},
    {in_bounds, NULL, RULE_EXCLUDES, "WIDTHS net convolution", NULL},
    {in_bounds, "activation", RULE_NEEDS, "WIDTHS", NULL},
    {in_bounds, "box slice polytope vnnlib", RULE_NEEDS, "net", NULL},
    {in_bounds, "per-parameter", RULE_EXCLUDES, "convolution", NULL},
    {in_dichotomies, NULL, RULE_NEEDS, "with", NULL},
    {in_dichotomies, NULL, RULE_NEEDS, "points", NULL},
    {in_dichotomies | in_search, "json", RULE_EXCLUDES, "output=-", NULL},
    {in_build, NULL, RULE_NEEDS, "NAME list", NULL},
    {in_build, "list", RULE_EXCLUDES, "output", NULL},
    {in_build, "json", RULE_NEEDS, "list", NULL},
    {in_verify, "claims", RULE_EXCLUDES, "all quick seed", "the file says what there is"},
    {in_help, "man", RULE_EXCLUDES, "COMMAND completion", NULL},
    {in_help, "completion", RULE_EXCLUDES, "COMMAND words", NULL},
};
const size_t option_rules_count = sizeof option_rules / sizeof *option_rules;

const char *choice_name(const option_choice *choices, int value)
{
    while (choices->name && choices->value != value)
        choices++;
    return choices->name;
}

const option_choice *choice_find(const option_choice *choices, const char *name)
{
    for (; choices->name; choices++)
        if (!strcmp(choices->name, name))
            return choices;
    return NULL;
}

static int is_called(const char *option_name, const char *name, size_t length)
{
    return option_name && strlen(option_name) == length && !memcmp(option_name, name, length);
}

const option *option_find(const char *name, size_t length, unsigned commands)
{
    for (const option *o = options; o < options + options_count; o++)
        if ((o->commands & commands) &&
            (is_called(o->name, name, length) || is_called(o->alias, name, length)))
            return o;
    return NULL;
}

const option *option_find_letter(char letter, unsigned commands)
{
    for (const option *o = options; o < options + options_count; o++)
        if ((o->commands & commands) && o->letter && o->letter == letter)
            return o;
    return NULL;
}
