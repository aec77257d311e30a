# bed-esys.py: a bed of spheres in ESyS-Particle, for bench/grains.sh: `mpirun -np 2 esysparticle bed-esys.py`, with these variables in
# the environment: ROWS, a file of rows "x y z r vx vy vz wx wy wz"; LX and LY, the sides of the box; WARM and STEPS; DT; VERLET, the
# distance of its list of pairs.
#
# It is not the same scene: ESyS-Particle has no damping of contacts with friction, a floor without friction, and periodic sides along x
# only, so grains move away from the sides along y, and have fewer contacts. Prints the seconds by the clock (one of its two processes
# only waits), the number of pairs in contact at the end is written to COUNT.
import os
import time

from esys.lsm import *
from esys.lsm.util import *

rows = [list(map(float, line.split())) for line in open(os.environ["ROWS"])]
warm, steps, verlet = int(os.environ["WARM"]), int(os.environ["STEPS"]), float(os.environ["VERLET"])
lx, ly = float(os.environ["LX"]), float(os.environ["LY"])
sim = LsmMpi(numWorkerProcesses=1, mpiDimList=[1, 1, 1])
sim.initNeighbourSearch(particleType="RotSphere", gridSpacing=1.1 + 2 * verlet, verletDist=verlet)
sim.setNumTimeSteps(warm + steps)
sim.setTimeStepSize(float(os.environ["DT"]))
sim.setSpatialDomain(BoundingBox(Vec3(0, -2, -2), Vec3(lx, ly + 2, 50)), [True, False, False])
for k, (x, y, z, r, vx, vy, vz, _, _, _) in enumerate(rows):
    p = RotSphere(k, Vec3(x, y, z), r, 3.141592653589793 / 6)
    p.setLinearVelocity(Vec3(vx, vy, vz))
    sim.createParticle(p)
sim.createInteractionGroup(RotFrictionPrms("friction", 1e6, 0.3, 0.3, 2e6 / 7, True, False))
sim.createInteractionGroup(GravityPrms("gravity", Vec3(0, 0, -10)))
sim.createWall(name="floor", posn=Vec3(0, 0, 0), normal=Vec3(0, 0, 1))
sim.createInteractionGroup(NRotElasticWallPrms(name="onfloor", wallName="floor", normalK=1e6))
if "COUNT" in os.environ:
    sim.createFieldSaver(InteractionScalarFieldSaverPrms(
        interactionName="friction", fieldName="count", fileName=os.environ["COUNT"], fileFormat="SUM", beginTimeStep=warm + steps,
        endTimeStep=warm + steps, timeStepIncr=1))


class Clock(Runnable):
    def __init__(self):
        Runnable.__init__(self)
        self.done = 0

    def run(self):
        self.done += 1
        if self.done == warm:
            self.began = time.time()
        if self.done == warm + steps:
            print("SECONDS %.6g STEPS %d" % (time.time() - self.began, self.done), flush=True)


clock = Clock()
sim.addPostTimeStepRunnable(clock)
sim.run()
