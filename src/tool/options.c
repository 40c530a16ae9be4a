// The one list of options, and which of them go together.
#include "tool/options.h"

#include <stddef.h>
#include <string.h>

static const option_choice arith_choices[] = {
    {"filtered", CREASE_FILTERED}, {"exact", CREASE_EXACT}, {"float", CREASE_FLOAT}, {NULL, 0}};
static const option_choice proved_choices[] = {
    {"filtered", CREASE_FILTERED}, {"exact", CREASE_EXACT}, {NULL, 0}};
// Formats; the first is the default.
static const option_choice record_choices[] = {
    {"jsonl", CREASE_JSONL}, {"csv", CREASE_CSV}, {"ine", CREASE_INE}, {NULL, 0}};
static const option_choice adjacency_choices[] = {
    {"jsonl", CREASE_JSONL}, {"csv", CREASE_CSV}, {NULL, 0}};
static const option_choice net_choices[] = {
    {"json", CREASE_NET_JSON}, {"canonical", CREASE_NET_CANONICAL}, {NULL, 0}};
static const option_choice picture_choices[] = {{"svg", CREASE_SVG},
                                                {"pdf", CREASE_PDF},
                                                {"png", CREASE_PNG},
                                                {"tex", CREASE_TEX},
                                                {"tikz", CREASE_TEX},
                                                {"html", PLOT_PAGE},
                                                {NULL, 0}};
static const option_choice table_choices[] = {{"text", FORMAT_TEXT},
                                              {"json", FORMAT_JSON},
                                              {"jsonl", FORMAT_JSONL},
                                              {"csv", FORMAT_CSV},
                                              {NULL, 0}};
static const option_choice result_choices[] = {
    {"text", FORMAT_TEXT}, {"json", FORMAT_JSON}, {"jsonl", FORMAT_JSONL}, {NULL, 0}};
// Formats of files beside results, which --format does not choose.
static const option_choice made_choices[] = {{"json", 0}, {NULL, 0}};
static const option_choice proof_choices[] = {{"cert", 0}, {NULL, 0}};
static const option_choice colour_choices[] = {
    {"pattern", CREASE_BY_PATTERN}, {"map", CREASE_BY_MAP},
    {"slope", CREASE_BY_SLOPE},     {"output", CREASE_BY_OUTPUT},
    {"class", CREASE_BY_CLASS},     {"area", CREASE_BY_AREA},
    {"image", CREASE_BY_IMAGE},     {NULL, 0}};
static const option_choice image_choices[] = {{"auto", CREASE_IMAGES_AUTO},
                                              {"always", CREASE_IMAGES_ALWAYS},
                                              {"never", CREASE_IMAGES_NEVER},
                                              {NULL, 0}};
static const option_choice norm_choices[] = {
    {"2", CREASE_NORM_2}, {"1", CREASE_NORM_1}, {"inf", CREASE_NORM_MAX}, {NULL, 0}};

enum {
    WALKS =
        in_count | in_regions | in_adjacency | in_tree | in_plot | in_locate | in_line | in_bounds,
    // Walks that doubles alone cannot make.
    PROVES = in_certify | in_distance | in_range | in_equal | in_simplify | in_lipschitz |
             in_classes | in_margin | in_verify,
    TALKS = WALKS | PROVES,
    LIMITED = TALKS | in_domain | in_info | in_convert | in_eval | in_construct | in_random,
    DOMAINS = WALKS | in_certify | in_domain | in_range | in_equal | in_simplify | in_lipschitz |
              in_classes,
    NETS = WALKS | PROVES | in_domain | in_eval | in_convert | in_info, // read networks
    // Work that is cut into tasks.
    KEPT = in_count | in_regions | in_certify | in_range | in_lipschitz | in_classes,
    STEPS = in_run | in_merge,
    REPORTS = in_merge | in_count | in_range | in_equal | in_lipschitz | in_classes | in_margin |
              in_verify | in_locate | in_eval | in_line | in_distance | in_info | in_bounds |
              in_construct,
    TABLES = in_count | in_locate | in_eval | in_line | in_distance | in_range | in_classes |
             in_margin | in_bounds,
    ANSWERS = in_count | in_info | in_bounds, // whose exit status says something by itself
    WRITES = in_convert | in_simplify | in_regions | in_adjacency | in_certify | in_domain |
             in_tree | in_plot | in_construct | in_random,
};

