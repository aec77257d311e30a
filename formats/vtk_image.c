/* vtk_image.c: write the rows of a table on a regular grid as image data for ParaView */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "trade_parts.h"
#include "vtk_columns.h"
#include "vtk_parts.h"

/* Coordinates may differ from those of the grid by this part of its spacing. */
static const double slack = 1e-4;
/* There may be at most this number of grid points for each row: otherwise the rows are not on a grid. */
enum { SPARSE = 8 };

static const char *const axis_name[] = { "x", "y", "z" };

/* The grid points along an axis. */
struct axis {
	int col, n;           /* column, or -1: the grid has one layer; number of points */
	double from, step;    /* first point; distance of points [L] */
};

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Find the grid points along an axis: their distance is the smallest one between two coordinates. */
static enum trade_status find_axis(struct axis *a, const struct table *t, int k, char **error)
{
	*a = (struct axis){ .col = table_find(t, axis_name[k]), .n = 1, .step = 1 };
	if (a->col < 0)
		return TRADE_GOOD;
	if (t->col[a->col].kind != COL_REAL)
		return trade_bad(error, "column %s has words, expected coordinates of grid points", axis_name[k]);
	double *x = mem_copy(t->col[a->col].real, (size_t)t->n_row, sizeof *x), step = INFINITY, wrong = NAN;
	for (int i = 0; i < t->n_row; i++)
		if (!isfinite(x[i])) {
			free(x);
			return trade_bad(error, "column %s: row %d has no coordinate, expected the coordinates of a grid point", axis_name[k], i + 1);
		}
	qsort(x, (size_t)t->n_row, sizeof *x, ascending);
	const double span = x[t->n_row - 1] - x[0];
	for (int i = 1; i < t->n_row; i++)
		if (x[i] - x[i - 1] > 1e-9 * span)
			step = fmin(step, x[i] - x[i - 1]);
	a->from = x[0];
	if (isfinite(step)) {
		a->n = (int)round(span / step) + 1; /* at most 1e9 + 1 */
		a->step = span / (a->n - 1);
	}
	for (int i = 0; i < t->n_row && isnan(wrong); i++) {
		double at = (x[i] - a->from) / a->step;

		if (fabs(at - round(at)) > slack)
			wrong = x[i];
	}
	free(x);
	if (isnan(wrong))
		return TRADE_GOOD;
	return trade_bad(error, "column %s: %.12g is not on a regular grid from %.12g in steps of %.12g, expected equal steps",
	                 axis_name[k], wrong, a->from, a->step);
}

/* The row of each grid point, or -1. */
static enum trade_status find_rows(int **row, const struct axis axis[3], const struct table *t, char **error)
{
	const double points = (double)axis[0].n * axis[1].n * axis[2].n;

	*row = NULL;
	if (points > (double)SPARSE * t->n_row)
		return trade_bad(error, "%d rows are on a grid of %d x %d x %d points, expected a row for most of them", t->n_row, axis[0].n,
		                 axis[1].n, axis[2].n);
	if (points > INT32_MAX)
		return trade_bad(error, "the grid has %.0f points, expected %d at most", points, INT32_MAX);
	*row = MEM_NEW(int, (size_t)points);
	memset(*row, 0xff, (size_t)points * sizeof **row);
	for (int i = 0; i < t->n_row; i++) {
		int64_t at[3] = { 0, 0, 0 };

		for (int k = 0; k < 3; k++)
			if (axis[k].col >= 0)
				at[k] = (int64_t)round((t->col[axis[k].col].real[i] - axis[k].from) / axis[k].step);
		int *to = &(*row)[at[0] + axis[0].n * (at[1] + axis[1].n * at[2])];
		if (*to >= 0)
			return trade_bad(error, "rows %d and %d have the same coordinates, expected one row for each grid point", *to + 1, i + 1);
		*to = i;
	}
	return TRADE_GOOD;
}

/* Put the rows of t into the order of the grid; numbers and words of grid points without a row are missing. */
static void sort_rows(struct table *to, const struct table *t, const int *row, int n)
{
	table_resize(to, n);
	for (int c = 0; c < t->n_col; c++) {
		const struct col *from = &t->col[c];
		int k = table_add(to, from->name, from->kind);

		for (int i = 0; i < n; i++) {
			if (from->kind == COL_REAL) {
				to->col[k].real[i] = row[i] < 0 ? NAN : from->real[row[i]];
				continue;
			}
			const char *word = row[i] < 0 ? "-" : t->pool + from->text[row[i]];
			size_t at = table_text(to, word, strlen(word));
			to->col[k].text[i] = at;
		}
	}
}

static enum trade_status write_image(struct trade_text *out, const struct trade_scene *s, int as_text, char **error)
{
	const struct table *t = &s->w->body;
	struct table sorted = { .n_row = 0 };
	struct vtk v = { .n_point = 0 };
	struct axis axis[3];
	int *row = NULL;
	enum trade_status status = TRADE_GOOD;

	if (!t->n_row)
		return trade_bad(error, "found no row, expected a row for each point of a grid");
	for (int k = 0; k < 3 && status == TRADE_GOOD; k++)
		status = find_axis(&axis[k], t, k, error);
	if (status == TRADE_GOOD)
		status = find_rows(&row, axis, t, error);
	if (status == TRADE_GOOD) {
		for (int k = 0; k < 3; k++) {
			v.n_grid[k] = axis[k].n;
			v.origin[k] = axis[k].from;
			v.spacing[k] = axis[k].step;
		}
		const int n = axis[0].n * axis[1].n * axis[2].n;
		sort_rows(&sorted, t, row, n);
		for (int i = 0; i < n; i++)
			row[i] = i;
		vtk_columns(&v, VTK_POINTS, s->w, &sorted, "x y z", n, row);
		vtk_words(&v, s->w);
		if (isfinite(s->w->t))
			vtk_time(&v, s->w->t);
		vtk_write(out, &v, as_text);
	}
	vtk_free(&v);
	table_free(&sorted);
	free(row);
	return status;
}

enum trade_status vti_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_image(&out[0], s, 0, error);
}

enum trade_status vti_text_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_image(&out[0], s, 1, error);
}

/* A frame of a series: the image, and its line in the index. */
static enum trade_status write_series(struct trade_text out[TRADE_FILES], const struct trade_scene *s, int as_text, char **error)
{
	enum trade_status status = write_image(&out[1], s, as_text, error);

	if (status == TRADE_GOOD)
		vtk_index(&out[0], s);
	return status;
}

enum trade_status vti_series_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_series(out, s, 0, error);
}

enum trade_status vti_text_series_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_series(out, s, 1, error);
}
