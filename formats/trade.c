/* trade.c: the table of the formats of other programs, and the bodies to be written */
#include "trade_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/spin.h"
#include "base/trig.h"
#include "number.h"
#include "plane/mass.h"
#include "shape/solid_mass.h"
#include "shape/weigh.h"
#include "surface.h"
#include "world/relocate.h"

/* ---- the table ---- */

enum {
	BALLS = TRADE_BALLS | TRADE_PLACE | TRADE_TURN,
	TRIANGLES = TRADE_SURFACES | TRADE_PLACE | TRADE_TURN | TRADE_MANY,
	LISTS = BALLS | TRADE_MANY | TRADE_PEBBLES | TRADE_PLANE,
	DOMAIN = TRADE_DOMAIN | TRADE_PERIODS,
	ATOMS = BALLS | TRADE_MANY | TRADE_MOTION | TRADE_DENSITY | TRADE_PEBBLES | DOMAIN | TRADE_MASS | TRADE_PLANE,
	EVERYTHING = TRIANGLES | TRADE_IMAGES | TRADE_MOTION | TRADE_DENSITY | TRADE_PEBBLES | DOMAIN | TRADE_PLANE | TRADE_REST
};
#ifdef SCREE_HDF5
#define H5MD .read = h5md_read, .write = h5md_write, .finish = h5md_finish
#else
#define H5MD .lacks = "HDF5"
#endif
#define VTK_PARTS { "", "grains", "pebbles", "shapes", "walls", "contacts", "domain" }
#define VTK_TAIL "</Collection>\n</VTKFile>\n"

