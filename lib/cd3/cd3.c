/* cd3.c: rigid bodies in space with hard contacts: the step, setting up and freeing */
#include "cd3/cd3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/team.h"
#include "cd3/cd3_state.h"

struct sim_options cd3_defaults(void)
{
	return (struct sim_options){ .skin = -1, .threads = 1, .solver = CD3_NSGS, .tolerance = 1e-3, .travel = 0.25, .sweeps = 500,
		.directions = 8 };
}

/* ---- the step ---- */

/* The number of substeps, so that in each no surface of a grain moves further than a fraction of its least half axis, and no
 * cylinder further than that fraction of the smallest grain's. travel: the largest distance in the step, as in cd3_fastest. */
static int substeps(const struct cd3 *s, double travel)
{
	enum { MOST = 1000 };
	double n = s->opt.travel > 0 ? ceil(travel / s->opt.travel) : 1;

	return n > MOST ? MOST : n > 1 ? (int)n : 1;
}

static void lap(struct cd3 *s, enum cd3_phase phase, double *since)
{
	double now = clock_process();

	s->spent[phase] += now - *since;
	*since = now;
}

static int is_lost(const struct cd3_body *b)
{
	return !isfinite(v3_dot(b->x, b->x) + v3_dot(b->v, b->v) + v3_dot(b->L, b->L) + b->q[0] + b->q[1] + b->q[2] + b->q[3]);
}

static void find_lost(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int k = from; k < end; k++)
		if (is_lost(&s->body[k]))
			__atomic_store_n(&s->lost, 1, __ATOMIC_RELAXED);
}

/* SIM_FINITE for the first body whose state is not finite. */
static enum sim_status check(struct cd3 *s, struct sim_error *e)
{
	team_chunks(s->threads, s->n, CD3_CHUNK, find_lost, s);
	for (int k = 0; k < s->n && s->lost; k++) {
		if (!is_lost(&s->body[k]))
			continue;
		*e = (struct sim_error){ .status = SIM_FINITE, .a = s->body[k].id, .t = clock_now(&s->clock) };
		return SIM_FINITE;
	}
	return SIM_GOOD;
}

enum sim_status cd3_step(struct cd3 *s, struct sim_error *error)
{
	struct cd3_fastest fastest = cd3_fastest(s, s->clock.dt);
	int n = substeps(s, fastest.travel);
	double start = clock_now(&s->clock), since = clock_process();

	s->h = s->clock.dt / n;
	s->clock.step++;
	for (int k = 0; k < n; k++) {
		double t = start + k * s->h, end = k + 1 < n ? start + (k + 1) * s->h : clock_now(&s->clock);

		if (n > 1)
			fastest = cd3_fastest(s, s->h);

		/* half of the drift, with the old velocities: positions and orientations */
		s->middle = t + 0.5 * s->h;
		cd3_prescribe(s, s->middle);
		cd3_half_drift(s);
		cd3_velocities(s);
		lap(s, CD3_BEFORE, &since);

		/* contacts of surfaces that can reach each other in this substep, if the two fastest bodies approached each other */
		cd3_find_contacts(s, 2 * s->h * fastest.speed);
		/* bodies that only an impact awaits drift on to the touch */
		cd3_drift_to_impacts(s);
		lap(s, CD3_DETECTION, &since);

		/* weight and driving forces; impulses at the contacts; the kick: velocities after the impulses */
		cd3_load(s);
		cd3_make_rows(s);
		cd3_solve(s);
		cd3_kick(s);
		lap(s, CD3_RESOLUTION, &since);

		/* the other half of the drift, with the new velocities */
		cd3_half_drift(s);
		cd3_drift_from_impacts(s);
		/* energies: work and losses of the substep */
		cd3_book(s);
		/* the state at the end: prescribed velocities, and angular velocities at the new orientations */
		cd3_prescribe(s, end);
		cd3_velocities(s);
		lap(s, CD3_AFTER, &since);
	}
	cd3_contacts_place(s);
	return check(s, error);
}

/* ---- setting up ---- */

