/* Laws whose stiffness follows from elastic constants, in space: impacts by Hertz' theory of unlike balls, on planes, meshes and
 * cylinders; restitution at speeds of three decades; Mindlin's tangential stiffness; impacts that slide; and the ledger. */
#include "scene3.h"

/* Two materials without two numbers alike. */
#define E1 2.1e6
#define NU1 0.3
#define E2 0.7e6
#define NU2 0.17
static const double star = 1 / ((1 - NU1 * NU1) / E1 + (1 - NU2 * NU2) / E2);
static const double shear = 1 / ((2 - NU1) * 2 * (1 + NU1) / E1 + (2 - NU2) * 2 * (1 + NU2) / E2);

static void begin(struct world *w, const char *kind, const char *const *keys, const double *values)
{
	scene_begin(w, kind, keys, values);
	world_material(w, "grain")->young = E1;
	world_material(w, "grain")->poisson = NU1;
	struct material *m = world_need_material(w, "glass");
	m->density = 2.5;
	m->young = E2;
	m->poisson = NU2;
	struct law *l = world_need_law(w, "grain", "glass");
	free(l->kind);
	l->kind = strdup(kind);
	params_copy(&l->par, &world_law(w, "grain", "grain")->par);
}

static void glass(struct world *w, int row)
{
	world_bodies3(w).material[row] = world_name(w, "glass");
}

static double ball_mass(double density, double r)
{
	return density * 4 / 3 * pi * r * r * r;
}

/* What a ball of radius 0.4 meets, and the effective radius of the contact. */
enum partner { BALL, FLOOR, FACE, TUBE, ROD, PEBBLE };
static const char *const partner_name[] = { "a ball", "a plane", "a face", "a tube", "a rod", "a pebble" };

static double partner(struct world *w, enum partner what, double r)
{
	static const double corner[4][3] = { { -5, -4, 0 }, { 6, -4, 0 }, { 0, 5, 0 }, { 0, 0, -3 } };
	static const int face[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } };
	double other = 0.25, tube = 1.6, rod = 1.2;

	switch (what) {
	case BALL:
		scene_hold(w, "ball");
		glass(w, scene_body(w, scene_ball(w, other), "ball", 0, 0, -other));
		return r * other / (r + other);
	case PEBBLE: /* of two along x; the other one is out of the way */
		scene_hold(w, "clump");
		glass(w, scene_body(w, scene_clump(w, 2, (const double[2][4]){ { 0, 0, 0, other }, { 2, 0, 0, other } }), "clump", 1, 0,
			-other));
		return r * other / (r + other);
	case FLOOR:
		glass(w, scene_floor(w));
		return r;
	case FACE:
		glass(w, scene_mesh(w, 4, corner, 4, face));
		return r;
	case TUBE: /* about the y axis; the ball falls to its lowest line */
	case ROD: {
		int k = scene_cylinder(w, what == TUBE ? tube : rod, what == TUBE ? CYLINDER_IN : CYLINDER_OUT, INFINITY);

		world_bodies3(w).x[2][k] = what == TUBE ? tube : -rod;
		scene_turn(w, k, sqrt(0.5), sqrt(0.5), 0, 0);
		glass(w, k);
		/* sqrt (R' R''), to a thousandth */
		return sqrt(r / (1 / r + (what == TUBE ? -1 / tube : 1 / rod)));
	}
	}
	return 0;
}

/* An elastic impact at the speed v: the deepest overlap d has 8/15 E* sqrt(R*) d^(5/2) = m v^2 / 2, the greatest force is
 * 4/3 E* sqrt(R*) d^(3/2), and the impact lasts 2.87 (m^2 / (R* E*^2 v))^(1/5) = 2.9432750 d / v. */
