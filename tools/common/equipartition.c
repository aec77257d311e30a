/* equipartition.c: mean kinetic energies by category */
#include "common/equipartition.h"

#include <stdio.h>

void equipartition_take(struct equipartition *s, enum category by, const struct world *w, const struct counted_bodies *bodies)
{
	static const char *const axis[] = { "kin_x", "kin_y", "kin_z" };
	const int64_t *shape = table_int(&w->body, "shape");
	const int32_t *tag = table_word(&w->body, "tag");
	const double *along[3] = { NULL }, *rotation = table_real(&w->body, "kin_rot");

	for (int k = 0; k < w->dim; k++)
		along[k] = table_real(&w->body, axis[k]);
	for (int i = 0; i < w->body.n_row; i++) {
		char name[24] = "all";
		double kin[3] = { 0 };

		if (!bodies->keep[i])
			continue;
		for (int k = 0; k < w->dim; k++)
			kin[k] = along[k][i];
		if (by == CATEGORY_SHAPE)
			snprintf(name, sizeof name, "%lld", (long long)shape[i]);
		equipartition_add(s, by == CATEGORY_TAG ? w->names.word[tag[i]] : name, kin, rotation[i], bodies->translation[i]);
	}
	equipartition_frame(s);
}

static const char *name_of(enum category by)
{
	return by == CATEGORY_SHAPE ? "shape" : by == CATEGORY_TAG ? "tag" : "";
}

void equipartition_columns(enum category by, int dim, struct tab_out *o)
{
	static const char *const energy[] = {
		"kin_x", "kin_x_error", "kin_y", "kin_y_error", "kin_z", "kin_z_error", "kin_rot", "kin_rot_error"
	};

	tab_column(o, by == CATEGORY_ALL ? "group" : name_of(by), "");
	tab_column(o, "bodies", "");
	tab_column(o, "frames", "");
	for (size_t k = 0; k < sizeof energy / sizeof *energy; k++)
		if (dim == 3 || k < 4 || k > 5)
			tab_column(o, energy[k], "M*L^2/T^2");
	tab_column(o, "ratio", "");
	tab_column(o, "ratio_error", "");
	tab_column(o, "effective", "");
}

void equipartition_write(const struct equipartition *s, enum category by, int dim, struct tab_out *o)
{
	for (int k = 0; k < s->n; k++) {
		const struct energy_class *category = &s->of[k];
		struct estimate x = blocks_mean(&category->lin), y = blocks_mean_second(&category->lin), z = blocks_mean(&category->up);
		struct estimate rot = blocks_mean_second(&category->rot), ratio = blocks_ratio(&category->rot);
		char text[32], error[32];

		tab_word(o, category->name);
		tab_real(o, (double)category->bodies / (double)rot.n);
		tab_int(o, rot.n);
		tab_reals(o, (const double[]){ x.mean, x.error, y.mean, y.error }, 4);
		if (dim == 3)
			tab_reals(o, (const double[]){ z.mean, z.error }, 2);
		tab_reals(o, (const double[]){ rot.mean, rot.error, ratio.mean, ratio.error, ratio.effective }, 5);
		tool_note("%s%s%s: rotation / translation %s, error %s", name_of(by), by == CATEGORY_ALL ? "" : " ", category->name,
			sample_number(text, "%.5g", ratio.mean), sample_number(error, "%.2g", ratio.error));
	}
}
