/* world.h: the state of a scene. The particle stream is a written form of this structure.
 *
 * The structure holds everything that a frame depends on: domain, gravity, materials, contact laws, shapes, constraints, bodies,
 * contacts with their history, ledger, and time. The user chooses the units; brackets give the dimension. */
#ifndef SCREE_WORLD_H
#define SCREE_WORLD_H

#include <stddef.h>
#include <stdint.h>

#include "world/params.h"
#include "world/rows.h"
#include "world/solid.h"
#include "world/table.h"

/* Components of symmetric and of upper triangular matrices, in the plane XX, YY and XY. */
enum { XX, YY, ZZ, XY, XZ, YZ };

struct domain {
	double lo[3], hi[3];  /* corners [L] */
	int periodic[3];
	double tilt[3];       /* xy: shift in x of the upper periodic image in y; xz, yz: shifts in x and y of that in z [L] */
	double rate[6];       /* xx, yy, zz, xy, xz, yz [1/T]; see deform.h */
	int servo[6];         /* the rate follows the stress towards a target; see deform.h */
	double target[6];     /* target stress, compression positive [M/T^2]; in 3D [M/(L T^2)] */
	double m, c;          /* mass [M] and damping [M/T] of the servo; in 3D [M/L], [M/(L T)] */
	double tau, mean[6];  /* time over which rates are averaged [T], 0: the means are 0; the averages [1/T] */
	int set;              /* 0: the stream has no domain; space is unbounded */
};

struct material {
	char *name;
	double density;       /* [M/L^2] in 2D, [M/L^3] in 3D */
	double young;         /* Young's modulus, 0: the material has no elastic constants [M/(L T^2)] */
	double poisson;       /* Poisson's ratio, above -1, up to 0.5 */
	char *extra;          /* further key=value pairs as they were written, or NULL */
};

struct law {
	char *a, *b;          /* the two materials */
	char *kind;           /* "linear", "hard", ... */
	struct params par;    /* kn kt mu en gn gt ... as given; the simulators supply defaults */
	int64_t line;         /* line of the stream with this record, for messages; 0: the record was made here */
};

/* Kinds up to SHAPE_DISKS are for the plane, kinds from SHAPE_SPHERE on for space. Planes and cylinders are massless walls. */
enum shape_kind {
	SHAPE_POINT, SHAPE_POLYLINE, SHAPE_RING, SHAPE_POLYGON, SHAPE_DISKS,
	SHAPE_SPHERE, SHAPE_CLUMP, SHAPE_ELLIPSOID, SHAPE_OBJECT, SHAPE_MESH, SHAPE_POLYHEDRON,
	SHAPE_PLANE, SHAPE_CYLINDER, SHAPE_KINDS
};
enum { SHAPE_KINDS_2D = SHAPE_SPHERE };
extern const char *const shape_kind_name[SHAPE_KINDS];

struct shape {
	int64_t id;
	enum shape_kind kind;
	double r;             /* spheroradius [L]; 0 for disks */
	int n;                /* number of skeleton vertices or disks; in 3D of balls or vertices, 1 for kinds that have neither */
	double (*xy)[2];      /* [n][2] in the body frame [L]; the vertices of a polygon run counter-clockwise */
	double *radius;       /* [n] radii of disks [L]; NULL for other kinds */
	char *extra;          /* further key=value pairs as they were written, or NULL */
	struct solid *solid;  /* geometry and mass record of a shape in 3D; NULL in 2D */
	/* mass record in 2D, per unit density; area < 0: there is no record */
	double area, inertia; /* [L^2], polar second moment about the origin [L^4] */
	char method[16];      /* exact, montecarlo, sectors */
	int64_t line;         /* line of the stream with this record, for messages; 0: the record was made here */
};

/* One degree of freedom of a constraint. */
enum drive { DRIVE_FREE, DRIVE_FIXED, DRIVE_VELOCITY, DRIVE_FORCE, DRIVE_PRESSURE, DRIVE_RAMP, DRIVE_SIN, DRIVE_TABLE };
struct dof {
	enum drive drive;
	int n;                /* number of values */
	double value[4];      /* velocity: [L/T]; force: [M L/T^2]; pressure: force per length, in 3D per area, along the positive
	                         axis; ramp: v0,v1,t0,t1; sin: velocity amplitude, period, phase */
	double *table;        /* [n] of a table: t0,v0,t1,v1,... with times that increase; the constraint owns it. NULL: none */
};
struct constraint {
	char *tag;            /* the bodies with this tag move as one */
	struct dof dof[6];    /* x y angle; in 3D x y z and three angles */
	double m, c;          /* mass of the wall [M], 0: the sum of its bodies' masses; damping [M/T] */
	/* A pressure acts on the distance between the walls with these tags. In 3D each of the two other axes has two tags, in the
	 * order x y z. NULL: the pressure acts on the extent of the wall itself. */
	char *between[4];
};

