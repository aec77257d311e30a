/* lists.c: read and write lists of balls: x,y,z,r and x y z r, DEM-Engine's templates, YADE's spheres and clumps */
#include "trade_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "atoms.h"
#include "base/buf.h"
#include "number.h"
#include "plane/mass.h"
#include "world/defaults.h"

/* Read the four numbers of a ball, from field 0 on. */
static enum trade_status read_ball(const struct fields *l, double ball[4])
{
	static const char *const what[] = { "the x of a centre", "the y of a centre", "the z of a centre" };
	enum trade_status status = TRADE_GOOD;

	for (int k = 0; k < 3 && status == TRADE_GOOD; k++)
		status = fields_real(l, k, &ball[k], what[k]);
	return status == TRADE_GOOD ? fields_positive(l, 3, &ball[3], "a radius") : status;
}

/* Build a world in 2D with a clump of disks. */
static enum trade_status build_disks(struct world *w, const struct pile *p, const struct trade_plan *plan, const char *name,
	char **error)
{
	double centre[2] = { 0, 0 };

	world_free(w);
	world_init(w, 2);
	world_define_defaults(w);
	world_need_material(w, DEFAULT_MATERIAL)->density = plan->density;
	struct shape *s = world_need_shape(w, 1);
	shape_alloc(s, SHAPE_DISKS, p->n_ball);
	for (int k = 0; k < p->n_ball; k++) {
		s->xy[k][0] = p->ball[k][0];
		s->xy[k][1] = p->ball[k][1];
		s->radius[k] = p->ball[k][3];
	}
	if (!plan->as_is && shape_fill_mass(s, centre) != MASS_GOOD)
		return trade_bad(error, "%s: the boundary of the disks could not be closed", name);
	int i = world_add_body(w, 1, DEFAULT_MATERIAL, "-");
	struct bodies2 b = world_bodies2(w);
	b.x[i] = centre[0];
	b.y[i] = centre[1];
	return TRADE_GOOD;
}

/* Whether the first line has the names of columns. */
static int is_header(const struct fields *l)
{
	double x;

	for (int k = 0; k < l->n && k < FIELDS_MOST; k++)
		if (fields_is(l, k, "x"))
			return number_get(l->field[0], &x) != l->field[0] + l->length[0];
	return 0;
}

/* ---- one clump ---- */

/* Read the row of a ball or of a disk. */
static enum trade_status read_row(const struct fields *l, int *width, struct pile *p)
{
	double ball[4] = { 0 }, relative = 1;
	enum trade_status status;

	if (l->n < 3 || l->n > 5 || (*width && l->n != *width))
		return fields_bad(l, *width ? "found %d fields, expected %d as in the lines before" :
		                  "found %d fields, expected x y z r, x y z r density, or x y r", l->n, *width);
	*width = l->n;
	if (l->n > 3)
		status = read_ball(l, ball);
	else if ((status = fields_real(l, 0, &ball[0], "the x of a centre")) == TRADE_GOOD &&
	         (status = fields_real(l, 1, &ball[1], "the y of a centre")) == TRADE_GOOD)
		status = fields_positive(l, 2, &ball[3], "a radius");
	if (status == TRADE_GOOD && l->n == 5)
		status = fields_positive(l, 4, &relative, "a relative density");
	if (status == TRADE_GOOD)
		pile_ball(p, ball, relative);
	return status;
}

/* The number of columns that a head of a clump names, or 0. */
static int clump_width(const struct fields *l)
{
	return fields_is(l, 0, "x y z r density") ? 5 : fields_is(l, 0, "x y z r") ? 4 : fields_is(l, 0, "x y r") ? 3 : 0;
}

enum trade_status clump_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error)
{
	struct fields l;
	struct pile p = { .n_ball = 0 };
	enum trade_status status = TRADE_GOOD;
	int width = 0;

	(void)n;
	fields_begin(&l, file, 1, error);
	pile_begin(&p, 1, pile_material(&p, plan->density));
	while (status == TRADE_GOOD && fields_next(&l)) {
		if (!width && (width = clump_width(&l)))
			continue;
		status = read_row(&l, &width, &p);
	}
	if (status == TRADE_GOOD && p.n_ball == 0)
		status = trade_bad(error, "%s: found no rows, expected x y z r on each line", file->name);
	if (status == TRADE_GOOD && width > 3)
		return pile_build(w, &p, plan, file->name, error);
	if (status == TRADE_GOOD)
		status = build_disks(w, &p, plan, file->name, error);
	pile_free(&p);
	return status;
}

/* ---- grains ---- */

/* Begin the columns of a list without a head. */
static enum trade_status begin_unnamed(struct atoms *a, const struct fields *row)
{
	static const char *const names[] = { "x y r", "x y z r", "x y z r density" };
	char text[32] = { 0 };
	struct fields l;
	double x;

