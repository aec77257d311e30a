#!/bin/sh
# setup.sh demo|check|gallery|mpi: finds out whether the programs that `make demo`, `make check`, `make gallery` or `make mpi` needs exist.
# Installs missing packages with Debian's package manager if this is permitted, otherwise prints the command that installs them.
what=$1
missing=
cc=${CC:-cc}
cc=${cc%% *}

need() { # PROGRAM PACKAGE
	command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
# A compiler without the headers of the C library, as in some images, cannot be used.
can_compile() {
	command -v "$cc" >/dev/null 2>&1 && echo '#include <stdlib.h>' | "$cc" -x c -fsyntax-only - 2>/dev/null
}
case $cc in
*clang*) can_compile || missing="$missing clang libc6-dev" ;;
*) can_compile || missing="$missing build-essential" ;;
esac
[ "$what" = mpi ] || need gnuplot gnuplot-nox
if [ "$what" = check ]; then
	need prove perl
	need mandoc mandoc
	need valgrind valgrind
fi
case $what in
check | mpi) need "${MPICC:-mpicc}" 'mpich libmpich-dev' ;;
esac
[ "$what" != gallery ] || need pngquant pngquant
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
	echo "scree: please install what these packages of Debian hold:$missing" >&2
	exit 1
fi
if [ "$(id -u)" = 0 ]; then
	as_root='env'
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
	as_root='sudo -n env'
else
	command -v sudo >/dev/null 2>&1 && become='sudo sh' || become=su
	echo "scree: some packages are missing; install them with" >&2
	echo "    $become -c 'apt-get update && apt-get install -y --no-install-recommends$missing'" >&2
	exit 1
fi

apt() {
	$as_root DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1
}
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
echo "scree: installing$missing"
# On a new machine the list of packages is empty, and an old list names files that no longer exist.
# shellcheck disable=SC2086
{
	apt-cache show $missing >/dev/null 2>&1 || apt update
	apt install --no-install-recommends $missing ||
		{ apt update && apt install --no-install-recommends $missing; } ||
		{ cat "$log" >&2; echo "scree: could not install$missing" >&2; exit 1; }
}
