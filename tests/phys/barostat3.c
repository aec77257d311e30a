/* Periodic cells of space whose rates follow stresses: gases, a ball on its own images, packings and shear against closed
 * forms and against a stress that is summed here from the contacts of the frame. */
#include "lattice3.h"

static void servo(struct world *w, int component, double target)
{
	w->domain.servo[component] = 1;
	w->domain.target[component] = target;
}

static double side(const struct world *w, int axis)
{
	return w->domain.hi[axis] - w->domain.lo[axis];
}

/* Bodies that pass through each other are an ideal gas, whose velocities against the flow go as 1 / L along their axis: so
 * sum m u_k^2 L_k^2 = a_k stays, and under p the cell comes to rest with a_k = p L_k^2 V. */
static void gas(void)
{
	const double p[3] = { 0.6, 0.7, 0.5 }, len[3] = { 3.1, 2.2, 2.7 };
	double a[3] = { 0 }, product = 1, volume;
	struct world w;
	struct rng g;

	rng_seed(&g, 4);
	scene_begin_linear(&w, 0, 0, 0, 1);
	cell(&w, len[0], len[1], len[2]);
	w.domain.m = 12;
	w.domain.c = 5;
	int64_t ball = scene_ball(&w, 0.3);
	double m = 1.25 * 4 * pi / 3 * 0.027;
	for (int k = 0; k < 24; k++) {
		double u[6];

		scene_draw(&g, 6, u);
		int row = scene_body(&w, ball, "-", w.domain.lo[0] + len[0] * u[0], w.domain.lo[1] + len[1] * u[1],
			w.domain.lo[2] + len[2] * u[2]);
		scene_move(&w, row, 3 * u[3] - 1, 4 * u[4] - 1, 4 * u[5] - 2);
		for (int z = 0; z < 3; z++)
			a[z] += m * world_bodies3(&w).v[z][k] * world_bodies3(&w).v[z][k] * len[z] * len[z];
	}
	for (int z = 0; z < 3; z++) {
		servo(&w, z, p[z]);
		product *= a[z] / p[z];
	}
	volume = pow(product, 0.2);
	scene_run_for(&w, 200, 2e-3, scene_defaults(2e-3));
	for (int z = 0; z < 3; z++) {
		near(side(&w, z) / sqrt(a[z] / p[z] / volume), 1, 5e-5, "a gas comes to rest as the pressure says along %c", "xyz"[z]);
		near(w.domain.rate[z], 0, 1e-6, "and stands still");
	}
	near(scene_ledger(&w, "residual"), 0, 1e-11, "what the cell did on it is booked");
	ok(fabs(scene_ledger(&w, "work")) > 0.1 * scene_ledger(&w, "kin_lin"), "%g of %g", scene_ledger(&w, "work"),
	   scene_ledger(&w, "kin_lin"));
	world_free(&w);
}

/* A ball wider than the cell along one axis, on a spring to its images: it settles where kn (2 r - L) / A = p. With tau the
 * damping acts only on a rate that changes, and it settles there as well. */
static void spring(int axis, double tau)
{
	const double r = 0.5, kn = 130, wide = 3, p = 0.7, rest = 2 * r - p * wide * wide / kn;
	double len[3] = { wide, wide, wide };
	struct world w;

	scene_begin_linear(&w, kn, 40, 0.5, 0.6);
	len[axis] = 0.99;
	cell(&w, len[0], len[1], len[2]);
	w.domain.m = 3;
	w.domain.c = 12;
	w.domain.tau = tau;
	servo(&w, axis, p);
	scene_body(&w, scene_ball(&w, r), "-", -0.9, 0.8, 1.1);
	scene_run_for(&w, 60, 1e-3, scene_defaults(1e-3));
	near(side(&w, axis), rest, 1e-7, "a ball on its images along %c settles where the spring holds the pressure, tau %g",
		"xyz"[axis], tau);
	near(side(&w, (axis + 1) % 3), wide, 1e-15, "and an axis without a target stays");
	near(scene_ledger(&w, "el_n"), 0.5 * kn * (2 * r - rest) * (2 * r - rest), 1e-7, "its energy");
	near(scene_ledger(&w, "residual"), 0, 1e-8, "the first law");
	world_free(&w);
}

