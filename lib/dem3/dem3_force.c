/* dem3_force.c: one evaluation of all contacts
 *
 * Threads take parts of the list. For each part, the distances of near candidates are checked first, unless all of them have
 * places. Then the contacts that touch, or touched one step ago, are evaluated in batches, see dem3_batches.c: contacts of one
 * law side by side in vectors, with the same bits as one by one. Every near pair of bodies has its own sums, see dem3_sums.c, and
 * the ledger is summed exactly: no sum depends on parts, threads or memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/team.h"
#include "base/wide.h"
#include "dem3/dem3_block.h"
#include "dem3/dem3_cell.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_near.h"
#include "dem3/dem3_sweep.h"

static const struct rolling3 no_rolling;

/* ---- contacts ---- */

static WIDE_INLINE struct kinematics3 kinematics_of(const struct work8 *b, int k, int balls)
{
	vec3 r = balls ? v3(0, 0, 0) : lane_get(b->between + X, k), u = lane_get(b->between + U, k), d = lane_get(b->between + D, k);
	double ri = b->i[R][k], lim = ri + b->j[R][k];

	if (balls) /* a ball has only one turn; between_set sets the vectors, which a step does not need */
		return (struct kinematics3){ r, lim, ri, r, r, u, lane_get(b->i + W, k), lane_get(b->j + W, k), d,
			lane_get(b->i + T, k), lane_get(b->j + T, k), lane_get(b->i + T, k), lane_get(b->j + T, k), b->root[k],
			b->was[k], b->is[k], b->effective[k], 1 };
	return (struct kinematics3){ lane_get(b->w, k), lim, ri, lane_get(b->arm, k), r, u, lane_get(b->i + W, k),
		lane_get(b->j + W, k), d, lane_get(b->i + T, k), lane_get(b->j + T, k), lane_get(b->i + S, k), lane_get(b->j + S, k),
		b->root[k], b->was[k], b->is[k], b->effective[k], b->weight[k] };
}

/* Set the vector between two balls, which is that between the bodies. */
static void between_set(const struct dem3 *s, const struct part3 *q, const struct block *b, int g, int k, struct kinematics3 *m)
{
	if (b->balls)
		m->separation = m->branch = dem3_lanes_branch(s, q, b, g, k);
}

static WIDE_INLINE void action_put(struct block *b, int g, int k, const struct action3 *o)
{
	lane *action = b->work[g].action;
	int at = b->first + LANES * g + k;

	lane_put(action + ON_FIRST, k, o->ti);
	lane_put(action + FORCE, k, o->f);
	lane_put(action + ON_SECOND, k, o->tj);
	b->led[LED_FRIC][at] = o->fric;
	b->led[LED_VISC][at] = o->visc;
	b->led[LED_POWER][at] = o->power;
	b->led[LED_NORMAL][at] = o->normal;
	b->led[LED_TANGENT][at] = o->tangent;
}

static WIDE_INLINE void step_one(struct block *b, int g, int k, const struct law_contact *law, enum law_kind kind, int balls,
	int smooth, double dt)
{
	struct kinematics3 q = kinematics_of(&b->work[g], k, balls);
	struct contact3 c, old = contact8_get(&b->at[g], &b->more[g], k, balls);
	struct action3 action;

	if (!balls)
		old.weight = b->lean[g].weight[k];
	if (balls) { /* found along with what touches */
		c.n = lane_get(b->work[g].w, k);
		c.gap = b->work[g].w[GAP][k];
	} else {
		contact3_shape(0, &q, &c);
	}
	contact3_step(kind, balls, smooth, &q, law, dt, &old, &c, &action);
	contact8_put(&b->at[g], &b->more[g], k, &c, balls);
	if (!balls)
		b->lean[g].weight[k] = c.weight;
	action_put(b, g, k, &action);
	b->work[g].load[k] = action.load;
	double deep = c.gap - 0.5 * q.sum_of_radii;
	b->deep[k] = deep > b->deep[k] ? deep : b->deep[k];
}

static WIDE_INLINE void step_all(int lanes, struct block *restrict b, double dt, enum law_kind kind, int balls, int smooth)
{
	const struct law_contact law = *b->law;

	for (int g = 0; g < b->n; g++)
		for (int h = 0; h < LANES; h += lanes) {
			if (!block_is_busy(b, g, h, lanes)) {
				for (int z = 0; z < LED_CONTACT; z++)
					memset(&b->led[z][b->first + LANES * g + h], 0, (size_t)lanes * sizeof **b->led);
				continue;
			}
#pragma omp simd
			for (int k = 0; k < lanes; k++)
				step_one(b, g, h + k, &law, kind, balls, smooth, dt);
		}
}

