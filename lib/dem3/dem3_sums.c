/* dem3_sums.c: sums of bodies over their near pairs
 *
 * Every near pair has one wrench: the force on its first body is minus that on the second. A free body adds up those of its near
 * pairs in the order of the partners' ids, a group adds up those of its bodies exactly: so no sum depends on parts, threads or
 * memory. */
#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_own.h"
#include "sim/ghosts.h"

/* Sum up the wrenches on body b. The last number of both quads is of no use. large: those of later bodies are fetched into the
 * cache. */
static WIDE_INLINE void body_sum(const struct dem3 *s, int b, int large, quad *f, quad *t)
{
	static const uint64_t minus = UINT64_C(1) << 63;
	static const quad_bits sign[2] = { { minus, minus, minus, minus }, { 0 } }; /* the first body gets minus the force */
	const uint32_t *own = s->near_own + s->near_from[b], *end = s->near_own + s->near_from[b + 1];
	const double *wrench = s->wrench;
	quad fb = { 0 }, tb = { 0 };

	for (; own < end; own++) {
		const double *at = own3_wrench(wrench, *own);

		if (large) {
			const double *later = own3_wrench(wrench, own[OWN_AHEAD]);

			__builtin_prefetch(later);
			__builtin_prefetch(later + s->each - 1);
		}
		fb += (quad)(sign[*own & OWN_SECOND] ^ (quad_bits)QUAD_AT(at + FORCE));
		tb += QUAD_AT(own3_torque(at, *own));
	}
	*f = fb;
	*t = tb;
}

/* Fetch the motion of a body into the cache: it is written once the sums are there. All at once they would take longer. */
static WIDE_INLINE void ahead(const struct motion3 *m)
{
	__builtin_prefetch(m, 1);
	__builtin_prefetch((const char *)m + LINE, 1);
}

/* Sum up the n bodies from `from` on, four at a time, then one by one. */
static WIDE_INLINE void gather_some(const struct dem3 *s, int from, int n, int large, double *const f[3], double *const t[3])
{
	int b = 0;

	for (; b + QUAD <= n; b += QUAD) {
		quad fs[QUAD], ts[QUAD];
		double row[8][QUAD];

		QUAD_UNROLL
		for (int z = 0; z < QUAD; z++) {
			if (large)
				ahead(&s->motion[from + b + z]);
			body_sum(s, from + b + z, large, &fs[z], &ts[z]);
		}
		quad_turn_of(fs, row[0], QUAD);
		quad_turn_of(ts, row[4], QUAD);
		QUAD_UNROLL
		for (int k = 0; k < 3; k++) {
			*(quad *)(f[k] + b) = QUAD_AT(row[k]);
			*(quad *)(t[k] + b) = QUAD_AT(row[4 + k]);
		}
	}
	for (; b < n; b++) {
		quad fb, tb;

		body_sum(s, from + b, large, &fb, &tb);
		for (int k = 0; k < 3; k++) {
			f[k][b] = fb[k];
			t[k][b] = tb[k];
		}
	}
}

static WIDE_INLINE void gather_loop(const struct dem3 *s, int from, int n, double *const f[3], double *const t[3])
{
	gather_some(s, from, n, 0, f, t);
}

static WIDE_INLINE void gather_large_loop(const struct dem3 *s, int from, int n, double *const f[3], double *const t[3])
{
	gather_some(s, from, n, 1, f, t);
}
WIDE_LOOP(gather_large, (const struct dem3 *s, int from, int n, double *const f[3], double *const t[3]), (s, from, n, f, t))
WIDE_LOOP(gather, (const struct dem3 *s, int from, int n, double *const f[3], double *const t[3]), (s, from, n, f, t))

struct wrench3 dem3_wrench(const struct dem3 *s, int b)
{
	struct wrench3 sum = { .f = { 0, 0, 0 } };

	if (b >= s->core.n_own && b < s->n_free) {
		const double *w = ghosts_force(&s->core, b);

		return (struct wrench3){ v3_from(w), v3_from(w + 3) };
	}
	for (int k = s->near_from[b]; k < s->near_from[b + 1]; k++) {
		uint32_t own = s->near_own[k];
		const double *at = own3_wrench(s->wrench, own), *t = own3_torque(at, own);
		vec3 f = v3_from(at + FORCE);

		sum.f = own & OWN_SECOND ? v3_add(sum.f, f) : v3_sub(sum.f, f);
		sum.t = v3_add(sum.t, v3_from(t));
	}
	return sum;
}

static WIDE_INLINE void wrenches_loop(const struct dem3 *s, int n, const int *b, double *to)
{
	for (int k = 0; k < n; k++, to += 6) {
		quad f, t;

		body_sum(s, b[k], 0, &f, &t);
		QUAD_UNROLL
		for (int c = 0; c < 3; c++) {
			to[c] = f[c];
			to[3 + c] = t[c];
		}
	}
}
WIDE_LOOP(wrenches, (const struct dem3 *s, int n, const int *b, double *to), (s, n, b, to))

void dem3_wrenches(const struct dem3 *s, int n, const int *b, double *to)
{
	wrenches(s->core.wide)(s, n, b, to);
}

/* Add the wrenches of the near pairs of body b to the exact sums of a force and a torque, a block of them at a time. */
void dem3_wrench_add(const struct dem3 *s, int b, struct exact sum[6])
{
	double block[6][EXACT_BLOCK];
	int n = 0;

	for (int k = s->near_from[b]; k < s->near_from[b + 1]; k++) {
		uint32_t own = s->near_own[k];
		const double *at = own3_wrench(s->wrench, own), *torque = own3_torque(at, own);

		for (int z = 0; z < 3; z++) {
			block[z][n] = own & OWN_SECOND ? at[FORCE + z] : -at[FORCE + z];
			block[3 + z][n] = torque[z];
		}
		if (++n < EXACT_BLOCK && k + 1 < s->near_from[b + 1])
			continue;
		for (int z = 0; z < 6; z++)
			exact_add_all(s->core.wide, &sum[z], n, block[z]);
		n = 0;
	}
}

void dem3_wrench_to(struct exact sum[6], const struct wrench3 *w)
{
	for (int z = 0; z < 3; z++) {
		exact_add(&sum[z], (&w->f.x)[z]);
		exact_add(&sum[3 + z], (&w->t.x)[z]);
	}
}

struct wrench3 dem3_wrench_take(struct exact sum[6])
{
	struct wrench3 w;

	for (int z = 0; z < 3; z++) {
		(&w.f.x)[z] = exact_take(&sum[z]);
		(&w.t.x)[z] = exact_take(&sum[3 + z]);
	}
	return w;
}

void dem3_gather(struct dem3 *s, int from, int n, double *const f[3], double *const t[3])
{
	int own = s->core.n_own - from < n ? s->core.n_own - from : n;

	if (own > 0) /* forces on groups are in dem3_groups_gather */
		(s->large ? gather_large : gather)(s->core.wide)(s, from, own, f, t);
	for (int k = own > 0 ? own : 0; k < n && from + k < s->n_free; k++) {
		const double *w = ghosts_force(&s->core, from + k);

		for (int c = 0; c < 3; c++) {
			f[c][k] = w[c];
			t[c][k] = w[3 + c];
		}
	}
}
