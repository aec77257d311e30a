# compare-scenes.sh: the scenes of compare.sh, which says how they are written. Bodies of one group begin with equal velocities.
# shellcheck shell=sh

# ---- in the plane: packings, walls, outlets ----

scene disks2 'disks of many sizes fall into a box' dem2 4+4 --every=2 <<'END'
scree-shape disk | scree-fill -n 300 --box 24,30 --sizes uniform:0.7,1.3 --seed 3 |
	scree-wall box | scree-set --gravity 0,-1 --law grain,grain,kn=200,mu=0.4,en=0.6
END
reads disks2-tables 'tables of disks in a box' <<'END'
scree-energy --all "$frames" >energy
scree-contacts "$frames" >contacts
scree-contacts --angles --bins 8 "$frames" >angles
scree-contacts --forces --together "$frames" >forces
scree-contacts --pairs "$frames" >pairs
scree-contacts --chains "$frames" >chains
scree-contacts --recompute "$frames" >recomputed
scree-stress "$frames" >stress
scree-stress --wall-forces "$frames" >walls
scree-stress --kinetic --region 3,3,20,9 "$frames" >region
scree-profile --along y --bins 6 --stress "$frames" >profile
scree-profile --along r --bins 6 --mean "$frames" >round
scree-flux --y 10 "$frames" >flux
scree-order --gr --bins 20 "$frames" >gr
scree-order --bond 6 --bodies "$frames" >bond
scree-order --voronoi "$frames" >voronoi
scree-order --msd --origins many "$frames" >msd
scree-hist -x speed --bins 12 --fit maxwell "$frames" >hist
scree-hist -x fn --of contact --log --bins 9 --fit exponential --tests "$frames" >tests
scree-hist --equipartition "$frames" >equipartition
scree-energy "$frames" | scree-mean >mean
scree-draw --forces --script draw.gp -o picture.svg "$frames"
scree-draw --size 600,400 "$frames" >dumb
scree-pick --last --where 'y < 6' "$frames" >picked
scree-energy "$frames" | scree-plot --script plot.gp -o plot.svg
END

scene shear2 'Voronoi grains between rough plates, one moved and loaded' dem2 3+5 --every=1 --forces --heat <<'END'
scree-voronoi -n 200 --box 20,10 --periodic x --seed 7 --cells | scree-wall plates --rough --speed 0.05 --load 0.01 |
	scree-set --law grain,grain,mu=0.5,en=0.5
END
reads shear2-tables 'tables of a shear test' <<'END'
scree-stress "$frames" >stress
scree-stress --drops -y q --threshold 0.001 "$frames" >drops
scree-contacts --chains --chain-deg 60 "$frames" >chains
scree-contacts --angles "$frames" >angles
scree-profile --stress --mean --bins 5 "$frames" >profile
scree-profile --walls --recompute --stress --bins 5 "$frames" >walls
scree-order --nematic "$frames" >nematic
scree-order --contacts "$frames" >contacts
scree-order --voronoi --bodies --points 16 "$frames" >voronoi
scree-draw --color heat --cells --script draw.gp -o picture.svg "$frames"
scree-pick --frame 3 --where 'not moved' "$frames" >picked
scree-mass --table "$frames" >mass
END

scene hopper2 'a hopper in the plane whose gate opens, grains removed' dem2 4+4 --every=1 <<'END'
scree-shape disk | scree-fill -n 200 --box 16,20 --lattice square |
	scree-set --law grain,grain,kn=400 --gravity 0,-1 | scree-wall hopper --opening 5 --gate 2
END
scene silo2 'a silo in the plane, outlets return, rolling friction' dem2 6+4 --every=2 <<'END'
scree-shape disk | scree-fill -n 200 --box 16,20 --lattice square |
	scree-set --law grain,grain,kn=100,kr=3,gr=0.1,mur=0.1,mu=0.5,en=0.4 --gravity 0,-1 |
	scree-wall silo --opening 6 --gate 1 --outlet return
END
reads silo2-tables 'tables of a silo' <<'END'
scree-flux --y 0 --from 2 --to 14 --jam 0.5 "$frames" >flux
scree-flux --y 0 --mean "$frames" >mean
scree-flux --line 2,0,14,1 "$frames" >line
END
scene belt2 'polygons leave a table through outlets with tags, times and sides' dem2 5+5 --every=1 --forces <<'END'
scree-shape ngon --sides 6 --area 0.8 | scree-fill -n 60 --box 12,12 --seed 9 | scree-wall line -r 0.1 -- -2,-0.1 10,-0.1 |
	scree-set --law grain,grain,kn=1500,mu=0.3 --gravity 0,-0.3 --domain -12,-3,26,20 \
		--outlet 'edge below=-2 return=1,9,12' --outlet 'side right=11 from=4' --outlet 'some tag=gone from=2' |
	scree-set --velocity 0.4,0 --where 'not moved and y > 6' | scree-set --tag gone --where 'id == 7 or id == 8 or id == 30'
END
scene biaxial2 'a biaxial cell, pressure at the side' dem2 4+6 --every=2 <<'END'
scree-voronoi -n 150 --box 15,10 --void-ratio 0.2 |
	scree-wall biaxial --press-x 0.01 --damping 2 --rate-y -0.002 --mu 0.1
END
scene stages2 'a biaxial test in stages: targets at two sides, a ramp, between' dem2 8+4 --every=4 --forces <<'END'
scree-voronoi -n 60 --box 12,9 --void-ratio 0.2 | scree-wall box |
	scree-set --material steel,1 --body-material steel --where moved --law grain,grain,mu=0 --law grain,steel,mu=0 \
		--law steel,steel,kn=0 --constrain 'top x=fixed y=p:-0.01 angle=fixed m=20 c=5 between=left,right' \
		--constrain 'right x=p:-0.01 y=fixed angle=fixed m=20 c=5 between=bottom,top' >begun
scree-dem2 -q -t 100 --until quiet=1e-2 begun >pressed
scree-set --law grain,grain,mu=0.5 --reset --constrain 'top x=fixed y=ramp:0,-0.02,0,5 angle=fixed' pressed
END
scene drum2 'cows in a drum with baffles' dem2 3+3 --every=1 --skin=0.2 <<'END'
scree-shape cow --area 1 | scree-fill -n 30 --box 10,10 --seed 4 | scree-set --law grain,grain,kn=100,mu=0.5,en=0.5 --gravity 0,-0.5 |
	scree-wall drum --lo -3,-3 --hi 13,13 --omega 0.2 --baffles 6
END
scene column2 'a column collapses on a floor, light frames' dem2 6 --every=1 --light=3 --heat <<'END'
scree-voronoi -n 90 --box 8,10 --void-ratio 0.1 --roundness 0.3 | scree-set --law grain,grain,kn=40 --gravity 0,-0.2 |
	scree-wall column --gate 1 --run 12
END
scene land2 'rings, crosses and sticks on a landscape in a box' dem2 3+3 --every=1 <<'END'
printf '0 0\n1 0\n1 1\n0 1\n' | scree-shape --hollow -r 0.1 - >ring
scree-shape cross -r 0.1 >cross
printf '0 0\n1 0\n1 0.6\n' | scree-shape --open -r 0.1 - >stick
printf '%s\n' '0 1' '4 0.5' '6 1.5' '9 0.2' '12 1' '14 0.4' >land
scree-fill -n 60 --box 14,16 --mix 1,2,1 --seed 6 ring cross stick | scree-move --by 0,2 | scree-wall landscape land |
	scree-wall box --lo 0,0 --hi 14,19 | scree-set --gravity 0,-1 --law grain,grain,kn=2000,mu=0.6,en=0.3
END

# ---- in the plane: laws, groups, domains, integrators ----

scene hertz2 'a gas of polygons, hertz' dem2 1+1 --every=0.5 <<'END'
scree-shape ngon --radius 0.1 | scree-fill -n 120 --fraction 0.6 --periodic xy --speed 0.5 --seed 2 |
	scree-set --law grain,grain,hertz,kn=500,kt=80,mu=0.4,en=0.6
END
scene cohesive2 'disks and polygons that stick, cohesive' dem2 1+1.5 --every=0.5 <<'END'
scree-shape disk >disk
scree-shape pebble >pebble
scree-fill -n 150 --fraction 0.6 --periodic xy --speed 0.4 --seed 8 disk pebble |
	scree-set --law grain,grain,cohesive,kn=200,kt=50,mu=0.5,en=0.4,pull=0.8,range=0.2
END
scene lennard2 'disks with a potential of Lennard-Jones' dem2 1+1 --every=0.5 <<'END'
scree-shape disk | scree-fill -n 200 --fraction 0.5 --periodic xy --temperature 0.05 --no-drift --seed 5 |
	scree-set --law grain,grain,lennard-jones,epsilon=0.1,cut=1.8,gn=0.01
