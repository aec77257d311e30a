#!/bin/sh
# The time step that a stream keeps: when a run advises another, -d 0, and what a run says of overlaps that its step is too long for
. "$(dirname "$0")/../tap.sh"

dt() { grep '^frame' | tail -n 1 | sed 's/.* dt=\([^ ]*\) .*/\1/'; }
says() { "$@" 2>&1 >/dev/null | grep 'time step of the stream' | sed 's/.*: the time/the time/'; }

# two grains in touch, one that flies
cat >plane <<'END'
scree 1 dim=2
law g g linear kn=100 kt=20 mu=0.5 en=0.5
material g density=1
shape 1 point r=0.5 0,0
columns body id shape material x y vx
frame 0 t=0 body=3
body 1 1 g 0 0 0
body 2 1 g 0.98 0 0
body 3 1 g 5 5 0.25
end 0
END
sed 's/dim=2/dim=3/; s/point r=0.5 0,0/sphere r=0.5/; s/x y vx/x y z vx/; s/^\(body.*\) \([^ ]*\)$/\1 0 \2/' plane >space
for p in scree-dem2 scree-dem3; do
	scene=$([ $p = scree-dem2 ] && echo plane || echo space)
	$p -q -t 0 $scene >kept
	auto=$(dt <kept)
	is "$p: nothing is said of a step that fits" "$(says $p -t 0 kept)" ''
	for by in 0.1 2.9; do
		$p -q -t 0 -d "$(awk -v d="$auto" -v b=$by 'BEGIN { print b * d }')" $scene >given
		is "$p: nor of one that was given, $by times as long" "$(says $p -t 0 given)" ''
	done
	sed 's/kn=100 kt=20/kn=10000 kt=2000/' kept >stiff
	new=$($p -q -t 0 -d 0 stiff | dt)
	is "$p: of a hundred times the stiffness it is" "$(says $p -t 0 stiff)" \
		"the time step of the stream, $auto, is $(awk -v a="$auto" -v b="$new" 'BEGIN { printf "%.3g", a / b }') times the automatic one, $new; -d 0 takes that one"
	is "$p: --dry-run says the same" "$(says $p --dry-run -t 0 stiff)" "$(says $p -t 0 stiff)"
	near "$p: -d 0 chooses anew" "$(awk -v a="$auto" -v b="$new" 'BEGIN { print a / b }')" 10 2.6
	is "$p: and is what a new scene gets" "$(sed 's/kn=100 kt=20/kn=10000 kt=2000/' $scene | $p -q -t 0 | dt)" "$new"
	$p -q -t 0 -d 0 stiff >anew
	is "$p: then nothing is said" "$(says $p -t 0 anew)$(says $p -t 0 -d 0 stiff)$(says $p -t 0 -d "$auto" stiff)" ''
	sed 's/kn=100 kt=20/kn=1 kt=0.2/' kept >soft
	ok "$p: a hundredth saves time" sh -c "$p -t 0 soft 2>&1 >/dev/null | grep -q 'is only 0.* of the automatic one, [0-9.]*; -d 0 takes that one, and saves time'"
	scree-set -q --law g,g,kn=1 kept >softer # has no ledger
	is "$p: a note says so after scree-set" "$(says $p -t 0 softer)" "$(says $p -t 0 soft)"
	is "$p: which -q leaves out" "$(says $p -q -t 0 softer)" ''
	scree-set -q --law g,g,kn=30 kept >softer
	is "$p: half of the automatic step is no matter then" "$(says $p -t 0 softer)" ''
	sed 's/density=1/density=0.01/' kept >light
	is "$p: so it is of a hundredth of the masses" "$(says $p -t 0 light | grep -c 'times the automatic')" 1
	sed 's/^columns/gravity 0,-1'"$([ $p = scree-dem3 ] && echo ,0)"'\n&/' kept >heavy
	is "$p: weight is no matter" "$(says $p -t 0 heavy)" ''
	is "$p: -d 0 of a new scene" "$($p -q -t 0 -d 0 $scene | dt)" "$auto"
	fails 2 "--dt: '-1', expected auto or a number of 0 or more" "$p: no step below 0" $p -t 1 --dt=-1 $scene
done

# a grain of Hertz' law that hits a wall faster than anything foretold it: it is given the speed afterwards
cat >bead <<'END'
scree 1 dim=3
law g g mindlin kn=1e6 mu=0.5 en=1
material g density=1
shape 1 sphere r=0.5
shape 2 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z vz
frame 0 t=0 body=2
body 1 1 g - 0 0 0.501 -0.01
body 2 2 g floor 0 0 0 0
end 0
END
scree-dem3 -t 0.5 bead 2>said >/dev/null
ok 'an impact that was foreseen needs no words' sh -c '! grep -q "an overlap reached" said'
scree-dem3 -q -t 0.01 bead | sed 's/^\(body 1 .*\) -0.01 /\1 -3 /' >fast
scree-dem3 -t 0.02 fast 2>said >/dev/null
# (5/4 m v^2 / kn)^(2/5), with m = pi / 6
near 'an overlap that was not is named' "$(sed -n 's/.*an overlap reached \([^,]*\),.*/\1/p' said)" "$(awk 'BEGIN { print (1.25 * 3.14159 / 6 * 9 / 1e6) ^ 0.4 }')" 2e-5
ok 'with what to do' grep -q 'the time step .* was chosen for overlaps up to .*; use -d 0' said
scree-dem3 -t 0.02 -d 0 fast 2>said >/dev/null
ok 'and -d 0 does it' sh -c '! grep -q "an overlap reached" said'
for threads in 1 2; do scree-dem3 -t 0.02 --threads $threads fast 2>&1 >/dev/null | grep -o 'an overlap reached.*' >said.$threads; done
ok 'the same with threads' cmp said.1 said.2
scree-dem3 -q -t 0.001 fast 2>/dev/null | scree-dem3 -t 0.019 2>&1 >/dev/null | grep -o 'an overlap reached' >said
is 'and in a part of a run' "$(cat said)" 'an overlap reached'
# hard contacts have no stiffness, but a step of their own
sed 's/law g g .*/law g g hard mu=0.5 en=0.5/; s/^columns/gravity 0,0,-9.81\n&/' bead >hard
scree-cd3 -q -t 0 hard >kept
auto=$(dt <kept)
scree-cd3 -q -t 0 -d 0.0001 hard >given
is 'scree-cd3 keeps a step' "$(scree-cd3 -q -t 0 given | dt) $(scree-cd3 -q -t 0 -d 0 given | dt)" "0.0001 $auto"
ok 'and --dry-run has what applies to it' sh -c 'scree-cd3 --dry-run -t 1 hard | grep -q "^time step" && ! scree-cd3 --dry-run -t 1 hard | grep -q "overlap\|contact  \|Rayleigh"'
finish
