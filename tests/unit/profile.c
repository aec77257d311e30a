/* profile.c: shares of grains and branches in bins against closed forms and numerical integrals. */
#include "measure/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

/* A world of disks of radius r and density 2.5. */
static void begin(struct world *w, double r)
{
	world_init(w, 2);
	world_need_material(w, "sand")->density = 2.5;
	struct shape *s = world_need_shape(w, 1);
	shape_alloc(s, SHAPE_POINT, 1);
	s->r = r;
	s->xy[0][0] = s->xy[0][1] = 0;
}

static void domain(struct world *w, double lx, double ly, int px, int py)
{
	w->domain = (struct domain){ .hi = { lx, ly }, .periodic = { px, py }, .set = 1 };
}

static int body(struct world *w, double x, double y, double vx, double vy, double omega)
{
	int i = world_add_body(w, 1, "sand", "-");
	struct bodies2 b = world_bodies2(w);

	b.x[i] = x;
	b.y[i] = y;
	b.vx[i] = vx;
	b.vy[i] = vy;
	b.omega[i] = omega;
	return i;
}

static struct profile2_grid grid(enum profile_axis axis, int n)
{
	return (struct profile2_grid){ .axis = axis, .n = n, .from = NAN, .to = NAN, .across = { NAN, NAN },
	                              .centre = { NAN, NAN } };
}

static void run(struct profile *p, struct profile2_grid g, struct world *w)
{
	char *keep = malloc((size_t)w->body.n_row + 1);

	memset(keep, 1, (size_t)w->body.n_row + 1);
	ok(profile_begin(p, &g, &w->domain) == 0, "the grid");
	profile_add_bodies(p, w, keep, NULL);
	free(keep);
}

static double value_of(const struct profile *p, int k, enum profile_value v)
{
	double value[PROFILE_VALUES];

	profile_plane.values(&p->bin[k], value);
	return value[v];
}

/* Area of a disk of radius r left of the distance d from its middle. */
static double segment(double r, double d)
{
	return d <= -r ? 0 : d >= r ? pi * r * r : r * r * acos(-d / r) + d * sqrt(r * r - d * d);
}

/* Two disks that an edge cuts, a third beside it. */
static void cut(void)
{
	struct world w;
	struct profile p = { .n_shape = 0 };
	const double r = 0.37, disk = pi * r * r, a = segment(r, 0.1) / disk, b = segment(r, -0.15) / disk;

	begin(&w, r);
	domain(&w, 4, 2, 0, 0);
	body(&w, 0.5, 0.9, 1, -3, 0.5);   /* the edge y = 1 is 0.1 above it */
	body(&w, 1.5, 1.15, 4, 2, -1.5);
	body(&w, 2.5, 0.5, -2, 1, 2);
	run(&p, grid(PROFILE_Y, 2), &w);
	double m = a + b + 1, vx = (a + 4 * b - 2) / m, vy = (-3 * a + 2 * b + 1) / m, om = (0.5 * a - 1.5 * b + 2) / m;
	near(value_of(&p, 0, PROFILE_NUMBER), m / 4, 1e-14, "numbers are shares");
	near(value_of(&p, 0, PROFILE_SOLID), m * disk / 4, 1e-14, "solid fraction");
	near(value_of(&p, 0, PROFILE_V1), vx, 1e-14, "mean velocity along x");
	near(value_of(&p, 0, PROFILE_V2), vy, 1e-14, "and y");
	near(value_of(&p, 0, PROFILE_SPIN), om, 1e-14, "rotation");
	double xx = a * (1 - vx) * (1 - vx) + b * (4 - vx) * (4 - vx) + (-2 - vx) * (-2 - vx);
	double yy = a * (-3 - vy) * (-3 - vy) + b * (2 - vy) * (2 - vy) + (1 - vy) * (1 - vy);
	double xy = a * (1 - vx) * (-3 - vy) + b * (4 - vx) * (2 - vy) + (-2 - vx) * (1 - vy);
	double oo = a * (0.5 - om) * (0.5 - om) + b * (-1.5 - om) * (-1.5 - om) + (2 - om) * (2 - om);
	near(value_of(&p, 0, PROFILE_T), (xx + yy) / (2 * m), 1e-13, "temperature");
	near(value_of(&p, 0, PROFILE_T_ROT), 0.5 * r * r * oo / m, 1e-13, "of rotation: I = m r^2 / 2");
	near(value_of(&p, 0, PROFILE_KINETIC11), 2.5 * disk * xx / 4, 1e-13, "stress of motion xx");
	near(value_of(&p, 0, PROFILE_KINETIC12), 2.5 * disk * xy / 4, 1e-13, "xy");
	near(value_of(&p, 0, PROFILE_KINETIC22), 2.5 * disk * yy / 4, 1e-13, "yy");
	near(p.bin[1].number, 2 - a - b, 1e-14, "the rest is in the upper bin");
	/* only a strip across: x < 0.6 has the part of the first disk left of 0.1, which the edge cuts, too */
	struct profile2_grid g = grid(PROFILE_Y, 1);
	g.across[0] = -1;
	g.across[1] = 0.6;
	run(&p, g, &w);
	near(p.bin[0].solid, segment(r, 0.1), 1e-14, "a strip across");
	near(p.bin[0].size, 1.6 * 2, 1e-14, "and its area");
	profile_free(&p);
	world_free(&w);
}

