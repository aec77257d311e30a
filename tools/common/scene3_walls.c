/* scene3_walls.c: draw the planes and cylinders of a frame in 3D, clipped to a box around the bodies */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "base/trig.h"
#include "base/vec.h"
#include "common/scene3_parts.h"
#include "solid/clip.h"
#include "world/deform.h"

/* Walls are pale, so that grains stand out. */
static const unsigned wall_rgb = 0xdde1e5, rim_rgb = 0x7d858d;
static const double rim_width = 0.9, pi = 3.14159265358979324;
enum { SIDES = 96 };

/* The wall of an actor if it is of this kind, or NULL. The rows of axis are the axes of the wall; the z axis of a plane points to
 * the bodies. */
static const struct solid *wall_of(const struct scene3 *s, const struct actor *a, enum shape_kind kind, double axis[3][3])
{
	const struct model *m = &s->model[a->model];
	double r[3][3];

	if (m->shape.kind != kind)
		return NULL;
	quat_matrix(r, a->q);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			axis[i][j] = r[j][i];
	return m->shape.solid;
}

/* ---- room ---- */

void scene3_make_room(struct scene3 *s, const struct frame3 *f)
{
	const struct domain *d = &f->domain;
	double box[2][3], middle[3], size = 0, axis[3][3];
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };

	scene3_cell_box(d, lo, hi);
	for (int k = 0; k < 3; k++) {
		s->lo[k] = fmin(s->lo[k], lo[k]);
		s->hi[k] = fmax(s->hi[k], hi[k]);
	}
	for (int k = 0; k < 3; k++) {
		if (!(s->hi[k] >= s->lo[k])) /* there are no bodies: begin with the places of walls */
			for (int i = 0; i < f->n; i++) {
				s->lo[k] = fmin(s->lo[k], f->actor[i].at[k]);
				s->hi[k] = fmax(s->hi[k], f->actor[i].at[k]);
			}
		middle[k] = 0.5 * (s->lo[k] + s->hi[k]);
		size += (s->hi[k] - s->lo[k]) * (s->hi[k] - s->lo[k]);
	}
	size = sqrt(size);
	for (int k = 0; k < 3; k++) {
		box[0][k] = s->lo[k];
		box[1][k] = s->hi[k];
	}
	for (int i = 0; i < f->n; i++) {
		const struct actor *a = &f->actor[i];
		const struct solid *tube = wall_of(s, a, SHAPE_CYLINDER, axis);

		if (tube) { /* room for its whole width, and for its length if that is finite */
			double r = a->size * tube->r, half = fmin(0.5 * a->size * tube->length, 0.5 * size);

			for (int k = 0; k < 3; k++) {
				double reach = r * sqrt(fmax(1 - axis[2][k] * axis[2][k], 0)) + (isfinite(tube->length) ? half * fabs(axis[2][k]) : 0);
				double along = isfinite(tube->length) ? 0 : axis[2][k] *
					(axis[2][0] * (middle[0] - a->at[0]) + axis[2][1] * (middle[1] - a->at[1]) + axis[2][2] * (middle[2] - a->at[2]));

				s->lo[k] = fmin(s->lo[k], a->at[k] + along - reach);
				s->hi[k] = fmax(s->hi[k], a->at[k] + along + reach);
			}
		} else if (wall_of(s, a, SHAPE_PLANE, axis)) { /* room for the point of the plane nearest to the middle */
			double away = 0, at[3];

			for (int k = 0; k < 3; k++)
				away += axis[2][k] * (middle[k] - a->at[k]);
			for (int k = 0; k < 3; k++)
				at[k] = middle[k] - away * axis[2][k];
			for (int k = 0; k < 3 && (k > 0 || fit_gap(box[0], box[1], at, 3) <= fmax(FIT_NEAR * size, 1e-300)); k++) {
				s->lo[k] = fmin(s->lo[k], at[k]);
				s->hi[k] = fmax(s->hi[k], at[k]);
			}
		}
	}
}

void scene3_frame_box(const struct scene3 *s, const struct frame3 *f, double lo[3], double hi[3])
{
	for (int k = 0; k < 3; k++) {
		lo[k] = s->lo[k];
		hi[k] = s->hi[k];
	}
	scene3_cell_box(&f->domain, lo, hi);
	for (int k = 0; k < 3; k++) {
		lo[k] = isnan(s->cutout.lo[k]) ? lo[k] : s->cutout.lo[k];
		hi[k] = isnan(s->cutout.hi[k]) ? hi[k] : s->cutout.hi[k];
	}
}

