/* particles_defs.c: read the definitions of the stream: magic, domain, gravity, materials, laws, shapes, masses, constraints,
 * outlets */
#include "particles_def.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "motion/drive.h"
#include "particles_polyhedron.h"
#include "particles_share.h"
#include "world/deform.h"
#include "world/outlet.h"

static const struct span none = { NULL, 0 };

int def_key_of(struct span key, const char *const *name, int n)
{
	for (int k = 0; k < n; k++)
		if (span_is(key, name[k]))
			return k;
	return -1;
}

int def_take_key(const struct def *d, int k, const char *const *name, int n, unsigned *seen, struct span *value)
{
	struct span key;

	if (!span_cut(d->f[k], '=', &key, value) || key.n == 0 || value->n == 0) {
		particles_bad(d->in, d->line, d->f[k], "a definition", "key=value");
		return -2;
	}
	int which = def_key_of(key, name, n);
	if (which >= 0 && *seen & 1u << which) {
		particles_bad(d->in, d->line, d->f[k], "a definition", "every key once");
		return -2;
	}
	if (which >= 0)
		*seen |= 1u << which;
	return which;
}

int particles_check_magic(struct particles_in *in, int64_t line, int *dim)
{
	struct span key, value, found = { "", 0 };
	int64_t version, d = 2;

	if (in->n_field < 2 || span_int(in->field[1], &version) || version < 1)
		return particles_bad(in, line, in->field[in->n_field > 1], "not a scree stream", "'scree %d dim=2' or dim=3",
		                     PARTICLES_VERSION);
	if (version > PARTICLES_VERSION)
		return particles_bad(in, line, in->field[1], "a newer version of the stream", "at most version %d",
		                     PARTICLES_VERSION);
	int seen = 0;
	for (size_t k = 2; k < in->n_field; k++) {
		if (!span_cut(in->field[k], '=', &key, &value))
			return particles_bad(in, line, in->field[k], "scree", "key=value");
		if (!span_is(key, "dim"))
			continue;
		if (seen++ || span_int(value, &d))
			return particles_bad(in, line, in->field[k], "scree", "dim=2 or dim=3");
		found = in->field[k];
	}
	if (!seen || d < 2 || d > 3)
		return particles_bad(in, line, found, "dimension", "dim=2 or dim=3");
	if (d == 3 && !in->solids)
		return particles_bad(in, line, found, "dimension", "dim=2: this program works in the plane; scree-dem3 runs scenes in space");
	*dim = (int)d;
	return 0;
}

static int def_scree(const struct def *d)
{
	int dim = 2;

	if (particles_check_magic(d->in, d->line, &dim))
		return -1;
	world_free(d->w);
	world_init(d->w, dim);
	return 0;
}

int particles_targets(struct domain *d, int dim, int shear, int one, const char *text, size_t len)
{
	struct span value = { text, len };
	int first = shear ? XY : XX, n = !shear ? dim : dim == 3 ? 3 : 1, some = 0, alone = one && !memchr(text, ',', len);
	double least = shear ? -INFINITY : 0;

	for (int k = 0; k < n; k++) {
		struct span part = value, rest = value;
		int more = span_cut(value, ',', &part, &rest);
		double *target = &d->target[first + k];

		if (!alone && more != (k < n - 1))
			return -1;
		*target = 0;
		some += d->servo[first + k] = !span_is(part, "-");
		if (d->servo[first + k] && (span_real(part, target) || !(*target >= least)))
			return -1;
		*target = *target == 0 ? 0 : shear ? -*target : *target;
		value = alone ? value : rest;
	}
	return some;
}

/* Read the components of a tensor. Returns -1 if there are not as many numbers as components. */
static int take_tensor(struct span value, int dim, double to[6])
{
	double v[6];
	int n = dim == 3 ? 6 : 3;

	if (span_reals(value, v, n) != n)
		return -1;
	for (int k = 0; k < n; k++)
		to[dim == 3 || k < 2 ? k : XY] = v[k];
	return 0;
}

