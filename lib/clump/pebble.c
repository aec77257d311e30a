/* pebble.c: choosing the next pebble */
#include "clump/pebble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lp.h"
#include "base/rng.h"

static double distance(const double a[3], const double b[3])
{
	double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];

	return sqrt(x * x + y * y + z * z);
}

static double shortest(const struct field *f)
{
	double side = INFINITY;

	for (int k = 0; k < f->dim; k++)
		side = fmin(side, f->lines.hi[k] - f->lines.lo[k]);
	return side;
}

/* ---- one ball ---- */

int pebble_medial(const struct field *f, const struct field_point *v, double ball[4])
{
	enum { STEPS = 60 };
	double r = 0.5 * shortest(f) * (1 + 1e-9), q[3], d = 0;

	for (int step = 0; step < STEPS; step++) {
		double ww = 0, wn = 0;

		for (int k = 0; k < 3; k++)
			ball[k] = v->at[k] - r * v->normal[k];
		d = field_distance(f, ball, q);
		for (int k = 0; k < 3; k++) {
			ww += (q[k] - v->at[k]) * (q[k] - v->at[k]);
			wn -= (q[k] - v->at[k]) * v->normal[k];
		}
		/* if the nearest point is v itself, or so close to v that the curvature decides, only rounding would be left */
		if (d >= r * (1 - 1e-12) || ww <= 1e-10 * r * r || !(ww < 2 * r * wn))
			break;
		r = ww / (2 * wn);
	}
	ball[3] = d;
	return d > 0 && field_inside(f, ball);
}

/* The distance from x to the surface and to balls; at gets the nearest point. Negative if x is inside a ball or outside the
 * body. */
static double clearance(const struct field *f, int n, const double (*other)[4], const double x[3], double at[3])
{
	double best = -field_signed(f, x, at);

	for (int k = 0; k < n; k++) {
		double l = distance(x, other[k]), d = l - other[k][3];

		if (d < best) {
			best = d;
			for (int c = 0; c < 3; c++)
				at[c] = other[k][c] + (l > 0 ? other[k][3] / l * (x[c] - other[k][c]) : 0);
		}
	}
	return best;
}

void pebble_climb(const struct field *f, int n, const double (*other)[4], double ball[4])
{
	enum { STEPS = 100 };
	const int d = f->dim;
	double row[STEPS][LP_MOST + 1], x[3] = { ball[0], ball[1], ball[2] }, at[3], trust = 0.5 * ball[3], c[LP_MOST] = { 0 };
	int rows = 0;

	c[d] = 1;
	for (int step = 0; step < STEPS && trust > 1e-10 * ball[3]; step++) {
		double lo[LP_MOST], hi[LP_MOST], best[LP_MOST], r = clearance(f, n, other, x, at);

		if (!(r > 0)) { /* x gives no bound */
			for (int k = 0; k < 3; k++)
				x[k] = 0.5 * (x[k] + ball[k]);
			continue;
		}
		/* the range of trust grows if a step succeeds, and shrinks if the bounds were wrong */
		if (step == 0 || r > ball[3]) {
			memcpy(ball, x, sizeof x);
			ball[3] = fmax(r, ball[3]);
			trust *= step > 0 ? 3 : 1;
		} else {
			trust *= 0.7;
		}
		/* r <= u.(y - at) with the unit vector u from the nearest point to x, hence -u.y + r <= -u.at */
		row[rows][d] = 1;
		row[rows][d + 1] = 0;
		for (int k = 0; k < d; k++) {
			row[rows][k] = -(x[k] - at[k]) / r;
			row[rows][d + 1] += row[rows][k] * at[k];
			lo[k] = ball[k] - trust;
			hi[k] = ball[k] + trust;
		}
		rows++;
		lo[d] = 0;
		hi[d] = ball[3] + 2 * trust;
		if (!lp_solve(d + 1, rows, (const double (*)[LP_MOST + 1])row, c, lo, hi, best) && best[d] > ball[3] * (1 + 1e-13)) {
			memcpy(x, best, (size_t)d * sizeof *x);
		} else {
			/* no better centre, if all is convex; otherwise planes through distant points are no bounds: drop them
			 * and look nearby */
			rows = 0;
			trust *= 0.1;
			memcpy(x, ball, sizeof x);
		}
	}
}

/* ---- the heap of options, with the greatest gain at its root ----
 *
 * The gain of an option is the number of voxels that it newly covers if it is fresh. Otherwise it is about the most it can
 * cover: its own volume, less the greatest overlap with a single pebble. */

