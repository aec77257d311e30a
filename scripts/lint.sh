#!/bin/sh
# lint.sh [BUILD [BIN]]: checks the rules of this project that the compiler does not check. Prints a line "file:line: what" for
# every breach; the status is 1 if there is any. Run at the top of the tree. `make lint` first builds the objects and man pages.
build=${1:-build}
bin=${2:-bin}
cc=${CC:-cc}
found=$(mktemp) || exit 1
options=$(mktemp) || exit 1
trap 'rm -f "$found" "$options"' EXIT

sources=$(find lib formats tools \( -name '*.c' -o -name '*.h' \) | sort)
lib_sources=$(find lib \( -name '*.c' -o -name '*.h' \) | sort)
headers=$(find lib formats tools -name '*.h' | sort)
programs=$(find tools -maxdepth 1 -name 'scree-*.c' | sed 's|.*/||; s|\.c$||' | sort)

# banned PATTERN WHAT FILE...: no line of the files may match the extended regular expression
banned() {
	pattern=$1 what=$2
	shift 2
	[ $# = 0 ] || grep -nE -- "$pattern" "$@" /dev/null | sed "s|^\([^:]*:[0-9]*\):.*|\1: $what|"
}

# Includes go one way: tools -> formats -> lib. A room (folder) of lib includes only rooms below it, never one beside it.
include_direction() {
	# shellcheck disable=SC2086
	awk '
	BEGIN {
		rooms = split("lib/base lib/world lib/plane lib/solid lib/mesh lib/shape lib/voronoi lib/clump lib/view lib/motion " \
			"lib/contact lib/neighbour lib/scene lib/sim lib/dem2,lib/dem3,lib/cd3 lib/measure formats tools", floors, " ")
		for (i = 1; i <= rooms; i++) {
			n = split(floors[i], room, ",")
			for (k = 1; k <= n; k++)
				floor[room[k]] = 10 * i + k
		}
	}
	function floor_of(path) {
		match(path, /^(lib\/)?[a-z0-9]+/)
		return floor[substr(path, 1, RLENGTH)] + 0
	}
	/^[ \t]*#[ \t]*include[ \t]*"/ {
		split($0, part, "\"")
		to = part[2]
		if (FILENAME ~ /^lib\// && to !~ /^[a-z0-9]+\//)
			print FILENAME ":" FNR ": lib includes \"room/file.h\" only, found \"" to "\""
		path = to ~ /^common\// ? "tools/" to : to ~ /\// ? "lib/" to : "formats/" to
		if (!floor_of(path))
			print FILENAME ":" FNR ": there is no room for \"" to "\""
		else if (int(floor_of(path) / 10) > int(floor_of(FILENAME) / 10))
			print FILENAME ":" FNR ": includes \"" to "\", which stands above it"
		else if (int(floor_of(path) / 10) == int(floor_of(FILENAME) / 10) && floor_of(path) != floor_of(FILENAME))
			print FILENAME ":" FNR ": includes \"" to "\", which stands beside it"
	}' $sources
	# shellcheck disable=SC2086
	banned '^[ \t]*#[ \t]*include[ \t]*<(stdio|unistd|getopt|signal)\.h>' 'lib does no input or output' $lib_sources
}

# Every header compiles alone.
headers_alone() {
	for h in $headers; do
		"$cc" -std=c11 -Wall -Wextra -D_GNU_SOURCE -Ilib -Iformats -Itools -x c -fsyntax-only "$h" 2>&1 |
			sed "s|^|$h:1: does not compile alone: |" | grep -v 'pragma once in main' | head -n 1
	done
}

# No calls that depend on the locale, can overrun buffers, or end the process without the program.
calls() {
	# shellcheck disable=SC2086
	{
		banned '(^|[^_a-z])(atof|atoi|atol|strtod|strtof|sscanf|fscanf) *\(' 'reads numbers unchecked: use number.h' $sources
		banned '(^|[^_a-z])(v?sprintf|gets) *\(' 'may overrun its buffer' $sources
		banned '(^|[^_a-z])setlocale *\(' 'numbers must look the same everywhere' $sources
		banned '(^|[^_a-z])exit *\(' 'only programs end programs' $lib_sources
		banned '(^|[^_a-z])(malloc|calloc|realloc) *\(' 'memory comes from base/buf.h' \
			$(printf '%s\n' $sources | grep -v '^lib/base/buf')
	}
}

# lib keeps no state between calls, so it has no writable data. The exceptions are the hook in base/buf, and in base/team the
# places of threads and in base/count how far a computation is, on which no result depends.
globals() {
	for c in $(printf '%s\n' "$lib_sources" | grep '\.c$'); do
		o=$build/${c%.c}.o
		[ -f "$o" ] || continue
		objdump -t "$o" | awk -v c="$c" '($3 == "O" && $4 ~ /^\.(data|bss)(\.|$)/ && $4 !~ /\.rel\.ro/ ||
			$4 ~ /^\.(data|bss)$/ && $3 == "O") && !(c == "lib/base/buf.c" && $NF == "mem_failed" || c == "lib/base/count.c" || c == "lib/base/team.c" && $NF ~ /^(seat|moved)$/) { print c ":1: keeps state in " $NF }'
	done
}

