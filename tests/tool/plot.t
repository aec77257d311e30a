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
sed 's/t=0/t=1000000/; s/t=2.5/t=1000002.5/' blocks.tab >late.tab
scree-plot -o a.png --script a.gp late.tab
is 'also if the times differ in the seventh digit' "$(grep -o "title '[^']*'" a.gp | tr '\n' ' ')" "title 't = 1000000' title 't = 1000002.5' "
printf '# scree-table 1\n# x y\n# block t=33.333333333333336\n1 2\n2 3\n' >third.tab
sed 's/t=.*/t=33.33333333333333/' third.tab | cat third.tab - >thirds.tab
scree-plot -q -x x -y y -o a.svg --script a.gp thirds.tab
is 'but not if they differ by rounding only' "$(grep -o "title '[^']*'" a.gp | tr '\n' ' ')" "title 't = 33.333' title 't = 33.333' "
scree-plot -o a.png --script a.gp --block 1 blocks.tab
is 'one block' "$(grep -c '^\$block' a.gp)$(data block1 a.gp | head -n 1)" '10.5 3'
is 'in the terminal' "$(scree-plot <run.tab | grep -c 't \[s\]')" 1
ok 'gif and pdf' sh -c 'scree-plot -o a.gif run.tab && scree-plot -o a.pdf run.tab && test -s a.gif && test -s a.pdf'
ok 'the kept script draws again' sh -c 'rm a.png; gnuplot a.gp; test -s a.png'

# ---- options, in the script alone: without gnuplot on the path it is left behind ----
mkdir nothing
plot=$(command -v scree-plot)
script() { rm -f s.svg.gp; env PATH="$tmp/nothing" "$plot" -o s.svg "$@" 2>said; cat s.svg.gp; }
cat >three.tab <<'END'
# scree-table 1
# y[L] vx[L/T] vy[L/T] w[1/T]
# block t=0
0.5 1 -1 3
1.5 2 ? 4


# block t=2.5
0.5 3 4 5
1.5 ? 2 6


# block t=4
0.5 6 8 7
1.5 7 9 8
2.5 8 7 9
END
script three.tab >a.gp
is 'a colour for each time, from the first to the last; a dash for each column' \
	"$(grep -o "block. using 1:. axes x1y. with lines lw 2 lc rgb '#......' dt . title '[^']*'" a.gp)" \
	"block0 using 1:2 axes x1y1 with lines lw 2 lc rgb '#1d3f72' dt 1 title 'vx, t = 0'
block2 using 1:2 axes x1y1 with lines lw 2 lc rgb '#e0ae45' dt 1 title 'vx, t = 4'
block1 using 1:3 axes x1y1 with lines lw 2 lc rgb '#ac5866' dt 2 title 'vy, t = 2.5'
block2 using 1:3 axes x1y1 with lines lw 2 lc rgb '#e0ae45' dt 2 title 'vy, t = 4'"
is 'a curve of one point is a point' "$(grep -o 'block. using 1:. axes x1y. with points pt [0-9]* ps [0-9.]*' a.gp)" \
	"block1 using 1:2 axes x1y1 with points pt 7 ps 1
