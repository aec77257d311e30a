/* h5md_parts.h: what the reader and the writer of H5MD share. Builds with HDF5 only.
 *
 * Frames of balls and ellipsoids in HDF5 have the layout H5MD 1.1 (de Buyl, Colberg and Hofling, Comput. Phys. Commun. 185, 1546,
 * 2014). A frame has the columns of a dump of LAMMPS: it is written from the rows of dump_write and read through atoms_row. So
 * names and meanings are those of dumps, and numbers come back to the last bit. */
#ifndef SCREE_H5MD_PARTS_H
#define SCREE_H5MD_PARTS_H

#ifdef SCREE_HDF5
#include <hdf5.h>

#include "trade_parts.h"

/* Kinds of elements: numbers, whole numbers, words. */
enum { REAL, INTEGER, TEXT };

/* An element of H5MD and the columns of a dump, up to NULL. Other columns are elements of one component with their own name. */
struct h5md_name { const char *element, *column[4]; };
extern const struct h5md_name h5md_names[];
extern const int h5md_n_names;

/* The number of components of element k of the table, and the first: in the plane angular velocities and torques are about z, and
 * vectors have no z. */
int h5md_components(int k, int dim, int *first);
/* The type of words in memory and in files. The caller closes it. */
hid_t h5md_text_type(void);

#endif
#endif
