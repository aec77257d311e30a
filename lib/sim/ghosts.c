/* ghosts.c: the messages of a step between ranks */
#include "sim/ghosts.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ranks.h"

/* Another rank: the slots of bodies that are lent to it, and of ghosts from it. Messages have `each` numbers for each body. The
 * first has one more at its end, the number of impulses; in the second each body is preceded by its index in the first. */
struct partner {
	int rank, n_lent, n_ghost, *lent, *ghost;
	double *send, *receive;  /* the first message */
	int jumps, *jump;        /* lent bodies that get impulses in this step: their number, and indices */
	double *told;            /* the second message */
	size_t cap_jump, cap_told;
};

struct ghosts {
	int each, n, first;      /* partners; the first slot of a ghost */
	struct partner *of;      /* [n] */
	double *force;           /* [ghosts][each] */
	struct ranks_halo *halo;
	double far;              /* the greatest distance that a body moved in the step in which the list was built [L] */
	int under_way;           /* the first message of the step is */
};

/* ---- setup ---- */

/* A bound of the distance beyond the surfaces of the bodies of all ranks at which forces may begin [L]. */
static double reach_of(const struct world *w, const struct sim_options *o)
{
	const int64_t *shape = table_int(&w->body, "shape");
	const double *size = table_real(&w->body, "size");
	struct soft laws = { .dim = w->dim, .opt = *o };
	struct sim_error e = { 0 };
	double most = 0;

	for (int k = 0; k < w->body.n_row; k++) {
		double reach = shape_reach(world_shape(w, shape[k])) * size[k];

		most = isfinite(reach) ? fmax(most, reach) : most;
	}
	ranks_most_real(1, &most);
	soft_laws(&laws, w, most, &e);
	double reach = laws.range;
	free(laws.law);
	free(laws.has_law);
	free(laws.forceless);
	free(laws.density);
	return reach;
}

void ghosts_deal(struct soft *c, struct world *w, const struct sim_options *o)
{
	if (ranks_n() > 1)
		lending_begin(&c->lending, w, reach_of(w, o), o->skin, fmax(c->lending.dt, o->dt > 0 ? o->dt : w->dt));
}

/* The partners, with the numbers of lent bodies and ghosts. */
static void partners_find(struct ghosts *g, const struct lending *l)
{
	int *lent = MEM_ZERO(int, (size_t)ranks_n());

	for (int k = 0; k < l->n; k++)
		lent[l->to[k]]++;
	g->of = mem_zero((size_t)ranks_n(), sizeof *g->of);
	for (int k = 0; k < ranks_n(); k++)
		if (lent[k] || l->from[k])
			g->of[g->n++] = (struct partner){ .rank = k, .n_lent = lent[k], .n_ghost = l->from[k] };
	free(lent);
}

/* The slots of a partner's bodies, and memory for its messages. Counts the bodies in *lent and *ghost. */
static struct ranks_link partner_begin(struct partner *p, const struct lending *l, int each, const int *slot, int *lent,
	int *ghost)
{
	size_t send = p->n_lent ? (size_t)each * (size_t)p->n_lent + 1 : 0;
	size_t receive = p->n_ghost ? (size_t)each * (size_t)p->n_ghost + 1 : 0;

	p->lent = MEM_NEW(int, (size_t)p->n_lent);
	p->ghost = MEM_NEW(int, (size_t)p->n_ghost);
	p->send = MEM_ZERO(double, send);
	p->receive = MEM_ZERO(double, receive);
	for (int z = 0; z < p->n_lent; z++)
		p->lent[z] = slot[l->row[(*lent)++]];
	for (int z = 0; z < p->n_ghost; z++)
		p->ghost[z] = slot[(*ghost)++];
	return (struct ranks_link){ p->rank, send * sizeof(double), receive * sizeof(double), p->send, p->receive };
}

