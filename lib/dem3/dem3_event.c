/* dem3_event.c: impulses for the energy that velocity Verlet gains or loses when a contact begins or ends, or passes to another
 * face of a mesh.
 *
 * dem2_event.c has the derivation. In space an impulse J along n at the point a of a body changes its angular momentum by
 * J a x n, and the inverse mass along n at that point is 1/m + (a x n) I^-1 (a x n). */
#include <math.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/team.h"
#include "dem3/dem3_cell.h"
#include "dem3/dem3_inertia.h"
#include "dem3/dem3_ranks.h"
#include "motion/drive.h"

/* A contact with a mesh passes to another face, and its normal turns at some time within the step. Forces and displacements
 * before and after the step do not do the work by which the energy of the overlap has changed. The missing impulse is a part of
 * the step times the change of the force, which is along the change of the normal. */
static int find_turn(int pair, const struct kinematics3 *m, const struct contact3 *old, const struct contact3 *now,
	const struct law_contact *law, struct event3 *k)
{
	vec3 b = v3_sub(now->a, m->branch), b0 = v3_sub(old->a, v3_add(m->branch, m->displacement));
	vec3 d = contact3_relative(m->displacement, m->late_turn_i, now->a, m->late_turn_j, b);
	vec3 d0 = contact3_relative(m->displacement, m->turn_i, old->a, m->turn_j, b0), by = v3_sub(now->n, old->n);
	double work0 = v3_dot(d0, old->n) * law_force(law, m->sum_of_radii, m->effective, old->gap);
	double work = v3_dot(d, now->n) * law_force(law, m->sum_of_radii, m->effective, now->gap), size = v3_norm(by);
	double gained = law_energy(law, m->sum_of_radii, m->effective, now->gap) -
	                law_energy(law, m->sum_of_radii, m->effective, old->gap);

	if (!(size > 1e-6)) /* it passes over the edge of a flat part */
		return 0;
	vec3 n = v3_scale(v3_dot(d, by) > 0 ? 1 / size : -1 / size, by);
	*k = (struct event3){ .pair = pair, .n = n, .a = now->a, .b = b, .work = 0.5 * (work0 + work) - gained };
	return 1;
}

int dem3_event_find(int pair, const struct kinematics3 *m, const struct contact3 *old,
	const struct contact3 *now, const struct law_contact *law, struct event3 *k)
{
	k->lost = 0;
	if (m->was > 0 && m->is > 0)
		return find_turn(pair, m, old, now, law, k);
	int ends = m->was > 0;
	const struct contact3 *c = ends ? old : now;
	vec3 b = v3_sub(c->a, ends ? v3_add(m->branch, m->displacement) : m->branch);
	vec3 d = contact3_relative(m->displacement, ends ? m->turn_i : m->late_turn_i, c->a, ends ? m->turn_j : m->late_turn_j, b);
	double n = ends ? -v3_dot(d, c->n) : v3_dot(d, c->n);
	double depth = c->gap + (ends ? law_ends(law, m->sum_of_radii, m->effective) : law_reach(law, m->sum_of_radii));
	double force = c->weight * law_force(law, m->sum_of_radii, m->effective, c->gap);
	double missing = 0.5 * n * force - c->weight * law_energy(law, m->sum_of_radii, m->effective, c->gap);

	if (!(n > LAW_TOUCHED * depth))
		return 0;
	if (ends && law_clings(law)) /* what is left of the energy does no work */
		missing += law_lost(law, m->sum_of_radii, m->effective);
	int is_cut = ends && c->fn == 0; /* by the dashpot, before the end */
	*k = (struct event3){ .pair = pair, .ends = ends, .n = c->n, .a = c->a, .b = b, .work = missing,
		.lost = is_cut ? missing : law_lost_too_much(law, ends, n, depth, c->fn - force) };
	if (ends) { /* the old contact point moves with both bodies, so that a common velocity changes nothing */
		k->a = v3_sub(k->a, v3_scale(0.5, m->displacement));
		k->b = v3_sub(k->a, m->branch);
	}
	return !is_cut;
}

