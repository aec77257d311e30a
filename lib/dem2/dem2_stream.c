/* dem2_stream.c: contacts to the rows of the world */
#include "dem2/dem2_state.h"

struct writing { const struct dem2 *s; struct row_sink *rows; };
enum { N_INT = 6, N_REAL = 8, N_ROLL = 10 };

static void contact_write(void *to, const struct between2 *d, const struct contact2 *q)
{
	const struct writing *w = to;
	const struct dem2 *s = w->s;

	if (!soft_speaks_for(&s->core, d->a, d->b))
		return;
	int i = d->dir ? d->b : d->a, j = d->dir ? d->a : d->b, n = rows_next(w->rows);
	const int64_t key[N_INT] = { s->core.id[i], d->v - s->outlines.first[i], s->core.id[j], d->ea - s->outlines.first[j],
		d->dir ? -d->sx : d->sx, d->dir ? -d->sy : d->sy };
	const double v[N_ROLL] = { s->core.x[0][i] + q->ax, s->core.x[1][i] + q->ay, q->nx, q->ny, q->gap, q->fn, q->ft, q->xi,
		q->roll, q->moment };
	const struct col *col = w->rows->t->col;

	for (int k = 0; k < N_INT; k++)
		col[k].integer[n] = key[k];
	for (int k = 0; k < (s->core.rolls ? N_ROLL : N_REAL); k++)
		col[N_INT + k].real[n] = v[k];
}

static void contacts_make(const void *s, struct row_sink *rows)
{
	dem2_contacts_each(s, contact_write, &(struct writing){ s, rows });
}

static int contacts_finite(const void *from)
{
	const struct dem2 *s = from;
	int small = !s->plain && soft_places_small(&s->core);

	for (int t = 0; t < s->core.n_part && small; t++) {
		const struct part2 *q = &s->part[t];

		for (int k = 0; k < q->n_near; k++) {
			int place = q->near[k].place;

			for (int z = 0; place >= 0 && z < 8; z++)
				small &= soft_is_small(q->contacts.at[place][z]);
			for (int z = 0; place >= 0 && z < 2 && q->contacts.rolls; z++)
				small &= soft_is_small(q->contacts.roll[place][z]);
		}
	}
	return small;
}

void dem2_contacts_write(const struct dem2 *s, struct world *w, int full)
{
	static const char *const ints[N_INT] = { "i", "fi", "j", "fj", "ix", "iy" };
	static const char *const reals[N_ROLL] = { "x", "y", "nx", "ny", "overlap", "fn", "ft", "xi", "roll", "moment" };
	const struct contact_columns columns = { N_INT, ints, s->core.rolls ? N_ROLL : N_REAL, reals, 1 };
	const struct row_source source = { dem2_contacts_count(s), contacts_make, s, contacts_finite };

	soft_export_contacts(&s->core, w, full, &columns, &source);
}
