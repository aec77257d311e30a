#!/bin/sh
# scree-dem2 and scree-dem3 as programs: what --dry-run and the summary say, by hand; when and how frames are written
. "$(dirname "$0")/../tap.sh"

value() { sed -n "s/^$1=//p; s/.* $1=\([^ ]*\).*/\1/p" "$2"; }

# two disks that touch (0.9 apart, kn d = 20), one alone, one on the wall that is held: 5 bodies, 4 move
cat >plane <<'END'
scree 1 dim=2
material g density=2
law g g linear kn=200 kt=30 mu=0.5 en=0.5
shape 1 point r=0.5 0,0
shape 2 polyline r=0.1 -9,0 9,0
constraint floor x=fixed y=fixed angle=fixed
columns body id shape material tag x y vx
frame 0 t=0 body=5
body 3 1 g - 0 5 0
body 1 1 g - 0.9 5 0
body 7 1 g - 5 5 0.25
body 9 1 g - 7 0.58 0
body 8 2 g floor 0 0 0
end 0
END
cat >space <<'END'
scree 1 dim=3
material g density=2
law g g linear kn=200 kt=30 mu=0.5 en=0.5
shape 1 sphere r=0.5
shape 2 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z vx
frame 0 t=0 body=5
body 3 1 g - 0 0 5 0
body 1 1 g - 0.9 0 5 0
body 7 1 g - 5 0 5 0.25
body 9 1 g - 7 0 0.48 0
body 8 2 g floor 0 0 0 0
end 0
END
for dim in 2 3; do
	scene=$([ $dim = 2 ] && echo plane || echo space) run=scree-dem$dim
	method=$([ $dim = 2 ] && echo integrator=verlet || echo rotation=split)
	$run --dry-run -t 40 -e 0.25 -d 0.015625 --skin 0.125 $scene >dry 2>said
	is "$run --dry-run: bodies, those that move, contacts" "$(foretold bodies <dry) $(foretold 'moving bodies' <dry) $(foretold contacts <dry)" '5 4 2'
	is "$run --dry-run: steps, frames, the step, the skin, the method" \
		"$(foretold steps <dry) $(foretold frames <dry) $(foretold 'time step' <dry) $(foretold skin <dry) $(foretold ${method%=*} <dry)" '2560 161 0.015625 0.125 '"${method#*=}"
	is "$run --dry-run: frames at a time that is no multiple" "$($run --dry-run -t 1 -e 0.3 -d 0.01 $scene | foretold 'frames')" 5
	# at 0.495 a frame is due within the last step, which ends at 0.5
	is "$run --dry-run: frames at a time that falls into the last step, also of a run that goes on" \
		"$($run --dry-run -t 0.5 -e 0.015 -d 0.01 $scene | foretold 'frames') $($run -q -t 0.2 -d 0.01 $scene |
		$run --dry-run -t 0.3 -e 0.015 -d 0.01 | foretold 'frames')" '34 21'
	is "$run --dry-run: no more frames than steps" "$($run --dry-run -t 0.1 -e 0.003 -d 0.01 $scene | foretold 'frames')" 11
	is "$run --dry-run: without --every the first and the last, without steps one" \
		"$(for t in 1 0; do $run --dry-run -t $t -d 0.01 $scene | foretold 'frames'; done | tr '\n' ' ')" '2 1 '
	# 100001 frames of 150 bytes for a body and 160 for a contact, the latter not in most of the light ones
	is "$run --dry-run: output" "$($run --dry-run -t 10000 -e 0.1 -d 0.01 $scene | foretold 'output') $($run --dry-run -t 10000 -e 0.1 -d 0.01 \
		--light 9 $scene | foretold output)" '107.0 75.0'
	is "$run --dry-run: a run without an end" "$($run --dry-run --until quiet=1e-9 -e 1 $scene | grep -c '^\(steps\|frames\|output\)  *?')" 3
	auto=$(foretold 'automatic time step' <dry)
	for by in 1.9 2.1; do $run --dry-run -t 1 -d "$(awk -v d="$auto" -v b=$by 'BEGIN { print b * d }')" $scene 2>&1 >/dev/null; done >said
	is "$run --dry-run warns from twice the automatic step on" "$(grep -c 'is 2.1 times the automatic time step' said) $(grep -c . said)" '1 1'
	is "$run --dry-run: the factor of any step is short" "$($run --dry-run -t 1 -d 1e300 $scene 2>&1 >/dev/null | grep -c 'is [0-9.]*e+[0-9]* times')" 1
	for by in 11.9 12.1; do $run -t "$auto" -d "$(awk -v d="$auto" -v b=$by 'BEGIN { print b * d }')" $scene 2>&1 >/dev/null; done >said
	is "$run warns from 12 times on" "$(grep -c '12.1 times the automatic time step' said) $(grep -c ' times the' said)" '1 1'

	# half a period of two grains on a spring; mass 2 times pi / 4 or pi / 6
	near "$run --dry-run: the shortest contact" "$(foretold 'shortest contact' <dry)" \
		"$(awk -v d=$dim 'BEGIN { pi = 3.14159265; m = 2 * (d == 2 ? pi / 4 : pi / 6); print pi * sqrt(m / 2 / 200) }')" 1e-6
	near "$run --dry-run: its steps" "$(foretold 'steps per contact' <dry)" "$(foretold 'shortest contact' <dry | awk '{ print $1 / 0.015625 }')" 0.05
	# the fastest grain meets another: v sqrt(m / kn) with v twice as large and half the mass; the grains touch by 0.1
	is "$run --dry-run: the overlap to expect is that which there is, and half as much again" \
		"$($run -q -t 0 -d 0.001 $scene | $run --dry-run -t 1 -d 0.001 | sed -n 's/^largest overlap expected *//p')" '0.15 L'
	is "$run --dry-run: of radii of 0.5" \
		"$($run -q -t 0 -d 0.001 $scene | $run --dry-run -t 1 -d 0.001 | sed -n 's/^overlap by radius *//p')" \
		"$([ $dim = 2 ] && echo '50 %' || echo '30 %')"
	# the overlap is as 1 / sqrt(kn), in per cent of the mean of the radii, of which half is that of their sum
	soft=$(scree-set -q --law g,g,kn=1 $scene | $run --dry-run -t 1 -d 0.001 2>/dev/null | foretold 'overlap by radius')
	for share in 49 51; do
		scree-set -q --law g,g,kn="$(awk -v r="$soft" -v s=$share 'BEGIN { print (r / 2 / s) ^ 2 }')" $scene | $run --dry-run -t 1 -d 0.001
	done 2>&1 >/dev/null | grep soft >said
	is "$run --dry-run says that contacts are too soft above half of the radii" \
		"$(sed 's/.*: an overlap of \(.*\) % of the sum.*below 50 %, where a run ends.*/\1/' said | awk '{ printf "%.0f ", $1 }')" '51 '
	is "$run --dry-run: every row is two columns" "$(grep -vc '^[A-Za-z][A-Za-z ]*[a-z]   *[^ ][^ ]*\( [^ ]*\)\?$' dry)" 1
	ok "$run --dry-run: how long the run takes here" awk -F '   *' '$1 ~ /here$/ { n += $2 + 0 > 0 && $2 ~ / s$/ } END { exit n != 2 }' dry
	sed '2i\
units length=mm mass=g time=us' $scene | $run --dry-run -t 1 | sed -n 's/.* //; 6p; 8p' | tr '\n' ' ' >found
	is "$run --dry-run: the units of the stream" "$(cat found)" 'mm us '

	# the summary
	$run --no-provenance -t 40 -e 0.25 -d 0.015625 --skin 0.125 $scene 2>notes >out
	is "$run: the summary's steps, time, step, bodies and skin" "$(value steps notes) $(value time notes) $(value dt notes) $(value bodies notes) $(value skin notes)" \
		'2560 40 0.015625 5 0.125'
	is "$run: contacts as in the last frame" "$(value contacts notes)" "$(awk '/^frame/ { n = 0 } /^contact/ { n++ } END { print n }' out)"
	near "$run: bodies and steps per second of processor time" "$(awk -v r="$(value rate notes)" -v c="$(value cpu notes)" 'BEGIN { print r * c / (5 * 2560) }')" 1 0.02
	awk '/^ledger/ { delete v; for (k = 2; k <= NF; k++) { split($k, f, "="); v[f[1]] = f[2] } }
		function most(a, b) { return a > b ? a : b }
		END { t = v["fric"] + v["visc"]; t = most(t, v["work"]); t = most(t, v["start_kin_lin"] + v["start_kin_rot"] + v["start_el_n"] + v["start_el_t"])
			t = most(t, v["kin_lin"] + v["kin_rot"] + v["el_n"] + v["el_t"]); printf "%.2g\n", v["residual"] / t }' out >error
	is "$run: the error of the energy by what is turned over" "$(value energy_error notes)" "$(cat error)"
	is "$run: frames at multiples of --every" "$(awk '/^frame/ { print $3 }' out | sed 's/t=//' | awk '$1 != (NR - 1) * 0.25 { bad++ } END { print NR, bad + 0 }')" '161 0'
	is "$run: and each is due then" "$(awk '/^frame/ { for (k = 3; k <= NF; k++) { split($k, f, "="); v[f[1]] = f[2] } if (v["t"] != v["due"]) bad++ } END { print bad + 0 }' out)" 0
	# light frames: full ones are every third of the run, and the last; nothing but contacts and forces differs
	$run --no-provenance -q -t 40 -e 0.25 -d 0.015625 --skin 0.125 --light 3 $scene >light 2>said
	is "$run: light frames" "$(awk '/^frame/ { print ($0 ~ / contact=/) }' light | awk '$1 != ((NR - 1) % 3 == 0 || NR == 161) { bad++ } END { print NR, bad + 0 }')" '161 0'
	ok "$run: light frames have the same bodies" sh -c 'grep ^body out >a; grep ^body light >b; cmp a b'
	ok "$run: and the same ledger" sh -c 'grep ^ledger out >a; grep ^ledger light >b; cmp a b'
	fails 4 '-t 1e\+25 needs more than 1e18 steps of 0.01' "$run: more steps than can be counted" $run -t 1e25 -d 0.01 $scene
	fails 2 'every: 1e-06, expected at least the time step, 0.01' "$run: frames far closer than steps" $run -t 1 -e 1e-6 -d 0.01 $scene
