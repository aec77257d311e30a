/* dem3_lanes.c: load the motions of bodies into vector lanes
 *
 * In memory, the numbers of one body are consecutive, but those of one contact stand in lanes. Motions are transposed into
 * lanes as 4 x 4 numbers: 8 x 8 take longer even where vectors are that wide. */
#include <math.h>

#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_block.h"
#include "dem3/dem3_cell.h"

/* Prefetch for large scenes, and for clumps, which make scenes large: the motions of batch t, in the next block, and the data of
 * the same batch one block later. */
static WIDE_INLINE void batch_ahead(int balls, const double *motions, const struct batch8 *t, const struct batch8 *last,
	const struct contact8 *c, const struct more8 *m)
{
	enum { BATCH = sizeof *t / LINE + 1, CONTACT = sizeof *c / LINE, MORE = sizeof *m / LINE };

	if (balls && t < last)
		QUAD_UNROLL
		for (int z = 0; z < LANES; z++)
			__builtin_prefetch(motions + t->j[z]);
	int works = !balls || (t < last && t->was);
	if (balls && works)
		QUAD_UNROLL
		for (int z = 0; z < LANES; z++)
			__builtin_prefetch(motions + t->j[z] + MOTION / 2);
	t += BATCHES;
	c += BATCHES;
	QUAD_UNROLL
	for (int k = 0; k < BATCH; k++)
		__builtin_prefetch((const char *)t + LINE * k);
	QUAD_UNROLL
	for (int k = 0; k < CONTACT && works; k++)
		__builtin_prefetch((const char *)c + LINE * k);
	QUAD_UNROLL
	for (int k = 0; k < MORE && !balls; k++)
		__builtin_prefetch((const char *)(m + BATCHES) + LINE * k);
}

/* Four bits as 1 or 0 in four lanes. */
static const double flag[16][QUAD] = {
	{ 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 1, 1, 0, 0 }, { 0, 0, 1, 0 }, { 1, 0, 1, 0 }, { 0, 1, 1, 0 }, { 1, 1, 1, 0 },
	{ 0, 0, 0, 1 }, { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 1, 1, 0, 1 }, { 0, 0, 1, 1 }, { 1, 0, 1, 1 }, { 0, 1, 1, 1 }, { 1, 1, 1, 1 },
};

/* Load eight bits as 1 or 0 into eight lanes. */
static WIDE_INLINE void flags_load(unsigned bits, double *to)
{
	*(quad *)to = QUAD_AT(flag[bits & 15]);
	*(quad *)(to + QUAD) = QUAD_AT(flag[bits >> 4]);
}

/* Find the normals and overlaps of the four pairs of balls in the lanes from h on, with the same bits as contact3_shape, and
 * which pairs touch, with those of dem3_touch.c: 1 or 0 in w->is. x: the position of j less i. Sets bits of *differ if some
 * pair begins or ceases to touch. */
static WIDE_INLINE void balls_shape(const struct batch8 *t, const quad *x, int h, struct work8 *w, quad_bits *differ)
{
	const quad one = { 1, 1, 1, 1 }, zero = { 0 }, lane = { h, h + 1, h + 2, h + 3 };
	double scale = t->law->scale, range = t->law->range, n = t->n;
	quad d2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2], inverse = one / QUAD_CHOOSE(d2 > zero, d2, one), d;
	quad sum = QUAD_AT(w->i[R] + h) + QUAD_AT(w->j[R] + h), lim = scale * sum + range;

	QUAD_UNROLL
	for (int k = 0; k < QUAD; k++)
		d[k] = sqrt(d2[k]);
	quad f = d * inverse;
	quad_bits is = (quad_bits)(d2 < lim * lim) & (quad_bits)(lane < zero + n) & (quad_bits)one;
	QUAD_UNROLL
	for (int k = 0; k < 3; k++)
		*(quad *)(w->w[k] + h) = f * x[k];
	*(quad *)(w->w[GAP] + h) = sum - d;
	*(quad_bits *)(w->is + h) = is;
	*differ |= is ^ *(const quad_bits *)(w->was + h);
}

