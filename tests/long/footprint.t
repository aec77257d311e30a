#!/bin/sh
# A dense pentagon needs at most 700 bytes, and the program 5 MB: neighbour lists are built in the memory of those before.
. "$(dirname "$0")/../tap.sh"
[ -r /proc/self/status ] && [ -z "$SCREE_SAN" ] || { skip 'the system does not tell the memory of a process'; finish; exit; }
scree-shape -q ngon --sides 5 --radius 0.1 --area 0.67 | scree-fill -q -n 1000 --fraction 0.8 --periodic xy --temperature 0.5 --seed 1 |
	scree-set -q --law grain,grain,kn=1e4,kt=0,mu=0,en=1 | scree-dem2 -q -t 1 -d 3e-4 | scree-pick -q --last | scree-set -q --reset |
	scree-move -q --replicate 10,10 >dense.scree

# The program is still there while it writes its last frame, which no pipe can hold.
mkfifo frames
scree-dem2 -q -t 0.1 -d 3e-4 --skin 0.11 --threads 1 dense.scree >frames &
bytes=$(awk -v status="/proc/$!/status" '/^frame / && $2 > 0 { while ((getline line <status) > 0)
	if (split(line, word, " ") && word[1] == "VmHWM:") print 1024 * word[2] }' frames)
echo "# $bytes bytes for 100000 pentagons"
ok '100000 dense pentagons need at most 75 MB' [ "$bytes" -le 75000000 ]
finish
