/* From points to walls that stand askew: planes, tubes and rods with ends and without, the faces of a mesh, by other means; what
 * goes on on the next face, and which face of two yields. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "contact/walls3.h"
#include "tap.h"

static struct rng draw;
static const double place[3] = { 0.3, -1.2, 0.7 }, size = 1.3;

static double any(double most)
{
	return most * (2 * rng_uniform(&draw) - 1);
}

static vec3 some(double most)
{
	double x = any(most), y = any(most), z = any(most);

	return v3(x, y, z);
}

static void askew(double m[3][3])
{
	double q[4] = { 0.8, 0.3, -0.45, 0.25 };

	quat_unit(q);
	quat_matrix(m, q);
	for (int k = 0; k < 9; k++)
		m[k / 3][k % 3] *= size;
}

/* In the frame of the wall at size 1 scaled up: along its axes. */
static vec3 local(const double m[3][3], vec3 p)
{
	vec3 d = v3_sub(p, v3_from(place));

	return v3((m[0][0] * d.x + m[1][0] * d.y + m[2][0] * d.z) / size, (m[0][1] * d.x + m[1][1] * d.y + m[2][1] * d.z) / size,
		(m[0][2] * d.x + m[1][2] * d.y + m[2][2] * d.z) / size);
}

static void cylinder_or_plane(enum shape_kind kind, int side, double length)
{
	struct solid solid = { .r = 0.9, .side = side, .length = length };
	struct shape shape = { .kind = kind, .n = 1, .solid = &solid };
	const struct shape *all[1] = { &shape };
	struct pebbles p;
	double m[3][3], off = 0, off_point = 0, off_axis = 0, r = 0.9 * size, half = 0.5 * length * size;

	askew(m);
	pebbles_init(&p, 1, all, &size);
	struct wall3 wall = wall3_of(&p, 0, place, (const double (*)[3])m);
	for (int k = 0; k < 500; k++) {
		vec3 at = v3_add(v3_from(place), some(2.5)), w, l = local((const double (*)[3])m, at);
		double far = wall3_from(&wall, at, &w), rho = hypot(l.x, l.y), want;
		vec3 to = v3_add(at, w), on = local((const double (*)[3])m, to);

		if (kind == SHAPE_PLANE) {
			want = l.z;
			off_point = fmax(off_point, fabs(on.z) + fabs(on.x - l.x) + fabs(on.y - l.y));
		} else {
			double over = fmax(fabs(l.z) - half, 0), in = side == CYLINDER_IN ? r - rho : rho - r;

			want = isinf(length) ? in : over > 0 ? hypot(rho - r, over) : fabs(in);
			double z = over > 0 ? copysign(half, l.z) : l.z;
			off_point = fmax(off_point, fabs(on.x - l.x / rho * r) + fabs(on.y - l.y / rho * r) + fabs(on.z - z));
		}
		off = fmax(off, fabs(far - want));
	}
	/* on the axis of an upright cylinder any direction across it will do */
	wall.at = v3(0, 0, 0);
	wall.axis = v3(0, 0, 1);
	if (kind == SHAPE_CYLINDER) {
		vec3 w;
		double far = wall3_from(&wall, v3(0, 0, 0.25), &w);

		off_axis = fabs(fabs(far) - r) + fabs(v3_norm(w) - r) + fabs(w.z);
	}
	const char *what = kind == SHAPE_PLANE ? "plane" : side == CYLINDER_IN ? "tube" : "rod";
	near(off, 0, 1e-14, "a %s of length %g: distances", what, length);
	near(off_point, 0, 1e-14, "and closest points");
	near(off_axis, 0, 1e-14, "on the axis");
	pebbles_free(&p);
}

/* ---- a mesh ---- */

static const double vertex[5][3] = { { 0, 0, 0 }, { 1, 0.1, 0 }, { 0.2, 0.9, 0.1 }, { 1.1, 1, 0.6 }, { -0.7, 0.6, 0.8 } };
static const int face[3][3] = { { 0, 1, 2 }, { 1, 3, 2 }, { 4, 0, 2 } };

/* The closest point of a segment. */
static vec3 on_segment(vec3 p, vec3 a, vec3 b)
{
	vec3 d = v3_sub(b, a);
	double t = v3_dot(v3_sub(p, a), d) / v3_dot(d, d);

	return v3_add(a, v3_scale(t < 0 ? 0 : t > 1 ? 1 : t, d));
}

