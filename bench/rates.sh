#!/bin/sh
# bench/rates.sh [quick|long] [SCENE...]: rates of scree-dem2 and scree-dem3 beside LAMMPS, against the number of bodies, on one core and on two.
# Scenes: rounded pentagons of the plane at solid fractions of 0.25 and 0.80, without friction; disks at 0.80 with friction; spheres and
# T-bars of ten balls at rest on a floor, with friction; rounded cubes of space at 0.15 and 0.50, without friction. The file
# bench/beside.inc.sh says how the programs are compared. Rows are number of bodies and number of cores. `long` adds 1e6 bodies and
# takes hours; `quick` has few bodies, steps and scenes, and LAMMPS only on one core, to see that everything runs.
# With cores=1 in the environment only one core is measured, which is fit for a busy machine.
. "$(dirname "$0")/dem2.inc.sh"
. bench/dem3.inc.sh
mode=usual
case ${1:-} in
quick | long) mode=$1 && shift ;;
esac
all='pentagons-25 pentagons-80 disks-80 spheres tbars cubes-15 cubes-50'
[ $mode != quick ] || all=pentagons-80
scenes=${*:-$all}
cores=${cores:-$(getconf _NPROCESSORS_ONLN)}
if [ $mode = quick ]; then
	seconds=0.001 rounds=1
else
	make -s compare-baseline >&2
fi
[ "$cores" -lt 2 ] || both=2

sizes() { # lines of a number of bodies, steps and copies
	case $mode in
	quick) echo "100 20 -" ;;
	*) awk -v all="$1" 'BEGIN { n = split(all, line, ";"); for (k = 1; k <= n; k++) print line[k] }' | awk -v long=$([ $mode = long ] && echo 1) 'long || $1 < 1e6' ;;
	esac
}

rows() { # SCENE PROGRAM FILE BODIES STEPS DT
	for row_cores in 1 $both; do
		beside "$1.$4" "$1" "$2" "$3" "$4" "$5" "$6" "$row_cores"
	done
}

plane() { # SCENE PHI LAW SETTLE: of the shape on stdin
	cat >"$tmp/shape"
	sizes '1000 2000 -;10000 500 -;100000 100 5,2;1000000 100 10,10' | while read -r n steps copies; do
		if [ "$copies" = - ]; then
			scene "$n" "$2" "$3" "$4" <"$tmp/shape" >"$tmp/$n"
		else
			scree-move -q --replicate "$copies" "$tmp/10000" >"$tmp/$n"
		fi
		rows "$1" scree-dem2 "$tmp/$n" "$n" "$((steps * (${5:-1})))" $dt
	done
	rm -f "$tmp"/1*
}

space() { # SCENE FILE_OF_1000 DT LINES COPY
	sizes "$4" | while read -r n steps copies; do
		if [ "$copies" = - ]; then
			scene_file=$2
		else
			scene_file=$tmp/$n
			$5 "$2" "$copies" >"$scene_file"
		fi
		rows "$1" scree-dem3 "$scene_file" "$n" "$steps" "$3"
		rm -f "$tmp/$n" "$tmp/$n.data"
	done
}

gases() { # FILE NX,NY,NZ
	scree-move -q --replicate "$2" "$1"
}

few=1000 rest=4
[ $mode != quick ] || { few=100 rest=0.5; }
for name in $scenes; do
	case $name in
	pentagons-25) ngon 5 | plane $name 0.25 $elastic 1.5 ;;
	pentagons-80) ngon 5 | plane $name 0.80 $elastic 1.5 ;;
	disks-80) disk | plane $name 0.80 $friction_disks 0.3 5 ;;
	spheres)
		stream 'sphere r=0.5' | bed $few 10 50 0.52359877559829882 $rest >"$tmp/spheres"
		space spheres "$tmp/spheres" 5e-5 '1000 8000 -;10000 1000 5,2;100000 200 10,10;1000000 100 40,25' beds
		;;
	tbars)
		stream "$tbar" | bed $few 20 140 5.2359877559829888 $rest >"$tmp/tbars"
		space tbars "$tmp/tbars" 5e-5 '1000 1000 -;10000 200 5,2;100000 100 10,10' beds
		;;
	cubes-15) cubes $few 0.15 >"$tmp/cubes-15" && space cubes-15 "$tmp/cubes-15" 1e-3 '1000 200 -;8000 30 2,2,2' gases ;;
	cubes-50) cubes $few 0.5 >"$tmp/cubes-50" && space cubes-50 "$tmp/cubes-50" 1e-3 '1000 100 -' gases ;;
	*)
		echo "rates.sh: there is no scene $name" >&2
		exit 2
		;;
	esac
done
