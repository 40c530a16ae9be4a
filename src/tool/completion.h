// Scripts with which shells complete the words of a command line.
#ifndef TOOL_COMPLETION_H
#define TOOL_COMPLETION_H

#include "tool/options.h"

#include <stdio.h>

// What the shell has to read, for crease and crease-check.
void completion_print(FILE *stream, completion_shell shell);

#endif
