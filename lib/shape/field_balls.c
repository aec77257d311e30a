/* field_balls.c: distances to the surface of a union of balls
 *
 * The surface consists of patches of spheres. Patches end on circles where two spheres meet; circles end at corners where three
 * spheres meet. The nearest point of the surface lies inside a patch, where it is the nearest point of the sphere, or inside an
 * arc, where it is the nearest point of the circle, or at a corner. So it is the nearest of all these points that no other ball
 * covers. Only circles and corners that are not wholly covered are stored. */
#include <math.h>
#include <stdlib.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "base/trig.h"
#include "base/vec.h"
#include "shape/field_kinds.h"
#include "solid/balls.h"

struct part { enum { SPHERE, CIRCLE, CORNER } kind; int i, j, k; vec3 c, a; double r; };

struct balls {
	struct balls_lines lines;
	int n;
	double (*ball)[4];       /* [n] the balls that no other ball contains */
	int *first, *near;       /* ball i overlaps near[first[i]] .. near[first[i + 1] - 1] */
	size_t cap_near;
	int n_part;
	size_t cap_part;
	struct part *part;
	struct boxtree tree;     /* of the parts */
};

static vec3 centre(const struct balls *b, int i)
{
	return v3_from(b->ball[i]);
}

/* Whether a ball that overlaps ball i, except for j and k, covers q by more than rounding. */
static int covered(const struct balls *b, vec3 q, int i, int j, int k)
{
	for (int n = b->first[i]; n < b->first[i + 1]; n++) {
		int m = b->near[n];
		vec3 d = v3_sub(q, centre(b, m));
		double r = b->ball[m][3] * (1 - 1e-12);

		if (m != j && m != k && v3_dot(d, d) < r * r)
			return 1;
	}
	return 0;
}

/* ---- the parts of the surface ---- */

/* Copy the balls that no other ball contains; of equal balls, the first. */
static void copy_outer_balls(struct balls *b, int n, const double (*ball)[4])
{
	struct balltree t;

	balltree_init(&t, n, ball);
	b->ball = mem_new((size_t)n, sizeof *b->ball);
	for (int i = 0; i < n; i++) {
		int lost = 0;

		balltree_find(&t, ball, ball[i], ball[i]);
		for (int m = 0; m < t.n_found && !lost; m++) {
			int j = t.found[m];
			double over = ball[j][3] - ball[i][3];
			vec3 d = v3_sub(v3_from(ball[i]), v3_from(ball[j]));

			lost = j != i && over >= 0 && v3_dot(d, d) <= over * over && (over > 0 || j < i);
		}
		for (int k = 0; k < 4 && !lost; k++)
			b->ball[b->n][k] = ball[i][k];
		b->n += !lost;
	}
	balltree_free(&t);
}

static void find_overlaps(struct balls *b)
{
	struct balltree *t = &b->lines.tree;
	int n = 0;

	b->first = MEM_NEW(int, (size_t)b->n + 1);
	for (int i = 0; i < b->n; i++) {
		const double *p = b->ball[i], lo[3] = { p[0] - p[3], p[1] - p[3], p[2] - p[3] };
		const double hi[3] = { p[0] + p[3], p[1] + p[3], p[2] + p[3] };

		b->first[i] = n;
		balltree_find(t, (const double (*)[4])b->ball, lo, hi);
		MEM_GROW(b->near, &b->cap_near, (size_t)n + (size_t)t->n_found);
		for (int m = 0; m < t->n_found; m++) {
			vec3 d = v3_sub(centre(b, t->found[m]), centre(b, i));
			double reach = p[3] + b->ball[t->found[m]][3];

			if (t->found[m] != i && v3_dot(d, d) < reach * reach)
				b->near[n++] = t->found[m];
		}
	}
	b->first[b->n] = n;
}

static void add_part(struct balls *b, struct part p)
{
	MEM_GROW(b->part, &b->cap_part, (size_t)b->n_part + 1);
	b->part[b->n_part++] = p;
}

/* A unit vector perpendicular to a. */
static vec3 perpendicular(vec3 a)
{
	vec3 e = fabs(a.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0), u = v3_cross(a, e);

	return v3_scale(1 / v3_norm(u), u);
}

/* Add the uncovered corners of the circle of i and j with ball k. Returns the number of corners, covered or not; *open is set if
 * one is uncovered. */
