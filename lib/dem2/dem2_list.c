/* dem2_list.c: where vertices are, and the two lists that follow them
 *
 * The Verlet list holds all candidates within its margin. Of them those are near that may touch before some body has
 * moved further than the room it was given, a dozen steps' way or so; only these are looked at in every step. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/trig.h"
#include "contact/features2.h"
#include "dem2/dem2_state.h"

/* ---- places ---- */

enum { BLOCK = 128 };

/* Turn bodies and move those of their vertices that near candidates have. */
static void place_turned(struct dem2 *s, const int *body, int n)
{
	struct outlines *o = &s->outlines;
	double angle[BLOCK], sn[BLOCK], cs[BLOCK];

	for (int k = 0; k < n; k++)
		angle[k] = s->core.x[2][body[k]];
	trig_sincos_all(s->core.wide, n, angle, sn, cs);
	for (int k = 0; k < n; k++) {
		int b = body[k], shift = o->shift[b];
		const int *use = s->core.use + o->first[b];
		vec2 at = { s->core.x[0][b], s->core.x[1][b] };

		for (int z = 0; z < s->core.n_use[b]; z++)
			o->at[use[z]] = features_place(at, o->local[use[z] + shift], cs[k], sn[k]);
	}
}

/* Points that stand at the position need no turning. */
static void place_points(struct dem2 *s, const int *body, int n)
{
	for (int k = 0; k < n; k++) {
		int b = body[k];
		const int *use = s->core.use + s->outlines.first[b];

		for (int z = 0; z < s->core.n_use[b]; z++)
			s->outlines.at[use[z]] = v2(s->core.x[0][b], s->core.x[1][b]);
	}
}

static void place_chunk(void *to, int chunk, int thread)
{
	struct dem2 *s = to;
	const struct users *u = &s->users[chunk];
	int from = chunk * DEM2_CHUNK, end = dem2_chunk_end(s, chunk);

	(void)thread;
	for (int k = 0; k < u->turned; k += BLOCK)
		place_turned(s, s->user + from + k, u->turned - k < BLOCK ? u->turned - k : BLOCK);
	place_points(s, s->user + end - u->points, u->points);
}

/* The same for all vertices of all bodies; their cosines and sines are wanted too. */
struct placing { struct dem2 *s; double *c, *sn; };

static void place_some(void *to, int chunk, int thread)
{
	const struct placing *p = to;
	struct dem2 *s = p->s;
	int b = chunk * DEM2_CHUNK, end = dem2_chunk_end(s, chunk);
	double angle[DEM2_CHUNK];

	(void)thread;
	memcpy(angle, s->core.x[2] + b, (size_t)(end - b) * sizeof *angle);
	trig_sincos_all(s->core.wide, end - b, angle, p->sn + b, p->c + b);
	outlines_place(&s->outlines, b, end, s->core.x[0], s->core.x[1], p->c, p->sn);
}

/* ---- near candidates ---- */

/* Rooms for a time, none smaller than the least; strain is what the cell may gain, grows what that makes of ways. short_of: some
 * have less left. */
struct rooms { struct dem2 *s; double time, least, strain, grows; int short_of; };

static void speeds(void *to, int chunk, int thread)
{
	const struct dem2 *s = ((struct rooms *)to)->s;
	const double *arm = s->outlines.arm;

	(void)thread;
	for (int b = chunk * DEM2_CHUNK; b < dem2_chunk_end(s, chunk); b++) {
		double flow[2] = { 0 };

		if (s->cell.moves)
			domain_flow(&s->core.domain, s->core.x[0][b] - 0.5 * (s->core.domain.lo[0] + s->core.domain.hi[0]),
			            s->core.x[1][b] - 0.5 * (s->core.domain.lo[1] + s->core.domain.hi[1]), flow);
		double vx = s->core.v[0][b] - flow[0], vy = s->core.v[1][b] - flow[1];

		s->core.room[b] = sqrt(vx * vx + vy * vy) + arm[b] * fabs(s->core.v[2][b]);
	}
}

