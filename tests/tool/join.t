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
is 'provenance of both' "$(grep '^made' a | tr '\n' ' ')" "made someone 1.0 made another 1.0 made scree-join 0.1.0 one other $(noted one 1) $(noted other 1) "
scree-join one other 2>&1 >b | wc -l >said
is 'nothing is said if all know their contacts' "$(cat said)" 0
sed '/^contact/d; /^columns contact/d; s/ contact=1//' other >light
scree-join one light >b 2>said
is 'a scene that does not know its contacts leaves those of the others' "$(grep '^contact' b; grep -o 'contact=.*' b)" \
	"contact 3 5 0 0 0.375
contact=1"
is 'but says so' "$(grep -c 'contacts are stated by 1 of 2 scenes only.*scree-dem2 -t 0' said)" 1
scree-join light one >b 2>said
is 'in either order' "$(grep -c 'contacts are stated by 1 of 2 scenes only' said) $(grep -c '^contact 8 10 ' b)" '1 1'
scree-join -q one light >b 2>said
is 'and is silent if asked' "$(cat said)" ''
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
# what no body has need not be equal: the material gravel of the one, softened, and its laws
for k in 1 2; do
	sed "s/^shape 7/material gravel density=$k\nlaw sand gravel linear kn=$k\nlaw gravel gravel linear kn=$k\n&/" one >spare$k
done
is 'materials and laws of no body: the first ones stay' "$(scree-join spare1 spare2 | grep -e '^material g' -e '^law.* g' | tr '\n' ';')" \
	'material gravel density=1;law sand gravel linear kn=1;law gravel gravel linear kn=1;'
sed 's/^body 5 7 sand/body 5 7 gravel/' spare2 >borne
fails 3 'different definitions of material gravel' 'but those of a body of either scene do' scree-join spare1 borne
fails 3 'different definitions of material gravel' 'or of the other' scree-join borne spare1
sed 's/gravel density=2/gravel density=1/' borne >lawless
fails 3 'different definitions of law sand gravel' 'and laws of two materials that come together' scree-join spare1 lawless
is 'nothing is written then' "$(scree-join one stiff 2>/dev/null | grep -c '^frame')" 0
is 'none named is standard input' "$(scree-join --no-provenance <one | cmp - one && echo same)" same
# what is equal is one; what differs in anything is refused, by the name of what it is
cat >plane <<'END'
scree 1 dim=2
domain lo=-9,-9 hi=9,9
material sand density=3 colour=red
law sand sand linear kn=7 kt=2 mu=0.5
constraint lid x=v:0.5 y=p:-1 angle=sin:1,2,3 m=3 c=2 between=left,right
constraint left x=fixed y=fixed angle=fixed
constraint right x=fixed y=fixed angle=fixed
outlet drain below=-7 from=2 return=-3,4,6
outlet gate tag=left from=1
shape 7 point r=0.5 0,0
columns body id shape material tag x y
frame 9 t=0.9 body=1
body 3 7 sand - 1 1
end 9
END
cat >space <<'END'
scree 1 dim=3
material sand density=3
constraint lid x=fixed y=fixed z=p:-1 rx=v:1 ry=v:2 rz=v:3 m=3 c=2 between=left,right,front,back
constraint left x=fixed y=fixed z=fixed
constraint right x=fixed y=fixed z=fixed
constraint front x=fixed y=fixed z=fixed
constraint back x=fixed y=fixed z=fixed
outlet drain below=-7 from=2 return=-3,4,-2,5,6
shape 7 sphere r=0.5
columns body id shape material tag x y z
frame 9 t=0.9 body=1
body 3 7 sand - 1 1 1
end 9
END
for s in plane space; do
	cp $s same
	is "$s: equal definitions are one" "$(scree-join $s same | grep -c -e '^material' -e '^law' -e '^constraint' -e '^outlet')" \
		"$(grep -c -e '^material' -e '^law' -e '^constraint' -e '^outlet' $s)"
