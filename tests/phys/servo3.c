/* Walls of space under pressure against closed forms: where a lid on springs comes to rest, on what area, what three pressed
 * walls do to the volume between them. */
#include "scene3.h"

static const char *const tags[6] = { "left", "right", "front", "back", "bottom", "top" };

/* Grains of stiffness kn, and walls of a material that passes through itself. */
static void begin(struct world *w, double kn, double en)
{
	const char *keys[] = { "kn", "mu", "en", NULL };
	const double values[] = { kn, 0, en };

	scene_begin(w, "linear", keys, values);
	world_need_material(w, "steel")->density = 1;
	struct law *l = world_need_law(w, "steel", "grain");
	for (int k = 0; keys[k]; k++)
		params_set(&l->par, keys[k], values[k]);
	params_set(&world_need_law(w, "steel", "steel")->par, "kn", 0);
}

static struct constraint *hold(struct world *w, int row, const char *tag)
{
	world_bodies3(w).material[row] = world_name(w, "steel");
	world_bodies3(w).tag[row] = world_name(w, tag);
	return scene_hold(w, tag);
}

/* A plane across an axis, which faces up it or down. */
static int plane(struct world *w, int axis, double at, int down, const char *tag)
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);
	const double half = sqrt(0.5), q[6][4] = { { half, 0, half, 0 }, { half, 0, -half, 0 }, { half, -half, 0, 0 },
	                                           { half, half, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 } };
	double x[3] = { 0.4, 0.6, 0.3 };

	shape_alloc(s, SHAPE_PLANE, 1);
	x[axis] = at;
	int row = scene_body(w, s->id, tag, x[0], x[1], x[2]);
	scene_turn(w, row, q[2 * axis + down][0], q[2 * axis + down][1], q[2 * axis + down][2], q[2 * axis + down][3]);
	hold(w, row, tag);
	return row;
}

static void press(struct world *w, const char *tag, int axis, double p, double m, double c, const char *const between[4])
{
	struct constraint to = { .m = m, .c = c };

	for (int k = 0; k < 6; k++)
		to.dof[k].drive = DRIVE_FIXED;
	to.dof[axis] = (struct dof){ DRIVE_PRESSURE, 1, { p }, NULL };
	for (int k = 0; k < 4 && between; k++)
		to.between[k] = (char *)between[k];
	constraint_set(world_constraint(w, tag), &to);
}

static struct sim_options steps(double dt)
{
	struct sim_options o = dem3_defaults();

	o.dt = dt;
	return o;
}

/* A rectangle of two triangles, in which the body's place is a corner. */
static int plate(struct world *w, double lx, double ly)
{
	const double vertex[4][3] = { { 0, 0, 0 }, { lx, 0, 0 }, { lx, ly, 0 }, { 0, ly, 0 } };
	const int face[2][3] = { { 0, 1, 2 }, { 0, 2, 3 } };
	int row = scene_mesh(w, 4, vertex, 2, face);

	hold(w, row, "top");
	return row;
}

/* Six balls on a floor carry a lid: under p it sinks by 2 p A / 6 kn, two springs to a ball. A is the area between four walls,
 * that of the periods, both in one, or the lid's own. */
enum area { WALLS, PERIODS, BOTH, OWN, AREAS };
static void on_springs(enum area area)
{
	static const char *const name[AREAS] = { "between walls", "of the periods", "of a period and walls", "of its own" };
	const double r = 0.3, kn = 70, p = 1.7, lx = 2.6, ly = 1.9, step = 0.8, full = lx * ly;
	const char *const between[4] = { "right", "left", area == BOTH ? NULL : "front", area == BOTH ? NULL : "back" };
	struct world w;
	int lid;

	begin(&w, kn, 0.3);
	w.domain = (struct domain){ .lo = { -0.1, -0.1, -1 }, .hi = { lx - 0.1, ly - 0.1, 2 }, .set = 1 };
	w.domain.periodic[0] = area == PERIODS;
	w.domain.periodic[1] = area == PERIODS || area == BOTH;
	plane(&w, 2, 0, 0, "bottom");
	if (area == OWN) {
		lid = plate(&w, lx, ly);
		world_bodies3(&w).x[0][lid] = world_bodies3(&w).x[1][lid] = -0.1;
	} else {
		lid = plane(&w, 2, 2 * r, 1, "top");
	}
	world_bodies3(&w).x[2][lid] = 2 * r;
	for (int k = 0; k < 4 && (area == WALLS || (area == BOTH && k < 2)); k++)
		plane(&w, k / 2, k / 2 ? k % 2 ? ly - 0.1 : -0.1 : k % 2 ? lx - 0.1 : -0.1, k % 2, tags[k]);
	press(&w, "top", 2, -p, 6, 20, area == WALLS || area == BOTH ? between : NULL);
	for (int k = 0; k < 6; k++)
		scene_body(&w, scene_ball(&w, r), "-", 0.3 + step * (k % 3), 0.3 + step * (k / 3), r);
	scene_run_for(&w, 60, 5e-3, steps(0));
	near(world_bodies3(&w).x[2][lid], 2 * r - 2 * p * full / (6 * kn), 1e-9, "a lid sinks by 2 p A / 6 kn, A %s", name[area]);
	near(scene_ledger(&w, "el_n"), 6 * kn * pow(p * full / (6 * kn), 2), 1e-8, "what twelve springs hold");
	double done = scene_ledger(&w, "work"), gone = scene_ledger(&w, "other") + scene_ledger(&w, "visc");
	near(done, 2 * pow(p * full, 2) / (6 * kn), 1e-9, "the work of the load: force times way");
	near(gone, 0.5 * done, 1e-4, "half of it is damped");
	near(scene_ledger(&w, "closure"), 0, 1e-12, "and the step's identity holds");
	world_free(&w);
}

