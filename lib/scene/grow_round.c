/* grow_round.c: packings of disks, or of balls, about their positions: the same forces and steps as in grow.c, grow2.c and
 * grow3.c, to the last bit, for millions of bodies.
 *
 * Bodies are kept in slots, in the order of Hilbert's curve, so that partners are near each other in memory. Every slot lists all
 * its partners and sums its forces alone, so that threads can work side by side. Each pair is computed twice; that is faster than
 * to look for the results of the other body. */
#include "scene/grow_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"
#include "base/quat.h"
#include "base/team.h"
#include "base/wide.h"
#include "scene/pack_near.h"

/* A body at the present scale. */
struct ball { double x[3], r, margin; };

/* A partner: its slot, and 2 * the number of its displacement + 1 if the pair is in the list of this body, not of the partner. */
struct partner { int slot, how; };

/* Pairs of bodies that have them in their lists. */
struct half { int n; size_t cap; struct partner *pair; };

/* Threads work on chunks of slots. */
enum { CHUNK = 1024 };

struct grow_round {
	int *order, *slot;            /* [n] the body in each slot, and the slot of each body */
	struct ball *ball;            /* [n] and likewise by slot: */
	double (*vel)[3], (*ref)[3];
	double *reach, *r;            /* distance from the centre to the farthest point, and radius of the shape at size 1 [L] */
	int *first;                   /* [n + 1] first partner of each slot */
	struct partner *partner;
	struct half *half;            /* [chunks] of slots */
	int *own;                     /* [n] number of pairs in the list of the body of a slot */
	double (*shift)[3];           /* displacements of images; the first is 0 */
	int each[3];                  /* number of displacements along each axis */
	size_t cap_partner;
	double moved;                 /* largest square of a displacement since the pairs were found */
	int moves;                    /* steps so far */
	double placed;                /* scale at which the radii were computed */
};

static int is_round(const struct shape *s)
{
	const double *c = s->kind == SHAPE_POINT ? s->xy[0] : s->kind == SHAPE_SPHERE ? s->solid->ball[0] : NULL;

	return c && c[0] == 0 && c[1] == 0 && (s->kind == SHAPE_POINT || c[2] == 0);
}

void grow_round_begin(struct grow *g)
{
	const struct pack *p = g->p;
	size_t n = (size_t)p->n;
	struct grow_round *w;

	for (int i = 0; i < p->n; i++)
		if (!is_round(p->shape[i]))
			return;
	w = g->round = MEM_ZERO(struct grow_round, 1);
	w->slot = MEM_NEW(int, n);
	w->ball = mem_new(n, sizeof *w->ball);
	w->vel = mem_zero(n, sizeof *w->vel);
	w->ref = mem_new(n, sizeof *w->ref);
	w->reach = MEM_NEW(double, n);
	w->r = MEM_NEW(double, n);
	w->first = MEM_NEW(int, n + 2);
	w->half = MEM_ZERO(struct half, n / CHUNK + 1);
	w->own = MEM_NEW(int, n);
}

void grow_round_end(struct grow *g)
{
	struct grow_round *w = g->round;
	double before[4];

	/* forces do not turn these bodies, but each step would round their orientations */
	for (int i = 0; i < g->p->n && g->p->dim == 3 && g->p->turn; i++)
		for (int k = 0, same = 0; k < w->moves && !same; k++) {
			memcpy(before, g->p->q[i], sizeof before);
			quat_unit(g->p->q[i]);
			same = memcmp(before, g->p->q[i], sizeof before) == 0;
		}
	free(w->order);
	free(w->slot);
	free(w->ball);
	free(w->vel);
	free(w->ref);
	free(w->reach);
	free(w->r);
	free(w->first);
	free(w->partner);
	for (int c = 0; c * CHUNK < g->p->n; c++)
		free(w->half[c].pair);
	free(w->half);
	free(w->own);
	free(w->shift);
	free(w);
}

/* Put the bodies into their slots. */
static void choose_slots(struct grow *g)
{
	const struct pack *p = g->p;
	struct grow_round *w = g->round;
	double *x[3];

	for (int k = 0; k < 3; k++) {
		x[k] = MEM_NEW(double, (size_t)p->n);
		for (int i = 0; i < p->n; i++)
			x[k][i] = p->x[i][k];
	}
	w->order = p->dim == 3 ? order_hilbert3(p->n, 1, x[0], x[1], x[2]) : order_hilbert2(p->n, x[0], x[1]);
	for (int s = 0; s < p->n; s++) {
		const struct shape *shape = p->shape[w->order[s]];

		w->slot[w->order[s]] = s;
		w->reach[s] = g->reach[w->order[s]];
		w->r[s] = shape->kind == SHAPE_POINT ? shape->r : shape->solid->ball[0][3];
	}
	for (int k = 0; k < 3; k++)
		free(x[k]);
}

