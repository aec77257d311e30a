/* particles_polyhedron.c: read the faces of polyhedra (particles.md) */
#include "particles_polyhedron.h"

#include <math.h>
#include <stdio.h>

#include "base/buf.h"
#include "number.h"

const char *def_face_room(const struct def *d, struct solid *s, int n_face)
{
	size_t corners = 0;

	for (int k = 3, n = 0; k < d->n; k++) {
		if (has_equals(d->f[k]) || n++ < s->n)
			continue;
		corners++;
		for (size_t i = 0; i < d->f[k].n; i++)
			corners += d->f[k].s[i] == ',';
	}
	if (corners > POLYHEDRON_MOST)
		return "at most 100000000 corners of faces";
	s->n_face = n_face;
	s->first = MEM_ZERO(int, (size_t)n_face + 1);
	s->corner = MEM_ZERO(int, corners);
	return NULL;
}

const char *def_take_face(struct solid *s, struct span field, int k)
{
	static const char expected[] = "the face i,j,k,..., numbers of vertices from 0";
	const char *at = field.s, *end = field.s + field.n;
	int n = s->first[k];

	for (;;) {
		int64_t v;

		at = number_get_int(at, &v);
		if (!at || v < 0 || v >= s->n)
			return expected;
		s->corner[n++] = (int)v;
		if (at == end)
			break;
		if (*at++ != ',')
			return expected;
	}
	s->first[k + 1] = n;
	return n - s->first[k] < 3 ? "three corners or more in a face" : NULL;
}

/* ---- plain records ---- */

/* What follows a word at s, or NULL if it is another one. s may be NULL. */
static const char *behind(const char *s, const char *end, const char *word)
{
	const size_t n = strlen(word);

	return s && (size_t)(end - s) > n && memcmp(s, word, n) == 0 ? s + n : NULL;
}

/* Read the vertices behind s, each after a blank. Returns their end, or NULL. */
static const char *plain_vertices(const char *s, double (*vertex)[3], int64_t n)
{
	for (int64_t v = 0; v < n; v++)
		for (int k = 0; k < 3; k++)
			if (*s != (k ? ',' : ' ') || (s = number_get(s + 1, &vertex[v][k])) == NULL)
				return NULL;
	return s;
}

/* Read the faces behind s, each after a blank. Returns 0, or -1. */
static int plain_faces(const char *s, const char *end, struct solid *o)
{
	int n_face = 0, n = 0;

	for (const char *p = s; p < end; p++) {
		n_face += *p == ' ';
		n += *p == ',';
	}
	o->first = MEM_ZERO(int, (size_t)n_face + 1);
	o->corner = MEM_NEW(int, (size_t)n + (size_t)n_face);
	n = 0;
	while (s < end) {
		if (*s != ' ')
			return -1;
		do {
			int v = *++s - '0', digit;

			if (v < 0 || v > 9)
				return -1;
			for (; v < o->n && (digit = *++s - '0') >= 0 && digit <= 9;)
				v = 10 * v + digit;
			if (v >= o->n)
				return -1;
			o->corner[n++] = v;
		} while (*s == ',');
		o->first[++o->n_face] = n;
		if (n - o->first[o->n_face - 1] < 3)
			return -1;
	}
	return 0;
}

int def_plain_polyhedron(const char *s, const char *end, struct shape *made)
{
	char cause[POLYHEDRON_SAID];
	int64_t id, n;
	double r;

	if (end - s > POLYHEDRON_MOST || !(s = behind(s, end, "shape ")) || !(s = particles_get_int(s, &id)) || id < 1 ||
	    !(s = behind(s, end, " polyhedron r=")) || !(s = number_get(s, &r)) || !(r >= 0) ||
	    !(s = behind(s, end, " vertices=")) || !(s = particles_get_int(s, &n)) || n < 1 || n > (end - s) / 6)
		return 0;
	struct solid *o = solid_new();
	o->r = r;
	o->n = (int)n;
	o->vertex = mem_new((size_t)n, sizeof *o->vertex);
	s = plain_vertices(s, o->vertex, n);
	if (!s || plain_faces(s, end, o) || def_check_faces(o, cause)) {
		solid_free(o);
		return 0;
	}
	*made = (struct shape){ .id = id, .kind = SHAPE_POLYHEDRON, .n = o->n, .area = -1, .solid = o };
	return 1;
}

/* ---- fields ---- */

/* The corners of a face and its greatest vertex; 0 if the field is no face. */
static int face_corners(struct span field, int64_t *most)
{
	const char *at = field.s, *end = field.s + field.n;
	int64_t before = -1;

	for (int n = 1; ; n++) {
		int64_t v;

		at = number_get_int(at, &v);
		if (!at || v < 0 || v == before)
			return 0;
		*most = v > *most ? v : *most;
		if (at == end)
			return n >= 3 ? n : 0;
		if (*at++ != ',')
			return 0;
		before = v;
	}
}

/* Whether the first n fields of a record that are no keys have three numbers each, as vertices have. */
static int have_three(const struct def *d, int64_t n)
{
	for (int k = 3; k < d->n && n > 0; k++) {
		int commas = 0;

		if (has_equals(d->f[k]))
			continue;
		for (size_t z = 0; z < d->f[k].n; z++)
			commas += d->f[k].s[z] == ',';
		if (commas != 2)
			return 0;
		n--;
	}
	return 1;
}

