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
finish