/* Of a triangle, by its plane and its edges; which corners it lies between. */
static vec3 on_face(vec3 p, const vec3 c[3], int *corners)
{
	vec3 n = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0])), best = c[0];
	vec3 foot = v3_sub(p, v3_scale(v3_dot(v3_sub(p, c[0]), n) / v3_dot(n, n), n));
	int in = 1;

	for (int k = 0; k < 3; k++)
		in &= v3_dot(v3_cross(v3_sub(c[(k + 1) % 3], c[k]), v3_sub(foot, c[k])), n) > 0;
	*corners = 7;
	if (in)
		return foot;
	double least = INFINITY;
	for (int k = 0; k < 3; k++) {
		vec3 to = on_segment(p, c[k], c[(k + 1) % 3]);
		double far = v3_norm(v3_sub(to, p));

		if (far < least) {
			least = far;
			best = to;
		}
	}
	*corners = 0;
	for (int k = 0; k < 3; k++)
		if (v3_norm(v3_sub(best, c[k])) < 1e-14)
			*corners = 1 << k;
	for (int k = 0; k < 3 && !*corners; k++)
		if (v3_norm(v3_sub(best, on_segment(best, c[k], c[(k + 1) % 3]))) < 1e-14)
			*corners = 1 << k | 1 << (k + 1) % 3;
	return best;
}

static void faces(void)
{
	struct solid solid = { .n = 5, .n_face = 3, .vertex = (double (*)[3])vertex, .face = (int (*)[3])face };
	double m[3][3], off = 0;
	int seen[8] = { 0 }, wrong = 0;
	struct facets f;
	vec3 shift = v3(0.4, -0.3, 0.9);

	askew(m);
	facets_init(&f, &solid);
	facets_place(&f, place, (const double (*)[3])m, size, 1);
	struct wall3 wall = { .kind = FORM_MESH, .facets = &f, .shift = shift };
	for (int k = 0; k < 3000; k++) {
		vec3 c[3], p = v3_add(v3_add(v3_from(place), shift), some(2)), w;
		int corners, want;

		for (int z = 0; z < 3; z++) {
			const double *v = vertex[face[k % 3][z]];

			c[z] = v3(shift.x + place[0] + m[0][0] * v[0] + m[0][1] * v[1] + m[0][2] * v[2],
				shift.y + place[1] + m[1][0] * v[0] + m[1][1] * v[1] + m[1][2] * v[2],
				shift.z + place[2] + m[2][0] * v[0] + m[2][1] * v[1] + m[2][2] * v[2]);
		}
		double far = wall3_from_face(&wall, k % 3, p, &w, &corners);
		vec3 to = on_face(p, c, &want);
		off = fmax(off, v3_norm(v3_sub(v3_add(p, w), to)) + fabs(far - v3_norm(v3_sub(to, p))));
		wrong += corners != want;
		seen[corners]++;
	}
	near(off, 0, 3e-14, "the closest points of faces");
	ok(wrong == 0, "and between which corners they lie: %d wrong", wrong);
	ok(seen[1] && seen[2] && seen[3] && seen[4] && seen[5] && seen[6] && seen[7], "of all kinds");
	ok(facets_common(&f, 0, 1) == 2 && facets_common(&f, 0, 2) == 2 && facets_common(&f, 1, 2) == 1 && facets_share(&f, 0,
		6, 1) &&
	   !facets_share(&f, 0, 3, 1) && facets_share(&f, 0, 5, 2), "corners that faces share");
	facets_free(&f);
}

