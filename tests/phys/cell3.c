/* Periodic domains of space that are tilted, stretched and sheared: paths, contacts and work against closed forms; the same
 * lattice described in other ways; energy and its exactness in a packing. */
#include "lattice3.h"

/* ---- one free body ---- */

/* In a cell that is sheared in two ways that do not act on each other, every copy of a free body moves straight, over many wraps
 * and flips: so does the copy that its image counts lead to. */
static void sheared_path(const char *name, double xy, double xz, double yz)
{
	const double v[3] = { 0.9, 1.7, -1.3 }, from[3] = { 0.35, 1.1, 1.9 }, t = 14.5;
	const double rate[6] = { [XY] = xy, [XZ] = xz, [YZ] = yz };
	struct world w;
	double x[3], u[3];

	scene_begin_linear(&w, 50, 0, 0, 1);
	cell(&w, 3.1, 2.3, 2.6);
	scene_move(&w, scene_body(&w, scene_ball(&w, 0.3), "-", from[0], from[1], from[2]), v[0], v[1], v[2]);
	memcpy(w.domain.rate, rate, sizeof rate);
	scene_run_for(&w, t, 1e-3, scene_defaults(1e-3));
	struct bodies3 b = world_bodies3(&w);
	unwrapped(&w, 0, x);
	for (int k = 0; k < 3; k++) {
		u[k] = x[k] - b.x[k][0];
		near(x[k], from[k] + v[k] * t, 1e-10, "%s: the path is straight: %c", name, "xyz"[k]);
	}
	tri_apply(tri_of(rate), u, u);
	for (int k = 0; k < 3; k++)
		near(b.v[k][0] + u[k], v[k], 1e-12, "%s: the velocity is that of the image: %c", name, "xyz"[k]);
	ok(b.image[2][0] < -5 && fabs(w.domain.tilt[0]) <= 1.56 && fabs(w.domain.tilt[1]) <= 1.56 && fabs(w.domain.tilt[2]) <= 1.16,
	   "%s: wrapped %d times, tilts %g %g %g", name, (int)b.image[2][0], w.domain.tilt[0], w.domain.tilt[1], w.domain.tilt[2]);
	near(scene_ledger(&w, "work"), scene_ledger(&w, "kin_lin") - scene_ledger(&w, "start_kin_lin"), 1e-10, "%s: wraps do work",
		name);
	world_free(&w);
}

/* Under any rates a body moves straight from wrap to wrap, each at the first step that ends beyond a face. The lattice is
 * exp(G t) H0, from which the test itself takes off whole vectors. */
