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

/* Two contacts with one body are one partner. */
static void partners(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=1\nlaw a a hard mu=0.5\nshape 1 object a=1.2,0.6,0.6 "
		"dent=0.83,0,0,0,12,0.4,0.4\n" FLOOR, "body 1 1 a - 1 0 0 0.588" UPRIGHT STILL "body " FLOOR_BODY, 0.002, NULL);

	go(r, 0.2);
	ok(cd3_figures(r->sim).contacts == 2 && cd3_signs(r->sim).share == 0, "who stands on two ends touches one body: %d contacts",
	   cd3_figures(r->sim).contacts);
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

int main(void)
{
	inertia();
	across();
	falling();
	turned_plane();
	overlaps();
	partners();
	sizes();
	return done();
}
