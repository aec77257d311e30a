/* particles_read.c: the stream's reader: what is read, what is refused, what a cut or damage leaves, what is long. */
#include "refused2.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"

/* ---- what is read ---- */

static void test_values(const char *text, size_t n)
{
	FILE *f = fmemopen((void *)(uintptr_t)text, n, "r");
	struct particles_in *in = particles_open(f, "good");
	struct world w;
	size_t len;

	world_init(&w, 2);
	ok(particles_read(in, &w) == PARTICLES_FRAME, "a frame of the sample: %s", particles_error(in));
	const char *p = particles_frame_text(in, &len);
	ok(len > 20 && strncmp(p, "columns body id", 15) == 0 && strncmp(p + len - 6, "end 0\n", 6) == 0,
	   "its text goes from its columns to its end");
	p = particles_preamble(in, &len);
	ok(strncmp(p, "scree 1 dim=2\n", 14) == 0 && strncmp(p + len - 19, "!must nor this one\n", 19) == 0,
	   "and the preamble up to there");
	ok(strcmp(particles_unknown_required(in), "!must") == 0, "a record that may not be ignored is reported");

	ok(w.domain.set && w.domain.hi[0] == 20 && w.domain.hi[1] == 10.5 && w.domain.periodic[0] && !w.domain.periodic[1],
	   "domain");
	ok(w.gravity[0] == 0 && w.gravity[1] == -9.81, "gravity");
	ok(w.n_material == 2 && world_material(&w, "sand")->density == 2.65 &&
	   strcmp(world_material(&w, "sand")->extra, " colour=red") == 0, "materials");
	struct law *l = world_law(&w, "steel", "sand");
	ok(l && strcmp(l->kind, "linear") == 0 && params_get(&l->par, "kt", 0) == 1e5 && params_get(&l->par, "gn", -1) == -1,
		"laws");
	const struct shape *s = world_shape(&w, 2);
	ok(s && s->kind == SHAPE_POLYGON && s->n == 4 && s->r == 0.1 && s->xy[2][0] == 0.5 && s->xy[3][0] == -0.5 && s->area < 0,
	   "a polygon");
	s = world_shape(&w, 3);
	ok(s && s->kind == SHAPE_DISKS && s->n == 2 && s->radius[1] == 0.3 && s->xy[0][0] == -0.2, "disks");
	s = world_shape(&w, 1);
	ok(s && s->area == 0.4456637061435918 && s->inertia == 0.0524861337725132 && strcmp(s->method, "exact") == 0, "mass");
	const struct constraint *c = world_constraint(&w, "lid");
	ok(c && c->dof[0].drive == DRIVE_VELOCITY && c->dof[0].value[0] == 0.1 && c->dof[1].drive == DRIVE_PRESSURE &&
	   c->dof[1].value[0] == -0.001 && c->dof[2].drive == DRIVE_FIXED && c->m == 5 && c->c == 0.1, "a constraint");
	c = world_constraint(&w, "shaker");
	ok(c && c->dof[0].drive == DRIVE_SIN && c->dof[0].value[1] == 2.5 && c->dof[1].drive == DRIVE_RAMP &&
	   c->dof[1].value[3] == 2.5 && c->dof[2].drive == DRIVE_FORCE && c->dof[2].value[0] == 0.125, "driven ones");
	const struct outlet *o = world_outlet(&w, "drain");
	ok(o && o->side == OUTLET_BELOW && o->at == 0.5 && !o->tag && o->from == -INFINITY && o->back && o->to[0] == 1 &&
	   o->to[1] == 19 && o->to[2] == 5.25, "an outlet");
	o = world_outlet(&w, "gate");
	ok(o && o->side == OUTLET_ABOVE && o->at == 10.25 && !strcmp(o->tag, "lid") && o->from == 2.5 && !o->back, "another one");

	struct bodies2 b = world_bodies2(&w);
	ok(w.step == 0 && w.t == 0 && w.dt == 0.001 && w.due == 0 && b.n == 4, "frame");
	ok(b.id[2] == 7 && b.shape[2] == 5 && b.size[2] == 0.1 + 0.2 && b.y[2] == 4.5 && b.ix[2] == -3 && b.omega[1] == 1e-5 &&
	   strcmp(w.names.word[b.material[3]], "steel") == 0 && strcmp(w.names.word[b.tag[3]], "floor") == 0 && b.tag[0] == 0,
	   "bodies");
	ok(w.has_contact && w.contact.n_row == 2 && table_int(&w.contact, "fj")[0] == 3 &&
	   table_real(&w.contact, "xi")[1] == -2e-9, "contacts");
	ok(w.ledger.n == 3 && params_get(&w.ledger, "grav", 0) == -3.5, "ledger");
	int bad, k = table_find(&w.body, "colour");
	ok(k >= 0 && w.body.col[k].kind == COL_TEXT && strcmp(w.body.pool + w.body.col[k].text[1], "0x10") == 0,
	   "a column nobody knows is text");
	ok(particles_column(&w.body, "colour", &bad) == NULL && bad == 0 && particles_column(&w.body, "nix", &bad) == NULL &&
	   bad == -1 && particles_column(&w.body, "x", NULL)[0] == 3.25, "text that is no number does not become one");

	ok(particles_read(in, &w) == PARTICLES_FRAME && w.step == 1000 && w.body.n_row == 2 && !w.has_contact &&
	   w.ledger.n == 0 && w.n_shape == 5, "the next frame keeps the definitions and nothing else");
	ok(particles_read(in, &w) == PARTICLES_FRAME && w.t == 1.001 && w.gravity[1] == 0 && w.body.n_col == 4,
	   "definitions and columns change before a frame");
	ok(particles_read(in, &w) == PARTICLES_END && world_material(&w, "glass") && w.step == 1001 &&
	   particles_read(in, &w) == PARTICLES_END, "what stands behind the last frame is read");
	p = particles_preamble(in, &len);
	ok(len > 10 && p[0] == '#' && strncmp(p + len - 27, "material glass density=2.5\n", 27) == 0, "and is its preamble");
	p = particles_frame_text(in, &len);
	ok(len > 9 && strncmp(p + len - 9, "end 1001\n", 9) == 0 && strncmp(p, "columns body id shape x y\n", 26) == 0,
	   "the last frame's text is still there");
	particles_close(in);
	fclose(f);
	world_free(&w);
}

