/* merge.c: join several scenes into one */
#include "world/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "world/outlet.h"

static int same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static int same_law(const struct law *a, const struct law *b)
{
	if (strcmp(a->kind, b->kind) != 0 || a->par.n != b->par.n)
		return 0;
	for (int k = 0; k < a->par.n; k++) {
		const double *v = params_find(&b->par, a->par.item[k].key);

		if (!v || *v != a->par.item[k].value)
			return 0;
	}
	return 1;
}

static int same_constraint(const struct constraint *a, const struct constraint *b)
{
	for (int d = 0; d < 6; d++) {
		const double *one = dof_values(&a->dof[d]), *other = dof_values(&b->dof[d]);

		if (a->dof[d].drive != b->dof[d].drive || a->dof[d].n != b->dof[d].n)
			return 0;
		for (int k = 0; k < a->dof[d].n; k++)
			if (one[k] != other[k])
				return 0;
	}
	for (int k = 0; k < 4; k++)
		if (!same_text(a->between[k], b->between[k]))
			return 0;
	return a->m == b->m && a->c == b->c;
}

/* Whether a body of one of the two worlds has this material. */
static int is_worn(const struct world *dst, const struct world *src, const char *material)
{
	for (int side = 0; side < 2; side++) {
		const struct world *w = side ? src : dst;
		const int32_t *own = table_word(&w->body, "material");
		int32_t word = world_find_name(w, material);

		for (int i = 0; own && word >= 0 && i < w->body.n_row; i++)
			if (own[i] == word)
				return 1;
	}
	return 0;
}

static enum merge_status compare(const struct world *dst, const struct world *src, const char *what[2])
{
	for (int k = 0; k < src->n_material; k++) {
		const struct material *m = &src->material[k], *have = world_material(dst, m->name);

		what[0] = what[1] = m->name;
		if (have && (have->density != m->density || have->young != m->young || have->poisson != m->poisson ||
		             !same_text(have->extra, m->extra)) && is_worn(dst, src, m->name))
			return MERGE_MATERIAL;
	}
	for (int k = 0; k < src->n_law; k++) {
		const struct law *l = &src->law[k], *have = world_law(dst, l->a, l->b);

		what[0] = l->a;
		what[1] = l->b;
		if (have && !same_law(have, l) && is_worn(dst, src, l->a) && is_worn(dst, src, l->b))
			return MERGE_LAW;
	}
	for (int k = 0; k < src->n_constraint; k++) {
		const struct constraint *c = &src->constraint[k], *have = world_constraint(dst, c->tag);

		what[0] = what[1] = c->tag;
		if (have && !same_constraint(have, c))
			return MERGE_CONSTRAINT;
	}
	for (int k = 0; k < src->n_outlet; k++) {
		const struct outlet *o = &src->outlet[k], *have = world_outlet(dst, o->name);

		what[0] = what[1] = o->name;
		if (have && !outlet_same(have, o))
			return MERGE_OUTLET;
	}
	return MERGE_GOOD;
}

/* Make the new shape dst a copy of src. dst keeps its id. */
static void shape_copy(struct shape *dst, const struct shape *src)
{
	int64_t id = dst->id;

	*dst = *src;
	dst->id = id;
	dst->line = 0;
	dst->xy = mem_copy(src->xy, (size_t)src->n, sizeof *src->xy);
	dst->radius = mem_copy(src->radius, (size_t)src->n, sizeof *src->radius);
	dst->extra = src->extra ? mem_string(src->extra) : NULL;
	dst->solid = src->solid ? solid_copy(src->solid) : NULL;
}

void merge_definitions(struct world *dst, const struct world *src, int64_t shift)
{
	for (int k = 0; k < src->n_material; k++) {
		if (world_material(dst, src->material[k].name))
			continue;
		struct material *m = world_need_material(dst, src->material[k].name);

		m->density = src->material[k].density;
		m->young = src->material[k].young;
		m->poisson = src->material[k].poisson;
		if (src->material[k].extra)
			m->extra = mem_string(src->material[k].extra);
	}
	for (int k = 0; k < src->n_law; k++) {
		const struct law *l = &src->law[k];

		if (world_law(dst, l->a, l->b))
			continue;
		struct law *made = world_need_law(dst, l->a, l->b);
		free(made->kind);
		made->kind = mem_string(l->kind);
		params_copy(&made->par, &l->par);
	}
	for (int k = 0; k < src->n_constraint; k++)
		constraint_set(world_need_constraint(dst, src->constraint[k].tag), &src->constraint[k]);
	for (int k = 0; k < src->n_outlet; k++)
		outlet_copy(world_need_outlet(dst, src->outlet[k].name), &src->outlet[k]);
	for (int k = 0; k < src->n_shape; k++)
		shape_copy(world_need_shape(dst, src->shape[k].id + shift), &src->shape[k]);
}

/* Append the rows of one table to another. Columns are matched by name; a value of another kind than its column is lost. */
static void append(struct table *to, const struct table *from, const struct names *names, struct world *dst)
{
	int n = to->n_row;

	for (int c = 0; c < from->n_col; c++)
		if (table_find(to, from->col[c].name) < 0)
			table_add(to, from->col[c].name, from->col[c].kind);
	table_resize(to, n + from->n_row);
	for (int c = 0; c < from->n_col; c++) {
		const struct col *f = &from->col[c];
		struct col *t = &to->col[table_find(to, f->name)];

		for (int i = 0; i < from->n_row && t->kind == f->kind; i++) {
			switch (f->kind) {
			case COL_REAL: t->real[n + i] = f->real[i]; break;
			case COL_INT: t->integer[n + i] = f->integer[i]; break;
			case COL_WORD: t->word[n + i] = world_name(dst, names->word[f->word[i]]); break;
			case COL_TEXT: {
				const char *s = from->pool + f->text[i];
				size_t at = table_text(to, s, strlen(s));

				t->text[n + i] = at;
				break;
			}
			}
		}
	}
}

static void shift_column(struct table *t, const char *name, int from, int64_t by)
{
	int64_t *v = table_int(t, name);

	for (int i = from; v && i < t->n_row; i++)
		v[i] += by;
}

enum merge_status world_merge(struct world *dst, struct world *src, const char *what[2])
{
	enum merge_status status = compare(dst, src, what);
	int64_t shape = world_last_shape(dst), id = world_last_id(dst);
	int n = dst->body.n_row, n_contact = dst->contact.n_row;

	if (status)
		return status;
	world_need_columns(dst); /* a size that is not stated is 1, not 0 */
	world_need_columns(src);
	merge_definitions(dst, src, shape);
	append(&dst->body, &src->body, &src->names, dst);
	shift_column(&dst->body, "shape", n, shape);
	shift_column(&dst->body, "id", n, id);
	append(&dst->contact, &src->contact, &src->names, dst);
	shift_column(&dst->contact, "i", n_contact, id);
	shift_column(&dst->contact, "j", n_contact, id);
	dst->has_contact |= src->has_contact;
	params_free(&dst->ledger);
	return MERGE_GOOD;
}