static void any_path(void)
{
	const double six[6] = { [XX] = 0.11, [YY] = -0.08, [ZZ] = 0.05, [XY] = 0.6, [XZ] = -0.5, [YZ] = 0.7 }, dt = 1e-3;
	const int steps = 6000;
	double x[3] = { 0.9, 1.3, 1.2 }, v[3] = { 1.9, -1.1, 2.3 }, mid[3], off = 0, tilt[3];
	struct tri g = tri_of(six), step = tri_exp(g, dt), h;
	int wraps = 0, flips = 0;
	struct world w;

	scene_begin_linear(&w, 50, 0, 0, 1);
	cell(&w, 3.1, 2.3, 2.6);
	w.domain.tilt[0] = 0.4, w.domain.tilt[1] = -0.7, w.domain.tilt[2] = 0.9;
	memcpy(w.domain.rate, six, sizeof six);
	for (int k = 0; k < 3; k++)
		mid[k] = 0.5 * (w.domain.lo[k] + w.domain.hi[k]);
	h = lattice_of(&w.domain);
	scene_move(&w, scene_body(&w, scene_ball(&w, 0.3), "-", x[0], x[1], x[2]), v[0], v[1], v[2]);
	struct dem3 *sim = scene_start(&w, scene_defaults(dt));
	for (int n = 0; n < steps; n++) {
		h = tri_times(step, h);
		for (int a = 1; a < 3; a++)
			for (int k = a - 1; k >= 0; k--) { /* less vectors before it */
				double less = fabs(h.m[k][a]) > 0.5 * h.m[k][k] ? rint(h.m[k][a] / h.m[k][k]) : 0;

				for (int z = 0; z < 3; z++)
					h.m[z][a] -= less * h.m[z][k];
				flips += less != 0;
			}
		for (int k = 0; k < 3; k++)
			x[k] += v[k] * dt;
		for (int k = 2; k >= 0; k--) {
			double turns = floor((x[k] - mid[k]) / h.m[k][k] + 0.5), e[3] = { h.m[0][k], h.m[1][k], h.m[2][k] }, u[3];

			tri_apply(g, e, u);
			for (int z = 0; z < 3; z++) {
				x[z] -= turns * e[z];
				v[z] -= turns * u[z];
			}
			wraps += turns != 0;
		}
		scene_run(&w, sim, 1);
		for (int k = 0; k < 3; k++)
			off = fmax(off, fmax(fabs(world_bodies3(&w).x[k][0] - x[k]), fabs(world_bodies3(&w).v[k][0] - v[k])));
		tilt[0] = h.m[0][1], tilt[1] = h.m[0][2], tilt[2] = h.m[1][2];
		for (int k = 0; k < 3; k++)
			off = fmax(off, fmax(fabs(w.domain.tilt[k] - tilt[k]), fabs(w.domain.hi[k] - w.domain.lo[k] - h.m[k][k])));
	}
	ok(off < 1e-9 && wraps > 10 && flips > 3, "under any rates: place, velocity and lattice within %.2g over %d wraps and %d flips",
	   off, wraps, flips);
	near(scene_ledger(&w, "work"), scene_ledger(&w, "kin_lin") - scene_ledger(&w, "start_kin_lin"), 1e-10, "wraps do work there");
	dem3_free(sim);
	world_free(&w);
}

/* Free bodies with weight along all axes in a cell that deforms in all ways, from images of their own: every path is straight but
 * for the fall, so the work is what motion and weight gained. Strains are rates times time. */
static void falling(void)
{
	static const char *const key[6] = { "strain_xx", "strain_yy", "strain_zz", "strain_xy", "strain_xz", "strain_yz" };
	const double rate[6] = { [XX] = 0.21, [YY] = -0.13, [ZZ] = -0.1, [XY] = 0.37, [XZ] = -0.41, [YZ] = 0.52 }, t = 3, dt = 1e-3;
	const double gravity[3] = { 0.4, -0.9, 0.6 };

	for (int part = 1; part <= 3; part++) {
		double gain = 0, before = 0;
		struct world w;

		scene_begin_linear(&w, 0, 0, 0, 1);
		cell(&w, 3.1, 2.3, 2.7);
		memcpy(w.domain.rate, rate, sizeof rate);
		w.domain.tilt[0] = 0.7;
		w.domain.tilt[2] = -0.5;
		memcpy(w.gravity, gravity, sizeof gravity);
		int64_t ball = scene_ball(&w, 0.3);
		double m = 1.25 * 4 * pi / 3 * 0.027;
		for (int k = 0; k < 4; k++) {
			scene_move(&w, scene_body(&w, ball, "-", -1 + 0.7 * k, 0.6 + 0.5 * k, 1 + 0.5 * k), 1.9 - k, 0.8 * k - 1, 0.7 - 0.6 * k);
			world_bodies3(&w).image[0][k] = 2 - 3 * (k % 2);
			world_bodies3(&w).image[1][k] = k - 1;
			world_bodies3(&w).image[2][k] = 2 - k;
		}
		for (int end = 0; end < 2; end++) {
			struct bodies3 b = world_bodies3(&w);
			double sum = 0;

			for (int k = 0; k < 4; k++) {
				double x[3];

				unwrapped(&w, k, x);
				for (int z = 0; z < 3; z++)
					sum += 0.5 * m * b.v[z][k] * b.v[z][k] - m * gravity[z] * x[z];
			}
			gain += end ? sum : -sum;
			before = end ? before : sum;
			for (int z = 0; z < part && !end; z++)
				scene_run_for(&w, t / part, dt, scene_defaults(dt));
		}
		near(scene_ledger(&w, "work"), gain, 1e-9 * fabs(before), "the work of a cell that deforms on falling bodies, in %d", part);
		near(scene_ledger(&w, "residual"), 0, 1e-9 * fabs(before), "the first law");
		ok(fabs(gain) > 0.1, "of %g", gain);
		for (int k = 0; k < 6; k++)
			near(scene_ledger(&w, key[k]), rate[k] * t, 1e-12, "%s", key[k]);
		world_free(&w);
	}
}

