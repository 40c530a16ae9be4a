// crease-check NETWORK CERTIFICATE: proves the region counts of a certificate, or refuses.
//
// certificate.md has the grammar, the proof, and the steps named here. Nothing is shared with
// the engine: integers and rationals are GMP's. Exit status 0 has one path, at the end of main.
#include <errno.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gmp.h> // after stdio.h
#include <nettle/sha2.h>

#define VERSION "0.1.0"
#ifndef EXACT // 1: no sign is decided in doubles
#define EXACT 0
#endif

// ---- Files, refusals, memory ----

// The file that is read, and its current line, which is in memory.
static const char *file, *begin, *at, *end; // begin: of the line
static size_t line;

static int json;

// Replaces every byte that a terminal might obey, or not show, by '?'.
static void tame(char *text)
{
    for (; *text; text++)
        *text = *text < ' ' || *text > '~' ? '?' : *text;
}

// Ends with one line that a terminal can show, whatever bytes of a file it quotes.
__attribute__((noreturn, format(printf, 3, 4))) static void fail(int status, const char *begins,
                                                                 const char *format, ...)
{
    char text[8192];
    va_list values;
    va_start(values, format);
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

// The certificate does not prove its claim; there is nothing to judge.
#define refuse(...) fail(1, "REFUSED ", __VA_ARGS__)
#define fail_to_run(...) fail(2, "crease-check: ", __VA_ARGS__)

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

// A list of integers that is kept between calls.
#define SCRATCH(name, count) \
    static mpz_t *name;      \
    name = name ? name : new_integers(count)

// Room for one more after the first `count` of a list that grows one by one.
#define GROW(list, count) \
    (list = (count) & ((count)-1) ? list : resize(list, 2 * (count) + 1, sizeof *list))

// ---- Reading ----

static FILE *source;
static const char *program;         // whose output is read, or NULL
static struct sha256_ctx *identity; // of all lines that are read, if it is wanted

static char *hex_of(struct sha256_ctx *hash)
{
    uint8_t bytes[SHA256_DIGEST_SIZE];
    char *hex = array(2 * sizeof bytes + 1, 1);
    sha256_digest(hash, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return hex;
}

// Reads what a command of the shell makes of its standard input, which is a file.
static void run_program(const char *command, int input)
{
    int kept = dup(STDIN_FILENO);
    dup2(input, STDIN_FILENO);
    FILE *from = popen(program = command, "r");
    dup2(kept, STDIN_FILENO), close(kept);
    if (!from)
        fail_to_run("%s cannot be run: %s", command, strerror(errno));
    if (source)
        fclose(source);
    source = from;
}

// The next line is in memory; or nothing, after the end of the file.
static void begin_line(void)
{
    static char *window;
    static size_t room;
    ssize_t size = source ? getline(&window, &room, source) : -1;
    if (size < 0 && source && ferror(source))
        fail_to_run("expected a file that can be read: %s", strerror(errno));
    if (size < 0 && source && !feof(source))
        refuse("out of memory");
    const int is_last =
        size < 0 || window[size - 1] != '\n'; // a line that is cut off ends the file
    if (is_last && program && pclose(source))
        fail_to_run("the file is damaged or cut off, or the program that reads it is missing");
    if (size < 0 || (is_last && program))
        source = NULL, program = NULL;
    if (size >= 0 && identity)
        sha256_update(identity, (size_t)size, (const uint8_t *)window);
    begin = at = size < 0 ? "" : window;
    end = at + (size < 0 ? 0 : size);
}

// Begins to read a file, standard input if it is "-". One that gzip has packed is read by gzip, if
// it can be read from its start again.
static void open_file(const char *name, struct sha256_ctx *wanted)
{
    file = name, line = 0, identity = wanted;
    source = strcmp(name, "-") ? fopen(name, "rb") : stdin;
    if (!source)
        fail_to_run("expected a file that can be read: %s", strerror(errno));
    int first = getc(source), packed = first == 0x1f;
    if (packed && lseek(fileno(source), 0, SEEK_SET) < 0)
        fail_to_run("a pipe that gzip has packed: unpack it by gzip -dc first");
    if (packed)
        run_program("exec gzip -dc", fileno(source));
    else
        ungetc(first, source);
    begin_line();
    line = 1;
}

// A newline, if there is one, ends the text.
static int word(const char *text)
{
    size_t size = strlen(text);
    if (strncmp(at, text, size))
        return 0;
    at += size;
    if (at[-1] == '\n')
        line++, begin_line();
    return 1;
}

// The number of characters of the text here that messages show.
static int here(void)
{
    return (int)strcspn(at, "\n") < 40 ? (int)strcspn(at, "\n") : 40;
}

static void expect(const char *text)
{
    if (*text == '\n' && !text[1] && *at != '\n')
        refuse("expected the end of the line, found \"%.*s\"", here(), at);
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

// Text that is being written.
typedef struct {
    FILE *to;
    char *text;
    size_t size;
} draft;

static void begin_draft(draft *d)
{
    if (!(d->to = open_memstream(&d->text, &d->size)))
        refuse("out of memory");
}

static char *end_draft(draft *d)
{
    if (fclose(d->to))
        refuse("out of memory");
    return d->text;
}

// Ends the text; returns its hash.
static char *hash_of(draft *d)
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    const char *text = end_draft(d);
    sha256_update(&hash, d->size, (const uint8_t *)text);
    free(d->text);
    return hex_of(&hash);
}

// ---- Numbers ----

enum { LONGEST = 100000 }; // characters of a number

// x = the number here: digits, or digits/digits, perhaps after a minus sign.
static void read_number(mpq_t x, const char **from)
{
    size_t size = strspn(*from, "-/" DIGITS);
    char *copy = memcpy(array(size, 1), *from, size);
    if (size > LONGEST || mpq_set_str(x, copy, 10) || mpz_sgn(mpq_denref(x)) <= 0)
        refuse("expected a number, found \"%.*s\"",
               (int)strcspn(*from, " \n") < 60 ? (int)strcspn(*from, " \n") : 60, *from);
    mpq_canonicalize(x);
    *from += size;
    free(copy);
}

// ---- The network: y^0 = x, z^l = W^l y^(l-1) + b^l, y^l_i = act_li(z^l_i) ----

typedef struct {
    char *name;
    size_t rank;   // rows of a unit, 1 but for maxout
    size_t pieces; // p: slope[p] z + offset[p], from cut[p - 1] to cut[p]; maxout: z of row p
    mpq_t *cut, *slope, *offset;
    size_t first_slope, first_cut; // in s, o and in c of the layer
} activation;

typedef struct {
    size_t act, first_row; // of the layer
    size_t first_piece;    // counted through all layers
    size_t piece, left;    // the lowest piece that is not crossed out, and how many are not
    size_t made;           // the piece that the rows of the next layer were made with
} unit;

typedef struct {
    double w;
    size_t row;
} near_entry;

typedef struct {
    size_t rows, inputs, units, acts;
    // Entries of the matrix (W, b) by rows; the chart has all, and needs no table. Those of a
    // column are a list: 1 + the number of the first, or 0, and so on.
    mpq_t *weight;
    size_t entries, *column, *row_of, *first_of, *next_of;
    activation *act; // of the units in turn, but none that equals the one before
    unit *unit;
    // In integers: see set_layer. Only row depends on the pattern; from 1 on it is made, as of
    // the layer before it was.
    mpz_t *w, *s, *o, *c, *row, scale, w_scale, s_scale, c_scale;
    int made;
    // The last hidden layer has its rows in doubles, and one in integers when it is needed: see
    // add_near. exact_at: the state in which a row was made in integers.
    near_entry *near_w; // by columns
    double *near_row, *largest, total;
    size_t updates, state, *near_first, *exact_at, *first_entry;
} layer;

// 0: the affine parametrization; 1 .. hidden: those in the pattern; .. depth: all; and an empty one
static layer *net;
static size_t inputs, depth, hidden;
static int linear; // linear regions are counted
static const char *network_hash;

// "B1,..,Bk;S0,..,Sk;V": breakpoints, slopes, and the value at 0, which is 0 if it is missing.
static void read_pieces(activation *l, const char *text)
{
    mpq_t *number = rationals(strlen(text) + 2), *jump = rationals(1);
    size_t count[3] = {0}, group = 0, n = 0, zero = 0;
    for (const char *from = text;; from++) {
        if (from > text || *from != ';') // only "linear" has no breakpoints
            read_number(number[n++], &from), count[group]++;
        if (!*from)
            break;
        group += *from == ';';
        if (!strchr(",;", *from) || group > 2)
            refuse("expected B1,..,Bk;S0,..,Sk;V, found \"%.60s\"", text);
    }
    if (count[1] != count[0] + 1 || count[2] > 1)
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
        read_pieces(l, name + 4);
    } else if (!strncmp(name, "leaky:", 6) && !strpbrk(name, ",;")) {
        gmp_asprintf(&stop, "0;%s,1", name + 6);
        read_pieces(l, stop);
    } else {
        l->rank = strncmp(name, "maxout:", 7) || !strspn(name + 7, DIGITS)
                      ? 0
                      : strtoul(name + 7, &stop, 10);
        if (l->rank < 2 || l->rank > 65536 || *stop)
            refuse("expected an activation, found \"%.60s\"", name);
        read_pieces(l, ";1");
        l->pieces = l->rank;
    }
}

// ---- The network's canonical text: docs/formats.md ----

// One activation for all units, or one for each.
static void read_activations(layer *l)
{
    do {
        expect(" ");
        size_t size = strcspn(at, " \n");
        const char *last = l->acts ? l->act[l->acts - 1].name : "";
        if (strlen(last) != size || memcmp(last, at, size)) {
            GROW(l->act, l->acts);
            read_activation(memset(l->act + l->acts++, 0, sizeof *l->act), at, size);
        }
        GROW(l->unit, l->units);
        l->unit[l->units++] = (unit){.act = l->acts - 1};
        at += size;
    } while (*at == ' ');
    expect("\n");
}

// The units of a layer, as many as its first line says: one activation may be that of all.
static void set_units(layer *l, size_t units)
{
    size_t rows = 0;
    if (l->units == 1 && l->rows / l->act->rank == units)
        l->unit = memset(resize(l->unit, units, sizeof *l->unit), 0, units * sizeof *l->unit),
        l->units = units;
    for (size_t j = 0; j < l->units; j++) {
        l->unit[j].first_row = rows;
        rows += l->act[l->unit[j].act].rank;
    }
    if (!units || l->units != units || rows != l->rows)
        refuse("layer %zu: wrong number of units or rows", (size_t)(l - net) - 1);
}

static const activation *act_of(const layer *l, size_t j)
{
    return l->act + l->unit[j].act;
}

// The entries of a row that are not 0, and its bias.
static void read_row(layer *l, size_t i)
{
    if (strcspn(at, "\n") / 2 < l->inputs)
        refuse("layer %zu: expected rows of %zu numbers", (size_t)(l - net) - 1, l->inputs + 1);
    for (size_t j = 0; j <= l->inputs; j++) {
        if (j)
            expect(" ");
        if (*at == '0' && at[1] == ' ') {
            at++;
            continue;
        }
        GROW(l->row_of, l->entries);
        GROW(l->column, l->entries);
        GROW(l->weight, l->entries);
        mpq_init(l->weight[l->entries]);
        l->row_of[l->entries] = i;
        l->column[l->entries] = j;
        read_number(l->weight[l->entries++], &at);
    }
    expect("\n");
}

static void read_layer(layer *l)
{
    expect("layer ");
    size_t units = natural();
    l->inputs = l[-1].units;
    read_activations(l);
    while (*at && strchr("-" DIGITS, *at))
        read_row(l, l->rows++);
    set_units(l, units);
    l->first_of = array(l->inputs, sizeof *l->first_of);
    l->next_of = array(l->entries, sizeof *l->next_of);
    for (size_t k = l->entries; k > 0; k--) {
        l->next_of[k - 1] = l->first_of[l->column[k - 1]];
        l->first_of[l->column[k - 1]] = k;
    }
}

// A file that is not canonical text is converted by crease, beside this program or installed.
static void open_network(const char *name, const char *self, struct sha256_ctx *hash)
{
    char *beside;
    sha256_init(hash);
    open_file(name, hash);
    if (!strncmp(at, "crease-network ", 15))
        return;
    if (!strcmp(name, "-"))
        refuse("expected the canonical text of a network: crease convert --format=canonical");
    gmp_asprintf(&beside, "%.*screase",
                 (int)(strrchr(self, '/') ? strrchr(self, '/') - self + 1 : 0), self);
    setenv("CREASE", beside, 1), setenv("CREASE_NETWORK", name, 1);
    run_program("exec \"$CREASE\" convert --format=canonical -o - -- \"$CREASE_NETWORK\"",
                STDIN_FILENO);
    sha256_init(hash);
    begin_line();
    fputs("crease-check: the network was converted to its canonical text by crease\n", stderr);
}

static void read_network(const char *name, const char *self)
{
    struct sha256_ctx hash;
    open_network(name, self, &hash);
    expect("crease-network 1"), expect("\n"), expect("inputs ");
    net = array(2, sizeof *net);
    net->units = inputs = natural();
    expect("\n");
    if (!inputs || at == end)
        refuse("expected inputs and layers");
    while (at != end) {
        net = resize(net, ++depth + 1, sizeof *net);
        memset(net + depth, 0, 2 * sizeof *net);
        read_layer(net + depth);
    }
    network_hash = hex_of(&hash);
    hidden = depth - (net[depth].acts == 1 && !strcmp(net[depth].act->name, "linear"));
}

// ---- The network in integers. Points are homogeneous, (u, w), and forms rows of as many ----

static size_t dimension, columns, pieces;

// x = scale times the list, for its least common denominator.
static mpz_t *clear_denominators(mpz_t *x, mpz_t scale, mpq_t *list, size_t count)
{
    mpz_set_ui(scale, 1);
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
    mpz_inits(l->scale, l->w_scale, l->s_scale, l->c_scale, NULL);
    l->s = clear_denominators(new_integers(2 * outputs), l->s_scale, both, 2 * outputs);
    l->o = l->s + outputs;
    l->c = clear_denominators(new_integers(cuts), l->c_scale, cut, cuts);
    l->w = clear_denominators(new_integers(l->entries), l->w_scale, l->weight, l->entries);
    mpz_set(l->scale, l->w_scale);
    if (l > net)
        mpz_mul(l->scale, l->scale, l[-1].s_scale), mpz_mul(l->scale, l->scale, l[-1].scale);
    for (size_t p = 0; p < outputs; p++)
        mpz_mul(l->o[p], l->o[p], l->scale);
    for (size_t k = 0; k < cuts; k++)
        mpz_mul(l->c[k], l->c[k], l->scale);
    l->row = new_integers(times(l->rows, columns));
    if (l == net || l > net + hidden)
        return;
    for (size_t j = 0; j < l->units; j++) {
        l->unit[j].first_piece = pieces;
        pieces += l->unit[j].left = act_of(l, j)->pieces;
    }
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
        for (size_t k = l->first_of[j]; mpz_sgn(y[c]) && k > 0; k = l->next_of[k - 1])
            mpz_addmul(l->row[l->row_of[k - 1] * columns + c], l->w[k - 1], y[c]);
}

// The same in doubles: near_row is row / scale. total is at least the sum of all |weight| |y| that
// were added to a number of near_row. certificate.md, Doubles.
static void add_near(layer *l, size_t j, mpz_t *y)
{
    static double *near;
    long of_scale, of_y;
    double most = 1e-200, scale = mpz_get_d_2exp(&of_scale, l[-1].s_scale);
    near = near ? near : array(columns, sizeof *near);
    scale *= mpz_get_d_2exp(&of_y, l[-1].scale);
    of_scale += of_y;
    for (size_t c = 0; c < columns; mpz_set_ui(y[c++], 0)) {
        near[c] = mpz_get_d_2exp(&of_y, y[c]) / scale;
        near[c] = ldexp(near[c], (int)(of_y - of_scale));
        most = fmax(most, fabs(near[c]));
    }
    for (size_t k = l->near_first[j]; k < l->near_first[j + 1]; k++)
        for (size_t c = 0; c < columns; c++)
            l->near_row[l->near_w[k].row * columns + c] += l->near_w[k].w * near[c];
    l->total += l->largest[j] * most;
    l->updates++;
}

static void begin_near(layer *l)
{
    size_t size = l->rows * columns, entry = 0;
    if (!l->near_w) {
        l->near_w = array(l->entries, sizeof *l->near_w);
        l->near_row = array(size, sizeof *l->near_row);
        l->largest = array(l->inputs, sizeof *l->largest);
        l->near_first = array(l->inputs + 1, sizeof *l->near_first);
        l->exact_at = array(l->rows, sizeof *l->exact_at);
        l->first_entry = array(l->rows, sizeof *l->first_entry);
        for (size_t j = 0; j <= l->inputs; j++) {
            l->largest[j] = 1e-100;
            for (size_t k = l->first_of[j]; k > 0; k = l->next_of[k - 1], entry++) {
                l->near_w[entry] = (near_entry){mpq_get_d(l->weight[k - 1]), l->row_of[k - 1]};
                l->largest[j] = fmax(l->largest[j], fabs(l->near_w[entry].w));
            }
            l->near_first[j + 1] = entry;
        }
        for (size_t k = l->entries; k > 0; k--)
            l->first_entry[l->row_of[k - 1]] = k - 1;
    }
    memset(l->near_row, 0, size * sizeof *l->near_row);
    l->total = 0;
    l->updates = 0;
}

// Whether the rows are in doubles: those of the last layer of the pattern, unless maps are wanted.
static int is_near(const layer *l)
{
    return l == net + hidden && hidden > 1 && !linear && !EXACT;
}

// Row i of a layer in integers.
static mpz_t *exact_row(layer *l, size_t i)
{
    SCRATCH(y, columns); // 0
    mpz_t *row = l->row + i * columns;
    if (!is_near(l) || l->exact_at[i] == l->state)
        return row;
    l->exact_at[i] = l->state;
    for (size_t c = 0; c < columns; c++)
        mpz_set_ui(row[c], 0);
    for (size_t k = l->first_entry[i]; k < l->entries && l->row_of[k] == i; k++) {
        if (l->column[k] == l->inputs)
            mpz_mul(y[columns - 1], l[-1].s_scale, l[-1].scale);
        else
            add_output(y, l - 1, l->column[k], l[-1].unit[l->column[k]].piece, 0);
        for (size_t c = 0; c < columns; mpz_set_ui(y[c++], 0))
            mpz_addmul(row[c], l->w[k], y[c]);
    }
    return row;
}

// Brings the rows of a layer up to date with the pieces of the layer before, whose rows are.
static void make_rows(layer *l)
{
    SCRATCH(y, columns); // 0
    void (*pass)(layer *, size_t, mpz_t *) = is_near(l) ? add_near : pass_on;
    l->state++;
    l->made &= l->updates < 8 * l->inputs;
    if (!l->made && is_near(l))
        begin_near(l);
    for (size_t i = 0; !l->made && !is_near(l) && i < l->rows * columns; i++)
        mpz_set_ui(l->row[i], 0);
    if (!l->made) {
        mpz_mul(y[columns - 1], l[-1].s_scale, l[-1].scale);
        pass(l, l->inputs, y);
    }
    for (size_t j = 0; j < l->inputs; j++) {
        unit *u = l[-1].unit + j;
        if (l->made && u->made == u->piece)
            continue;
        if (l->made)
            add_output(y, l - 1, j, u->made, 1);
        add_output(y, l - 1, j, u->made = u->piece, 0);
        pass(l, j, y);
        l[1].made = 0;
    }
    l->made = 1;
}

// Gauss and Jordan without fractions (Bareiss 1968), in rows of `width`. Row k of m, k < rank, has
// `last` in its own pivot column and zeros in the others', which are not written: all are left 0.
// Pivots are sought in the first columns, those of the dimension.
static size_t eliminate(mpz_t *m, size_t rows, size_t width, size_t *pivot, mpz_t last)
{
    size_t rank = 0, from;
    mpz_set_ui(last, 1);
    for (size_t c = 0; c < dimension && rank < rows; c++) {
        for (from = rank; from < rows && !mpz_sgn(m[from * width + c]);)
            from++;
        if (from == rows)
            continue;
        mpz_t *p = m + rank * width;
        for (size_t j = 0; j < width; j++)
            mpz_swap(m[from * width + j], p[j]);
        for (mpz_t *row = m; row < m + rows * width; row += width) {
            for (size_t j = 0; row != p && j < width; j++) {
                if (j == c || (!mpz_sgn(row[j]) && !mpz_sgn(p[j])))
                    continue;
                mpz_mul(row[j], row[j], p[c]);
                mpz_submul(row[j], row[c], p[j]);
                if (rank)
                    mpz_divexact(row[j], row[j], last);
            }
        }
        mpz_set(last, p[c]);
        for (size_t i = 0; i < rows; i++)
            mpz_set_ui(m[i * width + c], 0);
        pivot[rank++] = c;
    }
    return rank;
}

static void set_network(void)
{
    for (layer *l = net; l <= net + depth; l++)
        set_layer(l);
    memcpy(net->row, net->w, net->rows * columns * sizeof *net->row);
}

// ---- The proof by cases ----
//
// A case of the domain is where all constraints, affine forms, are >= 0. The file goes through the
// cases depth first, a line each.

// A form, a point or a direction, in integers and rounded. If near[columns] is not 0, numbers of
// near are wrong by that at most, and x is not known.
typedef struct {
    mpz_t *x;
    double *near;
} vector;

static size_t constraints, borders; // the first are the domain's inequalities
static vector *constraint;
static int bounded; // the present case has been shown to be

// A point, the last number > 0, or a direction.
typedef struct {
    vector at;
    size_t seen;    // the number of constraints, from the first, that do not exclude it
    mpz_t positive; // those of them that are positive there, as bits
} generator;

// All points where some independent constraints are >= 0: those of its apex, an edge for each of
// these constraints, which rises along it while the others stand still, and lines along which all
// do.
typedef struct {
    size_t *of, size;
    generator *by; // the apex, edges, lines
} cone;

static cone *in_scope;
static size_t cones;

static vector new_vector(void)
{
    return (vector){new_integers(columns), array(columns, sizeof(double))};
}

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
}

