// crease-check NETWORK CERTIFICATE: proves the region counts of a certificate, or refuses.
//
// certificate.md has the grammar, the proof, and the steps named here. Nothing is shared with
// the engine: integers and rationals are GMP's. Exit status 0 has one path, at the end of main.
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>
#include <gmp.h> // after <stdio.h>
#include <zlib.h>

#define VERSION "0.1.0"
#ifndef EXACT // 1: no sign is decided in doubles
#define EXACT 0
#endif

// ---- Refusals, memory ----

static const char *file = "command line"; // the file being read
static size_t line;                       // the number of its current line

// Prints one line, in which bytes that a terminal might obey are '?', and exits with status
// 1: the certificate does not prove its claim; or 2: a file cannot be read, or misuse.
G_GNUC_NORETURN G_GNUC_PRINTF(2, 3) static void stop(int status, const char *format, ...)
{
    char message[8192];
    va_list values;
    va_start(values, format);
    int length = snprintf(message, sizeof message / 2, line ? "%s%.4000s:%zu: " : "%s%.4000s: ",
                          status == 1 ? "REFUSED " : "crease-check: ", file, line);
    vsnprintf(message + length, sizeof message - (size_t)length, format, values);
    for (char *c = message; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    fprintf(stderr, "%s\n", message);
    exit(status);
}

// Every reason to refuse a certificate is a check.
#define check(holds, ...) ((holds) ? (void)0 : stop(1, __VA_ARGS__))

// When memory runs out GMP aborts and GLib traps, unless it has none for its message.
static void out_of_memory(int signal)
{
    (void)signal, stop(2, "out of memory");
}

// Makes room for `count` entries in a list, or in a new one if it is NULL.
static void *resize(void *list, size_t count, size_t each)
{
    size_t bytes;
    void *new = g_size_checked_mul(&bytes, count, each) ? realloc(list, MAX(bytes, 1)) : NULL;
    if (!new)
        out_of_memory(0);
    return new;
}

static void *zeros(size_t count, size_t each)
{
    return memset(resize(NULL, count, each), 0, count * each);
}

// Makes room for one more after the first `count` entries of a list that grows one by one.
#define GROW(list, count) \
    (list = (count) & ((count)-1) ? list : resize(list, 2 * (count) + 2, sizeof *list))

// Appends 0 to a list.
static mpq_t *add_number(mpq_t **list, size_t *count)
{
    GROW(*list, *count);
    mpq_init((*list)[*count]);
    return *list + (*count)++;
}

// Integers that no value outlives a function in, but for `common`; initialized in main.
static mpz_t common, product, divisor, rise, other, last;

// ---- Reading, line by line ----

static gzFile source;       // packed or not; NULL after its last line
static FILE *program;       // that writes what is read, or NULL
static char *text, *cursor; // the current line without its newline; the rest to be read
static ssize_t size;        // length of the line; -1 after the last
static int is_whole;        // it had a newline
static GChecksum *hash;     // SHA-256 of the lines read since its start, or NULL

static void end_file(void)
{
    int failed;
    const char *why = gzerror(source, &failed);
    if (failed)
        stop(2, "cannot be read or is damaged: %s", why);
    gzclose(source);
    if (program && pclose(program))
        stop(2, "expected a canonical text, or what can be read by the crease beside crease-check");
    source = NULL, program = NULL;
}

static void next_line(void)
{
    static size_t room;
    int byte = 0;
    for (size = 0, line++; source && byte != '\n'; size += byte >= 0) {
        if ((size_t)size == room)
            text = resize(text, (room = 2 * room + 256) + 1, 1);
        text[size] = (char)(byte = gzgetc(source));
        if (byte < 0)
            end_file();
    }
    cursor = text;
    is_whole = byte == '\n';
    size -= is_whole || !size; // -1 at the end
    text[size < 0 ? 0 : size] = '\0';
}

// Starts reading what `program` writes, if there is one, or a file; "-" is standard input.
static void open_file(const char *name)
{
    if (source)
        gzclose(source);
    file = name, line = 0;
    hash = g_checksum_new(G_CHECKSUM_SHA256);
    source = program             ? gzdopen(dup(fileno(program)), "r")
             : strcmp(name, "-") ? gzopen(name, "r")
                                 : gzdopen(STDIN_FILENO, "r");
    if (!source)
        stop(2, "%s", strerror(errno));
    next_line();
}

// Skips a word if it is next; returns whether it was.
static int word(const char *expected)
{
    const int is_next = g_str_has_prefix(cursor, expected);
    cursor += is_next ? strlen(expected) : 0;
    return is_next;
}

static void expect(const char *expected)
{
    check(word(expected), "expected \"%s\", found \"%.40s\"", expected, cursor);
}

static void end_line(void)
{
    check(is_whole && cursor == text + size, "expected the end of the line, found \"%.40s\"",
          cursor);
    text[size] = '\n';
    if (hash)
        g_checksum_update(hash, (const guchar *)text, size + 1);
    next_line();
}

#define DIGITS "0123456789"

// The end of the digits that begin at s; NULL if there are none, or more than `most`, or if there
// are several and the first is 0.
static char *after_digits(char *s, size_t most)
{
    size_t digits = strspn(s, DIGITS);
    return digits && digits <= most && (*s != '0' || digits == 1) ? s + digits : NULL;
}

static size_t natural(void)
{
    check(after_digits(cursor, 15), "expected a natural number, found \"%.40s\"", cursor);
    return strtoull(cursor, &cursor, 10);
}

static mpq_t *given; // the numbers read last

enum { LONGEST = 100000 }; // digits of a numerator or a denominator

// The end of the number that begins at s: digits, or digits/digits, perhaps after a minus sign.
// NULL if none begins there.
static char *after_number(char *s)
{
    const int negative = *s == '-';
    s += negative;
    char *end = negative && *s == '0' ? NULL : after_digits(s, LONGEST);
    if (!end || *end != '/')
        return end;
    s = end + 1;
    end = after_digits(s, LONGEST);
    return end == s + 1 && (*s == '0' || *s == '1') ? NULL : end;
}

// Reads numbers to places of `given`.
static void read_numbers(size_t first, size_t count, const char *separator)
{
    static size_t length;
    for (size_t i = first; i < first + count; i++) {
        check(i == first || word(separator), "expected %zu numbers, found %zu", count, i - first);
        if (i == length)
            add_number(&given, &length);
        char *end = after_number(cursor);
        check(end, "expected a number, found \"%.60s\"", cursor);
        const char after = *end;
        *end = '\0';
        mpq_set_str(given[i], cursor, 10);
        mpq_canonicalize(given[i]);
        *end = after;
        cursor = end;
    }
}

// ---- The network: z^l = W^l y^(l-1) + b^l, y^l_i = act_li(z^l_i) ----
//
// All maps are homogeneous: each layer has one more row and unit, the constant 1, whose weights in
// the next layer are the biases.

static size_t dimension, columns; // of the present coordinates
static size_t widest;             // the most columns that any have

// A form, a point or a direction, in integers and rounded; points are homogeneous, (u, w). A form's
// sum of products with a point in doubles is wrong by near[columns] at most. certificate.md,
// Doubles
typedef struct {
    mpz_t *x;
    double *near;
} vector;

typedef struct {
    size_t maxout;    // 1: z of piece p is row first_row + p, and the largest is in force
    size_t first_row; // in the layer; without maxout this is z
    // Piece p is y = slope z + offset, up to z = cut. Slope, offset and -cut follow each other in
    // the layer's list, from place first + 3 p on. Maxout has 1, 0, -1 for all pieces; so has y =
    // z.
    size_t pieces, first;
    char *out;    // in the layer's list: 1 for pieces that are crossed out
    size_t piece; // the piece from which the rows of the next layer were computed, or NONE
} unit;

typedef struct {
    size_t input;
    vector by;
} input_change;

typedef struct {
    size_t rows, inputs, units, weights, listed;
    mpq_t *weight, *list; // the matrix (W, b), row by row; pieces of units
    double *near_weight, *near_list;
    unit *unit;
    char *out;
    // The outputs of the layer before, and the rows, times one factor for all; row i is near_row[i
    // + c * (rows + 1)], wrong by less than its entry for c = columns times 2^-52 for each summand.
    vector *input, *row;
    double *near_row;
    // What inputs have changed by since the rows were made from nothing. The integers of row i take
    // the first known[i] changes into account; if that is NONE, they are not known.
    input_change *change;
    size_t changes, logged, *known; // logged: those that have room
} layer;

// 1: the inputs; 0: the coordinates, of which the inputs are functions if there is a chart;
// FIRST .. hidden: layers with a place in patterns; more up to depth; and an empty one.
static layer *net;
enum { FIRST = 2 };
#define NONE G_MAXSIZE // no piece
static size_t depth, hidden;

// Appends a unit without pieces. Its first row is the next.
static unit *add_unit(layer *l, int maxout)
{
    GROW(l->unit, l->units);
    l->unit[l->units] =
        (unit){.maxout = maxout != 0, .first_row = l->rows, .first = l->listed, .piece = NONE};
    return l->unit + l->units++;
}

// Reads "O,S;B,S;..": offset O and slope S, and beyond each breakpoint B another slope. The
// function is continuous.
static void read_pieces(layer *l, unit *u)
{
    size_t count = 0;
    do {
        read_numbers(0, 2, ",");
        for (int k = 0; k < 3; k++)
            add_number(&l->list, &l->listed);
        mpq_t *x = l->list + l->listed - 3;
        mpq_set(x[0], given[1]), mpq_set(x[1], given[0]), mpq_set_si(x[2], -1, 1);
        u->pieces++;
        if (count++) {
            mpq_neg(x[-1], given[0]);
            check(count == 2 || mpq_cmp(x[-1], x[-4]) < 0, "the breakpoints do not increase");
            mpq_sub(x[1], x[-3], x[0]), mpq_mul(x[1], x[1], given[0]), mpq_add(x[1], x[1], x[-2]);
        }
    } while (word(";"));
    expect(" ");
}

// Appends the piece y = z.
static void add_linear(layer *l, unit *u)
{
    static char piece[] = "0,1 ";
    char *back = cursor;
    cursor = piece, read_pieces(l, u), cursor = back;
}

// Appends a row.
static void read_row(layer *l)
{
    read_numbers(0, l->inputs + 1, " ");
    for (size_t j = 0; j <= l->inputs; j++)
        mpq_set(*add_number(&l->weight, &l->weights), given[j]);
    l->rows++;
}

// Reads pieces and a row, or "maxout K" and K rows.
static void read_unit(layer *l)
{
    const int maxout = word("maxout ");
    unit *u = add_unit(l, maxout);
    const size_t rows = maxout ? natural() : 1;
    check(rows > (size_t)maxout, "expected the largest of several rows");
    if (maxout)
        end_line();
    for (size_t i = 0; i < rows; i++) {
        (maxout ? add_linear : read_pieces)(l, u);
        read_row(l), end_line();
    }
}

// Reads the canonical text of a network (docs/formats.md) and returns its hash. Another file is
// converted by the crease beside this program, whose place the system knows.
static const char *read_network(const char *name)
{
    open_file(name);
    char *self = g_file_read_link("/proc/self/exe", NULL);
    if (strncmp(cursor, "crease-network ", 15) && strcmp(name, "-") && self) {
        setenv("CREASE_CHECK", self, 1), setenv("CREASE_FILE", name, 1);
        program = popen("exec \"${CREASE_CHECK%/*}/crease\" convert --format=canonical -o - -- "
                        "\"$CREASE_FILE\"",
                        "r");
        if (!program)
            stop(2, "crease cannot be run");
        open_file(name);
        fputs("crease-check: the network was converted to its canonical text by crease\n", stderr);
    }
    expect("crease-network 2"), end_line(), expect("inputs ");
    net = zeros(FIRST + 1, sizeof *net);
    net[1].units = natural();
    end_line();
    for (depth = 1; net[1].units && size >= 0;) {
        net = resize(net, ++depth + 2, sizeof *net);
        layer *l = memset(net + depth, 0, 2 * sizeof *net);
        l->inputs = l[-1].units;
        const size_t units = (expect("layer "), natural());
        check(units, "expected units");
        end_line();
        while (l->units < units)
            read_unit(l);
        hidden = depth - (l->listed == 3 * units); // no pattern has a last layer if it is linear
    }
    check(depth >= FIRST, "expected inputs and layers");
    return g_checksum_get_string(hash);
}

// ---- The network in integers ----

static vector scratch; // for any function; most calls change it

static vector *vectors(size_t count)
{
    vector *new = resize(NULL, count, sizeof *new);
    mpz_t *x = resize(NULL, count, widest * sizeof *x);
    double *near = zeros(count, (widest + 1) * sizeof *near);
    for (size_t i = 0; i < count * widest; i++)
        mpz_init(x[i]);
    for (size_t i = 0; i < count; i++)
        new[i] = (vector){x + i * widest, near + i * (widest + 1)};
    return new;
}

static void set_zero(vector v)
{
    memset(v.near, 0, (columns + 1) * sizeof *v.near);
    for (size_t c = 0; c < columns; c++)
        mpz_set_ui(v.x[c], 0);
}

// x divided by 2^bits, beyond the range of doubles if need be.
static double round_long(const mpz_t x, size_t bits)
{
    long exponent;
    const double mantissa = mpz_get_d_2exp(&exponent, x);
    return ldexp(mantissa, (int)CLAMP(exponent - (long)bits, -4000, 4000));
}

// v.near = v.x divided by 2^bits, wrong by 2^-52 of it and 2^-1074 at most; and a bound, 0 only if
// all are 0. If bits is 0, by a power such that each number is at most 1 in size; the last is what
// the product of the form and a point may be wrong by.
static void round_vector(vector v, size_t bits)
{
    const int bounded = bits > 0;
    double sum = 1e-280, most = 0;
    size_t longest = 0;
    for (size_t c = 0; c < columns; c++)
        longest = MAX(longest, mpz_sizeinbase(v.x[c], 2));
    bits = bounded ? bits : longest;
    const int is_short = MAX(longest, bits) < 1000; // doubles have the numbers and the power
    const double power = is_short ? ldexp(1, -(int)bits) : 0;
    for (size_t c = 0; c < columns; c++) {
        v.near[c] = is_short ? mpz_get_d(v.x[c]) * power : round_long(v.x[c], bits);
        sum += fabs(v.near[c]);
        if (mpz_sgn(v.x[c]) && fabs(v.near[c]) + 1e-200 > most)
            most = fabs(v.near[c]) + 1e-200;
    }
    v.near[columns] = bounded ? most : (double)(columns + 8) * 1e-15 * sum;
}

// The numbers of a matrix in doubles, column by column, towards 0: wrong by 2^-52 of it and 2^-1022
// at most, or infinite.
static double *round_numbers(mpq_t *x, size_t count, size_t in_row)
{
    double *near = resize(NULL, count, sizeof *near);
    for (size_t e = 0; e < count; e++)
        near[e % in_row * (count / in_row) + e / in_row] = mpq_get_d(x[e]);
    return near;
}

// Multiplies the numerators of a list so that they are all numbers times one factor, `common`.
static void clear_denominators(mpq_t *x, size_t count)
{
    mpz_set_ui(common, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(common, common, mpq_denref(x[i]));
    for (size_t i = 0; i < count; i++) {
        mpz_divexact(product, common, mpq_denref(x[i]));
        mpz_mul(mpq_numref(x[i]), mpq_numref(x[i]), product);
    }
}

// Sets scratch to D + 1 numbers that follow a word; of a point or a direction the last is given.
static void read_vector(const char *mark, const char *last_number)
{
    expect(mark);
    read_numbers(0, dimension + !last_number, " ");
    if (last_number)
        mpq_set_str(given[dimension], last_number, 10);
    clear_denominators(given, columns);
    for (size_t c = 0; c < columns; c++)
        mpz_set(scratch.x[c], mpq_numref(given[c]));
    round_vector(scratch, 0);
}

// Once all units are there: the constant is another, numbers become integers, and rows have room.
static void set_layer(layer *l)
{
    add_linear(l, add_unit(l, 0));
    l->units--;
    for (size_t j = 0; j <= l->inputs; j++)
        mpq_set_ui(*add_number(&l->weight, &l->weights), j == l->inputs, 1);
    l->out = zeros(l->listed, 1);
    for (size_t j = 0; j <= l->units; j++)
        l->unit[j].out = l->out + l->unit[j].first / 3;
    l->near_weight = round_numbers(l->weight, l->weights, l->inputs + 1);
    l->near_list = round_numbers(l->list, l->listed, 1);
    clear_denominators(l->weight, l->weights);
    clear_denominators(l->list, l->listed);
    l->input = vectors(l->inputs + 1);
    l->row = vectors(l->rows + 1);
    l->near_row = zeros(l->rows + 1, (widest + 1) * sizeof *l->near_row);
    l->known = zeros(l->rows + 1, sizeof *l->known);
}

// The first piece from p on that is not crossed out.
static size_t piece_from(const unit *u, size_t p)
{
    while (p < u->pieces && u->out[p])
        p++;
    return p;
}

// to = a x + b y.
static void combine(mpz_t *sum, mpz_srcptr a, const mpz_t *x, mpz_srcptr b, const mpz_t *y)
{
    for (size_t c = 0; c < columns; c++) {
        mpz_mul(product, a, x[c]);
        mpz_addmul(product, b, y[c]);
        mpz_swap(sum[c], product);
    }
}

// Adds the product of the weight of input j in row i and a vector to the row, in integers.
static void add_product(layer *l, size_t i, size_t j, vector y)
{
    const mpq_t *weight = l->weight + i * (l->inputs + 1) + j;
    for (size_t c = 0; mpq_sgn(*weight) && c < columns; c++)
        mpz_addmul(l->row[i].x[c], mpq_numref(*weight), y.x[c]);
}

// Row i of a layer in integers.
static const mpz_t *exact_row(layer *l, size_t i)
{
    const int anew = l->known[i] == NONE;
    for (size_t c = 0; anew && c < columns; c++)
        mpz_set_ui(l->row[i].x[c], 0);
    for (size_t j = 0; anew && j <= l->inputs; j++)
        add_product(l, i, j, l->input[j]);
    for (size_t k = anew ? l->changes : l->known[i]; k < l->changes; k++)
        add_product(l, i, l->change[k].input, l->change[k].by);
    l->known[i] = l->changes;
    return l->row[i].x;
}

// y = the output of a unit on its lowest piece.
static void set_output(vector y, layer *l, const unit *u)
{
    const size_t p = piece_from(u, 0);
    const mpq_t *slope = l->list + u->first + 3 * p;
    const size_t r = u->first_row + u->maxout * p;
    const mpz_t *row = mpq_sgn(slope[0]) ? exact_row(l, r) : l->row[r].x;
    combine(y.x, mpq_numref(slope[0]), row, mpq_numref(slope[1]), exact_row(l, l->rows));
}

// Rounds a row that is known.
static void round_row(layer *l, size_t i, size_t bits)
{
    round_vector(l->row[i], bits);
    for (size_t c = 0; c <= columns; c++)
        l->near_row[i + c * (l->rows + 1)] = l->row[i].near[c];
}

// Appends a change of an input.
static vector add_change(layer *l, size_t input)
{
    if (l->changes == l->logged) {
        GROW(l->change, l->logged);
        l->change[l->logged++].by = *vectors(1);
    }
    l->change[l->changes].input = input;
    return l->change[l->changes++].by;
}

// Adds the products of the weights of an input and a vector to all rows, in doubles. A number of
// the vector is less than near[columns]. certificate.md, Doubles
static void add_to_rows(layer *l, size_t input, vector y)
{
    const size_t rows = l->rows + 1;
    const double *weight = l->near_weight + input * rows, most = y.near[columns];
    double *row = l->near_row;
    for (size_t c = 0; c < columns; c++, row += rows)
        for (size_t i = 0; i < rows; i++)
            row[i] += weight[i] * y.near[c];
    for (size_t i = 0; i < rows; i++)
        row[i] += (fabs(weight[i]) + 1e-100) * most;
}

// Brings the rows of a layer up to date with the pieces of the layer before, whose rows are. None
// of its own pieces is crossed out. Rows in doubles are divided by a power of two, the same for
// all: that of the constant, all but a factor of 4.
static void make_rows(layer *l)
{
    layer *before = l - 1;
    const size_t bits = mpz_sizeinbase(exact_row(before, before->rows)[dimension], 2) +
                        mpz_sizeinbase(mpq_numref(before->list[before->listed - 3]), 2);
    const int anew = before->unit->piece == NONE || l->changes > 8 * l->inputs;
    if (anew) {
        l->changes = 0;
        memset(l->near_row, 0, (columns + 1) * (l->rows + 1) * sizeof *l->near_row);
        memset(l->known, -1, (l->rows + 1) * sizeof *l->known); // NONE
    }
    for (size_t j = 0; j <= l->inputs; j++) {
        unit *u = before->unit + j;
        if (!anew && u->piece == piece_from(u, 0))
            continue;
        const vector y = scratch, old = l->input[j];
        vector change = y;
        set_output(y, before, u);
        u->piece = piece_from(u, 0);
        l->input[j] = y, scratch = old;
        if (!anew) {
            change = add_change(l, j);
            for (size_t c = 0; c < columns; c++)
                mpz_sub(change.x[c], y.x[c], old.x[c]);
        }
        round_vector(change, bits);
        if (change.near[columns] != 0)
            add_to_rows(l, j, change);
    }
    memset(l->out, 0, l->listed);
    for (size_t j = 0; j <= l->units; j++)
        l->unit[j].piece = NONE;
}

// ---- The proof by cases ----
//
// A case of the domain is where all constraints, affine forms, are >= 0. The file goes through the
// cases depth first, a line each.

// All points where some independent constraints are >= 0: those of its apex, an edge for each of
// these constraints, which rises along it while the others stand still, and lines along which all
// do. The last number of a point is > 0, that of a direction 0.
typedef struct {
    size_t size;       // the number of constraints
    vector *generator; // the apex, edges, lines
} cone;

// The lengths of the lists of the current case, which extend those of the cases that contain it;
// and whether it has been shown to be bounded.
typedef struct {
    size_t constraints, cones;
    int bounded;
} extent;

static extent now;
static vector *constraint;
static size_t borders; // the first are the domain's inequalities
static size_t base;    // those before do not count at present
static cone *in_scope;

// The form that is <= 0 where the lower of two pieces may be in force and >= 0 where the higher
// may: plus times row `first` of the layer, and minus times row `second`. For maxout it is the
// higher row less the lower; for a breakpoint, z less a multiple of the constant.
static struct {
    vector form;
    layer *l;
    size_t first, second;
    mpz_srcptr plus, minus;
    int known; // in integers
} crease;

static void make_crease(void)
{
    if (crease.known++)
        return;
    combine(crease.form.x, crease.plus, exact_row(crease.l, crease.first), crease.minus,
            exact_row(crease.l, crease.second));
    round_vector(crease.form, 0);
}

// There are creases between adjacent pieces, and between any two rows of maxout.
static int may_meet(const unit *u, size_t p, size_t q)
{
    return p != q && (u->maxout || p + 1 == q || q + 1 == p);
}

// The crease between two pieces, in doubles.
static vector find_crease(layer *l, const unit *u, size_t p, size_t q)
{
    const size_t low = p < q ? p : q, high = p < q ? q : p;
    crease.l = l;
    crease.known = 0;
    crease.first = u->first_row + u->maxout * high;
    crease.second = u->maxout ? u->first_row + low : l->rows;
    crease.plus = mpq_numref(l->list[l->listed - 3]); // 1, of the constant
    crease.minus = mpq_numref(l->list[u->first + 3 * low + 2]);
    const double times = l->near_list[u->first + 3 * low + 2];
    const double *first = l->near_row + crease.first, *second = l->near_row + crease.second;
    double sum = 1e-280;
    for (size_t c = 0; c < columns; c++, first += l->rows + 1, second += l->rows + 1) {
        crease.form.near[c] = *first + times * *second;
        sum += fabs(crease.form.near[c]);
    }
    const double error =
        1e-290 + (double)(l->changes + l->inputs + 33) * 0x1p-51 * (*first + fabs(times) * *second);
    crease.form.near[columns] = (double)(columns + 8) * (1e-15 * sum + 1.01 * error);
    return crease.form;
}

static void multiply(mpz_t sum, const mpz_t *x, const mpz_t *y, size_t count)
{
    mpz_set_ui(sum, 0);
    for (size_t c = 0; c < count; c++)
        mpz_addmul(sum, x[c], y[c]);
}

static unsigned long long by_doubles, by_integers; // signs

G_GNUC_NO_INLINE static int exact_sign(const mpz_t *form, const mpz_t *x)
{
    by_integers++;
    if (form == crease.form.x)
        make_crease();
    multiply(product, form, x, columns);
    return mpz_sgn(product);
}

// The sign of a form at a point or along a direction: farther from 0 than doubles may be wrong, or
// in integers.
static inline int sign(vector form, vector v)
{
    double sum = 0;
    for (size_t c = 0; c < columns; c++)
        sum += form.near[c] * v.near[c];
    if (!EXACT && fabs(sum) > form.near[columns])
        return by_doubles++, sum > 0 ? 1 : -1;
    return exact_sign(form.x, v.x);
}

// The form, divided by the greatest common divisor of its numbers.
static void add_constraint(const mpz_t *form, int minus)
{
    static size_t length;
    if (length == now.constraints) {
        GROW(constraint, length);
        constraint[length++] = *vectors(1);
    }
    vector primitive = constraint[now.constraints++];
    mpz_set_ui(divisor, 0);
    for (size_t c = 0; c < columns && mpz_cmp_ui(divisor, 1); c++)
        mpz_gcd(divisor, divisor, form[c]);
    for (size_t c = 0; c < columns; c++) {
        (minus ? mpz_neg : mpz_set)(primitive.x[c], form[c]);
        if (mpz_cmp_ui(divisor, 1) > 0)
            mpz_divexact(primitive.x[c], primitive.x[c], divisor);
    }
    round_vector(primitive, 0);
}

// Adds the constraint opposite to the one that was there.
static void turn_constraint(void)
{
    vector v = constraint[now.constraints++];
    for (size_t c = 0; c < columns; c++)
        mpz_neg(v.x[c], v.x[c]), v.near[c] = -v.near[c];
}

// ---- Cones ----

// The whole space: the apex 0, and a line for each coordinate.
static cone *new_cone(void)
{
    static size_t length;
    if (length == now.cones) {
        GROW(in_scope, length);
        in_scope[length++].generator = vectors(widest);
    }
    cone *c = in_scope + now.cones++;
    c->size = 0;
    for (size_t g = 0; g < columns; g++) {
        set_zero(c->generator[g]);
        mpz_set_ui(c->generator[g].x[g ? g - 1 : dimension], 1);
        c->generator[g].near[g ? g - 1 : dimension] = 1;
    }
    return c;
}

// A line of the cone along which the form changes becomes an edge, along which it rises. So much of
// that is taken from the other edges and lines that the form is 0 there. All are integers over the
// last number of the apex, the determinant of the forms in as many coordinates, so that the
// division is exact (Bareiss 1968). The apex is found when all edges are.
static void narrow(cone *c, const mpz_t *form)
{
    size_t pivot = c->size;
    mpz_set_ui(rise, 0);
    while (!mpz_sgn(rise) && ++pivot < columns)
        multiply(rise, form, c->generator[pivot].x, dimension);
    check(mpz_sgn(rise), "these constraints are not independent");
    vector edge = c->generator[pivot];
    c->generator[pivot] = c->generator[++c->size];
    c->generator[c->size] = edge;
    for (size_t k = 0; mpz_sgn(rise) < 0 && k < dimension; k++)
        mpz_neg(edge.x[k], edge.x[k]);
    mpz_abs(rise, rise);
    mpz_swap(last, c->generator->x[dimension]);
    mpz_set(c->generator->x[dimension], rise);
    for (size_t g = 1; g < columns; g++) {
        mpz_t *x = c->generator[g].x;
        if (g == c->size)
            continue;
        multiply(other, form, x, dimension);
        for (size_t k = 0; k < dimension; k++) {
            mpz_mul(x[k], x[k], rise);
            mpz_submul(x[k], edge.x[k], other);
            if (mpz_cmp_ui(last, 1))
                mpz_divexact(x[k], x[k], last);
        }
    }
}

// By the latest cone in scope from number `first` on that shows a side: -1, the form is <= 0 on
// the case; 1, it is >= 0. 0: none does. wanted: the side, or 0: -1 if possible, else 1. The form
// must not be 0 along `least` edges, and one that is not 0 at the apex counts for `apex` edges; if
// that is 0, only directions are tried.
static int side(vector form, int wanted, size_t first, size_t apex, size_t least)
{
    for (size_t i = now.cones; i > first; i--) {
        const cone *c = in_scope + i - 1;
        int shown = wanted;
        size_t changes = 0, g = apex ? 0 : 1;
        for (; g < columns; g++) {
            const int s = sign(form, c->generator[g]);
            if (!s)
                continue;
            if (g > c->size || s == -shown)
                break;
            shown = s, changes += g ? 1 : apex;
        }
        if (g == columns && changes >= least)
            return shown ? shown : -1;
    }
    return 0;
}

// ---- Units ----

static int is_open(const unit *u)
{
    return piece_from(u, piece_from(u, 0) + 1) < u->pieces;
}

// Crosses out the pieces of a unit that cones from `first` on show to be in force nowhere.
static void settle(layer *l, unit *u, size_t first)
{
    for (size_t low = 0; low + 1 < u->pieces; low++)
        for (size_t high = low + 1; high < u->pieces && may_meet(u, low, high); high++) {
            const int settled = !is_open(u) || (u->out[low] && u->out[high]);
            int s = settled ? 0 : side(find_crease(l, u, low, high), 0, first, 1, 0);
            if (s)
                u->out[s > 0 ? low : high] = 1;
        }
}

static size_t regions; // leaves that are not empty
// By layer, from FIRST on, the cases where all units up to it are known: for the last one the
// regions. Entry 0: the bounded regions.
static mpz_t *count_of;

static mpz_t *new_counts(void)
{
    mpz_t *new = resize(NULL, depth + 2, sizeof *new);
    for (size_t l = 0; l < depth + 2; l++)
        mpz_init(new[l]);
    return new;
}

// Goes on through the layers until there is a unit whose piece is not known; NULL if all are, up to
// an end. In this layer those before `u` are known, the others were tried on the cones before
// number `first`.
static unit *find_open(layer **l, unit *u, size_t first, const layer *end_of_layers)
{
    for (;; first = 0, u = (*l)->unit) {
        unit *open = NULL, *end = (*l)->unit + (*l)->units;
        for (; u < end && (!open || first < now.cones); u++) {
            if (first < now.cones && is_open(u))
                settle(*l, u, first);
            if (!open && is_open(u))
                open = u;
        }
        if (open)
            return open;
        mpz_add_ui(count_of[*l - net], count_of[*l - net], 1);
        if (*l == end_of_layers)
            return NULL;
        make_rows(++*l);
    }
}

// ---- Points and cones in the certificate ----

// The sign of every constraint is at least `least`.
static void require(vector v, int least)
{
    for (size_t m = base; m < now.constraints; m++)
        check(sign(constraint[m], v) >= least, "constraint %zu does not hold there", m - base);
}

// Reads a direction in which the case is unbounded.
static void read_direction(void)
{
    read_vector(" / ", "0"), require(scratch, 0);
    multiply(product, scratch.x, scratch.x, columns);
    check(mpz_sgn(product), "expected a direction");
}

// Reads cones. "b": minus the sum of its constraints, as many as there are dimensions, is bounded
// below: some cone in scope shows it.
static void read_cones(void)
{
    static size_t *chosen; // constraints
    chosen = chosen ? chosen : resize(NULL, widest, sizeof *chosen);
    while (*cursor && strchr("b" DIGITS, *cursor)) {
        const int bounds = word("b");
        cone *c = new_cone();
        size_t count = 0;
        do {
            const size_t newer = natural();
            check(newer < now.constraints - base, "there is no constraint %zu", newer);
            check(count < dimension, "more constraints than dimensions are not independent");
            chosen[count++] = now.constraints - 1 - newer;
        } while (word("."));
        set_zero(scratch);
        for (size_t i = count; i > 0; i--) { // oldest first: box sides are sparse
            const mpz_t *form = constraint[chosen[i - 1]].x;
            narrow(c, form);
            for (size_t k = 0; bounds && k < columns; k++)
                mpz_sub(scratch.x[k], scratch.x[k], form[k]);
        }
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < dimension; k++)
                mpz_submul(c->generator->x[k], constraint[chosen[count - 1 - i]].x[dimension],
                           c->generator[1 + i].x[k]);
        for (size_t g = 0; g < columns; g++)
            round_vector(c->generator[g], 0);
        if (bounds) {
            round_vector(scratch, 0);
            now.bounded = c->size == dimension && side(scratch, 1, 0, 0, 0);
            check(now.bounded, "this case is not shown to be bounded");
        }
        if (*cursor)
            expect(" "), check(*cursor, "expected a case after the blank");
    }
}

// Reads "-": one of the constraints from number `first` on is not positive anywhere in the case;
// `everywhere`: it is negative, at the apex too.
static void read_empty(size_t first, int everywhere)
{
    int empty = 0;
    expect("-");
    for (size_t m = first; !empty && m < now.constraints; m++)
        empty = side(constraint[m], -1, 0, columns, everywhere ? columns : 0);
    check(empty, "this case is not shown to be empty");
}

// ---- Linear regions: what lies across facets, and maps ----

// The value of a map: twice its number, and 1 more if its region has no facets in the certificate;
// of a facet: a region.
static GHashTable *table;
static FILE *key; // the key being written, to key_text
static char *key_text;
static size_t key_length, linear_regions, *linear_of, maps;

// The value of the key that was written, or this one if the key is new. The next key starts.
static size_t enter(size_t value)
{
    if (fputc(0, key) || fflush(key) || ferror(key))
        out_of_memory(0);
    if (!g_hash_table_contains(table, key_text)) {
        char *own = strcpy(resize(NULL, strlen(key_text) + 1, 1), key_text);
        g_hash_table_insert(table, own, GSIZE_TO_POINTER(value));
    }
    rewind(key);
    return GPOINTER_TO_SIZE(g_hash_table_lookup(table, key_text));
}

static size_t root(size_t i)
{
    while (linear_of[i] != i)
        i = linear_of[i] = linear_of[linear_of[i]];
    return i;
}

// Whether a constraint is the same as an older one.
static int is_repeated(size_t m)
{
    size_t k = 0, c = 0;
    for (; k < m && c < columns; k += c < columns)
        for (c = 0; c < columns && !mpz_cmp(constraint[k].x[c], constraint[m].x[c]); c++)
            ;
    return k < m;
}

// Reads a point of the facet on constraint m that lies on no other. Its key: the map, and for each
// unit the pieces that are in force there. If another region had this key, the two are joined. Rows
// are integers, so that nothing here changes scratch.
static void read_facet(size_t m, size_t map)
{
    read_vector(" : ", "1"), require(scratch, 0);
    for (size_t k = 0; k < now.constraints; k++)
        check(is_repeated(k) || (sign(constraint[k], scratch) == 0) == (k == m),
              "constraint %zu is not shown to have a facet", m);
    fprintf(key, "%zu,", map);
    for (layer *l = net + FIRST; l <= net + hidden; l++)
        for (const unit *u = l->unit; u < l->unit + l->units; fputs(",", key), u++)
            for (size_t p = piece_from(u, 0), q = 0; q < u->pieces; q++)
                if (q == p || (may_meet(u, p, q) && !sign(find_crease(l, u, p, q), scratch)))
                    fprintf(key, "%zu ", q);
    const size_t a = root(enter(regions)), b = root(regions);
    linear_regions -= a != b;
    linear_of[a] = b;
}

// The map of a region, the rows of the outputs, and unless it is bare a point of each facet inside
// the domain. All other constraints are positive in the case, but perhaps where two others are 0.
static void read_linear(int bare)
{
    layer *outputs = net + depth;
    for (const unit *u = outputs->unit; u < outputs->unit + outputs->units; u++) {
        set_output(scratch, outputs, u);
        for (size_t c = 0; c < columns; c++)
            gmp_fprintf(key, "%Zx ", scratch.x[c]);
    }
    const size_t map = enter(2 * maps + (size_t)bare), new = map / 2 == maps;
    check(new || !(bare || map % 2),
          "facets of region %zu, or of one with the same map, are missing", regions);
    maps += new;
    GROW(linear_of, regions);
    linear_of[regions] = regions;
    linear_regions++;
    for (size_t m = borders; !bare && m < now.constraints; m++)
        if (!is_repeated(m) && !side(constraint[m], 1, 0, 2, 2))
            read_facet(m, map);
}

// ---- Properties and ranges ----
//
// Alternatives are rows of the outputs, one more linear layer. UNSAT: nowhere are all rows of an
// alternative >= 0. RANGE: each is one row, whose greatest value is 0. SAT: there is a point where
// all rows of one are >= 0.

static enum { LINEAR, UNSAT, RANGE, SAT, COUNTS, KINDS } kind;
static const char *const kind_name[] = {"tree linear", "unsat", "range", "sat", "tree"};
static size_t *alternative, alternatives; // the rows up to each, after 0

static void add_alternative(size_t k)
{
    for (size_t i = alternative[k]; i < alternative[k + 1]; i++)
        add_constraint(exact_row(net + depth, i), 0);
}

// Reads a point of the domain where all rows of an alternative are >= 0. The point is a cone
// without directions, on which every unit is on one piece.
static void read_witness(size_t k)
{
    const extent before = now;
    layer *l = net + 1;
    cone *c = new_cone();
    for (size_t g = 1; g < columns; g++)
        set_zero(c->generator[g]);
    read_vector("", "1");
    *c->generator = scratch, scratch = *vectors(1);
    find_open(&l, l->unit, 0, net + hidden);
    while (l < net + depth)
        make_rows(++l);
    add_alternative(k);
    require(*c->generator, 0);
    end_line();
    now = before;
}

// Reads what is proved, and the points of a property. Returns how the claim names it.
static char *read_kind(void)
{
    char *claim = g_strconcat(" ", cursor, NULL);
    while (kind < KINDS && !word(kind_name[kind]))
        kind++;
    check(kind < KINDS, "expected \"tree\", found \"%.40s\"", cursor);
    const int counts = kind == LINEAR || kind == COUNTS;
    layer *l = net + depth + 1;
    l->inputs = l[-1].units;
    alternative = zeros(2, sizeof *alternative);
    for (; !counts && word(alternatives ? ";" : ""); alternatives++) {
        GROW(alternative, alternatives + 1);
        while (word(" ("))
            add_linear(l, add_unit(l, 0)), read_row(l), expect(")");
        alternative[alternatives + 1] = l->rows;
        check(l->rows > alternative[alternatives], "expected a row");
        check(kind != RANGE || l->rows == alternatives + 1, "expected one row for each bound");
    }
    end_line();
    if (alternatives)
        depth++, set_layer(l);
    for (size_t k = 0; kind != UNSAT && k < alternatives; k++)
        read_witness(k);
    return counts ? "" : claim;
}

// ---- The tree of the certificate ----

// A point inside, a direction if the case is not bounded, and the line of each alternative.
static void read_region(void)
{
    read_vector(": ", "1"), require(scratch, 1);
    if (!now.bounded)
        read_direction();
    for (layer *l = net + hidden + 1; kind != COUNTS && l <= net + depth; l++)
        make_rows(l);
    if (kind == LINEAR)
        read_linear(!word(" ="));
    regions++;
    mpz_add_ui(*count_of, *count_of, now.bounded);
    for (size_t k = 0; k < alternatives; k++) {
        const extent region = now;
        end_line(), add_alternative(k);
        read_cones(), read_empty(region.constraints, kind == UNSAT);
        now = region;
    }
}

// ---- Lemmas ----
//
// A lemma counts the patterns of the layers from one on where the rows of that layer are given
// functions of other coordinates. A case that is mapped onto its domain, such that the layer's rows
// are those functions of the image, has as many. certificate.md, Lemmas

typedef struct {
    layer *l; // the first that it counts
    size_t dimension, constraints;
    vector *constraint, *row; // of its domain; of the layer
    vector *output;           // of units that are on one piece; x of others is NULL
    mpz_t *count;
} lemma;

static lemma *proved;          // those with the largest numbers first
static size_t lemmas, present; // how many there are; the number of the one being read

// Reads rows of numbers. They, and the constant 1 that follows them, are times one factor.
static void read_rows(vector *row, size_t count)
{
    layer read = {.inputs = dimension};
    for (size_t i = 0; i < count; i++)
        expect(" ("), read_row(&read), expect(")");
    clear_denominators(read.weight, read.weights);
    set_zero(row[count]), mpz_set(row[count].x[dimension], common);
    for (size_t i = 0; i < read.weights; i++) {
        mpz_set(row[i / columns].x[i % columns], mpq_numref(read.weight[i]));
        mpq_clear(read.weight[i]);
    }
    free(read.weight);
}

// scratch = a form of a lemma's coordinates, which are the forms `image` of the present ones.
static void pull(const mpz_t *form, size_t count, const vector *image)
{
    for (size_t c = 0; c < columns; c++) {
        mpz_set_ui(scratch.x[c], 0);
        for (size_t k = 0; k <= count; k++)
            mpz_addmul(scratch.x[c], form[k], image[k].x[c]);
    }
    round_vector(scratch, 0);
}

// Whether a row or an output of a layer is that of the lemma at the image.
static int is_same(layer *l, const mpz_t *x, const lemma *target, vector lemma_row,
                   const vector *image)
{
    pull(lemma_row.x, target->dimension, image);
    mpz_mul(last, target->row[l->rows].x[target->dimension], image[target->dimension].x[dimension]);
    mpz_neg(other, exact_row(l, l->rows)[dimension]);
    combine(scratch.x, last, x, other, scratch.x);
    multiply(product, scratch.x, scratch.x, columns);
    return !mpz_sgn(product);
}

// The units of the lemma's layer have the same rows; or are on one piece, both here and there, and
// have the same output.
static void compare_units(layer *l, const lemma *target, const vector *image)
{
    for (size_t i = 0; i < l->units; i++) {
        unit *u = l->unit + i;
        settle(l, u, 0);
        const int open = is_open(u) || !target->output[i].x;
        set_output(crease.form, l, u);
        for (size_t r = u->first_row, end = r + (open && u->maxout ? u->pieces : 1); r < end; r++)
            check(open ? is_same(l, exact_row(l, r), target, target->row[r], image)
                       : is_same(l, crease.form.x, target, target->output[i], image),
                  "unit %zu is another in the lemma", i);
    }
}

// Reads the number of a lemma, a point inside, and the coordinates of the image as functions of
// those of the case; further forms, 0 on a part of it, together as many as dimensions; and on the
// next line cones that show that this part, which is mapped onto the lemma's domain, is one.
static void read_image(layer *l, size_t first)
{
    static vector *image;
    image = image ? image : vectors(widest + 2);
    const size_t number = (expect("="), natural());
    check(number > present && number <= present + lemmas, "there is no lemma %zu", number);
    const lemma *target = proved + (present + lemmas - number);
    const size_t d = target->dimension;
    vector *kernel = image + d + 1; // after the constant
    check(d <= dimension && l < target->l && !find_open(&l, l->unit, first, target->l - 1),
          "lemma %zu is about more dimensions, or another layer", number);
    read_vector(" : ", "1"), require(scratch, 1);
    read_rows(image, d), read_rows(kernel, dimension - d);
    const extent whole = now;
    cone *c = new_cone();
    for (size_t k = 0; k < dimension; k++)
        narrow(c, (k < d ? image[k] : kernel[k - d]).x);
    now = whole;
    make_rows(++l), compare_units(l, target, image);
    for (size_t m = 0; m < target->constraints; m++) {
        pull(target->constraint[m].x, d, image);
        check(side(scratch, 1, 0, 1, 0), "inequality %zu of the lemma is not shown", m);
    }
    for (size_t k = 0; k < d && !now.bounded; k++)
        add_constraint(image[k].x, 0), add_constraint(image[k].x, 1);
    const int lost = !now.bounded && g_str_has_prefix(cursor, " / ");
    if (lost)
        read_direction();
    else if (!now.bounded && d < dimension)
        end_line(), read_cones(), check(now.bounded, "expected a direction");
    end_line(), now = whole, new_cone(), base = now.constraints;
    for (size_t m = 0; m < target->constraints; m++)
        pull(target->constraint[m].x, d, image), add_constraint(scratch.x, 0);
    for (size_t k = 0; k < dimension - d; k++)
        add_constraint(kernel[k].x, 0), add_constraint(kernel[k].x, 1);
    read_cones();
    base = present ? borders : 0;
    for (size_t m = base; m < whole.constraints; m++)
        check(side(constraint[m], 1, whole.cones, 1, 0), "constraint %zu of the case is not shown",
              m - base);
    now = whole;
    for (size_t k = lost; k <= hidden; k++)
        mpz_add(count_of[k], count_of[k], target->count[k]);
    regions++;
}

enum { DEEPEST = 10000 };

// The line of a case, and those of the cases that it is split into: it is empty, a region, or split
// by the first unit that is open, of maxout into cases where one of its rows is the largest, else
// into the lowest piece and all others.
static void check_case(layer *l, unit *from, extent before)
{
    static size_t nested;
    unit *u = NULL;
    read_cones();
    if (*cursor == '-')
        read_empty(before.constraints, 0);
    else if (*cursor == '=')
        read_image(l, before.cones);
    else if (!(u = find_open(&l, from, before.cones, net + hidden)))
        read_region();
    end_line();
    if (!u)
        return;
    const extent whole = now;
    const size_t regions_before = regions, low = piece_from(u, 0);
    char *out = memcpy(resize(NULL, l->listed, 1), l->out, l->listed);
    const char *was_out = out + (u->out - l->out);
    check(++nested <= DEEPEST, "splits within splits, more than %d", DEEPEST);
    for (size_t kept = low, others = 0; kept < u->pieces && !others; kept++) {
        if (was_out[kept])
            continue;
        others = !u->maxout && kept > low;
        for (size_t p = low; p < u->pieces; p++) {
            if (was_out[p] || (others ? p != low : p == kept))
                continue;
            if (others && may_meet(u, p, kept)) {
                turn_constraint();
            } else if (may_meet(u, p, kept)) {
                find_crease(l, u, p, kept), make_crease();
                add_constraint(crease.form.x, p > kept);
            }
            u->out[p] = 1;
        }
        check_case(l, u, whole);
        memcpy(l->out, out, l->listed);
        now = whole;
    }
    check(regions > regions_before, "a case that was split has no region");
    free(out);
    nested--;
}

// ---- The claim ----

// Adds the inequalities: none, or u_1 >= LO, u_1 <= HI, .., or those given. The claim has them all.
static void read_inequalities(GString *claim)
{
    g_string_assign(claim, g_str_has_prefix(cursor, "polytope ") ? "polytope" : cursor);
    const int box = word("box"), polytope = !box && word("polytope ");
    const size_t count = box ? 2 * dimension : polytope ? natural() : (expect("space"), 0);
    for (size_t i = 0; i < count; i++) {
        if (box) {
            expect(" "), read_numbers(0, 1, ""), set_zero(scratch);
            mpz_set(scratch.x[i / 2], mpq_denref(*given));
            mpz_neg(scratch.x[dimension], mpq_numref(*given));
        } else {
            end_line(), g_string_append_printf(claim, " (%s)", text), read_vector("", NULL);
        }
        add_constraint(scratch.x, box && i % 2);
    }
    end_line();
}

// Reads the hash of the file from which rows and domain were taken, if it is there, and returns it
// as the claim has it. It is repeated, not verified.
static const char *read_property(void)
{
    enum { HASH = 64 };
    if (!word("property "))
        return "";
    const char *claim = g_strconcat(" property ", cursor, NULL);
    check(strspn(cursor, "abcdef" DIGITS) == HASH, "expected a SHA-256, found \"%.70s\"", cursor);
    cursor += HASH, end_line();
    return claim;
}

// Reads the lines up to the tree. Returns how the claim names the domain; *lines is their hash.
static char *read_domain(const char **lines)
{
    GString *claim = g_string_new(""), *chart = g_string_new("");
    const size_t inputs = net[1].units;
    net[1].units = 0;
    hash = g_checksum_new(G_CHECKSUM_SHA256);
    const int sliced = word("chart ");
    dimension = sliced ? natural() : inputs;
    if (sliced)
        end_line();
    net[1].inputs = dimension;
    while (sliced && net[1].rows < inputs) {
        g_string_append_printf(chart, "%s (%s)", net[1].rows ? "" : " chart", text);
        add_linear(net + 1, add_unit(net + 1, 0)), read_row(net + 1), end_line();
    }
    columns = widest = dimension + 1;
    scratch = *vectors(1), crease.form = *vectors(1);
    for (layer *l = net + (sliced ? 1 : FIRST); l <= net + depth; l++)
        set_layer(l);
    layer *coordinates = net + !sliced;
    for (; coordinates->rows < dimension; coordinates->rows++)
        add_linear(coordinates, add_unit(coordinates, 0));
    set_layer(coordinates);
    for (size_t i = 0; i < columns; i++)
        mpz_set_ui(coordinates->row[i].x[i], 1);
    if (sliced)
        make_rows(net + 1);
    expect("domain ");
    read_inequalities(claim);
    borders = now.constraints;
    *lines = g_checksum_get_string(hash), hash = NULL;
    return g_string_append(claim, chart->str)->str;
}

// Reads the end, which must say what was counted; returns that, as the claim names it.
static char *read_end(void)
{
    char *claim = "", *linear = "", *layers = "";
    if (kind == LINEAR)
        gmp_asprintf(&linear, " %zu linear_regions %zu affine_maps", linear_regions, maps);
    for (size_t l = FIRST; !present && l <= hidden; l++)
        gmp_asprintf(&layers, "%s%s%Zd", layers, l > FIRST ? "," : " ", count_of[l]);
    if (kind != SAT)
        gmp_asprintf(&claim, " %Zd activation_regions %Zd bounded_regions%s%s%s", count_of[hidden],
                     *count_of, linear, layers, present ? "" : " regions_per_layer");
    expect("end"), expect(claim), end_line();
    check(present || (size < 0 && (kind == SAT || regions)),
          "expected a region, and nothing after the end");
    return claim;
}

// Reads a lemma: its number, layer and dimensions, the rows of the layer, the domain, cones; the
// cases, and what was counted. The constraints of the domain of the whole remain before it.
static lemma read_lemma(void)
{
    lemma new = {.count = new_counts()};
    const size_t number = (expect("lemma "), natural()), layers = (expect(" "), natural());
    dimension = new.dimension = (expect(" "), natural()), columns = dimension + 1;
    check(number && (!lemmas || number + 1 == present) && layers && layers <= hidden + 1 - FIRST &&
              dimension && columns <= widest,
          "expected the number before, a layer, and no more dimensions than of the domain");
    layer *l = new.l = net + FIRST - 1 + layers;
    present = number, count_of = new.count, now = (extent){borders, 0, 0}, new_cone();
    read_rows(l->row, l->rows), end_line();
    expect("domain "), read_inequalities(g_string_new("")), read_cones(), end_line();
    for (size_t i = 0; i <= l->rows; i++)
        round_row(l, i, mpz_sizeinbase(l->row[l->rows].x[dimension], 2));
    l->changes = 0, memset(l->known, 0, (l->rows + 1) * sizeof *l->known);
    memset(l->out, 0, l->listed);
    new.output = zeros(l->units + 1, sizeof *new.output);
    for (size_t i = 0; i <= l->units; i++) {
        settle(l, l->unit + i, 0), l->unit[i].piece = NONE;
        if (!is_open(l->unit + i))
            new.output[i] = *vectors(1), set_output(new.output[i], l, l->unit + i);
    }
    new.constraints = now.constraints - borders;
    check_case(l, l->unit, now);
    new.constraint = g_memdup2(constraint + borders, new.constraints * sizeof(vector));
    for (size_t m = borders; m < borders + new.constraints; m++)
        constraint[m] = *vectors(1);
    new.row = l->row, l->row = vectors(l->rows + 1);
    read_end();
    return new;
}

// The hash of the lines of a file.
static const char *hash_of(const char *name)
{
    open_file(name);
    for (; size >= 0; end_line())
        cursor = text + size;
    return g_checksum_get_string(hash);
}

// A long text is written before the stream is flushed: then only ferror says that it failed.
static int print(const char *words)
{
    fputs(words, stdout);
    if (fflush(stdout) || ferror(stdout))
        file = "standard output", line = 0, stop(2, "cannot be written");
    return 0;
}

// Checks the lemmas and the tree. Returns the counts of its end.
static const char *check_proof(const char **claim)
{
    for (kind = COUNTS, base = borders; g_str_has_prefix(cursor, "lemma "); lemmas++) {
        GROW(proved, lemmas);
        proved[lemmas] = read_lemma();
    }
    check(present <= 1, "expected lemma %zu", present - 1);
    dimension = net[1].inputs, columns = dimension + 1;
    now = (extent){borders, 0, 0}, base = present = 0, kind = 0, count_of = new_counts();
    *claim = read_kind();
    check(!lemmas || kind == COUNTS, "lemmas count regions alone");
    if (kind != SAT) {
        count_of = new_counts();
        new_cone(); // the whole space
        check_case(net + 1, net[1].unit, (extent){borders, 0, 0});
    }
    return read_end();
}

int main(int count, char **argument)
{
    char **files = NULL, *box = NULL, *domain_file = NULL;
    gboolean help = FALSE, signs = FALSE, version = FALSE;
    GError *error = NULL;
    const GOptionEntry options[] = {
        {"box", 0, 0, G_OPTION_ARG_STRING, &box, "Refuse every domain but this box", "LO,HI"},
        {"domain", 0, 0, G_OPTION_ARG_FILENAME, &domain_file, "Refuse every other domain", "FILE"},
        {"signs", 0, 0, G_OPTION_ARG_NONE, &signs, "Say which arithmetic decided signs", NULL},
        {"help", 'h', 0, G_OPTION_ARG_NONE, &help, "Print this help", NULL},
        {"version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, "", NULL},
        G_OPTION_ENTRY_NULL};
    signal(SIGABRT, out_of_memory), signal(SIGTRAP, out_of_memory);
    GOptionContext *context = g_option_context_new("NETWORK CERTIFICATE");
    g_option_context_add_main_entries(context, options, NULL);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context, "Verifies a certificate. See: man crease-check");
    const int is_alone = count == 2; // or a file may have the name of the option
    if (!g_option_context_parse(context, &count, &argument, &error))
        stop(2, "%s", error->message);
    if ((version || help) && !is_alone)
        stop(2, "--help and --version stand alone; \"--\" goes before files with such names");
    if (version || help)
        return print(version ? "crease-check " VERSION "\n"
                             : g_option_context_get_help(context, TRUE, NULL));
    if (!files || g_strv_length(files) != 2 || (!strcmp(*files, "-") && !strcmp(files[1], "-")))
        return fputs(g_option_context_get_help(context, TRUE, NULL), stderr), 2;
    if (!(key = open_memstream(&key_text, &key_length)))
        out_of_memory(0);
    table = g_hash_table_new(g_str_hash, g_str_equal);
    mpz_inits(common, product, divisor, rise, other, last, NULL);
    const char *network = read_network(files[0]);
    const char *lines = domain_file ? hash_of(domain_file) : NULL;
    open_file(files[1]);
    check((expect("crease-certificate "), natural()) == 5,
          "an old format; a new one is made by: crease certify");
    end_line();
    expect("network "),
        check(word(network), "the certificate is of the network %.64s, not of %s", cursor, network);
    end_line();
    const char *property = read_property(), *domain_hash;
    char *domain = read_domain(&domain_hash), *wanted = "box";
    if (box)
        g_strdelimit(box, ",", ' ');
    while (box && strlen(wanted) < strlen(domain))
        gmp_asprintf(&wanted, "%s %s", wanted, box);
    check((!box || !strcmp(wanted, domain)) && (!lines || !strcmp(lines, domain_hash)),
          "the domain is %.1500s; expected another", domain);
    const char *claim, *counts = check_proof(&claim);
    print(g_strdup_printf("VERIFIED%s%s network %s%s domain %s sha256 %s\n", claim, counts, network,
                          property, domain, domain_hash));
    if (signs)
        fprintf(stderr,
                "crease-check: %llu signs by doubles with proved bounds, %llu by integers\n",
                by_doubles, by_integers);
    return 0; // and nowhere else, but for --help and --version
}