/* ---- one body on its own images ---- */

/* A ball wider than the cell along an axis, at rest: its images press on both sides, and nothing moves but the cell. The work
 * is what the spring of their one contact takes up, and the dashpot c e^2 L^2 with c = 2 z sqrt(m k), z = -ln en / sqrt(pi^2 +
 * ln^2 en), and the reduced mass m. */
static void squeezed_ball(int axis)
{
	const double r = 0.5, l0 = 0.97, e = -0.11, kn = 130, t = 1.5, dt = 5e-4;
	double m = 1.25 * 4 * pi / 3 * r * r * r / 2, ln = log(0.6), c = -2 * ln / sqrt(pi * pi + ln * ln) * sqrt(m * kn);
	double d0 = 2 * r - l0, l1 = l0 * exp(e * t), d1 = 2 * r - l1, side[3] = { 3, 3, 3 };
	struct world w;

	scene_begin_linear(&w, kn, 0, 0, 0.6);
	side[axis] = l0;
	cell(&w, side[0], side[1], side[2]);
	w.domain.rate[axis] = e;
	scene_body(&w, scene_ball(&w, r), "-", -0.9, 0.8, 1.1);
	scene_run_for(&w, t, dt, scene_defaults(dt));
	near(scene_ledger(&w, "el_n"), 0.5 * kn * d1 * d1, 1e-11, "squeezed between images along %c: energy", "xyz"[axis]);
	near(scene_ledger(&w, "work") - scene_ledger(&w, "visc"), 0.5 * kn * (d1 * d1 - d0 * d0), 1e-11, "squeezed: work");
	near(scene_ledger(&w, "visc") / (0.5 * c * e * (l1 * l1 - l0 * l0)), 1, 1e-5, "squeezed: damping by the velocity of images");
	world_free(&w);
}

/* A ball on its images across a sheared face, without friction: they stand a lattice vector away, and the spring holds the
 * square of their overlap kn / 2. */
static void sheared_ball(int component)
{
	const double r = 0.5, l = 0.93, gamma = 0.4, kn = 130, t = 0.5;
	double off[2], d = 2 * r - l * sqrt(1 + gamma * gamma * t * t), want = 0.5 * kn * (d * d - (2 * r - l) * (2 * r - l));
	int across = component == XY ? 1 : 2;

	for (int k = 0; k < 2; k++) {
		double dt = 0.01 / (1 + k), side[3] = { 3, 3, 3 };
		struct world w;

		scene_begin_linear(&w, kn, 0, 0, 1);
		side[across] = l;
		cell(&w, side[0], side[1], side[2]);
		w.domain.rate[component] = gamma;
		scene_body(&w, scene_ball(&w, r), "-", -0.9, 0.8, 1.1);
		scene_run_for(&w, t, dt, scene_defaults(dt));
		near(scene_ledger(&w, "el_n"), 0.5 * kn * d * d, 1e-11, "sheared on its image, %d: energy", component);
		off[k] = fabs(scene_ledger(&w, "work") - want);
		world_free(&w);
	}
	ok(off[0] < 1e-3 * fabs(want) && off[1] < 0.27 * off[0], "its work to second order: %.2g, %.2g of %.3g", off[0], off[1], want);
}

