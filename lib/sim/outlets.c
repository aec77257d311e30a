/* outlets.c: bodies that leave the scene during a run */
#include "sim/outlets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/rng.h"
#include "scene/place.h"
#include "scene/pose3.h"
#include "sim/soft.h"
#include "world/deform.h"
#include "world/outlet.h"
#include "world/relocate.h"

enum sim_status outlets_init(struct soft *c, const struct world *w, struct sim_error *e)
{
	const int32_t *tags = table_word(&w->body, "tag");
	struct outlets *all = &c->outlets;

	*all = (struct outlets){ 0, mem_zero((size_t)w->n_outlet, sizeof *all->at) };
	for (int k = 0; k < w->n_outlet; k++) {
		const struct outlet *o = &w->outlet[k];
		struct active_outlet *q = &all->at[all->n];
		const char *fault = outlet_fault(w, o);
		int32_t tag = o->tag ? world_find_name(w, o->tag) : -1;

		if (fault) {
			*e = (struct sim_error){ .status = SIM_OUTLET, .word = o->name, .word2 = fault };
			return SIM_OUTLET;
		}
		if (!outlet_takes(o))
			continue;
		*q = (struct active_outlet){ .is = *o, .body = MEM_NEW(int, (size_t)c->n) };
		all->n++;
		q->is.tag = NULL;
		q->first = o->from > -INFINITY ? clock_step_of(&c->clock, o->from) : INT64_MIN;
		for (int r = 0; r < c->n; r++) {
			int at = c->by_rank[r];

			if (o->tag ? tags && tags[c->row[at]] == tag : c->group_of[at] < 0)
				q->body[q->n++] = at;
		}
	}
	return SIM_GOOD;
}

void outlets_free(struct outlets *d)
{
	for (int k = 0; k < d->n; k++)
		free(d->at[k].body);
	free(d->at);
	*d = (struct outlets){ 0 };
}

void outlets_check(struct soft *c)
{
	for (int k = 0; k < c->outlets.n; k++) {
		const struct outlet *o = &c->outlets.at[k].is;
		const char *fault = outlet_fault_in(&c->domain, c->dim, o);

		if (fault)
			soft_fail(c, (struct sim_error){ .status = SIM_OUTLET_LEFT, .word = o->name, .word2 = fault });
	}
}

/* How far a coordinate along the outlet's axis is beyond the outlet's line or plane [L]. */
static double past(const struct active_outlet *d, double at)
{
	return outlet_sign(&d->is) * (at - d->is.at);
}

static int leaves(const struct active_outlet *d, const struct soft *c, int b)
{
	return d->is.side == OUTLET_EVERYWHERE || past(d, c->place[outlet_axis(&d->is, c->dim)][b]) >= c->reach[b];
}

/* Whether an outlet is checked before the next step. */
static int is_checked(const struct active_outlet *d, const struct soft *c)
{
	return c->clock.step >= d->first && (c->clock.step % OUTLETS_EVERY == 0 || c->clock.step == d->first);
}

int outlets_leaving(const struct soft *c)
{
	const struct outlets *d = &c->outlets;
	int checked = 0;
	int64_t some = 0;

	for (int k = 0; k < d->n; k++) {
		checked |= is_checked(&d->at[k], c);
		for (int i = 0; i < d->at[k].n && is_checked(&d->at[k], c) && !some; i++)
			some = leaves(&d->at[k], c, d->at[k].body[i]);
	}
	if (checked)
		ranks_most(1, &some);
	return (int)some;
}

int outlets_take(const struct soft *c, int b, int axis, double at)
{
	const struct outlets *d = &c->outlets;

	for (int k = 0; k < d->n; k++) {
		const struct active_outlet *q = &d->at[k];

		if (outlet_axis(&q->is, c->dim) != axis || c->clock.step + 1 < q->first || past(q, at) < 0)
			continue;
		for (int i = 0; i < q->n; i++)
			if (q->body[i] == b)
				return 1;
	}
	return 0;
}

/* ---- putting back ---- */

static const char *const place_name[3] = { "x", "y", "z" };

/* A body that is put back: its id, how often that has been done, its outlet, its reach [L]. */
struct returning { int64_t id, laps; int outlet; double reach; };