/* Rows of disks that move with the velocity gradient 0.3: wholly inside bins, means are those of the rows. */
static void shear(void)
{
	struct world w;
	struct profile p = { .n_shape = 0 };
	const double rate = 0.3;

	begin(&w, 0.2);
	domain(&w, 10, 10, 1, 1);
	for (int j = 0; j < 20; j++)
		for (int i = 0; i < 20; i++)
			body(&w, 0.5 * i + 0.11, 0.5 * j + 0.25, rate * (0.5 * j + 0.25 - 5), 0, -rate / 2);
	run(&p, grid(PROFILE_Y, 5), &w);
	for (int k = 0; k < 5; k++) {
		near(value_of(&p, k, PROFILE_V1), rate * (2 * k + 1 - 5), 1e-14, "shear: velocity at %d", 2 * k + 1);
		/* four rows at -3/4, -1/4, 1/4, 3/4: their mean square is 5/16; one of two components */
		near(value_of(&p, k, PROFILE_T), rate * rate * 5 / 32, 1e-14, "what the gradient adds to the temperature");
		near(value_of(&p, k, PROFILE_SPIN), -rate / 2, 1e-15, "shear: rotation");
		near(value_of(&p, k, PROFILE_SOLID), 4 * pi * 0.04, 1e-14, "shear: solid fraction");
		near(value_of(&p, k, PROFILE_T_ROT), 0, 1e-30, "shear: all turn alike");
	}
	/* the upper edge is moving: an image of the highest row one period down is slower by rate times 10 */
	w.domain.rate[XY] = rate;
	struct bodies2 b = world_bodies2(&w);
	for (int i = 0; i < b.n; i++) {
		b.y[i] += 0.15;
		b.vx[i] = rate * (b.y[i] - 5);
	}
	run(&p, grid(PROFILE_Y, 1000), &w);
	ok(p.bin[0].mass > 0, "images reach in from above");
	near(value_of(&p, 0, PROFILE_V1), rate * (9.9 - 10 - 5), 1e-13, "with the velocity of images");
	profile_free(&p);
	world_free(&w);
}

/* A disc of grains that turns as one, about a point that is no middle of anything. */
static void rotation(void)
{
	struct world w;
	struct profile p = { .n_shape = 0 };
	struct profile2_grid g = grid(PROFILE_R, 3);
	const double turn = 0.7, cx = 3.1, cy = -1.7;

	begin(&w, 0.05);
	g.from = 0;
	g.to = 3;
	g.centre[0] = cx;
	g.centre[1] = cy;
	for (int ring = 0; ring < 3; ring++)
		for (int i = 0; i < 40; i++) { /* two circles within each ring */
			double r = ring + (i % 2 ? 0.3 : 0.6), x = r * cos(2 * pi * i / 40), y = r * sin(2 * pi * i / 40);

			body(&w, cx + x, cy + y, -turn * y, turn * x, turn);
		}
	run(&p, g, &w);
	for (int k = 0; k < 3; k++) {
		near(value_of(&p, k, PROFILE_V1), 0, 1e-15, "rotation: nothing along r");
		near(value_of(&p, k, PROFILE_V2), turn * (k + 0.45), 1e-14, "rotation: velocity in ring %d", k);
		near(value_of(&p, k, PROFILE_SPIN), turn, 1e-15, "rotation: spin");
		near(value_of(&p, k, PROFILE_T), turn * turn * 0.15 * 0.15 / 2, 1e-15, "rotation: what the gradient adds");
		near(value_of(&p, k, PROFILE_NUMBER), 40 / (pi * (2 * k + 1)), 1e-13, "rotation: area of ring %d", k);
	}
	/* grains that an edge cuts: with the centre on their edge, half of the disk r = 0.05 at distance 1 is nearly within */
	w.body.n_row = 0;
	body(&w, cx + 1, cy, 0, 1, 0);
	run(&p, g, &w);
	double x = (1 + 1 - 0.0025) / 2, part = segment(1, -x) + segment(0.05, x - 1);
	near(p.bin[0].number, part / (pi * 0.0025), 1e-13, "a grain that a ring's edge cuts");
	near(p.bin[0].number + p.bin[1].number, 1, 1e-13, "shares add up");
	profile_free(&p);
	world_free(&w);
}