/* Note which contacts begin or end. */
static void find_events(struct block *b)
{
	for (int g = 0; g < b->n; g++) {
		struct batch8 *t = &b->batch[g];

		t->is = 0;
		for (int z = 0; z < LANES; z++)
			t->is |= (unsigned char)((b->work[g].is[z] > 0) << z);
		t->events = t->is ^ t->was;
		b->events |= t->events;
	}
}

/* Arrays from which pairs are loaded, in local variables: quads may alias everything. */
struct loading {
	const struct list3_image *image;
	const struct pebble *pebble;
	uintptr_t late;          /* address of the second turn of slot 0, which may not be there */
};

/* The shift of the second body of lane z, three numbers and a 0. */
static WIDE_INLINE const double *shift_of(const struct loading *l, const struct batch8 *t, int z)
{
	return &l->image[t->image[z]].h.x;
}

/* Load the motions of the bodies i and j of four pairs into the lanes from h on. x:
 * position of j less i. */
static WIDE_INLINE void four_load(const struct loading *l, const struct batch8 *t, const double *const *i, const double *const *j,
	int h, struct work8 *w, quad *x)
{
	quad from[4][QUAD], to[4][QUAD];
	int shifted = t->shifted;

	QUAD_UNROLL
	for (int z = 0; z < QUAD; z++) {
		quad at = QUAD_AT(j[z]);
		if (shifted)
			at += QUAD_AT(shift_of(l, t, h + z));
		from[0][z] = QUAD_AT(i[z]) - at;
		from[1][z] = QUAD_AT(i[z] + 4) - QUAD_AT(j[z] + 4);
		from[2][z] = QUAD_AT(i[z] + 8);
		from[3][z] = QUAD_AT(j[z] + 8);
	}
	QUAD_UNROLL
	for (int k = 0; k < 4; k++)
		quad_turn_to(from[k], to[k]);
	QUAD_UNROLL
	for (int k = 0; k < 3; k++) {
		x[k] = 0 - to[0][k];
		*(quad *)(w->i[W + k] + h) = to[2][1 + k];
		*(quad *)(w->j[W + k] + h) = to[3][1 + k];
	}
	*(quad *)(w->between[U] + h) = to[0][3];
	QUAD_UNROLL
	for (int k = 0; k < 4; k++)
		*(quad *)(w->between[U + 1 + k] + h) = to[1][k];
	*(quad *)(w->between[D + 2] + h) = to[2][0] - to[3][0];
	quad_turn(i[0] + 12, i[1] + 12, i[2] + 12, i[3] + 12, w->i[T] + h, LANES);
	quad_turn(j[0] + 12, j[1] + 12, j[2] + 12, j[3] + 12, w->j[T] + h, LANES);
}

/* *to: the vector from pebble p to o of lane z and, behind it, the sum of their radii. */
static WIDE_INLINE void between_pebbles(const struct loading *l, const struct batch8 *t, const struct pebble *p,
	const struct pebble *o, int z, quad *to)
{
	static const quad_bits minus_r = { 0, 0, 0, UINT64_C(1) << 63 };

	*to = QUAD_AT(&o->x);
	if (t->shifted)
		*to += QUAD_AT(shift_of(l, t, z));
	*to -= (quad)(*(const quad_bits *)&p->x ^ minus_r);
}

/* The second turn of the body whose motion is at this offset; a ball has only one turn. */
static WIDE_INLINE const double *late_of(const struct loading *l, uint32_t at, const double *motion)
{
	const double *late = (const double *)(l->late + at / MOTION * sizeof(struct late3));

	return motion[OWN + R] > 0 ? motion + OWN + T : late;
}

/* Load what pairs other than balls need in addition, for four pairs: turns by the spin at the end, pebbles and their radii. Sets
 * to[4]: the vectors between pebbles and, last, the sums of their radii; in memory they are not to be had so soon. */
