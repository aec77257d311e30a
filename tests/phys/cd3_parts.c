/* cd3_parts.c: small things of hard bodies in space, each in closed form: inertia, constraints, periods, friction's frame */
#include "phys/cd3_scene.h"

#include "base/vec.h"

#define TURNED " 0.92387953251128674 0.38268343236508978 0 0" /* by 45 degrees about x */

/* Of an ellipsoid with half axes 0.3 0.2 0.1 of density 1000, turned about x by 45 degrees: what of its tensor is across x. */
static const double m0 = 1000 * 4 * 3.14159265358979323846 / 3 * 0.006;
static double yy(void) { return m0 / 5 * 0.5 * (0.1 + 0.13); }
static double yz(void) { return m0 / 5 * 0.5 * (0.1 - 0.13); }

static void spins(const char *constraint, const char *momentum, double size, double y, double z, const char *what)
{
	char records[400], body[300];

	snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=1000\nlaw a a hard\nshape 1 ellipsoid a=0.3,0.2,0.1\n%s",
		constraint);
	snprintf(body, sizeof body, "body 1 1 a %s %g 0 0 0" TURNED " 0 0 0 %s\n", *constraint ? "held" : "-", size, momentum);
	struct run *r = begin(records, body, 0.001, tight);
	go(r, 0);
	near(table_real(&r->w.body, "wy")[0], y, 1e-12 * (1 + fabs(y)), "%s: wy", what);
	near(table_real(&r->w.body, "wz")[0], z, 1e-12 * (1 + fabs(z)), "wz");
	end(r);
}

static void inertia(void)
{
	double det = yy() * yy() - yz() * yz();

	spins("", "0 1 0", 1, yy() / det, -yz() / det, "a free body that is turned");
	spins("", "0 1 0", 2, yy() / det / 32, -yz() / det / 32, "twice as large");
	spins("constraint held x=fixed y=fixed z=fixed rx=fixed\n", "0 1 0", 1, yy() / det, -yz() / det, "one axis held");
	spins("constraint held x=fixed y=fixed z=fixed rx=fixed rz=fixed\n", "0 1 0", 1, 1 / yy(), 0, "two held");
	spins("constraint held x=fixed y=fixed z=fixed ry=v:2\n", "0 0 0", 1, 2, -2 * yz() / yy(), "one driven, the others at rest");
	spins("constraint held x=fixed y=fixed z=fixed rx=fixed m=50\n", "0 1 0", 1, yy() / det * m0 / 50, -yz() / det * m0 / 50,
		"another mass");
}

/* A stirrer, and two bodies that had spun and are held together: how they turn when they are let go. */
static void let_go(void)
{
	static const char *const of[2] = { "rx=fixed ry=v:2 rz=fixed", "rx=fixed ry=fixed rz=fixed" };

	for (int k = 0; k < 2; k++) {
		const double y = k ? 0 : 2;
		char records[400];

		snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=1000\nlaw a a hard\nshape 1 ellipsoid a=0.3,0.2,0.1\n"
			"constraint held x=fixed y=fixed z=v:1 %s\n", of[k]);
		struct run *r = begin(records, k ? "body 1 1 a held 1 0 0 0" TURNED " 0 0 0 1 2 3\nbody 2 1 a held 1 2 0 0" TURNED
			" 0 0 0 1 2 3\n" : "body 1 1 a held 1 0 0 0" TURNED STILL, 0.001, tight);
		struct sim_error e;
		go(r, 0);
		for (int i = 0; i <= k; i++) {
			near(r->b.momentum[0][i], 0, 1e-12, "the angular momentum of a %s: x", k ? "group that does not turn" : "stirrer");
			near(r->b.momentum[1][i], y * yy(), 1e-12, "y");
			near(r->b.momentum[2][i], y * yz(), 1e-12, "z");
		}
		go(r, 0.001);
		for (int i = 0; i <= k; i++)
			r->b.tag[i] = 0;
		r->sim = cd3_renew(r->sim, &r->w, &e);
		go(r, 0.001);
		for (int i = 0; i <= k; i++)
			near(table_real(&r->w.body, "wy")[i], y, 1e-12, "released, it goes on turning as it did");
		end(r);
	}
}

