/* Domains that are tilted and deform: deformation against the series of exp(G dt), flips, flow, wraps. */
#include "world/deform.h"

#include <math.h>
#include <string.h>

#include "sim/soft.h"
#include "tap.h"

static struct domain cell(double xx, double yy, double xy)
{
	return (struct domain){ .lo = { -1.25, 2.5 }, .hi = { 2.135, 4.885 }, .periodic = { 1, 1 }, .tilt = { 0.7 },
	                        .rate = { [XX] = xx, [YY] = yy, [XY] = xy }, .set = 1 };
}

/* exp(G t) by its series, of G = (xx xy; 0 yy): powers G^k = (xx^k c_k; 0 yy^k), c_(k+1) = xx c_k + xy yy^k. */
static struct deformation series(double xx, double yy, double xy, double t)
{
	double px = 1, py = 1, c = 0, f = 1;
	struct deformation sum = { .xx = 1, .yy = 1 };

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
	near(whole.tilt[0], g.xx * 0.7 + g.xy * ly, 1e-14, "tilt");
	near(whole.hi[0] + whole.lo[0], 0.885, 1e-14, "the middle stays");
	/* a hundred small ones are a large one */
	f = domain_deformation(&d, t / 100);
	for (int k = 0; k < 100; k++)
		domain_deform(&d, &f);
	near(d.hi[1], whole.hi[1], 1e-13, "in a hundred steps: height");
	near(d.tilt[0], whole.tilt[0], 1e-13, "and tilt");
}

