/* mercury_fstat.c: contacts in the .fstat files of MercuryDPM, beside the particles of its .data files */
#include "trade_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "number.h"

/* A row: the indices of particles P and I from 0, or -1 - w for wall w in place of I; the point of contact, the overlap, that of
 * the tangential spring, the forces, the normal from I to P and the direction of the tangential force on P. With a wall both
 * directions are the opposite. */
enum { ROW = 13 }; /* without the time and the indices */

/* ---- writing ---- */

/* The index of the first ball of each body in the .data file, [rows]; walls have -1, -2 and so on. */
static int64_t *index_bodies(const struct trade_scene *s, char **error)
{
	int64_t *index = mem_zero((size_t)s->w->body.n_row, sizeof *index), n = 0, walls = 0;
	char *held = trade_held(s->w);

	for (int i = 0; i < s->n; i++) {
		const struct shape *shape = s->body[i].shape;
		int ball = shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CLUMP || shape->kind == SHAPE_DISKS ||
			shape->kind == SHAPE_POINT;

		if (!ball && !shape_is_wall(shape) && !held[s->body[i].row]) {
			trade_bad(error, "fstat holds contacts of balls and walls, found body %lld (%s)", (long long)s->body[i].id,
			          shape_kind_name[shape->kind]);
			free(index);
			index = NULL;
			break;
		}
		index[s->body[i].row] = ball ? n : --walls;
		n += ball ? body_balls(&s->body[i]) : 0;
	}
	free(held);
	return index;
}

/* Column `name` of the contacts in row k; 0 without it. */
static double cell(const struct table *t, const char *name, int k)
{
	const double *x = table_real(t, name);

	return x ? x[k] : 0;
}

/* Row k of the contacts, as seen from j if `back`, without the indices. */
static void contact_row(double row[ROW], const struct trade_scene *s, int k, int back, int wall)
{
	static const char *const at[] = { "x", "y", "z" }, *const normal[] = { "nx", "ny", "nz" };
	static const char *const force[] = { "ftx", "fty", "ftz" }, *const spring[] = { "xix", "xiy", "xiz" };
	const struct table *t = &s->w->contact;
	const double sign = (back ? 1 : -1) * (wall ? -1 : 1);
	double n[3], f[3], xi[3];

	for (int c = 0; c < 3; c++) {
		n[c] = cell(t, normal[c], k);
		f[c] = cell(t, force[c], k);
		xi[c] = cell(t, spring[c], k);
	}
	if (s->w->dim == 2) {
		const double ft = cell(t, "ft", k);

		f[0] = -ft * n[1];
		f[1] = ft * n[0];
		xi[0] = cell(t, "xi", k);
	}
	const double ft = sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
	row[3] = cell(t, "overlap", k);
	row[4] = sqrt(xi[0] * xi[0] + xi[1] * xi[1] + xi[2] * xi[2]);
	row[5] = cell(t, "fn", k);
	row[6] = ft;
	for (int c = 0; c < 3; c++) {
		row[c] = cell(t, at[c], k);
		row[7 + c] = sign * n[c] + 0.0;
		row[10 + c] = ft > 0 ? sign * f[c] / ft + 0.0 : 0;
	}
}

static void put_row(struct trade_text *out, const struct trade_scene *s, int k, int64_t p, int64_t i, int back)
{
	double row[ROW];

	contact_row(row, s, k, back, i < 0);
	text_reals(out, 1, &s->w->t, ' ', ' ');
	text_integer(out, p, ' ');
	text_integer(out, i, ' ');
	text_reals(out, ROW, row, ' ', '\n');
}

enum trade_status fstat_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	const struct table *t = &s->w->contact;
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j"), *fi = table_int(t, "fi"), *fj = table_int(t, "fj");
	const struct domain *d = &s->w->domain;
	double least = INFINITY, most = 0, ball[4];
	struct ids ids;

	if (!s->w->has_contact)
		return trade_bad(error, "fstat holds contacts, found a frame at t=%g without them; a light stream has none", s->w->t);
	for (int b = 0; b < s->n; b++) {
		const enum shape_kind kind = s->body[b].shape->kind;

		for (int k = 0; k < body_balls(&s->body[b]) && (kind == SHAPE_SPHERE || kind == SHAPE_CLUMP || kind == SHAPE_POINT); k++) {
			body_ball(ball, &s->body[b], k, 0);
			least = fmin(least, ball[3]);
			most = fmax(most, ball[3]);
		}
	}
	text_put(out, "# ");
	text_reals(out, 1, &s->w->t, ' ', ' ');
	text_put(out, "0\n# ");
	text_reals(out, 3, d->lo, ' ', ' ');
	text_reals(out, 3, d->hi, ' ', '\n');
	text_put(out, "# ");
	text_reals(out, 2, (double[2]){ least <= most ? least : 0, most }, ' ', ' ');
	text_put(out, "0 0 0 0\n");
	if (!t->n_row)
		return TRADE_GOOD;
	int64_t *index = index_bodies(s, error);
	if (!index)
		return TRADE_BAD;
	ids_init(&ids, s->w->body.n_row, table_int(&s->w->body, "id"));
	for (int k = 0; k < t->n_row; k++) {
		int64_t a = index[ids_row(&ids, i[k])], b = index[ids_row(&ids, j[k])];

		a += a >= 0 && fi ? fi[k] : 0;
		b += b >= 0 && fj ? fj[k] : 0;
		if (a >= 0)
			put_row(out, s, k, a, b, 0);
		if (b >= 0)
			put_row(out, s, k, b, a, 1);
	}
	ids_free(&ids);
	free(index);
	return TRADE_GOOD;
}

