#!/bin/sh
# Drives that are tables of times and velocities, in all simulators: a table that is a ramp moves as the ramp does, to the last bit;
# the path is the integral; a run in parts is one run; the work stands in the ledger; tables come from files.
. "$(dirname "$0")/../tap.sh"

cat >plane <<'S'
scree 1 dim=2
domain lo=0,0 hi=6,9 periodic=x
material m density=2
law m m linear kn=4000 kt=400 mu=0.5 en=0.6
gravity 0,-3
shape 1 point r=0.5 0,0
shape 2 polyline r=0.25 -3,0 3,0
constraint floor MOTION angle=fixed
columns body id shape material tag x y
frame 0 t=0 body=4
body 1 2 m floor 3 0
body 2 1 m - 1 0.76
body 3 1 m - 1.7 1.5
body 4 1 m - 3.2 0.75
end 0
S
cat >space <<'S'
scree 1 dim=3
domain lo=0,0,0 hi=6,6,9 periodic=xy
material m density=2
law m m LAW
gravity 0,0,-3
shape 1 sphere r=0.5
shape 2 plane
constraint floor MOTION rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z
frame 0 t=0 body=4
body 1 2 m floor 0 0 0
body 2 1 m - 1 1 0.51
body 3 1 m - 1.7 1 1.22
body 4 1 m - 3.2 2 0.5
end 0
S
# scene NAME MOTION...: the scene of a simulator
scene() {
	case $1 in
	dem2*) sed "s/MOTION/$2/" plane ;;
	dem3) sed "s/MOTION/$3/; s/LAW/linear kn=4000 kt=400 mu=0.5 en=0.6/" space ;;
	cd3) sed "s/MOTION/$3/; s/LAW/hard mu=0.5 en=0.3/" space ;;
	esac
}
run() {
	case $1 in
	dem2-gear) shift; scree-dem2 -q --integrator gear "$@" ;;
	*) what=scree-$1; shift; "$what" -q "$@" ;;
	esac
}
# at FILE COLUMN: of the floor in the last frame
at() { awk -v c="$2" '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == c) n = k - 1 } /^body 1 / { x = $n } END { print x }' "$1"; }

for s in dem2 dem2-gear dem3 cd3; do
	ramp=ramp:0.25,-0.5,0.125,0.375 same=table:0.125,0.25,0.375,-0.5 up=table:0.25,0,0.5,0.5,1,0
	scene $s "x=$ramp y=fixed" "x=$ramp y=fixed z=fixed" | run $s -t 0.5 -d 0.0009765625 -e 0.25 --no-provenance | sed '/^constraint/d' >one
	scene $s "x=$same y=fixed" "x=$same y=fixed z=fixed" >scene
	run $s -t 0.5 -d 0.0009765625 -e 0.25 --no-provenance scene | sed '/^constraint/d' >two
	ok "$s: a table moves as the ramp that it tells, to the last bit" cmp one two
	ok "$s: it moves the grains too" awk '/^ledger/ { for (k = 2; k <= NF; k++) if ($k ~ /^work=/ && $k != "work=0") n++ } END { exit !n }' two
	# a table along both axes, whole and in parts
	scene $s "x=$same y=$up" "x=$same y=fixed z=$up" >scene
	run $s -t 1.5 -d 0.0009765625 --no-provenance scene >whole
	run $s -t 0.5 -d 0.0009765625 --no-provenance scene | run $s -t 0.25 --no-provenance | run $s -t 0.75 --no-provenance >parts
	sed -n '/^frame 1536/,$p' whole >want
	sed -n '/^frame 1536/,$p' parts >found
	ok "$s: a run in parts is one run" cmp want found
	ok "$s: and ends" test -s want
	# 0.125 * 0.25 + (0.25 - 0.5) / 2 * 0.25 - 1.125 * 0.5 = -0.5625, in the period of 6; a triangle
	near "$s: the way along x is the integral" "$(at whole x)" "$(case $s in dem2*) echo 2.4375 ;; *) echo 5.4375 ;; esac)" 1e-12
	near "$s: and upwards" "$(at whole "$(case $s in dem2*) echo y ;; *) echo z ;; esac)")" 0.1875 1e-12
	is "$s: the record passes through the run" "$(grep -o 'x=table:[^ ]*' whole)" "x=$same"
done

