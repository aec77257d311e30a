/* sieve_table.c: sieve curves and percentiles of bodies */
#include "common/sieve_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "shape/opening.h"

enum { SERIES = 20 };

void sieve_table_options(struct sieve_table *s, const char *what, const char *openings)
{
	char *list = mem_string(openings ? openings : ""), *next = list, *text;

	s->percentiles = !strcmp(what, "percentiles");
	if (!s->percentiles && strcmp(what, "curve"))
		opt_fail("sieve", "%s, expected curve or percentiles", what);
	if (s->percentiles && openings)
		opt_fail("openings", "are for --sieve curve; percentiles need none");
	while (openings && (text = strsep(&next, ","))) {
		MEM_RESIZE(s->opening, (size_t)s->n + 1);
		if (number_parse(text, &s->opening[s->n]) || !(s->opening[s->n] > 0))
			opt_fail("openings", "'%s', expected lengths above 0", text);
		if (s->n && s->opening[s->n] <= s->opening[s->n - 1])
			opt_fail("openings", "%s after %g, expected ascending openings", text, s->opening[s->n - 1]);
		s->n++;
	}
	free(list);
}

void sieve_table_columns(const struct sieve_table *s, struct tab_out *o)
{
	if (s->percentiles)
		tab_columns(o, (const char *const[]){ "d10", "L", "d30", "L", "d50", "L", "d60", "L", "d90", "L", "Cu", "", "Cc", "",
			"grains", "", "mass", "M", NULL });
	else
		tab_columns(o, (const char *const[]){ "opening", "L", "passing", "", "retained", "", NULL });
}

void sieve_table_take(struct sieve_table *s, struct world *w, const struct counted_bodies *bodies)
{
	const int64_t *shape = table_int(&w->body, "shape");
	const double *size = table_real(&w->body, "size"), *mass = table_real(&w->body, "mass");

	if (s->n_shape < w->n_shape) {
		MEM_RESIZE(s->passes, (size_t)w->n_shape);
		for (; s->n_shape < w->n_shape; s->n_shape++)
			s->passes[s->n_shape].line = -1;
	}
	for (int i = 0; i < w->body.n_row; i++) {
		const struct shape *a = bodies->keep[i] ? world_shape(w, shape[i]) : NULL;
		struct passes *p = a ? &s->passes[a - w->shape] : NULL;

		if (!bodies->keep[i])
			continue;
		if (a && p->line != a->line) /* a stream may define a shape anew */
			*p = (struct passes){ a->line, shape_opening(a) };
		if (a && p->opening * size[i] > 0 && mass[i] > 0)
			sieve_add(&s->sieve, p->opening * size[i], mass[i]);
		else
			s->left_out++;
	}
}

static void curve_write(struct sieve_table *s, struct tab_out *o)
{
	double series[SERIES], last = sieve_opening(&s->sieve, 1), first = sieve_opening(&s->sieve, 1e-300);
	const double *opening = s->n ? s->opening : series;
	int n = s->n ? s->n : last > first * (1 + 1e-9) ? SERIES : 1;

	if (!s->n)
		sieve_series(&s->sieve, n, series);
	for (int k = 0; k < n; k++) {
		double passing = sieve_passing(&s->sieve, opening[k]);
		tab_real(o, opening[k]);
		tab_real(o, passing);
		tab_real(o, (k + 1 < n ? sieve_passing(&s->sieve, opening[k + 1]) : 1) - passing);
	}
}

void sieve_table_write(struct sieve_table *s, struct tab_out *o)
{
	static const double percent[] = { 10, 30, 50, 60, 90 };
	double d[5];

	if (!s->percentiles)
		curve_write(s, o);
	for (int k = 0; s->percentiles && k < 5; k++)
		tab_real(o, d[k] = sieve_opening(&s->sieve, percent[k] / 100));
	if (s->percentiles) {
		tab_real(o, d[3] / d[0]);
		tab_real(o, d[1] * d[1] / (d[3] * d[0]));
		tab_int(o, s->sieve.n);
		tab_real(o, s->sieve.mass);
	}
	sieve_free(&s->sieve);
}

void sieve_table_free(struct sieve_table *s)
{
	sieve_free(&s->sieve);
	free(s->opening);
	free(s->passes);
	*s = (struct sieve_table){ 0 };
}
