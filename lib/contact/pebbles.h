/* pebbles.h: bodies as unions of balls, bodies with faces, and walls, for the search of contacts in space.
 *
 * One array has the pebbles of all bodies, body by body. A wall has one entry in it, which is no pebble. A body with faces has
 * one entry for each feature, the ball around it with the spheroradius: vertices, then edges, then faces. A polyhedron that is
 * a point is a ball. */
#ifndef SCREE_PEBBLES_H
#define SCREE_PEBBLES_H

#include <stddef.h>

#include "contact/faces3.h"
#include "world/world.h"

enum { FORM_BALLS, FORM_FACES, FORM_PLANE, FORM_CYLINDER, FORM_MESH };

/* A shape at size 1. */
struct pebble_form {
	int kind, first, n;      /* number of pebbles; the first in local */
	int n_round;             /* how many of these, the first, are pebbles or vertices: 0 for walls */
	double reach, arm;       /* distance from the origin of the furthest point, of the furthest centre of a pebble [L] or INFINITY */
	double thin, fat;        /* least and greatest radius of a pebble, the spheroradius, 0 for walls [L] */
	struct solid *solid;     /* the solid of a wall, else NULL */
	struct faces3 *faces;    /* the features of a body with faces, else NULL */
};

/* Centre and radius [L]. */
struct pebble { double x, y, z, r; };

struct pebbles {
	int n, n_form;
	struct pebble_form *form;
	struct pebble *local;    /* pebbles of forms at size 1, in the body frame; those of bodies with faces are in faces3.entry */
	int *form_of;            /* [n] */
	int *first;              /* [n+1] pebbles of body b are first[b] .. first[b+1]-1 */
	double *size;            /* [n] */
	double *reach, *arm;     /* [n] as those of the form, at the body's size [L] */
	struct pebble *at;       /* [first[n]] pebbles in space */
};

/* Set up n bodies with these shapes and sizes. Radii of pebbles are set, centres are not. */
void pebbles_init(struct pebbles *p, int n, const struct shape *const *shape, const double *size);
void pebbles_free(struct pebbles *p);

static inline const struct pebble_form *pebbles_form(const struct pebbles *p, int b)
{
	return &p->form[p->form_of[b]];
}

static inline int pebbles_is_wall(const struct pebbles *p, int b)
{
	return pebbles_form(p, b)->kind > FORM_FACES;
}

/* The features of a body with faces, else NULL. */
static inline const struct faces3 *pebbles_faces(const struct pebbles *p, int b)
{
	return pebbles_form(p, b)->faces;
}

/* What entry k of body b is: a pebble is a vertex. */
static inline enum feature_kind pebbles_kind(const struct pebbles *p, int b, int k)
{
	return faces3_kind(pebbles_faces(p, b), k - p->first[b]);
}

/* The radius of a pebble, or the spheroradius, of entry k of body b [L]. */
static inline double pebbles_radius(const struct pebbles *p, int b, int k)
{
	const struct pebble_form *f = pebbles_form(p, b);

	return f->faces ? f->thin * p->size[b] : p->at[k].r;
}

/* A body at *at, in memory before another number [L]: its pebbles in space, or its features and its frame; n_round pebbles
 * or vertices. r: its spheroradius, 0 for pebbles; fat: the greatest radius of its pebbles, or its spheroradius [L]; size:
 * not used for pebbles. */
struct body3 {
	const struct faces3 *faces;
	const struct frame3 *frame;
	const struct pebble *pebble;
	const vec3 *at;
	double r, fat, size;
	int n_round;
};

/* The radius of pebble k, or the spheroradius [L]. */
static inline double body3_radius(const struct body3 *b, int k)
{
	return b->faces ? b->r : b->pebble[k].r;
}

/* The pebbles of body b at size 1: the coordinates and the radius of the first, and so many numbers on those of the next. */
struct pebbles_local { const double *x; int stride; };

static inline struct pebbles_local pebbles_local(const struct pebbles *p, int b)
{
	const struct pebble_form *f = pebbles_form(p, b);

	if (f->faces)
		return (struct pebbles_local){ &f->faces->entry[0].x, sizeof(struct entry3) / sizeof(double) };
	return (struct pebbles_local){ &p->local[f->first].x, sizeof(struct pebble) / sizeof(double) };
}

/* Place pebble k of body b, which is at x; m is its rotation matrix times its size. */
static inline void pebbles_place(struct pebbles *p, int b, int k, const double x[3], const double m[3][3])
{
	struct pebbles_local local = pebbles_local(p, b);
	const double *l = local.x + (k - p->first[b]) * local.stride;
	struct pebble *to = &p->at[k];

	to->x = x[0] + (m[0][0] * l[0] + m[0][1] * l[1] + m[0][2] * l[2]);
	to->y = x[1] + (m[1][0] * l[0] + m[1][1] * l[1] + m[1][2] * l[2]);
	to->z = x[2] + (m[2][0] * l[0] + m[2][1] * l[1] + m[2][2] * l[2]);
}

/* Place all pebbles of body b. */
void pebbles_place_all(struct pebbles *p, int b, const double x[3], const double m[3][3]);

#endif
