#!/bin/sh
# Command lines and inputs that the fuzzer found, tests/fuzz/corpus/program: each program ends by itself with one of its statuses, and
# says why unless it succeeds. The other corpora are replayed by the programs of tests/fuzz.
. "$(dirname "$0")/../tap.sh"

timeout=$(command -v timeout)
: >wrong
n=0
for f in "$root"/tests/fuzz/corpus/program/*; do
	line=$(sed -n 1p "$f")
	case $line in
	*/* | *[!\ -~]*) continue ;; # the fuzzer does not try them either, or a shell takes them apart otherwise
	scree-[a-z]*) ;;
	*) continue ;;
	esac
	n=$((n + 1))
	# shellcheck disable=SC2086
	(set -f; sed 1d "$f" | PATH=${SCREE_BIN:-$root/bin} "$timeout" 300 $line >out 2>err)
	rc=$?
	case $rc in
	0) ;;
	[1-4]) [ -s err ] || echo "${f##*/}: status $rc without a word: $line" >>wrong ;;
	*) echo "${f##*/}: status $rc: $line" >>wrong ;;
	esac
done
is "$n command lines of the fuzzer" "$(cat wrong)" ''
ok 'there are some' test "$n" -gt 9
finish
