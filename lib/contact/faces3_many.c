/* faces3_many.c: the nearest points of many pairs of features
 *
 * Pairs of edges stand side by side in lanes, whichever bodies they are of. Pairs of a vertex and a face are taken one by
 * one, with four sides of the face at a time. A branch that depends on the look is often predicted badly, and then takes longer
 * than what it would save: there are few of them. */
#include "contact/faces3_many.h"

#include "contact/faces3_points.h"

/* ---- bodies ---- */

/* The product of a matrix, given by columns or, for its transpose, rows, and the vector x, y, z, each a number or four equal
 * ones; in the order of turned and turned_back in faces3_points.h. Functions that return quads would have another interface
 * for each kind of vectors. */
#define TURN(m, x, y, z) (QUAD_AT((m)[0]) * (x) + QUAD_AT((m)[1]) * (y) + QUAD_AT((m)[2]) * (z))
#define FOUR_OF(v, k) QUAD_PICK(v, v, k, k, k, k)
#define TURN_FOUR(m, v) TURN(m, FOUR_OF(v, 0), FOUR_OF(v, 1), FOUR_OF(v, 2))

/* The cross product of two vectors, each the first three numbers of a quad. */
#define CROSS(p, q) (QUAD_PICK(p, p, 1, 2, 0, 3) * QUAD_PICK(q, q, 2, 0, 1, 3) - \
	QUAD_PICK(p, p, 2, 0, 1, 3) * QUAD_PICK(q, q, 1, 2, 0, 3))

#define DOT(p, q) ((p)[0] * (q)[0] + (p)[1] * (q)[1] + (p)[2] * (q)[2])

/* Two bodies as the loops need them. */
struct two {
	const struct bodies_near3 *b;
	quad at_i, at_j, h;
	int of;
};

static WIDE_INLINE void two_set(struct two *t, const struct bodies_near3 *bodies, int of)
{
	const struct bodies_near3 *b = t->b = &bodies[of];

	t->of = of;
	t->at_i = QUAD_AT(b->i->at);
	t->at_j = QUAD_AT(b->j->at);
	t->h = QUAD_AT(&b->h);
}

/* ---- two edges ---- */

/* The slope and slopes of nearest3 are stored as four numbers. */
_Static_assert(sizeof(struct nearest3) == offsetof(struct nearest3, slope) + sizeof(quad), "slope, slopes and none");

/* Pairs of edges. Of each, as four numbers: the halves of both edges, the vector between their middles, the first middle from
 * its body's position, and the slope of the weight with the bits of slopes. In lanes: the rest of segments3, the weight, and
 * the square of the distance. */
enum { PAIRS = 8 };
typedef double lane[PAIRS];
struct edges {
	_Alignas(64) quad a[PAIRS], b[PAIRS], d[PAIRS], middle[PAIRS], slope[PAIRS];
	lane s, t, ab, across2, unit, across[3], weight, d2;
	int n, of[PAIRS];       /* number of pairs, and their indices */
};

static WIDE_INLINE void edges_add(struct two *t, const struct look3 *look, int k, struct edges *e)
{
	const struct body3 *bi = t->b->i, *bj = t->b->j;
	const struct entry3 *i = &bi->faces->entry[look->a], *j = &bj->faces->entry[look->b];
	quad from = t->at_i + TURN(bi->frame->column, i->x, i->y, i->z), to = t->at_j + TURN(bj->frame->column, j->x, j->y, j->z);

	e->a[e->n] = TURN(bi->frame->column, i->half.x, i->half.y, i->half.z);
	e->b[e->n] = TURN(bj->frame->column, j->half.x, j->half.y, j->half.z);
	e->d[e->n] = to + t->h - from;
	e->middle[e->n] = from - t->at_i;
	e->of[e->n++] = k;
}