static void give_some(void *to, int chunk, int thread)
{
	struct rooms *r = to;
	const struct dem2 *s = r->s;
	const double *arm = s->outlines.arm, strain = r->strain, grows = r->grows, skin = s->core.skin;

	(void)thread;
	for (int b = chunk * DEM2_CHUNK; b < dem2_chunk_end(s, chunk); b++) {
		double dx = s->core.x[0][b] - s->core.list_x[0][b], dy = s->core.x[1][b] - s->core.list_x[1][b];
		double turn = fabs(s->core.x[2][b] - s->core.list_x[2][b]);
		double way = grows * sqrt(dx * dx + dy * dy) + arm[b] * turn + strain * s->outlines.reach[b];
		double room = s->core.room[b] * r->time, left = (skin - way) / (1 + strain);

		room = room > r->least ? room : r->least;
		room = room < skin ? room : skin;
		if (!(left >= 0.5 * room))
			__atomic_store_n(&r->short_of, 1, __ATOMIC_RELAXED);
		room = room < left ? room : left;
		s->core.room[b] = room > 0 ? room : 0;
		s->reach[b] = (way + (1 + strain) * s->core.room[b]) * 1.00001;
	}
}

/* Room for every body: what it moves in the steps that the near candidates are meant to last, or half of what a typical one
 * does, but no more than the list's skin leaves. Returns 0 where the skin leaves too little: time for a new list. */
static int give_room(void *sim)
{
	struct dem2 *s = sim;
	double sum = 0, strain = s->cell.moves ? dem2_cell_horizon(s) : 0;
	struct rooms r = { s, 1.1 * s->core.near_steps * s->core.clock.dt, 0, strain, (1 + strain) / (1 - s->cell.near_strain), 0 };

	team_run(s->core.threads, dem2_chunks(s), speeds, &r);
	for (int b = 0; b < s->core.n; b++)
		sum += s->core.room[b];
	r.least = fmax(0.5 * sum / s->core.n * r.time, 0.002 * s->core.skin);
	team_run(s->core.threads, dem2_chunks(s), give_some, &r);
	return !r.short_of;
}

struct used { struct dem2 *s; char *vertex; };

static void mark_used(void *to, int part, int thread)
{
	const struct used *u = to;
	const struct part *q = &u->s->part[part];

	(void)thread;
	for (int k = 0; k < q->n_near; k++) {
		const struct close2 *c = &q->near[k];

		__atomic_store_n(&u->vertex[c->v], 1, __ATOMIC_RELAXED); /* other threads may do the same */
		__atomic_store_n(&u->vertex[c->ea], 1, __ATOMIC_RELAXED);
		__atomic_store_n(&u->vertex[c->eb], 1, __ATOMIC_RELAXED);
	}
}

/* Of the bodies of a chunk the vertices that are used, and who has such. */
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

/* The vertices that near candidates have, body by body. */
static void list_vertices(struct dem2 *s)
{
	struct used u = { s, mem_zero((size_t)s->outlines.n_vertex, 1) };

	MEM_GROW(s->core.use, &s->cap_use, (size_t)s->outlines.n_vertex);
	team_run(s->core.threads, s->core.n_part, mark_used, &u);
	team_run(s->core.threads, dem2_chunks(s), list_used, &u);
	free(u.vertex);
}

enum { CHUNK = 1024, GAP_MOST = UINT8_MAX };

/* Where a loop over a part stands: the pair, and the contact of one step ago. */
struct cursor { int pair, old; };

/* Of the candidates from .. to-1 those that are near enough by what was known when the list was built, or touched one step ago.
 * Returns how many. */