/* A ball on its image through tilts: f along the lattice vector e presses with f e_i e_j / (|e| V) on the component ij. The
 * rate of each component after the first step, in which the cell does not move. */
static void leaning_ball(void)
{
	static const int along[6] = { 0, 1, 2, 0, 0, 1 }, across[6] = { 0, 1, 2, 1, 2, 2 };
	const double r = 0.5, kn = 130, e[3] = { 0.27, -0.21, 0.85 }, m = 5, c = 3, tau = 0.4, dt = 1e-3;
	double far = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]), f = kn * (2 * r - far), volume = 3 * 2.5 * e[2];

	for (int k = 0; k < 6; k++) {
		double damp = 0.5 * dt * c / m, stress = f * e[along[k]] * e[across[k]] / far / volume;
		struct world w;

		scene_begin_linear(&w, kn, 0, 0, 1);
		cell(&w, 3, 2.5, e[2]);
		w.domain.m = m;
		w.domain.c = c;
		w.domain.tau = tau;
		w.domain.mean[k] = 0.02;
		w.domain.tilt[1] = e[0];
		w.domain.tilt[2] = e[1];
		servo(&w, k, 0.2);
		scene_body(&w, scene_ball(&w, r), "-", 0.5, 1.4, 1.1);
		scene_run_for(&w, dt, dt, scene_defaults(dt));
		double rate = (2 * damp * 0.02 + dt * (stress - 0.2) / m) / (1 + damp);
		near(w.domain.rate[k], rate, 1e-13, "a ball on its image through tilts: the rate %d", k);
		/* d mean / dt = (rate - mean) / tau, with the mean of both ends */
		near((w.domain.mean[k] - 0.02) / dt, (0.5 * rate - 0.5 * (w.domain.mean[k] + 0.02)) / tau, 1e-12, "and its mean");
		int others = 0;
		for (int z = 0; z < 6; z++)
			others += z != k && w.domain.rate[z] != 0;
		ok(others == 0, "and no other rate");
		world_free(&w);
	}
}

/* A loose packing is pressed together to the stress that is asked for along each axis: isotropic, and triaxial. */
static void packing(double px, double py, double pz)
{
	double s[3][3], volume, dt = 2e-3;
	struct world w;

	scene_begin_linear(&w, 1000, 300, 0.2, 0.5);
	heap(&w, 4, 1.1, 1, 8, 0.3);
	w.domain.m = 30;
	w.domain.c = 200;
	w.domain.tau = 1;
	volume = side(&w, 0) * side(&w, 1) * side(&w, 2);
	servo(&w, XX, px);
	servo(&w, YY, py);
	servo(&w, ZZ, pz);
	scene_run_for(&w, 20, dt, scene_defaults(dt));
	stress_of(&w, s);
	near(s[0][0] / px, 1, 2e-3, "a packing under pressure: xx");
	near(s[1][1] / py, 1, 2e-3, "yy");
	near(s[2][2] / pz, 1, 2e-3, "zz");
	ok(side(&w, 0) * side(&w, 1) * side(&w, 2) < 0.7 * volume, "it has become dense: %g of %g",
	   side(&w, 0) * side(&w, 1) * side(&w, 2), volume);
	near(scene_ledger(&w, "residual") / scene_ledger(&w, "work"), 0, 3e-4, "the first law");
	near(scene_ledger(&w, "closure") / scene_ledger(&w, "work"), 0, 1e-12, "closure is an identity");
	world_free(&w);
}

