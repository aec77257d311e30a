/* The ledger as an account: what is booked under which key, how it begins and is taken up, what came in and went out between,
 * the four
 * balances by hand; then which failure is told, clocks, automatic steps, walls that stand opposite each other, walls without
 * end. */
#include <stddef.h>
#include <string.h>

#include "sim/auto.h"
#include "sim/endless.h"
#include "sim/ledger.h"
#include "sim/opposite.h"
#include "sim/sim.h"
#include "tap.h"

/* No two alike. */
static const struct energies now = { .kin_lin = 3.1, .kin_rot = 1.7, .kin_half = 4.6, .el_n = 0.83, .el_t = 0.29, .grav = -2.3 };
static const struct energies then = { .kin_lin = 2.2, .kin_rot = 0.9, .kin_half = 3.3, .el_n = 0.41, .el_t = 0.13, .grav = 1.9 };

static struct ledger some(void)
{
	struct ledger l = { .since = 0.7, .work = 11.3, .other = 0.37, .in = 2.9, .out = 1.3, .start = then };

	l.sum[LED_FRIC] = 5.1;
	l.sum[LED_VISC] = 2.7;
	l.sum[LED_POWER] = 2.6;
	l.sum[LED_NORMAL] = 0.47;
	l.sum[LED_TANGENT] = 5.3;
	l.sum[LED_SPIN] = 0.019;
	return l;
}

static void keys(void)
{
	static const struct { const char *key; double value; } want[] = { { "since", 0.7 }, { "kin_lin", 3.1 }, { "kin_rot",
		1.7 }, { "el_n", 0.83 },
		{ "el_t", 0.29 }, { "grav", -2.3 }, { "kin_half", 4.6 }, { "start_kin_lin", 2.2 }, { "start_kin_rot", 0.9 },
			{ "start_el_n", 0.41 },
		{ "start_el_t", 0.13 }, { "start_grav", 1.9 }, { "start_kin_half", 3.3 }, { "work", 11.3 }, { "fric", 5.1 },
			{ "visc", 2.7 },
		{ "other", 0.37 }, { "in", 2.9 }, { "out", 1.3 }, { "visc_power", 2.6 }, { "work_n", 0.47 }, { "work_t", 5.3 },
			{ "spin", 0.019 },
		/* work - other - fall - what springs and motion hold more - losses */
		{ "residual", 11.3 - 0.37 + 4.2 - 0.9 - 0.8 - 0.42 - 0.16 - 7.8 }, { "closure",
			11.3 - 0.37 + 4.2 + 0.019 - 1.3 - 0.47 - 5.3 - 2.7 },
		{ "e_num", 0.47 - 0.42 }, { "slip", 5.3 - 0.16 - 5.1 } };
	enum { MANY = sizeof want / sizeof *want };
	struct ledger l = some();
	struct params p = { 0 };

	ledger_write(&l, &now, LEDGER_CLOSES | LEDGER_SPINS, &p);
	ok(p.n == MANY, "%d entries", p.n);
	for (int k = 0; k < MANY; k++)
		near(params_get(&p, want[k].key, NAN), want[k].value, 1e-14, "%s", want[k].key);
	ledger_write(&l, &now, 0, &p);
	ok(p.n == MANY - 2 && !params_find(&p, "closure") && !params_find(&p, "spin") && ledger_known(&p),
		"without closure and spin");
	struct balance b = ledger_balance(&l, &now);
	near(b.turnover, 11.3, 0, "what is turned over: the work");
	l.work = 1;
	near(ledger_balance(&l, &now).turnover, 7.8, 1e-15, "or what was lost");
	l.sum[LED_FRIC] = 0;
	near(ledger_balance(&l, &now).turnover, 3.1 + 1.7 + 0.83 + 0.29, 1e-15, "or what is held");
	near(ledger_balance(&l, &(struct energies){ .el_n = -0.1, .grav = 1.9 }).turnover, 2.2 + 0.9 + 0.41 + 0.13, 1e-15,
		"or was at first");
	near(ledger_balance(&l, &(struct energies){ .el_n = -9.1, .grav = 1.9 }).turnover, 9.1, 1e-15, "attraction counts");
	near(ledger_balance(&l, &(struct energies){ .grav = -7 }).turnover, 8.9, 1e-15, "or the fall");
	l.work = -12;
	near(ledger_balance(&l, &now).turnover, 12, 0, "or work that was taken");
	params_free(&p);
}

