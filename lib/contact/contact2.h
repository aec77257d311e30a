/* contact2.h: the contact of a vertex and an edge: its geometry, its force, and what a step of it does to the energy
 * ledger.
 *
 * i owns the vertex, j the edge; n points from the vertex to the edge, "left" is n turned by +90 degrees. The functions
 * are inline and without branches: a loop over many contacts is vectorised, a plain one gives the same bits. */
#ifndef SCREE_CONTACT2_H
#define SCREE_CONTACT2_H

#include <math.h>

#include "base/wide.h"
#include "contact/law.h"

/* What a contact carries to the next step, 64 bytes. */
struct contact2 {
	double nx, ny;        /* normal */
	double gap;           /* overlap, positive [L] */
	double ax, ay;        /* middle of the overlap from i's position [L] */
	double fn, ft;        /* force on j along n and left of n [M L/T^2] */
	double xi;            /* tangential spring [L] */
};

/* The two bodies, as a contact sees them. */
struct meeting2 {
	double wx, wy;        /* from the vertex to the closest point of the edge [L] */
	double lim, rv;       /* sum of the spheroradii, radius of the vertex [L] */
	double px, py;        /* the vertex from i's position [L] */
	double rx, ry;        /* j's position, at its image, from i's [L] */
	double ux, uy, ui, uj; /* velocity of i relative to j, spins of both [L/T, 1/T] */
	double dx, dy, di, dj; /* displacement of the step of i relative to j, turns of both [L, 1] */
	double m;             /* reduced mass for the damping [M] */
	double was, is;       /* 1: in contact one step ago, now; else 0 */
};

/* What it gives to the sums of its pair. */
struct share2 {
	double fx, fy, ti, tj; /* force on j, torques on i and j [M L/T^2, M L^2/T^2] */
	double fric, visc, power, normal, tangent; /* the step in the ledger [M L^2/T^2] */
};

static WIDE_INLINE double contact2_clamp(double x, double limit)
{
	double low = x < -limit ? -limit : x;

	return x > limit ? limit : low;
}

/* Motion of i against j at arms a and b: along n and left of n. */
static WIDE_INLINE void contact2_relative(double nx, double ny, double ax, double ay, double bx, double by, double x, double y,
	double wi, double wj, double *n, double *t)
{
	double sx = x - wi * ay + wj * by, sy = y + wi * ax - wj * bx;

	*n = sx * nx + sy * ny;
	*t = sy * nx - sx * ny;
}

/* Overlap, normal and arm. */
static WIDE_INLINE void contact2_shape(const struct meeting2 *q, struct contact2 *c)
{
	double d = sqrt(q->wx * q->wx + q->wy * q->wy), safe = d > 0 ? d : 1;

	c->gap = q->lim - d;
	c->nx = q->wx / safe;
	c->ny = q->wy / safe;
	double to = q->rv - 0.5 * c->gap; /* middle of the overlap from the vertex along n */
	c->ax = q->px + to * c->nx;
	c->ay = q->py + to * c->ny;
}

/* Force and torques of a contact whose fn, ft are known. */
static WIDE_INLINE void contact2_share(const struct meeting2 *q, const struct contact2 *c, struct share2 *o)
{
	o->fx = c->fn * c->nx - c->ft * c->ny;
	o->fy = c->fn * c->ny + c->ft * c->nx;
	o->ti = c->ay * o->fx - c->ax * o->fy;
	o->tj = (c->ax - q->rx) * o->fy - (c->ay - q->ry) * o->fx;
}

/* The force of an evaluation that is no step: the spring as it is given in c->xi. */
static WIDE_INLINE void contact2_fresh(const struct meeting2 *q, const struct law_linear *law, struct contact2 *c)
{
	double cn = law_normal_damping(law, q->m), ct = law_tangential_damping(law, q->m), un, ut;

	contact2_relative(c->nx, c->ny, c->ax, c->ay, c->ax - q->rx, c->ay - q->ry, q->ux, q->uy, q->ui, q->uj, &un, &ut);
	double push = law->kn * c->gap + cn * un;
	c->fn = push < law->least ? law->least : push;
	double limit = law->mu * (c->fn > 0 ? c->fn : 0);
	c->xi = contact2_clamp(c->xi, limit * law->ikt);
	c->ft = contact2_clamp(law->kt * c->xi + ct * ut, limit);
}

/* One step (LEDGER: the step, items 2 to 4) of a contact that was there one step ago, is there now, or both. old is the
 * contact as it was, all 0 when it was not. A contact that has opened acts over half of this step with its last
 * forces, and its spring's energy goes to friction. */
static WIDE_INLINE void contact2_step(const struct meeting2 *q, const struct law_linear *law, double dt,
	const struct contact2 *old, struct contact2 *c, struct share2 *o)
{
	double cn = law_normal_damping(law, q->m), ct = law_tangential_damping(law, q->m), un, ut, n0, t0, n1, t1;

	contact2_shape(q, c);
	double bx = c->ax - q->rx, by = c->ay - q->ry;
	/* the old arm of j follows from i's, since j stood at r + (d_i - d_j) from i */
	double ox = old->ax - (q->rx + q->dx), oy = old->ay - (q->ry + q->dy);
	contact2_relative(c->nx, c->ny, c->ax, c->ay, bx, by, q->ux, q->uy, q->ui, q->uj, &un, &ut);
	contact2_relative(c->nx, c->ny, c->ax, c->ay, bx, by, q->dx, q->dy, q->di, q->dj, &n1, &t1);
	contact2_relative(old->nx, old->ny, old->ax, old->ay, ox, oy, q->dx, q->dy, q->di, q->dj, &n0, &t0);
	double ds = 0.5 * ((q->was > 0 ? t0 : t1) + (q->is > 0 ? t1 : t0));

	double elastic = law->kn * c->gap * q->is, push = elastic + cn * un;
	push = push < law->least ? law->least : push;
	c->fn = q->is > 0 ? push : 0;
	double limit = law->mu * (c->fn > 0 ? c->fn : 0);
	c->xi = contact2_clamp(old->xi + ds, limit * law->ikt);
	double spring = law->kt * c->xi;
	c->ft = contact2_clamp(spring + ct * ut, limit);
	contact2_share(q, c, o);

	double vn = c->fn - elastic, vt = c->ft - spring, e0 = law->kn * old->gap, s0 = law->kt * old->xi;
	o->fric = 0.5 * law->kt * (old->xi + c->xi) * (ds - (c->xi - old->xi));
	o->power = dt * (vn * un + vt * ut);
	o->normal = 0.5 * (elastic * n1 + e0 * n0);
	o->tangent = 0.5 * (spring * t1 + s0 * t0);
	o->visc = 0.5 * ((vn * n1 + vt * t1) + ((old->fn - e0) * n0 + (old->ft - s0) * t0));
}

#endif
