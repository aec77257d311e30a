/* stream.c: the particle stream read, dealt out and written by several ranks: the same bytes, messages and statuses as of one.
 * Run as mpirun -n N stream [-s STEP] FILE...: the files, and streams that readers refuse; of the latter and of those cut only
 * every STEP-th. */
#include "particles.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../unit/refused2.h"
#include "../unit/refused3.h"
#include "base/buf.h"
#include "base/id_set.h"
#include "base/ranks.h"
#include "neighbour/bisect.h"
#include "tap.h"
#include "world/share.h"

enum { ALL_READ = 1, COPIES = 2, BY_FILE = 4, WAYS = 8 }; /* how a stream is read and written */

static const char *side; /* a file that all ranks write */

/* The result of a stream. */
struct end { enum particles_status status; char *error, *unknown, *names, *text; size_t n; int64_t frames; };

static void end_free(struct end *e)
{
	free(e->error);
	free(e->unknown);
	free(e->names);
	free(e->text);
}

static const char *made(void)
{
	return "test 1 --of ranks";
}

static void finish(struct end *e, struct particles_in *in, struct world *w)
{
	size_t n = 0;

	e->error = mem_string(particles_error(in));
	e->unknown = mem_string(particles_unknown_required(in) ? particles_unknown_required(in) : "");
	e->frames = particles_frames(in);
	e->names = mem_string("");
	for (int k = 0; k < w->names.n; k++) {
		MEM_RESIZE(e->names, n + strlen(w->names.word[k]) + 2);
		n = (size_t)(stpcpy(stpcpy(e->names + n, " "), w->names.word[k]) - e->names);
	}
	world_free(w);
}

enum { LATER = 4 }; /* frames that are written after the last one that was read */

/* One rank alone. */
static struct end alone(const char *text, size_t n, int way)
{
	struct end e = { .n = 0 };
	FILE *f = n ? fmemopen((void *)(uintptr_t)text, n, "r") : fopen("/dev/null", "r"), *to = open_memstream(&e.text, &e.n);
	struct particles_in *in = particles_open(f, "s");
	struct particles_out *out = particles_create(to, made);
	struct world w;

	particles_take_solids(in);
	world_init(&w, 2);
	while ((e.status = particles_read(in, &w)) == PARTICLES_FRAME) {
		size_t len;
		const char *frame;

		particles_preamble_copy(out, in);
		frame = particles_frame_text(in, &len);
		if (way & COPIES)
			particles_put_text(out, frame, len);
		else if (particles_put_frame(out, &w, in))
			abort();
	}
	if (e.status == PARTICLES_END)
		particles_preamble_copy(out, in);
	for (int k = 0; k < LATER && particles_frames(in) && e.status == PARTICLES_END; k++) {
		w.step++;
		if (particles_put_frame(out, &w, NULL))
			abort();
	}
	particles_finish(out);
	finish(&e, in, &w);
	particles_close(in);
	fclose(f);
	fclose(to);
	return e;
}

/* ---- dealing ---- */

static int wrong; /* what this rank has found wrong in the worlds that were dealt out */

static void check(int good, const char *what)
{
	if (!good && !wrong++)
		printf("# rank %d: %s\n", ranks_me(), what);
}

static int has_body(const struct world *w, int64_t id)
{
	const int64_t *all = table_int(&w->body, "id");

	for (int k = 0; k < w->body.n_row; k++)
		if (all[k] == id)
			return 1;
	return 0;
}

/* Rows are in order, shapes are those of the bodies, contacts are where their bodies are. */
static void check_share(const struct world *w, int64_t bodies, int64_t contacts)
{
	const int64_t *row = table_int(&w->body, SHARE_ROW), *shape = table_int(&w->body, "shape");
	const int64_t *of = table_int(&w->contact, SHARE_ROW), *i = table_int(&w->contact, "i"), *j = table_int(&w->contact, "j");
	struct id_set used = { 0 };

	check(share_total(&w->body) == bodies && share_total(&w->contact) == contacts, "number of rows");
	for (int k = 0; k < w->body.n_row; k++) {
		id_set_add(&used, shape[k]);
		check(world_shape(w, shape[k]) != NULL, "a shape is missing");
		check(!k || (row[k] < 0 ? -1 - row[k] : row[k]) > (row[k - 1] < 0 ? -1 - row[k - 1] : row[k - 1]), "order of rows");
	}
	check(used.n == w->n_shape, "a shape that no body has");
	id_set_free(&used);
	for (int k = 0; k < w->contact.n_row; k++) {
		int64_t first = i[k] < j[k] ? i[k] : j[k], second = first == i[k] ? j[k] : i[k];

		check(of[k] < 0 ? has_body(w, first) || has_body(w, second) : has_body(w, first), "a contact without its body");
	}
}

