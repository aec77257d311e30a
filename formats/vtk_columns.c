/* vtk_columns.c: the columns of bodies or contacts as arrays of VTK */
#include "vtk_columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

/* The quantities whose columns have short names. */
static const char *const quantity[][2] = {
	{ "v", "velocity" }, { "a", "acceleration" }, { "f", "force" }, { "t", "torque" }, { "w", "angular_velocity" },
	{ "L", "angular_momentum" }, { "i", "image" }, { "n", "normal" }, { "ft", "tangential_force" },
	{ "xi", "tangential_displacement" }, { "roll", "rolling_angle" }, { "moment", "rolling_moment" },
};

static int is_listed(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = list; (at = strstr(at, name)); at += n)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return 1;
	return 0;
}

/* A text as a number: 1 if it is one; `-` is missing. */
static int text_number(const struct table *t, const struct col *c, int row, double *x)
{
	const char *text = t->pool + c->text[row];

	*x = NAN;
	return strcmp(text, "-") == 0 || !*text || number_parse(text, x) == 0;
}

static int is_numbers(const struct table *t, const struct col *c)
{
	double x;

	for (int i = 0; i < t->n_row; i++)
		if (!text_number(t, c, i, &x))
			return 0;
	return 1;
}

/* Fill component c of an array of this width from a column. */
static void fill(void *to, enum vtk_type type, int width, int c, struct world *w, const struct table *t, const struct col *of,
	int n, const int *row)
{
	for (int i = 0; i < n; i++) {
		int64_t at = (int64_t)i * width + c;

		if (of->kind == COL_INT)
			((int64_t *)to)[at] = of->integer[row[i]];
		else if (of->kind == COL_REAL)
			((double *)to)[at] = of->real[row[i]];
		else if (of->kind == COL_WORD)
			((int32_t *)to)[at] = of->word[row[i]];
		else if (type == VTK_REAL)
			text_number(t, of, row[i], &((double *)to)[at]);
		else
			((int32_t *)to)[at] = world_name(w, t->pool + of->text[row[i]]);
	}
}

/* The types of the arrays of all columns. The caller frees them. */
static enum vtk_type *types_of(const struct table *t)
{
	enum vtk_type *type = MEM_NEW(enum vtk_type, (size_t)t->n_col);

	for (int k = 0; k < t->n_col; k++) {
		const struct col *c = &t->col[k];

		type[k] = c->kind == COL_INT ? VTK_INTEGER : c->kind == COL_REAL ? VTK_REAL :
			c->kind == COL_WORD || !is_numbers(t, c) ? VTK_CODE : VTK_REAL;
	}
	return type;
}

/* The vector that begins at column k, which is NAMEx: sets the columns of its components and NAME; returns their number, or 0.
 * The axes of a tensor, s_xx s_xy s_xz, are no vector, nor are words. */
static int vector_at(const struct table *t, const enum vtk_type *type, int k, int dim, int component[3], char name[64])
{
	size_t n = strlen(t->col[k].name);

	if (n < 2 || n > 50 || t->col[k].name[n - 1] != 'x' || type[k] == VTK_CODE ||
	    (n > 2 && t->col[k].name[n - 3] == '_' && strchr("xyz", t->col[k].name[n - 2])))
		return 0;
	memcpy(name, t->col[k].name, n + 1);
	for (int c = 0; c < dim; c++) {
		name[n - 1] = "xyz"[c];
		component[c] = table_find(t, name);
		if (component[c] < 0 || type[component[c]] != type[k])
			return 0;
	}
	name[n - 1 - (n > 2 && name[n - 2] == '_')] = 0;
	return dim;
}

/* Whether column k is the y or z of a vector, which is in the array of its x. */
static int is_in_vector(const struct table *t, const enum vtk_type *type, int k, int dim)
{
	size_t n = strlen(t->col[k].name);
	int component[3], x;
	char name[64];

	if (n < 2 || n > 50 || (t->col[k].name[n - 1] != 'y' && (t->col[k].name[n - 1] != 'z' || dim == 2)))
		return 0;
	memcpy(name, t->col[k].name, n + 1);
	name[n - 1] = 'x';
	x = table_find(t, name);
	return x >= 0 && vector_at(t, type, x, dim, component, name) > 0;
}

static int is_taken(const struct vtk *v, enum vtk_place place, const char *name)
{
	for (int k = 0; k < v->n_array[place]; k++)
		if (strcmp(name, v->array[place][k].name) == 0)
			return 1;
	return 0;
}

/* The name of an array, which must differ from those of the arrays that are there. */
static void name_array(char name[64], const struct vtk *v, enum vtk_place place, int vector)
{
	char own[46];

	for (size_t k = 0; vector && k < sizeof quantity / sizeof *quantity; k++)
		if (strcmp(name, quantity[k][0]) == 0) {
			snprintf(name, 64, "%s", quantity[k][1]);
			break;
		}
	snprintf(own, sizeof own, "%.45s", name);
	for (int n = 1; is_taken(v, place, name); n++)
		snprintf(name, 64, n > 1 ? "%s_column%d" : "%s_column", own, n);
}

void vtk_columns(struct vtk *v, enum vtk_place place, struct world *w, const struct table *t, const char *without, int n,
	const int *row)
{
	enum vtk_type *type = types_of(t);

	for (int k = 0; k < t->n_col; k++) {
		int component[3] = { k }, vector;
		char name[64];

		if (is_listed(without, t->col[k].name) || is_in_vector(t, type, k, w->dim))
			continue;
		vector = vector_at(t, type, k, w->dim, component, name);
		if (!vector)
			snprintf(name, sizeof name, "%.50s", t->col[k].name);
		name_array(name, v, place, vector > 0);
		void *to = vtk_array(v, place, name, type[k], vector ? 3 : 1, n);
		for (int c = 0; c < (vector ? vector : 1); c++)
			fill(to, type[k], vector ? 3 : 1, c, w, t, &t->col[component[c]], n, row);
	}
	free(type);
}

void vtk_words(struct vtk *v, const struct world *w)
{
	const char **to = vtk_array(v, VTK_FIELD, "words", VTK_WORD, 1, w->names.n);

	for (int k = 0; k < w->names.n; k++)
		to[k] = w->names.word[k];
}
