/* clump.h: rigid clumps of pebbles, disks or balls, that stand for a shape in the plane or in space. */
#ifndef SCREE_CLUMP_H
#define SCREE_CLUMP_H

#include "clump/pebble.h"
#include "shape/field.h"
#include "solid/mass3.h"

/* Two clumps of this many disks have 2^31 pairs of disks, as many as scree-dem2 counts. */
enum { CLUMP_MOST = 46340 };

enum clump_method { CLUMP_COVER, CLUMP_SURFACE, CLUMP_GRID };

struct clump_plan {
	enum clump_method method;
	/* When to end; the first that is reached ends. 0: not asked for. */
	int n;                /* pebbles, 1 .. CLUMP_MOST */
	double coverage;      /* part of the body that pebbles cover, 0 .. 1 */
	double size_error;    /* of area or volume, relative */
	double inertia_error; /* of the tensor of inertia, relative, see clump_weight */
	double smallest;      /* no pebble is smaller than that [L]; ends where no more is found */
	/* What pebbles are like */
	double radius;        /* of all of them [L]; 0: as the method has it */
	double gap;           /* CLUMP_SURFACE, see struct pebble_plan */
	int apart;            /* none overlap */
	int inflate;          /* enlarge all radii alike, or lessen them, so that the union has the body's area or volume */
	int boundary;         /* CLUMP_GRID: leave out those that have all neighbours, when all is measured */
	int voxels;           /* along the longest side, for coverage; 0: 128 in space, 512 in the plane */
	uint64_t seed;        /* CLUMP_SURFACE */
};

/* What a shape weighs at density 1. */
struct clump_weight {
	double size, surface; /* area and perimeter, volume and surface */
	double com[3];        /* centre of mass in the shape's coordinates [L] */
	double tensor[6];     /* of inertia about it; in the plane the polar moment is zz and all else 0 */
	double moment[3];     /* principal moments, ascending; in the plane the polar moment and 0 0 */
	struct mass3 solid;   /* in space, all of it */
};
enum mass_status clump_weigh(struct clump_weight *w, const struct shape *s);
/* Relative errors: |size / size_was - 1|; |I - I_was| / |I_was|, I being the tensors about the own centres of mass and |I|
 * the root of the sum of their elements' squares. */
double clump_size_error(const struct clump_weight *is, const struct clump_weight *was);
double clump_inertia_error(const struct clump_weight *is, const struct clump_weight *was);

struct clump {
	int n;                /* pebbles, with those that are left out */
	double (*ball)[4];    /* [n] x y z r in the shape's coordinates, in the order in which they were found */
	double spacing;       /* of the grid [L], else 0 */
	double inflated;      /* added to all radii [L] */
	double coverage;      /* before that, by voxels */
	char *deep;           /* [n] CLUMP_GRID: those that have all neighbours, else NULL */
	struct clump_weight was, is; /* of the shape, and of the union of all pebbles */
};

enum clump_status {
	CLUMP_GOOD = 0,
	CLUMP_EMPTY,          /* the shape has no area or volume, or is no body */
	CLUMP_CROSSING,       /* a polygon that crosses itself */
	CLUMP_OPEN,           /* a boundary that could not be closed, of the shape or of the pebbles */
	CLUMP_THIN,           /* CLUMP_GRID: the shape fills next to nothing of its box */
	CLUMP_UNMET           /* no more pebbles were found, or CLUMP_MOST, before any of what was asked for: *c is how far it went */
};

/* Find pebbles for a shape: balls that lie in it (pebble.h), or of equal radius at the places of a grid through its centre of
 * mass (raster.h): by default the least with which those at the corners of a square or cube leave no hole, spacing times the
 * root of dim / 4; with apart, half the spacing. *c is to be freed in any case. */
enum clump_status clump_make(struct clump *c, const struct shape *s, const struct clump_plan *plan);
void clump_free(struct clump *c);

/* The clump as a shape, in the coordinates of the shape it was made for and with its id and what else it has, but for the
 * boundary's those that are deep; without a mass record, but with the place in the drawing. */
void clump_shape(struct shape *to, const struct clump *c, const struct shape *s, int boundary);
/* Let go of it. */
void clump_shape_free(struct shape *s);

/* How the surface of the clump follows that of the shape [L]. Distances between the surfaces: from points of either to the
 * nearest of the other. Gaps: from points of the shape's surface to the nearest pebble, negative inside one. */
struct clump_surface {
	double hausdorff;     /* greatest distance, over both surfaces */
	double rms;           /* root of its mean square, over both surfaces */
	double gap, roughness; /* mean and standard deviation of gaps */
};
struct clump_surface clump_compare(const struct shape *s, const struct shape *clump);

#endif
