#!/bin/sh
# scree-join: two scenes in one
. "$(dirname "$0")/../tap.sh"

cat >one <<'END'
scree 1 dim=2
made someone 1.0
domain lo=0,0 hi=4,4 periodic=xy
material sand density=3
law sand sand linear kn=1
shape 7 point r=0.5 0,0
columns body id shape material tag size x y angle ix iy vx vy omega
columns contact i j ix iy xi
frame 9 t=0.9 dt=0.1 due=1 body=2 contact=1
body 3 7 sand - 1 1 1 0 0 0 0 0 0
body 5 7 sand - 1 3 1 0 0 0 0 0 0
contact 3 5 0 0 0.375
ledger since=0 work=1
end 9
END
sed 's/made someone/made another/; s/body 5 7 sand - 1/body 5 7 sand lid 2/; s/hi=4,4/hi=5,5/' one >other
sed 's/sand/clay/g; s/density=3/density=1/; /^domain/d' one >clay

scree-join one other >a
is 'ids follow' "$(grep '^body' a | cut -d' ' -f2,3 | tr '\n' ' ')" '3 7 5 7 8 14 10 14 '
is 'sizes and tags stay' "$(grep '^body 10' a | cut -d' ' -f5,6)" 'lid 2'
is 'contacts follow' "$(grep '^contact' a | tr '\n' ' ')" 'contact 3 5 0 0 0.375 contact 8 10 0 0 0.375 '
is 'shapes follow' "$(grep '^shape' a | tail -n 1)" 'shape 14 point r=0.5 0,0'
is 'equal materials are one' "$(grep -c '^material' a)" 1
is 'the ledger is void' "$(grep -c '^ledger' a)" 0
is 'the first domain' "$(grep -c '^domain' a)" 1
is 'time is the first stream'"'"'s' "$(grep '^frame' a)" 'frame 9 t=0.9 dt=0.1 due=1 body=4 contact=2'
is 'provenance of both' "$(grep '^made' a | tr '\n' ' ')" 'made someone 1.0 made scree-join 0.1.0 one other made another 1.0 '
scree-join clay one >a
is 'a domain from the second' "$(grep '^domain' a)" 'domain lo=0,0 hi=4,4 periodic=xy'
is 'other materials and laws' "$(grep -c -e '^material sand density=3$' -e '^law sand sand linear kn=1$' a)" 2
is 'from standard input, put aside' "$(scree-join one - --by 0,3.5 <other | grep '^body 10' | cut -d' ' -f7,8,11)" '3 0.5 1'
ok 'three' sh -c 'test "$(scree-join one other clay | grep -c ^body)" = 6'
scree-set --periodic none --outlet 'drain below=0.5' --outlet 'gate tag=lid from=2' one >drained
is 'outlets come along, moved with their scene' "$(scree-join --by 0,0.25 clay drained | grep '^outlet' | tr '\n' ';')" \
	'outlet drain below=0.75;outlet gate tag=lid from=2;'
fails 3 'different definitions of outlet drain' 'outlets that differ' \
	sh -c 'scree-set --outlet "drain above=3" drained >other_drain; scree-join drained other_drain'
is 'one alone is passed on' "$(scree-join one | sed 3d | cmp - one && echo same)" same

sed 's/density=3/density=2/' one >light
fails 3 'one and light: found different definitions of material sand' 'materials that differ' scree-join one light
sed 's/kn=1/kn=2/' one >stiff
fails 3 'one and stiff: found different definitions of law sand' 'laws that differ' scree-join one stiff
is 'nothing is written then' "$(scree-join one stiff 2>/dev/null | grep -c '^frame')" 0
is 'none named is standard input' "$(scree-join --no-provenance <one | cmp - one && echo same)" same
fails 2 'read once' 'standard input twice' scree-join - -
fails 1 'cannot open nowhere' 'a file that is not there' scree-join one nowhere
sed "/^columns/,\$d" one >bare
fails 3 "no frame" "a stream without a frame" scree-join one bare
finish
