/* flux.c: crossings of a line, or of a plane */
#include "measure/flux.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ids.h"
#include "shape/weigh.h"
#include "world/deform.h"
#include "world/images.h"
#include "world/lattice.h"

struct flux_line flux_line_between(vec2 a, vec2 b)
{
	vec2 d = v2_sub(b, a);
	double len = v2_norm(d);
	vec2 u = v2_scale(1 / len, d);

	return (struct flux_line){ a, u, v2_scale(-1, v2_left(u)), 0, len };
}

/* ---- frames ---- */

/* Store all bodies, since one that is no longer chosen still shows where its path led, in the order of ids, so that sums do not
 * depend on their order in memory. */
static void take(struct flux *f, struct world *w, const char *keep)
{
	static const char *const name[3][3] = { { "x", "vx", "ix" }, { "y", "vy", "iy" }, { "z", "vz", "iz" } };
	const int n = w->body.n_row;
	double *size = MEM_NEW(double, (size_t)n), *mass = MEM_NEW(double, (size_t)n);

	world_need_columns(w);
	if (w->dim == 2)
		bodies_mass2(w, size, mass, NULL);
	else
		bodies_mass3(w, size, mass, NULL);
	const int64_t *id = table_int(&w->body, "id"), *laps = table_int(&w->body, "laps");
	MEM_GROW(f->body, &f->cap, (size_t)n);
	f->n = n;
	for (int i = 0; i < n; i++)
		f->body[i] = (struct flux_body){ .id = id[i], .row = i, .chosen = keep[i] != 0, .laps = laps ? laps[i] : 0, .mass = mass[i],
		                                 .area = size[i] };
	for (int k = 0; k < w->dim; k++) {
		const double *x = table_real(&w->body, name[k][0]), *v = table_real(&w->body, name[k][1]);
		const int64_t *image = table_int(&w->body, name[k][2]);

		for (int m = 0; m < f->n; m++) {
			struct flux_body *b = &f->body[m];

			b->x[k] = x[b->row];
			b->v[k] = v[b->row];
			b->image[k] = image[b->row];
		}
		f->gravity[k] = w->gravity[k];
	}
	qsort(f->body, (size_t)f->n, sizeof *f->body, ids_compare);
	f->domain = w->domain;
	f->t = w->t;
	f->begun = 1;
	free(size);
	free(mass);
}

/* ---- displacements ---- */

/* Fill *net with the number of times that the displacement d from p passes the line or an image of it, forth minus back. Returns
 * 0, or -1 if the displacement is too long. */
static int crossings(const struct flux_line *line, const struct domain *dom, vec2 p, vec2 d, int *net)
{
	const int ends = isfinite(line->from); /* a line without ends is horizontal or vertical */
	vec2 a = ends ? v2_add(line->at, v2_scale(line->from, line->along)) : line->at;
	vec2 b = ends ? v2_add(line->at, v2_scale(line->to, line->along)) : line->at;
	/* keeps images that the displacement touches, in spite of rounding */
	double hair = dom->set ? 1e-9 * fmax(dom->hi[0] - dom->lo[0], dom->hi[1] - dom->lo[1]) : 0;
	const double from[2] = { fmin(p.x, p.x + d.x) - hair, fmin(p.y, p.y + d.y) - hair };
	const double to[2] = { fmax(p.x, p.x + d.x) + hair, fmax(p.y, p.y + d.y) + hair };
	double lo[2] = { -INFINITY, -INFINITY }, hi[2] = { INFINITY, INFINITY }, shift[2];
	struct images it;

	*net = 0;

	if (ends || line->along.x == 0) {
		lo[0] = fmin(a.x, b.x);
		hi[0] = fmax(a.x, b.x);
	}
	if (ends || line->along.y == 0) {
		lo[1] = fmin(a.y, b.y);
		hi[1] = fmax(a.y, b.y);
	}
	if (images_begin(&it, dom, lo, hi, from, to))
		return -1;
	while (images_next(&it, shift)) {
		vec2 q = v2_sub(v2_sub(p, v2(shift[0], shift[1])), line->at);
		double s0 = v2_dot(q, line->forth), s1 = v2_dot(v2_add(q, d), line->forth);

		if ((s0 < 0) == (s1 < 0))
			continue;
		double where = v2_dot(v2_add(q, v2_scale(s0 / (s0 - s1), d)), line->along);
		if (where >= line->from && where < line->to)
			*net += s0 < 0 ? 1 : -1;
	}
	return 0;
}