static void test_numbers_of_columns(void)
{
	struct got g;
	const char *text = "scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y glow\n"
		"frame 0 t=0 body=2\nbody 1 1 0 0 1e3\nbody 2 1 4 0 -0.25\nend 0\n";
	int bad = 7;

	run(text, strlen(text), COPY, NULL, &g);
	double *glow = particles_column(&g.w.body, "glow", &bad);
	ok(glow && glow[0] == 1000 && glow[1] == -0.25 && bad == -1, "text becomes numbers on demand");
	drop(&g);
}

/* ---- what is refused ---- */

static void test_refusals(void)
{
	for (size_t k = 0; k < sizeof refused2 / sizeof refused2[0]; k++) {
		struct got g;

		run(refused2[k].text, strlen(refused2[k].text), COPY, NULL, &g);
		if (!ok(g.status == PARTICLES_BAD && strstr(g.error, refused2[k].error), "refused: %s", g.error))
			printf("# expected %s\n", refused2[k].error);
		drop(&g);
	}
	struct got g;
	static const char nul[] = HEAD "frame 0 t=0 body=1\nbody 1 1 0 0\0\nend 0\n";
	run(nul, sizeof nul - 1, COPY, NULL, &g);
	ok(g.status == PARTICLES_BAD && strncmp(g.error, "s:5: ", 5) == 0, "a byte of 0 in a row: %s", g.error);
	drop(&g);
	static const char nul2[] = "scree 1 dim=2\nmade x\0y\n";
	run(nul2, sizeof nul2 - 1, COPY, NULL, &g);
	ok(g.status == PARTICLES_BAD && strstr(g.error, "s:2: a control byte, found 0x00"), "and elsewhere: %s", g.error);
	drop(&g);
	int told = 0;
	for (int at = 0; at < 40; at++) {
		char text[] = "scree 1 dim=2\nnote\tof \xc3\xa4\x7f and\tsome more text up to here\n", found[40];

		text[20 + at % 20] = (char)(1 + at % 8);
		text[39] = at < 20 ? 31 : '\t';
		run(text, sizeof text - 1, COPY, NULL, &g);
		snprintf(found, sizeof found, "s:2: a control byte, found 0x%02x", at == 19 ? 31 : 1 + at % 8);
		told += g.status == PARTICLES_BAD && strstr(g.error, found) != NULL;
		drop(&g);
	}
	ok(told == 39, "the first of the control bytes, wherever it is (%d of 39)", told);
	static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
	run(png, sizeof png - 1, COPY, NULL, &g);
	ok(g.status == PARTICLES_BAD && strstr(g.error, "not a scree stream"), "a picture is no stream");
	drop(&g);
	run("", 0, COPY, NULL, &g);
	ok(g.status == PARTICLES_CUT && strstr(g.error, "s:1: the stream is empty"), "an empty stream is cut: %s", g.error);
	drop(&g);
}

