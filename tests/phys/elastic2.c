/* Laws whose stiffness follows from elastic constants, in the plane: the effective radius of vertices on edges, of points and of
 * sharp corners; Mindlin's tangential stiffness; impacts by Hertz' theory; and the ledger. */
#include "base/buf.h"
#include "base/rng.h"
#include "scene.h"

/* Two materials without two numbers alike. */
#define E1 2.1e4
#define NU1 0.3
#define E2 0.7e4
#define NU2 0.17
static const double star = 1 / ((1 - NU1 * NU1) / E1 + (1 - NU2 * NU2) / E2);
static const double shear = 1 / ((2 - NU1) * 2 * (1 + NU1) / E1 + (2 - NU2) * 2 * (1 + NU2) / E2);

static void law(struct world *w, const char *other, const char *kind, double mu, double en)
{
	struct law *l = world_need_law(w, "grain", other);

	free(l->kind);
	l->kind = mem_string(kind);
	params_set(&l->par, "mu", mu);
	params_set(&l->par, "en", en);
	params_set(&l->par, "attraction", 1);
}

static void begin(struct world *w, const char *kind, double mu, double en)
{
	world_init(w, 2);
	struct material *m = world_need_material(w, "grain");
	m->density = 1.25;
	m->young = E1;
	m->poisson = NU1;
	m = world_need_material(w, "glass");
	m->young = E2;
	m->poisson = NU2;
	law(w, "grain", kind, mu, en);
	law(w, "glass", kind, mu, en);
}

static void glass(struct world *w, int row)
{
	world_bodies2(w).material[row] = world_name(w, "glass");
}

/* A body that a drive pushes into another one by d, and then along it. re: the effective radius of the contact. */
enum pair { DISKS, DISK_ON_WALL, DISK_ON_END, SHARP_ON_WALL, CORNER_ON_WALL, DISK_ON_SHARP };
static const char *const pair_name[] = { "two disks", "a disk on a wall", "a disk on the end of a rod",
	"a sharp corner on a wall", "a round corner on a wall", "a disk on a sharp wall" };

static void touch(enum pair what, const char *kind)
{
	static const double triangle[3][2] = { { 0, -1 }, { 0.7, 0.5 }, { -0.7, 0.5 } };
	const double r = 0.4, wall = 0.1, round = 0.07, d = 0.004, v = 0.3, dt = 1e-4;
	int corner = what == SHARP_ON_WALL || what == CORNER_ON_WALL, hertz = strcmp(kind, "linear") != 0, row;
	double own = what == SHARP_ON_WALL ? 0 : what == CORNER_ON_WALL ? round : r, other = what == DISK_ON_SHARP ? 0 : wall;
	double re = what == DISKS ? r * wall / (r + wall) : what == SHARP_ON_WALL ? wall : own;
	struct world w;

	begin(&w, kind, 50, 1);
	int64_t shape = corner ? scene_shape(&w, SHAPE_POLYGON, 3, triangle, own)->id : scene_disk(&w, r);
	scene_body(&w, shape, "sled", 0, own + other - d - world_shape(&w, shape)->xy[0][1], 0);
	struct constraint *c = world_need_constraint(&w, "sled");
	c->dof[0] = (struct dof){ .drive = DRIVE_VELOCITY, .n = 1, .value = { v } };
	c->dof[1].drive = DRIVE_FIXED; /* the angle is free: two bodies that nothing can move do not touch */
	c->m = 1e6;
	if (what == DISKS) {
		row = scene_body(&w, scene_disk(&w, wall), "wall", 0, 0, 0);
		for (int k = 0; k < 3; k++)
			world_need_constraint(&w, "wall")->dof[k].drive = DRIVE_FIXED;
	} else { /* the end of a rod is off to the side; the disk lies on the end itself */
		row = scene_wall(&w, what == DISK_ON_END ? 0 : -3, 0, 2, 0, other);
	}
	glass(&w, row);
	world_bodies2(&w).x[0] += what == DISK_ON_END ? -1e-9 : 0;
	scene_run_for(&w, 0, dt, dem2_defaults());
	double kn = hertz ? 4.0 / 3 * star * sqrt(re * d) : pi / 4 * star, kt = hertz ? 8 * shear * sqrt(re * d) : pi * shear;
	double fn = 0, ft = 0;
	for (int k = 0; k < w.contact.n_row; k++) /* the end of the rod is a vertex on the disk, too */
		fn = fmax(fn, table_real(&w.contact, "fn")[k]);
	near(fn / (kn * d), 1, 1e-9, "%s, %s: normal force of unlike materials", kind, pair_name[what]);
	if (what == DISKS || what == DISK_ON_END) {
		world_free(&w);
		return;
	}
	scene_run_for(&w, 10 * dt, dt, dem2_defaults());
	for (int k = 0; k < w.contact.n_row; k++)
		ft = fmax(ft, fabs(table_real(&w.contact, "ft")[k]));
	near(ft / (kt * 10 * dt * v), 1, 1e-4, "%s, %s: tangential force", kind, pair_name[what]);
	near(params_get(&w.ledger, "el_n", NAN) / (kn * d * d * (hertz ? 0.4 : 0.5)), 1, 1e-9, "its normal energy");
	near(params_get(&w.ledger, "el_t", NAN) / (0.5 * kt * pow(10 * dt * v, 2)), 1, 2e-4, "its tangential energy");
	world_free(&w);
}

