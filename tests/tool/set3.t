#!/bin/sh
# scree-set in three dimensions: vectors, spins and their momenta, what is refused
. "$(dirname "$0")/../tap.sh"

# column ID NAME...: fields of a body of the last frame, from stdin
column() {
	awk -v id="$1" -v want="$2" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" && $2 == id { n = split(want, w, " "); for (k = 1; k <= n; k++) v[k] = $at[w[k]] }
		END { for (k = 1; k <= n; k++) printf "%.9g%s", v[k], k < n ? " " : "\n" }'
}
# two balls of radius 1 at z = -2 and 2: volume 8 pi / 3, I_z = 2/5 V, I_x = I_y = V (2/5 + 4); a quarter turn about y puts
# its axis along x
cat >scene <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=10,10,10
material sand density=3
material steel density=6
shape 1 clump 0,0,-2,1 0,0,2,1
shape 2 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz
frame 4 t=0.4 dt=0.1 due=0.4 body=3
body 1 1 sand - 1 5 5 5 0.7071067811865476 0 0.7071067811865476 0
body 2 1 sand - 2 2 12 3 1 0 0 0
body 3 2 sand floor 1 0 0 0 1 0 0 0
end 4
END
V=$(awk 'BEGIN { printf "%.17g", 8 * atan2(0, -1) / 3 }')
scree-set --where 'not moved' --velocity 1,-2,3 --omega 0.5,1,0.25 scene >a
is 'velocities have three components' "$(column 1 'vx vy vz' <a) $(column 3 'vx vy vz' <a)" '1 -2 3 0 0 0'
is 'angular velocities are written for readers' "$(column 1 'wx wy wz' <a) $(column 3 'wx wy wz' <a)" '0.5 1 0.25 0 0 0'
is 'and are momenta, the axis being along x' "$(column 1 'Lx Ly Lz' <a)" \
	"$(awk -v v="$V" 'BEGIN { printf "%.9g %.9g %.9g\n", 3 * v * 0.4 * 0.5, 3 * v * 4.4, 3 * v * 4.4 * 0.25 }')"
is 'of a body twice the size 32 times as much' "$(column 2 'Lx Ly Lz' <a)" \
	"$(awk -v v="$V" 'BEGIN { printf "%.9g %.9g %.9g\n", 96 * v * 4.4 * 0.5, 96 * v * 4.4, 96 * v * 0.4 * 0.25 }')"
is 'who becomes denser turns on, with more momentum' "$(scree-set --body-material steel --where 'id == 1' a | column 1 'wx wy wz Lx')" \
	"0.5 1 0.25 $(awk -v v="$V" 'BEGIN { printf "%.9g\n", 6 * v * 0.4 * 0.5 }')"
is 'also where the material does' "$(scree-set --material sand,6 a | column 2 'wx wy wz Lz')" \
	"0.5 1 0.25 $(awk -v v="$V" 'BEGIN { printf "%.9g\n", 192 * v * 0.4 * 0.25 }')"
ok 'what is not asked for stays to the letter' sh -c 'grep "^body" scene >x; scree-set --gravity 0,0,-9.81 scene | grep "^body" | cmp - x'
is 'gravity' "$(scree-set --gravity 0,0.5,-9.81 scene | grep ^gravity)" 'gravity 0,0.5,-9.81'
is 'a domain, and bodies wrapped into it' "$(scree-set --domain 0,0,0,8,9,4.5 --periodic yz scene >a; grep '^domain' a | tail -1
	column 1 'y z iy iz' <a; column 2 'y iy iz' <a)" 'domain lo=0,0,0 hi=8,9,4.5 periodic=yz
5 0.5 0 1
3 1 0'
is 'a constraint of six degrees of freedom' "$(scree-set --constrain 'floor z=v:0.5 rx=fixed ry=sin:1,2,0 rz=f:0.25 m=2' scene | grep '^constraint' | tail -1)" \
	'constraint floor z=v:0.5 rx=fixed ry=sin:1,2,0 rz=f:0.25 m=2'
is 'axes that it frees' "$(scree-set --constrain 'floor x=fixed rx=fixed' scene 2>/dev/null | scree-set --constrain 'floor y=fixed' 2>&1 >slip)" \
	'scree-set: constraint floor: --constrain replaces the whole constraint, which frees x rx'
is 'tags' "$(scree-set --tag egg --where 'z > 4' scene | awk '/^body/ { print $5 }' | tr '\n' ' ')" 'egg - floor '

