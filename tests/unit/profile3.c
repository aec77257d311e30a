/* profile3.c: parts of balls and of branches in the bins of space against numerical integrals and closed forms. */
#include "measure/profile3.h"

#include <string.h>

#include "base/rng.h"
#include "solid/ball_part.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

/* The part of the unit ball in a box: columns of a fine grid of x and y, each as long as it is. */
static double by_columns(const double lo[3], const double hi[3])
{
	enum { N = 600 };
	double sum = 0, x0 = fmax(lo[0], -1), x1 = fmin(hi[0], 1), y0 = fmax(lo[1], -1), y1 = fmin(hi[1], 1);

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double x = x0 + (x1 - x0) * (i + 0.5) / N, y = y0 + (y1 - y0) * (j + 0.5) / N, zz = 1 - x * x - y * y;
			double z = zz > 0 ? sqrt(zz) : 0;

			sum += fmax(fmin(z, hi[2]) - fmax(-z, lo[2]), 0);
		}
	return sum * (x1 - x0) * (y1 - y0) / N / N / (4 * pi / 3);
}

static void balls(void)
{
	const double c[3] = { 0.7, -1.3, 2.1 }, r = 0.45, open[2] = { -INFINITY, INFINITY };
	struct rng rng;

	rng_seed(&rng, 11);
	for (int n = 0; n < 12; n++) {
		double lo[3], hi[3], at_lo[3], at_hi[3], parts = 0;

		for (int k = 0; k < 3; k++) {
			double a = 2.4 * rng_uniform(&rng) - 1.2, b = 2.4 * rng_uniform(&rng) - 1.2;

			lo[k] = n % 4 == k ? -INFINITY : fmin(a, b);
			hi[k] = fmax(a, b);
			at_lo[k] = c[k] + r * lo[k];
			at_hi[k] = c[k] + r * hi[k];
		}
		double whole = ball_part_in_box(c, r, at_lo, at_hi);
		near(whole, by_columns(lo, hi), 2e-5, "a ball in box %d", n);
		/* cut in 27 boxes */
		for (int z = 0; z < 27; z++) {
			const double cut[3][4] = { { at_lo[0], c[0] - 0.2, c[0] + 0.1, at_hi[0] }, { at_lo[1], c[1] - 0.3, c[1], at_hi[1] },
			                           { at_lo[2], c[2] - 0.1, c[2] + 0.3, at_hi[2] } };
			const int at[3] = { z % 3, z / 3 % 3, z / 9 };
			double from[3], to[3];
			int none = 0;

			for (int k = 0; k < 3; k++) {
				from[k] = fmax(fmin(cut[k][at[k]], at_hi[k]), at_lo[k]);
				to[k] = fmax(fmin(cut[k][at[k] + 1], at_hi[k]), at_lo[k]);
				none |= from[k] >= to[k];
			}
			parts += none ? 0 : ball_part_in_box(c, r, from, to);
		}
		near(parts, whole, 1e-14, "which is the sum of its parts");
	}
	const double lo[3] = { c[0], c[1], c[2] }, hi[3] = { open[1], open[1], open[1] }, all[3] = { open[0], open[0], open[0] };
	near(ball_part_in_box(c, r, lo, hi), 0.125, 1e-15, "an octant");
	near(ball_part_in_box(c, r, all, hi), 1, 0, "all of it");
	const double cap[3] = { open[1], open[1], c[2] + 0.13 };
	near(ball_part_in_box(c, r, all, cap), ball_part_below(c[2], r, cap[2]), 1e-15, "a half space");
	const double off[3] = { c[0] + r, c[1], c[2] };
	near(ball_part_in_box(c, r, off, hi), 0, 0, "a box beside it");
}

static struct profile3_grid grid(int axis, int n, double from, double to)
{
	return (struct profile3_grid){ .axis = axis, .n = n, .from = from, .to = to };
}

/* Sums over the part of a way in a shell about the origin, or in a box, by steps. */
static void by_steps(vec3 a, vec3 l, vec3 f, const double shell[2], const double box[3][2], double m[9], double *out)
{
	enum { STEPS = 200000 };

	memset(m, 0, 9 * sizeof *m);
	*out = 0;
	for (int k = 0; k < STEPS; k++) {
		vec3 at = v3_add(a, v3_scale((k + 0.5) / STEPS, l));
		double d = v3_norm(at), p[3], fp[3] = { f.x, f.y, f.z }, lp[3] = { l.x, l.y, l.z };
		int inside = !shell || (d >= shell[0] && d < shell[1]);

		v3_to(p, at);
		for (int z = 0; z < 3 && box; z++)
			inside &= p[z] >= box[z][0] && p[z] < box[z][1];
		if (!inside)
			continue;
		*out += v3_dot(f, at) / d * v3_dot(l, at) / d / STEPS;
		for (int z = 0; z < 9; z++)
			m[z] += fp[z / 3] * lp[z % 3] / STEPS;
	}
}

