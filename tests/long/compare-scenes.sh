# compare-scenes.sh: the scenes of compare.sh, which says how they are written. Bodies of one group begin with equal velocities.
# shellcheck shell=sh

# ---- in the plane ----

scene disks2 'disks of two sizes fall into a box, friction, damping, automatic step' dem2 4+4 --every 2 <<'END'
scree-shape disk | scree-fill -n 300 --box 24,30 --sizes uniform:0.7,1.3 --seed 3 |
	scree-wall box | scree-set --gravity 0,-1 --law grain,grain,kn=200,mu=0.4,en=0.6
END
reads disks2-tables 'tables of disks in a box' <<'END'
scree-energy --all "$frames" >energy
scree-contacts "$frames" >contacts
scree-contacts --angles --bins 8 "$frames" >angles
scree-contacts --forces "$frames" >forces
scree-contacts --pairs "$frames" >pairs
scree-contacts --chains "$frames" >chains
scree-contacts --recompute "$frames" >recomputed
scree-stress "$frames" >stress
scree-stress --wall-forces "$frames" >walls
scree-profile --along y --bins 6 --stress "$frames" >profile
scree-flux --y 10 "$frames" >flux
scree-order --gr --bins 20 "$frames" >gr
scree-order --bond 6 --bodies "$frames" >bond
scree-order --voronoi "$frames" >voronoi
scree-order --msd "$frames" >msd
scree-hist -x speed --bins 12 --fit maxwell "$frames" >hist
scree-hist --equipartition "$frames" >equipartition
scree-energy "$frames" | scree-mean >mean
scree-draw --forces --script draw.gp -o picture.svg "$frames"
scree-pick --last --where 'y < 6' "$frames" >picked
END

scene shear2 'Voronoi grains between rough plates, one moved and loaded' dem2 3+5 --every 1 --forces --heat <<'END'
scree-voronoi -n 150 --box 15,10 --periodic x --seed 7 | scree-wall plates --rough --speed 0.05 --load 0.01 |
	scree-set --law grain,grain,mu=0.5,en=0.5
END
reads shear2-tables 'tables of a shear test' <<'END'
scree-stress "$frames" >stress
scree-stress --drops -y q --threshold 0.01 "$frames" >drops
scree-contacts --chains "$frames" >chains
scree-profile --stress --mean --bins 5 "$frames" >profile
scree-order --nematic "$frames" >nematic
scree-order --contacts "$frames" >contacts
scree-draw --color heat --script draw.gp -o picture.svg "$frames"
scree-pick --frame 3 --where 'not moved' "$frames" >picked
END

scene hopper2 'a hopper with a gate, outlets return, rolling friction' dem2 4+4 --every 1 <<'END'
scree-shape disk | scree-fill -n 200 --box 16,20 --lattice square |
	scree-set --law grain,grain,kn=100,kr=3,gr=0.1,mur=0.1,mu=0.5,en=0.4 --gravity 0,-1 |
	scree-wall silo --opening 6 --gate 3 --outlet return
END
reads hopper2-tables 'tables of a silo' <<'END'
scree-flux --y 0 --from 2 --to 14 --jam 0.5 "$frames" >flux
scree-flux --y 0 --mean "$frames" >mean
END

scene cell2 'polygons in a periodic domain that is sheared and compressed' dem2 0.5+0.9 --every 0.1 <<'END'
scree-shape ngon --radius 0.1 | scree-fill -n 80 --fraction 0.5 --periodic xy --speed 0.3 --seed 5 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.7 --rate -0.1,-0.15,0.9
END
scene pressure2 'polygons in a periodic domain that follows a pressure, gear' dem2 0.3+0.5 --every 0.1 --integrator gear <<'END'
scree-shape ngon --radius 0.1 | scree-fill -n 80 --fraction 0.5 --periodic xy --speed 0.3 --seed 6 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.7 --rate 0,0,0.9 --pressure 3,5 --cell-mass 5
END
scene biaxial2 'a biaxial cell, pressure at the side' dem2 4+6 --every 2 <<'END'
scree-voronoi -n 100 --box 12,9 --void-ratio 0.2 |
	scree-wall biaxial --press-x 0.01 --damping 2 --rate-y -0.002 --mu 0.1