static WIDE_INLINE void four_load_more(const struct loading *l, const struct batch8 *t, const double *const *i,
	const double *const *j, const struct more8 *more, int h, struct work8 *w, quad *to)
{
	quad late_i[QUAD], late_j[QUAD], arm[QUAD], from[QUAD];

	QUAD_UNROLL
	for (int z = 0; z < QUAD; z++) {
		const struct pebble *p = &l->pebble[t->p[h + z]], *o = &l->pebble[more->o[h + z]];

		late_i[z] = QUAD_AT(late_of(l, t->i[h + z], i[z]));
		late_j[z] = QUAD_AT(late_of(l, t->j[h + z], j[z]));
		arm[z] = QUAD_AT(&p->x) - QUAD_AT(i[z]);
		between_pebbles(l, t, p, o, h + z, &from[z]);
		w->i[R][h + z] = p->r;
		w->j[R][h + z] = o->r;
	}
	quad_turn_of(late_i, w->i[S] + h, LANES);
	quad_turn_of(late_j, w->j[S] + h, LANES);
	quad_turn_of(arm, w->arm[0] + h, LANES);
	quad_turn_to(from, to);
	QUAD_UNROLL
	for (int k = 0; k < 3; k++)
		*(quad *)(w->w[k] + h) = to[k];
}

/* Set bits of *in for those of four pairs of pebbles that touch, with the bits of dem3_touch.c; see four_load_more for w. */
static WIDE_INLINE void pebbles_near(const struct law_contact *law, const quad *w, quad_bits *in)
{
	quad lim = law->scale * w[3] + law->range;

	*in |= (quad_bits)(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] < lim * lim);
}

/* Note which of the four pairs of pebbles in the lanes from h on touch: 1 or 0 in w->is; with walls, those that did one step ago.
 * Sets bits of *differ if some pair begins or ceases to touch. */
static WIDE_INLINE void pebbles_touch(const struct batch8 *t, const quad *x, int h, struct work8 *w, quad_bits *differ)
{
	const quad one = { 1, 1, 1, 1 }, zero = { 0 }, lane = { h, h + 1, h + 2, h + 3 };
	double n = t->n;
	quad_bits is = { 0 }, was = *(const quad_bits *)(w->was + h), wall = (quad_bits)(QUAD_AT(flag[t->walls >> h & 15]) > zero);

	pebbles_near(t->law, x, &is);
	is &= (quad_bits)(lane < zero + n) & (quad_bits)one;
	is = (is & ~wall) | (was & wall);
	*(quad_bits *)(w->is + h) = is;
	*differ |= is ^ was;
}

/* Whether some pairs of pebbles of a batch touch. */
static WIDE_INLINE int pebbles_may_touch(const struct loading *l, const struct batch8 *t, const struct more8 *more)
{
	quad_bits in = { 0 };

	for (int h = 0; h < LANES; h += QUAD) {
		quad from[QUAD], to[QUAD];

		QUAD_UNROLL
		for (int z = 0; z < QUAD; z++)
			between_pebbles(l, t, &l->pebble[t->p[h + z]], &l->pebble[more->o[h + z]], h + z, &from[z]);
		quad_turn_to(from, to);
		pebbles_near(t->law, to, &in);
	}
	return ((in[0] | in[1]) | (in[2] | in[3])) != 0;
}

/* Whether some of four pairs of balls may touch, those in the lanes from h on. */
static WIDE_INLINE int four_may_touch(const struct loading *l, const double *motions, const struct batch8 *t, int h)
{
	quad from[QUAD], to[QUAD], begins;

	QUAD_UNROLL
	for (int z = 0; z < QUAD; z++) {
		quad at = QUAD_AT(motions + t->j[h + z]);
		if (t->shifted)
			at += QUAD_AT(shift_of(l, t, h + z));
		from[z] = QUAD_AT(motions + t->i[h + z]) - at;
		begins[z] = t->begins[h + z];
	}
	quad_turn_to(from, to);
	quad_bits in = (quad_bits)(to[0] * to[0] + to[1] * to[1] + to[2] * to[2] < begins);
	return ((in[0] | in[1]) | (in[2] | in[3])) != 0;
}

