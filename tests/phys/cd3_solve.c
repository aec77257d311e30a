/* cd3_solve.c: impulses at hard contacts: the conditions themselves, closed forms, and that methods agree */
#include "cd3/cd3_schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "base/wide.h"
#include "tap.h"

static struct rng g;

static double uniform(double from, double to)
{
	return from + (to - from) * rng_uniform(&g);
}

static vec3 random_vec(double size)
{
	double z = size * rng_normal(&g), y = size * rng_normal(&g), x = size * rng_normal(&g);

	return v3(x, y, z);
}

static vec3 random_unit(void)
{
	vec3 v = random_vec(1);

	return v3_scale(1 / v3_norm(v), v);
}

static struct cd3_rigid random_body(void)
{
	struct cd3_rigid a = { .v = random_vec(1), .w = random_vec(2), .moves = 1 };
	double m = uniform(0.3, 3), inverse[3] = { uniform(0.5, 20), uniform(0.5, 20), uniform(0.5, 20) };
	vec3 x = random_unit(), y = v3_cross(x, random_unit());
	y = v3_scale(1 / v3_norm(y), y);
	vec3 z = v3_cross(x, y);
	const double r[3][3] = { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } };

	a.inverse_mass = v3(1 / m, 1 / m, 1 / m);
	sym3_turn(a.inverse_inertia, r, inverse);
	return a;
}

static struct cd3_problem one_row(struct cd3_rigid *rigid, struct cd3_row *row)
{
	static const vec3 here;

	return (struct cd3_problem){ .n_rigid = 2, .n_row = 1, .rigid = rigid, .row = row, .position = &here, .threads = 1 };
}

/* One contact of two bodies, or a body and a wall. friction D: its part across n, for the cone |D^-1 r_T| <= r_N. */
static double one_contact(int kind)
{
	struct cd3_rigid rigid[2] = { random_body(), random_body() };
	struct cd3_row row;
	vec3 n = random_unit(), ri = random_vec(0.7), rj = random_vec(0.7);
	double mu = kind == 0 ? 0 : uniform(0.05, 1.5), D[6] = { mu, mu, mu, 0, 0, 0 };
	double bias = kind % 2 ? 0 : uniform(-0.5, 0.5);
	struct cd3_effort e = { .tolerance = 1e-10, .max_sweeps = 10 };

	if (kind == 3) { /* along some axes, all different */
		vec3 x = random_unit(), y = v3_cross(x, random_unit());
		y = v3_scale(1 / v3_norm(y), y);
		vec3 z = v3_cross(x, y);
		const double r[3][3] = { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } };

		sym3_turn(D, r, (double[3]){ mu, uniform(0.05, 1), uniform(0.05, 1) });
	}
	if (rng_below(&g, 3) == 0)
		rigid[0] = (struct cd3_rigid){ .v = random_vec(0.3) };
	cd3_row_make(&row, rigid, 0, 1, n, ri, rj, D, bias);
	struct cd3_problem p = one_row(rigid, &row);
	cd3_nsgs(&p, &e);
	cd3_nsgs_free(p.nsgs);
	vec3 f = cd3_row_impulse(&row), u = cd3_row_velocity(&row, rigid);
	double fn = v3_dot(f, n), un = v3_dot(u, n) + bias, scale = fabs(fn) + 1;
	vec3 ft = v3_sub(f, v3_scale(fn, n)), ut = v3_sub(u, v3_scale(v3_dot(u, n), n));
	double bad = fmax(0, -fn) + fmax(0, -un) + fabs(fn * un) / scale;
	/* in two tangents: rho = D^-1 r_T */
	vec3 t = v3_cross(n, fabs(n.x) < 0.5 ? v3(1, 0, 0) : v3(0, 1, 0));
	t = v3_scale(1 / v3_norm(t), t);
	vec3 s = v3_cross(n, t);
	double a = sym3_between(D, t, t), b = sym3_between(D, t, s), c = sym3_between(D, s, s), det = a * c - b * b;
	double fx = v3_dot(ft, t), fy = v3_dot(ft, s), ux = v3_dot(ut, t), uy = v3_dot(ut, s);
	if (kind == 0)
		return bad + v3_norm(ft);
	double rx = (c * fx - b * fy) / det, ry = (a * fy - b * fx) / det, rho = sqrt(rx * rx + ry * ry);
	double dx = a * ux + b * uy, dy = b * ux + c * uy, slip = sqrt(dx * dx + dy * dy);
	bad += fmax(0, rho - fn) / scale;
	/* slipping: rho is fn long and against D u */
	return bad + (fabs(rx * slip + fn * dx) + fabs(ry * slip + fn * dy)) / scale;
}

