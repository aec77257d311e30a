#!/bin/sh
# scree-dem3: what --dry-run foretells of the memory is what the heap holds, and balls take little
. "$(dirname "$0")/../tap.sh"
program=$(command -v scree-dem3)

# held FILE: the most that the heap holds in three steps [bytes]
held() {
	valgrind -q --tool=massif --massif-out-file=massif "$program" -q -t 3e-5 -d 1e-5 "$1" >/dev/null
	sed -n 's/mem_heap_B=//p' massif | sort -n | tail -n 1
}
told() { scree-dem3 --dry-run -q -t 1 -d 1e-5 "$1" | foretold 'memory'; }

if ! command -v valgrind >/dev/null; then
	skip "valgrind is not installed"
elif grep -q __asan "$program"; then
	skip "built with the address sanitizer"
else
	# 8000 balls on a cubic lattice, each in contact with six
	awk 'BEGIN {
		print "scree 1 dim=3\nmaterial grain density=1\nlaw grain grain linear kn=1e4\nshape 1 sphere r=0.5"
		print "columns body id shape material x y z\nframe 0 t=0 dt=0 due=0 body=8000"
		for (k = 0; k < 8000; k++)
			print "body", k + 1, "1 grain", 0.99 * (k % 20), 0.99 * (int(k / 20) % 20), 0.99 * int(k / 400)
		print "end 0"
	}' >balls
	told=$(told balls) held=$(held balls)
	ok "balls: --dry-run foretells $told MB, the heap holds $held B" \
		sh -c "awk -v a=$told -v b=$held 'BEGIN { r = (a - 3.5) * 1e6 / b; exit !(r > 0.8 && r < 1.2) }'"
	ok "a ball with three contacts takes $held / 8000 B" \
		sh -c "awk -v b=$held 'BEGIN { exit !(b / 8000 < 2700) }'"
	scree-voronoi -q -n 400 --box 8,8,8 --periodic xyz --roundness 0.3 --void-ratio 0.3 |
		scree-set -q --law grain,grain,kn=1e4 >cells
	told=$(told cells) held=$(held cells)
	ok "cells: --dry-run foretells $told MB, the heap holds $held B" \
		sh -c "awk -v a=$told -v b=$held 'BEGIN { r = (a - 3.5) * 1e6 / b; exit !(r > 0.6 && r < 1.2) }'"
fi
finish
