#!/bin/sh
# scree-set, scree-move and scree-pick on scenes that have everything: what a change takes along, what it voids, and what it leaves alone.
. "$(dirname "$0")/../tap.sh"

last() { grep "^$1" "$2" | tail -n 1; }
# fields of a body of the last frame
column() { awk -v id="$2" -v want="$3" '$1 == "columns" && $2 == "body" { delete at; for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" && $2 == id { n = split(want, w, " "); for (k = 1; k <= n; k++) v[k] = w[k] in at ? $at[w[k]] : "none" }
	END { for (k = 1; k <= n; k++) printf "%s%s", v[k] ~ /^[-+.]?[0-9]/ ? sprintf("%.10g", v[k]) : v[k], k < n ? " " : "\n" }' "$1"; }

cat >all <<'END'
scree 1 dim=2
made byhand 1
units length=mm
author name=nobody
domain lo=-1,2 hi=5,6 periodic=xy
gravity 0.5,-2
material sand density=2.5 colour=red
material clay density=1.5
law sand sand hertz kn=40 mu=0.25 en=0.5
law clay sand linear kn=7
shape 3 point r=0.4 0,0
mass 3 area=0.5026548245743669 I=0.040212385965949354 method=exact
shape 5 disks 0,0,0.3 0.2,0,0.1
mass 5 area=0.3 I=0.02
constraint lid x=f:2 m=3
constraint old y=fixed
columns body id shape material tag size x y angle ix iy vx vy omega laps ax ay alpha fx fy torque heat note
columns contact i fi j fj ix iy x y nx ny overlap fn ft xi
columns weather where
frame 7 t=0.30000000000000004 dt=0.1 due=0.5 body=3 contact=3 weather=1 sky=blue
body 12 3 sand lid 1.5 -0.5 2.5 0.3 1 2 0.1 0.2 0.4 5 1 2 3 4 5 6 7 first
# aside
body 4 5 clay - 0.5 1 3 0.6 0 0 0.3 -0.4 -0.5 0 1 2 3 4 5 6 7 second
body 9 3 sand old 2 4.5 5.5 0 -1 0 0 0 0 0 1 2 3 4 5 6 7 -
contact 12 0 4 0 0 0 0.2 2.7 0.6 0.8 0.01 3 4 0.1
contact 12 0 9 0 -1 0 -0.9 2.4 -1 0 0.01 3 4 0.2
contact 9 0 12 0 0 1 4.6 5.9 0 1 0.01 3 4 0.3
weather here
ledger since=0 work=1
end 7
END
is 'a wrong fixture would prove nothing' "$(scree-pick --no-provenance all | cmp - all && echo good)" good

# ---- scree-set ----
scree-set -q --periodic y all >a
is 'an edge that opens loses its contacts, others stay' "$(grep '^contact' a | cut -d' ' -f2,4,15 | tr '\n' ';')" '12 4 0.1;9 12 0.3;'
is 'what integrators had in mind is gone, what bodies have stays' "$(last 'columns body' a)" \
	'columns body id shape material tag size x y angle ix iy vx vy omega laps note'
is 'bodies, else, are as they were' "$(column a 12 'shape material tag size x y angle ix iy vx vy omega laps note')" '3 sand lid 1.5 -0.5 2.5 0.3 1 2 0.1 0.2 0.4 5 first'
is 'records that nobody knows stay, in the frame and its head' "$(grep -c -e '^weather here' -e '^# aside' -e '^author' a) $(last frame a)" \
	'3 frame 7 t=0.30000000000000004 dt=0.1 due=0.5 body=3 contact=2 weather=1 sky=blue'
for o in '--dt 0.1' --reset '--gravity 1,2' '--material sand,3' '--release old' '--velocity 1,1' '--body-material sand' '--tag lid'; do
	scree-set -q $o all >a
	is "set $o: ledger and accelerations are void, contacts are not" "$(grep -c '^ledger' a) $(column a 4 'ax fx heat') $(grep -c '^contact' a)" '0 none none none 3'
done
scree-set -q --tag nobody all >a
is 'set --tag of a tag that holds nothing' "$(scree-set -q --tag nobody --where 'id == 4' all >a; grep -c '^ledger' a) $(column a 4 'tag ax') $(column a 12 tag)" '1 nobody 1 lid'
is 'a time that is three steps to rounding' "$(scree-set -q --dt 0.1 all | last frame /dev/stdin)" 'frame 3 t=0.30000000000000004 dt=0.1 due=0.5 body=3 contact=3 weather=1 sky=blue'
is 'three steps that fall short by a digit' "$(sed 's/t=0.30000000000000004/t=0.3/' all | scree-set -q --dt 0.1 | last frame /dev/stdin | cut -d' ' -f2,3)" '3 t=0.30000000000000004'
is 'begun anew with a step of its own' "$(scree-set -q --reset --dt 0.25 all | last frame /dev/stdin | cut -d' ' -f2-5)" '0 t=0 dt=0.25 due=0'
is 'one material of two, with what is kept of it' "$(scree-set -q --material sand,3 all | grep '^material' | tail -n 2 | tr '\n' ';')" \
	'material sand density=3 colour=red;material clay density=1.5;'
is 'laws are restated, each as it holds' "$(scree-set -q --law sand,clay,mu=0.125 all | grep '^law' | tail -n 2 | tr '\n' ';')" \
	'law sand sand hertz kn=40 mu=0.25 en=0.5;law clay sand linear kn=7 mu=0.125;'
is 'both of a body: its tag and its material' "$(scree-set -q --tag - --body-material clay --where 'id == 12' all >a; column a 12 'tag material') $(column a 9 'tag material')" '- clay old sand'
is 'velocity, spin: where, and nowhere else' "$(scree-set -q --velocity 1.5,-2.5 --omega 3.5 --where 'x > 0' all >a; column a 4 'vx vy omega') $(column a 9 'vx vy omega') $(column a 12 'vx vy omega')" \
	'1.5 -2.5 3.5 1.5 -2.5 3.5 0.1 0.2 0.4'
is 'a domain of other corners: bodies are wrapped, the rest of it stays' "$(scree-set -q --domain -2,1,2,4 all >a; last domain a; column a 9 'x y ix iy')" \
	'domain lo=-2,1 hi=2,4 periodic=xy
0.5 2.5 0 1'
# pressure: m is the mean mass of the bodies that move freely, here one, k = 1.5 kn sqrt(0.1 a) with the mean side a of squares as
# large as they are, c = sqrt(m k) / 2
scree-set --pressure 1.5,2.5 all 2>note >a
want=$(awk 'BEGIN { m = 1.5 * 0.3 * 0.25; a = sqrt(0.3 * 0.25); k = 1.5 * 40 * sqrt(0.1 * a); print m, sqrt(m * k) / 2 }')
ok 'a cell under pressure: mass, and damping by the mean size' about 1e-4 "$(sed 's/.*mass \(.*\), damping \(.*\) and .*/\1 \2/' note)" "$want"
is 'both pressures in their order' "$(last domain a | cut -d' ' -f5)" 'pressure=1.5,2.5'
is 'a mass and a damping of its own' "$(scree-set -q --pressure 1.5,- --cell-mass 4 --cell-damping 0.5 --cell-memory 0 all | last domain /dev/stdin)" \
	'domain lo=-1,2 hi=5,6 periodic=xy pressure=1.5,- m=4 c=0.5'
fails 2 'speed: -1, expected 0 or more' 'a negative speed' scree-set --speed -1 all
fails 2 'temperature: -1, expected 0 or more' 'a negative temperature' scree-set --temperature -1 all
fails 2 'cell-damping: -1, expected 0 or more' 'a negative damping' scree-set --pressure 1 --cell-damping -1 all
fails 2 "tag: 'a b' is not a name" 'a tag of two words' scree-set --tag 'a b' all
fails 2 "dt: -1, expected 0 or more" 'a negative step' scree-set --dt -1 all
fails 2 "body-material.*no material 'ice'" 'a material that is not there' scree-set --body-material ice all

# ---- scree-move ----
scree-move -q --by 0.25,-0.5 all >a
is 'move: all with the domain; gravity, laws and constraints stay' "$(last domain a) $(column a 9 'x y ix iy') $(last contact a | cut -d' ' -f6-9) $(grep -c -e '^gravity 0.5,-2$' -e '^constraint lid x=f:2 m=3$' a)" \
	'domain lo=-0.75,1.5 hi=5.25,5.5 periodic=xy 4.75 5 -1 0 0 1 4.85 5.4 2'
scree-move -q --turn-deg 90 --about 1,3 --where 'id == 4' all >a
is 'one body turned on the spot' "$(column a 4 'x y angle vx vy omega')" '1 3 2.170796327 0.4 0.3 -0.5'
is 'its contacts end' "$(grep '^contact' a | cut -d' ' -f15 | tr '\n' ' ')" '0.2 0.3 '
scree-move -q --scale 2 --turn-deg 180 --by 1,0 --about 0,0 --where 'id == 4' all >a
# (1, 3), (2, 6) or its image (2, 2), (-2, -2) or (4, 2), (5, 2) or (-1, 2), with as many images up as down
is 'scaled, then turned, then shifted, wrapped after each' "$(column a 4 'x y size ix iy')" '-1 2 1 0 0'
printf '%s\n' 'scree 1 dim=2' 'material m density=1' 'shape 1 disks 0,0,0.5' 'columns body id shape material x y' 'frame 0 t=0 body=2' \
	'body 1 1 m 0 6' 'body 2 1 m 0 -6' 'end 0' >pair
is 'the same bodies are turned and shifted' "$(scree-move -q --where 'y > 5' --about 0,0 --turn-deg 180 --by 0,20 pair >a
	column a 1 y) $(column a 2 y)" '14 -6'
