/* The fast path against the plain one: all columns, contacts and the ledger of the last frame, to the last bit; whatever the
 * vectors, threads, skin, order of rows, names or splits of a run. */

#include "base/buf.h"
#include "dem2/dem2_state.h"
#include "scene.h"

static struct rng g;

static double uniform(double lo, double hi)
{
	return lo + (hi - lo) * rng_uniform(&g);
}

/* ---- shapes ---- */

/* A polygon of n vertices whose distances from the origin are between lo and hi, in turn where it is a star. */
static int64_t outline(struct world *w, int n, double lo, double hi, int star, double r)
{
	double xy[64][2];

	for (int k = 0; k < n; k++) {
		double a = 2 * pi * (k + (star ? 0 : uniform(-0.2, 0.2))) / n, d = star ? (k % 2 ? lo : hi) : uniform(lo, hi);

		xy[k][0] = d * cos(a);
		xy[k][1] = d * sin(a);
	}
	struct mass m;
	struct shape *s = scene_shape(w, SHAPE_POLYGON, n, (const double(*)[2])xy, r);
	for (int turn = 0; turn < 3 && shape_weigh2(&m, s) == MASS_GOOD; turn++) /* to its centre of mass */
		for (int k = 0; k < n; k++) {
			s->xy[k][0] -= m.x;
			s->xy[k][1] -= m.y;
			s->area = -1;
		}
	return s->id;
}

static int64_t rod(struct world *w, double half, double r)
{
	return scene_shape(w, SHAPE_POLYLINE, 2, (const double[2][2]){ { -half, 0 }, { half, 0 } }, r)->id;
}

/* Three disks of different radii around their centre of mass, which is found as that of the outline. */
static int64_t clump(struct world *w)
{
	struct shape *s = scene_shape(w, SHAPE_DISKS, 3, (const double[3][2]){ { 0.3, 0.01 }, { -0.2, 0.25 }, { -0.19, -0.22 } }, 0.2);
	struct mass m;

	for (int turn = 0; turn < 3; turn++) {
		s->area = -1;
		if (shape_weigh2(&m, s) == MASS_GOOD)
			for (int k = 0; k < 3; k++) {
				s->xy[k][0] -= m.x;
				s->xy[k][1] -= m.y;
			}
	}
	s->area = -1;
	return s->id;
}

/* Bodies of these shapes in turn on a square lattice of the given step, which their cells leave at random by 5%. */
static void fill(struct world *w, int nx, int ny, double step, double speed, const int64_t *shape, int n_shape)
{
	for (int k = 0; k < nx * ny; k++) {
		double x = (k % nx + 0.5 + uniform(-0.02, 0.02)) * step, y = (k / nx + 0.5 + uniform(-0.02, 0.02)) * step;
		double angle = uniform(0, 2 * pi), vx = uniform(-1, 1), vy = uniform(-1, 1), omega = uniform(-2, 2);
		int row = scene_body(w, shape[k % n_shape], "-", x - 1.3, y + 0.7, angle);

		scene_move(w, row, speed * vx, speed * vy, speed * omega);
	}
}

static void box(struct world *w, double lx, double ly, int px, int py)
{
	w->domain = (struct domain){ .lo = { -1.3, 0.7 }, .hi = { -1.3 + lx, 0.7 + ly }, .periodic = { px, py }, .set = 1 };
}

/* ---- scenes ---- */

static void pentagons(struct world *w)
{
	int64_t shape = outline(w, 5, 0.4, 0.4, 0, 0.1);

	box(w, 6 * 0.93, 6 * 0.93, 1, 1);
	fill(w, 6, 6, 0.93, 1, &shape, 1);
}

/* Pairs of disks head-on, all as fast, from gaps of 0.005 to 0.2 more: whenever a list is built some stand just outside it, and
 * both use up all the room that the list gives them. */
static void head_on(struct world *w)
{
	int64_t disk = scene_disk(w, 0.1);

	box(w, 3, 40 * 0.25, 0, 0);
	for (int k = 0; k < 40; k++)
		for (int side = -1; side <= 1; side += 2)
			scene_move(w, scene_body(w, disk, "-", 0.2 + side * (0.2 + 0.0025 * k), 0.8 + 0.25 * k, 0), -side, 0, 0);
}

