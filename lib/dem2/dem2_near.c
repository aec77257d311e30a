/* dem2_near.c: near candidates: the candidates of the neighbour list that may touch soon
 *
 * Every body has an room: how far its vertices may move before near candidates are chosen again. A candidate is near if it
 * may touch while both bodies stay within their rooms. A step tests near candidates only. An room is about the distance
 * that the body moves in a dozen steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "contact/features2.h"
#include "dem2/dem2_state.h"

/* Allowances for a time [T], none smaller than `least` [L]. strain: the largest strain of the cell from the last build of the
 * list until near candidates are chosen again; grows: the factor by which it increases distances; short_of: the skin leaves some
 * body too little. */
struct rooms { struct dem2 *s; double time, least, strain, grows; int short_of; };

/* Store a bound on the speed of the vertices of each body, relative to the flow of the cell, in core.room. */
static void chunk_speeds(void *to, int chunk, int thread)
{
	const struct dem2 *s = ((struct rooms *)to)->s;
	const double *arm = s->outlines.arm;

	(void)thread;
	for (int b = chunk * DEM2_CHUNK; b < dem2_chunk_end(s, chunk); b++) {
		double v[3] = { s->core.v[0][b], s->core.v[1][b] };

		if (s->core.cell.moves)
			cell_peculiar(&s->core, b, v);
		s->core.room[b] = sqrt(v[0] * v[0] + v[1] * v[1]) + arm[b] * fabs(s->core.v[2][b]);
	}
}

static void chunk_rooms(void *to, int chunk, int thread)
{
	struct rooms *r = to;
	const struct dem2 *s = r->s;
	const double *arm = s->outlines.arm, strain = r->strain, grows = r->grows, skin = s->core.skin;

	(void)thread;
	for (int b = chunk * DEM2_CHUNK; b < dem2_chunk_end(s, chunk); b++) {
		double dx = s->core.x[0][b] - s->core.list_x[0][b], dy = s->core.x[1][b] - s->core.list_x[1][b];
		double turn = fabs(s->core.x[2][b] - s->core.list_x[2][b]);
		double travel = grows * sqrt(dx * dx + dy * dy) + arm[b] * turn + strain * s->outlines.reach[b];
		double room = s->core.room[b] * r->time, left = (skin - travel) / (1 + strain);

		room = room > r->least ? room : r->least;
		room = room < skin ? room : skin;
		if (!(left >= 0.5 * room))
			__atomic_store_n(&r->short_of, 1, __ATOMIC_RELAXED);
		room = room < left ? room : left;
		s->core.room[b] = room > 0 ? room : 0;
		s->reach[b] = (travel + (1 + strain) * s->core.room[b]) * 1.00001;
	}
}

/* The room of a body is the distance that it moves while the near candidates should serve, at least half of the mean of all
 * bodies, and at most what the list's skin leaves. */
int dem2_rooms_give(void *sim)
{
	struct dem2 *s = sim;
	double sum = 0, strain = s->core.cell.moves ? cell_horizon(&s->core) : 0;
	struct rooms r = { s, 1.1 * s->core.near_steps * s->core.clock.dt, 0, strain, (1 + strain) / (1 - s->core.cell.near_strain), 0 };

	team_run(s->core.threads, dem2_chunks(s), chunk_speeds, &r);
	for (int b = 0; b < s->core.n; b++)
		sum += s->core.room[b];
	r.least = fmax(0.5 * sum / s->core.n * r.time, 0.002 * s->core.skin);
	team_run(s->core.threads, dem2_chunks(s), chunk_rooms, &r);
	return !r.short_of;
}

struct used { struct dem2 *s; char *vertex; };

static void mark_used(void *to, int part, int thread)
{
	const struct used *u = to;
	const struct part2 *q = &u->s->part[part];

	(void)thread;
	for (int k = 0; k < q->n_near; k++) {
		const struct near2 *c = &q->near[k];

		__atomic_store_n(&u->vertex[c->v], 1, __ATOMIC_RELAXED); /* other threads may do the same */
		__atomic_store_n(&u->vertex[c->ea], 1, __ATOMIC_RELAXED);
		__atomic_store_n(&u->vertex[c->eb], 1, __ATOMIC_RELAXED);
	}
}