/* The box that clips walls: a little larger than the frame box, except along periodic axes and with --axes. */
static void wall_box(const struct scene3 *s, const struct frame3 *f, double lo[3], double hi[3])
{
	double most = 0;

	scene3_frame_box(s, f, lo, hi);
	for (int k = 0; k < 3; k++)
		most = fmax(most, hi[k] - lo[k]);
	for (int k = 0; k < 3; k++) {
		double room = s->axes || (f->domain.set && f->domain.periodic[k]) ? 0 : 0.06 * most;

		lo[k] -= room;
		hi[k] += room;
		if (!(hi[k] > lo[k])) { /* the box is empty or a point */
			lo[k] -= 0.5;
			hi[k] += 0.5;
		}
	}
}

/* ---- planes ---- */

/* Clip a polygon of a plane with this normal to the inside of an endless tube, here a prism whose edges are on the tube.
 * A tube along the plane does not clip it, nor does one more tube if the polygon would get too many corners. */
static int clip_to_tube(double (*p)[3], int n, const double normal[3], const struct actor *a, const struct solid *tube,
	double axis[3][3])
{
	enum { FACETS = SIDES / 2 };
	double r = a->size * tube->r * cos(pi / FACETS);

	if (isfinite(tube->length) || tube->side != CYLINDER_IN || n + FACETS > CLIP_CORNERS - 4 ||
	    fabs(v3_dot(v3_from(normal), v3_from(axis[2]))) < 1e-9)
		return n;
	for (int j = 0; j < FACETS; j++) {
		double sine, cosine, in[3];

		trig_sincos(2 * pi * (j + 0.5) / FACETS, &sine, &cosine);
		for (int k = 0; k < 3; k++)
			in[k] = -cosine * axis[0][k] - sine * axis[1][k];
		n = clip_polygon(p, n, in, v3_dot(v3_from(in), v3_from(a->at)) - r);
	}
	return n;
}

/* The part of a plane that lies in the box, in front of all other planes and inside of all endless tubes across it. Returns its
 * number of corners. */
static int plane_polygon(const struct scene3 *s, const struct frame3 *f, int which, double axis[3][3], double (*p)[3])
{
	double lo[3], hi[3], size = 0, away = 0, other[3][3];
	const double *at = f->actor[which].at;
	int n = 4;

	wall_box(s, f, lo, hi);
	for (int k = 0; k < 3; k++) {
		size = fmax(size, 2 * (hi[k] - lo[k]));
		away += axis[2][k] * (0.5 * (lo[k] + hi[k]) - at[k]);
	}
	for (int c = 0; c < 4; c++) /* a square around the point nearest to the middle, counter-clockwise from above */
		for (int k = 0; k < 3; k++)
			p[c][k] = 0.5 * (lo[k] + hi[k]) - away * axis[2][k] + size * ((c == 1 || c == 2 ? 1 : -1) * axis[0][k] +
				(c >= 2 ? 1 : -1) * axis[1][k]);
	for (int k = 0; k < 3; k++) {
		n = clip_polygon(p, n, (double[]){ k == 0, k == 1, k == 2 }, lo[k]);
		n = clip_polygon(p, n, (double[]){ -(k == 0), -(k == 1), -(k == 2) }, -hi[k]);
		if (!domain_tilted(&f->domain) || !f->domain.periodic[k])
			continue;
		double normal[3], back[3], middle = 0, half = 0.5 * (f->domain.hi[k] - f->domain.lo[k]);
		scene3_cell_normal(&f->domain, k, normal);
		for (int z = 0; z < 3; z++) {
			back[z] = -normal[z];
			middle += 0.5 * normal[z] * (f->domain.lo[z] + f->domain.hi[z]);
		}
		n = clip_polygon(p, n, normal, middle - half);
		n = clip_polygon(p, n, back, -middle - half);
	}
	for (int i = 0; i < f->n; i++) {
		const struct actor *a = &f->actor[i];
		const struct solid *tube = wall_of(s, a, SHAPE_CYLINDER, other);

		if (tube)
			n = clip_to_tube(p, n, axis[2], a, tube, other);
		/* parallel planes with the same normal do not clip each other */
		if (i == which || !wall_of(s, a, SHAPE_PLANE, other) || v3_dot(v3_from(axis[2]), v3_from(other[2])) > 1 - 1e-9)
			continue;
		n = clip_polygon(p, n, other[2], v3_dot(v3_from(other[2]), v3_from(a->at)));
	}
	return n;
}

static void plane_place(struct scene3 *s, const struct frame3 *f, int which, double axis[3][3], unsigned rgb)
{
	double p[CLIP_CORNERS][3];
	int n = plane_polygon(s, f, which, axis, p);

	for (int k = 1; k + 1 < n; k++) {
		double t[3][3];

		memcpy(t[0], p[0], sizeof *t);
		memcpy(t[1], p[k], sizeof *t);
		memcpy(t[2], p[k + 1], sizeof *t);
		stage_add_wall(&s->stage, (const double (*)[3])t, NULL, rgb, -1 - which);
	}
	for (int k = 0; k < n; k++)
		stage_add_rim(&s->stage, p[k], p[(k + 1) % n], rim_width, rim_rgb);
}

