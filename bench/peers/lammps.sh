#!/bin/sh
# bench/peers/lammps.sh [SUITE] [kokkos]: build LAMMPS for this machine from a source package of Debian, and print the path of its lmp
#
# SUITE is a suite of Debian (bookworm, trixie, sid); without it, that of this machine. A newer suite has a newer LAMMPS, which needs no
# newer system. The program is compiled with -O3 -march=native and has the packages OPT, OPENMP, BODY, GRANULAR and RIGID, and MPI; with
# the operand kokkos also KOKKOS with OpenMP, for which the library comes from Debian's source package kokkos. Source and program stay
# in ${XDG_CACHE_HOME:-~/.cache}/scree-peers. The lists of apt that this needs are kept there too, so that those of the system stay as
# they are. The first build takes a quarter of an hour on two idle cores; later calls only print the path.
# Needs apt-get, cmake, g++ and, for more than one rank, libopenmpi-dev.
set -e
export LC_ALL=C
suite=${1:-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)} with=${2:-}
case $suite,$with in
*,kokkos | ?*,) ;;
*)
	echo 'usage: lammps.sh [SUITE] [kokkos]; SUITE is a suite of Debian, for example sid' >&2
	exit 2
	;;
esac
cache=${XDG_CACHE_HOME:-$HOME/.cache}/scree-peers
for program in apt-get cmake g++; do
	command -v $program >/dev/null || {
		echo "lammps.sh: $program is missing, install it first" >&2
		exit 1
	}
done

sources() { # COMMAND...: apt with lists of its own, which hold only sources
	"$@" -o Dir::Etc::sourcelist="$cache/apt/$suite.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State="$cache/apt/$suite" \
		-o Dir::State::status=/dev/null -o Dir::Cache="$cache/apt/$suite.cache" -o APT::Sandbox::User=root
}

unpack() { # PACKAGE FOLDER: the original source of the package in $suite becomes the folder; sets version
	mkdir -p "$new/download" "$new/tree"
	cd "$new/download"
	# Debian's own changes are not needed. They may be missing where a mirror is about to get a newer version.
	sources apt-get source --download-only "$1" >&2 || true
	archive=$(find . -name "$1_*.orig.tar.*" | head -n 1)
	[ "$archive" ] || {
		echo "lammps.sh: the source of $1 in $suite did not arrive, see above" >&2
		exit 1
	}
	version=$(echo "$archive" | sed "s/.*$1_//; s/\.orig.*//" | tr -c 'A-Za-z0-9.\n' -)
	tar xf "$archive" -C "$new/tree"
	# some archives have one folder at the top
	top=$(find "$new/tree" -maxdepth 2 -name CMakeLists.txt -o -maxdepth 2 -name cmake -type d | head -n 1)
	mv "${top%/*}" "$2"
	cd "$cache"
	rm -r "$new/download"
	rm -rf "$new/tree"
}

# with KOKKOS the name of the folder ends so, without it in the version
latest=$(find "$cache" -path "*/lammps-$suite-*/build/lmp" 2>/dev/null | grep $([ "$with" ] || echo -v) -e -kokkos/ | sort -V | tail -n 1)
if [ -z "$latest" ]; then
	mkdir -p "$cache/apt/$suite/lists/partial" "$cache/apt/$suite.cache/archives/partial"
	# the mirror that the system's own lists name
	mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -n 1)
	echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$cache/apt/$suite.list"
	sources apt-get update >&2
	new=$cache/new.$$
	mkdir -p "$new"
	trap 'rm -rf "$new"' EXIT
	trap 'exit 130' INT TERM
	unpack lammps "$new/source"
	tree=$cache/lammps-$suite-$version${with:+-$with}
	set --
	if [ "$with" ]; then
		rm -rf "$new/source/lib/kokkos"
		unpack kokkos "$new/source/lib/kokkos"
		set -- -D PKG_KOKKOS=yes -D Kokkos_ENABLE_OPENMP=yes -D Kokkos_ENABLE_SERIAL=yes -D CMAKE_CXX_STANDARD=20
	fi
	rm -rf "$tree"
	mkdir "$tree"
	mv "$new/source" "$tree/source"
	nice cmake -S "$tree/source/cmake" -B "$tree/build" -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE='-O3 -march=native -DNDEBUG' \
		-D BUILD_SHARED_LIBS=no -D BUILD_OMP=yes -D PKG_OPT=yes -D PKG_OPENMP=yes -D PKG_BODY=yes -D PKG_GRANULAR=yes -D PKG_RIGID=yes \
		-D WITH_JPEG=no -D WITH_PNG=no -D WITH_GZIP=no -D WITH_FFMPEG=no -D WITH_CURL=no "$@" >&2
	nice cmake --build "$tree/build" --target lmp -j "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" >&2
	latest=$tree/build/lmp
fi
"$latest" -h >/dev/null
echo "$latest"