/* Clamp numbers to -1 and 1. */
static WIDE_INLINE void clamp(quad *x)
{
	const quad one = { 1, 1, 1, 1 };

	*x = QUAD_CHOOSE(*x < -one, -one, *x);
	*x = QUAD_CHOOSE(*x > one, one, *x);
}

/* Find the nearest points of four pairs, with the bits of segments, which compilers make branches of. Sets the lanes of
 * *parallel that may have a weight other than 1. */
static WIDE_INLINE void edges_find(struct edges *e, int k, quad_bits *parallel)
{
	const quad one = { 1, 1, 1, 1 };
	quad a[4], b[4], d[4];

	quad_turn_to(e->a + k, a);
	quad_turn_to(e->b + k, b);
	quad_turn_to(e->d + k, d);
	quad aa = DOT(a, a), bb = DOT(b, b), ab = DOT(a, b), ad = DOT(a, d), bd = DOT(b, d);
	quad across[3] = { b[1] * a[2] - b[2] * a[1], b[2] * a[0] - b[0] * a[2], b[0] * a[1] - b[1] * a[0] };
	quad across2 = DOT(across, across), unit = aa * bb;
	quad_bits skew = (quad_bits)(across2 > 1e-24 * aa * bb);
	quad s = (ad * bb - bd * ab) / QUAD_CHOOSE(skew, across2, one);
	clamp(&s);
	s = (quad)(skew & (quad_bits)s);
	quad t = (s * ab - bd) / bb, end = t;
	clamp(&end);
	quad other = (ad + end * ab) / aa;
	clamp(&other);
	s = QUAD_CHOOSE((t < -one) | (t > one), other, s);
	quad w[3] = { d[0] + end * b[0] - s * a[0], d[1] + end * b[1] - s * a[1], d[2] + end * b[2] - s * a[2] };

	*(quad *)(e->s + k) = s;
	*(quad *)(e->t + k) = end;
	*(quad *)(e->ab + k) = ab;
	*(quad *)(e->across2 + k) = across2;
	*(quad *)(e->unit + k) = unit;
	for (int c = 0; c < 3; c++)
		*(quad *)(e->across[c] + k) = across[c];
	*(quad *)(e->d2 + k) = DOT(w, w);
	*parallel |= (quad_bits)(across2 < 1.001 * FACES3_PARALLEL * unit);
}

/* Find the weights of four pairs and their slopes, with the bits of edges_weight. */
static WIDE_INLINE void edges_weigh(struct edges *e, int k)
{
	const quad one = { 1, 1, 1, 1 };
	quad unit = QUAD_AT(e->unit + k), sine2 = QUAD_AT(e->across2 + k) / unit, part = sine2 / FACES3_PARALLEL;
	quad rest = 2 / FACES3_PARALLEL * (one - part), turn = 2 * rest * QUAD_AT(e->ab + k) / unit;
	quad_bits is = (quad_bits)(sine2 < FACES3_PARALLEL);
	quad slope[4] = { [3] = (quad)(is & ((uint64_t)1 << 32 | 1)) };

	for (int c = 0; c < 3; c++)
		slope[c] = (quad)(is & (quad_bits)(turn * QUAD_AT(e->across[c] + k)));
	quad_turn_to(slope, e->slope + k);
	*(quad *)(e->weight + k) = QUAD_CHOOSE(is, part * (2 - part), one);
}

static WIDE_INLINE void edges_put(const struct edges *e, int k, struct nearest3 *to, double *d2)
{
	const quad one = { 1, 1, 1, 1 };
	quad along = e->s[k] * e->a[k];

	*(quad *)&to->arm = QUAD_PICK(e->middle[k] + along, e->weight[k] * one, 0, 1, 2, 7);
	*(quad *)&to->w = e->d[k] + e->t[k] * e->b[k] - along;
	*(quad *)&to->slope = e->slope[k];
	*d2 = e->d2[k];
}