	if (fields_real(row, 0, &x, "names of columns such as x,y,z,radius, or the x of a centre") != TRADE_GOOD)
		return TRADE_BAD;
	if (row->n < 3 || row->n > 5)
		return fields_bad(row, "found %d fields, expected x y z r, x y z r density, x y r, or the names of columns in the first line",
		                  row->n);
	strcpy(text, names[row->n - 3]);
	fields_begin(&l, &(struct trade_file){ .name = row->name, .text = text, .n = strlen(text) }, 0, row->error);
	fields_next(&l);
	return atoms_begin(a, &l, 0);
}

enum trade_status list_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error)
{
	struct atoms a = { .n = 0 };
	struct fields l;
	enum trade_status status = TRADE_GOOD;

	if (plan->clump)
		return clump_read(w, file, n, plan, error);
	fields_begin(&l, file, 1, error);
	while (status == TRADE_GOOD && fields_next(&l)) {
		int head = !a.n_column && is_header(&l);

		if (!a.n_column)
			status = head ? atoms_begin(&a, &l, 0) : begin_unnamed(&a, &l);
		if (status == TRADE_GOOD && !head)
			status = atoms_row(&a, &l);
	}
	if (status == TRADE_GOOD && !a.n)
		status = trade_bad(error, "%s: found no rows, expected x y z r on each line", file->name);
	if (status == TRADE_GOOD)
		status = atoms_build(w, &a, plan, &l);
	atoms_free(&a);
	return status;
}

static void write_rows(struct trade_text *out, const struct trade_body *b, char separator, int space, int dense)
{
	for (int k = 0; k < body_balls(b); k++) {
		double row[5];

		body_ball(row, b, k, space);
		row[4] = body_ball_density(b, k);
		if (!b->shape->solid) { /* a disk */
			row[2] = row[3];
			text_reals(out, 3, row, separator, '\n');
			continue;
		}
		text_reals(out, dense ? 5 : 4, row, separator, '\n');
	}
}

/* Many grains of one ball each, or the balls of one clump. */
static enum trade_status write_list(struct trade_text *out, const struct trade_scene *s, char separator, char **error)
{
	for (int i = 0; i < s->n && s->n > 1; i++)
		if (body_balls(&s->body[i]) > 1)
			return trade_bad(error, "%s holds many balls, or one clump, found body %lld (%s) among others; choose it with --where",
			                 s->format->name, (long long)s->body[i].id, shape_kind_name[s->body[i].shape->kind]);
	for (int i = 0; i < s->n; i++)
		write_rows(out, &s->body[i], separator, 1, s->n == 1 && (s->has & TRADE_PEBBLES) != 0);
	return TRADE_GOOD;
}

enum trade_status csv_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_list(out, s, ',', error);
}

enum trade_status xyzr_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	return write_list(out, s, ' ', error);
}

/* DEM-Engine gets the moments of inertia in the call that loads the file, without products of inertia. */
enum trade_status demengine_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	const struct trade_body *b = s->body;
	double volume = b->mass / b->density, moments[3];

	for (int k = 0; k < 3; k++) {
		moments[k] = b->inertia[k] / b->density;
		if (fabs(b->inertia[3 + k]) > 1e-8 * (b->inertia[0] + b->inertia[1] + b->inertia[2]))
			return trade_bad(error, "demengine holds only principal moments, found products of inertia of body %lld; "
			                 "scree-mass turns its shape to the principal axes", (long long)b->id);
	}
	text_put(out, "x,y,z,r\n");
	write_rows(out, b, ',', 0, 0);
	text_put(out, "# volume = ");
	text_reals(out, 1, &volume, ' ', '\n');
	text_put(out, "# Ixx, Iyy, Izz at density 1 = ");
	text_reals(out, 3, moments, ' ', '\n');
	return TRADE_GOOD;
}

/* ---- YADE ---- */

/* The formats of ymport.text, textClumps and textExt by their first line: the number of fields, and the places of the ball and of
 * ids, -1 if there are none. */
static const struct layout { const char *name; int width, ball, clump, id, material; } layouts[] = {
	{ "x_y_z_r", 4, 0, -1, -1, -1 }, { "x_y_z_r_clumpId", 5, 0, 4, -1, -1 }, { "x_y_z_r_matId", 5, 0, -1, -1, 4 },
	{ "id_x_y_z_r_matId", 6, 1, -1, 0, 5 },
};

int yade_format(const struct fields *l)
{
	const char *word = l->comment;

	if (!word || l->n_comment <= 7 || memcmp(word, "format", 6) != 0 || (word[6] != ' ' && word[6] != '\t'))
		return 0;
	return 7 + (int)strspn(word + 7, " \t");
}

/* The layout whose name begins at this byte of the comment; NULL if there is none. */
static const struct layout *yade_layout(const struct fields *l, int at)
{
	const char *name = l->comment + at;
	int n = l->n_comment - at;

	while (n > 0 && (name[n - 1] == ' ' || name[n - 1] == '\r' || name[n - 1] == '\t'))
		n--;
	for (size_t k = 0; k < sizeof layouts / sizeof *layouts; k++)
		if (strlen(layouts[k].name) == (size_t)n && memcmp(layouts[k].name, name, (size_t)n) == 0)
			return &layouts[k];
	return NULL;
}

