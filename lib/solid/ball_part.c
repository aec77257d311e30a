/* ball_part.c: fractions of balls */
#include "solid/ball_part.h"

#include <math.h>

#include "base/trig.h"

static const double pi = 3.14159265358979323846;

double ball_part_below(double c, double r, double x)
{
	double h = fmin(fmax((x - c) / r + 1, 0), 2); /* height of the cap divided by the radius */

	return h * h * (3 - h) / 4;
}

/* The lens of two balls consists of two caps, on both sides of the plane in which the spheres meet. */
double ball_part_within(double d, double r, double R)
{
	if (d >= R + r)
		return 0;
	if (R >= d + r)
		return 1;
	if (r >= d + R)
		return R * R * R / (r * r * r);
	double sum = R + r - d;
	return sum * sum * (d * d + 2 * d * (r + R) - 3 * (r - R) * (r - R)) / (16 * d * r * r * r);
}

static double arc_cos(double x)
{
	return trig_atan2(sqrt(fmax((1 - x) * (1 + x), 0)), x);
}

/* The volume V of the part of the unit ball beyond the planes x = a and y = b, with a, b >= 0. With the outward normal u of its
 * boundary, 3 V = integral of r.u over the boundary = S - a A - b B, where S is the area on the sphere, and A and B are the areas
 * on the planes. By Gauss and Bonnet, S is 2 pi less the turning along its edges and at its corners. The turning along the circle
 * of the plane x = a is a times the angle; at a corner of two circles it is arccos(-a b / sqrt((1 - a^2)(1 - b^2))). The disk on
 * the plane x = a has the radius sqrt(1 - a^2). */
static double volume_of_wedge(double a, double b)
{
	double aa = 1 - a * a, bb = 1 - b * b, top = aa - b * b;

	if (top <= 0)
		return 0;
	double half_a = arc_cos(b / sqrt(aa)), half_b = arc_cos(a / sqrt(bb)), edge = sqrt(top);
	double sphere = 2 * (pi - a * half_a - b * half_b - arc_cos(-a * b / sqrt(aa * bb)));
	return (sphere - a * (aa * half_a - b * edge) - b * (bb * half_b - a * edge)) / 3;
}

/* The angle and the area of the part of a disk of radius sqrt(rr) beyond lines at b and c, which cross inside the disk. */
static void quarter_of_disk(double rr, double b, double c, double *angle, double *area)
{
	double r = sqrt(rr);

	*angle = arc_cos(b / r) + arc_cos(c / r) - pi / 2;
	*area = 0.5 * (rr * *angle - b * (sqrt(rr - b * b) - c) - c * (sqrt(rr - c * c) - b));
}

/* The volume beyond three planes, found in the same way. */
static double volume_of_corner(const double a[3])
{
	double part[3], sphere = 2 * pi, angle, area, sum = 0;

	if (a[0] * a[0] + a[1] * a[1] + a[2] * a[2] >= 1)
		return 0;
	for (int k = 0; k < 3; k++)
		part[k] = 1 - a[k] * a[k];
	for (int k = 0; k < 3; k++) {
		int i = (k + 1) % 3, j = (k + 2) % 3;

		quarter_of_disk(part[k], a[i], a[j], &angle, &area);
		sphere -= a[k] * angle + arc_cos(-a[i] * a[j] / sqrt(part[i] * part[j]));
		sum += a[k] * area;
	}
	return (sphere - sum) / 3;
}

/* The volume of the unit ball beyond n planes across different axes. If a plane is on the far side of the centre, the volume is
 * that beyond the other planes, less that beyond the other planes and the mirror image of this plane. */
static double volume_beyond(int n, const double *plane)
{
	double a[3] = { 0 };

	for (int k = 0; k < n; k++)
		a[k] = fmin(fmax(plane[k], -1), 1);
	for (int k = 0; k < n; k++)
		if (a[k] < 0) {
			double mirror[3] = { a[0], a[1], a[2] };

			mirror[k] = -a[k];
			for (int z = k; z + 1 < n; z++)
				a[z] = a[z + 1];
			return volume_beyond(n - 1, a) - volume_beyond(n, mirror);
		}
	return n == 0 ? 4 * pi / 3 : n == 1 ? pi * (1 - a[0]) * (1 - a[0]) * (2 + a[0]) / 3 :
	       n == 2 ? volume_of_wedge(a[0], a[1]) : volume_of_corner(a);
}

double ball_part_in_box(const double c[3], double r, const double lo[3], const double hi[3])
{
	double sum = 0;
	int inside = 1;

	for (int k = 0; k < 3; k++) {
		if (c[k] + r <= lo[k] || c[k] - r >= hi[k])
			return 0;
		inside &= c[k] - r >= lo[k] && c[k] + r <= hi[k];
	}
	for (int z = 0; z < 8 && !inside; z++) {
		double plane[3];
		int sign = 1;

		for (int k = 0; k < 3; k++) {
			int upper = z >> k & 1;

			plane[k] = ((upper ? hi : lo)[k] - c[k]) / r;
			sign = upper ? -sign : sign;
		}
		sum += sign * volume_beyond(3, plane);
	}
	return inside ? 1 : fmin(fmax(sum / (4 * pi / 3), 0), 1);
}
