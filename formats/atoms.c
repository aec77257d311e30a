/* atoms.c: rows of atoms or grains with named columns */
#include "atoms.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/spin.h"
#include "base/trig.h"
#include "particles_parts.h"
#include "world/defaults.h"
#include "world/deform.h"
#include "world/relocate.h"

/* ---- columns ---- */

enum { PLAIN, UNWRAPPED, SCALED, SCALED_UNWRAPPED };

/* Names in the files. of: the role; as: the name of the column that passes; way: how a position is meant. LAMMPS gives the full
 * axes of ellipsoids as shapex; OVITO takes c_shape as semiaxes, and c_orient as a quaternion with the real part last. */
static const struct { const char *name; enum atoms_role of; double factor; const char *as; int way; } known[] = {
	{ "id", ATOMS_ID, 1, NULL, 0 }, { "type", ATOMS_TYPE, 1, NULL, 0 },
	{ "x", ATOMS_X, 1, NULL, PLAIN }, { "y", ATOMS_Y, 1, NULL, PLAIN }, { "z", ATOMS_Z, 1, NULL, PLAIN },
	{ "xu", ATOMS_X, 1, NULL, UNWRAPPED }, { "yu", ATOMS_Y, 1, NULL, UNWRAPPED }, { "zu", ATOMS_Z, 1, NULL, UNWRAPPED },
	{ "xs", ATOMS_X, 1, NULL, SCALED }, { "ys", ATOMS_Y, 1, NULL, SCALED }, { "zs", ATOMS_Z, 1, NULL, SCALED },
	{ "xsu", ATOMS_X, 1, NULL, SCALED_UNWRAPPED }, { "ysu", ATOMS_Y, 1, NULL, SCALED_UNWRAPPED },
	{ "zsu", ATOMS_Z, 1, NULL, SCALED_UNWRAPPED },
	{ "radius", ATOMS_RADIUS, 1, NULL, 0 }, { "r", ATOMS_RADIUS, 1, NULL, 0 }, { "diameter", ATOMS_RADIUS, 0.5, NULL, 0 },
	{ "vx", ATOMS_VX, 1, NULL, 0 }, { "vy", ATOMS_VY, 1, NULL, 0 }, { "vz", ATOMS_VZ, 1, NULL, 0 },
	{ "omegax", ATOMS_WX, 1, NULL, 0 }, { "omegay", ATOMS_WY, 1, NULL, 0 }, { "omegaz", ATOMS_WZ, 1, NULL, 0 },
	{ "wx", ATOMS_WX, 1, NULL, 0 }, { "wy", ATOMS_WY, 1, NULL, 0 }, { "wz", ATOMS_WZ, 1, NULL, 0 },
	{ "omega", ATOMS_WZ, 1, NULL, 0 }, { "angle", ATOMS_ANGLE, 1, NULL, 0 },
	{ "angmomx", ATOMS_LX, 1, NULL, 0 }, { "angmomy", ATOMS_LY, 1, NULL, 0 }, { "angmomz", ATOMS_LZ, 1, NULL, 0 },
	{ "quatw", ATOMS_QW, 1, NULL, 0 }, { "quati", ATOMS_QX, 1, NULL, 0 }, { "quatj", ATOMS_QY, 1, NULL, 0 },
	{ "quatk", ATOMS_QZ, 1, NULL, 0 },
	{ "c_orient[1]", ATOMS_QX, 1, NULL, 0 }, { "c_orient[2]", ATOMS_QY, 1, NULL, 0 }, { "c_orient[3]", ATOMS_QZ, 1, NULL, 0 },
	{ "c_orient[4]", ATOMS_QW, 1, NULL, 0 },
	{ "qw", ATOMS_QW, 1, NULL, 0 }, { "qx", ATOMS_QX, 1, NULL, 0 }, { "qy", ATOMS_QY, 1, NULL, 0 }, { "qz", ATOMS_QZ, 1, NULL, 0 },
	{ "shapex", ATOMS_A, 0.5, NULL, 0 }, { "shapey", ATOMS_B, 0.5, NULL, 0 }, { "shapez", ATOMS_C, 0.5, NULL, 0 },
	{ "c_shape[1]", ATOMS_A, 1, NULL, 0 }, { "c_shape[2]", ATOMS_B, 1, NULL, 0 }, { "c_shape[3]", ATOMS_C, 1, NULL, 0 },
	{ "ix", ATOMS_IX, 1, NULL, 0 }, { "iy", ATOMS_IY, 1, NULL, 0 }, { "iz", ATOMS_IZ, 1, NULL, 0 },
	{ "mass", ATOMS_MASS, 1, NULL, 0 }, { "density", ATOMS_DENSITY, 1, NULL, 0 },
	{ "fx", ATOMS_PASS, 1, "fx", 0 }, { "fy", ATOMS_PASS, 1, "fy", 0 }, { "fz", ATOMS_PASS, 1, "fz", 0 },
	{ "tqx", ATOMS_PASS, 1, "tx", 0 }, { "tqy", ATOMS_PASS, 1, "ty", 0 }, { "tqz", ATOMS_PASS, 1, "tz", 0 },
};

