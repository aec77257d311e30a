/* dem2_report.c: the report of a run */
#include "base/ranks.h"
#include "dem2/dem2_state.h"

/* The used memory of the arrays of the state and of the world [bytes]; see dem2_state.h. */
static double bytes_held(const struct dem2 *s, double contacts)
{
	const struct list2 *l = &s->list;
	/* 25 columns here and 3 in the world, outlines, numbers and flags, the ledger's row */
	double gear = s->core.opt.integrator == DEM2_GEAR ? 26 * sizeof(double) : 0;
	double body = 21 * sizeof(double) + 3 * sizeof(float) + 24 + 56 + 50 + gear;
	double vertex = sizeof *s->outlines.at + sizeof *s->core.use;
	double cand = (l->cand.wide ? sizeof *l->cand.wide : sizeof *l->cand.narrow) + sizeof *l->gap;
	double pair = sizeof *l->pair + sizeof *l->from + 2 * sizeof *l->own;
	double contact = 2 * (sizeof(struct contact2) + sizeof(int)) + 14 * sizeof(double); /* now, one step ago, in the world */
	double sum = body * s->core.n + vertex * s->outlines.n_vertex + cand * l->n_cand + pair * l->n_pair + contact * contacts;

	for (int t = 0; t < s->core.n_part; t++)
		sum += (double)sizeof(struct near2) * s->part[t].n_near + 2.0 * sizeof(struct side_sum) * s->part[t].n_sum;
	return sum;
}

struct sim_report dem2_report(const struct dem2 *s)
{
	struct energies e = dem2_energies(s);
	struct sim_report r = soft_report(&s->core, &e);

	int contacts = dem2_contacts_count(s);
	int64_t sum[3] = { s->list.n_cand, contacts, (int64_t)bytes_held(s, (double)contacts) };

	soft_report_contacts(&s->core, &r);
	ranks_sum(3, sum);
	r.pairs = sum[0];
	r.contacts = sum[1];
	r.bytes = (double)sum[2];
	return r;
}
