#!/bin/sh
# scree-plot: that the script has the table's numbers, names and units, that fits find what was put in, and that no text is run.
. "$(dirname "$0")/../tap.sh"

cat >run.tab <<'END'
# scree-table 1
# made scree-test 0.1.0
# t[s] work[kg*m^2/s^2] fric[kg*m^2/s^2] grav[kg*m^2/s^2] n kind error
0 0 0 0 3 cow ?
1 2.5 0.125 0 5 disk 1e-6
2 4.75 ? 0 7 star -2e-6
3 7 0.375 0 9 rice 0
END
cat >blocks.tab <<'END'
# scree-table 1
# y[L] vx[L/T]
# block t=0
0.5 1
1.5 2


# block t=2.5
0.5 3
1.5 5
2.5 7
END

if ! command -v gnuplot >/dev/null; then
	skip 'no gnuplot here'
	finish
fi

data() { awk -v name="\$$1" '$1 == name && $2 == "<<" { on = 1; next } $1 == "END" { on = 0 } on' "$2" | sed 's/^ //'; }

# ---- the table in the script ----
ok 'a plot' scree-plot -o a.png --script a.gp run.tab
is 'is one' "$(head -c 4 a.png | tail -c 3)" PNG
is 'all columns of the first unit, but what is 0 throughout' "$(data block0 a.gp)" "0 0 0
1 2.5 0.125
2 4.75 ?
3 7 0.375"
is 'named' "$(grep -o "title '[^']*'" a.gp | tr '\n' ' ')" "title 'work' title 'fric' "
is 'labels' "$(grep '^set [xy]label' a.gp)" "set xlabel 't [s]'
set ylabel '[kg m²/s²]'"
scree-plot -o a.svg --script a.gp -x n -y error,work --log y --y-range 1,10 --title 'A title' run.tab
is 'chosen columns' "$(data block0 a.gp)" "3 ? 0
5 1e-6 2.5
7 -2e-6 4.75
9 0 7"
is 'two units, two axes' "$(grep '^set [xy]2*label' a.gp | tr '\n' ' ')$(grep -o 'x1y[12]' a.gp | tr '\n' ' ')" \
	"set xlabel 'n' set ylabel 'error' set y2label 'work [kg m²/s²]' x1y1 x1y2 "
ok 'a logarithmic axis' grep -q '^set logscale y$' a.gp
ok 'a range' grep -q '^set yrange \[1:10\]$' a.gp
ok 'text in the SVG' grep -q 'A title' a.svg
scree-plot -o a.svg --script a.gp -x kind -y n --style boxes run.tab
ok 'words along x' grep -q "'cow' 0, 'disk' 1, 'star' 2, 'rice' 3" a.gp
scree-plot -o a.png --script a.gp blocks.tab
is 'a curve per block' "$(data block0 a.gp | tr '\n' ' ')$(data block1 a.gp | tr '\n' ' ')" '0.5 1 1.5 2 0.5 3 1.5 5 2.5 7 '
is 'named by time' "$(grep -o "title '[^']*'" a.gp | tr '\n' ' ')" "title 't = 0' title 't = 2.5' "
scree-plot -o a.png --script a.gp --block 1 blocks.tab
is 'one block' "$(grep -c '^\$block' a.gp)$(data block1 a.gp | head -n 1)" '10.5 3'
is 'in the terminal' "$(scree-plot <run.tab | grep -c 't \[s\]')" 1
ok 'gif and pdf' sh -c 'scree-plot -o a.gif run.tab && scree-plot -o a.pdf run.tab && test -s a.gif && test -s a.pdf'
ok 'the kept script draws again' sh -c 'rm a.png; gnuplot a.gp; test -s a.png'

# ---- fits ----
awk 'BEGIN { print "# scree-table 1\n# x y"; for (x = -3; x <= 3; x += 0.25) printf "%.17g %.17g\n", x, 2.385 * x ^ 2 - 0.75 * x + 1 / 3 }' >parabola.tab
scree-plot -o f.png --fit 'a*x^2 + b*x + c/3' parabola.tab 2>fit
near 'a parabola: a' "$(sed -n 's/.*fit: a = \([^ ]*\) .*/\1/p' fit)" 2.385 1e-8
near 'b' "$(sed -n 's/.*fit: b = \([^ ]*\) .*/\1/p' fit)" -0.75 1e-8
near 'c: 1/3 is a third, not an integer division' "$(sed -n 's/.*fit: c = \([^ ]*\) .*/\1/p' fit)" 1 1e-8
awk 'BEGIN { print "# scree-table 1\n# x y"; for (x = 0; x <= 5; x += 0.25) printf "%.17g %.17g\n", x, 3 * exp(-0.4 * x) }' >decay.tab
scree-plot -o f.png --fit 'set*exp(-plot*x)' --start set=2,plot=0.5 decay.tab 2>fit
near 'an exponential, parameters of any name' "$(sed -n 's/.*fit: plot = \([^ ]*\) .*/\1/p' fit)" 0.4 1e-6
for bad in 'system("touch ran1")' '`touch ran2`*a' 'a*x; system' 'a*x
b' "a'b" 'exec(x)' '@a' '$1*a' 'a=x' '{1,2}' 'x' '' 'sin*a' 'a*x+' 'a x' '2sin(a*x)' '(a*x' 'a*x)' 'a/*x' \
	'x>1?a' 'a:x' '()*a'; do
	fails 2 'option --fit' "refused as a formula: $(echo "$bad" | head -n 1)" scree-plot -o f.png --fit "$bad" decay.tab
