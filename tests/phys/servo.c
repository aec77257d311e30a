/* Walls under pressure and driven walls against closed forms: where a plate on springs comes to rest, what two pressed walls do
 * to the area between them, how far a sinusoid goes. */
#include "scene.h"

static const char *const by[] = { "Verlet", "Gear" };

/* Walls of a material that passes through itself. */
static void begin(struct world *w, double kn, double en)
{
	scene_begin(w, kn, 0, 0, en);
	world_need_material(w, "steel")->density = 1;
	struct law *l = world_need_law(w, "steel", "grain");
	params_set(&l->par, "kn", kn);
	params_set(&l->par, "mu", 0);
	params_set(&l->par, "en", en);
	params_set(&world_need_law(w, "steel", "steel")->par, "kn", 0);
}

/* A straight wall under a constraint of its own, fixed at first. */
static struct constraint *wall(struct world *w, const char *tag, double x0, double y0, double x1, double y1, double r)
{
	int row = scene_wall(w, x0, y0, x1, y1, r);

	world_bodies2(w).material[row] = world_name(w, "steel");
	world_bodies2(w).tag[row] = world_name(w, tag);
	struct constraint *c = world_need_constraint(w, tag);
	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FIXED;
	return c;
}

static void press(struct world *w, const char *tag, int axis, double p, double m, double c, const char *from, const char *to)
{
	constraint_set(world_constraint(w, tag), &(struct constraint){
		.dof = { { .drive = DRIVE_FIXED }, { .drive = DRIVE_FIXED }, { .drive = DRIVE_FIXED } }, .m = m, .c = c,
		.between = { (char *)from, (char *)to } });
	world_constraint(w, tag)->dof[axis] = (struct dof){ DRIVE_PRESSURE, 1, { p }, NULL };
}

/* Five disks on a floor carry a lid that reaches beyond the sides: under p it sinks by 2 p L / 5 kn, two springs to a disk, L
 * the distance of the sides, or without them its own length. */
static void on_springs(enum dem2_integrator integrator, int between)
{
	const double r = 0.3, kn = 70, p = 1.7, thick = 0.05, left = -0.4, right = 4.3, beyond = 0.8;
	double length = between ? right - left - 2 * thick : right - left + 2 * beyond;
	struct world w;

	begin(&w, kn, 0.3);
	wall(&w, "floor", -2, -thick, 6, -thick, thick);
	wall(&w, "left", left, -1, left, 2, thick);
	wall(&w, "right", right, -1, right, 2, thick);
	wall(&w, "lid", left - beyond, 2 * r + thick, right + beyond, 2 * r + thick, thick);
	press(&w, "lid", 1, -p, 6, 20, between ? "right" : NULL, between ? "left" : NULL);
	for (int k = 0; k < 5; k++)
		scene_body(&w, scene_disk(&w, r), "-", 0.3 + 0.8 * k, r, 0);
	scene_run_for(&w, 60, 2e-3, scene_defaults(integrator));
	struct bodies2 b = world_bodies2(&w);
	near(b.y[3], 2 * r + thick - 2 * p * length / (5 * kn), 1e-9, "%s: a lid sinks by 2 p L / 5 kn, L %s", by[integrator],
	     between ? "the distance of the sides" : "its own length");
	near(params_get(&w.ledger, "el_n", 0), 5 * kn * pow(p * length / (5 * kn), 2), 1e-8, "%s: what ten springs hold",
	     by[integrator]);
	double done = params_get(&w.ledger, "work", 0), gone = params_get(&w.ledger, "other", 0) + params_get(&w.ledger, "visc", 0);
	near(done, 2 * pow(p * length, 2) / (5 * kn), 1e-9, "%s: the load's work, twice as much", by[integrator]);
	near(gone, 0.5 * done, integrator ? 2e-3 : 1e-5, "%s: the other half is damped", by[integrator]);
	world_free(&w);
}

/* Two walls with one pressure between each other's neighbours: their work is p times the area that is lost, to rounding, for
 * whatever is in between. */
static void area(enum dem2_integrator integrator)
{
	const double r = 0.25, thick = 0.1, p = 0.8;
	struct world w;

	begin(&w, 200, 0.5);
	wall(&w, "left", -thick, -1, -thick, 4, thick);
	wall(&w, "bottom", -1, -thick, 4, -thick, thick);
	wall(&w, "right", 3 + thick, -1, 3 + thick, 4, thick);
	wall(&w, "top", -1, 2.5 + thick, 4, 2.5 + thick, thick);
	press(&w, "right", 0, -p, 4, 1, "bottom", "top");
	press(&w, "top", 1, -p, 3, 2, "left", "right");
	for (int k = 0; k < 20; k++)
		scene_body(&w, scene_disk(&w, r), "-", 0.3 + 0.56 * (k % 5) + 0.05 * (k / 5 % 2), 0.3 + 0.57 * (k / 5), 0);
	scene_run_for(&w, 12, 2e-3, scene_defaults(integrator));
	struct bodies2 b = world_bodies2(&w);
	double lx = b.x[2] - thick, ly = b.y[3] - thick;
	ok(lx < 2.8 && ly < 2.3, "%s: both walls have moved, to %g x %g", by[integrator], lx, ly);
	near(params_get(&w.ledger, "work", 0), p * (3 * 2.5 - lx * ly), integrator ? 2e-3 : 1e-13, "%s: work is p times the area lost",
	     by[integrator]);
	near(params_get(&w.ledger, "residual", 1), 0, integrator ? 2e-3 : 1e-4, "%s: the first law", by[integrator]);
	world_free(&w);
}

