// crease-check NETWORK CERTIFICATE: establishes the region counts of a certificate once more, or
// refuses.
//
// docs/certificate.md has the grammar, the proof, and the steps named here. Nothing is shared with
// the engine: what computes are the integers and rationals of GMP. Exit status 0 has one path, at
// the end of main.
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <gmp.h> // after stdio.h

#define VERSION "0.1.0"

// ---- Files, refusals, memory ----

static const char *file, *begin, *at, *end; // being read, from here on; *end is 0
static size_t line;                         // of it

static int json;

// How many bytes the character has that a text begins with, in UTF-8 (RFC 3629); 0: there is none.
static size_t character(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t size = *c < 0x80 ? 1 : *c < 0xc2 ? 0 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : *c < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < size; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    // The code point has a shorter form, is a surrogate, or is beyond U+10FFFF.
    int second = size > 2 ? c[1] >> 4 : 0;
    return (*c == 0xe0 && second < 10) || (*c == 0xed && second > 9) ||
                   (*c == 0xf0 && second < 9) || (*c == 0xf4 && second > 8)
               ? 0
               : size;
}

// Puts '?' for every byte that a terminal might obey or not show: controls, what is no UTF-8, the
// block from U+2000 on, where invisible characters are and those that change the direction, and
// that of the byte order mark.
static void tame(char *text)
{
    for (size_t size; *text; text += size) {
        const unsigned char *c = (const unsigned char *)text;
        size_t whole = character(text);
        size = whole ? whole : 1;
        if (!whole || *c < ' ' || *c == 127 || (*c == 0xc2 && c[1] < 0xa0) ||
            (*c == 0xe2 && c[1] < 0x82) || (*c == 0xef && c[1] == 0xbb))
            memset(text, '?', size);
    }
}

// Ends with one line that a terminal can show, whatever bytes of a file it quotes.
__attribute__((noreturn)) static void stop(int status, const char *begins, const char *format,
                                           va_list values)
{
    char text[8192];
    int length = snprintf(text, sizeof text / 2, line ? "%s%.4000s:%zu: " : "%s%.4000s: ", begins,
                          file, line);
    vsnprintf(text + length, sizeof text - (size_t)length, format, values);
    tame(text);
    fprintf(stderr, "%s\n", text);
    for (char *c = text; *c; c++)
        *c = strchr("\"\\", *c) ? '\'' : *c;
    if (json && status == 1)
        printf("{\"verified\": false, \"reason\": \"%s\"}\n", text);
    exit(status);
}

// The certificate does not prove what it says.
__attribute__((noreturn, format(printf, 1, 2))) static void refuse(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    stop(1, "REFUSED ", format, values);
}

// There is nothing to be judged.
__attribute__((noreturn, format(printf, 1, 2))) static void give_up(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    stop(2, "crease-check: ", format, values);
}

// When memory runs out GMP aborts.
static void out_of_memory(int signal)
{
    (void)signal, refuse("out of memory");
}

static void *resize(void *old, size_t count, size_t size)
{
    void *new = count < SIZE_MAX / 2 / size ? realloc(old, (count + 1) * size) : NULL;
    return new ? new : (refuse("out of memory"), NULL);
}

static void *array(size_t count, size_t size)
{
    return memset(resize(NULL, count, size), 0, (count + 1) * size);
}

// The number of entries of a table.
static size_t times(size_t rows, size_t width)
{
    if (width && rows > SIZE_MAX / 256 / width)
        refuse("out of memory");
    return rows * width;
}

static mpq_t *rationals(size_t count)
{
    mpq_t *new = array(count, sizeof *new);
    for (size_t i = 0; i < count; i++)
        mpq_init(new[i]);
    return new;
}

// The list, or a longer one, with at least count integers; room knows how many there are.
static mpz_t *integers(mpz_t *list, size_t *room, size_t count)
{
    if (count <= *room)
        return list;
    list = resize(list, count *= 2, sizeof *list);
    for (; *room < count; ++*room)
        mpz_init(list[*room]);
    return list;
}

static mpz_t *new_integers(size_t count)
{
    return integers(NULL, &(size_t){0}, count);
}

// Room for one more after the first `count` of a list that grows one by one.
#define GROW(list, count) \
    (list = (count) & ((count)-1) ? list : resize(list, 2 * (count) + 1, sizeof *list))

// A file, or standard input if it is "-", as it is. A 0 follows it.
static char *read_all(const char *name, size_t *size)
{
    size_t room = 1 << 16;
    char *text = resize(NULL, room, 1);
    FILE *from = strcmp(name, "-") ? fopen(name, "rb") : stdin;
    for (*size = 0; from && !feof(from) && !ferror(from);) {
        if (*size == room)
            text = resize(text, room *= 2, 1);
        *size += fread(text + *size, 1, room - *size, from);
    }
    if (!from || ferror(from) || (from != stdin && fclose(from)))
        give_up("expected a file that can be read: %s", strerror(errno));
    text[*size] = 0;
    return text;
}

// zlib counts in 32 bits.
static uInt portion(size_t size)
{
    return size < 1 << 30 ? (uInt)size : 1 << 30;
}

// What gzip has made of a file (RFC 1952): one member after another, and perhaps zeros. A 0
// follows it.
static char *unpack(char *packed, size_t *size)
{
    size_t left = *size, used = 0, room = 1 << 16, zeros;
    char *text = resize(NULL, room, 1);
    z_stream z = {.next_in = (Bytef *)packed};
    int said = inflateInit2(&z, 16 + MAX_WBITS); // 16: of gzip only
    while (said == Z_OK) {
        if (used == room)
            text = resize(text, room *= 2, 1);
        uInt given = portion(left), free_room = portion(room - used);
        z.next_out = (Bytef *)text + used;
        z.avail_in = given, z.avail_out = free_room;
        said = inflate(&z, Z_NO_FLUSH);
        left -= given - z.avail_in, used += free_room - z.avail_out;
        for (zeros = 0; zeros < left && !z.next_in[zeros];)
            zeros++;
        if (said == Z_STREAM_END && zeros < left)
            said = inflateReset(&z);
    }
    if (said == Z_BUF_ERROR && !left)
        give_up("the file, compressed by gzip, is cut off");
    if (said != Z_STREAM_END)
        give_up("expected a file that can be read: %s", z.msg ? z.msg : zError(said));
    inflateEnd(&z);
    text[ *size = used] = 0;
    return text;
}

// Begins to read a file, which may be compressed by gzip.
static void open_file(const char *name)
{
    size_t size;
    file = name, line = 0;
    char *text = read_all(name, &size), *packed = text;
    if (size > 1 && !memcmp(text, "\x1f\x8b", 2)) {
        text = unpack(packed, &size);
        free(packed);
    }
    begin = at = text, end = text + size, line = 1;
}

static int word(const char *text)
{
    size_t size = strlen(text);
    if (strncmp(at, text, size))
        return 0;
    for (at += size; *text; text++)
        line += *text == '\n';
    return 1;
}

// How many characters messages show of what stands here.
static int here(void)
{
    return (int)strcspn(at, "\n") < 40 ? (int)strcspn(at, "\n") : 40;
}

static void expect(const char *text)
{
    if (!word(text))
        refuse("expected \"%s\", found \"%.*s\"", text, here(), at);
}

#define DIGITS "0123456789"

static size_t natural(void)
{
    size_t x = 0, digits = strspn(at, DIGITS);
    if (!digits || digits > 15 || (*at == '0' && digits > 1))
        refuse("expected a natural number, found \"%.*s\"", here(), at);
    while (digits-- > 0)
        x = 10 * x + (size_t)(*at++ - '0');
    return x;
}

// How many things there are, each of so many bytes at least, between here and the end of the file:
// what is allocated for them is never more than some times the size of the file.
static size_t amount(const char *from, size_t bytes)
{
    size_t x = natural();
    if (bytes == 0 || x > (size_t)(end - from) / bytes)
        refuse("the file is too short for %zu of what it announces", x);
    return x;
}

// ---- SHA-256 (FIPS 180-4) ----

