/* dem2_hits.c: the near candidates of a part that touch.
 *
 * The part first copies the motion of its bodies into rows, and places those of their vertices that near candidates use, so that
 * everything else finds them next to each other, in the cache. */
#include "dem2/dem2_hits.h"
#include "dem2/dem2_ahead.h"

#include "base/buf.h"
#include "base/quad.h"
#include "base/trig.h"
#include "base/wide.h"
#include "contact/features2.h"

/* ---- bodies and vertices ---- */

/* A row has the place of a body, negative, so that the difference of two rows has that from the first body to the second and the
 * motion of the first relative to the second; displacements of the step along x and y; velocities; the turn and the spin. With
 * velocity Verlet, velocities in the middle of the step take the place of displacements, and accelerations that of velocities,
 * see dem2_block.h. */
static void rows_fill(const struct dem2 *s, const struct part2 *q, struct scratch2 *w)
{
	int gear = s->core.opt.integrator == DEM2_GEAR;
	double *const *first = gear ? s->d : s->core.v, *const *second = gear ? s->core.v : s->core.a;
	const double *x = s->core.x[0], *y = s->core.x[1], *mx = first[0], *my = first[1], *turn = first[2];
	const double *vx = second[0], *vy = second[1], *spin = second[2];
	const int *member = q->member;

	MEM_GROW_LINES(w->row, &w->cap_row, (size_t)q->n_member);
	MEM_GROW_LINES(w->winv, &w->cap_winv, (size_t)q->n_member);
	double (*row)[8] = w->row, *to = w->winv;
	for (int m = 0, n = q->n_member; m < n; m++) {
		int b = member[m];

		*(duad *)&row[m][0] = -(duad){ x[b], y[b] };
		*(duad *)&row[m][2] = (duad){ mx[b], my[b] };
		*(duad *)&row[m][4] = (duad){ vx[b], vy[b] };
		*(duad *)&row[m][6] = (duad){ turn[b], spin[b] };
		to[m] = soft_winv(&s->core, b);
	}
}

/* The cosines and sines of the members' angles. */
static void members_turn(const struct dem2 *s, const struct part2 *q, struct scratch2 *w)
{
	enum { MANY = 128 };
	const double *angle = s->core.x[2];
	double turn[MANY], sn[MANY], cs[MANY];

	MEM_GROW_LINES(w->turn, &w->cap_turn, (size_t)q->n_turned);
	for (int from = 0; from < q->n_turned; from += MANY) {
		int n = q->n_turned - from < MANY ? q->n_turned - from : MANY;
		const int *member = q->member + from;
		double (*to)[4] = w->turn + from;

		for (int k = 0; k < n; k++)
			turn[k] = angle[member[k]];
		trig_sincos_all(s->core.wide, n, turn, sn, cs);
		for (int k = 0; k < n; k++) {
			to[k][0] = cs[k];
			to[k][1] = sn[k];
			to[k][2] = -sn[k];
			to[k][3] = cs[k];
		}
	}
}

enum { AT_ONCE = 16 };       /* bodies, vertices or near candidates, before more is fetched ahead */

/* Place vertices, with the bits of features_place. A vertex at the position of its body needs no turning. */
static void vertices_place(const struct dem2 *s, const struct part2 *q, struct scratch2 *w)
{
	const vec2 *local = s->outlines.local;
	const double (*row)[8] = (const double (*)[8])w->row, (*turn)[4] = (const double (*)[4])w->turn;
	const uint32_t *use = q->use;
	int m = -1;

	MEM_GROW_LINES(w->vertex, &w->cap_vertex, (size_t)q->n_vertex);
	vec2 *at = w->vertex;
	for (int from = 0; from < q->n_turned_vertex; from += AT_ONCE) {
		int end = from + AT_ONCE < q->n_turned_vertex ? from + AT_ONCE : q->n_turned_vertex;

		for (int z = from; z < end; z++) {
			m += use[z] & 1;
			const double *t = turn[m];
			vec2 v = local[dem2_vertex(use[z])];

			*(duad *)&at[z] = (*(const duad *)t * v.x + *(const duad *)(t + 2) * v.y) - *(const duad *)row[m];
		}
		dem2_ahead(&w->ahead, AT_ONCE);
	}
	for (int z = q->n_turned_vertex; z < q->n_vertex; z++) {
		m += use[z] & 1;
		at[z] = v2(-row[m][0], -row[m][1]);
	}
}

void dem2_members_place(const struct dem2 *s, const struct part2 *q, struct scratch2 *w)
{
	rows_fill(s, q, w);
	members_turn(s, q, w);
	vertices_place(s, q, w);
}

/* ---- distances ---- */

static WIDE_INLINE duad duad_at(const vec2 *p)
{
	return *(const duad *)p;
}

static WIDE_INLINE duad both(double x)
{
	return (duad){ x, x };
}

/* Of two candidates of a quad, or four of an octet, from c on: the same vertex, the shift, or il2. */
#define TWO(get, k) QUAD_OF(get(k), get(k + 1))
#define FOUR(get, k) OCTET_OF(TWO(get, k), TWO(get, k + 2))
#define VERTEX(k) duad_at(&vertex[c[k].v])
#define BEGIN(k) duad_at(&vertex[c[k].ea])
#define END(k) duad_at(&vertex[c[k].eb])
#define SHIFT(k) duad_at(&shift[k])
#define IL2_OF_USE(k) both(t->il2[dem2_vertex(t->use[c[k].ea])])
#define IL2_LISTED(z) both(t->il2[k + z])
#define QUAD_SWAP(q) QUAD_PICK(q, q, 1, 0, 3, 2)
#define OCTET_SWAP(q) OCTET_PICK(q, q, 1, 0, 3, 2, 5, 4, 7, 6)

