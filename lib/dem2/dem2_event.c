/* dem2_event.c: the energy that velocity Verlet gains and loses at the events of a contact's force.
 *
 * During a contact, and between contacts, the error of the step's energy oscillates and does not grow. It grows only in steps in
 * which a contact begins or ends. Let n be the displacement along the normal in that step, and d < n the overlap at one end of
 * the step. The trapezoidal rule makes the elastic force do the work kn d n / 2. But the spring acts only over the part d of the
 * displacement, and takes or gives kn d^2 / 2. So a collision loses or gains (w dt)^2 s (1 - s) of its energy, with its frequency
 * w and s = d / n. Other laws have their force and potential in place of kn d and kn d^2 / 2.
 *
 * So an impulse J along the normal at the end of the step does the missing work kn d (n - d) / 2. The impulse is attractive in
 * both cases: a contact that begins has taken too much energy from the motion, and a contact that ends has given too much to it.
 * Let u be the speed of approach, or of separation, at the contact, and q the inverse of the effective mass there. Then
 *
 *     J u + J^2 q / 2 = kn d (n - d) / 2 if the contact begins,  J u - J^2 q / 2 = kn d (n - d) / 2 if it ends.
 *
 * The dashpot, too, acts only over d, and has done the work of its force along n / 2: see law_lost_too_much. J gives the
 * difference back.
 *
 * If a contact ends, the contact point is its last one, moved by the mean displacement of both bodies: as one point for both it
 * keeps the angular momentum. If the dashpot had cut the force off before the end, the energy of the spring went to viscosity,
 * and so does the missing work. A contact that clings ends with a part of its energy, which is lost: see law_lost.
 *
 * The events of a pair are treated one after the other. Pairs do not affect each other. Every body sums over its pairs in the
 * order of ids. J is not part of the acceleration at the beginning of the next step. With the velocity v after the impulse, the
 * kinetic energy of the half steps (dem2_ledger.c: closure) changes by J (v - J / 2 m), which is subtracted from the work on
 * normal springs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/ranks.h"
#include "dem2/dem2_ranks.h"
#include "motion/drive.h"

/* The displacement of i relative to j along the normal in the step, with the arm a of i and the arm a - r of j. */
static double approach(const struct kinematics2 *m, const struct contact2 *c, double rx, double ry)
{
	double n, t;

	contact2_relative(c->nx, c->ny, c->ax, c->ay, c->ax - rx, c->ay - ry, m->displacement_x, m->displacement_y, m->turn_i,
		m->turn_j, &n, &t);
	return n;
}

int dem2_event_find(int half, const struct kinematics2 *m, const struct contact2 *c, const struct law_contact *law,
	struct event2 *k)
{
	int ends = m->was > 0;
	double n = ends ? -approach(m, c, m->branch_x + m->displacement_x, m->branch_y + m->displacement_y) : approach(m, c,
		m->branch_x, m->branch_y);
	double depth = c->gap + (ends ? law_ends(law, m->sum_of_radii, m->effective) : law_reach(law, m->sum_of_radii));
	double force = law_force(law, m->sum_of_radii, m->effective, c->gap);
	double missing = 0.5 * n * force - law_energy(law, m->sum_of_radii, m->effective, c->gap);

	k->lost = 0;
	if (!(n > LAW_TOUCHED * depth))
		return 0;
	if (ends && law_clings(law)) /* what is left of the energy does no work */
		missing += law_lost(law, m->sum_of_radii, m->effective);
	int is_cut = ends && c->fn == 0; /* by the dashpot, before the end */
	*k = (struct event2){ .half = half, .ends = ends, .nx = c->nx, .ny = c->ny, .ax = c->ax, .ay = c->ay, .work = missing,
		.lost = is_cut ? missing : law_lost_too_much(law, ends, n, depth, c->fn - force) };
	if (ends) { /* it moves with both bodies, so that a common velocity changes nothing */
		k->ax -= 0.5 * m->displacement_x;
		k->ay -= 0.5 * m->displacement_y;
	}
	k->bx = k->ax - m->branch_x;
	k->by = k->ay - m->branch_y;
	return !is_cut;
}

