/* dem3_touch.c: which near candidates of pebbles and walls touch; those of features are in dem3_faces.c */
#include <math.h>
#include <string.h>

#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_near.h"
#include "dem3/dem3_round.h"

int dem3_near_is_closest(const struct dem3 *s, const struct part3 *q, int near, const struct wall3 *wall, vec3 x, vec3 w,
	int corners)
{
	const struct list3_cand *cand = s->list.cand;
	const struct near3 *c = &q->near[near], *end = q->near + q->n_near, *z = c;
	int k = cand[c->cand].b - c->b;

	while (z > q->near && z[-1].a == c->a && z[-1].near_pair == c->near_pair)
		z--;
	for (; z < end && z->a == c->a && z->near_pair == c->near_pair; z++)
		if (z != c && wall3_yields(wall, k, x, w, corners, cand[z->cand].b - z->b))
			return 0;
	return 1;
}

/* Whether a near candidate with a mesh touches: its pebble is at x, and its force begins at the distance lim. */
static int mesh_hit(const struct dem3 *s, const struct part3 *q, int near, const struct wall3 *wall, vec3 x, double lim)
{
	const struct near3 *c = &q->near[near];
	int corners;
	vec3 w;

	return wall3_from_face(wall, list3_candidate(&s->list, c->cand).b - c->b, x, &w, &corners) < lim &&
	       dem3_near_is_closest(s, q, near, wall, x, w, corners);
}

/* Whether a near candidate with a wall touches, or a contact with it that was there lasts. */
static WIDE_INLINE int wall_hit(const struct dem3 *s, const struct part3 *q, int near, int lasts)
{
	const struct near3 c = part3_near(s, q, near);
	const struct near_pair3 *near_pair = &q->near_pair[c.near_pair];
	struct wall3 room;
	const struct wall3 *wall = near_pair3_wall(s, near_pair, &room);
	const struct pebble *a = &s->pebbles.at[c.a];
	vec3 x = v3(a->x, a->y, a->z), w;
	const struct law_contact *law = dem3_law_of(s, near_pair->pair);
	double lim = lasts ? dem3_lasts(s, law, a->r, s->list.pair[near_pair->pair].body[1], 0) : law_begins(law, a->r);

	return wall->kind == FORM_MESH ? mesh_hit(s, q, near, wall, x, lim) : wall3_from(wall, x, &w) < lim;
}

/* Arrays that the distances of near candidates need, in local variables: quads may alias everything, so that the compiler would
 * load these pointers again after every store. */
struct distant {
	const struct pebble *at; /* those of all bodies, or the motions of balls: then indices of bodies are to be shifted */
	int shift;
	const struct list3_image *image;
	const struct body_pair *pair;
	const struct near_pair3 *near_pair;
	const struct near3 *near; /* see part3.near_short */
	const int *near_short;
};
enum { MOTION_SHIFT = 2 };
_Static_assert(sizeof(struct motion3) == sizeof(struct pebble) << MOTION_SHIFT, "motions are as so many pebbles");

/* Where pebble k, or ball k, is. */
static WIDE_INLINE const struct pebble *distant_at(struct distant f, int k)
{
	return &f.at[(size_t)k << f.shift];
}

/* Near candidate k, as part3_near gives it; single: see there. */
static WIDE_INLINE struct near3 distant_near(struct distant f, int single, int k)
{
	if (!single)
		return f.near[k];
	int pair = f.near_short[k];

	return (struct near3){ f.pair[pair].body[0], f.pair[pair].body[1], pair, 0 };
}

/* The pair of the list that a near candidate belongs to. */
static WIDE_INLINE int distant_pair(struct distant f, int single, struct near3 c)
{
	return single ? c.cand : f.near_pair[c.near_pair].pair;
}

/* The squared distances of the four near candidates from c on, and the sums of their radii, unless they are balls; shifted: some
 * pairs are with images. */