static WIDE_INLINE void edges_flush(struct edges *e, struct nearest3 *out, double *d2)
{
	quad_bits parallel = { 0 };

	for (int k = e->n; k < PAIRS; k++) { /* the first pair again */
		e->a[k] = e->a[0];
		e->b[k] = e->b[0];
		e->d[k] = e->d[0];
		e->middle[k] = e->middle[0];
		e->of[k] = e->of[0];
	}
	for (int k = 0; k < PAIRS; k += QUAD)
		edges_find(e, k, &parallel);
	if ((parallel[0] | parallel[1]) | (parallel[2] | parallel[3]))
		for (int k = 0; k < PAIRS; k += QUAD)
			edges_weigh(e, k);
	else
		for (int k = 0; k < PAIRS; k++) {
			e->slope[k] = (quad){ 0 };
			e->weight[k] = 1;
		}
	for (int k = 0; k < PAIRS; k++)
		edges_put(e, k, &out[e->of[k]], &d2[e->of[k]]);
	e->n = 0;
}

/* ---- a vertex and a face ---- */

/* The vectors from the point y to the closest points of four sides; their squares, which are INFINITY if y is not beyond the
 * side. */
struct four { quad x, y, z, d2; };

static WIDE_INLINE void sides_from(const struct sides3 *a, const quad *y, const quad *over, struct four *to)
{
	quad along0 = QUAD_AT(a->along[0]), along1 = QUAD_AT(a->along[1]), along2 = QUAD_AT(a->along[2]), length = QUAD_AT(a->length);
	quad d0 = y[0] - QUAD_AT(a->from[0]), d1 = y[1] - QUAD_AT(a->from[1]), d2 = y[2] - QUAD_AT(a->from[2]);
	quad_bits beyond = (quad_bits)(along0 * over[0] + along1 * over[1] + along2 * over[2] > QUAD_AT(a->rim));
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

/* The vector from the point y to the closest point of the face of an entry, both in the body frame; to_face of faces3_points.h
 * with the same bits, nearly without branches. */
static WIDE_INLINE void face_from(const struct sides3 *first, const struct entry3 *face, const quad *from, quad *to)
{
	const quad_bits three = { UINT64_MAX, UINT64_MAX, UINT64_MAX, 0 };
	quad n = (quad)(three & (quad_bits)QUAD_AT(&face->normal)), cross = CROSS(n, *from);
	quad y[3] = { FOUR_OF(*from, 0), FOUR_OF(*from, 1), FOUR_OF(*from, 2) };
	quad over[3] = { FOUR_OF(cross, 0), FOUR_OF(cross, 1), FOUR_OF(cross, 2) };
	const struct sides3 *end = first + face->n_four;
	struct four best, other;
	quad above = (*from - (quad){ first->from[0][0], first->from[1][0], first->from[2][0] }) * n;

	sides_from(first, y, over, &best);
	for (const struct sides3 *a = first + 1; a < end; a++) {
		sides_from(a, y, over, &other);
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
	quad_bits beyond = (quad_bits)(FOUR_OF(side[0], 3) < INFINITY);
	*to = QUAD_CHOOSE(beyond, side[0], -((FOUR_OF(above, 0) + FOUR_OF(above, 1)) + FOUR_OF(above, 2)) * n);
}

/* The vertex or pebble v of the body i, if of_i is set, or j, and the face, line or cut k of the other. Returns the square of
 * their distance. */
static WIDE_INLINE double vertex_find(const struct two *t, int of_i, int v, int k, struct nearest3 *out)
{
	const struct body3 *at = of_i ? t->b->i : t->b->j, *on = of_i ? t->b->j : t->b->i;
	const struct faces3 *f = on->faces;
	quad x, d, w; /* the vertex, and from the other body's position to it */

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
	quad y = on->frame->inverse * TURN_FOUR(on->frame->m, d);

	const struct entry3 *e = &f->entry[k];
	if (e->kind == FEATURE_FACE) {
		face_from(&f->sides[e->sides], e, &y, &w);
	} else {
		vec3 edge = to_edge(f, e->kind == FEATURE_LINE ? f->n_vertex : k, v3(y[0], y[1], y[2]));

		w = (quad){ edge.x, edge.y, edge.z };
	}
	w = TURN_FOUR(on->frame->column, w);
	if (of_i) {
		*(quad *)&out->arm = x - t->at_i;
		*(quad *)&out->w = w;
	} else {
		*(quad *)&out->arm = d + w;
		*(quad *)&out->w = (quad){ 0 } - w;
	}
	*(quad *)&out->slope = (quad){ 0 }; /* and slopes */
	out->weight = e->kind == FEATURE_CUT ? -1 : 1;
	w *= w;
	return w[0] + w[1] + w[2];
}

/* ---- all pairs ---- */

enum { LINE = 64 }; /* of the cache */

/* Memory that the caller needs next. One that is long is prefetched over many looks: at once it would hold up other loads. */
struct ahead { const char *at, *end; };

static WIDE_INLINE void ahead_set(struct ahead *a, const struct bodies_near3 *b)
{
	if (b->ahead[0].bytes) {
		a->at = b->ahead[0].at;
		a->end = a->at + b->ahead[0].bytes;
	}
	for (size_t k = 0; k < b->ahead[1].bytes; k += LINE)
		__builtin_prefetch((const char *)b->ahead[1].at + k, 1);
}

static WIDE_INLINE void ahead_go(struct ahead *a)
{
	const char *next = a->at + 2 * LINE;

	__builtin_prefetch(a->at, 1);
	__builtin_prefetch(a->at + LINE, 1);
	a->at = next < a->end ? next : a->at;
}

/* Prefetch the sides of the face of a look, if it has one. */
static WIDE_INLINE void sides_ahead(const struct bodies_near3 *bodies, const struct look3 *look)
{
	enum { SOME = 8 }; /* lines: most faces have no more sides */

	if (look->vertex == VERTEX_NONE)
		return;
	const struct faces3 *f = (look->vertex == VERTEX_I ? bodies[look->of].j : bodies[look->of].i)->faces;
	const char *sides = (const char *)&f->sides[f->entry[look->vertex == VERTEX_I ? look->b : look->a].sides];
	QUAD_UNROLL
	for (int z = 0; z < SOME; z++)
		__builtin_prefetch(sides + LINE * z);
}

static WIDE_INLINE void nearest_loop(int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look,
	struct nearest3 *out, double *d2)
{
	enum { AHEAD = 8 };
	struct edges e;
	struct two t = { .of = -1 };
	struct ahead memory = { (const char *)look, (const char *)look };

	e.n = 0;
	for (int k = 0; k < n; k++) {
		const struct look3 *l = &look[k];

		if (ahead && k + AHEAD < n)
			sides_ahead(bodies, l + AHEAD);
		if (t.of != l->of) {
			two_set(&t, bodies, l->of);
			ahead_set(&memory, t.b);
		}
		ahead_go(&memory);
		if (l->vertex == VERTEX_NONE) {
			edges_add(&t, l, k, &e);
			if (e.n == PAIRS)
				edges_flush(&e, out, d2);
		} else if (l->vertex == VERTEX_I) {
			d2[k] = vertex_find(&t, 1, l->a, l->b, &out[k]);
		} else {
			d2[k] = vertex_find(&t, 0, l->b, l->a, &out[k]);
		}
	}
	if (e.n > 0)
		edges_flush(&e, out, d2);
}
WIDE_LOOP(nearest, (int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look, struct nearest3 *out,
	double *d2), (ahead, bodies, n, look, out, d2))

void faces3_nearest_many(int wide, int ahead, const struct bodies_near3 *bodies, int n, const struct look3 *look,
	struct nearest3 *out, double *d2)
{
	if (n > 0)
		nearest(wide)(ahead, bodies, n, look, out, d2);
}
