/* ball_part.h: the fraction of a ball's volume inside a half space, another ball, or a box. */
#ifndef SCREE_BALL_PART_H
#define SCREE_BALL_PART_H

/* The fraction of a ball of radius r below the plane at x [L]: a cap. c is the coordinate of the centre across the plane. */
double ball_part_below(double c, double r, double x);
/* The fraction of a ball of radius r within R of a point [L]: a lens. d is the distance of the centre from the point. */
double ball_part_within(double d, double r, double R);
/* The fraction of a ball of radius r about c inside the box lo .. hi [L], whose sides may be infinite; to 1e-14. */
double ball_part_in_box(const double c[3], double r, const double lo[3], const double hi[3]);

#endif
