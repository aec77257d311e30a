/* polyhedron_below.c: the part of a spheropolyhedron on one side of a plane */
#include "solid/polyhedron_below.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/gauss.h"
#include "base/trig.h"
#include "solid/ball_part.h"

static const double pi = 3.14159265358979323846;

enum { ALONG = 8, FAN = 3 };
/* Sectors of balls are divided until they have less than this part of the volume. */
#define FINE 3e-4

/* What all pieces of one body need. sum[n] gets the volumes below the heights, and sum[n] that of the whole. */
struct below {
	const struct polyhedron *p;
	vec3 up;
	int n;
	const double *height;
	double *sum, least;   /* least: a volume that the body has */
	double x[ALONG], w[ALONG], fan_x[FAN], fan_w[FAN];
};

/* ---- skeleton and prisms ---- */

/* A triangle with its corners at the heights z[0] <= z[1] <= z[2]: the part of its area below s, and the integral of this part
 * over the heights up to s. */
static double part_below(const double z[3], double s)
{
	if (s <= z[0])
		return 0;
	if (s >= z[2])
		return 1;
	return s < z[1] ? (s - z[0]) * (s - z[0]) / ((z[1] - z[0]) * (z[2] - z[0])) :
	       1 - (z[2] - s) * (z[2] - s) / ((z[2] - z[0]) * (z[2] - z[1]));
}

static double integral_below(const double z[3], double s)
{
	double past = s - (z[0] + z[1] + z[2]) / 3, d = s < z[1] ? s - z[0] : z[2] - s;

	if (s <= z[0] || s >= z[2])
		return s <= z[0] ? 0 : past;
	return d * d * d / (3 * (z[2] - z[0])) / (s < z[1] ? z[1] - z[0] : z[2] - z[1]) + (s < z[1] ? 0 : past);
}

static void put_in_order(double *a, double *b)
{
	double low = fmin(*a, *b);

	*b = fmax(*a, *b);
	*a = low;
}

/* Add the cone from the cutting plane to a triangle of the skeleton, and the prism of height r on it. */
static void add_triangle(struct below *b, vec3 o, vec3 c, vec3 d, vec3 normal, double r)
{
	double z[3] = { v3_dot(o, b->up), v3_dot(c, b->up), v3_dot(d, b->up) }, rise = v3_dot(normal, b->up);
	double area = v3_dot(normal, v3_cross(v3_sub(c, o), v3_sub(d, o))) / 2, off = v3_dot(o, normal);

	put_in_order(&z[0], &z[1]);
	put_in_order(&z[1], &z[2]);
	put_in_order(&z[0], &z[1]);
	for (int k = 0; k < b->n; k++) {
		double h = b->height[k], prism = part_below(z, h);

		b->sum[k] += area * part_below(z, h) * (off - h * rise) / 3;
		if (r > 0 && fabs(rise) > 1e-6)
			prism = (integral_below(z, h) - integral_below(z, h - r * rise)) / (r * rise);
		b->sum[k] += area * r * prism;
	}
	b->sum[b->n] += area * (off / 3 + r);
}

/* ---- wedges ---- */

/* A sector of the unit disk: its angle, the length of up's part in its plane, and the angle from its first side to this part. */
struct sector { double angle, steep, to; };

/* The area of the sector where steep times the coordinate along up's part is below s >= 0. */
static double sector_below(const struct sector *c, double to, double s)
{
	double x = s / c->steep, area = c->angle / 2, flat = sqrt(fmax(0, (1 - x) * (1 + x))), wide = trig_atan2(flat, x);

	if (x >= 1)
		return area;
	for (int turn = -1; turn <= 1; turn++) { /* directions between from and end reach the height s before 1 */
		double from = fmax(0, to - wide + 2 * pi * turn), end = fmin(c->angle, to + wide + 2 * pi * turn), tangent[2];

		if (from >= end)
			continue;
		for (int k = 0; k < 2; k++) {
			double sine, cosine;

			trig_sincos((k ? end : from) - to - 2 * pi * turn, &sine, &cosine);
			tangent[k] = x > 0 ? sine / fmax(cosine, x) : 0;
		}
		area += x * x * (tangent[1] - tangent[0]) / 2 - (end - from) / 2;
	}
	return area;
}

static double sector_part(const struct sector *c, double s)
{
	if (!(c->steep > 1e-12))
		return s >= 0 ? c->angle / 2 : 0;
	return s >= 0 ? sector_below(c, c->to, s) : c->angle / 2 - sector_below(c, c->to + (c->to > 0 ? -pi : pi), -s);
}

