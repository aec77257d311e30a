/* polyhedron_mass.c: the exact mass of convex spheropolyhedra */
#include "solid/polyhedron.h"

#include <float.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "base/wide.h"
#include "solid/polyhedron_triangles.h"
#include "solid/polyhedron_union.h"
#include "solid/polyhedron_wedges.h"

/* The error of the volume that is aimed at where the skeleton is not convex, relative to its volume. */
#define TOLERANCE 3e-7

static const double pi = 3.14159265358979323846;

/* Matrices have the components xx yy zz xy xz yz. */
static inline void add_outer(double m[6], double f, vec3 a, vec3 b) /* f sym(a b) */
{
	m[0] += f * a.x * b.x;
	m[1] += f * a.y * b.y;
	m[2] += f * a.z * b.z;
	m[3] += f * 0.5 * (a.x * b.y + a.y * b.x);
	m[4] += f * 0.5 * (a.x * b.z + a.z * b.x);
	m[5] += f * 0.5 * (a.y * b.z + a.z * b.y);
}

static void add_moments(struct moments3 *a, double one, vec3 first)
{
	a->one += one;
	a->first[0] += first.x;
	a->first[1] += first.y;
	a->first[2] += first.z;
}

/* The unit of length and the origin of the sums. */
struct frame { double unit; vec3 o; };

static vec3 point(const struct polyhedron *p, const struct frame *f, int v)
{
	return v3_scale(1 / f->unit, v3_sub(v3_from(p->vertex[v]), f->o));
}

/* What is found of several triangles or edges has rows of so many numbers. The sums below keep to the order of the items, and
 * stay in registers: hence local arrays, and loops that are written out. */
enum { LANES = 8 };
_Static_assert((int)LANES == (int)TRIANGLE_LANES && (int)LANES == (int)WEDGE_LANES,
	"rows of triangles and of edges have the same length");

static inline void add_three(double *sum, const double *row)
{
	sum[0] += row[0];
	sum[1] += row[LANES];
	sum[2] += row[2 * LANES];
}

/* Add the skeleton: the tetrahedra between the origin and the triangles of the faces. */
static void add_core(struct moments3 *m, const struct polyhedron_triangles *t)
{
	double low[10] = { 0 }, third[10] = { 0 };

	for (int k = 0; k < t->n; k++) {
		const double *row = polyhedron_triangle(t, k) + TRIANGLE_SOLID * LANES;

		low[0] += row[0];
		add_three(low + 1, row + LANES);
		add_three(low + 4, row + 4 * LANES);
		add_three(low + 7, row + 7 * LANES);
	}
	for (int k = 0; k < t->n; k++) {
		const double *row = polyhedron_triangle(t, k) + (TRIANGLE_SOLID + 10) * LANES;

		add_three(third, row);
		add_three(third + 3, row + 3 * LANES);
		add_three(third + 6, row + 6 * LANES);
		third[9] += row[9 * LANES];
	}
	m->one += low[0];
	for (int i = 0; i < 3; i++)
		m->first[i] += low[1 + i];
	for (int i = 0; i < 6; i++)
		m->second[i] += low[4 + i];
	for (int i = 0; i < 10; i++)
		m->third[i] += third[i];
}

/* Add the prism of height r on face f, whose triangles begin with number `first`. Returns the area of the face. */
static double add_face(struct moments3 *m, const struct polyhedron *p, const struct polyhedron_triangles *t, int first, double r,
	int f)
{
	const int end = first + p->first[f + 1] - p->first[f] - 2;
	vec3 n = v3_from(p->normal[f]), c;
	double area = 0, q[6] = { 0 }, one[3] = { 0 }; /* the integrals of 1, x x^T and x */

	for (int k = first; k < end; k++) {
		const double *row = polyhedron_triangle(t, k);

		area += row[TRIANGLE_AREA * LANES];
		add_three(one, row + TRIANGLE_FIRST * LANES);
		row += TRIANGLE_SECOND * LANES;
		for (int part = 0; part < 4; part++, row += 6 * LANES) {
			add_three(q, row);
			add_three(q + 3, row + 3 * LANES);
		}
	}
	c = v3_from(one);
	for (int k = 0; k < 6; k++)
		m->second[k] += r * q[k];
	add_outer(m->second, r * r, c, n);
	add_outer(m->second, area * r * r * r / 3, n, n);
	add_moments(m, area * r, v3_add(v3_scale(r, c), v3_scale(area * r * r / 2, n)));
	return area;
}

