/* sample_table.c: the tables of a sample: its histogram, or the tests of its fits */
#include "common/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "units.h"

/* ---- columns ---- */

/* The column "name", or "name_value" if there are several values. */
static void column_of_value(const struct sample *s, struct tab_out *o, const char *name, int k, const char *unit)
{
	char *text = mem_new(strlen(name) + strlen(s->values.item[k].text) + 2, 1);

	stpcpy(text, name);
	if (s->values.n > 1)
		stpcpy(stpcpy(text + strlen(name), "_"), s->values.item[k].text);
	tab_column(o, text, unit);
	free(text);
}

static const char *unit_of(const struct sample *s, const struct tab *read, int k)
{
	int c = read ? tab_find(read, s->values.item[k].text) : -1;

	return !read ? units_of_column(s->values.item[k].text, s->dim) : c >= 0 ? read->col[c].unit : "";
}

static void histogram_columns(const struct sample *s, const struct tab *read, struct tab_out *o)
{
	static const char *const taken[] = { "lo", "hi", "count", "density", "error", "fit" };
	const char *unit = unit_of(s, read, 0), *first = s->values.item[0].text;

	for (int k = 1; k < s->values.n; k++)
		if (strcmp(unit_of(s, read, k), unit))
			unit = "";
	for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
		if (!strcmp(taken[k], first))
			first = "value";
	tab_column(o, s->values.n == 1 ? first : "value", unit);
	tab_column(o, "lo", unit);
	tab_column(o, "hi", unit);
	for (int k = 0; k < s->values.n; k++) {
		char *inverse = units_inverse(unit);

		column_of_value(s, o, "count", k, "");
		column_of_value(s, o, "density", k, inverse);
		column_of_value(s, o, "error", k, inverse);
		if (s->fit)
			column_of_value(s, o, "fit", k, inverse);
		free(inverse);
	}
}

void sample_columns(const struct sample *s, int tests, const struct tab *read, struct tab_out *o)
{
	static const char *const columns[] = {
		"column", "", "n", "", "independent", "", "mean", "", "spread", "", "temperature", "M*L^2/T^2",
		"temperature_error", "M*L^2/T^2", "ks", "", "ks_p", "", "chi2", "", "dof", "", "chi2_p", "", NULL
	};

	if (tests)
		tab_columns(o, columns);
	else
		histogram_columns(s, read, o);
}

/* ---- rows ---- */

const char *sample_number(char text[32], const char *format, double x)
{
	if (isfinite(x))
		snprintf(text, 32, format, x);
	else
		strcpy(text, "?");
	return text;
}

/* Fit value k. A note has the result unless a table has it. */
static struct fit_result fit_of(struct sample *s, int k, int tests)
{
	struct fit_result r = fit_finish(&s->fit[k], sample_independent(s, k), s->hist.bins ? s->hist.bins : 50);
	int maxwell = s->model == MODEL_MAXWELL;

	if (tests || s->blocks)
		return r;
	char a[32], b[32], ks[32], ks_p[32], chi2[32], chi2_p[32];
	tool_note("%s: %s %s, %s %s; KS %s, p %s; chi^2 %s for %d degrees of freedom, p %s", s->values.item[k].text,
		maxwell ? "temperature" : "mean", sample_number(a, "%.6g", maxwell ? r.temperature : r.mean),
		maxwell ? "error" : "spread", sample_number(b, "%.4g", maxwell ? r.temperature_error : r.spread),
		sample_number(ks, "%.4g", r.ks), sample_number(ks_p, "%.3g", r.ks_p), sample_number(chi2, "%.4g", r.chi2), r.chi2_dof,
		sample_number(chi2_p, "%.3g", r.chi2_p));
	return r;
}

static void tests_rows(struct sample *s, struct tab_out *o)
{
	for (int k = 0; k < s->values.n; k++) {
		struct fit_result r = fit_of(s, k, 1);

		tab_word(o, s->values.item[k].text);
		tab_int(o, r.n);
		tab_reals(o, (const double[]){ r.independent, r.mean, r.spread, r.temperature, r.temperature_error, r.ks, r.ks_p, r.chi2 }, 8);
		if (isnan(r.chi2))
			tab_missing(o);
		else
			tab_int(o, r.chi2_dof);
		tab_real(o, r.chi2_p);
	}
}

/* A fraction p of n independent values has the standard error sqrt(p (1 - p) / n). */
static void histogram_rows(struct sample *s, struct tab_out *o)
{
	const struct histogram *h = &s->hist;
	struct fit_result *r = mem_new((size_t)s->values.n, sizeof *r);

	for (int k = 0; s->fit && k < s->values.n; k++)
		r[k] = fit_of(s, k, 0);
	for (int b = 0; b < h->n; b++) {
		double lo = histogram_edge(h, b), hi = histogram_edge(h, b + 1), width = hi - lo;

		tab_real(o, h->log ? sqrt(lo) * sqrt(hi) : lo + width / 2);
		tab_real(o, lo);
		tab_real(o, hi);
		for (int k = 0; k < s->values.n; k++) {
			int64_t count = h->count[(size_t)b * (size_t)s->values.n + (size_t)k];
			double p = (double)count / (double)h->total[k];

			tab_int(o, count);
			tab_real(o, p / width);
			tab_real(o, sqrt(p * (1 - p) / sample_independent(s, k)) / width);
			if (s->fit)
				tab_real(o, (fit_cdf(&s->fit[k], &r[k], hi) - fit_cdf(&s->fit[k], &r[k], lo)) / width);
		}
	}
	free(r);
}

void sample_write(struct sample *s, int tests, struct tab_out *o)
{
	int64_t outside = 0, total = 0;

	if (histogram_finish(&s->hist))
		tool_fail(EXIT_NUMERICS, "the values need more than %d bins; see --range and --width", HISTOGRAM_MOST);
	if (tests)
		tests_rows(s, o);
	else
		histogram_rows(s, o);
	for (int k = 0; k < s->values.n; k++) {
		outside += s->hist.outside[k];
		total += s->hist.total[k];
	}
	if (outside && !s->blocks)
		tool_note("%lld of %lld values are in no bin", (long long)outside, (long long)total);
	histogram_clear(&s->hist);
	for (int k = 0; s->fit && k < s->values.n; k++)
		fit_clear(&s->fit[k]);
}
