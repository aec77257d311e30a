# grains-yade.py: scenes of bench/grains.sh in YADE: `yade -n -x -j1 grains-yade.py`, with these variables in the environment:
#
# SCENE      bed: spheres and clumps of the data file of LAMMPS in DATA (stream3lammps.awk) on a floor at z = 0, periodic along x and y;
#            performance: YADE's own performance test of 5000 elements (examples/test/performance/checkPerf.py), falling into a box
# WARM STEPS steps that do not count, and those that do
# DT VERLET  time step, and verletDist of the collider
# ROWS       for performance: only write rows "x y z r" of the spheres, and the box, into this file
#
# Prints the seconds of processor time of the steps, and the kinetic energy of translation at the end.
import os
import time
from math import atan, pi, radians

from yade import bodiesHandling, geom, pack


def read(name):  # rows of a data file by section
    sections, now = {}, None
    for line in open(name):
        words = line.split()
        if words and words[0][0].isupper():
            now = sections.setdefault(words[0], [])
        elif words and now is not None:
            now.append([float(w) for w in words])
        elif "xhi" in words:
            sections["x"] = float(words[1])
        elif "yhi" in words:
            sections["y"] = float(words[1])
    return sections


def bed():
    data = read(os.environ["DATA"])
    velocity = {int(row[0]): row[1:] for row in data["Velocities"]}
    bodies = {}
    owner = {int(row[0]): int(row[1]) for row in data.get("Molecules", [])}
    for row in data["Atoms"]:
        bodies.setdefault(owner.get(int(row[0]), int(row[0])), []).append(row)
    # damping is absolute, and a pair has half the constants of its two
    mass = pi / 6 * max(len(balls) for balls in bodies.values())
    mat = O.materials.append(ViscElMat(density=1, kn=2e6, ks=4e6 / 7, cn=100 * mass, cs=50 * mass, frictionAngle=atan(0.3)))
    depth = 100  # below the floor, for the periodic cell has no open sides
    O.periodic = True
    O.cell.setBox(data["x"], data["y"], 1000)
    for balls in bodies.values():
        spheres = [utils.sphere((x, y, z + depth), d / 2, material=mat) for _, _, d, _, x, y, z in balls]
        v = [velocity[int(row[0])] for row in balls]
        if len(spheres) == 1:
            spheres[0].state.vel = v[0][:3]
            spheres[0].state.angVel = v[0][3:]
            O.bodies.append(spheres[0])
        else:
            clump = O.bodies[O.bodies.appendClumped(spheres, discretization=0)[0]].state
            clump.vel = [sum(u[k] for u in v) / len(v) for k in range(3)]
            clump.angVel = v[0][3:]
            # the integrator takes the rotation from the angular momentum, the first step the speeds of contacts from the spheres
            turned = clump.ori.conjugate() * clump.angVel
            clump.angMom = clump.ori * Vector3(*[clump.inertia[k] * turned[k] for k in range(3)])
            for ball, u in zip(spheres, v):
                ball.state.vel, ball.state.angVel = u[:3], u[3:]
    O.bodies.append(utils.wall((0, 0, depth), axis=2, sense=1, material=mat))
    return [Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], [Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()], (0, 0, -10)


def performance():
    mat = O.materials.append(ViscElMat(density=2300, frictionAngle=radians(35), tc=1e-3, en=3e-3, et=3e-3))
    size = 0.5 / 23.658
    ids = O.bodies.append(pack.regularHexa(pack.inSphere((Vector3(0, 0, 0)), 0.5), radius=size, gap=size / 2, material=mat))
    box = bodiesHandling.spheresPackDimensions(ids)
    half = box["extends"] / 2 * 1.05
    O.bodies.append(geom.facetBox(box["center"], half, material=mat))
    if "ROWS" in os.environ:
        with open(os.environ["ROWS"], "w") as f:
            lo, hi = box["center"] - half, box["center"] + half
            print("box", *["%.17g" % x for x in (*lo, *hi)], file=f)
            for k in ids:
                print(*["%.17g" % x for x in (*O.bodies[k].state.pos, size)], file=f)
        return None
    return [Bo1_Sphere_Aabb(), Bo1_Facet_Aabb()], [Ig2_Sphere_Sphere_ScGeom(), Ig2_Facet_Sphere_ScGeom()], (0, -9.81, 0)


parts = {"bed": bed, "performance": performance}[os.environ["SCENE"]]()
if parts:
    O.dt = float(os.environ["DT"])
    O.engines = [
        ForceResetter(),
        InsertionSortCollider(parts[0], verletDist=float(os.environ["VERLET"]), allowBiggerThanPeriod=True),
        InteractionLoop(parts[1], [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()]),
        NewtonIntegrator(damping=0, gravity=parts[2]),
    ]
    O.run(max(1, int(os.environ["WARM"])), True)
    began = time.process_time()
    O.run(int(os.environ["STEPS"]), True)
    seconds = time.process_time() - began
    energy = sum(0.5 * b.state.mass * b.state.vel.squaredNorm() for b in O.bodies if b.isStandalone or b.isClump)
    print("SECONDS %.6g ENERGY %.6g STEPS %d" % (seconds, energy, O.iter))
