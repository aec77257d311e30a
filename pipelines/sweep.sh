#!/bin/sh
# sweep: run a study for every combination of its parameters, and put the results into one table.
#
#	sh sweep.sh DIR STUDY 'NAME=VALUE VALUE ...' 'NAME=VALUE ...' ...
#
# STUDY is a shell script. It gets each parameter as a variable, runs in an empty folder, and prints a table with a row or more
# (scree-table(5)). For example, gas.sh is
#
#	scree-shape disk | scree-fill -q -n "$n" --box 20,20 --periodic xy --speed 0.1 --seed "$seed" |
#		scree-set -q --law "grain,grain,kn=1,en=$en,mu=0" | scree-dem2 -q -t 50 >run.scree
#	scree-pick --last run.scree | scree-energy -q
#
# and the command is
#
#	sh sweep.sh out/gas gas.sh 'n=50 100' 'en=0.5 0.7 0.9' "seed=$(seq -s ' ' 10)"
#
# out/gas/table then has a column for each parameter, and those of the study's tables; so scree-mean, scree-plot and awk can go on.
# For example, the energy against en, with its error from the ten seeds, is
#
#	for en in 0.5 0.7 0.9; do
#		scree-mean -q --row --set "en=$en" --where "n == 100 && en == $en" -y kin_lin out/gas/table
#	done | scree-plot -x en -y kin_lin -o energy.png
#
# out/gas/runs/n=50/en=0.5/seed=1 is the folder of a case: `table` is what it printed, which scree-verify can check, and `said` its
# messages. A case that ended well is not run again; one that failed or was stopped is. Values may be added later.
#
# A case has failed if its study ends with a status other than 0 or without a row, or if a scree program fails anywhere in it, also
# in a pipe or in the background, of which sh tells nothing. Where a failure is an answer, write may_fail before the program:
#
#	may_fail scree-dem2 -q -t 50 start.scree >run.scree || echo 'it jams'
#
# GNU parallel runs the cases side by side if it is installed, else xargs. JOBS=N says how many, by default as many as there are
# processors; give simulators of 4000 bodies or more --threads 1 then, since by default they use several processors. GNU parallel takes
# further options, such as other machines, from the variable PARALLEL. In a job array of SLURM,
#
#	sbatch --array=1-20 sweep.sh DIR STUDY 'NAME=VALUE ...' ...
#
# each task runs its share of the cases; the same command without sbatch makes the table afterwards.
set -eu
export LC_ALL=C.UTF-8

# One case, for which sweep.sh calls itself: the study, the folder of all cases, and NAME=VALUE/NAME=VALUE/...
if [ "${1-}" = --case ]; then
	study=$2 folder=$3/$4
	[ ! -f "$folder/table" ] || exit 0
	rm -rf "$folder"
	mkdir -p "$folder"
	cd "$folder"
	# shellcheck disable=SC2046
	export $(echo "$4" | tr / ' ')
	export sweep_failed="$PWD/failed" PATH="$5:$PATH"
	sh -e "$study" >table.part 2>said </dev/null && [ ! -e failed ] && grep -q '^[^#]' table.part && exec mv table.part table
	exit 1
fi

fail() {
	echo "sweep.sh: $*" >&2
	exit 2
}
[ $# -ge 3 ] || fail "expected DIR STUDY 'NAME=VALUE VALUE ...' ..."
dir=$1 study=$2
shift 2
[ -r "$study" ] || fail "cannot read $study"

# all combinations, as NAME=VALUE/NAME=VALUE/...
cases='' names=''
for list; do
	name=${list%%=*} next=''
	case $name in
	"$list" | '' | [!A-Za-z_]* | *[!A-Za-z0-9_]*) fail "found '$list', expected 'NAME=VALUE VALUE ...'" ;;
	esac
	names="$names$name "
	for before in ${cases:-/}; do
		for value in ${list#*=}; do
			case $value in
			*[!-A-Za-z0-9_.,:+%@]*) fail "found '$value' in '$list', expected letters, digits and - _ . , : + % @" ;;
			esac
			next="$next $before/$name=$value"
		done
	done
	[ "$next" ] || fail "found '$list', expected a value"
	cases=$next
