/* Contact laws against closed forms: collisions by Hertz, what cohesion holds together, the vibration and the potential of
 * Lennard and Jones, a disk that a slope makes roll; and the ledger of all of them. */
#include "base/buf.h"
#include "scene.h"

/* An empty scene whose law is of a kind, with keys and values up to a NULL. */
static void begin(struct world *w, const char *kind, const char *keys[], const double *values)
{
	world_init(w, 2);
	world_need_material(w, "grain")->density = 1.25;
	struct law *l = world_need_law(w, "grain", "grain");
	free(l->kind);
	l->kind = mem_string(kind);
	for (int k = 0; keys[k]; k++)
		params_set(&l->par, keys[k], values[k]);
}

/* Two disks of radius r on the x axis, their surfaces apart by so much, the first one moving. Returns the reduced mass. */
static double pair(struct world *w, double r, double apart, double v)
{
	int64_t disk = scene_disk(w, r);

	scene_body(w, disk, "-", 0, 0, 0);
	scene_body(w, disk, "-", 2 * r + apart, 0, 0);
	scene_move(w, 0, v, 0, 0);
	return 0.5 * 1.25 * pi * r * r;
}

/* kn d^(3/2): m v^2 / 2 = 2/5 kn d^(5/2) at the deepest, and a collision lasts 2.9432750 d / v. */
static void hertz(double v, double en)
{
	const char *keys[] = { "kn", "mu", "en", "attraction", NULL };
	double kn = 730, r = 0.4;
	struct world w;

	begin(&w, "hertz", keys, (const double[]){ kn, 0, en, 1 });
	double m = pair(&w, r, 0, v), deep = pow(5 * m * v * v / (4 * kn), 0.4), last = 2.9432750 * deep / v, dt = last / 2000;
	struct sim_options o = dem2_defaults();
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	double deepest = 0, time = 0;
	for (int k = 0; k < 4000; k++) {
		scene_run(&w, sim, 1);
		if (w.contact.n_row > 0) {
			deepest = fmax(deepest, table_real(&w.contact, "overlap")[0]);
			time = w.t;
		}
	}
	struct sim_report now = dem2_report(sim);
	dem2_free(sim);
	struct bodies2 b = world_bodies2(&w);
	near((b.vx[1] - b.vx[0]) / v, en, 1e-3, "hertz: restitution %g at speed %g", en, v);
	if (en == 1) {
		near(deepest / deep, 1, 1e-5, "hertz: deepest overlap");
		near(time / last, 1, 1e-3, "hertz: time of contact");
	}
	ok(fabs(now.residual) < 1e-6 * now.turnover, "hertz: first law at restitution %g: %.2g", en, now.residual / now.turnover);
	world_free(&w);
}

/* From where cohesion balances the spring, two disks part when they move faster than sqrt(2 W / m), with the work of
 * adhesion W = pull range / 2 + pull^2 / (2 kn); what is left of the energy then is known. */
static void cohesion(double by)
{
	const char *keys[] = { "kn", "mu", "en", "pull", "range", NULL };
	double kn = 400, pull = 7, range = 0.05, r = 0.5, work = 0.5 * pull * range + pull * pull / (2 * kn);
	struct world w;

	begin(&w, "cohesive", keys, (const double[]){ kn, 0, 1, pull, range });
	double m = pair(&w, r, -pull / kn, 0), v = by * sqrt(2 * work / m);
	scene_move(&w, 1, v, 0, 0);
	ok(scene_run_for(&w, 3, 2e-4, dem2_defaults()) == SIM_GOOD, "cohesion: runs");
	struct bodies2 b = world_bodies2(&w);
	double rel = b.vx[1] - b.vx[0], apart = b.x[1] - b.x[0] - 2 * r;
	if (by > 1)
		near(rel * rel, v * v - 2 * work / m, 1e-4 * v * v, "cohesion: the speed that is left after parting");
	ok(by > 1 ? apart > range : apart < range, "cohesion: at %g of the speed of parting they are %g apart", by, apart);
	near(params_get(&w.ledger, "residual", 1), 0, 1e-5 * work, "cohesion: first law");
	near(params_get(&w.ledger, "el_n", 1), by > 1 ? 0 : apart > 0 ? -0.5 * pull / range * pow(range - apart, 2)
	     : 0.5 * kn * apart * apart + pull * apart - 0.5 * pull * range, 1e-9, "cohesion: potential");
	world_free(&w);
}

