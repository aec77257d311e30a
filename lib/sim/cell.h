/* cell.h: the periodic cell that deforms, and its work, for soft contacts in the plane and in space; see world/deform.h.
 *
 * A step takes the lattice of images from H0 to H1 = exp(G dt) H0. The image of a body s periods away moves by s (H1 - H0) more
 * than the body, and at the end of the step it is faster by s G H1. Both enter the relative motion at the contacts of the image.
 * A body that is wrapped n periods down continues as another image of itself, as if that image had made the step: its
 * displacement is n (H1 - H0) less, and its velocity changes by J = -n G H1. The image s of its contacts changes too, so contacts
 * see the same relative motion as before. With velocity Verlet the displacement is dt times the velocity in the middle of the
 * step. So the latter changes by -n (H1 - H0) / dt, and the velocity at the end by the rest of J.
 *
 * Work. Let F be the contact forces on bodies. If no body is wrapped, the kinetic energy of the half steps K' (see closure in
 * ledger.h) changes by sum_b (F0 + F1) Dq / 2. Contacts take the work of f_0, f_1 on the image of j over Dq_j + s (H1 - H0) -
 * Dq_i. So the bodies have received the work of the contacts and the work of the cell,
 *     W = - sum_pairs (f_0 + f_1) s (H1 - H0) / 2, with s before any body is wrapped.
 * The sum of s f is computed after every evaluation. The later sum has s after wrapping, so sum_b n F_1 is subtracted from it. A
 * wrap adds m v1 J - m J^2 / 2 to the kinetic energy, and the same to K', with the velocity v1 after the step. If gravity acts
 * along a deforming axis, the unwrapped place of a body moves with the lattice, which takes the energy m g n (H1 - H0), with the
 * image counts n of the body.
 *
 * The neighbour lists measure displacements relative to the flow of the lattice, and account for the strain separately. */
#ifndef SCREE_CELL_H
#define SCREE_CELL_H

#include <stddef.h>
#include <stdint.h>

#include "base/exact.h"
#include "neighbour/partners.h"
#include "sim/sim.h"
#include "world/deform.h"

struct soft;

/* Numbers of the lattice have the components of world.h: XX for a along x, XY for b along x, YY for b along y, XZ, YZ and ZZ
 * for c. In the plane those of z are 0. */
enum { CELL_SUMS = 12 };

/* What a step adds up exactly, over the bodies of all ranks: the forces on images times their periods [M L/T^2], the same for
 * impulses [M L/T], the work on wrapped bodies [M L^2/T^2], and masses times image counts [M]. */
enum { CELL_FORCES = 0, CELL_IMPULSES = 6, CELL_CROSSINGS = 12, CELL_IMAGES = 13, CELL_STEP = 16 };

struct cell {
	int moves;               /* 0: the cell does not deform, and none of the other fields is in use */
	struct deformation step; /* of one step */
	double moved[6];         /* displacement of the lattice in this step [L] */
	double rate[6];          /* velocity of the lattice at the end of the step [L/T] */
	double force[6];         /* sum over pairs of the force on the image times its periods [M L/T^2] */
	double force0[6];        /* the same one step ago */
	struct exact *step_sum;  /* [CELL_STEP] */
	struct crossing {
		int b;
		double jump[3];  /* change of the velocity by the end of the step [L/T] */
		double late[3];  /* the part of the jump that has not been added yet [L/T] */
		double end[3];   /* velocity at the end of the step, without impulses of events [L/T] */
		double less[3];  /* subtracted from the displacement of the step [L] */
	} *cross;                /* [n_cross] bodies wrapped in this step */
	int n_cross;
	size_t cap_cross;
	int n_imaged, *imaged;   /* [n_imaged] pairs whose second body is at an image, or was since the list was built */
	int64_t imaged_of;       /* soft.rebuilds of the list that imaged belongs to */
	char *is_imaged;         /* [n_pair] the pair is in imaged */
	size_t cap_imaged, cap_is_imaged;
	double sum[6];           /* integrals of the rates since the ledger began */
	/* for the lists */
	double strain;           /* of one step: the largest change of a distance, relative to its present length */
	double reach;            /* the largest soft_acts_within [L] */
	double dealt;            /* sum of log(1 + strain) since the setup */
	double built, near;      /* the same since the list was built, and since near candidates were chosen */
	double near_most;        /* the value of `near` up to which near candidates serve */
	double near_strain;      /* the strain that near_most stands for */
	struct exact (*servo)[CELL_SUMS]; /* [threads] sums over bodies, see cell_stress */
};

