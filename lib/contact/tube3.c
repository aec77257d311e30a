/* tube3.c: contacts of ellipsoids with cylinders */
#include "contact/tube3.h"

#include "base/quat.h"
#include "base/trig.h"

void tube3_place(struct tube3 *w, double r, double length, int in, vec3 c, const double q[4])
{
	w->c = c;
	quat_matrix(w->axes, q);
	w->r = r;
	w->half = length / 2;
	w->in = in;
}

static vec3 into(const struct tube3 *w, vec3 v)
{
	const double p[3] = { v.x, v.y, v.z };
	double to[3];

	mat3_apply_back(to, w->axes, p);
	return v3_from(to);
}

static vec3 out_of(const struct tube3 *w, vec3 v)
{
	const double p[3] = { v.x, v.y, v.z };
	double to[3];

	mat3_apply(to, w->axes, p);
	return v3_from(to);
}

/* The ellipsoid in the frame of the cylinder, and its ellipse across the axis: the squares of its half axes, q[0] >= q[1], are
 * along e and along e turned to the left; c is its centre along these axes. */
struct across {
	struct ellipsoid3 body;
	double q[2], c[2];
	vec2 e;
};

static void look_along(struct across *s, const struct tube3 *w, const struct ellipsoid3 *e)
{
	double row[3][3], m[3][3];

	s->body.c = into(w, v3_sub(e->c, w->c));
	s->body.sphere = e->sphere;
	for (int k = 0; k < 3; k++) { /* R^T Q R */
		vec3 q = sym3_apply(e->q, v3(w->axes[0][k], w->axes[1][k], w->axes[2][k]));

		v3_to(row[k], into(w, q));
	}
	for (int k = 0; k < 9; k++)
		m[k / 3][k % 3] = 0.5 * (row[k / 3][k % 3] + row[k % 3][k / 3]);
	const double q[6] = { m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2] };
	for (int k = 0; k < 6; k++)
		s->body.q[k] = q[k];
	double mean = 0.5 * (q[0] + q[1]), half = 0.5 * (q[0] - q[1]), root = sqrt(half * half + q[3] * q[3]);
	s->q[0] = mean + root;
	s->q[1] = fmax((q[0] * q[1] - q[3] * q[3]) / s->q[0], 0);
	/* (half + root, q3) is along the greater axis; if half is negative, another form avoids cancellation */
	s->e = half >= 0 ? v2(half + root, q[3]) : v2(q[3], root - half);
	double l = v2_norm(s->e);
	s->e = l > 0 ? v2_scale(1 / l, s->e) : v2(1, 0);
	s->c[0] = s->e.x * s->body.c.x + s->e.y * s->body.c.y;
	s->c[1] = s->e.x * s->body.c.y - s->e.y * s->body.c.x;
}

/* The secular function sum c_k^2 q_k / (m - q_k)^2 - 1, and its derivative. */
static double secular(const struct across *s, double m, double *slope)
{
	double u = 1 / (m - s->q[0]), v = 1 / (m - s->q[1]), a = s->c[0] * s->c[0] * s->q[0] * u * u;
	double b = s->c[1] * s->c[1] * s->q[1] * v * v;

	*slope = -2 * (a * u + b * v);
	return a + b - 1;
}

/* The root of the secular function f between lo and hi, where f falls or, without falls, rises. Newton's method within the
 * bracket for 1 / sqrt(1 + f) - 1, which is almost linear. */
static double root_between(const struct across *s, double lo, double hi, int falls)
{
	double m = 0.5 * (lo + hi);

	for (int k = 0; k < 200; k++) {
		double slope, f = secular(s, m, &slope);

		if ((f > 0) == falls)
			lo = m;
		else
			hi = m;
		double g = 1 + f, next = m + 2 * g * (1 - sqrt(g)) / slope;
		if (!(next > lo && next < hi))
			next = 0.5 * (lo + hi);
		if (fabs(next - m) <= 1e-16 * s->q[0] || next == lo || next == hi)
			return next;
		m = next;
	}
	return m;
}

/* The outward unit normal of the ellipse at c + y, y along its axes. The contact point of the body is its support point along
 * this normal. */
static vec3 normal_at(const struct across *s, double y0, double y1)
{
	double a = y0 / s->q[0], b = s->q[1] > 0 ? y1 / s->q[1] : 0, x = a * s->e.x - b * s->e.y, y = a * s->e.y + b * s->e.x;
	double l = 1 / sqrt(x * x + y * y);

	return v3(x * l, y * l, 0);
}

