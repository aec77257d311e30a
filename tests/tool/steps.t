#!/bin/sh
# A run that goes on with another time step: its steps and times count on from there, however often it is cut afterwards. A
# run ends where numbers are no longer finite.
. "$(dirname "$0")/../tap.sh"

plain() { grep -v '^made' "$1"; }
# the last frames' steps, times and lengths of steps
heads() {
	sed -n 's/^frame \([0-9]*\) t=\([^ ]*\) dt=\([^ ]*\) .*/\1 \2 \3/p' "$1" | tail -n "$2" |
		awk '{ printf "%d %.12g %s;", $1, $2, $3 }'
}
# the last frame, whatever had been asked for
final() { sed 's/ due=[^ ]*//' | awk '/^frame/ { s = "" } { s = s "\n" $0 } END { print s }'; }

# two bodies that meet, one of which spins, in the plane and in space
cat >plane <<'END'
scree 1 dim=2
material grain density=1.3
law grain grain linear kn=90 kt=31 mu=0.4 en=0.7
shape 1 point r=0.5 0,0
columns body id shape material x y vx vy omega
frame 0 t=0 body=2
body 7 1 grain 0 0 0.3 0.1 0.7
body 4 1 grain 1.02 0.3 -0.5 0.2 -0.4
end 0
END
cat >space <<'END'
scree 1 dim=3
material grain density=1.3
law grain grain linear kn=90 kt=31 mu=0.4 en=0.7
shape 1 sphere r=0.5
columns body id shape material x y z vx vy vz wx wy wz
frame 0 t=0 body=2
body 7 1 grain 0 0 0.1 0.3 0.1 0 0.2 0.1 0.7
body 4 1 grain 1.02 0.3 0 -0.5 0.2 0 0.3 0 -0.4
end 0
END
sed 's/linear kn=90 kt=31/hard/' space >hard

for how in 'scree-dem2 plane' 'scree-dem3 space' 'scree-cd3 hard'; do
	run=${how% *} scene=${how#* }
	$run -q -t 0.4 -d 0.01 "$scene" >coarse
	$run -q -t 0.3 -d 0.004 -e 0.1 coarse >fine
	# 40 steps of 0.01, then 25 of 0.004 between frames
	is "$run: steps of a new length count from where it begins" "$(heads fine 3)" '65 0.5 0.004;90 0.6 0.004;115 0.7 0.004;'
	# another length once more, in the middle of a contact, and cut in two
	$run -q -t 0.3 -d 0.005 fine >whole
	is "$run: and once more" "$(heads whole 1)" '175 1 0.005;'
	$run -q -t 0.1 -d 0.005 fine | $run -q -t 0.2 | final >halves
	final <whole >last
	ok "$run: cut in two afterwards it has the same end" cmp halves last
	# the same length told again changes nothing
	$run -q -t 0.3 coarse >a
	$run -q -t 0.3 -d 0.01 coarse >b
	is "$run: the same length told again" "$(plain a | cksum)" "$(plain b | cksum)"
done

# a body so light at a contact so stiff that its acceleration overflows
for how in 'scree-dem2 plane' 'scree-dem3 space'; do
	run=${how% *} scene=${how#* }
	sed 's/kn=90 kt=31 mu=0.4 en=0.7/kn=1e200 mu=0 gn=0/; s/density=1.3/density=1e-200/; s/ 0.3 0.1 / 20 0.1 /; s/1.02 0.3/1.02 0/' "$scene" >stiff
	fails 4 'body [47]: a force or position is not a finite number' "$run ends when numbers overflow" "$run" -q -t 1 -d 1e-3 stiff
done
finish
