// Files that appear whole or not at all, and a network as one.
#include "base/out_file.h"
#include "unit.h"
#include "written.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/crease-file-XXXXXX";
static int home;

static void enter_directory(void)
{
    memcpy(directory + sizeof directory - 7, "XXXXXX", 6);
    home = open(".", O_RDONLY | O_DIRECTORY);
    if (home < 0 || !mkdtemp(directory) || chdir(directory))
        abort();
}

static size_t count_entries(bool remove_them)
{
    size_t count = 0;
    DIR *listing = opendir(".");
    for (struct dirent *entry; (entry = readdir(listing));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
            count++;
            if (remove_them && unlink(entry->d_name))
                rmdir(entry->d_name);
        }
    closedir(listing);
    return count;
}

static void leave_directory(void)
{
    count_entries(1);
    if (fchdir(home) || rmdir(directory))
        abort();
    close(home);
}

static void put(const char *path, const char *text)
{
    FILE *stream = fopen(path, "w");
    fputs(text, stream);
    fclose(stream);
}

static bool holds(const char *path, const char *text)
{
    char found[100];
    FILE *stream = fopen(path, "r");
    if (!stream)
        return false;
    size_t size = fread(found, 1, sizeof found, stream);
    fclose(stream);
    return size == strlen(text) && !memcmp(found, text, size);
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static crease_status write_file(const char *path, const char *text, crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error) != CREASE_OK)
        return CREASE_ERROR;
    fputs(text, file.stream);
    return out_file_commit(&file, error);
}

static void appears_on_commit(void)
{
    enter_directory();
    crease_error error;
    out_file file;
    CU_ASSERT_EQUAL(out_file_open(&file, "a", &error), CREASE_OK);
    fputs("new", file.stream);
    fflush(file.stream);
    CU_ASSERT(access("a", F_OK) != 0);
    CU_ASSERT_EQUAL(count_entries(0), 1);
    CU_ASSERT_EQUAL(out_file_commit(&file, &error), CREASE_OK);
    CU_ASSERT(holds("a", "new"));
    CU_ASSERT_EQUAL(count_entries(0), 1);
    out_file_abort(&file);
    CU_ASSERT(holds("a", "new"));
    leave_directory();
}

static void abort_keeps_the_old(void)
{
    enter_directory();
    crease_error error;
    out_file file;
    put("a", "old");
    CU_ASSERT_EQUAL(out_file_open(&file, "a", &error), CREASE_OK);
    fputs("new", file.stream);
    fflush(file.stream);
    CU_ASSERT(holds("a", "old"));
    out_file_abort(&file);
    CU_ASSERT(holds("a", "old"));
    CU_ASSERT_EQUAL(count_entries(0), 1);
    out_file_abort(&file);
    leave_directory();
}

static void links_stay_links(void)
{
    enter_directory();
    crease_error error;
    CU_ASSERT_EQUAL(mkdir("sub", 0777), 0);
    put("sub/real", "old");
    CU_ASSERT_EQUAL(symlink("second", "first"), 0);
    CU_ASSERT_EQUAL(symlink("sub/third", "second"), 0);
    CU_ASSERT_EQUAL(symlink("real", "sub/third"), 0);
    CU_ASSERT_EQUAL(write_file("first", "new", &error), CREASE_OK);
    CU_ASSERT(is_link("first") && is_link("second") && is_link("sub/third"));
    CU_ASSERT(!is_link("sub/real") && holds("sub/real", "new"));

    unlink("sub/real"); // the chain now leads to nothing
    CU_ASSERT_EQUAL(write_file("first", "again", &error), CREASE_OK);
    CU_ASSERT(is_link("sub/third") && holds("sub/real", "again"));

    CU_ASSERT_EQUAL(symlink("loop", "loop"), 0);
    CU_ASSERT_EQUAL(write_file("loop", "x", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "loop");
    unlink("sub/real");
    unlink("sub/third");
    leave_directory();
}

static void pipes_are_not_replaced(void)
{
    enter_directory();
    crease_error error;
    char text[4] = "";
    CU_ASSERT_EQUAL(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    CU_ASSERT_EQUAL(write_file("pipe", "abc", &error), CREASE_OK);
    CU_ASSERT_EQUAL(read(reader, text, 3), 3);
    CU_ASSERT_STRING_EQUAL(text, "abc");
    CU_ASSERT_EQUAL(count_entries(0), 1);
    close(reader);
    leave_directory();
}

// The name of a descriptor denotes a file opened by another part of the program.
static void descriptors_are_not_replaced(void)
{
    enter_directory();
    crease_error error;
    char name[64];
    struct stat before, after;
    put("a", "a longer text");
    int descriptor = open("a", O_WRONLY);
    CU_ASSERT_EQUAL(stat("a", &before), 0);
    snprintf(name, sizeof name, "/dev/fd/%d", descriptor);
    CU_ASSERT_EQUAL(write_file(name, "new", &error), CREASE_OK);
    CU_ASSERT_EQUAL(symlink(name, "link"), 0);
    CU_ASSERT_EQUAL(write_file("link", "newer", &error), CREASE_OK);
    CU_ASSERT_EQUAL(stat("a", &after), 0);
    CU_ASSERT_EQUAL(before.st_ino, after.st_ino);
    CU_ASSERT(holds("a", "newer"));
    close(descriptor);
    leave_directory();
}

static void full_disk(void)
{
    if (access("/dev/full", W_OK))
        return;
    crease_error error;
    CU_ASSERT_EQUAL(write_file("/dev/full", "x", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/dev/full");
    CU_ASSERT_STRING_EQUAL(error.message, "cannot write: No space left on device");

    // A check in between sees it as soon as the buffer was written out.
    out_file file;
    CU_ASSERT_EQUAL(out_file_open(&file, "/dev/full", &error), CREASE_OK);
    CU_ASSERT_EQUAL(out_file_check(&file, &error), CREASE_OK);
    for (int i = 0; i < 1000000; i++)
        putc('x', file.stream);
    error = (crease_error){0};
    CU_ASSERT_EQUAL(out_file_check(&file, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "cannot write: No space left on device");
    CU_ASSERT_EQUAL(out_file_commit(&file, &error), CREASE_ERROR);
}

// If the final rename fails, the old file stays and nothing else.
static void name_taken_meanwhile(void)
{
    enter_directory();
    crease_error error;
    out_file file;
    CU_ASSERT_EQUAL(out_file_open(&file, "a", &error), CREASE_OK);
    CU_ASSERT_EQUAL(mkdir("a", 0777), 0);
    CU_ASSERT_EQUAL(out_file_commit(&file, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "a");
    CU_ASSERT_EQUAL(count_entries(0), 1);
    leave_directory();
}

UNIT_MAIN("file", {"appears on commit", appears_on_commit},
          {"abort keeps the old file", abort_keeps_the_old}, {"links stay links", links_stay_links},
          {"pipes are not replaced", pipes_are_not_replaced},
          {"descriptors are not replaced", descriptors_are_not_replaced}, {"full disk", full_disk},
          {"name taken meanwhile", name_taken_meanwhile})
