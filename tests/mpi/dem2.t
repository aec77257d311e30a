#!/bin/sh
# scree-dem2-mpi writes the bytes of scree-dem2 on any number of ranks: walls that stand and move, disks, polygons, clumps, Voronoi
# grains, laws, both integrators, runs that are split or that fail; with bodies dealt out by place or by chance, and dealt out again at
# any step.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/mpi.sh"
# shellcheck disable=SC2034 # mpi.sh reads it
simulator=scree-dem2

[ -n "$kinds" ] || skip 'no mpicc here, or the programs of tests/mpi were not built (make check does)'

# ---- scenes ----
scree-shape -q disk >disk
scree-shape -q cross --area 1.3 >cross
scree-shape -q ngon --area 0.8 --radius 0.2 >ngon
scree-shape -q cow | scree-clump -q --method grid -n 12 >clump
scree-fill -q -n 60 --fraction 0.5 --seed 3 --periodic xy --speed 2 disk ngon | scree-set -q --law grain,grain,kn=2000,kt=900,mu=0.5,en=0.5 >gas
scree-fill -q -n 50 --fraction 0.5 --seed 3 --periodic xy disk | scree-set -q --law grain,grain,kn=2000,mu=0.5,en=0.5 --rate -0.4,-0.4,20 >fast
scree-fill -q -n 40 --fraction 0.5 --seed 5 clump disk cross | scree-wall -q box | scree-set -q --gravity 0,-10 \
	--law grain,grain,kn=2e4,kt=8000,mu=0.5,en=0.4,kr=20,gr=0.01,mur=0.1 \
	--constrain 'top x=fixed y=f:-3 angle=fixed m=5 c=2' --constrain 'left x=sin:0.2,30,0 y=fixed angle=fixed' >box
scree-voronoi -q -n 60 --box 7,9 --seed 3 --void-ratio 0.2 --periodic x |
	scree-wall -q plates --rough --load 30 --speed 0.4 --damping 1.5 | scree-set -q --law grain,grain,kn=4000,kt=2000,mu=0.4,en=0.5 >plates
scree-fill -q -n 40 --fraction 0.4 --seed 13 ngon | scree-wall -q polyline 1,-15 9,-14 -r 0.1 | scree-move -q --where 'shape > 1' --by 0,19 |
	scree-set -q --law grain,grain,kn=2000,mu=0.5 >across
scree-fill -q -n 20 --fraction 0.3 --speed 30 --seed 4 disk | scree-wall -q box | scree-set -q --law grain,grain,kn=40,mu=0.3,en=0.9 >deep

scree-fill -q -n 50 --fraction 0.5 --seed 3 disk | scree-wall -q hopper --opening 4 --outlet return 2>/dev/null |
	scree-set -q --gravity 0,-20 --law grain,grain,kn=2e4,kt=8000,mu=0.3,en=0.4 >hopper

scree-set -q --where 'tag != left and tag != right and tag != top and tag != bottom' --speed 9 box >warm
scree-set -q --law grain,grain,kn=2e4,kt=8000,mu=0.5,gn=700 warm >damped # three times the critical damping

scree-fill -q -n 60 --fraction 0.4 --seed 3 ngon disk | sed '/^domain/d' | scree-wall -q line -30,-8 40,-8 |
	scree-set -q --law grain,grain,kn=2e4,kt=9000,mu=0.5,en=0.5 --gravity 0,-10 | scree-set -q --where 'tag != wall' --velocity 1,-20 >rain

# a flow uses up ghosts' room beside the way of the bodies: a list more than was foreseen, and the run failed
printf '0 0\n1 0\n' | scree-shape -q --open -r 0.0851319 - >rod
scree-shape -q cow --area 0.260673 --radius 0.0427259 >cow
scree-fill -q -n 13 --periodic xy --seed 5728 --box 7.11145,8.72743 --speed 0.290725 rod cow |
	scree-set -q --material grain,density=2.06961,E=1358.99,nu=0.390706 --rate 0.221334,0,1.60714 \
		--law grain,grain,dmt,mu=0,gn=0.184543,gt=0.0465733,adhesion=0.57093 >flow

