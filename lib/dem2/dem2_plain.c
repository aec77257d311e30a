/* dem2_plain.c: the forces of a step as they are defined: a plain reference version.
 *
 * It has no list, no near candidates, no vectors, no threads, and does not depend on the order in memory. It loops over all pairs
 * of bodies in the order of ids. For a pair it loops over all periodic images by y, then x. For an image it tests all vertices of
 * the first body with all edges of the second, then all vertices of the second with all edges of the first, ascending in vertex,
 * then edge. Contacts of this evaluation or of the last one go through the functions of contact2.h, one at a time. Sums run over
 * the contacts of a pair, then over the pairs of a body.
 *
 * dem2_list.c, dem2_near.c, dem2_force.c and dem2_event.c must give the same bits: tests/phys/plain.c compares. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "contact/features2.h"
#include "dem2/dem2_state.h"

/* A contact, by the ranks of its bodies and by an image ny, nx that wrapping does not change: that of the unwrapped bodies. */
struct history {
	int a, b;
	int64_t ny, nx;
	int dir, v, e;
	struct contact2 at;
};

/* A pair of bodies in one image. */
struct image_pair {
	int body[2], sx, sy;
	const struct history *old;   /* [n_old] contacts of the two bodies one evaluation ago, in all images */
	int n_old;
	struct pair_sum sum, jump;   /* of its forces, and of the impulses of its events */
	double heat;             /* energy that friction and viscosity take at its contacts [M L^2/T^2] */
};

struct plain2 {
	struct histories { int n; size_t cap; struct history *at; } now, old; /* in the order of the fields */
	int n_pair, n_event;
	size_t cap_pair, cap_event;
	struct image_pair *pair; /* [n_pair] pairs with contacts now or one evaluation ago */
	struct event2 *event;    /* [n_event] by pair */
};

struct plain2 *dem2_plain_new(void)
{
	return mem_zero(1, sizeof(struct plain2));
}

void dem2_plain_free(struct plain2 *p)
{
	if (!p)
		return;
	free(p->now.at);
	free(p->old.at);
	free(p->pair);
	free(p->event);
	free(p);
}

/* ---- contacts ---- */

/* The axes along which only one image of two bodies counts, as bits. */
static int once(const struct dem2 *s, int a, int b)
{
	return s->core.endless[a] | s->core.endless[b];
}

static struct history history_of(const struct dem2 *s, const struct between2 *q)
{
	struct history t = { .a = s->core.rank[q->a], .b = s->core.rank[q->b], .dir = q->dir, .v = q->v, .e = q->ea };

	t.ny = once(s, q->a, q->b) & 2 ? 0 : q->sy - s->core.image[1][q->b] + s->core.image[1][q->a];
	t.nx = once(s, q->a, q->b) & 1 ? 0 : q->sx - s->core.image[0][q->b] + s->core.image[0][q->a];
	return t;
}

static struct between2 between_of(const struct dem2 *s, const struct history *t)
{
	int a = s->core.by_rank[t->a], b = s->core.by_rank[t->b];
	struct between2 q = { .a = a, .b = b, .dir = t->dir, .v = t->v, .ea = t->e };

	q.sy = once(s, a, b) & 2 ? 0 : (int)(t->ny + s->core.image[1][b] - s->core.image[1][a]);
	q.sx = once(s, a, b) & 1 ? 0 : (int)(t->nx + s->core.image[0][b] - s->core.image[0][a]);
	return q;
}

static int in_order(const void *a, const void *b)
{
	const struct history *p = a, *q = b;
	const int64_t x[7] = { p->a, p->b, p->ny, p->nx, p->dir, p->v, p->e };
	const int64_t y[7] = { q->a, q->b, q->ny, q->nx, q->dir, q->v, q->e };

	for (int k = 0; k < 7; k++)
		if (x[k] != y[k])
			return x[k] < y[k] ? -1 : 1;
	return 0;
}

static void histories_add(struct histories *l, const struct history *t)
{
	MEM_GROW(l->at, &l->cap, (size_t)l->n + 1);
	l->at[l->n++] = *t;
}

