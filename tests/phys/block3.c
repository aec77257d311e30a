/* A block on a plane against closed forms and an equation of motion of its own: impacts on a corner, an edge and a face, with and
 * without losses; rocking from edge to edge. */
#include "polyhedra3.h"

/* ---- impacts ---- */

/* A cube falls without weight on `corners` of its corners at once, its centre above their middle. Each is a spring of its own
 * and a dashpot for its share of the mass of the cube: n of them are n times as stiff, and have the restitution of one. */
static void impact(const char *what, const double q[4], int corners, double high, double en)
{
	const double kn = 2e5, v = 1.3, r = 0.1;
	struct sim_options o = dem3_defaults();
	double moment[3], began = NAN, ended = NAN;
	struct world w;

	scene_begin_linear(&w, kn, 0, 0, en);
	scene_body(&w, scene_brick(&w, 0.3, 0.3, 0.3, r), "-", 0, 0, high + r + 1e-9);
	scene_turn(&w, 0, q[0], q[1], q[2], q[3]);
	scene_move(&w, 0, 0, 0, -v);
	scene_floor(&w);
	double m = scene_mass(&w, 0, moment), zeta = -log(en) / sqrt(pi * pi + log(en) * log(en));
	double rate = sqrt(corners * kn / m), damped = rate * sqrt(1 - zeta * zeta);
	o.dt = 1e-3 / rate;
	o.attraction = 1; /* up to the end of the contact, as in the closed form */
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 5000 && isnan(ended); k++) {
		scene_run(&w, sim, 1);
		if (w.contact.n_row == corners && isnan(began))
			began = k * o.dt;
		else if (w.contact.n_row == 0 && !isnan(began))
			ended = k * o.dt;
	}
	dem3_free(sim);
	near(ended - began, pi / damped, 5e-3 * pi / damped, "%s, en=%g: how long the impact lasts", what, en);
	double left = world_bodies3(&w).v[2][0] / v, turns = hypot(world_bodies3(&w).momentum[0][0], world_bodies3(&w).momentum[1][0]);
	near(left, en, 2e-3, "%s, en=%g: how fast the cube leaves (%.4f)", what, en, left);
	near(turns, 0, 1e-9, "%s, en=%g: it does not turn", what, en);
	world_free(&w);
}

static void impacts(void)
{
	const double face[4] = { 1, 0, 0, 0 }, edge[4] = { cos(pi / 8), sin(pi / 8), 0, 0 };
	const double tilt = 0.5 * acos(1 / sqrt(3)), corner[4] = { cos(tilt), sin(tilt) / sqrt(2), -sin(tilt) / sqrt(2), 0 };

	for (int k = 0; k < 2; k++) {
		impact("on a face", face, 4, 0.3, k ? 0.8 : 1);
		impact("on an edge", edge, 2, 0.3 * sqrt(2), k ? 0.8 : 1);
		impact("on a corner", corner, 1, 0.3 * sqrt(3), k ? 0.8 : 1);
	}
}

/* Two cubes meet corner to corner along their diagonals: 15 pairs of features at one place have the restitution of one. */
static void corners(double en)
{
	const double tilt = 0.5 * acos(1 / sqrt(3)), v = 0.8, far = 0.3 * sqrt(3) + 0.1 + 1e-9;
	const double corner[4] = { cos(tilt), sin(tilt) / sqrt(2), -sin(tilt) / sqrt(2), 0 };
	const double quarter[4] = { cos(pi / 4), 0, 0, sin(pi / 4) };
	struct sim_options o = dem3_defaults();
	double moment[3], q[4];
	struct world w;
	int most = 0;

	scene_begin_linear(&w, 1e5, 0, 0, en);
	int64_t shape = scene_brick(&w, 0.3, 0.3, 0.3, 0.1);
	quat_times(q, quarter, corner); /* turned, so that no edges are parallel */
	scene_body(&w, shape, "-", 0, 0, far);
	scene_body(&w, shape, "-", 0, 0, -far);
	scene_turn(&w, 0, corner[0], corner[1], corner[2], corner[3]);
	scene_turn(&w, 1, q[0], q[1], q[2], q[3]);
	scene_move(&w, 0, 0, 0, -v);
	scene_move(&w, 1, 0, 0, v);
	o.dt = 2e-3 / sqrt(15 * 2e5 / scene_mass(&w, 0, moment));
	o.attraction = 1;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 200; k++) {
		scene_run(&w, sim, 10);
		most = w.contact.n_row > most ? w.contact.n_row : most;
	}
	dem3_free(sim);
	double left = world_bodies3(&w).v[2][0] / v;
	near(left, en, 2e-3, "two corners by %d pairs: the restitution is that of the law (%.4f)", most, left);
	ok(most == 15 && w.contact.n_row == 0, "two corners, en=%g: 15 pairs, and none in the end", en);
	world_free(&w);
}

/* A ball hits the middle of a rod or of a plate, whose two faces it touches: the restitution is that of one pair. */
static void thin(const char *what, int64_t (*shape)(struct world *w), int pairs, double en)
{
	const double v = 0.7;
	struct sim_options o = dem3_defaults();
	double moment[3];
	struct world w;
	int most = 0;

	scene_begin_linear(&w, 1e5, 0, 0, en);
	scene_body(&w, scene_ball(&w, 0.2), "-", 0, 0, 0.3 + 1e-9);
	scene_move(&w, 0, 0, 0, -v);
	scene_body(&w, shape(&w), "-", 0, 0, 0);
	o.dt = 2e-3 / sqrt(2 * 2e5 / scene_mass(&w, 0, moment));
	o.attraction = 1;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 400; k++) {
		scene_run(&w, sim, 10);
		most = w.contact.n_row > most ? w.contact.n_row : most;
	}
	dem3_free(sim);
	double left = (world_bodies3(&w).v[2][0] - world_bodies3(&w).v[2][1]) / v;
	near(left, en, 2e-3, "a ball and %s: the restitution is that of the law (%.4f)", what, left);
	ok(most == pairs && w.contact.n_row == 0, "a ball and %s: pairs of features: %d, and none in the end", what, most);
	world_free(&w);
}