void ghosts_begin(struct soft *c, int each)
{
	const struct lending *l = &c->lending;
	int *slot = MEM_NEW(int, (size_t)c->n + 1), lent = 0, ghost = l->ghost;

	if (!(l->margin > 0)) {
		free(slot);
		return;
	}
	struct ghosts *g = c->ghosts = MEM_ZERO(struct ghosts, 1);
	g->each = each;
	partners_find(g, l);
	struct ranks_link *link = mem_new((size_t)g->n, sizeof *link);
	for (int b = 0; b < c->n; b++)
		slot[c->row[b]] = b;
	for (int k = 0; k < g->n; k++)
		link[k] = partner_begin(&g->of[k], l, each, slot, &lent, &ghost);
	g->halo = ranks_halo(g->n, link);
	for (g->first = 0; g->first < c->n && (c->kept[g->first] == KEPT_OWN || c->kept[g->first] == KEPT_SHARED); g->first++)
		;
	g->force = MEM_ZERO(double, (size_t)each * (size_t)(c->n - g->first));
	free(link);
	free(slot);
}

void ghosts_free(struct ghosts *g)
{
	if (!g)
		return;
	ranks_halo_free(g->halo);
	for (int k = 0; k < g->n; k++) {
		void *all[] = { g->of[k].lent, g->of[k].ghost, g->of[k].send, g->of[k].receive, g->of[k].jump, g->of[k].told };

		for (size_t z = 0; z < sizeof all / sizeof *all; z++)
			free(all[z]);
	}
	free(g->of);
	free(g->force);
	free(g);
}

/* ---- forces ---- */

void ghosts_send(struct soft *c, int events, ghosts_get *force, const void *sim)
{
	struct ghosts *g = c->ghosts;

	if (!g)
		return;
	for (int k = 0; k < g->n; k++) {
		struct partner *p = &g->of[k];

		p->jumps = 0;
		force(sim, p->n_lent, p->lent, p->send);
		for (int z = 0; z < p->n_lent && events; z++) {
			if (!c->touched[p->lent[z]])
				continue;
			MEM_GROW(p->jump, &p->cap_jump, (size_t)p->jumps + 1);
			p->jump[p->jumps++] = z;
		}
		if (p->n_lent)
			p->send[g->each * p->n_lent] = p->jumps;
	}
	ranks_halo_start(g->halo);
	g->under_way = 1;
}

void ghosts_wait(struct soft *c)
{
	struct ghosts *g = c->ghosts;

	if (!g || !g->under_way)
		return;
	g->under_way = 0;
	ranks_halo_wait(g->halo);
	for (int k = 0; k < g->n; k++)
		for (int z = 0; z < g->of[k].n_ghost; z++)
			for (int i = 0; i < g->each; i++)
				g->force[g->each * (g->of[k].ghost[z] - g->first) + i] = g->of[k].receive[g->each * z + i];
}

const double *ghosts_force(const struct soft *c, int b)
{
	return c->ghosts->force + c->ghosts->each * (b - c->ghosts->first);
}

/* ---- impulses ---- */

/* Take the velocities of n ghosts from a partner. */
static void jumps_take(const struct ghosts *g, const struct partner *p, int n, ghosts_put *jump, void *sim)
{
	int each = g->each + 1;
	double *told = MEM_NEW(double, (size_t)each * (size_t)n);

	ranks_receive(p->rank, (size_t)each * (size_t)n * sizeof *told, told);
	for (int k = 0; k < n; k++)
		jump(sim, p->ghost[(int)told[each * k]], told + each * k + 1);
	free(told);
}