static uint32_t turn(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void sha256(char hex[65], const char *text, size_t size)
{
    uint32_t hash[8], k[64], w[64], v[8];
    mpz_t *prime = new_integers(1), *x = new_integers(1);
    for (int i = 0; i < 72; i++) { // the bits after the point of cube and square roots of primes
        if (i == 64)
            mpz_set_ui(*prime, 0);
        mpz_nextprime(*prime, *prime);
        mpz_mul_2exp(*x, *prime, i < 64 ? 96 : 64);
        mpz_root(*x, *x, i < 64 ? 3 : 2);
        *(i < 64 ? k + i : hash + (i - 64)) = (uint32_t)mpz_get_ui(*x);
    }
    size_t blocks = (size + 8) / 64 + 1;
    unsigned char *block = memcpy(array(64 * blocks, 1), text, size),
                  *b = block; // text, a bit, zeros, length
    b[size] = 0x80;
    for (size_t i = 0; i < 8; i++)
        b[64 * blocks - 1 - i] = (unsigned char)((uint64_t)size * 8 >> 8 * i);
    for (; b < block + 64 * blocks; b += 64) {
        memcpy(v, hash, sizeof v);
        for (int i = 0; i < 64; i++) {
            w[i] = i < 16
                       ? (uint32_t)b[4 * i] << 24 | (uint32_t)b[4 * i + 1] << 16 |
                             b[4 * i + 2] << 8 | b[4 * i + 3]
                       : w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
                             w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
            uint32_t one = (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) +
                           ((v[4] & v[5]) ^ (~v[4] & v[6]));
            uint32_t two = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) +
                           ((v[0] & (v[1] ^ v[2])) ^ (v[1] & v[2]));
            one += v[7] + k[i] + w[i];
            memmove(v + 1, v, 7 * sizeof *v);
            v[4] += one;
            v[0] = one + two;
        }
        for (int i = 0; i < 8; i++)
            hash[i] += v[i];
    }
    for (int i = 0; i < 8; i++)
        snprintf(hex + 8 * i, 9, "%08x", hash[i]);
    free(block);
}

// ---- Numbers: docs/formats.md ----

static void shift(mpq_t x, long by)
{
    (by < 0 ? mpq_div_2exp : mpq_mul_2exp)(x, x, (unsigned long)labs(by));
}

enum { LONGEST = 100000 }; // characters of a number, spelt in a file or in lowest terms

// x = the number that text[0..size) spells, exactly.
static void read_number(mpq_t x, const char *text, size_t size)
{
    char *copy = memcpy(array(size, 1), text, size), *from = copy + (*text == '-' || *text == '+'),
         *stop, *digits;
    int hex = from[0] == '0' && (from[1] | 32) == 'x';
    const char *of = hex ? DIGITS "abcdefABCDEF" : DIGITS;
    long exponent = 0, most = hex ? 40000 : 10000;
    stop = digits = from += 2 * hex;
    stop += strspn(stop, of);
    if (*stop == '.') {
        memmove(stop, stop + 1, strlen(stop));
        exponent = -(long)strspn(stop, of) * (hex ? 4 : 1);
        stop += strspn(stop, of);
    } else if (*stop == '/' && stop > from && !hex && stop[1]) {
        digits = stop + 1;
        stop = digits + strspn(digits, DIGITS);
    }
    int some = stop > digits;
    if ((*stop | 32) == (hex ? 'p' : 'e') &&
        strspn(stop + 1 + (stop[1] == '-' || stop[1] == '+'), DIGITS)) {
        long given = digits == from ? strtol(stop + 1, &digits, 10) : LONG_MAX;
        if (given < -most || given > most)
            refuse("an exponent is out of range in \"%.60s\"", copy);
        exponent += given;
        *stop = 0;
        stop = digits;
    }
    if (*stop || !some || size > LONGEST || mpq_set_str(x, from, hex ? 16 : 10) ||
        !mpz_sgn(mpq_denref(x)))
        refuse("expected a number, found \"%.*s\"", (int)(size < 60 ? size : 60), text);
    mpq_t *power = rationals(1);
    mpz_ui_pow_ui(mpq_numref(*power), hex ? 2 : 10, (unsigned long)labs(exponent));
    mpz_set_ui(mpq_denref(*power), 1);
    mpq_canonicalize(x);
    (exponent < 0 ? mpq_div : mpq_mul)(x, x, *power);
    if (*copy == '-')
        mpq_neg(x, x);
    // A digit has more than three bits.
    if (mpz_sizeinbase(mpq_numref(x), 2) + mpz_sizeinbase(mpq_denref(x), 2) > 3 * LONGEST) {
        char *spelt = mpq_get_str(NULL, 10, x);
        if (strlen(spelt) > LONGEST)
            refuse("a number has more than %d characters in lowest terms", LONGEST);
        free(spelt);
    }
    mpq_clear(*power);
    free(power);
    free(copy);
}

// x = the nearest value of a binary format, ties to even: so many bits of precision, subnormal
// numbers 2^least apart, all below 2^most.
static void round_number(mpq_t x, long bits, long least, long most)
{
    mpz_ptr num = mpq_numref(x), den = mpq_denref(x);
    int sign = mpq_sgn(x);
    if (!sign)
        return;
    mpq_abs(x, x);
    long log = (long)mpz_sizeinbase(num, 2) - (long)mpz_sizeinbase(den, 2);
    shift(x, -log); // between 1/2 and 2
    long exact = mpq_cmp_ui(x, 1, 1) < 0 ? log - 1 : log,
         ulp = exact - bits + 1 < least ? least : exact - bits + 1;
    shift(x, log - ulp + 1); // the nearest integer is the floor of (x + 1) / 2, one less if that is
                             // a tie and odd
    mpz_add(num, num, den);
    mpz_mul_2exp(den, den, 1);
    int tie = mpz_divisible_p(num, den);
    mpz_fdiv_q(num, num, den);
    if (tie && mpz_odd_p(num))
        mpz_sub_ui(num, num, 1);
    mpz_set_ui(den, 1);
    if (mpz_sgn(num) && (long)mpz_sizeinbase(num, 2) + ulp > most)
        refuse("a number of the network becomes infinite");
    shift(x, ulp);
    if (sign < 0)
        mpq_neg(x, x);
}

// ---- The network: y^0 = x, z^l = W^l y^(l-1) + b^l, y^l_i = act_li(z^l_i) ----

typedef struct {
    char *name;    // canonical
    size_t rank;   // rows of a unit, 1 but for maxout
    size_t pieces; // p: slope[p] z + offset[p], from cut[p - 1] to cut[p]; maxout: z of row p
    mpq_t *cut, *slope, *offset;
    size_t first_slope, first_cut; // in s, o and in c of the layer
} activation;

typedef struct {
    size_t act, first_row;            // of the layer
    size_t piece;                     // the one in force
    size_t first_crease, first_piece; // counted through all layers
} unit;

typedef struct {
    size_t rows, inputs, units, acts;
    // Entries of the matrix (W, b): those of row i from first[i] to first[i + 1], by columns. Layer
    // 0 has all, and needs no table.
    mpq_t *weight;
    size_t entries, *first, *column;
    // The same by columns: from in_column[j] on, their rows and numbers.
    size_t *in_column, *row_of, *entry;
    activation *act; // one for all units, or those of the units in turn, some of which may be equal
    unit *unit;
    // Step 1, in integers: see set_layer. Only row depends on the pattern.
    mpz_t *w, *s, *o, *c, *row, scale, w_scale, s_scale, c_scale;
} layer;

static layer
    *net; // 0: the affine parametrization; 1 .. hidden: those in the pattern; .. depth: all
static size_t inputs, depth, hidden;

