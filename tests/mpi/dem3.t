#!/bin/sh
# scree-dem3-mpi writes the bytes of scree-dem3 on any number of ranks: walls that stand and move, balls, clumps, polyhedra, laws, runs
# that are split, that fail or are stopped; with bodies dealt out by place or by chance, and dealt out again at any step.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/mpi.sh"
# shellcheck disable=SC2034 # mpi.sh reads it
simulator=scree-dem3

[ -n "$kinds" ] || skip 'no mpicc here, or the programs of tests/mpi were not built (make check does)'

# ---- scenes ----
scree-shape sphere >sphere
scree-fill -q -n 60 --lattice cubic --spacing 1.6 --periodic xyz --speed 4 sphere | scree-set -q --law grain,grain,kn=1000,kt=500,mu=0.5,en=0.5 >gas
scree-shape tbar --radius 0.2 >clump
scree-fill -q -n 40 --fraction 0.35 --seed 4 sphere clump | scree-wall -q box | scree-set -q --gravity 0,0,-10 \
	--law grain,grain,mindlin,kn=2e4,mu=0.5,en=0.4,kr=20,gr=0.01,mur=0.1,ks=20,gs=0.01,mus=0.1 \
	--constrain 'top x=fixed y=fixed z=f:-3 rx=fixed ry=fixed rz=fixed m=5 c=2' \
	--constrain 'left x=sin:0.2,30,0 y=fixed z=fixed rx=fixed ry=fixed rz=fixed' >box
scree-shape cube -r 0.1 >cube
scree-fill -q -n 24 --fraction 0.2 --seed 2 cube | scree-wall -q box | scree-set -q --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.5,en=0.5 >cubes
scree-fill -q -n 20 --fraction 0.3 --speed 30 --seed 4 sphere | scree-wall -q box | scree-set -q --law grain,grain,kn=40,mu=0.3,en=0.9 >deep

scree-fill -q -n 30 --fraction 0.4 --periodic xyz --speed 0.3 --seed 5 sphere clump | scree-set -q --gravity 0.1,0,-0.5 \
	--law grain,grain,kn=1000,mu=0.5,en=0.7,kr=3,mur=0.1 --rate -0.1,-0.15,-0.05,1.9,-1.8,1.7 >flow
scree-fill -q -n 30 --fraction 0.4 --periodic xyz --seed 7 sphere cube | scree-set -q --law grain,grain,kn=1000,mu=0.5,en=0.5 \
	--rate -0.2,-0.2,-0.2,0.5,0,0 --pressure 3,-,5 --shear-stress -,1,- --cell-mass 5 >press 2>said
scree-fill -q -n 40 --box 7,7,8 --seed 5 clump | scree-wall -q silo --lo -2,-2,0 --hi 9,9,9 --opening 5 --drop 2 --outlet return |
	scree-set -q --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.5,en=0.4 --velocity 0,0,-12 --where 'not moved' >fall
scree-fill -q -n 50 --fraction 0.4 --seed 6 sphere cube | scree-wall -q plane 3,3,-1 0.2,0,1 | scree-set -q --gravity 0,0,-10 \
	--law grain,grain,kn=1e4,mu=0.3 --domain -20,-20,-20,20,20,20 --outlet 'far right=4.5' --outlet 'near front=0.4 from=0.3' \
	--outlet 'some tag=gone from=0.2' | scree-set -q --velocity 3,-1,0 --where 'not moved' | scree-set -q --tag gone --where 'id == 7 or id == 8' >leave
scree-fill -q -n 60 --fraction 0.5 --periodic xy --seed 2 sphere | scree-wall -q plates --rough --speed 1 --load 30 |
	scree-set -q --law grain,grain,kn=5e3,gn=150,mu=0.5 >rough # twice the critical damping
awk 'function v(x, y) { print "vertex", x, y, 0.15 * ((x - 3)^2 + (y - 3)^2) }
	function tri(a, b, c, d, e, f) { print "facet normal 0 0 1\nouter loop"; v(a, b); v(c, d); v(e, f); print "endloop\nendfacet" }
	BEGIN { print "solid bowl"
		for (x = 0; x < 6; x++) for (y = 0; y < 6; y++) {
			tri(x, y, x + 1, y, x + 1, y + 1); tri(x, y, x + 1, y + 1, x, y + 1) }
		print "endsolid bowl" }' >bowl.stl
