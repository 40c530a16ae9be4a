// The options of all commands, one row each, and the settings that a command line makes of them.
#pragma once

#include "tool/report.h"

#include <crease/crease.h>
#include <stdbool.h>

typedef struct command command;
typedef struct job job; // tool/job.h

// Every command, in the order of the help; commands.c says what each does.
#define COMMANDS(X)                                                                               \
    X(count), X(regions), X(adjacency), X(certify), X(domain), X(tree), X(plot), X(locate),       \
        X(eval), X(convert), X(line), X(distance), X(range), X(equal), X(simplify), X(lipschitz), \
        X(classes), X(margin), X(verify), X(info), X(bounds), X(construct), X(random), X(split),  \
        X(run), X(merge), X(help)

// Sets of commands: in_count | in_regions ..
#define AT(name) at_##name
#define IN(name) in_##name = 1 << at_##name
enum { COMMANDS(AT) };
enum { COMMANDS(IN), in_any = ~0 };

// What an option takes.
typedef enum {
    OPTION_FLAG,    // nothing; bool
    OPTION_VALUE,   // nothing; int, set to the value of the option, or 1
    OPTION_TEXT,    // const char *, not empty
    OPTION_FILE,    // the same, the name of a file that is read; "-" is standard input
    OPTION_CHOICE,  // int
    OPTION_COUNT,   // uint64_t, positive
    OPTION_SIZE,    // size_t, positive
    OPTION_NATURAL, // uint64_t, may be zero
    OPTION_NUMBER,  // double, positive
    OPTION_SECONDS, // the same, of seconds
    OPTION_BYTES,   // size_t, positive: 500M, 1.5GiB; SIZE_MAX: none
    OPTION_LENGTH,  // double: points, from 3.3in or 84mm; a number without a unit is negative
} option_kind;

// A word that an option takes, and what it stands for.
typedef struct {
    const char *name; // NULL ends a list
    int value;
} option_choice;

typedef struct {
    const char *name;  // long name, without the dashes
    unsigned commands; // that take it. One name may be in several rows, for different commands
    option_kind kind;
    size_t place;                 // of its field in the settings
    const option_choice *choices; // OPTION_CHOICE
    int value;                    // OPTION_VALUE; 0: 1
    uint64_t most;                // OPTION_COUNT, OPTION_SIZE: the largest allowed; 0: any
    const char *alias;            // another spelling, or NULL
    const char *variant;          // of its section in help.txt: "= --NAME VALUE : VARIANT"; or NULL
    const char *elsewhere;        // why other commands do not take it, or NULL
    char letter;                  // short name, or 0
} option;

extern const option options[];
extern const size_t options_count;

// A format of crease plot besides those of crease_picture_format.
enum { PLOT_PAGE = CREASE_TEX + 1 };

// How results are printed.
typedef enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_JSONL, FORMAT_CSV } result_format;

// The formats of the file that -o names; NULL: the command has no -o. Whether a format of any
// command has this name.
const option_choice *option_formats(unsigned command_bit);
bool option_is_format(const char *name);

// The name of a value, which is one of the choices; and the choice of a name, or NULL.
const char *choice_name(const option_choice *choices, int value);
const option_choice *choice_find(const option_choice *choices, const char *name);

// Which options need or exclude which. A name that begins with a capital is the operand;
// "arith=float" is an option with this value.
typedef enum {
    RULE_NEEDS,    // with one of `given`, or without `given` always: at least one of the others
    RULE_EXCLUDES, // with one of `given` none of the others; without `given` at most one of them
} rule_kind;

typedef struct {
    unsigned commands;
    const char *given; // names with spaces between them, or NULL
    rule_kind kind;
    const char *others; // the same
    const char *why;    // the end of the message, or NULL
} option_rule;

extern const option_rule option_rules[];
extern const size_t option_rules_count;

// ---- What the user asked for. Texts are borrowed from the command line; NULL and 0: not given
// ----

typedef struct {
    const char *box, *slice, *polytope, *vnnlib, *around, *radius;
} domain_settings;

typedef struct {
    const char *point, *start, *end;
    const char *points; // a file
    uint64_t random;    // how many
} point_settings;

enum { OPTIONS_MOST = 128, HELP_IN_BRIEF = 2 };

typedef struct {
    const command *command;
    const char *operand; // NET, or the COMMAND of help
    char **operands;     // it and the words after it, if the command takes any
    size_t operand_count;
    const char *given[OPTIONS_MOST]; // the text of its value, "" if there is none; NULL: not given
    domain_settings domain;
    // How networks are read, and how the command runs.
    crease_net_options reading;
    crease_options options;
    bool progress;          // even if standard error is not a terminal
    bool quiet;             // no results, no progress
    bool of_several;        // networks: messages say of which
    const char *last_words; // printed if the time limit ends the program at once; or NULL
    const char *network;    // the file to read, if it is not the one that is named; or NULL
    point_settings position;
    const char *output, *activation, *rel_error;
    uint64_t seed;
    bool linear, list;
    int format;           // of the row --format of the command; -1: not known
    crease_random random; // but for activation and seed
    struct {
        const char *expect;
        bool per_neuron;
        int images;  // of image_choices
        bool theory; // answered by the Python module
    } count;
    struct {
        int colours; // of colour_choices
        bool no_creases, bare, labels, outlines;
        double width, height, font_size, line_width;
        uint64_t dpi, layer, after;
        const char *title, *x_label, *y_label, *font, *class_names;
    } plot;
    struct {
        bool whole_line, approximate, coordinates, patterns;
    } line;
    struct {
        bool density, no_function, nearest;
    } distance;
    struct {
        uint64_t digits;
        const char *fields;
        bool cells;
    } regions;
    struct {
        const char *objective, *certificate;
        bool mean;
    } range;
    int norm;
    struct {
        const char *objective;
        bool regions, boundary, no_volumes;
    } classes;
    struct {
        const char *property, *certificate;
        bool exact, all;
    } verify;
    struct {
        const char *convolution;
    } bounds;
    bool version;
    int help; // HELP_IN_BRIEF by -h
} settings;

// The option called name (length characters, no dashes) that one of the commands takes, or NULL.
const option *option_find(const char *name, size_t length, unsigned bits);
const option *option_find_letter(char letter, unsigned bits);
