/* vessel.c: vessels in the plane */
#include "scene/vessel.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"
#include "scene/wall.h"

static const double pi = 3.14159265358979323846;

struct dof vessel_drive(enum drive kind, double value)
{
	return (struct dof){ .drive = kind, .n = kind == DRIVE_FIXED ? 0 : 1, .value = { value } };
}

struct constraint *vessel_fix(struct world *w, const char *tag)
{
	struct constraint *c = world_need_constraint(w, tag);

	for (int d = 0; d < (w->dim == 3 ? 6 : 3); d++)
		c->dof[d] = vessel_drive(DRIVE_FIXED, 0);
	return c;
}

static void fixed_wall(struct world *w, const struct vessel2 *v, const double (*xy)[2], int n, const char *tag)
{
	wall_add(w, xy, n, 0, v->r, v->material, tag);
	vessel_fix(w, tag);
}

void vessel_line(struct world *w, const struct vessel2 *v, double ax, double ay, double bx, double by, const char *tag)
{
	fixed_wall(w, v, (const double[2][2]){ { ax, ay }, { bx, by } }, 2, tag);
}

/* Set a domain without periodic axes. */
static void close_domain(struct world *w, double x0, double y0, double x1, double y1)
{
	w->domain = (struct domain){ .lo = { x0, y0 }, .hi = { x1, y1 }, .set = 1 };
}

void vessel2_box(struct world *w, const struct vessel2 *v)
{
	const double *lo = v->lo, *hi = v->hi, r = v->r;

	close_domain(w, lo[0] - 2 * r, lo[1] - 2 * r, hi[0] + 2 * r, hi[1] + 2 * r);
	vessel_line(w, v, lo[0] - r, lo[1] - r, lo[0] - r, hi[1] + r, "left");
	vessel_line(w, v, hi[0] + r, lo[1] - r, hi[0] + r, hi[1] + r, "right");
	vessel_line(w, v, lo[0] - r, lo[1] - r, hi[0] + r, lo[1] - r, "bottom");
	/* the lid is slightly narrower than the gap between the sides, so that it can move without friction */
	vessel_line(w, v, lo[0] + 1.001 * r, hi[1] + r, hi[0] - 1.001 * r, hi[1] + r, "top");
}

/* ---- plates ---- */

int64_t vessel_glue(struct world *w, double low, double high, const double *box, int n[2])
{
	const int32_t tag_of[2] = { world_name(w, "bottom"), world_name(w, "top") };
	const int64_t *id = table_int(&w->body, "id");
	int32_t *tag = table_word(&w->body, "tag");

	n[0] = n[1] = 0;
	for (int i = 0; i < w->body.n_row; i++, box += 2 * w->dim) {
		int lower = box[w->dim - 1] < low, upper = box[2 * w->dim - 1] > high;

		if (constraint_holds(world_constraint(w, w->names.word[tag[i]])))
			continue;
		if (lower && upper)
			return id[i];
		n[0] += lower;
		n[1] += upper;
		if (lower || upper)
			tag[i] = tag_of[upper];
	}
	return 0;
}

int64_t vessel2_plates(struct world *w, const struct vessel2 *v, const struct vessel2_plates *p, const double (*box)[4], int n[2])
{
	const double *lo = v->lo, *hi = v->hi, r = v->r;
	double thick = p->rough ? 0 : 2 * r, margin = 1e-3 * (hi[1] - lo[1] + 2 * thick);
	int64_t both = p->rough ? vessel_glue(w, lo[1] + p->strip, hi[1] - p->strip, &box[0][0], n) : 0;
	struct domain *d = &w->domain;

	if (both)
		return both;
	if (!p->rough) {
		vessel_line(w, v, lo[0], lo[1] - r, hi[0], lo[1] - r, "bottom");
		vessel_line(w, v, lo[0], hi[1] + r, hi[0], hi[1] + r, "top");
	}
	vessel_fix(w, "bottom");
	struct constraint *top = vessel_fix(w, "top");
	if (!isnan(p->speed))
		top->dof[0] = vessel_drive(DRIVE_VELOCITY, p->speed);
	if (!isnan(p->load)) {
		top->dof[1] = vessel_drive(DRIVE_PRESSURE, -p->load);
		top->m = p->m;
		top->c = p->c;
	}
	if (!d->set) {
		d->lo[0] = lo[0];
		d->hi[0] = hi[0];
	}
	d->lo[1] = lo[1] - thick - margin;
	d->hi[1] = hi[1] + thick + margin + v->room;
	d->set = 1;
	return 0;
}