/* ---- cuts ---- */

/* How many frames end within the first n bytes, where their last lines may lack the line feed; *whole, whether
 * such a prefix is a stream that has not lost anything. */
static int frames_within(const char *text, size_t n, int *whole, int64_t *step)
{
	int inside = 0, frames = 0;

	*step = 0;
	for (size_t at = 0; at < n;) {
		const char *s = text + at, *stop = memchr(s, '\n', n - at);
		size_t len = stop ? (size_t)(stop - s) : n - at;
		long long of;

		if (inside && sscanf(s, "end %lld", &of) == 1 && (stop || strncmp(s, text + at, len) == 0)) {
			char number[24];

			snprintf(number, sizeof number, "end %d", inside - 1);
			if (len == strlen(number) && strncmp(s, number, len) == 0) {
				*step = inside - 1;
				frames++;
				inside = 0;
			}
		} else if (!inside && stop && sscanf(s, "frame %lld", &of) == 1) {
			inside = (int)of + 1;
		} else if (!stop && (inside || s[0] != '#')) {
			*whole = 0;
			return frames;
		}
		at += len + 1;
	}
	*whole = !inside && n > 0;
	return frames;
}

static void test_cuts(const char *text, size_t n)
{
	int bad = 0;

	for (size_t k = 0; k <= n; k++) {
		struct got g;
		int whole;
		int64_t step;
		int frames = frames_within(text, k, &whole, &step);
		char count[40];

		run(text, k, COPY, NULL, &g);
		snprintf(count, sizeof count, "%d whole frame%s before it", frames, frames == 1 ? "" : "s");
		int good = g.status == (whole ? PARTICLES_END : PARTICLES_CUT) && g.frames == frames && (!frames || g.w.step == step);
		if (!whole && k > 0)
			good = good && strstr(g.error, "the stream is cut inside") && strstr(g.error, count);
		/* what came out is the text up to the end of a frame or all of it, and never a part of a frame */
		good = good && g.n <= k + 1 && memcmp(g.text, text, g.n < k ? g.n : k) == 0;
		if (!whole && frames)
			good = good && g.n > 4 && g.text[g.n - 1] == '\n' && strstr(g.text + g.n - 9 - 1, "end ");
		/* the world is that of the last whole frame: later definitions are not in it */
		if (!whole)
			good = good && !world_material(&g.w, "glass") && (frames == 3) == (frames > 0 && g.w.gravity[1] == 0);
		if (!good && bad++ < 5)
			printf("# cut behind byte %zu: status %d, frames %" PRId64 " of %d, step %" PRId64 ": %s\n", k, (int)g.status,
			       g.frames, frames, g.w.step, g.error);
		drop(&g);
	}
	ok(bad == 0, "the sample cut behind any of its %zu bytes leaves its whole frames", n);
}

/* ---- damage ---- */

static int all_finite(const struct table *t)
{
	for (int c = 0; c < t->n_col; c++)
		for (int k = 0; t->col[c].kind == COL_REAL && k < t->n_row; k++)
			if (!isfinite(t->col[c].real[k]))
				return 0;
	return 1;
}

/* A few bytes changed, taken out, put in, or a piece repeated. Returns the new length; room for 2 n + 64 is needed. */
static size_t damage(struct rng *g, char *s, size_t n)
{
	static const char often[] = "0123456789.-+e=,: \n\n#!abx\t\r\0\x7f\xff";

	for (uint64_t times = 1 + rng_below(g, 4); times > 0 && n > 1; times--) {
		size_t at = (size_t)rng_below(g, n), len = 1 + (size_t)rng_below(g, 8);
		char c = rng_below(g, 4) ? often[rng_below(g, sizeof often - 1)] : (char)rng_bits(g);

		switch (rng_below(g, 4)) {
		case 0:
			s[at] = c;
			break;
		case 1:
			len = len < n - at ? len : n - at;
			memmove(s + at, s + at + len, n - at - len);
			n -= len;
			break;
		case 2:
			memmove(s + at + 1, s + at, n - at);
			s[at] = c;
			n++;
			break;
		default:
			len = len < n - at ? len : n - at;
			memmove(s + at + len, s + at, n - at);
			n += len;
			break;
		}
	}
	return n;
}

