#!/bin/sh
# Options that say what --help calls their default change nothing; other values do.
. "$(dirname "$0")/../tap.sh"

made='
end ' table='# id'
# whole TEXT: it is a stream or table
whole() { case $1 in *"$made"* | *"$table"*) ;; *) return 1 ;; esac; }
same_as() { whole "$1" && [ "$1" = "$2" ]; }
other_than() { whole "$1" && [ "$1" != "$2" ]; }
# same OPTION VALUE OTHER PROGRAM ARGUMENT...: as without it, and with OTHER in place of VALUE not
same() {
	same_option=$1 same_value=$2 same_other=$3
	shift 3
	without=$("$@" --no-provenance -q 2>&1)
	ok "$* $same_option $same_value" same_as "$("$@" --no-provenance -q "$same_option" "$same_value" 2>&1)" "$without"
	ok "and not $same_other" other_than "$("$@" --no-provenance -q "$same_option" "$same_other" 2>&1)" "$without"
}

# ---- what is made from nothing ----
same --box 5,5 6,6 scree-voronoi -n 25
for o in '--periodic none xy' '--sites random jitter' '--lloyd 0 1' '--roundness 0.5 0.4' '--void-ratio 0.15 0.2' \
	'--seed 1 2'; do
	# shellcheck disable=SC2086
	same $o scree-voronoi -n 20
done
same --jitter 0.5 0.4 scree-voronoi -n 20 --sites jitter
same --min-radius 0 0.4 scree-voronoi -n 20 --erode 0.2
same --dilate 0.1 0.05 scree-voronoi -n 20 --erode 0.1
same --vanished disk drop scree-voronoi -n 20 --erode 0.5
same --area 1 2 scree-shape rice
same --area 6.52 1 scree-shape cow
same --sides 5 6 scree-shape ngon
same --sides 5 6 scree-shape star
same --scale 1 2 scree-shape tbar
printf '0 0\n3 0\n3 1\n1 1\n1 3\n0 3\n' >corners
same --tolerance 0.0025 0.05 scree-shape corners --round 0.25
same --scale 1 2 scree-shape corners -r 0.1
for s in tbar dumbbell triplet; do same --spacing 2 1.5 scree-shape $s; done
same --angle-deg 60 70 scree-shape triplet
same --blockiness 4,4 4,3 scree-shape superquadric
for s in cylinder torus superquadric; do same --mesh 32 30 scree-shape $s; done

# ---- what is made of shapes ----
scree-shape -q rice >rice
scree-shape -q disk >disk
scree-shape -q dumbbell >bells
same --periodic none xy scree-fill -n 9 --box 7,6 rice
same --seed 1 2 scree-fill -n 9 --box 7,6 rice
same --periodic none xyz scree-fill -n 9 --box 7,6,5 bells
same --seed 1 2 scree-fill -n 9 --box 7,6,5 bells
same --mix 1,1 1,2 scree-fill -n 12 --lattice square rice disk
same --angle 0 1 scree-fill --at 1,2 rice
same --quaternion 1,0,0,0 0.6,0.8,0,0 scree-fill --at 1,2,3 bells
scree-fill -q -n 9 --box 7,6 --random --no-provenance rice >with
scree-fill -q -n 9 --box 7,6 --no-provenance rice >without
ok 'at random by default' cmp with without

scree-shape -q L >el
scree-shape -q bean >bean
for s in el bells; do
	same --method greedy surface scree-clump -n 3 $s
	same --mass union body scree-clump -n 3 $s
done
same --voxels 512 40 scree-clump -n 3 el
same --voxels 128 120 scree-clump -n 4 --method surface --table bean
same --seed 1 2 scree-clump -n 4 --method surface --voxels 30 bean
same --method exact montecarlo scree-mass --table el
same --samples 100000 99999 scree-mass --table --method montecarlo disk
same --sequence random halton scree-mass --table --method montecarlo -n 500 el
same --seed 1 2 scree-mass --table --method montecarlo -n 500 el
same --seed 1 2 scree-mass --table --method montecarlo -n 500 bells
same --samples 100000 99999 scree-mass --table --method montecarlo bells
same --voxels 64 60 scree-mass --table --method voxels bells
same --method exact pebbles scree-mass --table bells
same --density 1 2 scree-mass --table el
sed 's/density=[^ ]*/density=2.5/' el >heavy
same --density 2.5 1 scree-mass --table heavy

