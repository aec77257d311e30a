#!/bin/sh
# scree-dem2: scenes it refuses, and options
. "$(dirname "$0")/../tap.sh"
scene=$root/tests/data/shear.scree
# bad STATUS PATTERN WHAT SED: the scene changed by sed is refused
bad() {
	sed "$4" "$scene" >bad.scree
	fails "$1" "$2" "$3" scree-dem2 -t 1 bad.scree
}

fails 2 'option --time: missing' "no time" scree-dem2 "$scene"
fails 2 'option --time: -1' "a negative time" scree-dem2 -t -1 "$scene"
fails 2 "option --dt: '-1', expected auto or a number of 0 or more" "a step below 0" scree-dem2 -t 1 --dt=-1 "$scene"
fails 2 "option --integrator: 'euler'" "an unknown integrator" scree-dem2 -t 1 --integrator euler "$scene"
fails 2 "option --until: 'calm'" "an unknown condition" scree-dem2 --until calm "$scene"
fails 2 "option --skin: 'thick'" "a skin that is no number" scree-dem2 -t 1 --skin thick "$scene"
fails 2 "option --light: 0" "no light frames" scree-dem2 -t 1 --light 0 "$scene"
fails 2 "option --every: -1" "a negative interval" scree-dem2 -t 1 --every -1 "$scene"
fails 2 "option --every: 0, expected above 0" "no interval" scree-dem2 -t 1 --every 0 "$scene"
fails 3 'no frame' "a stream without frames" sh -c "sed '/^columns/,\$d' '$scene' | scree-dem2 -t 1"

bad 3 "no contact law for materials 'grain' and 'grain'" "a missing law" '/^law/d'
bad 3 "bad.scree:5: law grain grain: unknown kind 'granite', expected linear, hertz" "an unknown law" 's/linear/granite/'
bad 3 "law grain grain: unknown key 'pull', expected kn kt" "a key of another law" 's/kt=0.1/pull=0.1/'
bad 3 "law grain grain: unknown key 'en', expected epsilon" "restitution by molecules" 's/linear kn=1 kt=0.1/lennard-jones/'
bad 3 "law grain grain: unknown key 'kz'" "an unknown key" 's/kt=0.1/kz=0.1/'
bad 3 "law grain grain: found en together with gn or gt" "damping given twice" 's/en=0.5/en=0.5 gn=1/'
bad 3 "law grain grain: en=1.5, expected 0 to 1" "a restitution above 1" 's/en=0.5/en=1.5/'
bad 3 "law grain grain: kn=-1, expected 0 or more" "a negative stiffness" 's/kn=1 /kn=-1 /'
bad 3 "law grain grain: cut=11, expected 1.2 to 10" "a cut beyond all neighbours" 's/linear kn=1 kt=0.1 mu=0.5 en=0.5/lennard-jones epsilon=1 cut=11/'
bad 3 "law grain grain: mur=0.2 has no effect without a spring or dashpot, expected kr or gr above 0" "a limit of no resistance" 's/en=0.5/en=0.5 mur=0.2/'
bad 3 "a law reaches 1000 beyond the radii, expected at most [0-9.]+, 3 periods" "forces that reach through many images" \
	's/linear kn=1/cohesive range=1000 kn=1/'
bad 3 "body [0-9]+ has no material" "a body without material" 's/^\(body [0-9]* [0-9]*\) grain/\1 -/'
bad 3 "constraint top: 2 bodies move as one and may turn" "a group that may turn" \
	's/^\(constraint top .*\) angle=fixed/\1/; s/grain bottom/grain top/'
bad 3 "expected a pressure along x or y" "a pressure on an angle" 's/^\(constraint top .*\) angle=fixed/\1 angle=p:1/'
bad 3 "constraint top: between= names the wall 'left', expected other bodies" "a pressure between walls that are not there" \
	's/^constraint top .*/constraint top x=fixed y=p:-1 angle=fixed m=3 between=left,bottom/'
