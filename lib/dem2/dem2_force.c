/* dem2_force.c: contacts and their forces.
 *
 * Every part of the list goes through its near candidates in two loops, a stretch at a time. The first loop computes distances.
 * The second computes the forces of candidates that touch, or did one step ago. It gathers them in blocks, computes a block in
 * vectors, and adds it to the sums of pairs in the order of (pair, direction, vertex, edge). Then every body sums over its pairs
 * in the order of the partners' ids. The ledger is summed exactly. So no sum depends on parts, threads or memory. */
#include <math.h>
#include <string.h>

#include "base/quad.h"
#include "base/team.h"
#include "base/wide.h"
#include "dem2/dem2_ahead.h"
#include "dem2/dem2_block.h"
#include "dem2/dem2_hits.h"

/* The bodies of a near candidate: that of the vertex, and that of the edge. */
static inline int body_of(const struct part2 *q, const struct near2 *c, int edge)
{
	const struct near_pair2 *p = &q->pair[c->half >> 1];

	return q->member[p->member[(c->half & 1) ^ edge]];
}

/* The inverse of the reduced mass for damping if neither body moves freely: that of their own masses. */
static double inverse_mass(const struct soft *c, int i, int j)
{
	return (c->mass[i] > 0 ? 1 / c->mass[i] : 0) + (c->mass[j] > 0 ? 1 / c->mass[j] : 0);
}

/* Begin a block of contacts of a law. */
static void block_begin(const struct dem2 *s, struct block2 *b, int law)
{
	int was_curved = b->curved;

	b->n = b->changed = 0;
	b->law = &s->core.law[law];
	b->curved = dem2_is_curved(b->law);
	if (was_curved && !b->curved)
		memset(b->in[EFFECTIVE], 0, sizeof b->in[EFFECTIVE]);
	b->damped = b->law->zn + b->law->zt > 0;
}

/* The displacement and the velocity of an image, relative to its body. */
static void image_motion(const struct dem2 *s, const struct list2_image *im, double *row)
{
	const int image[3] = { im->sx, im->sy, 0 };
	double moved[3], rate[3];

	cell_image(s->core.cell.moved, image, moved);
	cell_image(s->core.cell.rate, image, rate);
	row[IMAGE_X] = moved[0];
	row[IMAGE_Y] = moved[1];
	row[IMAGE_VX] = rate[0];
	row[IMAGE_VY] = rate[1];
}

/* Hits from .. to-1 of a part, to be added to a block. */
struct adding {
	const struct dem2 *s;
	const struct part2 *q;
	struct scratch2 *w;
	const struct hits2 *h;
	int from, to;
};

/* The numbers of a hit that only some scenes have: h is 0 without images. */
static void add_special(const struct adding *a, struct block2 *b, int n, const struct near2 *c)
{
	const struct dem2 *s = a->s;
	const struct part2 *q = a->q;
	const struct list2_image *im = dem2_image(s->list.image, q->pair, c->half);
	const int *member = q->pair[c->half >> 1].member, dir = c->half & 1;
	const double *i = a->w->row[member[dir]], *j = a->w->row[member[!dir]];
	double *row = b->row[n];

	row[BRANCH_X] = (im->h.x - j[0]) + i[0]; /* rows have negative places */
	row[BRANCH_Y] = (im->h.y - j[1]) + i[1];
	if (b->damped && !(row[INVERSE_MASS] > 0))
		row[INVERSE_MASS] = inverse_mass(&s->core, q->member[member[dir]], q->member[member[!dir]]);
	if (b->curved)
		row[EFFECTIVE] = dem2_effective(s, b->law, dem2_vertex(q->use[c->v]), dem2_vertex(q->use[c->ea]), c->ea == c->eb);
	if (s->core.cell.moves)
		image_motion(s, im, row);
}

/* Put hits into a block, with the motion of their bodies. */
static WIDE_INLINE void block_add_loop(int lanes, const struct adding *a, struct block2 *restrict b)
{
	const struct near2 *near = a->q->near;
	const struct near_pair2 *pairs = a->q->pair;
	const double (*rows)[8] = (const double (*)[8])a->w->row, *radius = a->s->outlines.radius, *winv = a->w->winv;
	const vec2 *vertex = a->w->vertex, *w = a->h->w;
	const uint32_t *use = a->q->use;
	const int *hit = a->h->near, special = b->curved | a->s->core.cell.moves;
	int n = b->n, changed = 0;

	for (int k = a->from; k < a->to; k++, n++) {
		const struct near2 *c = &near[hit[k]];
		int dir = c->half & 1, p = c->half >> 1, is = a->h->is[k], touch = is + (is & (c->place >= 0));
		int mi = pairs[p].member[dir], mj = pairs[p].member[!dir];
		const double *i = rows[mi], *j = rows[mj];
		double *row = b->row[n], rv = radius[dem2_vertex(use[c->v])], inverse = winv[mi] + winv[mj];

		b->near[n] = hit[k];
		b->pair[n] = p;
		b->place[n] = c->place;
		changed |= touch ^ TOUCH_STAYS;
		if (lanes == OCTET) {
			*(octet *)row = OCTET_AT(i) - OCTET_AT(j);
		} else {
			*(quad *)row = QUAD_AT(i) - QUAD_AT(j);
			*(quad *)(row + 4) = QUAD_AT(i + 4) - QUAD_AT(j + 4);
		}
		*(duad *)&row[TURN_I] = *(const duad *)(i + 6);
		*(duad *)&row[TURN_J] = *(const duad *)(j + 6);
		*(duad *)&row[SEPARATION_X] = *(const duad *)&w[k];
		*(duad *)&row[VERTEX_X] = *(const duad *)&vertex[c->v] + *(const duad *)i;
		*(duad *)&row[SUM_OF_RADII] = (duad){ rv + radius[dem2_vertex(use[c->ea])], rv };
		*(duad *)&row[INVERSE_MASS] = (duad){ inverse, touch + TOUCH_SECOND * dir };
		*(duad *)&row[EFFECTIVE] = (duad){ 0, 0 };
		if (special | (pairs[p].image > 1) | !(inverse > 0))
			add_special(a, b, n, c);
	}
	b->n = n;
	b->changed |= changed;
}
WIDE_LOOP_LANES(block_add, (const struct adding *a, struct block2 *restrict b), a, b)