/* Two balls meet at a slant, in the middle of a periodic box and across its side. */
static void across(void)
{
	double w[2][2];

	for (int side = 0; side < 2; side++) {
		char body[400];
		double x = side ? 0.98 : 0.5;
		snprintf(body, sizeof body, "body 1 1 a - 1 %.17g 0.5 0.5" UPRIGHT " 1 0.3 0 0 0 0\nbody 2 1 a - 1 %.17g 0.5 0.5" UPRIGHT
			" -1 0 0 0 0 0\n", x - 0.12, side ? x + 0.12 - 1 : x + 0.12);
		struct run *r = begin("domain lo=0,0,0 hi=1,1,1 periodic=xyz\nmaterial a density=1\nlaw a a hard mu=0.5\n"
			"shape 1 sphere r=0.1\n", body, 0.001, tight);
		go(r, 0.1);
		w[side][0] = table_real(&r->w.body, "wz")[0];
		w[side][1] = table_real(&r->w.body, "wz")[1];
		end(r);
	}
	ok(fabs(w[0][0]) > 0.1, "balls that meet at a slant turn: %g and %g", w[0][0], w[0][1]);
	ok(fabs(w[1][0] - w[0][0]) + fabs(w[1][1] - w[0][1]) < 1e-9, "across a period they do alike: %g and %g", w[1][0], w[1][1]);
}

/* What falls through a period goes on falling. */
static void falling(void)
{
	struct run *r = begin("domain lo=0,0,0 hi=1,1,1 periodic=xyz\ngravity 0,0,-10\nmaterial a density=1\nlaw a a hard\n"
		"shape 1 sphere r=0.1\n", "body 1 1 a - 1 0.5 0.5 0.5" UPRIGHT STILL, 0.001, tight);

	go(r, 1);
	near(ledger(r, "grav") - ledger(r, "start_grav"), -4 * pi / 3 * 0.001 * 10 * 5, 1e-9, "a fall through five periods");
	near(ledger(r, "residual"), 0, 1e-12, "the first law closes");
	end(r);
}

/* Friction's directions are those of the body whose material comes first, here the plane that is turned by a quarter. */
static void turned_plane(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=2\nmaterial b density=1\nlaw b a hard mu=0.4 muy=0.1 muz=0\n"
		"law a a hard\nlaw b b hard\nshape 1 sphere r=0.1\nconstraint stiff rx=fixed ry=fixed rz=fixed\n" FLOOR,
		"body 1 1 a stiff 1 0 0 0.1" UPRIGHT " 3 0 0 0 0 0\n"
		"body 9 9 b fixed 1 0 0 0 0.70710678118654757 0 0 0.70710678118654757" STILL, 1e-3, tight);

	go(r, 0.1);
	near(3 - r->b.v[0][0], 0.1 * 10 * 0.1, 1e-3, "friction's directions turn with the plane");
	end(r);
}

/* Overlap is by the least half axis of the thinner one, whichever comes first. */
static void overlaps(void)
{
	for (int first = 0; first < 2; first++) {
		char body[300];
		snprintf(body, sizeof body, "body 1 %d a - 1 0 0 0" UPRIGHT STILL "body 2 %d a - 1 0.298 0 0" UPRIGHT STILL, 1 + first,
			2 - first);
		struct run *r = begin("material a density=3\nlaw a a hard\nshape 1 sphere r=0.1\nshape 2 sphere r=0.2\n", body, 0.001, tight);
		go(r, 0.001);
		near(cd3_figures(r->sim).deepest, 0.02, 1e-9, "overlap by the smaller of two balls");
		end(r);
	}
}

/* Write a row without a force between the two contacts of a world. */
static void put_row_between(struct table *t)
{
	static const char *const real[] = { "x", "y", "z", "nx", "ny", "nz", "overlap", "fn" }, *const whole[] = { "i", "j" };

	table_resize(t, 3);
	for (size_t k = 0; k < sizeof real / sizeof *real; k++) {
		double *x = table_real(t, real[k]);

		x[2] = x[1];
		x[1] = 0.5 * (x[0] + x[2]);
	}
	for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
		int64_t *x = table_int(t, whole[k]);

		x[1] = x[2] = x[0];
	}
	table_real(t, "fn")[1] = 0;
}

