#!/bin/sh
# Every write of every program that fails: on a disk that is full from then on, on one that has room again, and writes that take only
# half of what they are given. Programs give the same bytes, or a message and status 1; what they say is whole is whole. Here the
# first writes of each run fail and the last; in tests/long/writes.t all, and more runs.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/programs.sh"

if ! counts_writes; then
	skip 'writes cannot be counted here'
	finish
fi
# what programs say when a write fails, also what a program that they started says
says='No space left\|cannot write\|is incomplete\|cannot make\|ended with status 1\|[Cc]annot draw\|gnuplot\|ffmpeg'
pictures() { command -v gnuplot >/dev/null && echo "$@"; }
some() { # WHAT...: of the long list, these also in make check
	[ -n "$WRITES" ] || grep -n '' | sed -n 's/^\([0-9]*\):short /\1:/p' | sed 's/^[0-9]*://'
	[ -z "$WRITES" ] || sed 's/^short //'
}
{
	for p in $programs; do
		[ "$p" = scree-draw ] || echo "short $p $(arguments "$p")"
	done
	echo 'short scree-dem2 stream -t 0.05 --dt 0.001 -e 0.005'
	echo 'scree-dem3 solids -t 0.05 --dt 0.001 -e 0.005'
	echo 'scree-cd3 hard -t 0.05 --dt 0.001 -e 0.005 --log made/log'
	echo 'short scree-cd3 hard -t 0.005 --dt 0.001 -e 0.001 --log made/log'
	echo 'short scree-draw stream -o made/page.html'
	echo 'short scree-convert stream --to vtk -o made/films.pvd'
	for to in vtk-text.pvd mercury dump xyz; do
		echo "scree-convert stream --to ${to%.*} -o made/$to"
	done
	echo 'scree-convert solids --to vtk -o made/films.pvd'
	for to in lammps yade mclump demengine mercury dump xyz xyzr csv stl stl-text off ply; do
		echo "scree-convert none pair.xyzr --clump --to $to -o made/$to"
	done
	pictures short scree-draw stream -o made/a.svg --script made/a.gp
	pictures scree-draw stream
	pictures scree-draw stream -o made/a%d.png --frame all
	pictures scree-draw stream -o made/a.gif --frame all
	pictures scree-draw solids -o made/a.png
	pictures scree-plot table -o made/a.png --script made/a.gp
	! command -v ffmpeg >/dev/null || pictures scree-draw stream -o made/a.mp4 --size 100
} | some >runs

# try HOW AT: the run, in a folder of its own; what it wrote, as checksums
try() {
	rm -rf made
	mkdir made
	# shellcheck disable=SC2086
	env FAIL_HOW="$1" FAIL_AT="$2" FAIL_COUNT="$tmp/count" LD_PRELOAD=fail.so "$p" $arguments <input >out 2>err
	rc=$?
	cksum out $(find made -type f ! -name log | sort) >sums
}
# The writes to fail, of n.
sites() {
	awk -v n="$1" -v all="$WRITES" 'BEGIN { for (k = 0; k < n; k++) if (all || k < 3 || k == n - 1) print k }'
}
while read -r p kind arguments; do
	case $p in scree-convert) [ "$kind" != none ] || cp pair.xyzr input ;; esac
	give "$kind" >input
	try once -1
	mv sums whole
	n=$(cat count)
	: >wrong
	[ "$rc" = 0 ] && [ "$n" -gt 0 ] || echo "status $rc, $n writes, says $(cat err)" >>wrong
	for k in $(sites "$n"); do
		for how in full once short; do
			[ $how != short ] || [ "$k" = 0 ] || continue
			try $how "$k"
			if [ $rc = 0 ] && cmp -s sums whole; then continue; fi
			# a file of its own that is there is whole; streams of frames and scripts end where they end
			grep -vE ' (out|made/(dump|xyz|mercury|.*\.gp))$' sums | grep -vxFf whole | sed "s/^/$how, write $k leaves a part of /" >>wrong
			[ $how != short ] && [ $rc = 1 ] && grep -q "$says" err || echo "$how, write $k: status $rc, says $(cat err)" >>wrong
		done
	done
	is "$p $arguments, with $n writes" "$(cat wrong)" ''
done <runs
finish
