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
skip() {
	tap_n=$((tap_n + 1))
	echo "ok $tap_n # SKIP $1"
}
finish() {
	echo "1..$tap_n"
	[ $tap_bad = 0 ]
	exit
}
