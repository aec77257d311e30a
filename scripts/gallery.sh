#!/bin/sh
# gallery.sh [BIN [STUDY...]]: runs the studies of docs/gallery/pictures.tsv, or the named ones, with the programs in BIN, and puts a
# picture of each into docs/gallery. Without arguments it writes the page docs/gallery/README.md to standard output, from
# pipelines/README.md, the heads of the studies and the pictures that are there. Run at the top of the tree.
#
# Each line of pictures.tsv has, separated by tabs: a study, the picture that stands for it, and what is seen. A line with one field
# begins a section. A study that has finished before, for `make figures` for example, is not run again.
set -eu
list=docs/gallery/pictures.tsv
tab=$(printf '\t')
most=200000 # bytes of a picture

draw() { # STUDY PICTURE: with 256 colours or less
	sh scripts/figure.sh "$bin" "$1"
	for colours in 256 128 64 32; do
		pngquant --speed 1 --strip --force --output "docs/gallery/$1.png" "$colours" "out/figures/$1/$2"
		[ "$(wc -c <"docs/gallery/$1.png")" -gt $most ] || return 0
	done
	echo "gallery.sh: out/figures/$1/$2 has more than $most bytes with $colours colours; draw it smaller" >&2
	exit 1
}
if [ $# -gt 0 ]; then
	bin=$(cd "$1" && pwd)
	shift
	while IFS=$tab read -r study picture _; do
		[ "$picture" ] || continue
		[ $# = 0 ] || echo " $* " | grep -qF " $study " || continue
		draw "$study" "$picture" </dev/null
	done <$list
	exit
fi

cat <<'END'
# Gallery

One picture of each study. `make gallery` runs all studies and draws the pictures; `make gallery STUDY=p4-modes` does so for one. The
tables show the first claims of each paper, or the first questions of each study, beside the values that were measured.
[pipelines/README.md](../../pipelines/README.md) has all of them, with conditions and reasons.

41 of the studies took 22 minutes of processor time together. p1-fig6-hopper, p3-fig8-biaxial, hopper-law, rheology-plane,
rheology-space, critical-state and those of grains with faces are not in this sum; the heads of their scripts say how long they
take. `make -j 4 figures` runs them four at a time, and `make gallery` does not run them again. Pictures of processor times differ from machine to machine.
END
while IFS=$tab read -r study picture caption; do
	if [ ! "$picture" ]; then
		printf '\n## %s\n' "$study"
		continue
	fi
	script=pipelines/$study.sh
	printf '\n### %s\n' "$study"
	if [ -f "docs/gallery/$study.png" ]; then
		printf '\n![%s](%s.png)\n\n%s.\n' "$study" "$study" "$caption"
	fi
	if ! grep -q '^# CLAIM ' "$script"; then
		# a short script without claims stands in full
		printf '\n```sh\n'
		sed '/^#/d; /^\. /d; /^cd /d; /^$/d; s/"$(choose \([^ ]*\) [^)]*)"/\1/g' "$script"
		printf '```\n'
		continue
	fi
	awk -v study="$study" '
		/^## / { on = $2 == study; next }
		!on { next }
		/^[^|]/ && !titled++ { next } # the title says less than the question
		/^[^|]/ { gsub(/</, "\\&lt;"); print "\n" $0 }
		/^\| [a-z0-9-]+ \|/ && $2 != "claim" {
			row = $0
			gsub(/\\\|/, "\001", row)
			gsub(/</, "\\&lt;", row)
			split(row, cell, / *\| */)
			verdict = cell[7]
			sub(/:.*/, "", verdict)
			n++
			count[verdict]++
			for (k = 3; k <= 5; k++) gsub(/\001/, "\\|", cell[k])
			if (n <= 4) table[n] = "| " cell[3] " | " cell[4] " | " cell[5] " | " verdict " |"
		}
		END {
			print "\n| what | claimed | measured | |\n|---|---|---|---|"
			for (k = 1; k <= n && k <= 4; k++) print table[k]
			said = count["holds"] + 0 " of " n " claims hold"
			if (count["**differs**"]) said = said ", " count["**differs**"] (count["**differs**"] == 1 ? " differs" : " differ")
			if (count["**fails**"]) said = said ", " count["**fails**"] (count["**fails**"] == 1 ? " fails" : " fail")
			if (count["not run"]) said = said ", " count["not run"] " were not run"
			printf "\n[%s](../../pipelines/README.md#%s): `sh pipelines/%s.sh`\n", said, study, study
		}' pipelines/README.md
done <$list