static void overlap_check(struct dem2 *s, const struct part2 *q, const struct near2 *c, double gap, double limit)
{
	if (gap <= limit)
		return;
	struct sim_error e = { .status = SIM_OVERLAP, .a = s->core.id[body_of(q, c, 0)], .b = s->core.id[body_of(q, c, 1)],
	                       .value = gap, .limit = limit };
#pragma omp critical
	sim_fail(&s->deep, e);
}

/* Add the forces and torques of a block to the sums of pairs, which come in the order of the list. */
static WIDE_INLINE void block_sum_loop(struct dem2 *s, struct part2 *q, const struct block2 *b)
{
	const quad_bits minus = { UINT64_C(1) << 63, UINT64_C(1) << 63 };
	int n = q->n_sum, pair = q->sum_pair, row = dem2_row(s, q) + 2 * (n - 1), *row_of = s->row_of + 2 * q->near_from;

	for (int k = 0; k < b->n; k++) {
		quad first = QUAD_AT(b->sum[k]), second = (quad)((quad_bits)QUAD_PICK(first, first, 0, 1, 3, 2) ^ minus);

		if (b->pair[k] == pair) {
			first += QUAD_AT(&s->side_sum[row]);
			second += QUAD_AT(&s->side_sum[row + 1]);
		} else {
			pair = b->pair[k];
			n++;
			row += 2;
			row_of[2 * pair] = row;
			row_of[2 * pair + 1] = row + 1;
		}
		*(quad *)&s->side_sum[row] = first;
		*(quad *)&s->side_sum[row + 1] = second;
	}
	q->n_sum = n;
	q->sum_pair = pair;
}
WIDE_LOOP(block_sum, (struct dem2 *s, struct part2 *q, const struct block2 *b), (s, q, b))

/* A contact begins or ends in a step: note its event, and what is lost where it clings to the end. */
static void block_event(struct dem2 *s, struct part2 *q, struct block2 *b, int k)
{
	const struct near2 *near = &q->near[b->near[k]];
	struct kinematics2 m = dem2_block_kinematics(b, k);
	struct contact2 c = dem2_block_contact(m.is > 0 ? b->now : b->old, k);

	if (s->core.opt.integrator == DEM2_VERLET) {
		double lost = dem2_event_note(s, q, near->half >> 1, near->half & 1, &m, &c, b->law);
		b->led[LED_NORMAL][k] += lost;
		b->led[LED_VISC][k] -= lost;
		b->led[LED_POWER][k] -= lost;
	}
	if (m.is < m.was && law_clings(b->law))
		exact_add(&q->sums->led[LED_BROKEN], law_lost(b->law, m.sum_of_radii, m.effective));
}

/* Note overlaps deeper than those that the time step was made for, where the stiffness grows with the overlap. */
static void block_note_overlaps(struct dem2 *s, const struct part2 *q, const struct block2 *b)
{
	int law = (int)(b->law - s->core.law);

	for (int k = 0; k < b->n && s->core.resolved[law] < INFINITY; k++)
		soft_note_overlap(&s->core, (int)(q - s->part), law, b->now[2][k]);
}

/* Note the events of contacts. Give contacts that have begun a place, and take the places of those that have ended. */
static void block_change(struct dem2 *s, struct part2 *q, struct block2 *b, int step)
{
	for (int k = 0; k < b->n; k++) {
		int *place = &q->near[b->near[k]].place;
		enum touch2 touch = dem2_block_touch(b, k);

		if (touch == TOUCH_STAYS)
			continue;
		if (step)
			block_event(s, q, b, k);
		*place = touch == TOUCH_BEGINS ? dem2_contacts_place(&q->contacts) : dem2_contacts_leave(&q->contacts, *place);
		b->place[k] = *place;
	}
}