/* Dashpots wait until grains touch: what these gain before is what the attraction gives. */
static void approach(void)
{
	const char *keys[] = { "kn", "mu", "en", "pull", "range", NULL };
	double pull = 7, range = 0.05, from = 0.04, v = 0.5;
	struct sim_options o = dem2_defaults();
	struct world w;

	begin(&w, "cohesive", keys, (const double[]){ 400, 0.5, 0.3, pull, range });
	double m = pair(&w, 0.5, from, v), to = from;
	o.dt = 1e-4;
	struct dem2 *sim = scene_start(&w, o);
	for (int k = 0; k < 2000 && to > 0.005; k++) {
		scene_run(&w, sim, 1);
		to = world_bodies2(&w).x[1] - world_bodies2(&w).x[0] - 1;
	}
	dem2_free(sim);
	double rel = world_bodies2(&w).vx[1] - world_bodies2(&w).vx[0];
	double gain = 0.5 * pull / range * (pow(range - to, 2) - pow(range - from, 2));
	ok(to > 0 && to <= 0.005, "cohesion: not in touch yet, %g apart", to);
	near(0.5 * m * (rel * rel - v * v), gain, 1e-4 * gain, "cohesion: what the gap gives to the motion");
	near(params_get(&w.ledger, "visc", 1), 0, 0, "cohesion: and nothing to viscosity");
	world_free(&w);
}

/* What is drawn over a floor meets the friction mu (n + pull): attraction presses as a weight does. */
static void drag(void)
{
	const char *keys[] = { "kn", "kt", "mu", "en", "pull", "range", NULL };
	const double mu = 0.3, n = 2, pull = 7, r = 0.5, kn = 400;
	struct world w;

	begin(&w, "cohesive", keys, (const double[]){ kn, 100, mu, 0.3, pull, 0.05 });
	scene_wall(&w, -2, -0.1, 2, -0.1, 0.1);
	scene_body(&w, scene_disk(&w, r), "drawn", 0, r - (n + pull) / kn, 0);
	struct constraint *c = world_need_constraint(&w, "drawn");
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.5 }, NULL };
	c->dof[1] = (struct dof){ DRIVE_FORCE, 1, { -n }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
	scene_run_for(&w, 2, 1e-3, dem2_defaults());
	near(fabs(table_real(&w.contact, "ft")[0]), mu * (n + pull), 1e-9, "cohesion: friction of what is drawn over a floor");
	near(table_real(&w.contact, "fn")[0], n, 1e-9, "cohesion: beside a normal force that is only the load");
	world_free(&w);
}

/* At rest for good where the force is 0: at the overlap pull / kn. */
static void cohesion_at_rest(void)
{
	const char *keys[] = { "kn", "mu", "en", "pull", "range", NULL };
	struct world w;

	begin(&w, "cohesive", keys, (const double[]){ 400, 0, 0.3, 7, 0.05 });
	pair(&w, 0.5, 0.03, 0);
	struct sim_options o = dem2_defaults();
	o.dt = 2e-4;
	struct dem2 *sim = scene_start(&w, o);
	scene_run(&w, sim, 40000);
	double depth = 0.5 * 7 * 0.05 + 0.5 * 7 * 7 / 400;
	near(world_bodies2(&w).x[1] - world_bodies2(&w).x[0], 1 - 7.0 / 400, 1e-6, "cohesion: distance at rest");
	near(params_get(&w.ledger, "el_n", NAN), -depth, 1e-6, "cohesion: potential there");
	ok(dem2_report(sim).turnover > 0.999 * depth && dem2_signs(sim).elastic > 0.999 * depth,
	   "cohesion: an energy below 0 counts in what is turned over, and in whether it is quiet");
	dem2_free(sim);
	world_free(&w);
}

