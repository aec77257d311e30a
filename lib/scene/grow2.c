/* grow2.c: forces between growing bodies of the plane.
 *
 * Every vertex-edge pair (skeleton vertex of one body, edge of the other; or two points if there are no edges) repels if its
 * distance is below `touch`, the sum of both radii and the margin. Skeletons never cross. */
#include "scene/grow_parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"

struct grow2 {
	double (*v)[2], *r;           /* vertices relative to the centre, and their radii, at the present scale [L] */
	int *some;                    /* workspace: edges or points of a body */
};

void grow2_begin(struct grow *g)
{
	struct grow2 *w = g->plane = MEM_NEW(struct grow2, 1);
	size_t n;

	for (int i = 0; i < g->p->n; i++)
		g->first[i + 1] = g->first[i] + g->p->shape[i]->n;
	n = (size_t)g->first[g->p->n];
	*w = (struct grow2){ .v = mem_new(n, sizeof *w->v), .r = MEM_NEW(double, n), .some = MEM_NEW(int, n) };
}

void grow2_end(struct grow *g)
{
	free(g->plane->v);
	free(g->plane->r);
	free(g->plane->some);
	free(g->plane);
}

void grow2_place(struct grow *g)
{
	const struct pack *p = g->p;
	struct grow2 *w = g->plane;

	for (int i = 0; i < p->n; i++) {
		const struct shape *s = p->shape[i];
		double size = p->size[i] * g->scale, c, sn, least = INFINITY;

		trig_sincos(p->angle[i], &sn, &c);
		for (int k = 0; k < s->n; k++) {
			double a = size * s->xy[k][0], b = size * s->xy[k][1];
			int m = g->first[i] + k;

			w->v[m][0] = c * a - sn * b;
			w->v[m][1] = sn * a + c * b;
			w->r[m] = size * (s->radius ? s->radius[k] : s->r);
			least = fmin(least, w->r[m]);
		}
		g->range[i] = 2 * least + g->margin[i];
	}
}

/* Add a force at the point (ax, ay) relative to the centre of body i. */
static void push(struct grow *g, int i, double ax, double ay, double fx, double fy)
{
	g->force[i][0] += fx;
	g->force[i][1] += fy;
	g->force[i][5] += ax * fy - ay * fx;
}

/* List in w->some the edges of body j that may touch body i, and return their number. If j has no edges, list its points within
 * reach of i. (dx, dy) is the position of j relative to i. */
static int edges_near(struct grow *g, int i, int j, double dx, double dy, double margin)
{
	const struct shape *sj = g->p->shape[j];
	struct grow2 *w = g->plane;
	int edges = shape_edges(sj), n = 0;

	for (int m = 0; m < (edges ? edges : sj->n); m++) {
		int at = g->first[j] + m;
		double x = w->v[at][0] + dx, y = w->v[at][1] + dy, far = (g->reach[i] * g->scale + margin + w->r[at]) * (1 + 1e-12);

		w->some[n] = m;
		n += edges || x * x + y * y < far * far;
	}
	return n;
}

/* Forces between the vertices of body i and the edges (or points) of body j, which is at (dx, dy) relative to i. */
static void vertices_on_edges(struct grow *g, int i, int j, double dx, double dy, double margin)
{
	const struct shape *sj = g->p->shape[j];
	const struct grow2 *w = g->plane;
	int edges = shape_edges(sj), nj = sj->n, i0 = g->first[i], j0 = g->first[j];
	double far_j = g->reach[j] * g->scale + margin;
	int n_some = edges_near(g, i, j, dx, dy, margin);

	for (int k = i0; k < g->first[i + 1]; k++) {
		double x = w->v[k][0] - dx, y = w->v[k][1] - dy, bound = far_j + w->r[k];

		if (x * x + y * y >= bound * bound)
			continue;
		for (int z = 0; z < n_some; z++) {
			int m = w->some[z];
			const double *a = w->v[j0 + m], *b = edges ? w->v[j0 + (m + 1 < nj ? m + 1 : 0)] : a;
			double ex = b[0] - a[0], ey = b[1] - a[1], px = x - a[0], py = y - a[1];
			double l2 = ex * ex + ey * ey, t = px * ex + py * ey;

			t = t <= 0 ? 0 : t >= l2 ? 1 : t / l2;
			px -= t * ex;
			py -= t * ey;
			double d2 = px * px + py * py, touch = w->r[k] + w->r[j0 + m] + margin;
			if (d2 >= touch * touch || d2 == 0)
				continue;
			double d = sqrt(d2), delta = touch - d, fx = delta * px / d, fy = delta * py / d;
			g->worst = fmax(g->worst, delta / touch);
			g->deepest = fmax(g->deepest, delta - margin);
			push(g, i, w->v[k][0], w->v[k][1], fx, fy);
			push(g, j, x - px, y - py, -fx, -fy);
		}
	}
}

void grow2_pair(struct grow *g, const struct pack_pair *q, vec3 d, double margin)
{
	int ei = shape_edges(g->p->shape[q->i]), ej = shape_edges(g->p->shape[q->j]);

	if (ej || !ei)
		vertices_on_edges(g, q->i, q->j, d.x, d.y, margin);
	if (ei)
		vertices_on_edges(g, q->j, q->i, -d.x, -d.y, margin);
}

void grow2_box(struct grow *g, int i)
{
	const struct pack *p = g->p;
	const struct grow2 *w = g->plane;

	for (int k = g->first[i]; k < g->first[i + 1]; k++) {
		for (int d = 0; d < 2; d++) {
			double z = p->x[i][d] + w->v[k][d], touch = w->r[k] + g->margin[i];
			double low = p->lo[d] + touch - z, high = z + touch - p->hi[d];
			double f = (low > 0 ? low : 0) - (high > 0 ? high : 0);

			if (p->periodic[d] || f == 0)
				continue;
			g->worst = fmax(g->worst, fabs(f) / fmax(touch, g->reach[i] * g->scale / 2));
			g->deepest = fmax(g->deepest, fabs(f) - g->margin[i]);
			push(g, i, w->v[k][0], w->v[k][1], d ? 0 : f, d ? f : 0);
		}
	}
}
