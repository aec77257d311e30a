#!/bin/sh
# pipelines/bisect.awk and nelder-mead.awk: parameters that give a wanted value, or the smallest
. "$(dirname "$0")/../tap.sh"

bisect() {
	awk -f "$root/pipelines/bisect.awk" -v small=1e-4 "$@" </dev/null
}
simplex() {
	awk -f "$root/pipelines/nelder-mead.awk" -v small=1e-5 -v most=300 "$@" </dev/null
}
result() { # COLUMN of the last row
	awk -v c="$1" 'END { print $c }'
}
cat >cube.sh <<'END'
awk -v x="$1" 'BEGIN { printf "%.12g\n", x ^ 3 }'
END
cat >falls.sh <<'END'
awk -v x="$1" 'BEGIN { printf "%.12g\n", 7 - exp(x) }'
END
bisect -v command='sh cube.sh' -v low=0.5 -v high=3 -v wanted=2 >cube.tab
near 'a cube root' "$(result 2 <cube.tab)" 1.259921049895 1e-7
near 'of a value that falls' "$(bisect -v command='sh falls.sh' -v low=0 -v high=4 -v wanted=2.5 | result 2)" 1.504077396776 1e-7
is 'a table of all runs' "$(scree-mean -q --no-provenance -y run cube.tab | result 3) $(head -n 2 cube.tab | tr '\n' ' ')" '18 # scree-table 1 # run x value '
# 2.5 / 2^15 < 1e-4
is 'no more runs than halvings, and the two ends' "$(result 1 <cube.tab)" 17
fails 1 'the values at 2 and 3 are both above 2, expected' 'ends on one side' bisect -v command='sh cube.sh' -v low=2 -v high=3 -v wanted=2
echo 'echo none' >none.sh
fails 1 "found 'none' from" 'no number' bisect -v command='sh none.sh' -v low=2 -v high=3 -v wanted=2

# an ellipse about (3, -2), which refuses x above 4
cat >bowl.sh <<'END'
awk -v x="$1" -v y="$2" 'BEGIN { if (x > 4) print "-"; else printf "%.12g\n", 5 + 2 * (x - 3) ^ 2 + (x - 3) * (y + 2) + 3 * (y + 2) ^ 2 }'
END
simplex -v command='sh bowl.sh' -v start='3.9 1' -v size='1 1' >bowl.tab
near 'the lowest point: x' "$(result 2 <bowl.tab)" 3 1e-4
near 'y' "$(result 3 <bowl.tab)" -2 1e-4
near 'its value' "$(result 4 <bowl.tab)" 5 1e-8
is 'what is refused is in the table' "$(awk '$2 > 4 && $4 == 1e300 { n++ } END { print (n > 0) }' bowl.tab)" 1
simplex -v most=20 -v command='sh bowl.sh' -v start='1 1' -v size='1 1' >few.tab
is 'as many runs as allowed' "$(awk '{ n = $1 > n ? $1 : n } END { print (n >= 20 && n <= 22) }' few.tab)" 1
is 'the last row is the best' "$(awk '!/^#/ { v = $4; if (!n++ || v < least) least = v } END { print (v == least) }' few.tab)" 1
fails 2 'as many numbers in size as in start' 'sizes that are missing' simplex -v command='sh bowl.sh' -v start='1 1' -v size=1
finish
