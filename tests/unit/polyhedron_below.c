/* polyhedron_below.c: the part of a spheropolyhedron below a plane, against closed forms and sums over lines through it */
#include "solid/polyhedron_below.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"
#include "mesh/polyhedron_lines.h"
#include "tap.h"

enum { HEIGHTS = 9 };

static struct solid solid_of(double r, int n, const double (*x)[3], const char *faces, const double turn[4])
{
	struct solid s = { .n = n, .r = r, .vertex = mem_new((size_t)n, sizeof *s.vertex), .first = MEM_ZERO(int, 20),
		.corner = MEM_ZERO(int, 100) };
	double m[3][3];

	quat_matrix(m, turn);
	for (int v = 0; v < n; v++)
		mat3_apply(s.vertex[v], (const double (*)[3])m, x[v]);
	for (const char *at = faces; *at;) {
		char *end;

		s.corner[s.first[s.n_face + 1]++] = (int)strtol(at, &end, 10);
		if (*end != ' ') {
			s.n_face++;
			s.first[s.n_face + 1] = s.first[s.n_face];
		}
		at = end + (*end != 0);
	}
	return s;
}

/* Along x, against N by N lines along x. */
static void compare(const char *what, struct solid s, double tolerance)
{
	enum { N = 160 };
	struct polyhedron_fault fault;
	struct polyhedron p;
	struct polyhedron_lines l;
	struct intervals in = { .n = 0 };
	double height[HEIGHTS], part[HEIGHTS], by[HEIGHTS] = { 0 }, all = 0;

	ok(polyhedron_init(&p, &s, &fault) == 0 && polyhedron_lines_init(&l, &s) == 0, "%s: is a body", what);
	for (int k = 0; k < HEIGHTS; k++)
		height[k] = l.lines.lo[0] + (l.lines.hi[0] - l.lines.lo[0]) * k / (HEIGHTS - 1);
	for (int i = 0; i < N * N; i++) {
		in.n = 0;
		l.lines.cut(l.lines.body, l.lines.lo[1] + (l.lines.hi[1] - l.lines.lo[1]) * (i / N + 0.5) / N,
		            l.lines.lo[2] + (l.lines.hi[2] - l.lines.lo[2]) * (i % N + 0.5) / N, &in);
		intervals_join(&in);
		for (int e = 0; e < in.n; e++) {
			all += in.at[e][1] - in.at[e][0];
			for (int k = 0; k < HEIGHTS; k++)
				by[k] += fmax(fmin(in.at[e][1], height[k]) - in.at[e][0], 0);
		}
	}
	polyhedron_below(&p, (double[3]){ 1, 0, 0 }, HEIGHTS, height, part);
	for (int k = 0; k < HEIGHTS; k++)
		near(part[k], by[k] / all, tolerance, "%s: the part below plane %d", what, k);
	/* from the other side */
	double back[HEIGHTS], other[HEIGHTS];
	for (int k = 0; k < HEIGHTS; k++)
		back[k] = -height[k];
	polyhedron_below(&p, (double[3]){ -1, 0, 0 }, HEIGHTS, back, other);
	for (int k = 0; k < HEIGHTS; k++)
		near(part[k] + other[k], 1, p.r > 0 && !p.convex ? 1e-2 : 1e-4, "%s: and above it", what);
	polyhedron_lines_free(&l);
	polyhedron_free(&p);
	free(in.at);
	free(s.vertex);
	free(s.first);
	free(s.corner);
}

/* A cube of side 2 with the spheroradius r, cut along its faces: slabs of a rounded square between the faces, and above them the
 * prism of a face, quarter rounds and a half ball. */
static void cube(const double (*x)[3], const char *faces)
{
	const double r = 0.25, pi = 3.14159265358979323846, up[3] = { 0, 0, 1 };
	double part[4], height[4] = { -1, 0.3, 1, 1.1 }, slab = 4 + 8 * r + pi * r * r, a = 0.1, h = r - a;
	double whole = 8 + 24 * r + 6 * pi * r * r + 4 * pi / 3 * r * r * r, b = sqrt(r * r - a * a);
	/* above 1 + a: the prism, halves of circular segments on four edges, and a cap of the ball */
	double cap = 4 * h + 4 * 2 * 0.5 * (r * r * atan2(b, a) - a * b) + pi * h * h * (3 * r - h) / 3;
	struct solid s = solid_of(r, 8, x, faces, (double[4]){ 1, 0, 0, 0 });
	struct polyhedron_fault fault;
	struct polyhedron p;

	polyhedron_init(&p, &s, &fault);
	polyhedron_below(&p, up, 4, height, part);
	near(part[0] * whole, (whole - 2 * slab) / 2, 1e-3, "below the lower face of a cube");
	near(part[1] * whole, (whole - 2 * slab) / 2 + 1.3 * slab, 1e-3, "between the faces");
	near(part[2] * whole, (whole + 2 * slab) / 2, 1e-3, "to the upper face");
	near((1 - part[3]) * whole, cap, 1e-3, "above it");
	polyhedron_free(&p);
	free(s.vertex);
	free(s.first);
	free(s.corner);
}

int main(void)
{
	static const double box[8][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { -1, 1, -1 }, { 1, 1, -1 }, { -1, -1, 1 }, { 1, -1, 1 },
		{ -1, 1, 1 }, { 1, 1, 1 } };
	static const double skew[4][3] = { { 0, 0, 0 }, { 1.7, 0.1, 0 }, { 0.3, 1.2, 0.2 }, { 0.4, 0.5, 0.9 } };
	static const double ell[12][3] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 1, 0 }, { 1, 1, 0 }, { 1, 2, 0 }, { 0, 2, 0 },
		{ 0, 0, 1 }, { 2, 0, 1 }, { 2, 1, 1 }, { 1, 1, 1 }, { 1, 2, 1 }, { 0, 2, 1 } };
	static const char box_faces[] = "0 4 6 2,1 3 7 5,0 1 5 4,2 6 7 3,0 2 3 1,4 5 7 6", skew_faces[] = "0 2 1,0 1 3,1 2 3,0 3 2";
	/* the L's ends in two pieces each: faces are convex */
	static const char ell_faces[] = "3 2 1 0,5 4 3 0,6 7 8 9,6 9 10 11,0 1 7 6,1 2 8 7,2 3 9 8,3 4 10 9,4 5 11 10,5 0 6 11";
	const double q[4] = { 0.5, 0.1, -0.7, 0.5 }, straight[4] = { 1, 0, 0, 0 };

	compare("a sharp cube", solid_of(0, 8, box, box_faces, q), 3e-4);
	compare("a rounded cube", solid_of(0.3, 8, box, box_faces, q), 3e-4);
	compare("a rounded cube that stands straight", solid_of(0.3, 8, box, box_faces, straight), 1e-3);
	compare("a rounded tetrahedron", solid_of(0.2, 4, skew, skew_faces, q), 3e-4);
	compare("a tetrahedron that is mostly round", solid_of(2, 4, skew, skew_faces, q), 3e-4);
	compare("a rod", solid_of(0.4, 2, skew, "", q), 3e-4);
	compare("a plate", solid_of(0.4, 3, skew, "0 1 2,2 1 0", q), 3e-4);
	compare("a ball", solid_of(0.4, 1, skew, "", q), 3e-4);
	compare("a sharp L", solid_of(0, 12, ell, ell_faces, q), 3e-4);
	compare("a rounded L", solid_of(0.1, 12, ell, ell_faces, q), 3e-3);
	cube(box, box_faces);
	return done();
}