/* ---- reading ---- */

struct touch { int64_t p, i; double row[ROW]; int order; };

/* By pair; of two rows of a pair that of the particle with the lower index comes first. */
static int by_pair(const void *a, const void *b)
{
	const struct touch *s = a, *t = b;
	const int64_t s0 = s->p < s->i ? s->p : s->i, s1 = s->p + s->i - s0, t0 = t->p < t->i ? t->p : t->i, t1 = t->p + t->i - t0;

	if (s0 != t0 || s1 != t1)
		return s0 != t0 ? (s0 > t0) - (s0 < t0) : (s1 > t1) - (s1 < t1);
	return s->p != t->p ? (s->p > t->p) - (s->p < t->p) : s->order - t->order;
}

static enum trade_status read_row(const struct fields *l, struct touch *t)
{
	enum trade_status status = l->n == 3 + ROW ? fields_integer(l, 1, &t->p, 0, INT32_MAX, "the index of a particle") :
		fields_bad(l, "found %d fields, expected time, two indices and 13 numbers", l->n);

	if (status == TRADE_GOOD)
		status = fields_integer(l, 2, &t->i, INT32_MIN, INT32_MAX, "the index of a particle or a wall");
	for (int k = 0; k < ROW && status == TRADE_GOOD; k++)
		status = fields_real(l, 3 + k, &t->row[k], "a value of the contact");
	return status;
}

/* Make the contacts of the world. P is body i; directions in the file point to P, and those of a stream to j. */
static void put_contacts(struct world *w, const struct touch *t, int n)
{
	static const char *const name[] = { "x", "y", "z", "nx", "ny", "nz", "ftx", "fty", "ftz", "overlap", "fn", "ft" };
	const int dim = w->dim;
	double *to[12];

	table_resize(&w->contact, n);
	table_need_int(&w->contact, "i", 0);
	table_need_int(&w->contact, "j", 0);
	for (int k = 0; k < 12; k++)
		if (k == 11 ? dim == 2 : k > 8 || (k % 3 < dim && (k < 6 || dim == 3)))
			table_need_real(&w->contact, name[k], 0);
	int64_t *i = table_int(&w->contact, "i"), *j = table_int(&w->contact, "j");
	for (int k = 0; k < 12; k++)
		to[k] = table_real(&w->contact, name[k]);
	for (int k = 0; k < n; k++) {
		const double *row = t[k].row;

		i[k] = t[k].p + 1;
		j[k] = t[k].i + 1;
		for (int c = 0; c < dim; c++) {
			to[c][k] = row[c];
			to[3 + c][k] = -row[7 + c] + 0.0;
			if (dim == 3)
				to[6 + c][k] = -row[6] * row[10 + c] + 0.0;
		}
		to[9][k] = row[3];
		to[10][k] = row[5];
		if (dim == 2) /* along the normal, turned by a right angle */
			to[11][k] = row[6] * (row[10] * -row[8] + row[11] * row[7]) + 0.0;
	}
	w->has_contact = 1;
}

enum trade_status fstat_read(struct world *w, const struct trade_file *file, struct trade_cursor *cursor, char **error)
{
	const struct trade_cursor here = { .at = cursor->at_more, .line = cursor->line_more };
	const double near = 1e-9 * fabs(w->t);
	struct touch *touch = NULL;
	struct fields l;
	enum trade_status status = TRADE_GOOD;
	size_t cap = 0;
	int n = 0, kept = 0, heads = 0, found = 0;
	double t, head = NAN;

	table_clear(&w->contact);
	w->has_contact = 0;
	fields_resume(&l, file, &here, error);
	for (;;) {
		const struct fields before = l;

		if (!fields_any(&l))
			break;
		heads = l.n ? 0 : heads % 3 + (l.comment != NULL);
		if (l.comment && heads == 1 && !number_get(l.comment + strspn(l.comment, " \t"), &t))
			heads = 0;
		if (!l.n && (!l.comment || heads != 1)) /* a head of three comments begins with the time */
			continue;
		if (l.n && (status = fields_real(&l, 0, &t, "the time of a contact")) != TRADE_GOOD)
			break;
		head = l.n ? head : t;
		if (fabs(t - head) > 1e-9 * fabs(head)) {
			status = fields_bad(&l, "found a contact of the time %.9g below a head of the time %.9g, expected equal times; a head has "
			                    "three comments", t, head);
			break;
		}
		if (t > w->t + near) {
			l = before;
			break;
		}
		if (t < w->t - near)
			continue;
		found = 1;
		if (!l.n)
			continue;
		MEM_GROW(touch, &cap, (size_t)n + 1);
		touch[n].order = n;
		if ((status = read_row(&l, &touch[n])) != TRADE_GOOD)
			break;
		/* contacts with walls, and with periodic images, which follow the particles, are left out */
		n += touch[n].p < w->body.n_row && touch[n].i >= 0 && touch[n].i < w->body.n_row && touch[n].i != touch[n].p;
	}
	if (status == TRADE_GOOD) {
		if (n)
			qsort(touch, (size_t)n, sizeof *touch, by_pair);
		for (int k = 0; k < n; k++) {
			const struct touch *last = kept ? &touch[kept - 1] : NULL, *now = &touch[k];

			if (!last || !((last->p == now->p && last->i == now->i) || (last->p == now->i && last->i == now->p)))
				touch[kept++] = *now;
		}
		if (found) /* a time that the file does not have is one of unknown contacts */
			put_contacts(w, touch, kept);
		cursor->at_more = (size_t)(l.at - file->text);
		cursor->line_more = l.number;
	}
	free(touch);
	return status;
}