block0 using 1:3 axes x1y1 with points pt 5 ps 1"
is 'columns of the unit of the first one' "$(data block1 a.gp)" '0.5 3 4
1.5 ? 2'
is 'labels of several: their unit' "$(grep '^set [xy]label' a.gp)" "set xlabel 'y [L]'
set ylabel '[L/T]'"
ok 'gaps' grep -q "^set datafile missing '?'$" a.gp
ok 'a key' grep -q '^set key' a.gp
is 'none if asked' "$(script --no-key three.tab | grep -c '^unset key')" 1
is 'nor for one curve' "$(script --block last -y vx three.tab | grep -c '^unset key')" 1
is 'the last block' "$(script --block last three.tab | sed -n '/^\$block/p; s/ title/&/p' | grep -o "^.block. <<\|title.*" | tr -d ',\\' | tr '\n' ' ')" "\$block2 << title 'vx'  title 'vy' "
is 'the first' "$(script --block 0 three.tab | grep -c '^\$block0 <<')" 1
is 'all' "$(script --block all three.tab | grep -c '^\$block. <<')" 3
script --block 1 -y vx,w three.tab >a.gp
is 'an axis on the right for another unit' "$(grep -e '^set y2*label' -e y2tics -e border a.gp)" "set ylabel 'vx [L/T]'
set y2label 'w [1/T]'
set y2tics out scale 0.6
set border 11 lw 0.8 lc rgb '#444444'"
is 'for that curve' "$(grep -o 'using 1:. axes x1y.' a.gp | tr '\n' ' ')" 'using 1:2 axes x1y1 using 1:3 axes x1y2 '
is 'colours of columns' "$(grep -o "#[0-9a-f]*' dt 1 title" a.gp | tr '\n' ' ')" "#1d5f8a' dt 1 title #d1603d' dt 1 title "
is 'styles' "$(for st in lines points both steps boxes dots; do script --block 0 -y vx --style $st three.tab | sed -n 's/.* with \(.*\) lc rgb.*/\1/p'; done)" \
	'lines lw 2
points pt 7 ps 1
linespoints lw 1.6 pt 7 ps 1
histeps lw 2
boxes fs solid 0.6
dots'
is 'ranges, scales, texts' "$(script --x-range 2,3.5 --y-range -1,7 --x-label across --y-label up --title above three.tab | grep -e range -e label -e title | grep '^set')" \
	"set title 'above'
set xlabel 'across'
set ylabel 'up'
set xrange [2:3.5]
set yrange [-1:7]"
is 'logarithmic axes' "$(for l in x y xy; do script --log $l three.tab | grep -c -e '^set logscale' -e '^set format . .%g'; script --log $l three.tab | sed -n 's/^set logscale //p'; done | tr '\n' ' ')" \
	'2 x 2 y 4 x y '
printf '# scree-table 1\n# n E\n1 1000001.25\n2 1000001.5\n3 1000002\n4 1000003.125\n' >narrow.tab
is 'a narrow logarithmic axis: its points fill it, and its numbers differ' \
	"$(script --log y narrow.tab | sed -n 's/^set yrange .\(.*\):\(.*\)]/\1 \2/p' | awk '{ print ($1 > 1000001.1 && $2 < 1000003.3) }') $(script --log y narrow.tab | sed -n 's/^set ytics//p' | tr ',' '\n' | sed "s/^[ (]*'\(.*\)'.*/\1/" | sort | uniq -d | wc -l | tr -d ' ')" '1 0'
is 'the size, and the height that goes with a width' "$(for z in 700 700,300; do script --size $z three.tab | grep -o 'size [0-9,]*'; done | tr '\n' ' ')$(script three.tab | grep -o 'size [0-9,]*')" \
	'size 700,406 size 700,300 size 900,522'
fails 2 'y: found the units .L/T., .1/T. and .., expected two at most' 'three units' scree-plot -o x.png -y vx,w,w/w three.tab
is 'a unit and several pure numbers' "$(script -y vx,w/w,vy/vx three.tab | grep -c '^set y2*label')" 2
# boxes stand on 0, unless they go below or the axis is logarithmic
boxes() { script --style boxes "$@" | grep -c '^set y2*range \[0:\*\]'; }
is 'boxes on 0' "$(boxes -y vx three.tab) $(boxes -y vy three.tab) $(boxes -y vx --log y three.tab)" '2 0 0'
script -x kind -y n --style boxes run.tab >a.gp
is 'words: their numbers' "$(data block0 a.gp | tr '\n' ' ')$(grep -e '^set xrange' -e boxwidth a.gp | tr '\n' ' ')" \
	'0 3 1 5 2 7 3 9 set boxwidth 0.8 absolute set xrange [-0.5:3.5] '
awk '/^# block/ { n = 0 } /^[0-9]/ { $1 = "w" ++n } { print }' three.tab >words.tab
is 'words have the same numbers in each block' \
	"$(script -y vy words.tab | sed -n '/^.block/,/^END/p' | awk '/^ / { print $1, $2 }' | tr '\n' ';')" \
	'0 -1;1 ?;0 4;1 2;0 8;1 9;2 7;'
is 'numbers: boxes as wide as they are apart' "$(script --style boxes -y vx three.tab | grep boxwidth)" 'set boxwidth 0.8 relative'
printf '# scree-table 1\n# column mean\nvx 5\nvy 7\nvx 9\n' >ma
printf '# scree-table 1\n# column mean\nvy 2\nload 3\nvx 4\nvx 6\n' >mb
script -x column -y mean ma mb >a.gp
is 'rows of other tables stand at their words, new words behind them' \
	"$(sed -n '/^.block/,/^END/p' a.gp | awk '/^ / { print $1, $2 }' | tr '\n' ';')$(grep '^set x[tr]' a.gp | tr '\n' ' ')" \
	"0 5;1 7;2 9;1 2;3 3;0 4;2 6;set xtics rotate by -35 ('vx' 0, 'vy' 1, 'vx' 2, 'load' 3) set xrange [-0.5:3.5] "
printf '# scree-table 1\n# column mean\n1 2\n2 3\n' >mc
fails 3 'column column has words in ma and numbers in mc' 'words beside numbers' scree-plot -o x.png -x column -y mean ma mc
fails 3 'column column has words in ma and numbers in mc' 'and the other way round' scree-plot -o x.png -x column -y mean mc ma
# of twenty blocks every fourth is named, and the last
awk 'BEGIN { print "# scree-table 1\n# x y"; for (b = 0; b < 20; b++) printf "# block t=%d\n%d %d\n\n\n", b, b, b + 1 }' >many.tab
is 'few of many are named' "$(script many.tab | grep -o "title '[^']*'" | tr '\n' ' ')$(script many.tab | grep -c notitle)" \
	"title 't = 0' title 't = 4' title 't = 8' title 't = 12' title 't = 16' title 't = 19' 14"
