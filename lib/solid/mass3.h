/* mass3.h: volume, centre of mass, tensor of inertia and principal axes of bodies in space.
 *
 * All per unit density: the volume is the mass of a body of density 1.
 *
 * A program finds the mass3 of a body by one of
 *     balls_mass, balls_mass_pebbles      (balls.h)      spheres and clumps
 *     ellipsoid_mass                      (ellipsoid.h)
 *     implicit_mass                       (implicit.h)   a quadric with bumps
 *     mass3_by_voxels, mass3_by_samples   (lines.h)      any of them, as the papers do it
 * then its axes by mass3_principal, and moves the body's coordinates by its centre and turn. */
#ifndef SCREE_MASS3_H
#define SCREE_MASS3_H

#include "plane/mass.h"

struct mass3 {
	double volume;        /* [L^3]; [M] where pebbles have densities, and the moments accordingly */
	double surface;       /* [L^2]; not a number where the method gives none */
	double com[3];        /* centre of mass [L], in the body's coordinates */
	double inertia[6];    /* tensor about it [L^5]: xx yy zz xy xz yz, Ixx = integral of y^2 + z^2, Ixy = that of - x y */
	double third[10];     /* integrals of xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz about it [L^6], which say what is front
	                         and back of symmetric tensors; balls count one by one whatever they overlap */
	double error;         /* of the volume [L^3], see each method */
};

/* Integrals over a body, with a density if there is one, about some origin. */
struct moments3 {
	double one;           /* of 1 */
	double first[3];      /* of x y z */
	double second[6];     /* of xx yy zz xy xz yz */
	double third[10];     /* of xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz */
};

/* The coordinates in each second and third moment, in the order of struct moments3: xx is { 0, 0 }. */
extern const int moments3_second[6][2], moments3_third[10][3];

/* Add a mass m at the point x. */
void moments3_add(struct moments3 *a, double m, const double x[3]);
/* Add a mass m about the point x that has these variances along the axes, the mean squares of distances [L^2], no
 * covariances and a middle by symmetry: a box of width d has d^2 / 12, a ball r^2 / 5. */
void moments3_add_spread(struct moments3 *a, double m, const double x[3], const double variance[3]);
/* Add a ball of density 1 and radius r at the point x, times a weight. */
void moments3_add_ball(struct moments3 *a, double weight, const double x[3], double r);

/* The mass from moments about an origin; surface and error are not numbers yet. MASS_EMPTY where the first is not
 * positive. */
enum mass_status mass3_of_moments(struct mass3 *m, const struct moments3 *a, const double origin[3]);

/* The mass of the body turned by the quaternion q, then moved by at. */
void mass3_move(struct mass3 *m, const double at[3], const double q[4]);

/* Principal axes. */
struct principal3 {
	double moment[3];     /* principal moments about the centre of mass, ascending: x is the long axis [L^5] */
	double axis[3][3];    /* rows: the principal axes x, y, z in the body's coordinates, right-handed */
	double turn[4];       /* quaternion w x y z, w >= 0, of x_given = com + R(turn) x_principal: R's columns are the axes */
	int equal[2];         /* whether the first two, the last two moments are equal, to MASS3_EQUAL of the greatest */
};
#define MASS3_EQUAL 1e-8

/* The principal axes of a body, the same for the body however it is turned:
 *
 * Directions are the eigenvectors of the tensor, by ascending moment. Where moments are equal, so that every direction
 * of a plane or of space would do, the first of these axes goes where the third moment along it, the integral of
 * (e.x)^3, is greatest.
 * Then signs: an axis points to where its third moments are positive: the first that is not 0 of the integrals of
 * (e.x)^3, of (e.x) |x|^2, and of (e.x) (f.x)^2, f being the next axis. It is looked for along x, then y, then z until
 * two signs are known; the third follows, for the frame is right-handed.
 * What third moments do not tell (they all vanish in a cube, a cross, a rod with equal ends) the marks tell, mark[n] = x y z
 * weight, points that turn with the body: its pebbles, say. Equal moments: the axes go where marks3_plane and marks3_space
 * (marks3.h) have them. Signs: as marks3_compare prefers.
 * What neither tells (of a body of revolution, or one with symmetric marks, or without) is chosen so that the turn
 * is least: the axes of equal moments, then the signs that are left, make the trace of R greatest; of equal ones the
 * first of +++, +--, -+-, --+.
 * A third moment counts as 0 below 1e-7 of the volume times the cube of the greatest radius of gyration. */
void mass3_principal_marked(struct principal3 *p, const struct mass3 *m, int n, const double (*mark)[4]);
/* Without marks. */
void mass3_principal(struct principal3 *p, const struct mass3 *m);

#endif
