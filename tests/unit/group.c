/* What a group of bodies does in a step, function by function, with numbers that differ in every degree of freedom:
 * accelerations with
 * weight and damping, prescribed motion, kicks, impulses and their work, the work of a step; drives at all times. */
#include "sim/group.h"

#include <string.h>

#include "motion/drive.h"
#include "sim/servo.h"
#include "sim/soft.h"
#include "tap.h"

enum { N = 5 };
static double v[3][N], a[3][N], r2[3][N];
static const double gravity[3] = { 0.7, -1.9, 0.4 }, dt = 0.03;
static int body[2] = { 3, 1 };

/* A simulation whose columns of bodies differ from each other. */
static struct soft soft(int dim)
{
	static double mass[N] = { 7, 1.1, 7, 2.4, 7 };
	struct soft c = { .dim = dim, .clock = { .dt = dt }, .mass = mass };

	for (int z = 0; z < 3; z++) {
		for (int b = 0; b < N; b++) {
			v[z][b] = 1 + 10 * z + b;
			a[z][b] = 0.1 + z + 0.01 * b;
			r2[z][b] = 1e-4 * (z + 1) * (b + 2);
		}
		c.v[z] = v[z];
		c.a[z] = a[z];
		c.gravity[z] = gravity[z];
	}
	return c;
}

/* A group of the bodies 3 and 1: forces and the like by degree of freedom. */
static struct group group_of(int dim)
{
	struct group g = { .n = 2, .body = body, .m = 2.3, .inertia = 0.61, .c = 0.83 };

	for (int z = 0; z < 6; z++) {
		g.f[z] = 1.3 + 0.7 * z;
		g.f0[z] = 0.9 - 0.4 * z;
		g.drive[z] = 0.21 * (z + 1);
		g.drive0[z] = 0.17 * (z + 2);
		g.v[z] = 0.3 + 0.11 * z;
		g.v0[z] = 0.2 - 0.07 * z;
		g.displacement[z] = 0.013 * (z + 1);
	}
	for (int z = 0; z < dim; z++)
		g.weighs[z] = 1;
	return g;
}

static void accelerates(int dim, double back)
{
	const double factor = 0.017;
	double *const columns[3] = { r2[0], r2[1], r2[2] };
	struct soft x = soft(dim);
	struct group g = group_of(dim);

	g.weighs[0] = 0;
	group_accelerate(&x, &g, factor, back, columns);
	for (int z = 0; z < 3; z++) {
		double line = z < dim, m = line ? 2.3 : 0.61, c = line ? 0.83 : 0, g_z = line && z > 0 ? gravity[z] : 0;
		double want = (1.3 + 0.7 * z + 0.21 * (z + 1) + m * g_z - c * (1 + 10 * z +
			3 - back * 5e-4 * (z + 1))) / (m + c * factor);

		near(g.a[z], want, 1e-13, "dim %d, back %g: acceleration along %d", dim, back, z);
		ok(a[z][3] == g.a[z] && a[z][1] == g.a[z] && a[z][0] == 0.1 + z, "of all its bodies, and no others");
	}
	g = group_of(dim);
	g.is_fixed = 1;
	x = soft(dim);
	group_accelerate(&x, &g, factor, back, columns);
	group_kick(&x, &g);
	ok(a[1][3] == 0.1 + 1 + 0.01 * 3 && v[1][3] == 14, "one that stands is left alone");
}

static void kicked(void)
{
	struct soft x = soft(3);
	struct group g = group_of(3);

	group_kick(&x, &g);
	for (int z = 0; z < 3; z++)
		for (int b = 0; b < N; b++)
			near(v[z][b], 1 + 10 * z + b + (b == 3 || b == 1 ? 0.5 * dt * (0.1 + z + 0.01 * b) : 0), 1e-14,
				"half a kick: %d of %d", z, b);
}