static WIDE_INLINE void distances(struct distant f, int shifted, int single, const struct near3 *c, quad *d2, quad *sum)
{
	static const quad_bits minus_r = { 0, 0, 0, UINT64_C(1) << 63 }; /* so that radii are added where positions are subtracted */
	quad d[4];
	double x[4][4];

	QUAD_UNROLL
	for (int k = 0; k < 4; k++)
		d[k] = *(const quad *)distant_at(f, c[k].b);
	if (shifted)
		QUAD_UNROLL
		for (int k = 0; k < 4; k++)
			d[k] += *(const quad *)&f.image[f.pair[distant_pair(f, single, c[k])].image].h;
	QUAD_UNROLL
	for (int k = 0; k < 4; k++)
		d[k] -= (quad)(*(const quad_bits *)distant_at(f, c[k].a) ^ minus_r);
	quad_turn_of(d, x[0], 4);
	quad a = *(quad *)x[0], b = *(quad *)x[1], e = *(quad *)x[2];
	*d2 = a * a + b * b + e * e;
	*sum = *(quad *)x[3];
}

/* The sums of the radii of four near candidates that are balls, from motions. */
static WIDE_INLINE void radii(struct distant f, const struct near3 *c, quad *sum)
{
	enum { LAST = (1 << MOTION_SHIFT) - 1 };

	QUAD_UNROLL
	for (int k = 0; k < 4; k++)
		(*sum)[k] = distant_at(f, c[k].a)[LAST].r + distant_at(f, c[k].b)[LAST].r;
}

/* Whether four distances are below those at which forces begin: the bits of all that are. */
static WIDE_INLINE uint32_t below(const quad *d2, const quad *lim2)
{
	quad_bits in = (quad_bits)(*d2 < *lim2) & (quad_bits){ 1, 1 << 8, 1 << 16, 1 << 24 };

	return (uint32_t)((in[0] | in[1]) | (in[2] | in[3]));
}

/* Four flags at once, the first in the lowest byte. */
static WIDE_INLINE uint32_t four_flags(uint32_t w)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap32(w);
#endif
	return w;
}

int dem3_near_lasts(const struct dem3 *s, const struct part3 *q, int near)
{
	const struct near3 c = part3_near(s, q, near);
	const struct near_pair3 *near_pair = &q->near_pair[c.near_pair];
	const struct body_pair *p = &s->list.pair[near_pair->pair];

	const struct law_contact *law = dem3_law_of(s, near_pair->pair);
	if (!law_clings(law))
		return 0;
	if (near_pair->wall)
		return wall_hit(s, q, near, 1);
	const struct pebble *a = &s->pebbles.at[c.a], *b = &s->pebbles.at[c.b];
	vec3 h = s->list.images.at[p->image].h, d = v3(b->x + h.x - a->x, b->y + h.y - a->y, b->z + h.z - a->z);
	double ends = dem3_lasts(s, law, a->r, p->body[1], b->r);
	return v3_dot(d, d) < ends * ends;
}

/* Change the flags of the four near candidates from k on, to those in now. Returns whether contacts have to be put in order. */
static __attribute__((noinline)) int toggle_four(struct dem3 *s, struct part3 *q, int k, uint32_t flag, uint32_t now)
{
	int reorder = 0;

	for (int z = 0; z < 4 && s->core.clings; z++)
		if ((flag & ~now) >> 8 * z & TOUCH_IS)
			now |= (uint32_t)dem3_near_lasts(s, q, k + z) << 8 * z;
	uint32_t next = four_flags((flag & ~UINT32_C(0x01010101)) | now);
	memcpy(q->touch + k, &next, sizeof next);
	for (int z = 0; z < 4; z++)
		if ((flag ^ now) >> 8 * z & 1)
			reorder |= !dem3_batches_toggle(s, q, k + z);
	return reorder;
}

/* Look at the near candidates k .. k+n-1 of a part, at most four, which belong to the run r; c has the first, and four can be
 * read. The radii of balls are read only if balls of several sizes are near enough. */
