/* contact_columns.c: force, stress, pressure and coordination of bodies from their contacts */
#include "common/contact_columns.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/paint.h"
#include "common/stress.h"
#include "common/touches.h"
#include "measure/stress2.h"
#include "measure/stress3.h"
#include "number.h"

static struct touches touches; /* static, so that the memory is still reachable if a failure ends the program */
static struct walls2 walls;

/* Whether the formula contains the name as a whole word that is not a column of the bodies. */
static int needs(const char *formula, const char *name, const struct table *t)
{
	size_t n = strlen(name);

	if (table_find(t, name) >= 0)
		return 0;
	for (const char *s = formula; (s = strstr(s, name)); s += n) {
		int before = s > formula ? (unsigned char)s[-1] : ' ', after = (unsigned char)s[n];

		if (!isalnum(before) && before != '_' && !isalnum(after) && after != '_')
			return 1;
	}
	return 0;
}

static void force_add(struct world *w)
{
	struct table *t = &w->body;
	double *sum = MEM_ZERO(double, (size_t)t->n_row);
	const int32_t *tag = w->dim == 2 ? world_bodies2(w).tag : world_bodies3(w).tag;
	char text[NUMBER_MAX];

	for (int k = 0; k < touches.n_pair; k++) {
		sum[touches.pair[k].a] += v3_norm(touches.pair[k].f);
		sum[touches.pair[k].b] += v3_norm(touches.pair[k].f);
	}
	int c = table_add(t, "force", COL_TEXT);
	for (int i = 0; i < t->n_row; i++) {
		int wall = paint_is_wall(w, tag[i]);
		size_t at = table_text(t, wall ? "-" : text, wall ? 1 : (size_t)(number_put(text, sum[i]) - text));

		t->col[c].text[i] = at;
	}
	free(sum);
}

/* The area or volume that the grains share, 0 if it is not known. */
static double room_of(struct world *w, char *sharing)
{
	const struct stress3_plan plan = { 0, NAN, NULL };

	if (w->dim == 3) {
		struct cell3 cell = cell3_find(&touches, w);
		return stress3_room(w, sharing, &plan, &cell);
	}
	walls2_find(&walls, &touches, w);
	struct cell2 cell = cell2_find(&walls, &touches, w);
	return cell2_area(&cell);
}

static void stress_add(struct world *w, int spaceless)
{
	char *sharing = MEM_NEW(char, (size_t)w->body.n_row);

	memset(sharing, 1, (size_t)w->body.n_row);
	double room = room_of(w, sharing);
	if (!(room > 0) && !spaceless)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): no grain has a stress, since the space that the grains share is not known; give it "
		          "to scree-stress --per-grain", (long long)w->step, w->t);
	stress_columns_add(&touches, w, sharing, sharing, room > 0 ? room : 1, 0);
	free(sharing);
}

void contact_columns_add(const char *formula, struct world *w)
{
	static const char *const stress[] = { "s_xx", "s_yy", "s_zz", "s_xy", "s_xz", "s_yz", "pressure" };
	int force = needs(formula, "force", &w->body), count = needs(formula, "coordination", &w->body), stressed = 0;

	for (size_t k = 0; k < sizeof stress / sizeof *stress; k++)
		stressed |= needs(formula, stress[k], &w->body);
	if (!force && !count && !stressed)
		return;
	if (!touches_take(&touches, w))
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g) has no contact records, but '%s' needs them; draw frames that a simulator "
		          "wrote with contacts", (long long)w->step, w->t, formula);
	touches_pairs(&touches, w);
	if (count || stressed)
		stress_add(w, !stressed);
	if (force)
		force_add(w);
}
