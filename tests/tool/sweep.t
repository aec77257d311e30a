#!/bin/sh
# pipelines/sweep.sh: every combination of parameters once, in one table; what ended is not run again
. "$(dirname "$0")/../tap.sh"

sweep() {
	JOBS=2 sh "$root/pipelines/sweep.sh" "$@"
}
# the area and moment of a disk of radius r at the density d, and a mark for every run
cat >disk.sh <<'END'
echo "$r $d" >>../../../../ran
scree-shape disk --radius "$r" | scree-set -q --material "grain,density=$d" | scree-mass --table
END
cat >expected.awk <<'END'
!/^#/ { pi = atan2(0, -1); for (k = 1; k <= 2; k++) p[k] = $k; if ($at["area"] / (pi * p[1] ^ 2) - 1 > 1e-9) bad = 1; n++ }
/^# r d / { for (k = 2; k <= NF; k++) { c = $k; sub(/\[.*/, "", c); at[c] = k - 1 } }
END { print n, bad + 0 }
END
both() { # with NAME: GNU parallel or xargs
	rm -rf out ran
	ok "$1: a sweep" sweep out disk.sh 'r=0.5 1.25' 'd=1 2 3'
	is "$1: a row for every combination, in order" "$(awk '!/^#/ { printf "%s,%s ", $1, $2 }' out/table)" \
		'0.5,1 0.5,2 0.5,3 1.25,1 1.25,2 1.25,3 '
	is "$1: with its result" "$(awk -f expected.awk out/table)" '6 0'
	is "$1: each ran once" "$(sort ran | tr '\n' ' ')" '0.5 1 0.5 2 0.5 3 1.25 1 1.25 2 1.25 3 '
	ok "$1: which other programs read" sh -c "scree-mean -q -y area out/table | grep -q '^area .* 6 0 '"
	cp out/table before
	ok "$1: once more" sweep out disk.sh 'r=0.5 1.25' 'd=1 2 3'
	is "$1: nothing ran again" "$(wc -l <ran | tr -d ' ')" 6
	ok "$1: the table is the same" cmp before out/table
	ok "$1: with one value more" sweep out disk.sh 'r=0.5 1.25 2' 'd=1 2 3'
	is "$1: only that ran" "$(sed 1,6d ran | sort | tr '\n' ' ')" '2 1 2 2 2 3 '
}
if command -v parallel >/dev/null; then
	both parallel
else
	skip 'GNU parallel is not here'
fi
# the same without it: a PATH of all else
mkdir else
for program in awk cat chmod cmp cp dirname env getconf grep ln mkdir mktemp mv pwd rm sed seq sh sort tr wc xargs; do
	[ -e "else/$program" ] || ln -s "$(command -v $program)" else/
done
PATH=$(dirname "$(command -v scree-shape)"):$tmp/else both xargs
ok 'a table of a case can be checked' scree-verify -q out/runs/r=2/d=3/table

# tasks of an array share the cases
rm -rf ran array
for task in 3 5 7; do
	SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=3 sweep array disk.sh 'r=1 2' 'd=1 2' || echo no
	wc -l <ran
done | tr -d ' \n' >counts
is 'tasks of an array share the cases' "$(cat counts)" 134
ok 'and leave the table to the end' test ! -e array/table
ok 'which runs nothing' sweep array disk.sh 'r=1 2' 'd=1 2'
is 'indeed' "$(wc -l <ran | tr -d ' ') $(grep -c '^[^#]' array/table)" '4 4'

# what fails is told, does not stop the others, and is run again
cat >some.sh <<'END'
[ "$x" != 2 ] || [ -e ../../../mended ]
printf '# scree-table 1\n# y\n%s\n' "$((x * x))"
END
fails 1 'sweep.sh: x=2 failed' 'a case that fails' sweep squares some.sh 'x=1 2 3'
is 'the others are there' "$(grep '^[^#]' squares/table | tr '\n' ';')" '1 1;3 9;'
touch mended
ok 'it is run again' sweep squares some.sh 'x=1 2 3'
is 'and is there' "$(grep '^[^#]' squares/table | tr '\n' ';')" '1 1;2 4;3 9;'
printf 'scree-shape no-such-shape\n' >bad.sh
fails 1 'sweep.sh: x=1 failed: scree-shape: ' 'its last message is told' sweep bad bad.sh x=1
# a program that fails within a pipe, or in the background, ends the case; so does none of those after which nothing is read
cat >pipe.sh <<'END'
case $x in
1) scree-shape disk | scree-set -q --law nonsense | cat >/dev/null ;;
2) scree-shape no-such-shape >/dev/null & wait ;;
3) scree-shape --list | head -n 1 >/dev/null ;;
4) may_fail scree-shape no-such-shape 2>/dev/null || true ;;
esac
scree-shape --list | head -n 2 >/dev/null
printf '# scree-table 1\n# y\n%s\n' "$x"
END
fails 1 'x=1 failed: scree-set: .* [(]scree-set -q --law nonsense: status 2[)]' 'a program that fails in a pipe' sweep pipes pipe.sh 'x=1 2 3 4'
is 'and one in the background' "$(grep -c 'x=2 failed: .*(scree-shape no-such-shape: status 1)' .err)" 1
is 'one without a reader, and one that may fail, do not' "$(grep '^[^#]' pipes/table | tr '\n' ';')" '3 3;4 4;'
is 'the folder has nothing of the watch' "$(ls pipes | tr '\n' ' ')" 'names runs study table '
printf "printf '# scree-table 1\\\\n# y%%s\\\\n1\\\\n' \$x\n" >odd.sh
fails 1 'found the columns y2, expected y1' 'tables that do not fit' sweep odd odd.sh 'x=1 2'

echo '# changed' >>some.sh
fails 2 'some.sh has changed since' 'another study' sweep squares some.sh 'x=1 2 3'
fails 2 'names of the parameters have changed' 'other parameters' sweep out disk.sh 'r=1' 'd=1' 'e=1'
fails 2 "expected DIR STUDY" 'nothing' sweep
fails 2 "found 'x', expected 'NAME=VALUE" 'no value' sweep new some.sh x
fails 2 "found 'x=', expected a value" 'an empty list' sweep new some.sh 'x='
fails 2 "found '2x=1', expected 'NAME=VALUE" 'a bad name' sweep new some.sh '2x=1'
fails 2 "found '../1' in" 'a path' sweep new some.sh 'x=../1'
fails 2 'cannot read nowhere.sh' 'no study' sweep new nowhere.sh x=1
# the commands of its head: means over the seeds, which lose more energy the smaller en is
sed -n '/^#\tscree-shape/,/^#\tscree-pick/s/^#\t//p' "$root/pipelines/sweep.sh" >gas.sh
ok 'the study of its head' sweep out/gas gas.sh 'n=100' 'en=0.5 0.7 0.9' "seed=$(seq -s ' ' 10)"
sed -n '/^#\tfor en/,/^#\tdone/s/^#\t//p' "$root/pipelines/sweep.sh" | sed 's/| scree-plot.*//' >means.sh
is 'and its means over ten seeds' "$(sh means.sh | awk '!/^#/ { print $1, ($2 > last) + ($3 > 0), $4; last = $2 }' | tr '\n' ';')" \
	'0.5 2 10;0.7 2 10;0.9 2 10;'
finish