double dem3_event_note(struct dem3 *s, struct part3 *q, int pair, const struct kinematics3 *m, const struct contact3 *old,
	const struct contact3 *now, const struct law_contact *law)
{
	MEM_GROW(q->event, &q->cap_event, (size_t)q->n_event + 1);
	if (m->was > 0 && !(m->is > 0) && law_clings(law))
		exact_add(&q->sums->led[LED_BROKEN], law_lost(law, m->sum_of_radii, m->effective));
	struct event3 *k = &q->event[q->n_event];
	if (dem3_event_find(pair, m, old, now, law, k)) {
		q->n_event++;
		__atomic_store_n(&s->has_events, 1, __ATOMIC_RELAXED);
	}
	return k->lost;
}

/* ---- pairs ---- */

/* A body while it gets the impulses of one pair: velocity, spin, and inverse masses along the axes. group: the
 * group that turns it, or NULL. */
struct event_body { const struct group *group; vec3 v, w; double minv[3]; struct inertia3 inertia; };

/* The change of a body's spin by an angular impulse j. */
static vec3 spin_change(const struct event_body *m, vec3 j)
{
	const struct group *g = m->group;
	vec3 out = v3(0, 0, 0);

	if (!g)
		return inertia3_spin(&m->inertia, j);
	if (g->turn == TURN_AXIS)
		(&out.x)[g->axis] = (&j.x)[g->axis] / g->inertia;
	return out;
}

static struct event_body event_body_of(const struct dem3 *s, int b)
{
	const struct group *g = dem3_group_of(s, b);
	struct event_body m = { .group = g && g->turn != TURN_FREE ? g : NULL, .v = dem3_vec(s->core.v, b) };

	for (int z = 0; z < 3; z++)
		m.minv[z] = !g ? s->core.minv[b] : drive_prescribes(&g->dof[z]) ? 0 : 1 / g->m;
	if (!m.group)
		inertia3_of(s, b, &m.inertia);
	m.w = m.group ? dem3_group_spin(m.group) : inertia3_spin(&m.inertia, dem3_vec(s->l, b));
	return m;
}

static void event_body_push(struct event_body *m, vec3 j, vec3 turn)
{
	vec3 w = spin_change(m, turn);

	m->v = v3_add(m->v, v3(m->minv[0] * j.x, m->minv[1] * j.y, m->minv[2] * j.z));
	m->w = v3_add(m->w, w);
}

static double event_body_response(const struct event_body *m, vec3 n, vec3 turn)
{
	return m->minv[0] * n.x * n.x + m->minv[1] * n.y * n.y + m->minv[2] * n.z * n.z + v3_dot(turn, spin_change(m, turn));
}

void dem3_event_mark(struct dem3 *s, const int pair[2])
{
	__atomic_store_n(&s->core.touched[pair[0]], 1, __ATOMIC_RELAXED);
	__atomic_store_n(&s->core.touched[pair[1]], 1, __ATOMIC_RELAXED);
}

double dem3_event_pair(const struct dem3 *s, const struct event3 *event, int n, const int pair[2], const int image[3],
	struct ledger_sums *book, struct wrench3 on[2])
{
	struct event_body i = event_body_of(s, pair[0]), j = event_body_of(s, pair[1]);
	double heat = 0;

	if (s->core.cell.moves)
		j.v = v3_add(j.v, dem3_cell_image(s, image).velocity);
	on[0] = on[1] = (struct wrench3){ .f = { 0, 0, 0 } };
	for (int k = 0; k < n; k++) {
		const struct event3 *c = &event[k];
		vec3 ti = v3_cross(c->a, c->n), tj = v3_cross(c->b, c->n);
		double u = v3_dot(v3_sub(i.v, j.v), c->n) + v3_dot(i.w, ti) - v3_dot(j.w, tj);
		double q = event_body_response(&i, c->n, ti) + event_body_response(&j, c->n, tj);
		double impulse = ledger_impulse(book, &heat, c->ends, c->work, c->lost, u, q);

		if (k + 1 < n) { /* the next one finds the bodies with the new velocities */
			event_body_push(&i, v3_scale(impulse, c->n), v3_scale(impulse, ti));
			event_body_push(&j, v3_scale(-impulse, c->n), v3_scale(-impulse, tj));
		}
		on[0].f = v3_add(on[0].f, v3_scale(impulse, c->n));
		on[0].t = v3_add(on[0].t, v3_scale(impulse, ti));
		on[1].f = v3_sub(on[1].f, v3_scale(impulse, c->n));
		on[1].t = v3_sub(on[1].t, v3_scale(impulse, tj));
	}
	return heat;
}

