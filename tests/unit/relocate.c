/* relocate.c: moving, copying, cutting and merging scenes: every contact must go on joining the bodies that touch */
#include "scene/place.h"
#include "tap.h"
#include "world/change.h"
#include "world/merge.h"
#include "world/relocate.h"

#include <string.h>

/* Four disks of radius 0.6 about the corner of a periodic box of 4 x 3, touching their neighbours across both edges. */
static void make(struct world *w)
{
	static const double at[4][2] = { { 0.5, 0.5 }, { 3.5, 0.4 }, { 0.5, 2.6 }, { 3.5, 2.5 } };
	static const int pair[4][4] = { { 1, 2, -1, 0 }, { 1, 3, 0, -1 }, { 3, 4, -1, 0 }, { 2, 4, 0, -1 } };

	world_init(w, 2);
	w->domain = (struct domain){ .set = 1, .lo = { 0, 0 }, .hi = { 4, 3 }, .periodic = { 1, 1 } };
	struct shape *s = world_need_shape(w, 1);
	shape_alloc(s, SHAPE_POINT, 1);
	s->r = 0.6;
	world_need_material(w, "sand");
	for (int i = 0; i < 4; i++)
		world_add_body(w, 1, "sand", i == 2 ? "lid" : "-");
	struct bodies2 b = world_bodies2(w);
	for (int i = 0; i < 4; i++) {
		b.x[i] = at[i][0];
		b.y[i] = at[i][1];
		b.vx[i] = 1;
	}
	struct constraint *c = world_need_constraint(w, "lid");
	c->dof[0] = (struct dof){ DRIVE_FORCE, 1, { -0.7 }, NULL };
	c->m = 2.5;
	c->c = 0.3;
	w->has_contact = 1;
	table_resize(&w->contact, 4);
	int64_t *v[4] = { table_need_int(&w->contact, "i", 0), table_need_int(&w->contact, "j", 0),
	                  table_need_int(&w->contact, "ix", 0), table_need_int(&w->contact, "iy", 0) };
	double *xi = table_need_real(&w->contact, "xi", 0);
	for (int k = 0; k < 4; k++) {
		for (int m = 0; m < 4; m++)
			v[m][k] = pair[k][m];
		xi[k] = 0.01 * (k + 1);
	}
	double *x = table_need_real(&w->contact, "x", 0), *y = table_need_real(&w->contact, "y", 0);
	for (int k = 0; k < 4; k++) {
		x[k] = b.x[pair[k][0] - 1];
		y[k] = b.y[pair[k][0] - 1];
	}
	params_set(&w->ledger, "work", 1);
	table_need_real(&w->body, "ax", 0.5);
}

static int row(const struct bodies2 *b, int64_t id)
{
	for (int i = 0; i < b->n; i++)
		if (b->id[i] == id)
			return i;
	return -1;
}

/* Contacts whose bodies, with the image they name, are not as far from each other as one of the original pairs, or whose point
 * is not at body i. */
static int broken(struct world *w)
{
	struct bodies2 b = world_bodies2(w);
	const int64_t *i = table_int(&w->contact, "i"), *j = table_int(&w->contact, "j");
	const int64_t *ix = table_int(&w->contact, "ix"), *iy = table_int(&w->contact, "iy");
	const double *x = table_real(&w->contact, "x"), *y = table_real(&w->contact, "y");
	int bad = 0;

	for (int k = 0; k < w->contact.n_row; k++) {
		int p = row(&b, i[k]), q = row(&b, j[k]);
		if (p < 0 || q < 0) {
			bad++;
			continue;
		}
		double dx = b.x[q] + (double)ix[k] * (w->domain.hi[0] - w->domain.lo[0]) - b.x[p];
		double dy = b.y[q] + (double)iy[k] * (w->domain.hi[1] - w->domain.lo[1]) - b.y[p];
		double d = sqrt(dx * dx + dy * dy);

		bad += fabs(d - 0.9) > 1e-12 && fabs(d - sqrt(1.01)) > 1e-12;
		bad += fabs(x[k] - b.x[p]) > 1e-12 || fabs(y[k] - b.y[p]) > 1e-12;
	}
	return bad;
}