/* Small vibrations about the minimum have the stiffness 72 epsilon / R^2; the cut at 6 R moves it by 1e-5. */
static void vibration(void)
{
	const char *keys[] = { "epsilon", "cut", "mu", NULL };
	double epsilon = 0.8, r = 0.5, off = 1e-4, dt = 1e-4;
	struct world w;

	begin(&w, "lennard-jones", keys, (const double[]){ epsilon, 6, 0 });
	double m = pair(&w, r, off, 0), period = 2 * pi / sqrt(72 * epsilon / (4 * r * r) / m), rest = 2 * r, last = 0;
	struct sim_options o = dem2_defaults();
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	int crossed = 0;
	for (double was = off; crossed < 8;) {
		scene_run(&w, sim, 1);
		double is = world_bodies2(&w).x[1] - world_bodies2(&w).x[0] - rest;
		if ((is < 0) != (was < 0)) {
			last = w.t - dt * is / (is - was);
			crossed++;
		}
		was = is;
		if (w.t > 10 * period)
			break;
	}
	dem2_free(sim);
	near(last / (3.75 * period), 1, 1e-3, "Lennard-Jones: period of vibration");
	world_free(&w);
}

/* Force and potential at some distances, by powers. */
static void molecules(void)
{
	const char *keys[] = { "epsilon", "cut", "mu", NULL };
	const double epsilon = 0.8, r = 0.3, cut = 2, c = 2 * r * cut;
	const double f_cut = 12 * epsilon / (2 * r) * (pow(cut, -13) - pow(cut, -7));
	const double v_cut = epsilon * (pow(cut, -12) - 2 * pow(cut, -6));

	for (double d = 0.55; d < 1.3; d += 0.05) {
		struct world w;
		double u = 2 * r / d, f = 12 * epsilon / (2 * r) * (pow(u, 13) - pow(u, 7)) - f_cut;
		double v = epsilon * (pow(u, 12) - 2 * pow(u, 6)) - v_cut + f_cut * (d - c);

		begin(&w, "lennard-jones", keys, (const double[]){ epsilon, cut, 0 });
		pair(&w, r, d - 2 * r, 0);
		scene_run_for(&w, 0, 1e-6, dem2_defaults());
		if (d < c) {
			ok(w.contact.n_row == 1, "Lennard-Jones: a force at the distance %g", d);
			near(w.contact.n_row == 1 ? table_real(&w.contact, "fn")[0] : NAN, f, 1e-12 + 1e-13 * fabs(f), "and its size");
			near(params_get(&w.ledger, "el_n", NAN), v, 1e-13, "and potential");
		} else {
			ok(w.contact.n_row == 0, "Lennard-Jones: none at %g, behind the cut", d);
		}
		world_free(&w);
	}
}

/* The automatic step of disks on a wall, which depends on radii that meet: those of two walls do not. */
static double step_by(const char *kind, double thin)
{
	const char *keys[] = { kind[1] == 'e' && kind[0] == 'l' ? "epsilon" : "kn", "mu", NULL };
	struct world w;

	begin(&w, kind, keys, (const double[]){ 10, 0 });
	scene_wall(&w, -2, -0.8, 2, -0.8, thin);
	scene_wall(&w, -2, 2, 2, 2, thin);
	pair(&w, 0.5, 0.1, 0);
	struct dem2 *sim = scene_start(&w, dem2_defaults());
	double dt = dem2_report(sim).dt_auto;
	dem2_free(sim);
	world_free(&w);
	return dt;
}