/* ---- pairs ---- */

/* Compute the displacements of all images within `far` of a body in the box. Along an axis they are multiples of the box's edge,
 * which are counted 0, -1, 1, -2, 2 ... */
static void make_shifts(struct grow_round *w, const struct pack *p, double far)
{
	int n = 1, more = 0;

	for (int k = 0; k < p->dim; k++) {
		int each = 2 * (int)ceil(far / pack_edge(p, k)) + 3;

		more |= each > w->each[k];
		w->each[k] = each > w->each[k] ? each : w->each[k];
		n *= w->each[k];
	}
	if (!more)
		return;
	w->shift = mem_resize(w->shift, (size_t)n, sizeof *w->shift);
	memset(w->shift, 0, (size_t)n * sizeof *w->shift);
	for (int k = 0; k < n; k++)
		for (int a = 0, rest = k; a < p->dim; rest /= w->each[a++])
			w->shift[k][a] = (rest % w->each[a] % 2 ? -1 : 1) * ((rest % w->each[a] + 1) / 2) * pack_edge(p, a);
}

static int shift_number(const struct grow_round *w, const struct pack *p, const double shift[3])
{
	int number = 0;

	if (shift[0] == 0 && shift[1] == 0 && shift[2] == 0)
		return 0;
	for (int k = p->dim - 1; k >= 0; k--) {
		int multiple = (int)nearbyint(shift[k] / pack_edge(p, k));

		number = number * w->each[k] + (multiple < 0 ? -2 * multiple - 1 : 2 * multiple);
	}
	return number;
}

struct search { const struct pack *p; struct grow_round *w; const struct pack_cells *cells; };

/* Find the pairs of the slots from .. end - 1, one list after the other. Partners are looked up for several lists at once, since
 * their slots are anywhere in memory. */
static void find_chunk(void *to, int from, int end, int thread)
{
	enum { SEVERAL = 32 };
	const struct search *f = to;
	const struct grow_round *w = f->w;
	struct half *h = &w->half[from / CHUNK];
	struct pack_pairs near = { 0 };

	(void)thread;
	h->n = 0;
	for (int s = from; s < end; s++) {
		int before = near.n;

		pack_cells_soon(f->cells, w->order[s + PACK_SOON < end ? s + PACK_SOON : s]);
		pack_cells_pairs(f->cells, w->order[s], &near);
		w->own[s] = near.n - before;
		if ((s + 1) % SEVERAL && s + 1 < end)
			continue;
		MEM_GROW(h->pair, &h->cap, (size_t)h->n + (size_t)near.n);
		for (int k = 0; k < near.n; k++)
			h->pair[h->n++] = (struct partner){ w->slot[near.pair[k].j], 2 * shift_number(w, f->p, near.pair[k].shift) };
		near.n = 0;
	}
	free(near.pair);
}

static void find_pairs(struct grow *g, double pad)
{
	const struct pack *p = g->p;
	struct grow_round *w = g->round;
	double *far = MEM_NEW(double, (size_t)p->n), most = 0;
	struct pack_cells c;

	for (int i = 0; i < p->n; i++) {
		far[i] = g->scale * g->reach[i] + pad / 2;
		most = fmax(most, far[i]);
	}
	make_shifts(w, p, 2 * most);
	pack_cells_init(&c, p, far, p->dim == 3 ? far : g->reach);
	pack_cells_fill(&c, w->order);
	team_chunks(p->threads, p->n, CHUNK, find_chunk, &(struct search){ p, w, &c });
	pack_cells_free(&c);
	free(far);
}

/* The body whose list has the pair of slot s with a partner. */
static int owner(const struct grow_round *w, int s, const struct partner *q)
{
	return w->order[q->how & 1 ? s : q->slot];
}

/* Order the partners of a slot as the pairs would come body by body. */
static void order_partners(const struct grow_round *w, int s)
{
	for (int k = w->first[s] + 1; k < w->first[s + 1]; k++) {
		const struct partner q = w->partner[k];
		int m = k, of = owner(w, s, &q);

		for (; m > w->first[s] && owner(w, s, &w->partner[m - 1]) > of; m--)
			w->partner[m] = w->partner[m - 1];
		w->partner[m] = q;
	}
}

static void order_chunk(void *to, int from, int end, int thread)
{
	(void)thread;
	for (int s = from; s < end; s++)
		order_partners(to, s);
}

