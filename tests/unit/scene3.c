/* scene3.c: how far planes and tubes are seen: cut by the box around all, by its edges where it is periodic, by other planes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene_text.h"

#include "base/buf.h"
#include "base/quat.h"
#include "base/vec.h"
#include "common/scene3.h"
#include "tap.h"

static const char begin[] = "scree 1 dim=3\nshape 1 sphere r=0.5\nshape 2 plane\nshape 3 cylinder r=2 side=in length=3.5\n"
	"shape 4 cylinder r=1.5 side=out\n";
static const char columns[] = "columns body id shape size x y z qw qx qy qz\n";
static const char spheres[] = "body 1 1 1 0 0 0 1 0 0 0\nbody 2 1 1.5 3 2 4 1 0 0 0\n";
static const double spheres_lo[3] = { -0.5, -0.5, -0.5 }, spheres_hi[3] = { 3.75, 2.75, 4.75 };

static struct paint paint;
static struct canvas canvas;

/* The stage of one frame: two spheres, or none, and other bodies; to be freed. */
static struct scene3 look(const char *domain, const char *others, int n, int with_spheres, int axes)
{
	struct scene3 s = { .paint = &paint, .view = { -0.7, 0.4 }, .axes = axes, .threads = 1,
		.cutout = { { NAN, NAN, NAN }, { NAN, NAN, NAN }, { NAN, NAN, NAN }, 1 } };
	struct row3 row = { 1, 1, &s };
	struct world w;
	char text[1500];

	snprintf(text, sizeof text, "%s%s%sframe 0 t=0 body=%d\n%s%send 0\n", begin, domain, columns, n + 2 * with_spheres,
		with_spheres ? spheres : "", others);
	const char *error = read_all(text, &w);
	char *shown = mem_new((size_t)w.body.n_row, 1);
	memset(shown, 1, (size_t)w.body.n_row);
	char *what = scene3_keep(&s, &canvas, &w, shown);
	if (*error || what)
		ok(0, "read: %s, kept: %s", error, what ? what : "");
	row3_look(&row, &canvas);
	free(shown);
	world_free(&w);
	return s;
}

static vec3 triangle(const struct stage_face *f)
{
	vec3 a = v3_from(f->p[0]);

	return v3_scale(0.5, v3_cross(v3_sub(v3_from(f->p[1]), a), v3_sub(v3_from(f->p[2]), a)));
}

static int in_box(const double p[3], const double lo[3], const double hi[3], double room)
{
	for (int k = 0; k < 3; k++)
		if (p[k] < lo[k] - room || p[k] > hi[k] + room)
			return 0;
	return 1;
}

/* The area of the plane through `at` that is in a box, and before another plane, by a grid on it. */
static double plane_area(const double r[3][3], const double at[3], const double lo[3], const double hi[3], const double other[6])
{
	enum { N = 1500 };
	const double step = 30.0 / N;
	int n = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double u = (i + 0.5 - N / 2) * step, v = (j + 0.5 - N / 2) * step, p[3], front = 0;

			for (int k = 0; k < 3; k++)
				p[k] = at[k] + u * r[k][0] + v * r[k][1];
			for (int k = 0; k < 3 && other; k++)
				front += other[k] * (p[k] - other[3 + k]);
			n += front >= 0 && in_box(p, lo, hi, 0);
		}
	return n * step * step;
}

/* All triangles of the first plane lie in it and in the box, face where it faces, and cover what is to be seen. */
static void check_plane(const struct scene3 *s, const double r[3][3], const double at[3], const double lo[3], const double hi[3],
	const double other[6], const char *what)
{
	vec3 normal = v3(r[0][2], r[1][2], r[2][2]);
	double area = 0, off = 0;
	int inside = 1, faces = 1, body = s->stage.n_wall ? s->stage.wall[0].body : 0;

	for (int t = 0; t < s->stage.n_wall; t++) {
		const struct stage_face *f = &s->stage.wall[t];
		vec3 a = triangle(f);

		if (f->body != body)
			continue;
		area += v3_norm(a);
		faces &= v3_dot(a, normal) > 0;
		for (int c = 0; c < 3; c++) {
			off = fmax(off, fabs(v3_dot(normal, v3_sub(v3_from(f->p[c]), v3_from(at)))));
			inside &= in_box(f->p[c], lo, hi, 1e-9);
		}
	}
	ok(off < 1e-9 && inside && faces, "%s: in it, in the box, from the side of the grains", what);
	near(area, plane_area(r, at, lo, hi, other), 0.03 * area, "and as large as that: %.4g", area);
}

