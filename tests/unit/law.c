/* Contact laws as numbers: every key goes where it belongs, forces are the derivatives of their potentials, dashpots have the
 * coefficients of their restitution, limits and clamps; and what is refused. */
#include "contact/law.h"

#include <string.h>

#include "tap.h"

static const double pi = 3.14159265358979323846;
static const double re = 0.29; /* an effective radius */
static const struct world *scene; /* that has the materials; NULL: none */

/* A law "key value key value". */
static struct law law_from(const char *kind, const char *text)
{
	struct law l = { .a = "a", .b = "b", .kind = (char *)kind };
	char key[32];
	double value;
	int used;

	for (; sscanf(text, " %31s %lf%n", key, &value, &used) == 2; text += used)
		params_set(&l.par, key, value);
	return l;
}

static struct law_contact resolved(const char *kind, const char *text)
{
	struct law l = law_from(kind, text);
	struct law_contact c = { .kn = NAN };
	const char *key;
	double value;

	ok(law_resolve(scene, &l, &c, &key, &value) == LAW_GOOD, "%s %s", kind, text);
	params_free(&l.par);
	return c;
}

/* All springs' keys, no two alike. */
#define MANY "kn 730 kt 210 mu 0.37 kr 17 gr 0.43 mur 0.11 ks 29 gs 0.71 mus 0.23"

static void keys(void)
{
	struct law_contact c = resolved("linear", MANY " gn 3.1 gt 1.7");

	ok(c.kind == LAW_LINEAR && c.kn == 730 && c.kt == 210 && c.mu == 0.37 && c.ikt == 1.0 / 210,
		"normal and tangential springs");
	ok(c.gn == 3.1 && c.gt == 1.7 && c.zn == 0 && c.zt == 0, "dashpots that are given");
	ok(c.kr == 17 && c.ikr == 1.0 / 17 && c.gr == 0.43 && c.mur == 0.11, "rolling");
	ok(c.ks == 29 && c.iks == 1.0 / 29 && c.gs == 0.71 && c.mus == 0.23, "twisting");
	ok(c.pull == 0 && c.range == 0 && c.epsilon == 0 && c.scale == 1 && c.least == 0, "and nothing else");
	c = resolved("cohesive", MANY " pull 1.9 range 0.13 attraction 1");
	ok(c.kind == LAW_COHESIVE && c.pull == 1.9 && c.range == 0.13 && c.least == -INFINITY && c.scale == 1, "cohesive keys");
	near(c.slope, 1.9 / 0.13, 1e-13, "the slope of the attraction");
	ok(resolved("cohesive", "pull 1.9").slope == 0, "without a range there is none");
	c = resolved("lennard-jones", "epsilon 0.83 cut 1.7 kt 3 mu 0.2 gn 0.6");
	ok(c.kind == LAW_LENNARD_JONES && c.epsilon == 0.83 && c.cut == 1.7 && c.scale == 1.7 && c.kn == 0 && c.gn == 0.6 &&
		c.zn == 0,
	   "Lennard-Jones keys");
	near(c.cut_force, pow(1.7, -13) - pow(1.7, -7), 1e-16, "its force at the cut");
	near(c.cut_energy, pow(1.7, -12) - 2 * pow(1.7, -6), 1e-15, "its potential there");
	ok(resolved("lennard-jones", "epsilon 1").cut == 2 && resolved("lennard-jones", "epsilon 1").kt == 0,
		"cut 2 and kt 0 by default");
	c = resolved("mindlin", "kn 340");
	near(c.kt, 340 * 21.0 / 17, 1e-12, "mindlin: kt is 21/17 kn by default");
	c = resolved("hertz", "kn 340 kt 0");
	ok(c.kt == 0 && c.ikt == 0 && c.mu == 0.5, "kt 0: no spring, no compliance");
	ok(resolved("linear", "kr 0 gr 1 mur 1").ikr == 0 && resolved("linear", "ks 0 gs 1 mus 1").iks == 0, "nor of kr 0, ks 0");
}

static void refused(const char *kind, const char *text, enum law_status want, const char *key, double value)
{
	struct law l = law_from(kind, text);
	struct law_contact c;
	const char *which = "";
	double what = value;
	enum law_status st = law_resolve(scene, &l, &c, &which, &what);

	ok(st == want && !strcmp(which, key) && what == value, "%s %s: %d, %s", kind, text, (int)st, which);
	params_free(&l.par);
}