static int has_name(const struct atoms *a, const char *name)
{
	for (int k = 0; k < a->n_column; k++)
		if (strcmp(a->column[k].name, name) == 0)
			return 1;
	return 0;
}

/* The name of a column that passes: letters, digits and _ of the name in the file, unlike known and earlier columns. */
static void name_text(const struct atoms *a, char name[64], const char *from, int n)
{
	int m = 0;

	if (!n || !isalpha((unsigned char)from[0]))
		name[m++] = 'c', name[m++] = '_';
	for (int k = 0; k < n && m < 50; k++)
		if (isalnum((unsigned char)from[k]) || (m && name[m - 1] != '_'))
			name[m++] = isalnum((unsigned char)from[k]) ? from[k] : '_';
	while (m > 1 && name[m - 1] == '_')
		m--;
	name[m] = 0;
	if (particles_knows(name))
		strcat(name, "_");
	char own[46];
	snprintf(own, sizeof own, "%.45s", name);
	for (int k = 1; has_name(a, name); k++)
		snprintf(name, 64, k > 1 ? "%s_%d" : "%s_", own, k);
}

static void add_column(struct atoms *a, const char *name, int n)
{
	MEM_GROW(a->column, &a->cap_column, (size_t)a->n_column + 1);
	struct atoms_column *c = &a->column[a->n_column];

	*c = (struct atoms_column){ .role = ATOMS_TEXT, .factor = 1 };
	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		enum atoms_role of = known[k].of;

		if (strlen(known[k].name) != (size_t)n || memcmp(known[k].name, name, (size_t)n) != 0)
			continue;
		if (of < ATOMS_ROLES && a->of[of] < 0) {
			c->role = of;
			c->factor = known[k].factor;
			a->of[of] = a->n_column;
			for (int axis = 0; axis < 3; axis++)
				if ((int)of == ATOMS_X + axis) {
					a->scaled[axis] = known[k].way >= SCALED;
					a->unwrapped[axis] = known[k].way == UNWRAPPED || known[k].way == SCALED_UNWRAPPED;
				}
		} else if (of == ATOMS_PASS && !has_name(a, known[k].as)) {
			c->role = of;
			snprintf(c->name, sizeof c->name, "%s", known[k].as);
		}
	}
	if (c->role == ATOMS_TEXT)
		name_text(a, c->name, name, n);
	a->n_column++;
}

