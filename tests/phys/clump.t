#!/bin/sh
# Clumps of disks: a clump of one disk is a disk, to the byte; collisions keep energy, momentum and angular momentum; a disk that
# falls between two of a clump oscillates on two springs; threads and splits change nothing.
. "$(dirname "$0")/../tap.sh"

# ledger KEY FILE: of the last frame
ledger() { awk -v k="$1=" '$1 == "ledger" { for (i = 2; i <= NF; i++) if (index($i, k) == 1) v = substr($i, length(k) + 1) } END { print v }' "$2"; }

# One disk, as a point and as a clump, off its centre in the second line: the stream of neither knows of the other.
scene() { # SHAPE
	cat <<-END
	scree 1 dim=2
	material a density=1.3
	law a a linear kn=700 kt=70 mu=0.4 en=0.7
	$1
	shape 2 polygon r=0.2 -0.5,-0.5 0.5,-0.5 0.4,0.5 -0.5,0.5
	columns body id shape material x y angle vx vy omega
	frame 0 t=0 dt=0.002 due=0 body=4
	body 1 1 a 0 0 0.1 1 0.2 0.5
	body 2 1 a 1.1 0.3 0 0 0 -1
	body 3 2 a 3 0.5 0.3 -0.7 0 0
	body 4 1 a 4.5 1.3 2 -1.4 -0.3 0
	end 0
	END
}
scene 'shape 1 point r=0.45 0,0' | scree-mass -q | scree-dem2 -q -t 3 --every 0.25 >point
scene 'shape 1 disks 0,0,0.45' | scree-mass -q | scree-dem2 -q -t 3 --every 0.25 >disk
ok 'four bodies meet' awk -v f="$(ledger fric point)" 'BEGIN { exit !(f > 0.01) }'
grep -v '^shape 1\|^made' point >point.rest
ok 'a clump of one disk is a disk, byte for byte' sh -c 'grep -v "^shape 1\|^made" disk | cmp - point.rest'

# A disk that flies into the groove between the two disks of a clump: two springs, inclined by f, kn cos^2 f each along the way.
# Half a period pi / w with w^2 = 2 kn cos^2 f / m, and the way of v / w is an overlap of v cos f / w in each.
r=0.3 q=0.4 a=0.25 kn=800 v=0.002
dt=2e-4
y=$(awk "BEGIN { printf \"%.17g\", sqrt(($r + $q) ^ 2 - $a ^ 2) + 3.3 * $v * $dt }")
cat >groove <<END
scree 1 dim=2
material a density=1
law a a linear kn=$kn kt=0 mu=0 en=1
shape 1 disks -$a,0,$r $a,0,$r
shape 2 point r=$q 0,0
columns body id shape material x y vx vy
frame 0 t=0 dt=$dt due=0 body=2
body 1 1 a 0 0 0 0
body 2 2 a 0 $y 0 -$v
end 0
END
scree-mass -q groove | scree-dem2 -q -t 0.16 -d $dt --every $dt >run
set -- $(awk -v r=$r -v q=$q -v a=$a -v kn=$kn -v v=$v 'BEGIN { pi = atan2(0, -1)
	lens = 2 * r * r * (atan2(sqrt(r * r - a * a), a) - a * sqrt(r * r - a * a) / (r * r)) # of the two disks
	m1 = 2 * pi * r * r - lens; m2 = pi * q * q; m = m1 * m2 / (m1 + m2)
	cosine = sqrt((r + q) ^ 2 - a ^ 2) / (r + q); w = sqrt(2 * kn * cosine ^ 2 / m)
	printf "%.17g %.17g %.17g\n", pi / w, v * cosine / w, 2 * m2 / (m1 + m2) * -v }')
near 'in the groove of a clump: two springs, time of contact' \
	"$(awk -v dt=$dt '$1 == "contact" && $2 == 1 && $3 == 0 || $1 == "contact" && $2 == 2 && $5 == 0 { n++ } END { print n * dt }' run)" "$1" "$(awk "BEGIN { print 0.005 * $1 }")"