const struct trade_format trade_formats[] = {
	{ .name = "csv", .suffix = ".csv", .holds = LISTS, .part = { "" }, .needed = 1, .named = 1,
	  .what = "grains, or balls of one clump: x,y,z,r in each line, or disks, x,y,r", .read = list_read, .write = csv_write },
	{ .name = "xyzr", .suffix = ".xyzr", .holds = LISTS, .part = { "" }, .needed = 1, .named = 1,
	  .what = "the same with blanks, x y z r", .read = list_read, .write = xyzr_write },
	{ .name = "mclump", .holds = TRADE_BALLS | TRADE_TURN | TRADE_DENSITY | TRADE_PEBBLES | TRADE_MASS,
	  .part = { "Clump/Clump.txt", "Inertia/Mass.txt", "Inertia/TOI.txt", "Inertia/PD.txt" }, .folder = 1, .needed = 3,
	  .what = "folder of MercuryDPM's MClump: Clump.txt, Mass.txt, TOI.txt, PD.txt", .read = mclump_read, .write = mclump_write },
	{ .name = "demengine", .holds = TRADE_BALLS | TRADE_PEBBLES | TRADE_MASS, .part = { "" }, .needed = 1,
	  .what = "clump template of DEM-Engine: x,y,z,r under that header", .read = clump_read, .write = demengine_write },
	{ .name = "yade", .holds = BALLS | TRADE_MANY, .part = { "" }, .needed = 1,
	  .what = "YADE's lists of spheres, x y z r, and clumps, x y z r clumpId", .read = yade_read, .write = yade_write },
	{ .name = "lammps", .suffix = ".data", .holds = ATOMS | TRADE_IMAGES | TRADE_ELLIPSOIDS | TRADE_OUTLINES,
	  .part = { "", ".infile" }, .needed = 1, .dense = 1,
	  .what = "data file of LAMMPS (spheres; writes ellipsoids, polyhedra and polygons too), and infile of its fix rigid",
	  .read = lammps_read, .write = lammps_write },
	{ .name = "dump", .named = 1, .suffix = ".dump", .holds = ATOMS | TRADE_IMAGES | TRADE_ELLIPSOIDS | TRADE_ENCLOSED,
	  .part = { "" }, .needed = 1, .frames = TRADE_JOINED,
	  .what = "dump of LAMMPS or LIGGGHTS as text", .read = dump_read, .write = dump_write },
	{ .name = "xyz", .suffix = ".xyz", .holds = ATOMS | TRADE_ELLIPSOIDS | TRADE_ENCLOSED, .part = { "" }, .needed = 1,
	  .frames = TRADE_JOINED, .what = "extended XYZ for OVITO", .write = xyz_write },
	{ .name = "mercury", .holds = ATOMS & ~(TRADE_TURN | TRADE_DENSITY | TRADE_PEBBLES | TRADE_PERIODS), .part = { "" },
	  .needed = 1, .more = 1, .frames = TRADE_JOINED, .what = "particles of MercuryDPM: its .data files", .read = mercury_read,
	  .write = mercury_write },
	{ .name = "fstat", .suffix = ".fstat", .holds = EVERYTHING, .part = { "" }, .frames = TRADE_JOINED,
	  .what = "contacts for MercuryDPM: its .fstat files; they are read beside a .data file", .write = fstat_write },
	{ .name = "mercury-restart", .suffix = ".restart", .holds = ATOMS, .part = { "" }, .needed = 1, .dense = 1,
	  .what = "restart file of MercuryDPM: spheres, planes, species of linear laws", .read = mercury_restart_read },
	{ .name = "h5md", .suffix = ".h5", .holds = ATOMS | TRADE_IMAGES | TRADE_ELLIPSOIDS, .part = { "" }, .needed = 1, .named = 1,
	  .frames = TRADE_WHOLE, .what = "all frames in HDF5, in the layout H5MD", H5MD },
	{ .name = "vtk", .suffix = ".pvd", .holds = EVERYTHING, .part = VTK_PARTS, .frames = TRADE_SERIES, .suffix_part = ".vtp",
	  .tail = VTK_TAIL, .what = "all frames for ParaView: a .pvd file and a folder of .vtp files", .write = vtk_raw_write },
	{ .name = "vtk-text", .holds = EVERYTHING, .part = VTK_PARTS, .frames = TRADE_SERIES, .suffix_part = ".vtp",
	  .tail = VTK_TAIL, .what = "the same as text", .write = vtk_text_write },
	{ .name = "table", .holds = TRADE_GRID, .part = { "" }, .needed = 1,
	  .what = "table with a row for each point of a grid, to vti or vtk" },
	{ .name = "vti", .suffix = ".vti", .holds = TRADE_GRID, .part = { "" }, .what = "image data for ParaView, from a table",
	  .write = vti_write },
	{ .name = "vti-text", .holds = TRADE_GRID, .part = { "" }, .what = "the same as text", .write = vti_text_write },
	{ .name = "stl", .suffix = ".stl", .holds = TRIANGLES, .part = { "" }, .needed = 1,
	  .what = "surfaces as binary STL; reads text too", .write = stl_write },
	{ .name = "stl-text", .holds = TRIANGLES, .part = { "" }, .needed = 1,
	  .what = "surfaces as STL text; reads binary too", .write = stl_text_write },
	{ .name = "off", .suffix = ".off", .holds = TRIANGLES, .part = { "" }, .needed = 1, .what = "surfaces as OFF",
	  .write = off_write },
	{ .name = "ply", .suffix = ".ply", .holds = TRIANGLES, .part = { "" }, .needed = 1,
	  .what = "surfaces as PLY text; reads binary too", .write = ply_write },
};
const int trade_n_formats = sizeof trade_formats / sizeof *trade_formats;

/* The blocks of a table as a series. */
static const struct trade_format grid_series[] = {
	{ .name = "vtk", .holds = TRADE_GRID, .part = { "", "grid" }, .frames = TRADE_SERIES, .suffix_part = ".vti", .tail = VTK_TAIL,
	  .write = vti_series_write },
	{ .name = "vtk-text", .holds = TRADE_GRID, .part = { "", "grid" }, .frames = TRADE_SERIES, .suffix_part = ".vti",
	  .tail = VTK_TAIL, .write = vti_text_series_write },
};

