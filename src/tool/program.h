// What a program of the command line does with its words.
#ifndef TOOL_PROGRAM_H
#define TOOL_PROGRAM_H

#include <crease/status.h>

// To be called first: what is done about pipes, files that may not grow, closed streams.
void program_begin(void);

// Runs the command that the words name.
crease_status program_run(int argc, char **argv);

// Closes standard output: what was printed is only done when it has arrived. Returns the exit
// status, unless the program is to end as a closed pipe ends it.
int program_end(crease_status status);

#endif