static void refusals(void)
{
	static const char *const not_negative[] = { "kn", "kt", "mu", "gn", "gt", "kr", "gr", "mur", "ks", "gs", "mus", "pull",
		"range" };

	for (size_t k = 0; k < sizeof not_negative / sizeof *not_negative; k++) {
		char text[32];

		snprintf(text, sizeof text, "%s -0.25", not_negative[k]);
		refused("cohesive", text, LAW_VALUE, not_negative[k], -0.25);
		ok(!strcmp(law_values(not_negative[k]), "0 or more"), "what %s may be", not_negative[k]);
	}
	refused("elastic", "", LAW_KIND, "elastic", 0);
	refused("hard", "mu 0.5", LAW_KIND, "hard", 0);
	refused("linear", "en 1.25", LAW_VALUE, "en", 1.25);
	refused("linear", "attraction 2", LAW_VALUE, "attraction", 2);
	refused("lennard-jones", "cut 1.1", LAW_VALUE, "cut", 1.1);
	refused("lennard-jones", "cut 10.5", LAW_VALUE, "cut", 10.5);
	refused("lennard-jones", "epsilon -1", LAW_VALUE, "epsilon", -1);
	refused("lennard-jones", "en 0.5", LAW_KEY, "en", 0.5);
	refused("lennard-jones", "kn 1", LAW_KEY, "kn", 1);
	refused("linear", "pull 1", LAW_KEY, "pull", 1);
	refused("hertz", "range 1", LAW_KEY, "range", 1);
	refused("mindlin", "epsilon 1", LAW_KEY, "epsilon", 1);
	refused("linear", "muy 0.5", LAW_KEY, "muy", 0.5);
	refused("linear", "gn 1 en 0.5", LAW_KEY, "en", 0.5);
	refused("linear", "gt 1 en 0.5", LAW_KEY, "en", 0.5);
	refused("linear", "mur 0.25", LAW_ALONE, "mur", 0.25);
	refused("linear", "mur 0.25 ks 1", LAW_ALONE, "mur", 0.25);
	refused("linear", "mus 0.5", LAW_ALONE, "mus", 0.5);
	refused("linear", "mur 0.25 kr 1 mus 0.5", LAW_ALONE, "mus", 0.5);
	resolved("linear", "mur 0.25 gr 1");
	resolved("linear", "mus 0.25 gs 1");
	resolved("linear", "mus 0.25 ks 1 en 1");
	resolved("lennard-jones", "cut 1.2");
	resolved("lennard-jones", "cut 10");
	ok(!law_keys("elastic") && !law_values("colour") && strstr(law_keys("cohesive"), "pull range") &&
		!strstr(law_keys("linear"), "pull"),
	   "keys of kinds, for messages");
}

/* Force and potential by powers. */
static double force(const struct law_contact *l, double lim, double d)
{
	double u = lim / (lim - d);

	switch (l->kind) {
	case LAW_LINEAR:
		return l->kn * d;
	case LAW_ELASTIC:
		return l->kn * re * d;
	case LAW_HERTZ_MINDLIN:
		return d > 0 ? l->kn * pow(re, 0.5) * pow(d, 1.5) : 0;
	case LAW_COHESIVE:
		return d >= 0 ? l->kn * d - l->pull : -l->pull * (1 + d / l->range);
	case LAW_LENNARD_JONES:
		return 12 * l->epsilon / lim * (pow(u, 13) - pow(u, 7) - pow(l->cut, -13) + pow(l->cut, -7));
	default:
		return d > 0 ? l->kn * pow(d, 1.5) : 0;
	}
}

