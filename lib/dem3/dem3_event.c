/* dem3_event.c: impulses for the energy that velocity Verlet gains or loses when a contact begins or ends, or passes to another
 * face of a mesh.
 *
 * dem2_event.c has the derivation. In space an impulse J along n at the point a of a body changes its angular momentum by
 * J a x n, and the inverse mass along n at that point is 1/m + (a x n) I^-1 (a x n). */
#include <math.h>
#include <string.h>

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

static void part_mark(void *to, int part, int thread)
{
	struct dem3 *s = to;
	const struct part3 *q = &s->part[part];

	(void)thread;
	for (int k = 0; k < q->n_event; k++)
		dem3_event_mark(s, s->list.pair[q->event[k].pair].body);
}

/* Do the second half kick of the marked free bodies of a chunk, if it is due. */
static void chunk_ends(void *to, int chunk, int thread)
{
	struct dem3 *s = to;
	const char *at = s->core.touched + dem3_chunk_begin(s, chunk), *end = s->core.touched + dem3_chunk_end(s, chunk);

	(void)thread;
	for (; (at = memchr(at, 1, (size_t)(end - at))); at++)
		dem3_end(s, (int)(at - s->core.touched));
}

/* Find the impulses of the pairs of a part. */
static void part_impulses(void *to, int part, int thread)
{
	struct dem3 *s = to;
	struct part3 *q = &s->part[part];
	struct ledger_sums *book = part < s->n_upper ? &s->core.sums[thread] : &s->core.elsewhere[thread];

	for (int k = 0, end; k < q->n_event; k = end) {
		int p = q->event[k].pair;

		for (end = k; end < q->n_event && q->event[end].pair == p; end++)
			;
		double heat = dem3_event_pair(s, &q->event[k], end - k, s->list.pair[p].body,
			s->list.images.at[s->list.pair[p].image].s, book, q->event[k].on);
		if (s->core.heat)
			s->pair_heat[s->near_pair_of[p]] += heat;
	}
}

/* Whether an impulse is before another: by body, then in the order of list.own. */
static inline int is_before(const struct body_impulse3 *x, const struct body_impulse3 *y)
{
	if (x->body != y->body)
		return x->body < y->body;
	return x->partner != y->partner ? x->partner < y->partner : x->half < y->half;
}

/* Sort n impulses. room is for half as many. */
static void merge_sort(struct body_impulse3 *at, int n, struct body_impulse3 *room)
{
	enum { FEW = 8 };
	int half = n / 2;

	for (int k = 1; k < n && n <= FEW; k++) {
		struct body_impulse3 x = at[k];
		int z = k;

		for (; z > 0 && is_before(&x, &at[z - 1]); z--)
			at[z] = at[z - 1];
		at[z] = x;
	}
	if (n <= FEW)
		return;
	merge_sort(at, half, room);
	merge_sort(at + half, n - half, room);
	memcpy(room, at, (size_t)half * sizeof *at);
	for (int from = 0, k = half, to = 0; from < half; to++)
		at[to] = k < n && is_before(&at[k], &room[from]) ? at[k++] : room[from++];
}

/* Sort the impulses of all pairs by body, and by the partners' ids. */
static void impulses_sort(struct dem3 *s)
{
	s->n_impulse = 0;
	for (int t = 0; t < s->core.n_part; t++)
		for (int k = 0; k < s->part[t].n_event; k++) {
			const struct event3 *event = &s->part[t].event[k];

			if (k && event[-1].pair == event->pair)
				continue;
			MEM_GROW(s->impulse, &s->cap_impulse, 2 * ((size_t)s->n_impulse + 2));
			const int *body = s->list.pair[event->pair].body;
			for (int side = 0; side < 2; side++)
				s->impulse[s->n_impulse++] = (struct body_impulse3){ body[side], s->core.rank[body[!side]], 2 * event->pair + side,
					&event->on[side] };
		}
	if (s->n_impulse > 0)
		merge_sort(s->impulse, s->n_impulse, s->impulse + s->n_impulse);
}

/* ---- bodies ---- */

/* The index of the body's first impulse. */
static int first_impulse(const struct dem3 *s, int b)
{
	int lo = 0, hi = s->n_impulse;

	while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (s->impulse[mid].body < b)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The impulse on a free body: the sum over its pairs in the order of the partners' ids. */
static struct wrench3 body_impulse(const struct dem3 *s, int b)
{
	struct wrench3 sum = { .f = { 0, 0, 0 } };

	if (s->plain)
		return dem3_plain_wrench(s, b);
	for (int k = first_impulse(s, b); k < s->n_impulse && s->impulse[k].body == b; k++) {
		sum.f = v3_add(sum.f, s->impulse[k].on->f);
		sum.t = v3_add(sum.t, s->impulse[k].on->t);
	}
	return sum;
}

/* Add those on a body of a group to exact sums. */
static void body_impulse_add(const struct dem3 *s, int b, struct exact sum[6])
{
	if (s->plain)
		dem3_plain_add(s, b, sum);
	for (int k = first_impulse(s, b); !s->plain && k < s->n_impulse && s->impulse[k].body == b; k++)
		dem3_wrench_to(sum, s->impulse[k].on);
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

/* Give impulses to the marked free bodies of a chunk. */
static void chunk_jumps(void *to, int chunk, int thread)
{
	struct dem3 *s = to;
	const char *at = s->core.touched + dem3_chunk_begin(s, chunk), *end = s->core.touched + dem3_chunk_end(s, chunk);

	end = end < s->core.touched + s->core.n_own ? end : s->core.touched + s->core.n_own; /* ghosts get theirs from their owners */
	for (; at < end && (at = memchr(at, 1, (size_t)(end - at))); at++)
		body_jump(s, (int)(at - s->core.touched), &s->core.sums[thread]);
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
		if (g->is_fixed)
			continue;
		exact_add(&sum[6], 1);
		body_impulse_add(s, b, sum);
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
	for (int t = 0; t < s->core.n_part && s->has_events; t++)
		n += s->part[t].n_event;
	return n;
}

void dem3_event_impulses(struct dem3 *s)
{
	enum { MANY = 50 }; /* fewer events are not worth waking threads for */

	int n = events_of(s), threads = n > MANY ? s->core.threads : 1;
	if (n > 0) {
		ghosts_wait(&s->core);
		team_run(threads, s->core.n_part, part_mark, s);
		team_run(threads, dem3_chunks_free(s), chunk_ends, s);
		team_run(threads, s->core.n_part, part_impulses, s);
		if (s->core.cell.moves)
			dem3_cell_impulses(s);
		impulses_sort(s);
		team_run_then(threads, dem3_chunks_free(s), chunk_jumps, jumps_done, s);
	}
	soft_tell(&s->core);
	dem3_ranks_jumps(s);
	if (s->core.n_group > 0 && (n > 0 || s->group_events))
		groups_jump(s);
}
