/* page_write.c: write an HTML page: page.html with the data of the frames in it */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/page.h"
#include "common/palette.h"
#include "common/tool.h"

enum { SHADES = 121 }; /* colours of a palette */

static void write_domain(FILE *f, const struct domain *d, int dim, const struct page_middle *o)
{
	double lo[3], hi[3];

	for (int k = 0; k < dim; k++) {
		lo[k] = (d->lo[k] - o->centre[k]) / o->scale;
		hi[k] = (d->hi[k] - o->centre[k]) / o->scale;
	}
	fprintf(f, "{\"periodic\":[%d,%d,%d],\"lo\":", d->set && d->periodic[0], d->set && d->periodic[1], d->set && d->periodic[2]);
	page_numbers(f, lo, dim);
	fputs(",\"hi\":", f);
	page_numbers(f, hi, dim);
	fputs(",\"tilt\":", f);
	page_number(f, dim == 2 ? d->tilt[0] / o->scale : 0);
	fputc('}', f);
}

static void write_frame(const struct page *p, FILE *f, const struct page_frame *a, const struct page_middle *o)
{
	static const char *const name[PAGE_PARTS] = { "at", "turn", "size", "shape", "rgb", "wall", "force", "faces", "lines", "cells" };

	fputs("{\"t\":", f);
	page_number(f, a->t);
	fprintf(f, ",\"number\":%lld,\"n\":%d", (long long)a->number, a->n);
	for (int k = 0; k < PAGE_PARTS; k++)
		fprintf(f, ",\"%s\":%d", name[k], a->part[k]);
	fputs(",\"domain\":", f);
	write_domain(f, &a->domain, p->dim, o);
	fputs(",\"columns\":[", f);
	for (int c = 0; c < a->n_column; c++) {
		fputs(c ? ",[" : "[", f);
		page_string(f, a->column[c].name);
		fprintf(f, ",%d,%d,", a->column[c].block, a->column[c].words);
		page_number(f, a->column[c].lo);
		fputc(',', f);
		page_number(f, a->column[c].hi);
		fputc(']', f);
	}
	fputc(']', f);
	if (isfinite(a->speed[0])) {
		fputs(",\"speed\":", f);
		page_numbers(f, a->speed, 2);
	}
	fputc('}', f);
}

static void write_shape(FILE *f, const struct page_shape *s)
{
	fprintf(f, "{\"kind\":\"%s\",\"id\":%lld,\"first\":%zu,\"n\":%zu,\"first_index\":%zu,\"n_index\":%zu,\"r\":",
		shape_kind_name[s->kind], (long long)s->id, s->first, s->n, s->first_index, s->n_index);
	page_number(f, s->r);
	fputs(",\"a\":", f);
	page_numbers(f, s->a, 3);
	fputc('}', f);
}

static void write_unit(FILE *f, const struct units *u, const char *name, const char *product)
{
	char *text = units_text(u, product);

	page_string(f, name);
	fputc(':', f);
	page_string(f, text);
	free(text);
}

static int has_column(const struct page_frame *f, const char *name)
{
	for (int c = 0; c < f->n_column; c++)
		if (!strcmp(f->column[c].name, name))
			return 1;
	return 0;
}

/* Units of the columns of all frames. " length" and " time" cannot be names of columns. */
static void write_units(const struct page *p, FILE *f, const struct units *u)
{
	write_unit(f, u, " length", "L");
	fputc(',', f);
	write_unit(f, u, " time", "T");
	for (int k = 0; k < p->n_frame; k++)
		for (int c = 0; c < p->frame[k].n_column; c++) {
			const char *name = p->frame[k].column[c].name, *product = units_of_column(name, p->dim);

			if (*product && !(k && has_column(&p->frame[k - 1], name))) {
				fputc(',', f);
				write_unit(f, u, name, product);
			}
		}
	if (!has_column(&p->frame[0], "speed")) {
		fputc(',', f);
		write_unit(f, u, "speed", "L/T");
	}
}

/* A typical diameter of grains, for the width of forces. */
static double grain_of(const struct page *p)
{
	return p->dim == 3 ? p->scene3.grain : p->canvas.grain;
}