static void test_damage(const char *text, size_t n)
{
	char *s = MEM_NEW(char, 2 * n + 64);
	struct rng rng;
	int bad = 0, frames = 0, refused_ones = 0;

	rng_seed(&rng, 4711);
	for (int k = 0; k < 4000; k++) {
		struct got g, h;

		memcpy(s, text, n);
		size_t m = damage(&rng, s, n);
		run(s, m, ANEW, NULL, &g);
		int good = all_finite(&g.w.body) && all_finite(&g.w.contact) && isfinite(g.w.t) && isfinite(g.w.dt);
		if (g.status == PARTICLES_BAD)
			refused_ones++, good = good && strncmp(g.error, "s:", 2) == 0;
		frames += (int)g.frames;
		/* what was written is a stream again, with as many frames */
		if (g.n) {
			run(g.text, g.n, ANEW, NULL, &h);
			good = good && h.status == PARTICLES_END && h.frames == g.frames && h.n == g.n && memcmp(h.text, g.text,
				g.n) == 0;
			if (!good)
				printf("# %s\n", h.error);
			drop(&h);
		}
		if (!good && bad++ < 3)
			printf("# damage %d: %s\n", k, g.error);
		drop(&g);
	}
	ok(bad == 0, "4000 damaged streams never give more than a message");
	ok(refused_ones > 1000 && frames > 1000, "%d of them are refused, %d frames come through", refused_ones, frames);
	free(s);
}

/* ---- size ---- */

/* Lines and frames much longer than what is read at once. */
static void test_long(void)
{
	enum { VERTICES = 100000, BODIES = 20000 };
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct got g;

	fprintf(f, "scree 1 dim=2\nmade %0700000d\nshape 1 polyline r=0.5", 0);
	for (int k = 0; k < VERTICES; k++)
		fprintf(f, " %d,0", k);
	fprintf(f, "\ncolumns body id shape x y note\n");
	for (int t = 0; t < 3; t++) {
		fprintf(f, "frame %d t=%d dt=0 due=%d body=%d\n", t, t, t, BODIES);
		for (int k = 0; k < BODIES; k++)
			fprintf(f, "body %d 1 %d %d.5 n%d\n", BODIES - k, k, t, k);
		fprintf(f, "end %d\n", t);
	}
	fclose(f);
	run(text, n, ANEW, NULL, &g);
	ok(g.status == PARTICLES_END && g.frames == 3 && g.n == n && memcmp(g.text, text, n) == 0,
	   "%zu bytes in lines of up to 700 kB: %s", n, g.error);
	const struct shape *s = world_shape(&g.w, 1);
	ok(s && s->n == VERTICES && s->xy[VERTICES - 1][0] == VERTICES - 1, "all vertices of a long shape");
	drop(&g);
	free(text);
}

/* A tag for every body: words are found fast however many there are. */
static void test_many_words(void)
{
	enum { BODIES = 50000 };
	char *text, word[24];
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct got g;
	int wrong = 0;

	fprintf(f, "scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y tag\nframe 0 t=0 dt=0 due=0 body=%d\n",
		BODIES);
	for (int k = 0; k < BODIES; k++)
		fprintf(f, "body %d 1 %d 0 t%d\n", k + 1, k, k / 2 * 7);
	fprintf(f, "end 0\n");
	fclose(f);
	run(text, n, ANEW, NULL, &g);
	ok(g.n == n && memcmp(g.text, text, n) == 0, "%d words pass", BODIES / 2);
	for (int k = 0; k < BODIES / 2; k++) {
		snprintf(word, sizeof word, "t%d", 7 * k);
		int32_t w = world_find_name(&g.w, word);
		wrong += w < 0 || strcmp(g.w.names.word[w], word) != 0 || table_word(&g.w.body, "tag")[2 * k] != w;
	}
	ok(wrong == 0 && g.w.names.n == BODIES / 2 + 1 && world_find_name(&g.w, "t1") < 0 && world_find_name(&g.w, "-") == 0,
	   "and each has a number of its own");
	drop(&g);
	free(text);
}

