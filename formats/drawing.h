/* drawing.h: read outlines from drawings: SVG, GeoJSON and WKT; and pictures: PNM (formats.md, scree-shape(1)).
 *
 * The format is recognized from the first bytes. Everything in a file is checked. */
#ifndef SCREE_DRAWING_H
#define SCREE_DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "plane/pixels.h"
#include "plane/rings.h"

enum drawing_status { DRAWING_GOOD = 0, DRAWING_BAD = -3 };
enum drawing_kind { DRAWING_NONE, DRAWING_SVG, DRAWING_GEOJSON, DRAWING_WKT, DRAWING_PNM };

/* What a reader left out. */
struct drawing_notes {
	int others;           /* elements and geometries without area: texts, images, points, lines */
	int units;            /* whether lengths had units, or a view box, which are ignored */
};

/* tolerance: see drawing_read. open: paths that are not closed stay lines; otherwise they are closed, as for filling. */
struct drawing_plan { double tolerance; int open; };

/* The kind of drawing that begins with these n bytes, which at least 16 zero bytes follow. */
enum drawing_kind drawing_recognize(const char *text, size_t n);
/* Read outlines from an SVG, GeoJSON or WKT file of n bytes in memory; 16 zero bytes follow it. In SVG files y points
 * downwards, so y is multiplied by -1. Curves become chords that deviate from them by at most plan->tolerance [L], or
 * 1/1000 of the extent of the curve if plan->tolerance is 0. Holes are left out and counted. On failure *error gets a
 * message "file:line: found, expected", which the caller frees. */
enum drawing_status drawing_read(struct rings *r, const char *name, const char *text, size_t n,
	const struct drawing_plan *plan, struct drawing_notes *notes, char **error);
/* Read the picture at text + *at and move *at behind it and the blanks after it. Colours become grey by the weights 0.299, 0.587
 * and 0.114. The caller frees p->value. The file is as above; several pictures may follow each other. */
enum drawing_status pnm_read(struct pixels *p, const char *name, const char *text, size_t n, size_t *at, char **error);

#endif
