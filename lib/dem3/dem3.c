/* dem3.c: rigid clumps in space with soft contacts: the step, and what surrounds it */
#include "dem3/dem3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "dem3/dem3_state.h"

struct sim_options dem3_defaults(void)
{
	return (struct sim_options){ .skin = -1, .threads = 1, .rotation = ROTATION_SPLIT, .iterations = 5 };
}

/* ---- the step ---- */

void dem3_fail(struct dem3 *s, struct sim_error e)
{
	sim_fail(&s->error, e);
}

void dem3_fail_overlap(struct dem3 *s, int i, int j, double overlap, double limit)
{
	dem3_fail(s, (struct sim_error){ .status = SIM_OVERLAP, .a = s->id[i], .b = s->id[j], .value = overlap, .limit = limit });
}

/* Put one body back into the domain: so are the places that the lists know it by. */
static void wrap_body(struct dem3 *s, int b)
{
	double x[3];
	int64_t image[3];
	int n[3], some = 0;

	for (int k = 0; k < 3; k++) {
		x[k] = s->x[k][b];
		image[k] = s->image[k][b];
	}
	domain_wrap3(&s->domain, x, image);
	for (int k = 0; k < 3; k++) {
		n[k] = (int)(image[k] - s->image[k][b]);
		some |= n[k];
		if (n[k] != 0) {
			double way = n[k] * (s->domain.hi[k] - s->domain.lo[k]);

			s->rx[k][b] -= way;
			s->nx[k][b] -= way;
		}
		s->x[k][b] = x[k];
		s->image[k][b] = image[k];
	}
	if (!some)
		return;
	if (s->rebuilds) {
		list3_wrap(&s->list, &s->domain, b, n);
		dem3_place(s, b, 0);
	}
}

static void body_bounds(struct dem3 *s, int b)
{
	const struct domain *d = &s->domain;

	for (int k = 0; k < 3; k++) {
		double at = s->x[k][b];

		if (at >= d->lo[k] && at < d->hi[k])
			continue;
		if (!(fabs(at - d->lo[k]) < 1e9 * (d->hi[k] - d->lo[k])))
			dem3_fail(s, (struct sim_error){ .status = SIM_FAST, .a = s->id[b], .value = at });
		else if (d->periodic[k])
			wrap_body(s, b);
		else if (s->group_of[b] < 0 && at != d->hi[k] && !dem3_outlets_take(s, b, k, at))
			dem3_fail(s, (struct sim_error){ .status = SIM_OUTSIDE, .a = s->id[b], .b = k, .value = at });
	}
}

/* Periodic boundaries; a grain that leaves through an open one is an error. */
static void boundaries(struct dem3 *s)
{
	const struct domain *d = &s->domain;

	if (!d->set)
		return;
	for (int z = 0; z < dem3_stretches(s); z++)
		for (int b = dem3_stretch_begin(s, z); b < dem3_stretch_end(s, z) && s->stray[z] & STRAY_OUT; b++)
			body_bounds(s, b);
}

/* Forces that are not finite. */
static void odd_forces(struct dem3 *s)
{
	dem3_settle(s);
	for (int b = 0; b < s->n; b++)
		if (!isfinite(s->f[0][b] + s->f[1][b] + s->f[2][b]))
			dem3_fail(s, (struct sim_error){ .status = SIM_FINITE, .a = s->id[b] });
}

/* Accelerations from contact forces and weight, and Verlet's kick; groups see to their own. Those of free bodies are due, unless
 * this is no step. */
static void accelerate(struct dem3 *s, double factor, int kick)
{
	dem3_respond(s, kick, !kick || s->plain);
	if (!s->finite)
		odd_forces(s);
	dem3_groups_forces(s);
	dem3_groups_accelerate(s, factor);
	if (kick)
		dem3_groups_kick(s);
}

/* The time at a step. */
static double clock_at(const struct dem3 *s, int64_t step)
{
	return sim_time(s->clock_t, s->clock_step, s->dt, step);
}

enum sim_status dem3_step(struct dem3 *s, struct sim_error *error)
{
	double t0 = dem3_time(s), t1 = clock_at(s, s->step + 1);

	watch_step(&s->watch, s->step, s->n);
	dem3_groups_before(s, t0, t1);
	dem3_advance(s);
	boundaries(s);
	if (s->error.status == SIM_GOOD) {
		watch_lap(&s->watch, WATCH_MOTION);
		dem3_list_update(s, 0);
	}
	if (s->error.status == SIM_GOOD) {
		dem3_forces(s, PASS_STEP);
		watch_lap(&s->watch, WATCH_FORCES);
		accelerate(s, 0.5 * s->dt, 1);
	}
	if (s->error.status == SIM_GOOD) /* else they may be those of the last step, by another list */
		dem3_kinks(s);
	dem3_groups_after(s, t1);
	if (!dem3_ledger_step(s) && s->error.status == SIM_GOOD)
		odd_forces(s);
	watch_lap(&s->watch, WATCH_MOTION);
	s->step++;
	if (s->error.status != SIM_GOOD) {
		*error = s->error;
		error->t = t1;
	}
	return s->error.status;
}

