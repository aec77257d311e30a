/* tessellation.c: divide the plane among the grains */
#include "measure/tessellation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "measure/pairs.h"
#include "plane/arcs.h"
#include "plane/polygon.h"
#include "voronoi/voronoi.h"
#include "world/deform.h"

/* Points on the outline of a shape of size 1, and unit vectors from there inwards. */
struct dots {
	int n;
	size_t cap;
	struct dot { double at[2], in[2]; } *dot;
	double thick;           /* area over perimeter [L] */
};

static void dots_add(struct dots *d, double x, double y, double in_x, double in_y)
{
	MEM_GROW(d->dot, &d->cap, (size_t)d->n + 1);
	d->dot[d->n++] = (struct dot){ { x, y }, { in_x, in_y } };
}

/* Add the midpoints of n equal steps along a piece. */
static void dots_on_piece(struct dots *d, const double origin[2], const struct piece *p, int n)
{
	double l = piece_length(p);

	for (int j = 0; j < n && l > 0; j++) {
		double f = (j + 0.5) / n;

		if (p->r > 0) {
			vec2 u = piece_normal(p, f * p->angle);
			dots_add(d, origin[0] + p->c[0] + p->r * u.x, origin[1] + p->c[1] + p->r * u.y, -u.x, -u.y);
		} else {
			double u[2] = { (p->q[0] - p->p[0]) / l, (p->q[1] - p->p[1]) / l };
			dots_add(d, origin[0] + p->p[0] + f * l * u[0], origin[1] + p->p[1] + f * l * u[1], -u[1], u[0]);
		}
	}
}

/* Add the centre of a round grain as a further point. The cells of the points on the outline then end half way to the centre, and
 * each of them has fewer neighbours to search. The cell of the grain stays the same: the line from an outside position to the
 * centre crosses the outline, where the nearest point of the outline, moved inwards, is nearer than the centre. This holds if the
 * centre is farther from all points than a step and a fifth of the thickness. */
static void dots_centre(struct dots *d, const struct shape *s, double step)
{
	double least = INFINITY;

	for (int k = 0; k < d->n; k++)
		least = fmin(least, d->dot[k].at[0] * d->dot[k].at[0] + d->dot[k].at[1] * d->dot[k].at[1]);
	if (sqrt(least) > step + 0.2 * d->thick && shape_inside(s, 0, 0))
		dots_add(d, 0, 0, 0, 0);
}

/* Add about `points` points in equal steps along the boundary. If there is no boundary, or if one point is enough, add the
 * origin. */
static void dots_of_shape(struct dots *d, const struct shape *s, int points)
{
	struct boundary b = { .n = 0 };
	struct mass m;

	if (points > 1)
		boundary_of_shape(&b, s);
	if (points > 1 && mass_of_boundary(&m, &b) == MASS_GOOD) {
		for (int k = 0; k < b.n; k++)
			dots_on_piece(d, b.origin, &b.piece[k], (int)fmax(1, rint(points * piece_length(&b.piece[k]) / m.perimeter)));
		d->thick = m.area / m.perimeter;
		dots_centre(d, s, 1.5 * m.perimeter / points);
	}
	boundary_free(&b);
	if (!d->n)
		dots_add(d, 0, 0, 0, 0);
}

/* The sites of a diagram: the points of the grains. The diagram supports no tilt. If a tilt shifts the rows of periodic images,
 * the images above and below are sites, too. */
struct sites {
	int n, n_own;
	size_t cap;
	struct site { int grain; double off[2]; } *site;  /* [n_own] grain of the site, and its position relative to the centre */
	double (*xy)[2];        /* [n] positions in the box of the diagram */
	int *own;               /* [n] index of the own site that this site is an image of */
	size_t cap_xy, cap_own;
};

static void sites_image(struct sites *s, int own, double x, double y)
{
	MEM_GROW(s->xy, &s->cap_xy, (size_t)s->n + 1);
	MEM_GROW(s->own, &s->cap_own, (size_t)s->n + 1);
	s->xy[s->n][0] = x;
	s->xy[s->n][1] = y;
	s->own[s->n++] = own;
}

/* All points are moved inwards by the same distance: a fifth of the least thickness, which for a disk is a tenth of the
 * radius. */