// "B1,..,Bk;S0,..,Sk;V"; returns the same in lowest terms.
static char *read_pieces(activation *l, const char *text)
{
    mpq_t *number = rationals(strlen(text) + 2), *jump = rationals(1);
    size_t count[4] = {0}, group = 0, n = 0, size, zero = 0;
    char *name;
    FILE *to = open_memstream(&name, &size);
    for (const char *from = text, *stop; to; from = stop + 1) {
        stop = from + strcspn(from, ",;");
        if (from > text || *text != ';') { // only "linear" has no breakpoints
            read_number(number[n], from, (size_t)(stop - from));
            if (group < 2 || mpq_sgn(number[n]))
                gmp_fprintf(to, "%s%Qd", count[group] ? "," : group ? ";" : "", number[n]);
            n++, count[group]++;
        }
        if (!*stop)
            break;
        group += *stop == ';' && group < 3;
    }
    if (!to || fclose(to))
        refuse("out of memory");
    if (!group || group > 2 || count[1] != count[0] + 1 || count[2] != group - 1)
        refuse("expected B1,..,Bk;S0,..,Sk;V, found \"%.60s\"", text);
    l->cut = number;
    l->slope = number + count[0];
    l->pieces = count[1];
    l->offset = rationals(l->pieces);
    for (size_t p = 1; p < l->pieces; p++) { // continuity; piece `zero` contains 0
        if (p > 1 && mpq_cmp(l->cut[p - 2], l->cut[p - 1]) >= 0)
            refuse("breakpoints of \"%.60s\" do not increase", text);
        zero += mpq_sgn(l->cut[p - 1]) < 0;
        mpq_sub(*jump, l->slope[p - 1], l->slope[p]);
        mpq_mul(*jump, *jump, l->cut[p - 1]);
        mpq_add(l->offset[p], l->offset[p - 1], *jump);
    }
    mpq_sub(*jump, l->slope[l->pieces], l->offset[zero]);
    for (size_t p = 0; p < l->pieces; p++)
        mpq_add(l->offset[p], l->offset[p], *jump);
    return name;
}

static void read_activation(activation *l, const char *text, size_t size)
{
    static const char *const fixed[][2] = {
        {"linear", ";1"}, {"relu", "0;0,1"}, {"abs", "0;-1,1"}, {"hardtanh", "-1,1;0,1,0"}};
    char *name = memcpy(array(size, 1), text, size), *stop;
    l->rank = 1;
    l->name = name;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!strcmp(name, fixed[i][0]))
            return (void)read_pieces(l, fixed[i][1]);
    if (!strncmp(name, "pwl:", 4) && name[4] != ';') {
        gmp_asprintf(&l->name, "pwl:%s", read_pieces(l, name + 4));
    } else if (!strncmp(name, "leaky:", 6) && !strpbrk(name, ",;")) {
        gmp_asprintf(&stop, "0;%s,1", name + 6);
        read_pieces(l, stop);
        gmp_asprintf(&l->name, "leaky:%Qd", l->slope[0]);
    } else {
        l->rank = strncmp(name, "maxout:", 7) || !strspn(name + 7, DIGITS)
                      ? 0
                      : strtoul(name + 7, &stop, 10);
        if (l->rank < 2 || l->rank > 65536 || *stop)
            refuse("expected an activation, found \"%.60s\"", name);
        gmp_asprintf(&l->name, "maxout:%zu", l->rank);
        read_pieces(l, ";1");
        l->pieces = l->rank;
    }
}

// ---- The network file ----

typedef struct value {
    char kind;          // { [ " or 0: a number
    char *text;         // of strings, without escapes; of numbers, as spelt: not terminated
    size_t size, count; // of the text, of the kids
    struct value *kid;  // keys and values in turn
} value;

static char next(void)
{
    for (; *at && strchr(" \t\n\r", *at); at++)
        line += *at == '\n';
    return *at;
}

// After a backslash and u; the four digits are passed by.
static unsigned code_unit(void)
{
    unsigned code = 0;
    if (strspn(++at, DIGITS "abcdefABCDEF") < 4)
        refuse("expected four hexadecimal digits, found \"%.*s\"", here(), at);
    for (int i = 0; i < 4; i++, at++)
        code = 16 * code + (unsigned)(*at <= '9' ? *at - '0' : (*at | 32) - 'a' + 10);
    return code;
}

