# Crease. make help lists the targets.

BUILD    ?= build
OPT      ?= -O2
PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib
PKG_CONFIG ?= pkg-config
# Recipes do not quote names: a blank would make two of one, which uninstall and clean would remove.
$(foreach name,BUILD PREFIX LIBDIR DESTDIR,$(if $(word 2,$($(name))),$(error $(name) has a blank: $($(name)))))
OBJCOPY  ?= objcopy
STRIP    ?= strip
WARN      = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wpointer-arith
export LSAN_OPTIONS ?= suppressions=$(CURDIR)/tests/leaks.lsan:print_suppressions=0
VERSION  := $(shell sed -n 's/^\#define CREASE_VERSION "\(.*\)"/\1/p' include/crease/crease.h)
LIBRARY   = libcrease.so.$(VERSION)
SONAME    = libcrease.so.$(firstword $(subst ., ,$(VERSION)))
# Which commit is built, in a clone: crease --version says it. Tests say by CREASE_COMMIT what was built.
COMMIT   := $(or $(CREASE_COMMIT),$(if $(wildcard .git),$(shell git describe --always --tags --dirty 2>/dev/null)))

# ONNX models are read by protobuf-c; ONNX= builds without.
ONNX ?= yes

PACKAGES  = mpfr gmp nettle libxxhash zlib $(if $(ONNX),libprotobuf-c)
GIVEN    := $(CPPFLAGS) $(CFLAGS)
CPPFLAGS += -Iinclude -Isrc -D_GNU_SOURCE $(shell $(PKG_CONFIG) --cflags $(PACKAGES) cairo 2>/dev/null) \
            $(if $(ONNX),-DCREASE_ONNX -isystem $(BUILD)/onnx) $(if $(CHECKED),-DCREASE_CHECKED) \
            $(if $(CHECKED)$(SANITIZE)$(ASSERT),-DCREASE_ASSERT) $(if $(TRACE),-DCREASE_TRACE) $(if $(FAULTY),-DCREASE_FAULTY)
# The error bounds hold for each operation as it is written: no contraction.
CFLAGS   += -std=gnu11 -ffp-contract=off $(OPT) -g -fPIC -fno-plt -fvisibility=hidden -fno-math-errno \
            $(WARN) $(WERROR) $(SANITIZE)
# On the command line they would take the place of these; from the environment they are added to.
needed    = $(if $(findstring $2,$($1)),,$(error give $1 in the environment: here it lacks $2, which is needed))
$(call needed,CPPFLAGS,-Iinclude)$(call needed,CFLAGS,-ffp-contract=off)
# Symbols are resolved at the start; their table is read-only after that.
LDFLAGS  += -Wl,-z,relro,-z,now
LDLIBS   += -lflint $(shell $(PKG_CONFIG) --libs $(PACKAGES) 2>/dev/null) -lm -lpthread

Q   = $(if $(filter 1,$(V)),,@)
SAY = @printf '  %-5s %s\n'

