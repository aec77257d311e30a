/* particles_solids.c: read and write shapes and masses in three dimensions (particles.md) */
#include "particles_def.h"
#include "particles_out.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "particles_polyhedron.h"
#include "number.h"

/* ---- reading ---- */

/* Read a quaternion of length 1 to a thousandth. */
static int take_turn(struct span value, double q[4])
{
	if (span_reals(value, q, 4) != 4)
		return -1;
	double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
	return n > 0.998 && n < 1.002 ? 0 : -1;
}

/* Read a bump or a dent: k, centre, three or six components of B. A bump must be bounded, so its B is positive definite. */
static const char *take_bump(struct solid *s, struct span value, int sign)
{
	struct bump b = { .sign = sign };
	double v[10] = { 0 };
	int n = span_reals(value, v, 10);

	if ((n != 7 && n != 10) || !(v[0] > 0))
		return "k,x,y,z,bxx,byy,bzz or k,x,y,z,bxx,byy,bzz,bxy,bxz,byz with k > 0";
	b.k = v[0];
	memcpy(b.c, v + 1, sizeof b.c);
	memcpy(b.b, v + 4, sizeof b.b);
	double det = b.b[0] * (b.b[1] * b.b[2] - b.b[5] * b.b[5]) - b.b[3] * (b.b[3] * b.b[2] - b.b[5] * b.b[4]) +
	             b.b[4] * (b.b[3] * b.b[5] - b.b[1] * b.b[4]);
	if (sign > 0 && !(b.b[0] > 0 && b.b[0] * b.b[1] - b.b[3] * b.b[3] > 0 && det > 0))
		return "a bounded bump, with a positive definite matrix B";
	s->bump = mem_resize(s->bump, (size_t)s->n_bump + 1, sizeof b);
	s->bump[s->n_bump++] = b;
	return NULL;
}

/* Read a key of a shape. Returns what was expected, or NULL if the key is valid; *known is 0 if the key is to be kept as text. */
static const char *take_shape_key(struct solid *s, enum shape_kind kind, struct span key,
	struct span value, int64_t *vertices,
	unsigned *seen, int *known)
{
	static const char *const name[] = { "r", "a", "at", "turn", "vertices", "side", "length" };
	int which = def_key_of(key, name, 7), object = kind == SHAPE_OBJECT,
	    cylinder = kind == SHAPE_CYLINDER;

	*known = 1;
	if (object && (span_is(key, "bump") || span_is(key, "dent")))
		return take_bump(s, value, span_is(key, "bump") ? 1 : -1);
	if (which >= 0 && *seen & 1u << which)
		return "every key once";
	*seen |= which >= 0 ? 1u << which : 0;
	if (which == 0 && kind == SHAPE_SPHERE)
		return span_real(value, &s->ball[0][3]) || !(s->ball[0][3] > 0) ? "r= a positive number" : NULL;
	if (which == 1 && (object || kind == SHAPE_ELLIPSOID))
		return span_reals(value, s->a, 3) != 3 || !(s->a[0] > 0 && s->a[1] > 0 && s->a[2] > 0) ?
		       "a= three positive numbers" : NULL;
	if (which == 2 && object)
		return span_reals(value, s->at, 3) != 3 ? "at=x,y,z" : NULL;
	if (which == 3 && object)
		return take_turn(value, s->turn) ? "turn=qw,qx,qy,qz of length 1 to a thousandth" : NULL;
	if (which == 4 && kind == SHAPE_MESH)
		return span_int(value, vertices) || *vertices < 4 ? "vertices= their number, 4 or more" : NULL;
	if (which == 4 && kind == SHAPE_POLYHEDRON)
		return span_int(value, vertices) || *vertices < 1 ? "vertices= their number, 1 or more" : NULL;
	if (which == 0 && kind == SHAPE_POLYHEDRON)
		return span_real(value, &s->r) || !(s->r >= 0) ? "r= a number >= 0" : NULL;
	if (which == 0 && cylinder)
		return span_real(value, &s->r) || !(s->r > 0) ? "r= a positive number" : NULL;
	if (which == 5 && cylinder) {
		s->side = span_is(value, "in") ? CYLINDER_IN : span_is(value, "out") ? CYLINDER_OUT : 0;
		return s->side ? NULL : "side=in or side=out";
	}
	if (which == 6 && cylinder)
		return span_real(value, &s->length) || !(s->length > 0) ? "length= a positive number" : NULL;
	*known = 0;
	return key.n == 0 || value.n == 0 || which >= 0 ? "key=value, and no key of another kind of shape" : NULL;
}

