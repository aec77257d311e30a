/* plain3.h: what the scenes of plain3.c and plain3_cells.c have in common: the fast path of scree-dem3 against the plain one. */
#ifndef SCREE_TEST_PLAIN3_H
#define SCREE_TEST_PLAIN3_H

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

/* Balls of many sizes; attraction by the dashpots. */
static void balls(struct world *w)
{
	int64_t shape = scene_ball(w, 0.5);

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "gn", "gt"), 900, 300, 0.5, 3, 1);
	cloud(w, 0.87, 1.5, &shape, 1);
	for (int k = 0; k < w->body.n_row; k++)
		world_bodies3(w).size[k] = k % 3 ? uniform(0.2, 0.85) : 0.95;
}

/* So many that vectors and threads have something to do. */
static void many(struct world *w)
{
	int64_t shape[4] = { scene_ball(w, 0.47), rod(w, 0.3, 0.18), scene_ball(w, 0.5), lump(w, 3, 0.3, 0.2) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	box(w, 6 * 0.9, 7 * 0.9, 8 * 0.9, 1, 1, 1);
	fill(w, (int[3]){ 6, 7, 8 }, 0.9, 2, shape, 4);
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

/* ---- laws ---- */

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

/* ---- grounds ---- */

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

/* ---- runs ---- */

struct scene {
	const char *name;
	void (*build)(struct world *w);
	int steps, contacts; /* at the end at least */
	enum rotation rotation;
	int attraction;
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

#endif
