// How a command is made to stop: by signals, by the time limit, by the memory limit.
//
// A run of the library (base/limits.h) reacts to them and ends in order, with a partial result.
// While input is read, and if a run does not react within a fraction of a second, the program ends
// at once: one line on standard error, no partial file, exit status 3.
#pragma once

#include "tool/options.h"
#include <stdbool.h>

// To be called first of all: from now on the program ends with one line if memory runs out.
void stop_watch_memory(void);

// To be called once, before the command begins: from now on signals are caught, the time runs, and
// memory is limited. s->options gets the memory limit in force, for the library; 0: none. Reports
// a limit below what is taken already.
crease_status stop_watch(settings *s);

// Becomes non-zero by a signal. The next one kills.
const volatile sig_atomic_t *stop_flag(void);

// The time runs from now on, as if the command began: for the next of several networks.
void stop_watch_anew(const settings *s);
// Whether nothing more can begin: after a signal, or when memory is short.
bool stop_is_final(void);

// The rest of a time limit, greater than 0; 0 without a limit.
double stop_time_left(double time_limit);

// Why a run has ended early: "interrupted", "stopped by --time-limit",
// or the memory limit and what took most of it. Until the next call.
const char *stop_reason(void);
