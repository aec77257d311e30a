/* grow.c: bodies grow from small sizes and push each other away until they have their own size and do not overlap.
 *
 * Every vertex-edge pair (skeleton vertex of one body, edge of the other, or two points where there are no edges) repels with
 * the potential (touch - d)^2 / 2 where its distance d is below touch = both radii and a margin. Bodies move by damped
 * Newtonian dynamics with unit masses; when no pair is pressed into more than a part of its range, all grow. The margin
 * is what makes the end exact: once every pressed pair is within its margin nothing overlaps. Skeletons never cross,
 * because moves and growth per step are small against the range. */
#include "scene/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"

static const double margin_part = 0.004;  /* margin over reach of the smaller body: 1% of solid fraction at most */
static const double margin_early = 0.15;  /* and as much more as is missing to full scale: sharp bodies grow round at first */
static const double growth_most = 0.1;    /* growth of a body's outline per step, over its range */
static const double damping = 0.12;       /* part of the velocity lost per step */
static const double step_time = 0.35;     /* time step; contacts have stiffness 1, bodies mass 1 */
static const double move_most = 0.2;      /* of the body's range per step */
static const double press_most = 0.1;     /* bodies grow while no pair is pressed into more than this part of its range */

struct grow {
	struct pack *p;
	double scale;
	double *reach;                /* [n] at scale 1 */
	double *margin, *range;       /* [n] at the present scale; range: twice the least radius, and the margin */
	int *first;                   /* [n + 1] where a body's vertices begin */
	double (*v)[2], *r;           /* vertices relative to the centre, and their radii, at the present scale */
	double (*vel)[3], (*force)[3];
	double (*ref)[2];             /* places when the pairs were found */
	double ref_scale, pad;
	struct pack_pairs pairs;
	int *some;                    /* scratch: vertices of a body */
	double worst;                 /* deepest pressed pair, over its range */
	double deepest;               /* greatest overlap without the margin [L]; < 0: none */
};

static void place_vertices(struct grow *g)
{
	const struct pack *p = g->p;
	double part = margin_part + margin_early * (1 - g->scale);

	for (int i = 0; i < p->n; i++) {
		const struct shape *s = p->shape[i];
		double size = p->size[i] * g->scale, c, sn, least = INFINITY;

		g->margin[i] = part * g->reach[i];
		trig_sincos(p->angle[i], &sn, &c);
		for (int k = 0; k < s->n; k++) {
			double a = size * s->xy[k][0], b = size * s->xy[k][1];
			int m = g->first[i] + k;

			g->v[m][0] = c * a - sn * b;
			g->v[m][1] = sn * a + c * b;
			g->r[m] = size * (s->radius ? s->radius[k] : s->r);
			least = fmin(least, g->r[m]);
		}
		g->range[i] = 2 * least + g->margin[i];
	}
}

/* A force f at a point (ax, ay) from the centre of body i. */
static void push(struct grow *g, int i, double ax, double ay, double fx, double fy)
{
	g->force[i][0] += fx;
	g->force[i][1] += fy;
	g->force[i][2] += ax * fy - ay * fx;
}

/* The edges of body j, which stands at (dx, dy) from i, that may matter to body i, in g->some: of points those within its reach.
 * Returns how many. */
static int edges_near(struct grow *g, int i, int j, double dx, double dy, double margin)
{
	const struct shape *sj = g->p->shape[j];
	int edges = shape_edges(sj), n = 0;

	for (int m = 0; m < (edges ? edges : sj->n); m++) {
		int at = g->first[j] + m;
		double x = g->v[at][0] + dx, y = g->v[at][1] + dy, far = (g->reach[i] * g->scale + margin + g->r[at]) * (1 + 1e-12);

		g->some[n] = m;
		n += edges || x * x + y * y < far * far;
	}
	return n;
}

/* The vertices of body i against the edges (or points) of body j, which stands at (dx, dy) from i. */
static void vertices_on_edges(struct grow *g, int i, int j, double dx, double dy)
{
	const struct shape *sj = g->p->shape[j];
	int edges = shape_edges(sj), nj = sj->n, i0 = g->first[i], j0 = g->first[j];
	double margin = fmin(g->margin[i], g->margin[j]), far_j = g->reach[j] * g->scale + margin;
	int n_some = edges_near(g, i, j, dx, dy, margin);

	for (int k = i0; k < g->first[i + 1]; k++) {
		double x = g->v[k][0] - dx, y = g->v[k][1] - dy, bound = far_j + g->r[k];

		if (x * x + y * y >= bound * bound)
			continue;
		for (int z = 0; z < n_some; z++) {
			int m = g->some[z];
			const double *a = g->v[j0 + m], *b = edges ? g->v[j0 + (m + 1 < nj ? m + 1 : 0)] : a;
			double ex = b[0] - a[0], ey = b[1] - a[1], px = x - a[0], py = y - a[1];
			double l2 = ex * ex + ey * ey, t = px * ex + py * ey;

			t = t <= 0 ? 0 : t >= l2 ? 1 : t / l2;
			px -= t * ex;
			py -= t * ey;
			double d2 = px * px + py * py, touch = g->r[k] + g->r[j0 + m] + margin;
			if (d2 >= touch * touch || d2 == 0)
				continue;
			double d = sqrt(d2), delta = touch - d, fx = delta * px / d, fy = delta * py / d;
			g->worst = fmax(g->worst, delta / touch);
			g->deepest = fmax(g->deepest, delta - margin);
			push(g, i, g->v[k][0], g->v[k][1], fx, fy);
			push(g, j, x - px, y - py, -fx, -fy);
		}
	}
}

