/* place.c: shapes placed in the plane */
#include "scene/place.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"
#include "plane/polygon.h"

struct place place_make(const struct shape *shape, double size, double x, double y, double angle)
{
	struct place p = { .shape = shape, .size = size, .x = x, .y = y };

	trig_sincos(angle, &p.s, &p.c);
	return p;
}

struct place place_body(const struct world *w, const struct bodies2 *b, int i)
{
	return place_make(world_shape(w, b->shape[i]), b->size[i], b->x[i], b->y[i], b->angle[i]);
}

void place_vertex(const struct place *p, int k, double xy[2])
{
	double u = p->size * p->shape->xy[k][0], v = p->size * p->shape->xy[k][1];

	xy[0] = p->x + p->c * u - p->s * v;
	xy[1] = p->y + p->s * u + p->c * v;
}

static double vertex_radius(const struct place *p, int k)
{
	return p->size * (p->shape->radius ? p->shape->radius[k] : p->shape->r);
}

void place_box(const struct place *p, double lo[2], double hi[2])
{
	lo[0] = lo[1] = INFINITY;
	hi[0] = hi[1] = -INFINITY;
	for (int k = 0; k < p->shape->n; k++) {
		double xy[2], r = vertex_radius(p, k);

		place_vertex(p, k, xy);
		for (int d = 0; d < 2; d++) {
			lo[d] = fmin(lo[d], xy[d] - r);
			hi[d] = fmax(hi[d], xy[d] + r);
		}
	}
}

static double side_of(const double a[2], const double b[2], const double p[2])
{
	return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* Whether two segments cross properly: the ends of each lie strictly on both sides of the other. Segments that touch at an end
 * need no test, since the distance of the vertex is 0. */
static int cross(const double a[2], const double b[2], const double p[2], const double q[2])
{
	return side_of(a, b, p) * side_of(a, b, q) < 0 && side_of(p, q, a) * side_of(p, q, b) < 0;
}

/* Fill v[n] with the vertices of a body, displaced by (dx, dy). */
static void vertices(const struct place *p, double dx, double dy, double (*v)[2])
{
	for (int k = 0; k < p->shape->n; k++) {
		place_vertex(p, k, v[k]);
		v[k][0] += dx;
		v[k][1] += dy;
	}
}

static double distance(const double a[2], const double b[2])
{
	double dx = a[0] - b[0], dy = a[1] - b[1];

	return sqrt(dx * dx + dy * dy);
}

static double disks_gap(const struct place *a, const struct place *b, const double (*va)[2], const double (*vb)[2])
{
	const struct place *disks = a->shape->kind == SHAPE_DISKS ? a : b, *other = disks == a ? b : a;
	const double (*vd)[2] = disks == a ? va : vb, (*vo)[2] = disks == a ? vb : va;
	int n_edge = shape_edges(other->shape), n = other->shape->n;
	double least = INFINITY, from[2] = { 0, 0 }, reach = 0;

	/* bounding circle of the other body */
	for (int m = 0; m < n; m++) {
		from[0] += vo[m][0] / n;
		from[1] += vo[m][1] / n;
	}
	for (int m = 0; m < n; m++)
		reach = fmax(reach, distance(vo[m], from) + vertex_radius(other, m));
	for (int k = 0; k < disks->shape->n; k++) {
		double r = vertex_radius(disks, k);

		if (distance(vd[k], from) - r - reach > least + 1e-9 * (reach + r))
			continue;
		for (int m = 0; m < n; m++) {
			const double *p = vo[m], *q = m < n_edge ? vo[(m + 1) % n] : p;
			double gap = sqrt(segment_distance2(vd[k], p, q)) - r - vertex_radius(other, m);

			least = fmin(least, gap);
		}
		if (other->shape->kind == SHAPE_POLYGON && polygon_inside(vo, n, vd[k][0], vd[k][1]))
			least = fmin(least, -r - vertex_radius(other, 0));
	}
	return least;
}

static double skeletons_gap(const struct place *a, const struct place *b, const double (*va)[2],
	const double (*vb)[2])
{
	int na = a->shape->n, nb = b->shape->n, ea = shape_edges(a->shape), eb = shape_edges(b->shape);
	double d2 = INFINITY, touch = vertex_radius(a, 0) + vertex_radius(b, 0);

	for (int k = 0; k < na; k++) {
		for (int m = 0; m < nb; m++) {
			const double *p = va[k], *q = k < ea ? va[(k + 1) % na] : p;
			const double *u = vb[m], *v = m < eb ? vb[(m + 1) % nb] : u;

			d2 = fmin(d2, fmin(segment_distance2(p, u, v), segment_distance2(u, p, q)));
			if (k < ea && m < eb && cross(p, q, u, v))
				return -touch;
		}
	}
	if (a->shape->kind == SHAPE_POLYGON && polygon_inside(va, na, vb[0][0], vb[0][1]))
		return -touch;
	if (b->shape->kind == SHAPE_POLYGON && polygon_inside(vb, nb, va[0][0], va[0][1]))
		return -touch;
	return sqrt(d2) - touch;
}

enum { FEW = 64 };

double place_gap(const struct place *a, const struct place *b, double dx, double dy)
{
	double few[2][FEW][2], (*va)[2] = few[0], (*vb)[2] = few[1], gap;
	int na = a->shape->n, nb = b->shape->n;

	if (na > FEW)
		va = mem_new((size_t)na, sizeof *va);
	if (nb > FEW)
		vb = mem_new((size_t)nb, sizeof *vb);
	/* both are relative to the position of a, so that the gap does not depend on where the pair is */
	vertices(a, -a->x, -a->y, va);
	vertices(b, dx - a->x, dy - a->y, vb);
	if (a->shape->kind == SHAPE_DISKS || b->shape->kind == SHAPE_DISKS)
		gap = disks_gap(a, b, (const double (*)[2])va, (const double (*)[2])vb);
	else
		gap = skeletons_gap(a, b, (const double (*)[2])va, (const double (*)[2])vb);
	if (va != few[0])
		free(va);
	if (vb != few[1])
		free(vb);
	return gap;
}