/* The normals at the maxima of the distance from the axis; returns their number. */
static int farthest(const struct across *s, vec3 n[2])
{
	double a = fabs(s->c[0]), b = fabs(s->c[1]), split = s->q[0] - s->q[1];
	double A = a * sqrt(s->q[0]), B = b * sqrt(s->q[1]), tiny = 1e-14 * s->q[0];

	if (A <= tiny && B <= split) {
		/* the hard case m = q_1: the centre is on the minor axis and two maxima are equal, or a circle is about the axis */
		double y1 = split > 0 ? s->c[1] * s->q[1] / split : 0, y0 = sqrt(s->q[0] * fmax(1 - y1 * y1 / s->q[1], 0));

		n[0] = normal_at(s, y0, y1);
		n[1] = normal_at(s, -y0, y1);
		return 2;
	}
	double lo = s->q[0] + fmax(A, B - split), hi = s->q[0] + A + B;
	double m = lo < hi ? root_between(s, lo, hi, 1) : lo;
	n[0] = normal_at(s, s->c[0] * s->q[0] / (m - s->q[0]), s->c[1] * s->q[1] / (m - s->q[1]));
	/* between q_2 and q_1 the function falls, then rises: bisect for a negative value, then find the root above it */
	lo = s->q[1];
	hi = s->q[0];
	if (!(A > 0) || !(split > 1e-12 * s->q[0]))
		return 1;
	for (int k = 0; k < 60; k++) {
		double slope;

		m = 0.5 * (lo + hi);
		if (secular(s, m, &slope) < 0)
			break;
		if (slope < 0)
			lo = m;
		else
			hi = m;
	}
	double slope, f = secular(s, m, &slope);
	if (!(f < 0))
		return 1;
	m = root_between(s, m, s->q[0], 0); /* at least A below q_1, which is more than tiny */
	n[1] = normal_at(s, s->c[0] * s->q[0] / (m - s->q[0]), s->c[1] * s->q[1] / (m - s->q[1]));
	return 2;
}

/* The normal where the ellipse is nearest to the axis, which must be outside the ellipse: at the root m below 0. */
static vec3 nearest(const struct across *s)
{
	double A = fabs(s->c[0]) * sqrt(s->q[0]), B = fabs(s->c[1]) * sqrt(s->q[1]);
	double lo = -(A + B), m = root_between(s, lo, 0, 0);

	return normal_at(s, s->c[0] * s->q[0] / (m - s->q[0]), s->c[1] * s->q[1] / (m - s->q[1]));
}

static void set_touch(struct touch3 *t, double gap, vec3 n, vec3 a)
{
	t->gap = gap;
	t->n = n;
	t->a = a;
	t->b = v3_add(a, v3_scale(gap, n));
}

/* Find contacts with the curved surface from inside, in the frame of the cylinder; returns their number. */
static int from_inside(const struct tube3 *w, const struct across *s, double within, struct touch3 *t)
{
	vec3 n[2], p;
	int found = 0, m = farthest(s, n);

	for (int k = 0; k < m; k++) {
		ellipsoid3_support(&s->body, n[k], &p);
		p = v3_add(s->body.c, p);
		double rho = sqrt(p.x * p.x + p.y * p.y), gap = w->r - rho;
		if (gap < within && fabs(p.z) <= w->half)
			set_touch(&t[found++], gap, v3(p.x / rho, p.y / rho, 0), p);
	}
	return found;
}

/* The same from outside. */
static int from_outside(const struct tube3 *w, const struct across *s, double within, struct touch3 *t)
{
	double rho = sqrt(s->c[0] * s->c[0] + s->c[1] * s->c[1]);
	double inside = s->c[0] * s->c[0] / s->q[0] + s->c[1] * s->c[1] / s->q[1];
	vec3 n, p;

	if (!(rho > 0))
		return 0;
	/* if the ellipse contains the axis, it is pushed back to the side of its centre */
	n = inside > 1 + 1e-9 ? nearest(s) : v3(-s->body.c.x / rho, -s->body.c.y / rho, 0);
	double h = ellipsoid3_support(&s->body, n, &p), gap = -(n.x * s->body.c.x + n.y * s->body.c.y) - h - w->r;
	p = v3_add(s->body.c, p);
	if (!(gap < within) || fabs(p.z) > w->half)
		return 0;
	set_touch(t, gap, n, p);
	return 1;
}

/* ---- the edges ---- */

struct edge {
	const struct ellipsoid3 *body;
	double r, z;
	struct touch3 t;      /* between the body and the point of the edge at the last angle */
};

/* The radius of the ball that stands for a point, over that of the edge. */
static const double point = 1e-9;

