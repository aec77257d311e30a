/* mass.c: area, perimeter, centre of mass and moment of inertia of a shape */
#include "plane/mass.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/trig.h"
#include "base/vec.h"
#include "base/wide.h"
#include "plane/polygon.h"

static const double pi = 3.14159265358979323846;

/* Integrals of 1, x, y, x^2 + y^2 and z^2 = (x + iy)^2 over a region, about some origin. */
struct moments { double one, x, y, xx; double complex zz; };

static enum mass_status from_moments(struct mass *m, const struct moments *a, double perimeter, vec2 origin)
{
	if (!(a->one > 0))
		return MASS_EMPTY;
	double x = a->x / a->one, y = a->y / a->one;
	double complex zz = a->zz - a->one * (x + I * y) * (x + I * y);

	*m = (struct mass){ .area = a->one, .perimeter = perimeter, .x = origin.x + x, .y = origin.y + y,
	                    .inertia = a->xx - a->one * (x * x + y * y), .stretch = { creal(zz), cimag(zz) } };
	return MASS_GOOD;
}

/* Green's theorem with homogeneous forms. Let w = x dy - y dx, and let the region lie on the left of its boundary. The integrals
 * of 1, x, y, x^2 + y^2, z^2 over the region are those of w/2, x w/3, y w/3, (x^2 + y^2) w/4, z^2 w/4 along the boundary. On a
 * straight piece w is constant, and the factors are polynomials. */
static void add_line(struct moments *a, const double p[2], const double q[2])
{
	double w = p[0] * q[1] - p[1] * q[0];
	double complex zp = p[0] + I * p[1], zq = q[0] + I * q[1];

	a->one += w / 2;
	a->x += w * (p[0] + q[0]) / 6;
	a->y += w * (p[1] + q[1]) / 6;
	a->xx += w * (p[0] * p[0] + p[0] * q[0] + q[0] * q[0] + p[1] * p[1] + p[1] * q[1] + q[1] * q[1]) / 12;
	a->zz += w * (zp * zp + zp * zq + zq * zq) / 12;
}

/* On an arc the point is c + r n with the unit vector n, and w = (r c.n + r^2) dt. The first four integrals follow from
 *   N = integral of n dt,  T = integral of n n^T dt  over the angle t.
 * N and T are differences between the ends; the diagonal of T contains half the angle besides. As a complex number n = e^(it).
 * With e_k, the integral of n^k, the last integral is that of (c + r n)^2 r (Re(c conj(n)) + r) / 4, expanded. */
static void add_arc(struct moments *a, const struct piece *p)
{
	double cx = p->c[0], cy = p->c[1], r = p->r, angle = p->angle;
	double c0 = p->np[0], s0 = p->np[1], c1 = p->nq[0], s1 = p->nq[1];
	double nx = s1 - s0, ny = c0 - c1;
	double half = (s1 * c1 - s0 * c0) / 2, txx = angle / 2 + half, tyy = angle / 2 - half;
	double txy = (s1 - s0) * (s1 + s0) / 2;
	double cn = cx * nx + cy * ny, cc = cx * cx + cy * cy;
	double tx = txx * cx + txy * cy, ty = txy * cx + tyy * cy;
	double complex c = cx + I * cy, n0 = c0 + I * s0, n1 = c1 + I * s1;
	double complex e1 = nx + I * ny, e2 = (n1 * n1 - n0 * n0) / (2 * I), e3 = (n1 * n1 * n1 - n0 * n0 * n0) / (3 * I);

	a->one += r * (cn + r * angle) / 2;
	a->x += r * (cx * cn + r * (cx * angle + tx + r * nx)) / 3;
	a->y += r * (cy * cn + r * (cy * angle + ty + r * ny)) / 3;
	a->xx += r * ((cc + r * r) * (cn + r * angle) + 2 * r * (cx * tx + cy * ty + r * cn)) / 4;
	a->zz += r / 4 * (c * c * (cn + r * angle) + r * c * (conj(c) * e2 + c * angle + 2 * r * e1) +
	                  r * r * ((conj(c) * e3 + c * e1) / 2 + r * e2));
}

enum mass_status mass_of_boundary(struct mass *m, const struct boundary *b)
{
	struct moments a = { 0 };
	double length = 0, size = 0;

	for (int k = 0; k < b->n; k++) {
		const struct piece *p = &b->piece[k];

		if (p->r > 0)
			add_arc(&a, p);
		else
			add_line(&a, p->p, p->q);
		length += piece_length(p);
		size = fmax(size, fmax(fabs(p->p[0]), fabs(p->p[1])));
	}
	if (b->gap > 1e-10 * length)
		return MASS_OPEN;
	enum mass_status status = from_moments(m, &a, length, v2(b->origin[0], b->origin[1]));
	if (status == MASS_GOOD)
		m->error = b->gap * size;
	return status;
}

enum mass_status mass_by_boundary(struct mass *m, const struct shape *s)
{
	struct boundary b = { .n = 0 };
	int e, f;

