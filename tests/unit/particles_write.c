/* particles_write.c: the stream's writer: what passes and where, what is written anew, what is not written. */
#include "particles_run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tap.h"

static const char *const made = "scree-test 1 -x";

/* The stream ends as it should, and what comes out is this. */
static void gives(const char *what, const char *text, enum mode mode, const char *by, const char *expected)
{
	struct got g;

	run(text, strlen(text), mode, by, &g);
	if (!ok(g.status == PARTICLES_END && strcmp(g.text, expected) == 0, "%s", what))
		printf("# %s\n# found\n%s# expected\n%s", g.error, g.text, expected);
	drop(&g);
}

/* ---- what passes ---- */

static void test_passing(const char *text, size_t n)
{
	struct got g;

	run(text, n, COPY, NULL, &g);
	ok(g.n == n && memcmp(g.text, text, n) == 0, "the sample passes to the letter");
	drop(&g);
	run(text, n, ANEW, NULL, &g);
	if (!ok(g.n == n && memcmp(g.text, text, n) == 0, "and is the same when it is written anew, unknown records in place"))
		printf("%s", g.text);
	drop(&g);

	gives("records nobody knows keep their place between rows", HEAD "columns foo a\n"
	      "frame 3 t=1 body=2 foo=1 sky=blue\nbody 1 1 0 0\n# middle\nbody 2 1 4 0\nfoo x\nledger a=1\nbar\nend 3\n", ANEW, NULL,
	      HEAD "columns foo a\nframe 3 t=1 dt=0 due=1 body=2 foo=1 sky=blue\nbody 1 1 0 0\nbody 2 1 4 0\n# middle\nfoo x\n"
	      "ledger a=1\nbar\nend 3\n");
	gives("carriage returns are tolerated", "scree 1 dim=2\r\nshape 1 point r=1 0,0\r\ncolumns body id shape x y\r\n"
	      "frame 0 t=0 body=1\r\nbody 1 1 2 3\r\nend 0\r\n", ANEW, NULL,
	      "scree 1 dim=2\r\nshape 1 point r=1 0,0\r\ncolumns body id shape x y\n"
	      "frame 0 t=0 dt=0 due=0 body=1\nbody 1 1 2 3\nend 0\n");
	gives("blanks, tabs and empty lines are tolerated",
	      "scree\t1  dim=2 \n\n \t\n shape 1 point r=1 0,0\ncolumns  body id shape x y \n"
	      "frame 0 t=0 body=1\n\n\tbody  1 1\t2 3 \nend  0\n", ANEW, NULL,
	      "scree\t1  dim=2 \n\n \t\n shape 1 point r=1 0,0\ncolumns body id shape x y\nframe 0 t=0 dt=0 due=0 body=1\n\n"
	      "body 1 1 2 3\nend 0\n");
	gives("made goes behind the others", "scree 1 dim=2\nmade a 1\n# note\nmade b 2\ngravity 0,1\n", COPY, made,
	      "scree 1 dim=2\nmade a 1\n# note\nmade b 2\nmade scree-test 1 -x\ngravity 0,1\n");
	gives("made goes behind the magic where there is none", "scree 1 dim=2\ngravity 0,1\n", COPY, made,
	      "scree 1 dim=2\nmade scree-test 1 -x\ngravity 0,1\n");
	gives("streams one after another are each signed, once",
	      HEAD "frame 5 t=0 body=0\nend 5\nscree 1 dim=2\nmade a\nscree 1 dim=2\nmade b\nshape 2 point r=1 0,0\n"
	      "columns body id shape x y\nframe 0 t=0 body=1\nbody 1 2 0 0\nend 0\n# end\n", COPY, made,
	      "scree 1 dim=2\nmade scree-test 1 -x\nshape 1 point r=1 0,0\ncolumns body id shape x y\nframe 5 t=0 body=0\nend 5\n"
	      "scree 1 dim=2\nmade a\nmade scree-test 1 -x\nscree 1 dim=2\nmade b\nmade scree-test 1 -x\nshape 2 point r=1 0,0\n"
	      "columns body id shape x y\nframe 0 t=0 body=1\nbody 1 2 0 0\nend 0\n# end\n");
	gives("a line feed that is missing at the end is added", HEAD "frame 5 t=0\nend 5", COPY, NULL, HEAD "frame 5 t=0\nend 5\n");
}

/* A second stream starts anew: what the first defined is gone. */
static void test_anew(void)
{
	struct got g;
	const char *text = "scree 1 dim=2\nmaterial a\nconstraint lid y=fixed\nscree 1 dim=2\nmaterial b\n";

	run(text, strlen(text), COPY, NULL, &g);
	ok(g.status == PARTICLES_END && g.w.n_material == 1 && world_material(&g.w, "b") && g.w.n_constraint == 0,
	   "a second stream forgets the first's definitions");
	drop(&g);
	text = HEAD "frame 0 t=0 body=1\nbody 1 1 0 0\nend 0\n"
		"scree 1 dim=2\nshape 1 point r=1 0,0\nframe 0 t=0 body=1\nbody 1 1 0 0\nend 0\n";
	run(text, strlen(text), COPY, NULL, &g);
	ok(g.status == PARTICLES_BAD && strstr(g.error, "s:10: a row, found 'body', expected 'columns body ...' before its frame"),
	   "and its columns: %s", g.error);
	drop(&g);
}