int64_t def_vertices_told(const struct def *d)
{
	int64_t fields = 0, most = -1, corners = 0, faces = 0, told = 0;

	for (int k = 3; k < d->n; k++)
		fields += !has_equals(d->f[k]);
	for (int k = d->n - 1; k >= 3; k--) {
		int n;

		if (has_equals(d->f[k]))
			continue;
		if ((n = face_corners(d->f[k], &most)) == 0)
			break;
		corners += n;
		int64_t before = fields - ++faces; /* fields before this one */
		if (before == most + 1 && corners % 2 == 0 && before - corners / 2 + faces == 2)
			told = told ? -1 : before;
	}
	return told > 0 && have_three(d, told) ? told : 0;
}

void polyhedron_say(char cause[POLYHEDRON_SAID], const struct polyhedron_fault *x)
{
	const int *v = x->v, *f = x->face;

	switch (x->kind) {
	case POLYHEDRON_NO_FACES:
		snprintf(cause, POLYHEDRON_SAID, "faces; only one or two vertices may have none");
		return;
	case POLYHEDRON_TWICE:
		snprintf(cause, POLYHEDRON_SAID, "every corner of a face once; face %d has vertex %d twice", f[0], v[0]);
		return;
	case POLYHEDRON_UNUSED:
		snprintf(cause, POLYHEDRON_SAID, "every vertex in some face; vertex %d is in none", v[0]);
		return;
	case POLYHEDRON_SHARED:
		snprintf(cause, POLYHEDRON_SAID, "edges with two faces; edge %d-%d is in faces %d, %d and %d", v[0], v[1], f[0], f[1], f[2]);
		return;
	case POLYHEDRON_SAME_WAY:
		snprintf(cause, POLYHEDRON_SAID, "every edge once in each direction; faces %d and %d go from %d to %d", f[0], f[1], v[0], v[1]);
		return;
	case POLYHEDRON_OPEN:
		snprintf(cause, POLYHEDRON_SAID, "a closed surface; edge %d-%d of face %d has no other face", v[0], v[1], f[0]);
		return;
	case POLYHEDRON_FANS:
		snprintf(cause, POLYHEDRON_SAID, "one fan of faces around each vertex; around vertex %d there are several", v[0]);
		return;
	case POLYHEDRON_PARTS:
		snprintf(cause, POLYHEDRON_SAID, "one surface; face %d does not hang together with face 0", f[0]);
		return;
	case POLYHEDRON_COINCIDE:
		snprintf(cause, POLYHEDRON_SAID, "vertices at different places; vertices %d and %d coincide", v[0], v[1]);
		return;
	case POLYHEDRON_NO_AREA:
		snprintf(cause, POLYHEDRON_SAID, "faces with an area; face %d has none", f[0]);
		return;
	case POLYHEDRON_NOT_FLAT:
		snprintf(cause, POLYHEDRON_SAID, "flat faces; vertex %d is %.3g off the plane of face %d, %.3g is allowed", v[0], x->off, f[0],
			x->most);
		return;
	case POLYHEDRON_TURNS_RIGHT:
		snprintf(cause, POLYHEDRON_SAID, "convex faces; face %d is reentrant at vertex %d", f[0], v[0]);
		return;
	case POLYHEDRON_CROSSING:
		snprintf(cause, POLYHEDRON_SAID, "faces that do not cross themselves; face %d does", f[0]);
		return;
	case POLYHEDRON_REENTRANT_PLATE:
		snprintf(cause, POLYHEDRON_SAID, "a convex plate; one that is not convex cannot be cut, give it a thickness");
		return;
	case POLYHEDRON_NO_CORNER:
		snprintf(cause, POLYHEDRON_SAID, "no vertex inside a flat face; vertex %d is inside one: leave it out, or make the shape "
			"with scree-shape --surface FILE --polyhedron, which joins flat faces", v[0]);
		return;
	case POLYHEDRON_INSIDE_OUT:
		snprintf(cause, POLYHEDRON_SAID, "faces counter-clockwise as seen from outside; the surface is inside out, or encloses "
			"nothing");
		return;
	case POLYHEDRON_MEET:
		snprintf(cause, POLYHEDRON_SAID, "a surface that does not meet itself; faces %d and %d meet at %.4g,%.4g,%.4g", f[0], f[1],
			x->at[0], x->at[1], x->at[2]);
		return;
	}
}

/* Products of coordinates up to this are in range [L]. */
static const double FAR = 1e100;

int def_check_faces(struct solid *s, char cause[POLYHEDRON_SAID])
{
	struct polyhedron_fault fault;

	if (!(s->r >= 0)) {
		snprintf(cause, POLYHEDRON_SAID, "r= the spheroradius, 0 or more");
		return -1;
	}
	for (int v = 0; v < s->n; v++)
		for (int k = 0; k < 3; k++)
			if (!(fabs(s->vertex[v][k]) <= FAR)) {
				snprintf(cause, POLYHEDRON_SAID, "coordinates up to %g; vertex %d has %g", FAR, v, s->vertex[v][k]);
				return -1;
			}
	if (polyhedron_cut_and_check(s, &fault) == 0)
		return 0;
	polyhedron_say(cause, &fault);
	return -1;
}