// A field must have the type that option_kind says; sizes that differ do not compile.
typedef bool kind_FLAG;
typedef int kind_VALUE, kind_CHOICE;
typedef const char *kind_TEXT, *kind_FILE;
typedef uint64_t kind_COUNT, kind_NATURAL;
typedef size_t kind_SIZE, kind_BYTES;
typedef double kind_NUMBER, kind_SECONDS, kind_LENGTH;
#define FITS(kind, field) sizeof(char[sizeof(kind) == sizeof((settings){0}.field) ? 1 : -1])
#define FIELD(what, field) \
    .kind = OPTION_##what, .place = offsetof(settings, field) + 0 * FITS(kind_##what, field)
#define CHOICE(field, list) .choices = list, FIELD(CHOICE, field)
#define AT_MOST(limit, what, field) .most = limit, FIELD(what, field)

const option options[] = {
    {"box", DOMAINS | in_distance, FIELD(TEXT, domain.box)},
    {"around", DOMAINS, FIELD(FILE, domain.around)},
    {"radius", DOMAINS, FIELD(TEXT, domain.radius)},
    {"slice", DOMAINS, FIELD(FILE, domain.slice)},
    {"polytope", DOMAINS | in_distance, FIELD(FILE, domain.polytope)},
    {"box-from-vnnlib", DOMAINS, FIELD(FILE, domain.vnnlib)},
    {"vnnlib", in_verify, FIELD(FILE, verify.property)},
    {"exact", in_verify, FIELD(FLAG, verify.exact)},
    {"all-counterexamples", in_verify, FIELD(FLAG, verify.all)},
    {"point", in_locate | in_eval | in_distance | in_margin, FIELD(TEXT, position.point)},
    {"from", in_line, FIELD(TEXT, position.start)},
    {"to", in_line, FIELD(TEXT, position.end)},
    {"points", in_locate | in_eval | in_distance | in_margin, FIELD(FILE, position.points)},
    {"random", in_distance, FIELD(COUNT, position.random)},
    {"seed", in_random | in_distance, FIELD(NATURAL, seed)},
    {"rel-error", in_distance | in_lipschitz | in_classes, FIELD(TEXT, rel_error)},
    {"whole-line", in_line, FIELD(FLAG, line.whole_line)},
    {"approximate", in_line, FIELD(FLAG, line.approximate)},
    {"coordinates", in_line, FIELD(FLAG, line.coordinates)},
    {"patterns", in_line, FIELD(FLAG, line.patterns)},
    {"no-function", in_distance, FIELD(FLAG, distance.no_function)},
    {"nearest", in_distance, FIELD(FLAG, distance.nearest)},
    {"density", in_distance, FIELD(FLAG, distance.density)},
    {"objective", in_range, FIELD(TEXT, range.objective)},
    {"mean", in_range, FIELD(FLAG, range.mean)},
    {"certificate", in_range, FIELD(TEXT, range.certificate)},
    {"certificate", in_verify, FIELD(TEXT, verify.certificate), .variant = "verify"},
    {"norm", in_lipschitz | in_distance | in_margin, CHOICE(norm, norm_choices)},
    {"objective", in_classes | in_margin, FIELD(TEXT, classes.objective), .variant = "classes"},
    {"regions", in_classes, FIELD(FLAG, classes.regions)},
    {"boundary", in_classes, FIELD(FLAG, classes.boundary)},
    {"no-volumes", in_classes, FIELD(FLAG, classes.no_volumes)},
    {"convolution", in_bounds, FIELD(TEXT, bounds.convolution)},
    {"init", in_random, FIELD(TEXT, random.init)},
    {"keep-prob", in_random, FIELD(TEXT, random.keep_prob)},
    {"unscaled", in_random, FIELD(VALUE, random.unscaled)},
    {"bias-std", in_random, FIELD(TEXT, random.bias_std)},
    {"bias", in_random, FIELD(TEXT, random.bias)},
    {"activation", in_random | in_bounds, FIELD(TEXT, activation)},
    {"arith", WALKS, CHOICE(options.arith, arith_choices)},
    {"arith", PROVES, CHOICE(options.arith, proved_choices), .variant = "exact"},
    {"tolerance", WALKS, FIELD(NUMBER, options.tolerance)},
    {"time-limit", (LIMITED | STEPS) & ~in_verify, FIELD(SECONDS, options.time_limit)},
    {"time-limit", in_verify, FIELD(SECONDS, options.time_limit), .variant = "verify",
     .alias = "timeout"},
    {"memory-limit", LIMITED | STEPS, FIELD(BYTES, options.memory_limit)},
    {"threads", TALKS | STEPS, FIELD(SIZE, options.threads), .letter = 'j'},
    {"max-regions", WALKS | PROVES, FIELD(COUNT, options.max_regions)},
    {"checkpoint", KEPT, FIELD(TEXT, options.folder)},
    {"tasks", KEPT, AT_MOST(100000, SIZE, options.tasks)},
    {"task-time", KEPT | in_run, FIELD(SECONDS, options.task_time)},
    {"progress", TALKS | STEPS, FIELD(FLAG, progress)},
    {"onnx-input", NETS, FIELD(TEXT, reading.onnx_input)},
    {"onnx-output", NETS, FIELD(TEXT, reading.onnx_output)},
    {"onnx-drop-last", NETS, FIELD(VALUE, reading.onnx_drop_last)},
    {"nnet-raw", NETS, FIELD(VALUE, reading.nnet_raw)},
    {"linear", in_count | in_certify | in_line, FIELD(FLAG, linear)},
    {"expect", in_count, FIELD(TEXT, count.expect)},
    {"images", in_count | in_certify, CHOICE(count.images, image_choices),
     .elsewhere = "only count and certify go by images, everything else visits each region"},
    {"per-neuron", in_count, FIELD(FLAG, count.per_neuron)},
    {"definitions", in_count, FIELD(FLAG, count.theory)},
    {"characteristic", in_count, FIELD(FLAG, count.theory)},
    {"list", in_construct, FIELD(FLAG, list)},
    {"list", in_run, FIELD(FLAG, list), .variant = "run"},
    {"format", TABLES, CHOICE(format, table_choices), .variant = "table"},
    {"format", REPORTS & ~TABLES, CHOICE(format, result_choices), .variant = "result"},
    {"json", REPORTS, FIELD(VALUE, format), .value = FORMAT_JSON},
    {"csv", TABLES, FIELD(VALUE, format), .value = FORMAT_CSV},
    {"csv", in_regions | in_adjacency, FIELD(VALUE, format), .value = CREASE_CSV},
    {"quiet", ANSWERS, FIELD(FLAG, quiet), .letter = 'q'},
    {"format", in_regions, CHOICE(format, record_choices)},
    {"digits", in_regions, AT_MOST(10000, COUNT, regions.digits)},
    {"fields", in_regions, FIELD(TEXT, regions.fields)},
    {"format", in_adjacency, CHOICE(format, adjacency_choices), .variant = "adjacency"},
    {"cells", in_tree, FIELD(FLAG, regions.cells)},
    {"format", in_tree, CHOICE(format, made_choices), .variant = "tree"},
    {"format", in_convert | in_simplify, CHOICE(format, net_choices), .variant = "convert"},
    {"format", in_plot, CHOICE(format, picture_choices), .variant = "plot"},
    {"colour", in_plot, CHOICE(plot.colours, colour_choices), .alias = "color"},
    {"layer", in_plot, FIELD(COUNT, plot.layer)},
    {"class-names", in_plot, FIELD(TEXT, plot.class_names)},
    {"width", in_plot, FIELD(LENGTH, plot.width)},
    {"height", in_plot, FIELD(LENGTH, plot.height)},
    {"font", in_plot, FIELD(TEXT, plot.font)},
    {"font-size", in_plot, FIELD(NUMBER, plot.font_size)},
    {"line-width", in_plot, FIELD(NUMBER, plot.line_width)},
    {"dpi", in_plot, AT_MOST(4800, COUNT, plot.dpi)},
    {"title", in_plot, FIELD(TEXT, plot.title)},
    {"x-label", in_plot, FIELD(TEXT, plot.x_label)},
    {"y-label", in_plot, FIELD(TEXT, plot.y_label)},
    {"labels", in_plot, FIELD(FLAG, plot.labels)},
    {"after", in_plot, FIELD(COUNT, plot.after)},
    {"outlines", in_plot, FIELD(FLAG, plot.outlines)},
    {"bare", in_plot, FIELD(FLAG, plot.bare)},
    {"no-creases", in_plot, FIELD(FLAG, plot.no_creases)},
    {"output", WRITES | REPORTS, FIELD(TEXT, output), .letter = 'o'},
    {"help", in_any, FIELD(VALUE, help), .letter = 'h'},
    {"version", in_any, FIELD(FLAG, version), .letter = 'V'},
};
const size_t options_count = sizeof options / sizeof *options;
_Static_assert(sizeof options / sizeof *options <= OPTIONS_MOST, "settings.given has a place each");