int main(void)
{
	static const char all[] = { 1, 1, 1, 1 }, two[] = { 1, 1, 0, 0 }, left[] = { 1, 0, 1, 0 };
	struct world w, other;
	const char *what[2];

	make(&w);
	ok(broken(&w) == 0 && w.contact.n_row == 4, "the scene is sound");
	world_shift(&w, all, (double[3]){ 0.77, -2.3 });
	struct bodies2 b = world_bodies2(&w);
	ok(broken(&w) == 0 && w.contact.n_row == 4, "shifted in its domain, contacts follow the images");
	ok(b.x[1] < 4 && b.ix[1] == 1 && b.iy[1] == -1, "and bodies are wrapped and counted");
	near(b.x[1] + 4 * (double)b.ix[1], 3.5 + 0.77, 1e-14, "so that their paths are whole");
	world_free(&w);

	make(&w);
	world_shift(&w, two, (double[3]){ 0.3, 0 });
	ok(w.contact.n_row == 2 && broken(&w) == 0, "contacts between moved and unmoved bodies end");
	near(table_real(&w.contact, "xi")[1], 0.03, 0, "the others keep their displacement");
	world_free(&w);

	make(&w);
	world_shift_all(&w, (double[3]){ -10.2, 3.1 });
	b = world_bodies2(&w);
	ok(broken(&w) == 0 && w.domain.lo[0] == -10.2 && b.ix[0] == 0, "the whole scene moved, its domain with it");
	world_free(&w);

	make(&w);
	world_replicate(&w, (int[3]){ 3, 2, 1 });
	b = world_bodies2(&w);
	ok(b.n == 24 && w.contact.n_row == 24 && broken(&w) == 0, "six copies touch next door and across the edges");
	int seen[25] = { 0 }, twice = 0;
	for (int i = 0; i < 24; i++)
		twice += b.id[i] < 1 || b.id[i] > 24 || seen[b.id[i]]++;
	ok(twice == 0, "no id is there twice");
	near(w.constraint[0].m, 15, 1e-14, "the lid is six times as heavy");
	near(w.constraint[0].c, 1.8, 1e-14, "and damped");
	near(w.constraint[0].dof[0].value[0], -4.2, 1e-14, "and pushed six times as hard");
	/* every disk has as many contacts as before */
	int most = 0, fewest = 99;
	for (int64_t id = 1; id <= 24; id++) {
		int n = 0;
		for (int k = 0; k < 24; k++)
			n += (table_int(&w.contact, "i")[k] == id) + (table_int(&w.contact, "j")[k] == id);
		most = n > most ? n : most;
		fewest = n < fewest ? n : fewest;
	}
	ok(most == 2 && fewest == 2, "every disk has two contacts as before");
	world_free(&w);

	make(&w);
	double lo[3] = { 0, 0 }, hi[3] = { 4, 2.55 };
	world_crop(&w, lo, hi);
	ok(w.body.n_row == 3 && w.domain.periodic[0] && !w.domain.periodic[1], "cropped in y only, x stays periodic");
	ok(w.contact.n_row == 1 && broken(&w) == 0, "contacts of the third disk and across the cut are gone");
	world_free(&w);

	make(&w);
	world_keep_bodies(&w, left);
	ok(w.body.n_row == 2 && w.contact.n_row == 1 && table_int(&w.contact, "j")[0] == 3, "picked bodies keep their contacts");
	world_free(&w);

	make(&w);
	w.domain.periodic[0] = w.domain.periodic[1] = 0;
	world_cut_images(&w);
	ok(w.contact.n_row == 0, "an open domain has no contacts across its edges");
	double about[2] = { 2, 1.5 };
	world_turn_all2(&w, about, M_PI / 2);
	b = world_bodies2(&w);
	near(b.x[1], 2 + 1.1, 1e-14, "turned by a quarter: x");
	near(b.y[1], 1.5 + 1.5, 1e-14, "turned by a quarter: y");
	near(b.vy[1], 1, 1e-15, "velocities turn, too");
	near(w.domain.hi[1], 3.5, 1e-14, "the domain is as high as it was wide");
	world_free(&w);

	make(&w);
	make(&other);
	world_constraint(&other, "lid")->c = 0.5;
	ok(world_merge(&w, &other, what) == MERGE_CONSTRAINT && strcmp(what[0], "lid") == 0 && w.body.n_row == 4,
	   "lids that differ are refused by name");
	world_constraint(&other, "lid")->c = 0.3;
	world_material(&other, "sand")->density = 2;
	ok(world_merge(&w, &other, what) == MERGE_MATERIAL, "and materials");
	world_material(&other, "sand")->density = 1;
	table_add(&other.body, "label", COL_TEXT);
	struct bodies2 o = world_bodies2(&other);
	for (int i = 0; i < 4; i++) {
		o.size[i] = 2.5;
		other.body.col[table_find(&other.body, "label")].text[i] = table_text(&other.body, "red", 3);
	}
	world_name(&w, "gravel"); /* words have other numbers on the two sides */
	world_name(&other, "loam");
	ok(world_merge(&w, &other, what) == MERGE_GOOD && w.body.n_row == 8 && w.contact.n_row == 8 && broken(&w) == 0,
	   "equal ones merge, with their contacts");
	b = world_bodies2(&w);
	ok(b.id[7] == 8 && b.shape[7] == 2 && world_shape(&w, 2)->r == 0.6 && b.size[7] == 2.5, "ids and shapes follow");
	ok(strcmp(w.names.word[b.tag[6]], "lid") == 0 && strcmp(w.names.word[b.material[6]], "sand") == 0, "words stay words");
	const struct col *label = &w.body.col[table_find(&w.body, "label")];
	ok(w.body.pool[label->text[0]] == 0 && strcmp(w.body.pool + label->text[7], "red") == 0,
	   "a column that one side lacks has no value there");
	ok(w.ledger.n == 0, "the ledger is void");
	world_changed(&w);
	ok(table_find(&w.body, "ax") < 0, "accelerations are dropped by a change");
	world_free(&w);
	world_free(&other);
	return done();
}
