/* faces3_many.c: the nearest points of many pairs of features of two bodies
 *
 * Pairs of edges are taken four at a time, and pairs of a vertex and a face one by one, with four sides of the face at a time.
 * Most bodies that touch have few pairs near each other, so that eight lanes would be half empty. */
#include "contact/faces3_many.h"

#include <limits.h>

#include "contact/faces3_points.h"

/* Four pairs of edges. middle_i, middle_j, a, b: middles and halves of edges in the frames of their bodies; the first numbers of
 * structures become rows, and the fourth numbers of middles mean nothing. */
typedef double lane[QUAD];
struct edges4 {
	int n, of[QUAD];        /* number of pairs, and their indices */
	lane a[3], b[3], middle_i[4], middle_j[4];
	lane ab, across2, unit, across[3], weight, w[3], slope[3], from[3];
};

static WIDE_INLINE vec3 get(const lane *a, int k)
{
	return v3(a[0][k], a[1][k], a[2][k]);
}

static WIDE_INLINE void put(lane *a, int k, vec3 v)
{
	a[0][k] = v.x;
	a[1][k] = v.y;
	a[2][k] = v.z;
}

static WIDE_INLINE void edges_load(const struct bodies_near3 *b, const int (*pair)[2], struct edges4 *e)
{
	quad i[QUAD], j[QUAD];

	for (int k = e->n; k < QUAD; k++) /* empty lanes are like the first */
		e->of[k] = e->of[0];
	QUAD_UNROLL
	for (int k = 0; k < QUAD; k++) {
		const int *p = pair[e->of[k]];

		i[k] = QUAD_AT(&b->i.entry[p[0]]);
		j[k] = QUAD_AT(&b->j.entry[p[1]]);
		put(e->a, k, b->i.faces->half[p[0]]);
		put(e->b, k, b->j.faces->half[p[1]]);
	}
	quad_turn_of(i, e->middle_i[0], QUAD);
	quad_turn_of(j, e->middle_j[0], QUAD);
}

static WIDE_INLINE void edges_find(const struct bodies_near3 *two, struct edges4 *restrict e)
{
	const struct frame3 fi = *two->i.frame, fj = *two->j.frame;
	const vec3 h = two->h;

#pragma omp simd
	for (int k = 0; k < QUAD; k++) {
		vec3 a = turned(&fi, get(e->a, k)), b = turned(&fj, get(e->b, k)), middle = placed(&fi, get(e->middle_i, k));
		struct segments3 o = segments(a, b, v3_sub(v3_add(placed(&fj, get(e->middle_j, k)), h), middle));

		e->ab[k] = o.ab;
		e->across2[k] = o.across2;
		e->unit[k] = o.unit;
		put(e->across, k, o.across);
		put(e->w, k, o.w);
		put(e->from, k, v3_add(v3_sub(middle, fi.at), v3_scale(o.s, a)));
	}
}

/* Most edges are not nearly parallel. */
static WIDE_INLINE void edges_weigh(struct edges4 *restrict e)
{
	int parallel = 0;

	for (int k = 0; k < QUAD; k++) {
		parallel |= e->across2[k] < 1.001 * FACES3_PARALLEL * e->unit[k];
		e->weight[k] = 1;
		put(e->slope, k, v3(0, 0, 0));
	}
	if (!parallel)
		return;
#pragma omp simd
	for (int k = 0; k < QUAD; k++) {
		vec3 slope;

		e->weight[k] = edges_weight(e->ab[k], e->across2[k], e->unit[k], get(e->across, k), &slope);
		put(e->slope, k, slope);
	}
}

static WIDE_INLINE void edges_flush(const struct bodies_near3 *b, const int (*pair)[2], struct edges4 *e,
	struct nearest3 *out)
{
	edges_load(b, pair, e);
	edges_find(b, e);
	edges_weigh(e);
	for (int k = 0; k < e->n; k++)
		out[e->of[k]] = (struct nearest3){ get(e->from, k), get(e->w, k), e->weight[k], get(e->slope, k), 1 };
	e->n = 0;
}

/* The vertex or pebble v of one body, and the face, line or cut k of the other. of_i: the vertex is that of i. */
static WIDE_INLINE void vertex_find(const struct bodies_near3 *b, int of_i, int v, int k, struct nearest3 *out)
{
	const struct body3 *at = of_i ? &b->i : &b->j, *on = of_i ? &b->j : &b->i;
	const struct pebble *p = &at->entry[v];
	vec3 x = at->faces ? placed(at->frame, v3(p->x, p->y, p->z)) : v3(p->x, p->y, p->z);

	out->weight = on->faces->kind[k] == FEATURE_CUT ? -1 : 1;
	out->slope = v3(0, 0, 0);
	out->share = 1;
	if (of_i) {
		out->arm = v3_sub(x, at->at);
		out->w = from_point(on->faces, on->frame, k, v3_sub(x, v3_add(on->at, b->h)));
	} else {
		vec3 from = v3_sub(v3_add(x, b->h), on->at), w = from_point(on->faces, on->frame, k, from);

		out->arm = v3_add(from, w);
		out->w = v3_sub(v3(0, 0, 0), w);
	}
}

static WIDE_INLINE void nearest_loop(const struct bodies_near3 *b, int n, const int (*pair)[2], struct nearest3 *out)
{
	/* what has a smaller number is a vertex or a pebble */
	int first_i = b->i.faces ? b->i.faces->n_vertex : INT_MAX, first_j = b->j.faces ? b->j.faces->n_vertex : INT_MAX;
	_Alignas(64) struct edges4 e;

	e.n = 0;
	for (int k = 0; k < n; k++) {
		int of_i = pair[k][0] < first_i;

		if (of_i || pair[k][1] < first_j)
			vertex_find(b, of_i, pair[k][!of_i], pair[k][of_i], &out[k]);
		else
			e.of[e.n++] = k;
		if (e.n == QUAD || (e.n > 0 && k + 1 == n))
			edges_flush(b, pair, &e, out);
	}
}
WIDE_LOOP(nearest, (const struct bodies_near3 *b, int n, const int (*pair)[2], struct nearest3 *out), (b, n, pair, out))

void faces3_nearest_many(int wide, const struct bodies_near3 *b, int n, const int (*pair)[2], struct nearest3 *out)
{
	if (n > 0)
		nearest(wide)(b, n, pair, out);
}
