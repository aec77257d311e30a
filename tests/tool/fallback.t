#!/bin/sh
# The frame on which a run falls back when it fails is the one of a run that ends at that step.
. "$(dirname "$0")/../tap.sh"

last() { tac "$1" | sed '/^frame/q' | tac; }
state() { last "$1" | sed '/^frame/s/ t=[^ ]*\( dt=[^ ]*\) due=[^ ]*/\1/'; } # times are rounded in the frame that was asked for
falls() { # falls WHAT SCENE PROGRAM OPTIONS: the scene fails after some thousand steps
	what=$1
	scene=$2
	shift 2
	"$@" -q -t 100 "$scene" >failed 2>/dev/null
	status=$?
	step=$(last failed | awk '/^frame/ { print $2 }')
	is "$what: the run fails, after it has kept its state" "$status $((step > 0))" '4 1'
	"$@" -q -t "$(last failed | sed -n 's/^frame.* t=\([^ ]*\).*/\1/p')" "$scene" >whole
	state failed >left
	state whole >expected
	ok "$what: the last frame has contacts" grep -q '^contact' left
	ok "$what: it is that of a run that ends there" cmp left expected
}

grain=grain,grain,kn=1,kt=0.3,mu=0.5,en=0.5,mur=0.1,kr=0.1
sed 's/^domain.*/domain lo=0,-1 hi=5.04,8.4 periodic=x/; s/y=p:-0.004/y=v:0.3/' "$root/tests/data/shear.scree" >plates
scree-set -q --law $grain plates >rough
falls 'pentagons' plates scree-dem2 -d 0.0005
falls 'pentagons that resist rolling, Gear, with forces and heat' rough scree-dem2 -d 0.0005 --integrator gear --forces --heat

grain=grain,grain,kn=1e4,kt=3e3,mu=0.5,en=0.3,mur=0.1,kr=10,mus=0.1,ks=10
scree-shape sphere -q | scree-fill -q -n 40 --box 4,4,6 | scree-wall -q plane 0,0,0 0,0,1 | scree-set -q --law $grain --gravity 4,0,-10 >balls
printf '0 0 0 0.5\n0.8 0 0 0.4\n' >bar
scree-shape -q --clump bar | scree-fill -q -n 20 --box 4,4,6 | scree-wall -q plane 0,0,0 0,0,1 | scree-set -q --gravity 4,0,-10 >bars
falls 'balls' balls scree-dem3 -d 2e-4 --forces
falls 'clumps' bars scree-dem3 -d 2e-4 --heat

# a body that leaves through an outlet makes the state one to fall back on: a run from there fails in the same way
scree-set -q --gravity 4,1.5,-10 --outlet 'drain right=3' balls | scree-dem3 -q -d 2e-4 -t 100 >failed 2>said
ok 'the last frame has contacts, and fewer bodies' sh -c 'tac failed | sed "/^frame/q" | grep -q "^contact" && tac failed | grep -m 1 "^frame" | grep -q "body=[123]."'
is 'a run from it fails in the same way' "$(scree-dem3 -q -t 100 failed 2>&1 >/dev/null)" "$(cat said)"

# a rod so thin and fast that it gets through a wall's edge within a step: no run can begin while it crosses the wall, so the frame
# lacks the columns of contacts that a run finds by itself
cat >rod <<'END'
scree 1 dim=2
domain lo=-20,-10 hi=20,10
gravity 0,-1
material grain density=1
law grain grain linear kn=100 kt=30 mu=0.5 en=0.5
shape 1 polygon r=0.002 -6,-0.001 6,-0.001 6,0.001 -6,0.001
shape 2 polyline r=0.002 0,-3 0,3
shape 3 polyline r=0.1 -2,0 2,0
shape 4 point r=0.5 0,0
constraint still x=fixed y=fixed angle=fixed
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 dt=0 due=0 body=5
body 1 1 grain - 1 -6.006 1 0 0 0 20 0 0
body 2 2 grain still 1 0 0 0 0 0 0 0 0
body 3 3 grain still 1 -8 -5 0 0 0 0 0 0
body 4 4 grain - 1 -8 -4.408 0 0 0 0.3 0 0
body 5 4 grain - 1 8 -9.1 0 0 0 0 -1.5 0
end 0
END
scree-dem2 -q -t 10 -d 5e-4 rod >failed 2>said
is 'a wall is crossed, then a body leaves: the run tells the latter' "$? $(grep -c 'body 5 has left the domain' said)" '4 1'
scree-dem2 -q -t 1 failed >longer 2>said
is 'no run can begin with its last frame' "$? $(grep -c 'bodies 2 and 1 cross' said)" '3 1'
scree-dem2 -q -t 0.5 -d 5e-4 rod >whole
state failed >left
state whole | sed 's/^\(contact\( [^ ]*\)\{6\}\)\( [^ ]*\)\{4\}/\1/' >expected
ok 'it is that of a run that ends there, without places and normals of contacts' cmp left expected
goes_on() { scree-pick -q --last --where 'id > 2 && id < 5' "$1" | scree-dem2 -q -t "$2" >longer && last longer; }
goes_on failed 0.5 >left
goes_on whole 10 >expected
ok 'without the rod, a run goes on from it as from the whole state' sh -c 'cmp left expected && grep -q "^frame 21000" left'

# a domain that deforms until an outlet does not fit it any more: no frame has such an outlet, since no program would read it
scree-shape -q disk | scree-fill -q -n 12 --box 5,5 --periodic x | scree-set -q --rate -0.5,0,0 --outlet 'drain below=1 return=0.2,4.8,4' >shrinks
scree-shape -q sphere | scree-fill -q -n 12 --box 5,5,5 --periodic xy |
	scree-set -q --rate 0,-0.5,0,0,0,0 --outlet 'drain below=1 return=0,5,0.2,4.8,4' >shrinks3
for dim in 2 3; do
	scene=shrinks${dim#2}
	scree-dem$dim -q -d 1e-3 -t 1 --every 0.05 "$scene" >out 2>said
	is "dem$dim: such a run fails" "$?" 4
	is 'at the step in which the domain is too small' "$(cat said)" \
		"scree-dem$dim: t=0.167: the domain has deformed so far that outlet drain does not fit it any more, expected return= inside the domain; \
scree-set --outlet changes or removes it"
	is 'its frames are whole' "$(grep -c '^frame' out) $(tail -n 1 out)" '4 end 150'
	ok 'and can be read' sh -c 'scree-pick -q --last out >picked'
done
finish
