// SIGINT and SIGTERM ask the walk to stop; a second one kills.
#include "tool/interrupt.h"

#include <stddef.h>

// A handler can reach nothing but a global.
static volatile sig_atomic_t caught;

static void catch (int number)
{
    caught = number;
}

// A signal that the caller had ignored, as nohup does, stays ignored.
static void watch(int number)
{
    struct sigaction before;
    struct sigaction action = {.sa_handler = catch, .sa_flags = SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

const volatile sig_atomic_t *interrupt_watch(void)
{
    watch(SIGINT);
    watch(SIGTERM);
    return &caught;
}