static void forces(const char *kind, const char *text)
{
	struct law_contact l = resolved(kind, text);
	const double lim = 0.73, h = 1e-5;
	double off = 0, slope = 0, begins = law_begins(&l, lim), most = 0;

	near(begins, l.kind == LAW_LENNARD_JONES ? 1.7 * lim : l.kind == LAW_COHESIVE ? lim + 0.13 : lim, 1e-15,
		"%s: where it begins", kind);
	near(law_reach(&l, lim), begins - lim, 1e-15, "%s: how far beyond the radii", kind);
	near(law_energy(&l, lim, re, lim - begins), 0, 1e-15, "%s: the potential is 0 there", kind);
	for (double r = begins - 2e-5; r > 0.6 * lim; r -= 0.0123) {
		double d = lim - r, want = force(&l, lim, d);

		off = fmax(off, fabs(law_force(&l, lim, re, d) - want) / (1 + fabs(want)));
		slope = fmax(slope, fabs((law_energy(&l, lim, re, d + h) - law_energy(&l, lim, re,
			d - h)) / (2 * h) - want) / (1 + fabs(want)));
	}
	near(off, 0, 1e-13, "%s: its force", kind);
	ok(slope < 1e-5, "%s: which its potential gives, to %.1g", kind, slope);
	for (double d = -law_reach(&l, lim) + 2 * h; d < 0.1 * lim; d += 1e-4) /* the stiffest is at one end of the range */
		most = fmax(most, (force(&l, lim, d + h) - force(&l, lim, d - h)) / (2 * h));
	double steep = l.kind == LAW_COHESIVE ? fmax(l.kn, l.pull / l.range) : most;
	near(law_stiffness(&l, lim, re), steep, 0.01 * steep, "%s: the greatest stiffness up to a tenth of the radii", kind);
}

/* 2 zeta sqrt(m k), with Hertz' 2 sqrt(5/6) zeta sqrt(m S) of the stiffness S at the overlap. */
static void dashpots(void)
{
	const double en = 0.37, m = 1.83, d = 0.021, root = sqrt(m), zeta = -log(en) / sqrt(pi * pi + log(en) * log(en));
	const double hertz = 2 * sqrt(5.0 / 6) * zeta;
	struct law_contact l = resolved("linear", "kn 730 kt 210 en 0.37"), h = resolved("hertz", "kn 730 kt 210 en 0.37");
	struct law_contact n = resolved("mindlin", "kn 730 kt 210 en 0.37"), c = resolved("cohesive",
		"kn 730 kt 210 en 0.37 pull 3 range 0.1");
	struct law_contact g = resolved("mindlin", "kn 730 kt 210 gn 1.3 gt 0.7"), p = resolved("cohesive", "kn 730 gn 1.3");

	near(law_normal_damping_of(l.kind, &l, root, re, d), 2 * zeta * sqrt(m * 730), 1e-12, "linear dashpot");
	near(law_tangential_damping_of(l.kind, &l, root, re, d), 2 * zeta * sqrt(m * 210), 1e-12, "linear, across");
	near(law_normal_damping_of(h.kind, &h, root, re, d), hertz * sqrt(m * 1.5 * 730 * sqrt(d)), 1e-12, "Hertz' dashpot");
	near(law_tangential_damping_of(h.kind, &h, root, re, d), 2 * zeta * sqrt(m * 210), 1e-12, "Hertz, across");
	near(law_normal_damping_of(n.kind, &n, root, re, d), hertz * sqrt(m * 1.5 * 730 * sqrt(d)), 1e-12, "mindlin's");
	near(law_tangential_damping_of(n.kind, &n, root, re, d), hertz * sqrt(m * 210 * sqrt(d)), 1e-12, "mindlin, across");
	near(law_normal_damping_of(c.kind, &c, root, re, d), 2 * zeta * sqrt(m * 730), 1e-12, "cohesion is damped as a spring");
	ok(law_normal_damping_of(c.kind, &c, root, re, -d) == 0 && law_normal_damping_of(p.kind, &p, root, re, -d) == 0,
		"but not before grains touch");
	ok(law_normal_damping_of(p.kind, &p, root, re, d) == 1.3, "gn as it is given");
	ok(law_normal_damping_of(h.kind, &h, root, re, -d) == 0, "Hertz: none apart");
	ok(law_normal_damping_of(g.kind, &g, root, re, d) == 1.3 && law_tangential_damping_of(g.kind, &g, root, re, d) == 0.7,
	   "what is given does not depend on the overlap");
	near(law_tangential_of(n.kind, &n, re, d), 210 * sqrt(d), 1e-13, "mindlin: kt d^(1/2)");
	ok(law_tangential_of(n.kind, &n, re, -d) == 0 && law_tangential_of(h.kind, &h, re, d) == 210, "others: kt");
}