/* Let both bodies of each pair list it. */
static void list_partners(struct grow *g)
{
	struct grow_round *w = g->round;
	int n = g->p->n, *at = w->first + 1;
	size_t pairs = 0;

	/* at[s] becomes the end of the partners of slot s, and then is moved back to the first of slot s + 1 */
	memset(w->first, 0, ((size_t)n + 2) * sizeof *w->first);
	for (int c = 0; c * CHUNK < n; c++)
		for (int k = 0; k < w->half[c].n; k++, pairs++)
			at[w->half[c].pair[k].slot + 1]++;
	for (int s = 0; s < n; s++)
		at[s + 1] += at[s] + w->own[s];
	MEM_GROW(w->partner, &w->cap_partner, 2 * pairs);
	for (int s = 0; s < n;) {
		const struct partner *q = w->half[s / CHUNK].pair;

		for (int end = s + CHUNK < n ? s + CHUNK : n; s < end; s++)
			for (int k = 0; k < w->own[s]; k++, q++) {
				w->partner[at[s]++] = (struct partner){ q->slot, q->how | 1 };
				w->partner[at[q->slot]++] = (struct partner){ s, q->how };
			}
	}
	team_chunks(g->p->threads, n, CHUNK, order_chunk, w);
}

double grow_round_moved(const struct grow *g)
{
	return g->round->moved;
}

void grow_round_fetch(struct grow *g)
{
	struct grow_round *w = g->round;

	if (!w->order)
		choose_slots(g);
	for (int s = 0; s < g->p->n; s++)
		memcpy(w->ball[s].x, g->p->x[w->order[s]], sizeof w->ball[s].x);
}

void grow_round_store(const struct grow *g)
{
	const struct grow_round *w = g->round;

	for (int s = 0; s < g->p->n; s++)
		memcpy(g->p->x[w->order[s]], w->ball[s].x, sizeof w->ball[s].x);
}

void grow_round_pairs(struct grow *g, double pad)
{
	struct grow_round *w = g->round;

	if (w->order)
		grow_round_store(g);
	pack_wrap(g->p);
	grow_round_fetch(g);
	for (int s = 0; s < g->p->n; s++)
		memcpy(w->ref[s], w->ball[s].x, sizeof w->ref[s]);
	w->moved = 0;
	find_pairs(g, pad);
	list_partners(g);
}

/* ---- steps ---- */

/* What all slots of a step have in common, and what they find. */
struct step {
	const struct grow *g;
	double worst, deepest, moved;
};

/* Compute radii and margins if the scale has changed. */
static void place(struct grow *g, double part)
{
	struct grow_round *w = g->round;

	if (w->placed == g->scale)
		return;
	for (int s = 0; s < g->p->n; s++) {
		double size = g->p->size[w->order[s]] * g->scale;

		w->ball[s].r = size * w->r[s];
		w->ball[s].margin = part * w->reach[s];
	}
	w->placed = g->scale;
}

/* The sum of the forces of partners on the body of slot s. Returns the number of contacts. The distance of images is rounded as
 * in the list of the pair's owner. */
static WIDE_INLINE int sum_forces(const struct grow_round *w, int dim, int s, struct step *t, double f[3])
{
	const struct partner *q = w->partner + w->first[s], *end = w->partner + w->first[s + 1];
	const struct ball *ball = w->ball, a = ball[s];
	double worst = t->worst, deepest = t->deepest, fx = 0, fy = 0, fz = 0;
	int contacts = 0;

	for (; q < end; q++) {
		const struct ball *b = ball + q->slot;
		double margin = a.margin < b->margin ? a.margin : b->margin, touch = a.r + b->r + margin;
		double x = b->x[0] - a.x[0], y = b->x[1] - a.x[1], z = dim == 3 ? b->x[2] - a.x[2] : 0;

		if (__builtin_expect(q->how > 1, 0)) {
			const double *shift = w->shift[q->how >> 1], sign = q->how & 1 ? 1 : -1;
			const double *from = q->how & 1 ? a.x : b->x, *to = q->how & 1 ? b->x : a.x;

			x = sign * (to[0] + shift[0] - from[0]);
			y = sign * (to[1] + shift[1] - from[1]);
			z = dim == 3 ? sign * (to[2] + shift[2] - from[2]) : 0;
		}
		double square = dim == 3 ? x * x + y * y + z * z : x * x + y * y;
		if (!(square < touch * touch && square > 0))
			continue;
		double l = sqrt(square), delta = touch - l, range = dim == 3 ? touch - margin + margin : touch, way = 1 / l;
		fx -= dim == 3 ? delta * (way * x) : delta * x / l;
		fy -= dim == 3 ? delta * (way * y) : delta * y / l;
		fz -= dim == 3 ? delta * (way * z) : 0;
		if (delta > (1 - 1e-9) * worst * range) /* a quotient takes long */
			worst = fmax(worst, delta / range);
		deepest = delta - margin > deepest ? delta - margin : deepest;
		contacts++;
	}
	f[0] = fx, f[1] = fy, f[2] = fz;
	t->worst = worst;
	t->deepest = deepest;
	return contacts;
}

