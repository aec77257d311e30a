#!/bin/sh
# A ball and a disk that fall on a wall rebound as the damped oscillator does, at the automatic step and at every phase of it: the
# dashpot acts from the touch on, not from the step in which it is found.
. "$(dirname "$0")/../tap.sh"

# scene DIM LAW: ball.scree, a body just above the wall at the speed 1, with the law.
scene() {
	if [ "$1" = 2 ]; then
		shape=disk at=1,0.503 box=2,4 velocity=0,-1
	else
		shape=sphere at=1,1,0.503 box=2,2,4 velocity=0,0,-1
	fi
	scree-shape $shape --radius 0.5 | scree-fill -q --at $at --box $box | scree-wall -q box |
		scree-set -q --where 'not moved' --velocity $velocity --law "grain,grain,$2" >ball.scree
}

# rebounds DIM EN OPTION...: the least and the greatest velocity after the collision, at steps down to 0.93 of the automatic one.
rebounds() {
	dim=$1
	shift
	auto=$(scree-dem$dim -q --dry-run -t 1 ball.scree 2>&1 | awk '/^automatic/ { print $4; exit }')
	for f in 0.93 0.94 0.95 0.96 0.97 0.98 0.99 1; do
		scree-dem$dim -q "$@" -d "$(awk -v a="$auto" -v f=$f 'BEGIN { print a * f }')" -t 0.1 ball.scree |
			scree-pick -q --last --where 'not moved'
	done | awk -v z=$([ $dim = 2 ] && echo vy || echo vz) '
		$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" { v = $at[z]; if (!n++ || v < lo) lo = v; if (n == 1 || v > hi) hi = v }
		END { print n, lo, hi }'
}

# expect NAME WANT RESULT: all eight rebounds are within 0.002 of WANT.
expect() {
	ok "$1: it rebounds with $2" test "$(echo "$3" | awk -v e="$2" '{ print ($1 == 8 && $2 > e - 0.002 && $3 < e + 0.002) }')" = 1
}

for en in 0.2 0.5 0.8; do
	# without attraction the force ends where k d + c v = 0, at twice the angle whose cosine is the damping ratio z
	cut=$(awk -v e=$en 'BEGIN { l = log(e); z = -l / sqrt(3.14159265358979^2 + l * l); r = sqrt(1 - z * z)
		printf "%.5f", exp(-z / r * 2 * atan2(r, z)) }')
	for dim in 2 3; do
		scene $dim "kn=1e4,mu=0,en=$en"
		expect "$dim dimensions" "$cut" "$(rebounds $dim)"
		expect "$dim dimensions, attraction" $en "$(rebounds $dim --attraction)"
	done
done
finish
