#!/bin/sh
# The course of a run, in the plane and in space: when frames come, what they are called, how times add up, what is foreseen.
. "$(dirname "$0")/../tap.sh"

sed '/^frame 10/,$d' "$root/tests/data/chain.scree" >plane
cat >space <<'END'
scree 1 dim=3
gravity 0,0,-0.5
material grain density=1
law grain grain linear kn=10 kt=1 mu=0.5 en=0.5
shape 1 sphere r=0.5
mass 1 volume=0.5235987755982988 I=0.05235987755982988,0.05235987755982988,0.05235987755982988 method=exact
columns body id shape material x y z vx
frame 0 t=0 dt=0 due=0 body=2
body 4 1 grain 0 0 0 0.1
body 2 1 grain 2 0.5 0 -0.2
end 0
END
heads() { grep '^frame' | sed 's/ body=.*//; s/^frame //; s/[a-z]*=//g'; }
# a frame comes with the first step that is not before its time: "step t dt due" from a time on, for so long
course() { # BEGUN TIME EVERY DT
	awk -v begun="$1" -v time="$2" -v every="$3" -v dt="$4" 'function step(t,  n) { n = int(t / dt); return n * dt > t - 1e-9 * dt ? n : n + 1 }
		function line(due) { printf "%d %.10g %g %.10g\n", step(due), step(due) * dt, dt, due }
		BEGIN { end = begun + time; last = step(begun); for (k = 1; k * every < end - 1e-9; k++) if (step(k * every) > last && step(k * every) < step(end)) line(k * every); line(end) }'
}
same() { diff found expected; }
for run in 'scree-dem2 plane' 'scree-dem3 space'; do
	set -- $run
	$1 -q -t 0.35 --every 0.1 --dt 0.03 "$2" >first
	heads <first | tail -n +2 | awk '{ printf "%d %.10g %g %.10g\n", $1, $2, $3, $4 }' >found
	course 0 0.35 0.1 0.03 >expected
	ok "$1: frames at multiples of --every, the last at the end" same
	$1 -q -t 0.2 --every 0.1 first | heads | awk 'NR > 1 { printf "%d %.10g %g %.10g\n", $1, $2, $3, $4 }' | tail -n +5 >found
	course 0.35 0.2 0.1 0.03 >expected
	ok "$1: gone on with, multiples of the same, the end behind the time that was asked for" same
	# shares of a step add up
	$1 -q -t 0.01 first | $1 -q -t 0.01 | $1 -q -t 0.01 | heads | tail -n 1 | awk '{ print $1, $4 }' >found
	$1 -q -t 0.03 first | heads | tail -n 1 | awk '{ print $1, $4 }' >expected
	ok "$1: three thirds of a step are one" same
	$1 --dry-run -t 0.36 --every 0.1 --dt 0.03 "$2" >table 2>/dev/null
	is "$1: what is foreseen" "$(foretold bodies <table) $(foretold 'time step' <table) $(foretold steps <table) $(foretold frames <table)" \
		"$(grep -c '^body' "$2") 0.03 12 5"
	$1 --dry-run --until quiet=1e-9 --dt 0.03 "$2" >table 2>/dev/null
	is "$1: nothing is known of a run without an end" "$(foretold steps <table) $(foretold frames <table)" '? 2'
	$1 -q -t 0.6 --every 0.1 --dt 0.02 --light 2 "$2" | grep '^frame' | tail -n +2 | awk '{ printf / contact=/ ? "f" : "l" }' >found
	printf 'lflflf' >expected
	ok "$1: every second frame is full, and the last" same
	is "$1: no frames between without --every" "$($1 -q -t 0.3 --dt 0.02 "$2" | grep -c '^frame')" 2
	is "$1: -t 0 evaluates forces alone" "$($1 -q -t 0 --dt 0.02 --forces "$2" | tee found | heads | wc -l | tr -d ' ') $(grep '^columns body' found | tail -n 1 | grep -c ' fx fy')" '1 1'
	fails 3 "no frame, expected at least one" "$1: nothing to move" sh -c "sed '/^frame/,\$d' $2 | $1 -t 1"
	fails 3 "an unknown record '!stop' that must not be ignored" "$1: what must not be ignored" sh -c "sed '2i !stop here' $2 | $1 -t 1"
	fails 2 "every: 1e-05, expected at least the time step, 0.03" "$1: frames far closer than steps" $1 -t 1 --dt 0.03 --every 1e-5 "$2"
	fails 4 'needs more than 1e18 steps' "$1: more steps than a counter holds" $1 -t 1e30 --dt 0.03 "$2"
	fails 2 "threads: '0', expected auto or a whole number from 1 to 1024" "$1: no threads" $1 -t 1 --threads 0 "$2"
done
fails 3 'the stream has dim=3, expected dim=2|works in the plane' 'space in the plane' scree-dem2 -t 1 space
fails 3 'the stream has dim=2, expected dim=3; use scree-dem2 for it' 'the plane in space' scree-dem3 -t 1 plane
finish
