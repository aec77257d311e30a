/* Bodies with faces: the fast path against the plain one, to the last bit, as in plain3.c. */

#include "dem3/dem3_state.h"
#include "polyhedra3.h"

/* Bodies of these shapes in turn on a cubic lattice of the given step. */
static void fill(struct world *w, const int n[3], double step, double speed, const int64_t *shape, int n_shape)
{
	for (int k = 0; k < n[0] * n[1] * n[2]; k++) {
		const int at[3] = { k % n[0], k / n[0] % n[1], k / n[0] / n[1] };
		double x[3];

		for (int z = 0; z < 3; z++)
			x[z] = (at[z] + 0.5 + uniform(-0.02, 0.02)) * step;
		int row = scene_body(w, shape[k % n_shape], "-", x[0] - 1.3, x[1] + 0.7, x[2] + 0.2);
		scene_move_random(w, row, speed);
		scene_turn_random(w, row);
		for (int z = 0; z < 3; z++)
			world_bodies3(w).momentum[z][row] = 0.1 * speed * uniform(-1, 1);
	}
}

static void box(struct world *w, double x, double y, double z, int px, int py, int pz)
{
	w->domain = (struct domain){ .lo = { -1.3, 0.7, 0.2 }, .hi = { -1.3 + x, 0.7 + y, 0.2 + z },
	                             .periodic = { px, py, pz }, .set = 1 };
}

static void law_of(struct world *w, const char *kind, int n, const char *const *key, const double *value)
{
	struct law *l = world_need_law(w, "grain", "grain");

	free(l->kind);
	l->kind = strdup(kind);
	params_free(&l->par);
	for (int k = 0; k < n; k++)
		params_set(&l->par, key[k], value[k]);
}

static void cloud(struct world *w, double step, double speed, const int64_t *shape, int n_shape)
{
	box(w, 3 * step, 3 * step, 3 * step, 1, 1, 1);
	fill(w, (int[3]){ 3, 3, 3 }, step, speed, shape, n_shape);
}

static void rolling(struct world *w, double kn)
{
	law_of(w, "linear", 8, (const char *const[]){ "kn", "kt", "mu", "en", "kr", "mur", "ks", "mus" },
		(const double[]){ kn, 0.2 * kn, 0.5, 0.6, 0.3, 0.1, 0.2, 0.1 });
}

/* Cubes, tetrahedra, bricks and rods. */
static void grains(struct world *w)
{
	int64_t shape[4] = { scene_brick(w, 0.22, 0.22, 0.22, 0.06), scene_tetrahedron(w, 0.22, 0.06),
		scene_brick(w, 0.18, 0.26, 0.2, 0.05), scene_rod(w, 0.32, 0.1) };

	rolling(w, 800);
	cloud(w, 0.9, 1, shape, 4);
}

/* Beside balls and clumps, by another law, some of another size; a plate. */
static void mixed(struct world *w)
{
	const double lump[3][4] = { { -0.2, 0, 0, 0.2 }, { 0.2, 0, 0, 0.2 }, { 0, 0.2, 0, 0.2 } };
	int64_t shape[5] = { scene_brick(w, 0.23, 0.23, 0.23, 0.06), scene_ball(w, 0.46), scene_tetrahedron(w, 0.24, 0.05),
		scene_clump(w, 3, lump), scene_plate(w, 0.3, 0.22, 0.08) };

	law_of(w, "mindlin", 3, (const char *const[]){ "kn", "mu", "en" }, (const double[]){ 4000, 0.5, 0.6 });
	cloud(w, 0.93, 1.5, shape, 5);
	for (int k = 0; k < w->body.n_row; k++)
		world_bodies3(w).size[k] = k % 3 ? 1 : 0.9;
}

/* Cubes face to face: all edges are nearly parallel, the weights and their torques act. */
static void crystal(struct world *w)
{
	int64_t shape = scene_brick(w, 0.25, 0.25, 0.25, 0.1);

	law_of(w, "linear", 4, (const char *const[]){ "kn", "kt", "mu", "en" }, (const double[]){ 900, 300, 0.3, 0.9 });
	box(w, 3 * 0.69, 3 * 0.69, 3 * 0.69, 1, 1, 1);
	fill(w, (int[3]){ 3, 3, 3 }, 0.69, 1, &shape, 1);
	for (int k = 0; k < w->body.n_row; k++)
		scene_turn_little(w, k, 0.02);
}

/* A box of planes with weight, and a wall that is a polyhedron. */
static void walls(struct world *w)
{
	int64_t shape[3] = { scene_brick(w, 0.25, 0.25, 0.25, 0.08), scene_ball(w, 0.4), scene_tetrahedron(w, 0.3, 0.08) };

	rolling(w, 2500);
	w->gravity[2] = -12;
	box(w, 3.2, 3.2, 4, 1, 1, 0);
	fill(w, (int[3]){ 3, 3, 2 }, 1.03, 2, shape, 3);
	for (int k = 0; k < w->body.n_row; k++)
		world_bodies3(w).x[2][k] += 0.3;
	int row = scene_floor(w); /* moves the columns */
	world_bodies3(w).x[2][row] = 0.1;
	scene_hold(w, "wall");
	row = scene_body(w, scene_brick(w, 0.4, 0.4, 0.05, 0), "wall", 0.2, 2.2, 0.2);
	scene_turn(w, row, 1, 0.02, -0.03, 0.1);
}

