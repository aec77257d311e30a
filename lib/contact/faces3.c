/* faces3.c: the features of polyhedra, and the nearest points of two of them */
#include "contact/faces3_points.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "solid/polyhedron.h"

/* ---- features ---- */

/* Set the ball around feature k, without the spheroradius, and its kind. */
static void entry_set(struct faces3 *f, int k, vec3 middle, double around, enum feature_kind kind)
{
	struct entry3 *to = &f->entry[k];

	to->x = middle.x;
	to->y = middle.y;
	to->z = middle.z;
	to->r = around + f->r;
	to->kind = (unsigned)kind & 15;
}

static void set_vertices(struct faces3 *f, const struct polyhedron *p)
{
	int *meeting = MEM_ZERO(int, (size_t)p->n_vertex);

	for (int v = 0; v < p->n_vertex; v++)
		entry_set(f, v, v3_from(p->vertex[v]), 0, FEATURE_NONE);
	f->n_column = (p->n_vertex + 7) / 8 * 8;
	for (int k = 0; k < 3; k++) {
		f->vertex[k] = MEM_NEW(double, (size_t)f->n_column);
		for (int v = 0; v < f->n_column; v++)
			f->vertex[k][v] = p->vertex[v < p->n_vertex ? v : p->n_vertex - 1][k];
	}
	for (int e = 0; e < p->n_edge; e++)
		for (int k = 0; k < 2; k++) {
			int v = p->edge[e].v[k];

			f->meeting = ++meeting[v] > f->meeting ? meeting[v] : f->meeting;
			f->end[e][k] = v;
			if (p->edge[e].angle > POLYHEDRON_CUT)
				f->entry[v].kind = FEATURE_VERTEX;
		}
	free(meeting);
}

static void set_edges(struct faces3 *f, const struct polyhedron *p)
{
	for (int e = 0; e < p->n_edge; e++) {
		vec3 a = v3_from(p->vertex[p->edge[e].v[0]]), b = v3_from(p->vertex[p->edge[e].v[1]]);
		double angle = p->edge[e].angle;
		int k = p->n_vertex + e;

		f->entry[k].half = v3_scale(0.5, v3_sub(b, a));
		entry_set(f, k, v3_scale(0.5, v3_add(a, b)), v3_norm(f->entry[k].half),
			angle > POLYHEDRON_CUT ? FEATURE_EDGE : angle < -POLYHEDRON_CUT ? FEATURE_NONE : FEATURE_CUT);
	}
}

/* Side k of four, from a to b, of a face with this normal. */
static void set_side(struct sides3 *to, int k, vec3 a, vec3 b, vec3 normal)
{
	vec3 along = v3_scale(1 / v3_norm(v3_sub(b, a)), v3_sub(b, a));

	to->length[k] = v3_norm(v3_sub(b, a));
	to->rim[k] = v3_dot(along, v3_cross(normal, a));
	for (int c = 0; c < 3; c++) {
		to->from[c][k] = (&a.x)[c];
		to->along[c][k] = (&along.x)[c];
	}
}

static void set_face(struct faces3 *f, const struct polyhedron *p, int face)
{
	int k = p->n_vertex + p->n_edge + face, from = p->first[face], end = p->first[face + 1];
	vec3 sum = v3(0, 0, 0), middle;
	double around = 0;
	int sides = (end - from + SIDES - 1) / SIDES;
	struct sides3 *four = &f->sides[f->n_four];

	f->normal[face] = v3_from(p->normal[face]);
	for (int c = from; c < end; c++) {
		vec3 a = v3_from(p->vertex[p->corner[c]]), b = v3_from(p->vertex[p->corner[c + 1 < end ? c + 1 : from]]);

		set_side(&four[(c - from) % sides], (c - from) / sides, a, b, f->normal[face]);
		sum = v3_add(sum, a);
	}
	middle = v3_scale(1.0 / (end - from), sum);
	for (int c = from; c < end; c++)
		around = fmax(around, v3_norm(v3_sub(faces3_middle(f, f->corner[c]), middle)));
	entry_set(f, k, middle, around, end - from > 2 ? FEATURE_FACE : FEATURE_LINE);
	f->entry[k].normal = f->normal[face];
	f->entry[k].sides = f->n_four;
	f->entry[k].n_four = (unsigned)sides & 0xfffffff;
	f->n_four += sides;
	if (end - from == 2)
		f->entry[k].half = v3_scale(0.5, v3_sub(faces3_middle(f, f->corner[from + 1]), faces3_middle(f, f->corner[from])));
}

