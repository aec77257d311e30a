/* world.h: the state of a scene. The particle stream is this, written down.
 *
 * Everything a frame depends on: domain, gravity, materials, contact laws, shapes, constraints, bodies,
 * contacts with their history, ledger, time. Units are the user's own; brackets give the dimension. */
#ifndef SCREE_WORLD_H
#define SCREE_WORLD_H

#include <stddef.h>
#include <stdint.h>

#include "world/solid.h"
#include "world/table.h"

/* A list of key=number, in the order in which keys were first set. */
struct params {
	int n;
	size_t cap;
	struct param { char *key; double value; } *item;
};
/* Where the value of a key is, or NULL. */
double *params_find(const struct params *p, const char *key);
/* The value of a key, or otherwise if it is not set. */
double params_get(const struct params *p, const char *key, double otherwise);
void params_set(struct params *p, const char *key, double value);
void params_drop(struct params *p, const char *key);
void params_free(struct params *p);
void params_copy(struct params *dst, const struct params *src);

struct domain {
	double lo[3], hi[3];  /* corners [L] */
	int periodic[3];
	double tilt;          /* shift in x of the upper periodic image in y [L] */
	double rate[3];       /* xx, yy, xy [1/T] */
	int servo[2];         /* along x, y: the rate follows the stress towards a target, see deform.h */
	double target[2];     /* the target [M/T^2] */
	double m, c;          /* mass [M] and damping [M/T] of that motion */
	int set;              /* 0: the stream has no domain, space is unbounded */
};

struct material {
	char *name;
	double density;       /* [M/L^2] in 2D, [M/L^3] in 3D */
	char *extra;          /* further key=value pairs as they were written, or NULL */
};

struct law {
	char *a, *b;          /* the two materials */
	char *kind;           /* "linear" */
	struct params par;    /* kn kt mu en gn gt ... as given; defaults are the simulator's */
	int64_t line;         /* of the stream where it stands, for messages; 0: it was made here */
};

/* In the plane up to SHAPE_DISKS, from SHAPE_SPHERE on in space; planes and cylinders are walls, without mass. */
enum shape_kind {
	SHAPE_POINT, SHAPE_POLYLINE, SHAPE_RING, SHAPE_POLYGON, SHAPE_DISKS,
	SHAPE_SPHERE, SHAPE_CLUMP, SHAPE_ELLIPSOID, SHAPE_OBJECT, SHAPE_MESH, SHAPE_PLANE, SHAPE_CYLINDER, SHAPE_KINDS
};
enum { SHAPE_KINDS_2D = SHAPE_SPHERE };
extern const char *const shape_kind_name[SHAPE_KINDS];

struct shape {
	int64_t id;
	enum shape_kind kind;
	double r;             /* spheroradius [L]; 0 for disks */
	int n;                /* skeleton vertices, or disks; balls or vertices in 3D, 1 of what has neither */
	double (*xy)[2];      /* [n][2] body frame [L]; a polygon counter-clockwise */
	double *radius;       /* [n] radii [L], disks only, else NULL */
	char *extra;          /* further key=value pairs as written, or NULL */
	struct solid *solid;  /* all else of a shape in 3D, with its mass record; NULL in 2D */
	/* the mass record in 2D, per unit density; area < 0 when there is none */
	double area, inertia; /* [L^2], polar second moment about the origin [L^4] */
	char method[16];      /* exact, montecarlo, sectors */
	int64_t line;         /* of the stream where it stands, for messages; 0: it was made here */
};

/* One degree of freedom of a constraint. */
enum drive { DRIVE_FREE, DRIVE_FIXED, DRIVE_VELOCITY, DRIVE_FORCE, DRIVE_PRESSURE, DRIVE_RAMP, DRIVE_SIN };
struct dof {
	enum drive drive;
	int n;
	double value[4];      /* v: [L/T]; f: [M L/T^2]; p: force per length, in 3D per area, along the positive axis;
	                         ramp: v0,v1,t0,t1; sin: v amplitude, period, phase */
};
struct constraint {
	char *tag;            /* the bodies with this tag move together as one */
	struct dof dof[6];    /* x y angle; in 3D x y z and three angles */
	double m, c;          /* mass of the wall [M], 0: the bodies' own; damping [M/T] */
	/* tags of the walls whose distance a pressure acts on, in 3D two for each of the other axes in the order x y z; NULL: the
	 * wall's own extent */
	char *between[4];
};

/* Where bodies are taken out of the scene, or put back in; see world/outlet.h. */
enum outlet_side { OUTLET_EVERYWHERE, OUTLET_LEFT, OUTLET_RIGHT, OUTLET_BELOW, OUTLET_ABOVE, OUTLET_FRONT, OUTLET_BACK };
struct outlet {
	char *name;
	enum outlet_side side;
	double at;            /* the line, in 3D plane, that bodies have to be wholly past, on that side of it [L] */
	char *tag;            /* of the bodies it is for; NULL: those that no constraint holds */
	double from;          /* time since when [T]; -INFINITY: ever */
	/* 1: they are put back in, above the line x = to[0] .. to[1], y = to[2], in 3D x = to[0] .. to[1], y = to[2] .. to[3], z =
	 * to[4] [L] */
	int back;
	double to[5];
	int64_t line;         /* of the stream where it stands, for messages */
};

/* Words that bodies refer to: materials and tags. Word 0 is "-", no word. */
struct names {
	int n;
	size_t cap;
	char **word;
	int32_t *bucket;        /* hash of the words, private */
	int n_bucket;
};

