/* depth.c: drawing ellipsoids and triangles into the depth buffer
 *
 * In coordinates of the view an ellipsoid is (y - y_0)^T S (y - y_0) <= 1. Its centre is seen at y'_0 = W y_0 with
 * W = 1 + k y'_0z. Let y' = y'_0 + e. Then w (y - y_0) = G e with w = W + k e_z and G = 1 - k y_0 (x) z, so the ellipsoid is
 * seen as e^T B e <= (W + k e_z)^2 with B = G^T S G. No large numbers are subtracted. The surface is at
 * e_z = (-b + sqrt(b^2 - a c)) / a with a = B_zz - k^2, b = B_xz e_x + B_yz e_y - k W,
 * c = B_xx e_x^2 + 2 B_xy e_x e_y + B_yy e_y^2 - W^2. The ellipsoid is seen where the root is real. */
#include "view/depth.h"

#include <math.h>

#include "base/quat.h"
#include "base/sym3.h"
#include "view/depth_parts.h"

/* The visible surface of an ellipsoid. */
struct bowl {
	double at[3];         /* y'_0 */
	double a, b[3];       /* b = b[0] + b[1] e_x + b[2] e_y */
	double q[6];          /* b^2 - a c = q0 + 2 q1 e_x + 2 q2 e_y + q3 e_x^2 + 2 q4 e_x e_y + q5 e_y^2 */
};

/* M^T S M for a symmetric S: xx yy zz xy xz yz. */
static void symmetric_turn(double to[6], const double s[6], const double m[3][3])
{
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	vec3 of[3], s_of[3]; /* the columns of M and of S M */

	for (int j = 0; j < 3; j++) {
		of[j] = v3(m[0][j], m[1][j], m[2][j]);
		s_of[j] = sym3_apply(s, of[j]);
	}
	for (int k = 0; k < 6; k++)
		to[k] = v3_dot(of[row[k]], s_of[column[k]]);
}

/* Returns whether the whole ellipsoid is in front of the viewer. */
static int bowl_make(struct bowl *o, const struct view *v, const struct stage_ball *ball)
{
	double d[3], y[3], m[3][3], b[6], k = v->k;

	for (int i = 0; i < 3; i++)
		d[i] = ball->at[i] - v->centre[i];
	mat3_apply(y, v->axis, d);
	double w = 1 / (1 - k * y[2]);
	/* A^T G: the columns of A^T, with k y_0 subtracted from the last */
	for (int i = 0; i < 3; i++) {
		m[i][0] = v->axis[0][i];
		m[i][1] = v->axis[1][i];
		m[i][2] = v->axis[2][i] - k * d[i];
	}
	symmetric_turn(b, ball->a, (const double (*)[3])m);
	for (int i = 0; i < 3; i++)
		o->at[i] = w * y[i];
	double a = b[2] - k * k;
	o->a = a;
	o->b[0] = -k * w;
	o->b[1] = b[4];
	o->b[2] = b[5];
	o->q[0] = w * w * b[2];
	o->q[1] = -k * w * b[4];
	o->q[2] = -k * w * b[5];
	o->q[3] = b[4] * b[4] - a * b[0];
	o->q[4] = b[4] * b[5] - a * b[3];
	o->q[5] = b[5] * b[5] - a * b[1];
	return w > 0 && a > 0 && o->q[3] < 0 && o->q[5] < 0;
}

int depth_positive(double q0, double q1, double q2, double *from, double *to)
{
	double root = q1 * q1 - q0 * q2;

	if (!(root > 0))
		return 0;
	root = sqrt(root);
	*from = (q1 - root) / -q2;
	*to = (q1 + root) / -q2;
	return 1;
}

/* The interval of e_y where the ellipsoid is seen: some e_x makes the root real. */
static int bowl_rows(const double q[6], double *from, double *to)
{
	return depth_positive(q[1] * q[1] - q[3] * q[0], q[1] * q[4] - q[3] * q[2], q[4] * q[4] - q[3] * q[5], from, to);
}

void depth_ball_box(const struct view *v, const struct stage_ball *ball, double box[4])
{
	struct bowl o;

	if (ball->tube) {
		depth_tube_box(v, ball, box);
		return;
	}
	box[0] = box[1] = INFINITY;
	box[2] = box[3] = -INFINITY;
	if (!bowl_make(&o, v, ball))
		return;
	const double other[6] = { o.q[0], o.q[2], o.q[1], o.q[5], o.q[4], o.q[3] };
	if (!bowl_rows(o.q, &box[1], &box[3]) || !bowl_rows(other, &box[0], &box[2]))
		return;
	for (int k = 0; k < 4; k++)
		box[k] += o.at[k % 2];
}

