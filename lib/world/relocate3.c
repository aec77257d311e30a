/* relocate3.c: move, turn, copy and cut scenes of space */
#include "world/outlet.h"
#include "world/relocate3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/quat.h"
#include "world/relocate.h"
#include "world/relocate_parts.h"

static const char *const axis[] = { "x", "y", "z" };

/* The columns of the places of bodies or contacts, each NULL where it is missing. */
static void places(const struct table *t, double *x[3])
{
	for (int a = 0; a < 3; a++)
		x[a] = table_real(t, axis[a]);
}

/* The column of reals that is called as column c, but for its last letter; NULL where there is none. */
static double *sibling(const struct table *t, int c, char last)
{
	size_t n = strlen(t->col[c].name);

	for (int k = 0; k < t->n_col; k++)
		if (t->col[k].kind == COL_REAL && strlen(t->col[k].name) == n && memcmp(t->col[k].name, t->col[c].name, n - 1) == 0 &&
		    t->col[k].name[n - 1] == last)
			return t->col[k].real;
	return NULL;
}

/* ---- moving ---- */

/* Turn the vectors in the rows of a table with flag != 0. */
static void turn_vectors(struct table *t, const char *flag, const double m[3][3])
{
	for (int c = 0; c < t->n_col; c++) {
		const char *name = t->col[c].name;
		size_t n = strlen(name);
		double *v[3] = { t->col[c].kind == COL_REAL ? t->col[c].real : NULL, sibling(t, c, 'y'), sibling(t, c, 'z') };

		if (n < 2 || name[n - 1] != 'x' || strcmp(name, "qx") == 0 || !v[0] || !v[1] || !v[2])
			continue;
		for (int i = 0; i < t->n_row; i++) {
			double vector[3] = { v[0][i], v[1][i], v[2][i] };

			if (!flag[i])
				continue;
			mat3_apply(vector, m, vector);
			for (int a = 0; a < 3; a++)
				v[a][i] = vector[a];
		}
	}
}

/* Places in the rows with flag != 0: about + m (x - about) + by. */
static void carry_places(struct table *t, const char *flag, const double about[3], const double m[3][3], const double by[3])
{
	double *x[3];

	places(t, x);
	if (!x[0] || !x[1] || !x[2])
		return;
	for (int i = 0; i < t->n_row; i++) {
		if (!flag[i])
			continue;
		if (m) {
			double r[3] = { x[0][i] - about[0], x[1][i] - about[1], x[2][i] - about[2] };

			mat3_apply(r, m, r);
			for (int a = 0; a < 3; a++)
				x[a][i] = about[a] + r[a];
		}
		for (int a = 0; a < 3; a++)
			x[a][i] += by[a];
	}
}

/* Turn what moves by q (NULL: not at all) about a point and then shift it; contacts of two that move go with them. */
static void carry(struct world *w, const char *moved, const double about[3], const double q[4], const double by[3])
{
	struct bodies3 b = world_bodies3(w);
	int (*rows)[2] = relocate_contact_rows(w);
	char *with = mem_new((size_t)w->contact.n_row, 1);
	double turn[3][3];
	const double (*m)[3] = q ? (const double (*)[3])turn : NULL;

	if (q)
		quat_matrix(turn, q);
	for (int k = 0; k < w->contact.n_row; k++)
		with[k] = moved[rows[k][0]];
	carry_places(&w->body, moved, about, m, by);
	carry_places(&w->contact, with, about, m, by);
	if (q) {
		turn_vectors(&w->body, moved, m);
		turn_vectors(&w->contact, with, m);
	}
	for (int i = 0; i < b.n && q; i++) {
		double own[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };

		if (!moved[i])
			continue;
		quat_times(own, q, own);
		quat_unit(own);
		for (int k = 0; k < 4; k++)
			b.q[k][i] = own[k];
	}
	free(with);
	free(rows);
}

static const double nowhere[3];

