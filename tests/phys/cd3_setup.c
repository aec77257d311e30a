/* cd3_setup.c: scenes that hard bodies in space cannot be made of: what is said of them, and the neighbours that are taken. */
#include "phys/cd3_scene.h"

#define MATERIALS "gravity 0,0,-10\nmaterial a density=1000\nmaterial b density=2000\n"
#define LAWS "law a a hard\nlaw a b hard\nlaw b b hard\n"
#define SHAPES "shape 4 sphere r=0.2\nshape 7 ellipsoid a=0.1,0.15,0.24\nshape 8 plane\n" \
	"shape 9 cylinder r=0.4 side=in length=1.5\n"
#define ONE "body 31 4 a - 1 0.5 0.5 0.5" UPRIGHT STILL
#define BOX(x, y, z, p) "domain lo=0,-3,2 hi=" x "," y "," z " periodic=" p "\n"
#define WALL(shape, q) "body 12 " shape " b fixed 1 0.5 0.5 0.5 " q STILL
#define ALONG_X "0.70710678118654757 0 0.70710678118654757 0"
#define ALONG_Y "0.70710678118654757 0.70710678118654757 0 0"
#define ASLANT "0.8 0.6 0 0"

static enum cd3_solver solver;
static double step;

static void choose(struct sim_options *o)
{
	o->solver = solver;
	o->dt = step;
}

/* What a scene is refused for; status SIM_GOOD: it is not. A word that is NULL is not looked at. */
static void told(const char *what, const char *records, const char *bodies, enum sim_status status, int64_t a, int64_t b,
	double value, const char *word, const char *word2)
{
	struct run *r = begin(records, bodies, step, choose);
	struct sim_error e;
	struct cd3 *again = cd3_new(&r->w, &r->o, &e);

	ok((again != NULL) == (status == SIM_GOOD) && e.status == status, "%s: status %d, expected %d", what, (int)e.status,
	   (int)status);
	if (status != SIM_GOOD) {
		ok(e.a == a && e.b == b, "and of which bodies: %d and %d, expected %d and %d", (int)e.a, (int)e.b, (int)a, (int)b);
		near(e.value, value, 1e-9, "with the value");
		ok((!word || (e.word && !strcmp(e.word, word))) && (!word2 || (e.word2 && !strcmp(e.word2, word2))), "and words: %s, %s",
		   e.word ? e.word : "none", e.word2 ? e.word2 : "none");
	}
	cd3_free(again);
	end(r);
}

static void good(const char *what, const char *records, const char *bodies)
{
	told(what, records, bodies, SIM_GOOD, 0, 0, 0, NULL, NULL);
}

static void bodies(void)
{
	static const char all[] = MATERIALS LAWS SHAPES FIXED "constraint some z=f:3\n"
		"constraint lid x=fixed y=fixed rx=fixed ry=fixed rz=fixed\nconstraint turns x=fixed y=fixed z=fixed rx=fixed ry=fixed\n"
		"shape 5 clump 0,0,0,1 1,0,0,1\n";

	good("a ball", all, ONE);
	told("a clump", all, ONE "body 8 5 b - 1 5 0 0" UPRIGHT STILL, SIM_SHAPE, 8, 5, 0, "clump", NULL);
	told("no material", all, ONE "body 8 4 - - 1.5 5 0 0" UPRIGHT STILL, SIM_NO_MATERIAL, 8, 4, 1.5, "-", NULL);
	told("a wall that can move", all, ONE "body 8 8 a lid 1 5 0 0" UPRIGHT STILL, SIM_MASS, 8, 0, 0, "lid", NULL);
	told("a wall that can turn", all, ONE "body 8 8 a turns 1 5 0 0" UPRIGHT STILL, SIM_INERTIA, 8, 0, 0, "turns", NULL);
	told("a free wall", all, ONE "body 8 8 a - 1 5 0 0" UPRIGHT STILL, SIM_MASS, 8, 0, 0, NULL, NULL);
	told("two that move as one and may turn", all, ONE "body 8 4 a some 1 5 0 0" UPRIGHT STILL "body 9 4 a some 1 9 0 0" UPRIGHT
		STILL, SIM_GROUP, 2, 0, 0, "some", "rx=fixed ry=fixed rz=fixed");
	good("one alone may", all, ONE "body 8 4 a some 1 5 0 0" UPRIGHT STILL);
	good("two that may not", all, ONE "body 8 4 a lid 1 5 0 0" UPRIGHT STILL "body 9 4 a lid 1 9 0 0" UPRIGHT STILL);
}

/* The error of a ball with dents, of size 2; and its value. */
static enum sim_status dented(const char *dents, double *value)
{
	char text[600];
	struct sim_error e;

