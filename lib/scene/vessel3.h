/* vessel3.h: walls and vessels in space: planes, plates, the six walls of a triaxial test, tubes, hoppers, drums; scene/vessel.h
 * does the same for the plane.
 *
 * Every function adds walls, which are bodies with shapes of their own, and the constraints that hold or drive them. The
 * functions look only at the geometry. The caller must check that no grains stand where the walls are and that the tags are
 * free. */
#ifndef SCREE_VESSEL3_H
#define SCREE_VESSEL3_H

#include "world/world.h"

/* ---- single walls: each function returns the row of the body; its shape is the last of the world ---- */

/* Add a plane through a point. The grains are on the side to which the normal (of any length above 0) points. */
int wall3_plane(struct world *w, const double point[3], const double normal[3], const char *material, const char *tag);
/* Add a cylinder about an axis (of any length above 0) through its middle. length may be INFINITY; side is CYLINDER_IN or
 * _OUT. */
int wall3_cylinder(struct world *w, const double middle[3], const double axis[3], double r, int side, double length,
	const char *material, const char *tag);
/* Add a surface that need not be closed. Its vertices [n_vertex][3] are relative to the position of the body, about which it
 * turns. */
int wall3_surface(struct world *w, const double place[3], int n_vertex, const double (*vertex)[3], int n_face,
	const int (*face)[3], const char *material, const char *tag);
/* Add a polyhedron, with vertices relative to the position of the body. */
int wall3_polyhedron(struct world *w, const double place[3], const struct solid *polyhedron, const char *material,
	const char *tag);

/* ---- vessels ---- */

struct vessel3 {
	double lo[3], hi[3];  /* the space between the walls [L] */
	const char *material;
	double room;          /* free space above lo .. hi, and the distance that walls may move outwards [L] */
};

/* A pair of planes across an axis. The second plane is pressed inwards, moves with a velocity, or is fixed. */
struct vessel3_pair {
	double pressure;      /* on the current area between the surrounding walls [M/(L T^2)]; NAN: none */
	double force;         /* [M L/T^2]; NAN: none */
	double velocity;      /* outwards [L/T]; NAN: none */
	double m, c;          /* mass [M] and damping [M/T] of the plane under load */
};
/* Planes left, right (along x), front, back (y), bottom and top (z). pair[3] gives the motion of right, back and top. The domain
 * is the space between the planes, enlarged by room where they move. */
void vessel3_box(struct world *w, const struct vessel3 *v, const struct vessel3_pair pair[3]);

struct vessel3_plates {
	int rough;
	double strip;         /* thickness of the strips [L] */
	double speed;         /* of the top along x [L/T]; NAN: fixed */
	struct vessel3_pair pair;
};
/* Plates bottom and top. Smooth plates are planes. Rough plates are the grains that reach into a strip at either end, with
 * planes of the same tags behind them, which hold grains that slip between the glued ones; box[n_row][6] comes from
 * grains3_look, and n[2] gets the numbers of grains at the bottom and top. The top moves along x and is pressed down as pair
 * says, or it is fixed. The domain stays as it is along x and y and gets room above. Returns 0, or the id of a grain that
 * reaches into both strips. */
int64_t vessel3_plates(struct world *w, const struct vessel3 *v, const struct vessel3_plates *p, const double (*box)[6],
	int n[2]);

/* An upright tube without ends around the largest vertical cylinder in the middle of the space, on a plane bottom. */
void vessel3_tube(struct world *w, const struct vessel3 *v);

struct vessel3_hopper {
	double opening;       /* diameter, between 0 and the diameter of the bin [L] */
	double angle;         /* in [0, pi / 2) [rad] */
	double drop;          /* free space below the opening [L] */
	int sides;            /* number of sides of the funnel, at least 3 */
	double gate;          /* time when the lid on the opening (tag gate) is removed [T]; NAN: there is no lid */
	/* at the lower end: the plane; or an outlet drain that removes bodies; or one that returns them above the lower edge of the
	 * space, in the largest square that fits into the bin */
	enum vessel3_drain { VESSEL3_BOTTOM, VESSEL3_REMOVE, VESSEL3_RETURN } drain;
};
/* An upright tube, the bin, and below lo[2] a funnel in it. The sides of the funnel make an angle with the horizontal and lead to
 * an opening in the middle; at angle 0 they are a level floor around the opening. The funnel is a surface whose sides touch a
 * cone from outside. Further below, the bin ends at a plane bottom, which keeps the grains that have fallen, or at an outlet.
 * Returns the height of the opening. */
double vessel3_hopper(struct world *w, const struct vessel3 *v, const struct vessel3_hopper *h);

struct vessel3_drum {
	double omega, height; /* [1/T] about +y, [L] */
	int baffles, endless;
};
/* A tube along y that turns about its axis, around the largest circle in the cross-section. Unless it is endless, it lies between
 * planes front and back, which turn with it. Baffles are radial plates of the given height along its inside; all baffles are one
 * body. */
void vessel3_drum(struct world *w, const struct vessel3 *v, const struct vessel3_drum *d);

/* Whether the scene has polyhedra. Their edges have no single nearest point at the rim of a tube, so simulators want a tube
 * without ends for them. */
int vessel3_has_polyhedra(const struct world *w);

#endif