static int comes_before(const struct pebble_option *a, const struct pebble_option *b)
{
	return a->gain != b->gain ? a->gain > b->gain : a->ball[3] > b->ball[3];
}

static void sift(struct pebbler *p, int at)
{
	for (;;) {
		int most = at;

		for (int child = 2 * at + 1; child <= 2 * at + 2 && child < p->n_option; child++)
			if (comes_before(&p->option[child], &p->option[most]))
				most = child;
		if (most == at)
			return;
		struct pebble_option swap = p->option[at];
		p->option[at] = p->option[most];
		p->option[most] = swap;
		at = most;
	}
}

static void make_heap(struct pebbler *p)
{
	for (int k = p->n_option / 2 - 1; k >= 0; k--)
		sift(p, k);
}

static const double pi = 3.14159265358979323846;

/* The size of a ball or disk in voxels. */
static double size_of(const struct pebbler *p, double r)
{
	return (p->field->dim == 3 ? 4 * pi / 3 * r * r * r : pi * r * r) / p->cover.voxel;
}

/* The overlap of two balls or disks at the distance d, in voxels. It consists of two caps: of a ball of radius r, a cap of
 * height x has pi x^2 (3 r - x) / 3; of a disk, r^2 (a - sin a cos a) with r cos a = r - x. */
static double common(const struct pebbler *p, double r, double s, double d)
{
	double sum = 0;

	if (d >= r + s)
		return 0;
	if (d <= fabs(r - s))
		return size_of(p, fmin(r, s));
	for (int k = 0; k < 2; k++) {
		double a = k ? s : r, b = k ? r : s, x = a - (d * d + a * a - b * b) / (2 * d), c = fmin(fmax(1 - x / a, -1), 1);

		sum += p->field->dim == 3 ? pi * x * x * (3 * a - x) / 3 : a * a * (acos(c) - c * sqrt(1 - c * c));
	}
	return sum / p->cover.voxel;
}

/* Lower the gains of all options after a pebble was added. */
static void lessen_options(struct pebbler *p, const double ball[4])
{
	int n = 0;

	for (int k = 0; k < p->n_option; k++) {
		struct pebble_option *o = &p->option[k];
		double own = size_of(p, o->ball[3]), both = common(p, o->ball[3], ball[3], distance(o->ball, ball));

		o->fresh &= both == 0;
		/* at surfaces the count of voxels differs from the overlap by a few */
		o->gain = fmin(o->gain, (own - both) * 1.02 + 1);
		if (own - both > 1e-6 * own && (own - both >= 0.05 || own < 1))
			p->option[n++] = *o;
	}
	p->n_option = n;
	make_heap(p);
}

static void add_option(struct pebbler *p, const double ball[4])
{
	if (ball[3] < p->plan.smallest || !(ball[3] > 1e-9 * p->side))
		return;
	MEM_GROW(p->option, &p->cap_option, (size_t)p->n_option + 1);
	struct pebble_option *o = &p->option[p->n_option];
	memcpy(o->ball, ball, sizeof o->ball);
	o->gain = size_of(p, ball[3]) + 1;
	o->fresh = 0;
	p->n_option++;
}

static int by_radius(const void *a, const void *b)
{
	const double *p = *(const double *const *)a, *q = *(const double *const *)b;

	return p[3] != q[3] ? (p[3] < q[3]) - (p[3] > q[3]) : (p > q) - (p < q);
}

/* Add locally largest balls: climb from the largest options that are not close to each other. */
static void add_largest(struct pebbler *p)
{
	enum { MOST = 24 };
	const double **order = mem_new((size_t)p->n_option, sizeof *order);
	double seed[MOST][4], top[MOST][4];
	int n = 0;

	for (int k = 0; k < p->n_option; k++)
		order[k] = p->option[k].ball;
	qsort(order, (size_t)p->n_option, sizeof *order, by_radius);
	for (int k = 0; k < p->n_option && n < MOST; k++) {
		int near = 0;

		for (int s = 0; s < n && !near; s++)
			near = distance(seed[s], order[k]) < seed[s][3];
		if (!near)
			memcpy(seed[n++], order[k], sizeof *seed);
	}
	memcpy(top, seed, sizeof top);
	for (int k = 0; k < n; k++)
		pebble_climb(p->field, 0, NULL, top[k]);
	for (int k = 0; k < n; k++)
		add_option(p, top[k]);
	free(order);
}