	snprintf(text, sizeof text, "gravity 0,0,-10\nmaterial a density=3\nlaw a a hard\nshape 5 object a=1,1,1 %s\n", dents);
	struct run *r = begin(text, "body 8 5 a - 2 0 0 0" UPRIGHT STILL, step, choose);
	struct cd3 *again = cd3_new(&r->w, &r->o, &e);

	ok(again || (e.a == 8 && e.b == 5), "%s: body %d, shape %d", dents, (int)e.a, (int)e.b);
	*value = e.value;
	cd3_free(again);
	end(r);
	return e.status;
}

/* Centres off the origin along any axis, to either side, and axes that are not principal, in any plane. */
static void balance(void)
{
	static const char *const off[4] = { "dent=0.9,0.7,0,0,8,8,8", "dent=0.9,0,0.7,0,8,8,8", "dent=0.9,0,0,0.7,8,8,8",
		"dent=0.9,0,0,-0.7,8,8,8" };
	static const char *const aslant[3] = { "dent=0.9,0.5,0.5,0,8,8,8 dent=0.9,-0.5,-0.5,0,8,8,8",
		"dent=0.9,0.5,0,0.5,8,8,8 dent=0.9,-0.5,0,-0.5,8,8,8", "dent=0.9,0,0.5,0.5,8,8,8 dent=0.9,0,-0.5,-0.5,8,8,8" };
	double value[4];

	for (int k = 0; k < 4; k++) {
		ok(dented(off[k], &value[k]) == SIM_CENTRE, "its centre of mass is elsewhere");
		/* 2 / volume times the integral of the coordinate over the dent, by 400^3 points; rays see it to a tenth about z */
		near(value[k], 0.0047388, 0.1 * 0.0047388, "as far in any direction");
	}
	for (int k = 0; k < 3; k++)
		ok(dented(aslant[k], value) == SIM_AXES, "its axes are not principal");
	ok(dented("dent=0.9,0.7,0,0,8,8,8 dent=0.9,-0.7,0,0,8,8,8", value) == SIM_GOOD, "which is taken");
}

static void laws(void)
{
	static const char law[] = MATERIALS SHAPES FIXED;
	char text[600];

	snprintf(text, sizeof text, "%slaw a a hard\n", law);
	told("no law of a ball and a wall", text, ONE WALL("8", "1 0 0 0"), SIM_NO_LAW, 0, 0, 0, "a", "b");
	snprintf(text, sizeof text, "%slaw a b hard\n", law);
	good("a ball alone of its material meets none of that", text, ONE WALL("8", "1 0 0 0"));
	told("two balls do", text, ONE "body 32 4 a - 1 2 0.5 0.5" UPRIGHT STILL WALL("8", "1 0 0 0"), SIM_NO_LAW, 0, 0, 0, "a", "a");
	told("so do a ball and a wall", text, ONE "body 32 8 a fixed 1 2 0.5 0.5" UPRIGHT STILL, SIM_NO_LAW, 0, 0, 0, "a", "a");
	told("and a free and a held ball", text, ONE "body 32 4 a fixed 1 2 0.5 0.5" UPRIGHT STILL, SIM_NO_LAW, 0, 0, 0, "a", "a");
	good("held balls cannot touch, nor can bodies that move as one", text, "body 8 4 b - 1 5 0 0" UPRIGHT STILL
		"body 32 4 a fixed 1 2 0.5 0.5" UPRIGHT STILL "body 33 4 a fixed 1 3 0.5 0.5" UPRIGHT STILL);
	snprintf(text, sizeof text, "%slaw a a hard\nlaw b a hard\n", law);
	good("walls need none among themselves", text, ONE WALL("8", "1 0 0 0") "body 13 8 b fixed 1 0 0 9 1 0 0 0" STILL);
	for (solver = CD3_NSGS; solver <= CD3_AFFINE_RAW; solver++)
		for (int k = 0; k < 2; k++) {
			snprintf(text, sizeof text, "%slaw a a hard\nlaw b a hard %s=0.01\n", law, k ? "mus" : "mur");
			told(k ? "resistance to spinning" : "to rolling", text, ONE WALL("8", "1 0 0 0"),
				solver == CD3_NSGS ? SIM_GOOD : SIM_ROLLS, 0, 0, 0, "a", "b");
		}
	solver = CD3_NSGS;
}

