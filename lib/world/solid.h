/* solid.h: a shape in three dimensions: what its record says, and its mass record. */
#ifndef SCREE_SOLID_H
#define SCREE_SOLID_H

/* What is added to the quadric of an object, or with sign -1 taken away: sign max(Q, 0)^3 with
 * Q = k (1 - (x - c)^T B (x - c)). */
struct bump {
	int sign;
	double k, c[3];       /* height, > 0; centre [L] */
	double b[6];          /* B [L^-2]: xx yy zz xy xz yz */
};

/* Half the sides of the box around the ellipsoid of a bump, where Q > 0; B positive definite [L]. */
void bump_reach(const struct bump *bump, double reach[3]);
/* The box around an ellipsoid with half axes a and those of n bumps, dents left out [L]. */
void bumps_box(const double a[3], int n, const struct bump *bump, double lo[3], double hi[3]);

enum { CYLINDER_IN = -1, CYLINDER_OUT = 1 };

/* All in the body frame [L] but where it says otherwise. */
struct solid {
	/* sphere, clump */
	double (*ball)[4];    /* [n] x y z r; a sphere is one ball about the origin */
	double *density;      /* [n] densities of the pebbles relative to the material's, or NULL: all 1 */
	/* mesh */
	double (*vertex)[3];  /* [n] */
	int (*face)[3];       /* [n_face] vertices, counter-clockwise seen from outside */
	int n, n_face, n_bump;
	/* ellipsoid, object: half axes of sum (x_k / a_k)^2 <= 1 along the axes */
	double a[3];
	/* object: where its own frame, which its axes and bumps are in, stands in the body frame */
	double at[3], turn[4];
	struct bump *bump;    /* [n_bump], in the object's own frame */
	double reach;         /* of an object: what solid_reach has found, or 0; whoever changes the shape forgets it */
	/* a plane is z <= 0; cylinder, about the z axis: its surface is where x^2 + y^2 = r^2 and |z| <= length / 2 */
	double r, length;     /* length: INFINITY without ends */
	int side;             /* where bodies are: CYLINDER_IN of a tube, CYLINDER_OUT of a rod */

	/* the mass record, per unit density; volume < 0 when there is none */
	double volume;        /* [L^3] */
	double inertia[6];    /* about the origin, Ixx Iyy Izz Ixy Ixz Iyz with Ixy = -int xy [L^5] */
	double centre[3];     /* where the origin was in the frame in which the shape was drawn, */
	double turned[4];     /* and how the body frame lies there: x_drawn = centre + R(turned) x */
	double surface;       /* [L^2], < 0: not known */
	double error;         /* of the volume [L^3], < 0: not known */
	char method[16];
};

/* An empty solid without a mass record, on the heap. */
struct solid *solid_new(void);
void solid_free(struct solid *s); /* NULL too */
struct solid *solid_copy(const struct solid *s);
/* Multiply all lengths by f > 0, about the origin; the mass record is forgotten. */
void solid_scale(struct solid *s, double f);
/* The greatest distance from the origin to a point of it, of a cylinder to its surface [L]; a plane has none: 0. Of an object
 * it is not less, and a thousandth more at most but for strange ones. An object keeps it: the first call for a shape is not for
 * several threads at once. */
double solid_reach(const struct solid *s);
/* The greatest u.x of an object's points, |u| = 1: not less, and 1e-10 of its reach more at most but for strange ones [L]. */
double solid_support(const struct solid *s, const double u[3]);
/* Whether anything can have the inertia tensor t[6] (xx yy zz xy xz yz), to rounding: NULL, or what is expected of it.
 * */
const char *inertia_fault(const double t[6]);

#endif