/* Two contacts with one body are one partner, also with another one between them that carries nothing. */
static void partners(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=1\nlaw a a hard mu=0.5\nshape 1 object a=1.2,0.6,0.6 "
		"dent=0.83,0,0,0,12,0.4,0.4\n" FLOOR, "body 1 1 a - 1 0 0 0.588" UPRIGHT STILL "body " FLOOR_BODY, 0.002, NULL);

	go(r, 0.2);
	ok(cd3_figures(r->sim).contacts == 2 && cd3_signs(r->sim).share == 0, "who stands on two ends touches one body: %d contacts",
	   cd3_figures(r->sim).contacts);
	struct sim_error e;
	put_row_between(&r->w.contact);
	r->sim = cd3_renew(r->sim, &r->w, &e);
	ok(cd3_figures(r->sim).rows == 3 && cd3_signs(r->sim).share == 0, "also with a contact between them without a force");
	end(r);
}

/* An object of another size: where its own frame is grows along. */
static void sizes(void)
{
	double overlap[2];

	for (int k = 0; k < 2; k++) {
		char body[300];
		double size = 1 + k;
		/* half axes 1 in its own frame, 0.3 above the body's: lowest at -0.7 */
		snprintf(body, sizeof body, "body 1 1 a stiff %g 0 0 %.17g" UPRIGHT STILL "body " FLOOR_BODY, size, 0.69 * size);
		struct run *r = begin("material a density=1\nlaw a a hard\nshape 1 object a=1,1,1 at=0,0,0.3\nmass 1 volume=1 I=1,1,1,0,0,0\n"
			"constraint stiff x=fixed y=fixed rx=fixed ry=fixed rz=fixed\n" FLOOR, body, 0.001, tight);
		go(r, 0.001);
		overlap[k] = r->w.contact.n_row == 1 ? table_real(&r->w.contact, "overlap")[0] : NAN;
		end(r);
	}
	near(overlap[0], 0.01, 1e-9, "an object that is off its body's centre overlaps the floor");
	near(overlap[1], 0.02, 1e-9, "of twice the size, twice as much");
}

/* A ball of radius 1 with a bump, whose tip is further from the ball's centre than any of its points is from the centre of mass.
 * The tip is in a wall by 0.01: a floor, a tube around it, a rod below it. */
static void tips(void)
{
	static const char *const wall[3] = { "plane", "cylinder r=3 side=in", "cylinder r=1 side=out" };
	static const char *const name[3] = { "floor", "tube", "rod" };
	static const double up[3] = { 0, -3, 1 };
	const double tip = sqrt(1 + 0.9 * 0.9 * 0.9); /* 0 = F = 1 - z^2 + 0.9^3 there, at the bump's centre */

	for (int k = 0; k < 3; k++)
		for (int size = 1; size <= 2; size++) {
			char records[500], body[500];

			snprintf(records, sizeof records, "material a density=1\nlaw a a hard\nshape 1 object a=1,1,1 bump=0.9,0,0,%.17g,3,3,3 "
				"at=0,0,-0.15\nmass 1 volume=1 I=1,1,1,0,0,0\nshape 9 %s\nconstraint stiff x=fixed y=fixed rx=fixed ry=fixed rz=fixed\n"
				FIXED, tip, wall[k]);
			/* its tip points down; tubes and rods are along y */
			snprintf(body, sizeof body, "body 1 1 a stiff %d 0 0 %.17g 0 1 0 0" STILL "body 9 9 a fixed 1 0 0 0 %s" STILL, size,
				up[k] + (tip - 0.15 - 0.01) * size, k ? "0.70710678118654757 0.70710678118654757 0 0" : "1 0 0 0");
			struct run *r = begin(records, body, 0.001, tight);
			go(r, 0.001);
			near(r->w.contact.n_row == 1 ? table_real(&r->w.contact, "overlap")[0] : NAN, 0.01 * size, 1e-9,
				"the tip of an object of size %d is in a %s", size, name[k]);
			end(r);
		}
}