void world_shift3(struct world *w, const char *moved, const double by[3])
{
	world_need_columns(w);
	relocate_keep_contacts(w, moved, 0);
	carry(w, moved, nowhere, NULL, by);
	world_wrap(w);
}

void world_turn3(struct world *w, const char *moved, const double about[3], const double q[4])
{
	world_need_columns(w);
	relocate_keep_contacts(w, moved, 0);
	carry(w, moved, about, q, nowhere);
	world_wrap(w);
}

void world_shift_all3(struct world *w, const double by[3])
{
	char *all = relocate_everybody(w);

	carry(w, all, nowhere, NULL, by);
	for (int a = 0; a < 3 && w->domain.set; a++) {
		w->domain.lo[a] += by[a];
		w->domain.hi[a] += by[a];
	}
	world_shift_outlets(w, by);
	world_wrap(w); /* a place next to an edge may round onto it */
	free(all);
}

void world_turn_all3(struct world *w, const double about[3], const double q[4])
{
	char *all = relocate_everybody(w);
	struct domain *d = &w->domain;
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, m[3][3];

	carry(w, all, about, q, nowhere);
	quat_matrix(m, q);
	for (int k = 0; k < 8 && d->set; k++) {
		double r[3];

		for (int a = 0; a < 3; a++)
			r[a] = (k >> a & 1 ? d->hi[a] : d->lo[a]) - about[a];
		mat3_apply(r, (const double (*)[3])m, r);
		for (int a = 0; a < 3; a++) {
			lo[a] = fmin(lo[a], about[a] + r[a]);
			hi[a] = fmax(hi[a], about[a] + r[a]);
		}
	}
	if (d->set) {
		memcpy(d->lo, lo, sizeof lo);
		memcpy(d->hi, hi, sizeof hi);
	}
	free(all);
}

/* ---- walls without end ---- */

static int is_endless(const struct shape *s)
{
	return s && (s->kind == SHAPE_PLANE || (s->kind == SHAPE_CYLINDER && s->solid->length == INFINITY));
}

/* Whether a wall stands in its copy that was moved by a shift: across a plane's normal, along a cylinder's axis. */
static int is_same_wall(const struct bodies3 *b, int i, const struct shape *s, const double shift[3])
{
	const double q[4] = { b->q[0][i], b->q[1][i], b->q[2][i], b->q[3][i] };
	double m[3][3], length = sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);

	quat_matrix(m, q);
	double along = fabs(m[0][2] * shift[0] + m[1][2] * shift[1] + m[2][2] * shift[2]);
	return s->kind == SHAPE_PLANE ? along <= 1e-9 * length : along >= (1 - 1e-12) * length;
}

/* ---- copies ---- */

static void copy_of(const int n[3], int k, int at[3])
{
	at[0] = k % n[0];
	at[1] = k / n[0] % n[1];
	at[2] = k / n[0] / n[1];
}

/* Of every contact one for each copy of body i; j is so many copies further on, and around the edge where they end. */
static void replicate_contacts(struct world *w, const int n[3], const double side[3], int64_t ids)
{
	static const char *const images[] = { "ix", "iy", "iz" };
	int rows = w->contact.n_row, copies = n[0] * n[1] * n[2];
	int64_t *image[3], *i, *j;
	double *x[3];

	if (!table_int(&w->contact, "i") || !table_int(&w->contact, "j") || rows == 0)
		return;
	for (int a = 0; a < 3; a++)
		table_need_int(&w->contact, images[a], 0);
	for (int k = 1; k < copies; k++)
		for (int m = 0; m < rows; m++)
			table_repeat(&w->contact, m);
	i = table_int(&w->contact, "i");
	j = table_int(&w->contact, "j");
	places(&w->contact, x);
	for (int a = 0; a < 3; a++)
		image[a] = table_int(&w->contact, images[a]);
	for (int m = 0; m < rows * copies; m++) {
		int k = m / rows, at[3], to[3];

		copy_of(n, k, at);
		for (int a = 0; a < 3; a++) {
			image[a][m] = relocate_split(at[a] + image[a][m], n[a], &to[a]);
			if (x[a])
				x[a][m] += at[a] * side[a];
		}
		i[m] += k * ids;
		j[m] += (int64_t)((to[2] * n[1] + to[1]) * n[0] + to[0]) * ids;
	}
}