static vector loose_crease(void);

// The sign of a form at a point or along a direction: farther from 0 than doubles may be wrong, or
// in integers.
static int sign(vector form, vector v)
{
    SCRATCH(exact, 1);
    double sum = 0, size = 1e-280;
    for (size_t c = 0; c < columns; c++) {
        double term = form.near[c] * v.near[c];
        sum += term, size += fabs(term);
    }
    double error = (double)(columns + 8) * (1e-15 * size + 1.01 * form.near[columns]);
    if (!EXACT && fabs(sum) > error)
        return sum > 0 ? 1 : -1;
    if (form.near[columns] > 0)
        return sign(loose_crease(), v);
    mpz_mul(*exact, form.x[0], v.x[0]);
    for (size_t c = 1; c < columns; c++)
        mpz_addmul(*exact, form.x[c], v.x[c]);
    return mpz_sgn(*exact);
}

// Divides by the greatest common divisor.
static void shorten(mpz_t *x)
{
    SCRATCH(gcd, 1);
    mpz_set_ui(*gcd, 0);
    for (size_t c = 0; c < columns && mpz_cmp_ui(*gcd, 1); c++)
        mpz_gcd(*gcd, *gcd, x[c]);
    for (size_t c = 0; mpz_cmp_ui(*gcd, 1) > 0 && c < columns; c++)
        mpz_divexact(x[c], x[c], *gcd);
}