/* Walls along axes that are not periodic push vertices back. */
static void box_forces(struct grow *g)
{
	const struct pack *p = g->p;

	for (int i = 0; i < p->n; i++) {
		double at[2] = { p->x[i], p->y[i] };

		for (int k = g->first[i]; k < g->first[i + 1]; k++) {
			for (int d = 0; d < 2; d++) {
				double z = at[d] + g->v[k][d], touch = g->r[k] + g->margin[i];
				double low = p->lo[d] + touch - z, high = z + touch - p->hi[d];
				double f = (low > 0 ? low : 0) - (high > 0 ? high : 0);

				if (p->periodic[d] || f == 0)
					continue;
				g->worst = fmax(g->worst, fabs(f) / fmax(touch, g->reach[i] * g->scale / 2));
				g->deepest = fmax(g->deepest, fabs(f) - g->margin[i]);
				push(g, i, g->v[k][0], g->v[k][1], d ? 0 : f, d ? f : 0);
			}
		}
	}
}

static void find_forces(struct grow *g)
{
	const struct pack *p = g->p;

	memset(g->force, 0, (size_t)p->n * sizeof *g->force);
	g->worst = 0;
	g->deepest = -INFINITY;
	place_vertices(g);
	for (int k = 0; k < g->pairs.n; k++) {
		const struct pack_pair *q = &g->pairs.pair[k];
		double dx = p->x[q->j] + q->sx - p->x[q->i], dy = p->y[q->j] + q->sy - p->y[q->i];
		double touch = g->scale * (g->reach[q->i] + g->reach[q->j]) + fmin(g->margin[q->i], g->margin[q->j]);
		int ei = shape_edges(p->shape[q->i]), ej = shape_edges(p->shape[q->j]);

		if (dx * dx + dy * dy >= touch * touch)
			continue;
		if (ej || !ei)
			vertices_on_edges(g, q->i, q->j, dx, dy);
		if (ei)
			vertices_on_edges(g, q->j, q->i, -dx, -dy);
	}
	box_forces(g);
}

static void wrap(struct pack *p)
{
	struct domain d = { .lo = { p->lo[0], p->lo[1] }, .hi = { p->hi[0], p->hi[1] },
	                    .periodic = { p->periodic[0], p->periodic[1] } };

	for (int i = 0; i < p->n; i++) {
		int64_t images = 0;

		domain_wrap(&d, &p->x[i], &p->y[i], &images, &images);
	}
}

/* The places are final when nothing overlaps at full size by the exact test. */
static int is_done(struct grow *g)
{
	if (g->scale < 1 || g->deepest >= 0)
		return 0;
	wrap(g->p);
	g->ref_scale = 0; /* the pairs hold no longer */
	return pack_overlaps(g->p, 1, NULL) == 0;
}

/* Find the pairs anew when bodies moved or grew by more than the pad allows. */
static void refresh_pairs(struct grow *g)
{
	struct pack *p = g->p;
	double most = 0, grown = g->scale - g->ref_scale, reach = 0;

	for (int i = 0; i < p->n && g->ref_scale > 0; i++) {
		double dx = p->x[i] - g->ref[i][0], dy = p->y[i] - g->ref[i][1];

		most = fmax(most, dx * dx + dy * dy);
		reach = fmax(reach, g->reach[i]);
	}
	if (g->ref_scale > 0 && 2 * (sqrt(most) + grown * reach) < g->pad)
		return;
	wrap(p);
	for (int i = 0; i < p->n; i++) {
		g->ref[i][0] = p->x[i];
		g->ref[i][1] = p->y[i];
	}
	g->ref_scale = g->scale;
	/* margins shrink as bodies grow, and are part of the reach of both */
	double most_reach = 0;
	for (int i = 0; i < p->n; i++)
		most_reach = fmax(most_reach, g->reach[i]);
	pack_find_pairs(p, g->reach, g->scale, g->pad + (margin_part + margin_early * (1 - g->scale)) * most_reach, &g->pairs);
}

