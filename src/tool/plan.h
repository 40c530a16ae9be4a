// Long work as a folder of tasks: crease split, run and merge, and --checkpoint.
//
// DIR/plan.json has the words of the command, DIR/network.json the network, and DIR/slice,
// DIR/polytope or DIR/vnnlib a file of its domain: nothing else is needed to work on the tasks.
#pragma once

#include "tool/options.h"

// crease split COMMAND ..: the words after "split". Leaves the settings of the command, which makes
// the tasks when it runs.
crease_status plan_read_split(settings *s, int count, char **words);
// For a command with --checkpoint: writes the plan, unless it is there. words: those after the
// name of the command, before they were read.
crease_status plan_open_checkpoint(settings *s, int count, char **words);
// crease run or merge: does this step of the work.
crease_status plan_do_step(const settings *s);
