#!/bin/sh
# setup.sh: nothing to do, root, sudo without a password, neither; an empty list of packages; another system.
. "$(dirname "$0")/../tap.sh"

# A machine of stubs: only what lies in $tmp/m is on the PATH.
mkdir m
for p in sh cat rm mktemp env; do
	ln -s "$(command -v $p)" m/$p
done
stub() { # NAME BODY
	printf '#!/bin/sh\n%s\n' "$2" >"m/$1"
	chmod +x "m/$1"
}
setup() { # WHAT -> status in $rc, words in $said, the calls of apt-get in $calls
	rm -f calls
	said=$(PATH="$tmp/m" CALLS="$tmp/calls" CC="${compiler:-cc}" "$tmp/m/sh" "$root/scripts/setup.sh" "$1" 2>&1)
	rc=$?
	calls=$(cat calls 2>/dev/null)
}
has() { # WHAT TEXT PATTERN
	case $2 in
	*$3*) is "$1" yes yes ;;
	*) is "$1" "$2" "$3" ;;
	esac
}

stub true ''

setup demo
is 'without apt-get it fails' $rc 1
has 'and names the packages' "$said" ': build-essential gnuplot-nox'

# shellcheck disable=SC2016
{
	stub apt-get 'echo "$DEBIAN_FRONTEND $*" >>"$CALLS"'
	stub apt-cache 'exit 0'
	stub id 'echo 1000'
}
setup check
is 'a user without sudo is told what to do' $rc 1
has 'with one command' "$said" \
	"su -c 'apt-get update && apt-get install -y --no-install-recommends build-essential gnuplot-nox perl mandoc valgrind mpich libmpich-dev'"
is 'and nothing is tried' "$calls" ''

stub sudo 'exit 1'
setup demo
is 'sudo that wants a password is not used' "$rc$calls" 1
has 'but named' "$said" "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends build-essential gnuplot-nox'"

# shellcheck disable=SC2016
stub sudo '[ "$1" = -n ] && shift && exec "$@"'
setup demo
is 'sudo without a password is' "$rc" 0
has 'to install' "$calls" 'install --no-install-recommends build-essential gnuplot-nox'
has 'without questions' "$calls" 'noninteractive -q -y'

stub id 'echo 0'
rm m/sudo
setup demo
is 'root installs' "$rc" 0
is 'once' "$(echo "$calls" | wc -l)" 1

stub apt-cache 'exit 100'
setup demo
has 'an empty list of packages is fetched first' "$(echo "$calls" | head -n 1)" ' update'
has 'and then it installs' "$(echo "$calls" | tail -n 1)" ' install '

stub apt-cache 'exit 0'
# shellcheck disable=SC2016
stub apt-get 'echo "$*" >>"$CALLS"; case $* in *update*) : >"$CALLS.new" ;; *) [ -e "$CALLS.new" ] ;; esac'
setup demo
is 'an old list of packages is fetched when installing fails' "$rc" 0
is 'and installing tried again' "$(echo "$calls" | wc -l)" 3
stub apt-get 'echo no space; exit 100'
setup demo
is 'what cannot be installed fails' "$rc" 1
has 'with the reason' "$said" 'no space'

stub cc 'cat >/dev/null; exit 0'
stub gnuplot ''
stub apt-get 'exit 100'
setup demo
is 'nothing is done where all is there' "$rc$said" 0
setup check
has 'the tests need more' "$said" 'install perl mandoc valgrind mpich libmpich-dev'
setup mpi
has 'the programs for MPI need one' "$said" 'installing mpich libmpich-dev'
stub mpicc ''
setup mpi
is 'and nothing where it is' "$rc$said" 0
stub cc 'cat >/dev/null; exit 1'
setup demo
has 'a compiler without headers is none' "$said" 'install build-essential'
compiler='clang -m32'
setup demo
has 'another compiler may be asked for' "$said" 'install clang libc6-dev'
finish