static void single_contacts(void)
{
	static const char *const what[] = { "without friction", "with friction", "with friction and a bias",
		"with friction that has directions" };

	for (int kind = 0; kind < 4; kind++) {
		double worst = 0;

		for (int k = 0; k < 20000; k++)
			worst = fmax(worst, one_contact(kind));
		ok(worst < 1e-10, "20000 contacts %s: all conditions to %.1e", what[kind], worst);
	}
}

/* ---- many balls ---- */

enum { SIDE = 6, BALLS = SIDE * SIDE * SIDE };

struct heap {
	struct cd3_problem p;
	struct cd3_rigid rigid[BALLS + 1];
	vec3 x[BALLS];
	int pair[BALLS * 8][2];
	vec3 position[BALLS * 8];
	struct cd3_row row[BALLS * 8];
};

/* Balls of diameter 1 in close layers, those above flying at those below; on a floor or not. */
static struct heap *heap_new(uint64_t seed, double mu, double noise, int floor, int threads)
{
	struct heap *h = MEM_ZERO(struct heap, 1);
	const double D[6] = { mu, mu, mu, 0, 0, 0 };
	int n = 0;

	rng_seed(&g, seed);
	for (int b = 0; b < BALLS; b++) {
		int i = b % SIDE, j = b / SIDE % SIDE, k = b / SIDE / SIDE;
		struct cd3_rigid *a = &h->rigid[b];

		h->x[b] = v3(i + 0.5 * ((j + k) % 2), sqrt(0.75) * j + (k % 2) * sqrt(3) / 6, 0.5 + sqrt(2.0 / 3) * k);
		h->x[b] = v3_add(h->x[b], random_vec(0.005));
		a->v = v3_add(v3(0, 0, floor ? -1 : h->x[b].z < 2.5 ? 1 : -0.5), random_vec(noise));
		a->w = random_vec(noise);
		a->inverse_mass = v3(1, 1, 1);
		a->inverse_inertia[0] = a->inverse_inertia[1] = a->inverse_inertia[2] = 10;
		a->moves = 1;
	}
	h->p = (struct cd3_problem){ .n_rigid = BALLS + 1, .rigid = h->rigid, .row = h->row, .position = h->position,
		.threads = threads };
	for (int b = 0; b < BALLS; b++) {
		for (int a = 0; a < b; a++)
			if (v3_norm(v3_sub(h->x[b], h->x[a])) < 1.04)
				h->pair[n][0] = a, h->pair[n++][1] = b;
		if (floor && h->x[b].z < 0.6)
			h->pair[n][0] = BALLS, h->pair[n++][1] = b;
	}
	h->p.n_row = n;
	for (int k = 0; k < n; k++) {
		int a = h->pair[k][0], b = h->pair[k][1];
		vec3 d = a == BALLS ? v3(0, 0, 1) : v3_sub(h->x[b], h->x[a]), along = v3_scale(1 / v3_norm(d), d);

		double half = a == BALLS ? 0.5 : 0.5 * v3_norm(d);
		h->position[k] = v3_sub(h->x[b], v3_scale(half, along));
		cd3_row_make(&h->row[k], h->rigid, a, b, along, v3_scale(half, along), v3_scale(-half, along), D, 0);
	}
	return h;
}

static void heap_free(struct heap *h)
{
	cd3_nsgs_free(h->p.nsgs);
	free(h);
}

