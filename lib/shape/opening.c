/* opening.c: least circles around projections */
#include "shape/opening.h"

#include <math.h>
#include <string.h>

#include "base/lp.h"
#include "base/trig.h"
#include "mesh/triangulate.h"
#include "plane/descriptors.h"

enum { DIRECTIONS = 512, BEST = 6, COARSE = 24, FINE = 96, LAST = 720, SHRINK = 16, TRIES = 24, EDGES = 16 };

/* A solid by the points or balls of its convex hull. */
struct hull {
	const struct shape *shape;
	int n;
	const double (*point)[3];  /* [n], or NULL */
	const double (*ball)[4];   /* [n], or NULL: then the object itself, which takes a hundred times as long */
	double r;                  /* around the points [L] */
};

/* The greatest u.x over the points of the solid, |u| = 1 [L]. */
static double support(const struct hull *s, const double u[3])
{
	double h = -INFINITY;

	if (!s->point && !s->ball)
		return solid_support(s->shape->solid, u);
	for (int k = 0; k < s->n; k++) {
		const double *x = s->point ? s->point[k] : s->ball[k];
		h = fmax(h, u[0] * x[0] + u[1] * x[1] + u[2] * x[2] + (s->point ? s->r : x[3]));
	}
	return h;
}

/* Two unit vectors a, b perpendicular to the unit vector d and to each other. */
static void across(const double d[3], double a[3], double b[3])
{
	int least = fabs(d[0]) < fabs(d[1]) ? 0 : 1;

	if (fabs(d[2]) < fabs(d[least]))
		least = 2;
	for (int k = 0; k < 3; k++)
		a[k] = (k == least) - d[least] * d[k];
	double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
	for (int k = 0; k < 3; k++)
		a[k] /= length;
	b[0] = d[1] * a[2] - d[2] * a[1];
	b[1] = d[2] * a[0] - d[0] * a[2];
	b[2] = d[0] * a[1] - d[1] * a[0];
}

/* The radius of the least circle around the projection along d: the least R so that h(w) - c.w <= R for n directions w. */
static double circle(const struct hull *s, const double d[3], int n, double reach)
{
	static const double worst[3] = { 0, 0, -1 };
	const double lo[3] = { -reach, -reach, 0 }, hi[3] = { reach, reach, 2 * reach };
	double a[3], b[3], rows[LAST][LP_MOST + 1], x[3];

	across(d, a, b);
	for (int k = 0; k < n; k++) {
		double sine, cosine, w[3];
		int turn = (int)((long long)k * 7 % n); /* neighbours are not next to each other: the program is then quick */

		trig_sincos(2 * M_PI * turn / n, &sine, &cosine);
		for (int i = 0; i < 3; i++)
			w[i] = cosine * a[i] + sine * b[i];
		rows[k][0] = -cosine;
		rows[k][1] = -sine;
		rows[k][2] = -1;
		rows[k][3] = -support(s, w);
	}
	return lp_solve(3, n, (const double (*)[LP_MOST + 1])rows, worst, lo, hi, x) ? INFINITY : x[2];
}

/* Turn d by the small vector step across it. */
static void turned(const double d[3], const double step[3], double to[3])
{
	double length = 0;

	for (int k = 0; k < 3; k++) {
		to[k] = d[k] + step[k];
		length += to[k] * to[k];
	}
	for (int k = 0; k < 3; k++)
		to[k] /= sqrt(length);
}

/* Go downhill from direction d with steps that shrink by a half when none of TRIES ways across d leads down; the radius has
 * creases, so ways differ every time. Returns the radius there. */
static double descend(const struct hull *s, double d[3], double reach, double step, int halves)
{
	double best = circle(s, d, FINE, reach);

	for (int way = 0, failed = 0; halves > 0; way++) {
		double a[3], b[3], to[3], along[3], sine, cosine;

		across(d, a, b);
		trig_sincos(way * M_PI * (3 - sqrt(5)), &sine, &cosine);
		for (int i = 0; i < 3; i++)
			along[i] = step * (cosine * a[i] + sine * b[i]);
		turned(d, along, to);
		double r = circle(s, to, FINE, reach);
		if (r < best * (1 - 1e-9)) {
			best = r;
			failed = 0;
			memcpy(d, to, sizeof to);
		} else if (++failed == TRIES) {
			step /= 2;
			halves--;
			failed = 0;
		}
	}
	return best;
}

/* Directions evenly over a half sphere; the best of them are refined. */
static double search(const struct hull *s, double reach)
{
	double best[BEST], at[BEST][3], least = INFINITY, along[3] = { 0, 0, 1 };

	for (int k = 0; k < BEST; k++)
		best[k] = INFINITY;
	for (int k = 0; k < DIRECTIONS; k++) {
		double z = (k + 0.5) / DIRECTIONS, rho = sqrt(1 - z * z), sine, cosine;
		trig_sincos(k * M_PI * (3 - sqrt(5)), &sine, &cosine); /* golden angle */
		double d[3] = { rho * cosine, rho * sine, z }, r = circle(s, d, COARSE, reach);
		int j = BEST;

		while (j > 0 && r < best[j - 1])
			j--;
		if (j == BEST)
			continue;
		memmove(best + j + 1, best + j, (size_t)(BEST - 1 - j) * sizeof *best);
		memmove(at + j + 1, at + j, (size_t)(BEST - 1 - j) * sizeof *at);
		best[j] = r;
		memcpy(at[j], d, sizeof d);
	}
	for (int k = 0; k < BEST && isfinite(best[k]); k++) {
		double r = descend(s, at[k], reach, 0.05, SHRINK);
		if (r < least) {
			least = r;
			memcpy(along, at[k], sizeof along);
		}
	}
	struct hull exact = *s;
	if (s->shape->kind == SHAPE_OBJECT) {
		exact.point = NULL;
		descend(&exact, along, reach, 0.03, 1);
	}
	return 2 * circle(&exact, along, LAST, reach);
}

static double solid_opening(const struct shape *s)
{
	const double reach = shape_reach(s);
	struct hull hull = { .shape = s, .n = s->n };
	struct mesh m = { 0 };

	if (s->kind == SHAPE_OBJECT) {
		if (triangulate_shape(&m, s, EDGES))
			return NAN;
		hull.point = (const double (*)[3])m.xyz;
		hull.n = m.n_vertex;
	} else if (s->solid->vertex) {
		hull.point = (const double (*)[3])s->solid->vertex;
		hull.r = s->kind == SHAPE_POLYHEDRON ? s->solid->r : 0;
	} else
		hull.ball = (const double (*)[4])s->solid->ball;
	double width = search(&hull, reach);
	if (s->kind == SHAPE_OBJECT)
		mesh_free(&m);
	return width;
}

double shape_opening(const struct shape *s)
{
	struct descriptors d;

	if (shape_is_wall(s))
		return NAN;
	if (!s->solid)
		return descriptors_of_shape(&d, s) == MASS_GOOD ? d.feret_min : NAN;
	if (s->kind == SHAPE_SPHERE)
		return 2 * s->solid->ball[0][3];
	if (s->kind == SHAPE_ELLIPSOID) {
		const double *a = s->solid->a;
		return 2 * fmax(fmin(a[0], a[1]), fmin(fmax(a[0], a[1]), a[2]));
	}
	return solid_opening(s);
}
