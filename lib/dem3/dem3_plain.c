/* dem3_plain.c: the forces of a step as they are defined.
 *
 * There is no list, no vectors, no threads, no order of memory. The loops are: all pairs of bodies in the order of ids; all
 * periodic images of a pair by z, y, x; all pebbles or features of the first body with all of the second, or with the wall or
 * the faces of the mesh that the second body is. The functions of contact3.h evaluate each contact that touches now or did one
 * evaluation ago. Contacts are summed pair by pair, pairs body by body.
 *
 * dem3_list.c, dem3_force.c and dem3_event.c must give the same to the last bit: tests/phys/plain3.c compares. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "dem3/dem3_cell.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_plain_touch.h"
#include "dem3/dem3_round.h"

/* The contact history: a and b are ranks of bodies; n is the image between unwrapped positions, which wrapping does not change;
 * p and q are pebbles, counted within their bodies (0 for a wall, the face for a mesh). */
struct history {
	int a, b;
	int64_t n[3];
	int p, q;
	struct contact3 at;
	struct rolling3 rolling;
	int moved;               /* it was on another face one step ago */
};

/* A pair of bodies, body[1] at the image s, and its wrenches. A wall is body[1]. */
struct image_pair {
	int body[2], s[3];
	struct history *old;         /* [n_old] contacts of the two one evaluation ago, in all images */
	int n_old;
	struct wrench3 on[2];
	double heat;             /* dissipated by friction and viscosity [M L^2/T^2] */
};

struct plain3 {
	struct histories { int n; size_t cap; struct history *at; } now, old; /* in the order of the fields */
	int n_pair, n_event;
	size_t cap_pair, cap_event;
	struct image_pair *pair; /* [n_pair] with contacts now or one evaluation ago */
	struct event3 *event;    /* [n_event] by pair */
};

struct plain3 *dem3_plain_new(void)
{
	return mem_zero(1, sizeof(struct plain3));
}

void dem3_plain_free(struct plain3 *p)
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

/* Whether the pair of two bodies has only one image along an axis. */
static int one_image(const struct dem3 *s, int a, int b, int axis)
{
	return (s->core.endless[a] | s->core.endless[b]) >> axis & 1;
}

static struct history history_of(const struct dem3 *s, const struct between3 *q)
{
	const int *first = s->pebbles.first;
	struct history t = { .a = s->core.rank[q->a], .b = s->core.rank[q->b], .p = q->cand.a - first[q->a],
		.q = q->cand.b - first[q->b] };

	for (int k = 0; k < 3; k++)
		t.n[k] = one_image(s, q->a, q->b, k) ? 0 : q->s[k] - s->core.image[k][q->b] + s->core.image[k][q->a];
	return t;
}

static struct between3 between_of(const struct dem3 *s, const struct history *t)
{
	int a = s->core.by_rank[t->a], b = s->core.by_rank[t->b];
	struct between3 q = { .a = a, .b = b, .cand = { s->pebbles.first[a] + t->p, s->pebbles.first[b] + t->q } };

	for (int k = 0; k < 3; k++)
		q.s[k] = one_image(s, a, b, k) ? 0 : (int)(t->n[k] + s->core.image[k][b] - s->core.image[k][a]);
	return q;
}

static int in_order(const void *a, const void *b)
{
	const struct history *p = a, *q = b;
	const int64_t x[7] = { p->a, p->b, p->n[2], p->n[1], p->n[0], p->p, p->q };
	const int64_t y[7] = { q->a, q->b, q->n[2], q->n[1], q->n[0], q->p, q->q };

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

static void histories_sort(struct histories *l)
{
	if (l->n > 0)
		qsort(l->at, (size_t)l->n, sizeof *l->at, in_order);
}

/* Find the contacts of the pair m in all images. */
static void histories_of(const struct dem3 *s, const struct histories *l, struct image_pair *m)
{
	int a = s->core.rank[m->body[0]], b = s->core.rank[m->body[1]], lo = 0, hi = l->n;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (l->at[mid].a < a || (l->at[mid].a == a && l->at[mid].b < b))
			lo = mid + 1;
		else
			hi = mid;
	}
	m->old = l->n ? l->at + lo : NULL;
	for (m->n_old = 0; lo < l->n && l->at[lo].a == a && l->at[lo].b == b; lo++)
		m->n_old++;
}

