/* dem3.c: rigid clumps in space with soft contacts: the step, setup from a world, export into one */
#include "dem3/dem3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "dem3/dem3_cell.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_ranks.h"
#include "dem3/dem3_sweep.h"

struct sim_options dem3_defaults(void)
{
	return (struct sim_options){ .skin = -1, .threads = 1, .rotation = ROTATION_SPLIT, .iterations = 5 };
}

/* ---- the step ---- */

/* Wrap one body into the domain, and shift the positions where the lists were built along with it. */
static void wrap_body(struct dem3 *s, int b)
{
	struct soft *c = &s->core;
	double x[3], shift[3];
	int64_t image[3];
	int n[3], some = 0;

	for (int k = 0; k < 3; k++) {
		x[k] = c->x[k][b];
		image[k] = c->image[k][b];
	}
	domain_wrap3(&c->domain, x, image);
	for (int k = 0; k < 3; k++) {
		n[k] = (int)(image[k] - c->image[k][b]);
		some |= n[k];
	}
	domain_shift3(&c->domain, (const double[3]){ n[0], n[1], n[2] }, shift);
	for (int k = 0; k < 3; k++) {
		c->near_x[k][b] -= shift[k];
		if (s->path)
			s->path_x[k][b] -= shift[k];
		c->x[k][b] = x[k];
		c->image[k][b] = image[k];
	}
	if (some && c->rebuilds) {
		list3_wrap(&s->list, &c->domain, b, n);
		for (int z = s->list.own_from[b]; z < s->list.own_from[b + 1]; z++)
			dem3_batches_shift(s, s->list.own[z] >> 1);
		dem3_place(s, b, 0);
	}
	if (some && c->cell.moves)
		dem3_cell_cross(s, b, n);
}

void dem3_wrap_chunk(struct dem3 *s, int chunk)
{
	int some = s->core.domain.set && s->core.stray[chunk] & STRAY_OUT;

	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk) && some; b++)
		for (int k = 0; k < 3; k++)
			if (soft_leaves(&s->core, b, k))
				wrap_body(s, b);
}

static void wrap_bodies(struct dem3 *s)
{
	for (int z = 0; z < dem3_chunks(s); z++)
		dem3_wrap_chunk(s, z);
}

static void groups_gather(struct dem3 *s)
{
	dem3_groups_gather(s, 0);
	if (s->plain) /* the forces of the step are there only now */
		dem3_groups_gather(s, 1);
}

/* Accelerations from contact forces and weight. Damping acts on the velocity of a group at the end of the step: see
 * group_accelerate for the factor. With kick v += a dt / 2, of groups now. Free bodies get this half together with the first half
 * of the next kick (dem3_halves.c), so that a step reads and writes each body once. dem3_settle does it for whoever looks at them
 * before. A cell that deforms looks at all of them in every step. */
static void accelerate(struct dem3 *s, double factor, int kick)
{
	groups_gather(s);
	int all = !kick || s->plain || s->core.cell.moves;
	if (all)
		ghosts_wait(&s->core);
	dem3_accelerate_bodies(s, kick, all);
	if (!s->core.finite) {
		dem3_settle(s);
		dem3_forces_store(s);
		soft_fail_motion(&s->core);
	}
	dem3_groups_forces(s);
	dem3_groups_accelerate(s, factor);
	if (kick)
		dem3_groups_kick(s);
}

static void accelerate_and_kick(struct dem3 *s)
{
	accelerate(s, 0.5 * s->core.clock.dt, 1);
}

/* The parts of a step in which it may fail. */
enum { STEP_MOTION = 1, STEP_LIST, STEP_FORCES };

enum sim_status dem3_step(struct dem3 *s, struct sim_error *error)
{
	struct soft *c = &s->core;
	const double t0 = clock_now(&c->clock), t1 = clock_at(&c->clock, c->clock.step + 1);

	timing_step(&c->timing, c->clock.step, c->n);
	soft_divide_again(c);
	dem3_cell_flip(s);          /* a cell that leans too far takes other lattice vectors */
	groups_before(c, t0, t1);   /* accelerations of prescribed motion */

