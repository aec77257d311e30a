/* mclump.c: read and write the files of MClump, from which MercuryDPM makes clumps */
#include "trade_parts.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/quat.h"

/* ---- reading ---- */

static enum trade_status read_pebbles(struct pile *p, const struct trade_file *file, char **error)
{
	struct fields l;
	enum trade_status status = TRADE_GOOD;

	fields_begin(&l, file, 1, error);
	while (status == TRADE_GOOD && fields_next(&l)) {
		double ball[4];

		if (l.n != 4)
			return fields_bad(&l, "found %d fields, expected x,y,z,r", l.n);
		for (int k = 0; k < 3 && status == TRADE_GOOD; k++)
			status = fields_real(&l, k, &ball[k], "a coordinate");
		if (status == TRADE_GOOD)
			status = fields_positive(&l, 3, &ball[3], "a radius");
		if (status == TRADE_GOOD)
			pile_ball(p, ball, 1);
	}
	if (status == TRADE_GOOD && p->n_ball == 0)
		status = trade_bad(error, "%s: found no pebbles, expected x,y,z,r on each line", file->name);
	return status;
}

/* Read n rows of m numbers each. */
static enum trade_status read_matrix(double *x, int n, int m, const struct trade_file *file, char **error)
{
	struct fields l;
	enum trade_status status = TRADE_GOOD;
	int row = 0;

	fields_begin(&l, file, 1, error);
	while (status == TRADE_GOOD && fields_next(&l)) {
		if (row == n)
			return fields_bad(&l, "found another row, expected %d rows", n);
		if (l.n != m)
			return fields_bad(&l, "found %d fields, expected %d", l.n, m);
		for (int k = 0; k < m && status == TRADE_GOOD; k++)
			status = fields_real(&l, k, x + row * m + k, "a component");
		row++;
	}
	if (status == TRADE_GOOD && row < n)
		status = trade_bad(error, "%s: found %d rows of numbers, expected %d", file->name, row, n);
	return status;
}

static enum trade_status read_tensor(double t[6], const struct trade_file *file, char **error)
{
	double m[9];
	enum trade_status status = read_matrix(m, 3, 3, file, error);
	const double upper[6] = { m[0], m[4], m[8], m[1], m[2], m[5] }, lower[3] = { m[3], m[6], m[7] };

	for (int k = 0; k < 3 && status == TRADE_GOOD; k++)
		if (!(fabs(upper[3 + k] - lower[k]) <= 1e-6 * (fabs(m[0]) + fabs(m[4]) + fabs(m[8]))))
			status = trade_bad(error, "%s: found products of inertia %.9g and %.9g on the two sides of the diagonal, "
			                   "expected a symmetric tensor", file->name, upper[3 + k], lower[k]);
	memcpy(t, upper, sizeof upper);
	return status;
}

/* Read the axes of the clump's frame from the columns, as MercuryDPM does. */
static enum trade_status read_axes(double q[4], const struct trade_file *file, char **error)
{
	double x[9], m[3][3];
	enum trade_status status = read_matrix(x, 3, 3, file, error);

	if (status != TRADE_GOOD)
		return status;
	memcpy(m, x, sizeof m);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;

		for (int c = 0; c < 3; c++) {
			int d = (c + 1) % 3, e = (c + 2) % 3;

			/* every component of a proper rotation equals its cofactor */
			if (!(fabs(m[i][c] - (m[j][d] * m[k][e] - m[j][e] * m[k][d])) < 1e-5))
				return trade_bad(error, "%s: found axes that do not form a rotation, expected a right-handed frame of unit vectors",
				                 file->name);
		}
	}
	quat_of_matrix(q, (const double (*)[3])m);
	return status;
}

enum trade_status mclump_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error)
{
	struct pile p = { .n_ball = 0 };
	struct pile_body *b = pile_begin(&p, 1, pile_material(&p, plan->density));
	enum trade_status status = read_pebbles(&p, &file[0], error);

	b->given = PILE_FRAME;
	if (status == TRADE_GOOD)
		status = read_matrix(&b->mass, 1, 1, &file[1], error);
	if (status == TRADE_GOOD && !(b->mass > 0))
		status = trade_bad(error, "%s: found the mass %g, expected more than 0", file[1].name, b->mass);
	if (status == TRADE_GOOD)
		status = read_tensor(b->inertia, &file[2], error);
	if (status == TRADE_GOOD && inertia_fault(b->inertia))
		status = trade_bad(error, "%s: found a tensor of inertia that no body can have, expected %s", file[2].name,
		                   inertia_fault(b->inertia));
	if (status == TRADE_GOOD && n > 3)
		status = read_axes(b->q, &file[3], error);
	if (status == TRADE_GOOD)
		return pile_build(w, &p, plan, file->name, error);
	pile_free(&p);
	return status;
}

/* ---- writing ---- */

/* MercuryDPM reads floats, and stops at numbers that are too large or too small for a float. */
static int is_float(double x)
{
	return x == 0 || (fabs(x) >= FLT_MIN && fabs(x) <= FLT_MAX);
}

enum trade_status mclump_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	const struct trade_body *b = s->body;
	const double *t = b->inertia, full[9] = { t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2] };
	double m[3][3], wrong = 0;

	for (int k = 0; k < body_balls(b); k++) {
		double ball[4];

		body_ball(ball, b, k, 0);
		for (int i = 0; i < 4; i++)
			wrong = is_float(ball[i]) ? wrong : ball[i];
		text_reals(&out[0], 4, ball, ',', '\n');
	}
	text_reals(&out[1], 1, &b->mass, ',', '\n');
	quat_matrix(m, b->q);
	for (int k = 0; k < 3; k++) {
		text_reals(&out[2], 3, full + 3 * k, ',', '\n');
		text_reals(&out[3], 3, m[k], ',', '\n');
	}
	for (int k = 0; k < 9; k++)
		wrong = is_float(full[k]) ? is_float(m[k / 3][k % 3]) ? wrong : m[k / 3][k % 3] : full[k];
	if (wrong != 0 || !is_float(b->mass))
		return trade_bad(error, "MercuryDPM reads floats, found %g, which is too large or too small for a float",
		                 wrong != 0 ? wrong : b->mass);
	return TRADE_GOOD;
}