static void impact(enum partner what)
{
	const char *keys[] = { "mu", "en", NULL };
	double v = 0.37, r = 0.4, m = ball_mass(1.25, r), deepest = 0, hardest = 0, time = 0, begun = -1;
	struct sim_options o = dem3_defaults();
	struct world w;

	begin(&w, "hertz-mindlin", keys, (const double[]){ 0, 1 });
	scene_move(&w, scene_body(&w, scene_ball(&w, r), "-", 0, 0, r), 0, 0, -v);
	double re = partner(&w, what, r), deep = pow(15 * m * v * v / (16 * star * sqrt(re)), 0.4), last = 2.9432750 * deep / v;
	o.dt = last / 500;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 600; k++) {
		scene_run(&w, sim, 1);
		if (w.contact.n_row > 0) {
			deepest = fmax(deepest, table_real(&w.contact, "overlap")[0]);
			hardest = fmax(hardest, table_real(&w.contact, "fn")[0]);
			begun = begun < 0 ? w.t : begun;
			time = w.t;
		}
	}
	struct sim_report now = dem3_report(sim);
	dem3_free(sim);
	double to = what == TUBE || what == ROD ? 2e-3 : 1e-4;
	near(deepest / deep, 1, to, "%s: the deepest overlap", partner_name[what]);
	near(hardest / (4.0 / 3 * star * sqrt(re) * pow(deep, 1.5)), 1, to, "%s: the greatest force", partner_name[what]);
	near((time - begun + o.dt) / last, 1, 5e-3, "%s: the time of contact", partner_name[what]);
	near(world_bodies3(&w).v[2][0] / v, 1, 1e-5, "%s: it bounces as fast as it came", partner_name[what]);
	ok(fabs(now.residual) < 1e-5 * now.turnover, "%s: first law: %.2g", partner_name[what], now.residual / now.turnover);
	world_free(&w);
}

/* The restitution is en at every speed, for both kinds. */
static void restitution(const char *kind, double v, double en)
{
	const char *keys[] = { "mu", "en", "attraction", NULL };
	double r = 0.4, m = ball_mass(1.25, r), deep = pow(15 * m * v * v / (16 * star * sqrt(r)), 0.4);
	struct sim_options o = dem3_defaults();
	struct world w;

	begin(&w, kind, keys, (const double[]){ 0, en, 1 });
	scene_move(&w, scene_body(&w, scene_ball(&w, r), "-", 0, 0, r), 0, 0, -v);
	partner(&w, FLOOR, r);
	double last = strcmp(kind, "linear") ? 2.95 * deep / v : pi * sqrt(m / (4 * star * r));
	scene_run_for(&w, 3 * last, last / 1000, o);
	near(world_bodies3(&w).v[2][0] / v, en, 2e-3, "%s: restitution %g at speed %g", kind, en, v);
	world_free(&w);
}

/* A ball that is held at an overlap and moved along the plane: 8 G* sqrt(R* d) per displacement, or 16 G* R* if linear. */
static void tangential(const char *kind)
{
	const char *keys[] = { "mu", "en", NULL };
	double r = 0.4, d = 0.013, v = 0.7, dt = 1e-4;
	int hertz = strcmp(kind, "linear") != 0;
	struct sim_options o = dem3_defaults();
	struct world w;

	begin(&w, kind, keys, (const double[]){ 50, 1 });
	scene_body(&w, scene_ball(&w, r), "sled", 0, 0, r - d);
	scene_hold(&w, "sled")->dof[5].drive = DRIVE_FREE; /* two bodies that nothing can move do not touch */
	world_constraint(&w, "sled")->dof[0] = (struct dof){ .drive = DRIVE_VELOCITY, .n = 1, .value = { v } };
	partner(&w, FLOOR, r);
	scene_run_for(&w, 10 * dt, dt, o);
	double kn = hertz ? 4.0 / 3 * star * sqrt(r * d) : 4 * star * r, kt = hertz ? 8 * shear * sqrt(r * d) : 16 * shear * r;
	near(table_real(&w.contact, "fn")[0] / (kn * d), 1, 1e-9, "%s: normal force of unlike materials", kind);
	near(fabs(table_real(&w.contact, "ftx")[0]) / (kt * 10 * dt * v), 1, 1e-9, "%s: tangential force", kind);
	near(scene_ledger(&w, "el_n") / (kn * d * d * (hertz ? 0.4 : 0.5)), 1, 1e-9, "%s: energy of the normal spring", kind);
	near(scene_ledger(&w, "el_t") / (0.5 * kt * pow(10 * dt * v, 2)), 1, 1e-9, "%s: of the tangential one", kind);
	world_free(&w);
}

