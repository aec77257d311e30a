/* faces3.h: contacts of bodies with faces: the features of a polyhedron, and where two of them are nearest.
 *
 * The energy of two bodies is a sum over pairs of closed features, with the law's potential phi and the overlap d of the pair,
 *
 *     U = sum phi(vertex of i, face of j) + sum phi(face of i, vertex of j) + sum w(s) phi(edge of i, edge of j).
 *
 * The nearest point of a face may be on its boundary, and that of an edge at its end: so nothing jumps where a vertex slides
 * over a rim. The distance of two edges has a kink where they are parallel, since the nearest points leap from end to end. The
 * weight takes such pairs away smoothly (the mollifier of Li and others, Incremental Potential Contact, 2020): with the unit
 * directions u1 and u2 and s = |u1 x u2|^2, w = 1 for s >= FACES3_PARALLEL = e, else (s / e) (2 - s / e). Parallel edges rest on
 * vertices and faces. Pebbles are vertices. A rod is a face of two corners. Edges in a flat face, where it was cut into convex
 * pieces, count -1 with vertices: what touches two pieces at their cut is counted once. Where several cuts meet at a corner
 * there is one more piece than cuts; around a vertex inside a flat face there would be as many, and nothing would be left, so
 * polyhedron_init refuses such a vertex. Reentrant edges, and vertices that have no other, are no features, since others
 * touch first. */
#ifndef SCREE_FACES3_H
#define SCREE_FACES3_H

#include <stddef.h>

#include "base/vec.h"
#include "base/wide.h"
#include "world/solid.h"

#define FACES3_PARALLEL 0.01

/* FEATURE_LINE: the face of a rod. FEATURE_CUT: an edge in a flat face. */
enum feature_kind { FEATURE_NONE, FEATURE_VERTEX, FEATURE_EDGE, FEATURE_FACE, FEATURE_LINE, FEATURE_CUT };

/* A side of a face: its first corner and length [L], its unit direction. A point y is beyond it if along.(n x y) > rim, with the
 * normal n of the face: n x along is in the plane of the face, and inwards. */
struct side3 { vec3 from, along; double length, rim; };

/* Four sides of a face in lanes, on lines of the cache. A face has its sides in order along the first lanes of all its sides3,
 * then along the second ones. Behind the last side lanes are 0: nothing is beyond them. */
enum { SIDES = 4 };
struct sides3 { double from[3][SIDES], length[SIDES], along[3][SIDES], rim[SIDES]; };

/* A feature, on one line of the cache: the centre and the radius of a ball around it, with the spheroradius; of a vertex and
 * an edge the centre is the vertex and the middle. half: half of an edge, or of the face of a rod [L]; normal: the outward unit
 * normal of another face; kind: enum feature_kind. n_four, sides: the number of sides3 of a face, the index of the first. */
struct entry3 { double x, y, z, r; union { vec3 half, normal; }; unsigned kind : 4, n_four : 28; int sides; };

/* A polyhedron at size 1, in the body frame. Features are numbered as in solid/polyhedron.h. */
struct faces3 {
	int n_vertex, n_edge, n_face, n; /* n: of all features */
	struct entry3 *entry; /* [n] */
	int *first;           /* [n_face+1] first corner of a face */
	int n_four;
	struct sides3 *sides; /* [n_four] sides of the faces */
	vec3 *normal;         /* [n_face] outward unit normals */
	int *corner;          /* [first[n_face]] the vertex at which a side begins */
	int (*end)[2];        /* [n_edge] vertices at the two ends, middle - half and middle + half */
	double *vertex[3];    /* [n_column] the coordinates of the vertices, and of the last one again up to a multiple of 8 [L] */
	int n_column;
	int meeting;          /* the most faces that meet at a vertex */
	double r;             /* spheroradius [L] */
};

/* Side c of a face. */
static inline struct side3 faces3_side(const struct faces3 *f, int face, int c)
{
	const struct entry3 *e = &f->entry[f->n_vertex + f->n_edge + face];
	int n = (int)e->n_four, k = c / n;
	const struct sides3 *s = &f->sides[e->sides + c % n];

	return (struct side3){ v3(s->from[0][k], s->from[1][k], s->from[2][k]), v3(s->along[0][k], s->along[1][k], s->along[2][k]),
		s->length[k], s->rim[k] };
}

