/* faces3_many.c: the nearest points of many pairs of features
 *
 * Pairs of edges stand side by side in lanes, whichever bodies they are of. Pairs of a vertex and a face are taken one by
 * one, with four sides of the face at a time. */
#include "contact/faces3_many.h"

#include <limits.h>

#include "contact/faces3_points.h"

/* ---- bodies ---- */

/* The product of a matrix, given by columns or, for its transpose, rows, and the vector x, y, z, each a number or four equal
 * ones; in the order of turned and turned_back in faces3_points.h. Functions that return quads would have another interface
 * for each kind of vectors. */
#define TURN(m, x, y, z) (QUAD_AT((m)[0]) * (x) + QUAD_AT((m)[1]) * (y) + QUAD_AT((m)[2]) * (z))
#define FOUR_OF(v, k) QUAD_PICK(v, v, k, k, k, k)
#define TURN_FOUR(m, v) TURN(m, FOUR_OF(v, 0), FOUR_OF(v, 1), FOUR_OF(v, 2))

/* Two bodies as the loops need them; what has a smaller number than first is a vertex or a pebble. Consecutive looks often
 * have a vertex in common: vertex are the last ones of both bodies, -1 if there were none. place: the vertex of body 0 or 1;
 * vector: to it from the other body; within: the same in the frame of that body. */
struct two {
	const struct bodies_near3 *b;
	quad at_i, at_j, h;
	int of, first_i, first_j, vertex[2];
	quad place[2], vector[2], within[2];
};

static WIDE_INLINE void two_set(struct two *t, const struct bodies_near3 *bodies, int of)
{
	const struct bodies_near3 *b = t->b = &bodies[of];

	t->of = of;
	t->at_i = QUAD_AT(b->i->at);
	t->at_j = QUAD_AT(b->j->at);
	t->h = QUAD_AT(&b->h);
	t->first_i = b->i->faces ? b->i->faces->n_vertex : INT_MAX;
	t->first_j = b->j->faces ? b->j->faces->n_vertex : INT_MAX;
	t->vertex[0] = t->vertex[1] = -1;
}

/* ---- two edges ---- */

/* Pairs of edges in lanes. row: of a pair the halves of both edges, the vector between their middles, and the first middle from
 * its body's position, each as four numbers; in: the same in lanes; out: of nearest3 the arm, the weight, w; d2: squares of
 * distances. */