static double momentum_off(const struct heap *h, const struct heap *before)
{
	vec3 sum = v3(0, 0, 0), turn = v3(0, 0, 0);
	double size = 0;

	for (int b = 0; b < BALLS; b++) {
		vec3 dv = v3_sub(h->rigid[b].v, before->rigid[b].v), dw = v3_sub(h->rigid[b].w, before->rigid[b].w);

		sum = v3_add(sum, dv);
		turn = v3_add(turn, v3_add(v3_cross(h->x[b], dv), v3_scale(0.1, dw)));
		size += v3_norm(before->rigid[b].v);
	}
	return (v3_norm(sum) + v3_norm(turn) / SIDE) / size;
}

static double energy(const struct heap *h)
{
	double sum = 0;

	for (int b = 0; b < BALLS; b++)
		sum += 0.5 * v3_dot(h->rigid[b].v, h->rigid[b].v) + 0.05 * v3_dot(h->rigid[b].w, h->rigid[b].w);
	return sum;
}

static double approach(const struct heap *h)
{
	double sum = 0;

	for (int k = 0; k < h->p.n_row; k++) {
		double u = fmin(v3_dot(cd3_row_velocity(&h->row[k], h->rigid), h->row[k].n), 0);

		sum += u * u;
	}
	return sqrt(sum / h->p.n_row);
}

static double differ(const struct heap *a, const struct heap *b)
{
	double most = 0;

	for (int k = 0; k < BALLS; k++)
		most = fmax(most, v3_norm(v3_sub(a->rigid[k].v, b->rigid[k].v)));
	return most;
}

/* Does a block wait for another one? */
static int waits(const struct cd3_schedule *schedule, int t, int other)
{
	for (int k = schedule->first_wait[t]; k < schedule->first_wait[t + 1]; k++)
		if (schedule->wait[k] == other)
			return 1;
	return 0;
}

/* Is a rigid body among those that no earlier block has? */
static int owns(const struct cd3_schedule *schedule, int t, int rigid)
{
	const int *all = schedule->rigid + 2 * schedule->first_row[schedule->order[t]];

	for (int k = 0; k < schedule->n_own[t]; k++)
		if (all[k] == rigid)
			return 1;
	return 0;
}

static void plans(void)
{
	struct heap *h = heap_new(1, 0.5, 0.1, 1, 1);
	struct cd3_schedule schedule = { 0 };
	int twice = 0, missing = 0, alone = 0, free_ = 0, had[BALLS * 8] = { 0 }, last[BALLS];

	cd3_schedule_make(&schedule, &h->p);
	for (int k = 0; k < schedule.n_batch; k++) {
		char seen[BALLS] = { 0 };

		for (int l = 0; l < CD3_LANES; l++) {
			int row = schedule.row[CD3_LANES * k + l];

			if (row < 0)
				continue;
			had[row]++;
			twice += h->row[row].i < BALLS && seen[h->row[row].i]++;
			twice += h->row[row].j < BALLS && seen[h->row[row].j]++;
		}
	}
	for (int k = 0; k < h->p.n_row; k++)
		missing += had[k] != 1;
	ok(!twice && !missing && schedule.n_batch < 0.3 * h->p.n_row, "%d contacts in %d batches", h->p.n_row, schedule.n_batch);
	int most = schedule.n_block * CD3_BLOCK;
	ok(most >= h->p.n_row && most < h->p.n_row + 4 * CD3_BLOCK && schedule.n_block % 4 == 0,
	   "and in %d blocks, as many for each of two or four threads", schedule.n_block);
	memset(last, -1, sizeof last);
	for (int t = 0; t < schedule.n_block; t++) {
		for (int k = CD3_LANES * schedule.first_batch[t]; k < CD3_LANES * schedule.first_batch[t + 1]; k++)
			for (int side = 0; side < 2 && schedule.row[k] >= 0; side++) {
				int u = side ? h->row[schedule.row[k]].j : h->row[schedule.row[k]].i;

				if (u == BALLS)
					continue;
				alone += last[u] >= 0 ? last[u] != t && !waits(&schedule, t, last[u]) : !owns(&schedule, t, u);
				last[u] = t;
			}
		free_ += t > 0 && schedule.first_wait[t + 1] == schedule.first_wait[t];
	}
	ok(!alone && free_ > 0, "a block waits for the block before it on each of its balls, or moves the ball on itself");
	cd3_schedule_free(&schedule);
	heap_free(h);
}