void dem3_plain_take(struct dem3 *s, const struct between3 *q, const struct contact3 *at, const struct rolling3 *rolling)
{
	struct histories *l = &s->plain->now;
	struct history t = history_of(s, q);

	t.at = *at;
	t.rolling = *rolling;
	histories_add(l, &t);
	histories_sort(l);
}

void dem3_plain_each(const struct dem3 *s, contact3_visit *visit, void *to)
{
	const struct histories *l = &s->plain->now;

	for (int k = 0; k < l->n; k++) {
		struct between3 q = between_of(s, &l->at[k]);

		visit(to, &q, &l->at[k].at, s->core.rolls ? &l->at[k].rolling : NULL);
	}
}

int dem3_plain_count(const struct plain3 *p)
{
	return p->now.n;
}

/* ---- one contact ---- */

/* Hand contacts with a mesh over to other faces, see dem3_carry.c. */
static void carry(struct dem3 *s, struct image_pair *m, const struct target *t)
{
	const struct law_contact *law = dem3_law_between(s, m->body[0], m->body[1]);
	const int *first = s->pebbles.first;
	struct branch b;

	for (int o = 0; o < m->n_old; o++) {
		struct history *old = &m->old[o];
		struct between3 q = between_of(s, old);
		const struct pebble *p = &s->pebbles.at[q.cand.a];
		int best = -1, most = 0;

		if (memcmp(q.s, m->s, sizeof q.s) != 0 || pebbles_kind(&s->pebbles, q.a, q.cand.a) != FEATURE_VERTEX ||
		    dem3_plain_touches(s, t, p, old->q, law, 1, &b))
			continue;
		for (int k = 0; k < t->wall->facets->n_face; k++) {
			q.cand.b = first[q.b] + k;
			struct history next = history_of(s, &q);
			int shared = wall3_goes_on(t->wall, old->q, k, v3(p->x, p->y, p->z), old->at.n), known = 0;

			if (shared <= most || !dem3_plain_touches(s, t, p, k, law, 1, &b))
				continue;
			for (int z = 0; z < m->n_old; z++)
				known |= in_order(&m->old[z], &next) == 0;
			most = known ? most : shared;
			best = known ? best : k;
		}
		old->q = (old->moved = best >= 0) ? best : old->q;
	}
	if (m->n_old > 1)
		qsort(m->old, (size_t)m->n_old, sizeof *m->old, in_order);
}

