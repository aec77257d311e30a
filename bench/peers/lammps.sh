#!/bin/sh
# bench/peers/lammps.sh [SUITE]: build LAMMPS for this machine from a source package of Debian, and print the path of its lmp
#
# SUITE is a suite of Debian (bookworm, trixie, sid); without it, that of this machine. A newer suite has a newer LAMMPS, which needs no
# newer system. The program is compiled with -O3 -march=native and has the packages OPT, OPENMP, BODY, GRANULAR and RIGID, and MPI. Source
# and program stay in ${XDG_CACHE_HOME:-~/.cache}/scree-peers. The lists of apt that this needs are kept there too, so that those of the
# system stay as they are. The first build takes a quarter of an hour on two idle cores; later calls only print the path.
# Needs apt-get, cmake, g++ and, for more than one rank, libopenmpi-dev.
set -e
export LC_ALL=C
suite=${1:-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)}
[ "$suite" ] || {
	echo 'lammps.sh: the suite of Debian is unknown: name one, for example sid' >&2
	exit 2
}
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

latest=$(find "$cache" -path "*/lammps-$suite-*/build/lmp" 2>/dev/null | sort -V | tail -n 1)
if [ -z "$latest" ]; then
	mkdir -p "$cache/apt/$suite/lists/partial" "$cache/apt/$suite.cache/archives/partial" "$cache/lammps.$$"
	# the mirror that the system's own lists name
	mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -n 1)
	echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$cache/apt/$suite.list"
	cd "$cache/lammps.$$"
	sources apt-get update >&2
	# Debian's own changes are not needed. They may be missing where a mirror is about to get a newer version.
	sources apt-get source --download-only lammps >&2 || true
	archive=$(find . -name 'lammps_*.orig.tar.*' | head -n 1)
	[ "$archive" ] || {
		echo "lammps.sh: the source of LAMMPS in $suite did not arrive, see above" >&2
		exit 1
	}
	version=$(echo "$archive" | sed 's/.*lammps_//; s/\.orig.*//' | tr -c 'A-Za-z0-9.\n' -)
	tree=$cache/lammps-$suite-$version
	mkdir -p "$tree/source"
	tar xf "$archive" -C "$tree/source"
	cd "$cache"
	rm -r "lammps.$$"
	cmake=$(find "$tree/source" -maxdepth 2 -type d -name cmake)
	nice cmake -S "$cmake" -B "$tree/build" -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE='-O3 -march=native -DNDEBUG' \
		-D BUILD_SHARED_LIBS=no -D BUILD_OMP=yes -D PKG_OPT=yes -D PKG_OPENMP=yes -D PKG_BODY=yes -D PKG_GRANULAR=yes -D PKG_RIGID=yes \
		-D WITH_JPEG=no -D WITH_PNG=no -D WITH_GZIP=no -D WITH_FFMPEG=no -D WITH_CURL=no >&2
	nice cmake --build "$tree/build" --target lmp -j "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" >&2
	latest=$tree/build/lmp
fi
"$latest" -h >/dev/null
echo "$latest"
