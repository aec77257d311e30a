/* dem2_list.c: the places of vertices, and the neighbour list, which has all candidates within its margin; see dem2_near.c for
 * those that may touch soon */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/trig.h"
#include "base/wide.h"
#include "contact/features2.h"
#include "dem2/dem2_ranks.h"
#include "dem2/dem2_rooms.h"

/* ---- places ---- */

/* Place all vertices of all bodies. If a list is to be built, store the cosines and sines of their angles. */
struct place_task { struct dem2 *s; double *c, *sn; };

static void place_chunk(void *to, int chunk, int thread)
{
	const struct place_task *p = to;
	struct dem2 *s = p->s;
	int b = dem2_chunk_begin(s, chunk), end = dem2_chunk_end(s, chunk);
	double angle[DEM2_CHUNK], c[DEM2_CHUNK], sn[DEM2_CHUNK];
	size_t bytes = (size_t)(end - b) * sizeof *angle;

	(void)thread;
	memcpy(angle, s->core.x[2] + b, bytes);
	trig_sincos_all(s->core.wide, end - b, angle, sn, c);
	outlines_place(&s->outlines, b, end, s->core.x[0] + b, s->core.x[1] + b, c, sn);
	if (!p->c)
		return;
	memcpy(p->c + b, c, bytes);
	memcpy(p->sn + b, sn, bytes);
}

/* Vertices take the memory of sums, which do not outlast a choice of near candidates. */
static void place_all(struct dem2 *s, double *c, double *sn)
{
	MEM_ROOM(s->shared, &s->cap_shared, (size_t)s->outlines.n_vertex * sizeof *s->outlines.at);
	s->outlines.at = (vec2 *)s->shared;
	team_run(s->core.threads, dem2_chunks(s), place_chunk, &(struct place_task){ s, c, sn });
}

/* ---- the list ---- */

/* Fail if a pair cannot touch since both radii are 0. */
static void list_check(struct dem2 *s)
{
	struct list2 *l = &s->list;

	if (l->bad_a >= 0)
		soft_fail(&s->core, (struct sim_error){ .status = SIM_RADIUS, .a = s->core.id[l->bad_a], .b = s->core.id[l->bad_b] });
}

int dem2_list_within(const struct dem2 *s, double fraction)
{
	double most = fraction * s->core.margin / s->view.gap_unit;
	int n = 0;

	for (int k = 0; k < s->list.n_cand; k++)
		n += s->list.gap[k] < most;
	return n;
}

/* A bound on the distance that a step moves the vertices of a body, relative to a cell that deforms (moves) [L]. */
static inline double travel_of(const struct dem2 *s, int b, int moves)
{
	double d[3];

	dem2_motion(s, b, d);
	if (moves)
		cell_against(&s->core, b, d);
	return fabs(d[0]) + fabs(d[1]) + s->outlines.arm[b] * fabs(d[2]);
}

/* far: the largest distance of all bodies; failed: the number of bodies minus the lowest rank of a body that fails, or 0. */
struct furthest { struct dem2 *s; double strain, far, failed; };

static WIDE_INLINE void furthest_some(struct furthest *f, int chunk, int moves)
{
	const struct dem2 *s = f->s;
	double far = 0, failed = 0, strain = f->strain;

	for (int b = dem2_chunk_begin(s, chunk); b < dem2_chunk_end(s, chunk); b++) {
		double travel = travel_of(s, b, moves), strained = travel + strain * (soft_acts_within(&s->core, b) + travel);

		if (!(travel <= 10 * s->outlines.reach[b]) || !isfinite(s->core.x[0][b] + s->core.x[1][b] + s->core.x[2][b]))
			failed = fmax(failed, s->core.n - s->core.rank[b]);
		far = strained > far ? strained : far;
	}
	team_raise(&f->far, far);
	team_raise(&f->failed, failed);
}

static void furthest_chunk(void *to, int chunk, int thread)
{
	struct furthest *f = to;

	(void)thread;
	if (f->s->core.cell.moves)
		furthest_some(f, chunk, 1);
	else
		furthest_some(f, chunk, 0);
}

/* The largest distance that a body moves in the step, with an allowance for the strain of the step. Fails if a body moves too
 * far, or to a place that is not finite. Such a body has left its room, so steps in which this is not called have none. */
