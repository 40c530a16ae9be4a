// crease-check NETWORK CERTIFICATE: proves the region counts of a certificate, or refuses.
//
// certificate.md has the grammar, the proof, and the steps named here. Nothing is shared with
// the engine: integers and rationals are GMP's. Exit status 0 has one path, at the end of main.
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
static void read_numbers(mpq_t *x, size_t count, const char *separator)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            expect(separator);
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

// ---- The network: z^l = W^l y^(l-1) + b^l, y^l_i = act_li(z^l_i) ----
//
// All maps are homogeneous: each layer has one more row and unit, the constant 1, whose weights in
// the next layer are the biases.

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
    char *out;   // in the layer's list: 1 for pieces that are crossed out
    size_t made; // the piece from which the rows of the next layer were computed
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
    size_t rows, inputs, units, outs;
    column *column; // of the matrix (W, b), without zeros
    mpq_t *weight, *slope;
    size_t weights, slopes;
    unit *unit;
    char *out;
    vector *row; // times one factor for all, as are the outputs
    // Counts the changes of rows; and that of the layer before when rows were made.
    size_t state, before;
    // In the lazy layer row.near is z, and exact_row computes row.x when it is needed; exact_at is
    // the state for which it has.
    double *near, largest, total;
    size_t updates, *exact_at;
} layer;

// 1: the inputs; 0: the coordinates, of which the inputs are functions if there is a chart;
// FIRST .. hidden: layers with a place in patterns; more up to depth; and an empty one.
static layer *net;
enum { FIRST = 2 };
static size_t depth, hidden;
static layer *lazy; // the last of the pattern, or NULL

// Appends 0 to a list.
static mpq_t *add_number(mpq_t **list, size_t *count)
{
    GROW(*list, *count);
    mpq_init((*list)[*count]);
    return *list + (*count)++;
}

// "B1,..,Bk;S0,..,Sk;V": breakpoints, slopes, and the value at 0, which is 0 if it is missing.
static void read_pieces(layer *l, unit *u)
{
    size_t cuts = 0, zero = 0;
    for (const char *c = at; c < at + strcspn(at, ";"); c++)
        cuts += c == at || *c == ',';
    u->pieces = cuts + 1;
    u->cut = rationals(2 * cuts + 4);
    mpq_t *slope = u->cut + cuts, *value = slope + cuts + 1, *offset = value + 1, *step = value + 2;
    read_numbers(u->cut, cuts, ","), expect(";"), read_numbers(slope, cuts + 1, ",");
    if (word(";"))
        read_numbers(value, 1, ",");
    for (size_t p = 0; p <= cuts; p++) { // continuous; the first offset is 0 so far
        if (p > 1 && mpq_cmp(u->cut[p - 2], u->cut[p - 1]) >= 0)
            refuse("the breakpoints of an activation do not increase");
        if (p) {
            mpq_sub(*step, slope[p - 1], slope[p]);
            mpq_mul(*step, *step, u->cut[p - 1]);
            mpq_add(*offset, *offset, *step);
        }
        mpq_set(*add_number(&l->slope, &l->slopes), slope[p]);
        mpq_set(*add_number(&l->slope, &l->slopes), *offset);
        zero += p < cuts && mpq_sgn(u->cut[p]) < 0; // the piece that contains 0
    }
    mpq_t *all = l->slope + u->first_slope + 1;
    mpq_sub(*offset, *value, all[2 * zero]);
    for (size_t p = 0; p <= cuts; p++)
        mpq_add(all[2 * p], all[2 * p], *offset);
}

static void read_activation(layer *l, unit *u)
{
    static const char *const fixed[][2] = {
        {"linear", ";1"}, {"relu", "0;0,1"}, {"abs", "0;-1,1"}, {"hardtanh", "-1,1;0,1,0"}};
    char *name = strndup(at, strcspn(at, " ")), *after = at + strlen(name);
    size_t rows = 1, i = 0, kinds = sizeof fixed / sizeof *fixed;
    at = name;
    while (i < kinds && strcmp(name, fixed[i][0]))
        i++;
    if (i < kinds)
        at = strdup(fixed[i][1]);
    else if (word("leaky:"))
        gmp_asprintf(&at, "0;%s,1", at);
    else if (word("maxout:"))
        u->maxout = 1, rows = natural(), at = *at ? at : strdup(";1");
    else if (!word("pwl:"))
        refuse("expected an activation, found \"%.60s\"", name);
    u->first_slope = l->slopes;
    read_pieces(l, u);
    if (u->maxout)
        u->pieces = rows;
    if (*at || u->pieces > 65536 || rows < 1 + u->maxout)
        refuse("expected an activation, found \"%.60s\"", name);
    at = after;
}