done
differ() { # SCENE WHAT SED
	sed "$3" "$1" >differs
	cmp -s "$1" differs && echo 'nothing differs' >&2
	fails 3 "found different definitions of $2, expected equal definitions" "$1: $3" scree-join "$1" differs
}
for e in 's/ity=3/ity=3.5/' 's/red/blue/' 's/ colour=red//'; do differ plane 'material sand' "$e"; done
for e in 's/sand linear/sand hertz/' 's/kn=7/kn=8/' 's/mu=0.5/mu=0.25/' 's/ mu=0.5//' 's/ mu=0.5/ en=0.5/' 's/ mu=0.5/ mu=0.5 en=0.5/'; do
	differ plane 'law sand sand' "$e"
done
for e in 's/v:0.5/v:0.25/' 's/v:0.5/f:0.5/' 's/p:-1/p:-2/' 's/sin:1,2,3/sin:1,2,4/' 's/sin:1,2,3/sin:1,3,3/' 's/m=3/m=4/' 's/c=2/c=1/' \
	's/=left,right/=right,left/' 's/ between=.*//' 's/between=left,right/between=left,lid2/' 's/between=left,right/between=lid2,right/'; do
	differ plane 'constraint lid' "$e"
done
for e in 's/below=-7/below=-6/' 's/below=-7/left=-7/' 's/below=-7/above=-7/' 's/from=2/from=3/' 's/return=-3/return=-4/' 's/,4,6/,3,6/' \
	's/,4,6/,4,5/' 's/ return=.*//'; do
	differ plane 'outlet drain' "$e"
done
for e in 's/tag=left/tag=right/' 's/gate tag=left/gate below=1/'; do differ plane 'outlet gate' "$e"; done
for e in 's/ between=.*//' 's/front,back/back,front/' 's/left,right,/right,left,/' 's/,front,back/,-,-/' 's/,front,back/,front,lid2/' 's/rx=v:1/rx=v:2/' \
	's/ry=v:2/ry=fixed/' 's/rz=v:3/rz=v:4/'; do
	differ space 'constraint lid' "$e"
done
for e in 's/,-2,5,6/,-1,5,6/' 's/,-2,5,6/,-2,6,6/' 's/,-2,5,6/,-2,5,5/'; do differ space 'outlet drain' "$e"; done

# each scene once more from its place than the one before, with its contacts and outlets; the columns of all, no value (-) where
# one has none; ids and shapes behind the highest so far, not behind the last
cat >a <<'END'
scree 1 dim=2
domain lo=0,-2 hi=8,6 periodic=x
gravity 0.5,-2
shape 9 point r=0.5 0,0
shape 4 point r=0.25 0,0
columns body id shape x y angle vx vy omega ix
columns contact i j x y fn ix
frame 4 t=0.5 dt=0.125 body=2 contact=1
body 12 9 7 1 0.5 1 2 3 2
body 5 4 2 1 0.25 4 5 6 -1
contact 12 5 7.5 1.25 3 1
end 4
END
cat >b <<'END'
scree 1 dim=2
gravity 9,9
shape 3 point r=0.125 0,0
outlet drain above=1.5 return=1,2,0.5
columns body id shape size x y label vx
columns contact i j x y xi
frame 1 t=9 dt=9 body=2 contact=1
body 6 3 2 0.5 1 red 7
body 2 3 3 1.5 2 blue 8
contact 2 6 1 1.75 0.375
end 1
END
sed 's/red/5/; s/blue/6/; /^outlet/d' b >c
scree-join --by 3,-0.5 a b c >abc
# ids 6, 2 behind 12, and behind 18; x + 3 and x + 6; y - 0.5 and - 1
is 'bodies: where they are, what they are' "$(awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ { n = split("id shape size x y ix angle vx omega label", c, " "); for (k = 1; k <= n; k++) printf "%s ", $at[c[k]]; print "" }' abc)" \
	'12 9 1 7 1 2 0.5 1 3 - 
5 4 1 2 1 -1 0.25 4 6 - 
18 12 2 3.5 0.5 0 0 7 0 red 
14 12 3 4.5 1.5 0 0 8 0 blue 
24 15 2 6.5 0 0 0 7 0 5 
20 15 3 7.5 1 0 0 8 0 6 '
is 'contacts go with their bodies' "$(awk '/^columns contact/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^contact/ { print $at["i"], $at["j"], $at["x"], $at["y"], $at["fn"] + 0, $at["ix"] + 0, $at["xi"] + 0 }' abc)" '12 5 7.5 1.25 3 1 0
14 18 4 1.25 0 0 0.375
20 24 7 0.75 0 0 0.375'
is 'outlets, too' "$(grep '^outlet' abc)" 'outlet drain above=1 return=4,5,0'
is 'time, step and gravity are those of the first' "$(grep -e '^gravity' -e '^frame' abc | tr '\n' ' ')" \
	'gravity 0.5,-2 frame 4 t=0.5 dt=0.125 due=0.5 body=6 contact=3 '
