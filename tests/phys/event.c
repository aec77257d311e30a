/* The energy at the events where contacts begin and end: elastic collisions return what they were given, whatever the step and
 * wherever within a step they begin; momentum and angular momentum stay; prescribed and free walls take and give their share. */
#include "scene.h"

enum { PHASES = 12 };
static const double kn = 1e4;

static double get(const struct world *w, const char *key)
{
	return params_get(&w->ledger, key, NAN);
}

/* Two disks head on with 7 steps of contact, the first step of it at a given phase. Returns the speed of parting by that of
 * approach, less 1. */
static double head_on(double phase, double *closure)
{
	struct world w;
	double r1 = 0.4, r2 = 0.7, v = 1.3, u = -0.4, m1 = 1.25 * pi * r1 * r1, m2 = 1.25 * pi * r2 * r2;
	double dt = pi / sqrt(kn * (1 / m1 + 1 / m2)) / 7;

	scene_begin(&w, kn, 0, 0, 1);
	scene_body(&w, scene_disk(&w, r1), "-", 0, 0, 0);
	scene_body(&w, scene_disk(&w, r2), "-", r1 + r2 + (v - u) * dt * (2 + phase), 0, 0);
	scene_move(&w, 0, v, 0, 0);
	scene_move(&w, 1, u, 0, 0);
	scene_run_for(&w, 20 * dt, dt, dem2_defaults());
	struct bodies2 b = world_bodies2(&w);
	double out = (b.vx[1] - b.vx[0]) / (v - u) - 1;
	*closure = fmax(*closure, fabs(get(&w, "closure") / (m1 * v * v)));
	world_free(&w);
	return out;
}

static void head_on_phases(void)
{
	double worst = 0, closure = 0;

	for (int k = 0; k < PHASES; k++)
		worst = fmax(worst, fabs(head_on((k + 0.5) / PHASES, &closure)));
	ok(worst < 1e-12, "two disks part as fast as they met, to %.2g with 7 steps of contact", worst);
	near(closure, 0, 1e-14, "closure is an identity");
}

/* A disk on a wall that comes towards it at a prescribed speed, or is free with the mass m and damping c. */
static void on_a_wall(double speed, double m, double c)
{
	double worst = 0, balance = 0, closure = 0;

	for (int k = 0; k < PHASES; k++) {
		struct world w;
		double r = 0.5, v = 0.8, m1 = 1.25 * pi * r * r, dt = pi * sqrt(m1 / kn) / 25;

		scene_begin(&w, kn, 0, 0, 1);
		scene_body(&w, scene_disk(&w, r), "-", 0, 0.1 + r + v * dt * (2 + (k + 0.5) / PHASES), 0);
		scene_wall(&w, -3, 0, 3, 0, 0.1);
		scene_move(&w, 0, 0, -v, 0);
		struct constraint *g = world_need_constraint(&w, "wall");
		g->dof[1] = m > 0 ? (struct dof){ DRIVE_FREE, 0, { 0 }, NULL } : (struct dof){ DRIVE_VELOCITY, 1, { speed }, NULL };
		g->m = m;
		g->c = c;
		scene_run_for(&w, 50 * dt, dt, dem2_defaults());
		struct bodies2 b = world_bodies2(&w);
		worst = fmax(worst, fabs((b.vy[0] - b.vy[1]) / (v + speed) - 1));
		balance = fmax(balance, fabs(get(&w, "residual") / (m1 * v * v)));
		closure = fmax(closure, fabs(get(&w, "closure") / (m1 * v * v)));
		world_free(&w);
	}
	const char *kind = m > 0 ? c > 0 ? "free, damped" : "free" : "moved";
	if (c == 0)
		ok(worst < 1e-11, "%s wall: a disk leaves it as fast as it came, to %.2g", kind, worst);
	ok(balance < (c > 0 ? 1e-6 : 1e-11), "%s wall: residual %.2g of the energy", kind, balance);
	near(closure, 0, 1e-13, "%s wall: closure is an identity", kind);
}