static double furthest(struct dem2 *s)
{
	struct furthest f = { s, s->core.cell.strain / (1 - s->core.cell.strain), 0, 0 };

	team_run(s->core.threads, dem2_chunks(s), furthest_chunk, &f);
	if (f.failed == 0)
		return f.far;
	int first = s->core.by_rank[s->core.n - (int)f.failed];
	int finite = isfinite(s->core.x[0][first] + s->core.x[1][first] + s->core.x[2][first]);
	soft_fail(&s->core, (struct sim_error){ .status = finite ? SIM_FAST : SIM_FINITE, .a = s->core.id[first],
	                                  .value = travel_of(s, first, s->core.cell.moves) });
	return 0;
}

/* Divide the list into parts. */
static void parts_cut(struct dem2 *s)
{
	const struct list2 *l = &s->list;

	for (int t = 0; t < s->core.n_part; t++) {
		struct part2 *q = &s->part[t];

		q->pair_from = l->section_from[t];
		q->pair_to = l->section_from[t + 1];
		q->from = l->from[q->pair_from];
		q->to = l->from[q->pair_to];
		q->n_near = q->n_pair = 0;
	}
	for (int t = 0; t < s->core.threads && s->core.ghosts; t++)
		memset(&s->core.elsewhere[t], 0, sizeof *s->core.elsewhere);
}

/* Free the arrays of near candidates, so that the new list can use their memory. */
static void near_drop(struct dem2 *s)
{
	for (int t = 0; t < s->core.n_part; t++) {
		struct part2 *q = &s->part[t];

		MEM_DROP(q->near, &q->cap_near);
		MEM_DROP(q->lim2, &q->cap_lim2);
		MEM_DROP(q->pair, &q->cap_pair);
		MEM_DROP(q->member, &q->cap_member);
		MEM_DROP(q->use, &q->cap_use);
		MEM_DROP(q->gather, &q->cap_gather);
		MEM_DROP(q->gather_body, &q->cap_gather_body);
		if (q->n_event == 0)
			MEM_DROP(q->event, &q->cap_event);
	}
	MEM_DROP(s->pair_heat, &s->cap_heat);
	mem_give_back();
}

enum { SPARE_IMAGES = 256 }; /* see dem2_wrap_chunk */

static void list_build(void *sim, double far)
{
	struct dem2 *s = sim;
	int large = s->core.n > LIST2_LARGE;

	if (large)
		MEM_DROP(s->shared, &s->cap_shared);
	struct leaving2 contacts = dem2_contacts_take(s);
	if (large)
		near_drop(s);
	dem2_ranks_roam(s, far);
	if (s->core.divides)
		dem2_divide(s);
	s->view.n_section = s->core.n_part;
	soft_list_begin(&s->core, far);
	s->view.gap_unit = s->core.margin > 0 ? s->core.margin / NEAR2_GAPS : 1;
	double *c = MEM_NEW(double, (size_t)s->core.n), *sn = MEM_NEW(double, (size_t)s->core.n);
	s->view.c = c;
	s->view.s = sn;
	place_all(s, c, sn);
	list2_build(&s->list, &s->view, s->core.margin + s->core.range);
	free(c);
	free(sn);
	MEM_GROW(s->list.images.at, &s->list.images.cap, (size_t)s->list.images.n + SPARE_IMAGES);
	s->list.image = s->list.images.at;
	soft_list_end(&s->core, s->list.found_pairs, s->list.found_cands);
	s->core.cell.built = 0;
	dem2_contacts_find(s, &contacts);
	parts_cut(s);
	dem2_contacts_deal(s, &contacts);
	list_check(s);
}

void dem2_list_update(struct dem2 *s, int always)
{
	int strained = s->core.cell.moves && s->core.cell.near > s->core.cell.near_most;

	if (s->plain) {
		if (!always)
			furthest(s); /* only to find failures */
		return;
	}
	if (!always && !s->core.far && !strained && !s->core.divides)
		return;
	timing_list_begin(&s->core.timing);
	double far = always ? 0 : furthest(s);
	if (s->core.error.status != SIM_GOOD)
		return;
	int64_t builds = s->core.rebuilds;
	dem2_near_tune(s);
	soft_list_renew(&s->core, always, far, dem2_rooms_give, list_build, s);
	if (s->core.rebuilds == builds)
		place_all(s, NULL, NULL);
	dem2_near_build(s);
	s->outlines.at = NULL;
	if (timing_list_end(&s->core.timing)) {
		s->core.timing.list.all = s->list.n_cand;
		s->core.timing.list.inner = dem2_list_within(s, TUNE_INNER);
	}
}