# disks side by side
four() { # ID X... of four bodies
	echo "scree 1 dim=2
material sand density=1
law sand sand linear kn=1000
shape 1 point r=0.5 0,0
shape 2 point r=0 0,0
mass 2 area=1 I=1
columns body id shape material tag size x y angle vx vy omega
frame 0 t=0 dt=0 due=0 body=4"
	while [ $# -gt 0 ]; do echo "body $1 1 sand - 1 $2 0 0 0 0 0"; shift 2; done
	echo 'end 0'
}
four 1 0 2 0.4 3 20 4 20.2 >pressed_in
four 9 0 2 3 3 20 4 24 | sed 's/^\(body [93] 1\) sand/\1 -/' >bare
four 9 0 8 3 3 20 4 24 | sed 's/^\(body [93]\) 1/\1 2/; s/^shape 2.*/shape 2 polyline r=0.1 0,-60 0,60/; /^mass/d
	s/^material/domain lo=0,0 hi=300,0.9 periodic=xy\n&/' >wide
four 1 0 2 0.45 3 1.4 4 2.35 | sed 's/^body 1 1/body 1 2/' >point
four 1 0 2 3 3 20 4 20.95 | scree-dem2 -q --dt 0.0001 -t 0.001 | sed '/^ledger/d' >far_contact

# 40 disks that touch, and 40 that do not, side by side
awk 'BEGIN { print "scree 1 dim=2\nmaterial sand density=1.1\nlaw sand sand linear kn=1.3\nshape 1 point r=0.5 0,0"
	print "columns body id shape material tag size x y angle vx vy omega\nframe 0 t=0 dt=0 due=0 body=80 contact=0"
	for (k = 0; k < 80; k++) { gap = k < 40 ? 0.98 : 3; z = k % 40
		print "body", k + 1, 1, "sand - 1", (k < 40 ? 0 : 10) + gap * (z % 8), gap * int(z / 8), 0, 0, 0, 0 }
	print "end 0" }' >halves
# uneven KIND ARGUMENT...: the figure of the summary of two ranks
uneven() {
	uneven_kind=$1
	shift
	"mpirun${uneven_kind#mpicc}" -n 2 "$build/mpi/$uneven_kind/scree-dem2-mpi" --dt 1e-4 "$@" 2>&1 >out | sed -n 's/.* uneven=\([^ ]*\).*/\1/p'
}

