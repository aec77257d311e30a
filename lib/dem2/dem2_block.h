/* dem2_block.h: contacts of one law side by side in vector lanes, for the files of lib/dem2 only.
 *
 * A contact is put into a row of numbers. dem2_block_step transposes the rows, does the step of all contacts in vectors, and
 * transposes what is stored or summed contact by contact. */
#ifndef SCREE_DEM2_BLOCK_H
#define SCREE_DEM2_BLOCK_H

#include "dem2/dem2_state.h"

enum { BLOCK2 = 32 };        /* contacts */

/* The numbers of a contact of body i, which has the vertex, and body j, which has the edge; see struct kinematics2 in
 * contact2.h. */
enum {
	/* j relative to i; i relative to j: before dem2_block_evaluate velocities in the middle of the step and accelerations,
	 * afterwards displacements of the step, and velocities; the latter from the start with Gear's method; of angles the same, but
	 * not used */
	BRANCH_X, BRANCH_Y, MOVED_X, MOVED_Y, VELOCITY_X, VELOCITY_Y, TURN_UNUSED, SPIN_UNUSED,
	TURN_I, SPIN_I, TURN_J, SPIN_J,           /* the same of both */
	SEPARATION_X, SEPARATION_Y, VERTEX_X, VERTEX_Y,
	SUM_OF_RADII, RADIUS,
	INVERSE_MASS,            /* of the reduced mass for damping; afterwards the mass */
	TOUCH,                   /* an enum touch2; TOUCH_SECOND more if i is the second body of the pair */
	EFFECTIVE, SPARE_0, SPARE_1, SPARE_2,     /* EFFECTIVE is 0, in rows and columns, if the law needs none */
	IMAGE_X, IMAGE_Y, IMAGE_VX, IMAGE_VY,     /* displacement and velocity of the image of j in a cell that deforms */
	IMAGE_UNUSED, BLOCK2_ROW = IMAGE_UNUSED + 4
};

/* Whether a contact is there now, was one step ago, or both. */
enum touch2 { TOUCH_ENDS, TOUCH_BEGINS, TOUCH_STAYS, TOUCH_SECOND };

struct block2 {
	int n;
	const struct law_contact *law;
	int curved, damped;      /* the law needs effective radii, and reduced masses */
	int changed;             /* some contacts begin or end */
	int near[BLOCK2], pair[BLOCK2]; /* indices of near candidates and near pairs */
	int place[BLOCK2];       /* of contacts that were there one step ago, or -1; dem2_block_keep: that are there now */
	_Alignas(64) double row[BLOCK2][BLOCK2_ROW];
	double in[BLOCK2_ROW][BLOCK2];
	double old[CONTACT2_FIELDS][BLOCK2], now[CONTACT2_FIELDS][BLOCK2]; /* the contacts one step ago and now */
	double act[4][BLOCK2];   /* force on the first body of the pair, torques on its first and second body */
	double led[LED_CONTACT][BLOCK2];
	double sum[BLOCK2][4];   /* act, contact by contact */
};

/* Whether contact k of a block begins, ends or stays. */
static inline enum touch2 dem2_block_touch(const struct block2 *b, int k)
{
	int touch = (int)b->row[k][TOUCH];

	return (enum touch2)(touch < TOUCH_SECOND ? touch : touch - TOUCH_SECOND);
}

static WIDE_INLINE struct kinematics2 dem2_block_kinematics(const struct block2 *b, int k)
{
	const double (*in)[BLOCK2] = b->in;
	double touch = in[TOUCH][k] < TOUCH_SECOND ? in[TOUCH][k] : in[TOUCH][k] - TOUCH_SECOND;

	return (struct kinematics2){
		in[SEPARATION_X][k], in[SEPARATION_Y][k], in[SUM_OF_RADII][k], in[RADIUS][k], in[VERTEX_X][k], in[VERTEX_Y][k],
		in[BRANCH_X][k], in[BRANCH_Y][k], in[VELOCITY_X][k], in[VELOCITY_Y][k], in[SPIN_I][k], in[SPIN_J][k], in[MOVED_X][k],
		in[MOVED_Y][k], in[TURN_I][k], in[TURN_J][k], in[INVERSE_MASS][k], touch != TOUCH_BEGINS,
		touch != TOUCH_ENDS, in[EFFECTIVE][k],
	};
}

static WIDE_INLINE struct contact2 dem2_block_contact(const double (*from)[BLOCK2], int k)
{
	return (struct contact2){ from[0][k], from[1][k], from[2][k], from[3][k], from[4][k], from[5][k], from[6][k], from[7][k],
	                          from[8][k], from[9][k] };
}

/* Do the step of all contacts of a block, or evaluate them without a step; see dem2_forces. c: the contacts of the part. Fills
 * all arrays but row. */
void dem2_block_evaluate(const struct dem2 *s, struct block2 *b, enum evaluation how, const struct contacts2 *c);
/* Keep the contacts for the next step. */
void dem2_block_keep(const struct dem2 *s, const struct block2 *b, struct contacts2 *c);

#endif
