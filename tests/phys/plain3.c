/* In space the fast path against the plain one: all columns, contacts and the ledger of the last frame, to the last bit;
 * whatever the vectors, threads, skin, order of rows, names or splits of a run. */

#include "plain3.h"

/* ---- scenes ---- */

static void elastic(struct world *w)
{
	int64_t shape[2] = { lump(w, 5, 0.3, 0.2), scene_ball(w, 0.45) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 2500, 0, 0, 1);
	cloud(w, 0.83, 1.5, shape, 2);
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

/* Clumps of very many pebbles. */
static void large(struct world *w)
{
	int64_t shape[2] = { lump(w, 60, 0.4, 0.08), scene_ball(w, 0.45) };

	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en"), 900, 300, 0.5, 0.6);
	box(w, 2 * 0.84, 2 * 0.86, 2 * 0.88, 1, 1, 1);
	fill(w, (int[3]){ 2, 2, 2 }, 0.86, 3, shape, 2);
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

static void materials(struct world *w) { clumps(w); materials_of(w, "linear", 1); }
static void material_balls(struct world *w) { balls(w); materials_of(w, "linear", 0); }

static void hertz(struct world *w) { law_of(w, 0); }
static void mindlin(struct world *w) { law_of(w, 1); }
static void cohesive(struct world *w) { law_of(w, 2); }
static void molecules(struct world *w) { law_of(w, 3); }

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

static void jkr(struct world *w) { clumps(w); adhesion_of(w, 0); }
static void bridges(struct world *w) { balls(w); adhesion_of(w, 1); }
static void attracted(struct world *w) { balls(w); adhesion_of(w, 2); }
static void jkr_tubes(struct world *w) { tubes(w); adhesion_of(w, 0); }

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

/* Nothing but balls, n of them in groups of their own: five turn freely, held or driven; the next about axes, or not at all. */
static void spindles_of(struct world *w, int n)
{
	static const char *const tag[] = { "held", "drawn", "pushed", "twisted", "free", "axle", "spun", "fixed" };

	for (int k = 0; k < n; k++) {
		struct constraint *c = scene_hold(w, tag[k]);

		world_bodies3(w).tag[3 * k + 1] = world_name(w, tag[k]);
		for (int z = k < 2 ? 3 : 0; z < 6 && k < 5; z++)
			c->dof[z].drive = DRIVE_FREE;
		if (k == 1)
			c->dof[0] = (struct dof){ DRIVE_SIN, 3, { 0.5, 0.7, 0.1 }, NULL };
		if (k == 2 || k == 3)
			c->dof[2 * k - 3] = (struct dof){ DRIVE_FORCE, 1, { 4 - k }, NULL };
		if (k == 5)
			c->dof[3].drive = DRIVE_FREE;
		for (int z = 3; z < 6 && k == 6; z++)
			c->dof[z] = (struct dof){ DRIVE_VELOCITY, 1, { 6 - z }, NULL };
		c->m = k == 3 ? 2 : 0;
	}
}

static void spindles(struct world *w) { equal(w); spindles_of(w, 5); }
static void axles(struct world *w) { equal(w); spindles_of(w, 8); }

/* Of many sizes. */
static void rolling_spindles(struct world *w)
{
	balls(w);
	spindles_of(w, 5);
	LAW(w, "grain", "grain", "linear", KEYS("kn", "kt", "mu", "en", "kr", "mur", "ks", "mus"), 900, 300, 0.5, 0.6, 3, 0.2, 2, 0.1);
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

static const struct scene scene[] = {
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
	{ "single balls that turn freely in groups", spindles, 120, 8, ROTATION_SPLIT, 0 },
	{ "the same, of many sizes, resist rolling", rolling_spindles, 120, 8, ROTATION_SPLIT, 0 },
	{ "single balls that turn freely and about axes", axles, 120, 8, ROTATION_SPLIT, 0 },
	{ "bars that begin to turn", turnstiles, 20, 60, ROTATION_SPLIT, 0 },
	{ "a ball at the origin", origin, 60, 1, ROTATION_SPLIT, 0 },
};

#include "plain_run.h"

int main(int argc, char **argv)
{
	(void)argc;
	return plain_main(argv);
}