static int def_domain(const struct def *d)
{
	static const char *const name[] = { "lo", "hi", "periodic", "tilt", "rate", "pressure", "shear", "m", "c", "tau", "mean" };
	static const char *const axes[] = { "none", "x", "y", "xy", "z", "xz", "yz", "xyz" };
	struct domain m = { .set = 1 };
	unsigned seen = 0;
	int dim = d->dim;
	const char *tensor = dim == 3 ? "xx,yy,zz,xy,xz,yz" : "xx,yy,xy";

	for (int k = 1; k < d->n; k++) {
		struct span value;
		int which = def_take_key(d, k, name, 11, &seen, &value), p;

		switch (which) {
		case 0:
		case 1:
			if (span_reals(value, which ? m.hi : m.lo, dim) != dim)
				return DEF_BAD(d, k, "domain", "%s=x,y%s", name[which], dim == 3 ? ",z" : "");
			break;
		case 2:
			p = def_key_of(value, axes, dim == 3 ? 8 : 4);
			if (p < 0)
				return DEF_BAD(d, k, "domain", "periodic=x, y, %s or none", dim == 3 ? "z, xy, xz, yz, xyz" : "xy");
			for (int a = 0; a < 3; a++)
				m.periodic[a] = p >> a & 1;
			break;
		case 3:
			if (span_reals(value, m.tilt, dim == 3 ? 3 : 1) != (dim == 3 ? 3 : 1))
				return DEF_BAD(d, k, "domain", dim == 3 ? "tilt=xy,xz,yz" : "tilt=number");
			break;
		case 4:
			if (take_tensor(value, dim, m.rate))
				return DEF_BAD(d, k, "domain", "rate=%s", tensor);
			break;
		case 5:
			if (particles_targets(&m, dim, 0, 0, value.s, value.n) < 1)
				return DEF_BAD(d, k, "domain", "pressure=xx,yy%s, each a number >= 0 or -, at least one a number",
				               dim == 3 ? ",zz" : "");
			break;
		case 6:
			if (particles_targets(&m, dim, 1, 0, value.s, value.n) < 1)
				return DEF_BAD(d, k, "domain", dim == 3 ? "shear=xy,xz,yz, each a number or -, at least one a number" :
				               "shear= a number");
			break;
		case 7:
			if (span_real(value, &m.m) || !(m.m > 0))
				return DEF_BAD(d, k, "domain", "m= a positive number");
			break;
		case 8:
			if (span_real(value, &m.c) || !(m.c >= 0))
				return DEF_BAD(d, k, "domain", "c= a number >= 0");
			break;
		case 9:
			if (span_real(value, &m.tau) || !(m.tau >= 0))
				return DEF_BAD(d, k, "domain", "tau= a number >= 0");
			break;
		case 10:
			if (take_tensor(value, dim, m.mean))
				return DEF_BAD(d, k, "domain", "mean=%s", tensor);
			break;
		default:
			return which == -2 ? -1 : DEF_BAD(d, k, "domain", "lo= hi= periodic= tilt= rate= pressure= shear= m= c= tau= or mean=");
		}
	}
	if ((seen & 3) != 3)
		return particles_bad(d->in, d->line, none, "domain without corners", dim == 3 ? "lo=x,y,z and hi=x,y,z" :
		                     "lo=x,y and hi=x,y");
	for (int a = 0; a < dim; a++)
		if (!(m.hi[a] > m.lo[a]))
			return particles_bad(d->in, d->line, none, dim == 3 ? "domain without volume" : "domain without area",
			                     "hi above lo along %s", dim == 3 ? "x, y and z" : "x and y");
	for (int a = 0; a < dim; a++)
		if (m.hi[a] - m.lo[a] > 1e300)
			return particles_bad(d->in, d->line, none, "domain too large", "hi - lo up to 1e300 along %s",
			                     dim == 3 ? "x, y and z" : "x and y");
	int servo = (seen & (1 << 5 | 1 << 6)) != 0;
	if (servo != ((seen & 1 << 7) != 0) || (!servo && seen & (1 << 8 | 1 << 9 | 1 << 10)))
		return particles_bad(d->in, d->line, none, "domain", "m= with pressure= or shear=, and c=, tau= and mean= only with m=");
	const char *fault = domain_fault(&m), *remedy = fault ? strstr(fault, ", expected ") : NULL;
	if (fault) {
		char *what = mem_string(fault);

		what[remedy - fault] = 0;
		particles_bad(d->in, d->line, none, what, "%s", remedy + strlen(", expected "));
		free(what);
		return -1;
	}
	d->w->domain = m;
	d->w->domain_line = d->line;
	return 0;
}

