/* dem2.c: spheropolygons in the plane with soft contacts: the step, and what surrounds it */
#include "dem2/dem2.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "dem2/dem2_state.h"

struct sim_options dem2_defaults(void)
{
	return (struct sim_options){ .skin = -1, .threads = 1 };
}

/* ---- the step ---- */

void dem2_fail(struct dem2 *s, struct sim_error e)
{
	sim_fail(&s->error, e);
}

void dem2_fail_overlap(struct dem2 *s, int i, int j, double overlap, double limit)
{
	dem2_fail(s, (struct sim_error){ .status = SIM_OVERLAP, .a = s->id[i], .b = s->id[j], .value = overlap, .limit = limit });
}

void dem2_wrapped(struct dem2 *s, int b, int nx, int ny)
{
	double shift[2];

	if (nx == 0 && ny == 0)
		return;
	domain_shift(&s->domain, nx, ny, shift);
	s->rx[b] -= shift[0];
	s->ry[b] -= shift[1];
	s->nx[b] -= shift[0];
	s->ny[b] -= shift[1];
	if (s->rebuilds)
		list2_wrap(&s->list, &s->domain, b, nx, ny);
	if (s->cell.moves)
		dem2_cell_wrapped(s, b);
}

/* Put one body back into the domain. */
static void wrap_body(struct dem2 *s, int b)
{
	const struct domain *d = &s->domain;
	int64_t ix = s->ix[b], iy = s->iy[b];

	domain_wrap(d, &s->x[b], &s->y[b], &s->ix[b], &s->iy[b]);
	int nx = (int)(s->ix[b] - ix), ny = (int)(s->iy[b] - iy);
	dem2_wrapped(s, b, nx, ny);
	if (s->cell.moves)
		dem2_cell_cross(s, b, nx, ny);
}

/* Periodic boundaries; a grain that leaves through an open one is an error. */
static void boundaries(struct dem2 *s)
{
	const struct domain *d = &s->domain;

	if (!d->set)
		return;
	for (int b = 0; b < s->n; b++) {
		const double at[2] = { s->x[b], s->y[b] };

		if (!s->stray[b / DEM2_STRETCH]) {
			b += DEM2_STRETCH - 1;
			continue;
		}

		for (int k = 0; k < 2; k++) {
			if (at[k] >= d->lo[k] && at[k] < d->hi[k])
				continue;
			if (!(fabs(at[k] - d->lo[k]) < 1e9 * (d->hi[k] - d->lo[k])))
				dem2_fail(s, (struct sim_error){ .status = SIM_FAST, .a = s->id[b], .value = at[k] });
			else if (d->periodic[k])
				wrap_body(s, b);
			else if (s->group_of[b] < 0 && at[k] != d->hi[k] && !dem2_outlets_take(s, b, k, at[k]))
				dem2_fail(s, (struct sim_error){ .status = SIM_OUTSIDE, .a = s->id[b], .b = k, .value = at[k] });
		}
	}
}

void dem2_accelerate(struct dem2 *s, double factor, double back, int kick)
{
	int finite = dem2_respond(s, kick);

	for (int b = 0; b < s->n && !finite; b++)
		if (!isfinite(s->fx[b] + s->fy[b] + s->tq[b]))
			dem2_fail(s, (struct sim_error){ .status = SIM_FINITE, .a = s->id[b] });
	dem2_groups_forces(s);
	dem2_groups_accelerate(s, factor, back);
	if (kick)
		dem2_groups_kick(s);
}

void dem2_evaluate(struct dem2 *s)
{
	if (s->cell.moves) {
		dem2_cell_deform(s);
		dem2_advance(s, 0);
	}
	boundaries(s);
	if (s->error.status != SIM_GOOD)
		return;
	watch_lap(&s->watch, WATCH_MOTION);
	dem2_list_update(s, 0);
	if (s->error.status == SIM_GOOD)
		dem2_forces(s, PASS_STEP);
	watch_lap(&s->watch, WATCH_FORCES);
}

static void step_verlet(struct dem2 *s)
{
	dem2_advance(s, 1);
	dem2_evaluate(s);
	dem2_accelerate(s, 0.5 * s->dt, 0, 1);
}

/* The time at a step. */
static double clock_at(const struct dem2 *s, int64_t step)
{
	return sim_time(s->clock_t, s->clock_step, s->dt, step);
}

enum sim_status dem2_step(struct dem2 *s, struct sim_error *error)
{
	double t0 = dem2_time(s), t1 = clock_at(s, s->step + 1);

	watch_step(&s->watch, s->step, s->n);
	if (s->cell.moves)
		dem2_cell_flip(s);
	dem2_groups_before(s, t0, t1);
	if (s->opt.integrator == DEM2_GEAR)
		dem2_gear_step(s);
	else
		step_verlet(s);
	if (s->cell.moves)
		dem2_cell_settle(s);
	if (s->error.status == SIM_GOOD) /* else they may be those of the last step, by another list */
		dem2_kinks(s);
	dem2_groups_after(s, t1);
	dem2_ledger_step(s);
	if (s->cell.moves)
		dem2_cell_servo(s);
	watch_lap(&s->watch, WATCH_MOTION);
	s->step++;
	if (s->error.status != SIM_GOOD) {
		*error = s->error;
		error->t = t1;
	}
	return s->error.status;
}

