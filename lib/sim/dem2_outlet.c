/* dem2_outlet.c: bodies that leave the scene while it runs.
 *
 * Outlets are looked at between steps, where nothing but the step's number and the places of bodies decides: before every step
 * whose number is a multiple of DEM2_OUTLETS_EVERY, and before the first one at which an outlet's time has come. What has left
 * is taken out of the world's rows and the simulation is taken up anew from them: all that depends on the set of bodies is made
 * by the same rooms as in the beginning.
 *
 * The ledger books what left with all energy that it had, contacts' included, to `out`, and what was put back to `in`. */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "shape/place.h"
#include "sim/dem2_state.h"
#include "world/deform.h"
#include "world/outlet.h"
#include "world/relocate.h"

/* An outlet, and the bodies that it is for. */
struct drain {
	struct outlet is;        /* name and tag are the world's */
	int64_t first;           /* step from which on it is open */
	int n;
	int *body;               /* [n] slots in the order of ids */
};

enum sim_status dem2_outlets_init(struct dem2 *s, struct world *w, struct sim_error *e)
{
	struct bodies b = world_bodies(w);

	s->drain = mem_zero((size_t)w->n_outlet, sizeof *s->drain);
	for (int k = 0; k < w->n_outlet; k++) {
		const struct outlet *o = &w->outlet[k];
		struct drain *d = &s->drain[s->n_drain];
		const char *fault = outlet_fault(w, o);
		int32_t tag = o->tag ? world_find_name(w, o->tag) : -1;

		if (fault) {
			*e = (struct sim_error){ .status = SIM_OUTLET, .word = o->name, .word2 = fault };
			return SIM_OUTLET;
		}
		if (!outlet_takes(o))
			continue;
		*d = (struct drain){ .is = *o, .body = MEM_NEW(int, (size_t)s->n) };
		s->n_drain++;
		d->is.tag = NULL;
		d->first = o->from > -INFINITY ? dem2_step_of(s, o->from) : INT64_MIN;
		for (int r = 0; r < s->n; r++) {
			int at = s->by_rank[r];

			if (o->tag ? b.tag[s->row[at]] == tag : s->group_of[at] < 0)
				d->body[d->n++] = at;
		}
	}
	return SIM_GOOD;
}

void dem2_outlets_free(struct dem2 *s)
{
	for (int k = 0; k < s->n_drain; k++)
		free(s->drain[k].body);
	free(s->drain);
}

/* How far the place x, y is past the outlet's line. */
static double past(const struct drain *d, double x, double y)
{
	return outlet_sign(&d->is) * ((outlet_axis(&d->is) ? y : x) - d->is.at);
}

/* Gear's prediction is where forces are found; the place of a body is the corrected one. */
static int leaves(const struct dem2 *s, const struct drain *d, int b)
{
	int gear = s->opt.integrator == DEM2_GEAR;

	return d->is.side == OUTLET_EVERYWHERE ||
	       past(d, gear ? s->qx[b] : s->x[b], gear ? s->qy[b] : s->y[b]) >= s->outlines.reach[b];
}

static int looks(const struct dem2 *s, const struct drain *d)
{
	return s->step >= d->first && (s->step % DEM2_OUTLETS_EVERY == 0 || s->step == d->first);
}

int dem2_leaving(const struct dem2 *s)
{
	for (int k = 0; k < s->n_drain; k++)
		for (int i = 0; i < s->drain[k].n && looks(s, &s->drain[k]); i++)
			if (leaves(s, &s->drain[k], s->drain[k].body[i]))
				return 1;
	return 0;
}

int dem2_outlets_take(const struct dem2 *s, int b, int axis, double at)
{
	for (int k = 0; k < s->n_drain; k++) {
		const struct drain *d = &s->drain[k];

		if (outlet_axis(&d->is) != axis || s->step + 1 < d->first || past(d, at, at) < 0)
			continue;
		for (int i = 0; i < d->n; i++)
			if (d->body[i] == b)
				return 1;
	}
	return 0;
}

/* ---- putting back ---- */

/* The height at which a circle around x touches another one from above, or a neighbouring image of it. */
static double above(const struct domain *d, double x, double r, double x1, double y1, double r1)
{
	double far = r + r1, off = fabs(x - x1);

	if (d->set && d->periodic[0])
		off = fmin(off, fabs(d->hi[0] - d->lo[0] - off));
	return off < far ? y1 + sqrt(far * far - off * off) : -INFINITY;
}

/* Whether a body overlaps another one, or a neighbouring image of it. */
static int overlaps(const struct domain *d, const struct place *p, const struct place *q)
{
	int images = d->set && d->periodic[0];

	for (int k = -images; k <= images; k++)
		if (place_gap(p, q, k * (d->hi[0] - d->lo[0]), 0) < 0)
			return 1;
	return 0;
}

/* Where body b goes: of some places at random the lowest, above the line and everything else. What falls slowly counts as
 * well, so that one place alone would now and then be on top of a tower of others that were put there. gone says what does not
 * count. */