/* ---- biaxial ---- */

void vessel_pass(struct world *w, const char *name, double density, double mu)
{
	int n = w->n_material;

	for (int k = 0; k < n; k++) {
		const char *with = w->material[k].name;

		if (!world_law(w, with, with)) /* a material without a law does not touch its own kind either */
			continue;
		struct law *made = world_need_law(w, name, with); /* may move the laws */
		const struct law *own = world_law(w, with, with);

		free(made->kind);
		made->kind = mem_string(own->kind);
		params_copy(&made->par, &own->par);
		if (!isnan(mu))
			params_set(&made->par, "mu", mu);
	}
	const struct material *elastic = NULL;
	for (int k = n - 1; k >= 0; k--)
		elastic = w->material[k].young > 0 ? &w->material[k] : elastic;
	double young = elastic ? elastic->young : 0, poisson = elastic ? elastic->poisson : 0;
	struct material *m = world_need_material(w, name);
	m->density = density;
	m->young = young; /* laws of elastic constants hold for the walls, too */
	m->poisson = poisson;
	params_set(&world_need_law(w, name, name)->par, "kn", 0);
}

/* Drive the wall at the upper end of axis d. */
static void press(struct world *w, const struct vessel2 *v, int d, const struct vessel2_pair *p)
{
	static const char *const tag[2] = { "right", "top" }, *const across[2][2] = { { "bottom", "top" }, { "left", "right" } };
	struct constraint *c = vessel_fix(w, tag[d]);

	if (!isnan(p->rate))
		c->dof[d] = vessel_drive(DRIVE_VELOCITY, p->rate * (v->hi[d] - v->lo[d]));
	if (isnan(p->pressure))
		return;
	c->dof[d] = vessel_drive(DRIVE_PRESSURE, -p->pressure);
	c->m = p->m;
	c->c = p->c;
	for (int k = 0; k < 2; k++)
		c->between[k] = mem_string(across[d][k]);
}

void vessel_biaxial(struct world *w, const struct vessel2 *v, const struct vessel2_pair pair[2])
{
	const double *lo = v->lo, *hi = v->hi, r = v->r, more = v->room + r;

	close_domain(w, lo[0] - 2 * r, lo[1] - 2 * r, hi[0] + 2 * r + v->room, hi[1] + 2 * r + v->room);
	vessel_line(w, v, lo[0] - r, lo[1] - r, lo[0] - r, hi[1] + more, "left");
	vessel_line(w, v, hi[0] + r, lo[1] - r, hi[0] + r, hi[1] + more, "right");
	vessel_line(w, v, lo[0] - r, lo[1] - r, hi[0] + more, lo[1] - r, "bottom");
	vessel_line(w, v, lo[0] - r, hi[1] + r, hi[0] + more, hi[1] + r, "top");
	for (int d = 0; d < 2; d++)
		press(w, v, d, &pair[d]);
}

/* ---- hopper, column ---- */

void vessel_gate(struct world *w, double from)
{
	struct outlet *o = world_need_outlet(w, "gate");

	o->tag = mem_string("gate");
	o->from = from;
}

static void drain(struct world *w, const struct vessel2 *v, double below, int back)
{
	struct outlet *o = world_need_outlet(w, "drain");
	double play = 1e-9 * (v->hi[0] - v->lo[0]); /* keeps returned bodies off the walls, to rounding */

	o->side = OUTLET_BELOW;
	o->at = below;
	o->back = back;
	o->to[0] = v->lo[0] + play;
	o->to[1] = v->hi[0] - play;
	o->to[2] = v->lo[1]; /* returned bodies come to rest on those that are there */
}