done

# an option that is given what --help calls its default changes nothing, another value does; a clump turns, and is hit
cat >turning <<'END'
scree 1 dim=3
material g density=2
law g g linear kn=200 kt=30 mu=0.5 en=0.5
shape 1 clump -0.5,0,0,0.4 0.5,0,0,0.4 0.3,0,0.4,0.3 -0.3,0,-0.4,0.3 0,0.2,0,0.3 0,-0.2,0,0.3
shape 2 sphere r=0.4
columns body id shape material x y z vx Lx Ly Lz
frame 0 t=0 body=2
body 3 1 g 0 0 0 0 1.3 2.9 -2.1
body 1 2 g 2 0.4 0.1 -1.7 0 0 0
end 0
END
scree-mass -q turning >turned
for program in scree-dem2:plane:integrator:gear scree-dem3:turned:rotation:leapfrog; do
	IFS=: read -r run scene method other <<-END
	$program
	END
	state() { $run --no-provenance -q -t 2 -e 0.5 "$@" $scene | grep -v '^columns'; }
	state >plain 2>said
	$run --help >help
	word=$(sed -n "s/.*--$method NAME *\([a-z0-9]*\) (default).*/\1/p; s/.*--$method NAME .* \([a-z0-9]*\) (default).*/\1/p" help)
	state --$method "$word" >given
	state --$method $other >differs
	ok "$run: --$method $word is the default" cmp plain given
	ok "$run: and is not $other" sh -c 'test -s given && ! cmp -s plain differs'
	for option in light; do
		word=$(sed -n "s/.*--$option .*default \([0-9]*\)\$/\1/p" help)
		state --$option "$word" >given
		ok "$run: --$option $word is the default" cmp plain given
	done
	for option in dt skin threads; do
		ok "$run: --$option is auto by default" grep -q -- "--$option .*default:* auto" help
		state --$option auto >given
		ok "$run: and auto may be said" cmp plain given
	done
	state --attraction >given
	ok "$run: dashpots do not attract by default" sh -c 'test -s given && ! cmp -s plain given'
	is "$run: no forces, no heat by default" "$($run -q -t 1 $scene | grep -c '^columns.* \(fx\|heat\)')" 0
