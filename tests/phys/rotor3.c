/* Bodies that turn freely: what the steps keep, and when a T-bar flips. */
#include "scene3.h"

static double energy(const double moment[3], const double w[3])
{
	return 0.5 * (moment[0] * w[0] * w[0] + moment[1] * w[1] * w[1] + moment[2] * w[2] * w[2]);
}

/* 1e5 steps with omega dt = 0.01. */
static void kept(enum rotation rotation, const char *name, double energy_most, double momentum_most)
{
	const char *keys[] = { "kn", NULL };
	struct sim_options o = dem3_defaults();
	struct world w;
	double moment[3], omega[3] = { 0.55, 0.65, -0.52 }, off = 0, turned = 0, l0[3], size = 0;

	scene_begin(&w, "linear", keys, (const double[]){ 1 });
	scene_body(&w, scene_tbar(&w), "-", 0.3, 0.2, 0.1);
	scene_turn(&w, 0, 0.3, -0.5, 0.7, 0.2);
	scene_mass(&w, 0, moment);
	scene_spin(&w, 0, omega);
	struct bodies3 b = world_bodies3(&w);
	for (int z = 0; z < 3; z++) {
		l0[z] = b.momentum[z][0];
		size += l0[z] * l0[z];
	}
	double e0 = energy(moment, omega);
	o.rotation = rotation;
	o.dt = 0.01;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 1000; k++) {
		scene_run(&w, sim, 100);
		scene_omega(&w, 0, omega);
		b = world_bodies3(&w);
		double d = 0;
		for (int z = 0; z < 3; z++)
			d += (b.momentum[z][0] - l0[z]) * (b.momentum[z][0] - l0[z]);
		turned = fmax(turned, sqrt(d / size));
		off = fmax(off, fabs(energy(moment, omega) / e0 - 1));
	}
	dem3_free(sim);
	ok(off <= energy_most, "%s: energy is off by %.2g at most, %g allowed", name, off, energy_most);
	ok(turned <= momentum_most, "%s: angular momentum is off by %.2g at most, %g allowed", name, turned, momentum_most);
	near(scene_ledger(&w, "kin_rot"), energy(moment, omega), 1e-12, "%s: the ledger's energy of rotation", name);
	near(scene_ledger(&w, "kin_half") - scene_ledger(&w, "start_kin_half"), scene_ledger(&w, "spin"), 1e-9,
		"%s: what it changes is in the sum spin", name);
	world_free(&w);
}

/* Complete elliptic integral of the first kind, by the mean of arithmetic and geometric means. */
static double elliptic(double k2)
{
	double a = 1, g = sqrt(1 - k2);

	for (int n = 0; n < 40; n++) {
		double m = 0.5 * (a + g);

		g = sqrt(a * g);
		a = m;
	}
	return pi / (2 * a);
}

/* About the intermediate axis: the component of the angular velocity along it changes sign every half period, 2 K(k) / lambda, of
 * Euler's top (Landau and Lifshitz, Mechanics, section 37). */
static void flips(double tilt_low, double tilt_high)
{
	const char *keys[] = { "kn", NULL };
	struct sim_options o = dem3_defaults();
	struct world w;
	double moment[3], omega[3] = { tilt_low, 1, tilt_high }, first = NAN, last = NAN, dt = 0.01, before;
	int n = 0;

	scene_begin(&w, "linear", keys, (const double[]){ 1 });
	scene_body(&w, scene_tbar(&w), "-", 0, 0, 0);
	scene_turn(&w, 0, 0.9, 0.1, -0.3, 0.4);
	scene_mass(&w, 0, moment); /* ascending */
	scene_spin(&w, 0, omega);
	double e = 2 * energy(moment, omega), l = 0, i1 = moment[0], i2 = moment[1], i3 = moment[2];
	for (int z = 0; z < 3; z++)
		l += moment[z] * moment[z] * omega[z] * omega[z];
	if (l < e * i2) {
		i1 = moment[2];
		i3 = moment[0];
	}
	double lambda = sqrt((i3 - i2) * (l - e * i1) / (i1 * i2 * i3)), k2 = (i2 - i1) * (e * i3 - l) / ((i3 - i2) * (l - e * i1));
	double want = 2 * elliptic(k2) / lambda;

	o.dt = dt;
	struct dem3 *sim = scene_start(&w, o);
	before = omega[1];
	while (n < 7) {
		scene_run(&w, sim, 1);
		scene_omega(&w, 0, omega);
		if (before * omega[1] < 0) {
			last = w.t - dt * omega[1] / (omega[1] - before);
			first = n++ ? first : last;
		}
		before = omega[1];
	}
	dem3_free(sim);
	near((last - first) / 6 / want, 1, 0.002, "a T-bar flips every %.4g, tilted by %g and %g", want, tilt_low, tilt_high);
	world_free(&w);
}

int main(void)
{
	kept(ROTATION_SPLIT, "split", 1e-5, 1e-12);
	kept(ROTATION_SPLIT4, "split4", 1e-10, 1e-12);
	kept(ROTATION_LEAPFROG, "leapfrog", 1e-3, 1e-2);
	flips(0.01, 0.01);
	flips(0.001, 0);
	flips(0, 0.02);
	flips(0.3, 0.1);
	return done();
}