bad 3 "expected every key once" "a pressure and a velocity along one axis" 's/^constraint top .*/constraint top y=p:-1 y=v:1/'
bad 3 "expected m= a positive number" "a negative mass" 's/^constraint top .*/constraint top y=p:-1 m=-2/'
bad 3 "can move but has mass 0" "a pressed plate without mass" 's/ m=[0-9.]*//; s/^shape 3 polyline r=0.2/shape 3 polyline r=0/'
bad 3 "can move but has mass 0" "a grain without area" 's/shape 1 polygon r=0.2 .*/shape 1 polyline r=0 -0.5,0 0.5,0/'
bad 3 "both spheroradii are 0" "contacts without radius" \
	's/shape \([123]\) \([a-z]*\) r=0.2/shape \1 \2 r=0/; s/body 40 \(.*\) 1 0.4410/body 40 \1 1 0.5/'
bad 3 "centre of mass of shape 1 is [0-9.]+ away" "an origin off the centre of mass" 's/^shape 1 polygon r=0.2 0.49,0/shape 1 polygon r=0.2 0.6,0/'
bad 3 ":[0-9]+: the domain is tilted and not periodic along both axes of the tilt, expected" "a tilted domain" 's/periodic=x/periodic=x tilt=0.5/'
bad 3 ":[0-9]+: the domain has a rate yy and is not periodic along y, expected" "a domain that grows along an open axis" 's/periodic=x/periodic=x rate=0,0.1,0/'
bad 3 "bad.scree:[0-9]+: the domain deforms, but body [0-9]+ has the constraint (top|bottom)" "walls in a domain that deforms" 's/periodic=x/periodic=x rate=0.1,0,0/'
bad 3 "body 39 reaches further than 50 periods" "a grain far wider than the domain" 's/^\(body 39 1 grain -\) 1/\1 1e9/'
awk -v n=46341 'BEGIN {
	printf "scree 1 dim=2\ndomain lo=-9,-9 hi=9,9 periodic=x\nmaterial grain density=1\nlaw grain grain linear kn=1\nshape 1 polygon r=0.1"
	for (k = 0; k < n; k++)
		printf " %.17g,%.17g", cos(6.283185307179586 * k / n), sin(6.283185307179586 * k / n)
	print "\nmass 1 area=3 I=1 method=exact\ncolumns body id shape material x y\nframe 0 t=0 body=2\nbody 7 1 grain 0 0\nbody 8 1 grain 3 0\nend 0"
}' >round.scree
fails 3 "bodies 7 and 7: the product of their numbers of vertices is 2147488281, expected at most 2147483647" \
	"more vertices than its images can be told by" scree-dem2 -t 1 round.scree
sed '/^domain/d' round.scree >two.scree
fails 3 "bodies 7 and 8: the product" "more vertices than two bodies can be told by" scree-dem2 -t 1 two.scree
bad 4 "overlap by" "bodies on top of each other" 's/^\(body 39 1 grain - 1\) [^ ]* [^ ]*/\1 0.6 1.1/'
bad 4 "body 39 moved by [0-9.e+]+ in one step" "a bullet" 's/^\(body 39 .*\) [^ ]* [^ ]* [^ ]* \([a-z]*\)$/\1 1e12 0 0 \2/'
bad 4 "body 39 moved by (99|100)[.0-9]* in one step" "a leap over its neighbours" \
	's/^\(body 39 .*\) [^ ]* [^ ]* [^ ]* \([a-z]*\)$/\1 1e4 0 0 \2/; s/ dt=[^ ]*/ dt=0.01/'
bad 4 "not finite" "a number beyond all bounds" \
	's/^\(body 39 .*\) [^ ]* [^ ]* [^ ]* \([a-z]*\)$/\1 1e308 1e308 1e308 \2/'
bad 4 "body 39" "far outside the domain" 's/^body 39 1 grain - 1 [^ ]*/body 39 1 grain - 1 1e300/'
fails 2 "option --every: 1e-12, expected at least the time step" "an interval far below the step" scree-dem2 -t 1 -e 1e-12 "$scene"
ok "a time beyond all bounds can be asked for" scree-dem2 -t 1e300 --dry-run "$scene"