void dem2_plain_take(struct dem2 *s, const struct between2 *q, const struct contact2 *at)
{
	struct histories *l = &s->plain->now;
	struct history t = history_of(s, q);

	t.at = *at;
	histories_add(l, &t);
	qsort(l->at, (size_t)l->n, sizeof *l->at, in_order);
}

void dem2_plain_each(const struct dem2 *s, contact2_seen *seen, void *to)
{
	const struct histories *l = &s->plain->now;

	for (int k = 0; k < l->n; k++) {
		struct between2 q = between_of(s, &l->at[k]);

		seen(to, &q, &l->at[k].at);
	}
}

int dem2_plain_count(const struct plain2 *p)
{
	return p->now.n;
}

/* ---- one contact ---- */

/* Vertex v of body i and edge e of body j, which is shifted by h; w points from the vertex to the edge. */
static struct kinematics2 kinematics(const struct dem2 *s, int i, int j, int v, int e, vec2 h, vec2 w)
{
	const struct outlines *o = &s->outlines;
	double inverse = soft_winv(&s->core, i) + soft_winv(&s->core, j), half = 0.5 * s->core.clock.dt;
	struct kinematics2 q = {
		.separation_x = w.x, .separation_y = w.y, .radius = o->radius[v + o->shift[i]],
			.sum_of_radii = o->radius[v + o->shift[i]] + o->radius[e + o->shift[j]],
		.vertex_x = o->at[v].x - s->core.x[0][i], .vertex_y = o->at[v].y - s->core.x[1][i],
		.branch_x = (s->core.x[0][j] + h.x) - s->core.x[0][i], .branch_y = (s->core.x[1][j] + h.y) - s->core.x[1][i],
		.velocity_x = s->core.v[0][i] - s->core.v[0][j], .velocity_y = s->core.v[1][i] - s->core.v[1][j],
			.spin_i = s->core.v[2][i], .spin_j = s->core.v[2][j],
	};

	/* if neither body moves freely, damping uses their own masses */
	if (!(inverse > 0))
		inverse = (s->core.mass[i] > 0 ? 1 / s->core.mass[i] : 0) + (s->core.mass[j] > 0 ? 1 / s->core.mass[j] : 0);
	q.mass = inverse > 0 ? 1 / inverse : 0;
	if (s->core.opt.integrator == DEM2_GEAR) {
		q.displacement_x = s->d[0][i] - s->d[0][j];
		q.displacement_y = s->d[1][i] - s->d[1][j];
		q.turn_i = s->d[2][i];
		q.turn_j = s->d[2][j];
		return q;
	}
	/* v is the velocity in the middle of the step; with the old acceleration it estimates the velocity at the end */
	q.displacement_x = s->core.clock.dt * q.velocity_x;
	q.displacement_y = s->core.clock.dt * q.velocity_y;
	q.turn_i = s->core.clock.dt * q.spin_i;
	q.turn_j = s->core.clock.dt * q.spin_j;
	q.velocity_x += half * (s->core.a[0][i] - s->core.a[0][j]);
	q.velocity_y += half * (s->core.a[1][i] - s->core.a[1][j]);
	q.spin_i += half * s->core.a[2][i];
	q.spin_j += half * s->core.a[2][j];
	return q;
}

static void add_event(struct dem2 *s, int half, const struct kinematics2 *q, const struct contact2 *c,
	const struct law_contact *law, struct action2 *action)
{
	struct plain2 *p = s->plain;

	MEM_GROW(p->event, &p->cap_event, (size_t)p->n_event + 1);
	struct event2 *event = &p->event[p->n_event];
	p->n_event += dem2_event_find(half, q, c, law, event);
	action->normal += event->lost;
	action->visc -= event->lost;
	action->power -= event->lost;
}