awk 'BEGIN { print "# scree-table 1\n# x y"; for (b = 0; b < 14; b++) printf "# block t=%d\n%d %d\n\n\n", b, b, b + 1 }' >few.tab
is 'fourteen all are' "$(script few.tab | grep -c ' title')" 14
script --block all -y vy --fit 'a*x+b*2^-c' --start c=0.5,a=-3 three.tab >a.gp
is 'a fit is of all points that are there, from where it starts' "$(data all a.gp | tr '\n' ';')$(grep '^fit_' a.gp | tr '\n' ';')" \
	'0.5 -1;0.5 4;1.5 2;0.5 8;1.5 9;2.5 7;fit_f(x) = fit_a*x+fit_b*2.0**-fit_c;fit_a = -3;fit_b = 1;fit_c = 0.5;'
is 'of all its parameters' "$(grep -e '^fit fit_f' a.gp; sed -n "s/.*fit: \(.\) = .*fit_\(.\)).*fit_\(.\)_err.*/\1\2\3/p" a.gp | tr '\n' ' ')" \
	'fit fit_f(x) $all using 1:2 via fit_a,fit_b,fit_c
aaa bbb ccc '
is 'of one block' "$(script --block 1 -y vy,vx --fit 'a*x' three.tab | sed -n '/^.all/,/^END/p' | tr '\n' ' ')" '$all << END  0.5 4  1.5 2 END '
is 'functions and operators' "$(script --fit 'atan2(a,x)-besj0(b)*sgn(pi)/(1.5e-3+x<=2?2:lgamma(x))!=3' three.tab | grep '^fit_f')" \
	'fit_f(x) = atan2(fit_a,x)-besj0(fit_b)*sgn(pi)/(1.5e-3+x<=2.0?2.0:lgamma(x))!=3.0'
is 'whole exponents stay whole, also behind blanks and signs, and nothing else does' \
	"$(script --fit 'a*x^ 2+b*x** - 3/4+2^x-(x)^(2)+3' three.tab | grep '^fit_f')" \
	'fit_f(x) = fit_a*x** 2+fit_b*x** - 3/4.0+2.0**x-(x)**(2.0)+3.0'