// After a backslash: writes the character that is meant.
static char *unescape(char *to)
{
    static const char meant[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    for (const char *escape = meant; *at && *escape; escape += 2)
        if (*at == *escape)
            return at++, *to++ = escape[1], to;
    unsigned point = *at == 'u' ? code_unit() : 0;
    if (point >> 10 == 0x36 && at[0] == '\\' && at[1] == 'u') {
        at++;
        unsigned low = code_unit();
        point = low >> 10 == 0x37 ? 0x10000 + ((point & 0x3ff) << 10) + (low & 0x3ff) : 0;
    }
    if (!point || point >> 11 == 0x1b)
        refuse("expected an escape of a character, found \"%.*s\"", here(), at);
    int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    *to++ = (char)(more ? 0xff00u >> (more + 1) | point >> 6 * more : point);
    while (more-- > 0)
        *to++ = (char)(0x80 | (point >> 6 * more & 0x3f));
    return to;
}

// An escape is never shorter than what it means.
static void read_string(value *v)
{
    const char *stop = ++at;
    while (*stop && *stop != '"')
        stop += 1 + (*stop == '\\' && stop[1]);
    char *to = v->text = array((size_t)(stop - at), 1);
    while (*at != '"') {
        size_t size = character(at);
        if (size == 0 || (unsigned char)*at < 32)
            refuse("expected a character of a string, found \"%.*s\"", here(), at);
        if (*at == '\\') {
            at++;
            to = unescape(to);
        } else {
            memcpy(to, at, size);
            to += size, at += size;
        }
    }
    at++;
    v->size = (size_t)(to - v->text);
}

// A number as JSON spells it: what else read_number knows needs quotes.
static void read_bare_number(value *v)
{
    v->text = (char *)at;
    at += *at == '-';
    size_t whole = strspn(at, DIGITS), after = 1;
    int zero = *at == '0';
    at += whole;
    if (*at == '.')
        at += 1 + (after = strspn(at + 1, DIGITS));
    if (whole && after && (*at | 32) == 'e') {
        at += 1 + (at[1] == '-' || at[1] == '+');
        at += after = strspn(at, DIGITS);
    }
    v->size = (size_t)(at - v->text);
    if (!whole || !after || (zero && whole > 1))
        at = v->text, refuse("expected a value, found \"%.*s\"", here(), at);
}

static value read_value(int levels)
{
    value v = {.kind = next()};
    if (v.kind == '{' || v.kind == '[') {
        if (!levels)
            refuse("expected a network, found brackets deeper than its");
        for (at++; next() != v.kind + 2; v.count++) { // the ASCII codes of { } and [ ]
            if (v.count && *at++ != (v.kind == '{' && v.count % 2 ? ':' : ','))
                refuse("expected ':', ',' or a bracket");
            GROW(v.kid, v.count);
            v.kid[v.count] = read_value(levels - 1);
        }
        at++;
    } else if (v.kind == '"') {
        read_string(&v);
    } else {
        v.kind = 0;
        read_bare_number(&v);
    }
    return v;
}

static int is(const value *string, const char *text)
{
    return string->size == strlen(text) && !memcmp(string->text, text, string->size);
}

// The value of a key of an object, which is counted; NULL if it has none.
static value *get(const value *object, const char *key, char kind, size_t *found)
{
    for (size_t i = 0; object->kind == '{' && i + 1 < object->count; i += 2)
        if (object->kid[i].kind == '"' && object->kid[i + 1].kind == kind &&
            is(object->kid + i, key))
            return ++*found, object->kid + i + 1;
    return NULL;
}

// The activations of a layer: one for all, or a list of one for each unit.
static void read_activations(layer *l, const value *name, const value *names)
{
    if (names && !names->count)
        refuse("expected a list of activations");
    for (size_t i = 0; i < (name ? 1 : names->count); i++) {
        const value *v = name ? name : names->kid + i, *before = v - 1;
        if (v->kind != '"')
            refuse("expected a list of activations");
        int same = i && v->size == before->size && !memcmp(v->text, before->text, v->size);
        if (!same) {
            GROW(l->act, l->acts);
            l->act[l->acts] = (activation){0};
            read_activation(l->act + l->acts++, v->text, v->size);
        }
        if (names) {
            GROW(l->unit, l->units);
            l->unit[l->units++] = (unit){.act = l->acts - 1};
        }
    }
}

// The units of a layer whose rows and activations are known. Returns how many rows they have.
static size_t set_units(layer *l)
{
    size_t rows = 0;
    if (!l->unit)
        l->unit = array(l->units = l->rows / l->act->rank, sizeof *l->unit);
    for (size_t j = 0; j < l->units; j++) {
        l->unit[j].first_row = rows;
        rows += l->act[l->unit[j].act].rank;
    }
    return rows;
}

static const activation *act_of(const layer *l, size_t j)
{
    return l->act + l->unit[j].act;
}

// The same activation in all units, if there is one.
static int is_uniform(const layer *l)
{
    size_t k = 1;
    while (k < l->acts && !strcmp(l->act[k].name, l->act->name))
        k++;
    return k >= l->acts;
}

// A row is a list of numbers, one for each input, or {"columns": [..], "values": [..]}.
static const value *row_values(const layer *l, const value *row, const value **columns)
{
    size_t found = 0, number = (size_t)(l - net) - 1;
    *columns = NULL;
    if (row->kind == '[' && row->count == l->inputs)
        return row;
    const value *values = get(row, "values", '[', &found);
    *columns = get(row, "columns", '[', &found);
    if (found != 2 || row->count != 4 || values->count != (*columns)->count)
        refuse("layer %zu: expected rows of %zu numbers", number, l->inputs);
    return values;
}

static int is_zero(const value *v)
{
    return !v->kind && v->size == 1 && *v->text == '0';
}

static void add_entry(layer *l, size_t j, const value *v)
{
    if (v->kind && v->kind != '"')
        refuse("layer %zu: expected rows of %zu numbers", (size_t)(l - net) - 1, l->inputs);
    l->column[l->entries] = j;
    read_number(l->weight[l->entries++], v->text, v->size);
}

static size_t read_column(const layer *l, const value *v, size_t least)
{
    char *stop = v->text;
    size_t j = v->kind ? 0 : strtoul(v->text, &stop, 10);
    if (stop == v->text || stop != v->text + v->size || *v->text == '-' || j < least ||
        j >= l->inputs)
        refuse("layer %zu: expected columns that increase, below %zu", (size_t)(l - net) - 1,
               l->inputs);
    return j;
}

static void read_row(layer *l, const value *values, const value *columns)
{
    for (size_t k = 0, j = 0; k < values->count; k++, j++) {
        if (columns)
            j = read_column(l, columns->kid + k, j);
        if (!is_zero(values->kid + k))
            add_entry(l, j, values->kid + k);
    }
}

static void read_rows(layer *l, const value *weights, const value *bias)
{
    const value *columns;
    size_t most = l->rows;
    times(l->rows, l->inputs + 1);
    for (size_t i = 0; i < l->rows; i++) {
        const value *values = row_values(l, weights->kid + i, &columns);
        for (size_t k = 0; k < values->count; k++)
            most += !is_zero(values->kid + k);
    }
    l->weight = rationals(most);
    l->column = array(most, sizeof *l->column);
    l->first = array(l->rows + 1, sizeof *l->first);
    for (size_t i = 0; i < l->rows; i++) {
        const value *values = row_values(l, weights->kid + i, &columns);
        read_row(l, values, columns);
        add_entry(l, l->inputs, bias->kid + i);
        l->first[i + 1] = l->entries;
    }
}

static void read_layer(layer *l, const value *from)
{
    size_t found = 0, number = (size_t)(l - net) - 1;
    const value *weights = get(from, "weights", '[', &found),
                *bias = get(from, "bias", '[', &found);
    const value *name = get(from, "activation", '"', &found),
                *names = get(from, "activation", '[', &found);
    if (found != 3 || from->count != 6)
        refuse("layer %zu: expected weights, bias, activation", number);
    read_activations(l, name, names);
    l->rows = weights->count;
    l->inputs = l[-1].units;
    if (!l->rows || set_units(l) != l->rows || bias->count != l->rows)
        refuse("layer %zu: wrong number of rows or biases", number);
    read_rows(l, weights, bias);
}

static void read_network(void)
{
    size_t found = 0;
    if (end - begin > 1 << 30)
        refuse("the network is longer than 2^30 bytes");
    const value all = read_value(6), *width = get(&all, "inputs", 0, &found),
                *list = get(&all, "layers", '[', &found);
    const value *numbers = get(&all, "numbers", '"', &found);
    get(&all, "about", '"', &found);
    if (next() || at != end || !width || !list || !list->count || all.count != 2 * found)
        refuse("expected one object with inputs and layers, and nothing after it");
    int decimal = !numbers || is(numbers, "decimal"), narrow = !decimal && is(numbers, "binary32");
    if (!decimal && !narrow && !is(numbers, "binary64"))
        refuse("\"numbers\" has another value than it may");
    at = width->text;
    net = array((depth = list->count) + 1, sizeof *net);
    net->units = inputs = amount(begin, 1);
    if (!inputs || at != width->text + width->size)
        refuse("expected a natural number of inputs, and not 0");
    for (layer *l = net + 1; l <= net + depth; l++) {
        read_layer(l, list->kid + (l - net - 1));
        for (size_t i = 0; !decimal && i < l->entries; i++)
            round_number(l->weight[i], narrow ? 24 : 53, narrow ? -149 : -1074,
                         narrow ? 128 : 1024);
    }
    hidden = is_uniform(net + depth) && !strcmp(net[depth].act->name, "linear") ? depth - 1 : depth;
}

// The SHA-256 of the canonical text.
static void identify(char hex[65])
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        refuse("out of memory");
    fprintf(to, "crease-network 1\ninputs %zu\n", inputs);
    for (layer *l = net + 1; l <= net + depth; l++) {
        fprintf(to, "layer %zu", l->units);
        for (size_t j = 0; j < (is_uniform(l) ? 1 : l->units); j++)
            fprintf(to, " %s", act_of(l, j)->name);
        fputc('\n', to);
        for (size_t i = 0, k = 0; i < l->rows; i++)
            for (size_t j = 0; j <= l->inputs; j++)
                if (l->column[k] == j)
                    gmp_fprintf(to, "%Qd%c", l->weight[k++], j < l->inputs ? ' ' : '\n');
                else
                    fputs("0 ", to);
    }
    if (fclose(to))
        refuse("out of memory");
    sha256(hex, text, size);
    free(text);
}

// ---- Step 1: the network in integers. Points are homogeneous, (u, w), with `columns` coordinates
// ----

static size_t dimension, columns, units, creases, pieces, borders, constraints;
static mpz_t *border; // rows of the domain's inequalities, then (0, .., 0, 1): infinity