/* Deal out at random; some bodies to all ranks. */
static void deal_at_random(struct world *w, int seed, int shared)
{
	const int64_t *id = table_int(&w->body, "id");
	int *to = MEM_NEW(int, (size_t)w->body.n_row);

	for (int k = 0; k < w->body.n_row; k++) {
		uint64_t h = id_hash(id[k] + seed * 1000003);

		to[k] = shared && h % 5 == 0 ? SHARE_ALL : (int)(h / 5 % (uint64_t)ranks_n());
	}
	share_deal(w, to);
	free(to);
}

static void deal_by_place(struct world *w)
{
	const struct bisect b = { .dim = w->dim, .parts = ranks_n() };
	const double *x[3];
	int *to = MEM_ZERO(int, (size_t)w->body.n_row);

	share_deal(w, to); /* all to rank 0, without copies */
	x[0] = table_real(&w->body, "x");
	x[1] = table_real(&w->body, "y");
	x[2] = table_real(&w->body, "z");
	MEM_RESIZE(to, (size_t)w->body.n_row);
	bisect(&b, ranks_me() ? 0 : w->body.n_row, x, table_int(&w->body, "id"), NULL, to);
	share_deal(w, to);
	free(to);
}

/* Lend every body to the next rank, and find it there. */
static void lend(struct world *w)
{
	int n = w->body.n_row, own = 0, *row = MEM_NEW(int, (size_t)n), *to = MEM_NEW(int, (size_t)n);
	int *from = MEM_NEW(int, (size_t)ranks_n()), before = (ranks_me() + ranks_n() - 1) % ranks_n();
	const int64_t *number = table_int(&w->body, SHARE_ROW);

	for (int k = n - 1; k >= 0; k--)
		if (number[k] >= 0) {
			row[own] = k;
			to[own++] = (ranks_me() + 1) % ranks_n();
		}
	share_lend(w, own, row, to, from);
	number = table_int(&w->body, SHARE_ROW);
	check(w->body.n_row == n + from[before], "number of copies");
	for (int k = n; k < w->body.n_row; k++) {
		check(number[k] < 0 && (k == n || number[k] > number[k - 1]), "order of copies");
		check(world_shape(w, table_int(&w->body, "shape")[k]) != NULL, "the shape of a copy is missing");
	}
	free(row);
	free(to);
	free(from);
}

/* ---- several ranks ---- */

/* The text of the file that all ranks have written. */
static char *load_side(size_t *n)
{
	return load(side, n);
}

static struct end together(const char *text, size_t n, int way)
{
	struct end e = { .n = 0 };
	int reads = way & ALL_READ || ranks_me() == 0, file = (way & BY_FILE) != 0, fd = -1;
	FILE *f = !reads ? NULL : n ? fmemopen((void *)(uintptr_t)text, n, "r") : fopen("/dev/null", "r"), *to = NULL;
	struct particles_in *in = particles_open(f, "s");
	struct particles_out *out;
	struct world w;

	if (file) {
		if (ranks_me() == 0)
			close(open(side, O_WRONLY | O_CREAT | O_TRUNC, 0600));
		ranks_meet(60);
		fd = open(side, O_WRONLY);
	} else if (ranks_me() == 0) {
		to = open_memstream(&e.text, &e.n);
	}
	out = particles_create(to, made);
	particles_write_by_ranks(out, fd);
	particles_read_by_ranks(in, (way & ALL_READ) != 0);
	particles_take_solids(in);
	world_init(&w, 2);
	while ((e.status = particles_read(in, &w)) == PARTICLES_FRAME) {
		particles_put_part(out, in, particles_preamble_part(in), 1);
		if (way & COPIES)
			particles_put_part(out, in, particles_frame_part(in), 0);
		else if (particles_put_frame(out, &w, in))
			abort();
		particles_part_drop(in, particles_frame_part(in).to);
	}
	if (e.status == PARTICLES_END)
		particles_put_part(out, in, particles_preamble_part(in), 1);
	if (particles_frames(in) && e.status == PARTICLES_END) {
		int64_t bodies = share_total(&w.body), contacts = share_total(&w.contact);

		for (int k = 0; k < LATER; k++) {
			if (k == 0)
				share_complete(&w);
			if (k == 1 || k == 2)
				deal_at_random(&w, k, k == 2);
			if (k == 3)
				deal_by_place(&w);
			check_share(&w, bodies, contacts);
			if (k == 1)
				lend(&w);
			w.step++;
			if (particles_put_frame(out, &w, NULL))
				abort();
		}
	}
	particles_finish(out);
	finish(&e, in, &w);
	particles_close(in);
	if (f)
		fclose(f);
	if (to)
		fclose(to);
	if (file) {
		close(fd);
		ranks_meet(60);
		if (ranks_me() == 0)
			e.text = load_side(&e.n);
	}
	return e;
}

