# shellcheck shell=sh disable=SC2154
# biaxial.inc.sh: grains between four smooth walls under pressure; for figures, after figure.inc.sh.
#
# kn = 1, kt = 0.1, density 1, dt = 0.05 as in the paper of 2009; mean area 1; restitution 0.4, that is a damping ratio of 0.28;
# pressure 0.001 kn. Two walls are fixed, the two across from them are pushed: their pressure acts on the distance of the walls
# between which they stand. Walls pass through each other at the corners.

pressure=0.001

laws() { # MU
	echo "--law grain,grain,kn=1,kt=0.1,mu=$1,en=0.4 --law grain,wall,kn=1,kt=0.1,mu=0,en=0.4 --law wall,wall,kn=0"
}

# a loose random scene of the shape on stdin, in four walls that begin to press
loose() { # NUMBER SIZES SEED MU
	# shellcheck disable=SC2046
	scree-fill -q -n "$1" --fraction 0.5 --sizes "$2" --seed "$3" | scree-wall -q box |
		scree-set --material wall,1 --body-material wall --where moved $(laws "$4") \
			--constrain "top x=fixed y=p:-$pressure angle=fixed m=20 c=0.5 between=left,right" \
			--constrain "right x=p:-$pressure y=fixed angle=fixed m=20 c=0.5 between=bottom,top"
}
