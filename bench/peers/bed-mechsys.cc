/* bed-mechsys.cc: a bed of spheres in MechSys, for bench/grains.sh
 *
 * bed ROWS LX LY WARM STEPS DT ALPHA: reads rows "x y z r vx vy vz wx wy wz"; the box is periodic along x and y, a floor is at z = 0.
 * It takes WARM steps, then STEPS steps, and prints their seconds of processor time and the kinetic energy of translation at the end.
 * ALPHA is the distance of its list of pairs. The program is compiled with MechSys' headers, -DUSE_OMP and -DUSE_HDF5, and is looked
 * for as ~/.cache/scree-peers/mechsys-NAME/bed. MechSys of 2017 needs Blitz++ 0.9, and GSL, HDF5, LAPACK and voro++ from Debian. */
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mechsys/dem/domain.h>

static double now()
{
	timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

struct Clock {
	unsigned warm, done;
	double began;
};

static void before_step(DEM::Domain &, void *to)
{
	Clock *c = static_cast<Clock *>(to);

	if (c->done++ == c->warm)
		c->began = now();
}

int main(int argc, char **argv) try {
	if (argc != 8) {
		fprintf(stderr, "usage: bed ROWS LX LY WARM STEPS DT ALPHA\n");
		return 2;
	}
	Clock clock = { unsigned(atoi(argv[4])), 0, 0 };
	unsigned steps = atoi(argv[5]);
	double lx = atof(argv[2]), ly = atof(argv[3]), dt = atof(argv[6]), x, y, z, r, vx, vy, vz, wx, wy, wz;
	DEM::Domain d(&clock);
	FILE *f = fopen(argv[1], "r");

	if (!f) {
		perror(argv[1]);
		return 1;
	}
	d.Alpha = atof(argv[7]);
	d.Xmin = d.Ymin = 0;
	d.Xmax = lx;
	d.Ymax = ly;
	while (fscanf(f, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &x, &y, &z, &r, &vx, &vy, &vz, &wx, &wy, &wz) == 10) {
		d.AddSphere(-1, Vec3_t(x, y, z), r, 1.0);
		DEM::Particle *p = d.Particles[d.Particles.Size() - 1];
		p->v = vx, vy, vz;
		p->w = wx, wy, wz;
	}
	fclose(f);
	d.AddPlane(-2, Vec3_t(lx / 2, ly / 2, -0.5), 0.5, 3 * lx, 3 * ly, 1000.0, 0, &OrthoSys::e0);
	d.GetParticle(-2)->FixVeloc();
	Dict props;
	/* Damping is multiplied by the reduced mass. The damping of a pair is the harmonic mean of its two; so is its stiffness between
	 * spheres, and half the harmonic mean between sphere and plane. */
	props.Set(-1, "Kn Kt Gn Gt Mu Eta", 1e6, 2e6 / 7, 100.0, 50.0, 0.3, 0.0);
	props.Set(-2, "Kn Kt Gn Gt Mu Eta", 1e15, 1e15, 100.0 / 3, 50.0 / 3, 0.3, 0.0);
	d.SetProps(props);
	for (size_t k = 0; k < d.Particles.Size(); k++)
		if (d.Particles[k]->Tag == -1)
			d.Particles[k]->Ff = 0, 0, -10 * d.Particles[k]->Props.m;
	d.Solve((clock.warm + steps - 0.5) * dt, dt, 1e9, before_step, NULL, NULL, 0, 1);

	double ended = now(), energy = 0;
	for (size_t k = 0; k < d.Particles.Size(); k++)
		if (d.Particles[k]->Tag == -1)
			energy += 0.5 * d.Particles[k]->Props.m * dot(d.Particles[k]->v, d.Particles[k]->v);
	printf("\nSECONDS %.6g ENERGY %.6g STEPS %u\n", ended - clock.began, energy, clock.done);
	return 0;
}
MECHSYS_CATCH
