/* dem2_force.c: contacts and their forces.
 *
 * Two passes: distances of all vertex-edge pairs in the contact lists, then forces of those that touch, in the order
 * of (pair, direction, vertex, edge). Forces are summed per pair of bodies and then per body in the order of the
 * partners' ids. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "contact/features2.h"
#include "sim/dem2_state.h"

/* ---- the two passes ---- */

static void find_hits(struct dem2 *s)
{
	const struct list2 *l = &s->list;
	const struct list2_cand *cand = l->cand;
	const double *px = s->outlines.px, *py = s->outlines.py, *radius = s->outlines.radius;
	const double *il2 = s->outlines.il2;
	struct hit *hit = s->hit;
	int n = 0;

	for (int z = 0; z < s->n_live; z++) {
		int k = s->live[z];
		struct list2_cand c = cand[k];
		double hx = l->hx[c.half], hy = l->hy[c.half], wx, wy, lim = radius[c.v] + radius[c.ea];

		features_gap(px[c.v], py[c.v], px[c.ea] + hx, py[c.ea] + hy, px[c.eb] + hx, py[c.eb] + hy,
		             il2[c.ea], &wx, &wy);
		hit[n] = (struct hit){ k, wx, wy };
		n += wx * wx + wy * wy < lim * lim;
	}
	s->n_hit = n;
}

/* Relative motion of the vertex's owner against the edge's owner at the contact: along n, and left of n. */
static inline void relative(const struct contact2 *c, int i, int j, const double *mx, const double *my, const double *ma,
	double *n, double *t)
{
	double x = (mx[i] - ma[i] * c->ay) - (mx[j] - ma[j] * c->by);
	double y = (my[i] + ma[i] * c->ax) - (my[j] + ma[j] * c->bx);

	*n = x * c->nx + y * c->ny;
	*t = y * c->nx - x * c->ny;
}

static inline double clamp(double x, double limit)
{
	return x > limit ? limit : x < -limit ? -limit : x;
}

/* Overlap, normal and arms from the vector between the closest points. */
static void contact_shape(struct dem2 *s, struct contact2 *c, const struct hit *h)
{
	const struct list2_cand *q = &s->list.cand[h->cand];
	const struct outlines *o = &s->outlines;
	int i = s->list.owner[q->half], j = s->list.owner[q->half ^ 1];
	double d = sqrt(h->wx * h->wx + h->wy * h->wy), lim = o->radius[q->v] + o->radius[q->ea];

	c->cand = h->cand;
	c->gap = lim - d;
	if (!(c->gap <= 0.5 * lim)) {
		dem2_fail(s, (struct dem2_error){ .status = DEM2_OVERLAP, .a = s->id[i], .b = s->id[j], .value = c->gap,
		                             .limit = 0.5 * lim });
		d = d > 0 ? d : 1;
	}
	c->nx = h->wx / d;
	c->ny = h->wy / d;
	double to = o->radius[q->v] - 0.5 * c->gap; /* middle of the overlap from the vertex along n */
	double x = o->px[q->v] + to * c->nx, y = o->py[q->v] + to * c->ny;
	c->ax = x - s->x[i];
	c->ay = y - s->y[i];
	c->bx = x - (s->x[j] + s->list.hx[q->half]);
	c->by = y - (s->y[j] + s->list.hy[q->half]);
}

/* The force of one contact, and what its step does to the ledger (LEDGER: the step, items 2 to 4). before is the
 * contact one step ago, or NULL when it is new. */