/* Begin with the domain of the scene, after masses, groups and time step. SIM_RATE, SIM_HELD. */
enum sim_status cell_init(struct soft *c, struct sim_error *e);
void cell_free(struct cell *c);

/* Before a step: if the step would tilt the cell beyond half a period, describe the same lattice by other tilts: change the
 * domain, image counts of bodies and the sums of forces. The caller changes its list, and what else counts images. */
struct flip cell_flip(struct soft *c);
/* Deform the domain by one step, and carry the places from which the lists measure displacements. Bodies have made their drift,
 * and are not wrapped yet. The caller updates its list. SIM_CELL fails. */
void cell_deform(struct soft *c);
/* Body b was wrapped n periods down before the forces of the step. Change its motion in the whole step. d: the columns of
 * displacements, or NULL with velocity Verlet. */
void cell_cross(struct soft *c, int b, const int n[3], double *const *d);
/* Body b was wrapped n periods down at the end of the step. Give it the velocity of its new image. */
void cell_jump(struct soft *c, int b, const int n[3]);
/* At the end of the step: add the rest of the jumps to the velocities of wrapped bodies. */
void cell_settle(struct soft *c);
/* After the forces of pairs in a setup: take the forces on images from step_sum. Collective. */
void cell_forces(struct soft *c);
/* At the end of the step: end step_sum, and if the cell follows a stress the sums of that in servo. The caller adds those of all
 * ranks up. */
void cell_sum(struct soft *c);
/* Take the forces on images, and the work that the cell did on the bodies in this step [M L^2/T^2], from step_sum. */
double cell_work(struct soft *c);
/* Then change the rates of a cell under a pressure by the stress of cell_sum, and move the bodies with it. Collective. */
void cell_servo(struct soft *c);

/* A neighbour list as a cell sees it; see partners.h. */
struct cell_list { int n_pair; const struct body_pair *pair; const int *own_from, *own; };
/* Body b was wrapped: its pairs may be at other images. */
void cell_wrapped(struct soft *c, const struct cell_list *l, int b);
/* Bring c->cell.imaged up to date. */
void cell_find_imaged(struct soft *c, const struct cell_list *l);
/* Add f, the force on the image of a pair s periods away, to the sums f s of all pairs: step_sum + CELL_FORCES, or for an impulse
 * step_sum + CELL_IMPULSES. */
void cell_add(struct exact sum[6], const int s[3], const double f[3]);

/* The displacement, or velocity, of an image s periods away relative to its body: m is cell.moved or cell.rate. */
static inline void cell_image(const double m[6], const int s[3], double out[3])
{
	out[0] = s[0] * m[XX] + s[1] * m[XY] + s[2] * m[XZ];
	out[1] = s[1] * m[YY] + s[2] * m[YZ];
	out[2] = s[2] * m[ZZ];
}

/* Set the strain up to which near candidates serve. Returns the strain of the lattice from the last build of the list until
 * then. All bounds on how much nearer the flow of the lattice brings bodies are derived where it is defined. */
double cell_horizon(struct soft *c);
/* Subtract the flow of the lattice from d, the displacement of body b in the step [L]. */
void cell_against(const struct soft *c, int b, double d[3]);
/* Set v to the velocity of body b relative to the flow, for [dim] axes [L/T]. */
void cell_peculiar(const struct soft *c, int b, double v[3]);

/* Set the components of the stress, compression positive; in the plane XX, YY and XY [M/T^2], in space all [M/(L T^2)].
 * Collective. */
void cell_stress(struct soft *c, double stress[6]);
/* The strain sums of a ledger: take them if the ledger is not NULL, otherwise begin at 0; write them if the cell deforms. */
void cell_strain_begin(struct soft *c, const struct params *ledger);
void cell_strain_write(const struct soft *c, struct params *out);
/* The largest strain since the ledger began. */
double cell_strain(const struct soft *c);
/* The largest difference between a component of the stress and its target, relative to the target, or to the largest one if it is
 * 0; NaN if there are no targets other than 0. */
double cell_off(const struct soft *c, const double stress[6]);

#endif
