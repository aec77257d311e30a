#!/bin/sh
# scree-mean: means and errors by hand, series of known correlation, blocks, gaps, and what it refuses.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

{
	echo '# scree-table 1'
	echo '# made scree-energy 0.1.0'
	echo '# t[s] e[kg*m^2/s^2] kind gap e_error'
	awk 'BEGIN { split("3 1 4 1 5 9 2 6", d, " ")
		for (k = 1; k <= 8; k++) print 0.5 * k, d[k], "cow", k % 2 ? "?" : k, 0.25 }'
} >pi.tab
row() { awk -v k="$1" '!/^#/ && $1 == k { print }'; }

# digits of pi: mean 31/8; squares 173, variance (173 - 31^2/8)/7 = 7.55357
scree-mean -q pi.tab >pi.mean
is 'the head' "$(head -n 4 pi.mean)" "# scree-table 1
# made scree-energy 0.1.0
# made scree-mean 0.1.0 -q pi.tab $(noted pi.tab 1)
# column unit n missing mean error spread min max effective tau[s]"
is 'columns with numbers, but for the time and errors of others' "$(awk '!/^#/ { print $1 }' pi.mean | tr '\n' ' ')" 'e gap '
is 'unit, number, mean' "$(row e <pi.mean | cut -d' ' -f2-5)" 'kg*m^2/s^2 8 0 3.875'
near 'spread' "$(row e <pi.mean | cut -d' ' -f7)" 2.748376 1e-6
near 'error of independent values' "$(row e <pi.mean | cut -d' ' -f6)" 0.971697 1e-6
is 'least, largest, effective' "$(row e <pi.mean | cut -d' ' -f8-10)" '1 9 8'
near 'the autocorrelation time of independent values is half the time between them' "$(row e <pi.mean | cut -d' ' -f11)" 0.25 1e-12
is 'gaps are left out, and counted' "$(row gap <pi.mean | cut -d' ' -f3-5)" '4 4 5'

mean() { scree-mean -q "$@" | awk '!/^#/ { print $5 }'; }
is 'from a time' "$(mean -y e --from 2.5 pi.tab)" 5.5
is 'up to a time' "$(mean -y e --to 1 pi.tab)" 2
is 'between' "$(mean -y e --from 1.5 --to 2 pi.tab)" 2.5
is 'at one time' "$(mean -y e --from 2 --to 2 pi.tab)" 1
is 'without the first' "$(mean -y e --skip 6 pi.tab)" 4
is 'where' "$(mean -y e --where 'e > 4 and kind == cow' pi.tab | cut -c1-6)" 6.6666
printf '# scree-table 1\n# t P/kn\n0 1\n1 2\n2 4\n' >slash.tab
is 'where, with a name that is no plain word' "$(scree-mean -q -y '`P/kn`*2' --where '`P/kn` > 1' slash.tab | awk 'END { print $3, $5 }')" \
	'2 6'
is 'a formula' "$(mean -y 'e * e / 2' pi.tab)" 10.8125
is 'is called by its text' "$(scree-mean -q -y 'e * e / 2' pi.tab | awk '!/^#/ { print $1, $2 }')" 'e*e/2 -'
is 'two, in the order asked for' "$(mean -y gap,e pi.tab | tr '\n' ' ')" '5 3.875 '
is 'one row has no error' "$(scree-mean -q -y e --skip 7 pi.tab | awk 'END { print $3, $5, $6, $11 }')" '1 6 ? ?'
is 'a column of gaps has no mean' "$(scree-mean -q -y gap --where 'e == 3' pi.tab | awk 'END { print $3, $4, $5, $6, $8 }')" '0 1 ? ? ?'
is 'a table without t counts rows' "$(grep -v '^# t' pi.tab | sed '2a # s e kind gap e_error' | scree-mean -q -y e | awk 'END { print $NF }')" 0.5
is 'pipes' "$(scree-mean -q --no-provenance <pi.tab | tail -n 2)" "$(tail -n 2 pi.mean)"