/* Read a field without a key, the k-th of its shape: a pebble, a vertex or a face. Returns what was expected, or NULL. */
static const char *take_shape_field(struct solid *s, enum shape_kind kind, struct span f, int k, int64_t vertices)
{
	double v[5];
	int n = 0;

	if (kind == SHAPE_CLUMP) {
		n = span_reals(f, v, 5);
		if ((n != 4 && n != 5) || !(v[3] > 0) || (n == 5 && !(v[4] > 0)))
			return "x,y,z,radius or x,y,z,radius,density with radius and density > 0";
		memcpy(s->ball[k], v, sizeof s->ball[k]);
		if (n == 5 && !s->density) {
			s->density = MEM_NEW(double, (size_t)s->n);
			for (int i = 0; i < s->n; i++)
				s->density[i] = 1;
		}
		if (n == 5)
			s->density[k] = v[4];
		return NULL;
	}
	if (kind != SHAPE_MESH && kind != SHAPE_POLYHEDRON)
		return "key=value";
	if (k < vertices)
		return span_reals(f, s->vertex[k], 3) != 3 ? "the vertex x,y,z" : NULL;
	if (kind == SHAPE_POLYHEDRON)
		return def_take_face(s, f, k - (int)vertices);
	n = span_reals(f, v, 3);
	for (int i = 0; n == 3 && i < 3; i++) {
		if (!(v[i] >= 0 && v[i] < (double)vertices && v[i] == floor(v[i])))
			n = 0;
		else
			s->face[k - vertices][i] = (int)v[i];
	}
	return n != 3 ? "the face i,j,k, numbers of vertices from 0" : NULL;
}

const char *particles_solid_fault(const struct shape *s)
{
	const struct solid *o = s->solid;

	switch (s->kind) {
	case SHAPE_SPHERE:
		return o->n == 1 && o->ball[0][3] > 0 ? NULL : "r= its radius";
	case SHAPE_CLUMP:
		return o->n < 1 ? "one pebble x,y,z,radius or more" : NULL;
	case SHAPE_MESH:
		return o->n < 4 ? "vertices= their number, 4 or more" : o->n_face < 1 ? "one face i,j,k or more" : NULL;
	case SHAPE_POLYHEDRON:
		return o->n < 1 ? "vertices= their number, 1 or more" : NULL;
	case SHAPE_PLANE:
		return NULL;
	case SHAPE_CYLINDER:
		return o->r > 0 && o->length > 0 ? o->side ? NULL : "side=in or side=out" : "r= its radius";
	default:
		return o->a[0] > 0 && o->a[1] > 0 && o->a[2] > 0 ? NULL : "a= its half axes";
	}
}

/* Find the number of vertices of a mesh, which is needed before they are read. */
static int64_t count_vertices(const struct def *d)
{
	struct span key, value;
	int64_t n = 0;

	for (int k = 3; k < d->n; k++)
		if (span_cut(d->f[k], '=', &key, &value) && span_is(key, "vertices") && span_int(value, &n))
			return 0;
	return n;
}

/* Make room for the plain fields. Returns what was expected if their number is wrong, or NULL. */
static const char *make_room(const struct def *d, struct solid *s, enum shape_kind kind, int fields, int64_t vertices)
{
	if (kind == SHAPE_SPHERE || kind == SHAPE_CLUMP) {
		s->n = kind == SHAPE_SPHERE ? 1 : fields;
		s->ball = mem_zero((size_t)s->n, sizeof *s->ball);
	} else if (kind == SHAPE_MESH) {
		if (vertices < 4 || vertices >= fields)
			return "vertices= their number, 4 or more, then faces";
		s->n = (int)vertices;
		s->n_face = fields - s->n;
		s->vertex = mem_zero((size_t)s->n, sizeof *s->vertex);
		s->face = mem_zero((size_t)s->n_face, sizeof *s->face);
	} else if (kind == SHAPE_POLYHEDRON) {
		if (vertices < 1 || vertices > fields)
			return "vertices= their number, 1 or more, then faces";
		s->n = (int)vertices;
		s->vertex = mem_zero((size_t)s->n, sizeof *s->vertex);
		s->r = -1;
		return def_face_room(d, s, fields - s->n);
	}
	return NULL;
}