form() {
	# shellcheck disable=SC2086
	{
		banned '(TODO|FIXME|XXX|HACK)' 'unfinished' $sources $(find tests bench pipelines scripts man -type f ! -name lint.sh ! -name lint.t 2>/dev/null)
		banned '^.{131,}$' 'longer than 130 characters' $sources $(find tests -name '*.[ch]')
		banned '[[:blank:]]$' 'blanks at the end of the line' $sources $(find tests -name '*.[ch]')
	}
	# shellcheck disable=SC2086
	wc -l $lib_sources /dev/null | awk '$1 > 500 && $2 != "total" { print $2 ":501: longer than 500 lines" }'
	find scripts pipelines bench tests .ci -type f 2>/dev/null | while read -r f; do
		case $f in
		*.sh | *.t | .ci/run) sh -n "$f" 2>&1 | sed "s|^|$f:1: |" ;;
		esac
		case $f in
		*.t | .ci/run) [ -x "$f" ] || echo "$f:1: is not executable" ;;
		esac
	done
}

# Every program has a man page and a test. Man pages pass mandoc -Tlint and refer to pages that exist.
pages() {
	for p in $programs; do
		[ -f "man/$p.1.in" ] || echo "tools/$p.c:1: has no man page man/$p.1.in"
		grep -qw -- "$p" tests/tool/*.t tests/phys/*.t tests/bad/*.t 2>/dev/null || echo "tools/$p.c:1: is named by no test"
	done
	# every option is in the page of its program, and pages name only options that a program has
	for p in $programs; do
		[ -x "$bin/$p" ] || continue
		"$bin/$p" --help | sed -n 's/^ *\(-., \)* *\(--[a-z0-9-]*\).*/\2/p' | tee -a "$options" | while read -r o; do
			[ ! -f "$build/man/$p.1" ] || sed 's/\\-/-/g' "$build/man/$p.1" | grep -q "Fl ${o#-}\b" || echo "man/$p.1.in:1: the page lacks option $o"
		done
	done
	[ -s "$options" ] && grep -no 'Fl \\-[a-z][a-z-]*' man/*.in /dev/null | sed 's/:Fl \\-/ --/' | while read -r where o; do
		grep -qx -- "$o" "$options" || echo "$where: speaks of option $o, which no program has"
	done
	for f in formats/*.md; do
		[ -f "$f" ] || continue
		p=scree-$(basename "$f" .md)
		[ -f "man/$p.5.in" ] || echo "$f:1: has no man page man/$p.5.in"
	done
	for page in "$build"/man/*.[157]; do
		[ -f "$page" ] || continue
		mandoc -Tlint -Wwarning "$page" | sed 's/^mandoc: //'
	done
	banned '^\.S[hsx] (.* )?[A-Z][a-z]( |$)' 'a heading with what may be a macro of mdoc: \\\& goes before it' man/*.in
	banned '^\.Dl .{70,}' 'a line that man breaks: .Bd -literal keeps it' man/*.in
	# groff drops a reference if its title is more than eight separate arguments
	awk '/^\.%T [^"]/ && NF > 9 { print FILENAME ":" FNR ": a title of many words wants quotes" }' man/*.in /dev/null
	for f in man/*.in; do
		[ -f "$f" ] || continue
		awk '/^\.(It )?Xr scree/ { k = $1 == ".Xr" ? 2 : 3; print FNR, $k, $(k + 1) }' "$f" |
			while read -r line name section; do
				[ -f "man/$name.$section.in" ] || echo "$f:$line: refers to $name($section), which does not exist"
			done
	done
}

# Every fault of tests/mutants has a text that stands once in its file.
faults() {
	for f in tests/mutants/*.tsv; do
		[ -f "$f" ] || continue
		perl -ne '
			sub whole { open(my $h, "<", $_[0]) or return ""; local $/; my $t = <$h>; return $t }
			next if /^#/ || !/\t/;
			my ($line, $file, $text) = ($., split /\t/);
			$in{$file} //= whole($file);
			my $n = () = $in{$file} =~ /\Q$text\E/g;
			print "$ARGV:$line: its text stands $n times in $file, expected once\n" if $n != 1;' "$f"
	done
}

for check in include_direction headers_alone calls globals form faults pages; do
	$check
done >"$found"
cat "$found"
if [ -s "$found" ]; then
	echo "lint: $(wc -l <"$found") breaches"
	exit 1
fi
echo "lint: all is well"
