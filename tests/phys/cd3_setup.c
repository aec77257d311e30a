/* cd3_setup.c: scenes that hard bodies in space cannot be made of: what is said of them, and the neighbours that are taken. */
#include "phys/cd3_scene.h"

#define MATERIALS "gravity 0,0,-10\nmaterial a density=1000\nmaterial b density=2000\n"
#define LAWS "law a a hard\nlaw a b hard\n"
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
		"constraint lid x=fixed y=fixed rx=fixed ry=fixed rz=fixed\nconstraint turns x=fixed y=fixed z=fixed rx=fixed ry=fixed\nshape 5 clump 0,0,0,1 1,0,0,1\n";

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

static void laws(void)
{
	static const char law[] = MATERIALS SHAPES FIXED;
	char text[600];

	snprintf(text, sizeof text, "%slaw a a hard\n", law);
	told("no law of a ball and a wall", text, ONE WALL("8", "1 0 0 0"), SIM_NO_LAW, 0, 0, 0, "a", "b");
	snprintf(text, sizeof text, "%slaw a b hard\n", law);
	told("nor of balls", text, ONE WALL("8", "1 0 0 0"), SIM_NO_LAW, 0, 0, 0, "a", "a");
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

int main(void)
{
	step = 0.001;
	bodies();
	laws();
	periods();
	others();
	return done();
}
