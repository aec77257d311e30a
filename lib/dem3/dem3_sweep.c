/* dem3_sweep.c: a step in which forces follow motion part by part
 *
 * Free bodies are in sections of consecutive chunks, one for each part of the list, which has the pairs whose later body is in
 * its section. So once the bodies of a section have moved, the forces of its part can be evaluated, as long as bodies so far are
 * in their rooms or have got new ones: then near candidates are those of before. The bodies have taken the forces of the step
 * before by then, and what a section has read and written is still in the cache. Bodies of groups move first. If a body cannot
 * get a new room, the other bodies move without forces, and the parts that are left wait for new near candidates.
 *
 * Every thread sweeps over a region of sections of its own. Pairs of bodies of two regions are in the last parts, which wait. A
 * thread that has no sections left moves those at the end of other regions, whose parts wait, too. */
#include <assert.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/team.h"
#include "dem3/dem3_sweep.h"

/* The first section of a region. */
static int region_begin(const struct dem3 *s, int region)
{
	return team_first(s->view.n_section, region, s->core.threads);
}

/* Divide the chunks of a region into sections. With several threads the last ones are short, so that all end at about the same
 * time. */
static void region_divide(struct dem3 *s, int region)
{
	int threads = s->core.threads, free = dem3_chunks_free(s), from = region_begin(s, region), end = region_begin(s, region + 1);
	int first = team_first(free, region, threads), n = team_first(free, region + 1, threads) - first;

	for (int p = from; p < end; p++) {
		double x = (p + 1.0 - from) / (end - from);

		s->section_end[p] = first + (int)(n * (threads > 1 ? x * (1.8 - 0.8 * x) : x) + 1e-9);
		s->region[p] = from;
	}
}

static int section_begin(const struct dem3 *s, int section)
{
	return section > 0 ? s->section_end[section - 1] : 0;
}

void dem3_sections_set(struct dem3 *s)
{
	enum { BETWEEN = 4 };    /* parts between regions for each thread, so that no thread waits long */
	const struct soft *c = &s->core;
	int n = c->n_part - (c->threads > 1 ? BETWEEN * c->threads : 0);

	s->view.section = NULL;
	if (n < c->threads || ranks_n() > 1 || c->cell.moves || s->some_faces)
		return;
	s->view.n_section = n;
	MEM_RESIZE(s->section, (size_t)c->n);
	MEM_RESIZE(s->section_end, (size_t)n);
	MEM_RESIZE(s->region, (size_t)n);
	for (int r = 0; r < c->threads; r++)
		region_divide(s, r);
	for (int p = 0; p < n; p++)
		for (int z = section_begin(s, p); z < s->section_end[p]; z++)
			for (int b = dem3_chunk_begin(s, z); b < dem3_chunk_end(s, z); b++)
				s->section[b] = p;
	for (int b = s->n_free; b < c->n; b++)
		s->section[b] = -1;
	s->view.section = s->section;
	s->view.region = s->region;
}

/* ---- events ---- */

static int events_count(const struct dem3 *s)
{
	int n = 0;

	for (int t = 0; t < s->core.n_part && s->has_events; t++)
		n += s->part[t].n_event;
	return n;
}

struct between3 *dem3_events_keys(const struct dem3 *s)
{
	const struct list3 *l = &s->list;
	int all = events_count(s), n = 0;

	if (all == 0)
		return NULL;
	struct between3 *key = MEM_NEW(struct between3, (size_t)all);
	for (int t = 0; t < s->core.n_part; t++)
		for (int k = 0; k < s->part[t].n_event; k++) {
			const struct body_pair *p = &l->pair[s->part[t].event[k].pair];
			const int *i = l->images.at[p->image].s;

			key[n++] = (struct between3){ p->body[0], p->body[1], { i[0], i[1], i[2] }, { 0, 0 } };
		}
	return key;
}