/* Areas and numbers of a gas add up in every window, also in domains that are tilted and where rings pass the edges. */
static void gas(void)
{
	struct world w;
	struct profile p = { .n_shape = 0 };
	struct rng rng;
	const double r = 0.31, disk = pi * r * r;
	double sum[3] = { 0 }, t = 0;

	begin(&w, r);
	domain(&w, 9, 7, 1, 1);
	w.domain.tilt[0] = 2.3;
	rng_seed(&rng, 7);
	for (int i = 0; i < 200; i++) {
		double x = 9 * rng_uniform(&rng), y = 7 * rng_uniform(&rng), vx = rng_normal(&rng), vy = rng_normal(&rng);

		body(&w, x, y, vx, vy, 0);
	}
	for (int axis = PROFILE_X; axis <= PROFILE_Y; axis++) {
		run(&p, grid(axis, 13), &w);
		for (int k = 0; k < 13; k++) {
			sum[axis] += p.bin[k].solid;
			t += value_of(&p, k, PROFILE_T) / 26;
		}
		near(sum[axis], 200 * disk, 1e-10, "a tilted gas: all area is in some bin");
	}
	near(t, 1, 0.15, "a gas: its temperature");
	/* a ring of 5 periods' width: the fraction of the whole plane, up to what its edge cuts at random */
	struct profile2_grid g = grid(PROFILE_R, 1);
	g.from = 0;
	g.to = 40;
	run(&p, g, &w);
	near(value_of(&p, 0, PROFILE_NUMBER), 200. / 63, 0.02, "a wide ring has images");
	/* a row of disks that repeats without tilt: strip of 2.5 periods */
	w.body.n_row = 0;
	w.domain.tilt[0] = 0;
	body(&w, 8.95, 3, 0, 0, 0);
	g = grid(PROFILE_X, 5);
	g.from = 0;
	g.to = 22.5;
	run(&p, g, &w);
	double right = segment(r, 0.05) / disk;
	near(p.bin[0].number, 1 - right, 1e-13, "the part beyond the edge comes in at the other side");
	near(p.bin[1].number, right, 1e-13, "an image of the left part");
	near(p.bin[2].number, 1 - right, 1e-13, "of the right one");
	domain(&w, 9, 7, 0, 0);
	g = grid(PROFILE_R, 2);
	g.from = 0;
	g.to = 4;
	g.centre[0] = 2;
	g.centre[1] = 3.5;
	run(&p, g, &w);
	near(p.bin[0].size, pi * 4, 1e-13, "a ring that touches an edge of a closed domain");
	near(p.bin[0].size + p.bin[1].size, 16 * pi - (16 * pi - segment(4, 2)) - 2 * (16 * pi - segment(4, 3.5)), 1e-12,
	     "what the domain cuts off of a ring");
	profile_free(&p);
	world_free(&w);
}

/* The sums of f l over the part of a way that lies in a ring, by steps. */
static void by_steps(const double a[2], const double l[2], const double f[2], double r0, double r1, double out[4])
{
	enum { STEPS = 200000 };

	memset(out, 0, 4 * sizeof *out);
	for (int k = 0; k < STEPS; k++) {
		double t = (k + 0.5) / STEPS, x = a[0] + t * l[0], y = a[1] + t * l[1], d = hypot(x, y), c = x / d, s = y / d;
		double lr = (c * l[0] + s * l[1]) / STEPS, lt = (c * l[1] - s * l[0]) / STEPS;
		double fr = c * f[0] + s * f[1], ft = c * f[1] - s * f[0];

		if (d < r0 || d >= r1)
			continue;
		out[0] += lr * fr;
		out[1] += fr * lt;
		out[2] += ft * lr;
		out[3] += lt * ft;
	}
}

