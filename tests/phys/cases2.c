/* Cases of the plane that are easily forgotten, each with its closed form: masses for dashpots of driven bodies, bodies added
 * to a stream, walls that cross bodies over an edge, columns of Gear's method with another step, how far a domain is off its
 * pressures. */
#include "scene.h"

#include "world/deform.h"

static const double kn = 1300, en = 0.3, r1 = 0.31, r2 = 0.47;

static double force_of(const struct world *w, int64_t i, int64_t j)
{
	const int64_t *a = table_int(&w->contact, "i"), *b = table_int(&w->contact, "j");

	for (int k = 0; k < w->contact.n_row; k++)
		if ((a[k] == i && b[k] == j) || (a[k] == j && b[k] == i))
			return table_real(&w->contact, "fn")[k];
	return NAN;
}

/* Forces at the start. */
static void stand(struct world *w, double skin)
{
	struct sim_options o = dem2_defaults();

	o.dt = 1e-3;
	o.skin = skin;
	struct dem2 *sim = scene_start(w, o);
	dem2_export(sim, w, 1);
	dem2_free(sim);
}

/* Reduced masses by which dashpots are damped: of two driven bodies that of both, else that of what moves freely. */
static void masses(void)
{
	enum { FREE, DRIVEN, HELD_UP };
	static const int how[5][2] = { { FREE, FREE }, { DRIVEN, DRIVEN }, { DRIVEN, FREE }, { FREE, DRIVEN }, { DRIVEN, HELD_UP } };
	const double u[2] = { 1.1, -0.4 }, own[2] = { 2.3, 0.7 }, r[2] = { r1, r2 }, overlap = 0.013;

	for (int k = 0; k < 5; k++) {
		double m[2];
		struct world w;

		scene_begin(&w, kn, 1900, 0.4, en); /* kt above kn, and so its dashpot */
		for (int z = 0; z < 2; z++) {
			const char *tag = how[k][z] == FREE ? "-" : z ? "second" : "first";
			int row = scene_body(&w, scene_disk(&w, r[z]), tag, z * (r1 + r2 - overlap), 0.4, -2);

			scene_move(&w, row, u[z], 0, 0);
			m[z] = 1.25 * pi * r[z] * r[z];
			if (how[k][z] == FREE)
				continue;
			struct constraint *c = world_need_constraint(&w, tag);
			c->m = m[z] = own[z];
			for (int d = how[k][z] == DRIVEN ? 1 : 2; d < 3; d++)
				c->dof[d].drive = DRIVE_FIXED;
		}
		double w0 = how[k][0] == DRIVEN && how[k][1] != DRIVEN ? 0 : 1 / m[0];
		double w1 = how[k][1] == DRIVEN && how[k][0] != DRIVEN ? 0 : 1 / m[1];
		double zeta = -log(en) / sqrt(pi * pi + log(en) * log(en));
		double want = kn * overlap + 2 * zeta * sqrt(kn / (w0 + w1)) * (u[0] - u[1]);
		stand(&w, -1);
		near(force_of(&w, 1, 2), want, 1e-12 * want, "the dashpot by the masses that move, case %d", k);
		world_free(&w);
	}
}

/* A body that is put in contact into the stream of a run feels it from the first evaluation on. */
static void added(void)
{
	struct world w;

	scene_begin(&w, kn, 170, 0.4, 1);
	scene_body(&w, scene_disk(&w, r1), "-", 0, 0, 0);
	scene_body(&w, 1, "-", 0.6, 0, 0);
	scene_run_for(&w, 0.002, 1e-3, dem2_defaults());
	scene_body(&w, scene_disk(&w, r2), "-", world_bodies2(&w).x[1], r1 + r2 - 0.021, 0);
	stand(&w, -1);
	near(force_of(&w, 2, 3), kn * 0.021, 1e-11 * kn, "a body that was added pushes at once");
	world_free(&w);
}

static void powers(void)
{
	struct world w;

	scene_begin(&w, kn, 170, 0.4, en);
	scene_body(&w, scene_disk(&w, r1), "-", 0, 0, 0);
	scene_move(&w, scene_body(&w, scene_disk(&w, r2), "-", r1 + r2 + 1e-4, 0, 0), -0.3, 0, 0);
	scene_run_for(&w, 0.03, 2e-4, dem2_defaults());
	double work = params_get(&w.ledger, "visc", 0), power = params_get(&w.ledger, "visc_power", 0);
	ok(work > 1e-4 && power != work && fabs(power / work - 1) < 0.02, "dissipation as work %.8g, as power %.8g", work, power);
	world_free(&w);
}