/* ---- comparing ---- */

static int tried, failed, whole, refused;

static void differ(const char *name, int way, const char *what, const char *found, const char *expected)
{
	if (failed < 20)
		printf("# %s, way %d: %s\n# found    %s\n# expected %s\n", name, way, what, found, expected);
}

/* The places where two texts differ first, as line numbers. */
static void tell_text(const char *name, int way, const struct end *g, const struct end *e)
{
	size_t k = 0, line = 0;
	char found[60], expected[60];

	while (k < g->n && k < e->n && g->text[k] == e->text[k])
		line = g->text[k++] == '\n' ? k : line;
	snprintf(found, sizeof found, "%.*s", (int)(g->n - line < 50 ? g->n - line : 50), g->text + line);
	snprintf(expected, sizeof expected, "%.*s", (int)(e->n - line < 50 ? e->n - line : 50), e->text + line);
	found[strcspn(found, "\n")] = expected[strcspn(expected, "\n")] = 0;
	differ(name, way, "the output differs", found, expected);
}

static void try(const char *name, const char *text, size_t n, int way)
{
	struct end g = together(text, n, way);

	if (ranks_me() == 0) {
		struct end e = alone(text, n, way);
		int bad = failed;

		tried++;
		whole += e.status == PARTICLES_END;
		refused += e.status == PARTICLES_BAD;
		if (g.status != e.status || strcmp(g.error, e.error) != 0)
			differ(name, way, "status or message", g.error, e.error), failed++;
		else if (g.frames != e.frames || strcmp(g.unknown, e.unknown) != 0)
			differ(name, way, "frames or unknown records", g.unknown, e.unknown), failed++;
		else if (e.status == PARTICLES_END && strcmp(g.names, e.names) != 0)
			differ(name, way, "names", g.names, e.names), failed++;
		else if (g.n != e.n || memcmp(g.text, e.text, g.n) != 0)
			tell_text(name, way, &g, &e), failed++;
		if (failed > bad && getenv("SHARE_TEST_KEEP"))
			fwrite(text, 1, n, stderr);
		end_free(&e);
	}
	end_free(&g);
}