# turned: a plane about its normal, by the integral
for s in dem3 cd3; do
	scene $s x=fixed 'x=fixed y=fixed z=fixed' | sed 's/rz=fixed/rz=table:0.25,0,0.5,0.5,1,0/' | run $s -t 1.5 -d 0.0009765625 >turned
	near "$s: a floor turns by its table" "$(at turned qz)" "$(awk 'BEGIN { printf "%.17g", sin(0.1875 / 2) }')" 1e-12
done

# ---- a floor of one period, which images continue: where its origin is does not matter ----

for x in -0.5 0.5; do
	scene dem2 "x=v:$x y=table:0,0,0.5,0.2,1,0" >middle
	sed 's/ -3,0 3,0/ 0,0 6,0/; s/^body 1 2 m floor 3 0/body 1 2 m floor 0 0/' middle >end
	sed 's/ -3,0 3,0/ 0,-2 6,-2/; s/^body 1 2 m floor 3 0/body 1 2 m floor 5.5 2/' middle >below
	for what in middle end below; do
		scree-dem2 -q -t 2 -d 0.001 $what | sed -n '/^frame 2000/,$p' | awk '/^body [234]/ { print $7, $8, $12, $13 }' >$what.out
	done
	for what in end below; do
		ok "a floor of one period that moves at $x, with its origin at its $what" awk 'NR == FNR { for (k = 1; k <= NF; k++) want[FNR, k] = $k; next }
			{ for (k = 1; k <= NF; k++) { d = $k - want[FNR, k]; if (d > 1e-6 || d < -1e-6) bad++; n++ } } END { exit bad || n < 12 }' middle.out $what.out
	done
done

# ---- the work of the drive ----

# against gravity on what the floor carries: a grain at rest on it, after 2
for s in dem2 dem3; do
	up=table:2,0,2.5,0.5,3.5,0.5,4,0
	scene $s "x=fixed y=$up" "x=fixed y=fixed z=$up" | sed '/^body [34]/d; s/body=4/body=2/' | run $s -t 6 >lifted
	scree-energy -q lifted | awk '/^# t/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); c[$k] = k - 1 } } !/^#/ {
		print $c["work"], $c["error"] }' | tail -n 1 >end
	ok "$s: the ledger balances" awk '{ exit !($2 < 1e-4 && $1 > 0) }' end
	weight=$(case $s in dem2) echo 4.712389 ;; *) echo 3.141593 ;; esac)
	near "$s: the work lifts its weight by 0.75" "$(cut -d' ' -f1 end)" "$(awk -v w="$weight" 'BEGIN { print 0.75 * w }')" 0.003
done

# ---- files ----

printf '# t[s] v[m/s]\n0.125 0.25\n\n0.375,-0.5 # the end\n' >motion.tab
printf '0 1\n1 0.1\n' >'other'
scene dem2 'x=fixed' >scene
scree-set --no-provenance --constrain 'floor x=table:@motion.tab y=fixed angle=table:@other' scene >set
is 'numbers of files stand in the stream' "$(grep '^constraint' set | tail -n 1)" \
	'constraint floor x=table:0.125,0.25,0.375,-0.5 y=fixed angle=table:0,1,1,0.1'
is 'provenance names the file' "$(scree-set --constrain 'floor x=table:@motion.tab' scene 2>/dev/null | grep '^made')" \
	"made scree-set 0.1.0 --constrain 'floor x=table:@motion.tab' scene $(noted motion.tab) $(noted scene)"
is 'numbers without a file' "$(scree-set --constrain 'floor x=table:1,2,3,4' scene 2>/dev/null | grep '^constraint' | tail -n 1)" \
	'constraint floor x=table:1,2,3,4'
awk 'BEGIN { for (k = 0; k < 50000; k++) print k / 1000, sin(k / 1000) }' >long
scree-set --constrain 'floor x=table:@long y=fixed angle=fixed' scene >set
ok 'fifty thousand entries' sh -c 'scree-dem2 -q -t 0.5 -d 0.001 set >moved'
near 'follow the sine' "$(at moved x)" "$(awk 'BEGIN { printf "%.9f", 4 - cos(0.5) }')" 1e-7
printf '0 1\n2 3\n1 4\n' >back
fails 3 '^scree-set: back:3: found the time 1 after 2, expected times that increase; sort the rows' 'times that go back' \
	scree-set --constrain 'floor x=table:@back' scene