// scale times the list, for its least common denominator.
static mpz_t *clear_denominators(mpz_t scale, mpq_t *list, size_t count)
{
    mpz_t *x = new_integers(count);
    mpz_init_set_ui(scale, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(scale, scale, mpq_denref(list[i]));
    for (size_t i = 0; i < count; i++) {
        mpz_divexact(x[i], scale, mpq_denref(list[i]));
        mpz_mul(x[i], x[i], mpq_numref(list[i]));
    }
    return x;
}

// Different slopes and offsets: in maxout all are the same.
static size_t outputs_of(const activation *a)
{
    return a->rank > 1 ? 1 : a->pieces;
}

static size_t creases_of(const activation *a)
{
    return a->rank > 1 ? a->rank * (a->rank - 1) / 2 : a->pieces - 1;
}

static void sort_by_columns(layer *l)
{
    size_t *next = array(l->inputs + 2, sizeof *next);
    l->in_column = array(l->inputs + 2, sizeof *l->in_column);
    l->row_of = array(l->entries, sizeof *l->row_of);
    l->entry = array(l->entries, sizeof *l->entry);
    for (size_t k = 0; k < l->entries; k++)
        l->in_column[l->column[k] + 1]++;
    for (size_t j = 0; j <= l->inputs; j++)
        next[j + 1] = l->in_column[j + 1] += l->in_column[j];
    for (size_t i = 0; i < l->rows; i++)
        for (size_t k = l->first[i]; k < l->first[i + 1]; k++) {
            size_t to = next[l->column[k]]++;
            l->row_of[to] = i;
            l->entry[to] = k;
        }
    free(next);
}

// z = row . (u, w) / scale. So with e = (0, .., 0, 1): z has the breakpoints c, if row is taken
// times c_scale; y is s row + o e, taken times s_scale; and the next layer has row = w (y, e
// s_scale scale), taken times its w_scale.
static void set_layer(layer *l)
{
    size_t outputs = 0, cuts = 0;
    for (activation *a = l->act; a < l->act + l->acts; a++) {
        a->first_slope = outputs, outputs += outputs_of(a);
        a->first_cut = cuts, cuts += outputs_of(a) - 1;
    }
    mpq_t *both = array(2 * outputs, sizeof *both), *cut = array(cuts, sizeof *cut);
    for (const activation *a = l->act; a < l->act + l->acts; a++) {
        memcpy(both + a->first_slope, a->slope, outputs_of(a) * sizeof *both);
        memcpy(both + outputs + a->first_slope, a->offset, outputs_of(a) * sizeof *both);
        memcpy(cut + a->first_cut, a->cut, (outputs_of(a) - 1) * sizeof *cut);
    }
    l->o = (l->s = clear_denominators(l->s_scale, both, 2 * outputs)) + outputs;
    l->c = clear_denominators(l->c_scale, cut, cuts);
    l->w = clear_denominators(l->w_scale, l->weight, l->entries);
    mpz_init_set(l->scale, l->w_scale);
    if (l > net)
        mpz_mul(l->scale, l->scale, l[-1].s_scale), mpz_mul(l->scale, l->scale, l[-1].scale);
    for (size_t p = 0; p < outputs; p++)
        mpz_mul(l->o[p], l->o[p], l->scale);
    for (size_t k = 0; k < cuts; k++)
        mpz_mul(l->c[k], l->c[k], l->scale);
    l->row = new_integers(times(l->rows, columns));
    if (l > net)
        sort_by_columns(l);
    if (l == net || l > net + hidden)
        return;
    for (size_t j = 0; j < l->units; j++) {
        l->unit[j].first_crease = creases, creases += creases_of(act_of(l, j));
        l->unit[j].first_piece = pieces, pieces += act_of(l, j)->pieces;
    }
    units += l->units;
}

// y += (or -=) the output of a unit on a piece.
static void add_output(mpz_t *y, const layer *l, size_t j, size_t piece, int minus)
{
    const activation *a = act_of(l, j);
    size_t p = a->first_slope + (a->rank > 1 ? 0 : piece);
    const mpz_t *row = l->row + (l->unit[j].first_row + (a->rank > 1 ? piece : 0)) * columns;
    for (size_t c = 0; mpz_sgn(l->s[p]) && c < columns; c++)
        (minus ? mpz_submul : mpz_addmul)(y[c], l->s[p], row[c]);
    (minus ? mpz_sub : mpz_add)(y[columns - 1], y[columns - 1], l->o[p]);
}

// The rows of a layer change as input j, or the constant after the inputs, changes by y; which
// becomes 0.
static void pass_on(layer *l, size_t j, mpz_t *y)
{
    for (size_t c = 0; c < columns; mpz_set_ui(y[c++], 0))
        for (size_t k = l->in_column[j]; mpz_sgn(y[c]) && k < l->in_column[j + 1]; k++)
            mpz_addmul(l->row[l->row_of[k] * columns + c], l->w[l->entry[k]], y[c]);
}

// The rows of a layer from those of the layer before. y is 0.
static void compose(layer *l, mpz_t *y)
{
    for (size_t i = 0; i < l->rows * columns; i++)
        mpz_set_ui(l->row[i], 0);
    mpz_mul(y[columns - 1], l[-1].s_scale, l[-1].scale);
    pass_on(l, l->inputs, y);
    for (size_t j = 0; j < l->inputs; j++)
        add_output(y, l - 1, j, l[-1].unit[j].piece, 0), pass_on(l, j, y);
}

// Gauss and Jordan without fractions (Bareiss 1968). Row k of m, k < rank, gets zeros in all pivot
// columns, and `last` in its own. No pivot is sought in columns from `wide` on.
static size_t eliminate(mpz_t *m, size_t rows, size_t wide, size_t *pivot, mpz_t last)
{
    static mpz_t *f;
    size_t rank = 0, from;
    if (!f)
        f = new_integers(1);
    mpz_set_ui(last, 1);
    for (size_t c = 0; c < wide && rank < rows; c++) {
        for (from = rank; from < rows && !mpz_sgn(m[from * columns + c]);)
            from++;
        if (from == rows)
            continue;
        mpz_t *p = m + rank * columns;
        for (size_t j = 0; j < columns; j++)
            mpz_swap(m[from * columns + j], p[j]);
        for (mpz_t *row = m; row < m + rows * columns; row += columns) {
            mpz_set(*f, row[c]);
            for (size_t j = 0; row != p && j < columns; j++) {
                mpz_mul(row[j], row[j], p[c]);
                mpz_submul(row[j], *f, p[j]);
                mpz_divexact(row[j], row[j], last);
            }
        }
        mpz_set(last, p[c]);
        pivot[rank++] = c;
    }
    return rank;
}

static void set_network(mpq_t *sides)
{
    columns = dimension + 1;
    border = clear_denominators(net->scale, sides, times(borders + 1, columns));
    for (layer *l = net; l <= net + depth; l++)
        set_layer(l);
    memcpy(net->row, net->w, net->rows * columns * sizeof *net->row);
}

// ---- Tables of byte strings ----

typedef struct {
    size_t size, value;
    uint64_t data[]; // size bytes
} entry;

static void *generator_tree, *facet_tree, *map_tree;
static entry *key; // at hand
static size_t key_room;

static int compare(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->size != y->size ? (x->size < y->size ? -1 : 1) : memcmp(x->data, y->data, x->size);
}

static void put(size_t x)
{ // 7 bits a byte, so that no list of numbers is that of others
    for (int last = 0; !last; x >>= 7) {
        last = x < 128;
        if (sizeof *key + key->size + 1 > key_room)
            key = resize(key, key_room = 2 * key_room + 99, 1);
        ((char *)key->data)[key->size++] = (char)(x % 128 + (last ? 0 : 128));
    }
}

// The entry of the tree that equals the key, which is put there with a value if there is none.
static entry **enter(void **tree, size_t number)
{
    entry **found = tfind(key, tree, compare), *new;
    if (found)
        return found;
    new = memcpy(resize(NULL, sizeof *key + key->size, 1), key, sizeof *key + key->size);
    new->value = number;
    if (!(found = tsearch(new, tree, compare)))
        refuse("out of memory");
    return found;
}

static void set_key(const char *text, size_t size)
{
    if (sizeof *key + size > key_room)
        key = resize(key, key_room = 2 * size + 99, 1);
    memcpy(key->data, text, size);
    key->size = size;
}

// ---- Step 2: constraints, row . generator >= 0, at the generators of a region ----

// All constraints; a crease lies between two pieces, counted through all units: two rows of maxout,
// or the pieces below and above a breakpoint.
static mpz_t *form;
static double *near_form; // see round_row
static size_t *low_piece, *high_piece;

static size_t words;        // of a set of constraints
static uint64_t *up, *down; // those with form >= 0, and <= 0, on the region
static uint64_t *attained;  // the pieces in force
static uint64_t *seen_up;   // see check_signs
static size_t tights, *tight_number;
static mpz_t *tight;

// The generators met since rows changed: where forms are positive, and negative. Of a direction, it
// may be the other way.
static size_t points, *is_point;
static uint64_t *plus, *minus;
static size_t generators, *generator; // of the region

static void set_bit(uint64_t *set, size_t i, int to)
{
    set[i / 64] = (set[i / 64] & ~((uint64_t)1 << i % 64)) | (uint64_t)(to != 0) << i % 64;
}

// x divided by a power of two: each at most 1 in size, and wrong by 2^-52 of it and 2^-1074 at
// most.
static void round_row(double *to, const mpz_t *x)
{
    size_t bits = 0;
    long exponent;
    for (size_t c = 0; c < columns; c++)
        bits = mpz_sizeinbase(x[c], 2) > bits ? mpz_sizeinbase(x[c], 2) : bits;
    for (size_t c = 0; c < columns; c++) {
        to[c] = mpz_get_d_2exp(&exponent, x[c]);
        to[c] = ldexp(to[c], (int)(exponent - (long)bits));
    }
}

// Crease number k of all lies between pieces a < b of unit j of a layer, both counted from the
// unit's first.
#define FOR_CREASES(l, j, a, b, k)                                                            \
    for (size_t j = 0, k = l->unit->first_crease; j < l->units; j++)                          \
        for (size_t a = 0; a + 1 < act_of(l, j)->pieces; a++)                                 \
            for (size_t b = a + 1; b < (act_of(l, j)->rank > 1 ? act_of(l, j)->rank : a + 2); \
                 b++, k++)

// The forms of a layer whose rows have changed: z - c for a breakpoint, z_b - z_a for two rows a <
// b of maxout.
static void set_forms(const layer *l)
{
    FOR_CREASES(l, j, a, b, k)
    {
        const activation *act = act_of(l, j);
        const mpz_t *row = l->row + l->unit[j].first_row * columns;
        mpz_t *to = form + k * columns;
        for (size_t c = 0; c < columns; c++)
            if (act->rank > 1)
                mpz_sub(to[c], row[b * columns + c], row[a * columns + c]);
            else
                mpz_mul(to[c], row[c], l->c_scale);
        if (act->rank == 1)
            mpz_sub(to[columns - 1], to[columns - 1], l->c[act->first_cut + a]);
        round_row(near_form + k * columns, to);
    }
}

static void set_borders(void)
{
    for (size_t i = 0; i < (borders + 1) * columns; i++)
        mpz_set(form[creases * columns + i], border[i]);
    for (size_t k = creases; k < constraints; k++) {
        round_row(near_form + k * columns, form + k * columns);
        set_bit(up, k, 1);
    }
}

static void set_constraints(void)
{
    constraints = creases + borders + 1, words = (constraints + 63) / 64;
    form = new_integers(times(constraints, columns)),
    near_form = array(constraints * columns, sizeof *near_form);
    low_piece = array(creases, sizeof *low_piece), high_piece = array(creases, sizeof *high_piece);
    up = array(words, sizeof *up), down = array(words, sizeof *down),
    seen_up = array(2 * words, sizeof *seen_up);
    attained = array(pieces / 64 + 1, sizeof *attained);
    tight = new_integers(constraints), tight_number = array(constraints, sizeof *tight_number);
    for (layer *l = net + 1; l <= net + hidden; l++)
        FOR_CREASES(l, j, a, b, k)
    low_piece[k] = l->unit[j].first_piece + a, high_piece[k] = l->unit[j].first_piece + b;
    set_borders();
}

static void set_piece(const layer *l, size_t j, size_t piece)
{
    unit *of = l->unit + j;
    size_t p = of->first_piece + piece, rank = act_of(l, j)->rank;
    set_bit(attained, of->first_piece + of->piece, 0);
    set_bit(attained, p, 1);
    of->piece = piece;
    for (size_t k = of->first_crease, n = creases_of(act_of(l, j)); n; n--, k++) {
        set_bit(down, k, rank > 1 ? p == low_piece[k] : p <= low_piece[k]);
        set_bit(up, k, rank > 1 ? p == high_piece[k] : p >= high_piece[k]);
    }
}

static int sign_at(size_t number, const mpz_t *x, const double *near)
{
    static mpz_t *exact;
    if (!exact)
        exact = new_integers(1);
    const mpz_t *row = form + number * columns;
    double sum = 0, size = 1e-280;
    for (size_t c = 0; c < columns; c++) {
        double term = near_form[number * columns + c] * near[c];
        sum += term, size += fabs(term);
    }
    if (fabs(sum) > 1e-15 * (double)(columns + 8) * size)
        return sum > 0 ? 1 : -1; // farther than its error
    mpz_mul(*exact, row[0], x[0]);
    for (size_t c = 1; c < columns; c++)
        mpz_addmul(*exact, row[c], x[c]);
    return mpz_sgn(*exact);
}

// The null vector of the rows of constraints, whose numbers stand here.
static void read_point(void)
{
    static mpz_t *m, *x, *last;
    static size_t *pivot, m_room, room;
    static double *near;
    size_t rows = 0, f = 0;
    if (!x) {
        x = new_integers(columns), last = new_integers(1);
        pivot = array(columns, sizeof *pivot), near = array(columns, sizeof *near);
    }
    for (; rows ? word(".") : !word("-"); rows++) {
        size_t number = natural();
        if (number >= constraints)
            refuse("there is no constraint %zu", number);
        m = integers(m, &m_room, times(rows + 1, columns));
        for (size_t c = 0; c < columns; c++)
            mpz_set(m[rows * columns + c], form[number * columns + c]);
    }
    if (eliminate(m, rows, columns, pivot, *last) != columns - 1)
        refuse("constraints do not meet in one point");
    while (f + 1 < columns && pivot[f] == f)
        f++;
    mpz_set(x[f], *last);
    for (size_t k = 0; k + 1 < columns; k++)
        mpz_neg(x[pivot[k]], m[k * columns + f]);
    int w = mpz_sgn(x[columns - 1]);
    for (size_t c = 0; w < 0 && c < columns; c++)
        mpz_neg(x[c], x[c]);
    round_row(near, x);
    if (points >= room) {
        room = 2 * points + 8;
        plus = resize(plus, times(room, words), sizeof *plus);
        minus = resize(minus, room * words, sizeof *minus);
        is_point = resize(is_point, room, sizeof *is_point);
    }
    is_point[points] = w != 0;
    memset(plus + points * words, 0, words * sizeof *plus);
    memset(minus + points * words, 0, words * sizeof *minus);
    for (size_t k = 0; k < constraints; k++) {
        int s = sign_at(k, x, near);
        if (s)
            (s > 0 ? plus : minus)[points * words + k / 64] |= (uint64_t)1 << k % 64;
    }
    points++;
}

// The generators of the region, each computed once until rows change.
static void read_generators(void)
{
    static size_t room;
    for (generators = 0; *at != '\n'; generators++) {
        expect(" ");
        size_t size = strcspn(at, " \n");
        set_key(at, size);
        if (generators >= room)
            generator = resize(generator, room = 2 * generators + 8, sizeof *generator);
        generator[generators] = (*enter(&generator_tree, points))->value;
        if (generator[generators] < points)
            at += size;
        else
            read_point();
    }
    if (!generators)
        refuse("expected the generators of the region");
}

// All constraints hold weakly at all generators, and those of `up` strictly at one. Then `tight`
// are those that vanish at some generator, and the sets of these generators, as bits.
static void check_signs(void)
{
    memset(seen_up, 0, 2 * words * sizeof *seen_up);
    uint64_t *zero = seen_up + words;
    for (size_t i = 0; i < generators; i++) {
        uint64_t *p = plus + generator[i] * words, *m = minus + generator[i] * words, wrong = 1;
        for (int turned = 0; wrong; turned++) {
            wrong = 0;
            for (size_t k = 0; k < words; k++)
                wrong |= (m[k] & up[k]) | (p[k] & down[k]);
            if (wrong && (turned || is_point[generator[i]]))
                refuse("generator %zu does not belong to the region", i);
            if (wrong)
                p = minus + generator[i] * words, m = plus + generator[i] * words;
        }
        for (size_t k = 0; k < words; k++)
            seen_up[k] |= p[k], zero[k] |= (up[k] | down[k]) & ~(p[k] | m[k]);
    }
    tights = 0;
    for (size_t k = 0; k < words; k++) {
        if (up[k] & ~seen_up[k])
            refuse("a unit does not reach its piece, which is flat");
        for (uint64_t left = zero[k]; left; left &= left - 1) {
            size_t number = 64 * k + (size_t)__builtin_ctzll(left);
            tight_number[tights] = number;
            mpz_set_ui(tight[tights], 0);
            for (size_t i = 0; i < generators; i++)
                if (!((plus[generator[i] * words + k] | minus[generator[i] * words + k]) >>
                          number % 64 &
                      1))
                    mpz_setbit(tight[tights], i);
            tights++;
        }
    }
}

// ---- Step 3: faces, as sets of generators ----

// The region is face 0, then come its facets, faces of one dimension less, and so on to the empty
// face.
static size_t faces, facets, face_room, *subs, *sub,
    *seen; // the facets of face f: sub[subs[f] .. subs[f + 1])
static mpz_t *face;

static int within(mpz_srcptr a, mpz_srcptr b)
{
    for (size_t i = mpz_size(a); i-- > 0;)
        if (mpz_getlimbn(a, (mp_size_t)i) & ~mpz_getlimbn(b, (mp_size_t)i))
            return 0;
    return 1;
}

// The largest proper faces of face f that facets (of the region: constraints) cut out. New ones go
// after `next`.
static void find_facets(size_t f, size_t next)
{
    static mpz_t *kept;
    static size_t kept_room;
    size_t cuts = f ? facets : tights, count = 1, k, n;
    kept = integers(kept, &kept_room, cuts + 2);
    mpz_set_ui(kept[0], 0); // the empty face
    for (size_t t = 0; t < cuts; t++) {
        mpz_ptr x = kept[count];
        mpz_and(x, face[f], f ? face[1 + t] : tight[t]);
        for (k = 0; k < count && !within(x, kept[k]); k++) {
        }
        if (k < count || !mpz_cmp(x, face[f]))
            continue;
        for (k = n = 0; k < count; k++)
            if (!within(kept[k], x))
                mpz_swap(kept[n++], kept[k]);
        mpz_swap(kept[n], x);
        count = n + 1;
    }
    for (k = 0; k < count; k++) {
        for (n = next; n < faces && mpz_cmp(kept[k], face[n]); n++) {
        }
        if (n == faces) {
            face = integers(face, &face_room, faces + 1);
            mpz_set(face[faces++], kept[k]);
        }
        GROW(sub, subs[f] + k);
        sub[subs[f] + k] = n;
    }
    GROW(subs, f + 1);
    subs[f + 1] = subs[f] + count;
}

// A face two dimensions below f lies in two of the faces between.
static void check_diamonds(size_t f)
{
    seen = resize(seen, faces, sizeof *seen);
    for (int pass = 0; pass < 3; pass++) // clear, count, look
        for (size_t i = subs[f]; i < subs[f + 1]; i++)
            for (size_t j = subs[sub[i]]; j < subs[sub[i] + 1]; j++) {
                seen[sub[j]] = pass ? seen[sub[j]] + (pass == 1) : 0;
                if (pass == 2 && seen[sub[j]] != 2)
                    refuse("the region or a face of it lacks a facet, or has one too many");
            }
}

// Faces of columns - 1, .., 0 dimensions and the empty one, each with all its facets.
static void check_faces(void)
{
    size_t above = 0, from = 0, to = 1, singles = 0;
    face = integers(face, &face_room, faces = 1);
    mpz_set_ui(face[0], 0);
    for (size_t i = 0; i < generators; i++)
        mpz_setbit(face[0], i);
    GROW(subs, 0);
    subs[0] = 0;
    for (size_t level = columns; level-- > 0; above = from, from = to, to = faces) {
        for (size_t f = from; f < to; f++) {
            if (!mpz_sgn(face[f]))
                refuse("the region or a face of it lacks a dimension");
            singles += level ? 0 : mpz_popcount(face[f]);
            find_facets(f, to);
        }
        facets = level + 1 == columns ? faces - 1 : facets;
        for (size_t f = above; f < from; f++)
            check_diamonds(f);
    }
    if (faces != from + 1 || mpz_sgn(face[from]) || from - above != generators ||
        singles != generators)
        refuse("the region has a dimension too many, or a generator that is none");
}

// ---- Steps 4 and 5: what lies across facets, and maps ----

static size_t regions, bounded, *per_layer, linear_regions, *linear_of, maps, *map_of;
static int linear; // linear regions and maps are asked for

// Of each unit the pieces that are attained all over face f, two at a breakpoint. 0: the face lies
// on the border.
static int face_key(size_t f)
{
    set_key((char *)attained, (pieces / 64 + 1) * sizeof *attained);
    for (size_t t = 0; t < tights; t++) {
        if (!within(face[f], tight[t]))
            continue;
        if (tight_number[t] >= creases)
            return 0;
        set_bit(key->data, low_piece[tight_number[t]], 1);
        set_bit(key->data, high_piece[tight_number[t]], 1);
    }
    return 1;
}

static size_t root(size_t i)
{
    while (linear_of[i] != i)
        i = linear_of[i] = linear_of[linear_of[i]];
    return i;
}

static void pair_facets(void)
{
    for (size_t f = 1; f <= facets && columns > 1; f++) {
        if (!face_key(f))
            continue;
        entry *other = *enter(&facet_tree, regions);
        if (other->value == regions)
            continue;
        if (linear && map_of[other->value] == map_of[regions] &&
            root(other->value) != root(regions)) {
            linear_of[root(other->value)] = root(regions);
            linear_regions--;
        }
        tdelete(other, &facet_tree, compare);
        free(other);
    }
}

// A number for each different map: the outputs' rows.
static void take_map(void)
{
    static mpz_t *y;
    if (!y)
        y = new_integers(columns);
    key->size = 0;
    for (size_t j = 0; j < net[depth].units; j++) {
        for (size_t c = 0; c < columns; c++)
            mpz_set_ui(y[c], 0);
        add_output(y, net + depth, j, net[depth].unit[j].piece, 0);
        for (size_t c = 0; c < columns; c++) {
            put(2 * mpz_size(y[c]) + (mpz_sgn(y[c]) < 0));
            for (size_t i = 0; i < mpz_size(y[c]); i++)
                put(mpz_getlimbn(y[c], (mp_size_t)i));
        }
    }
    GROW(map_of, regions), GROW(linear_of, regions);
    map_of[regions] = (*enter(&map_tree, maps))->value;
    maps += map_of[regions] == maps;
    linear_of[regions] = regions;
    linear_regions++;
}

// ---- The certificate ----

static void read_numbers(mpq_t *x, size_t count)
{
    for (size_t i = 0; i < count; at += strcspn(at, " \n"), i++) {
        if (i)
            expect(" ");
        read_number(x[i], at, strcspn(at, " \n"));
    }
    expect("\n");
}

// Names the rows of numbers in the claim: by the SHA-256 of their lines, each number in lowest
// terms and a space between two.
static void name_claim(FILE *to, mpq_t *x, size_t rows, size_t width)
{
    char *text, hash[65];
    size_t size;
    FILE *lines = open_memstream(&text, &size);
    if (!lines)
        refuse("out of memory");
    for (size_t i = 0; i < rows * width; i++)
        gmp_fprintf(lines, "%Qd%c", x[i], i % width == width - 1 ? '\n' : ' ');
    if (fclose(lines))
        refuse("out of memory");
    sha256(hash, text, size);
    fprintf(to, " sha256 %s", hash);
    free(text);
}

static void read_chart(FILE *claim)
{
    int sliced = word("chart ");
    dimension = sliced ? amount(at, 1) : inputs;
    size_t width = dimension + 1;
    *net = (layer){.rows = inputs,
                   .inputs = dimension,
                   .acts = 1,
                   .act = array(1, sizeof *net->act),
                   .entries = times(inputs, width),
                   .weight = rationals(inputs * width)};
    read_activation(net->act, "linear", strlen("linear"));
    set_units(net);
    if (!sliced) {
        for (size_t i = 0; i < inputs; i++)
            mpq_set_ui(net->weight[i * width + i], 1, 1);
        return;
    }
    expect("\n");
    for (size_t i = 0; i < inputs; i++)
        read_numbers(net->weight + i * width, width);
    fprintf(claim, " in a chart of rank %zu of R^%zu", dimension, inputs);
    name_claim(claim, net->weight, inputs, width);
}

// No two points of a chart are the same input: its columns, the constant aside, are independent.
static void check_rank(void)
{
    size_t *pivot = array(columns, sizeof *pivot), entries = net->rows * columns;
    mpz_t *m = new_integers(entries);
    for (size_t i = 0; i < entries; i++)
        mpz_set(m[i], net->w[i]);
    if (eliminate(m, net->rows, dimension, pivot, *new_integers(1)) < dimension)
        refuse("the chart is not injective: expected rank %zu", dimension);
}

// The lines up to `regions`; returns what they say of the domain.
static char *read_domain(void)
{
    char *text, *chart;
    size_t size;
    mpq_t *sides;
    FILE *in = open_memstream(&chart, &size), *to = open_memstream(&text, &size);
    if (!in || !to)
        refuse("out of memory");
    read_chart(in);
    size_t width = dimension + 1;
    expect("domain ");
    if (word("box ")) {
        mpq_t *bound = rationals(borders = 2 * dimension);
        read_numbers(bound, borders);
        fputs("box", to);
        for (size_t i = 0; i < borders; i++)
            gmp_fprintf(to, " %Qd", bound[i]);
        sides = rationals(times(borders + 1, width));
        for (size_t i = 0; i < borders; i++) {
            mpq_set_si(sides[i * width + i / 2], i % 2 ? -1 : 1, 1);
            (i % 2 ? mpq_set : mpq_neg)(sides[i * width + dimension], bound[i]);
        }
    } else {
        int bordered = word("polytope ");
        borders = bordered ? amount(at, 2 * width) : (expect("space"), 0);
        expect("\n");
        sides = rationals(times(borders + 1, width));
        for (size_t i = 0; i < borders; i++)
            read_numbers(sides + i * width, width);
        fputs(bordered ? "polytope" : "space", to);
        if (bordered)
            fprintf(to, " %zu", borders), name_claim(to, sides, borders, width);
    }
    if (fclose(in) || fprintf(to, "%s", chart) < 0 || fclose(to))
        refuse("out of memory");
    mpq_set_ui(sides[borders * width + dimension], 1, 1);
    set_network(sides);
    if (*chart)
        check_rank();
    free(chart);
    set_constraints();
    return text;
}

// The pattern, and the rows that it changes.
static void read_pattern(void)
{
    static mpz_t *y;
    if (!y)
        y = new_integers(columns);
    size_t keep = natural(), number = 0;
    layer *changed = regions ? NULL : net, *last = net + (linear ? depth : hidden);
    expect(units ? " " : " -");
    if (regions ? keep >= units : keep)
        refuse("expected another pattern than the one before");
    for (layer *l = net + 1; l <= net + hidden; l++)
        for (size_t j = 0; j < l->units; j++) {
            if (number++ < keep)
                continue;
            size_t before = l->unit[j].piece, p = before;
            if (*at == '(')
                at++, p = natural(), expect(")");
            else if (*at >= '0' && *at <= '9')
                p = (size_t)(*at++ - '0');
            else
                refuse("expected the piece of unit %zu of all, found \"%.*s\"", number - 1, here(),
                       at);
            if (p >= act_of(l, j)->pieces)
                refuse("unit %zu of all has pieces below %zu", number - 1, act_of(l, j)->pieces);
            if (regions && number == keep + 1 && p <= before)
                refuse("expected a pattern after the one before");
            if (!changed)
                changed = l;
            if (l == changed && p != before && l < last) {
                add_output(y, l, j, before, 1);
                add_output(y, l, j, p, 0);
                pass_on(l + 1, j, y);
            }
            if (p != before || !regions)
                set_piece(l, j, p);
        }
    for (layer *l = changed + 1; l <= last; l++) {
        if (l > changed + 1 || !regions)
            compose(l, y);
        if (l <= net + hidden)
            set_forms(l);
    }
    if (changed < net + hidden && points)
        points = 0, tdestroy(generator_tree, free), generator_tree = NULL;
    for (layer *l = regions ? changed : net + 1; l <= net + hidden; l++)
        per_layer[l - net]++;
}

static void keep_columns(mpz_t *m, size_t rows, const size_t *kept, size_t count)
{
    for (size_t i = 0; i < rows * count; i++)
        mpz_set(m[i], m[i / count * columns + kept[i % count]]);
}

// There are lines along which no constraint changes, the same ones in all regions. Coordinates
// without pivots are set to 0, so that none of these lines is left.
static void drop_lines(void)
{
    size_t count = constraints - 1, *pivot = array(columns, sizeof *pivot);
    mpz_t *m = new_integers(count * columns), *y = new_integers(columns);
    for (size_t i = 0; i < count * columns; i++)
        mpz_set(m[i], form[i]);
    size_t rank = eliminate(m, count, dimension, pivot, *new_integers(1));
    pivot[rank++] = dimension;
    keep_columns(net->row, inputs, pivot, rank);
    keep_columns(border, borders + 1, pivot, rank);
    columns = rank;
    set_borders();
    for (layer *l = net + 1; l <= net + depth; l++) {
        compose(l, y);
        if (l <= net + hidden)
            set_forms(l);
    }
}

static void read_region(void)
{
    read_pattern();
    if (!regions)
        drop_lines();
    read_generators();
    check_signs();
    check_faces();
    if (linear)
        take_map();
    pair_facets();
    regions++;
    int infinite = columns <= dimension; // or else a generator at infinity
    for (size_t i = 0; i < generators; i++)
        infinite |= !is_point[generator[i]];
    bounded += !infinite;
}

static void expect_total(const char *name, size_t count)
{
    expect(name);
    if (natural() != count)
        refuse("expected %s%zu", name + strspn(name, " \n"), count);
}

// Everything is as it says; this is what it says. The only way to exit status 0 but for help.
static int verified(const char *hash, const char *domain)
{
    const char *name[] = {"activation_regions", "bounded_regions", "linear_regions", "affine_maps"};
    const size_t number[] = {regions, bounded, linear_regions, maps};
    printf(json ? "{\"verified\": true" : "VERIFIED");
    for (int i = 0; i < (linear ? 4 : 2); i++)
        printf(json ? ", \"%2$s\": %1$zu" : " %1$zu %2$s", number[i], name[i]);
    printf(json ? ", \"network_sha256\": \"%s\", \"domain\": \"%s\"}\n" : " network %s domain %s\n",
           hash, domain);
    if (fflush(stdout))
        give_up("standard output: %s", strerror(errno));
    return 0;
}

static int check(const char *network, const char *certificate)
{
    char hash[65], *domain;
    open_file(network);
    read_network();
    identify(hash);
    open_file(certificate);
    expect("crease-certificate 1\nnetwork "), expect(hash), expect("\n");
    domain = read_domain();
    expect("regions");
    linear = word(" linear");
    expect("\n");
    for (per_layer = array(depth, sizeof *per_layer); !word("end\n"); expect("\n"))
        read_region();
    if (facet_tree)
        refuse("nothing lies across a facet of region %zu", (*(entry **)facet_tree)->value);
    expect_total("activation_regions ", regions);
    expect_total("\nbounded_regions ", bounded);
    expect("\nregions_per_layer");
    for (size_t l = 1; l <= hidden; l++)
        expect_total(" ", per_layer[l]);
    if (linear)
        expect_total("\nlinear_regions ", linear_regions), expect_total("\naffine_maps ", maps);
    expect("\n");
    if (!regions || at != end)
        refuse("expected a region, and nothing after the totals");
    return verified(hash, domain);
}

int main(int count, char **argument)
{
    static const char usage[] = "usage: crease-check [--json] NETWORK CERTIFICATE\n";
    const char *name[2];
    int names = 0, options = 1;
    for (char **word = argument + 1; word < argument + count; word++) {
        if (!options || **word != '-' || !(*word)[1]) {
            if (names < 2)
                name[names] = *word;
            names++;
        } else if (!strcmp(*word, "--")) {
            options = 0;
        } else if (!strcmp(*word, "--json")) {
            json = 1;
        } else if (!strcmp(*word, "--help") || !strcmp(*word, "-h")) {
            return printf(
                       "%s\nEstablishes the region counts of a certificate of crease certify once "
                       "more, or refuses.\n- is standard input; files may be compressed by gzip."
                       "\nExit status: 0 verified, 1 refused, 2 misuse.\n",
                       usage) < 0;
        } else if (!strcmp(*word, "--version")) {
            return puts("crease-check " VERSION) < 0;
        } else {
            tame(*word);
            return fprintf(stderr, "crease-check: unknown option %.100s\n%s", *word, usage), 2;
        }
    }
    if (names != 2 || (!strcmp(name[0], "-") && !strcmp(name[1], "-")))
        return fputs(usage, stderr), 2;
    signal(SIGABRT, out_of_memory);
    key = array(key_room = 99, 1);
    return check(name[0], name[1]);
}
