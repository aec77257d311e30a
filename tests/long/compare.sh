#!/bin/sh
# compare.sh OLD_BIN [NAME=]NEW_BIN...: compares what the programs of two builds or more write, byte for byte. Each operand is a
# folder of programs. The scenes are those of compare-scenes.sh, in the folder of this script.
#
# Each scene is made and run by the old build once, and by each new build on 1, 2 and 4 threads and split in two. Standard output,
# status and written files must be the same; standard error is not looked at. There is one TAP line for each scene and new build,
# and behind a line that says "not ok" the first line that differs.
#
#     ONLY='hopper*' JOBS=1 KEEP=FOLDER sh tests/long/compare.sh OLD_BIN NEW_BIN
#
# runs only scenes with names of this pattern, one at a time (default 2), and leaves everything in FOLDER. ONLY may have several
# patterns, separated by blanks. THREADS='' leaves out the runs on 2 and 4 threads, and those that are split.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export root
only=${ONLY:-*}
jobs=${JOBS:-2}
limit=${LIMIT:-300}
threads=${THREADS-2 4}

if [ $# -lt 2 ]; then
	echo "usage: $0 OLD_BIN [NAME=]NEW_BIN..." >&2
	exit 2
fi
if [ "$KEEP" ]; then
	mkdir -p "$KEEP" && work=$(cd "$KEEP" && pwd) || exit 1
	[ -z "$(ls "$work")" ] || { echo "$0: KEEP=$KEEP is not empty" >&2; exit 2; }
else
	work=$(mktemp -d) || exit 1
	scratch=$work
fi
pids=
trap 'kill $pids 2>/dev/null; rm -rf $scratch' EXIT
trap 'exit 130' INT TERM
LC_ALL=C
export LC_ALL

# guard NAME BIN: into $work/bin/NAME, programs that run those of BIN and note those that failed; 141 is a reader
# that has seen enough
guard() {
	[ -x "$2/scree-dem2" ] || { echo "$0: $2 has no scree-dem2" >&2; exit 2; }
	from=$(cd "$2" && pwd)
	[ ! -e "$work/bin/$1" ] || { echo "$0: two builds are called $1: put NAME= before one of them" >&2; exit 2; }
	mkdir -p "$work/bin/$1"
	for p in "$from"/scree-*; do
		cat >"$work/bin/$1/${p##*/}" <<-END
		#!/bin/sh
		"$p" "\$@"
		rc=\$?
		case \$rc in 0 | 141) ;; *) echo "\${0##*/} \$*: status \$rc" >>"\$statuses" ;; esac
		exit \$rc
		END
	done
	chmod +x "$work/bin/$1"/*
}
guard old "$1"
shift
builds=
for b; do
	case $b in
	*=*) name=${b%%=*} b=${b#*=} ;;
	*) name=${b%/} name=${name%/bin} name=${name##*/} ;;
	esac
	guard "$name" "$b"
	builds="$builds $name"
done

# What the file of scenes calls. Each has a script on standard input, which runs in an empty folder.
#
# scene NAME TITLE SIMULATOR TIMES [OPTION...]: the script writes a scene. The simulator runs it for TIMES: 1.5, or 0.5+1 for a run
# that is also split there, where a frame is written, or - where the options say how long.
# makes NAME TITLE: the script runs programs that need no frames.
# reads NAME TITLE: likewise, with the frames of the scene before in the file $frames, as the old build wrote them.
declare_() { # KIND NAME TITLE
	chosen=
	set -f
	for pattern in $only; do
		# shellcheck disable=SC2254
		case $2 in
		$pattern) chosen=1 ;;
		esac
	done
	set +f
	[ "$chosen" ] || return 1
	[ ! -e "$work/scene/$2" ] || { echo "$0: two scenes are called $2" >&2; exit 2; }
	mkdir -p "$work/scene/$2"
	echo "$1" >"$work/scene/$2/kind"
	echo "$3" >"$work/scene/$2/title"
	cat >"$work/scene/$2/script"
}
scene() {
	last=
	declare_ scene "$1" "$2" || return 0
	last=$1
	echo "$1" >>"$work/list"
	echo "$3" >"$work/scene/$1/program"
	echo "$4" >"$work/scene/$1/times"
	shift 4
	for o; do printf '%s\n' "$o"; done >"$work/scene/$last/options"
}
makes() {
	declare_ makes "$1" "$2" && echo "$1" >>"$work/list"
	return 0
}
reads() {
	only_=$only
	only=*
	[ ! "$last" ] || { declare_ reads "$1" "$2" && echo "$1" >>"$work/scene/$last/reads"; }
	only=$only_
	return 0
}

