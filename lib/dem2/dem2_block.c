/* dem2_block.c: the step of contacts side by side in vector lanes */
#include <string.h>

#include "base/quad.h"
#include "base/wide.h"
#include "dem2/dem2_block.h"

/* The fields of a contact that are stored for every law, see dem2_contact_put. */
enum { STORED = 8 };

/* ---- transposes ---- */

/* Transpose `rows` numbers from `from` on of n structures of a given stride: to[r][k] = from[k][r]. */
static WIDE_INLINE void turn(int lanes, int n, int rows, const double *from, int stride, double (*to)[BLOCK2])
{
	for (int k = 0; k < n; k += lanes)
		for (int r = 0; r < rows; r += lanes) {
			const double *at = from + k * stride + r;

			if (lanes == OCTET) {
				octet t[OCTET];

				QUAD_UNROLL
				for (int z = 0; z < OCTET; z++)
					t[z] = OCTET_AT(at + z * stride);
				octet_turn_of(t, t);
				QUAD_UNROLL
				for (int z = 0; z < OCTET; z++)
					*(octet *)&to[r + z][k] = t[z];
			} else {
				quad_turn(at, at + stride, at + 2 * stride, at + 3 * stride, &to[r][k], BLOCK2);
			}
		}
}

static WIDE_INLINE void load_rows_loop(int lanes, struct block2 *b, int rows)
{
	turn(lanes, b->n, rows, b->row[0], BLOCK2_ROW, b->in);
}
WIDE_LOOP_LANES(load_rows, (struct block2 *b, int rows), b, rows)

/* Load contacts from their places. Contacts that were not there are 0. */
static WIDE_INLINE void load_contacts_loop(int lanes, struct block2 *b, const double (*at)[STORED])
{
	static const double none[STORED];

	for (int k = 0; k < b->n; k += lanes) {
		const double *from[OCTET];
		octet t[OCTET];

		QUAD_UNROLL
		for (int z = 0; z < lanes; z++)
			from[z] = b->place[k + z] >= 0 ? at[b->place[k + z]] : none;
		if (lanes == OCTET) {
			QUAD_UNROLL
			for (int z = 0; z < OCTET; z++)
				t[z] = OCTET_AT(from[z]);
			octet_turn_of(t, t);
			QUAD_UNROLL
			for (int z = 0; z < OCTET; z++)
				*(octet *)&b->old[z][k] = t[z];
		} else {
			for (int r = 0; r < STORED; r += QUAD)
				quad_turn(from[0] + r, from[1] + r, from[2] + r, from[3] + r, &b->old[r][k], BLOCK2);
		}
	}
}
WIDE_LOOP_LANES(load_contacts, (struct block2 *b, const double (*at)[STORED]), b, at)

/* Store contacts at their places, except those that have ended. */
static WIDE_INLINE void store_contacts_loop(int lanes, const struct block2 *b, double (*at)[STORED])
{
	double ended[STORED];

	for (int k = 0; k < b->n; k += lanes) {
		double *to[OCTET];
		octet t[OCTET];

		QUAD_UNROLL
		for (int z = 0; z < lanes; z++)
			to[z] = b->place[k + z] >= 0 ? at[b->place[k + z]] : ended;
		if (lanes == OCTET) {
			QUAD_UNROLL
			for (int z = 0; z < OCTET; z++)
				t[z] = OCTET_AT(&b->now[z][k]);
			octet_turn_of(t, t);
			QUAD_UNROLL
			for (int z = 0; z < OCTET; z++)
				*(octet *)to[z] = t[z];
		} else {
			for (int r = 0; r < STORED; r += QUAD)
				quad_back(&b->now[r][k], BLOCK2, to[0] + r, to[1] + r, to[2] + r, to[3] + r);
		}
	}
}
WIDE_LOOP_LANES(store_contacts, (const struct block2 *b, double (*at)[STORED]), b, at)

/* Transpose forces and torques. */
static WIDE_INLINE void turn_sums_loop(struct block2 *b)
{
	for (int k = 0; k < b->n; k += QUAD)
		quad_back(&b->act[0][k], BLOCK2, b->sum[k], b->sum[k + 1], b->sum[k + 2], b->sum[k + 3]);
}
WIDE_LOOP(turn_sums, (struct block2 *b), (b))