# ---- walls that cross: a rod that is held, a loaded one across it, and a square that stands on a rod; no vertex is near an edge
cat >cross.scree <<'END'
scree 1 dim=2
material grain density=1
law grain grain linear kn=1
shape 1 polyline r=0.1 -2,0 2,0
shape 2 polyline r=0.1 0,-2 0,2
shape 3 polygon r=0.1 -1,-1 1,-1 1,1 -1,1
mass 3 area=4 I=2.6667
constraint held x=fixed y=fixed angle=fixed
constraint loaded x=f:1 y=fixed angle=fixed m=1
columns body id shape material tag x y
frame 0 t=0 body=2
body 1 1 grain held 0 0
body 2 2 grain loaded 0.3 0.2
end 0
END
fails 3 'bodies 1 and 2 cross' 'a loaded wall across another' scree-dem2 -t 0 cross.scree
ok 'not where their law is none' sh -c 'sed s/kn=1/kn=0/ cross.scree | scree-dem2 -q -t 0'
ok 'not where both are told how to move' sh -c 'sed s/x=f:1/x=v:1/ cross.scree | scree-dem2 -q -t 0'
ok 'not where they are apart' sh -c 'sed "s/loaded 0.3/loaded 2.3/" cross.scree | scree-dem2 -q -t 0'
sed 's/^body 2.*/body 2 3 grain - 0.3 0.2/' cross.scree >through.scree
fails 3 'bodies 1 and 2 cross' 'a wall through a grain' scree-dem2 -t 0 through.scree
fails 3 'bodies 1 and 2 cross' 'a wall within a grain' sh -c 'sed s/-2,0.2,0/-.1,0\ .1,0/ through.scree | scree-dem2 -t 0'
sed 's/^material/domain lo=-4,-4 hi=4,4 periodic=x\n&/; s/held 0 0/held -3.9 0/; s/- 0.3/- 3.9/' through.scree >edge.scree
fails 3 'bodies 1 and 2 cross' 'over the edge of the domain' scree-dem2 -t 0 edge.scree
# a rod in the middle of twenty-five small grains that stand in no order, through one of them or between them
crowd() { # Y of the rod
	sed -n '1,3p;/^constraint held/p' cross.scree
	awk -v y="$1" 'BEGIN {
		print "shape 1 polyline r=0.1 -2,0 2,0\nshape 3 polygon r=0.1 -.5,-.5 .5,-.5 .5,.5 -.5,.5\nmass 3 area=1 I=0.1667"
		print "columns body id shape material tag x y\nframe 0 t=0 body=26"
		for (k = 0; k < 25; k++) { if (k == 9) print "body 1 1 grain held 6.2 " y; at = (7 * k + 3) % 25; print "body", k + 2, "3 grain -", at % 5 * 3, int(at / 5) * 3 }
		print "end 0" }'
}
crowd 6.1 >crowd.scree
fails 3 'bodies 1 and 14 cross' 'a wall through one of many' scree-dem2 -t 0 crowd.scree
crowd 7.5 >between.scree
ok 'not where it is between them' scree-dem2 -q -t 0 between.scree

# a ball that is thicker than its periodic domain overlaps with its own images
scree-shape disk --radius 0.5 | scree-fill -q -n 1 --box 3,3 --periodic xy | scree-set --domain 0,0,3,0.7 >thin.scree
fails 3 "thin.scree:$(grep -n ^domain thin.scree | tail -n 1 | cut -d: -f1): body"' 1 has the diameter 1, but its nearest periodic image is 0.7 away' 'a domain thinner than a grain' scree-dem2 -t 1 thin.scree
scree-shape sphere --radius 0.5 | scree-fill -q -n 1 --box 3,3,3 --periodic xyz | scree-set --domain 0,0,0,3,3,0.7 >thin3.scree
fails 3 "thin3.scree:$(grep -n ^domain thin3.scree | tail -n 1 | cut -d: -f1): body"' 1 has the diameter 1, but its nearest periodic image is 0.7 away' 'in space' scree-dem3 -t 1 thin3.scree
fails 4 'body 1 overlaps by .* with its own periodic image' 'one that becomes as thin' \
	sh -c 'scree-set --domain 0,0,0,3,3,1.2 --rate 0,0,-0.5,0,0,0 thin3.scree | scree-dem3 -t 5'
ok 'a run that is split while a disk overlaps its own image' \
	sh -c 'scree-set --domain 0,0,3,1.2 --rate 0,-0.5,0 thin.scree | scree-dem2 -q -t 0.7 | scree-dem2 -q -t 0.1'
ok 'in space' sh -c 'scree-set --domain 0,0,0,3,3,1.2 --rate 0,0,-0.5,0,0,0 thin3.scree | scree-dem3 -q -t 0.7 | scree-dem3 -q -t 0.1'
finish