/* An oblique impact that slides all the time: the impulse along the plane is mu times that across, and turns the ball. */
static void slides(void)
{
	const char *keys[] = { "mu", "en", NULL };
	double r = 0.4, mu = 0.11, v = 0.5, along = 4, omega[3], m[3];
	struct sim_options o = dem3_defaults();
	struct world w;

	begin(&w, "hertz-mindlin", keys, (const double[]){ mu, 1 });
	scene_move(&w, scene_body(&w, scene_ball(&w, r), "-", 0, 0, r), along, 0, -v);
	partner(&w, FLOOR, r);
	double mass = scene_mass(&w, 0, m), before = 0.5 * mass * (along * along + v * v);
	scene_run_for(&w, 0.03, 1e-5, o);
	scene_omega(&w, 0, omega);
	near(world_bodies3(&w).v[0][0], along - 2 * mu * v, 1e-4 * along, "sliding: what friction leaves of the speed");
	near(omega[1], 2.5 * 2 * mu * v / r, 3e-3 * omega[1], "the spin that it gives");
	double after = scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot");
	near((after + scene_ledger(&w, "fric")) / before, 1, 1e-6, "and the heat");
	world_free(&w);
}

/* Spinning balls of unlike sizes and materials that meet askew, with resistance to rolling and twisting. */
static void ledger(const char *kind)
{
	const char *keys[] = { "mu", "en", "kr", "mur", "ks", "mus", NULL };
	struct sim_options o = dem3_defaults();
	struct world w;

	begin(&w, kind, keys, (const double[]){ 0.4, 0.7, 300, 0.2, 200, 0.1 });
	scene_move(&w, scene_body(&w, scene_ball(&w, 0.4), "-", 0, 0, 0), 0.5, 0.1, 0.3);
	scene_move(&w, scene_body(&w, scene_ball(&w, 0.25), "-", 0.4, 0.3, 0.42), -0.3, 0.2, -0.7);
	glass(&w, 1);
	scene_spin(&w, 0, (const double[]){ 2, -3, 1 });
	scene_run_for(&w, 0.05, 1e-5, o);
	double size = scene_ledger(&w, "kin_lin") + scene_ledger(&w, "visc") + scene_ledger(&w, "fric");
	ok(scene_ledger(&w, "visc") > 0.01 * size && scene_ledger(&w, "fric") > 0.001 * size && w.contact.n_row == 0,
		"%s: balls that lose energy to friction and damping", kind);
	near(scene_ledger(&w, "residual") / size, 0, 1e-5, "%s: first law", kind);
	near(scene_ledger(&w, "closure") / size, 0, 1e-11, "%s: the balance of the step closes", kind);
	world_free(&w);
}

int main(void)
{
	for (int k = BALL; k <= PEBBLE; k++)
		impact((enum partner)k);
	for (int k = 0; k < 4; k++) {
		restitution("hertz-mindlin", 0.01 * pow(10, k), 0.7);
		restitution("linear", 0.01 * pow(10, k), 0.7);
	}
	restitution("hertz-mindlin", 0.3, 0.2);
	tangential("hertz-mindlin");
	tangential("linear");
	slides();
	ledger("hertz-mindlin");
	ledger("linear");
	return done();
}
