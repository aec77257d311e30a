#!/bin/sh
# coverage.sh BUILD TEST...: the lines and branches that each test executes, by gcov. BUILD has programs and tests compiled with
# --coverage by `make coverage`. BUILD/lists/TEST gets a line "L FILE LINE" for each source line that the test executes and a line
# "B FILE LINE K" for each branch that it takes. BUILD/lists/every has all lines and branches, and BUILD/lists/missed those that
# no test executes. A source line in several objects (a function of a header) is executed if one of the objects executes it.
jobs=${JOBS:-2}
if [ "$1" != --one ]; then
	build=$1
	shift
	rm -rf "$build/lists" "$build/runs"
	mkdir -p "$build/lists" "$build/runs"
fi

# The lines and branches of the objects in the folder $1, by gcov from its files *.$2: with gcda those executed, with gcno all.
digest() {
	find "$1/lib" "$1/formats" "$1/tools" "$1/tests" -name "*.$2" | xargs -r gcov -t -b -c 2>/dev/null | awk -v every="$([ "$2" = gcno ] && echo 1)" '
		/^ *-: *0:Source:/ { sub(/.*Source:/, ""); file = $0; inside = file ~ /^(lib|formats|tools)\//; next }
		!inside { next }
		/^ *[-#=0-9*]+: *[0-9]+:/ {
			split($0, part, ":")
			count = part[1]; line = part[2] + 0; k = 0
			gsub(/[ *]/, "", count)
			if (count != "-" && (every || count ~ /^[0-9]/))
				print "L", file, line
			next
		}
		/^branch/ {
			if (every || ($3 == "taken" && $4 + 0 > 0))
				print "B", file, line, k
			k++
		}' | LC_ALL=C sort -u
}

if [ "$1" = --one ]; then # BUILD TEST
	build=$2 test=$3
	run=$(pwd)/$build/runs/$test
	mkdir -p "$run" "$(dirname "$build/lists/$test")"
	(cd "$build" && find lib formats tools tests -name '*.gcno' -exec cp --parents {} "$run" \;)
	deep=$(printf %s "$(pwd)/$build" | tr -cd / | wc -c)
	GCOV_PREFIX=$run GCOV_PREFIX_STRIP=$deep SCREE_BIN=$(pwd)/$build/bin SCREE_BUILD=$(pwd)/$build sh tests/run.sh "$test" >"$run.said" 2>&1 ||
		echo "$test fails; its output is in $build/runs/$test.said"
	digest "$run" gcda >"$build/lists/$test"
	rm -rf "$run"
	exit
fi

printf '%s\n' "$@" | xargs -P "$jobs" -n 1 sh scripts/coverage.sh --one "$build"
digest "$build" gcno >"$build/lists/every"
find "$build/lists" -type f ! -path "$build/lists/every" -exec cat {} + | LC_ALL=C sort -u |
	LC_ALL=C comm -13 - "$build/lists/every" >"$build/missed"
mv "$build/missed" "$build/lists/missed"
for kind in L B; do
	awk -v kind=$kind '$1 == kind && $2 !~ /^tools/ { n[FNR == NR]++ }
		END { printf "%s of lib and formats: %d of %d, %.2f %%\n", kind == "L" ? "lines" : "branches",
			n[0] - n[1], n[0], 100 * (n[0] - n[1]) / n[0] }' "$build/lists/missed" "$build/lists/every"
done
