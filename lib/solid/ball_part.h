/* ball_part.h: the part of a ball's volume that lies in a half space, in another ball, in a box. */
#ifndef SCREE_BALL_PART_H
#define SCREE_BALL_PART_H

/* Of a ball of radius r whose centre has the coordinate c, the part below the plane at x: a cap. */
double ball_part_below(double c, double r, double x);
/* Of a ball of radius r at the distance d from a point, the part within R of that point: a lens. */
double ball_part_within(double d, double r, double R);
/* Of a ball of radius r about c, the part in the box lo .. hi, whose sides may be infinite; to 1e-14 of the ball. */
double ball_part_in_box(const double c[3], double r, const double lo[3], const double hi[3]);

#endif