is 'beyond a periodic edge bodies are wrapped, and their contacts' "$(scree-join --by 5,0 a b c | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body 2[04]/ { print $at["x"], $at["ix"] } /^columns contact/ { for (k = 3; k <= NF; k++) to[$k] = k - 1 }
	/^contact 20/ { print $to["x"], $to["ix"] }')" '2.5 1
3.5 1
3 0'
sed 's/^columns body.*/& z/; s/^body .*/& 0.5/; s/dim=2/dim=3/; s/point r=\([0-9.]*\) 0,0/sphere r=\1/; s/^columns contact.*/& z/; s/^contact .*/& 0.25/
	s/above=1.5 return=1,2,0.5/above=1.5 return=1,2,3,4,0.5/; /^gravity/d' b >b3
sed '/^outlet/d' b3 >c3
scree-join --by 3,-0.5,0.125 c3 b3 c3 | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^outlet/ { print }
	/^body/ { print $at["id"], $at["x"], $at["y"], $at["z"] } /^columns contact/ { for (k = 3; k <= NF; k++) to[$k] = k - 1 }
	/^contact/ { print $to["i"], $to["j"], $to["x"], $to["y"], $to["z"] }' >found
is 'in space' "$(cat found)" 'outlet drain above=1.625 return=4,5,2.5,3.5,0.625
6 0.5 1 0.5
2 1.5 2 0.5
12 3.5 0.5 0.625
8 4.5 1.5 0.625
18 6.5 0 0.75
14 7.5 1 0.75
2 6 1 1.75 0.25
8 12 4 1.25 0.375
14 18 7 0.75 0.5'
# the third scene's outlets go as far as its bodies
sed 's/^outlet.*/outlet gate below=-0.5 return=1,2,0.5/' b >c2
is 'outlets of the third scene, too' "$(scree-join --by 3,-0.5 a b c2 | grep '^outlet')" 'outlet drain above=1 return=4,5,0
outlet gate below=-1.5 return=7,8,-0.5'
sed 's/^outlet.*/outlet gate below=-7 return=1,2,3,4,0.5/' b3 >e3
is 'in space' "$(scree-join --by 3,-0.5,0.125 c3 b3 e3 | grep '^outlet')" 'outlet drain above=1.625 return=4,5,2.5,3.5,0.625
outlet gate below=-6.75 return=7,8,2,3,0.75'
fails 2 "by: '1' is not two numbers" 'half a way' scree-join --by 1 a b
fails 2 "by: '1,2' is not three numbers" 'a way of the plane' scree-join --by 1,2 b3 c3
fails 3 'c3: found dim=3, expected dim=2 as in a' 'scenes of the plane and of space' scree-join a c3
fails 2 'named 2 times, expected at most once' 'standard input twice' scree-join - -
fails 1 'cannot open nowhere' 'a file that is not there' scree-join one nowhere
sed "/^columns/,\$d" one >bare
fails 3 "no frame" "a stream without a frame" scree-join one bare
fails 2 'by: ' 'of a single scene, too, options are looked at' scree-join --by 1 one
# spins of each scene count in space, whatever columns they have
spinning() { # SPIN
	printf '%s\n' 'scree 1 dim=3' 'material m density=1' 'shape 1 sphere r=0.5' 'columns body id shape material x y z wx wy wz' \
		'frame 0 t=0 body=1' "body 1 1 m 0 0 0 0 $1 0" 'end 0'
}
spinning 3 >a
spinning 5 >b
is 'spins of the second scene' "$(scree-join -q --by 3,0,0 a b | scree-set -q | awk '
	/^columns body/ { for (k = 3; k <= NF; k++) if ($k == "Ly") c = k - 1 } /^body/ { printf "%.6g ", $c / (0.1 * 3.14159265358979 / 6) }')" '3 5 '
finish