END
scene viscous2 'viscous forces that attract, coefficients of damping' dem2 1+2 --every=0.5 --attraction <<'END'
scree-shape rice | scree-fill -n 150 --fraction 0.7 --periodic xy --speed 0.6 --seed 15 |
	scree-set --law grain,grain,kn=150,kt=40,mu=0.5,gn=1.1,gt=0.7
END
scene mixed2 'three materials and all laws among them' dem2 1.5+1.5 --every=0.5 --heat <<'END'
scree-shape disk >disk
scree-shape ngon --area 0.7 -r 0.15 >ngon
scree-shape peanut >peanut
scree-fill -n 120 --box 15,15 --seed 21 disk ngon peanut | scree-wall box |
	scree-set --material rock,2 --body-material rock --where 'not moved and id < 50' |
	scree-set --material clay,0.7 --body-material clay --where 'not moved and id > 90' --gravity 0,-2 \
		--law grain,grain,kn=900,mu=0.3,kr=5,gr=0.2,mur=0.2 --law rock,rock,hertz,kn=3000,kt=300 --law grain,rock,hertz,kn=2000,mu=0.7 \
		--law clay,clay,cohesive,kn=900,pull=1,range=0.1,attraction=1 --law clay,grain,cohesive,kn=900,pull=0.5,range=0.2,mu=0.2 \
		--law clay,rock,kn=900,kt=90,gn=2,attraction=1
END
scene clumps2 'clumps of disks for stars, and disks' dem2 1+1 --every=0.5 --heat <<'END'
scree-shape star --area 1.4 | scree-clump -q -n 18 >clump
scree-shape disk >disk
scree-fill -n 90 --fraction 0.6 --seed 3 clump disk | scree-wall box |
	scree-set --gravity 0,-3 --law grain,grain,kn=400,mu=0.5,kr=2,mur=0.1
END
scene drives2 'groups with every drive' dem2 1.5+1.5 --every=0.5 --forces --heat <<'END'
scree-shape rice | scree-fill -n 130 --fraction 0.65 --seed 2 | scree-wall box |
	scree-set --gravity 0,-0.7 --law grain,grain,kn=400,mu=0.5 --constrain 'top x=fixed y=p:-0.3 angle=fixed m=5 c=2' |
	scree-set --constrain 'right x=sin:-0.4,1.3,0.2 y=fixed angle=fixed' --constrain 'left x=v:0.05 y=fixed angle=fixed' |
	scree-set --tag pushed --where 'id == 5' --constrain 'pushed x=f:0.8 m=3' |
	scree-set --tag pair --where 'id == 11 or id == 12 or id == 70' --constrain 'pair angle=fixed c=0.3' |
	scree-set --tag spun --where 'id == 20' --constrain 'spun angle=v:0.8' |
	scree-set --tag twisted --where 'id == 33' --constrain 'twisted angle=f:0.4 y=f:0.9' |
	scree-set --tag shaken --where 'id == 40' --constrain 'shaken x=sin:0.5,0.7,0.3 y=sin:0.3,0.9,1 angle=sin:1,0.5,0' |
	scree-set --tag ramped --where 'id == 50' --constrain 'ramped x=ramp:0.2,-0.3,0.5,1.5 angle=fixed' |
	scree-set --tag free --where 'id == 60' --constrain free
END
scene gear2 'groups and walls with the gear integrator' dem2 1+1.5 --every=0.5 --integrator=gear --heat <<'END'
scree-shape pebble | scree-fill -n 110 --fraction 0.65 --seed 12 | scree-wall box |
	scree-set --gravity 0,-0.8 --law grain,grain,kn=200,mu=0.5,kr=2,gr=0.1,mur=0.1 --constrain 'top x=fixed y=p:-0.3 angle=fixed m=5 c=2' |
	scree-set --constrain 'right x=sin:-0.4,1.3,0.2 y=fixed angle=fixed' --constrain 'left x=ramp:0.1,0,0.5,1 y=fixed angle=fixed' |
	scree-set --tag pair --where 'id == 11 or id == 12' --constrain 'pair angle=fixed c=0.3' |
	scree-set --tag twisted --where 'id == 33' --constrain 'twisted angle=f:0.4'
END
scene plates2 'smooth plates, periodic along x, no skin' dem2 6+4 --every=2 --skin=0 --dt=0.01 <<'END'
scree-shape ngon --sides 7 | scree-fill -n 90 --fraction 0.65 --periodic x --seed 31 | scree-wall plates --speed 0.2 --load 0.05 --damping 1 |
	scree-set --law grain,grain,kn=30,mu=0.6
END
scene cell2 'polygons in a periodic domain that is sheared and compressed' dem2 0.5+0.9 --every=0.1 <<'END'
scree-shape ngon --radius 0.1 | scree-fill -n 90 --fraction 0.5 --periodic xy --speed 0.3 --seed 5 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.7 --rate -0.1,-0.15,0.9
END
reads cell2-tables 'tables of a domain that deforms' <<'END'
scree-energy "$frames" >energy
scree-stress "$frames" >stress
scree-order --gr --bins 20 "$frames" >gr
scree-order --bond 4 "$frames" >bond
scree-order --voronoi "$frames" >voronoi
scree-order --msd "$frames" >msd
scree-contacts --recompute "$frames" >contacts
scree-profile --bins 4 --stress "$frames" >profile
scree-set --rate 0,0,0 --reset "$frames" | scree-move --replicate 3,2 | scree-dem2 -q -t 0 >six
scree-draw --forces --frame all --script movie.gp -o movie%d.svg "$frames"
END
scene cellgear2 'disks in a domain that is sheared, gear, heat' dem2 0.4+0.6 --every=0.2 --integrator=gear --heat <<'END'
scree-shape disk | scree-fill -n 150 --fraction 0.7 --periodic xy --speed 0.2 --seed 5 |
	scree-set --law grain,grain,kn=500,mu=0.5,kr=3,gr=0.1,mur=0.1 --rate -0.05,0.02,0.6
END
scene pressure2 'a domain that follows two pressures while it is sheared' dem2 0.3+0.5 --every=0.1 --forces <<'END'
scree-shape ngon --radius 0.1 | scree-fill -n 90 --fraction 0.6 --periodic xy --speed 0.3 --seed 6 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.7 --rate 0,0,0.9 --pressure 3,5 --cell-mass 5
END
scene press2 'a domain that follows one pressure, gear' dem2 0.3+0.5 --every=0.1 --integrator=gear <<'END'
scree-shape ngon --radius 0.1 | scree-fill -n 90 --fraction 0.6 --periodic xy --speed 0.3 --seed 6 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.7 --rate 0.05,0,0.4 --pressure -,4 --cell-mass 5 --cell-damping 1
END
scene tilted2 'a domain with a tilt that stays' dem2 1+1 --every=0.25 <<'END'
scree-shape L --area 0.9 | scree-fill -n 80 --fraction 0.65 --periodic xy --speed 0.5 --seed 6 |
	scree-set --law grain,grain,kn=6000,mu=0.5 --rate 0,0,1.1 | scree-dem2 -q -t 0.3 | scree-set --rate 0,0,0 --reset
END
scene stopped2 'a run that ends at a sign: quiet' dem2 - --time=60 --until=quiet=2 <<'END'
scree-shape disk | scree-fill -n 80 --fraction 0.82 --periodic xy --sizes uniform:0.8,1.2 --seed 7 | scree-set --law grain,grain,kn=100 --speed 0.05
END
scene strained2 'a run that ends at signs: strain and pressure' dem2 - --every=2 --until=strain=0.05,pressure=0.002 --time=100 <<'END'
scree-shape disk | scree-fill -n 80 --fraction 0.82 --periodic xy --seed 7 | scree-set --rate -0.01,-0.01,0.02
END
scene jammed2 'a run that ends at a sign: jam' dem2 - --until=jam=5e-2 --time=60 <<'END'
scree-shape disk | scree-fill -n 80 --fraction 0.82 --periodic xy --seed 17 | scree-set --law grain,grain,kn=10,mu=0 --pressure 0.1
END
scene wild2 'a run that fails: a step too long for its springs' dem2 - --time=40 --dt=0.5 --every=1 <<'END'
scree-shape disk | scree-fill -n 60 --fraction 0.8 --periodic xy --speed 0.5 --seed 7 | scree-set --law grain,grain,kn=50
END
scene fixture2 'rough plates from a fixture, a column of others kept' dem2 12+8 --every=2 --dt=0.05 <<'END'
scree-pick <"$root/tests/data/shear.scree"
END
scene crowd2 '3000 disks and polygons, contacts enough for all threads' dem2 0.05+0.05 --every=0.05 <<'END'
scree-shape disk >disk
scree-shape ngon --area 0.8 >ngon
scree-fill -n 3000 --fraction 0.8 --periodic xy --mix 2,1 --sizes uniform:0.9,1.1 --seed 4 disk ngon |
	scree-set --law grain,grain,kn=1000,mu=0.5 --speed 0.8 --seed 8 | scree-dem2 -q -t 0.1 | scree-set --rate 0.1,-0.2,0.1
