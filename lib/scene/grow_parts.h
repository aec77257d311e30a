/* grow_parts.h: bodies that grow, in the plane (grow2.c) and in space (grow3.c). Private to lib/scene. */
#ifndef SCREE_GROW_PARTS_H
#define SCREE_GROW_PARTS_H

#include "scene/pack.h"

struct grow {
	struct pack *p;
	double scale;
	double *reach;                /* [n] at scale 1 */
	double *margin, *range;       /* [n] at the present scale; range: the least diameter, and the margin */
	int *first;                   /* [n + 1] where a body's vertices begin, in space its balls */
	double (*vel)[6], (*force)[6]; /* [n] along x y z, and about them; in the plane x y, and about z */
	int *contacts;                /* [n] in space, in the plane 0 */
	double (*ref)[3];             /* places when the pairs were found */
	double ref_scale, pad;
	struct pack_pairs pairs;
	double worst;                 /* deepest pressed pair, over its range */
	double deepest;               /* greatest overlap without the margin [L]; < 0: none */
	struct grow2 *plane;          /* private to grow2.c */
	struct grow3 *space;          /* private to grow3.c */
};

/* Allocate what the bodies are made of, and set first. */
void grow2_begin(struct grow *g);
void grow3_begin(struct grow *g);
void grow2_end(struct grow *g);
void grow3_end(struct grow *g);
/* Place all bodies at the present scale, and set their ranges. */
void grow2_place(struct grow *g);
void grow3_place(struct grow *g);
/* Add the forces between the bodies of a pair, the second of which stands at d from the first. */
void grow2_pair(struct grow *g, const struct pack_pair *q, vec3 d, double margin);
void grow3_pair(struct grow *g, struct pack_pair *q, vec3 d, double margin);
/* Add the forces of the walls along axes that are not periodic on body i. */
void grow2_box(struct grow *g, int i);
void grow3_box(struct grow *g, int i);

#endif