static void sites_make(struct sites *s, const struct grains *g, int points)
{
	struct dots *dots = mem_zero((size_t)g->n_form, sizeof *dots);
	double depth = INFINITY;

	for (int i = 0; i < g->n; i++) {
		struct dots *d = &dots[g->grain[i].form];

		if (!d->n)
			dots_of_shape(d, g->grain[i].shape, points);
		if (d->thick > 0)
			depth = fmin(depth, 0.2 * g->grain[i].size * d->thick);
	}
	depth = isfinite(depth) ? depth : 0;
	for (int i = 0; i < g->n; i++) {
		const struct grain *a = &g->grain[i];
		const struct dots *d = &dots[a->form];
		double c, sn;

		trig_sincos(a->angle, &sn, &c);
		for (int k = 0; k < d->n; k++) {
			double x = a->size * d->dot[k].at[0] + depth * d->dot[k].in[0];
			double y = a->size * d->dot[k].at[1] + depth * d->dot[k].in[1];

			MEM_GROW(s->site, &s->cap, (size_t)s->n_own + 1);
			s->site[s->n_own++] = (struct site){ i, { c * x - sn * y, sn * x + c * y } };
		}
	}
	for (int f = 0; f < g->n_form; f++)
		free(dots[f].dot);
	free(dots);
}

/* Enlarge the window along axes that are not periodic to the extent of the outlines; points of a shape are within r of its
 * skeleton. */
static void window_stretch(struct window2 *w, const struct grains *g, int points)
{
	double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };

	if (points == 1)
		return;
	for (int i = 0; i < g->n; i++) {
		const struct grain *a = &g->grain[i];
		double c, sn;

		trig_sincos(a->angle, &sn, &c);
		for (int k = 0; k < a->shape->n; k++) {
			double r = a->size * (a->shape->radius ? a->shape->radius[k] : a->shape->r);
			double p[2] = { a->x + a->size * (c * a->shape->xy[k][0] - sn * a->shape->xy[k][1]),
			                a->y + a->size * (sn * a->shape->xy[k][0] + c * a->shape->xy[k][1]) };

			for (int j = 0; j < 2; j++) {
				lo[j] = fmin(lo[j], p[j] - r);
				hi[j] = fmax(hi[j], p[j] + r);
			}
		}
	}
	for (int j = 0; j < 2; j++)
		if (!w->periodic[j]) {
			w->lo[j] = lo[j];
			w->side[j] = hi[j] - lo[j];
		}
}

/* Put the sites into the window and, with a tilt, their images up to a margin [L] above and below. box gets the size of the box
 * of the diagram. */
static void sites_place(struct sites *s, const struct domain *d, const struct grains *g, const struct window2 *w, double margin,
	double box[2])
{
	box[0] = w->side[0];
	box[1] = w->side[1] + 2 * margin;
	s->n = 0;
	for (int k = 0; k < s->n_own; k++) {
		const struct grain *a = &g->grain[s->site[k].grain];
		double p[2] = { a->x + s->site[k].off[0], a->y + s->site[k].off[1] };
		int64_t image[2] = { 0, 0 };

		if (w->periodic[0] || w->periodic[1])
			domain_wrap2(d, &p[0], &p[1], &image[0], &image[1]);
		for (int j = 0; j < 2; j++) {
			p[j] = fmin(fmax(p[j] - w->lo[j], 0), w->side[j]);
			if (w->periodic[j] && p[j] == w->side[j]) /* rounding */
				p[j] = 0;
		}
		sites_image(s, k, p[0], p[1] + margin);
	}
	for (int k = 0; margin > 0 && k < s->n_own; k++)
		for (int row = -(int)ceil(margin / w->side[1]); row <= (int)ceil(margin / w->side[1]); row++) {
			double x = s->xy[k][0] + row * w->tilt, y = s->xy[k][1] + row * w->side[1];

			x -= w->side[0] * floor(x / w->side[0]);
			if (row && y >= 0 && y <= box[1])
				sites_image(s, k, x < w->side[0] ? x : 0, y);
		}
}

/* Whether no site beyond the margin can cut the cell of an own site. To cut it, a site must be nearer than twice the cell's
 * reach. */
static int cells_known(const struct voronoi *v, int n_own)
{
	for (int k = 0; k < n_own; k++) {
		double room = fmin(v->site[k][1], v->box[1] - v->site[k][1]), reach2 = 0;

		for (int j = 0; j < v->n_side[k]; j++) {
			const double *p = v->xy[v->first[k] + (size_t)j];

			reach2 = fmax(reach2, p[0] * p[0] + p[1] * p[1]);
		}
		if (4 * reach2 > room * room)
			return 0;
	}
	return 1;
}

enum { MOST_ROWS = 1000 };

