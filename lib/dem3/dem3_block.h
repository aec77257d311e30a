/* dem3_block.h: contacts while they are evaluated, for dem3_force.c, dem3_lanes.c and dem3_pairs_force.c alone. */
#ifndef SCREE_DEM3_BLOCK_H
#define SCREE_DEM3_BLOCK_H

#include "base/exact.h"
#include "dem3/dem3_state.h"

/* Batches of a block: few enough that the loaded data are still in the cache when they are used. */
enum { BATCHES = 4 };

/* Offsets of numbers in a motion3. Contacts need only the differences between two bodies of the first nine, positions,
 * velocities and displacements; from OWN on come the spin, turn and radius of each body, at the offsets W, T and R, then in lanes
 * its second turn, at S. */
enum { X, U = 3, D = 6, OWN = 9, W = 0, T = 3, R = 6, S = 7, N_OWN = 11, GAP = 3 };

/* A batch while it is evaluated. between: position of j less i, which is not kept for balls, velocity and displacement of i
 * less j. i, j: other numbers of both bodies. effective: the effective radius. was, is: 1 if the contact touched one step ago,
 * touches now. root: see kinematics3. arm: pebble from i's position; w: from the pebble to what it touches, but of two balls the
 * normal and, behind it, the overlap; weight: see contact3.h. action: the wrench. For the resistance to rolling, load: the normal
 * load; before: the normal one step ago. */
struct work8 { lane between[OWN], i[N_OWN], j[N_OWN], effective, was, is, root, arm[4], w[4], weight, action[WRENCH],
	load, before[3]; };

/* Consecutive batches of one law, either all between balls or none, all of bodies with faces or none. */
struct block {
	struct work8 work[BATCHES];
	double led[LED_CONTACT][EXACT_BLOCK]; /* ledger terms of several blocks */
	lane deep;               /* greatest overlap of a contact of the part, less half the sum of the radii, if > 0 [L] */
	int n, first;            /* number of batches; index in led of the first contact */
	int each;                /* see dem3.each */
	uint32_t given;          /* the last near pair that got a wrench: its batch8.on */
	const struct law_contact *law;
	int balls, faces, finds; /* finds: which contacts touch is found out here */
	int walls, events;       /* some batch has walls; has events, known once it is loaded */
	struct batch8 *batch, *last; /* the first; the end of the part's batches */
	struct batch8_rest *rest; /* NULL if no law needs it, and in blocks of pairs of bodies with faces */
	const int *near;         /* near candidates of all lanes; not used in blocks of pairs of bodies with faces */
	struct contact8 *at;
	struct more8 *more;      /* not used for balls */
	struct lean8 *lean, none[BATCHES]; /* the second, of which only weights are set, if no bodies have faces */
	struct rolling8 *rolling;
	const void *nearest[BATCHES * LANES]; /* struct nearest3 of features */
	/* bits of the halves of a batch where some contact touches, or did one step ago: others are left out if finds is set */
	unsigned char busy[BATCHES];
	unsigned char leans[BATCHES]; /* bits of contacts of features with a torque by the change of their weight, now or one step ago */
};

enum { HALF = LANES / 2 };

/* Whether lanes from h on of batch g, of which a loop takes so many together, have to be evaluated. */
static WIDE_INLINE int block_is_busy(const struct block *b, int g, int h, int lanes)
{
	return !b->finds || (lanes > HALF ? b->busy[g] : b->busy[g] >> h / HALF & 1);
}

/* The near pair of the contact in lane k of batch g. */
static inline const struct near_pair3 *block_near_pair(const struct part3 *q, const struct block *b, int g, int k)
{
	return &q->near_pair[(int)(b->batch[g].on[k] / (uint32_t)b->each) - q->sum_from];
}

/* dem3_lanes.c: load the data of a block into lanes; find out which pairs of balls touch, and the closest points of walls. */
void dem3_lanes_load(struct dem3 *s, struct part3 *q, struct block *b);
/* The position of body j less that of i of the contact in lane k of batch g, also for balls. */
vec3 dem3_lanes_branch(const struct dem3 *s, const struct part3 *q, const struct block *b, int g, int k);
/* dem3_give.c: add the wrenches of a block to both bodies of its near pairs. */
void dem3_lanes_give(const struct dem3 *s, struct block *b);
/* dem3_force.c: two bodies overlap too much: the step fails when all forces are there. */
void dem3_overlap_note(struct dem3 *s, const int body[2], double overlap, double limit);
/* dem3_force.c: evaluate a block that is loaded, and add it to the wrenches of its near pairs and to the ledger. */
void dem3_block_evaluate(struct dem3 *s, struct part3 *q, struct block *b, enum evaluation how);

#endif
