/* scree-energy: a table of the energy ledgers of all frames, and of the error of the first law */
#include <math.h>
#include <string.h>

#include "common/dims.h"
#include "common/simulator.h"
#include "common/tool.h"
#include "table.h"

static struct {
	int all;
	const char *relative;
} arg = { 0, "turnover" };

static const struct opt opts[] = {
	{ 0, "relative", OPT_WORD, &arg.relative, "WHAT",
		"what the error is relative to: turnover (the energy turned over) or work, default turnover" },
	{ 'a', "all", OPT_FLAG, &arg.all, NULL, "also print the other keys of the ledger, such as the simulator's own checks" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* The keys of the ledger in the order of the columns: stored energies, then sums since the ledger began. Ledgers have the last
 * one only if contacts cling. */
static const char *const key[] = {
	"kin_lin", "kin_rot", "el_n", "el_t", "grav", "work", "fric", "visc", "other", "in", "out", "broken"
};
enum { KIN_LIN, KIN_ROT, EL_N, EL_T, GRAV, WORK, FRIC, VISC, OTHER, IN, OUT, BROKEN, N_KEY };
static const char unit_energy[] = "M*L^2/T^2";

/* The first frame of a ledger, with which later frames are compared, and sums since then. */
struct account {
	int begun;
	double since, t;       /* when the ledger's sums began, and the time of the last frame [T] */
	double first[N_KEY];
	double turnover;       /* [M L^2/T^2] */
	int64_t step;          /* of the last frame */
	long rows;             /* number of frames so far */
};

static int is_key(const char *name)
{
	if (!strcmp(name, "since"))
		return 1;
	for (int k = 0; k < N_KEY; k++)
		if (!strcmp(name, key[k]))
			return 1;
	return 0;
}

static double stored(const double e[N_KEY])
{
	return e[KIN_LIN] + e[KIN_ROT] + e[EL_N] + e[EL_T] + e[GRAV];
}

/* Energy that the ledger cannot account for since its first frame: work on the grains, minus stored energy, minus losses. */
static double balance(const struct account *a, const double e[N_KEY])
{
	double d[N_KEY];

	for (int k = 0; k < N_KEY; k++)
		d[k] = e[k] - a->first[k];
	return d[WORK] + d[IN] - d[OUT] - stored(d) - d[FRIC] - d[VISC] - d[OTHER] - d[BROKEN];
}

/* Energy turned over: the largest value so far of work, losses, change of gravitational energy, energy in and out, and of the
 * sum of kinetic and elastic energy (which collisions exchange all the time). */
static void turnover_take(struct account *a, const double e[N_KEY])
{
	double d[N_KEY];

	for (int k = 0; k < N_KEY; k++)
		d[k] = e[k] - a->first[k];
	const double flow[] = { d[WORK], d[FRIC] + d[VISC] + d[OTHER] + d[BROKEN], d[GRAV], d[IN], d[OUT],
		e[KIN_LIN] + e[KIN_ROT] + fabs(e[EL_N]) + e[EL_T] };
	for (size_t k = 0; k < sizeof flow / sizeof *flow; k++)
		a->turnover = fmax(a->turnover, fabs(flow[k]));
}

/* The number of keys that have columns. */
static int keys_of(const struct params *ledger)
{
	return params_find(ledger, key[BROKEN]) ? N_KEY : BROKEN;
}

static void columns_make(struct tab_out *o, const struct params *ledger)
{
	tab_column(o, "t", "T");
	for (int k = 0; k < keys_of(ledger); k++)
		tab_column(o, key[k], unit_energy);
	tab_column(o, "total", unit_energy);
	tab_column(o, "balance", unit_energy);
	tab_column(o, "error", "");
	for (int k = 0; arg.all && k < ledger->n; k++)
		if (!is_key(ledger->item[k].key))
			tab_column(o, ledger->item[k].key, "");
}

int main(int argc, char **argv)
{
	static struct tab_out *table;
	struct account a = { 0 };
	struct params shown = { 0 };
	struct world *w;
	double e[N_KEY], off = 0, scale = 0;
	size_t n;

	tool_begin(argc, argv, "tabulate energies and the error of the first law", "[FILE]", opts, 1);
	tool_take_solids();
	if (strcmp(arg.relative, "work") && strcmp(arg.relative, "turnover"))
		opt_fail("relative", "%s, expected work or turnover", arg.relative);
	table = tab_create(stdout, tool_made);
	particles_drop_text(tool_in());
	while ((w = tool_read())) {
		const char *text = particles_preamble(tool_in(), &n);
		tab_preamble(table, text, n);
		dims_same_units(w);
		if (!w->ledger.n)
			tool_fail(EXIT_INPUT, "frame %lld (t=%.9g) has no ledger, expected one; %s -t 0 adds it",
				(long long)w->step, w->t, simulator_for(w));
		for (int k = 0; k < N_KEY; k++)
			e[k] = params_get(&w->ledger, key[k], 0);
		if (!a.begun) {
			params_copy(&shown, &w->ledger);
			columns_make(table, &shown);
		}
		if (!a.begun || w->t < a.t || (w->t == a.t && w->step == a.step) || params_get(&w->ledger, "since", 0) != a.since) {
			a = (struct account){ .begun = 1, .since = params_get(&w->ledger, "since", 0) };
			memcpy(a.first, e, sizeof e);
		}
		a.t = w->t;
		a.step = w->step;
		turnover_take(&a, e);
		/* a stream that begins in the middle of a ledger does not have the stored energies at its beginning */
		off = a.rows++ == 0 && w->t > a.since ? NAN : balance(&a, e);
		scale = strcmp(arg.relative, "work") ? a.turnover : fabs(e[WORK] - a.first[WORK]);
		tab_real(table, w->t);
		for (int k = 0; k < keys_of(&shown); k++)
			tab_real(table, e[k]);
		tab_real(table, stored(e));
		tab_real(table, off);
		tab_real(table, off == 0 ? 0 : off / scale);
		for (int k = 0; arg.all && k < shown.n; k++)
			if (!is_key(shown.item[k].key))
				tab_real(table, params_get(&w->ledger, shown.item[k].key, NAN));
	}
	if (!a.begun)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with a ledger");
	if (scale > 0 && isfinite(off))
		tool_note("first law: balance %.3g, %.3g of the %s %.6g", off, off / scale,
			strcmp(arg.relative, "work") ? "energy turned over" : "work", scale);
	tab_finish(table);
	params_free(&shown);
	return tool_end();
}
