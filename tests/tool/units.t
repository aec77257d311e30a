#!/bin/sh
# The names and units of all columns of all tables of the analyzers, in the plane and in space: a wrong unit makes wrong axes, and
# a sum of what cannot be added. Where the dimensions differ is force over length in the plane (M/T^2), over area in space.
. "$(dirname "$0")/../tap.sh"

cat >plane <<'S'
scree 1 dim=2
units length=mm mass=g time=s
domain lo=0,0 hi=9,7 periodic=x
material m density=2
law m m linear kn=5 mu=0.5
shape 1 point r=0.5 0,0
shape 2 polyline r=0.25 -1,0 1,0
constraint floor x=fixed y=fixed angle=fixed
columns body id shape material tag x y vx vy omega
columns contact i fi j fj x y nx ny overlap fn ft
frame 0 t=0 body=4 contact=2
body 4 1 m - 2 1 1 2 3
body 2 2 m - 2.6 1.8 0 1 2
body 3 2 m - 5 4 0 1 2
body 1 2 m floor 3 0.2 0 0 0
contact 4 0 2 0 2.3 1.4 0.6 0.8 0.01 6 1
contact 4 0 1 0 2 0.5 0 -1 0.01 5 1
ledger since=0 kin_lin=1 slip=2
end 0
S
sed 's/^frame 0 t=0/frame 1 t=1/; s/^end 0/end 1/; /^frame/,$!d' plane | cat plane - >plane2
cat >space <<'S'
scree 1 dim=3
units length=mm mass=g time=s
domain lo=0,0,0 hi=9,7,8 periodic=x
material m density=2
law m m linear kn=5 mu=0.5
shape 1 sphere r=0.5
shape 2 clump -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5 0,0.8,0,0.3
mass 2 volume=6 I=1,2,3
shape 3 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z qw qx qy qz vx vy vz Lx Ly Lz
columns contact i fi j fj x y z nx ny nz overlap fn ftx fty ftz
frame 0 t=0 body=4 contact=2
body 4 1 m - 2 1 3 1 0 0 0 1 2 3 4 5 6
body 2 2 m - 2.6 1.8 3 1 0 0 0 0 1 2 3 4 5
body 3 2 m - 5 4 5 1 0 0 0 1 1 2 3 4 5
body 1 3 m floor 0 0 0 1 0 0 0 0 0 0 0 0 0
contact 4 0 2 0 2.3 1.4 3 0.6 0.8 0 0.01 6 1 0 0
contact 4 0 1 0 2 1 0 0 0 -1 0.01 5 1 0 0
ledger since=0 kin_lin=1 slip=2
end 0
S
sed 's/^frame 0 t=0/frame 1 t=1/; s/^end 0/end 1/; /^frame/,$!d' space | cat space - >space2

# columns COMMAND... STREAM: names and units of the table, [g*mm/s^2] as [M*L/T^2]
columns() { "$@" 2>/dev/null | awk '/^# / && !/^# (made|scree-table|block)/ { sub(/^# /, ""); print; exit }'; }
# has WHAT EXPECTED COMMAND...
has() {
	what=$1 want=$(echo "$2" | tr -s ' \n' '  ' | awk '{ for (k = 1; k <= NF; k++) { n = $k; u = ""
		if (match(n, /\[.*/)) { u = substr(n, RSTART); n = substr(n, 1, RSTART - 1) }
		gsub(/L/, "mm", u); gsub(/M/, "g", u); gsub(/T/, "s", u); printf "%s%s%s", (k > 1 ? " " : ""), n, u } }')
	shift 2
	is "$what" "$(columns "$@")" "$want"
}
e='[M*L^2/T^2]' f='[M*L/T^2]'
has 'energy' "t[T] kin_lin$e kin_rot$e el_n$e el_t$e grav$e work$e fric$e visc$e other$e in$e out$e total$e balance$e error slip" \
	scree-energy -q --all space