/* A clump of two balls and a bar that stand on two pebbles each: the mean pressure on lid and floor is what was asked for. */
static void clump(void)
{
	const double p = 0.9, lx = 4, ly = 3, pressure = p * lx * ly;
	struct world w;

	begin(&w, 60, 0.3);
	w.domain = (struct domain){ .hi = { lx, ly, 3 }, .periodic = { 1, 1, 0 }, .set = 1 };
	plane(&w, 2, 0, 0, "bottom");
	plane(&w, 2, 1.2, 1, "top");
	press(&w, "top", 2, -p, 20, 30, NULL);
	scene_body(&w, scene_clump(&w, 4, (const double[4][4]){ { -0.6, 0, 0, 0.5 }, { 0.6, 0, 0, 0.5 }, { 0, 0.5, 0, 0.5 },
		{ 0, -0.4, 0, 0.5 } }), "-", 1.7, 1.4, 0.6);
	struct sim_options o = steps(5e-3);
	o.forces = 1;
	scene_run_for(&w, 80, 5e-3, o);
	near(table_real(&w.body, "fz")[0], -pressure, 1e-8, "a clump presses on the floor with p A");
	near(table_real(&w.body, "fz")[1], pressure, 1e-8, "and on the lid");
	ok(w.contact.n_row >= 6, "by %d contacts", w.contact.n_row);
	world_free(&w);
}

/* Nothing in the way: the lid falls as under a force, or at p A / c in the end. */
static void alone(double c)
{
	const double p = 0.7, m = 3, t = c > 0 ? 40 : 1, dt = 0.01, f = p * 4 * 5;
	struct world w;

	begin(&w, 1, 1);
	w.domain = (struct domain){ .lo = { 0, 0, -1000 }, .hi = { 4, 5, 20 }, .periodic = { 1, 1, 0 }, .set = 1 };
	w.gravity[2] = -7; /* does not act on what a pressure moves */
	int lid = plane(&w, 2, 10, 1, "top");
	press(&w, "top", 2, -p, m, c, NULL);
	scene_run_for(&w, t, dt, steps(0));
	double z = world_bodies3(&w).x[2][lid], v = world_bodies3(&w).v[2][lid];
	near(v, c > 0 ? -f / c : -f * t / m, 1e-9, "a lid alone, c = %g: its velocity", c);
	if (c == 0)
		near(z, 10 - 0.5 * f / m * t * t, 1e-9, "its way");
	near(scene_ledger(&w, "work"), f * (10 - z), 1e-8, "work is force times way");
	world_free(&w);
}

/* Three walls with one pressure on the areas between their neighbours: their work is p times the volume that is lost, whatever
 * is in between, and the first law holds. */