/* ---- what is seen in time, and what is told ---- */

static void half_skin(struct sim_options *o)
{
	tight(o);
	o->skin = 0.05;
}

/* Two that come from afar, alike or one of them only, from just beyond what the first list held: they are seen before they
 * overlap. */
static void from_afar(void)
{
	double worst = 0;

	for (int k = 0; k < 12; k++) {
		char body[300];
		double far = 0.2 + 0.002 + 0.05 + 0.006 * (k / 2);
		snprintf(body, sizeof body, "body 4 1 a - 1 0 0 0" UPRIGHT " 0 0 %g 0 0 0\nbody 2 1 a - 1 0 0 %.17g" UPRIGHT " 0 0 %g 0 0 0\n",
			k % 2 ? 0.5 : 0, far, k % 2 ? -0.5 : -1);
		struct run *r = begin("material a density=1\nlaw a a hard mu=0\nshape 1 sphere r=0.1\n", body, 0.001, half_skin);
		for (int step = 1; step <= 150; step++) {
			go(r, 0.001 * step);
			worst = fmax(worst, cd3_figures(r->sim).deepest);
		}
		worst = fmax(worst, fabs(r->b.x[2][1] - r->b.x[2][0] - 0.2));
		end(r);
	}
	near(worst, 0, 1e-9, "balls that come from beyond the list are seen before they touch");
}

static void wider_skin(struct sim_options *o)
{
	tight(o);
	o->skin = 0.1;
}

/* A needle that turns about its middle comes to a ball beside it with its end, which its middle does not tell. */
static void needle(int around)
{
	/* of mass m, 0.5 long and thin: I = m (0.25 + 0.0025) / 5 */
	const double m = 4 * pi / 3 * 0.5 * 0.05 * 0.05, spin = 10, L = m * 0.2525 / 5 * spin;
	char body[400];
	double worst = 0;

	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 0" UPRIGHT " 0 0 0 0 %.17g %.17g\nbody 2 2 a - 1 0.35 %g %g" UPRIGHT STILL,
		around ? -L : 0.0, around ? 0.0 : L, around ? 0.0 : 0.45, around ? 0.45 : 0.0);
	struct run *r = begin("material a density=1\nlaw a a hard mu=0\nshape 1 ellipsoid a=0.5,0.05,0.05\nshape 2 sphere r=0.1\n", body,
		0.001, wider_skin);
	for (int step = 1; step <= 100; step++) {
		go(r, 0.001 * step);
		worst = fmax(worst, cd3_figures(r->sim).deepest);
	}
	ok(worst < 1e-2 && ledger(r, "begun") >= 1, "a needle that turns about %s does not pass into what it meets: %.1e", around ?
		"y" : "z",
	   worst);
	end(r);
}

/* A rod and a plane that tilt in small steps: nothing of them moves but their ends. A plate that is pushed hard from rest. */
static void walls_that_come(void)
{
	static const char flap[] = "material a density=2\nlaw a a hard mu=0\nshape 1 sphere r=0.1\nshape 9 %s\n"
		"constraint flap x=fixed y=fixed z=fixed rx=fixed ry=v:-2 rz=fixed\n";
	for (int tube = 0; tube < 2; tube++) {
		char records[400];
		double worst = 0;

		snprintf(records, sizeof records, flap, tube ? "cylinder r=0.2 side=out length=20" : "plane");
		struct run *r = begin(records, tube ? "body 1 1 a - 1 8 0 0.4" UPRIGHT STILL
			"body 9 9 a flap 1 0 0 0 0.70710678118654757 0 0.70710678118654757 0" STILL :
			"body 1 1 a - 1 8 0 0.2" UPRIGHT STILL "body 9 9 a flap 1 0 0 0" UPRIGHT STILL, 1e-4, tight);
		for (int step = 1; step <= 100; step++) {
			go(r, 1e-4 * step);
			worst = fmax(worst, cd3_figures(r->sim).deepest);
		}
		ok(worst < 1e-6 && ledger(r, "begun") >= 1, "a %s that tilts by and by is seen in time: %.1e", tube ? "rod" : "plane", worst);
		end(r);
	}
	struct run *r = begin("material a density=1\nlaw a a hard mu=0\nshape 1 sphere r=0.1\nshape 9 plane\n"
		"constraint ram x=fixed y=fixed z=f:3000 rx=fixed ry=fixed rz=fixed m=0.03 c=0\n", "body 1 1 a - 1 0 0 0.12" UPRIGHT STILL
		"body 9 9 a ram 1 0 0 0" UPRIGHT STILL, 0.001, tight);
	go(r, 0.001);
	/* the ram would go by h^2 F / 2m = 0.05 */
	ok(cd3_figures(r->sim).rows == 1, "a ram that is pushed from rest is seen before it moves");
	go(r, 0.002);
	ok(r->b.x[2][0] - r->b.x[2][1] > 0.1 - 1e-9, "and does not run into the ball");
	end(r);
}