static void note_edge(struct step *t, double delta, double range, const struct ball *b)
{
	t->worst = fmax(t->worst, delta / range);
	t->deepest = fmax(t->deepest, delta - b->margin);
}

/* Add the forces of the edges of the box along axes that are not periodic. Returns the number of contacts. */
static WIDE_INLINE int add_edges(const struct grow *g, int dim, int s, struct step *t, double f[3])
{
	const struct ball *b = &g->round->ball[s];
	const struct pack *p = g->p;
	double far = b->r + b->margin, half = g->round->reach[s] * g->scale / 2;
	int contacts = 0;

	for (int k = 0; k < dim; k++) {
		double low = dim == 3 ? far - (b->x[k] - p->lo[k]) : p->lo[k] + far - b->x[k];
		double high = dim == 3 ? far - (p->hi[k] - b->x[k]) : b->x[k] + far - p->hi[k];

		if (p->periodic[k] || (low <= 0 && high <= 0))
			continue;
		if (dim == 2) {
			double push = fmax(low, 0) - fmax(high, 0);

			f[k] += push;
			if (push != 0)
				note_edge(t, fabs(push), fmax(far, half), b);
			continue;
		}
		for (int side = 0; side < 2; side++) {
			double delta = side ? high : low;

			if (delta <= 0)
				continue;
			f[k] += side ? -delta : delta;
			note_edge(t, delta, fmax(2 * b->r + b->margin, half), b);
			contacts++;
		}
	}
	return contacts;
}

/* Forces on the bodies of the slots from .. end - 1, and their velocities after the step. */
static WIDE_INLINE void push_slots(struct step *t, int dim, int from, int end)
{
	const struct grow *g = t->g;
	const struct grow_round *w = g->round;
	const double keep = 1 - g->damping;
	const int *periodic = g->p->periodic, edges = !(periodic[0] && periodic[1] && (dim == 2 || periodic[2]));

	for (int s = from; s < end; s++) {
		double f[3], mass = 1;
		int contacts = sum_forces(w, dim, s, t, f);

		if (edges)
			contacts += add_edges(g, dim, s, t, f);
		if (dim == 3)
			mass = grow_mass(contacts);
		vec3 u = v3(keep * w->vel[s][0] + grow_step_time * f[0] / mass, keep * w->vel[s][1] + grow_step_time * f[1] / mass,
		            dim == 3 ? keep * w->vel[s][2] + grow_step_time * f[2] / mass : 0);
		v3_to(w->vel[s], v3_scale(grow_cut(v3_norm(u), 2 * w->ball[s].r + w->ball[s].margin), u));
	}
}

static void move_slots(struct step *t, int from, int end)
{
	const struct grow_round *w = t->g->round;

	for (int s = from; s < end; s++) {
		vec3 x = v3_add(v3_from(w->ball[s].x), v3_scale(grow_step_time, v3_from(w->vel[s]))), d = v3_sub(x, v3_from(w->ref[s]));
		double square = v3_dot(d, d);

		v3_to(w->ball[s].x, x);
		t->moved = square > t->moved ? square : t->moved;
	}
}

static void push_chunk(void *to, int from, int end, int thread)
{
	struct step *all = to, t = { .g = all->g, .deepest = -INFINITY };

	(void)thread;
	if (t.g->p->dim == 3)
		push_slots(&t, 3, from, end);
	else
		push_slots(&t, 2, from, end);
	team_raise(&all->worst, t.worst);
	team_raise(&all->deepest, t.deepest);
}

static void move_chunk(void *to, int from, int end, int thread)
{
	struct step *all = to, t = { .g = all->g };

	(void)thread;
	move_slots(&t, from, end);
	team_raise(&all->moved, t.moved);
}

void grow_round_forces(struct grow *g, double margin)
{
	struct step t = { .g = g, .deepest = -INFINITY };

	place(g, margin);
	team_chunks(g->p->threads, g->p->n, CHUNK, push_chunk, &t);
	g->worst = t.worst;
	g->deepest = t.deepest;
}

void grow_round_move(struct grow *g)
{
	struct step t = { .g = g };

	team_chunks(g->p->threads, g->p->n, CHUNK, move_chunk, &t);
	g->round->moved = t.moved;
	g->round->moves++;
}

double grow_round_growth(const struct grow *g)
{
	const struct grow_round *w = g->round;
	double by = INFINITY;

	for (int s = 0; s < g->p->n; s++)
		by = fmin(by, grow_growth_most * (2 * w->ball[s].r + w->ball[s].margin) / w->reach[s]);
	return by;
}