enum trade_status atoms_begin(struct atoms *a, const struct fields *l, int first)
{
	a->head = l->number;
	for (int k = 0; k < ATOMS_ROLES; k++)
		a->of[k] = -1;
	if (l->n > FIELDS_MOST)
		return fields_bad(l, "found %d columns, expected %d at most", l->n, FIELDS_MOST);
	for (int k = first; k < l->n; k++)
		add_column(a, l->field[k], l->length[k]);
	for (int axis = 0; axis < 2; axis++)
		if (a->of[ATOMS_X + axis] < 0)
			return fields_bad(l, "found no column %c, expected one of %cs, %cu and so on at least", "xy"[axis], "xy"[axis], "xy"[axis]);
	for (int axis = 0; axis < 3; axis++)
		if (a->scaled[axis] && !a->domain.set)
			return fields_bad(l, "found scaled positions, expected a box");
	for (int k = ATOMS_QW; k <= ATOMS_C; k++) {
		int of = k <= ATOMS_QZ ? ATOMS_QW : ATOMS_A;

		if ((a->of[k] < 0) != (a->of[of] < 0))
			return fields_bad(l, "found some of the columns of %s, expected all", of == ATOMS_A ? "an ellipsoid" : "a quaternion");
	}
	return TRADE_GOOD;
}

void atoms_free(struct atoms *a)
{
	for (int k = 0; k < a->n_column; k++) {
		free(a->column[k].value);
		free(a->column[k].text);
	}
	free(a->column);
	free(a->pool);
	free(a->line);
	*a = (struct atoms){ .n = 0 };
}

/* ---- rows ---- */

static enum trade_status read_text(struct atoms *a, struct atoms_column *c, const struct fields *l, int k)
{
	const int missing = !l->length[k] || fields_is(l, k, "nan"), n = missing ? 1 : l->length[k];
	const char *text = missing ? "-" : l->field[k]; /* so a stream says that it is missing */

	MEM_GROW(c->text, &c->cap, (size_t)a->n + 1);
	MEM_GROW(a->pool, &a->cap_pool, a->n_pool + (size_t)n + 1);
	c->text[a->n] = a->n_pool;
	for (int i = 0; i < n; i++) {
		const int blank = text[i] == ' ' || text[i] == '\t';

		if (!blank && ((unsigned char)text[i] < 32 || text[i] == 127))
			return fields_bad(l, "found a byte that cannot be seen in the column %s, expected a number or a word", c->name);
		a->pool[a->n_pool++] = blank ? '_' : text[i];
		i += l->commas && i + 1 < n && text[i] == '"' && text[i + 1] == '"'; /* two quotation marks stand for one */
	}
	a->pool[a->n_pool++] = 0;
	return TRADE_GOOD;
}

static enum trade_status read_number(struct atoms *a, struct atoms_column *c, const struct fields *l, int k)
{
	enum trade_status status;
	int64_t whole = 0;
	double x;

	switch (c->role) {
	case ATOMS_ID: status = fields_integer(l, k, &whole, 1, INT64_C(1) << 53, "an id"); break;
	case ATOMS_TYPE: status = fields_integer(l, k, &whole, 0, INT32_MAX, "a type"); break;
	case ATOMS_IX: case ATOMS_IY: case ATOMS_IZ: status = fields_integer(l, k, &whole, -(1 << 30), 1 << 30, "an image"); break;
	case ATOMS_RADIUS: status = fields_positive(l, k, &x, c->factor == 1 ? "a radius" : "a diameter"); break;
	case ATOMS_MASS: status = fields_positive(l, k, &x, "a mass"); break;
	case ATOMS_DENSITY: status = fields_positive(l, k, &x, "a density"); break;
	case ATOMS_A: case ATOMS_B: case ATOMS_C: status = fields_positive(l, k, &x, "an axis of an ellipsoid"); break;
	case ATOMS_X: status = fields_real(l, k, &x, "the x of a centre"); break;
	case ATOMS_Y: status = fields_real(l, k, &x, "the y of a centre"); break;
	case ATOMS_Z: status = fields_real(l, k, &x, "the z of a centre"); break;
	default: status = fields_real(l, k, &x, "a component of a vector"); break;
	}
	MEM_GROW(c->value, &c->cap, (size_t)a->n + 1);
	if (status == TRADE_GOOD)
		c->value[a->n] = c->role <= ATOMS_TYPE || (c->role >= ATOMS_IX && c->role <= ATOMS_IZ) ? (double)whole : c->factor * x;
	return status;
}

enum trade_status atoms_row(struct atoms *a, const struct fields *l)
{
	enum trade_status status = TRADE_GOOD;

