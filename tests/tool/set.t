#!/bin/sh
# scree-set: changes stand before the last frame, and nothing else changes
. "$(dirname "$0")/../tap.sh"

cat >two <<'END'
scree 1 dim=2
material sand density=3
material steel density=8
law sand sand linear kn=1 mu=0.5 gn=0.25 gt=0.125
shape 7 point r=0.5 0,0
constraint top x=v:0.5 angle=fixed m=2
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 dt=0.1 due=0 body=1
body 1 7 sand - 1 1 1 0 0 0 0 0 0
end 0
columns body id shape material tag size x y angle ix iy vx vy omega colour
frame 5 t=0.5 dt=0.1 due=0.5 body=3
body 1 7 sand - 1 1 1 0 0 0 0 0 0 red
body 2 7 sand top 1 3 1 0 0 0 0 0.5 0 blue
body 3 7 steel - 1 5 1 0 0 0 -3 4 0 red
ledger since=0 work=1
end 5
END
sed -n '2,10p' two >head
frame() { sed -n '/^frame 5/,$p' "$1" | grep '^body'; }

fails 2 "option --law: the scene has no material 'glass', expected [a-z]+ or [a-z]+;" 'a material that is none' scree-set --law glass,glass,mu=1 two
scree-set --gravity 0,-9.81 two >a
sed -n '3,11p' a >found
ok 'what is earlier is passed on' cmp head found
is 'gravity stands before the last frame' "$(sed -n 12p a)" 'gravity 0,-9.81'
is 'the ledger is void' "$(grep -c '^ledger' a)" 0
sed -n '/^frame 5/,$p' two | grep '^body' >want
frame a >found
ok 'the bodies stay as they were, to the letter' cmp want found
is 'provenance' "$(sed -n 2p a)" "made scree-set 0.1.0 --gravity 0,-9.81 two $(noted two)"

scree-set --law sand,sand,mu=0.1,en=0.75 --material glass,2.5 --law sand,glass,kn=4 two >a
is 'a law changes in what is named; restitution replaces damping' "$(sed -n '/^end 0/,$p' a | grep '^law sand sand')" \
	'law sand sand linear kn=1 mu=0.1 en=0.75'
is 'a new material' "$(grep '^material glass' a)" 'material glass density=2.5'
is 'with a law' "$(grep '^law sand glass' a)" 'law sand glass linear kn=4'
scree-set --law steel,sand,kn=4,kt=2 two >a
is 'a pair in either order' "$(scree-set --law sand,steel,kt=3 a | sed -n '$!{/^law steel/h;};${g;p;}')" \
	'law steel sand linear kn=4 kt=3'
scree-set --law grain,grain,kn=1000 <<END >a
$(scree-shape disk)
END
is 'kt changes with kn' "$(grep '^law' a | tail -n 1)" 'law grain grain linear kn=1000 kt=100 mu=0.5 en=0.5'
is 'back and forth' "$(scree-set --law grain,grain,kn=0 a | scree-set --law grain,grain,kn=10 | grep '^law' | tail -n 1)" \
	'law grain grain linear kn=10 mu=0.5 en=0.5'
is 'another kind begins anew' "$(scree-set --law grain,grain,hertz,kn=10 a | grep '^law' | tail -n 1)" 'law grain grain hertz kn=10'
is 'the same keeps its keys' "$(scree-set --law grain,grain,linear,mu=0 a | grep '^law' | tail -n 1)" \
	'law grain grain linear kn=1000 kt=100 mu=0 en=0.5'
fails 2 'unknown key .pull., expected kn' 'a key of another kind' scree-set --law grain,grain,pull=1 a
fails 2 'mur=0.2 has no effect' 'a limit of no resistance' scree-set --law grain,grain,mur=0.2 a
fails 2 'unknown kind .granite.' 'an unknown kind' scree-set --law grain,grain,granite,kn=1 a
is 'unless it is named' "$(scree-set --law grain,grain,kt=3,kn=10 a | grep '^law' | tail -n 1)" \
	'law grain grain linear kn=10 kt=3 mu=0.5 en=0.5'