/* What differs from the stream's came in, or went out, and the balance starts that much higher. */
static void taken_up(void)
{
	struct ledger l = some(), m = { 0 };
	struct params p = { 0 };
	struct energies is = now;

	ledger_write(&l, &now, LEDGER_CLOSES | LEDGER_SPINS, &p);
	ledger_begin(&m, &p, &now, 9, 1);
	ok(!memcmp(&l, &m, sizeof l), "a ledger is taken up as it was written");
	is.kin_lin += 0.5;
	is.el_n -= 0.125;
	is.kin_half += 7;
	m = (struct ledger){ 0 };
	ledger_begin(&m, &p, &is, 9, 1);
	near(m.in, 2.9 + 0.375, 1e-15, "what came in between, all together");
	ok(m.out == 1.3, "and nothing else went out");
	near(m.start.kin_lin, 2.7, 1e-15, "it counts from there: kinetic energy");
	near(m.start.el_n, 0.285, 1e-15, "springs");
	near(m.start.kin_half, 10.3, 1e-14, "and half steps");
	ok(m.start.grav == 1.9 && m.start.el_t == 0.13, "others stay");
	is.grav -= 4;
	m = (struct ledger){ 0 };
	ledger_begin(&m, &p, &is, 9, 1);
	near(m.out, 1.3 + 3.625, 1e-14, "what went out");
	ok(m.in == 2.9, "with nothing that came in");
	m = (struct ledger){ 0 };
	ledger_begin(&m, &p, &now, 9, 0);
	ok(m.since == 9 && m.work == 0 && m.in == 0 && !memcmp(&m.start, &now, sizeof now), "or it begins anew");
	/* bodies left with 1.7 and came back with 0.6: the difference was booked as gone */
	m = (struct ledger){ .in = 2, .out = 3 + 1.1 };
	ledger_returned(&m, 2, 3, 0.6);
	near(m.in, 2.6, 1e-15, "what was put back");
	near(m.out, 4.7, 1e-15, "and what left, each by itself");
	m = (struct ledger){ .in = 2 + 0.4, .out = 3 };
	ledger_returned(&m, 2, 3, 0.6);
	near(m.in, 2.6, 1e-15, "more came back than left: in");
	near(m.out, 3.2, 1e-15, "and out");
	params_free(&p);
}

/* Threads book for themselves; what they have booked is taken once. */
static void sums(void)
{
	enum { THREADS = 3 };
	static struct ledger_sums all[THREADS];
	struct ledger l = { .since = 0 };

	for (int step = 4; step < 7; step++) {
		for (int t = 0; t < THREADS; t++) {
			for (int k = 0; k < LED_N; k++)
				exact_add(&all[t].led[k], 0.25 * (k + 1) + 8 * t + step);
			if (t > 0)
				ledger_sums_pack(&all[t], step);
		}
		ledger_take(&l, all, THREADS, step);
	}
	for (int k = 0; k < LED_N; k++) /* sums over threads and steps, all exact */
		ok(l.sum[k] == 9 * 0.25 * (k + 1) + 3 * 24 + 3 * 15, "entry %d: %.17g", k, l.sum[k]);
}

static void failures(void)
{
	struct sim_error e = { 0 };

	sim_fail(&e, (struct sim_error){ .status = SIM_OUTSIDE, .a = 7 });
	sim_fail(&e, (struct sim_error){ .status = SIM_OUTSIDE, .a = 9 });
	ok(e.a == 7, "the first of a kind");
	sim_fail(&e, (struct sim_error){ .status = SIM_OUTSIDE, .a = 5, .b = 2 });
	sim_fail(&e, (struct sim_error){ .status = SIM_OUTSIDE, .a = 5, .b = 1 });
	ok(e.a == 5 && e.b == 1, "but the lowest id");
	sim_fail(&e, (struct sim_error){ .status = SIM_FINITE, .a = 8 });
	sim_fail(&e, (struct sim_error){ .status = SIM_FAST, .a = 1 });
	ok(e.status == SIM_FINITE && e.a == 8, "the worst kind");
	sim_fail(&e, (struct sim_error){ .status = SIM_CELL });
	ok(e.status == SIM_FINITE, "the first, if no body is named");
	sim_fail(&e, (struct sim_error){ .status = SIM_OVERLAP, .a = 9, .value = 1 });
	ok(e.status == SIM_OVERLAP && e.a == 9, "an overlap before others");
	e = (struct sim_error){ 0 };
	sim_fail(&e, (struct sim_error){ .status = SIM_OVERLAP, .a = 4, .b = 5, .value = 0.3 });
	sim_fail(&e, (struct sim_error){ .status = SIM_OVERLAP, .a = 1, .b = 5, .value = 0.2 });
	ok(e.a == 4, "of overlaps the deepest");
	sim_fail(&e, (struct sim_error){ .status = SIM_OVERLAP, .a = 4, .b = 3, .value = 0.3 });
	sim_fail(&e, (struct sim_error){ .status = SIM_OVERLAP, .a = 6, .b = 1, .value = 0.3 });
	ok(e.a == 4 && e.b == 3, "of like ones the lowest ids");
	sim_fail(&e, (struct sim_error){ .status = SIM_FINITE, .a = 1 });
	ok(e.status == SIM_OVERLAP, "and after them");
}