const struct trade_format *trade_of_grids(const struct trade_format *f)
{
	if (f && (f->holds & TRADE_GRID) && f->write)
		return f;
	for (int k = 0; k < 2; k++)
		if (f && strcmp(f->name, grid_series[k].name) == 0)
			return &grid_series[k];
	return NULL;
}

const struct trade_format *trade_find(const char *name)
{
	for (int k = 0; k < trade_n_formats; k++)
		if (strcmp(name, trade_formats[k].name) == 0)
			return &trade_formats[k];
	return NULL;
}

const struct trade_format *trade_of_suffix(const char *path)
{
	size_t n = strlen(path);

	for (int k = 0; k < trade_n_formats; k++) {
		size_t m = trade_formats[k].suffix ? strlen(trade_formats[k].suffix) : n + 1;

		if (n > m && strcasecmp(path + n - m, trade_formats[k].suffix) == 0)
			return &trade_formats[k];
	}
	return NULL;
}

/* Whether a file is a data file of LAMMPS: one of the first lines is `N atoms`. The first line may be anything. */
static int has_atoms(const struct trade_file *file)
{
	struct fields l;
	char *error = NULL;
	int64_t n;

	fields_begin(&l, file, 0, &error);
	for (int k = 0; k < 16 && fields_any(&l); k++)
		if (k && l.n == 2 && fields_is(&l, 1, "atoms") && number_get_int(l.field[0], &n) == l.field[0] + l.length[0])
			return 1;
	return 0;
}

/* Recognize lists and frames from their first lines. */
static const struct trade_format *of_lines(const struct trade_file *file)
{
	struct fields l;
	char *error = NULL;
	double x;

	fields_begin(&l, file, 0, &error);
	for (int k = 0; k < 16 && fields_any(&l); k++) {
		if (fields_is(&l, 0, "ITEM: TIMESTEP") || fields_is(&l, 0, "ITEM: TIME") || fields_is(&l, 0, "ITEM: UNITS"))
			return trade_find("dump");
		int number = (l.n == 8 || l.n == 6) && fields_real(&l, 0, &x, "") == TRADE_GOOD;
		free(error);
		error = NULL;
		if (number) { /* N t lo hi, then N rows of 14 or 8 numbers; the first frames may have no particles */
			const int head = l.n;
			int more = fields_next(&l);

			for (; more && l.n == head && x == 0; more = fields_next(&l))
				number_get(l.field[0], &x);
			return (more ? l.n == (head == 8 ? 14 : 8) : x == 0) ? trade_find("mercury") : NULL;
		}
		if (yade_format(&l))
			return trade_find("yade");
		if (l.n == 0)
			continue;
		const char *eol = memchr(l.field[0], '\n', (size_t)(l.end - l.field[0]));
		int comma = memchr(l.field[0], ',', eol ? (size_t)(eol - l.field[0]) : (size_t)(l.end - l.field[0])) != NULL;
		l.commas = comma;
		l.at = l.field[0];
		l.number--;
		fields_any(&l);
		l.commas = 0;
		int rows = l.n >= 3 && l.n <= 5;
		for (int i = 0; i < l.n; i++)
			if (fields_is(&l, i, "x")) /* the names of columns */
				return trade_find(comma ? "csv" : "xyzr");
		for (int i = 0; i < l.n && rows; i++)
			rows = fields_real(&l, i, &x, "") == TRADE_GOOD;
		free(error);
		error = NULL;
		if (rows)
			return trade_find(comma ? "csv" : "xyzr");
	}
	return NULL;
}

