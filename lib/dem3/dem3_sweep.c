/* dem3_sweep.c: a step of one thread in which forces follow motion part by part
 *
 * Free bodies are in sections of consecutive chunks, one for each part of the list, which has the pairs whose later body is in
 * its section. So once the bodies of a section have moved, the forces of its part can be evaluated, as long as no body so far has
 * left its room: then near candidates are those of before. The bodies have taken the forces of the step before by then, and
 * what a section has read and written is still in the cache. Bodies of groups move first. If a body has left its room, the other
 * bodies move without forces, and the parts that are left wait for new near candidates. */
#include <assert.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/team.h"
#include "dem3/dem3_sweep.h"

/* The first chunk of a section. */
static int section_begin(const struct dem3 *s, int section)
{
	return team_first(dem3_chunks_free(s), section, s->core.n_part);
}

void dem3_sections_set(struct dem3 *s)
{
	const struct soft *c = &s->core;

	s->view.section = NULL;
	if (c->threads > 1 || ranks_n() > 1 || c->cell.moves || s->some_faces)
		return;
	MEM_RESIZE(s->section, (size_t)c->n);
	for (int p = 0; p < c->n_part; p++)
		for (int z = section_begin(s, p); z < section_begin(s, p + 1); z++)
			for (int b = dem3_chunk_begin(s, z); b < dem3_chunk_end(s, z); b++)
				s->section[b] = p;
	for (int b = s->n_free; b < c->n; b++)
		s->section[b] = 0;
	s->view.section = s->section;
	s->view.n_section = c->n_part;
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

/* Move the bodies of a chunk. Returns whether forces may follow: all are in their rooms, or have got new ones. */
static int chunk_moves(struct dem3 *s, int chunk, int go)
{
	struct soft *c = &s->core;

	dem3_advance(s, chunk, 0);
	if (!go)
		return 0;
	dem3_wrap_chunk(s, chunk);
	if (c->error.status != SIM_GOOD || (c->far && !dem3_rooms_chunk(s, chunk)))
		return 0;
	c->far = 0;
	return 1;
}

static void sections_sweep(struct dem3 *s)
{
	struct soft *c = &s->core;
	int free = dem3_chunks_free(s);

	c->far = 0;
	for (int z = free; z < dem3_chunks(s); z++)
		dem3_advance(s, z, 0);
	dem3_groups_advance(s);
	for (int z = free; z < dem3_chunks(s); z++)
		dem3_wrap_chunk(s, z);
	int go = !c->far && c->error.status == SIM_GOOD;
	for (int p = 0; p < c->n_part; p++) {
		for (int z = section_begin(s, p); z < section_begin(s, p + 1); z++)
			go = chunk_moves(s, z, go);
		s->part[p].done = go;
		if (go)
			dem3_part_forces(s, p, 0, EVALUATE_STEP);
	}
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