	/* the half kick that the last step has left; positions and orientations: v += a dt / 2, x += v dt, turn; the deforming cell;
	 * periodic images. Where that is possible, forces follow part by part; not in a step that is timed, since it times the one and
	 * the other, and not with heat, which only the step of a contact knows */
	dem3_sweep(s, !c->divides && !c->timing.timed && !c->heat);
	dem3_cell_deform(s);
	wrap_bodies(s);
	soft_part_ended(c, STEP_MOTION);
	timing_lap(&c->timing, TIMING_MOTION);

	/* contacts: the neighbour list is rebuilt if it must be; forces of what touches, and their work */
	if (c->error.status == SIM_GOOD)
		dem3_list_update(s, 0);
	soft_part_ended(c, STEP_LIST);
	if (c->error.status == SIM_GOOD)
		dem3_forces(s, EVALUATE_STEP);
	dem3_ranks_send(s, 1);
	timing_lap(&c->timing, TIMING_FORCES);

	/* velocities: v += a dt / 2 with the new accelerations, of free bodies in the next dem3_kick_drift_turn */
	if (!c->failed_at)
		accelerate_and_kick(s);
	else
		groups_gather(s); /* other ranks wait for it */
	soft_part_ended(c, STEP_FORCES);
	cell_settle(c);
	/* impulses of contacts that began or ended */
	dem3_event_impulses(s);
	dem3_groups_after(s, t1);

	/* energies: heat of bodies; work and losses of the step; then the rates of a cell that follows a stress */
	if (c->heat)
		dem3_heat(s);
	if (!soft_ledger_step(c, dem3_groups_work(s))) {
		dem3_settle(s);
		dem3_forces_store(s);
		soft_fail_ledger(c);
	}
	cell_servo(c);
	return soft_end_step(c, error);
}

const struct sim_clock *dem3_clock(const struct dem3 *s)
{
	return &s->core.clock;
}

/* ---- from a world and back ---- */

/* What no column holds: the angular velocity of a body, and the torque on it; that of a drive comes from no contact. */
static void export_more(const void *sim, int b, double more[BODY_MORE])
{
	const struct dem3 *s = sim;
	const struct group *g = dem3_group_of(s, b);
	vec3 spin = dem3_spin_of(s, b, dem3_vec(s->l, b));

	for (int z = 0; z < 3; z++) {
		double drive = g && g->turn == TURN_FREE && b == g->body[0] ? g->drive[3 + z] : 0;

		more[z] = (&spin.x)[z];
		more[3 + z] = s->core.opt.forces ? s->tq[z][b] - drive : 0;
	}
}

static void bodies_export(struct dem3 *s, struct world *w, int full)
{
	static const char *const force[3] = { "fx", "fy", "fz" }, *const torque[3] = { "tx", "ty", "tz" };
	static const char *const spin[3] = { "wx", "wy", "wz" }, *const momentum[3] = { "Lx", "Ly", "Lz" };
	static const char *const orientation[4] = { "qw", "qx", "qy", "qz" };
	struct soft *c = &s->core;

	soft_export_begin(c, w, s->pebbles.size);
	soft_export(c, w, 1, 3, momentum, s->l);
	soft_export(c, w, 1, 4, orientation, s->q);
	soft_export_more(c, w, 1, 3, spin, 0);
	soft_export(c, w, c->opt.forces, 3, force, c->f);
	soft_export_more(c, w, c->opt.forces, 3, torque, 3);
	soft_export(c, w, c->heat != NULL, 1, (const char *const[]){ "heat" }, &c->heat);
	soft_export_end(c, w, full, export_more, s);
}