# ---- histograms ----
cat >bins.tab <<'END'
# scree-table 1
# phi lo hi count density error fit
0.25 0.1 0.4 3 2.5 0.75 2.75
0.55 0.4 0.7 1 0.875 0.5 0.625
END
cat >two.tab <<'END'
# scree-table 1
# value lo hi count_vx density_vx error_vx count_vy density_vy error_vy
0.25 0.1 0.4 3 2.5 0.75 1 0.125 0.25
END
script bins.tab >a.gp
is 'a histogram: densities and their fit at the middles of bins, without their ends, counts and errors' \
	"$(data block0 a.gp | tr '\n' ';')$(grep -o "steps0_[01] using\|title '[^']*'" a.gp | tr '\n' ' ')" \
	"0.25 2.5 2.75;0.55 0.875 0.625;steps0_0 using title 'density' steps0_1 using title 'fit' "
# bins of unequal widths, with a gap between them and one without a density
cat >uneven.tab <<'END'
# scree-table 1
# x lo hi density
1.5 1 2 4
4 2 6 1
7 6 8 ?
20 10 30 0.5
END
script uneven.tab >a.gp
is 'steps go from end to end of each bin, also if their widths differ' "$(data steps0_0 a.gp | tr '\n' ';')" \
	'1 0;1 4;2 4;2 1;6 1;6 0;;10 0;10 0.5;30 0.5;30 0;;'
is 'so do boxes: their middles, heights and widths' "$(script --style boxes uneven.tab >a.gp; data steps0_0 a.gp | tr '\n' ';')" \
	'1.5 4 1;4 1 4;7 ? 2;20 0.5 20;'
is 'and a logarithmic axis has room for all of them' "$(script --log x uneven.tab | sed -n 's/^set xrange \[\(.*\):\(.*\)\]/\1 \2/p' |
	awk '{ print ($1 < 1 && $2 > 30) }')" 1
sed 's/^\([^#][^ ]*\) [^ ]* [^ ]*/\1/; s/x lo hi/x/' uneven.tab >plain.tab
is 'bins wider than the picture, in the second of two tables' "$(script --style steps plain.tab uneven.tab | grep -c '^set clip two')" 1
is 'other tables end their steps midway between points' "$(script -x density -y lo --style steps uneven.tab | grep -o 'with histeps')" 'with histeps'
is 'of two columns' "$(script two.tab | grep -o "title '[^']*'" | tr '\n' ' ')" "title 'density_vx' title 'density_vy' "
is 'counts, if asked; boxes too' "$(script -y count --style boxes bins.tab | grep -o 'using 1:2.*with boxes')" 'using 1:2:3 axes x1y1 with boxes'
is 'what else has ends or densities is no histogram' \
	"$(sed 's/ hi / top /' bins.tab >ends.tab; script ends.tab | grep -o "with lines.*title '[^']*'" | grep -c .)" 6

# ---- several tables, errors, formulas, logarithmic ranges, print ----
printf '# scree-table 1\n# rate[1/s] s[Pa] p[Pa] s_error[Pa]\n0.5 3 8 0.25\n1 5 9 ?\n4 6 7 0.75\n' >sand.tab
printf '# scree-table 1\n# p[Pa] rate[1/s] s[Pa]\n7 2 11\n5 3 13\n' >glass.tab
script sand.tab glass.tab >a.gp
is 'tables of other columns: those that both have, by name, with errors where there are some' \
	"$(data block0 a.gp | tr '\n' ';')$(data block1 a.gp | tr '\n' ';')" '0.5 3 8 0.25;1 5 9 ?;4 6 7 0.75;2 11 7 ?;3 13 5 ?;'
is 'named by their files; the errors of a column are bars, no curve' "$(grep -o "\$block.*title.*" a.gp | grep -o "^.block. using [0-9:]*\|with [a-z]*\|#[0-9a-f]*\|title '[^']*'\|notitle" | tr '\n' ' ')" \
	"\$block0 using 1:2:4 with yerrorbars #1d5f8a notitle \$block0 using 1:2 with lines #1d5f8a title 'sand, s' \
\$block1 using 1:2:4 with yerrorbars #d1603d notitle \$block1 using 1:2 with lines #d1603d title 'glass, s' \
\$block0 using 1:3 with lines #1d5f8a title 'sand, p' \$block1 using 1:3 with lines #d1603d title 'glass, p' "
is 'or as asked' "$(script --names 'fine sand,beads' -y s --no-errors sand.tab glass.tab | grep -o "title '[^']*'\|yerrorbars" | tr '\n' ' ')" \
	"title 'fine sand' title 'beads' "