	if (s->kind == SHAPE_POLYGON &&
	    polygon_crossing((const double (*)[2])s->xy, s->n, 1, &e, &f) == CROSSING_PROPER)
		return MASS_CROSSING;
	boundary_of_shape(&b, s);
	enum mass_status status = mass_of_boundary(m, &b);
	boundary_free(&b);
	return status;
}

/* ---- sectors ---- */

/* Edges in rows of numbers: their ends relative to the first vertex, their directions and lengths, the directions of the edges
 * before them and the angles from these. */
enum { P = 0, Q = 2, U = 4, LENGTH = 6, BEFORE = 7, SINE = 9, COSINE, ANGLE, IN };
/* What they add to the integrals of 1, x, y, x^2 + y^2, Re z^2 and Im z^2: a triangle, a rectangle and a sector. */
enum { TRIANGLE = 0, RECTANGLE = 6, SECTOR = 12, OUT = 18 };
/* Edges that are added at a time. */
enum { SOME = 8 };

/* The rectangle of width r lies outside the edge. The sector is around the first vertex of the edge between the normals of two
 * edges with directions t and u, which make an angle. With N, the integral of n dt over the angle, the area of the sector is
 * r^2 angle / 2. About the vertex the integral of (x, y) is r^3 N / 3, that of x^2 + y^2 is r^4 angle / 4, and that of z^2 is
 * r^4 e_2 / 4. */
static WIDE_INLINE void parts_loop(double r, const double (*restrict in)[SOME], double (*restrict out)[SOME])
{
	const double r2 = r * r, r3 = r2 * r / 3, r4 = r2 * r * r / 8;

#pragma omp simd
	for (int k = 0; k < SOME; k++) {
		const vec2 p = { in[P][k], in[P + 1][k] }, q = { in[Q][k], in[Q + 1][k] }, u = { in[U][k], in[U + 1][k] };
		const vec2 t = { in[BEFORE][k], in[BEFORE + 1][k] };
		const double length = in[LENGTH][k], w = v2_cross(p, q);

		out[TRIANGLE][k] = w / 2;
		out[TRIANGLE + 1][k] = w * (p.x + q.x) / 6;
		out[TRIANGLE + 2][k] = w * (p.y + q.y) / 6;
		out[TRIANGLE + 3][k] = w * (p.x * p.x + p.x * q.x + q.x * q.x + p.y * p.y + p.y * q.y + q.y * q.y) / 12;
		out[TRIANGLE + 4][k] = w * (p.x * p.x - p.y * p.y + (p.x * q.x - p.y * q.y) + (q.x * q.x - q.y * q.y)) / 12;
		out[TRIANGLE + 5][k] = w * (p.x * p.y + p.y * p.x + (p.x * q.y + p.y * q.x) + (q.x * q.y + q.y * q.x)) / 12;

		const double area = r * length, longer = length * length - r2;
		const vec2 mid = v2_add(v2_scale(0.5, v2_add(p, q)), v2_scale(0.5 * r, v2(u.y, -u.x)));

		out[RECTANGLE][k] = area;
		out[RECTANGLE + 1][k] = area * mid.x;
		out[RECTANGLE + 2][k] = area * mid.y;
		out[RECTANGLE + 3][k] = area * (v2_dot(mid, mid) + (length * length + r2) / 12);
		out[RECTANGLE + 4][k] = area * (mid.x * mid.x - mid.y * mid.y + (u.x * u.x - u.y * u.y) * longer / 12);
		out[RECTANGLE + 5][k] = area * (mid.x * mid.y + mid.y * mid.x + (u.x * u.y + u.y * u.x) * longer / 12);

		const double part = 0.5 * r * r * in[ANGLE][k];
		const vec2 first = v2_scale(r3, v2_sub(t, u)); /* the normals are t and u turned to the right: N = t - u */
		const vec2 moment = v2_scale(part, p), twice = v2_scale(2, p);

		out[SECTOR][k] = part;
		out[SECTOR + 1][k] = part * p.x + first.x;
		out[SECTOR + 2][k] = part * p.y + first.y;
		out[SECTOR + 3][k] = part * v2_dot(p, p) + 2 * v2_dot(p, first) + 0.5 * r * r * part;
		out[SECTOR + 4][k] = moment.x * p.x - moment.y * p.y + (twice.x * first.x - twice.y * first.y) -
			r4 * (u.x * u.y + u.y * u.x - (t.x * t.y + t.y * t.x));
		out[SECTOR + 5][k] = moment.x * p.y + moment.y * p.x + (twice.x * first.y + twice.y * first.x) +
			r4 * (u.x * u.x - u.y * u.y - (t.x * t.x - t.y * t.y));
	}
}
WIDE_LOOP(parts, (double r, const double (*restrict in)[SOME], double (*restrict out)[SOME]), (r, in, out))

