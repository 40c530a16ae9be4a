// The one list of commands.
#include "tool/commands.h"
#include "tool/nearest.h"
#include "tool/report.h"

#include <string.h>

const cli_command *const cli_commands[] = {
    &command_count,       &command_regions, &command_certify,    &command_tree,     &command_plot,
    &command_locate,      &command_line,    &command_trajectory, &command_distance, &command_info,
    &command_bounds,      &command_build,   &command_random,     &command_search,   &command_growth,
    &command_dichotomies, &command_verify,  &command_reproduce,  &command_help,
};
const size_t cli_command_count = sizeof cli_commands / sizeof *cli_commands;

const cli_command cli_no_command = {.name = "crease", .run = cmd_help};

const cli_exit cli_exits[] = {
    {CREASE_OK, "Done."},
    {CREASE_NEGATIVE, "The answer is negative: a bound that is a theorem is violated."},
    {CREASE_ERROR, "Bad usage, bad input, or a file that cannot be read or written. One line on "
                   "standard error says what and where."},
    {CREASE_STOPPED, "A limit or a signal ended the work. What was found is written, and flagged "
                     "as not complete."},
};
const size_t cli_exit_count = sizeof cli_exits / sizeof *cli_exits;

const cli_command *command_find(const char *name)
{
    for (size_t i = 0; i < cli_command_count; i++)
        if (!strcmp(cli_commands[i]->name, name))
            return cli_commands[i];
    return NULL;
}

crease_status command_unknown(const char *name)
{
    nearest search;
    nearest_start(&search, name, strlen(name));
    for (size_t i = 0; i < cli_command_count; i++)
        nearest_offer(&search, cli_commands[i]->name);
    if (search.best)
        return report_usage("unknown command '%s'; did you mean '%s'?", name, search.best);
    return report_usage("unknown command '%s'; 'crease help' lists the commands", name);
}