const struct trade_format *trade_of_text(const struct trade_file *file)
{
	const char *text = file->text, *surface;

	if (strncmp(text, "scree ", 6) == 0)
		return NULL;
	if (strncmp(text, "# scree-table ", 14) == 0)
		return trade_find("table");
	if (file->n >= 8 && memcmp(text, "\x89HDF\r\n\x1a\n", 8) == 0)
		return trade_find("h5md");
	if (strncmp(text, "MercuryDPM ", 11) == 0 || strncmp(text, "restart_version ", 16) == 0)
		return trade_find("mercury-restart");
	if (has_atoms(file)) /* the first line of a data file of LAMMPS may be anything */
		return trade_find("lammps");
	if ((surface = surface_format(text, file->n)))
		return trade_find(surface);
	return memchr(text, 0, file->n) ? trade_find("stl") : of_lines(file);
}

/* ---- bodies of a world ---- */

char *trade_held(const struct world *w)
{
	const int32_t *tag = table_word(&w->body, "tag");
	char *held = mem_zero((size_t)w->body.n_row, 1);

	for (int i = 0; i < w->body.n_row && tag; i++)
		held[i] = tag[i] > 0 && constraint_holds(world_constraint(w, w->names.word[tag[i]]));
	return held;
}

int body_balls(const struct trade_body *b)
{
	return b->shape->solid ? b->shape->solid->n : b->shape->n;
}

void body_ball(double ball[4], const struct trade_body *b, int k, int space)
{
	const struct shape *s = b->shape;
	const double disk[4] = { s->solid ? 0 : s->xy[k][0], s->solid ? 0 : s->xy[k][1], 0, s->radius ? s->radius[k] : s->r };
	const double *of = s->solid ? s->solid->ball[k] : disk;

	for (int i = 0; i < 4; i++)
		ball[i] = b->size * of[i];
	if (space && (b->q[1] != 0 || b->q[2] != 0 || b->q[3] != 0)) {
		double m[3][3];

		quat_matrix(m, b->q);
		mat3_apply(ball, (const double (*)[3])m, ball);
	}
	for (int i = 0; i < 3 && space; i++)
		ball[i] += b->x[i];
}

double body_ball_density(const struct trade_body *b, int k)
{
	return b->shape->solid && b->shape->solid->density ? b->shape->solid->density[k] : 1;
}

void body_turn_tensor(double to[6], const double t[6], const double q[4])
{
	const double full[3][3] = { { t[0], t[3], t[4] }, { t[3], t[1], t[5] }, { t[4], t[5], t[2] } };
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	double m[3][3];

	if (q[1] == 0 && q[2] == 0 && q[3] == 0) {
		memmove(to, t, 6 * sizeof *to);
		return;
	}
	quat_matrix(m, q);
	for (int k = 0; k < 6; k++) {
		to[k] = 0;
		for (int a = 0; a < 3; a++)
			for (int b = 0; b < 3; b++)
				to[k] += m[row[k]][a] * m[column[k]][b] * full[a][b];
	}
}

/* Keep a shape as it is, and give the world a copy of it that may get a mass record. */
static void set_aside(struct trade_scene *s, struct shape *shape)
{
	MEM_GROW(s->bare, &s->cap_bare, (size_t)s->n_bare + 1);
	s->bare[s->n_bare++] = *shape;
	if (shape->solid)
		shape->solid = solid_copy(shape->solid);
	else
		shape->xy = mem_copy(shape->xy, (size_t)shape->n, sizeof *shape->xy);
}

void trade_release(struct trade_scene *s)
{
	for (int k = 0; k < s->n_bare; k++) {
		struct shape *shape = world_shape(s->w, s->bare[k].id);

		if (shape->solid)
			solid_free(shape->solid);
		else
			free(shape->xy);
		*shape = s->bare[k];
	}
	free(s->bare);
	free(s->body);
	s->bare = NULL;
	s->body = NULL;
	s->n_bare = s->n = 0;
	s->cap_bare = 0;
}