/* The skin, and what the figures and signs say. */
static void figures(void)
{
	static const char scene[] = "gravity 0,0,-10\nmaterial a density=3\nlaw a a hard mu=0.3\nshape 1 ellipsoid a=0.3,0.2,0.1\n"
		"shape 2 sphere r=0.15\nconstraint rail y=fixed rx=fixed ry=fixed rz=fixed\n" FLOOR;
	static const char bodies[] = "body 7 1 a - 2 0 0 0.2" UPRIGHT " 0.1 0 0 0 0 0\nbody 3 2 a - 1 3 0 0.15" UPRIGHT " 0 0 0 0 0 0\n"
		"body 5 2 a rail 1 3 0 0.45" UPRIGHT STILL "body " FLOOR_BODY;
	const double m1 = 3 * 4 * pi / 3 * 8 * 0.006, m2 = 3 * 4 * pi / 3 * pow(0.15, 3), dt = 0.002;
	struct run *r = begin(scene, bodies, dt, NULL);
	double visits = 0;
	int sweeps = 0;

	near(cd3_report(r->sim).skin, 0.1 * (0.2 + 0.15 + 0.15) / 3, 1e-15, "the skin is a tenth of the mean least half axis");
	near(cd3_report(r->sim).dt_auto, 0.005, 1e-15, "the automatic step is by the smallest");
	ok(cd3_report(r->sim).moving == 3 && cd3_report(r->sim).bodies == 4, "three bodies of four move");
	for (int k = 1; k <= 9; k++) {
		go(r, dt * k);
		struct cd3_figures f = cd3_figures(r->sim);

		visits += (double)f.sweeps * f.rows;
		sweeps += f.sweeps;
	}
	struct cd3_figures f = cd3_figures(r->sim);
	near(f.visits, visits, 0, "visits are contacts times sweeps");
	ok(f.steps == 9 && f.taken == 9 && f.contacts == 3 && f.rows == 3, "nine steps, three contacts of three");
	near(ledger(r, "sweeps"), sweeps, 0, "sweeps of all steps");
	near(ledger(r, "solutions"), 9, 0, "solutions");
	near(f.energy, ledger(r, "kin_lin") + ledger(r, "kin_rot") + ledger(r, "grav"), 0, "the energy is that of motion and weight");
	near(f.start, 0.5 * m1 * 0.01 + 10 * (m1 * 0.2 + m2 * 0.6), 1e-12, "it was that at the start");
	near(f.fric, ledger(r, "fric"), 0, "friction's loss");
	near(f.impact, ledger(r, "visc"), 0, "that of impacts");
	near(f.recover, ledger(r, "recover"), 0, "recovery");
	near(f.residual, ledger(r, "solved"), 0, "and the residual are as in the ledger");
	struct sim_signs is = cd3_signs(r->sim);
	near(is.elastic, 10 * (m1 * 0.2 + m2 * 0.15), 1e-12, "free bodies' lift by their least half axes");
	near(is.kinetic, ledger(r, "kin_lin") + ledger(r, "kin_rot"), 0, "kinetic energy");
	near(is.share, 0.5, 1e-15, "one of two free ones has two partners");
	near(is.partners, 2, 1e-15, "which are two");
	struct sim_error e;
	r->sim = cd3_renew(r->sim, &r->w, &e);
	f = cd3_figures(r->sim);
	ok(f.steps == 9 && f.taken == 0 && f.contacts == 3 && f.visits == 0, "a run that goes on counts steps, and its own");
	near(f.residual, ledger(r, "solved"), 0, "it knows the residual");
	near(f.deepest, ledger(r, "overlap"), 0, "and the overlap");
	end(r);
}

