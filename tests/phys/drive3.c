/* What constraints do in space, degree of freedom by degree of freedom, against closed forms: velocities, ramps, sinusoids,
 * forces and
 * torques along and about x, y and z, of a clump that stands askew; hinges, damping, work. */
#include "scene3.h"

static const double start[3] = { 0.3, -0.8, 1.1 }, q0[4] = { 0.8, 0.3, -0.45, 0.25 };

/* A clump of three moments under the constraint "it", which holds it in all; density 1.25, size 1.3. */
static struct constraint *begin(struct world *w)
{
	static const double balls[4][4] = { { 0.5, 0.1, 0, 0.3 }, { -0.4, 0, 0.1, 0.25 }, { 0.1, -0.35, -0.05, 0.22 }, { 0.05,
		0.2, 0.6, 0.2 } };
	const char *keys[] = { "kn", NULL };

	scene_begin(w, "linear", keys, (const double[]){ 1 });
	scene_body(w, scene_clump(w, 4, balls), "it", start[0], start[1], start[2]);
	scene_turn(w, 0, q0[0], q0[1], q0[2], q0[3]);
	world_bodies3(w).size[0] = 1.3;
	return scene_hold(w, "it");
}

/* Mass, and the moment of inertia about an axis of space. */
static double weigh(const struct world *w, int axis, double *inertia)
{
	double q[4], m[3][3], moment[3], mass = scene_mass(w, 0, moment);

	memcpy(q, q0, sizeof q);
	quat_unit(q);
	quat_matrix(m, q);
	*inertia = 0;
	for (int z = 0; z < 3; z++)
		*inertia += m[axis][z] * m[axis][z] * moment[z] * pow(1.3, 5);
	return mass * pow(1.3, 3);
}

/* How far the orientation is from the first one turned about an axis of space by an angle. */
static double astray(const struct world *w, const double axis[3], double angle)
{
	struct bodies3 b = world_bodies3((struct world *)w);
	double s = sin(0.5 * angle), by[4] = { cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2] }, q[4], want[4],
		same = 0, off = 0;

	memcpy(q, q0, sizeof q);
	quat_unit(q);
	quat_times(want, by, q);
	for (int z = 0; z < 4; z++)
		same += want[z] * b.q[z][0];
	for (int z = 0; z < 4; z++)
		off = fmax(off, fabs(b.q[z][0] - (same > 0 ? want[z] : -want[z])));
	return off;
}