/* List the jumps of a part. Do the second half kick of the free bodies that have jumps, if it is due. */
static void part_jumps(void *to, int part, int thread)
{
	struct dem3 *s = to;
	const struct part3 *q = &s->part[part];

	(void)thread;
	for (int k = 0, n; k < q->n_event; k += n) {
		struct event3 *e = &q->event[k];
		struct jump *j = &s->jumps.at[q->jump_from + k];
		const int *body = s->list.pair[e->pair].body;

		for (n = 1; k + n < q->n_event && e[n].pair == e->pair; n++)
			j[n] = (struct jump){ .n = 0 };
		*j = (struct jump){ .body = { body[0], body[1] }, .pair = e->pair, .part = part, .n = n, .event = e };
		dem3_event_mark(s, body);
		for (int side = 0; side < 2; side++)
			if (jumps_link(&s->jumps, q->jump_from + k, side) && body[side] < s->n_free)
				dem3_end(s, body[side]);
	}
}

/* Find the impulses of jumps. */
static void piece_pairs(void *to, int piece, int thread)
{
	struct dem3 *s = to;

	for (int k = jumps_from(piece); k < jumps_end(&s->jumps, piece); k++) {
		const struct jump *j = &s->jumps.at[k];
		struct event3 *e = j->event;

		if (j->n == 0)
			continue;
		struct ledger_sums *book = j->part < s->n_upper ? s->core.sums : s->core.elsewhere;
		double heat = dem3_event_pair(s, e, j->n, j->body, s->list.images.at[s->list.pair[j->pair].image].s, &book[thread], e->on);
		if (s->core.heat)
			s->pair_heat[s->near_pair_of[j->pair]] += heat;
	}
}

/* ---- bodies ---- */

/* The impulse on a free body: the sum over its pairs in the order of the partners' ids. Its list becomes empty. */
static struct wrench3 body_impulse(struct dem3 *s, int b)
{
	struct wrench3 sum = { .f = { 0, 0, 0 } };

	if (s->plain)
		return dem3_plain_wrench(s, b);
	for (int z = jumps_sort(&s->jumps, s->core.rank, b); z >= 0; z = *jumps_next(&s->jumps, z)) {
		const struct event3 *e = s->jumps.at[z >> 1].event;

		sum.f = v3_add(sum.f, e->on[z & 1].f);
		sum.t = v3_add(sum.t, e->on[z & 1].t);
	}
	s->jumps.first[b] = -1;
	return sum;
}

/* Add the impulses on a body of a group to exact sums. */
static void body_impulse_add(const struct dem3 *s, int b, struct exact sum[6])
{
	if (s->plain)
		dem3_plain_add(s, b, sum);
	for (int z = s->jumps.first[b]; z >= 0; z = *jumps_next(&s->jumps, z)) {
		const struct event3 *e = s->jumps.at[z >> 1].event;

		dem3_wrench_to(sum, &e->on[z & 1]);
	}
}

/* Add t to a body's angular momentum; returns the work, by the mean of the angular velocities before and after. */
static double body_twist(struct dem3 *s, int b, vec3 t)
{
	vec3 w = dem3_spin(s, b, v3_add(dem3_vec(s->l, b), v3_scale(0.5, t)));

	for (int k = 0; k < 3; k++)
		s->l[k][b] += (&t.x)[k];
	return v3_dot(t, w);
}

/* Give a free body its impulses. */
static void body_jump(struct dem3 *s, int b, struct ledger_sums *sums)
{
	double m = s->core.minv[b], work = 0;
	struct wrench3 impulse = body_impulse(s, b);

	for (int k = 0; k < 3; k++) {
		double j = (&impulse.f.x)[k];

		s->core.v[k][b] += m * j;
		work += j * (s->core.v[k][b] - 0.5 * m * j);
	}
	work += body_twist(s, b, impulse.t);
	exact_add(&sums->led[LED_NORMAL], -work);
	s->core.touched[b] = (char)s->kick_due;
}

