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
		"3 $p: stdin:1: dimension, found 'dim=3', expected dim=2: this program works in the plane"
	is "$p has written nothing" "$(wc -c <out)" 0
done
# a table is of one dimension
cat "$root/tests/data/chain.scree" >two
cat scene.scree >>two
scree-flux --y 0 two >/dev/null 2>err
is 'a second stream in 3D is refused' "$? $(cat err)" \
	"3 scree-flux: frame 0 (t=0) is of a stream with dim=3, expected dim=2 as before: one table has one kind"

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
finish
