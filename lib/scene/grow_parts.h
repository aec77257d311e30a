/* grow_parts.h: growing bodies, in the plane (grow2.c), in space (grow3.c), and disks and balls (grow_round.c). Private to
 * lib/scene. */
#ifndef SCREE_GROW_PARTS_H
#define SCREE_GROW_PARTS_H

#include "scene/pack.h"

static const double grow_step_time = 0.35;     /* time step; contacts have stiffness 1, bodies mass 1; */
static const double grow_contacts_most = 8;    /* a body with more contacts gets a larger mass, which keeps steps stable */
static const double grow_move_most = 0.2;      /* displacement per step, over the body's range */
static const double grow_growth_most = 0.1;    /* growth of a body's surface per step, over its range */

struct grow {
	struct pack *p;
	double scale;                 /* present scale of all bodies; 1 is full size */
	double *reach, widest;        /* [n] distance from the centre to the farthest point, at scale 1 [L]; the largest */
	double *margin, *range;       /* [n] at the present scale [L]; range: the least diameter plus the margin */
	int *first;                   /* [n + 1] index of a body's first vertex, in space of its first ball */
	double (*vel)[6], (*force)[6]; /* [n] velocity and angular velocity, force and torque; in the plane components 0, 1 and 5 */
	int *contacts;                /* [n] number of contacts in space; 0 in the plane */
	double (*ref)[3];             /* [n] positions when the pairs were found */
	double ref_scale, pad;
	int calm;                     /* steps at full size */
	double damping;               /* fraction of the velocity lost in this step */
	struct pack_pairs pairs;
	double worst;                 /* largest ratio of a pair's compression to its range */
	double deepest;               /* largest overlap without the margin [L]; < 0: there is none */
	struct grow2 *plane;          /* private to grow2.c */
	struct grow3 *space;          /* private to grow3.c */
	struct grow_round *round;     /* private to grow_round.c; NULL if not all bodies are disks or balls */
};

/* The mass of a body with a number of contacts. */
static inline double grow_mass(int contacts)
{
	return contacts > grow_contacts_most ? contacts / grow_contacts_most : 1;
}

/* The factor for a velocity, so that a step moves the surface of a body only by a part of its range. */
static inline double grow_cut(double speed, double range)
{
	double most = grow_move_most * range;

	return speed * grow_step_time > most ? most / (speed * grow_step_time) : 1;
}

/* Allocate the parts of the bodies, and set first. */
void grow2_begin(struct grow *g);
void grow3_begin(struct grow *g);
void grow2_end(struct grow *g);
void grow3_end(struct grow *g);
/* Place all bodies at the present scale, and set their ranges. */
void grow2_place(struct grow *g);
void grow3_place(struct grow *g);
/* Add the forces between the bodies of a pair. d is the position of the second body relative to the first. */
void grow2_pair(struct grow *g, const struct pack_pair *q, vec3 d, double margin);
void grow3_pair(struct grow *g, struct pack_pair *q, vec3 d, double margin);
/* Add the forces on body i from the edges of the box along axes that are not periodic. */
void grow2_box(struct grow *g, int i);
void grow3_box(struct grow *g, int i);

/* Set up g->round if all bodies are disks or balls about their positions. The functions below are for such packings. They keep
 * the positions, and the packing has them only after grow_round_store. They use several threads if the packing has them. */
void grow_round_begin(struct grow *g);
void grow_round_end(struct grow *g);
/* Take the positions from the packing, or put them there. */
void grow_round_fetch(struct grow *g);
void grow_round_store(const struct grow *g);
/* Wrap all positions, and find the pairs closer than the sum of their reaches plus pad. */
void grow_round_pairs(struct grow *g, double pad);
/* Returns the square of the largest displacement since then. */
double grow_round_moved(const struct grow *g);
/* Find the forces, with a margin of this part of the reach, and the velocities after the step. */
void grow_round_forces(struct grow *g, double margin);
void grow_round_move(struct grow *g);
/* The largest growth in a step that all bodies allow. */
double grow_round_growth(const struct grow *g);

#endif
