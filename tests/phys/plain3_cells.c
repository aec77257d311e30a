/* Domains of space that are tilted and deform: the fast path against the plain one, to the last bit, as in plain3.c. */

#include "plain3.h"

static void tilt(struct world *w, double xy, double xz, double yz)
{
	const double lx = w->domain.hi[0] - w->domain.lo[0], ly = w->domain.hi[1] - w->domain.lo[1];
	const double tilt[3] = { xy * lx, xz * lx, yz * ly };

	memcpy(w->domain.tilt, tilt, sizeof tilt);
}

static void rate(struct world *w, double xx, double yy, double zz, double xy, double xz, double yz)
{
	const double rate[6] = { [XX] = xx, [YY] = yy, [ZZ] = zz, [XY] = xy, [XZ] = xz, [YZ] = yz };

	memcpy(w->domain.rate, rate, sizeof rate);
}

static void tilted(struct world *w)
{
	clumps(w);
	tilt(w, 0.31, -0.44, 0.27);
}

/* Bodies that meet their own images across slanted faces. */
static void tiniest(struct world *w)
{
	tiny(w);
	for (int k = 0; k < 3; k++)
		w->domain.hi[k] -= 0.17 * (w->domain.hi[k] - w->domain.lo[k]);
}

static void tilted_tiny(struct world *w)
{
	tiniest(w);
	tilt(w, 1.4, -0.38, 0.45);
}

/* A hilly ground in a domain that is tilted along it. */
static void tilted_quake(struct world *w)
{
	quake(w);
	tilt(w, 0.42, 0, 0);
}

/* So fast that bodies cross faces and the cell takes other lattice vectors several times. */
static void sheared(struct world *w)
{
	clumps(w);
	tilt(w, 0.45, 0.47, -0.46);
	rate(w, -0.3, 0.2, 0.1, 4, 3, -5);
}

static void sheared_balls(struct world *w)
{
	balls(w);
	tilt(w, 0, -0.49, 0.48);
	rate(w, 0, 0, 0, -6, -5, 4);
	w->gravity[0] = 0.6;
	w->gravity[1] = -0.4;
	w->gravity[2] = -2;
}

static void sheared_bridges(struct world *w) { sheared_balls(w); adhesion_of(w, 1); }
static void sheared_jkr(struct world *w) { sheared(w); adhesion_of(w, 0); }

static void sheared_tiny(struct world *w)
{
	tiniest(w);
	rate(w, -0.2, -0.1, 0.2, 5, -4, 3);
}

static void sheared_many(struct world *w)
{
	many(w);
	tilt(w, 0.499, -0.499, 0.499);
	rate(w, -0.5, -0.4, -0.3, 3, -3, 3);
}

static void sheared_laws(struct world *w)
{
	mixture(w);
	rate(w, -0.3, -0.3, -0.2, 2, 2, 2);
}

/* Balls whose forces act much further than their radii, nearly at rest: the flow alone brings them so near. */
static void far_molecules(struct world *w)
{
	int64_t shape = scene_ball(w, 0.5);

	LAW(w, "grain", "grain", "lennard-jones", KEYS("epsilon", "cut", "gn"), 0.05, 2.6, 0.1);
	cloud(w, 1.17, 0.05, &shape, 1);
}

static void sheared_molecules(struct world *w)
{
	far_molecules(w);
	rate(w, 0.1, -0.4, -0.3, 0.3, 1.5, -0.2);
}

static void pressed_molecules(struct world *w)
{
	far_molecules(w);
	rate(w, 0, 0, -0.9, 0, 0, 0);
}

static void servo_molecules(struct world *w)
{
	far_molecules(w);
	for (int k = 0; k < 3; k++) {
		w->domain.servo[k] = 1;
		w->domain.target[k] = 6 + k;
	}
	w->domain.m = 0.7;
}

/* Clumps, some of which attract each other from afar. */
static void pressed_cohesion(struct world *w)
{
	clumps(w);
	LAW(w, "grain", "grain", "cohesive", KEYS("kn", "kt", "mu", "en", "pull", "range"), 900, 300, 0.5, 0.6, 0.3, 1.1);
	for (int k = 0; k < 3; k++)
		for (int b = 0; b < w->body.n_row; b++)
			world_bodies3(w).v[k][b] *= 0.03;
	rate(w, -0.4, -0.3, -0.2, 0.3, 0, 0.2);
}

/* Targets for all components. */
static void servo(struct world *w)
{
	clumps(w);
	for (int k = 0; k < 6; k++) {
		w->domain.servo[k] = 1;
		w->domain.target[k] = k < XY ? 12 + k : 2;
	}
	w->domain.m = 4;
	w->domain.c = 3;
	w->domain.tau = 0.2;
	w->domain.mean[XY] = 0.1;
}

/* Simple shear at a constant pressure across it. */
static void servo_shear(struct world *w)
{
	many(w);
	rate(w, 0, 0, 0, 0, 3, 0);
	w->domain.servo[ZZ] = 1;
	w->domain.target[ZZ] = 30;
	w->domain.m = 4;
	w->domain.c = 3;
}

static const struct scene scene[] = {
	{ "a tilted domain", tilted, 120, 4, ROTATION_SPLIT, 0 },
	{ "a tiny tilted domain", tilted_tiny, 180, 1, ROTATION_SPLIT, 0 },
	{ "a landscape in a tilted domain", tilted_quake, 110, 5, ROTATION_SPLIT, 0 },
	{ "shear", sheared, 70, 8, ROTATION_SPLIT, 0 },
	{ "sheared balls with weight", sheared_balls, 180, 8, ROTATION_SPLIT, 1 },
	{ "liquid bridges and others in shear", sheared_bridges, 150, 8, ROTATION_SPLIT, 1 },
	{ "JKR and others in shear", sheared_jkr, 150, 8, ROTATION_SPLIT, 1 },
	{ "a tiny sheared domain", sheared_tiny, 120, 1, ROTATION_SPLIT4, 0 },
	{ "336 sheared bodies", sheared_many, 8, 100, ROTATION_SPLIT, 0 },
	{ "a sheared mixture of laws", sheared_laws, 120, 10, ROTATION_LEAPFROG, 0 },
	{ "sheared molecules", sheared_molecules, 180, 500, ROTATION_SPLIT, 0 },
	{ "pressed molecules", pressed_molecules, 120, 500, ROTATION_SPLIT, 0 },
	{ "molecules under pressure", servo_molecules, 120, 500, ROTATION_SPLIT, 0 },
	{ "pressed clumps with far cohesion", pressed_cohesion, 180, 500, ROTATION_SPLIT, 0 },
	{ "targets of all stresses", servo, 120, 8, ROTATION_SPLIT, 0 },
	{ "shear under pressure", servo_shear, 8, 100, ROTATION_SPLIT, 0 },
};

#include "plain_run.h"

int main(int argc, char **argv)
{
	(void)argc;
	return plain_main(argv);
}