static void flips(void)
{
	struct domain d = cell(0, 0, 0);
	const double lx = d.hi[0] - d.lo[0];

	d.tilt[0] = 2.4 * lx;
	ok(domain_flip(&d).xy == 2, "two periods of tilt are taken away");
	near(d.tilt[0], 0.4 * lx, 1e-14, "0.4 are left");
	d.tilt[0] = -0.6 * lx;
	ok(domain_flip(&d).xy == -1, "and one added");
	d.tilt[0] = 0.5 * lx;
	ok(!flip_any(domain_flip(&d)) && !flip_any(domain_flip(&d)), "half a period stays");
	d.tilt[0] = -0.5 * lx;
	ok(!flip_any(domain_flip(&d)), "to either side");

	/* an image is the same before and after */
	double before[2], after[2];
	d.tilt[0] = 3.1 * lx;
	domain_shift(&d, -2, 5, before);
	int n = (int)domain_flip(&d).xy;
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

/* ---- space ---- */

static struct domain cell3(void)
{
	return (struct domain){ .lo = { -1.25, 2.5, 0.3 }, .hi = { 2.135, 4.885, 3.1 }, .periodic = { 1, 1, 1 },
	                        .tilt = { 0.7, -0.4, 1.1 }, .rate = { 0.31, -0.22, 0.13, 0.4, -0.6, 0.5 }, .set = 1 };
}

/* exp(G t) by its series, as a full matrix. */
static void series3(const double g[6], double t, double out[3][3])
{
	const double m[3][3] = { { g[XX], g[XY], g[XZ] }, { 0, g[YY], g[YZ] }, { 0, 0, g[ZZ] } };
	double power[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

	memcpy(out, power, sizeof power);
	for (int k = 1; k < 40; k++) {
		double next[3][3] = { { 0 } };

		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++) {
				for (int z = 0; z < 3; z++)
					next[i][j] += power[i][z] * m[z][j] * t / k;
				out[i][j] += next[i][j];
			}
		memcpy(power, next, sizeof next);
	}
}

static void deformation3(void)
{
	struct domain d = cell3(), whole = d;
	const double lx = 3.385, ly = 2.385, lz = 2.8;

	for (int same = 0; same < 2; same++) {
		double g[3][3];
		const double t = 0.9;

		if (same) /* rates that are equal: divided differences become derivatives */
			d.rate[XX] = d.rate[YY] = d.rate[ZZ] = 0.2;
		struct deformation f = domain_deformation(&d, t);
		series3(d.rate, t, g);
		near(f.xx, g[0][0], 1e-15, "space: xx");
		near(f.yy, g[1][1], 1e-15, "yy");
		near(f.zz, g[2][2], 1e-15, "zz");
		near(f.xy, g[0][1], 1e-15, "xy");
		near(f.yz, g[1][2], 1e-15, "yz");
		near(f.xz, g[0][2], 1e-15, "xz");
		if (same)
			continue;
		domain_deform(&whole, &f);
		near(whole.hi[2] - whole.lo[2], g[2][2] * lz, 1e-14, "space: height");
		near(whole.tilt[0], g[0][0] * 0.7 + g[0][1] * ly, 1e-14, "tilt xy");
		near(whole.tilt[1], g[0][0] * -0.4 + g[0][1] * 1.1 + g[0][2] * lz, 1e-14, "tilt xz");
		near(whole.tilt[2], g[1][1] * 1.1 + g[1][2] * lz, 1e-14, "tilt yz");
		f = domain_deformation(&d, t / 100);
		for (int k = 0; k < 100; k++)
			domain_deform(&d, &f);
		near(d.hi[0] - d.lo[0], g[0][0] * lx, 1e-13, "in a hundred steps: length");
		for (int k = 0; k < 3; k++)
			near(d.tilt[k], whole.tilt[k], 1e-13, "and tilt %d", k);
		d = cell3();
	}
}

/* Images stay where they are when tilts are reduced, and so do the velocities of images. */
static void flips3(void)
{
	struct domain d = cell3();
	double before[3], after[3], v0[3], v1[3];
	const double n[3] = { -2, 5, 3 };
	int64_t image[3] = { -2, 5, 3 };

	d.tilt[0] = 5.3;
	d.tilt[1] = -9.1;
	d.tilt[2] = 4.9;
	domain_shift3(&d, n, before);
	domain_shift_rate3(&d, n, v0);
	struct flip f = domain_flip(&d);
	flip_images(f, &image[0], &image[1], image[2]);
	const double m[3] = { (double)image[0], (double)image[1], (double)image[2] };
	domain_shift3(&d, m, after);
	domain_shift_rate3(&d, m, v1);
	ok(f.xy == 2 && f.yz == 2 && f.xz != 0, "space: periods of all three tilts are taken away");
	ok(fabs(d.tilt[0]) <= 1.6925 && fabs(d.tilt[1]) <= 1.6925 && fabs(d.tilt[2]) <= 1.1925, "at most halves are left");
	for (int k = 0; k < 3; k++) {
		near(before[k], after[k], 1e-13, "images are where they were, along %d", k);
		near(v0[k], v1[k], 1e-13, "and as fast, along %d", k);
	}
	ok(!flip_any(domain_flip(&d)), "and nothing is left to do");
}

static void wraps3(void)
{
	struct domain d = cell3();
	double x[3] = { 3.0, 2.4, 3.3 }, v[3] = { 1.1, -0.4, 0.2 }, flow[3];
	int64_t image[3] = { 7, -1, 4 };
	const double old[3] = { 3.0, 2.4, 3.3 }, n[3] = { 1, -1, 1 };

	/* down by one c = (-0.4, 1.1, 2.8) to (3.4, 1.3, 0.5), up by one b = (0.7, 2.385) to (4.1, 3.685), left by one a */
	domain_wrap_moving3(&d, x, v, image);
	ok(image[0] == 8 && image[1] == -2 && image[2] == 5, "space: wraps are counted");
	domain_shift3(&d, n, flow);
	for (int k = 0; k < 3; k++)
		near(x[k] + flow[k], old[k], 1e-14, "the image is where the body was, along %d", k);
	domain_flow3(&d, flow, flow);
	near(v[0], 1.1 - flow[0], 1e-14, "with the velocity of its image");
	near(v[1], -0.4 - flow[1], 1e-14, "along y");
	near(v[2], 0.2 - flow[2], 1e-14, "along z");
}

static void faults3(void)
{
	struct domain d = cell3();

	ok(!domain_fault(&d), "space, periodic along all axes: all is allowed");
	d.periodic[2] = 0;
	ok(domain_fault(&d) && strstr(domain_fault(&d), "rate zz"), "zz needs z");
	d.rate[ZZ] = 0;
	ok(domain_fault(&d) && strstr(domain_fault(&d), "rate xz"), "xz needs z");
	domain_ease(&d);
	ok(!domain_fault(&d) && d.tilt[0] == 0.7 && d.tilt[1] == 0 && d.tilt[2] == 0 && d.rate[XY] == 0.4 && d.rate[YZ] == 0,
	   "what x and y allow is kept");
	d.servo[YZ] = 1;
	ok(domain_fault(&d) && strstr(domain_fault(&d), "shear stress yz"), "a target of shear stress needs both axes");
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

/* A body that moves with the flow has neither a displacement nor a velocity against it. Neighbour lists rely on this: they would
 * lose contacts in a cell that is sheared, or grow. */
static void moves_with_flow(int dim)
{
	double at[3] = { 1.3, -0.7, 2.1 }, v[3], mid[3], x[3], old[3], d[3], u[3];
	struct soft c = { .dim = dim, .domain = { .set = 1, .lo = { -1.1, 0.4, -2 }, .hi = { 3.9, 4.1, 5 }, .periodic = { 1, 1, 1 },
		.rate = { 0.3, -0.2, 0.4, 0.7, -0.5, 0.6 } } };

	for (int k = dim == 2 ? ZZ : 6; k < 6; k++)
		c.domain.rate[k] = k == XY ? 0.7 : 0;
	c.cell.step = domain_deformation(&c.domain, 0.11);
	const struct deformation *f = &c.cell.step;
	for (int k = 0; k < 3; k++) {
		mid[k] = 0.5 * (c.domain.lo[k] + c.domain.hi[k]);
		old[k] = at[k] - mid[k];
	}
	old[2] = dim == 3 ? old[2] : 0;
	x[0] = mid[0] + f->xx * old[0] + f->xy * old[1] + f->xz * old[2];
	x[1] = mid[1] + f->yy * old[1] + f->yz * old[2];
	x[2] = mid[2] + f->zz * old[2];
	for (int k = 0; k < 3; k++)
		d[k] = x[k] - (mid[k] + old[k]);
	for (int k = 0; k < dim; k++) {
		c.x[k] = c.place[k] = &x[k];
		c.v[k] = &v[k];
	}
	double y[3] = { x[0] - mid[0], x[1] - mid[1], x[2] - mid[2] };
	domain_flow3(&c.domain, y, v);
	cell_against(&c, 0, d);
	cell_peculiar(&c, 0, u);
	for (int k = 0; k < dim; k++) {
		near(d[k], 0, 1e-14, "no displacement against the flow along %d, in %dD", k, dim);
		near(u[k], 0, 1e-14, "and no velocity");
	}
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
	deformation3();
	flips3();
	wraps3();
	faults3();
	moves_with_flow(2);
	moves_with_flow(3);
	return done();
}
