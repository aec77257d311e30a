/* bed-mercury.cc: a bed of spheres in MercuryDPM, for bench/grains.sh
 *
 * bed ROWS LX LY WARM STEPS DT OVERSIZE: reads rows "x y z r vx vy vz wx wy wz"; the box is periodic along x and y, a floor is at z = 0.
 * It takes WARM steps, then STEPS steps, and prints their seconds of processor time and the kinetic energy of translation at the end.
 * OVERSIZE is the size of the cells of its grid by the largest diameter. The program is linked with MercuryDPM's kernel (MercuryBase)
 * and is looked for as ~/.cache/scree-peers/mercury-NAME/bed. */
#include <Boundaries/PeriodicBoundary.h>
#include <Mercury3D.h>
#include <Species/LinearViscoelasticSlidingFrictionSpecies.h>
#include <Walls/InfiniteWall.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>

static double now()
{
	timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

class Bed : public Mercury3D {
public:
	const char *rows = nullptr;
	double lx = 0, ly = 0, began = 0, ended = 0;
	unsigned warm = 0, steps = 0, done = 0;

	void setupInitialConditions() override
	{
		const double mass = constants::pi / 6;
		auto s = speciesHandler.copyAndAddObject(LinearViscoelasticSlidingFrictionSpecies());

		s->setDensity(1);
		s->setStiffness(1e6);
		s->setDissipation(50 * mass);
		s->setSlidingStiffness(2e6 / 7);
		s->setSlidingDissipation(25 * mass);
		s->setSlidingFrictionCoefficient(0.3);

		InfiniteWall floor;
		floor.setSpecies(s);
		floor.set(Vec3D(0, 0, -1), Vec3D(0, 0, 0));
		wallHandler.copyAndAddObject(floor);
		PeriodicBoundary edge;
		edge.set(Vec3D(1, 0, 0), 0, lx);
		boundaryHandler.copyAndAddObject(edge);
		edge.set(Vec3D(0, 1, 0), 0, ly);
		boundaryHandler.copyAndAddObject(edge);

		FILE *f = fopen(rows, "r");
		double x, y, z, r, vx, vy, vz, wx, wy, wz;
		if (!f) {
			perror(rows);
			exit(1);
		}
		while (fscanf(f, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &x, &y, &z, &r, &vx, &vy, &vz, &wx, &wy, &wz) == 10) {
			SphericalParticle p;
			p.setSpecies(s);
			p.setRadius(r);
			p.setPosition(Vec3D(x, y, z));
			p.setVelocity(Vec3D(vx, vy, vz));
			p.setAngularVelocity(Vec3D(wx, wy, wz));
			particleHandler.copyAndAddObject(p);
		}
		fclose(f);
	}

	void actionsAfterTimeStep() override
	{
		if (++done == warm)
			began = now();
		if (done == warm + steps)
			ended = now();
	}

	void printTime() const override {}
};

int main(int argc, char **argv)
{
	Bed bed;

	if (argc != 8) {
		fprintf(stderr, "usage: bed ROWS LX LY WARM STEPS DT OVERSIZE\n");
		return 2;
	}
	double dt = atof(argv[6]);
	bed.rows = argv[1];
	bed.lx = atof(argv[2]);
	bed.ly = atof(argv[3]);
	bed.warm = atoi(argv[4]);
	bed.steps = atoi(argv[5]);
	bed.setName("bed");
	bed.setGravity(Vec3D(0, 0, -10));
	bed.setMin(0, 0, 0);
	bed.setMax(bed.lx, bed.ly, 50);
	bed.setTimeStep(dt);
	bed.setTimeMax((bed.warm + bed.steps - 0.5) * dt);
	bed.setFileType(FileType::NO_FILE);
	bed.setSaveCount(1000000000);
	bed.setHGridMaxLevels(1);
	bed.setHGridCellOverSizeRatio(atof(argv[7]));
	bed.setHGridUpdateEachTimeStep(false);
	bed.solve();

	double energy = 0;
	for (auto p : bed.particleHandler)
		if (!p->getPeriodicFromParticle())
			energy += 0.5 * p->getMass() * p->getVelocity().getLengthSquared();
	printf("SECONDS %.6g ENERGY %.6g STEPS %u\n", bed.ended - bed.began, energy, bed.done);
	return 0;
}