done
word=$(scree-dem3 --help | sed -n 's/.*--iterations .*default \([0-9]*\)$/\1/p')
for n in '' "--iterations $word" "--iterations $((word - 1))"; do
	scree-dem3 --no-provenance -q -t 2 -d 0.02 --rotation leapfrog $n turned | cksum
done >sums
is "scree-dem3: --iterations $word is the default" "$(uniq sums | wc -l | tr -d ' ') $(sed -n '1p;2p' sums | uniq | wc -l | tr -d ' ')" '2 1'
# a domain that changes in anything is stated before every frame: sides, as they are stretched at a rate, or tilt, as they are sheared
cat >domain <<'END'
scree 1 dim=2
domain lo=-1,2 hi=5,5 periodic=xy
material g density=2
law g g linear kn=200
shape 1 point r=0.5 0,0
columns body id shape material x y
frame 0 t=0 body=1
body 3 1 g 2 3
end 0
END
for rate in 0,0,0.125 0.125,0,0 0,0.125,0; do
	scree-set -q --rate $rate domain | scree-dem2 -q --no-provenance -t 1.5 -e 0.5 -d 0.0625 >out 2>/dev/null
	# a side is exp(rate t) of what it was, about its middle; the tilt is rate times height times t
	awk '/^domain/ { split($2 "," $3, c, /[=,]/); tilt = match($0, /tilt=[^ ]*/) ? substr($0, RSTART + 5, RLENGTH - 5) : 0
		box = sprintf("%.6f %.6f %.6f", c[5] - c[2], c[6] - c[3], tilt) } /^frame/ { print box }' out | tr '\n' ' ' >found
	awk -v rate=$rate 'BEGIN { split(rate, r, ","); for (k = 0; k < 4; k++) { t = 0.5 * k
		printf "%.6f %.6f %.6f\n", 6 * exp(r[1] * t), 3 * exp(r[2] * t), 3 * r[3] * t } }' |
		tr '\n' ' ' >want
	ok "the domain of every frame at the rate $rate" about 2e-3 "$(cat found)" "$(cat want)"