static void methods(double mu, double tolerance)
{
	struct cd3_effort tight = { .tolerance = tolerance, .max_sweeps = 5000, .directions = 8 }, loose = tight;
	struct heap *before = heap_new(2, mu, 0.1, 0, 1), *a = heap_new(2, mu, 0.1, 0, 1), *b = heap_new(2, mu, 0.1, 0, 1);

	cd3_nsgs(&a->p, &tight);
	ok(tight.residual <= tolerance, "friction %g: Gauss-Seidel to %.1e in %d sweeps", mu, tight.residual, tight.sweeps);
	near(momentum_off(a, before), 0, 1e-14, "momentum and its moment are kept");
	ok(energy(a) < energy(before) && approach(a) < tolerance, "energy is lost, nothing approaches");
	cd3_apgd(&b->p, &loose);
	ok(loose.residual <= tolerance, "accelerated gradients to %.1e in %d iterations", loose.residual, loose.sweeps);
	if (mu == 0)
		near(differ(a, b), 0, 100 * tolerance, "without friction velocities are unique, and the same");
	near(momentum_off(b, before), 0, 1e-14, "momentum is kept too");
	heap_free(b);
	heap_free(a);
	a = heap_new(2, mu, 0.1, 0, 1);
	cd3_affine(&a->p, &tight, 0);
	near(momentum_off(a, before), 0, 1e-14, "the affine method, regularised: momentum is kept");
	ok(energy(a) < energy(before) && approach(a) < 0.7 * approach(before), "energy is lost, approach is less: %.3f of %.3f",
	   approach(a), approach(before));
	heap_free(a);
	a = heap_new(2, mu, 0.1, 0, 1);
	cd3_affine(&a->p, &tight, 1);
	ok(momentum_off(a, before) > 1e-4, "as it is printed: momentum is off by %.1e", momentum_off(a, before));
	heap_free(a);
	heap_free(before);
}

/* Where friction is strong and balls lock each other, exact solutions of one contact after the other wander about at 2e-3. */
static void locked(double mu, int by_gradients)
{
	int failed = 0, most = 0;

	for (int k = 0; k < 8; k++) {
		struct heap *h = heap_new(1 + (uint64_t)k / 4, mu, k & 2 ? 0.1 : 0, k & 1, 1);
		struct cd3_effort e = { .tolerance = 1e-3, .max_sweeps = 500 };

		if (by_gradients)
			cd3_apgd(&h->p, &e);
		else
			cd3_nsgs(&h->p, &e);
		failed += !(e.residual <= 1e-3) || !(cd3_residual(&h->p) < 1.001e-3);
		most = e.sweeps > most ? e.sweeps : most;
		heap_free(h);
	}
	ok(!failed, "%s: eight heaps with friction %g that meet a blow: at most %d", by_gradients ? "gradients" : "sweeps", mu, most);
}

/* The same bits with any number of threads and any vectors. */
static void threads(void)
{
	struct heap *one = heap_new(3, 0.4, 0.2, 1, 1);
	struct cd3_effort e = { .tolerance = 1e-6, .max_sweeps = 1000, .directions = 8 };

	cd3_nsgs(&one->p, &e);
	for (int n = 2; n < 5; n++) {
		struct heap *many = heap_new(3, 0.4, 0.2, 1, n);
		struct cd3_effort f = e;

		cd3_nsgs(&many->p, &f);
		ok(f.sweeps == e.sweeps && !memcmp(one->rigid, many->rigid, sizeof one->rigid), "the same with %d threads", n);
		heap_free(many);
	}
	for (int n = 1; n <= wide_has(); n++) {
		struct heap *narrow = heap_new(3, 0.4, 0.2, 1, 1);
		struct cd3_effort f = e;

		narrow->p.narrow = n;
		cd3_nsgs(&narrow->p, &f);
		ok(f.sweeps == e.sweeps && !memcmp(one->rigid, narrow->rigid, sizeof one->rigid), "and with vectors %d kinds narrower", n);
		heap_free(narrow);
	}
	heap_free(one);
}

