/* polyhedron_wedges.c: integrals over the wedges on a polyhedron's edges, several edges at a time */
#include "solid/polyhedron_wedges.h"

#include "base/trig.h"
#include "base/wide.h"

enum { AT = 0, TO = 3, NORMAL = 6, LENGTH = 9, ANGLE, SINE, COSINE, IN };

/* The six components of f sym(a b), from row `row` on. */
#define OUTER(row, f, a, b) \
	do { \
		const double outer = (f); \
		out[row][k] = outer * a.x * b.x; \
		out[row + 1][k] = outer * a.y * b.y; \
		out[row + 2][k] = outer * a.z * b.z; \
		out[row + 3][k] = outer * 0.5 * (a.x * b.y + a.y * b.x); \
		out[row + 4][k] = outer * 0.5 * (a.x * b.z + a.z * b.x); \
		out[row + 5][k] = outer * 0.5 * (a.y * b.z + a.z * b.y); \
	} while (0)

/* Within the plane across an edge a normal turns from n towards b by the angle a: e is its integral over the angle. */
static WIDE_INLINE void wedges_loop(double r, const double (*restrict in)[WEDGE_LANES], double (*restrict out)[WEDGE_LANES])
{
#pragma omp simd
	for (int k = 0; k < WEDGE_LANES; k++) {
		const vec3 at = { in[AT][k], in[AT + 1][k], in[AT + 2][k] }, to = { in[TO][k], in[TO + 1][k], in[TO + 2][k] };
		const vec3 n = { in[NORMAL][k], in[NORMAL + 1][k], in[NORMAL + 2][k] };
		const double l = in[LENGTH][k], a = in[ANGLE][k], s = in[SINE][k], c = in[COSINE][k];
		const vec3 mid = v3_scale(0.5, v3_add(at, to)), u = v3_scale(1 / l, v3_sub(to, at)), b = v3_cross(u, n);
		const vec3 e = v3_add(v3_scale(s, n), v3_scale(1 - c, b));
		const double v = a * r * r * l / 2, f = l * r * r * r * r / 4;
		const vec3 first = v3_add(v3_scale(v, mid), v3_scale(l * r * r * r / 3, e)), cone = v3_scale(-(a / 2), u);

		out[WEDGE_VOLUME][k] = v;
		out[WEDGE_FIRST][k] = first.x;
		out[WEDGE_FIRST + 1][k] = first.y;
		out[WEDGE_FIRST + 2][k] = first.z;
		OUTER(WEDGE_SECOND, v, mid, mid);
		OUTER(WEDGE_SECOND + 6, a * r * r * l * l * l / 24, u, u);
		OUTER(WEDGE_SECOND + 12, 2.0 / 3 * l * r * r * r, mid, e);
		OUTER(WEDGE_SECOND + 18, f * (a + s * c) / 2, n, n);
		OUTER(WEDGE_SECOND + 24, f * s * s, n, b);
		OUTER(WEDGE_SECOND + 30, f * (a - s * c) / 2, b, b);
		out[WEDGE_TURN][k] = l * a;
		out[WEDGE_CONE_FIRST][k] = cone.x;
		out[WEDGE_CONE_FIRST + 1][k] = cone.y;
		out[WEDGE_CONE_FIRST + 2][k] = cone.z;
		OUTER(WEDGE_CONE_SECOND, -1.0 / 3, e, u);
	}
}
WIDE_LOOP(wedges, (double r, const double (*restrict in)[WEDGE_LANES], double (*restrict out)[WEDGE_LANES]), (r, in, out))

/* Take edges; the last one fills places that are left. */
static void take_edges(double (*in)[WEDGE_LANES], const struct polyhedron *p, const vec3 *point, double unit, int from)
{
	for (int k = 0; k < WEDGE_LANES; k++) {
		const struct polyhedron_edge *e = &p->edge[from + k < p->n_edge ? from + k : p->n_edge - 1];
		const vec3 at = point[e->v[0]], to = point[e->v[1]];
		const double *n = p->normal[e->face[0]];

		in[AT][k] = at.x;
		in[AT + 1][k] = at.y;
		in[AT + 2][k] = at.z;
		in[TO][k] = to.x;
		in[TO + 1][k] = to.y;
		in[TO + 2][k] = to.z;
		in[NORMAL][k] = n[0];
		in[NORMAL + 1][k] = n[1];
		in[NORMAL + 2][k] = n[2];
		in[LENGTH][k] = e->length / unit;
		in[ANGLE][k] = e->angle;
	}
}

void polyhedron_wedges(double out[WEDGE_ROWS][WEDGE_LANES], const struct polyhedron *p, const vec3 *point, double unit, double r,
	int from)
{
	const int wide = wide_has();
	double in[IN][WEDGE_LANES];

	take_edges(in, p, point, unit, from);
	trig_sincos_all(wide, WEDGE_LANES, in[ANGLE], in[SINE], in[COSINE]);
	wedges(wide)(r, (const double (*)[WEDGE_LANES])in, out);
}