static enum sim_status starts(double lx, double range)
{
	const char *keys[] = { "pull", "range", NULL };
	struct sim_options o = dem2_defaults();
	struct sim_error e = { 0 };
	struct world w;

	begin(&w, "cohesive", keys, (const double[]){ 0.1, range });
	pair(&w, 0.5, 0.1, 0);
	w.domain = (struct domain){ .set = 1, .lo = { -1, -4 }, .hi = { lx - 1, 4 }, .periodic = { 1, 0 } };
	struct dem2 *sim = dem2_new(&w, &o, &e);
	dem2_free(sim);
	world_free(&w);
	return e.status;
}

/* Below the slope mur a disk stays; above, it rolls with (g_t - mur g_n) / (1 + I / (m r^2)). */
static void slope(double by)
{
	const char *keys[] = { "kn", "kt", "mu", "en", "kr", "gr", "mur", NULL };
	double mur = 0.2, r = 0.5, g = 1, tangent = mur * by, t = 20;
	struct world w;

	begin(&w, "linear", keys, (const double[]){ 1e4, 1e4, 2, 0.3, 1e4, 1, mur });
	scene_wall(&w, -50, 0, 300, 0, 0);
	scene_body(&w, scene_disk(&w, r), "-", 0, r, 0);
	w.gravity[1] = -g;
	scene_run_for(&w, 2, 1e-3, dem2_defaults()); /* it settles level */
	double x0 = world_bodies2(&w).x[1];
	w.gravity[0] = g * tangent;
	scene_run_for(&w, t, 1e-3, dem2_defaults());
	double want = by > 1 ? 0.5 * g * (tangent - mur) / 1.5 * t * t : 0, x = world_bodies2(&w).x[1] - x0;
	near(x, want, by > 1 ? 0.002 * want : 0.001, "rolling: way in %g on a slope of %g mur", t, by);
	near(params_get(&w.ledger, "residual", NAN), 0, 1e-3 * (by > 1 ? g * tangent * x : 1), "rolling: first law");
	world_free(&w);
}

/* A disk that spins without friction where it rests, on a wall or on a disk that is held: its dashpot slows it down as
 * exp(-gr t / I), its limit by mur m g R / I, R its radius or half the harmonic mean of both; the ledger has what it loses. */
static void spin(double on, double gr, double kr, double mur)
{
	const char *keys[] = { "kn", "mu", "en", "gr", "kr", "mur", NULL };
	const double kn = 1e4, r = 0.5, w0 = 3, t = 1;
	struct world w;

	begin(&w, "linear", keys, (const double[]){ kn, 0, 0.5, gr, kr, mur });
	double m = 1.25 * pi * r * r, inertia = 0.5 * m * r * r, way = on > 0 ? r * on / (r + on) : r, want;
	if (on > 0) {
		scene_body(&w, scene_disk(&w, on), "wall", 0, -on, 0);
		for (int k = 0; k < 3; k++)
			world_need_constraint(&w, "wall")->dof[k].drive = DRIVE_FIXED;
	} else {
		scene_wall(&w, -2, -0.1, 2, -0.1, 0.1);
	}
	scene_body(&w, scene_disk(&w, r), "-", 0, r - m / kn, 0);
	scene_move(&w, 1, 0, 0, w0);
	w.gravity[1] = -1;
	scene_run_for(&w, t, 1e-3, dem2_defaults());
	want = kr > 0 ? w0 - mur * m * way * t / inertia : w0 * exp(-gr * t / inertia);
	near(world_bodies2(&w).omega[1], want, 2e-4 * w0, "rolling: a spinning disk slows down, %s", kr > 0 ? "limited" : "damped");
	near(params_get(&w.ledger, kr > 0 ? "fric" : "visc", NAN), 0.5 * inertia * (w0 * w0 - want * want), 2e-4,
	     "rolling: and what it loses is booked");
	world_free(&w);
}