/* ---- the clock ---- */

int64_t dem2_steps(const struct dem2 *s)
{
	return s->step;
}

double dem2_time(const struct dem2 *s)
{
	return clock_at(s, s->step);
}

double dem2_dt(const struct dem2 *s)
{
	return s->dt;
}

int64_t dem2_step_of(const struct dem2 *s, double t)
{
	return sim_step_of(s->clock_t, s->clock_step, s->dt, t);
}

/* ---- from the world and back ---- */

/* The geometric mean of what grains reach, or 1 where nothing is free. */
static double typical_reach(const struct dem2 *s)
{
	double sum = 0;
	int n = 0;

	for (int b = 0; b < s->n; b++)
		if (s->group_of[b] < 0) {
			sum += log(s->outlines.reach[b]);
			n++;
		}
	return n ? exp(sum / n) : 1;
}

/* As asked for, or a first guess that the tuner goes on from; wider than half a period it would only multiply images. */
static void begin_skin(struct dem2 *s)
{
	double most = INFINITY, reach = typical_reach(s);

	for (int k = 0; k < 2; k++)
		if (s->domain.set && s->domain.periodic[k])
			most = fmin(most, 0.5 * (s->domain.hi[k] - s->domain.lo[k]));
	s->tuned = s->opt.skin < 0;
	tune_begin(&s->tune, 0.16 * reach, 0.005 * reach, fmin(2 * reach, most));
	s->skin = s->tuned ? s->tune.skin : fmin(s->opt.skin, fmin(4 * reach, most)); /* more only lists all pairs */
}

/* The first list, and forces: taken up where the world has them, else evaluated. */
static void begin_forces(struct dem2 *s, const struct world *w, int take)
{
	s->view = (struct list2_view){ &s->domain, &s->outlines, s->x, s->y, NULL, NULL, s->rank, s->group_of, s->still,
	                               s->upright, s->endless, s->material, s->pass, s->n_material };
	list2_init(&s->list, &s->view);
	s->list.threads = s->threads;
	begin_skin(s);
	dem2_advance(s, 0);
	boundaries(s);
	if (s->error.status != SIM_GOOD)
		return;
	s->near_steps = 10;
	dem2_list_update(s, 1);
	if (s->error.status != SIM_GOOD)
		return;
	dem2_contacts_read(s, w);
	dem2_forces(s, take ? PASS_RESUME : PASS_FRESH);
	dem2_accelerate(s, 0, 0, 0);
	dem2_groups_after(s, dem2_time(s));
}

/* The share of pairs whose bodies are further apart in memory than what a processor has at hand; 0 in a small scene. */
static double apart(const struct dem2 *s)
{
	const int near = 1024;
	int64_t far = 0;

	if (s->n < 4 * near)
		return 0;
	for (int p = 0; p < s->list.n_pair; p++) {
		const int *body = s->list.pair[p].body;

		far += body[0] - body[1] > near || body[1] - body[0] > near;
	}
	return s->list.n_pair > 0 ? (double)far / s->list.n_pair : 0;
}

/* Forces and ledger of a simulator are there. */
static int has_state(const struct world *w)
{
	return w->dt > 0 && w->has_contact && w->ledger.n > 0;
}

int dem2_resumes(const struct world *w, const struct sim_options *o)
{
	return has_state(w) && (!(o->dt > 0) || o->dt == w->dt) && (o->integrator != DEM2_GEAR || dem2_gear_is_there(w));
}

struct dem2 *dem2_new(struct world *w, const struct sim_options *o, struct sim_error *error)
{
	struct dem2 *s = mem_zero(1, sizeof *s);
	enum sim_status st;

	*error = (struct sim_error){ 0 };
	s->opt = *o;
	s->step = s->clock_step = w->step;
	s->clock_t = w->t;
	if (w->dt > 0 && params_find(&w->ledger, "clock_t")) {
		s->clock_step = (int64_t)params_get(&w->ledger, "clock_step", 0);
		s->clock_t = params_get(&w->ledger, "clock_t", 0);
	} else if ((double)w->step * w->dt == w->t) {
		s->clock_step = 0;
		s->clock_t = 0;
	}
	s->dt = w->dt;
	st = dem2_setup(s, w, error);
	if (st != SIM_GOOD) {
		dem2_free(s);
		return NULL;
	}
	double old_dt = w->dt;
	s->dt = o->dt > 0 ? o->dt : old_dt > 0 ? old_dt : dem2_auto_dt(s);
	if (!(s->dt > 0)) { /* too small for a number */
		*error = (struct sim_error){ .status = SIM_STEP, .t = w->t };
		dem2_free(s);
		return NULL;
	}
	if (s->dt != old_dt && w->step > 0) { /* a new step counts from here */
		s->clock_step = w->step;
		s->clock_t = w->t;
	}
	st = dem2_cell_init(s, error);
	if (st == SIM_GOOD)
		st = dem2_outlets_init(s, w, error);
	if (st != SIM_GOOD) {
		dem2_free(s);
		return NULL;
	}
	if (o->integrator == DEM2_GEAR)
		dem2_gear_read(s, w, old_dt > 0 ? old_dt : s->dt);
	begin_forces(s, w, has_state(w));
	if (s->error.status != SIM_GOOD) {
		*error = s->error;
		error->t = w->t;
		dem2_free(s);
		return NULL;
	}
	dem2_ledger_begin(s, w, has_state(w));
	watch_reset(&s->watch, s->step);
	s->apart = apart(s);
	return s;
}

