/* clump.h: rigid clumps of pebbles (disks or balls) that approximate a shape in the plane or in space. */
#ifndef SCREE_CLUMP_H
#define SCREE_CLUMP_H

#include "clump/pebble.h"
#include "shape/field.h"
#include "solid/mass3.h"

/* The greatest number of pebbles: two clumps of CLUMP_MOST disks have 2^31 pairs of disks, the most that scree-dem2 counts. */
enum { CLUMP_MOST = 46340 };

enum clump_method { CLUMP_COVER, CLUMP_SURFACE, CLUMP_GRID };

struct clump_plan {
	enum clump_method method;
	/* When to stop: at the first target that is reached. 0 means that a target is not set. */
	int n;                /* pebbles, 1 .. CLUMP_MOST */
	double coverage;      /* fraction of the body that pebbles cover, 0 .. 1 */
	double size_error;    /* relative error of area or volume */
	double inertia_error; /* relative error of the tensor of inertia, see clump_inertia_error */
	double smallest;      /* least radius of a pebble [L]; stop if no more are found */
	/* Properties of the pebbles */
	double radius;        /* of all pebbles [L]; 0: chosen by the method */
	double gap;           /* CLUMP_SURFACE: see struct pebble_plan */
	int apart;            /* pebbles may not overlap */
	int inflate;          /* add the same length to all radii so that the union has the area or volume of the body */
	int boundary;         /* CLUMP_GRID: leave out pebbles that have all neighbours, after everything is measured */
	int voxels;           /* along the longest side, for the coverage; 0: 128 in space, 512 in the plane */
	uint64_t seed;        /* CLUMP_SURFACE: of the random points */
};

/* The mass properties of a shape of density 1. */
struct clump_weight {
	double size, surface; /* area and perimeter [L^2, L], or volume and surface [L^3, L^2] */
	double com[3];        /* centre of mass in the shape's coordinates [L] */
	double tensor[6];     /* of inertia about com; in the plane zz is the polar moment, and all other elements are 0 */
	double moment[3];     /* principal moments, ascending; in the plane the polar moment and 0 0 */
	struct mass3 solid;   /* in space: all mass properties */
};
/* Find the mass properties of a shape. Fails as solid_mass in space, as mass_by_boundary for disks, else as mass_of_shape. */
enum mass_status clump_weigh(struct clump_weight *w, const struct shape *s);
/* The relative error of the size, |size / size_was - 1|. */
double clump_size_error(const struct clump_weight *is, const struct clump_weight *was);
/* The relative error of the inertia, |I - I_was| / |I_was|. Each tensor is about its own centre of mass; |I| is the root of the
 * sum of the squares of its elements. */
double clump_inertia_error(const struct clump_weight *is, const struct clump_weight *was);

struct clump {
	int n;                /* all pebbles, including those to be left out */
	double (*ball)[4];    /* [n] x y z r in the shape's coordinates, in the order in which they were found [L] */
	double spacing;       /* of the grid [L], else 0 */
	double inflated;      /* length added to all radii [L] */
	double coverage;      /* fraction of the body covered by the pebbles before they are inflated, counted by voxels */
	char *deep;           /* [n] CLUMP_GRID: whether a pebble has all neighbours; else NULL */
	struct clump_weight was, is; /* of the shape, and of the union of all pebbles */
};

enum clump_status {
	CLUMP_GOOD = 0,
	CLUMP_EMPTY,          /* the shape has no area or volume, or is not a body */
	CLUMP_CROSSING,       /* a polygon crosses itself */
	CLUMP_OPEN,           /* the boundary of the shape or of the pebbles could not be closed */
	CLUMP_THIN,           /* CLUMP_GRID: the shape fills next to nothing of its box */
	CLUMP_UNMET           /* pebbles ran out before any target was met, or even CLUMP_MOST do not meet one; *c is the last clump */
};

/* Find pebbles for a shape: balls inside it (pebble.h), or balls of equal radius at the places of a grid through its centre of
 * mass (raster.h). The default radius on a grid is the least that leaves no hole between the corners of a square or cube, which
 * is the spacing times the root of dim / 4; with apart, it is half the spacing. Call clump_free in any case. */
enum clump_status clump_make(struct clump *c, const struct shape *s, const struct clump_plan *plan);
void clump_free(struct clump *c);

/* Make the clump a shape in the coordinates of the shape s for which it was made. Deep pebbles are left out if boundary is set.
 * The new shape has the id, the extra key=value pairs and the place in the drawing of s, but no mass record. */
void clump_shape(struct shape *to, const struct clump *c, const struct shape *s, int boundary);
/* Free the memory of a shape made by clump_shape. */
void clump_shape_free(struct shape *s);

/* How closely the surface of a clump follows that of the shape [L]. Distances are from points of either surface to the nearest
 * point of the other. Gaps are from points of the shape's surface to the nearest pebble, negative inside a pebble. */
struct clump_surface {
	double hausdorff;     /* greatest distance, over both surfaces */
	double rms;           /* root of the mean square distance, over both surfaces */
	double gap, roughness; /* mean and standard deviation of the gaps */
};
/* Compare the surfaces of a shape and of its clump. All results are not numbers if the shape has no closed surface. */
struct clump_surface clump_compare(const struct shape *s, const struct shape *clump);

#endif
