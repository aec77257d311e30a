/* cd3_gas.c: clusters of free bodies that collapse and fly apart, with friction, by every solver that keeps the laws of motion:
 * in every step linear and angular momentum stay, and kinetic energy grows by no more than the work of removing overlaps. */
#include "phys/cd3_scene.h"

#include "base/rng.h"
#include "base/vec.h"

enum { SIDE = 3, BODIES = SIDE * SIDE * SIDE };

struct gas { const char *what, *law; enum cd3_solver solver; double a[3]; int sweeps; double tolerance; };

static const struct gas *now;

static void choose(struct sim_options *o)
{
	o->solver = now->solver;
	o->sweeps = now->sweeps ? now->sweeps : o->sweeps;
	o->tolerance = now->tolerance > 0 ? now->tolerance : o->tolerance;
}

/* Bodies side by side that approach the middle, with velocities and spins of their own. */
static struct run *collapse(const struct gas *g)
{
	char *records = NULL, *bodies = NULL;
	size_t size;
	struct rng rng;
	FILE *f = open_memstream(&records, &size);

	fprintf(f, "material a density=3\nlaw a a hard %s\nshape 1 ellipsoid a=%g,%g,%g\n", g->law, g->a[0], g->a[1], g->a[2]);
	fclose(f);
	f = open_memstream(&bodies, &size);
	rng_seed(&rng, 11);
	for (int k = 0; k < BODIES; k++) {
		const int at[3] = { k % SIDE, k / SIDE % SIDE, k / SIDE / SIDE };

		fprintf(f, "body %d 1 a - 1", k + 1);
		for (int i = 0; i < 3; i++)
			fprintf(f, " %g", 0.405 * (at[i] - 1) + 7);
		fprintf(f, UPRIGHT);
		for (int i = 0; i < 3; i++)
			fprintf(f, " %.17g", -1.5 * (at[i] - 1) + rng_normal(&rng) + (i == 1 ? 3 : 0));
		for (int i = 0; i < 3; i++)
			fprintf(f, " %.17g", 0.01 * rng_normal(&rng));
		fprintf(f, "\n");
	}
	fclose(f);
	now = g;
	struct run *r = begin(records, bodies, 0.01, choose);
	free(records);
	free(bodies);
	return r;
}

/* Momentum, angular momentum about the origin, and the sums of the magnitudes of their parts. */
struct momenta { vec3 p, l; double p_scale, l_scale; };

static struct momenta momenta(const struct run *r, double mass)
{
	struct momenta m = { .p_scale = 0 };

	for (int k = 0; k < r->b.n; k++) {
		vec3 x = v3(r->b.x[0][k], r->b.x[1][k], r->b.x[2][k]);
		vec3 p = v3_scale(mass, v3(r->b.v[0][k], r->b.v[1][k], r->b.v[2][k]));
		vec3 l = v3_add(v3_cross(x, p), v3(r->b.momentum[0][k], r->b.momentum[1][k], r->b.momentum[2][k]));

		m.p = v3_add(m.p, p);
		m.l = v3_add(m.l, l);
		m.p_scale += v3_norm(p);
		m.l_scale += v3_norm(l);
	}
	return m;
}

static void audit(const struct gas *g)
{
	enum { STEPS = 60 };
	struct run *r = collapse(g);
	double mass = 3 * 4 * pi / 3 * g->a[0] * g->a[1] * g->a[2], off_p = 0, off_l = 0, gained = 0;
	struct momenta begun, m;
	struct cd3_figures was, is;

	go(r, 0);
	begun = momenta(r, mass);
	was = cd3_figures(r->sim);
	double first = was.energy;
	for (int k = 1; k <= STEPS; k++) {
		go(r, 0.01 * k);
		m = momenta(r, mass);
		is = cd3_figures(r->sim);
		off_p = fmax(off_p, v3_norm(v3_sub(m.p, begun.p)) / begun.p_scale);
		off_l = fmax(off_l, v3_norm(v3_sub(m.l, begun.l)) / begun.l_scale);
		gained = fmax(gained, (is.energy - was.energy - (is.recover - was.recover)) / first);
		was = is;
	}
	/* the free rotation of bodies that are no balls has an error of its own */
	int ball = g->a[0] == g->a[1] && g->a[1] == g->a[2];
	ok(is.begun > BODIES, "%s: %g contacts begin", g->what, is.begun);
	ok(is.energy < 0.7 * first, "%s: energy is lost: %g of it stays", g->what, is.energy / first);
	ok(off_p < 1e-14, "%s: momentum stays: %g", g->what, off_p);
	ok(off_l < 1e-13, "%s: angular momentum stays: %g", g->what, off_l);
	ok(gained < (ball ? 1e-13 : 1e-6), "%s: energy never grows: %g", g->what, gained);
	end(r);
}

int main(void)
{
	static const struct gas gases[] = {
		{ "balls, nsgs", "mu=0.5 en=0", CD3_NSGS, { 0.2, 0.2, 0.2 }, 0, 0 },
		{ "balls, apgd", "mu=0.5 en=0", CD3_APGD, { 0.2, 0.2, 0.2 }, 0, 0 },
		{ "balls, affine", "mu=0.5 en=0", CD3_AFFINE, { 0.2, 0.2, 0.2 }, 0, 0 },
		{ "balls that rebound, nsgs", "mu=0.7 en=0.6", CD3_NSGS, { 0.2, 0.2, 0.2 }, 0, 0 },
		{ "balls that rebound, apgd", "mu=0.7 en=0.6", CD3_APGD, { 0.2, 0.2, 0.2 }, 0, 0 },
		{ "balls that rebound, affine", "mu=0.7 en=0.6", CD3_AFFINE, { 0.2, 0.2, 0.2 }, 0, 0 },
		{ "strong friction far from converged, nsgs", "mu=2 en=0", CD3_NSGS, { 0.2, 0.2, 0.2 }, 10, 1e-9 },
		{ "strong friction far from converged, apgd", "mu=2 en=0", CD3_APGD, { 0.2, 0.2, 0.2 }, 10, 1e-9 },
		{ "ellipsoids, nsgs", "mu=0.5 en=0", CD3_NSGS, { 0.2, 0.15, 0.12 }, 0, 0 },
		{ "ellipsoids, apgd", "mu=0.5 en=0", CD3_APGD, { 0.2, 0.15, 0.12 }, 0, 0 },
		{ "ellipsoids, affine", "mu=0.5 en=0", CD3_AFFINE, { 0.2, 0.15, 0.12 }, 0, 0 },
	};

	for (size_t k = 0; k < sizeof gases / sizeof *gases; k++)
		audit(&gases[k]);
	return done();
}
