#!/bin/sh
# p5-dzhanibekov: a T-bar that spins about its intermediate axis turns over again and again.
#
# Question   In the note on rigid clumps in MercuryDPM (section 4.2) a T-bar spins freely about its second principal axis
#            and flips, as Dzhanibekov observed in orbit. When do the flips come? Euler's equations have a solution in elliptic
#            functions.
# Given      the T-bar of the driver: seven pebbles in a bar and three in the stem, of radius 0.5, which touch; 5 rad/s about
#            the second axis, 100 s. The note says that two to five iterations of its leap-frog are sufficient (section 2.6).
# Missing    the disturbance of the spin, without which flips have no time. The driver has no disturbance. It also takes the
#            moments of inertia about the middle of the bar instead of the centre of mass; the least of them is 31 % too
#            large.
# Chosen     omega = (0.01, 5, 0) about the principal axes, whose moments are sums over pebbles; a time step of 0.002, or 0.01
#            rad; 200 s, 1e5 steps. A flip is a zero of the spin about the second axis of the body. Flips come at K / n and
#            every 2 K / n after it, with K by the arithmetic-geometric mean (Landau and Lifshitz, Mechanics, section 37).
# Runtime    ten seconds.
# Leaves     spin.png, spin.tab (spin about the axes of the body, and by elliptic functions), interval.png, disturb.tab (time
#            of the first flip against the disturbance), flip.png (one flip), flip.gif, methods.tab (methods, iterations and
#            steps).
#
# CLAIM p5-dzhanibekov-flips printed=flips holds='m == 0' number of flips in 200 s minus that of the elliptic function
# CLAIM p5-dzhanibekov-interval printed=flips holds='m <= 0.002' relative error of the mean interval
# CLAIM p5-dzhanibekov-times printed=flips holds='m <= 0.01' greatest error of the time of a flip, in intervals
# CLAIM p5-dzhanibekov-spin printed=flips holds='m <= 0.002' greatest error of the spin about any axis of the body in the first 20
#       s, over 5 rad/s
# CLAIM p5-dzhanibekov-order printed=second holds='1.9 <= m && m <= 2.1' order of the error of the interval in the time step
# CLAIM p5-dzhanibekov-disturbed printed=missing holds='m <= 0.002' greatest relative error of the time of the first flip, for
#       disturbances from 1 to 1e-8 rad/s
# CLAIM p5-dzhanibekov-energy printed=kept holds='m <= 1e-5' greatest relative error of the energy in 1e5 steps
# CLAIM p5-dzhanibekov-momentum printed=kept holds='m <= 1e-12' greatest relative error of the angular momentum
# CLAIM p5-dzhanibekov-leapfrog-2 printed=sufficient holds='m <= 0.002' relative error of the mean interval with the leap-frog, 2
#       iterations
# CLAIM p5-dzhanibekov-leapfrog-3 printed=sufficient holds='m <= 0.002' relative error of the mean interval with 3 iterations
# CLAIM p5-dzhanibekov-leapfrog-5 printed=sufficient holds='m <= 0.002' relative error of the mean interval with 5 iterations
# CLAIM p5-dzhanibekov-undisturbed printed=flips holds='m >= 1' number of flips in 100 s with the driver's omega = (0, 5, 0)
# DIFFERS without a disturbance the solution is a steady spin, and flips that follow from errors of the moments of inertia and
#       from rounding are not physical
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
time=$(choose 200 100)