is 'copies are tagged as the one, their constraint is twice as heavy and strong' "$(scree-move -q --replicate 2,1 all >a; last 'constraint lid' a) $(column a 24 'tag x ix') $(column a 16 'x note')" \
	'constraint lid x=f:4 m=6 lid 5.5 0 7 second'
sed 's/^domain.*/domain lo=-1,2 hi=5,6/; /^contact 12 0 9/d; /^contact 9/d; s/contact=3/contact=1/' all >open
scree-move -q --turn 0.5 open >a
ok 'the whole scene about the middle of its domain, (2, 4)' about 1e-9 "$(column a 12 'x y angle vx vy')" \
	"$(awk 'BEGIN { c = cos(0.5); s = sin(0.5); printf "%.12g %.12g 0.8 %.12g %.12g\n", 2 - 2.5 * c + 1.5 * s, 4 - 2.5 * s - 1.5 * c, 0.1 * c - 0.2 * s, 0.1 * s + 0.2 * c }')"
scree-move --turn 0.5 open 2>note >a
is 'who turns a scene with constraints hears of it' "$(cat note)" 'scree-move: constraints are not turned: their axes stay those of space'
scree-move --scale 0.5 open 2>note >a
is 'who scales it, too' "$(cat note)" 'scree-move: constraints are not scaled: their velocities and forces stay as they are'
cat >space <<'END'
scree 1 dim=3
material sand density=2
shape 7 sphere r=0.5
columns body id shape x y z size material wx wy wz pushx pushy pushz
columns contact i j x y z nx ny nz slipx slipy slipz side
frame 0 t=0 body=2 contact=1
body 5 7 1 2 3 1.5 sand 0 0.5 0 1 2 3
body 3 7 2 2 3 0.5 sand 0 0 0 4 5 6
contact 5 3 1.5 2 3 1 0 0 0.1 0.2 0.3 4
end 0
END
scree-move -q --axis 1,1,1 --turn-deg 120 space >a
is 'vectors that nobody knows turn, of contacts as well' "$(column a 5 'pushx pushy pushz') $(last contact a | awk '{ for (k = 10; k <= 13; k++) printf "%.9g ", $k }')" '3 1 2 0.3 0.1 0.2 4 '
# L = 2/5 m r^2 w, m = 4/3 pi r^3 rho, r = 0.75
scree-mass space 2>/dev/null | scree-set -q --material sand,5 >a
near 'a spin about y stays when the density changes: its momentum goes with it' "$(column a 5 Ly)" "$(awk 'BEGIN { r = 0.75; print 0.4 * 4 / 3 * atan2(0, -1) * r^5 * 5 * 0.5 }')" 1e-5

