/* weigh.c: masses and angular velocities of bodies */
#include "shape/weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/spin.h"
#include "shape/solid_mass.h"
#include "solid/polyhedron.h"

/* ---- masses ---- */

/* A shape of size 1 and density 1: its area or volume, and its moment or tensor of inertia about the centre. */
struct unit { double extent, inertia[6]; };

enum mass_status shape_weigh3(struct mass3 *m, const struct shape *s)
{
	const struct solid_plan plan = { .method = solid_has_densities(s) ? SOLID_PEBBLES : SOLID_EXACT };

	if (s->solid->volume < 0)
		return solid_mass(m, s, &plan);
	*m = (struct mass3){ .volume = s->solid->volume };
	memcpy(m->inertia, s->solid->inertia, sizeof m->inertia);
	return MASS_GOOD;
}

/* The exact mass of a shape in space that is weighed in little time; other shapes give MASS_EMPTY. */
static enum mass_status weigh_fast(struct mass3 *m, const struct shape *s)
{
	const struct solid_plan plan = { .method = SOLID_EXACT };
	enum mass_status status = MASS_EMPTY;
	struct polyhedron p;

	if (s->kind == SHAPE_SPHERE || s->kind == SHAPE_ELLIPSOID || (s->kind == SHAPE_CLUMP && !solid_has_densities(s)))
		return solid_mass(m, s, &plan);
	if (s->kind != SHAPE_POLYHEDRON)
		return MASS_EMPTY;
	if (!polyhedron_of_sound(&p, s->solid) && p.convex)
		status = polyhedron_mass(m, &p);
	polyhedron_free(&p);
	return status;
}

const char *shape_mass_fault(const struct shape *s, double *found, double *right)
{
	const double close = 1e-3;
	const struct solid *o = s->solid;
	struct mass3 m = { 0 };
	struct mass plane;

	if (strcmp(o ? o->method : s->method, "exact") != 0 || (o ? o->volume : s->area) < 0 || s->n > WEIGH_MOST)
		return NULL;
	if (o && weigh_fast(&m, s) != MASS_GOOD)
		return NULL;
	if (!o) {
		if (mass_of_shape(&plane, s) != MASS_GOOD)
			return NULL;
		m = (struct mass3){ .volume = plane.area, .com = { plane.x, plane.y }, .inertia = { plane.inertia } };
	}
	*found = o ? o->volume : s->area;
	*right = m.volume;
	if (fabs(*found - *right) > close * *right)
		return o ? "volume" : "area";
	*found = v3_norm(v3_from(m.com));
	*right = 0;
	if (*found > close * shape_reach(s))
		return "distance of the centre of mass from the origin";
	*found = o ? o->inertia[0] + o->inertia[1] + o->inertia[2] : s->inertia;
	*right = m.inertia[0] + m.inertia[1] + m.inertia[2];
	return fabs(*found - *right) > close * *right ? o ? "sum of the moments of inertia" : "moment of inertia" : NULL;
}

/* The unit of a shape: 0 if the shape is empty, not numbers if its mass cannot be found. */
static struct unit unit_of(const struct shape *s)
{
	enum mass_status status;
	struct unit u;

	if (s->solid) {
		struct mass3 m = { 0 };

		status = shape_weigh3(&m, s);
		u.extent = m.volume;
		memcpy(u.inertia, m.inertia, sizeof u.inertia);
	} else {
		struct mass m = { 0 };

		status = shape_weigh2(&m, s);
		u.extent = m.area;
		u.inertia[0] = m.inertia;
	}
	if (status != MASS_GOOD)
		u.extent = u.inertia[0] = status == MASS_EMPTY ? 0 : NAN;
	return u;
}

/* The units [n_shape] of all shapes that bodies have, each found once. The caller frees the array. */
static struct unit *units(struct world *w, int n, const int64_t *shape)
{
	struct unit *of = MEM_NEW(struct unit, (size_t)w->n_shape);
	char *known = mem_zero((size_t)w->n_shape, 1);

	for (int i = 0; i < n; i++) {
		const struct shape *s = world_shape(w, shape[i]);

		if (!s || known[s - w->shape])
			continue;
		of[s - w->shape] = unit_of(s);
		known[s - w->shape] = 1;
	}
	free(known);
	return of;
}

/* The densities of the materials, indexed by the number of the name; not a number if a name is not that of a material. The caller
 * frees the array. */
static double *densities(const struct world *w)
{
	double *of = MEM_NEW(double, (size_t)w->names.n);

	for (int k = 0; k < w->names.n; k++)
		of[k] = NAN;
	for (int k = 0; k < w->n_material; k++) {
		int32_t name = world_find_name(w, w->material[k].name);

		if (name >= 0)
			of[name] = w->material[k].density;
	}
	return of;
}

int bodies_mass2(struct world *w, double *area, double *mass, double *inertia)
{
	struct bodies2 b = world_bodies2(w);
	struct unit *unit = units(w, b.n, b.shape);
	double *density = densities(w);
	int bad = 0;

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct unit *u = s ? &unit[s - w->shape] : NULL;
		double s2 = b.size[i] * b.size[i], d = density[b.material[i]];

		if (!(d > 0 && u && u->extent > 0) && !bad)
			bad = i + 1;
		if (area)
			area[i] = u ? u->extent * s2 : NAN;
		if (mass)
			mass[i] = u ? d * u->extent * s2 : NAN;
		if (inertia)
			inertia[i] = u ? d * u->inertia[0] * s2 * s2 : NAN;
	}
	free(unit);
	free(density);
	return bad;
}

