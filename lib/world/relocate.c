/* relocate.c: move, turn, scale and cut scenes in the plane and in space */
#include "world/relocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/quat.h"
#include "base/trig.h"
#include "world/outlet.h"
#include "world/relocate_parts.h"

/* An array of flags, 1 for every body. The caller frees it. */
static char *everybody(const struct world *w)
{
	char *all = mem_new((size_t)w->body.n_row, 1);

	memset(all, 1, (size_t)w->body.n_row);
	return all;
}

/* ---- which contacts stay ---- */

/* The rows of the two bodies of every contact; the caller frees the array. Contacts of unknown bodies are dropped first. */
static int (*contact_rows(struct world *w))[2]
{
	struct ids ids;
	const int64_t *id_i = table_int(&w->contact, "i"), *id_j = table_int(&w->contact, "j");
	int (*rows)[2] = mem_new((size_t)w->contact.n_row, sizeof *rows), n = 0;
	char *keep = mem_new((size_t)w->contact.n_row, 1);

	ids_init(&ids, w->body.n_row, table_int(&w->body, "id"));
	for (int k = 0; k < w->contact.n_row; k++) {
		int i = id_i ? ids_row(&ids, id_i[k]) : -1, j = id_j ? ids_row(&ids, id_j[k]) : -1;

		keep[k] = i >= 0 && j >= 0;
		if (keep[k]) {
			rows[n][0] = i;
			rows[n++][1] = j;
		}
	}
	table_keep(&w->contact, keep);
	free(keep);
	ids_free(&ids);
	return rows;
}

enum which { BOTH, BOTH_OR_NEITHER, NEITHER };

/* Keep the contacts with the flag set for both bodies, for both or neither, or for neither. */
static void keep_contacts(struct world *w, const char *flag, enum which which)
{
	int (*rows)[2] = contact_rows(w);
	char *keep = mem_new((size_t)w->contact.n_row, 1);

	for (int k = 0; k < w->contact.n_row; k++) {
		int i = flag[rows[k][0]] != 0, j = flag[rows[k][1]] != 0;

		keep[k] = i == j && (which == BOTH_OR_NEITHER || i == (which == BOTH));
	}
	table_keep(&w->contact, keep);
	free(keep);
	free(rows);
}

void world_keep_contacts(struct world *w, const char *keep)
{
	world_need_columns(w);
	keep_contacts(w, keep, BOTH);
}

void world_keep_bodies(struct world *w, const char *keep)
{
	world_keep_contacts(w, keep);
	table_keep(&w->body, keep);
}

void world_cut_images(struct world *w)
{
	const struct columns c = columns_of(&w->contact);
	char *stay = mem_new((size_t)c.n, 1);

	memset(stay, 1, (size_t)c.n);
	for (int a = 0; a < w->dim; a++)
		for (int k = 0; c.image[a] && k < c.n; k++)
			stay[k] &= w->domain.periodic[a] || c.image[a][k] == 0;
	table_keep(&w->contact, stay);
	free(stay);
}

void world_drop_moved_images(struct world *w, const struct domain *was)
{
	const struct columns c = columns_of(&w->contact);
	char *stay = mem_new((size_t)c.n, 1);

	for (int k = 0; k < c.n; k++) {
		int64_t n[3] = { 0 };
		double before[3], now[3];

		for (int a = 0; a < w->dim; a++)
			n[a] = c.image[a] ? c.image[a][k] : 0;
		shift_of(was, n, before);
		shift_of(&w->domain, n, now);
		stay[k] = 1;
		for (int a = 0; a < 3; a++) /* a domain that was only shifted may differ by rounding */
			stay[k] &= fabs(now[a] - before[a]) <= 1e-12 * fabs(before[a]);
	}
	table_keep(&w->contact, stay);
	free(stay);
}

