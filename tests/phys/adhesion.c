/* Adhesion in space against closed forms: contacts that are closed and opened at a prescribed speed follow the curve of their
 * law, form by touch, break where it ends, and cost the work of its hysteresis; balls stick below a known speed; friction feels
 * the attraction; a contact goes on over the edges of a mesh; and the ledger of all of them. */
#include "contact/adhesion.h"
#include "scene3.h"

static const double young = 9e4, nu = 0.25, r1 = 0.31, r2 = 0.47;

static double modulus(void)
{
	return young / (2 * (1 - nu * nu));
}

static void begin(struct world *w, const char *kind, const char *keys[], const double *values)
{
	scene_begin(w, kind, keys, values);
	world_need_material(w, "grain")->young = young;
	world_need_material(w, "grain")->poisson = nu;
}

static double contact_column(const struct world *w, const char *name)
{
	return w->contact.n_row > 0 ? table_real(&w->contact, name)[0] : NAN;
}

/* The force at an overlap, positive if it repels. */
typedef double curve(double overlap, double R);

/* What a contact was seen to do while it was closed by `deep` and opened again. */
struct seen { double off, tension, ends, work, broken, residual; int open_before, contacts; };

/* A body is moved along its x axis, from a distance `far` beyond touch to the overlap `deep` and back; touch: the distance at
 * touch. The first body is held. The force is compared with a curve. */
static struct seen cycle(struct world *w, int row, double touch, double far, double deep, double R, curve *f,
	struct sim_options o)
{
	struct constraint *c = scene_hold(w, "moved");
	const int n = 4000;
	double path = far + deep, speed = 1e-3;
	struct seen s = { .ends = INFINITY };

	world_bodies3(w).tag[row] = world_name(w, "moved");
	world_bodies3(w).x[0][row] = touch + far;
	o.dt = path / speed / n;
	c->dof[0] = (struct dof){ DRIVE_RAMP, 4, { -speed, speed, n * o.dt, (n + 1) * o.dt }, NULL };
	c->dof[3].drive = DRIVE_FREE; /* two bodies that are held entirely do not meet */
	struct dem3 *sim = scene_start(w, o);
	for (int k = 0; k < 2 * n; k++) {
		scene_run(w, sim, 1);
		double overlap = touch - world_bodies3(w).x[0][row], fn = contact_column(w, "fn");

		s.open_before |= k < n && overlap < 0 && w->contact.n_row > 0;
		s.contacts = w->contact.n_row > s.contacts ? w->contact.n_row : s.contacts;
		if (w->contact.n_row == 0)
			continue;
		s.off = fmax(s.off, fabs(fn - f(overlap, R)) + fabs(contact_column(w, "overlap") - overlap));
		s.tension = fmax(s.tension, -fn);
		s.ends = fmin(s.ends, overlap);
	}
	s.work = scene_ledger(w, "work");
	s.broken = params_get(&w->ledger, "broken", 0);
	s.residual = scene_ledger(w, "residual");
	dem3_free(sim);
	return s;
}

/* ---- JKR ---- */

static const double w_jkr = 1.7;

/* By bisection of the overlap as a function of the contact radius. */
static double jkr(double overlap, double R)
{
	double E = modulus(), lo = cbrt(pi * w_jkr * R * R / (8 * E)), hi = R;

	for (int k = 0; k < 100; k++) {
		double a = 0.5 * (lo + hi);

		if (a * a / R - sqrt(2 * pi * w_jkr * a / E) < overlap)
			lo = a;
		else
			hi = a;
	}
	return 4 * E * lo * lo * lo / (3 * R) - sqrt(8 * pi * w_jkr * E * lo * lo * lo);
}

static void jkr_cycle(const char *what, struct world *w, int row, double touch, double R, int n_contact, int plain)
{
	double E = modulus(), deep = 0.02, end = 0.75 * cbrt(pi * pi * w_jkr * w_jkr * R / (E * E));
	double loss = n_contact * 7.0921968 * cbrt(pow(w_jkr, 5) * pow(R, 4) / (E * E));
	struct sim_options o = dem3_defaults();

	o.plain = plain;
	struct seen s = cycle(w, row, touch, 0.003, deep, R, jkr, o);
	near(s.off, 0, 1e-7 * w_jkr * R, "%s: force", what);
	near(s.tension, 1.5 * pi * w_jkr * R, 1e-4 * w_jkr * R, "%s: pull-off force", what);
	ok(!s.open_before && s.contacts == n_contact, "%s: forms by touch", what);
	near(-s.ends, end, 2e-5, "%s: breaks at its least overlap", what);
	near(s.broken, loss, 1e-6 * loss, "%s: what is lost is that of Thornton and Ning", what);
	near(s.work, loss, 3e-4 * loss, "%s: and it is the work of the cycle", what);
	near(s.residual, 0, 3e-4 * loss, "%s: first law", what);
	world_free(w);
}

