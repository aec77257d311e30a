/* mass3.h: volume, centre of mass, tensor of inertia and principal axes of bodies in space.
 *
 * Everything is per unit density: the volume is the mass of a body of density 1.
 *
 * A program finds the mass3 of a body by one of
 *     balls_mass, balls_mass_pebbles      (balls.h)      spheres and clumps
 *     ellipsoid_mass                      (ellipsoid.h)
 *     implicit_mass                       (implicit.h)   an ellipsoid with bumps
 *     mass3_by_voxels, mass3_by_samples   (lines.h)      any of these, by the methods of the papers
 * then finds its axes by mass3_principal, and moves the coordinates of the body by its centre and turn. */
#ifndef SCREE_MASS3_H
#define SCREE_MASS3_H

#include "base/vec.h"
#include "plane/mass.h"

struct mass3 {
	double volume;        /* [L^3]; [M] if pebbles have densities, the moments likewise */
	double surface;       /* [L^2]; not a number if the method does not give it */
	double com[3];        /* centre of mass in the body's coordinates [L] */
	double inertia[6];    /* tensor about com [L^5]: xx yy zz xy xz yz, Ixx = integral of y^2 + z^2, Ixy = integral of - x y */
	double third[10];     /* integrals of xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz about com [L^6]; they distinguish front and
	                         back where the tensor is symmetric. Of balls, each counts as a whole, overlaps included */
	double error;         /* of the volume [L^3], as defined by each method */
};

/* Integrals over a body about some origin; weighted with a density if there is one. */
struct moments3 {
	double one;           /* of 1 */
	double first[3];      /* of x y z */
	double second[6];     /* of xx yy zz xy xz yz */
	double third[10];     /* of xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz */
};

/* The indices of the coordinates in each second and third moment, in the order of struct moments3: xx is { 0, 0 }. */
extern const int moments3_second[6][2], moments3_third[10][3];

/* Add a mass m at the point x. */
void moments3_add(struct moments3 *a, double m, const double x[3]);
/* Add a mass m around the point x that is symmetric about x. variance[3] are the mean squares of distances from x along the axes
 * [L^2]; there are no covariances. A box of width d has d^2 / 12, a ball r^2 / 5. */
void moments3_add_spread(struct moments3 *a, double m, const double x[3], const double variance[3]);
/* Add weight times a ball of density 1 and radius r at the point x. */
void moments3_add_ball(struct moments3 *a, double weight, const double x[3], double r);

/* The integrals over the tetrahedron from the origin to the corners of a triangle: of 1 times 6, of x times 24, of x x times
 * 120, of x x x times 720. They are negative if the corners go clockwise as seen from outside. With
 * D = v1.((v2 - v1) x (v3 - v1)) they are D, D S_i, D (S_i S_j + S_ij) and
 * D (S_i S_j S_k + S_ij S_k + S_ik S_j + S_jk S_i + 2 S_ijk), where S_i, S_ij, S_ijk are the sums of v_i, v_i v_j, v_i v_j v_k
 * over the corners: the integral of a product of barycentric coordinates is D times the factorials of the powers over the
 * factorial of (their sum + 3). D is computed from the edges, not as v1.(v2 x v3), so that its rounding is in proportion to the
 * triangle. */
void moments3_of_tetrahedron(struct moments3 *t, const vec3 corner[3]);

/* The mass from moments about an origin; surface and error are not numbers yet. MASS_EMPTY if the integral of 1 is not
 * positive. */
enum mass_status mass3_of_moments(struct mass3 *m, const struct moments3 *a, const double origin[3]);

/* Change m to that of the body turned by the quaternion q and then moved by at [L]. */
void mass3_move(struct mass3 *m, const double at[3], const double q[4]);
/* The same without third moments, whose change takes longest; they stay as they were. */
void mass3_move_tensor(struct mass3 *m, const double at[3], const double q[4]);

/* Principal axes. */
struct principal3 {
	double moment[3];     /* principal moments about the centre of mass, ascending, so that x is the long axis [L^5] */
	double axis[3][3];    /* rows: the principal axes x, y, z in the body's coordinates, right-handed */
	double turn[4];       /* quaternion w x y z, w >= 0: x_given = com + R(turn) x_principal, the columns of R are the axes */
	int equal[2];         /* whether the first two and the last two moments are equal, to MASS3_EQUAL of the greatest */
};
#define MASS3_EQUAL 1e-8

/* The principal axes of a body. They are the same directions in the body however it is turned.
 *
 * Directions: the eigenvectors of the tensor, by ascending moment. If moments are equal, every direction of a plane or of space
 * is an eigenvector. Then the first of these axes goes where the third moment along it, the integral of (e.x)^3, is greatest.
 * Signs: an axis points to the side where its third moments are positive. The first of these integrals that is not 0 decides:
 * (e.x)^3, (e.x) |x|^2, and (e.x) (f.x)^2, where f is the next axis. The search goes along x, then y, then z until two signs are
 * known; the third follows because the frame is right-handed.
 * Marks: all third moments vanish in a cube, a cross, or a rod with equal ends. Then the marks decide: mark[n] = x y z weight,
 * points that turn with the body, such as its pebbles. Axes of equal moments go where marks3_plane and marks3_space (marks3.h)
 * put them; signs follow marks3_compare.
 * Least turn: if the marks do not decide either (bodies of revolution, symmetric marks, no marks), the turn is made least. The
 * axes of equal moments and the remaining signs make the trace of R greatest; of equal traces the first of +++, +--, -+-, --+
 * is taken. A third moment counts as 0 below 1e-7 of the volume times the cube of the greatest radius of gyration. */
void mass3_principal_marked(struct principal3 *p, const struct mass3 *m, int n, const double (*mark)[4]);
/* The principal axes of a body without marks. */
void mass3_principal(struct principal3 *p, const struct mass3 *m);

#endif