static void many(struct world *w)
{
	int64_t shape[2] = { outline(w, 5, 0.4, 0.4, 0, 0.1), scene_disk(w, 0.48) };

	box(w, 27 * 0.92, 22 * 0.92, 1, 1);
	fill(w, 27, 22, 0.92, 1, shape, 2);
}

/* A disk runs into a row of disks at rest. One that is hit flies on, in the end across a border between threads, to the next,
 * which was too far away to be near. */
static void blow(struct world *w)
{
	int64_t disk = scene_disk(w, 0.5);

	box(w, 110, 2, 0, 1);
	for (int k = 0; k < 96; k++)
		scene_body(w, disk, "-", 1.02 * k, 1.5, 0);
	scene_move(w, 24, 2, 0, 0);
}

static void grains(struct world *w)
{
	int64_t shape[6];

	for (int k = 0; k < 6; k++)
		shape[k] = outline(w, 3 + k, 0.3, 0.38, 0, 0.12 + 0.01 * k);
	box(w, 5 * 0.88, 6 * 0.88, 1, 0);
	w->domain.lo[1] -= 1;
	w->domain.hi[1] += 1;
	fill(w, 5, 6, 0.88, 1.2, shape, 6);
}

static void stars(struct world *w)
{
	int64_t shape[2] = { outline(w, 10, 0.2, 0.39, 1, 0.09), outline(w, 30, 0.3, 0.39, 0, 0.09) };

	box(w, 4 * 0.885, 3 * 0.885, 1, 1);
	fill(w, 4, 3, 0.885, 2, shape, 2);
}

static void rice(struct world *w)
{
	int64_t shape[3] = { rod(w, 0.3, 0.2), rod(w, 0.25, 0.25), scene_disk(w, 0.4) };

	box(w, 6 * 0.82, 6 * 0.82, 1, 1);
	fill(w, 6, 6, 0.82, 1.5, shape, 3);
}

static void disks(struct world *w)
{
	int64_t shape = scene_disk(w, 0.5);

	box(w, 6 * 0.8, 6 * 0.8, 1, 1);
	fill(w, 6, 6, 0.8, 1.5, &shape, 1);
	for (int k = 0; k < 36; k++)
		world_bodies2(w).size[k] = k % 3 ? uniform(0.2, 0.8) : 0.95;
}

static void clumps(struct world *w)
{
	int64_t shape[2] = { clump(w), outline(w, 4, 0.4, 0.4, 0, 0.1) };

	box(w, 5 * 0.92, 5 * 0.92, 1, 1);
	fill(w, 5, 5, 0.92, 1.5, shape, 2);
}

/* Grids of 12 x 12 disks, and stars of 64 corners. */
static void large(struct world *w)
{
	double xy[144][2];

	for (int k = 0; k < 144; k++) {
		xy[k][0] = 0.055 * (k % 12 - 5.5);
		xy[k][1] = 0.055 * (k / 12 - 5.5);
	}
	int64_t shape[2] = { scene_shape(w, SHAPE_DISKS, 144, (const double(*)[2])xy, 0.06)->id, outline(w, 64, 0.3, 0.4, 1, 0.06) };

	box(w, 3 * 0.92, 2 * 0.92, 1, 1);
	fill(w, 3, 2, 0.92, 4, shape, 2);
}