# ---- chance ----
# 2000 bodies: means of squares are known to sqrt(2 / 2000), 3.2%; of an isotropic direction, squares are 1/3 +- 0.0067
{ sed '/^frame/,$d' scene; echo 'frame 0 t=0 body=2000'; seq 2000 | sed 's/.*/body & 1 sand - 1 5 5 5 0.5 0.5 -0.5 0.5/'; echo 'end 0'; } >many
scree-set --temperature 0.7 --no-drift many >hot
squares() { # of columns, momenta times velocities
	awk -v want="$2" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" { n = split(want, w, " "); m++; for (k = 1; k <= n; k++) { mate = w[k]; sub(/L/, "w", mate)
			s[k] += $at[w[k]] * $at[mate] } }
		END { for (k = 1; k <= n; k++) printf "%.9g ", s[k] / m }' "$1"
}
for c in 'vx vy vz' 'Lx Ly Lz'; do
	scale=$(awk -v v="$V" -v c="$c" 'BEGIN { print c ~ /v/ ? 3 * v : 1 }')
	ok "mean squares of $c" sh -c "echo $(squares hot "$c") | awk '{ for (k = 1; k <= 3; k++) if (\$k * $scale < 0.7 * 0.87 || \$k * $scale > 0.7 * 1.13) exit 1 }'"
done
# of the angular momenta along the axis and across it, I T: 4.4 / 0.4 = 11 times; the body's axis z lies along -y in space
is 'the axis of the bodies' "$(awk 'BEGIN { x = 0.5; y = -0.5; z = 0.5; w = 0.5; print 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) }')" \
	'0 -1 0'
ok 'momenta spread as the tensor of inertia' awk -v v="$V" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" { n++; x += $at["Lx"] ^ 2; y += $at["Ly"] ^ 2; z += $at["Lz"] ^ 2 }
	END { u = 3 * v * 0.7 * n; x /= 4.4 * u; y /= 0.4 * u; z /= 4.4 * u; print x, y, z
		exit !(x > 0.87 && x < 1.13 && y > 0.87 && y < 1.13 && z > 0.87 && z < 1.13) }' hot
ok 'no drift' awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" { x += $at["vx"]; y += $at["vy"]; z += $at["vz"] } END { exit !(x * x + y * y + z * z < 1e-18) }' hot
ok 'one speed in all directions' awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" { a = $at["vx"]; b = $at["vy"]; c = $at["vz"]; s = a * a + b * b + c * c; bad += s < 3.9999999 || s > 4.0000001
		x += a * a / 4; y += b * b / 4; z += c * c / 4; up += a; right += b; n++ }
	END { x /= n; y /= n; z /= n; print x, y, z; exit bad || x < 0.3 || x > 0.367 || y < 0.3 || y > 0.367 || z < 0.3 || z > 0.367 ||
		(up / n) ^ 2 > 0.02 || (right / n) ^ 2 > 0.02 }' <<END