static void add_constraint(const mpz_t *form, int minus)
{
    static size_t made;
    if (made == constraints) {
        GROW(constraint, made);
        constraint[made++] = new_vector();
    }
    vector to = constraint[constraints++];
    for (size_t c = 0; c < columns; c++)
        (minus ? mpz_neg : mpz_set)(to.x[c], form[c]);
    shorten(to.x);
    round_vector(to);
}

// ---- Cones ----

static cone *new_cone(void)
{
    static size_t made;
    if (made == cones) {
        GROW(in_scope, made);
        cone *c = in_scope + made++;
        c->of = array(columns, sizeof *c->of);
        c->by = array(columns, sizeof *c->by);
        for (generator *g = c->by; g < c->by + columns; g++) {
            g->at = new_vector();
            mpz_init(g->positive);
        }
    }
    return in_scope + cones++;
}

// By an elimination of (normals | identity): every coordinate in a pivot column, times `last`, is a
// combination of the constraints' slopes (from column `dimension` on) less one of the coordinates
// without pivot. Sets one of these to 1, the others to 0: each gives an edge, or a line. Returns
// whether the constraints are independent.
static int set_edges(const cone *c, mpz_t last)
{
    static mpz_t *m;
    static size_t room, *pivot;
    size_t width = dimension + c->size;
    pivot = pivot ? pivot : array(dimension, sizeof *pivot);
    m = integers(m, &room, times(c->size, width));
    for (size_t i = 0; i < c->size; i++)
        for (size_t k = 0; k < width; k++)
            if (k < dimension)
                mpz_set(m[i * width + k], constraint[c->of[i]].x[k]);
            else
                mpz_set_ui(m[i * width + k], k == dimension + i);
    if (eliminate(m, c->size, width, pivot, last) < c->size)
        return 0;
    generator *edge = c->by + 1, *free_one = edge + c->size;
    for (size_t k = 0, r = 0; k < width; k++) {
        if (r < c->size && pivot[r] == k) {
            r++;
            continue;
        }
        const generator *g = k < dimension ? free_one++ : edge++;
        for (size_t i = 0; i < c->size; i++)
            (k < dimension ? mpz_neg : mpz_set)(g->at.x[pivot[i]], m[i * width + k]);
        if (k < dimension)
            mpz_set(g->at.x[k], last);
    }
    return 1;
}