/* Frames picked out of a stream bring the columns they need. */
static void test_picking(void)
{
	const char *text = HEAD "frame 0 t=0 body=1\nbody 1 1 0 0\nend 0\ncolumns body id shape y x\n# gap\ncolumns foo a\n"
		"frame 1 t=1 body=1 foo=1\nbody 1 1 2 3\nfoo z\nend 1\nframe 2 t=2 body=1\nbody 1 1 4 5\nend 2\n";
	const char *expected = HEAD "frame 0 t=0 body=1\nbody 1 1 0 0\nend 0\ncolumns body id shape y x\n"
		"frame 2 t=2 body=1\nbody 1 1 4 5\nend 2\n";
	FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	char *written;
	size_t n;
	FILE *to = open_memstream(&written, &n);
	struct particles_in *in = particles_open(f, "s");
	struct particles_out *out = particles_create(to, NULL);
	struct world w;

	world_init(&w, 2);
	while (particles_read(in, &w) == PARTICLES_FRAME) {
		if (w.step == 0)
			particles_preamble_copy(out, in);
		if (w.step != 1)
			particles_frame_copy(out, in);
	}
	particles_finish(out);
	fclose(to);
	if (!ok(strcmp(written, expected) == 0, "a frame that is picked brings its columns"))
		printf("%s", written);
	free(written);
	particles_close(in);
	fclose(f);
	world_free(&w);
}

/* ---- writing ---- */

static void test_not_finite(void)
{
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct particles_out *out = particles_create(f, NULL);
	struct world w;

	world_init(&w, 2);
	struct shape *s = world_need_shape(&w, 1);
	shape_alloc(s, SHAPE_POINT, 1);
	world_add_body(&w, 1, "-", "-");
	world_add_body(&w, 1, "-", "-");
	table_real(&w.body, "vx")[1] = NAN;
	int r = particles_put_frame(out, &w, NULL);
	particles_flush(out);
	ok(r == -1 && n == 0, "a frame with a number that is not finite is not written at all");
	ok(strstr(particles_out_error(out), "column vx of body 2, id 2: found") != NULL, "the message says where: %s",
	   particles_out_error(out));
	table_real(&w.body, "vx")[1] = 0;
	w.t = HUGE_VAL;
	r = particles_put_frame(out, &w, NULL);
	ok(r == -1 && strstr(particles_out_error(out), "frame"), "nor one at an infinite time: %s",
	   particles_out_error(out));
	w.t = 0;
	params_set(&w.ledger, "work", -HUGE_VAL);
	r = particles_put_frame(out, &w, NULL);
	ok(r == -1 && strstr(particles_out_error(out), "work"), "nor such a ledger: %s",
	   particles_out_error(out));
	params_set(&w.ledger, "work", 1);
	for (int k = 0; k < 2; k++) { /* numbers of steps that readers refuse */
		w.step = k ? ((int64_t)1 << 53) + 1 : -1;
		r = particles_put_frame(out, &w, NULL);
		ok(r == -1 && strstr(particles_out_error(out), "its step"), "nor one of step %" PRId64 ": %s", w.step,
		   particles_out_error(out));
	}
	w.step = 0;
	ok(particles_put_frame(out, &w, NULL) == 0, "the next good one is");
	s->r = NAN;
	particles_put_shape(out, s);
	w.step++;
	r = particles_put_frame(out, &w, NULL);
	ok(r == -1 && strstr(particles_out_error(out), "shape 1"),
	   "and none after a definition that could not be written: %s", particles_out_error(out));
	particles_finish(out);
	fclose(f);
	ok(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL, "no such number is in the text");
	free(text);
	world_free(&w);
}

/* ---- rows that are made when they are written ---- */

enum { MANY = 10007 }; /* more than two pieces */
struct making { int n, bad[2]; }; /* a row whose overlap is not finite, and one whose fn is not; -1: none */

static void make(const void *from, struct row_sink *sink)
{
	const struct making *m = from;

	for (int k = 0; k < m->n; k++) {
		int n = rows_next(sink);

		sink->t->col[0].integer[n] = k;
		sink->t->col[1].integer[n] = k + 1;
		sink->t->col[2].real[n] = k == m->bad[0] ? NAN : 0.25 * k;
		sink->t->col[3].real[n] = k == m->bad[1] ? NAN : -k;
	}
}

static int is_finite(const void *from)
{
	const struct making *m = from;

	return m->bad[0] < 0 && m->bad[1] < 0;
}

