// crease-check NETWORK CERTIFICATE: proves the region counts of a certificate, or refuses.
//
// certificate.md has the grammar, the proof, and the steps named here. Nothing is shared with
// the engine: integers and rationals are GMP's. Exit status 0 has one path, at the end of main.
#include <getopt.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h> // after stdio.h
#include <nettle/sha2.h>

#define VERSION "0.1.0"
#ifndef EXACT // 1: no sign is decided in doubles
#define EXACT 0
#endif

// ---- Refusals, memory ----

static const char *file = ""; // the file being read
static size_t line;           // the number of its current line

// Prints one line, in which bytes that a terminal might obey are '?', and exits.
__attribute__((noreturn, format(printf, 2, 3))) static void stop(int status, const char *format,
                                                                 ...)
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

// 1: the certificate does not prove its claim; 2: a file cannot be read, or misuse.
#define refuse(...) stop(1, __VA_ARGS__)
#define fail_to_run(...) stop(2, __VA_ARGS__)

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

// Zeros: count of them and one more.
static void *array(size_t count, size_t size)
{
    return memset(resize(NULL, count, size), 0, (count + 1) * size);
}

// Makes room for one more after the first `count` entries of a list that grows one by one.
#define GROW(list, count) \
    (list = (count) & ((count)-1) ? list : resize(list, 2 * (count) + 1, sizeof *list))

static mpq_t *rationals(size_t count)
{
    mpq_t *new = array(count, sizeof *new);
    for (size_t i = 0; i < count; i++)
        mpq_init(new[i]);
    return new;
}

static mpz_t *integers(size_t count)
{
    mpz_t *new = array(count, sizeof *new);
    for (size_t i = 0; i < count; i++)
        mpz_init(new[i]);
    return new;
}

// An integer that is initialized once.
#define SCRATCH(name)   \
    static mpz_t *name; \
    name = name ? name : integers(1)

// A stream into memory; *text is valid once it is closed.
static FILE *begin_text(char **text)
{
    static size_t size;
    FILE *to = open_memstream(text, &size);
    return to ? to : (refuse("out of memory"), NULL);
}

// ---- Reading, line by line ----

static FILE *source;           // NULL after its last line
static char *text, *at;        // the current line without its newline; the rest to be read
static ssize_t size;           // length of the line; -1 after the last
static struct sha256_ctx hash; // of the lines read since begin_hash
static int hashed;

static void begin_hash(void)
{
    sha256_init(&hash);
    hashed = 1;
}

static char *end_hash(void)
{
    uint8_t bytes[SHA256_DIGEST_SIZE];
    char *hex = array(2 * sizeof bytes + 1, 1);
    sha256_digest(&hash, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    hashed = 0;
    return hex;
}

static void next_line(void)
{
    static size_t room;
    size = source ? getline(&text, &room, source) : -1;
    line++;
    at = text;
    if (source && size < 0 && !feof(source))
        refuse("out of memory");
    if (source && feof(source)) {
        if (pclose(source))
            fail_to_run("expected a file that can be read and is not damaged or cut off");
        source = NULL;
    }
    if (size < 0)
        *text = '\0';
    else if (text[size - 1] == '\n')
        text[--size] = '\0';
    else
        size++; // without a newline, end_line refuses it
}

// Starts reading the output of a shell command, which finds the file's name in $CREASE_FILE.
static void read_from(const char *command)
{
    if (source)
        pclose(source);
    if (!(source = popen(command, "r")))
        fail_to_run("%s cannot be run", command);
    line = 0;
    next_line();
}

// "-" is standard input. With -f, gzip copies input that is not compressed.
static void open_file(const char *name)
{
    file = name, line = 0;
    setenv("CREASE_FILE", name, 1);
    read_from(strcmp(name, "-") ? "exec gzip -dcf <\"$CREASE_FILE\"" : "exec gzip -dcf");
}

// Skips a word if it is next; returns whether it was.
static int word(const char *expected)
{
    size_t length = strlen(expected);
    int found = !strncmp(at, expected, length);
    at += found ? length : 0;
    return found;
}

static void expect(const char *expected)
{
    if (!word(expected))
        refuse("expected \"%s\", found \"%.40s\"", expected, at);
}

static void end_line(void)
{
    if (at != text + size)
        refuse("expected the end of the line, found \"%.40s\"", at);
    if (hashed) {
        sha256_update(&hash, (size_t)size, (const uint8_t *)text);
        sha256_update(&hash, 1, (const uint8_t *)"\n");
    }
    next_line();
}

#define DIGITS "0123456789"

static size_t natural(void)
{
    size_t digits = strspn(at, DIGITS);
    if (!digits || digits > 15 || (*at == '0' && digits > 1))
        refuse("expected a natural number, found \"%.40s\"", at);
    return strtoull(at, &at, 10);
}

enum { LONGEST = 100000 }; // characters of a number

// Numbers: digits, or digits/digits, perhaps after a minus sign.
static void read_numbers(mpq_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            expect(" ");
        char *end = at + strspn(at, "-/" DIGITS), after = *end;
        *end = '\0';
        int bad = end - at > LONGEST || mpq_set_str(x[i], at, 10) || mpz_sgn(mpq_denref(x[i])) <= 0;
        *end = after;
        if (bad)
            refuse("expected a number, found \"%.60s\"", at);
        mpq_canonicalize(x[i]);
        at = end;
    }
}

// ---- The network: y^0 = x, z^l = W^l y^(l-1) + b^l, y^l_i = act_li(z^l_i) ----

static size_t dimension, columns;

// A form, a point or a direction, in integers and rounded; points are homogeneous, (u, w). If
// near[columns] is not 0, numbers of near are wrong by that at most, and x is not known.
typedef struct {
    mpz_t *x;
    double *near;
} vector;

typedef struct {
    size_t maxout;    // 1: z of piece p is row first_row + p, and the largest is in force
    size_t first_row; // in the layer; without maxout this is z
    // Piece p is y = slope z + offset, up to z = cut[p]. Slopes and offsets take turns in the
    // layer's list, from place first_slope on. Maxout has one of each for all pieces.
    size_t pieces, first_slope;
    mpq_t *cut;
    char *out;          // 1 for pieces that are crossed out
    size_t piece, left; // the lowest piece that is not; how many are not
    size_t made;        // the piece from which the rows of the next layer were computed
} unit;

