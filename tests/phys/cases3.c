/* Cases of space that are easily forgotten, each with its closed form: masses for dashpots of driven bodies, bodies added to a
 * stream, laws that reach further than bodies, walls with a size, springs that turn with both bodies. */
#include "scene3.h"

static const double kn = 1300, en = 0.3, r1 = 0.31, r2 = 0.47;

static double ratio(void)
{
	return -log(en) / sqrt(pi * pi + log(en) * log(en));
}

static void begin(struct world *w, double with_en)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };

	scene_begin(w, "linear", keys, (const double[]){ kn, 1900, 0.4, with_en }); /* kt above kn, and so its dashpot */
}

/* The row of the contact of bodies with these ids, or -1. */
static int contact_of(const struct world *w, int64_t i, int64_t j)
{
	const int64_t *a = table_int(&w->contact, "i"), *b = table_int(&w->contact, "j");

	for (int k = 0; k < w->contact.n_row; k++)
		if ((a[k] == i && b[k] == j) || (a[k] == j && b[k] == i))
			return k;
	return -1;
}

static double force_of(const struct world *w, int64_t i, int64_t j)
{
	int k = contact_of(w, i, j);

	return k < 0 ? NAN : table_real(&w->contact, "fn")[k];
}

/* Forces at the start. */
static void stand(struct world *w, double skin)
{
	struct sim_options o = dem3_defaults();

	o.dt = 1e-3;
	o.skin = skin;
	struct dem3 *sim = scene_start(w, o);
	dem3_export(sim, w, 1);
	dem3_free(sim);
}

/* Reduced masses by which dashpots are damped: of two driven bodies that of both, else that of what moves freely. */
static void masses(void)
{
	enum { FREE, DRIVEN, HELD_UP };
	static const int how[5][2] = { { FREE, FREE }, { DRIVEN, DRIVEN }, { DRIVEN, FREE }, { FREE, DRIVEN }, { DRIVEN, HELD_UP } };
	const double u[2] = { 1.1, -0.4 }, own[2] = { 2.3, 0.7 }, r[2] = { r1, r2 }, overlap = 0.013;

	for (int k = 0; k < 5; k++) {
		double m[2], moment[3];
		struct world w;

		begin(&w, en);
		for (int z = 0; z < 2; z++) {
			const char *tag = how[k][z] == FREE ? "-" : z ? "second" : "first";
			int row = scene_body(&w, scene_ball(&w, r[z]), tag, z * (r1 + r2 - overlap), 0.4, -2);

			scene_move(&w, row, u[z], 0, 0);
			m[z] = scene_mass(&w, row, moment);
			if (how[k][z] == FREE)
				continue;
			struct constraint *c = world_need_constraint(&w, tag);
			c->m = m[z] = own[z];
			for (int d = how[k][z] == DRIVEN ? 1 : 3; d < 6; d++)
				c->dof[d].drive = DRIVE_FIXED;
		}
		double w0 = how[k][0] == DRIVEN && how[k][1] != DRIVEN ? 0 : 1 / m[0];
		double w1 = how[k][1] == DRIVEN && how[k][0] != DRIVEN ? 0 : 1 / m[1];
		double want = kn * overlap + 2 * ratio() * sqrt(kn / (w0 + w1)) * (u[0] - u[1]);
		stand(&w, -1);
		near(force_of(&w, 1, 2), want, 1e-12 * want, "the dashpot by the masses that move, case %d", k);
		world_free(&w);
	}
}

/* Walls that are driven along one axis go there: the overlap with a ball that they run into is their way. */
static void driven(void)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };
	const double v = 0.3, t = 0.1;

	for (int axis = 0; axis < 3; axis++) {
		struct world w;

		scene_begin(&w, "linear", keys, (const double[]){ 1e-9, 1e-10, 0.4, 1 });
		int row = scene_cylinder(&w, 0.8, CYLINDER_OUT, INFINITY);
		if (axis == 2)
			scene_turn(&w, row, sqrt(0.5), 0, sqrt(0.5), 0); /* along x */
		world_need_constraint(&w, "tube")->dof[axis] = (struct dof){ DRIVE_VELOCITY, 1, { v }, NULL };
		const double far = 0.8 + r1 + 0.01;
		scene_body(&w, scene_ball(&w, r1), "-", axis == 0 ? far : 0, axis == 1 ? far : 0, axis == 2 ? far : 0);
		scene_run_for(&w, t, 1e-3, dem3_defaults());
		int k = contact_of(&w, 1, 2);
		near(k < 0 ? NAN : table_real(&w.contact, "overlap")[k], v * t - 0.01, 1e-9, "a rod that is driven along %d", axis);
		world_free(&w);
	}
}