	if (l->n > a->n_column || l->all < a->n_column)
		return fields_bad(l, "found %d fields, expected %d, one for each column", l->n, a->n_column);
	for (int k = 0; k < a->n_column && status == TRADE_GOOD; k++)
		status = a->column[k].role == ATOMS_TEXT ? read_text(a, &a->column[k], l, k) : read_number(a, &a->column[k], l, k);
	MEM_GROW(a->line, &a->cap, (size_t)a->n + 1);
	a->line[a->n] = l->number;
	a->n += status == TRADE_GOOD;
	return status;
}

/* ---- bodies ---- */

/* The value of a role in row i; `other` if there is no such column. */
static double value(const struct atoms *a, enum atoms_role role, int i, double other)
{
	return a->of[role] >= 0 ? a->column[a->of[role]].value[i] : other;
}

/* Whether row i moves or turns out of the plane. */
static int leaves_plane(const struct atoms *a, int i)
{
	static const enum atoms_role across[] = { ATOMS_VZ, ATOMS_WX, ATOMS_WY, ATOMS_LX, ATOMS_LY, ATOMS_QX, ATOMS_QY };

	for (size_t k = 0; k < sizeof across / sizeof *across; k++)
		if (value(a, across[k], i, 0) != 0)
			return 1;
	return 0;
}

static int is_plane(const struct atoms *a)
{
	if (a->n_axis)
		return a->n_axis == 2;
	if (a->of[ATOMS_Z] < 0)
		return 1;
	if (!a->domain.set || a->domain.lo[2] != -0.5 || a->domain.hi[2] != 0.5)
		return 0;
	for (int i = 0; i < a->n; i++)
		if (value(a, ATOMS_Z, i, 0) != (a->scaled[2] ? 0.5 : 0) || leaves_plane(a, i))
			return 0; /* a layer of balls that leave it or roll is in space */
	return 1;
}

/* Tell that velocities, spins and quaternions of space are lost: without a z, atoms can only be in the plane. */
static void warn_plane(const struct atoms *a, const struct trade_plan *plan, const char *name)
{
	int n = 0;

	for (int i = 0; i < a->n; i++)
		n += leaves_plane(a, i);
	if (n && plan->warning && !*plan->warning &&
	    asprintf(plan->warning, "%s: found no column z, so the scene is in the plane, but %d atom%s motion or turns out of it, "
	             "which are lost", name, n, n > 1 ? "s have" : " has") < 0)
		*plan->warning = NULL;
}

/* A radius, or the three semiaxes of an ellipsoid; returns the volume, in the plane the area, or a negative number if there is
 * none. */
static double extent(const struct atoms *a, const struct trade_plan *plan, int plane, int i, double axis[3])
{
	const double pi = 3.14159265358979324;

	for (int k = 0; k < 3; k++)
		axis[k] = plane || a->of[ATOMS_A] < 0 ? value(a, ATOMS_RADIUS, i, plan->radius > 0 ? plan->radius : -1) :
			value(a, ATOMS_A + k, i, 0);
	return plane ? pi * axis[0] * axis[0] * (axis[0] > 0 ? 1 : -1) : 4 / 3. * pi * axis[0] * axis[1] * axis[2];
}

static enum trade_status bad_line(const struct fields *l, long line, const char *what)
{
	struct fields at = *l;

	at.number = line;
	return fields_bad(&at, "%s", what);
}

/* ---- materials ---- */

/* Atoms of one type and one density become a material, and every pair of materials has a law, so their number is limited. `first`
 * is the first kind of the type, mixed whether this stands for all of them. */
struct kind { int64_t type; double density, mass, volume; int first, mixed, material; };
enum { KINDS_MOST = 100, DENSITIES_MOST = 10 };

/* Masses are often rounded, so densities that differ by less are one. Without masses and densities all are. */
static double tolerance(const struct atoms *a)
{
	return a->of[ATOMS_MASS] >= 0 ? 1e-3 : a->of[ATOMS_DENSITY] >= 0 ? 1e-6 : INFINITY;
}

