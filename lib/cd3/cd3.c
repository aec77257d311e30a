/* cd3.c: rigid bodies with hard contacts: the step, and what surrounds it */
#include "cd3/cd3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/ids.h"
#include "base/share.h"
#include "cd3/cd3_state.h"

struct sim_options cd3_defaults(void)
{
	return (struct sim_options){ .skin = -1, .threads = 1, .solver = CD3_NSGS, .tolerance = 1e-3, .travel = 0.25, .sweeps = 500,
		.directions = 8 };
}

/* ---- the step ---- */

/* Of a wall, how fast its surface comes nearer to what is beside it: a plane along its normal, a cylinder all over; and where
 * it tilts, as far out as there are bodies. */
static double wall_speed(const struct cd3 *s, const struct cd3_body *b)
{
	vec3 z = v3(b->m[0][2], b->m[1][2], b->m[2][2]);
	double speed = b->kind == CD3_PLANE ? fabs(v3_dot(z, b->v)) : v3_norm(b->v), tilt = v3_norm(v3_cross(b->w, z)), far = b->reach;

	if (tilt > 0 && !(far < INFINITY)) {
		far = 0;
		for (int k = 0; k < s->n_grain; k++) {
			const struct cd3_body *g = &s->body[s->grain[k]];

			far = fmax(far, v3_norm(v3_sub(g->x, b->x)) + g->reach);
		}
	}
	return tilt > 0 ? speed + tilt * far : speed;
}

/* How fast the surface of a body is, by its velocity and what loads add to it in the time h. */
static double speed_of(const struct cd3 *s, const struct cd3_body *b, double h)
{
	const struct cd3_group *g = &s->group[b->unit];
	double pushed = 0;

	if (!g->moves)
		return 0;
	for (int k = 0; k < 3 && g->held && g->mass > 0; k++)
		pushed += fabs(g->force[k]) / g->mass;
	if (cd3_is_wall(b))
		return wall_speed(s, b) + (g->mass > 0 ? h * (s->weight + pushed) : 0);
	return v3_norm(b->v) + v3_norm(b->w) * b->reach + h * (s->weight + pushed);
}

/* The greatest speed, and the longest way in the time h by what is to be seen of it. */
struct fastest { const struct cd3 *s; double h, speed, way; };

static void find_some(void *to, int from, int end, int thread)
{
	struct fastest *f = to;
	const struct cd3 *s = f->s;
	double most = 0, way = 0;

	(void)thread;
	for (int k = from; k < end; k++) {
		const struct cd3_body *b = &s->body[k];
		double speed = speed_of(s, b, f->h);

		most = fmax(most, speed);
		if (b->kind != CD3_PLANE)
			way = fmax(way, speed * f->h / (b->kind == CD3_TUBE ? s->smallest : b->thin));
	}
	share_most(&f->speed, most);
	share_most(&f->way, way);
}

static struct fastest fastest(const struct cd3 *s, double h)
{
	struct fastest f = { .s = s, .h = h };

	share_stretches(s->threads, s->n, CD3_STRETCH, find_some, &f);
	return f;
}

/* Into how many parts the step is cut, so that no grain moves further in one than a part of its least half axis, and no
 * cylinder further than that of the smallest. */
static int parts_of(const struct cd3 *s, const struct fastest *f)
{
	enum { MOST = 1000 };
	double n = s->opt.travel > 0 ? ceil(f->way / s->opt.travel) : 1;

	return n > MOST ? MOST : n > 1 ? (int)n : 1;
}

/* Gaps that may close in a part of the step: as if the two fastest met. */
static double reach_of(const struct fastest *f)
{
	return 2 * f->h * f->speed;
}

static void lap(struct cd3 *s, int phase, double *since)
{
	double now = clock_process();

	s->spent[phase] += now - *since;
	*since = now;
}