/* ---- the same lattice ---- */

/* A packing in motion, compressed until it is dense. */
static void dense(struct world *w, int side, uint64_t seed, double mu, double en)
{
	scene_begin_linear(w, 3000, 1000, mu, en);
	heap(w, side, 1.02, 1, seed, 0.5);
	flow(w, -0.37, -0.37, -0.37, 0.3, -0.2, 0.2);
	scene_run_for(w, 0.6, 1e-3, scene_defaults(1e-3));
	for (int k = 0; k < 6; k++)
		w->domain.rate[k] *= -1;
	world_add_flow(w, w->domain.rate);
	memset(w->domain.rate, 0, sizeof w->domain.rate);
	table_resize(&w->contact, 0);
	w->step = 0;
	w->t = w->dt = 0;
	params_free(&w->ledger);
}

/* The greatest difference between the unwrapped ways of two runs of the same bodies from the same places. */
static double apart(const struct world *a, const struct world *b, const double (*from_a)[3], const double (*from_b)[3])
{
	double most = 0;

	for (int i = 0; i < a->body.n_row; i++) {
		double x[3], y[3];

		unwrapped(a, i, x);
		unwrapped(b, i, y);
		for (int k = 0; k < 3; k++)
			most = fmax(most, fabs((x[k] - from_a[i][k]) - (y[k] - from_b[i][k])));
	}
	return most;
}

static void start_of(const struct world *w, double (*from)[3])
{
	for (int i = 0; i < w->body.n_row; i++)
		unwrapped(w, i, from[i]);
}

/* A packing runs in a domain, and in one whose tilts differ by whole vectors, with image counts of 0 in both: the same motion. */
static void other_tilts(const char *name, const double *rate)
{
	enum { N = 27, STEPS = 300 };
	static const int turns[3][3] = { { 1, 0, 0 }, { 0, -2, 1 }, { -3, 4, -1 } }; /* xy, xz, yz */
	double from[N][3], from_b[N][3], moved = 0;
	struct world a, b;

	for (int z = 0; z < 3; z++) {
		for (int k = 0; k < 2; k++) {
			struct world *w = k ? &b : &a;

			dense(w, 3, 3, 0.5, 0.7);
			world_flip(w);
			struct tri h = lattice_of(&w->domain);
			if (k) {
				w->domain.tilt[2] += turns[z][2] * h.m[1][1];
				w->domain.tilt[1] += turns[z][1] * h.m[0][0] + turns[z][2] * w->domain.tilt[0];
				w->domain.tilt[0] += turns[z][0] * h.m[0][0];
			}
			for (int c = 0; c < 3; c++)
				memset(world_bodies3(w).image[c], 0, N * sizeof(int64_t));
			flow(w, rate[XX], rate[YY], rate[ZZ], rate[XY], rate[XZ], rate[YZ]);
			start_of(w, k ? from_b : from);
			scene_run_for(w, 1e-3 * STEPS, 1e-3, scene_defaults(1e-3));
		}
		for (int i = 0; i < N; i++)
			moved = fmax(moved, fabs(world_bodies3(&a).x[0][i] - from[i][0]));
		ok(apart(&a, &b, from, from_b) < 1e-9 && moved > 0.05 && a.contact.n_row > 30 && a.contact.n_row == b.contact.n_row,
		   "%s: tilts of %d %d %d vectors more are the same lattice: %.2g of %.2g, %d contacts", name, turns[z][0], turns[z][1],
		   turns[z][2], apart(&a, &b, from, from_b), moved, a.contact.n_row);
		double off = 0;
		for (int k = 0; k < 3; k++)
			off = fmax(off, fabs(a.domain.tilt[k] - b.domain.tilt[k]));
		ok(off < 1e-10, "and are written as the smaller ones: %.2g", off);
		world_free(&a);
		world_free(&b);
	}
}