# of the rows that are left: tau is half the mean time between them
alike 'every second row' "$(scree-mean -q -y e --where 'e == 3 or e == 4 or e == 5 or e == 2' pi.tab | columns)" \
	"$(awk 'BEGIN { v = ((3 - 3.5) ^ 2 + 0.5 ^ 2 + 1.5 ^ 2 + 1.5 ^ 2) / 3; printf "e kg*m^2/s^2 4 0 3.5 %.15g %.15g 2 5 4 0.5", sqrt(v / 4), sqrt(v) }')"
is 'a time to rounding' "$(sed 's/^1.5 /1.4999999999999998 /; s/^3 /3.0000000000000004 /' pi.tab >r.tab; mean -y e --from 1.5 --to 3 r.tab) $(mean -y e --from 1.51 --to 2.99 r.tab)" '4.75 3'
is 'runs that follow each other have no time between rows' "$(cat pi.tab pi.tab | scree-mean -q -y e --blocks joined | awk 'END { print $3, $NF }')" '16 ?'
# values below 0, gaps, a column that only some rows have, two asked for of which one is an error of another
printf '# scree-table 1\n# t[s] a[m] a_error[m] b_error w\n0 -3 1 5 x\n1 ? 2 7 y\n2 1.5 3 9 ?\n3 -0.25 ? 4 x\n' >gaps.tab
alike 'all but errors of columns that are there' "$(scree-mean -q gaps.tab | columns column unit n missing mean spread min max)" \
	"$(awk 'BEGIN { m = -1.75 / 3; printf "a m 3 1 %.15g %.15g -3 1.5\nb_error - 4 0 6.25 %.15g 4 9", m, sqrt(((-3 - m) ^ 2 + (1.5 - m) ^ 2 + (-0.25 - m) ^ 2) / 2),
		sqrt((1.25 ^ 2 + 0.75 ^ 2 + 2.75 ^ 2 + 2.25 ^ 2) / 3) }')"
is 'or what is asked for' "$(scree-mean -q -y a_error,t gaps.tab | columns column n mean max)" 'a_error 3 2 3
t 4 1.5 3'
is 'without the first of those that are left' "$(scree-mean -q -y b_error --skip 1 --from 1 gaps.tab | columns n mean)" '2 6.5'

# x' = 0.9 x + noise, uniform numbers of a Lehmer generator for noise: 2 tau = 19 steps of 0.25, variance 1/12 / 0.19
awk 'BEGIN { print "# scree-table 1\n# t[s] x"
	for (s = 1; k < 20000; k++) { s = s * 16807 % 2147483647; x = 0.9 * x + s / 2147483647 - 0.5; if (k >= 100) print k / 4, 7 + x } }' >ar.tab
scree-mean -q ar.tab >ar.mean
near 'correlated: tau' "$(awk 'END { print $NF }' ar.mean)" 2.375 0.5
near 'correlated: the error' "$(awk 'END { print $6 }' ar.mean)" 0.02046 0.0025
near 'correlated: independent values' "$(awk 'END { print $10 }' ar.mean)" 1047 220
near 'correlated: the mean' "$(awk 'END { print $5 }' ar.mean)" 7 0.062
awk 'BEGIN { print "# scree-table 1\n# t[s] x"; for (k = 0; k < 40; k++) print k, k }' >drift.tab
is 'a drift has a mean without error' "$(scree-mean drift.tab 2>said | awk 'END { print $5, $6, $10, $11 }')" '19.5 ? ? ?'
ok 'and a note says why' grep -q 'means without an error.*correlation time: 1' said