# ---- the plane ----

s='[M/T^2]'
has 'stress' "t[T] grains s_xx$s s_xy$s s_yx$s s_yy$s k_xx$s k_xy$s k_yy$s p$s q$s sin_phi phi wall_xx$s wall_xy$s wall_yy$s
	strain_xx strain_yy strain_vol gamma area[L^2] solid void_ratio I source" scree-stress plane
has 'forces on walls' "tag bodies x[L] y[L] length[L] fx$f fy$f sx$s sy$s" scree-stress --wall-forces plane
has 'drops of a stress' "t[T] t_end[T] before$s after$s size$s relative waiting[T] strain dilation" scree-stress --drops plane
has 'drops of what has no unit' 't[T] t_end[T] before after size relative waiting[T] strain dilation' \
	scree-stress --drops -y sin_phi plane
has 'contacts' "t[T] grains pairs walls contacts z rattlers z_bearing fabric_xx fabric_xy fabric_yy anisotropy direction fn$f ft$f
	sliding chains in_chains source" scree-contacts plane
has 'directions of contacts' "angle pairs density error fn$f ft$f" scree-contacts --angles plane
has 'forces over their mean' 'f pairs density error' scree-contacts --forces plane
has 'chains' "chain id x[L] y[L] load$e load_minor$e angle" scree-contacts --chains plane
has 'pairs' "i j ix iy contacts x[L] y[L] nx ny lx[L] ly[L] overlap[L] fn$f ft$f fx$f fy$f" scree-contacts --pairs plane
v='[L/T]' w='[1/T]' tt='[L^2/T^2]'
has 'profile' "x[L] number[1/L^2] solid vx$v vy$v omega$w T$tt T_rot$tt k_xx$s k_xy$s k_yy$s s_xx$s s_xy$s s_yx$s s_yy$s" \
	scree-profile --along x --stress plane
has 'profile of rings, with errors' "r[L] number[1/L^2] number_error[1/L^2] solid solid_error vr$v vr_error$v vt$v vt_error$v
	omega$w omega_error$w T$tt T_error$tt T_rot$tt T_rot_error$tt k_rr$s k_rr_error$s k_rt$s k_rt_error$s k_tt$s k_tt_error$s
	s_rr$s s_rr_error$s s_rt$s s_rt_error$s s_tr$s s_tr_error$s s_tt$s s_tt_error$s" scree-profile --along r --stress --mean plane
has 'flux' "t[T] forth forth_mass[M] forth_area[L^2] back back_mass[M] back_area[L^2] number mass[M] area[L^2] rate$w
	mass_rate[M/T] area_rate[L^2/T] gone came before idle[T] jam arch arch_length[L]" \
	scree-flux --y 1 --from 0 --to 3 --jam 1 plane
has 'flux on average' "width[L] time[T] number mass[M] area[L^2] rate$w rate_error$w mass_rate[M/T] mass_rate_error[M/T]
	area_rate[L^2/T] area_rate_error[L^2/T] gone came flow_time[T] jams jam_t[T] arch arch_length[L]" \
	scree-flux --mean --y 1 --from 0 --to 3 --jam 1 plane2
has 'fits' "column n independent mean spread temperature$e temperature_error$e ks ks_p chi2 dof chi2_p" \
	scree-hist --tests --fit maxwell -x vx plane
has 'equipartition' "group bodies frames kin_x$e kin_x_error$e kin_y$e kin_y_error$e kin_rot$e kin_rot_error$e ratio ratio_error
	effective" scree-hist --equipartition plane
has 'a histogram, per unit of its column' "kin_x$e lo$e hi$e count density[T^2/M/L^2] error[T^2/M/L^2] fit[T^2/M/L^2]" \
	scree-hist -x kin_x --fit maxwell plane