/* List the used vertices of every body of a chunk, and the bodies that have some. */
static void list_used(void *to, int chunk, int thread)
{
	const struct used *used = to;
	struct dem2 *s = used->s;
	const struct outlines *o = &s->outlines;
	struct users *u = &s->users[chunk];
	int from = chunk * DEM2_CHUNK, end = dem2_chunk_end(s, chunk);

	(void)thread;
	*u = (struct users){ 0 };
	for (int b = from; b < end; b++) {
		int *use = s->core.use + o->first[b], n = 0;

		for (int v = o->first[b]; v < o->first[b + 1]; v++) {
			use[n] = v;
			n += used->vertex[v];
		}
		s->core.n_use[b] = n;
		if (n == 0)
			continue;
		if (o->arm[b] > 0)
			s->user[from + u->turned++] = b;
		else
			s->user[end - ++u->points] = b;
	}
}

/* List the vertices that near candidates use, body by body. */
static void list_vertices(struct dem2 *s)
{
	struct used u = { s, mem_zero((size_t)s->outlines.n_vertex, 1) };

	MEM_GROW(s->core.use, &s->cap_use, (size_t)s->outlines.n_vertex);
	team_run(s->core.threads, s->core.n_part, mark_used, &u);
	team_run(s->core.threads, dem2_chunks(s), list_used, &u);
	free(u.vertex);
}

enum { CHUNK = 1024 };       /* candidates */

/* The position of a loop over a part: the pair, and the contact of one step ago. */
struct cursor { int pair, old; };

/* Choose from the candidates from .. to-1 those that may be near, by the gaps at the time when the list was built, and those that
 * touched one step ago. Returns their number. */
static int choose_maybe(const struct dem2 *s, const struct part2 *q, int from, int to, struct cursor *at, int *maybe)
{
	const struct list2 *l = &s->list;
	const uint8_t *gap = s->gap;
	int n = 0, old = at->old, k = from, p = at->pair;

	for (; k < to; p++) {
		int end = l->from[p + 1] < to ? l->from[p + 1] : to;
		double reach = (s->reach[l->pair[p].body[0]] + s->reach[l->pair[p].body[1]]) / s->gap_unit;
		int lim = reach < DEM2_GAP_MOST ? (int)reach : DEM2_GAP_MOST;

		for (; k < end; k++) {
			int was = q->contacts.cand[old] == k;

			maybe[n] = k;
			old += was;
			n += was | (gap[k] <= lim);
		}
		if (k < l->from[p + 1])
			break;
	}
	*at = (struct cursor){ p, old };
	return n;
}

/* How much further than to the distance lim at which it begins a contact lasts [L]. */
static __attribute__((noinline)) double stretch_of(const struct dem2 *s, const struct law_contact *law, const struct body_pair *p,
	const struct list2_cand *c, double lim)
{
	int dir = c->half & 1;

	return law_clings(law) ? dem2_lasts(s, law, p->body[dir], p->body[!dir], c->v, c->ea, c->eb) - lim : 0;
}

/* Choose from the n_maybe candidates of a part those that may touch within the rooms of both bodies. Also choose those that
 * touched one step ago, since the end of a contact must be booked. */
