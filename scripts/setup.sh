#!/bin/sh
# setup.sh WHAT: see that the programs that `make demo` or `make check` (WHAT) needs are there; install what is missing with
# Debian's package manager where that is allowed, otherwise print the one command that would.
what=$1
missing=

need() { # PROGRAM PACKAGE
	command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
need "${CC:-cc}" build-essential
need gnuplot gnuplot-nox
if [ "$what" = check ]; then
	need prove perl
	need mandoc mandoc
	need valgrind valgrind
fi
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
	echo "scree: please install:$missing" >&2
	exit 1
fi
if [ "$(id -u)" = 0 ]; then
	as_root=
elif sudo -n true 2>/dev/null; then
	as_root='sudo -n'
else
	echo "scree: some packages are missing; install them with: sudo apt-get install$missing" >&2
	exit 1
fi
echo "scree: installing$missing"
export DEBIAN_FRONTEND=noninteractive
# the list of packages of a new machine is empty or old
# shellcheck disable=SC2086
$as_root apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 ||
	{ $as_root apt-get update >/dev/null && $as_root apt-get install -y --no-install-recommends $missing >/dev/null; } ||
	{ echo "scree: could not install$missing" >&2; exit 1; }