/* The squared horizontal distance of two places of space in a domain with a tilt xy, for the nearest image. */
static double slanted_off2(const struct domain *d, const double *x, const double *x1)
{
	double best = INFINITY;

	for (int a = -2; a <= 2; a++)
		for (int b = -1; b <= 1; b++) {
			double shift[3], dx, dy;

			domain_shift3(d, (const double[3]){ a, b, 0 }, shift);
			dx = x1[0] + shift[0] - x[0];
			dy = x1[1] + shift[1] - x[1];
			best = fmin(best, dx * dx + dy * dy);
		}
	return best;
}

/* The height at which a ball (in the plane a disk) of radius r at x touches a ball at x1, or an image of it, from above.
 * -INFINITY if it passes. */
static double height_above(const struct soft *c, const double *x, double r, const double *x1, double r1)
{
	const struct domain *d = &c->domain;
	double far = r + r1, off2 = 0;

	for (int k = 0; k < c->dim - 1; k++) {
		double off = fabs(x[k] - x1[k]);

		if (d->set && d->periodic[k])
			off = fmin(off, fabs(d->hi[k] - d->lo[k] - off));
		off2 += off * off;
	}
	if (c->dim == 3 && domain_tilted(d))
		off2 = slanted_off2(d, x, x1);
	return off2 < far * far ? x1[c->dim - 1] + sqrt(far * far - off2) : -INFINITY;
}

/* The height at x from which a ball of radius r is above those bodies of this rank whose row is not gone. */
static double lowest(const struct soft *c, double *const at[3], const double *x, double r, double height, const char *gone)
{
	for (int k = 0; k < c->n; k++) {
		double other[3];

		if (c->group_of[k] >= 0 || gone[c->row[k]] || !soft_speaks(c, k))
			continue;
		for (int z = 0; z < c->dim; z++)
			other[z] = at[z][c->row[k]];
		height = fmax(height, height_above(c, x, r, other, c->reach[k]));
	}
	return height;
}

/* Find the place `to` for a body: the lowest of some random places, above the outlet's return height and above all other bodies,
 * except for those whose row is gone. With a single random place a body would now and then land on a tower of slowly falling
 * bodies that were put back before. */
static void find_place(const struct active_outlet *d, const struct soft *c, double *const at[3], const struct returning *b,
	const char *gone, double to[3])
{
	enum { PLACES = 16 };
	const double *bound = d->is.to, r = b->reach, gap = 1e-3 * r;
	double x[PLACES][3], height[PLACES];
	int up = c->dim - 1;
	struct rng g;

	rng_seed(&g, (uint64_t)b->id * 0x9E3779B97F4A7C15u + (uint64_t)b->laps);
	for (int k = 0; k < up; k++)
		to[k] = bound[2 * k] + r;
	to[up] = INFINITY;
	for (int p = 0; p < PLACES; p++) {
		for (int k = 0; k < up; k++)
			x[p][k] = bound[2 * k] + r + rng_uniform(&g) * (bound[2 * k + 1] - bound[2 * k] - 2 * r);
		height[p] = lowest(c, at, x[p], r + gap, bound[2 * up] + r, gone);
	}
	ranks_most_real(PLACES, height);
	for (int p = 0; p < PLACES; p++)
		if (height[p] < to[up]) {
			memcpy(to, x[p], (size_t)up * sizeof *to);
			to[up] = height[p];
		}
}

/* Whether the bodies in two rows overlap, the second one shifted to an image. */
static int overlap2(const struct world *w, int i, int j, const double shift[3])
{
	struct bodies2 b = world_bodies2((struct world *)w);
	struct place p = place_body(w, &b, i), q = place_body(w, &b, j);

	return place_gap(&p, &q, shift[0], shift[1]) < 0;
}

/* Whether a tube with ends, displaced by shift, cuts a ball of a body. For the gap all that is outside the tube, between its
 * ends, is part of the wall, to any depth; for contacts the tube is a thin sheet. */
static int sheet_cuts(const struct pose3 *tube, const struct pose3 *b, const double shift[3])
{
	struct pose3 one = *b;

	one.n = 1;
	for (int k = 0; k < b->n; k++) {
		double r = b->ball[k][3];

		one.ball = &b->ball[k];
		if (fabs(pose3_gap(&one, tube, shift, -INFINITY) + r) < r)
			return 1;
	}
	return 0;
}

