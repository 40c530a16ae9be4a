// From the words of a command line to settings.
#ifndef TOOL_ARGUMENTS_H
#define TOOL_ARGUMENTS_H

#include "tool/commands.h"

// Reads the words after the command. Options stand before or after the operand,
// "--name=value" or "--name value", "-o value" or "-ovalue"; "--" ends them; of a
// repeated option the last one wins. Stops at --help and --version. Reports an
// error in one line and suggests what was perhaps meant.
crease_status arguments_read(settings *s, const command *command, int count, char **words);

#endif