/* A wall of which an end goes over an edge of the domain, and a body there that it crosses; along both axes, both ways. */
static void crossing(void)
{
	static const double square[4][2] = { { 0.5, 0.5 }, { -0.5, 0.5 }, { -0.5, -0.5 }, { 0.5, -0.5 } };

	for (int axis = 0; axis < 2; axis++)
		for (int up = 0; up < 2; up++)
			for (int k = 0; k < 2; k++) { /* k: a body that is further away */
				const double side[2] = { 5.3, 6.1 };
				double end = up ? side[axis] - 0.3 : 0.3, at[2] = { 2.6, 2.9 };
				struct sim_options o = dem2_defaults();
				struct sim_error e = { 0 };
				struct world w;

				scene_begin(&w, kn, 170, 0.4, 1);
				w.domain = (struct domain){ .set = 1, .lo = { 0, 0 }, .hi = { side[0], side[1] }, .periodic = { 1, 1 } };
				/* a wall whose middle is at one end of the domain, and that goes 0.9 beyond it */
				scene_wall(&w, axis ? 2.6 : end - 1.2, axis ? end - 1.2 : 2.9, axis ? 2.6 : end + 1.2, axis ? end + 1.2 : 2.9,
				           0.05);
				at[axis] = up ? 0.6 + 0.9 * k : side[axis] - 0.6 - 0.9 * k;
				scene_body(&w, scene_shape(&w, SHAPE_POLYGON, 4, square, 0.05)->id, "-", at[0], at[1], 0.2);
				struct dem2 *sim = dem2_new(&w, &o, &e);
				ok(k ? sim != NULL : !sim && e.status == SIM_CROSS, "a wall over the %s edge along %d, and a body %s",
				   up ? "upper" : "lower", axis, k ? "beside it" : "that it crosses");
				dem2_free(sim);
				world_free(&w);
			}
}

/* Columns of Gear's method: derivatives times powers of the step, third ones of its cube, fourth ones of its fourth power. */
static void gear(void)
{
	static const char *const name[3][3] = { { "gear_x", "gear_y", "gear_angle" }, { "gear_x3", "gear_y3", "gear_angle3" },
		{ "gear_x4", "gear_y4", "gear_angle4" } };
	const double f = 1.7, dt = 1e-3;
	struct sim_options o = dem2_defaults();
	struct world w;

	scene_begin(&w, kn, 170, 0.4, 1);
	scene_body(&w, scene_disk(&w, r1), "-", 1.2, -0.4, 0.3);
	w.dt = dt;
	w.step = 3;
	w.t = 3 * dt;
	params_set(&w.ledger, "start_kin_lin", 0);
	for (int d = 0; d < 3; d++)
		for (int k = 0; k < 3; k++)
			table_need_real(&w.body, name[d][k], 0)[0] = d == 0 ? (k == 0 ? 1.2 : k == 1 ? -0.4 : 0.3) : 1e-9 * (3 * d + k);
	o.integrator = DEM2_GEAR;
	o.dt = f * dt;
	struct dem2 *sim = scene_start(&w, o);
	dem2_export(sim, &w, 1);
	for (int d = 1; d < 3; d++)
		for (int k = 0; k < 3; k++) {
			double want = 1e-9 * (3 * d + k) * pow(f, d + 2);

			near(table_real(&w.body, name[d][k])[0], want, 1e-14 * want, "%s with another step", name[d][k]);
		}
	dem2_free(sim);
	world_free(&w);
}