done
is 'and no more often than it changes' "$(scree-dem2 -q --no-provenance -t 1.5 -e 0.5 -d 0.0625 domain 2>/dev/null | grep -c ^domain)" 1

# ---- a body alone meets its images only if it reaches them, or if the domain deforms; the step allows for both ----
told() { foretold 'automatic time step' <dry; foretold 'overlap by radius' <dry; grep -c 'too soft' said; }
for dim in 2 3; do
	run=scree-dem$dim
	box=$([ $dim = 2 ] && echo '4,4 --periodic xy' || echo '4,4,4 --periodic xyz')
	scree-shape "$([ $dim = 2 ] && echo disk || echo sphere)" --radius 0.5 | scree-fill -q -n 1 --box $box --speed 3 |
		scree-set -q --law grain,grain,kn=10 >alone
	$run --dry-run -t 1 alone >dry 2>said
	is "$run --dry-run: a body alone in a periodic domain has no overlap to expect" "$(told | tail -n 2 | tr '\n' ' ')" '? 0 '
	step=$(told | head -n 1)
	scree-set -q --rate "$([ $dim = 2 ] && echo 0,-0.001,0 || echo 0,-0.001,0,0,0,0)" alone | $run --dry-run -t 1 >dry 2>said
	is "$run --dry-run: in one that deforms it has, and the same step" \
		"$(told | awk -v s="$step" 'NR == 1 { print $1 == s } NR == 2 { print ($1 > 50) } NR == 3' | tr '\n' ' ')" '1 1 1 '
	[ $dim = 2 ] && scree-shape rice --radius 0.7 >long || scree-shape rod --size 4.2 >long
	scree-fill -q -n 1 --box $box long --speed 3 | scree-set -q --law grain,grain,kn=10 | $run --dry-run -t 1 >dry 2>said
	is "$run --dry-run: and so has one that is longer than the period" "$(told | awk 'NR == 2 { print ($1 > 50) }')" 1
done

