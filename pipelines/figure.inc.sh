# shellcheck shell=sh disable=SC2034
# figure.inc.sh: functions for all figures. A figure sources it after its head by
#
#	. "$(dirname "$0")/figure.inc.sh"
#
# and is run as `sh pipelines/FIGURE.sh [--quick] [DIR]`. These names are then defined:
#
#	$out             the folder for the results, which exists: DIR, default out/figures/FIGURE
#	$quick           1 with --quick, a small variant that `make check` runs, in at most 5 seconds; else empty
#	choose A B       prints A, or B in the quick variant
#	compute EXPR     prints the value of an awk expression, to six digits
#	field KEY FILE   prints the last value of KEY in FILE, which has key=value pairs as programs print them
#	last COLUMN FILE prints the last value in the column of a table with this name
#	beside X Y NAME=TABLE...
#	                 prints column X of the first table, then column Y of every table as a column NAME
#	may_fail PROGRAM ARGUMENT...
#	                 runs a program whose failure is an answer; that of any other ends the study (see watch below)
#	panel PICTURE COLUMNS TITLE=PICTURE...
#	                 joins pictures (PNG) into one, COLUMNS in a row, each under its title, pixel for pixel
#	claim ID VALUE   judges the measured VALUE of a claim, to four digits, by the condition in the head, and prints
#	                 CLAIM ID printed=... measured=VALUE holds|fails|differs reason=...|undecided
#
# The head states every claim and its condition before the run, in the form that pipelines/claims.awk describes. Only the quick
# variant prints `undecided`, for claims that need the full run.
set -eu
export LC_ALL=C.UTF-8
pipelines=$(dirname "$0")
quick=
out=out/figures/$(basename "$0" .sh)
for argument in "$@"; do
	case $argument in
	--quick) quick=1 ;;
	-*) echo "usage: sh $0 [--quick] [DIR]" >&2; exit 2 ;;
	*) out=$argument ;;
	esac
done
mkdir -p "$out"

# watch PROGRAM...: from now on a failure of these programs ends the study. A pipe has the status of its last program, a job in the
# background none, and in `f || exit` all of f escapes `set -e`. So the PATH begins with a script for each program that runs it and
# notes a failure. `claim` and the end of the study look at the notes, and scree-* do no more work after one. A writer whose reader
# has seen enough (141, SIGPIPE), and a "no" from awk or grep (1), are no failures.
watch() {
	watched=$(cd "$(mktemp -d)" && pwd) # TMPDIR may be relative, and studies change their folder
	trap 'watch_end $?' EXIT
	trap ': >"$watched/failed"; trap - EXIT; exit 130' INT # jobs in the background do not get it, so they find the note
	mkdir "$watched/bin" "$watched/real"
	cat >"$watched/bin/.watch" <<-'END'
	#!/bin/sh
	watched=${0%/*/*} name=${0##*/}
	case $name in scree-*) [ ! -e "$watched/failed" ] || exit 1 ;; esac
	"$watched/real/$name" "$@"
	status=$?
	case $status,$name in
	0,* | 141,* | 1,awk | 1,grep) ;;
	*) echo "$name${*:+ $*}" | awk -v s=$status 'NR == 1 { print substr($0, 1, 200) ": " (s > 128 ? "ended by signal " s - 128 : "status " s) }' \
		>>"$watched/failed" ;;
	esac
	exit $status
	END
	chmod +x "$watched/bin/.watch"
	for argument in "$@"; do
		program=$(command -v "$argument") || continue
		case $program in /*) ;; *) program=$PWD/$program ;; esac
		ln -s "$program" "$watched/real/$argument"
		ln -s .watch "$watched/bin/$argument"
	done
	PATH=$watched/bin:$PATH
}

may_fail() { # PROGRAM ARGUMENT...: runs a program whose failure is an answer
	program=$watched/real/$1
	shift
	"$program" "$@"
}

watch_failed() { # says what has failed, if anything has
	[ ! -e "$watched/failed" ] || sed "s|^|$(basename "$0"): failed: |" "$watched/failed" >&2
	[ -e "$watched/failed" ]
}

watch_end() { # STATUS
	[ "$1" = 0 ] || : >>"$watched/failed" # for jobs in the background
	wait
	if watch_failed && [ "$1" = 0 ]; then set -- 1; fi
	rm -rf "$watched"
	exit "$1"
}

# shellcheck disable=SC2046
watch awk cat cut gnuplot grep head join od paste sed seq sort tail tr uniq wc xargs \
	$(IFS=:; for folder in $PATH; do ls "$folder" 2>/dev/null; done | grep '^scree-[a-z0-9-]*$' | sort -u)

choose() {
	if [ "$quick" ]; then echo "$2"; else echo "$1"; fi
}

compute() {
	awk "BEGIN { printf \"%.6g\", ($1) }"
}

field() {
	sed -n "s/^\(.*[ :]\)\{0,1\}$1=\([^ ]*\).*/\2/p" "$2" | tail -n 1
}

