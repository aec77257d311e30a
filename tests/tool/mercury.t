#!/bin/sh
# scree-convert and MercuryDPM: restart files and contacts. What is expected follows from the files alone.
. "$(dirname "$0")/../tap.sh"

columns() { # NAME...: these columns of the bodies of a stream on stdin
	awk -v names="$*" 'BEGIN { n = split(names, name, " ") } /^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body/ { for (k = 1; k <= n; k++) printf "%s%s", $at[name[k]], k < n ? " " : "\n" }'
}

# ---- restart: spheres, planes, periods, species ----
cp "$root/formats/samples/good.restart" two.restart
scree-convert two.restart >two.scree
is 'domain, with the periodic boundary, and gravity' "$(grep -e '^domain' -e '^gravity' two.scree)" "$(printf 'domain lo=0,-1,0 hi=4,5,6 periodic=y\ngravity 0,0.5,-9.8')"
is 'species are materials' "$(grep '^material' two.scree | tr '\n' ';')" 'material grain0 density=2000;material grain1 density=1500;'
is 'and linear laws, each with its dashpots' "$(grep '^law' two.scree | tr '\n' ';')" \
	'law grain0 grain0 linear kn=1000 gn=2.5 attraction=1 kt=400 gt=1.5 mu=0.3;law grain1 grain1 linear kn=3000 gn=3.5 attraction=1 kt=0 gt=0 mu=0;law grain1 grain0 linear kn=2000 gn=3 attraction=1 kt=200 gt=0.5 mu=0.1;'
is 'ids begin at 1; who has no mass is held' "$(columns id material tag size x y z vx vy vz <two.scree | head -n 2 | tr '\n' ';')" \
	'1 grain0 - 0.5 2 4 1 1 2 3;4 grain1 fixed 0.25 2.5 3 2 0 0 0;'
near 'angular momentum of 2/5 m r^2' "$(columns Lz <two.scree | head -n 1)" "$(awk 'BEGIN { printf "%.17g", 0.4 * 2000 * 4 / 3 * atan2(0, -1) * 0.5 ^ 5 * 4 }')" 1e-9
is 'step and time' "$(sed -n 's/^frame \([0-9]*\) t=\([^ ]*\).*/\1 \2/p' two.scree)" '12501 0.25'
# z of the body frame turned by q points out of a plane: +x out of the plane x = 0 in MercuryDPM's file, +z out of z = 0.25
is 'planes have their bodies where MercuryDPM has them' "$(columns qw qx qy qz x y z <two.scree | tail -n 2 | awk '{ printf "%.9f %.9f %.9f at %s %s %s;", 2 * ($2 * $4 + $1 * $3), 2 * ($3 * $4 - $1 * $2),
	1 - 2 * ($2 ^ 2 + $3 ^ 2), $5, $6, $7 }')" '1.000000000 0.000000000 -0.000000000 at 0 0 0;0.000000000 0.000000000 1.000000000 at 1 2 0.25;'
is 'a wall that moves' "$(grep '^constraint wall1' two.scree)" 'constraint wall1 x=fixed y=fixed z=v:0.5 rx=fixed ry=fixed rz=fixed'
sed 's/zMax 6/zMax 0/' two.restart >thin.restart
is 'an axis without a size gets that of the particles, so that periods stay' "$(scree-convert thin.restart | grep '^domain')" \
	'domain lo=0,-1,0.5 hi=4,5,2.25 periodic=y'
is 'without periods there is no domain then' "$(sed 's/^PeriodicB/DeletionB/' thin.restart | scree-convert --from mercury-restart - | grep -c '^domain')" 0
# a ball at rest on a plane of stiffness k, without dashpot: overlap m g / k
sed -e 's/gravity 0 0.5 -9.8/gravity 0 0 -10/; s/velocity 1 2 3 angularVelocity 0 0 4/velocity 0 0 0 angularVelocity 0 0 0/; s/velocity 0 0 0.5/velocity 0 0 0/; s/dissipation 2.5/dissipation 0/' \
	-e 's/position 2 4 1 /position 2 4 0.745 /; s/stiffness 1000/stiffness 2094395.1023931953/' two.restart >rest.restart