done
awk 'BEGIN { print "# scree-table 1\n# x y"; for (x = -2; x <= 4; x++) print x, x <= 1 ? 2.5 * x * x : 0.5 }' >steps.tab
scree-plot -o f.png --fit 'x<=1 ? a*x**2 : b' steps.tab 2>fit
near 'two cases, and powers of negative numbers' "$(sed -n 's/.*fit: [ab] = \([^ ]*\) .*/\1/p' fit | paste -sd+ | tr + ' ' |
	awk '{ print $1 + 10 * $2 }')" 7.5 1e-7
fails 4 'gnuplot failed' 'a fit that cannot be' scree-plot -o f.png --fit 'a*log(-x)' decay.tab
fails 2 'no parameter c in a\*x' 'a start for no parameter' scree-plot -o f.png --fit 'a*x' --start c=1 decay.tab
fails 2 'start: a=one, expected a number' 'a start that is no number' scree-plot -o f.png --fit 'a*x' --start a=one decay.tab

# ---- text is never run ----
cat >bad.tab <<'END'
# scree-table 1
# x[`touch~ran3`] y'.system('touch_ran4').'[m]
`touch~ran5` 1
'.system("touch_ran6").' 2
END
cat >title <<'END'
`touch ran7` ' . system('touch ran8') . ' " . system("touch ran9") . "
END
scree-plot -o "it's \`touch ran10\` \$HOME.svg" --title "$(cat title)" --x-label "$(cat title)" --y-label "$(cat title)" bad.tab
is 'a plot of that very name' "$(ls *HOME.svg)" "it's \`touch ran10\` \$HOME.svg"
ok 'a name that begins with a bar is a file' scree-plot -o '|touch ran11;.png' run.tab
is 'nothing ran' "$(ls | grep '^ran[0-9]'; ls | grep '^_\?ran')" ''

# ---- without gnuplot ----
mkdir nothing
fails 1 'gnuplot-nox.*gnuplot e.png.gp' 'no gnuplot: the package is named' \
	env PATH="$tmp/nothing" "$(command -v scree-plot)" -o e.png run.tab
ok 'and the script is there, and good' sh -c 'gnuplot e.png.gp && test -s e.png'

# ---- errors ----
fails 2 'no column heat' 'a column that is not there' scree-plot -y work,heat run.tab
fails 2 'no column heat' 'along x' scree-plot -x heat run.tab
fails 3 'column kind has words, the first in line 4' 'words along y' scree-plot -y kind run.tab
fails 2 'style: pie, expected' 'a style that is not known' scree-plot --style pie run.tab
fails 2 'log: xz, expected' 'an axis that is not there' scree-plot --log xz run.tab
fails 2 'begins at -1' 'a logarithmic range that cannot be' scree-plot --log x --x-range -1,1 run.tab
fails 2 'block: 2, expected .* 0 to 1' 'a block that is not there' scree-plot --block 2 blocks.tab
fails 2 'expected a name in .png' 'a suffix that is not known' scree-plot -o x.jpg run.tab
fails 3 "stdin:1: .*expected '# scree-table 1'" 'a stream is no table' sh -c 'echo scree 1 dim=2 | scree-plot'
sed '5s/1e-6$/nan/' run.tab >nan.tab
fails 3 'nan.tab:5: nan in column error' 'a row that is not a number' scree-plot nan.tab
printf '# scree-table 1\n# x y\n1 2\n3\n' >short.tab
fails 3 'short.tab:4: 1 fields in a row, expected 2' 'a short row' scree-plot short.tab
printf '# scree-table 1\n# x y\n' >rows.tab
fails 3 'no rows' 'a table without rows' scree-plot rows.tab
fails 1 'cannot open|cannot read' 'no such file' scree-plot nowhere.tab
[ -w /dev/full ] && fails 1 'write' 'a full disk' sh -c "scree-plot $tmp/run.tab >/dev/full"
finish
