/* features.h: which features of two bodies in space touch: vertices, edges or faces.
 *
 * The contacts of a pair are points. Points nearer to each other than sqrt(2 R d) count as one, where R is the sum of the
 * spheroradii and d the greatest overlap: this is the radius of the overlap of two balls. If all points of a pair are one, then
 * on each body the contact is at a vertex or an edge that is so near, or else on a face. If they lie on a line, it is along an
 * edge that holds all of them, or else on a face. Otherwise it is on faces. A sphere, ellipsoid or object touches at a vertex; a
 * clump at a vertex, an edge or a face as its points of contact are one, on a line or neither; walls and meshes with faces. The
 * words are those of Azema, Radjai and Saussine (Mechanics of Materials 41, 729, 2009). */
#ifndef SCREE_FEATURES_H
#define SCREE_FEATURES_H

#include "measure/touch.h"
#include "solid/polyhedron.h"

enum touch_part { PART_VERTEX, PART_EDGE, PART_FACE };

struct touch_features {
	enum touch_part a, b;
	int vertex_face, edge_edge; /* contacts of these kinds; a vertex that rests on two pieces of one face counts once */
	double area;          /* of the convex hull of the points of contact, seen along the normal of the pair [L^2]; 0 unless two
	                         faces touch */
};

/* The polyhedra of the shapes of a frame, made when they are needed. */
struct features { const struct world *w; const struct touches *t; struct polyhedron *of; char *known; };
/* Begin with a frame and its contacts, after touches_pairs. features_end frees what was made. */
void features_begin(struct features *f, struct world *w, const struct touches *t);
void features_end(struct features *f);
/* The weight of the contact c of the frame, see faces3.h: 1 unless an edge of a polyhedron touches. NaN for an edge on a wall
 * that is no polyhedron, and for a cut of a face. */
double features_weight(struct features *f, const struct touch *c);
/* What touches in the pair p of the frame. */
struct touch_features features_of(struct features *f, const struct touch_pair *p);

#endif