/* The density of an atom by its mass, or else by its density; *volume gets its volume. */
static double density_of(const struct atoms *a, const struct trade_plan *plan, int plane, int i, double *volume)
{
	double axis[3];

	*volume = extent(a, plan, plane, i, axis);
	return a->of[ATOMS_MASS] >= 0 ? value(a, ATOMS_MASS, i, 0) / *volume : plan->density * value(a, ATOMS_DENSITY, i, 1);
}

/* Find the kind of each atom, of[n]. Returns their number, or -1: there are too many types. */
static int find_kinds(struct kind *kind, int *of, const struct atoms *a, const struct trade_plan *plan, int plane)
{
	int n = 0, n_type = 0, n_own = 0;

	for (int i = 0; i < a->n; i++) {
		const int64_t type = (int64_t)value(a, ATOMS_TYPE, i, 0);
		double volume, density = density_of(a, plan, plane, i, &volume);
		int k = 0, first = -1, same = 0;

		for (; k < n; k++) {
			if (kind[k].type != type)
				continue;
			if (!same++)
				first = k;
			if (!(fabs(density - kind[k].density) > tolerance(a) * kind[k].density))
				break;
		}
		if (k == n && same == DENSITIES_MOST) {
			kind[first].mixed = 1;
			k = first;
		} else if (k == n) {
			if (!same && n_type++ == KINDS_MOST)
				return -1;
			kind[n++] = (struct kind){ .type = type, .density = density, .first = same ? first : k, .material = -1 };
		}
		kind[k].mass += a->of[ATOMS_MASS] >= 0 ? value(a, ATOMS_MASS, i, 0) : density * volume;
		kind[k].volume += volume;
		of[i] = k;
	}
	for (int k = 0; k < n; k++)
		n_own += kind[k].first == k || !kind[kind[k].first].mixed;
	for (int k = 0; k < n; k++) {
		struct kind *first = &kind[kind[k].first];

		first->mixed |= n_own > KINDS_MOST && &kind[k] != first;
	}
	for (int k = 0; k < n; k++) {
		struct kind *first = &kind[kind[k].first];

		if (first->mixed && &kind[k] != first) {
			first->mass += kind[k].mass;
			first->volume += kind[k].volume;
		}
	}
	return n;
}

/* The material of a type and a density, as an index. It is made if there is none; if there are too many, it is the nearest. */
static int take_material(struct world *w, const struct atoms *a, int64_t type, double density)
{
	int best = -1, k = 0;
	char name[48];

	for (; k < DENSITIES_MOST; k++) {
		int n = a->of[ATOMS_TYPE] < 0 ? snprintf(name, sizeof name, "%s", DEFAULT_MATERIAL) :
			snprintf(name, sizeof name, "%s%lld", DEFAULT_MATERIAL, (long long)type);
		if (k)
			snprintf(name + n, sizeof name - (size_t)n, "_%d", k + 1);
		const struct material *m = world_material(w, name);
		if (!m)
			break;
		if (best < 0 || fabs(m->density - density) < fabs(w->material[best].density - density))
			best = (int)(m - w->material);
	}
	if (best >= 0 && (k == DENSITIES_MOST || w->n_material >= KINDS_MOST ||
	                  !(fabs(w->material[best].density - density) > tolerance(a) * density)))
		return best;
	world_need_material(w, name)->density = density;
	for (int j = 0; j < w->n_material; j++)
		trade_default_law(w, w->material[j].name, name);
	return w->n_material - 1;
}

/* Tell how many masses change, and by how much. */
static void warn_masses(const struct world *w, const struct atoms *a, const struct trade_plan *plan, const int *material,
	const char *name)
{
	double worst = 0, volume;
	int n = 0;

	for (int i = 0; i < a->n; i++) {
		double density = density_of(a, plan, w->dim == 2, i, &volume), off = fabs(w->material[material[i]].density / density - 1);

		n += off > 2 * tolerance(a);
		worst = fmax(worst, off);
	}
	if (n && plan->warning && !*plan->warning && asprintf(plan->warning, "%s: found more densities than can become materials, at "
	                                                      "most %d for each type and %d in all, so the masses of %d atoms change, "
	                                                      "by up to %.3g %%; give atoms of other densities types of their own",
	                                                      name, DENSITIES_MOST, KINDS_MOST, n, 100 * worst) < 0)
		*plan->warning = NULL;
}

