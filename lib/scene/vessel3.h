/* vessel3.h: walls of space around grains, and what they do: planes, plates, the six walls of a triaxial test, tubes, hoppers,
 * drums; as scene/vessel.h in the plane.
 *
 * Every function adds walls, bodies with shapes of their own, and the constraints that hold them. Nothing is looked at but the
 * geometry: whether grains stand where walls are, and whether tags are taken, is for the caller. */
#ifndef SCREE_VESSEL3_H
#define SCREE_VESSEL3_H

#include "world/world.h"

/* ---- single walls; each returns the body's row, its shape is the world's last ---- */

/* A plane through a point, grains being where its normal (any length above 0) points to. */
int wall3_plane(struct world *w, const double point[3], const double normal[3], const char *material, const char *tag);
/* A cylinder about an axis (any length above 0) through its middle; length may be INFINITY, side is CYLINDER_IN or _OUT. */
int wall3_cylinder(struct world *w, const double middle[3], const double axis[3], double r, int side, double length,
	const char *material, const char *tag);
/* A surface with its vertices [n_vertex][3] relative to the body's place, which it turns about. It need not be closed. */
int wall3_surface(struct world *w, const double place[3], int n_vertex, const double (*vertex)[3], int n_face,
	const int (*face)[3], const char *material, const char *tag);
/* The constraint on a tag, all six degrees of freedom fixed. */
struct constraint *wall3_fix(struct world *w, const char *tag);

/* ---- vessels ---- */

struct vessel3 {
	double lo[3], hi[3];  /* the space between the walls [L] */
	const char *material;
	double room;          /* free space above it, and whereto walls may move outwards [L] */
};

/* A pair of planes across an axis, the second of which is pressed inwards, moves with a velocity, or is fixed. */
struct vessel3_pair {
	double pressure;      /* on the area between the walls around, as it changes [M/(L T^2)]; NAN: none */
	double force;         /* [M L/T^2]; NAN: none */
	double velocity;      /* [L/T], outwards; NAN: none */
	double m, c;          /* mass [M] and damping [M/T] of the plane under load */
};
/* Planes left, right (along x), front, back (y), bottom and top (z); right, back and top do what pair[3] says. The domain is
 * the space between them, with room where they move. */
void vessel3_box(struct world *w, const struct vessel3 *v, const struct vessel3_pair pair[3]);

/* Planes bottom and top, or, rough, the grains of which box[n_row][6] (lo and hi) reaches into strips at the lower and the upper
 * end, whose numbers go to n[2]. The top moves along x and is pressed down as pair says, or is fixed. The domain stays as
 * it is along x and y, with room above. Returns 0, or the id of a grain that reaches both. */
struct vessel3_plates {
	int rough;
	double strip;         /* thickness of the strips [L] */
	double speed;         /* of the top along x [L/T]; NAN: fixed */
	struct vessel3_pair pair;
};
int64_t vessel3_plates(struct world *w, const struct vessel3 *v, const struct vessel3_plates *p, const double (*box)[6],
	int n[2]);

/* A tube without ends, upright around the largest circle in the middle of the space, on a plane bottom. */
void vessel3_tube(struct world *w, const struct vessel3 *v);

/* An upright tube, the bin; in it from lo[2] downwards a funnel, whose sides make an angle with the level, to an opening in the
 * middle, or at angle 0 a level floor around it; and a plane bottom further below, where the bin ends and keeps what has fallen,
 * or an outlet there.
 * The funnel is a surface of sides that touch the cone from outside. Returns the height of the opening. */
struct vessel3_hopper {
	double opening;       /* diameter, in (0, that of the bin) [L] */
	double angle;         /* in [0, pi / 2) */
	double drop;          /* free space below the opening [L] */
	int sides;            /* 3 at least */
	double gate;          /* time when a lid of the opening with the tag gate is taken away [T]; NAN: it is open */
	/* what is at the lower end: the plane, or an outlet drain that takes bodies away, or puts them back above the lower edge of
	 * the space in the largest square that the bin holds */
	enum vessel3_drain { VESSEL3_BOTTOM, VESSEL3_REMOVE, VESSEL3_RETURN } drain;
};
double vessel3_hopper(struct world *w, const struct vessel3 *v, const struct vessel3_hopper *h);

/* A tube along y around the largest circle across, which turns about its axis; between planes front and back, which turn with it,
 * unless endless. baffles are plates along it of the given height on its inside, one body. */
struct vessel3_drum {
	double omega, height; /* [1/T] about +y, [L] */
	int baffles, endless;
};
void vessel3_drum(struct world *w, const struct vessel3 *v, const struct vessel3_drum *d);

#endif