END

# ---- in space, soft ----

scene heap3 'clumps and balls of two materials fall onto a floor, periodic' dem3 0.5+0.5 --every=0.125 <<'END'
awk 'BEGIN {
	print "scree 1 dim=3\ndomain lo=0,0,0 hi=4,4,12 periodic=xy\ngravity 0,0,-10\nmaterial grain density=1\nmaterial rock density=1.3"
	print "law grain grain linear kn=2e4 kt=6e3 mu=0.5 en=0.6"
	print "law grain rock mindlin kn=2e4 mu=0.4 en=0.5 kr=20 gr=0.01 mur=0.1 ks=20 gs=0.01 mus=0.1"
	print "law rock rock hertz kn=3e4 kt=5e3 mu=0.3 en=0.8\nshape 1 sphere r=0.3\nshape 2 clump 0,0,-0.3,0.3 0,0,0.3,0.3"
	print "shape 3 clump -0.4,0,0,0.25 0,0,0,0.25 0.4,0,0,0.25\nshape 4 plane"
	print "constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed"
	print "columns body id shape material tag size x y z qw qx qy qz vz Lx Ly Lz\nframe 0 t=0 dt=0 due=0 body=46"
	for (k = 0; k < 45; k++) {
		a = k * 0.7; n = sqrt(1 + (0.3 * k % 2) ^ 2 + (0.7 * k % 3) ^ 2)
		printf "body %d %d %s - %g %g %g %g %.17g %.17g %.17g 0 -3 %g %g %g\n", k + 1, k % 3 + 1, k % 4 ? "grain" : "rock", 1 + k % 5 / 10,
			0.7 + k % 3 * 1.33, 0.1 + int(k / 3) % 3 * 1.33, 0.9 + int(k / 9) * 1.25, 1 / n, (0.3 * k % 2) / n, (0.7 * k % 3) / n,
			0.01 * (k % 7 - 3), 0.02 * (k % 5 - 2), 0.01 * (k % 3 - 1)
	}
	print "body 99 4 rock floor 1 0 0 0 1 0 0 0 0 0 0 0\nend 0"
}'
END
scene bars3 'T-bars fall into a box' dem3 0.5+0.5 --every=0.25 <<'END'
scree-shape tbar | scree-fill -n 30 --box 10,10,14 | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.5,en=0.3 --velocity 0,0,-3 --where 'not moved'
END
reads bars3-tables 'tables of T-bars in a box' <<'END'
scree-energy --all "$frames" >energy
scree-contacts "$frames" >contacts
scree-contacts --angles --axis 1,2,3 "$frames" >angles
scree-contacts --pairs "$frames" >pairs
scree-contacts --chains "$frames" >chains
scree-stress "$frames" >stress
scree-stress --wall-forces "$frames" >walls
scree-profile --along z --bins 6 --stress "$frames" >profile
scree-flux --z 2 "$frames" >flux
scree-orient "$frames" >orient
scree-orient --flips --least 0.1 "$frames" >flips
scree-order --gr --bins 20 "$frames" >gr
scree-order --nematic "$frames" >nematic
scree-order --bond 6 --neighbours contacts "$frames" >bond
scree-order --msd "$frames" >msd
scree-hist -x speed --bins 12 "$frames" >hist
scree-hist --equipartition --by shape "$frames" >equipartition
scree-pick --last --where 'not moved and z < 3' "$frames" >picked
scree-convert --to stl-text -o bars.stl --edges 16 --where 'not moved and z < 2' "$frames"
scree-convert --to lammps -o bars.data --where 'not moved' "$frames"
scree-draw --size 200,200 --forces -o bars.png "$frames"
END
scene balls3 'balls of many sizes fall into a box, heat' dem3 0.3+0.3 --every=0.1 --heat --forces <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 300 --fraction 0.45 --sizes lognormal:0.9,0.2 --seed 3 | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=2e4,mu=0.5,en=0.4
END
scene pebbles3 'clumps of many pebbles, made for meshes and bodies' dem3 0.8+0.4 --every=0.4 <<'END'
scree-shape gomboc --mesh 16 | scree-clump -q -n 25 >gomboc
scree-shape cow3 --volume 0.6 >cow
scree-shape bean --volume 0.6 | scree-clump -q -n 12 >bean
scree-fill -n 45 --box 6,6,7 --seed 5 gomboc cow bean | scree-wall box |
	scree-set --gravity 0,0,-3 --law grain,grain,kn=2e5,mu=0.5,en=0.4
END
scene laws3 'laws in space: hertz, cohesive, Lennard-Jones, viscous' dem3 0.2+0.2 --every=0.1 --heat <<'END'
scree-shape sphere -r 0.5 >ball
scree-shape dumbbell -r 0.4 >bell
scree-fill -n 160 --fraction 0.5 --periodic xyz --seed 11 --temperature 2 ball bell |
	scree-set --material rock,2 --body-material rock --where 'id < 60' >two
scree-set --material clay,0.7 --body-material clay --where 'id > 120' \
	--law grain,grain,hertz,kn=4e3,kt=900,mu=0.4,en=0.6 --law rock,rock,kn=5e3,gn=4,gt=2,mu=0.3 \
	--law grain,rock,hertz,kn=4e3,mu=0.6,kr=20,gr=0.3,mur=0.1 --law clay,clay,cohesive,kn=3e3,pull=20,range=0.1,attraction=1 \
	--law clay,grain,lennard-jones,epsilon=2,cut=1.5 --law clay,rock,cohesive,kn=3e3,pull=5,range=0.2,ks=10,gs=0.2,mus=0.1 two
END
scene mindlin3 'rolling and twisting, mindlin, viscous forces that attract' dem3 0.2+0.2 --every=0.1 --attraction <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 250 --fraction 0.5 --periodic xyz --seed 12 --temperature 3 |
	scree-set --law grain,grain,mindlin,kn=5e3,mu=0.4,en=0.6,kr=30,gr=0.2,mur=0.1,ks=20,gs=0.2,mus=0.1
END
scene linear3 'clumps that resist rolling and twisting' dem3 0.3+0.3 --every=0.1 <<'END'
scree-shape triplet -r 0.4 | scree-fill -n 120 --fraction 0.5 --periodic xyz --seed 13 --temperature 3 |
	scree-set --law grain,grain,kn=5e3,mu=0.4,en=0.6,kr=30,gr=0.2,mur=0.1,ks=20,gs=0.2,mus=0.1
END
for rotation in split4 leapfrog; do
scene "$rotation"3 "dumbbells and T-bars in flight, --rotation $rotation" dem3 0.4+0.4 --every=0.2 --rotation=$rotation <<'END'
scree-shape tbar --volume 1 >bar
scree-shape dumbbell >bell
scree-fill -n 80 --fraction 0.25 --periodic xyz --seed 2 --temperature 9 bar bell | scree-set --law grain,grain,kn=1e4,mu=0.3,en=0.8
END
done
scene hopper3 'a hopper in space, balls of many sizes, a gate' dem3 0.4+0.8 --every=0.2 <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 200 --box 8,8,9 --sizes uniform:0.6,1 |
	scree-wall hopper --lo -2,-2,0 --hi 10,10,9 --opening 4 --angle-deg 60 --gate 0.5 |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.5,en=0.4 --velocity 0,0,-5 --where 'not moved'
END
scene silo3 'a silo in space, outlets return' dem3 1.2+0.8 --every=0.4 --heat <<'END'
scree-shape dumbbell -r 0.35 | scree-fill -n 120 --box 7,7,8 --seed 5 |
	scree-wall silo --lo -2,-2,0 --hi 9,9,9 --opening 5 --drop 2 --outlet return |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.5,en=0.4 --velocity 0,0,-5 --where 'not moved'
END
reads silo3-tables 'tables of a silo in space' <<'END'
scree-flux --z 0 --mean "$frames" >mean
scree-profile --along r --bins 4 "$frames" >profile
END
scene outlets3 'outlets with sides, tags and times' dem3 0.4+0.4 --every=0.2 <<'END'
scree-shape sphere -r 0.4 | scree-fill -n 120 --fraction 0.5 --seed 6 |
	scree-wall plane 3,3,-1 0.2,0,1 | scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.3 --domain -20,-20,-20,20,20,20 \
		--outlet 'far right=6.5' --outlet 'near front=0.4 from=0.3' --outlet 'some tag=gone from=0.2' |
	scree-set --velocity 3,-1,0 --where 'not moved' | scree-set --tag gone --where 'id == 7 or id == 8 or id == 30'
