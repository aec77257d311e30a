/* soft_contacts.c: contacts as rows of the world */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "sim/soft.h"
#include "world/share.h"

/* Number the rows among those of all ranks. */
static void number_rows(struct table *t, int lower_first)
{
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j");
	int64_t (*key)[2] = mem_new((size_t)t->n_row, sizeof *key);

	for (int k = 0; k < t->n_row; k++) {
		int turned = lower_first && j[k] < i[k];

		key[k][0] = turned ? j[k] : i[k];
		key[k][1] = turned ? i[k] : j[k];
	}
	share_number(t->n_row, (const int64_t (*)[2])key, table_need_int(t, SHARE_ROW, 0));
	free(key);
}

void soft_export_contacts(const struct soft *c, struct world *w, int full, const struct contact_columns *columns,
	const struct row_source *source)
{
	struct table *t = &w->contact;

	w->contact_rows = (struct row_source){ 0 };
	w->has_contact = full & EXPORT_FULL;
	table_resize(t, 0);
	if (!w->has_contact)
		return;
	table_clear(t);
	for (int k = 0; k < columns->n_int; k++)
		table_add(t, columns->integer[k], COL_INT);
	for (int k = 0; k < columns->n_real; k++)
		table_add(t, columns->real[k], COL_REAL);
	if (full & EXPORT_ROWS && !c->ghosts) {
		w->contact_rows = *source;
		return;
	}
	rows_take(t, source);
	if (c->ghosts)
		number_rows(t, columns->lower_first);
}

static void rows_deepest(void *to, const struct table *t)
{
	const double *overlap = table_real(t, "overlap");
	double *most = to;

	for (int k = 0; overlap && k < t->n_row; k++)
		*most = fmax(*most, overlap[k]);
}

double soft_overlap_of(const struct world *w)
{
	double most = 0;

	if (w->has_contact)
		rows_each(&w->contact, &w->contact_rows, rows_deepest, &most);
	return most;
}

int soft_places_small(const struct soft *c)
{
	int small = 1;

	for (int k = 0; k < 3; k++)
		for (int b = 0; b < c->n; b++)
			small &= soft_is_small(c->x[k][b]);
	for (int b = 0; b < c->n; b++)
		small &= soft_is_small(c->reach[b]) || c->reach[b] == INFINITY;
	return small;
}