static int is_lost(const struct cd3_body *b)
{
	return !isfinite(v3_dot(b->x, b->x) + v3_dot(b->v, b->v) + v3_dot(b->L, b->L) + b->q[0] + b->q[1] + b->q[2] + b->q[3]);
}

static void follow_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int k = from; k < end; k++) {
		struct cd3_body *b = &s->body[k];

		b->v = s->unit[b->unit].v;
		b->w = s->unit[b->unit].w;
		if (is_lost(b))
			__atomic_store_n(&s->lost, 1, __ATOMIC_RELAXED);
	}
}

/* Velocities at the present time, from positions and momenta alone. */
static void refresh(struct cd3 *s, double t)
{
	s->part_t = t;
	cd3_drive(s);
	cd3_spin(s);
	share_stretches(s->threads, s->n, CD3_STRETCH, follow_some, s);
}

/* A part of the step, at whose end it is that late. */
static void part_step(struct cd3 *s, double t, double end, double within)
{
	double since = clock_process();

	s->part_t = t + 0.5 * s->h;
	cd3_drive(s);
	cd3_spin_held(s);
	cd3_drift(s, 0.5 * s->h);
	cd3_spin(s);
	lap(s, 0, &since);
	cd3_detect(s, within);
	lap(s, 1, &since);
	cd3_resolve(s);
	lap(s, 2, &since);
	cd3_drift(s, 0.5 * s->h);
	refresh(s, end);
	lap(s, 3, &since);
}

/* The first body that is lost. */
static enum sim_status check(const struct cd3 *s, struct sim_error *e)
{
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
	struct fastest f = fastest(s, s->clock.dt);
	int parts = parts_of(s, &f);
	double t = clock_now(&s->clock);

	s->h = s->clock.dt / parts;
	s->clock.step++;
	for (int k = 0; k < parts; k++) {
		if (parts > 1)
			f = fastest(s, s->h);
		part_step(s, t + k * s->h, k + 1 < parts ? t + (k + 1) * s->h : clock_now(&s->clock), reach_of(&f));
	}
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
	/* a tenth of a half axis: rebuilt every 20 steps or so where grains flow, and hardly longer than without */
	mean /= s->n_grain > 0 ? s->n_grain : 1;
	s->skin = s->opt.skin >= 0 ? fmin(s->opt.skin, 4 * mean) : 0.1 * mean;
	cells_init(&s->cells, 3, s->n_grain, s->radius);
}

int cd3_resumes(const struct world *w, const struct sim_options *o)
{
	return w->dt > 0 && w->has_contact && params_find(&w->ledger, "start_grav") && params_find(&w->ledger, "solutions") &&
	       (!(o->dt > 0) || o->dt == w->dt);
}

/* The contacts of a scene, which have no forces yet, and what overlaps. */
static void overlap_look(struct cd3 *s)
{
	enum { PARTS = 100 };
	struct cd3_overlap *o = &s->overlap;

	s->h = s->clock.dt;
	struct fastest f = fastest(s, s->h);
	cd3_detect(s, reach_of(&f));
	for (int k = 0; k < s->n_contact; k++) {
		const struct cd3_contact *c = &s->contact[k];
		double depth = -c->gap / cd3_thin(s, c);

		o->n += depth * PARTS > 1;
		s->deepest = fmax(s->deepest, depth);
		if (depth > o->depth)
			*o = (struct cd3_overlap){ o->n, s->body[c->i].id, s->body[c->j].id, depth };
	}
	s->n_old = 0;
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
	clock_set_dt(&s->clock, w, o->dt > 0 ? o->dt : w->dt > 0 ? w->dt : s->dt_auto);
	if (!(s->clock.dt > 0)) {
		*error = (struct sim_error){ .status = SIM_STEP, .t = w->t, .word = "gravity" };
		cd3_free(s);
		return NULL;
	}
	lists_init(s);
	cd3_place(s);
	refresh(s, clock_now(&s->clock));
	same.dt = 0;
	int take = cd3_resumes(w, &same);
	if (take)
		cd3_contacts_read(s, w);
	else
		overlap_look(s);
	cd3_ledger_begin(s, w, take);
	return s;
}

