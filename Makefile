# Crease. make help lists the targets.

BUILD    ?= build
CC       ?= gcc
OPT      ?= -O2
PREFIX   ?= /usr/local
WARN      = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wpointer-arith
SANITIZE ?=
export LSAN_OPTIONS ?= suppressions=$(CURDIR)/tests/leaks.lsan:print_suppressions=0
WERROR   ?=
CHECKED  ?=
FAULTY   ?=
VERSION  := $(shell sed -n 's/^\#define CREASE_VERSION "\(.*\)"/\1/p' include/crease/crease.h)
SOVERSION = 0

# Models in ONNX are read where protobuf-c and onnx.proto are installed; ONNX= does without.
ONNX_PROTO := $(firstword $(wildcard /usr/include/onnx/onnx.proto /usr/include/onnx/onnx-ml.proto))
ONNX ?= $(if $(ONNX_PROTO),$(shell command -v protoc-c >/dev/null && pkg-config --exists libprotobuf-c && echo yes))

PACKAGES  = mpfr gmp nettle yajl cairo libxxhash zlib $(if $(ONNX),libprotobuf-c)
CPPFLAGS += -Iinclude -Isrc -D_GNU_SOURCE $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null) \
            $(if $(ONNX),-DCREASE_ONNX -isystem $(BUILD)/onnx) $(if $(CHECKED),-DCREASE_CHECKED) $(if $(FAULTY),-DCREASE_FAULTY)
# Error-free sums must stay as they are written, in whatever function they are in line.
CFLAGS   += -std=gnu11 -ffp-contract=off $(OPT) -g -fPIC -fno-plt -fvisibility=hidden -fno-math-errno \
            $(WARN) $(WERROR) $(SANITIZE)
# Symbols are found at the start, and their table is read-only from then on; with -fno-plt above,
# calls go by it alone.
LDFLAGS  += -Wl,-z,relro,-z,now
LDLIBS   += -lflint $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm -lpthread

V ?= 0
ifeq ($(V),0)
Q = @
SAY = @printf '  %-5s %s\n'
else
Q =
SAY = @:
endif

