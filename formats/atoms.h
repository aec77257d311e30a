/* atoms.h: rows of atoms or grains with named columns, as in dumps of LAMMPS and in tables, become the bodies of a world. */
#ifndef SCREE_ATOMS_H
#define SCREE_ATOMS_H

#include "trade_parts.h"

/* What a column means. ATOMS_X is a position, ATOMS_A a semiaxis of an ellipsoid; those of y, z follow. ATOMS_PASS are numbers
 * and ATOMS_TEXT are texts that become columns of bodies as they are. */
enum atoms_role {
	ATOMS_ID, ATOMS_TYPE, ATOMS_X, ATOMS_Y, ATOMS_Z, ATOMS_RADIUS, ATOMS_VX, ATOMS_VY, ATOMS_VZ, ATOMS_WX, ATOMS_WY, ATOMS_WZ,
	ATOMS_LX, ATOMS_LY, ATOMS_LZ, ATOMS_QW, ATOMS_QX, ATOMS_QY, ATOMS_QZ, ATOMS_A, ATOMS_B, ATOMS_C, ATOMS_IX, ATOMS_IY, ATOMS_IZ,
	ATOMS_MASS, ATOMS_DENSITY, ATOMS_ANGLE, ATOMS_ROLES, ATOMS_PASS = ATOMS_ROLES, ATOMS_TEXT
};

struct atoms_column {
	enum atoms_role role;
	double factor;        /* of numbers in the file: 1/2 for diameters */
	char name[64];        /* of the column of bodies, if it becomes one */
	double *value;        /* [n], except for texts */
	size_t *text;         /* [n] offsets in pool */
	size_t cap;
};

/* Rows of one frame. { 0 } is empty. */
struct atoms {
	int n, n_column, n_axis;      /* n_axis: 2 or 3 if the file says so, otherwise 0 */
	size_t cap, cap_column, n_pool, cap_pool;
	struct atoms_column *column;
	int of[ATOMS_ROLES];          /* index of the column with a role, or -1 */
	int scaled[3];                /* positions are fractions of the cell */
	int unwrapped[3];             /* positions have images in them */
	char *pool;
	long head, *line;             /* lines of the file for messages: that of the columns, [n] those of the rows */
	struct domain domain;
	int64_t step;
	double t;
};

void atoms_free(struct atoms *a);
/* Begin with the columns that the fields of a line name, from field `first` on. A name without a meaning is that of a text. */
enum trade_status atoms_begin(struct atoms *a, const struct fields *l, int first);
/* Add a row. */
enum trade_status atoms_row(struct atoms *a, const struct fields *l);
/* Make the bodies of *w, which is empty or holds an earlier frame of the same file. Materials and shapes stay; new ones are
 * added. The scene is in the plane if there are no z, or if all z are 0 in a box from -0.5 to 0.5, and nothing moves or turns out
 * of the plane. */
enum trade_status atoms_build(struct world *w, const struct atoms *a, const struct trade_plan *plan, const struct fields *l);

#endif
