/* page.h: an HTML page that shows the frames of a stream with WebGL. Its data, its style and its script (page.html)
 * are in the page; it loads nothing. */
#ifndef SCREE_PAGE_H
#define SCREE_PAGE_H

#include "common/page_blocks.h"
#include "common/paint.h"
#include "common/scene.h"
#include "common/scene3.h"
#include "units.h"
#include "world/world.h"

/* Numbers of blocks; -1: the frame has no such block. */
enum page_part { PAGE_AT, PAGE_TURN, PAGE_SIZE, PAGE_SHAPE, PAGE_RGB, PAGE_WALL, PAGE_FORCE, PAGE_FACES, PAGE_LINES,
	PAGE_CELLS, PAGE_PARTS };

struct page {
	/* options */
	const char *title;
	const char *color;            /* as in scene.h */
	const char *columns;          /* names with commas between them; NULL: all */
	const char *beside;           /* what stands beside the scene: words with commas between them; NULL: all */
	const struct cells *cells;    /* Voronoi cells of the frame being added, or NULL */
	const struct scale *scale;
	double view[2];               /* azimuth and elevation [rad] */
	double opening;               /* angle that the scene fills in perspective [rad]; 0: parallel rays */
	double force_width;           /* thickness per force [T^2/M]; 0: the mean force is 0.08 grain diameters thick */
	double fps;
	double opacity;               /* of bodies in the plane, above 0, up to 1 */
	struct cutout cutout;         /* what the page shows at first; in space it has only bodies with centres in this box */
	int forces;
	/* private */
	int dim, n_frame;
	size_t cap_frame, cap_shape, cap_geometry, cap_index, n_geometry, n_index;
	struct page_frame {
		int n, n_column, part[PAGE_PARTS];
		int64_t number;
		double t, *at;            /* [n][3] positions, in the plane x y angle [L] */
		char *wall;               /* [n] while the frame is added */
		size_t n_force;
		double *force;            /* [n_force] the rows of line; in space NULL */
		size_t n_cell;
		double *cell;             /* [n_cell][4] sides of Voronoi cells [L] */
		struct domain domain;
		double speed[2];          /* the least and the greatest; not finite without velocities */
		/* block: -1 if other blocks have the column; lo, hi: the least and the greatest number of grains */
		struct page_column { char *name; int block, words; double lo, hi; } *column;
	} *frame;
	int n_shape;
	struct page_shape {
		enum shape_kind kind;
		int64_t id;
		double r, a[3];
		size_t first, n, first_index, n_index; /* numbers in geometry and index */
		struct shape copy;        /* in the plane */
	} *shape;
	double *geometry, *index;     /* vertices, balls and disks; corners of triangles */
	struct page_blocks blocks;
	struct world words;           /* its names are the words of columns */
	struct paint paint, plain;
	double *number;               /* what paint.number holds, for the bodies on the page */
	struct scene3 scene3;
	struct canvas canvas;
	size_t n_line, cap_line;
	double *line;                 /* [n_line][7] forces of the frame in the plane: three points, the force, below 0 if it attracts */
	double force_sum;
	double size, later;           /* about that of the page so far, and of what page_frames_end will add [bytes] */
	int64_t n_force, n_pull;
};

/* Whether an output is a page: its name ends in .html. */
int page_is(const char *output);
/* Set the options first; all else is 0. */
void page_begin(struct page *p);
/* Add a frame with the bodies i with shown[i] != 0; the others leave w, and shown becomes 0 for all that are not on the page.
 * Returns NULL, or an error message that the caller frees. Ends the program with status 2 if --columns names a column that does
 * not exist, and with status 1 if the page would be larger than PAGE_MOST bytes. */
char *page_add(struct page *p, struct world *w, int64_t number, char *shown);
#define PAGE_MOST 5e8 /* browsers read texts of up to about this size */
/* Write the page. Ends the program with status 1 if writing fails. */
void page_write(struct page *p, const char *path, const struct units *u);
void page_free(struct page *p);

/* The lines of page.html; NULL ends the list. The build makes it from the file. */
extern const char *const page_html[];

/* ---- for the files of page alone ---- */

/* The middle of the box around all frames and half its diagonal [L]. The page has positions relative to them. */
struct page_middle { double centre[3], scale; };
/* After the last frame: complete the blocks of all frames. lo and hi get the box, in the units of the page. */
struct page_middle page_frames_end(struct page *p, double lo[3], double hi[3]);

/* Keep a shape of the plane, or the model of a shape in space. Returns its number; a shape that is kept already keeps its number.
 * guess is its probable number. */
int page_shape2(struct page *p, const struct shape *s, int guess);
void page_shape3(struct page *p, const struct model *m);

#endif