END
scene triaxial3 'a triaxial cell, pressures at two sides' dem3 0.4+0.4 --every=0.2 --forces <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 200 --fraction 0.5 --sizes uniform:0.8,1.2 |
	scree-wall triaxial --press-x 50 --press-y 60 --rate-z -0.05 --damping 2 |
	scree-set --law grain,grain,kn=1e4,mu=0.4,en=0.5,ks=300,gs=3,mus=0.1,kr=300,gr=3,mur=0.1
END
scene plates3 'T-bars between plates, periodic, one moved and loaded' dem3 0.5+0.5 --every=0.25 --heat <<'END'
scree-shape tbar | scree-fill -n 30 --box 12,12,9 --periodic xy | scree-wall plates --speed 1 --load 20 |
	scree-set --law grain,grain,kn=5e3,en=0.3,mu=0.5
END
scene rough3 'balls between rough plates, groups of many bodies' dem3 0.3+0.3 --every=0.15 --forces <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 300 --fraction 0.55 --periodic xy --seed 2 | scree-wall plates --rough --speed 1 --load 30 |
	scree-set --law grain,grain,kn=5e3,en=0.3,mu=0.5
END
scene drum3 'a drum with baffles, periodic along its axis' dem3 0.4+0.4 --every=0.2 --heat <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 150 --box 8,4,8 --periodic y |
	scree-wall drum --lo -1.7,0,-1.7 --hi 9.7,4,9.7 --omega 0.5 --baffles 6 --height 1 |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,en=0.3,mu=0.5 --velocity 0,0,-4 --where 'not moved'
END
scene drives3 'groups with every drive in space' dem3 0.3+0.4 --every=0.1 --forces --heat <<'END'
scree-shape dumbbell -r 0.4 >bell
scree-shape sphere -r 0.5 >ball
scree-fill -n 120 --fraction 0.4 --seed 3 --mix 1,2 bell ball | scree-wall box |
	scree-set --gravity 0,0,-8 --law grain,grain,kn=5e3,mu=0.5,en=0.4 --constrain 'top x=fixed y=fixed z=p:-5 rx=fixed ry=fixed rz=fixed m=5 c=2 between=left,right,front,back' |
	scree-set --constrain 'right x=sin:-0.8,0.3,0.2 y=fixed z=fixed rx=fixed ry=fixed rz=fixed' |
	scree-set --constrain 'left x=v:0.3 y=fixed z=fixed rx=fixed ry=fixed rz=fixed' |
	scree-set --constrain 'back x=fixed y=ramp:0,-0.5,0.1,0.3 z=fixed rx=fixed ry=fixed rz=fixed' |
	scree-set --tag pushed --where 'id == 5' --constrain 'pushed x=f:9 m=3' |
	scree-set --tag pair --where 'id == 11 or id == 12 or id == 70' --constrain 'pair rx=fixed ry=fixed rz=fixed c=0.3' |
	scree-set --tag spun --where 'id == 20' --constrain 'spun rx=v:2 ry=fixed rz=sin:1,0.4,0.3' |
	scree-set --tag hinge --where 'id == 33' --constrain 'hinge x=fixed y=fixed z=fixed rx=fixed rz=fixed ry=f:3' |
	scree-set --tag shaken --where 'id == 40' --constrain 'shaken x=sin:1,0.2,0.3 y=fixed z=sin:1,0.3,1 rx=sin:1,0.4,0 ry=fixed rz=v:1' |
	scree-set --tag ramped --where 'id == 50' --constrain 'ramped y=ramp:0.2,-0.3,0.1,0.5 rx=fixed ry=fixed c=0.5' |
	scree-set --tag free --where 'id == 60' --constrain free
END
scene meshes3 'clumps on a landscape that shakes, a rod and a pipe' dem3 0.6+0.4 --every=0.2 --forces <<'END'
awk 'function h(x, y) { return 2 * exp(-((x - 6)^2 + (y - 6)^2) / 8) }
	function v(x, y) { print "vertex", x, y, h(x, y) }
	function tri(a, b, c, d, e, f) { print "facet normal 0 0 1"; print "outer loop"
		v(a, b); v(c, d); v(e, f); print "endloop"; print "endfacet" }
	BEGIN { print "solid hill"
		for (x = 0; x < 12; x++) for (y = 0; y < 12; y++) {
			tri(x, y, x + 1, y, x + 1, y + 1); tri(x, y, x + 1, y + 1, x, y + 1) }
		print "endsolid hill" }' >hill.stl
scree-shape dumbbell -r 0.3 >bell
scree-shape sphere -r 0.4 >ball
scree-fill -n 150 --box 12,12,5 --seed 4 bell ball | scree-move --by 0,0,3.2 | scree-wall landscape --tag hill hill.stl |
	scree-wall rod --radius 0.3 --tag roller -- 1,1,2.7 1,11,2.7 | scree-wall pipe --radius 2.5 --tag pipe -- 9,9,11 9,9,9 |
	scree-wall box --lo 0,0,-1 --hi 12,12,12 |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,en=0.3,mu=0.5 --velocity 0,0,-6 --where 'not moved' \
		--constrain 'hill x=sin:0.8,0.2,0 y=fixed z=sin:0.5,0.25,1 rx=fixed ry=fixed rz=fixed' \
		--constrain 'roller x=fixed y=fixed z=fixed rx=fixed ry=v:3 rz=fixed'
END
scene turning3 'balls in a bowl of triangles that turns, another skin' dem3 1 --every=0.2 --skin=0.02 --light=2 <<'END'
awk 'function v(x, y) { print "vertex", x, y, 0.15 * ((x - 3)^2 + (y - 3)^2) }
	function tri(a, b, c, d, e, f) { print "facet normal 0 0 1\nouter loop"; v(a, b); v(c, d); v(e, f); print "endloop\nendfacet" }
	BEGIN { print "solid bowl"
		for (x = 0; x < 6; x += 0.25) for (y = 0; y < 6; y += 0.25) {
			tri(x, y, x + 0.25, y, x + 0.25, y + 0.25); tri(x, y, x + 0.25, y + 0.25, x, y + 0.25) }
		print "endsolid bowl" }' >bowl.stl
scree-shape sphere -r 0.2 | scree-fill -q -n 60 --box 4,4,3 | scree-move --by 1,1,1.25 | scree-wall -q landscape --tag bowl bowl.stl |
	scree-wall -q box --lo 0,0,-1 --hi 6,6,6 | scree-set --gravity 0,0,-10 --law grain,grain,kn=1e3,en=0.4,mu=0.5 --velocity 0,0,-3 --where 'not moved' |
	scree-set --constrain 'bowl x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=v:1'
END
scene tube3 'balls in a tube on a plane' dem3 0.3+0.3 --every=0.15 <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 100 --box 5,5,8 --seed 8 | scree-wall tube --lo -1.6,-1.6,0 --hi 6.6,6.6,10 |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,en=0.3,mu=0.5 --velocity 0,0,-4 --where 'not moved'
END
scene quiet3 'a run in space that ends at a sign: quiet' dem3 - --time=3 --until=quiet=1e-1 <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 60 --fraction 0.5 --seed 3 | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e3,mu=0.5,en=0.1
END
scene strain3 'runs in space that end at signs: strain, pressure' dem3 - --time=3 --until=strain=0.05,pressure=1 <<'END'
scree-shape sphere -r 0.45 | scree-fill -n 64 --lattice sc --spacing 0.95 --box 3.8,3.8,3.8 |
	scree-set --law grain,grain,kn=1e3,mu=0.3,en=0.3 | scree-wall triaxial --rate-z -0.5
END
scene jam3 'a run in space that ends at a sign: jam' dem3 - --time=3 --until=jam=1,pressure=20% <<'END'
scree-shape sphere -r 0.45 | scree-fill -n 64 --lattice sc --spacing 0.95 --box 3.8,3.8,3.8 |
	scree-set --law grain,grain,kn=1e3,mu=0,en=0.3 | scree-wall triaxial --press-x 5 --press-y 5 --press-z 5 --damping 60
END
scene cell3 'balls and clumps in a domain that is sheared and compressed in all ways' dem3 0.5+0.9 --every=0.1 --heat <<'END'
scree-shape dumbbell --radius 0.25 >dumbbell
scree-shape sphere -r 0.4 | scree-fill -n 300 --fraction 0.45 --periodic xyz --speed 0.3 --seed 5 - dumbbell |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.7,kr=3,mur=0.1 --rate -0.1,-0.15,-0.05,0.9,-0.8,0.7 --gravity 0.1,0,-0.5
END
scene pressure3 'a domain in space that follows pressures and a shear stress while it is sheared' dem3 0.3+0.5 --every=0.1 --forces <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 200 --fraction 0.5 --periodic xyz --sizes uniform:0.8,1.2 --seed 7 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.5 --rate -0.2,-0.2,-0.2,0.5,0,0 --pressure 3,-,5 --shear-stress -,1,- --cell-mass 5
END
scene tilted3 'a domain of space with tilts that stay' dem3 0.4+0.4 --every=0.2 <<'END'
scree-shape sphere -r 0.4 | scree-fill -n 200 --fraction 0.4 --periodic xyz --seed 9 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.6 --rate 0,0,0,1.1,-0.9,1.3 | scree-dem3 -q -t 0.35 |
	scree-set --rate 0,0,0,0,0,0 --reset --speed 1 --seed 3