/* A cell with a tilt of half a period and the copy of it above it are one cell twice as high without a tilt. */
static void twice(int axis)
{
	enum { N = 27, STEPS = 200 };
	double from[2 * N][3], from_b[2 * N][3], most = 0;
	struct world a, b;
	int across = 0;

	for (int k = 0; k < 2; k++) {
		struct world *w = k ? &b : &a;

		dense(w, 3, 4, 0.5, 0.7);
		memset(w->domain.tilt, 0, sizeof w->domain.tilt);
		w->domain.hi[axis] += 0.12; /* what the new tilt has pushed together moves apart a little */
		w->domain.tilt[axis - 1] = 0.5 * (w->domain.hi[0] - w->domain.lo[0]);
		for (int c = 0; c < 3; c++)
			memset(world_bodies3(w).image[c], 0, N * sizeof(int64_t));
	}
	double shift[3] = { b.domain.tilt[axis - 1] };
	shift[axis] = b.domain.hi[axis] - b.domain.lo[axis];
	for (int i = 0; i < N; i++) {
		int row = world_add_body(&b, world_bodies3(&b).shape[i], "grain", "-");
		struct bodies3 all = world_bodies3(&b);

		for (int c = 0; c < 3; c++) {
			all.x[c][row] = all.x[c][i] + shift[c];
			all.v[c][row] = all.v[c][i];
			all.momentum[c][row] = all.momentum[c][i];
		}
		for (int c = 0; c < 4; c++)
			all.q[c][row] = all.q[c][i];
	}
	b.domain.hi[axis] += shift[axis];
	b.domain.tilt[axis - 1] = 0;
	start_of(&a, from);
	start_of(&b, from_b);
	scene_run_for(&a, 1e-3 * STEPS, 1e-3, scene_defaults(1e-3));
	scene_run_for(&b, 1e-3 * STEPS, 1e-3, scene_defaults(1e-3));
	for (int i = 0; i < N; i++) {
		double x[3], y[3], z[3];

		unwrapped(&a, i, x);
		unwrapped(&b, i, y);
		unwrapped(&b, i + N, z);
		for (int k = 0; k < 3; k++)
			most = fmax(most, fmax(fabs(x[k] - y[k] - from[i][k] + from_b[i][k]), fabs(x[k] - z[k] - from[i][k] + from_b[i + N][k])));
	}
	for (int k = 0; k < a.contact.n_row; k++)
		across += table_int(&a.contact, axis == 1 ? "iy" : "iz")[k] != 0;
	ok(across > 1 && most < 1e-9, "a cell tilted along %c is half of one that is not: %.2g, %d contacts across", "xyz"[axis], most,
	   across);
	world_free(&a);
	world_free(&b);
}

/* ---- a packing: first law, splits ---- */

static void first_law(double gx, double gy, double gz)
{
	double residual[3];

	for (int k = 0; k < 3; k++) {
		double dt = 1e-3 / (1 << k), sum = 0;

		for (uint64_t seed = 11; seed < 13; seed++) {
			struct world w;

			dense(&w, 3, seed, 0.5, 0.8);
			w.gravity[0] = gx, w.gravity[1] = gy, w.gravity[2] = gz;
			flow(&w, -0.1, 0.08, -0.05, 0.9, -0.8, 0.7);
			scene_run_for(&w, 1, dt, scene_defaults(dt));
			double work = fabs(scene_ledger(&w, "work")), turnover = fmax(work, scene_ledger(&w, "start_kin_lin"));
			sum += fabs(scene_ledger(&w, "residual")) / turnover;
			ok(fabs(scene_ledger(&w, "closure")) < 1e-12 * turnover && scene_ledger(&w, "fric") > 0.01 * work &&
			   scene_ledger(&w, "visc") > 0.01 * work,
			   "closure %.2g of %.3g, friction %.2g, viscosity %.2g", scene_ledger(&w, "closure"), turnover, scene_ledger(&w, "fric"),
			   scene_ledger(&w, "visc"));
			world_free(&w);
		}
		residual[k] = sum / 2;
	}
	ok(residual[0] < 5e-3 && residual[2] < 0.15 * residual[0],
	   "the first law, gravity %g, %g, %g: residual %.2g, %.2g, %.2g of the work",
	   gx, gy, gz, residual[0], residual[1], residual[2]);
}