void cd3_free(struct cd3 *s)
{
	if (!s)
		return;
	void *all[] = { s->body, s->group, s->member, s->unit, s->before, s->free_v, s->law, s->grain, s->wall, s->radius, s->at[0],
		s->at[1], s->at[2], s->pair, s->contact, s->old, s->problem.row, s->problem.roll, s->where };

	for (int k = 0; k < s->n_part; k++)
		free(s->part[k].at);
	free(s->part);
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

/* ---- to and from the stream ---- */

static const char *const contact_real[] = { "x", "y", "z", "nx", "ny", "nz", "overlap", "fn", "ftx", "fty", "ftz", "momentx",
	"momenty", "momentz" };
/* no fi and fj: two bodies may touch at several points, which are not numbered */
static const char *const contact_int[] = { "i", "j", "ix", "iy", "iz" };
enum { N_REAL = 14, N_INT = 5 };

/* The periods to be added to j where the bodies are now: one may have gone over a side since the contact was found. The point is
 * always within a quarter of a period of j. */
static void shift_now(const struct cd3 *s, struct cd3_contact *c)
{
	double at[3], to[3];

	v3_to(at, v3_add(s->body[c->i].x, c->at));
	v3_to(to, s->body[c->j].x);
	for (int k = 0; k < 3; k++)
		if (s->domain.set && s->domain.periodic[k] && !cd3_is_wall(&s->body[c->j]))
			c->shift[k] = (int)floor((at[k] - to[k]) / (s->domain.hi[k] - s->domain.lo[k]) + 0.5);
}

static void contact_numbers(const struct cd3 *s, const struct cd3_contact *c, double x[N_REAL])
{
	const struct cd3_body *i = &s->body[c->i];

	v3_to(x, v3_add(i->x, c->at));
	v3_to(x + 3, c->n);
	x[6] = -c->gap;
	x[7] = c->fn;
	v3_to(x + 8, c->ft);
	v3_to(x + 11, c->m);
}

void cd3_contacts_write(const struct cd3 *s, struct world *w)
{
	struct table *t = &w->contact;
	double *real[N_REAL], x[N_REAL];
	int64_t *whole[N_INT];

	table_clear(t);
	table_resize(t, s->n_contact);
	for (int k = 0; k < N_INT; k++)
		table_need_int(t, contact_int[k], 0);
	for (int k = 0; k < N_REAL; k++)
		table_need_real(t, contact_real[k], 0);
	for (int k = 0; k < N_INT; k++)
		whole[k] = table_int(t, contact_int[k]);
	for (int k = 0; k < N_REAL; k++)
		real[k] = table_real(t, contact_real[k]);
	for (int k = 0; k < s->n_contact; k++) {
		struct cd3_contact c = s->contact[k];

		contact_numbers(s, &c, x);
		for (int q = 0; q < N_REAL; q++)
			real[q][k] = x[q];
		whole[0][k] = s->body[c.i].id;
		whole[1][k] = s->body[c.j].id;
		shift_now(s, &c);
		for (int q = 0; q < 3; q++)
			whole[2 + q][k] = c.shift[q];
	}
	w->has_contact = 1;
}

static int by_bodies(const void *a, const void *b)
{
	const struct cd3_contact *x = a, *y = b;

	return x->i != y->i ? (x->i > y->i) - (x->i < y->i) : x->j != y->j ? (x->j > y->j) - (x->j < y->j) :
	       (x->begun > y->begun) - (x->begun < y->begun);
}

void cd3_contacts_read(struct cd3 *s, const struct world *w)
{
	const struct table *t = &w->contact;
	const double *real[N_REAL];
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j");
	int64_t *id = MEM_NEW(int64_t, (size_t)s->n);
	struct ids find;

	for (int k = 0; k < N_REAL; k++)
		real[k] = table_real(t, contact_real[k]);
	for (int k = 0; k < s->n; k++)
		id[k] = s->body[k].id;
	ids_init(&find, s->n, id);
	MEM_GROW(s->contact, &s->cap_contact, (size_t)t->n_row);
	for (int k = 0; k < t->n_row && i && j; k++) {
		struct cd3_contact c = { .i = ids_row(&find, i[k]), .j = ids_row(&find, j[k]), .begun = k };
		double x[N_REAL];

		for (int q = 0; q < N_REAL; q++)
			x[q] = real[q] ? real[q][k] : 0;
		if (c.i < 0 || c.j < 0 || !(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] > 0))
			continue;
		c.at = v3_sub(v3_from(x), s->body[c.i].x);
		c.n = v3_from(x + 3);
		c.gap = -x[6];
		c.fn = x[7];
		c.ft = v3_from(x + 8);
		c.m = v3_from(x + 11);
		c.acts = c.fn > 0;
		s->acting += c.acts;
		s->contact[s->n_contact++] = c;
	}
	if (s->n_contact)
		qsort(s->contact, (size_t)s->n_contact, sizeof *s->contact, by_bodies);
	ids_free(&find);
	free(id);
}

