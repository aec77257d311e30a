/* ledger.h: where the energy is and where it went.
 *
 * Work, friction and viscosity are integrals of their own forces over the step's own displacements (trapezoids);
 * energies are those of the state. Nothing is found as a remainder, so their balance is a check. More checks:
 * closure, an identity of the step; e_num, what the normal springs took against what they hold; slip, the same for
 * the tangential springs and friction. */
#ifndef SCREE_LEDGER_H
#define SCREE_LEDGER_H

#include "base/exact.h"
#include "world/world.h"

/* Of contacts: losses by friction and viscosity, the latter as power too; work on normal and on tangential
 * springs. And what the rotation of bodies in space gains of itself. */
enum { LED_FRIC, LED_VISC, LED_POWER, LED_NORMAL, LED_TANGENT, LED_SPIN, LED_N };
enum { LED_CONTACT = LED_SPIN };

/* What a thread has booked in this step; and packed for the one that takes it, in memory that begins at a line. */
struct books { _Alignas(64) struct exact led[LED_N]; char apart[128]; _Alignas(64) struct exact_part part[LED_N]; };

/* Energies of the state: kinetic, that of the half steps, of normal and tangential springs, of weight [M L^2/T^2]. */
struct energies { double kin_lin, kin_rot, kin_half, el_n, el_t, grav; };

/* Sums since the time since, and energies then. */
struct ledger {
	double since, work, other, in, out, sum[LED_N];
	struct energies start;
};

/* Whether the stream has one to go on with. */
int ledger_known(const struct params *p);
/* Begin at time t, or take up the one in the stream. What the scene gained or lost between (bodies added, laws
 * changed) is booked to in and out. */
void ledger_begin(struct ledger *l, const struct params *p, const struct energies *now, double t, int take);
/* Pack what a thread has booked in a step (the number of the state it begins with). What it books in that step afterwards counts
 * when it closes its books once more; those of the first thread count anyway. */
void books_close(struct books *books, int64_t step);
/* Take what n threads have booked in a step; of threads that have not closed their books in it, all that these hold. */
void ledger_take(struct ledger *l, struct books *books, int n, int64_t step);

/* Whether all that has been booked is finite. */
int ledger_is_finite(const struct ledger *l);

struct balance { double residual, closure, e_num, slip, turnover; };
struct balance ledger_balance(const struct ledger *l, const struct energies *e);

/* Write it, with closure where the step has that identity, and with spin where bodies turn in space. */
enum { LEDGER_CLOSES = 1, LEDGER_SPINS = 2 };
void ledger_write(const struct ledger *l, const struct energies *e, int with, struct params *out);

/* After bodies have left, and some were put back with an energy: the ledger, which has booked the difference of both since it had
 * in and out, books what each was. */
static inline void ledger_returned(struct ledger *l, double in, double out, double returned)
{
	double gain = (l->in - in) - (l->out - out);

	l->in = in + returned;
	l->out = out + (returned - gain);
}

#endif
