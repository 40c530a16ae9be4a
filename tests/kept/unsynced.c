// A file system that keeps only what was synced: preloaded into a program (LD_PRELOAD).
//
// When a file that was written gets a new name, bytes that have not been synced are dropped. The
// file that had the name before stays beside it as NAME.before until the directory is synced:
// whoever cuts the power puts it back.
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPEN = 64 };
static struct {
    char path[PATH_MAX];
    off_t synced;
} file[MOST_OPEN];
static char before[PATH_MAX + 16]; // what the last new name has replaced

// What is there when a file is opened is on the disk.
static int note(int descriptor, const char *path, int flags)
{
    struct stat status;
    if (descriptor >= 0 && descriptor < MOST_OPEN && (flags & O_ACCMODE) != O_RDONLY &&
        !fstat(descriptor, &status)) {
        for (int i = 0; i < MOST_OPEN; i++) // a file of that name was there before
            if (!strcmp(file[i].path, path))
                file[i].path[0] = '\0';
        snprintf(file[descriptor].path, PATH_MAX, "%s", path);
        file[descriptor].synced = status.st_size;
    }
    return descriptor;
}

#define OPEN(name)                                                     \
    int name(const char *path, int flags, ...)                         \
    {                                                                  \
        va_list more;                                                  \
        va_start(more, flags);                                         \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;      \
        va_end(more);                                                  \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name); \
        return note(real(path, flags, mode), path, flags);             \
    }
OPEN(open)
OPEN(open64)

int fsync(int descriptor)
{
    struct stat status;
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    int failed = real(descriptor);
    if (failed || fstat(descriptor, &status))
        return failed;
    if (S_ISDIR(status.st_mode))
        unlink(before);
    else if (descriptor < MOST_OPEN)
        file[descriptor].synced = status.st_size;
    return 0;
}

int rename(const char *old, const char *new)
{
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    off_t synced = -1;
    for (int i = 0; i < MOST_OPEN; i++)
        if (!strcmp(file[i].path, old))
            synced = file[i].synced;
    if (synced >= 0 && truncate(old, synced))
        return -1;
    snprintf(before, sizeof before, "%s.before", new);
    unlink(before);
    if (link(new, before))
        before[0] = '\0'; // nothing had the name
    return real(old, new);
}