{
	printf '# scree-table 1\n# y[L] v[L/T] kind\n'
	for t in 0 1 2 3; do
		printf '# block t=%s\n0.5 %s a\n1.5 %s b\n\n\n' $t $t $((t * t))
	done
} >profile.tab
# 0 1 2 3: mean 1.5, error sqrt(5/3/4); 0 1 4 9: mean 3.5, error sqrt(49/3/4)
is 'across blocks' "$(scree-mean -q --no-provenance profile.tab)" "# scree-table 1
# y[L] kind v[L/T] v_error[L/T] blocks
0.5 a 1.5 0.6454972243679028 4
1.5 b 3.5 2.0207259421636903 4"
# blocks with gaps: of what is there; a column that changes has a mean, one that is asked for as well, though it does not change
printf '# scree-table 1\n# y[L] v[L/T] q c\n# block t=0\n0.5 1 -2 7\n1.5 ? -4 7\n\n\n# block t=1\n0.5 4 -8 7\n1.5 3 -6 7\n\n\n# block t=2\n0.5 7 ? 7\n1.5 8 1 7\n' >holes.tab
alike 'across blocks with gaps' "$(scree-mean -q holes.tab | columns)" "$(awk 'BEGIN { printf "0.5 7 4 %.15g -5 3 3\n1.5 7 5.5 2.5 -3 %.15g 3", sqrt(3), sqrt((1 + 9 + 16) / 2 / 3) }')"
alike 'of those that are asked for' "$(scree-mean -q -y c,v+1 --to 1 holes.tab | awk '/^# y/ { print } !/^#/')" "# y[L] c c_error v+1 v+1_error blocks
0.5 7 0 3.5 1.5 2
1.5 7 0 4 ? 2"
is 'across the later ones' "$(scree-mean -q --from 2 profile.tab | awk '!/^#/ { print $3, $5 }' | tr '\n' ' ')" '2.5 2 6.5 2 '
is 'without the first block' "$(scree-mean -q --skip 3 profile.tab | awk '!/^#/ { print $1, $2, $3, $NF }' | tr '\n' ' ')" '0.5 3 a 1 1.5 9 b 1 '
is 'each block' "$(scree-mean -q --blocks each -y v --skip 1 profile.tab | awk '/^# block/ { print $3 } !/^#/ && NF { print $1, $5 }' | tr '\n' ' ')" \
	't=0 v 0 t=1 v 1 t=2 v 4 t=3 v 9 '
is 'blocks outside the times asked for are left out' "$(scree-mean -q --blocks each --to 1 profile.tab | grep -c '^# block')" 2
is 'joined' "$(scree-mean -q --blocks joined -y v profile.tab | awk 'END { print $3, $5 }')" '8 2.5'
is 'joined, what is not taken' "$(scree-mean -q --blocks joined -y v --where 'kind == b' profile.tab | awk 'END { print $3, $5 }')" '4 3.5'
is 'two runs, row by row' "$(cat pi.tab pi.tab | scree-mean -q -y e | awk '!/^#/' | head -n 1)" '0.5 cow ? 3 0 2'

# one row: digits of pi from 1.5 on are 4 1 5 9 2 6: mean 4.5, squares 163, variance (163 - 6 * 20.25) / 5 = 8.3
scree-mean -q --no-provenance --row --set 'mu[1/s]=0.25' --set kind=rice --from 1.5 -y e,e/2 pi.tab >row.tab
is 'one row: the head' "$(grep '^# mu' row.tab)" '# mu[1/s] kind e[kg*m^2/s^2] e_error[kg*m^2/s^2] e/2 e/2_error rows'
alike 'what was set, means, errors, number of rows' "$(columns <row.tab)" \
	"$(awk 'BEGIN { s = sqrt(8.3 / 6); printf "0.25 rice 4.5 %.15g 2.25 %.15g 6", s, s / 2 }')"
is 'a loop makes one table' "$(for k in 3 5; do scree-mean -q --no-provenance --row --set "from=$k" --skip $k -y e pi.tab; done |
	scree-mean -q --row -y from | columns)" '4 1 2'