# a value of the table of --dry-run
foretold() { # WHAT FILE
	awk -F '   *' -v w="$1" '$1 == w { split($2, v, " "); print v[1] }' "$2"
}

last() {
	awk -v name="$1" '/^#/ { for (i = 2; i <= NF; i++) if ($i == name || index($i, name "[") == 1) c = i - 1; next }
		NF && c { x = $c } END { print x }' "$2"
}

beside() {
	beside_x=$1 beside_y=$2 beside_names='' beside_files=''
	shift 2
	for argument in "$@"; do
		beside_names="$beside_names ${argument%%=*}" beside_files="$beside_files ${argument#*=}"
	done
	# shellcheck disable=SC2086
	awk -v x="$beside_x" -v y="$beside_y" -v names="$beside_names" '
		function column(name, i) { # the number of a column, from a head
			for (i = 2; i <= NF; i++)
				if ($i == name || index($i, name "[") == 1)
					return i - 1
			return 0
		}
		BEGIN { split(names, name) }
		FNR == 1 { files++; n = 0 }
		/^#/ && column(y) {
			k = column(y)
			unit[files] = $(k + 1)
			if (!sub(/^[^[]*\[/, "[", unit[files]))
				unit[files] = ""
			if (files == 1) { i = column(x); along = $(i + 1) }
		}
		/^[^#]/ { n++; if (files == 1) first[n] = $i; cell[n, files] = $k }
		END {
			printf "# scree-table 1\n# %s", along
			for (f = 1; f <= files; f++) printf " %s%s", name[f], unit[f]
			for (r = 1; r in first; r++) {
				printf "\n%s", first[r]
				for (f = 1; f <= files; f++) printf " %s", (r, f) in cell ? cell[r, f] : "?"
			}
			print ""
		}' $beside_files
}

panel() {
	panel_out=$1 panel_columns=$2
	shift 2
	for argument in "$@"; do # the sides of a PNG in pixels are in its head
		echo "${argument%%=*}|${argument#*=}|$(od -An -tu1 -j16 -N8 "${argument#*=}")"
	done | awk -F '|' -v out="$panel_out" -v columns="$panel_columns" -v title=36 '
		{
			name[NR] = $1; picture[NR] = $2
			split($3, b, " ")
			w[NR] = (b[1] * 256 + b[2]) * 65536 + b[3] * 256 + b[4]
			h[NR] = (b[5] * 256 + b[6]) * 65536 + b[7] * 256 + b[8]
			if (w[NR] > W) W = w[NR]
			if (h[NR] > H) H = h[NR]
		}
		END { # every picture keeps its pixels
			rows = int((NR + columns - 1) / columns)
			width = columns * W; height = rows * (H + title)
			printf "set term pngcairo size %d,%d font \",14\"\nset output \"%s\"\n", width, height, out
			print "set multiplot; unset key; unset border; unset tics"
			print "set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0; set autoscale noextend"
			for (k = 1; k <= NR; k++) {
				x = (k - 1) % columns * W
				y = height - int((k - 1) / columns) * (H + title)
				printf "set origin %.9g,%.9g; set size %.9g,%.9g\n", (x + int((W - w[k]) / 2)) / width,
					(y - title - int((H - h[k]) / 2) - h[k]) / height, w[k] / width, h[k] / height
				printf "set label 1 \"%s\" at screen %.9g,%.9g center\n", name[k], (x + W / 2) / width, (y - title / 2) / height
				printf "plot \"%s\" binary filetype=png with rgbimage\n", picture[k]
			}
			print "unset multiplot"
		}' | gnuplot
}

claim() {
	[ ! -e "$watched/failed" ] || exit 1
	claim_said=$(awk -f "$pipelines/claims.awk" "$0" | awk -F '\037' -v id="$1" '$1 == id')
	[ "$claim_said" ] || { echo "$0: its head has no claim $1" >&2; exit 2; }
	IFS=$(printf '\037') read -r claim_id claim_printed claim_holds claim_quick _ claim_reason <<-END
	$claim_said
	END
	claim_if=$(choose "$claim_holds" "$claim_quick")
	claim_m=$(echo "$2" | awk '/^[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?$/ { printf "%.4g", $1 }')
	if [ "$claim_if" = - ]; then
		claim_verdict=undecided
	elif [ "$claim_m" ] && awk "BEGIN { m = $claim_m; exit !($claim_if) }"; then
		claim_verdict=holds
	elif [ "$claim_reason" ]; then
		claim_verdict="differs reason=$claim_reason"
	else
		claim_verdict=fails
	fi
	echo "CLAIM $claim_id printed=$claim_printed measured=${claim_m:-?} $claim_verdict"
}

floor_plane() { # a fixed plane at z = 0
	cat <<-END
	scree 1 dim=3
	material grain density=1
	shape 1 plane
	constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
	columns body id shape material tag x y z
	frame 0 t=0 dt=0 due=0 body=1
	body 1 1 grain floor 0 0 0
	end 0
	END
}
