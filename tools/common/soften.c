/* soften.c: lower the stiffness of a scene, and say what this does */
#include "common/soften.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "contact/law.h"
#include "shape/weigh.h"
#include "world/defaults.h"

/* ---- what to expect in the scene ---- */

/* The free bodies, by columns, and what acts on them: gravity g along an axis, the height of fall above the lowest body, and the
 * weight of all per area (in 2D, per length) across that axis. */
struct load {
	int n, *material;
	double *mass, *radius, *speed; /* [n] [M, L, L/T] */
	double g, pressure;            /* [L/T^2], [M/(L T^2)], in 2D [M/T^2] */
	double height;                 /* [L] */
};

static double radius_of(const struct shape *s, double size)
{
	if (!s->solid)
		return size * (s->radius ? s->radius[0] : s->r);
	return s->solid->ball ? size * s->solid->ball[0][3] : 0;
}

/* Where a body is, what it is made of, and how fast it moves, in 2D and 3D. */
struct place { const double *x[3], *v[3], *size; const int64_t *shape; const int32_t *material, *tag; };

static struct place place_of(struct world *w)
{
	if (w->dim == 3) {
		struct bodies3 b = world_bodies3(w);
		return (struct place){ { b.x[0], b.x[1], b.x[2] }, { b.v[0], b.v[1], b.v[2] }, b.size, b.shape, b.material, b.tag };
	}
	struct bodies2 b = world_bodies2(w);
	return (struct place){ { b.x, b.y }, { b.vx, b.vy }, b.size, b.shape, b.material, b.tag };
}

static struct load load_of(struct world *w)
{
	struct place p = place_of(w);
	int n = w->body.n_row, axis = 0;
	struct load l = { .material = MEM_NEW(int, (size_t)n), .mass = MEM_NEW(double, (size_t)n), .radius = MEM_NEW(double, (size_t)n),
		.speed = MEM_NEW(double, (size_t)n) };
	double *mass = MEM_NEW(double, (size_t)n), lo[3] = { 0 }, hi[3] = { 0 }, lowest = INFINITY, highest = -INFINITY, weight = 0;

	if (w->dim == 3)
		bodies_mass3(w, NULL, mass, NULL);
	else
		bodies_mass2(w, NULL, mass, NULL);
	for (int k = 1; k < w->dim; k++)
		axis = fabs(w->gravity[k]) > fabs(w->gravity[axis]) ? k : axis;
	double down = w->gravity[axis] > 0 ? -1 : 1;
	l.g = fabs(w->gravity[axis]);
	for (int i = 0; i < n; i++) {
		const struct constraint *c = world_constraint(w, w->names.word[p.tag[i]]);
		const struct material *m = world_material(w, w->names.word[p.material[i]]);
		double r = radius_of(world_shape(w, p.shape[i]), p.size[i]), at = down * p.x[axis][i], v2 = 0;

		lowest = fmin(lowest, at);
		if (constraint_holds(c) || !m || !(mass[i] > 0) || !(r > 0))
			continue;
		for (int k = 0; k < w->dim; k++) {
			lo[k] = l.n ? fmin(lo[k], p.x[k][i] - r) : p.x[k][i] - r;
			hi[k] = l.n ? fmax(hi[k], p.x[k][i] + r) : p.x[k][i] + r;
			v2 += p.v[k][i] * p.v[k][i];
		}
		highest = fmax(highest, at);
		weight += mass[i] * l.g;
		l.material[l.n] = (int)(m - w->material);
		l.mass[l.n] = mass[i];
		l.radius[l.n] = r;
		l.speed[l.n++] = sqrt(v2);
	}
	l.height = highest > lowest ? highest - lowest : 0;
	double area = 1;
	for (int k = 0; k < w->dim; k++)
		area *= k == axis ? 1 : hi[k] - lo[k];
	l.pressure = area > 0 ? weight / area : 0;
	free(mass);
	return l;
}

static void load_free(struct load *l)
{
	free(l->material);
	free(l->mass);
	free(l->radius);
	free(l->speed);
}

/* The overlap at which a law has an energy, or a force if energy is 0, against a flat wall [L]; bisection up to the radius. */
static double overlap_at(const struct law_contact *law, double r, double energy, double force)
{
	double lo = 0, hi = r;

	for (int k = 0; k < 60; k++) {
		double d = 0.5 * (lo + hi);
		int below = energy > 0 ? law_energy(law, r, r, d) - law_energy(law, r, r, 0) < energy : law_force(law, r, r, d) < force;

		*(below ? &lo : &hi) = d;
	}
	return lo;
}

/* The largest overlaps, relative to the radius: of an impact on a wall, and under the weight of all. speed: of that impact. */
struct expected { double impact, weight, speed; };

/* stiffer: the factor by which normal springs are stiffer than the laws say. */
static struct expected expected_of(const struct world *w, const struct load *l, double stiffer)
{
	struct expected e = { 0 };