/* Sides of 1, 1.5 and 2. */
static void periods(void)
{
	static const char x[] = MATERIALS LAWS SHAPES FIXED BOX("1", "-1.5", "4", "x"), y[] = MATERIALS LAWS SHAPES FIXED
		BOX("1", "-1.5", "4", "y"), z[] = MATERIALS LAWS SHAPES FIXED BOX("1", "-1.5", "4", "z");
	static const char turning[] = MATERIALS LAWS SHAPES "constraint fixed x=fixed y=fixed z=fixed rx=fixed ry=v:1 rz=fixed\n"
		BOX("1", "-1.5", "4", "y");
	static const char tilting[] = MATERIALS LAWS SHAPES "constraint fixed x=fixed y=fixed z=fixed rx=v:1 ry=fixed rz=fixed\n"
		BOX("1", "-1.5", "4", "y");

	told("a plane across the period of x", x, ONE WALL("8", ALONG_X), SIM_MEETS, 12, 0, 0, NULL, NULL);
	told("of y", y, ONE WALL("8", ALONG_Y), SIM_MEETS, 12, 1, 0, NULL, NULL);
	told("of z", z, ONE WALL("8", "1 0 0 0"), SIM_MEETS, 12, 2, 0, NULL, NULL);
	told("aslant", y, ONE WALL("8", ASLANT), SIM_MEETS, 12, 1, 0, NULL, NULL);
	good("along x and aslant to the others", x, ONE WALL("8", ASLANT));
	good("along x", x, ONE WALL("8", "1 0 0 0"));
	good("along z", z, ONE WALL("8", ALONG_X));
	told("a tube of 1.5 that is across the period of x", x, ONE WALL("9", ALONG_Y), SIM_IMAGES, 12, 0, 0, NULL, NULL);
	told("shorter than the period of z", z, ONE WALL("9", "1 0 0 0"), SIM_IMAGES, 12, 2, 0, NULL, NULL);
	good("as long as that of y", y, ONE WALL("9", ALONG_Y));
	good("longer than that of x", x, ONE WALL("9", ALONG_X));
	good("which turns about itself", turning, ONE WALL("9", ALONG_Y));
	told("or out of the period", tilting, ONE WALL("9", ALONG_Y), SIM_MEETS, 12, 1, 1, NULL, NULL);
	/* the ball's reach is 0.2, the ellipsoid's 0.24: a quarter of 0.96 */
	good("a ball in four times its reach", MATERIALS LAWS SHAPES BOX("0.8001", "-2.1999", "2.8001", "xyz"), ONE);
	told("in hardly more, along x", MATERIALS LAWS SHAPES BOX("0.7999", "-2", "3", "xyz"), ONE, SIM_WIDE, 31, 0, 0.25, NULL, NULL);
	told("along y", MATERIALS LAWS SHAPES BOX("1", "-2.2001", "3", "xyz"), ONE, SIM_WIDE, 31, 0, 0.25, NULL, NULL);
	told("along z", MATERIALS LAWS SHAPES BOX("1", "-2", "2.7999", "xyz"), ONE, SIM_WIDE, 31, 0, 0.25, NULL, NULL);
	good("across what is not periodic", MATERIALS LAWS SHAPES BOX("1", "-2", "2.5", "xy"), ONE);
	told("one of twice the size", MATERIALS LAWS SHAPES BOX("1", "-2", "3", "x"), ONE "body 8 4 a - 2 0.5 0.5 0.5" UPRIGHT STILL,
		SIM_WIDE, 8, 0, 0.25, NULL, NULL);
	told("an ellipsoid, by its longest half axis", MATERIALS LAWS SHAPES BOX("0.95", "-2", "3", "x"),
		"body 8 7 a - 1 0.5 0.5 0.5" UPRIGHT STILL, SIM_WIDE, 8, 0, 0.25, NULL, NULL);
}

static void others(void)
{
	told("a pressure", MATERIALS LAWS SHAPES "constraint lid x=fixed y=fixed z=p:3 rx=fixed ry=fixed rz=fixed m=2\n",
		ONE "body 8 8 a lid 1 5 0 0" UPRIGHT STILL, SIM_PRESSURE, 0, 0, 0, "lid", NULL);
	told("an outlet", MATERIALS LAWS SHAPES "outlet empty\noutlet drain tag=lid\n", ONE, SIM_OUTLET, 0, 0, 0, "drain", NULL);
	good("one that takes nothing", MATERIALS LAWS SHAPES "outlet empty\n", ONE);
	step = 0;
	told("no weight and no step", "material a density=1\n" LAWS "material b density=1\n" SHAPES, ONE, SIM_STEP, 0, 0, 0, "gravity",
		NULL);
	step = 0.001;
}

/* ---- runs that go on ---- */

static const char two[] = "body 31 4 a - 1 0.5 0.5 0.5" UPRIGHT STILL "body 6 7 b - 1 3 3 3" UPRIGHT STILL;

