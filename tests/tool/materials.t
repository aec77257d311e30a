#!/bin/sh
# Elastic constants of materials and the laws that use them: scree-set, simulators, analyzers, other makers; what is refused
. "$(dirname "$0")/../tap.sh"

# key KEY: the value of a key of the first law of a stream
key() {
	sed -n "s/^law.* $1=\([^ ]*\).*/\1/p" | head -n 1
}
glass='E=7e10,nu=0.2'
scree-shape sphere -r 0.001 | scree-fill -q -n 4 --box 0.01,0.01,0.02 | scree-wall -q box >plain
scree-set -q --material "grain,density=2500,$glass" --law grain,grain,hertz-mindlin,en=0.9,mu=0.3 plain >beads

# ---- what scree-set writes ----

is 'constants of a material' "$(grep '^material' beads | tail -n 1)" 'material grain density=2500 E=7e10 nu=0.2'
is 'and the law' "$(grep '^law' beads | tail -n 1)" 'law grain grain hertz-mindlin en=0.9 mu=0.3'
is 'keys that are not named stay' "$(scree-set --material grain,nu=0.25 beads | grep '^material' | tail -n 1)" \
	'material grain density=2500 E=7e10 nu=0.25'
is 'a density alone' "$(scree-set --material grain,2700 beads | grep '^material' | tail -n 1)" 'material grain density=2700 E=7e10 nu=0.2'
is 'naming the linear law again deletes kn and kt' \
	"$(scree-set --material "grain,$glass" --law grain,grain,linear,mu=0.2 plain | grep '^law' | tail -n 1)" \
	'law grain grain linear mu=0.2 en=0.5'
is 'but not those that are given' "$(scree-set --material "grain,$glass" --law grain,grain,linear,kt=5 plain | grep '^law' | tail -n 1)" \
	'law grain grain linear mu=0.5 en=0.5 kt=5'
is 'and not without E' "$(scree-set --law grain,grain,linear,mu=0.2 plain | grep '^law' | tail -n 1)" \
	'law grain grain linear kn=1 kt=0.1 mu=0.2 en=0.5'
ok 'scree-join takes equal constants' scree-join beads beads
scree-set --material grain,nu=0.3 beads >other
fails 3 'different definitions of material grain' 'and no others' scree-join beads other

is 'a law that keeps its kn is noted' "$(scree-set --material "grain,$glass" plain 2>&1 >other)" \
	'scree-set: law grain grain: found kn=1, but both materials have E, expected one of them; scree-set --law grain,grain,linear '\
'deletes kn and kt, so that the stiffness follows from E'
is 'not if it changes, too' "$(scree-set --material "grain,$glass" --law grain,grain,hertz-mindlin plain 2>&1 >other)" ''

# ---- softening ----

scree-set --gravity 0,0,-9.81 --soften 100 beads >soft 2>notes
is 'moduli are divided' "$(grep '^material' soft | tail -n 1)" 'material grain density=2500 E=7e8 nu=0.2'
ok 'by Hertz overlaps grow by 100^(2/5), 100^(2/3), contact times by 100^(2/5)' \
	grep -q 'by 6.31 in impacts and by 21.5 under a load; contacts last 6.31' notes
# a ball of radius r and density q that hits a plane at the speed v: (5 pi q v^2 / (4 E*))^(2/5) of the radius. Two balls that meet
# have twice the speed, half the mass, and a contact of half the radius, which makes (2 sqrt 2)^(2/5) of it
scree-set -q --gravity 0,0,0 beads | scree-set --velocity 0,0,-0.7 --where 'not moved' --soften 100 >soft 2>notes
impact() {
	awk -v e="$1" 'BEGIN { pi = atan2(0, -1); printf "%.3g", 100 * (2 * sqrt(2) * 5 * pi * 2500 * 0.49 / (4 * e / 2 / (1 - 0.04))) ^ 0.4 }'
}
grep 'to expect is' notes >numbers
is 'overlaps to expect, by closed form' "$(sed 's/.*expect is \([^ ]*\) .*before \([^ ]*\) .*/\1 \2/' numbers)" "$(impact 7e8) $(impact 7e10)"
is 'which is what a dry run says' "$(sed 's/.*expect is \([^ ]*\) .*/\1/' numbers)" "$(scree-dem3 --dry-run -t 1 soft | foretold 'overlap by radius')"
scree-set --soften 0.01 soft >hard 2>notes
is 'softening by 1/100 undoes it' "$(grep '^material' hard | tail -n 1)" 'material grain density=2500 E=7e10 nu=0.2'
ok 'and says what stiffening does' grep -q 'multiplied by 100, .*shrink to 0.158 in impacts and to 0.0464 under a load; contacts last 0.158' notes
is 'and to what it was' "$(sed -n 's/.*expect is \([^ ]*\) .*before \([^ ]*\) .*/\1 \2/p' notes)" "$(impact 7e10) $(impact 7e8)"
scree-set --soften 4 --law grain,grain,kn=8,kt=4,gn=6,kr=2,mur=0.1 plain >soft 2>notes
is 'springs of laws, and dashpots by the root' "$(grep '^law' soft | tail -n 1)" \
	'law grain grain linear kn=2 kt=1 mu=0.5 gn=3 kr=0.5 mur=0.1'
