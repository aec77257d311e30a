/* load_outline.h: read an outline, a polyline or disks from rows of numbers. */
#ifndef SCREE_LOAD_OUTLINE_H
#define SCREE_LOAD_OUTLINE_H

#include <stdio.h>

#include "world/world.h"

/* Read rows into *s: x y [L] are the vertices of an outline, counter-clockwise in *s, or of a polyline if open is set; x y r [L]
 * are disks. Rows that repeat the row before are dropped. Ends the program with status 3 and "file:line: what" if there are no
 * rows, a radius is not above 0, or an outline meets itself. */
void tool_load_outline(struct shape *s, FILE *file, const char *path, int open);

#endif
