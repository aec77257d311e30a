/* dem3_ranks.c: the messages of a step between ranks */
#include "dem3/dem3_ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "world/deform.h"

enum { EACH = 6 }; /* numbers for each body in the first message, which has one more at its end */

/* A body that has got impulses: its index in the messages between the two ranks, velocity and angular momentum. */
struct jump { int64_t at; double v[3], l[3]; };

/* Another rank: the slots of bodies that are lent to it, and of ghosts from it. */
struct partner {
	int rank, n_lent, n_ghost, *lent, *ghost;
	double *send, *receive;  /* the first message */
	int jumps;               /* lent bodies that get impulses in this step */
	struct jump *jump;
	size_t cap_jump;
};

struct dem3_ranks {
	int n;
	struct partner *of;      /* [n] */
	struct ranks_halo *halo;
	int under_way;           /* the first message of the step is */
};

/* ---- setup ---- */

const char *dem3_ranks_refuse(const struct world *w, const struct sim_options *o)
{
	if (o->plain)
		return "forces by all pairs";
	if (o->heat)
		return "heat (--heat)";
	if (domain_deforms(&w->domain))
		return "a domain that deforms";
	if (w->n_outlet)
		return "outlets";
	return NULL;
}

/* The partners, with the numbers of lent bodies and ghosts. */
static void partners_find(struct dem3_ranks *r, const struct lending *l)
{
	int *lent = MEM_ZERO(int, (size_t)ranks_n());

	for (int k = 0; k < l->n; k++)
		lent[l->to[k]]++;
	r->of = mem_zero((size_t)ranks_n(), sizeof *r->of);
	for (int k = 0; k < ranks_n(); k++)
		if (lent[k] || l->from[k])
			r->of[r->n++] = (struct partner){ .rank = k, .n_lent = lent[k], .n_ghost = l->from[k] };
	free(lent);
}

void dem3_ranks_begin(struct dem3 *s)
{
	const struct lending *l = &s->core.lending;
	int *slot = MEM_NEW(int, (size_t)s->core.n + 1), lent = 0, ghost = l->ghost;

	if (!(l->margin > 0)) {
		free(slot);
		return;
	}
	struct dem3_ranks *r = s->ranks = MEM_ZERO(struct dem3_ranks, 1);
	partners_find(r, l);
	struct ranks_link *link = mem_new((size_t)r->n, sizeof *link);
	for (int b = 0; b < s->core.n; b++)
		slot[s->core.row[b]] = b;
	for (int k = 0; k < r->n; k++) {
		struct partner *p = &r->of[k];
		size_t send = p->n_lent ? EACH * (size_t)p->n_lent + 1 : 0, receive = p->n_ghost ? EACH * (size_t)p->n_ghost + 1 : 0;

		p->lent = MEM_NEW(int, (size_t)p->n_lent);
		p->ghost = MEM_NEW(int, (size_t)p->n_ghost);
		p->send = MEM_ZERO(double, send);
		p->receive = MEM_ZERO(double, receive);
		for (int z = 0; z < p->n_lent; z++)
			p->lent[z] = slot[l->row[lent++]];
		for (int z = 0; z < p->n_ghost; z++)
			p->ghost[z] = slot[ghost++];
		link[k] = (struct ranks_link){ p->rank, send * sizeof(double), receive * sizeof(double), p->send, p->receive };
	}
	r->halo = ranks_halo(r->n, link);
	s->given = mem_zero((size_t)(s->n_free - s->core.n_own), sizeof *s->given);
	free(link);
	free(slot);
}

void dem3_ranks_free(struct dem3_ranks *r)
{
	if (!r)
		return;
	ranks_halo_free(r->halo);
	for (int k = 0; k < r->n; k++) {
		void *all[] = { r->of[k].lent, r->of[k].ghost, r->of[k].send, r->of[k].receive, r->of[k].jump };

		for (size_t z = 0; z < sizeof all / sizeof *all; z++)
			free(all[z]);
	}
	free(r->of);
	free(r);
}

/* ---- forces ---- */

/* Mark the free bodies whose contacts begin or end. */
static void events_mark(struct dem3 *s)
{
	for (int t = 0; t < s->core.n_part; t++)
		for (int k = 0; k < s->part[t].n_event; k++)
			for (int side = 0; side < 2; side++) {
				int b = s->list.pair[s->part[t].event[k].pair].body[side];

				s->core.touched[b] |= b < s->n_free;
			}
}