/* Between walls of disks the pressure acts from surface to surface: radii, sizes and turns count, and of several disks the one
 * that reaches furthest. A lid alone falls as under p L. */
static void walls_of_disks(void)
{
	const double p = 0.7, m = 3, angle = 0.6, size = 0.8, at = 6.3, t = 0.5, xy[3][2] = { { -0.5, 0.1 }, { 0.5, 0.3 }, { 0, -0.4 } };
	double from = 0.4 + 1.3 * 0.3, to = INFINITY;
	struct world w;

	begin(&w, 1, 1);
	w.domain = (struct domain){ .lo = { -1, 0 }, .hi = { 9, 50 }, .periodic = { 1, 0 }, .set = 1 };
	wall(&w, "top", -0.5, 10, 8.5, 10, 0.1);
	int64_t disk = scene_disk(&w, 0.3), clump = scene_shape(&w, SHAPE_DISKS, 3, xy, 0.2)->id;
	int rows[3] = { scene_body(&w, disk, "left", 0.4, 1, 0), scene_body(&w, disk, "left", 0.7, 3, 0),
	                scene_body(&w, clump, "right", at, 2, angle) };
	struct bodies2 b = world_bodies2(&w);

	b.size[rows[0]] = 1.3;
	b.size[rows[1]] = 0.2; /* to 0.76 */
	b.size[rows[2]] = size;
	for (int k = 0; k < 3; k++) {
		const struct shape *s = world_shape(&w, clump);
		struct constraint *c = world_need_constraint(&w, k ? "right" : "left");

		b.material[rows[k]] = world_name(&w, "steel");
		for (int d = 0; d < 3; d++)
			c->dof[d].drive = DRIVE_FIXED;
		to = fmin(to, at + size * (cos(angle) * s->xy[k][0] - sin(angle) * s->xy[k][1] - s->radius[k]));
	}
	press(&w, "top", 1, -p, m, 0, "right", "left");
	scene_run_for(&w, t, 0.01, scene_defaults(DEM2_VERLET));
	near(world_bodies2(&w).vy[0], -p * (to - from) * t / m, 1e-9, "a pressure between walls of disks");
	world_free(&w);
}

/* A velocity A sin(2 pi t / T + phase) goes A T / pi from one end to the other, and is A at most. */
static void amplitude(void)
{
	const double a = 0.7, period = 1.3, dt = 1e-3;
	double lo = 1e9, hi = -1e9, fast = 0;
	struct sim_error e;
	struct world w;

	scene_begin(&w, 1, 0, 0, 1);
	scene_body(&w, scene_disk(&w, 0.4), "shaken", 1, 2, 0);
	world_need_constraint(&w, "shaken")->dof[0] = (struct dof){ DRIVE_SIN, 3, { a, period, 0.9 }, NULL };
	struct sim_options o = dem2_defaults();
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	for (int k = 0; k < 2600; k++) {
		dem2_step(sim, &e);
		dem2_export(sim, &w, 1);
		struct bodies2 b = world_bodies2(&w);
		lo = fmin(lo, b.x[0]);
		hi = fmax(hi, b.x[0]);
		fast = fmax(fast, fabs(b.vx[0]));
	}
	near(hi - lo, a * period / pi, 1e-5, "a sinusoid goes A T / pi from end to end");
	near(fast, a, 1e-5, "and its velocity is A at most");
	dem2_free(sim);
	world_free(&w);
}

/* Walls that are named must be there. */
static void missing(void)
{
	struct sim_options o = dem2_defaults();
	struct sim_error e;
	struct world w;

	begin(&w, 200, 0.5);
	wall(&w, "left", 0, 0, 0, 1, 0.1);
	wall(&w, "top", 0, 1, 1, 1, 0.1);
	press(&w, "top", 1, -1, 3, 0, "left", "right");
	struct dem2 *sim = dem2_new(&w, &o, &e);
	ok(!sim && e.status == SIM_BETWEEN && !strcmp(e.word, "top") && !strcmp(e.word2, "right"), "a wall that is not there");
	dem2_free(sim);
	press(&w, "top", 1, -1, 3, 0, "left", "top");
	sim = dem2_new(&w, &o, &e);
	ok(!sim && e.status == SIM_BETWEEN && !strcmp(e.word2, "top"), "a wall between itself and another");
	dem2_free(sim);
	world_free(&w);
}

int main(void)
{
	for (int k = 0; k < 2; k++) {
		on_springs(k ? DEM2_GEAR : DEM2_VERLET, 1);
		on_springs(k ? DEM2_GEAR : DEM2_VERLET, 0);
		area(k ? DEM2_GEAR : DEM2_VERLET);
	}
	walls_of_disks();
	amplitude();
	missing();
	return done();
}
