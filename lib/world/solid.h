/* solid.h: a shape in three dimensions: the contents of its record, and its mass record. */
#ifndef SCREE_SOLID_H
#define SCREE_SOLID_H

/* A term that is added to (sign 1) or subtracted from (sign -1) the quadric of an object: sign max(Q, 0)^3 with
 * Q = k (1 - (x - c)^T B (x - c)). */
struct bump {
	int sign;
	double k, c[3];       /* height, > 0; centre [L] */
	double b[6];          /* B [L^-2]: xx yy zz xy xz yz */
};

/* Half the sides [L] of the bounding box of a bump's ellipsoid, where Q > 0. B must be positive definite. */
void bump_reach(const struct bump *bump, double reach[3]);
/* The bounding box lo .. hi [L] of an ellipsoid with semiaxes a and of n bumps. Dents do not count. */
void bumps_box(const double a[3], int n, const struct bump *bump, double lo[3], double hi[3]);

enum { CYLINDER_IN = -1, CYLINDER_OUT = 1 };

/* Lengths and coordinates are in the body frame [L] unless a comment says otherwise. */
struct solid {
	/* sphere, clump */
	double (*ball)[4];    /* [n] x y z r; a sphere is one ball at the origin */
	double *density;      /* [n] densities of the pebbles relative to the material's density; NULL: all are 1 */
	/* mesh */
	double (*vertex)[3];  /* [n] */
	int (*face)[3];       /* [n_face] vertices, counter-clockwise seen from outside */
	/* polyhedron: everything within r of the vertices, the faces, and what these enclose. Face k has the corners
	 * corner[first[k]] to corner[first[k + 1] - 1], indices of vertex, counter-clockwise seen from outside. first is
	 * [n_face + 1], NULL for other kinds */
	int *first, *corner;
	int n, n_face, n_bump;
	/* ellipsoid, object: semiaxes of sum (x_k / a_k)^2 <= 1 along the axes */
	double a[3];
	/* object: position and orientation in the body frame of the object's own frame, the frame of its semiaxes and bumps */
	double at[3], turn[4];
	struct bump *bump;    /* [n_bump] in the object's own frame */
	double reach;         /* object: cached result of solid_reach, or 0; set it to 0 after a change of the shape */
	/* a plane is z <= 0; the surface of a cylinder is x^2 + y^2 = r^2, |z| <= length / 2 */
	double r, length;     /* r also of a polyhedron; length: INFINITY without ends */
	int side;             /* CYLINDER_IN: bodies are inside (a tube); CYLINDER_OUT: bodies are outside (a rod) */

	/* mass record, per unit density; volume < 0: there is no record */
	double volume;        /* [L^3] */
	double inertia[6];    /* about the origin, Ixx Iyy Izz Ixy Ixz Iyz with Ixy = -int xy [L^5] */
	double centre[3];     /* position of the origin in the frame in which the shape was drawn, */
	double turned[4];     /* and orientation of the body frame there: x_drawn = centre + R(turned) x */
	double surface;       /* surface area [L^2]; < 0: unknown */
	double error;         /* error of the volume [L^3]; < 0: unknown */
	char method[16];
};

/* Returns an empty solid without a mass record, on the heap. */
struct solid *solid_new(void);
void solid_free(struct solid *s); /* s may be NULL */
struct solid *solid_copy(const struct solid *s);
/* Multiply all lengths by f > 0, about the origin. The mass record is dropped. */
void solid_scale(struct solid *s, double f);
/* Returns the greatest distance from the origin to a point of the solid [L]; for a cylinder, to a point of its surface; 0 for a
 * plane. For an object the result is an upper bound, at most 0.1 % too large except for extreme shapes. An object caches the
 * result, so the first call for a shape must not run on several threads at once. */
double solid_reach(const struct solid *s);
/* Returns the greatest u.x over the points of an object, |u| = 1 [L]: an upper bound, too large by at most 1e-10 of its reach
 * except for extreme shapes. */
double solid_support(const struct solid *s, const double u[3]);
/* Returns NULL if a body can have the inertia tensor t[6] (xx yy zz xy xz yz), to rounding; otherwise what is expected of it. */
const char *inertia_fault(const double t[6]);

#endif
