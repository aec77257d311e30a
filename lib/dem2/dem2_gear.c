/* dem2_gear.c: Gear's method instead of velocity Verlet's: the step, and its columns in the world */
#include <math.h>
#include <string.h>

#include "dem2/dem2_state.h"
#include "motion/gear.h"

/* Gear evaluates forces at the prediction; a step's displacements are those between one prediction and the next. */
void dem2_gear_step(struct dem2 *s)
{
	size_t n = (size_t)s->n;

	for (int b = 0; b < s->n; b++) { /* where the last prediction was, seen from the corrected position's image */
		int nx = (int)(s->qix[b] - s->ix[b]), ny = (int)(s->qiy[b] - s->iy[b]);
		double shift[2];

		domain_shift(&s->domain, nx, ny, shift);
		s->dx[b] = s->x[b] - shift[0];
		s->dy[b] = s->y[b] - shift[1];
		s->da[b] = s->th[b];
		dem2_wrapped(s, b, nx, ny);
		s->ix[b] = s->qix[b];
		s->iy[b] = s->qiy[b];
	}
	gear_predict(s->n, s->dt, s->qx, s->vx, s->ax, s->x, s->r2[0], s->r3[0], s->r4[0]);
	gear_predict(s->n, s->dt, s->qy, s->vy, s->ay, s->y, s->r2[1], s->r3[1], s->r4[1]);
	gear_predict(s->n, s->dt, s->qa, s->om, s->al, s->th, s->r2[2], s->r3[2], s->r4[2]);
	for (int b = 0; b < s->n; b++) {
		s->dx[b] = s->x[b] - s->dx[b];
		s->dy[b] = s->y[b] - s->dy[b];
		s->da[b] = s->th[b] - s->da[b];
	}
	dem2_advance(s, 0);
	dem2_evaluate(s);
	dem2_accelerate(s, 0.5 * GEAR_VELOCITY * s->dt, GEAR_VELOCITY / s->dt, 0);
	memcpy(s->qix, s->ix, n * sizeof *s->qix);
	memcpy(s->qiy, s->iy, n * sizeof *s->qiy);
	gear_correct(s->n, s->dt, s->qx, s->vx, s->ax, s->x, s->r2[0], s->r3[0], s->r4[0]);
	gear_correct(s->n, s->dt, s->qy, s->vy, s->ay, s->y, s->r2[1], s->r3[1], s->r4[1]);
	gear_correct(s->n, s->dt, s->qa, s->om, s->al, s->th, s->r2[2], s->r3[2], s->r4[2]);
	for (int b = 0; b < s->n && s->domain.set; b++) {
		domain_wrap(&s->domain, &s->qx[b], &s->qy[b], &s->qix[b], &s->qiy[b]);
		if (s->cell.moves)
			dem2_cell_jump(s, b, (int)(s->qix[b] - s->ix[b]), (int)(s->qiy[b] - s->iy[b]));
	}
}

/* ---- columns ---- */

static const char *const gear_name[9] = {
	"gear_x", "gear_y", "gear_angle", "gear_x3", "gear_y3", "gear_angle3", "gear_x4", "gear_y4", "gear_angle4"
};

/* Gear's own columns, in the order of gear_name; the first three are the prediction that forces were found at. */
static void gear_columns(struct dem2 *s, double *c[9])
{
	double *all[9] = { s->x, s->y, s->th, s->r3[0], s->r3[1], s->r3[2], s->r4[0], s->r4[1], s->r4[2] };

	memcpy(c, all, sizeof all);
}

void dem2_gear_read(struct dem2 *s, const struct world *w, double old_dt)
{
	double *c[9], f = s->dt / old_dt, scale[9] = { 1, 1, 1, f * f * f, f * f * f, f * f * f, 0, 0, 0 };
	const double *from[9];
	size_t n = (size_t)s->n;

	memcpy(s->qx, s->x, n * sizeof *s->qx);
	memcpy(s->qy, s->y, n * sizeof *s->qy);
	memcpy(s->qa, s->th, n * sizeof *s->qa);
	memcpy(s->qix, s->ix, n * sizeof *s->qix);
	memcpy(s->qiy, s->iy, n * sizeof *s->qiy);
	scale[6] = scale[7] = scale[8] = f * f * f * f;
	for (int k = 0; k < 9; k++)
		if (!(from[k] = table_real(&w->body, gear_name[k])))
			return;
	gear_columns(s, c);
	for (int b = 0; b < s->n; b++) {
		for (int k = 0; k < 9; k++)
			c[k][b] = f == 1 || k < 3 ? from[k][s->row[b]] : from[k][s->row[b]] * scale[k];
		/* the prediction stands in the domain too, perhaps at its other end */
		double over = 0;
		for (int k = 1; k >= 0; k--) {
			double at = k ? s->qy[b] : s->qx[b] - over * s->domain.tilt, to = k ? s->y[b] : s->x[b];
			double far = rint((at - to) / (s->domain.hi[k] - s->domain.lo[k]));

			if (!s->domain.set || !s->domain.periodic[k])
				continue;
			over = k ? far : over;
			if (fabs(far) < 1e9)
				*(k ? &s->iy[b] : &s->ix[b]) += (int64_t)far;
			else
				dem2_fail(s, (struct sim_error){ .status = SIM_FAST, .a = s->id[b], .value = to });
		}
	}
}

void dem2_gear_write(struct dem2 *s, struct world *w, int full)
{
	double *columns[9];

	gear_columns(s, columns);
	for (int c = 0; c < 9; c++) {
		if (!full) {
			table_drop(&w->body, gear_name[c]);
			continue;
		}
		double *to = table_need_real(&w->body, gear_name[c], 0);
		for (int b = 0; b < s->n; b++)
			to[s->row[b]] = columns[c][b];
	}
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
	struct bodies b = world_bodies(w);
	const double at[3] = { b.x[row], b.y[row], b.angle[row] };

	for (int k = 0; k < 9; k++) {
		double *c = table_real(&w->body, gear_name[k]);

		if (c)
			c[row] = k < 3 ? at[k] : 0;
	}
}