static void branches(void)
{
	const vec3 a = v3(-1.3, 0.4, 0.6), b = v3(1.9, 1.1, -0.7), f = v3(0.7, -1.6, 0.9), l = v3_sub(b, a);
	const struct domain none = { .set = 0 }, box = { .hi = { 10, 10, 10 }, .periodic = { 1, 1, 1 }, .set = 1 };
	struct profile3_grid g = grid(PROFILE3_SHELLS, 4, 0.2, 2.2);
	struct profile_bin bin[4] = { { 0 } };
	double want[9], out;

	ok(profile3_add_branch(bin, &g, &none, a, b, f) == 0, "a branch");
	for (int k = 0; k < 4; k++) {
		by_steps(a, l, f, (const double[]){ 0.2 + 0.5 * k, 0.7 + 0.5 * k }, NULL, want, &out);
		near(bin[k].outwards, out, 1e-4, "a branch through shell %d, outwards", k);
		for (int z = 0; z < 9; z++)
			near(bin[k].branch[z], want[z], 1e-4, "component %d", z);
	}
	/* straight outwards, and one that passes the centre */
	memset(bin, 0, sizeof bin);
	profile3_add_branch(bin, &g, &none, v3(0, 0, 0), v3(0, 0, 1), f);
	near(bin[0].outwards, 0.5 * 0.9, 1e-15, "a branch outwards");
	near(bin[1].outwards, 0.3 * 0.9, 1e-15, "and its end");
	memset(bin, 0, sizeof bin);
	profile3_add_branch(bin, &g, &none, v3(0, 0, -1), v3(0, 0, 1), f);
	near(bin[0].outwards, 2 * 0.5 * 0.9, 1e-15, "a branch through the centre: both sides");
	/* slices that do not reach across, with a corner of the box in the way */
	g = grid(1, 4, 0.3, 1.1);
	g.within = 1;
	g.across[0][0] = -0.9;
	g.across[0][1] = 1.4;
	g.across[2][0] = -0.1;
	g.across[2][1] = 0.35;
	memset(bin, 0, sizeof bin);
	profile3_add_branch(bin, &g, &none, a, b, f);
	for (int k = 0; k < 4; k++) {
		const double in[3][2] = { { -0.9, 1.4 }, { 0.3 + 0.2 * k, 0.5 + 0.2 * k }, { -0.1, 0.35 } };

		by_steps(a, l, f, NULL, in, want, &out);
		for (int z = 0; z < 9; z++)
			near(bin[k].branch[z], want[z], 1e-4, "a branch through slice %d, component %d", k, z);
	}
	/* across a periodic edge, and again in a window of three periods */
	g = grid(0, 2, 0, 10);
	memset(bin, 0, sizeof bin);
	profile3_add_branch(bin, &g, &box, v3(9.5, 5, 5), v3(11.5, 5, 5), f);
	near(bin[1].branch[0], 0.5 * 0.7, 1e-15, "a branch across the edge");
	near(bin[0].branch[0], 1.5 * 0.7, 1e-15, "its other part");
	g = grid(0, 1, 0, 30);
	memset(bin, 0, sizeof bin);
	profile3_add_branch(bin, &g, &box, v3(9.5, 5, 5), v3(11.5, 5, 5), f);
	near(bin[0].branch[0], 3 * 2 * 0.7, 1e-14, "three periods");
	g.to = 1e9;
	ok(profile3_add_branch(bin, &g, &box, v3(9.5, 5, 5), v3(11.5, 5, 5), f) == -1, "too many");
}

/* Images of branches that begin anywhere in a periodic domain, in windows that end within it or beyond: as of all one by one. */
static void images(int axis)
{
	const struct domain none = { .set = 0 }, box = { .lo = { -2, 1, -1 }, .hi = { 7, 6, 3 }, .periodic = { 1, 1, 1 }, .set = 1 };
	struct profile3_grid g = grid(axis, 4, 1.3, axis == PROFILE3_SHELLS ? 2.9 : 4.1);
	struct profile_bin one[4] = { { 0 } }, all[4] = { { 0 } };
	double off = 0, sum = 0;
	struct rng r;

	rng_seed(&r, 23 + (uint64_t)axis);
	g.within = axis != PROFILE3_SHELLS;
	for (int k = 0; k < 3; k++) {
		g.across[k][0] = box.lo[k] + 1.3 - 0.9 * k;
		g.across[k][1] = box.hi[k] - 1.7 + 0.8 * k;
		g.centre[k] = box.lo[k] + 1.9 * k;
	}
	for (int n = 0; n < 200; n++) {
		double a[3], b[3], f[3];

		for (int k = 0; k < 3; k++) {
			a[k] = box.lo[k] + (box.hi[k] - box.lo[k]) * rng_uniform(&r);
			b[k] = a[k] + 1.6 * rng_uniform(&r) - 0.8;
			f[k] = 2 * rng_uniform(&r) - 1;
		}
		off += profile3_add_branch(one, &g, &box, v3_from(a), v3_from(b), v3_from(f)) != 0;
		for (int m = 0; m < 75; m++) {
			vec3 d = v3(9 * (m % 5 - 2), 5 * (m / 5 % 5 - 2), 4 * (m / 25 - 1));

			profile3_add_branch(all, &g, &none, v3_add(v3_from(a), d), v3_add(v3_from(b), d), v3_from(f));
		}
	}
	for (int k = 0; k < 4; k++) {
		for (int z = 0; z < 9; z++) {
			off = fmax(off, fabs(one[k].branch[z] - all[k].branch[z]));
			sum += fabs(all[k].branch[z]);
		}
		off = fmax(off, fabs(one[k].outwards - all[k].outwards));
	}
	ok(sum > 3, "images of branches, axis %d: %g", axis, sum);
	near(off, 0, 1e-12, "images of branches, axis %d", axis);
}

int main(void)
{
	balls();
	branches();
	for (int axis = 0; axis < 4; axis++)
		images(axis);
	return done();
}