static void limits(void)
{
	struct law_contact l = resolved("linear", "kn 10"), c = resolved("cohesive", "kn 10 pull 3 range 0.5");
	struct law_contact a = resolved("cohesive", "kn 10 pull 3 range 0.5 attraction 1"), z = resolved("linear", "kn 0");
	struct law_contact lj = resolved("lennard-jones", "epsilon 1"), none = resolved("lennard-jones", "epsilon 0");

	ok(law_push(l.kind, &l, 2, -1.5) == 0.5 && law_push(l.kind, &l, 2, -2.5) == 0, "a dashpot may not attract");
	ok(law_push(c.kind, &c, -2, -1) == -2 && law_push(c.kind, &c, -2, 0.5) == -1.5, "nor pull more than cohesion does");
	ok(law_push(c.kind, &c, 1, -1.5) == 0 && law_push(c.kind, &c, 1, -0.75) == 0.25, "nor turn a push into a pull");
	ok(law_push(a.kind, &a, 1, -1.5) == -0.5 && law_push(a.kind, &a, -2, -1) == -3, "unless it may");
	ok(law_load(l.kind, &l, 0.1, 4, 0.25) == 4 && law_load(l.kind, &l, 0.1, -4, 0.25) == 0, "friction by the normal force");
	ok(law_load(c.kind, &c, 0.1, -1, 0.25) == 2 && law_load(c.kind, &c, 0.1, -1, -0.125) == 1.25,
	   "which attraction does not lessen");
	ok(law_load(c.kind, &c, 0.1, -4, -0.125) == 0, "and is not below 0");
	ok(law_clamp(2, 3) == 2 && law_clamp(-2, 3) == -2 && law_clamp(4, 3) == 3 && law_clamp(-4, 3) == -3, "clamped");
	ok(law_acts(&l) && law_acts(&c) && law_acts(&lj) && !law_acts(&z) && !law_acts(&none), "which laws have a force");
	z.pull = 1;
	ok(law_acts(&z), "one that only pulls has");
}

/* ---- elastic constants ---- */

/* Steel and glass: Young's moduli in GPa, and Poisson's ratios. */
#define E1 210.0
#define NU1 0.3
#define E2 70.0
#define NU2 0.2

static void materials(struct world *w, int dim)
{
	world_init(w, dim);
	world_need_material(w, "a")->young = E1;
	world_material(w, "a")->poisson = NU1;
	world_need_material(w, "b")->young = E2;
	world_material(w, "b")->poisson = NU2;
	scene = w;
}

/* Complete elliptic integrals of the first and second kind of the squared modulus e2, by means. */
static void elliptic(double e2, double *k, double *e)
{
	double a = 1, b = sqrt(1 - e2), sum = e2 / 2;

	for (int n = 0; n < 7; n++) {
		double c = (a - b) / 2, mean = (a + b) / 2;

		b = sqrt(a * b);
		a = mean;
		sum += ldexp(c * c, n);
	}
	*k = pi / (2 * a);
	*e = *k * (1 - sum);
}

/* The effective radius of an elliptic contact by Hertz' theory: K. L. Johnson, Contact Mechanics (1985), eqs 4.26 to 4.32. The
 * ratio b/a of the half axes gives that of the radii, and the factor F2 of the overlap at a given force. */
static double by_ellipse(double large, double small)
{
	double lo = 1e-4, hi = 1 - 1e-6, k, e, f1 = 1, f2 = 1;

	for (int n = 0; n < 200; n++) {
		double x = 0.5 * (lo + hi), e2 = 1 - x * x;

		elliptic(e2, &k, &e);
		double p = e / (x * x) - k, q = k - e;
		f1 = cbrt(4 / (pi * e2) * pow(x, 1.5) * sqrt(p * q));
		f2 = 2 / pi * sqrt(x) * k / f1;
		if (p / q > large / small)
			lo = x;
		else
			hi = x;
	}
	return sqrt(large * small) / (f2 * f2 * f2);
}