/* A hinge that also slides, and what hits it: impulses where contacts begin and end do work on both, and the first law closes. */
static void hinge(void)
{
	struct world w;
	double mass, moment[3];

	begin(&w, en);
	int row = scene_body(&w, scene_clump(&w, 2, (const double[2][4]){ { -0.4, 0, 0, 0.3 }, { 0.4, 0, 0, 0.3 } }), "hinge", 0, 0, 0);
	struct constraint *c = world_need_constraint(&w, "hinge");
	for (int d = 0; d < 6; d++)
		c->dof[d].drive = d == 2 || d == 4 ? DRIVE_FREE : DRIVE_FIXED;
	for (int k = 0; k < 2; k++)
		scene_move(&w, scene_body(&w, scene_ball(&w, 0.2 + 0.05 * k), "-", 0.5 - 0.7 * k, 0, 0.52 + 0.07 * k), 0.1, 0, -2 - k);
	mass = scene_mass(&w, row, moment);
	scene_run_for(&w, 0.3, 1e-4, dem3_defaults());
	double start = scene_ledger(&w, "start_kin_lin"), v = world_bodies3(&w).v[2][row];
	ok(mass * v * v > 1e-3 * start, "a hinge that slides is hit");
	near(scene_ledger(&w, "closure") / start, 0, 1e-13, "its books close");
	near(scene_ledger(&w, "residual") / start, 0, 1e-5, "and the first law");
	world_free(&w);
}

/* A body that is put in contact into the stream of a run feels it from the first evaluation on. */
static void added(void)
{
	struct world w;

	begin(&w, 1);
	int64_t ball = scene_ball(&w, r1);
	scene_body(&w, ball, "-", 0, 0, 0);
	scene_body(&w, ball, "-", 0.6, 0, 0);
	scene_run_for(&w, 0.002, 1e-3, dem3_defaults());
	struct bodies3 b = world_bodies3(&w);
	double x = b.x[0][1];
	scene_body(&w, scene_ball(&w, r2), "-", x, 0, r1 + r2 - 0.021);
	stand(&w, -1);
	near(force_of(&w, 2, 3), kn * 0.021, 1e-11 * kn, "a body that was added pushes at once");
	world_free(&w);
}

/* Dissipation as work and as power are two sums of the same: near each other, never the same. */
static void powers(void)
{
	struct world w;

	begin(&w, en);
	scene_body(&w, scene_ball(&w, r1), "-", 0, 0, 0);
	scene_move(&w, scene_body(&w, scene_ball(&w, r2), "-", r1 + r2 + 1e-4, 0, 0), -0.3, 0, 0);
	scene_run_for(&w, 0.02, 2e-4, dem3_defaults());
	double work = scene_ledger(&w, "visc"), power = scene_ledger(&w, "visc_power");
	ok(work > 1e-4 && power != work && fabs(power / work - 1) < 0.02, "dissipation as work %.8g, as power %.8g", work, power);
	world_free(&w);
}

/* A rod of a size, pressed across: pressure over its length and thickness. */
static void pressed(void)
{
	const double r = 0.35, length = 1.3, size = 1.7, p = -0.6, m = 3.1, dt = 1e-3;
	struct world w;

	begin(&w, 1);
	int row = scene_cylinder(&w, r, CYLINDER_OUT, length);
	struct constraint *c = world_need_constraint(&w, "tube");
	world_bodies3(&w).size[row] = size;
	scene_turn(&w, row, sqrt(0.5), 0, sqrt(0.5), 0); /* along x */
	c->dof[2] = (struct dof){ DRIVE_PRESSURE, 1, { p }, NULL };
	c->m = m;
	scene_body(&w, scene_ball(&w, r1), "-", 0, 0, 5);
	scene_run_for(&w, dt, dt, dem3_defaults());
	near(world_bodies3(&w).v[2][row], p * length * size * 2 * r * size / m * dt, 1e-15, "a pressure on a rod of a size");
	world_free(&w);
}

/* Balls that part in a fast step, or slide along each other for many: out gets all that moves or is booked. */
enum { TOLD = 12 };
static void part(int plain, double skin, int quick, double out[TOLD])
{
	static const char *const key[TOLD - 2] = { "kin_lin", "kin_rot", "el_n", "el_t", "fric", "visc", "visc_power", "work_n",
		"residual", "closure" };
	struct sim_options o = dem3_defaults();
	double speed = quick ? 1 : 0.02;
	struct world w;

	begin(&w, en);
	for (int k = 0; k < 4; k++) {
		scene_body(&w, scene_ball(&w, r1), "-", 0, 3 * k, 0);
		scene_move(&w, 2 * k, -speed * (5 + 9 * k), 2 * speed, 0);
		scene_body(&w, scene_ball(&w, r2), "-", r1 + r2 - 0.02, 3 * k, 0.01);
		scene_move(&w, 2 * k + 1, speed * (5 + 8 * k), 0, speed);
	}
	o.plain = plain;
	o.skin = skin;
	o.heat = 1;
	scene_run_for(&w, quick ? 0.01 : 0.03, quick ? 5e-3 : 1e-3, o);
	for (int k = 0; k < TOLD - 2; k++)
		out[k] = scene_ledger(&w, key[k]);
	for (int k = 0; k < 2; k++)
		out[TOLD - 2 + k] = table_real(&w.body, "heat")[k];
	world_free(&w);
}

