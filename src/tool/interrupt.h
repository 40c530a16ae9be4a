// SIGINT and SIGTERM ask the walk to stop; a second one kills.
#ifndef TOOL_INTERRUPT_H
#define TOOL_INTERRUPT_H

#include <signal.h>

// Starts to listen. The flag becomes the number of the signal.
const volatile sig_atomic_t *interrupt_watch(void);

#endif