int faces3_init(struct faces3 *f, const struct solid *s)
{
	struct polyhedron_fault fault;
	struct polyhedron p;

	memset(f, 0, sizeof *f);
	if (polyhedron_init(&p, s, &fault)) {
		polyhedron_free(&p);
		return -1;
	}
	size_t n = (size_t)p.n_vertex + (size_t)p.n_edge + (size_t)p.n_face, sides = (size_t)p.first[p.n_face];
	f->n_vertex = p.n_vertex;
	f->n_edge = p.n_edge;
	f->n_face = p.n_face;
	f->n = (int)n;
	f->r = p.r;
	f->entry = MEM_LINES(struct entry3, n);
	f->normal = MEM_ZERO(vec3, (size_t)p.n_face + 1);
	f->first = mem_copy(p.first, (size_t)p.n_face + 1, sizeof *p.first);
	size_t fours = 0;
	for (int face = 0; face < p.n_face; face++)
		fours += (size_t)(p.first[face + 1] - p.first[face] + SIDES - 1) / SIDES;
	f->sides = MEM_LINES(struct sides3, fours);
	f->corner = MEM_ZERO(int, sides + 1);
	for (size_t c = 0; c < sides; c++)
		f->corner[c] = p.corner[c];
	f->end = mem_zero((size_t)p.n_edge + 1, sizeof *f->end);
	set_vertices(f, &p);
	set_edges(f, &p);
	for (int face = 0; face < p.n_face; face++)
		set_face(f, &p, face);
	if (p.kind == POLYHEDRON_POINT)
		f->entry[0].kind = FEATURE_VERTEX;
	polyhedron_free(&p);
	return 0;
}

void faces3_free(struct faces3 *f)
{
	free(f->entry);
	for (int k = 0; k < 3; k++)
		free(f->vertex[k]);
	free(f->normal);
	free(f->first);
	free(f->sides);
	free(f->corner);
	free(f->end);
	memset(f, 0, sizeof *f);
}

size_t faces3_bytes(const struct faces3 *f)
{
	size_t face = sizeof *f->normal + sizeof *f->first;

	return (size_t)f->n * sizeof *f->entry + (size_t)f->n_face * face + (size_t)f->n_four * sizeof *f->sides +
	       (size_t)f->first[f->n_face] * sizeof *f->corner +
	       (size_t)f->n_edge * sizeof *f->end + 3 * (size_t)f->n_column * sizeof(double);
}

/* ---- nearest points ---- */

void faces3_to_segment(const struct feature3 *i, vec3 middle, vec3 half, struct nearest3 *out)
{
	vec3 a = turned(i->frame, i->faces->entry[i->k].half);
	struct segments3 o = segments(a, half, v3_sub(middle, i->middle));

	*out = (struct nearest3){ .arm = v3_add(v3_sub(i->middle, i->frame->at), v3_scale(o.s, a)), .w = o.w };
	out->weight = edges_weight(o.ab, o.across2, o.unit, o.across, &out->slope);
}

void faces3_to_line(const struct feature3 *i, vec3 at, vec3 axis, struct nearest3 *out)
{
	vec3 a = turned(i->frame, i->faces->entry[i->k].half), d = v3_sub(at, i->middle);
	vec3 across = v3_sub(a, v3_scale(v3_dot(a, axis), axis)), away = v3_sub(d, v3_scale(v3_dot(d, axis), axis));
	double aa = v3_dot(across, across), s = aa > 1e-24 * v3_dot(a, a) ? within(v3_dot(away, across) / aa, -1, 1) : 0;
	struct segments3 o = segments(a, axis, d);

	out->arm = v3_add(v3_sub(i->middle, i->frame->at), v3_scale(s, a));
	out->w = v3_sub(away, v3_scale(s, across));
	out->weight = edges_weight(o.ab, o.across2, o.unit, o.across, &out->slope);
}