mkdir other
cp sand.tab other/sand.tab
is 'files of one name: by their paths' "$(script -y s sand.tab other/sand.tab | grep -o " title '[^']*'" | tr -d '\n')" " title 'sand.tab' title 'other/sand.tab'"
is 'blocks of several tables: by file and time' "$(script -y vx three.tab blocks.tab | grep -o " title '[^']*'" | tr -d '\n')" \
	" title 'three, t = 0' title 'three, t = 2.5' title 'three, t = 4' title 'blocks, t = 0' title 'blocks, t = 2.5'"
is 'formulas of columns, along x as well' "$(script -x 'rate*2' -y 's/p,abs(s-p)' glass.tab >a.gp; data block0 a.gp | tr '\n' ';'
	grep -o "title '[^']*'\|label '[^']*'" a.gp | tr '\n' ' ')" "4 1.5714285714285714 4;6 2.6 8;label 'rate*2' label '' title 's/p' title 'abs(s-p)' "
for v in 0.5 1 2; do
	printf '# scree-table 1\n# t[s] x\n0 %s\n1 3\n' $v | scree-mean -q --row --set "v=$v" -y x
done >scan.tab
is 'rows of many runs are one curve' "$(script -x v -y x scan.tab >a.gp; data block0 a.gp | cut -d' ' -f1,2 | tr '\n' ';'; grep -c '^.block' a.gp)" '0.5 1.75;1 2;2 2.5;1'
is 'blocks, if asked' "$(script --block joined -y vx blocks.tab >a.gp; data block0 a.gp | tr '\n' ';')" '0.5 1;1.5 2;0.5 3;1.5 5;2.5 7;'
# log: from 2 to 200 one sees these and little more; 0 and what is below is not there
printf '# scree-table 1\n# x y\n1 0\n2 2\n3 -5\n4 200\n' >log.tab
is 'a logarithmic range is that of the points above 0 and a twenty-fifth more' "$(script --log y -y y log.tab | grep -o '^set yrange.*')" \
	"$(awk 'BEGIN { printf "set yrange [%.6g:%.6g]", 2 / 100 ^ 0.04, 200 * 100 ^ 0.04 }')"
is 'with numbers at 1, 2, 5' "$(script --log y -y y log.tab | grep '^set ytics' | grep -o "'[0-9.]\+' [0-9]*" | tr '\n' ' ')" \
	"'0.1' 0 '0.2' 0 '0.5' 0 '1' 1 '2' 2 '5' 5 '10' 10 '20' 20 '50' 50 '100' 100 '200' 200 '500' 500 '1000' 1000 '2000' 2000 '5000' 5000 "
is 'or even steps, if it is short' "$(printf '# scree-table 1\n# x y\n3 1\n8 2\n' >short2.tab; script --log x short2.tab | grep '^set xtics')" \
	"set xtics ('3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8)"
printf '# scree-table 1\n# x part whole\n0.1 1 2\n1 3 4\n' >tenths.tab
is 'gnuplot chooses the numbers of a wide picture' "$(script tenths.tab | grep -c '^set xtics')" 0
is 'a narrow one has numbers that fit beside the key' "$(script --size 330,300 tenths.tab | grep '^set xtics')" 'set xtics 0.5'
printf '# scree-table 1\n# x y\n3 1\n3 1\n' >place.tab
is 'all points at one place: a range without a word from gnuplot' "$(scree-plot -o p.png --style points place.tab 2>&1)" ''
script --style print,both -y s,p sand.tab >a.gp
is 'print: black, dashes, full and open marks' "$(grep -o "linespoints.*dt ." a.gp | tr '\n' ';')" \
	"linespoints lw 1.6 pt 7 ps 1 lc rgb 'black' dt 1;linespoints lw 1.6 pt 6 ps 1 lc rgb 'black' dt 2;"
