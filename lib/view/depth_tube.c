/* depth_tube.c: drawing tubes into the depth buffer
 *
 * A tube is a cylinder with flat ends: from the point y_0 of the view, along the unit vector u, with the length L and the radius
 * r. y_0 is seen at y'_0 = W y_0 with W = 1 / (1 - k y_0z). Let y' = y'_0 + e. Then w (y - y_0) = P + e_z D with
 * w = W + k e_z > 0, P = (e_x, e_y, 0) and D = (0, 0, 1) - k y_0. With ' for the part across u, a sample sees
 * |P' + e_z D'|^2 <= r^2 w^2 between the ends 0 <= u (P + e_z D) <= L w: a quadratic and three linear inequalities of e_z, which
 * leave one interval of depths. */
#include <math.h>

#include "base/quat.h"
#include "base/vec.h"
#include "base/wide.h"
#include "view/depth_parts.h"

struct tube {
	double at[3];         /* y'_0 */
	double k, w, r;
	vec3 u, d, d_across, x_across; /* u; D; D'; the part of (1, 0, 0) across u */
	double a;             /* |D'|^2 - k^2 r^2 */
	double ud, length;    /* u D; L */
};

static vec3 across(vec3 d, vec3 u)
{
	return v3_sub(d, v3_scale(v3_dot(d, u), u));
}

static void tube_make(struct tube *t, const struct view *v, const struct stage_ball *b)
{
	double d[3], y[3], axis[3];

	for (int i = 0; i < 3; i++)
		d[i] = b->at[i] - v->centre[i];
	mat3_apply(y, v->axis, d);
	mat3_apply(axis, v->axis, b->a);
	t->k = v->k;
	t->w = 1 / (1 - v->k * y[2]);
	t->r = b->a[3];
	t->length = v3_norm(v3_from(axis));
	t->u = v3_scale(1 / t->length, v3_from(axis));
	t->d = v3_sub(v3(0, 0, 1), v3_scale(v->k, v3_from(y)));
	t->d_across = across(t->d, t->u);
	t->x_across = across(v3(1, 0, 0), t->u);
	t->a = v3_dot(t->d_across, t->d_across) - v->k * v->k * t->r * t->r;
	t->ud = v3_dot(t->u, t->d);
	for (int i = 0; i < 3; i++)
		t->at[i] = t->w * y[i];
}

void depth_tube_ends(const struct view *v, const struct stage_ball *b, double end[2][3])
{
	for (int e = 0; e < 2; e++)
		view_of_point(v, (double[3]){ b->at[0] + e * b->a[0], b->at[1] + e * b->a[1], b->at[2] + e * b->a[2] }, end[e]);
}

void depth_tube_box(const struct view *v, const struct stage_ball *b, double box[4])
{
	/* a tube and the balls at its ends are convex, so they are seen in the box around both balls */
	if (v->k == 0) {
		double end[2][3];

		depth_tube_ends(v, b, end);
		for (int k = 0; k < 2; k++) {
			box[k] = fmin(end[0][k], end[1][k]) - b->a[3];
			box[k + 2] = fmax(end[0][k], end[1][k]) + b->a[3];
		}
		return;
	}
	for (int e = 0; e < 2; e++) {
		struct stage_ball ball = { .at = { b->at[0], b->at[1], b->at[2] } };
		double own[4];

		for (int k = 0; k < 3; k++) {
			ball.at[k] += e ? b->a[k] : 0;
			ball.a[k] = 1 / (b->a[3] * b->a[3]);
		}
		depth_ball_box(v, &ball, own);
		for (int k = 0; k < 4; k++)
			box[k] = e == 0 ? own[k] : k < 2 ? fmin(box[k], own[k]) : fmax(box[k], own[k]);
		if (!(own[0] < own[2])) { /* part of it is behind the viewer */
			box[0] = box[1] = INFINITY;
			box[2] = box[3] = -INFINITY;
			return;
		}
	}
}

/* Leave the part of lo .. hi where p + q e >= 0. */
static void leave(double p, double q, double *lo, double *hi)
{
	if (q > 0)
		*lo = fmax(*lo, -p / q);
	else if (q < 0)
		*hi = fmin(*hi, -p / q);
	else if (p < 0)
		*hi = -INFINITY;
}

/* The interval of e where a e^2 + 2 b e + c <= 0. If a < 0 it is the upper one: the lower one is behind the viewer. */
static void round_part(double a, double b, double c, double *lo, double *hi)
{
	double root = b * b - a * c;

	*lo = -INFINITY;
	*hi = INFINITY;
	if (fabs(a) < 1e-13) { /* seen along its axis */
		leave(-c, -2 * b, lo, hi);
		return;
	}
	if (root < 0) {
		*hi = a > 0 ? -INFINITY : INFINITY;
		return;
	}
	root = sqrt(root);
	*lo = (-b - root) / a;
	if (a > 0)
		*hi = (-b + root) / a;
}

/* A row of samples at the height y from y'_0: at the place x from there, b = b0 + b1 x, c = c0 + 2 c1 x + c2 x^2, and
 * u P = up + u_x x. */
struct row { double b0, b1, c0, c1, c2, up; };

static struct row row_make(const struct tube *t, double y)
{
	vec3 p = v3(0, y, 0), p_across = across(p, t->u);
	double square = t->w * t->r * t->r;