void world_wrap(struct world *w)
{
	world_need_columns(w);
	int (*rows)[2] = contact_rows(w);
	const struct domain *d = &w->domain;
	const struct columns b = columns_of(&w->body), c = columns_of(&w->contact);
	double *const v[3] = { table_real(&w->body, "vx"), table_real(&w->body, "vy"), table_real(&w->body, "vz") };
	int64_t (*down)[3] = mem_zero((size_t)b.n, sizeof *down);

	for (int i = 0; i < b.n; i++) {
		if (w->dim == 3) {
			double x[3] = { b.x[0][i], b.x[1][i], b.x[2][i] }, u[3] = { v[0][i], v[1][i], v[2][i] };

			domain_wrap_moving3(d, x, u, down[i]);
			for (int a = 0; a < 3; a++) {
				b.x[a][i] = x[a];
				v[a][i] = u[a];
			}
		} else {
			domain_wrap_moving(d, &b.x[0][i], &b.x[1][i], &v[0][i], &v[1][i], &down[i][0], &down[i][1]);
		}
		for (int a = 0; a < w->dim; a++)
			b.image[a][i] = count_images(b.image[a][i], down[i][a]);
	}
	for (int k = 0; k < c.n; k++) {
		const int64_t *i = down[rows[k][0]], *j = down[rows[k][1]];
		double shift[3];

		shift_of(d, i, shift);
		for (int a = 0; a < w->dim; a++) {
			if (c.image[a])
				c.image[a][k] += j[a] - i[a];
			if (c.x[a])
				c.x[a][k] -= shift[a];
		}
	}
	free(down);
	free(rows);
}

/* ---- turning and shifting ---- */

static const double nowhere[3];

/* A rotation about a point: its matrix, and in the plane its angle, in space its quaternion. */
struct turn { const double *about; double m[3][3], angle, q[4]; };

static struct turn turn_in_plane(const double about[2], double angle)
{
	double c, s;

	trig_sincos(angle, &s, &c);
	return (struct turn){ about, { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } }, angle, { 0 } };
}

static struct turn turn_in_space(const double about[3], const double q[4])
{
	struct turn t = { about, { { 0 } }, 0, { q[0], q[1], q[2], q[3] } };

	quat_matrix(t.m, q);
	return t;
}

static void turn_vector(const struct turn *t, int dim, double v[3])
{
	const double x = v[0], y = v[1], z = v[2];

	for (int a = 0; a < dim; a++) {
		double flat = t->m[a][0] * x + t->m[a][1] * y;

		v[a] = dim == 3 ? flat + t->m[a][2] * z : flat;
	}
}

static void turn_point(const struct turn *t, int dim, double x[3])
{
	for (int a = 0; a < dim; a++)
		x[a] -= t->about[a];
	turn_vector(t, dim, x);
	for (int a = 0; a < dim; a++)
		x[a] += t->about[a];
}

/* The column of reals whose name is that of column c with another last letter; NULL if there is none. */
static double *sibling(const struct table *t, int c, char last)
{
	size_t n = strlen(t->col[c].name);

	for (int k = 0; k < t->n_col; k++)
		if (t->col[k].kind == COL_REAL && strlen(t->col[k].name) == n && memcmp(t->col[k].name, t->col[c].name, n - 1) == 0 &&
		    t->col[k].name[n - 1] == last)
			return t->col[k].real;
	return NULL;
}

/* Whether a column is the first component of a vector that turns: any NAMEx in space, velocities and normals in the plane. */
static int begins_vector(const char *name, int dim)
{
	size_t n = strlen(name);

	if (dim == 2)
		return strcmp(name, "vx") == 0 || strcmp(name, "nx") == 0;
	return n >= 2 && name[n - 1] == 'x' && strcmp(name, "qx") != 0;
}

/* Turn the vectors in the rows of a table with flag != 0. */
static void turn_vectors(struct table *t, int dim, const char *flag, const struct turn *turn)
{
	for (int c = 0; c < t->n_col; c++) {
		double *v[3] = { t->col[c].kind == COL_REAL ? t->col[c].real : NULL, sibling(t, c, 'y'), sibling(t, c, 'z') };

		if (!begins_vector(t->col[c].name, dim) || !v[0] || !v[1] || (dim == 3 && !v[2]))
			continue;
		for (int i = 0; i < t->n_row; i++) {
			double vector[3] = { v[0][i], v[1][i], dim == 3 ? v[2][i] : 0 };

			if (!flag[i])
				continue;
			turn_vector(turn, dim, vector);
			for (int a = 0; a < dim; a++)
				v[a][i] = vector[a];
		}
	}
}