// The same of three constraints in three dimensions: edge i is the cross product of the other two.
static int cross_constraints(const cone *c, mpz_t last)
{
    mpz_set_ui(last, 0);
    for (size_t i = 0; i < 3; i++) {
        const mpz_t *a = constraint[c->of[(i + 1) % 3]].x, *b = constraint[c->of[(i + 2) % 3]].x;
        for (size_t k = 0; k < 3; k++) {
            size_t p = (k + 1) % 3, q = (k + 2) % 3;
            mpz_mul(c->by[1 + i].at.x[k], a[p], b[q]);
            mpz_submul(c->by[1 + i].at.x[k], a[q], b[p]);
        }
    }
    for (size_t k = 0; k < 3; k++)
        mpz_addmul(last, constraint[c->of[0]].x[k], c->by[1].at.x[k]);
    return mpz_sgn(last) != 0;
}

// Along edge i constraint i rises by `last`, and the others stand still: the apex is 0 less the
// edges times the constants, over `last`.
static void span_cone(const cone *c)
{
    SCRATCH(last, 1);
    for (size_t g = 0; g < columns; g++)
        for (size_t k = 0; k < columns; k++)
            mpz_set_ui(c->by[g].at.x[k], 0);
    if (!(c->size == 3 && dimension == 3 ? cross_constraints : set_edges)(c, *last))
        refuse("the constraints of a cone are not independent");
    mpz_t *apex = c->by->at.x;
    for (size_t i = 0; i < c->size; i++)
        for (size_t k = 0; k < dimension; k++)
            mpz_submul(apex[k], c->by[1 + i].at.x[k], constraint[c->of[i]].x[dimension]);
    mpz_set(apex[dimension], *last);
    for (generator *g = c->by; g < c->by + columns; g++) {
        for (size_t k = 0; mpz_sgn(*last) < 0 && k < columns; k++)
            mpz_neg(g->at.x[k], g->at.x[k]);
        round_vector(g->at);
        g->seen = 0;
    }
}