	return (struct row){ v3_dot(p_across, t->d_across) - t->k * square, v3_dot(t->x_across, t->d_across),
		v3_dot(p_across, p_across) - t->w * square, v3_dot(p_across, t->x_across), v3_dot(t->x_across, t->x_across),
		v3_dot(t->u, p) };
}

/* Draw the samples from .. to of row j. */
static void row_draw(const struct depth *d, const struct view *v, const struct tube *t, const struct row *o, int j, int from,
	int to, int id)
{
	for (int i = from; i <= to; i++) {
		double x = (i + 0.5 - v->at[0]) / v->scale - t->at[0], lo, hi, along = o->up + t->u.x * x;
		size_t at = (size_t)j * (size_t)d->width + (size_t)i;

		round_part(t->a, o->b0 + o->b1 * x, o->c0 + x * (2 * o->c1 + x * o->c2), &lo, &hi);
		leave(along, t->ud, &lo, &hi);
		leave(t->length * t->w - along, t->length * t->k - t->ud, &lo, &hi);
		leave(t->w, t->k, &lo, &hi);
		if (!(lo <= hi && hi < INFINITY))
			continue;
		if (d->n_cut) {
			depth_cut_sample(d, v, i, d->from + j, t->at[2] + hi, t->at[2] + lo, id);
		} else if ((float)(t->at[2] + hi) > d->z[at]) {
			d->z[at] = (float)(t->at[2] + hi);
			if (d->id)
				d->id[at] = id;
		}
	}
}

/* What a row of samples needs of a tube that is seen along parallel rays, neither along nor across its axis: see round_part and
 * leave, which do the same for one sample. */
struct parallel { double start, at, scale, x, z, ud, a, b0, b1, c0, c1, c2, up, ux, length; };

/* The depth that sample i of the row sees, or DEPTH_NONE. */
static WIDE_INLINE float parallel_near(const struct parallel *p, int i)
{
	double x = (i + p->start - p->at) / p->scale - p->x, b = p->b0 + p->b1 * x, c = p->c0 + x * (2 * p->c1 + x * p->c2);
	double square = b * b - p->a * c, root = sqrt(square > 0 ? square : 0), lo = (-b - root) / p->a, hi = (-b + root) / p->a;
	double along = p->up + p->ux * x, one = -along / p->ud, two = (p->length - along) / p->ud;
	double from = p->ud > 0 ? one : two, to = p->ud > 0 ? two : one;

	lo = from > lo ? from : lo;
	hi = to < hi ? to : hi;
	return square >= 0 && lo <= hi ? (float)(p->z + hi) : DEPTH_NONE;
}

static WIDE_INLINE void row_parallel_loop(float *restrict z, int *restrict id, int n, const struct parallel *of, int own)
{
	const struct parallel p = *of;

	if (id) {
#pragma omp simd
		for (int i = 0; i < n; i++) {
			float near = parallel_near(&p, i);
			int front = near > z[i];

			z[i] = front ? near : z[i];
			id[i] = front ? own : id[i];
		}
		return;
	}
#pragma omp simd
	for (int i = 0; i < n; i++) {
		float near = parallel_near(&p, i);

		z[i] = near > z[i] ? near : z[i];
	}
}

WIDE_LOOP(row_parallel, (float *restrict z, int *restrict id, int n, const struct parallel *p, int own), (z, id, n, p, own))

void depth_add_tube(struct depth *d, const struct view *v, const struct stage_ball *b, int id)
{
	struct tube t;
	double box[4];
	int first, last, from, to;

	depth_tube_box(v, b, box);
	if (!(box[0] < box[2]) || !depth_samples(v->at[1] - v->scale * box[3] - d->from, v->at[1] - v->scale * box[1] - d->from,
	                                         d->to - d->from, &first, &last))
		return;
	tube_make(&t, v, b);
	int plain = v->k == 0 && t.a >= 1e-13 && t.ud != 0 && !d->n_cut;
	for (int j = first; j <= last; j++) {
		size_t at = (size_t)j * (size_t)d->width;
		double left = box[0] - t.at[0], right = box[2] - t.at[0], low, high;
		struct row o = row_make(&t, (v->at[1] - (d->from + j + 0.5)) / v->scale - t.at[1]);
		double bend = o.b1 * o.b1 - t.a * o.c2;

		if (bend < -1e-9) { /* the endless cylinder is seen where b^2 - a c > 0 */
			if (!depth_positive(o.b0 * o.b0 - t.a * o.c0, o.b0 * o.b1 - t.a * o.c1, bend, &low, &high))
				continue;
			left = fmax(left, low);
			right = fmin(right, high);
		}
		left = v->at[0] + v->scale * (t.at[0] + left);
		right = v->at[0] + v->scale * (t.at[0] + right);
		if (!(left <= right && depth_samples(left, right, d->width, &from, &to)))
			continue;
		if (plain)
			row_parallel(wide_has())(d->z + at + from, d->id ? d->id + at + from : NULL, to - from + 1,
				&(struct parallel){ from + 0.5, v->at[0], v->scale, t.at[0], t.at[2], t.ud, t.a, o.b0, o.b1, o.c0, o.c1, o.c2, o.up,
				t.u.x, t.length }, id);
		else
			row_draw(d, v, &t, &o, j, from, to, id);
	}
}
