/* dem2.c: spheropolygons in the plane with soft contacts: the step, and the conversion from a world and back */
#include "dem2/dem2.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "dem2/dem2_ranks.h"
#include "motion/gear.h"

struct sim_options dem2_defaults(void)
{
	return (struct sim_options){ .skin = -1, .threads = 1 };
}

/* ---- the step ---- */

void dem2_wrapped(struct dem2 *s, int b, int nx, int ny)
{
	struct soft *c = &s->core;
	double shift[2];

	if (nx == 0 && ny == 0)
		return;
	domain_shift(&c->domain, nx, ny, shift);
	for (int k = 0; k < 2; k++)
		c->near_x[k][b] -= shift[k];
	if (c->rebuilds) {
		list2_wrap(&s->list, &c->domain, b, nx, ny);
		dem2_near_wrapped(s, b);
	}
	if (s->core.cell.moves)
		dem2_cell_wrapped(s, b);
}

/* Move one body back into the domain. */
static void wrap_body(struct dem2 *s, int b)
{
	struct soft *c = &s->core;
	int64_t ix = c->image[0][b], iy = c->image[1][b];

	domain_wrap2(&c->domain, &c->x[0][b], &c->x[1][b], &c->image[0][b], &c->image[1][b]);
	int nx = (int)(c->image[0][b] - ix), ny = (int)(c->image[1][b] - iy);
	dem2_wrapped(s, b, nx, ny);
	if (s->core.cell.moves)
		cell_cross(c, b, (const int[3]){ nx, ny, 0 }, s->d[0] ? s->d : NULL);
}

/* Whether the list has memory for the images of the pairs of all bodies of a chunk that may be wrapped: then other threads can
 * read images meanwhile. */
static int images_fit(const struct dem2 *s)
{
	enum { MOST = 64 };      /* new images; far more than the bodies of a chunk bring about */

	return s->list.images.cap >= (size_t)s->list.images.n + MOST;
}

static void wrap_chunk(struct dem2 *s, int chunk)
{
	for (int b = dem2_chunk_begin(s, chunk); b < dem2_chunk_end(s, chunk); b++)
		for (int k = 0; k < 2; k++)
			if (soft_leaves(&s->core, b, k))
				wrap_body(s, b);
}

int dem2_wrap_chunk(struct dem2 *s, int chunk)
{
	int fits;

#pragma omp critical
	{
		fits = images_fit(s);
		if (fits)
			wrap_chunk(s, chunk);
	}
	s->core.stray[chunk] = (char)!fits;
	return fits;
}

static void wrap_bodies(struct dem2 *s)
{
	for (int z = 0; z < dem2_chunks(s) && s->core.domain.set; z++)
		if (s->core.stray[z])
			wrap_chunk(s, z);
}

/* Accelerations from contact forces and weight. A damped group needs to know how its velocity at the end of the step follows from
 * its acceleration: by the factor, and what Gear's method takes back; see group_accelerate. With kick v += a dt / 2. */
static void accelerate(struct dem2 *s, double factor, double back, int kick, int all)
{
	if (all)
		ghosts_wait(&s->core);
	dem2_accelerate_bodies(s, kick, all);
	if (!s->core.finite) {
		dem2_settle(s);
		soft_fail_motion(&s->core);
	}
	dem2_groups_gather(s, 0);
	dem2_groups_forces(s);
	dem2_groups_accelerate(s, factor, back);
	if (kick)
		dem2_groups_kick(s);
}

/* Velocity Verlet's half kick v += a dt / 2. Free bodies get it together with the next half kick (dem2_halves.c), so that a step
 * reads and writes each body once. dem2_settle does it for whoever looks at them before. A cell that deforms looks at all of them
 * in every step. */
static void accelerate_and_kick(struct dem2 *s)
{
	accelerate(s, 0.5 * s->core.clock.dt, 0, 1, s->plain || s->core.cell.moves);
}

/* Gear's method has no kick: its correction changes positions and velocities. */
static void accelerate_and_correct(struct dem2 *s)
{
	const double dt = s->core.clock.dt;

	accelerate(s, 0.5 * GEAR_VELOCITY * dt, GEAR_VELOCITY / dt, 0, 1);
	dem2_gear_correct(s);
}

/* The parts of a step in which it may fail. */
enum { STEP_MOTION = 1, STEP_LIST, STEP_FORCES };

enum sim_status dem2_step(struct dem2 *s, struct sim_error *error)
{
	struct soft *c = &s->core;
	const double t0 = clock_now(&c->clock), t1 = clock_at(&c->clock, c->clock.step + 1);
	const int gear = c->opt.integrator == DEM2_GEAR;

	timing_step(&c->timing, c->clock.step, c->n);
	soft_divide_again(c);
	dem2_cell_flip(s);          /* a cell that leans too far takes another pair of lattice vectors */
	groups_before(c, t0, t1);   /* accelerations of prescribed motion */

