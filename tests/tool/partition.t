#!/bin/sh
# bench/partition counts what ranks own, borrow and tell each other, as can be counted by hand on a row of touching balls.
. "$(dirname "$0")/../tap.sh"

row() { # PERIODIC: eight balls of radius 0.5 along x; each touches the next by 0.01
	printf '%s\n' 'scree 1 dim=3' 'material grain density=1' 'law grain grain linear kn=100 kt=0 mu=0 en=1' \
		"domain lo=0,0,0 hi=7.92,5,5 periodic=$1" 'shape 1 sphere r=0.5' 'columns body id shape material tag x y z' 'frame 0 t=0 body=8'
	for k in 0 1 2 3 4 5 6 7; do
		echo "body $((k + 1)) 1 grain - $(awk "BEGIN { print 0.495 + 0.99 * $k }") 2.5 2.5"
	done
	echo 'end 0'
}
partition=${SCREE_BUILD:-$root/build}/bench/partition
cut() { "$partition" "$@" | grep -v '^#' | tr '\n' ';'; }

row none | scree-dem3 -q -t 0 -d 1e-3 >open
# ranks bodies owned ghosts neighbours contacts twice bytes: 6 numbers of 8 bytes for each body that is lent, and one for each neighbour
is 'one rank has all' "$(cut open 1 1)" '1 8 8 0 0 7 1.0000 0;'
is 'two ranks meet in one contact' "$(cut open 1 2)" '2 8 4 1 1 4 1.1429 56;'
is 'between two others there are two neighbours' "$(cut open 1 8)" '8 8 1 2 2 2 2.0000 112;'
# halves that collide: the margin is sqrt(80 v dt 2 r (n / ranks)^(1/3)) = 1.127, so two of each rank are lent
row none | scree-set -q --where 'x < 3.9' --velocity 10,0,0 | scree-set -q --where 'x > 3.9' --velocity -10,0,0 | scree-dem3 -q -t 0 -d 1e-3 >fast
is 'fast bodies have more ghosts' "$(cut fast 1 2)" '2 8 4 2 1 4 1.1429 104;'
row x | scree-dem3 -q -t 0 -d 1e-3 >round
is 'two ranks of a ring meet at both ends' "$(cut round 1 2)" '2 8 4 2 1 5 1.2500 104;'
is 'copies stand in one ring' "$(cut round 3 1 3)" '1 24 24 0 0 24 1.0000 0;3 24 8 2 2 9 1.1250 112;'
fails 3 'cannot be opened' 'a file that is not there' "$partition" nothing 1 2
finish