typedef struct {
    size_t row, number; // its place in the layer's list
    double near;
} weight;

typedef struct {
    weight *of;
    size_t count;
} column;

typedef struct {
    size_t rows, inputs, units;
    column *column; // of the matrix (W, b), without zeros
    mpq_t *weight, *slope;
    size_t weights, slopes;
    unit *unit; // the last is followed by a constant unit, y = 1
    // Rows are z times `scale`, outputs are y times out_scale. make_rows computes rows from the
    // pieces of the layer before.
    vector *row;
    mpz_t scale, out_scale;
    int made;
    // In the lazy layer row.near is z, and exact_row computes row.x when it is needed; exact_at is
    // the state for which it has.
    double *near, largest, total;
    size_t updates, state, *exact_at;
} layer;

// 0: the coordinates; 1: the inputs, by a chart or equal to them; FIRST .. hidden: layers with a
// place in patterns; at most one more up to depth; and an empty one.
static layer *net;
enum { FIRST = 2 };
static size_t depth, hidden;
static layer *lazy; // the last of the pattern, or NULL
static int linear;  // linear regions are counted

// Appends 0 to a list.
static mpq_ptr add_number(mpq_t **list, size_t *count)
{
    GROW(*list, *count);
    mpq_init((*list)[*count]);
    return (*list)[(*count)++];
}

// "B1,..,Bk;S0,..,Sk;V": breakpoints, slopes, and the value at 0, which is 0 if it is missing.
static void read_pieces(layer *l, unit *u)
{
    mpq_t *x = rationals(strlen(at) + 2), *offset = rationals(2);
    size_t count[3] = {0}, group = 0, n = 0;
    do {
        if (group || *at != ';') // only "linear" has no breakpoints
            read_numbers(x + n++, 1), count[group]++;
    } while (word(",") || (group < 2 && word(";") && ++group));
    if (*at || count[1] != count[0] + 1 || count[2] > 1)
        refuse("expected B1,..,Bk;S0,..,Sk;V in an activation");
    u->pieces = count[1];
    u->cut = x;
    const mpq_t *slope = x + count[0];
    for (size_t p = 0; p < u->pieces; p++) { // continuous; the first offset is 0 so far
        if (p > 1 && mpq_cmp(x[p - 2], x[p - 1]) >= 0)
            refuse("the breakpoints of an activation do not increase");
        if (p) {
            mpq_sub(offset[1], slope[p - 1], slope[p]);
            mpq_mul(offset[1], offset[1], x[p - 1]);
            mpq_add(offset[0], offset[0], offset[1]);
        }
        mpq_set(add_number(&l->slope, &l->slopes), slope[p]);
        mpq_set(add_number(&l->slope, &l->slopes), offset[0]);
    }
    size_t zero = 0; // the piece that contains 0
    while (zero < count[0] && mpq_sgn(x[zero]) < 0)
        zero++;
    mpq_t *all = l->slope + u->first_slope + 1;
    mpq_sub(offset[1], x[count[0] + count[1]], all[2 * zero]);
    for (size_t p = 0; p < u->pieces; p++)
        mpq_add(all[2 * p], all[2 * p], offset[1]);
}

static void read_activation(layer *l, unit *u)
{
    static const char *const fixed[][2] = {
        {"linear", ";1"}, {"relu", "0;0,1"}, {"abs", "0;-1,1"}, {"hardtanh", "-1,1;0,1,0"}};
    char *name = strndup(at, strcspn(at, " ")), *after = at + strlen(name), *pieces;
    FILE *to = begin_text(&pieces);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!strcmp(name, fixed[i][0]))
            fputs(fixed[i][1], to);
    if (!strncmp(name, "pwl:", 4))
        fputs(name + 4, to);
    if (!strncmp(name, "leaky:", 6))
        fprintf(to, "0;%s,1", name + 6);
    u->maxout = !strncmp(name, "maxout:", 7);
    if (u->maxout)
        fputs(";1", to);
    fclose(to);
    u->first_slope = l->slopes;
    at = pieces;
    if (*at)
        read_pieces(l, u);
    if (u->maxout)
        at = name + 7, u->pieces = natural();
    if (*at || u->pieces > 65536 || u->pieces < 1 + u->maxout)
        refuse("expected an activation, found \"%.60s\"", name);
    at = after;
}

// The units of a layer, as many as its first line says, and the constant after them. One activation
// may be that of all.
static void set_units(layer *l, size_t units, char *names)
{
    size_t rows = 0;
    char *back = at;
    int one = !strchr(names + 1, ' ');
    at = names;
    l->units = units <= l->rows ? units : 0;
    l->unit = array(l->units, sizeof *l->unit);
    for (unit *u = l->unit; rows <= l->rows && u < l->unit + l->units; u++) {
        if (u > l->unit && one)
            *u = u[-1];
        else
            expect(" "), read_activation(l, u);
        u->out = array(u->pieces, 1);
        u->left = u->pieces;
        u->first_row = rows;
        rows += u->maxout ? u->pieces : 1;
    }
    if (!rows || rows != l->rows || *at)
        refuse("layer %zu: wrong number of units or rows", (size_t)(l - net) - 1);
    l->unit[units] = (unit){.pieces = 1, .left = 1, .first_slope = l->slopes};
    add_number(&l->slope, &l->slopes);
    mpq_set_ui(add_number(&l->slope, &l->slopes), 1, 1);
    at = back;
}

static mpq_ptr add_weight(layer *l, size_t row, size_t j)
{
    column *c = l->column + j;
    GROW(c->of, c->count);
    c->of[c->count++] = (weight){row, l->weights, 0};
    return add_number(&l->weight, &l->weights);
}