/* A run goes on where the frame is a whole one of hard bodies, with the step that it had. */
static void resumes(void)
{
	struct run *r = begin(MATERIALS LAWS SHAPES, two, 0.001, choose);
	struct sim_options o = cd3_defaults();

	ok(o.solver == CD3_NSGS && o.tolerance == 1e-3 && o.travel == 0.25 && o.sweeps == 500 && o.directions == 8 && o.skin < 0 &&
	   o.threads == 1 && o.dt == 0 && !o.forces && !o.roots, "the defaults are those of the manual");
	ok(!cd3_resumes(&r->w, &o), "a scene is no frame of a run");
	go(r, 0.002);
	ok(cd3_resumes(&r->w, &o), "what was written is");
	o.dt = 0.001;
	ok(cd3_resumes(&r->w, &o), "with its own step");
	o.dt = 0.0011;
	ok(!cd3_resumes(&r->w, &o), "not with another one");
	o.dt = 0;
	r->w.has_contact = 0;
	ok(!cd3_resumes(&r->w, &o), "not without contacts");
	r->w.has_contact = 1;
	r->w.dt = 0;
	ok(!cd3_resumes(&r->w, &o), "not without a step");
	r->w.dt = 0.001;
	params_free(&r->w.ledger);
	params_set(&r->w.ledger, "start_grav", 1);
	ok(!cd3_resumes(&r->w, &o), "not with a ledger of others, which solve nothing");
	params_free(&r->w.ledger);
	params_set(&r->w.ledger, "solutions", 1);
	ok(!cd3_resumes(&r->w, &o), "nor have energies of the start");
	end(r);
}

/* The time of a world at a step, and of the next ones. */
static void clock_case(const char *what, struct run *r, double dt, double expected)
{
	struct sim_error e;

	r->o.dt = dt;
	struct cd3 *s = cd3_new(&r->w, &r->o, &e);
	for (int k = 0; k < 3; k++)
		cd3_step(s, &e);
	near(clock_now(cd3_clock(s)), expected, 0, "%s", what);
	ok(cd3_clock(s)->step == r->w.step + 3, "and the number of the step");
	cd3_free(s);
}

static void clocks(void)
{
	struct run *r = begin(MATERIALS LAWS SHAPES, two, 0.001, choose);

	r->w.step = 4;
	r->w.t = 0.4;
	r->w.dt = 0.1;
	/* 0.7 as 7 * 0.1 is another number than 0.4 + 3 * 0.1 */
	clock_case("times are multiples of the step from 0 on", r, 0, 7 * 0.1);
	r->w.t = 0.41;
	clock_case("or count from the time that the scene has", r, 0, 0.41 + 3 * 0.1);
	r->w.t = 0.4;
	clock_case("with another step from there", r, 0.03, 0.4 + 3 * 0.03);
	params_set(&r->w.ledger, "clock_step", 2);
	params_set(&r->w.ledger, "clock_t", 0.3);
	clock_case("or from where the ledger says", r, 0, 0.3 + 5 * 0.1);
	end(r);
}

/* A number of one of the bodies that is none, or too large, is told with the body and the time, whichever it is. */
static void lost(void)
{
	for (int k = 0; k < 13; k++) {
		struct run *r = begin(MATERIALS LAWS SHAPES, two, 0.001, choose);
		struct bodies3 b = world_bodies3(&r->w);
		struct sim_error e, none = { 0 };

		double *const at[13] = { b.x[0], b.x[1], b.x[2], b.v[0], b.v[1], b.v[2], b.momentum[0], b.momentum[1], b.momentum[2], b.q[0],
			b.q[1], b.q[2], b.q[3] };
		at[k][k % 2] = k < 6 ? 1e160 : NAN; /* whose square is none */
		cd3_free(r->sim);
		r->sim = cd3_new(&r->w, &r->o, &none);
		enum sim_status st = r->sim ? cd3_step(r->sim, &e) : SIM_GOOD;
		int who = k % 2 ? 6 : 31, hits = k >= 3 && k < 6; /* what is so fast may meet the other one */
		ok(st == SIM_FINITE && e.status == st && (hits || e.a == who) && e.t == 0.001, "number %d of body %d: status %d, body %d", k,
		   who, (int)st, (int)e.a);
		end(r);
	}
}

/* What the report says of time is what the phases took. */
static void reports(void)
{
	struct run *r = begin(MATERIALS LAWS SHAPES FIXED, two, 0.001, choose);

	go(r, 0.02);
	struct cd3_figures f = cd3_figures(r->sim);
	struct sim_report is = cd3_report(r->sim);
	ok(f.spent[0] >= 0 && f.spent[1] > 0 && f.spent[2] > 0 && f.spent[3] >= 0, "phases take time");
	ok(is.time_forces == f.spent[2] && is.time_lists == f.spent[1] && is.time_motion == f.spent[0] + f.spent[3],
	   "forces are resolution, lists detection, motion the others");
	ok(is.bodies == 2 && is.contacts == 0 && is.bytes > 2 * 400, "numbers of bodies and contacts");
	end(r);
}

int main(void)
{
	step = 0.001;
	resumes();
	clocks();
	lost();
	reports();
	bodies();
	balance();
	laws();
	periods();
	others();
	return done();
}
