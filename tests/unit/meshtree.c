/* meshtree.c: distances, lines and inside or outside, against closed forms and against looking at every triangle */
#include "mesh/meshtree.h"

#include <stdlib.h>

#include "base/quat.h"
#include "base/rng.h"
#include "base/vec.h"
#include "tap.h"
#include "unit/solids.h"

static const double lo[3] = { -1.5, -1, -0.5 }, hi[3] = { 2, 1.25, 0.75 };

/* The signed distance to the box, in closed form. */
static double box_distance(const double p[3])
{
	double out = 0, in = -INFINITY;

	for (int k = 0; k < 3; k++) {
		double d = fmax(lo[k] - p[k], p[k] - hi[k]);

		out += d > 0 ? d * d : 0;
		in = fmax(in, d);
	}
	return in > 0 ? sqrt(out) : in;
}

/* Points on a lattice, many of which are level with edges, corners and faces. */
static void boxes(void)
{
	struct mesh m = { 0 };
	struct meshtree t;
	double worst = 0, off = 0;
	int wrong = 0, on = 0;

	add_box(&m, lo, hi, 0);
	meshtree_init(&t, &m);
	for (int i = 0; i < 25; i++)
		for (int j = 0; j < 17; j++)
			for (int k = 0; k < 13; k++) {
				double p[3] = { -2.5 + 0.25 * i, -2 + 0.25 * j, -1.5 + 0.25 * k }, nearest[3], expected = box_distance(p);
				double d = meshtree_signed(&t, p, nearest, NULL), sum = 0;

				for (int a = 0; a < 3; a++)
					sum += (nearest[a] - p[a]) * (nearest[a] - p[a]);
				off = fmax(off, fabs(fabs(d) - sqrt(sum)));
				worst = fmax(worst, fabs(fabs(d) - fabs(expected)));
				on += expected == 0;
				if (expected != 0)
					wrong += meshtree_winding(&t, p) != (expected < 0) || (d < 0) != (expected < 0);
			}
	ok(worst < 1e-15 && off < 1e-15, "distances to a box are off by %g, and from the nearest points by %g", worst, off);
	ok(!wrong && on == 15 * 10 * 6 - 13 * 8 * 4, "inside and outside of a box, level with edges and corners: %d wrong", wrong);
	meshtree_free(&t);
	mesh_free(&m);
	meshtree_init(&t, &m);
	ok(meshtree_signed(&t, lo, NULL, NULL) == INFINITY && meshtree_winding(&t, lo) == 0, "nothing is infinitely far");
	meshtree_free(&t);
}

/* The distance to one triangle, by search: slow and sure. */
static double triangle_distance(const struct mesh *m, int t, const double p[3])
{
	double a[3][3], best = INFINITY;

	for (int k = 0; k < 3; k++)
		memcpy(a[k], m->xyz[m->tri[t][k]], sizeof a[k]);
	/* |a + u e + v f - p|^2 is convex: least along u of what is least along v, by thirds */
	double ul = 0, ur = 1;
	for (int i = 0; i < 80; i++) {
		double u[2] = { (2 * ul + ur) / 3, (ul + 2 * ur) / 3 }, d[2];

		for (int s = 0; s < 2; s++) {
			double w[3], f[3], wf = 0, ff = 0;

			for (int k = 0; k < 3; k++) {
				w[k] = p[k] - a[0][k] - u[s] * (a[1][k] - a[0][k]);
				f[k] = a[2][k] - a[0][k];
				wf += w[k] * f[k];
				ff += f[k] * f[k];
			}
			double v = fmin(fmax(wf / ff, 0), 1 - u[s]);
			d[s] = 0;
			for (int k = 0; k < 3; k++)
				d[s] += (w[k] - v * f[k]) * (w[k] - v * f[k]);
			best = fmin(best, d[s]);
		}
		if (d[0] < d[1])
			ur = u[1];
		else
			ul = u[0];
	}
	return sqrt(best);
}

/* How often the triangles go around p: the solid angles that they show (Van Oosterom and Strackee 1983). */
static double solid_angle(const struct mesh *m, const double p[3])
{
	double sum = 0;

	for (int t = 0; t < m->n_triangle; t++) {
		vec3 v[3];
		double l[3];

		for (int k = 0; k < 3; k++) {
			v[k] = v3_sub(v3_from(m->xyz[m->tri[t][k]]), v3_from(p));
			l[k] = v3_norm(v[k]);
		}
		double below = l[0] * l[1] * l[2] + v3_dot(v[0], v[1]) * l[2] + v3_dot(v[1], v[2]) * l[0] +
		               v3_dot(v[2], v[0]) * l[1];
		sum += 2 * atan2(v3_dot(v[0], v3_cross(v[1], v[2])), below);
	}
	return sum / 12.566370614359172;
}