/* Give free bodies their impulses. Ghosts get theirs from their owners. */
static void piece_bodies(void *to, int piece, int thread)
{
	struct dem3 *s = to;

	for (int z = 2 * jumps_from(piece); z < 2 * jumps_end(&s->jumps, piece); z++) {
		int b = jumps_body(&s->jumps, z);

		if (b >= s->core.n_own && b < s->n_free)
			s->jumps.first[b] = -1;
		else if (b >= 0 && b < s->core.n_own)
			body_jump(s, b, &s->core.sums[thread]);
	}
}

/* The same with the plain loop. */
static void plain_bodies(struct dem3 *s)
{
	for (int b = 0; b < s->core.n_own; b++)
		if (s->core.touched[b])
			body_jump(s, b, s->core.sums);
}

static void jumps_done(void *to, int thread)
{
	struct dem3 *s = to;

	if (thread > 0) /* the sums of the first thread stay open */
		ledger_sums_pack(&s->core.sums[thread], s->core.clock.step);
}

/* Add the impulses on a group and their number. */
static void group_jump_add(struct dem3 *s, const struct group *g, struct exact sum[7])
{
	for (int z = 0; z < g->n; z++) {
		int b = g->body[z];

		if (!s->core.touched[b])
			continue;
		s->core.touched[b] = 0;
		if (!g->is_fixed) {
			exact_add(&sum[6], 1);
			body_impulse_add(s, b, sum);
		}
		s->jumps.first[b] = -1;
	}
}

static void group_jump(struct dem3 *s, int k, struct exact sum[7])
{
	const struct group *g = &s->core.group[k];

	if (!(exact_take(&sum[6]) > 0))
		return;
	struct wrench3 impulse = dem3_wrench_take(sum);
	double work = 0, j[6] = { impulse.f.x, impulse.f.y, impulse.f.z };
	if (g->turn == TURN_FREE)
		work = body_twist(s, g->body[0], impulse.t);
	else
		v3_to(j + 3, impulse.t);
	work += dem3_groups_jump(s, k, j);
	s->core.ledger.sum[LED_NORMAL] -= work;
}

static void groups_jump(struct dem3 *s)
{
	struct exact (*sum)[7] = (struct exact (*)[7])s->group_sum;

	for (int k = 0; k < s->core.n_group; k++)
		group_jump_add(s, &s->core.group[k], sum[k]);
	if (s->group_events)
		ranks_sum_exact(7 * s->core.n_group, sum[0]);
	for (int k = 0; k < s->core.n_group; k++)
		group_jump(s, k, sum[k]);
}

/* The number of events of this rank, 0 if the step has failed: they may then be those of the last step, with another list. */
static int events_of(struct dem3 *s)
{
	int n = 0;

	if (s->core.error.status != SIM_GOOD)
		return 0;
	if (s->plain)
		return dem3_plain_impulses(s);
	for (int t = 0; t < s->core.n_part && s->has_events; t++) {
		s->part[t].jump_from = n;
		n += s->part[t].n_event;
	}
	return n;
}

void dem3_event_impulses(struct dem3 *s)
{
	enum { MANY = 50 }; /* fewer events are not worth waking threads for */

	int n = events_of(s), threads = n > MANY ? s->core.threads : 1;
	if (n > 0) {
		ghosts_wait(&s->core);
		s->jumps.n = s->plain ? 0 : n;
		MEM_GROW_LINES(s->jumps.at, &s->jumps.cap, (size_t)n);
		team_run(threads, s->core.n_part, part_jumps, s);
		team_run(threads, jumps_pieces(&s->jumps), piece_pairs, s);
		if (s->core.cell.moves)
			dem3_cell_impulses(s);
		team_run_then(threads, jumps_pieces(&s->jumps), piece_bodies, jumps_done, s);
		if (s->plain)
			plain_bodies(s);
	}
	soft_tell(&s->core);
	dem3_ranks_jumps(s);
	if (s->core.n_group > 0 && (n > 0 || s->group_events))
		groups_jump(s);
}
