/* polyhedron.h: grains with faces: their edges and normals, their faults, and their exact mass.
 *
 * A spheropolyhedron is a polyhedron, its skeleton, swept over by a ball with the spheroradius r. The skeleton is a closed
 * surface of flat convex faces and what the surface encloses. A skeleton without volume may be a point (one vertex, no faces),
 * a segment (two vertices, no faces) or a plate (a face and its reverse); the grain is then a ball, a rod, or a rounded plate.
 *
 * Features are numbered: vertices, then edges, then faces. The faces name the edges: first those of face 0, from its first
 * corner on, then those of face 1 that are new, and so on. A segment has one edge, and one face that is the same segment. */
#ifndef SCREE_POLYHEDRON_H
#define SCREE_POLYHEDRON_H

#include "base/vec.h"
#include "solid/mass3.h"
#include "world/solid.h"

/* Limits that the reader enforces. */
enum { POLYHEDRON_MOST = 100000000 }; /* vertices, faces, and corners of all faces together */
#define POLYHEDRON_FLAT 1e-9          /* corners of a face are this close to its plane, relative to the size of the skeleton */
#define POLYHEDRON_ROUNDING 1e-12     /* coordinates are known to within this, relative to the size of the skeleton */

enum polyhedron_kind { POLYHEDRON_POINT, POLYHEDRON_SEGMENT, POLYHEDRON_PLATE, POLYHEDRON_BODY };

/* An edge from the vertex v[0] to v[1] in the direction in which face[0] goes around; face[1] is on the other side. */
struct polyhedron_edge {
	int v[2], face[2];
	int at[2];            /* index in corner[] of the corner of face[0] at v[0], and of that of face[1] at v[1] */
	double length;        /* [L] */
	double angle;         /* exterior angle [rad]: above 0 where the surface is convex, below 0 where it is reentrant, 0 on the cut
	                         between two pieces of one flat face */
};

struct polyhedron {
	enum polyhedron_kind kind;
	int convex;           /* whether the skeleton is convex, to rounding; then all angles are taken as 0 or above */
	int n_vertex, n_edge, n_face;
	double r;             /* spheroradius [L] */
	double size;          /* half the longest side of the box around the skeleton [L]; r if the skeleton is a point */
	double middle[3];     /* of that box [L] */
	double (*vertex)[3];  /* [n_vertex] copies of those of the solid [L] */
	int *first, *corner;  /* faces as in struct solid; those of a segment are added */
	int *edge_of;         /* [first[n_face]] the edge from a corner to the next one of its face */
	struct polyhedron_edge *edge; /* [n_edge] */
	double (*normal)[3];  /* [n_face] outward unit normals; of a segment any normal */
	double *area;         /* [n_face] [L^2] */
};

/* Edges with an exterior angle within this are cuts between pieces of one face [rad]. */
#define POLYHEDRON_CUT 1e-7
/* The sine of the angle by which a face may turn right at a corner that is surely not cut: polyhedron_cut_faces allows ten times
 * as much, and more than the rounding of its projection. */
#define POLYHEDRON_LEFT 1e-9

/* What is wrong with a surface. formats/particles_polyhedron.h has the words. */
struct polyhedron_fault {
	enum {
		POLYHEDRON_NO_FACES,     /* three vertices or more, and no faces */
		POLYHEDRON_TWICE,        /* face[0] has the vertex v[0] twice */
		POLYHEDRON_UNUSED,       /* the vertex v[0] is in no face */
		POLYHEDRON_SHARED,       /* the edge v[0] v[1] has the faces face[0], face[1] and face[2] */
		POLYHEDRON_SAME_WAY,     /* face[0] and face[1] go along the edge v[0] v[1] in the same direction */
		POLYHEDRON_OPEN,         /* the edge v[0] v[1] of face[0] has no other face */
		POLYHEDRON_FANS,         /* several fans of faces meet at the vertex v[0] */
		POLYHEDRON_PARTS,        /* face[0] does not hang together with face 0 */
		POLYHEDRON_COINCIDE,     /* the vertices v[0] and v[1] coincide */
		POLYHEDRON_NO_AREA,      /* face[0] has no area */
		POLYHEDRON_NOT_FLAT,     /* the vertex v[0] is off the plane of face[0] */
		POLYHEDRON_TURNS_RIGHT,  /* face[0] is reentrant at the vertex v[0] */
		POLYHEDRON_CROSSING,     /* face[0] crosses itself */
		POLYHEDRON_REENTRANT_PLATE, /* a plate that is not convex: both its faces would get the same cuts */
		POLYHEDRON_NO_CORNER,    /* the vertex v[0] lies inside a flat face: all its edges are cuts */
		POLYHEDRON_INSIDE_OUT,   /* the volume is not positive */
		POLYHEDRON_MEET          /* face[0] and face[1] meet at a point that is on no common vertex or edge */
	} kind;
	int v[2], face[3];
	double off, most;        /* POLYHEDRON_NOT_FLAT: by how much, and how much is allowed [L] */
	double at[3];            /* POLYHEDRON_MEET: the point [L] */
};

