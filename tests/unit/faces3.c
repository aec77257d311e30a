/* faces3.c: contacts of bodies with faces: forces and torques against differences of the energy in long double, with distances
 * found in another way; continuity over rims; parallel edges; cuts and reentrant edges */
#include "contact/faces3_wall.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "contact/sift3.h"
#include "solid/polyhedron.h"
#include "solid_text.h"
#include "tap.h"

typedef long double real;
struct point { real x[3]; };

static struct rng g;

static double uniform(double lo, double hi)
{
	return lo + (hi - lo) * rng_uniform(&g);
}

/* ---- shapes ---- */

static struct solid box(double r, double a, double b, double c)
{
	double x[8][3];

	for (int v = 0; v < 8; v++) {
		x[v][0] = v & 1 ? a : -a;
		x[v][1] = v & 2 ? b : -b;
		x[v][2] = v & 4 ? c : -c;
	}
	return solid(r, 8, (const double (*)[3])x, "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,4 5 7 6");
}

static struct solid tetrahedron(double r, double a)
{
	const double x[4][3] = { { a, a, a }, { -a, a, -a }, { a, -a, -a }, { -a, -a, a } };

	return solid(r, 4, x, "0 2 1,0 1 3,0 3 2,1 2 3");
}

/* A prism over an L, whose two L faces are cut. */
static struct solid corner_piece(double r)
{
	static const double l[6][2] = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } };
	struct polyhedron_fault fault;
	double x[12][3];

	for (int v = 0; v < 12; v++) {
		x[v][0] = l[v % 6][0];
		x[v][1] = l[v % 6][1];
		x[v][2] = v / 6;
	}
	struct solid s = solid(r, 12, (const double (*)[3])x,
		"5 4 3 2 1 0,6 7 8 9 10 11,0 1 7 6,1 2 8 7,2 3 9 8,3 4 10 9,4 5 11 10,5 0 6 11");
	polyhedron_cut_faces(&s, &fault);
	return s;
}

/* A box with a pyramid cut out of its top, to the vertex 8. */
static struct solid dented(double r)
{
	double x[9][3] = { [8] = { 0.05, 0.03, 0.1 } };

	for (int v = 0; v < 8; v++) {
		x[v][0] = v & 1 ? 0.5 : -0.5;
		x[v][1] = v & 2 ? 0.4 : -0.4;
		x[v][2] = v & 4 ? 0.3 : -0.3;
	}
	return solid(r, 9, (const double (*)[3])x, "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,4 5 8,5 7 8,7 6 8,6 4 8");
}

/* ---- distances in long double ---- */

static struct point minus(struct point a, struct point b)
{
	return (struct point){ { a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2] } };
}

static struct point along(struct point a, real t, struct point d)
{
	return (struct point){ { a.x[0] + t * d.x[0], a.x[1] + t * d.x[1], a.x[2] + t * d.x[2] } };
}