static void torus(void)
{
	struct mesh m = { 0 };
	struct meshtree t;
	struct rng random;
	double worst = 0;
	int wrong = 0, inside = 0, odd = 0;
	struct meshhit *hit = NULL;
	size_t cap = 0;

	rng_seed(&random, 2);
	add_torus(&m, 14, 9, 1.3, 0.6);
	add_box(&m, (double[3]){ -0.3, -0.3, -0.3 }, (double[3]){ 0.3, 0.3, 0.3 }, 1);
	meshtree_init(&t, &m);
	for (int i = 0; i < 300; i++) {
		double p[3], least = INFINITY;

		for (int k = 0; k < 3; k++)
			p[k] = (k < 2 ? 4 : 1.6) * (rng_uniform(&random) - 0.5);
		if (i % 3 == 0) /* level with a corner of the torus */
			p[2] = m.xyz[i % (14 * 9)][2];
		if (i % 6 == 0)
			p[1] = m.xyz[i % (14 * 9)][1];
		int winding = meshtree_winding(&t, p), sum = 0;
		inside += winding > 0;
		if (meshtree_distance(&t, p, NULL, NULL) > 1e-12) /* on the surface it is what it is */
			wrong += fabs(winding - solid_angle(&m, p)) > 1e-6;
		for (int k = 0; k < m.n_triangle && i < 60; k++)
			least = fmin(least, triangle_distance(&m, k, p));
		if (i < 60)
			worst = fmax(worst, fabs(least - meshtree_distance(&t, p, NULL, NULL)));
		int n = meshtree_line(&t, p[1], p[2], &hit, &cap);
		for (int k = 0; k < n; k++) {
			winding -= hit[k].x > p[0] ? hit[k].sign : 0;
			sum += hit[k].sign;
			odd += k && hit[k].x < hit[k - 1].x;
		}
		odd += sum != 0 || winding != 0;
	}
	ok(inside > 30 && !wrong, "around a torus and a box inside out the solid angle says the same: %d wrong, %d inside", wrong,
	   inside);
	ok(!odd, "lines leave as often as they enter");
	ok(worst < 1e-7, "distances are those to the nearest of all triangles, to the square root of rounding: %g", worst);
	free(hit);
	meshtree_free(&t);
	mesh_free(&m);
}

/* ---- mass by lines ---- */

/* A torus in an odd place, and two boxes of which one is a hollow in the other: voxels and random points against the sums over
 * tetrahedra. */
static void masses(int hollow)
{
	enum { SEEDS = 8, N = 20000 };
	const char *what = hollow ? "a box with a hollow" : "a torus";
	const double in[3] = { -0.7, -0.61, -0.23 }, out[3] = { 1.13, 0.57, 0.31 };
	struct mesh m = { 0 };
	struct mesh_lines l;
	struct mass3 exact, w;
	double before = INFINITY, chi = 0, off = 0, r[3][3];

	if (hollow) {
		add_box(&m, lo, hi, 0);
		add_box(&m, in, out, 1);
	} else {
		add_torus(&m, 40, 20, 1.3, 0.45);
	}
	quat_matrix(r, (double[4]){ cos(0.35), sin(0.35) / 3, sin(0.35) * 2 / 3, sin(0.35) * 2 / 3 });
	for (int v = 0; v < m.n_vertex; v++) { /* planes that layers of voxels never lie in */
		mat3_apply(m.xyz[v], (const double (*)[3])r, m.xyz[v]);
		for (int k = 0; k < 3; k++)
			m.xyz[v][k] += 1.7 * k - 0.3;
	}
	ok(mesh_mass(&exact, &m) == MASS_GOOD, "%s", what);
	mesh_lines_init(&l, &m);
	for (int n = 16; n <= 128; n *= 2) {
		ok(mass3_by_voxels(&w, &l.lines, n) == MASS_GOOD, "%s by voxels", what);
		double d = 0;
		for (int k = 0; k < 3; k++)
			d = fmax(d, (l.lines.hi[k] - l.lines.lo[k]) / n);
		/* as in lines.c: S / d^2 voxels and half as many again are cut, each off by a quarter at random */
		double expected = 0.25 * sqrt(1.5 * exact.surface) * d * d;
		ok(fabs(w.volume - exact.volume) < 4 * expected, "%s by %d^3 voxels: off by %.1e < 4 x %.1e", what, n,
		   fabs(w.volume - exact.volume), expected);
		for (int k = 0; k < 3; k++) {
			near(w.com[k], exact.com[k], 4 * 1.75 * expected / exact.volume, "its centre");
			near(w.inertia[k], exact.inertia[k], 4 * 3.5 * expected, "its inertia");
			near(w.inertia[3 + k], exact.inertia[3 + k], 4 * 3.5 * expected, "its products");
		}
		before = n == 16 ? fabs(w.volume - exact.volume) : before;
	}
	ok(fabs(w.volume - exact.volume) < before / 8, "%s: 8 times as many along a side, far less off: %.1e, %.1e", what,
	   fabs(w.volume - exact.volume), before);
	for (int s = 0; s < SEEDS; s++) {
		ok(mass3_by_samples(&w, &l.lines, N, (uint64_t)s) == MASS_GOOD, "%s by samples", what);
		double z = (w.volume - exact.volume) / w.error;
		chi += z * z / SEEDS;
		off = fmax(off, fabs(w.com[0] - exact.com[0]));
	}
	/* chi^2 of 8: outside of these once in 10^4 times */
	ok(chi > 0.1 && chi < 4, "%s: errors of samples are standard errors: %.2f", what, chi);
	ok(off < 4 * 1.75 / sqrt(0.2 * N), "%s: centres by samples are off by %.1e at most", what, off);
	double one = w.error;
	mass3_by_samples(&w, &l.lines, 16 * N, 1);
	near(w.error / one, 0.25, 0.02, "16 times as many points, a quarter of the error");
	mesh_lines_free(&l);
	mesh_free(&m);
}

int main(void)
{
	boxes();
	torus();
	masses(0);
	masses(1);
	return done();
}