static int add_corners(struct balls *b, const struct part *circle, int k, int *open)
{
	vec3 w = v3_sub(centre(b, k), circle->c), across = v3_sub(w, v3_scale(v3_dot(w, circle->a), circle->a));
	double l = v3_norm(across), h = v3_dot(w, circle->a), r = b->ball[k][3];

	if (!(l > 0))
		return 0;
	/* points c + r (u cos t + v sin t), u along across: |c + ... - c_k|^2 = R^2 */
	double cosine = (circle->r * circle->r + l * l + h * h - r * r) / (2 * circle->r * l);
	if (!(fabs(cosine) < 1))
		return 0;
	vec3 u = v3_scale(1 / l, across), v = v3_cross(circle->a, u);
	for (int side = -1; side <= 1; side += 2) {
		vec3 q = v3_add(circle->c, v3_scale(circle->r, v3_add(v3_scale(cosine, u),
		                v3_scale(side * sqrt(1 - cosine * cosine), v))));

		if (covered(b, q, circle->i, circle->j, k))
			continue;
		*open = 1;
		if (k > circle->j)
			add_part(b, (struct part){ .kind = CORNER, .i = circle->i, .j = circle->j, .k = k, .c = q });
	}
	return 2;
}

/* Whether ball k alone covers a whole circle, which is frequent. */
static int circle_covered(const struct balls *b, const struct part *circle, int k)
{
	vec3 w = v3_sub(centre(b, k), circle->c);
	double h = v3_dot(w, circle->a), far = sqrt(fmax(v3_dot(w, w) - h * h, 0)) + circle->r, r = b->ball[k][3] * (1 - 1e-12);

	return far * far + h * h < r * r;
}

static void add_circle(struct balls *b, int i, int j)
{
	vec3 d = v3_sub(centre(b, j), centre(b, i));
	double l = v3_norm(d), ri = b->ball[i][3], rj = b->ball[j][3], h = (l * l + ri * ri - rj * rj) / (2 * l), r2 = ri * ri - h * h;
	int open = 0, corners = 0;

	if (!(r2 > 0))
		return;
	vec3 a = v3_scale(1 / l, d);
	struct part p = { .kind = CIRCLE, .i = i, .j = j, .k = -1, .c = v3_add(centre(b, i), v3_scale(h, a)), .a = a, .r = sqrt(r2) };
	for (int n = b->first[i]; n < b->first[i + 1]; n++)
		if (b->near[n] != j && circle_covered(b, &p, b->near[n]))
			return;
	for (int n = b->first[i]; n < b->first[i + 1]; n++)
		if (b->near[n] != j)
			corners += add_corners(b, &p, b->near[n], &open);
	if (!corners)
		open = !covered(b, v3_add(p.c, v3_scale(p.r, perpendicular(a))), i, j, -1);
	if (open)
		add_part(b, p);
}

static void find_parts(struct balls *b)
{
	for (int i = 0; i < b->n; i++) {
		add_part(b, (struct part){ .kind = SPHERE, .i = i, .j = -1, .k = -1, .c = centre(b, i), .r = b->ball[i][3] });
		for (int n = b->first[i]; n < b->first[i + 1]; n++)
			if (b->near[n] > i)
				add_circle(b, i, b->near[n]);
	}
	double (*box)[6] = mem_new((size_t)b->n_part, sizeof *box);
	for (int m = 0; m < b->n_part; m++) {
		const struct part *p = &b->part[m];
		double c[3], a[3];

		v3_to(c, p->c);
		v3_to(a, p->a);
		for (int k = 0; k < 3; k++) {
			double half = p->kind == CIRCLE ? p->r * sqrt(fmax(1 - a[k] * a[k], 0)) : p->r;

			box[m][k] = c[k] - half;
			box[m][3 + k] = c[k] + half;
		}
	}
	boxtree_init(&b->tree, b->n_part, (const double (*)[6])box);
	free(box);
}

/* ---- distances ---- */

struct search { const struct balls *balls; double best; vec3 at; };

