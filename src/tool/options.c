// The one list of options.
#include "tool/options.h"

#include <stdio.h>
#include <string.h>

const cli_choice arith_choices[] = {
    {"filtered", CREASE_FILTERED}, {"exact", CREASE_EXACT}, {"float", CREASE_FLOAT}, {NULL, 0}};
const cli_choice proved_choices[] = {
    {"filtered", CREASE_FILTERED}, {"exact", CREASE_EXACT}, {NULL, 0}};
const cli_choice record_choices[] = {{"jsonl", CREASE_JSONL},
                                     {"csv", CREASE_CSV},
                                     {"ine", CREASE_INE},
                                     {"obj", CREASE_OBJ},
                                     {NULL, 0}};
const cli_choice tree_choices[] = {{"json", CREASE_TREE_JSON}, {"dot", CREASE_TREE_DOT}, {NULL, 0}};
const cli_choice picture_choices[] = {
    {"svg", CREASE_SVG}, {"pdf", CREASE_PDF}, {"png", CREASE_PNG}, {NULL, 0}};
const cli_choice colour_choices[] = {
    {"pattern", CREASE_BY_PATTERN}, {"map", CREASE_BY_MAP}, {"slope", CREASE_BY_SLOPE}, {NULL, 0}};
const cli_choice quantity_choices[] = {
    {"activation", CREASE_ACTIVATION_REGIONS}, {"linear", CREASE_LINEAR_REGIONS}, {NULL, 0}};

#define FIELD(name) offsetof(cli_settings, name)