/* ---- steps ---- */

/* Between the half steps the velocity of a body is that in the middle of the step. With the old acceleration it estimates the
 * velocity at the end, for the dissipative forces. */
static WIDE_INLINE void motions_loop(struct block2 *restrict b, double dt)
{
	double (*restrict in)[BLOCK2] = b->in, half = 0.5 * dt;

#pragma omp simd
	for (int k = 0; k < b->n; k++) {
		in[VELOCITY_X][k] = in[MOVED_X][k] + half * in[VELOCITY_X][k];
		in[VELOCITY_Y][k] = in[MOVED_Y][k] + half * in[VELOCITY_Y][k];
		in[SPIN_I][k] = in[TURN_I][k] + half * in[SPIN_I][k];
		in[SPIN_J][k] = in[TURN_J][k] + half * in[SPIN_J][k];
		in[MOVED_X][k] *= dt;
		in[MOVED_Y][k] *= dt;
		in[TURN_I][k] *= dt;
		in[TURN_J][k] *= dt;
	}
}
WIDE_LOOP(motions, (struct block2 *restrict b, double dt), (b, dt))

static WIDE_INLINE void masses_loop(struct block2 *restrict b)
{
	double *restrict w = b->in[INVERSE_MASS];

#pragma omp simd
	for (int k = 0; k < b->n; k++)
		w[k] = w[k] > 0 ? 1 / w[k] : 0;
}
WIDE_LOOP(masses, (struct block2 *restrict b), (b))

/* Subtract the motion of images in a cell that deforms. */
static void subtract_images(struct block2 *b)
{
	for (int k = 0; k < b->n; k++) {
		b->in[MOVED_X][k] -= b->in[IMAGE_X][k];
		b->in[MOVED_Y][k] -= b->in[IMAGE_Y][k];
		b->in[VELOCITY_X][k] -= b->in[IMAGE_VX][k];
		b->in[VELOCITY_Y][k] -= b->in[IMAGE_VY][k];
	}
}

static WIDE_INLINE void contact_put(double to[CONTACT2_FIELDS][BLOCK2], int k, const struct contact2 *c)
{
	to[0][k] = c->nx;
	to[1][k] = c->ny;
	to[2][k] = c->gap;
	to[3][k] = c->ax;
	to[4][k] = c->ay;
	to[5][k] = c->fn;
	to[6][k] = c->ft;
	to[7][k] = c->xi;
	to[8][k] = c->roll;
	to[9][k] = c->moment;
}

/* The force on the first body is opposite to the one on the second. */
static WIDE_INLINE void action_put(struct block2 *restrict b, int k, const struct action2 *o)
{
	int second = b->in[TOUCH][k] >= TOUCH_SECOND;

	b->act[0][k] = second ? o->fx : -o->fx;
	b->act[1][k] = second ? o->fy : -o->fy;
	b->act[2][k] = second ? o->tj : o->ti;
	b->act[3][k] = second ? o->ti : o->tj;
	b->led[LED_FRIC][k] = o->fric;
	b->led[LED_VISC][k] = o->visc;
	b->led[LED_POWER][k] = o->power;
	b->led[LED_NORMAL][k] = o->normal;
	b->led[LED_TANGENT][k] = o->tangent;
}

static WIDE_INLINE void step_one(struct block2 *restrict b, int k, const struct law_contact *law, enum law_kind kind, int rolls,
	double dt)
{
	struct kinematics2 q = dem2_block_kinematics(b, k);
	struct contact2 c, old = dem2_block_contact(b->old, k);
	struct action2 action;

	contact2_step(kind, rolls, &q, law, dt, &old, &c, &action);
	contact_put(b->now, k, &c);
	action_put(b, k, &action);
}

static WIDE_INLINE void step_all(struct block2 *restrict b, double dt, enum law_kind kind, int rolls)
{
	const struct law_contact law = *b->law;

#pragma omp simd
	for (int k = 0; k < b->n; k++)
		step_one(b, k, &law, kind, rolls, dt);
}