// The weights of a row, and its bias.
static void read_row(layer *l, size_t i)
{
    if (strlen(at) / 2 < l->inputs)
        refuse("layer %zu: expected rows of %zu numbers", (size_t)(l - net) - 1, l->inputs + 1);
    if (!l->column)
        l->column = array(l->inputs, sizeof *l->column);
    for (size_t j = 0; j <= l->inputs; j++) {
        if (j)
            expect(" ");
        if (*at == '0' && at[1] == ' ')
            at++;
        else
            read_numbers((mpq_t *)add_weight(l, i, j), 1);
    }
    end_line();
}

// Reads the canonical text of a network (docs/formats.md) and returns its hash. Another file is
// converted by crease, beside this program or installed.
static char *read_network(const char *name, const char *self)
{
    char *beside;
    open_file(name);
    if (strncmp(at, "crease-network ", 15) && strcmp(name, "-")) {
        gmp_asprintf(&beside, "%.*screase",
                     (int)(strrchr(self, '/') ? strrchr(self, '/') - self + 1 : 0), self);
        setenv("CREASE", beside, 1);
        read_from("exec \"$CREASE\" convert --format=canonical -o - -- \"$CREASE_FILE\"");
        fputs("crease-check: the network was converted to its canonical text by crease\n", stderr);
    }
    begin_hash();
    expect("crease-network 1"), end_line(), expect("inputs ");
    net = array(FIRST, sizeof *net);
    net[1].units = net[1].rows = natural();
    end_line();
    for (depth = 1; net[1].units && size >= 0;) {
        net = resize(net, ++depth + 1, sizeof *net);
        memset(net + depth, 0, 2 * sizeof *net);
        layer *l = net + depth;
        l->inputs = l[-1].units;
        expect("layer ");
        size_t units = natural();
        char *names = strdup(at);
        at += strlen(at);
        end_line();
        while (*at && strchr("-" DIGITS, *at))
            read_row(l, l->rows++);
        set_units(l, units, names);
        hidden = depth - !strcmp(names, " linear");
    }
    if (depth < FIRST)
        refuse("expected inputs and layers");
    return end_hash();
}

// ---- The network in integers ----

static vector scratch; // for any function; most calls change it

static vector new_vector(void)
{
    return (vector){integers(columns), array(columns, sizeof(double))};
}

static void set_zero(vector v)
{
    for (size_t c = 0; c < columns; c++)
        mpz_set_ui(v.x[c], 0), v.near[c] = 0;
}