is 'one damping coefficient replaces restitution' "$(scree-set --law grain,grain,gt=3 a | grep '^law' | tail -n 1)" \
	'law grain grain linear kn=1000 kt=100 mu=0.5 gt=3'

scree-set --constrain 'top y=p:-0.25 x=sin:0.5,2,0 c=0.5' two >a
is 'a constraint anew' "$(grep '^constraint' a | tail -n 1)" 'constraint top x=sin:0.5,2,0 y=p:-0.25 c=0.5'
is 'which is the whole of it: a note says what that frees' "$(scree-set --constrain 'top y=p:-0.25' two 2>&1 >slip)" \
	'scree-set: constraint top: --constrain replaces the whole constraint, which frees x angle'
is 'and nothing where all is named' "$(scree-set --constrain 'top x=fixed angle=v:2' two 2>&1 >slip)" ''
is 'a pressure between two walls' "$(scree-set --constrain 'top y=p:-1 between=left,right' two | grep '^constraint' | tail -n 1)" \
	'constraint top y=p:-1 between=left,right'
is 'walls that are not there are noted' \
	"$(scree-set --constrain 'top x=fixed y=p:-1 angle=fixed between=left,top' two 2>&1 >slip)" \
	'scree-set: between= of a constraint: no body has the tag left'
is 'a tag is freed' "$(scree-set --release top two | grep '^constraint' | tail -n 1)" 'constraint top'
scree-set --tag lid --where 'x > 4 or colour == blue' --velocity 0.5,-0.25 two >a
is 'tags and velocities where' "$(frame a | awk '{ print $5, $12, $13 }' | tr '\n' ' ')" '- 0 0 lid 0.5 -0.25 lid 0.5 -0.25 '
is 'only in the last frame' "$(grep -c lid a)" 3
scree-set --domain -1,-1,9,9 --outlet 'drain below=-0.5 from=0.25 return=0,8,2' --outlet 'open tag=top' two >drained
is 'outlets' "$(grep '^outlet' drained | tr '\n' ';')" 'outlet drain below=-0.5 from=0.25 return=0,8,2;outlet open tag=top;'
is 'an outlet anew' "$(scree-set --outlet 'drain right=8' drained | grep '^outlet drain' | tail -n 1)" 'outlet drain right=8'
is 'one is taken away' "$(scree-set --outlet drain drained | grep '^outlet drain' | tail -n 1)" 'outlet drain'
is 'a tag without a constraint changes no motion' "$(scree-set --tag seen --where 'x > 4' two | grep -c '^ledger')" 1
is 'but one with does' "$(scree-set --tag top --where 'x > 4' two | grep -c '^ledger')" 0
scree-set --omega 2 --where 'speed == 5' two >a
is 'speed is the length of the velocity' "$(frame a | awk '{ print $14 }' | tr '\n' ' ')" '0 0 2 '
scree-set --body-material steel --where 'not tag == top and material == sand' two >a
is 'materials where' "$(frame a | awk '{ print $4 }' | tr '\n' ' ')" 'steel sand steel '
scree-set --tag - --where moved two >a
is 'a tag taken away' "$(frame a | awk '{ print $5 }' | tr '\n' ' ')" '- - - '
# 2000 disks of mass 3 * pi / 4 and inertia m / 8
scree-shape disk --radius 0.5 | scree-fill -q -n 2000 --lattice square | scree-set --material grain,3 --temperature 0.02 --no-drift >hot
near 'temperature of velocities' "$(awk '/^body/ { s += 2.35619449 * ($12 ^ 2 + $13 ^ 2) / 2; n++ } END { print s / n }' hot)" 0.02 0.0023
near 'temperature of spins' "$(awk '/^body/ { s += 2.35619449 / 8 * $14 ^ 2; n++ } END { print s / n }' hot)" 0.02 0.0032
near 'no drift' "$(awk '/^body/ { s += $12 } END { print s }' hot)" 0 1e-12
scree-set --speed 0.5 --where 'id <= 500' hot >a
is 'speed of some' "$(awk '/^body/ { d = sqrt($12 ^ 2 + $13 ^ 2) - 0.5; n += d < 1e-12 && d > -1e-12 } END { print n }' a)" 500
is 'which do not spin, while the others do' "$(awk '/^body/ { n[$2 <= 500] += $14 == 0 } END { print n[1], n[0] + 0 }' a)" '500 0'
fails 2 'give only one of' 'two velocities' scree-set --speed 1 --temperature 1 two
scree-set --domain 0,0,4,4 --periodic x two >a
is 'a domain' "$(grep '^domain' a)" 'domain lo=0,0 hi=4,4 periodic=x'
is 'bodies are wrapped into it, and counted' "$(frame a | awk 'NR == 3 { print $7, $10 }')" '1 1'
is 'another time step renumbers the frame' "$(scree-set --dt 0.25 two | grep '^frame' | tail -n 1)" \
	'frame 2 t=0.5 dt=0.25 due=0.5 body=3'