/* The busy halves of a batch of balls, see block.busy. Vectors of eight take both halves together. */
static WIDE_INLINE unsigned balls_busy(const struct loading *l, const double *motions, const struct batch8 *t, int eight)
{
	unsigned busy = 0;

	for (int h = 0; h < LANES; h += HALF)
		if (t->was >> h & 15 || four_may_touch(l, motions, t, h))
			busy |= eight ? 3 : 1u << h / HALF;
	return busy;
}

static WIDE_INLINE void load_some(struct dem3 *s, struct block *b, int balls, int finds)
{
	const struct loading l = { s->list.images.at, s->pebbles.at,
		(uintptr_t)s->late - (uintptr_t)s->late_from * sizeof *s->late };
	const double *motions = &s->motion->position.x;
	int large = s->large, n = b->n, eight = s->core.wide > 1;
	const struct batch8_rest *rest = b->rest;
	quad_bits differ = { 0 };

	b->events = 0;
	for (int g = 0; g < n; g++) {
		const struct batch8 *t = &b->batch[g];
		struct work8 *w = &b->work[g];

		if (!balls || large)
			batch_ahead(balls, motions, t + BATCHES, b->last, &b->at[g], &b->more[g]);
		unsigned busy = balls ? balls_busy(&l, motions, t, eight) : !finds || t->was || t->walls ||
			pebbles_may_touch(&l, t, &b->more[g]) ? 3 : 0;
		flags_load(t->was, w->was);
		if (!finds)
			flags_load(t->is, w->is);
		for (int h = 0; h < LANES; h += QUAD) {
			const double *i[QUAD], *j[QUAD];
			quad x[3];

			if (finds && !(busy >> h / HALF & 1)) {
				*(quad *)(w->is + h) = (quad){ 0 };
				continue;
			}

			QUAD_UNROLL
			for (int z = 0; z < QUAD; z++) {
				i[z] = motions + t->i[h + z];
				j[z] = motions + t->j[h + z];
			}
			four_load(&l, t, i, j, h, w, x);
			if (balls) {
				balls_shape(t, x, h, w, &differ);
				continue;
			}
			QUAD_UNROLL
			for (int k = 0; k < 3; k++)
				*(quad *)(w->between[X + k] + h) = x[k];
			quad to[QUAD];
			four_load_more(&l, t, i, j, &b->more[g], h, w, to);
			if (finds)
				pebbles_touch(t, to, h, w, &differ);
		}
		QUAD_UNROLL
		for (int h = 0; h < LANES && rest; h += QUAD) {
			*(quad *)(w->root + h) = QUAD_AT(rest[g].root + h);
			*(quad *)(w->effective + h) = QUAD_AT(rest[g].effective + h);
		}
		b->events |= finds ? 0 : t->events;
		b->busy[g] = (unsigned char)busy;
	}
	if (finds && ((differ[0] | differ[1]) | (differ[2] | differ[3])))
		find_events(b);
}

static WIDE_INLINE void load_loop(struct dem3 *s, struct block *b)
{
	load_some(s, b, 0, 0);
}
WIDE_LOOP(load, (struct dem3 *s, struct block *b), (s, b))

static WIDE_INLINE void load_pebbles_loop(struct dem3 *s, struct block *b)
{
	load_some(s, b, 0, 1);
}
WIDE_LOOP(load_pebbles, (struct dem3 *s, struct block *b), (s, b))

static WIDE_INLINE void load_balls_loop(struct dem3 *s, struct block *b)
{
	load_some(s, b, 1, 1);
}
WIDE_LOOP(load_balls, (struct dem3 *s, struct block *b), (s, b))

vec3 dem3_lanes_branch(const struct dem3 *s, const struct part3 *q, const struct block *b, int g, int k)
{
	const struct body_pair *p = &s->list.pair[block_near_pair(q, b, g, k)->pair];
	vec3 i = s->motion[p->body[0]].position, j = s->motion[p->body[1]].position;

	return v3_sub(v3_add(j, s->list.images.at[p->image].h), i);
}