/* Whether the point y is beyond a side. over: the cross product of the normal of the face and y. */
static inline int side3_beyond(const struct side3 *a, vec3 over)
{
	return v3_dot(a->along, over) > a->rim;
}

static inline vec3 faces3_middle(const struct faces3 *f, int k)
{
	return v3(f->entry[k].x, f->entry[k].y, f->entry[k].z);
}

/* Set up the features of a solid of kind polyhedron. Returns -1 if its surface has a fault, see polyhedron_init. */
int faces3_init(struct faces3 *f, const struct solid *s);
void faces3_free(struct faces3 *f);
/* The memory of the features [bytes]. */
size_t faces3_bytes(const struct faces3 *f);

/* Where a body is: its position, its rotation matrix times its size [L], and 1 / size^2. column: the columns of m, with a
 * fourth number that means nothing; only faces3_nearest_many needs them. */
struct frame3 { vec3 at; double m[3][3], inverse, column[3][4]; };

/* A feature in space. faces is NULL for a pebble. middle: the pebble's centre, the vertex, or the middle of the edge; not used
 * for faces [L]. */
struct feature3 { const struct faces3 *faces; const struct frame3 *frame; int k; vec3 middle; };

/* The nearest points of two features. */
struct nearest3 {
	vec3 arm;             /* the point of i from i's position [L] */
	double weight;        /* w(s), 1 or -1 */
	vec3 w;               /* from the point of i to the point of j [L] */
	vec3 slope;           /* the torque on j that the change of the weight gives, per energy; the torque on i is opposite */
	int slopes, none;     /* slope may not be 0; set by faces3_nearest_many alone, which takes slope and these as four numbers */
};

/* The weight w of two edges from s, see above. */
static WIDE_INLINE double faces3_weight(double s)
{
	double part = s / FACES3_PARALLEL;

	return s < FACES3_PARALLEL ? part * (2 - part) : 1;
}

/* The pairs of two bodies that touch count by their weights, in units of 1/1024 so that sums do not depend on the order. So many
 * springs are as many times as stiff as one, and dashpots for as many times less mass give their collision the restitution of
 * one. */
static inline int faces3_count(double weight)
{
	return (int)(1024 * weight);
}

/* By how many the pairs share the mass for their dashpots, from the sum of their counts. */
static inline double faces3_share(int counts)
{
	return counts > 1024 ? counts / 1024.0 : 1;
}

static inline enum feature_kind faces3_kind(const struct faces3 *f, int k)
{
	return f ? (enum feature_kind)f->entry[k].kind : FEATURE_VERTEX;
}

/* Whether a pair of features counts. Two pebbles are no such pair. */
static inline int faces3_pairs(enum feature_kind i, enum feature_kind j)
{
	return (i == FEATURE_VERTEX && j >= FEATURE_FACE) || (i >= FEATURE_FACE && j == FEATURE_VERTEX) ||
	       (i == FEATURE_EDGE && j == FEATURE_EDGE);
}

/* Find the nearest points of a feature of body i at a and one of body j. j's feature and frame are displaced by h [L]. The
 * features are a pair that counts. */
void faces3_nearest(const struct feature3 *i, const struct feature3 *j, vec3 h, struct nearest3 *out);
/* The same for an edge of body i and a segment middle -+ half, half not 0, which is an edge of j. */
void faces3_to_segment(const struct feature3 *i, vec3 middle, vec3 half, struct nearest3 *out);
/* The same for an edge of body i and the line through at along the unit vector axis, which counts as an edge of j. */
void faces3_to_line(const struct feature3 *i, vec3 at, vec3 axis, struct nearest3 *out);

/* The ends of edge k of the body at `at`. */
void faces3_ends(const struct faces3 *f, const struct frame3 *at, int k, vec3 end[2]);
/* Whether the segment from x to y goes through a face of the body at `at`. */
int faces3_through(const struct faces3 *f, const struct frame3 *at, vec3 x, vec3 y);
/* Whether the skeletons of two bodies meet: an edge of one goes through a face of the other. j is displaced by h [L]. Either may
 * be NULL, a body of pebbles: then the answer is 0. */
int faces3_meet(const struct faces3 *i, const struct frame3 *fi, const struct faces3 *j, const struct frame3 *fj, vec3 h);
/* Whether a point is in the skeleton of a body (parity of the faces above it along a ray). */
int faces3_inside(const struct faces3 *f, const struct frame3 *at, vec3 x);

#endif