/* Sums over what surrounds a vertex: the solid angle of the normals w, the integrals of n and of n n over these normals. */
struct cone { double w; vec3 first; double second[6]; };

/* Add the wedges on n edges, whose integrals begin at out. Returns the surface with theirs. */
static double add_wedges(struct moments3 *m, const double *out, int n, double r, double surface)
{
	double second[6], first[3] = { m->first[0], m->first[1], m->first[2] }, one = m->one;

	for (int i = 0; i < 6; i++)
		second[i] = m->second[i];
	for (int k = 0; k < n; k++) {
		const double *row = out + WEDGE_SECOND * LANES + k;

		for (int part = 0; part < 6; part++, row += 6 * LANES) {
			add_three(second, row);
			add_three(second + 3, row + 3 * LANES);
		}
		add_three(first, out + WEDGE_FIRST * LANES + k);
		one += out[WEDGE_VOLUME * LANES + k];
		surface += out[WEDGE_TURN * LANES + k] * r;
	}
	for (int i = 0; i < 6; i++)
		m->second[i] = second[i];
	for (int i = 0; i < 3; i++)
		m->first[i] = first[i];
	m->one = one;
	return surface;
}

/* Add the part of an edge in the cones of its ends. */
static inline void add_ends(struct cone *from, struct cone *to, const double *out)
{
	const double *first = out + WEDGE_CONE_FIRST * LANES, *second = out + WEDGE_CONE_SECOND * LANES;
	const vec3 one = v3(first[0], first[LANES], first[2 * LANES]);

	from->first = v3_add(from->first, one);
	to->first = v3_sub(to->first, one);
	for (int i = 0; i < 6; i++) {
		from->second[i] += second[i * LANES];
		to->second[i] -= second[i * LANES];
	}
}

/* Add the balls' parts at n vertices. Returns the surface with theirs. */
static double add_vertices(struct moments3 *m, const vec3 *at, int n, double r, const struct cone *cone, double surface)
{
	const double r3 = r * r * r, r4 = r3 * r;
	struct moments3 sum = *m;

	for (int v = 0; v < n; v++) {
		const struct cone *k = &cone[v];
		const double part = k->w * r3 / 3;

		add_outer(sum.second, part, at[v], at[v]);
		add_outer(sum.second, r4 / 2, at[v], k->first);
		for (int i = 0; i < 6; i++)
			sum.second[i] += r4 * r / 5 * k->second[i];
		add_moments(&sum, part, v3_add(v3_scale(part, at[v]), v3_scale(r4 / 4, k->first)));
		surface += k->w * r * r;
	}
	*m = sum;
	return surface;
}

/* A segment: a cylinder and two half balls. */
static double add_segment(struct moments3 *m, const struct polyhedron *p, const struct frame *fr, double r)
{
	vec3 at = point(p, fr, 0), to = point(p, fr, 1), mid = v3_scale(0.5, v3_add(at, to)), d = v3_sub(to, at);
	double l = v3_norm(d), v = pi * r * r * l;
	vec3 u = v3_scale(1 / l, d);

	add_moments(m, v, v3_scale(v, mid));
	add_outer(m->second, v, mid, mid);
	add_outer(m->second, v * (l * l / 12 - r * r / 4), u, u);
	for (int k = 0; k < 3; k++)
		m->second[k] += v * r * r / 4;
	for (int end = 0; end < 2; end++) {
		struct cone k = { 2 * pi, v3_scale(end ? pi : -pi, u), { 2 * pi / 3, 2 * pi / 3, 2 * pi / 3 } };

		add_vertices(m, end ? &to : &at, 1, r, &k, 0);
	}
	return 2 * pi * l;
}

