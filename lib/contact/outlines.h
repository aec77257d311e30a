/* outlines.h: the skeletons of all bodies as one structure of arrays, placed in the plane.
 *
 * A feature is a vertex together with the edge that starts at it, if any. Bodies without edges (points, clumps of disks) have
 * only vertices, each with its own radius. */
#ifndef SCREE_OUTLINES_H
#define SCREE_OUTLINES_H

#include <stddef.h>

#include "base/vec.h"
#include "world/world.h"

struct outline_form {
	int first, n;         /* vertices first .. first + n - 1 in local, radius, il2 and step */
	int edges;            /* number of vertices that start an edge */
	int tree, leaves;     /* root in node, or -1; number of leaves, a power of two */
	double arm, reach;    /* as in struct outlines [L] */
	double fat, thin;     /* greatest and least radius [L] */
	double box[4];        /* xlo ylo xhi yhi of the skeleton in the body frame [L] */
};

struct outlines {
	int n;                /* bodies */
	int n_vertex;
	int *first;           /* [n+1] vertices of body b are first[b] .. first[b+1]-1 */
	vec2 *at;             /* [n_vertex] in space [L]; valid after outlines_place */
	double *arm;          /* [n] greatest distance of a vertex from the origin [L] */
	double *reach;        /* [n] greatest distance of the outline from the origin [L] */
	/* bodies of the same shape and size have the same form */
	int *form;            /* [n] */
	int *shift;           /* [n] vertex v of body b is vertex v + shift[b] of the forms */
	struct outline_form *forms; /* [n_form] */
	int n_form, n_local;
	size_t cap_form, cap_local;
	vec2 *local;          /* [n_local] vertices of forms in the body frame, scaled [L] */
	double *radius;       /* [n_local] spheroradius [L] */
	double *il2;          /* [n_local] 1 / squared length of the edge that starts here, 0 if there is none [1/L^2] */
	int *step;            /* [n_local] from the vertex where an edge starts to the vertex where it ends, 0 if there is none */
	/* forms with many features have a binary tree of boxes; each leaf has four features */
	double (*node)[4];    /* [n_node] xlo ylo xhi yhi of skeletons in the body frame [L] */
	int n_node;
	size_t cap_node;
};

/* Set up n bodies, body k with shape[k] scaled by size[k]. Vertices are not placed. */
void outlines_init(struct outlines *o, int n, const struct shape *const *shape, const double *size);
void outlines_free(struct outlines *o);

/* Scale the skeleton of body b about the mean of its vertices; its radius stays. The body must have few vertices. */
void outlines_stretch(struct outlines *o, int b, double factor);

/* Whether body b, which does not turn, is a straight wall of one edge, as long as a period of the domain or longer: returns 1
 * along x, 2 along y, else 0; c, s are cosine and sine of its angle. Its images would continue it as further edges, and a body
 * that slides along it would touch two edges at every joint, or wherever they lie on each other. So the wall is made so long
 * that, wherever it and other bodies are in the domain, its ends are far from them, and only one image is used. far is the
 * greatest reach of other bodies [L]. */
int outlines_endless(struct outlines *o, int b, const struct domain *d, double c, double s, double far);

/* Place the vertices of the bodies from .. to-1; x, y, c, s [to - from]: positions, cosines and sines of the angles. */
void outlines_place(struct outlines *o, int from, int to, const double *x, const double *y, const double *c,
	const double *s);

static inline const struct outline_form *outlines_form(const struct outlines *o, int b)
{
	return &o->forms[o->form[b]];
}

/* Whether the box of body b is further than far from the point (x, y), given relative to the body's position; c, s are cosine
 * and sine of the body's angle. */
static inline int outlines_beyond(const struct outlines *o, int b, double x, double y, double c, double s, double far)
{
	const double *box = outlines_form(o, b)->box;
	double bx = c * x + s * y, by = c * y - s * x, lx = box[0] - bx, hx = bx - box[2], ly = box[1] - by, hy = by - box[3];
	double dx = lx > hx ? lx : hx, dy = ly > hy ? ly : hy;

	dx = dx > 0 ? dx : 0;
	dy = dy > 0 ? dy : 0;
	return dx * dx + dy * dy > far * far * (1 + 1e-12);
}

/* Find the features of body b whose vertex or edge may be within far of the point (x, y), given relative to the body's
 * position; c, s are cosine and sine of the body's angle. Bodies with few features give all of them. out, with room for
 * first[b+1] - first[b], gets them in ascending order; returns their number. */
int outlines_near(const struct outlines *o, int b, double x, double y, double c, double s, double far, int *out);

#endif