static void branches(void)
{
	struct profile p = { .n_shape = 0 };
	struct domain none = { .set = 0 }, box = { .hi = { 10, 10 }, .periodic = { 1, 1 }, .set = 1 };
	struct profile2_grid g = grid(PROFILE_R, 4);
	const double from[2] = { -1.3, 0.4 }, to[2] = { 1.9, 1.1 }, f[2] = { 0.7, -1.6 }, way[2] = { 3.2, 0.7 };

	g.from = 0.2;
	g.to = 2.2;
	g.centre[0] = g.centre[1] = 0;
	ok(profile_begin(&p, &g, &none) == 0, "rings without a domain");
	profile2_add_branch(&p, from, to, f);
	for (int k = 0; k < 4; k++) {
		double want[4];

		by_steps(from, way, f, 0.2 + 0.5 * k, 0.7 + 0.5 * k, want);
		for (int d = 0; d < 4; d++)
			near(p.bin[k].branch[d], want[d], 1e-4, "a branch through ring %d, component %d", k, d);
	}
	/* straight outwards: only rr, and tr */
	ok(profile_begin(&p, &g, &none) == 0, "again");
	profile2_add_branch(&p, (const double[]){ 0, 0 }, (const double[]){ 0, 1 }, f);
	near(p.bin[0].branch[0], 0.5 * -1.6, 1e-15, "a branch outwards: rr");
	near(p.bin[0].branch[2], 0.5 * -0.7, 1e-15, "tr");
	near(p.bin[1].branch[0], 0.3 * -1.6, 1e-15, "rr of the next");
	near(fabs(p.bin[0].branch[1]) + fabs(p.bin[0].branch[3]), 0, 1e-15, "no rt nor tt");
	/* slices along y, 0.28 wide: the way rises by 0.7 from 0.4, so a fifth of it is below 0.54 */
	g = grid(PROFILE_Y, 10);
	g.from = -2.26;
	g.to = 0.54;
	ok(profile_begin(&p, &g, &none) == 0, "slices without a domain");
	ok(isnan(p.bin[0].size), "which have no area");
	profile2_add_branch(&p, from, to, f);
	near(p.bin[9].branch[0], 0.2 * 3.2 * 0.7, 1e-14, "a fifth of a branch: xx");
	near(p.bin[9].branch[1], 0.2 * 0.7 * 0.7, 1e-14, "xy");
	near(p.bin[9].branch[2], 0.2 * 3.2 * -1.6, 1e-14, "yx");
	near(p.bin[9].branch[3], 0.2 * 0.7 * -1.6, 1e-14, "yy");
	ok(p.bin[8].branch[0] == 0, "nothing below");
	/* across a periodic edge, and level, which is in one bin */
	g = grid(PROFILE_X, 2);
	ok(profile_begin(&p, &g, &box) == 0, "slices of a domain");
	profile2_add_branch(&p, (const double[]){ 9.5, 5 }, (const double[]){ 11.5, 5 }, f);
	near(p.bin[1].branch[0], 0.5 * 0.7, 1e-15, "a branch across the edge");
	near(p.bin[0].branch[0], 1.5 * 0.7, 1e-15, "its other part");
	g = grid(PROFILE_Y, 2);
	ok(profile_begin(&p, &g, &box) == 0, "and along y");
	profile2_add_branch(&p, (const double[]){ 9.5, 5 }, (const double[]){ 11.5, 5 }, f);
	near(p.bin[1].branch[0], 2 * 0.7, 1e-15, "a branch along an edge of bins is in the upper one");
	ok(p.bin[0].branch[0] == 0, "and not in the lower one");
	profile_free(&p);
}