/* Loops for every kind of law, for pairs of balls and for others, and two more for linear contacts without friction. Attractive
 * laws share a loop, see law.h. Pairs of balls whose contacts cling are computed as others, see dem3_balls. */
#define STEP_LOOP(name, kind, balls, smooth) \
	static WIDE_INLINE void name##_loop(int lanes, struct block *restrict b, double dt) \
	{ \
		step_all(lanes, b, dt, kind, balls, smooth); \
	} \
	WIDE_LOOP_LANES(name, (struct block *restrict b, double dt), b, dt)
#define STEP_LOOPS(name, kind, smooth) \
	STEP_LOOP(name, kind, 0, smooth) STEP_LOOP(name##_balls, kind, 1, smooth) \
	static void name##_step(struct block *b, int wide, double dt) \
	{ \
		(b->balls ? name##_balls(wide) : name(wide))(b, dt); \
	}

STEP_LOOPS(linear, LAW_LINEAR, 0)
STEP_LOOPS(smooth, LAW_LINEAR, 1)
STEP_LOOPS(hertz, LAW_HERTZ, 0)
STEP_LOOPS(mindlin, LAW_MINDLIN, 0)
STEP_LOOPS(cohesive, LAW_COHESIVE, 0)
STEP_LOOPS(lennard_jones, LAW_LENNARD_JONES, 0)
STEP_LOOPS(hertz_mindlin, LAW_HERTZ_MINDLIN, 0)
STEP_LOOPS(elastic, LAW_ELASTIC, 0)
STEP_LOOPS(attractive, LAW_DMT, 0)
STEP_LOOP(jkr, LAW_JKR, 0, 0)

static void jkr_step(struct block *b, int wide, double dt)
{
	jkr(wide)(b, dt);
}

/* The resistance to rolling and twisting, after the contact itself. late: the offset of turns by the spin at the end. */
static WIDE_INLINE void roll_one(struct block *b, int g, int k, const struct law_contact *law, int late, double dt)
{
	struct work8 *w = &b->work[g];
	struct kinematics3 q = kinematics_of(w, k, 1);
	struct rolling3 rolling, rolling0 = rolling8_get(&b->rolling[g], k);
	int at = b->first + LANES * g + k;
	struct action3 o = { .ti = lane_get(w->action + ON_FIRST, k), .tj = lane_get(w->action + ON_SECOND, k), .load = w->load[k],
		.fric = b->led[LED_FRIC][at], .visc = b->led[LED_VISC][at], .power = b->led[LED_POWER][at],
		.tangent = b->led[LED_TANGENT][at] };

	q.late_turn_i = lane_get(w->i + late, k);
	q.late_turn_j = lane_get(w->j + late, k);
	contact3_roll(&q, law, dt, lane_get(w->before, k), lane_get(b->at[g].n, k), &rolling0, &rolling, &o);
	rolling8_put(&b->rolling[g], k, &rolling);
	lane_put(w->action + ON_FIRST, k, o.ti);
	lane_put(w->action + ON_SECOND, k, o.tj);
	b->led[LED_FRIC][at] = o.fric;
	b->led[LED_VISC][at] = o.visc;
	b->led[LED_POWER][at] = o.power;
	b->led[LED_TANGENT][at] = o.tangent;
}

static WIDE_INLINE void roll_loop(int lanes, struct block *restrict b, double dt)
{
	const struct law_contact law = *b->law;
	int late = b->balls ? T : S; /* a ball has only one turn */

	for (int g = 0; g < b->n; g++)
		for (int h = 0; h < LANES; h += lanes)
#pragma omp simd
			for (int k = 0; k < (block_is_busy(b, g, h, lanes) ? lanes : 0); k++)
				roll_one(b, g, h + k, &law, late, dt);
}
WIDE_LOOP_LANES(roll, (struct block *restrict b, double dt), b, dt)

/* The torques by the changes of weights, after the contacts themselves. */
static void faces_step(struct block *b)
{
	for (int g = 0; g < b->n; g++)
		for (unsigned set = b->leans[g]; set; set &= set - 1) {
			int k = __builtin_ctz(set), at = b->first + LANES * g + k;
			struct work8 *w = &b->work[g];
			struct kinematics3 m = kinematics_of(w, k, 0);
			struct contact3 old = { .lean = lane_get(b->lean[g].lean, k) }, c = { .lean = v3(0, 0, 0) };
			struct action3 o = { .ti = lane_get(w->action + ON_FIRST, k), .tj = lane_get(w->action + ON_SECOND, k),
				.normal = b->led[LED_NORMAL][at] };

			if (b->batch[g].is >> k & 1)
				c.lean = dem3_faces_lean(b->law, b->nearest[LANES * g + k], m.sum_of_radii, m.effective);
			contact3_lean_step(&m, &old, &c, &o);
			lane_put(b->lean[g].lean, k, c.lean);
			lane_put(w->action + ON_FIRST, k, o.ti);
			lane_put(w->action + ON_SECOND, k, o.tj);
			b->led[LED_NORMAL][at] = o.normal;
		}
}

static void block_step(const struct dem3 *s, struct block *b)
{
	static void (*const step[])(struct block *, int, double) = {
		[LAW_LINEAR] = linear_step, [LAW_HERTZ] = hertz_step, [LAW_MINDLIN] = mindlin_step, [LAW_COHESIVE] = cohesive_step,
		[LAW_LENNARD_JONES] = lennard_jones_step, [LAW_HERTZ_MINDLIN] = hertz_mindlin_step, [LAW_ELASTIC] = elastic_step,
		[LAW_JKR] = jkr_step, [LAW_DMT] = attractive_step, [LAW_BRIDGE] = attractive_step, [LAW_VAN_DER_WAALS] = attractive_step,
	};
	int rolls = b->rolling && law_rolls(b->law), wide = s->core.wide;
	int smooth = b->law->kind == LAW_LINEAR && !(b->law->mu > 0) && !s->old_springs;
	double dt = s->core.clock.dt;

	for (int g = 0; rolls && g < b->n; g++)
		memcpy(b->work[g].before, b->at[g].n, sizeof b->work[g].before);
	(smooth ? smooth_step : step[b->law->kind])(b, wide, dt);
	if (rolls)
		roll(wide)(b, dt);
}

/* An evaluation that is no step: known contacts keep their springs or, with resume, their forces. */
static void fresh_one(const struct dem3 *s, const struct part3 *part, struct block *b, int g, int k, int resume)
{
	int rolls = law_rolls(b->law);
	struct kinematics3 q = kinematics_of(&b->work[g], k, b->balls);
	struct contact3 c = contact8_get(&b->at[g], &b->more[g], k, b->balls);
	struct rolling3 rolling = rolls ? rolling8_get(&b->rolling[g], k) : no_rolling;
	struct action3 action = { 0 };

	between_set(s, part, b, g, k, &q);
	contact3_shape(b->balls, &q, &c);
	if (!resume || q.was == 0)
		contact3_fresh(&q, b->law, &c, rolls ? &rolling : NULL);
	contact3_action(b->balls, &q, &c, &action);
	contact8_put(&b->at[g], &b->more[g], k, &c, b->balls);
	if (!b->balls)
		b->lean[g].weight[k] = c.weight;
	if (rolls) {
		contact3_twist(&rolling, &action);
		rolling8_put(&b->rolling[g], k, &rolling);
	}
	if (b->faces) {
		c.lean = q.is > 0 ? dem3_faces_lean(b->law, b->nearest[LANES * g + k], q.sum_of_radii, q.effective) : v3(0, 0, 0);
		contact3_lean(&c, &action);
		lane_put(b->lean[g].lean, k, c.lean);
	}
	action_put(b, g, k, &action);
	b->deep[k] = fmax(b->deep[k], c.gap - 0.5 * q.sum_of_radii);
}

static void block_fresh(const struct dem3 *s, const struct part3 *q, struct block *b, int resume)
{
	for (int g = 0; g < b->n; g++)
		for (int k = 0; k < LANES; k++)
			if (k < b->batch[g].n)
				fresh_one(s, q, b, g, k, resume);
			else
				action_put(b, g, k, &(struct action3){ 0 });
}

/* ---- blocks ---- */

void dem3_overlap_note(struct dem3 *s, const int body[2], double overlap, double limit)
{
	struct sim_error e = { .status = SIM_OVERLAP, .a = s->core.id[body[0]], .b = s->core.id[body[1]], .value = overlap,
	                       .limit = limit };

#pragma omp critical
	sim_fail(&s->deep, e);
}

/* Find the contacts of a part whose overlap is more than half the sum of the radii. */
static void overlaps_check(struct dem3 *s, const struct part3 *q)
{
	dem3_pairs_overlaps(s, q);
	for (int at = 0; at < q->now.n; at++) {
		const struct batch8 *t = &q->now.batch[at / LANES];
		int k = at % LANES;
		const int *body = s->list.pair[part3_pair(s, q, q->now.near[at])].body;
		double sum = t->balls ? s->motion[body[0]].radius + s->motion[body[1]].radius :
		             pebbles_radius(&s->pebbles, body[0], t->p[k]) +
		             pebbles_radius(&s->pebbles, body[1], q->now.more[t->more].o[k]);

		if (k < t->n && t->live && q->now.at[at / LANES].gap[k] > 0.5 * sum)
			dem3_overlap_note(s, body, q->now.at[at / LANES].gap[k], 0.5 * sum);
	}
}

/* Note the events of a batch; was are its contacts one step ago. */
static void batch_events(struct dem3 *s, struct part3 *q, struct block *b, int g, const struct contact8 *was,
	const struct more8 *was_more, const double *was_weight)
{
	const struct batch8 *t = &b->batch[g];

	for (unsigned set = t->events; set; set &= set - 1) {
		int k = __builtin_ctz(set), at = b->first + LANES * g + k;
		struct kinematics3 m = kinematics_of(&b->work[g], k, b->balls);
		double r = b->work[g].i[R][k];
		between_set(s, q, b, g, k, &m);
		struct contact3 old = batch8_contact(t, was, was_more, k, r), now = batch8_contact(t, &b->at[g], &b->more[g], k, r);

		if (!b->balls) {
			old.weight = was_weight[k];
			now.weight = b->lean[g].weight[k];
		}
		double lost = dem3_event_note(s, q, block_near_pair(q, b, g, k)->pair, &m, &old, &now, b->law);
		b->led[LED_NORMAL][at] += lost;
		b->led[LED_VISC][at] -= lost;
		b->led[LED_POWER][at] -= lost;
	}
}

/* Add the ledger terms collected so far to the thread's sums. */
static void block_to_ledger(const struct dem3 *s, struct part3 *q, struct block *b)
{
	for (int z = 0; z < LED_CONTACT && b->first > 0; z++)
		exact_add_all(s->core.wide, &q->sums->led[z], b->first, b->led[z]);
	b->first = 0;
}

static void block_heat(struct dem3 *s, const struct block *b)
{
	for (int k = 0; k < LANES * b->n; k++) {
		uint32_t near_pair = b->batch[k / LANES].on[k % LANES] / (uint32_t)b->each;

		s->pair_heat[near_pair] += b->led[LED_FRIC][b->first + k] + b->led[LED_VISC][b->first + k];
	}
}

static int some_deep(const struct block *b)
{
	int some = 0;

	for (int z = 0; z < LANES; z++)
		some |= b->deep[z] > 0;
	return some;
}

/* Note overlaps deeper than those that the time step was made for, where the stiffness grows with the overlap. */
static void block_note_overlaps(struct dem3 *s, const struct part3 *q, const struct block *b)
{
	int law = (int)(b->law - s->core.law);

	for (int g = 0; g < b->n && s->core.resolved[law] < INFINITY; g++)
		for (int k = 0; k < b->batch[g].n; k++)
			soft_note_overlap(&s->core, (int)(q - s->part), law, b->at[g].gap[k]);
}

void dem3_block_evaluate(struct dem3 *s, struct part3 *q, struct block *b, enum evaluation how)
{
	struct contact8 was[BATCHES];
	struct more8 was_more[BATCHES];
	lane was_weight[BATCHES];

	for (int g = 0; g < b->n && b->events; g++) {
		if (b->batch[g].events)
			was[g] = b->at[g];
		if (b->batch[g].events && !b->balls) {
			was_more[g] = b->more[g];
			memcpy(was_weight[g], b->lean[g].weight, sizeof *was_weight);
		}
	}
	if (how == EVALUATE_STEP)
		block_step(s, b);
	else
		block_fresh(s, q, b, how == EVALUATE_RESUME);
	if (b->faces && how == EVALUATE_STEP)
		faces_step(b);
	dem3_lanes_give(s, b);
	for (int g = 0; g < b->n && b->events && how == EVALUATE_STEP; g++)
		batch_events(s, q, b, g, &was[g], &was_more[g], was_weight[g]);
	if (s->core.watches)
		block_note_overlaps(s, q, b);
	if (s->core.heat)
		block_heat(s, b);
	b->first += LANES * b->n;
	if (b->first + LANES * BATCHES > EXACT_BLOCK)
		block_to_ledger(s, q, b);
}

/* Whether no contact of a block touches, or did one step ago. */
static int is_idle(const struct block *b)
{
	unsigned busy = 0;

	for (int g = 0; g < b->n; g++)
		busy |= b->busy[g];
	return b->finds && !busy;
}

/* Load a block of the part's batches and evaluate it. */
static void block_work(struct dem3 *s, struct part3 *q, struct block *b, enum evaluation how)
{
	dem3_lanes_load(s, q, b);
	if (is_idle(b) && how == EVALUATE_STEP)
		return;
	for (int g = 0; g < b->n && b->events && b->finds; g++) {
		const struct batch8 *t = &b->batch[g];

		dem3_batches_begin(s, q, (int)(t - q->now.batch), t->is & ~(unsigned)t->was);
	}
	dem3_block_evaluate(s, q, b, how);
	for (int g = 0; g < b->n && b->events; g++)
		dem3_batches_done(s, q, (int)(&b->batch[g] - q->now.batch));
}

/* ---- parts ---- */

/* Begin a block with the given batch, and with the next ones like it before the batch end. A batch that has nothing to evaluate
 * is alone in its block. */
static void block_begin(const struct dem3 *s, const struct part3 *q, int batch, int end, struct block *b)
{
	const struct batch8 *t = b->batch = &q->now.batch[batch];
	int most = end - batch < BATCHES ? end - batch : BATCHES;

	b->at = &q->now.at[batch];
	b->rest = q->now.rest ? &q->now.rest[batch] : NULL;
	b->near = &q->now.near[LANES * batch];
	b->more = &q->now.more[t->more];
	b->lean = q->now.lean ? &q->now.lean[t->more] : b->none;
	b->last = &q->now.batch[end];
	b->rolling = s->core.rolls ? &q->now.rolling[batch] : NULL;
	b->law = t->law;
	b->balls = t->balls;
	b->faces = t->faces;
	b->finds = t->balls || part3_finds(q, 0, t->faces, t->law);
	b->walls = t->walls;
	for (b->n = 1; b->n < most && t->live; b->n++) {
		const struct batch8 *next = &t[b->n];

		if (next->law != t->law || next->balls != t->balls || next->faces != t->faces || !next->live)
			break;
		b->walls |= next->walls;
	}
}

void dem3_part_forces(struct dem3 *s, int part, int thread, enum evaluation how)
{
	struct part3 *q = &s->part[part];
	_Alignas(LINE) struct block b;

	if (dem3_near_touch(s, q) || how != EVALUATE_STEP)
		dem3_batches_order(s, q, thread, how);
	dem3_batches_share(s, q);
	q->sums = part < s->n_upper ? &s->core.sums[thread] : &s->core.elsewhere[thread];
	if (how == EVALUATE_STEP)
		q->n_event = 0;
	if (s->core.heat)
		memset(s->pair_heat + q->sum_from, 0, (size_t)q->n_near_pair * sizeof *s->pair_heat);
	b.given = UINT32_MAX;
	b.each = s->each;
	b.first = 0;
	memset(b.deep, 0, sizeof b.deep);
	for (int g = 0; g < BATCHES; g++) { /* set only for laws that need them, and not used by others */
		memset(b.work[g].root, 0, sizeof b.work[g].root);
		memset(b.work[g].effective, 0, sizeof b.work[g].effective);
		for (int z = 0; z < LANES; z++)
			b.none[g].weight[z] = 1;
	}
	for (int k = 0, end = q->now.n / LANES; k < end; k += b.n) {
		block_begin(s, q, k, end, &b);
		if (b.batch->live)
			block_work(s, q, &b, how);
	}
	if (s->some_faces)
		dem3_pairs_forces(s, q, thread, how, &b);
	block_to_ledger(s, q, &b);
	if (some_deep(&b))
		overlaps_check(s, q);
}

struct force_task { struct dem3 *s; enum evaluation how; };

/* The forces of a part that is done are those of this step. After a new choice of near candidates only their wrenches are
 * missing. */
static void part_rest(void *to, int part, int thread)
{
	const struct force_task *f = to;
	int done = f->s->part[part].done;

	if (!done || f->s->chosen)
		dem3_part_forces(f->s, part, thread, done ? EVALUATE_RESUME : f->how);
}

static void forces_done(void *to, int thread)
{
	struct dem3 *s = ((struct force_task *)to)->s;

	if (s->core.threads > 1) /* threads pack their sums side by side, before one thread takes all */
		ledger_sums_pack(&s->core.sums[thread], s->core.clock.step);
}

void dem3_forces(struct dem3 *s, enum evaluation how)
{
	if (s->plain) {
		dem3_plain_forces(s, how);
	} else {
		dem3_paths_add(s);
		team_run_then(s->core.threads, s->core.n_part, part_rest, forces_done, &(struct force_task){ s, how });
	}
	if (s->deep.status != SIM_GOOD)
		soft_fail(&s->core, s->deep);
	if (s->core.cell.moves)
		dem3_cell_forces(s);
	s->old_springs = how != EVALUATE_STEP;
}
