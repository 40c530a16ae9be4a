// The table of commands.
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "tool/options.h"

typedef struct {
    const char *line; // what the user types
    const char *says; // what it does
} cli_example;

enum { CLI_EXAMPLES = 4 };

typedef struct {
    const char *name;
    const char *purpose; // one line
    const char *operand; // "NET"; NULL if the command takes none
    int operand_needed;
    const char *more; // "KEY=VALUE", words that may follow the operand; NULL: none
    unsigned groups;  // of options, GROUP_COMMON not included
    const char *text; // paragraphs, an empty line between them
    cli_example examples[CLI_EXAMPLES];
    crease_status (*run)(const cli_settings *settings);
} cli_command;

extern const cli_command *const cli_commands[];
extern const size_t cli_command_count;

// Each is in one of commands_regions.c, commands_studies.c and commands_nets.c.
extern const cli_command command_count, command_regions, command_certify, command_tree,
    command_plot, command_locate, command_line, command_trajectory, command_distance, command_info,
    command_bounds, command_build, command_random, command_search, command_growth,
    command_dichotomies, command_verify, command_reproduce, command_help;

// Stands for the words in front of a command: "crease --help".
extern const cli_command cli_no_command;

const cli_command *command_find(const char *name);

// Reports that nothing is called name, and what is nearest.
crease_status command_unknown(const char *name);

// What an exit status means.
typedef struct {
    crease_status status;
    const char *text;
} cli_exit;

extern const cli_exit cli_exits[];
extern const size_t cli_exit_count;

// One file each: cmd_NAME.c.
crease_status cmd_count(const cli_settings *settings);
crease_status cmd_regions(const cli_settings *settings);
crease_status cmd_certify(const cli_settings *settings);
crease_status cmd_tree(const cli_settings *settings);
crease_status cmd_plot(const cli_settings *settings);
crease_status cmd_locate(const cli_settings *settings);
crease_status cmd_distance(const cli_settings *settings);
crease_status cmd_line(const cli_settings *settings);
crease_status cmd_trajectory(const cli_settings *settings);
crease_status cmd_info(const cli_settings *settings);
crease_status cmd_random(const cli_settings *settings);
crease_status cmd_bounds(const cli_settings *settings);
crease_status cmd_dichotomies(const cli_settings *settings);
crease_status cmd_growth(const cli_settings *settings);
crease_status cmd_search(const cli_settings *settings);
crease_status cmd_verify(const cli_settings *settings);
crease_status cmd_reproduce(const cli_settings *settings);
crease_status cmd_build(const cli_settings *settings);
crease_status cmd_help(const cli_settings *settings);

#endif
