/* view.h: a camera: where points of space are in a picture, and back.
 *
 * Coordinates of the view are lengths to the right, up, and towards the viewer, about a centre c: y = A (p - c). A viewer at
 * the distance 1 / k from there sees y at y' = y / (1 - k y_z), along parallel rays; k = 0 is a viewer far away. This keeps
 * straight lines straight and ellipsoids ellipsoids, keeps what is in front in front, leaves the plane of the centre as it
 * is, and is undone by y = y' / (1 + k y'_z). So all that is drawn is drawn along parallel rays. */
#ifndef SCREE_VIEW_H
#define SCREE_VIEW_H

struct view {
	double axis[3][3];    /* A: to the right, up, towards the viewer */
	double centre[3];     /* c [L] */
	double k;             /* 1 / distance of the viewer from c [1/L] */
	double scale;         /* samples per length in the plane of the centre [1/L] */
	double at[2];         /* where the centre is, in samples from the left and from the top */
};

/* Look from the azimuth, from the x axis towards the y axis, and the elevation above the xy plane [rad]; up is z. */
void view_turn(struct view *v, double azimuth, double elevation);
/* Coordinates y' of a point, and back. */
void view_of_point(const struct view *v, const double p[3], double seen[3]);
void view_point(const struct view *v, const double seen[3], double p[3]);
/* The unit vector from a point towards the viewer. */
void view_towards(const struct view *v, const double p[3], double to[3]);

#endif