const option_rule option_rules[] = {
    {DOMAINS, NULL, RULE_EXCLUDES, "box polytope box-from-vnnlib", NULL},
    {DOMAINS, "around", RULE_NEEDS, "radius", NULL},
    {DOMAINS, "radius", RULE_NEEDS, "around", NULL},
    {DOMAINS, "around", RULE_EXCLUDES, "polytope box-from-vnnlib", "only a box clips the ball"},
    {DOMAINS, "box-from-vnnlib", RULE_EXCLUDES, "slice", "the file speaks of inputs"},
    {WALKS, "tolerance", RULE_NEEDS, "arith=float", NULL},
    {REPORTS, "json", RULE_EXCLUDES, "format", NULL},
    {TABLES, "csv", RULE_EXCLUDES, "json format", NULL},
    {in_regions | in_adjacency, "csv", RULE_EXCLUDES, "format", NULL},
    {KEPT, "tasks task-time", RULE_NEEDS, "checkpoint",
     "the folder of the tasks, which crease split calls -o"},
    {KEPT, "checkpoint", RULE_EXCLUDES, "max-regions", NULL},
    {KEPT & WALKS, "checkpoint", RULE_EXCLUDES, "arith=float",
     "another run may find other regions"},
    {in_certify, "checkpoint", RULE_EXCLUDES, "linear", NULL},
    {in_count, "definitions characteristic", RULE_EXCLUDES,
     "linear expect images per-neuron arith max-regions checkpoint progress format csv quiet "
     "output",
     "crease theory answers it"},
    {in_count, "definitions", RULE_EXCLUDES, "characteristic", NULL},
    {in_certify, "images=always", RULE_EXCLUDES, "linear", "lemmas count activation regions"},
    {in_certify, "images=always", RULE_EXCLUDES, "checkpoint",
     "lemmas are kept until all are proved"},
    {in_count, "images=always", RULE_EXCLUDES, "arith=float", "only exact images can be compared"},
    {in_count | in_certify, "images=always", RULE_EXCLUDES, "max-regions",
     "these visit region after region"},
    {in_plot, NULL, RULE_NEEDS, "output", "a file FILE.svg, .pdf, .png, .tex, .tikz or .html"},
    {in_plot, "class-names", RULE_NEEDS, "colour=class", NULL},
    {in_plot, "layer", RULE_NEEDS, "colour=image", NULL},
    {in_construct, "format", RULE_NEEDS, "list", NULL},
    {in_plot, "bare", RULE_EXCLUDES, "title x-label y-label font font-size class-names", NULL},
    {in_locate | in_eval, NULL, RULE_NEEDS, "point points", NULL},
    {in_regions, "digits", RULE_EXCLUDES, "format=ine", "inequalities have numbers of their own"},
    {in_regions, "fields", RULE_EXCLUDES, "format=ine",
     "inequalities have no fields to choose from"},
    {in_locate | in_eval, NULL, RULE_EXCLUDES, "point points", NULL},

    {in_line, "from", RULE_NEEDS, "to", NULL},
    {in_line, "to", RULE_NEEDS, "from", NULL},
    {in_line, NULL, RULE_NEEDS, "from", NULL},
    {in_line, NULL, RULE_EXCLUDES, "coordinates approximate", NULL},
    {in_line, "patterns", RULE_EXCLUDES, "csv", NULL},

    {in_distance, NULL, RULE_NEEDS, "point points random density", NULL},
    {in_distance, NULL, RULE_EXCLUDES, "point points random density", NULL},
    {in_distance, "point points", RULE_EXCLUDES, "box polytope",
     "the nearest point may lie anywhere"},
    {in_distance, "random", RULE_NEEDS, "box", NULL},
    {in_distance, NULL, RULE_EXCLUDES, "box polytope", NULL},
    {in_distance, "csv", RULE_EXCLUDES, "density", "only points make a table"},
    {in_distance, "rel-error", RULE_NEEDS, "density", NULL},
    {in_distance, "norm", RULE_EXCLUDES, "density", "lengths and areas are Euclidean"},

    {in_margin, NULL, RULE_NEEDS, "point points", NULL},
    {in_margin, NULL, RULE_EXCLUDES, "point points", NULL},
    {in_verify, NULL, RULE_NEEDS, "vnnlib", NULL},
    {in_verify, "all-counterexamples", RULE_EXCLUDES, "exact json format",
     "cells are JSON lines with exact numbers"},
    {in_verify, "all-counterexamples", RULE_EXCLUDES, "certificate", NULL},
    {in_bounds, NULL, RULE_NEEDS, "NET WIDTHS convolution", NULL},
    {in_bounds, NULL, RULE_EXCLUDES, "NET WIDTHS convolution", NULL},
    {in_bounds, "activation", RULE_NEEDS, "WIDTHS", NULL},
    {in_bounds,
     "box around radius slice polytope box-from-vnnlib onnx-input onnx-output onnx-drop-last "
     "nnet-raw arith "
     "tolerance max-regions threads progress quiet",
     RULE_NEEDS, "NET", NULL},
    {in_construct, NULL, RULE_NEEDS, "NAME list", NULL},
    {in_construct, "list", RULE_EXCLUDES, "output", NULL},
    {in_construct, "json", RULE_NEEDS, "list", NULL},
};
const size_t option_rules_count = sizeof option_rules / sizeof *option_rules;

