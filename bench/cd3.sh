#!/bin/sh
# bench/cd3.sh: the time of a step of scree-cd3 for ellipsoids that have settled in a bin, against their number and the number of
# threads. For 1000 ellipsoids on one core the goal is 0.02 s at a residual of 1e-3 (Bullet's hulls took 0.11 s).
# Ellipsoids with half axes 0.15 0.1 0.1 fall from a lattice into a bin at dt = 0.005 and rest there at time 5. The floor of the
# bin grows with their number. The timed steps have dt = 0.001, the time step of the run with Bullet.
# The table visits has the time of a contact in one sweep. It is the difference in time between runs with 250 and with 50 sweeps
# per step, so it excludes the work that is done once per step; ratio is the greatest time of all sizes divided by the least.
# The table affine has the time of resolution of the solver affine; off linear is the difference from 1 of the exponent of this
# time as a power of the number of contacts. Times in both tables are those of the fastest of fifteen runs, which take turns
# with runs of the other sizes; a run has 20 steps for visits and 5 for affine. The data of more than 500 ellipsoids are in the
# last-level cache, which other virtual machines of the host may share.
# Instructions do not depend on caches or other programs. Counted in ten steps (valgrind --tool=callgrind scree-cd3 --threads 1 -t 0.01
# on these beds, inclusive), they grow from 250 to 4000 ellipsoids with the power 1.04 of their number in cd3_find_contacts and 1.10 in
# cd3_nsgs, 1.00 from 500 on: the 250 lie so still that they take 17 sweeps a step, the others 30.
# In the table threads, speedup is that of two threads, and cores is that of two runs at once on one thread each, both by the
# medians of 15 runs. Their values "fastest" are by the fastest runs.
set -e
export LC_ALL=C
cd "$(dirname "$0")/.."
. bench/threads.inc.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

bench() { # NAME VALUE UNIT
	echo "BENCH cd3.$1 $2 $3"
}

settled() { # N: into $tmp/N
	[ -s "$tmp/$1" ] && return
	side=$(awk -v n="$1" 'BEGIN { printf "%.6g", 2.5 * sqrt(n / 1000) }')
	scree-shape ellipsoid --size 0.3,0.2,0.2 |
		scree-fill -q -n "$1" --box "$side,$side,8" --lattice sc --spacing 0.31 |
		scree-wall box | scree-set --gravity 0,0,-9.81 --material grain,1000 --law grain,grain,hard,mu=0.5,en=0.2 |
		scree-cd3 -q -t 5 -d 0.005 | scree-cd3 -q -t 0.02 -d 0.001 >"$tmp/$1"
}

# The last row of the log of so many steps: sets the columns as variables, and cpu of the summary.
run() { # FILE STEPS [OPTION...]
	file=$1 steps=$2
	shift 2
	time=$(awk -v n="$steps" 'BEGIN { print n * 0.001 }')
	scree-cd3 --threads 1 -t "$time" --log "$tmp/log" "$@" "$file" 2>"$tmp/summary" >/dev/null
	eval "$(awk '/^# t\[T\]/ || /^# t / { for (k = 2; k <= NF; k++) { name[k - 1] = $k; sub(/\[.*/, "", name[k - 1]) } }
		!/^#/ { for (k = 1; k <= NF; k++) value[k] = $k; n = NF }
		END { for (k = 1; k <= n; k++) print name[k] "=" value[k] }' "$tmp/log")"
	cpu=$(sed -n 's/.* cpu=\([^ ]*\).*/\1/p' "$tmp/summary")
}

calc() {
	awk "BEGIN { printf \"%.4g\", ($1) }"
}

slope() { # of a line through the logarithms of pairs on stdin
	awk '{ x = log($1); y = log($2); n++; a += x; b += y; c += x * x; d += x * y } END { printf "%.3g", (n * d - a * b) / (n * c - a * a) }'
}

for n in 250 500 1000 2000 4000; do
	settled $n
	run "$tmp/$n" 100
	bench bin.$n.seconds_per_step "$(calc "$cpu / 100")" s
	bench bin.$n.detection "$(calc "$detection")" s
	bench bin.$n.resolution "$(calc "$resolution")" s
	bench bin.$n.contacts "$contacts" 1
	bench bin.$n.sweeps "$(calc "$visits / $rows")" 1
	bench bin.$n.residual "$(calc "$residual")" 1
	bench bin.$n.overlap "$(calc "$overlap")" 1
done
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
	for n in 250 500 1000 2000 4000; do
		for sweeps in 50 250; do
			run "$tmp/$n" 20 --sweeps $sweeps --tolerance 1e-12
			echo "visits $n:$sweeps:$visits $(calc "1e9 * $resolution")"
		done
		run "$tmp/$n" 5 --solver affine
		echo "affine $n:$rows $(calc "$resolution")"
	done
done | awk '!(($1, $2) in least) || $3 < least[$1, $2] { least[$1, $2] = $3; all[$1 " " $2 " "] = $3 }
	END { for (k in all) print k all[k] }' | sort -k 1,1 -k 2,2n >"$tmp/least"
sed -n 's/^visits //p' "$tmp/least" | tr : ' ' | awk '$2 == 50 { few[$1] = $3; least[$1] = $4 } $2 == 250 { n = $3; time[$1] = $4; many[$1] = n }
	END { for (k in few) printf "%d %.4g\n", k, (time[k] - least[k]) / (many[k] - few[k]) }' | sort -n >"$tmp/visits"
sed -n 's/^affine //p' "$tmp/least" | tr : ' ' >"$tmp/affine"
while read -r n ns; do
	bench visits.$n.time "$ns" ns
done <"$tmp/visits"
bench visits.all.ratio "$(awk '{ if (!n++ || $2 < a) a = $2; if ($2 > b) b = $2 } END { printf "%.4g", b / a }' "$tmp/visits")" 1
while read -r n _ time; do
	bench affine.$n.resolution "$time" s
done <"$tmp/affine"
exponent=$(awk '{ print $2, $3 }' "$tmp/affine" | slope)
bench affine.all.exponent "$exponent" 1
bench affine.all.off_linear "$(awk -v e="$exponent" 'BEGIN { printf "%.3g", (e > 1 ? e - 1 : 1 - e) }')" 1

for n in 1000 4000; do
	speedups scree-cd3 "$tmp/$n" 0.2 15 | while read -r name value; do
		bench "threads.$n.$name" "$value" 1
	done
done
