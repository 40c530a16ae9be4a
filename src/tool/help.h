// Help, made from the tables of commands and options.
#ifndef TOOL_HELP_H
#define TOOL_HELP_H

#include "tool/commands.h"

#include <stdio.h>

// Help on one command, or on crease as a whole if c is NULL.
void help_print(FILE *stream, const command *c);

#endif