/* Two unlike disks, head-on: the deepest overlap by Hertz, or by a spring, and the restitution. */
static void impact(const char *kind, double v, double en)
{
	const double r[2] = { 0.4, 0.25 };
	double re = r[0] * r[1] / (r[0] + r[1]), m1 = 1.25 * pi * r[0] * r[0], m2 = pi * r[1] * r[1], m = m1 * m2 / (m1 + m2);
	double deepest = 0;
	int hertz = strcmp(kind, "linear") != 0;
	double deep = hertz ? pow(15 * m * v * v / (16 * star * sqrt(re)), 0.4) : v * sqrt(m / (pi / 4 * star));
	struct world w;

	begin(&w, kind, 0, en);
	scene_move(&w, scene_body(&w, scene_disk(&w, r[0]), "-", 0, 0, 0), v, 0, 0);
	glass(&w, scene_body(&w, scene_disk(&w, r[1]), "-", r[0] + r[1], 0, 0));
	struct sim_options o = dem2_defaults();
	o.dt = (hertz ? 2.9432750 * deep / v : pi * deep / v) / 1000;
	struct dem2 *sim = scene_start(&w, o);
	for (int k = 0; k < 200; k++) {
		scene_run(&w, sim, 10);
		if (w.contact.n_row > 0)
			deepest = fmax(deepest, table_real(&w.contact, "overlap")[0]);
	}
	dem2_free(sim);
	struct bodies2 b = world_bodies2(&w);
	near((b.vx[1] - b.vx[0]) / v, en, 2e-3, "%s: restitution %g at speed %g", kind, en, v);
	if (en == 1)
		near(deepest / deep, 1, 1e-3, "%s: the deepest overlap at speed %g", kind, v);
	world_free(&w);
}

/* The error of the first law in a cloud of grains of both materials, as a share of their energy. */
static double residual(double dt)
{
	static const double bar[2][2] = { { -0.2, 0 }, { 0.2, 0 } };
	struct world w;
	struct rng g;

	rng_seed(&g, 3);
	begin(&w, "hertz-mindlin", 0.5, 0.8);
	struct law *l = world_need_law(&w, "glass", "glass");
	params_set(&l->par, "mu", 0.4); /* linear, with kn from E */
	int64_t shape[2] = { scene_disk(&w, 0.3), scene_shape(&w, SHAPE_POLYLINE, 2, bar, 0.2)->id };
	w.domain = (struct domain){ .set = 1, .hi = { 5, 5 }, .periodic = { 1, 1 } };
	for (int k = 0; k < 36; k++) {
		double angle = 6 * rng_uniform(&g), vx = rng_normal(&g), vy = rng_normal(&g), omega = rng_normal(&g);

		scene_body(&w, shape[k % 2], "-", 0.4 + 0.83 * (k % 6), 0.4 + 0.83 * (k / 6), angle);
		scene_move(&w, k, vx, vy, omega);
		if (k % 3 == 0)
			glass(&w, k);
	}
	scene_run_for(&w, 2, dt, dem2_defaults());
	double e = params_get(&w.ledger, "residual", NAN) / params_get(&w.ledger, "start_kin_lin", NAN);
	ok(params_get(&w.ledger, "fric", 0) > 0.01 * params_get(&w.ledger, "start_kin_lin", NAN), "grains meet");
	near(params_get(&w.ledger, "closure", NAN), 0, 1e-12 * params_get(&w.ledger, "start_kin_lin", NAN), "closure");
	world_free(&w);
	return fabs(e);
}

int main(void)
{
	for (int k = DISKS; k <= DISK_ON_SHARP; k++) {
		touch((enum pair)k, "hertz-mindlin");
		touch((enum pair)k, "linear");
	}
	for (int k = 0; k < 3; k++) {
		impact("hertz-mindlin", 0.01 * pow(10, k), 0.7);
		impact("linear", 0.01 * pow(10, k), 0.7);
	}
	impact("hertz-mindlin", 0.3, 1);
	impact("linear", 0.3, 1);
	double rough = residual(2e-4), fine = residual(5e-5);
	ok(rough < 5e-4 && fine < rough / 8 + 1e-6, "first law to %.2g, with a quarter of the step %.2g", rough, fine);
	return done();
}