static WIDE_INLINE void touch_four(struct dem3 *s, struct part3 *q, struct distant f, int shifted, int balls,
	int single, const struct run3 *r, const struct near3 *c, int k, int n, int *reorder)
{
	enum { EACH = 0x01010101 };
	uint32_t flag, now, some = n < 4 ? (UINT32_C(1) << 8 * n) - 1 : UINT32_MAX;
	quad d2, sum, most2 = (quad){ 0 } + (balls ? r->most2 : 0);

	distances(f, shifted, single, c, &d2, &sum);
	now = balls ? below(&d2, &most2) : 0;
	if (!balls || (now && r->least2 < r->most2)) {
		if (balls)
			radii(f, c, &sum);
		quad lim = r->law->scale * sum + r->law->range, lim2 = lim * lim;
		now = below(&d2, &lim2);
	}
	memcpy(&flag, q->touch + k, sizeof flag);
	flag = four_flags(flag);
	for (int z = 0; z < n && flag & EACH * TOUCH_SINGLE; z++)
		if (flag >> 8 * z & TOUCH_SINGLE)
			now = (now & ~(UINT32_C(1) << 8 * z)) | (uint32_t)wall_hit(s, q, k + z, 0) << 8 * z;
	now = (now & some) | (flag & EACH & ~some);
	if ((flag & EACH) != now)
		*reorder |= toggle_four(s, q, k, flag, now);
}

/* Look at the near candidates of the run r from `from` on, which are not of features. */
static WIDE_INLINE void touch_some(struct dem3 *s, struct part3 *q, int balls, int single, int from, const struct run3 *r,
	int *reorder)
{
	enum { AHEAD = 12 };
	struct distant f = { balls ? (const struct pebble *)s->motion : s->pebbles.at, balls ? MOTION_SHIFT : 0, s->list.images.at,
		s->list.pair, q->near_pair, q->near, q->near_short };
	struct near3 four[4];
	int shifted = list3_images_shift(&s->list.images), k = from, end = r->end;

	for (; k + 4 <= end; k += 4) {
		int later = k + AHEAD + 4 <= end ? k + AHEAD : k;

		if (!balls || s->large) /* large scenes do not fit into the cache */
			QUAD_UNROLL
			for (int z = 0; z < 4; z++)
				__builtin_prefetch(distant_at(f, distant_near(f, single, later + z).b));
		QUAD_UNROLL
		for (int z = 0; z < 4; z++)
			four[z] = distant_near(f, single, k + z);
		touch_four(s, q, f, shifted, balls, single, r, four, k, 4, reorder);
	}
	if (k == end)
		return;
	for (int z = 0; z < 4; z++) /* those that follow are not where these are */
		four[z] = distant_near(f, single, k + z < end ? k + z : k);
	touch_four(s, q, f, shifted, balls, single, r, four, k, end - k, reorder);
}

static WIDE_INLINE void touch_loop(struct dem3 *s, struct part3 *q, int from, const struct run3 *r, int *reorder)
{
	if (s->list.single)
		touch_some(s, q, 0, 1, from, r, reorder);
	else
		touch_some(s, q, 0, 0, from, r, reorder);
}
WIDE_LOOP(touch, (struct dem3 *s, struct part3 *q, int from, const struct run3 *r, int *reorder), (s, q, from, r, reorder))

static WIDE_INLINE void touch_balls_loop(struct dem3 *s, struct part3 *q, int from, const struct run3 *r, int *reorder)
{
	if (s->list.single)
		touch_some(s, q, 1, 1, from, r, reorder);
	else
		touch_some(s, q, 1, 0, from, r, reorder);
}
WIDE_LOOP(touch_balls, (struct dem3 *s, struct part3 *q, int from, const struct run3 *r, int *reorder), (s, q, from, r, reorder))

int dem3_near_touch(struct dem3 *s, struct part3 *q)
{
	int reorder = q->stale;

	/* first the runs whose batches do not find it out; then the others, if contacts have to be put in order: this needs all flags */
	for (int pass = 0; pass <= reorder; pass++)
		for (int k = 0, from = 0; k < q->n_run; from = q->run[k++].end) {
			const struct run3 *r = &q->run[k];

			if (part3_finds(q, r->balls, r->faces, r->law) != pass)
				continue;
			if (r->faces)
				reorder |= dem3_faces_touch(s, q, from, r->end);
			else
				(r->balls ? touch_balls : touch)(s->core.wide)(s, q, from, r, &reorder);
		}
	return reorder;
}