/* A loop for every kind of law, and one for the most common law: linear, without rolling resistance. Attractive laws share a
 * loop, see law.h. */
#define STEP_LOOP(name, kind, rolls) \
	static WIDE_INLINE void name##_loop(struct block2 *restrict b, double dt) \
	{ \
		step_all(b, dt, kind, rolls); \
	} \
	WIDE_LOOP(name, (struct block2 *restrict b, double dt), (b, dt))

STEP_LOOP(step_plain, LAW_LINEAR, 0)
STEP_LOOP(step_linear, LAW_LINEAR, 1)
STEP_LOOP(step_hertz, LAW_HERTZ, 1)
STEP_LOOP(step_cohesive, LAW_COHESIVE, 1)
STEP_LOOP(step_lennard_jones, LAW_LENNARD_JONES, 1)
STEP_LOOP(step_hertz_mindlin, LAW_HERTZ_MINDLIN, 1)
STEP_LOOP(step_jkr, LAW_JKR, 1)
STEP_LOOP(step_attractive, LAW_DMT, 1)

static void step(struct block2 *b, int wide, double dt)
{
	switch (b->law->kind) {
	case LAW_LINEAR:
		(b->law->mur > 0 ? step_linear(wide) : step_plain(wide))(b, dt);
		break;
	case LAW_HERTZ:
		step_hertz(wide)(b, dt);
		break;
	case LAW_COHESIVE:
		step_cohesive(wide)(b, dt);
		break;
	case LAW_LENNARD_JONES:
		step_lennard_jones(wide)(b, dt);
		break;
	case LAW_HERTZ_MINDLIN:
		step_hertz_mindlin(wide)(b, dt);
		break;
	case LAW_JKR:
		step_jkr(wide)(b, dt);
		break;
	case LAW_DMT:
	case LAW_BRIDGE:
	case LAW_VAN_DER_WAALS:
		step_attractive(wide)(b, dt);
		break;
	case LAW_MINDLIN: /* refused, see soft_laws */
	case LAW_ELASTIC: /* in space only */
		break;
	}
}

/* An evaluation without a step. Known contacts keep their springs, or their whole forces if a run resumes. */
static void fresh(struct block2 *b, int resume)
{
	for (int k = 0; k < b->n; k++) {
		struct kinematics2 q = dem2_block_kinematics(b, k);
		struct contact2 c = dem2_block_contact(b->old, k);
		struct action2 action = { 0 };

		contact2_shape(&q, &c);
		if (!resume || q.was == 0)
			contact2_fresh(&q, b->law, &c);
		contact2_action(&q, &c, &action);
		contact_put(b->now, k, &c);
		action_put(b, k, &action);
	}
}

void dem2_block_evaluate(const struct dem2 *s, struct block2 *b, enum evaluation how, const struct contacts2 *c)
{
	int cell = s->core.cell.moves;

	for (int k = b->n; k % OCTET; k++)
		b->place[k] = -1;
	load_contacts(s->core.wide)(b, (const double (*)[STORED])c->at);
	for (int k = 0; k < b->n && c->rolls; k++)
		for (int z = 0; z < 2; z++)
			b->old[STORED + z][k] = b->place[k] >= 0 ? c->roll[b->place[k]][z] : 0;
	load_rows(s->core.wide)(b, cell ? IMAGE_UNUSED : b->curved ? EFFECTIVE + 1 : EFFECTIVE);
	if (s->core.opt.integrator == DEM2_VERLET)
		motions(s->core.wide)(b, s->core.clock.dt);
	if (b->damped)
		masses(s->core.wide)(b);
	if (cell)
		subtract_images(b);
	if (how == EVALUATE_STEP)
		step(b, s->core.wide, s->core.clock.dt);
	else
		fresh(b, how == EVALUATE_RESUME);
	turn_sums(s->core.wide)(b);
}

void dem2_block_keep(const struct dem2 *s, const struct block2 *b, struct contacts2 *c)
{
	store_contacts(s->core.wide)(b, c->at);
	for (int k = 0; k < b->n && c->rolls; k++)
		for (int z = 0; z < 2 && b->place[k] >= 0; z++)
			c->roll[b->place[k]][z] = b->now[STORED + z][k];
}