static void forces_write(const struct cd3 *s, struct world *w)
{
	static const char *const name[] = { "fx", "fy", "fz", "tx", "ty", "tz" };
	double *to[6];

	for (int k = 0; k < 6; k++) {
		if (s->opt.forces)
			table_need_real(&w->body, name[k], 0);
		else
			table_drop(&w->body, name[k]);
	}
	if (!s->opt.forces)
		return;
	for (int k = 0; k < 6; k++) {
		to[k] = table_real(&w->body, name[k]);
		memset(to[k], 0, (size_t)w->body.n_row * sizeof *to[k]);
	}
	for (int k = 0; k < s->n_contact; k++) {
		struct cd3_contact c = s->contact[k];
		const struct cd3_body *i = &s->body[c.i], *j = &s->body[c.j];
		vec3 f = v3_add(v3_scale(c.fn, c.n), c.ft), ri, rj;

		shift_now(s, &c);
		cd3_arms(s, &c, &ri, &rj);
		const vec3 all[2][2] = { { v3_scale(-1, f), v3_scale(-1, v3_add(v3_cross(ri, f), c.m)) },
			{ f, v3_add(v3_cross(rj, f), c.m) } };
		for (int side = 0; side < 2; side++) {
			int row = side ? j->row : i->row;

			for (int q = 0; q < 2; q++) {
				to[3 * q][row] += all[side][q].x;
				to[3 * q + 1][row] += all[side][q].y;
				to[3 * q + 2][row] += all[side][q].z;
			}
		}
	}
}

void cd3_export(struct cd3 *s, struct world *w, int full)
{
	struct bodies3 wb;
	double *omega[3];

	table_need_real(&w->body, "wx", 0);
	table_need_real(&w->body, "wy", 0);
	table_need_real(&w->body, "wz", 0);
	forces_write(s, w);
	wb = world_bodies3(w);
	omega[0] = table_real(&w->body, "wx");
	omega[1] = table_real(&w->body, "wy");
	omega[2] = table_real(&w->body, "wz");
	for (int k = 0; k < s->n; k++) {
		const struct cd3_body *b = &s->body[k];
		const double x[3] = { b->x.x, b->x.y, b->x.z }, v[3] = { b->v.x, b->v.y, b->v.z };
		const double L[3] = { b->L.x, b->L.y, b->L.z }, om[3] = { b->w.x, b->w.y, b->w.z };

		for (int q = 0; q < 3; q++) {
			wb.x[q][b->row] = x[q];
			wb.v[q][b->row] = v[q];
			wb.momentum[q][b->row] = L[q];
			wb.image[q][b->row] = b->image[q];
			omega[q][b->row] = om[q];
		}
		for (int q = 0; q < 4; q++)
			wb.q[q][b->row] = b->q[q];
	}
	if (full) {
		cd3_contacts_write(s, w);
	} else {
		table_resize(&w->contact, 0);
		w->has_contact = 0;
	}
	cd3_ledger_write(s, w);
	w->step = s->clock.step;
	w->t = clock_now(&s->clock);
	w->dt = s->clock.dt;
}

