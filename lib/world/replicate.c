/* replicate.c: copies of a scene side by side */
#include "world/relocate.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/quat.h"
#include "world/deform.h"
#include "world/relocate_parts.h"

/* ---- walls without ends ---- */

/* Whether a wall coincides with its copy at a displacement: along the surface of a plane, or along the axis of a cylinder. */
static int is_same_wall(const struct bodies3 *b, int i, const struct shape *s, const double shift[3])
{
	const double q[4] = { b->q[0][i], b->q[1][i], b->q[2][i], b->q[3][i] };
	double m[3][3], length = sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);

	quat_matrix(m, q);
	double along = fabs(m[0][2] * shift[0] + m[1][2] * shift[1] + m[2][2] * shift[2]);
	return s->kind == SHAPE_PLANE ? along <= 1e-9 * length : along >= (1 - 1e-12) * length;
}

/* Drop every copy of a wall that coincides with another copy, and give its contacts to that copy. The rows of bodies consist of
 * copies of n rows each. */
static void merge_walls(struct world *w, int n)
{
	struct bodies3 b = world_bodies3(w);
	const struct columns c = columns_of(&w->contact);
	char *keep = mem_new((size_t)b.n, 1);
	int64_t *end[2] = { table_int(&w->contact, "i"), table_int(&w->contact, "j") };
	int *first = MEM_NEW(int, (size_t)b.n);
	struct ids ids;

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);

		first[i] = i;
		for (int j = i % n; j < i && is_endless(s) && first[i] == i; j += n) {
			const double shift[3] = { b.x[0][i] - b.x[0][j], b.x[1][i] - b.x[1][j], b.x[2][i] - b.x[2][j] };

			if (first[j] == j && is_same_wall(&b, i, s, shift))
				first[i] = j;
		}
		keep[i] = first[i] == i;
	}
	ids_init(&ids, b.n, b.id);
	for (int k = 0; k < c.n && end[0] && end[1]; k++)
		for (int e = 0; e < 2; e++) {
			int row = ids_row(&ids, end[e][k]);

			if (row < 0 || keep[row])
				continue;
			end[e][k] = b.id[first[row]];
			for (int a = 0; a < 3; a++)
				c.image[a][k] = 0;
		}
	ids_free(&ids);
	table_keep(&w->body, keep);
	free(keep);
	free(first);
}

/* ---- copies ---- */

/* Append copies of all rows of a table until there are `copies` of each. */
static void repeat_rows(struct table *t, int copies)
{
	int n = t->n_row;

	for (int k = 1; k < copies; k++)
		for (int i = 0; i < n; i++)
			table_repeat(t, i);
}

/* The position of copy k in the grid of n[0] by n[1] by n[2] copies. */
static void copy_at(const int n[3], int k, int64_t at[3])
{
	at[0] = k % n[0];
	at[1] = k / n[0] % n[1];
	at[2] = k / n[0] / n[1];
}

/* Copy every contact. A copy of body i touches the copy of body j that is displaced by the contact's image, modulo the copies. */
static void replicate_contacts(struct world *w, const int n[3], int64_t ids)
{
	static const char *const images[] = { "ix", "iy", "iz" };
	int rows = w->contact.n_row, copies = n[0] * n[1] * n[2];

	if (!table_int(&w->contact, "i") || !table_int(&w->contact, "j") || rows == 0)
		return;
	for (int a = 0; a < w->dim; a++)
		table_need_int(&w->contact, images[a], 0);
	repeat_rows(&w->contact, copies);
	const struct columns c = columns_of(&w->contact);
	int64_t *i = table_int(&w->contact, "i"), *j = table_int(&w->contact, "j");
	for (int m = 0; m < c.n; m++) {
		int64_t at[3], to[3] = { 0 };
		double shift[3];

		copy_at(n, m / rows, at);
		shift_of(&w->domain, at, shift);
		for (int a = 0; a < w->dim; a++) {
			int64_t further = at[a] + c.image[a][m];

			to[a] = (further % n[a] + n[a]) % n[a];
			c.image[a][m] = (further - to[a]) / n[a];
			if (c.x[a])
				c.x[a][m] += shift[a];
		}
		i[m] += m / rows * ids;
		j[m] += ((to[2] * n[1] + to[1]) * n[0] + to[0]) * ids;
	}
}

/* Multiply masses, dampings and forces of constraints: bodies of a tag move as one in all copies. */
static void replicate_constraints(struct world *w, int copies)
{
	for (int k = 0; k < w->n_constraint; k++) {
		struct constraint *c = &w->constraint[k];

		c->m *= copies;
		c->c *= copies;
		for (int f = 0; f < 6; f++)
			if (c->dof[f].drive == DRIVE_FORCE)
				c->dof[f].value[0] *= copies;
	}
}

/* If the domain deforms, the copies move with the flow about its new middle. */
static void replicate_velocities(struct world *w, const int n[3], int rows)
{
	static const char *const name[] = { "vx", "vy", "vz" };
	const struct domain *d = &w->domain;
	double middle[3], *v[3];

	for (int a = 0; a < 3; a++) {
		v[a] = table_real(&w->body, name[a]);
		middle[a] = 0.5 * (n[a] - 1) * (d->hi[a] - d->lo[a]);
	}
	domain_flow3(d, middle, middle);
	for (int i = 0; i < w->body.n_row; i++) {
		int64_t at[3];

		copy_at(n, i / rows, at);
		const double real[3] = { (double)at[0], (double)at[1], (double)at[2] };
		double rate[3];
		domain_shift_rate3(d, real, rate);
		for (int a = 0; a < w->dim; a++)
			v[a][i] += rate[a] - middle[a];
	}
}

void world_replicate(struct world *w, const int n[3])
{
	struct domain *d = &w->domain;
	int64_t ids = world_last_id(w);
	int rows = w->body.n_row, copies = n[0] * n[1] * n[2];

	world_need_columns(w);
	replicate_contacts(w, n, ids);
	repeat_rows(&w->body, copies);
	const struct columns b = columns_of(&w->body);
	int64_t *id = table_int(&w->body, "id");
	for (int i = 0; i < b.n; i++) {
		int64_t at[3];
		double shift[3];

		copy_at(n, i / rows, at);
		shift_of(d, at, shift);
		id[i] += i / rows * ids;
		for (int a = 0; a < w->dim; a++) {
			b.x[a][i] += shift[a];
			b.image[a][i] = 0;
		}
	}
	if (domain_deforms(d))
		replicate_velocities(w, n, rows);
	if (w->dim == 3)
		merge_walls(w, rows);
	for (int a = 0; a < w->dim; a++)
		d->hi[a] = d->lo[a] + n[a] * (d->hi[a] - d->lo[a]);
	d->tilt[0] *= n[1];
	d->tilt[1] *= n[2];
	d->tilt[2] *= n[2];
	replicate_constraints(w, copies);
	world_wrap(w);
}