void dem3_events_renew(struct dem3 *s, const struct between3 *key)
{
	for (int t = 0; t < s->core.n_part && key; t++)
		for (int k = 0; k < s->part[t].n_event; k++, key++) {
			s->part[t].event[k].pair = list3_pair(&s->list, key->a, key->b, key->s);
			assert(s->part[t].event[k].pair >= 0); /* the list reaches further than a body moves in a step */
		}
}

/* ---- the sweep ---- */

/* Whether the list has memory for all images that a wrap of a chunk may bring about: then other threads can read images
 * meanwhile. */
static int images_fit(const struct dem3 *s, int chunk)
{
	const struct list3 *l = &s->list;
	int n = 0;

	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk) && s->core.stray[chunk] & STRAY_OUT; b++)
		n += soft_is_outside(&s->core, b) ? 2 * (l->own_from[b + 1] - l->own_from[b]) : 0;
	return l->images.cap >= (size_t)l->images.n + (size_t)n;
}

/* Wrap the bodies of a chunk, and give new rooms to those that have left theirs. Returns whether forces may follow. Several
 * threads may do so, one after the other: pairs of two regions belong to both, and bodies must not take the same room. */
static int strays_settle(struct dem3 *s, int chunk)
{
	int good;

#pragma omp critical
	{
		good = images_fit(s, chunk);
		if (good) {
			dem3_wrap_chunk(s, chunk);
			good = s->core.error.status == SIM_GOOD && dem3_rooms_chunk(s, chunk);
		}
	}
	return good;
}

/* What threads do in a sweep. go: forces may follow the first sections. */
struct sweeping { struct dem3 *s; int go; struct team_range left[TEAM_MOST]; };

static void region_sweep(void *to, int region, int thread)
{
	struct sweeping *w = to;
	struct dem3 *s = w->s;

	for (int go = w->go, p; (p = team_take(&w->left[region], 0)) >= 0; ) {
		for (int z = section_begin(s, p); z < s->section_end[p]; z++) {
			dem3_advance(s, z, thread);
			go = go && (!s->core.stray[z] || strays_settle(s, z));
		}
		s->part[p].done = go;
		if (go)
			dem3_part_forces(s, p, thread, EVALUATE_STEP);
	}
}

/* Move the last sections of other regions. */
static void regions_help(void *to, int thread)
{
	struct sweeping *w = to;
	struct dem3 *s = w->s;

	for (int r = 0, p; r < s->core.threads; r++)
		while ((p = team_take(&w->left[r], 1)) >= 0)
			for (int z = section_begin(s, p); z < s->section_end[p]; z++)
				dem3_advance(s, z, thread);
}

static void group_chunk(void *to, int chunk, int thread)
{
	struct dem3 *s = to;

	dem3_advance(s, dem3_chunks_free(s) + chunk, thread);
}

static void sections_sweep(struct dem3 *s)
{
	struct soft *c = &s->core;
	int free = dem3_chunks_free(s), all = dem3_chunks(s);

	c->far = 0;
	team_run(c->threads, all - free, group_chunk, s);
	dem3_groups_advance(s);
	for (int z = free; z < all; z++)
		dem3_wrap_chunk(s, z);
	struct sweeping w;
	w.s = s;
	w.go = !c->far && c->error.status == SIM_GOOD;
	for (int r = 0; r < c->threads; r++)
		w.left[r] = team_range(region_begin(s, r), region_begin(s, r + 1));
	team_run_then(c->threads, c->threads, region_sweep, regions_help, &w);
	s->kick_due = 0;
}

void dem3_sweep(struct dem3 *s, int forces)
{
	s->has_events = s->chosen = 0;
	for (int t = 0; t < s->core.n_part; t++)
		s->part[t].done = s->part[t].n_event = 0; /* those of the last step may be of pairs that a new list does not have */
	if (forces && s->view.section)
		sections_sweep(s);
	else
		dem3_kick_drift_turn(s);
}
