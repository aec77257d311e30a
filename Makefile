# scree: plain GNU make. `make demo` and `make check` are all a newcomer needs.
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
BUILD = build
BIN = bin
JOBS ?= 2

# What the code needs whatever CFLAGS says: no fused multiply-adds, so that results are the same everywhere; nobody asks
# for errno or traps of arithmetic, which would keep loops from being vectorised.
CPPFLAGS_ = -Ilib -Iformats -Itools -D_GNU_SOURCE -MMD -MP $(CPPFLAGS)
OPENMP := $(shell echo 'int main(void) { return 0; }' | $(CC) -fopenmp -x c - -o /dev/null 2>/dev/null && \
	echo -fopenmp || echo -fopenmp-simd -Wno-unknown-pragmas)
CFLAGS_ = -std=c11 -Wall -Wextra -ffp-contract=off -fno-math-errno -fno-trapping-math $(OPENMP) $(CFLAGS)

TOOLS = $(patsubst tools/%.c,%,$(wildcard tools/scree-*.c))
PROGRAMS = $(TOOLS:%=$(BIN)/%)
LIB_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(wildcard lib/*/*.c formats/*.c tools/common/*.c))
UNIT = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c tests/phys/*.c))
SHELL_TESTS = $(wildcard tests/tool/*.t tests/phys/*.t tests/bad/*.t)
LONG = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/long/*.c))
MAN = $(patsubst man/%.in,$(BUILD)/man/%,$(wildcard man/*.in))

# Commands are shown in short; `make V=1` shows them whole, `make -s` not at all.
V ?=
Q = $(if $(V),,@)
note = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1)')

all: $(PROGRAMS) man

$(BUILD)/libscree.a: $(LIB_OBJ)
	@rm -f $@
	$(call note,ar $@)
	$(Q)$(AR) rcs $@ $^

# What objects are made with; they are made anew when it changes.
FLAGS := $(CC) $(CPPFLAGS_) $(CFLAGS_) $(LDFLAGS)
$(shell mkdir -p $(BUILD); echo "$(FLAGS)" | cmp -s - $(BUILD)/flags || echo "$(FLAGS)" >$(BUILD)/flags)
$(BUILD)/flags: # gone again when asked to clean and make
	@mkdir -p $(@D); echo "$(FLAGS)" >$@

# Where the compiler can, instructions of the long loops over contacts are put in an order that waits less for roots and quotients.
SCHEDULE := $(shell echo 'int x;' | $(CC) -Werror -fschedule-insns -fsched-pressure -x c -c -o /dev/null - 2>/dev/null && \
	echo -fschedule-insns -fsched-pressure)
$(BUILD)/lib/sim/dem3_force.o: CFLAGS_ += $(SCHEDULE)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call note,cc $<)
	$(Q)$(CC) $(CPPFLAGS_) $(CFLAGS_) -c -o $@ $<

$(BIN)/%: $(BUILD)/tools/%.o $(BUILD)/libscree.a
	@mkdir -p $(@D)
	$(call note,ld $@)
	$(Q)$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ -lm

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/libscree.a
	$(call note,ld $@)
	$(Q)$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ -lm

$(BUILD)/tests/%.o: CPPFLAGS_ += -Itests

$(BUILD)/bench/%: $(BUILD)/bench/%.o $(BUILD)/libscree.a
	$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ -lm

# The man page of a program: its own NAME, SYNOPSIS and OPTIONS, then the prose.
$(BUILD)/man/%.1: man/%.1.in $(BIN)/%
	@mkdir -p $(@D)
	@{ $(BIN)/$* --mdoc && cat man/$*.1.in; } >$@
$(BUILD)/man/%: man/%.in
	@mkdir -p $(@D)
	@cp $< $@
man: $(MAN)

demo: setup-demo
	@$(MAKE) --no-print-directory all
	PATH="$$(cd $(BIN) && pwd):$$PATH" sh pipelines/demo.sh

# prove runs the programs and scripts that speak TAP, $(JOBS) at a time, and ends in a summary.
PROVE = SCREE_BIN="$$(cd $(BIN) && pwd)" SCREE_BUILD="$$(cd $(BUILD) && pwd)" prove -j$(JOBS) --exec

# The figures: scripts with claims in their heads. Here are their quick variants.
FIGURE_SCRIPTS = $(shell grep -l '^. CLAIM ' pipelines/*.sh)
QUICK = $(PROVE) 'sh tests/tool/figure.sh' $(FIGURE_SCRIPTS)

check: setup-check
	@$(MAKE) --no-print-directory all man $(UNIT)
	@$(PROVE) '' $(UNIT) $(SHELL_TESTS)
	@$(QUICK)

check-long: setup-check
	@$(MAKE) --no-print-directory all man $(UNIT) $(LONG)
	@$(PROVE) '' $(UNIT) $(SHELL_TESTS) $(LONG) $(wildcard tests/long/*.t)
	@$(QUICK)

# All figures of the papers in full, `make -j N figures` N at a time. One that has finished is not run again unless its
# script or programs changed; all claims are gathered from what each has said. `make gallery` tells of them.
FIGURES = $(patsubst pipelines/%.sh,%,$(FIGURE_SCRIPTS))
figures: setup-demo
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory -k $(FIGURES:%=figure-%); status=$$?; \
		cat out/figures/*/log 2>/dev/null | grep '^CLAIM' >out/figures/claims.txt; cat out/figures/claims.txt; exit $$status
figure-%: $(PROGRAMS)
	@sh scripts/figure.sh $(BIN) $*
gallery:
	sh scripts/gallery.sh out/figures/claims.txt >pipelines/README.md

# The tests again under the address and undefined-behaviour sanitizers.
san:
	SCREE_SAN=1 $(MAKE) BUILD=build/san BIN=build/san/bin LDFLAGS=-fsanitize=address,undefined \
		CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' check

lint: all man
	@CC="$(CC)" sh scripts/lint.sh "$(BUILD)" "$(BIN)"

bench-%: all
	PATH="$$(cd $(BIN) && pwd):$$PATH" sh bench/$*.sh

# What is missing on this machine is installed, or the command that would is printed.
# A minute of clang's fuzzer on the reader of the stream, from the samples on, one on the readers of surfaces, and one on
# those of other programs' files.
FUZZ_SECONDS = 60
fuzz:
	@mkdir -p $(BUILD)/fuzz/corpus
	clang $(CPPFLAGS_) -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -MF /dev/null \
		-o $(BUILD)/fuzz/stream tests/fuzz/stream.c $(wildcard formats/number*.c formats/particles*.c \
		lib/base/*.c lib/world/world.c lib/world/solid.c lib/world/outlet.c lib/world/table.c) -lm
	$(BUILD)/fuzz/stream -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=4096 -artifact_prefix=$(BUILD)/fuzz/ \
		$(BUILD)/fuzz/corpus formats/samples tests/data
	@mkdir -p $(BUILD)/fuzz/surfaces
	clang $(CPPFLAGS_) -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -MF /dev/null \
		-o $(BUILD)/fuzz/surface tests/fuzz/surface.c $(wildcard formats/number*.c formats/slurp.c formats/surface.c formats/stl.c \
		formats/off.c formats/ply.c lib/base/*.c lib/shape/mesh*.c lib/shape/boxtree.c lib/shape/lines.c \
		lib/shape/mass3.c) -lm
	$(BUILD)/fuzz/surface -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=4096 -artifact_prefix=$(BUILD)/fuzz/ \
		$(BUILD)/fuzz/surfaces formats/samples
	@mkdir -p $(BUILD)/fuzz/trade.corpus
	clang $(CPPFLAGS_) -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -MF /dev/null \
		-o $(BUILD)/fuzz/trade tests/fuzz/trade.c $(filter-out formats/gnuplot.c,$(wildcard formats/*.c lib/base/*.c \
		lib/shape/*.c lib/world/*.c)) -lm
	$(BUILD)/fuzz/trade -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=4096 -artifact_prefix=$(BUILD)/fuzz/ \
		$(BUILD)/fuzz/trade.corpus formats/samples

setup-%:
	@sh scripts/setup.sh $*

install: all man
	install -d $(DESTDIR)$(PREFIX)/bin $(addprefix $(DESTDIR)$(PREFIX)/share/man/man,1 5 7)
	install $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	for m in $(MAN); do install -m 644 $$m $(DESTDIR)$(PREFIX)/share/man/man$${m##*.}/ || exit 1; done

uninstall:
	rm -f $(TOOLS:%=$(DESTDIR)$(PREFIX)/bin/%)
	for m in $(notdir $(MAN)); do rm -f $(DESTDIR)$(PREFIX)/share/man/man$${m##*.}/$$m; done

clean:
	rm -rf build bin

.PHONY: all man demo check check-long figures gallery san fuzz lint install uninstall clean
.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
