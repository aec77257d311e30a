#!/bin/sh
# p3-fig7-packings: how densely do grains of different shapes pack under pressure?
#
# Question   The paper of 2009 compresses loose packings of its four shapes between four walls, without friction (section 4,
#            fig. 7). The packing fractions are around 0.88 for rice and pebbles, 0.87 for peanuts, and 0.80 for disks. Rice
#            and peanuts tend to align.
# Given      constant pressure on the walls, friction set to zero, k = 1, density 1, dt = 0.05.
# Missing    the pressure, the number of grains, the viscosity.
# Chosen     400 grains of the shapes and sizes of p3-fig6 in the walls of biaxial.inc.sh, pressure 0.001 k, from a solid
#            fraction of 0.5 for a time of 2000; means of three seeds. The packing fraction is relative to the area between
#            the walls; overlaps count twice, which is 0.2 %. Alignment is the mean of cos 2(a_i - a_j) over grains in
#            contact; it is 0 without alignment, and its error is 0.02.
# Runtime    two minutes on one core.
# Leaves     packings.png, packings.tab, the packings.
#
# CLAIM p3-fig7-rice printed=0.88 holds='0.86 <= m && m <= 0.9' quick='m > 0.7' packing fraction of rice
# CLAIM p3-fig7-pebbles printed=0.88 holds='0.86 <= m && m <= 0.9' quick='m > 0.7' packing fraction of pebbles
# CLAIM p3-fig7-peanuts printed=0.87 holds='0.85 <= m && m <= 0.89' quick='m > 0.7' packing fraction of peanuts
# CLAIM p3-fig7-disks printed=0.8 holds='0.785 <= m && m <= 0.815' quick='m > 0.7' packing fraction of disks
# DIFFERS disks without friction reach at least 0.83 with any damping, and random close packing of disks is 0.82 to 0.85; 0.80 is
#       the packing fraction of disks with the friction of the shear test
# CLAIM p3-fig7-disks-friction printed=0.8 holds='0.785 <= m && m <= 0.815' quick=- packing fraction of disks with friction 0.5
# CLAIM p3-fig7-disks-published printed=0.84 holds='0.82 <= m && m <= 0.86' quick='m > 0.7' packing fraction of disks without
#       friction, compared with published values of random close packing (0.82 to 0.85) and of partly ordered disks
# CLAIM p3-fig7-peanuts-below-rice printed=0.01 holds='m > 0' quick=- packing fraction of rice minus that of peanuts
# CLAIM p3-fig7-disks-below-peanuts printed=0.07 holds='m > 0' quick=- packing fraction of peanuts minus that of disks
# CLAIM p3-fig7-rice-aligns printed=aligns holds='m > 0.06' quick=- alignment of rice
# CLAIM p3-fig7-peanuts-align printed=align holds='m > 0.06' quick=- alignment of peanuts
# CLAIM p3-fig7-first-law printed=0.01 holds='m <= 0.001' largest error of the first law over the work of the walls, all packings
# CLAIM p3-fig7-first-law-quarter printed=0.01 holds='m <= 0.0001' largest error of the first law with a quarter of the time step,
#       rice, for a quarter of the time
. "$(dirname "$0")/figure.inc.sh"
. "$pipelines/biaxial.inc.sh"

sizes=uniform:0.9487,1.0488
error() { # STREAM: of the first law by the work, at the end
	scree-energy -q --relative work "$1" | awk 'END { print $NF < 0 ? -$NF : $NF }'
}
press() { # SHAPE SEED MU: to the packing fraction and the error of the first law
	scree-shape "$1" | loose "$(choose 400 60)" $sizes "$2" "$3" |
		scree-dem2 -q -t "$(choose 2000 250)" --dt 0.05 >"$out/$1.$2.$3.scree"
	scree-stress -q "$out/$1.$2.$3.scree" >"$out/stress.tab"
	echo "$(last solid "$out/stress.tab") $(error "$out/$1.$2.$3.scree")"
}
align() { # SHAPE SEED MU
	scree-order -q --contacts "$out/$1.$2.$3.scree" >"$out/align.tab"
	last align "$out/align.tab"
}

{
	echo '# scree-table 1'
	echo '# shape seed friction solid error align'
	for seed in $(choose '1 2 3' 1); do
		for shape in disk rice peanut pebble; do
			echo "$shape $seed 0 $(press $shape "$seed" 0) $(align $shape "$seed" 0)"
		done
		echo "disk $seed 0.5 $(press disk "$seed" 0.5) ?"
	done
} >"$out/packings.tab"
rm -f "$out/stress.tab" "$out/align.tab"
mean() { # SHAPE MU COLUMN
	awk -v s="$1" -v mu="$2" -v c="$3" '$1 == s && $3 == mu { n++; t += $c } END { printf "%.4f", t / n }' "$out/packings.tab"
}
cat "$out/packings.tab"

for shape in disk rice peanut pebble; do
	scree-draw -q -o "$out/$shape.png" --size 500 "$out/$shape.1.0.scree"
done
panel "$out/packings.png" 2 "disks $(mean disk 0 4)=$out/disk.png" "rice $(mean rice 0 4)=$out/rice.png" \
	"peanuts $(mean peanut 0 4)=$out/peanut.png" "pebbles $(mean pebble 0 4)=$out/pebble.png"

claim p3-fig7-rice "$(mean rice 0 4)"
claim p3-fig7-pebbles "$(mean pebble 0 4)"
claim p3-fig7-peanuts "$(mean peanut 0 4)"
claim p3-fig7-disks "$(mean disk 0 4)"
claim p3-fig7-disks-friction "$(mean disk 0.5 4)"
claim p3-fig7-disks-published "$(mean disk 0 4)"
claim p3-fig7-peanuts-below-rice "$(compute "$(mean rice 0 4) - $(mean peanut 0 4)")"
claim p3-fig7-disks-below-peanuts "$(compute "$(mean peanut 0 4) - $(mean disk 0 4)")"
claim p3-fig7-rice-aligns "$(mean rice 0 6)"
claim p3-fig7-peanuts-align "$(mean peanut 0 6)"
claim p3-fig7-first-law "$(awk '/^[a-z]/ && $5 > m { m = $5 } END { print m }' "$out/packings.tab")"
scree-shape rice | loose "$(choose 400 60)" $sizes 1 0 | scree-dem2 -q -t "$(choose 500 60)" --dt 0.0125 >"$out/quarter.scree"
claim p3-fig7-first-law-quarter "$(error "$out/quarter.scree")"