/* Turn and shift the positions in the rows of a table with flag != 0. */
static void carry_places(struct table *t, int dim, const char *flag, const struct turn *turn, const double by[3])
{
	const struct columns c = columns_of(t);

	if (!c.x[0] || !c.x[1] || (dim == 3 && !c.x[2]))
		return;
	for (int i = 0; i < c.n; i++) {
		double x[3] = { c.x[0][i], c.x[1][i], dim == 3 ? c.x[2][i] : 0 };

		if (!flag[i])
			continue;
		if (turn)
			turn_point(turn, dim, x);
		for (int a = 0; a < dim; a++)
			c.x[a][i] = x[a] + by[a];
	}
}

static void turn_bodies(struct world *w, const char *moved, const struct turn *turn)
{
	double *angle = table_real(&w->body, "angle");

	turn_vectors(&w->body, w->dim, moved, turn);
	if (w->dim == 2) {
		for (int i = 0; i < w->body.n_row; i++)
			angle[i] = moved[i] ? angle[i] + turn->angle : angle[i];
		return;
	}
	struct bodies3 b = world_bodies3(w);
	for (int i = 0; i < b.n; i++) {
		double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };

		if (!moved[i])
			continue;
		quat_times(q, turn->q, q);
		quat_unit(q);
		for (int k = 0; k < 4; k++)
			b.q[k][i] = q[k];
	}
}

/* Turn the moved bodies (unless turn is NULL), then shift them. A contact moves with its body i. */
static void carry(struct world *w, const char *moved, const struct turn *turn, const double by[3])
{
	world_need_columns(w);
	int (*rows)[2] = contact_rows(w);
	char *with = mem_new((size_t)w->contact.n_row, 1);

	for (int k = 0; k < w->contact.n_row; k++)
		with[k] = moved[rows[k][0]];
	carry_places(&w->body, w->dim, moved, turn, by);
	carry_places(&w->contact, w->dim, with, turn, by);
	if (turn) {
		turn_bodies(w, moved, turn);
		turn_vectors(&w->contact, w->dim, with, turn);
	}
	free(with);
	free(rows);
}

/* Drop the contacts of bodies that turn with images of other bodies: the vectors to these images do not turn with them. */
static void drop_turned_images(struct world *w, const char *moved)
{
	int (*rows)[2] = contact_rows(w);
	const struct columns c = columns_of(&w->contact);
	char *stay = mem_new((size_t)c.n, 1);

	memset(stay, 1, (size_t)c.n);
	for (int a = 0; a < w->dim; a++)
		for (int k = 0; c.image[a] && k < c.n; k++)
			stay[k] &= !moved[rows[k][0]] || c.image[a][k] == 0;
	table_keep(&w->contact, stay);
	free(stay);
	free(rows);
}

/* Turn and shift some of the bodies. */
static void carry_some(struct world *w, const char *moved, const struct turn *turn, const double by[3])
{
	world_need_columns(w);
	keep_contacts(w, moved, BOTH_OR_NEITHER);
	if (turn)
		drop_turned_images(w, moved);
	carry(w, moved, turn, by);
	world_wrap(w);
}

void world_shift(struct world *w, const char *moved, const double by[3])
{
	carry_some(w, moved, NULL, by);
}

void world_turn3(struct world *w, const char *moved, const double about[3], const double q[4])
{
	const struct turn turn = turn_in_space(about, q);

	carry_some(w, moved, &turn, nowhere);
}

void world_turn2(struct world *w, const char *moved, const double about[2], double angle)
{
	const struct turn turn = turn_in_plane(about, angle);

	carry_some(w, moved, angle != 0 ? &turn : NULL, nowhere);
}

void world_shift_all(struct world *w, const double by[3])
{
	char *all = everybody(w);

	carry(w, all, NULL, by);
	for (int a = 0; a < w->dim && w->domain.set; a++) {
		w->domain.lo[a] += by[a];
		w->domain.hi[a] += by[a];
	}
	world_shift_outlets(w, by);
	world_wrap(w); /* a position next to an edge may round onto the edge */
	free(all);
}