enum { NUMBERS = 16, RESULTS = 8 };
typedef double lane[OCTET];
struct edges8 {
	int n, of[OCTET];       /* number of pairs, and their indices */
	double row[OCTET][NUMBERS];
	lane in[NUMBERS], out[RESULTS], d2, ab, across2, unit, across[3], slope[3];
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

static WIDE_INLINE void edges_add(struct two *t, const struct look3 *look, int k, struct edges8 *e)
{
	const struct body3 *bi = t->b->i, *bj = t->b->j;
	const struct entry3 *i = &bi->faces->entry[look->a], *j = &bj->faces->entry[look->b];
	quad *row = (quad *)e->row[e->n];

	quad from = t->at_i + TURN(bi->frame->column, i->x, i->y, i->z), to = t->at_j + TURN(bj->frame->column, j->x, j->y, j->z);

	row[0] = TURN(bi->frame->column, i->half.x, i->half.y, i->half.z);
	row[1] = TURN(bj->frame->column, j->half.x, j->half.y, j->half.z);
	row[2] = to + t->h - from;
	row[3] = from - t->at_i;
	e->of[e->n++] = k;
}

static WIDE_INLINE void edges_turn(int lanes, struct edges8 *e)
{
	if (lanes == OCTET) {
		octet row[OCTET];

		QUAD_UNROLL
		for (int c = 0; c < NUMBERS; c += OCTET) {
			QUAD_UNROLL
			for (int k = 0; k < OCTET; k++)
				row[k] = OCTET_AT(e->row[k] + c);
			octet_turn_of(row, (octet *)e->in[c]);
		}
	} else {
		for (int k = 0; k < e->n; k += QUAD)
			for (int c = 0; c < NUMBERS; c += QUAD)
				quad_turn(e->row[k] + c, e->row[k + 1] + c, e->row[k + 2] + c, e->row[k + 3] + c, e->in[c] + k, OCTET);
	}
}

static WIDE_INLINE void edges_find(int lanes, struct edges8 *restrict e)
{
	for (int h = 0; h < e->n; h += lanes)
#pragma omp simd
		for (int k = h; k < h + lanes; k++) {
			vec3 a = get(e->in, k);
			struct segments3 o = segments(a, get(e->in + 4, k), get(e->in + 8, k));

			e->ab[k] = o.ab;
			e->across2[k] = o.across2;
			e->unit[k] = o.unit;
			put(e->across, k, o.across);
			put(e->out, k, v3_add(get(e->in + 12, k), v3_scale(o.s, a)));
			put(e->out + 4, k, o.w);
			e->d2[k] = v3_dot(o.w, o.w);
			e->out[3][k] = 1;
			e->out[7][k] = 0;
		}
}

/* Find the weights of edges, if some are nearly parallel: most are not. Returns which ones are, as bits. The bits of weights and
 * slopes are those of edges_weight. */
static WIDE_INLINE unsigned edges_weigh(struct edges8 *restrict e)
{
	const quad one = { 1, 1, 1, 1 };
	unsigned parallel = 0;

	for (int k = 0; k < e->n; k++)
		parallel |= (unsigned)(e->across2[k] < 1.001 * FACES3_PARALLEL * e->unit[k]) << k;
	for (int k = 0; k < e->n && parallel; k += QUAD) {
		quad unit = QUAD_AT(e->unit + k), sine2 = QUAD_AT(e->across2 + k) / unit, part = sine2 / FACES3_PARALLEL;
		quad rest = 2 / FACES3_PARALLEL * (one - part), turn = 2 * rest * QUAD_AT(e->ab + k) / unit;
		quad_bits is = (quad_bits)(sine2 < FACES3_PARALLEL);

		*(quad *)(e->out[3] + k) = QUAD_CHOOSE(is, part * (2 - part), one);
		for (int c = 0; c < 3; c++)
			*(quad *)(e->slope[c] + k) = QUAD_CHOOSE(is, turn * QUAD_AT(e->across[c] + k), (quad){ 0 });
	}
	return parallel;
}

static WIDE_INLINE void edges_put(int lanes, struct edges8 *e, struct nearest3 *out, double *d2)
{
	double row[OCTET][RESULTS];
	unsigned parallel = edges_weigh(e);

	if (lanes == OCTET)
		octet_turn_of((const octet *)e->out[0], (octet *)row[0]);
	else
		for (int k = 0; k < e->n; k += QUAD)
			for (int c = 0; c < RESULTS; c += QUAD)
				quad_back(e->out[c] + k, OCTET, row[k] + c, row[k + 1] + c, row[k + 2] + c, row[k + 3] + c);
	for (int k = 0; k < e->n; k++) {
		struct nearest3 *to = &out[e->of[k]];

		((quad *)&to->arm)[0] = QUAD_AT(row[k]);
		((quad *)&to->arm)[1] = QUAD_AT(row[k] + QUAD);
		d2[e->of[k]] = e->d2[k];
		to->slopes = parallel >> k & 1;
		to->slope = v3(0, 0, 0);
	}
	for (unsigned set = parallel; set; set &= set - 1) {
		int k = __builtin_ctz(set);

		out[e->of[k]].slope = get(e->slope, k);
	}
}

static WIDE_INLINE void edges_flush(int lanes, struct edges8 *e, struct nearest3 *out, double *d2)
{
	for (int k = e->n; k % lanes; k++) /* empty lanes are like the first */
		for (int c = 0; c < NUMBERS; c += QUAD)
			*(quad *)(e->row[k] + c) = QUAD_AT(e->row[0] + c);
	edges_turn(lanes, e);
	edges_find(lanes, e);
	edges_put(lanes, e, out, d2);
	e->n = 0;
}

/* ---- a vertex and a face ---- */

/* The vectors from the point y to the closest points of four sides, and their squares; INFINITY for those y is not beyond. */
struct four { quad x, y, z, d2; };

static WIDE_INLINE void sides_from(const struct sides3 *a, const quad *y, const quad *n, struct four *to)
{
	quad along0 = QUAD_AT(a->along[0]), along1 = QUAD_AT(a->along[1]), along2 = QUAD_AT(a->along[2]), length = QUAD_AT(a->length);
	quad d0 = y[0] - QUAD_AT(a->from[0]), d1 = y[1] - QUAD_AT(a->from[1]), d2 = y[2] - QUAD_AT(a->from[2]);
	quad out0 = along1 * n[2] - along2 * n[1], out1 = along2 * n[0] - along0 * n[2], out2 = along0 * n[1] - along1 * n[0];
	quad_bits beyond = (quad_bits)(d0 * out0 + d1 * out1 + d2 * out2 > 0);
	quad t = d0 * along0 + d1 * along1 + d2 * along2;

	t = QUAD_CHOOSE(t > length, length, t);
	t = QUAD_CHOOSE(t < 0, (quad){ 0 }, t);
	to->x = t * along0 - d0;
	to->y = t * along1 - d1;
	to->z = t * along2 - d2;
	to->d2 = QUAD_CHOOSE(beyond, to->x * to->x + to->y * to->y + to->z * to->z, INFINITY + (quad){ 0 });
}

/* Keep the shorter of two vectors with their squares, or the first, in *a. */
static WIDE_INLINE void keep_nearer(quad *a, const quad *b)
{
	quad_bits is = (quad_bits)(FOUR_OF(*b, 3) < FOUR_OF(*a, 3));

	*a = QUAD_CHOOSE(is, *b, *a);
}

/* The vector from the point y to the closest point of a face, both in the body frame; to_face of faces3_points.h with the same
 * bits, nearly without branches. */
static WIDE_INLINE void face_from(const struct faces3 *f, int face, const quad *from, quad *to)
{
	vec3 m = f->entry[f->n_vertex + f->n_edge + face].normal;
	quad y[3] = { FOUR_OF(*from, 0), FOUR_OF(*from, 1), FOUR_OF(*from, 2) };
	quad normal = { m.x, m.y, m.z }, n[3] = { FOUR_OF(normal, 0), FOUR_OF(normal, 1), FOUR_OF(normal, 2) };
	const struct sides3 *first = &f->sides[f->four[face]], *end = &f->sides[f->four[face + 1]];
	struct four best, other;

	sides_from(first, y, n, &best);
	for (const struct sides3 *a = first + 1; a < end; a++) {
		sides_from(a, y, n, &other);
		quad_bits is = (quad_bits)(other.d2 < best.d2);
		best.x = QUAD_CHOOSE(is, other.x, best.x);
		best.y = QUAD_CHOOSE(is, other.y, best.y);
		best.z = QUAD_CHOOSE(is, other.z, best.z);
		best.d2 = QUAD_CHOOSE(is, other.d2, best.d2);
	}
	const quad column[4] = { best.x, best.y, best.z, best.d2 };
	quad side[4];

	quad_turn_to(column, side);
	keep_nearer(&side[0], &side[1]);
	keep_nearer(&side[2], &side[3]);
	keep_nearer(&side[0], &side[2]);
	double above = v3_dot(v3((*from)[0] - first->from[0][0], (*from)[1] - first->from[1][0], (*from)[2] - first->from[2][0]), m);
	quad_bits beyond = (quad_bits)(FOUR_OF(side[0], 3) < INFINITY);
	*to = QUAD_CHOOSE(beyond, side[0], -above * normal);
}

/* Place the vertex or pebble v of the body i, if of_i is set, or j, and find the vector to it from the other body. */
static WIDE_INLINE void vertex_place(struct two *t, int of_i, int v)
{
	const struct body3 *at = of_i ? t->b->i : t->b->j, *on = of_i ? t->b->j : t->b->i;
	quad x, d;

	if (at->faces) {
		const struct entry3 *p = &at->faces->entry[v];

		x = (of_i ? t->at_i : t->at_j) + TURN(at->frame->column, p->x, p->y, p->z);
	} else {
		x = QUAD_AT(&at->pebble[v]);
	}
	if (of_i)
		d = x - (t->at_j + t->h);
	else
		d = x + t->h - t->at_i;
	t->vertex[!of_i] = v;
	t->place[!of_i] = x;
	t->vector[!of_i] = d;
	t->within[!of_i] = on->frame->inverse * TURN_FOUR(on->frame->m, d);
}

/* The vertex or pebble v of the body i, if of_i is set, or j, and the face, line or cut k of the other. Returns the square of
 * their distance. */
static WIDE_INLINE double vertex_find(struct two *t, int of_i, int v, int k, struct nearest3 *out)
{
	const struct body3 *on = of_i ? t->b->j : t->b->i;
	const struct faces3 *f = on->faces;
	quad w;

	if (t->vertex[!of_i] != v)
		vertex_place(t, of_i, v);
	if (f->entry[k].kind == FEATURE_FACE) {
		face_from(f, k - f->n_vertex - f->n_edge, &t->within[!of_i], &w);
	} else {
		quad y = t->within[!of_i];
		vec3 edge = to_edge(f, f->entry[k].kind == FEATURE_LINE ? f->n_vertex : k, v3(y[0], y[1], y[2]));

		w = (quad){ edge.x, edge.y, edge.z };
	}
	w = TURN_FOUR(on->frame->column, w);
	if (of_i) {
		*(quad *)&out->arm = t->place[0] - t->at_i;
		*(quad *)&out->w = w;
	} else {
		*(quad *)&out->arm = t->vector[1] + w;
		*(quad *)&out->w = (quad){ 0 } - w;
	}
	out->weight = f->entry[k].kind == FEATURE_CUT ? -1 : 1;
	out->slope = v3(0, 0, 0);
	out->slopes = 0;
	w *= w;
	return w[0] + w[1] + w[2];
}

/* ---- all pairs ---- */

enum { LINE = 64 }; /* of the cache */

static WIDE_INLINE void memory_ahead(const struct bodies_near3 *b)
{
	for (int z = 0; z < 2; z++)
		for (size_t k = 0; k < b->ahead[z].bytes; k += LINE)
			__builtin_prefetch((const char *)b->ahead[z].at + k, 1);
}

/* The features of a body of a later look, and the last one that was prefetched; those from first_face on are faces. */
struct later { const struct entry3 *entry; const struct sides3 *sides; const int *four; int first_face, last; };

static WIDE_INLINE void later_set(struct later *l, const struct faces3 *f)
{
	*l = (struct later){ .entry = NULL };
	if (f)
		*l = (struct later){ f->entry, f->sides, f->four, f->n_vertex + f->n_edge, -1 };
}

/* Prefetch what a feature needs: bodies of many shapes do not fit into the cache. */
static WIDE_INLINE void feature_ahead(struct later *l, int k)
{
	enum { SOME = 8 }; /* lines: most faces have no more sides */

	if (!l->entry || k == l->last)
		return;
	l->last = k;
	__builtin_prefetch(&l->entry[k]);
	if (k < l->first_face)
		return;
	const char *sides = (const char *)&l->sides[l->four[k - l->first_face]];
	QUAD_UNROLL
	for (int z = 0; z < SOME; z++)
		__builtin_prefetch(sides + LINE * z);
}

static WIDE_INLINE void nearest_loop(int lanes, int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look,
	struct nearest3 *out, double *d2)
{
	enum { AHEAD = 8 };
	_Alignas(LINE) struct edges8 e;
	struct two t = { .of = -1 };
	struct later i = { .entry = NULL }, j = i;
	int of = -1; /* the two bodies of the later look */

