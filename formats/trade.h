/* trade.h: scenes in the files of other programs (formats.md, scree-formats(5)).
 *
 * A table lists the formats. A reader makes a world from files in memory: in 2D from lists of disks, otherwise in 3D. It checks
 * everything in the files. A writer makes texts in memory from some bodies of a world, so that files are written completely or
 * not at all. The table tells before writing what a format has no place for. */
#ifndef SCREE_TRADE_H
#define SCREE_TRADE_H

#include <stddef.h>

#include "mesh/mesh.h"
#include "world/world.h"

enum trade_status { TRADE_GOOD = 0, TRADE_BAD = -3 };
enum { TRADE_FILES = 8 };

/* Bits for what a format has a place for, or what a scene contains. */
enum {
	TRADE_BALLS = 1,      /* spheres and clumps, ball by ball */
	TRADE_SURFACES = 2,   /* solids of any kind, as triangles */
	TRADE_MANY = 4,       /* more than one body */
	TRADE_PLACE = 8,      /* the position of a body, perhaps only as the coordinates of its balls or corners */
	TRADE_TURN = 16,      /* its orientation, likewise */
	TRADE_IMAGES = 32,    /* how often it crossed a periodic domain */
	TRADE_MOTION = 64,    /* velocity and angular momentum */
	TRADE_DENSITY = 128,  /* the density of the material, perhaps only as the mass */
	TRADE_PEBBLES = 256,  /* densities of single pebbles, perhaps only as mass and inertia */
	TRADE_DOMAIN = 512,
	TRADE_MASS = 1024,    /* volume or mass, and inertia: a written shape needs a mass record and a frame */
	TRADE_PLANE = 2048,   /* also scenes in 2D, as disks or as what they are */
	TRADE_REST = 4096,    /* contacts and walls */
	TRADE_ELLIPSOIDS = 8192, /* besides balls; in a format of balls, walls are dropped if it holds several frames */
	TRADE_GRID = 16384,   /* values on a grid in place of bodies; the scene has the rows of a table in place of bodies */
	TRADE_OUTLINES = 32768, /* besides disks, in the plane: polygons and segments; in space polyhedra; walls are dropped */
	TRADE_ENCLOSED = 65536, /* besides balls: polyhedra, as the balls around them and the numbers of their shapes */
	TRADE_PERIODS = 131072 /* which axes of the domain are periodic */
};

/* How a format holds several frames. */
enum trade_frames {
	TRADE_SINGLE,         /* it holds one frame */
	TRADE_JOINED,         /* frames follow each other in one file */
	TRADE_SERIES,         /* the first file lists those of all frames, which are in a folder beside it */
	TRADE_WHOLE           /* frames are gathered in one file, which is made after the last */
};

/* A file in memory: n bytes of text, followed by 16 zero bytes. Messages contain name. */
struct trade_file { const char *name, *text; size_t n; };

/* A text that grows. */
struct trade_text {
	char *text;
	size_t n, cap;
};

/* A body in the form in which other programs store it. */
struct trade_body {
	int64_t id;
	int row;              /* in the world's table */
	const struct shape *shape;
	int type;             /* number of its material, from 1, among the materials of the written bodies */
	double size, density;
	double x[3], q[4], v[3], momentum[3], omega[3];
	int64_t image[3];
	double mass, inertia[6]; /* [M], [M L^2] about the centre of mass, in the body frame; 0 without a mass record */
};

enum { TRADE_TRIANGLES = 1000000 }; /* with more of them, surfaces become coarser, unless the caller says how fine they are */

/* How shapes become triangles, and the surfaces that were made so far. They are kept from frame to frame. Empty: { 0 }. */
struct trade_skins {
	int edges;            /* number along the longest side of a shape (mesh/triangulate.h); 0: not given */
	double error;         /* largest deviation from a shape, as a fraction of its longest side (shape/skin.h); 0: not given */
	int instances;        /* whether the surface of a shape is written once, for all bodies that have it (vtk) */
	int written;          /* number of surfaces that were written as instances */
	double coarse;        /* the error that was chosen because there were too many triangles; 0: none */
	int64_t n_triangle;   /* of all bodies of this frame; the caller makes it 0 before a frame */
	int n, n_place;
	size_t cap, cap_place;
	struct trade_skin {
		enum shape_kind kind;
		struct solid *of; /* a copy of the solid: a later stream may have another under the same id */
		struct mesh mesh; /* in the body frame, at size 1 */
	} *skin;              /* [n] */
	int *place;           /* [n_place] the skin of each shape of the world, or -1 */
};
void trade_skins_free(struct trade_skins *k);

/* Further files that a series gets with a frame, in its folder. Empty: { 0 }. */
struct trade_more {
	int n;
	size_t cap;
	struct trade_file_more { char name[32]; struct trade_text text; } *file;
};

/* The numbers of atoms in the frames of a file: an atom has the same in all of them, although bodies come and go. Empty:
 * { 0 }. */