/* ---- where it stands ---- */

const struct sim_clock *cd3_clock(const struct cd3 *s)
{
	return &s->clock;
}

/* In place of the elastic energy, which there is not: what it takes to lift all by their least half axes. */
struct sim_signs cd3_signs(const struct cd3 *s)
{
	struct sim_signs is = { .elastic = 0, .strain = NAN, .pressure = NAN, .off = NAN };
	int *partners = MEM_ZERO(int, (size_t)s->n), free_ = 0, firm = 0, sum = 0;
	double e[3];

	cd3_energies(s, e);
	is.kinetic = e[0] + e[1];
	for (int k = 0; k < s->n_contact; k++) {
		const struct cd3_contact *c = &s->contact[k];
		int again = k > 0 && c[-1].i == c->i && c[-1].j == c->j && c[-1].acts;

		partners[c->i] += c->acts && !again;
		partners[c->j] += c->acts && !again;
	}
	for (int k = 0; k < s->n; k++) {
		if (s->group[s->body[k].unit].held)
			continue;
		is.elastic += s->body[k].mass * s->weight * s->body[k].thin;
		free_++;
		firm += partners[k] >= 2;
		sum += partners[k] >= 2 ? partners[k] : 0;
	}
	is.share = free_ > 0 ? (double)firm / free_ : 0;
	is.partners = firm > 0 ? (double)sum / firm : 0;
	free(partners);
	return is;
}

struct sim_report cd3_report(const struct cd3 *s)
{
	struct sim_report r = { .rebuilds = s->rebuilds ? s->rebuilds - 1 : 0, .skin = s->skin, .pairs = s->n_pair,
		.contacts = s->acting, .bodies = s->n, .dt_auto = s->dt_auto };
	double e[3];

	cd3_energies(s, e);
	r.kinetic = e[0] + e[1];
	r.residual = cd3_ledger_residual(s, &r.turnover);
	for (int k = 0; k < s->n; k++)
		r.moving += s->group[s->body[k].unit].moves;
	r.time_forces = s->spent[2];
	r.time_lists = s->spent[1];
	r.time_motion = s->spent[0] + s->spent[3];
	r.bytes = (double)s->n * (sizeof(struct cd3_body) + 2 * sizeof(struct cd3_unit) + 400) +
	          (double)s->cap_pair * 2 * sizeof(struct cd3_pair) +
	          (double)s->cap_contact * (2 * sizeof(struct cd3_contact) + sizeof(struct cd3_found) + sizeof(struct cd3_row) + 120);
	return r;
}

struct cd3_figures cd3_figures(const struct cd3 *s)
{
	struct cd3_figures f = { .contacts = s->acting, .rows = s->n_contact, .begun = s->sum.begun, .sweeps = s->effort.sweeps,
		.residual = s->effort.residual, .unconverged = s->sum.unconverged, .deepest = s->deepest, .fric = s->sum.fric,
		.impact = s->sum.impact, .recover = s->sum.recover, .steps = s->clock.step, .taken = s->clock.step - s->first,
		.visits = s->visits };
	double e[3];

	cd3_energies(s, e);
	f.energy = e[0] + e[1] + e[2];
	f.start = s->sum.start[0] + s->sum.start[1] + s->sum.start[2];
	memcpy(f.spent, s->spent, sizeof f.spent);
	return f;
}

SIM_SIMULATOR(cd3, 3, "quiet= or jam=", NULL, NULL)