END
scene drum2 'cows in a drum with baffles' dem2 3+3 --every 1 --skin 0.2 <<'END'
scree-shape cow --area 1 | scree-fill -n 30 --box 10,10 --seed 4 | scree-set --law grain,grain,kn=100,mu=0.5,en=0.5 --gravity 0,-0.5 |
	scree-wall drum --lo -3,-3 --hi 13,13 --omega 0.2 --baffles 6
END

# ---- in space, soft ----

scene bars3 'T-bars fall into a box' dem3 0.5+0.5 --every 0.25 <<'END'
scree-shape tbar | scree-fill -n 30 --box 10,10,14 | scree-wall box |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=1e4,mu=0.5,en=0.3 --velocity 0,0,-3 --where 'not moved'
END
reads bars3-tables 'tables of T-bars in a box' <<'END'
scree-energy --all "$frames" >energy
scree-contacts "$frames" >contacts
scree-contacts --angles "$frames" >angles
scree-contacts --pairs "$frames" >pairs
scree-stress "$frames" >stress
scree-stress --wall-forces "$frames" >walls
scree-profile --along z --bins 6 --stress "$frames" >profile
scree-flux --z 2 "$frames" >flux
scree-orient "$frames" >orient
scree-order --gr --bins 20 "$frames" >gr
scree-order --nematic "$frames" >nematic
scree-order --bond 6 --neighbours contacts "$frames" >bond
scree-order --msd "$frames" >msd
scree-hist -x speed --bins 12 "$frames" >hist
scree-hist --equipartition "$frames" >equipartition
scree-mass --table "$frames" >mass
scree-convert --to stl -o bars.stl --edges 16 --where 'not moved' "$frames"
END
scene hopper3 'a hopper of triangles, spheres of two sizes' dem3 0.5+0.5 --every 0.25 <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 200 --box 8,8,9 --sizes uniform:0.6,1 |
	scree-wall hopper --lo -2,-2,0 --hi 10,10,9 --opening 3 --angle-deg 60 |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=2e4,mu=0.5,en=0.4
END
scene triaxial3 'a triaxial cell, pressures at two sides' dem3 0.4+0.4 --every 0.2 --forces <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 200 --fraction 0.5 --sizes uniform:0.8,1.2 |
	scree-wall triaxial --press-x 50 --press-y 60 --rate-z -0.05 --damping 2 |
	scree-set --law grain,grain,kn=1e4,mu=0.4,en=0.5,ks=300,gs=3,mus=0.1,kr=300,gr=3,mur=0.1
END
scene drum3 'a drum with baffles, periodic along its axis' dem3 0.4+0.4 --every 0.2 --heat <<'END'
scree-shape sphere -r 0.5 | scree-fill -n 120 --box 8,4,8 --periodic y |
	scree-wall drum --lo -3,0,-3 --hi 11,4,11 --omega 0.5 --baffles 6 --height 1 |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=2e4,en=0.3,mu=0.5
END

# ---- in space, hard ----

scene ellipsoids 'hard ellipsoids fall into a box' cd3 0.1+0.1 --every 0.05 <<'END'
scree-shape ellipsoid --size 0.3,0.2,0.2 | scree-fill -n 50 --box 1,1,2 --lattice sc --spacing 0.32 | scree-wall box |
	scree-set --gravity 0,0,-9.81 --law grain,grain,hard,mu=0.5,en=0.2
END
scene beans 'hard beans between walls, apgd' cd3 0.05+0.05 --every 0.05 -d 0.005 --solver apgd <<'END'
scree-shape bean | scree-fill -n 25 --fraction 0.45 | scree-wall box |
	scree-set --law grain,grain,hard,mu=0.5 --gravity 0,0,-9.81
END

# ---- generators ----

makes voronoi 'Voronoi packings' <<'END'
scree-voronoi -n 60 --box 9,7 --periodic xy --roundness 0.7 --void-ratio 0.2 --cells >periodic
scree-voronoi -n 50 --box 9,7 --sites jitter --lloyd 2 --erode 0.2 --dilate 0.1 --vanished drop >jitter
scree-voronoi -n 50 --sites hexagonal --erode 0.1 --min-radius 0.1 >hexagonal
END