/* Add as spots the points of a grid that are in the body; count of them span the longest side of its box. */
static void add_spots(struct pebbler *p, int count)
{
	const struct field *f = p->field;
	struct intervals s = { .n = 0 };
	double h = p->side / count, at[3];
	int n[3];

	p->spacing = h;
	for (int k = 0; k < 3; k++)
		n[k] = k < f->dim ? (int)ceil((f->lines.hi[k] - f->lines.lo[k]) / h) : 1;
	for (int row = 0; row < n[1] * n[2]; row++) {
		double x[3];

		x[1] = 0.5 * (f->lines.lo[1] + f->lines.hi[1]) + h * (row % n[1] - 0.5 * (n[1] - 1));
		x[2] = 0.5 * (f->lines.lo[2] + f->lines.hi[2]) + h * (row / n[1] - 0.5 * (n[2] - 1));
		s.n = 0;
		f->lines.cut(f->lines.body, x[1], x[2], &s);
		intervals_join(&s);
		for (int i = 0, m = 0; i < n[0] && m < s.n; i++) {
			x[0] = 0.5 * (f->lines.lo[0] + f->lines.hi[0]) + h * (i - 0.5 * (n[0] - 1));
			while (m < s.n && s.at[m][1] < x[0])
				m++;
			if (m == s.n || x[0] < s.at[m][0])
				continue;
			MEM_GROW(p->spot, &p->cap_spot, (size_t)p->n_spot + 1);
			struct pebble_spot *spot = &p->spot[p->n_spot++];
			memcpy(spot->at, x, sizeof x);
			spot->clear = field_distance(f, x, at);
			spot->lost = 0;
		}
	}
	free(s.at);
}

static void add_options(struct pebbler *p)
{
	const struct field *f = p->field;
	double r = p->plan.radius, at[3];

	for (int k = 0; k < f->n_point; k++) {
		const struct field_point *v = &f->point[k];
		double ball[4] = { v->at[0] - r * v->normal[0], v->at[1] - r * v->normal[1], v->at[2] - r * v->normal[2], r };

		if (!(v->area > 0))
			continue;
		if (r > 0 ? -field_signed(f, ball, at) >= r * (1 - 1e-9) : pebble_medial(f, v, ball))
			add_option(p, ball);
	}
	for (int k = 0; k < p->n_spot; k++)
		if (p->spot[k].clear >= r)
			add_option(p, (double[4]){ p->spot[k].at[0], p->spot[k].at[1], p->spot[k].at[2], r });
	if (!(r > 0))
		add_largest(p);
	make_heap(p);
}

/* ---- the next pebble ---- */

/* The option of greatest gain. Gains only fall as more is covered, so the gain of the root is recounted until the root stays. */
static int next_covering(struct pebbler *p, double ball[4])
{
	while (p->n_option > 0) {
		struct pebble_option *root = p->option;

		if (root->fresh) {
			memcpy(ball, root->ball, sizeof root->ball);
			return 1;
		}
		root->gain = (double)cover_gain(&p->cover, root->ball);
		root->fresh = 1;
		if (!(root->gain > 0))
			*root = p->option[--p->n_option];
		sift(p, 0);
	}
	return 0;
}

/* Discard the spots in the middle half of a ball: they would lead to the same ball. */
static void lose_spots(struct pebbler *p, const double ball[4])
{
	for (int k = 0; k < p->n_spot; k++)
		if (distance(p->spot[k].at, ball) < 0.5 * ball[3])
			p->spot[k].lost = 1;
}

/* The largest ball that fits beside the others, found from the spot farthest from everything. If all radii are equal, the spot
 * of least clearance is taken. The centre of a ball is at most half the diagonal of a grid cell from a spot; this bounds the
 * clearance of useful spots. */
static int next_fitting(struct pebbler *p, double ball[4])
{
	const double r = p->plan.radius, least = fmax(fmax(r, p->plan.smallest), 1e-6 * p->side);
	const double worth = r > 0 ? least * (1 - 1e-12) : least - 0.5 * sqrt(p->field->dim) * p->spacing;

	for (;;) {
		struct pebble_spot *best = NULL;

		for (int k = 0; k < p->n_spot; k++) {
			struct pebble_spot *s = &p->spot[k];

			if (!s->lost && s->clear > fmax(worth, 0) && (!best || (r > 0) == (s->clear < best->clear)))
				best = s;
		}
		if (!best)
			return 0;
		memcpy(ball, best->at, sizeof best->at);
		ball[3] = r > 0 ? r : best->clear;
		if (!(r > 0))
			pebble_climb(p->field, p->n, (const double (*)[4])p->ball, ball);
		if (ball[3] >= least)
			return 1;
		best->lost = 1;
		lose_spots(p, ball);
	}
}

