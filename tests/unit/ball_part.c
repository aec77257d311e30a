/* ball_part.c: parts of balls by disks along an axis, summed up, in all the ways in which two balls, or a ball and a
 * plane, can lie */
#include "solid/ball_part.h"

#include "tap.h"

/* The part of a ball of radius r about 0 that is below x and within R of d, by disks across the axis: of either ball the
 * lesser. */
static double by_disks(double r, double x, double d, double R)
{
	enum { N = 200000 };
	double sum = 0;

	for (int k = 0; k < N; k++) {
		double at = r * ((k + 0.5) / N * 2 - 1), a = r * r - at * at, b = R * R - (at - d) * (at - d);

		sum += at < x && b > 0 ? fmin(a, b) : 0;
	}
	return sum * 2 * r / N / (4.0 / 3 * r * r * r);
}

int main(void)
{
	const double r = 0.73;
	/* apart, touching nearly, overlapping off either centre, one in the other, either way */
	static const double pair[8][2] = { { 2.5, 1.1 }, { 1.8, 1.1 }, { 1.2, 1.1 }, { 0.9, 0.4 }, { 0.5, 0.4 }, { 0.2, 0.4 },
		{ 0.3, 1.1 },
	                                   { 0, 0.5 } };

	for (int k = 0; k < 8; k++)
		near(ball_part_within(pair[k][0], r, pair[k][1]), by_disks(r, 9, pair[k][0], pair[k][1]), 2e-5,
		     "part of a ball within %g of a point %g away",
		     pair[k][1], pair[k][0]);
	near(ball_part_within(0.2, r, 0.4), pow(0.4 / r, 3), 1e-15, "all of the smaller one");
	near(ball_part_within(0.3, r, 1.1), 1, 0, "all of it");
	near(ball_part_within(1.83, r, 1.1), 0, 0, "nothing");
	for (int k = 0; k < 5; k++) {
		double x = -0.9 + 0.45 * k;

		near(ball_part_below(2.4, r, 2.4 + x), by_disks(r, x, 0, 9), 2e-5, "part of a ball below %g from its centre", x);
	}
	near(ball_part_below(2.4, r, 9), 1, 0, "all of it is below");
	near(ball_part_below(2.4, r, -9), 0, 0, "or nothing");
	return done();
}