sed 's/^frame 5 .*/frame 7 t=1.3 dt=0.2 due=1.3 body=3/; s/^end 5/end 7/' two >changed
is 'the time step of the frame is accepted where a run has changed it' "$(scree-set --dt 0.2 changed | grep '^frame' | tail -n 1)" \
	'frame 7 t=1.3 dt=0.2 due=1.3 body=3'
is 'time begins anew' "$(scree-set --reset two | grep '^frame' | tail -n 1)" 'frame 0 t=0 dt=0.1 due=0 body=3'
# rates: 2 of the bodies are free, the middle is (2, 2) -- (xx, yy, xy) = (0.5, -0.25, 2) moves them by
# (0.5 (x - 2) + 2 (y - 2), -0.25 (y - 2))
cat >cell <<'END'
scree 1 dim=2
domain lo=0,0 hi=4,4 periodic=xy
shape 1 point r=0.5 0,0
constraint top x=fixed
columns body id shape tag x y vx vy
frame 0 t=0 dt=0.1 due=0 body=3
body 1 1 - 1 3 0.25 0.5
body 2 1 top 3 3 0 0
body 3 1 - 3.5 0.5 0 0
end 0
END
scree-set --rate 0.5,-0.25,2 cell >a
is 'rates' "$(grep '^domain' a | tail -n 1)" 'domain lo=0,0 hi=4,4 periodic=xy rate=0.5,-0.25,2'
is 'free bodies flow' "$(grep '^body' a | awk '{ print $7, $8 }' | tr '\n' ' ')" '1.75 0.25 0 0 -2.25 0.375 '
scree-set --rate 0,0,0 a >b
is 'and stop' "$(grep '^body' b | awk '{ print $7, $8 }' | tr '\n' ' ')" '0.25 0.5 0 0 0 0 '
is 'a flow of rate 0 is no record' "$(grep '^domain' b | tail -n 1)" 'domain lo=0,0 hi=4,4 periodic=xy'
scree-set --velocity 1,1 --rate 0.5,-0.25,2 cell >b
is 'the flow comes on top of velocities that are set' "$(grep '^body' b | awk '{ print $7, $8 }' | head -n 1)" '2.5 0.75'
# the third body is put at (0.5, 12.5) of a tilted domain: wrapped by 3 b - a, b = (1, 4), a = (4, 0), which is faster by
# 3 (0.5 * 1 + 2 * 4, -0.25 * 4) - (0.5 * 4, 0) = (23.5, -3)
sed 's/rate=/tilt=1 rate=/; s/^body 3 1 - 3.5 0.5/body 3 1 - 0.5 12.5/' a | scree-move --by 0,0 >b
is 'what is wrapped goes on as its image' "$(grep '^body' b | awk 'NR == 3 { print $5, $6, $7, $8 }')" '1.5 0.5 -25.75 3.375'
sed 's/rate=/tilt=1 rate=/' a | scree-set --rate 0,0,0 | scree-set --periodic x >b
is 'a domain that is not periodic along y is not tilted' "$(grep '^domain' b | tail -n 1)" 'domain lo=0,0 hi=4,4 periodic=x'

# pressures: what --rate gave to the axes is where their rates begin; an axis that loses its own stands still, its flow is taken back
scree-set -q --rate 0.5,-0.25,2 --pressure -,0.5 --cell-mass 3 --cell-damping 0.25 --cell-memory 0 cell >c
is 'a pressure along y' "$(grep '^domain' c | tail -n 1)" \
	'domain lo=0,0 hi=4,4 periodic=xy rate=0.5,-0.25,2 pressure=-,0.5 m=3 c=0.25'
