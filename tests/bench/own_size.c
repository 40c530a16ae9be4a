// Times how long a listing takes to write if its numbers are known: own_size [RUNS] FILE
//
// Reads a text and keeps its integers of two and more digits in GMP's form and its decimals as
// doubles. Then writes the same text from these numbers and from what stands between them, RUNS
// times to /dev/null, and prints the least processor seconds of a run. Without RUNS it writes to
// standard output once, so that a test can compare. A number that would be spelt otherwise is a
// part of the text between.
#include <ctype.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DIGITS = 12, DOUBLE_TEXT = 32 };

// A number and the text that precedes it.
typedef struct {
    const char *before;
    size_t length;
    enum { NOTHING, INTEGER, DECIMAL } kind;
    mpz_t integer;
    double decimal;
} item;

static void *checked(void *memory)
{
    if (!memory) {
        fputs("own_size: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void *read_file(size_t *length, const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        fprintf(stderr, "own_size: %s cannot be read\n", name);
        exit(2);
    }
    *length = (size_t)ftell(file);
    rewind(file);
    char *text = checked(malloc(*length + 1));
    if (fread(text, 1, *length, file) != *length) {
        fprintf(stderr, "own_size: %s cannot be read\n", name);
        exit(2);
    }
    text[*length] = '\0';
    fclose(file);
    return text;
}

// Reads the number at the beginning of a text that is `length` long.
static void read_number(item *number, const char *text, size_t length)
{
    char again[DOUBLE_TEXT], *word = checked(strndup(text, length));
    number->kind = NOTHING;
    if (strspn(word, "0123456789") == length) {
        if (length > 1 && *word != '0') {
            mpz_init_set_str(number->integer, word, 10);
            number->kind = INTEGER;
        }
    } else {
        number->decimal = strtod(word, NULL);
        snprintf(again, sizeof again, "%.*g", DIGITS, number->decimal);
        if (strcmp(again, word) == 0)
            number->kind = DECIMAL;
    }
    free(word);
}

// Divides a text into items; the last has no number.
static item *read_items(size_t *count, const char *text, size_t length)
{
    size_t room = 1024;
    item *all = checked(malloc(room * sizeof *all));
    const char *end = text + length, *before = text;
    *count = 0;
    while (text < end) {
        const size_t size = strspn(text, "0123456789");
        const size_t more = size && text[size] == '.' ? strspn(text + size, ".0123456789") : 0;
        const bool is_bare = text == before || !(isalpha((unsigned char)text[-1]));
        item *next = all + *count;
        next->kind = NOTHING;
        if (size && is_bare)
            read_number(next, text, size + more);
        if (next->kind != NOTHING) {
            next->before = before;
            next->length = (size_t)(text - before);
            before = text + size + more;
            if (++*count == room)
                all = checked(realloc(all, (room *= 2) * sizeof *all));
        }
        text += size + more ? size + more : 1;
    }
    all[*count] = (item){.before = before, .length = (size_t)(end - before)};
    ++*count;
    return all;
}

static void write_items(FILE *file, const item *all, size_t count, char *scratch)
{
    for (const item *i = all; i < all + count; i++) {
        fwrite_unlocked(i->before, 1, i->length, file);
        if (i->kind == INTEGER)
            fputs_unlocked(mpz_get_str(scratch, 10, i->integer), file);
        else if (i->kind == DECIMAL)
            fwrite_unlocked(scratch, 1, (size_t)sprintf(scratch, "%.*g", DIGITS, i->decimal), file);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int count, char **word)
{
    if (count < 2 || count > 3) {
        fputs("usage: own_size [RUNS] FILE\n", stderr);
        return 2;
    }
    size_t length, items;
    char *text = read_file(&length, word[count - 1]),
         *scratch = checked(malloc(length + DOUBLE_TEXT));
    item *all = read_items(&items, text, length);
    double least = 0;
    for (long run = 0, runs = count == 3 ? atol(word[1]) : 0; run < runs; run++) {
        FILE *file = checked(fopen("/dev/null", "wb"));
        const double begin = seconds();
        write_items(file, all, items, scratch);
        fclose(file);
        const double taken = seconds() - begin;
        least = run && least < taken ? least : taken;
    }
    if (count == 3)
        printf("%.6f\n", least);
    else
        write_items(stdout, all, items, scratch);
    for (size_t i = 0; i < items; i++)
        if (all[i].kind == INTEGER)
            mpz_clear(all[i].integer);
    free(all);
    free(scratch);
    free(text);
    return 0;
}
