/* vessel.h: vessels in the plane: boxes, plates, the four walls of a biaxial test, hoppers, columns, drums.
 *
 * Every function adds walls with tags of their own and the constraints that hold or drive them. It also sets the domain: closed,
 * and large enough for the motion to come. The functions look only at the geometry. The caller must check that no grains stand
 * where the walls are and that the tags are free. */
#ifndef SCREE_VESSEL_H
#define SCREE_VESSEL_H

#include "world/world.h"

/* ---- for the plane and for space ---- */

/* Fix all degrees of freedom of a tag. Returns the constraint. */
struct constraint *vessel_fix(struct world *w, const char *tag);
/* A drive with one value, or without a value for DRIVE_FIXED. */
struct dof vessel_drive(enum drive kind, double value);
/* Remove the bodies with the tag gate at time from [T], by an outlet. */
void vessel_gate(struct world *w, double from);
/* Give the grains that reach below `low` or above `high` along the last axis the tags bottom and top. box[n_row][2 dim] comes
 * from grains_look or grains3_look. n[2] gets their numbers. Returns 0, or the id of a grain that reaches beyond both. */
int64_t vessel_glue(struct world *w, double low, double high, const double *box, int n[2]);
/* Define a material whose walls pass through each other (kn = 0). Its law with every other material of the scene is a copy of
 * that material's law with itself; unless mu is NAN, the copy has the friction coefficient mu. */
void vessel_pass(struct world *w, const char *name, double density, double mu);

/* ---- vessels of the plane ---- */

struct vessel2 {
	double lo[2], hi[2];  /* the space between the inner faces [L] */
	double r;             /* spheroradius of the walls [L] */
	const char *material;
	double room;          /* free space above lo .. hi, and the distance that walls may move outwards [L] */
};

/* Add one straight fixed wall; its middle line runs from a to b. */
void vessel_line(struct world *w, const struct vessel2 *v, double ax, double ay, double bx, double by, const char *tag);

/* Fixed walls left, right, bottom and top. The lid is slightly narrower than the box. room is not used. */
void vessel2_box(struct world *w, const struct vessel2 *v);

struct vessel2_plates {
	int rough;
	double strip;         /* thickness of the strips [L] */
	double speed, load;   /* of the top: [L/T], [M/T^2]; NAN: none */
	double m, c;          /* mass [M] and damping [M/T] of the plate under load */
};
/* Plates at the bottom and at the top. The bottom is fixed. The top moves along x and is pressed down by a force per length, or
 * it is fixed. Smooth plates are lines over the whole width. Rough plates are the grains that reach into a strip at either end of
 * the space; box[n_row][4] comes from grains_look, and n[2] gets the numbers of grains at the bottom and top. The domain stays
 * periodic in x if it was. Returns 0, or the id of a grain that reaches into both strips. */
int64_t vessel2_plates(struct world *w, const struct vessel2 *v, const struct vessel2_plates *p, const double (*box)[4],
	int n[2]);

/* A pair of walls across an axis. The second wall is pressed inwards, moves, or is fixed. */
struct vessel2_pair {
	double pressure;      /* [M/T^2], NAN: none */
	double rate;          /* [1/T], negative inwards; NAN: none */
	double m, c;          /* mass [M] and damping [M/T] of the wall under pressure */
};
/* Two pairs of walls, left and right, bottom and top, that extend past each other at the corners. Left and bottom are fixed.
 * Right and top are pressed inwards by a force per free length, or move at a rate times the distance of the pair, or are fixed.
 * Their material must pass through itself, see vessel_pass. */
void vessel_biaxial(struct world *w, const struct vessel2 *v, const struct vessel2_pair pair[2]);

struct vessel2_hopper {
	double opening;       /* gap between the tips, in (0, hi[0] - lo[0]) [L] */
	double angle;         /* in [0, pi / 2) [rad] */
	double drop;          /* free space below the tips [L] */
	double gate;          /* time when the gate (tag gate) is removed [T]; NAN: there is no gate */
	enum vessel2_drain { VESSEL_KEEP, VESSEL_REMOVE, VESSEL_RETURN } drain; /* effect of the outlet drain below the free space */
};
/* A bin with walls left and right. Below the bin, slopes at the given angle to the horizontal lead to an opening in the middle;
 * for angle 0 the floor is flat. The lower edge of the bin is lo[1]. Returns the height of the tips of the slopes. */
double vessel2_hopper(struct world *w, const struct vessel2 *v, const struct vessel2_hopper *h);

/* A column between the wall left and a gate, on a floor (bottom) that extends by run [L] beyond the gate to the wall right. The
 * gate is removed at time gate [T]; NAN: never. */
void vessel_column(struct world *w, const struct vessel2 *v, double run, double gate);

struct vessel2_drum {
	double x, y, R, omega, height;
	int sides, baffles;
};
/* A drum: a polygon around the circle of radius R about (x, y), whose sides touch the circle from outside. It has the tag drum
 * and turns at the angular velocity omega. Baffles are spikes of the given height on sides at regular intervals; sides must be a
 * multiple of baffles. */
void vessel2_drum(struct world *w, const struct vessel2 *v, const struct vessel2_drum *d);

#endif