int dem2_scattered(const struct dem2 *s)
{
	return apart(s) > s->apart + 0.2;
}

struct dem2 *dem2_renew(struct dem2 *old, struct world *w, struct sim_error *error)
{
	struct sim_options o = old->opt;
	struct tune tune = old->tune;
	struct watch watch = old->watch;
	int64_t rebuilds = old->rebuilds;

	dem2_free(old);
	struct dem2 *s = dem2_new(w, &o, error);
	if (!s)
		return NULL;
	/* what is known of times is no part of the state, but worth keeping */
	s->tune = tune;
	s->rebuilds += rebuilds;
	watch.list = (struct tune_list){ 0 };
	s->watch = watch;
	return s;
}

void dem2_export(struct dem2 *s, struct world *w, int full)
{
	int gear = s->opt.integrator == DEM2_GEAR;
	double *force[3] = { s->fx, s->fy, s->tq };
	static const char *const force_name[3] = { "fx", "fy", "torque" };
	struct bodies wb = world_bodies(w);

	for (int b = 0; b < s->n; b++) {
		int k = s->row[b];

		wb.x[k] = gear ? s->qx[b] : s->x[b];
		wb.y[k] = gear ? s->qy[b] : s->y[b];
		wb.angle[k] = gear ? s->qa[b] : s->th[b];
		wb.ix[k] = gear ? s->qix[b] : s->ix[b];
		wb.iy[k] = gear ? s->qiy[b] : s->iy[b];
		wb.vx[k] = s->vx[b];
		wb.vy[k] = s->vy[b];
		wb.omega[k] = s->om[b];
	}
	for (int c = 0; c < 3; c++) {
		if (!s->opt.forces) {
			table_drop(&w->body, force_name[c]);
			continue;
		}
		double *to = table_need_real(&w->body, force_name[c], 0);
		for (int b = 0; b < s->n; b++)
			to[s->row[b]] = force[c][b];
	}
	if (s->heat) {
		double *to = table_need_real(&w->body, "heat", 0);
		for (int b = 0; b < s->n; b++)
			to[s->row[b]] = s->heat[b];
	} else {
		table_drop(&w->body, "heat");
	}
	dem2_gear_write(s, w, gear && full);
	if (full) {
		dem2_contacts_write(s, w);
	} else {
		table_resize(&w->contact, 0);
		w->has_contact = 0;
	}
	dem2_ledger_write(s, &w->ledger);
	w->domain = s->domain;
	w->step = s->step;
	w->t = dem2_time(s);
	w->dt = s->dt;
}

static void part_free(struct part *q)
{
	void *all[] = { q->now.at, q->now.cand, q->old.at, q->old.cand, q->near, q->kink };

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
}

void dem2_free(struct dem2 *s)
{
	if (!s)
		return;
	void *all[] = {
		s->id, s->rank, s->by_rank, s->row, s->material, s->group_of, s->still, s->upright, s->endless,
		s->mass, s->inertia, s->minv, s->iinv, s->winv, s->x, s->y, s->th, s->ix,
		s->iy, s->vx, s->vy, s->om, s->dx, s->dy, s->da, s->ax, s->ay, s->al, s->fx,
		s->fy, s->tq, s->qx, s->qy, s->qa, s->r2[0], s->r2[1], s->r2[2], s->r3[0], s->r3[1], s->r3[2],
		s->r4[0], s->r4[1], s->r4[2], s->qix, s->qiy, s->rx, s->ry, s->ra, s->nx, s->ny, s->na, s->room, s->reach, s->gap,
		s->stray,
		s->n_use, s->use, s->user, s->users, s->law, s->has_law, s->pass, s->touched, s->touching,
		s->sum_of, s->pair_sum, s->cell.cross, s->cell.apart, s->cell.is_apart, s->cell.servo, s->heat, s->pair_heat,
	};

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	for (int t = 0; s->part && t < s->n_part; t++)
		part_free(&s->part[t]);
	free(s->part);
	free(s->books);
	for (int k = 0; k < s->n_group; k++)
		free(s->group[k].body);
	free(s->group);
	drains_free(&s->drains);
	dem2_plain_free(s->plain);
	outlines_free(&s->outlines);
	list2_free(&s->list);
	free(s);
}

static int leaving(const void *s)
{
	return dem2_leaving(s);
}

static void *discharge(void *s, struct world *w, struct sim_error *e)
{
	return dem2_discharge(s, w, e);
}

SIM_SIMULATOR(dem2, 2, "quiet=, jam=, strain= or pressure=", leaving, discharge)
