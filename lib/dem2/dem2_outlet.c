/* dem2_outlet.c: bodies that leave the plane while it runs: see drains.h */
#include "dem2/dem2_state.h"
#include "world/outlet.h"

/* Gear's prediction is where forces are found; the place of a body is the corrected one. */
static struct drain_view view(const struct dem2 *s)
{
	int gear = s->opt.integrator == DEM2_GEAR;

	return (struct drain_view){
		.dim = 2, .n = s->n, .domain = &s->domain, .gravity = s->gravity, .mass = s->mass, .reach = s->outlines.reach,
		.x = { gear ? s->qx : s->x, gear ? s->qy : s->y }, .id = s->id, .by_rank = s->by_rank, .row = s->row,
		.group_of = s->group_of, .step = s->step, .t = dem2_time(s),
	};
}

static int64_t first_step(const void *sim, double t)
{
	return dem2_step_of(sim, t);
}

enum sim_status dem2_outlets_init(struct dem2 *s, const struct world *w, struct sim_error *e)
{
	struct drain_view v = view(s);

	return drains_init(&s->drains, &v, w, first_step, s, e);
}

int dem2_leaving(const struct dem2 *s)
{
	struct drain_view v = view(s);

	return drains_leaving(&s->drains, &v);
}

int dem2_outlets_take(const struct dem2 *s, int b, int axis, double at)
{
	struct drain_view v = view(s);

	return drains_take(&s->drains, &v, b, axis, at);
}

struct dem2 *dem2_discharge(struct dem2 *s, struct world *w, struct sim_error *error)
{
	double returned, in = s->ledger.in, out = s->ledger.out;
	struct drain_view v = view(s);

	dem2_export(s, w, 1);
	if (drains_change(&s->drains, &v, w, dem2_gear_rest, &returned, error) != SIM_GOOD) {
		dem2_free(s);
		return NULL;
	}
	s = dem2_renew(s, w, error);
	if (s)
		ledger_returned(&s->ledger, in, out, returned);
	return s;
}