# ---- walls ----
# Grains in a space of 8 x 6, in 3D 8 x 6 x 4. What records say of their areas has the mean 1/4, and of volumes 8: their size is
# 1/2, and 2. Densities 7 and 3 of a quarter and three make 4.
{ printf '%s\n' 'scree 1 dim=2' 'domain lo=-1,2 hi=7,8 periodic=none' 'material sand density=7' 'material lead density=3' \
	'law sand sand linear kn=3 mu=0.35' 'law lead lead linear kn=3 mu=0.35' 'law lead sand linear kn=3 mu=0.35' \
	'shape 3 point r=0.2 0,0' 'mass 3 area=0.125 I=0.01 method=exact' \
	'shape 5 point r=0.2 0,0' 'mass 5 area=0.375 I=0.01 method=exact' \
	'columns body id shape material x y' 'frame 0 t=0 body=4' 'body 1 3 sand 2.5 2.5' 'body 2 3 sand 3.5 7.5' 'body 7 5 lead 3 2.7' \
	'body 4 5 lead 3 7' 'end 0'; } >flat
{ printf '%s\n' 'scree 1 dim=3' 'domain lo=-1,2,3 hi=7,8,7 periodic=none' 'material sand density=7' 'material lead density=3' \
	'law sand sand linear kn=3 mu=0.35' 'law lead lead linear kn=3 mu=0.35' 'law lead sand linear kn=3 mu=0.35' \
	'shape 3 sphere r=0.2' 'mass 3 volume=4 I=0.01,0.01,0.01,0,0,0 centre=0,0,0 turn=1,0,0,0 method=exact error=0' \
	'shape 5 sphere r=0.2' \
	'mass 5 volume=12 I=0.01,0.01,0.01,0,0,0 centre=0,0,0 turn=1,0,0,0 method=exact error=0' 'columns body id shape material x y z' \
	'frame 0 t=0 body=4' \
	'body 1 3 sand 2.7 5 3.3' 'body 2 3 sand 3.4 5 6.6' 'body 7 5 lead 3 5 3.7' 'body 4 5 lead 3 5 6' 'end 0'; } >solid
wall() { # KIND SCENE OPTION VALUE OTHER [MORE...]
	wall_kind=$1 wall_scene=$2 wall_option=$3 wall_value=$4 wall_other=$5
	shift 5
	same "$wall_option" "$wall_value" "$wall_other" scree-wall "$@" "$wall_kind" "$wall_scene"
}
for k in box plates column drum 'hopper --opening 1.5' 'silo --opening 1.5'; do
	# shellcheck disable=SC2086
	set -- $k
	kind=$1
	shift
	wall "$kind" flat --lo -1,2 -2,1 "$@"
	wall "$kind" flat --hi 7,8 8,9 "$@"
	wall "$kind" flat --radius 0.125 0.1 "$@"
	wall "$kind" flat --material sand lead "$@"
done
for k in plates box; do
	wall $k solid --lo -1,2,3 -2,1,2
	wall $k solid --hi 7,8,7 8,9,8
	wall $k solid --material sand lead
done
wall plates flat --mass 16 5 --load 0.3
wall plates flat --damping 0 5 --load 0.3
wall plates flat --room 1.625 2 --load 0.3 # of the height with the plates
wall plates flat --strip 0.25 0.6 --rough
wall plates solid --mass 384 5 --load 0.3
wall plates solid --damping 0 5 --load 0.3
wall plates solid --strip 1 0.3 --rough
wall biaxial flat --mass 12 5 --press-x 0.3
wall biaxial flat --mass 16 5 --press-y 0.3
wall biaxial flat --damping 0 5 --press-y 0.3
wall biaxial flat --room 4 3 --press-y 0.3
wall biaxial flat --mu 0.35 0.3
wall triaxial solid --mass 192 5 --press-x 0.3
wall triaxial solid --mass 256 5 --press-y 0.3
wall triaxial solid --mass 384 5 --press-z 0.3
wall triaxial solid --damping 0 5 --press-x 0.3
for k in hopper silo; do
	for scene in flat solid; do
		drains="none remove"
		[ $scene = flat ] && drains="remove return"
		[ $k = hopper ] && wall $k $scene --angle-deg 45 50 --opening 1.5
		wall $k $scene --drop 1.5 1 --opening 1.5
		# shellcheck disable=SC2086
		wall $k $scene --outlet $drains --opening 1.5
	done
	wall $k flat --room 1.5 2 --opening 1.5
	wall $k solid --room 1 2 --opening 1.5
done
wall hopper solid --sides 48 40 --opening 1.5
wall column flat --run 30 25
wall column flat --room 1.5 2
wall drum flat --omega 0 0.1
wall drum flat --baffles 0 3
wall drum flat --sides 38 40 # 2 pi 3 / 0.5 = 37.7
wall drum flat --height 0.6 0.5 --baffles 3
wall drum solid --omega 0 0.1
wall drum solid --baffles 0 3
wall drum solid --height 0.4 0.5 --baffles 3
wall tube solid --room 1 2
same --tag wall floor scree-wall line 0,3.5 5,3.5 flat
same --tag wall floor scree-wall plane 0,0,2.5 0,0,1 solid
finish