static int diagram(struct voronoi *v, struct sites *s, const struct domain *d, const struct grains *g, const struct window2 *w)
{
	int slanted = w->tilt != 0, periodic[2] = { w->periodic[0], w->periodic[1] && !slanted };
	double box[2], margin = slanted ? 3 * sqrt(window_area(w) / s->n_own) : 0;

	for (;; margin *= 2) {
		if (margin > MOST_ROWS * w->side[1])
			return -3;
		sites_place(s, d, g, w, margin, box);
		if (voronoi_init(v, s->n, (const double (*)[2])s->xy, NULL, box, periodic, 1) != VORONOI_OK)
			return -1;
		if (!slanted || cells_known(v, s->n_own))
			return 0;
		voronoi_free(v);
	}
}

/* ---- from the cells of sites to those of grains ---- */

struct gather {
	struct tessellation *t;
	const struct sites *s;
	const struct voronoi *v;
	double same2;           /* squared distance below which two positions are the same [L^2] */
	size_t n, cap;
};

/* Add the common side of site k and of site j, or its image by (dx, dy) periods, to the neighbours of the grain. */
static void side_add(struct gather *g, int grain, int k, struct side side, double length)
{
	const struct site *a = &g->s->site[g->s->own[k]], *b = &g->s->site[g->s->own[side.who]];
	double to[2];
	int shift[2] = { voronoi_image_x(side.image), voronoi_image_y(side.image) };

	for (int j = 0; j < 2; j++)
		to[j] = g->s->xy[side.who][j] + shift[j] * g->v->box[j] - b->off[j] - g->s->xy[k][j] + a->off[j];
	if (b->grain == grain && to[0] * to[0] + to[1] * to[1] < g->same2)
		return;
	for (size_t m = (size_t)g->t->first[grain]; m < g->n; m++) {
		struct neighbour *q = &g->t->neighbour[m];

		if (q->grain == b->grain && (q->dx - to[0]) * (q->dx - to[0]) + (q->dy - to[1]) * (q->dy - to[1]) < g->same2) {
			q->length += length;
			return;
		}
	}
	MEM_GROW(g->t->neighbour, &g->cap, g->n + 1);
	g->t->neighbour[g->n++] = (struct neighbour){ b->grain, to[0], to[1], length };
}

static void site_add(struct gather *g, int k)
{
	const struct voronoi *v = g->v;
	int grain = g->s->site[k].grain, n = v->n_side[k];

	g->t->area[grain] += voronoi_area(v, k, NULL);
	for (int j = 0; j < n; j++) {
		const double *p = v->xy[v->first[k] + (size_t)j], *q = v->xy[v->first[k] + (size_t)((j + 1) % n)];
		struct side side = v->side[v->first[k] + (size_t)j];

		if (side.who < 0)
			g->t->edge[grain] = 1;
		else
			side_add(g, grain, k, side, sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])));
	}
}

/* Drop sides of length 0 to rounding, which occur where four or more cells meet. */
static void short_sides_drop(struct gather *g, int grain, double least)
{
	size_t n = (size_t)g->t->first[grain];

	for (size_t m = n; m < g->n; m++)
		if (g->t->neighbour[m].length > least)
			g->t->neighbour[n++] = g->t->neighbour[m];
	g->n = n;
}

int tessellation_init(struct tessellation *t, const struct domain *d, const struct grains *g, int points)
{
	struct sites s = { .n = 0 };
	struct voronoi v = { .n = 0 };
	struct window2 w;

	window2_of(&w, d, g->n, (const double (*)[2])g->xy);
	window_stretch(&w, g, points);
	*t = (struct tessellation){ g->n, MEM_ZERO(double, g->n), MEM_ZERO(int, g->n), MEM_ZERO(int, g->n + 1), NULL,
	                            g->n ? window_area(&w) : 0, { 0, 0 } };
	if (!(t->total > 0))
		return -2;
	sites_make(&s, g, points);
	int status = diagram(&v, &s, d, g, &w);
	if (status == 0) {
		double scale = t->total / g->n;
		struct gather all = { t, &s, &v, 1e-12 * scale, 0, 0 };

		for (int k = 0, i = 0; i < g->n; i++) {
			t->first[i] = (int)all.n;
			for (; k < s.n_own && s.site[k].grain == i; k++)
				site_add(&all, k);
			short_sides_drop(&all, i, 1e-9 * sqrt(scale));
		}
		t->first[g->n] = (int)all.n;
	} else if (status == -1) {
		t->pair[0] = s.site[s.own[v.pair[0]]].grain;
		t->pair[1] = s.site[s.own[v.pair[1]]].grain;
	}
	voronoi_free(&v);
	free(s.site);
	free(s.xy);
	free(s.own);
	return status;
}

void tessellation_free(struct tessellation *t)
{
	free(t->area);
	free(t->edge);
	free(t->first);
	free(t->neighbour);
}