/* Along x told by a ramp, along y free, the third by a sinusoid: before the drift and after the step. */
static void told(int dim)
{
	struct soft x = soft(dim);
	struct group g = group_of(dim);
	const double t0 = 1.2, t1 = 1.2 + dt, k = 2 * 3.14159265358979323846 / 1.7;

	g.dof[0] = (struct dof){ DRIVE_RAMP, 4, { 0.3, 1.1, 0.5, 2.1 }, NULL };
	g.dof[2] = (struct dof){ DRIVE_SIN, 3, { 0.8, 1.7, 0.4 }, NULL };
	x.group = &g;
	x.n_group = 1;
	double ramp0 = 0.3 + 0.8 * 0.7 / 1.6, ramp1 = ramp0 + 0.5 * dt, sin0 = 0.8 * sin(k * t0 + 0.4),
		sin1 = 0.8 * sin(k * t1 + 0.4);
	groups_before(&x, t0, t1);
	ok(g.f0[1] == 1.3 + 0.7 && g.drive0[1] == 0.42 && g.v0[1] == 0.3 + 0.11, "what was before is kept");
	near(g.v[0], ramp0, 1e-14, "before: a ramp's velocity");
	near(g.a[0], 0.5, 1e-12, "and acceleration");
	near(g.v[2], sin0, 1e-14, "a sinusoid's");
	near(g.a[2], (sin1 - sin0) / dt, 1e-11, "with the one that takes it to the end of the step");
	ok(v[0][3] == g.v[0] && v[0][1] == g.v[0] && a[2][1] == g.a[2] && v[1][3] == 14 && v[0][0] == 1,
		"for its bodies, where they are told");
	group_after(&x, &g, t1);
	near(g.v[0], ramp1, 1e-14, "after: to the letter");
	near(v[2][1], sin1, 1e-14, "for all");
	ok(g.a[0] == 0 && a[0][3] == 0 && a[2][1] == 0 && g.v[1] == 14 && fabs(a[1][3] - 1.13) < 1e-14,
		"told ones do not accelerate, others have the first body's velocity");
}

/* An impulse j gives the velocity j / m, less with damping, whose other half acts on what it leads to; what prescribes a
 * motion takes
 * the work j v from it. */
static void impulses(int dim)
{
	const double j[3] = { 0.31, -0.47, 0.13 };
	struct soft x = soft(dim);
	struct group g = group_of(dim);
	double want = 0;

	g.dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 4 }, NULL };
	x.ledger.work = 5;
	double work = group_impulse(&x, &g, j);
	near(x.ledger.work, 5 - 0.31 * 4, 1e-14, "dim %d: what prescribes a motion is worked against", dim);
	want = 0.31 * 4;
	for (int z = 1; z < 3; z++) {
		double m = z < dim ? 2.3 : 0.61, c = z < dim ? 0.83 : 0, after = 1 + 10 * z + 3 + j[z] / (m + 0.5 * dt * c);

		near(v[z][3], after, 1e-13, "dim %d: velocity after an impulse, %d", dim, z);
		ok(v[z][1] == v[z][3], "of all");
		want += j[z] * (after - 0.5 * j[z] / m);
	}
	ok(v[0][3] == 4, "told ones stay");
	near(work, want, 1e-13, "the work of impulses");
}

static void work(void)
{
	struct soft x = soft(3);
	struct group g = group_of(3);
	double done = 0.5, want = 0.5, lost = 0.25;

	g.dof[1] = (struct dof){ DRIVE_VELOCITY, 1, { 1 }, NULL };
	g.dof[4] = (struct dof){ DRIVE_SIN, 3, { 1, 1, 0 }, NULL };
	x.ledger.other = 0.25;
	group_work(&x, &g, 6, &done);
	for (int z = 0; z < 6; z++) {
		if (z == 1 || z == 4)
			want -= 0.5 * (0.9 - 0.4 * z + 1.3 + 0.7 * z) * 0.013 * (z + 1);
		else
			want += 0.5 * (0.17 * (z + 2) + 0.21 * (z + 1)) * 0.013 * (z + 1);
		if (z < 3 && z != 1)
			lost += 0.5 * 0.83 * (0.2 - 0.07 * z + 0.3 + 0.11 * z) * 0.013 * (z + 1);
	}
	near(done, want, 1e-14, "work of a step: told motion against contacts, driving forces");
	near(x.ledger.other, lost, 1e-15, "and what damping took along lines");
	g.is_fixed = 1;
	group_work(&x, &g, 6, &done);
	near(done, want, 1e-14, "what stands does no work");
	g.is_fixed = 0;
	done = 0;
	group_work(&x, &g, 3, &done);
	near(done, 0.5 * (0.34 + 0.21) * 0.013 - 0.5 * (0.5 + 2) * 0.026 + 0.5 * (0.68 + 0.63) * 0.039, 1e-15,
		"of its first three only");
}

