/* flat_faces.c: join the triangles of a surface to flat faces
 *
 * Regions of triangles on one plane grow from the greatest triangle that is left. The rim of a region is its face, with bridges
 * to its holes; it is cut in the end. Corners at which only two faces meet, on a straight side of both, are left out. If a
 * face is not flat enough in the end, its region is taken apart, and all is done again from the rims on. */
#include "mesh/flat_faces.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/flat_parts.h"
#include "solid/polyhedron.h"

static vec3 point(const struct flat *f, int v)
{
	return v3_from(f->m->xyz[v]);
}

/* ---- faces ---- */

static void add_face(struct flat *f, int n, const int *v, int region)
{
	MEM_GROW(f->face, &f->cap_face, (size_t)f->n_face + 1);
	MEM_GROW(f->corner, &f->cap_corner, (size_t)f->n_corner + (size_t)n);
	f->face[f->n_face++] = (struct ring){ f->n_corner, n, region };
	for (int k = 0; k < n; k++)
		f->corner[f->n_corner + k] = (struct turn){ v[k], f->n_corner + (k + n - 1) % n, f->n_corner + (k + 1) % n, 0 };
	f->n_corner += n;
}

/* The faces of all regions. */
static void find_faces(struct flat *f)
{
	const size_t n_triangle = (size_t)f->m->n_triangle;
	int *ring = MEM_NEW(int, FLAT_RIM * n_triangle);
	char *done = MEM_ZERO(char, 3 * n_triangle);

	f->n_face = f->n_corner = 0;
	for (int r = 0; r < f->n_region; r++) {
		int n = f->whole[r] ? flat_rim(f, r, done, ring) : 0;

		if (n > 0)
			add_face(f, n, ring, r);
		else
			for (int i = f->begin[r]; i < f->begin[r + 1]; i++)
				add_face(f, 3, f->m->tri[f->member[i]], r);
	}
	free(ring);
	free(done);
}

/* ---- straight sides ---- */

/* The distance of the corner c from the line between its neighbours; infinite if it is not between them. */
static double off_side(const struct flat *f, int c)
{
	const struct turn *t = &f->corner[c];
	vec3 a = point(f, f->corner[t->before].v), b = point(f, f->corner[t->after].v), p = v3_sub(point(f, t->v), a), d = v3_sub(b, a);
	double along = v3_dot(p, d), length = v3_norm(d);

	return along > 0 && along < length * length ? v3_norm(v3_cross(p, d)) / length : INFINITY;
}

/* Leave out the corner c. off bounds how far corners that were left out are from the side that remains. */
static void unlink_corner(struct flat *f, int c, double off)
{
	struct turn *t = &f->corner[c];

	f->corner[t->before].after = t->after;
	f->corner[t->after].before = t->before;
	f->corner[t->before].off = off;
	t->v = -1;
}

/* Leave out vertices at which two faces meet on a straight side. A corner's off belongs to the side that begins there. */
static void straighten(struct flat *f)
{
	int n_vertex = f->m->n_vertex, *of = MEM_NEW(int, 2 * (size_t)n_vertex), *count = MEM_ZERO(int, (size_t)n_vertex);
	int *face_of = MEM_NEW(int, (size_t)f->n_corner);

	for (int i = 0; i < f->n_face; i++)
		for (int k = 0; k < f->face[i].n; k++) {
			int c = f->face[i].first + k, v = f->corner[c].v;

			face_of[c] = i;
			if (count[v] < 2)
				of[2 * v + count[v]] = c;
			count[v]++;
		}
	for (int v = 0; v < n_vertex; v++) {
		const int *c = &of[2 * v];

		if (count[v] != 2 || f->face[face_of[c[0]]].n <= 3 || f->face[face_of[c[1]]].n <= 3)
			continue;
		double off = off_side(f, c[0]) + fmax(f->corner[f->corner[c[0]].before].off, f->corner[c[0]].off);
		if (!(off <= f->tolerance))
			continue;
		for (int k = 0; k < 2; k++) {
			unlink_corner(f, c[k], off);
			f->face[face_of[c[k]]].n--;
		}
	}
	for (int i = 0; i < f->n_face; i++)
		while (f->corner[f->face[i].first].v < 0)
			f->face[i].first++;
	free(of);
	free(count);
	free(face_of);
}