static int64_t a_rod(struct world *w)
{
	static const int none[1] = { 0 };
	const double end[2][3] = { { -0.4, 0, 0 }, { 0.4, 0, 0 } };

	return scene_polyhedron(w, 0.1, 2, end, 0, 2, none);
}

static int64_t a_plate(struct world *w)
{
	static const int corner[] = { 0, 1, 2, 3, 3, 2, 1, 0, 0 };
	const double vertex[4][3] = { { -0.4, -0.3, 0 }, { 0.4, -0.3, 0 }, { 0.4, 0.3, 0 }, { -0.4, 0.3, 0 } };

	return scene_polyhedron(w, 0.1, 4, vertex, 2, 4, corner);
}

/* ---- rocking ---- */

/* A block that rocks: b and h are the distances of its centre from the edge, across and up; r is the radius of the edge, which
 * rolls without slip; i is the moment of inertia about the centre. */
struct rocker { double b, h, r, m, i, g; };

/* Angular acceleration at the angle a > 0 about one edge, by Lagrange with the centre at x = r a - b cos a + h sin a,
 * z = r + b sin a + h cos a. */
static double acceleration(const struct rocker *k, double a, double w)
{
	double across = k->b * cos(a) - k->h * sin(a), up = k->b * sin(a) + k->h * cos(a);
	double mass = k->i + k->m * ((k->r + up) * (k->r + up) + across * across), slope = 2 * k->m * k->r * across;

	return -(0.5 * slope * w * w + k->m * k->g * across) / mass;
}

/* A step of the classical method of Runge and Kutta. */
static void advance(const struct rocker *k, double dt, double *a, double *w)
{
	double a1 = *w, w1 = acceleration(k, *a, *w);
	double a2 = *w + 0.5 * dt * w1, w2 = acceleration(k, *a + 0.5 * dt * a1, a2);
	double a3 = *w + 0.5 * dt * w2, w3 = acceleration(k, *a + 0.5 * dt * a2, a3);
	double a4 = *w + dt * w3, w4 = acceleration(k, *a + dt * a3, a4);

	*a += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
	*w += dt / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
}

/* The times at which the block stands upright, and its largest angle after the first. At an impact the angular momentum about the
 * edge that lands is kept (Housner, Bull. Seismol. Soc. Am. 53, 1963, 403). */
static void rock(const struct rocker *k, double angle, double upright[2], double *swing)
{
	const double dt = 1e-5, high = k->h + k->r;
	double a = angle, w = 0, t = 0, kept = (k->i + k->m * (high * high - k->b * k->b)) / (k->i + k->m * (high * high + k->b * k->b));

	*swing = 0;
	for (int n = 0; n < 2; n++) {
		for (; a > 0; t += dt) {
			advance(k, dt, &a, &w);
			*swing = n && a > *swing ? a : *swing;
		}
		upright[n] = t + a / -w;
		t = upright[n];
		a = 1e-300;
		w *= -kept;
	}
}

static void rocking(void)
{
	const double angle = 0.12, kn = 4e6;
	struct rocker k = { .b = 0.15, .h = 0.4, .r = 0.05, .g = 10 };
	double moment[3], upright[2], swing, found[2] = { NAN, NAN }, most = 0, before = angle;
	struct sim_options o = dem3_defaults();
	struct world w;
	int n = 0;

	scene_begin_linear(&w, kn, 0.8 * kn, 3, 0.05);
	w.gravity[2] = -k.g;
	scene_body(&w, scene_brick(&w, k.h, 0.3, k.b, k.r), "-", 0, 0, 0); /* its x axis upwards: in its frame the longest is first */
	k.m = scene_mass(&w, 0, moment);
	k.i = moment[1];
	world_bodies3(&w).x[2][0] = k.r + k.b * sin(angle) + k.h * cos(angle) - 0.5 * k.m * k.g / kn;
	scene_turn(&w, 0, cos(0.5 * angle - 0.25 * pi), 0, sin(0.5 * angle - 0.25 * pi), 0);
	scene_floor(&w);
	rock(&k, angle, upright, &swing);
	o.dt = 1e-5;
	struct dem3 *sim = scene_start(&w, o);
	for (int s = 1; s * o.dt < 1.1 * upright[1] && n < 2; s++) {
		scene_run(&w, sim, 1);
		double a = 2 * atan2(world_bodies3(&w).q[2][0], world_bodies3(&w).q[0][0]) + 0.5 * pi;

		if ((a > 0) != (before > 0))
			found[n++] = s * o.dt;
		most = n == 1 ? fmax(most, -a) : most;
		before = a;
	}
	dem3_free(sim);
	world_free(&w);
	near(found[0], upright[0], 1e-3, "a tilted block stands upright at the time of its equation of motion (%.4f)", found[0]);
	near(found[1], upright[1], 5e-3, "and after it has rocked to the other edge (%.4f)", found[1]);
	near(most, swing, 0.02 * swing, "it rocks as far as its momentum about that edge takes it (%.4f)", most);
}

int main(void)
{
	impacts();
	corners(1);
	corners(0.6);
	thin("a rod", a_rod, 1, 0.6);
	thin("a plate", a_plate, 2, 0.6);
	rocking();
	return done();
}