/* ---- the clock ---- */

int64_t dem3_steps(const struct dem3 *s)
{
	return s->step;
}

double dem3_time(const struct dem3 *s)
{
	return clock_at(s, s->step);
}

double dem3_dt(const struct dem3 *s)
{
	return s->dt;
}

int64_t dem3_step_of(const struct dem3 *s, double t)
{
	return sim_step_of(s->clock_t, s->clock_step, s->dt, t);
}

/* ---- from the world and back ---- */

/* The geometric mean of what bodies reach, or 1 where nothing is free. */
static double typical_reach(const struct dem3 *s)
{
	double sum = 0;
	int n = 0;

	for (int b = 0; b < s->n; b++)
		if (s->group_of[b] < 0) {
			sum += log(s->pebbles.form[s->pebbles.form_of[b]].fat * s->pebbles.size[b]);
			n++;
		}
	return n ? exp(sum / n) : 1;
}

/* As asked for, or a first guess that the tuner goes on from; wider than half a period it would only multiply
 * images. */
static void begin_skin(struct dem3 *s)
{
	double most = INFINITY, reach = typical_reach(s);

	for (int k = 0; k < 3; k++)
		if (s->domain.set && s->domain.periodic[k])
			most = fmin(most, 0.5 * (s->domain.hi[k] - s->domain.lo[k]));
	s->tuned = s->opt.skin < 0;
	tune_begin(&s->tune, 0.16 * reach, 0.005 * reach, fmin(2 * reach, most));
	s->skin = s->tuned ? s->tune.skin : fmin(s->opt.skin, fmin(4 * reach, most)); /* more only lists all pairs */
}

/* The first list, and forces: taken up where the world has them, else evaluated. */
static void begin_forces(struct dem3 *s, const struct world *w, int take)
{
	s->view = (struct list3_view){ &s->domain, &s->pebbles, { s->x[0], s->x[1], s->x[2] }, s->rank, s->group_of, s->still,
	                               s->endless, s->material, s->pass, s->n_material, s->n_wall, s->wall, s->wall_at };
	list3_init(&s->list, &s->view);
	s->list.threads = s->threads;
	begin_skin(s);
	memset(s->stray, STRAY_OUT, (size_t)dem3_stretches(s));
	boundaries(s);
	if (s->error.status != SIM_GOOD)
		return;
	for (int b = 0; b < s->n; b++)
		dem3_stand(s, b);
	s->near_steps = 10;
	dem3_list_update(s, 1);
	if (s->error.status != SIM_GOOD)
		return;
	dem3_contacts_read(s, w);
	dem3_forces(s, take ? PASS_RESUME : PASS_FRESH);
	accelerate(s, 0, 0);
	dem3_groups_after(s, dem3_time(s));
}

/* The share of pairs whose bodies are further apart in memory than what a processor has at hand; 0 in a small scene. */
static double apart(const struct dem3 *s)
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

int dem3_resumes(const struct world *w, const struct sim_options *o)
{
	return has_state(w) && (!(o->dt > 0) || o->dt == w->dt);
}

static struct dem3 *give_up(struct dem3 *s, const struct world *w, struct sim_error *error)
{
	if (error->status == SIM_GOOD)
		*error = s->error;
	error->t = w->t;
	dem3_free(s);
	return NULL;
}

struct dem3 *dem3_new(struct world *w, const struct sim_options *o, struct sim_error *error)
{
	struct dem3 *s = mem_zero(1, sizeof *s);

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
	if (dem3_setup(s, w, error) != SIM_GOOD)
		return give_up(s, w, error);
	double old_dt = w->dt;
	s->dt = o->dt > 0 ? o->dt : old_dt > 0 ? old_dt : dem3_auto_dt(s);
	if (!(s->dt > 0)) { /* too small for a number */
		error->status = SIM_STEP;
		return give_up(s, w, error);
	}
	if (s->dt != old_dt && w->step > 0) { /* a new step counts from here */
		s->clock_step = w->step;
		s->clock_t = w->t;
	}
	if (dem3_outlets_init(s, w, error) != SIM_GOOD)
		return give_up(s, w, error);
	begin_forces(s, w, has_state(w));
	if (s->error.status != SIM_GOOD)
		return give_up(s, w, error);
	dem3_ledger_begin(s, w, has_state(w));
	watch_reset(&s->watch, s->step);
	s->apart = apart(s);
	return s;
}

int dem3_scattered(const struct dem3 *s)
{
	return apart(s) > s->apart + 0.2;
}

struct dem3 *dem3_renew(struct dem3 *old, struct world *w, struct sim_error *error)
{
	struct sim_options o = old->opt;
	struct tune tune = old->tune;
	struct watch watch = old->watch;
	int64_t rebuilds = old->rebuilds;