// -1: the form is <= 0 on the cone; 1: it is >= 0, and not 0; 0: neither is shown. `from` 1 leaves
// the apex, and so the constant, out.
static int side_on(const cone *c, vector form, size_t from)
{
    int below = 1, above = 1;
    for (size_t g = from; (below || above) && g < columns; g++) {
        int s = sign(form, c->by[g].at);
        below &= g <= c->size ? s <= 0 : !s;
        above &= g <= c->size ? s >= 0 : !s;
    }
    return below ? -1 : above;
}

// The same on the case, by the cones in scope from number `first` on.
static int side(vector form, size_t first)
{
    int found = 0;
    for (size_t i = cones; !found && i > first; i--)
        found = side_on(in_scope + i - 1, form, 0);
    return found;
}

// ---- Splits ----

// A split, and the state before it.
typedef struct {
    layer *at;
    size_t unit, next; // the case to come
    size_t constraints, cones, crossed, regions;
    int bounded;
} split;

typedef struct {
    unit *of;
    size_t piece, lowest; // before
} crossing_out;

static layer *now; // the layers before are on one piece
static split *path;
static size_t splits, regions, bounded_regions, *per_layer;
// Pieces of units are crossed out where they are in force nowhere: of a maxout unit any, of others
// those below or above some.
static char *out;              // by the numbers of pieces
static crossing_out *crossing; // in order
static size_t crossed;

static void cross_out(unit *u, size_t piece)
{
    GROW(crossing, crossed);
    crossing[crossed++] = (crossing_out){u, piece, u->piece};
    out[u->first_piece + piece] = 1;
    u->left--;
    while (out[u->first_piece + u->piece])
        u->piece++;
}

static void take_back(const split *s)
{
    now = s->at;
    constraints = s->constraints, cones = s->cones, bounded = s->bounded;
    while (crossed > s->crossed) {
        const crossing_out *last = crossing + --crossed;
        out[last->of->first_piece + last->piece] = 0;
        last->of->piece = last->lowest;
        last->of->left++;
    }
    for (size_t i = 0; i < cones; i++)
        for (generator *g = in_scope[i].by; g < in_scope[i].by + columns; g++)
            g->seen = g->seen < constraints ? g->seen : constraints;
}

// The form that is <= 0 where the lower of two pieces may be in force and >= 0 where the higher
// may: z - breakpoint of adjacent ones; of maxout, the higher row less the lower.
static vector crease(layer *l, size_t j, size_t low, size_t high)
{
    static vector form;
    form = form.x ? form : new_vector();
    const activation *a = act_of(l, j);
    const mpz_t *row = exact_row(l, l->unit[j].first_row + (a->rank > 1 ? high : 0));
    const mpz_t *less = a->rank > 1 ? exact_row(l, l->unit[j].first_row + low) : NULL;
    for (size_t c = 0; c < columns; c++)
        if (less)
            mpz_sub(form.x[c], row[c], less[c]);
        else
            mpz_mul(form.x[c], row[c], l->c_scale);
    if (!less)
        mpz_sub(form.x[dimension], form.x[dimension], l->c[a->first_cut + low]);
    round_vector(form);
    return form;
}

// The same in doubles where rows are; only the latest of these is there.
static struct {
    layer *l;
    size_t j, low, high;
} loose;

static vector loose_crease(void)
{
    return crease(loose.l, loose.j, loose.low, loose.high);
}

static vector near_crease(layer *l, size_t j, size_t low, size_t high)
{
    static vector form;
    if (!is_near(l))
        return crease(l, j, low, high);
    form = form.x ? form : new_vector();
    const activation *a = act_of(l, j);
    size_t first = l->unit[j].first_row + (a->rank > 1 ? high : 0);
    const double *row = l->near_row + first * columns;
    const double *other = l->near_row + (l->unit[j].first_row + low) * columns;
    double each = l->total * (double)(l->updates + 32) * 0x1p-52, wrong = 1e-290 + each;
    for (size_t c = 0; c < columns; c++)
        form.near[c] = a->rank > 1 ? row[c] - other[c] : row[c];
    if (a->rank > 1) {
        wrong += each;
    } else {
        double cut = mpq_get_d(a->cut[low]);
        form.near[dimension] -= cut;
        wrong += fabs(cut) * 0x1p-50;
    }
    form.near[columns] = wrong;
    loose.l = l, loose.j = j, loose.low = low, loose.high = high;
    return form;
}

// Crosses out the pieces of a unit that cones from `first` on show to be in force nowhere. With
// breakpoints the lowest two that are left are tried; if the lower goes, the next two are tried on
// all cones.
static void settle(layer *l, size_t j, size_t first)
{
    unit *u = l->unit + j;
    const char *is_out = out + u->first_piece;
    size_t count = act_of(l, j)->pieces;
    int maxout = act_of(l, j)->rank > 1, s;
    for (size_t low = u->piece; low + 1 < count; low++)
        for (size_t high = low + 1; !is_out[low] && high < count; high++) {
            if (is_out[high])
                continue;
            s = side(near_crease(l, j, low, high), first);
            if (s > 0)
                cross_out(u, low);
            for (size_t p = high; s < 0 && p < (maxout ? high + 1 : count); p++)
                if (!is_out[p])
                    cross_out(u, p);
            if (!maxout && !s)
                return;
            first = maxout ? first : 0;
        }
}

// Goes on through the layers until there is a unit whose piece is not known, and returns 1. In this
// layer all before number `fresh` are; others were tried on the cones before `first`.
static int find_open(size_t *open, size_t first, size_t fresh)
{
    for (;; first = fresh = 0) {
        for (size_t j = fresh; j < now->units && (first < cones || j == fresh); j++)
            if (now->unit[j].left > 1)
                settle(now, j, j == fresh ? 0 : first);
        for (*open = fresh; *open < now->units; ++*open)
            if (now->unit[*open].left > 1)
                return 1;
        per_layer[now - net]++;
        if (now == net + hidden)
            return 0;
        make_rows(++now);
    }
}