/* Cubes that come to rest on a floor, one corner after another, so that more and more contacts of a cube share its mass. */
static void landing(struct world *w)
{
	int64_t shape = scene_brick(w, 0.25, 0.25, 0.25, 0.1);

	law_of(w, "linear", 4, (const char *const[]){ "kn", "kt", "mu", "en" }, (const double[]){ 900, 300, 0.3, 0.3 });
	w->gravity[2] = -10;
	box(w, 2.7, 2.7, 2, 1, 1, 0);
	fill(w, (int[3]){ 3, 3, 1 }, 0.9, 0.2, &shape, 1);
	for (int k = 0; k < w->body.n_row; k++) {
		scene_turn_little(w, k, 0.05);
		world_bodies3(w).x[2][k] = 0.59;
	}
	int row = scene_floor(w); /* moves the columns */
	world_bodies3(w).x[2][row] = 0.2;
	scene_hold(w, "wall");
}

/* Angles, which are not convex, in a drum that turns. */
static void drum(struct world *w)
{
	int64_t shape[2] = { scene_angle(w, 0.25, 0.1), scene_brick(w, 0.25, 0.2, 0.2, 0.06) };

	rolling(w, 800);
	w->gravity[1] = -5;
	box(w, 6, 6, 2.1, 0, 0, 1);
	fill(w, (int[3]){ 2, 2, 2 }, 1.05, 2, shape, 2);
	w->domain.lo[0] = w->domain.lo[1] = -3;
	w->domain.hi[0] = w->domain.hi[1] = 3;
	for (int k = 0; k < w->body.n_row; k++) {
		world_bodies3(w).x[0][k] += 0.25;
		world_bodies3(w).x[1][k] -= 1.75;
	}
	scene_cylinder(w, 1.75, CYLINDER_IN, INFINITY);
	scene_hold(w, "tube")->dof[5] = (struct dof){ DRIVE_VELOCITY, 1, { 1 }, NULL };
}

/* A hut of triangles on a floor of triangles: flat and sharp edges, reentrant ones, a ridge, corners, a rim. */
static void hut(struct world *w, double z)
{
	static const double corner[][3] = {
		{ -1.5, -1.5, 0 }, { 1.5, -1.5, 0 }, { 1.5, 1.5, 0 }, { -1.5, 1.5, 0 },
		{ -0.4, -0.5, 0 }, { 0.4, -0.5, 0 }, { 0.4, 0.5, 0 }, { -0.4, 0.5, 0 }, { 0, -0.5, 0.7 }, { 0, 0.5, 0.7 },
	};
	static const int face[][3] = {
		{ 0, 1, 4 }, { 1, 5, 4 }, { 1, 2, 5 }, { 2, 6, 5 }, { 2, 3, 6 }, { 3, 7, 6 }, { 3, 0, 7 }, { 0, 4, 7 },
		{ 4, 5, 8 }, { 5, 6, 9 }, { 5, 9, 8 }, { 6, 7, 9 }, { 7, 4, 8 }, { 7, 8, 9 },
	};
	int row = scene_mesh(w, 10, corner, 14, face);

	world_bodies3(w).x[0][row] = world_bodies3(w).x[1][row] = 0.1;
	world_bodies3(w).x[2][row] = z;
}

/* Bodies with faces, balls and clumps on a mesh that turns; some go over its rim. */
static void on_mesh(struct world *w)
{
	const double lump[2][4] = { { -0.1, 0, 0, 0.15 }, { 0.1, 0, 0, 0.15 } };
	int64_t shape[6] = { scene_brick(w, 0.2, 0.2, 0.2, 0.07), scene_tetrahedron(w, 0.22, 0.06), scene_rod(w, 0.3, 0.08),
		scene_angle(w, 0.2, 0.07), scene_ball(w, 0.3), scene_clump(w, 2, lump) };

	rolling(w, 900);
	w->gravity[2] = -5;
	box(w, 3.4, 3.4, 9, 0, 0, 0);
	w->domain.lo[0] = w->domain.lo[1] = w->domain.lo[2] = -5;
	w->domain.hi[0] = w->domain.hi[1] = w->domain.hi[2] = 5;
	fill(w, (int[3]){ 3, 3, 2 }, 0.8, 1, shape, 6);
	for (int k = 0; k < w->body.n_row; k++) {
		world_bodies3(w).x[1][k] -= 1.8;
		world_bodies3(w).x[2][k] += 0.55;
		world_bodies3(w).v[2][k] -= 1.5;
		scene_spin_random(w, k, 1);
	}
	hut(w, 0.2);
	world_need_constraint(w, "mesh")->dof[5] = (struct dof){ DRIVE_VELOCITY, 1, { 0.7 }, NULL };
}