MODULES    = base exact net format domain lp cell tree walk regions images proof path distance function theory make out draw
SOURCES   := $(sort $(wildcard $(MODULES:%=src/%/*.c))) $(if $(FAULTY),tests/faulty/fault.c)
SOURCES   := $(if $(ONNX),$(SOURCES),$(filter-out src/format/onnx_%,$(SOURCES)))
TOOL      := $(sort $(wildcard src/tool/*.c))
REFERENCE := $(sort $(wildcard tests/ref/*.c))
TESTS     := $(sort $(wildcard tests/module/*.c tests/cross/*.c))
object     = $(patsubst %.c,$(BUILD)/%.o,$(1))
MADE      := $(if $(ONNX),$(BUILD)/onnx/onnx.pb-c.o) $(BUILD)/page_text.o

# Targets that compile stop here if the compiler or a library is missing.
ifneq ($(filter-out demo check soak python wheel deb web docs clean help lint format uninstall,$(or $(MAKECMDGOALS),all)),)
$(if $(shell command -v $(firstword $(CC)) >/dev/null && $(PKG_CONFIG) --exists $(PACKAGES) cairo glib-2.0 $(if $(ONNX),&& \
    command -v protoc-c >/dev/null) && echo yes),,$(error \
    $(firstword $(CC)), pkg-config or a library is missing. As root run "make demo", or on Debian \
    "apt-get install $(shell .ci/packages --list demo)"))
endif
$(shell mkdir -p $(BUILD) && echo "$(COMMIT)" | cmp -s - $(BUILD)/commit || echo "$(COMMIT)" >$(BUILD)/commit)
.DELETE_ON_ERROR:
.PHONY: all libs install-strip demo run-demo check run-check soak check-filter tests prove theorems-in-coq lint python install-python wheel deb web experiments docs \
    install uninstall clean format help
all: $(addprefix $(BUILD)/,crease crease-check libcrease.a $(LIBRARY) crease.1 \
    crease-formats.5 crease.bash _crease)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/onnx/onnx.pb-c.c: src/format/onnx.proto
	$(Q)mkdir -p $(@D) && protoc-c --proto_path=$(<D) --c_out=$(@D) $<
$(call object,$(wildcard src/format/*onnx*.c)): $(if $(ONNX),$(BUILD)/onnx/onnx.pb-c.c)

$(BUILD)/src/out/version.o: CPPFLAGS += $(if $(COMMIT),-DCREASE_COMMIT='"$(COMMIT)"')
$(BUILD)/src/out/version.o: $(BUILD)/commit

# The interactive viewer and the help of the tool as texts in C.
$(BUILD)/page_text.c: src/draw/page/embed.awk $(wildcard src/draw/page/*)
	$(Q)awk -f $< src/draw/page/page.html > $@

$(BUILD)/help_text.c: src/tool/help.txt src/tool/start.py
	$(Q)for text in $^; do echo "const char $$(basename $${text%.*})_text[] ="; \
	    sed 's/[\"]/\\&/g; s/.*/"&\\n"/' $$text; echo ';'; done > $@
$(BUILD)/help_text.o $(BUILD)/page_text.o $(BUILD)/onnx/onnx.pb-c.o: %.o: %.c
	$(SAY) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -w -c $< -o $@

# Inner loops are optimised more; see src/exact/kernels.h.
$(addprefix $(BUILD)/src/exact/,kernels.o double_double.o point.o sign.o): OPT += -O3
$(addprefix $(BUILD)/src/tree/,insertion.o insertion_signs.o maps.o map_doubles.o map_pairs.o pieces.o relax.o tree.o): OPT += -O3
# Fewer roundings than its bounds count.
$(BUILD)/src/tree/error_forms.o: OPT += -O3 -ffp-contract=fast
$(addprefix $(BUILD)/src/,cell/generators.o cell/kind.o cell/polygon.o cell/vertex_sums.o cell/cones.o domain/space.o): OPT += -O3
# A vector load stalls on fields that were just stored one by one.
$(call object,$(wildcard $(patsubst %,src/%/*.c,base domain lp cell net regions tree walk))): OPT += -fno-tree-slp-vectorize
# Most of a test's time is spent in the library, and most of the build in tests.
$(call object,$(TESTS)): OPT += -O0

# The tool and the tests use the internals. Of what is installed only crease_* can be linked: the
# archive is one object in which all else is local.
$(BUILD)/libinside.a: $(call object,$(SOURCES) $(filter-out src/tool/main.c,$(TOOL))) $(MADE) $(BUILD)/help_text.o
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libcrease.a: $(call object,$(SOURCES)) $(MADE)
	$(Q)$(LD) -r -o $(BUILD)/libcrease.o $^ && \
	    $(OBJCOPY) --wildcard --keep-global-symbol='crease_*' $(BUILD)/libcrease.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(BUILD)/libcrease.o

LINK = $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LDLIBS)
$(BUILD)/$(LIBRARY): $(call object,$(SOURCES)) $(MADE) src/crease.map
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME),--version-script=src/crease.map

$(BUILD)/crease: $(call object,src/tool/main.c) $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(LINK)

# The checker shares nothing with the rest. crease-check-exact does without doubles.
$(BUILD)/crease-check: OPT += -O3
$(BUILD)/crease-check $(BUILD)/crease-check-exact: src/check/crease-check.c
	$(SAY) LD $@
	$(Q)$(CC) $(GIVEN) -std=gnu11 -D_GNU_SOURCE $(OPT) -g $(WARN) $(WERROR) $(SANITIZE) $(LDFLAGS) \
	    $(if $(filter %-exact,$@),-DEXACT) -o $@ $< $(shell $(PKG_CONFIG) --cflags --libs glib-2.0 zlib) -lgmp -lm

# All tests in one program, build/tests/all module/point; or one alone, build/tests/module/point.
$(BUILD)/tests/all: $(call object,$(TESTS))
$(TESTS:%.c=$(BUILD)/%): %: %.o
$(TESTS:%.c=$(BUILD)/%) $(BUILD)/tests/all: $(call object,$(REFERENCE)) $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(LINK) -lcunit -lyajl $$($(PKG_CONFIG) --libs cairo)

# With libFuzzer; see tests/fuzz/run, which names the compiler and its options.
JUDGE = $(addprefix $(BUILD)/tests/ref/certificate_,judge.o text.o)
$(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(JUDGE) $(BUILD)/libinside.a
	$(Q)$(subst fuzzer-no-link,fuzzer,$(LINK)) $(shell $(PKG_CONFIG) --libs glib-2.0)

$(BUILD)/crease.1: src/tool/shell/manual.sh $(BUILD)/crease
	$(Q)sh $^ > $@

$(BUILD)/crease.bash $(BUILD)/_crease: $(BUILD)/%: src/tool/shell/% src/tool/shell/words.sh
	$(Q)sed '1r src/tool/shell/words.sh' $< > $@

$(BUILD)/crease-formats.5: docs/formats.md docs/manual.awk
	$(Q)awk -v version=$(VERSION) -f docs/manual.awk $< > $@

# ---- Demo and tests: they install missing packages, then build with all processors ----
AGAIN = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
demo: ## count and draw a trained network; installs missing packages
	@.ci/packages demo
	@$(AGAIN) run-demo

DEMO_NET = data/trained/moons_q4_2-16-16-16-2.json
run-demo: $(BUILD)/crease
	$(BUILD)/crease count $(DEMO_NET) --box=-2,3,-2,2 --linear
	$(BUILD)/crease plot $(DEMO_NET) --box=-2,3,-2,2 -o $(BUILD)/demo.svg
	@echo "The picture of the regions is $(BUILD)/demo.svg"

check: ## the quick tests; installs missing packages; KINDS="module golden" for some
	@.ci/packages check
	@$(AGAIN) run-check

run-check: all tests $(BUILD)/python/crease/__init__.py
	@tests/run $(BUILD) $(KINDS)
tests: $(BUILD)/tests/all $(BUILD)/crease-check-exact

soak: ## the random tests with many more cases and what make check leaves out, for hours
	@BUILD=$(BUILD) tests/soak

check-filter: ## integers repeat every decision by doubles; see src/tree/check.h
	@$(AGAIN) BUILD=$(BUILD)/checked CHECKED=1 $(BUILD)/checked/tests/all
	for test in engine filtered simplex; do $(BUILD)/checked/tests/all cross/$$test || exit 1; done
prove: ## crease-prove, which Coq has proved right; needs coq, ocaml-findlib, libzarith-ocaml-dev
prove theorems-in-coq: $(BUILD)/crease
	@$(MAKE) -s -C src/check/coq BUILD=$(abspath $(BUILD)) $@
lint: ; @tests/lint ## the rules of docs/design.md, links and names in the docs
docs: ## the documentation as a site, build/site
	@.ci/packages demo python docs
	@$(AGAIN) $(BUILD)/crease $(BUILD)/python/crease/__init__.py
	@$(PYTHON) docs/site $(BUILD)

# ---- Python: one build serves every Python from 3.11 on ----
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)
python: ## the Python module, into build/python
	@.ci/packages demo python
	@$(AGAIN) $(BUILD)/python/crease/__init__.py
	@echo "Set PYTHONPATH=$(abspath $(BUILD))/python to import crease, or install it: make install-python"

$(BUILD)/python/crease/__init__.py: $(BUILD)/libcrease.a src/tool/help.txt $(wildcard src/python/* src/python/crease/*.py src/python/crease/*/*.py)
	$(SAY) PY $(BUILD)/python
	$(Q)CC="$(CC)" CFLAGS="$(OPT) $(SANITIZE)" LDFLAGS="$(SANITIZE)" CREASE_LIBS="$(LDLIBS)" \
	    src/python/make_module $(PYTHON) $(BUILD)

libs: ; @echo $(LDLIBS)
PYTHON_DIR ?= $(PREFIX)/lib/$(shell $(PYTHON) -c 'import sys; print("python%d.%d" % sys.version_info[:2])')/dist-packages
install-python: $(BUILD)/python/crease/__init__.py ## for every user
	install -d $(DESTDIR)$(PYTHON_DIR)/crease/theory
	install -m 644 $(BUILD)/python/crease/*.* $(DESTDIR)$(PYTHON_DIR)/crease/
	install -m 644 $(BUILD)/python/crease/theory/*.py $(DESTDIR)$(PYTHON_DIR)/crease/theory/

wheel: ## a wheel with all libraries inside, for this release of the system and later ones
	@.ci/packages demo python python3-pip python3-wheel patchelf
	@$(AGAIN) all
	@CC="$(CC)" CFLAGS="$(OPT)" CREASE_LIBS="$(LDLIBS)" src/python/make_wheel $(PYTHON) $(BUILD)

deb: ## Debian packages, into build/deb; ten minutes
	@.ci/packages demo python build-essential debhelper dh-python
	rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/crease
	tar -c --exclude=./$(BUILD) --exclude=./.git . | tar -x -C $(BUILD)/deb/crease
	cd $(BUILD)/deb/crease && env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -us -uc -b -J$(shell nproc)
	! command -v lintian >/dev/null || lintian --fail-on=error $(BUILD)/deb/*.changes

web: ## Crease in the browser, build/site/play; the first time takes a quarter of an hour
	@.ci/packages demo emscripten dpkg-dev
	@src/web/make_site $(BUILD)

experiments: $(BUILD)/python/crease/__init__.py ## the figures of docs/experiments, half an hour; QUICK=1
	BUILD=$(BUILD) PYTHON=$(PYTHON) docs/experiments/run $(if $(QUICK),--quick)

# ---- Installation ----
ROOT = $(DESTDIR)$(PREFIX)
SHARE = $(ROOT)/share
LIBRARIES = $(DESTDIR)$(LIBDIR)
BASH_COMPLETION = $(SHARE)/bash-completion/completions
ZSH_COMPLETION = $(SHARE)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
DOC = $(SHARE)/doc/crease
# In the places that their links name; data leads to the examples.
DOCUMENTS = $(wildcard *.md CITATION.cff LICENSE src/*/*.md tests/README.md tests/*/README.md) src/check/crease-check.c docs
LDCONFIG = $(if $(DESTDIR),:,[ "$$(id -u)" != 0 ] || PATH="$$PATH:/usr/sbin:/sbin" ldconfig)
install: all ## tools, library, manual, docs, completion, data; PREFIX=/usr/local LIBDIR= DESTDIR=
	install -d $(ROOT)/bin $(LIBRARIES)/pkgconfig $(ROOT)/include/crease $(SHARE)/man/man1 $(SHARE)/man/man5 $(SHARE)/crease \
	    $(DOC) $(BASH_COMPLETION) $(ZSH_COMPLETION)
	install -m 755 $(BUILD)/crease $(BUILD)/crease-check src/check/crease-canonical $(ROOT)/bin/
	install -m 644 $(BUILD)/libcrease.a $(BUILD)/$(LIBRARY) $(LIBRARIES)/
	ln -sf $(LIBRARY) $(LIBRARIES)/$(SONAME) && ln -sf $(SONAME) $(LIBRARIES)/libcrease.so
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|; s|@PACKAGES@|$(PACKAGES)|' \
	    src/crease.pc.in > $(LIBRARIES)/pkgconfig/crease.pc
	install -m 644 include/crease/*.h $(ROOT)/include/crease/
	install -m 644 $(BUILD)/crease.1 src/check/crease-check.1 src/check/crease-canonical.1 $(SHARE)/man/man1/
	install -m 644 $(BUILD)/crease-formats.5 $(SHARE)/man/man5/
	install -m 644 $(BUILD)/crease.bash $(BASH_COMPLETION)/crease
	ln -sf crease $(BASH_COMPLETION)/crease-check
	install -m 644 $(BUILD)/_crease $(ZSH_COMPLETION)/
	cp -R data/. $(SHARE)/crease/ && chmod -R u=rwX,go=rX $(SHARE)/crease
	tar -c --exclude=__pycache__ --exclude=docs/site --exclude=docs/manual.awk $(DOCUMENTS) | tar -x --no-same-owner -C $(DOC)
	chmod -R u=rwX,go=rX $(DOC) && ln -sfn ../../crease $(DOC)/data
	$(LDCONFIG)

install-strip: install ## the same without symbols for debuggers
	$(STRIP) $(ROOT)/bin/crease $(ROOT)/bin/crease-check
	$(STRIP) --strip-unneeded $(LIBRARIES)/$(LIBRARY)
	$(STRIP) --strip-debug $(LIBRARIES)/libcrease.a

uninstall: ## remove all of it; with the same PREFIX, LIBDIR and DESTDIR
	rm -f $(ROOT)/bin/crease $(ROOT)/bin/crease-check $(ROOT)/bin/crease-canonical \
	    $(LIBRARIES)/libcrease.* $(LIBRARIES)/pkgconfig/crease.pc \
	    $(SHARE)/man/man1/crease.1 $(SHARE)/man/man1/crease-check.1 $(SHARE)/man/man1/crease-canonical.1 \
	    $(SHARE)/man/man5/crease-formats.5 \
	    $(BASH_COMPLETION)/crease $(BASH_COMPLETION)/crease-check $(ZSH_COMPLETION)/_crease
	rm -rf $(ROOT)/include/crease $(SHARE)/crease $(DOC) $(DESTDIR)$(PYTHON_DIR)/crease
	$(LDCONFIG)

clean: ; rm -rf $(BUILD) ## remove what was built
format: ; clang-format -i $$(find src include tests -name '*.[ch]') ## clang-format

help:
	@echo 'make                the tools, the library, the manual, into build'
	@sed -n 's/^\([a-z-]*\):.* ## /make \1\t/p' Makefile | expand -t 20
	@printf '%s\n' '' 'tests/run build module/pieces   one test; golden/count: one group' \
	    'tests/soak, tests/bench/run, tests/fuzz/run, tests/faulty/run, tests/leaks, tests/threads,' \
	    'tests/constants, tests/verdicts: see tests/README.md and tests/bench/README.md' '' \
	    'Variables: BUILD=build V=1 CC=clang OPT=-O2 WERROR=-Werror SANITIZE=-fsanitize=address,undefined' \
	    'ONNX= (without). Give every CC, SANITIZE and ONNX a BUILD directory of its own.'

-include $(patsubst %.o,%.d,$(call object,$(SOURCES) $(TOOL) $(REFERENCE) $(TESTS)))
