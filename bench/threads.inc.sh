# shellcheck shell=sh
# bench/threads.inc.sh: the speedup of two threads.
#
# The cores of a shared machine may differ in speed, and their speeds change within seconds. Three kinds of runs therefore take
# turns: one run on one thread, one run on two threads, and two runs at once on one thread each. The median of each kind counts.
# `speedup` is the speedup of two threads; `cores` is that of two runs at once, the most that the machine can give.
# `speedup_fastest` and `cores_fastest` use the fastest run of each kind instead of the median. A single run needs one fast core
# to be the fastest, two threads or two runs need two. Times are wall-clock times of the steps, without the writing of frames.

steps_time() { # SUMMARY: seconds
	sed -n 's/.* wall=\([^ ]*\) .* time_output=\([^ ]*\).*/\1 \2/p' "$1" | awk '{ print $1 - $2 }'
}

speedups() { # PROGRAM FILE TIME ROUNDS: lines of a name and a value
	for _ in $(seq "$4"); do
		for threads in 1 2; do
			"$1" -t "$3" --threads $threads "$2" 2>"$tmp/threads" >/dev/null
			echo "$threads $(steps_time "$tmp/threads")"
		done
		"$1" -t "$3" --threads 1 "$2" 2>"$tmp/threads" >/dev/null &
		"$1" -t "$3" --threads 1 "$2" 2>"$tmp/threads2" >/dev/null
		wait
		echo "$(steps_time "$tmp/threads") $(steps_time "$tmp/threads2")" | awk '{ print "both", 1 / (1 / $1 + 1 / $2) }'
	done | sort -k 1,1 -k 2,2g | awk '{ time[$1, ++n[$1]] = $2 } END {
		for (kind in n) {
			least[kind] = time[kind, 1]
			median[kind] = time[kind, int((n[kind] + 1) / 2)]
		}
		printf "speedup %.4g\ncores %.4g\n", median[1] / median[2], median[1] / median["both"]
		printf "speedup_fastest %.4g\ncores_fastest %.4g\n", least[1] / least[2], least[1] / least["both"]
	}'
}