/* A shear stress is held, too: the cell creeps until the packing carries it. */
static void shear_stress(int component)
{
	const double p = 10, tau = 1.5, dt = 2e-3;
	double s[3][3];
	struct world w;

	scene_begin_linear(&w, 1000, 300, 0.5, 0.5);
	heap(&w, 4, 1.1, 1, 8, 0.3);
	w.domain.m = 30;
	w.domain.c = 200;
	for (int k = 0; k < 3; k++)
		servo(&w, k, p);
	scene_run_for(&w, 12, dt, scene_defaults(dt));
	servo(&w, component, -tau);
	scene_run_for(&w, 14, dt, scene_defaults(dt));
	stress_of(&w, s);
	int i = component == YZ ? 1 : 0, j = component == XY ? 1 : 2;
	near(s[i][j], -tau, 0.02 * tau, "a packing that carries the shear stress %d", component);
	near(s[0][0], p, 0.01 * p, "and the pressure");
	ok(w.domain.tilt[component - XY] > 1e-3 * side(&w, 0), "it leans by %g", w.domain.tilt[component - XY]);
	near(scene_ledger(&w, "residual") / scene_ledger(&w, "work"), 0, 1e-3, "the first law");
	world_free(&w);
}

/* Simple shear at constant normal stress along the gradient. The equation of motion over a time T without tau: mean stress =
 * target + (c ln(L1 / L0) + m (rate1 - rate0)) / T. */
static void shear(void)
{
	const double p = 10, dt = 1e-3;
	const int from = 4000, to = 9000;
	double mean = 0, l0 = 0, rate0 = 0, friction = 0;
	struct sim_error e;
	struct world w;

	scene_begin_linear(&w, 1000, 300, 0.5, 0.5);
	heap(&w, 3, 0.96, 0, 8, 0.3);
	w.domain.m = 9;
	w.domain.c = 30;
	servo(&w, ZZ, p);
	double lx = side(&w, 0), m = w.domain.m, c = w.domain.c;
	flow(&w, 0, 0, 0, 0, 0.5, 0);
	struct dem3 *sim = scene_start(&w, scene_defaults(dt));
	for (int k = 0; k <= to; k++) {
		double s[3][3];

		dem3_step(sim, &e);
		if (k < from)
			continue;
		dem3_export(sim, &w, 1);
		if (k == from) {
			l0 = side(&w, 2);
			rate0 = w.domain.rate[ZZ];
		}
		if (k == to)
			continue;
		stress_of(&w, s);
		mean += s[2][2] / (to - from);
		friction -= s[0][2] / (to - from);
	}
	double time = dt * (to - from), pull = (c * log(side(&w, 2) / l0) + m * (w.domain.rate[ZZ] - rate0)) / time;
	near(mean, p + pull, 3e-3 * p, "sheared under a pressure: the mean normal stress by the equation of motion");
	near(mean, p, 0.1 * p, "and the target");
	ok(friction / mean > 0.1 && friction / mean < 0.8, "friction of the material: %g", friction / mean);
	near(side(&w, 0), lx, 1e-14, "the width stays");
	near(scene_ledger(&w, "residual") / scene_ledger(&w, "work"), 0, 1e-3, "the first law");
	near(scene_ledger(&w, "closure") / scene_ledger(&w, "work"), 0, 1e-12, "and closure");
	dem3_free(sim);
	world_free(&w);
}

/* One step of a tilted cell that is pressed along all axes while it is sheared, from a state in the midst of a run: each rate
 * by its own stress and target, and every body kicked by dt (dG/dt + G G) times its place from the middle. The stress is that
 * of the frame before the kick. Also the signs by which runs are stopped. */