scree-convert rest.restart | scree-dem3 -q -t 0.26 >rest.scree
near 'a ball rests on it where its stiffness has it: m g / k = 0.005' "$(columns z <rest.scree | tail -n 4 | head -n 1)" 0.745 1e-9
# five balls on one another, as MercuryDPM's CubicPackingSelfTest has written them, with the forces that it found half a step before
cat >pile.restart <<'END'
MercuryDPM 0.14 name pile
xMin 0 xMax 5 yMin 0 yMax 5 zMin 0 zMax 5
timeStep 0.0002 time 0.200000000000004 ntimeSteps 1000 timeMax 0.2
systemDimensions 3 particleDimensions 3 gravity 0 0 -1
Species 1
LinearViscoelasticSpecies id 0 density 1.9098593 stiffness 75857.5125578386 dissipation 230.258509299404
Walls 1
InfiniteWall id 4 indSpecies 0 position 0 0 0 orientation 0.707106781186548 0 0.707106781186548 0 velocity 0 0 0 angularVelocity 0 0 0
Boundaries 0
Particles 5
BaseParticle id 0 indSpecies 0 position 0.5 0.5 0.499925348298183 orientation 1 0 0 0 velocity 0 0 -8.89450904496229e-05 angularVelocity 0 0 0 force 0 0 0.0554662435328774 radius 0.5 invMass 1.00000000895498
BaseParticle id 1 indSpecies 0 position 0.5 0.5 1.49986458715971 orientation 1 0 0 0 velocity 0 0 -0.000170684436175048 angularVelocity 0 0 0 force 0 0 0.106438959560409 radius 0.5 invMass 1.00000000895498
BaseParticle id 2 indSpecies 0 position 0.5 0.5 2.49981836718401 orientation 1 0 0 0 velocity 0 0 -0.000238596019239987 angularVelocity 0 0 0 force 0 0 0.148788647200273 radius 0.5 invMass 1.00000000895498
BaseParticle id 3 indSpecies 0 position 0.5 0.5 3.49978722890879 orientation 1 0 0 0 velocity 0 0 -0.000287178013207875 angularVelocity 0 0 0 force 0 0 0.179084376363547 radius 0.5 invMass 1.00000000895498
BaseParticle id 4 indSpecies 0 position 0.5 0.5 4.4997715590188 orientation 1 0 0 0 velocity 0 0 -0.000312494530746674 angularVelocity 0 0 0 force 0 0 0.194871747540781 radius 0.5 invMass 1.00000000895498
END
scree-convert pile.restart | scree-dem3 -q -t 0.2 -d 0.0002 --forces >pile.scree
awk '/^BaseP/ { for (k = 1; k < NF; k++) if ($k == "force") print $(k + 3) }' pile.restart >theirs
columns fz <pile.scree | awk 'NR < 6 { print $1 - 1 }' >ours # without the weight, 1
ok 'forces are those of MercuryDPM' sh -c 'paste theirs ours | awk "{ d = \$1 - \$2; n++; if (d > 5e-4 || d < -5e-4) { print; bad = 1 } } END { exit bad || n != 5 }"'
bad() { # PATTERN WHAT SED
	sed "$3" two.restart >bad.restart
	fails 3 "bad.restart:$1" "$2" scree-convert bad.restart
}
bad "12: found the wall 'Coil', expected InfiniteWall" 'another wall' 's/^InfiniteWall id 1/Coil id 1/'
bad "7: found the species 'HertzianViscoelasticSpecies', expected LinearViscoelastic" 'another law' '7s/^[A-Za-z]*/HertzianViscoelasticSpecies/'
bad '8: found the species of grain0 and grain0 again' 'a species twice' '8s/id 1/id 0/'
bad '10: found the species of grain1 and grain0 again' 'a mixed species twice' '6s/2/3/; 9p'
bad '9: found a mixed species of 1 with itself' 'a mixed species of one' '9s/idB 0/idB 1/'
bad '7: found rollingStiffness that is not 0' 'rolling' '7s/$/ rollingStiffness 3/'
bad "5: found a scene in the plane" 'the plane' 's/systemDimensions 3/systemDimensions 2/'
bad '17: found the particle .SuperQuadricParticle., expected a sphere' 'another particle' '17s/$/ axes 1 2 3/; 17s/^[A-Za-z]*/SuperQuadricParticle/'
bad "17: found '2', expected a number from 0" 'a species that is not there' '17s/indSpecies 0/indSpecies 2/'
bad "18: found the end of the file, expected another particle" 'too few particles' 's/^Particles 2/Particles 3/; /^Interactions/d'
bad '14: found a periodic boundary across the axes' 'a slanted boundary' 's/normal 0 1 0/normal 0.6 0.8 0/'
# ---- contacts ----
printf '3 0.5 0 0 0 5 5 5\n1 1 1 0 0 0 0.5 0 0 0 0 0 0 0\n1.8 1.6 1 0 0 0 0.52 0 0 0 0 0 0 0\n3 3 0.5 0 0 0 0.55 0 0 0 0 0 0 0\n' >c.data
sed 's/ 0.5 0 0 0 5/ 0.75 0 0 0 5/' c.data >later.data
cat later.data >>c.data
cat >c.fstat <<'END'
# 0.25 0
# 0 0 0 5 5 5
# 0.5 0.55 0 0 0 0
0.25 0 1 1.4 1.3 1 0.02 0 4 0 -0.8 -0.6 0 0 0 0
# 0.5 0
# 0 0 0 5 5 5
# 0.5 0.55 0 0 0 0
0.5 0 1 1.4 1.3 1 0.02 0.001 5 0.5 -0.8 -0.6 0 -0.6 0.8 0
0.5 1 0 1.4 1.3 1 0.02 0.001 5 0.5 0.8 0.6 0 0.6 -0.8 0
0.5 2 -1 3 3 0 0.05 0 7 0 0 0 -1 0 0 0
0.5 2 0 1 2 3 0.01 0 6 0 0 0 1 0 0 0
# 0.75 0
# 0 0 0 5 5 5
# 0.5 0.55 0 0 0 0
END
scree-convert c.data c.fstat >c.scree
# the normal points from i to j, the tangential force acts on j; the wall is left out; a row of a fixed particle is missing
is 'contacts from an .fstat file' "$(grep -e '^columns contact' -e '^contact' c.scree)" "$(printf '%s\n' 'columns contact i j x y z nx ny nz ftx fty ftz overlap fn' \
	'contact 1 2 1.4 1.3 1 0.8 0.6 0 0.3 -0.4 0 0.02 5' 'contact 3 1 1 2 3 0 0 -1 0 0 0 0.01 6')"