/* Give a mass record to each shape of these bodies that has none. */
static enum trade_status complete(struct trade_scene *scene, const struct bodies3 *b, const char *keep, char **error)
{
	struct world *w = scene->w;
	const struct solid_plan exact = { .method = SOLID_EXACT }, pebbles = { .method = SOLID_PEBBLES };
	struct place3 *place = MEM_ZERO(struct place3, (size_t)w->n_shape);
	enum trade_status status = TRADE_GOOD;
	double (*spins)[3] = NULL;
	int any = 0;

	for (int k = 0; k < w->n_shape; k++)
		place[k].turn[0] = 1;
	for (int i = 0; i < b->n && status == TRADE_GOOD; i++) {
		struct shape *s = world_shape(w, b->shape[i]);
		struct mass3 m;

		if (!keep[i] || s->solid->volume >= 0)
			continue;
		spins = any++ ? spins : bodies_spins_before(w);
		int dense = solid_has_densities(s);
		if (solid_mass(&m, s, dense ? &pebbles : &exact) != MASS_GOOD) {
			status = trade_bad(error, "shape %lld (%s): its surface is not closed, or encloses no volume, so its mass is unknown",
			                   (long long)s->id, shape_kind_name[s->kind]);
			break;
		}
		struct place3 *p = &place[s - w->shape];
		set_aside(scene, s);
		solid_settle(s, &m, 1, dense ? "pebbles" : "exact", p->centre, p->turn);
	}
	if (any && status == TRADE_GOOD)
		world_recentre3(w, place, (const double (*)[3])spins);
	free(spins);
	free(place);
	return status;
}

/* The same in the plane, for formats of outlines. */
static enum trade_status complete_plane(struct trade_scene *scene, const int64_t *shape, const char *keep, char **error)
{
	struct world *w = scene->w;
	double (*centre)[2] = mem_zero((size_t)w->n_shape, sizeof *centre);
	enum trade_status status = TRADE_GOOD;
	int any = 0;

	for (int i = 0; i < w->body.n_row && status == TRADE_GOOD; i++) {
		struct shape *s = world_shape(w, shape[i]);

		if (!keep[i] || s->area >= 0)
			continue;
		set_aside(scene, s);
		if (shape_fill_mass(s, centre[s - w->shape]) != MASS_GOOD)
			status = trade_bad(error, "shape %lld (%s): it crosses itself or has no area, so its mass is unknown", (long long)s->id,
			                   shape_kind_name[s->kind]);
		any = 1;
	}
	if (any && status == TRADE_GOOD)
		world_recentre2(w, (const double (*)[2])centre);
	free(centre);
	return status;
}

static int is_something(const double *x, int n)
{
	int any = 0;

	for (int k = 0; k < n; k++)
		any |= x[k] != 0;
	return any;
}

static void fill_mass(struct trade_body *t)
{
	double cube = t->size * t->size * t->size, fifth = cube * t->size * t->size;
	const struct solid *o = t->shape->solid;

	if (o->volume < 0)
		return;
	t->mass = t->density * cube * o->volume;
	for (int k = 0; k < 6; k++)
		t->inertia[k] = t->density * fifth * o->inertia[k];
	if (is_something(t->momentum, 3))
		spin_velocity(t->inertia, t->q, t->momentum, t->omega);
}

static int is_balls(const struct shape *s)
{
	return s->kind == SHAPE_SPHERE || s->kind == SHAPE_CLUMP || s->kind == SHAPE_DISKS || s->kind == SHAPE_POINT;
}

/* Bits for the properties of a body that a format may have no place for. */
static unsigned what_has(const struct trade_body *t)
{
	const struct shape *s = t->shape;
	unsigned has = 0;

	has |= is_something(t->x, 3) ? TRADE_PLACE : 0;
	has |= is_something(t->q + 1, 3) ? TRADE_TURN : 0;
	has |= t->image[0] || t->image[1] || t->image[2] ? TRADE_IMAGES : 0;
	has |= is_something(t->v, 3) || is_something(t->momentum, 3) ? TRADE_MOTION : 0;
	has |= t->density != 1 ? TRADE_DENSITY : 0;
	has |= s->kind == SHAPE_CLUMP && solid_has_densities(s) ? TRADE_PEBBLES : 0;
	return has | (is_balls(s) ? TRADE_BALLS : TRADE_SURFACES);
}