static void one_step(void)
{
	const double m = 37, c = 21, dt = 1e-3, p[6] = { 9, 14, 11, 2, 0, -1 };
	static const int on[6] = { 1, 1, 1, 1, 0, 1 }, along[6] = { 0, 1, 2, 0, 0, 1 }, across[6] = { 0, 1, 2, 1, 2, 2 };
	double s[3][3], off = 0, most = 0;
	struct sim_error e;
	struct world w;

	scene_begin_linear(&w, 1000, 300, 0.4, 0.5);
	heap(&w, 3, 0.97, 1, 8, 0.5);
	w.domain.hi[0] += 0.3; /* no cube */
	w.domain.m = m;
	w.domain.c = c;
	w.domain.tilt[0] = 0.83;
	w.domain.tilt[2] = -0.6;
	for (int k = 0; k < 6; k++)
		if (on[k])
			servo(&w, k, p[k]);
	flow(&w, -0.5, -0.4, -0.4, 0.4, -0.6, 0.3);
	struct dem3 *sim = scene_start(&w, scene_defaults(dt));
	scene_run(&w, sim, 700);
	struct tri g0 = tri_of(w.domain.rate), g1, square = tri_times(g0, g0);
	double old[6];
	memcpy(old, w.domain.rate, sizeof old);
	dem3_step(sim, &e);
	dem3_export(sim, &w, 1);
	struct sim_signs sign = dem3_signs(sim);
	stress_of(&w, s);
	near(sign.pressure, (s[0][0] + s[1][1] + s[2][2]) / 3, 1e-12, "the pressure that runs may be stopped by");
	for (int k = 0; k < 6; k++)
		if (on[k])
			off = fmax(off, fabs(s[along[k]][across[k]] / p[k] - 1));
	near(sign.off, off, 1e-11, "and how far it is off");
	static const char *const key[6] = { "strain_xx", "strain_yy", "strain_zz", "strain_xy", "strain_xz", "strain_yz" };
	double strain = 0;
	for (int k = 0; k < 6; k++)
		strain = fmax(strain, fabs(scene_ledger(&w, key[k])));
	near(sign.strain, strain, 1e-15, "and the strain");
	double now[6];
	memcpy(now, w.domain.rate, sizeof now);
	g1 = tri_of(now);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < b.n; i++) { /* as it was before the kick */
		double x[3], j[3], q[3];

		for (int k = 0; k < 3; k++)
			x[k] = b.x[k][i] - 0.5 * (w.domain.lo[k] + w.domain.hi[k]);
		tri_apply(square, x, q);
		for (int k = 0; k < 3; k++) {
			j[k] = dt * q[k];
			for (int z = 0; z < 3; z++)
				j[k] += (g1.m[k][z] - g0.m[k][z]) * x[z];
			b.v[k][i] -= j[k];
		}
	}
	memcpy(w.domain.rate, old, sizeof old);
	stress_of(&w, s);
	for (int k = 0; k < 6; k++) {
		double damp = 0.5 * dt * c / m, stress = s[along[k]][across[k]];
		double want = on[k] ? (old[k] * (1 - damp) + dt * (stress - p[k]) / m) / (1 + damp) : old[k];

		most = fmax(most, on[k] ? fabs(stress - p[k]) : 0);
		near(now[k], want, 1e-12, "a tilted cell's rate %d after a step", k);
	}
	ok(fabs(w.domain.tilt[0]) > 0.1 && most > 0.1 && w.contact.n_row > 20, "of tilts %g %g %g, %d contacts", w.domain.tilt[0],
	   w.domain.tilt[1], w.domain.tilt[2], w.contact.n_row);
	near(scene_ledger(&w, "closure") / scene_ledger(&w, "work"), 0, 1e-12, "and closure");
	dem3_free(sim);
	world_free(&w);
}

static void massless(void)
{
	struct sim_options o = scene_defaults(1e-3);
	struct sim_error e;
	struct world w;

	scene_begin_linear(&w, 1000, 0, 0, 1);
	heap(&w, 2, 1.1, 0, 1, 0);
	servo(&w, YZ, 1);
	ok(!dem3_new(&w, &o, &e) && e.status == SIM_TILT, "a cell without mass");
	w.domain.m = 1;
	w.domain.periodic[2] = 0;
	ok(!dem3_new(&w, &o, &e) && e.status == SIM_TILT, "a stress across an axis that is not periodic");
	world_free(&w);
}

int main(void)
{
	gas();
	for (int k = 0; k < 3; k++)
		spring(k, k == 1 ? 0.5 : 0);
	leaning_ball();
	one_step();
	packing(9, 9, 9);
	packing(6, 8, 12);
	shear_stress(XZ);
	shear();
	massless();
	return done();
}