/* Evaluate the contact of pebble p of the first body with feature q of the second. Returns 0 if they do not touch and did not. */
static int contact(struct dem3 *s, struct image_pair *m, const struct target *target, int p, int q, enum evaluation how)
{
	struct plain3 *l = s->plain;
	int i = m->body[0], j = m->body[1];
	const int *first = s->pebbles.first;
	const struct pebble *pebble = &s->pebbles.at[first[i] + p];
	const struct law_contact *law = dem3_law_between(s, i, j);
	struct branch b;

	if (!dem3_plain_counts(s, i, j, first[i] + p, first[j] + q))
		return 0;
	int rolls = law_rolls(law), balls = dem3_balls(s, i, j, law), is = dem3_plain_touches(s, target, pebble, q, law, 0, &b);
	if (!is && !m->n_old)
		return 0;
	struct history t = history_of(s, &(struct between3){ i, j, { m->s[0], m->s[1], m->s[2] }, { first[i] + p, first[j] + q } });
	const struct history *was = m->n_old ? bsearch(&t, m->old, (size_t)m->n_old, sizeof t, in_order) : NULL;
	if (!is && was && law_clings(law))
		is = dem3_plain_touches(s, target, pebble, q, law, 1, &b);
	if (!is && (!was || how != EVALUATE_STEP)) /* an evaluation that is no step ends nothing */
		return 0;
	if (is && target->wall && b.far <= 0)
		soft_fail_overlap(&s->core, i, j, b.r - b.far, 0.5 * b.r);

	struct kinematics3 kin = dem3_plain_kinematics(s, target, &b, law);
	struct contact3 old = was ? was->at : (struct contact3){ .gap = 0 };
	struct rolling3 rolling0 = was ? was->rolling : (struct rolling3){ .roll = { 0, 0, 0 } };
	struct action3 action = { .fric = 0 };
	kin.is = is;
	kin.was = was != NULL;
	t.at = old;
	t.at.lean = is ? dem3_faces_lean(law, &b.nearest, kin.sum_of_radii, kin.effective) : v3(0, 0, 0);
	t.rolling = (struct rolling3){ .roll = { 0, 0, 0 } };
	if (how == EVALUATE_STEP) {
		contact3_shape(balls, &kin, &t.at);
		contact3_step(law->kind, balls, 0, &kin, law, s->core.clock.dt, &old, &t.at, &action);
		if (rolls)
			contact3_roll(&kin, law, s->core.clock.dt, old.n, t.at.n, &rolling0, &t.rolling, &action);
		if (target->faces)
			contact3_lean_step(&kin, &old, &t.at, &action);
	} else {
		t.rolling = rolls ? rolling0 : t.rolling;
		contact3_shape(balls, &kin, &t.at);
		if (how == EVALUATE_FRESH || !was)
			contact3_fresh(&kin, law, &t.at, rolls ? &t.rolling : NULL);
		contact3_action(balls, &kin, &t.at, &action);
		if (rolls)
			contact3_twist(&t.rolling, &action);
		if (target->faces)
			contact3_lean(&t.at, &action);
	}
	if (how == EVALUATE_STEP && was && !is && law_clings(law))
		exact_add(&s->core.sums->led[LED_BROKEN], law_lost(law, kin.sum_of_radii, kin.effective));
	if (how == EVALUATE_STEP && (is != (was != NULL) || was->moved)) {
		MEM_GROW(l->event, &l->cap_event, (size_t)l->n_event + 1);
		struct event3 *event = &l->event[l->n_event];
		l->n_event += dem3_event_find(l->n_pair, &kin, &old, &t.at, law, event);
		action.normal += event->lost;
		action.visc -= event->lost;
		action.power -= event->lost;
	}
	const double led[LED_CONTACT] = { action.fric, action.visc, action.power, action.normal, action.tangent };
	m->on[0].f = v3_sub(m->on[0].f, action.f);
	m->on[0].t = v3_add(m->on[0].t, action.ti);
	m->on[1].f = v3_add(m->on[1].f, action.f);
	m->on[1].t = v3_add(m->on[1].t, action.tj);
	for (int k = 0; k < LED_CONTACT; k++)
		exact_add(&s->core.sums->led[k], led[k]);
	m->heat += action.fric + action.visc;
	if (s->core.resolved[law - s->core.law] < INFINITY)
		soft_note_overlap(&s->core, 0, (int)(law - s->core.law), t.at.gap);
	if (t.at.gap > 0.5 * kin.sum_of_radii)
		soft_fail_overlap(&s->core, i, j, t.at.gap, 0.5 * kin.sum_of_radii);
	if (is)
		histories_add(&l->now, &t);
	return 1;
}

/* The number of pebbles or features of a body, or of faces of a mesh. faces: all features of a mesh. */
static int features(const struct dem3 *s, int b, int faces)
{
	const struct wall3 *w = s->wall_of[b] >= 0 ? &s->wall_at[s->wall_of[b]] : NULL;

	if (w && w->kind == FORM_MESH)
		return faces ? facets_n(w->facets) : w->facets->n_face;
	return s->pebbles.first[b + 1] - s->pebbles.first[b];
}

/* By how many the pairs of features that touch share the mass for their dashpots. */
static double share_of(const struct dem3 *s, const struct target *t)
{
	const int *first = s->pebbles.first;
	const struct law_contact *law = dem3_law_between(s, t->i, t->j);
	struct branch b;
	int counts = 0, shares = t->faces || (t->wall && pebbles_faces(&s->pebbles, t->i));

	for (int p = 0; p < features(s, t->i, 0) && shares; p++)
		for (int q = 0; q < features(s, t->j, 1); q++)
			if (dem3_plain_counts(s, t->i, t->j, first[t->i] + p, first[t->j] + q) &&
			    dem3_plain_touches(s, t, &s->pebbles.at[first[t->i] + p], q, law, 0, &b))
				counts += faces3_count(b.nearest.weight);
	return faces3_share(counts);
}

