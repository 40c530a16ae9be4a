// Where the data is that comes with Crease.
#include "tool/data.h"

#include "base/memory.h"
#include "base/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// Below the directory that has bin/crease; NULL if the system does not tell.
static char *installed(const char *name)
{
    char tool[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", tool, sizeof tool);
    if (length <= 0 || length == sizeof tool)
        return NULL;
    tool[length] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(tool, '/');
        if (!slash)
            return NULL;
        *slash = '\0';
    }
    return memory_format("%s/share/crease/%s", tool, name);
}

char *data_directory(const char *name)
{
    char *here = memory_format("data/%s", name);
    if (is_directory(here))
        return here;
    char *there = installed(name);
    if (there && is_directory(there)) {
        free(here);
        return there;
    }
    free(there);
    return here;
}