static real dot(struct point a, struct point b)
{
	return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static struct point cross(struct point a, struct point b)
{
	return (struct point){ { a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
		a.x[0] * b.x[1] - a.x[1] * b.x[0] } };
}

static real point_segment(struct point p, struct point a, struct point b)
{
	struct point d = minus(b, a), e = minus(p, a);
	real t = dot(e, d) / dot(d, d);

	t = t < 0 ? 0 : t > 1 ? 1 : t;
	struct point w = minus(e, along((struct point){ { 0 } }, t, d));
	return sqrtl(dot(w, w));
}

static real smaller(real a, real b)
{
	return a < b ? a : b;
}

/* The distance of two segments: that of an end from the other segment, or of the two lines if they come nearest inside. */
static real segment_segment(struct point a, struct point b, struct point c, struct point d)
{
	struct point u = minus(b, a), v = minus(d, c), n = cross(u, v), e = minus(c, a);
	real nn = dot(n, n), best = smaller(smaller(point_segment(a, c, d), point_segment(b, c, d)),
		smaller(point_segment(c, a, b), point_segment(d, a, b)));

	if (nn > 0) {
		real s = dot(cross(e, v), n) / nn, t = dot(cross(e, u), n) / nn;

		if (s > 0 && s < 1 && t > 0 && t < 1)
			best = smaller(best, fabsl(dot(e, n)) / sqrtl(nn));
	}
	return best;
}

static real point_polygon(struct point p, int n, const struct point *c)
{
	struct point normal = { { 0 } };
	real best = INFINITY;
	int in = 1;

	for (int k = 1; k + 1 < n; k++)
		normal = along(normal, 1, cross(minus(c[k], c[0]), minus(c[k + 1], c[0])));
	for (int k = 0; k < n; k++) {
		struct point a = c[k], b = c[(k + 1) % n];

		in = in && dot(cross(minus(b, a), minus(p, a)), normal) >= 0;
		best = smaller(best, point_segment(p, a, b));
	}
	return in ? fabsl(dot(minus(p, c[0]), normal)) / sqrtl(dot(normal, normal)) : best;
}

/* ---- two bodies ---- */

struct body { struct solid s; struct polyhedron p; struct faces3 f; real x[3], q[4]; };

static void body_init(struct body *b, struct solid s)
{
	struct polyhedron_fault fault;

	b->s = s;
	if (polyhedron_init(&b->p, &b->s, &fault) || faces3_init(&b->f, &b->s))
		ok(0, "a polyhedron");
}

static void body_free(struct body *b)
{
	polyhedron_free(&b->p);
	faces3_free(&b->f);
	drop(&b->s);
}

static void matrix(const struct body *b, real m[3][3])
{
	real w = b->q[0], x = b->q[1], y = b->q[2], z = b->q[3], n = w * w + x * x + y * y + z * z;
	const real r[3][3] = {
		{ 1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n },
		{ 2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n },
		{ 2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n },
	};

	memcpy(m, r, sizeof r);
}

static struct point vertex(const struct body *b, int v)
{
	struct point out;
	real m[3][3];

	matrix(b, m);
	for (int k = 0; k < 3; k++)
		out.x[k] = b->x[k] + m[k][0] * b->p.vertex[v][0] + m[k][1] * b->p.vertex[v][1] + m[k][2] * b->p.vertex[v][2];
	return out;
}

/* The energy (r_i + r_j - distance)^2 / 2 of a pair, for its weight. */
static real energy_of(real far, real lim, real weight)
{
	return far < lim ? weight * (lim - far) * (lim - far) / 2 : 0;
}

static real vertices_faces(const struct body *a, const struct body *b, real lim)
{
	real sum = 0;

	for (int f = 0; f < b->p.n_face; f++) {
		struct point corner[20];
		int n = b->p.first[f + 1] - b->p.first[f];

		for (int k = 0; k < n; k++)
			corner[k] = vertex(b, b->p.corner[b->p.first[f] + k]);
		for (int v = 0; v < a->p.n_vertex; v++)
			sum += energy_of(point_polygon(vertex(a, v), n, corner), lim, 1);
	}
	return sum;
}

/* The energy of two convex bodies. */
static real energy(const struct body *a, const struct body *b)
{
	real lim = (real)a->s.r + b->s.r, sum = vertices_faces(a, b, lim) + vertices_faces(b, a, lim);

	for (int e = 0; e < a->p.n_edge; e++)
		for (int f = 0; f < b->p.n_edge; f++) {
			struct point p[2], q[2];

			for (int k = 0; k < 2; k++) {
				p[k] = vertex(a, a->p.edge[e].v[k]);
				q[k] = vertex(b, b->p.edge[f].v[k]);
			}
			struct point u = minus(p[1], p[0]), v = minus(q[1], q[0]), n = cross(u, v);
			real s = dot(n, n) / (dot(u, u) * dot(v, v)), part = s / 0.01L;
			sum += energy_of(segment_segment(p[0], p[1], q[0], q[1]), lim, part < 1 ? part * (2 - part) : 1);
		}
	return sum;
}

/* ---- the same by faces3.h ---- */

static struct frame3 frame_of(const struct body *b)
{
	struct frame3 out = { .at = v3((double)b->x[0], (double)b->x[1], (double)b->x[2]), .inverse = 1 };
	real m[3][3];

	matrix(b, m);
	for (int k = 0; k < 9; k++)
		out.m[k / 3][k % 3] = (double)m[k / 3][k % 3];
	return out;
}

static struct feature3 feature_of(const struct body *b, const struct frame3 *at, int k)
{
	vec3 m = faces3_middle(&b->f, k);

	return (struct feature3){ &b->f, at, k, v3_add(at->at, v3(at->m[0][0] * m.x + at->m[0][1] * m.y + at->m[0][2] * m.z,
		at->m[1][0] * m.x + at->m[1][1] * m.y + at->m[1][2] * m.z, at->m[2][0] * m.x + at->m[2][1] * m.y + at->m[2][2] * m.z)) };
}

/* Force on j, torques on i and j, and how many pairs touch; *leans: of how many weights change. */
static int forces(const struct body *a, const struct body *b, double out[9], int *leans)
{
	struct frame3 fa = frame_of(a), fb = frame_of(b);
	vec3 branch = v3_sub(fb.at, fa.at), f = v3(0, 0, 0), ta = f, tb = f;
	double lim = a->s.r + b->s.r;
	int n = 0;

	*leans = 0;
	for (int p = 0; p < a->f.n; p++)
		for (int q = 0; q < b->f.n; q++) {
			struct feature3 i = feature_of(a, &fa, p), j = feature_of(b, &fb, q);
			struct nearest3 t;

			if (!faces3_pairs(faces3_kind(&a->f, p), faces3_kind(&b->f, q)))
				continue;
			faces3_nearest(&i, &j, v3(0, 0, 0), &t);
			double far = v3_norm(t.w), gap = lim - far;
			if (!(gap > 0))
				continue;
			vec3 push = v3_scale(t.weight * gap / far, t.w), lean = v3_scale(0.5 * gap * gap, t.slope);
			f = v3_add(f, push);
			ta = v3_sub(v3_sub(ta, v3_cross(t.arm, push)), lean);
			tb = v3_add(v3_add(tb, v3_cross(v3_sub(t.arm, branch), push)), lean);
			n++;
			*leans += t.weight < 1;
		}
	v3_to(out, f);
	v3_to(out + 3, ta);
	v3_to(out + 6, tb);
	return n;
}

/* Turn a body by a small vector in space. */
static void turn(struct body *b, const real t[3])
{
	real w = b->q[0], x = b->q[1], y = b->q[2], z = b->q[3], hx = t[0] / 2, hy = t[1] / 2, hz = t[2] / 2;

	b->q[0] = w - hx * x - hy * y - hz * z;
	b->q[1] = x + hx * w + hy * z - hz * y;
	b->q[2] = y + hy * w + hz * x - hx * z;
	b->q[3] = z + hz * w + hx * y - hy * x;
}

/* The largest difference of forces and torques from the slopes of the energy. */
static double slopes_off(const struct body *a, const struct body *b, const double f[9])
{
	const real h = 1e-7L;
	double worst = 0;

	for (int k = 0; k < 9; k++) {
		real u[2];

		for (int side = 0; side < 2; side++) {
			struct body i = *a, j = *b;
			real by[3] = { 0 };

			by[k % 3] = side ? h : -h;
			if (k < 3)
				j.x[k] += by[k];
			else
				turn(k < 6 ? &i : &j, by);
			u[side] = energy(&i, &j);
		}
		worst = fmax(worst, fabs((double)((u[1] - u[0]) / (2 * h)) + f[k]));
	}
	return worst;
}

/* Put b beside a where their energy is that of a small overlap. */
static void bring(struct body *a, struct body *b)
{
	double d[3], norm = 0, lo = 0.3, hi = 3;

	for (int k = 0; k < 3; k++) {
		d[k] = uniform(-1, 1);
		norm += d[k] * d[k];
	}
	for (int z = 0; z < 50; z++) {
		double mid = 0.5 * (lo + hi);

		for (int k = 0; k < 3; k++)
			b->x[k] = a->x[k] + mid / sqrt(norm) * d[k];
		if (energy(a, b) > 1e-4L)
			lo = mid;
		else
			hi = mid;
	}
}

static void check_energy(const char *what, struct solid s, struct solid o, double tilt)
{
	struct body a = { .x = { 0.3L, -0.2L, 0.1L } }, b = { .x = { 0 } };
	double worst = 0, most = 0;
	int pairs = 0, leaning = 0;

	body_init(&a, s);
	body_init(&b, o);
	for (int n = 0; n < 60; n++) {
		double f[9];
		int leans;

		for (int k = 0; k < 4; k++)
			a.q[k] = uniform(-1, 1);
		memcpy(b.q, a.q, sizeof b.q);
		turn(&b, (const real[3]){ uniform(-tilt, tilt), uniform(-tilt, tilt), uniform(-tilt, tilt) });
		bring(&a, &b);
		pairs += forces(&a, &b, f, &leans);
		leaning += leans;
		worst = fmax(worst, slopes_off(&a, &b, f));
		most = fmax(most, fmax(fabs(f[0]), fabs(f[5])));
	}
	ok(worst < 1e-7 && most > 1e-3 && pairs > 60 && (tilt > 1 || leaning > 20),
	   "%s: forces and torques are the slopes of the energy, to %.1e of %.2g, %d pairs, %d with weights", what, worst, most,
	   pairs, leaning);
	body_free(&a);
	body_free(&b);
}

/* ---- single pairs ---- */

/* The nearest points of feature k of a body at the origin and a pebble. */
static struct nearest3 from_pebble(const struct body *b, const struct frame3 *at, int k, vec3 x)
{
	struct frame3 there = { .at = x };
	struct feature3 i = { NULL, &there, 0, x }, j = feature_of(b, at, k);
	struct nearest3 t;

	faces3_nearest(&i, &j, v3(0, 0, 0), &t);
	return t;
}

/* The same with the bodies exchanged. */
static struct nearest3 to_pebble(const struct body *b, const struct frame3 *at, int k, vec3 x)
{
	struct frame3 there = { .at = x };
	struct feature3 i = feature_of(b, at, k), j = { NULL, &there, 0, x };
	struct nearest3 t;

	faces3_nearest(&i, &j, v3(0, 0, 0), &t);
	return t;
}

/* A pebble slides over the rim of a face: the vector to the face moves no further than the pebble. */
static void check_rim(void)
{
	struct body b = { .q = { 1 } };
	double worst = 0;

	body_init(&b, box(0.1, 0.5, 0.4, 0.3));
	struct frame3 at = frame_of(&b);
	for (int k = b.f.n_vertex + b.f.n_edge; k < b.f.n; k++) {
		vec3 before = v3(0, 0, 0);

		for (int n = 0; n <= 4000; n++) {
			vec3 x = v3(-1 + n * 5e-4, -0.6 + n * 3e-4, 0.35 + n * 1e-4);
			struct nearest3 t = from_pebble(&b, &at, k, x);

			if (n)
				worst = fmax(worst, v3_norm(v3_sub(t.w, before)) / v3_norm(v3(5e-4, 3e-4, 1e-4)));
			before = t.w;
		}
	}
	ok(worst <= 1 + 1e-9, "nothing jumps where a pebble slides over the rims of faces (%.12f)", worst);
	body_free(&b);
}

/* Parallel edges, end to end, side by side, and nearly so: finite, of weight 0. */
static void check_parallel(void)
{
	struct body a = { .q = { 1 } }, b = { .q = { 1 }, .x = { 0.3L, 1.05L, 0.2L } };
	int bad = 0, n = 0;

	body_init(&a, box(0.1, 0.5, 0.5, 0.5));
	body_init(&b, box(0.1, 0.5, 0.5, 0.5));
	for (int tilt = 0; tilt < 12; tilt++) {
		real by = tilt ? powl(10, -3 - tilt) : 0;
		struct body c = b;

		turn(&c, (const real[3]){ 0, by, by / 3 });
		struct frame3 fa = frame_of(&a), fc = frame_of(&c);
		for (int e = 0; e < 12; e++)
			for (int f = 0; f < 12; f++) {
				struct feature3 i = feature_of(&a, &fa, 8 + e), j = feature_of(&c, &fc, 8 + f);
				struct nearest3 t;

				if (fabs(v3_dot(a.f.entry[8 + e].half, a.f.entry[8 + f].half)) < 0.1)
					continue;
				faces3_nearest(&i, &j, v3(0, 0, 0), &t);
				struct point p[2], q[2];
				for (int k = 0; k < 2; k++) {
					p[k] = vertex(&a, a.p.edge[e].v[k]);
					q[k] = vertex(&c, c.p.edge[f].v[k]);
				}
				n++;
				bad += !(fabs(v3_norm(t.w) - (double)segment_segment(p[0], p[1], q[0], q[1])) < 1e-7 && t.weight >= 0 &&
				         t.weight < 1e-4 && v3_norm(t.slope) < 1 && isfinite(t.arm.x));
			}
	}
	ok(bad == 0 && n == 12 * 48, "%d parallel edges have distances and no weight", n);
	body_free(&a);
	body_free(&b);
}

static int count(const struct faces3 *f, enum feature_kind kind)
{
	int n = 0;

	for (int k = 0; k < f->n; k++)
		n += f->entry[k].kind == (int)kind;
	return n;
}

/* Over an L, cut into pieces, a pebble has the energy that it has over a flat face, wherever it is; reentrant edges do not
 * count. */
static void check_cuts(void)
{
	struct body b = { .q = { 1 } };
	double worst = 0;

	body_init(&b, corner_piece(0.1));
	struct frame3 at = frame_of(&b);
	/* 18 edges: one is reentrant; every L has at least one cut */
	ok(count(&b.f, FEATURE_EDGE) == 17 && count(&b.f, FEATURE_NONE) == 1 && count(&b.f, FEATURE_VERTEX) == 12 &&
	   count(&b.f, FEATURE_CUT) == count(&b.f, FEATURE_FACE) - 8, "features of an L: %d edges, %d cuts", count(&b.f, FEATURE_EDGE),
	   count(&b.f, FEATURE_CUT));
	for (int n = 0; n < 20000; n++) {
		vec3 x = v3(uniform(0.25, 1.75), uniform(0.25, 1.75), 1 + uniform(0.05, 0.19));
		double sum = 0, d = 0.2 - (x.z - 1);

		if (x.x > 0.75 && x.y > 0.75)
			continue;
		for (int k = 0; k < b.f.n; k++) {
			if (!faces3_pairs(FEATURE_VERTEX, faces3_kind(&b.f, k)))
				continue;
			struct nearest3 t = n % 2 ? from_pebble(&b, &at, k, x) : to_pebble(&b, &at, k, x);
			double gap = 0.2 - v3_norm(t.w);

			sum += gap > 0 ? t.weight * gap * gap : 0;
		}
		worst = fmax(worst, fabs(sum - d * d));
	}
	ok(worst < 1e-15, "cuts take away what pieces count twice (%.1e)", worst);
	body_free(&b);
}

/* The bottom of a dent, where all edges are reentrant, is no feature; where others meet such an edge, it does not count. */
static void check_dent(void)
{
	struct body b;

	body_init(&b, dented(0.05));
	ok(b.f.entry[8].kind == FEATURE_NONE && count(&b.f, FEATURE_VERTEX) == 8 && count(&b.f, FEATURE_EDGE) == 12 &&
	   count(&b.f, FEATURE_NONE) == 5, "the bottom of a dent and its edges are no features: %d", count(&b.f, FEATURE_NONE));
	body_free(&b);
}

/* A body at the image of a mesh has the nearest points that it has at the mesh itself. */
static void check_image(void)
{
	double x[4][3] = { { 0, 0, 0 }, { 1.1, 0, 0.1 }, { 0, 1.2, 0.2 }, { 0.3, 0.4, -0.9 } };
	int face[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 2, 3, 0 } }, n = 0, bad = 0;
	const double at[3] = { 0.2, -0.1, 0.3 }, upright[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	const struct solid mesh = { .n = 4, .n_face = 4, .vertex = x, .face = face };
	struct body b = { .q = { 0.9L, 0.1L, 0.3L, 0.2L }, .x = { 0.7L, 0.4L, 0.8L } }, far = b;
	const vec3 h = v3(3.1, -2.3, 1.7);
	struct facets f;

	body_init(&b, tetrahedron(0.1, 0.5));
	body_init(&far, tetrahedron(0.1, 0.5));
	far.x[0] += 3.1L;
	far.x[1] -= 2.3L;
	far.x[2] += 1.7L;
	facets_init(&f, &mesh);
	facets_edges(&f);
	facets_place(&f, at, upright, 1, 1);
	struct wall3 wall = { .kind = FORM_MESH, .facets = &f }, image = { .kind = FORM_MESH, .shift = h, .facets = &f };
	struct frame3 fb = frame_of(&b), ff = frame_of(&far);
	for (int p = 0; p < b.f.n; p++)
		for (int q = f.n_face; q < facets_n(&f); q++) {
			struct feature3 i = feature_of(&b, &fb, p), j = feature_of(&far, &ff, p);
			struct nearest3 t, u;
			int corners;

			if (!faces3_wall_pairs(faces3_kind(&b.f, p), &wall, q))
				continue;
			double d = faces3_from_wall(&i, &wall, q, &t, &corners), e = faces3_from_wall(&j, &image, q, &u, &corners);
			bad += !(fabs(d - e) < 1e-12 && v3_norm(v3_sub(t.w, u.w)) < 1e-9 && v3_norm(v3_sub(t.arm, u.arm)) < 1e-9);
			n++;
		}
	ok(bad == 0 && n == 6 * 6 + 4 * 4, "edges and faces at the image of a mesh: %d of %d pairs differ", bad, n);
	ok(f.meeting == 3, "at a corner of the mesh %d edges meet", f.meeting);
	facets_free(&f);
	body_free(&b);
	body_free(&far);
}

/* Bodies that interlock, one in the other, apart. */
static void check_meeting(void)
{
	struct body a = { .q = { 1 } }, b = { .q = { 0.9L, 0.1L, 0.3L, 0.2L }, .x = { 0.9L, 0.1L, 0 } };

	body_init(&a, box(0.1, 0.5, 0.5, 0.5));
	body_init(&b, tetrahedron(0.1, 0.5));
	struct frame3 fa = frame_of(&a), fb = frame_of(&b);
	ok(faces3_meet(&a.f, &fa, &b.f, &fb, v3(0, 0, 0)), "a cube and a tetrahedron interlock");
	ok(!faces3_meet(&a.f, &fa, &b.f, &fb, v3(1, 0, 0)), "they do not where the second is further away");
	ok(faces3_inside(&a.f, &fa, v3(0.4, -0.3, 0.45)) && !faces3_inside(&a.f, &fa, v3(0.4, -0.3, 0.55)),
	   "a point is inside, another is not");
	body_free(&a);
	body_free(&b);
}

/* The direction that keeps two bodies apart, where it is the normal of a face: it follows the body when that turns. The second
 * body is larger than its shape. */
static void check_direction(void)
{
	struct body b[2];
	const double size[2] = { 1, 1.5 };
	int of[2] = { 0, 0 }, bad = 0;

	body_init(&b[0], box(0.1, 0.5, 0.3, 0.4));
	body_init(&b[1], tetrahedron(0.1, 0.5));
	for (int trial = 0; trial < 200; trial++) {
		vec3 n = v3(0, 0, 0), found;
		int face = 0;

		for (int turned = 0; turned < 2; turned++) {
			struct frame3 at[2];
			struct body3 bodies[2];
			for (int k = 0; k < 2; k++) {
				for (int c = 0; c < 4; c++)
					b[k].q[c] = uniform(-1, 1);
				for (int c = 0; c < 3; c++)
					b[k].x[c] = k * uniform(1, 1.2);
				at[k] = frame_of(&b[k]);
				for (int c = 0; c < 9; c++)
					at[k].m[c / 3][c % 3] *= size[k];
				bodies[k] = (struct body3){ .faces = &b[k].f, .frame = &at[k], .at = &at[k].at, .size = size[k],
					.n_round = b[k].f.n_vertex };
			}
			struct sift3 s = { &bodies[0], &bodies[1], v3_sub(at[1].at, at[0].at), 0 };
			if (!turned)
				sift3_search(&s, INFINITY, &n, &face);
			if (!face)
				break;
			found = sift3_normal(&s, face);
			bad += !turned && !(v3_norm(v3_sub(found, n)) < 1e-14);
			const struct body *on = &b[face < 0];
			const int *corner = on->p.corner + on->p.first[abs(face) - 1];
			struct point a = vertex(on, corner[0]);
			vec3 x = v3((double)(a.x[0] - on->x[0]), (double)(a.x[1] - on->x[1]), (double)(a.x[2] - on->x[2]));
			for (int k = 1; k < 3; k++) {
				struct point c = minus(vertex(on, corner[k]), a);
				bad += !(fabs(v3_dot(found, v3((double)c.x[0], (double)c.x[1], (double)c.x[2]))) < 1e-12);
			}
			bad += !(face * v3_dot(found, x) > 0); /* outwards, or the opposite for the second body */
			of[face < 0] += turned;
		}
	}
	ok(bad == 0 && of[0] > 10 && of[1] > 10, "%d and %d directions follow a face of the first and the second body, %d do not",
	   of[0], of[1], bad);
	body_free(&b[0]);
	body_free(&b[1]);
}

int main(void)
{
	rng_seed(&g, 11);
	check_energy("cubes", box(0.1, 0.5, 0.5, 0.5), box(0.1, 0.5, 0.5, 0.5), 3);
	check_energy("bricks and tetrahedra", box(0.07, 0.5, 0.3, 0.4), tetrahedron(0.1, 0.4), 3);
	check_energy("aligned cubes", box(0.1, 0.5, 0.5, 0.5), box(0.1, 0.5, 0.4, 0.3), 0.08);
	check_rim();
	check_parallel();
	check_cuts();
	check_dent();
	check_image();
	check_meeting();
	check_direction();
	return done();
}