static void jkr_keys(struct world *w)
{
	const char *keys[] = { "adhesion", "mu", "en", NULL };

	begin(w, "jkr", keys, (const double[]){ w_jkr, 0, 1 });
}

static void jkr_balls(int plain)
{
	struct world w;

	jkr_keys(&w);
	scene_body(&w, scene_ball(&w, r1), "still", 0, 0, 0);
	scene_hold(&w, "still");
	int row = scene_body(&w, scene_ball(&w, r2), "-", 0, 0, 0);
	jkr_cycle(plain ? "JKR, balls, plain" : "JKR, balls", &w, row, r1 + r2, r1 * r2 / (r1 + r2), 1, plain);
}

static void jkr_wall(void)
{
	struct world w;

	jkr_keys(&w);
	int row = scene_floor(&w); /* its z axis along x */
	scene_turn(&w, row, sqrt(0.5), 0, sqrt(0.5), 0);
	row = scene_body(&w, scene_ball(&w, r2), "-", 0, 0, 0);
	jkr_cycle("JKR, wall", &w, row, r2, r2, 1, 0);
}

/* Two pebbles of a clump at once. */
static void jkr_clump(void)
{
	struct world w;

	jkr_keys(&w);
	int row = scene_floor(&w);
	scene_turn(&w, row, sqrt(0.5), 0, sqrt(0.5), 0);
	row = scene_body(&w, scene_clump(&w, 2, (const double[2][4]){ { 0, 0, -0.4, 0.31 }, { 0, 0, 0.4, 0.31 } }), "-", 0, 0, 0);
	struct bodies3 b = world_bodies3(&w); /* along its longest axis, wherever that is now */
	const struct solid *s = world_shape(&w, b.shape[row])->solid;
	double z = fabs(s->ball[0][2]), x = fabs(s->ball[0][0]);
	if (x > z)
		scene_turn(&w, row, sqrt(0.5), 0, sqrt(0.5), 0);
	else if (fabs(s->ball[0][1]) > z)
		scene_turn(&w, row, sqrt(0.5), sqrt(0.5), 0, 0);
	jkr_cycle("JKR, clump", &w, row, 0.31, 0.31, 2, 0);
}

/* Two balls collide at so many times the speed of sticking: the energy after is that before less the loss, or they stick. */
static void sticking(double by)
{
	const char *keys[] = { "adhesion", "mu", "en", NULL };
	double R = 0.5 * r1, E = modulus(), loss = 7.0921968 * cbrt(pow(w_jkr, 5) * pow(R, 4) / (E * E));
	struct world w;

	begin(&w, "jkr", keys, (const double[]){ w_jkr, 0, 1 });
	int64_t ball = scene_ball(&w, r1);
	scene_body(&w, ball, "-", 0, 0, 0);
	scene_body(&w, ball, "-", 2 * r1 + 1e-3, 0, 0);
	double m = 0.5 * 1.25 * 4 / 3 * pi * r1 * r1 * r1, v = by * sqrt(2 * loss / m);
	scene_move(&w, 0, v, 0, 0);
	struct sim_options o = dem3_defaults();
	struct dem3 *sim = scene_start(&w, o);
	int n = (int)(40 * pow(m * m / (R * E * E * v), 0.2) / dem3_clock(sim)->dt);
	ok(scene_run(&w, sim, n) == SIM_GOOD, "JKR: collision at %g of the speed of sticking", by);
	struct bodies3 b = world_bodies3(&w);
	double rel = b.v[0][1] - b.v[0][0];
	if (by > 1)
		near(rel * rel, v * v - 2 * loss / m, 1e-3 * v * v, "JKR: what is left of the energy");
	ok((by > 1) == (w.contact.n_row == 0), "JKR: they %s", by > 1 ? "part" : "stick");
	near(scene_ledger(&w, "residual"), 0, 2.5e-4 * fmax(1, by * by) * loss, "JKR: first law at the automatic step");
	near(scene_ledger(&w, "closure"), 0, 1e-9 * loss, "JKR: the identity of the step");
	dem3_free(sim);
	world_free(&w);
}