/* Evaluate vertex v of one body and edge e of the other. Returns whether they touch, or did one evaluation ago. */
static int contact(struct dem2 *s, struct image_pair *m, int dir, int v, int e, enum evaluation how)
{
	const struct outlines *o = &s->outlines;
	struct plain2 *p = s->plain;
	int i = m->body[dir], j = m->body[!dir], sx = dir ? -m->sx : m->sx, sy = dir ? -m->sy : m->sy;
	int form = e + o->shift[j];
	double lim = o->radius[v + o->shift[i]] + o->radius[form];
	double shift[2];
	vec2 w;

	domain_shift(&s->core.domain, sx, sy, shift);
	vec2 h = v2(shift[0], shift[1]);
	const struct law_contact *law = &s->core.law[s->core.material[m->body[0]] * s->core.n_material + s->core.material[m->body[1]]];
	double begins = law_begins(law, lim);
	double w2 = features_gap(&o->at[v], &o->at[e], &o->at[e + o->step[form]], &h, o->il2[form], &w);
	struct history t = history_of(s, &(struct between2){ m->body[0], m->body[1], m->sx, m->sy, dir, v, e });
	const struct history *was = m->n_old ? bsearch(&t, m->old, (size_t)m->n_old, sizeof t, in_order) : NULL;
	if (was && law_clings(law)) /* it lasts longer than to where it begins */
		begins = dem2_lasts(s, law, v + o->shift[i], form, o->step[form] == 0);
	int is = w2 < begins * begins;
	if (!is && (!was || how != EVALUATE_STEP)) /* contacts end only in steps */
		return 0;

	struct kinematics2 q = kinematics(s, i, j, v, e, h, w);
	struct contact2 old = was ? was->at : (struct contact2){ 0 };
	struct action2 action = { 0 };
	q.is = is;
	q.effective = dem2_effective(s, law, v + o->shift[i], form, o->step[form] == 0);
	q.was = was != NULL;
	if (s->core.cell.moves && (sx || sy)) {
		const int image[3] = { sx, sy, 0 };
		double moved[3], rate[3];

		cell_image(s->core.cell.moved, image, moved);
		cell_image(s->core.cell.rate, image, rate);
		q.displacement_x -= moved[0];
		q.displacement_y -= moved[1];
		q.velocity_x -= rate[0];
		q.velocity_y -= rate[1];
	}
	t.at = old;
	if (how == EVALUATE_STEP) {
		contact2_step(law->kind, law->mur > 0, &q, law, s->core.clock.dt, &old, &t.at, &action);
	} else {
		contact2_shape(&q, &t.at);
		if (how == EVALUATE_FRESH || !was)
			contact2_fresh(&q, law, &t.at);
		contact2_action(&q, &t.at, &action);
	}

	if (how == EVALUATE_STEP && was && !is && law_clings(law))
		exact_add(&s->core.sums->led[LED_BROKEN], law_lost(law, lim, q.effective));
	if (how == EVALUATE_STEP && s->core.opt.integrator == DEM2_VERLET && is != (was != NULL))
		add_event(s, 2 * p->n_pair + dir, &q, is ? &t.at : &old, law, &action);
	const double led[LED_CONTACT] = { action.fric, action.visc, action.power, action.normal, action.tangent };
	m->sum.fx += dir ? action.fx : -action.fx;
	m->sum.fy += dir ? action.fy : -action.fy;
	m->sum.t[dir] += action.ti;
	m->sum.t[!dir] += action.tj;
	for (int k = 0; k < LED_CONTACT; k++)
		exact_add(&s->core.sums->led[k], led[k]);
	m->heat += action.fric + action.visc;
	if (s->core.resolved[law - s->core.law] < INFINITY)
		soft_note_overlap(&s->core, 0, (int)(law - s->core.law), t.at.gap);
	if (t.at.gap > 0.5 * lim)
		soft_fail_overlap(&s->core, i, j, t.at.gap, 0.5 * lim);
	if (is)
		histories_add(&p->now, &t);
	return 1;
}

/* ---- pairs ---- */