/* Write a frame with these contacts, from a table or as they are made; 2: their maker knows whether they are finite.
 * Returns the text, or the message in brackets. */
static char *contacts_text(const struct making *m, int as_made)
{
	char *text, *error = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct particles_out *out = particles_create(f, NULL);
	struct world w;

	world_init(&w, 2);
	table_add(&w.contact, "i", COL_INT);
	table_add(&w.contact, "j", COL_INT);
	table_add(&w.contact, "overlap", COL_REAL);
	table_add(&w.contact, "fn", COL_REAL);
	w.has_contact = 1;
	const struct row_source source = { m->n, make, m, as_made > 1 ? is_finite : NULL };
	if (as_made)
		w.contact_rows = source;
	else
		rows_take(&w.contact, &source);
	if (particles_put_frame(out, &w, NULL) && asprintf(&error, "(%s)", particles_out_error(out)) < 0)
		error = NULL;
	particles_finish(out);
	fclose(f);
	world_free(&w);
	if (error)
		free(text);
	return error ? error : text;
}

static void test_made_rows(void)
{
	const struct making all[] = { { 0, { -1, -1 } }, { 1, { -1, -1 } }, { MANY, { -1, -1 } }, { MANY, { -1, 3 } },
		{ MANY, { 9000, 3 } }, { MANY, { 5000, 9000 } } };

	for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
		char *table = contacts_text(&all[k], 0), *made_rows = contacts_text(&all[k], 1);
		char *known = contacts_text(&all[k], 2);

		ok(strcmp(table, known) == 0, "the same if it is known whether all of them are finite");
		free(known);
		ok(strcmp(table, made_rows) == 0, "%d contacts are written in pieces as from a table: %.60s", all[k].n,
		   *made_rows == '(' ? made_rows : "");
		free(table);
		free(made_rows);
	}
}

static void test_definitions(const char *text, size_t n)
{
	struct got g, h;
	char *again;
	size_t len;

	/* written from the world alone and read again, the definitions are the same */
	run(text, n, COPY, NULL, &g);
	FILE *f = open_memstream(&again, &len);
	struct particles_out *out = particles_create(f, made_by);

	run_made = "scree-test 0.1.0";
	particles_begin(out, 2);
	particles_put_definitions(out, &g.w);
	particles_put_frame(out, &g.w, NULL);
	particles_finish(out);
	fclose(f);
	ok(strstr(again, "scree 1 dim=2\nmade scree-test 0.1.0\ndomain lo=0,0 hi=20,10.5 periodic=x\n"
	                 "material sand density=2.65 colour=red\n") == again,
	   "a stream of one's own begins with magic and made, one line each");
	ok(strstr(again, "\nshape 1 polyline r=0.2 -0.4,0 0.4,0\nmass 1 area=0.4456637061435918 I=0.0524861337725132 method=exact\n") &&
	   strstr(again, "\nshape 3 disks -0.2,0,0.3 0.2,0,0.3\n") &&
	   strstr(again, "\nlaw sand steel linear kn=1e6 kt=100000 mu=0.3 en=0.5\n") &&
	   strstr(again, "\nconstraint shaker x=sin:0.1,2.5,0 y=ramp:0,1,0,2.5 angle=f:0.125\n"),
	   "its definitions are in canonical form");
	run(again, len, ANEW, NULL, &h);
	ok(h.status == PARTICLES_END && h.n == len && memcmp(h.text, again, len) == 0, "and read back: %s", h.error);
	free(again);
	drop(&h);
	drop(&g);
}

static void test_full_disk(void)
{
	FILE *f = fopen("/dev/full", "w");

	if (!f) {
		ok(1, "# SKIP no /dev/full");
		return;
	}
	struct particles_out *out = particles_create(f, NULL);
	particles_begin(out, 2);
	ok(particles_flush(out) == -1 && ferror(f), "a full disk is noticed");
	particles_finish(out);
	fclose(f);
}

/* The example of the specification is a stream, and complete. */
static void test_specification(void)
{
	size_t n;
	char *page = load("formats/particles.md", &n);
	char *from = strstr(page, "```scree\n"), *to = from ? strstr(from + 4, "```\n") : NULL;
	struct got g;

	ok(from && to, "the specification has an example");
	if (from && to) {
		from += 9;
		run(from, (size_t)(to - from), ANEW, NULL, &g);
		if (!ok(g.status == PARTICLES_END && g.frames == 2 && g.n == (size_t)(to - from) && memcmp(g.text, from, g.n) == 0,
		        "which reads as two frames and is in canonical form: %s", g.error))
			printf("%s", g.text);
		drop(&g);
	}
	free(page);
}

int main(void)
{
	size_t n;
	char *good = load("formats/samples/good.scree", &n);

	test_passing(good, n);
	test_anew();
	test_picking();
	test_not_finite();
	test_made_rows();
	test_definitions(good, n);
	test_full_disk();
	test_specification();
	free(good);
	return done();
}