is 'is written as it is read' "$(scree-set -q --dt 0 c | grep '^domain' | tail -n 1)" "$(grep '^domain' c | tail -n 1)"
# a rate that a pressure from before controls lasts no longer than the first step
controlled='only the first value, for the domain keeps its target stress along it; --pressure none'
is 'a note says that a pressure from before controls a rate' \
	"$(scree-set --rate 0.5,-0.25,2 c 2>&1 >/dev/null | grep -c "rate yy: $controlled")" 1
is 'and keeps a domain moving that is to stand still' "$(scree-set --rate 0,0,0 c 2>&1 >/dev/null | grep -c "rate yy: $controlled")" 1
is 'but not of a rate that is left alone, nor with the pressure given or ended' "$({ scree-set --rate 0.5,0,2 c
	scree-set --rate 0.5,-0.25,2 --pressure -,0.5 c; scree-set --rate 0.5,-0.25,2 --pressure none c; } 2>&1 >/dev/null |
	grep -c "$controlled")" 0
scree-set -q --pressure none c >b
is 'and ends' "$(grep '^domain' b | tail -n 1)" 'domain lo=0,0 hi=4,4 periodic=xy rate=0.5,0,2'
is 'with the flow along it' "$(grep '^body' b | awk '{ print $7, $8 }' | tr '\n' ' ')" '1.75 0.5 0 0 -2.25 0 '
# four disks of mass 1 and the defaults kn = 1: the cell is as heavy as one of them, whatever their number
scree-shape disk | scree-fill -q -n 4 --lattice square --periodic xy | scree-set --pressure 0.5 >c 2>note
is 'one pressure is for both axes' "$(grep -c ' pressure=0.5,0.5 m=' c)" 1
near 'the default mass' "$(sed 's/.*mass \([^,]*\),.*/\1/' note)" \
	"$(awk '/^mass/ { print substr($3, index($3, "=") + 1) }' c)" 1e-4
