/* stress_columns.c: the columns of scree-stress --per-grain */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "common/stress.h"
#include "common/tool.h"
#include "measure/stress2.h"
#include "measure/stress3.h"
#include "measure/stress_grains.h"
#include "number.h"
#include "shape/weigh.h"

enum { MOST = 9 };

/* Replace a column by numbers value[n][MOST] at k; what is not finite becomes -. */
static void column_put(struct table *t, const char *name, const double (*value)[MOST], int k)
{
	char text[NUMBER_MAX];

	table_drop(t, name);
	int c = table_add(t, name, COL_TEXT);
	for (int i = 0; i < t->n_row; i++) {
		int known = isfinite(value[i][k]);
		size_t at = table_text(t, known ? text : "-", known ? (size_t)(number_put(text, value[i][k]) - text) : 1);

		t->col[c].text[i] = at;
	}
}

/* The values of a grain in the order of the names below. The shear stresses are those of the symmetric part. */
static void values_of(const struct grain_stress *g, int dim, double value[MOST])
{
	const double (*s)[3] = g->stress.m;
	int n = 0;

	for (int k = 0; k < dim; k++)
		value[n++] = s[k][k];
	for (int a = 0; a < dim; a++)
		for (int b = a + 1; b < dim; b++)
			value[n++] = 0.5 * (s[a][b] + s[b][a]);
	value[n++] = dim == 3 ? (s[0][0] + s[1][1] + s[2][2]) / 3 : 0.5 * (s[0][0] + s[1][1]);
	value[n++] = isnan(g->volume) ? NAN : g->partners;
	value[n++] = g->volume;
}

void stress_columns_add(struct touches *t, struct world *w, const char *chosen, const char *sharing, double room, int kinetic)
{
	static const char *const plane[] = { "s_xx", "s_yy", "s_xy", "pressure", "coordination", "virial_area", NULL };
	static const char *const space[] = { "s_xx", "s_yy", "s_zz", "s_xy", "s_xz", "s_yz", "pressure", "coordination", "virial_volume",
		NULL };
	const char *const *name = w->dim == 3 ? space : plane;
	size_t n = (size_t)w->body.n_row;
	double *volume = MEM_NEW(double, n), *mass = MEM_NEW(double, n), (*value)[MOST] = mem_new(n, sizeof *value), solid = 0;
	struct grain_stress *of = MEM_NEW(struct grain_stress, n);
	vec3 *v = kinetic ? MEM_NEW(vec3, n) : NULL;

	if (w->dim == 3)
		bodies_mass3(w, volume, mass, NULL);
	else
		bodies_mass2(w, volume, mass, NULL);
	if (v && w->dim == 3)
		stress3_velocities(w, v);
	else if (v)
		stress2_velocities(w, v);
	for (size_t i = 0; i < n; i++)
		solid += sharing[i] && !t->held[i] ? volume[i] : 0;
	if (!(room > 0 && solid > 0))
		tool_note("frame %lld (t=%.9g): no grain has a stress, since %s is not known%s", (long long)w->step, w->t,
		          room > 0 ? "the area or volume of all grains" : "the space that the grains share",
		          room > 0 ? "; scree-mass finds the shape at fault" : w->dim == 3 ? "; give --volume" : "; give --area");
	touches_pairs(t, w);
	stress_of_grains(t, chosen, room > 0 && solid > 0 ? room / solid : NAN, volume, mass, v, of);
	for (size_t i = 0; i < n; i++)
		values_of(&of[i], w->dim, value[i]);
	for (int k = 0; name[k]; k++)
		column_put(&w->body, name[k], (const double (*)[MOST])value, k);
	free(volume);
	free(mass);
	free(value);
	free(of);
	free(v);
}
