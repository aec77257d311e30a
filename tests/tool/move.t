#!/bin/sh
# scree-move: where things are afterwards
. "$(dirname "$0")/../tap.sh"

cat >scene <<'END'
scree 1 dim=2
domain lo=0,0 hi=4,2 periodic=x
material sand density=3
shape 7 polyline r=0.25 -0.5,0 0.5,0
constraint lid x=f:2 m=3
columns body id shape material tag size x y angle ix iy vx vy omega
columns contact i j fi fj ix iy x y nx ny overlap fn ft xi
frame 0 t=0 dt=0 due=0 body=2 contact=1
body 3 7 sand - 1 0.25 1 0.5 0 0 1 0 0
body 5 7 sand lid 1 3.5 1 0 2 0 0 0 0
contact 3 5 0 0 -1 0 0.125 1 -1 0 0.01 0.02 0 0.375
end 0
END
col() { grep '^body' "$1" | awk -v c="$2" '{ print $c }' | tr '\n' ' '; }

scree-move --by 1,0.5 scene >a
is 'the whole scene by' "$(col a 7)$(col a 8)" '1.25 4.5 1.5 1.5 '
is 'its domain, too' "$(grep '^domain' a | tail -n 1)" 'domain lo=1,0.5 hi=5,2.5 periodic=x'
is 'contacts go with it' "$(grep '^contact' a)" 'contact 3 5 0 0 -1 0 1.125 1.5 -1 0 0.01 0.02 0 0.375'
scree-move --by 1,0 --where 'id == 5' scene >a
is 'one body round the edge' "$(col a 7)$(col a 10)" '0.25 0.5 0 3 '
is 'its contact ends' "$(grep -c '^contact' a)" 0
scree-move --by 1,0 --where 'id > 0' scene >a
is 'all of them round the edge' "$(grep '^contact' a | cut -d' ' -f2-8)" '3 5 0 0 0 0 1.125'
scree-move --turn-deg 90 --where 'id > 0' scene >a
is 'a contact with an image ends when the bodies turn, but not the image' "$(grep -o 'contact=.*' a)" 'contact=0'
is 'a contact of bodies that do not turn stays' \
	"$(sed 's/^body 5.*/&\nbody 6 7 sand - 1 2 1 0 0 0 0 0 0/; s/body=2/body=3/' scene | scree-move --turn 1 --where 'id == 6' | grep -c '^contact')" 1
is 'and one of bodies that turn together' \
	"$(sed 's/3 5 0 0 -1/3 5 0 0 0/' scene | scree-move --turn-deg 90 --about 2,1 --where 'id > 0' | grep '^contact' | cut -d' ' -f2-7)" '3 5 0 0 0 0'
scree-set --periodic none scene | scree-move -q --turn-deg 90 >a
near 'turned about the middle: x' "$(grep '^body 5' a | awk '{ print $7 }')" 2 1e-12
near 'turned about the middle: y' "$(grep '^body 5' a | awk '{ print $8 }')" 2.5 1e-12
near 'angle' "$(grep '^body 3' a | awk '{ print $9 }')" 2.0707963267949 1e-12
near 'velocity' "$(grep '^body 3' a | awk '{ print $13 }')" 1 1e-12
is 'the domain is the box about it' "$(grep '^domain' a | tail -n 1 | tr '=,' '  ' |
	awk '{ printf "%.9g %.9g %.9g %.9g", $3, $4, $6, $7 }')" '1 -1 3 3'
near 'radians, about a point' "$(scree-set --periodic none scene | scree-move -q --turn 3.141592653589793 --about 0,0 |
	grep '^body 3' | awk '{ print $7 }')" -0.25 1e-12

scree-move -q --scale 2 --about 0,1 scene >a
is 'scaled: places, sizes, the domain; velocities stay, contacts end' \
	"$(col a 7)$(col a 8)$(col a 6)$(col a 12)$(grep '^domain' a | tail -n 1) $(grep -c '^contact' a)" \
	'0.5 7 1 1 2 2 1 0 domain lo=0,-1 hi=8,3 periodic=x 0'
scree-move --scale 3 --about 3,1 --where 'id == 5' scene >a
is 'one body, wrapped' "$(col a 6)$(col a 7)$(col a 10)" '1 3 0.25 0.5 0 3 '
fails 2 'a domain that deforms' 'a domain that deforms' sh -c "scree-set --periodic xy --rate 0,0,1 scene | scree-move --scale 2"