printf '0 1\n2 3 4\n' >wide
fails 3 'wide:2: ' 'three columns' scree-set --constrain 'floor x=table:@wide' scene
printf '0 1\n2 fast\n' >words
fails 3 "words:2: found 'fast'" 'words' scree-set --constrain 'floor x=table:@words' scene
: >empty
fails 3 'empty: no rows, expected rows of a time and a velocity' 'no rows' scree-set --constrain 'floor x=table:@empty' scene
fails 1 'nowhere' 'no file' scree-set --constrain 'floor x=table:@nowhere' scene
fails 2 'table:@ names no file' 'no name' scree-set --constrain 'floor x=table:@ y=fixed' scene
printf '0 1\n1\n' >one
fails 3 'one:2: found 1 number, expected 2' 'one number' scree-set --constrain 'floor x=table:@one' scene
sed 's/^constraint floor.*/constraint floor x=table:@motion.tab/' scene >named
fails 3 'only scree-set --constrain reads the file' 'a stream with the name of a file' scree-dem2 -t 1 named
fails 2 'expected table:t0,v0,t1,v1,\.\.\. pairs of times and velocities' 'a time without a velocity' \
	scree-set --constrain 'floor x=table:1,2,3' scene
fails 2 'pair 2 has the time 1 after 1' 'two velocities at one time' scree-set --constrain 'floor x=table:1,2,1,3' scene
sed 's/^constraint floor x=fixed/constraint floor x=table:0,1,-1,2/' scene >wrong
fails 3 'wrong:8: constraint, found .x=table:0,1,-1,2., expected times that increase; .*pair 2 has the time -1 after 0' \
	'in a stream' scree-dem2 -t 1 wrong

# ---- filters ----

is 'a scene in two copies keeps its tables' "$(scree-move --replicate 2,1 set | grep '^constraint' | tail -n 1 | cut -c 1-45)" \
	"$(grep '^constraint' set | tail -n 1 | cut -c 1-45)"
sed 's/^frame 0/frame 0/; s/^constraint floor.*/constraint floor x=table:0,1,2,3/' scene >a
sed 's/^constraint floor.*/constraint floor x=table:0,1,2,4/' a >b
ok 'equal tables join' scree-join -q --by 0,0 a a
fails 3 'different definitions of constraint floor' 'different tables do not' scree-join a b
is 'a tag is freed' "$(scree-set --release floor set | grep '^constraint' | tail -n 1)" 'constraint floor'

# a common velocity changes nothing: two dumbbells meet askew, at rest and in a frame that moves at 1000
# DIM VELOCITY: velocity across and spin of the first body
meet() {
	if [ "$1" = 2 ]; then
		s='disks -0.3,0,0.3 0.3,0,0.3' c='x y vx vy angle omega' a="0 0 $2 0 0.4 0" b="0.75 0.6 $(($2 - 1)) -0.5 1.2 0.3"
	else
		s='clump 0,0,-0.3,0.3 0,0,0.3,0.3' c='x y z vx vy vz qw qx qy qz' a="0 0 0 $2 0 0 1 0 0 0" b="0.45 0.4 0.45 $(($2 - 1)) -0.5 -0.2 0.8 0.6 0 0"
	fi
	printf '%s\n' "scree 1 dim=$1" 'material m density=1' 'law m m linear kn=1000 kt=200 mu=0.3 en=1' "shape 1 $s" "columns body id shape material $c" \
		'frame 0 t=0 body=2' "body 1 1 m $a" "body 2 1 m $b" 'end 0' | "scree-dem$1" -q -d 0.0005 -t 0.5 |
		awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 } $1 == "body" && $2 == 1 { vy = $at["vy"]
			spin = $at["omega" in at ? "omega" : "wx"] } END { printf "%.15g %.15g\n", vy, spin }'
}
for dim in 2 3; do
	meet $dim 0 >still
	meet $dim 1000 >moving
	near "dim=$dim: velocity in a moving frame" "$(cut -d ' ' -f 1 moving)" "$(cut -d ' ' -f 1 still)" 1e-8
	near "dim=$dim: spin in a moving frame" "$(cut -d ' ' -f 2 moving)" "$(cut -d ' ' -f 2 still)" 1e-8
done
finish
