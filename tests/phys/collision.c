/* One contact against closed forms: the damped oscillator, four springs at a corner, sliding and sticking impacts. */
#include "scene.h"

/* What one collision did. */
struct hit { double first, last, deepest, out, spin, side; };

/* Steps of dt until n have passed; overlap and force are watched through the contacts written. */
static struct hit collide(struct world *w, struct sim_options o, double dt, int n, int mover)
{
	struct hit h = { -1, -1, 0, 0, 0, 0 };
	struct dem2 *sim;

	o.dt = dt;
	sim = scene_start(w, o);
	for (int k = 0; k < n; k++) {
		scene_run(w, sim, 1);
		const double *overlap = table_real(&w->contact, "overlap"), *fn = table_real(&w->contact, "fn");
		for (int c = 0; c < w->contact.n_row; c++) {
			h.deepest = fmax(h.deepest, overlap[c]);
			if (fn[c] <= 0 && !o.attraction)
				continue;
			h.first = h.first < 0 ? w->t : h.first;
			h.last = w->t;
		}
	}
	dem2_free(sim);
	struct bodies2 b = world_bodies2(w);
	h.out = b.vx[mover];
	h.side = b.vy[mover];
	h.spin = b.omega[mover];
	return h;
}

/* Two disks of different size head on, with damping ratio zeta, in both conventions and with both integrators. */
static void head_on(double kn, double en, double gn, int attraction, enum dem2_integrator integrator)
{
	struct sim_options o = dem2_defaults();
	struct world w;
	double r1 = 0.385, r2 = 0.61, v = 0.037, m1 = 1.25 * pi * r1 * r1, m2 = 1.25 * pi * r2 * r2;
	double m = m1 * m2 / (m1 + m2), l = log(en), zeta = gn > 0 ? gn / (2 * sqrt(m * kn)) : -l / sqrt(pi * pi + l * l);
	double w0 = sqrt(kn / m), root = sqrt(1 - zeta * zeta), wd = w0 * root;
	/* the spring's end, or where kn d + c d' = 0, which is at twice the angle whose cosine is zeta */
	double time = (attraction ? pi : 2 * acos(zeta)) / wd, e = exp(-zeta * w0 * time);
	double deepest = v / w0 * exp(-zeta / root * acos(zeta)), dt = time / 4000;

	scene_begin(&w, kn, 0.1 * kn, 0.5, gn > 0 ? -1 : en);
	if (gn > 0)
		params_set(&world_law(&w, "grain", "grain")->par, "gn", gn);
	scene_body(&w, scene_disk(&w, r1), "-", 1.3, -0.7, 0.3);
	scene_body(&w, scene_disk(&w, r2), "-", 1.3 + r1 + r2 + 20.4 * v * dt, -0.7, 0.8);
	scene_move(&w, 0, v, 0, 0);
	o.attraction = attraction;
	o.integrator = integrator;
	struct hit h = collide(&w, o, dt, 4100, 0);
	struct bodies2 b = world_bodies2(&w);
	const char *how = attraction ? "attraction" : "cut";
	const char *by = integrator == DEM2_GEAR ? "gear" : "verlet";
	double tol = integrator == DEM2_GEAR ? 1e-3 : 4e-4;

	near((b.vx[1] - b.vx[0]) / v, e, tol, "%s, %s, zeta %.3f: restitution %.4f", by, how, zeta, e);
	near((h.last - h.first) / time, 1, 1.5e-3, "%s, %s, zeta %.3f: contact time", by, how, zeta);
	near(h.deepest / deepest, 1, tol, "%s, %s, zeta %.3f: deepest overlap", by, how, zeta);
	near(m1 * b.vx[0] + m2 * b.vx[1], m1 * v, 1e-14, "%s, %s: momentum", by, how);
	world_free(&w);
}

/* Two squares corner on corner: four springs in parallel. */
static void corner_on_corner(void)
{
	static const double square[4][2] = { { 0.5, 0.5 }, { -0.5, 0.5 }, { -0.5, -0.5 }, { 0.5, -0.5 } };
	struct sim_options o = dem2_defaults();
	struct world w;
	double kn = 11.3, v = 0.029, r = 0.15;

	scene_begin(&w, kn, 0, 0, 1);
	struct shape *s = scene_shape(&w, SHAPE_POLYGON, 4, square, r);
	double m = 1.25 * s->area / 2, time = pi * sqrt(m / (4 * kn)), dt = time / 3000;
	scene_body(&w, s->id, "-", 0, 0, pi / 4);
	scene_body(&w, s->id, "-", sqrt(2) + 2 * r + 10.3 * v * dt, 0, pi / 4);
	scene_move(&w, 0, v, 0, 0);
	struct hit h = collide(&w, o, dt, 3100, 0);
	near((h.last - h.first) / time, 1, 1.5e-3, "corner on corner: contact time of four springs");
	near(h.deepest / (v * sqrt(m / (4 * kn))), 1, 1e-3, "corner on corner: deepest overlap");
	near(h.out, 0, 1e-4 * v, "corner on corner: velocities are exchanged");
	world_free(&w);
}

/* A disk on a wall below, frictional and elastic; its velocity after the impact. */
static struct hit oblique(double kn, double kt, double mu, double vx, double vy, double r)
{
	struct sim_options o = dem2_defaults();
	struct world w;
	double m = 1.25 * pi * r * r, time = pi * sqrt(m / kn), dt = time / 4000;

	scene_begin(&w, kn, kt, mu, 1);
	scene_body(&w, scene_disk(&w, r), "-", 0.2, 0.1 + r + 10.2 * vy * dt, 0.3);
	scene_wall(&w, -5, 0, 5, 0, 0.1);
	scene_move(&w, 0, vx, -vy, 0);
	struct hit h = collide(&w, o, dt, 4100, 0);
	world_free(&w);
	return h;
}

static void oblique_impacts(void)
{
	double r = 0.47, kn = 2.1e4, vy = 0.013, mu = 0.31, vx = 0.4;
	struct hit h = oblique(kn, kn / 3, mu, vx, vy, r);

	/* fast along the wall: it slides all the time, the friction's impulse is mu times the normal one, 2 m vy */
	near(h.side / vy, 1, 1e-4, "sliding impact: elastic along the normal");
	near((vx - h.out) / (2 * mu * vy), 1, 3e-3, "sliding impact: friction's impulse is mu times the normal one");
	near(h.spin / (-(vx - h.out) * 2 / r), 1, 3e-3, "sliding impact: its moment turns the disk, I = m r^2/2");
	/* steep: it sticks. The contact's tangential mass is m/3, so with kt = kn/3 the tangential spring swings
	 * exactly once while the normal one does: the velocity of the contact point is reversed */
	vx = 0.011;
	h = oblique(kn, kn / 3, 5, vx, vy, r);
	near((h.out + r * h.spin) / vx, -1, 4e-3, "sticking impact: the contact point comes back as it went in");
	/* what friction took from the translation it gave to the rotation, about the point of contact nothing changes */
	near((0.5 * r * h.spin - h.out) / vx, -1, 3e-3, "sticking impact: angular momentum about the contact is kept");
}

int main(void)
{
	for (int integrator = DEM2_VERLET; integrator <= DEM2_GEAR; integrator++) {
		head_on(7.3, 1, 0, 0, integrator);
		for (int attraction = 0; attraction < 2; attraction++) {
			head_on(7.3, 0.5, 0, attraction, integrator);
			head_on(7.3, 0.9, 0, attraction, integrator);
			head_on(7.3, 0.5, 0.35, attraction, integrator);
		}
	}
	corner_on_corner();
	oblique_impacts();
	return done();
}