END
scene polyhedra3 'a gas of polyhedra, a rod and a plate' dem3 0.4+0.4 --every=0.2 --heat <<'END'
for name in cube tetrahedron dodecahedron prism rod plate; do scree-shape $name --radius 0.15 >$name; done
scree-fill -n 240 --fraction 0.35 --periodic xyz --seed 6 --temperature 1 cube tetrahedron dodecahedron prism rod plate |
	scree-set --law grain,grain,kn=2e3,mu=0.4,en=0.8
END
scene heap-polyhedra3 'cubes, clumps and balls fall into a box, rolling' dem3 0.6+0.6 --every=0.2 --forces <<'END'
scree-shape cube --radius 0.15 >cube
scree-shape dumbbell --radius 0.3 >bell
scree-shape sphere -r 0.4 >ball
scree-fill -n 150 --fraction 0.4 --seed 3 cube bell ball | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,mindlin,kn=2e4,mu=0.5,en=0.4,kr=20,gr=0.2,mur=0.1,ks=20,gs=0.2,mus=0.1
END
scene laws-polyhedra3 'polyhedra and balls of materials with other laws, and groups' dem3 0.3+0.3 --every=0.15 --heat <<'END'
scree-shape octahedron --radius 0.2 >octahedron
scree-shape antiprism --radius 0.2 >antiprism
scree-shape sphere -r 0.4 >ball
scree-fill -n 160 --fraction 0.45 --periodic xyz --seed 9 --temperature 2 octahedron antiprism ball |
	scree-set --material rock,2 --body-material rock --where 'id < 50' >two
scree-set --material clay,0.7 --body-material clay --where 'id > 110' \
	--law grain,grain,hertz,kn=4e3,kt=900,mu=0.4,en=0.6 --law rock,rock,kn=5e3,gn=4,gt=2,mu=0.3 \
	--law grain,rock,hertz,kn=4e3,mu=0.6,kr=20,gr=0.3,mur=0.1 --law clay,clay,cohesive,kn=3e3,pull=20,range=0.1,attraction=1 \
	--law clay,grain,lennard-jones,epsilon=2,cut=1.5 --law clay,rock,cohesive,kn=3e3,pull=5,range=0.2,ks=10,gs=0.2,mus=0.1 two |
	scree-set --tag pair --where 'id == 20 or id == 21' --constrain 'pair x=v:0.5 rx=fixed ry=fixed rz=fixed'
END
scene cell-polyhedra3 'polyhedra in a domain that is sheared and compressed in all ways' dem3 0.4+0.6 --every=0.1 --heat <<'END'
scree-shape cube --radius 0.15 >cube
scree-shape icosahedron --radius 0.2 >icosahedron
scree-shape sphere -r 0.4 | scree-fill -n 150 --fraction 0.35 --periodic xyz --speed 0.3 --seed 5 - cube icosahedron |
	scree-set --law grain,grain,kn=4000,mu=0.5,en=0.7 --rate -0.1,-0.15,-0.05,0.9,-0.8,0.7
END
scene meshes-polyhedra3 'polyhedra on a surface of triangles that shakes, and planes' dem3 0.4+0.3 --every=0.1 --forces <<'END'
awk 'function v(x, y) { print "vertex", x, y, 0.15 * ((x - 3)^2 + (y - 3)^2) }
	function tri(a, b, c, d, e, f) { print "facet normal 0 0 1\nouter loop"; v(a, b); v(c, d); v(e, f); print "endloop\nendfacet" }
	BEGIN { print "solid bowl"
		for (x = 0; x < 6; x++) for (y = 0; y < 6; y++) {
			tri(x, y, x + 1, y, x + 1, y + 1); tri(x, y, x + 1, y + 1, x, y + 1) }
		print "endsolid bowl" }' >bowl.stl
scree-shape cube --size 0.6,0.6,0.6 --radius 0.1 >cube
scree-shape tetrahedron --size 0.6,0.6,0.6 --radius 0.1 >tetrahedron
scree-fill -q -n 40 --box 4,4,5 --seed 2 cube tetrahedron | scree-move --by 1,1,1.5 | scree-wall -q landscape --tag bowl bowl.stl |
	scree-wall plane 0,0,0 1,0,1 | scree-wall -q box --lo 0,0,-1 --hi 6,6,8 |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=4e3,en=0.4,mu=0.5 --velocity 0,0,-3 --where 'not moved' \
		--constrain 'bowl x=sin:0.3,0.2,0 y=fixed z=sin:0.2,0.25,1 rx=fixed ry=fixed rz=fixed'
END
scene cells3 'Voronoi grains of space, a narrow skin' dem3 0.05+0.05 --every=0.05 --skin=0.003 <<'END'
scree-voronoi -q -n 60 --box 4,4,4 --periodic xyz --lloyd 5 --roundness 0.3 --void-ratio 0.3 --seed 3 |
	scree-set --law grain,grain,kn=1e4,mu=0.3,en=0.8 --temperature 0.1
END
scene tiny-polyhedra3 'polyhedra in a small domain that touch their own images, few steps' dem3 0.3+0.3 --every=0.1 <<'END'
scree-shape cube --radius 0.2 | scree-fill -n 4 --fraction 0.35 --periodic xyz --seed 2 --temperature 2 |
	scree-set --law grain,grain,kn=2e3,mu=0.3,en=0.7
END
scene deep-polyhedra3 'a run of polyhedra that fails: an overlap too deep' dem3 - --time=10 --every=0.05 <<'END'
scree-shape cube --radius 0.1 | scree-fill -n 20 --fraction 0.3 --periodic xyz --seed 1 --temperature 100 |
	scree-set --law grain,grain,kn=30,mu=0,en=1
END
scene fixture3 'clumps from a fixture' dem3 1+1 --every=0.5 <<'END'
scree-pick <"$root/tests/data/clumps.scree"
END
scene crowd3 '3000 balls and clumps, contacts enough for all threads' dem3 0.02+0.02 --every=0.02 <<'END'
scree-shape sphere -r 0.5 >ball
scree-shape dumbbell -r 0.3 >bell
scree-fill -n 3000 --lattice fcc --spacing 1.21 --periodic xyz --mix 3,1 --sizes uniform:0.9,1 --seed 4 ball bell |
	scree-set --law grain,grain,kn=1e4,mu=0.5,en=0.7 --temperature 4 --seed 5 | scree-dem3 -q -t 0.3 -d 0.002
END

# ---- in space, hard ----

scene ellipsoids 'hard ellipsoids fall into a box' cd3 0.5 --every=0.1 --forces <<'END'
scree-shape ellipsoid --size 0.3,0.2,0.2 | scree-fill -n 50 --box 1,1,2 --lattice sc --spacing 0.32 | scree-wall box |
	scree-set --gravity 0,0,-9.81 --law grain,grain,hard,mu=0.5,en=0.2
END
reads ellipsoids-tables 'tables of hard ellipsoids' <<'END'
scree-energy --all "$frames" >energy
scree-contacts "$frames" >contacts
scree-stress "$frames" >stress
scree-orient "$frames" >orient
scree-order --nematic "$frames" >nematic
scree-profile --along z --bins 6 --stress "$frames" >profile
scree-draw --size 200,200 -o picture.png "$frames"
END
scene beans 'hard beans between walls, apgd' cd3 0.05+0.05 --every=0.05 --dt=0.005 --solver=apgd <<'END'
scree-shape bean | scree-fill -n 25 --fraction 0.45 | scree-wall box |
	scree-set --law grain,grain,hard,mu=0.5 --gravity 0,0,-9.81
END
for solver in nsgs apgd affine affine-raw; do
scene "heap-$solver" "hard balls and ellipsoids in a tube, $solver" cd3 0.1+0.1 --every=0.1 --dt=0.004 --solver=$solver <<'END'
scree-shape ellipsoid --size 1.4,1,0.8 >egg
scree-shape sphere -r 0.5 >ball
scree-fill --box 4,4,6 --fraction 0.45 --seed 8 egg ball | scree-wall tube --lo -0.9,-0.9,0 --hi 4.9,4.9,10 |
	scree-set --gravity 0,0,-10 --law grain,grain,hard,en=0.3,mu=0.5 --velocity 0,0,-6 --where 'not moved' >start