/* Compute a block and add it to the sums of its pairs. */
static void block_finish(struct dem2 *s, struct part2 *q, struct block2 *b, enum evaluation how)
{
	int deep = 0;

	dem2_block_evaluate(s, b, how, &q->contacts);
	block_sum(s->core.wide)(s, q, b);
	if (b->changed)
		block_change(s, q, b, how == EVALUATE_STEP);
	for (int k = 0; k < b->n && s->core.heat; k++)
		s->pair_heat[q->near_from + b->pair[k]] += b->led[LED_FRIC][k] + b->led[LED_VISC][k];
	dem2_block_keep(s, b, &q->contacts);
	for (int z = 0; z < LED_CONTACT; z++)
		exact_add_all(s->core.wide, &q->sums->led[z], b->n, b->led[z]);
	if (s->core.watches)
		block_note_overlaps(s, q, b);
	for (int k = 0; k < b->n; k++)
		deep |= b->now[2][k] > 0.5 * b->in[SUM_OF_RADII][k];
	for (int k = 0; k < b->n && deep; k++)
		overlap_check(s, q, &q->near[b->near[k]], b->now[2][k], 0.5 * b->in[SUM_OF_RADII][k]);
	b->n = b->changed = 0;
}

/* Drop the contacts among hits that are over, since contacts end only in steps. */
static void hits_drop(struct part2 *q, struct hits2 *h)
{
	int n = 0;

	for (int k = 0; k < h->n; k++) {
		int *place = &q->near[h->near[k]].place;

		if (!h->is[k]) {
			*place = dem2_contacts_leave(&q->contacts, *place);
			continue;
		}
		h->near[n] = h->near[k];
		h->is[n] = 1;
		h->w[n++] = h->w[k];
	}
	h->n = n;
}

void dem2_part_forces(struct dem2 *s, int part, enum evaluation how, int thread)
{
	struct part2 *q = &s->part[part];
	struct scratch2 *w = &s->scratch[thread];
	struct hits2 h;
	struct block2 b;

	q->sums = q->elsewhere ? &s->core.elsewhere[thread] : &s->core.sums[thread];
	q->n_sum = 0;
	q->sum_pair = -1;
	if (how == EVALUATE_STEP)
		q->n_event = 0;
	memset(s->row_of + 2 * q->near_from, 0, 2 * (size_t)q->n_pair * sizeof *s->row_of);
	if (s->core.heat)
		memset(s->pair_heat + q->near_from, 0, (size_t)q->n_pair * sizeof *s->pair_heat);
	b.n = b.changed = b.curved = 0;
	memset(b.in[EFFECTIVE], 0, sizeof b.in[EFFECTIVE]);
	memset(b.old[CONTACT2_FIELDS - 2], 0, 2 * sizeof *b.old); /* roll and moment, if no law has them */
	dem2_ahead_begin(s, part + 1, q, &w->ahead);
	dem2_members_place(s, q, w);
	for (int from = 0; from < q->n_near; from += STRETCH2) {
		dem2_hits_find(s, q, w, from, &h);
		if (how != EVALUATE_STEP)
			hits_drop(q, &h);
		for (int k = 0, next; k < h.n; k = next) {
			int law = dem2_near_law(s, q, h.near[k]), end = h.n;

			if (b.n > 0 && b.law != &s->core.law[law])
				block_finish(s, q, &b, how);
			if (b.n == 0)
				block_begin(s, &b, law);
			end = end - k < BLOCK2 - b.n ? end : k + BLOCK2 - b.n;
			for (next = s->core.n_material == 1 ? end : k + 1; next < end && dem2_near_law(s, q, h.near[next]) == law; next++)
				;
			block_add(s->core.wide)(&(struct adding){ s, q, w, &h, k, next }, &b);
			dem2_ahead(&w->ahead, 3 * (next - k));
			if (b.n == BLOCK2)
				block_finish(s, q, &b, how);
		}
	}
	if (b.n > 0)
		block_finish(s, q, &b, how);
}

void dem2_sums_pack(struct dem2 *s, int thread)
{
	if (s->core.threads > 1)
		ledger_sums_pack(&s->core.sums[thread], s->core.clock.step);
}

struct force_task { struct dem2 *s; enum evaluation how; };

/* The forces of a part that is done are those of this step. After a new choice of near candidates only their sums are missing. */
static void part_rest(void *to, int part, int thread)
{
	const struct force_task *f = to;
	struct dem2 *s = f->s;
	int done = s->part[part].done;

	if (!done || s->chosen)
		dem2_part_forces(s, part, done ? EVALUATE_RESUME : f->how, thread);
}

static void rest_done(void *to, int thread)
{
	dem2_sums_pack(((struct force_task *)to)->s, thread);
}

void dem2_forces(struct dem2 *s, enum evaluation how)
{
	int left = 0;

	if (s->plain)
		dem2_plain_forces(s, how);
	for (int t = 0; t < s->core.n_part && !s->plain; t++)
		left |= !s->part[t].done;
	if (left)
		team_run_then(s->core.threads, s->core.n_part, part_rest, rest_done, &(struct force_task){ s, how });
	if (s->deep.status != SIM_GOOD)
		soft_fail(&s->core, s->deep);
	if (s->core.cell.moves)
		dem2_cell_forces(s);
}
