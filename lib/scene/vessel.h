/* vessel.h: walls around grains, and what they do: boxes, the four walls of a biaxial test, hoppers, columns, drums.
 *
 * Every function adds walls with tags of their own, and the constraints that hold them, and makes the domain what
 * goes with them: closed, and large enough for what is to come. Nothing is looked at but the geometry: whether
 * grains stand where walls are, and whether tags are taken, is for the caller to check before. */
#ifndef SCREE_VESSEL_H
#define SCREE_VESSEL_H

#include "world/world.h"

struct vessel2 {
	double lo[2], hi[2];  /* the space between the inner faces [L] */
	double r;             /* spheroradius of the walls [L] */
	const char *material;
	double room;          /* free space above it, and whereto walls may move outwards [L] */
};

/* One straight fixed wall, its middle line from a to b. */
void vessel_line(struct world *w, const struct vessel2 *v, double ax, double ay, double bx, double by, const char *tag);
/* The constraint on a tag, all degrees of freedom fixed. */
struct constraint *vessel_fix(struct world *w, const char *tag);

/* Walls left, right, bottom and top, fixed. The lid is narrower than the box by a little play; room is not used. */
void vessel2_box(struct world *w, const struct vessel2 *v);

/* A fixed plate at the bottom and one at the top, which moves along x and is pressed down by a force per length, or
 * is fixed. Lines of the whole width; or, rough, the grains of which box[n_row][4] (grains_look's) reaches into a
 * strip at the edges of the space, whose numbers go to n[2]. The domain stays periodic in x, where it was. Returns
 * 0, or the id of a grain that reaches both. */
struct vessel2_plates {
	int rough;
	double strip;         /* thickness of the strips [L] */
	double speed, load;   /* [L/T], [M/T^2]; NAN: none */
	double m, c;          /* mass [M] and damping [M/T] of the plate under load */
};
int64_t vessel2_plates(struct world *w, const struct vessel2 *v, const struct vessel2_plates *p, const double (*box)[4],
	int n[2]);

/* Two pairs of walls that reach past each other at the corners: left and right, bottom and top. left and bottom are
 * fixed, right and top are pressed inwards by a force per free length, move as the distance of the pair times a
 * rate, or are fixed. They must be of a material that passes through itself, see vessel2_pass. */
struct vessel2_pair {
	double pressure;      /* [M/T^2], NAN: none */
	double rate;          /* [1/T], below 0 inwards; NAN: none */
	double m, c;          /* mass [M] and damping [M/T] of the wall under pressure */
};
void vessel_biaxial(struct world *w, const struct vessel2 *v, const struct vessel2_pair pair[2]);
/* Define a material that meets each other of the scene with its own law, of friction mu where that is not NAN, and
 * itself not at all (kn = 0). */
void vessel2_pass(struct world *w, const char *name, double density, double mu);

/* A bin with walls left and right, and below it slopes (of the given angle to the level) to an opening in the
 * middle; for angle 0 it has a flat floor. The lower edge of the bin is lo[1]. Returns the height of the opening. */
struct vessel2_hopper {
	double opening;       /* between the tips, in (0, hi[0] - lo[0]) [L] */
	double angle;         /* in [0, pi / 2) */
	double drop;          /* free space below the tips [L] */
	double gate;          /* time when a gate with the tag gate is taken away [T]; NAN: it is open */
	enum vessel2_drain { VESSEL_KEEP, VESSEL_REMOVE, VESSEL_RETURN } drain; /* what an outlet drain does below the free space */
};
double vessel2_hopper(struct world *w, const struct vessel2 *v, const struct vessel2_hopper *h);

/* A column between the wall left and the gate, which is taken away at a time (NAN: never), on a floor bottom that
 * goes on for the length of run to the wall right. */
void vessel_column(struct world *w, const struct vessel2 *v, double run, double gate);

/* A polygon around the circle of radius R about (x, y), which its sides touch from outside; it has the tag drum and
 * turns at omega. baffles are spikes of the given height on sides that follow each other regularly; sides is a
 * multiple of their number. */
struct vessel2_drum {
	double x, y, R, omega, height;
	int sides, baffles;
};
void vessel2_drum(struct world *w, const struct vessel2 *v, const struct vessel2_drum *d);

#endif