# ---- a mass record that says it is exact and is that of another shape: a file changed by hand ----
record() { # SHAPE MASS: such a stream
	printf 'scree 1 dim=%s\nmaterial g density=2\nlaw g g linear kn=200\nshape 1 %s\nmass 1 %s\n' "$3" "$1" "$2"
	[ "$3" = 2 ] && printf 'columns body id shape material x y\nframe 0 t=0 body=1\nbody 1 1 g 0 0\nend 0\n' ||
		printf 'columns body id shape material tag x y z\nframe 0 t=0 body=1\nbody 1 1 g a 0 0 0\nend 0\n'
}
says() { # WHAT PATTERN SHAPE MASS DIM PROGRAM: the warning of the run, which goes on; no warning if PATTERN is empty
	record "$3" "$4" "$5" >stale
	"$6" -t 0.01 stale >ran 2>said
	is "$1: the run goes on" "$? $(grep -c '^end' ran)" '0 2'
	is "$1" "$(grep 'mass record' said)" "${2:+$6: stale:4: shape 1 $2; scree-mass makes a new record}"
}
cube='vertices=8 -1,-1,-1 1,-1,-1 -1,1,-1 1,1,-1 -1,-1,1 1,-1,1 -1,1,1 1,1,1 0,4,6,2 1,3,7,5 0,1,5,4 2,6,7,3 0,2,3,1 4,5,7,6'
fault='its mass record does not fit'
disk='I=0.09817477042468103 method=exact' # pi r^4 / 2 for r = 0.5
ball='volume=4.1887902047863905 I=1.67551608,1.67551608,1.67551608' # 4/3 pi and 8/15 pi for r = 1
says 'the record of a disk' '' 'point r=0.5 0,0' "area=0.7853981633974483 $disk" 2 scree-dem2
says 'the area of a smaller disk' "(point): $fault: area, found 0.785398163, expected 3.14159265" 'point r=1 0,0' \
	"area=0.7853981633974483 $disk" 2 scree-dem2
says 'the moment of inertia of a smaller disk' "(point): $fault: moment of inertia, found 0.0981747704, expected 1.57079633" \
	'point r=1 0,0' "area=3.141592653589793 $disk" 2 scree-dem2
says 'a disk about another point' "(point): $fault: distance of the centre of mass from the origin, found 0.25, expected 0" \
	'point r=0.5 0.25,0' "area=0.7853981633974483 $disk" 2 scree-dem2
says 'the record of a ball, in digits that suffice' '' 'sphere r=1' "volume=4.189 I=1.676,1.676,1.676 method=exact" 3 scree-dem3
says 'the volume of a smaller ball' "(sphere): $fault: volume, found 4.1887902, expected 33.5103216" 'sphere r=2' \
	"$ball method=exact" 3 scree-dem3
says 'the mass that a ball stands for' '' 'sphere r=2' "$ball method=surface" 3 scree-dem3
# 8 + 24 r + 6 pi r^2 + 4/3 pi r^3
says 'the volume of a cube before it was rounded' "(polyhedron): $fault: volume, found 8, expected 10.5926843" "polyhedron r=0.1 $cube" \
	'volume=8 I=5.333333333333333,5.333333333333333,5.333333333333333 method=exact' 3 scree-dem3
record "polyhedron r=0.1 $cube" 'volume=8 I=5.3,5.3,5.3 method=exact' 3 | scree-mass -q | scree-dem3 -t 0.01 >ran 2>said
is 'scree-mass makes a new record' "$(grep -c 'mass record' said)" 0
record "polyhedron r=0.1 $cube" 'volume=8 I=5.3,5.3,5.3 method=exact' 3 |
	scree-set -q --constrain 'a x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' | scree-dem3 -t 0.01 >ran 2>said
is 'the mass of a wall does not matter' "$(grep -c 'mass record' said)" 0

# ---- little address space, as batch systems allow ----
if [ -n "$SCREE_SAN" ]; then
	skip 'sanitizers need all the address space there is'
else
	record 'point r=0.5 0,0' "area=0.7853981633974483 $disk" 2 >small
	record 'sphere r=1' "$ball method=exact" 3 >small3
	is 'scree-dem2 runs in 100 MB of address space' "$( (ulimit -v 100000; scree-dem2 -q -t 0.01 --threads 1 small) | grep -c '^end')" 2
	is 'scree-dem3 runs in 100 MB of address space' "$( (ulimit -v 100000; scree-dem3 -q -t 0.01 --threads 1 small3) | grep -c '^end')" 2
fi
finish