/* What is wrong with the number of vertices of a record that has a fault, if the faces tell another; *bad gets its field.
 * Otherwise the fault itself. */
static const char *blame_count(const struct def *d, int64_t vertices, const char *fault, char cause[POLYHEDRON_SAID],
	int *bad)
{
	const int64_t told = def_vertices_told(d);
	struct span key, value;

	if (told == 0 || told == vertices)
		return fault;
	*bad = 0;
	for (int k = 3; k < d->n; k++)
		if (span_cut(d->f[k], '=', &key, &value) && span_is(key, "vertices"))
			*bad = k;
	snprintf(cause, POLYHEDRON_SAID, "vertices=%" PRId64 ", as the faces tell", told);
	return cause;
}

int def_solid(const struct def *d, int64_t id, enum shape_kind kind, struct shape *made)
{
	struct shape s = { .id = id, .kind = kind, .area = -1, .line = d->line, .solid = solid_new() };
	int64_t vertices = kind == SHAPE_MESH || kind == SHAPE_POLYHEDRON ? count_vertices(d) : 0, ignored;
	int fields = 0, n = 0, bad = 0;
	unsigned seen = 0;
	char cause[POLYHEDRON_SAID];
	const char *fault;

	for (int k = 3; k < d->n; k++)
		fields += !has_equals(d->f[k]);
	fault = make_room(d, s.solid, kind, fields, vertices);
	for (int k = 3; k < d->n && !fault; k++) {
		struct span key, value;
		int known = 1;

		if (span_cut(d->f[k], '=', &key, &value))
			fault = take_shape_key(s.solid, kind, key, value, &ignored, &seen, &known);
		else
			fault = take_shape_field(s.solid, kind, d->f[k], n++, vertices);
		if (!known && !fault && span_keep(&s.extra, d->f[k]))
			fault = "every key once";
		bad = fault ? k : 0;
	}
	if (!fault)
		fault = particles_solid_fault(&s);
	if (!fault && kind == SHAPE_POLYHEDRON && def_check_faces(s.solid, cause))
		fault = cause;
	if (!fault) {
		s.n = s.solid->n ? s.solid->n : 1;
		*made = s;
		return 0;
	}
	solid_free(s.solid);
	free(s.extra);
	if (kind == SHAPE_MESH || kind == SHAPE_POLYHEDRON)
		fault = blame_count(d, vertices, fault, cause, &bad);
	char what[64];
	snprintf(what, sizeof what, "shape %" PRId64 ", a%s %s", id, kind == SHAPE_ELLIPSOID ||
		kind == SHAPE_OBJECT ? "n" : "",
	         shape_kind_name[kind]);
	return particles_bad(d->in, d->line, bad ? d->f[bad] : span(NULL, 0), what, "%s", fault);
}