static void write_look(const struct page *p, FILE *f, const struct page_middle *o, const struct units *u)
{
	double sum = p->dim == 3 ? p->scene3.force_sum : p->force_sum;
	int64_t n = p->dim == 3 ? p->scene3.n_force : p->n_force;
	double target[3] = { 0, 0, 0 };
	double width = !p->forces ? 0 : p->force_width > 0 ? p->force_width : n ? 0.08 * grain_of(p) * (double)n / sum : 0;

	fprintf(f, "\"dim\":%d,\"title\":", p->dim);
	page_string(f, p->title ? p->title : "");
	fputs(",\"color\":", f);
	page_string(f, p->color ? p->color : "");
	fputs(",\"range\":", f);
	page_numbers(f, p->scale->range, 2);
	fprintf(f, ",\"signed\":%d,\"cyclic\":%d", palette_is_signed(p->scale->palette), palette_is_cyclic(p->scale->palette));
	fprintf(f, ",\"per_frame\":%d,\"zoom\":", p->scale->per_frame);
	page_number(f, p->cutout.zoom);
	fputs(",\"target\":", f);
	for (int k = 0; k < p->dim; k++)
		target[k] = isnan(p->cutout.centre[k]) ? 0 : (p->cutout.centre[k] - o->centre[k]) / o->scale;
	page_numbers(f, target, 3);
	fputs(",\"opacity\":", f);
	page_number(f, p->opacity);
	fputs(",\"beside\":", f);
	page_string(f, p->beside ? p->beside : "bar,legend,time,scale");
	fputs(",\"view\":", f);
	page_numbers(f, p->view, 2);
	fputs(",\"opening\":", f);
	page_number(f, p->opening);
	fputs(",\"fps\":", f);
	page_number(f, p->fps);
	fputs(",\"centre\":", f);
	page_numbers(f, o->centre, p->dim);
	fputs(",\"scale\":", f);
	page_number(f, o->scale);
	fputs(",\"grain\":", f);
	page_number(f, grain_of(p) / o->scale);
	fputs(",\"force_width\":", f);
	page_number(f, width / o->scale);
	fputs(",\"palette\":[", f);
	for (int k = 0; k < SHADES; k++)
		fprintf(f, k ? ",%u" : "%u", palette_rgb(p->scale->palette, (double)k / (SHADES - 1)));
	fputs("],\"word_colors\":[", f);
	for (int k = 0; k < PAINT_WORDS; k++) {
		unsigned rgb;

		paint_word(&p->paint, k, &rgb);
		fprintf(f, k ? ",%u" : "%u", rgb);
	}
	fprintf(f, "],\"push\":%u,\"pull\":%u,\"units\":{", canvas_push_rgb, canvas_pull_rgb);
	write_units(p, f, u);
	fputs("},\"words\":[", f);
	for (int k = 0; k < p->words.names.n; k++) {
		fputs(k ? "," : "", f);
		page_string(f, p->words.names.word[k]);
	}
	fputc(']', f);
}

/* The data: one object of JSON, then the blocks of numbers that it refers to. */
static void write_data(struct page *p, FILE *f, const struct units *u)
{
	double lo[3], hi[3];
	const struct page_middle o = page_frames_end(p, lo, hi);
	int geometry = page_blocks_add(&p->blocks, p->geometry, p->n_geometry, -1);
	int index = page_blocks_add(&p->blocks, p->index, p->n_index, -1);

	fprintf(f, "<script type=\"application/json\" id=\"scene\">{\"lo\":");
	page_numbers(f, lo, p->dim);
	fputs(",\"hi\":", f);
	page_numbers(f, hi, p->dim);
	fprintf(f, ",\"geometry\":%d,\"index\":%d,", geometry, index);
	write_look(p, f, &o, u);
	fputs(",\n\"shapes\":[", f);
	for (int k = 0; k < p->n_shape; k++) {
		fputs(k ? ",\n" : "", f);
		write_shape(f, &p->shape[k]);
	}
	fputs("],\n\"frames\":[", f);
	for (int k = 0; k < p->n_frame; k++) {
		fputs(k ? ",\n" : "", f);
		write_frame(p, f, &p->frame[k], &o);
	}
	fputs("]}</script>\n", f);
	page_blocks_write(&p->blocks, f);
}

void page_write(struct page *p, const char *path, const struct units *u)
{
	FILE *f = fopen(path, "w");
	struct stat st;
	int failed = !f, regular = f && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode), why = errno;

	for (const char *const *line = page_html; f && *line; line++)
		if (!strcmp(*line, "@DATA@\n"))
			write_data(p, f, u);
		else
			fputs(*line, f);
	if (f) {
		failed = ferror(f) != 0;
		why = errno;
		if (fclose(f) != 0 && !failed) {
			failed = 1;
			why = errno;
		}
	}
	if (failed && regular) /* a part of a page shows nothing */
		remove(path);
	if (failed)
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", path, strerror(why));
}