/* Evaluate a pair of bodies in one image. */
static void image_evaluate(struct dem2 *s, struct image_pair m, enum evaluation how)
{
	const struct outlines *o = &s->outlines;
	struct plain2 *p = s->plain;
	int some = 0;
	int points = outlines_form(o, m.body[0])->edges + outlines_form(o, m.body[1])->edges == 0; /* point on point counts once */

	for (int dir = 0; dir < 2 - points; dir++) {
		int i = m.body[dir], j = m.body[!dir];

		for (int v = o->first[i]; v < o->first[i + 1] && !s->core.endless[i]; v++) /* an endless wall has no ends */
			for (int e = o->first[j]; e < o->first[j + 1]; e++)
				if (points || o->step[e + o->shift[j]] != 0)
					some |= contact(s, &m, dir, v, e, how);
	}
	if (!some)
		return;
	MEM_GROW(p->pair, &p->cap_pair, (size_t)p->n_pair + 1);
	p->pair[p->n_pair++] = m;
}

/* Whether bodies may touch at all. */
static int may_touch(const struct dem2 *s, int a, int b)
{
	if (s->core.still[a] && s->core.still[b])
		return 0;
	if (a == b)
		return !s->upright[a]; /* a body that does not turn never moves relative to its own image */
	return (s->core.group_of[a] < 0 || s->core.group_of[a] != s->core.group_of[b]) &&
	       !s->core.forceless[s->core.material[a] * s->core.n_material + s->core.material[b]];
}

/* Whether the circles around two bodies are in contact in this image, or the bodies were one evaluation ago. */
static int near(const struct dem2 *s, const struct image_pair *m)
{
	const struct outlines *o = &s->outlines;
	int a = m->body[0], b = m->body[1];
	double h[2];

	for (int k = 0; k < m->n_old; k++) {
		struct between2 q = between_of(s, &m->old[k]);

		if (q.sx == m->sx && q.sy == m->sy)
			return 1;
	}
	domain_shift(&s->core.domain, m->sx, m->sy, h);
	double dx = s->core.x[0][b] + h[0] - s->core.x[0][a], dy = s->core.x[1][b] + h[1] - s->core.x[1][a];

	return hypot(dx, dy) <= (o->reach[a] + o->reach[b] + s->core.range) * (1 + 1e-9);
}

/* Evaluate a pair in all images. Both bodies are in the domain, so less than a period apart along each axis. */
static void images_evaluate(struct dem2 *s, struct image_pair m, enum evaluation how)
{
	const struct domain *d = &s->core.domain;
	int a = m.body[0], b = m.body[1], most[2] = { 0 };
	double far = (s->outlines.reach[a] + s->outlines.reach[b] + s->core.range) * (1 + 1e-9);

	for (int k = 1; k >= 0; k--)
		if (d->set && d->periodic[k] && !(once(s, a, b) & 1 << k))
			most[k] = 1 + (int)((far + (k ? 0 : most[1] * fabs(d->tilt[0]))) / (d->hi[k] - d->lo[k]));
	for (int k = 0; k < m.n_old; k++) {
		struct between2 q = between_of(s, &m.old[k]);

		most[0] = abs(q.sx) > most[0] ? abs(q.sx) : most[0];
		most[1] = abs(q.sy) > most[1] ? abs(q.sy) : most[1];
	}
	for (m.sy = -most[1]; m.sy <= most[1]; m.sy++)
		for (m.sx = -most[0]; m.sx <= most[0]; m.sx++) {
			if (a == b && (m.sy < 0 || (m.sy == 0 && m.sx <= 0))) /* an own image and the opposite one count once */
				continue;
			if (near(s, &m))
				image_evaluate(s, m, how);
		}
}

/* ---- bodies ---- */

/* The pairs are in the order of the partners' ids. */
void dem2_plain_sum(const struct dem2 *s, int jumps, int b, double f[3])
{
	f[0] = f[1] = f[2] = 0;
	for (int k = 0; k < s->plain->n_pair; k++) {
		const struct image_pair *m = &s->plain->pair[k];

		for (int side = 0; side < 2; side++) {
			if (m->body[side] != b)
				continue;
			const struct pair_sum *p = jumps ? &m->jump : &m->sum;
			f[0] += side ? -p->fx : p->fx;
			f[1] += side ? -p->fy : p->fy;
			f[2] += p->t[side];
		}
	}
}