static int def_gravity(const struct def *d)
{
	double g[3] = { 0 };
	int dim = d->dim;

	if (d->n != 2 || span_reals(d->f[1], g, dim) != dim)
		return DEF_BAD(d, d->n > 2 ? 2 : 1, "gravity", dim == 3 ? "gx,gy,gz" : "gx,gy");
	memcpy(d->w->gravity, g, sizeof g);
	return 0;
}

static int def_material(const struct def *d)
{
	static const char *const name[] = { "density", "E", "nu" };
	static const char *const expected[] = { "density= a positive number", "E= a positive number",
		"nu= a number above -1, up to 0.5" };
	double number[3] = { 1, 0, 0 };
	char *extra = NULL;
	unsigned seen = 0;

	if (d->n < 2 || has_equals(d->f[1]) || span_is(d->f[1], "-"))
		return DEF_BAD(d, 1, "material", "its name");
	for (int k = 2; k < d->n; k++) {
		struct span value;
		int which = def_take_key(d, k, name, 3, &seen, &value);

		if (which == -1 && span_keep(&extra, d->f[k])) {
			free(extra);
			return DEF_BAD(d, k, "material", "every key once");
		}
		if (which == -1)
			continue;
		if (which < 0 || span_real(value, &number[which]) ||
		         !(which == 2 ? number[2] > -1 && number[2] <= 0.5 : number[which] > 0)) {
			free(extra);
			return which < 0 ? -1 : DEF_BAD(d, k, "material", "%s", expected[which]);
		}
	}
	if (!(seen & 2) != !(seen & 4)) {
		free(extra);
		return particles_bad(d->in, d->line, none, seen & 2 ? "material with E= and without nu=" :
		                     "material with nu= and without E=", "both or neither");
	}
	struct material *m = world_need_material(d->w, span_text(d->in, 0, d->f[1]));
	free(m->extra);
	m->extra = extra;
	m->density = number[0];
	m->young = number[1];
	m->poisson = number[2];
	return 0;
}

static int def_law(const struct def *d)
{
	struct params p = { 0 };

	if (d->n < 4)
		return DEF_BAD(d, d->n, "law", "two materials and the kind of law");
	for (int k = 1; k < 4; k++)
		if (has_equals(d->f[k]))
			return DEF_BAD(d, k, "law", "two materials and the kind of law");
	for (int k = 4; k < d->n; k++) {
		struct span key, value;
		double x = 0;
		int bad = !span_cut(d->f[k], '=', &key, &value) || key.n == 0 || span_real(value, &x);

		if (bad || params_find(&p, span_text(d->in, 0, key))) {
			params_free(&p);
			return DEF_BAD(d, k, "law", "key=number, every key once");
		}
		params_set(&p, span_text(d->in, 0, key), x);
	}
	struct law *l = world_need_law(d->w, span_text(d->in, 0, d->f[1]), span_text(d->in, 1, d->f[2]));
	params_free(&l->par);
	l->par = p;
	free(l->kind);
	l->kind = mem_string(span_text(d->in, 0, d->f[3]));
	l->line = d->line;
	return 0;
}

/* ---- shapes ---- */

/* Twice the signed area of the skeleton, about its first vertex. */
static double twice_area(const double (*xy)[2], int n)
{
	double a = 0;

	for (int k = 1; k + 1 < n; k++)
		a += (xy[k][0] - xy[0][0]) * (xy[k + 1][1] - xy[0][1]) - (xy[k + 1][0] - xy[0][0]) * (xy[k][1] - xy[0][1]);
	return a;
}