/* A disk on a bar that is hinged off its middle, with a mass of its own, or on one that flies and may turn: stiff, so that
 * nothing
 * turns while it touches, with 7 steps of contact. The disk gets 2 u / (1/m + q), q the bar's inverse mass there. */
static void on_a_bar(int hinged)
{
	double worst = 0, closure = 0, balance = 0;

	for (int k = 0; k < PHASES; k++) {
		static const double line[2][2] = { { -1, 0 }, { 1, 0 } };
		const double r = 0.5, v = 0.8, lever = 0.37, stiff = 1e11, m = 1.25 * pi * r * r, more = 3.3;
		struct world w;

		scene_begin(&w, stiff, 0, 0, 1);
		struct shape *s = scene_shape(&w, SHAPE_POLYLINE, 2, line, 0.1);
		double bar = 1.25 * s->area, inertia = 1.25 * s->inertia * (hinged ? more / bar : 1);
		double give = 1 / m + (hinged ? 0 : 1 / bar) + lever * lever / inertia, dt = pi / sqrt(stiff * give) / 7;
		scene_body(&w, scene_disk(&w, r), "-", lever, 0.1 + r + v * dt * (2 + (k + 0.5) / PHASES), 0);
		scene_body(&w, s->id, "bar", 0, 0, 0);
		scene_move(&w, 0, 0, -v, 0);
		scene_move(&w, 1, 0, 0, 0.3);
		struct constraint *c = world_need_constraint(&w, "bar");
		c->dof[0].drive = c->dof[1].drive = hinged ? DRIVE_FIXED : DRIVE_FREE;
		c->m = hinged ? more : 0;
		scene_run_for(&w, 20 * dt, dt, dem2_defaults());
		struct bodies2 b = world_bodies2(&w);
		double u = v + 0.3 * lever, energy = 0.5 * m * v * v + 0.5 * inertia * 0.09;
		worst = fmax(worst, fabs(b.vy[0] + v - 2 * u / give / m) + fabs(b.omega[1] - 0.3 + 2 * u / give * lever / inertia));
		balance = fmax(balance, fabs(get(&w, "residual")) / energy);
		closure = fmax(closure, fabs(get(&w, "closure")) / energy);
		world_free(&w);
	}
	const char *what = hinged ? "hinged" : "free";
	near(worst, 0, 2e-6, "a disk on a bar that is %s: both leave with the impulse 2 u / (1/m + q)", what);
	near(balance, 0, 2e-6, "a bar that is %s: residual", what);
	near(closure, 0, 1e-12, "a bar that is %s: closure", what);
}

/* Disks that meet across the border of a periodic cell in shear, whose images move; one of them is wrapped just then. */
static void across_a_border(void)
{
	double balance = 0, closure = 0, work = 0;

	for (int k = 0; k < PHASES; k++) {
		struct world w;
		double r = 0.5, v = 0.8, m = 1.25 * pi * r * r, dt = pi * sqrt(0.5 * m / kn) / 25;
		double way = 2 * r + (k + 0.5) / PHASES * v * dt, below = 0.8 * v * dt * (k % 3 + 0.5);

		scene_begin(&w, kn, 0, 0, 1);
		w.domain = (struct domain){ .hi = { 4, 4 }, .periodic = { 1, 1 }, .rate = { [XY] = 0.2 }, .set = 1 };
		scene_body(&w, scene_disk(&w, r), "-", 2, 4 - below, 0);
		scene_body(&w, scene_disk(&w, r), "-", 2 + 0.6 * way, 0.8 * way - below, 0);
		scene_move(&w, 0, 0.6 * v, 0.8 * v, 0);
		scene_run_for(&w, 50 * dt, dt, dem2_defaults());
		balance = fmax(balance, fabs(get(&w, "residual") / (m * v * v)));
		closure = fmax(closure, fabs(get(&w, "closure") / (m * v * v)));
		work = fmax(work, fabs(get(&w, "work") / (m * v * v)));
		world_free(&w);
	}
	ok(work > 0.03, "a moving cell: it does work, %.2g of the energy", work);
	ok(balance < 1e-5, "a moving cell: residual %.2g of the energy", balance);
	near(closure, 0, 1e-13, "a moving cell: closure is an identity");
}

