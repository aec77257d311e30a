/* particles_put.c: write definitions in canonical form (particles.md) */
#include "particles_out.h"

#include <math.h>

#include "number.h"
#include "world/deform.h"
#include "world/outlet.h"

/* Write the components of a tensor, which are in the order given for 2D and 3D. */
static void put_tensor(struct particles_out *o, int dim, const char *key, const double v[6])
{
	static const int plane[3] = { XX, YY, XY };

	for (int k = 0; k < (dim == 3 ? 6 : 3); k++)
		out_list(o, k ? "," : key, &v[dim == 3 ? k : plane[k]], 1);
}

/* Write targets of the components from .. to - 1, with - for those that have none. */
static void put_targets(struct particles_out *o, const struct domain *d, const char *key, int from, int to, double sign)
{
	int some = 0;

	for (int k = from; k < to; k++)
		some |= d->servo[k];
	for (int k = from; k < to && some; k++) {
		double target = d->target[k] == 0 ? 0 : sign * d->target[k];

		out_text(o, k > from ? "," : key);
		if (d->servo[k])
			out_list(o, "", &target, 1);
		else
			out_text(o, "-");
	}
}

void particles_put_domain(struct particles_out *o, const struct world *w)
{
	static const char *const axes[] = { "none", "x", "y", "xy", "z", "xz", "yz", "xyz" };
	const struct domain *d = &w->domain;
	int servo = domain_has_servo(d), moves = 0, averages = 0;

	if (servo && (!out_finite(o, d->target, 6, "domain", "pressure") || !out_finite(o, &d->m, 1, "domain", "m") ||
	              !out_finite(o, &d->c, 1, "domain", "c") || !out_finite(o, &d->tau, 1, "domain", "tau") ||
	              !out_finite(o, d->mean, 6, "domain", "mean")))
		return;
	if (!d->set || !out_finite(o, d->lo, w->dim, "domain", "lo") || !out_finite(o, d->hi, w->dim, "domain", "hi") ||
	    !out_finite(o, d->tilt, 3, "domain", "tilt") || !out_finite(o, d->rate, 6, "domain", "rate"))
		return;
	for (int k = 0; k < 6; k++) {
		moves |= d->rate[k] != 0;
		averages |= servo && d->mean[k] != 0;
	}
	out_list(o, "domain lo=", d->lo, w->dim);
	out_list(o, " hi=", d->hi, w->dim);
	out_text(o, " periodic=");
	out_text(o, axes[(d->periodic[0] != 0) | (d->periodic[1] != 0) << 1 | (d->periodic[2] != 0) << 2]);
	if (domain_tilted(d))
		out_list(o, " tilt=", d->tilt, w->dim == 3 ? 3 : 1);
	if (moves)
		put_tensor(o, w->dim, " rate=", d->rate);
	put_targets(o, d, " pressure=", XX, w->dim, 1);
	put_targets(o, d, " shear=", XY, w->dim == 3 ? 6 : 4, -1);
	if (servo)
		out_key(o, "m", d->m);
	if (servo && d->c != 0)
		out_key(o, "c", d->c);
	if (servo && d->tau != 0)
		out_key(o, "tau", d->tau);
	if (averages)
		put_tensor(o, w->dim, " mean=", d->mean);
	out_bytes(o, "\n", 1);
}

void particles_put_gravity(struct particles_out *o, const struct world *w)
{
	if (!out_finite(o, w->gravity, w->dim, "gravity", ""))
		return;
	out_list(o, "gravity ", w->gravity, w->dim);
	out_bytes(o, "\n", 1);
}

void particles_put_material(struct particles_out *o, const struct material *m)
{
	if (!out_finite(o, &m->density, 1, "material", m->name) || !out_finite(o, &m->young, 1, "material, key E", m->name) ||
	    !out_finite(o, &m->poisson, 1, "material, key nu", m->name))
		return;
	out_text(o, "material ");
	out_text(o, m->name);
	out_key(o, "density", m->density);
	if (m->young > 0) {
		out_key(o, "E", m->young);
		out_key(o, "nu", m->poisson);
	}
	out_text(o, m->extra ? m->extra : "");
	out_bytes(o, "\n", 1);
}

void particles_put_law(struct particles_out *o, const struct law *l)
{
	for (int k = 0; k < l->par.n; k++)
		if (!out_finite(o, &l->par.item[k].value, 1, "law, key", l->par.item[k].key))
			return;
	out_text(o, "law ");
	out_text(o, l->a);
	out_bytes(o, " ", 1);
	out_text(o, l->b);
	out_bytes(o, " ", 1);
	out_text(o, l->kind);
	for (int k = 0; k < l->par.n; k++)
		out_key(o, l->par.item[k].key, l->par.item[k].value);
	out_bytes(o, "\n", 1);
}

void particles_put_mass(struct particles_out *o, const struct shape *s)
{
	char id[NUMBER_MAX];

	*number_put_int(id, s->id) = 0;
	if (s->solid) {
		out_solid_mass(o, s, id);
		return;
	}
	if (!out_finite(o, &s->area, 1, "mass of shape", id) || !out_finite(o, &s->inertia, 1, "mass of shape", id))
		return;
	out_text(o, "mass ");
	out_text(o, id);
	out_key(o, "area", s->area);
	out_key(o, "I", s->inertia);
	if (s->method[0]) {
		out_text(o, " method=");
		out_text(o, s->method);
	}
	out_bytes(o, "\n", 1);
}