near 'the deepest overlap' "$(awk '$1 == "columns" && $2 == "contact" { for (k = 3; k <= NF; k++) if ($k == "overlap") c = k - 1 }
	$1 == "contact" && $c > m { m = $c } END { printf "%.15g", m }' run)" "$2" "$(awk "BEGIN { print 0.005 * $2 }")"
near 'what it leaves with' "$(awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) if ($k == "vy") c = k - 1 }
	$1 == "body" && $2 == 1 { v = $c } END { printf "%.15g", v }' run)" "$3" "$(awk "BEGIN { print 1e-4 * -1 * $3 }")"

# Clumps and a star collide in open space, without friction: all is kept.
scree-shape cow --area 1 | scree-clump -q --method grid -n 150 >cow
scree-shape cross --area 1 | scree-clump -q --method grid -n 90 --boundary >cross
scree-shape star --area 1 >star
last() { # KIND FILE ID: its last definition, with that id
	grep "^$1 " "$2" | tail -n 1 | awk -v id="$3" '{ $2 = id } { print }'
}
{
	printf 'scree 1 dim=2\nmaterial a density=1\nlaw a a linear kn=2e4 kt=0 mu=0 en=1\n'
	k=0
	for f in cow cross star; do
		k=$((k + 1))
		last shape $f $k
		last mass $f $k
	done
	cat <<-END
	columns body id shape material size x y angle vx vy omega
	frame 0 t=0 dt=0 due=0 body=5
	body 1 1 a 1 0 0 0.2 0.5 0 0.3
	body 2 2 a 1 1.9 0.2 1 -0.5 0 0
	body 3 3 a 1.2 0.5 2 1 0 -0.8 0
	body 4 1 a 0.9 2.1 2.1 2 -0.4 -0.6 -1
	body 5 2 a 1.1 -0.3 -1.8 3 0.1 0.9 0.5
	end 0
	END
} >meeting
sums() { # momentum, angular momentum, kinetic energy of the last frame, from the masses in the stream
	awk '$1 == "mass" { split($3, a, "="); split($4, i, "="); m[$2] = a[2]; I[$2] = i[2] }
		$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) c[$k] = k - 1 }
		$1 == "frame" { px = py = L = E = 0 }
		$1 == "body" { s = $(c["shape"]); z = $(c["size"]); M = m[s] * z ^ 2; J = I[s] * z ^ 4
			vx = $(c["vx"]); vy = $(c["vy"]); w = $(c["omega"])
			px += M * vx; py += M * vy; L += M * ($(c["x"]) * vy - $(c["y"]) * vx) + J * w
			E += M * (vx ^ 2 + vy ^ 2) / 2 + J * w ^ 2 / 2 }
		END { printf "%.15g %.15g %.15g %.15g\n", px, py, L, E }' "$1"
}
scree-dem2 -q -t 3 -d 2e-4 meeting >met
ok 'they meet' awk -v w="$(ledger kin_rot met)" 'BEGIN { exit !(w > 0.02) }'
set -- $(sums meeting) $(sums met)
near 'momentum along x' "$5" "$1" 1e-12
near 'along y' "$6" "$2" 1e-12
near 'angular momentum' "$7" "$3" 1e-12
is 'they have parted' "$(tail -n 9 met | grep -c '^contact')" 0
near 'energy' "$8" "$4" "$(awk "BEGIN { print 1e-4 * $4 }")"
near 'and the ledger says so' "$(scree-energy -q met | awk 'END { print $NF }')" 0 1e-4

# The same bits however it is run, friction and all.
sed 's/kt=0 mu=0 en=1/kt=4000 mu=0.4 en=0.7/' meeting >rough
scree-dem2 -q -t 2 -d 4e-4 --every 0.5 rough | grep -v '^made' >once
for n in 2 4; do
	ok "$n threads" sh -c "scree-dem2 -q -t 2 -d 4e-4 --every 0.5 --threads $n rough | grep -v ^made | cmp - once"
done
ok 'another skin' sh -c "scree-dem2 -q -t 2 -d 4e-4 --every 0.5 --skin 0.3 rough | grep -v ^made | cmp - once"
ok 'in two runs' sh -c "scree-dem2 -q -t 1 -d 4e-4 --every 0.5 rough | scree-dem2 -q -t 1 --every 0.5 | grep -v ^made | cmp - once"
finish