static void volume(void)
{
	static const char *const across[3][4] = { { "front", "back", "bottom", "top" }, { "left", "right", "bottom", "top" },
	                                          { "left", "right", "front", "back" } };
	const double r = 0.25, p = 3, size[3] = { 2.3, 2, 1.9 };
	double now[3];
	int row[6];
	struct world w;

	begin(&w, 400, 0.5);
	w.domain = (struct domain){ .lo = { 0, 0, 0 }, .hi = { 4, 4, 4 }, .set = 1 };
	for (int k = 0; k < 6; k++)
		row[k] = plane(&w, k / 2, k % 2 ? size[k / 2] : 0, k % 2, tags[k]);
	for (int k = 0; k < 3; k++)
		press(&w, tags[2 * k + 1], k, -p, 4 - k, 1 + k, across[k]);
	int64_t shape[2] = { scene_ball(&w, r), scene_clump(&w, 2, (const double[2][4]){ { 0, 0, 0.1, 0.15 }, { 0, 0, -0.1,
		0.15 } }) };
	for (int k = 0; k < 27; k++)
		scene_body(&w, shape[k % 2], "-", 0.3 + 0.6 * (k % 3) + 0.05 * (k / 3 % 2), 0.3 + 0.6 * (k / 3 % 3),
			0.3 + 0.6 * (k / 9));
	scene_run_for(&w, 8, 2e-3, steps(0));
	for (int k = 0; k < 3; k++)
		now[k] = world_bodies3(&w).x[k][row[2 * k + 1]];
	ok(now[0] < 2.25 && now[1] < 1.95 && now[2] < 1.85, "all walls have moved, to %g x %g x %g", now[0], now[1], now[2]);
	double work = scene_ledger(&w, "work");
	near(work, p * (size[0] * size[1] * size[2] - now[0] * now[1] * now[2]), 1e-6 * work, "work is p times the volume lost");
	near(scene_ledger(&w, "residual"), 0, 1e-4 * work, "the first law");
	near(scene_ledger(&w, "closure"), 0, 1e-12 * work, "and the identity of the step");
	world_free(&w);
}

/* ---- what areas are made of ---- */

/* The ball k of a body's shape along an axis of space: its centre and what it reaches to each side. */
static double ball_at(struct world *w, int row, int k, int axis, double *r)
{
	struct bodies3 b = world_bodies3(w);
	const double *ball = world_shape(w, b.shape[row])->solid->ball[k];
	const double q[4] = { b.q[0][row], b.q[1][row], b.q[2][row], b.q[3][row] };
	double m[3][3];

	quat_matrix(m, q);
	*r = b.size[row] * ball[3];
	return b.x[axis][row] + b.size[row] * (m[axis][0] * ball[0] + m[axis][1] * ball[1] + m[axis][2] * ball[2]);
}

/* The end of n balls of a body along an axis, upwards (1) or downwards (-1), with radii or, of centres, without. */
static double end_of(struct world *w, int row, int n, int axis, int sign, int with)
{
	double end = -INFINITY, r;

	for (int k = 0; k < n; k++) {
		double at = ball_at(w, row, k, axis, &r);

		end = fmax(end, sign * at + with * r);
	}
	return sign * end;
}

static int clump_at(struct world *w, const char *tag, double x, double y, double z, double size)
{
	int64_t shape = scene_clump(w, 3, (const double[3][4]){ { -0.35, 0.1, 0, 0.2 }, { 0.4, -0.15, 0.1, 0.3 }, { 0.1, 0.3,
		0.45, 0.25 } });
	int row = scene_body(w, shape, tag, x, y, z);

	scene_turn(w, row, 0.8, 0.2, -0.4, 0.4);
	world_bodies3(w).size[row] = size;
	hold(w, row, tag);
	return row;
}

/* The velocity of a lid of mass 3 after half a unit of time under the pressure 0.7 says what its area is. */
static void has_area(struct world *w, int lid, double area, const char *what)
{
	scene_run_for(w, 0.5, 0.01, steps(0));
	near(world_bodies3(w).v[2][lid], -0.7 * area * 0.5 / 3, 1e-12 * area, "%s", what);
	world_free(w);
}

/* Between walls of balls: the balls' radii narrow the gap, by their sizes; walls of several bodies reach as far as the farthest.
 * A mesh and a rod along the other axis. */
static void gaps(void)
{
	const double vertex[4][3] = { { 0, 0, 0 }, { 0.7, 0.2, 0 }, { 0.1, 0.9, 0.3 }, { 0.2, 0.1, 0.8 } }, rod = 0.4,
		half = sqrt(0.5);
	const int face[4][3] = { { 0, 2, 1 }, { 0, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 } };
	const double a = 0.5, c = cos(a), s = sin(a);
	double far = -INFINITY;
	struct world w;

	begin(&w, 200, 0.5);
	w.domain = (struct domain){ .lo = { -9, -9, -99 }, .hi = { 9, 9, 20 }, .set = 1 };
	int lid = plane(&w, 2, 10, 1, "top");
	int left = clump_at(&w, "left", -2, 0.3, 1, 1.5), right[2] = { clump_at(&w, "right", 2.3, 0, 2, 0.75), clump_at(&w,
		"right", 2.5, 1, 3, 1.25) };
	int mesh = scene_mesh(&w, 4, vertex, 4, face);
	hold(&w, mesh, "front");
	world_bodies3(&w).x[1][mesh] = -3;
	world_bodies3(&w).size[mesh] = 1.25;
	scene_turn(&w, mesh, cos(a / 2), sin(a / 2), 0, 0); /* about x: y' = c y - s z */
	struct shape *cylinder = world_need_shape(&w, world_last_shape(&w) + 1);
	shape_alloc(cylinder, SHAPE_CYLINDER, 1);
	cylinder->solid->r = rod;
	cylinder->solid->length = 3;
	cylinder->solid->side = CYLINDER_OUT;
	int back = scene_body(&w, cylinder->id, "back", 0.5, 2.5, 1);
	scene_turn(&w, back, half, 0, half, 0); /* its axis along x */
	world_bodies3(&w).size[back] = 1.5;
	hold(&w, back, "back");
	press(&w, "top", 2, -0.7, 3, 0, (const char *const[4]){ "left", "right", "back", "front" });
	double x = fmin(end_of(&w, right[0], 3, 0, -1, 1), end_of(&w, right[1], 3, 0, -1, 1)) - end_of(&w, left, 3, 0, 1, 1);
	for (int k = 0; k < 4; k++)
		far = fmax(far, -3 + 1.25 * (c * vertex[k][1] - s * vertex[k][2]));
	has_area(&w, lid, x * (2.5 - rod * 1.5 - far), "the gap of walls made of balls, in the other of a mesh and a rod");
}

