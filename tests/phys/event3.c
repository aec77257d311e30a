/* The energy at the events where contacts of space begin and end: stiff elastic collisions with 7 steps of contact return what
 * they were
 * given, wherever within a step they begin, and both bodies have the impulse 2 u / (sum of inverse masses at the contact), along
 * directions of no symmetry: balls, clumps that are hit off their centre, alone, hinged, or of a group; walls that are told,
 * free or
 * damped; across a period. */
#include "scene3.h"

enum { PHASES = 12 };
static const double kn = 1e11, r = 0.37, density = 1.25;

static const double n[3] = { 2 / 7.0, -3 / 7.0, 6 / 7.0 };  /* along which the ball comes */

static void begin(struct world *w)
{
	const char *keys[] = { "kn", "mu", "en", NULL };

	scene_begin(w, "linear", keys, (const double[]){ kn, 0, 1 });
}

static double ball_mass(void)
{
	return density * 4 / 3 * pi * r * r * r;
}

struct off { double velocity, spin, balance, closure; };

/* A ball that comes along -n to the point at (from the other body's centre) of a pebble there, at the phase k of a step. */
static void throw_ball(struct world *w, const double centre[3], const double ball[4], double speed, double dt, int k)
{
	double way = r + ball[3] + speed * dt * (2 + (k + 0.5) / PHASES);
	int row = scene_body(w, scene_ball(w, r), "-", centre[0] + ball[0] + way * n[0], centre[1] + ball[1] + way * n[1],
		centre[2] + ball[2] + way * n[2]);

	scene_move(w, row, -speed * n[0], -speed * n[1], -speed * n[2]);
}

static void mark(struct off *o, const struct world *w, double energy)
{
	o->balance = fmax(o->balance, fabs(scene_ledger(w, "residual")) / energy);
	o->closure = fmax(o->closure, fabs(scene_ledger(w, "closure")) / energy);
}

static void tell(const struct off *o, double most, const char *what)
{
	near(o->velocity, 0, most, "%s: velocities after it", what);
	near(o->spin, 0, most, "%s: angular momentum", what);
	near(o->balance, 0, most, "%s: residual", what);
	near(o->closure, 0, 1e-12, "%s: closure", what);
}

/* ---- a clump ---- */

enum hold { ALONE, SLIDES, HINGED, HELD };

/* A clump of three moments that is hit on its last pebble: free; free to turn but to move along x only; about a hinge along
 * z; both
 * with a mass of their own. */