/* Grains between endless plates, the upper one loaded and moving, a turning rod and a swinging one among them. */
static void walls(struct world *w)
{
	int64_t shape[3] = { outline(w, 5, 0.35, 0.35, 0, 0.15), scene_disk(w, 0.45), rod(w, 0.3, 0.2) };
	double lx = 6 * 0.87, ly = 4 * 0.87;

	w->gravity[0] = 0.3;
	w->gravity[1] = -6;
	box(w, lx, ly + 0.6, 1, 0);
	w->domain.lo[1] -= 0.1;
	fill(w, 6, 4, 0.87, 1, shape, 3);
	scene_wall(w, -1.3, 0.62, -1.3 + lx, 0.62, 0.05);
	int64_t plate = scene_shape(w, SHAPE_POLYLINE, 2, (const double[2][2]){ { -0.5 * lx, 0 }, { 0.5 * lx, 0 } }, 0.05)->id;
	scene_body(w, plate, "plate", -1.3 + 0.5 * lx, 0.84 + ly, 0);
	struct constraint *c = world_need_constraint(w, "plate");
	c->m = 5;
	c->c = 0.7;
	c->dof[0] = (struct dof){ DRIVE_RAMP, 4, { 0, 0.4, 0, 0.2 }, NULL };
	c->dof[1] = (struct dof){ DRIVE_PRESSURE, 1, { -3 }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
	static const char *const tag[2] = { "turning", "swinging" };
	for (int k = 0; k < 2; k++) { /* in the places of grains */
		int row = k ? 8 : 10;

		world_bodies2(w).tag[row] = world_name(w, tag[k]);
		world_bodies2(w).vx[row] = world_bodies2(w).vy[row] = world_bodies2(w).omega[row] = 0;
		c = world_need_constraint(w, tag[k]);
		c->dof[0].drive = c->dof[1].drive = DRIVE_FIXED;
		c->dof[2] = (struct dof){ DRIVE_VELOCITY, 1, { -1.7 }, NULL };
	}
	c->dof[0] = (struct dof){ DRIVE_SIN, 3, { 0.5, 0.7, 0.1 }, NULL };
	c->dof[1].drive = DRIVE_FORCE;
	c->dof[1].n = 1;
	c->dof[1].value[0] = 0.4;
	c->dof[2].drive = DRIVE_FIXED;
}

/* Grains in a closed box, two of whose sides are pressed on the distance of the two others. */
static void boxed(struct world *w)
{
	static const char *const side[4] = { "left", "bottom", "right", "top" };
	int64_t shape[2] = { outline(w, 5, 0.35, 0.35, 0, 0.15), scene_disk(w, 0.45) };
	double l = 5 * 0.95, x = -1.3, y = 0.7;

	world_need_material(w, "steel");
	params_set(&world_need_law(w, "grain", "steel")->par, "kn", 900);
	params_set(&world_need_law(w, "steel", "steel")->par, "kn", 0);
	fill(w, 5, 5, 0.95, 1, shape, 2);
	for (int k = 0; k < 4; k++) {
		double at = k < 2 ? -0.1 : l + 0.1;
		int across = k % 2, row = scene_wall(w, x + (across ? -1 : at), y + (across ? at : -1), x + (across ? l + 1 : at),
		                                     y + (across ? at : l + 1), 0.1);
		struct constraint *c = world_need_constraint(w, side[k]);

		world_bodies2(w).material[row] = world_name(w, "steel");
		world_bodies2(w).tag[row] = world_name(w, side[k]);
		c->dof[0].drive = c->dof[1].drive = c->dof[2].drive = DRIVE_FIXED;
		if (k < 2)
			continue;
		c->dof[across] = (struct dof){ DRIVE_PRESSURE, 1, { -40 }, NULL };
		c->m = 3 + k;
		c->c = 2;
		c->between[0] = strdup(side[!across]);
		c->between[1] = strdup(side[!across + 2]);
	}
}

/* Dashpots above the critical damping, which impulses cannot always give back what they have lost too much. */
static void damped(struct world *w)
{
	static const char *const of[3][2] = { { "grain", "grain" }, { "grain", "steel" }, { "steel", "steel" } };

	boxed(w);
	for (int k = 0; k < 3; k++) {
		struct params *p = &world_need_law(w, of[k][0], of[k][1])->par;

		params_drop(p, "en");
		params_set(p, "gn", 60);
	}
}

/* A plate of glued grains, and heavy ones of another kind that let some pass. */
static void kinds(struct world *w)
{
	int64_t shape[2] = { outline(w, 5, 0.4, 0.4, 0, 0.1), scene_disk(w, 0.45) };
	static const char *const name[3] = { "grain", "lead", "ghost" };
	static const double kn[3][3] = { { 900, 700, 600 }, { 0, 1500, 0 }, { 0, 0, 900 } };

	box(w, 6 * 0.9, 6 * 0.9, 1, 1);
	fill(w, 6, 6, 0.9, 1, shape, 2);
	for (int a = 0; a < 3; a++) {
		world_need_material(w, name[a])->density = 1 + a;
		for (int b = a; b < 3; b++) {
			struct law *l = world_need_law(w, name[a], name[b]);

			params_set(&l->par, "kn", kn[a][b]);
			params_set(&l->par, "mu", 0.2 * (a + b));
			params_drop(&l->par, "en");
			if (a == b)
				params_set(&l->par, "en", 0.4);
			else
				params_set(&l->par, "gn", 0.9);
		}
	}
	for (int k = 0; k < 36; k++) {
		if (k < 6)
			world_bodies2(w).tag[k] = world_name(w, "floor");
		world_bodies2(w).material[k] = world_name(w, name[k * 7 % 3]);
	}
	struct constraint *c = world_need_constraint(w, "floor");
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.8 }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
}