static void counts(void)
{
	struct sim_error e = { 0 };

	sim_count(&e, SIM_NEAR_PAIRS, 238609294, 238609294);
	ok(e.status == SIM_GOOD, "as many as can be counted");
	sim_count(&e, SIM_NEAR_PAIRS, INT64_C(5000000000), 238609294);
	ok(e.status == SIM_MANY && e.b == SIM_NEAR_PAIRS && e.value == 5e9 && e.limit == 238609294, "more than that");
}

static void clocks(void)
{
	const struct sim_clock c = { .dt = 0.01, .t0 = 1.25, .step0 = 40, .step = 65 }, tenth = { .dt = 0.1 }, short_ = { .dt = 1e-9 };

	near(clock_now(&c), 1.5, 1e-15, "the time now");
	near(clock_at(&c, 90), 1.75, 1e-15, "the time at a step");
	ok(clock_step_of(&c, 1.5) == 65 && clock_step_of(&c, 1.501) == 66 && clock_step_of(&c, 1.499) == 65,
	   "the first step at which a time is reached");
	ok(clock_step_of(&tenth, 0.3 + 0.9e-7) == 3 && clock_step_of(&tenth, 0.3 + 2e-7) == 4, "but for a millionth of a step");
	ok(clock_step_of(&short_, 1e30) == INT64_MAX, "never");
	const double in[] = { 0.0123, 0.0199, 0.02, 0.0249, 0.0251, 0.0399, 0.0499, 0.0799, 0.0999, 0.1, 7.3, 731, 3.2e-9 };
	const double out[] = { 0.01, 0.01, 0.02, 0.02, 0.025, 0.025, 0.04, 0.05, 0.08, 0.1, 5, 500, 2.5e-9 };
	for (size_t k = 0; k < sizeof in / sizeof *in; k++)
		near(auto_round(in[k]) / out[k], 1, 1e-14, "%g rounds down to %g", in[k], out[k]);
	ok(auto_round(0) == 0 && auto_round(1e-30) == 1e-30, "what has no such number stays");
}