const cli_option cli_options[] = {
    {"box", NULL, 0, "LO,HI,...", GROUP_DOMAIN, OPTION_TEXT, FIELD(box), NULL,
     "Look only at this box of inputs: LO,HI for every input, or LO1,HI1,LO2,HI2,... with one pair "
     "for each. Numbers are taken exactly: integers, decimals, fractions p/q or hexadecimal "
     "floats. Without it the domain is the whole space."},
    {"slice", NULL, 0, "FILE", GROUP_DOMAIN, OPTION_TEXT, FIELD(slice), NULL,
     "Look only at the plane through the three points p0, p1, p2 of FILE, which has the JSON "
     "{\"points\": [p0, p1, p2]}, each point a list with one number for each input. Its "
     "coordinates "
     "are (u, v) at p0 + u (p1 - p0) + v (p2 - p0); --box and --polytope, and all results, speak "
     "of "
     "these. Two points make a line, d + 1 points a slice of dimension d."},
    {"polytope", NULL, 0, "FILE", GROUP_DOMAIN, OPTION_TEXT, FIELD(polytope), NULL,
     "Look only at this polytope, in place of a box: an H-representation as lrs and cdd read it "
     "(.ine), with rows b a1 ... an that mean b + a1 x1 + ... + an xn >= 0."},
    {"vnnlib", NULL, 0, "FILE", GROUP_DOMAIN, OPTION_TEXT, FIELD(vnnlib), NULL,
     "Look only at the box of inputs of this VNN-LIB property; what it says of outputs is ignored. "
     "Inputs that it fixes to one value are no coordinates of the result."},
    {"arith", NULL, 0, "filtered|exact|float", GROUP_ENGINE, OPTION_CHOICE, FIELD(arith),
     arith_choices,
     "filtered (the default) decides signs on doubles with error bounds, and on integers where "
     "these leave a doubt. exact decides every sign on integers; the answer is the same. float "
     "uses doubles and a tolerance; its result is not certified and serves for comparison only."},
    {"arith", NULL, 0, "filtered|exact", GROUP_TRAJECTORY, OPTION_CHOICE, FIELD(arith),
     proved_choices,
     "filtered (the default) decides signs on doubles with error bounds, and on integers where "
     "these leave a doubt, and measures with pairs of doubles first. exact does all of it with "
     "integers; the answer is the same."},
    {"tolerance", NULL, 0, "T", GROUP_ENGINE, OPTION_NUMBER, FIELD(tolerance), NULL,
     "With --arith=float: relative size below which a value counts as zero (default 1e-10)."},
    {"time-limit", NULL, 0, "SECONDS",
     GROUP_ENGINE | GROUP_SEARCH | GROUP_DICHOTOMIES | GROUP_TRAJECTORY, OPTION_NUMBER,
     FIELD(time_limit), NULL,
     "Stop after this much time. The result is then partial and the exit status 3."},
    {"threads", NULL, 0, "N", GROUP_ENGINE | GROUP_SEARCH | GROUP_DICHOTOMIES | GROUP_TRAJECTORY,
     OPTION_COUNT, FIELD(threads), NULL,
     "Count with N threads (default: one per processor). The result does not depend on N. What "
     "hears of one region after another, such as --linear or an output file, uses one."},
    {"max-regions", NULL, 0, "N", GROUP_ENGINE, OPTION_COUNT, FIELD(max_regions), NULL,
     "Stop before region number N + 1. The result is then partial and the exit status 3."},
    {"progress", NULL, 0, NULL, GROUP_ENGINE | GROUP_SEARCH | GROUP_DICHOTOMIES | GROUP_TRAJECTORY,
     OPTION_FLAG, FIELD(progress), NULL,
     "Report progress on standard error, about once a second, even if it is not a terminal."},
    {"linear", NULL, 0, NULL, GROUP_LINEAR, OPTION_FLAG, FIELD(linear), NULL,
     "Count linear regions and affine maps too. Needs memory in proportion to the number of "
     "regions."},
    {"json", NULL, 0, NULL, GROUP_JSON, OPTION_FLAG, FIELD(json), NULL,
     "Print one JSON object instead of text."},
    {"output", NULL, 'o', "FILE", GROUP_OUTPUT, OPTION_TEXT, FIELD(output), NULL,
     "Write to FILE; - is standard output. A regular file appears whole or not at all."},
    {"format", NULL, 0, "jsonl|csv|ine|obj", GROUP_RECORDS, OPTION_CHOICE, FIELD(record_format),
     record_choices,
     "JSON lines (the default); comma-separated values; the inequalities of each region, one "
     "H-representation after another, as lrs and cdd read them; or, for bounded domains of three "
     "dimensions, the faces of each region as a Wavefront object."},
    {"format", NULL, 0, "json|dot", GROUP_TREE, OPTION_CHOICE, FIELD(tree_format), tree_choices,
     "One JSON object (the default), or a graph for the programs of Graphviz. A graph stops after "
     "10000 regions unless --max-regions says otherwise: larger ones can hardly be laid out."},
    {"format", NULL, 0, "svg|pdf|png", GROUP_PICTURE, OPTION_CHOICE, FIELD(picture_format),
     picture_choices, "The kind of picture; the default is what the extension of FILE says."},
    {"colour", "color", 0, "pattern|map|slope", GROUP_PICTURE, OPTION_CHOICE, FIELD(colours),
     colour_choices,
     "What gets a colour of its own in a plane: every activation pattern (the default), every "
     "affine map, or every linear part of a map."},
    {"size", NULL, 0, "WxH", GROUP_PICTURE, OPTION_SIZE, FIELD(size), NULL,
     "Width and height, in pixels (PNG) or points (SVG, PDF). The default is a width of 800, and "
     "the height that the view asks for."},
    {"width", NULL, 0, "W", GROUP_PICTURE, OPTION_PIXELS, FIELD(size[0]), NULL, "The width only."},
    {"height", NULL, 0, "H", GROUP_PICTURE, OPTION_PIXELS, FIELD(size[1]), NULL,
     "The height only."},
    {"no-creases", NULL, 0, NULL, GROUP_PICTURE, OPTION_FLAG, FIELD(no_creases), NULL,
     "Leave out the creases, and on a line the breakpoints."},
    {"point", NULL, 0, "X1,X2,...", GROUP_POINT, OPTION_TEXT, FIELD(point), NULL,
     "The point, one exact number for each coordinate of the domain: of the input, or of the "
     "--slice."},
    {"init", NULL, 0, "FAMILY", GROUP_RANDOM | GROUP_GROWTH, OPTION_TEXT, FIELD(init), NULL,
     "How weights are drawn, in a layer of n inputs and m outputs. he (the default): N(0, 2/n). "
     "xavier-normal: N(0, 2/(n + m)). xavier-uniform: U(-a, a) with a = sqrt(6/(n + m)). "
     "pytorch-default: U(-1/sqrt(n), 1/sqrt(n)), and biases too. gaussian:V: N(0, V/n). "
     "gaussian:V,B: so, and biases N(0, B). uniform:C: U(-C, C)/sqrt(n). discrete:C: an integer "
     "from -C to C, over sqrt(n). values:V1,..,Vk: one of these, over sqrt(n)."},
    {"alpha", NULL, 0, "P", GROUP_RANDOM | GROUP_GROWTH, OPTION_TEXT, FIELD(alpha), NULL,
     "Sparse networks: each weight is kept with probability P, a number from 0 to 1, and is 0 if "
     "not. Those that are kept are the same for every P (default 1)."},
    {"unscaled", NULL, 0, NULL, GROUP_RANDOM | GROUP_GROWTH, OPTION_FLAG, FIELD(unscaled), NULL,
     "With gaussian, uniform, discrete and values: do not divide by n or its root."},
    {"bias-std", NULL, 0, "NUMBER", GROUP_RANDOM | GROUP_GROWTH, OPTION_TEXT, FIELD(bias_std), NULL,
     "Biases are normal, of mean 0 and this standard deviation (default 0: no biases)."},
    {"activation", NULL, 0, "NAME", GROUP_RANDOM | GROUP_SEARCH, OPTION_TEXT, FIELD(activation),
     NULL,
     "The activation of the hidden layers, as in a network file: relu (the default), leaky:1/10, "
     "abs, hardtanh, pwl:-1,1;0,1,0;0, maxout:3."},
    {"seed", NULL, 0, "S", GROUP_RANDOM | GROUP_SEARCH, OPTION_SEED, FIELD(seed), NULL,
     "Where the random numbers start, an integer from 0 to 2^64 - 1 (default 0)."},
    {"net", NULL, 0, "NET", GROUP_BOUNDS, OPTION_TEXT, FIELD(net), NULL,
     "In place of WIDTHS: the architecture of this network, and its exact counts beside the "
     "bounds, on the domain that other options name. - is standard input."},
    {"activation", NULL, 0, "NAME", GROUP_BOUNDS, OPTION_TEXT, FIELD(activation), NULL,
     "With WIDTHS: the activation of the hidden layers, as in a network file: relu (the default), "
     "leaky:1/10, abs, hardtanh, maxout:3."},
    {"convolution", NULL, 0, "LENGTH,KERNEL,FILTERS[,STRIDE[,CHANNELS]]", GROUP_BOUNDS, OPTION_TEXT,
     FIELD(convolution), NULL,
     "In place of WIDTHS: one convolutional relu layer along a line of LENGTH places with CHANNELS "
     "numbers each (default 1). Every filter sees KERNEL neighbouring places and moves by STRIDE "
     "(default 1), without padding."},
    {"per-parameter", NULL, 0, NULL, GROUP_BOUNDS, OPTION_FLAG, FIELD(per_parameter), NULL,
     "Print instead how many activation regions the bounds allow for each weight and bias, beside "
     "networks of one hidden layer with as many units, or no more parameters."},
    {"of", NULL, 0, "activation|linear", GROUP_SEARCH, OPTION_CHOICE, FIELD(quantity),
     quantity_choices,
     "What there shall be many of: activation regions (the default), or linear regions."},
    {"range", NULL, 0, "R", GROUP_SEARCH, OPTION_COUNT, FIELD(range), NULL,
     "Weights are integers from -R to R (default 16). Biases are integers of any size."},
    {"climbs", NULL, 0, "N", GROUP_SEARCH, OPTION_COUNT, FIELD(climbs), NULL,
     "How many times to start from random weights (default 16; with --time-limit no end)."},
    {"steps", NULL, 0, "N", GROUP_SEARCH, OPTION_COUNT, FIELD(steps), NULL,
     "How many networks each climb counts (default 10000)."},
    {"goal", NULL, 0, "N", GROUP_SEARCH, OPTION_COUNT, FIELD(goal), NULL,
     "Stop as soon as a network has N regions."},
    {"activation", NULL, 0, "relu|hardtanh", GROUP_GROWTH, OPTION_TEXT, FIELD(activation), NULL,
     "The activation of the hidden layers (default relu)."},
    {"with", NULL, 0, "NET", GROUP_DICHOTOMIES, OPTION_TEXT, FIELD(with), NULL,
     "The network that has the weights W' in its layer L; nothing else of it is used."},
    {"points", NULL, 0, "FILE", GROUP_DICHOTOMIES, OPTION_TEXT, FIELD(points_file), NULL,
     "The points that are labelled, two at least, as in a file for --slice: JSON {\"points\": [p0, "
     "p1, ...]}, each a list with one number for each input."},
    {"layer", NULL, 0, "L", GROUP_DICHOTOMIES, OPTION_SEED, FIELD(layer), NULL,
     "The layer whose weights turn, counted from 0 (the default)."},
    {"label", NULL, 0, "J", GROUP_DICHOTOMIES, OPTION_SEED, FIELD(label), NULL,
     "The output whose sign is the label, counted from 0 (the default)."},
    {"vertices", NULL, 0, "N", GROUP_DICHOTOMIES, OPTION_COUNT, FIELD(corners), NULL,
     "Sweep along a polygon of N rational points of the circle (default 256). Where labels are "
     "those of the circle whatever N is, the default is 4."},
    {"arith", NULL, 0, "filtered|exact", GROUP_DICHOTOMIES, OPTION_CHOICE, FIELD(arith),
     proved_choices, "As for crease count; the answer is the same."},
    {"rationals", NULL, 0, NULL, GROUP_DICHOTOMIES, OPTION_FLAG, FIELD(rationals), NULL,
     "Compute every place as a rational number, for the file of -o. Takes long in large networks."},
    {"from", NULL, 0, "X1,X2,...", GROUP_TRAJECTORY, OPTION_TEXT, FIELD(from), NULL,
     "The point P, one exact number for each input."},
    {"to", NULL, 0, "X1,X2,...", GROUP_TRAJECTORY, OPTION_TEXT, FIELD(to), NULL, "The point Q."},
    {"points", NULL, 0, "FILE", GROUP_TRAJECTORY, OPTION_TEXT, FIELD(vertices), NULL,
     "In place of --from and --to: the polyline through the points of FILE, which has the JSON "
     "{\"points\": [p0, p1, ...]}, each point a list with one number for each input."},
    {"lines", NULL, 0, "FILE", GROUP_TRAJECTORY, OPTION_TEXT, FIELD(lines), NULL,
     "In place of --from and --to: many trajectories, one on each line of FILE, the numbers of P "
     "and then those of Q, with white space or a comma between them. Lines that begin with # are "
     "comments."},
    {"repeat", NULL, 0, "R", GROUP_TRAJECTORY, OPTION_COUNT, FIELD(repeat), NULL,
     "In place of --from and --to: R trajectories between random points, whose coordinates are "
     "sums of twelve uniform fractions less their mean: of variance 1 and nearly normal."},
    {"seed", NULL, 0, "S", GROUP_TRAJECTORY, OPTION_SEED, FIELD(seed), NULL,
     "Where the random numbers of --repeat start (default 0)."},
    {"arc", NULL, 0, "N", GROUP_TRAJECTORY, OPTION_COUNT, FIELD(arc), NULL,
     "In place of the segment from P to Q: a quarter of the ellipse P cos s + Q sin s, as a "
     "polygon of N >= 3 vertices that lie on it, at the rational points with tan(s/2) = 0, "
     "1/(N-1), .., 1."},
    {"circle", NULL, 0, "N", GROUP_TRAJECTORY, OPTION_COUNT, FIELD(circle), NULL,
     "The whole ellipse, as a closed polygon of N >= 3 vertices. Where the network is positively "
     "homogeneous (no biases; relu, leaky, abs, maxout), patterns and transitions are those of "
     "the ellipse itself, whatever N is."},
    {"width", NULL, 0, "W", GROUP_TRAJECTORY, OPTION_TEXT, FIELD(width), NULL,
     "How narrow the enclosures of lengths and growth factors are to be, relative to their lower "
     "ends: 1e-6, 1e-30, .. (default 1e-12)."},
    {"csv", NULL, 0, NULL, GROUP_TRAJECTORY, OPTION_FLAG, FIELD(csv), NULL,
     "Print comma-separated values instead, one line for each trajectory and layer."},
    {"from", NULL, 0, "X1,X2,...", GROUP_LINE, OPTION_TEXT, FIELD(from), NULL,
     "The point P where t = 0, one exact number for each coordinate of the domain."},
    {"to", NULL, 0, "X1,X2,...", GROUP_LINE, OPTION_TEXT, FIELD(to), NULL,
     "The point Q where t = 1."},
    {"lines", NULL, 0, "FILE", GROUP_LINE, OPTION_TEXT, FIELD(lines), NULL,
     "In place of --from and --to: many lines, one on each line of FILE, the numbers of P and "
     "then those of Q, with white space or a comma between them. Lines that begin with # are "
     "comments."},
    {"whole-line", NULL, 0, NULL, GROUP_LINE, OPTION_FLAG, FIELD(whole_line), NULL,
     "Not only the segment from P to Q but the whole line through them, as far as it lies in the "
     "domain."},
    {"approximate", NULL, 0, NULL, GROUP_LINE, OPTION_FLAG, FIELD(approximate), NULL,
     "Say where breakpoints are by two doubles that they lie between, proved, in place of exact "
     "rationals: much faster in large networks. All else is as exact as before."},
    {"points", NULL, 0, NULL, GROUP_LINE, OPTION_FLAG, FIELD(points), NULL,
     "Print breakpoints as points too."},
    {"patterns", NULL, 0, NULL, GROUP_LINE, OPTION_FLAG, FIELD(patterns), NULL,
     "Print the pattern of every region."},
    {"csv", NULL, 0, NULL, GROUP_LINE, OPTION_FLAG, FIELD(csv), NULL,
     "Print comma-separated values instead, one line for each transition."},
    {"point", NULL, 0, "X1,X2,...", GROUP_DISTANCE, OPTION_TEXT, FIELD(point), NULL,
     "One point, an exact number for each input."},
    {"points", NULL, 0, "FILE", GROUP_DISTANCE, OPTION_TEXT, FIELD(at_points), NULL,
     "Many points, two at least, from a file such as --slice takes: JSON {\"points\": [p0, p1, "
     "...]}, each a list with one number for each input."},
    {"random", NULL, 0, "N", GROUP_DISTANCE, OPTION_COUNT, FIELD(random_points), NULL,
     "N random points of the box that --box names, independent and uniform, of 2^64 steps each "
     "way."},
    {"seed", NULL, 0, "S", GROUP_DISTANCE, OPTION_SEED, FIELD(seed), NULL,
     "Where the random points start, an integer from 0 to 2^64 - 1 (default 0)."},
    {"no-function", NULL, 0, NULL, GROUP_DISTANCE, OPTION_FLAG, FIELD(no_function), NULL,
     "Only the boundaries of activation regions, whether the network changes there or not."},
    {"nearest", NULL, 0, NULL, GROUP_DISTANCE, OPTION_FLAG, FIELD(nearest), NULL,
     "With --json: the nearest points too, which are printed for a single point anyway."},
    {"bins", NULL, 0, "B", GROUP_DISTANCE, OPTION_COUNT, FIELD(bins), NULL,
     "A histogram of the distances, of at most B bins whose width is 1, 2 or 5 times a power of "
     "ten. No distance is rounded for it."},
    {"csv", NULL, 0, NULL, GROUP_DISTANCE, OPTION_FLAG, FIELD(csv), NULL,
     "Print comma-separated values instead, one line for each point."},
    {"density", NULL, 0, NULL, GROUP_DISTANCE, OPTION_FLAG, FIELD(density), NULL,
     "In place of points: how much boundary there is in the domain, which must be bounded: the "
     "number of its points on a line, its length in the plane, its area in space, and so on; and "
     "that over the volume of the domain."},
    {"digits", NULL, 0, "D", GROUP_DISTANCE, OPTION_COUNT, FIELD(digits), NULL,
     "With --density: the two numbers that are proved to enclose a length agree to D digits "
     "(default 12)."},
    {"list", NULL, 0, NULL, GROUP_LIST, OPTION_FLAG, FIELD(list), NULL,
     "Print the constructions there are instead: parameters, what they are, how many regions they "
     "have, and the source of that."},
    {"all", NULL, 0, NULL, GROUP_VERIFY, OPTION_FLAG, FIELD(all), NULL,
     "Large networks too, of up to millions of regions, and twenty times as many random ones: "
     "some minutes."},
    {"quick", NULL, 0, NULL, GROUP_VERIFY, OPTION_FLAG, FIELD(quick), NULL,
     "Only what takes seconds in all (the default)."},
    {"seed", NULL, 0, "S", GROUP_VERIFY, OPTION_SEED, FIELD(seed), NULL,
     "Where the random networks start (default 0)."},
    {"list", NULL, 0, NULL, GROUP_REPRODUCE, OPTION_FLAG, FIELD(list), NULL,
     "Print the figures there are instead: what they show, their source, what is exact and what "
     "sampled, and where sizes differ from the paper's. With --json for a program."},
    {"quick", NULL, 0, NULL, GROUP_REPRODUCE, OPTION_FLAG, FIELD(quick), NULL,
     "Fewer networks, lines and points, and smaller ones: seconds for each figure."},
    {"output", NULL, 'o', "DIR", GROUP_REPRODUCE, OPTION_TEXT, FIELD(output), NULL,
     "The directory to write to (default: this one); it is made if it is not there."},
    {"data", NULL, 0, "DIR", GROUP_REPRODUCE, OPTION_TEXT, FIELD(data), NULL,
     "Where the trained networks are that some figures look at, and their points: files whose "
     "names "
     "end in _epoch00.json, .., _epoch50.json and _points.json (default data/trained)."},
    {"no-pictures", NULL, 0, NULL, GROUP_REPRODUCE, OPTION_FLAG, FIELD(no_pictures), NULL,
     "Only the tables."},
    {"threads", NULL, 0, "N", GROUP_REPRODUCE, OPTION_COUNT, FIELD(threads), NULL,
     "Work with N threads (default: one per processor). The tables do not depend on N."},
    {"progress", NULL, 0, NULL, GROUP_REPRODUCE, OPTION_FLAG, FIELD(progress), NULL,
     "Report progress on standard error, about once a second, even if it is not a terminal."},
    {"seed", NULL, 0, "S", GROUP_REPRODUCE, OPTION_SEED, FIELD(seed), NULL,
     "Where the random numbers start (default 0)."},
    {"man", NULL, 0, NULL, GROUP_MANUAL, OPTION_FLAG, FIELD(man), NULL,
     "Print the manual page in the roff format of man(7)."},
    {"help", NULL, 'h', NULL, GROUP_COMMON, OPTION_FLAG, FIELD(help), NULL, "Print help."},
    {"version", NULL, 0, NULL, GROUP_COMMON, OPTION_FLAG, FIELD(version), NULL,
     "Print the version of crease and of the libraries below it."},
};
const size_t cli_option_count = sizeof cli_options / sizeof *cli_options;