/* The solid angles of some vertices with the three faces face[k], into w[k]: those of three unit normals (van Oosterom and
 * Strackee 1983); -1 where it would lose digits since two are nearly opposite. */
enum { SOME = 64 };
static void solid_angles(const double (*normal)[3], int n, const int (*face)[3], double *w)
{
	double y[SOME], x[SOME];

	for (int k = 0; k < n; k++) {
		vec3 a = v3_from(normal[face[k][0]]), b = v3_from(normal[face[k][1]]), c = v3_from(normal[face[k][2]]);

		x[k] = 1 + v3_dot(a, b) + v3_dot(b, c) + v3_dot(c, a);
		y[k] = fabs(v3_dot(a, v3_cross(b, c)));
	}
	trig_atan2_all(wide_has(), n, y, x, w);
	for (int k = 0; k < n; k++)
		w[k] = fabs(x[k]) < 1e-3 ? -1 : 2 * w[k];
}

/* The solid angle of the normals of the faces around the corner k of face f, as a fan of triangles. */
static double fan_angle(const struct polyhedron *p, int f, int k)
{
	const int begin = f;
	const vec3 a = v3_from(p->normal[f]);
	vec3 b = a;
	double sum = 0;

	do { /* cross the edge that arrives at the vertex */
		const struct polyhedron_edge *e = &p->edge[p->edge_of[k > p->first[f] ? k - 1 : p->first[f + 1] - 1]];
		const int side = e->face[0] == f;

		f = e->face[side];
		k = e->at[side];
		const vec3 c = v3_from(p->normal[f]);
		sum += 2 * trig_atan2(v3_dot(a, v3_cross(b, c)), 1 + v3_dot(a, b) + v3_dot(b, c) + v3_dot(c, a));
		b = c;
	} while (f != begin);
	return fabs(sum);
}

/* Rounding turns edges shorter than this part of the size by so much that the angles of faces there are not known well. */
#define SHORT 1e-6

/* Find the solid angles at the ends of short edges of a convex body that are not done yet. */
static void find_fans(struct cone *cone, int *done, const struct polyhedron *p)
{
	for (int k = 0; k < p->n_edge; k++) {
		const struct polyhedron_edge *e = &p->edge[k];

		for (int side = 0; side < 2 && e->length < SHORT * p->size; side++)
			if (!done[e->v[side]]) {
				cone[e->v[side]].w = fan_angle(p, e->face[side], e->at[side]);
				done[e->v[side]] = 1;
			}
	}
}

/* The solid angles at the vertices: 2 pi less the angles of the faces there; of a convex body with three faces at a vertex the
 * solid angle of their normals, which is sooner found. Returns their sum. */
static double find_cones(struct cone *cone, const struct polyhedron *p)
{
	const int n_vertex = p->n_vertex;
	const size_t size = sizeof(int[3]) + sizeof(int);
	struct mem_short short_face;
	int (*face)[3] = mem_short(&short_face, (size_t)n_vertex, size), *n_at = (int *)(face + n_vertex);
	double sum = 0;
	int left = 0;

	memset(face, 0, (size_t)n_vertex * size);
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			const int v = p->corner[k], n = n_at[v]++;

			if (n < 3)
				face[v][n] = f;
		}
	for (int from = 0; from < n_vertex; from += SOME) {
		const int n = n_vertex - from < SOME ? n_vertex - from : SOME;
		double w[SOME];

		if (p->convex)
			solid_angles((const double (*)[3])p->normal, n, (const int (*)[3])face + from, w);
		for (int k = 0, v = from; k < n; k++, v++) {
			const int done = p->convex && n_at[v] == 3 && w[k] >= 0;

			n_at[v] = done;
			cone[v].w = done ? w[k] : p->kind == POLYHEDRON_POINT ? 4 * pi : 2 * pi;
		}
	}
	if (p->convex && p->kind == POLYHEDRON_BODY)
		find_fans(cone, n_at, p);
	for (int v = 0; v < n_vertex; v++)
		left += !n_at[v];
	for (int f = 0; f < p->n_face && left > 0; f++) {
		int n = p->first[f + 1] - p->first[f];
		const int *v = p->corner + p->first[f];

		for (int k = 0; k < n; k++) {
			if (n_at[v[k]])
				continue;
			vec3 o = v3_from(p->vertex[v[k]]);
			vec3 a = v3_sub(v3_from(p->vertex[v[(k + 1) % n]]), o), b = v3_sub(v3_from(p->vertex[v[(k + n - 1) % n]]), o);

			cone[v[k]].w -= trig_atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));
		}
	}
	for (int v = 0; v < n_vertex; v++)
		sum += cone[v].w;
	mem_short_free(&short_face);
	return sum;
}