/* ---- drives and what pressures act on ---- */

static void drives(void)
{
	const struct dof ramp = { DRIVE_RAMP, 4, { 0.3, -1.1, 0.5, 2.1 }, NULL }, s = { DRIVE_SIN, 3, { 0.8, 1.7, 0.4 }, NULL };
	const struct dof vel = { DRIVE_VELOCITY, 1, { 0.6 }, NULL }, still = { DRIVE_VELOCITY, 1, { 0 }, NULL },
		fixed = { .drive = DRIVE_FIXED };
	const struct dof force = { DRIVE_FORCE, 1, { 0.6 }, NULL }, press = { DRIVE_PRESSURE, 1, { 0.6 }, NULL },
		free_ = { .drive = DRIVE_FREE };

	near(drive_velocity(&ramp, 0.4), 0.3, 0, "a ramp before");
	near(drive_velocity(&ramp, 0.9), 0.3 - 1.4 * 0.25, 1e-15, "in");
	near(drive_velocity(&ramp, 2.2), -1.1, 0, "and after it");
	near(drive_velocity(&s, 0.33), 0.8 * sin(2 * 3.14159265358979323846 * 0.33 / 1.7 + 0.4), 1e-15, "a sinusoid");
	ok(drive_velocity(&vel, 7) == 0.6 && drive_velocity(&fixed, 7) == 0 && drive_velocity(&force, 7) == 0,
		"a velocity, and none");
	ok(drive_prescribes(&ramp) && drive_prescribes(&s) && drive_prescribes(&vel) && drive_prescribes(&fixed),
		"what prescribes");
	ok(!drive_prescribes(&force) && !drive_prescribes(&press) && !drive_prescribes(&free_), "and what does not");
	ok(drive_is_fixed(&fixed) && drive_is_fixed(&still) && !drive_is_fixed(&vel) && !drive_is_fixed(&free_) && !drive_is_fixed(&s),
		"what stands");

	/* a table: linear between its entries, constant outside */
	double entry[] = { 0.5, 0.3, 0.9, -1.1, 2.1, 0.4, 2.2, 0.4 }, one[] = { 3, 0.7 };
	struct dof table = { DRIVE_TABLE, 8, { 0 }, entry }, single = { DRIVE_TABLE, 2, { 0 }, one };
	int at;

	near(drive_velocity(&table, -4), 0.3, 0, "a table before");
	near(drive_velocity(&table, 0.6), 0.3 - 1.4 * 0.25, 1e-15, "between its first entries");
	near(drive_velocity(&table, 0.9), -1.1, 0, "at an entry");
	near(drive_velocity(&table, 1.3), -1.1 + 1.5 / 3, 1e-15, "between the next");
	near(drive_velocity(&table, 2.15), 0.4, 0, "where it is constant");
	near(drive_velocity(&table, 9), 0.4, 0, "and after it");
	ok(drive_velocity(&single, 1) == 0.7 && drive_velocity(&single, 5) == 0.7, "a table of one entry");
	ok(drive_prescribes(&table) && !drive_is_fixed(&table) && !drive_fault(&table, &at) && !drive_fault(&single, NULL),
		"a table prescribes");
	entry[4] = 0.9;
	ok(drive_fault(&table, &at) && at == 4, "times that stand still");
	entry[4] = 2.3;
	ok(drive_fault(&table, &at) && at == 6, "times that go back");
	table.n = 7;
	ok(drive_fault(&table, &at) && at == 7, "a time without a velocity");
}

