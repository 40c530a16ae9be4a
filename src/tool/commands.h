// The table of commands; reading what the user typed, and help, by the tables.
#pragma once

#include "tool/options.h"

#include <stdbool.h>
#include <stdio.h>

struct command {
    const char *name;
    unsigned bit;        // of the sets of commands
    const char *purpose; // one line
    const char *group;   // of the commands from here on, in the list of the help; or NULL
    const char *operand; // "NET"; NULL if the command takes none
    bool operand_needed;
    const char *more; // "KEY=VALUE", words that may follow the operand; NULL: none
    unsigned opens;   // OPENS_NET | ..
    // Puts what it finds into the job's results. NULL: the Python module is the command.
    crease_status (*run)(job *work);
};

// The objects that a command needs before it runs.
enum {
    OPENS_NET = 1,
    OPENS_DOMAIN = 2,
    OPENS_STREAM = 4, // standard output, which it writes to while it works
    OPENS_FILE = 8,   // the same, unless -o names a file
    OPENS_EACH = 16,  // each of several networks, one after the other
};

extern const command commands[];
extern const size_t commands_count;

// Stands for the words in front of a command: "crease --help".
extern const command no_command;

// Reports that nothing is called name, and what is nearest, if it returns NULL.
const command *command_find(const char *name);

// The meaning of an exit status.
typedef struct {
    crease_status status;
    const char *text;
} exit_meaning;

extern const exit_meaning exits[];
extern const size_t exits_count;

#define CMD(name) cmd_##name(job *work)
crease_status COMMANDS(CMD);

// The section "= --NAME VALUE : VARIANT" of help.txt: VALUE stands for the value that the option
// takes, and is empty if it takes none; then the text. Not terminated.
typedef struct {
    const char *value, *text;
    size_t value_size, text_size;
} option_help;
option_help help_of_option(const option *o);

// Reads the words after the command. Options stand before or after the operand,
// "--name=value" or "--name value", "-o value" or "-ovalue"; "--" ends them; of a
// repeated option the last one wins. Stops at --help and --version. Reports an
// error in one line and suggests what was perhaps meant.
crease_status arguments_read(settings *s, const command *c, int count, char **words);
// The command line, without options that do not change the result, such as the name of its file.
// The caller frees it.
char *arguments_text(const settings *s);
// The command and its options, without the network and options that only change how the result is
// computed or printed. The caller frees it.
char *arguments_question(const settings *s);

// Reads digits only: no sign, no space, no exponent. Returns the first character after; text itself
// if it does not begin with a number up to 2^64 - 1.
const char *arguments_natural(uint64_t *count, const char *text);

// Whether the operand of bounds is an architecture such as 2-4-4-1, not the name of a file.
bool operand_is_widths(const char *operand);

// Makes the format that of --format or, if it is not given, of the extension of --output, which may
// not contradict --format. Done by arguments_read.
crease_status format_settle(settings *s);

// The file help.txt. Sections begin with "= NAME": a command has its description and examples, an
// option its text, in lines of the width that the help has for them.
extern const char help_text[];
// The file start.py, which starts a command of the Python module.
extern const char start_text[];

// Help on one command, or on crease as a whole if c is NULL; in brief: usage, what only few
// commands take, and two examples.
void help_print(FILE *stream, const command *c, bool in_brief);