static void clump(enum hold hold)
{
	static const double balls[4][4] = { { 0.5, 0.1, 0, 0.3 }, { -0.4, 0, 0.1, 0.25 }, { 0.1, -0.35, -0.05, 0.22 }, { 0.05,
		0.2, 0.6, 0.2 } };
	const double speed = 1.3, more = 0.9, centre[3] = { 0.3, -0.8, 1.1 };
	struct off o = { 0 };

	for (int k = 0; k < PHASES; k++) {
		struct world w;
		double moment[3], give, inverse[3], m[3][3], q[4], arm[3], lever[3], body[3], spin[3] = { 0 };

		begin(&w);
		int row = scene_body(&w, scene_clump(&w, 4, balls), "it", centre[0], centre[1], centre[2]);
		scene_turn(&w, row, 0.8, 0.3, -0.45, 0.25);
		double own = scene_mass(&w, row, moment), mass = hold == ALONE ? own : more, ball[4] = { 0 };
		struct bodies3 b = world_bodies3(&w);
		for (int z = 0; z < 4; z++)
			q[z] = b.q[z][row];
		quat_matrix(m, q);
		const double (*local)[4] = (const double (*)[4])world_shape(&w, b.shape[row])->solid->ball;
		double top = -INFINITY;
		for (int p = 0; p < 4; p++) { /* the one that is furthest out */
			double at[3];

			mat3_apply(at, (const double (*)[3])m, local[p]);
			double out = at[0] * n[0] + at[1] * n[1] + at[2] * n[2] + local[p][3];
			if (out > top) {
				top = out;
				memcpy(ball, at, sizeof at);
				ball[3] = local[p][3];
			}
		}
		for (int z = 0; z < 3; z++) {
			inverse[z] = own / (mass * moment[z]);
			arm[z] = ball[z] + ball[3] * n[z];
		}
		for (int z = 0; z < 3; z++)
			lever[z] = arm[(z + 1) % 3] * n[(z + 2) % 3] - arm[(z + 2) % 3] * n[(z + 1) % 3];
		mat3_apply_back(body, (const double (*)[3])m, lever);
		for (int z = 0; z < 3; z++)
			body[z] *= inverse[z];
		mat3_apply(spin, (const double (*)[3])m, body); /* I^-1 (a x n) */
		if (hold == HINGED) { /* about z: the tensor's zz */
			double zz = 0;

			for (int z = 0; z < 3; z++)
				zz += m[2][z] * m[2][z] / inverse[z];
			spin[0] = spin[1] = 0;
			spin[2] = lever[2] / zz;
		}
		give = 1 / ball_mass() + lever[0] * spin[0] + lever[1] * spin[1] + lever[2] * spin[2];
		for (int z = 0; z < 3; z++)
			give += hold == ALONE || (hold == SLIDES && z == 0) ? n[z] * n[z] / mass : 0;
		double dt = pi / sqrt(kn * give) / 7, j = 2 * speed / give;
		throw_ball(&w, centre, ball, speed, dt, k);
		if (hold != ALONE) {
			struct constraint *c = world_need_constraint(&w, "it");

			for (int z = 0; z < 6; z++)
				c->dof[z].drive = hold == SLIDES ? z == 0 ||
					z > 2 ? DRIVE_FREE : DRIVE_FIXED : z == 5 ? DRIVE_FREE : DRIVE_FIXED;
			c->m = more;
		}
		scene_run_for(&w, 20 * dt, dt, dem3_defaults());
		b = world_bodies3(&w);
		for (int z = 0; z < 3; z++) {
			double moves = hold == ALONE || (hold == SLIDES && z == 0) ? -j * n[z] / mass : 0;

			o.velocity = fmax(o.velocity,
				fabs(b.v[z][1] - (-speed + j / ball_mass()) * n[z]) + fabs(b.v[z][0] - moves));
			if (hold != HINGED || z == 2)
				o.spin = fmax(o.spin, fabs(b.momentum[z][0] + j * lever[z]));
		}
		mark(&o, &w, 0.5 * ball_mass() * speed * speed);
		world_free(&w);
	}
	tell(&o, 3e-6, hold == ALONE ? "a clump" : hold == SLIDES ? "a clump that slides and turns" : "a hinged clump");
}

/* ---- walls ---- */

/* A plane across n that is held, or free along z with a mass of its own: the ball gives it 2 u n_z / (1/m + n_z^2/M); told
 * along z, it
 * adds twice its speed along n. */
static void plane(double told, double mass, double damp)
{
	const double speed = 1.3, m = ball_mass();
	struct off o = { 0 };

	for (int k = 0; k < PHASES; k++) {
		double give = 1 / m + (mass > 0 ? n[2] * n[2] / mass : 0), dt = pi / sqrt(kn * give) / 7, u = speed + told * n[2];
		struct world w;

		begin(&w);
		struct shape *s = world_need_shape(&w, 1);
		shape_alloc(s, SHAPE_PLANE, 1);
		scene_body(&w, 1, "wall", 0.2, -0.7, 1.9);
		/* z to n: by the half way */
		scene_turn(&w, 0, 1 + n[2], -n[1], n[0], 0);
		struct constraint *c = scene_hold(&w, "wall");
		if (mass > 0)
			c->dof[2].drive = DRIVE_FREE;
		if (told != 0)
			c->dof[2] = (struct dof){ DRIVE_VELOCITY, 1, { told }, NULL };
		c->m = mass;
		c->c = damp;
		throw_ball(&w, (const double[3]){ 0.2, -0.7, 1.9 }, (const double[4]){ 0 }, speed, dt, k);
		scene_run_for(&w, 20 * dt, dt, dem3_defaults());
		struct bodies3 b = world_bodies3(&w);
		double j = 2 * u / give;
		for (int z = 0; z < 3; z++)
			o.velocity = fmax(o.velocity, fabs(b.v[z][1] - (-speed + j / m) * n[z]));
		o.velocity = fmax(o.velocity, fabs(b.v[2][0] - (told != 0 ? told : mass > 0 ? -j * n[2] / mass : 0)));
		if (damp > 0) /* some is damped: the first law remains */
			o.velocity = 0;
		mark(&o, &w, 0.5 * m * speed * speed);
		if (told != 0) /* the drive's work is its speed times the impulse it feels */
			near(scene_ledger(&w, "work"), told * j * n[2], 1e-6 * j, "a told wall: its work, phase %d", k);
		world_free(&w);
	}
	/* a damped wall's half step: the damping is felt at the events too */
	tell(&o, damp > 0 ? 1e-4 : 3e-6,
		told != 0 ? "a wall that is told" : damp > 0 ? "a damped wall" : mass > 0 ? "a free wall" : "a held wall");
}