void faces3_nearest(const struct feature3 *i, const struct feature3 *j, vec3 h, struct nearest3 *out)
{
	enum feature_kind ki = faces3_kind(i->faces, i->k), kj = faces3_kind(j->faces, j->k);

	if (ki == FEATURE_EDGE) {
		faces3_to_segment(i, v3_add(j->middle, h), turned(j->frame, j->faces->entry[j->k].half), out);
		return;
	}
	out->weight = ki == FEATURE_CUT || kj == FEATURE_CUT ? -1 : 1;
	out->slope = v3(0, 0, 0);
	if (ki == FEATURE_VERTEX) {
		out->arm = v3_sub(i->middle, i->frame->at);
		out->w = from_point(j->faces, j->frame, j->k, v3_sub(i->middle, v3_add(j->frame->at, h)));
	} else {
		vec3 x = v3_sub(v3_add(j->middle, h), i->frame->at), w = from_point(i->faces, i->frame, i->k, x);

		out->arm = v3_add(x, w);
		out->w = v3_sub(v3(0, 0, 0), w);
	}
}

/* ---- bodies that interlock ---- */

/* The first corner of a face. */
static vec3 corner_of(const struct faces3 *f, int face)
{
	return faces3_middle(f, f->corner[f->first[face]]);
}

/* Whether a point in the plane of a face is in the face. */
static int in_face(const struct faces3 *f, int face, vec3 x)
{
	vec3 over = v3_cross(f->normal[face], x);

	for (int c = 0; c < f->first[face + 1] - f->first[face]; c++) {
		struct side3 a = faces3_side(f, face, c);

		if (side3_beyond(&a, over))
			return 0;
	}
	return 1;
}

/* Whether the segment from x to y, in the frame of the body, goes through one of its faces. */
static int goes_through(const struct faces3 *f, vec3 x, vec3 y)
{
	for (int k = 0; k < f->n_face; k++) {
		vec3 n = f->normal[k], o = corner_of(f, k);
		double a = v3_dot(v3_sub(x, o), n), b = v3_dot(v3_sub(y, o), n);
		int crosses = (a > 0) != (b > 0) && f->first[k + 1] - f->first[k] > 2;

		if (crosses && in_face(f, k, v3_add(x, v3_scale(a / (a - b), v3_sub(y, x)))))
			return 1;
	}
	return 0;
}

void faces3_ends(const struct faces3 *f, const struct frame3 *at, int k, vec3 end[2])
{
	vec3 middle = v3_add(turned(at, faces3_middle(f, k)), at->at), half = turned(at, f->entry[k].half);

	end[0] = v3_sub(middle, half);
	end[1] = v3_add(middle, half);
}

int faces3_through(const struct faces3 *f, const struct frame3 *at, vec3 x, vec3 y)
{
	return goes_through(f, turned_back(at, v3_sub(x, at->at)), turned_back(at, v3_sub(y, at->at)));
}

static int edges_through(const struct faces3 *i, const struct frame3 *fi, const struct faces3 *j, const struct frame3 *fj, vec3 h)
{
	for (int e = i->n_vertex; e < i->n_vertex + i->n_edge; e++) {
		vec3 middle = v3_sub(v3_add(turned(fi, faces3_middle(i, e)), fi->at), v3_add(fj->at, h)), half = turned(fi, i->entry[e].half);

		if (goes_through(j, turned_back(fj, v3_sub(middle, half)), turned_back(fj, v3_add(middle, half))))
			return 1;
	}
	return 0;
}

int faces3_meet(const struct faces3 *i, const struct frame3 *fi, const struct faces3 *j, const struct frame3 *fj, vec3 h)
{
	return i && j && (edges_through(i, fi, j, fj, h) || edges_through(j, fj, i, fi, v3_scale(-1, h)));
}

int faces3_inside(const struct faces3 *f, const struct frame3 *at, vec3 x)
{
	vec3 y = turned_back(at, v3_sub(x, at->at)), up = v3(0.2672612419124244, 0.5345224838248488, 0.8017837257372732);
	int n = 0;

	for (int k = 0; k < f->n_face; k++) {
		double rise = v3_dot(up, f->normal[k]), d = v3_dot(v3_sub(corner_of(f, k), y), f->normal[k]);
		int ahead = rise != 0 && d / rise > 0 && f->first[k + 1] - f->first[k] > 2;

		n += ahead && in_face(f, k, v3_add(y, v3_scale(d / rise, up)));
	}
	return n & 1;
}