static void cylinders(void)
{
	static const struct { double r, c; int side; double to; } at[] = {
		{ 0.3, 0.6, CYLINDER_IN, 2e-4 }, { 0.3, 0.4, CYLINDER_IN, 1.6e-3 },
		{ 0.3, 0.1, CYLINDER_OUT, 1.6e-3 }, { 0.3, 3, CYLINDER_OUT, 1e-6 }, { 0.3, 0.01, CYLINDER_OUT, 0.01 } };

	for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
		double across = 1 / (1 / at[k].r + (at[k].side == CYLINDER_IN ? -1 : 1) / at[k].c);
		double want = by_ellipse(fmax(across, at[k].r), fmin(across, at[k].r));

		near(law_effective_cylinder(at[k].r, at[k].c, at[k].side) / want, 1, at[k].to, "ball of %g %s a cylinder of %g", at[k].r,
			at[k].side == CYLINDER_IN ? "in" : "on", at[k].c);
	}
	near(law_effective_crossed(0.3, 0.1) / by_ellipse(0.3, 0.1), 1, 1e-3, "crossed cylinders");
	near(law_effective_crossed(0.3, 0.3), 0.3, 1e-15, "equal ones are like a ball on a plane");
	ok(law_effective_crossed(0.3, 0) == 0.3 && law_effective_crossed(0, 0.2) == 0.2, "a cylinder and a sharp edge");
	near(law_effective_cylinder(0.3, 1e9, CYLINDER_IN), 0.3, 1e-9, "a very wide tube is a plane");
	ok(law_effective_cylinder(0.3, 0.2, CYLINDER_IN) > 0.3, "a tube that is too narrow has a finite one");
	near(law_effective(0.3, 0.2), 0.12, 1e-15, "two balls");
	ok(law_effective(0.3, 0) == 0.3 && law_effective(0, 0.2) == 0.2, "a ball and a plane");
}

static void constants(void)
{
	/* E* and G* of two materials: Johnson, eq. 4.5, and Mindlin 1949 */
	const double star = 1 / ((1 - NU1 * NU1) / E1 + (1 - NU2 * NU2) / E2);
	const double shear = 1 / ((2 - NU1) / (E1 / 2 / (1 + NU1)) + (2 - NU2) / (E2 / 2 / (1 + NU2))), d = 0.021, root = sqrt(1.83);
	const double zeta = -log(0.37) / sqrt(pi * pi + log(0.37) * log(0.37)), hertz = 2 * sqrt(5.0 / 6) * zeta;
	struct world w;

	materials(&w, 3);
	struct law_contact c = resolved("hertz-mindlin", "en 0.37 mu 0.3");
	near(c.kn / (4.0 / 3 * star), 1, 1e-15, "4/3 E* of steel and glass");
	near(c.kt / (8 * shear), 1, 1e-15, "8 G* of both");
	ok(c.kind == LAW_HERTZ_MINDLIN && c.mu == 0.3 && law_is_elastic(&c), "hertz-mindlin");
	near(law_tangential_of(c.kind, &c, re, d) / (8 * shear * sqrt(re * d)), 1, 1e-15, "Mindlin: 8 G* (R* d)^(1/2)");
	near(law_normal_damping_of(c.kind, &c, root, re, d) / (hertz * root * sqrt(2 * star * sqrt(re * d))), 1, 1e-14,
		"its dashpot: of the stiffness 2 E* (R* d)^(1/2)");
	near(law_tangential_damping_of(c.kind, &c, root, re, d) / (hertz * root * sqrt(8 * shear * sqrt(re * d))), 1, 1e-14, "across");
	near(law_compliance_of(c.kind, &c, 5), 0.2, 1e-16, "the inverse of a stiffness");
	forces("hertz-mindlin", "mu 0.3");
	forces("linear", "mu 0.3");
	c = resolved("linear", "en 0.37");
	near(c.kn * re / (4 * star * re), 1, 1e-15, "linear in space: kn = 4 E* R*");
	near(law_tangential_of(c.kind, &c, re, d) / (16 * shear * re), 1, 1e-14, "and kt = 16 G* R*");
	near(law_normal_damping_of(c.kind, &c, root, re, d) / (2 * zeta * root * sqrt(4 * star * re)), 1, 1e-14, "its dashpot");
	near(law_tangential_damping_of(c.kind, &c, root, re, d) / (2 * zeta * root * sqrt(16 * shear * re)), 1, 1e-14, "across");
	ok(law_push(c.kind, &c, 2, -2.5) == 0, "which may not attract");
	c = resolved("linear", "en 0.37 kt 500");
	ok(law_tangential_of(c.kind, &c, re, d) == 500, "kt as it is given");
	near(law_tangential_damping_of(c.kind, &c, root, re, d), 2 * zeta * root * sqrt(500), 1e-12, "with its dashpot");
	ok(resolved("linear", "kn 0").kind == LAW_LINEAR, "kn=0: no force, whatever the materials");
	refused("linear", "kn 5", LAW_STIFFNESS, "kn", 5);
	refused("hertz", "kn 5", LAW_STIFFNESS, "kn", 5);
	refused("hertz", "", LAW_STIFFNESS, "kn", 0);
	refused("mindlin", "kn 5", LAW_STIFFNESS, "kn", 5);
	refused("cohesive", "kn 5 pull 1", LAW_STIFFNESS, "kn", 5);
	refused("hertz-mindlin", "kn 5", LAW_KEY, "kn", 5);
	refused("hertz-mindlin", "kt 5", LAW_KEY, "kt", 5);
	resolved("lennard-jones", "epsilon 1");
	world_material(&w, "a")->young = 0;
	refused("hertz-mindlin", "", LAW_CONSTANTS, "a", 0);
	refused("linear", "", LAW_CONSTANTS, "a", 0);
	resolved("linear", "kn 5");
	world_free(&w);
	materials(&w, 2);
	c = resolved("linear", "");
	near(c.kn / (pi / 4 * star), 1, 1e-15, "linear in the plane: kn = pi/4 E*, cylinders of length 1");
	near(c.kt / (pi * shear), 1, 1e-15, "and kt = 4 G* / E* of it");
	near(c.kt / c.kn, 4 * shear / star, 1e-15, "as in Mindlin's law");
	ok(c.kind == LAW_LINEAR && !law_is_elastic(&c), "with any radii");
	world_material(&w, "b")->young = 0;
	refused("hertz-mindlin", "", LAW_CONSTANTS, "b", 0);
	world_material(&w, "b")->young = E1;
	world_material(&w, "b")->poisson = NU1;
	c = resolved("linear", "");
	near(c.kt / c.kn, 2 * (1 - NU1) / (2 - NU1), 1e-15, "of one material: kt / kn = 2 (1 - nu) / (2 - nu)");
	world_free(&w);
	scene = NULL;
	refused("hertz-mindlin", "", LAW_CONSTANTS, "a", 0);
}