void particles_put_shape(struct particles_out *o, const struct shape *s)
{
	char id[NUMBER_MAX];

	*number_put_int(id, s->id) = 0;
	if (s->solid) {
		out_solid(o, s, id);
		return;
	}
	if (!out_finite(o, &s->r, 1, "shape", id) || !out_finite(o, s->xy ? s->xy[0] : NULL, 2 * s->n, "shape", id) ||
	    (s->radius && !out_finite(o, s->radius, s->n, "shape", id)) || !out_whole(o, s, id))
		return;
	out_text(o, "shape ");
	out_text(o, id);
	out_bytes(o, " ", 1);
	out_text(o, shape_kind_name[s->kind]);
	if (s->kind != SHAPE_DISKS)
		out_key(o, "r", s->r);
	out_text(o, s->extra ? s->extra : "");
	if (!s->radius)
		out_tuples(o, (const double *)s->xy, s->n, 2);
	for (int k = 0; k < s->n && s->radius; k++) {
		out_list(o, " ", s->xy[k], 2);
		out_list(o, ",", &s->radius[k], 1);
	}
	out_bytes(o, "\n", 1);
	if (s->area >= 0)
		particles_put_mass(o, s);
}

void particles_put_constraint(struct particles_out *o, const struct world *w, const struct constraint *c)
{
	static const char *const plane[] = { "x", "y", "angle" }, *const space[] = { "x", "y", "z", "rx", "ry", "rz" };
	static const char *const drive[] = { [DRIVE_FIXED] = "fixed", [DRIVE_VELOCITY] = "v:", [DRIVE_FORCE] = "f:",
		[DRIVE_PRESSURE] = "p:", [DRIVE_RAMP] = "ramp:", [DRIVE_SIN] = "sin:", [DRIVE_TABLE] = "table:" };

	int dofs = w->dim == 3 ? 6 : 3;
	for (int k = 0; k < dofs; k++)
		if (!out_finite(o, dof_values(&c->dof[k]), c->dof[k].n, "constraint", c->tag))
			return;
	if (!out_finite(o, &c->m, 1, "constraint", c->tag) || !out_finite(o, &c->c, 1, "constraint", c->tag))
		return;
	out_text(o, "constraint ");
	out_text(o, c->tag);
	for (int k = 0; k < dofs; k++) {
		const struct dof *d = &c->dof[k];

		if (d->drive == DRIVE_FREE)
			continue;
		out_bytes(o, " ", 1);
		out_text(o, w->dim == 3 ? space[k] : plane[k]);
		out_bytes(o, "=", 1);
		out_list(o, drive[d->drive], dof_values(d), d->drive == DRIVE_FIXED ? 0 : d->n);
	}
	if (c->m != 0)
		out_key(o, "m", c->m);
	if (c->c != 0)
		out_key(o, "c", c->c);
	for (int k = 0; k < (w->dim == 3 ? 4 : 2) && (c->between[0] || c->between[2]); k++) {
		out_text(o, k ? "," : " between=");
		out_text(o, c->between[k] ? c->between[k] : "-");
	}
	out_bytes(o, "\n", 1);
}

void particles_put_outlet(struct particles_out *o, const struct world *w, const struct outlet *q)
{
	int line = q->side != OUTLET_EVERYWHERE, timed = q->from > -INFINITY;

	if ((line && !out_finite(o, &q->at, 1, "outlet", q->name)) || (timed && !out_finite(o, &q->from, 1, "outlet", q->name)) ||
	    (q->back && !out_finite(o, q->to, 5, "outlet", q->name)))
		return;
	out_text(o, "outlet ");
	out_text(o, q->name);
	if (line)
		out_key(o, outlet_side_name[q->side], q->at);
	if (q->tag) {
		out_text(o, " tag=");
		out_text(o, q->tag);
	}
	if (timed)
		out_key(o, "from", q->from);
	if (q->back)
		out_list(o, " return=", q->to, outlet_bounds(w->dim));
	out_bytes(o, "\n", 1);
}

void particles_put_definitions(struct particles_out *o, const struct world *w)
{
	particles_put_domain(o, w);
	if (w->gravity[0] != 0 || w->gravity[1] != 0 || w->gravity[2] != 0)
		particles_put_gravity(o, w);
	for (int k = 0; k < w->n_material; k++)
		particles_put_material(o, &w->material[k]);
	for (int k = 0; k < w->n_law; k++)
		particles_put_law(o, &w->law[k]);
	for (int k = 0; k < w->n_shape; k++)
		particles_put_shape(o, &w->shape[k]);
	for (int k = 0; k < w->n_constraint; k++)
		particles_put_constraint(o, w, &w->constraint[k]);
	for (int k = 0; k < w->n_outlet; k++)
		particles_put_outlet(o, w, &w->outlet[k]);
}
