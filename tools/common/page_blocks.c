/* page_blocks.c: the numbers of an HTML page, as blocks of base64 */
#include "common/page_blocks.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

/* Numbers that read back as float with an error of more than this share are kept as doubles. */
static const double single_error = 1e-7;

static int is_whole(double x)
{
	return x == rint(x);
}

/* Whether floats hold these numbers. */
static int fits_single(const double *value, size_t n)
{
	int whole = 1;

	for (size_t i = 0; i < n; i++)
		whole &= !isfinite(value[i]) || is_whole(value[i]);
	for (size_t i = 0; i < n; i++) {
		double x = value[i];

		if (isfinite(x) && (!(fabs(x) < 3.4e38) || fabs((float)x - x) > (whole ? 0 : single_error * fabs(x))))
			return 0;
	}
	return 1;
}

/* Whether all numbers are equal; a missing value (NaN) equals another one. */
static int all_equal(const double *value, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (memcmp(&value[i], &value[0], sizeof *value) && !(isnan(value[i]) && isnan(value[0])))
			return 0;
	return n > 0;
}

int page_blocks_add(struct page_blocks *b, const double *value, size_t n, int before)
{
	struct page_block own = { .n = all_equal(value, n) ? 1 : n };

	own.wide = !fits_single(value, own.n);
	if (own.wide) {
		own.real = mem_copy(value, own.n, sizeof *value);
	} else {
		own.single = MEM_NEW(float, own.n);
		for (size_t i = 0; i < own.n; i++)
			own.single[i] = (float)value[i];
	}
	if (before >= 0) {
		const struct page_block *old = &b->block[before];
		size_t size = own.n * (own.wide ? sizeof(double) : sizeof(float));

		if (old->n == own.n && old->wide == own.wide && !memcmp(old->single, own.single, size)) {
			free(own.single);
			return before;
		}
	}
	MEM_GROW(b->block, &b->cap, (size_t)b->n + 1);
	b->block[b->n] = own;
	b->bytes += (double)own.n * (own.wide ? sizeof(double) : sizeof(float));
	return b->n++;
}

void page_blocks_free(struct page_blocks *b)
{
	for (int k = 0; k < b->n; k++)
		free(b->block[k].single);
	free(b->block);
	*b = (struct page_blocks){ 0 };
}

/* ---- base64 ---- */

/* Byte i of the numbers of a block, little endian on every machine. */
static unsigned byte_of(const struct page_block *b, size_t i)
{
	uint64_t bits = 0;
	uint32_t half;

	if (b->wide) {
		memcpy(&bits, &b->real[i / 8], sizeof bits);
		return (unsigned)(bits >> 8 * (i % 8)) & 255;
	}
	memcpy(&half, &b->single[i / 4], sizeof half);
	return half >> 8 * (i % 4) & 255;
}

static void block_write(const struct page_block *b, FILE *f)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t n = b->n * (b->wide ? 8 : 4), used = 0;
	char line[4096];

	for (size_t i = 0; i < n; i += 3) {
		unsigned bits = byte_of(b, i) << 16;

		bits |= i + 1 < n ? byte_of(b, i + 1) << 8 : 0;
		bits |= i + 2 < n ? byte_of(b, i + 2) : 0;
		for (int k = 0; k < 4; k++)
			line[used++] = i + (size_t)k > n ? '=' : digit[bits >> (18 - 6 * k) & 63];
		if (used == sizeof line || i + 3 >= n) {
			fwrite(line, 1, used, f);
			used = 0;
		}
	}
}

void page_blocks_write(const struct page_blocks *b, FILE *f)
{
	for (int k = 0; k < b->n; k++) {
		fprintf(f, "<script type=\"text/plain\" id=\"b%d\">%c", k, b->block[k].wide ? 'd' : 'f');
		block_write(&b->block[k], f);
		fputs("</script>\n", f);
	}
}

/* ---- JSON ---- */

void page_string(FILE *f, const char *text)
{
	fputc('"', f);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		/* no `<`, `>` or `&`: they could end the element; line separators (U+2028, U+2029) are valid in JSON */
		if (c < 32 || c == 127 || strchr("\"\\<>&'", c))
			fprintf(f, "\\u%04x", c);
		else
			fputc(c, f);
	}
	fputc('"', f);
}

void page_number(FILE *f, double x)
{
	char text[NUMBER_MAX + 1];

	if (!isfinite(x)) {
		fputs("null", f);
		return;
	}
	*number_put(text, x) = 0;
	fputs(text, f);
}

void page_numbers(FILE *f, const double *x, int n)
{
	fputc('[', f);
	for (int k = 0; k < n; k++) {
		if (k)
			fputc(',', f);
		page_number(f, x[k]);
	}
	fputc(']', f);
}