/* Add the wedge of an angle about the edge from a to e, counted from the direction x to y, which are across it. */
static void add_wedge(struct below *b, vec3 a, vec3 e, vec3 x, vec3 y, double angle, double r)
{
	double sx = v3_dot(x, b->up), sy = v3_dot(y, b->up), za = v3_dot(a, b->up), ze = v3_dot(e, b->up), l = v3_norm(v3_sub(e, a));
	struct sector c = { angle, sqrt(sx * sx + sy * sy), trig_atan2(sy, sx) };
	double reach = c.steep * r, whole = angle / 2 * l * r * r;

	for (int k = 0; k < b->n; k++) {
		double h = b->height[k], from = 0, to = 1, sum = 0;

		if (h <= fmin(za, ze) - reach)
			continue;
		if (h >= fmax(za, ze) + reach) {
			b->sum[k] += whole;
			continue;
		}
		if (fabs(ze - za) > 1e-12 * (l + r)) { /* the part of the edge around which the plane cuts */
			double one = (h - reach - za) / (ze - za), other = (h + reach - za) / (ze - za);

			from = fmax(0, fmin(one, other));
			to = fmin(1, fmax(one, other));
			sum = (za < ze ? from : 1 - to) * angle / 2;
		}
		for (int i = 0; i < ALONG; i++) {
			double t = from + (to - from) * (1 + b->x[i]) / 2;

			sum += b->w[i] * (to - from) / 2 * sector_part(&c, (h - za - t * (ze - za)) / r);
		}
		b->sum[k] += sum * l * r * r;
	}
	b->sum[b->n] += whole;
}

/* ---- sectors of balls ---- */

static vec3 halfway(vec3 a, vec3 b)
{
	vec3 m = v3_add(a, b);

	return v3_scale(1 / v3_norm(m), m);
}

/* Add the sector of a ball about `at` over the spherical triangle of three directions; its sign is that of the order. Sectors
 * that matter are halved in each direction. */
static void add_sector(struct below *b, vec3 at, const vec3 d[3], double r)
{
	double volume = v3_dot(d[0], v3_cross(v3_sub(d[1], d[0]), v3_sub(d[2], d[0]))), z = v3_dot(at, b->up);
	/* by the solid angle (van Oosterom and Strackee 1983) */
	double whole = 2 * trig_atan2(volume, 1 + v3_dot(d[0], d[1]) + v3_dot(d[1], d[2]) + v3_dot(d[2], d[0])) * r * r * r / 3;
	double weight[FAN * FAN], rise[FAN * FAN], sum = 0;
	int cut = 0;

	for (int k = 0; k < b->n; k++)
		cut |= fabs(b->height[k] - z) < r;
	if (!cut) {
		for (int k = 0; k <= b->n; k++)
			b->sum[k] += k == b->n || b->height[k] > z ? whole : 0;
		return;
	}
	if (fabs(volume) * r * r * r / 6 > FINE * b->least) {
		const vec3 m[3] = { halfway(d[0], d[1]), halfway(d[1], d[2]), halfway(d[2], d[0]) };

		add_sector(b, at, (vec3[3]){ d[0], m[0], m[2] }, r);
		add_sector(b, at, (vec3[3]){ d[1], m[1], m[0] }, r);
		add_sector(b, at, (vec3[3]){ d[2], m[2], m[1] }, r);
		add_sector(b, at, m, r);
		return;
	}

	for (int i = 0; i < FAN * FAN; i++) {
		double u = (1 + b->fan_x[i / FAN]) / 2, v = (1 + b->fan_x[i % FAN]) / 2;
		vec3 to = v3_add(d[0], v3_scale(u, v3_add(v3_sub(d[1], d[0]), v3_scale(v, v3_sub(d[2], d[1])))));
		double length = v3_norm(to);

		rise[i] = v3_dot(to, b->up) / length;
		weight[i] = b->fan_w[i / FAN] * b->fan_w[i % FAN] * u / (length * length * length);
		sum += weight[i];
	}
	for (int k = 0; k < b->n; k++) {
		double s = (b->height[k] - z) / r;

		for (int i = 0; i < FAN * FAN; i++) {
			double to_plane = s * rise[i] > 0 ? fmin(1, s / rise[i]) : 0, inside = to_plane * to_plane * to_plane;

			b->sum[k] += weight[i] * whole / sum * (s >= 0 ? (rise[i] > 0 ? inside : 1) : rise[i] < 0 ? 1 - inside : 0);
		}
	}
	b->sum[b->n] += whole;
}

/* Add the wedge on an edge, and the parts of the sectors on its ends that lie beside its normals; pole[v] is a direction within
 * the normals at a vertex. */