static void contact_force(const struct dem2 *s, struct contact2 *c, const struct contact2 *before, int i, int j,
	const struct pair_law *law, double *led)
{
	double un, ut, n1, t1, n0 = 0, t0, xi0 = 0, ds;

	relative(c, i, j, s->ux, s->uy, s->uo, &un, &ut);
	relative(c, i, j, s->dx, s->dy, s->da, &n1, &t1);
	t0 = t1;
	if (before) {
		relative(before, i, j, s->dx, s->dy, s->da, &n0, &t0);
		xi0 = before->xi;
	}
	ds = 0.5 * (t0 + t1);

	double elastic = law->kn * c->gap, fn = elastic + law->cn * un;
	if (fn < 0 && !law->attraction)
		fn = 0;
	double limit = law->mu * (fn > 0 ? fn : 0);
	double xi = clamp(xi0 + ds, limit * law->ikt), spring = law->kt * xi;
	double ft = clamp(spring + law->ct * ut, limit);
	double vn = fn - elastic, vt = ft - spring;

	c->fn = fn;
	c->ft = ft;
	c->xi = xi;
	led[LED_FRIC] += 0.5 * law->kt * (xi0 + xi) * (ds - (xi - xi0));
	led[LED_POWER] += s->dt * (vn * un + vt * ut);
	double normal = elastic * n1, tangent = spring * t1, viscous = vn * n1 + vt * t1;
	if (before) {
		double e0 = law->kn * before->gap, s0 = law->kt * before->xi;

		normal += e0 * n0;
		tangent += s0 * t0;
		viscous += (before->fn - e0) * n0 + (before->ft - s0) * t0;
	}
	led[LED_NORMAL] += 0.5 * normal;
	led[LED_TANGENT] += 0.5 * tangent;
	led[LED_VISC] += 0.5 * viscous;
}

/* A contact that has opened: the forces of its last step act over half of this one, the spring's energy goes to
 * friction. */
static void contact_end(const struct dem2 *s, const struct contact2 *c, int i, int j, const struct pair_law *law,
	double *led)
{
	double n0, t0, e0 = law->kn * c->gap, s0 = law->kt * c->xi;

	relative(c, i, j, s->dx, s->dy, s->da, &n0, &t0);
	led[LED_FRIC] += 0.5 * s0 * (t0 + c->xi);
	led[LED_NORMAL] += 0.5 * e0 * n0;
	led[LED_TANGENT] += 0.5 * s0 * t0;
	led[LED_VISC] += 0.5 * ((c->fn - e0) * n0 + (c->ft - s0) * t0);
}

/* The force of an evaluation that is no step: springs as they are given, nothing booked. */
static void contact_fresh(const struct dem2 *s, struct contact2 *c, int i, int j, const struct pair_law *law)
{
	double un, ut;

	relative(c, i, j, s->ux, s->uy, s->uo, &un, &ut);
	c->fn = law->kn * c->gap + law->cn * un;
	if (c->fn < 0 && !law->attraction)
		c->fn = 0;
	double limit = law->mu * (c->fn > 0 ? c->fn : 0);
	c->xi = clamp(c->xi, limit * law->ikt);
	c->ft = clamp(law->kt * c->xi + law->ct * ut, limit);
}

/* Add the force of a contact to the sums of its pair. */
static void contact_add(const struct contact2 *c, int reverse, struct pair_sum *sum)
{
	double fx = c->fn * c->nx - c->ft * c->ny, fy = c->fn * c->ny + c->ft * c->nx;
	double ti = -(c->ax * fy - c->ay * fx), tj = c->bx * fy - c->by * fx; /* on the vertex's and the edge's owner */

	if (reverse) {
		sum->fx += fx;
		sum->fy += fy;
		sum->ta += tj;
		sum->tb += ti;
	} else {
		sum->fx -= fx;
		sum->fy -= fy;
		sum->ta += ti;
		sum->tb += tj;
	}
}

/* The sums of a pair, begun when its first contact comes. */
static struct pair_sum *sum_of(struct dem2 *s, int p)
{
	if (!s->touching[p]) {
		s->touching[p] = 1;
		s->pair_sum[p] = (struct pair_sum){ 0 };
	}
	return &s->pair_sum[p];
}

static int in_order(const void *a, const void *b)
{
	int x = ((const struct contact2 *)a)->cand, y = ((const struct contact2 *)b)->cand;

	return (x > y) - (x < y);
}