/* Find the edges, angles and normals of a solid of kind SHAPE_POLYHEDRON, and check it: every edge lies between two faces that
 * go along it in opposite directions; the faces around every vertex make one fan, and all faces hang together; every face is
 * flat, to POLYHEDRON_FLAT, and convex, to POLYHEDRON_ROUNDING; no vertex lies inside a flat face that is cut; the surface is not
 * inside out; faces meet at common vertices and edges only. Returns 0, or -1 with the cause in *fault. polyhedron_free frees p in
 * both cases. */
int polyhedron_init(struct polyhedron *p, const struct solid *s, struct polyhedron_fault *fault);
void polyhedron_free(struct polyhedron *p);
/* The same in less time for a solid that is known to have no faults, as the reader leaves it. Returns -1 if a face or an edge has
 * no size. */
int polyhedron_of_sound(struct polyhedron *p, const struct solid *s);
/* The same in less time for a solid that is known to be convex and without faults, such as a cell that was cut. Returns -1 if a
 * face or an edge has no size. */
int polyhedron_of_convex(struct polyhedron *p, const struct solid *s);
/* The same for a solid without faults that is not rounded and has more than two faces, convex or not. It gets no edges, which its
 * mass does not need. */
int polyhedron_of_sharp(struct polyhedron *p, const struct solid *s);
/* Only check the solid. */
int polyhedron_check(const struct solid *s, struct polyhedron_fault *fault);
/* Whether the solid has no faults, and polyhedron_cut_faces would cut none of its faces: they turn left at every corner, to
 * POLYHEDRON_LEFT. */
int polyhedron_is_clear(const struct solid *s);
/* Replace the faces of a solid that are not convex by convex pieces. Returns the number of faces that were cut, or -1 with the
 * cause in *fault: a face without area, one that is not flat, or one that crosses itself. */
int polyhedron_cut_faces(struct solid *s, struct polyhedron_fault *fault);
/* Replace the faces that have a vertex twice, since they touch themselves or have bridges to holes, by convex pieces. Returns the
 * number of faces that were cut, or -1 if one cannot be cut. */
int polyhedron_cut_rings(struct solid *s);
/* Cut such a face with the corners ring[n], which need not be flat, of a skeleton of this size into n - 2 triangles. Corners that
 * are `near` a line [L] are on it. Returns how many triangles there are, or 0 if the face cannot be cut. */
int polyhedron_ring_triangles(int (*made)[3], const double (*vertex)[3], int n, const int *ring, double size, double near);
/* Do both: cut the faces that are not convex, then check the solid. *fault has the numbers of the faces before they were cut. */
int polyhedron_cut_and_check(struct solid *s, struct polyhedron_fault *fault);

/* Volume, surface, centre of mass and inertia of a spheropolyhedron. If the skeleton is convex, they are exact to rounding.
 * By Steiner, with the volume V0, the surface S and the exterior angles a of the skeleton, V = V0 + S r + M r^2 + 4/3 pi r^3
 * and the surface is S + 2 M r + 4 pi r^2, where M = sum l a / 2. First and second moments are sums over the skeleton, a
 * prism on each face, a wedge on each edge and a sector on each vertex. In the dents of other skeletons these pieces end
 * where another face is as near, and are integrated numerically (polyhedron_union.h): the error of the volume is about 1e-8
 * of it as a rule, and that of the surface below 1e-6. Corners of faces that are small against the face that they come near
 * may be overlooked; errors of 1e-5 were seen. m->error bounds the error of the volume as a rule, in this case, too. Third
 * moments are those of the skeleton. MASS_EMPTY if there is no volume, MASS_UNSOUND if the solid angles at the vertices do
 * not add up to 2 pi times Euler's number. */
enum mass_status polyhedron_mass(struct mass3 *m, const struct polyhedron *p);
/* The radius of the largest ball inside the skeleton [L], to rounding: a linear program of four variables. 0 if the skeleton has
 * no volume; not a number if it is not convex. */
double polyhedron_inradius(const struct polyhedron *p);
/* The integral of the mean curvature over the surface of the skeleton, M = sum l a / 2 [L]; of a segment pi times its length. */
double polyhedron_mean_curvature(const struct polyhedron *p);

#endif