static void takes(void)
{
	struct soft x = soft(3);
	struct constraint c = { .tag = "it", .c = 0.3 };
	struct group g = { .n = 2, .body = body };
	struct sim_error e = { 0 };
	double own;

	c.dof[0] = (struct dof){ DRIVE_FORCE, 1, { 2 }, NULL };
	c.dof[1] = (struct dof){ DRIVE_PRESSURE, 1, { 2 }, NULL };
	ok(group_take(&x, &g, &c, &own, &e) == SIM_GOOD && own == 3.5 && g.m == 3.5 && g.c == 0.3,
		"its mass is that of its bodies");
	ok(g.weighs[0] && !g.weighs[1] && g.weighs[2] && !g.is_fixed, "weight acts where it is free or forced");
	c.m = 9;
	ok(group_take(&x, &g, &c, &own, &e) == SIM_GOOD && own == 3.5 && g.m == 9, "unless it has one of its own");
	for (int z = 0; z < 6; z++)
		c.dof[z].drive = DRIVE_FIXED;
	ok(group_take(&x, &g, &c, &own, &e) == SIM_GOOD && g.is_fixed && !g.weighs[2], "it stands");
	for (int z = 0; z < 6; z++) {
		struct constraint one = c;

		one.dof[z] = (struct dof){ DRIVE_VELOCITY, 1, { 0.1 }, NULL };
		ok(group_take(&x, &g, &one, &own, &e) == SIM_GOOD && !g.is_fixed, "not when it is driven along %d", z);
		one.dof[z] = (struct dof){ DRIVE_PRESSURE, 1, { 0.1 }, NULL };
		ok((group_take(&x, &g, &one, &own, &e) == SIM_DRIVE) == (z >= 3), "a pressure turns nothing, %d", z);
		one.dof[z] = (struct dof){ DRIVE_RAMP, 4, { 1, 2, 3, 3 }, NULL };
		ok(group_take(&x, &g, &one, &own, &e) == SIM_DRIVE, "a ramp takes time, %d", z);
		one.dof[z] = (struct dof){ DRIVE_SIN, 3, { 1, 0, 0 }, NULL };
		ok(group_take(&x, &g, &one, &own, &e) == SIM_DRIVE, "and a period, %d", z);
		one.dof[z] = (struct dof){ DRIVE_TABLE, 4, { 0 }, (double[]){ 2, 1, 1, 1 } };
		ok(group_take(&x, &g, &one, &own, &e) == SIM_DRIVE, "and times that increase, %d", z);
	}
}

static void servo(void)
{
	const struct domain d = { .lo = { -1, 2, 0.5 }, .hi = { 3, 9, 2.5 }, .periodic = { 1, 0, 1 }, .set = 1 };
	const double low[2] = { -0.7, 0.4 }, high[2] = { 1.9, 2.2 };

	near(servo_between(low, high), 1.5, 1e-15, "between two walls");
	near(servo_between(high, low), 1.5, 1e-15, "whichever is first");
	ok(servo_between((double[2]){ 0, 2 }, (double[2]){ 1, 3 }) == 0, "none when they have met");
	ok(servo_round(&d, 0, 2) && !servo_round(&d, 0, 1) && !servo_round(&d, 1, 2) && servo_round(&d, 2, 3),
		"several go round a period");
	ok(servo_width(&d, 0, 5) == 4 && servo_width(&d, 0, 3.5) == 3.5 && servo_width(&d, 1, 8) == 8 && servo_width(&d, 2,
		8) == 2,
	   "a wall is no wider than the period");
}

int main(void)
{
	for (int dim = 2; dim <= 3; dim++) {
		accelerates(dim, 0);
		accelerates(dim, 31);
		told(dim);
		impulses(dim);
	}
	kicked();
	work();
	drives();
	takes();
	servo();
	return done();
}