double polyhedron_mean_curvature(const struct polyhedron *p)
{
	double sum = 0;

	for (int k = 0; k < p->n_edge; k++)
		sum += p->edge[k].length * p->edge[k].angle;
	return p->kind == POLYHEDRON_SEGMENT ? sum : sum / 2; /* a segment has its edge on both sides */
}

static void rescale(struct mass3 *m, const struct frame *fr)
{
	double l = fr->unit, l2 = l * l, l3 = l2 * l, l5 = l3 * l2;

	m->volume *= l3;
	m->surface *= l2;
	m->error *= l3;
	v3_to(m->com, v3_add(fr->o, v3_scale(l, v3_from(m->com))));
	for (int k = 0; k < 6; k++)
		m->inertia[k] *= l5;
	for (int k = 0; k < 10; k++)
		m->third[k] *= l5 * l;
}

/* The third moments of the skeleton about the centre of mass c of the whole body. */
static void third_about(double third[10], const struct moments3 *core, const double c[3])
{
	static const int second_of[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };

	for (int k = 0; k < 10; k++) {
		const int *i = moments3_third[k];

		third[k] = core->third[k] - core->one * c[i[0]] * c[i[1]] * c[i[2]];
		for (int a = 0; a < 3; a++) {
			int x = i[a], y = i[(a + 1) % 3], z = i[(a + 2) % 3];

			third[k] += core->first[x] * c[y] * c[z] - core->second[second_of[y][z]] * c[x];
		}
	}
}

/* The integral of the outward normal over the length of an edge and its exterior angle. */
static vec3 wedge_normals(const struct polyhedron *p, const struct polyhedron_edge *e, const vec3 *at)
{
	const vec3 n = v3_from(p->normal[e->face[0]]), along = v3_sub(at[e->v[1]], at[e->v[0]]);
	double sine, cosine;

	trig_sincos(e->angle, &sine, &cosine);
	return v3_add(v3_scale(v3_norm(along) * sine, n), v3_scale(1 - cosine, v3_cross(along, n)));
}

/* Add the wedges on the edges, or pieces of u; and the edges in the cones. Returns the surface with that of the wedges. */
static double add_edges(struct moments3 *m, struct cone *cone, const struct polyhedron *p, double unit, const vec3 *at, double r,
	struct polyhedron_union *u, double surface)
{
	double out[WEDGE_ROWS][LANES];

	for (int from = 0; from < p->n_edge; from += LANES) {
		const int n = p->n_edge - from < LANES ? p->n_edge - from : LANES;
		const struct polyhedron_edge *e = p->edge + from;

		polyhedron_wedges(out, p, at, unit, r, from);
		if (!u)
			surface = add_wedges(m, out[0], n, r, surface);
		for (int k = 0; k < n && u; k++)
			if (!polyhedron_union_edge(u, m, from + k)) {
				surface = add_wedges(m, &out[0][k], 1, r, surface);
				polyhedron_union_add(u, v3_scale(r, wedge_normals(p, &e[k], at)));
			}
		for (int k = 0; k < n; k++)
			add_ends(&cone[e[k].v[0]], &cone[e[k].v[1]], &out[0][k]);
	}
	return surface;
}

/* Add the layer around the skeleton; pieces of u instead of those of a convex body if u is not NULL. Returns the surface, or a
 * negative number if the solid angles at the vertices do not add up. */
