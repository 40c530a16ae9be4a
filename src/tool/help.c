// Help on a terminal: crease help, crease help COMMAND.
#include "tool/help.h"
#include "tool/report.h"
#include "tool/text.h"

#include <string.h>

enum { COMMAND_INDENT = 14, OPTION_INDENT = 24 };

// "crease count NET [options]"
static void print_usage(FILE *stream, const cli_command *command)
{
    fprintf(stream, "Usage: crease %s", command->name);
    if (command->operand)
        fprintf(stream, command->operand_needed ? " %s" : " [%s]", command->operand);
    if (command->more)
        fprintf(stream, " [%s...]", command->more);
    fprintf(stream, " [options]\n");
}

static void print_option(FILE *stream, const cli_option *option)
{
    char names[128];
    int used = 0;
    if (option->letter)
        used = snprintf(names, sizeof names, "-%c%s%s, ", option->letter,
                        option->argument ? " " : "", option->argument ? option->argument : "");
    used += snprintf(names + used, sizeof names - (size_t)used, "--%s%s%s", option->name,
                     option->argument ? "=" : "", option->argument ? option->argument : "");
    if (option->alias)
        snprintf(names + used, sizeof names - (size_t)used, ", --%s=...", option->alias);
    int column = fprintf(stream, "  %s", names);
    if (column >= OPTION_INDENT) {
        fputc('\n', stream);
        column = 0;
    }
    text_wrap(stream, option->text, OPTION_INDENT, column);
}

static void print_options(FILE *stream, unsigned groups)
{
    fprintf(stream, "\nOptions:\n");
    for (size_t i = 0; i < cli_option_count; i++)
        if (cli_options[i].group & groups)
            print_option(stream, &cli_options[i]);
}

static void print_command(FILE *stream, const cli_command *command)
{
    fprintf(stream, "crease %s: %s\n", command->name, command->purpose);
    print_usage(stream, command);
    fputc('\n', stream);
    text_wrap(stream, command->text, 0, 0);
    if (command->operand_needed && !strcmp(command->operand, "NET"))
        fprintf(stream, "\nNET is a network file in JSON; - is standard input.\n");
    print_options(stream, command->groups | GROUP_COMMON);
    fprintf(stream, "\nExamples:\n");
    for (size_t i = 0; i < CLI_EXAMPLES && command->examples[i].line; i++)
        fprintf(stream, "  %s\n      %s\n", command->examples[i].line, command->examples[i].says);
}

static void print_overview(FILE *stream)
{
    fprintf(stream, "crease: the exact regions of piecewise-linear networks\n"
                    "Usage: crease COMMAND [NET] [options]\n\nCommands:\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        int column = fprintf(stream, "  %s", cli_commands[i]->name);
        text_wrap(stream, cli_commands[i]->purpose, COMMAND_INDENT, column);
    }
    fprintf(stream, "\nNET is a network file in JSON; - is standard input.\n"
                    "'crease help COMMAND' tells more.\n");
    print_options(stream, GROUP_COMMON);
    fprintf(stream, "\nExit status:\n");
    for (size_t i = 0; i < cli_exit_count; i++) {
        int column = fprintf(stream, "  %d", (int)cli_exits[i].status);
        text_wrap(stream, cli_exits[i].text, 5, column);
    }
}

void help_print(FILE *stream, const cli_command *command)
{
    if (command)
        print_command(stream, command);
    else
        print_overview(stream);
}

crease_status cmd_help(const cli_settings *settings)
{
    if (settings->man && settings->operand)
        return report_usage("help: expected no COMMAND with --man, found \"%s\"",
                            settings->operand);
    const cli_command *command = NULL;
    if (settings->operand) {
        command = command_find(settings->operand);
        if (!command)
            return command_unknown(settings->operand);
    }
    if (settings->man)
        manual_print(stdout);
    else
        help_print(stdout, command);
    return CREASE_OK;
}