ROOMS      = base exact net format geom tree walk regions proof path distance function theory make out draw
SOURCES   := $(sort $(wildcard $(ROOMS:%=src/%/*.c))) $(if $(FAULTY),tests/faulty/fault.c)
SOURCES   := $(if $(ONNX),$(SOURCES),$(filter-out src/format/onnx_%,$(SOURCES)))
TOOL      := $(sort $(wildcard src/tool/*.c))
REFERENCE := $(sort $(wildcard tests/ref/*.c))
MODULE    := $(sort $(wildcard tests/module/*.c))
CROSS     := $(sort $(wildcard tests/cross/*.c))
object     = $(patsubst %.c,$(BUILD)/%.o,$(1))
MODULES   := $(patsubst %.c,$(BUILD)/%,$(MODULE))
CROSSES   := $(patsubst %.c,$(BUILD)/%,$(CROSS))
PROTOCOL  := $(if $(ONNX),$(BUILD)/onnx/onnx.pb-c.o)
MADE      := $(PROTOCOL) $(BUILD)/page_text.o

.PHONY: all
all: $(BUILD)/crease $(BUILD)/crease-check $(BUILD)/libcrease.a $(BUILD)/libcrease.so.$(SOVERSION) $(BUILD)/crease.1 \
     $(BUILD)/crease-formats.5 $(BUILD)/crease.bash $(BUILD)/_crease $(BUILD)/crease.pc

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# onnx.proto compiled, by rules of their own.
$(BUILD)/onnx/onnx.pb-c.h: $(ONNX_PROTO)
	@mkdir -p $(@D)
	$(SAY) PROTO $<
	$(Q)cp $< $(@D)/onnx.proto && protoc-c --proto_path=$(@D) --c_out=$(@D) $(@D)/onnx.proto

$(BUILD)/onnx/onnx.pb-c.o: $(BUILD)/onnx/onnx.pb-c.h
	$(SAY) CC $(@:.o=.c)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -w -c $(@:.o=.c) -o $@

$(call object,$(wildcard src/format/*onnx*.c)): | $(if $(ONNX),$(BUILD)/onnx/onnx.pb-c.h)

# The page that answers, in one text: its files are named by page.html.
$(BUILD)/page_text.c: src/draw/page/embed.awk $(wildcard src/draw/page/*)
	@mkdir -p $(@D)
	$(SAY) PAGE $@
	$(Q)awk -f $< src/draw/page/page.html > $@.part && mv $@.part $@

$(BUILD)/page_text.o: $(BUILD)/page_text.c
	$(SAY) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# The inner loops are worth more than the rest; see src/exact/kernels.h. What a cell of the plane
# takes besides arithmetic is short loops over its vertices.
$(addprefix $(BUILD)/src/exact/,kernels.o double_double.o point.o residue_sums.o sign.o): OPT += -O3
$(addprefix $(BUILD)/src/tree/,insertion.o insertion_signs.o maps.o pieces.o tree.o): OPT += -O3
$(addprefix $(BUILD)/src/geom/,cell.o cell2.o space.o): OPT += -O3
# Fields that are written one by one and then read as a vector would be waited for.
$(call object,$(wildcard $(patsubst %,src/%/*.c,base geom net regions tree walk))): OPT += -fno-tree-slp-vectorize

# The tool and the tests see the inside of the library; users see only what include/ declares, so
# the installed archive is one object whose hidden symbols have become local.
$(BUILD)/libinside.a: $(call object,$(SOURCES) $(filter-out src/tool/main.c,$(TOOL))) $(MADE)
	$(SAY) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libcrease.a: $(call object,$(SOURCES)) $(MADE)
	$(SAY) AR $@
	$(Q)$(LD) -r -o $(BUILD)/libcrease.o $^
	$(Q)objcopy --localize-hidden $(BUILD)/libcrease.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(BUILD)/libcrease.o

$(BUILD)/libcrease.so.$(SOVERSION): $(call object,$(SOURCES)) $(MADE)
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -o $@ $^ $(LDLIBS)

$(BUILD)/crease: $(call object,src/tool/main.c) $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Alone, with GMP and zlib: no header, no object of the rest.
$(BUILD)/crease-check: src/check/crease-check.c
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE $(OPT) -g $(WARN) $(WERROR) $(SANITIZE) $(LDFLAGS) -o $@ $< -lgmp -lm

# Without doubles: tests run both.
$(BUILD)/crease-check-exact: src/check/crease-check.c
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE $(OPT) -g $(WARN) $(WERROR) $(SANITIZE) $(LDFLAGS) -DEXACT -o $@ $< -lgmp -lm

$(BUILD)/tests/module/%: $(BUILD)/tests/module/%.o $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcunit $(LDLIBS)

$(BUILD)/tests/cross/%: $(BUILD)/tests/cross/%.o $(call object,$(REFERENCE)) $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcunit $(LDLIBS)

.SECONDARY:

$(BUILD)/crease.1: $(BUILD)/crease
	$(Q)$(BUILD)/crease help --man > $@.part && mv $@.part $@

$(BUILD)/crease.bash: $(BUILD)/crease
	$(Q)$(BUILD)/crease help --completion=bash > $@.part && mv $@.part $@

$(BUILD)/_crease: $(BUILD)/crease
	$(Q)$(BUILD)/crease help --completion=zsh > $@.part && mv $@.part $@

$(BUILD)/crease-formats.5: docs/formats.md docs/manual.awk
	@mkdir -p $(@D)
	$(Q)awk -v name=crease-formats -v version=$(VERSION) -v see='crease crease-check' \
	    -v purpose='the files that crease reads and writes' -f docs/manual.awk $< > $@.part && mv $@.part $@

$(BUILD)/crease.pc: Makefile include/crease/crease.h
	@mkdir -p $(@D)
	$(Q)printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$${prefix}/include' 'libdir=$${prefix}/lib' '' \
	    'Name: crease' 'Description: exact regions of piecewise-linear networks' \
	    'Version: $(VERSION)' 'Requires.private: $(PACKAGES)' 'Cflags: -I$${includedir}' \
	    'Libs: -L$${libdir} -lcrease -lflint' 'Libs.private: -lm -lpthread' > $@

# ---- setup, demo, tests ----

# Asks the system once whether its packages are there, and installs what is missing.
STAMP = $(BUILD)/packages
$(STAMP): .ci/packages
	@.ci/packages
	@mkdir -p $(@D) && touch $@

# As many compilers at a time as there are processors, unless make was told otherwise.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: demo run-demo check run-check check-filter run-check-filter tests leaks lint
demo: $(STAMP)
	@$(MAKE) --no-print-directory $(JOBS) run-demo

DEMO_NET = data/trained/moons_q4_2-16-16-16-2.json
run-demo: $(BUILD)/crease
	$(BUILD)/crease count $(DEMO_NET) --box=-2,3,-2,2 --linear
	$(BUILD)/crease plot $(DEMO_NET) --box=-2,3,-2,2 -o $(BUILD)/demo.svg
	@echo "The picture of the regions is $(BUILD)/demo.svg"

check: $(STAMP)
	@$(MAKE) --no-print-directory $(JOBS) run-check

run-check: all tests $(BUILD)/python/crease/__init__.py
	@tests/run $(BUILD) $(KINDS)

tests: $(MODULES) $(CROSSES) $(BUILD)/crease-check-exact

# NETWORKS random networks in three ways, CERTIFICATES of random networks, then the random tests with
# CASES of their usual number of cases, from a seed of the day: hours.
NETWORKS ?= 1000000
CERTIFICATES ?= 100000
CASES ?= 6000%
SEED := $(or $(CREASE_SEED),$(shell date +%Y%m%d))
.PHONY: soak
soak: all tests
	CREASE_VERBOSE=1 CREASE_CASES=$(NETWORKS) $(BUILD)/tests/cross/three_ways $(SEED)
	CREASE_CASES=$(CERTIFICATES) $(BUILD)/tests/cross/certificates $(SEED)
	CREASE_CASES=$(CASES) CREASE_LARGE=1 CREASE_SEED=$(SEED) tests/run $(BUILD) cross cert

# Integers confirm every decision by doubles; see src/tree/check.h. In a build of its own.
check-filter:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/checked CHECKED=1 $(JOBS) run-check-filter

run-check-filter: $(BUILD)/tests/cross/engine $(BUILD)/tests/cross/filtered
	$(BUILD)/tests/cross/engine
	$(BUILD)/tests/cross/filtered

# Whatever has threads, under ThreadSanitizer: two accesses to one place that nothing puts in order
# end it with status 66. In a build of its own.
.PHONY: check-threads run-check-threads
check-threads:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/threads OPT=-O1 SANITIZE=-fsanitize=thread $(JOBS) \
	    run-check-threads

THREADED := parallel limits listen walk_threads merge
run-check-threads: $(THREADED:%=$(BUILD)/tests/module/%) $(BUILD)/crease
	for program in $(THREADED:%=module/%); do $(BUILD)/tests/$$program || exit; done
	tests/golden/run $(BUILD)/crease threads/commands threads/regions

# An engine that now and then misjudges a sign or drops a region: crease-check must notice.
# SEEDS=1000 takes more of them.
.PHONY: check-faulty
check-faulty: $(BUILD)/crease $(BUILD)/crease-check
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/faulty FAULTY=1 $(JOBS) $(BUILD)/faulty/crease
	tests/faulty/run $(BUILD) $(SEEDS)

leaks: $(BUILD)/crease
	@tests/leaks $(BUILD)/crease

lint:
	@tests/lint

# Every claim of the literature beside the count, half a minute.
.PHONY: verdicts
verdicts: $(BUILD)/crease
	$(BUILD)/crease verify --all --json > $(BUILD)/verdicts.json
	for table in claims bounds; do \
	    jq -r --arg table $$table -f data/verdicts/csv.jq $(BUILD)/verdicts.json > data/verdicts/$$table.csv; done

# Every figure of docs/experiments.md, some twenty minutes; QUICK=1: small ones, in $(BUILD).
FIGURES = $(filter-out %/common.py %/models.py,$(sort $(wildcard docs/experiments/*.py)))
FIGURE = BUILD=$(BUILD) $(PYTHON) docs/experiments/
.PHONY: experiments experiments-fashion
experiments: $(BUILD)/python/crease/__init__.py
	for figure in $(notdir $(FIGURES)); do \
	    $(FIGURE)$$figure $(if $(QUICK),--quick --out $(BUILD)/experiments) || exit; done

# Those of networks of Fashion-MNIST, from Debian's package dataset-fashion-mnist: trained first, in
# the shapes of the paper.
FASHION = --data fashion --activation relu --optimizer adam --variance 2 --bias 0.001 \
    --epochs 20 --checkpoints 0,1,2,5,10,20 --bits 16
experiments-fashion: $(BUILD)/python/crease/__init__.py
	for shape in 3x32 4x16 3x64; do \
	    test -e $(BUILD)/fashion/$$shape/fashion_accuracy.json || \
	    $(PYTHON) docs/examples/train_layers.py $(FASHION) --depth $${shape%x*} \
	        --width $${shape#*x} --networks $$(test $$shape = 3x64 && echo 3 || echo 5) \
	        --save $(BUILD)/fashion/$$shape || exit; \
	done
	for figure in hanin-5:3x32 hanin-6:3x32 hanin-7:4x16 hanin-8:3x64; do \
	    $(FIGURE)$${figure%:*}.py --data $(BUILD)/fashion/$${figure#*:} \
	        --out docs/experiments/fashion || exit; \
	done

# ---- bench ----

$(BUILD)/tests/bench/race: tests/bench/race.c
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ $<

# As fast as a compiler makes it, and not to be trusted.
$(BUILD)/tests/bench/baseline: tests/bench/baseline.c
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) -O3 -march=native -ffast-math -o $@ $<

# Where CGAL is not installed, nothing is built, and the table does without.
HAS_CGAL = printf '\043include <CGAL/version.h>' | $(CXX) -E -x c++ - >/dev/null 2>&1
$(BUILD)/tests/bench/arrangement: tests/bench/arrangement.cpp
	@mkdir -p $(@D)
	$(SAY) CXX $@
	$(Q)! $(HAS_CGAL) || $(CXX) -std=c++17 -O2 -DNDEBUG -frounding-math -o $@ $< -lmpfr -lgmp

# Each error bound, ten times too small, must be noticed by a test. ONLY=exact/point
.PHONY: check-constants
check-constants: tests
	@CC="$(CC)" CFLAGS="$(CPPFLAGS) $(CFLAGS)" LIBS="$(LDFLAGS) -lcunit $(LDLIBS)" \
	    tests/constants $(BUILD) '$(ONLY)'

# One table, one run. ONLY='He 32' takes the networks of that name.
.PHONY: bench
bench: $(BUILD)/crease $(BUILD)/tests/bench/race $(BUILD)/tests/bench/baseline $(BUILD)/tests/bench/arrangement
	@CC="$(CC)" OPT="$(OPT)" tests/bench/run $(BUILD) '$(ONLY)'

# Needs clang and its run-time library (Debian: clang, libclang-rt-14-dev). FUZZ=ine takes that
# target alone.
FUZZ_SECONDS ?= 60
FUZZ ?= net $(if $(ONNX),onnx) slice ine vnnlib lines data words build check
SEEDS_net = $(BUILD)/seeds/nets tests/golden/nets data/papers data/ties $(BUILD)/seeds/nnet
SEEDS_onnx = $(BUILD)/seeds/onnx
MOST_MB_onnx = 600
SEEDS_slice = $(BUILD)/seeds/slice
SEEDS_ine = $(BUILD)/seeds/ine
SEEDS_vnnlib = $(BUILD)/seeds/vnnlib
SEEDS_check = $(BUILD)/seeds/check
FUZZ_FLAGS = address,undefined -fno-sanitize-recover=all

.PHONY: fuzz run-fuzz
fuzz:
	@$(MAKE) --no-print-directory $(JOBS) BUILD=$(BUILD)/fuzz CC=clang OPT=-O1 \
	    SANITIZE='-fsanitize=fuzzer-no-link,$(FUZZ_FLAGS)' run-fuzz

run-fuzz: $(addprefix $(BUILD)/fuzz-,$(FUZZ)) $(BUILD)/seeds/onnx $(if $(filter check,$(FUZZ)),$(BUILD)/seeds/check)
	$(foreach target,$(FUZZ),mkdir -p $(BUILD)/corpus/$(target) && \
	    $(BUILD)/fuzz-$(target) -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -malloc_limit_mb=$(or $(MOST_MB_$(target)),100) \
	    $(BUILD)/corpus/$(target) $(SEEDS_$(target)) $(wildcard tests/fuzz/corpus/$(target)) &&) true

$(BUILD)/seeds/onnx: tests/bad/run tests/onnx/run
	$(Q)tests/bad/run --unpack $(BUILD)/seeds && tests/onnx/run --unpack $@

$(BUILD)/seeds/check: tests/fuzz/check_seeds $(BUILD)/crease
	$(Q)rm -rf $@ && $< $(BUILD)/crease $@

$(BUILD)/fuzz-check: $(call object,tests/ref/certificate_judge.c tests/ref/certificate_text.c)
$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/%.o $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(CC) -fsanitize=fuzzer,$(FUZZ_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS)

# ---- Python ----

# The module holds the library; what it stands on is found as for the tool. One build serves every
# Python from 3.11 on. src/python/pyproject.toml is for pip, and a library that is installed.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
.PHONY: python install-python
python: $(STAMP)
	@$(MAKE) --no-print-directory $(JOBS) $(BUILD)/python/crease/__init__.py

$(BUILD)/python/crease/__init__.py: $(BUILD)/libcrease.a $(wildcard src/python/* src/python/crease/*.py)
	$(SAY) PY $(BUILD)/python
	$(Q)rm -rf $(BUILD)/python $(BUILD)/python-objects
	$(Q)cd src/python && CC="$(CC)" CFLAGS="$(OPT) $(SANITIZE)" LDFLAGS="$(SANITIZE)" \
	    CREASE_INCLUDE=$(abspath include) CREASE_ARCHIVE=$(abspath $<) CREASE_LIBS="$(LDLIBS)" \
	    $(PYTHON) -W ignore setup.py -q build --build-base $(abspath $(BUILD))/python-objects \
	    --build-lib $(abspath $(BUILD))/python 2>$(abspath $(BUILD))/python.log || \
	    { cat $(abspath $(BUILD))/python.log; exit 1; }

# Where Debian's Python looks for what is installed below /usr/local, and other prefixes likewise.
PYTHON_DIR ?= $(PREFIX)/lib/$(shell $(PYTHON) -c 'import sys; print("python%d.%d" % sys.version_info[:2])')/dist-packages
install-python: $(BUILD)/python/crease/__init__.py
	install -d $(DESTDIR)$(PYTHON_DIR)/crease
	install -m 644 $(BUILD)/python/crease/* $(DESTDIR)$(PYTHON_DIR)/crease/

# ---- install ----

.PHONY: install uninstall clean help format print-sanitize
format:
	clang-format -i $$(find src include tests -name '*.[ch]')

print-sanitize:
	@echo $(SANITIZE)

HEADERS = $(wildcard include/crease/*.h)
DATA = $(shell find data -type f)
BIN = $(DESTDIR)$(PREFIX)/bin
LIB = $(DESTDIR)$(PREFIX)/lib
INCLUDE = $(DESTDIR)$(PREFIX)/include/crease
SHARE = $(DESTDIR)$(PREFIX)/share
BASH_COMPLETION = $(SHARE)/bash-completion/completions
# Debian's zsh looks in one place for packages, and in another for the rest.
ZSH_COMPLETION = $(SHARE)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
# ldconfig lets programs find the library, where it is installed for all.
LDCONFIG = $(if $(DESTDIR),:,[ "$$(id -u)" != 0 ] || PATH="$$PATH:/usr/sbin:/sbin" ldconfig)
install: all
	install -d $(BIN) $(LIB)/pkgconfig $(INCLUDE) $(SHARE)/man/man1 $(SHARE)/man/man5 \
	    $(BASH_COMPLETION) $(ZSH_COMPLETION)
	install -m 755 $(BUILD)/crease $(BUILD)/crease-check $(BIN)/
	install -m 644 $(BUILD)/libcrease.a $(BUILD)/libcrease.so.$(SOVERSION) $(LIB)/
	ln -sf libcrease.so.$(SOVERSION) $(LIB)/libcrease.so
	sed 's|^prefix=.*|prefix=$(PREFIX)|' $(BUILD)/crease.pc > $(LIB)/pkgconfig/crease.pc
	install -m 644 $(HEADERS) $(INCLUDE)/
	install -m 644 $(BUILD)/crease.1 src/check/crease-check.1 $(SHARE)/man/man1/
	install -m 644 $(BUILD)/crease-formats.5 $(SHARE)/man/man5/
	install -m 644 $(BUILD)/crease.bash $(BASH_COMPLETION)/crease
	ln -sf crease $(BASH_COMPLETION)/crease-check
	install -m 644 $(BUILD)/_crease $(ZSH_COMPLETION)/
	$(Q)$(foreach file,$(DATA),install -D -m 644 $(file) $(SHARE)/crease/$(file:data/%=%) &&) true
	$(LDCONFIG)

uninstall:
	rm -f $(BIN)/crease $(BIN)/crease-check $(LIB)/libcrease.a $(LIB)/libcrease.so \
	    $(LIB)/libcrease.so.$(SOVERSION) $(LIB)/pkgconfig/crease.pc \
	    $(SHARE)/man/man1/crease.1 $(SHARE)/man/man1/crease-check.1 \
	    $(SHARE)/man/man5/crease-formats.5 $(BASH_COMPLETION)/crease $(BASH_COMPLETION)/crease-check \
	    $(ZSH_COMPLETION)/_crease
	rm -rf $(INCLUDE) $(SHARE)/crease $(DESTDIR)$(PYTHON_DIR)/crease
	$(LDCONFIG)

clean:
	rm -rf $(BUILD)

help:
	@printf '%s\n' \
	    'make               the tool build/crease, the checker, the library, the manual pages' \
	    'make demo          count and draw a trained network (installs missing packages)' \
	    'make check         all tests (installs missing packages), some minutes; KINDS="module golden"' \
	    'make install       PREFIX=/usr/local DESTDIR=: tools, library, pages, completion, data' \
	    'make uninstall     with the same PREFIX and DESTDIR: all of it away' \
	    'make python        the Python module, into build/python; make install-python' \
	    'make clean         removes what was built' '' \
	    'make soak          the random tests for hours: NETWORKS=1000000 in three ways,' \
	    '                   CERTIFICATES=100000 checked, then CASES=6000% of the usual number,' \
	    '                   from CREASE_SEED or the date' \
	    'make check-filter  every decision by doubles repeated in integers' \
	    'make check-constants  every error bound, ten times too small, is noticed' \
	    'make check-threads what has threads, under ThreadSanitizer' \
	    'make check-faulty  an engine broken on purpose, and what crease-check says of it' \
	    'make leaks         every command under valgrind' \
	    'make fuzz          the readers of files under libFuzzer, FUZZ_SECONDS=60, FUZZ=net' \
	    'make lint          the rules of docs/design.md, and the pages themselves' \
	    'make format        clang-format' '' \
	    'make bench         a table of times, in Markdown; ONLY=PATTERN for some of its rows' \
	    'make verdicts      data/verdicts: every theorem against counts, half a minute' \
	    'make experiments   docs/experiments: figures of the papers, some minutes' \
	    'make experiments-fashion   those of networks of Fashion-MNIST, an hour' '' \
	    'Variables: BUILD=build; V=1 shows commands; CC=clang; WERROR=-Werror; OPT=-O2;' \
	    'SANITIZE=-fsanitize=address,undefined (with a BUILD directory of its own);' \
	    'ONNX= builds without the reader of ONNX.'

-include $(patsubst %.o,%.d,$(call object,$(SOURCES) $(TOOL) $(REFERENCE) $(MODULE) $(CROSS)))