void dem2_event_mark(struct dem2 *s, const int pair[2])
{
	__atomic_store_n(&s->core.touched[pair[0]], DEM2_EVENT, __ATOMIC_RELAXED);
	__atomic_store_n(&s->core.touched[pair[1]], DEM2_EVENT, __ATOMIC_RELAXED);
}

double dem2_event_note(struct dem2 *s, struct part2 *q, int pair, int dir, const struct kinematics2 *m, const struct contact2 *c,
	const struct law_contact *law)
{
	const struct near_pair2 *p = &q->pair[pair];
	const struct list2_image *im = &s->list.image[p->image];
	const int body[2] = { q->member[p->member[0]], q->member[p->member[1]] };

	MEM_GROW(q->event, &q->cap_event, (size_t)q->n_event + 1);
	struct event2 *k = &q->event[q->n_event];
	if (!dem2_event_find(2 * p->p + dir, m, c, law, k))
		return k->lost;
	k->body[0] = body[0];
	k->body[1] = body[1];
	k->sx = im->sx;
	k->sy = im->sy;
	q->n_event++;
	dem2_event_mark(s, body);
	return k->lost;
}

/* ---- pairs ---- */

/* The velocity and inverse mass of a body while it gets the impulses of one pair. */
struct mover { double v[3], w[3]; };

static struct mover mover_of(const struct dem2 *s, int b)
{
	const struct soft *c = &s->core;
	struct mover m = { .v = { c->v[0][b], c->v[1][b], c->v[2][b] }, .w = { c->minv[b], c->minv[b], s->iinv[b] } };

	for (int z = 0; z < 3 && b < s->n_held; z++) {
		const struct group *g = &s->core.group[s->core.group_of[b]];

		m.w[z] = drive_prescribes(&g->dof[z]) ? 0 : 1 / (z == 2 ? g->inertia : g->m);
	}
	return m;
}

static void mover_push(struct mover *m, const double j[3])
{
	for (int z = 0; z < 3; z++)
		m->v[z] += m->w[z] * j[z];
}

double dem2_event_pair(const struct dem2 *s, const struct event2 *event, int n, const int pair[2], int sx, int sy,
	struct ledger_sums *book, struct pair_sum *sum)
{
	struct mover body[2] = { mover_of(s, pair[0]), mover_of(s, pair[1]) };
	double rate[3], heat = 0;

	cell_image(s->core.cell.rate, (const int[3]){ sx, sy, 0 }, rate); /* 0 unless the cell moves */
	body[1].v[0] += rate[0];
	body[1].v[1] += rate[1];
	sum->fx = sum->fy = sum->t[0] = sum->t[1] = 0;
	for (int k = 0; k < n; k++) {
		const struct event2 *c = &event[k];
		int dir = c->half & 1;
		struct mover *i = &body[dir], *j = &body[!dir];
		double ai = c->ax * c->ny - c->ay * c->nx, aj = c->bx * c->ny - c->by * c->nx;
		double u = (i->v[0] - j->v[0]) * c->nx + (i->v[1] - j->v[1]) * c->ny + i->v[2] * ai - j->v[2] * aj;
		double w = (i->w[0] + j->w[0]) * c->nx * c->nx + (i->w[1] + j->w[1]) * c->ny * c->ny +
		           i->w[2] * ai * ai + j->w[2] * aj * aj;
		double impulse = ledger_impulse(book, &heat, c->ends, c->work, c->lost, u, w), x = impulse * c->nx, y = impulse * c->ny;

		mover_push(i, (double[3]){ x, y, impulse * ai });
		mover_push(j, (double[3]){ -x, -y, -impulse * aj });
		sum->fx += dir ? -x : x;
		sum->fy += dir ? -y : y;
		sum->t[dir] += impulse * ai;
		sum->t[!dir] -= impulse * aj;
	}
	return heat;
}

/* Have the velocity and the inverse masses of a body read in advance: bodies with events may be anywhere in memory. */
static inline void fetch(const struct dem2 *s, int b)
{
	for (int k = 0; k < 3; k++)
		__builtin_prefetch(&s->core.v[k][b], 1);
	__builtin_prefetch(&s->core.minv[b]);
	__builtin_prefetch(&s->iinv[b]);
}