static void lists_init(struct cd3 *s)
{
	size_t n = (size_t)s->n;
	double mean = 0;

	s->grain = MEM_NEW(int, n);
	s->wall = MEM_NEW(int, n);
	s->radius = MEM_NEW(double, n);
	for (int k = 0; k < 3; k++)
		s->at[k] = MEM_NEW(double, n);
	for (int k = 0; k < s->n; k++) {
		const struct cd3_body *b = &s->body[k];

		if (cd3_is_wall(b)) {
			s->wall[s->n_wall++] = k;
			continue;
		}
		s->radius[s->n_grain] = b->reach;
		s->grain[s->n_grain++] = k;
		mean += b->thin;
	}
	/* a tenth of a half axis: the list is rebuilt about every 20 steps in flowing grains, and is hardly longer than without skin */
	mean /= s->n_grain > 0 ? s->n_grain : 1;
	s->skin = s->opt.skin >= 0 ? fmin(s->opt.skin, 4 * mean) : 0.1 * mean;
	cells_init(&s->cells, 3, s->n_grain, s->radius);
}

int cd3_resumes(const struct world *w, const struct sim_options *o)
{
	return w->dt > 0 && w->has_contact && params_find(&w->ledger, "start_grav") && params_find(&w->ledger, "solutions") &&
	       (o->dt == 0 || o->dt == w->dt);
}

/* Find the contacts of a scene, which have no forces yet, and the overlaps among them. */
static void find_overlaps(struct cd3 *s)
{
	enum { PARTS = 100 };
	struct cd3_overlap *o = &s->overlap;

	s->h = s->clock.dt;
	cd3_find_contacts(s, 2 * s->h * cd3_fastest(s, s->h).speed);
	for (int k = 0; k < s->n_contact; k++) {
		const struct cd3_contact *c = &s->contact[k];
		double depth = -c->gap / cd3_thin(s, c);

		o->n += depth * PARTS > 1;
		s->deepest = fmax(s->deepest, depth);
		if (depth > o->depth)
			*o = (struct cd3_overlap){ o->n, s->body[c->i].id, s->body[c->j].id, depth };
	}
	s->n_old = 0;
	cd3_contacts_place(s);
}

struct cd3_overlap cd3_overlap(const struct cd3 *s)
{
	return s->overlap;
}

struct cd3 *cd3_new(struct world *w, const struct sim_options *o, struct sim_error *error)
{
	struct cd3 *s = mem_zero(1, sizeof *s);
	struct sim_options same = *o;

	*error = (struct sim_error){ 0 };
	s->opt = *o;
	if (cd3_setup(s, w, error) != SIM_GOOD) {
		cd3_free(s);
		return NULL;
	}
	s->clock = clock_of(w);
	s->first = w->step;
	double kept = o->dt < 0 ? 0 : w->dt;
	clock_set_dt(&s->clock, w, o->dt > 0 ? o->dt : kept > 0 ? kept : s->dt_auto);
	if (o->dt < 0) /* a simulation that is set up again keeps this step */
		s->opt.dt = s->clock.dt;
	if (!(s->clock.dt > 0)) {
		*error = (struct sim_error){ .status = SIM_STEP, .t = w->t, .word = s->weight > 0 ? "grains" : "gravity" };
		cd3_free(s);
		return NULL;
	}
	lists_init(s);
	cd3_place(s);
	cd3_prescribe(s, clock_now(&s->clock));
	cd3_velocities(s);
	same.dt = 0;
	int take = cd3_resumes(w, &same);
	if (take)
		cd3_contacts_read(s, w);
	else
		find_overlaps(s);
	cd3_ledger_begin(s, w, take);
	return s;
}

void cd3_free(struct cd3 *s)
{
	if (!s)
		return;
	void *all[] = { s->body, s->group, s->member, s->rigid, s->before, s->free_velocity, s->impulse, s->law, s->grain,
		s->wall, s->radius, s->at[0], s->at[1], s->at[2], s->pair, s->contact, s->old, s->found, s->problem.row,
		s->problem.roll, s->position, s->late };

	for (int k = 0; k < s->n_found; k++)
		free(s->found[k].contact);
	objects3_free(&s->shapes);
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	cells_free(&s->cells);
	cd3_nsgs_free(s->problem.nsgs);
	free(s);
}

int cd3_scattered(const struct cd3 *s)
{
	(void)s;
	return 0;
}

struct cd3 *cd3_renew(struct cd3 *s, struct world *w, struct sim_error *error)
{
	struct sim_options o = s->opt;

	cd3_free(s);
	return cd3_new(w, &o, error);
}

/* ---- the clock ---- */

const struct sim_clock *cd3_clock(const struct cd3 *s)
{
	return &s->clock;
}

SIM_SIMULATOR(cd3, 3, "quiet= or jam=", NULL, NULL, NULL, NULL)