enum { STEPS = 700 };

/* A run that is stopped and taken up at every step that is marked in at. */
static void cut_run(struct world *w, const char *at)
{
	int done = 0;

	dense(w, 3, 21, 0.5, 0.8);
	w->gravity[1] = -0.7;
	flow(w, -0.06, 0.05, -0.04, 1.7, 1.4, -1.9);
	while (done < STEPS) {
		int to = done + 1;

		while (to < STEPS && !at[to])
			to++;
		struct dem3 *sim = scene_start(w, scene_defaults(1e-3));
		scene_run(w, sim, to - done);
		dem3_free(sim);
		done = to;
	}
}

#include "same.h"

static void splits(void)
{
	char never[STEPS + 3] = { 0 }, at[STEPS + 3] = { 0 };
	struct world whole, cut;
	int flips = 0;

	cut_run(&whole, never);
	/* stop about the steps at which tilts are flipped, and at some others */
	dense(&cut, 3, 21, 0.5, 0.8);
	flow(&cut, -0.06, 0.05, -0.04, 1.7, 1.4, -1.9);
	struct domain d = cut.domain;
	struct deformation f = domain_deformation(&d, 1e-3);
	for (int k = 1; k < STEPS; k++) {
		domain_deform(&d, &f);
		if (flip_any(domain_flip(&d))) {
			memset(at + (k > 2 ? k - 2 : 1), 1, 5);
			flips++;
		}
		at[k] |= k % 97 == 0;
	}
	world_free(&cut);
	cut_run(&cut, at);
	ok(same(&whole, &cut) && flips >= 3, "a run that is split about each of %d flips has the same bits", flips);
	world_free(&cut);
	world_free(&whole);
}

/* ---- a gas ---- */

/* Balls in slow compression; returns ln of the ratio of their energies, without that of the flow. */
static double gas(double kn, double side, double rate, double t, uint64_t seed)
{
	enum { SIDE = 5, N = SIDE * SIDE * SIDE };
	const double v = 3, dt = 4e-4, m = 1.25 * pi / 6;
	double after = 0;
	struct world w;
	struct rng g;

	rng_seed(&g, seed);
	scene_begin_linear(&w, kn, 0, 0, 1);
	heap(&w, SIDE, side / SIDE, 0, seed, 0);
	for (int k = 0; k < N; k++) {
		double c = 2 * rng_uniform(&g) - 1, a = 2 * pi * rng_uniform(&g), s = sqrt(1 - c * c);

		scene_move(&w, k, v * s * cos(a), v * s * sin(a), v * c);
	}
	flow(&w, rate, rate, rate, 0, 0, 0);
	scene_run_for(&w, t, dt, scene_defaults(dt));
	for (int k = 0; k < 3; k++)
		w.domain.rate[k] = -rate;
	world_add_flow(&w, w.domain.rate);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++)
			after += 0.5 * m * b.v[k][i] * b.v[k][i];
	after += scene_ledger(&w, "el_n");
	world_free(&w);
	return log(after / (0.5 * N * m * v * v));
}

/* Balls that pass through each other: v L is constant, and so is T V^(2/3). With collisions dE = - p dV and E = 3 N T / 2, so
 * d ln T = - (2/3) Z d ln V with Z = p V / (N T) of hard spheres, (1 + phi + phi^2 - phi^3) / (1 - phi)^3 (Carnahan and Starling,
 * J. Chem. Phys. 51, 635, 1969). */