/* ---- planes ---- */

/* The vertices of planes that must hold: those of regions with a face of four corners or more. */
struct planes {
	double *offset;       /* [n_region] n.x of the plane */
	int *first, *region;  /* [n_vertex + 1], regions of the vertices in rising order, the greatest ones first */
};

static void find_planes(struct flat *f, struct planes *p)
{
	int n_vertex = f->m->n_vertex, *count = MEM_ZERO(int, (size_t)f->n_region);

	p->offset = MEM_ZERO(double, (size_t)f->n_region);
	p->first = MEM_ZERO(int, (size_t)n_vertex + 1);
	p->region = MEM_NEW(int, (size_t)f->n_corner);
	for (int r = 0; r < f->n_region; r++) {
		vec3 n = v3(0, 0, 0);

		for (int i = f->begin[r]; i < f->begin[r + 1]; i++)
			n = v3_add(n, v3_scale(f->area[f->member[i]], f->normal[f->member[i]]));
		f->plane[r] = v3_scale(1 / v3_norm(n), n);
	}
	for (int pass = 0; pass < 2; pass++) { /* count, then fill; the faces are in the order of their regions */
		for (int i = 0; i < f->n_face; i++) {
			int r = f->face[i].region, c = f->face[i].first;

			for (int k = 0; k < f->face[i].n && f->face[i].n > 3; k++, c = f->corner[c].after) {
				int v = f->corner[c].v;

				if (pass == 0) {
					p->first[v + 1]++;
					p->offset[r] += v3_dot(f->plane[r], point(f, v));
					count[r]++;
				} else
					p->region[p->first[v]++] = r;
			}
		}
		for (int v = 0; v < n_vertex && pass == 0; v++)
			p->first[v + 1] += p->first[v];
	}
	memmove(p->first + 1, p->first, (size_t)n_vertex * sizeof *p->first);
	p->first[0] = 0;
	for (int r = 0; r < f->n_region; r++)
		p->offset[r] /= count[r] ? count[r] : 1;
	free(count);
}

/* Move a vertex to its planes, as many as are independent, by the shortest way. Returns how far it moves. */
static double move_vertex(struct flat *f, const struct planes *p, int v)
{
	vec3 x = point(f, v), axis[3];
	int n = 0;

	for (int i = p->first[v]; i < p->first[v + 1] && n < 3; i++) {
		vec3 plane = f->plane[p->region[i]], e = plane;

		for (int k = 0; k < n; k++)
			e = v3_sub(e, v3_scale(v3_dot(e, axis[k]), axis[k]));
		double s = v3_norm(e), by = (p->offset[p->region[i]] - v3_dot(plane, x)) / (s * s);
		vec3 to = v3_add(x, v3_scale(by, e));

		if (!(s > 1e-6) || v3_norm(v3_sub(to, point(f, v))) > 4 * f->tolerance)
			continue;
		x = to;
		axis[n++] = v3_scale(1 / s, e);
	}
	v3_to(f->x[v], x);
	return v3_norm(v3_sub(x, point(f, v)));
}

/* Whether a face does not cross itself, as it may after its vertices have moved, so that it can be cut into convex ones. */
static int can_be_cut(const struct flat *f, const struct ring *r)
{
	struct solid face = { .n = r->n, .n_face = 1, .vertex = mem_new((size_t)r->n, sizeof *face.vertex), .first = MEM_ZERO(int, 2),
		.corner = MEM_NEW(int, (size_t)r->n) };
	struct polyhedron_fault fault;

	for (int k = 0, c = r->first; k < r->n; k++, c = f->corner[c].after) {
		memcpy(face.vertex[k], f->x[f->corner[c].v], sizeof *face.vertex);
		face.corner[k] = k;
	}
	face.first[1] = r->n;
	int crosses = polyhedron_cut_faces(&face, &fault) < 0 && fault.kind == POLYHEDRON_CROSSING;
	free(face.vertex);
	free(face.first);
	free(face.corner);
	return !crosses;
}