/* Two balls of unequal masses across a period. */
static void across(void)
{
	const double speed = 1.3, big = 0.61, m = ball_mass(), m2 = density * 4 / 3 * pi * big * big * big, side = 5;
	struct off o = { 0 };

	for (int k = 0; k < PHASES; k++) {
		double give = 1 / m + 1 / m2, dt = pi / sqrt(kn * give) / 7, j = 2 * speed / give;
		struct world w;

		begin(&w);
		w.domain = (struct domain){ .hi = { side, side, side }, .periodic = { 1, 1, 1 }, .set = 1 };
		scene_body(&w, scene_ball(&w, big), "-", 4.9, 0.2, 4.8);
		throw_ball(&w, (const double[3]){ 4.9, 0.2, 4.8 }, (const double[4]){ 0, 0, 0, big }, speed, dt, k);
		scene_run_for(&w, 20 * dt, dt, dem3_defaults());
		struct bodies3 b = world_bodies3(&w);
		for (int z = 0; z < 3; z++)
			o.velocity = fmax(o.velocity,
				fabs(b.v[z][1] - (-speed + j / m) * n[z]) + fabs(b.v[z][0] + j / m2 * n[z]));
		ok(b.image[1][1] == -1 && b.image[2][1] == 1, "the ball is on the other side");
		mark(&o, &w, 0.5 * m * speed * speed);
		world_free(&w);
	}
	tell(&o, 1e-8, "across a period");
}

/* ---- clumps that spin ---- */

/* Momentum and angular momentum about the origin, and energy of motion. */
static void sums(const struct world *w, double m, double sum[7])
{
	struct bodies3 b = world_bodies3((struct world *)w);

	memset(sum, 0, 7 * sizeof *sum);
	for (int k = 0; k < b.n; k++)
		for (int z = 0; z < 3; z++) {
			int i = (z + 1) % 3, j = (z + 2) % 3;

			sum[z] += m * b.v[z][k];
			sum[3 + z] += b.momentum[z][k] + m * (b.x[i][k] * b.v[j][k] - b.x[j][k] * b.v[i][k]);
		}
	sum[6] = scene_ledger(w, "kin_lin") + scene_ledger(w, "kin_rot");
}

/* Two spinning clumps that meet anyhow, without friction or with all there is: what is kept. */
static void spinning(int elastic)
{
	enum { SCENES = 60 };
	static const double balls[3][4] = { { 0.3, 0.1, 0, 0.3 }, { -0.3, 0, 0.1, 0.25 }, { 0.1, -0.25, -0.05, 0.22 } };
	const char *keys[] = { "kn", "kt", "mu", "en", "kr", "gr", "mur", "ks", "gs", "mus", NULL };
	double energy = 0, momentum = 0, angular = 0, closure = 0, meet = 0;
	struct rng g;

	rng_seed(&g, 11);
	for (int k = 0; k < SCENES; k++) {
		double u[16], moment[3], sum[2][7];
		struct world w;

		scene_begin(&w, "linear", keys, elastic ? (const double[]){ 1e4, 0, 0, 1, 0, 0, 0, 0, 0, 0 } :
			(const double[]){ 1e4, 3e3, 0.5, 0.9, 20, 0.05, 0.2, 30, 0.02, 0.1 });
		int64_t clump = scene_clump(&w, 3, balls);
		scene_draw(&g, 16, u);
		for (int i = 0; i < 2; i++) {
			const double spin[3] = { 8 * u[8 * i] - 4, 8 * u[8 * i + 1] - 4, 8 * u[8 * i + 2] - 4 };
			int row = scene_body(&w, clump, "-", 1.3 * i, 0.6 * u[8 * i + 3], 0.6 * u[8 * i + 4]);

			scene_turn(&w, row, u[8 * i + 5] - 0.5, u[8 * i + 6] - 0.5, u[8 * i + 7] - 0.5, 0.3);
			scene_move(&w, row, i ? -1.5 : 1.5, 0.2, -0.1 * i);
			scene_spin(&w, row, spin);
		}
		double m = scene_mass(&w, 0, moment);
		scene_run_for(&w, 0, 8e-4, dem3_defaults());
		sums(&w, m, sum[0]);
		scene_run_for(&w, 0.5, 8e-4, dem3_defaults());
		sums(&w, m, sum[1]);
		for (int z = 0; z < 3; z++) {
			momentum = fmax(momentum, fabs(sum[1][z] - sum[0][z]));
			angular = fmax(angular, fabs(sum[1][3 + z] - sum[0][3 + z]));
		}
		meet += fabs(scene_ledger(&w, "work_n")) > 0;
		closure = fmax(closure, fabs(scene_ledger(&w, "closure")));
		energy += pow(scene_ledger(&w, "residual") / sum[0][6], 2) / SCENES;
		world_free(&w);
	}
	const char *what = elastic ? "elastic" : "with friction";
	ok(meet > SCENES / 3, "two clumps, %s: %g of %d meet", what, meet, SCENES);
	near(momentum, 0, 1e-13, "two clumps, %s: momentum", what);
	near(angular, 0, 1e-12, "two clumps, %s: angular momentum", what);
	near(closure, 0, 1e-12, "two clumps, %s: closure", what);
	ok(sqrt(energy) < (1e-4), "two clumps, %s: energy to %.2g (rms)", what, sqrt(energy));
}