/* A ball that rolls without slipping is slowed by mur r_N across the normal, one that spins by mus r_N about it. */
static void rolling(void)
{
	struct cd3_rigid rigid[2] = { { .moves = 0 }, { .v = v3(1, 0, -0.1), .w = v3(0, 2, 3), .inverse_mass = v3(1, 1, 1), .moves = 1,
		.inverse_inertia = { 10, 10, 10 } } };
	const double D[6] = { 0.8, 0.8, 0.8, 0, 0, 0 };
	struct cd3_effort e = { .tolerance = 1e-13, .max_sweeps = 1000 };
	struct cd3_roll roll = { 0 };
	struct cd3_row row;

	cd3_row_make(&row, rigid, 0, 1, v3(0, 0, 1), v3(0, 0, 0), v3(0, 0, -0.5), D, 0);
	struct cd3_problem p = one_row(rigid, &row);
	p.roll = &roll;
	row.roll = 0;
	cd3_roll_make(&roll, &row, rigid, 0.05, 0.02);
	cd3_nsgs(&p, &e);
	/* r_N = 0.1; 0.1 w + 0.5 v is the moment about the point: it changes by mur r_N */
	near(rigid[1].v.z, 0, 1e-13, "a ball on a plane stops there");
	near(0.1 * rigid[1].w.y + 0.5 * rigid[1].v.x, 0.7 - 0.05 * 0.1, 1e-12, "rolling is resisted");
	near(rigid[1].v.x, 0.5 * rigid[1].w.y, 1e-12, "and goes on without slipping");
	near(rigid[1].w.z, 3 - 10 * 0.02 * 0.1, 1e-12, "spinning is resisted");
	rigid[1].w = v3(0, 0, 0.01);
	rigid[1].v = v3(0, 0, -0.1);
	row.impulse[0] = row.impulse[1] = row.impulse[2] = 0;
	roll.impulse = v3(0, 0, 0);
	cd3_nsgs(&p, &e);
	near(rigid[1].w.z, 0, 1e-13, "slow spinning stops");
	cd3_nsgs_free(p.nsgs);
}

/* ---- the affine method, alone ---- */

/* A ball of mass m and radius r: with the arm along the normal, across it 7/2 of 1/m. */
static struct cd3_rigid ball(double m, double r)
{
	struct cd3_rigid a = { .v = random_vec(1), .w = random_vec(2), .inverse_mass = v3(1 / m, 1 / m, 1 / m), .moves = 1 };

	a.inverse_inertia[0] = a.inverse_inertia[1] = a.inverse_inertia[2] = 2.5 / (m * r * r);
	return a;
}

/* Two balls of different mass and radius, or a ball and a wall that moves, on either side. Both are asked for the whole
 * impulse P = -(u_N + bias) / (1/mi + 1/mj); by its diagonal twice W is in the way of half of it, raw does not have that.
 * Friction
 * halves what is left of the slip in each of its ten sweeps, unless it is mu P, against the slip. */