/* A stream with shapes and contacts of all kinds; rows in disorder, words, unknown columns and rows between them. */
static char *make_stream(int dim, int n, size_t *size)
{
	char *text;
	FILE *f = open_memstream(&text, size);
	const char *z = dim == 3 ? " z" : "";

	fprintf(f, "scree 1 dim=%d\nmade one 1 -n 3\n# a comment\nmade two 1\nunits length=m\n", dim);
	fprintf(f, "material sand density=2.5 colour=red\n");
	for (int k = 1; k <= n; k++) {
		if (dim == 3)
			fprintf(f, "shape %d clump 0,0,%.3f,0.5 0.25,0,0.125,0.%d,2\nmass %d volume=1.5 I=1,1,1 method=sum\n", 7 * k, 0.1 * k,
			        k % 8 + 1, 7 * k);
		else
			fprintf(f, "shape %d polygon r=0.%d 0,0 1,0 1,1 0,%d\n%s", 7 * k, k % 9 + 1, k, k % 3 ? "" : "\n");
	}
	for (int frame = 0; frame < 3; frame++) {
		int contacts = frame == 1 ? 0 : n - 1, bonds = frame == 2 ? 0 : n / 2;

		fprintf(f, "note before frame %d\n%s", frame, frame == 1 ? &"gravity 0,-1\nmaterial ice density=1\n"[dim == 3 ? 13 : 0] : "");
		fprintf(f, "columns body id glow shape x y%s tag material size\ncolumns contact j fj i fi overlap name\ncolumns bond a b\n", z);
		fprintf(f, "frame %d t=%d.5 body=%d%s", frame, frame, n, frame == 1 ? "" : " contact=");
		fprintf(f, frame == 1 ? " bond=%d seen=yes\n" : "%d bond=%d seen=yes\n", frame == 1 ? bonds : contacts, bonds);
		for (int k = 0; k < n; k++) {
			int id = frame == 1 ? n - k : (k * 7 + frame) % n + 1; /* n has no factor 7 */

			if (k < bonds)
				fprintf(f, "bond %d %d\n", k, 2 * k);
			fprintf(f, "body %d 0x%x %d %.6g %d.25%s tag%d %s 1.5\n", id * 1000, k, 7 * id, 3.7 * (id % 5) + 1e-3 * id, id % 11,
			        dim == 3 ? " -2.5e-3" : "", id % 4 == 0 ? 0 : id / 3, id % 2 ? "sand" : "-");
		}
		fprintf(f, "# between\n");
		for (int k = 0; k < contacts; k++)
			fprintf(f, "contact %d 0 %d 1 %g c%d\n", 1000 * (k + 2), 1000 * (k + 1), 1e-3 * k, k % 5);
		if (frame != 1)
			fprintf(f, "!force 3\nledger since=0 kin_lin=%d.5\n", frame);
		fprintf(f, "last words\nend %d\n", frame);
	}
	fprintf(f, "made three 1\n# the end\n");
	fclose(f);
	return text;
}

static char *twice(const char *text, size_t n, size_t *size)
{
	char *both = MEM_NEW(char, 2 * n);

	memcpy(both, text, n);
	memcpy(both + n, text, n);
	*size = 2 * n;
	return both;
}

/* In all ways, or in one of them, another each time. */
static void try_ways(const char *name, const char *text, size_t n, int all)
{
	static int turn;

	for (int way = 0; way < WAYS && all; way++)
		try(name, text, n, way);
	if (!all)
		try(name, text, n, 3 * turn++ % WAYS);
}

static void try_made(int step)
{
	for (int dim = 2; dim <= 3; dim++)
		for (int z = 0; z < 4; z++) {
			static const int bodies[4] = { 1, 3, 40, 1500 };
			size_t n, n2;
			char *text = make_stream(dim, bodies[z], &n), *both = twice(text, n, &n2), name[60];

			snprintf(name, sizeof name, "%d bodies, dim=%d", bodies[z], dim);
			try_ways(name, text, n, step == 1);
			snprintf(name, sizeof name, "%d bodies twice, dim=%d", bodies[z], dim);
			try_ways(name, both, n2, step == 1);
			if (z == 2)
				for (size_t k = 0; k < n2; k += 101 * (size_t)step)
					try("a cut", both, k, (int)(k % WAYS));
			free(both);
			free(text);
		}
}

int main(int argc, char **argv)
{
	int step = 1, k = 1;

	ranks_begin();
	side = getenv("SHARE_TEST_FILE") ? getenv("SHARE_TEST_FILE") : "/tmp/scree-side";
	if (argc > 2 && !strcmp(argv[1], "-s")) {
		step = argv[2][0] - '0';
		k = 3;
	}
	try_made(step);
	for (int at = 0; k < argc; k++, at++) {
		size_t n;
		char *text = load(argv[k], &n);

		if (at % step == 0)
			try(argv[k], text, n, at / step % WAYS);
		free(text);
	}
	for (size_t z = 0; z < sizeof refused2 / sizeof refused2[0]; z += (size_t)step)
		try(refused2[z].error, refused2[z].text, strlen(refused2[z].text), (int)(z / (size_t)step % WAYS));
	for (size_t z = 0; z < sizeof refused3 / sizeof refused3[0]; z += (size_t)step)
		try(refused3[z].error, refused3[z].text, strlen(refused3[z].text), (int)(z / (size_t)step % WAYS));
	int64_t bad = wrong;
	ranks_sum(1, &bad);
	if (ranks_me() == 0) {
		unlink(side);
		ok(!failed, "%d streams through %d ranks, %d whole and %d refused: as of one", tried, ranks_n(), whole, refused);
		ok(!bad, "shapes and contacts are where their bodies are");
		k = done();
	}
	ranks_end();
	return ranks_me() == 0 ? k : 0;
}
