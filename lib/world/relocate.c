/* relocate.c: move, turn, copy and cut scenes */
#include "world/relocate.h"
#include "world/relocate_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/trig.h"
#include "world/deform.h"
#include "world/outlet.h"

/* ---- which body a contact means ---- */

/* The columns of contacts that matter here; NULL where they are missing. */
struct contacts { int n; int64_t *i, *j, *ix, *iy; double *x, *y, *nx, *ny; };

static struct contacts contacts_of(struct world *w)
{
	struct table *t = &w->contact;

	return (struct contacts){ t->n_row, table_int(t, "i"), table_int(t, "j"), table_int(t, "ix"), table_int(t, "iy"),
	                          table_real(t, "x"), table_real(t, "y"), table_real(t, "nx"), table_real(t, "ny") };
}

int (*relocate_contact_rows(struct world *w))[2]
{
	struct ids ids;
	struct contacts c = contacts_of(w);
	int (*rows)[2] = mem_new((size_t)c.n, sizeof *rows), n = 0;
	char *keep = mem_new((size_t)c.n, 1);

	ids_init(&ids, w->body.n_row, table_int(&w->body, "id"));
	for (int k = 0; k < c.n; k++) {
		int i = c.i ? ids_row(&ids, c.i[k]) : -1, j = c.j ? ids_row(&ids, c.j[k]) : -1;

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

void relocate_keep_contacts(struct world *w, const char *flag, int both)
{
	int (*rows)[2] = relocate_contact_rows(w);
	char *keep = mem_new((size_t)w->contact.n_row, 1);

	for (int k = 0; k < w->contact.n_row; k++) {
		int i = flag[rows[k][0]] != 0, j = flag[rows[k][1]] != 0;

		keep[k] = both ? i && j : i == j;
	}
	table_keep(&w->contact, keep);
	free(keep);
	free(rows);
}

void world_keep_contacts(struct world *w, const char *keep)
{
	world_need_columns(w);
	relocate_keep_contacts(w, keep, 1);
}

void world_keep_bodies(struct world *w, const char *keep)
{
	world_keep_contacts(w, keep);
	table_keep(&w->body, keep);
}

/* ---- some of the bodies ---- */

/* The columns NAMEx, NAMEy and NAMEz of contacts in 3D, each NULL where it is missing. */
static void triple(struct world *w, const char *const name[3], double *real[3], int64_t *integer[3])
{
	for (int a = 0; a < 3; a++) {
		real[a] = table_real(&w->contact, name[a]);
		integer[a] = table_int(&w->contact, name[a]);
	}
}

static void wrap3(struct world *w)
{
	static const char *const places[] = { "x", "y", "z" }, *const images[] = { "ix", "iy", "iz" };
	struct bodies3 b = world_bodies3(w);
	int (*rows)[2] = relocate_contact_rows(w);
	const struct domain *d = &w->domain;
	int64_t (*down)[3] = mem_zero((size_t)b.n, sizeof *down), *image[3], *none[3];
	double *place[3], *no[3];

	triple(w, places, place, none);
	triple(w, images, no, image);
	for (int i = 0; i < b.n; i++) {
		double x[3] = { b.x[0][i], b.x[1][i], b.x[2][i] };

		domain_wrap3(d, x, down[i]);
		for (int a = 0; a < 3; a++) {
			b.x[a][i] = x[a];
			b.image[a][i] = count_images(b.image[a][i], down[i][a]);
		}
	}
	for (int k = 0; k < w->contact.n_row; k++)
		for (int a = 0; a < 3; a++) {
			int64_t i = down[rows[k][0]][a], j = down[rows[k][1]][a];

			if (image[a])
				image[a][k] += j - i;
			if (place[a])
				place[a][k] -= (double)i * (d->hi[a] - d->lo[a]);
		}
	free(down);
	free(rows);
}

void world_wrap(struct world *w)
{
	if (w->dim == 3) {
		wrap3(w);
		return;
	}
	struct bodies b = world_bodies(w);
	int (*rows)[2] = relocate_contact_rows(w);
	struct contacts c = contacts_of(w);
	const struct domain *d = &w->domain;
	int64_t (*down)[2] = mem_zero((size_t)b.n, sizeof *down);

	for (int i = 0; i < b.n; i++) {
		domain_wrap_moving(d, &b.x[i], &b.y[i], &b.vx[i], &b.vy[i], &down[i][0], &down[i][1]);
		b.ix[i] = count_images(b.ix[i], down[i][0]);
		b.iy[i] = count_images(b.iy[i], down[i][1]);
	}
	for (int k = 0; k < c.n; k++) {
		const int64_t *i = down[rows[k][0]], *j = down[rows[k][1]];

		if (c.ix && c.iy) {
			c.ix[k] += j[0] - i[0];
			c.iy[k] += j[1] - i[1];
		}
		if (c.x && c.y) {
			double shift[2];

			domain_shift(d, (double)i[0], (double)i[1], shift);
			c.x[k] -= shift[0];
			c.y[k] -= shift[1];
		}
	}
	free(down);
	free(rows);
}

static void turn_vector(double c, double s, double *x, double *y)
{
	double u = *x;

	*x = c * u - s * *y;
	*y = s * u + c * *y;
}

static void turn_point(const double about[2], double c, double s, double *x, double *y)
{
	*x -= about[0];
	*y -= about[1];
	turn_vector(c, s, x, y);
	*x += about[0];
	*y += about[1];
}

/* Turn what moves by an angle about a point and then shift it; contacts of two that move go with them. */
static void carry(struct world *w, const char *moved, const double about[2], double angle, double dx, double dy)
{
	struct bodies b = world_bodies(w);
	int (*rows)[2] = relocate_contact_rows(w);
	struct contacts t = contacts_of(w);
	double c = 1, s = 0;

	if (angle != 0)
		trig_sincos(angle, &s, &c);
	for (int i = 0; i < b.n; i++) {
		if (!moved[i])
			continue;
		if (angle != 0) {
			turn_point(about, c, s, &b.x[i], &b.y[i]);
			turn_vector(c, s, &b.vx[i], &b.vy[i]);
			b.angle[i] += angle;
		}
		b.x[i] += dx;
		b.y[i] += dy;
	}
	for (int k = 0; k < t.n; k++) {
		if (!moved[rows[k][0]])
			continue;
		if (angle != 0 && t.x && t.y)
			turn_point(about, c, s, &t.x[k], &t.y[k]);
		if (angle != 0 && t.nx && t.ny)
			turn_vector(c, s, &t.nx[k], &t.ny[k]);
		if (t.x && t.y) {
			t.x[k] += dx;
			t.y[k] += dy;
		}
	}
	free(rows);
}

void world_shift(struct world *w, const char *moved, double dx, double dy)
{
	world_need_columns(w);
	relocate_keep_contacts(w, moved, 0);
	carry(w, moved, (double[2]){ 0, 0 }, 0, dx, dy);
	world_wrap(w);
}

void world_turn(struct world *w, const char *moved, const double about[2], double angle)
{
	world_need_columns(w);
	relocate_keep_contacts(w, moved, 0);
	carry(w, moved, about, angle, 0, 0);
	world_wrap(w);
}

/* ---- the whole scene ---- */

char *relocate_everybody(const struct world *w)
{
	char *all = mem_new((size_t)w->body.n_row, 1);

	memset(all, 1, (size_t)w->body.n_row);
	return all;
}

void world_shift_all(struct world *w, double dx, double dy)
{
	char *all = relocate_everybody(w);

	carry(w, all, (double[2]){ 0, 0 }, 0, dx, dy);
	for (int d = 0; d < 2 && w->domain.set; d++) {
		w->domain.lo[d] += d ? dy : dx;
		w->domain.hi[d] += d ? dy : dx;
	}
	world_shift_outlets(w, (double[3]){ dx, dy });
	world_wrap(w); /* a place next to an edge may round onto it */
	free(all);
}

void world_turn_all(struct world *w, const double about[2], double angle)
{
	char *all = relocate_everybody(w);
	struct domain *d = &w->domain;
	double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY }, c, s;

	carry(w, all, about, angle, 0, 0);
	trig_sincos(angle, &s, &c);
	for (int k = 0; k < 4 && d->set; k++) {
		double x = k & 1 ? d->hi[0] : d->lo[0], y = k & 2 ? d->hi[1] : d->lo[1];

		turn_point(about, c, s, &x, &y);
		lo[0] = fmin(lo[0], x);
		lo[1] = fmin(lo[1], y);
		hi[0] = fmax(hi[0], x);
		hi[1] = fmax(hi[1], y);
	}
	if (d->set) {
		memcpy(d->lo, lo, sizeof lo);
		memcpy(d->hi, hi, sizeof hi);
	}
	free(all);
}

/* ---- copies ---- */

static void replicate_contacts(struct world *w, int nx, int ny, int64_t ids)
{
	int n = w->contact.n_row;

	if (!table_int(&w->contact, "i") || !table_int(&w->contact, "j") || n == 0)
		return;
	table_need_int(&w->contact, "ix", 0);
	table_need_int(&w->contact, "iy", 0);
	for (int k = 1; k < nx * ny; k++)
		for (int m = 0; m < n; m++)
			table_repeat(&w->contact, m);
	struct contacts c = contacts_of(w);
	for (int k = 0; k < nx * ny; k++) {
		int a = k % nx, b = k / nx;
		double shift[2];

		domain_shift(&w->domain, a, b, shift);
		for (int m = k * n; m < (k + 1) * n; m++) {
			int ja, jb;

			/* j is so many copies further on, and around the edge where they end */
			c.ix[m] = relocate_split(a + c.ix[m], nx, &ja);
			c.iy[m] = relocate_split(b + c.iy[m], ny, &jb);
			c.i[m] += k * ids;
			c.j[m] += (int64_t)(jb * nx + ja) * ids;
			if (c.x && c.y) {
				c.x[m] += shift[0];
				c.y[m] += shift[1];
			}
		}
	}
}

void world_replicate(struct world *w, int nx, int ny)
{
	struct domain *d = &w->domain;
	int64_t ids = world_last_id(w);
	int n = w->body.n_row, copies = nx * ny;
	double middle[2];

	world_bodies(w);
	replicate_contacts(w, nx, ny, ids);
	for (int k = 1; k < copies; k++)
		for (int i = 0; i < n; i++)
			table_repeat(&w->body, i);
	struct bodies b = world_bodies(w);
	/* a flow about the middle of the domain becomes one about its new middle */
	domain_flow(d, 0.5 * (nx - 1) * (d->hi[0] - d->lo[0]), 0.5 * (ny - 1) * (d->hi[1] - d->lo[1]), middle);
	for (int i = 0; i < b.n; i++) {
		int k = i / n;
		double shift[2], rate[2];

		domain_shift(d, k % nx, k / nx, shift);
		domain_shift_rate(d, k % nx, k / nx, rate);
		b.id[i] += k * ids;
		b.x[i] += shift[0];
		b.y[i] += shift[1];
		b.vx[i] += rate[0] - middle[0];
		b.vy[i] += rate[1] - middle[1];
		b.ix[i] = b.iy[i] = 0;
	}
	d->hi[0] = d->lo[0] + nx * (d->hi[0] - d->lo[0]);
	d->hi[1] = d->lo[1] + ny * (d->hi[1] - d->lo[1]);
	d->tilt *= ny;
	d->m *= copies;
	d->c *= copies;
	for (int k = 0; k < w->n_constraint; k++) {
		struct constraint *c = &w->constraint[k];

		c->m *= copies;
		c->c *= copies;
		for (int f = 0; f < 3; f++)
			if (c->dof[f].drive == DRIVE_FORCE)
				c->dof[f].value[0] *= copies;
	}
	world_wrap(w);
}

void world_cut_images(struct world *w)
{
	static const char *const name[] = { "ix", "iy", "iz" };
	const int *periodic = w->domain.periodic;
	char *stay = mem_new((size_t)w->contact.n_row, 1);

	memset(stay, 1, (size_t)w->contact.n_row);
	for (int a = 0; a < w->dim; a++) {
		const int64_t *image = table_int(&w->contact, name[a]);

		for (int k = 0; image && k < w->contact.n_row; k++)
			stay[k] &= periodic[a] || image[k] == 0;
	}
	table_keep(&w->contact, stay);
	free(stay);
}

void world_crop(struct world *w, const double lo[2], const double hi[2])
{
	struct bodies b = world_bodies(w);
	char *keep = mem_new((size_t)b.n, 1);
	struct domain *d = &w->domain;

	for (int i = 0; i < b.n; i++)
		keep[i] = b.x[i] >= lo[0] && b.x[i] < hi[0] && b.y[i] >= lo[1] && b.y[i] < hi[1];
	world_keep_bodies(w, keep);
	for (int k = 0; k < 2; k++) {
		d->periodic[k] = d->set && d->periodic[k] && lo[k] == d->lo[k] && hi[k] == d->hi[k];
		d->lo[k] = lo[k];
		d->hi[k] = hi[k];
	}
	if (d->tilt != 0 && !d->periodic[0]) /* images along y stand aside of what is left */
		d->periodic[1] = 0;
	domain_ease(d);
	d->set = 1;
	world_cut_images(w);
	free(keep);
}

void world_scale(struct world *w, const char *moved, const double about[3], double factor)
{
	static const char *const place[] = { "x", "y", "z" }, *const momentum[] = { "Lx", "Ly", "Lz" };
	int (*rows)[2] = relocate_contact_rows(w);
	char *stay = mem_new((size_t)w->contact.n_row, 1);
	double fifth = factor * factor * factor * factor * factor;

	world_need_columns(w);
	for (int k = 0; k < w->contact.n_row; k++)
		stay[k] = !moved[rows[k][0]] && !moved[rows[k][1]];
	table_keep(&w->contact, stay);
	double *size = table_real(&w->body, "size");
	for (int i = 0; i < w->body.n_row; i++)
		size[i] *= moved[i] ? factor : 1;
	for (int a = 0; a < w->dim; a++) {
		double *x = table_real(&w->body, place[a]), *l = w->dim == 3 ? table_real(&w->body, momentum[a]) : NULL;

		for (int i = 0; i < w->body.n_row; i++) {
			if (moved[i])
				x[i] = about[a] + factor * (x[i] - about[a]);
			if (moved[i] && l)
				l[i] *= fifth;
		}
	}
	world_wrap(w);
	free(rows);
	free(stay);
}

void world_scale_all(struct world *w, const double about[3], double factor)
{
	struct domain *d = &w->domain;
	char *all = relocate_everybody(w);

	for (int a = 0; a < w->dim && d->set; a++) {
		d->lo[a] = about[a] + factor * (d->lo[a] - about[a]);
		d->hi[a] = about[a] + factor * (d->hi[a] - about[a]);
	}
	d->tilt *= factor;
	world_scale(w, all, about, factor);
	w->has_contact = 0; /* who touches with which force is not known any more */
	free(all);
}