static void wide_skin(struct sim_options *o)
{
	o->skin = 100;
}

static void skins(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=3\nlaw a a hard\nshape 1 ellipsoid a=0.3,0.2,0.1\n"
		"shape 2 sphere r=0.15\n",
		"body 7 1 a - 2 0 0 0.2" UPRIGHT STILL "body 3 2 a - 1 3 0 0.15" UPRIGHT STILL, 0.01, wide_skin);

	near(cd3_report(r->sim).skin, 4 * (0.2 + 0.15) / 2, 1e-15, "a skin is four least half axes at most");
	end(r);
}

/* Steps are cut so that no body goes further than a part of its least half axis: a ball of 0.1 with the speed 30 goes 0.09 in a
 * step
 * of 0.003, in four parts; weight and drives count, too. */
static void quarter(struct sim_options *o)
{
	tight(o);
	o->travel = 0.25;
}

static void half_of_it(struct sim_options *o)
{
	tight(o);
	o->travel = 0.5;
}

static void uncut(struct sim_options *o)
{
	tight(o);
	o->travel = 0;
}

static void cuts(void)
{
	static void (*const options[3])(struct sim_options *) = { quarter, half_of_it, uncut };
	static const double parts[3] = { 4, 2, 1 };

	for (int k = 0; k < 3; k++) {
		struct run *r = begin("material a density=1\nlaw a a hard\nshape 1 sphere r=0.1\n", "body 1 1 a - 1 0 0 0" UPRIGHT
			" 30 0 0 0 0 0\n", 0.003, options[k]);
		go(r, 0.003);
		near(ledger(r, "solutions"), parts[k], 0, "a step is cut into %g parts", parts[k]);
		go(r, 0.006);
		near(r->b.x[0][0], 0.18, 1e-14, "and is as long");
		near(ledger(r, "solutions"), 2 * parts[k], 0, "as the next one");
		end(r);
	}
	/* a spinning rod's end goes 3 pi / 4 its angle; a cylinder counts by the smallest body */
	struct run *r = begin("material a density=1\nlaw a a hard\nshape 1 sphere r=0.1\nshape 2 cylinder r=5 side=in\n"
		"constraint shaft x=fixed y=v:7 z=fixed rx=fixed ry=fixed rz=fixed\n", "body 1 1 a - 1 0 0 0" UPRIGHT STILL
		"body 2 2 a shaft 1 0 0 0" UPRIGHT STILL, 0.01, quarter);
	go(r, 0.01);
	near(ledger(r, "solutions"), 3, 0, "a tube that goes 0.07 past a ball of 0.1 takes three parts");
	end(r);
	r = begin("material a density=1\nlaw a a hard\nshape 1 ellipsoid a=0.4,0.1,0.1\n", "body 1 1 a - 1 0 0 0" UPRIGHT
		" 0 0 0 0 0 0.00569675\n", 0.01, quarter);
	/* m = 4 pi / 3 0.004, I = m 0.17 / 5: w = 10; its end goes 0.04 */
	go(r, 0.01);
	near(ledger(r, "solutions"), 2, 0, "what turns goes as far as its ends: two parts");
	end(r);
}

/* Three balls on each other that weight would tilt, held by resistance to rolling: contact k carries the torque m g_x (z - z_k)
 * of
 * those above. Once it stands, solutions begin from those of the step before, and end at the first look. */