static void find_place(const struct dem2 *s, const struct drain *d, const struct bodies *wb, int b, int64_t laps,
	const char *gone, double to[2])
{
	enum { PLACES = 16 };
	double r = s->outlines.reach[b], room = 1e-3 * r;
	struct rng g;

	rng_seed(&g, (uint64_t)s->id[b] * 0x9E3779B97F4A7C15u + (uint64_t)laps);
	to[0] = d->is.to[0] + r;
	to[1] = INFINITY;
	for (int p = 0; p < PLACES; p++) {
		double x = d->is.to[0] + r + rng_uniform(&g) * (d->is.to[1] - d->is.to[0] - 2 * r), y = d->is.to[2] + r;

		for (int k = 0; k < s->n; k++) {
			int row = s->row[k];

			if (s->group_of[k] < 0 && !gone[row])
				y = fmax(y, above(&s->domain, x, r + room, wb->x[row], wb->y[row], s->outlines.reach[k]));
		}
		if (y < to[1]) {
			to[0] = x;
			to[1] = y;
		}
	}
}

/* Put body b back. Walls must not be in its way. */
static enum sim_status put_back(struct dem2 *s, const struct drain *d, struct world *w, int b, char *gone,
	struct sim_error *e)
{
	int64_t *laps = table_need_int(&w->body, "laps", 0); /* before pointers to columns */
	struct bodies wb = world_bodies(w);
	int row = s->row[b];
	double to[2];

	find_place(s, d, &wb, b, ++laps[row], gone, to);
	*e = (struct sim_error){ .status = SIM_RETURN, .a = s->id[b], .word = d->is.name, .value = to[1], .t = dem2_time(s) };
	if (!(2 * s->outlines.reach[b] <= d->is.to[1] - d->is.to[0]) || (s->domain.set && !(to[1] < s->domain.hi[1])))
		return SIM_RETURN;
	wb.x[row] = to[0];
	wb.y[row] = to[1];
	wb.vx[row] = wb.vy[row] = wb.omega[row] = 0;
	struct place p = place_body(w, &wb, row);
	for (int k = 0; k < s->n; k++) {
		struct place q = place_body(w, &wb, s->row[k]);

		if (s->group_of[k] >= 0 && !gone[s->row[k]] && overlaps(&s->domain, &p, &q))
			return SIM_RETURN;
	}
	dem2_gear_rest(w, row);
	gone[row] = 0;
	*e = (struct sim_error){ 0 };
	return SIM_GOOD;
}

/* Potential energy of a body at rest in its row. */
static double energy_of(const struct dem2 *s, struct world *w, int b)
{
	struct bodies wb = world_bodies(w);
	int row = s->row[b];
	double shift[2];

	domain_shift(&s->domain, (double)wb.ix[row], (double)wb.iy[row], shift);
	return -s->mass[b] * (s->gravity[0] * (wb.x[row] + shift[0]) + s->gravity[1] * (wb.y[row] + shift[1]));
}

/* ---- the change ---- */

/* The outlet that takes the body in a row, or -1. Of several the first. */
static int *find_leaving(const struct dem2 *s)
{
	int *of = MEM_NEW(int, (size_t)s->n);

	for (int b = 0; b < s->n; b++)
		of[b] = -1;
	for (int k = s->n_drain - 1; k >= 0; k--)
		for (int i = 0; i < s->drain[k].n && looks(s, &s->drain[k]); i++)
			if (leaves(s, &s->drain[k], s->drain[k].body[i]))
				of[s->row[s->drain[k].body[i]]] = k;
	return of;
}

/* Change the world's rows; the energy that what is put back has goes to *returned. */
static enum sim_status change_rows(struct dem2 *s, struct world *w, double *returned, struct sim_error *e)
{
	char *gone = mem_zero((size_t)s->n, 1), *keep = mem_new((size_t)s->n, 1);
	int *of = find_leaving(s);
	enum sim_status st = SIM_GOOD;

	*returned = 0;
	for (int k = 0; k < s->n; k++) {
		gone[k] = of[k] >= 0;
		keep[k] = !gone[k];
	}
	world_keep_contacts(w, keep); /* those of what is put back end as well */
	for (int r = 0; r < s->n && st == SIM_GOOD; r++) {
		int b = s->by_rank[r], row = s->row[b];

		if (!gone[row] || !s->drain[of[row]].is.back)
			continue;
		st = put_back(s, &s->drain[of[row]], w, b, gone, e);
		*returned += energy_of(s, w, b);
	}
	for (int k = 0; k < s->n; k++)
		keep[k] = !gone[k];
	world_keep_bodies(w, keep);
	free(of);
	free(gone);
	free(keep);
	return st;
}

struct dem2 *dem2_discharge(struct dem2 *s, struct world *w, struct sim_error *error)
{
	double returned, in = s->ledger.in, out = s->ledger.out;
	struct table body = { 0 }, contact = { 0 };

	dem2_export(s, w, 1);
	table_copy(&body, &w->body);
	table_copy(&contact, &w->contact);
	enum sim_status st = change_rows(s, w, &returned, error);
	if (st != SIM_GOOD) {
		table_copy(&w->body, &body);
		table_copy(&w->contact, &contact);
	}
	table_free(&body);
	table_free(&contact);
	if (st != SIM_GOOD) {
		dem2_free(s);
		return NULL;
	}
	s = dem2_renew(s, w, error);
	if (s) { /* it has booked the difference of both */
		double gain = (s->ledger.in - in) - (s->ledger.out - out);

		s->ledger.in = in + returned;
		s->ledger.out = out + (returned - gain);
	}
	return s;
}