for last in $kinds; do :; done
for kind in $kinds; do
	few=3 more=4
	[ "$kind" = "$last" ] || few=2 more=2 # MPICH waits at full speed: where ranks outnumber processors, each waits for all
	scree-dem2 -q -t 0.6 -e 0.2 gas >expected
	"mpirun${kind#mpicc}" -n 2 "$build/mpi/$kind/scree-dem2-mpi" -q -t 0.6 -e 0.2 gas >out
	ok "$kind: with the record of how it was made" cmp out expected
	plain -t 0.6 -e 0.2 gas >expected
	same 'a gas, from standard input' "$kind" $more -t 0.6 -e 0.2 <gas
	same 'a gas, 2 threads' "$kind" $few --threads 2 -t 0.6 -e 0.2 gas
	dealt random,often 'a gas dealt out by chance' "$kind" $few -t 0.6 -e 0.2 gas
	ranks "$kind" $few -t 0.3 -e 0.2 gas >first
	plain -t 0.3 -e 0.2 gas >half
	ok "$kind: the first half of a run" cmp first half
	plain -t 0.3 half >expected
	same 'the second half' "$kind" 2 -t 0.3 first
	plain --integrator gear -t 0.3 -e 0.2 gas >expected
	dealt random,often "Gear's method" "$kind" $few --integrator gear -t 0.3 -e 0.2 gas

	plain -t 0.2 -e 0.1 --forces box >expected
	same 'disks, polygons and clumps between walls that move' "$kind" $few -t 0.2 -e 0.1 --forces box
	dealt often 'the same, dealt out often' "$kind" 2 -t 0.2 -e 0.1 --forces box

	scree-fill -q -n 2 --box 4,4 disk >two
	plain -t 0.1 two >expected
	same 'more ranks than bodies' "$kind" 5 -t 0.1 two

	plain -t 5 -e 0.05 deep >expected 2>said
	status=$?
	ranks "$kind" $few -t 5 -e 0.05 deep >out 2>err
	is "$kind: a run that fails" "$? $(grep -c "^$(sed 's/^scree-dem2/&-mpi/; s/[][\.*^$(){}?+|]/./g' said)\$" err) $(cmp out expected 2>&1)" "$status 1 "
	ok "$kind: has failed" test "$status" = 4

	# all else asks nothing more of a library; Open MPI, the last, waits cheaply where ranks outnumber processors
	[ "$kind" = "$last" ] || continue

	alike 'a point that moves, and no other body' "$kind" 2 -t 0.1 point
	alike 'the deepest of the overlaps at the start' "$kind" 2 -t 0.1 pressed_in
	alike 'the lowest id of bodies without material' "$kind" 2 -t 0.1 bare
	alike 'the lowest id of bodies that reach too far' "$kind" 2 -t 0.1 wide
	scree-dem2 -t 0.001 far_contact 2>&1 >out | sed -n 's/^scree-dem2\(: the time step\)/\1/p' >said
	"mpirun${kind#mpicc}" -n 2 "$build/mpi/$kind/scree-dem2-mpi" -t 0.001 far_contact 2>err >out
	is "$kind: a note on contacts that the first rank has not" "$(sed -n 's/^scree-dem2-mpi\(: the time step\)/\1/p' err)" "$(cat said)"
	ok "$kind: it is there" test -s said

	plain -t 2 --until quiet=0.5 box >expected 2>/dev/null
	same 'a run that ends at a sign' "$kind" 2 -t 2 --until quiet=0.5 box
	plain -t 0.6 -e 0.2 --light 2 --skin 0.02 plates >expected
	same 'Voronoi grains between plates, one of which moves and presses' "$kind" 3 -t 0.6 -e 0.2 --light 2 --skin 0.02 plates
	dealt random,often 'the same, dealt out by chance' "$kind" 2 -t 0.6 -e 0.2 --light 2 --skin 0.02 plates

	plain -t 0.1 across 2>said
	SCREE_DEAL=random ranks "$kind" 3 -t 0.1 across >out 2>err
	is "$kind: a wall across grains is told once, with the lowest ids" "$(sed -n 's/^scree-dem2-mpi/scree-dem2/p' err)" "$(cat said)"
	ok "$kind: there is one" grep -q cross said
	scree-set -q --rate 0,-0.1,0.3 gas >sheared
	plain -t 0.6 -e 0.2 sheared >expected
	same 'a domain that deforms' "$kind" 3 -t 0.6 -e 0.2 sheared
	dealt random,often 'the same, dealt out by chance' "$kind" 2 -t 0.6 -e 0.2 sheared
	plain -t 0.2 -e 0.1 fast >expected
	same 'a domain that shears fast' "$kind" 2 -t 0.2 -e 0.1 fast
	dealt random 'the same, dealt out by chance' "$kind" 2 -t 0.2 -e 0.1 fast
	plain -t 1.2 --dt 0.001 flow >expected
	same 'bodies that move through a flow' "$kind" 3 -t 1.2 --dt 0.001 --skin 0.09 flow
	plain -t 1.2 -e 0.4 hopper >expected
	ok "$kind: grains have left" grep -q laps expected
	same 'grains that leave through an outlet and return' "$kind" 2 -t 1.2 -e 0.4 hopper
	scree-set -q --pressure 30 gas >pressed
	plain -t 0.3 -e 0.1 pressed >expected
	dealt random,often 'a domain that follows a pressure' "$kind" 2 -t 0.3 -e 0.1 pressed

	# grains that fly together are dealt out anew when they have stopped, not before: that would take more messages
	"mpirun${kind#mpicc}" -n 2 "$build/mpi/$kind/scree-dem2-mpi" --skin 0.02 -t 0.3 rain 2>&1 >out |
		sed -n 's/.* messages=\([^ ]*\).*/\1/p' >said
	ok "$kind: grains that fall together take few messages" awk '{ n = $1 } END { exit !(n > 1 && n < 3) }' said
	plain -t 0.7 -e 0.35 rain >expected
	same 'grains that fall together, and stop' "$kind" 2 -t 0.7 -e 0.35 rain
	dealt random 'the same, dealt out by chance' "$kind" 3 -t 0.7 -e 0.35 rain
	# bodies alone would be halved between those that touch and those that do not
	is "$kind: without contacts bodies are dealt out by their numbers" "$(uneven "$kind" -t 0.01 halves)" 2
	plain --dt 1e-4 -t 0.01 halves >touching
	ok "$kind: with contacts by these" test "$(uneven "$kind" -t 0.01 touching | awk '{ print ($1 > 0 && $1 < 1.6) }')" = 1
	ok "$kind: and anew after a thousand steps" test "$(uneven "$kind" -t 0.11 halves | awk '{ print ($1 > 0 && $1 < 1.6) }')" = 1

	# grains, plates that move and walls that stand get heat: in one run, in two with other ranks, by either integrator
	for how in verlet gear; do
		plain --integrator $how -t 0.2 -e 0.1 --heat warm >expected
		for n in 1 2 5; do
			same "heat ($how)" "$kind" $n --integrator $how -t 0.2 -e 0.1 --heat warm
		done
		dealt random,often "heat ($how), dealt out by chance" "$kind" 3 --integrator $how -t 0.2 -e 0.1 --heat warm
	done
	is "$kind: grains, plates that move and walls that stand have heat" "$(awk '/^columns body/ { for (k = 1; k <= NF; k++) { if ($k == "heat") at = k - 1
		if ($k == "tag") tag = k - 1 } } /^body/ && $at > 0 { n[$tag] = 1 }
		END { print n["-"], n["top"], n["left"], n["bottom"] }' expected)" '1 1 1 1'
	ranks "$kind" 3 -t 0.1 -e 0.1 --heat warm >first
	plain -t 0.1 -e 0.1 --heat warm >half
	ok "$kind: heat: the first half of a run" cmp first half
	plain -t 0.1 --heat half >expected
	same 'heat: the second half' "$kind" 2 -t 0.1 --heat first
	plain -d 2e-4 -t 0.2 --heat damped >expected
	same 'heat of damping above critical' "$kind" 3 -d 2e-4 -t 0.2 --heat damped
	dealt random,often 'the same, dealt out by chance' "$kind" 2 --threads 2 -d 2e-4 -t 0.2 --heat damped
done
finish