/* Turn all bodies. The bounding box of the turned corners becomes the domain. */
static void turn_all(struct world *w, const struct turn *turn)
{
	char *all = everybody(w);
	struct domain *d = &w->domain;
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };

	carry(w, all, turn, nowhere);
	for (int k = 0; k < 1 << w->dim && d->set; k++) {
		double x[3] = { k & 1 ? d->hi[0] : d->lo[0], k & 2 ? d->hi[1] : d->lo[1], k & 4 ? d->hi[2] : d->lo[2] };

		turn_point(turn, w->dim, x);
		for (int a = 0; a < w->dim; a++) {
			lo[a] = fmin(lo[a], x[a]);
			hi[a] = fmax(hi[a], x[a]);
		}
	}
	for (int a = 0; a < w->dim && d->set; a++) {
		d->lo[a] = lo[a];
		d->hi[a] = hi[a];
	}
	free(all);
}

void world_turn_all3(struct world *w, const double about[3], const double q[4])
{
	const struct turn turn = turn_in_space(about, q);

	turn_all(w, &turn);
}

void world_turn_all2(struct world *w, const double about[2], double angle)
{
	const struct turn turn = turn_in_plane(about, angle);

	turn_all(w, &turn);
}

/* ---- scaling ---- */

void world_scale(struct world *w, const char *moved, const double about[3], double factor)
{
	static const char *const momentum[] = { "Lx", "Ly", "Lz" };
	double fifth = factor * factor * factor * factor * factor;

	world_need_columns(w);
	keep_contacts(w, moved, NEITHER);
	const struct columns b = columns_of(&w->body);
	double *size = table_real(&w->body, "size");
	for (int i = 0; i < b.n; i++)
		size[i] *= moved[i] ? factor : 1;
	for (int a = 0; a < w->dim; a++) {
		double *x = b.x[a], *l = w->dim == 3 ? table_real(&w->body, momentum[a]) : NULL;

		for (int i = 0; i < b.n; i++) {
			if (moved[i])
				x[i] = about[a] + factor * (x[i] - about[a]);
			if (moved[i] && l)
				l[i] *= fifth;
		}
	}
	world_wrap(w);
}

void world_scale_all(struct world *w, const double about[3], double factor)
{
	struct domain *d = &w->domain;
	char *all = everybody(w);

	for (int a = 0; a < w->dim && d->set; a++) {
		d->lo[a] = about[a] + factor * (d->lo[a] - about[a]);
		d->hi[a] = about[a] + factor * (d->hi[a] - about[a]);
	}
	for (int k = 0; k < 3; k++)
		d->tilt[k] *= factor;
	world_scale(w, all, about, factor);
	w->has_contact = 0; /* the contacts and their forces are unknown now */
	free(all);
}

/* ---- cropping ---- */

void world_crop(struct world *w, const double lo[3], const double hi[3])
{
	world_need_columns(w);
	const struct columns b = columns_of(&w->body);
	const int64_t *shape = table_int(&w->body, "shape");
	char *keep = mem_new((size_t)b.n, 1);
	struct domain *d = &w->domain;

	for (int i = 0; i < b.n; i++) {
		keep[i] = 1;
		for (int a = 0; a < w->dim && !is_endless(world_shape(w, shape[i])); a++)
			keep[i] &= b.x[a][i] >= lo[a] && b.x[a][i] < hi[a];
	}
	world_keep_bodies(w, keep);
	for (int a = 0; a < w->dim; a++) {
		d->periodic[a] = d->set && d->periodic[a] && lo[a] == d->lo[a] && hi[a] == d->hi[a];
		d->lo[a] = lo[a];
		d->hi[a] = hi[a];
	}
	/* with a tilt, the images along an axis are displaced along another one: if that is not periodic now, neither is the axis */
	d->periodic[1] &= d->tilt[0] == 0 || d->periodic[0];
	d->periodic[2] &= (d->tilt[1] == 0 || d->periodic[0]) && (d->tilt[2] == 0 || d->periodic[1]);
	domain_ease(d);
	d->set = 1;
	world_cut_images(w);
	free(keep);
}
