/* soft_bodies.c: bodies as rows of the world
 *
 * What a simulator changes has no second copy in the world: rows are made from the state while a frame is written, or fill the
 * world's columns if these are wanted. */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "sim/soft.h"

static void column_add(struct soft *c, struct world *w, const char *name, struct body_column from)
{
	MEM_GROW(c->out, &c->cap_out, (size_t)c->n_out + 1);
	table_vacate(&w->body, name, from.integer ? COL_INT : COL_REAL);
	from.name = name;
	c->out[c->n_out++] = from;
}

void soft_export(struct soft *c, struct world *w, int want, int n, const char *const *name, double *const *from)
{
	for (int k = 0; k < n; k++)
		if (want)
			column_add(c, w, name[k], (struct body_column){ .real = from[k] });
		else
			table_drop(&w->body, name[k]);
}

void soft_export_more(struct soft *c, struct world *w, int want, int n, const char *const *name, int first)
{
	for (int k = 0; k < n; k++)
		if (want)
			column_add(c, w, name[k], (struct body_column){ .more = first + k });
		else
			table_drop(&w->body, name[k]);
}

void soft_export_begin(struct soft *c, struct world *w, double *size)
{
	static const char *const place[2][3] = { { "x", "y", "angle" }, { "x", "y", "z" } }, *const image[3] = { "ix", "iy", "iz" };
	static const char *const velocity[2][3] = { { "vx", "vy", "omega" }, { "vx", "vy", "vz" } };
	int space = c->dim == 3;

	c->n_out = 0;
	column_add(c, w, "id", (struct body_column){ .integer = c->id });
	soft_export(c, w, 1, size != NULL, (const char *const[]){ "size" }, &size);
	soft_export(c, w, 1, 3, place[space], c->place);
	soft_export(c, w, 1, 3, velocity[space], c->v);
	for (int k = 0; k < c->dim; k++)
		column_add(c, w, image[k], (struct body_column){ .integer = c->place_image[k] });
	w->step = c->clock.step;
	w->t = clock_now(&c->clock);
	w->dt = c->clock.dt;
}

static void rows_make(const void *from, struct row_sink *rows)
{
	const struct soft *c = from;
	int *slot = MEM_NEW(int, (size_t)c->n);

	for (int b = 0; b < c->n; b++)
		slot[c->row[b]] = b;
	for (int r = 0; r < c->n; r++) {
		int b = slot[r], n = rows_next(rows);
		double more[BODY_MORE];

		if (c->more)
			c->more(c->more_of, b, more);
		for (int k = 0; k < c->n_out; k++) {
			const struct body_column *q = &c->out[k];

			if (q->integer)
				rows->t->col[q->col].integer[n] = q->integer[b];
			else
				rows->t->col[q->col].real[n] = q->real ? q->real[b] : more[q->more];
		}
	}
	free(slot);
}

static int rows_finite(const void *from)
{
	const struct soft *c = from;
	double more[BODY_MORE] = { 0 };
	int finite = 1;

	for (int k = 0; k < c->n_out; k++) {
		const struct body_column *q = &c->out[k];

		for (int b = 0; b < c->n && q->real; b++)
			finite &= isfinite(q->real[b]) != 0;
		for (int b = 0; b < c->n && q->integer; b++)
			finite &= q->integer[b] <= IMAGES_MAX && q->integer[b] >= -IMAGES_MAX;
	}
	for (int b = 0; b < c->n && c->more && finite; b++) {
		c->more(c->more_of, b, more);
		for (int k = 0; k < BODY_MORE; k++)
			finite &= isfinite(more[k]) != 0;
	}
	return finite;
}

void soft_export_end(struct soft *c, struct world *w, int full, soft_more *more, const void *sim)
{
	const struct row_source source = { c->n, rows_make, c, rows_finite };

	c->more = more;
	c->more_of = sim;
	for (int k = 0; k < c->n_out; k++)
		c->out[k].col = table_find(&w->body, c->out[k].name);
	w->body_rows = (struct row_source){ 0 };
	if (full & EXPORT_ROWS && !c->ghosts)
		w->body_rows = source;
	else
		rows_take(&w->body, &source);
}