static void add_edge(struct below *b, const struct polyhedron_edge *e, const vec3 *pole, double r)
{
	const struct polyhedron *p = b->p;
	vec3 a = v3_from(p->vertex[e->v[0]]), o = v3_from(p->vertex[e->v[1]]), n = v3_from(p->normal[e->face[0]]);
	vec3 u = v3_scale(1 / v3_norm(v3_sub(o, a)), v3_sub(o, a)), y = v3_cross(u, n), side[3];

	if (!(e->angle > 0))
		return;
	add_wedge(b, a, o, n, y, e->angle, r);
	for (int k = 0; k < 3; k++) {
		double s, c;

		trig_sincos(k * e->angle / 2, &s, &c);
		side[k] = v3_add(v3_scale(c, n), v3_scale(s, y));
	}
	for (int k = 0; k < 2 && p->convex; k++) {
		add_sector(b, o, (vec3[3]){ pole[e->v[1]], side[k], side[k + 1] }, r);
		add_sector(b, a, (vec3[3]){ pole[e->v[0]], side[k + 1], side[k] }, r);
	}
}

static void add_edges(struct below *b, double r)
{
	const struct polyhedron *p = b->p;
	vec3 *pole = MEM_ZERO(vec3, (size_t)p->n_vertex);

	for (int k = 0; k < p->n_edge; k++) {
		const struct polyhedron_edge *e = &p->edge[k];
		vec3 n = v3_from(p->normal[e->face[0]]), u = v3_sub(v3_from(p->vertex[e->v[1]]), v3_from(p->vertex[e->v[0]]));
		double s, c;

		trig_sincos(e->angle / 2, &s, &c);
		for (int z = 0; z < 2; z++)
			pole[e->v[z]] = v3_add(pole[e->v[z]], v3_scale(e->angle, v3_add(v3_scale(c, n), v3_scale(s / v3_norm(u), v3_cross(u, n)))));
	}
	for (int v = 0; v < p->n_vertex; v++)
		pole[v] = v3_scale(1 / v3_norm(pole[v]), pole[v]);
	for (int k = 0; k < p->n_edge; k++)
		add_edge(b, &p->edge[k], pole, r);
	free(pole);
}

/* A rod: a cylinder and two half balls of eight triangles. */
static void add_rod(struct below *b, double r)
{
	const struct polyhedron *p = b->p;
	vec3 end[2] = { v3_from(p->vertex[0]), v3_from(p->vertex[1]) }, x = v3_from(p->normal[0]);
	vec3 u = v3_scale(1 / v3_norm(v3_sub(end[1], end[0])), v3_sub(end[1], end[0])), y = v3_cross(u, x);

	add_wedge(b, end[0], end[1], x, y, 2 * pi, r);
	for (int k = 0; k < 4; k++) {
		vec3 from = v3_scale(k < 2 ? 1 : -1, k % 2 ? y : x), to = v3_scale(k == 0 || k == 3 ? 1 : -1, k % 2 ? x : y);

		add_sector(b, end[1], (vec3[3]){ u, from, to }, r);
		add_sector(b, end[0], (vec3[3]){ v3_scale(-1, u), to, from }, r);
	}
}

void polyhedron_below(const struct polyhedron *p, const double up[3], int n, const double *height, double *part)
{
	struct below b = { .p = p, .up = v3_from(up), .n = n, .height = height, .sum = MEM_ZERO(double, (size_t)n + 1) };

	if (p->kind == POLYHEDRON_POINT) {
		double z = v3_dot(v3_from(p->vertex[0]), b.up);

		for (int k = 0; k < n; k++)
			part[k] = ball_part_below(z, p->r, height[k]);
		free(b.sum);
		return;
	}
	gauss_legendre(ALONG, b.x, b.w);
	gauss_legendre(FAN, b.fan_x, b.fan_w);
	for (int f = 0; f < p->n_face && p->kind != POLYHEDRON_SEGMENT; f++)
		for (int k = p->first[f] + 1; k + 1 < p->first[f + 1]; k++)
			add_triangle(&b, v3_from(p->vertex[p->corner[p->first[f]]]), v3_from(p->vertex[p->corner[k]]),
			             v3_from(p->vertex[p->corner[k + 1]]), v3_from(p->normal[f]), p->r);
	b.least = b.sum[n] + 4 * pi / 3 * p->r * p->r * p->r;
	if (p->kind == POLYHEDRON_SEGMENT)
		add_rod(&b, p->r);
	else if (p->r > 0)
		add_edges(&b, p->r);
	for (int k = 0; k < n; k++)
		part[k] = fmin(fmax(b.sum[k] / b.sum[n], 0), 1);
	free(b.sum);
}