static mpq_t *add_weight(layer *l, size_t row, size_t j)
{
    column *c = l->column + j;
    GROW(c->of, c->count);
    c->of[c->count++] = (weight){row, l->weights, 0};
    return add_number(&l->weight, &l->weights);
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
        u->first_row = rows;
        rows += u->maxout ? u->pieces : 1;
        l->outs += u->pieces;
    }
    if (!rows || rows != l->rows || *at)
        refuse("layer %zu: wrong number of units or rows", (size_t)(l - net) - 1);
    at = strdup(" linear");
    expect(" "), read_activation(l, l->unit + units);
    l->unit[units].first_row = rows;
    if (l->column)
        mpq_set_ui(*add_weight(l, rows, l->inputs), 1, 1);
    l->out = array(l->outs + 1, 1);
    for (size_t j = 0, out = 0; j <= units; out += l->unit[j++].pieces)
        l->unit[j].out = l->out + out;
    at = back;
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
            read_numbers(add_weight(l, i, j), 1, "");
    }
    end_line();
}

// Returns whether the layer has a place in patterns if it is the last: not if all is linear.
static int read_layer(layer *l, size_t inputs)
{
    l->inputs = inputs;
    expect("layer ");
    size_t units = natural();
    char *names = strdup(at);
    at += strlen(at);
    end_line();
    while (*at && strchr("-" DIGITS, *at))
        read_row(l, l->rows++);
    set_units(l, units, names);
    return strcmp(names, " linear") != 0;
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
    net[1].units = natural();
    end_line();
    for (depth = 1; net[1].units && size >= 0;) {
        net = resize(net, ++depth + 1, sizeof *net);
        memset(net + depth, 0, 2 * sizeof *net);
        hidden = depth - !read_layer(net + depth, net[depth - 1].units);
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

// Multiplies a list by its least common denominator.
static void clear_denominators(mpq_t *x, size_t count)
{
    SCRATCH(common);
    mpz_set_ui(*common, 1);
    for (size_t i = 0; i < count; i++)
        mpz_lcm(*common, *common, mpq_denref(x[i]));
    for (size_t i = 0; i < count; i++) {
        mpz_divexact(mpq_denref(x[i]), *common, mpq_denref(x[i]));
        mpz_mul(mpq_numref(x[i]), mpq_numref(x[i]), mpq_denref(x[i]));
        mpz_set_ui(mpq_denref(x[i]), 1);
    }
}

// Weights become integers, and slopes with offsets; and there is room for rows.
static void set_layer(layer *l)
{
    l->largest = 1e-100;
    for (size_t j = 0; l->column && j <= l->inputs; j++)
        for (size_t k = 0; k < l->column[j].count; k++) {
            weight *w = l->column[j].of + k;
            w->near = mpq_get_d(l->weight[w->number]);
            l->largest = fmax(l->largest, fabs(w->near));
        }
    clear_denominators(l->weight, l->weights);
    clear_denominators(l->slope, l->slopes);
    l->exact_at = array(l->rows + 1, sizeof *l->exact_at);
    l->row = array(l->rows, sizeof *l->row);
    l->near = array(l->rows + 1, columns * sizeof *l->near);
    for (size_t i = 0; i <= l->rows; i++)
        l->row[i] = (vector){integers(columns), l->near + i * columns};
}

static size_t lowest(const unit *u)
{
    size_t p = 0;
    while (u->out[p])
        p++;
    return p;
}

// y += (or -=) the output of a unit on a piece.
static void add_output(mpz_t *y, const layer *l, const unit *u, size_t piece, int minus)
{
    const mpz_t *row = l->row[u->first_row + u->maxout * piece].x, *one = l->row[l->rows].x;
    const mpq_t *slope = l->slope + u->first_slope + (u->maxout ? 0 : 2 * piece);
    for (size_t c = 0; c < columns; c++) {
        if (mpq_sgn(slope[0]))
            (minus ? mpz_submul : mpz_addmul)(y[c], mpq_numref(slope[0]), row[c]);
        if (mpq_sgn(slope[1]))
            (minus ? mpz_submul : mpz_addmul)(y[c], mpq_numref(slope[1]), one[c]);
    }
}

// The rows of a layer change as input j changes by y; those of the lazy layer in doubles, times a
// power of two. total is at least the sum of all |weight| |y| that were added to a number.
// certificate.md, Doubles.
static void pass_on(layer *l, size_t j, vector y)
{
    long of_y;
    const int near = l == lazy;
    const size_t bits = mpz_sizeinbase(l[-1].row[l[-1].rows].x[dimension], 2);
    double most = 1e-200;
    for (size_t c = 0; near && c < columns; c++) {
        y.near[c] = mpz_get_d_2exp(&of_y, y.x[c]);
        y.near[c] = ldexp(y.near[c], (int)(of_y - (long)bits));
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
    l->state++;
}

// Brings the rows of a layer up to date with the pieces of the layer before, whose rows are.
static void make_rows(layer *l)
{
    int anew = l->before != l[-1].state || (l == lazy && l->updates > 8 * l->inputs);
    l->before = l[-1].state;
    for (size_t i = 0; anew && i <= l->rows; i++)
        set_zero(l->row[i]);
    if (anew)
        l->total = 0, l->updates = 0;
    for (size_t j = 0; j <= l->inputs; j++) {
        unit *u = l[-1].unit + j;
        if (!anew && u->made == lowest(u))
            continue;
        set_zero(scratch);
        if (!anew)
            add_output(scratch.x, l - 1, u, u->made, 1);
        add_output(scratch.x, l - 1, u, u->made = lowest(u), 0);
        pass_on(l, j, scratch);
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
        add_output(scratch.x, l - 1, l[-1].unit + j, lowest(l[-1].unit + j), 0);
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
    size_t constraints, cones;
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
    clear_denominators(x, columns);
    for (size_t c = 0; c < columns; c++)
        mpz_set(scratch.x[c], mpq_numref(x[c]));
    round_vector(scratch);
}

// The form that is <= 0 where the lower of two pieces may be in force and >= 0 where the higher
// may: plus times row `first` of the layer, less minus times row `second`. Of maxout, the higher
// row less the lower; of a breakpoint p / q, q z - p 1.
static struct {
    vector form;
    layer *l;
    size_t first, second;
    mpz_srcptr plus, minus;
} crease;

static void make_crease(void)
{
    const mpz_t *first = exact_row(crease.l, crease.first);
    const mpz_t *second = exact_row(crease.l, crease.second);
    for (size_t c = 0; c < columns; c++) {
        mpz_mul(crease.form.x[c], crease.plus, first[c]);
        if (mpz_sgn(crease.minus) && mpz_sgn(second[c]))
            mpz_submul(crease.form.x[c], crease.minus, second[c]);
    }
    round_vector(crease.form);
}

// The crease, in doubles if rows are.
static vector find_crease(layer *l, const unit *u, size_t low, size_t high)
{
    SCRATCH(one);
    mpz_set_ui(*one, 1);
    const double times = u->maxout ? 1 : mpq_get_d(u->cut[low]);
    crease.l = l;
    crease.first = u->first_row + u->maxout * high;
    crease.second = u->maxout ? u->first_row + low : l->rows;
    crease.plus = u->maxout ? *one : mpq_denref(u->cut[low]);
    crease.minus = u->maxout ? *one : mpq_numref(u->cut[low]);
    if (l != lazy) {
        make_crease();
        return crease.form;
    }
    const double *first = l->row[crease.first].near, *second = l->row[crease.second].near;
    double wrong = l->total * (double)(l->updates + 32) * 0x1p-52;
    for (size_t c = 0; c < columns; c++)
        crease.form.near[c] = first[c] - times * second[c];
    crease.form.near[columns] = 1e-290 + 2 * (1 + fabs(times)) * wrong;
    return crease.form;
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

// By the latest cone in scope from number `first` on that shows a side: -1, the form is <= 0 on
// the case; 1, it is >= 0 and not 0. 0: none does. The form must not be 0 along `least` edges, and
// one that is not 0 at the apex counts for `apex` edges; if that is 0, only directions are tried,
// and only for 1.
static int side(vector form, size_t first, size_t apex, size_t least)
{
    for (size_t i = now.cones; i > first; i--) {
        const cone *c = in_scope + i - 1;
        int above = 1, below = apex > 0;
        size_t changes = 0;
        for (size_t g = apex ? 0 : 1; (below || above) && g < columns; g++) {
            int s = sign(form, c->by[g]);
            below &= g <= c->size ? s <= 0 : !s;
            above &= g <= c->size ? s >= 0 : !s;
            changes += !s ? 0 : g ? 1 : apex;
        }
        if ((below || above) && changes >= least)
            return below ? -1 : 1;
    }
    return 0;
}

// ---- Units ----

static int is_open(const unit *u)
{
    size_t p = lowest(u) + 1;
    while (p < u->pieces && u->out[p])
        p++;
    return p < u->pieces;
}

// There are creases between adjacent pieces, and between any two rows of maxout.
static int may_meet(const unit *u, size_t p, size_t q)
{
    return p != q && (u->maxout || p + 1 == q || q + 1 == p);
}

static vector crease_between(layer *l, const unit *u, size_t p, size_t q)
{
    return find_crease(l, u, p < q ? p : q, p < q ? q : p);
}

// Crosses out the pieces of a unit that cones from `first` on show to be in force nowhere.
static void settle(layer *l, unit *u, size_t first)
{
    for (size_t low = 0; low + 1 < u->pieces; low++)
        for (size_t high = low + 1; high < u->pieces && may_meet(u, low, high); high++) {
            if (!is_open(u) || (u->out[low] && u->out[high]))
                continue;
            int s = side(find_crease(l, u, low, high), first, 1, 0);
            if (s)
                u->out[s > 0 ? low : high] = 1;
        }
}

static size_t regions, bounded_regions, *per_layer;

// Goes on through the layers until there is a unit whose piece is not known; NULL if all are. In
// this layer all before number `fresh` are; others were tried on the cones before `first`.
static unit *find_open(layer **l, size_t first, size_t fresh)
{
    for (;; first = fresh = 0) {
        unit *open = NULL;
        for (size_t j = fresh; j < (*l)->units && (!open || first < now.cones); j++) {
            unit *u = (*l)->unit + j;
            if (is_open(u) && (first < now.cones || j == fresh))
                settle(*l, u, j == fresh ? 0 : first);
            if (is_open(u) && !open)
                open = u;
        }
        if (open)
            return open;
        per_layer[*l - net]++;
        if (*l == net + hidden)
            return NULL;
        make_rows(++*l);
        memset((*l)->out, 0, (*l)->outs);
    }
}

// ---- Points and lists of constraints in the certificate ----

// scratch = a point or a direction: its last number is 1 or 0.
static void read_vector(const char *mark, unsigned last)
{
    static mpq_t *x;
    x = x ? x : rationals(columns);
    expect(mark);
    read_numbers(x, dimension, " ");
    mpq_set_ui(x[dimension], last, 1);
    take_multiple(x);
}

// The sign of every constraint is at least `least`.
static void require(vector v, int least)
{
    for (size_t m = 0; m < now.constraints; m++)
        if (sign(constraint[m], v) < least)
            refuse("constraint %zu does not hold there", m);
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
    now.bounded = c->size == dimension && side(scratch, 0, 0, 0) > 0;
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

// Reads "-": one of the constraints from number `first` on is not positive anywhere in the case;
// `everywhere`: it is negative, at the apex too.
static void read_empty(size_t first, int everywhere)
{
    int empty = 0;
    expect("-");
    for (size_t m = first; !empty && m < now.constraints; m++)
        empty = side(constraint[m], 0, columns, everywhere ? columns : 0) < 0;
    if (!empty)
        refuse("this case is not shown to be empty");
}

// ---- Linear regions: what lies across facets, and maps ----

// An entry of a table of texts.
typedef struct {
    size_t value;
    int bare; // of a map: its region has no facets in the certificate
    char text[];
} entry;

static void *facet_table, *map_table;
static size_t linear_regions, *linear_of, maps;

static int compare(const void *a, const void *b)
{
    return strcmp(((const entry *)a)->text, ((const entry *)b)->text);
}

// The entry of a text, which is put there with the value if there is none.
static entry *enter(void **table, char *key, size_t value)
{
    entry *new = array(sizeof *new + strlen(key), 1), **found;
    new->value = value;
    strcpy(new->text, key);
    free(key);
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

// An entry for each different map: the outputs' rows.
static entry *find_map(void)
{
    char *key;
    FILE *to = begin_text(&key);
    const layer *last = net + depth;
    for (const unit *u = last->unit; u < last->unit + last->units; u++) {
        set_zero(scratch);
        add_output(scratch.x, last, u, lowest(u), 0);
        for (size_t c = 0; c < columns; c++)
            gmp_fprintf(to, "%Zx ", scratch.x[c]);
    }
    fclose(to);
    return enter(&map_table, key, maps);
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
// unit the pieces that are in force there. If another region had this key, joins the two and
// removes the key; otherwise enters it. Rows are integers, so that nothing here changes scratch.
static void read_facet(size_t m, size_t map)
{
    char *key;
    FILE *to = begin_text(&key);
    read_vector(" : ", 1), require(scratch, 0);
    for (size_t k = 0; k < now.constraints; k++)
        if (!is_repeated(k) && (sign(constraint[k], scratch) == 0) != (k == m))
            refuse("constraint %zu is not shown to have a facet", m);
    fprintf(to, "%zu,", map);
    for (layer *l = net + FIRST; l <= net + hidden; l++)
        for (const unit *u = l->unit; u < l->unit + l->units; fputs(",", to), u++)
            for (size_t p = lowest(u), q = 0; q < u->pieces; q++)
                if (q == p || (may_meet(u, p, q) && !sign(crease_between(l, u, p, q), scratch)))
                    fprintf(to, "%zu ", q);
    fclose(to);
    entry *other = enter(&facet_table, key, regions);
    if (other->value == regions)
        return;
    size_t a = root(other->value), b = root(regions);
    linear_regions -= a != b;
    linear_of[a] = b;
    tdelete(other, &facet_table, compare);
    free(other);
}

// The map of a region and, unless it is bare, a point of each facet inside the domain. All other
// constraints are positive in the case, but perhaps where two others are 0.
static void read_linear(int bare)
{
    entry *map = find_map();
    int new = map->value == maps;
    if (!new && (bare || map->bare))
        refuse("facets of region %zu, or of one with the same map, are missing", regions);
    map->bare = bare;
    maps += new;
    GROW(linear_of, regions);
    linear_of[regions] = regions;
    linear_regions++;
    for (size_t m = borders; !bare && m < now.constraints; m++)
        if (!is_repeated(m) && side(constraint[m], 0, 2, 2) <= 0)
            read_facet(m, map->value);
}

// ---- Properties and ranges ----
//
// Alternatives are rows of the outputs, one more linear layer. UNSAT: nowhere are all rows of an
// alternative >= 0. RANGE: each is one row, whose greatest value is 0. SAT: there is a point where
// all rows of one are >= 0.

static enum { LINEAR, UNSAT, RANGE, SAT, COUNTS, KINDS } kind;
static const char *const kind_name[] = {"tree linear", "unsat", "range", "sat", "tree"};
static size_t *alternative, alternatives; // the number of rows of each

static void add_alternative(size_t k)
{
    size_t row = 0;
    for (size_t i = 0; i < k; i++)
        row += alternative[i];
    for (size_t i = 0; i < alternative[k]; i++)
        add_constraint(net[depth].row[row + i].x, 0);
}

// Reads the line of each alternative in a region.
static void read_alternatives(void)
{
    for (size_t k = 0; k < alternatives; k++) {
        const extent whole = now;
        end_line();
        add_alternative(k);
        read_cones(), read_empty(whole.constraints, kind == UNSAT);
        now = whole;
    }
}

// Reads a point of the domain where all rows of an alternative are >= 0. The point is a cone
// without directions, on which every unit is on one piece.
static void read_witness(size_t k)
{
    const extent before = now;
    layer *l = net + 1;
    cone *c = new_cone();
    for (size_t g = 0; g < columns; g++)
        set_zero(c->by[g]);
    read_vector("", 1);
    for (size_t i = 0; i < columns; i++)
        mpz_set(c->by->x[i], scratch.x[i]);
    round_vector(*c->by);
    find_open(&l, 0, 0);
    while (l < net + depth)
        make_rows(++l);
    add_alternative(k);
    require(*c->by, 0);
    end_line();
    now = before;
}

// Reads what is proved, and the points of a property. Returns how the claim names it.
static char *read_kind(void)
{
    char *claim;
    FILE *to = begin_text(&claim);
    while (kind < KINDS && !word(kind_name[kind]))
        kind++;
    if (kind == KINDS)
        refuse("expected \"tree\", found \"%.40s\"", at);
    if (kind != LINEAR && kind != COUNTS) {
        layer *l = net + ++depth;
        l->inputs = l[-1].units;
        fprintf(to, " %s", kind_name[kind]);
        while (word(" ")) {
            GROW(alternative, alternatives);
            alternative[alternatives++] = natural();
            if (kind == RANGE && alternative[alternatives - 1] != 1)
                refuse("expected one row for each bound");
        }
        end_line();
        for (size_t k = 0; k < alternatives; k++, fputs(k < alternatives ? ";" : "", to))
            for (size_t i = 0; i < alternative[k]; i++) {
                fprintf(to, " (%s)", at);
                read_row(l, l->rows++);
            }
        set_units(l, l->rows, strdup(" linear")), set_layer(l);
        for (size_t k = 0; kind != UNSAT && k < alternatives; k++)
            read_witness(k);
    } else {
        end_line();
    }
    fclose(to);
    return claim;
}

// ---- The tree of the certificate ----

// A point inside, and a direction if the case is not bounded.
static void read_region(void)
{
    read_vector(": ", 1), require(scratch, 1);
    if (!now.bounded) {
        read_vector(" / ", 0), require(scratch, 0);
        size_t c = 0;
        while (c < dimension && !mpz_sgn(scratch.x[c]))
            c++;
        if (c == dimension)
            refuse("expected a direction");
    }
    for (layer *l = net + hidden + 1; kind != COUNTS && l <= net + depth; l++)
        make_rows(l);
    if (kind == LINEAR)
        read_linear(!word(" ="));
    regions++;
    bounded_regions += (size_t)now.bounded;
    read_alternatives();
}

static void check_cases(layer *l, unit *u);

// The line of a case, and those of the cases that it is split into: it is empty, a region, or
// split. In this layer the pieces of all units before number `fresh` are known.
static void check_case(layer *l, size_t fresh, extent before)
{
    unit *open = NULL;
    read_cones();
    if (*at == '-')
        read_empty(before.constraints, 0);
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
    const size_t before = regions, low = lowest(u);
    char *out = memcpy(array(l->outs, 1), l->out, l->outs);
    const char *was_out = out + (u->out - l->out);
    int others = 0;
    if (++nested > DEEPEST)
        refuse("splits within splits, more than %d", DEEPEST);
    for (size_t kept = low; kept < u->pieces && !others; kept++) {
        if (was_out[kept])
            continue;
        others = !u->maxout && kept > low;
        for (size_t p = low; p < u->pieces; p++) {
            if (was_out[p] || (others ? p != low : p == kept))
                continue;
            if (may_meet(u, p, kept)) {
                crease_between(l, u, p, kept);
                make_crease();
                add_constraint(crease.form.x, p > kept);
            }
            u->out[p] = 1;
        }
        check_case(l, (size_t)(u - l->unit), whole);
        memcpy(l->out, out, l->outs);
        now = whole;
    }
    if (regions == before)
        refuse("a case that was split has no region");
    free(out);
    nested--;
}

// ---- The claim ----

static void set_coordinates(layer *l)
{
    l->units = l->rows = dimension;
    set_units(l, dimension, strdup(" linear")), set_layer(l);
    for (size_t i = 0; i < columns; i++)
        mpz_set_ui(l->row[i].x[i], 1);
    l->state = 1;
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
        read_numbers(row + dimension, 1, "");
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
        read_numbers(row, columns, " ");
        add_border(row);
    }
}

// Reads the lines up to the tree. Returns how the claim names the domain; hex is their hash.
static char *read_domain(char **hex)
{
    char *claim;
    FILE *to = begin_text(&claim);
    begin_hash();
    const int sliced = word("chart ");
    const size_t inputs = net[1].units;
    int of_rows = sliced;
    dimension = sliced ? natural() : inputs;
    if (sliced)
        end_line(), read_layer(net + 1, dimension);
    if (net[1].units != inputs)
        refuse("expected a chart of %zu inputs", inputs);
    columns = dimension + 1;
    scratch = new_vector(), crease.form = new_vector();
    for (layer *l = net + (sliced ? 1 : FIRST); l <= net + depth; l++)
        set_layer(l);
    set_coordinates(net + !sliced);
    if (sliced)
        make_rows(net + 1);
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
        fprintf(to, " in a chart from R^%zu to R^%zu", dimension, inputs);
    if (of_rows)
        fprintf(to, " sha256 %s", *hex);
    fclose(to);
    return claim;
}

// Refuses another box than "LO,HI", for all coordinates or for each.
static void expect_box(char *bounds, char *claim)
{
    for (char *c = bounds; *c; c++)
        *c = *c == ',' ? ' ' : *c;
    at = claim;
    expect("box");
    do
        expect(" "), expect(bounds);
    while (*at);
}

// The hash of the lines of a file.
static char *hash_of(const char *name)
{
    open_file(name);
    for (begin_hash(); size >= 0; end_line())
        at = text + size;
    return end_hash();
}

// Reads the end, which must say what was counted; returns that, as the claim names it.
static char *read_end(void)
{
    char *claim;
    FILE *to = begin_text(&claim);
    if (kind != SAT) {
        fprintf(to, " %zu activation_regions %zu bounded_regions", regions, bounded_regions);
        if (kind == LINEAR)
            fprintf(to, " %zu linear_regions %zu affine_maps", linear_regions, maps);
        for (size_t l = FIRST; l <= hidden; l++)
            fprintf(to, "%s%zu", l > FIRST ? "," : " ", per_layer[l]);
        fputs(" regions_per_layer", to);
    }
    fclose(to);
    expect("end"), expect(claim), end_line();
    if (size >= 0 || (kind != SAT && !regions))
        refuse("expected a region, and nothing after the end");
    return claim;
}

static const char help[] =
    "usage: crease-check [--box=LO,HI | --domain=FILE] NETWORK CERTIFICATE\n"
    "\n"
    "Verifies the region counts of a certificate of crease certify, or a property or ranges\n"
    "of outputs on all regions, or refuses. Counted are the activation patterns that are in force\n"
    "on an open set of the domain.\n"
    "\n"
    "--box, --domain: refuse the certificate of another domain. FILE has the lines from\n"
    "\"chart\" or \"domain\" on to the tree or the property of a certificate.\n"
    "- is standard input; files may be compressed by gzip.\n"
    "Exit status: 0 verified, 1 refused, 2 misuse or a file that cannot be read.\n";

static int misuse(const char *reason)
{
    return fprintf(stderr, "%s%.71s", reason, help), 2;
}

int main(int count, char **argument)
{
    const char *self = *argument, *lines = NULL;
    char *box = NULL, *hex;
    for (; count > 1 && argument[1][0] == '-' && argument[1][1]; argument++, count--) {
        at = argument[1];
        if (word("--box="))
            box = at;
        else if (word("--domain="))
            lines = at;
        else if (!strcmp(at, "--help") || !strcmp(at, "-h"))
            return fputs(help, stdout) < 0;
        else if (!strcmp(at, "--version"))
            return puts("crease-check " VERSION) < 0;
        else if (strcmp(at, "--"))
            return misuse("crease-check: unknown option\n");
    }
    if (count != 3 || (!strcmp(argument[1], "-") && !strcmp(argument[2], "-")))
        return misuse("");
    signal(SIGABRT, out_of_memory);
    const char *network = read_network(argument[1], self);
    lines = lines ? hash_of(lines) : NULL;
    open_file(argument[2]);
    expect("crease-certificate ");
    if (natural() != 5)
        refuse("an old format; a new one is made by: crease certify NETWORK -o CERTIFICATE");
    end_line();
    expect("network "), expect(network), end_line();
    char *domain = read_domain(&hex), *back = at;
    if (box)
        expect_box(box, domain);
    if (lines && strcmp(lines, hex))
        refuse("the domain is %.1500s; expected other lines", domain);
    at = back;
    per_layer = array(depth + 1, sizeof *per_layer);
    const char *claim = read_kind();
    lazy = hidden > FIRST && kind == COUNTS && !EXACT ? net + hidden : NULL;
    if (kind != SAT) {
        per_layer = array(depth + 1, sizeof *per_layer);
        new_cone(); // the whole space
        check_case(net + 1, 0, (extent){borders, 0, 0});
    }
    const char *counts = read_end();
    printf("VERIFIED%s%s network %s domain %s\n", claim, counts, network, domain);
    if (fflush(stdout))
        fail_to_run("standard output cannot be written");
    return 0; // and nowhere else, but for --help and --version
}