/* ---- cylinders ---- */

/* The two ends of the surface along its axis. Without a length it ends at the box. */
static void cylinder_ends(const struct scene3 *s, const struct frame3 *f, const struct actor *a, const struct solid *o,
	const double axis[3], double end[2])
{
	double lo[3], hi[3], from = 0, to = 0;

	wall_box(s, f, lo, hi);
	for (int k = 0; k < 3; k++) {
		double u = axis[k] * (lo[k] - a->at[k]), v = axis[k] * (hi[k] - a->at[k]);

		from += fmin(u, v);
		to += fmax(u, v);
	}
	end[0] = isfinite(o->length) ? -0.5 * a->size * o->length : from;
	end[1] = isfinite(o->length) ? 0.5 * a->size * o->length : to;
}

/* Shorten a line along an endless cylinder, between end[0] and end[1] along the axis from a point, to what is in front of all
 * planes. Nothing is left if the ends change places. */
static void cut_at_planes(const struct scene3 *s, const struct frame3 *f, const double from[3], const double along[3],
	double end[2])
{
	double axis[3][3];

	for (int i = 0; i < f->n; i++) {
		if (!wall_of(s, &f->actor[i], SHAPE_PLANE, axis))
			continue;
		double slope = v3_dot(v3_from(axis[2]), v3_from(along));
		double above = v3_dot(v3_from(axis[2]), v3_sub(v3_from(from), v3_from(f->actor[i].at)));

		if (slope > 1e-9)
			end[0] = fmax(end[0], -above / slope);
		else if (slope < -1e-9)
			end[1] = fmin(end[1], -above / slope);
		else if (above < 0)
			end[1] = -INFINITY;
	}
}

static void cylinder_place(struct scene3 *s, const struct frame3 *f, int which, const struct solid *o, double axis[3][3],
	unsigned rgb)
{
	const struct actor *a = &f->actor[which];
	double p[2][SIDES + 1][3], end[2];
	float out[SIDES + 1][3];
	int here[SIDES + 1];

	for (int j = 0; j <= SIDES; j++) {
		double sine, cosine, line[3];

		trig_sincos(2 * pi * (j % SIDES) / SIDES, &sine, &cosine);
		for (int k = 0; k < 3; k++) {
			double u = cosine * axis[0][k] + sine * axis[1][k];

			out[j][k] = (float)(o->side * u);
			line[k] = a->at[k] + a->size * o->r * u;
		}
		cylinder_ends(s, f, a, o, axis[2], end);
		if (!isfinite(o->length))
			cut_at_planes(s, f, line, axis[2], end);
		here[j] = end[0] < end[1];
		for (int e = 0; e < 2; e++)
			for (int k = 0; k < 3; k++)
				p[e][j][k] = line[k] + end[e] * axis[2][k];
	}
	for (int j = 0; j < SIDES; j++)
		for (int half = 0; half < 2 && here[j] && here[j + 1]; half++) {
			/* around the axis, then up, is counter-clockwise from outside */
			static const int ring[2][3] = { { 0, 0, 1 }, { 0, 1, 1 } }, side[2][3] = { { 0, 1, 1 }, { 0, 1, 0 } };
			double t[3][3];
			float normal[3][3];

			for (int c = 0; c < 3; c++) {
				int from = o->side == CYLINDER_OUT ? c : 2 - c;

				memcpy(t[c], p[ring[half][from]][j + side[half][from]], sizeof *t);
				memcpy(normal[c], out[j + side[half][from]], sizeof *normal);
			}
			stage_add_wall(&s->stage, (const double (*)[3])t, (const float (*)[3])normal, rgb, -1 - which);
		}
	for (int e = 0; e < 2; e++)
		for (int j = 0; j < SIDES; j++)
			if (here[j] && here[j + 1])
				stage_add_rim(&s->stage, p[e][j], p[e][j + 1], rim_width, rim_rgb);
}

void scene3_place_shell(struct scene3 *s, const struct actor *a, const double r[3][3], int body)
{
	model_shell_place(&s->model[a->model], &s->stage, a->at, r, a->size, wall_rgb, rim_width, rim_rgb, body);
}

void scene3_place_walls(struct scene3 *s, const struct frame3 *f)
{
	double axis[3][3];

	for (int i = 0; i < f->n; i++) {
		const struct solid *tube = wall_of(s, &f->actor[i], SHAPE_CYLINDER, axis);

		if (tube)
			cylinder_place(s, f, i, tube, axis, wall_rgb);
		else if (wall_of(s, &f->actor[i], SHAPE_PLANE, axis))
			plane_place(s, f, i, axis, wall_rgb);
	}
	stage_add_wall_section(&s->stage, 2 * rim_width, rim_rgb);
}
