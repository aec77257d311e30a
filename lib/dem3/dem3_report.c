/* dem3_report.c: figures of a run */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "dem3/dem3_state.h"

/* The memory of the features of shapes, see contact/faces3.h, and of the bodies that have them [bytes]. */
static double faces_held(const struct dem3 *s)
{
	double bytes = s->some_faces ? (sizeof *s->frame + sizeof *s->body3 + 8 * sizeof(double)) * (double)s->core.n : 0;

	for (int k = 0; k < s->pebbles.n_form; k++) {
		const struct pebble_form *form = &s->pebbles.form[k];

		bytes += (double)form->n * sizeof *s->pebbles.local + (form->faces ? (double)faces3_bytes(form->faces) : 0);
	}
	for (int k = 0; k < s->n_faces_pair; k++) {
		const struct faces_pair3 *r = &s->faces_pair[k];

		bytes += sizeof *r + r->cap_near * (sizeof *r->near + sizeof *r->near_free) +
		         r->cap_touch * (sizeof *r->touch + (r->lean ? sizeof *r->lean : 0) + (r->rolling ? sizeof *r->rolling : 0));
	}
	for (int t = 0; t < s->core.n_part; t++)
		bytes += s->part[t].n_nearest * sizeof(struct nearest3) + s->part[t].n_near_faces * sizeof(struct near_faces3);
	return bytes;
}

/* The memory in use by arrays of the state and of the world, see dem3_state.h [bytes]. */
static double bytes_held(const struct dem3 *s, double contacts)
{
	const struct list3 *l = &s->list;
	double near = 0, near_pairs = 0;

	for (int t = 0; t < s->core.n_part; t++) {
		near += s->part[t].n_near;
		near_pairs += s->part[t].n_near_pair;
	}
	/* 32 columns here and 2 in the world, motion, images, numbers and flags; 9 columns more if orientations matter */
	double body = 31 * sizeof(double) + 3 * sizeof(float) + sizeof *s->motion + 4 * sizeof(int64_t) + 10 * sizeof(int) + 4;
	double turning = 9 * sizeof(double) + sizeof *s->late;
	double pebble = sizeof *s->pebbles.at + sizeof *s->core.use, cand = l->single ? 0 : sizeof *l->cand;
	double pair = sizeof *l->pair + (l->single ? 0 : sizeof *l->from) + 2 * sizeof *l->own + sizeof *s->near_pair_of;
	/* contacts in batches, as if no place were empty, and packed to fall back on */
	double more = s->some_faces || s->pebbles.first[s->core.n] > s->core.n ? sizeof(struct more8) : 0;
	double lean = s->some_faces ? sizeof(struct lean8) : 0;
	double rolling = s->core.rolls ? sizeof(struct rolling8) : 0;
	double rest = s->some_rest ? sizeof(struct batch8_rest) : 0;
	double group = sizeof(struct contact8) + sizeof(struct batch8) + rest + more + lean + rolling;
	double contact = group / LANES + 2 * sizeof(int) + (s->core.rolls ? 16 : 10) * sizeof(double);
	double one = (l->single ? sizeof(int) : sizeof(struct near3)) + sizeof(int) + 1 +
	             (s->some_faces ? sizeof(int) + sizeof(float) : 0);
	double near_pair = sizeof(struct near_pair3) + s->each * sizeof *s->wrench + 2 * sizeof *s->near_own;

	return body * s->core.n + turning * (s->core.n - s->late_from) + pebble * s->pebbles.first[s->core.n] + cand * l->n_cand +
	       pair * l->n_pair + contact * contacts + one * near + near_pair * near_pairs + faces_held(s);
}

struct sim_report dem3_report(const struct dem3 *s)
{
	struct energies e = dem3_energies(s);
	struct sim_report r = soft_report(&s->core, &e);

	int contacts = dem3_contacts_count(s);
	int64_t sum[3] = { s->list.n_cand, contacts, (int64_t)bytes_held(s, (double)contacts) };
	soft_report_contacts(&s->core, &r);
	ranks_sum(3, sum);
	r.pairs = sum[0];
	r.contacts = sum[1];
	r.bytes = (double)sum[2];
	return r;
}