near 'and damping' "$(sed 's/.*damping \([^ ]*\) .*/\1/' note)" 0.5 1e-4
near 'and memory' "$(sed 's/.*memory //' note)" 10 1e-4
# of other kinds of laws the stiffness at an overlap of a tenth of the side of a square as large as the disk, 1
for law in 'hertz,kn=4 1.5*4*sqrt(0.1)' 'lennard-jones,epsilon=2 2*(156/0.9^14-84/0.9^8)'; do
	scree-set --law "grain,grain,${law% *}" --pressure 0.5 c 2>note >b
	near "damping for ${law%%,*}" "$(sed 's/.*damping \([^ ]*\) .*/\1/' note)" "$(awk "BEGIN { print sqrt(${law#* }) / 2 }")" 1e-4
done
scree-move --replicate 2,3 c >b
near 'copies answer a stress as the one does' "$(sed -n 's/^domain.* m=\([^ ]*\) .*/\1/p' b | tail -n 1)" \
	"$(sed -n 's/^domain.* m=\([^ ]*\) .*/\1/p' c | tail -n 1)" 1e-4
scree-set -q --shear-stress 0.25 --pressure -,0.5 --cell-mass 3 --cell-damping 0.25 --cell-memory 2 cell >c
ok 'a shear stress beside a pressure' grep -q '^domain .* pressure=-,0.5 shear=0.25 m=3 c=0.25 tau=2$' c
is 'is written as it is read' "$(scree-set -q --dt 0 c | grep '^domain' | tail -n 1)" "$(grep '^domain' c | tail -n 1)"
scree-set -q --shear-stress none --cell-mass 3 --cell-damping 0 --cell-memory 0 c >b
ok 'and ends alone' grep -q '^domain .* pressure=-,0.5 m=' b
sed 's/ tau=2$/ tau=2 mean=0,-0.5,0.125/' c >kept
ok 'the mean of the rates stays with another memory' sh -c "scree-set -q --pressure -,0.5 --cell-mass 3 --cell-damping 1 --cell-memory 3 kept | grep -q ' tau=3 mean=0,-0.5,0.125$'"
ok 'and is dropped without one' sh -c "scree-set -q --pressure -,0.5 --cell-mass 3 --cell-damping 0.25 --cell-memory 0 kept | grep -q '^domain .* c=0.25$'"
fails 2 "'1,2' is not a number" 'two shear stresses' scree-set --shear-stress 1,2 cell

sed '/^columns/,$d' two >bare
is 'definitions without a frame' "$(scree-set --gravity 1,2 bare | tail -n 1)" 'gravity 1,2'

fails 2 "there is no column 'colur'" 'a column that is not there' scree-set --tag a --where 'colur == red' two
fails 2 "is a word" 'words have no order' scree-set --tag a --where 'tag > 3' two
fails 2 "ends too early; see" 'an unfinished expression' scree-set --tag a --where 'x >' two
fails 2 'selects bodies, but nothing is done' 'where without what' scree-set --where 'x > 1' two
fails 2 "no material 'glass'" 'a law of nothing' scree-set --law sand,glass,kn=1 two
is 'a tag that no body has is noted' "$(scree-set --constrain 'lip x=fixed' --outlet 'o tag=hid' two 2>&1 >slip)" \
	'scree-set: constraint: no body has the tag lip
scree-set: outlet: no body has the tag hid'
is 'not when a body gets it' "$(scree-set --tag lip --where 'id == 1' --constrain 'lip x=fixed' two 2>&1 >slip)" ''
fails 2 "KEY=VALUE" 'a law without a value' scree-set --law sand,sand,kn two
fails 2 "kn='nan', expected a number" 'a law with a value that is none' scree-set --law sand,sand,kn=nan two
fails 2 'density -1' 'negative density' scree-set --material sand,-1 two
fails 2 "option --constrain: .*v:fast" 'a constraint that is none' scree-set --constrain 'top x=v:fast' two
fails 2 'does not divide' 'a step that does not divide the time' scree-set --dt 0.3 two
# 9000000 times 1e-7 is less than 0.9 by rounding
sed 's/ t=0.5 dt=0.1 due=0.5/ t=0.9 dt=0.1 due=0.9/' two >long
is 'one that divides a long time but for rounding' "$(scree-set --dt 1e-7 long | sed -n 's/^frame \([0-9]*\) .*/\1/p')" 9000000
fails 2 'does not divide' 'one that misses it by a thousandth of itself' scree-set --dt 1.0000000001e-7 long
fails 2 'dt: 8.47033e-22, but the time of the frame is 0.5, expected 0 to 2.53 steps' 'a step that is too short' \
	scree-set --dt 8.470329472543003e-22 two
fails 2 'x, y, xy or none' 'axes' scree-set --periodic z two
fails 2 'not above the lower' 'a domain upside down' scree-set --domain 0,3,1,2 two
fails 2 'XX,YY,XY' 'two rates' scree-set --rate 1,2 cell
fails 2 'no domain' 'rates of unbounded space' scree-set --rate 0,1,0 two
fails 2 'rate xx and is not periodic along x' 'a rate along an open axis' scree-set --periodic y --rate 1,0,0 cell
fails 2 'rate yy and is not periodic along y' 'another' scree-set --periodic x --rate 0,1,0 cell
fails 2 'rate xy and is not periodic along both' 'shear of an open domain' scree-set --periodic y --rate 0,0,1 cell
fails 2 "'-1' is not P, XX,YY or none" 'a negative pressure' scree-set --pressure -1 cell
fails 2 "is not P, XX,YY or none" 'three of them' scree-set --pressure 1,2,3 cell
fails 2 'has no pressure' 'a pressure along no axis' scree-set --pressure -,- cell
fails 2 'no domain' 'a pressure in unbounded space' scree-set --pressure 1 two
fails 2 'pressure along x and is not periodic' 'a pressure along an open axis' scree-set --periodic y --pressure 1 --cell-mass 1 cell
fails 2 'cell-mass: -2, expected above 0' 'a cell of negative mass' scree-set --pressure 1 --cell-mass -2 cell
fails 2 'go with --pressure' 'a mass without a pressure' scree-set --cell-mass 2 cell
fails 3 'has no mass' 'a pressure on bodies without mass' scree-set --pressure 1 cell
fails 2 'rate xx and' 'an axis opened while it is stretched' scree-set --periodic none a
fails 2 'option --outlet: .*expected its line inside the domain' 'an outlet outside the domain' \
	scree-set --domain 0,0,9,9 --outlet 'drain below=-0.5' two
fails 2 'option --outlet: .*not periodic in y' 'one across an edge that is none' \
	scree-set --domain 0,0,9,9 --periodic y --outlet 'drain below=0' two
fails 2 'option --outlet: .*return= inside' 'one that puts bodies back outside' \
	scree-set --domain 0,0,9,9 --outlet 'drain below=0 return=1,2,9' two
fails 2 'option --outlet: .*not periodic in y' 'one that puts bodies on top where there is none' \
	scree-set --domain 0,0,9,9 --periodic y --outlet 'drain right=9 return=1,2,8' two
fails 2 'option --outlet: .*below=low' 'an outlet that is none' scree-set --outlet 'drain below=low' two
fails 2 'outlet drain: expected its line inside the domain' 'a domain that leaves an outlet outside' \
	scree-set --domain 0,0,9,9 drained
for how in '--speed 1' '--temperature 0.5'; do
	# shellcheck disable=SC2086 # an option and its value
	is "spin as asked beside $how" "$(scree-shape disk --radius 0.5 | scree-set -q $how --omega 2.5 |
		awk '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == "omega") c = k - 1 } /^body/ { print $c }')" 2.5
done
fails 2 'no constraint on tag' 'release of what is free' scree-set --release lid two
fails 3 'no frame' 'bodies where there are none' scree-set --tag a bare
fails 1 'cannot write' 'a full disk' sh -c 'scree-set --gravity 0,1 two >/dev/full'
# definitions after the last frame hold for the frames to come: a change comes after them, or it would not hold
{ cat two; echo 'law sand sand linear kn=7 mu=0.25 en=0.5'; echo 'gravity 0,-3'; } >later
is 'a change of what stands after the last frame' \
	"$(scree-set --law sand,sand,mu=0.125 --gravity 1,0 later | scree-set --reset | grep -e '^law' -e '^gravity' -e '^frame 0' | tail -n 3 | tr '\n' ' ')" \
	'gravity 1,0 law sand sand linear kn=7 mu=0.125 en=0.5 frame 0 t=0 dt=0.1 due=0 body=3 '
is 'without a change all stays in its place' "$(scree-set --no-provenance later | cmp - later && echo same)" same

# a second stream forgets the first one; if it has no frame, there is none to change, and the frames before stay as they are
{ cat two; head -n 7 two; } >none
is 'a stream without frames after one with frames: these stay' "$(scree-set --no-provenance --gravity 1,0 none | diff none - | tail -n +2)" '> gravity 1,0'
for run in 'set --reset none' 'move --by 1,1 none' 'dem2 -t 1 none' 'dem2 -t 1 --dry-run none' 'join two none' 'draw -o p.svg none' 'pick --last none'; do
	# shellcheck disable=SC2086
	fails 3 'no frame|none of the 2 frames' "no last frame: $run" scree-$run
done

# contacts across the edges of a domain end if its images stand elsewhere afterwards
cat >ring <<'END'
scree 1 dim=2
domain lo=0,0 hi=10,7 periodic=xy
shape 1 point r=0.5 0,0
columns body id shape x y
columns contact i j ix iy
frame 0 t=0 body=2 contact=2
body 1 1 9.75 0.25
body 2 1 0.625 6.75
contact 1 2 1 -1
contact 1 1 1 0
end 0
END
contacts() { scree-set "$@" ring | sed -n 's/^contact //p' | tr '\n' ';'; }
is 'the same domain' "$(contacts --domain 0,0,10,7)" '1 2 1 -1;1 1 1 0;'
is 'a domain beside it' "$(contacts --domain 0.75,0,10.75,7)" '1 2 0 -1;1 1 1 0;'
is 'a higher one' "$(contacts --domain 0,0,10,7.5)" '1 1 1 0;'
is 'a wider one' "$(contacts --domain 0,0,10.25,7)" ''
is 'one that is not periodic along y' "$(contacts --periodic x)" '1 1 1 0;'

finish