const option_choice *option_formats(unsigned command_bit)
{
    static const struct {
        unsigned commands;
        const option_choice *choices;
    } beside[] = {{in_construct | in_random, made_choices}, {in_certify, proof_choices}};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (beside[i].commands & command_bit)
            return beside[i].choices;
    // The plan decides what crease merge writes.
    const option *o = option_find("format", strlen("format"), command_bit & ~in_merge);
    return o ? o->choices : NULL;
}

bool option_is_format(const char *name)
{
    static const char *const of_others[] = {"onnx",    "nnet", "pt",  "pth", "npy", "npz",    "h5",
                                            "parquet", "xlsx", "tsv", "dot", "wkt", "geojson"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++)
        is_one |= !strcmp(name, of_others[i]);
    for (const option *o = options; o < options + options_count; o++)
        is_one |= !strcmp(o->name, "format") && choice_find(o->choices, name);
    return is_one;
}

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

static bool is_called(const char *option_name, const char *name, size_t length)
{
    return option_name && strlen(option_name) == length && !memcmp(option_name, name, length);
}

const option *option_find(const char *name, size_t length, unsigned bits)
{
    for (const option *o = options; o < options + options_count; o++)
        if ((o->commands & bits) &&
            (is_called(o->name, name, length) || is_called(o->alias, name, length)))
            return o;
    return NULL;
}

const option *option_find_letter(char letter, unsigned bits)
{
    for (const option *o = options; o < options + options_count; o++)
        if ((o->commands & bits) && o->letter && o->letter == letter)
            return o;
    return NULL;
}