static void gases(void)
{
	const double e = -0.02, t = 8, phi = 0.15, side = 5 * cbrt(pi / 6 / phi), end = phi * exp(-3 * e * t);
	double want = 0, found = 0, steps = 1000;

	near(gas(0, 50, e, t, 5), -2 * e * t, 2e-3, "a gas without collisions: its temperature times its length squared stays");
	for (int k = 0; k < steps; k++) {
		double p = phi * pow(end / phi, (k + 0.5) / steps);

		want += 2.0 / 3 * (1 + p + p * p - p * p * p) / ((1 - p) * (1 - p) * (1 - p)) * log(end / phi) / steps;
	}
	for (uint64_t seed = 1; seed < 3; seed++)
		found += 0.5 * gas(2e5, side, e, t, seed);
	near(found / want, 1, 0.05, "a gas of balls compressed from %.2f to %.2f: ln T grows by %.3f", phi, end, found);
}

/* ---- what is refused ---- */

static void refused(enum sim_status want, void (*change)(struct world *), const char *what)
{
	struct sim_options o = scene_defaults(1e-3);
	struct sim_error e;
	struct world w;

	scene_begin_linear(&w, 3000, 0, 0, 1);
	heap(&w, 2, 1.1, 0, 1, 0);
	change(&w);
	ok(!dem3_new(&w, &o, &e) && e.status == want, "refused: %s", what);
	world_free(&w);
}

static void open_shear(struct world *w) { w->domain.periodic[0] = 0; w->domain.rate[XZ] = 1; }
static void open_tilt(struct world *w) { w->domain.periodic[2] = 0; w->domain.tilt[2] = 1; }
static void open_stretch(struct world *w) { w->domain.periodic[2] = 0; w->domain.rate[ZZ] = 1; }
static void fast(struct world *w) { w->domain.rate[YZ] = -200; }
static void held(struct world *w)
{
	w->domain.rate[ZZ] = 1;
	world_need_constraint(w, "wall")->dof[0].drive = DRIVE_FIXED;
	world_bodies3(w).tag[2] = world_name(w, "wall");
}
static void floor_in(struct world *w)
{
	w->domain.periodic[2] = 0;
	w->domain.rate[XY] = 1;
	scene_floor(w);
}
static void leaning(struct world *w)
{
	int row = scene_cylinder(w, 0.3, CYLINDER_OUT, INFINITY);

	for (int k = 0; k < 3; k++)
		world_bodies3(w).x[k][row] = w->domain.lo[k];
	w->domain.tilt[2] = 0.3;
}

int main(void)
{
	static const double still[6] = { 0 }, rates[6] = { [XX] = 0.2, [YY] = -0.3, [ZZ] = 0.1, [XY] = 1.1, [XZ] = -0.7, [YZ] = 0.8 };

	sheared_path("xy and xz", 0.7, -0.5, 0);
	sheared_path("xz and yz", 0, 0.6, -0.8);
	any_path();
	falling();
	for (int k = 0; k < 3; k++) {
		squeezed_ball(k);
		sheared_ball(XY + k);
	}
	other_tilts("at rest", still);
	other_tilts("deforming", rates);
	twice(1);
	twice(2);
	first_law(0, 0, 0);
	first_law(0.4, -0.3, 0.5);
	splits();
	gases();
	refused(SIM_TILT, open_shear, "shear of a cell that is open along x");
	refused(SIM_TILT, open_tilt, "a tilt of a cell that is open along z");
	refused(SIM_TILT, open_stretch, "stretching along an open axis");
	refused(SIM_RATE, fast, "a rate too fast for the step");
	refused(SIM_HELD, held, "a body that is held");
	refused(SIM_HELD, floor_in, "a wall");
	refused(SIM_LEANS, leaning, "a rod without end along a tilted axis");
	return done();
}