/* Drawn over a floor at the height where the normal force is 0, a ball meets mu times twice the pull-off force. */
static void jkr_friction(void)
{
	const char *keys[] = { "adhesion", "mu", "en", NULL };
	const double mu = 0.4, R = r2, E = modulus(), a3 = 4.5 * pi * w_jkr * R * R / E; /* a^3 where the force is 0 */
	double a = cbrt(a3), rest = a * a / R - sqrt(2 * pi * w_jkr * a / E);
	struct world w;

	begin(&w, "jkr", keys, (const double[]){ w_jkr, mu, 0.5 });
	scene_floor(&w);
	scene_body(&w, scene_ball(&w, R), "drawn", 0, 0, R - rest);
	struct constraint *c = scene_hold(&w, "drawn");
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.5 }, NULL };
	c->dof[5].drive = DRIVE_FREE;
	ok(scene_run_for(&w, 0.5, 1e-3, dem3_defaults()) == SIM_GOOD, "JKR: drawn");
	near(contact_column(&w, "fn"), 0, 1e-9, "JKR: no force at rest");
	near(fabs(contact_column(&w, "ftx")), mu * 3 * pi * w_jkr * R, 1e-9, "JKR: friction of twice the pull-off force");
	world_free(&w);
}

/* ---- liquid bridges ---- */

static const double tension = 2.3, angle = 0.35, volume = 3e-5;

static double hertz(double overlap, double R)
{
	return overlap > 0 ? 4.0 / 3 * modulus() * sqrt(R * overlap * overlap * overlap) : 0;
}

static double bridge(double overlap, double R)
{
	double x = overlap < 0 ? -overlap * sqrt(2 * R / volume) : 0;

	return hertz(overlap, R) - 4 * pi * R * tension * cos(angle) / (1 + 1.05 * x + 2.5 * x * x);
}

static void bridges(void)
{
	const char *keys[] = { "surface-tension", "contact-angle", "volume", "mu", "en", NULL };
	double R = r1 * r2 / (r1 + r2), size = cbrt(volume), end = (1 + 0.5 * angle) * (size + 0.1 * size * size / (2 * R)), loss = 0;
	const int n = 10000;
	struct world w;

	for (int k = 0; k < n; k++)
		loss -= bridge(-(k + 0.5) * end / n, R) * end / n;
	begin(&w, "liquid-bridge", keys, (const double[]){ tension, angle, volume, 0.5, 1 });
	scene_body(&w, scene_ball(&w, r1), "still", 0, 0, 0);
	scene_hold(&w, "still");
	int row = scene_body(&w, scene_ball(&w, r2), "-", 0, 0, 0);
	struct seen s = cycle(&w, row, r1 + r2, 0.06, 0.01, R, bridge, dem3_defaults());
	near(s.off, 0, 1e-9, "bridge: force");
	near(s.tension, 4 * pi * R * tension * cos(angle), 1e-2, "bridge: most at contact");
	ok(!s.open_before, "bridge: forms by touch");
	near(-s.ends, end, 2e-5, "bridge: ruptures");
	near(s.broken, loss, 1e-6 * loss, "bridge: the loss");
	near(s.work, loss, 1e-3 * loss, "bridge: is the work of the cycle");
	near(s.residual, 0, 1e-3 * loss, "bridge: first law");
	world_free(&w);
}

/* A ball is drawn over a flat mesh without touching it: its bridge goes on over all edges. */
static void over_edges(int plain)
{
	const char *keys[] = { "surface-tension", "volume", "mu", "en", NULL };
	static const double vertex[9][3] = { { -2, -1, 0 }, { -1, -1, 0 }, { 0, -1, 0 }, { 1, -1, 0 }, { 2, -1, 0 }, { -1.5, 1, 0 },
		{ -0.5, 1, 0 }, { 0.5, 1, 0 }, { 1.5, 1, 0 } };
	static const int face[7][3] = { { 0, 1, 5 }, { 1, 6, 5 }, { 1, 2, 6 }, { 2, 7, 6 }, { 2, 3, 7 }, { 3, 8, 7 }, { 3, 4, 8 } };
	struct sim_options o = dem3_defaults();
	double apart = 0.015;
	struct world w;

	begin(&w, "liquid-bridge", keys, (const double[]){ tension, volume, 0.5, 1 });
	scene_mesh(&w, 9, vertex, 7, face);
	scene_body(&w, scene_ball(&w, r1), "drawn", -1, 0.1, r1 - 1e-4);
	struct constraint *c = scene_hold(&w, "drawn");
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 2 }, NULL };
	c->dof[5].drive = DRIVE_FREE;
	c->dof[2] = (struct dof){ DRIVE_RAMP, 4, { apart / 0.1, 0, 0.1, 0.1001 }, NULL };
	o.plain = plain;
	ok(scene_run_for(&w, 1, 1e-3, o) == SIM_GOOD && w.contact.n_row == 1, "bridge: it goes on over the edges of a mesh%s",
	   plain ? ", plain" : "");
	near(contact_column(&w, "fn"), bridge(contact_column(&w, "overlap"), r1) / cos(angle), 1e-9, "bridge: with its force");
	near(params_get(&w.ledger, "broken", 1), 0, 0, "bridge: and nothing breaks");
	world_free(&w);
}

