/* ledger.h: the energy ledger: where the energy is and where it went.
 *
 * Work and the losses by friction and viscosity are integrals of their own forces over the displacements of each step
 * (trapezoidal rule). The energies are those of the state. Nothing is computed as a remainder, so the balance is a check. There
 * are three more checks: closure is an identity of the step; e_num is the work on the normal springs minus their energy and that
 * of broken contacts; slip is the work on the tangential springs minus their energy and the friction loss. */
#ifndef SCREE_LEDGER_H
#define SCREE_LEDGER_H

#include "base/exact.h"
#include "world/world.h"

/* The sums of the ledger: losses by friction and by viscosity at contacts, the latter also as the integral of the power; work on
 * normal and on tangential springs; the kinetic energy that free rotation in space gains by the error of the rotor; the energy
 * of normal forces that was left when contacts broke, see law_clings. */
enum { LED_FRIC, LED_VISC, LED_POWER, LED_NORMAL, LED_TANGENT, LED_SPIN, LED_BROKEN, LED_N };
enum { LED_CONTACT = LED_SPIN };

/* The sums that one thread has booked in this step, and the same packed for the thread that takes them. The packed sums begin at
 * a cache line. */
struct ledger_sums { _Alignas(64) struct exact led[LED_N]; char padding[128]; _Alignas(64) struct exact_part part[LED_N]; };

/* Energies of the state [M L^2/T^2]: kinetic energy of translation and rotation, kinetic energy of the half steps, energy of
 * normal and of tangential springs, potential energy of weight. */
struct energies { double kin_lin, kin_rot, kin_half, el_n, el_t, grav; };
/* Exact sums of them over bodies and contacts. Zeroed memory is the empty sum. */
struct energy_sums { struct exact of[6]; };
void energies_add(struct energy_sums *to, const struct energies *e);
/* The sums over all ranks; *s becomes empty. */
struct energies energies_take(struct energy_sums *s);

/* The sums since a time, which is in `since`, and the energies at that time. */
struct ledger {
	double since, work, other, in, out, sum[LED_N];
	struct energies start;
};

/* Whether the stream has a ledger that a run can continue. */
int ledger_known(const struct params *p);
/* Begin a ledger at time t, or continue that of the stream if take is set. Energy that the scene gained or lost between two runs
 * (bodies added, laws changed) is booked to in and out. */
void ledger_begin(struct ledger *l, const struct params *p, const struct energies *now, double t, int take);
/* Pack the sums that a thread has booked in a step. The step has the number of the state that it begins with. A thread that books
 * more in the same step afterwards must pack its sums again. The first thread need not: its sums always count. */
void ledger_sums_pack(struct ledger_sums *sums, int64_t step);
/* Add to the ledger what n threads have booked in a step. If a thread has not packed its sums in this step, its unpacked sums
 * are taken. */
void ledger_take(struct ledger *l, struct ledger_sums *sums, int n, int64_t step);

/* The impulse that attracts two bodies whose contact begins or ends, see dem2_event.c [M L/T], at the velocity of approach u
 * [L/T] and the inverse mass q [1/M] at the contact. It does the missing work `work`, and gives back `lost`, which the dashpot
 * took too much [M L^2/T^2]; it is 0 if the relative motion has not enough energy. If `lost` is more than half of that energy,
 * the step is too long to find it: the impulse leaves it out, and it is added to the viscous losses in *book and to *heat. */
double ledger_impulse(struct ledger_sums *book, double *heat, int ends, double work, double lost, double u, double q);

/* Whether all sums are finite. */
int ledger_is_finite(const struct ledger *l);

/* The error of the energy balance, the three checks above, and the scale of the error: the largest of the work, the change of
 * potential energy, the losses, and the kinetic and elastic energy at the start and now [M L^2/T^2]. */
struct balance { double residual, closure, e_num, slip, turnover; };
struct balance ledger_balance(const struct ledger *l, const struct energies *e);

/* Write the ledger, with closure if the step has that identity, with spin if bodies turn in space, and with broken if some law
 * clings. */
enum { LEDGER_CLOSES = 1, LEDGER_SPINS = 2, LEDGER_CLINGS = 4 };
void ledger_write(const struct ledger *l, const struct energies *e, int with, struct params *out);

/* Book bodies that have left, and bodies that were put back with the energy `returned` [M L^2/T^2]. Since its sums were in and
 * out the ledger has booked only the difference of both energies; this books the two separately. */
static inline void ledger_returned(struct ledger *l, double in, double out, double returned)
{
	double gain = (l->in - in) - (l->out - out);

	l->in = in + returned;
	l->out = out + (returned - gain);
}

#endif