/* ---- a mesh ---- */

/* A ball that slides to and fro in a channel of flat faces. The greatest residual, in parts of the greatest kinetic energy. */
static double channel(double mu, double dt)
{
	enum { SIDES = 24 };
	double vertex[2 * SIDES][3], off = 0, most = 0;
	int face[2 * SIDES][3];
	struct world w;

	scene_begin_linear(&w, 100, mu > 0 ? 30 : 0, mu, 1);
	for (int k = 0; k < SIDES; k++) {
		int a = 2 * k, b = a + 1, c = 2 * ((k + 1) % SIDES), d = c + 1;

		for (int side = 0; side < 2; side++) {
			vertex[a + side][0] = cos(2 * pi * (k + 0.3) / SIDES);
			vertex[a + side][1] = side ? 0.6 : -0.6;
			vertex[a + side][2] = sin(2 * pi * (k + 0.3) / SIDES);
		}
		memcpy(face[2 * k], (int[3]){ a, b, c }, sizeof *face);
		memcpy(face[2 * k + 1], (int[3]){ b, d, c }, sizeof *face);
	}
	scene_mesh(&w, 2 * SIDES, (const double (*)[3])vertex, 2 * SIDES, (const int (*)[3])face);
	double at = cos(pi / SIDES) - 0.1;
	scene_move(&w, scene_body(&w, scene_ball(&w, 0.1), "-", at * sin(pi / 3), 0.0123, -at * cos(pi / 3)), 0, 0.1, 0);
	w.gravity[2] = -1;
	struct sim_options o = dem3_defaults();
	o.dt = dt;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 300; k++) {
		scene_run(&w, sim, (int64_t)(0.02 / dt + 0.5));
		dem3_export(sim, &w, 1);
		off = fmax(off, fabs(scene_ledger(&w, "residual")));
		most = fmax(most, scene_ledger(&w, "kin_lin"));
	}
	dem3_free(sim);
	world_free(&w);
	return off / most;
}

/* Where the ball passes from face to face, its normal turns within a step. The error is that of the rest of the step, of second
 * order: with an eighth of the step 64 times less. */
static void channels(void)
{
	double coarse = channel(0, 1e-3), fine = channel(0, 1.25e-4);

	ok(coarse < 4e-3 && fine < coarse / 32, "a ball in a channel of faces: energy to %.2g, with an eighth of the step %.2g",
		coarse, fine);
	fine = channel(0.5, 1.25e-4);
	ok(fine < 1e-4, "with friction %.2g", fine);
}

int main(void)
{
	spinning(1);
	spinning(0);
	clump(ALONE);
	clump(SLIDES);
	clump(HINGED);
	plane(0, 0, 0);
	plane(0, 0.7, 0);
	plane(0, 0.7, 90);
	plane(0.4, 0, 0);
	across();
	channels();
	return done();
}