/* Evaluate a pair of bodies in one image. */
static void image_evaluate(struct dem3 *s, struct image_pair m, enum evaluation how)
{
	int i = m.body[0], j = m.body[1], some = 0;
	struct target t = { .i = i, .j = j, .s = m.s, .h = dem3_shift(s, m.s), .faces = dem3_has_faces(s, i, j) };
	struct wall3 wall;

	if (s->wall_of[j] >= 0)
		t.wall = dem3_wall_at(s, j, t.h, &wall);
	if (t.wall && t.wall->kind == FORM_MESH && how == EVALUATE_STEP)
		carry(s, &m, &t);
	t.share = share_of(s, &t);
	for (int p = 0; p < features(s, i, 0); p++)
		for (int q = 0; q < features(s, j, t.faces); q++)
			some |= contact(s, &m, &t, p, q, how);
	if (!some)
		return;
	MEM_GROW(s->plain->pair, &s->plain->cap_pair, (size_t)s->plain->n_pair + 1);
	s->plain->pair[s->plain->n_pair++] = m;
}

/* Whether two bodies can touch at all. */
static int may_touch(const struct dem3 *s, int a, int b)
{
	if (a == b)
		return s->core.group_of[a] < 0 && s->wall_of[a] < 0;
	return s->wall_of[a] < 0 && !(s->core.still[a] && s->core.still[b]) &&
	       (s->core.group_of[a] < 0 || s->core.group_of[a] != s->core.group_of[b]) &&
	       !s->core.forceless[s->core.material[a] * s->core.n_material + s->core.material[b]];
}

/* Whether the pair had contacts in this image, or the distance of its bodies is at most far. */
static int near(const struct dem3 *s, const struct image_pair *m, double far)
{
	int a = m->body[0], b = m->body[1];

	for (int k = 0; k < m->n_old; k++) {
		struct between3 q = between_of(s, &m->old[k]);

		if (memcmp(q.s, m->s, sizeof q.s) == 0)
			return 1;
	}
	vec3 w = v3_sub(v3_add(dem3_vec(s->core.x, b), dem3_shift(s, m->s)), dem3_vec(s->core.x, a));
	return !(v3_dot(w, w) > far * far);
}

/* Evaluate a pair in all images of body[1] that may touch; for walls without end, those next to the domain. Both bodies are in
 * the domain, hence less than a period apart along each axis. */
static void images_evaluate(struct dem3 *s, struct image_pair m, enum evaluation how)
{
	const struct domain *d = &s->core.domain;
	int a = m.body[0], b = m.body[1], most[3] = { 0 };
	double far = (s->pebbles.reach[a] + s->pebbles.reach[b] + s->core.range) * (1 + 1e-9);

	for (int k = 2; k >= 0; k--) {
		double aside = k == 2 ? 0 : k == 1 ? most[2] * fabs(d->tilt[2]) : most[1] * fabs(d->tilt[0]) + most[2] * fabs(d->tilt[1]);

		if (d->set && d->periodic[k] && !one_image(s, a, b, k))
			most[k] = isfinite(far) ? 1 + (int)((far + aside) / (d->hi[k] - d->lo[k])) : 1;
	}
	for (int k = 0; k < m.n_old; k++) {
		struct between3 q = between_of(s, &m.old[k]);

		for (int z = 0; z < 3; z++)
			most[z] = abs(q.s[z]) > most[z] ? abs(q.s[z]) : most[z];
	}
	for (m.s[2] = -most[2]; m.s[2] <= most[2]; m.s[2]++)
		for (m.s[1] = -most[1]; m.s[1] <= most[1]; m.s[1]++)
			for (m.s[0] = -most[0]; m.s[0] <= most[0]; m.s[0]++) {
				int up = m.s[2] ? m.s[2] : m.s[1] ? m.s[1] : m.s[0];

				if ((a != b || up > 0) && near(s, &m, far)) /* a body and its own image: either the image or its mirror image */
					image_evaluate(s, m, how);
			}
}

/* ---- bodies ---- */