int def_solid_mass(const struct def *d, struct shape *s)
{
	static const char *const name[] = { "volume", "I", "centre", "turn", "surface", "error", "method" };
	struct solid m = { .volume = -1, .surface = -1, .error = -1, .turned = { 1 } };
	struct span method = { "", 0 };
	unsigned seen = 0;

	if (shape_is_wall(s))
		return DEF_BAD(d, 1, "mass", "a shape other than a plane or cylinder, which have no mass");
	for (int k = 2; k < d->n; k++) {
		const char *fault = "volume= I= centre= turn= surface= error= or method=";
		struct span value;
		int n, which = def_take_key(d, k, name, 7, &seen, &value);

		switch (which) {
		case 0:
			fault = span_real(value, &m.volume) || !(m.volume > 0) ? "volume= a positive number" : NULL;
			break;
		case 1:
			n = span_reals(value, m.inertia, 6);
			fault = n != 3 && n != 6 ? "I=xx,yy,zz or I=xx,yy,zz,xy,xz,yz" : inertia_fault(m.inertia);
			break;
		case 2:
			fault = span_reals(value, m.centre, 3) != 3 ? "centre=x,y,z" : NULL;
			break;
		case 3:
			fault = take_turn(value, m.turned) ? "turn=qw,qx,qy,qz of length 1 to a thousandth" : NULL;
			break;
		case 4:
			fault = span_real(value, &m.surface) || !(m.surface > 0) ? "surface= a positive number" : NULL;
			break;
		case 5:
			fault = span_real(value, &m.error) || !(m.error >= 0) ? "error= a number >= 0" : NULL;
			break;
		case 6:
			method = value;
			fault = method.n >= sizeof m.method ? "a method of at most 15 letters" : NULL;
			break;
		case -2:
			return -1;
		}
		if (fault)
			return DEF_BAD(d, k, "mass", "%s", fault);
	}
	if ((seen & 3) != 3)
		return particles_bad(d->in, d->line, d->f[1], "mass", "volume= and I=");
	struct solid *to = s->solid;
	to->volume = m.volume;
	to->surface = m.surface;
	to->error = m.error;
	memcpy(to->inertia, m.inertia, sizeof m.inertia);
	memcpy(to->centre, m.centre, sizeof m.centre);
	memcpy(to->turned, m.turned, sizeof m.turned);
	memset(to->method, 0, sizeof to->method);
	memcpy(to->method, method.s, method.n);
	return 0;
}

/* ---- writing ---- */

static int is_plain(const double centre[3], const double turn[4])
{
	return centre[0] == 0 && centre[1] == 0 && centre[2] == 0 && turn[0] == 1 && turn[1] == 0 && turn[2] == 0 &&
		turn[3] == 0;
}

/* Write centre and turn, unless they have their defaults. */
static void put_place(struct particles_out *o, const char *name, const double centre[3], const double turn[4])
{
	if (is_plain(centre, turn))
		return;
	out_list(o, name, centre, 3);
	out_list(o, " turn=", turn, 4);
}

static int mass_finite(struct particles_out *o, const struct solid *s, const char *id)
{
	static const char what[] = "mass of shape";

	return out_finite(o, &s->volume, 1, what, id) && out_finite(o, s->inertia, 6, what, id) &&
		out_finite(o, s->centre, 3, what, id) &&
	       out_finite(o, s->turned, 4, what, id) && out_finite(o, &s->surface, 1, what, id) &&
	       out_finite(o, &s->error, 1, what, id);
}

void out_solid_mass(struct particles_out *o, const struct shape *s, const char *id)
{
	const struct solid *m = s->solid;
	int principal = m->inertia[3] == 0 && m->inertia[4] == 0 && m->inertia[5] == 0;

	if (!mass_finite(o, m, id))
		return;
	out_text(o, "mass ");
	out_text(o, id);
	out_key(o, "volume", m->volume);
	out_list(o, " I=", m->inertia, principal ? 3 : 6);
	put_place(o, " centre=", m->centre, m->turned);
	if (m->surface >= 0)
		out_key(o, "surface", m->surface);
	if (m->error >= 0)
		out_key(o, "error", m->error);
	if (m->method[0]) {
		out_text(o, " method=");
		out_text(o, m->method);
	}
	out_bytes(o, "\n", 1);
}

static int solid_finite(struct particles_out *o, const struct solid *s, const char *id)
{
	int good = out_finite(o, s->a, 3, "shape", id) && out_finite(o, s->at, 3, "shape", id) &&
		out_finite(o, s->turn, 4, "shape", id) && out_finite(o, &s->r, 1, "shape", id);

	if (s->ball)
		good = good && out_finite(o, s->ball[0], 4 * s->n, "shape", id);
	if (s->density)
		good = good && out_finite(o, s->density, s->n, "shape", id);
	if (s->vertex)
		good = good && out_finite(o, s->vertex[0], 3 * s->n, "shape", id);
	for (int k = 0; k < s->n_bump && good; k++)
		good = out_finite(o, &s->bump[k].k, 1, "shape", id) && out_finite(o, s->bump[k].c, 3, "shape", id) &&
		       out_finite(o, s->bump[k].b, 6, "shape", id);
	return good;
}

