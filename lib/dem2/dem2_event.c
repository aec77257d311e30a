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
 * If a contact ends, the contact point is its last one, relative to the present places of the bodies: this keeps the angular
 * momentum. If the dashpot had cut the force off before the end, the energy of the spring went to viscosity, and so does the
 * missing work. A contact that clings ends with a part of its energy, which is lost: see law_lost.
 *
 * The events of a pair are treated one after the other. Pairs do not affect each other. Every body sums over its pairs in the
 * order of ids. J is not part of the acceleration at the beginning of the next step. With the velocity v after the impulse, the
 * kinetic energy of the half steps (dem2_ledger.c: closure) changes by J (v - J / 2 m), which is subtracted from the work on
 * normal springs. */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"

/* The displacement of i relative to j along the normal in the step, with the arm a of i and the arm a - r of j. */
static double approach(const struct kinematics2 *m, const struct contact2 *c, double rx, double ry)
{
	double n, t;

	contact2_relative(c->nx, c->ny, c->ax, c->ay, c->ax - rx, c->ay - ry, m->displacement_x, m->displacement_y, m->turn_i,
		m->turn_j, &n, &t);
	return n;
}

int dem2_event_find(const struct dem2 *s, int i, int half, const struct kinematics2 *m, const struct contact2 *c,
	const struct law_contact *law, double *normal, double *visc, struct event2 *k)
{
	int ends = m->was > 0;
	double n = ends ? -approach(m, c, m->branch_x + m->displacement_x, m->branch_y + m->displacement_y) : approach(m, c,
		m->branch_x, m->branch_y);
	double missing = 0.5 * n * law_force(law, m->sum_of_radii, m->effective, c->gap) -
	                 law_energy(law, m->sum_of_radii, m->effective, c->gap);

	if (ends && law_clings(law)) /* what is left of the energy does no work */
		missing += law_lost(law, m->sum_of_radii, m->effective);
	*k = (struct event2){ half, ends, c->nx, c->ny, c->ax, c->ay, 0, 0, missing };
	if (!(n > c->gap + (ends ? law_ends(law, m->sum_of_radii, m->effective) : law_reach(law, m->sum_of_radii))))
		return 0;
	if (ends && c->fn == 0) {
		*normal += k->work;
		*visc -= k->work;
		return 0;
	}
	if (ends) {
		double d[3];

		dem2_motion(s, i, d);
		k->ax -= d[0];
		k->ay -= d[1];
	}
	k->bx = k->ax - m->branch_x;
	k->by = k->ay - m->branch_y;
	return 1;
}

void dem2_event_note(struct dem2 *s, struct part2 *q, int half, const struct kinematics2 *m, const struct contact2 *c,
	const struct law_contact *law, double *normal, double *visc)
{
	int i = s->list.pair[half >> 1].body[half & 1];

	MEM_GROW(q->event, &q->cap_event, (size_t)q->n_event + 1);
	q->n_event += dem2_event_find(s, i, half, m, c, law, normal, visc, &q->event[q->n_event]);
}

/* ---- pairs ---- */

/* The velocity and inverse mass of a body while it gets the impulses of one pair. */
struct mover { double v[3], w[3]; };

static struct mover mover_of(const struct dem2 *s, int b)
{
	struct mover m = { { s->core.v[0][b], s->core.v[1][b], s->core.v[2][b] }, { s->core.minv[b], s->core.minv[b], s->iinv[b] } };

