/* The force on every body is minus the gradient of the potential, half k times the sum of squared overlaps, which is
 * found here by all pairs; the torque likewise; momentum and angular momentum are kept. */
#include "scene.h"

static const double kn = 3.7;

static void add_square(void *to, int i, int vertex, int j, int edge, double overlap)
{
	(void)i, (void)vertex, (void)j, (void)edge;
	*(double *)to += 0.5 * kn * overlap * overlap;
}

/* The potential of bodies 0 and 1 with body 1 in all images next to it. */
static double potential(struct world *w)
{
	double e = 0, px = w->domain.periodic[0] ? w->domain.hi[0] - w->domain.lo[0] : 0;
	double py = w->domain.periodic[1] ? w->domain.hi[1] - w->domain.lo[1] : 0;

	for (int v = -1; v <= 1; v++)
		for (int u = -1; u <= 1; u++)
			if ((px > 0 || u == 0) && (py > 0 || v == 0))
				pair_contacts(w, 0, 1, u * px, v * py, add_square, &e);
	return e;
}

/* Central differences of the potential along coordinate k of body b, extrapolated once (error h^4). Where a contact
 * opens within h the second derivative jumps and the two differences disagree: *kink is counted up. */
static double slope(struct world *w, int b, int k, int *kink)
{
	struct bodies2 c = world_bodies2(w);
	double *q = k == 0 ? &c.x[b] : k == 1 ? &c.y[b] : &c.angle[b], at = *q, h = 1e-4, d[2];

	for (int z = 0; z < 2; z++, h *= 0.5) {
		*q = at + h;
		double up = potential(w);
		*q = at - h;
		d[z] = (up - potential(w)) / (2 * h);
	}
	*q = at;
	*kink += fabs(d[1] - d[0]) > 3e-7 * kn;
	return (4 * d[1] - d[0]) / 3;
}

static int64_t some_shape(struct world *w, int kind)
{
	static const double rice[2][2] = { { -0.41, 0.03 }, { 0.38, 0.02 } };
	static const double ell[4][2] = { { -0.5, 0.3 }, { -0.4, -0.4 }, { 0.1, -0.35 }, { 0.6, -0.1 } };
	static const double pentagon[5][2] = { { 0.5, 0 }, { 0.17, 0.48 }, { -0.4, 0.28 }, { -0.41, -0.3 }, { 0.15, -0.47 } };
	static const double dart[4][2] = { { 0.6, 0 }, { -0.5, 0.5 }, { -0.15, 0.02 }, { -0.45, -0.55 } };
	static const double clump[4][2] = { { -0.3, 0 }, { 0.25, 0.1 }, { 0, -0.33 }, { 0.1, 0.4 } };
	static const double many[16][2] = { { 0.6, 0 }, { 0.4, 0.1 }, { 0.5, 0.3 }, { 0.3, 0.35 }, { 0.2, 0.55 }, { 0, 0.4 },
		{ -0.2, 0.5 }, { -0.3, 0.3 }, { -0.55, 0.2 }, { -0.4, 0 }, { -0.55, -0.25 }, { -0.3, -0.3 }, { -0.2, -0.55 },
		{ 0, -0.4 }, { 0.25, -0.5 }, { 0.35, -0.25 } };

	switch (kind) {
	case 0: return scene_disk(w, 0.5);
	case 1: return scene_shape(w, SHAPE_POLYLINE, 2, rice, 0.21)->id;
	case 2: return scene_shape(w, SHAPE_POLYLINE, 4, ell, 0.2)->id;
	case 3: return scene_shape(w, SHAPE_POLYGON, 5, pentagon, 0.18)->id;
	case 4: return scene_shape(w, SHAPE_POLYGON, 4, dart, 0.17)->id;
	case 5: return scene_shape(w, SHAPE_RING, 5, pentagon, 0.16)->id;
	case 6: return scene_shape(w, SHAPE_DISKS, 4, clump, 0.2)->id;
	default: return scene_shape(w, SHAPE_POLYGON, 16, many, 0.19)->id;
	}
}
enum { KINDS = 8 };
static const char *const kind_name[KINDS] = { "point", "segment", "polyline", "polygon", "dart", "ring", "disks", "star of 16" };

struct worst { double force, momentum, angular; int pairs, contacts, kinks; };