static void put_pebbles(struct particles_out *o, const struct solid *s)
{
	for (int k = 0; k < s->n; k++) {
		out_list(o, " ", s->ball[k], 4);
		if (s->density && s->density[k] != 1)
			out_list(o, ",", &s->density[k], 1);
	}
}

static void put_triangles(struct particles_out *o, const struct solid *s)
{
	for (int k = 0; k < s->n_face; k++)
		for (int i = 0; i < 3; i++) {
			out_bytes(o, i ? "," : " ", 1);
			out_int(o, s->face[k][i]);
		}
}

/* Write the corners of faces, most of which are below 100, without branches that would often be guessed wrong. */
static void put_faces(struct particles_out *o, const struct solid *s)
{
	enum { SOME = 64 };

	for (int f = 0; f < s->n_face; f++) {
		char before = ' ';

		for (int from = s->first[f], end; from < s->first[f + 1]; from = end) {
			char *at = out_room(o, SOME * (NUMBER_MAX + 1));

			end = s->first[f + 1] - from < SOME ? s->first[f + 1] : from + SOME;
			for (int k = from; k < end; k++) {
				const int v = s->corner[k];

				*at++ = before;
				before = ',';
				if (v < 0 || v >= 100) {
					at = number_put_int(at, v);
					continue;
				}
				const int tens = v * 103 >> 10;
				*at = (char)('0' + tens);
				at += tens > 0;
				*at++ = (char)('0' + v - 10 * tens);
			}
			out_upto(o, at);
		}
	}
}

static void put_bumps(struct particles_out *o, const struct solid *s)
{
	for (int k = 0; k < s->n_bump; k++) {
		const struct bump *b = &s->bump[k];

		out_list(o, b->sign > 0 ? " bump=" : " dent=", &b->k, 1);
		out_list(o, ",", b->c, 3);
		out_list(o, ",", b->b, b->b[3] == 0 && b->b[4] == 0 && b->b[5] == 0 ? 3 : 6);
	}
}

void out_solid(struct particles_out *o, const struct shape *s, const char *id)
{
	const struct solid *m = s->solid;

	if (!solid_finite(o, m, id) || !out_whole(o, s, id))
		return;
	out_text(o, "shape ");
	out_text(o, id);
	out_bytes(o, " ", 1);
	out_text(o, shape_kind_name[s->kind]);
	if (s->kind == SHAPE_SPHERE)
		out_key(o, "r", m->ball[0][3]);
	if (s->kind == SHAPE_ELLIPSOID || s->kind == SHAPE_OBJECT)
		out_list(o, " a=", m->a, 3);
	if (s->kind == SHAPE_CYLINDER) {
		out_key(o, "r", m->r);
		out_text(o, m->side == CYLINDER_IN ? " side=in" : " side=out");
		if (m->length < INFINITY)
			out_key(o, "length", m->length);
	}
	if (s->kind == SHAPE_OBJECT) {
		put_place(o, " at=", m->at, m->turn);
		put_bumps(o, m);
	}
	if (s->kind == SHAPE_POLYHEDRON)
		out_key(o, "r", m->r);
	if (s->kind == SHAPE_MESH || s->kind == SHAPE_POLYHEDRON) {
		out_text(o, " vertices=");
		out_int(o, m->n);
	}
	out_text(o, s->extra ? s->extra : "");
	if (s->kind == SHAPE_CLUMP)
		put_pebbles(o, m);
	if (m->vertex)
		out_tuples(o, (const double *)m->vertex, m->n, 3);
	if (s->kind == SHAPE_MESH)
		put_triangles(o, m);
	if (s->kind == SHAPE_POLYHEDRON)
		put_faces(o, m);
	out_bytes(o, "\n", 1);
	if (m->volume >= 0)
		out_solid_mass(o, s, id);
}
