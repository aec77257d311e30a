#!/bin/sh
# Streams in three dimensions: programs that work in the plane refuse them and say where, filters pass and change them.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/programs.sh"
cp "$root/formats/samples/good-3d.scree" scene.scree
grep -v '^!' scene.scree >plain.scree

space=$(cd "$root/tools" && grep -l tool_take_solids scree-*.c | sed 's/\.c$//' | tr '\n' ' ')
for p in $programs; do
	kind=$(arguments "$p")
	case " $space " in *" $p "*) continue ;; esac
	case $kind in stream* | pipe*) ;; *) continue ;; esac
	# shellcheck disable=SC2086
	"$p" ${kind#"${kind%% *}"} <scene.scree >out 2>err
	rc=$?
	is "$p refuses a stream in 3D" "$rc $(cat err)" \
		"3 $p: stdin:1: dimension, found 'dim=3', expected dim=2: this program works in the plane; scree-dem3 runs scenes in space"
	is "$p has written nothing" "$(wc -c <out)" 0
done
# a table is of one dimension
cat "$root/tests/data/chain.scree" >two
cat scene.scree >>two
scree-flux --y 0 two >/dev/null 2>err
is 'a second stream in 3D is refused' "$? $(cat err)" \
	"3 scree-flux: frame 0 (t=0) is of a stream with dim=3, expected dim=2 as before; a table has frames of one dimension"

# ---- scree-pick ----
ok 'scree-pick passes a stream in 3D to the letter' sh -c 'scree-pick --no-provenance scene.scree | cmp - scene.scree'
is 'and picks bodies by their heights' "$(scree-pick --no-provenance -q --frame 0 --where 'z < 1' plain.scree | grep -c '^body [17] ')" 2
is 'with the contacts between them' "$(scree-pick --no-provenance -q --frame 0 --where 'z < 1' plain.scree | grep -c '^contact ')" 1
is 'speed has three components' "$(scree-pick --no-provenance -q --frame 0 --where 'speed > 0.374 and speed < 0.375' plain.scree |
	grep -c '^body ')" 1
is 'columns that are missing are added in 3D' "$(scree-pick --no-provenance -q --frame 1 --where 'qw == 1' plain.scree | grep -c '^body ')" 1

# ---- scree-join ----
scree-pick --no-provenance --frame 0 plain.scree >one
scree-join --no-provenance one one --by 0,0,4 >both
is 'scree-join puts scenes in 3D together' "$(grep -c '^shape' both) $(sed -n 's/^frame.*\(body=[0-9]* contact=[0-9]*\)$/\1/p' both)" '18 body=6 contact=2'
# domain -1 to 4 in z: 3 + 4 is wrapped to 2, one image further
is 'shifted along z, and wrapped' "$(grep '^body 12 ' both | cut -d' ' -f9,16)" '2 3'
ok 'and the result is read again' scree-pick -q both
fails 2 "'1,2' is not three numbers" 'a shift of two numbers' scree-join one one --by 1,2
scree-shape disk >flat
fails 2 "'1,2,3' is not two numbers" 'in the plane one of three' scree-join flat flat --by 1,2,3
fails 3 'flat: found dim=2, expected dim=3 as in one' 'scenes of different dimensions' scree-join one flat
# what is written anew is what was read: each slant of a bump or a dent by itself, and none
cat >slanted <<'END'
scree 1 dim=3
shape 4 object a=1,2,3 bump=0.5,0.1,0.2,0.3,4,5,6,0,0,1.5 dent=0.25,0.3,0.2,0.1,4,5,6,0,-1.25,0 bump=2,0,-1,0.5,4,5,6
shape 9 object a=1,2,3 at=0.5,-1,2 turn=0.8,0.2,-0.4,0.4 dent=0.125,0,0,0.25,-1,2,3,1.75,0,0 bump=1,0,0,1,4,5,6,-1,0.5,0.75
shape 11 object a=1,2,3 at=0,0,2 turn=1,0,0,0
shape 12 object a=1,2,3 at=0,0,0 turn=0,0,0,1
shape 13 object a=1,2,3 at=0,0,0 turn=0,0,1,0
shape 14 object a=1,2,3 at=0,0,0 turn=0,1,0,0
shape 15 object a=1,2,3 at=0,3,0 turn=1,0,0,0
shape 16 cylinder r=2 side=out length=3.5
shape 17 clump 0,0,0,1 1,0.5,0.25,0.75,2.5
mass 17 volume=6 I=1,2,2.5,0,0,0.5 centre=0,0.5,0 turn=1,0,0,0 surface=9 error=0.125 method=given
shape 18 ellipsoid a=1,2,3
mass 18 volume=25 I=65,50,25,0,0.25,0 error=0
shape 19 ellipsoid a=3,2,1
mass 19 volume=25 I=25,50,65,0.5,0,0
columns body id shape x y z
frame 0 t=0 body=1
body 1 4 0 0 0
end 0
END
scree-join --no-provenance one slanted | sed -n '/^shape 13 /,$p' | grep '^\(shape\|mass\)' | cut -d' ' -f3- >found
grep '^\(shape\|mass\)' slanted | cut -d' ' -f3- >want
ok 'shapes that come along: bumps, places, densities and masses as they are' diff want found
# a bump is bounded where all leading minors of B are above 0: those of 2x2 are here, so the sign of the product of slants
# decides
bump() { printf 'scree 1 dim=3\nshape 4 object a=1,1,1 bump=1,0,0,0,%s\ncolumns body id shape x y z\n' "$1"
	printf 'frame 0 t=0 body=0\nend 0\n'; }
for b in 2,3,5,1.5,1.9,2.4 2,3,5,1.5,-1.9,-2.4 2,3,5,-1.5,1.9,-2.4 2,3,5,-1.5,-1.9,2.4 3,4,1,2.4,-0.2,-1.1 4,1,3,0.1,2.3,0.9; do
	bump $b >bounded
	ok "a bump with B=$b is bounded" scree-pick bounded
done
for b in 2,3,5,-1.5,1.9,2.4 2,3,5,1.5,-1.9,2.4 2,3,5,1.5,1.9,-2.4 2,3,5,-1.5,-1.9,-2.4 -1,2,3,0,0,0 2,-1,-3,0,0,0 2,3,-1,0,0,0 \
	-2,-3,1,0,0,0 1,1,1,1.5,0,0 4,1,3,0.1,2.3,-1.7; do
	bump $b >unbounded
	fails 3 'a bounded bump' "with B=$b not" scree-pick unbounded
done
finish
