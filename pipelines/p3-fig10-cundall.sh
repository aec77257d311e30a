#!/bin/sh
# p3-fig10-cundall: particle-steps per second of disks, of cows, and of cows made of disks
#
# Question   The paper of 2009 measures the Cundall number, the number of particles times steps per second of processor time.
#            It does so for 100 to 1000 disks, spheropolygons of 62 vertices (cows) and clumps of 726 disks in the form of
#            cows (section 5, fig. 10), on a Pentium 4 of 3 GHz. The numbers are about 100 000, 2000 and 50 for any number of
#            particles. So a cow takes 50 times as long as a disk, and a clump 40 times as long as a cow.
# Missing    the scene: solid fraction, velocities, stiffness.
# Chosen     gases of solid fraction 0.25 in a periodic box, area 1 each, kT = 0.5, kn = 1e4, density 1, no friction, dt = 3e-4;
#            the rate that the simulator prints on one thread, the fastest of three rounds. The clump has its 726 disks on a grid
#            over the cow, and the same simulator runs it.
# Limits     absolute numbers need only be above the printed ones; those of cows and clumps above 1.5 and 0.1 million. Numbers for
#            N = 100 to 1000 count as equal if they are within 30 % of the middle between the least and the greatest.
# Runtime    two minutes on one core.
# Leaves     cundall.png, herd.png (the scenes), cundall.tab.
#
# CLAIM p3-fig10-disks printed=1e5 holds='m >= 1e5' quick=- Cundall number of disks, mean over N
# CLAIM p3-fig10-cows printed=2e3 holds='m >= 1.5e6' quick=- Cundall number of cows, mean over N
# CLAIM p3-fig10-clumps printed=50 holds='m >= 1e5' quick=- Cundall number of clumps of 726 disks, mean over N
# CLAIM p3-fig10-disks-by-cows printed=50 holds='10 <= m && m <= 100' quick=- Cundall number of disks over that of cows
# DIFFERS scree moves and examines only vertices that may come into contact within the next dozen steps, so the time of a cow
#       depends on its contacts and not on its vertices
# CLAIM p3-fig10-cows-by-clumps printed=40 holds='10 <= m && m <= 100' quick=- Cundall number of cows over that of clumps
# DIFFERS scree examines only disks that may come into contact, so a clump is slower than a cow by less than its number of disks
# CLAIM p3-fig10-flat-disks printed=0 holds='m <= 0.3' quick=- (greatest - least) / (greatest + least) over N, disks
# CLAIM p3-fig10-flat-cows printed=0 holds='m <= 0.3' quick=- (greatest - least) / (greatest + least) over N, cows
# CLAIM p3-fig10-flat-clumps printed=0 holds='m <= 0.3' quick=- (greatest - least) / (greatest + least) over N, clumps
# DIFFERS the disks of a hundred clumps fit into the nearest cache of the processor and those of a thousand do not, and most of
#       the work is on long lists
# CLAIM p3-fig10-order printed=1 holds='m == 1' 1 if disks are faster than cows and cows faster than clumps at every N
. "$(dirname "$0")/figure.inc.sh"

numbers=$(choose '100 200 500 1000' '30 60') dt=3e-4
scree-shape -q disk --area 1 >"$out/disk.shape"
scree-shape -q cow --area 1 >"$out/cow.shape"
scree-clump -q --method grid -n 726 "$out/cow.shape" >"$out/clump.shape"

work() { # KIND: particle-steps of a run
	case $1 in
	disk) choose 2e7 5e5 ;;
	cow) choose 5e6 1e5 ;;
	clump) choose 4e6 3e4 ;;
	esac
}
for n in $numbers; do
	for kind in disk cow clump; do
		scree-fill -q -n "$n" --fraction 0.25 --periodic xy --temperature 0.5 --seed 1 "$out/$kind.shape" |
			scree-set -q --law grain,grain,kn=1e4,kt=0,mu=0,en=1 >"$out/$kind.$n.scree"
		: >"$out/$kind.$n.rates"
	done
done
for _ in $(choose '1 2 3' 1); do
	for n in $numbers; do
		for kind in disk cow clump; do
			scree-dem2 -t "$(compute "$(work $kind) / $n * $dt")" --dt $dt "$out/$kind.$n.scree" 2>"$out/summary" >"$out/end"
			field rate "$out/summary" >>"$out/$kind.$n.rates"
		done
	done
done
fastest() { sort -g "$out/$1.$2.rates" | tail -n 1; }
{
	echo '# scree-table 1'
	echo '# N disks[1/T] cows[1/T] clumps[1/T]'
	for n in $numbers; do
		echo "$n $(fastest disk "$n") $(fastest cow "$n") $(fastest clump "$n")"
	done
} >"$out/cundall.tab"
rm -f "$out"/*.rates "$out/summary" "$out/end"
cat "$out/cundall.tab"

scree-plot -q -o "$out/cundall.png" --log xy --style both --x-label 'number of particles' \
	--y-label 'particle-steps by second' --title 'Cundall numbers of disks, cows and cows made of 726 disks' "$out/cundall.tab"
n=${numbers%% *}
scree-draw -q -o "$out/disk.png" --size 500 "$out/disk.$n.scree"
scree-draw -q -o "$out/cow.png" --size 500 "$out/cow.$n.scree"
scree-draw -q -o "$out/clump.png" --size 500 "$out/clump.$n.scree"
panel "$out/herd.png" 3 "disks=$out/disk.png" "cows=$out/cow.png" "cows made of 726 disks=$out/clump.png"

mean() { awk -v c="$1" '/^[0-9]/ { n++; s += $c } END { printf "%.4g", s / n }' "$out/cundall.tab"; }
spread() { awk -v c="$1" '/^[0-9]/ { if (!n++ || $c < lo) lo = $c; if ($c > hi) hi = $c } END { print (hi - lo) / (hi + lo) }' \
	"$out/cundall.tab"; }
claim p3-fig10-disks "$(mean 2)"
claim p3-fig10-cows "$(mean 3)"
claim p3-fig10-clumps "$(mean 4)"
claim p3-fig10-disks-by-cows "$(compute "$(mean 2) / $(mean 3)")"
claim p3-fig10-cows-by-clumps "$(compute "$(mean 3) / $(mean 4)")"
claim p3-fig10-flat-disks "$(spread 2)"
claim p3-fig10-flat-cows "$(spread 3)"
claim p3-fig10-flat-clumps "$(spread 4)"
claim p3-fig10-order "$(awk 'BEGIN { good = 1 } /^[0-9]/ && !($2 > $3 && $3 > $4) { good = 0 } END { print good }' "$out/cundall.tab")"