/* Slabs as walls of a box in the plane, and one that is none. */
static void opposite(void)
{
	const struct slab slab[5] = { { { -1, -2 }, { 5, -1.75 }, { 0.3, -1.9 } }, { { -1, 3.25 }, { 5, 3.75 }, { 0.8, 3.5 } },
		{ { -1.5, -2 }, { -1.25, 4 }, { -1.4, 0.5 } }, { { 4.5, -2 }, { 5, 4 }, { 4.75, 1.5 } }, { { 1, 1 }, { 2, 2 },
			{ 1.5, 1.5 } } };
	struct slab late[5];
	struct opposite o;
	struct params p = { 0 };

	ok(opposite_find(2, 5, slab, 1, &o) && o.wall[0] == 0 && o.wall[1] == 1 && o.gap == 5,
		"floor and lid, and what is between their faces");
	near(o.shift[0], 0.5, 1e-15, "how far one stands along the other");
	near(o.shift[1], 5.4, 1e-15, "and across");
	ok(opposite_find(2, 5, slab, 0, &o) && o.wall[0] == 2 && o.wall[1] == 3 && o.gap == 5.75, "left and right");
	ok(!opposite_find(2, 1, slab, 1, &o) && !opposite_find(2, 2, slab, 0, &o), "none without two");
	struct opposite_start b = opposite_begin(2, 5, slab, NULL);
	ok(b.gap[0] == 5.75 && b.gap[1] == 5 && fabs(b.shift[0][1] - 1) < 1e-15 && fabs(b.shift[1][0] - 0.5) < 1e-15,
		"as it began");
	opposite_write(2, &b, &p);
	ok(p.n == 4 && params_get(&p, "gap_x", 0) == 5.75 && params_get(&p, "gap_y", 0) == 5 && fabs(params_get(&p, "shift_x",
		0) - 1) < 1e-15 &&
	   fabs(params_get(&p, "shift_y", 0) - 0.5) < 1e-15, "as the ledger keeps it");
	memcpy(late, slab, sizeof late);
	near(opposite_strain(2, 5, late, &b), 0, 1e-15, "no strain yet");
	late[1].lo[1] -= 0.75;
	late[1].hi[1] -= 0.75;
	near(opposite_strain(2, 5, late, &b), 0.15, 1e-15, "the lid came down");
	late[3].at[1] -= 1.15; /* against the gap of 5.75 */
	near(opposite_strain(2, 5, late, &b), 0.2, 1e-15, "the right wall slid further, by its gap");
	struct opposite_start c = opposite_begin(2, 5, late, &p);
	ok(!memcmp(&b, &c, sizeof b), "a run that goes on counts from the same");
	ok(isnan(opposite_strain(2, 2, slab, &(struct opposite_start){ { 0 }, { { 0 } } })), "without walls none");
	params_free(&p);
	/* in space every way has a name of its own */
	struct opposite_start s = { { 2, 3, 5 }, { { 0, 0.12, 0.13 }, { 0.21, 0, 0.23 }, { 0.31, 0.32, 0 } } };
	opposite_write(3, &s, &p);
	ok(p.n == 9 && params_get(&p, "shift_xy", 0) == 0.12 && params_get(&p, "shift_xz", 0) == 0.13 && params_get(&p,
		"shift_yx", 0) == 0.21 &&
	   params_get(&p, "shift_yz", 0) == 0.23 && params_get(&p, "shift_zx", 0) == 0.31 && params_get(&p, "shift_zy",
		0) == 0.32 &&
	   params_get(&p, "gap_z", 0) == 5, "in space");
	struct opposite_start t = opposite_begin(3, 0, NULL, &p);
	ok(!memcmp(&s, &t, sizeof s), "and back");
	params_free(&p);
}

static void endless(void)
{
	const struct dof fixed[3] = { { .drive = DRIVE_FIXED }, { .drive = DRIVE_FIXED }, { .drive = DRIVE_FIXED } };
	const double half = sqrt(0.5);

	for (int turns = -1; turns < 3; turns++) { /* none, or about x, y, z */
		struct dof turn[3] = { fixed[0], fixed[1], fixed[2] };

		if (turns >= 0)
			turn[turns] = (struct dof){ DRIVE_VELOCITY, 1, { 0.3 }, NULL };
		struct endless floor = { 1, { 0, 0, -1 }, INFINITY, turn }, slope = { 1, { 0, half, half }, INFINITY, turn };
		struct endless roll = { 0, { 0, 1, 0 }, INFINITY, turn }, rod = { 0, { 0, -1, 0 }, 3, turn }, aslant = { 0,
			{ half, half, 0 }, INFINITY, turn };
		ok(endless_how(&floor, 0, 4) == (turns == 1 ? ENDLESS_TURNS : ENDLESS_ONE) && endless_how(&floor, 2,
			4) == ENDLESS_MEETS,
		   "a floor that turns about %d: along x, and along z", turns);
		ok(endless_how(&slope, 0, 4) == (turns > 0 ? ENDLESS_TURNS : ENDLESS_ONE) && endless_how(&slope, 1,
			4) == ENDLESS_MEETS, "a slope, %d", turns);
		ok(endless_how(&roll, 1, 4) == (turns == 0 || turns == 2 ? ENDLESS_TURNS : ENDLESS_ONE),
			"a roll along its axis, %d", turns);
		ok(endless_how(&roll, 0, 4) == (turns == 2 ? ENDLESS_TURNS : ENDLESS_IMAGES), "and across, %d", turns);
		ok(endless_how(&rod, 1, 4) == ENDLESS_IMAGES, "a rod that is shorter than the period, %d", turns);
		ok(endless_how(&rod, 1, 3) == (turns == 0 || turns == 2 ? ENDLESS_TURNS : ENDLESS_ONE), "as long as that, %d",
			turns);
		ok(endless_how(&aslant, 0, 4) == ENDLESS_MEETS && endless_how(&aslant, 2, 4) == (turns == 0 ||
			turns == 1 ? ENDLESS_TURNS : ENDLESS_IMAGES),
		   "one aslant, %d", turns);
	}
}

int main(void)
{
	keys();
	taken_up();
	sums();
	failures();
	counts();
	clocks();
	opposite();
	endless();
	return done();
}