static double affine_alone(int raw, int wall, int *slides)
{
	double m[2] = { uniform(0.3, 3), uniform(0.3, 3) }, r[2] = { uniform(0.2, 2), uniform(0.2, 2) }, w = 0, mu = uniform(0.05, 2);
	struct cd3_rigid rigid[2] = { ball(m[0], r[0]), ball(m[1], r[1]) }, was[2];
	vec3 n = random_unit(), arm[2] = { v3_scale(r[0], n), v3_scale(-r[1], n) };
	const double D[6] = { mu, mu, mu, 0, 0, 0 };
	struct cd3_effort e = { .tolerance = 1e-10, .max_sweeps = 10, .directions = 7 };
	struct cd3_row row;

	for (int k = 0; k < 2; k++) {
		if (wall == k)
			rigid[k] = (struct cd3_rigid){ .v = random_vec(0.7), .w = random_vec(0.4) };
		w += wall == k ? 0 : 1 / m[k];
	}
	vec3 u = v3_sub(v3_add(rigid[1].v, v3_cross(rigid[1].w, arm[1])), v3_add(rigid[0].v, v3_cross(rigid[0].w, arm[0])));
	double bias = uniform(-0.4, 0.4) - fmax(v3_dot(u, n), 0);
	cd3_row_make(&row, rigid, 0, 1, n, arm[0], arm[1], D, bias);
	struct cd3_problem p = one_row(rigid, &row);
	memcpy(was, rigid, sizeof was);
	cd3_affine(&p, &e, raw);
	double pn = fmax(-(v3_dot(u, n) + bias), 0) / w * (raw ? 1 : 0.5);
	vec3 slip = v3_sub(u, v3_scale(v3_dot(u, n), n));
	double stops = v3_norm(slip) / (3.5 * w) * (1 - 1.0 / 1024), pt = fmin(mu * pn, stops);
	vec3 f = v3_sub(v3_scale(pn, n), v3_scale(pt / v3_norm(slip), slip));
	double off = v3_norm(v3_sub(cd3_row_impulse(&row), f));
	*slides += pt < stops;
	for (int k = 0; k < 2; k++) {
		double sign = k ? 1 : -1, im = was[k].inverse_mass.x;

		off = fmax(off, v3_norm(v3_sub(rigid[k].v, v3_add(was[k].v, v3_scale(sign * im, f)))));
		off = fmax(off, v3_norm(v3_sub(rigid[k].w, v3_add(was[k].w, v3_scale(sign * was[k].inverse_inertia[0], v3_cross(arm[k], f))))));
	}
	return off;
}

/* The point of the polygon with so many corners on the circle of radius r, the first along e, that is nearest to x: on the
 * nearest
 * of its sides, or x itself where it is on the inner side of all. */
static vec2 nearest_of_polygon(vec2 x, double r, int corners, vec2 e)
{
	vec2 best = x;
	double least = INFINITY, step = 2 * 3.14159265358979323846 / corners;
	int inside = 1;

	for (int k = 0; k < corners; k++) {
		vec2 a = v2_scale(r, v2_turn(e, cos(step * k), sin(step * k))), b = v2_scale(r, v2_turn(e, cos(step * (k + 1)),
			sin(step * (k + 1))));
		vec2 along = v2_sub(b, a);
		double t = fmin(fmax(v2_dot(v2_sub(x, a), along) / v2_dot(along, along), 0), 1);
		vec2 at = v2_add(a, v2_scale(t, along)), off = v2_sub(x, at);

		inside &= v2_cross(along, v2_sub(x, a)) >= 0;
		if (v2_norm(off) < least)
			least = v2_norm(off), best = at;
	}
	return inside ? x : best;
}

/* A body of any inertia on a wall at rest: friction's ten sweeps, in the coordinates of the row. */
static double affine_rubs(int corners)
{
	struct cd3_rigid rigid[2] = { { .moves = 0 }, random_body() };
	const double D[6] = { 0.4, 0.4, 0.4, 0, 0, 0 };
	vec3 n = random_unit(), arm = random_vec(0.7);
	struct cd3_effort e = { .max_sweeps = 1, .directions = corners };
	struct cd3_row row;

	cd3_row_make(&row, rigid, 0, 1, n, v3(0, 0, 0), arm, D, -fabs(v3_dot(cd3_row_velocity(&(struct cd3_row){ .j = 1, .arm_j = arm },
		rigid), n)) - 1);
	struct cd3_problem p = one_row(rigid, &row);
	struct cd3_rigid a = rigid[1];
	cd3_affine(&p, &e, 1);
	double pn = row.impulse[0], w = 0;
	vec2 f = { 0, 0 };
	const vec3 tangent[2] = { row.t, row.s };

	for (int k = 0; k < 2; k++) { /* what unit impulses along both give the point along them */
		vec3 spin = sym3_apply(a.inverse_inertia, v3_cross(arm, tangent[k]));

		w += a.inverse_mass.x * v3_dot(tangent[k], tangent[k]) + v3_dot(tangent[k], v3_cross(spin, arm));
	}
	cd3_rigid_push(&a, arm, v3_scale(pn, n));
	for (int sweep = 0; sweep < 10; sweep++) {
		vec3 v = v3_add(a.v, v3_cross(a.w, arm));
		vec2 u = v2(v3_dot(v, row.t), v3_dot(v, row.s)), to;

		if (!(v2_norm(u) > 0))
			break;
		to = nearest_of_polygon(v2_sub(f, v2_scale(1 / w, u)), pn, corners, v2_scale(-1 / v2_norm(u), u));
		cd3_rigid_push(&a, arm, v3_add(v3_scale(to.x - f.x, row.t), v3_scale(to.y - f.y, row.s)));
		f = to;
	}
	return fmax(fabs(f.x - row.impulse[1]), fabs(f.y - row.impulse[2])) / pn + v3_norm(v3_sub(a.v, rigid[1].v)) +
	       v3_norm(v3_sub(a.w, rigid[1].w));
}

