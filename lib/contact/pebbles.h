/* pebbles.h: bodies as unions of balls, and walls, for the search of contacts in space.
 *
 * Pebbles of all bodies stand one behind the other, those of a body together; a wall has one entry that is no
 * pebble. */
#ifndef SCREE_PEBBLES_H
#define SCREE_PEBBLES_H

#include <stddef.h>

#include "world/world.h"

enum { FORM_BALLS, FORM_PLANE, FORM_CYLINDER, FORM_MESH };

/* A shape at size 1. */
struct pebble_form {
	int kind, first, n;      /* first, n: in local */
	double reach, arm;       /* furthest point, and centre of a pebble, from the origin [L]; INFINITY: without end */
	double thin, fat;        /* least and greatest radius of a pebble; 0 of walls [L] */
	struct solid *solid;     /* of walls, else NULL */
};

/* Centre and radius in space [L]. */
struct pebble { double x, y, z, r; };

struct pebbles {
	int n, n_form;
	struct pebble_form *form;
	struct pebble *local;    /* at size 1, in the body frame */
	int *form_of;            /* [n] */
	int *first;              /* [n+1] */
	double *size;            /* [n] */
	double *reach, *arm;     /* [n] [L] */
	struct pebble *at;       /* [first[n]] */
};

/* n bodies of these shapes and sizes. Radii are set, places are not. */
void pebbles_init(struct pebbles *p, int n, const struct shape *const *shape, const double *size);
void pebbles_free(struct pebbles *p);

static inline const struct pebble_form *pebbles_form(const struct pebbles *p, int b)
{
	return &p->form[p->form_of[b]];
}

/* Place pebble k of body b that stands at x and is turned by the matrix m times its size. */
static inline void pebbles_place(struct pebbles *p, int b, int k, const double x[3], const double m[3][3])
{
	const struct pebble *l = &p->local[k - p->first[b] + p->form[p->form_of[b]].first];
	struct pebble *to = &p->at[k];

	to->x = x[0] + (m[0][0] * l->x + m[0][1] * l->y + m[0][2] * l->z);
	to->y = x[1] + (m[1][0] * l->x + m[1][1] * l->y + m[1][2] * l->z);
	to->z = x[2] + (m[2][0] * l->x + m[2][1] * l->y + m[2][2] * l->z);
}

/* Place all pebbles of body b. */
void pebbles_place_all(struct pebbles *p, int b, const double x[3], const double m[3][3]);

#endif