static int overlap3(const struct world *w, int i, int j, const double shift[3])
{
	struct bodies3 b = world_bodies3((struct world *)w);
	struct surfaces3 surfaces = { 0 };
	struct pose3 p = { 0 }, q = { 0 };
	int hit = pose3_body(&p, &surfaces, w, &b, i) == 0 && pose3_body(&q, &surfaces, w, &b, j) == 0;
	int sheet = hit && q.kind == POSE3_CYLINDER && q.tube.in && q.tube.half < INFINITY;

	if (hit) /* bodies with faces are not beside tubes with ends */
		hit = sheet && p.kind == POSE3_BALLS ? sheet_cuts(&q, &p, shift) : pose3_overlap(&p, &q, shift);
	pose3_free(&p);
	pose3_free(&q);
	surfaces3_free(&surfaces);
	return hit;
}

/* Whether the body in row i overlaps the body in row j or a neighbouring image of it. */
static int overlaps(const struct soft *c, const struct world *w, int i, int j)
{
	const struct domain *d = &c->domain;
	int most[2] = { d->set && d->periodic[0], d->set && c->dim == 3 && d->periodic[1] };

	for (int a = -most[0]; a <= most[0]; a++)
		for (int b = -most[1]; b <= most[1]; b++) {
			double shift[3];

			domain_shift3(d, (const double[3]){ a, b, 0 }, shift);

			if ((c->dim == 3 ? overlap3 : overlap2)(w, i, j, shift))
				return 1;
		}
	return 0;
}

/* Put the body in a row to rest at a place. */
static void put_row(struct world *w, int row, const struct returning *b, double *const at[3], const double to[3])
{
	static const char *const motion[] = { "vx", "vy", "vz", "omega", "Lx", "Ly", "Lz", "wx", "wy", "wz" };

	for (int k = 0; k < w->dim; k++)
		at[k][row] = to[k];
	for (size_t k = 0; k < sizeof motion / sizeof *motion; k++) {
		double *column = table_real(&w->body, motion[k]);

		if (column)
			column[row] = 0;
	}
	table_int(&w->body, "laps")[row] = b->laps;
}

/* Put a body back, which this rank has in slot s, or not if s < 0. SIM_RETURN if it does not fit, or overlaps a wall. */
static enum sim_status put_back(const struct active_outlet *d, const struct soft *c, struct world *w, const struct returning *b,
	int s, char *gone, struct sim_error *e)
{
	int up = c->dim - 1;
	double *at[3] = { NULL }, to[3], least = INFINITY;
	int64_t hits = 0;

	for (int k = 0; k < c->dim; k++)
		at[k] = table_real(&w->body, place_name[k]);
	find_place(d, c, at, b, gone, to);
	for (int k = 0; k < up; k++)
		least = fmin(least, d->is.to[2 * k + 1] - d->is.to[2 * k]);
	*e = (struct sim_error){ .status = SIM_RETURN, .a = b->id, .b = up, .word = d->is.name, .value = to[up],
		.t = clock_now(&c->clock) };
	if (!(2 * b->reach <= least) || (c->domain.set && !(to[up] < c->domain.hi[up])))
		return SIM_RETURN;
	if (s >= 0)
		put_row(w, c->row[s], b, at, to);
	for (int k = 0; k < c->n && s >= 0 && !hits; k++)
		hits = c->group_of[k] >= 0 && !gone[c->row[k]] && overlaps(c, w, c->row[s], c->row[k]);
	ranks_most(1, &hits);
	if (hits)
		return SIM_RETURN;
	if (s >= 0)
		gone[c->row[s]] = 0;
	*e = (struct sim_error){ 0 };
	return SIM_GOOD;
}

/* Potential energy of a body at rest in its row. */
static double energy_of(const struct soft *c, const struct world *w, int b)
{
	static const char *const image[3] = { "ix", "iy", "iz" };
	const struct domain *d = &c->domain;
	double at[3] = { 0 }, shift[3] = { 0 }, n[3] = { 0 }, sum = 0;

	for (int k = 0; k < c->dim; k++) {
		const int64_t *column = table_int(&w->body, image[k]);

		n[k] = column && d->periodic[k] ? (double)column[c->row[b]] : 0;
		at[k] = table_real(&w->body, place_name[k])[c->row[b]];
	}
	domain_shift3(d, n, shift);
	for (int k = 0; k < c->dim; k++)
		sum += c->gravity[k] * (at[k] + shift[k]);
	return -c->mass[b] * sum;
}

/* ---- the change ---- */