/* ---- what has no hysteresis ---- */

static const double w_dmt = 1.1, hamaker = 0.03, closest = 0.002, range = 0.03;

static double dmt(double overlap, double R)
{
	return hertz(overlap, R) - 2 * pi * w_dmt * R;
}

static double waals(double overlap, double R)
{
	double s = fmax(-overlap, closest);

	return hertz(overlap, R) - hamaker * R / 6 * (1 / (s * s) - 1 / (range * range));
}

static void conservative(const char *kind, const char **keys, const double *values, curve *f, double pull)
{
	double R = r1 * r2 / (r1 + r2);
	struct world w;

	begin(&w, kind, keys, values);
	scene_body(&w, scene_ball(&w, r1), "still", 0, 0, 0);
	scene_hold(&w, "still");
	int row = scene_body(&w, scene_ball(&w, r2), "-", 0, 0, 0);
	struct seen s = cycle(&w, row, r1 + r2, 0.04, 0.01, R, f, dem3_defaults());
	near(s.off, 0, 1e-9, "%s: force", kind);
	near(s.tension, pull, 0.03 * pull, "%s: pull-off force", kind);
	near(s.work, 0, 1e-3 * pull * 0.01, "%s: a cycle costs nothing", kind);
	near(s.broken, 0, 0, "%s: nor do contacts that end", kind);
	near(s.residual, 0, 1e-3 * pull * 0.01, "%s: first law", kind);
	world_free(&w);

	/* a collision at the automatic step keeps the energy */
	begin(&w, kind, keys, values);
	scene_body(&w, scene_ball(&w, r1), "-", 0, 0, 0);
	scene_body(&w, scene_ball(&w, r2), "-", r1 + r2 + 0.04, 0, 0);
	scene_move(&w, 0, 1.7, 0, 0);
	struct dem3 *sim = scene_start(&w, dem3_defaults());
	ok(scene_run(&w, sim, (int)(0.4 / dem3_clock(sim)->dt)) == SIM_GOOD && w.contact.n_row == 0, "%s: they part", kind);
	near(world_bodies3(&w).v[0][1] - world_bodies3(&w).v[0][0], 1.7, 1e-3, "%s: as fast as they met", kind);
	dem3_free(sim);
	world_free(&w);
}

/* Without attraction each law is hertz-mindlin, to the last bit. */
static void nothing(const char *kind, const char **keys, const double *values)
{
	struct world w[2];
	double x[2];

	for (int k = 0; k < 2; k++) {
		const char *none[] = { "mu", "en", NULL };

		begin(&w[k], k ? kind : "hertz-mindlin", k ? keys : none, k ? values : (const double[]){ 0.4, 0.7 });
		scene_body(&w[k], scene_ball(&w[k], r1), "-", 0, 0, 0);
		scene_body(&w[k], scene_ball(&w[k], r2), "-", 0.6, 0.5, 0);
		scene_move(&w[k], 0, 1.7, 0.3, 0.2);
		scene_run_for(&w[k], 0.1, 1e-4, dem3_defaults());
		x[k] = world_bodies3(&w[k]).x[2][1];
		world_free(&w[k]);
	}
	ok(x[0] == x[1] && x[0] != 0, "%s without attraction is hertz-mindlin", kind);
}

int main(void)
{
	const char *adhesion[] = { "adhesion", "mu", "en", NULL }, *waals_keys[] = { "hamaker", "closest", "range", "mu", "en", NULL };
	const char *wet[] = { "surface-tension", "volume", "mu", "en", NULL };
	double R = r1 * r2 / (r1 + r2);

	jkr_balls(0);
	jkr_balls(1);
	jkr_wall();
	jkr_clump();
	sticking(0.9);
	sticking(1.1);
	sticking(3);
	jkr_friction();
	bridges();
	over_edges(0);
	over_edges(1);
	conservative("dmt", adhesion, (const double[]){ w_dmt, 0.4, 1 }, dmt, 2 * pi * w_dmt * R);
	conservative("van-der-waals", waals_keys, (const double[]){ hamaker, closest, range, 0.4, 1 }, waals, -waals(0, R));
	nothing("jkr", adhesion, (const double[]){ 0, 0.4, 0.7 });
	nothing("dmt", adhesion, (const double[]){ 0, 0.4, 0.7 });
	nothing("liquid-bridge", wet, (const double[]){ 0, 1e-4, 0.4, 0.7 });
	nothing("van-der-waals", waals_keys, (const double[]){ 0, 0.01, 0.1, 0.4, 0.7 });
	return done();
}