/* Set the touch at an angle; returns d(gap) / d(angle) over r. */
static double edge_slope(struct edge *e, double angle)
{
	struct ellipsoid3 p = { .sphere = 0 };
	double sine, cosine, lip = point * e->r;

	trig_sincos(angle, &sine, &cosine);
	p.c = v3(e->r * cosine, e->r * sine, e->z);
	p.q[0] = p.q[1] = p.q[2] = lip * lip;
	if (e->body->sphere > 0)
		p.sphere = lip;
	e->t.n = v3(0, 0, 0);
	ellipsoid3_gap(e->body, &p, &e->t);
	e->t.gap += lip;
	e->t.b = p.c;
	return e->t.n.y * cosine - e->t.n.x * sine;
}

/* Find the minimum between two angles where the slope changes from negative to positive, by bisection and secants in turn. */
static void edge_minimum(struct edge *e, double lo, double slope_lo, double hi, double slope_hi)
{
	for (int k = 0; k < 100 && hi - lo > 1e-14 && slope_hi - slope_lo > 1e-13; k++) {
		double mid = k % 3 == 2 ? 0.5 * (lo + hi) : lo - slope_lo * (hi - lo) / (slope_hi - slope_lo);

		if (!(mid > lo && mid < hi))
			mid = 0.5 * (lo + hi);
		double slope = edge_slope(e, mid);
		if (fabs(slope) < 1e-13)
			return;
		if (slope < 0)
			lo = mid, slope_lo = slope;
		else
			hi = mid, slope_hi = slope;
	}
	edge_slope(e, 0.5 * (lo + hi));
}

/* Take the last touch, if it is near enough and the curved surface beside the edge is not nearer. */
static int edge_take(const struct edge *e, double within, struct touch3 *t)
{
	if (!(e->t.gap < within && (e->z > 0 ? e->t.n.z <= 0 : e->t.n.z >= 0)))
		return 0;
	*t = e->t;
	return 1;
}

/* Find contacts with the edge at the height z, at most room; returns their number. */
static int from_edge(const struct tube3 *w, const struct across *s, double z, double within, struct touch3 *t, int room)
{
	enum { POINTS = 16, AROUND = 3 };
	const double pi = 3.14159265358979323846, even = 1e-12;
	const struct ellipsoid3 *b = &s->body;
	struct edge e = { .body = b, .r = w->r, .z = z };
	double reach = sqrt(b->q[0] + b->q[1] + b->q[2]) + within, rho = sqrt(b->c.x * b->c.x + b->c.y * b->c.y);
	double dz = z - b->c.z, in_plane = reach * reach - dz * dz;
	int found = 0;

	/* the points nearer than reach: rho^2 + r^2 - 2 rho r cos(angle) < in_plane */
	if (!(in_plane > (w->r - rho) * (w->r - rho)))
		return 0;
	double cosine = (rho * rho + w->r * w->r - in_plane) / (2 * rho * w->r), half = pi, middle = 0;
	if (rho > 0 && cosine > -1) {
		half = trig_atan2(sqrt(fmax(1 - cosine * cosine, 0)), cosine);
		middle = trig_atan2(b->c.y, b->c.x);
	}
	double angle[POINTS + 1], slope[POINTS + 1], most = 0;
	for (int k = 0; k <= POINTS; k++) {
		angle[k] = middle - half + k * (2 * half / POINTS);
		slope[k] = half == pi && k == POINTS ? slope[0] : edge_slope(&e, angle[k]); /* the first and last point of a circle coincide */
		most = fmax(most, fabs(slope[k]));
	}
	double around = middle;
	for (int k = 0; k < POINTS && found < room && most > even; k++)
		if (slope[k] < 0 && slope[k + 1] >= 0) {
			edge_minimum(&e, angle[k], slope[k], angle[k + 1], slope[k + 1]);
			around = trig_atan2(e.t.b.y, e.t.b.x);
			found += edge_take(&e, within, &t[found]);
		}
	/* if the whole circle is near, the contact with the least gap is joined by others around the circle, which support the body */
	for (int k = found > 0; k < AROUND && half == pi && found < room && found < AROUND; k++) {
		edge_slope(&e, around + k * (2 * pi / AROUND));
		found += edge_take(&e, within, &t[found]);
	}
	return found;
}

int tube3_gaps(const struct tube3 *w, const struct ellipsoid3 *e, double within, struct touch3 t[TUBE3_MOST])
{
	struct across s;
	int n = 0;

	look_along(&s, w, e);
	if (tube3_inside(w, sqrt(s.body.c.x * s.body.c.x + s.body.c.y * s.body.c.y)))
		n = from_inside(w, &s, within, t);
	else
		n = from_outside(w, &s, within, t);
	for (int side = -1; side <= 1 && w->half < INFINITY; side += 2)
		n += from_edge(w, &s, side * w->half, within, t + n, 3);
	for (int k = 0; k < n; k++) {
		t[k].n = out_of(w, t[k].n);
		t[k].a = v3_add(w->c, out_of(w, t[k].a));
		t[k].b = v3_add(w->c, out_of(w, t[k].b));
	}
	return n;
}
