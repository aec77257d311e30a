/* load_drawing.c: read outlines from drawings and pictures, and grains from volumes of labels */
#include "common/load_drawing.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "common/words.h"
#include "drawing.h"
#include "slurp.h"

/* The picture and the file; static, so that leak checkers still reach them if the program ends early. */
static char *text, *error;
static struct pixels picture;

/* Blanks and empty lines may come first. They are put back too, so that messages count lines from the beginning; a C library that
 * cannot put back so many loses nothing but that. */
int tool_is_drawing(FILE *f)
{
	char before[4096];
	size_t n = 0;
	int c = getc(f);

	if (c == 0xef) {
		int d = getc(f), e = getc(f);

		c = d == 0xbb && e == 0xbf ? getc(f) : c;
	}
	for (; c == ' ' || (c >= '\t' && c <= '\r'); c = getc(f))
		if (n < sizeof before)
			before[n++] = (char)c;
	if (c != EOF)
		ungetc(c, f);
	while (n > 0 && ungetc(before[n - 1], f) != EOF)
		n--;
	return c > 0 && (strchr("<{PpMmSs", c) || c == 0x89 || c == 0xff);
}

static void load(FILE *f, const char *name, size_t *n)
{
	free(text);
	text = slurp(f, n);
	tool_check_whole(f, name);
	if (ferror(f))
		tool_fail(EXIT_SYSTEM, "cannot read %s: %s", name, strerror(errno));
}

static void next_picture(const char *name, size_t n, size_t *at)
{
	if (pnm_read(&picture, name, text, n, at, &error) != DRAWING_GOOD)
		tool_fail(EXIT_INPUT, "%s", error ? error : "out of memory");
}

static void drop_picture(void)
{
	free(picture.value);
	picture.value = NULL;
}

static const char *plural(int64_t n)
{
	return n == 1 ? "" : "s";
}

static double pixel_of(const struct drawing_options *o)
{
	return o->pixel > 0 ? o->pixel : 1;
}

/* Grains below this size [pixels or voxels] are left out. */
static double least_of(const struct drawing_options *o, int dim)
{
	return isnan(o->least) ? 10 : o->least / pow(pixel_of(o), dim);
}

void tool_refuse_pictures(const struct drawing_options *o, const char *name)
{
	const struct { const char *name; int given; } only[] = { { "pixel", !isnan(o->pixel) }, { "threshold", !isnan(o->threshold) },
		{ "least", !isnan(o->least) }, { "bright", o->bright }, { "labels", o->labels }, { "diagonal", o->diagonal },
		{ "cut", o->cut } };

	for (size_t k = 0; k < sizeof only / sizeof *only; k++)
		if (only[k].given)
			opt_fail(only[k].name, "applies to pictures and volumes, found %s", name);
}

/* ---- pictures ---- */

static void say_left_out(const char *name, const struct trace_notes *t, double least, int holes)
{
	if (t->cut)
		tool_note("%s: left out %d grain%s that the edge of the picture cuts; --cut keeps %s", name, t->cut, plural(t->cut),
		          t->cut == 1 ? "it" : "them");
	if (t->small)
		tool_note("%s: left out %d grain%s of less than %g pixels; --least sets this size", name, t->small, plural(t->small), least);
	if (holes)
		tool_warn("%s: filled %d hole%s of %lld pixels in grains, because the outline of a shape is one line", name, holes,
		          plural(holes), (long long)t->hole_pixels);
}

static void load_picture(struct rings *r, const char *name, size_t n, const struct drawing_options *o)
{
	double side = pixel_of(o);
	struct trace_plan plan = { .labels = o->labels, .bright = o->bright, .diagonal = o->diagonal, .cut = o->cut,
	                           .least = least_of(o, 2), .tolerance = isnan(o->tolerance) ? 1 : o->tolerance / side };
	struct trace_notes notes;
	size_t at = 0;

	next_picture(name, n, &at);
	if (at < n && text[at] == 'P')
		tool_fail(EXIT_INPUT, "%s: found several pictures, expected one; --stack takes them as the slices of a volume", name);
	if (at < n)
		tool_warn("%s: left out %lld byte%s behind the pixels of the picture", name, (long long)(n - at), plural((int64_t)(n - at)));
	plan.level = isnan(o->threshold) ? pixels_threshold(&picture) : o->threshold;
	if (!o->labels && isnan(plan.level))
		tool_fail(EXIT_INPUT, "%s: found one grey only, expected grains and a background", name);
	if (!o->labels && isnan(o->threshold) && !picture.ink)
		tool_note("%s: the threshold is the grey %.6g of 0 to %d; --threshold sets it", name, plan.level, picture.most);
	pixels_trace(r, &picture, &plan, &notes);
	drop_picture();
	say_left_out(name, &notes, plan.least, r->holes);
	if (!r->n && notes.cut + notes.small)
		tool_fail(EXIT_INPUT, "%s: left out all grains: %d cut by the edge of the picture (--cut keeps them), %d smaller than %g "
		          "pixels (--least)", name, notes.cut, notes.small, plan.least);
	if (!r->n)
		tool_fail(EXIT_INPUT, "%s: found no grain%s", name, o->labels ? ", expected pixels with labels above 0" :
		          o->bright ? " brighter than the threshold" : " darker than the threshold; --bright takes bright grains");
	for (int k = 0; k < r->n_xy; k++)
		for (int c = 0; c < 2; c++)
			r->xy[k][c] *= side;
}