/* Bodies as large as the domain, which meet their own images and several of the others'. */
static void tiny(struct world *w)
{
	int64_t shape[3] = { rod(w, 0.5, 0.1), outline(w, 5, 0.2, 0.2, 0, 0.07), scene_disk(w, 0.2) };

	box(w, 1.15, 0.9, 1, 1);
	scene_move(w, scene_body(w, shape[0], "-", -1.25, 0.75, 0.08), 1.3, 0.4, -2);
	scene_move(w, scene_body(w, shape[1], "-", -0.7, 1.2, 0.1), -1.7, 2.1, 0.3);
	scene_move(w, scene_body(w, shape[2], "-", -1.25, 1.2, 0), 2.2, -1.1, 0.3);
}

/* A disk and a grain that are wider than the domain one way. */
static void narrow(struct world *w)
{
	int64_t shape[2] = { outline(w, 5, 0.4, 0.4, 0, 0.1), scene_disk(w, 0.5) };

	box(w, 0.95, 3, 1, 1);
	scene_move(w, scene_body(w, shape[0], "-", -0.9, 1.1, 0.3), 0.3, 0.9, 0.8);
	scene_move(w, scene_body(w, shape[1], "-", -1.1, 2.2, 0), -0.5, -0.9, 1);
}

static void sheared(struct world *w)
{
	int64_t shape[2] = { outline(w, 5, 0.35, 0.35, 0, 0.15), rod(w, 0.3, 0.2) };

	box(w, 5 * 0.88, 5 * 0.88, 1, 1);
	w->domain.tilt[0] = 2.2;
	w->domain.rate[XY] = 0.9;
	w->gravity[1] = -0.2;
	fill(w, 5, 5, 0.88, 1, shape, 2);
}

static void pressed(struct world *w)
{
	int64_t shape[2] = { outline(w, 5, 0.4, 0.4, 0, 0.1), clump(w) };

	box(w, 5 * 1.0, 5 * 1.0, 1, 1);
	w->domain.rate[0] = -0.6;
	w->domain.rate[1] = 0.1;
	w->domain.rate[XY] = -0.4;
	fill(w, 5, 5, 1.0, 1, shape, 2);
}

/* Cells that follow the stress, sheared too. */
static void servo(struct world *w)
{
	pressed(w);
	w->domain.servo[0] = w->domain.servo[1] = 1;
	w->domain.target[0] = 3;
	w->domain.target[1] = 12;
	w->domain.m = 8;
	w->domain.c = 11;
	w->domain.rate[XY] = 1.1;
}

static void servo_y(struct world *w)
{
	sheared(w);
	w->domain.servo[1] = 1;
	w->domain.target[1] = 25;
	w->domain.m = 2;
}

static void servo_many(struct world *w)
{
	many(w);
	w->domain.servo[0] = 1;
	w->domain.target[0] = 500;
	w->domain.m = 50;
}

/* Other laws, and resistance to rolling. */
static struct law *of_kind(struct world *w, const char *a, const char *b, const char *kind)
{
	struct law *l = world_law(w, a, b);

	free(l->kind);
	l->kind = mem_string(kind);
	if (!strcmp(kind, "lennard-jones")) {
		params_drop(&l->par, "kn");
		params_drop(&l->par, "en");
	}
	return l;
}

static void law(struct world *w, const char *kind, const char *more, double value, const char *last, double number)
{
	struct law *l = of_kind(w, "grain", "grain", kind);

	params_set(&l->par, more, value);
	params_set(&l->par, last, number);
	params_set(&l->par, "kr", 3);
	params_set(&l->par, "mur", 0.2);
}

static void hertz(struct world *w)
{
	pentagons(w);
	law(w, "hertz", "kn", 4000, "gr", 0.01);
}

