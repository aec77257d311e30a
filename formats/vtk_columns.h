/* vtk_columns.h: the columns of bodies or contacts as arrays of VTK. */
#ifndef SCREE_VTK_COLUMNS_H
#define SCREE_VTK_COLUMNS_H

#include "vtk_file.h"

/* Add an array for each column of a table: its values in n rows. Columns NAMEx, NAMEy and NAMEz, in the plane NAMEx and NAMEy,
 * become one array of three numbers, called NAME, or by the quantity: v is velocity, f force. Words become their index in the
 * world's names. A text column is numbers, missing where it has `-`, unless it holds words. `without` lists columns to leave
 * out, separated by blanks. */
void vtk_columns(struct vtk *v, enum vtk_place place, struct world *w, const struct table *t, const char *without, int n,
	const int *row);
/* Add the array `words` to the data of the file: the words for which numbers stand. Call it after all columns of a frame. */
void vtk_words(struct vtk *v, const struct world *w);

#endif