/* By an elastic law between two rollers that turn, in a domain that is periodic along them. */
static void rollers(struct world *w)
{
	int64_t shape[3] = { scene_brick(w, 0.25, 0.2, 0.2, 0.07), scene_tetrahedron(w, 0.25, 0.06), scene_rod(w, 0.35, 0.1) };

	law_of(w, "hertz-mindlin", 2, (const char *const[]){ "mu", "en" }, (const double[]){ 0.5, 0.6 });
	world_material(w, "grain")->young = 15000;
	world_material(w, "grain")->poisson = 0.3;
	w->gravity[1] = -8;
	box(w, 6, 6, 2.4, 0, 0, 1);
	fill(w, (int[3]){ 3, 2, 2 }, 1.05, 1, shape, 3);
	w->domain.lo[0] = w->domain.lo[1] = -5;
	w->domain.hi[0] = w->domain.hi[1] = 5;
	for (int k = 0; k < w->body.n_row; k++) {
		world_bodies3(w).x[0][k] -= 0.28;
		scene_spin_random(w, k, 1);
	}
	for (int k = 0; k < 2; k++) {
		int row = scene_cylinder(w, 0.6, CYLINDER_OUT, INFINITY);

		world_bodies3(w).x[0][row] = k ? 0.75 : -0.75;
		scene_turn(w, row, 1, 0, 0, 0.3 * k);
	}
	scene_hold(w, "tube")->dof[2] = (struct dof){ DRIVE_VELOCITY, 1, { 0.3 }, NULL };
}

static void sheared(struct world *w)
{
	grains(w);
	w->domain.rate[5] = 1.5;
	w->domain.rate[0] = -0.5;
}

/* Cubes at rest: only the images come nearer, as the cell is compressed. */
static void images(struct world *w)
{
	int64_t shape = scene_brick(w, 0.25, 0.25, 0.25, 0.1);

	law_of(w, "linear", 3, (const char *const[]){ "kn", "kt", "mu" }, (const double[]){ 900, 300, 0.3 });
	box(w, 2 * 0.76, 2 * 0.76, 2 * 0.76, 1, 1, 1);
	fill(w, (int[3]){ 2, 2, 2 }, 0.76, 0, &shape, 1);
	for (int k = 0; k < w->body.n_row; k++)
		scene_turn_little(w, k, 0.02);
	w->domain.rate[0] = -0.7;
	w->domain.rate[1] = -0.4;
}

/* Grains that attract each other from afar, at rest in a cell that is pressed and sheared. */
static void far_cohesion(struct world *w)
{
	int64_t shape[3] = { scene_brick(w, 0.22, 0.22, 0.22, 0.06), scene_tetrahedron(w, 0.22, 0.06), scene_ball(w, 0.3) };

	law_of(w, "cohesive", 6, (const char *const[]){ "kn", "kt", "mu", "en", "pull", "range" },
		(const double[]){ 900, 300, 0.5, 0.6, 0.03, 0.7 });
	cloud(w, 1.03, 0.02, shape, 3);
	w->domain.rate[XX] = -0.5;
	w->domain.rate[ZZ] = -0.3;
	w->domain.rate[XZ] = 1.5;
}

/* A cube that crosses a face of a sheared cell goes on as another image, and meets another cube there. */
static void crossing(struct world *w)
{
	int64_t shape = scene_brick(w, 0.25, 0.25, 0.25, 0.1);

	law_of(w, "linear", 3, (const char *const[]){ "kn", "kt", "mu" }, (const double[]){ 20000, 3000, 0.3 });
	box(w, 6, 6, 6, 1, 1, 1);
	w->domain.rate[XZ] = 2.2; /* images pass by at 0.0198 in each step */
	scene_body(w, shape, "-", 1.7, 3.7, 0.7);
	scene_move(w, scene_body(w, shape, "-", 1.7 + 0.7 + 5.5 * 0.0198, 3.75, 6.1994), 0, 0, 0.7);
}

static const struct scene {
	const char *name;
	void (*build)(struct world *w);
	int steps, contacts; /* at the end at least */
} scene[] = {
	{ "bodies with faces", grains, 156, 5 },
	{ "faces, balls and clumps", mixed, 240, 5 },
	{ "a crystal of cubes", crystal, 25, 300 },
	{ "walls", walls, 200, 5 },
	{ "cubes that land on a floor", landing, 100, 20 },
	{ "angles in a drum", drum, 110, 3 },
	{ "shear", sheared, 230, 5 },
	{ "images that come nearer", images, 70, 5 },
	{ "far cohesion in shear", far_cohesion, 120, 100 },
	{ "a cube that crosses a sheared face", crossing, 6, 1 },
	{ "a mesh", on_mesh, 230, 8 },
	{ "rollers", rollers, 200, 5 },
};

static void scene_open(struct world *w, const struct scene *c)
{
	(void)c;
	rng_seed(&g, 5);
	scene_begin(w, "linear", (const char *const[]){ NULL }, NULL);
}

static struct sim_options scene_options(const struct scene *c)
{
	(void)c;
	return dem3_defaults();
}

#include "plain_run.h"

int main(int argc, char **argv)
{
	(void)argc;
	return plain_main(argv);
}