/* Grains and disks of two materials with elastic constants, by a law of these for every pair. */
static void materials(struct world *w)
{
	static const char *const name[2] = { "grain", "lead" };
	int64_t shape[3] = { outline(w, 5, 0.4, 0.4, 0, 0.1), scene_disk(w, 0.45), outline(w, 4, 0.33, 0.33, 0, 0.17) };

	box(w, 6 * 0.9, 6 * 0.9, 1, 1);
	fill(w, 6, 6, 0.9, 1, shape, 3);
	for (int k = 0; k < 2; k++) {
		struct material *m = world_need_material(w, name[k]);

		m->density = 1 + k;
		m->young = 9000 + 4000 * k;
		m->poisson = 0.2 + 0.15 * k;
	}
	for (int k = 0; k < 3; k++) {
		struct law *l = world_need_law(w, name[k / 2], name[(k + 1) / 2]);

		params_free(&l->par);
		of_kind(w, l->a, l->b, k < 2 ? "hertz-mindlin" : "linear");
		params_set(&l->par, k == 1 ? "gt" : "en", 0.7);
		params_set(&l->par, "kr", 3 + k);
		params_set(&l->par, "mur", k < 2 ? 0.2 : 0);
	}
	for (int k = 0; k < 36; k++)
		world_bodies2(w).material[k] = world_name(w, name[k * 7 % 3 == 0]);
}

/* The laws of adhesion, on the same grains. */
static void adhesion_of(struct world *w, const char *kind, const char *key, double value)
{
	materials(w);
	for (int k = 0; k < 3; k++) {
		struct law *l = &w->law[k];

		params_free(&l->par);
		of_kind(w, l->a, l->b, kind);
		params_set(&l->par, key, value);
		params_set(&l->par, k == 1 ? "gt" : "en", 0.7);
		params_set(&l->par, "kr", 3 + k);
		params_set(&l->par, "mur", k < 2 ? 0.2 : 0);
		if (!strcmp(kind, "liquid-bridge"))
			params_set(&l->par, "volume", 4e-4);
		if (!strcmp(kind, "van-der-waals")) {
			params_set(&l->par, "closest", 0.03);
			params_set(&l->par, "range", 0.1);
		}
	}
}

static void jkr(struct world *w) { adhesion_of(w, "jkr", "adhesion", 60); }
static void dmt(struct world *w) { adhesion_of(w, "dmt", "adhesion", 30); }
static void bridges(struct world *w) { adhesion_of(w, "liquid-bridge", "surface-tension", 8); }
static void attracted(struct world *w) { adhesion_of(w, "van-der-waals", "hamaker", 0.5); }

static void cohesive(struct world *w)
{
	disks(w);
	law(w, "cohesive", "pull", 5, "range", 0.06);
}

static void molecules(struct world *w)
{
	rice(w);
	law(w, "lennard-jones", "epsilon", 0.3, "cut", 1.6);
}

/* Disks whose forces act much further than their radii, nearly at rest: the flow alone brings them so near. */
static void far_molecules(struct world *w)
{
	int64_t shape = scene_disk(w, 0.5);

	box(w, 6 * 1.17, 6 * 1.17, 1, 1);
	fill(w, 6, 6, 1.17, 0.05, &shape, 1);
	law(w, "lennard-jones", "epsilon", 0.3, "cut", 2.6);
}

static void sheared_molecules(struct world *w)
{
	far_molecules(w);
	w->domain.rate[0] = -0.3;
	w->domain.rate[1] = -0.4;
	w->domain.rate[XY] = 1.5;
}

static void pressed_molecules(struct world *w)
{
	far_molecules(w);
	w->domain.rate[1] = -0.9;
}

static void servo_molecules(struct world *w)
{
	far_molecules(w);
	w->domain.servo[0] = w->domain.servo[1] = 1;
	w->domain.target[0] = 30;
	w->domain.target[1] = 40;
	w->domain.m = 2;
}

/* Grains and rods that attract each other from afar. */
static void pressed_cohesion(struct world *w)
{
	int64_t shape[2] = { outline(w, 5, 0.3, 0.3, 0, 0.1), rod(w, 0.25, 0.15) };

	box(w, 6 * 0.93, 6 * 0.93, 1, 1);
	fill(w, 6, 6, 0.93, 0.05, shape, 2);
	law(w, "cohesive", "pull", 0.3, "range", 1.1);
	w->domain.rate[0] = -0.5;
	w->domain.rate[1] = -0.4;
	w->domain.rate[XY] = 0.3;
}