struct trade_numbers {
	int counted;          /* whether there were clumps, so that balls are counted */
	int64_t own, last;    /* the largest id of a body before that; the last number */
	int n;
	size_t cap, cap_first;
	int64_t *body, *first; /* [n] ids of the bodies that were counted, and the numbers of their first balls */
};
void trade_numbers_free(struct trade_numbers *k);

struct trade_scene {
	struct world *w;
	const struct trade_format *format;
	int n, n_type;
	struct trade_body *body;
	int n_bare;           /* number of shapes without a mass record, which have one as long as the scene is there */
	size_t cap_bare;
	struct shape *bare;   /* [n_bare] as they were */
	unsigned has;         /* bits of the above for everything in the scene that differs from the default */
	struct trade_skins *skins; /* the caller's */
	struct trade_more *more;   /* likewise */
	struct trade_numbers *numbers; /* likewise */
	char **warning;       /* likewise; a writer may set what the user should know of the files */
	int walls;            /* number of walls that were dropped */
	int enclosed;         /* number of polyhedra of which only the balls around them are written */
	int frame;            /* number of frames that were written before */
	void **state;         /* of TRADE_WHOLE: what the writer keeps between frames; *state is NULL before the first */
	const char *path[TRADE_FILES]; /* of a series: names of the files of this frame, as seen from the first file */
};

/* Where the next frame of a file begins, and how many were read before. With TRADE_WHOLE: how many there are, and what the reader
 * keeps between them; it frees that after the last frame. at_more: in the second file. */
struct trade_cursor { size_t at, at_more; long line, line_more; int64_t frame, frames; void *state; };

/* How to read. density: of the material, if the files have none. as_is: the output has no masses, so shapes keep the coordinates
 * of the file and get no mass records. radius: of all bodies, if the files have none; 0: unknown. dt: time of a step, if the
 * files have steps and no times [T]. clump: the balls of a list are one body. warning, unless it is NULL: a reader may set what
 * the user should know of the file, and the caller frees it. */
struct trade_plan { double density; int as_is, clump; double radius, dt; struct trade_cursor *cursor; char **warning; };

struct trade_format {
	const char *name;
	const char *suffix;   /* suffix of its file names, including the dot, or NULL */
	unsigned holds;       /* bits of the above */
	/* Names of its files, up to NULL. In a folder: their paths in the folder. Otherwise the first file has the given name, and the
	 * other names are suffixes that replace the suffix of the first file; or of a series the names of the files of each frame,
	 * without number and suffix. */
	const char *part[TRADE_FILES];
	enum trade_frames frames;
	const char *suffix_part, *tail; /* of a series: the suffix of these files, and the end of the first file */
	int folder;           /* whether the format is a folder */
	int needed;           /* number of files that a reader needs */
	int more;             /* number of files that a reader takes besides those that are written */
	int dense;            /* whether its files contain densities */
	int named;            /* whether its rows may have named columns */
	const char *what;     /* one line for the list of formats */
	const char *lacks;    /* the library that this build lacks, so that the format is neither read nor written; or NULL */
	/* Read n files into an empty world in 3D; with TRADE_JOINED the frame at plan->cursor, into the world of the frame before, and
	 * move the cursor behind it. NULL: surfaces, which surface.h reads. */
	enum trade_status (*read)(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
		char **error);
	/* Write a scene that the format can hold, or the next frame of several: texts are appended to. On failure *error gets a
	 * message that the caller frees. */
	enum trade_status (*write)(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
	/* With TRADE_WHOLE: make the text of the file from all frames, and free *state. */
	enum trade_status (*finish)(struct trade_text out[TRADE_FILES], void **state, char **error);
};

extern const struct trade_format trade_formats[];
extern const int trade_n_formats;

/* The format with this name, or NULL. */
const struct trade_format *trade_find(const char *name);
/* The first format with the suffix of this path, or NULL. */
const struct trade_format *trade_of_suffix(const char *path);
/* The format that holds the grids of a table when bodies would be written in this one; NULL: none. */
const struct trade_format *trade_of_grids(const struct trade_format *f);
/* The format of a text, recognized from its beginning; NULL for a particle stream and for anything else. */
const struct trade_format *trade_of_text(const struct trade_file *file);

/* Make a scene of the bodies with keep[i] != 0; the caller calls trade_release, also after a failure. If the format holds masses,
 * shapes without a mass record get one, and bodies move with the origins of their shapes. error as above. */
enum trade_status trade_gather(struct trade_scene *s, struct world *w, const char *keep, const struct trade_format *format,
	char **error);
/* Free the bodies of a scene, and give the world its shapes back as they were, for the bodies of the next frame. */
void trade_release(struct trade_scene *s);
/* Add a body with a shape in the coordinates of space. Unless plan->as_is is set, the shape gets a mass record and a frame about
 * its centre of mass, along its principal axes. Messages contain name. */
enum trade_status trade_stand(struct world *w, struct shape *s, const struct trade_plan *plan, const char *name,
	char **error);

#endif