	/* positions: v += a dt / 2, x += v dt, or Gear's prediction; the deforming cell; periodic images. Where that is possible, forces
	 * follow part by part; not in a step that is timed, since it times the one and the other, and not with heat, which only the step
	 * of a contact knows */
	if (gear)
		dem2_gear_predict(s);
	else
		dem2_sweep(s, !c->divides && !c->cell.moves && !s->plain && !c->timing.timed && !c->heat);
	dem2_cell_deform(s);
	wrap_bodies(s);
	soft_part_ended(c, STEP_MOTION);
	timing_lap(&c->timing, TIMING_MOTION);

	/* contacts: the neighbour list is rebuilt if it must be; forces of what touches, and their work */
	if (c->error.status == SIM_GOOD)
		dem2_list_update(s, 0);
	soft_part_ended(c, STEP_LIST);
	if (c->error.status == SIM_GOOD)
		dem2_forces(s, EVALUATE_STEP);
	dem2_ranks_send(s, 1);
	timing_lap(&c->timing, TIMING_FORCES);

	/* velocities: v += a dt / 2 with the new accelerations, of free bodies in the next sweep, or Gear's correction; impulses of
	 * contacts that began or ended */
	if (gear)
		accelerate_and_correct(s);
	else
		accelerate_and_kick(s);
	soft_part_ended(c, STEP_FORCES);
	cell_settle(c);
	dem2_event_impulses(s);
	dem2_groups_after(s, t1);

	/* energies: heat of bodies; work and losses of the step; then the rates of a cell that follows a pressure */
	if (c->heat)
		dem2_heat(s);
	if (!soft_ledger_step(c, dem2_groups_work(s))) {
		dem2_settle(s);
		soft_fail_ledger(c);
	}
	cell_servo(c);
	return soft_end_step(c, error);
}

const struct sim_clock *dem2_clock(const struct dem2 *s)
{
	return &s->core.clock;
}

/* ---- from the world and back ---- */

/* The part of the list for a pair of bodies, see struct dem2. Bodies of groups are moved before all others, so every part may
 * have them. */
static int section_of(const void *sim, int a, int b)
{
	const struct dem2 *s = sim;
	int last = a > b ? a : b, first = a > b ? b : a, chunk = dem2_chunk_of(s, last), region = s->region_of[chunk];

	return first < s->n_held || s->region_of[dem2_chunk_of(s, first)] == region ? chunk : dem2_chunks(s) + region;
}

/* The first list, and the first forces: those of the world if it has them, otherwise evaluated. */
static void begin_forces(struct dem2 *s, const struct world *w)
{
	struct soft *c = &s->core;

	s->view = (struct list2_view){ &c->domain, &s->outlines, c->x[0], c->x[1], NULL, NULL, c->rank, c->group_of, c->still,
	                               s->upright, c->endless, c->material, c->forceless, c->n_material, c->law, 0, section_of, s,
	                               c->n_part, c->ghosts ? c->kept : NULL, ranks_me() == 0 };
	list2_init(&s->list, &s->view);
	s->list.threads = c->threads;
	soft_set_skin(c, s->outlines.reach);
	dem2_find_strays(s);
	wrap_bodies(s);
	if (lending_agree_noted(&c->error) != SIM_GOOD)
		return;
	dem2_list_update(s, 1);
	if (lending_agree_noted(&c->error) != SIM_GOOD)
		return;
	dem2_contacts_read(s, w);
	dem2_forces(s, soft_has_state(w) ? EVALUATE_RESUME : EVALUATE_FRESH);
	dem2_ranks_send(s, 0);
	cell_forces(c);
	accelerate(s, 0, 0, 0, 1);
	dem2_groups_after(s, clock_now(&c->clock));
}

int dem2_resumes(const struct world *w, const struct sim_options *o)
{
	return soft_has_state(w) && (o->dt == 0 || o->dt == w->dt) && (o->integrator != DEM2_GEAR || dem2_gear_is_there(w));
}

static struct foreseen foresee(const void *s, double *limit, double *overlap)
{
	return dem2_foresee(s, limit, overlap);
}

/* gear: with the columns of Gear's method. */
static void bodies_export(struct dem2 *s, struct world *w, int full, int gear)
{
	static const char *const force[3] = { "fx", "fy", "torque" };
	struct soft *c = &s->core;

	soft_export_begin(c, w, NULL);
	soft_export(c, w, c->opt.forces, 3, force, c->f);
	soft_export(c, w, c->heat != NULL, 1, (const char *const[]){ "heat" }, &c->heat);
	dem2_gear_write(s, w, gear && c->opt.integrator == DEM2_GEAR);
	soft_export_end(c, w, full, NULL, NULL);
}