/* The medial ball of the next point of the surface, in random order (Ferellec and McDowell 2010). A point that gives no ball is
 * discarded. */
static int next_on_surface(struct pebbler *p, double ball[4])
{
	const double r = p->plan.radius;

	for (;; p->gap *= 0.5) {
		for (int k = 0; k < p->n_spot; k++) {
			struct pebble_spot *s = &p->spot[k];
			const struct field_point *v = &p->field->point[s->lost];
			int bad;

			if (s->lost < 0 || s->clear < p->gap)
				continue;
			bad = !pebble_medial(p->field, v, ball) || ball[3] < p->plan.smallest || ball[3] < r * (1 - 1e-9);
			if (!bad && r > 0) {
				for (int c = 0; c < 3; c++)
					ball[c] = v->at[c] - r * v->normal[c];
				ball[3] = r;
			}
			for (int i = 0; i < p->n && !bad && p->plan.apart; i++)
				bad = distance(ball, p->ball[i]) < (ball[3] + p->ball[i][3]) * (1 - 1e-12);
			s->lost = -1;
			if (!bad)
				return 1;
		}
		if (p->plan.gap > 0 || p->gap < 1e-5 * p->side)
			return 0;
	}
}

static void shuffle_points(struct pebbler *p)
{
	const struct field *f = p->field;
	struct rng g;

	rng_seed(&g, p->plan.seed);
	for (int k = 0; k < f->n_point; k++) {
		if (!(f->point[k].area > 0))
			continue;
		MEM_GROW(p->spot, &p->cap_spot, (size_t)p->n_spot + 1);
		int j = (int)rng_below(&g, (uint64_t)p->n_spot + 1);

		p->spot[p->n_spot++] = p->spot[j];
		p->spot[j].lost = k;
	}
	for (int k = 0; k < p->n_spot; k++) {
		memcpy(p->spot[k].at, f->point[p->spot[k].lost].at, sizeof p->spot[k].at);
		p->spot[k].clear = INFINITY;
	}
}

/* ---- the pebbler ---- */

void pebbler_init(struct pebbler *p, const struct field *f, const struct pebble_plan *plan)
{
	memset(p, 0, sizeof *p);
	p->field = f;
	p->plan = *plan;
	for (int k = 0; k < f->dim; k++)
		p->side = fmax(p->side, f->lines.hi[k] - f->lines.lo[k]);
	cover_init(&p->cover, f, plan->voxels);
	p->gap = plan->gap > 0 ? plan->gap : 0.1 * p->side;
	if (plan->order == PEBBLE_SURFACE) {
		shuffle_points(p);
		return;
	}
	/* grids no finer than a fiftieth of the body in space; for equal balls, no finer than a fifth of their radius */
	if (plan->apart || plan->radius > 0) {
		double count = f->dim == 3 ? 50 : 250;

		add_spots(p, (int)(plan->radius > 0 ? fmin(fmax(5 * p->side / plan->radius, 1), 2 * count) : count));
	}
	if (!plan->apart)
		add_options(p);
}

void pebbler_free(struct pebbler *p)
{
	cover_free(&p->cover);
	free(p->ball);
	free(p->covered);
	free(p->option);
	free(p->spot);
	memset(p, 0, sizeof *p);
}

int pebbler_grow(struct pebbler *p, int n)
{
	double ball[4];

	while (p->n < n) {
		int on = p->plan.order == PEBBLE_SURFACE ? next_on_surface(p, ball) :
		         p->plan.apart ? next_fitting(p, ball) : next_covering(p, ball);

		if (!on)
			break;
		MEM_GROW(p->ball, &p->cap, (size_t)p->n + 1);
		MEM_GROW(p->covered, &p->cap_covered, (size_t)p->n + 1);
		memcpy(p->ball[p->n], ball, sizeof ball);
		cover_take(&p->cover, ball);
		p->covered[p->n++] = p->cover.total > 0 ? (double)p->cover.covered / (double)p->cover.total : 0;
		lessen_options(p, ball);
		for (int k = 0; k < p->n_spot; k++)
			p->spot[k].clear = fmin(p->spot[k].clear, distance(p->spot[k].at, ball) - ball[3]);
	}
	return p->n;
}