// Multiplies a list by its least common denominator, `scale`.
static void clear_denominators(mpq_t *x, size_t count, mpz_t scale)
{
    mpz_set_ui(scale, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(scale, scale, mpq_denref(x[i]));
    for (size_t i = 0; i < count; i++) {
        mpz_divexact(mpq_denref(x[i]), scale, mpq_denref(x[i]));
        mpz_mul(mpq_numref(x[i]), mpq_numref(x[i]), mpq_denref(x[i]));
        mpz_set_ui(mpq_denref(x[i]), 1);
    }
}

// Weights become integers and the rows z times a scale; slopes and offsets become integers, with
// which the outputs are y times another.
static void set_layer(layer *l)
{
    l->largest = 1e-100;
    for (size_t j = 0; l > net && j <= l->inputs; j++)
        for (size_t k = 0; k < l->column[j].count; k++) {
            weight *w = l->column[j].of + k;
            w->near = mpq_get_d(l->weight[w->number]);
            l->largest = fmax(l->largest, fabs(w->near));
        }
    mpz_inits(l->scale, l->out_scale, NULL);
    clear_denominators(l->weight, l->weights, l->scale);
    clear_denominators(l->slope, l->slopes, l->out_scale);
    if (l > net)
        mpz_mul(l->scale, l->scale, l[-1].out_scale);
    mpz_mul(l->out_scale, l->out_scale, l->scale);
    for (size_t k = 1; k < l->slopes; k += 2)
        mpz_mul(mpq_numref(l->slope[k]), mpq_numref(l->slope[k]), l->scale);
    l->exact_at = array(l->rows, sizeof *l->exact_at);
    l->row = array(l->rows, sizeof *l->row);
    l->near = array(l->rows, columns * sizeof *l->near);
    for (size_t i = 0; i < l->rows; i++)
        l->row[i] = (vector){integers(columns), l->near + i * columns};
}

// y += (or -=) the output of a unit on a piece.
static void add_output(mpz_t *y, const layer *l, const unit *u, size_t piece, int minus)
{
    const mpz_t *row = l->row[u->first_row + u->maxout * piece].x;
    const mpq_t *slope = l->slope + u->first_slope + (u->maxout ? 0 : 2 * piece);
    for (size_t c = 0; mpq_sgn(slope[0]) && c < columns; c++)
        (minus ? mpz_submul : mpz_addmul)(y[c], mpq_numref(slope[0]), row[c]);
    (minus ? mpz_sub : mpz_add)(y[dimension], y[dimension], mpq_numref(slope[1]));
}

// The rows of a layer change as input j changes by y; those of the lazy layer in doubles. total is
// at least the sum of all |weight| |y| that were added to a number. certificate.md, Doubles.
static void pass_on(layer *l, size_t j, vector y)
{
    long of_scale, of_y;
    const int near = l == lazy;
    double most = 1e-200, scale = mpz_get_d_2exp(&of_scale, l[-1].out_scale);
    for (size_t c = 0; near && c < columns; c++) {
        y.near[c] = mpz_get_d_2exp(&of_y, y.x[c]) / scale;
        y.near[c] = ldexp(y.near[c], (int)(of_y - of_scale));
        most = fmax(most, fabs(y.near[c]));
    }
    for (size_t k = 0; k < l->column[j].count; k++) {
        const weight *w = l->column[j].of + k;
        double *to = l->near + w->row * columns;
        for (size_t c = 0; near && c < columns; c++)
            to[c] += w->near * y.near[c];
        for (size_t c = 0; !near && c < columns; c++)
            if (mpz_sgn(y.x[c]))
                mpz_addmul(l->row[w->row].x[c], mpq_numref(l->weight[w->number]), y.x[c]);
    }
    l->total += l->largest * most;
    l->updates++;
}

// Brings the rows of a layer up to date with the pieces of the layer before, whose rows are.
static void make_rows(layer *l)
{
    int anew = !l->made || (l == lazy && l->updates > 8 * l->inputs);
    l->made = 1;
    l->state++;
    for (size_t i = 0; anew && i < l->rows; i++)
        set_zero(l->row[i]);
    if (anew)
        l->total = 0, l->updates = 0;
    for (size_t j = 0; j <= l->inputs; j++) {
        unit *u = l[-1].unit + j;
        if (!anew && u->made == u->piece)
            continue;
        set_zero(scratch);
        if (!anew)
            add_output(scratch.x, l - 1, u, u->made, 1);
        add_output(scratch.x, l - 1, u, u->made = u->piece, 0);
        pass_on(l, j, scratch);
        l[1].made = 0;
    }
}

// Row i of a layer in integers. In its column the weight of row i has at most place i.
static const mpz_t *exact_row(layer *l, size_t i)
{
    mpz_t *row = l->row[i].x;
    if (l != lazy || l->exact_at[i] == l->state)
        return row;
    l->exact_at[i] = l->state;
    for (size_t c = 0; c < columns; c++)
        mpz_set_ui(row[c], 0);
    for (size_t j = 0; j <= l->inputs; j++) {
        const column *in = l->column + j;
        size_t k = i < in->count ? i + 1 : in->count;
        while (k > 0 && in->of[k - 1].row > i)
            k--;
        if (k == 0 || in->of[k - 1].row < i)
            continue;
        set_zero(scratch);
        add_output(scratch.x, l - 1, l[-1].unit + j, l[-1].unit[j].piece, 0);
        for (size_t c = 0; c < columns; c++)
            mpz_addmul(row[c], mpq_numref(l->weight[in->of[k - 1].number]), scratch.x[c]);
    }
    return row;
}

// ---- The proof by cases ----
//
// A case of the domain is where all constraints, affine forms, are >= 0. The file goes through the
// cases depth first, a line each.

// All points where some independent constraints are >= 0: those of its apex, an edge for each of
// these constraints, which rises along it while the others stand still, and lines along which all
// do. The last number of a point is > 0, that of a direction 0.
typedef struct {
    size_t *of, size;
    vector *by; // the apex, edges, lines
} cone;

// The lengths of the lists of the current case, which extend those of the cases that contain it;
// and whether it has been shown to be bounded.
typedef struct {
    size_t constraints, cones, crossed;
    int bounded;
} extent;

static extent now;
static vector *constraint;
static size_t borders; // the first are the domain's inequalities
static cone *in_scope;

// v.near = v.x divided by a power of two: each at most 1 in size, and wrong by 2^-52 of it and
// 2^-1074 at most.
static void round_vector(vector v)
{
    size_t bits = 0;
    long exponent;
    for (size_t c = 0; c < columns; c++)
        bits = mpz_sizeinbase(v.x[c], 2) > bits ? mpz_sizeinbase(v.x[c], 2) : bits;
    for (size_t c = 0; c < columns; c++) {
        v.near[c] = mpz_get_d_2exp(&exponent, v.x[c]);
        v.near[c] = ldexp(v.near[c], (int)(exponent - (long)bits));
    }
    v.near[columns] = 0;
}

// scratch = the numbers times their least common denominator.
static void take_multiple(mpq_t *x)
{
    SCRATCH(scale);
    clear_denominators(x, columns, *scale);
    for (size_t c = 0; c < columns; c++)
        mpz_set(scratch.x[c], mpq_numref(x[c]));
    round_vector(scratch);
}

// The current crease, and which one it is.
static vector crease;
static struct {
    layer *l;
    const unit *u;
    size_t low, high;
} crease_of;

// The form that is <= 0 where the lower of two pieces may be in force and >= 0 where the higher
// may: z - breakpoint; of maxout, the higher row less the lower.
static void make_crease(void)
{
    const unit *u = crease_of.u;
    const mpz_t *row = exact_row(crease_of.l, u->first_row + u->maxout * crease_of.high);
    const mpz_t *less = exact_row(crease_of.l, u->first_row + u->maxout * crease_of.low);
    for (size_t c = 0; c < columns; c++)
        if (u->maxout)
            mpz_sub(crease.x[c], row[c], less[c]);
        else
            mpz_mul(crease.x[c], row[c], mpq_denref(u->cut[crease_of.low]));
    if (!u->maxout)
        mpz_submul(crease.x[dimension], mpq_numref(u->cut[crease_of.low]), crease_of.l->scale);
    round_vector(crease);
}

// The same, in doubles if rows are.
static vector find_crease(layer *l, const unit *u, size_t low, size_t high)
{
    crease_of.l = l, crease_of.u = u, crease_of.low = low, crease_of.high = high;
    if (l != lazy) {
        make_crease();
        return crease;
    }
    const double *row = l->row[u->first_row + u->maxout * high].near,
                 *less = l->row[u->first_row + u->maxout * low].near;
    double each = l->total * (double)(l->updates + 32) * 0x1p-52, wrong = 1e-290 + each;
    double cut = u->maxout ? 0 : mpq_get_d(u->cut[low]);
    for (size_t c = 0; c < columns; c++)
        crease.near[c] = u->maxout ? row[c] - less[c] : row[c];
    crease.near[dimension] -= cut;
    crease.near[columns] = wrong + (u->maxout ? each : fabs(cut) * 0x1p-50);
    return crease;
}

static void multiply(mpz_t product, const mpz_t *x, const mpz_t *y, size_t count)
{
    mpz_set_ui(product, 0);
    for (size_t c = 0; c < count; c++)
        mpz_addmul(product, x[c], y[c]);
}

// The sign of a form at a point or along a direction: farther from 0 than doubles may be wrong, or
// in integers.
static int sign(vector form, vector v)
{
    SCRATCH(exact);
    double sum = 0, all = 1e-280;
    for (size_t c = 0; c < columns; c++) {
        double term = form.near[c] * v.near[c];
        sum += term, all += fabs(term);
    }
    double error = (double)(columns + 8) * (1e-15 * all + 1.01 * form.near[columns]);
    if (!EXACT && fabs(sum) > error)
        return sum > 0 ? 1 : -1;
    if (form.near[columns] > 0) { // it is the crease
        make_crease();
        return sign(form, v);
    }
    multiply(*exact, form.x, v.x, columns);
    return mpz_sgn(*exact);
}

// The form, divided by the greatest common divisor of its numbers.
static void add_constraint(mpz_t *form, int minus)
{
    static size_t made;
    SCRATCH(divisor);
    if (made == now.constraints) {
        GROW(constraint, made);
        constraint[made++] = new_vector();
    }
    vector to = constraint[now.constraints++];
    mpz_set_ui(*divisor, 0);
    for (size_t c = 0; c < columns && mpz_cmp_ui(*divisor, 1); c++)
        mpz_gcd(*divisor, *divisor, form[c]);
    for (size_t c = 0; c < columns; c++) {
        (minus ? mpz_neg : mpz_set)(to.x[c], form[c]);
        if (mpz_cmp_ui(*divisor, 1) > 0)
            mpz_divexact(to.x[c], to.x[c], *divisor);
    }
    round_vector(to);
}

// ---- Cones ----

// The whole space: the apex 0, and a line for each coordinate.
static cone *new_cone(void)
{
    static size_t made;
    if (made == now.cones) {
        GROW(in_scope, made);
        cone *new = in_scope + made++;
        new->of = array(columns, sizeof *new->of);
        new->by = array(columns, sizeof *new->by);
        for (size_t g = 0; g < columns; g++)
            new->by[g] = new_vector();
    }
    cone *c = in_scope + now.cones++;
    c->size = 0;
    for (size_t g = 0; g < columns; g++) {
        set_zero(c->by[g]);
        mpz_set_ui(c->by[g].x[g ? g - 1 : dimension], 1);
        c->by[g].near[g ? g - 1 : dimension] = 1;
    }
    return c;
}

// A line of the cone along which the form changes becomes an edge, along which it rises. So much of
// that is taken from the other edges and lines that the form stands still along them. Returns 0 if
// there is no such line. All are integers over `last`, the determinant of the forms in as many
// coordinates, so that the division is exact (Bareiss 1968).
static int narrow(cone *c, const mpz_t *form, mpz_t last)
{
    SCRATCH(rise);
    SCRATCH(other);
    size_t found = c->size;
    mpz_set_ui(*rise, 0);
    while (!mpz_sgn(*rise) && ++found < columns)
        multiply(*rise, form, c->by[found].x, dimension);
    if (!mpz_sgn(*rise))
        return 0;
    vector edge = c->by[found];
    c->by[found] = c->by[++c->size];
    c->by[c->size] = edge;
    for (size_t k = 0; mpz_sgn(*rise) < 0 && k < dimension; k++)
        mpz_neg(edge.x[k], edge.x[k]);
    mpz_abs(*rise, *rise);
    for (size_t g = 1; g < columns; g++) {
        mpz_t *x = c->by[g].x;
        multiply(*other, form, x, dimension);
        for (size_t k = 0; g != c->size && k < dimension; k++) {
            mpz_mul(x[k], x[k], *rise);
            mpz_submul(x[k], edge.x[k], *other);
            if (mpz_sgn(x[k]))
                mpz_divexact(x[k], x[k], last);
        }
    }
    mpz_set(last, *rise);
    return 1;
}

// By the latest cone in scope, from number `first` on, that shows a side: -1, the form is <= 0 on
// the case; 1, it is >= 0 and not 0. 0: none does. `from` 1 leaves the apex, and so the
// constant, out, and looks for >= 0 only. Cones of `named` constraints only, if they are given.
static int side(vector form, size_t first, size_t from, const mpz_t *named)
{
    for (size_t i = now.cones; i > first; i--) {
        const cone *c = in_scope + i - 1;
        int above = 1, below = !from;
        for (size_t k = 0; named && k < c->size; k++)
            above &= mpz_tstbit(*named, c->of[k]);
        below &= above;
        for (size_t g = from; (below || above) && g < columns; g++) {
            int s = sign(form, c->by[g]);
            below &= g <= c->size ? s <= 0 : !s;
            above &= g <= c->size ? s >= 0 : !s;
        }
        if (below || above)
            return below ? -1 : 1;
    }
    return 0;
}

// ---- Units ----

typedef struct {
    unit *of;
    size_t piece;
} crossing_out;

static crossing_out *crossing; // in order

// A piece of a unit that is in force nowhere in the case.
static void cross_out(unit *u, size_t piece)
{
    if (u->out[piece])
        return;
    GROW(crossing, now.crossed);
    crossing[now.crossed++] = (crossing_out){u, piece};
    u->out[piece] = 1;
    u->left--;
    while (u->out[u->piece])
        u->piece++;
}

static void take_back(extent to)
{
    while (now.crossed > to.crossed) {
        crossing_out last = crossing[--now.crossed];
        last.of->out[last.piece] = 0;
        last.of->left++;
        if (last.piece < last.of->piece)
            last.of->piece = last.piece;
    }
    now = to;
}

// Crosses out the pieces of a unit that cones from `first` on show to be in force nowhere. With
// breakpoints the lowest two that are left are tried; if the lower goes, the next two are tried on
// all cones.
static void settle(layer *l, unit *u, size_t first)
{
    for (size_t low = u->piece; low + 1 < u->pieces; low++)
        for (size_t high = low + 1; !u->out[low] && high < u->pieces; high++) {
            if (u->out[high])
                continue;
            int s = side(find_crease(l, u, low, high), first, 0, NULL);
            if (s > 0)
                cross_out(u, low);
            for (size_t p = high; s < 0 && p < (u->maxout ? high + 1 : u->pieces); p++)
                cross_out(u, p);
            if (!u->maxout && !s)
                return;
            first = u->maxout ? first : 0;
        }
}

static size_t regions, bounded_regions, *per_layer;

// Goes on through the layers until there is a unit whose piece is not known; NULL if all are. In
// this layer all before number `fresh` are; others were tried on the cones before `first`.
static unit *find_open(layer **l, size_t first, size_t fresh)
{
    for (;; ++*l, first = fresh = 0) {
        unit *open = NULL;
        for (size_t j = fresh; j < (*l)->units && (!open || first < now.cones); j++) {
            unit *u = (*l)->unit + j;
            if (u->left > 1 && (first < now.cones || j == fresh))
                settle(*l, u, j == fresh ? 0 : first);
            if (u->left > 1 && !open)
                open = u;
        }
        if (open)
            return open;
        per_layer[*l - net]++;
        if (*l == net + hidden)
            return NULL;
        make_rows(*l + 1);
    }
}

// ---- Points and lists of constraints in the certificate ----

// scratch = a point or a direction: its last number is 1 or 0.
static void read_vector(const char *mark, unsigned last)
{
    static mpq_t *x;
    x = x ? x : rationals(columns);
    expect(mark);
    read_numbers(x, dimension);
    mpq_set_ui(x[dimension], last, 1);
    take_multiple(x);
}

static size_t *listed; // their places among the constraints

// Returns how many there are.
static size_t read_constraints(void)
{
    size_t count = 0;
    do {
        size_t m = natural();
        if (m >= now.constraints)
            refuse("there is no constraint %zu", m);
        GROW(listed, count);
        listed[count++] = now.constraints - 1 - m; // the number of newer ones
    } while (word("."));
    return count;
}

// ---- Linear regions: what lies across facets, and maps ----

// An entry of a table of texts.
typedef struct {
    size_t value;
    char text[];
} entry;

static void *facet_table, *map_table;
static size_t linear_regions, *linear_of, maps, *map_of;
static char *map_has_unnamed; // by map

static int compare(const void *a, const void *b)
{
    return strcmp(((const entry *)a)->text, ((const entry *)b)->text);
}

// The entry of a text, which is put there with the value if there is none.
static entry *enter(void **table, const char *key, size_t value)
{
    entry *new = array(sizeof *new + strlen(key), 1), **found;
    new->value = value;
    strcpy(new->text, key);
    if (!(found = tsearch(new, table, compare)))
        refuse("out of memory");
    if (*found != new)
        free(new);
    return *found;
}

static size_t root(size_t i)
{
    while (linear_of[i] != i)
        i = linear_of[i] = linear_of[linear_of[i]];
    return i;
}

// A number for each different map: the outputs' rows.
static size_t find_map(void)
{
    char *key;
    FILE *to = begin_text(&key);
    layer *last = net + depth;
    if (hidden < depth)
        make_rows(last);
    for (unit *u = last->unit; u < last->unit + last->units; u++) {
        set_zero(scratch);
        add_output(scratch.x, last, u, u->piece, 0);
        for (size_t c = 0; c < columns; c++)
            gmp_fprintf(to, "%Zx ", scratch.x[c]);
    }
    fclose(to);
    size_t found = enter(&map_table, key, maps)->value;
    free(key);
    return found;
}

// Whether the form is 0 all over the hyperplane of a constraint.
static int vanishes_on(vector form, vector plane)
{
    SCRATCH(minor);
    size_t k = 0;
    mpz_set_ui(*minor, 0);
    while (!mpz_sgn(plane.x[k]))
        k++;
    for (size_t c = 0; !mpz_sgn(*minor) && c < columns; c++) {
        mpz_mul(*minor, form.x[c], plane.x[k]);
        mpz_submul(*minor, form.x[k], plane.x[c]);
    }
    return !mpz_sgn(*minor);
}

// The key of a facet: for each unit, the pieces in force on its hyperplane, where two may meet, or
// more rows of maxout. If another region had this key, joins the two when their maps are equal and
// removes the key; otherwise enters it.
static void pair_facet(vector plane)
{
    char *key;
    FILE *to = begin_text(&key);
    for (layer *l = net + FIRST; l <= net + hidden; l++)
        for (unit *u = l->unit; u < l->unit + l->units; u++) {
            size_t p = u->piece;
            for (size_t q = 0; q < u->pieces; q++)
                if (q == p || ((u->maxout || q + 1 == p || q == p + 1) &&
                               vanishes_on(find_crease(l, u, p < q ? p : q, p < q ? q : p), plane)))
                    fprintf(to, "%zu ", q);
            fputs(",", to);
        }
    fclose(to);
    entry *other = enter(&facet_table, key, regions);
    free(key);
    if (other->value == regions)
        return;
    size_t a = root(other->value), b = root(regions);
    if (a != b && map_of[a] == map_of[b]) {
        linear_of[a] = b;
        linear_regions--;
    }
    tdelete(other, &facet_table, compare);
    free(other);
}

// Reads a point where the constraint is negative and all other named ones are positive: the line
// from a point inside meets the facet where these are positive too.
static void read_beyond(size_t facet, const mpz_t named)
{
    read_vector(" : ", 1);
    for (size_t m = 0; m < now.constraints; m++) {
        int s = sign(constraint[m], scratch);
        if (mpz_tstbit(named, m) && (m == facet ? s >= 0 : s <= 0))
            refuse("constraint %zu is not shown to have a facet", facet);
    }
    pair_facet(constraint[facet]);
}

// The constraints with facets. Others follow from these; for each but the domain's a point beyond.
static void read_facets(void)
{
    SCRATCH(named);
    mpz_set_ui(*named, 0);
    size_t count = read_constraints();
    for (size_t i = 0; i < count; i++)
        mpz_setbit(*named, listed[i]);
    for (size_t m = 0; m < now.constraints; m++)
        if (!mpz_tstbit(*named, m) && side(constraint[m], 0, 0, named) <= 0)
            refuse("constraint %zu may have a facet", m);
    for (size_t i = 0; i < count; i++)
        if (listed[i] >= borders)
            read_beyond(listed[i], *named);
}

// The map of a region, and its facets if they are named.
static void read_linear(int named)
{
    size_t map = find_map();
    int new = map == maps;
    GROW(map_of, regions), GROW(linear_of, regions);
    map_of[regions] = map;
    linear_of[regions] = regions;
    linear_regions++;
    if (new) {
        GROW(map_has_unnamed, maps);
        map_has_unnamed[maps++] = 0;
    }
    if (!new && (!named || map_has_unnamed[map]))
        refuse("facets of region %zu, or of one with the same map, are not named", regions);
    map_has_unnamed[map] = (char)!named;
    if (named)
        read_facets();
}

// ---- The tree of the certificate ----

// The sum of all constraints of the latest cone, as many as there are dimensions, is bounded above:
// some cone in scope shows it.
static void check_bounded(void)
{
    const cone *c = in_scope + now.cones - 1;
    set_zero(scratch);
    for (size_t i = 0; i < c->size; i++)
        for (size_t k = 0; k < columns; k++)
            mpz_sub(scratch.x[k], scratch.x[k], constraint[c->of[i]].x[k]);
    round_vector(scratch);
    now.bounded = c->size == dimension && side(scratch, 0, 1, NULL) > 0;
    if (!now.bounded)
        refuse("this case is not shown to be bounded");
}

static void read_cones(void)
{
    SCRATCH(last);
    while (*at && strchr("b" DIGITS, *at)) {
        int bounds = word("b");
        size_t count = read_constraints();
        cone *c = new_cone();
        for (size_t i = 0; i < count && i < dimension; i++) // oldest first: box sides are sparse
            c->of[i] = listed[count - 1 - i];
        mpz_set_ui(*last, 1);
        while (c->size < count && narrow(c, constraint[c->of[c->size]].x, *last))
            ;
        if (c->size < count)
            refuse("the constraints of a cone are not independent");
        mpz_t *apex = c->by->x;
        mpz_set(apex[dimension], *last);
        for (size_t i = 0; i < c->size; i++)
            for (size_t k = 0; k < dimension; k++)
                mpz_submul(apex[k], constraint[c->of[i]].x[dimension], c->by[1 + i].x[k]);
        for (size_t g = 0; g < columns; g++)
            round_vector(c->by[g]);
        if (bounds)
            check_bounded();
        word(" ");
    }
}

// A constraint of the latest split is not positive anywhere in the case.
static void check_empty(extent before)
{
    int empty = 0;
    for (size_t m = before.constraints; !empty && m < now.constraints; m++)
        empty = side(constraint[m], before.cones, 0, NULL) < 0;
    if (!empty)
        refuse("this case is not shown to be empty");
}

// The sign of every constraint at scratch is at least `least`.
static void require(int least)
{
    for (size_t m = 0; m < now.constraints; m++)
        if (sign(constraint[m], scratch) < least)
            refuse("constraint %zu does not hold there", m);
}

// A point inside, and a direction if the case is not bounded.
static void read_region(void)
{
    read_vector(": ", 1), require(1);
    if (!now.bounded) {
        read_vector(" / ", 0), require(0);
        size_t c = 0;
        while (c < dimension && !mpz_sgn(scratch.x[c]))
            c++;
        if (c == dimension)
            refuse("expected a direction");
    }
    if (linear)
        read_linear(word(" ="));
    regions++;
    bounded_regions += (size_t)now.bounded;
}

static void check_cases(layer *l, unit *u);

// The line of a case, and those of the cases that it is split into: it is empty, a region, or
// split. In this layer the pieces of all units before number `fresh` are known.
static void check_case(layer *l, size_t fresh, extent before)
{
    unit *open = NULL;
    read_cones();
    if (word("-"))
        check_empty(before);
    else if (!(open = find_open(&l, before.cones, fresh)))
        read_region();
    end_line();
    if (open)
        check_cases(l, open);
}

enum { DEEPEST = 10000 };

// The cases of a split: of a maxout unit, where one of its rows is the largest; of others, the
// lowest piece, then all other pieces.
static void check_cases(layer *l, unit *u)
{
    static size_t nested;
    const extent whole = now;
    const size_t before = regions, low = u->piece;
    int others = 0;
    if (++nested > DEEPEST)
        refuse("splits within splits, more than %d", DEEPEST);
    for (size_t kept = low; kept < u->pieces && !others; kept++) {
        if (u->out[kept])
            continue;
        others = !u->maxout && kept > low;
        for (size_t p = low; p < u->pieces; p++) {
            if (u->out[p] || (others ? p != low : p == kept))
                continue;
            if (u->maxout || now.constraints == whole.constraints) {
                find_crease(l, u, p < kept ? p : kept, p < kept ? kept : p);
                make_crease();
                add_constraint(crease.x, p > kept);
            }
            cross_out(u, p);
        }
        check_case(l, (size_t)(u - l->unit), whole);
        take_back(whole);
    }
    if (regions == before)
        refuse("a case that was split has no region");
    nested--;
}

static void read_tree(void)
{
    per_layer = array(depth + 1, sizeof *per_layer);
    extent before = now;
    new_cone(); // the whole space
    check_case(net, 0, before);
}

// ---- The claim ----

// Sets the first two layers; inputs are coordinates if there is no chart. No two points of a chart
// are the same input: its columns, the constant aside, are independent.
static void read_chart(int given)
{
    SCRATCH(last);
    layer *in = net + 1;
    net->units = net->rows = in->inputs = dimension = given ? natural() : in->units;
    columns = dimension + 1;
    if (dimension > in->units)
        refuse("the chart is not injective: there are %zu inputs", in->units);
    if (given)
        end_line();
    else
        in->column = array(dimension, sizeof *in->column);
    for (size_t i = 0; i < in->rows; i++)
        if (given)
            read_row(in, i);
        else
            mpq_set_ui(add_weight(in, i, i), 1, 1);
    scratch = new_vector(), crease = new_vector();
    set_units(net, dimension, strdup(" linear")), set_units(in, in->rows, strdup(" linear"));
    for (layer *l = net; l <= net + depth; l++)
        set_layer(l);
    for (size_t i = 0; i < dimension; i++)
        mpz_set_ui(net->row[i].x[i], 1);
    make_rows(in);
    cone *c = new_cone();
    mpz_set_ui(*last, 1);
    for (size_t i = 0; i < in->rows; i++)
        narrow(c, in->row[i].x, *last);
    if (c->size < dimension)
        refuse("the chart is not injective: expected rank %zu", dimension);
    now.cones = 0;
}

// The inequality row . (u, 1) >= 0.
static void add_border(mpq_t *row)
{
    take_multiple(row);
    add_constraint(scratch.x, 0);
    borders = now.constraints;
}

static void read_box(mpq_t *row)
{
    for (size_t i = 0; i < 2 * dimension; i++) {
        expect(" ");
        read_numbers(row + dimension, 1);
        for (size_t k = 0; k < dimension; k++)
            mpq_set_si(row[k], k == i / 2 ? (i % 2 ? -1 : 1) : 0, 1);
        if (i % 2 == 0)
            mpq_neg(row[dimension], row[dimension]);
        add_border(row);
    }
}

static void read_polytope(mpq_t *row)
{
    for (size_t count = natural(); count > 0; count--) {
        end_line();
        read_numbers(row, columns);
        add_border(row);
    }
}

// Reads the lines up to the tree. Returns how the claim names the domain; hex is their hash.
static char *read_domain(char **hex)
{
    char *claim;
    FILE *to = begin_text(&claim);
    begin_hash();
    int sliced = word("chart "), of_rows = sliced;
    read_chart(sliced);
    mpq_t *row = rationals(columns);
    expect("domain ");
    fputs(at, to);
    if (word("box"))
        read_box(row);
    else if (word("polytope "))
        read_polytope(row), of_rows = 1;
    else
        expect("space");
    end_line();
    *hex = end_hash();
    if (sliced)
        fprintf(to, " in a chart of rank %zu of R^%zu", dimension, net[1].rows);
    if (of_rows)
        fprintf(to, " sha256 %s", *hex);
    fclose(to);
    return claim;
}

// "LO,HI", for all coordinates or for each, as the claim names it.
static char *box_of(char *bounds)
{
    char *claim;
    FILE *to = begin_text(&claim);
    int each = strchr(bounds, ',') != strrchr(bounds, ',');
    for (char *c = bounds; *c; c++)
        *c = *c == ',' ? ' ' : *c;
    fputs("box", to);
    for (size_t i = 0; i < (each ? 1 : dimension); i++)
        fprintf(to, " %s", bounds);
    fclose(to);
    return claim;
}

// The hash of the lines of a file.
static char *hash_of(const char *name)
{
    open_file(name);
    for (begin_hash(); size >= 0; end_line())
        at = text + size;
    return end_hash();
}

static void expect_total(FILE *claim, const char *name, size_t count)
{
    expect(name), expect(" ");
    if (natural() != count)
        refuse("expected %s %zu", name, count);
    end_line();
    fprintf(claim, " %zu %s", count, name);
}

// Reads the totals, which must be what was counted; returns them as the claim names them.
static char *read_totals(void)
{
    char *claim, *layers;
    FILE *to = begin_text(&claim), *of_layers = begin_text(&layers);
    expect("end"), end_line();
    expect_total(to, "activation_regions", regions);
    expect_total(to, "bounded_regions", bounded_regions);
    expect("regions_per_layer");
    for (size_t l = FIRST; l <= hidden; l++) {
        expect(" ");
        if (natural() != per_layer[l])
            refuse("expected %zu regions of layer %zu", per_layer[l], l - 1);
        fprintf(of_layers, "%s%zu", l > FIRST ? "," : " ", per_layer[l]);
    }
    fclose(of_layers), end_line();
    if (linear) {
        expect_total(to, "linear_regions", linear_regions);
        expect_total(to, "affine_maps", maps);
    }
    fprintf(to, "%s regions_per_layer", layers);
    fclose(to);
    if (!regions || size >= 0)
        refuse("expected a region, and nothing after the totals");
    return claim;
}

static const char help[] =
    "usage: crease-check [--box=LO,HI | --domain=FILE] NETWORK CERTIFICATE\n"
    "\n"
    "Verifies the region counts of a certificate of crease certify, or refuses. It counts the\n"
    "activation patterns that are in force on an open set of the domain.\n"
    "\n"
    "--box, --domain: refuse the certificate of another domain. FILE has the lines from\n"
    "\"chart\" or \"domain\" to \"tree\" of a certificate.\n"
    "- is standard input; files may be compressed by gzip.\n"
    "Exit status: 0 verified, 1 refused, 2 misuse or a file that cannot be read.\n";

int main(int count, char **argument)
{
    enum { BOX, DOMAIN, HELP, VERSION_OF };
    static const struct option option[] = {{"box", 1, NULL, BOX},
                                           {"domain", 1, NULL, DOMAIN},
                                           {"help", 0, NULL, HELP},
                                           {"version", 0, NULL, VERSION_OF},
                                           {NULL, 0, NULL, 0}};
    char *wanted[HELP] = {NULL}, *hex;
    opterr = 0;
    for (int found; (found = getopt_long(count, argument, "h", option, NULL)) != -1;) {
        if (found == HELP || found == 'h')
            return fputs(help, stdout) < 0;
        if (found == VERSION_OF)
            return puts("crease-check " VERSION) < 0;
        if (found == '?')
            return fprintf(stderr, "crease-check: unknown option\n%.71s", help), 2;
        wanted[found] = optarg;
    }
    char **name = argument + optind;
    if (count - optind != 2 || (!strcmp(name[0], "-") && !strcmp(name[1], "-")))
        return fprintf(stderr, "%.71s", help), 2;
    signal(SIGABRT, out_of_memory);
    const char *network = read_network(name[0], *argument);
    const char *lines = wanted[DOMAIN] ? hash_of(wanted[DOMAIN]) : NULL;
    open_file(name[1]);
    expect("crease-certificate ");
    if (natural() != 4)
        refuse("an old format; a new one is made by: crease certify NETWORK -o CERTIFICATE");
    end_line();
    expect("network "), expect(network), end_line();
    const char *domain = read_domain(&hex), *box = wanted[BOX] ? box_of(wanted[BOX]) : domain;
    if (strcmp(box, domain))
        refuse("the domain is %.1500s; expected %.1500s", domain, box);
    if (lines && strcmp(lines, hex))
        refuse("the domain is %.1500s; expected other lines", domain);
    expect("tree");
    linear = word(" linear");
    end_line();
    lazy = hidden > FIRST && !linear && !EXACT ? net + hidden : NULL;
    read_tree();
    const char *totals = read_totals();
    printf("VERIFIED%s network %s domain %s\n", totals, network, domain);
    if (fflush(stdout))
        fail_to_run("standard output cannot be written");
    return 0; // and nowhere else, but for --help and --version
}