/* What happened to the lattice between two frames: the later domain without its flips, and these flips. */
struct later { struct domain domain; struct flip flip; };

static struct later later_of(const struct domain *was, const struct domain *now, double dt)
{
	struct later l = { .domain = *now };

	if (was->set && now->set)
		l.flip = lattice_step(was, now, dt).flip;
	else
		l.domain.set = 0;
	lattice_unflip(&l.flip, &l.domain);
	return l;
}

/* The displacement of a body. Image counts refer to the later domain. */
static vec3 displacement(const struct flux_body *from, const struct flux_body *to, const struct later *later)
{
	double n[3], shift[3] = { 0 };
	int64_t image[3] = { to->image[0], to->image[1], to->image[2] };

	lattice_unflip_images(&later->flip, image);
	for (int k = 0; k < 3; k++)
		n[k] = (double)(image[k] - from->image[k]);
	if (later->domain.set)
		domain_shift3(&later->domain, n, shift);
	return v3(to->x[0] - from->x[0] + shift[0], to->x[1] - from->x[1] + shift[1], to->x[2] - from->x[2] + shift[2]);
}

static void count_body(struct flux_count *c, const struct flux_body *b, int net)
{
	int side = net < 0 ? FLUX_BACK : FLUX_FORTH, n = abs(net);

	if (!n)
		return;
	c->n[side] += n;
	c->mass[side] += n * b->mass;
	c->area[side] += n * b->area;
}

/* Whether the images along an axis above are displaced along this axis. */
static int is_slanted(const struct domain *d, int axis)
{
	return d->set && ((axis == 0 && (d->tilt[0] != 0 || d->tilt[1] != 0)) || (axis == 1 && d->tilt[2] != 0));
}

/* The number of times that the displacement from x passes the plane or an image, forth minus back. A body on the plane has passed
 * it. The plane ends at the domain along periodic axes; this matters only if its images are displaced along its axis. These
 * images stand where they are in the earlier frame. Sets *far to -1 if the displacement is too long for them. */
static int crossings3(const struct flux_plane *p, const struct domain *d, const struct domain *later, const double x[3], vec3 by,
	int *far)
{
	const double dx[3] = { by.x, by.y, by.z };
	double s0 = p->way * (x[p->axis] - p->level), s1 = p->way * (x[p->axis] + dx[p->axis] - p->level);
	double period[2] = { d->hi[p->axis] - d->lo[p->axis], later->hi[p->axis] - later->lo[p->axis] };
	double lo[3], hi[3], from[3], to[3], shift[3];
	struct images it;
	int net = 0;

	if (!d->set || !d->periodic[p->axis])
		return (s1 >= 0) - (s0 >= 0);
	if (!is_slanted(d, p->axis))
		return (int)fmin(fmax(floor(s1 / period[1]) - floor(s0 / period[0]), -1e9), 1e9);
	for (int k = 0; k < 3; k++) {
		double hair = 1e-9 * (d->hi[k] - d->lo[k]); /* keeps images that the displacement touches, in spite of rounding */

		lo[k] = p->axis == k ? p->level : d->periodic[k] ? d->lo[k] : -INFINITY;
		hi[k] = p->axis == k ? p->level : d->periodic[k] ? d->hi[k] : INFINITY;
		from[k] = fmin(x[k], x[k] + dx[k]) - hair;
		to[k] = fmax(x[k], x[k] + dx[k]) + hair;
	}
	if (images3_begin(&it, d, lo, hi, from, to)) {
		*far = -1;
		return 0;
	}
	while (images_next(&it, shift)) {
		double z0 = s0 - p->way * shift[p->axis], z1 = z0 + p->way * dx[p->axis];
		int inside = (z0 < 0) != (z1 < 0);

		for (int k = 0; k < 3 && inside; k++) {
			double at = x[k] - shift[k] + z0 / (z0 - z1) * dx[k];

			inside = k == p->axis || (at >= lo[k] && at < hi[k]);
		}
		net += inside ? z0 < 0 ? 1 : -1 : 0;
	}
	return net;
}

