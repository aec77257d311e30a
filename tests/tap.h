/* tap.h: tests that speak TAP. One process, one plan at the end; failures say what was found. */
#ifndef SCREE_TAP_H
#define SCREE_TAP_H

#include <math.h>
#include <stdio.h>

static int tap_n, tap_bad;

#define ok(cond, ...) tap_ok((cond) != 0, __FILE__, __LINE__, __VA_ARGS__)
/* |a - b| <= tol, false for nan */
#define near(a, b, tol, ...) tap_near((a), (b), (tol), __FILE__, __LINE__, __VA_ARGS__)

__attribute__((format(printf, 4, 5), unused))
static int tap_ok(int good, const char *file, int line, const char *fmt, ...)
{
	__builtin_va_list ap;

	printf("%sok %d - ", good ? "" : "not ", ++tap_n);
	__builtin_va_start(ap, fmt);
	vprintf(fmt, ap);
	__builtin_va_end(ap);
	printf("\n");
	if (!good) {
		tap_bad++;
		printf("# %s:%d\n", file, line);
	}
	fflush(stdout);
	return good;
}

__attribute__((format(printf, 6, 7), unused))
static int tap_near(double a, double b, double tol, const char *file, int line, const char *fmt, ...)
{
	char text[256];
	__builtin_va_list ap;

	__builtin_va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	__builtin_va_end(ap);
	int good = tap_ok(fabs(a - b) <= tol, file, line, "%s", text);
	if (!good)
		printf("# found %.17g, expected %.17g, off by %.3g > %.3g\n", a, b, fabs(a - b), tol);
	return good;
}

/* The plan; what main returns. */
static inline int done(void)
{
	printf("1..%d\n", tap_n);
	return tap_bad ? 1 : 0;
}

#endif