# spin DISTURBANCE TIME OPTIONS...: the stream of the T-bar, with its stem raised by $turn degrees
spin() {
	e=$1 t=$2
	shift 2
	scree-shape tbar | scree-fill -q --at 0,0,0 | scree-set --omega "$e,5,0" |
		scree-move --turn-deg "${turn:-0}" --axis 1,0,0 --about 0,0,0 | scree-dem3 -q -t "$t" "$@"
}
# elliptic DISTURBANCE: time of the first flip, interval, argument per time, q, and the amplitudes of dn, sn, cn. Moments are
# about the centre of mass, which is 0.6 up the stem. Here L^2 < 2 E I2, and the small quantity is the complement of the
# modulus, q = 1 - k^2.
elliptic() {
	awk -v e="$1" -v w=5 'BEGIN {
		pi = atan2(0, -1)
		m = 4 / 3 * pi / 8
		for (x = -3; x <= 3; x++) { n++; xx += x * x; zz += 0.36 }
		for (z = 1; z <= 3; z++) { n++; zz += (z - 0.6) ^ 2 }
		I1 = m * (n * 0.1 + zz); I2 = m * (n * 0.1 + xx); I3 = m * (n * 0.1 + xx + zz)
		B = I1 * (I3 - I1) * e * e + I2 * (I3 - I2) * w * w
		q = I1 * (I3 - I1) * e * e / B
		a = 1; b = sqrt(q)
		for (k = 0; k < 20; k++) { c = (a + b) / 2; b = sqrt(a * b); a = c }
		K = pi / 2 / a
		rate = sqrt((I2 - I1) * B / (I1 * I2 * I3))
		A = I2 * (I2 - I1) * w * w
		printf "%.12g %.12g %.17g %.17g %.12g,%.12g,%.12g\n", K / rate, 2 * K / rate, rate, q,
			sqrt(B / (I1 * (I3 - I1))), sqrt(A / (I2 * (I2 - I1))), sqrt(A / (I3 * (I3 - I1)))
	}'
}
# flip_times: the times of the flips in a stream
flip_times() {
	scree-orient -q --flips "${1:--}" | awk '/^#/ { for (i = 2; i <= NF; i++) if ($i ~ /^t\[/) c = i - 1; next } NF { print $c }'
}
# interval: the mean interval between times
interval() {
	awk '{ if (NR == 1) a = $1; b = $1 } END { if (NR > 1) printf "%.12g\n", (b - a) / (NR - 1) }'
}
off() { # A B: |A / B - 1|
	awk -v a="$1" -v b="$2" 'BEGIN { d = a / b - 1; printf "%.4g", d < 0 ? -d : d }'
}
# drift COLUMN TABLE: the largest relative change of a column since the first row
drift() {
	awk -v name="$1" '/^#/ { for (i = 2; i <= NF; i++) if (index($i, name "[") == 1) c = i - 1; next }
		NF { if (!n++) a = $c; d = $c / a - 1; d = d < 0 ? -d : d; if (d > m) m = d } END { printf "%.4g", m }' "$2"
}
# row NAME DISTURBANCE OPTIONS...: a row of methods.tab
row() {
	name=$1
	shift
	spin 0.01 "$time" --every 0.05 "$@" >one.scree
	scree-orient -q one.scree >one.tab
	flip_times one.scree | interval >one
	echo "$name $(cat one) $(off "$(cat one)" "$exact") $(drift kin_rot one.tab) $(drift L one.tab)" >>methods.tab
}

echo '== a T-bar spins'
# shellcheck disable=SC2046
set -- $(elliptic 0.01)
first=$1 exact=$2
spin 0.01 "$time" -d 0.002 --every 0.02 >spin.scree
flip_times spin.scree >flips
scree-orient -q spin.scree >orient.tab

# the elliptic functions as further columns: at the beginning w3 is 0, so the argument is K
awk -v rate="$3" -v q="$4" -v amplitudes="$5" 'function asin(s) { return atan2(s, sqrt(1 - s * s)) }
	/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
	BEGIN {
		pi = atan2(0, -1)
		split(amplitudes, A, ",")
		a[0] = 1; b = sqrt(q); c[0] = sqrt(1 - q)
		for (N = 0; N < 8; N++) { a[N + 1] = (a[N] + b) / 2; c[N + 1] = (a[N] - b) / 2; b = sqrt(a[N] * b) }
		print "# scree-table 1\n# t[T] w1[1/T] w2[1/T] w3[1/T] elliptic1[1/T] elliptic2[1/T] elliptic3[1/T]"
	}
	NF {
		# the amplitude of Jacobi, by descending means
		u = pi / 2 / a[N] + rate * $at["t"]
		phi = 2 ^ N * a[N] * u
		for (n = N; n > 0; n--) { if (n == 1) up = phi; phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2 }
		sn = sin(phi); cn = cos(phi); dn = sqrt(q + (1 - q) * cn * cn)
		print $at["t"], $at["w1"], $at["w2"], $at["w3"], A[1] * dn, A[2] * sn, A[3] * cn
	}' orient.tab >spin.tab