/* A tilted cell of disks in motion under two pressures: its stress from the rows of contacts and the motion against the flow. */
static void off(int servo)
{
	const double target[2] = { 31, 74 };
	struct sim_options o = dem2_defaults();
	double s[2] = { 0 }, area, most = 0, strain[3];
	struct world w;

	scene_begin(&w, kn, 170, 0.4, en);
	w.domain = (struct domain){ .set = 1, .lo = { -1, 0.5 }, .hi = { 2.1, 3.1 }, .periodic = { 1, 1 }, .tilt = { 0.7 },
		.rate = { [XX] = -0.03, [YY] = -0.05, [XY] = 0.11 },
		.servo = { servo & 1, servo >> 1 }, .target = { target[0], target[1] }, .m = 40, .c = 3 };
	for (int k = 0; k < 20; k++)
		scene_move(&w, scene_body(&w, scene_disk(&w, 0.3 + 0.02 * (k % 4)), "-", -0.7 + 0.62 * (k % 5) + 0.17 * (k / 5),
			0.8 + 0.65 * (k / 5), 0), 0.3 * sin(k), 0.2 * cos(3 * k), 0);
	o.dt = 1e-3;
	struct dem2 *sim = scene_start(&w, o);
	scene_run(&w, sim, 300);
	struct bodies2 b = world_bodies2(&w);
	const struct domain *d = &w.domain;
	for (int k = 0; k < b.n; k++) {
		const double r = 0.3 + 0.02 * (k % 4), m = 1.25 * pi * r * r;
		double x = b.x[k] - 0.5 * (d->lo[0] + d->hi[0]), y = b.y[k] - 0.5 * (d->lo[1] + d->hi[1]);

		s[0] += m * pow(b.vx[k] - d->rate[0] * x - d->rate[XY] * y, 2);
		s[1] += m * pow(b.vy[k] - d->rate[1] * y, 2);
	}
	const struct table *t = &w.contact;
	for (int c = 0; c < t->n_row; c++) {
		int i = (int)table_int(t, "i")[c] - 1, j = (int)table_int(t, "j")[c] - 1; /* ids are rows + 1 */
		double nx = table_real(t, "nx")[c], ny = table_real(t, "ny")[c], fn = table_real(t, "fn")[c], ft = table_real(t, "ft")[c];
		double ix = (double)table_int(t, "ix")[c], iy = (double)table_int(t, "iy")[c];

		s[0] += (fn * nx - ft * ny) * (b.x[j] + ix * (d->hi[0] - d->lo[0]) + iy * d->tilt[0] - b.x[i]);
		s[1] += (fn * ny + ft * nx) * (b.y[j] + iy * (d->hi[1] - d->lo[1]) - b.y[i]);
	}
	area = (d->hi[0] - d->lo[0]) * (d->hi[1] - d->lo[1]);
	for (int k = 0; k < 2; k++) {
		s[k] /= area;
		most = servo >> k & 1 ? fmax(most, fabs(s[k] - target[k]) / target[k]) : most;
	}
	struct sim_signs is = dem2_signs(sim);
	near(is.pressure, 0.5 * (s[0] + s[1]), 1e-11 * s[0], "the pressure of a cell, %d contacts", t->n_row);
	if (servo)
		near(is.off, most, 1e-11, "how far it is off its targets, servo %d", servo);
	else
		ok(!isfinite(is.off), "without a target nothing is off");
	for (int k = 0; k < 3; k++)
		strain[k] = fabs(params_get(&w.ledger, k == 0 ? "strain_xx" : k == 1 ? "strain_yy" : "strain_xy", NAN));
	near(is.strain, fmax(strain[0], fmax(strain[1], strain[2])), 1e-14, "and its strain");
	near(strain[2], 0.11 * 0.3, 1e-12, "of which shear is the rate times the time");
	dem2_free(sim);
	world_free(&w);
}

/* A law that is missing between walls and bodies, whichever material comes first. */
static void missing(void)
{
	for (int k = 0; k < 3; k++) {
		struct sim_options o = dem2_defaults();
		struct sim_error e = { 0 };
		struct world w;

		scene_begin(&w, kn, 170, 0.4, 1);
		world_need_material(&w, "rock")->density = 1.9;
		int floor = scene_wall(&w, -1, 0, 1, 0, 0.1), row = scene_body(&w, scene_disk(&w, r1), k == 2 ? "wall" : "-", 0, 5, 0);
		world_bodies2(&w).material[k == 0 ? row : floor] = world_name(&w, "rock");
		world_need_law(&w, "rock", "rock");
		struct dem2 *sim = dem2_new(&w, &o, &e);
		ok(k == 2 ? sim != NULL : !sim && e.status == SIM_NO_LAW, "no law of wall and body, case %d", k);
		dem2_free(sim);
		world_free(&w);
	}
}

int main(void)
{
	masses();
	added();
	powers();
	crossing();
	gear();
	for (int servo = 0; servo < 4; servo++)
		off(servo);
	missing();
	return done();
}