// Begins the next case of the latest split: of a maxout unit, where one of its rows is the largest;
// of others, the lowest piece, then all other pieces. Returns 0 if there is none.
static int begin_case(void)
{
    split *s = path + splits - 1;
    take_back(s);
    unit *u = now->unit + s->unit;
    const activation *a = act_of(now, s->unit);
    const char *is_out = out + u->first_piece;
    size_t low = u->piece, kept = s->next;
    while (kept < a->pieces && is_out[kept])
        kept++;
    if (kept == a->pieces)
        return 0;
    int upper = a->rank == 1 && kept > low;
    s->next = upper ? a->pieces : kept + 1;
    if (a->rank == 1)
        add_constraint(crease(now, s->unit, low, low + 1).x, !upper);
    for (size_t p = 0; p < a->pieces; p++) {
        if (is_out[p] || (upper ? p != low : p == kept))
            continue;
        if (a->rank > 1)
            add_constraint(crease(now, s->unit, p < kept ? p : kept, p < kept ? kept : p).x,
                           p > kept);
        cross_out(u, p);
    }
    return 1;
}

// ---- Regions ----

// Whether the generator, a direction or the apex, lies in the case.
static int lies_inside(generator *g)
{
    int s = 1;
    while (s >= 0 && g->seen < constraints) {
        s = sign(constraint[g->seen], g->at);
        (s > 0 ? mpz_setbit : mpz_clrbit)(g->positive, g->seen);
        g->seen += s >= 0;
    }
    return s >= 0;
}

// Whether the generators in scope that lie in the case, and on the facet of a constraint, have a
// sum that is a point where all others of the `wanted` constraints are positive. facet SIZE_MAX:
// none.
static int shows_inside(size_t facet, const mpz_t wanted)
{
    SCRATCH(sum, 1);
    mpz_set_ui(*sum, 0);
    if (facet < constraints)
        mpz_setbit(*sum, facet);
    for (cone *c = in_scope; c < in_scope + cones; c++)
        for (size_t g = 0; g < (bounded ? 1 : columns); g++) {
            generator *of = c->by + g;
            if (lies_inside(of) && (facet >= constraints || !mpz_tstbit(of->positive, facet)))
                mpz_ior(*sum, *sum, of->positive);
        }
    mpz_and(*sum, *sum, wanted);
    return !mpz_cmp(*sum, wanted);
}

static int has_direction(void)
{
    int found = 0;
    for (cone *c = in_scope; !found && c < in_scope + cones; c++)
        for (size_t g = 1; !found && g < columns; g++)
            found = lies_inside(c->by + g);
    return found;
}

// ---- Lists of constraints in the certificate ----

static size_t *listed; // their places among the constraints

// Returns how many there are.
static size_t read_constraints(size_t most)
{
    size_t count = 0;
    for (int more = 1; more;) {
        size_t m = natural();
        if (m >= constraints)
            refuse("there is no constraint %zu", m);
        if (count == most)
            refuse("a cone has more than %zu constraints", most);
        GROW(listed, count);
        listed[count++] = constraints - 1 - m; // the number of newer ones
        more = word(".");
    }
    return count;
}

// ---- Tables of byte strings ----

typedef struct {
    size_t size, value;
    uint64_t data[]; // size bytes
} entry;

static void *facet_tree, *map_tree;
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

// ---- Linear regions: what lies across facets, and maps ----

static size_t linear_regions, *linear_of, maps, *map_of;
static char *map_has_unnamed; // by map

static size_t root(size_t i)
{
    while (linear_of[i] != i)
        i = linear_of[i] = linear_of[linear_of[i]];
    return i;
}

// A number for each different map: the outputs' rows.
static void take_map(void)
{
    SCRATCH(y, columns);
    if (hidden < depth)
        make_rows(net + depth);
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
    linear_of[regions] = regions;
    linear_regions++;
}

// Whether the form is 0 all over the hyperplane of a constraint.
static int vanishes_on(vector form, vector plane)
{
    SCRATCH(a, 1);
    SCRATCH(b, 1);
    size_t k = 0;
    int same = 1;
    while (!mpz_sgn(plane.x[k]))
        k++;
    for (size_t c = 0; same && c < columns; c++) {
        mpz_mul(*a, form.x[c], plane.x[k]);
        mpz_mul(*b, form.x[k], plane.x[c]);
        same = !mpz_cmp(*a, *b);
    }
    return same;
}

// The key is, of all units, the pieces that are in force on the hyperplane of the facet, where two
// may meet, or more rows of maxout.
static void set_facet_key(vector plane)
{
    key->size = 0;
    for (layer *l = net + 1; l <= net + hidden; l++)
        for (size_t j = 0; j < l->units; j++) {
            const activation *a = act_of(l, j);
            size_t p = l->unit[j].piece;
            for (size_t q = 0; q < a->pieces; q++)
                if (q == p || ((a->rank > 1 || q + 1 == p || q == p + 1) &&
                               vanishes_on(crease(l, j, p < q ? p : q, p < q ? q : p), plane)))
                    put(l->unit[j].first_piece + q);
        }
}

// A facet that came before, of another region, is forgotten; a new one is kept.
static void pair_facet(vector plane)
{
    set_facet_key(plane);
    entry *other = *enter(&facet_tree, regions);
    if (other->value == regions)
        return;
    size_t a = root(other->value), b = root(regions);
    if (a != b && map_of[a] == map_of[b]) {
        linear_of[a] = b;
        linear_regions--;
    }
    tdelete(other, &facet_tree, compare);
    free(other);
}

// Whether a cone of named constraints shows that another is >= 0.
static int follows(size_t m, const mpz_t named)
{
    int found = 0;
    for (const cone *c = in_scope; !found && c < in_scope + cones; c++) {
        found = 1;
        for (size_t i = 0; i < c->size; i++)
            found &= mpz_tstbit(named, c->of[i]);
        found = found && side_on(c, constraint[m], 0) > 0;
    }
    return found;
}

// The constraints that have facets: all of the case's.
static void read_facets(void)
{
    SCRATCH(named, 1);
    mpz_set_ui(*named, 0);
    size_t count = read_constraints(SIZE_MAX);
    for (size_t i = 0; i < count; i++)
        mpz_setbit(*named, listed[i]);
    for (size_t m = 0; m < constraints; m++) {
        int is_named = mpz_tstbit(*named, m);
        if (!is_named && !follows(m, *named))
            refuse("constraint %zu may have a facet", m);
        if (is_named && !shows_inside(m, *named))
            refuse("constraint %zu is not shown to have a facet", m);
        if (is_named && m >= borders)
            pair_facet(constraint[m]);
    }
}

// ---- The certificate ----

static void read_numbers(mpq_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            expect(" ");
        read_number(x[i], &at);
    }
}

