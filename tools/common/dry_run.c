/* dry_run.c: the table that --dry-run prints */
#include "common/dry_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void row(const char *what, const char *value, const char *unit)
{
	printf("%-28s  %s%s%s\n", what, value, *unit ? " " : "", unit);
}

static void row_real(const char *what, const char *format, double x, const char *unit)
{
	char text[64] = "?";

	if (isfinite(x))
		snprintf(text, sizeof text, format, x);
	row(what, text, unit);
}

/* A row of a quantity whose unit is a product of L, M and T. */
static void row_quantity(const struct dry_run *d, const char *what, double x, const char *product)
{
	char *unit = units_text(d->units, product);

	row_real(what, "%g", x, unit);
	free(unit);
}

void dry_run_print(const struct dry_run *d)
{
	const struct sim_report *is = d->is;
	const char *value = strchr(d->method, '=');
	char name[32];

	printf("# what  value unit\n");
	row_real("bodies", "%.0f", is->bodies, "");
	row_real("moving bodies", "%.0f", is->moving, "");
	row_real("contacts", "%.0f", (double)is->contacts, "");
	row_real("pairs in the neighbour list", "%.0f", (double)is->pairs, "");
	row_quantity(d, "skin", is->skin, "L");
	snprintf(name, sizeof name, "%.*s", (int)(value - d->method), d->method);
	row(name, value + 1, "");
	row_quantity(d, "time step", d->dt, "T");
	row_quantity(d, "automatic time step", is->dt_auto, "T");
	if (is->contact_time > 0) {
		row_quantity(d, "shortest contact", is->contact_time, "T");
		row_real("steps per contact", "%.3g", is->contact_time / d->dt, "");
		row_quantity(d, "largest overlap expected", is->overlap > 0 ? is->overlap : NAN, "L");
		row_real("overlap by radius", "%.3g", is->overlap > 0 ? 100 * is->relative : NAN, "%");
	}
	if (is->rayleigh > 0)
		row_quantity(d, "Rayleigh time", is->rayleigh, "T");
	row_real("steps", "%.0f", d->steps, "");
	row_real("time per step here", "%.3g", d->per_step, "s");
	row_real("time of the run here", "%.3g", d->steps > 0 ? d->per_step * d->steps : d->steps, "s");
	row_real("memory", "%.1f", d->memory / 1e6, "MB");
	row_real("frames", "%.0f", d->frames, "");
	row_real("output", "%.1f", d->output / 1e6, "MB");
}