int depth_samples(double from, double to, int n, int *first, int *last)
{
	double a = ceil(from - 0.5), b = floor(to - 0.5);

	*first = a > 0 ? a < n ? (int)a : n : 0;
	*last = b < n - 1 ? b > -1 ? (int)b : -1 : n - 1;
	return a <= b && b >= 0 && a <= n - 1;
}

void depth_clear(struct depth *d)
{
	size_t n = (size_t)(d->to - d->from) * (size_t)d->width;

	for (size_t k = 0; k < n; k++)
		d->z[k] = DEPTH_NONE;
}

/* Draw one row of an ellipsoid: z = z0 + zx i + h sqrt(q0 + i (q1 + i q2)) for n samples. */
static void bowl_row(float *restrict z, int n, const float f[6])
{
	const float z0 = f[0], zx = f[1], h = f[2], q0 = f[3], q1 = f[4], q2 = f[5];

#pragma omp simd
	for (int i = 0; i < n; i++) {
		float x = (float)i, q = q0 + x * (q1 + x * q2), near = z0 + zx * x + h * sqrtf(q > 0 ? q : 0);

		z[i] = near > z[i] ? near : z[i];
	}
}

static void bowl_row_id(float *restrict z, int *restrict id, int n, const float f[6], int own)
{
	const float z0 = f[0], zx = f[1], h = f[2], q0 = f[3], q1 = f[4], q2 = f[5];

#pragma omp simd
	for (int i = 0; i < n; i++) {
		float x = (float)i, q = q0 + x * (q1 + x * q2), near = z0 + zx * x + h * sqrtf(q > 0 ? q : 0);
		int front = near > z[i];

		z[i] = front ? near : z[i];
		id[i] = front ? own : id[i];
	}
}

static void bowl_row_cut(const struct depth *d, const struct view *v, int from, int to, int j, const float f[6], int id)
{
	for (int i = 0; i <= to - from; i++) {
		double q = f[3] + i * (f[4] + (double)i * f[5]), middle = f[0] + (double)f[1] * i, half = f[2] * sqrt(fmax(q, 0));

		depth_cut_sample(d, v, from + i, j, middle + half, middle - half, id);
	}
}

void depth_add_ball(struct depth *d, const struct view *v, const struct stage_ball *ball, int id)
{
	struct bowl o;
	double low, high, step = 1 / v->scale;
	int first, last;

	if (ball->tube) {
		depth_add_tube(d, v, ball, id);
		return;
	}
	if (!bowl_make(&o, v, ball) || !bowl_rows(o.q, &low, &high))
		return;
	double x0 = v->at[0] + v->scale * o.at[0], y0 = v->at[1] - v->scale * o.at[1];
	if (!depth_samples(y0 - v->scale * high - d->from, y0 - v->scale * low - d->from, d->to - d->from, &first, &last))
		return;
	for (int j = first; j <= last; j++) {
		double y = (y0 - (d->from + j + 0.5)) * step, left, right;
		double q0 = o.q[0] + y * (2 * o.q[2] + y * o.q[5]), q1 = o.q[1] + y * o.q[4];
		int from, to;

		if (!depth_positive(q0, q1, o.q[3], &left, &right) ||
		    !depth_samples(x0 + v->scale * left, x0 + v->scale * right, d->width, &from, &to))
			continue;
		double x = (from + 0.5 - x0) * step, b = o.b[0] + o.b[1] * x + o.b[2] * y;
		const float f[6] = { (float)(o.at[2] - b / o.a), (float)(-o.b[1] * step / o.a), (float)(1 / o.a),
			(float)(q0 + x * (2 * q1 + x * o.q[3])), (float)(2 * step * (q1 + x * o.q[3])), (float)(step * step * o.q[3]) };
		size_t at = (size_t)j * (size_t)d->width + (size_t)from;

		if (d->n_cut)
			bowl_row_cut(d, v, from, to, d->from + j, f, id);
		else if (d->id)
			bowl_row_id(d->z + at, d->id + at, to - from + 1, f, id);
		else
			bowl_row(d->z + at, to - from + 1, f);
	}
}

/* ---- triangles ---- */

