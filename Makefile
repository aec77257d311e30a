# scree: plain GNU make. A newcomer needs only `make demo` and `make check`.
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
BUILD = build
BIN = bin
JOBS ?= 2

# Flags that the code needs in addition to CFLAGS. Without fused multiply-adds, results are the same on all machines. No code
# uses errno or traps of arithmetic, and without them the compiler can vectorise loops.
CPPFLAGS_ = -Ilib -Iformats -Itools -D_GNU_SOURCE -MMD -MP $(CPPFLAGS)
OPENMP := $(shell echo 'int main(void) { return 0; }' | $(CC) -fopenmp -x c - -o /dev/null 2>/dev/null && \
	echo -fopenmp || echo -fopenmp-simd -Wno-unknown-pragmas)
# On i386, compilers keep doubles in the longer registers of the x87 by default, which round otherwise; SSE2 does not.
DOUBLES := $(shell $(CC) -dM -E -x c /dev/null 2>/dev/null | grep -q 'FLT_EVAL_METHOD__ [^0]' && echo -msse2 -mfpmath=sse)
# With -march=native on a processor that has fused operations, gcc 12 fuses alternating sums and differences (vfmaddsub) in spite of
# -ffp-contract=off.
FUSED := $(shell $(CC) $(CFLAGS) -dM -E -x c /dev/null 2>/dev/null | grep -q '__FMA__ 1' && echo -mno-fma -mno-avx512vl)
CFLAGS_ = -std=c11 -Wall -Wextra -ffp-contract=off -fno-math-errno -fno-trapping-math $(strip $(DOUBLES) $(OPENMP)) $(CFLAGS) $(FUSED)

# `make HDF5=1` lets scree-convert read and write H5MD. It needs libhdf5 (Debian: libhdf5-dev) and pkg-config.
ifdef HDF5
CPPFLAGS_ += -DSCREE_HDF5 $(shell pkg-config --cflags hdf5)
HDF5_LIBS := $(shell pkg-config --libs hdf5)
endif

