/* dem3_stream.c: contacts from the rows of the world and to them */
#include <stdlib.h>

#include "base/buf.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_state.h"

static const char *const int_name[] = { "i", "fi", "j", "fj", "ix", "iy", "iz" };
static const char *const real_name[] = { "x", "y", "z", "nx", "ny", "nz", "overlap", "fn", "ftx", "fty", "ftz", "xix", "xiy",
	"xiz", "rollx", "rolly", "rollz", "momentx", "momenty", "momentz" };
enum { N_INT = 7, N_REAL = 14, N_ROLL = 20, FN = 7, FT = 8, XI = 11, ROLL = 14, MOMENT = 17 };

static vec3 vec_at(double *const *c, int first, int row, double sign)
{
	double v[3];

	for (int k = 0; k < 3; k++)
		v[k] = c[first + k] ? sign * c[first + k][row] : 0;
	return v3(v[0], v[1], v[2]);
}

/* Whether a row has its bodies in the other order than the list, which has the lower rank first and a wall second, and of a
 * body and its own image the image to the upper right second. */
static int is_turned(const struct dem3 *s, int i, int j, const int shift[3])
{
	int side = shift[2] ? shift[2] : shift[1] ? shift[1] : shift[0];

	if (s->wall_of[i] >= 0 || s->wall_of[j] >= 0)
		return s->wall_of[i] >= 0;
	return i == j ? side < 0 : s->core.rank[i] > s->core.rank[j];
}

/* Rows of the world that are read: their columns, NULL if missing; the candidate of each row, or -1; the rows so far. */
struct reading { struct dem3 *s; const int64_t *whole[N_INT]; double *real[N_ROLL]; int *cand, n; };

static void reading_columns(struct reading *r, const struct table *t)
{
	for (int k = 0; k < N_INT; k++)
		r->whole[k] = table_int(t, int_name[k]);
	for (int k = 0; k < N_ROLL; k++)
		r->real[k] = table_real(t, real_name[k]);
}

/* Read row k. Returns 0 if its bodies or pebbles do not exist. */
static int row_read(const struct reading *r, int k, struct between3 *key, struct contact3 *at, struct rolling3 *rolling)
{
	const int64_t *const *c = r->whole, far = 1 << 20; /* no list has images further away */
	const struct dem3 *s = r->s;
	const struct pebbles *p = &s->pebbles;
	int i = soft_slot(&s->core, c[0][k]), j = soft_slot(&s->core, c[2][k]), shift[3], lost = i < 0 || j < 0;

	for (int z = 0; z < 3; z++) {
		int64_t image = c[4 + z] ? c[4 + z][k] : 0;

		lost |= image > far || image < -far;
		shift[z] = lost || (s->core.endless[i] | s->core.endless[j]) & 1 << z ? 0 : (int)image;
	}
	if (lost)
		return 0;
	int turned = is_turned(s, i, j, shift), a = turned ? j : i, b = turned ? i : j;
	int64_t fa = c[turned ? 3 : 1][k], fb = c[turned ? 1 : 3][k];
	double sign = turned ? -1 : 1;

	if (fa < 0 || fb < 0 || fa >= p->first[a + 1] - p->first[a] || fb > INT32_MAX - p->first[b])
		return 0;
	for (int z = 0; z < 3 && turned; z++)
		shift[z] = -shift[z];
	*key = (struct between3){ a, b, { shift[0], shift[1], shift[2] }, { p->first[a] + (int)fa, p->first[b] + (int)fb } };
	*at = (struct contact3){ .fn = r->real[FN] ? r->real[FN][k] : 0, .ft = vec_at(r->real, FT, k, sign),
	                         .xi = vec_at(r->real, XI, k, sign) };
	*rolling = (struct rolling3){ .roll = { 0, 0, 0 } };
	if (law_rolls(dem3_law_between(s, a, b))) /* another law may have written the row */
		*rolling = (struct rolling3){ vec_at(r->real, ROLL, k, sign), vec_at(r->real, MOMENT, k, sign) };
	return 1;
}

/* Find the candidates of rows. Contacts that have none, as those of bodies with faces, are put in their places. */
static void rows_find(void *to, const struct table *t)
{
	struct reading *r = to;
	struct dem3 *s = r->s;
	struct between3 key;
	struct contact3 at;
	struct rolling3 rolling;

	reading_columns(r, t);
	for (int k = 0; k < t->n_row; k++) {
		int *cand = &r->cand[r->n++];

		*cand = -1;
		if (!row_read(r, k, &key, &at, &rolling))
			continue;
		if (s->plain)
			dem3_plain_take(s, &key, &at, &rolling);
		else if (!dem3_pairs_take(s, &key, &at, &rolling))
			*cand = list3_find(&s->list, key.a, key.b, key.s, key.cand);
	}
}

