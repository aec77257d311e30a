/* trade.h: scenes in the files of other programs (formats.md, scree-formats(5)).
 *
 * One table says which formats there are. A reader makes a world, of space but for lists of disks, of files in memory, and
 * nothing in them is believed before it has been checked; a writer makes texts of some bodies of a world, so that
 * a file is there as a whole or not at all.
 * What a format has no place for is known before it is written, from the table. */
#ifndef SCREE_TRADE_H
#define SCREE_TRADE_H

#include <stddef.h>

#include "world/world.h"

enum trade_status { TRADE_GOOD = 0, TRADE_BAD = -3 };
enum { TRADE_FILES = 4 };

/* What a format has a place for, or a scene has. */
enum {
	TRADE_BALLS = 1,      /* spheres and clumps, ball by ball */
	TRADE_SURFACES = 2,   /* solids of any kind, as triangles */
	TRADE_MANY = 4,       /* more than one body */
	TRADE_PLACE = 8,      /* where a body is, if only by the coordinates of its balls or corners */
	TRADE_TURN = 16,      /* how it is turned, likewise */
	TRADE_IMAGES = 32,    /* how often it went around a periodic domain */
	TRADE_MOTION = 64,    /* velocity and angular momentum */
	TRADE_DENSITY = 128,  /* the density of the material, if only by the mass */
	TRADE_PEBBLES = 256,  /* densities of single pebbles, if only by mass and inertia */
	TRADE_DOMAIN = 512,
	TRADE_MASS = 1024,    /* volume or mass, and inertia: shapes need a mass record and a frame to be written */
	TRADE_PLANE = 2048    /* disks of the plane, too: scenes in 2D */
};

/* A file in memory; 16 zero bytes stand behind the n of its text. name is for messages. */
struct trade_file { const char *name, *text; size_t n; };

/* A text that grows. */
struct trade_text {
	char *text;
	size_t n, cap;
};

/* A body as other programs have it. */
struct trade_body {
	int64_t id;
	const struct shape *shape;
	int type;             /* of its material: from 1 on among those that the bodies written have */
	double size, density;
	double x[3], q[4], v[3], momentum[3], omega[3];
	int64_t image[3];
	double mass, inertia[6]; /* [M], [M L^2] about the centre of mass, in the body frame; 0 for those without a record */
};

struct trade_scene {
	const struct world *w;
	int n, n_type;
	struct trade_body *body;
	unsigned has;         /* which of the above there is something of that is not the default */
	int edges;            /* along the longest side of a shape that becomes triangles (mesh/skin.h) */
};

/* How to read: the density of the material where the files have none; and whether shapes stay in the coordinates of the
 * file, without mass records, since what is made of them has no masses. */
struct trade_plan { double density; int as_is; };

struct trade_format {
	const char *name;
	const char *suffix;   /* of file names by which it is known, with the point, or NULL */
	unsigned holds;
	/* Names of its files: a folder's where folder is set, else what is put in place of the suffix, behind the first, which
	 * has the name given. NULL ends them. */
	const char *part[TRADE_FILES];
	int folder;
	int needed;           /* how many of them a reader cannot do without */
	int dense;            /* its files say densities */
	const char *what;     /* one line for a list of formats */
	/* Read n files into an empty world in 3D. NULL: surfaces, which surface.h reads. */
	enum trade_status (*read)(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
		char **error);
	/* Write a scene that it holds. When it fails *error gets a message to be freed. */
	enum trade_status (*write)(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
};

extern const struct trade_format trade_formats[];
extern const int trade_n_formats;

/* The format of a name; of the first of two names with the same suffix, whatever stands before it; NULL when there is none. */
const struct trade_format *trade_find(const char *name);
const struct trade_format *trade_of_suffix(const char *path);
/* What a text is, from its beginning: a format, or NULL for a particle stream and whatever else. */
const struct trade_format *trade_of_text(const struct trade_file *file);

/* The bodies with keep[i] != 0 as a scene, to be freed with free(s->body). Where the format is one of balls, shapes without
 * a mass record get it, and bodies move with the shapes' origins. error as above. */
enum trade_status trade_gather(struct trade_scene *s, struct world *w, const char *keep, const struct trade_format *format,
	char **error);
/* Add a body of a shape that is in the coordinates of space: unless it stays so, it gets a frame about its centre of mass,
 * along its principal axes, and a mass record. name is for messages. */
enum trade_status trade_stand(struct world *w, struct shape *s, const struct trade_plan *plan, const char *name,
	char **error);

#endif