scree-plot -o w.svg --width 86mm -y s sand.tab
is 'a width of 86 mm is 325 px of 1/96 inch' "$(grep -o '^ width="[0-9]*"' w.svg)" ' width="325"'
scree-plot -o w.png --width 8.6cm --size 400,300 -y s sand.tab
is 'and 1016 pixels at 300 to the inch, of that ratio' "$(head -c 24 w.png | tail -c 8 | od -An -tu1 | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" '1016 762'
fails 2 'width: 86, expected 20mm' 'a width without a unit' scree-plot -o w.png --width 86 sand.tab
fails 2 'width: 86mm, expected an output in .png' 'a page of characters' scree-plot --width 86mm sand.tab
fails 2 'names: 1 names, expected 2' 'too few names' scree-plot --names a sand.tab glass.tab
fails 2 'y: no column s_error in glass.tab, expected p rate s' 'a column that one table lacks' scree-plot -y s_error sand.tab glass.tab
fails 2 "y: there is no column 'heat', expected rate s p s_error" 'a formula of a column that is not there' scree-plot -y heat/s sand.tab
fails 3 'column s has the unit \[Pa\] in sand.tab and \[kPa\] in kilo.tab' 'units that differ' \
	sh -c "sed 's/s\[Pa/s[kPa/' glass.tab >kilo.tab; scree-plot -y s sand.tab kilo.tab"
fails 3 'nothing to plot: none of [0-9]* points lies within --x-range' 'a range without points' scree-plot -y s --x-range 7,9 sand.tab
fails 3 'none of [0-9]* points has numbers above 0, as logarithmic axes need' 'no point above 0' sh -c "sed '3,\$s/ .*/ -1/' log.tab >neg.tab; scree-plot --log y neg.tab"

# ---- fits ----
awk 'BEGIN { print "# scree-table 1\n# x y"; for (x = -3; x <= 3; x += 0.25) printf "%.17g %.17g\n", x, 2.385 * x ^ 2 - 0.75 * x + 1 / 3 }' >parabola.tab
scree-plot -o f.png --fit 'a*x^2 + b*x + c/3' parabola.tab 2>fit
near 'a parabola: a' "$(sed -n 's/.*fit: a = \([^ ]*\) .*/\1/p' fit)" 2.385 1e-8
near 'b' "$(sed -n 's/.*fit: b = \([^ ]*\) .*/\1/p' fit)" -0.75 1e-8
near 'c: 1/3 is a third, not an integer division' "$(sed -n 's/.*fit: c = \([^ ]*\) .*/\1/p' fit)" 1 1e-8
# the slope is 1.5 up to x = 1, then 4
awk 'BEGIN { print "# scree-table 1\n# x y"; for (x = 0; x <= 3; x += 0.125) printf "%.17g %.17g\n", x, x <= 1 ? 1.5 * x : 4 * x - 2.5 }' >bent.tab
scree-plot -o f.png --fit 'a*x' --x-range 0,1 bent.tab 2>fit
near 'a fit is of the points within --x-range' "$(sed -n 's/.*fit: a = \([^ ]*\) .*/\1/p' fit)" 1.5 1e-8
fails 3 'found 1 point within --x-range, expected 2' 'of which there are enough' scree-plot -o f.png --fit 'a*x' --x-range 0,0.1 bent.tab
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

# ---- text in another encoding ----
scree-plot -o a.svg --title "$(printf 'in \265m: \303\251, \340\237\277 \355\240\200 \364\220\200\200 \360\237\230\200 \302')" run.tab 2>said
is 'bytes that are not UTF-8 are characters of Latin-1' "$(grep -o 'in .*m: [^<]*' a.svg | od -An -tx1 | tr -d ' \n') $(cat said)" \
	"$(printf 'in \302\265m: \303\251, \303\240\302\237\302\277 \303\255\302\240\302\200 \303\264\302\220\302\200\302\200 \360\237\230\200 \303\202\n' | od -An -tx1 | tr -d ' \n') "

