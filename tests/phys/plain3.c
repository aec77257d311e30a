/* In space the fast path against the plain one: all columns, contacts and the ledger of the last frame, to the last bit;
 * whatever the vectors, threads, skin, order of rows, names or splits of a run. */

#include "base/rng.h"
#include "dem3/dem3_state.h"
#include "scene3.h"

static struct rng g;

static double uniform(double lo, double hi)
{
	return lo + (hi - lo) * rng_uniform(&g);
}

/* ---- shapes ---- */

/* n balls of different radii, the furthest centre at far. */
static int64_t lump(struct world *w, int n, double far, double r)
{
	double ball[64][4];

	for (int k = 0; k < n; k++) {
		double z = uniform(-1, 1), a = uniform(0, 2 * pi), s = k ? sqrt(1 - z * z) : 0, d = k ? far * cbrt(uniform(0.3, 1)) : 0;

		ball[k][0] = d * s * cos(a);
		ball[k][1] = d * s * sin(a);
		ball[k][2] = k ? d * z : 0;
		ball[k][3] = r * uniform(0.8, 1);
	}
	return scene_clump(w, n, (const double (*)[4])ball);
}

static int64_t rod(struct world *w, double half, double r)
{
	return scene_clump(w, 3, (const double[3][4]){ { -half, 0, 0, r }, { 0, 0, 0, r }, { half, 0, 0, r } });
}

static void set(struct world *w, const char *a, const char *b, const char *kind, int n, const char *const *key,
	const double *value)
{
	struct law *l = world_need_law(w, a, b);

	free(l->kind);
	l->kind = strdup(kind);
	params_free(&l->par);
	for (int k = 0; k < n; k++)
		params_set(&l->par, key[k], value[k]);
}

#define LAW(w, a, b, kind, keys, ...) \
	set(w, a, b, kind, sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double), (const char *const[])keys, \
	    (const double[]){ __VA_ARGS__ })
#define KEYS(...) { __VA_ARGS__ }

/* Bodies of these shapes in turn on a cubic lattice of the given step, which their cells leave at random by 5%. */
static void fill(struct world *w, const int n[3], double step, double speed, const int64_t *shape, int n_shape)
{
	for (int k = 0; k < n[0] * n[1] * n[2]; k++) {
		const int at[3] = { k % n[0], k / n[0] % n[1], k / n[0] / n[1] };
		double x[3], v[3], l[3], q[4];

		for (int z = 0; z < 3; z++) {
			x[z] = (at[z] + 0.5 + uniform(-0.025, 0.025)) * step;
			v[z] = speed * uniform(-1, 1);
			l[z] = 0.1 * speed * uniform(-1, 1);
		}
		for (int z = 0; z < 4; z++)
			q[z] = uniform(-1, 1);
		int row = scene_body(w, shape[k % n_shape], "-", x[0] - 1.3, x[1] + 0.7, x[2] + 0.2);
		scene_move(w, row, v[0], v[1], v[2]);
		scene_turn(w, row, q[0], q[1], q[2], q[3]);
		for (int z = 0; z < 3; z++)
			world_bodies3(w).momentum[z][row] = l[z];
	}
}

static void box(struct world *w, double lx, double ly, double lz, int px, int py, int pz)
{
	w->domain = (struct domain){ .lo = { -1.3, 0.7, 0.2 }, .hi = { -1.3 + lx, 0.7 + ly, 0.2 + lz }, .periodic = { px, py, pz },
	                             .set = 1 };
}

/* ---- scenes ---- */

static void cloud(struct world *w, double step, double speed, const int64_t *shape, int n_shape)
{
	box(w, 3 * step, 3 * step, 3 * step, 1, 1, 1);
	fill(w, (int[3]){ 3, 3, 3 }, step, speed, shape, n_shape);
}

static void clumps(struct world *w)
{
	int64_t shape[3] = { lump(w, 4, 0.3, 0.2), rod(w, 0.3, 0.2), lump(w, 9, 0.35, 0.15) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	cloud(w, 0.78, 1.5, shape, 3);
}

static void elastic(struct world *w)
{
	int64_t shape[2] = { lump(w, 5, 0.3, 0.2), scene_ball(w, 0.45) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 2500, 0, 0, 1);
	cloud(w, 0.83, 1.5, shape, 2);
}

/* Balls of many sizes; attraction by the dashpots. */
static void balls(struct world *w)
{
	int64_t shape = scene_ball(w, 0.5);

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "gn", "gt"), 900, 300, 0.5, 3, 1);
	cloud(w, 0.87, 1.5, &shape, 1);
	for (int k = 0; k < w->body.n_row; k++)
		world_bodies3(w).size[k] = k % 3 ? uniform(0.2, 0.85) : 0.95;
}

