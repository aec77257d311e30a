#!/bin/sh
# bench/simgrid.sh [quick]: a check of the model of bench/scaling.sh: SimGrid runs scree-dem2-mpi and scree-dem3-mpi on up to 90
# simulated machines and prints lines BENCH. Needs Debian's packages simgrid and libsimgrid-dev.
#
# SimGrid runs the ranks in turns on one core and computes how long their messages take: 2 µs from one machine to another at
# 10 GB/s, the first network of the model. Work takes no time here: its measured times scatter, and each step would wait for the
# longest of all ranks. The time of a step is that of a run of $long steps less that of one of $short. Beside it stands what the
# model adds for messages. The bytes are compared with those of the plain program.
. "$(dirname "$0")/bench.inc.sh"
table=simgrid short=20 long=120
# scenes of 10 000 bodies, side by side this often along both axes, and ranks
runs='pentagons-80,2,40 pentagons-80,3,90 pentagons-80,4,16 spheres,2,40 spheres,4,16'
if [ "${1:-}" = quick ]; then
	runs='pentagons-80,1,4' few=100 long=40
fi
. bench/scenes.inc.sh
command -v smpirun >/dev/null || { echo "no SimGrid here: install simgrid and libsimgrid-dev" >&2; exit 2; }
make -s all build/bench/partition >&2
# Simulated ranks are copies of a shared object.
build=build/simgrid
programs=$build/mpi/bench/smpicc
make -s -j "$cores" BUILD=$build CFLAGS='-O2 -g -fPIC' MPICC=bench/smpicc $programs/scree-dem2-mpi $programs/scree-dem3-mpi >&2

cat >"$tmp/platform.xml" <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node" suffix="" radical="0-255" speed="1Gf" bw="10GBps" lat="1us"/>
</platform>
END
seq 0 255 | sed 's/^/node/' >"$tmp/hosts"

simulated() { # RANKS STEPS SCENE: seconds
	smpirun -np "$1" -platform "$tmp/platform.xml" -hostfile "$tmp/hosts" --cfg=smpi/display-timing:yes \
		--cfg=smpi/simulate-computation:no --cfg=smpi/coll-selector:mpich --cfg=smpi/lat-factor:0:1 --cfg=smpi/bw-factor:0:1 \
		--cfg=smpi/tmpdir:"$tmp" $programs/$program-mpi -q --no-provenance --threads 1 --light 1000000 -d "$dt" \
		-t "$(compute "$2 * $dt")" -o "$tmp/out" "$3" 2>"$tmp/said" >/dev/null || : # ranks close one file of one process: status 1
	sed -n 's/.*Simulated time: \([0-9.]*\) .*/\1/p' "$tmp/said" | grep . || { cat "$tmp/said" >&2; exit 1; }
}

step() { # RANKS SCENE: microseconds
	begun=$(simulated "$1" $short "$2")
	compute "1e6 * ($(simulated "$1" $long "$2") - $begun) / ($long - $short)"
}

for item in $runs; do
	name=${item%%,*} ranks=${item##*,} side=${item#*,} side=${side%,*}
	scene_make "$name" 10000 "$tmp/$name"
	scene_facts "$name"
	scree-move -q --replicate "$side,$side$([ $program = scree-dem2 ] || echo ,1)" "$tmp/$name" >"$tmp/scene"
	row=$name.$((10000 * side * side)).$ranks
	bench "$row.simulated" "$(step "$ranks" "$tmp/scene")" 'us of messages in a step'
	$program -q --no-provenance --light 1000000 -d "$dt" -t "$(compute "$long * $dt")" "$tmp/scene" | cmp - "$tmp/out" >&2
	$program --no-provenance -q -d "$dt" -t "$dt" "$tmp/$name" >"$tmp/frame"
	bench "$row.modelled" "$(build/bench/partition "$tmp/frame" "$side" 1 "$ranks" | awk '$1 > 1 {
		printf "%.3g", $5 * 2 + $8 / 1e4 + 2 * log($1) / log(2) * 2 }')" 'us'
done