/* A ball between two walls that close: raw stops it, which has no solution; else each pushes as if it were given way to by
 * its own diagonal, p1 (1 + 1) - p2 = m (v1 - v), p2 (1 + 1) - p1 = m (v2 + v). */
static void squeezed(void)
{
	static const vec3 position[2];
	const double D[6] = { 0 }, m = 1.7;

	for (int raw = 0; raw < 2; raw++) {
		struct cd3_rigid rigid[3] = { ball(m, 0.6), { .v = v3(0, 0, 1.1) }, { .v = v3(0, 0, -0.8) } };
		struct cd3_row row[2];
		struct cd3_effort e = { .max_sweeps = 1, .directions = 8 };
		struct cd3_problem p = { .n_rigid = 3, .n_row = 2, .rigid = rigid, .row = row, .position = position, .threads = 1 };

		rigid[0].v = v3(0.3, 0.2, 0.25);
		vec3 w = rigid[0].w;
		cd3_row_make(&row[0], rigid, 1, 0, v3(0, 0, 1), v3(0, 0, 0), v3(0, 0, -0.6), D, 0);
		cd3_row_make(&row[1], rigid, 0, 2, v3(0, 0, 1), v3(0, 0, 0.6), v3(0, 0, 0), D, 0);
		cd3_affine(&p, &e, raw);
		double p1 = m * (2 * (1.1 - 0.25) + (0.8 + 0.25)) / 3, p2 = m * (2 * (0.8 + 0.25) + (1.1 - 0.25)) / 3;
		if (raw) {
			ok(v3_norm(rigid[0].v) == 0 && v3_norm(rigid[0].w) == 0, "raw: a ball that is squeezed is stopped");
		} else {
			near(row[0].impulse[0], p1, 1e-5, "a ball that is squeezed: impulses, from below");
			near(row[1].impulse[0], p2, 1e-5, "and from above");
			near(rigid[0].v.z, 0.25 + (p1 - p2) / m, 1e-5, "velocity");
			ok(v3_norm(v3_sub(rigid[0].w, w)) == 0 && rigid[0].v.x == 0.3, "without friction nothing else changes");
		}
	}
}

static void affine(void)
{
	double worst = 0, rubs = 0;
	int slides = 0;

	for (int k = 0; k < 6000; k++)
		worst = fmax(worst, affine_alone(k % 2, k / 2 % 3, &slides));
	ok(worst < 1e-6 && slides > 1000 && slides < 5000, "affine, 6000 contacts of balls and walls: off by %.1e, %d slide", worst,
		slides);
	for (int k = 0; k < 2000; k++)
		rubs = fmax(rubs, affine_rubs(3 + k % 7));
	ok(rubs < 1e-9, "friction of any bodies is among polygons of 3 to 9 corners: off by %.1e", rubs);
	squeezed();
}

int main(void)
{
	rng_seed(&g, 1);
	single_contacts();
	affine();
	plans();
	methods(0, 1e-5);
	methods(0.3, 1e-3);
	locked(0.8, 0);
	locked(1.2, 0);
	locked(0.8, 1);
	locked(1.2, 1);
	threads();
	rolling();
	return done();
}
