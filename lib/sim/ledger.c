/* ledger.c: the energy ledger */
#include "sim/ledger.h"

#include <math.h>
#include <stddef.h>

#include "base/ranks.h"

/* The keys of the ledger in the stream, in order. */
static const struct { const char *key; size_t at; } energy_key[] = {
	{ "kin_lin", offsetof(struct energies, kin_lin) }, { "kin_rot", offsetof(struct energies, kin_rot) },
	{ "el_n", offsetof(struct energies, el_n) }, { "el_t", offsetof(struct energies, el_t) },
	{ "grav", offsetof(struct energies, grav) }, { "kin_half", offsetof(struct energies, kin_half) },
}, start_key[] = {
	{ "start_kin_lin", offsetof(struct energies, kin_lin) }, { "start_kin_rot", offsetof(struct energies, kin_rot) },
	{ "start_el_n", offsetof(struct energies, el_n) }, { "start_el_t", offsetof(struct energies, el_t) },
	{ "start_grav", offsetof(struct energies, grav) }, { "start_kin_half", offsetof(struct energies, kin_half) },
}, sum_key[] = {
	{ "work", offsetof(struct ledger, work) }, { "fric", offsetof(struct ledger, sum[LED_FRIC]) },
	{ "visc", offsetof(struct ledger, sum[LED_VISC]) }, { "other", offsetof(struct ledger, other) },
	{ "in", offsetof(struct ledger, in) }, { "out", offsetof(struct ledger, out) },
	{ "visc_power", offsetof(struct ledger, sum[LED_POWER]) }, { "work_n", offsetof(struct ledger, sum[LED_NORMAL]) },
	{ "work_t", offsetof(struct ledger, sum[LED_TANGENT]) }, { "spin", offsetof(struct ledger, sum[LED_SPIN]) },
	{ "broken", offsetof(struct ledger, sum[LED_BROKEN]) },
};
enum { N_ENERGY = 6, N_HELD = 5, N_SUM = 11, N_SUM_MAIN = 6, AT_SPIN = 9, AT_BROKEN = 10 };

static double *field(void *base, size_t at)
{
	return (double *)((char *)base + at);
}

void energies_add(struct energy_sums *to, const struct energies *e)
{
	for (int k = 0; k < N_ENERGY; k++)
		exact_add(&to->of[k], *field((void *)e, energy_key[k].at));
}

struct energies energies_take(struct energy_sums *s)
{
	struct energies e;

	ranks_sum_exact(N_ENERGY, s->of);
	for (int k = 0; k < N_ENERGY; k++)
		*field(&e, energy_key[k].at) = exact_take(&s->of[k]);
	return e;
}

int ledger_known(const struct params *p)
{
	return params_find(p, "start_kin_half") != NULL;
}

void ledger_begin(struct ledger *l, const struct params *p, const struct energies *now, double t, int take)
{
	double gain = 0;

	if (!take) {
		l->since = t;
		l->start = *now;
		return;
	}
	l->since = params_get(p, "since", 0);
	for (int k = 0; k < N_SUM; k++)
		*field(l, sum_key[k].at) = params_get(p, sum_key[k].key, 0);
	for (int k = 0; k < N_ENERGY; k++) {
		double was = params_get(p, energy_key[k].key, 0), is = *field((void *)now, energy_key[k].at);

		*field(&l->start, start_key[k].at) = params_get(p, start_key[k].key, 0);
		if (is == was)
			continue;
		*field(&l->start, start_key[k].at) += is - was;
		gain += k < N_HELD ? is - was : 0;
	}
	l->in += gain > 0 ? gain : 0;
	l->out -= gain < 0 ? gain : 0;
}

/* Packed sums count steps from 1, so that zeroed memory belongs to no step. */
void ledger_sums_pack(struct ledger_sums *sums, int64_t step)
{
	for (int k = 0; k < LED_N; k++)
		exact_pack(&sums->led[k], step + 1, &sums->part[k]);
}

