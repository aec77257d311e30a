/* view.h: a camera: the map from points in space to a picture, and back.
 *
 * Coordinates of the view are lengths to the right, up, and towards the viewer, relative to a centre c: y = A (p - c). A viewer
 * at the distance 1 / k from c sees y as parallel rays show y' = y / (1 - k y_z); k = 0 is a viewer at infinity. This map takes
 * straight lines to straight lines and ellipsoids to ellipsoids, preserves what is in front, and leaves the plane of the centre
 * unchanged. Its inverse is y = y' / (1 + k y'_z). So everything is drawn along parallel rays. */
#ifndef SCREE_VIEW_H
#define SCREE_VIEW_H

struct view {
	double axis[3][3];    /* A: to the right, up, towards the viewer */
	double centre[3];     /* c [L] */
	double k;             /* 1 / distance of the viewer from c [1/L] */
	double scale;         /* samples per length in the plane of the centre [1/L] */
	double at[2];         /* the centre in the picture, in samples from the left and from the top */
};

/* Look from the given azimuth, from the x axis towards the y axis, and elevation above the xy plane [rad]; up is z. */
void view_turn(struct view *v, double azimuth, double elevation);
/* The coordinates y' of a point [L]. */
void view_of_point(const struct view *v, const double p[3], double seen[3]);
/* The point with the coordinates y' [L]. */
void view_point(const struct view *v, const double seen[3], double p[3]);
/* The unit vector from a point towards the viewer. */
void view_towards(const struct view *v, const double p[3], double to[3]);

#endif
