/* dem3_outlet.c: bodies that leave space while it runs: see drains.h */
#include "dem3/dem3_state.h"
#include "world/outlet.h"

static struct drain_view view(const struct dem3 *s)
{
	return (struct drain_view){
		.dim = 3, .n = s->n, .domain = &s->domain, .gravity = s->gravity, .mass = s->mass, .reach = s->pebbles.reach,
		.x = { s->x[0], s->x[1], s->x[2] }, .id = s->id, .by_rank = s->by_rank, .row = s->row, .group_of = s->group_of,
		.step = s->step, .t = dem3_time(s),
	};
}

static int64_t first_step(const void *sim, double t)
{
	return dem3_step_of(sim, t);
}

enum sim_status dem3_outlets_init(struct dem3 *s, const struct world *w, struct sim_error *e)
{
	struct drain_view v = view(s);

	return drains_init(&s->drains, &v, w, first_step, s, e);
}

int dem3_leaving(const struct dem3 *s)
{
	struct drain_view v = view(s);

	return drains_leaving(&s->drains, &v);
}

int dem3_outlets_take(const struct dem3 *s, int b, int axis, double at)
{
	struct drain_view v = view(s);

	return drains_take(&s->drains, &v, b, axis, at);
}

struct dem3 *dem3_discharge(struct dem3 *s, struct world *w, struct sim_error *error)
{
	double returned, in = s->ledger.in, out = s->ledger.out;
	struct drain_view v = view(s);

	dem3_export(s, w, 1);
	if (drains_change(&s->drains, &v, w, NULL, &returned, error) != SIM_GOOD) {
		dem3_free(s);
		return NULL;
	}
	s = dem3_renew(s, w, error);
	if (s)
		ledger_returned(&s->ledger, in, out, returned);
	return s;
}