/* One random placement of a pair; periodic: bodies on both sides of a small box's edges. */
static void one_pair(int a, int b, int periodic, struct rng *g, struct worst *worst)
{
	struct sim_options o = dem2_defaults();
	struct sim_error e;
	struct world w;

	scene_begin(&w, kn, 0.1, 0.5, -1);
	int64_t first = some_shape(&w, a), second = some_shape(&w, b);
	if (periodic)
		w.domain = (struct domain){ .lo = { -1.1, 2.3 }, .hi = { 1.4, 4.9 }, .periodic = { 1, 1 }, .set = 1 };
	double x0 = periodic ? -1.1 + 2.5 * rng_uniform(g) : 5.1, y0 = periodic ? 2.3 + 2.6 * rng_uniform(g) : -3.2;
	double far = 0.7 + 0.7 * rng_uniform(g), way = 2 * pi * rng_uniform(g);
	scene_body(&w, first, "-", x0, y0, 2 * pi * rng_uniform(g));
	scene_body(&w, second, "-", x0 + far * cos(way), y0 + far * sin(way), 2 * pi * rng_uniform(g));
	struct bodies2 c = world_bodies2(&w);
	if (periodic)
		domain_wrap2(&w.domain, &c.x[1], &c.y[1], &c.ix[1], &c.iy[1]);
	c.size[0] = 1.1;
	o.forces = 1;
	struct dem2 *sim = dem2_new(&w, &o, &e);
	if (sim) { /* not too deep */
		dem2_export(sim, &w, 1);
		const double *f[3] = { table_real(&w.body, "fx"), table_real(&w.body, "fy"), table_real(&w.body, "torque") };
		if (w.contact.n_row > 0)
			worst->pairs++;
		worst->contacts += w.contact.n_row;
		for (int k = 0; k < 2; k++)
			for (int z = 0; z < 3; z++) {
				int kink = 0;
				double off = fabs(f[z][k] + slope(&w, k, z, &kink));

				worst->kinks += kink;
				if (!kink)
					worst->force = fmax(worst->force, off);
			}
		worst->momentum = fmax(worst->momentum, fabs(f[0][0] + f[0][1]) + fabs(f[1][0] + f[1][1]));
		c = world_bodies2(&w);
		double angular = f[2][0] + f[2][1];
		if (!periodic) {
			for (int k = 0; k < 2; k++)
				angular += c.x[k] * f[1][k] - c.y[k] * f[0][k];
			worst->angular = fmax(worst->angular, fabs(angular));
		}
	}
	dem2_free(sim);
	world_free(&w);
}

/* The potential of a body against its own images: every image and its mirror are one pair. */
static double self_potential(struct world *w)
{
	double e = 0, px = w->domain.hi[0] - w->domain.lo[0], py = w->domain.hi[1] - w->domain.lo[1];

	for (int v = 0; v <= 1; v++)
		for (int u = -1; u <= 1; u++)
			if (v > 0 || u > 0)
				pair_contacts(w, 0, 0, u * px, v * py, add_square, &e);
	return e;
}

/* A rod as long as its periodic box touches itself: no net force, a torque, and its energy is kept as it swings. */
static void own_image(void)
{
	static const double rod[2][2] = { { -1.6, 0 }, { 1.6, 0 } };
	struct sim_options o = dem2_defaults();
	struct world w;

	scene_begin(&w, kn, 0, 0, 1);
	struct shape *s = scene_shape(&w, SHAPE_POLYLINE, 2, rod, 0.1);
	w.domain = (struct domain){ .lo = { 0, 0 }, .hi = { 3.35, 3.28 }, .periodic = { 1, 1 }, .set = 1 };
	scene_body(&w, s->id, "-", 3.2, 0.4, 0.013);
	scene_move(&w, 0, 0.3, 0, 0.02);
	o.forces = 1;
	struct dem2 *sim = scene_start(&w, o);
	dem2_export(sim, &w, 1);
	double *angle = &world_bodies2(&w).angle[0], at = *angle, h = 1e-5;
	ok(w.contact.n_row == 2, "a rod touches its own image: %d contacts", w.contact.n_row);
	*angle = at + h;
	double up = self_potential(&w);
	*angle = at - h;
	double torque = -(up - self_potential(&w)) / (2 * h);
	*angle = at;
	near(table_real(&w.body, "torque")[0], torque, 1e-6, "own image: torque is minus the gradient");
	ok(fabs(torque) > 1e-3, "own image: there is a torque");
	near(table_real(&w.body, "fx")[0], 0, 1e-16, "own image: no net force");
	double e0 = self_potential(&w) + 0.5 * 1.25 * s->inertia * 0.02 * 0.02;
	scene_run(&w, sim, 200);
	double e1 = self_potential(&w), spin = world_bodies2(&w).omega[0];
	near((e1 + 0.5 * 1.25 * s->inertia * spin * spin) / e0, 1, 3e-3, "own image: energy is kept");
	ok(fabs(e1 / e0 - 1) > 0.01, "own image: it moves");
	dem2_free(sim);
	world_free(&w);
}

int main(void)
{
	struct rng g;

	own_image();

	rng_seed(&g, 20);
	for (int periodic = 0; periodic < 2; periodic++)
		for (int a = 0; a < KINDS; a++) {
			struct worst worst = { 0 };

			for (int b = 0; b < KINDS; b++)
				for (int k = 0; k < 40; k++)
					one_pair(a, b, periodic, &g, &worst);
			ok(worst.pairs > 60, "%s: %d pairs, %d contacts%s", kind_name[a], worst.pairs, worst.contacts,
			   periodic ? ", periodic" : "");
			ok(worst.kinks < 0.1 * worst.pairs, "%s: %d components next to an opening contact left out", kind_name[a],
			   worst.kinks);
			near(worst.force, 0, 2e-7 * kn, "%s: force and torque are minus the gradient", kind_name[a]);
			near(worst.momentum, 0, 1e-14 * kn, "%s: no net force", kind_name[a]);
			near(worst.angular, 0, 4e-14 * kn, "%s: no net torque", kind_name[a]);
		}
	return done();
}
