/* scene_forces.c: draw contact forces as lines between the centres of touching grains. */
#include "common/scene.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ids.h"

/* The total force of all vertex-edge contacts of body i and image (ix, iy) of body j, at the weighted mean of their contact
 * points. push is the sum of the normal forces, below 0 if the bodies attract each other. */
struct chain { int i, j; int64_t ix, iy; double fx, fy, x, y, weight, push; };

/* Replace a vector by the shortest of its periodic images. */
static void shortest(const struct domain *d, double *dx, double *dy)
{
	if (d->set && d->periodic[1]) {
		double n = round(*dy / (d->hi[1] - d->lo[1]));
		*dy -= n * (d->hi[1] - d->lo[1]);
		*dx -= n * d->tilt[0];
	}
	if (d->set && d->periodic[0])
		*dx -= round(*dx / (d->hi[0] - d->lo[0])) * (d->hi[0] - d->lo[0]);
}

/* Add a contact of the same bodies in the same images; its point may be at another periodic image. */
static void chain_add(struct chain *all, const struct chain *k, const struct domain *d)
{
	double dx = k->x - all->x, dy = k->y - all->y;

	shortest(d, &dx, &dy);
	all->weight += k->weight;
	all->x += dx * k->weight / all->weight;
	all->y += dy * k->weight / all->weight;
	all->fx += k->fx;
	all->fy += k->fy;
	all->push += k->push;
}

static int chain_order(const void *a, const void *b)
{
	const struct chain *p = a, *q = b;

	if (p->i != q->i || p->j != q->j)
		return p->i != q->i ? (p->i > q->i) - (p->i < q->i) : (p->j > q->j) - (p->j < q->j);
	return p->iy != q->iy ? (p->iy > q->iy) - (p->iy < q->iy) : (p->ix > q->ix) - (p->ix < q->ix);
}

/* The image of the centre of body i that is nearest to the contact point xy. For a long wall, whose centre may be far from the
 * contact, the contact point itself. */
static void centre(const struct world *w, const struct bodies2 *b, int i, const double xy[2], double grain, double at[2])
{
	const struct shape *s = world_shape(w, b->shape[i]);
	double dx = b->x[i] - xy[0], dy = b->y[i] - xy[1];

	at[0] = xy[0];
	at[1] = xy[1];
	if (!s || (paint_is_wall(w, b->tag[i]) && shape_reach(s) * b->size[i] > SCENE_LONG * grain))
		return;
	shortest(&w->domain, &dx, &dy);
	at[0] += dx;
	at[1] += dy;
}

static void chain_draw(struct canvas *c, const struct world *w, const struct bodies2 *b, const struct chain *k)
{
	const struct domain *d = &w->domain;
	double force = sqrt(k->fx * k->fx + k->fy * k->fy), p[2] = { k->x, k->y }, at[3][2];
	double size[2] = { d->hi[0] - d->lo[0], d->hi[1] - d->lo[1] };
	int px = d->set && d->periodic[0], py = d->set && d->periodic[1], own = k->i == k->j;
	/* a body and its own image are both nearest to the point between them: each is, to a point half a period aside */
	double aside[2] = { own * 0.5 * ((double)k->ix * size[0] + (double)k->iy * d->tilt[0]), own * 0.5 * (double)k->iy * size[1] };

	for (int end = 0; end < 3; end += 2) {
		double sign = end ? 1 : -1;

		centre(w, b, end ? k->j : k->i, (double[]){ p[0] + sign * aside[0], p[1] + sign * aside[1] }, c->grain, at[end]);
	}
	double lo[2], hi[2];
	for (int a = 0; a < 2; a++) {
		lo[a] = fmin(fmin(at[0][a], at[2][a]), p[a]);
		hi[a] = fmax(fmax(at[0][a], at[2][a]), p[a]);
	}
	for (int iy = -py; iy <= py; iy++) {
		double sy = py ? iy * size[1] : 0, tilt = py ? iy * d->tilt[0] : 0; /* a tilt may be longer than a period */
		double from = px ? ceil((d->lo[0] - hi[0] - tilt) / size[0]) : 0, to = px ? floor((d->hi[0] - lo[0] - tilt) / size[0]) : 0;

		if (py && (hi[1] + sy < d->lo[1] || lo[1] + sy > d->hi[1]))
			continue;
		for (double ix = from; ix <= to; ix++) {
			double sx = px ? ix * size[0] + tilt : tilt;

			canvas_force(c, (double[]){ at[0][0] + sx, at[0][1] + sy }, (double[]){ p[0] + sx, p[1] + sy },
				(double[]){ at[2][0] + sx, at[2][1] + sy }, force, k->push < 0);
		}
	}
}

char *scene_forces(struct canvas *c, struct world *w)
{
	struct bodies2 b = world_bodies2(w);
	const struct table *t = &w->contact;
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j"), *ix = table_int(t, "ix"), *iy = table_int(t, "iy");
	const double *x = table_real(t, "x"), *y = table_real(t, "y"), *nx = table_real(t, "nx"), *ny = table_real(t, "ny");
	const double *fn = table_real(t, "fn"), *ft = table_real(t, "ft");
	int n = 0;

	if (!t->n_row)
		return NULL;
	if (!i || !j || !x || !y || !nx || !ny || !fn)
		return mem_string("contacts without the columns i j x y nx ny fn");
	struct ids ids;
	struct chain *chain = MEM_NEW(struct chain, (size_t)t->n_row);
	ids_init(&ids, b.n, b.id);
	for (int k = 0; k < t->n_row; k++) {
		int a = ids_row(&ids, i[k]), e = ids_row(&ids, j[k]);
		int64_t sx = ix ? ix[k] : 0, sy = iy ? iy[k] : 0, s = a < e || (a == e && (sy > 0 || (sy == 0 && sx > 0))) ? 1 : -1;
		double weight = fabs(fn[k]), tangential = ft ? ft[k] : 0;
		if (a < 0 || e < 0 || weight == 0)
			continue;
		chain[n++] = (struct chain){ a < e ? a : e, a < e ? e : a, s * sx, s * sy, (double)s * (fn[k] * nx[k] - tangential * ny[k]),
			(double)s * (fn[k] * ny[k] + tangential * nx[k]), x[k], y[k], weight, fn[k] };
	}
	qsort(chain, (size_t)n, sizeof *chain, chain_order);
	for (int k = 0; k < n; k++) {
		struct chain all = chain[k];
		for (; k + 1 < n && !chain_order(&chain[k], &chain[k + 1]); k++)
			chain_add(&all, &chain[k + 1], &w->domain);
		chain_draw(c, w, &b, &all);
	}
	ids_free(&ids);
	free(chain);
	return NULL;
}