/* Build the first list, and evaluate forces: new ones, or those of the world's state if it has them. */
static void begin_forces(struct dem3 *s, const struct world *w)
{
	struct soft *c = &s->core;
	double *fat = MEM_NEW(double, (size_t)c->n);

	for (int b = 0; b < c->n; b++)
		fat[b] = pebbles_faces(&s->pebbles, b) ? 0.5 * s->pebbles.reach[b] : pebbles_form(&s->pebbles, b)->fat * s->pebbles.size[b];
	soft_set_skin(c, fat);
	free(fat);
	s->view = (struct list3_view){ &c->domain, &s->pebbles, { c->x[0], c->x[1], c->x[2] }, c->rank, c->group_of, c->still,
	                               c->endless, c->material, c->forceless, c->n_material, s->n_wall, s->wall, s->wall_at,
	                               s->frame, c->ghosts ? c->kept : NULL, ranks_me() == 0, NULL, NULL, 0 };
	list3_init(&s->list, &s->view);
	s->list.threads = c->threads;
	memset(c->stray, STRAY_OUT, (size_t)dem3_chunks(s));
	wrap_bodies(s);
	if (lending_agree_noted(&c->error) != SIM_GOOD)
		return;
	for (int b = 0; b < c->n; b++)
		dem3_motion_set(s, b);
	dem3_list_update(s, 1);
	dem3_faces_check(s);
	if (lending_agree_noted(&c->error) != SIM_GOOD)
		return;
	dem3_contacts_read(s, w);
	dem3_forces(s, soft_has_state(w) ? EVALUATE_RESUME : EVALUATE_FRESH);
	cell_forces(c);
	dem3_ranks_send(s, 0);
	ghosts_wait(c);
	accelerate(s, 0, 0);
	dem3_groups_after(s, clock_now(&c->clock));
}

int dem3_resumes(const struct world *w, const struct sim_options *o)
{
	return soft_has_state(w) && (o->dt == 0 || o->dt == w->dt);
}

static struct foreseen foresee(const void *s, double *limit, double *overlap)
{
	return dem3_foresee(s, limit, overlap);
}

/* Keep the moments of inertia of bodies in groups alone: those of others are in iinv, and were needed for the time step. */
static void inertia_keep(struct dem3 *s)
{
	size_t n = (size_t)(s->core.n - s->n_free);

	for (int k = 0; k < 3; k++) {
		memmove(s->inertia[k], s->inertia[k] + s->n_free, n * sizeof *s->inertia[k]);
		MEM_RESIZE(s->inertia[k], n);
	}
	s->inertia_from = s->n_free;
	for (int k = 1; k < 3; k++)
		if (memcmp(s->iinv[0], s->iinv[k], (size_t)s->core.n * sizeof *s->iinv[k]) == 0) { /* all free bodies are balls */
			free(s->iinv[k]);
			s->iinv[k] = s->iinv[0];
		}
}

static enum sim_status begin(struct dem3 *s, struct world *w, const struct sim_options *o, struct sim_error *e)
{
	struct soft *c = &s->core;

	if (dem3_setup(s, w, o, e) != SIM_GOOD || soft_set_dt(c, w, foresee, s, e) != SIM_GOOD || cell_init(c, e) != SIM_GOOD ||
	    outlets_init(c, w, e) != SIM_GOOD)
		return e->status;
	inertia_keep(s);
	s->forces_from = s->plain || c->cell.moves || c->opt.forces ? 0 : s->late_from < s->n_free ? s->late_from : s->n_free;
	dem3_ranks_begin(s);
	if (o->takes && !c->ghosts)
		bodies_export(s, w, EXPORT_ROWS);
	begin_forces(s, w);
	if (lending_agree_noted(&c->error) != SIM_GOOD) {
		*e = c->error;
		return e->status;
	}
	dem3_ledger_begin(s, w, soft_has_state(w));
	timing_reset(&c->timing, c->clock.step);
	c->scattered = soft_scattered(c, s->list.pair, s->list.n_pair);
	return SIM_GOOD;
}

struct dem3 *dem3_new(struct world *w, const struct sim_options *o, struct sim_error *error)
{
	struct dem3 *s = mem_zero(1, sizeof *s);