#define GAPS(name, vector, bits, OF, IL2, SWAP) \
	static WIDE_INLINE void name(const struct gaps2 *t, vec2 *restrict w, double *restrict square) \
	{ \
		enum { MANY = sizeof(vector) / sizeof(vec2) }; \
		const vec2 *vertex = t->vertex; \
		const vector zero = { 0 }, one = zero + 1; \
\
		for (int k = 0; k < t->n; k += MANY) { \
			const struct near2 *c = t->near + k; \
			vector x = OF(VERTEX, 0), a = OF(BEGIN, 0), b = OF(END, 0), h = zero; \
\
			if (t->shift) { \
				const vec2 *shift = t->shift + k; \
				h = OF(SHIFT, 0); \
			} \
			vector e = b - a, d = (a + h) - x, de = d * e, along = -(de + SWAP(de)) * OF(IL2, 0); \
			along = (vector)((bits)along & (bits)(along > zero)); /* as features_clamp */ \
			along = (vector)(((bits)along & (bits)(along < one)) | ((bits)one & ~(bits)(along < one))); \
			vector to = d + along * e, ww = to * to; \
			*(vector *)(w + k) = to; \
			*(vector *)(square + 2 * k) = ww + SWAP(ww); \
		} \
	}
GAPS(gaps_quads, quad, quad_bits, TWO, IL2_OF_USE, QUAD_SWAP)
GAPS(gaps_octets, octet, octet_bits, FOUR, IL2_OF_USE, OCTET_SWAP)
GAPS(listed_quads, quad, quad_bits, TWO, IL2_LISTED, QUAD_SWAP)
GAPS(listed_octets, octet, octet_bits, FOUR, IL2_LISTED, OCTET_SWAP)

/* The same if all edges are points. */
#define POINTS(name, vector, OF, SWAP) \
	static WIDE_INLINE void name(const struct gaps2 *t, vec2 *restrict w, double *restrict square) \
	{ \
		enum { MANY = sizeof(vector) / sizeof(vec2) }; \
		const vec2 *vertex = t->vertex; \
		const vector zero = { 0 }; \
\
		for (int k = 0; k < t->n; k += MANY) { \
			const struct near2 *c = t->near + k; \
			vector h = zero; \
\
			if (t->shift) { \
				const vec2 *shift = t->shift + k; \
				h = OF(SHIFT, 0); \
			} \
			vector to = ((OF(BEGIN, 0) + h) - OF(VERTEX, 0)) + zero, ww = to * to; \
			*(vector *)(w + k) = to; \
			*(vector *)(square + 2 * k) = ww + SWAP(ww); \
		} \
	}
POINTS(points_quads, quad, TWO, QUAD_SWAP)
POINTS(points_octets, octet, FOUR, OCTET_SWAP)

static WIDE_INLINE void gaps_loop(int lanes, const struct gaps2 *t, vec2 *restrict w, double *restrict square)
{
	if (t->points)
		(lanes == OCTET ? points_octets : points_quads)(t, w, square);
	else if (t->use)
		(lanes == OCTET ? gaps_octets : gaps_quads)(t, w, square);
	else
		(lanes == OCTET ? listed_octets : listed_quads)(t, w, square);
}
WIDE_LOOP_LANES(gaps, (const struct gaps2 *t, vec2 *restrict w, double *restrict square), t, w, square)

void dem2_gaps(int wide, const struct gaps2 *t, vec2 *w, double *square)
{
	gaps(wide)(t, w, square);
}

/* Contacts that were there one step ago and cling go on, although their forces would not begin at this distance. */
static void hits_cling(const struct dem2 *s, const struct part2 *q, struct hits2 *h)
{
	for (int k = 0; k < h->n; k++) {
		const struct near2 *c = &q->near[h->near[k]];
		const struct law_contact *law = &s->core.law[dem2_near_law(s, q, h->near[k])];

		if (h->is[k] || !law_clings(law))
			continue;
		double ends = dem2_lasts(s, law, dem2_vertex(q->use[c->v]), dem2_vertex(q->use[c->ea]), c->ea == c->eb);
		h->is[k] = v2_dot(h->w[k], h->w[k]) < ends * ends;
	}
}

void dem2_hits_find(const struct dem2 *s, const struct part2 *q, struct scratch2 *w, int k, struct hits2 *h)
{
	int all = q->n_near - k < STRETCH2 ? q->n_near - k : STRETCH2, n = 0, unlike = q->unlike;
	const struct near2 *near = q->near + k;
	const double *lim2 = q->lim2 + (q->unlike ? k : 0);
	vec2 gap[STRETCH2 + NEAR_MORE], shift[STRETCH2 + NEAR_MORE];
	double square[2 * (STRETCH2 + NEAR_MORE)];

	if (q->imaged)
		for (int z = 0; z < all + NEAR_MORE; z++)
			*(duad *)&shift[z] = *(const duad *)&dem2_image(s->list.image, q->pair, near[z].half)->h;
	dem2_gaps(s->core.wide, &(struct gaps2){ all, !q->edges, near, s->outlines.il2, q->use, w->vertex, q->imaged ? shift : NULL },
		gap, square);
	for (int from = 0; from < all; from += AT_ONCE) {
		int end = from + AT_ONCE < all ? from + AT_ONCE : all;

		for (int z = from; z < end; z++) {
			int is = square[2 * z] < lim2[unlike ? z : 0];

			h->near[n] = k + z;
			h->is[n] = (char)is;
			*(duad *)&h->w[n] = *(const duad *)&gap[z];
			n += is | (int)(~(unsigned)near[z].place >> 31);
		}
		dem2_ahead(&w->ahead, AT_ONCE);
	}
	h->n = n;
	if (s->core.clings)
		hits_cling(s, q, h);
}
