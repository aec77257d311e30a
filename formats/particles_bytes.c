/* particles_bytes.c: the buffer of the writer, and writing text and numbers into it */
#include "particles_out.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "number.h"

void out_emit(struct particles_out *o, const char *s, size_t n)
{
	struct out_ranks *r = o->ranks;

	if ((r && ranks_me() > 0) || o->failed) /* nothing may follow a gap */
		return;
	if (r && r->fd >= 0) {
		out_side(r, r->at, s, n);
		r->at += (int64_t)n;
	} else if (n && fwrite(s, 1, n, o->f) != n) {
		o->failed = 1;
		if (r && !r->error)
			r->error = errno ? errno : EIO;
	}
}

void out_drain(struct particles_out *o)
{
	out_emit(o, o->buf, o->n);
	o->n = 0;
}

void out_more_room(struct particles_out *o, size_t n)
{
	if (out_leaves(o))
		out_drain(o);
	else
		MEM_GROW(o->buf, &o->room, o->n + n);
}

void out_long(struct particles_out *o, const char *s, size_t n)
{
	if (out_leaves(o)) { /* it bypasses the buffer */
		out_drain(o);
		out_emit(o, s, n);
		return;
	}
	memcpy(out_room(o, n), s, n);
	o->n += n;
}

void out_real(struct particles_out *o, double x)
{
	out_upto(o, number_put(out_room(o, NUMBER_MAX), x));
}

void out_int(struct particles_out *o, int64_t x)
{
	out_upto(o, number_put_int(out_room(o, NUMBER_MAX), x));
}

void out_key(struct particles_out *o, const char *key, double x)
{
	out_bytes(o, " ", 1);
	out_text(o, key);
	out_bytes(o, "=", 1);
	out_real(o, x);
}

/* Numbers that are converted at a time. */
enum { SOME = 64 };

void out_list(struct particles_out *o, const char *before, const double *x, int n)
{
	out_text(o, before);
	for (int k = 0; k < n; k += SOME) {
		const int some = n - k < SOME ? n - k : SOME;

		out_bytes(o, ",", k > 0);
		out_upto(o, number_put_all(out_room(o, SOME * NUMBER_MAX), x + k, some, some));
	}
}

void out_tuples(struct particles_out *o, const double *x, int n, int each)
{
	const int most = SOME / each;

	for (int k = 0; k < n; k += most) {
		const int some = n - k < most ? n - k : most;

		out_bytes(o, " ", 1);
		out_upto(o, number_put_all(out_room(o, SOME * NUMBER_MAX), x + (size_t)k * (size_t)each, some * each, each));
	}
}

void out_fault(struct particles_out *o, const char *what, const char *name, const char *fault)
{
	size_t size = strlen(what) + strlen(name) + strlen(fault) + 4;

	if (o->bad)
		return;
	free(o->error);
	o->error = MEM_NEW(char, size);
	snprintf(o->error, size, "%s %s: %s", what, name, fault);
	o->bad = 1;
}

int out_finite(struct particles_out *o, const double *x, int n, const char *what, const char *name)
{
	for (int k = 0; k < n; k++) {
		if (isfinite(x[k]))
			continue;
		out_fault(o, what, name, "found a number that is not finite");
		return 0;
	}
	return 1;
}

int out_whole(struct particles_out *o, const struct shape *s, const char *id)
{
	const char *expected = particles_shape_fault(s);
	char fault[128];

	if (!expected)
		return 1;
	snprintf(fault, sizeof fault, "found it invalid after rounding, expected %s", expected);
	out_fault(o, "shape", id, fault);
	return 0;
}