static double look(void *to, int item, const double x[3])
{
	struct search *s = to;
	const struct part *p = &s->balls->part[item];
	vec3 w = v3_sub(v3_from(x), p->c), q = p->c;

	if (p->kind != CORNER) {
		vec3 d = p->kind == CIRCLE ? v3_sub(w, v3_scale(v3_dot(w, p->a), p->a)) : w;
		double l = v3_norm(d);

			/* all points of the part are as far from its centre; if this point is covered, a circle or a corner is as
			 * near */
		q = v3_add(q, l > 0 ? v3_scale(p->r / l, d) : v3_scale(p->r, p->kind == CIRCLE ? perpendicular(p->a) : v3(1, 0, 0)));
	}
	vec3 off = v3_sub(v3_from(x), q);
	double d = v3_norm(off);
	if (d < s->best && !(p->kind != CORNER && covered(s->balls, q, p->i, p->j, -1))) {
		s->best = d;
		s->at = q;
	}
	return s->best;
}

static double distance(const struct field *f, const double x[3], double at[3])
{
	const struct balls *b = f->body;
	struct search s = { .balls = b, .best = INFINITY };

	boxtree_near(&b->tree, x, INFINITY, look, &s);
	v3_to(at, s.at);
	return s.best;
}

static int inside(const struct field *f, const double x[3])
{
	struct balls *b = f->body;

	balltree_find(&b->lines.tree, (const double (*)[4])b->ball, x, x);
	for (int m = 0; m < b->lines.tree.n_found; m++) {
		const double *p = b->ball[b->lines.tree.found[m]];
		vec3 d = v3_sub(v3_from(x), v3_from(p));

		if (v3_dot(d, d) <= p[3] * p[3])
			return 1;
	}
	return 0;
}

/* ---- points ---- */

/* Add the uncovered points among n points on the sphere of ball i. They lie on a spiral, with an area of 4 pi r^2 / n each. */
static void put_sphere(struct field *f, const struct balls *b, int i, int n)
{
	const double golden = 2.39996322972865332, r = b->ball[i][3];

	for (int k = 0; k < n; k++) {
		double z = 1 - (2.0 * k + 1) / n, s, c, flat = sqrt(1 - z * z), at[3], out[3];

		trig_sincos(golden * k, &s, &c);
		vec3 normal = v3(flat * c, flat * s, z), q = v3_add(centre(b, i), v3_scale(r, normal));
		v3_to(at, q);
		v3_to(out, normal);
		if (!covered(b, q, i, -1, -1))
			field_add_point(f, at, out, 4 * 3.14159265358979323846 * r * r / n);
	}
}

static void put_points(struct field *f, const struct balls *b, int points)
{
	enum { LEAST = 24, ROUND = 8 };
	const double none[3] = { 0, 0, 0 };
	double total = 0, at[3];

	for (int i = 0; i < b->n; i++)
		total += b->ball[i][3] * b->ball[i][3];
	for (int i = 0; i < b->n; i++)
		put_sphere(f, b, i, LEAST + (int)(points * b->ball[i][3] * b->ball[i][3] / total));
	for (int m = 0; m < b->n_part; m++) {
		const struct part *p = &b->part[m];

		v3_to(at, p->c);
		if (p->kind == CORNER)
			field_add_point(f, at, none, 0);
		for (int k = 0; k < ROUND && p->kind == CIRCLE; k++) {
			vec3 u = perpendicular(p->a), v = v3_cross(p->a, u);
			double s, c;

			trig_sincos(6.283185307179586 * k / ROUND, &s, &c);
			vec3 q = v3_add(p->c, v3_scale(p->r, v3_add(v3_scale(c, u), v3_scale(s, v))));
			v3_to(at, q);
			if (!covered(b, q, p->i, p->j, -1))
				field_add_point(f, at, none, 0);
		}
	}
}

static void free_balls(void *body)
{
	struct balls *b = body;

	balls_lines_free(&b->lines);
	boxtree_free(&b->tree);
	free(b->ball);
	free(b->first);
	free(b->near);
	free(b->part);
	free(b);
}

void field_of_balls(struct field *f, int n, const double (*ball)[4], int points)
{
	static const struct field_kind kind = { distance, inside, free_balls };
	struct balls *b = MEM_ZERO(struct balls, 1);

	copy_outer_balls(b, n, ball);
	balls_lines_init(&b->lines, b->n, (const double (*)[4])b->ball);
	find_overlaps(b);
	find_parts(b);
	put_points(f, b, points);
	f->dim = 3;
	f->kind = &kind;
	f->body = b;
	f->lines = b->lines.lines;
}