/* The error of the first law in a cloud of grains, as a share of their energy. */
static double residual(const char *kind, const char *keys[], const double *values, double dt)
{
	static const double bar[2][2] = { { -0.2, 0 }, { 0.2, 0 } };
	struct world w;
	struct rng g;

	rng_seed(&g, 3);
	begin(&w, kind, keys, values);
	int64_t shape[2] = { scene_disk(&w, 0.3), scene_shape(&w, SHAPE_POLYLINE, 2, bar, 0.2)->id };
	w.domain = (struct domain){ .set = 1, .hi = { 5, 5 }, .periodic = { 1, 1 } };
	for (int k = 0; k < 36; k++) {
		double angle = 6 * rng_uniform(&g), vx = rng_normal(&g), vy = rng_normal(&g), omega = rng_normal(&g);

		scene_body(&w, shape[k % 2], "-", 0.4 + 0.83 * (k % 6), 0.4 + 0.83 * (k / 6), angle);
		scene_move(&w, k, vx, vy, omega);
	}
	scene_run_for(&w, 2, dt, dem2_defaults());
	double e = params_get(&w.ledger, "residual", NAN) / params_get(&w.ledger, "start_kin_lin", NAN);
	ok(params_get(&w.ledger, "fric", 0) > 0.01, "%s: grains meet", kind);
	double visc = params_get(&w.ledger, "visc", NAN), rounding = 1e-12 * params_get(&w.ledger, "start_kin_lin", NAN);
	near(params_get(&w.ledger, "closure", NAN), 0, rounding, "%s: closure", kind);
	near(params_get(&w.ledger, "visc_power", NAN), visc, 0.01 * fabs(visc) + rounding, "%s: viscosity as work and as power", kind);
	world_free(&w);
	return fabs(e);
}

/* It falls with the square of the step. */
static void first_law(const char *kind, const char *keys[], const double *values)
{
	double rough = residual(kind, keys, values, 4e-4), fine = residual(kind, keys, values, 1e-4);

	ok(rough < 5e-4 && fine < rough / 8 + 1e-6, "%s: first law to %.2g, with a quarter of the step %.2g", kind, rough, fine);
}

int main(void)
{
	hertz(0.05, 1);
	hertz(0.9, 1);
	hertz(0.05, 0.6);
	hertz(0.9, 0.6);
	cohesion(1.02);
	cohesion(0.98);
	approach();
	cohesion_at_rest();
	drag();
	vibration();
	molecules();
	double thick = step_by("lennard-jones", 0.5), thin = step_by("lennard-jones", 1e-4);
	ok(thin >= 0.4 * thick && thin <= 0.5 * thick, "a thin wall halves the step of Lennard and Jones: %g, %g", thick, thin);
	ok(step_by("hertz", 1e-4) >= step_by("hertz", 0.5), "and makes that of Hertz no smaller");
	ok(starts(3, 9) == SIM_GOOD && starts(3, 9.01) == SIM_REACH, "a law may reach as far as three periods");
	slope(0.9);
	slope(1.5);
	spin(0, 0.05, 0, 1e6);
	spin(0, 0, 1e4, 0.2);
	spin(0.3, 0, 1e4, 0.2);
	const char *springs[] = { "kn", "kt", "mu", "en", "kr", "gr", "mur", NULL };
	const char *sticky[] = { "kn", "kt", "mu", "en", "pull", "range", NULL };
	const char *lj[] = { "epsilon", "cut", "mu", "kt", NULL };
	first_law("hertz", springs, (const double[]){ 3000, 500, 0.5, 0.8, 20, 0.1, 0.3 });
	first_law("linear", springs, (const double[]){ 1500, 500, 0.5, 0.8, 20, 0.1, 0.3 });
	first_law("cohesive", sticky, (const double[]){ 1500, 500, 0.5, 0.8, 8, 0.05 });
	first_law("lennard-jones", lj, (const double[]){ 1, 2, 0.3, 100 });
	return done();
}
