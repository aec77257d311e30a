/* dem3_sums.c: sums of bodies over their near pairs
 *
 * Every near pair has a wrench on each of its bodies. The wrenches are stored body by body, in the order of the partners' ids:
 * so no sum depends on parts, threads or memory. */
#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_state.h"

/* The numbers of wrench k. */
static inline const double *wrench_at(const struct dem3 *s, int k)
{
	return s->wrench + (size_t)k * (size_t)s->wrench_step;
}

/* Sum up the wrenches on body b, which begin at *p, in the order of the partners' ids; *p moves on to those of the next body. */
static WIDE_INLINE void body_sum(const struct dem3 *s, int b, const double **p, quad *f, quad *t)
{
	const double *end = wrench_at(s, s->wrench_from[b + 1]), *at = *p;
	quad fb = { 0 }, tb = { 0 };

	for (; at < end; at += s->wrench_step) {
		fb += QUAD_AT(at);
		tb += QUAD_AT(at + 3);
	}
	*f = fb;
	*t = tb;
	*p = at;
}

/* Sum up the bodies from .. to-1, four at a time, then one by one. */
static WIDE_INLINE void gather_loop(struct dem3 *s, int from, int to)
{
	const double *wrench = wrench_at(s, s->wrench_from[from]);
	double *f[3] = { s->core.f[0], s->core.f[1], s->core.f[2] }, *t[3] = { s->tq[0], s->tq[1], s->tq[2] };
	int b = from;

	for (; b + QUAD <= to; b += QUAD) {
		quad fs[QUAD], ts[QUAD];
		double row[8][QUAD];

		QUAD_UNROLL
		for (int z = 0; z < QUAD; z++)
			body_sum(s, b + z, &wrench, &fs[z], &ts[z]);
		quad_turn_of(fs, row[0], QUAD);
		quad_turn_of(ts, row[4], QUAD);
		QUAD_UNROLL
		for (int k = 0; k < 3; k++) {
			*(quad *)(f[k] + b) = QUAD_AT(row[k]);
			*(quad *)(t[k] + b) = QUAD_AT(row[4 + k]);
		}
	}
	for (; b < to; b++) {
		quad fb, tb;

		body_sum(s, b, &wrench, &fb, &tb);
		for (int k = 0; k < 3; k++) {
			f[k][b] = fb[k];
			t[k][b] = tb[k];
		}
	}
}
WIDE_LOOP(gather, (struct dem3 *s, int from, int to), (s, from, to))

struct wrench3 dem3_wrench(const struct dem3 *s, int b)
{
	struct wrench3 sum = { .f = { 0, 0, 0 } };

	for (int k = s->wrench_from[b]; k < s->wrench_from[b + 1]; k++) {
		const double *wrench = wrench_at(s, k);

		sum.f = v3_add(sum.f, v3(wrench[0], wrench[1], wrench[2]));
		sum.t = v3_add(sum.t, v3(wrench[3], wrench[4], wrench[5]));
	}
	return sum;
}

/* Add the body's half of the heat of its near pairs, in the same order, and clear it. */
static void gather_heat(struct dem3 *s, int b)
{
	double heat = 0;

	for (int k = s->wrench_from[b]; k < s->wrench_from[b + 1]; k++) {
		heat += 0.5 * s->wrench_heat[k];
		s->wrench_heat[k] = 0;
	}
	s->core.heat[b] += heat;
}

void dem3_gather(struct dem3 *s, int from, int to)
{
	if (s->plain)
		return;
	gather(s->core.wide)(s, from, to);
	for (int b = from; b < to && s->core.heat; b++)
		gather_heat(s, b);
}
