/* pnm.c: pictures in the formats PBM, PGM and PPM, as text or binary (P1 to P6) */
#include "drawing_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

/* Skip blanks and comments. */
static void skip(struct sheet *s)
{
	for (sheet_blanks(s); *s->at == '#' && s->at < s->end; sheet_blanks(s)) {
		const char *eol = memchr(s->at, '\n', (size_t)(s->end - s->at));

		s->at = eol ? eol : s->end;
	}
}

static enum drawing_status integer(struct sheet *s, int least, int most, const char *what, int *x)
{
	int64_t i;

	skip(s);
	const char *stop = number_get_int(s->at, &i);
	if (!stop || i < least || i > most) {
		char expected[96];

		snprintf(expected, sizeof expected, "%s, %d to %d", what, least, most);
		return sheet_expected(s, expected);
	}
	s->at = stop;
	*x = (int)i;
	return DRAWING_GOOD;
}

static enum drawing_status head(struct sheet *s, struct pixels *p, int kind)
{
	p->most = 1;
	s->at += 2;
	if (integer(s, 1, 1 << 28, "the width of the picture", &p->w) || integer(s, 1, 1 << 28, "the height of the picture", &p->h))
		return DRAWING_BAD;
	if ((int64_t)p->w * p->h > PIXELS_MOST)
		return sheet_bad(s, "found a picture of %d by %d pixels, expected %d pixels at most", p->w, p->h, PIXELS_MOST);
	if (kind != 1 && kind != 4 && integer(s, 1, 65535, "the greatest value", &p->most))
		return DRAWING_BAD;
	if (kind > 3 && s->at < s->end)
		s->at++; /* one blank */
	return DRAWING_GOOD;
}

/* A value as text. Bits may stand without blanks between them. */
static enum drawing_status text_value(struct sheet *s, int kind, int most, int *x)
{
	if (kind > 1)
		return integer(s, 0, most, "the value of a pixel", x);
	skip(s);
	if (*s->at != '0' && *s->at != '1')
		return sheet_expected(s, "a pixel, 0 or 1");
	*x = *s->at++ - '0';
	return DRAWING_GOOD;
}

/* Bits are 1 for black; the picture holds 0 for black. */
static enum drawing_status body(struct sheet *s, struct pixels *p, int kind)
{
	int colours = kind % 3 ? 1 : 3, bits = kind % 3 == 1, wide = p->most > 255 ? 2 : 1;
	size_t row = bits ? ((size_t)p->w + 7) / 8 : (size_t)p->w * (size_t)(colours * wide), need = row * (size_t)p->h;

	if (kind <= 3)
		need = (size_t)p->w * (size_t)p->h * (size_t)colours * (bits ? 1 : 2) - 1;
	if (need > (size_t)(s->end - s->at))
		return sheet_bad(s, "the file is too short: found %lld bytes for the pixels, expected %lld or more",
		                 (long long)(s->end - s->at), (long long)need);
	p->value = mem_new((size_t)p->w * (size_t)p->h, sizeof *p->value);
	p->ink = bits;
	for (int j = 0; j < p->h; j++)
		for (int i = 0; i < p->w; i++) {
			int v[3] = { 0 };

			for (int c = 0; c < colours; c++) {
				const unsigned char *u = (const unsigned char *)s->at + row * (size_t)j + (size_t)((i * colours + c) * wide);

				if (kind <= 3 && text_value(s, kind, p->most, &v[c]))
					return DRAWING_BAD;
				if (kind > 4)
					v[c] = wide == 2 ? u[0] << 8 | u[1] : u[0];
				if (kind == 4)
					v[c] = ((const unsigned char *)s->at)[row * (size_t)j + (size_t)i / 8] >> (7 - i % 8) & 1;
				if (v[c] > p->most)
					return sheet_bad(s, "found the value %d of the pixel %d of row %d, expected %d at most", v[c], i + 1, j + 1,
					                 p->most);
			}
			p->value[(size_t)j * (size_t)p->w + (size_t)i] = (uint16_t)(bits ? !v[0] : colours == 1 ? v[0] :
				(299 * v[0] + 587 * v[1] + 114 * v[2] + 500) / 1000);
		}
	if (kind > 3)
		s->at += need;
	return DRAWING_GOOD;
}

enum drawing_status pnm_read(struct pixels *p, const char *name, const char *text, size_t n, size_t *at, char **error)
{
	struct sheet s = { name, text, text + *at, text + n, text, 1, NULL, NULL, NULL, error };
	enum drawing_status status;

	*p = (struct pixels){ .w = 0 };
	*error = NULL;
	if (n - *at < 3 || drawing_recognize(s.at, n - *at) != DRAWING_PNM)
		return sheet_expected(&s, "a picture, P1 to P6");
	int kind = s.at[1] - '0';
	status = head(&s, p, kind);
	if (status == DRAWING_GOOD)
		status = body(&s, p, kind);
	if (status != DRAWING_GOOD) {
		free(p->value);
		p->value = NULL;
		return status;
	}
	if (kind <= 3)
		skip(&s);
	else
		sheet_blanks(&s);
	*at = (size_t)(s.at - text);
	return DRAWING_GOOD;
}