static enum sim_status begin(struct dem2 *s, struct world *w, const struct sim_options *o, struct sim_error *e)
{
	struct soft *c = &s->core;

	if (dem2_setup(s, w, o, e) != SIM_GOOD || soft_set_dt(c, w, foresee, s, e) != SIM_GOOD ||
	    cell_init(c, e) != SIM_GOOD || outlets_init(c, w, e) != SIM_GOOD)
		return e->status;
	dem2_ranks_begin(s);
	if (o->integrator == DEM2_GEAR)
		dem2_gear_read(s, w, w->dt > 0 ? w->dt : c->clock.dt);
	if (o->takes && !c->ghosts)
		bodies_export(s, w, EXPORT_ROWS, 1);
	begin_forces(s, w);
	if (lending_agree_noted(&c->error) != SIM_GOOD) {
		*e = c->error;
		return e->status;
	}
	dem2_ledger_begin(s, w, soft_has_state(w));
	timing_reset(&c->timing, c->clock.step);
	c->scattered = soft_scattered(c, s->list.pair, s->list.n_pair);
	return SIM_GOOD;
}

struct dem2 *dem2_new(struct world *w, const struct sim_options *o, struct sim_error *error)
{
	struct dem2 *s = mem_zero(1, sizeof *s);

	*error = (struct sim_error){ 0 };
	if (begin(s, w, o, error) == SIM_GOOD && lending_narrow(&s->core.lending, s->core.clock.dt)) {
		double dt = s->core.clock.dt; /* the automatic time step is known only now */

		dem2_free(s);
		s = mem_zero(1, sizeof *s);
		s->core.lending.dt = dt;
		begin(s, w, o, error);
	}
	if (error->status == SIM_GOOD)
		return s;
	error->t = w->t;
	dem2_free(s);
	return NULL;
}

int dem2_scattered(const struct dem2 *s)
{
	return soft_scattered(&s->core, s->list.pair, s->list.n_pair) > s->core.scattered + 0.2;
}

struct dem2 *dem2_renew(struct dem2 *old, struct world *w, struct sim_error *error)
{
	struct soft_past past = soft_remember(&old->core);

	dem2_free(old);
	struct dem2 *s = dem2_new(w, &past.opt, error);
	if (s)
		soft_recall(&s->core, &past);
	return s;
}

int dem2_leaving(const struct dem2 *s)
{
	return outlets_leaving(&s->core);
}

struct dem2 *dem2_discharge(struct dem2 *s, struct world *w, struct sim_error *error)
{
	double returned, in = s->core.ledger.in, out = s->core.ledger.out;

	dem2_export(s, w, EXPORT_FULL);
	s->core.opt.takes = 0; /* the world may be written if the new simulation cannot begin */
	if (outlets_change(&s->core, w, dem2_gear_rest, &returned, error) != SIM_GOOD) {
		dem2_free(s);
		return NULL;
	}
	s = dem2_renew(s, w, error);
	if (s) {
		ledger_returned(&s->core.ledger, in, out, returned);
		dem2_ledger_write(s, &w->ledger); /* the world has the bodies that are left, and may be written if a step fails */
	}
	return s;
}

void dem2_export(struct dem2 *s, struct world *w, int full)
{
	dem2_settle(s);
	if (s->core.opt.forces)
		dem2_groups_bodies(s);
	bodies_export(s, w, full, full & EXPORT_FULL);
	dem2_contacts_write(s, w, full);
	dem2_ledger_write(s, &w->ledger);
	w->domain = s->core.domain;
}

void dem2_free(struct dem2 *s)
{
	if (!s)
		return;
	void *all[] = {
		s->upright, s->inertia, s->iinv, s->q_image[0], s->q_image[1], s->reach, s->shared,
		s->pair_heat, s->heat_sum, s->group_sum,
	};

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	for (int k = 0; k < 3; k++) {
		double *gear[] = { s->d[k], s->q[k], s->r2[k], s->r3[k], s->r4[k] };

		for (size_t z = 0; z < sizeof gear / sizeof *gear; z++)
			free(gear[z]);
	}
	dem2_undivide(s);
	for (int t = 0; s->scratch && t < s->core.most_threads; t++)
		dem2_scratch_free(&s->scratch[t]);
	free(s->scratch);
	dem2_plain_free(s->plain);
	jumps_free(&s->jumps);
	outlines_free(&s->outlines);
	list2_free(&s->list);
	soft_free(&s->core);
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

static int migrates(const void *s)
{
	return ((const struct dem2 *)s)->core.migrates;
}

static const char *const derived[] = { "x", "y", "nx", "ny", NULL };

SIM_SIMULATOR(dem2, 2, "quiet=, jam=, strain= or pressure=", leaving, discharge, migrates, derived)