static const double unit[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

/* v:, ramp:, sin: and table: of one degree of freedom, the others held: the way, or the angle. */
static void told(int z)
{
	const double t = 2.5, k = 2 * pi / 1.7;
	double entry[] = { 0.3, 0.4, 0.7, -0.6, 1.5, 1.2, 2, 0.1 };
	const struct dof drive[4] = { { DRIVE_VELOCITY, 1, { -0.9 }, NULL }, { DRIVE_RAMP, 4, { 0.3, 1.1, 0.5, 2 }, NULL },
		{ DRIVE_SIN, 3, { 0.8, 1.7, 0.4 }, NULL }, { DRIVE_TABLE, 8, { 0 }, entry } };
	const double way[4] = { -0.9 * t, 0.3 * 0.5 + 0.7 * 1.5 + 1.1 * 0.5, 0.8 / k * (cos(0.4) - cos(k * t + 0.4)),
		0.4 * 0.3 - 0.1 * 0.4 + 0.3 * 0.8 + 0.65 * 0.5 + 0.1 * 0.5 };
	const double now[4] = { -0.9, 1.1, 0.8 * sin(k * t + 0.4), 0.1 };
	static const char *const w_name[] = { "wx", "wy", "wz" };

	for (int d = 0; d < 4; d++) {
		struct constraint all = { .tag = NULL };
		struct world w;

		struct constraint *it = begin(&w);
		memcpy(all.dof, it->dof, sizeof all.dof);
		all.dof[z] = drive[d];
		constraint_set(it, &all);
		scene_run_for(&w, t, 1e-3, dem3_defaults());
		struct bodies3 b = world_bodies3(&w);
		for (int i = 0; i < 3; i++) {
			near(b.x[i][0], start[i] + (i == z ? way[d] : 0), d == 2 ? 2e-6 : 1e-11,
				"dof %d, drive %d: place along %d", z, d, i);
			near(b.v[i][0], i == z ? now[d] : 0, 1e-14, "and velocity");
			near(table_real(&w.body, w_name[i])[0], i + 3 == z ? now[d] : 0, 1e-14, "and spin");
		}
		near(astray(&w, unit[z % 3], z > 2 ? way[d] : 0), 0, d == 2 ? 2e-6 : 1e-11, "dof %d, drive %d: the orientation",
			z, d);
		ok(scene_ledger(&w, "work") == 0 && scene_ledger(&w, "kin_lin") == 0 && scene_ledger(&w, "kin_rot") == 0,
			"no energy of what is told");
		world_free(&w);
	}
}

/* f: along an axis, with weight and damping, or about one: a hinge with the tensor's moment about it; both with a mass of
 * their own. */
static void forced(int z, double more)
{
	const double t = 1.5, f = 0.37, c = z < 3 ? 0.6 : 0, down[3] = { 0.5, -0.7, -1.1 };
	double inertia, mass;
	struct world w;

	struct constraint *it = begin(&w);
	it->dof[z] = (struct dof){ DRIVE_FORCE, 1, { f }, NULL };
	it->m = more;
	it->c = c;
	memcpy(w.gravity, down, sizeof down);
	mass = weigh(&w, z % 3, &inertia);
	inertia *= more > 0 ? more / mass : 1;
	mass = more > 0 ? more : mass;
	scene_run_for(&w, t, 1e-3, dem3_defaults());
	struct bodies3 b = world_bodies3(&w);
	if (z < 3) {
		double end = (f + mass * down[z]) / c, decay = exp(-c * t / mass), v = end * (1 - decay),
			way = end * (t - mass / c * (1 - decay));

		near(b.v[z][0], v, 1e-6 * fabs(end), "f: along %d, mass %.3g: velocity", z, mass);
		near(b.x[z][0] - start[z], way, 1e-6 * fabs(end), "way");
		near(scene_ledger(&w, "work"), f * way, 2e-6, "work");
		near(scene_ledger(&w, "grav") - scene_ledger(&w, "start_grav"), -mass * down[z] * way, 1e-5, "weight");
		near(scene_ledger(&w, "kin_lin"), 0.5 * mass * v * v, 1e-5 * mass * v * v, "energy");
		near(scene_ledger(&w, "other"), f * way + mass * down[z] * way - 0.5 * mass * v * v, 1e-5, "what damping took");
		near(astray(&w, unit[0], 0), 0, 1e-14, "and it does not turn");
	} else {
		double angle = 0.5 * f / inertia * t * t;

		near(astray(&w, unit[z - 3], angle), 0, 1e-10, "f: about %d, inertia %.3g: the angle", z - 3, inertia);
		near(b.momentum[z - 3][0], f * t, 1e-12, "angular momentum");
		near(scene_ledger(&w, "kin_rot"), 0.5 * f * f * t * t / inertia, 1e-10, "energy");
		near(scene_ledger(&w, "work"), f * angle, 1e-10, "work");
		ok(b.x[0][0] == start[0] && b.v[2][0] == 0 && scene_ledger(&w, "kin_lin") == 0, "and it stays");
	}
	near(scene_ledger(&w, "residual"), 0, z < 3 ? 1e-5 : 1e-10, "first law");
	near(scene_ledger(&w, "closure"), 0, 1e-12, "closure");
	world_free(&w);
}

/* About three axes at once as it is told: turned by the vector w t about w. And in a line, bodies that turn as one. */
static void told_together(void)
{
	const double rate[3] = { 0.7, -0.4, 0.3 }, t = 2, size = sqrt(0.49 + 0.16 + 0.09);
	double axis[3];
	struct world w;

	struct constraint *c = begin(&w);
	for (int z = 0; z < 3; z++) {
		c->dof[3 + z] = (struct dof){ DRIVE_VELOCITY, 1, { rate[z] }, NULL };
		axis[z] = rate[z] / size;
	}
	scene_run_for(&w, t, 2e-3, dem3_defaults());
	near(astray(&w, axis, size * t), 0, 1e-11, "told about three axes: about their sum");
	world_free(&w);

	c = begin(&w);
	scene_body(&w, scene_ball(&w, 0.4), "it", start[0], start[1] + 3, start[2]);
	c->dof[4] = (struct dof){ DRIVE_VELOCITY, 1, { 0.6 }, NULL };
	scene_run_for(&w, t, 2e-3, dem3_defaults());
	near(astray(&w, unit[1], 1.2), 0, 1e-11, "two in a line along y turn about it");
	near(world_bodies3(&w).q[2][1], sin(0.6), 1e-11, "both");
	world_free(&w);
}

/* Free to turn under a torque along z and tied along lines: the angular momentum grows by torque times time, with the work of the
 * torque on the spin; its spin about other axes tumbles. */
static void tumbles(double more)
{
	const double torque = 0.23, t = 1.2, dt = 1e-3, spin[3] = { 0.7, -0.5, 0.9 };
	double l0[3];
	struct world w;

	struct constraint *c = begin(&w);
	for (int z = 3; z < 6; z++)
		c->dof[z].drive = DRIVE_FREE;
	c->dof[5] = (struct dof){ DRIVE_FORCE, 1, { torque }, NULL };
	c->m = more;
	scene_spin(&w, 0, spin);
	struct bodies3 b = world_bodies3(&w);
	for (int z = 0; z < 3; z++)
		l0[z] = b.momentum[z][0];
	struct sim_options o = dem3_defaults();
	o.dt = dt;
	struct dem3 *sim = scene_start(&w, o);
	double work = 0, before = 0;
	dem3_export(sim, &w, 1);
	for (int k = 0; k <= 1200; k++) {
		double now = table_real(&w.body, "wz")[0];

		work += k ? 0.5 * dt * torque * (before + now) : 0;
		before = now;
		if (k < 1200)
			scene_run(&w, sim, 1);
	}
	dem3_free(sim);
	b = world_bodies3(&w);
	near(b.momentum[0][0], l0[0], 1e-12, "tumbling: angular momentum along x stays");
	near(b.momentum[1][0], l0[1], 1e-12, "along y");
	near(b.momentum[2][0], l0[2] + torque * t, 1e-12, "along z it grows by torque times time");
	near(scene_ledger(&w, "work"), work, 1e-5 * fabs(work), "the torque's work");
	near(scene_ledger(&w, "kin_rot") - scene_ledger(&w, "start_kin_rot"), work, 1e-5, "which is what it has more");
	near(scene_ledger(&w, "closure"), 0, 1e-12, "closure");
	world_free(&w);
}

int main(void)
{
	for (int z = 0; z < 6; z++) {
		told(z);
		forced(z, 0);
		forced(z, 2.7);
	}
	told_together();
	tumbles(0);
	tumbles(1.9);
	return done();
}
