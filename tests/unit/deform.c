/* Domains that are tilted and deform: deformation against the series of exp(G dt), flips, flow, wraps. */
#include "world/deform.h"

#include <math.h>
#include <string.h>

#include "tap.h"

static struct domain cell(double xx, double yy, double xy)
{
	return (struct domain){ .lo = { -1.25, 2.5 }, .hi = { 2.135, 4.885 }, .periodic = { 1, 1 }, .tilt = 0.7,
	                        .rate = { xx, yy, xy }, .set = 1 };
}

/* exp(G t) by its series, of G = (xx xy; 0 yy): powers G^k = (xx^k c_k; 0 yy^k), c_(k+1) = xx c_k + xy yy^k. */
static struct deformation series(double xx, double yy, double xy, double t)
{
	double px = 1, py = 1, c = 0, f = 1;
	struct deformation sum = { 1, 1, 0 };

	for (int k = 1; k < 40; k++) {
		c = xx * c + xy * py;
		px *= xx;
		py *= yy;
		f *= t / k;
		sum.xx += f * px;
		sum.yy += f * py;
		sum.xy += f * c;
	}
	return sum;
}

static void deformation(double xx, double yy, double xy, double t)
{
	struct domain d = cell(xx, yy, xy), whole = d;
	struct deformation f = domain_deformation(&d, t), g = series(xx, yy, xy, t);
	double lx = 3.385, ly = 2.385;

	near(f.xx, g.xx, 1e-15, "xx of %g,%g,%g in %g", xx, yy, xy, t);
	near(f.yy, g.yy, 1e-15, "yy");
	near(f.xy, g.xy, 1e-15, "xy");
	domain_deform(&whole, &f);
	near(whole.hi[0] - whole.lo[0], g.xx * lx, 1e-14, "length");
	near(whole.hi[1] - whole.lo[1], g.yy * ly, 1e-14, "height");
	near(whole.tilt, g.xx * 0.7 + g.xy * ly, 1e-14, "tilt");
	near(whole.hi[0] + whole.lo[0], 0.885, 1e-14, "the middle stays");
	/* a hundred small ones are a large one */
	f = domain_deformation(&d, t / 100);
	for (int k = 0; k < 100; k++)
		domain_deform(&d, &f);
	near(d.hi[1], whole.hi[1], 1e-13, "in a hundred steps: height");
	near(d.tilt[0], whole.tilt, 1e-13, "and tilt");
}

static void flips(void)
{
	struct domain d = cell(0, 0, 0);
	const double lx = d.hi[0] - d.lo[0];

	d.tilt[0] = 2.4 * lx;
	ok(domain_flip(&d) == 2, "two periods of tilt are taken away");
	near(d.tilt[0], 0.4 * lx, 1e-14, "0.4 are left");
	d.tilt[0] = -0.6 * lx;
	ok(domain_flip(&d) == -1, "and one added");
	d.tilt[0] = 0.5 * lx;
	ok(domain_flip(&d) == 0 && domain_flip(&d) == 0, "half a period stays");
	d.tilt[0] = -0.5 * lx;
	ok(domain_flip(&d) == 0, "to either side");

	/* an image is the same before and after */
	double before[2], after[2];
	d.tilt[0] = 3.1 * lx;
	domain_shift(&d, -2, 5, before);
	int n = (int)domain_flip(&d);
	domain_shift(&d, -2 + 5 * n, 5, after);
	near(before[0], after[0], 1e-13, "images are where they were");
	ok(before[1] == after[1], "along y too");

	struct world w;
	world_init(&w, 2);
	w.domain = cell(0, 0, 0);
	w.domain.tilt[0] = -1.2 * lx;
	struct shape *s = world_need_shape(&w, 1);
	shape_alloc(s, SHAPE_POINT, 1);
	int row = world_add_body(&w, 1, "-", "-");
	world_bodies2(&w).ix[row] = 3;
	world_bodies2(&w).iy[row] = -2;
	table_resize(&w.contact, 1);
	*table_need_int(&w.contact, "ix", 0) = 1;
	*table_need_int(&w.contact, "iy", 0) = 1;
	world_flip(&w);
	ok(world_bodies2(&w).ix[row] == 5 && world_bodies2(&w).iy[row] == -2, "counts of a body follow");
	ok(*table_int(&w.contact, "ix") == 0 && *table_int(&w.contact, "iy") == 1, "images of a contact follow");
	world_free(&w);
}

static void wraps(void)
{
	struct domain d = cell(0.2, -0.3, 0.5);
	double x = 3.0, y = 2.5 - 0.1, vx = 1.1, vy = -0.4;
	int64_t ix = 7, iy = -1;

	/* up by one b = (0.7, 2.385), to x = 3.7, then left by one a = (3.385, 0) */
	domain_wrap_moving(&d, &x, &y, &vx, &vy, &ix, &iy);
	near(x, 0.315, 1e-14, "wrapped: x");
	near(y, 4.785, 1e-14, "y");
	ok(ix == 8 && iy == -2, "counted");
	near(vx, 1.1 + 0.2 * 0.7 + 0.5 * 2.385 - 0.2 * 3.385, 1e-14, "with the velocity of its image");
	near(vy, -0.4 - 0.3 * 2.385, 1e-14, "along y");
}

static void faults(void)
{
	struct domain d = cell(1, 2, 3);

	ok(!domain_fault(&d), "periodic both ways: all is allowed");
	d.periodic[1] = 0;
	ok(domain_fault(&d) && strstr(domain_fault(&d), "rate yy"), "yy needs y");
	domain_ease(&d);
	ok(!domain_fault(&d) && d.rate[0] == 1 && d.rate[1] == 0 && d.rate[XY] == 0 && d.tilt[0] == 0, "what x allows is kept");
	d.periodic[0] = 0;
	ok(domain_fault(&d) && strstr(domain_fault(&d), "rate xx"), "xx needs x");
	domain_ease(&d);
	ok(!domain_deforms(&d), "nothing is left");
	d = cell(0, 0, 0);
	d.tilt[0] = 1e9;
	ok(domain_fault(&d) && strstr(domain_fault(&d), "1e6 periods"), "too much tilt");
	d.set = 0;
	ok(!domain_fault(&d), "no domain, no fault");
}

int main(void)
{
	deformation(0.3, -0.2, 0.9, 0.4);
	deformation(0.2, 0.2, -0.7, 0.9);
	deformation(0, 0, 2.385, 0.3);
	deformation(-0.9, 0.1, 0, 1);
	deformation(0.5, 0.5 + 1e-9, 1, 1);
	flips();
	wraps();
	faults();
	return done();
}