/* For every row the outlet that takes its body, or -1. If several outlets take it, the first. */
static int *find_leaving(const struct soft *c)
{
	const struct outlets *d = &c->outlets;
	int *of = MEM_NEW(int, (size_t)c->n);

	for (int b = 0; b < c->n; b++)
		of[b] = -1;
	for (int k = d->n - 1; k >= 0; k--)
		for (int i = 0; i < d->at[k].n && is_checked(&d->at[k], c); i++)
			if (leaves(&d->at[k], c, d->at[k].body[i]))
				of[c->row[d->at[k].body[i]]] = k;
	return of;
}

static int by_id(const void *a, const void *b)
{
	const struct returning *p = a, *q = b;

	return (p->id > q->id) - (p->id < q->id);
}

/* The bodies of all ranks whose outlet of[row] puts them back, in the order of ids; to be freed. */
static struct returning *find_returning(const struct soft *c, const struct world *w, const int *of, int *n)
{
	const int64_t *laps = table_int(&w->body, "laps");
	size_t cap = (size_t)c->n + 1;
	struct returning *own = MEM_NEW(struct returning, cap);
	int64_t here = 0, most;

	for (int s = 0; s < c->n; s++) {
		int row = c->row[s];

		if (of[row] >= 0 && c->outlets.at[of[row]].is.back && soft_speaks(c, s))
			own[here++] = (struct returning){ c->id[s], (laps ? laps[row] : 0) + 1, of[row], c->reach[s] };
	}
	most = here;
	ranks_most(1, &most);
	MEM_GROW(own, &cap, (size_t)most + 1);
	for (int64_t k = here; k < most; k++)
		own[k] = (struct returning){ .id = INT64_MAX };
	struct returning *all = mem_new((size_t)(most * ranks_n()) + 1, sizeof *all);
	ranks_gather((size_t)most * sizeof *own, own, all);
	qsort(all, (size_t)(most * ranks_n()), sizeof *all, by_id);
	for (*n = 0; *n < most * ranks_n() && all[*n].id < INT64_MAX; (*n)++)
		;
	free(own);
	return all;
}

/* Put back the bodies whose outlet of[row] says so, in the order of ids. Adds their energy to *returned in this order. */
static enum sim_status put_back_all(const struct soft *c, struct world *w, void (*rest)(struct world *w, int row), const int *of,
	char *gone, double *returned, struct sim_error *e)
{
	int n;
	struct returning *b = find_returning(c, w, of, &n);
	struct exact *energy = mem_zero((size_t)n + 1, sizeof *energy); /* each of one body */
	enum sim_status st = SIM_GOOD;

	if (n > 0)
		table_need_int(&w->body, "laps", 0);
	for (int k = 0; k < n && st == SIM_GOOD; k++) {
		int s = soft_slot(c, b[k].id);

		st = put_back(&c->outlets.at[b[k].outlet], c, w, &b[k], s, gone, e);
		if (s >= 0 && st == SIM_GOOD && rest)
			rest(w, c->row[s]);
		if (s >= 0 && st == SIM_GOOD && soft_speaks(c, s))
			exact_add(&energy[k], energy_of(c, w, s));
	}
	ranks_sum_exact(n, energy);
	for (int k = 0; k < n; k++)
		*returned += exact_take(&energy[k]);
	free(energy);
	free(b);
	return st;
}

/* As outlets_change, but a failure leaves the rows half changed. */
static enum sim_status change_rows(const struct soft *c, struct world *w, void (*rest)(struct world *w, int row),
	double *returned, struct sim_error *e)
{
	char *gone = mem_zero((size_t)c->n, 1), *keep = mem_new((size_t)c->n, 1);
	int *of = find_leaving(c);

	*returned = 0;
	for (int k = 0; k < c->n; k++) {
		gone[k] = of[k] >= 0;
		keep[k] = !gone[k];
	}
	world_keep_contacts(w, keep); /* contacts of bodies that are put back end as well */
	enum sim_status st = put_back_all(c, w, rest, of, gone, returned, e);
	for (int k = 0; k < c->n; k++)
		keep[k] = !gone[k];
	world_keep_bodies(w, keep);
	free(of);
	free(gone);
	free(keep);
	return st;
}

enum sim_status outlets_change(const struct soft *c, struct world *w, void (*rest)(struct world *w, int row), double *returned,
	struct sim_error *e)
{
	struct table body = { 0 }, contact = { 0 };

	table_copy(&body, &w->body);
	table_copy(&contact, &w->contact);
	enum sim_status st = change_rows(c, w, rest, returned, e);
	if (st != SIM_GOOD) {
		table_copy(&w->body, &body);
		table_copy(&w->contact, &contact);
	}
	table_free(&body);
	table_free(&contact);
	return st;
}