struct wrench3 dem3_plain_wrench(const struct dem3 *s, int b)
{
	struct wrench3 sum = { .f = { 0, 0, 0 } };

	for (int k = 0; k < s->plain->n_pair; k++) {
		const struct image_pair *m = &s->plain->pair[k];

		for (int side = 0; side < 2; side++) {
			sum.f = m->body[side] == b ? v3_add(sum.f, m->on[side].f) : sum.f;
			sum.t = m->body[side] == b ? v3_add(sum.t, m->on[side].t) : sum.t;
		}
	}
	return sum;
}

void dem3_plain_add(const struct dem3 *s, int b, struct exact sum[6])
{
	for (int k = 0; k < s->plain->n_pair; k++)
		for (int side = 0; side < 2; side++)
			if (s->plain->pair[k].body[side] == b)
				dem3_wrench_to(sum, &s->plain->pair[k].on[side]);
}

double dem3_plain_heat(const struct dem3 *s, int b)
{
	double heat = 0;

	for (int k = 0; k < s->plain->n_pair; k++)
		for (int side = 0; side < 2; side++)
			if (s->plain->pair[k].body[side] == b)
				heat += 0.5 * s->plain->pair[k].heat;
	return heat;
}

void dem3_plain_heat_add(const struct dem3 *s, int b, struct exact *sum)
{
	for (int k = 0; k < s->plain->n_pair; k++)
		for (int side = 0; side < 2; side++)
			if (s->plain->pair[k].body[side] == b)
				exact_add(sum, 0.5 * s->plain->pair[k].heat);
}

void dem3_plain_forces(struct dem3 *s, enum evaluation how)
{
	struct plain3 *p = s->plain;
	struct histories swap = p->old;

	for (int b = 0; b < s->core.n; b++)
		dem3_place(s, b, 1);
	p->old = p->now;
	p->now = swap;
	p->now.n = p->n_pair = p->n_event = 0;
	/* in this order a body's partners come in the order of their ids */
	for (int ra = 0; ra < s->core.n; ra++)
		for (int rb = ra; rb < s->core.n; rb++) {
			int a = s->core.by_rank[ra], b = s->core.by_rank[rb], turned = s->wall_of[a] >= 0;
			struct image_pair m = { .body = { turned ? b : a, turned ? a : b } };

			histories_of(s, &p->old, &m);
			if (may_touch(s, m.body[0], m.body[1]))
				images_evaluate(s, m, how);
		}
	histories_sort(&p->now);
	for (int b = 0; b < s->core.n; b++) {
		struct exact exact[6] = { { .n = 0 } };
		struct wrench3 sum;

		if (b < s->n_free) {
			sum = dem3_plain_wrench(s, b);
		} else {
			dem3_plain_add(s, b, exact);
			sum = dem3_wrench_take(exact);
		}
		for (int k = 0; k < 3; k++) {
			s->core.f[k][b] = (&sum.f.x)[k];
			s->tq[k][b] = (&sum.t.x)[k];
		}
	}
}

int dem3_plain_impulses(struct dem3 *s)
{
	struct plain3 *p = s->plain;

	for (int k = 0; k < p->n_pair; k++)
		p->pair[k].on[0] = p->pair[k].on[1] = (struct wrench3){ .f = { 0, 0, 0 } };
	for (int k = 0, n; k < p->n_event; k += n) {
		struct image_pair *m = &p->pair[p->event[k].pair];

		for (n = 1; k + n < p->n_event && p->event[k + n].pair == p->event[k].pair; n++)
			;
		dem3_event_mark(s, m->body);
		m->heat += dem3_event_pair(s, &p->event[k], n, m->body, m->s, s->core.sums, m->on);
	}
	return p->n_event;
}

void dem3_plain_flip(struct plain3 *p, struct flip f)
{
	for (int k = 0; k < p->now.n; k++) /* their order stays */
		flip_images(f, &p->now.at[k].n[0], &p->now.at[k].n[1], p->now.at[k].n[2]);
}

void dem3_plain_images(const struct dem3 *s, struct exact sum[6])
{
	for (int k = 0; k < s->plain->n_pair; k++)
		cell_add(sum, s->plain->pair[k].s, (const double *)&s->plain->pair[k].on[1]); /* its force comes first */
}