	for (int z = 0; z < 3 && s->core.group_of[b] >= 0; z++) {
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

/* The impulse that does the missing work of an event; 0 if the relative motion has not enough energy. */
static double impulse_of(const struct event2 *k, double u, double q)
{
	double work = k->ends ? -k->work : k->work, root;

	u = k->ends ? -u : u;
	root = u * u + 2 * work * q;
	return u > 0 && root > 0 ? 2 * k->work / (u + sqrt(root)) : 0;
}

void dem2_event_pair(const struct dem2 *s, const struct event2 *event, int n, const int pair[2], int sx, int sy,
	struct pair_sum *sum)
{
	struct mover body[2] = { mover_of(s, pair[0]), mover_of(s, pair[1]) };
	double rate[3];

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
		double impulse = impulse_of(c, u, w), x = impulse * c->nx, y = impulse * c->ny;

		mover_push(i, (double[3]){ x, y, impulse * ai });
		mover_push(j, (double[3]){ -x, -y, -impulse * aj });
		sum->fx += dir ? -x : x;
		sum->fy += dir ? -y : y;
		sum->t[dir] += impulse * ai;
		sum->t[!dir] -= impulse * aj;
	}
}

/* Replace the forces of a pair by the impulses of its events, which begin at index from. Returns the index of the next pair's
 * events. */
static int pair_impulse(struct dem2 *s, const struct part2 *q, int from)
{
	int p = q->event[from].half >> 1, to = from;
	const struct body_pair *pair = &s->list.pair[p];
	const struct list2_image *im = &s->list.image[pair->image];

	while (to < q->n_event && q->event[to].half >> 1 == p)
		to++;
	dem2_event_pair(s, &q->event[from], to - from, pair->body, im->sx, im->sy, &s->pair_sum[s->sum_of[p]]);
	s->touching[s->list.own_at[2 * p]] = s->touching[s->list.own_at[2 * p + 1]] = 1;
	dem2_event_mark(s, pair->body);
	return to;
}

/* Impulses of the pairs of a part. The forces of these pairs are not needed any more. */
static void part_impulses(void *to, int part, int thread)
{
	struct dem2 *s = to;
	const struct part2 *q = &s->part[part];

	(void)thread;
	for (int k = 0; k < q->n_event;)
		k = pair_impulse(s, q, k);
}

/* ---- bodies ---- */

void dem2_event_mark(struct dem2 *s, const int pair[2])
{
	__atomic_store_n(&s->core.touched[pair[0]], 1, __ATOMIC_RELAXED);
	__atomic_store_n(&s->core.touched[pair[1]], 1, __ATOMIC_RELAXED);
}

/* The sum of the impulses on a body over its pairs, in the order of the partners' ids. */
static void body_impulse(struct dem2 *s, int b, double j[3])
{
	const struct list2 *l = &s->list;

	if (s->plain) {
		dem2_plain_impulse(s, b, j);
		return;
	}
	j[0] = j[1] = j[2] = 0;
	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
		int side = l->own[z] & 1;

		if (!s->touching[z])
			continue;
		const struct pair_sum *p = &s->pair_sum[s->sum_of[l->own[z] >> 1]];
		s->touching[z] = 0;
		j[0] += side ? -p->fx : p->fx;
		j[1] += side ? -p->fy : p->fy;
		j[2] += p->t[side];
	}
}

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
	s->core.touched[b] = 0;
}

/* Give impulses to the marked bodies of a chunk, except for those of groups. */
static void chunk_jumps(void *to, int chunk, int thread)
{
	struct dem2 *s = to;
	const char *at = s->core.touched + dem2_chunk_begin(s, chunk), *end = s->core.touched + dem2_chunk_end(s, chunk);

	for (; (at = memchr(at, 1, (size_t)(end - at))); at++)
		if (s->core.group_of[at - s->core.touched] < 0)
			body_jump(s, (int)(at - s->core.touched), &s->core.sums[thread]);
}

static void jumps_done(void *to, int thread)
{
	struct dem2 *s = to;

	if (thread > 0) /* the sums of the first thread need not be packed */
		ledger_sums_pack(&s->core.sums[thread], s->core.clock.step);
}

static void group_jump(struct dem2 *s, int k)
{
	const struct group *g = &s->core.group[k];
	double sum[3] = { 0 }, j[3], work = 0;
	int some = 0;

	for (int z = 0; z < g->n; z++) {
		int b = g->body[z];

		if (!s->core.touched[b])
			continue;
		some = 1;
		s->core.touched[b] = 0;
		body_impulse(s, b, j);
		for (int c = 0; c < 3; c++)
			sum[c] += j[c];
	}
	if (some)
		work = group_impulse(&s->core, &s->core.group[k], sum);
	s->core.ledger.sum[LED_NORMAL] -= work;
}

void dem2_event_impulses(struct dem2 *s)
{
	enum { MANY = 200 }; /* with fewer events one thread is faster */
	int n = s->plain ? dem2_plain_impulses(s) : 0;

	for (int t = 0; t < s->core.n_part; t++)
		n += s->part[t].n_event;
	if (n == 0)
		return;
	int threads = n > MANY ? s->core.threads : 1;
	team_run(threads, s->core.n_part, part_impulses, s);
	if (s->core.cell.moves)
		dem2_cell_impulses(s);
	team_run_then(threads, dem2_chunks(s), chunk_jumps, jumps_done, s);
	for (int k = 0; k < s->core.n_group; k++)
		group_jump(s, k);
}
