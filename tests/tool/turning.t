#!/bin/sh
# A body that turns on the spot hits what lies in its way, as its neighbours are found by its turn alone: speeds after the impact
# against those of hard bodies, and runs in parts against whole ones.
. "$(dirname "$0")/../tap.sh"

# Its end is at 0.9 from the middle and meets the ball at rest along its path: an impulse J = 2 u / (1/m + 1/M + s^2/I).
speed() { # SPIN 1/M 1/I: of a ball of the mass M_BALL afterwards
	awk -v m="$m_ball" "BEGIN { s = 0.9; print 2 * $1 * s / (1 / m + $2 + s * s * $3) / m }"
}

plane() { # CONSTRAINT TAG
	cat <<-EOF
		scree 1 dim=2
		material grain density=1
		law grain grain linear kn=1e5 kt=0 mu=0 en=1
		shape 1 polyline r=0.2 -0.9,0 0.9,0
		shape 2 point r=0.3 0,0
		$1
		columns body id shape material tag x y angle vx vy omega
		frame 0 t=0 dt=0 due=0 body=2
		body 1 1 grain $2 0 0 0 0 0 1
		body 2 2 grain - -0.5 0.9 0 0 0 0
		end 0
	EOF
}

space() { # CONSTRAINT TAG
	cat <<-EOF
		scree 1 dim=3
		material grain density=1
		law grain grain linear kn=1e5 kt=0 mu=0 en=1
		shape 1 clump 0.9,0,0,0.2 -0.9,0,0,0.2
		shape 2 sphere r=0.3
		$1
		columns body id shape material tag x y z wx wy wz
		frame 0 t=0 dt=0 due=0 body=2
		body 1 1 grain $2 0 0 0 0 0 1
		body 2 2 grain - -0.5 0.9 0 0 0 0
		end 0
	EOF
}

field() { # NAME FILE: a column of body 2
	awk -v name="$1" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) if ($k == name) at = k - 1 }
		$1 == "body" && $2 == 2 { x = $at } END { print x }' "$2"
}

hits() { # PROGRAM TEXT SPEED: of scene
	ok "$2: it runs" "$1" -q -t 3 -o whole scene
	near "the speed of the ball" "$(field vx whole)" "-$3" 0.02
	"$1" -q --no-provenance -t 3 scene | sed -n '/^frame/,$p' >whole
	"$1" -q --no-provenance -t 1 scene | "$1" -q --no-provenance -t 2 | sed -n '/^frame/,$p' >parts
	is 'a run in parts ends with the same bytes' "$(tail -n 4 parts)" "$(tail -n 4 whole)"
}

# a paddle that turns as prescribed; a rod on a hinge; a free one
plane 'constraint paddle x=fixed y=fixed angle=v:1' paddle >scene
m_ball=$(awk 'BEGIN { print 0.09 * 3.14159265358979 }')
hits scree-dem2 'a paddle in the plane' "$(speed 1 0 0)"
moment=$(scree-mass -q scene | sed -n 's/^mass 1 .* I=\([^ ]*\).*/\1/p') mass=$(scree-mass -q scene | sed -n 's/^mass 1 area=\([^ ]*\).*/\1/p')
plane 'constraint hinge x=fixed y=fixed' hinge >scene
hits scree-dem2 'a rod on a hinge in the plane' "$(speed 1 0 "1/$moment")"
plane '# no constraint' - >scene
hits scree-dem2 'a free rod in the plane' "$(speed 1 "1/$mass" "1/$moment")"

m_ball=$(awk 'BEGIN { print 4 / 3 * 3.14159265358979 * 0.027 }')
mass=$(awk 'BEGIN { print 8 / 3 * 3.14159265358979 * 0.008 }') moment=$(awk "BEGIN { print $mass * (0.4 * 0.04 + 0.81) }")
space 'constraint blade x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=v:1' blade >scene
hits scree-dem3 'a blade of two balls in space' "$(speed 1 0 0)"
space 'constraint hinge x=fixed y=fixed z=fixed' hinge >scene
hits scree-dem3 'two balls that turn about a fixed point in space' "$(speed 1 0 "1/$moment")"
space '# no constraint' - >scene
hits scree-dem3 'two free balls in space' "$(speed 1 "1/$mass" "1/$moment")"
finish