/* Frames of known areas of a solid: its mean over all, and the error by the blocks that are whole, each left out once. */
static void pooled(int frames, int per_block)
{
	struct profile_mean m = { .n = 0 };
	double value[PROFILE_VALUES], error[PROFILE_VALUES], block[PROFILE_BLOCKS] = { 0 }, all = 0, mean = 0, spread = 0;
	int n = frames / per_block;

	for (int k = 0; k < frames; k++) {
		struct profile_bin bin = { .size = 3, .solid = 1 + (7 * k * k) % 11 * 0.13 };

		all += bin.solid;
		if (k < n * per_block)
			block[k / per_block] += bin.solid;
		profile_mean_add(&m, &profile_plane, &bin, 1, 0.4, 1.9);
	}
	for (int k = 0; k < n; k++)
		mean += block[k] / n;
	for (int k = 0; k < n; k++)
		spread += (block[k] - mean) * (block[k] - mean);
	profile_mean_values(&m, 0, value, error);
	near(value[PROFILE_SOLID], all / (3 * frames), 1e-14, "%d frames: their mean", frames);
	near(error[PROFILE_SOLID], sqrt(spread * (n - 1) / n) / (3 * (frames - per_block)), 1e-14, "%d frames: its error", frames);
	near(m.from + m.to, 2.3 * frames, 1e-12, "%d frames: the ends of bins", frames);
	profile_mean_free(&m);
}

/* Means over frames: the velocities 1, 2, 4, 8, 16 of one grain have the mean 6.2 and the error of a mean of five. */
static void means(void)
{
	struct world w;
	struct profile p = { .n_shape = 0 };
	struct profile_mean m = { .n = 0 };
	double value[PROFILE_VALUES], error[PROFILE_VALUES], sum = 0;

	begin(&w, 0.3);
	domain(&w, 2, 2, 0, 0);
	body(&w, 1, 1, 0, 0, 0);
	for (int k = 0; k < 5; k++) {
		world_bodies2(&w).vx[0] = 1 << k;
		run(&p, grid(PROFILE_Y, 1), &w);
		profile_mean_add(&m, &profile_plane, p.bin, p.grid.n, p.grid.from, p.grid.to);
		sum += ((1 << k) - 6.2) * ((1 << k) - 6.2);
	}
	profile_mean_values(&m, 0, value, error);
	near(value[PROFILE_V1], 6.2, 1e-14, "the mean of frames");
	near(error[PROFILE_V1], sqrt(sum / 4 / 5), 1e-14, "its standard error");
	near(value[PROFILE_T], sum / 5 / 2, 1e-13, "fluctuations are those about the mean of all frames");
	near(value[PROFILE_SOLID], pi * 0.09 / 4, 1e-15, "a fraction");
	near(error[PROFILE_SOLID], 0, 1e-15, "that never changes");
	profile_mean_free(&m);
	/* 47 frames: blocks of 4 frames, the last of 3 is not whole, so errors are those of 11 blocks */
	double block[11] = { 0 }, mean = 0, all = 0, spread = 0;
	for (int k = 0; k < 47; k++) {
		world_bodies2(&w).vx[0] = (k * k) % 17;
		all += (k * k) % 17 / 47.;
		if (k < 44)
			block[k / 4] += (k * k) % 17 / 4.;
		run(&p, grid(PROFILE_Y, 1), &w);
		profile_mean_add(&m, &profile_plane, p.bin, p.grid.n, p.grid.from, p.grid.to);
	}
	for (int k = 0; k < 11; k++)
		mean += block[k] / 11;
	for (int k = 0; k < 11; k++)
		spread += (block[k] - mean) * (block[k] - mean);
	profile_mean_values(&m, 0, value, error);
	ok(m.per_block == 4 && m.n == 12, "blocks grow");
	near(value[PROFILE_V1], all, 1e-13, "the mean has all frames");
	near(error[PROFILE_V1], sqrt(spread / 10 / 11), 0.1 * sqrt(spread / 110), "its error those of whole blocks");
	profile_mean_free(&m);
	run(&p, grid(PROFILE_Y, 1), &w);
	profile_mean_add(&m, &profile_plane, p.bin, p.grid.n, p.grid.from, p.grid.to);
	profile_mean_values(&m, 0, value, error);
	ok(isnan(error[PROFILE_V1]), "one frame has no error");
	profile_mean_free(&m);
	profile_free(&p);
	world_free(&w);
}

int main(void)
{
	struct profile p = { .n_shape = 0 };
	struct domain none = { .set = 0 };
	struct profile2_grid g = grid(PROFILE_X, 3);

	cut();
	shear();
	rotation();
	gas();
	branches();
	means();
	for (int frames = 15; frames < 22; frames++)
		pooled(frames, frames > 20 ? 2 : 1);
	pooled(31, 2);
	pooled(39, 2);
	pooled(42, 4);
	pooled(83, 8);
	ok(profile_begin(&p, &g, &none) == -1, "without a domain there must be two ends");
	profile_free(&p);
	return done();
}