/* List the jumps of a part. Do the second half kick of the free bodies that have jumps, if it is due. */
static void part_jumps(void *to, int part, int thread)
{
	struct dem2 *s = to;
	const struct part2 *q = &s->part[part];
	int ending[JUMPS_PIECE], n_ending = 0;

	(void)thread;
	for (int k = 0, n; k < q->n_event; k += n) {
		struct event2 *e = &q->event[k];
		struct jump *j = &s->jumps.at[q->jump_from + k];

		for (n = 1; k + n < q->n_event && e[n].half >> 1 == e->half >> 1; n++)
			j[n] = (struct jump){ .n = 0 };
		*j = (struct jump){ .body = { e->body[0], e->body[1] }, .pair = e->half >> 1, .part = part, .n = n, .event = e };
		for (int side = 0; side < 2; side++)
			if (jumps_link(&s->jumps, q->jump_from + k, side) && e->body[side] >= s->n_held)
				fetch(s, ending[n_ending++] = e->body[side]);
		if (n_ending > JUMPS_PIECE - 2) {
			dem2_end(s, n_ending, ending);
			n_ending = 0;
		}
	}
	dem2_end(s, n_ending, ending);
}

/* Find the impulses of jumps. */
static void piece_pairs(void *to, int piece, int thread)
{
	struct dem2 *s = to;

	for (int k = jumps_from(piece); k < jumps_end(&s->jumps, piece); k++)
		for (int side = 0; side < 2 && s->jumps.at[k].n > 0; side++)
			fetch(s, s->jumps.at[k].body[side]);
	for (int k = jumps_from(piece); k < jumps_end(&s->jumps, piece); k++) {
		const struct jump *j = &s->jumps.at[k];
		struct event2 *e = j->event;

		if (j->n == 0)
			continue;
		struct ledger_sums *book = s->part[j->part].elsewhere ? s->core.elsewhere : s->core.sums;
		double heat = dem2_event_pair(s, e, j->n, j->body, e->sx, e->sy, &book[thread], &e->sum);
		if (s->core.heat)
			s->pair_heat[s->part[j->part].near_from + dem2_near_pair(&s->part[j->part], j->pair)] += heat;
	}
}

/* ---- bodies ---- */

/* The sum of the impulses on a free body over its pairs, in the order of the partners' ids. Its list becomes empty. */
static void body_impulse(struct dem2 *s, int b, double j[3])
{
	if (s->plain) {
		dem2_plain_sum(s, 1, b, j);
		return;
	}
	j[0] = j[1] = j[2] = 0;
	for (int z = jumps_sort(&s->jumps, s->core.rank, b); z >= 0; z = *jumps_next(&s->jumps, z)) {
		const struct event2 *e = s->jumps.at[z >> 1].event;
		const struct pair_sum *p = &e->sum;

		j[0] += z & 1 ? -p->fx : p->fx;
		j[1] += z & 1 ? -p->fy : p->fy;
		j[2] += p->t[z & 1];
	}
	s->jumps.first[b] = -1;
}

/* Add the impulses on a body of a group to exact sums. */
static void body_impulse_add(const struct dem2 *s, int b, struct exact sum[3])
{
	if (s->plain)
		dem2_plain_add(s, 1, b, sum);
	for (int z = s->jumps.first[b]; z >= 0; z = *jumps_next(&s->jumps, z)) {
		const struct event2 *e = s->jumps.at[z >> 1].event;
		const struct pair_sum *p = &e->sum;

		exact_add(&sum[0], z & 1 ? -p->fx : p->fx);
		exact_add(&sum[1], z & 1 ? -p->fy : p->fy);
		exact_add(&sum[2], p->t[z & 1]);
	}
}

/* Give a free body its impulses. */
static void body_jump(struct dem2 *s, int b, struct ledger_sums *sums)
{
	double j[3];

	body_impulse(s, b, j);
	s->core.v[0][b] += s->core.minv[b] * j[0];
	s->core.v[1][b] += s->core.minv[b] * j[1];
	s->core.v[2][b] += s->iinv[b] * j[2];
	double work = j[0] * (s->core.v[0][b] - 0.5 * s->core.minv[b] * j[0]) + j[1] * (s->core.v[1][b] - 0.5 * s->core.minv[b] * j[1]) +
	              j[2] * (s->core.v[2][b] - 0.5 * s->iinv[b] * j[2]);
	exact_add(&sums->led[LED_NORMAL], -work);
	s->core.touched[b] = s->kick_due ? DEM2_ENDED : 0;
}