scree-cd3 -q -t 0.3 --dt 0.004 start
END
done
scene rolling 'hard bodies with rolling and anisotropic friction in a drum' cd3 0.1+0.1 --every=0.05 --dt=0.002 --test=charpoly <<'END'
scree-shape ellipsoid --size 1,0.7,0.6 >egg
scree-shape sphere -r 0.4 >ball
scree-fill --box 4,3,4 --fraction 0.42 --seed 8 egg ball | scree-set --material skate,2 --body-material skate --where 'id < 20' |
	scree-wall drum --lo -1,0,-1 --hi 5,3,5 --omega 2 |
	scree-set --gravity 0,0,-10 --law grain,grain,hard,mu=0.5,en=0.3,mur=0.02,mus=0.01 --law grain,skate,hard,mu=0.3,muy=0.6,muz=0.1 \
		--law skate,skate,hard,mu=0.1,muy=0.5,muz=0.3,dmux=0.5,dmuy=-0.2,dmuz=0.1 --velocity 0,0,-5 --where 'not moved'
END
scene objects 'bodies with bumps and dents, a plane and a tube' cd3 0.6+0.6 --every=0.2 --dt=0.004 <<'END'
cat >objects <<'OBJECTS'
scree 1 dim=3
gravity 0,0,-9.81
material a density=1
law a a hard mu=0.4 en=0.2
shape 1 object a=1,0.8,0.6 bump=0.9,0.95,0,0,8,8,8 bump=0.8,-0.5,0.5,0.2,6,9,11,0.5,0,0.2 dent=0.6,-0.4,-0.6,0.3,9,9,9
shape 2 ellipsoid a=0.9,0.5,0.4
shape 3 plane
shape 4 cylinder r=2 side=in
constraint still x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz
frame 0 t=0 dt=0 due=0 body=6
body 1 1 a - 1 0 0 1.2 1 0 0 0
body 2 1 a - 0.8 0.3 0.1 3 0.5 0.5 0.5 0.5
body 3 2 a - 1 -0.2 0.2 4.8 0.8 0.6 0 0
body 4 1 a - 1 0.1 -0.2 6.5 0.1 0.7 0.1 0.7
body 5 3 a still 1 0 0 0 1 0 0 0
body 6 4 a still 1 0 0 0 1 0 0 0
end 0
OBJECTS
scree-mass objects | scree-set --velocity 0,0,-3 --where 'not moved'
END
scene drives 'groups of hard bodies with every drive' cd3 0.1+0.1 --every=0.05 --dt=0.002 <<'END'
scree-shape sphere -r 0.2 >ball
scree-shape ellipsoid --size 0.6,0.4,0.3 >egg
scree-fill -n 90 --box 2.5,2.5,3 --seed 3 ball egg | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,hard,mu=0.5,en=0.2 --velocity 0,0,-5 --where 'not moved' |
	scree-set --constrain 'top x=fixed y=fixed z=f:-3 rx=fixed ry=fixed rz=fixed m=2 c=3' |
	scree-set --constrain 'right x=sin:-0.8,0.3,0.2 y=fixed z=fixed rx=fixed ry=fixed rz=fixed' |
	scree-set --constrain 'back x=fixed y=ramp:0,-0.5,0.1,0.3 z=fixed rx=fixed ry=fixed rz=fixed' |
	scree-set --tag pushed --where 'id == 5' --constrain 'pushed x=f:2 m=3' |
	scree-set --tag pair --where 'id == 11 or id == 12' --constrain 'pair rx=fixed ry=fixed rz=fixed c=0.3' |
	scree-set --tag spun --where 'id == 20' --constrain 'spun rx=v:2' |
	scree-set --tag hinge --where 'id == 33' --constrain 'hinge x=fixed y=fixed z=fixed rx=fixed rz=fixed ry=f:0.1' |
	scree-set --tag free --where 'id == 60' --constrain free
END
scene locked 'hard bodies that lock each other: many sweeps, tolerance' cd3 0.02+0.02 --every=0.02 --dt=0.002 --tolerance=1e-7 --sweeps=300 <<'END'
scree-shape ellipsoid --size 1.4,1,0.8 | scree-fill -n 60 --fraction 0.5 --seed 8 | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,hard,mu=1.2 >start
scree-cd3 -q -t 0.4 --dt 0.004 start | scree-set --constrain 'top x=fixed y=fixed z=f:-300 rx=fixed ry=fixed rz=fixed m=5'
END
scene gas 'hard balls and ellipsoids in flight, periodic, steps cut' cd3 0.4 --every=0.1 --dt=0.02 --travel=0.1 --light=2 --skin=0.05 <<'END'
scree-shape ellipsoid --size 0.6,0.4,0.3 >egg
scree-shape sphere -r 0.25 >ball
scree-fill -n 150 --fraction 0.35 --periodic xyz --seed 8 --temperature 0.5 egg ball | scree-set --law grain,grain,hard,mu=0.3,en=1
END
scene rods 'hard balls over a rod that turns and through a pipe' cd3 0.2+0.2 --every=0.1 --dt=0.004 <<'END'
scree-shape sphere -r 0.3 >ball
scree-shape ellipsoid --size 0.8,0.5,0.4 >egg
scree-fill -n 70 --box 5,5,4 --seed 4 ball egg | scree-move --by 0,0,3 |
	scree-wall rod --radius 0.4 --tag roller -- 2,0.5,2.2 2,4.5,2.2 | scree-wall pipe --radius 1 --tag pipe -- 3.5,2.5,2.4 3.5,2.5,1.2 |
	scree-wall box --lo 0,0,0 --hi 5,5,8 |
	scree-set --gravity 0,0,-10 --law grain,grain,hard,mu=0.5,en=0.2 --velocity 0,0,-6 --where 'not moved' |
	scree-set --constrain 'roller x=fixed y=fixed z=fixed rx=fixed ry=v:3 rz=fixed'
END
scene plates 'hard bodies between plates, periodic' cd3 0.1+0.1 --every=0.05 --dt=0.002 <<'END'
scree-shape ellipsoid --size 1.2,1,0.8 | scree-fill -n 80 --fraction 0.5 --periodic xy --seed 8 | scree-wall plates --speed 1 |
	scree-set --law grain,grain,hard,mu=0.5,en=0.1 --gravity 0,0,-10
END
scene sign 'hard bodies until they are quiet and jam' cd3 - --time=1.5 --dt=0.004 --until=quiet=0.1,jam=0.5 --solver=nsgs <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 50 --fraction 0.5 --seed 3 | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,hard,mu=0.2
END
scene crowd 'a thousand hard bodies, contacts enough for all threads' cd3 0.012+0.012 --every=0.012 --dt=0.004 <<'END'
scree-shape ellipsoid --size 1.2,1,0.8 >egg
scree-shape sphere -r 0.5 >ball
scree-fill -n 1000 --fraction 0.56 --periodic xy --seed 8 egg ball | scree-wall plates |
	scree-set --law grain,grain,hard,mu=0.5,en=0.1 --gravity 0,0,-10 --velocity 0,0,-1 --where 'not moved'
END
makes log 'the log of hard contacts, but for its processor times' <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 30 --fraction 0.4 --seed 3 | scree-wall box | scree-set --gravity 0,0,-10 --law grain,grain,hard,mu=0.2 |
	scree-cd3 -q -t 0.2 --every 0.05 --log log >frames
awk '/^# t\[/ { for (k = 2; k <= NF; k++) if ($k ~ /^(before|detection|resolution|after)/) cut[k - 1] = 1 }
	!/^#/ { for (k in cut) $k = "-" } { print }' log >rows
rm log
END

# ---- generators, filters, formats ----

makes voronoi 'Voronoi packings' <<'END'
scree-voronoi -n 60 --box 9,7 --periodic xy --roundness 0.7 --void-ratio 0.2 --cells >periodic
scree-voronoi -n 50 --box 9,7 --sites jitter --lloyd 2 --erode 0.2 --dilate 0.1 --vanished drop >jitter
scree-voronoi -n 50 --sites hexagonal --erode 0.1 --min-radius 0.1 >hexagonal
printf '1 1\n2 3\n4 1\n5 4\n3 3\n1.5 4.2\n' >sites
scree-voronoi -n 6 --box 6,5 --sites file:sites --erode 0.3 >file
scree-voronoi -n 1500 --periodic x --roundness 0.4 --void-ratio 0.1 >many
END
makes shapes2 'shapes of the plane' <<'END'
for s in disk rice peanut pebble ngon star cross L cow; do scree-shape $s >$s; scree-shape $s --scale 1.1 >$s.scaled; done
scree-shape ngon --sides 8 -r 0.2 --area 3 >octagon
scree-shape star --round 0.1 --tolerance 0.01 >round
printf '0 0\n4 0\n4 4\n2 1\n0 4\n' >corners
scree-shape corners --round 0.3 >corners.round
scree-shape corners --hollow -r 0.1 >ring
scree-shape corners --open -r 0.1 >stick
scree-join corners.round ring stick --by 5,1 >all
scree-mass --table all >mass
scree-shape ngon | scree-mass --method sectors >sectors
scree-mass --method montecarlo -n 5000 --sequence halton all >halton
scree-mass --method montecarlo -n 5000 --table all >random
END
makes shapes3 'shapes of space' <<'END'
for s in sphere ellipsoid tbar dumbbell triplet cow3 object bumps bean pear box cylinder torus superquadric gomboc; do
	scree-shape $s >$s
	scree-mass --table $s >$s.mass