scree-move --replicate 2,1 scene >a
is 'copies' "$(col a 2)$(col a 7)" '3 5 8 10 0.25 3.5 4.25 7.5 '
is 'the domain grows' "$(grep '^domain' a | tail -n 1)" 'domain lo=0,0 hi=8,2 periodic=x'
is 'contacts next door and round the edge' "$(grep '^contact' a | cut -d' ' -f2-6 | tr '\n' ' ')" '3 10 0 0 -1 8 5 0 0 0 '
is 'the lid is twice as heavy, and pushed twice as hard' "$(grep '^constraint' a | tail -n 1)" 'constraint lid x=f:4 m=6'
# a sheared cell: a copy above stands aside by the tilt and is as much faster as the shear takes it; the flow is about the new middle
cat >cell <<'END'
scree 1 dim=2
domain lo=0,0 hi=4,2 periodic=xy tilt=1 rate=0,0,0.5
shape 7 polyline r=0.25 -0.5,0 0.5,0
columns body id shape x y vx vy
columns contact i j ix iy x y
frame 0 t=0 dt=0 due=0 body=2 contact=1
body 1 7 0.5 0.5 -0.25 0
body 2 7 0.5 1.75 0.375 0
contact 1 2 0 -1 0 0
end 0
END
scree-move --replicate 1,2 cell >a
is 'copies aside' "$(grep '^body' a | cut -d' ' -f4-7 | tr '\n' ' ')" '0.5 0.5 -0.75 0 0.5 1.75 -0.125 0 1.5 2.5 0.25 0 1.5 3.75 0.875 0 '
is 'the tilt grows' "$(grep '^domain' a | tail -n 1)" 'domain lo=0,0 hi=4,4 periodic=xy tilt=2 rate=0,0,0.5'
is 'contacts aside' "$(grep '^contact' a | cut -d' ' -f2- | tr '\n' ' ')" '1 4 0 -1 0 0 3 2 0 0 1 2 '
scree-move --by 0,1 --where 'id == 2' cell >a
is 'round the edge with the velocity there' "$(grep '^body 2' a | cut -d' ' -f4-9)" '3.5 0.75 -0.625 0 - -'
is 'cropped: neither tilted nor sheared' "$(scree-move --crop 0,0,3,2 cell | grep '^domain' | tail -n 1)" \
	'domain lo=0,0 hi=3,2 periodic=none'
is 'lower: periodic in x alone' "$(scree-move --crop 0,0,4,1 cell | grep '^domain' | tail -n 1)" 'domain lo=0,0 hi=4,1 periodic=x'
scree-move --crop 0,0,4,1.5 scene >a
is 'cropped in y: periodic in x still' "$(grep '^domain' a | tail -n 1)" 'domain lo=0,0 hi=4,1.5 periodic=x'
is 'with the contact across' "$(grep -c '^contact' a)" 1
scree-move --crop 0,0,3.75,2 scene >a
is 'cropped in x: open' "$(grep '^domain' a | tail -n 1)" 'domain lo=0,0 hi=3.75,2 periodic=none'
is 'without it' "$(grep -c '^contact' a)" 0
scree-move --crop 3,0,4,2 scene >a
is 'bodies outside are gone' "$(col a 2)" '5 '

scree-set --domain 0,0,4,2 --periodic none --outlet 'drain below=0.5 return=1,3,1' scene >drained
is 'outlets move with the scene' "$(scree-move --by 1,-2 drained | grep '^outlet' | tail -n 1)" 'outlet drain below=-1.5 return=2,4,-1'
is 'and stay where bodies move' "$(scree-move --by 0.1,0 --where 'id == 1' drained | grep -c '^outlet')" 1
fails 2 'scree-set --outlet drain removes it' 'an outlet that would turn' scree-move --turn 1 drained

is 'nothing asked, nothing done' "$(scree-move scene | sed 2d | cmp - scene && echo same)" same
fails 2 'periodic domain cannot be turned' 'a periodic domain' scree-move --turn 1 scene
fails 2 'NX,NY' 'half copies' scree-move --replicate 1.5,1 scene
fails 2 'X0,Y0,X1,Y1' 'a box upside down' scree-move --crop 1,0,0,1 scene
fails 2 'contradicts' 'two angles' scree-move -q --turn 1 --turn-deg 1 scene
sed /^domain/d scene >open
fails 2 'about: is the centre of a turn or a scaling' 'a centre of nothing' scree-move --about 1,1 --by 1,0 open
ok 'but of a turn by 0' scree-move --about 1,1 --turn 0 open
fails 2 'no domain' 'copies of an unbounded scene' scree-move --replicate 2,2 open
# a table of strain would take a new size for a deformation
{ cat scene; sed '1d; /^domain/d; /^[mlsc][a-z]* [^0-9]/d; s/^frame 0 t=0/frame 5 t=1/; s/^end 0/end 5/' scene; } >two
for run in 'move --replicate 2,1' 'move --crop 0,0,4,1.5' 'move --by 0.1,0' 'set --domain 0,0,5,2' 'set --domain 0,0,4,3' 'set --reset --domain 0,0,5,2'; do
	# shellcheck disable=SC2086
	scree-$run two 2>err >/dev/null
	scree-pick --last two | scree-$run 2>>err >/dev/null
	case $run in *2,1 | 'set --domain 0,0,5,2') said=1 ;; *) said=0 ;; esac
	is "the domain has other periods than before: $run" "$(grep -c 'other periods than in the frames before' err)" $said
done

finish