scree-shape cube --size 0.6,0.6,0.6 --radius 0.1 >small
scree-fill -q -n 16 --box 4,4,3 --seed 2 small | scree-move --by 1,1,1.5 | scree-wall -q landscape --tag bowl bowl.stl |
	scree-wall -q plane 0,0,0 1,0,1 | scree-wall -q box --lo 0,0,-1 --hi 6,6,8 |
	scree-set -q --gravity 0,0,-10 --law grain,grain,kn=4e3,en=0.4,mu=0.5 --velocity 0,0,-3 --where 'not moved' \
		--constrain 'bowl x=sin:0.3,0.2,0 y=fixed z=sin:0.2,0.25,1 rx=fixed ry=fixed rz=fixed' >bowl
scree-fill -q -n 20 --fraction 0.45 --periodic xyz --seed 9 --temperature 2 sphere cube | scree-set -q --tag pair --where 'id == 10 or id == 11' \
	--constrain 'pair x=v:0.5 rx=fixed ry=fixed rz=fixed' --law grain,grain,mindlin,kn=2e4,mu=0.5,en=0.4,kr=20,gr=0.2,mur=0.1,ks=20,gs=0.2,mus=0.1 >dense

# balls side by side, whose shapes are 1, a ball, or 2, which only scree-cd3 moves
four() { # ID SHAPE X... of four bodies
	echo "scree 1 dim=3
material sand density=1
law sand sand linear kn=1000
shape 1 sphere r=0.5
shape 2 ellipsoid a=1,2,3
columns body id shape material tag size x y z
frame 0 t=0 dt=0 due=0 body=4"
	while [ $# -gt 0 ]; do echo "body $1 $2 sand - 1 $3 0 0"; shift 3; done
	echo 'end 0'
}
four 1 1 0 2 1 0.4 3 1 20 4 1 20.2 >pressed_in
four 9 2 0 2 1 9 3 2 20 4 1 24 >eggs
# a law that reaches too far for the period, further between the larger bodies of the second rank
four 1 2 0 2 2 1 3 1 50 4 1 51 | sed 's/ellipsoid.*/sphere r=0.4/; s/linear.*/lennard-jones epsilon=1 cut=8/
	s/^material/domain lo=0,0,0 hi=100,100,0.9 periodic=xyz\n&/' >reaching

for last in $kinds; do :; done
for kind in $kinds; do
	few=3 more=4
	[ "$kind" = "$last" ] || few=2 more=2 # MPICH waits at full speed: where ranks outnumber processors, each waits for all
	scree-dem3 -q -t 0.6 -e 0.2 gas >expected
	"mpirun${kind#mpicc}" -n 2 "$build/mpi/$kind/scree-dem3-mpi" -q -t 0.6 -e 0.2 gas >out
	ok "$kind: with the record of how it was made" cmp out expected
	plain -t 0.6 -e 0.2 gas >expected
	same 'a gas' "$kind" 2 -t 0.6 -e 0.2 gas
	same 'a gas, from standard input' "$kind" $more -t 0.6 -e 0.2 <gas
	same 'a gas, 2 threads' "$kind" $few --threads 2 -t 0.6 -e 0.2 gas
	SCREE_DEAL=random,often
	export SCREE_DEAL
	same 'a gas dealt out by chance' "$kind" $few -t 0.6 -e 0.2 gas
	unset SCREE_DEAL
	ranks "$kind" $few -t 0.3 -e 0.2 gas >first
	plain -t 0.3 -e 0.2 gas >half
	ok "$kind: the first half of a run" cmp first half
	plain -t 0.3 half >expected
	same 'the second half' "$kind" 2 -t 0.3 first
	ranks "$kind" $few -t 0.3 -o side first
	ok "$kind: side by side into a file" cmp side expected

	plain -t 0.1 -e 0.05 --forces box >expected
	same 'balls and clumps between walls that move' "$kind" $few -t 0.1 -e 0.05 --forces box
	SCREE_DEAL=often
	export SCREE_DEAL
	same 'the same, dealt out often' "$kind" 2 -t 0.1 -e 0.05 --forces box
	unset SCREE_DEAL

	scree-fill -q -n 2 --lattice cubic --spacing 1.2 --box 3,3,3 sphere >two
	plain -t 0.1 two >expected
	same 'more ranks than bodies' "$kind" 5 -t 0.1 two

	plain -t 5 -e 0.05 deep >expected 2>said
	status=$?
	ranks "$kind" $few -t 5 -e 0.05 deep >out 2>err
	is "$kind: a run that fails" "$? $(grep -c "^$(sed 's/^scree-dem3/&-mpi/; s/[][\.*^$(){}?+|]/./g' said)\$" err) $(cmp out expected 2>&1)" "$status 1 "
	ok "$kind: has failed" test "$status" = 4

	# all else asks nothing more of a library; Open MPI, the last, waits cheaply where ranks outnumber processors
	[ "$kind" = "$last" ] || continue

	alike 'the deepest of the overlaps at the start' "$kind" 2 -t 0.1 pressed_in
	alike 'the lowest id of bodies of shapes for another program' "$kind" 2 -t 0.1 eggs
	alike 'the reach of a law between the largest bodies' "$kind" 2 -t 0.1 reaching

	plain -t 0.1 -e 0.05 --light 2 --skin 0.02 cubes >expected
	same 'polyhedra' "$kind" 3 -t 0.1 -e 0.05 --light 2 --skin 0.02 cubes
	plain -t 0.5 -e 0.25 cubes >expected
	same 'polyhedra that touch each other' "$kind" 3 -t 0.5 -e 0.25 cubes
	plain -t 3 --until quiet=0.5 box >expected 2>/dev/null
	same 'a run that ends at a sign' "$kind" 2 -t 3 --until quiet=0.5 box

	# domains that deform, outlets, heat; bodies that are dealt out by chance, again and again
	SCREE_DEAL=random,often
	export SCREE_DEAL
	for scene in flow press fall leave rough; do
		plain -t 0.5 -e 0.25 --heat --forces $scene >expected
		cp expected $scene.run
		same "$scene" "$kind" 3 -t 0.5 -e 0.25 --heat --forces $scene
		unset SCREE_DEAL
		same "$scene, by place" "$kind" 2 --threads 2 -t 0.5 -e 0.25 --heat --forces $scene
		SCREE_DEAL=random,often
	done
	is "$kind: grains have returned, and left" "$(awk '/^columns body/ { for (k = 1; k <= NF; k++) if ($k == "laps") at = k - 1 }
		/^body/ && $at > 0 { n = 1 } END { print n }' fall.run) $(awk '/^frame/ { n = 0 } /^body/ { n++ } END { print (n < 40) }' leave.run)" '1 1'
	plain -t 0.2 -e 0.1 flow >first
	plain -t 0.2 first >expected
	same 'a flow that goes on on more ranks' "$kind" 4 -t 0.2 first
	unset SCREE_DEAL

	# polyhedra: a mesh that shakes and planes; a periodic domain, rolling, a group; on other ranks from the middle on
	for scene in bowl dense; do
		plain -t 0.3 -e 0.1 $scene >expected
		SCREE_DEAL=random,often
		export SCREE_DEAL
		same "$scene" "$kind" 3 -t 0.3 -e 0.1 $scene
		ranks "$kind" 3 -t 0.1 $scene >first
		unset SCREE_DEAL
		plain -t 0.2 first >expected
		same "$scene that goes on" "$kind" 2 --threads 2 -t 0.2 first
	done

	scree-dem3 -t 0.5 --dry-run press | grep -v 'time per\|time of\|memory\|pairs in' >expected
	ranks "$kind" 2 -t 0.5 --dry-run press >all
	grep -v 'time per\|time of\|memory\|pairs in' all >out
	ok "$kind: a dry run" cmp out expected
	is "$kind: and each of its rows once" "$(grep -c 'memory\|time per' all)" 2

	# the summary: messages of two ranks that share a contact, none of ranks that have no bodies
	SCREE_DEAL=random
	export SCREE_DEAL
	"mpirun${kind#mpicc}" -n 2 "$build/mpi/$kind/scree-dem3-mpi" -t 0.1 gas 2>said >out
	unset SCREE_DEAL
	is "$kind: what ranks send" "$(awk '{ for (k = 1; k <= NF; k++) { split($k, p, "="); v[p[1]] = p[2] } }
		END { print v["ranks"], (v["messages"] >= 1), (v["bytes"] >= 8 * 6 * 10), (v["uneven"] >= 1 && v["uneven"] <= 2) }' said)" '2 1 1 1'
	scree-dem3 -t 0.1 gas 2>said >out
	is "$kind: one rank says nothing of it" "$(grep -c 'ranks=' said)" 0
done
finish