/* The crossings of one body; `to` is NULL if it is missing in the later frame. *far is -1 if the displacement is too long. */
static int body_net(const struct flux *f, const struct flux_body *b, const struct flux_body *to, const struct flux *now,
	const struct later *later, const struct flux_line *line, const struct flux_plane *plane, double dt, int *far)
{
	double d[3];
	int net;

	*far = 0;
	for (int k = 0; k < 3; k++)
		d[k] = (b->v[k] + 0.5 * f->gravity[k] * dt) * dt;
	vec3 by = to ? displacement(b, to, later) : v3_from(d);
	if (plane)
		return crossings3(plane, &f->domain, &now->domain, b->x, by, far);
	*far = crossings(line, &f->domain, v2(b->x[0], b->x[1]), v2_flat(by), &net);
	return net;
}

/* Count for a line or a plane; the other one is NULL. */
static int64_t count(struct flux *f, struct world *w, const char *keep, const struct flux_line *line,
	const struct flux_plane *plane, struct flux_count *c)
{
	struct flux now = { .begun = 0 };
	int64_t too_far = 0;
	int k = 0, far;

	take(&now, w, keep);
	*c = (struct flux_count){ .dt = f->begun ? now.t - f->t : 0 };
	struct later later = later_of(&f->domain, &now.domain, c->dt);
	for (int i = 0; i < f->n; i++) {
		const struct flux_body *b = &f->body[i];

		for (; k < now.n && now.body[k].id < b->id; k++)
			c->came += now.body[k].chosen;
		const struct flux_body *to = k < now.n && now.body[k].id == b->id ? &now.body[k++] : NULL;
		int stayed = to && to->laps == b->laps;

		c->gone += !stayed && b->chosen;
		c->came += !stayed && to && to->chosen;
		if (!b->chosen)
			continue;
		count_body(c, b, body_net(f, b, stayed ? to : NULL, &now, &later, line, plane, c->dt, &far));
		too_far = far ? b->id : too_far;
	}
	for (; f->begun && k < now.n; k++)
		c->came += now.body[k].chosen;
	flux_free(f);
	*f = now;
	return too_far;
}

int64_t flux_frame(struct flux *f, struct world *w, const char *keep, const struct flux_line *line, struct flux_count *c)
{
	return count(f, w, keep, line, NULL, c);
}

int64_t flux_frame3(struct flux *f, struct world *w, const char *keep, const struct flux_plane *plane, struct flux_count *c)
{
	return count(f, w, keep, NULL, plane, c);
}

int64_t flux_before(const struct flux *f, const struct flux_line *line)
{
	int64_t n = 0;

	for (int i = 0; i < f->n; i++)
		n += f->body[i].chosen && v2_dot(v2_sub(v2(f->body[i].x[0], f->body[i].x[1]), line->at), line->forth) < 0;
	return n;
}

void flux_free(struct flux *f)
{
	free(f->body);
	*f = (struct flux){ .begun = 0 };
}

/* ---- jams ---- */

double flux_rest_take(struct flux_rest *s, const struct flux_count *c, double t)
{
	s->net += c->n[FLUX_FORTH] - c->n[FLUX_BACK];
	if (!s->begun || s->net > s->most) {
		s->most = s->net;
		s->since = t;
	}
	s->begun = 1;
	return t - s->since;
}
