/* relocate.c: move, turn, copy and cut scenes */
#include "world/relocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/quat.h"
#include "base/trig.h"
#include "world/deform.h"
#include "world/outlet.h"
#include "base/spin.h"

/* ---- which body a contact means ---- */

/* The columns of contacts that matter here; NULL where they are missing. */
struct contacts { int n; int64_t *i, *j, *ix, *iy; double *x, *y, *nx, *ny; };

static struct contacts contacts_of(struct world *w)
{
	struct table *t = &w->contact;

	return (struct contacts){ t->n_row, table_int(t, "i"), table_int(t, "j"), table_int(t, "ix"), table_int(t, "iy"),
	                          table_real(t, "x"), table_real(t, "y"), table_real(t, "nx"), table_real(t, "ny") };
}

/* The rows of the bodies of every contact, [n][2]; contacts of unknown bodies are dropped first. */
static int (*contact_rows(struct world *w))[2]
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

/* Keep the contacts whose bodies a and b satisfy flag[a] == flag[b], or if both is set, flag[a] and flag[b]. */
static void keep_contacts(struct world *w, const char *flag, int both)
{
	int (*rows)[2] = contact_rows(w);
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
	keep_contacts(w, keep, 1);
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
	int (*rows)[2] = contact_rows(w);
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
			b.image[a][i] += down[i][a];
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
	int (*rows)[2] = contact_rows(w);
	struct contacts c = contacts_of(w);
	const struct domain *d = &w->domain;
	int64_t (*down)[2] = mem_zero((size_t)b.n, sizeof *down);

	for (int i = 0; i < b.n; i++) {
		domain_wrap_moving(d, &b.x[i], &b.y[i], &b.vx[i], &b.vy[i], &down[i][0], &down[i][1]);
		b.ix[i] += down[i][0];
		b.iy[i] += down[i][1];
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
	int (*rows)[2] = contact_rows(w);
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
	keep_contacts(w, moved, 0);
	carry(w, moved, (double[2]){ 0, 0 }, 0, dx, dy);
	world_wrap(w);
}

void world_turn(struct world *w, const char *moved, const double about[2], double angle)
{
	world_need_columns(w);
	keep_contacts(w, moved, 0);
	carry(w, moved, about, angle, 0, 0);
	world_wrap(w);
}

/* ---- the whole scene ---- */

static char *everybody(const struct world *w)
{
	char *all = mem_new((size_t)w->body.n_row, 1);

	memset(all, 1, (size_t)w->body.n_row);
	return all;
}

void world_recentre(struct world *w, const double (*centre)[2])
{
	struct bodies b = world_bodies(w);

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		double sine, cosine;

		if (!s || (centre[s - w->shape][0] == 0 && centre[s - w->shape][1] == 0))
			continue;
		double cx = b.size[i] * centre[s - w->shape][0], cy = b.size[i] * centre[s - w->shape][1];

		trig_sincos(b.angle[i], &sine, &cosine);
		double dx = cosine * cx - sine * cy, dy = sine * cx + cosine * cy;

		b.x[i] += dx;
		b.y[i] += dy;
		b.vx[i] -= b.omega[i] * dy;
		b.vy[i] += b.omega[i] * dx;
		if (w->domain.set)
			domain_wrap_moving(&w->domain, &b.x[i], &b.y[i], &b.vx[i], &b.vy[i], &b.ix[i], &b.iy[i]);
	}
}

/* The angular velocity of body i: what the columns say, or else from its angular momentum, with the tensor of inertia of the
 * shape at density 1 times density and size^5. */
static void angular_velocity(const struct world *w, const struct bodies3 *b, int i, const struct shape *s, double omega[3])
{
	static const char *const name[] = { "wx", "wy", "wz" };
	const struct material *material = world_material(w, w->names.word[b->material[i]]);
	const double l[3] = { b->momentum[0][i], b->momentum[1][i], b->momentum[2][i] };
	const double q[4] = { b->q[0][i], b->q[1][i], b->q[2][i], b->q[3][i] };
	double inertia[6], size = b->size[i], scale = size * size * size * size * size * (material ? material->density : 1);
	int given = 0;

	for (int k = 0; k < 3; k++) {
		const double *column = table_real(&w->body, name[k]);

		omega[k] = column ? column[i] : 0;
		given += column != NULL;
	}
	if (given == 3 || (l[0] == 0 && l[1] == 0 && l[2] == 0))
		return;
	for (int k = 0; k < 6; k++)
		inertia[k] = scale * s->solid->inertia[k];
	spin_velocity(inertia, q, l, omega);
}

void world_recentre3(struct world *w, const struct place3 *place)
{
	struct bodies3 b = world_bodies3(w);

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct place3 *p = s ? &place[s - w->shape] : NULL;

		if (!p)
			continue;
		double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] }, m[3][3], d[3], omega[3];
		double x[3] = { b.x[0][i], b.x[1][i], b.x[2][i] };
		int64_t image[3] = { b.image[0][i], b.image[1][i], b.image[2][i] };

		quat_matrix(m, q);
		mat3_apply(d, (const double (*)[3])m, p->centre);
		if (p->turn[1] != 0 || p->turn[2] != 0 || p->turn[3] != 0) {
			quat_times(q, q, p->turn);
			quat_unit(q);
		}
		for (int k = 0; k < 4; k++)
			b.q[k][i] = q[k];
		if (d[0] == 0 && d[1] == 0 && d[2] == 0)
			continue;
		angular_velocity(w, &b, i, s, omega);
		for (int k = 0; k < 3; k++) {
			int k1 = (k + 1) % 3, k2 = (k + 2) % 3;

			x[k] += b.size[i] * d[k];
			b.v[k][i] += b.size[i] * (omega[k1] * d[k2] - omega[k2] * d[k1]);
		}
		if (w->domain.set)
			domain_wrap3(&w->domain, x, image);
		for (int k = 0; k < 3; k++) {
			b.x[k][i] = x[k];
			b.image[k][i] = image[k];
		}
	}
}

void world_shift_all(struct world *w, double dx, double dy)
{
	char *all = everybody(w);

	carry(w, all, (double[2]){ 0, 0 }, 0, dx, dy);
	for (int d = 0; d < 2 && w->domain.set; d++) {
		w->domain.lo[d] += d ? dy : dx;
		w->domain.hi[d] += d ? dy : dx;
	}
	world_shift_outlets(w, dx, dy);
	world_wrap(w); /* a place next to an edge may round onto it */
	free(all);
}

void world_turn_all(struct world *w, const double about[2], double angle)
{
	char *all = everybody(w);
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

/* k div n and k mod n, the latter from 0 on. */
static int64_t split(int64_t k, int n, int *rest)
{
	int64_t q = k >= 0 ? k / n : -((n - 1 - k) / n);

	*rest = (int)(k - q * n);
	return q;
}

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
			c.ix[m] = split(a + c.ix[m], nx, &ja);
			c.iy[m] = split(b + c.iy[m], ny, &jb);
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