/* Make a material for each type and each of its densities, unless there is one from an earlier frame; if they are many, one with
 * the mean. material[n] gets the index of each atom's. */
static enum trade_status add_materials(struct world *w, const struct atoms *a, const struct trade_plan *plan,
	const struct fields *l, int *material)
{
	struct kind *kind = mem_new(KINDS_MOST * DENSITIES_MOST, sizeof *kind);
	int n = find_kinds(kind, material, a, plan, w->dim == 2);

	for (int done = 0; done < n; done++) {
		struct kind *at = NULL; /* the next by type */

		for (int k = 0; k < n; k++)
			if (kind[k].material < 0 && (!at || kind[k].type < at->type))
				at = &kind[k];
		const struct kind *first = &kind[at->first];
		if (first->mixed && first != at)
			at->material = first->material;
		else
			at->material = take_material(w, a, at->type, a->of[ATOMS_MASS] >= 0 || at->mixed ? at->mass / at->volume : at->density);
	}
	for (int i = 0; i < a->n && n >= 0; i++)
		material[i] = kind[material[i]].material;
	free(kind);
	if (n < 0)
		return fields_bad(l, "found more than %d types, each a material, expected fewer", KINDS_MOST);
	if (a->of[ATOMS_MASS] >= 0 || a->of[ATOMS_DENSITY] >= 0)
		warn_masses(w, a, plan, material, l->name);
	return TRADE_GOOD;
}

/* ---- shapes and places ---- */

/* The shape of disks, spheres or ellipsoids whose semiaxes have these ratios, to 1e-5. */
static int64_t shape_for(struct world *w, const double axis[3])
{
	const double pi = 3.14159265358979324, b = axis[1] / axis[0], c = axis[2] / axis[0];
	int round = fabs(b - 1) < 1e-12 && fabs(c - 1) < 1e-12;
	struct shape *s;

	for (int k = w->n_shape - 1; k >= 0; k--) {
		s = &w->shape[k];
		if (s->kind == SHAPE_ELLIPSOID ? !round && fabs(s->solid->a[1] - b) < 1e-5 * b && fabs(s->solid->a[2] - c) < 1e-5 * c : round)
			return s->id;
	}
	s = world_need_shape(w, world_last_shape(w) + 1);
	if (w->dim == 2) {
		shape_alloc(s, SHAPE_POINT, 1);
		s->r = 1;
		s->area = pi;
		s->inertia = pi / 2;
		strcpy(s->method, "exact");
		return s->id;
	}
	shape_alloc(s, round ? SHAPE_SPHERE : SHAPE_ELLIPSOID, 1);
	struct solid *o = s->solid;
	const double a[3] = { 1, round ? 1 : b, round ? 1 : c };
	s->n = o->n = 1;
	if (round) {
		free(o->ball);
		o->ball = mem_zero(1, sizeof *o->ball);
		o->ball[0][3] = 1;
	} else {
		memcpy(o->a, a, sizeof a);
	}
	o->volume = 4 / 3. * pi * a[1] * a[2];
	for (int k = 0; k < 3; k++)
		o->inertia[k] = o->volume / 5 * (a[(k + 1) % 3] * a[(k + 1) % 3] + a[(k + 2) % 3] * a[(k + 2) % 3]);
	strcpy(o->method, "exact");
	return s->id;
}

/* The position in space, without images. */
static void position(const struct atoms *a, int i, double x[3])
{
	double n[3] = { 0 }, shift[3] = { 0 };

	for (int k = 0; k < 3; k++) {
		x[k] = value(a, ATOMS_X + k, i, 0);
		if (a->scaled[k]) {
			n[k] = x[k];
			x[k] = a->domain.lo[k];
		}
	}
	if (a->domain.set)
		domain_shift3(&a->domain, n, shift);
	for (int k = 0; k < 3; k++)
		x[k] += shift[k];
}

