/* list2.c: the Verlet list of the plane */
#include "contact/list2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "contact/features2.h"

void list2_init(struct list2 *l, const struct list2_view *view)
{
	const struct outlines *o = view->outlines;
	int most = 1;

	memset(l, 0, sizeof *l);
	l->n = o->n;
	l->bad_a = l->bad_b = -1;
	l->radius = MEM_NEW(double, (size_t)o->n);
	l->by_rank = MEM_NEW(int, (size_t)o->n);
	for (int b = 0; b < o->n; b++) {
		int m = o->first[b + 1] - o->first[b];

		l->radius[b] = o->reach[b];
		l->by_rank[view->rank[b]] = b;
		most = m > most ? m : most;
	}
	l->near_a = MEM_NEW(int, (size_t)most);
	l->near_b = MEM_NEW(int, (size_t)most);
	l->own_from = MEM_ZERO(int, (size_t)o->n + 1);
	cells_init(&l->cells, o->n, l->radius);
}

void list2_free(struct list2 *l)
{
	cells_free(&l->cells);
	free(l->pair);
	free(l->from);
	free(l->image);
	free(l->cand);
	free(l->own_from);
	free(l->own);
	free(l->own_at);
	free(l->radius);
	free(l->near_a);
	free(l->near_b);
	free(l->by_rank);
	memset(l, 0, sizeof *l);
}

static double period(const struct domain *d, int axis)
{
	return d->set && d->periodic[axis] ? d->hi[axis] - d->lo[axis] : 0;
}

static inline double lesser(double a, double b)
{
	return a < b ? a : b;
}

static inline double greater(double a, double b)
{
	return a > b ? a : b;
}

/* The box of features, shifted by (dx, dy), with the radius and half the margin. */
static void features_box(const struct outlines *o, const int *f, int n, double dx, double dy, double half, double box[4])
{
	box[0] = box[1] = INFINITY;
	box[2] = box[3] = -INFINITY;
	for (int k = 0; k < n; k++) {
		double r = o->radius[f[k]] + half;

		for (int v = f[k], m = 0; m < 2 && v >= 0; v = o->next[v], m++) {
			double x = o->px[v] + dx, y = o->py[v] + dy;

			box[0] = lesser(box[0], x - r);
			box[1] = lesser(box[1], y - r);
			box[2] = greater(box[2], x + r);
			box[3] = greater(box[3], y + r);
		}
	}
}

/* Keep the features whose own box touches the given one. */
static int features_in_box(const struct outlines *o, int *f, int n, double dx, double dy, double half,
	const double box[4])
{
	int kept = 0;

	for (int k = 0; k < n; k++) {
		double own[4];

		features_box(o, &f[k], 1, dx, dy, half, own);
		if (own[0] <= box[2] && box[0] <= own[2] && own[1] <= box[3] && box[1] <= own[3])
			f[kept++] = f[k];
	}
	return kept;
}

/* The vertices vs[] of one body, put at (dx, dy), on the edges (or points) es[] of another. */
static void half_pair(struct list2 *l, const struct outlines *o, int half, const int *vs, int nv, double dx, double dy,
	const int *es, int ne, int points, double margin)
{
	for (int i = 0; i < nv; i++) {
		int v = vs[i];
		double x = o->px[v] + dx, y = o->py[v] + dy;

		for (int k = 0; k < ne; k++) {
			int ea = es[k], eb = points ? ea : o->next[ea];
			double wx, wy, lim;

			if (eb < 0)
				continue;
			features_gap(x, y, o->px[ea], o->py[ea], o->px[eb], o->py[eb], o->il2[ea], &wx, &wy);
			lim = o->radius[v] + o->radius[ea] + margin;
			if (!(wx * wx + wy * wy < lim * lim))
				continue;
			if (o->radius[v] + o->radius[ea] <= 0) {
				l->bad_a = l->pair[half >> 1].body[0];
				l->bad_b = l->pair[half >> 1].body[1];
			}
			MEM_GROW(l->cand, &l->cap_cand, (size_t)l->n_cand + 1);
			l->cand[l->n_cand++] = (struct list2_cand){ v, ea, eb, half };
		}
	}
}

