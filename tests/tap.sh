# tap.sh: for tests written in shell; `. "$(dirname "$0")/../tap.sh"` first. Runs in a scratch directory of its own with
# the programs on the PATH; $root is the top of the source tree.
root=$(cd "$(dirname "$0")/../.." && pwd)
PATH=${SCREE_BIN:-$root/bin}:$PATH
export PATH
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
tap_n=0
tap_bad=0

# ok WHAT COMMAND...: passes when the command succeeds
ok() {
	tap_what=$1
	shift
	tap_n=$((tap_n + 1))
	if "$@" >"$tmp/.out" 2>&1; then
		echo "ok $tap_n - $tap_what"
	else
		tap_bad=$((tap_bad + 1))
		echo "not ok $tap_n - $tap_what"
		sed 's/^/# /' "$tmp/.out"
	fi
}
# is WHAT FOUND EXPECTED
is() {
	tap_n=$((tap_n + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $tap_n - $1"
	else
		tap_bad=$((tap_bad + 1))
		echo "not ok $tap_n - $1"
		printf '%s\n' "found: $2" "expected: $3" | sed 's/^/# /'
	fi
}
# fails STATUS PATTERN WHAT COMMAND...: the command ends with that status and says something that matches on stderr
fails() {
	tap_want=$1 tap_pat=$2 tap_what=$3
	shift 3
	tap_n=$((tap_n + 1))
	"$@" >"$tmp/.out" 2>"$tmp/.err" </dev/null
	tap_rc=$?
	if [ $tap_rc = "$tap_want" ] && grep -Eq -- "$tap_pat" "$tmp/.err"; then
		echo "ok $tap_n - $tap_what"
	else
		tap_bad=$((tap_bad + 1))
		echo "not ok $tap_n - $tap_what"
		echo "# status $tap_rc, expected $tap_want; stderr, expected to match: $tap_pat"
		sed 's/^/# /' "$tmp/.err"
	fi
}
# near WHAT FOUND EXPECTED TOLERANCE
near() {
	tap_n=$((tap_n + 1))
	if awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && d <= t) }'; then
		echo "ok $tap_n - $1"
	else
		tap_bad=$((tap_bad + 1))
		echo "not ok $tap_n - $1"
		echo "# found $2, expected $3 within $4"
	fi
}
# guard_programs: into the folder guard, programs that run those of the tree and note failures in $tmp/failed, whatever becomes of
# the status of their pipeline. 141 is a reader that has seen enough.
guard_programs() {
	bin=$(dirname "$(command -v scree-shape)")
	mkdir guard
	for p in "$bin"/scree-*; do
		cat >"guard/$(basename "$p")" <<-END
		#!/bin/sh
		"$p" "\$@"
		rc=\$?
		case \$rc in 0 | 141) ;; *) echo "$(basename "$p") \$*: status \$rc" >>"$tmp/failed" ;; esac
		exit \$rc
		END
	done
	chmod +x guard/*
}
# preload FILE.c: compile what LD_PRELOAD=fail.so then loads; the variable itself cannot name a folder with blanks
preload() {
	${CC:-cc} -O1 -shared -fPIC -o fail.so "$root/tests/tool/$1" 2>/dev/null || return 1
	LD_LIBRARY_PATH=$tmp${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
	export LD_LIBRARY_PATH
}
# counts_writes: whether LD_PRELOAD=fail.so counts writes, and lets some fail: neither with sanitizers nor without Linux on x86-64
counts_writes() {
	[ -z "$SCREE_SAN" ] && preload fail_write.c || return 1
	FAIL_HOW=full LD_PRELOAD=fail.so scree-shape disk >/dev/null 2>&1
	[ $? != 77 ]
}
# values COLUMN...: of the table of scree-mass on stdin, last row; what rounding has left of a 0 is 0
values() {
	awk -v want="$*" '/^# id/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
		!/^#/ { n = split(want, w, " "); for (k = 1; k <= n; k++) { v = $at[w[k]] + 0; if (v < 1e-14 && v > -1e-14) v = 0
			printf "%.9g%s", v, k < n ? " " : "\n" } }'
}
# foretold WHAT: a value of the table of --dry-run on stdin
foretold() {
	awk -F '   *' -v w="$1" '$1 == w { split($2, v, " "); print v[1] }'
}
# about TOLERANCE A B: lists of numbers, equal to that
about() {
	echo "$2 $3" | awk -v tol="$1" '{ n = NF / 2; for (k = 1; k <= n; k++) { d = $k - $(k + n); if (d < -tol || d > tol) bad = 1 } }
		END { exit bad || n != int(n) || n < 1 }'
}
# noted FILE [RECORDS]: the note of an input file in a made record
noted() {
	echo "# $1${2:+ made=$2} b2sum=$(b2sum -l 128 "$1" | sed 's| .*||')"
}
skip() {
	tap_n=$((tap_n + 1))
	echo "ok $tap_n # SKIP $1"
}
finish() {
	echo "1..$tap_n"
	[ $tap_bad = 0 ]
	exit
}