static int choose_maybe(const struct dem2 *s, const struct part *q, int from, int to, struct cursor *at, int *maybe)
{
	const struct list2 *l = &s->list;
	const uint8_t *gap = s->gap;
	int n = 0, old = at->old, k = from, p = at->pair;

	for (; k < to; p++) {
		int end = l->from[p + 1] < to ? l->from[p + 1] : to;
		double reach = (s->reach[l->pair[p].body[0]] + s->reach[l->pair[p].body[1]]) / s->gap_unit;
		int lim = reach < GAP_MOST ? (int)reach : GAP_MOST;

		for (; k < end; k++) {
			int was = q->now.cand[old] == k;

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

/* Of n candidates of a part those that both bodies' rooms can bring together, and those that touched one step ago, whose end
 * must be booked. */
static void choose_near(struct dem2 *s, struct part *q, const int *maybe, int n_maybe, struct cursor *at)
{
	const struct list2 *l = &s->list;
	const struct outlines *o = &s->outlines;
	int n = q->n_near, pairs = q->n_sum, old = at->old, pair = at->pair;

	MEM_GROW(q->near, &q->cap_near, (size_t)n + (size_t)n_maybe);
	for (int z = 0; z < n_maybe; z++) {
		int k = maybe[z];
		for (; l->from[pair + 1] <= k; pair++)
			;
		struct list2_cand c = list2_at(l, pair, k);
		const struct body_pair *p = &l->pair[pair];
		const struct list2_image *im = &l->image[p->image ^ (c.half & 1)];
		int dir = c.half & 1, edge = c.ea + o->shift[p->body[!dir]];
		int was = q->now.cand[old] == k, law = s->core.material[p->body[0]] * s->core.n_material + s->core.material[p->body[1]];
		double radii = o->radius[c.v + o->shift[p->body[dir]]] + o->radius[edge], lim = law_begins(&s->core.law[law], radii);
		double room = s->core.room[p->body[0]] + s->core.room[p->body[1]];
		double far = lim + room + s->cell.near_strain * (o->reach[p->body[0]] + o->reach[p->body[1]] + room);
		vec2 w;
		double w2 = features_gap(&o->at[c.v], &o->at[c.ea], &o->at[c.eb], &im->h, o->il2[edge], &w);

		if (!s->gaps) {
			double gap = (sqrt(w2) - lim) / s->gap_unit;

			s->gap[k] = (uint8_t)(gap > 0 ? gap < GAP_MOST ? gap : GAP_MOST : 0);
		}
		int keep = was || !(w2 > far * far * 1.00001);
		q->near[n] = (struct close2){ c.v, c.ea, c.eb, c.half, lim * lim, o->il2[edge], k, law };
		old += was;
		pairs += keep && (n == 0 || q->near[n - 1].half >> 1 != c.half >> 1);
		n += keep;
	}
	q->n_near = n;
	q->n_sum = pairs; /* at most */
	*at = (struct cursor){ pair, old };
}

/* The near candidates of a part, a few at a time. */
static void part_near(void *to, int part, int thread)
{
	struct dem2 *s = to;
	struct part *q = &s->part[part];
	struct cursor first = { q->pair_from, 0 }, second = first;
	int maybe[CHUNK];

	(void)thread;
	q->n_near = q->n_sum = 0;
	dem2_contacts_reserve(&q->now, q->now.n + 1);
	q->now.cand[q->now.n] = INT_MAX;
	for (int from = q->from; from < q->to; from += CHUNK) {
		int to = q->to - from < CHUNK ? q->to : from + CHUNK, n = to - from;

		if (s->gaps)
			n = choose_maybe(s, q, from, to, &first, maybe);
		for (int k = from; k < to && !s->gaps; k++)
			maybe[k - from] = k;
		choose_near(s, q, maybe, n, &second);
	}
}

/* To look at a candidate in vain takes about twice as long as to pass one over in a choice. */
static void near_tune(struct dem2 *s)
{
	double vain = 0;

	for (int t = 0; t < s->core.n_part; t++)
		vain += s->part[t].n_near - s->part[t].now.n;
	soft_near_tune(&s->core, s->list.n_cand, 2 * fmax(vain, 0));
}

/* Choose near candidates; bodies have their room, all vertices are placed. */
static void near_build(struct dem2 *s)
{
	size_t all = (size_t)s->core.n * sizeof(double);

	memcpy(s->core.near_x[0], s->core.x[0], all);
	memcpy(s->core.near_x[1], s->core.x[1], all);
	memcpy(s->core.near_x[2], s->core.x[2], all);
	s->core.near_since = s->core.clock.step;
	s->cell.near = 0;
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

/* ---- the list ---- */

/* Room for what is kept per pair; every pair must have a law and radii to touch with. */
static void list_pairs(struct dem2 *s)
{
	struct list2 *l = &s->list;

	MEM_GROW(s->touching, &s->cap_touching, 2 * (size_t)l->n_pair + 1); /* something, also where nothing is near */
	MEM_GROW(s->sum_of, &s->cap_sum_of, (size_t)l->n_pair);
	memset(s->touching, 0, 2 * (size_t)l->n_pair);
	MEM_GROW(s->gap, &s->cap_gap, (size_t)l->n_cand);
	s->gaps = 0;
	s->gap_unit = s->core.margin > 0 ? s->core.margin / GAP_MOST : 1;
	soft_check_pairs(&s->core, l->pair, l->n_pair);
	if (l->bad_a >= 0)
		soft_fail(&s->core, (struct sim_error){ .status = SIM_RADIUS, .a = s->core.id[l->bad_a], .b = s->core.id[l->bad_b] });
}

int dem2_list_within(const struct dem2 *s, double share)
{
	double most = share * s->core.margin / s->gap_unit;
	int n = 0;

	for (int k = 0; k < s->list.n_cand; k++)
		n += s->gap[k] < most;
	return n;
}

/* How far a step takes the vertices of a body, against the cell where that deforms. */
static inline double way_of(const struct dem2 *s, int b, double strain)
{
	double d[3];

	dem2_motion(s, b, d);
	if (s->cell.moves)
		dem2_cell_against(s, b, d);
	double way = fabs(d[0]) + fabs(d[1]) + s->outlines.arm[b] * fabs(d[2]);
	return way + strain * (s->outlines.reach[b] + way);
}

/* How far a body moves that moves furthest; of those that fail the number of bodies less the lowest rank, or 0. */
struct furthest { struct dem2 *s; double strain, far, failed; };

static void furthest_some(void *to, int chunk, int thread)
{
	struct furthest *f = to;
	const struct dem2 *s = f->s;
	double far = 0, failed = 0;

	(void)thread;
	for (int b = chunk * DEM2_CHUNK; b < dem2_chunk_end(s, chunk); b++) {
		double way = way_of(s, b, f->strain);

		if (!(way <= 10 * s->outlines.reach[b]) || !isfinite(s->core.x[0][b] + s->core.x[1][b] + s->core.x[2][b]))
			failed = fmax(failed, s->core.n - s->core.rank[b]);
		far = way > far ? way : far;
	}
	team_raise(&f->far, far);
	team_raise(&f->failed, failed);
}

/* How far a body moves in the step that moves furthest, or failure. */
static double furthest(struct dem2 *s)
{
	struct furthest f = { s, s->cell.strain / (1 - s->cell.strain), 0, 0 };

	team_run(s->core.threads, dem2_chunks(s), furthest_some, &f);
	if (f.failed == 0)
		return f.far;
	int first = s->core.by_rank[s->core.n - (int)f.failed];
	int finite = isfinite(s->core.x[0][first] + s->core.x[1][first] + s->core.x[2][first]);
	soft_fail(&s->core, (struct sim_error){ .status = finite ? SIM_FAST : SIM_FINITE, .a = s->core.id[first],
	                                  .value = way_of(s, first, f.strain) });
	return 0;
}

/* Cut the list into parts of equal length, at pairs' ends. */
static void parts_cut(struct dem2 *s)
{
	const struct list2 *l = &s->list;
	int p = 0;

	for (int t = 0; t < s->core.n_part; t++) {
		int64_t end = (int64_t)l->n_cand * (t + 1) / s->core.n_part;

		s->part[t].from = l->from[p];
		s->part[t].pair_from = p;
		while (p < l->n_pair && l->from[p] < end)
			p++;
		s->part[t].to = l->from[p];
		s->part[t].pair_to = p;
		s->part[t].n_near = 0;
		s->part[t].now.n = 0;
	}
}

/* Let go of what a new list makes useless, so that it has the room. */
static void list_drop(struct dem2 *s)
{
	for (int t = 0; t < s->core.n_part; t++)
		MEM_DROP(s->part[t].near, &s->part[t].cap_near);
	MEM_DROP(s->gap, &s->cap_gap);
	MEM_DROP(s->touching, &s->cap_touching);
	MEM_DROP(s->sum_of, &s->cap_sum_of);
	MEM_DROP(s->pair_sum, &s->cap_sum);
	MEM_DROP(s->pair_heat, &s->cap_heat);
}

/* Old contacts find their new places. */
struct finding { const struct list2 *list; struct found *found; struct between2 *key; };
enum { FINDS = 256 };

static void find_some(void *to, int from, int end, int thread)
{
	const struct finding *f = to;

	(void)thread;
	for (int k = from; k < end; k++) {
		struct between2 q = f->key[k];

		f->found[k].cand = list2_find(f->list, q.a, q.b, q.sx, q.sy, q.dir, q.v, q.ea);
	}
}

/* A new list. */
static void list_build(void *sim, double far)
{
	struct dem2 *s = sim;
	struct finding f = { &s->list, dem2_contacts_all(s), dem2_contacts_between(s) };
	int n = dem2_contacts_count(s);

	list_drop(s);
	soft_list_begin(&s->core, far);
	list2_build(&s->list, &s->view, s->core.margin + s->core.range);
	soft_list_end(&s->core);
	s->cell.built = 0;
	team_chunks(s->core.threads, n, FINDS, find_some, &f);
	free(f.key);
	for (int t = 0; t < s->core.n_part; t++) {
		struct contacts2 swap = s->part[t].now;

		s->part[t].now = s->part[t].old;
		s->part[t].old = swap;
	}
	parts_cut(s);
	dem2_contacts_deal(s, f.found, n);
	free(f.found);
	list_pairs(s);
}

/* See to it that whatever touches now or did one step ago is among the near candidates, whose vertices are placed. The list
 * is built anew when it must be, or always. */
void dem2_list_update(struct dem2 *s, int always)
{
	int old = s->cell.moves && s->cell.near > s->cell.near_most;

	if (s->plain) {
		if (!always)
			furthest(s); /* for its failures */
		return;
	}
	if (!always && !s->core.far && !old) {
		team_run(s->core.threads, dem2_chunks(s), place_chunk, s);
		return;
	}
	timing_list_begin(&s->core.timing);
	double far = always ? 0 : furthest(s);
	if (s->core.error.status != SIM_GOOD)
		return;
	double *c = MEM_NEW(double, (size_t)s->core.n), *sn = MEM_NEW(double, (size_t)s->core.n);

	s->view.c = c;
	s->view.s = sn;
	team_run(s->core.threads, dem2_chunks(s), place_some, &(struct placing){ s, c, sn });
	near_tune(s);
	soft_list_renew(&s->core, always, far, give_room, list_build, s);
	free(c);
	free(sn);
	near_build(s);
	if (timing_list_end(&s->core.timing)) {
		s->core.timing.list.all = s->list.n_cand;
		s->core.timing.list.inner = dem2_list_within(s, TUNE_INNER);
	}
}