for c in "vx:$v:T/L" "speed:$v:T/L" "omega:$w:T" 'mass:[M]:1/M' 'inertia:[M*L^2]:1/M/L^2' "kin_rot:$e:T^2/M/L^2" 'x:[L]:1/L' 'angle::'; do
	u=${c#*:} inverse=${c##*:} u=${u%:*} c=${c%%:*}
	has "a histogram of $c" "$c$u lo$u hi$u count density${inverse:+[$inverse]} error${inverse:+[$inverse]}" scree-hist -x "$c" plane
done
has 'of forces' "fn$f lo$f hi$f count density[T^2/M/L] error[T^2/M/L]" scree-hist --of contact -x fn plane
has 'of overlaps' "overlap[L] lo[L] hi[L] count density[1/L] error[1/L]" scree-hist --of contact -x overlap plane
has 'of columns of different units' 'value lo hi count_vx density_vx error_vx count_x density_x error_x' scree-hist -x vx,x plane
has 'g(r)' 'r[L] g error pairs g2' scree-order --gr plane
has 'nematic order' 't[T] grains order director' scree-order --nematic plane
has 'axes' 'id x[L] y[L] axis along' scree-order --nematic --bodies plane
has 'bonds' 't[T] grains neighbours local global angle' scree-order --bond 6 --neighbours 2 plane
has 'bonds of grains' 'id x[L] y[L] neighbours psi angle' scree-order --bond 6 --neighbours 2 --bodies plane
has 'how grains that touch are turned' 't[T] pairs align tips' scree-order --contacts plane
has 'displacements' 'lag[T] msd[L^2] msd_x[L^2] msd_y[L^2] mean_x[L] mean_y[L] msd_angle alpha2 samples' scree-order --msd plane2
has 'cells' 't[T] grains cells[L^2] fraction inner mean spread least most' scree-order --voronoi plane
has 'cells of grains' 'id x[L] y[L] area[L^2] cell[L^2] fraction edge' scree-order --voronoi --bodies plane

# ---- space ----

s='[M/L/T^2]'
has 'stress in space' "t[T] grains s_xx$s s_xy$s s_xz$s s_yx$s s_yy$s s_yz$s s_zx$s s_zy$s s_zz$s k_xx$s k_xy$s k_xz$s k_yy$s k_yz$s
	k_zz$s s_1$s s_2$s s_3$s p$s q$s lode sin_phi phi wall_xx$s wall_yy$s wall_zz$s strain_xx strain_yy strain_zz strain_vol
	gamma_xy gamma_xz gamma_yz rate[1/T] volume[L^3] solid void_ratio mu I source" scree-stress space
has 'forces on walls in space' "tag bodies x[L] y[L] z[L] fx$f fy$f fz$f" scree-stress --wall-forces space
has 'drops in space' "t[T] t_end[T] before$s after$s size$s relative waiting[T] strain dilation" scree-stress --drops space
has 'contacts in space' "t[T] grains pairs walls contacts z rattlers z_bearing fabric_xx fabric_xy fabric_xz fabric_yy fabric_yz
	fabric_zz fabric_1 fabric_2 fabric_3 anisotropy direction_x direction_y direction_z fn$f ft$f sliding chains in_chains source" \
	scree-contacts space
has 'directions in space' "cos pairs density error fn$f ft$f" scree-contacts --angles space
has 'chains in space' "chain id x[L] y[L] z[L] load$e load_minor$e ux uy uz" scree-contacts --chains space
has 'pairs in space' "i j ix iy iz contacts x[L] y[L] z[L] nx ny nz lx[L] ly[L] lz[L] overlap[L] fn$f ft$f fx$f fy$f fz$f" \
	scree-contacts --pairs space
has 'profile in space' "z[L] number[1/L^3] solid vx$v vy$v vz$v wx$w wy$w wz$w T$tt T_rot$tt k_xx$s k_yy$s k_zz$s k_xy$s k_xz$s k_yz$s
	s_xx$s s_xy$s s_xz$s s_yx$s s_yy$s s_yz$s s_zx$s s_zy$s s_zz$s" scree-profile --along z --stress space
has 'profile of shells' "r[L] number[1/L^3] solid vx$v vy$v vz$v vr$v wx$w wy$w wz$w T$tt T_rot$tt k_xx$s k_yy$s k_zz$s k_xy$s k_xz$s
	k_yz$s s_xx$s s_xy$s s_xz$s s_yx$s s_yy$s s_yz$s s_zx$s s_zy$s s_zz$s s_rr$s s_tt$s" scree-profile --along r --stress space
has 'flux in space' "t[T] forth forth_mass[M] forth_volume[L^3] back back_mass[M] back_volume[L^3] number mass[M] volume[L^3] rate$w
	mass_rate[M/T] volume_rate[L^3/T] gone came" scree-flux --z 2 space
has 'flux in space on average' "time[T] number mass[M] volume[L^3] rate$w rate_error$w mass_rate[M/T] mass_rate_error[M/T]
	volume_rate[L^3/T] volume_rate_error[L^3/T] gone came" scree-flux --z 2 --mean space2
has 'equipartition in space' "shape bodies frames kin_x$e kin_x_error$e kin_y$e kin_y_error$e kin_z$e kin_z_error$e kin_rot$e
	kin_rot_error$e ratio ratio_error effective" scree-hist --equipartition --by shape space
m='[M*L^2/T]'
has 'a histogram of a momentum' "Lx$m lo$m hi$m count density[T/M/L^2] error[T/M/L^2]" scree-hist -x Lx space
has 'orientations' "t[T] id qw qx qy qz phi theta psi e1x e1y e1z e2x e2y e2z e3x e3y e3z wx$w wy$w wz$w w1$w w2$w w3$w Lx$m Ly$m Lz$m
	L$m kin_rot$e turn flips" scree-orient space
has 'flips' "t[T] id flip to interval[T] free[T] L$m kin_rot$e" scree-orient --flips space
has 'g(r) in space' 'r[L] g error pairs g2' scree-order --gr space
has 'nematic order in space' 't[T] grains order ux uy uz' scree-order --nematic space
has 'axes in space' 'id x[L] y[L] z[L] ux uy uz along' scree-order --nematic --bodies space
has 'bonds in space' 't[T] grains neighbours local global' scree-order --bond 6 --neighbours 2 space
has 'bonds of grains in space' 'id x[L] y[L] z[L] neighbours q' scree-order --bond 6 --neighbours 2 --bodies space
has 'displacements in space' 'lag[T] msd[L^2] msd_x[L^2] msd_y[L^2] msd_z[L^2] mean_x[L] mean_y[L] mean_z[L] msd_angle alpha2 samples' \
	scree-order --msd space2

# ---- tables of tables ----

scree-flux --no-provenance --y 1 plane2 >flux.tab
is 'a mean has the unit of its column, tau that of the time' "$(scree-mean -q -y mass_rate,rate,mass*t flux.tab | awk '!/^#/ { print $1, $2 }' |
	tr '\n' ' ')$(scree-mean -q flux.tab | grep -o 'tau.*')" 'mass_rate g/s rate 1/s mass*t - tau[s]'