scree-plot -q -o spin.png -x t -y w1,w2,w3,elliptic1,elliptic2,elliptic3 --x-range 0,20 --title 'spin of a T-bar about its own axes' spin.tab

echo '== one flip'
turn=90 spin 0.01 5 -d 0.002 --every 0.02 >up.scree
set --
for k in 75 90 105 113 119 125 133 150 165; do
	scree-pick -q --frame $k up.scree >"pose-$k.scree"
	set -- "$@" "pose-$k.scree"
done
scree-join -q --by 5.5,3,0 "$@" | scree-draw -q --principal --size "$(choose 1500,320 450,100)" --view -60,20 -o flip.png -
[ "$quick" ] || scree-pick -q --every 5 up.scree | scree-draw -q --principal --size 300,300 --view -60,20 --fps 10 -o flip.gif -
rm -f pose-*.scree up.scree

echo '== methods and steps'
printf '%s\n' '# scree-table 1' '# method interval[T] interval_error energy_error momentum_error' >methods.tab
row split -d 0.002
row split-0.01 -d 0.01
row split-0.02 -d 0.02
[ "$quick" ] || row split4-0.02 -d 0.02 --rotation split4
for n in $(choose '1 2 3 4 5' '2 3 5'); do
	row "leapfrog-$n" -d 0.002 --rotation leapfrog --iterations "$n"
done
cat methods.tab

echo '== disturbances'
printf '%s\n' '# scree-table 1' '# disturbance[1/T] simulated[T] elliptic[T] error' >disturb.tab
for e in 1 0.1 1e-2 1e-3 1e-4 1e-5 1e-6 1e-7 1e-8; do
	t=$(spin "$e" 10 -d 0.002 --every 0.02 | flip_times | head -n 1)
	f=$(elliptic "$e" | cut -d ' ' -f 1)
	echo "$e $t $f $(off "$t" "$f")"
done >>disturb.tab
cat disturb.tab
scree-plot -q -o interval.png -x disturbance -y simulated,elliptic --log x --style both --title 'when a T-bar first turns over' \
	--y-label 'time [T]' disturb.tab
undisturbed=$(spin 0 100 -d 0.002 --every 0.1 | flip_times | wc -l)

error_of() { # METHOD COLUMN
	awk -v name="$1" -v c="$2" '$1 == name { print $c }' methods.tab
}
order=$(compute "log($(error_of split-0.02 3) / $(error_of split-0.01 3)) / log(2)")
mean=$(interval <flips)
awk -v first="$first" -v each="$exact" -v time="$time" '
	{ d = ($1 - first) / each - (NR - 1); d = d < 0 ? -d : d; if (d > m) m = d }
	END { printf "more=%d off=%.4g\n", NR - (int((time - first) / each) + 1), m }' flips >compared
awk '!/^#/ && $1 <= 20 { for (k = 2; k <= 4; k++) { d = ($k - $(k + 3)) / 5; d = d < 0 ? -d : d; if (d > m) m = d } } END { printf "spin=%.4g\n", m }' \
	spin.tab >>compared
energy=$(drift kin_rot orient.tab) momentum=$(drift L orient.tab)
for n in 2 3 5; do
	error_of "leapfrog-$n" 3 >"leapfrog-$n"
done
more=$(field more compared) late=$(field off compared) spin=$(field spin compared)
worst=$(awk '!/^#/ && $4 > m { m = $4 } END { print m }' disturb.tab)
leap2=$(cat leapfrog-2) leap3=$(cat leapfrog-3) leap5=$(cat leapfrog-5)
rm -f one one.scree one.tab compared leapfrog-? flips orient.tab
cd - >/dev/null

claim p5-dzhanibekov-flips "$more"
claim p5-dzhanibekov-interval "$(off "$mean" "$exact")"
claim p5-dzhanibekov-times "$late"
claim p5-dzhanibekov-spin "$spin"
claim p5-dzhanibekov-order "$order"
claim p5-dzhanibekov-disturbed "$worst"
claim p5-dzhanibekov-energy "$energy"
claim p5-dzhanibekov-momentum "$momentum"
claim p5-dzhanibekov-leapfrog-2 "$leap2"
claim p5-dzhanibekov-leapfrog-3 "$leap3"
claim p5-dzhanibekov-leapfrog-5 "$leap5"
claim p5-dzhanibekov-undisturbed "$undisturbed"