/* A place where bodies are taken out of the scene or put back in; see world/outlet.h. */
enum outlet_side { OUTLET_EVERYWHERE, OUTLET_LEFT, OUTLET_RIGHT, OUTLET_BELOW, OUTLET_ABOVE, OUTLET_FRONT, OUTLET_BACK };
struct outlet {
	char *name;
	enum outlet_side side;
	double at;            /* bodies leave when they are wholly beyond this line (in 3D: plane) on the given side [L] */
	char *tag;            /* the outlet takes bodies with this tag; NULL: bodies that no constraint holds */
	double from;          /* the outlet opens at this time [T]; -INFINITY: always open */
	/* 1: bodies are put back in, above the line x = to[0] .. to[1], y = to[2]; in 3D above the rectangle x = to[0] .. to[1],
	 * y = to[2] .. to[3], z = to[4] [L] */
	int back;
	double to[5];
	int64_t line;         /* line of the stream with this record, for messages */
};

/* The words that columns of bodies refer to: materials and tags. Word 0 is "-" and means no word. */
struct names {
	int n;
	size_t cap;
	char **word;
	int32_t *bucket;        /* hash of the words, private */
	int n_bucket;
};

struct world {
	int dim;
	int64_t step;         /* number of the time step, which names the frame */
	double t, dt, due;    /* time; time step, 0: not chosen yet; time up to which simulation has been requested [T] */
	struct domain domain;
	long domain_line;     /* line of the input with the record of the domain; 0: none */
	double gravity[3];    /* [L/T^2] */
	int n_material, n_law, n_shape, n_constraint, n_outlet;
	size_t cap_material, cap_law, cap_shape, cap_constraint, cap_outlet;
	struct material *material;
	struct law *law;
	struct shape *shape;
	struct constraint *constraint;
	struct outlet *outlet;
	struct names names;
	struct table body;    /* id shape material tag size x y angle ix iy vx vy omega ... */
	struct row_source body_rows; /* rows of columns of bodies that have no data; none in most programs */
	struct table contact; /* i fi j fj ix iy x y nx ny overlap fn ft xi ... */
	int has_contact;      /* 1: the frame states its number of contacts, perhaps 0 */
	struct row_source contact_rows; /* rows of contacts that are not in their table yet; none outside of simulators */
	struct params ledger; /* since kin_lin kin_rot el_n el_t grav work fric visc other in out ...; n = 0: there is no ledger */
	int32_t *shape_bucket;  /* hash of shape ids, private */
	int n_bucket;
};

/* Make *w an empty world of dimension 2 or 3. */
void world_init(struct world *w, int dim);
void world_free(struct world *w);

/* Returns the index of a word in names; a new word is added. */
int32_t world_name(struct world *w, const char *word);
/* Returns the index of a word in names, or -1. */
int32_t world_find_name(const struct world *w, const char *word);

/* Find a definition by name or id. Returns NULL if there is none. Pointers hold until the next definition is added. */
struct material *world_material(const struct world *w, const char *name);
struct law *world_law(const struct world *w, const char *a, const char *b); /* either order */
struct shape *world_shape(const struct world *w, int64_t id);
struct constraint *world_constraint(const struct world *w, const char *tag);
struct outlet *world_outlet(const struct world *w, const char *name);
/* Make a constraint a copy of another except for its tag; from owns nothing of the copy. */
void constraint_set(struct constraint *to, const struct constraint *from);
/* The n values of a drive, also of a table. */
const double *dof_values(const struct dof *d);
/* Whether a constraint drives a degree of freedom or gives the bodies a common mass or damping. c may be NULL: 0. */
int constraint_holds(const struct constraint *c);

/* Remove the shapes k with keep[k] = 0. */
void world_keep_shapes(struct world *w, const char *keep);