const char *particles_shape_fault(const struct shape *s)
{
	if (s->solid)
		return particles_solid_fault(s);
	static const int least[SHAPE_KINDS_2D] = { 1, 2, 3, 3, 1 };

	if (s->n < least[s->kind])
		return s->kind == SHAPE_POINT ? "one vertex x,y" :
		       s->kind == SHAPE_POLYLINE ? "two vertices x,y or more" :
		       s->kind == SHAPE_DISKS ? "one disk x,y,radius or more" : "three vertices x,y or more";
	if (s->kind == SHAPE_POINT && s->n > 1)
		return "one vertex x,y";
	if (s->kind == SHAPE_POINT || s->kind == SHAPE_DISKS)
		return NULL;
	for (int k = 0; k < s->n; k++) {
		const double *a = s->xy[k], *b = s->xy[k + 1 < s->n ? k + 1 : 0];

		if (a[0] == b[0] && a[1] == b[1] && (k + 1 < s->n || s->kind != SHAPE_POLYLINE))
			return "neighbouring vertices that differ (no edge of length 0)";
	}
	if (s->kind == SHAPE_POLYGON) {
		double a = twice_area((const double (*)[2])s->xy, s->n);

		if (!(a > 0))
			return a < 0 ? "its vertices counter-clockwise" : "a polygon with an area (or a polyline or ring)";
	}
	return NULL;
}

/* Read a shape. Returns 0, or -1 with the message set. */
static int take_shape(const struct def *d, struct shape *made)
{
	struct shape s = { .area = -1, .line = d->line };
	double v[3];
	int64_t id;
	int r_given = 0, n = 0;

	if (d->n < 2 || span_int(d->f[1], &id) || id < 1)
		return DEF_BAD(d, 1, "shape", "its id, a positive integer");
	int kind = d->n > 2 ? def_key_of(d->f[2], shape_kind_name, SHAPE_KINDS) : -1;
	if (d->dim == 3) {
		if (kind < SHAPE_SPHERE)
			return DEF_BAD(d, 2, "shape", "sphere, clump, ellipsoid, object, mesh, polyhedron, plane or cylinder");
		return def_solid(d, id, (enum shape_kind)kind, made);
	}
	if (kind < 0 || kind >= SHAPE_SPHERE)
		return DEF_BAD(d, 2, "shape", "point, polyline, ring, polygon or disks");
	int width = kind == SHAPE_DISKS ? 3 : 2;
	for (int k = 3; k < d->n; k++)
		n += !has_equals(d->f[k]);
	shape_alloc(&s, (enum shape_kind)kind, n);
	n = 0;
	for (int k = 3; k < d->n; k++) {
		struct span key, value;
		int fault = 0, twice = 0;

		if (!span_cut(d->f[k], '=', &key, &value)) {
			fault = span_reals(d->f[k], v, width) != width || (width == 3 && !(v[2] > 0));
			memcpy(s.xy[n], v, sizeof s.xy[n]);
			if (width == 3)
				s.radius[n] = v[2];
			n++;
		} else if (width == 2 && span_is(key, "r")) {
			fault = r_given++ || span_real(value, &s.r) || !(s.r >= 0);
		} else {
			fault = key.n == 0 || value.n == 0 || span_is(key, "r"); /* each disk has its own radius */
			twice = !fault && span_keep(&s.extra, d->f[k]);
		}
		if (fault || twice) {
			shape_alloc(&s, SHAPE_POINT, 0);
			free(s.xy);
			return DEF_BAD(d, k, "shape", twice ? "every key once" : width == 3 ? "x,y,radius with radius > 0, or key=value" :
			           "x,y or r=number >= 0 or key=value");
		}
	}
	const char *fault = particles_shape_fault(&s);
	if (!fault && !r_given && width == 2)
		fault = "r= its spheroradius";
	s.id = id;
	if (!fault) {
		*made = s;
		return 0;
	}
	shape_alloc(&s, SHAPE_POINT, 0);
	free(s.xy);
	char what[64];
	snprintf(what, sizeof what, "shape %" PRId64 ", a %s", id, shape_kind_name[kind]);
	return particles_bad(d->in, d->line, none, what, "%s", fault);
}

static int def_shape(const struct def *d)
{
	struct shape s;

	if (take_shape(d, &s))
		return -1;
	*world_need_shape(d->w, s.id) = s;
	return 0;
}