# run_script BUILD NAME: run the script of a scene in its folder; its output is in out, what failed in status
run_script() {
	mkdir -p "$work/run/$1/$2"
	(
		cd "$work/run/$1/$2" || exit 1
		PATH=$work/bin/$1:$PATH statuses=$work/run/$1.$2.statuses
		export PATH statuses frames
		: >"$statuses"
		timeout "$limit" sh "$work/scene/$2/script" </dev/null >out 2>"$work/run/$1.$2.err"
		{ echo "script: status $?"; sort "$statuses"; } >status
	)
}
# run_simulator BUILD NAME FILE OPTION...: run the simulator on what the old build made, into FILE and FILE.status
run_simulator() {
	(
		cd "$work/run/$1/$2" || exit 1
		PATH=$work/bin/$1:$PATH statuses=/dev/null
		export PATH statuses
		to=$3
		name=$2
		shift 3
		set -f
		IFS='
'
		# shellcheck disable=SC2046
		timeout "$limit" "scree-$(cat "$work/scene/$name/program")" -q "$@" $(cat "$work/scene/$name/options") \
			>"$to" 2>>"$work/run/err.$name"
		echo "status $?" >"$to.status"
	)
}
# differ WHAT OLD NEW: name the first line that differs
differ() {
	if cmp -s "$2" "$3"; then
		return
	elif [ ! -e "$3" ]; then
		echo "# $1: not written"
	else
		awk -v what="$1" -v new="$3" '{ line = $0; rc = (getline other < new); if (rc < 1 || other != line) { bad = 1; exit } }
			END {
				if (bad && rc < 1) other = "(the end)"
				if (!bad) { line = "(the end)"; NR++; bad = (getline other < new) > 0 }
				m = split(line, was)
				split(other, is)
				for (k = 1; k < m && was[k] == is[k]; k++) { }
				if (bad) printf "# %s, line %d, field %d: old %s, new %s\n#   old: %s\n#   new: %s\n", what, NR, k, was[k], is[k],
					substr(line, 1, 400), substr(other, 1, 400)
				else printf "# %s: the same lines, but not the same bytes\n", what
			}' "$2"
	fi
}
# compare_all BUILD NAME: all files of the folder of the old build
compare_all() {
	(cd "$work/run/old/$2" && find . -type f | sort) | while read -r f; do
		differ "${f#./}" "$work/run/old/$2/$f" "$work/run/$1/$2/$f"
	done
	(cd "$work/run/$1/$2" && find . -type f | sort) | while read -r f; do
		case $f in ./alone* | ./threads* | ./split*) continue ;; esac
		[ -e "$work/run/old/$2/$f" ] || echo "# ${f#./}: was not written before"
	done
}
# say NAME BUILD: one line, by what is in why
say() {
	echo "$([ -s "$work/why.$1" ] && echo "not ok" || echo ok) - $(cat "$work/scene/$1/title") ($2)" >>"$work/said.$3"
	cat "$work/why.$1" >>"$work/said.$3"
}
# hows: what the other runs of a scene are called
hows() {
	for n in $threads; do echo threads"$n"; done
	[ ! "$first" ] || [ ! "$threads" ] || echo split
}
# one NAME JOB: a scene, or what is made, by all builds
one() {
	kind=$(cat "$work/scene/$1/kind")
	run_script old "$1"
	if [ "$kind" = scene ]; then
		times=$(cat "$work/scene/$1/times")
		case $times in
		-) whole= first= ;;
		*+*) whole=-t$(echo "$times" | awk -F+ '{ print $1 + $2 }') first=-t${times%+*} rest=-t${times#*+} ;;
		*) whole=-t$times first= ;;
		esac
		start=$work/run/old/$1/out
		run_simulator old "$1" frames $whole <"$start"
		grep -v '^made' "$work/run/old/$1/frames" >"$work/run/$1.plain"
		frames=$work/run/old/$1/frames
	fi
	# what ended badly compares little
	grep -hv 'status 0$' "$work/run/old/$1/status" "$work/run/old/$1"/frames.status 2>/dev/null | sed "s/^/# note: $1, old: /" >>"$work/said.$2"
	for build in $builds; do
		run_script "$build" "$1"
		if [ "$kind" = scene ]; then
			run_simulator "$build" "$1" frames $whole <"$start"
			for n in $threads; do
				run_simulator "$build" "$1" threads$n $whole --threads $n <"$start"
			done
			if [ "$first" ] && [ "$threads" ]; then
				run_simulator "$build" "$1" split1 $first <"$start"
				run_simulator "$build" "$1" split $rest <"$work/run/$build/$1/split1"
			fi
		fi
		{
			compare_all "$build" "$1"
			[ "$kind" != scene ] || for how in $(hows); do
				grep -v '^made' "$work/run/$build/$1/$how" >"$work/run/$1.other"
				differ "$how" "$work/run/$1.plain" "$work/run/$1.other"
				differ "$how, status" "$work/run/old/$1/frames.status" "$work/run/$build/$1/$how.status"
			done
		} >"$work/why.$1"
		say "$1" "$build" "$2"
		[ "$KEEP" ] || rm -rf "$work/run/$build/$1"
	done
	if [ -e "$work/scene/$1/reads" ]; then
		for read in $(cat "$work/scene/$1/reads"); do
			one "$read" "$2"
		done
	fi
	[ "$KEEP" ] || rm -rf "$work/run/old/$1" "$work/run/$1.plain" "$work/run/$1.other"
}
# worker: jobs that nobody has taken yet
worker() {
	i=0
	while read -r name; do
		i=$((i + 1))
		mkdir "$work/taken.$i" 2>/dev/null || continue
		one "$name" $i
		: >"$work/done.$i"
	done <"$work/list"
}

: >"$work/list"
mkdir "$work/run"
last=
. "$here/compare-scenes.sh"
k=0
while [ $k -lt "$jobs" ]; do
	worker &
	pids="$pids $!"
	k=$((k + 1))
done
i=0
total=$(wc -l <"$work/list")
while [ $i -lt "$total" ]; do
	i=$((i + 1))
	while [ ! -e "$work/done.$i" ]; do sleep 0.2; done
	cat "$work/said.$i"
done | awk '/^(not )?ok - / { n++; bad += /^not/; sub(/ok - /, "ok " n " - ") } { print; fflush() }
	END { print "1.." n + 0; exit !n || bad > 0 }'