done
scree-shape tbar --spacing 1 --volume 3 | scree-mass --method voxels --voxels 24 --table >voxels
scree-shape tbar --spacing 1.5 | scree-mass --method montecarlo -n 4000 --table >random
scree-shape tbar --spacing 1.2 | scree-mass --method pebbles --keep-frame >pebbles
scree-shape object --size 2,1.5,1 --bump 0.5,0.9,0,0,0.3,0.3,0.4 --dent 0.4,0,0.6,0,0.4,0.4,0.4 >object.own
scree-shape superquadric --blockiness 6,3 --mesh 20 --volume 2 >block
scree-mass --method triangles --table block >block.mass
scree-shape bean --mesh 24 >bean.mesh
scree-convert -o bean.off bean.mesh
scree-convert -o bean.stl bean.mesh
scree-convert -o bean.ply bean.mesh
for f in off stl ply; do scree-shape --surface bean.$f >bean.$f.shape; scree-mass --surface bean.$f --table >bean.$f.mass; done
END
makes clumps 'clumps by all methods' <<'END'
for m in greedy surface grid; do
	scree-shape cow | scree-clump -q -n 40 --method $m >cow.$m
	scree-shape gomboc --mesh 20 | scree-clump -q -n 40 --method $m --voxels 40 >gomboc.$m
	scree-shape bean | scree-clump -q -n 30 --method $m --voxels 40 --table >bean.$m
done
scree-shape star | scree-clump -q --method grid -n 80 --boundary >star
scree-shape box --mesh 8 | scree-clump -q --coverage 0.8 --inflate --voxels 40 >box
scree-shape torus --mesh 24 | scree-clump -q --volume-error 0.1 --mass body --voxels 40 >torus
printf 'scree 1 dim=3\nshape 1 ellipsoid a=1,0.7,0.5\n' | scree-clump -q --apart --smallest 0.15 --voxels 40 >apart
scree-convert -o star.csv star
scree-convert -o gomboc.xyzr gomboc.greedy
scree-convert --to mclump -o mclump gomboc.greedy
scree-convert --to yade -o gomboc.yade gomboc.greedy
scree-convert --to demengine -o gomboc.dem gomboc.greedy
scree-shape --clump gomboc.xyzr >again
END
makes fill2 'every way of filling the plane' <<'END'
scree-shape ngon >ngon
scree-shape rice >rice
scree-shape cow --area 1 >cow
scree-fill -n 80 --lattice square --periodic x ngon >square
scree-fill -n 80 --lattice hexagonal --spacing 1.9 --angle 0.3 ngon rice >hexagonal
scree-fill -n 60 --box 12,12 --mix 1,3 --seed 4 ngon rice >random
scree-fill -n 60 --fraction 0.75 --periodic xy --seed 4 --temperature 0.2 --no-drift ngon rice >grown
scree-fill -n 30 --fraction 0.6 --seed 5 --sizes lognormal:1,0.2 cow >cows
printf '1 0\n2 0.3\n4 1\n' >curve
scree-fill -n 60 --fraction 0.6 --sizes sieve:curve --periodic x rice >sieve
scree-fill --at 0,5 --at 2,-3 cow >at
scree-shape disk | scree-fill -n 400 --fraction 0.84 --periodic xy >disks
END
makes fill3 'every way of filling space' <<'END'
scree-shape sphere -r 0.5 >ball
scree-shape tbar --volume 1 >bar
scree-shape ellipsoid --size 1.4,1,0.8 >egg
scree-shape bean --volume 0.8 >bean
for l in sc bcc fcc hcp; do scree-fill -n 40 --lattice $l --periodic xy --spacing 1.5 ball egg >$l; done
scree-fill -n 40 --box 6,6,6 --seed 4 --temperature 1 --no-drift ball bar egg >random
scree-fill -n 150 --fraction 0.6 --periodic xyz --sizes uniform:0.8,1.2 ball >balls
scree-fill -n 60 --fraction 0.55 --periodic xyz --seed 2 egg >eggs
scree-fill -n 40 --fraction 0.4 --seed 2 --quaternion 1,0,0,0 egg >same
scree-fill -n 30 --fraction 0.45 --periodic x --seed 2 bean >beans
scree-fill -n 25 --fraction 0.2 --seed 2 bar >bars
scree-fill --at 0,1,2 --at 3,4,5 --quaternion 0.8,0.6,0,0 bar >at
END
makes walls2 'walls of the plane' <<'END'
scree-shape disk | scree-fill -n 60 --box 10,10 --lattice square >scene
scree-wall box scene >box
scree-wall plates --speed 0.1 --load 0.2 --mass 3 --damping 0.5 scene >plates
scree-wall plates --rough --strip 0.7 scene >rough
scree-wall biaxial --press-x 0.1 --press-y 0.2 --mu 0.1 scene >biaxial
scree-wall hopper --opening 3 --angle-deg 60 --gate 2 scene >hopper
scree-wall silo --opening 3 --outlet none --drop 2 scene >silo
scree-wall column --gate 3 --run 20 scene >column
scree-wall drum --lo -3,-3 --hi 13,13 --omega 0.2 --sides 20 --baffles 4 scene >drum
scree-wall line --tag ramp -- -3,-3 12,-1 scene >line
scree-wall polyline --closed -r 0.2 -- -3,-3 13,-3 13,13 -3,13 scene >polyline
END
makes walls3 'walls of space' <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 60 --box 6,6,6 --lattice sc >scene
scree-wall box scene >box
scree-wall plates --speed 0.1 --load 0.2 scene >plates
scree-wall plates --rough scene >rough
scree-wall triaxial --press-x 0.1 --press-y 0.2 --rate-z 0.1 --mu 0.1 scene >triaxial
scree-wall tube --lo -2,-2,0 --hi 8,8,6 scene >tube
scree-wall hopper --lo -2,-2,0 --hi 8,8,6 --opening 3 --angle-deg 60 --gate 2 --sides 24 scene >hopper
scree-wall silo --lo -2,-2,0 --hi 8,8,6 --opening 3 --outlet remove scene >silo
scree-wall drum --lo -2,0,-2 --hi 8,6,8 --omega 0.2 --baffles 4 scene >drum
scree-wall plane 0,0,-1 0.1,0.2,1 scene >plane
scree-wall rod --radius 0.5 -- 0,0,-1 0,8,-1 scene >rod
scree-wall pipe --radius 9 -- 3,-9,3 3,15,3 scene >pipe
END
makes filters 'set, move, join, pick' <<'END'
scree-shape ngon | scree-fill -n 30 --box 10,8 --periodic x --speed 1 >plane
scree-shape tbar --volume 1 | scree-fill -n 30 --box 6,6,6 --periodic xy --temperature 2 >space
scree-set --speed 0.7 --no-drift --seed 5 plane >speed
scree-set --temperature 0.7 --seed 6 space >temperature
scree-set --velocity 1,2,3 --omega 0.1,0.2,0.3 --where 'x > 3' space >velocity
scree-set --material rock,3 --body-material rock --where 'speed > 0.5' --law rock,grain,hertz,kn=3 --gravity 0,-1 plane >rock
scree-set --domain -1,-1,12,12 --periodic none plane >domain
scree-set --rate 0.1,0,0.2 --periodic xy plane >rate
scree-set --tag a --where 'y < 4' --constrain 'a x=fixed angle=fixed' plane | scree-set --release a >released
scree-set --periodic none plane | scree-move --scale 1.3 --turn 0.4 --by 1,2 >moved
scree-move --replicate 2,3 plane >replicated
scree-move --crop 2,2,7,7 plane >cropped
scree-set --periodic none space | scree-move --axis 1,2,3 --turn-deg 35 --about 1,1,1 >turned
scree-set --periodic none space | scree-move --quaternion 0.5,0.5,0.5,0.5 --scale 0.7 >quaternion
scree-move --replicate 2,1,1 --by 0.1,0,0 space >copies
scree-join --by 12,0 plane speed >joined
scree-pick --where 'x > 3 and angle < 2' plane >picked
scree-hist -x 'speed,abs(vx)' --bins 10 plane >hist
cat plane speed | scree-pick --last >last
scree-convert -o samples.scree "$root/formats/samples/good.data"
scree-pick <"$root/formats/samples/good.scree" >good
scree-pick <"$root/formats/samples/good-3d.scree" >good-3d
END
makes pictures3 'pictures of space' <<'END'
scree-shape gomboc --mesh 24 >gomboc
scree-shape bean >bean
scree-shape tbar --volume 1 >bar
scree-fill -n 20 --box 5,5,5 --seed 2 gomboc bean bar | scree-wall plane 0,0,0 0,0,1 >scene
scree-draw --size 240,200 -o scene.png --threads 2 scene
scree-draw --size 240,200 --view 30,40 --perspective 40 --color z --palette viridis -o view.png scene
scree-draw --size 240,200 --principal --voxels 12 -o voxels.png bean
END