/* Read the rest of `mass ID ...`. Returns 0, or -1 with the message set. */
static int take_mass(const struct def *d, struct shape *s)
{
	static const char *const name[] = { "area", "I", "method" };
	double area = 0, inertia = 0;
	struct span method = { "", 0 };
	unsigned seen = 0;

	if (s->solid)
		return def_solid_mass(d, s);
	for (int k = 2; k < d->n; k++) {
		struct span value;
		int which = def_take_key(d, k, name, 3, &seen, &value);

		if (which == -2)
			return -1;
		if (which == -1)
			return DEF_BAD(d, k, "mass", "area= I= or method=");
		if (which == 0 ? span_real(value, &area) || !(area > 0) : which == 1 && (span_real(value, &inertia) || !(inertia > 0)))
			return DEF_BAD(d, k, "mass", "%s= a positive number", name[which]);
		if (which == 2)
			method = value;
	}
	if ((seen & 3) != 3)
		return particles_bad(d->in, d->line, d->f[1], "mass", "area= and I=");
	if (method.n >= sizeof s->method)
		return particles_bad(d->in, d->line, method, "mass", "a method of at most %zu letters", sizeof s->method - 1);
	s->area = area;
	s->inertia = inertia;
	memset(s->method, 0, sizeof s->method);
	memcpy(s->method, method.s, method.n);
	return 0;
}

static int def_mass(const struct def *d)
{
	struct shape *s = NULL;
	int64_t id;

	if (d->n >= 2 && span_int(d->f[1], &id) == 0)
		s = world_shape(d->w, id);
	return s ? take_mass(d, s) : DEF_BAD(d, 1, "mass", "the id of a shape defined before");
}

/* ---- constraints ---- */

/* Read the pairs of a table. Returns -1 if they are not numbers. The caller frees to->table. */
static int take_table(struct span list, struct dof *to)
{
	to->n = 1;
	for (size_t k = 0; k < list.n; k++)
		to->n += list.s[k] == ',';
	to->table = MEM_NEW(double, (size_t)to->n);
	return span_reals(list, to->table, to->n) == to->n ? 0 : -1;
}

/* Read the drive of a degree of freedom. Returns what was expected, or NULL if the drive is valid. text has room for the message
 * about a table. */
static const char *take_drive(struct span value, int turns, int space, struct dof *to, char text[200])
{
	static const char *const word[] = { "v", "f", "p", "ramp", "sin", "table" };
	static const enum drive drive[] = { DRIVE_VELOCITY, DRIVE_FORCE, DRIVE_PRESSURE, DRIVE_RAMP, DRIVE_SIN, DRIVE_TABLE };
	static const int count[] = { 1, 1, 1, 4, 3 };
	struct span head, tail;
	int at;

	*to = (struct dof){ 0 };
	if (span_is(value, "fixed")) {
		to->drive = DRIVE_FIXED;
		return NULL;
	}
	int k = span_cut(value, ':', &head, &tail) ? def_key_of(head, word, 6) : -1;
	if (k < 0)
		return "fixed, v:, f:, p:, ramp:, sin: or table:";
	to->drive = drive[k];
	if (to->drive == DRIVE_TABLE) {
		if (tail.n && *tail.s == '@')
			return "table:t0,v0,t1,v1,... (only scree-set --constrain reads the file of table:@FILE)";
		if (take_table(tail, to))
			return "table:t0,v0,t1,v1,... pairs of times and velocities";
		const char *expected = drive_fault(to, &at);

		if (expected && at < to->n) {
			snprintf(text, 200, "%s (pair %d has the time %.9g after %.9g)", expected, at / 2 + 1, to->table[at], to->table[at - 2]);
			return text;
		}
		return expected;
	}
	to->n = count[k];
	if (span_reals(tail, to->value, count[k]) != count[k])
		return k < 3 ? "one number after the colon" :
		       k == 3 ? "ramp:v0,v1,t0,t1" : "sin:amplitude,period,phase";
	if (to->drive == DRIVE_PRESSURE && turns)
		return space ? "a pressure along x, y or z" : "a pressure along x or y";
	return drive_fault(to, NULL);
}

/* Read two tags, or in 3D four tags, where -,- may replace a pair. The tags are stored in scratch buffers of the reader. Returns
 * what was expected, or NULL. */