/* Every body's sum over its pairs, in the order of the partners' ids; the first of a pair books its ledger. */
static void gather(struct dem2 *s)
{
	const struct list2 *l = &s->list;

	for (int b = 0; b < s->n; b++) {
		double fx = 0, fy = 0, tq = 0, led[LED_N] = { 0 };
		char books = 0;

		for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
			const struct pair_sum *p = &s->pair_sum[l->own[z] >> 1];

			if (!s->touching[l->own[z] >> 1])
				continue;
			if (l->own[z] & 1) {
				fx -= p->fx;
				fy -= p->fy;
				tq += p->tb;
				continue;
			}
			fx += p->fx;
			fy += p->fy;
			tq += p->ta;
			books = 1;
			for (int k = 0; k < LED_N; k++)
				led[k] += p->led[k];
		}
		s->fx[b] = fx;
		s->fy[b] = fy;
		s->tq[b] = tq;
		s->books[b] = books;
		if (books)
			memcpy(s->led[b], led, sizeof led);
	}
}

/* Evaluate all forces at the present places. PASS_STEP carries contacts on from the last evaluation over the
 * displacements of the step; PASS_FRESH takes springs, PASS_RESUME whole forces of the contacts in s->now that are
 * still there. */
void dem2_forces(struct dem2 *s, enum dem2_pass pass)
{
	const struct list2 *l = &s->list;
	struct contacts2 swap = s->old;

	s->old = s->now;
	s->now = swap;
	if (s->old.n && s->rebuilds && s->built == s->step) /* a new list may have another order */
		qsort(s->old.at, (size_t)s->old.n, sizeof *s->old.at, in_order);
	find_hits(s);
	MEM_GROW(s->now.at, &s->now.cap, (size_t)s->n_hit);
	s->now.n = s->n_hit;
	memset(s->touching, 0, (size_t)l->n_pair);

	int o = 0;
	while (o < s->old.n && s->old.at[o].cand < 0)
		o++;
	for (int k = 0; k <= s->n_hit; k++) {
		int cand = k < s->n_hit ? s->hit[k].cand : l->n_cand;

		for (; o < s->old.n && s->old.at[o].cand < cand; o++) {
			const struct contact2 *c = &s->old.at[o];
			int half = l->cand[c->cand].half, p = half >> 1;

			if (pass == PASS_STEP)
				contact_end(s, c, l->owner[half], l->owner[half ^ 1], &s->pair_law[p], sum_of(s, p)->led);
		}
		if (k == s->n_hit)
			break;
		int half = l->cand[cand].half, p = half >> 1, i = l->owner[half], j = l->owner[half ^ 1];
		const struct contact2 *before = o < s->old.n && s->old.at[o].cand == cand ? &s->old.at[o++] : NULL;
		struct contact2 *c = &s->now.at[k];
		struct pair_sum *sum = sum_of(s, p);

		contact_shape(s, c, &s->hit[k]);
		if (pass == PASS_STEP) {
			contact_force(s, c, before, i, j, &s->pair_law[p], sum->led);
		} else if (pass == PASS_RESUME && before) {
			c->fn = before->fn;
			c->ft = before->ft;
			c->xi = before->xi;
		} else {
			c->xi = before ? before->xi : 0;
			contact_fresh(s, c, i, j, &s->pair_law[p]);
		}
		contact_add(c, half & 1, sum);
	}
	gather(s);
}

int *dem2_contact_starts(const struct dem2 *s)
{
	const struct list2 *l = &s->list;
	int *first = MEM_NEW(int, (size_t)l->n_pair + 1), k = 0;

	for (int p = 0; p < l->n_pair; p++) {
		first[p] = k;
		while (k < s->now.n && s->now.at[k].cand < l->from[p + 1])
			k++;
	}
	first[l->n_pair] = s->now.n;
	return first;
}