is 'each frame has those of its time' "$(sed -n 's/^frame.* t=\([^ ]*\) .*\(contact=.*\)/\1 \2/p' c.scree | tr '\n' ';')" '0.5 contact=2;0.75 contact=0;'
sed '/^# 0.75/,$d' c.fstat >cut.fstat
is 'contacts of a time that the file does not have are unknown' "$(scree-convert c.data cut.fstat | sed -n 's/^frame.* t=//p' | tr '\n' ';')" \
	'0.5 dt=0 due=0.5 body=3 contact=2;0.75 dt=0 due=0.75 body=3;'
is 'and they come back: normals to the first, forces on it' "$(scree-convert -q c.scree --frame 0 --to fstat | sed -n '4,5p')" \
	"$(printf '%s\n' '0.5 0 1 1.4 1.3 1 0.02 0 5 0.5 -0.8 -0.6 0 -0.6 0.8 0' '0.5 1 0 1.4 1.3 1 0.02 0 5 0.5 0.8 0.6 0 0.6 -0.8 0')"
printf '0.5 0 1 1.4\n' >bad.fstat
sed '2a # a remark' c.fstat >remark.fstat
fails 3 'remark.fstat:5: found a contact of the time 0.25 below a head of the time 0.5,' 'a fourth comment, behind which contacts would be lost' \
	scree-convert c.data remark.fstat
fails 3 'bad.fstat:1: found 4 fields, expected time, two indices and 13 numbers' 'a row that is too short' scree-convert c.data bad.fstat
# a pile: what lies on the floor, and its contacts, there and back
scree-shape -q sphere --volume 0.5 | scree-fill -q --box 3,3,4 --fraction 0.3 | scree-wall -q box |
	scree-set -q --gravity 0,0,-9.81 --law grain,grain,kn=1e4,kt=1e4,mu=0.5,en=0.5 | scree-dem3 -q -t 1 >pile.scree
scree-convert -q pile.scree --to mercury -o pile.data
scree-convert -q pile.scree -o pile.fstat
n=$(head -n 1 pile.data | cut -d' ' -f1)
scree-convert --from mercury pile.data pile.fstat >back.scree
touches() { # i j of the lower id first, forces
	awk -v n="$n" '/^columns contact/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^contact/ { i = $at["i"]; j = $at["j"]; if (i > n || j > n) next; s = i < j ? 1 : -1
		printf "%d %d %.9g %.9g %.9g %.9g %.9g\n", (s > 0 ? i : j), (s > 0 ? j : i), $at["fn"], $at["overlap"], s * $at["nx"] + 0, s * $at["nz"] + 0, s * $at["ftx"] + 0 }' "$1" |
		sed 's/ -0 / 0 /g' | sort -k1,1n -k2,2n
}
touches pile.scree >touches
ok 'a pile has contacts of grains' test "$(wc -l <touches)" -gt 10
is 'which come back' "$(touches back.scree | awk '{ $7 = sprintf("%.6g", $7) } 1')" "$(awk '{ $7 = sprintf("%.6g", $7) } 1' touches)"
is 'walls have indices below 0, and directions the other way' "$(awk '$3 < 0 && $13 < -0.9 { down++ } END { print (down > 3) }' pile.fstat)" 1
fails 2 'fstat holds contacts, found a frame at t=0 without them' 'a scene without contacts' sh -c 'scree-shape -q sphere | scree-convert --to fstat'
printf '0 0 0 0 0 9 9 9\n0 0.5 0 0 0 9 9 9\n' >pour.data
is 'a file is recognized that has no particles' "$(scree-convert pour.data | grep -c '^frame')" 2
printf '\n1 1 0 0 0 9 9 9\n1 2 3 0 0 0 0.5 0 0 0 0 0 0 0\n' >>pour.data
is 'or none at first' "$(scree-convert pour.data | sed -n 's/^frame.*body=//p' | tr '\n' ' ')" '0 0 1 '
fails 2 'mercury-restart is read and not written' 'no restart file is written' scree-convert two.scree -o back.restart
finish