# ---- scree-pick ----
is 'pick: a time to rounding, from both sides' "$(scree-pick --from 0.3 --to 0.3 all | grep -c '^frame 7 ') $(sed 's/t=0.30000000000000004/t=0.29999999999999993/' all | scree-pick --from 0.3 --to 0.3 | grep -c '^frame 7 ')" '1 1'
fails 3 'none of the 1 frames' 'not one that is later' scree-pick --to 0.29999 all
is 'step 0 and frame 0 are steps and frames' "$(sed 's/^frame 7/frame 0/; s/^end 7/end 0/' all | scree-pick --step 0 --frame 0 | grep -c '^frame 0 ')" 1
fails 2 'step: -1, expected 0 or more' 'a step below' scree-pick --step -1 all
fails 2 'frame: -1, expected 0 or more' 'a frame below' scree-pick --frame -1 all
scree-pick -q --where 'laps > 0 or note == second' all >a
is 'bodies by columns of any kind, contacts between them' "$(grep '^body' a | cut -d' ' -f2 | tr '\n' ' ')$(grep '^contact' a | cut -d' ' -f15)" '12 4 0.1'
is 'without what is not theirs any more' "$(grep -c '^ledger' a) $(column a 4 'ax fx omega')" '0 none none -0.5'
is 'by a formula of columns, and words' "$(scree-pick -q --where "sqrt(vx*vx + vy*vy) >= 0.5 and material != sand" all | grep '^body' | cut -d' ' -f2)" 4
finish