# ---- without gnuplot ----
fails 1 'gnuplot-nox.*gnuplot e.png.gp' 'no gnuplot: the package is named' \
	env PATH="$tmp/nothing" "$(command -v scree-plot)" -o e.png run.tab
ok 'and the script is there, and good' sh -c 'gnuplot e.png.gp && test -s e.png'

# ---- errors ----
fails 2 'no column heat' 'a column that is not there' scree-plot -y work,heat run.tab
fails 2 'x: no column heat in the table, expected t work fric grav n kind error;' 'along x: the columns that are there' \
	scree-plot -x heat run.tab
fails 3 'column kind has words, the first in line 4' 'words along y' scree-plot -y kind run.tab
fails 2 'style: pie, expected' 'a style that is not known' scree-plot --style pie run.tab
fails 2 'log: xz, expected' 'an axis that is not there' scree-plot --log xz run.tab
fails 2 'range of x has the end -1, expected more' 'a logarithmic range that cannot be' scree-plot --log x --x-range -1,1 run.tab
fails 2 'range of x has the end -1, expected more' 'nor downwards' scree-plot --log x --x-range 1,-1 run.tab
fails 2 'range of y has the end 0, expected more' 'nor to 0' scree-plot --log y --y-range 1,0 run.tab
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
# nothing to see, and axes without extent: gnuplot has no say
table() { printf '# scree-table 1\n# t[T] x[L] u[L]\n%b' "$1"; }
table '0 ? 3\n1 ? 2\n' >marks.tab
table '0 0 -1\n1 -1 -2\n' >below.tab
table '1 2 2\n' >single.tab
fails 3 '^scree-plot: nothing to plot: none of 2 points has two numbers$' 'no numbers' scree-plot -o f.png -y x marks.tab
fails 3 '^scree-plot: nothing to plot: none of 4 points has numbers above 0, as logarithmic' 'no logarithms' scree-plot -o f.png --log y below.tab
table '0 1 0\n1 2 -2\n2 3 4\n3 5 6\n' >some.tab
is 'points that logarithms leave out are told' "$(scree-plot -o f.png --log y some.tab 2>&1)" \
	'scree-plot: column u: 2 of 4 points are not above 0, so logarithmic axes leave them out'
is 'but not without logarithms' "$(scree-plot -o f.png some.tab 2>&1)" ''
printf '# scree-table 1\n# mu[] angle[]\n1 2\n' >other.tab
fails 3 'in all tables: single.tab has t x u, other.tab has mu angle' 'tables that have nothing in common' scree-plot -o f.png single.tab other.tab
table '0 0 0\n1 0 0\n' >zeros.tab
fails 3 'other than 0 to plot against t; the table has t x u' 'nothing but zeros' scree-plot -o f.png zeros.tab
fails 3 '^scree-plot: nothing to plot: none of 4 points lies within --x-range$' 'a range apart' scree-plot -o f.png --x-range 5,6 below.tab
fails 3 '^scree-plot: --fit a.x.b: found 1 point, expected 2 at least$' 'a fit to one point' scree-plot -o f.png --fit 'a*x+b' single.tab
is 'a point alone is drawn' "$(scree-plot -o f.png single.tab 2>&1; scree-plot -o g.png -y u,x marks.tab 2>&1; test -s f.png && test -s g.png && echo drawn)" \
	"$(printf 'scree-plot: column x has no point to plot\ndrawn')"
is 'as many points as parameters say nothing of errors' "$(table '1 2 2\n2 3 3\n' | scree-plot -o f.png --fit 'a*x+b' 2>&1 | grep -c '= 1 +- ?$')" 2
fails 1 '^scree-plot: cannot write nowhere/f.png: folder nowhere: No such file or directory$' 'no such folder' scree-plot -o nowhere/f.png run.tab
[ -w /dev/full ] && fails 1 'write' 'a full disk' sh -c "scree-plot $tmp/run.tab >/dev/full"

printf '# scree-table 1\n# t x\n1000000 1\n1000005 3\n' | scree-plot -o f.png --script f.gp
is 'numbers far from 0 have the digits that tell them apart' "$(grep '^set format' f.gp)" "set format x '%.8g'"
finish