void dem3_ranks_send(struct dem3 *s, int is_step)
{
	struct dem3_ranks *r = s->ranks;

	if (!r)
		return;
	int events = is_step && s->has_events && s->core.error.status == SIM_GOOD;
	if (events)
		events_mark(s);
	for (int k = 0; k < r->n; k++) {
		struct partner *p = &r->of[k];

		p->jumps = 0;
		for (int z = 0; z < p->n_lent; z++) {
			struct wrench3 w = dem3_wrench(s, p->lent[z]);

			v3_to(p->send + EACH * z, w.f);
			v3_to(p->send + EACH * z + 3, w.t);
			p->jumps += events && s->core.touched[p->lent[z]];
		}
		if (p->n_lent)
			p->send[EACH * p->n_lent] = p->jumps;
	}
	ranks_halo_start(r->halo);
	r->under_way = 1;
}

void dem3_ranks_wait(struct dem3 *s)
{
	struct dem3_ranks *r = s->ranks;

	if (!r || !r->under_way)
		return;
	r->under_way = 0;
	ranks_halo_wait(r->halo);
	for (int k = 0; k < r->n; k++)
		for (int z = 0; z < r->of[k].n_ghost; z++) {
			const double *at = r->of[k].receive + EACH * z;

			s->given[r->of[k].ghost[z] - s->core.n_own] = (struct wrench3){ v3_from(at), v3_from(at + 3) };
		}
}

/* ---- impulses ---- */

/* The bodies that are lent to a partner and have got impulses. */
static void jumps_list(const struct dem3 *s, struct partner *p)
{
	int n = 0;

	MEM_GROW(p->jump, &p->cap_jump, (size_t)p->jumps);
	for (int z = 0; z < p->n_lent && n < p->jumps; z++) {
		int b = p->lent[z];
		struct jump *j = &p->jump[n];

		if (!s->core.touched[b])
			continue;
		n++;
		j->at = z;
		for (int c = 0; c < 3; c++) {
			j->v[c] = s->core.v[c][b];
			j->l[c] = s->l[c][b];
		}
	}
	for (; n < p->jumps; n++) /* after a failure there may be fewer */
		p->jump[n].at = -1;
}

static void jumps_take(struct dem3 *s, const struct partner *p, int n)
{
	struct jump *jump = mem_new((size_t)n, sizeof *jump);

	ranks_receive(p->rank, (size_t)n * sizeof *jump, jump);
	for (int k = 0; k < n; k++) {
		if (jump[k].at < 0)
			continue;
		int b = p->ghost[jump[k].at];

		for (int c = 0; c < 3; c++) {
			s->core.v[c][b] = jump[k].v[c];
			s->l[c][b] = jump[k].l[c];
		}
		s->core.touched[b] = (char)s->kick_due;
	}
	free(jump);
}

void dem3_ranks_jumps(struct dem3 *s)
{
	struct dem3_ranks *r = s->ranks;

	if (!r)
		return;
	struct ranks_post **post = mem_zero((size_t)r->n + 1, sizeof *post);
	for (int k = 0; k < r->n; k++) {
		struct partner *p = &r->of[k];

		if (!p->jumps)
			continue;
		jumps_list(s, p);
		post[k] = ranks_post(p->rank, (size_t)p->jumps * sizeof *p->jump, p->jump);
	}
	for (int k = 0; k < r->n; k++) {
		const struct partner *p = &r->of[k];
		int n = p->n_ghost ? (int)p->receive[EACH * p->n_ghost] : 0;

		if (n)
			jumps_take(s, p, n);
	}
	for (int k = 0; k < r->n; k++)
		if (post[k])
			ranks_posted(post[k]);
	free(post);
}

/* ---- ghosts that are missing ---- */

void dem3_ranks_roam(struct dem3 *s, double far)
{
	struct soft *c = &s->core;
	double most = 0, half = 0.5 * c->lending.margin;

	if (!s->ranks || !c->rebuilds)
		return;
	int furthest = -1;
	for (int b = 0; b < c->n_own; b++) {
		double travel = dem3_travel(s, b, c->list_x, s->list_q);

		furthest = travel > most ? b : furthest;
		most = travel > most ? travel : most;
	}
	c->roamed += most;
	c->leaves |= c->roamed + fmax(c->skin, 2 * far) > 0.9 * half;
	if (c->roamed > half)
		soft_fail(c, (struct sim_error){ .status = SIM_STRAYED, .a = c->id[furthest], .value = most });
}