/* Take over the position and the motion of a body. */
static void take_body(struct trade_body *t, const struct bodies3 *b, int i)
{
	for (int k = 0; k < 3; k++) {
		t->x[k] = b->x[k][i];
		t->v[k] = b->v[k][i];
		t->momentum[k] = b->momentum[k][i];
		t->image[k] = b->image[k][i];
	}
	for (int k = 0; k < 4; k++)
		t->q[k] = b->q[k][i];
	fill_mass(t);
}

/* The same in the plane, with a rotation about z. The momentum only shows whether the body rotates. */
static void take_body_of_plane(struct trade_body *t, const struct bodies2 *b, int i)
{
	t->x[0] = b->x[i];
	t->x[1] = b->y[i];
	trig_sincos(0.5 * b->angle[i], &t->q[3], &t->q[0]);
	t->v[0] = b->vx[i];
	t->v[1] = b->vy[i];
	t->momentum[2] = t->omega[2] = b->omega[i];
	t->image[0] = b->ix[i];
	t->image[1] = b->iy[i];
}

/* Whether a body of LAMMPS can be this: a rounded polygon, segment or polyhedron. */
static int is_outline(const struct shape *s)
{
	return s->kind == SHAPE_POLYGON || s->kind == SHAPE_POLYHEDRON || (s->kind == SHAPE_POLYLINE && s->n == 2);
}

/* The kinds of bodies that a format of balls has a place for, besides clumps. */
static const char *round_kinds(const struct trade_format *format, int plane)
{
	if (plane)
		return format->holds & TRADE_OUTLINES ? "disks, polygons, segments" : "disks";
	return format->holds & (TRADE_OUTLINES | TRADE_ENCLOSED) ? "spheres, ellipsoids, polyhedra" :
	       format->holds & TRADE_ELLIPSOIDS ? "spheres, ellipsoids" : "spheres";
}

/* Bodies that a format of balls has no place for: walls are dropped from it if it holds several frames or outlines, others are an
 * error. */
static enum trade_status check_kinds(struct trade_scene *s, char *keep, char **error)
{
	const struct trade_format *format = s->format;
	const struct world *w = s->w;
	const int64_t *id = table_int(&w->body, "id"), *shape = table_int(&w->body, "shape");
	const int outlines = (format->holds & TRADE_OUTLINES) != 0;
	char *held = trade_held(w);
	enum trade_status status = TRADE_GOOD;

	for (int i = 0; i < w->body.n_row && status == TRADE_GOOD; i++) {
		const struct shape *of = world_shape(w, shape[i]);

		if (!keep[i] || is_balls(of) || (of->kind == SHAPE_ELLIPSOID && (format->holds & TRADE_ELLIPSOIDS)))
			continue;
		if ((format->frames != TRADE_SINGLE || outlines) && (shape_is_wall(of) || held[i])) {
			keep[i] = 0;
			s->walls++;
		} else if (of->kind == SHAPE_POLYHEDRON && (format->holds & TRADE_ENCLOSED)) {
			s->enclosed++;
		} else if (!outlines || !is_outline(of)) {
			status = trade_bad(error, "%s holds %s and clumps, found body %lld (%s); scree-clump makes clumps, "
			                   "--where selects bodies", format->name, round_kinds(format, w->dim == 2),
			                   (long long)id[i], shape_kind_name[of->kind]);
		}
	}
	free(held);
	return status;
}