	e.n = 0;
	for (int k = 0; k < n; k++) {
		if (ahead && k + AHEAD < n) {
			const struct look3 *next = &look[k + AHEAD];

			if (of != next->of) {
				of = next->of;
				later_set(&i, bodies[of].i->faces);
				later_set(&j, bodies[of].j->faces);
			}
			feature_ahead(&i, next->a);
			feature_ahead(&j, next->b);
		}
		if (t.of != look[k].of) {
			two_set(&t, bodies, look[k].of);
			memory_ahead(t.b);
		}
		int of_i = look[k].a < t.first_i;

		if (of_i)
			d2[k] = vertex_find(&t, 1, look[k].a, look[k].b, &out[k]);
		else if (look[k].b < t.first_j)
			d2[k] = vertex_find(&t, 0, look[k].b, look[k].a, &out[k]);
		else
			edges_add(&t, &look[k], k, &e);
		if (e.n == OCTET)
			edges_flush(lanes, &e, out, d2);
	}
	if (e.n > 0)
		edges_flush(lanes, &e, out, d2);
}
WIDE_LOOP_LANES(nearest, (int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look, struct nearest3 *out,
	double *d2), ahead, bodies, n, look, out, d2)

void faces3_nearest_many(int wide, int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look,
	struct nearest3 *out, double *d2)
{
	if (n > 0)
		nearest(wide)(ahead, bodies, n, look, out, d2);
}