static const char *take_between(const struct def *d, struct span value, struct constraint *c)
{
	int n = d->dim == 3 ? 4 : 2;

	for (int k = 0; k < n; k++) {
		struct span tag = value;

		if (k < n - 1 ? !span_cut(value, ',', &tag, &value) : memchr(tag.s, ',', tag.n) != NULL)
			tag.n = 0;
		if (!tag.n)
			return n == 4 ? "between= four tags with commas" : "between= two tags with a comma";
		c->between[k] = n == 4 && span_is(tag, "-") ? NULL : (char *)span_text(d->in, 1 + k, tag);
	}
	for (int k = 0; k < n; k += 2)
		if (!c->between[k] != !c->between[k + 1] || (c->between[k] && !strcmp(c->between[k], c->between[k + 1])))
			return "between= two different tags";
	return NULL;
}

/* The number of axes with a pressure. */
static int pressures(const struct constraint *c)
{
	int n = 0;

	for (int k = 0; k < 3; k++)
		n += c->dof[k].drive == DRIVE_PRESSURE;
	return n;
}

/* Read the keys of a constraint. Returns 0 or -1. The caller frees the tables. */
static int take_constraint(const struct def *d, struct constraint *c)
{
	static const char *const plane[] = { "x", "y", "angle", "m", "c", "between" };
	static const char *const space[] = { "x", "y", "z", "rx", "ry", "rz", "m", "c", "between" };
	int dim = d->dim, dofs = dim == 3 ? 6 : 3;
	unsigned seen = 0;
	char text[200];

	if (d->n < 2 || has_equals(d->f[1]) || span_is(d->f[1], "-"))
		return DEF_BAD(d, 1, "constraint", "the tag of bodies");
	for (int k = 2; k < d->n; k++) {
		struct span value;
		const char *expected = dim == 3 ? "x= y= z= rx= ry= rz= m= c= or between=" : "x= y= angle= m= c= or between=";
		int which = dim == 3 ? def_take_key(d, k, space, 9, &seen, &value) : def_take_key(d, k, plane, 6, &seen, &value);

		if (which == -2)
			return -1;
		if (which >= 0 && which < dofs)
			expected = take_drive(value, which >= dim, dim == 3, &c->dof[which], text);
		else if (which == dofs)
			expected = span_real(value, &c->m) || !(c->m > 0) ? "m= a positive number" : NULL;
		else if (which == dofs + 1)
			expected = span_real(value, &c->c) || !(c->c >= 0) ? "c= a number >= 0" : NULL;
		else if (which == dofs + 2)
			expected = take_between(d, value, c);
		if (expected)
			return DEF_BAD(d, k, "constraint", "%s", expected);
	}
	if ((c->between[0] || c->between[2]) && pressures(c) != 1)
		return particles_bad(d->in, d->line, d->f[1], "constraint", "a p: along %s with between=",
		                     dim == 3 ? "one axis" : "x or y, and not both,");
	return 0;
}

static int def_constraint(const struct def *d)
{
	struct constraint c = { 0 };
	int status = take_constraint(d, &c);

	if (status == 0)
		constraint_set(world_need_constraint(d->w, span_text(d->in, 0, d->f[1])), &c);
	for (int k = 0; k < 6; k++)
		free(c.dof[k].table);
	return status;
}

/* ---- outlets ---- */