$(scree-set --speed 2 many)
END
ok 'which do not spin, while the others do' sh -c 'scree-set --speed 2 --where "id <= 100" hot | awk "/^columns body/ { for (k = 3; k <= NF; k++) at[\$k] = k - 1 }
	/^body/ { spin = 0; n = split(\"Lx Ly Lz wx wy wz\", c, \" \"); for (k = 1; k <= n; k++) spin += \$at[c[k]] ^ 2
		if (\$2 <= 100) { few++; bad += spin > 0 } else { many++; bad += spin == 0 } } END { print few, many, bad + 0; exit bad || few < 50 || many < 50 }"'
ok 'equal seeds, equal bytes' sh -c 'scree-set --speed 2 --seed 5 many >a; scree-set --speed 2 --seed 5 many | cmp - a'
ok 'other seeds, other velocities' sh -c '! scree-set --no-provenance --speed 2 many | cmp -s - a'

# ---- refusals ----
fails 2 "gravity.*'0,-1' is not three numbers" 'gravity of two numbers' scree-set --gravity 0,-1 scene
fails 2 "velocity.*'1,2' is not three numbers" 'a velocity of two' scree-set --velocity 1,2 scene
fails 2 "omega.*'1' is not three numbers" 'a spin of one' scree-set --omega 1 scene
fails 2 "domain.*is not X0,Y0,Z0,X1,Y1,Z1" 'a flat domain' scree-set --domain 0,0,1,1 scene
fails 2 "periodic.*'yx' is not x, y, z, xy" 'axes out of order' scree-set --periodic yx scene
fails 2 "rate.*'0,0,1' is not XX,YY,ZZ,XY,XZ,YZ" 'rates of the plane' scree-set --rate 0,0,1 scene
fails 2 "pressure.*'1,2' is not P, XX,YY,ZZ or none" 'pressures of the plane' scree-set --pressure 1,2 scene
fails 2 'pressure along x and is not periodic' 'pressure on what is open' scree-set --pressure 1 scene
fails 2 'outlet.*expected its plane inside the domain' 'an outlet outside' scree-set --outlet 'a back=1e6' scene
fails 2 'expected x= y= z= rx= ry= rz=' 'a constraint of the plane' scree-set --constrain 'floor angle=fixed' scene
is 'who chooses nobody hears of it' "$(scree-set --where 'z > 300' --velocity 0,0,1 scene 2>&1 >/dev/null)" 'scree-set: --where selects none of 3 bodies'
is 'who moves nobody, too' "$(scree-move --where 'z > 300' --by 0,0,1 --scale 2 scene 2>&1 >/dev/null)" 'scree-move: --where selects none of 3 bodies'
is 'who chooses somebody does not' "$(scree-set --where 'id == 1' --velocity 0,0,1 scene 2>&1 >/dev/null)" ''
fails 3 'body 3 has no mass' 'the spin of a plane' scree-set --omega 1,0,0 scene
fails 3 'body 3 has no mass' 'and its heat' scree-set --temperature 1 scene
fails 3 "wall [(]plane[)].*--where 'not moved' leaves walls out" 'which tells what to do' scree-set --speed 1 scene
ok 'and that helps' sh -c "scree-set -q --speed 1 --where 'not moved' scene >heated"
scree-shape disk >flat
fails 3 'stdin:1: the stream is empty' 'no stream, of no dimension' scree-set --gravity 0,0,-1
fails 2 "gravity.*'0,0,-1' is not two numbers" 'three numbers in the plane' scree-set --gravity 0,0,-1 flat
fails 2 "omega.*'1,0,0' is not a number" 'three for its spin' scree-set --omega 1,0,0 flat
# no axis is special
. "$root/tests/axes.sh"
cat >named <<'END'
scree 1 dim=3
domain lo=-1,0.5,2 hi=4,3,8.5 periodic=x
gravity 1,-2,0.5
material sand density=3
shape 7 sphere r=0.5
constraint lid z=f:2 rx=f:1 m=3
columns body id shape material tag size x y z qw qx qy qz ix iy iz vx vy vz Lx Ly Lz wx wy wz slipx slipy slipz
columns contact i j fi fj ix iy iz x y z nx ny nz overlap tx ty tz
frame 0 t=0 dt=0 due=0 body=3 contact=1
body 3 7 sand - 1 -0.75 1 5 1 0 0 0 0 0 0 1 2 3 4 5 6 7 8 9 0.1 0.2 0.3
body 5 7 sand lid 2 3.5 1 3 0.5 0.5 0.5 0.5 2 0 0 0.5 -1 2 1 0 0 0 0 0 0 0 0
body 4 7 sand - 1.5 1.5 2 7 0.5 0.5 -0.5 0.5 0 0 0 0 0.25 -0.5 0 1 0 0 0 0 0 0 0
contact 3 5 0 0 -1 0 0 0 1 4 -1 0 0 0.01 0 0.5 0.25
end 0
END
alike() { # VECTOR COMMAND...: V in the command is the vector, or the names of axes, turned with the scene
	vector=$1
	shift
	for n in 0 1 2; do
		v=$(awk -v v="$vector" -v n=$n "$cycle"' BEGIN { print v ~ /,/ ? turned(v, n) : axes(v, n) }')
		renamed $n <named >scene
		sh -c "$(echo "$*" | sed "s/ V/ $v/")" <scene 2>&1 | seen $(((3 - n) % 3)) >seen$n
	done
	ok "$* with V=$vector does the same along all axes" \
		sh -c 'test $(wc -l <seen0) -gt 3 && cmp seen0 seen1 && cmp seen0 seen2'
}
alike 1.5,-0.5,2.25 scree-set --velocity V
alike 1.5,-0.5,2.25 scree-set --omega V --where "'id < 5'"
alike 1.5,-0.5,2.25 scree-set --gravity V
alike -1.5,-0.5,1.25,4.5,6,7 scree-set --domain V
alike 0.5,0.625,2.5,3.75,2.875,7.5 scree-set --domain V
for axes in none x y z xy yz xz xyz; do alike $axes scree-set --periodic V; done
alike 1,1,1 scree-set --no-drift
alike 1.5,-0.5,2.25 scree-join scene scene --by V
alike 7.5,-0.25,0.125 scree-join scene scene scene --by V
finish