/* The number of an image, which is added when it is new. There are few. */
static int image_of(struct list2 *l, const struct domain *d, int sx, int sy)
{
	int k = 0;

	while (k < l->n_image && (l->image[k].sx != sx || l->image[k].sy != sy))
		k++;
	if (k < l->n_image)
		return k;
	MEM_GROW(l->image, &l->cap_image, (size_t)k + 2);
	l->image[k] = (struct list2_image){ sx, sy, sx * period(d, 0), sy * period(d, 1) };
	l->image[k + 1] = (struct list2_image){ -sx, -sy, -sx * period(d, 0), -sy * period(d, 1) };
	l->n_image += 2;
	return k;
}

/* The axes along which a pair of bodies has one image only, as bits. */
static int endless(const struct list2 *l, int a, int b)
{
	return l->endless ? l->endless[a] | l->endless[b] : 0;
}

/* Bodies a and b, b shifted by whole periods: append them and their candidates, if there are any. */
static void body_pair(struct list2 *l, const struct list2_view *w, int a, int b, int sx, int sy, double margin)
{
	const struct outlines *o = w->outlines;
	const double *ba = o->box + 4 * (size_t)a, *bb = o->box + 4 * (size_t)b;
	double px = period(w->domain, 0), py = period(w->domain, 1), dx = sx * px, dy = sy * py;
	int p = l->n_pair, n0 = l->n_cand;

	if (ba[0] > bb[2] + dx + margin || bb[0] + dx > ba[2] + margin || ba[1] > bb[3] + dy + margin ||
	    bb[1] + dy > ba[3] + margin)
		return;
	double rx = w->x[b] + dx - w->x[a], ry = w->y[b] + dy - w->y[a], box[4];
	int na = outlines_near(o, a, rx, ry, w->c[a], w->s[a], o->reach[b] + o->fat[a] + margin, l->near_a);
	int nb = outlines_near(o, b, -rx, -ry, w->c[b], w->s[b], o->reach[a] + o->fat[b] + margin, l->near_b);
	double half = 0.5 * margin * (1 + 1e-9);
	features_box(o, l->near_a, na, -dx, -dy, half, box);
	nb = features_in_box(o, l->near_b, nb, 0, 0, half, box);
	features_box(o, l->near_b, nb, dx, dy, half, box);
	na = features_in_box(o, l->near_a, na, 0, 0, half, box);
	if (na == 0 || nb == 0)
		return;

	MEM_GROW(l->pair, &l->cap_pair, (size_t)p + 2);
	MEM_RESIZE(l->from, l->cap_pair);
	l->pair[p] = (struct list2_pair){ { a, b }, image_of(l, w->domain, sx, sy) };
	int points = o->edges[a] == 0 && o->edges[b] == 0;
	if (!l->endless || !l->endless[a])
		half_pair(l, o, 2 * p, l->near_a, na, -dx, -dy, l->near_b, nb, points, margin);
	if (!points && (!l->endless || !l->endless[b]))
		half_pair(l, o, 2 * p + 1, l->near_b, nb, dx, dy, l->near_a, na, 0, margin);
	if (l->n_cand == n0)
		return;
	l->from[p] = n0;
	l->n_pair++;
}

/* The images of b that may come within far of a along one axis: first .. last. */
static void images(double dist, double far, double period, int *first, int *last)
{
	*first = *last = 0;
	if (period > 0) {
		*first = (int)ceil((-far - dist) / period - 1e-9);
		*last = (int)floor((far - dist) / period + 1e-9);
	}
}

static void all_images(struct list2 *l, const struct list2_view *w, int i, int j, double margin)
{
	int swap = w->rank[i] > w->rank[j], a = swap ? j : i, b = swap ? i : j, x0, x1, y0, y1;
	double far = l->radius[a] + l->radius[b] + margin;

	if ((w->still[a] && w->still[b]) || (a != b && w->group[a] >= 0 && w->group[a] == w->group[b]))
		return;
	if (w->pass && w->pass[w->kind[a] * w->n_kind + w->kind[b]])
		return;
	images(w->x[b] - w->x[a], far, period(w->domain, 0), &x0, &x1);
	images(w->y[b] - w->y[a], far, period(w->domain, 1), &y0, &y1);
	if (endless(l, a, b) & 1)
		x0 = x1 = 0;
	if (endless(l, a, b) & 2)
		y0 = y1 = 0;
	for (int sy = y0; sy <= y1; sy++)
		for (int sx = x0; sx <= x1; sx++) /* of a body's own images every one and its mirror once */
			if (a != b || sy > 0 || (sy == 0 && sx > 0))
				body_pair(l, w, a, b, sx, sy, margin);
}

/* Pairs of every body in the order of the other's rank: go through the others in that order, and let each append its
 * pairs to its partners' lists. */