/* Put the contacts of rows in the places of their candidates. */
static void rows_put(void *to, const struct table *t)
{
	struct reading *r = to;
	struct between3 key;
	struct contact3 at;
	struct rolling3 rolling;

	reading_columns(r, t);
	for (int k = 0; k < t->n_row; k++, r->n++)
		if (r->cand[r->n] >= 0 && row_read(r, k, &key, &at, &rolling))
			dem3_contacts_fill(r->s, r->cand[r->n], &at, &rolling);
}

/* Rows whose pebbles are not in the list are left out. */
void dem3_contacts_read(struct dem3 *s, const struct world *w)
{
	struct reading r = { .s = s, .cand = MEM_NEW(int, (size_t)(w->contact.n_row + w->contact_rows.n_row)) };

	for (int k = 0; k < 4; k++)
		if (!table_int(&w->contact, int_name[k])) {
			free(r.cand);
			return;
		}
	rows_each(&w->contact, &w->contact_rows, rows_find, &r);
	dem3_contacts_places(s, r.cand, r.n);
	r.n = 0;
	rows_each(&w->contact, &w->contact_rows, rows_put, &r);
	free(r.cand);
	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].stale = 1;
		dem3_batches_held(&s->part[t]);
		if (s->core.clings)
			dem3_near_recall(s, &s->part[t]);
	}
}

struct writing { const struct dem3 *s; struct row_sink *rows; };

static void contact_write(void *to, const struct between3 *d, const struct contact3 *q, const struct rolling3 *rolling)
{
	const struct writing *w = to;
	const struct dem3 *s = w->s;

	if (!soft_speaks_for(&s->core, d->a, d->b))
		return;
	const int *first = s->pebbles.first;
	const int64_t key[N_INT] = { s->core.id[d->a], d->cand.a - first[d->a], s->core.id[d->b], d->cand.b - first[d->b],
		d->s[0], d->s[1], d->s[2] };
	vec3 x = v3_add(dem3_vec(s->core.x, d->a), q->a);
	/* + 0: never -0. Whether a 0 has a sign depends on the loop over contacts, see contact3_step, and in the next step a 0 with
	 * a sign changes signs of zeros alone. */
	const double v[N_REAL] = { x.x, x.y, x.z, q->n.x, q->n.y, q->n.z, q->gap, q->fn, q->ft.x + 0, q->ft.y + 0, q->ft.z + 0,
		q->xi.x + 0, q->xi.y + 0, q->xi.z + 0 };
	const struct col *col = w->rows->t->col;
	int n = rows_next(w->rows);

	for (int k = 0; k < N_INT; k++)
		col[k].integer[n] = key[k];
	for (int k = 0; k < N_REAL; k++)
		col[N_INT + k].real[n] = v[k];
	if (!rolling)
		return;
	const double r[6] = { rolling->roll.x + 0, rolling->roll.y + 0, rolling->roll.z + 0,
		rolling->moment.x + 0, rolling->moment.y + 0, rolling->moment.z + 0 };
	for (int k = 0; k < 6; k++)
		col[N_INT + ROLL + k].real[n] = r[k];
}

static void contacts_make(const void *s, struct row_sink *rows)
{
	dem3_contacts_each(s, contact_write, &(struct writing){ s, rows });
}

/* Contacts of bodies with faces are in other places, and are not looked at here. */
static int contacts_finite(const void *from)
{
	const struct dem3 *s = from;
	int small = !s->plain && !s->n_faces_pair && soft_places_small(&s->core);

	for (int t = 0; t < s->core.n_part && small; t++) {
		const struct contacts3 *c = &s->part[t].now;

		for (int k = 0; k < c->n; k++) {
			if (c->cand[k] < 0)
				continue;
			const struct contact8 *q = &c->at[k / LANES];
			int l = k % LANES, balls = c->batched && c->batch[k / LANES].balls;

			small &= soft_is_small(q->gap[l]) & soft_is_small(q->fn[l]);
			for (int z = 0; z < 3; z++) {
				small &= soft_is_small(q->n[z][l]) & soft_is_small(q->ft[z][l]) & soft_is_small(q->xi[z][l]);
				if (!balls)
					small &= soft_is_small(c->more[contacts3_more(c, k)].a[z][l]);
				if (s->core.rolls)
					small &= soft_is_small(c->rolling[k / LANES].roll[z][l]) & soft_is_small(c->rolling[k / LANES].moment[z][l]);
			}
		}
	}
	return small;
}

/* Rows are in the order of ids, images, pebbles. The second body may be a wall with a lower id. */
void dem3_contacts_write(const struct dem3 *s, struct world *w, int full)
{
	const struct contact_columns columns = { N_INT, int_name, s->core.rolls ? N_ROLL : N_REAL, real_name, 0 };
	const struct row_source source = { dem3_contacts_count(s), contacts_make, s, contacts_finite };

	soft_export_contacts(&s->core, w, full, &columns, &source);
}
