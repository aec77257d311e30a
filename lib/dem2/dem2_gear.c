/* dem2_gear.c: Gear's method in place of velocity Verlet: prediction, correction, and its columns in the world */
#include <math.h>
#include <string.h>

#include "dem2/dem2_state.h"
#include "motion/gear.h"

/* Forces are evaluated at the prediction. The displacement of a step is that from one prediction to the next. */
void dem2_gear_predict(struct dem2 *s)
{
	struct soft *c = &s->core;

	for (int b = 0; b < c->n; b++) { /* the last prediction, in the image of the corrected place */
		int nx = (int)(s->q_image[0][b] - c->image[0][b]), ny = (int)(s->q_image[1][b] - c->image[1][b]);
		double shift[2];

		domain_shift(&c->domain, nx, ny, shift);
		s->d[0][b] = c->x[0][b] - shift[0];
		s->d[1][b] = c->x[1][b] - shift[1];
		s->d[2][b] = c->x[2][b];
		dem2_wrapped(s, b, nx, ny);
		for (int k = 0; k < 2; k++)
			c->image[k][b] = s->q_image[k][b];
	}
	for (int k = 0; k < 3; k++) {
		gear_predict(c->n, c->clock.dt, s->q[k], c->v[k], c->a[k], c->x[k], s->r2[k], s->r3[k], s->r4[k]);
		for (int b = 0; b < c->n; b++)
			s->d[k][b] = c->x[k][b] - s->d[k][b];
	}
	dem2_find_strays(s);
}

void dem2_gear_correct(struct dem2 *s)
{
	struct soft *c = &s->core;

	for (int k = 0; k < 2; k++)
		memcpy(s->q_image[k], c->image[k], (size_t)c->n * sizeof *s->q_image[k]);
	for (int k = 0; k < 3; k++)
		gear_correct(c->n, c->clock.dt, s->q[k], c->v[k], c->a[k], c->x[k], s->r2[k], s->r3[k], s->r4[k]);
	for (int b = 0; b < c->n && c->domain.set; b++) {
		domain_wrap2(&c->domain, &s->q[0][b], &s->q[1][b], &s->q_image[0][b], &s->q_image[1][b]);
		if (s->core.cell.moves)
			cell_jump(c, b, (const int[3]){ (int)(s->q_image[0][b] - c->image[0][b]), (int)(s->q_image[1][b] - c->image[1][b]), 0 });
	}
}

/* ---- columns ---- */

static const char *const gear_name[9] = {
	"gear_x", "gear_y", "gear_angle", "gear_x3", "gear_y3", "gear_angle3", "gear_x4", "gear_y4", "gear_angle4"
};

/* The columns in the order of gear_name. The first three are the prediction at which forces were evaluated. */
static void gear_columns(struct dem2 *s, double *c[9])
{
	double *all[9] = { s->core.x[0], s->core.x[1], s->core.x[2], s->r3[0], s->r3[1], s->r3[2], s->r4[0], s->r4[1], s->r4[2] };

	memcpy(c, all, sizeof all);
}

void dem2_gear_read(struct dem2 *s, const struct world *w, double old_dt)
{
	double *c[9], f = s->core.clock.dt / old_dt, scale[9] = { 1, 1, 1, f * f * f, f * f * f, f * f * f, 0, 0, 0 };
	const double *from[9];
	size_t n = (size_t)s->core.n;

	for (int k = 0; k < 3; k++)
		memcpy(s->q[k], s->core.x[k], n * sizeof *s->q[k]);
	for (int k = 0; k < 2; k++)
		memcpy(s->q_image[k], s->core.image[k], n * sizeof *s->q_image[k]);
	scale[6] = scale[7] = scale[8] = f * f * f * f;
	for (int k = 0; k < 9; k++)
		if (!(from[k] = table_real(&w->body, gear_name[k])))
			return;
	gear_columns(s, c);
	for (int b = 0; b < s->core.n; b++) {
		for (int k = 0; k < 9; k++)
			c[k][b] = f == 1 || k < 3 ? from[k][s->core.row[b]] : from[k][s->core.row[b]] * scale[k];
		/* the prediction is in the domain too, perhaps across a periodic edge */
		double over = 0;
		for (int k = 1; k >= 0; k--) {
			double at = k ? s->q[1][b] : s->q[0][b] - over * s->core.domain.tilt[0], to = s->core.x[k][b];
			double far = rint((at - to) / (s->core.domain.hi[k] - s->core.domain.lo[k]));

			if (!s->core.domain.set || !s->core.domain.periodic[k])
				continue;
			over = k ? far : over;
			if (fabs(far) < 1e9)
				s->core.image[k][b] += (int64_t)far;
			else
				soft_fail(&s->core, (struct sim_error){ .status = SIM_FAST, .a = s->core.id[b], .value = to });
		}
	}
}

void dem2_gear_write(struct dem2 *s, struct world *w, int full)
{
	double *columns[9];

	gear_columns(s, columns);
	soft_export(&s->core, w, full, 9, gear_name, columns);
}

int dem2_gear_is_there(const struct world *w)
{
	int all = 1;

	for (int k = 0; k < 9; k++)
		all &= table_real(&w->body, gear_name[k]) != NULL;
	return all;
}

void dem2_gear_rest(struct world *w, int row)
{
	struct bodies2 b = world_bodies2(w);
	const double at[3] = { b.x[row], b.y[row], b.angle[row] };

	for (int k = 0; k < 9; k++) {
		double *c = table_real(&w->body, gear_name[k]);

		if (c)
			c[row] = k < 3 ? at[k] : 0;
	}
}
