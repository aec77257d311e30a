/* rows.c: text files with rows of numbers */
#include "common/tool.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "slurp.h"

static int is_gap(int c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

/* Put the numbers of one line into value[max]. A comma may only stand behind a number. Returns their number, or -1 with *at at
 * the error. */
static int row_numbers(const char *s, int max, double *value, const char **at)
{
	int n = 0;

	for (;;) {
		for (int commas = n == 0; is_gap(*s); s++)
			if (*s == ',' && commas++) {
				*at = s;
				return -1;
			}
		*at = s;
		if (*s == 0 || *s == '#')
			return n;
		if (n == max)
			return -1;
		s = number_get(s, &value[n]);
		if (!s || (*s && *s != '#' && !is_gap(*s)))
			return -1;
		n++;
	}
}

int tool_load_rows(const char *path, int min, int max, int *width, double **value, int **line)
{
	const char *name;
	FILE *f = tool_open_file(path, &name);

	return tool_read_rows(f, name, min, max, width, value, line);
}

int tool_read_rows(FILE *f, const char *name, int min, int max, int *width, double **value, int **line)
{
	const char *at;
	/* static, so that they can be reached if the program fails */
	static double *row;
	static char *text, *padded;
	size_t cap_text = 0, cap_padded = 0, cap_value = 0, cap_line = 0;
	int n = 0, number = 0;

	row = MEM_NEW(double, (size_t)max);
	text = padded = NULL;
	*width = 0;
	*value = NULL;
	if (line)
		*line = NULL;
	for (ssize_t len; (len = slurp_line(&text, &cap_text, f)) >= 0;) {
		number++;
		MEM_GROW(padded, &cap_padded, (size_t)len + 9); /* number_get reads up to 8 bytes ahead */
		memcpy(padded, text, (size_t)len);
		memset(padded + len, 0, 9);
		int mark = number == 1 && memcmp(padded, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* a UTF-8 byte order mark */
		if (strlen(padded) < (size_t)len) {
			tool_check_whole(f, name);
			tool_fail(EXIT_INPUT, "%s:%d: found a zero byte, expected text", name, number);
		}
		int k = row_numbers(padded + mark, max, row, &at);
		if (k < 0 || (k && (k < min || (*width && k != *width))))
			tool_check_whole(f, name); /* that is the cause then */
		if (k < 0)
			tool_fail(EXIT_INPUT, "%s:%d: found '%.*s', expected %s%d number%s", name, number,
			          *at == ',' ? 1 : (int)strcspn(at, " \t\r\n,"), at,
			          min < max ? "at most " : "", max, max == 1 ? "" : "s between blanks or commas");
		if (k == 0)
			continue;
		if (k < min || (*width && k != *width))
			tool_fail(EXIT_INPUT, "%s:%d: found %d number%s, expected %s%d", name, number, k, k == 1 ? "" : "s",
			          *width ? "" : "at least ", *width ? *width : min);
		*width = k;
		MEM_GROW(*value, &cap_value, ((size_t)n + 1) * (size_t)k);
		memcpy(*value + (size_t)n * (size_t)k, row, (size_t)k * sizeof *row);
		if (line) {
			MEM_GROW(*line, &cap_line, (size_t)n + 1);
			(*line)[n] = number;
		}
		n++;
	}
	tool_check_whole(f, name);
	if (ferror(f))
		tool_fail(EXIT_SYSTEM, "cannot read %s: %s", name, strerror(errno));
	free(row);
	free(text);
	free(padded);
	return n;
}