static int is_lost(const struct atoms *a, const double x[3])
{
	const struct domain *d = &a->domain;

	for (int k = 0; k < 3 && d->set; k++)
		if (d->periodic[k] && !(fabs(x[k] - d->lo[k]) <= 1e9 * (d->hi[k] - d->lo[k])))
			return 1;
	return 0;
}

static void put_body2(const struct bodies2 *b, const struct atoms *a, int i, const double x[3])
{
	b->x[i] = x[0];
	b->y[i] = x[1];
	b->vx[i] = value(a, ATOMS_VX, i, 0);
	b->vy[i] = value(a, ATOMS_VY, i, 0);
	b->omega[i] = value(a, ATOMS_WZ, i, 0);
	b->angle[i] = value(a, ATOMS_ANGLE, i, 0);
	if (a->of[ATOMS_QW] >= 0)
		b->angle[i] = 2 * trig_atan2(value(a, ATOMS_QZ, i, 0), value(a, ATOMS_QW, i, 1));
	b->ix[i] = a->unwrapped[0] ? 0 : (int64_t)value(a, ATOMS_IX, i, 0);
	b->iy[i] = a->unwrapped[1] ? 0 : (int64_t)value(a, ATOMS_IY, i, 0);
}

static enum trade_status put_body3(struct bodies3 *b, const struct world *w, const struct atoms *a, int i, const double x[3])
{
	double q[4], norm = 0, omega[3], momentum[3] = { 0 };
	const struct shape *s = world_shape(w, b->shape[i]);
	const struct material *m = world_material(w, w->names.word[b->material[i]]);

	for (int k = 0; k < 4; k++) {
		q[k] = value(a, ATOMS_QW + k, i, k == 0);
		norm += q[k] * q[k];
	}
	if (!(norm > 0.5 && norm < 2))
		return TRADE_BAD;
	for (int k = 0; k < 4; k++)
		b->q[k][i] = q[k] = norm == 1 ? q[k] : q[k] / sqrt(norm);
	for (int k = 0; k < 3; k++) {
		b->x[k][i] = x[k];
		b->v[k][i] = value(a, ATOMS_VX + k, i, 0);
		b->image[k][i] = a->unwrapped[k] ? 0 : (int64_t)value(a, ATOMS_IX + k, i, 0);
		omega[k] = value(a, ATOMS_WX + k, i, 0);
	}
	double t[6], r = b->size[i], scale = m->density * r * r * r * r * r;
	for (int k = 0; k < 6; k++)
		t[k] = scale * s->solid->inertia[k];
	if (omega[0] != 0 || omega[1] != 0 || omega[2] != 0)
		spin_momentum(t, q, omega, momentum);
	for (int k = 0; k < 3; k++)
		b->momentum[k][i] = value(a, ATOMS_LX + k, i, momentum[k]);
	return TRADE_GOOD;
}

/* Columns that pass. */
static void put_columns(struct world *w, const struct atoms *a)
{
	for (int k = 0; k < a->n_column; k++) {
		const struct atoms_column *c = &a->column[k];
		const int torque = w->dim == 2 && c->role == ATOMS_PASS && strcmp(c->name, "tz") == 0;
		const int of_space = c->role == ATOMS_PASS && (c->name[0] == 't' || strcmp(c->name, "fz") == 0);
		const int angle = w->dim == 3 && c->role == ATOMS_ANGLE; /* it has no meaning in space */
		char name[64];

		if (!angle && (c->role < ATOMS_ROLES || !c->name[0] || (w->dim == 2 && of_space && !torque)))
			continue;
		name_text(a, name, "angle", 5);
		int at = table_add(&w->body, angle ? name : torque ? "torque" : c->name, c->role == ATOMS_TEXT ? COL_TEXT : COL_REAL);
		for (int i = 0; i < a->n; i++) {
			if (c->role != ATOMS_TEXT) {
				w->body.col[at].real[i] = c->value[i];
				continue;
			}
			const char *text = a->pool + c->text[i];
			w->body.col[at].text[i] = table_text(&w->body, text, strlen(text));
		}
	}
}