done
mkdir -p "$dir/runs"
dir=$(cd "$dir" && pwd)
case $dir in *:*) fail "found '$dir', expected a folder without a colon, since it goes into PATH" ;; esac
# what all tasks of an array find at once
once() { # WHAT FILE: FILE is from stdin, unless it is there; then it must be the same
	cat >"$2.$$"
	if [ ! -f "$2" ]; then
		mv "$2.$$" "$2"
	elif cmp -s "$2.$$" "$2"; then
		rm "$2.$$"
	else
		rm "$2.$$"
		fail "$1 changed since $dir began; use another folder, or remove this one"
	fi
}
once "$study has" "$dir/study" <"$study"
echo "$names" | once 'the names of the parameters have' "$dir/names"

# shellcheck disable=SC2086
printf '%s\n' $cases | sed 's|^//*||' |
	awk -v id="${SLURM_ARRAY_TASK_ID-0}" -v from="${SLURM_ARRAY_TASK_MIN-0}" -v step="${SLURM_ARRAY_TASK_STEP-1}" \
		-v tasks="${SLURM_ARRAY_TASK_COUNT-1}" 'NR % tasks == (id - from) / step' >"$dir/cases.$$"
# a folder for the beginning of PATH, with a script in place of each scree program; as figure.inc.sh has, of which a batch system,
# which copies this script, would know nothing
watch=$(mktemp -d -p "$dir")
cat >"$watch/watch" <<-'END'
	#!/bin/sh
	[ ! -e "$sweep_failed" ] || exit 1
	name=${0##*/} folder=${0%/*} path=:$PATH:
	path=${path%%":$folder:"*}:${path#*":$folder:"} PATH=${path#:}
	"$name" "$@" && exit
	status=$?
	[ $status = 141 ] || echo "$name${*:+ $*}: status $status" >>"$sweep_failed" # 141: its reader has seen enough
	exit $status
END
cat >"$watch/may_fail" <<-'END'
	#!/bin/sh
	folder=${0%/*} path=:$PATH:
	path=${path%%":$folder:"*}:${path#*":$folder:"} PATH=${path#:}
	exec "$@"
END
chmod +x "$watch/watch" "$watch/may_fail"
(
	IFS=:
	for folder in $PATH; do
		for program in "$folder"/scree-*; do
			if [ -x "$program" ]; then ln -sf watch "$watch/${program##*/}"; fi
		done
	done
)
status=0
if command -v parallel >/dev/null 2>&1; then
	parallel --will-cite -j "${JOBS:-100%}" sh "$0" --case "$dir/study" "$dir/runs" '{}' "$watch" <"$dir/cases.$$" || status=1
else
	xargs -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" -I '{}' sh "$0" --case "$dir/study" "$dir/runs" '{}' "$watch" <"$dir/cases.$$" || status=1
fi

# the table of all cases that ended well; the others are told
awk -v dir="$dir" -v names="$names" -v study="$study" '
	{
		split($0, part, "/")
		row = said = ""
		for (k = 1; k in part; k++)
			row = row substr(part[k], index(part[k], "=") + 1) " "
		file = dir "/runs/" $0 "/table"
		found = 0
		head = "none"
		while ((getline line <file) > 0) {
			if (line ~ /^# / && line !~ /^# (scree-table|made|block) ?/)
				head = substr(line, 3)
			if (line ~ /^#/ || line == "")
				continue
			if (!found++ && !all++) {
				first = head
				print "# scree-table 1\n# a row or more for each case of " study "; scree-verify checks the tables of the cases in " \
					"runs\n# " names first
			}
			if (head != first) {
				print "sweep.sh: " file ": found the columns " head ", expected " first >"/dev/stderr"
				exit status = 1
			}
			print row line
		}
		close(file)
		if (!found) {
			file = dir "/runs/" $0 "/said"
			while ((getline line <file) > 0)
				said = ": " line
			close(file)
			file = dir "/runs/" $0 "/failed"
			if ((getline line <file) > 0)
				said = said " (" substr(line, 1, 200) ")"
			close(file)
			print "sweep.sh: " $0 " failed" said >"/dev/stderr"
			status = 1
		}
	}
	END { exit status }' "$dir/cases.$$" >"$dir/table.$$" || status=1
if [ "${SLURM_ARRAY_TASK_ID-}" ]; then
	rm "$dir/table.$$"
else
	mv "$dir/table.$$" "$dir/table"
fi
rm -r "$dir/cases.$$" "$watch"
exit $status