static void place(struct dem2 *s)
{
	struct outlines *o = &s->outlines;

	for (int b = 0; b < s->core.n; b++) {
		double sn, cs;

		trig_sincos(s->core.x[2][b], &sn, &cs);
		for (int v = o->first[b]; v < o->first[b + 1]; v++)
			o->at[v] = features_place(v2(s->core.x[0][b], s->core.x[1][b]), o->local[v + o->shift[b]], cs, sn);
	}
}

double dem2_plain_heat(const struct dem2 *s, int b)
{
	double heat = 0;

	for (int k = 0; k < s->plain->n_pair; k++)
		for (int side = 0; side < 2; side++)
			if (s->plain->pair[k].body[side] == b)
				heat += 0.5 * s->plain->pair[k].heat;
	return heat;
}

void dem2_plain_heat_add(const struct dem2 *s, int b, struct exact *sum)
{
	for (int k = 0; k < s->plain->n_pair; k++)
		for (int side = 0; side < 2; side++)
			if (s->plain->pair[k].body[side] == b)
				exact_add(sum, 0.5 * s->plain->pair[k].heat);
}

void dem2_plain_forces(struct dem2 *s, enum evaluation how)
{
	struct plain2 *p = s->plain;
	struct histories swap = p->old;
	int at = 0;

	place(s);
	p->old = p->now;
	p->now = swap;
	p->now.n = p->n_pair = p->n_event = 0;
	for (int ra = 0; ra < s->core.n; ra++)
		for (int rb = ra; rb < s->core.n; rb++) {
			struct image_pair m = { .body = { s->core.by_rank[ra], s->core.by_rank[rb] } };

			m.old = p->old.n ? p->old.at + at : NULL;
			for (; at < p->old.n && p->old.at[at].a == ra && p->old.at[at].b == rb; at++)
				m.n_old++;
			if (may_touch(s, m.body[0], m.body[1]))
				images_evaluate(s, m, how);
		}
	for (int b = 0; b < s->core.n; b++) {
		double f[3];

		dem2_plain_sum(s, 0, b, f);
		s->core.f[0][b] = f[0];
		s->core.f[1][b] = f[1];
		s->core.f[2][b] = f[2];
	}
}

void dem2_plain_add(const struct dem2 *s, int jumps, int b, struct exact sum[3])
{
	for (int k = 0; k < s->plain->n_pair; k++) {
		const struct image_pair *m = &s->plain->pair[k];

		for (int side = 0; side < 2; side++) {
			if (m->body[side] != b)
				continue;
			const struct pair_sum *p = jumps ? &m->jump : &m->sum;
			exact_add(&sum[0], side ? -p->fx : p->fx);
			exact_add(&sum[1], side ? -p->fy : p->fy);
			exact_add(&sum[2], p->t[side]);
		}
	}
}

int dem2_plain_impulses(struct dem2 *s)
{
	struct plain2 *p = s->plain;

	for (int k = 0, n; k < p->n_event; k += n) {
		struct image_pair *m = &p->pair[p->event[k].half >> 1];

		for (n = 1; k + n < p->n_event && p->event[k + n].half >> 1 == p->event[k].half >> 1; n++)
			;
		m->heat += dem2_event_pair(s, &p->event[k], n, m->body, m->sx, m->sy, s->core.sums, &m->jump);
		dem2_event_mark(s, m->body);
	}
	return p->n_event;
}

void dem2_plain_flip(struct plain2 *p, struct flip f)
{
	for (int k = 0; k < p->now.n; k++) /* their order stays */
		flip_images(f, &p->now.at[k].nx, &p->now.at[k].ny, 0);
}

void dem2_plain_images(const struct dem2 *s, int jumps, struct exact sum[6])
{
	for (int k = 0; k < s->plain->n_pair; k++) {
		const struct image_pair *m = &s->plain->pair[k];
		const struct pair_sum *p = jumps ? &m->jump : &m->sum;

		cell_add(sum, (const int[3]){ m->sx, m->sy, 0 }, (const double[3]){ -p->fx, -p->fy, 0 });
	}
}
