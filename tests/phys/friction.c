/* Friction: the threshold on an incline, acceleration above it, sliding that becomes rolling; and without friction a
 * disk that slides round a corner keeps its energy. */
#include "scene.h"

static const double block[4][2] = { { 0.6, 0.15 }, { -0.6, 0.15 }, { -0.6, -0.15 }, { 0.6, -0.15 } };

/* A block on a plane, gravity turned by the slope; it is let settle level first. Returns its velocity along the plane
 * after time t and sets *way to how far it came. */
static double on_slope(double slope, double mu, double t, double *way)
{
	struct sim_options o = dem2_defaults();
	struct world w;
	double kn = 400, g = 1.3;

	scene_begin(&w, kn, 0.4 * kn, mu, 0.3);
	struct shape *s = scene_shape(&w, SHAPE_POLYGON, 4, block, 0.1);
	scene_body(&w, s->id, "-", 0, 0.1 + 0.25, 0);
	scene_wall(&w, -30, 0, 30, 0, 0.1);
	w.gravity[1] = -g;
	scene_run_for(&w, 12, 0.002, o);
	double x0 = world_bodies2(&w).x[0];
	w.gravity[0] = g * sin(slope);
	w.gravity[1] = -g * cos(slope);
	scene_run_for(&w, t, 0.002, o);
	struct bodies2 b = world_bodies2(&w);
	*way = b.x[0] - x0;
	double v = b.vx[0];
	world_free(&w);
	return v;
}

static void incline(void)
{
	double mu = 0.37, angle = atan(mu), way, g = 1.3;

	double v = on_slope(angle - 0.004, mu, 20, &way);
	near(v, 0, 1e-6, "incline below tan(angle) = mu: it comes to rest");
	near(way, 0, 0.03, "incline below tan(angle) = mu: it stays");
	v = on_slope(angle + 0.004, mu, 20, &way);
	ok(v > 0.05 && way > 0.5, "incline above tan(angle) = mu: it slides (%.3g)", way);
	double steep = angle + 0.2, a = g * (sin(steep) - mu * cos(steep));
	v = on_slope(steep, mu, 6, &way);
	near(v / (a * 6), 1, 0.02, "incline: acceleration g (sin - mu cos)");
}

/* A disk set sliding on a floor without damping of its roll: v goes from v0 to 2/3 v0. */
static void sliding_to_rolling(void)
{
	struct sim_options o = dem2_defaults();
	struct world w;
	double r = 0.5, g = 1.1, kn = 2000, v0 = 0.83, mu = 0.23, m = 1.25 * pi * r * r;

	scene_begin(&w, kn, 0.3 * kn, mu, 0.4);
	scene_body(&w, scene_disk(&w, r), "-", 0, 0.1 + r - m * g / kn, 0.2);
	scene_wall(&w, -30, 0, 30, 0, 0.1);
	scene_move(&w, 0, v0, 0, 0);
	w.gravity[1] = -g;
	/* it slides until t = v0 / (3 mu g) = 1.09 */
	scene_run_for(&w, 0.7, 0.001, o);
	struct bodies2 b = world_bodies2(&w);
	near(b.vx[0], v0 - mu * g * 0.7, 2e-3 * v0, "sliding: deceleration mu g");
	near(-b.omega[0] * r, 2 * mu * g * 0.7, 4e-3 * v0, "sliding: spin 2 mu g t / r");
	scene_run_for(&w, 7.3, 0.001, o);
	b = world_bodies2(&w);
	near(b.vx[0] / v0, 2.0 / 3, 1e-3, "rolling at two thirds of the speed");
	near(-b.omega[0] * r / b.vx[0], 1, 2e-3, "rolling without slip");
	world_free(&w);
}

/* A disk pressed on the corner of a fixed block by a force field slides from one side to the other. Returns the error
 * of the energy. */
static double round_corner(double dt, enum shape_kind kind)
{
	struct sim_options o = dem2_defaults();
	struct world w;

	scene_begin(&w, 300, 0, 0, 1);
	struct shape *s = scene_shape(&w, kind, 4, block, 0.1);
	double r = 0.3, k;
	w.gravity[0] = 0.4;
	w.gravity[1] = -0.9;
	k = 1.25 * pi * r * r * 0.9 / 300;
	scene_body(&w, scene_disk(&w, r), "-", 0.1, 0.15 + 0.1 + r - k, 0);
	scene_body(&w, s->id, "fixed", 0, 0, 0);
	struct constraint *c = world_need_constraint(&w, "fixed");
	for (int z = 0; z < 3; z++)
		c->dof[z].drive = DRIVE_FIXED;
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	double error = 0;
	int left = 0, corner = 0, steps = (int)rint(2.6 / dt);
	for (int z = 0; z < steps; z++) {
		scene_run(&w, sim, 1);
		error = fmax(error, fabs(dem2_report(sim).residual));
		corner |= w.contact.n_row == 2;
		left |= world_bodies2(&w).x[0] > 0.6 + 0.9 * r;
	}
	struct bodies2 b = world_bodies2(&w);
	ok(corner && left, "the disk goes round the corner (dt %g): both edges touch on the way", dt);
	/* the energy by hand: nothing is left of the contact, height has become speed */
	double m = 1.25 * pi * r * r, e0 = -m * (0.4 * 0.1 - 0.9 * (0.15 + 0.1 + r - k)) + 0.5 * 300 * k * k;
	double e1 = 0.5 * m * (b.vx[0] * b.vx[0] + b.vy[0] * b.vy[0]) - m * (0.4 * b.x[0] - 0.9 * b.y[0]);
	near(e1, e0, 4e-3 * m, "round the corner: energy by hand");
	dem2_free(sim);
	world_free(&w);
	return error / m;
}

int main(void)
{
	incline();
	sliding_to_rolling();
	for (int kind = SHAPE_RING; kind <= SHAPE_POLYGON; kind++) {
		double e1 = round_corner(4e-3, kind), e2 = round_corner(1e-3, kind);

		ok(e2 < 2e-5, "round the corner: energy kept to %.2g per mass", e2);
		ok(e1 / e2 > 8, "round the corner: the error falls as dt^2 (%.1f for a factor of 4)", e1 / e2);
	}
	return done();
}
