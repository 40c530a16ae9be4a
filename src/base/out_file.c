// Output that appears whole or not at all: built under a temporary name, then renamed.
#include "base/out_file.h"

#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40 // in a chain of symbolic links; the kernel's own limit
#define MOST_TRIES 1000

static crease_status out_fail(crease_error *error, const char *path, const char *what, int reason)
{
    error_set(error, "%s: %s", what, strerror(reason));
    return error_file(error, path ? path : "standard output");
}

// The length of the directory part of a path, with its slash; 0 if there is none.
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

// Whether a path names an open descriptor. The file behind it must not be replaced, even if it is
// regular.
static bool names_descriptor(const char *path)
{
    return !strncmp(path, "/dev/fd/", 8) || !strncmp(path, "/proc/", 6);
}

// Follows a chain of symbolic links, so that they stay links. Its end need not exist. NULL if the
// chain is too long.
static char *follow_links(const char *path)
{
    char *name = memory_copy_text(path), target[PATH_MAX];
    for (int links = 0; links < MOST_LINKS; links++) {
        const ssize_t length = names_descriptor(name) ? -1 : readlink(name, target, sizeof target);
        if (length < 0)
            return name;
        const size_t kept = target[0] == '/' ? 0 : directory_length(name);
        char *next = memory_format("%.*s%.*s", (int)kept, name, (int)length, target);
        free(name);
        name = next;
    }
    free(name);
    return NULL;
}

static crease_status out_file_open_stream(out_file *file, int descriptor, crease_error *error)
{
    if (descriptor >= 0)
        file->stream = fdopen(descriptor, "w");
    if (file->stream)
        return CREASE_OK;
    int reason = errno;
    out_fail(error, file->path, "cannot open for writing", reason);
    if (descriptor >= 0)
        close(descriptor);
    out_file_abort(file);
    return CREASE_ERROR;
}

// Files to remove if the program ends early. If all slots are taken, the file stays.
enum { MOST_UNFINISHED = 16 };
static _Atomic(char *) unfinished[MOST_UNFINISHED];

static void replace_unfinished(char *old, char *new)
{
    for (size_t i = 0; i < MOST_UNFINISHED; i++) {
        char *here = old;
        if (atomic_compare_exchange_strong(unfinished + i, &here, new))
            return;
    }
}

void out_file_remove_unfinished(void)
{
    for (size_t i = 0; i < MOST_UNFINISHED; i++) {
        const char *path = atomic_load(unfinished + i);
        if (path)
            unlink(path);
    }
}

// To be called after the file was renamed or removed.
static void forget_temporary(out_file *file)
{
    replace_unfinished(file->temporary, NULL);
    free(file->temporary);
    file->temporary = NULL;
}

// Creates a file. No signal may end the program before it is on the list.
static int open_unfinished(char *path, mode_t mode)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    const int problem = errno;
    if (descriptor >= 0)
        replace_unfinished(NULL, path);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = problem;
    return descriptor;
}

// Creates the temporary file in the directory of file->path. Not by mkstemp, since open applies the
// umask and the directory's default permissions.
static int create_temporary(out_file *file, mode_t mode)
{
    size_t size = directory_length(file->path) + 64;
    file->temporary = memory_new(size, 1);
    int descriptor = -1;
    for (int i = 0; i < MOST_TRIES; i++) {
        snprintf(file->temporary, size, "%.*s.crease-%ld-%d.tmp", (int)directory_length(file->path),
                 file->path, (long)getpid(), i);
        descriptor = open_unfinished(file->temporary, mode);
        if (descriptor >= 0)
            return descriptor;
        if (errno != EEXIST)
            break;
    }
    // The file was not created here, so it must not be removed.
    free(file->temporary);
    file->temporary = NULL;
    return descriptor;
}

// Builds a new file, or one that replaces an old one and has its mode.
static crease_status open_beside(out_file *file, const struct stat *old, crease_error *error)
{
    if (old && access(file->path, W_OK))
        return out_file_open_stream(file, -1, error);
    mode_t mode = old ? old->st_mode & 0777 : 0666;
    int descriptor = create_temporary(file, mode);
    if (descriptor >= 0 && old && fchmod(descriptor, mode)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        descriptor = -1;
    }
    return out_file_open_stream(file, descriptor, error);
}

crease_status out_file_open(out_file *file, const char *path, crease_error *error)
{
    *file = (out_file){0};
    if (!strcmp(path, "-") || !strcmp(path, "/dev/stdout")) {
        fflush(stdout);
        // Only closing reports every error, and a duplicate can be closed.
        return out_file_open_stream(file, dup(STDOUT_FILENO), error);
    }
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (!path[0] || (!exists && errno != ENOENT))
        return out_fail(error, path, "cannot open for writing", errno);
    file->path = follow_links(path);
    if (!file->path)
        return out_fail(error, path, "cannot open for writing", ELOOP);
    if (exists && (!S_ISREG(status.st_mode) || names_descriptor(file->path)))
        return out_file_open_stream(
            file, open(file->path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC), error);
    return open_beside(file, exists ? &status : NULL, error);
}

crease_status out_file_check(const out_file *file, crease_error *error)
{
    if (!ferror(file->stream))
        return CREASE_OK;
    // The stream does not keep errno; one more byte fails for the same reason.
    ssize_t written = write(fileno(file->stream), "\n", 1);
    return out_fail(error, file->path, "cannot write", written < 0 ? errno : EIO);
}

// Writes a file to the disk before it is renamed, so that it is whole even after a power failure.
// Some file systems do not support this.
static bool sync_stream(FILE *stream)
{
    return fsync(fileno(stream)) && errno != EINVAL && errno != ENOTSUP && errno != EROFS;
}

// Gives a finished file its name.
static crease_status take_place(out_file *file, crease_error *error)
{
    if (rename(file->temporary, file->path))
        return out_fail(error, file->path, "cannot put the finished file in place", errno);
    forget_temporary(file);
    return CREASE_OK;
}

crease_status out_file_commit(out_file *file, crease_error *error)
{
    fflush(file->stream);
    crease_status status = out_file_check(file, error);
    if (status == CREASE_OK && file->temporary && sync_stream(file->stream))
        status = out_fail(error, file->path, "cannot write", errno);
    if (fclose(file->stream) && status == CREASE_OK)
        status = out_fail(error, file->path, "cannot write", errno);
    file->stream = NULL;
    if (status == CREASE_OK && file->temporary)
        status = take_place(file, error);
    out_file_abort(file);
    return status;
}

void out_file_abort(out_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary) {
        unlink(file->temporary);
        forget_temporary(file);
    }
    free(file->path);
    *file = (out_file){0};
}

crease_status out_file_end(out_file *file, crease_status status, crease_error *error)
{
    if (status != CREASE_ERROR)
        return out_file_commit(file, error) ? CREASE_ERROR : status;
    out_file_abort(file);
    return CREASE_ERROR;
}