/* Its own extent: of balls that of their centres, of a single ball what it reaches. */
static void extents(void)
{
	for (int kind = 0; kind < 4; kind++) {
		static const char *const what[] = { "a lid of balls: the extents of their centres", "of one ball: what it reaches",
		                                    "wider than a period: the period", "of several bodies in a period: the period" };
		struct world w;
		double area;

		begin(&w, 200, 0.5);
		w.domain = (struct domain){ .lo = { -9, -0.2, -99 }, .hi = { 9, 0.2, 20 }, .set = 1, .periodic = { 0, kind > 1, 0 } };
		int lid = kind == 1 ? scene_body(&w, scene_ball(&w, 0.3), "top", 1, 0.1, 5) : clump_at(&w, "top", 1, 0.1, 5, 1.75);
		if (kind == 3) {
			world_bodies3(&w).size[lid] = 0.125;
			clump_at(&w, "top", 1, -0.15, 6, 0.125);
		}
		hold(&w, lid, "top");
		press(&w, "top", 2, -0.7, 3, 0, NULL);
		if (kind == 1) {
			world_bodies3(&w).size[lid] = 1.5;
			area = 4 * 0.45 * 0.45;
		} else {
			area = end_of(&w, lid, 3, 0, 1, 0) - end_of(&w, lid, 3, 0, -1, 0); /* both of kind 3 are alike */
			area *= kind ? 0.4 : end_of(&w, lid, 3, 1, 1, 0) - end_of(&w, lid, 3, 1, -1, 0);
		}
		has_area(&w, lid, area, what[kind]);
	}
}

static void refused(struct world *w, enum sim_status status, const char *other, const char *what)
{
	struct sim_options o = dem3_defaults();
	struct sim_error e;
	struct dem3 *sim = dem3_new(w, &o, &e);

	ok(!sim && e.status == status && !strcmp(e.word, "top") && (!other || !strcmp(e.word2, other)), "%s", what);
	dem3_free(sim);
}

/* Walls that are named must be there, and a plane must end. */
static void missing(void)
{
	struct world w;

	begin(&w, 200, 0.5);
	plane(&w, 0, 0, 0, "left");
	plane(&w, 2, 1, 1, "top");
	press(&w, "top", 2, -1, 3, 0, (const char *const[4]){ "left", "right" });
	refused(&w, SIM_BETWEEN, "right", "a wall that is not there");
	press(&w, "top", 2, -1, 3, 0, (const char *const[4]){ "left", "top" });
	refused(&w, SIM_BETWEEN, "top", "a wall between itself and another");
	plane(&w, 0, 1, 1, "right");
	press(&w, "top", 2, -1, 3, 0, (const char *const[4]){ "left", "right" });
	refused(&w, SIM_ENDLESS, NULL, "a plane without end along y");
	plane(&w, 1, -1, 0, "front");
	int back = plane(&w, 1, 1, 0, "back");
	press(&w, "top", 2, -1, 3, 0, (const char *const[4]){ "left", "right", "front", "back" });
	struct sim_options o = dem3_defaults();
	struct sim_error e;
	struct dem3 *sim = dem3_new(&w, &o, &e);
	ok(sim != NULL, "planes on all sides");
	dem3_free(sim);
	scene_turn(&w, back, 0.7071068, -0.7071067, 0, 0);
	refused(&w, SIM_ENDLESS, NULL, "one that leans by 1e-7");
	world_free(&w);
}

int main(void)
{
	for (int k = 0; k < AREAS; k++)
		on_springs((enum area)k);
	clump();
	alone(0);
	alone(4);
	volume();
	gaps();
	extents();
	missing();
	return done();
}