/* Walls without ends have no closed surface: they are dropped from a format of surfaces, unless the scene has nothing else. */
static enum trade_status drop_endless(struct trade_scene *s, char *keep, char **error)
{
	const int64_t *id = table_int(&s->w->body, "id"), *shape = table_int(&s->w->body, "shape");
	int left = 0, last = -1;

	for (int i = 0; i < s->w->body.n_row; i++) {
		const int endless = keep[i] && shape_is_wall(world_shape(s->w, shape[i]));

		left += keep[i] && !endless;
		last = endless ? i : last;
		s->walls += endless;
		keep[i] = (char)(keep[i] && !endless);
	}
	if (left || last < 0)
		return TRADE_GOOD;
	return trade_bad(error, "body %lld (%s) is infinite, expected bodies with a closed surface", (long long)id[last],
	                 shape_kind_name[world_shape(s->w, shape[last])->kind]);
}

/* Number the materials of a format with several frames, in the order of their definitions: a number must not depend on the
 * bodies of a frame. type[] gets a number for each word. Returns the number of types. */
static int number_materials(const struct world *w, int *type)
{
	for (int k = 0; k < w->n_material; k++) {
		int32_t word = world_find_name(w, w->material[k].name);

		if (word >= 0) /* some body has the material, or had it */
			type[word] = k + 1;
	}
	return w->n_material;
}

enum trade_status trade_gather(struct trade_scene *s, struct world *w, const char *chosen, const struct trade_format *format,
	char **error)
{
	world_need_columns(w);
	const int plane = w->dim == 2, n = w->body.n_row;
	const struct bodies2 flat = plane ? world_bodies2(w) : (struct bodies2){ .n = 0 };
	const struct bodies3 b = plane ? (struct bodies3){ .n = 0 } : world_bodies3(w);
	const int64_t *id = table_int(&w->body, "id"), *shape = table_int(&w->body, "shape");
	const int32_t *word = table_word(&w->body, "material");
	const double *size = table_real(&w->body, "size");
	int *type = MEM_ZERO(int, (size_t)w->names.n);
	enum trade_status status = TRADE_GOOD;

	char *keep = mem_copy(chosen, (size_t)n, 1);
	*s = (struct trade_scene){ .w = w, .format = format, .body = MEM_ZERO(struct trade_body, (size_t)n) };
	if (plane && !(format->holds & TRADE_PLANE))
		status = trade_bad(error, "%s is for scenes in 3D, found dim=2", format->name);
	if (status == TRADE_GOOD && (format->holds & TRADE_BALLS))
		status = check_kinds(s, keep, error);
	if (status == TRADE_GOOD && (format->holds & TRADE_SURFACES) && format->frames == TRADE_SINGLE)
		status = drop_endless(s, keep, error);
	if (status == TRADE_GOOD && (format->holds & TRADE_MASS) && !plane)
		status = complete(s, &b, keep, error);
	if (status == TRADE_GOOD && (format->holds & TRADE_OUTLINES) && plane)
		status = complete_plane(s, shape, keep, error);
	if (format->frames != TRADE_SINGLE)
		s->n_type = number_materials(w, type);
	for (int i = 0; i < n && status == TRADE_GOOD; i++) {
		if (!keep[i])
			continue;
		struct trade_body *t = &s->body[s->n++];
		const struct material *material = world_material(w, w->names.word[word[i]]);
		int *number = &type[word[i]];

		t->id = id[i];
		t->row = i;
		t->shape = world_shape(w, shape[i]);
		t->size = size[i];
		t->density = material ? material->density : 1;
		t->type = *number = *number ? *number : ++s->n_type;
		if (plane)
			take_body_of_plane(t, &flat, i);
		else
			take_body(t, &b, i);
		s->has |= what_has(t);
	}
	s->has |= (s->n > 1 ? TRADE_MANY : 0) | (w->domain.set ? TRADE_DOMAIN : 0);
	free(type);
	free(keep);
	return status;
}