/* Add n edges, and the sectors before them. Returns the sum of the angles. */
static double add_edges(struct moments *a, double (*in)[SOME], int n, double r)
{
	const int wide = wide_has();
	double out[OUT][SOME], one = a->one, x = a->x, y = a->y, xx = a->xx, re = creal(a->zz), im = cimag(a->zz), sum = 0;

	trig_atan2_all(wide, SOME, in[SINE], in[COSINE], in[ANGLE]);
	parts(wide)(r, (const double (*)[SOME])in, out);
	for (int k = 0; k < n; k++) {
		for (int part = 0; part < OUT; part += 6) {
			one += out[part][k];
			x += out[part + 1][k];
			y += out[part + 2][k];
			xx += out[part + 3][k];
			re += out[part + 4][k];
			im += out[part + 5][k];
		}
		sum += in[ANGLE][k];
	}
	*a = (struct moments){ one, x, y, xx, re + I * im };
	return sum;
}

/* An edge: its ends relative to the first vertex, its direction and length. */
struct edge { vec2 p, q, u; double length; };

static inline struct edge edge_of(const struct shape *s, int k)
{
	const double *o = s->xy[0], *a = s->xy[k], *b = s->xy[k + 1 < s->n ? k + 1 : 0];
	vec2 d = v2(b[0] - a[0], b[1] - a[1]);
	double length = v2_norm(d);

	return (struct edge){ v2(a[0] - o[0], a[1] - o[1]), v2(b[0] - o[0], b[1] - o[1]), length > 0 ? v2_scale(1 / length, d) : d,
		length };
}

static inline void put2(double (*in)[SOME], int row, int k, vec2 a)
{
	in[row][k] = a.x;
	in[row + 1][k] = a.y;
}

enum mass_status mass_by_sectors(struct mass *m, const struct shape *s)
{
	struct moments a = { 0 };
	double r = s->kind == SHAPE_DISKS && s->n == 1 ? s->radius[0] : s->r, length = 0, turned = 0, in[IN][SOME] = { 0 };
	vec2 last = v2(0, 0);
	int n = 0;

	if (s->n == 0)
		return MASS_EMPTY;
	/* a segment is a polygon of two edges, there and back; a point is a polygon without edges */
	if (!(s->kind == SHAPE_POINT || s->kind == SHAPE_POLYGON || (s->kind == SHAPE_POLYLINE && s->n <= 2) ||
	      (s->kind == SHAPE_DISKS && s->n == 1)) ||
	    (s->kind == SHAPE_POLYGON && !polygon_convex((const double (*)[2])s->xy, s->n)))
		return MASS_NOT_CONVEX;
	for (int k = s->n - 1; k >= 0 && s->n > 1 && last.x == 0 && last.y == 0; k--)
		last = edge_of(s, k).u;
	for (int k = 0; k < s->n && s->n > 1; k++) {
		const struct edge e = edge_of(s, k);

		length += e.length;
		if (e.length == 0)
			continue;
		put2(in, P, n, e.p);
		put2(in, Q, n, e.q);
		put2(in, U, n, e.u);
		put2(in, BEFORE, n, last);
		in[LENGTH][n] = e.length;
		in[SINE][n] = v2_cross(last, e.u);
		in[COSINE][n] = v2_dot(last, e.u);
		last = e.u;
		if (++n == SOME) {
			turned += add_edges(&a, in, n, r);
			n = 0;
		}
	}
	if (n > 0)
		turned += add_edges(&a, in, n, r);
	if (length == 0)
		a = (struct moments){ .one = pi * r * r, .xx = 0.5 * pi * r * r * r * r };
	else if (fabs(turned - 2 * pi) > 1e-6)
		return MASS_NOT_CONVEX;
	return from_moments(m, &a, length + 2 * pi * r, v2(s->xy[0][0], s->xy[0][1]));
}

enum mass_status mass_of_shape(struct mass *m, const struct shape *s)
{
	enum mass_status status = mass_by_sectors(m, s);

	return status == MASS_NOT_CONVEX ? mass_by_boundary(m, s) : status;
}

/* The second moment about an axis at the angle t is (xx - Re(zz e^(-2it))) / 2, which is least if 2t is the angle of zz. */
double mass_axis(const struct mass *m, double *angle)
{
	double part = sqrt(m->stretch[0] * m->stretch[0] + m->stretch[1] * m->stretch[1]) / m->inertia;

	*angle = part > 1e-9 ? trig_atan2(m->stretch[1], m->stretch[0]) / 2 : 0;
	return part > 1e-9 ? part : 0;
}

enum mass_status shape_weigh2(struct mass *m, const struct shape *s)
{
	if (s->area < 0)
		return mass_of_shape(m, s);
	*m = (struct mass){ .area = s->area, .inertia = s->inertia };
	return MASS_GOOD;
}

enum mass_status shape_fill_mass(struct shape *s, double centre[2])
{
	struct mass m;
	enum mass_status status = mass_of_shape(&m, s);

	if (status != MASS_GOOD)
		return status;
	for (int k = 0; k < s->n; k++) {
		s->xy[k][0] -= m.x;
		s->xy[k][1] -= m.y;
	}
	s->area = m.area;
	s->inertia = m.inertia;
	memcpy(s->method, "exact", sizeof "exact");
	if (centre) {
		centre[0] = m.x;
		centre[1] = m.y;
	}
	return MASS_GOOD;
}