static void skins(void)
{
	for (int quick = 0; quick < 2; quick++) {
		double out[3][TOLD];

		part(1, -1, quick, out[0]);
		part(0, 1e-7, quick, out[1]);
		part(0, 0.9, quick, out[2]);
		for (int k = 0; k < TOLD; k++)
			ok(out[1][k] == out[0][k] && out[2][k] == out[0][k], "%s contacts do not depend on lists: entry %d, %.17g %.17g %.17g",
			   quick ? "short" : "long", k, out[0][k], out[1][k], out[2][k]);
		ok(quick || (out[0][10] > 0 && out[0][4] > 0 && out[0][5] > 0), "there is heat of friction and of dashpots");
	}
}

/* Cohesion over a gap, with a skin of nothing: of balls, with a plane, a tube and a triangle. */
static void reaches(void)
{
	static const double corner[3][3] = { { -1, -1, 0 }, { 3, -1, 0 }, { -1, 3, 0 } };
	static const int face[1][3] = { { 0, 1, 2 } };
	const double range = 0.23, pull = 1.9, gap = 0.17;

	for (int k = 0; k < 4; k++) {
		const char *keys[] = { "kn", "kt", "mu", "en", "pull", "range", NULL };
		struct world w;

		scene_begin(&w, "cohesive", keys, (const double[]){ kn, 170, 0.4, 1, pull, range });
		if (k == 0)
			scene_body(&w, scene_ball(&w, r2), "-", 0, 0, -r2);
		else if (k == 1)
			scene_floor(&w);
		else if (k == 2)
			scene_cylinder(&w, 0.9, CYLINDER_OUT, 4);
		else
			scene_mesh(&w, 3, corner, 1, face);
		if (k == 2) {
			scene_turn(&w, 0, sqrt(0.5), 0, sqrt(0.5), 0);
			world_bodies3(&w).x[2][0] = -0.9;
		}
		scene_body(&w, scene_ball(&w, r1), "-", 0, 0, r1 + gap);
		stand(&w, 1e-7);
		near(force_of(&w, 1, 2), -pull * (1 - gap / range), 1e-12, "cohesion over a gap, case %d", k);
		world_free(&w);
	}
}

/* A law that is missing between walls and bodies, whichever material comes first; between walls none is needed. */
static void missing(void)
{
	for (int k = 0; k < 3; k++) {
		struct sim_options o = dem3_defaults();
		struct sim_error e = { 0 };
		struct world w;

		begin(&w, 1);
		world_need_material(&w, "rock")->density = 1.9;
		int floor = scene_floor(&w), row = scene_body(&w, scene_ball(&w, r1), k == 2 ? "floor" : "-", 0, 0, 5);
		world_bodies3(&w).material[k == 0 ? row : floor] = world_name(&w, "rock");
		world_need_law(&w, "rock", "rock");
		struct dem3 *sim = dem3_new(&w, &o, &e);
		ok(k == 2 ? sim != NULL : !sim && e.status == SIM_NO_LAW, "no law of wall and body, case %d", k);
		dem3_free(sim);
		world_free(&w);
	}
}

/* Orientations that are not of unit length are those that they stand for. */
static void unlike(void)
{
	const double q[4] = { 0.6, -0.2, 0.5, 0.4 };
	struct world w;

	begin(&w, 1);
	int64_t clump = scene_clump(&w, 2, (const double[2][4]){ { -0.4, 0, 0, 0.3 }, { 0.4, 0.1, 0, 0.2 } });
	int row = scene_body(&w, clump, "-", 0, 0, 0);
	double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	for (int z = 0; z < 4; z++)
		world_bodies3(&w).q[z][row] = 3 * q[z];
	stand(&w, -1);
	for (int z = 0; z < 4; z++)
		near(world_bodies3(&w).q[z][row], q[z] / size, 1e-15, "part %d of an orientation of another length", z);
	world_free(&w);
}

/* A ball spins about the normal at W and across it at w, so that the spring grows along y at v = w times its arm; it turns about
 * the normal by half of W t, whichever of the two spins, so it is v (exp(i W t / 2) - 1) / (i W / 2) in the plane of y and z. The
 * other is a ball, or a clump. Stiffnesses are next to nothing. */
