/* outlines.h: the skeletons of all bodies as one structure of arrays, in space.
 *
 * A feature is a vertex together with the edge that starts at it, if any. Bodies without edges (points, clumps of
 * disks) have vertices alone, each with its own radius. */
#ifndef SCREE_OUTLINES_H
#define SCREE_OUTLINES_H

#include <stddef.h>

#include "base/vec.h"
#include "world/world.h"

struct outline_form {
	int first, n;         /* its vertices in the arrays of forms */
	int edges;            /* how many of them start an edge */
	int tree, leaves;     /* root in node, or -1; number of leaves, a power of two */
	double arm, reach;    /* as below */
	double fat, thin;     /* greatest and least radius [L] */
	double box[4];        /* xlo ylo xhi yhi of the skeleton in the body frame [L] */
};

struct outlines {
	int n;                /* bodies */
	int n_vertex;
	int *first;           /* [n+1] vertices of body b are first[b] .. first[b+1]-1 */
	vec2 *at;             /* [n_vertex] in space [L]; valid after outlines_place */
	double *arm;          /* [n] greatest distance of a vertex from the origin [L] */
	double *reach;        /* [n] the same with the radius [L] */
	/* bodies of the same shape and size have one form in common */
	int *form;            /* [n] */
	int *shift;           /* [n] vertex v of body b is v + shift[b] in the arrays of forms: */
	struct outline_form *forms; /* [n_form] */
	int n_form, n_local;
	size_t cap_form, cap_local;
	vec2 *local;          /* [n_local] body frame, scaled [L] */
	double *radius;       /* [n_local] spheroradius [L] */
	double *il2;          /* [n_local] 1 / squared length of the edge that starts here [1/L^2], 0 where there is none */
	int *step;            /* [n_local] from the vertex where an edge starts to that where it ends, 0 where there is none */
	/* a binary tree of boxes over every four features of forms with many, in the body frame */
	double (*node)[4];    /* xlo ylo xhi yhi of skeletons */
	int n_node;
	size_t cap_node;
};

/* Lay out n bodies; shape[k] is body k's shape and size[k] its scale. */
void outlines_init(struct outlines *o, int n, const struct shape *const *shape, const double *size);
void outlines_free(struct outlines *o);

/* Make the skeleton of a body of few vertices longer by a factor, about its origin; its radius stays. */
void outlines_stretch(struct outlines *o, int b, double factor);

/* Whether an upright body is a straight wall of one edge that spans a period of the domain: 1 along x, 2 along y, else 0;
 * c, s turn it. With its images it is one line without joints. If they were so many edges, what slides along would feel two of
 * them where they meet. So the one image is made long enough that its ends are far from everything, wherever both stand in the
 * domain; far is the greatest reach of what it may meet [L]. */
int outlines_endless(struct outlines *o, int b, const struct domain *d, double c, double s, double far);

/* Put the vertices of bodies from .. to-1 into space; x, y, c, s [n]: positions, cosines and sines of the angles. */
void outlines_place(struct outlines *o, int from, int to, const double *x, const double *y, const double *c,
	const double *s);

static inline const struct outline_form *outlines_form(const struct outlines *o, int b)
{
	return &o->forms[o->form[b]];
}

/* Body b's box is further than far from the point (x, y), which is given in space relative to the body's position; c, s
 * turn the body. */
static inline int outlines_beyond(const struct outlines *o, int b, double x, double y, double c, double s, double far)
{
	const double *box = outlines_form(o, b)->box;
	double bx = c * x + s * y, by = c * y - s * x, lx = box[0] - bx, hx = bx - box[2], ly = box[1] - by, hy = by - box[3];
	double dx = lx > hx ? lx : hx, dy = ly > hy ? ly : hy;

	dx = dx > 0 ? dx : 0;
	dy = dy > 0 ? dy : 0;
	return dx * dx + dy * dy > far * far * (1 + 1e-12);
}

/* The features of body b whose vertex or edge may come within far of the point (x, y), which is given in space
 * relative to the body's position; c, s turn the body. All of them for bodies with few. Ascending; returns their
 * number, out has room for first[b+1] - first[b]. */
int outlines_near(const struct outlines *o, int b, double x, double y, double c, double s, double far, int *out);

#endif