/* The box around both spheres and the point of a plane that is next to its middle. */
static void plane_box(const double r[3][3], const double at[3], double lo[3], double hi[3])
{
	double away = 0;

	for (int k = 0; k < 3; k++)
		away += r[k][2] * (0.5 * (spheres_lo[k] + spheres_hi[k]) - at[k]);
	for (int k = 0; k < 3; k++) {
		double p = 0.5 * (spheres_lo[k] + spheres_hi[k]) - away * r[k][2];

		lo[k] = fmin(spheres_lo[k], p);
		hi[k] = fmax(spheres_hi[k], p);
	}
}

static void test_planes(void)
{
	/* its normal is (0.8 0.48, ...): awkward, and no axis */
	const double q[4] = { 0.8, 0.4, -0.2, 0.4 }, at[3] = { 1, 0.5, -0.75 };
	double r[3][3], lo[3], hi[3], most = 0;

	quat_matrix(r, q);
	plane_box(r, at, lo, hi);
	struct scene3 s = look("", "body 3 2 1 1 0.5 -0.75 0.8 0.4 -0.2 0.4\n", 1, 1, 1);
	for (int k = 0; k < 3; k++)
		ok(fabs(s.lo[k] - lo[k]) < 1e-12 && fabs(s.hi[k] - hi[k]) < 1e-12, "the box reaches to the plane along axis %d", k);
	check_plane(&s, r, at, lo, hi, NULL, "a plane");
	scene3_free(&s);

	/* without axes a little further on all sides: 6 in 100 of the longest */
	s = look("", "body 3 2 1 1 0.5 -0.75 0.8 0.4 -0.2 0.4\n", 1, 1, 0);
	for (int k = 0; k < 3; k++)
		most = fmax(most, hi[k] - lo[k]);
	for (int k = 0; k < 3; k++) {
		lo[k] -= 0.06 * most;
		hi[k] += 0.06 * most;
	}
	check_plane(&s, r, at, lo, hi, NULL, "without axes");
	int rim = 0;
	for (int k = 0; k < s.stage.n_line; k++)
		rim += in_box(s.stage.line[k].p[0], lo, hi, 1e-9) && in_box(s.stage.line[k].p[1], lo, hi, 1e-9);
	ok(rim == s.stage.n_line && rim == s.stage.n_wall + 2, "with as many edges as corners: %d", rim);
	scene3_free(&s);

	/* a domain that is periodic along y and z: to its edges there */
	s = look("domain lo=-1,-1.25,-1.5 hi=6,4,7 periodic=yz\n", "body 3 2 1 1 0.5 -0.75 0.8 0.4 -0.2 0.4\n", 1, 1, 0);
	const double from[3] = { s.lo[0] - 0.06 * 8.5, -1.25, -1.5 }, to[3] = { s.hi[0] + 0.06 * 8.5, 4, 7 };
	check_plane(&s, r, at, from, to, NULL, "in a periodic domain");
	scene3_free(&s);

	/* a second one, whose back is not seen */
	const double level[6] = { 0, 0, 1, 0, 0, 0.25 };
	s = look("", "body 3 2 1 1 0.5 -0.75 0.8 0.4 -0.2 0.4\nbody 5 2 1 0 0 0.25 1 0 0 0\n", 2, 1, 1);
	check_plane(&s, r, at, s.lo, s.hi, level, "as far as another plane");
	scene3_free(&s);

	/* far away planes do not widen the picture, and nothing is seen of them */
	s = look("", "body 3 2 1 0 0 -90 1 0 0 0\n", 1, 1, 1);
	ok(s.lo[2] == -0.5 && s.stage.n_wall == 0, "a plane far away is not looked for");
	scene3_free(&s);
	s = look("", "body 3 2 1 0 0 0 1 0 0 0\n", 1, 0, 1);
	const double half[3] = { 0.5, 0.5, 0.5 }, minus[3] = { -0.5, -0.5, -0.5 }, one[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	check_plane(&s, one, (double[3]){ 0 }, minus, half, NULL, "a plane alone, one long and wide");
	scene3_free(&s);
}

/* All corners of a tube at its radius, from end to end; normals and corners' order to the side it has. */
static void check_tube(const struct scene3 *s, const double axis[3], const double at[3], double r, const double end[2], int side,
	const char *what)
{
	double off = 0, lo = INFINITY, hi = -INFINITY, area = 0;
	int right = s->stage.n_wall > 0;

	for (int t = 0; t < s->stage.n_wall; t++) {
		const struct stage_face *f = &s->stage.wall[t];
		vec3 n = triangle(f);

		area += v3_norm(n);
		for (int c = 0; c < 3; c++) {
			vec3 d = v3_sub(v3_from(f->p[c]), v3_from(at));
			double along = v3_dot(d, v3_from(axis));
			vec3 out = v3_sub(d, v3_scale(along, v3_from(axis))), m = v3(f->normal[c][0], f->normal[c][1], f->normal[c][2]);

			off = fmax(off, fabs(v3_norm(out) - r));
			off = fmax(off, v3_norm(v3_sub(m, v3_scale(side / r, out))) * 1e-6);
			lo = fmin(lo, along);
			hi = fmax(hi, along);
			right &= v3_dot(n, m) > 0;
		}
	}
	ok(off < 1e-9 && right, "%s: at its radius, its normals to its side", what);
	ok(fabs(lo - end[0]) < 1e-9 && fabs(hi - end[1]) < 1e-9, "from end to end: %.6g to %.6g", lo, hi);
	near(area, 2 * 3.14159265358979 * r * (end[1] - end[0]), 1e-3 * area, "all of it");
}

static void test_tubes(void)
{
	const double q[4] = { 0.8, 0.4, -0.2, 0.4 }, at[3] = { 2, 1, 1.5 };
	double r[3][3], end[2] = { -0.5 * 1.25 * 3.5, 0.5 * 1.25 * 3.5 };

	quat_matrix(r, q);
	const double axis[3] = { r[0][2], r[1][2], r[2][2] };
	struct scene3 s = look("", "body 3 3 1.25 2 1 1.5 0.8 0.4 -0.2 0.4\n", 1, 1, 1);
	check_tube(&s, axis, at, 2.5, end, -1, "a tube of some length");
	for (int k = 0; k < 3; k++) { /* the box of a cylinder */
		double reach = 2.5 * sqrt(1 - axis[k] * axis[k]) + end[1] * fabs(axis[k]);

		ok(fabs(s.lo[k] - fmin(spheres_lo[k], at[k] - reach)) < 1e-9 && fabs(s.hi[k] - fmax(spheres_hi[k], at[k] + reach)) < 1e-9,
		   "the box reaches around it along axis %d", k);
	}
	scene3_free(&s);
	for (int axes = 0; axes < 2; axes++) { /* to the corners of the box that are farthest along it */
		s = look("", "body 3 4 1.25 2 1 1.5 0.8 0.4 -0.2 0.4\n", 1, 1, axes);
		double room = axes ? 0 : 0.06 * fmax(s.hi[0] - s.lo[0], fmax(s.hi[1] - s.lo[1], s.hi[2] - s.lo[2]));

		end[0] = INFINITY;
		end[1] = -INFINITY;
		for (int c = 0; c < 8; c++) {
			double along = 0;

			for (int k = 0; k < 3; k++)
				along += axis[k] * ((c >> k & 1 ? s.hi[k] + room : s.lo[k] - room) - at[k]);
			end[0] = fmin(end[0], along);
			end[1] = fmax(end[1], along);
		}
		check_tube(&s, axis, at, 1.875, end, 1, axes ? "a tube without an end, with axes" : "a tube without an end");
		scene3_free(&s);
	}
}

int main(void)
{
	test_planes();
	test_tubes();
	paint_free(&paint);
	return done();
}