static void leaning(void)
{
	struct run *r = begin("gravity 0.1,0,-10\nmaterial a density=1000\nlaw a a hard mu=0.5 mur=0.02 mus=0.01\n"
		"shape 1 sphere r=0.1\n" FLOOR,
		"body 1 1 a - 1 0.2 0 0.1" UPRIGHT STILL "body 3 1 a - 1 0.2 0 0.3" UPRIGHT STILL "body 2 1 a - 1 0.2 0 0.5" UPRIGHT STILL
		"body " FLOOR_BODY, 0.001, NULL);
	const double m = 1000 * 4 * pi / 3 * 0.001;
	static const int64_t pair[3][2] = { { 1, 90 }, { 1, 3 }, { 2, 3 } };
	const double torque[3] = { m * 0.1 * 0.9, m * 0.1 * 0.4, m * 0.1 * 0.1 };
	int seen = 0;

	go(r, 0.5);
	const int64_t *i = table_int(&r->w.contact, "i"), *j = table_int(&r->w.contact, "j");
	for (int k = 0; k < r->w.contact.n_row; k++)
		for (int p = 0; p < 3; p++) {
			if (i[k] != pair[p][0] || j[k] != pair[p][1])
				continue;
			/* on the one above, against the tilt: which for the floor and the uppermost is body i */
			double sign = p == 1 ? -1 : 1;

			seen++;
			near(sign * table_real(&r->w.contact, "momenty")[k], torque[p], 5e-3 * torque[0],
				"contact %d of a leaning stack: its torque", p);
			near(sign * table_real(&r->w.contact, "ftx")[k], (3 - p) * m * 0.1, 2e-3 * m, "and friction");
		}
	ok(seen == 3, "it has three contacts");
	end(r);
}

static void five_sweeps(struct sim_options *o)
{
	o->sweeps = 5;
}

/* Five of them, with no more than five sweeps a step: begun from nothing these are too few, from what forces and torques were
 * before they do, also in a run that goes on. */
static void warm(void)
{
	char body[1500], *to = body;

	for (int k = 0; k < 5; k++)
		to += snprintf(to, 200, "body %d 1 a - 1 0.2 0 %.17g" UPRIGHT STILL, 7 * k + 1, 0.1 + 0.2 * k);
	snprintf(to, 200, "body " FLOOR_BODY);
	struct run *r = begin("gravity 0.05,0,-10\nmaterial a density=1000\nlaw a a hard mu=0.5 mur=0.02 mus=0.01\n"
		"shape 1 sphere r=0.1\n" FLOOR,
		body, 0.001, five_sweeps);
	for (int k = 1; k <= 20; k++) {
		struct sim_error e;

		go(r, 0.01 * k);
		r->sim = cd3_renew(r->sim, &r->w, &e);
	}
	double before = cd3_figures(r->sim).residual;
	go(r, 0.201);
	ok(before < 1e-3 && cd3_figures(r->sim).residual < 1e-3, "five sweeps a step do for five that lean: %.1e, %.1e", before,
	   cd3_figures(r->sim).residual);
	end(r);
}

/* What a law that says nothing means: friction 0.5, no restitution; a law of springs that does not 0.5 of it; along y and z
 * friction
 * is that along x unless it is said. */
static void defaults(void)
{
	static const struct { const char *law; double mu[2], en; } of[] = {
		{ "law a w hard", { 0.5, 0.5 }, 0 }, { "law w a linear kn=1e6", { 0.5, 0.5 }, 0.5 }, { "law w a hard mu=0.3 en=0.7", { 0.3,
			0.3 }, 0.7 },
		{ "law w a hard mu=0.3 muy=0.1", { 0.3, 0.1 }, 0 }, { "law w a hard mu=0.3 muz=0.1", { 0.3, 0.3 }, 0 },
		{ "law w a linear kn=1e6 mu=0.2 en=0.25", { 0.2, 0.2 }, 0.25 },
		{ "law w a linear kn=1e6 kt=3 kr=0 ks=0 attraction=0 mu=0.2 en=0.25", { 0.2, 0.2 }, 0.25 }, /* none of what is soft */
	};
	for (size_t k = 0; k < sizeof of / sizeof *of; k++)
		for (int axis = 0; axis < 2; axis++) {
			char records[500], body[300];

			snprintf(records, sizeof records,
				"material a density=2\nmaterial w density=1\nlaw a a hard mu=0.9 en=0.9\n%s\nshape 1 sphere r=0.1\n"
				"constraint stiff rx=fixed ry=fixed rz=fixed\n" FLOOR, of[k].law);
			snprintf(body, sizeof body,
				"body 1 1 a stiff 1 0 0 0.10055" UPRIGHT " %d %d -1 0 0 0\nbody 90 9 w fixed 1 0 0 0 1 0 0 0" STILL,
				axis ? 0 : 5, axis ? 5 : 0);
			struct run *r = begin(records, body, 0.001, tight);
			go(r, 0.02);
			near(r->b.v[2][0], of[k].en, 1e-9, "%s: restitution", of[k].law);
			near(r->b.v[axis][0], 5 - of[k].mu[axis] * (1 + of[k].en), 1e-6, "friction along %c", 'x' + axis);
			end(r);
		}
}