is 'all columns of numbers; blocks are joined' "$(scree-mean -q --row profile.tab | columns y v rows)" '1 2.5 8'
is 'a column of that name is kept' "$(sed 's/ v\[L.T\]/ rows/' profile.tab | scree-mean -q --row -y rows | columns)" \
	"$(scree-mean -q --row -y v profile.tab | columns v v_error)"
fails 2 'set: needs --row' 'a column in front of many rows' scree-mean --set a=1 pi.tab
fails 2 'row: joins all rows' 'one row of each block' scree-mean --row --blocks each profile.tab
for bad in mu =1 'mu[=1' 'm]u=1' '[m]=1' 'mu=' 'm u=1' 'mu=nan' 'mu[a][b]=1'; do
	fails 2 'option --set' "refused as a column: $bad" scree-mean --row --set "$bad" pi.tab
done
fails 2 'two columns would be called e' 'a name that is taken' scree-mean --row --set e=1 pi.tab

fails 3 'no rows, expected at least one to average' 'an empty table' sh -c "head -n 3 pi.tab | scree-mean"
fails 3 'no row is left' 'nothing left' scree-mean --from 99 pi.tab
fails 3 'no block is left' 'no block left' scree-mean --from 99 profile.tab
fails 3 'no column of numbers' 'words only' sh -c "printf '# scree-table 1\n# a\ncow\n' | scree-mean"
fails 3 'block 0 has 2 rows and block 4 has 8' 'blocks of different lengths' sh -c "
	{ sed 's/# y.*/# t[s] e[kg*m^2\/s^2] kind gap e_error/; s/^\([01].5 .*\)/\1 ? ?/' profile.tab; cat pi.tab; } | scree-mean"
fails 3 'no times for --from' 'times that are not there' sh -c "grep -v '^# t' pi.tab | sed '2a # s e kind gap e_error' | scree-mean --from 1"
fails 2 "y: there is no column 'mass'" 'a column that is not there' scree-mean -y mass pi.tab
fails 2 "y: 'kind' is a word" 'a column of words' scree-mean -y kind pi.tab
fails 2 "y: 'e\+': the expression ends" 'a formula that ends early' scree-mean -y 'e+' pi.tab
fails 2 'y: .*ends too early' 'no name behind a comma' scree-mean -y 'e,' pi.tab
fails 2 'blocks: some, expected across, each or joined' 'a way that there is not' scree-mean --blocks some pi.tab
fails 2 'skip: -1, expected 0' 'rows below 0' scree-mean --skip -1 pi.tab
fails 2 'to: 1 is before --from 2' 'an end before the beginning' scree-mean --from 2 --to 1 pi.tab
fails 2 'where: selects rows' 'rows picked across blocks' scree-mean --where 'v > 0' profile.tab
fails 3 'pi.bad:6: nan' 'not a number' sh -c "sed '6s/ 4 / nan /' pi.tab >pi.bad; scree-mean pi.bad"
printf '# scree-table 1\n# t x\n# block t=0.5\n0 1\n1 3\n\n\n# block t=2.5\n0 2\n1 6\n' >labels
printf '# scree-table 1\n# y v v_error blocks\n0 2 1 5\n\n\n0 4 1 5\n' >means
is 'means of means have one column of blocks, and one of errors' "$(scree-mean -q --no-provenance means | sed 1d | tr '\n' ' ')" '# y blocks v v_error 0 5 3 1 '
is 'blocks keep their times' \
	"$(scree-mean -q --blocks each -y x labels | awk '/^# block/ { t = $3 } !/^#/ && NF { print t, $5 }' | tr '\n' ' ')" 't=0.5 2 t=2.5 4 '
printf '# scree-table 1\n# a,b c\n1 2\n3 4\n' >comma
is 'a comma in a backquoted name does not end a formula' "$(mean -y 'c,`a,b`*2' comma | tr '\n' ' ')" '3 4 '
finish
