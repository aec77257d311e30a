# shellcheck shell=sh
# bench/threads.inc.sh: what two threads make of a run.
#
# Cores of a machine that is shared may be of unequal speed, which changes within seconds. So runs with one thread, with two,
# and two runs with one thread each at once take turns. Of each kind the median counts: `speedup` is that of two threads, `cores`
# that of two runs at once, which is what the machine has to give. With the fastest in place of the median they are
# `speedup_fastest` and `cores_fastest`: one run had a core that was fast, two must have had two. Times are by the clock on the
# wall, of the steps without the writing of frames.

steps_time() { # SUMMARY: seconds
	sed -n 's/.* wall=\([^ ]*\) .* time_output=\([^ ]*\).*/\1 \2/p' "$1" | awk '{ print $1 - $2 }'
}

speedups() { # PROGRAM FILE TIME ROUNDS: lines of a name and a value
	for _ in $(seq "$4"); do
		for threads in 1 2; do
			"$1" -t "$3" --threads $threads "$2" 2>"$tmp/threads" >/dev/null
			echo "$threads $(steps_time "$tmp/threads")"
		done
		"$1" -t "$3" "$2" 2>"$tmp/threads" >/dev/null &
		"$1" -t "$3" "$2" 2>"$tmp/threads2" >/dev/null
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