// A line of numbers, as many as there are columns; to be named in the claim, in lowest terms.
static void read_row_line(mpq_t *x, draft *lines)
{
    read_numbers(x, columns);
    for (size_t c = 0; c < columns; c++)
        gmp_fprintf(lines->to, "%Qd%c", x[c], c < dimension ? ' ' : '\n');
    expect("\n");
}

// No two points of a chart are the same input: its columns, the constant aside, are independent.
static void check_rank(void)
{
    size_t *pivot = array(columns, sizeof *pivot), entries = net->rows * columns;
    mpz_t *m = new_integers(entries);
    for (size_t i = 0; i < entries; i++)
        mpz_set(m[i], net->w[i]);
    if (eliminate(m, net->rows, columns, pivot, *new_integers(1)) < dimension)
        refuse("the chart is not injective: expected rank %zu", dimension);
}

// Returns its name in the claim.
static char *read_chart(void)
{
    int sliced = word("chart ");
    draft lines;
    char *claim = "";
    dimension = sliced ? natural() : inputs;
    columns = dimension + 1;
    if (dimension > inputs)
        refuse("the chart is not injective: there are %zu inputs", inputs);
    *net = (layer){.rows = inputs,
                   .inputs = dimension,
                   .acts = 1,
                   .act = array(1, sizeof *net->act),
                   .entries = times(inputs, columns),
                   .weight = rationals(inputs * columns)};
    read_activation(net->act, "linear", strlen("linear"));
    net->unit = array(inputs, sizeof *net->unit);
    for (net->units = 0; net->units < inputs; net->units++)
        net->unit[net->units].first_row = net->units;
    for (size_t i = 0; !sliced && i < inputs; i++)
        mpq_set_ui(net->weight[i * columns + i], 1, 1);
    if (sliced) {
        expect("\n");
        begin_draft(&lines);
        for (size_t i = 0; i < inputs; i++)
            read_row_line(net->weight + i * columns, &lines);
        gmp_asprintf(&claim, " in a chart of rank %zu of R^%zu sha256 %s", dimension, inputs,
                     hash_of(&lines));
    }
    set_network();
    if (sliced)
        check_rank();
    return claim;
}

// The inequality row . (u, 1) >= 0.
static void add_border(mpq_t *row)
{
    SCRATCH(x, columns);
    SCRATCH(scale, 1);
    add_constraint(clear_denominators(x, *scale, row, columns), 0);
}

static void read_box(FILE *claim)
{
    mpq_t *row = rationals(columns), *bound = row + dimension;
    fputs("box", claim);
    for (size_t i = 0; i < 2 * dimension; i++) {
        expect(" ");
        read_numbers(bound, 1);
        gmp_fprintf(claim, " %Qd", *bound);
        mpq_set_si(row[i / 2], i % 2 ? -1 : 1, 1);
        if (i % 2 == 0)
            mpq_neg(*bound, *bound);
        add_border(row);
        mpq_set_ui(row[i / 2], 0, 1);
    }
    expect("\n");
}

static void read_polytope(FILE *claim)
{
    mpq_t *row = rationals(columns);
    draft lines;
    size_t count = natural();
    expect("\n");
    begin_draft(&lines);
    for (size_t i = 0; i < count; i++) {
        read_row_line(row, &lines);
        add_border(row);
    }
    fprintf(claim, "polytope %zu sha256 %s", count, hash_of(&lines));
}

// The lines up to the tree; returns the name of the domain in the claim.
static char *read_domain(void)
{
    draft claim;
    begin_draft(&claim);
    const char *chart = read_chart();
    expect("domain ");
    if (word("box"))
        read_box(claim.to);
    else if (word("polytope "))
        read_polytope(claim.to);
    else
        expect("space"), expect("\n"), fputs("space", claim.to);
    borders = constraints;
    fputs(chart, claim.to);
    return end_draft(&claim);
}

// Whether another word follows that begins with one of these characters; if so, reads the space
// before it.
static int next_word(const char *begins)
{
    size_t space = at > begin && *at == ' ';
    int found = at[space] && strchr(begins, at[space]);
    at += found ? space : 0;
    return found;
}

// The sum of all constraints of the latest cone, as many as there are dimensions, is bounded above:
// some cone in scope shows it.
static void check_bounded(void)
{
    static vector form;
    form = form.x ? form : new_vector();
    const cone *c = in_scope + cones - 1;
    for (size_t k = 0; k < columns; k++) {
        mpz_set_ui(form.x[k], 0);
        for (size_t i = 0; i < c->size; i++)
            mpz_sub(form.x[k], form.x[k], constraint[c->of[i]].x[k]);
    }
    round_vector(form);
    bounded = 0;
    for (size_t i = 0; !bounded && c->size == dimension && i < cones; i++)
        bounded = side_on(in_scope + i, form, 1) > 0;
    if (!bounded)
        refuse("this case is not shown to be bounded");
}

static void read_cones(void)
{
    while (next_word("b" DIGITS)) {
        int bounds = word("b");
        cone *c = new_cone();
        c->size = read_constraints(dimension);
        for (size_t i = 0; i < c->size; i++) // oldest first: sides of a box are sparse
            c->of[i] = listed[c->size - 1 - i];
        span_cone(c);
        if (bounds)
            check_bounded();
    }
}

// A constraint of the latest split is not positive anywhere in the case.
static void check_empty(size_t first)
{
    int empty = 0;
    for (size_t m = splits ? path[splits - 1].constraints : constraints; !empty && m < constraints;
         m++)
        empty = side(constraint[m], first) < 0;
    if (!empty)
        refuse("this case is not shown to be empty");
}

// All constraints are positive there.
static void read_point(void)
{
    static mpq_t *x;
    static vector point;
    SCRATCH(scale, 1);
    if (!x)
        x = rationals(columns), point = new_vector();
    expect(": ");
    read_numbers(x, dimension);
    mpq_set_ui(x[dimension], 1, 1);
    clear_denominators(point.x, *scale, x, columns);
    round_vector(point);
    for (size_t m = 0; m < constraints; m++)
        if (sign(constraint[m], point) <= 0)
            refuse("the point is not inside: constraint %zu is not positive there", m);
}

static void read_region(void)
{
    SCRATCH(all, 1);
    mpz_set_ui(*all, 0);
    mpz_setbit(*all, constraints);
    mpz_sub_ui(*all, *all, 1);
    if (next_word(":"))
        read_point();
    else if (!shows_inside(SIZE_MAX, *all))
        refuse("no point inside of region %zu is shown", regions);
    if (!bounded && !has_direction())
        refuse("region %zu is not shown to be bounded, or not to be", regions);
    if (linear) {
        take_map();
        int named = next_word("="), new = map_of[regions] == maps;
        if (new) {
            GROW(map_has_unnamed, maps);
            map_has_unnamed[maps++] = 0;
        }
        if (!new && (!named || map_has_unnamed[map_of[regions]]))
            refuse("facets of region %zu, or of one with the same map, are not named", regions);
        map_has_unnamed[map_of[regions]] = (char)!named;
        if (named)
            expect("="), read_facets();
    }
    regions++;
    bounded_regions += (size_t)bounded;
}