static void choose_near(struct dem2 *s, struct part2 *q, const int *maybe, int n_maybe, struct cursor *at)
{
	const struct list2 *l = &s->list;
	const struct outlines *o = &s->outlines;
	int n = q->n_near, pairs = q->n_sum, old = at->old, pair = at->pair, clings = s->core.clings;

	MEM_GROW(q->near, &q->cap_near, (size_t)n + (size_t)n_maybe);
	for (int z = 0; z < n_maybe; z++) {
		int k = maybe[z];
		for (; l->from[pair + 1] <= k; pair++)
			;
		struct list2_cand c = list2_at(l, pair, k);
		const struct body_pair *p = &l->pair[pair];
		const struct list2_image *im = &l->image[p->image ^ (c.half & 1)];
		int dir = c.half & 1, edge = c.ea + o->shift[p->body[!dir]];
		int was = q->contacts.cand[old] == k, law = dem2_law_of(&s->core, p);
		double radii = o->radius[c.v + o->shift[p->body[dir]]] + o->radius[edge], lim = law_begins(&s->core.law[law], radii);
		double room = s->core.room[p->body[0]] + s->core.room[p->body[1]];
		double far = lim + room + s->core.cell.near_strain * (o->reach[p->body[0]] + o->reach[p->body[1]] + room);
		vec2 w;
		if (clings) /* when a run goes on, contacts that were there are not known yet */
			far += stretch_of(s, &s->core.law[law], p, &c, lim);
		double w2 = features_gap(&o->at[c.v], &o->at[c.ea], &o->at[c.eb], &im->h, o->il2[edge], &w);

		if (!s->gaps) {
			double gap = (sqrt(w2) - lim) / s->gap_unit;

			s->gap[k] = (uint8_t)(gap > 0 ? gap < DEM2_GAP_MOST ? gap : DEM2_GAP_MOST : 0);
		}
		int keep = was || !(w2 > far * far * 1.00001);
		q->near[n] = (struct near2){ c.v, c.ea, c.eb, c.half, lim * lim, o->il2[edge], k, was ? q->contacts.place[old] : -1 };
		old += was;
		pairs += keep && (n == 0 || q->near[n - 1].half >> 1 != c.half >> 1);
		n += keep;
	}
	q->n_near = n;
	q->n_sum = pairs; /* an upper bound */
	*at = (struct cursor){ pair, old };
}

/* Choose the near candidates of a part, CHUNK candidates at a time. */
static void part_near(void *to, int part, int thread)
{
	struct dem2 *s = to;
	struct part2 *q = &s->part[part];
	struct cursor first = { q->pair_from, 0 }, second = first;
	int maybe[CHUNK];

	(void)thread;
	dem2_contacts_list(q);
	q->n_near = q->n_sum = 0;
	for (int from = q->from; from < q->to; from += CHUNK) {
		int to = q->to - from < CHUNK ? q->to : from + CHUNK, n = to - from;

		if (s->gaps)
			n = choose_maybe(s, q, from, to, &first, maybe);
		for (int k = from; k < to && !s->gaps; k++)
			maybe[k - from] = k;
		choose_near(s, q, maybe, n, &second);
	}
	q->listed = 0;
}

/* A test of a near candidate that does not touch costs about twice as much as rejecting a candidate in a choice. */
void dem2_near_tune(struct dem2 *s)
{
	double misses = 0;

	for (int t = 0; t < s->core.n_part; t++)
		misses += s->part[t].n_near - s->part[t].contacts.n;
	soft_near_tune(&s->core, s->list.n_cand, 2 * fmax(misses, 0));
}

void dem2_near_build(struct dem2 *s)
{
	size_t all = (size_t)s->core.n * sizeof(double);

	memcpy(s->core.near_x[0], s->core.x[0], all);
	memcpy(s->core.near_x[1], s->core.x[1], all);
	memcpy(s->core.near_x[2], s->core.x[2], all);
	s->core.near_since = s->core.clock.step;
	s->core.cell.near = 0;
	timing_choice(&s->core.timing, 0);
	team_run(s->core.threads, s->core.n_part, part_near, s);
	timing_choice(&s->core.timing, 1);
	s->gaps = 1;
	int n = 0;
	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].sum_from = n;
		n += s->part[t].n_sum;
	}
	MEM_GROW(s->pair_sum, &s->cap_sum, (size_t)n + 1);
	if (s->core.heat)
		MEM_GROW(s->pair_heat, &s->cap_heat, (size_t)n + 1);
	list_vertices(s);
}
