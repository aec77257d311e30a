#!/bin/sh
# p2-fig10-first-law: is the work done on a sheared granular material equal to its change of energy and the dissipation?
#
# Question   The paper on Voronoi-Minkowski packings shears regular pentagons and Voronoi grains between two plates. One plate
#            is fixed; the other has a constant load and a constant velocity. The paper compares the work of the plates with
#            the change of all energies plus the dissipation by friction and viscosity. The difference is less than 1 % of the
#            work (section IV.1, fig. 10).
# Given      a shear cell periodic along x, friction, viscosity.
# Missing    every number: stiffnesses, friction, density, time step, number of grains, load, velocity, viscosity, duration.
# Chosen     the numbers of the sequel of 2009: kn = 1, kt = 0.1, mu = 0.5, density 1, dt = 0.05; restitution 0.5; 200 grains
#            of mean area 1 between rough plates, load 0.01 kn, plate velocities 0.02 and 0.1, shear strain 1. The sample is
#            first compressed without friction, then sheared with friction. Errors are relative to the work done so far; the
#            claims take the largest error after a strain of 0.1, when the work is no longer a small number.
# Limit      0.1 % instead of the paper's 1 %, and 0.01 % with a quarter of the time step.
# Runtime    half a minute on one core.
# Leaves     first-law.png, energies.png (where the work went), sheared-*.png (with forces), the tables.
#
# CLAIM p2-fig10-pentagons printed=0.01 holds='m <= 0.001' largest difference over the work, regular pentagons, dt = 0.05
# CLAIM p2-fig10-voronoi printed=0.01 holds='m <= 0.001' largest difference over the work, Voronoi grains, dt = 0.05
# CLAIM p2-fig10-pentagons-quarter printed=0.01 holds='m <= 0.0001' largest difference over the work, pentagons, a quarter of dt
# CLAIM p2-fig10-voronoi-quarter printed=0.01 holds='m <= 0.0001' largest difference over the work, Voronoi grains, a quarter of
#       dt
# CLAIM p2-fig10-order printed=2 holds='1.5 < m' quick='1 < m' exponent of the largest difference as a power of the time step
. "$(dirname "$0")/figure.inc.sh"

strain=$(choose 1 0.25) side=$(choose 16 9) law=grain,grain,kn=1,kt=0.1,en=0.5

packing() { # KIND: in a square box periodic along x
	if [ "$1" = pentagons ]; then
		scree-shape ngon --sides 5 --radius 0.2 | scree-fill -q --fraction 0.78 --box "$side,$side" --periodic x --seed 1
	else
		scree-voronoi -q -n "$(compute "int(0.78 * $side ^ 2)")" --box "$side,$side" --periodic x --lloyd 2 \
			--roundness 0.5 --void-ratio 0.28 --seed 1
	fi
}
height() { # SCENE: distance of the plates
	awk '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) c[$i] = i - 1 }
		$1 == "body" { y[$c["tag"]] += $c["y"]; n[$c["tag"]]++ }
		END { print y["top"] / n["top"] - y["bottom"] / n["bottom"] }' "$1"
}
shear() { # KIND SPEED DT: a stream with the ledger at 100 strains
	shear_time=$(compute "$strain * $(height "$out/$1.scree") / $2")
	scree-set --constrain "top x=v:$2 y=p:-0.01 angle=fixed m=$side" "$out/$1.scree" |
		scree-dem2 -q -t "$shear_time" --dt "$3" --every "$(compute "$shear_time / 100")" --light 1000
}
# rows of strain and absolute error
errors() { awk -v s="$strain" '/^[0-9]/ && n++ { e = $NF < 0 ? -$NF : $NF; print s * (n - 1) / 100, e }' "$1"; }
largest() { cat "$@" | awk '$1 > 0.1 && $2 > m { m = $2 } END { printf "%.3g", m }'; }

echo "== pressed without friction, then sheared with it"
for kind in pentagons voronoi; do
	packing $kind | scree-wall plates --rough --strip 1 --load 0.01 --mass "$side" | scree-set --law $law,mu=0 |
		scree-dem2 -q -t "$(choose 1000 100)" --dt 0.05 | scree-set --law $law,mu=0.5 --reset >"$out/$kind.scree"
	for speed in $(choose '0.02 0.1' 0.1); do
		for dt in 0.05 0.0125; do
			run=$out/$kind.$speed.$dt
			shear $kind $speed $dt >"$run.scree"
			scree-energy -q --relative work "$run.scree" >"$run.tab"
			errors "$run.tab" >"$run.errors"
			echo "$kind, plate velocity $speed, dt $dt: largest difference $(largest "$run.errors") of the work"
		done
	done
done

echo "== pictures"
{
	echo '# scree-table 1'
	echo '# strain pentagons voronoi pentagons_quarter_step voronoi_quarter_step printed'
	paste -d ' ' "$out/pentagons.0.1.0.05.errors" "$out/voronoi.0.1.0.05.errors" \
		"$out/pentagons.0.1.0.0125.errors" "$out/voronoi.0.1.0.0125.errors" | awk '{ print $1, $2, $4, $6, $8, 0.01 }'
} >"$out/first-law.tab"
scree-plot -q -o "$out/first-law.png" --log y --title 'what the first law misses, plates at 0.1' \
	--x-label 'shear strain' --y-label 'difference / work of the plates' "$out/first-law.tab"
scree-plot -q -o "$out/energies.png" -y work,fric,visc,total --title 'where the work goes: Voronoi grains, plates at 0.1' \
	--y-label 'energy [M L²/T²]' "$out/voronoi.0.1.0.05.tab"
for kind in pentagons voronoi; do
	scree-draw -q -o "$out/sheared-$kind.png" --size 600 --forces "$out/$kind.0.1.0.05.scree"
done

claim p2-fig10-pentagons "$(largest "$out"/pentagons.*.0.05.errors)"
claim p2-fig10-voronoi "$(largest "$out"/voronoi.*.0.05.errors)"
claim p2-fig10-pentagons-quarter "$(largest "$out"/pentagons.*.0.0125.errors)"
claim p2-fig10-voronoi-quarter "$(largest "$out"/voronoi.*.0.0125.errors)"
claim p2-fig10-order "$(compute "log($(largest "$out"/*.0.05.errors) / $(largest "$out"/*.0.0125.errors)) / log(4)")"
