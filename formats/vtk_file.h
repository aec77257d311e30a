/* vtk_file.h: write data sets of VTK: polygon data (.vtp), which are points, the points, lines and polygons on them, and arrays
 * of numbers; or image data (.vti), which are arrays on the points of a regular grid.
 *
 * The file is XML (VTKFile version 1.0, header_type UInt64, little endian). Numbers stand in one appended block of raw bytes, or
 * as text (VTK, "VTK XML formats", VTK user's guide). */
#ifndef SCREE_VTK_FILE_H
#define SCREE_VTK_FILE_H

#include "trade.h"

enum vtk_type { VTK_REAL, VTK_INTEGER, VTK_CODE, VTK_WORD };
/* What an array belongs to. Cells are counted in the order vertices, lines, polygons. */
enum vtk_place { VTK_FIELD, VTK_POINTS, VTK_CELLS, VTK_PLACES };
enum vtk_cell { VTK_VERTEX, VTK_LINE, VTK_POLYGON, VTK_KINDS };

/* n tuples of `width` numbers: double, int64_t, int32_t, or with VTK_WORD strings that the caller keeps. */
struct vtk_array {
	char name[64];
	enum vtk_type type;
	int width;
	int64_t n;
	union { double *real; int64_t *integer; int32_t *code; const char **word; void *data; };
};

/* A data set. An empty one is { 0 }. Image data have grid points, n_grid along each axis, x fastest, and neither points nor
 * cells. */
struct vtk {
	int n_grid[3];                /* 0: polygon data */
	double origin[3], spacing[3]; /* first grid point, and distances of grid points [L] */
	int64_t n_point, n_cell[VTK_KINDS], n_corner[VTK_KINDS];
	size_t cap_point, cap_cell[VTK_KINDS], cap_corner[VTK_KINDS], cap_array[VTK_PLACES];
	double (*point)[3];           /* [n_point] [L] */
	int64_t *corner[VTK_KINDS];   /* points of the cells, one cell after another */
	int64_t *end[VTK_KINDS];      /* [n_cell] number of corners up to the end of each cell */
	int n_array[VTK_PLACES];
	struct vtk_array *array[VTK_PLACES];
};

void vtk_free(struct vtk *v);
/* Append a point. Returns its index. */
int64_t vtk_point(struct vtk *v, double x, double y, double z);
/* Append a corner to the cell under construction of this kind; vtk_end ends the cell. */
void vtk_corner(struct vtk *v, enum vtk_cell kind, int64_t point);
void vtk_end(struct vtk *v, enum vtk_cell kind);
/* Append an array of n tuples of `width` numbers and return its memory, which the data set owns; all numbers are 0. */
void *vtk_array(struct vtk *v, enum vtk_place place, const char *name, enum vtk_type type, int width, int64_t n);
/* Append the array TimeValue, which tells ParaView the time of the file [T]. */
void vtk_time(struct vtk *v, double t);
/* Write the data set, with raw numbers or as text. A missing number is NaN. */
void vtk_write(struct trade_text *out, const struct vtk *v, int as_text);

#endif