/* Two squares of a floor and one that stands on its far edge: what a ball above them touches. */
static void yields(void)
{
	static const double v[6][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 1, 1 }, { 1, 1, 1 } };
	static const int tri[4][3] = { { 0, 1, 2 }, { 1, 3, 2 }, { 2, 3, 4 }, { 3, 5, 4 } };
	static const double unity[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	struct solid solid = { .n = 6, .n_face = 4, .vertex = (double (*)[3])v, .face = (int (*)[3])tri };
	struct facets f;
	vec3 w;
	int c;

	facets_init(&f, &solid);
	facets_place(&f, (const double[3]){ 0, 0, 0 }, unity, 1, 1);
	struct wall3 wall = { .kind = FORM_MESH, .facets = &f };
	vec3 over = v3(0.3, 0.3, 0.2), edge = v3(0.5, 0.5, 0.2), nook = v3(0.5, 0.9, 0.2);
	wall3_from_face(&wall, 0, over, &w, &c);
	ok(c == 7 && !wall3_yields(&wall, 0, over, w, c, 1), "a face that is touched inside does not yield to one beside it");
	wall3_from_face(&wall, 1, over, &w, &c);
	ok(c == 5 && wall3_yields(&wall, 1, over, w, c, 0), "one that is touched at the edge that both have does");
	wall3_from_face(&wall, 0, edge, &w, &c);
	ok(!wall3_yields(&wall, 0, edge, w, c, 1), "over the edge itself the first one is touched");
	wall3_from_face(&wall, 1, edge, &w, &c);
	ok(wall3_yields(&wall, 1, edge, w, c, 0), "and the second is not");
	wall3_from_face(&wall, 1, nook, &w, &c);
	ok(!wall3_yields(&wall, 1, nook, w, c, 2) && !wall3_goes_on(&wall, 1, 2, nook, v3(0, 0, -1)),
		"a wall in another direction is another contact");
	ok(wall3_goes_on(&wall, 0, 1, over, v3(0, 0, -1)) == 0 && wall3_goes_on(&wall, 0, 1, v3(0.5, 0.48, 0.2), v3(0, 0,
		-1)) == 2 &&
	   wall3_goes_on(&wall, 0, 3, nook, v3(0, 1, 0)) == 0,
		"a contact goes on on a face with the same normal and two corners in common");
	ok(wall3_goes_on(&wall, 2, 0, v3(0.05, 0.9, 0.3), v3(0, 1, 0)) == 0, "not round a corner");
	facets_free(&f);
}

/* A flat fan of triangles about a corner, in random order: a ball a little beside an edge or the corner touches one of them. */
static void fan(void)
{
	enum { MOST = 8, PLACES = 40 };
	static const double unity[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	double v[MOST + 1][3] = { { 0, 0, 0 } };
	int tri[MOST][3], touched[3] = { 0 };

	for (int trial = 0; trial < 300; trial++) {
		int n = 4 + trial % 5;
		struct facets f;

		for (int k = 0; k < n; k++) {
			double angle = 6.283185307179586 * (k + 0.7 * rng_uniform(&draw)) / n, r = 0.5 + rng_uniform(&draw);

			v[k + 1][0] = r * cos(angle);
			v[k + 1][1] = r * sin(angle);
			v[k + 1][2] = 0;
			int at = (int)(rng_uniform(&draw) * (k + 1));

			memcpy(tri[k], tri[at], sizeof *tri);
			memcpy(tri[at], (int[3]){ 0, k + 1, (k + 1) % n + 1 }, sizeof *tri);
		}
		struct solid solid = { .n = n + 1, .n_face = n, .vertex = v, .face = tri };
		vec3 middle = v3(3 * rng_uniform(&draw), 3 * rng_uniform(&draw), 3 * rng_uniform(&draw));
		facets_init(&f, &solid);
		facets_place(&f, (const double[3]){ middle.x, middle.y, middle.z }, unity, 1, 1);
		struct wall3 wall = { .kind = FORM_MESH, .facets = &f };
		for (int z = 0; z < PLACES; z++) {
			double along = z % 2 ? 0 : 0.4 * rng_uniform(&draw), beside = pow(10, -17 + 12 * rng_uniform(&draw));
			const double *to = v[1 + z % n];
			vec3 p = v3_add(middle, v3(along * to[0] + beside * to[1], along * to[1] - beside * to[0], 0.29)), w;
			int stay = 0, corners;

			for (int k = 0; k < n; k++) {
				int yields = 0;

				wall3_from_face(&wall, k, p, &w, &corners);
				for (int other = 0; other < n; other++)
					yields |= other != k && wall3_yields(&wall, k, p, w, corners, other);
				stay += !yields;
			}
			touched[stay < 2 ? stay : 2]++;
		}
		facets_free(&f);
	}
	ok(touched[0] == 0 && touched[2] == 0, "a flat fan is touched once: not %d times, more often %d times, of %d", touched[0],
		touched[2], touched[0] + touched[1] + touched[2]);
}

int main(void)
{
	rng_seed(&draw, 2);
	cylinder_or_plane(SHAPE_PLANE, 0, INFINITY);
	for (int k = 0; k < 2; k++) {
		cylinder_or_plane(SHAPE_CYLINDER, k ? CYLINDER_IN : CYLINDER_OUT, INFINITY);
		cylinder_or_plane(SHAPE_CYLINDER, k ? CYLINDER_IN : CYLINDER_OUT, 1.7);
	}
	faces();
	yields();
	fan();
	return done();
}