static void sort_pairs(struct list2 *l)
{
	int n = l->n, *plain = MEM_ZERO(int, (size_t)n + 1), *list = MEM_NEW(int, 2 * (size_t)l->n_pair);
	int *end = MEM_NEW(int, (size_t)n + 1);

	for (int p = 0; p < l->n_pair; p++) {
		plain[l->pair[p].body[0] + 1]++;
		plain[l->pair[p].body[1] + 1]++;
	}
	for (int b = 0; b < n; b++)
		plain[b + 1] += plain[b];
	memcpy(end, plain, ((size_t)n + 1) * sizeof *end);
	memcpy(l->own_from, plain, ((size_t)n + 1) * sizeof *end);
	for (int p = 0; p < l->n_pair; p++) {
		list[end[l->pair[p].body[0]]++] = 2 * p;
		list[end[l->pair[p].body[1]]++] = 2 * p + 1;
	}
	MEM_GROW(l->own, &l->cap_own, 2 * (size_t)l->n_pair);
	MEM_GROW(l->own_at, &l->cap_own_at, 2 * (size_t)l->n_pair);
	memcpy(end, plain, ((size_t)n + 1) * sizeof *end);
	for (int k = 0; k < n; k++) {
		int other = l->by_rank[k];

		for (int z = plain[other]; z < plain[other + 1]; z++) {
			const struct list2_pair *p = &l->pair[list[z] >> 1];
			int side = !(list[z] & 1), b = p->body[side], at = end[b]++;

			/* images of one partner come in the order of all_images; of a pair with itself a before b */
			if (p->body[0] == p->body[1] && !side) {
				l->own[at] = l->own[at - 1];
				l->own_at[l->own[at]] = at;
				at--;
			}
			l->own[at] = (list[z] & ~1) | side;
			l->own_at[l->own[at]] = at;
		}
	}
	free(plain);
	free(list);
	free(end);
}

void list2_build(struct list2 *l, const struct list2_view *w, double margin)
{
	double px = period(w->domain, 0), py = period(w->domain, 1);

	l->n_pair = 0;
	l->n_cand = 0;
	l->n_image = 0;
	image_of(l, w->domain, 0, 0);
	l->endless = w->endless;
	MEM_GROW(l->pair, &l->cap_pair, 1);
	MEM_RESIZE(l->from, l->cap_pair);
	cells_find(&l->cells, w->domain, w->x, w->y, l->radius, margin);
	for (int k = 0; k < l->cells.n_pair; k++)
		all_images(l, w, l->cells.pair[k][0], l->cells.pair[k][1], margin);
	for (int b = 0; b < l->n && (px > 0 || py > 0); b++) {
		double wide = 2 * l->radius[b] + margin;

		if (!w->upright[b] && ((px > 0 && wide > px) || (py > 0 && wide > py)))
			all_images(l, w, b, b, margin);
	}
	l->from[l->n_pair] = l->n_cand;
	sort_pairs(l);
}

void list2_wrap(struct list2 *l, const struct domain *d, int b, int nx, int ny)
{
	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
		struct list2_pair *q = &l->pair[l->own[z] >> 1];
		int sign = l->own[z] & 1 ? 1 : -1, once = endless(l, q->body[0], q->body[1]);
		int dx = once & 1 ? 0 : sign * nx, dy = once & 2 ? 0 : sign * ny;

		if (dx != 0 || dy != 0)
			q->image = image_of(l, d, l->image[q->image].sx + dx, l->image[q->image].sy + dy);
	}
}

int list2_find(const struct list2 *l, int a, int b, int sx, int sy, int direction, int v, int ea)
{
	/* look from the body with fewer pairs */
	int na = l->own_from[a + 1] - l->own_from[a], nb = l->own_from[b + 1] - l->own_from[b];
	int side = nb < na, body = side ? b : a;

	for (int z = l->own_from[body]; z < l->own_from[body + 1]; z++) {
		int p = l->own[z] >> 1;
		const struct list2_pair *q = &l->pair[p];

		const struct list2_image *im = &l->image[q->image];

		if (q->body[0] != a || q->body[1] != b || im->sx != sx || im->sy != sy)
			continue;
		for (int k = l->from[p]; k < l->from[p + 1]; k++) {
			const struct list2_cand *c = &l->cand[k];

			if (c->half == 2 * p + direction && c->v == v && c->ea == ea)
				return k;
		}
		return -1;
	}
	return -1;
}