static double add_layer(struct moments3 *m, const struct polyhedron *p, double unit, const vec3 *at,
	const struct polyhedron_triangles *t, double r, struct polyhedron_union *u)
{
	struct mem_short short_cone;
	struct cone *cone = MEM_SHORT(struct cone, &short_cone, (size_t)p->n_vertex);
	memset(cone, 0, (size_t)p->n_vertex * sizeof *cone);
	double surface = 0, angles = find_cones(cone, p);
	int euler = p->n_vertex - p->n_edge + p->n_face; /* the angles add up to 2 pi times this */

	for (int f = 0; f < p->n_face; f++)
		if (!u || !polyhedron_union_face(u, m, f)) {
			const double area = add_face(m, p, t, p->first[f] - 2 * f, r, f);

			surface += area;
			if (u)
				polyhedron_union_add(u, v3_scale(area, v3_from(p->normal[f])));
		}
	surface = add_edges(m, cone, p, unit, at, r, u, surface);
	for (int v = 0; v < p->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			cone[v].second[k] += cone[v].w / 3;
	if (!u)
		surface = add_vertices(m, at, p->n_vertex, r, cone, surface);
	for (int v = 0; v < p->n_vertex && u; v++)
		if (!polyhedron_union_vertex(u, m, v)) {
			surface = add_vertices(m, &at[v], 1, r, &cone[v], surface);
			polyhedron_union_add(u, v3_scale(r * r, cone[v].first));
		}
	mem_short_free(&short_cone);
	if (p->kind == POLYHEDRON_BODY && !(fabs(angles - 2 * pi * euler) < 1e-6))
		return -1;
	return surface;
}

/* The sums in the unit of length fr->unit. */
static enum mass_status sum_up(struct mass3 *m, const struct polyhedron *p, const struct frame *fr)
{
	const int sharp = p->kind == POLYHEDRON_BODY && p->r == 0;
	struct moments3 a = { 0 }, core;
	double r = p->r / fr->unit, surface = 0;
	struct polyhedron_triangles t = { 0 };
	struct polyhedron_union *u = NULL;
	struct mem_short short_at;
	vec3 *at = MEM_SHORT(vec3, &short_at, (size_t)p->n_vertex);

	for (int v = 0; v < p->n_vertex; v++)
		at[v] = point(p, fr, v);
	if (sharp)
		surface = polyhedron_add_tetrahedra(&a, p, at);
	else if (p->kind != POLYHEDRON_SEGMENT)
		polyhedron_triangles_init(&t, p, at);
	if (p->kind == POLYHEDRON_BODY && !sharp)
		add_core(&a, &t);
	core = a;
	if (!p->convex && r > 0)
		u = polyhedron_union_new(p, fr->unit, fr->o, TOLERANCE * a.one);
	if (p->kind == POLYHEDRON_SEGMENT)
		surface = add_segment(&a, p, fr, r) * r + 4 * pi * r * r;
	else if (!sharp)
		surface = add_layer(&a, p, fr->unit, at, &t, r, u);
	polyhedron_triangles_free(&t);
	mem_short_free(&short_at);
	double error = 0, more = u ? polyhedron_union_surface(u, &error) : 0;
	polyhedron_union_free(u);
	if (surface < 0)
		return MASS_UNSOUND;
	enum mass_status status = mass3_of_moments(m, &a, (double[3]){ 0 });
	if (status == MASS_GOOD) {
		m->surface = surface + more;
		m->error = 16 * DBL_EPSILON * a.one + error;
		third_about(m->third, &core, m->com);
	}
	return status;
}

enum mass_status polyhedron_mass(struct mass3 *m, const struct polyhedron *p)
{
	struct frame fr = { .o = v3_from(p->middle) };
	int power;

	/* the unit is a power of two, which causes no rounding and keeps fifth powers in range */
	frexp(p->size + p->r, &power);
	fr.unit = ldexp(1, power);
	enum mass_status status = sum_up(m, p, &fr);
	if (status == MASS_GOOD)
		rescale(m, &fr);
	return status;
}