/* Set the world empty, or to the state before the bodies of this frame. */
static enum trade_status begin_world(struct world *w, const struct atoms *a, const struct trade_plan *plan,
	const struct fields *l)
{
	const int before = plan->cursor->frame > 0, dim = before && !a->n ? w->dim : is_plane(a) ? 2 : 3;

	if (before && dim != w->dim)
		return fields_bad(l, "found a frame in %d dimensions, expected %d as before", dim, w->dim);
	if (!before && dim == 2) {
		world_free(w);
		world_init(w, 2);
	}
	table_clear(&w->body);
	w->body.n_pool = 0;
	w->domain = a->domain;
	if (dim == 2)
		w->domain.lo[2] = w->domain.hi[2] = w->domain.tilt[1] = w->domain.tilt[2] = w->domain.periodic[2] = 0;
	w->step = a->step;
	w->t = w->due = a->t;
	const char *fault = w->domain.set ? domain_fault(&w->domain) : NULL;
	return fault ? fields_bad(l, "%s", fault) : TRADE_GOOD;
}

/* Set the rows of the bodies. */
static enum trade_status put_bodies(struct world *w, const struct atoms *a, const struct trade_plan *plan, const struct fields *l,
	const int *material)
{
	int plane = w->dim == 2;
	struct ids ids;

	table_resize(&w->body, a->n);
	struct bodies2 flat = plane ? world_bodies2(w) : (struct bodies2){ .n = 0 };
	struct bodies3 b = plane ? (struct bodies3){ .n = 0 } : world_bodies3(w);
	for (int i = 0; i < a->n; i++) {
		double axis[3], x[3];

		extent(a, plan, plane, i, axis);
		position(a, i, x);
		if (is_lost(a, x))
			return bad_line(l, a->line[i], "found a position far outside of the box, expected it within 1e9 periods of the box");
		*(plane ? &flat.id[i] : &b.id[i]) = (int64_t)value(a, ATOMS_ID, i, i + 1);
		*(plane ? &flat.shape[i] : &b.shape[i]) = shape_for(w, axis);
		*(plane ? &flat.material[i] : &b.material[i]) = world_name(w, w->material[material[i]].name);
		*(plane ? &flat.size[i] : &b.size[i]) = axis[0];
		if (plane)
			put_body2(&flat, a, i, x);
		else if (put_body3(&b, w, a, i, x) != TRADE_GOOD)
			return bad_line(l, a->line[i], "found a quaternion that is no rotation, expected one of length 1");
	}
	int twice = a->n ? ids_init(&ids, a->n, table_int(&w->body, "id")) : -1;
	if (a->n)
		ids_free(&ids);
	return twice >= 0 ? bad_line(l, a->line[twice], "found an id again, expected each id once in a frame") : TRADE_GOOD;
}

enum trade_status atoms_build(struct world *w, const struct atoms *a, const struct trade_plan *plan, const struct fields *l)
{
	enum trade_status status = begin_world(w, a, plan, l);

	if (status == TRADE_GOOD && a->n && a->of[ATOMS_RADIUS] < 0 && (w->dim == 2 || a->of[ATOMS_A] < 0) && !(plan->radius > 0))
		return bad_line(l, a->head, "found no column radius or diameter, expected one; give the radius of all bodies with --radius");
	int *material = MEM_NEW(int, (size_t)a->n);
	if (status == TRADE_GOOD)
		status = add_materials(w, a, plan, l, material);
	if (status == TRADE_GOOD)
		status = put_bodies(w, a, plan, l, material);
	free(material);
	if (status != TRADE_GOOD)
		return status;
	if (w->dim == 2)
		warn_plane(a, plan, l->name);
	put_columns(w, a);
	if (w->domain.set)
		world_wrap(w);
	return TRADE_GOOD;
}