/* A row of the file. key: the clump, or the id of a sphere. */
struct row { double ball[4]; int64_t key, material; int order; long line; };

static int by_clump(const void *a, const void *b)
{
	const struct row *p = a, *q = b;

	return p->key != q->key ? (p->key > q->key) - (p->key < q->key) : p->order - q->order;
}

enum { MATERIALS_MOST = 100 };

static enum trade_status yade_row(const struct fields *l, const struct layout *layout, struct row *r)
{
	static const int64_t most = INT64_C(1) << 53;
	struct fields ball = *l;
	enum trade_status status;

	if (l->n != layout->width)
		return fields_bad(l, "found %d fields, expected %s", l->n, layout->name);
	memmove(ball.field, l->field + layout->ball, 4 * sizeof *ball.field);
	memmove(ball.length, l->length + layout->ball, 4 * sizeof *ball.length);
	status = read_ball(&ball, r->ball);
	if (status == TRADE_GOOD && layout->clump >= 0)
		status = fields_integer(l, layout->clump, &r->key, 0, most, "the id of a clump");
	if (status == TRADE_GOOD && layout->id >= 0)
		status = fields_integer(l, layout->id, &r->key, 0, most, "the id of a sphere");
	if (status == TRADE_GOOD && layout->material >= 0)
		status = fields_integer(l, layout->material, &r->material, 0, MATERIALS_MOST - 1, "the number of a material");
	return status;
}

static enum trade_status yade_rows(struct fields *l, struct row **row, int *n, const struct layout **layout)
{
	enum trade_status status = TRADE_GOOD;
	size_t cap = 0;

	*layout = NULL;
	while (status == TRADE_GOOD && fields_any(l)) {
		const int at = *n ? 0 : yade_format(l);

		if (at && !(*layout = yade_layout(l, at)))
			return fields_bad(l, "found the format '%.*s', expected x_y_z_r, x_y_z_r_clumpId, x_y_z_r_matId or id_x_y_z_r_matId",
			                 l->n_comment - at < 40 ? l->n_comment - at : 40, l->comment + at);
		if (!l->n)
			continue;
		*layout = *layout ? *layout : &layouts[l->n == 5];
		MEM_GROW(*row, &cap, (size_t)*n + 1);
		(*row)[*n] = (struct row){ .key = (*layout)->clump < 0 && (*layout)->id < 0 ? *n + 1 : 0, .order = *n, .line = l->number };
		status = yade_row(l, *layout, &(*row)[*n]);
		*n += *n < 1 << 30;
	}
	return status;
}

/* The material of a number in the file, which is made when it occurs first. */
static int yade_material(struct pile *p, int place[MATERIALS_MOST], int64_t number, double density)
{
	if (!place[number])
		place[number] = 1 + pile_material(p, density);
	return place[number] - 1;
}

enum trade_status yade_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error)
{
	struct fields l;
	struct row *row = NULL;
	struct pile p = { .n_ball = 0 };
	const struct layout *layout;
	int n_row = 0, place[MATERIALS_MOST] = { 0 };

	(void)n;
	fields_begin(&l, file, 0, error);
	enum trade_status status = yade_rows(&l, &row, &n_row, &layout);
	if (status == TRADE_GOOD && !n_row)
		status = trade_bad(error, "%s: found no rows, expected x y z r on each line", file->name);
	if (status == TRADE_GOOD)
		qsort(row, (size_t)n_row, sizeof *row, by_clump);
	/* ids of bodies are above 0, but those of YADE may be 0 */
	int64_t shift = n_row && row[0].key == 0;
	for (int k = 0; k < n_row && status == TRADE_GOOD; k++) {
		const int again = k && row[k].key == row[k - 1].key;

		if (again && layout->clump < 0) {
			l.number = row[k].line;
			status = fields_bad(&l, "found the id %lld again, expected each sphere once", (long long)row[k].key);
			break;
		}
		if (!again)
			pile_begin(&p, row[k].key + shift, yade_material(&p, place, row[k].material, plan->density));
		pile_ball(&p, row[k].ball, 1);
	}
	free(row);
	if (status == TRADE_GOOD)
		return pile_build(w, &p, plan, file->name, error);
	pile_free(&p);
	return status;
}

enum trade_status yade_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	int spheres = 1;

	(void)error;
	for (int i = 0; i < s->n; i++)
		spheres &= s->body[i].shape->kind == SHAPE_SPHERE;
	const int materials = spheres && s->n_type > 1;
	text_put(out, materials ? "#format x_y_z_r_matId\n" : spheres ? "#format x_y_z_r\n" : "#format x_y_z_r_clumpId\n");
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < body_balls(&s->body[i]); k++) {
			double ball[4];

			body_ball(ball, &s->body[i], k, 1);
			text_reals(out, 4, ball, ' ', spheres && !materials ? '\n' : ' ');
			if (materials)
				text_integer(out, s->body[i].type - 1, '\n');
			else if (!spheres)
				text_integer(out, s->body[i].id, '\n');
		}
	return TRADE_GOOD;
}
