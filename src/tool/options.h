// The table of options, and the settings that a command line makes of them.
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include <crease/crease.h>

// A word that an option takes, and what it stands for.
typedef struct {
    const char *name; // NULL ends a list
    int value;
} cli_choice;

extern const cli_choice arith_choices[], proved_choices[], record_choices[], tree_choices[],
    picture_choices[], colour_choices[], quantity_choices[];

// The choice called name, or NULL.
const cli_choice *choice_find(const cli_choice *choices, const char *name);

// What the user asked for. Texts are borrowed from the command line.
typedef struct {
    const char *operand; // NET, or the COMMAND of help; NULL if missing
    char **more;         // the words after it, if the command takes any
    size_t more_count;
    const char *box, *slice, *polytope, *vnnlib; // NULL: not given
    const cli_choice *arith;
    double tolerance;     // 0: not given
    double time_limit;    // seconds, 0: none
    uint64_t threads;     // 0: one per processor
    uint64_t max_regions; // 0: none
    int progress;
    int json;
    int linear;
    const char *output; // NULL: not given
    const cli_choice *record_format;
    const cli_choice *tree_format;
    const cli_choice *picture_format; // NULL: as the extension of output says
    const cli_choice *colours;
    int size[2]; // width and height, 0: not given
    int no_creases;
    const char *point;                                // NULL: not given
    const char *init, *bias_std, *alpha, *activation; // NULL: not given
    int unscaled;
    uint64_t seed;
    const char *net, *convolution; // NULL: not given
    int per_parameter;
    const cli_choice *quantity;
    uint64_t range, climbs, steps, goal; // 0: not given
    const char *with, *points_file;      // NULL: not given
    uint64_t layer, label, corners;      // corners 0: not given
    int rationals;
    const char *from, *to, *lines; // NULL: not given
    int whole_line, approximate, points, patterns, csv;
    const char *vertices, *width; // NULL: not given
    uint64_t arc, circle, repeat; // 0: not given
    const char *at_points;        // NULL: not given
    uint64_t random_points, bins; // 0: not given
    uint64_t digits;              // 0: not given
    int density, no_function, nearest;
    int list;
    int all, quick;
    const char *data; // NULL: not given
    int no_pictures;
    int man;
    int help;
    int version;
} cli_settings;

void settings_init(cli_settings *settings);

// Options come in groups; a command takes whole groups.
typedef enum {
    GROUP_DOMAIN = 1,
    GROUP_ENGINE = 2,
    GROUP_LINEAR = 4,
    GROUP_JSON = 8,
    GROUP_OUTPUT = 16,
    GROUP_RECORDS = 32,
    GROUP_PICTURE = 64,
    GROUP_MANUAL = 128,
    GROUP_RANDOM = 256,
    GROUP_COMMON = 512, // taken by every command
    GROUP_LIST = 1024,
    GROUP_TREE = 2048,
    GROUP_POINT = 4096,
    GROUP_BOUNDS = 8192,
    GROUP_VERIFY = 16384,
    GROUP_SEARCH = 32768,
    GROUP_REPRODUCE = 1 << 23,
    GROUP_DISTANCE = 1 << 28,
    GROUP_DICHOTOMIES = 1 << 26,
    GROUP_GROWTH = 1 << 27,
    GROUP_LINE = 1 << 20,
    GROUP_TRAJECTORY = 1 << 24,
} cli_group;

typedef enum {
    OPTION_FLAG,   // int, set to 1
    OPTION_TEXT,   // const char *, not empty
    OPTION_CHOICE, // const cli_choice *
    OPTION_COUNT,  // uint64_t, positive
    OPTION_SEED,   // uint64_t, may be zero
    OPTION_NUMBER, // double, positive
    OPTION_PIXELS, // int, positive
    OPTION_SIZE,   // int[2], "WxH"
} cli_kind;

typedef struct {
    const char *name;     // long name, without the dashes
    const char *alias;    // another spelling, or NULL
    char letter;          // short name, or 0
    const char *argument; // what stands for its value in the help; NULL for a flag
    unsigned group;       // or several
    cli_kind kind;
    size_t place;              // of its field in cli_settings
    const cli_choice *choices; // OPTION_CHOICE only
    const char *text;
} cli_option;

extern const cli_option cli_options[];
extern const size_t cli_option_count;

// The option called name (length characters, no dashes) in one of the groups, or
// NULL. Two commands may use one name for different things, each in its group.
const cli_option *option_find(const char *name, size_t length, unsigned groups);
const cli_option *option_find_letter(char letter, unsigned groups);

// Reads value into the option's field; value is NULL for a flag. Reports an error.
crease_status option_set(cli_settings *settings, const cli_option *option, const char *value);

// Names, in an error about a field of a struct of options, the option that stands for it
// in one of the groups; command if there is none.
void error_name_option(crease_error *error, const char *command, unsigned groups);

#endif