void ledger_take(struct ledger *l, struct ledger_sums *sums, int n, int64_t step)
{
	for (int k = 0; k < LED_N; k++) {
		for (int t = 0; t < n; t++)
			exact_merge_packed(&sums->led[k], &sums[t].led[k], step + 1, &sums[t].part[k]);
		l->sum[k] += exact_take(&sums->led[k]);
	}
}

double ledger_impulse(struct ledger_sums *book, double *heat, int ends, double work, double lost, double u, double q)
{
	double gain = ends ? -work : work, root;

	u = ends ? -u : u;
	if (u > 0 && 4 * fabs(lost) * q <= u * u && u * u + 2 * (gain + lost) * q > 0) {
		gain += lost;
	} else {
		exact_add(&book->led[LED_NORMAL], -lost);
		exact_add(&book->led[LED_VISC], lost);
		exact_add(&book->led[LED_POWER], lost);
		*heat += lost;
	}
	root = u * u + 2 * gain * q;
	return u > 0 && root > 0 ? 2 * (ends ? -gain : gain) / (u + sqrt(root)) : 0;
}

int ledger_is_finite(const struct ledger *l)
{
	int finite = isfinite(l->work) && isfinite(l->other);

	for (int k = 0; k < LED_N; k++)
		finite &= isfinite(l->sum[k]) != 0;
	return finite;
}

struct balance ledger_balance(const struct ledger *l, const struct energies *e)
{
	const struct energies *z = &l->start;
	double kin = (e->kin_lin - z->kin_lin) + (e->kin_rot - z->kin_rot), half = e->kin_half - z->kin_half;
	double el_n = e->el_n - z->el_n, el_t = e->el_t - z->el_t, grav = e->grav - z->grav;
	double outer = l->work - l->other - grav, lost = l->sum[LED_FRIC] + l->sum[LED_VISC] + l->sum[LED_BROKEN];
	const double sizes[] = {
		fabs(l->work), fabs(grav), lost, z->kin_lin + z->kin_rot + fabs(z->el_n) + z->el_t, /* el_n is negative with attraction */
		e->kin_lin + e->kin_rot + fabs(e->el_n) + e->el_t,
	};
	struct balance b = {
		.residual = outer - kin - el_n - el_t - lost,
		.closure = outer + l->sum[LED_SPIN] - half - l->sum[LED_NORMAL] - l->sum[LED_TANGENT] - l->sum[LED_VISC],
		.e_num = l->sum[LED_NORMAL] - el_n - l->sum[LED_BROKEN],
		.slip = l->sum[LED_TANGENT] - el_t - l->sum[LED_FRIC],
	};

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
		b.turnover = sizes[k] > b.turnover ? sizes[k] : b.turnover;
	return b;
}

void ledger_write(const struct ledger *l, const struct energies *e, int with, struct params *out)
{
	struct balance b = ledger_balance(l, e);

	params_free(out);
	params_set(out, "since", l->since);
	for (int k = 0; k < N_HELD; k++)
		params_set(out, energy_key[k].key, *field((void *)e, energy_key[k].at));
	for (int k = 0; k < N_SUM_MAIN; k++)
		params_set(out, sum_key[k].key, *field((void *)l, sum_key[k].at));
	params_set(out, "residual", b.residual);
	if (with & LEDGER_CLOSES)
		params_set(out, "closure", b.closure);
	params_set(out, "e_num", b.e_num);
	params_set(out, "slip", b.slip);
	for (int k = N_SUM_MAIN; k < N_SUM; k++)
		if ((k != AT_SPIN || with & LEDGER_SPINS) && (k != AT_BROKEN || with & LEDGER_CLINGS))
			params_set(out, sum_key[k].key, *field((void *)l, sum_key[k].at));
	params_set(out, "kin_half", e->kin_half);
	for (int k = 0; k < N_ENERGY; k++)
		params_set(out, start_key[k].key, *field((void *)&l->start, start_key[k].at));
}