/* Balls of one size, which share torques; with rolling or adhesion they do not. */
static void equal(struct world *w)
{
	int64_t shape = scene_ball(w, 0.5);

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	cloud(w, 0.96, 1.5, &shape, 1);
}

static void rolling(struct world *w)
{
	equal(w);
	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en", "kr", "mur"), 900, 300, 0.5, 0.6, 3, 0.2);
}

static void clinging(struct world *w)
{
	equal(w);
	world_need_material(w, "grain")->young = 9000;
	world_need_material(w, "grain")->poisson = 0.2;
	LAW(w, "grain", "grain", "jkr", KEYS("adhesion", "mu", "en"), 20, 0.4, 0.8);
}

/* They fall on a floor that turns. */
static void turntable(struct world *w)
{
	int64_t shape = scene_ball(w, 0.42);

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 2500, 300, 0.5, 0.6);
	w->gravity[2] = -40;
	fill(w, (int[3]){ 3, 3, 2 }, 0.83, 0.3, &shape, 1);
	int floor = scene_floor(w);
	world_bodies3(w).x[2][floor] = 0.19;
	world_need_constraint(w, "floor")->dof[5] = (struct dof){ DRIVE_VELOCITY, 1, { 0.8 }, NULL };
}

/* So many that vectors and threads have something to do. */
static void many(struct world *w)
{
	int64_t shape[4] = { scene_ball(w, 0.47), rod(w, 0.3, 0.18), scene_ball(w, 0.5), lump(w, 3, 0.3, 0.2) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	box(w, 6 * 0.9, 7 * 0.9, 8 * 0.9, 1, 1, 1);
	fill(w, (int[3]){ 6, 7, 8 }, 0.9, 2, shape, 4);
}

/* Clumps of very many pebbles. */
static void large(struct world *w)
{
	int64_t shape[2] = { lump(w, 60, 0.4, 0.08), scene_ball(w, 0.45) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	box(w, 2 * 0.84, 2 * 0.86, 2 * 0.88, 1, 1, 1);
	fill(w, (int[3]){ 2, 2, 2 }, 0.86, 3, shape, 2);
}

/* Bodies as large as the domain, which meet their own images and several of the others'. */
static void tiny(struct world *w)
{
	int64_t shape[3] = { rod(w, 0.55, 0.12), lump(w, 4, 0.2, 0.12), scene_ball(w, 0.2) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	box(w, 1.1, 0.85, 0.9, 1, 1, 1);
	scene_move(w, scene_body(w, shape[0], "-", -1.2, 0.75, 0.5), 1.3, 0.4, -2);
	scene_turn(w, 0, 1, 0.1, 0.2, 0.4);
	scene_move(w, scene_body(w, shape[1], "-", -0.7, 1.2, 0.8), -1.7, 2.1, 0.3);
	scene_move(w, scene_body(w, shape[2], "-", -0.3, 1.1, 0.3), 2.2, -1.1, 0.3);
	world_bodies3(w).momentum[1][0] = 0.02;
}

static void open(struct world *w)
{
	int64_t shape[2] = { lump(w, 6, 0.35, 0.18), scene_ball(w, 0.44) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	fill(w, (int[3]){ 3, 3, 3 }, 0.8, 2, shape, 2);
}

/* ---- laws ---- */

static void law_of(struct world *w, int kind)
{
	static const char *const roll[] = { "kr", "gr", "mur", "ks", "gs", "mus" };
	static const double value[] = { 3, 0.01, 0.2, 2, 0.02, 0.1 };

	clumps(w);
	if (kind == 0)
		LAW(w, "grain", "grain", "hertz", KEYS("kn", "kt", "mu", "en"), 4000, 300, 0.5, 0.6);
	if (kind == 1)
		LAW(w, "grain", "grain", "mindlin", KEYS("kn", "mu", "en"), 4000, 0.5, 0.6);
	if (kind == 2)
		LAW(w, "grain", "grain", "cohesive", KEYS("kn", "kt", "mu", "en", "pull", "range"), 900, 300, 0.5, 0.6, 5, 0.06);
	if (kind == 3)
		LAW(w, "grain", "grain", "lennard-jones", KEYS("epsilon", "cut", "gn"), 0.05, 1.4, 0.1);
	for (int k = 0; k < 6 && kind != 3; k++)
		params_set(&world_need_law(w, "grain", "grain")->par, roll[k], value[k]);
}

/* Materials with elastic constants, and a law of these for every pair; each resists rolling if rolls is set. */
static void materials_of(struct world *w, const char *other, int rolls)
{
	static const char *const name[2] = { "grain", "lead" };

	for (int k = 0; k < 2; k++) {
		struct material *m = world_need_material(w, name[k]);

		m->density = 1 + k;
		m->young = 9000 + 4000 * k;
		m->poisson = 0.2 + 0.15 * k;
	}
	LAW(w, "grain", "grain", "hertz-mindlin", KEYS("mu", "en"), 0.5, 0.7);
	LAW(w, "grain", "lead", other, KEYS("mu", "gt"), 0.4, 0.3);
	LAW(w, "lead", "lead", "linear", KEYS("mu", "kt"), 0.3, 300);
	for (int k = 0; k < w->n_law && rolls; k++) {
		params_set(&w->law[k].par, "kr", 3);
		params_set(&w->law[k].par, "mur", 0.2);
	}
	for (int k = 0; k < w->body.n_row; k++)
		world_bodies3(w).material[k] = world_name(w, name[k * 7 % 3 == 0]);
}

static void materials(struct world *w) { clumps(w); materials_of(w, "linear", 1); }
static void material_balls(struct world *w) { balls(w); materials_of(w, "linear", 0); }

static void hertz(struct world *w) { law_of(w, 0); }
static void mindlin(struct world *w) { law_of(w, 1); }
static void cohesive(struct world *w) { law_of(w, 2); }
static void molecules(struct world *w) { law_of(w, 3); }

/* A law of another kind for every pair of materials, of unlike reaches; some resist rolling, one is none at all. */
static void mixture(struct world *w)
{
	static const char *const name[3] = { "grain", "lead", "ghost" };

	clumps(w);
	for (int k = 0; k < 3; k++)
		world_need_material(w, name[k])->density = 1 + k;
	LAW(w, "grain", "lead", "cohesive", KEYS("kn", "pull", "range", "gn"), 900, 5, 0.05, 0.9);
	LAW(w, "lead", "lead", "mindlin", KEYS("kn", "mu", "en", "kr", "mur"), 9000, 0.3, 0.7, 2, 0.1);
	LAW(w, "grain", "ghost", "hertz", KEYS("kn", "kt", "mu", "en", "ks", "mus"), 4000, 100, 0.4, 0.8, 2, 0.1);
	LAW(w, "lead", "ghost", "linear", KEYS("kn"), 0);
	LAW(w, "ghost", "ghost", "lennard-jones", KEYS("epsilon", "cut"), 0.05, 1.5);
	for (int k = 0; k < w->body.n_row; k++)
		world_bodies3(w).material[k] = world_name(w, name[k * 7 % 3]);
}

/* ---- walls ---- */

/* A box of planes, the floor slanted, the lid pressed and swinging; a roller and a stirrer of grains. */
static void walls(struct world *w)
{
	int64_t shape[3] = { lump(w, 4, 0.3, 0.2), scene_ball(w, 0.42), rod(w, 0.25, 0.2) };
	static const double normal[3][2] = { { 0, 0 }, { 1, 1 }, { 1, -1 } }; /* turned about x: up, along y, against y */

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en", "kr", "mur"), 2500, 300, 0.5, 0.6, 3, 0.1);
	w->gravity[0] = 1;
	w->gravity[2] = -6;
	box(w, 3 * 0.8, 3.4 * 0.8, 4 * 0.8, 1, 0, 0);
	w->domain.lo[1] -= 0.1;
	w->domain.hi[1] += 1;
	w->domain.lo[2] -= 0.2;
	w->domain.hi[2] += 0.4;
	fill(w, (int[3]){ 3, 3, 4 }, 0.8, 1, shape, 3);
	for (int k = 0; k < 3; k++) {
		static const char *const side[3] = { "floor", "front", "back" };
		int row = scene_floor(w);

		world_bodies3(w).tag[row] = world_name(w, side[k]);
		scene_hold(w, side[k]);
		world_bodies3(w).x[1][row] = k < 2 ? 0.68 : 0.75 + 3 * 0.8;
		world_bodies3(w).x[2][row] = 0.18;
		scene_turn(w, row, normal[k][0] ? sqrt(0.5) : 1, normal[k][0] ? -sqrt(0.5) * normal[k][1] : 0.03, 0, 0);
	}
	int lid = scene_floor(w);
	world_bodies3(w).tag[lid] = world_name(w, "lid");
	world_bodies3(w).x[2][lid] = 0.25 + 4 * 0.8;
	scene_turn(w, lid, 0, 1, 0, 0);
	struct constraint *c = scene_hold(w, "lid");
	c->dof[0] = (struct dof){ DRIVE_RAMP, 4, { 0, 0.4, 0, 0.2 }, NULL };
	c->dof[1] = (struct dof){ DRIVE_SIN, 3, { 0.5, 0.7, 0.1 }, NULL };
	c->dof[2] = (struct dof){ DRIVE_PRESSURE, 1, { -0.5 }, NULL };
	c->between[2] = strdup("front");
	c->between[3] = strdup("back");
	c->m = 5;
	c->c = 0.7;
	static const char *const tag[3] = { "stirrer", "wheel", "puppet" };
	for (int k = 0; k < 3; k++) { /* in the places of grains */
		world_bodies3(w).tag[12 + 3 * k] = world_name(w, tag[k]);
		c = scene_hold(w, tag[k]);
		if (k == 0)
			c->dof[5] = (struct dof){ DRIVE_VELOCITY, 1, { 2 }, NULL };
		if (k == 1)
			c->dof[3] = (struct dof){ DRIVE_FREE, 0, { 0 }, NULL };
		for (int z = 3; z < 6 && k == 2; z++)
			c->dof[z] = (struct dof){ DRIVE_FORCE, 1, { 0.2 * z }, NULL };
	}
}

/* Dashpots above the critical damping. */
static void damped(struct world *w)
{
	walls(w);
	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "gn"), 2500, 300, 0.5, 60);
}

/* Grains in a turning tube along y, which is periodic, about a rod across. */
static void tubes(struct world *w)
{
	int64_t shape[2] = { lump(w, 4, 0.3, 0.2), scene_ball(w, 0.42) };

	LAW(w, "grain", "grain", "mindlin", KEYS("kn", "mu", "en"), 9000, 0.4, 0.6);
	w->gravity[2] = -6;
	box(w, 3 * 0.82, 3 * 0.82, 3 * 0.82, 0, 1, 0);
	for (int k = 0; k < 3; k += 2) {
		w->domain.lo[k] -= 2;
		w->domain.hi[k] += 2;
	}
	fill(w, (int[3]){ 3, 3, 3 }, 0.82, 1, shape, 2);
	for (int k = 0; k < 2; k++) {
		int row = scene_cylinder(w, k ? 0.35 : 2, k ? CYLINDER_OUT : CYLINDER_IN, k ? 5 : INFINITY);

		for (int z = 0; z < 3; z++)
			world_bodies3(w).x[z][row] = w->domain.lo[z] + 0.5 * (w->domain.hi[z] - w->domain.lo[z]);
		scene_turn(w, row, sqrt(0.5), k ? 0 : sqrt(0.5), k ? sqrt(0.5) : 0, 0);
		if (k) {
			world_bodies3(w).tag[row] = world_name(w, "rod");
			world_bodies3(w).x[2][row] -= 1.6;
			scene_hold(w, "rod")->dof[4] = (struct dof){ DRIVE_VELOCITY, 1, { -3 }, NULL };
		}
	}
	world_need_constraint(w, "tube")->dof[4] = (struct dof){ DRIVE_VELOCITY, 1, { 1.5 }, NULL };
}

static void material_tubes(struct world *w) { tubes(w); materials_of(w, "hertz-mindlin", 1); }

/* The laws of adhesion in turn for pairs of two materials; some resist rolling. */
static void adhesion_of(struct world *w, int first)
{
	materials_of(w, "linear", 0);
	for (int k = 0; k < w->n_law; k++) {
		const char *a = w->law[k].a, *b = w->law[k].b;

		if ((first + k) % 4 == 0)
			LAW(w, a, b, "jkr", KEYS("adhesion", "mu", "en", "kr", "mur", "ks", "mus"), 20, 0.4, 0.8, 3, 0.2, 2, 0.1);
		if ((first + k) % 4 == 1)
			LAW(w, a, b, "liquid-bridge", KEYS("surface-tension", "contact-angle", "volume", "mu", "en"), 8, 0.4, 4e-4, 0.5, 0.8);
		if ((first + k) % 4 == 2)
			LAW(w, a, b, "van-der-waals", KEYS("hamaker", "closest", "range", "gn"), 0.5, 0.03, 0.1, 0.4);
		if ((first + k) % 4 == 3)
			LAW(w, a, b, "dmt", KEYS("adhesion", "mu", "en", "kr", "mur"), 10, 0.3, 0.7, 3, 0.1);
	}
}

static void jkr(struct world *w) { clumps(w); adhesion_of(w, 0); }
static void bridges(struct world *w) { balls(w); adhesion_of(w, 1); }
static void attracted(struct world *w) { balls(w); adhesion_of(w, 2); }
static void jkr_tubes(struct world *w) { tubes(w); adhesion_of(w, 0); }

/* A hilly ground of triangles. */
static int hills(struct world *w, int n, double lo, double size, double z, double high)
{
	double vertex[400][3];
	int face[800][3], n_face = 0;

	for (int k = 0; k < (n + 1) * (n + 1); k++) {
		vertex[k][0] = lo + size * (k % (n + 1)) / n;
		vertex[k][1] = lo + 2 + size * (k / (n + 1)) / n;
		vertex[k][2] = z + high * ((k % (n + 1) * 7 + k / (n + 1) * 5) % 4);
	}
	for (int k = 0; k < n * n; k++) {
		int a = k % n + k / n * (n + 1), b = a + 1, c = a + n + 1, d = c + 1;

		memcpy(face[n_face++], (int[3]){ a, b, c }, sizeof *face);
		memcpy(face[n_face++], (int[3]){ b, d, c }, sizeof *face);
	}
	return scene_mesh(w, (n + 1) * (n + 1), (const double (*)[3])vertex, n_face, (const int (*)[3])face);
}

static void landscape(struct world *w)
{
	int64_t shape[3] = { lump(w, 4, 0.3, 0.2), scene_ball(w, 0.42), rod(w, 0.25, 0.2) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en", "kr", "mur"), 2500, 300, 0.5, 0.6, 3, 0.1);
	w->gravity[2] = -10;
	fill(w, (int[3]){ 3, 3, 2 }, 0.8, 1, shape, 3);
	hills(w, 6, -1.5, 3.2, 0.12, 0.03);
}

/* The same ground, which turns, rocks and is wider than the period; clumps fall through the periodic edges. */
static void quake(struct world *w)
{
	landscape(w);
	box(w, 3 * 0.8, 3 * 0.8, 3 * 0.8, 1, 1, 0);
	w->domain.lo[2] -= 3;
	w->domain.hi[2] += 3;
	struct constraint *c = world_need_constraint(w, "mesh");
	c->dof[0] = (struct dof){ DRIVE_SIN, 3, { 2, 0.3, 0 }, NULL };
	c->dof[2] = (struct dof){ DRIVE_VELOCITY, 1, { 0.8 }, NULL };
	c->dof[5] = (struct dof){ DRIVE_VELOCITY, 1, { 1 }, NULL };
}

/* The same grounds with adhesion: contacts cross edges while they are stretched. */
static void sticky_landscape(struct world *w) { landscape(w); adhesion_of(w, 1); }
static void sticky_quake(struct world *w) { quake(w); adhesion_of(w, 0); }

/* Nothing but a floor without end, seen from afar, and a rod, which swing at grains. */
static void swings(struct world *w)
{
	int64_t shape[2] = { lump(w, 4, 0.3, 0.2), scene_ball(w, 0.42) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 9000, 300, 0.5, 0.6);
	fill(w, (int[3]){ 3, 3, 1 }, 0.9, 0, shape, 2);
	int floor = scene_floor(w), rod = scene_cylinder(w, 0.2, CYLINDER_OUT, 3);
	world_bodies3(w).x[0][floor] = -30;
	world_bodies3(w).x[2][floor] = -0.8;
	world_need_constraint(w, "floor")->dof[4] = (struct dof){ DRIVE_VELOCITY, 1, { -0.25 }, NULL };
	world_bodies3(w).x[0][rod] = -0.5;
	world_bodies3(w).x[1][rod] = 0.45;
	world_bodies3(w).x[2][rod] = 2.7;
	for (int z = 3; z < 6; z += 2) /* about its own axis too */
		world_need_constraint(w, "tube")->dof[z] = (struct dof){ DRIVE_VELOCITY, 1, { 3 }, NULL };
}

/* A ball that stays at the origin, and a wall that comes near. */
static void origin(struct world *w)
{
	LAW(w, "grain", "grain", "lennard-jones", KEYS("epsilon", "cut", "gn"), 0.05, 1.4, 0.1);
	scene_body(w, scene_ball(w, 0.5), "bead", 0, 0, 0);
	scene_hold(w, "bead")->dof[0] = (struct dof){ DRIVE_FREE, 0, { 0 }, NULL };
	int floor = scene_floor(w); /* first: bodies stand elsewhere after it */
	world_bodies3(w).x[2][floor] = -0.6;
	world_need_constraint(w, "floor")->dof[2] = (struct dof){ DRIVE_VELOCITY, 1, { 1 }, NULL };
}

/* Clumps that turn about one axis each. */
static void wheels(struct world *w)
{
	static const char *const tag[] = { "one", "two", "three", "four", "five", "six" };
	int64_t shape[2] = { lump(w, 6, 0.35, 0.18), rod(w, 0.3, 0.2) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	fill(w, (int[3]){ 3, 3, 2 }, 0.8, 2, shape, 2);
	for (int k = 0; k < 6; k++) {
		world_bodies3(w).tag[3 * k] = world_name(w, tag[k]);
		scene_hold(w, tag[k])->dof[3 + k % 3] = (struct dof){ DRIVE_FREE, 0, { 0 }, NULL };
	}
}

/* Many that are held: some begin to turn, and push balls; those that come last in memory stay as they are. */
static void turnstiles(struct world *w)
{
	enum { MANY = 66 };
	int64_t bar = rod(w, 0.5, 0.2), bead = scene_ball(w, 0.2);

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	for (int k = 0; k < MANY; k++) {
		scene_body(w, bar, "bar", 0, 0, 0.5 * k);
		scene_body(w, bead, "-", 0.5, 0.4 + uniform(0.002, 0.006), 0.5 * k);
		scene_body(w, bead, "far", 0, 40 + 0.5 * k, -30);
	}
	scene_hold(w, "bar")->dof[5] = (struct dof){ DRIVE_RAMP, 4, { 0, 3, 0.015, 0.0151 }, NULL };
	scene_hold(w, "far");
}

/* ---- domains that are tilted and deform ---- */

static void tilt(struct world *w, double xy, double xz, double yz)
{
	const double lx = w->domain.hi[0] - w->domain.lo[0], ly = w->domain.hi[1] - w->domain.lo[1];
	const double tilt[3] = { xy * lx, xz * lx, yz * ly };

	memcpy(w->domain.tilt, tilt, sizeof tilt);
}

static void rate(struct world *w, double xx, double yy, double zz, double xy, double xz, double yz)
{
	const double rate[6] = { [XX] = xx, [YY] = yy, [ZZ] = zz, [XY] = xy, [XZ] = xz, [YZ] = yz };

	memcpy(w->domain.rate, rate, sizeof rate);
}

static void tilted(struct world *w)
{
	clumps(w);
	tilt(w, 0.31, -0.44, 0.27);
}

/* Bodies that meet their own images across slanted faces. */
static void tiniest(struct world *w)
{
	tiny(w);
	for (int k = 0; k < 3; k++)
		w->domain.hi[k] -= 0.17 * (w->domain.hi[k] - w->domain.lo[k]);
}

static void tilted_tiny(struct world *w)
{
	tiniest(w);
	tilt(w, 1.4, -0.38, 0.45);
}

/* A hilly ground in a domain that is tilted along it. */
static void tilted_quake(struct world *w)
{
	quake(w);
	tilt(w, 0.42, 0, 0);
}

/* So fast that bodies cross faces and the cell takes other lattice vectors several times. */
static void sheared(struct world *w)
{
	clumps(w);
	tilt(w, 0.45, 0.47, -0.46);
	rate(w, -0.3, 0.2, 0.1, 4, 3, -5);
}

static void sheared_balls(struct world *w)
{
	balls(w);
	tilt(w, 0, -0.49, 0.48);
	rate(w, 0, 0, 0, -6, -5, 4);
	w->gravity[0] = 0.6;
	w->gravity[1] = -0.4;
	w->gravity[2] = -2;
}

static void sheared_bridges(struct world *w) { sheared_balls(w); adhesion_of(w, 1); }
static void sheared_jkr(struct world *w) { sheared(w); adhesion_of(w, 0); }

static void sheared_tiny(struct world *w)
{
	tiniest(w);
	rate(w, -0.2, -0.1, 0.2, 5, -4, 3);
}

static void sheared_many(struct world *w)
{
	many(w);
	tilt(w, 0.499, -0.499, 0.499);
	rate(w, -0.5, -0.4, -0.3, 3, -3, 3);
}

static void sheared_laws(struct world *w)
{
	mixture(w);
	rate(w, -0.3, -0.3, -0.2, 2, 2, 2);
}

/* Balls whose forces act much further than their radii, nearly at rest: the flow alone brings them so near. */
static void far_molecules(struct world *w)
{
	int64_t shape = scene_ball(w, 0.5);

	LAW(w, "grain", "grain", "lennard-jones", KEYS("epsilon", "cut", "gn"), 0.05, 2.6, 0.1);
	cloud(w, 1.17, 0.05, &shape, 1);
}

static void sheared_molecules(struct world *w)
{
	far_molecules(w);
	rate(w, 0.1, -0.4, -0.3, 0.3, 1.5, -0.2);
}

static void pressed_molecules(struct world *w)
{
	far_molecules(w);
	rate(w, 0, 0, -0.9, 0, 0, 0);
}

static void servo_molecules(struct world *w)
{
	far_molecules(w);
	for (int k = 0; k < 3; k++) {
		w->domain.servo[k] = 1;
		w->domain.target[k] = 6 + k;
	}
	w->domain.m = 0.7;
}

/* Clumps, some of which attract each other from afar. */
static void pressed_cohesion(struct world *w)
{
	clumps(w);
	LAW(w, "grain", "grain", "cohesive", KEYS("kn", "kt", "mu", "en", "pull", "range"), 900, 300, 0.5, 0.6, 0.3, 1.1);
	for (int k = 0; k < 3; k++)
		for (int b = 0; b < w->body.n_row; b++)
			world_bodies3(w).v[k][b] *= 0.03;
	rate(w, -0.4, -0.3, -0.2, 0.3, 0, 0.2);
}

/* Targets for all components. */
static void servo(struct world *w)
{
	clumps(w);
	for (int k = 0; k < 6; k++) {
		w->domain.servo[k] = 1;
		w->domain.target[k] = k < XY ? 12 + k : 2;
	}
	w->domain.m = 4;
	w->domain.c = 3;
	w->domain.tau = 0.2;
	w->domain.mean[XY] = 0.1;
}

/* Simple shear at a constant pressure across it. */
static void servo_shear(struct world *w)
{
	many(w);
	rate(w, 0, 0, 0, 0, 3, 0);
	w->domain.servo[ZZ] = 1;
	w->domain.target[ZZ] = 30;
	w->domain.m = 4;
	w->domain.c = 3;
}

static const struct scene {
	const char *name;
	void (*build)(struct world *w);
	int steps, contacts; /* at the end at least */
	enum rotation rotation;
	int attraction;
} scene[] = {
	{ "clumps", clumps, 120, 8, ROTATION_SPLIT, 0 },
	{ "elastic ones and balls", elastic, 120, 8, ROTATION_SPLIT4, 0 },
	{ "balls of many sizes", balls, 120, 15, ROTATION_SPLIT, 1 },
	{ "balls of one size", equal, 120, 8, ROTATION_SPLIT, 0 },
	{ "balls of one size that resist rolling", rolling, 120, 8, ROTATION_SPLIT, 0 },
	{ "balls of one size that cling", clinging, 120, 8, ROTATION_SPLIT, 0 },
	{ "balls of one size on a turntable", turntable, 150, 8, ROTATION_SPLIT, 0 },
	{ "336 bodies", many, 4, 150, ROTATION_SPLIT, 0 },
	{ "clumps of 60 pebbles", large, 40, 5, ROTATION_LEAPFROG, 0 },
	{ "a tiny domain", tiny, 170, 1, ROTATION_SPLIT, 0 },
	{ "no domain", open, 30, 3, ROTATION_SPLIT, 0 },
	{ "Hertz", hertz, 120, 8, ROTATION_SPLIT, 0 },
	{ "Mindlin", mindlin, 120, 15, ROTATION_SPLIT, 0 },
	{ "elastic constants", materials, 120, 8, ROTATION_SPLIT, 0 },
	{ "elastic constants of balls", material_balls, 120, 4, ROTATION_SPLIT, 0 },
	{ "elastic constants in a tube", material_tubes, 150, 8, ROTATION_SPLIT, 0 },
	{ "JKR and others", jkr, 120, 8, ROTATION_SPLIT, 0 },
	{ "liquid bridges and others of balls", bridges, 120, 4, ROTATION_SPLIT, 1 },
	{ "van der Waals and others of balls", attracted, 120, 4, ROTATION_SPLIT, 0 },
	{ "JKR and others in a tube", jkr_tubes, 150, 8, ROTATION_SPLIT, 0 },
	{ "liquid bridges on a landscape", sticky_landscape, 150, 8, ROTATION_SPLIT, 0 },
	{ "JKR on a landscape that moves", sticky_quake, 120, 8, ROTATION_SPLIT, 0 },
	{ "cohesion", cohesive, 120, 15, ROTATION_SPLIT, 0 },
	{ "Lennard-Jones", molecules, 120, 15, ROTATION_SPLIT, 0 },
	{ "a mixture of laws", mixture, 120, 10, ROTATION_SPLIT, 0 },
	{ "walls", walls, 150, 8, ROTATION_SPLIT, 0 },
	{ "walls and damping", damped, 150, 8, ROTATION_SPLIT, 0 },
	{ "a turning tube and a rod", tubes, 150, 8, ROTATION_SPLIT, 0 },
	{ "a landscape", landscape, 150, 2, ROTATION_SPLIT, 0 },
	{ "a landscape that moves", quake, 120, 5, ROTATION_SPLIT, 0 },
	{ "walls that swing", swings, 90, 1, ROTATION_SPLIT, 0 },
	{ "wheels", wheels, 60, 1, ROTATION_SPLIT, 0 },
	{ "bars that begin to turn", turnstiles, 20, 60, ROTATION_SPLIT, 0 },
	{ "a ball at the origin", origin, 60, 1, ROTATION_SPLIT, 0 },
	{ "a tilted domain", tilted, 120, 4, ROTATION_SPLIT, 0 },
	{ "a tiny tilted domain", tilted_tiny, 180, 1, ROTATION_SPLIT, 0 },
	{ "a landscape in a tilted domain", tilted_quake, 110, 5, ROTATION_SPLIT, 0 },
	{ "shear", sheared, 70, 8, ROTATION_SPLIT, 0 },
	{ "sheared balls with weight", sheared_balls, 180, 8, ROTATION_SPLIT, 1 },
	{ "liquid bridges and others in shear", sheared_bridges, 150, 8, ROTATION_SPLIT, 1 },
	{ "JKR and others in shear", sheared_jkr, 150, 8, ROTATION_SPLIT, 1 },
	{ "a tiny sheared domain", sheared_tiny, 120, 1, ROTATION_SPLIT4, 0 },
	{ "336 sheared bodies", sheared_many, 8, 100, ROTATION_SPLIT, 0 },
	{ "a sheared mixture of laws", sheared_laws, 120, 10, ROTATION_LEAPFROG, 0 },
	{ "sheared molecules", sheared_molecules, 180, 500, ROTATION_SPLIT, 0 },
	{ "pressed molecules", pressed_molecules, 120, 500, ROTATION_SPLIT, 0 },
	{ "molecules under pressure", servo_molecules, 120, 500, ROTATION_SPLIT, 0 },
	{ "pressed clumps with far cohesion", pressed_cohesion, 180, 500, ROTATION_SPLIT, 0 },
	{ "targets of all stresses", servo, 120, 8, ROTATION_SPLIT, 0 },
	{ "shear under pressure", servo_shear, 8, 100, ROTATION_SPLIT, 0 },
};

static void scene_open(struct world *w, const struct scene *c)
{
	(void)c;
	rng_seed(&g, 5);
	scene_begin(w, "linear", (const char *const[]){ NULL }, NULL);
}

static struct sim_options scene_options(const struct scene *c)
{
	struct sim_options o = dem3_defaults();

	o.rotation = c->rotation;
	o.attraction = c->attraction;
	return o;
}

#include "plain_run.h"

int main(int argc, char **argv)
{
	(void)argc;
	return plain_main(argv);
}