static double star, shear; /* E* and G* of the two materials */

/* The force of each kind of adhesion by its formula, written here once more; that of jkr has a test of its own. */
static double attraction(const struct law_contact *l, double d)
{
	double s = d < 0 ? -d : 0, hertz = d > 0 ? 4.0 / 3 * star * sqrt(re * d * d * d) : 0, x = s * sqrt(2 * re / 2e-4);

	if (l->kind == LAW_DMT)
		return hertz - 2 * pi * 31 * re;
	if (l->kind == LAW_BRIDGE)
		return hertz - 4 * pi * re * 31 * cos(0.4) / (1 + 1.05 * x + 2.5 * x * x);
	s = s > 0.02 ? s : 0.02;
	return hertz - 0.7 * re / 6 * (1 / (s * s) - 1 / (0.11 * 0.11));
}

/* Forces, potentials, where contacts begin and end, loads of friction. */
static void adhesion_of(const char *kind, const char *text, double lasts)
{
	struct law_contact l = resolved(kind, text);
	double off = 0, slope = 0, h = 1e-6, lim = 0.73, begins = l.kind == LAW_VAN_DER_WAALS ? 0.11 : 0;

	near(law_reach(&l, lim), begins, 1e-15, "%s: where it begins", kind);
	near(law_ends(&l, lim, re), lasts, 1e-12, "%s: where it ends", kind);
	ok(law_clings(&l) == (lasts > begins) && (lasts > begins) == (law_lost(&l, lim, re) > 0), "%s: what is lost there", kind);
	near(law_energy(&l, lim, re, -begins), 0, 1e-12, "%s: the potential is 0 where it begins", kind);
	for (double d = -lasts + 2e-4; d < 0.05; d += 0.00137) {
		double f = law_force(&l, lim, re, d);

		off = l.kind == LAW_JKR ? 0 : fmax(off, fabs(f - attraction(&l, d)) / (1 + fabs(f)));
		slope = fmax(slope, fabs((law_energy(&l, lim, re, d + h) - law_energy(&l, lim, re, d - h)) / (2 * h) - f) / (1 + fabs(f)));
		if (l.kind != LAW_JKR)
			off = fmax(off, fabs(law_load(l.kind, &l, re, f, d) - (f - attraction(&l, d < 0 ? d : 0))) / (1 + fabs(f)));
	}
	near(off, 0, 1e-12, "%s: force, and the load of friction without the attraction", kind);
	near(slope, 0, 1e-5, "%s: its potential", kind);
	double stiff = 2 * star * (l.kind == LAW_JKR ? law_jkr_radius(&l, re, 0.073) : sqrt(re * 0.073));
	if (l.kind == LAW_BRIDGE || l.kind == LAW_VAN_DER_WAALS) { /* next to contact, or to the distance `closest` */
		double d = l.kind == LAW_BRIDGE ? 0 : -0.02, k = (attraction(&l, d) - attraction(&l, d - h)) / h;
		stiff = fmax(stiff, fabs(k));
	}
	near(law_stiffness(&l, lim, re) / stiff, 1, 1e-3, "%s: the greatest stiffness", kind);
}