/* Without the text of frames: the same worlds, the same messages. */
static void test_dropped_text(void)
{
	enum { BODIES = 30000 };
	char *text;
	size_t n, len;
	FILE *f = open_memstream(&text, &n);
	struct world w;

	fputs(HEAD, f);
	for (int t = 0; t < 2; t++) {
		fprintf(f, "gravity 0,%d\nframe %d t=%d body=%d\n# aside\n", t, t, t, BODIES);
		for (int k = 0; k < BODIES; k++)
			fprintf(f, "body %d 1 %d %d.5\n%s", k + 1, k, t, k == 20000 ? "# aside\n" : "");
		fprintf(f, "end %d\n", t);
	}
	fprintf(f, "frame 2 t=2 body=2\nbody 1 1 0 0\n# aside\nbody 2 7 0 0\nend 2\n");
	fclose(f);
	f = fmemopen(text, n, "r");
	struct particles_in *in = particles_open(f, "s");
	particles_drop_text(in);
	world_init(&w, 2);
	int good = 1;
	for (int t = 0; t < 2; t++) {
		good = good && particles_read(in, &w) == PARTICLES_FRAME && w.step == t && w.gravity[1] == t &&
			w.body.n_row == BODIES;
		for (int k = 0; good && k < BODIES; k++)
			good = table_real(&w.body, "x")[k] == k && table_real(&w.body, "y")[k] == t + 0.5;
		particles_frame_text(in, &len);
		good = good && len == 0;
	}
	ok(good, "frames are read without keeping their text: %s", particles_error(in));
	char expected[64];
	snprintf(expected, sizeof expected, "s:%d: body, column shape, found '7'", 3 + 2 * (BODIES + 5) + 4);
	ok(particles_read(in, &w) == PARTICLES_BAD && strstr(particles_error(in), expected), "and lines are known: %s",
	   particles_error(in));
	particles_close(in);
	fclose(f);
	world_free(&w);
	free(text);
}

/* Shapes and masses count in the order of the text, and from the end of their frame on; whether text is dropped or not. */
static void test_order(int drop)
{
	static const char text[] = "scree 1 dim=2\nmade here\nshape 1 point r=1.5 0,0\nmass 1 area=3.5 I=2.5\nunits length=m\n"
		"shape 2 disks 0,0,1\n# aside\ncolumns body id shape x y\nframe 0 t=0 body=2\nbody 1 1 0 0\nbody 2 2 0 0\nend 0\n"
		"mass 1 area=4.5 I=2.5\nshape 1 point r=2.5 0,0\nshape 3 point r=3.5 0,0\nmass 3 area=6.5 I=7.5\nmass 2 area=7.5 I=9.5\n"
		"frame 1 t=1 body=1\nbody 1 3 0 0\nend 1\nshape 1 point r=9.5 0,0\nframe 2 t=2 body=1\nbody 1 1 0";
	static const char *const kept[] = { "scree 1 dim=2\nmade here\nunits length=m\n# aside\n", "mass 2 area=7.5 I=9.5\n" };
	FILE *f = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");
	struct particles_in *in = particles_open(f, "s");
	struct world w;
	size_t n[2];
	const char *p[2];

	world_init(&w, 2);
	if (drop)
		particles_drop_text(in);
	int good = particles_read(in, &w) == PARTICLES_FRAME && w.n_shape == 2 && w.shape[0].r == 1.5 && w.shape[0].area == 3.5;
	p[0] = particles_preamble(in, &n[0]);
	ok(!drop || (n[0] == strlen(kept[0]) && memcmp(p[0], kept[0], n[0]) == 0), "what is kept of the text");
	good = good && particles_read(in, &w) == PARTICLES_FRAME && w.n_shape == 3 && w.shape[0].r == 2.5 && w.shape[0].area < 0 &&
		w.shape[1].area == 7.5 && w.shape[2].r == 3.5 && w.shape[2].area == 6.5 && w.shape[2].line == 15;
	p[1] = particles_preamble(in, &n[1]);
	ok(!drop || (n[1] > strlen(kept[1]) && memcmp(p[1] + n[1] - strlen(kept[1]), kept[1], strlen(kept[1])) == 0),
	   "and masses of earlier shapes");
	good = good && particles_read(in, &w) == PARTICLES_CUT && w.shape[0].r == 2.5;
	ok(good, "definitions count in their order: %s", particles_error(in));
	particles_close(in);
	fclose(f);
	world_free(&w);
}

int main(void)
{
	size_t n;
	char *good = load("formats/samples/good.scree", &n);

	test_values(good, n);
	test_numbers_of_columns();
	test_refusals();
	test_cuts(good, n);
	test_damage(good, n);
	test_long();
	test_many_words();
	test_dropped_text();
	test_order(0);
	test_order(1);
	free(good);
	return done();
}