/* Find or add a definition for the caller to fill in. A material, law or constraint that exists is returned as it is. A shape or
 * outlet that exists is emptied. A new material has density 1; a new law has kind "linear" and no parameters; a shape has no
 * vertices and area -1; a new constraint is free. */
struct material *world_need_material(struct world *w, const char *name);
struct law *world_need_law(struct world *w, const char *a, const char *b);
struct shape *world_need_shape(struct world *w, int64_t id);
struct constraint *world_need_constraint(struct world *w, const char *tag);
/* The outlet has no side and no tag, so it takes no bodies yet. */
struct outlet *world_need_outlet(struct world *w, const char *name);
/* Define the default material and its contact law with itself; defaults.h has the values. */
void world_define_defaults(struct world *w);

/* Free what a shape owns; it has no vertices then. */
void shape_free(struct shape *s);
/* Set the kind of a shape and allocate n vertices (for disks also radii), or in 3D an empty solid. */
void shape_alloc(struct shape *s, enum shape_kind kind, int n);
/* Returns the greatest distance from the origin of the body frame to a point of the shape [L]; for a cylinder, to a point of its
 * surface. INFINITY for planes and for cylinders without ends. */
double shape_reach(const struct shape *s);
/* Express a shape in 3D in a new frame, with the origin at centre and the axes along the columns of R(turned): a point p becomes
 * R^T (p - centre). Spheres, planes and cylinders stay as they are. An ellipsoid must stay centred with its axes along the
 * frame's axes; its semiaxes are permuted. The mass record stays as it is. */
void shape_move(struct shape *s, const double centre[3], const double turned[4]);
/* Number of edges of the skeleton: n for a ring or polygon, n - 1 for a polyline, otherwise 0. */
int shape_edges(const struct shape *s);
/* Whether the shape is a wall in space: a plane or a cylinder. Walls have no mass; their motion is prescribed. */
int shape_is_wall(const struct shape *s);
/* Whether the shape has bodies, and constraints drive every degree of freedom of each of them. The shape then needs no mass. */
int world_shape_is_held(const struct world *w, const struct shape *s);

/* The columns of the bodies in 2D, all [n]. */
struct bodies2 {
	int n;
	int64_t *id, *shape, *ix, *iy;
	int32_t *material, *tag;
	double *size, *x, *y, *angle, *vx, *vy, *omega;
};
/* Add missing columns, with size 1 and all else 0 or "-". Pointers hold until rows or columns are added. */
struct bodies2 world_bodies2(struct world *w);

/* The columns of the bodies in 3D, all [n]. */
struct bodies3 {
	int n;
	int64_t *id, *shape, *image[3];
	int32_t *material, *tag;
	double *size, *x[3];
	double *q[4];         /* orientation, a unit quaternion to 1e-3: the point p of the body frame is at x + size R(q) p */
	double *v[3];
	double *momentum[3];  /* angular momentum about the centre of mass, in the axes of space [M L^2/T] */
};
/* As world_bodies2; a missing column qw is 1. */
struct bodies3 world_bodies3(struct world *w);
/* Add the missing columns of bodies, in 2D and 3D. */
void world_need_columns(struct world *w);
/* Append a body at rest at the origin. Its id is one above the largest. Returns its row. The function searches all ids, so it
 * suits a few bodies. */
int world_add_body(struct world *w, int64_t shape, const char *material, const char *tag);
/* The same with an id that no body has. Its time does not depend on the number of bodies. */
int world_put_body(struct world *w, int64_t id, int64_t shape, const char *material, const char *tag);
/* The largest id of a body or of a shape; 0 if there is none. */
int64_t world_last_id(const struct world *w);
int64_t world_last_shape(const struct world *w);

/* Image counts lie in -IMAGES_MAX .. IMAGES_MAX. A count of magnitude IMAGES_MAX + 1 is lost: it was too large. */
#define IMAGES_MAX ((int64_t)1 << 53)
/* Returns a + b. If a count is lost or the sum is too large, the result is a lost count. */
int64_t count_images(int64_t a, int64_t b);
/* Wrap a position into the domain along its periodic axes, and count the images that it passes. Afterwards lo <= x < hi whatever
 * the rounding. A position that is not finite, or whose images cannot be counted, becomes lo with a lost image count, which the
 * writer of the stream refuses. */
void domain_wrap2(const struct domain *d, double *x, double *y, int64_t *ix, int64_t *iy);
/* The same in 3D. */
void domain_wrap3(const struct domain *d, double x[3], int64_t image[3]);

#endif