static void adhesion(void)
{
	struct world w;

	materials(&w, 3);
	star = 1 / ((1 - NU1 * NU1) / E1 + (1 - NU2 * NU2) / E2);
	shear = 1 / ((2 - NU1) * 2 * (1 + NU1) / E1 + (2 - NU2) * 2 * (1 + NU2) / E2);
	double size = cbrt(2e-4), a0 = cbrt(2 * pi * 31 * re * re / star);
	adhesion_of("jkr", "adhesion 31", 0.75 * cbrt(0.25) * a0 * a0 / re);
	adhesion_of("dmt", "adhesion 31", 0);
	adhesion_of("liquid-bridge", "surface-tension 31 contact-angle 0.4 volume 2e-4", 1.2 * (size + size * size / (20 * re)));
	adhesion_of("van-der-waals", "hamaker 0.7 closest 0.02 range 0.11", 0.11);
	struct law_contact c = resolved("jkr", "adhesion 31 mu 0.3");
	near(law_load(c.kind, &c, re, -1.5 * pi * 31 * re, -0.01), 1.5 * pi * 31 * re, 1e-12, "jkr: the load at pull-off");
	near(law_tangential_of(c.kind, &c, re, 0) / (8 * shear * a0), 1, 1e-14, "jkr: 8 G* a, also at overlap 0");
	c = resolved("liquid-bridge", "surface-tension 31 volume 1000");
	near(law_lasts(&c, 1e-3), 11, 1e-12, "bridges as large as the grains: no further than 1.1 V^(1/3)");
	ok(isfinite(law_lasts(&c, 0)) && law_force(&c, 0, 0, -1) == 0 && law_energy(&c, 0, 0, -1) == 0, "sharp corners have none");
	ok(resolved("jkr", "adhesion 0").kind == LAW_HERTZ_MINDLIN && resolved("jkr", "adhesion 1e-200").kind == LAW_HERTZ_MINDLIN,
		"no adhesion, and what has no numbers");
	refused("jkr", "mu 1", LAW_MISSING, "adhesion", 1);
	refused("dmt", "", LAW_MISSING, "adhesion", 0);
	refused("liquid-bridge", "surface-tension 1", LAW_MISSING, "volume", 1);
	refused("liquid-bridge", "volume 1", LAW_MISSING, "surface-tension", 1);
	refused("liquid-bridge", "surface-tension 1 volume 0", LAW_VALUE, "volume", 0);
	refused("liquid-bridge", "surface-tension 1 volume 1 contact-angle 30", LAW_VALUE, "contact-angle", 30);
	refused("van-der-waals", "hamaker 1 closest 2 range 1", LAW_VALUE, "range", 1);
	refused("van-der-waals", "hamaker 1 closest 1e-9", LAW_MISSING, "range", 1e-9);
	refused("jkr", "adhesion -1", LAW_VALUE, "adhesion", -1);
	refused("jkr", "adhesion 1 kn 5", LAW_KEY, "kn", 5);
	world_material(&w, "a")->young = 0;
	refused("jkr", "adhesion 1", LAW_CONSTANTS, "a", 0);
	world_free(&w);
	scene = NULL;
}

int main(void)
{
	adhesion();
	constants();
	cylinders();
	keys();
	refusals();
	forces("linear", "kn 730");
	forces("hertz", "kn 730");
	forces("mindlin", "kn 730");
	forces("cohesive", "kn 730 pull 31 range 0.13");
	forces("cohesive", "kn 73 pull 31 range 0.13");
	forces("lennard-jones", "epsilon 0.83 cut 1.7");
	dashpots();
	limits();
	return done();
}