/* Whether a face is flat and can be cut. */
static int is_flat(const struct flat *f, const struct ring *r)
{
	const struct turn *t = f->corner;
	vec3 o = v3_from(f->x[t[r->first].v]), n = v3(0, 0, 0);
	int c = t[r->first].after;

	for (int k = 2; k < r->n; k++, c = t[c].after)
		n = v3_add(n, v3_cross(v3_sub(v3_from(f->x[t[c].v]), o), v3_sub(v3_from(f->x[t[t[c].after].v]), o)));
	double length = v3_norm(n), most = 0;
	for (int k = 0; k < r->n; k++, c = t[c].after)
		most = fmax(most, fabs(v3_dot(v3_sub(v3_from(f->x[t[c].v]), o), n)));
	if (!(most <= POLYHEDRON_FLAT * f->size * length))
		return 0;
	return can_be_cut(f, r);
}

/* Whether a face is not flat. If so, and if apart is set, take the regions of such faces apart. */
static int find_bent(struct flat *f, int apart)
{
	int any = 0;

	for (int i = 0; i < f->n_face; i++)
		if (f->face[i].n > 3 && !is_flat(f, &f->face[i])) {
			f->whole[f->face[i].region] &= !apart;
			any = 1;
		}
	return any;
}

/* Make faces that are flat. Returns the greatest distance by which a vertex moved. */
static double make_flat(struct flat *f)
{
	for (int round = 0;; round++) {
		double moved = 0;
		struct planes p;

		find_faces(f);
		straighten(f);
		memcpy(f->x, f->m->xyz, (size_t)f->m->n_vertex * sizeof *f->x);
		if (!find_bent(f, 0))
			return 0;
		find_planes(f, &p);
		for (int v = 0; v < f->m->n_vertex; v++)
			moved = fmax(moved, move_vertex(f, &p, v));
		free(p.offset);
		free(p.first);
		free(p.region);
		if (!find_bent(f, 1))
			return moved;
		if (round == 100) /* never seen */
			memset(f->whole, 0, (size_t)f->n_region);
	}
}

/* ---- all ---- */

/* Write the faces, with the vertices that they have. */
static void take_solid(struct solid *s, const struct flat *f)
{
	int *number = MEM_NEW(int, (size_t)f->m->n_vertex), end = 0;

	memset(number, 0xff, (size_t)f->m->n_vertex * sizeof *number);
	s->first = MEM_ZERO(int, (size_t)f->n_face + 1);
	s->corner = MEM_NEW(int, (size_t)f->n_corner);
	s->vertex = mem_new((size_t)f->m->n_vertex, sizeof *s->vertex);
	s->n_face = f->n_face;
	s->n = 0;
	for (int c = 0; c < f->n_corner; c++)
		if (f->corner[c].v >= 0)
			number[f->corner[c].v] = 0;
	for (int v = 0; v < f->m->n_vertex; v++)
		if (number[v] == 0) {
			memcpy(s->vertex[s->n], f->x[v], sizeof *f->x);
			number[v] = s->n++;
		}
	for (int i = 0; i < f->n_face; i++) {
		for (int k = 0, c = f->face[i].first; k < f->face[i].n; k++, c = f->corner[c].after)
			s->corner[end++] = number[f->corner[c].v];
		s->first[i + 1] = end;
	}
	free(number);
}

double flat_faces(struct solid *s, const struct mesh *m, double tolerance)
{
	size_t n = (size_t)m->n_triangle;
	struct flat f = { .m = m, .tolerance = tolerance, .normal = MEM_NEW(vec3, n), .area = MEM_NEW(double, n),
		.height = MEM_NEW(double, n), .next = mem_new(n, sizeof *f.next), .region = MEM_NEW(int, n), .plane = MEM_NEW(vec3, n),
		.begin = MEM_NEW(int, n + 1), .member = MEM_NEW(int, n), .whole = MEM_NEW(char, n),
		.x = mem_new((size_t)m->n_vertex, sizeof *f.x) };

	flat_find_regions(&f);
	double moved = make_flat(&f);
	take_solid(s, &f);
	polyhedron_cut_rings(s);
	flat_drop_vertices(s, f.size, tolerance);
	free(f.normal);
	free(f.area);
	free(f.height);
	free(f.next);
	free(f.region);
	free(f.plane);
	free(f.begin);
	free(f.member);
	free(f.whole);
	free(f.face);
	free(f.corner);
	free(f.x);
	return moved;
}