	for (int i = 0; i < l->n; i++) {
		const struct material *m = &w->material[l->material[i]];
		const struct law *by = world_law(w, m->name, m->name);
		struct law_contact law;
		const char *key;
		double value, r = l->radius[i], v = sqrt(l->speed[i] * l->speed[i] + 2 * l->g * l->height);

		if (!by || law_resolve(w, by, &law, &key, &value) != LAW_GOOD || !law_acts(&law))
			continue;
		law.kn *= stiffer;
		if (law.kind == LAW_JKR)
			law.extent /= cbrt(stiffer);
		double force = fmax(l->mass[i] * l->g, l->pressure * (w->dim == 3 ? 4 * r * r : 2 * r));
		double impact = v > 0 ? overlap_at(&law, r, 0.5 * l->mass[i] * v * v, 0) / r : 0;
		e.speed = impact > e.impact ? v : e.speed;
		e.impact = fmax(e.impact, impact);
		e.weight = fmax(e.weight, force > 0 ? overlap_at(&law, r, 0, force) / r : 0);
	}
	return e;
}

/* ---- softening ---- */

static void divide(struct params *p, const char *key, double by)
{
	double *value = params_find(p, key);

	if (value)
		*value /= by;
}

static void soften_law(const struct world *w, struct law *l, double by)
{
	struct law_contact law;
	const char *key;
	double value;

	if (law_resolve(w, l, &law, &key, &value) != LAW_GOOD) /* a law of hard contacts, or one that a simulator will refuse */
		return;
	if (law.kn > 0 && !law_is_elastic(&law) && law.kind != LAW_LINEAR && !params_find(&l->par, "kn"))
		params_set(&l->par, "kn", DEFAULT_KN);
	const struct material *a = world_material(w, l->a);
	if (law.kind == LAW_LINEAR && !params_find(&l->par, "kn") && !(a && a->young > 0))
		params_set(&l->par, "kn", DEFAULT_KN);
	static const char *const stiff[] = { "kn", "kt", "kr", "ks" }, *const slow[] = { "gn", "gt", "gr", "gs" };
	for (int k = 0; k < 4; k++) {
		divide(&l->par, stiff[k], by);
		divide(&l->par, slow[k], sqrt(by));
	}
}

/* Whether some law has Hertz' springs, and whether some law has linear ones. */
static void springs(const struct world *w, int *hertz, int *linear)
{
	struct law_contact law;
	const char *key;
	double value;

	*hertz = *linear = 0;
	for (int k = 0; k < w->n_law; k++)
		if (law_resolve(w, &w->law[k], &law, &key, &value) == LAW_GOOD && law.kn > 0)
			*(law_is_hertz(law.kind) ? hertz : linear) = 1;
}

void soften(struct world *w, double by)
{
	int hertz, linear;

	springs(w, &hertz, &linear);
	if (!hertz && !linear)
		tool_fail(EXIT_INPUT, "no law has a stiffness, expected E of a material, or kn of a law");
	for (int k = 0; k < w->n_law; k++)
		soften_law(w, &w->law[k], by);
	for (int k = 0; k < w->n_material; k++)
		w->material[k].young /= by;
}

void soften_notes(struct world *w, double by, int bodies)
{
	struct load load = { 0 };
	struct expected before = { 0 }, after = { 0 };
	int hertz, linear;

	springs(w, &hertz, &linear);
	if (bodies) {
		load = load_of(w);
		before = expected_of(w, &load, by);
		after = expected_of(w, &load, 1);
	}
	if (hertz)
		tool_note("stiffness divided by %g, Hertz' laws: overlaps grow by %.3g in impacts and by %.3g under a load; contacts last %.3g "
		          "times as long", by, pow(by, 0.4), pow(by, 2.0 / 3), pow(by, 0.4));
	if (linear)
		tool_note("stiffness divided by %g, linear springs: overlaps grow by %.3g in impacts and by %.3g under a load; contacts last "
		          "%.3g times as long", by, sqrt(by), by, sqrt(by));
	for (int k = 0; k < w->n_law; k++)
		if (!strcmp(w->law[k].kind, "jkr")) { /* the energy to part grains grows with E^(-2/3), see contact/adhesion.h */
			tool_note("the adhesion of jkr stays, so grains stick up to speeds %.3g times as high", cbrt(by));
			break;
		}
	if (after.impact > 0)
		tool_note("an impact at the speed %.3g%s overlaps by %.2g %% of the radius at most, before %.2g %%%s", after.speed,
		          load.g > 0 ? ", after a fall through the scene," : "", 100 * after.impact, 100 * before.impact,
		          after.impact > 0.1 ? ": too much, expected up to 10 %" : "");
	if (after.weight > 0)
		tool_note("the weight of all grains on the lowest ones overlaps by about %.2g %% of the radius, before %.2g %%%s",
		          100 * after.weight, 100 * before.weight, after.weight > 0.1 ? ": too much, expected up to 10 %" : "");
	if (bodies && w->contact.n_row > 0)
		tool_note("the contacts of the frame keep their overlaps, so their forces are smaller at first; let the scene come to rest");
	load_free(&load);
}