static void move(struct grow *g)
{
	struct pack *p = g->p;

	for (int i = 0; i < p->n; i++) {
		double arm = g->reach[i] * g->scale, *u = g->vel[i], inertia = 0.4 * arm * arm;

		u[0] = (1 - damping) * u[0] + step_time * g->force[i][0];
		u[1] = (1 - damping) * u[1] + step_time * g->force[i][1];
		u[2] = p->turn ? (1 - damping) * u[2] + step_time * g->force[i][2] / inertia : 0;
		double speed = sqrt(u[0] * u[0] + u[1] * u[1]) + fabs(u[2]) * arm, most = move_most * g->range[i];
		double cut = speed * step_time > most ? most / (speed * step_time) : 1;
		for (int d = 0; d < 3; d++)
			u[d] *= cut;
		p->x[i] += step_time * u[0];
		p->y[i] += step_time * u[1];
		p->angle[i] += step_time * u[2];
	}
}

static void begin(struct grow *g, struct pack *p)
{
	double least = INFINITY;

	*g = (struct grow){ .p = p };
	g->reach = MEM_NEW(double, (size_t)p->n);
	g->margin = MEM_NEW(double, (size_t)p->n);
	g->range = MEM_NEW(double, (size_t)p->n);
	g->first = MEM_NEW(int, (size_t)p->n + 1);
	g->first[0] = 0;
	for (int i = 0; i < p->n; i++) {
		g->reach[i] = p->size[i] * shape_reach(p->shape[i]);
		g->first[i + 1] = g->first[i] + p->shape[i]->n;
		least = fmin(least, g->reach[i]);
	}
	g->v = mem_new((size_t)g->first[p->n], sizeof *g->v);
	g->r = MEM_NEW(double, (size_t)g->first[p->n]);
	g->some = MEM_NEW(int, (size_t)g->first[p->n]);
	g->vel = mem_zero((size_t)p->n, sizeof *g->vel);
	g->force = mem_new((size_t)p->n, sizeof *g->force);
	g->ref = mem_new((size_t)p->n, sizeof *g->ref);
	g->pad = 0.3 * least;
}

static void end(struct grow *g)
{
	free(g->reach);
	free(g->margin);
	free(g->range);
	free(g->first);
	free(g->v);
	free(g->r);
	free(g->some);
	free(g->vel);
	free(g->force);
	free(g->ref);
	free(g->pairs.pair);
}

/* Places at a scale that is small enough: the circles about the bodies do not overlap, and the bodies are a little smaller
 * than would fit into them, so that no two are too close to tell which way to push. */
static double sow(struct pack *p, const double *reach, struct rng *rng)
{
	double centre[1][2] = { { 0, 0 } }, area = 0, scale;
	struct shape disk = { .kind = SHAPE_POINT, .r = 1, .n = 1, .xy = centre };
	struct pack circles = *p;

	circles.shape = mem_new((size_t)p->n, sizeof *circles.shape);
	circles.size = MEM_NEW(double, (size_t)p->n);
	for (int i = 0; i < p->n; i++) {
		circles.shape[i] = &disk;
		circles.size[i] = reach[i];
		area += 3.141592653589793 * reach[i] * reach[i];
	}
	/* the circles fill a quarter of the box */
	scale = fmin(1, sqrt(0.25 * (p->hi[0] - p->lo[0]) * (p->hi[1] - p->lo[1]) / area));
	while (scale > 1e-9 && pack_random(&circles, scale, 1000, rng) < p->n)
		scale *= 0.8;
	free(circles.shape);
	free(circles.size);
	return 0.9 * scale;
}

/* Grow by what every body can stand. */
static void grow_on(struct grow *g)
{
	double by = INFINITY;

	if (g->scale >= 1 || g->worst >= press_most)
		return;
	for (int i = 0; i < g->p->n; i++)
		by = fmin(by, growth_most * g->range[i] / g->reach[i]);
	g->scale = fmin(1, g->scale + by * (1 - g->worst / press_most));
}

double pack_grow(struct pack *p, struct rng *rng, int most_steps, int *steps)
{
	enum { PATIENCE = 4000 }; /* steps in which something must have come of it */
	struct grow g;
	double before = 0;
	int k, done = 0;

	begin(&g, p);
	g.scale = sow(p, g.reach, rng);
	for (k = 0; k < most_steps; k++) {
		refresh_pairs(&g);
		find_forces(&g);
		if ((done = is_done(&g)))
			break;
		if (k % PATIENCE == 0) {
			if (k && g.scale < 1 && g.scale < before + 1e-4)
				break;
			before = g.scale;
		}
		grow_on(&g);
		move(&g);
	}
	if (steps)
		*steps = k;
	end(&g);
	if (done)
		return 0;
	/* how large they would do without overlap where they are now */
	double fits = fmin(g.scale, 1);
	while (fits > 1e-3 && pack_overlaps(p, fits, NULL))
		fits *= 0.999;
	return fmin(fits, 0.999);
}