/* The wall of the bin and the slope on one side, -1 left and 1 right. The inner face of the slope begins at the lower end of the
 * bin's inner face. The middle line of the slope lies r further outside. It meets the middle line of the bin's wall, x = lo - r,
 * at the knee. It ends where the round caps of both tips leave the opening free. */
static void hopper_side(struct world *w, const struct vessel2 *v, const struct vessel2_hopper *h, int side, double tip[2])
{
	double x = side < 0 ? v->lo[0] : v->hi[0], middle = 0.5 * (v->lo[0] + v->hi[0]), r = v->r, s, c;

	trig_sincos(h->angle, &s, &c);
	double base[2] = { x + side * r * s, v->lo[1] - r * c }, knee = base[1] + r * (1 - s) * s / c;
	tip[0] = middle + side * (0.5 * h->opening + r);
	tip[1] = base[1] - side * (base[0] - tip[0]) * s / c;
	fixed_wall(w, v, (const double[3][2]){ { x + side * r, v->hi[1] + v->room }, { x + side * r, knee }, { tip[0], tip[1] } }, 3,
	      side < 0 ? "left" : "right");
}

double vessel2_hopper(struct world *w, const struct vessel2 *v, const struct vessel2_hopper *h)
{
	double tip[2][2], low;

	close_domain(w, v->lo[0] - 2 * v->r, v->lo[1] - 2 * v->r, v->hi[0] + 2 * v->r, v->hi[1] + v->room);
	hopper_side(w, v, h, -1, tip[0]);
	hopper_side(w, v, h, 1, tip[1]);
	low = fmin(tip[0][1], tip[1][1]) - v->r - h->drop;
	w->domain.lo[1] = low;
	if (!isnan(h->gate)) {
		fixed_wall(w, v, (const double (*)[2])tip, 2, "gate");
		vessel_gate(w, h->gate);
	}
	if (h->drain != VESSEL_KEEP)
		drain(w, v, low, h->drain == VESSEL_RETURN);
	return 0.5 * (tip[0][1] + tip[1][1]);
}

void vessel_column(struct world *w, const struct vessel2 *v, double run, double gate)
{
	const double *lo = v->lo, *hi = v->hi, r = v->r, end = hi[0] + run, top = hi[1] + v->room;

	close_domain(w, lo[0] - 2 * r, lo[1] - 2 * r, end + 2 * r, top);
	vessel_line(w, v, lo[0] - r, lo[1] - r, lo[0] - r, top, "left");
	vessel_line(w, v, lo[0] - r, lo[1] - r, end + r, lo[1] - r, "bottom");
	vessel_line(w, v, end + r, lo[1] - r, end + r, top, "right");
	vessel_line(w, v, hi[0] + r, lo[1] - r, hi[0] + r, top, "gate");
	if (!isnan(gate))
		vessel_gate(w, gate);
}

/* ---- drum ---- */

void vessel2_drum(struct world *w, const struct vessel2 *v, const struct vessel2_drum *d)
{
	double half = pi / d->sides, s, c, edge = d->R + 2 * v->r;
	double (*xy)[2] = mem_new((size_t)(d->sides + d->baffles), sizeof *xy);
	int n = 0;

	trig_sincos(half, &s, &c);
	double corner = (d->R + v->r) / c;
	for (int k = 0; k < d->sides; k++) {
		trig_sincos((2 * k - 1) * half, &s, &c);
		xy[n][0] = d->x + corner * c;
		xy[n++][1] = d->y + corner * s;
		if (!d->baffles || k % (d->sides / d->baffles))
			continue;
		trig_sincos(2 * k * half, &s, &c);
		xy[n][0] = d->x + (d->R + v->r - d->height) * c;
		xy[n++][1] = d->y + (d->R + v->r - d->height) * s;
	}
	edge = fmax(edge, corner + v->r);
	close_domain(w, d->x - edge, d->y - edge, d->x + edge, d->y + edge);
	wall_add_about(w, (const double (*)[2])xy, n, 1, v->r, v->material, "drum", (const double[2]){ d->x, d->y });
	vessel_fix(w, "drum")->dof[2] = vessel_drive(DRIVE_VELOCITY, d->omega);
	free(xy);
}
