# shellcheck shell=sh disable=SC2154
# biaxial.inc.sh: grains between four smooth walls under pressure. Figures source it after figure.inc.sh.
#
# kn = 1, kt = 0.1, density 1, dt = 0.05 as in the paper of 2009; mean area 1; restitution 0.4, which is a damping ratio of
# 0.28. Two walls have the pressure 0.001 kn; the walls opposite to them are fixed.

law=grain,grain,kn=1,kt=0.1,en=0.4

# a loose random scene of the shape on stdin, between four walls with pressure
loose() { # NUMBER SIZES SEED MU
	scree-fill -q -n "$1" --fraction 0.5 --sizes "$2" --seed "$3" | scree-set -q --law "$law,mu=$4" |
		scree-wall -q biaxial --press-x 0.001 --press-y 0.001 --mass 20 --damping 0.5 --mu 0
}