int flat_make(struct flat *t, const struct view *v, const struct stage_face *f)
{
	for (int c = 0; c < 3; c++) {
		double seen[3];

		view_of_point(v, f->p[c], seen);
		t->x[c] = v->at[0] + v->scale * seen[0];
		t->y[c] = v->at[1] - v->scale * seen[1];
		t->z[c] = seen[2];
	}
	double ux = t->x[1] - t->x[0], uy = t->y[1] - t->y[0], uz = t->z[1] - t->z[0];
	double wx = t->x[2] - t->x[0], wy = t->y[2] - t->y[0], wz = t->z[2] - t->z[0], area = ux * wy - uy * wx;
	t->zx = (uz * wy - uy * wz) / area;
	t->zy = (ux * wz - uz * wx) / area;
	return fabs(area) > 1e-9;
}

void depth_face_box(const struct view *v, const struct stage_face *f, double box[4])
{
	box[0] = box[1] = INFINITY;
	box[2] = box[3] = -INFINITY;
	for (int c = 0; c < 3; c++) {
		double seen[3];

		view_of_point(v, f->p[c], seen);
		for (int k = 0; k < 2; k++) {
			box[k] = fmin(box[k], seen[k]);
			box[k + 2] = fmax(box[k + 2], seen[k]);
		}
	}
}

static double min3(const double a[3])
{
	return fmin(a[0], fmin(a[1], a[2]));
}

static double max3(const double a[3])
{
	return fmax(a[0], fmax(a[1], a[2]));
}

int flat_rows(const struct flat *t, const struct depth *d, int *first, int *last)
{
	return depth_samples(min3(t->y) - d->from, max3(t->y) - d->from, d->to - d->from, first, last);
}

/* The samples of row y in the triangle. Samples on an edge belong to both of its triangles, so that no gap is left. */
static int flat_row(const struct flat *t, double y, int width, int *from, int *to)
{
	double left = INFINITY, right = -INFINITY;

	for (int c = 0; c < 3; c++) {
		int e = (c + 1) % 3;

		if ((t->y[c] <= y) == (t->y[e] <= y) && t->y[c] != y && t->y[e] != y)
			continue;
		double x = t->y[c] == t->y[e] ? t->x[c] : t->x[c] + (t->x[e] - t->x[c]) * ((y - t->y[c]) / (t->y[e] - t->y[c]));
		left = fmin(left, x);
		right = fmax(right, x);
	}
	return left <= right && depth_samples(left - 1e-6, right + 1e-6, width, from, to);
}

void depth_add_face(struct depth *d, const struct view *v, const struct stage_face *f, int id)
{
	struct flat t;
	int first, last, from, to;

	if (f->inner || !flat_make(&t, v, f) || !flat_rows(&t, d, &first, &last))
		return;
	float farthest = (float)min3(t.z), nearest = (float)max3(t.z);
	for (int j = first; j <= last; j++) {
		double y = d->from + j + 0.5;

		if (!flat_row(&t, y, d->width, &from, &to))
			continue;
		float z0 = (float)(t.z[0] + t.zx * (from + 0.5 - t.x[0]) + t.zy * (y - t.y[0])), zx = (float)t.zx;
		size_t at = (size_t)j * (size_t)d->width + (size_t)from;
		for (int i = 0; i <= to - from; i++) {
			/* a triangle seen nearly edge-on is steep: its depth stays between those of its corners */
			float z = fminf(fmaxf(z0 + zx * (float)i, farthest), nearest);

			if (d->n_cut) {
				depth_cut_sample(d, v, from + i, d->from + j, z, INFINITY, id);
			} else if (z > d->z[at + (size_t)i]) {
				d->z[at + (size_t)i] = z;
				if (d->id)
					d->id[at + (size_t)i] = id;
			}
		}
	}
}

void depth_count_face(const struct depth *d, const struct view *v, const struct stage_face *f, unsigned char *count)
{
	struct flat t;
	int first, last, from, to;

	if (!flat_make(&t, v, f) || !flat_rows(&t, d, &first, &last))
		return;
	for (int j = first; j <= last; j++) {
		double y = d->from + j + 0.5;

		if (!flat_row(&t, y, d->width, &from, &to))
			continue;
		double z0 = t.z[0] + t.zx * (from + 0.5 - t.x[0]) + t.zy * (y - t.y[0]);
		size_t at = (size_t)j * (size_t)d->width + (size_t)from;
		for (int i = 0; i <= to - from; i++)
			count[at + (size_t)i] += z0 + t.zx * i > d->z[at + (size_t)i] && count[at + (size_t)i] < 255 &&
				(!d->n_cut || depth_cut_leaves(d, v, from + i, d->from + j, z0 + t.zx * i));
	}
}