ok 'linear: 4^(1/2), 4' grep -q 'overlaps grow by 2 in impacts and by 4 under a load; contacts last 2' notes
sed 's/kn=1 kt=0.1/en=0.25/;s/ en=0.5//' plain | scree-set -q --soften 4 >soft
is 'a stiffness by default, too' "$(grep '^law' soft | tail -n 1 | key kn)" 0.25
fails 2 'soften: 0, expected a number above 0' 'nothing that is left' scree-set --soften 0 beads
scree-set -q --law grain,grain,hard plain >hard
fails 3 'no law has a stiffness' 'nothing to soften' scree-set --soften 2 hard

# ---- analyzers and makers ----

scree-shape disk -r 0.5 | scree-fill -q -n 30 --fraction 0.8 --periodic xy --temperature 4 |
	scree-set -q --material "grain,E=1e4,nu=0.2" --law grain,grain,hertz-mindlin,mu=0,en=1 | scree-dem2 -q -t 0.4 >cloud
ok 'grains of the plane are in contact' [ "$(sed -n 's/^frame.*contact=//p' cloud | tail -n 1)" -gt 9 ]
stress() {
	scree-stress "$@" cloud | tail -n 1 | awk '{ for (k = 3; k <= 8; k++) printf "%.9g ", $k }'
}
is 'stress by the bodies is that of the forces that the run found' "$(stress --recompute)" "$(stress)"
scree-shape disk -r 0.5 | scree-fill -q -n 12 --box 5,5 | scree-set -q --material "grain,E=1e4,nu=0.2" --law grain,grain,hertz-mindlin >few
ok 'walls of a biaxial cell have the constants of the grains' sh -c 'scree-wall -q biaxial --press-y 1 few | scree-dem2 -q -t 0.01'

# hertz has a stiffness of another unit than kt: no default fits
hertz() { scree-shape disk -r 0.5 | scree-fill -q -n 12 --box 5,5 | scree-set -q --law "grain,grain,hertz,kn=100$1" | scree-dem2 -t 0.01 2>&1 >other | grep -c 'hertz has no kt'; }
is 'a note says that hertz needs kt' "$(hertz '') $(hertz ,kt=7) $(hertz ,mu=0)" '1 0 0'

# ---- what is refused ----

fails 3 'beads.kn:[0-9]+: law grain grain: found kn=5, but both materials have E, .*scree-set --law grain,grain,linear deletes' 'kn and E' \
	sh -c 'sed "s/hertz-mindlin/linear kn=5/" beads >beads.kn; scree-dem3 -t 1 beads.kn'
fails 3 'law grain grain: hertz has a stiffness kn of its own, but both materials have E' 'hertz and E' \
	sh -c 'sed "s/hertz-mindlin/hertz/" beads | scree-dem3 -t 1'
fails 3 'stdin:[0-9]+: law grain grain: the stiffness of hertz-mindlin follows .* material grain has none; scree-set --material' 'no E' \
	sh -c 'sed "s/ E=.*//" beads | scree-dem3 -t 1'
fails 3 'the stiffness of a linear law without kn follows .* material steel has none; .*--law gives kn' 'E of one material' \
	sh -c 'scree-set -q --material steel,7800 beads | sed "s/^frame/law steel grain linear\n&/" | scree-dem3 -t 1'
fails 2 'found kn, but the stiffness of hertz-mindlin follows from E and nu' 'hertz-mindlin with kn' \
	scree-set --law grain,grain,hertz-mindlin,kn=1 beads
fails 2 'material grain has none' 'a law before its constants' scree-set --law grain,grain,hertz-mindlin plain
fails 2 'both materials have E' 'kn beside them' scree-set --law grain,grain,linear,kn=3 beads
fails 2 'glass has E without nu, expected both or neither' 'half of the constants' scree-set --material glass,E=1 plain
fails 2 'glass has nu without E' 'the other half' scree-set --material glass,nu=0.2 plain
fails 2 'nu=0.6, expected a number above -1, up to 0.5' "Poisson's ratio" scree-set --material glass,E=1,nu=0.6 plain
fails 2 'E=0, expected more than 0' 'no modulus' scree-set --material grain,E=0 beads
fails 2 "unknown key 'young', expected density, E or nu" 'another key' scree-set --material glass,young=3 plain
fails 2 'glass is new and has no density, expected density=VALUE' 'a material without density' \
	scree-set --material glass,E=1,nu=0.2 plain
scree-set --material glass,2500 plain 2>notes >/dev/null
ok 'a note says that no body has the new material' grep -q 'material glass: no body has it; --body-material glass' notes
scree-set --material glass,2500 --body-material glass plain 2>notes >/dev/null
ok 'and no note if a body has it' test ! -s notes
fails 2 "E='soft', expected a number" 'no number' scree-set --material glass,E=soft,nu=0 plain
fails 3 'law grain grain: the stiffness of hertz-mindlin follows' 'analyzers say it, too' \
	sh -c 'sed "s/ E=.*//" cloud | scree-contacts --recompute'
finish
