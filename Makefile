# Crease. make help lists the targets.

BUILD    ?= build
CC       ?= gcc
OPT      ?= -O2
PREFIX   ?= /usr/local
WARN      = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wpointer-arith
SANITIZE ?=
WERROR   ?=
VERSION  := $(shell sed -n 's/^\#define CREASE_VERSION "\(.*\)"/\1/p' include/crease/crease.h)
SOVERSION = 0

PACKAGES  = mpfr gmp nettle yajl cairo libxxhash
CPPFLAGS += -Iinclude -Isrc -D_GNU_SOURCE $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
CFLAGS   += -std=gnu11 $(OPT) -g -fPIC -fvisibility=hidden -fno-math-errno -ffp-contract=off \
            $(WARN) $(WERROR) $(SANITIZE)
LDLIBS   += -lflint $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm -lpthread

V ?= 0
ifeq ($(V),0)
Q = @
SAY = @printf '  %-5s %s\n'
else
Q =
SAY = @:
endif

SOURCES   := $(sort $(wildcard src/base/*.c src/exact/*.c src/net/*.c src/geom/*.c src/walk/*.c \
                               src/study/*.c src/make/*.c src/out/*.c))
CLI       := $(sort $(wildcard src/cli/*.c))
REFERENCE := $(sort $(wildcard tests/ref/*.c))
UNIT      := $(sort $(wildcard tests/unit/*.c))
CROSS     := $(sort $(wildcard tests/cross/*.c))
object     = $(patsubst %.c,$(BUILD)/%.o,$(1))
UNITS     := $(patsubst %.c,$(BUILD)/%,$(UNIT))
CROSSES   := $(patsubst %.c,$(BUILD)/%,$(CROSS))

.PHONY: all
all: $(BUILD)/crease $(BUILD)/libcrease.a $(BUILD)/libcrease.so.$(SOVERSION) $(BUILD)/crease.1 \
     $(BUILD)/crease.pc

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# Tests see the inside of the library; users see only what include/ declares, so
# the installed archive is one object whose hidden symbols have become local.
$(BUILD)/libinside.a: $(call object,$(SOURCES))
	$(SAY) AR $@
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libcrease.a: $(call object,$(SOURCES))
	$(SAY) AR $@
	$(Q)$(LD) -r -o $(BUILD)/libcrease.o $^
	$(Q)objcopy --localize-hidden $(BUILD)/libcrease.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(BUILD)/libcrease.o

$(BUILD)/libcrease.so.$(SOVERSION): $(call object,$(SOURCES))
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -o $@ $^ $(LDLIBS)

$(BUILD)/crease: $(call object,$(CLI)) $(BUILD)/libcrease.a
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcunit $(LDLIBS)

$(BUILD)/tests/cross/%: $(BUILD)/tests/cross/%.o $(call object,$(REFERENCE)) $(BUILD)/libinside.a
	$(SAY) LD $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcunit $(LDLIBS)

.PRECIOUS: $(BUILD)/tests/unit/%.o $(BUILD)/tests/cross/%.o

-include $(patsubst %.o,%.d,$(call object,$(SOURCES) $(CLI) $(REFERENCE) $(UNIT) $(CROSS)))