/* A law of every kind, of unlike reaches; one resists rolling. */
static void mixture(struct world *w)
{
	kinds(w);
	params_set(&of_kind(w, "lead", "lead", "hertz")->par, "kn", 9000);
	struct params *sticky = &of_kind(w, "grain", "lead", "cohesive")->par;
	struct params *bound = &of_kind(w, "ghost", "ghost", "lennard-jones")->par;
	params_set(sticky, "pull", 5);
	params_set(sticky, "range", 0.05);
	params_set(bound, "epsilon", 0.3);
	params_set(bound, "cut", 1.7);
	law(w, "linear", "gr", 0.02, "mu", 0.7);
}

static void rolling(struct world *w)
{
	walls(w);
	law(w, "linear", "gr", 0.02, "mu", 0.7);
}

/* No domain, and one of a body by itself. */
static void open(struct world *w)
{
	int64_t shape[2] = { outline(w, 7, 0.3, 0.4, 0, 0.1), outline(w, 12, 0.2, 0.38, 1, 0.1) };

	fill(w, 5, 5, 0.92, 0.9, shape, 2);
}

static const struct scene {
	const char *name;
	void (*build)(struct world *w);
	int steps, contacts; /* at the end at least */
	double kn, kt, mu, en;
	enum dem2_integrator by;
	int attraction;
} scene[] = {
	{ "pentagons with friction", pentagons, 150, 20, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "pentagons without", pentagons, 150, 20, 2500, 0, 0, 1, DEM2_VERLET, 0 },
	{ "pentagons by Gear", pentagons, 150, 20, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "attraction", pentagons, 150, 20, 900, 300, 0.5, 0.3, DEM2_VERLET, 1 },
	{ "a blow along a row", blow, 300, 1, 9000, 0, 0, 1, DEM2_VERLET, 0 },
	{ "600 bodies", many, 5, 300, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "irregular grains", grains, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "stars and lumps", stars, 120, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "rice", rice, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "disks of many sizes", disks, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "clumps", clumps, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "clumps and stars of many features", large, 60, 5, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "walls", walls, 200, 15, 2500, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "walls by Gear", walls, 200, 15, 2500, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "pressed walls", boxed, 200, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "pressed walls by Gear", boxed, 200, 15, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "walls and damping", damped, 200, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "walls, damping, attraction", damped, 200, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 1 },
	{ "materials", kinds, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "a tiny domain", tiny, 200, 1, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "a narrow one", narrow, 300, 1, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "a narrow one by Gear", narrow, 300, 1, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "shear", sheared, 200, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "shear by Gear", sheared, 200, 15, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "compression", pressed, 200, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "pressure", servo, 200, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "pressure by Gear", servo, 200, 15, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "pressure in shear", servo_y, 200, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "600 bodies under pressure", servo_many, 6, 300, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "head-on", head_on, 125, 3, 900, 0, 0, 1, DEM2_VERLET, 0 },
	{ "Hertz", hertz, 150, 20, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "Hertz by Gear", hertz, 150, 20, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "elastic constants", materials, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "elastic constants by Gear", materials, 150, 10, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "JKR", jkr, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "JKR by Gear", jkr, 150, 10, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "DMT", dmt, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "liquid bridges", bridges, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "van der Waals", attracted, 150, 10, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "cohesion", cohesive, 150, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "Lennard-Jones", molecules, 150, 20, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "sheared molecules", sheared_molecules, 220, 150, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "sheared molecules by Gear", sheared_molecules, 220, 150, 900, 300, 0.5, 0.6, DEM2_GEAR, 0 },
	{ "pressed molecules", pressed_molecules, 180, 300, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "molecules under pressure", servo_molecules, 120, 300, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "pressed grains with far cohesion", pressed_cohesion, 180, 300, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "a mixture of laws", mixture, 120, 15, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "rolling", rolling, 200, 15, 2500, 300, 0.5, 0.6, DEM2_VERLET, 0 },
	{ "no domain", open, 150, 5, 900, 300, 0.5, 0.6, DEM2_VERLET, 0 },
};

static void scene_open(struct world *w, const struct scene *c)
{
	rng_seed(&g, 5);
	scene_begin(w, c->kn, c->kt, c->mu, c->en);
}

static struct sim_options scene_options(const struct scene *c)
{
	return (struct sim_options){ .integrator = c->by, .attraction = c->attraction, .heat = c->build == boxed };
}

#include "plain_run.h"

int main(int argc, char **argv)
{
	(void)argc;
	return plain_main(argv);
}