/* ---- drawings ---- */

static void load_lines(struct rings *r, const char *name, size_t n, const struct drawing_options *o)
{
	const struct drawing_plan plan = { isnan(o->tolerance) ? 0 : o->tolerance, o->open };
	struct drawing_notes notes = { 0 };

	tool_refuse_pictures(o, name);
	if (drawing_read(r, name, text, n, &plan, &notes, &error) != DRAWING_GOOD)
		tool_fail(EXIT_INPUT, "%s", error ? error : "out of memory");
	if (notes.units)
		tool_note("%s: lengths are the numbers in the file; its view box and units are ignored", name);
	if (notes.others)
		tool_note("%s: left out %d element%s without an area, such as texts, lines and points", name, notes.others,
		          plural(notes.others));
	if (r->holes)
		tool_warn("%s: filled %d hole%s, because the outline of a shape is one line", name, r->holes, plural(r->holes));
}

void tool_load_drawing(struct rings *r, FILE *f, const char *name, const struct drawing_options *o)
{
	size_t n;

	load(f, name, &n);
	switch (drawing_recognize(text, n)) {
	case DRAWING_NONE:
		tool_fail(EXIT_INPUT, "%s:1: found a file of unknown kind, expected rows x y, an SVG, GeoJSON or WKT file, or a picture in "
		          "PBM, PGM or PPM; programs such as pngtopnm and jpegtopnm convert other pictures", name);
	case DRAWING_PNM:
		load_picture(r, name, n, o);
		break;
	default:
		load_lines(r, name, n, o);
	}
	free(text);
	text = NULL;
}

/* ---- volumes ---- */

static void load_raw(struct voxels *v, const struct drawing_options *o)
{
	double sides[3];
	const char *name;
	size_t n, total = 1;

	if (words_numbers(o->raw, sides, 3) != 3)
		opt_fail("raw", "found '%s', expected NX,NY,NZ: the numbers of voxels along x, y and z", o->raw);
	for (int k = 0; k < 3; k++) {
		if (!(sides[k] >= 1 && sides[k] <= 65536 && sides[k] == floor(sides[k])))
			opt_fail("raw", "found '%s', expected integers from 1 to 65536", o->raw);
		v->n[k] = (int)sides[k];
		total *= (size_t)v->n[k];
	}
	FILE *f = tool_open_file(tool_operand(0), &name); /* sets the name */
	load(f, name, &n);
	if (n != total && n != 2 * total)
		tool_fail(EXIT_INPUT, "%s: found %lld bytes, expected %lld for %s voxels of one byte, or %lld for two bytes each", name,
		          (long long)n, (long long)total, o->raw, 2 * (long long)total);
	v->value = MEM_NEW(uint16_t, total);
	for (size_t i = 0; i < total; i++) {
		const unsigned char *u = (const unsigned char *)text + (n == total ? i : 2 * i);

		v->value[i] = n == total ? u[0] : (uint16_t)(o->big_endian ? u[0] << 8 | u[1] : u[1] << 8 | u[0]);
	}
}

/* Append the picture as a slice, with its lowest row first. */
static void add_slice(struct voxels *v, const char *name, size_t *cap)
{
	const struct pixels *p = &picture;
	size_t area = (size_t)p->w * (size_t)p->h;

	if (v->n[2] && (p->w != v->n[0] || p->h != v->n[1]))
		tool_fail(EXIT_INPUT, "%s: found a slice of %d by %d pixels, expected %d by %d as before", name, p->w, p->h, v->n[0],
		          v->n[1]);
	v->n[0] = p->w;
	v->n[1] = p->h;
	MEM_GROW(v->value, cap, area * ((size_t)v->n[2] + 1));
	uint16_t *to = v->value + area * (size_t)v->n[2]++;
	for (int y = 0; y < p->h; y++)
		for (int x = 0; x < p->w; x++) {
			uint16_t value = p->value[(size_t)(p->h - 1 - y) * (size_t)p->w + (size_t)x];

			*to++ = p->ink ? !value : value;
		}
}

static void load_stack(struct voxels *v)
{
	size_t cap = 0, n;

	for (int k = 0; k < tool_operands(); k++) {
		const char *name;
		size_t at = 0;

		FILE *f = tool_open_file(tool_operand(k), &name); /* sets the name */
		load(f, name, &n);
		do {
			next_picture(name, n, &at);
			add_slice(v, name, &cap);
			drop_picture();
		} while (at < n);
	}
}

void tool_load_voxels(struct voxels *v, const struct drawing_options *o)
{
	*v = (struct voxels){ .value = NULL };
	if (o->raw)
		load_raw(v, o);
	else
		load_stack(v);
	free(text);
	text = NULL;
}