# ---- what few scenes reach ----

scene tiny2 'four grains in a small domain with a tilt' dem2 1.5+1.5 --every=0.5 <<'END'
scree-shape ngon | scree-fill -n 4 --fraction 0.6 --periodic xy --speed 1 --seed 6 | scree-set --law grain,grain,kn=900,mu=0.5 --rate 0,0,0.8
END
scene combs2 'a comb of many edges falls on another' dem2 1+1 --every=0.25 <<'END'
awk 'BEGIN { for (k = 0; k < 100; k++) print 0.06 * k, k % 2 ? 0.2 : 0; for (k = 99; k >= 0; k--) print 0.06 * k, k % 2 ? -0.5 : -0.3 }' >comb
scree-shape comb -r 0.02 | scree-fill --at 5,2 --at 5.2,2.9 --at 4.8,3.8 --angle 0 | scree-set --domain 0,0,10,10 | scree-wall box |
	scree-set --gravity 0,-1 --law grain,grain,kn=9000,mu=0.4,en=1
END
scene gas2 'a gas of 4200 disks that mixes until bodies are sorted anew' dem2 15 --every=15 --dt=0.01 <<'END'
scree-shape disk -r 0.2 | scree-fill -n 4200 --lattice square --spacing 0.8 --periodic xy --speed 2 --seed 6 |
	scree-set --law grain,grain,kn=600,mu=0,en=1
END
scene gas3 'a gas of 4200 balls that mixes until bodies are sorted anew' dem3 12 --every=12 --dt=0.01 <<'END'
scree-shape sphere -r 0.25 | scree-fill -n 4200 --lattice sc --spacing 0.8 --periodic xyz --speed 2 --seed 6 |
	scree-set --law grain,grain,kn=300,mu=0,en=1
END
scene deep2 'a run that fails: an overlap too deep' dem2 - --time=10 --every=0.25 <<'END'
scree-shape pebble | scree-fill -n 60 --fraction 0.7 --periodic xy --speed 0.3 --seed 7 | scree-set --law grain,grain,kn=20 --rate -0.2,-0.2,0
END
scene deep3 'a run in space that fails: an overlap too deep' dem3 - --time=10 --every=0.05 <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 100 --fraction 0.4 --seed 7 | scree-wall box |
	scree-set --law grain,grain,kn=30 --constrain 'top x=fixed y=fixed z=v:-6 rx=fixed ry=fixed rz=fixed'
END
scene mindlin-bell3 'balls and clumps by mindlin, without rolling' dem3 0.2+0.2 --every=0.1 <<'END'
scree-shape sphere -r 0.5 >ball
scree-shape dumbbell -r 0.4 >bell
scree-fill -n 150 --fraction 0.5 --periodic xyz --seed 12 --temperature 3 ball bell | scree-set --law grain,grain,mindlin,kn=5e3,mu=0.4,en=0.6
END
scene mindlin-balls3 'balls by mindlin, without rolling' dem3 0.2+0.2 --every=0.1 <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 200 --fraction 0.5 --periodic xyz --seed 12 --temperature 3 |
	scree-set --law grain,grain,mindlin,kn=5e3,mu=0.4,en=0.6
END
for what in sphere dumbbell; do
scene lennard-$what 'Lennard-Jones in space with rolling: '$what dem3 0.2+0.2 --every=0.1 <<END
scree-shape $what -r 0.4 | scree-fill -n 150 --fraction 0.4 --periodic xyz --seed 12 --temperature 1 |
	scree-set --law grain,grain,lennard-jones,epsilon=2,cut=1.5,kt=20,mu=0.3,gn=0.2,kr=2,gr=0.1,mur=0.1,ks=2,gs=0.1,mus=0.1
END
done
scene axle3 'balls on one axle that turns' dem3 0.4+0.4 --every=0.2 <<'END'
scree-shape sphere -r 0.5 >ball
scree-fill --at 2,1,2.6 --at 2,2.5,2.6 --at 2,4,2.6 ball | scree-set --domain 0,0,0,5,5,8 --tag axle \
	--constrain 'axle x=fixed y=fixed z=fixed rx=fixed ry=v:4 rz=fixed' >axle
scree-fill -n 40 --box 5,5,4 --seed 3 ball >few
scree-move --by 0,0,3.8 few >above
scree-join axle above | scree-set --domain 0,0,0,5,5,9 | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.6,en=0.3 --velocity 0,0,-5 --where 'not moved'
END
scene spindles2 'disks that are alone in their groups, held or driven, turn freely' dem2 0.4+0.4 --every=0.2 <<'END'
scree-shape disk | scree-fill -n 60 --fraction 0.75 --periodic xy --speed 2 --sizes uniform:0.8,1.2 --seed 7 |
	scree-set --law grain,grain,kn=1e3,mu=0.5,en=0.6,kr=20,gr=0.2,mur=0.1 --tag held --where 'id == 5' --constrain 'held x=fixed y=fixed' |
	scree-set --tag drawn --where 'id == 11' --constrain 'drawn x=sin:1,0.2,0.3 y=fixed' |
	scree-set --tag pushed --where 'id == 20' --constrain 'pushed x=f:30 m=3' |
	scree-set --tag twisted --where 'id == 33' --constrain 'twisted angle=f:3' --tag free --where 'id == 40' --constrain free
END
scene spindles3 'balls that are alone in their groups, held or driven, turn freely' dem3 0.2+0.2 --every=0.1 <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 60 --fraction 0.5 --periodic xyz --temperature 2 --seed 7 |
	scree-set --law grain,grain,kn=5e3,mu=0.5,en=0.6,kr=30,gr=0.2,mur=0.1,ks=20,gs=0.2,mus=0.1 \
		--tag held --where 'id == 5' --constrain 'held x=fixed y=fixed z=fixed' |
	scree-set --tag drawn --where 'id == 11' --constrain 'drawn x=sin:1,0.2,0.3 y=fixed z=v:0.5' |
	scree-set --tag pushed --where 'id == 20' --constrain 'pushed x=f:90 m=3' |
	scree-set --tag twisted --where 'id == 33' --constrain 'twisted ry=f:9' |
	scree-set --tag free --where 'id == 40' --constrain free
END
scene rims 'bodies with bumps at the rims of a pipe' cd3 0.2+0.2 --every=0.1 --dt=0.004 <<'END'
scree-shape bean --volume 1 >bean
scree-shape pear --volume 0.6 >pear
scree-fill -n 40 --box 5,5,6 --seed 4 bean pear | scree-move --by 0,0,3 |
	scree-wall pipe --radius 1.2 --tag pipe -- 2.5,2.5,2.4 2.5,2.5,1.2 | scree-wall rod --radius 0.3 --tag rod -- 1,1,2.3 1,3,2.3 |
	scree-wall box --lo 0,0,0 --hi 5,5,10 |
	scree-set --gravity 0,0,-10 --law grain,grain,hard,mu=0.5,en=0.2 --velocity 0,0,-9 --where 'not moved'
END
makes some 'some bodies moved, turned and cropped, scenes with constraints joined' <<'END'
scree-shape ngon | scree-fill -n 20 --box 10,10 --seed 2 >plane
scree-shape tbar --volume 1 | scree-fill -n 20 --box 6,6,6 --seed 2 | scree-set --temperature 2 >space
scree-move --by 0.1,0.2 --where 'x < 4' plane >shifted
scree-move --turn 0.4 --where 'x < 4' plane >turned
scree-move --by 0.1,0.2,0.3 --where 'x < 4' space >shifted3
scree-move --axis 1,2,3 --turn 0.4 --where 'x < 4' space >turned3
scree-move --crop 1,1,1,5,5,5 space >cropped3
scree-wall box plane >box
scree-set --domain -5,-5,15,15 --outlet 'drain below=-3' --release bottom box >drained
scree-join --by 20,0 drained drained >joined
scree-wall drum --omega 1 --lo -3,0,-3 --hi 9,6,9 space >drum
scree-join --by 20,0,0 drum drum >drums
scree-move --replicate 2,1,1 drum >copies
END
makes refused 'what is refused, by its status' <<'END'
scree-shape disk | scree-fill -n 9 --lattice square >scene
scree-pick --where 'x <' scene
scree-pick --where 'colour > 1' scene
scree-pick --where '(x > 1' scene
scree-dem2 -t 1 --threads 0 scene
scree-dem3 -t 1 scene
scree-cd3 -t 1 scene
for f in "$root"/formats/samples/bad-*.scree "$root"/formats/samples/cut.scree; do scree-dem2 -q -t 0 <"$f" >>frames; done
true
END