void ghosts_jumps(struct soft *c, ghosts_get *velocity, ghosts_put *jump, void *sim)
{
	struct ghosts *g = c->ghosts;

	if (!g)
		return;
	ghosts_wait(c);
	int each = g->each + 1;
	struct ranks_post **post = mem_zero((size_t)g->n + 1, sizeof *post);
	for (int k = 0; k < g->n; k++) {
		struct partner *p = &g->of[k];
		size_t n = (size_t)each * (size_t)p->jumps;

		if (!p->jumps)
			continue;
		MEM_GROW(p->told, &p->cap_told, n);
		for (int z = 0; z < p->jumps; z++) {
			p->told[each * z] = p->jump[z];
			velocity(sim, 1, &p->lent[p->jump[z]], p->told + each * z + 1);
		}
		post[k] = ranks_post(p->rank, n * sizeof *p->told, p->told);
	}
	for (int k = 0; k < g->n; k++) {
		const struct partner *p = &g->of[k];
		int n = p->n_ghost ? (int)p->receive[g->each * p->n_ghost] : 0;

		if (n)
			jumps_take(g, p, n, jump, sim);
	}
	for (int k = 0; k < g->n; k++)
		if (post[k])
			ranks_posted(post[k]);
	free(post);
}

/* ---- ghosts that are missing ---- */

/* A bound of how far own bodies have come if they have travelled so far, relative to the flow of a cell that deforms, and of how
 * much nearer the flow has brought others [L]: see cell_horizon, and there for k. Displacements are carried on by the flow. */
static double roamed(const struct soft *c, double travelled, double k)
{
	double own = k < 1 ? travelled / (1 - k) : INFINITY;

	return own + k * (c->cell.reach + own);
}

/* Whether the margin lets bodies come further: small bodies by so much, while the flow takes large ones by as much. */
static int has_room(const struct soft *c, double travelled, double more)
{
	double k = expm1(c->cell.dealt), next = c->cell.moves ? k + (1 + k) * fmax(more / c->cell.reach, 2 * c->cell.strain) : 0;

	return roamed(c, travelled + more, next) <= 0.5 * 0.9 * c->lending.margin;
}

/* What all have drifted since the last list was built. Returns its length [L]. */
static double drifted(const struct soft *c, double drift[3])
{
	double time = (double)(c->clock.step + 1 - c->listed) * c->clock.dt, square = 0;

	for (int k = 0; k < 3; k++) {
		drift[k] = c->lending.drift[k] * time;
		square += drift[k] * drift[k];
	}
	return sqrt(square);
}

/* The own body that has come furthest since the last list was built, and how far [L]. */
static double furthest(const struct soft *c, const double drift[3], ghosts_travel *travel, const void *sim, int *body)
{
	double most = 0;

	*body = 0;
	for (int b = 0; b < c->n; b++) {
		double moved = c->kept[b] == KEPT_OWN ? travel(sim, b, drift) : 0;

		*body = moved > most ? b : *body;
		most = moved > most ? moved : most;
	}
	return most;
}

/* A body that has come past half of the margin may have touched another that is no ghost. */
static void check_room(struct soft *c, double travelled, int body, double most)
{
	if (c->n > 0 && roamed(c, travelled, expm1(c->cell.dealt)) > 0.5 * c->lending.margin)
		soft_fail(c, (struct sim_error){ .status = SIM_STRAYED, .a = c->id[body], .value = most });
}

void ghosts_roam(struct soft *c, double far, ghosts_travel *travel, const void *sim)
{
	double drift[3];
	int body;

	if (!c->ghosts || !c->rebuilds)
		return;
	drifted(c, drift);
	double most = furthest(c, drift, travel, sim, &body);
	c->roamed += most;
	c->ghosts->far = far;
	c->leaves |= !has_room(c, c->roamed, fmax(c->skin, 2 * far)) || expm1(c->cell.dealt) > 0.25; /* the bound diverges at 1 */
	check_room(c, c->roamed, body, most);
}

void ghosts_drift(struct soft *c, ghosts_travel *travel, const void *sim)
{
	double drift[3], way;
	int body;

	if (!c->ghosts || !((way = drifted(c, drift)) > 0))
		return;
	const double drift_step = way / (double)(c->clock.step + 1 - c->listed), step = c->ghosts->far + drift_step;
	if (has_room(c, c->roamed, fmax(c->skin + drift_step, 2 * step) + way)) /* wherever bodies are within the skin */
		return;
	double most = furthest(c, drift, travel, sim, &body);
	c->leaves |= !has_room(c, c->roamed + most, 2 * step);
	check_room(c, c->roamed + most, body, most);
}
