/* clip.h: cut convex polygons in space. */
#ifndef SCREE_CLIP_H
#define SCREE_CLIP_H

enum { CLIP_CORNERS = 64 };

/* Clip a convex polygon p[CLIP_CORNERS][3] of n corners [L] to the half space normal.x >= c. Returns its new number of corners,
 * at most CLIP_CORNERS; 0 if nothing is left. */
int clip_polygon(double (*p)[3], int n, const double normal[3], double c);

#endif
