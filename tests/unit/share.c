/* share.c: shapes as bytes for other ranks, sets of ids, rows and shapes in another order; a scene that one rank has alone. */
#include "world/share.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/id_set.h"
#include "base/parcels.h"
#include "particles.h"
#include "tap.h"

static const char solids[] = "scree 1 dim=3\n"
	"shape 3 sphere r=0.25 colour=red\n"
	"shape 4 clump 0,0,-0.5,0.5,2 0,0.125,0.5,0.75\nmass 4 volume=1.5 I=1,2,2.5,0.1,0.2,0.3 centre=1,2,3 turn=0.8,0.6,0,0 surface=3 "
	"error=0.01 method=pebbles\n"
	"shape 5 ellipsoid a=1,2,3\n"
	"shape 6 object a=1,0.9,0.8 at=0.1,0.2,0.3 turn=0.6,0.8,0,0 bump=0.5,0.9,0,0,4,4,4 dent=0.25,0,0.5,0,4,5,6,1,0,0\n"
	"shape 7 mesh vertices=4 0,0,0 1,0,0 0,1,0 0,0,1 0,2,1 0,1,3 0,3,2 1,2,3\n"
	"shape 8 polyhedron r=0.125 vertices=4 0,0,0 1,0,0 0,1,0 0,0,1 0,2,1 0,1,3 0,3,2 1,2,3\n"
	"shape 9 plane\nshape 10 cylinder r=2.5 side=in length=4\n";
static const char flat[] = "scree 1 dim=2\n"
	"shape 3 polygon r=0.1 of=glass 0,0 1,0 1,1\nmass 3 area=0.5 I=0.25 method=exact\n"
	"shape 4 disks 0,0,1 0.5,0,0.75\nshape 5 point r=2 0,0\n";

static void read_world(struct world *w, const char *text)
{
	FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	struct particles_in *in = particles_open(f, "s");

	particles_take_solids(in);
	world_init(w, 2);
	if (particles_read(in, w) < PARTICLES_END)
		printf("# %s\n", particles_error(in));
	particles_close(in);
	fclose(f);
}

static char *text_of(const struct shape *s)
{
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct particles_out *out = particles_create(f, NULL);

	particles_put_shape(out, s);
	particles_finish(out);
	fclose(f);
	return text;
}

/* Every shape comes out of a parcel as it went in. */
static void test_shapes(const char *stream)
{
	struct world w, got;
	struct parcels p;
	size_t at = 0;

	read_world(&w, stream);
	world_init(&got, w.dim);
	parcels_init(&p, 2);
	for (int k = 0; k < w.n_shape; k++)
		share_pack_shape(&p, 1, &w.shape[k]);
	for (int k = 0; k < w.n_shape; k++) {
		struct shape s;

		share_unpack_shape(&p.of[1], &at, &s);
		*world_need_shape(&got, s.id) = s;
		char *a = text_of(&w.shape[k]), *b = text_of(world_shape(&got, w.shape[k].id));
		ok(!strcmp(a, b) && strlen(a) > 9 && s.line == w.shape[k].line, "a %s in a parcel", shape_kind_name[s.kind]);
		free(a);
		free(b);
	}
	ok(at == p.of[1].n && p.of[0].n == 0, "and nothing else");

	char *keep = MEM_ZERO(char, (size_t)w.n_shape);
	keep[1] = keep[2] = 1;
	world_keep_shapes(&w, keep);
	ok(w.n_shape == 2 && !world_shape(&w, 3) && world_shape(&w, 4) == &w.shape[0] && world_shape(&w, 5) == &w.shape[1],
	   "shapes that are kept are found");
	free(keep);
	parcels_free(&p);
	world_free(&w);
	world_free(&got);
}

static void test_ids(void)
{
	struct id_set s = { 0 };
	int good = id_set_find(&s, 5) == -1;

	for (int k = 0; k < 5000; k++)
		good &= id_set_add(&s, (int64_t)k * k * 1000003 - 7) == k;
	for (int k = 0; k < 5000; k++)
		good &= id_set_find(&s, (int64_t)k * k * 1000003 - 7) == k && id_set_add(&s, (int64_t)k * k * 1000003 - 7) == k;
	ok(good && s.n == 5000 && id_set_find(&s, 3) == -1, "a set of ids numbers them");
	id_set_free(&s);
}

static void test_rows(void)
{
	struct table t = { 0 };

	table_resize(&t, 3);
	double *x = table_need_real(&t, "x", 0);
	int32_t *tag = table_need_word(&t, "tag", 0);
	int c = table_add(&t, "colour", COL_TEXT);
	static const char *const colour[] = { "red", "green", "blue" };
	for (int k = 0; k < 3; k++) {
		x[k] = 1.5 * k;
		tag[k] = 7 * k;
		t.col[c].text[k] = table_text(&t, colour[k], strlen(colour[k]));
	}
	table_arrange(&t, 4, (const int[]){ 2, 0, 2, 1 });
	ok(t.n_row == 4 && table_real(&t, "x")[0] == 3 && table_real(&t, "x")[1] == 0 && table_word(&t, "tag")[2] == 14 &&
	   !strcmp(t.pool + t.col[c].text[3], "green"), "rows in another order");
	table_resize(&t, 9);
	ok(table_real(&t, "x")[3] == 1.5 && table_real(&t, "x")[8] == 0, "with room for more");
	table_free(&t);
}

/* One rank deals its scene out to itself. */
static void test_alone(void)
{
	static const char text[] = "scree 1 dim=2\nshape 1 point r=1 0,0\nshape 2 point r=2 0,0\nshape 3 point r=3 0,0\n"
		"columns body id shape x y\ncolumns contact i j fn\nframe 0 t=0 body=3 contact=2\nbody 5 1 0 0\nbody 2 2 1 0\nbody 9 1 2 0\n"
		"contact 2 5 0.5\ncontact 9 5 1.5\nend 0\n";
	static const int64_t numbers[3] = { 2, 0, 1 };
	struct world w;
	int from[1], to[4] = { 0 };

	read_world(&w, text);
	ok(share_total(&w.body) == 3 && share_own(&w.contact) == 2, "rows without numbers are all own");
	memcpy(table_need_int(&w.body, SHARE_ROW, 0), numbers, sizeof numbers);
	memcpy(table_need_int(&w.contact, SHARE_ROW, 0), numbers + 1, sizeof numbers - sizeof *numbers);
	share_complete(&w);
	ok(w.n_shape == 2 && world_shape(&w, 2) && table_int(&w.body, "id")[0] == 2 && table_int(&w.body, "id")[2] == 5,
	   "rows are in the order of their numbers, and shapes are those of bodies");
	share_lend(&w, 2, (const int[]){ 2, 0 }, to, from);
	ok(from[0] == 2 && w.body.n_row == 5 && table_int(&w.body, SHARE_ROW)[3] == -3 && table_int(&w.body, "id")[4] == 2 &&
	   share_own(&w.body) == 3, "copies");
	to[1] = SHARE_ALL;
	share_deal(&w, (const int[]){ 0, SHARE_ALL, 0, 7, 7 });
	ok(w.body.n_row == 3 && table_int(&w.body, SHARE_ROW)[1] == 1 && w.contact.n_row == 2 &&
	   table_real(&w.contact, "fn")[1] == 1.5, "are dropped when bodies are dealt out");
	world_free(&w);
}

int main(void)
{
	test_shapes(solids);
	test_shapes(flat);
	test_ids();
	test_rows();
	test_alone();
	return done();
}