struct world {
	int dim;
	int64_t step;         /* names the frame */
	double t, dt, due;    /* [T]; dt = 0: not chosen yet */
	struct domain domain;
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
	struct table contact; /* i fi j fj ix iy x y nx ny overlap fn ft xi ... */
	int has_contact;      /* the frame states a number of contacts, perhaps 0 */
	struct params ledger; /* since kin_lin kin_rot el_n el_t grav work fric visc other in out ...; n = 0: none */
	int32_t *shape_bucket;  /* hash of shape ids, private */
	int n_bucket;
};

void world_init(struct world *w, int dim);
void world_free(struct world *w);

/* The number of a word, adding it when it is new. */
int32_t world_name(struct world *w, const char *word);
/* The number of a word, or -1. */
int32_t world_find_name(const struct world *w, const char *word);

/* Look up by name or id; NULL when there is none. Pointers hold until the next definition. */
struct material *world_material(const struct world *w, const char *name);
struct law *world_law(const struct world *w, const char *a, const char *b); /* either order */
struct shape *world_shape(const struct world *w, int64_t id);
struct constraint *world_constraint(const struct world *w, const char *tag);
struct outlet *world_outlet(const struct world *w, const char *name);
/* Make a constraint a copy of another, apart from its tag. */
void constraint_set(struct constraint *to, const struct constraint *from);
/* Whether a constraint (or NULL) holds anything: some degree of freedom is driven, or the bodies are tied to one mass. */
int constraint_holds(const struct constraint *c);

/* Define, or define anew. The result is there to be filled in: a new shape has no vertices and area -1,
 * a new material density 1, a new law kind "linear" and no parameters, a new constraint is free. */
struct material *world_need_material(struct world *w, const char *name);
struct law *world_need_law(struct world *w, const char *a, const char *b);
struct shape *world_need_shape(struct world *w, int64_t id);
struct constraint *world_need_constraint(struct world *w, const char *tag);
/* An outlet takes nothing yet: it has no side and no tag. */
struct outlet *world_need_outlet(struct world *w, const char *name);
/* Define the makers' material and its law with itself, as defaults.h has them. */
void world_define_defaults(struct world *w);

/* Give a shape room for n vertices (and radii for disks). */
void shape_alloc(struct shape *s, enum shape_kind kind, int n);
/* Greatest distance from the origin of the body frame to a point of the shape [L]; of a cylinder, to one of its surface.
 * INFINITY for planes and for cylinders without ends. */
double shape_reach(const struct shape *s);
/* Write a shape in 3D in a frame that has its origin at centre and its axes along the columns of R(turned): p becomes
 * R^T (p - centre). Spheres stay, and of ellipsoids, which stand about the origin along the axes, the axes are
 * permuted: they must be given such a frame. Planes and cylinders stay too. The mass record stays as it is. */
void shape_move(struct shape *s, const double centre[3], const double turned[4]);
/* Edges of the skeleton: n for a ring or polygon, n - 1 for a polyline, 0 otherwise. */
int shape_edges(const struct shape *s);
/* Whether the shape is a wall of space, a plane or a cylinder, which has no mass and moves as it is told. */
int shape_is_wall(const struct shape *s);
/* Whether there are bodies of the shape, and constraints drive each in all of its degrees of freedom: then it needs no mass. */
int world_shape_is_held(const struct world *w, const struct shape *s);

/* The columns of the bodies in 2D, all [n]. */
struct bodies2 {
	int n;
	int64_t *id, *shape, *ix, *iy;
	int32_t *material, *tag;
	double *size, *x, *y, *angle, *vx, *vy, *omega;
};
/* Columns that are missing are added: size 1, all else 0 or "-". Pointers hold until rows or columns are added. */
struct bodies2 world_bodies2(struct world *w);

/* The columns of the bodies in 3D, all [n]. */
struct bodies3 {
	int n;
	int64_t *id, *shape, *image[3];
	int32_t *material, *tag;
	double *size, *x[3];
	double *q[4];         /* orientation: what is at p in the body frame is at x + size R(q) p; 1 to a thousandth */
	double *v[3];
	double *momentum[3];  /* angular momentum about the centre of mass, in space [M L^2/T] */
};
/* As world_bodies2; qw is 1 where it is missing. */
struct bodies3 world_bodies3(struct world *w);
/* Add the columns that are missing, whatever the dimension. */
void world_need_columns(struct world *w);
/* Append a body at the origin at rest, with a new id (one above the largest). Returns its row. For a
 * few bodies: it looks at all ids; makers of many resize the table and fill the columns. */
int world_add_body(struct world *w, int64_t shape, const char *material, const char *tag);
/* The largest body id, or 0; the largest shape id, or 0. */
int64_t world_last_id(const struct world *w);
int64_t world_last_shape(const struct world *w);

/* Image counts lie within this; one more stands for a count that was lost. */
#define IMAGES_MAX ((int64_t)1 << 53)
/* a + b; a count that is lost stays so. */
int64_t count_images(int64_t a, int64_t b);
/* Put a position into the domain along its periodic axes and count the images passed; lo <= x < hi
 * afterwards whatever the rounding. A position that is no finite number, or so far out that its images cannot be counted,
 * becomes lo with a count beyond IMAGES_MAX, which the stream's writer refuses. */
void domain_wrap2(const struct domain *d, double *x, double *y, int64_t *ix, int64_t *iy);
/* The same in 3D, where domains have no tilt. */
void domain_wrap3(const struct domain *d, double x[3], int64_t image[3]);

#endif