static void turning(int spins, int clump)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };
	const double W = 3.7, v = 0.02, t = 0.5, in = 0.05, a = 0.5 * W;
	struct world w;

	scene_begin(&w, "linear", keys, (const double[]){ 1e-9, 1e-9, 1e9, 1 });
	int64_t ball = scene_ball(&w, r1), two = scene_clump(&w, 2, (const double[2][4]){ { 0, 0, -0.5, r1 }, { 0, 0, 0.5, r1 } });
	double along = fabs(world_shape(&w, two)->solid->ball[0][2]); /* of its own axes that along z is the long one */
	double far = along > 0.1 ? 0 : fabs(world_shape(&w, two)->solid->ball[0][0]) > 0.1 ? 1 : 2, moment[3];
	for (int z = 0; z < 2; z++) {
		int row = scene_body(&w, clump && z != spins ? two : ball, "-", z * (2 * r1 - in), 0, z != spins && clump ? 0.5 : 0);

		if (z != spins && clump)
			scene_turn(&w, row, 1, far == 2, far == 1 ? -1 : 0, 0);
		if (z != spins)
			continue;
		scene_mass(&w, row, moment);
		struct bodies3 b = world_bodies3(&w);
		b.momentum[0][row] = W * moment[0];
		b.momentum[2][row] = v / (r1 - 0.5 * in) * moment[0];
	}
	scene_run_for(&w, t, 5e-4, dem3_defaults());
	int k = contact_of(&w, 1, 2);
	double sign = k >= 0 && table_int(&w.contact, "i")[k] == 1 ? 1 : -1;
	double y = k < 0 ? NAN : sign * table_real(&w.contact, "xiy")[k], z = k < 0 ? NAN : sign * table_real(&w.contact, "xiz")[k];
	near(y, v * sin(a * t) / a, 1e-6, "%s, the %s spins: the spring along y", clump ? "clump" : "ball", spins ? "second" : "first");
	near(z, v * (1 - cos(a * t)) / a, 1e-6, "and z");
	world_free(&w);
}

/* A tube of a size is longer, too: a ball beside its middle is pushed along the radius alone. */
static void tube(void)
{
	const double size = 1.6, r = 0.8, length = 1, in = 0.05;
	struct world w;

	begin(&w, 1);
	world_bodies3(&w);
	int row = scene_cylinder(&w, r, CYLINDER_IN, length);
	world_bodies3(&w).size[row] = size;
	scene_body(&w, scene_ball(&w, r1), "-", r * size - r1 + in, 0, 0.7);
	stand(&w, -1);
	near(force_of(&w, 1, 2), kn * in, 1e-12 * kn, "a tube of a size");
	near(fabs(table_real(&w.contact, "nx")[0]), 1, 1e-15, "pushes along its radius");
	world_free(&w);
}

/* A ball between two faces that share no corner leaves one and meets the other in the same step: a new contact, with a spring
 * of that step alone. */
static void from_face_to_face(void)
{
	const double gap = 0.7, v = 0.3, dt = 1e-3, r = 0.5 * gap - 1e-6;
	static const double corner[6][3] = { { -3, -3, 0 }, { 3, -3, 0 }, { 0, 4, 0 }, { -3, -3, 0.7 }, { 3, -3, 0.7 }, { 0, 4, 0.7 } };
	static const int face[2][3] = { { 0, 1, 2 }, { 3, 4, 5 } };
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };
	struct sim_options o = dem3_defaults();
	int64_t was = -1;
	int changed = 0;
	struct world w;

	scene_begin(&w, "linear", keys, (const double[]){ 90, 40, 1e6, 1 });
	scene_mesh(&w, 3 * 2, corner, 2, face);
	scene_move(&w, scene_body(&w, scene_ball(&w, r), "-", 0, 0, 0.98 * r), v, 0, 0.1);
	o.dt = dt;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 400 && !changed; k++) {
		scene_run(&w, sim, 1);
		if (w.contact.n_row != 1)
			continue;
		const int64_t *face_of = table_int(&w.contact, table_int(&w.contact, "i")[0] == 1 ? "fi" : "fj");
		int64_t now = face_of ? face_of[0] : -1;
		if (was >= 0 && now != was) {
			double xi = hypot(table_real(&w.contact, "xix")[0], table_real(&w.contact, "xiy")[0]);

			changed = 1;
			ok(xi <= 2 * v * dt, "the spring with the other face is new: %.3g, a step's way %.3g", xi, v * dt);
		}
		was = now;
	}
	ok(changed, "a ball goes from one face to the other");
	dem3_free(sim);
	world_free(&w);
}

int main(void)
{
	masses();
	driven();
	hinge();
	added();
	powers();
	pressed();
	skins();
	reaches();
	missing();
	unlike();
	for (int k = 0; k < 4; k++)
		turning(k % 2, k / 2);
	tube();
	from_face_to_face();
	return done();
}