	dem3_free(old);
	struct dem3 *s = dem3_new(w, &o, error);
	if (!s)
		return NULL;
	/* what is known of times is no part of the state, but worth keeping */
	s->tune = tune;
	s->rebuilds += rebuilds;
	watch.list = (struct tune_list){ 0 };
	s->watch = watch;
	return s;
}

/* Columns x y z with a prefix and a suffix, if they are asked for. */
static void export_vec(struct world *w, int want, const char *const name[3], const struct dem3 *s, double *const from[3])
{
	for (int c = 0; c < 3; c++) {
		if (!want) {
			table_drop(&w->body, name[c]);
			continue;
		}
		double *to = table_need_real(&w->body, name[c], 0);
		for (int b = 0; b < s->n; b++)
			to[s->row[b]] = from[c][b];
	}
}

void dem3_export(struct dem3 *s, struct world *w, int full)
{
	static const char *const force[3] = { "fx", "fy", "fz" }, *const torque[3] = { "tx", "ty", "tz" };
	static const char *const spin[3] = { "wx", "wy", "wz" };
	struct bodies3 wb = world_bodies3(w);
	double *to[3];

	dem3_settle(s);
	for (int b = 0; b < s->n; b++) {
		int k = s->row[b];

		for (int z = 0; z < 3; z++) {
			wb.x[z][k] = s->x[z][b];
			wb.v[z][k] = s->v[z][b];
			wb.momentum[z][k] = s->l[z][b];
			wb.image[z][k] = s->image[z][b];
		}
		for (int z = 0; z < 4; z++)
			wb.q[z][k] = s->q[z][b];
	}
	for (int z = 0; z < 3; z++)
		table_need_real(&w->body, spin[z], 0);
	for (int z = 0; z < 3; z++)
		to[z] = table_real(&w->body, spin[z]);
	for (int b = 0; b < s->n; b++) {
		int g = s->group_of[b];
		vec3 om = g >= 0 && s->group[g].turn != TURN_FREE ? dem3_group_spin(&s->group[g])
		        : dem3_spin(s, b, dem3_vec(s->l, b));

		to[0][s->row[b]] = om.x;
		to[1][s->row[b]] = om.y;
		to[2][s->row[b]] = om.z;
	}
	export_vec(w, s->opt.forces, force, s, s->f);
	export_vec(w, s->opt.forces, torque, s, s->tq);
	if (s->heat) {
		double *heat = table_need_real(&w->body, "heat", 0);
		for (int b = 0; b < s->n; b++)
			heat[s->row[b]] = s->heat[b];
	} else {
		table_drop(&w->body, "heat");
	}
	if (full) {
		dem3_contacts_write(s, w);
	} else {
		table_resize(&w->contact, 0);
		w->has_contact = 0;
	}
	dem3_ledger_write(s, &w->ledger);
	w->step = s->step;
	w->t = dem3_time(s);
	w->dt = s->dt;
}

static void part_free(struct part3 *q)
{
	dem3_contacts_free(&q->now);
	free(q->near);
	free(q->couple);
	free(q->run);
	free(q->touch);
	free(q->hit);
	free(q->place);
	free(q->kink);
}

void dem3_free(struct dem3 *s)
{
	if (!s)
		return;
	double **triple[] = { s->x, s->v, s->l, s->a, s->f, s->tq, s->rx, s->nx, s->inertia, s->iinv };
	void *all[] = {
		s->id, s->rank, s->by_rank, s->row, s->material, s->group_of, s->still, s->endless, s->mass, s->minv, s->winv, s->axis,
		s->motion, s->wall, s->wall_at, s->wall_of, s->n_use, s->use, s->law, s->has_law, s->pass, s->stray, s->part, s->books,
		s->jolt, s->couple_of, s->pull_of, s->pull_from, s->pull, s->pull_heat, s->heat, s->touched, s->group, s->room,
		s->old,
	};

	for (size_t z = 0; z < sizeof triple / sizeof *triple; z++)
		for (int k = 0; k < 3; k++)
			free(triple[z][k]);
	for (int k = 0; k < 4; k++) {
		free(s->q[k]);
		free(s->rq[k]);
		free(s->nq[k]);
	}
	for (int k = 0; k < 3; k++)
		free(s->image[k]);
	for (int t = 0; t < s->n_part && s->part; t++)
		part_free(&s->part[t]);
	for (int t = 0; t < s->threads && s->old; t++)
		dem3_contacts_free(&s->old[t]);
	for (int k = 0; k < s->n_group; k++)
		free(s->group[k].body);
	for (int w = 0; w < s->n_wall && s->facets; w++)
		facets_free(&s->facets[w]);
	free(s->facets);
	drains_free(&s->drains);
	dem3_plain_free(s->plain);
	list3_free(&s->list);
	pebbles_free(&s->pebbles);
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	free(s);
}

static int leaving(const void *s)
{
	return dem3_leaving(s);
}

static void *discharge(void *s, struct world *w, struct sim_error *e)
{
	return dem3_discharge(s, w, e);
}

SIM_SIMULATOR(dem3, 3, "quiet=, jam=, strain= or pressure=", leaving, discharge)