/* Steps without a contact are solved, whatever the method. */
static enum cd3_solver method;

static void by_method(struct sim_options *o)
{
	o->solver = method;
}

static void without_contacts(void)
{
	for (method = CD3_NSGS; method <= CD3_AFFINE_RAW; method++) {
		struct run *r = begin("gravity 0,0,-10\nmaterial a density=3\nlaw a a hard\nshape 1 sphere r=0.1\n", "body 1 1 a - 1 0 0 0"
			UPRIGHT STILL, 0.001, by_method);

		go(r, 0.007);
		ok(ledger(r, "unconverged") == 0 && ledger(r, "solved") == 0 && ledger(r, "solutions") == 7,
		   "method %d: a fall has nothing to solve: %g steps not solved", (int)method, ledger(r, "unconverged"));
		near(r->b.v[2][0], -0.07, 1e-14, "and is free");
		end(r);
	}
}

/* A torque turns a body that may turn about one axis only. */
static void torque(void)
{
	for (method = CD3_NSGS; method <= CD3_AFFINE_RAW; method++) {
		struct run *r = begin("gravity 0,0,-10\nmaterial a density=1000\nlaw a a hard\nshape 1 ellipsoid a=0.3,0.2,0.1\n"
			"constraint held x=fixed y=fixed z=fixed rx=f:3 ry=fixed rz=fixed\n", "body 1 1 a held 1 0 0 0" TURNED STILL, 0.001,
			by_method);

		go(r, 0.2);
		near(table_real(&r->w.body, "wx")[0], 3 * 0.2 / (m0 / 5 * 0.05), 1e-12, "method %d: a torque turns a body about one axis",
			(int)method);
		end(r);
	}
}

/* A ball that spins about the vertical is slowed by mus fn, one that rolls by mur fn, each by that one alone. */
static void one_resistance(void)
{
	static const char *const law[3] = { "mur=0 mus=0.004", "mur=0.004", "mus=0.004" };
	const double m = 1000 * 4 * pi / 3 * 0.001, inertia = 0.4 * m * 0.01;

	for (int k = 0; k < 3; k++) {
		char records[300], body[300];

		snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=1000\nlaw a a hard mu=0.5 %s\nshape 1 sphere r=0.1\n"
			FLOOR, law[k]);
		/* it rolls along x with 2, and spins with 30 */
		snprintf(body, sizeof body, "body 1 1 a - 1 0 0 0.1" UPRIGHT " 2 0 0 0 %.17g %.17g\nbody " FLOOR_BODY, 20 * inertia,
			30 * inertia);
		struct run *r = begin(records, body, 1e-3, tight);
		go(r, 0.1);
		double spins = 30 - (k == 1 ? 0 : 0.004 * m * 10 * 0.1 / inertia), rolls = 2 - (k == 1 ? 0.004 * 10 * 0.1 / 1.4 / 0.1 : 0);
		near(table_real(&r->w.body, "wz")[0], spins, 1e-6 * spins, "%s: the spin", law[k]);
		near(r->b.v[0][0], rolls, 1e-6, "and the way it rolls");
		end(r);
	}
}

int main(void)
{
	without_contacts();
	torque();
	one_resistance();
	defaults();
	from_afar();
	needle(0);
	needle(1);
	walls_that_come();
	figures();
	skins();
	cuts();
	leaning();
	warm();
	inertia();
	let_go();
	across();
	falling();
	turned_plane();
	overlaps();
	partners();
	sizes();
	tips();
	return done();
}
