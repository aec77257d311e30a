#!/bin/sh
# p1-efficiency: speed of simulations of disks, of cows, and of cows made of 726 disks
#
# Question   The first spheropolygon paper (EPL 2008) times simulations of 100 to 1000 disks, cows and clumpy cows over 10 s.
#            It finds that disks run 50 times faster than cows, and that cows run 40 times faster than clumpy cows.
# Given      the cows of fig. 1 and 4: kn = 1e7, density 1, solid fraction 0.246 in a periodic square, no friction.
# Missing    whether all three have the same time step, size and speed.
# Chosen     the same area (6.52 m^2), solid fraction, speed (10 m/s) and time step (5e-5 s) for all, N = 100, 200, 400, 1000.
#            Rates are particle-steps per second of processor time, as scree-dem2 prints them. They are medians of three rounds
#            through all scenes, and the claims use the mean over N of the logarithm of the ratio. A clump of only the 216 disks
#            at the boundary of the clumpy cow moves exactly like the whole clump, to the last bit; it is timed too.
# Runtime    two minutes on one core.
# Leaves     rates.tab, rates.png, and the scenes.
#
# CLAIM p1-efficiency-disks printed=50 holds='10 <= m && m <= 100' quick=- rate of disks over rate of cows
# DIFFERS scree moves and examines only the vertices of a cow that may come into contact within the next steps, and these are few
#       in a gas; a cow therefore takes only a few times as long as a disk, not 62 times as long
# CLAIM p1-efficiency-clumps printed=40 holds='10 <= m && m <= 100' quick=- rate of cows over rate of clumpy cows
# DIFFERS scree moves and examines only the disks of a clump that may come into contact within the next steps
# CLAIM p1-efficiency-order printed=ordered holds='m == 1' quick=- 1 if disks are the fastest and clumpy cows the slowest for
#       every N
. "$(dirname "$0")/figure.inc.sh"

counts=$(choose '100 200 400 1000' '20 40') rounds=$(choose '1 2 3' 1) steps=$(choose 20000 400) dt=5e-5
kinds='disks cows boundaries clumps'

scree-shape -q disk --area 6.52 >"$out/disks.shape"
scree-shape -q cow >"$out/cows.shape"
scree-clump -q --method grid -n 726 "$out/cows.shape" >"$out/clumps.shape"
scree-clump -q --method grid -n 726 --boundary "$out/cows.shape" >"$out/boundaries.shape"

echo "== scenes"
for n in $counts; do
	for kind in $kinds; do
		scree-fill -q -n "$n" --fraction 0.246 --periodic xy --speed 10 "$out/$kind.shape" |
			scree-set -q --law grain,grain,kn=1e7,kt=0,mu=0,en=1 | scree-dem2 -q -t "$(choose 0.5 0.005)" -d $dt >"$out/$kind.$n.scree"
		: >"$out/rates.$kind.$n"
	done
done

echo "== times"
time=$(compute "$steps * $dt")
for _ in $rounds; do
	for n in $counts; do
		for kind in $kinds; do
			scree-dem2 -t "$time" "$out/$kind.$n.scree" >/dev/null 2>"$out/summary"
			field rate "$out/summary" >>"$out/rates.$kind.$n"
		done
	done
done
middle() { sort -g "$1" | awk '{ x[NR] = $1 } END { print x[int((NR + 1) / 2)] }'; }
{
	echo '# scree-table 1'
	echo '# n disks cows boundaries clumps'
	for n in $counts; do
		echo "$n $(middle "$out/rates.disks.$n") $(middle "$out/rates.cows.$n") $(middle "$out/rates.boundaries.$n") $(middle "$out/rates.clumps.$n")"
	done
} >"$out/rates.tab"
rm -f "$out"/rates.*.* "$out/summary" "$out"/*.shape
cat "$out/rates.tab"
scree-plot -q -o "$out/rates.png" --style both -x n -y disks,cows,boundaries,clumps --log xy --x-label bodies \
	--y-label 'particle-steps per second' --title 'the same area, 1, 62, 216 and 726 features' "$out/rates.tab"

ratio() { # COLUMNS A B: their mean ratio
	awk -v a="$1" -v b="$2" '!/^#/ { s += log($a / $b); n++ } END { printf "%.6g", exp(s / n) }' "$out/rates.tab"
}
claim p1-efficiency-disks "$(ratio 2 3)"
claim p1-efficiency-clumps "$(ratio 3 5)"
claim p1-efficiency-order "$(awk '!/^#/ { bad += !($2 > $3 && $3 > $5) } END { print bad == 0 }' "$out/rates.tab")"