/* Two spinning pentagons that meet anyhow: energy gained, changes of momentum and angular momentum, by those of the scene. */
struct change { double energy, momentum, angular; };

static struct change pentagons(struct rng *g, double dt, double kt, double mu, double en)
{
	struct world w;
	double xy[5][2], sum[2][4] = { { 0 } }, u[7];
	struct change out;

	scene_begin(&w, kn, kt, mu, en);
	for (int k = 0; k < 5; k++) {
		xy[k][0] = 0.4 * cos(0.4 * pi * k);
		xy[k][1] = 0.4 * sin(0.4 * pi * k);
	}
	struct shape *s = scene_shape(&w, SHAPE_POLYGON, 5, xy, 0.1);
	double m = 1.25 * s->area, inertia = 1.25 * s->inertia;
	scene_draw(g, 7, u);
	scene_body(&w, s->id, "-", 0, 0, 6 * u[0]);
	scene_body(&w, s->id, "-", 1.1, u[1] - 0.5, 6 * u[2]);
	for (int k = 0; k < 2; k++)
		scene_move(&w, k, k ? -1 : 1, 0.3 * u[3 + 2 * k], 2 * u[4 + 2 * k] - 1);
	for (int end = 0; end < 2; end++) {
		struct bodies2 b = world_bodies2(&w);

		for (int k = 0; k < 2; k++) {
			sum[end][0] += 0.5 * m * (b.vx[k] * b.vx[k] + b.vy[k] * b.vy[k]) + 0.5 * inertia * b.omega[k] * b.omega[k];
			sum[end][1] += m * b.vx[k];
			sum[end][2] += m * b.vy[k];
			sum[end][3] += m * (b.x[k] * b.vy[k] - b.y[k] * b.vx[k]) + inertia * b.omega[k];
		}
		if (!end)
			scene_run_for(&w, 0.4, dt, dem2_defaults());
	}
	out.energy = en == 1 ? sum[1][0] / sum[0][0] - 1 : get(&w, "residual") / sum[0][0];
	out.momentum = (fabs(sum[1][1] - sum[0][1]) + fabs(sum[1][2] - sum[0][2])) / m;
	out.angular = (sum[1][3] - sum[0][3]) / m;
	world_free(&w);
	return out;
}

static void many_pentagons(const char *name, double kt, double mu, double en, double most)
{
	enum { SCENES = 60 };
	struct rng g;
	double energy = 0, momentum = 0, angular = 0;

	rng_seed(&g, 11);
	for (int k = 0; k < SCENES; k++) {
		struct change c = pentagons(&g, 4e-4, kt, mu, en);

		energy += c.energy * c.energy / SCENES;
		momentum = fmax(momentum, c.momentum);
		angular = fmax(angular, fabs(c.angular));
	}
	ok(sqrt(energy) < most, "two pentagons, %s: energy to %.2g (rms)", name, sqrt(energy));
	near(momentum, 0, 1e-13, "two pentagons, %s: momentum", name);
	near(angular, 0, 1e-13, "two pentagons, %s: angular momentum", name);
}

int main(void)
{
	head_on_phases();
	on_a_wall(0.3, 0, 0);
	on_a_wall(0, 1.7, 0);
	on_a_wall(0, 1.7, 3);
	on_a_bar(0);
	on_a_bar(1);
	across_a_border();
	many_pentagons("elastic", 0, 0, 1, 1.5e-4);
	many_pentagons("frictional", 3e3, 0.5, 0.9, 1e-4);
	return done();
}