/* Drop bodies that stand in the body first[i] < i, whose contacts are that one's. */
static void merge_walls(struct world *w, const int *first)
{
	static const char *const images[] = { "ix", "iy", "iz" };
	int n = w->body.n_row;
	char *keep = mem_new((size_t)n, 1);
	const int64_t *id = table_int(&w->body, "id");
	int64_t *end[2] = { table_int(&w->contact, "i"), table_int(&w->contact, "j") };
	struct ids ids;

	ids_init(&ids, n, id);
	for (int k = 0; k < w->contact.n_row && end[0] && end[1]; k++)
		for (int e = 0; e < 2; e++) {
			int row = ids_row(&ids, end[e][k]);

			if (row < 0 || first[row] == row)
				continue;
			end[e][k] = id[first[row]];
			for (int a = 0; a < 3; a++)
				table_int(&w->contact, images[a])[k] = 0;
		}
	ids_free(&ids);
	for (int i = 0; i < n; i++)
		keep[i] = first[i] == i;
	table_keep(&w->body, keep);
	free(keep);
}

/* Masses, dampings and forces of what moves as one through all copies. */
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

void world_replicate3(struct world *w, const int n[3])
{
	struct domain *d = &w->domain;
	const double side[3] = { d->hi[0] - d->lo[0], d->hi[1] - d->lo[1], d->hi[2] - d->lo[2] };
	int64_t ids = world_last_id(w);
	int rows = w->body.n_row, copies = n[0] * n[1] * n[2], *first = MEM_NEW(int, (size_t)rows * (size_t)copies);

	world_need_columns(w);
	replicate_contacts(w, n, side, ids);
	for (int k = 1; k < copies; k++)
		for (int i = 0; i < rows; i++)
			table_repeat(&w->body, i);
	struct bodies3 b = world_bodies3(w);
	for (int i = 0; i < b.n; i++) {
		int at[3];

		copy_of(n, i / rows, at);
		b.id[i] += i / rows * ids;
		for (int a = 0; a < 3; a++) {
			b.x[a][i] += at[a] * side[a];
			b.image[a][i] = 0;
		}
		first[i] = i;
		for (int j = i % rows; j < i && is_endless(world_shape(w, b.shape[i])); j += rows) {
			const double shift[3] = { b.x[0][i] - b.x[0][j], b.x[1][i] - b.x[1][j], b.x[2][i] - b.x[2][j] };

			if (first[i] == i && first[j] == j && is_same_wall(&b, i, world_shape(w, b.shape[i]), shift))
				first[i] = j;
		}
	}
	merge_walls(w, first);
	for (int a = 0; a < 3; a++)
		d->hi[a] = d->lo[a] + n[a] * side[a];
	replicate_constraints(w, copies);
	world_wrap(w);
	free(first);
}

void world_crop3(struct world *w, const double lo[3], const double hi[3])
{
	struct bodies3 b = world_bodies3(w);
	char *keep = mem_new((size_t)b.n, 1);
	struct domain *d = &w->domain;

	for (int i = 0; i < b.n; i++) {
		keep[i] = 1;
		for (int a = 0; a < 3 && !is_endless(world_shape(w, b.shape[i])); a++)
			keep[i] &= b.x[a][i] >= lo[a] && b.x[a][i] < hi[a];
	}
	world_keep_bodies(w, keep);
	for (int a = 0; a < 3; a++) {
		d->periodic[a] = d->set && d->periodic[a] && lo[a] == d->lo[a] && hi[a] == d->hi[a];
		d->lo[a] = lo[a];
		d->hi[a] = hi[a];
	}
	d->set = 1;
	world_cut_images(w);
	free(keep);
}