scree-profile --no-provenance --bins 2 plane2 >profile.tab
has 'means across blocks' 'y[L] number[1/L^2] solid vx[L/T] vy[L/T] omega[1/T] T[L^2/T^2] T_rot[L^2/T^2] k_xx[M/T^2] k_xy[M/T^2]
	k_yy[M/T^2] blocks' scree-mean profile.tab
has 'of those that are asked for' 'y[L] number[1/L^2] solid vy[L/T] omega[1/T] T[L^2/T^2] T_rot[L^2/T^2] k_xx[M/T^2] k_xy[M/T^2]
	k_yy[M/T^2] vx[L/T] vx_error[L/T] 2*vx 2*vx_error blocks' scree-mean -y 'vx,2*vx' profile.tab
has 'a histogram of a table' 'T[L^2/T^2] lo[L^2/T^2] hi[L^2/T^2] count density[T^2/L^2] error[T^2/L^2]' scree-hist --of table -x T profile.tab

# ---- names of units from scree-set ----

# in a stream without names, or with others, of many frames: at the head, so that all frames have them
for what in plane2 space2; do
	sed '/^units/d' $what >bare
	sed 's/^units.*/units time=h length=km/' $what >other
	for from in bare other; do
		scree-set --no-provenance --units mm,g,s $from >named
		is "the names stand once, at the head of $what, $from" "$(grep -n '^units' named)" '2:units length=mm mass=g time=s'
		sed '/^units/d' $from >want
		sed '/^units/d' named >rest
		ok "and nothing else changes" cmp want rest
	done
	scree-stress -q $what >want
	scree-stress -q named >found
	is "a table shows them, $what" "$(grep '^# t' found)" "$(grep '^# t' want)"