TOOLS = $(patsubst tools/%.c,%,$(wildcard tools/scree-*.c))
PROGRAMS = $(TOOLS:%=$(BIN)/%)
LIB_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(filter-out lib/base/ranks_mpi.c,$(wildcard lib/*/*.c formats/*.c tools/common/*.c))) \
	$(BUILD)/tools/common/page_html.o
# The fuzzer's entry points, and those that tests replay without the fuzzer.
FUZZ = $(filter-out replay,$(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c)))
REPLAY = $(patsubst %,$(BUILD)/tests/fuzz/%,$(filter-out program,$(FUZZ)))
UNIT = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c tests/phys/*.c)) $(REPLAY)
# Programs of tests/mpi/*.t, of one rank, of tests/tool/partition.t, and of tests/long/mixtures.pl.
PARTS = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/mpi/*.c tests/plain/*.c)) $(BUILD)/bench/partition
SHELL_TESTS = $(wildcard tests/tool/*.t tests/phys/*.t tests/bad/*.t tests/mpi/*.t)
LONG = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/long/*.c))
MAN = $(patsubst man/%.in,$(BUILD)/man/%,$(wildcard man/*.in))
MPI_MAN = $(MPI_PROGRAMS:%=$(BUILD)/man/mpi/%.1)

# make prints short forms of the commands; `make V=1` prints whole commands, `make -s` prints none.
V ?=
Q = $(if $(V),,@)
note = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1)')

all: $(PROGRAMS) man completion

# The library of programs and tests. `make mutants`, which rebuilds it many times, uses a shared library.
LIBSCREE = $(BUILD)/libscree.a
$(BUILD)/libscree.a: $(LIB_OBJ)
	@rm -f $@
	$(call note,ar $@)
	$(Q)$(AR) rcs $@ $^
$(BUILD)/libscree.so: $(LIB_OBJ)
	$(call note,ld $@)
	$(Q)$(CC) $(CFLAGS_) $(LDFLAGS) -shared -Wl,-soname=libscree.so -o $@ $^ -lm

# The compiler and its flags. If they change, all objects are rebuilt.
FLAGS := $(CC) $(CPPFLAGS_) $(CFLAGS_) $(LDFLAGS)
$(shell mkdir -p $(BUILD); echo "$(FLAGS)" | cmp -s - $(BUILD)/flags || echo "$(FLAGS)" >$(BUILD)/flags)
$(BUILD)/flags: # `make clean all` removes it after it was written above
	@mkdir -p $(@D); echo "$(FLAGS)" >$@

# The version, which --version prints.
VERSION := $(shell sh scripts/version.sh)
$(shell echo '$(VERSION)' | cmp -s - $(BUILD)/version || echo '$(VERSION)' >$(BUILD)/version)
$(BUILD)/version:
	@mkdir -p $(@D); echo '$(VERSION)' >$@
$(BUILD)/tools/common/opt.o: CPPFLAGS_ += -DSCREE_BUILT='"$(VERSION)"'
$(BUILD)/tools/common/opt.o: $(BUILD)/version

# If the compiler has these options, it orders the instructions of the long loops over contacts so that they wait less for square
# roots and quotients.
SCHEDULE := $(shell echo 'int x;' | $(CC) -Werror -fschedule-insns -fsched-pressure -x c -c -o /dev/null - 2>/dev/null && \
	echo -fschedule-insns -fsched-pressure)
$(BUILD)/lib/dem3/dem3_force.o: CFLAGS_ += $(SCHEDULE)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call note,cc $<)
	$(Q)$(CC) $(CPPFLAGS_) $(CFLAGS_) -c -o $@ $<

# The page that scree-draw fills with a scene, as a list of strings.
$(BUILD)/tools/common/page_html.c: tools/common/page.html
	@mkdir -p $(@D)
	$(Q)awk 'BEGIN { print "#include \"common/page.h\"\n\nconst char *const page_html[] = {" } \
		{ gsub(/\\/, "&&"); gsub(/"/, "\\\""); print "\t\"" $$0 "\\n\"," } END { print "\t0\n};" }' $< >$@
$(BUILD)/tools/common/page_html.o: $(BUILD)/tools/common/page_html.c $(BUILD)/flags
	$(call note,cc $<)
	$(Q)$(CC) $(CPPFLAGS_) $(CFLAGS_) -c -o $@ $<

$(BIN)/%: $(BUILD)/tools/%.o $(LIBSCREE)
	@mkdir -p $(@D)
	$(call note,ld $@)
	$(Q)$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ $(HDF5_LIBS) -lm

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(LIBSCREE)
	$(call note,ld $@)
	$(Q)$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ $(HDF5_LIBS) -lm

$(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/replay.o $(LIBSCREE)
	$(call note,ld $@)
	$(Q)$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ $(HDF5_LIBS) -lm

$(BUILD)/tests/%.o: CPPFLAGS_ += -Itests
# There are many tests; -O1 compiles them in half the time.
$(BUILD)/tests/%.o: CFLAGS_ += -O1

# ---- programs for MPI ----
# `make mpi` makes scree-dem2-mpi and scree-dem3-mpi: the objects of scree-dem2 and scree-dem3 with lib/base/ranks_mpi.c in the place of
# lib/base/ranks.c. MPICC is the compiler of MPICH, Open MPI or another library. `make check` tests all that it finds.
MPICC = mpicc
MPI_PROGRAMS = scree-dem2-mpi scree-dem3-mpi
MPI_FOUND = $(foreach m,mpicc.mpich mpicc.openmpi,$(shell command -v $m >/dev/null && echo $m))
MPI_ALL = $(or $(MPI_FOUND),$(shell command -v $(MPICC) >/dev/null && echo $(MPICC)))
MPI_TESTS = $(foreach m,$(MPI_ALL),$(patsubst tests/mpi/%.c,$(BUILD)/mpi/$m/%,$(wildcard tests/mpi/*.c)) $(MPI_PROGRAMS:%=$(BUILD)/mpi/$m/%))
mpi: setup-mpi
	@$(MAKE) --no-print-directory -j $(JOBS) all $(MPI_PROGRAMS:%=$(BUILD)/mpi/$(MPICC)/%)
	@cp $(MPI_PROGRAMS:%=$(BUILD)/mpi/$(MPICC)/%) $(BIN)
# The compiler of MPI calls that of the other objects.
MPI_CC = MPICH_CC='$(CC)' OMPI_CC='$(CC)'
define mpi_rules
$(BUILD)/mpi/$1/ranks_mpi.o: lib/base/ranks_mpi.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call note,$1 $$<)
	$$(Q)$$(MPI_CC) $1 $$(CPPFLAGS_) $$(CFLAGS_) -Wno-stringop-overflow -Wno-unknown-warning-option -c -o $$@ $$<
$(BUILD)/mpi/$1/scree-%-mpi: $(BUILD)/tools/scree-%.o $(BUILD)/mpi/$1/ranks_mpi.o $$(LIBSCREE)
	$$(call note,ld $$@)
	$$(Q)$$(MPI_CC) $1 $$(CFLAGS_) $$(LDFLAGS) -o $$@ $$^ $$(HDF5_LIBS) -lm
$(BUILD)/mpi/$1/%: $(BUILD)/tests/mpi/%.o $(BUILD)/mpi/$1/ranks_mpi.o $$(LIBSCREE)
	$$(call note,ld $$@)
	$$(Q)$$(MPI_CC) $1 $$(CFLAGS_) $$(LDFLAGS) -o $$@ $$^ $$(HDF5_LIBS) -lm
endef
$(foreach m,$(sort mpicc.mpich mpicc.openmpi $(MPICC)),$(eval $(call mpi_rules,$m)))

# These two use nothing of the library, so tests need not wait for it.
$(BUILD)/bench/peak $(BUILD)/bench/limit: $(BUILD)/bench/%: $(BUILD)/bench/%.o
	$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ -lm
$(BUILD)/bench/%: $(BUILD)/bench/%.o $(LIBSCREE)
	$(CC) $(CFLAGS_) $(LDFLAGS) -o $@ $^ -lm

# A man page: NAME, SYNOPSIS and OPTIONS, which the program prints, then the text of man/*.in.
$(BUILD)/man/%.1: man/%.1.in $(BIN)/%
	@mkdir -p $(@D)
	@{ $(BIN)/$* --mdoc && cat man/$*.1.in; } >$@
$(BUILD)/man/%: man/%.in
	@mkdir -p $(@D)
	@cp $< $@
# The page of a program for MPI is that of the plain program.
$(BUILD)/man/mpi/%-mpi.1:
	@mkdir -p $(@D)
	@echo '.so man1/$*.1' >$@
man: $(MAN) $(MPI_MAN)

# Completion of options for bash, zsh and fish, from the tables of options of the programs.
completion: $(BUILD)/completion/made
$(BUILD)/completion/made: scripts/completion.sh $(PROGRAMS)
	@rm -rf $(@D)
	$(call note,completion)
	$(Q)sh scripts/completion.sh $(BIN) $(@D)
	@touch $@

demo: setup-demo
	@$(MAKE) --no-print-directory -j $(JOBS) all
	PATH="$$(cd $(BIN) && pwd):$$PATH" sh pipelines/demo.sh

# prove runs the tests, $(JOBS) at a time, the longest first, and prints a summary. The tests are programs, scripts, the quick
# variants of the figures (pipelines with claims in their heads) and the examples of the manual.
FIGURE_SCRIPTS = $(shell grep -l '^. CLAIM ' pipelines/*.sh)
TESTS = $(UNIT:$(BUILD)/%=%) $(SHELL_TESTS) $(FIGURE_SCRIPTS) $(sort $(wildcard man/*.in)) README.md
SLOW = tests/tool/memory.t tests/tool/recipes.t tests/tool/page.t README.md $(addprefix man/scree-,draw.1.in wall.1.in cd3.1.in) \
	tests/tool/dem2-memory.t tests/mpi/stream.t tests/tool/lint.t
IN_ORDER = $(SLOW) $(filter-out $(SLOW),$(TESTS))
PROVE = SCREE_BIN="$$(cd $(BIN) && pwd)" SCREE_BUILD="$$(cd $(BUILD) && pwd)" prove -j$(JOBS) --exec 'sh tests/run.sh'

check: setup-check
	@$(MAKE) --no-print-directory -j $(JOBS) all unit $(MPI_TESTS)
	@$(PROVE) $(IN_ORDER)

check-long: setup-check
	@$(MAKE) --no-print-directory -j $(JOBS) all unit $(LONG) $(MPI_TESTS)
	@$(PROVE) $(IN_ORDER) $(LONG:$(BUILD)/%=%) $(wildcard tests/long/*.t)

# `make compare OLD=HEAD~3` builds this tree and an older revision and compares their results bit for bit. This tree is also built
# with narrower vectors than the processor has.
COMPARE = build/compare
OLD_TREE = $(COMPARE)/$(shell git rev-parse --short --verify '$(OLD)^{commit}')
WIDE_MOST_baseline = 0
WIDE_MOST_avx2 = 1
compare: compare-old all compare-baseline compare-avx2
	@JOBS=$(JOBS) sh tests/long/compare.sh $(OLD_TREE)/bin widest=$(BIN) avx2=$(COMPARE)/avx2/bin baseline=$(COMPARE)/baseline/bin
# `make compare-speed OLD=HEAD~3` runs the programs of both in turn and prints ratios of times.
compare-speed: compare-old all
	@sh bench/old-new.sh $(OLD_TREE)/bin $(BIN)
compare-old:
	@[ "$(OLD)" ] || { echo 'usage: make compare OLD=REVISION, make compare-speed OLD=REVISION' >&2; exit 2; }
	@mkdir -p $(OLD_TREE) && git archive '$(OLD)' | tar xf - -C $(OLD_TREE)
	@$(MAKE) --no-print-directory -j $(JOBS) -C $(OLD_TREE) BUILD=build BIN=bin all
compare-%:
	@$(MAKE) --no-print-directory -j $(JOBS) BUILD=$(COMPARE)/$* BIN=$(COMPARE)/$*/bin CPPFLAGS='$(CPPFLAGS) -DWIDE_MOST=$(WIDE_MOST_$*)' all

# `make compilers` builds with other compilers, levels of optimisation and for other processors, as far as they are installed, and
# compares results bit for bit. `make threads` looks for data races in the simulators and makers with clang's thread sanitizer.
compilers: all
	@JOBS=$(JOBS) BUILDS='$(BUILDS)' SCENES='$(SCENES)' sh tests/long/compilers.sh $(BIN) $(COMPARE)
programs: $(PROGRAMS)
RACES = build/threads
threads:
	@$(MAKE) --no-print-directory -j $(JOBS) BUILD=$(RACES) BIN=$(RACES)/bin CC=clang CPPFLAGS='$(CPPFLAGS) -DWIDE_INLINE=inline' \
		CFLAGS='-O1 -g -fsanitize=thread' LDFLAGS=-fsanitize=thread programs
	@JOBS=$(JOBS) sh tests/long/races.sh $(RACES)/bin

# `make mixtures FROM=1 TO=1000` makes small scenes that mix features at random, one for each number, and runs each in several ways,
# which must write the same bytes, and with clang's memory sanitizer, which finds what is read but was not written.
FROM = 1
TO = 400
CHECKED = build/checked
SIMULATORS = scree-dem2 scree-dem3 scree-cd3
mixtures: all $(BUILD)/tests/plain/dem2 $(BUILD)/tests/plain/dem3
	@$(MAKE) --no-print-directory -j $(JOBS) BUILD=$(CHECKED) BIN=$(CHECKED)/bin CC=clang LDFLAGS=-fsanitize=memory \
		OPENMP='-fopenmp-simd -Wno-unknown-pragmas' CFLAGS='-O1 -g -fsanitize=memory' $(SIMULATORS:%=$(CHECKED)/bin/%)
	@CHECKED=$(CHECKED)/bin perl tests/long/mixtures.pl $(BIN) $(BUILD) $(FROM) $(TO)

# Run all figures of the papers in full, `make -j N figures` N at a time, and collect their claims. A finished figure runs again
# only if its script or its programs have changed. `make claims` writes the page of figures and claims.
FIGURES = $(patsubst pipelines/%.sh,%,$(FIGURE_SCRIPTS))
figures: setup-demo
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory -k $(FIGURES:%=figure-%); status=$$?; \
		cat out/figures/*/log 2>/dev/null | grep '^CLAIM' >out/figures/claims.txt; cat out/figures/claims.txt; exit $$status
figure-%: $(PROGRAMS)
	@sh scripts/figure.sh $(BIN) $*
claims:
	sh scripts/claims.sh out/figures/claims.txt >pipelines/README.md

# Run the studies that docs/gallery/pictures.tsv names, in full or in the quick variant as it says, and put a picture of each into
# docs/gallery. `make gallery STUDY=p4-modes` does so for one; `make gallery STUDY=none` only writes the page.
gallery: setup-gallery
	@$(MAKE) --no-print-directory all
	@sh scripts/gallery.sh $(BIN) $(STUDY)
	@sh scripts/gallery.sh >docs/gallery/README.md.new && mv docs/gallery/README.md.new docs/gallery/README.md

# Run the tests with the address and undefined-behaviour sanitizers.
san:
	SCREE_SAN=1 $(MAKE) BUILD=build/san BIN=build/san/bin LDFLAGS=-fsanitize=address,undefined \
		CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' check

# `make coverage` finds the lines and branches that the tests execute, in minutes. `make mutants` finds the faults of
# tests/mutants that the tests detect, in hours. Both leave out tests that examine the tree, the compiler or memory use.
TRACED = $(filter-out $(UNTRACED),$(TESTS))
UNTRACED = $(patsubst %,tests/tool/%.t,dem2-memory install lint memory readme recipes setup)
COVERAGE = build/coverage
TRACING = -O1 -fno-inline --coverage -DWIDE_INLINE=inline $(if $(filter x86_64,$(shell uname -m)),-mavx2 -Wno-psabi)
coverage: setup-check
	@find $(COVERAGE) -name '*.gcda' -delete 2>/dev/null; true
	@$(MAKE) --no-print-directory -j $(JOBS) BUILD=$(COVERAGE) BIN=$(COVERAGE)/bin CFLAGS='$(TRACING)' all unit
	@JOBS=$(JOBS) sh scripts/coverage.sh $(COVERAGE) $(TRACED)
$(COVERAGE)/lists/every: $(wildcard lib/*/*.[ch] formats/*.[ch] tools/*.c tools/common/*.[ch] tests/*/*.[cht])
	@$(MAKE) --no-print-directory coverage
mutants: setup-check $(if $(MISSED),,$(COVERAGE)/lists/every)
	@LD_LIBRARY_PATH=build/mutants $(MAKE) --no-print-directory -j $(JOBS) LIBSCREE=build/mutants/libscree.so BUILD=build/mutants \
		BIN=build/mutants/bin CFLAGS='-O2 -fPIC' all unit
	@JOBS=$(JOBS) perl scripts/mutants.pl build/mutants $(COVERAGE) $(TRACED) tests/tool/memory.t -- $(MISSED) $(LISTS)
LISTS = $(wildcard tests/mutants/*.tsv)
unit: $(UNIT) $(PARTS)

lint: all man
	@CC="$(CC)" sh scripts/lint.sh "$(BUILD)" "$(BIN)"

bench-%: all
	PATH="$$(cd $(BIN) && pwd):$$PATH" sh bench/$*.sh

# Run clang's fuzzer on each entry point of tests/fuzz, TIME seconds each, from its corpus and the samples. What it finds is written to
# build/fuzz/found. `make fuzz-keep` then adds to the corpora of tests/fuzz what reaches code that they do not reach.
TIME = 60
FUZZ_BUILD = build/fuzz
FUZZ_MAKE = $(MAKE) --no-print-directory -j $(JOBS) BUILD=$(FUZZ_BUILD) BIN=$(FUZZ_BUILD)/bin CC=clang \
	OPENMP='-fopenmp-simd -Wno-unknown-pragmas' LDFLAGS=-fsanitize=address,undefined \
	CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all'
# The processes of fuzzer/program end by exit, with memory that nobody needs any more.
FUZZER = SCREE_FUZZ_FOLDER=$(FUZZ_BUILD)/folder \
	ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=512:exitcode=77:detect_leaks=$(if $(filter program,$*),0,1) \
	$(FUZZ_BUILD)/fuzzer/$* $(if $(filter program,$*),-close_fd_mask=3) -timeout=60 -rss_limit_mb=4096 -max_len=4096
fuzz:
	@$(FUZZ_MAKE) $(FUZZ:%=$(FUZZ_BUILD)/fuzzer/%)
	@for f in $(FUZZ); do $(MAKE) --no-print-directory fuzz-$$f || exit 1; done
fuzz-%:
	@mkdir -p $(FUZZ_BUILD)/found $(FUZZ_BUILD)/corpus/$* $(FUZZ_BUILD)/folder
	$(FUZZER) -max_total_time=$(TIME) -print_final_stats=1 -dict=tests/fuzz/$*.dict -artifact_prefix=$(FUZZ_BUILD)/found/$*- \
		$(FUZZ_BUILD)/corpus/$* tests/fuzz/corpus/$* formats/samples tests/data
fuzz-keep: $(FUZZ:%=keep-%)
keep-%:
	$(FUZZER) -set_cover_merge=1 -use_counters=0 tests/fuzz/corpus/$* $(FUZZ_BUILD)/corpus/$*
FUZZ_MAIN = $(patsubst tools/scree-%.c,$(BUILD)/fuzz-main/%.o,$(filter-out %-verify.c,$(wildcard tools/scree-*.c)))
$(BUILD)/fuzz-main/%.o: tools/scree-%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call note,cc $<)
	$(Q)$(CC) $(CPPFLAGS_) $(CFLAGS_) -Dmain=main_$* -c -o $@ $<
$(BUILD)/fuzzer/%: $(BUILD)/tests/fuzz/%.o $(LIBSCREE)
	@mkdir -p $(@D)
	$(call note,ld $@)
	$(Q)$(CC) $(CFLAGS_) $(LDFLAGS) -fsanitize=fuzzer -o $@ $(filter %.o,$^) $(LIBSCREE) -lm
$(BUILD)/fuzzer/program: $(FUZZ_MAIN)

# Install missing packages, or print the command that installs them.
setup-%:
	@MPICC='$(MPICC)' sh scripts/setup.sh $*

# Quoted for the shell: the name of a folder may have blanks.
PLACE = '$(subst ','\'',$(DESTDIR)$(PREFIX))'
# What is installed below share/, as SOURCE=PLACE: the manual, completion, documents and pipelines. The programs for MPI are installed
# if make mpi has built them.
MPI_HERE = $(notdir $(wildcard $(MPI_PROGRAMS:%=$(BIN)/%)))
DOCUMENTS = README.md CHANGELOG.md CONTRIBUTING.md tests/README.md LICENSE CITATION.cff $(wildcard docs/*.* docs/*/*.* formats/*.md)
SHARE = $(foreach m,$(MAN) $(MPI_HERE:%=$(BUILD)/man/mpi/%.1),$(m)=man/man$(subst .,,$(suffix $(m)))/$(notdir $(m))) \
	$(BUILD)/completion/zsh/_scree=zsh/site-functions/_scree $(foreach t,$(TOOLS) $(MPI_HERE), \
	$(BUILD)/completion/bash/$(t)=bash-completion/completions/$(t) \
	$(BUILD)/completion/fish/$(t).fish=fish/vendor_completions.d/$(t).fish) \
	$(foreach d,$(DOCUMENTS),$(d)=doc/scree/$(d)) $(foreach p,$(wildcard pipelines/*.*),$(p)=doc/scree/pipelines/$(notdir $(p)))

install: all
	install -d $(PLACE)/bin
	install $(PROGRAMS) $(MPI_HERE:%=$(BIN)/%) $(PLACE)/bin
	@for f in $(SHARE); do install -D -m 644 $${f%%=*} $(PLACE)/share/$${f#*=} || exit 1; done

uninstall: MPI_HERE = $(MPI_PROGRAMS)
uninstall:
	for t in $(TOOLS) $(MPI_PROGRAMS); do rm -f $(PLACE)/bin/$$t; done
	@for f in $(SHARE); do rm -f $(PLACE)/share/$${f#*=}; done
	[ ! -d $(PLACE)/share/doc/scree ] || find $(PLACE)/share/doc/scree -depth -type d -empty -delete
	@for d in zsh/site-functions zsh bash-completion/completions bash-completion fish/vendor_completions.d fish; do \
		[ ! -d $(PLACE)/share/$$d ] || rmdir $(PLACE)/share/$$d 2>/dev/null || :; done

# An archive of the sources of the last commit, with a file that has the version.
DIST = $(BUILD)/dist
dist:
	@mkdir -p $(DIST)
	@echo '$(VERSION)' >$(DIST)/VERSION
	git archive --prefix='scree-$(VERSION)/' --add-file=$(DIST)/VERSION -o '$(DIST)/scree-$(VERSION).tar' HEAD
	@gzip -9nf '$(DIST)/scree-$(VERSION).tar'
	@echo '$(DIST)/scree-$(VERSION).tar.gz'

# A package of Debian.
deb: all
	@rm -rf $(BUILD)/deb
	@$(MAKE) --no-print-directory -s install DESTDIR=$(BUILD)/deb/root PREFIX=/usr
	@sh scripts/deb.sh $(BUILD)/deb '$(VERSION)'

clean:
	rm -rf build bin

.PHONY: all man completion mpi unit demo check check-long compare compare-old compare-speed compilers programs threads mixtures figures claims gallery san coverage mutants fuzz fuzz-keep lint install uninstall dist deb clean
.SECONDARY:
-include $(shell find $(BUILD) -path '$(BUILD)/compare' -prune -o -name '*.d' -type f -print 2>/dev/null)
