/* stir3.c: masses, spins and random velocities of bodies in space */
#include "scene/stir3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/spin.h"
#include "base/trig.h"
#include "shape/solid_mass.h"

/* ---- masses ---- */

enum mass_status solid_weigh(struct mass3 *m, const struct shape *s)
{
	const struct solid_plan plan = { .method = solid_has_densities(s) ? SOLID_PEBBLES : SOLID_EXACT };

	if (s->solid->volume < 0)
		return solid_mass(m, s, &plan);
	*m = (struct mass3){ .volume = s->solid->volume };
	memcpy(m->inertia, s->solid->inertia, sizeof m->inertia);
	return MASS_GOOD;
}

/* What the shapes of bodies weigh at size 1 and density 1, found once; volume 0 or not a number where it cannot be found. To
 * be freed. */
static struct mass3 *unit_masses(struct world *w, const struct bodies3 *b)
{
	struct mass3 *of = MEM_NEW(struct mass3, (size_t)w->n_shape);
	char *known = mem_zero((size_t)w->n_shape, 1);

	for (int i = 0; i < b->n; i++) {
		const struct shape *s = world_shape(w, b->shape[i]);
		int k = s ? (int)(s - w->shape) : -1;

		if (!s || known[k])
			continue;
		enum mass_status status = solid_weigh(&of[k], s);
		known[k] = 1;
		if (status != MASS_GOOD)
			of[k] = (struct mass3){ .volume = status == MASS_EMPTY ? 0 : NAN };
	}
	free(known);
	return of;
}

int bodies_mass3(struct world *w, double *volume, double *mass, double (*inertia)[6])
{
	struct bodies3 b = world_bodies3(w);
	struct mass3 *unit = unit_masses(w, &b);
	int bad = 0;

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct material *material = world_material(w, w->names.word[b.material[i]]);
		const struct mass3 *u = s ? &unit[s - w->shape] : NULL;
		double s3 = b.size[i] * b.size[i] * b.size[i], d = material ? material->density : NAN;
		int weighs = u && u->volume > 0;

		if (!(d > 0 && weighs) && !bad)
			bad = i + 1;
		if (volume)
			volume[i] = u ? u->volume * s3 : NAN;
		if (mass)
			mass[i] = weighs ? d * u->volume * s3 : NAN;
		for (int k = 0; inertia && k < 6; k++)
			inertia[i][k] = weighs ? d * u->inertia[k] * s3 * b.size[i] * b.size[i] : NAN;
	}
	free(unit);
	return bad;
}

/* ---- spins ---- */

void bodies_spins(struct world *w, const double (*inertia)[6], double (*omega)[3])
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

/* The columns of the angular velocity, which are added. */
static void spin_columns(struct world *w, double *column[3])
{
	static const char *const name[] = { "wx", "wy", "wz" };

	for (int k = 0; k < 3; k++)
		column[k] = table_need_real(&w->body, name[k], 0);
}

void bodies_spin(struct world *w, const char *moved, const double (*inertia)[6], const double (*omega)[3])
{
	struct bodies3 b = world_bodies3(w);
	double *column[3], l[3];

	spin_columns(w, column);
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

int bodies_take_spins(struct world *w)
{
	static const char *const spin[] = { "wx", "wy", "wz" }, *const momentum[] = { "Lx", "Ly", "Lz" };
	int n = w->body.n_row, some = 0, bad = 0;

	for (int k = 0; k < 3; k++) {
		some |= table_real(&w->body, spin[k]) != NULL;
		if (table_real(&w->body, momentum[k]))
			return 0;
	}
	if (!some)
		return 0;
	double (*inertia)[6] = mem_new((size_t)n, sizeof *inertia), (*omega)[3] = mem_new((size_t)n, sizeof *omega), *column[3];
	char *turns = mem_zero((size_t)n, 1);
	spin_columns(w, column);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) {
			omega[i][k] = column[k][i];
			turns[i] |= omega[i][k] != 0;
		}
	bodies_mass3(w, NULL, NULL, inertia);
	for (int i = n - 1; i >= 0; i--)
		bad = turns[i] && isnan(inertia[i][0]) ? i + 1 : bad;
	bodies_spin(w, turns, (const double (*)[6])inertia, (const double (*)[3])omega);
	free(inertia);
	free(omega);
	free(turns);
	return bad;
}

/* ---- random velocities ---- */

void stir3_direction(double e[3], struct rng *g)
{
	double z = 2 * rng_uniform(g) - 1, r = sqrt(1 - z * z), c, s;

	trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
	e[0] = r * c;
	e[1] = r * s;
	e[2] = z;
}

void stir3_rotation(double q[4], struct rng *g)
{
	double u = rng_uniform(g), a = sqrt(1 - u), b = sqrt(u), c, s;

	trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
	q[0] = a * c;
	q[1] = a * s;
	trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
	q[2] = b * c;
	q[3] = b * s;
	quat_unit(q);
	for (int k = 3; k >= 0; k--)
		q[k] *= q[0] < 0 ? -1 : 1;
}

void stir3_speed(struct world *w, const char *moved, double speed, struct rng *g)
{
	struct bodies3 b = world_bodies3(w);
	double *column[3], e[3];

	spin_columns(w, column);
	for (int i = 0; i < b.n; i++) {
		if (!moved[i])
			continue;
		stir3_direction(e, g);
		for (int k = 0; k < 3; k++) {
			b.v[k][i] = speed * e[k];
			b.momentum[k][i] = column[k][i] = 0;
		}
	}
}

void stir3_temperature(struct world *w, const char *moved, const double *mass, const double (*inertia)[6],
	double temperature, struct rng *g)
{
	struct bodies3 b = world_bodies3(w);
	double *column[3];

	spin_columns(w, column);
	for (int i = 0; i < b.n; i++) {
		const double *t = inertia[i], q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };
		double n[3], l[3], omega[3], m[3][3];

		if (!moved[i])
			continue;
		for (int k = 0; k < 3; k++)
			b.v[k][i] = sqrt(temperature / mass[i]) * rng_normal(g);
		/* Cholesky's factor of the tensor times three normal numbers has the tensor for its covariance */
		for (int k = 0; k < 3; k++)
			n[k] = sqrt(temperature) * rng_normal(g);
		double a = sqrt(t[0]), ba = t[3] / a, ca = t[4] / a, bb = sqrt(t[1] - ba * ba), cb = (t[5] - ca * ba) / bb;
		double cc = sqrt(fmax(t[2] - ca * ca - cb * cb, 0));
		const double body[3] = { a * n[0], ba * n[0] + bb * n[1], ca * n[0] + cb * n[1] + cc * n[2] };

		quat_matrix(m, q);
		mat3_apply(l, (const double (*)[3])m, body);
		spin_velocity(t, q, l, omega);
		for (int k = 0; k < 3; k++) {
			b.momentum[k][i] = l[k];
			column[k][i] = omega[k];
		}
	}
}

void stir3_rest(struct world *w, const char *moved, const double *mass)
{
	struct bodies3 b = world_bodies3(w);
	double m = 0, p[3] = { 0 };

	for (int i = 0; i < b.n; i++)
		if (moved[i]) {
			m += mass[i];
			for (int k = 0; k < 3; k++)
				p[k] += mass[i] * b.v[k][i];
		}
	for (int i = 0; i < b.n; i++)
		for (int k = 0; moved[i] && k < 3; k++)
			b.v[k][i] -= p[k] / m;
}
