/* made.c: write and take apart the text of made records */
#include "made.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

/* ---- writing ---- */

static void add(char **to, size_t *n, size_t *cap, const char *s, size_t len)
{
	MEM_GROW(*to, cap, *n + len + 1);
	memcpy(*to + *n, s, len);
	*n += len;
	(*to)[*n] = 0;
}

static int is_control(char c)
{
	return (unsigned char)c < ' ' || c == 127;
}

void made_quote(char **to, size_t *n, size_t *cap, const char *s)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
	int control = 0;

	if (*n)
		add(to, n, cap, " ", 1);
	if (*s && !s[strspn(s, plain)]) {
		add(to, n, cap, s, strlen(s));
		return;
	}
	for (const char *c = s; *c; c++)
		control |= is_control(*c);
	add(to, n, cap, control ? "$'" : "'", control ? 2 : 1);
	for (; *s; s++) {
		unsigned c = (unsigned char)*s;

		if (is_control(*s))
			add(to, n, cap, (char[]){ '\\', (char)('0' + (c >> 6)), (char)('0' + (c >> 3 & 7)), (char)('0' + (c & 7)) }, 4);
		else if (control && (*s == '\\' || *s == '\''))
			add(to, n, cap, (char[]){ '\\', *s }, 2);
		else if (*s == '\'')
			add(to, n, cap, "'\\''", 4);
		else
			add(to, n, cap, s, 1);
	}
	add(to, n, cap, "'", 1);
}

void made_note(char **to, size_t *n, size_t *cap, const struct made_input *input)
{
	char count[NUMBER_MAX];

	add(to, n, cap, " #", 2);
	made_quote(to, n, cap, input->name);
	if (input->records) {
		add(to, n, cap, " made=", 6);
		add(to, n, cap, count, (size_t)(number_put_int(count, input->records) - count));
	}
	if (*input->sum) {
		add(to, n, cap, " b2sum=", 7);
		add(to, n, cap, input->sum, strlen(input->sum));
	}
}

/* ---- taking apart ---- */

/* The escaped character at s, which follows a backslash in $'...'; *next gets the place after it. Returns -1 if it is none that
 * made_quote writes. */
static int escaped(const char *s, const char **next)
{
	int code = 0, digits = 0;

	*next = s + 1;
	if (*s == '\\' || *s == '\'')
		return *s;
	for (; digits < 3 && s[digits] >= '0' && s[digits] <= '7'; digits++)
		code = 8 * code + (s[digits] - '0');
	*next = s + digits;
	return digits == 3 && code > 0 && code < 256 ? code : -1;
}

/* Take the word at *at, and set *at to the place after it. Returns NULL and sets *bad if the shell would see more in it than a
 * word. */
static char *word(const char **at, const char **bad)
{
	static const char special[] = "$`\"*?[]{}()<>|&;!~#^";
	const char *s = *at;
	char *out = MEM_NEW(char, strlen(s) + 1), *to = out;
	int quote = 0; /* '\'' within quotes, '$' within $'...' */

	*bad = NULL;
	for (; *s && !*bad && (quote || (*s != ' ' && *s != '\t')); ) {
		if (quote && *s == '\'') {
			quote = 0;
			s++;
		} else if (quote == '$' && *s == '\\') {
			int c = escaped(s + 1, &s);

			if (c < 0)
				*bad = "an escape that is not known";
			*to++ = (char)c;
		} else if (quote) {
			*to++ = *s++;
		} else if (*s == '\'') {
			quote = *s++;
		} else if (*s == '$' && s[1] == '\'') {
			quote = '$';
			s += 2;
		} else if (*s == '\\' && s[1]) {
			*to++ = s[1];
			s += 2;
		} else if (strchr(special, *s) || *s == '\\') {
			*bad = "a character that needs quotes";
		} else {
			*to++ = *s++;
		}
	}
	if (quote && !*bad)
		*bad = "a quote without its end";
	*to = 0;
	*at = s;
	if (!*bad)
		return out;
	free(out);
	return NULL;
}

static const char *skip(const char *s)
{
	return s + strspn(s, " \t");
}

/* Take the key=value words of a note. */
static const char *keys(struct made_input *in, const char **at)
{
	while (*(*at = skip(*at)) && **at != '#') {
		const char *bad;
		char *w = word(at, &bad);
		int64_t n = -1;

		if (!w)
			return bad;
		if (!strncmp(w, "made=", 5) && !number_parse_int(w + 5, &n) && n >= 0 && n < 1000000)
			in->records = (int)n;
		else if (!strncmp(w, "b2sum=", 6) && strlen(w + 6) == BLAKE2_TEXT - 1 && !w[6 + strspn(w + 6, "0123456789abcdef")])
			memcpy(in->sum, w + 6, BLAKE2_TEXT);
		else
			bad = "a note of an input that is not made=COUNT or b2sum=DIGITS";
		free(w);
		if (bad)
			return bad;
	}
	return NULL;
}

const char *made_parse(struct made *m, const char *text)
{
	size_t cap_argument = 0, cap_input = 0;
	const char *bad = NULL, *at = skip(text);
	int n = 0;

	*m = (struct made){ 0 };
	for (const char *s = text; *s; s++)
		if (is_control(*s) && *s != '\t')
			return "a control character";
	for (; *at && *at != '#' && !bad; at = skip(at), n++) {
		char *w = word(&at, &bad);

		if (w && n == 0)
			m->program = w;
		else if (w && n == 1)
			m->version = w;
		else if (w) {
			MEM_GROW(m->argument, &cap_argument, (size_t)m->n_argument + 1);
			m->argument[m->n_argument++] = w;
		}
	}
	while (*at == '#' && !bad) {
		char *w;

		at = skip(at + 1);
		w = word(&at, &bad);
		if (!w)
			break;
		MEM_GROW(m->input, &cap_input, (size_t)m->n_input + 1);
		m->input[m->n_input] = (struct made_input){ .name = w };
		bad = keys(&m->input[m->n_input++], &at);
	}
	return bad ? bad : n < 2 ? "no version" : NULL;
}

void made_free(struct made *m)
{
	for (int k = 0; k < m->n_argument; k++)
		free(m->argument[k]);
	for (int k = 0; k < m->n_input; k++)
		free(m->input[k].name);
	free(m->argument);
	free(m->input);
	free(m->program);
	free(m->version);
	*m = (struct made){ 0 };
}