// The line of a case: it is empty, a region, or split.
static void read_case(size_t fresh)
{
    size_t first = splits ? path[splits - 1].cones : 0, open;
    read_cones();
    if (next_word("-")) {
        expect("-"), check_empty(first);
    } else if (!find_open(&open, first, fresh)) {
        read_region();
    } else {
        GROW(path, splits);
        path[splits++] = (split){now, open, 0, constraints, cones, crossed, regions, bounded};
    }
    expect("\n");
}

static void read_tree(void)
{
    per_layer = array(depth + 1, sizeof *per_layer);
    out = array(pieces, 1);
    now = net;
    in_scope = NULL;
    new_cone()->size = 0; // the whole space
    span_cone(in_scope);
    read_case(0);
    while (splits) {
        if (begin_case()) {
            read_case(path[splits - 1].unit);
        } else {
            if (regions == path[splits - 1].regions)
                refuse("a case that was split has no region");
            splits--;
        }
    }
}

static void expect_total(const char *name, size_t count)
{
    expect(name);
    if (natural() != count)
        refuse("expected %s%zu", name + (*name == ' '), count);
}

// Prints the claim, which is proved. Exit status 0 has no other path, but for --help and --version.
static int verified(const char *hash, const char *domain)
{
    const char *name[] = {"activation_regions", "bounded_regions", "linear_regions", "affine_maps"};
    const size_t number[] = {regions, bounded_regions, linear_regions, maps};
    printf(json ? "{\"verified\": true" : "VERIFIED");
    for (int i = 0; i < (linear ? 4 : 2); i++)
        printf(json ? ", \"%2$s\": %1$zu" : " %1$zu %2$s", number[i], name[i]);
    printf(json ? ", \"regions_per_layer\": [" : " ");
    for (size_t l = 1; l <= hidden; l++)
        printf("%s%zu", l > 1 ? "," : "", per_layer[l]);
    printf(json ? "], \"network_sha256\": \"%s\", \"domain\": \"%s\"}\n"
                : " regions_per_layer network %s domain %s\n",
           hash, domain);
    if (fflush(stdout))
        fail_to_run("standard output: %s", strerror(errno));
    return 0;
}

static const char *wanted_box, *wanted_file; // the user's domain

// "LO,HI", for all coordinates or for each, as the claim names it.
static char *named_box(const char *bounds)
{
    mpq_t *bound = rationals(2 * dimension);
    size_t count = 0;
    draft claim;
    begin_draft(&claim);
    fputs("box", claim.to);
    for (; count < 2 * dimension; count++, bounds++) {
        read_number(bound[count], &bounds);
        if (*bounds != ',')
            break;
    }
    if (*bounds || (count != 1 && count + 1 != 2 * dimension))
        fail_to_run("expected --box=LO,HI or bounds of %zu coordinates, numbers as p/q", dimension);
    for (size_t i = 0; i < 2 * dimension; i++)
        gmp_fprintf(claim.to, " %Qd", bound[count == 1 ? i % 2 : i]);
    return end_draft(&claim);
}

// The domain of the certificate, which must be the user's if there is one.
static char *read_claim(const char *certificate)
{
    char *wanted = NULL;
    if (wanted_file) {
        open_file(wanted_file, NULL);
        wanted = read_domain();
        if (at != end)
            refuse("expected nothing after the domain");
        constraints = pieces = 0;
    }
    open_file(certificate, NULL);
    if (word("crease-certificate 1\n") || word("crease-certificate 2\n"))
        refuse("an old format; a new one is made by: crease certify NETWORK -o CERTIFICATE");
    expect("crease-certificate 3"), expect("\n");
    expect("network "), expect(network_hash), expect("\n");
    char *domain = read_domain();
    if (wanted_box)
        wanted = named_box(wanted_box);
    if (wanted && strcmp(wanted, domain))
        refuse("the domain is %.1500s; expected %.1500s", domain, wanted);
    return domain;
}

static int check(const char *certificate)
{
    const char *domain = read_claim(certificate);
    expect("tree");
    linear = word(" linear");
    expect("\n");
    read_tree();
    expect("end"), expect("\n");
    expect_total("activation_regions ", regions), expect("\n");
    expect_total("bounded_regions ", bounded_regions), expect("\n");
    expect("regions_per_layer");
    for (size_t l = 1; l <= hidden; l++)
        expect_total(" ", per_layer[l]);
    expect("\n");
    if (linear) {
        expect_total("linear_regions ", linear_regions), expect("\n");
        expect_total("affine_maps ", maps), expect("\n");
    }
    if (!regions || at != end)
        refuse("expected a region, and nothing after the totals");
    return verified(network_hash, domain);
}

int main(int count, char **argument)
{
    static const char usage[] =
        "usage: crease-check [--box=LO,HI | --domain=FILE] [--json] NETWORK CERTIFICATE\n";
    static const char help[] =
        "\nVerifies the region counts of a certificate of crease certify, or refuses. It counts "
        "the\n"
        "activation patterns that are in force on an open set of the domain.\n\n"
        "--box, --domain: refuse the certificate of another domain. FILE has the lines from\n"
        "\"chart\" or \"domain\" to \"tree\" of a certificate.\n"
        "- is standard input; files may be compressed by gzip.\n"
        "Exit status: 0 verified, 1 refused, 2 misuse or a file that cannot be read.\n";
    const char *name[2];
    int names = 0, options = 1;
    for (char **word = argument + 1; word < argument + count; word++) {
        const char *value = strchr(*word, '=');
        if (!options || **word != '-' || !(*word)[1]) {
            if (names < 2)
                name[names] = *word;
            names++;
        } else if (!strcmp(*word, "--")) {
            options = 0;
        } else if (!strcmp(*word, "--json")) {
            json = 1;
        } else if (!strncmp(*word, "--box=", 6)) {
            wanted_box = value + 1;
        } else if (!strncmp(*word, "--domain=", 9)) {
            wanted_file = value + 1;
        } else if (!strcmp(*word, "--help") || !strcmp(*word, "-h")) {
            return fputs(usage, stdout), fputs(help, stdout), 0;
        } else if (!strcmp(*word, "--version")) {
            return puts("crease-check " VERSION) < 0;
        } else {
            tame(*word);
            return fprintf(stderr, "crease-check: unknown option %.100s\n%s", *word, usage), 2;
        }
    }
    if (names != 2 || (!strcmp(name[0], "-") && !strcmp(name[1], "-")) ||
        (wanted_box && wanted_file))
        return fputs(usage, stderr), 2;
    signal(SIGABRT, out_of_memory);
    key = array(key_room = 99, 1);
    read_network(name[0], *argument);
    return check(name[1]);
}