done
scree-set --units mm,g,s bare | sed -n '/^made/=; /^units/=' >lines
is 'the names follow the made record' "$(tr '\n' ' ' <lines)" '2 3 '
for bad in m,kg m,kg,s,A ,kg,s 'm,k g,s' 'm,kg,s^2' 'm,kg/m,s' ''; do
	fails 2 'expected three names such as m,kg,s' "not names of units: $bad" scree-set --units "$bad" bare
done
# a table has one unit in each column
scree-set --no-provenance --units m,g,s plane2 >metres
for run in 'energy' 'stress -q' 'contacts' 'flux --y 1' 'profile --bins 2' 'hist -x vx' 'order --msd'; do
	fails 3 'of a stream with the unit length=mm, expected length=m as before' "streams of two units: $run" sh -c "cat metres plane2 | scree-$run"
done
fails 3 'expected length=m as before' 'streams of two units in space' sh -c "scree-set --units m,g,s space2 | cat - space2 | scree-orient"
is 'blanks before the record' "$(sed 's/^units/ \t&/' plane2 | scree-flux --y 1 | grep -o '^# t[^ ]* ')" '# t[s] '
is 'a new stream forgets the units of one before' "$({ sed '/^columns/,$d' metres; sed '/^units/d' plane2; } | scree-flux --y 1 | grep -o '^# t[^ ]* ')" '# t[T] '
# pictures
scree-set --units um,ng,ms plane2 >named
scree-energy -q named >energy.tab
scree-plot -y work -o a.png --script a.gp energy.tab 2>/dev/null # which notes that all values are 0
is 'the labels of a plot' "$(grep '^set [xy]label' a.gp | tr '\n' ' ')" "set xlabel 't [ms]' set ylabel 'work [ng um²/ms²]' "
scree-draw -q -c vx --axes -o a.svg --script a.gp named
is 'the labels of a drawing' "$(grep '^set [a-z]*label' a.gp | cut -d"'" -f 2 | tr '\n' ' ')" 'x [um] y [um] vx [um/ms] '
# the log of a run
cat >ball <<'S'
scree 1 dim=3
material m density=1
law m m hard mu=0.5
shape 1 sphere r=0.5
columns body id shape material x y z vx vy vz
frame 0 t=0 body=1
body 1 1 m 0 0 0 0 0 1
end 0
frame 1 t=0.1 dt=0.1 body=1
body 1 1 m 0 0 0 0 0 1
end 1
S
scree-set --units mm,g,s ball | scree-cd3 -q -t 0.2 -d 0.1 --log log >/dev/null
is 'the log of scree-cd3' "$(grep -o ' t\[.*\]' log | tr ' ' '\n' | grep -e '^t' -e energy | tr '\n' ' ')" 't[s] energy[g*mm^2/s^2] '
finish