/* Give free bodies their impulses. Ghosts get theirs from their owners. */
static void piece_bodies(void *to, int piece, int thread)
{
	struct dem2 *s = to;

	for (int z = 2 * jumps_from(piece); z < 2 * jumps_end(&s->jumps, piece); z++)
		if (jumps_body(&s->jumps, z) >= 0)
			fetch(s, jumps_body(&s->jumps, z));
	for (int z = 2 * jumps_from(piece); z < 2 * jumps_end(&s->jumps, piece); z++) {
		int b = jumps_body(&s->jumps, z);

		if (b >= s->core.n_own) {
			s->jumps.first[b] = -1;
			s->core.touched[b] = 0;
		} else if (b >= s->n_held) {
			body_jump(s, b, &s->core.sums[thread]);
		}
	}
}

/* The same with the plain loop. */
static void plain_bodies(struct dem2 *s)
{
	for (int b = s->n_held; b < s->core.n_own; b++)
		if (s->core.touched[b] == DEM2_EVENT)
			body_jump(s, b, s->core.sums);
}

static void jumps_done(void *to, int thread)
{
	struct dem2 *s = to;

	if (thread > 0) /* the sums of the first thread need not be packed */
		ledger_sums_pack(&s->core.sums[thread], s->core.clock.step);
}

/* ---- groups ---- */

/* Add the impulses on the bodies of a group and their number. */
static void group_jump_add(struct dem2 *s, const struct group *g, struct exact sum[4])
{
	for (int z = 0; z < g->n; z++) {
		int b = g->body[z];

		if (s->core.touched[b] != DEM2_EVENT)
			continue;
		s->core.touched[b] = 0;
		if (!g->is_fixed) {
			exact_add(&sum[3], 1);
			body_impulse_add(s, b, sum);
		}
		s->jumps.first[b] = -1;
	}
}

static void groups_jump(struct dem2 *s)
{
	struct exact (*sum)[4] = (struct exact (*)[4])s->group_sum;

	for (int k = 0; k < s->core.n_group; k++)
		group_jump_add(s, &s->core.group[k], sum[k]);
	if (s->group_events)
		ranks_sum_exact(4 * s->core.n_group, sum[0]);
	for (int k = 0; k < s->core.n_group; k++) {
		double j[3];

		int some = exact_take(&sum[k][3]) > 0;
		for (int z = 0; z < 3; z++)
			j[z] = exact_take(&sum[k][z]);
		if (some)
			s->core.ledger.sum[LED_NORMAL] -= group_impulse(&s->core, &s->core.group[k], j);
	}
}

/* The number of events of this rank, 0 if the step has failed: they may then be those of the last step, with another list. */
static int events_of(struct dem2 *s)
{
	int n = 0;

	if (s->core.error.status != SIM_GOOD)
		return 0;
	if (s->plain)
		n = dem2_plain_impulses(s);
	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].jump_from = n;
		n += s->part[t].n_event;
	}
	return n;
}

void dem2_event_impulses(struct dem2 *s)
{
	enum { MANY = 50 }; /* with fewer events one thread is faster */

	int n = events_of(s), threads = n > MANY ? s->core.threads : 1;
	if (n > 0) {
		ghosts_wait(&s->core);
		s->jumps.n = s->plain ? 0 : n;
		MEM_GROW_LINES(s->jumps.at, &s->jumps.cap, (size_t)s->jumps.n);
		team_run(threads, s->core.n_part, part_jumps, s);
		team_run(threads, jumps_pieces(&s->jumps), piece_pairs, s);
		if (s->core.cell.moves)
			dem2_cell_impulses(s);
		team_run_then(threads, jumps_pieces(&s->jumps), piece_bodies, jumps_done, s);
		if (s->plain)
			plain_bodies(s);
	}
	soft_tell(&s->core);
	dem2_ranks_jumps(s);
	if (s->core.n_group > 0 && (n > 0 || s->group_events))
		groups_jump(s);
}