int bodies_mass3(struct world *w, double *volume, double *mass, double (*inertia)[6])
{
	struct bodies3 b = world_bodies3(w);
	struct unit *unit = units(w, b.n, b.shape);
	double *density = densities(w);
	int bad = 0;

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct unit *u = s ? &unit[s - w->shape] : NULL;
		double s3 = b.size[i] * b.size[i] * b.size[i], d = density[b.material[i]];
		int weighs = u && u->extent > 0;

		if (!(d > 0 && weighs) && !bad)
			bad = i + 1;
		if (volume)
			volume[i] = u ? u->extent * s3 : NAN;
		if (mass)
			mass[i] = weighs ? d * u->extent * s3 : NAN;
		for (int k = 0; inertia && k < 6; k++)
			inertia[i][k] = weighs ? d * u->inertia[k] * s3 * b.size[i] * b.size[i] : NAN;
	}
	free(unit);
	free(density);
	return bad;
}

/* ---- angular velocities ---- */

static const char *const spin_name[] = { "wx", "wy", "wz" };

void bodies_spins3(struct world *w, const double (*inertia)[6], double (*omega)[3])
{
	struct bodies3 b = world_bodies3(w);

	for (int i = 0; i < b.n; i++) {
		const double l[3] = { b.momentum[0][i], b.momentum[1][i], b.momentum[2][i] };
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };

		if (l[0] == 0 && l[1] == 0 && l[2] == 0)
			memset(omega[i], 0, sizeof omega[i]);
		else
			spin_velocity(inertia[i], q, l, omega[i]);
	}
}

void bodies_spin_columns3(struct world *w, double *column[3])
{
	for (int k = 0; k < 3; k++)
		column[k] = table_need_real(&w->body, spin_name[k], 0);
}

void bodies_set_spins3(struct world *w, const char *moved, const double (*inertia)[6], const double (*omega)[3])
{
	struct bodies3 b = world_bodies3(w);
	double *column[3], l[3];

	bodies_spin_columns3(w, column);
	for (int i = 0; i < b.n; i++) {
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };

		if (!moved[i] || isnan(inertia[i][0]))
			continue;
		spin_momentum(inertia[i], q, omega[i], l);
		for (int k = 0; k < 3; k++) {
			b.momentum[k][i] = l[k] + 0.0; /* no -0 */
			column[k][i] = omega[i][k] + 0.0;
		}
	}
}

double (*bodies_spins_before(struct world *w))[3]
{
	struct bodies3 b = world_bodies3(w);
	double (*inertia)[6], (*omega)[3], *column[3];
	int turns = 0;

	for (int k = 0; k < 3; k++) {
		column[k] = table_real(&w->body, spin_name[k]);
		for (int i = 0; i < b.n; i++)
			turns |= b.momentum[k][i] != 0 || (column[k] && column[k][i] != 0);
	}
	if (!turns)
		return NULL;
	inertia = mem_new((size_t)b.n, sizeof *inertia);
	omega = mem_new((size_t)b.n, sizeof *omega);
	bodies_mass3(w, NULL, NULL, inertia);
	bodies_spins3(w, (const double (*)[6])inertia, omega);
	for (int i = 0; i < b.n; i++)
		for (int k = 0; k < 3 && isnan(inertia[i][0]); k++)
			omega[i][k] = column[k] ? column[k][i] : NAN;
	free(inertia);
	return omega;
}

int bodies_spins_after(struct world *w, const double (*omega)[3])
{
	struct bodies3 b = world_bodies3(w);
	double (*inertia)[6] = mem_new((size_t)b.n, sizeof *inertia), l[3];
	char *changed = mem_zero((size_t)b.n, 1);
	int some = 0;

	bodies_mass3(w, NULL, NULL, inertia);
	for (int i = 0; i < b.n; i++) {
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };
		double off = 0, most = 0;

		if (isnan(omega[i][0] + omega[i][1] + omega[i][2] + inertia[i][0]))
			continue;
		spin_momentum(inertia[i], q, omega[i], l);
		for (int k = 0; k < 3; k++) {
			off = fmax(off, fabs(l[k] - b.momentum[k][i]));
			most = fmax(most, fabs(l[k]));
		}
		changed[i] = off > 1e-12 * most;
		some |= changed[i];
	}
	if (some)
		bodies_set_spins3(w, changed, (const double (*)[6])inertia, omega);
	free(inertia);
	free(changed);
	return some;
}

int bodies_take_spins3(struct world *w)
{
	static const char *const momentum[] = { "Lx", "Ly", "Lz" };
	int n = w->body.n_row, some = 0, bad = 0;

	for (int k = 0; k < 3; k++) {
		some |= table_real(&w->body, spin_name[k]) != NULL;
		if (table_real(&w->body, momentum[k]))
			return 0;
	}
	if (!some)
		return 0;
	double (*inertia)[6] = mem_new((size_t)n, sizeof *inertia), (*omega)[3] = mem_new((size_t)n, sizeof *omega), *column[3];
	char *turns = mem_zero((size_t)n, 1);
	bodies_spin_columns3(w, column);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) {
			omega[i][k] = column[k][i];
			turns[i] |= omega[i][k] != 0;
		}
	bodies_mass3(w, NULL, NULL, inertia);
	for (int i = n - 1; i >= 0; i--)
		bad = turns[i] && isnan(inertia[i][0]) ? i + 1 : bad;
	bodies_set_spins3(w, turns, (const double (*)[6])inertia, (const double (*)[3])omega);
	free(inertia);
	free(omega);
	free(turns);
	return bad;
}
