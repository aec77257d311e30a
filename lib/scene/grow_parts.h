/* grow_parts.h: growing bodies, in the plane (grow2.c) and in space (grow3.c). Private to lib/scene. */
#ifndef SCREE_GROW_PARTS_H
#define SCREE_GROW_PARTS_H

#include "scene/pack.h"

struct grow {
	struct pack *p;
	double scale;                 /* present scale of all bodies; 1 is full size */
	double *reach;                /* [n] distance from the centre to the farthest point, at scale 1 [L] */
	double *margin, *range;       /* [n] at the present scale [L]; range: the least diameter plus the margin */
	int *first;                   /* [n + 1] index of a body's first vertex, in space of its first ball */
	double (*vel)[6], (*force)[6]; /* [n] velocity and angular velocity, force and torque; in the plane components 0, 1 and 5 */
	int *contacts;                /* [n] number of contacts in space; 0 in the plane */
	double (*ref)[3];             /* [n] positions when the pairs were found */
	double ref_scale, pad;
	struct pack_pairs pairs;
	double worst;                 /* largest ratio of a pair's compression to its range */
	double deepest;               /* largest overlap without the margin [L]; < 0: there is none */
	struct grow2 *plane;          /* private to grow2.c */
	struct grow3 *space;          /* private to grow3.c */
};

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

#endif