/* Vector and distance from a pebble at x to the closest point of the face of a near candidate. */
static double mesh_from(const struct dem3 *s, const struct near3 *near, const struct wall3 *wall, vec3 x, vec3 *w)
{
	int corners;

	return wall3_from_face(wall, list3_candidate(&s->list, near->cand).b - near->b, x, w, &corners);
}

/* Find the closest point of the wall in lane k of batch g and, with the bits of dem3_touch.c, whether they touch. Returns whether
 * they begin or cease to touch. */
static inline int wall_foot(struct dem3 *s, const struct part3 *q, struct block *b, int g, int k)
{
	const struct near_pair3 *near_pair = block_near_pair(q, b, g, k);
	struct wall3 room;
	const struct wall3 *wall = near_pair3_wall(s, near_pair, &room);
	const struct pebble *p = &s->pebbles.at[b->batch[g].p[k]];
	vec3 x = v3(p->x, p->y, p->z), w;
	double far = wall->kind == FORM_MESH ? mesh_from(s, &q->near[b->near[LANES * g + k]], wall, x, &w) : wall3_from(wall, x, &w);

	lane_put(b->work[g].w, k, w);
	if (b->finds)
		b->work[g].is[k] = far < law_begins(b->law, p->r);
	if (far <= 0 && b->work[g].is[k] > 0)
		dem3_overlap_note(s, s->list.pair[near_pair->pair].body, p->r - far, 0.5 * p->r);
	return b->finds && b->work[g].is[k] != b->work[g].was[k];
}

/* Subtract the displacements and velocities of images in a cell that deforms. */
static void images_move(const struct dem3 *s, const struct part3 *q, struct block *b)
{
	for (int g = 0; g < b->n; g++)
		for (int k = 0; k < b->batch[g].n; k++) {
			int image = s->list.pair[block_near_pair(q, b, g, k)->pair].image;
			lane *between = b->work[g].between;

			if (image < 2)
				continue;
			struct image_motion m = dem3_cell_image(s, s->list.images.at[image].s);
			lane_put(between + U, k, v3_sub(lane_get(between + U, k), m.velocity));
			lane_put(between + D, k, v3_sub(lane_get(between + D, k), m.displacement));
		}
}

/* Load the nearest points of features and walls, and the radii of the features: pebbles have those of the balls around them. */
static void faces_load(const struct dem3 *s, const struct part3 *q, struct block *b)
{
	for (int g = 0; g < b->n; g++) {
		b->leans[g] = b->batch[g].was | b->batch[g].is;
		for (int z = 0, n = b->batch[g].n; z < LANES; z++) { /* empty lanes are like the last one */
			const struct nearest3 *t = part3_nearest(q, b->near[LANES * g + (z < n ? z : n - 1)]);

			lane_put(b->work[g].arm, z, t->arm);
			lane_put(b->work[g].w, z, t->w);
			b->work[g].weight[z] = t->weight;
			b->work[g].i[R][z] = pebbles_radius(&s->pebbles, (int)(b->batch[g].i[z] / MOTION), b->batch[g].p[z]);
			b->nearest[LANES * g + z] = t;
		}
	}
}

void dem3_lanes_load(struct dem3 *s, struct part3 *q, struct block *b)
{
	(b->balls ? load_balls : b->finds ? load_pebbles : load)(s->core.wide)(s, b);
	if (s->core.cell.moves)
		images_move(s, q, b);
	for (int g = 0; g < b->n && !b->balls; g++)
		for (int z = 0; z < LANES; z++)
			b->work[g].weight[z] = 1;
	if (b->faces)
		faces_load(s, q, b);
	int differ = 0;
	for (int g = 0; g < b->n && b->walls && !b->faces; g++) {
		const struct batch8 *t = &b->batch[g];

		for (unsigned set = t->walls; set; set &= set - 1)
			differ |= wall_foot(s, q, b, g, __builtin_ctz(set));
		/* empty lanes get the distance of the last contact: at distance 0 some laws have no finite force */
		for (int z = t->n; z < LANES; z++)
			lane_put(b->work[g].w, z, lane_get(b->work[g].w, t->n - 1));
	}
	if (differ)
		find_events(b);
}
