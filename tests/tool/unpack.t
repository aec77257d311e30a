#!/bin/sh
# Input that gzip, zstd or xz has compressed is read as it was before, by all programs and from files, pipes and standard input. A
# file that is cut or damaged is found, and a program that is missing is named.
. "$(dirname "$0")/../tap.sh"

scree-shape --no-provenance cow | scree-set --gravity 0,-10 --law grain,grain,kn=1e4,mu=0 >cow
scree-dem2 -q --no-provenance -t 0.02 -d 0.0005 -e 0.01 cow >stream
scree-energy -q --no-provenance stream >table
printf 'OFF\n4 4 0\n0 0 0\n3 0 0\n0 3 0\n0 0 3\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n' >surface
printf '0 0\n3 0\n2 1\n' >outline
printf '0 0 0 0.5\n4 0 0 0.5\n' >list
printf 'POLYGON ((0 0, 4 0, 1 3))\nPOLYGON ((9 0, 13 0, 10 3))\n' >drawing
printf 'P2\n2 3 5\n3 3 3 3 3 3\nP2\n2 3 5\n3 3 3 3 3 3\n' >slices

# What is done with a file of each kind.
use() { # KIND FILE
	case $1 in
	stream) scree-move --no-provenance --by 1,2 "$2" ;;
	table) scree-mean --no-provenance "$2" ;;
	surface) scree-mass --no-provenance --surface "$2" ;;
	outline) scree-shape --no-provenance --radius 0.1 "$2" ;;
	list) scree-convert --no-provenance --from xyzr "$2" ;;
	drawing) scree-shape --no-provenance --radius 0.1 "$2" ;;
	slices) scree-shape --no-provenance --stack --cut --least 1 "$2" ;;
	esac
}
for kind in stream table surface outline list drawing slices; do
	use $kind $kind >$kind.plain
	ok "$kind: can be used" test -s $kind.plain
done

for p in gzip zstd xz; do
	command -v $p >/dev/null || { skip "$p is not installed"; continue; }
	for kind in stream table surface outline list drawing slices; do
		$p -c $kind >packed
		use $kind packed >said 2>&1
		ok "$p: $kind" cmp said $kind.plain
		use $kind - <packed >said 2>&1
		ok "$p: $kind as standard input" cmp said $kind.plain
		# shellcheck disable=SC2002
		cat packed | use $kind - >said 2>&1
		ok "$p: $kind from a pipe" cmp said $kind.plain
	done
	$p -c stream >packed
	scree-join --no-provenance packed packed --by 30,0 >said 2>&1
	scree-join --no-provenance stream stream --by 30,0 >both
	ok "$p: two files at once" cmp said both

	for kind in table surface outline list drawing slices; do
		$p -c $kind | head -c -6 >packed
		fails 3 "packed is cut or damaged, expected a whole compressed file: .*" "$p: $kind, cut" use $kind packed
		is "$p: $kind: this is said once" "$(wc -l <.err)" 1
	done
	$p -c stream | head -c -3 >packed
	fails 3 '^scree-move: packed is cut or damaged, expected a whole' "$p: a stream that is cut" use stream packed
	$p -c stream | head -c 20 >packed
	fails 3 '^scree-move: packed is cut or damaged, expected a whole' "$p: a stream of which nothing is left" use stream packed
	is "$p: this is said once" "$(wc -l <.err)" 1
	$p -c stream >packed
	mkdir -p alone && ln -sf "$(command -v scree-mass)" alone/scree-mass
	fails 1 "^scree-mass: cannot read packed: it is compressed, and found no program $p" "$p is missing" \
		env PATH="$tmp/alone" scree-mass packed
done

if command -v gzip >/dev/null; then
	# what gzip wrote before it found the fault is used: it is only in the checksum at the end
	gzip -c stream | head -c -8 >packed
	scree-move --no-provenance --by 1,2 packed >said 2>/dev/null
	ok 'complete frames of a cut file are used' cmp said stream.plain
	fails 3 'is cut or damaged' 'a parent that ignores the end of children hides no fault' sh -c 'trap "" CHLD; exec scree-mass packed'
	printf '\037\213 is no gzip' >packed
	fails 3 '^scree-mass: packed is cut or damaged.*gzip' 'only the magic is there' scree-mass packed
	gzip -c stream >packed
	mkfifo out
	scree-dem2 -q -t 1e6 -d 0.001 -e 0.001 packed >out 2>err &
	pid=$!
	exec 5<out
	read -r line <&5
	is 'a run begins' "${line%% *}" scree
	[ -r /proc/$pid/task/$pid/children ] && is 'no child is left in it, alive or dead' "$(cat /proc/$pid/task/$pid/children)" ''
	kill -9 $pid
	exec 5<&-
	wait $pid 2>/dev/null
	awk '/^frame/ { on = 1 } on { row[n++] = $0 } { print }
		END { for (k = 1; k < 4000; k++) for (i = 0; i < n; i++) { sub(/^frame [0-9]+/, "frame " k, row[i]); sub(/^end [0-9]+/, "end " k, row[i]); print row[i] } }' cow |
		gzip >packed
	{ scree-move --by 1,2 packed 2>err; echo $? >status; } | head -n 1 >said
	is 'a reader that goes away ends all' "$(cat status err)" 141
fi
# as some services hand it to a program
if command -v gzip >/dev/null && perl -MSocket -e 1 2>/dev/null; then
	for packed in '' 'gzip -c'; do
		perl -MSocket -e 'socketpair(my $in, my $out, AF_UNIX, SOCK_STREAM, 0) or die; $pack = shift;
			if (!fork) { open STDOUT, ">&", $out; close $in; close $out; exec "${pack} stream" }
			close $out; open STDIN, "<&", $in; close $in; exec @ARGV' "${packed:-cat}" scree-move --no-provenance --by 1,2 >said 2>&1
		ok "a socket${packed:+, }$packed" cmp said stream.plain
	done
else
	skip 'no perl, or no gzip'
fi
finish
