/* particles_text.c: pieces of lines, words and messages */
#include "particles_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

/* ---- pieces of text ---- */

int span_cut(struct span a, char c, struct span *head, struct span *tail)
{
	const char *p = a.n ? memchr(a.s, c, a.n) : NULL;

	if (!p)
		return 0;
	*head = span(a.s, (size_t)(p - a.s));
	*tail = span(p + 1, a.n - head->n - 1);
	return 1;
}

const char *span_text(struct particles_in *in, int k, struct span a)
{
	MEM_GROW(in->text[k], &in->cap_text[k], a.n + 1);
	memcpy(in->text[k], a.s, a.n);
	in->text[k][a.n] = 0;
	return in->text[k];
}

int span_real(struct span a, double *x)
{
	return a.n && number_get(a.s, x) == a.s + a.n ? 0 : -1;
}

const char *particles_get_int(const char *s, int64_t *x)
{
	const char *end = number_get_int(s, x);

	return end && *x <= INTEGER_MAX && *x >= -INTEGER_MAX ? end : NULL;
}

int span_int(struct span a, int64_t *x)
{
	return a.n && particles_get_int(a.s, x) == a.s + a.n ? 0 : -1;
}

int span_reals(struct span a, double *x, int max)
{
	const char *s = a.s, *end = a.s + a.n;

	for (int n = 0; n < max && s < end;) {
		s = number_get(s, &x[n++]);
		if (!s)
			return -1;
		if (s == end)
			return n;
		if (*s++ != ',')
			return -1;
	}
	return -1;
}

int span_keep(char **s, struct span a)
{
	const char *equals = memchr(a.s, '=', a.n);
	size_t n = *s ? strlen(*s) : 0, key = equals ? (size_t)(equals - a.s) + 1 : a.n;

	for (const char *at = *s; at; at = strchr(at + 1, ' '))
		if (strncmp(at + 1, a.s, key) == 0)
			return -1;
	*s = mem_resize(*s, n + a.n + 2, 1);
	(*s)[n] = ' ';
	memcpy(*s + n + 1, a.s, a.n);
	(*s)[n + 1 + a.n] = 0;
	return 0;
}

void particles_split(struct particles_in *in, const char *s, size_t n)
{
	const char *end = s + n;

	in->n_field = 0;
	for (;;) {
		while (s < end && is_blank(*s))
			s++;
		if (s == end)
			return;
		const char *from = s;
		while (s < end && !is_blank(*s))
			s++;
		MEM_GROW(in->field, &in->cap_field, in->n_field + 1);
		in->field[in->n_field++] = span(from, (size_t)(s - from));
	}
}

/* ---- messages ---- */

/* Set the message "name:line: ...", formatted like printf. */
static void say(struct particles_in *in, int64_t line, const char *format, va_list ap)
{
	char text[1024];
	size_t n = strlen(in->name) + 32;

	vsnprintf(text, sizeof text, format, ap);
	n += strlen(text) + 1;
	free(in->error);
	in->error = mem_new(n, 1);
	snprintf(in->error, n, "%s:%" PRId64 ": %s", in->name, line, text);
}

void particles_tell(struct particles_in *in, int64_t line, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	say(in, line, format, ap);
	va_end(ap);
}

int particles_bad(struct particles_in *in, int64_t line, struct span found, const char *what, const char *expected, ...)
{
	enum { SHOWN = 40 };
	char piece[SHOWN + 1] = "", hope[400];
	size_t n = found.n < SHOWN ? found.n : SHOWN;
	va_list ap;

	for (size_t k = 0; k < n; k++)
		piece[k] = (unsigned char)found.s[k] < ' ' || found.s[k] == 127 ? '?' : found.s[k];
	piece[n] = 0;
	va_start(ap, expected);
	vsnprintf(hope, sizeof hope, expected, ap);
	va_end(ap);
	if (!found.s)
		particles_tell(in, line, "%s, expected %s", what, hope);
	else if (found.n == 0)
		particles_tell(in, line, "%s, found nothing, expected %s", what, hope);
	else
		particles_tell(in, line, "%s, found '%s%s', expected %s", what, piece, found.n > SHOWN ? "..." : "", hope);
	return -1;
}

const char *particles_error(const struct particles_in *in)
{
	return in->error ? in->error : "";
}

/* ---- words ---- */

static uint32_t hash_word(const char *s, size_t n)
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (size_t k = 0; k < n; k++)
		h = (h ^ (unsigned char)s[k]) * 16777619u;
	return h;
}

static void words_rehash(struct words *w)
{
	MEM_RESIZE(w->slot, (size_t)w->n_slot);
	memset(w->slot, -1, (size_t)w->n_slot * sizeof *w->slot);
	for (int k = 0; k < w->n; k++) {
		uint32_t at = hash_word(w->word[k], w->length[k]);

		while (w->slot[at & (uint32_t)(w->n_slot - 1)] >= 0)
			at++;
		w->slot[at & (uint32_t)(w->n_slot - 1)] = k;
	}
}

int32_t words_number(struct words *w, const char *s, size_t n)
{
	uint32_t at = hash_word(s, n);

	for (;; at++) {
		int32_t k = w->slot[at & (uint32_t)(w->n_slot - 1)];

		if (k < 0)
			break;
		if (w->length[k] == n && memcmp(w->word[k], s, n) == 0)
			return k;
	}
	MEM_GROW(w->word, &w->cap, (size_t)w->n + 1);
	MEM_GROW(w->length, &w->cap_length, (size_t)w->n + 1);
	MEM_GROW(w->world, &w->cap_world, (size_t)w->n + 1);
	char *copy = MEM_NEW(char, n + 1);
	memcpy(copy, s, n);
	copy[n] = 0;
	w->word[w->n] = copy;
	w->length[w->n] = n;
	w->world[w->n++] = -1;
	if (2 * w->n > w->n_slot) {
		w->n_slot *= 2;
		words_rehash(w);
	} else {
		w->slot[at & (uint32_t)(w->n_slot - 1)] = w->n - 1;
	}
	return w->n - 1;
}

void words_clear(struct words *w)
{
	for (int k = 0; k < w->n; k++)
		free(w->word[k]);
	w->n = 0;
	w->n_slot = 16;
	words_rehash(w);
	words_number(w, "-", 1);
}

void words_free(struct words *w)
{
	for (int k = 0; k < w->n; k++)
		free(w->word[k]);
	free(w->word);
	free(w->length);
	free(w->slot);
	free(w->world);
	memset(w, 0, sizeof *w);
}

void words_match(struct words *w, struct world *to)
{
	for (int k = 0; k < w->n; k++) {
		int32_t was = w->world[k];

		if (was < 0 || was >= to->names.n || strcmp(to->names.word[was], w->word[k]) != 0)
			w->world[k] = world_name(to, w->word[k]);
	}
}