static int def_outlet(const struct def *d)
{
	static const char *const name[] = { "left", "right", "below", "above", "front", "back", "tag", "from", "return" };
	static const char *const sides[2] = { "left= right= below= above=", "left= right= front= back= below= above=" };
	struct outlet o = { .from = -INFINITY, .line = d->line };
	struct span tag = none;
	int space = d->dim == 3, bounds = outlet_bounds(d->dim);
	unsigned seen = 0;

	if (d->n < 2 || has_equals(d->f[1]) || span_is(d->f[1], "-"))
		return DEF_BAD(d, 1, "outlet", "its name");
	for (int k = 2; k < d->n; k++) {
		struct span value;
		const char *expected = space ? "left= right= front= back= below= above= tag= from= or return="
		                             : "left= right= below= above= tag= from= or return=";
		int which = def_take_key(d, k, name, 9, &seen, &value);

		if (which == -2)
			return -1;
		if (which >= 0 && which < (space ? 6 : 4)) {
			if (o.side)
				return DEF_BAD(d, k, "outlet", "one of %s", sides[space]);
			expected = span_real(value, &o.at) ? "a number" : NULL;
			o.side = (enum outlet_side)(OUTLET_LEFT + which);
		} else if (which == 6) {
			tag = value;
			expected = span_is(value, "-") ? "the tag of bodies" : NULL;
		} else if (which == 7) {
			expected = span_real(value, &o.from) ? "a number" : NULL;
		} else if (which == 8) {
			int good = span_reals(value, o.to, bounds) == bounds && o.to[0] < o.to[1] && (!space || o.to[2] < o.to[3]);

			expected = space ? "return=x0,x1,y0,y1,z with x0 < x1 and y0 < y1" : "return=x0,x1,y with x0 < x1";
			expected = good ? NULL : expected;
			o.back = 1;
		}
		if (expected)
			return DEF_BAD(d, k, "outlet", "%s", expected);
	}
	if (d->n > 2 && !o.side && !tag.s)
		return particles_bad(d->in, d->line, d->f[1], "outlet", "%s or tag=", sides[space]);
	struct outlet *to = world_need_outlet(d->w, span_text(d->in, 0, d->f[1]));
	o.name = to->name;
	o.tag = tag.s ? mem_string(span_text(d->in, 0, tag)) : NULL;
	*to = o;
	return 0;
}

/* ---- all definitions ---- */

static const struct { const char *word; int (*take)(const struct def *d); } definitions[] = {
	{ "shape", def_shape }, { "mass", def_mass }, { "material", def_material }, { "law", def_law },
	{ "constraint", def_constraint }, { "domain", def_domain }, { "gravity", def_gravity }, { "scree", def_scree },
	{ "outlet", def_outlet },
};
enum { DEFINITIONS = sizeof definitions / sizeof definitions[0] };

int particles_is_definition(struct span word)
{
	for (int k = 0; k < DEFINITIONS; k++)
		if (span_is(word, definitions[k].word))
			return 1;
	return 0;
}

/* The fields of a line. */
static struct def fields_of(struct particles_in *in, struct world *w, int dim, int64_t line, const char *text, size_t n)
{
	particles_split(in, text, n);
	return (struct def){ in, w, dim, line, in->field, (int)in->n_field };
}

int particles_define_now(struct particles_in *in, const struct line *l, struct span word)
{
	const char *text = in->buf + l->at;
	struct shape s, *last = in->n_def > 0 && in->def[in->n_def - 1].n == 0 ? &in->shape[in->n_shape - 1] : NULL;

	if (span_is(word, "mass") && last) {
		const struct def d = fields_of(in, NULL, in->dim, l->number, text, l->n);
		int64_t id;

		return d.n >= 2 && span_int(d.f[1], &id) == 0 && id == last->id && take_mass(&d, last) == 0;
	}
	if (!span_is(word, "shape"))
		return 0;
	if (in->dim != 3 || !def_plain_polyhedron(text, text + l->n, &s)) {
		const struct def d = fields_of(in, NULL, in->dim, l->number, text, l->n);

		if (take_shape(&d, &s))
			return 0;
	}
	s.line = l->number;
	MEM_GROW(in->shape, &in->cap_shape, in->n_shape + 1);
	MEM_GROW(in->def, &in->cap_def, in->n_def + 1);
	in->def[in->n_def++] = (struct line){ l->number, in->n_shape, 0 };
	in->shape[in->n_shape++] = s;
	return 1;
}

int particles_define(struct particles_in *in, struct world *w, const struct line *l)
{
	const char *text = (in->share ? in->share->def : in->buf) + l->at;
	struct shape s;

	if (l->n == 0) {
		*world_need_shape(w, in->shape[l->at].id) = in->shape[l->at];
		in->shape[l->at] = (struct shape){ 0 };
		return 0;
	}
	if (w->dim == 3 && def_plain_polyhedron(text, text + l->n, &s)) {
		s.line = l->number;
		*world_need_shape(w, s.id) = s;
		return 0;
	}
	const struct def d = fields_of(in, w, w->dim, l->number, text, l->n);
	for (int k = 0; k < DEFINITIONS; k++)
		if (span_is(d.f[0], definitions[k].word))
			return definitions[k].take(&d);
	return 0;
}