void settings_init(cli_settings *settings)
{
    *settings = (cli_settings){
        .arith = &arith_choices[0],
        .record_format = &record_choices[0],
        .tree_format = &tree_choices[0],
        .colours = &colour_choices[0],
        .quantity = &quantity_choices[0],
    };
}

const cli_choice *choice_find(const cli_choice *choices, const char *name)
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

const cli_option *option_find(const char *name, size_t length, unsigned groups)
{
    for (const cli_option *option = cli_options; option < cli_options + cli_option_count; option++)
        if ((option->group & groups) &&
            (is_called(option->name, name, length) || is_called(option->alias, name, length)))
            return option;
    return NULL;
}

const cli_option *option_find_letter(char letter, unsigned groups)
{
    for (const cli_option *option = cli_options; option < cli_options + cli_option_count; option++)
        if ((option->group & groups) && option->letter && option->letter == letter)
            return option;
    return NULL;
}

void error_name_option(crease_error *error, const char *command, unsigned groups)
{
    char *where = error->where;
    for (char *c = where; *c; c++)
        if (*c == '_')
            *c = '-';
    if (option_find(where, strlen(where), groups))
        snprintf(error->file, sizeof error->file, "--%s", where);
    else
        snprintf(error->file, sizeof error->file, "%s", command);
    where[0] = '\0';
}