	*error = (struct sim_error){ 0 };
	if (begin(s, w, o, error) == SIM_GOOD && lending_narrow(&s->core.lending, s->core.clock.dt)) {
		double dt = s->core.clock.dt; /* the automatic time step is known only now */

		dem3_free(s);
		s = mem_zero(1, sizeof *s);
		s->core.lending.dt = dt;
		begin(s, w, o, error);
	}
	if (error->status == SIM_GOOD)
		return s;
	error->t = w->t;
	dem3_free(s);
	return NULL;
}

int dem3_scattered(const struct dem3 *s)
{
	return soft_scattered(&s->core, s->list.pair, s->list.n_pair) > s->core.scattered + 0.2;
}

struct dem3 *dem3_renew(struct dem3 *old, struct world *w, struct sim_error *error)
{
	struct soft_past past = soft_remember(&old->core);

	dem3_free(old);
	struct dem3 *s = dem3_new(w, &past.opt, error);
	if (s)
		soft_recall(&s->core, &past);
	return s;
}

int dem3_leaving(const struct dem3 *s)
{
	return outlets_leaving(&s->core);
}

struct dem3 *dem3_discharge(struct dem3 *s, struct world *w, struct sim_error *error)
{
	double returned, in = s->core.ledger.in, out = s->core.ledger.out;

	dem3_export(s, w, EXPORT_FULL);
	s->core.opt.takes = 0; /* the world may be written if the new simulation cannot begin */
	if (outlets_change(&s->core, w, NULL, &returned, error) != SIM_GOOD) {
		dem3_free(s);
		return NULL;
	}
	s = dem3_renew(s, w, error);
	if (s) {
		ledger_returned(&s->core.ledger, in, out, returned);
		dem3_ledger_write(s, &w->ledger); /* the world has the bodies that are left, and may be written if a step fails */
	}
	return s;
}

void dem3_export(struct dem3 *s, struct world *w, int full)
{
	dem3_settle(s);
	if (s->core.opt.forces)
		dem3_groups_bodies(s);
	bodies_export(s, w, full);
	dem3_contacts_write(s, w, full);
	dem3_ledger_write(s, &w->ledger);
	w->domain = s->core.domain;
}

void dem3_free(struct dem3 *s)
{
	if (!s)
		return;
	void *all[] = {
		s->axis, s->motion, s->late, s->wall, s->wall_at, s->wall_of, s->near_pair_of, s->near_from,
		s->near_own, s->wrench, s->pair_heat, s->heat_sum, s->frame, s->body3, s->sweep,
		s->group_sum, s->section, s->region, s->section_end,
	};

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	dem3_paths_free(s);
	dem3_pairs_free(s);
	dem3_faces_work_free(s->faces_work, s->core.most_threads);
	for (int k = 1; k < 3; k++)
		s->iinv[k] = s->iinv[k] == s->iinv[0] ? NULL : s->iinv[k];
	for (int k = 0; k < 4; k++) {
		double *column[] = { s->q[k], s->list_q[k], s->near_q[k], k < 3 ? s->inertia[k] : NULL, k < 3 ? s->iinv[k] : NULL,
			k < 3 ? s->l[k] : NULL, k < 3 ? s->tq[k] : NULL };

		for (size_t z = 0; z < sizeof column / sizeof *column; z++)
			free(column[z]);
	}
	dem3_undivide(s);
	for (int t = 0; t < s->core.most_threads && s->ordering; t++) {
		dem3_contacts_free(&s->ordering[t].old);
		free(s->ordering[t].rest);
		free(s->ordering[t].hit);
	}
	free(s->ordering);
	for (int w = 0; w < s->n_wall && s->facets; w++)
		facets_free(&s->facets[w]);
	free(s->facets);
	dem3_plain_free(s->plain);
	list3_free(&s->list);
	jumps_free(&s->jumps);
	pebbles_free(&s->pebbles);
	soft_free(&s->core);
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

static int migrates(const void *s)
{
	return ((const struct dem3 *)s)->core.migrates;
}

static const char *const derived[] = { "x", "y", "z", "nx", "ny", "nz", NULL };

SIM_SIMULATOR(dem3, 3, "quiet=, jam=, strain= or pressure=", leaving, discharge, migrates, derived)
