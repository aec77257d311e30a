/* records.c: definitions from the values of options */
#include "common/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/laws.h"
#include "common/tool.h"
#include "number.h"
#include "slurp.h"
#include "world/defaults.h"
#include "world/outlet.h"

/* The next item of a list, up to a comma, in place; NULL at the end. */
static char *piece(char **rest)
{
	char *s = *rest;

	if (!s)
		return NULL;
	*rest = strchr(s, ',');
	if (*rest)
		*(*rest)++ = 0;
	return s;
}

int records_is_name(const char *s)
{
	return s && *s && !strpbrk(s, " \t\n=,#") && strcmp(s, "-") != 0;
}

void records_material(struct world *w, const char *value)
{
	static const char *const key[] = { "density", "E", "nu" };
	char *copy = mem_string(value), *rest = copy, *name = piece(&rest), *item;

	if (!records_is_name(name) || !rest)
		opt_fail("material", "'%s' is not NAME,DENSITY or NAME,KEY=VALUE,...", value);
	int is_new = !world_material(w, name), has_density = 0;
	struct material *m = world_need_material(w, name);
	double number[3] = { m->density, m->young, m->young > 0 ? m->poisson : NAN };

	while ((item = piece(&rest))) {
		char *equals = strchr(item, '=');
		int k = 0;

		if (equals)
			*equals = 0;
		while (equals && k < 3 && strcmp(item, key[k]) != 0)
			k++;
		if (k == 3)
			opt_fail("material", "unknown key '%s', expected density, E or nu", item);
		if (number_parse(equals ? equals + 1 : item, &number[k]))
			opt_fail("material", "%s='%s', expected a number", key[k], equals ? equals + 1 : item);
		has_density |= k == 0;
	}
	if (number[0] <= 0)
		opt_fail("material", "density %g, expected more than 0", number[0]);
	if (number[1] < 0 || (number[1] == 0 && m->young > 0))
		opt_fail("material", "E=%g, expected more than 0", number[1]);
	if (number[2] <= -1 || number[2] > 0.5)
		opt_fail("material", "nu=%g, expected a number above -1, up to 0.5", number[2]);
	if (!(number[1] > 0) != isnan(number[2]))
		opt_fail("material", "%s has %s without %s, expected both or neither", name, number[1] > 0 ? "E" : "nu",
		         number[1] > 0 ? "nu" : "E");
	if (is_new && !has_density)
		opt_fail("material", "%s is new and has no density, expected density=VALUE", name);
	m->density = number[0];
	m->young = number[1];
	m->poisson = number[1] > 0 ? number[2] : 0;
	free(copy);
}

void records_note_laws(const struct world *w)
{
	for (int k = 0; k < w->n_law; k++) {
		struct law_contact resolved;
		const char *key;
		double number;
		char text[512];
		enum law_status st = law_resolve(w, &w->law[k], &resolved, &key, &number);

		if (st != LAW_CONSTANTS && st != LAW_STIFFNESS)
			continue;
		laws_complaint(text, sizeof text, &w->law[k], st, key, number);
		tool_note("%s", text);
	}
}

static void check_law(const struct world *w, const struct law *l)
{
	struct law_contact resolved;
	const char *key;
	double number;
	char text[512];
	enum law_status st = strcmp(l->kind, "hard") ? law_resolve(w, l, &resolved, &key, &number) : law_check(l, &key, &number);

	if (st == LAW_GOOD)
		return;
	laws_complaint(text, sizeof text, l, st, key, number);
	opt_fail("law", "%s", text);
}

void records_need_material(const struct world *w, const char *option, const char *name)
{
	char names[256] = "";

	if (world_material(w, name))
		return;
	for (int k = 0; k < w->n_material; k++) {
		const size_t n = strlen(names);

		snprintf(names + n, sizeof names - n, "%s%s", k ? " or " : "", w->material[k].name);
	}
	if (!w->n_material)
		opt_fail(option, "the scene has no material '%s': it has no materials", name);
	opt_fail(option, "the scene has no material '%s', expected %s", name, names);
}

void records_law(struct world *w, const char *value)
{
	char *copy = mem_string(value), *rest = copy, *a = piece(&rest), *b = piece(&rest), *key;

	if (!records_is_name(a) || !records_is_name(b))
		opt_fail("law", "'%s' is not A,B[,KIND],KEY=VALUE,...", value);
	records_need_material(w, "law", a);
	records_need_material(w, "law", b);
	struct law *l = world_need_law(w, a, b);

	if (rest && !memchr(rest, '=', strcspn(rest, ","))) { /* a kind; another kind drops the old parameters */
		key = piece(&rest);
		if (law_values(key))
			opt_fail("law", "'%s' is not KEY=VALUE", key);
		if (strcmp(key, l->kind) != 0) {
			params_free(&l->par);
		} else if (!strcmp(key, "linear") && world_material(w, a)->young > 0 && world_material(w, b)->young > 0) {
			params_drop(&l->par, "kn"); /* the stiffness follows from E */
			params_drop(&l->par, "kt");
		}
		free(l->kind);
		l->kind = mem_string(key);
	}
	double old_kn = params_get(&l->par, "kn", DEFAULT_KN);
	int kt_named = 0;

	while ((key = piece(&rest))) {
		char *equals = strchr(key, '=');
		double x;

		if (equals)
			*equals = 0;
		if (!equals || !records_is_name(key))
			opt_fail("law", "'%s' is not KEY=VALUE", key);
		if (number_parse(equals + 1, &x))
			opt_fail("law", "%s='%s', expected a number", key, equals + 1);
		/* restitution and damping coefficients exclude each other: the last one given counts */
		if (strcmp(key, "en") == 0) {
			params_drop(&l->par, "gn");
			params_drop(&l->par, "gt");
		} else if (strcmp(key, "gn") == 0 || strcmp(key, "gt") == 0) {
			params_drop(&l->par, "en");
		}
		kt_named |= strcmp(key, "kt") == 0;
		params_set(&l->par, key, x);
	}
	/* makers write kt; if only kn is changed, the ratio kt / kn stays the same */
	double kn = params_get(&l->par, "kn", old_kn), *kt = params_find(&l->par, "kt");
	if (kt && !kt_named && old_kn > 0)
		*kt *= kn / old_kn;
	else if (kt && !kt_named && kn > 0) /* kn was 0: kt gets the simulator's default */
		params_drop(&l->par, "kt");
	check_law(w, l);
	free(copy);
}

/* Only the reader of streams can parse these records, so it reads this one. */
static void read_record(const char *option, const char *value, int dim, struct world *made)
{
	size_t size = strlen(option) + strlen(value) + 64;
	char *text = mem_new(size, 1);

	if (strpbrk(value, "\n\r"))
		opt_fail(option, "'%s' is more than one line", value);
	const char *word = strcmp(option, "constrain") ? option : "constraint";
	FILE *f = fmemopen(text, (size_t)snprintf(text, size, "scree 1 dim=%d\n%s %s\n", dim, word, value), "r");
	if (!f)
		tool_fail(EXIT_SYSTEM, "out of memory");
	world_init(made, dim);
	struct particles_in *in = particles_open(f, word);
	particles_take_solids(in);
	if (particles_read(in, made) != PARTICLES_END || made->n_constraint + made->n_outlet != 1) {
		const char *why = particles_error(in), *colon = why ? strstr(why, ": ") : NULL;

		opt_fail(option, "%s", colon ? colon + 2 : value);
	}
	particles_close(in);
	fclose(f);
	free(text);
}

/* A new record replaces the whole old record. A note names the degrees of freedom that this frees. */
static void note_freed(int dim, const struct constraint *was, const struct constraint *is)
{
	static const char *const plane[] = { "x", "y", "angle" }, *const space[] = { "x", "y", "z", "rx", "ry", "rz" };
	char text[32] = "";

	for (int k = 0; k < (dim == 2 ? 3 : 6); k++)
		if (was->dof[k].drive != DRIVE_FREE && is->dof[k].drive == DRIVE_FREE) {
			strcat(text, " ");
			strcat(text, (dim == 2 ? plane : space)[k]);
		}
	if (*text)
		tool_note("constraint %s: --constrain replaces the whole constraint, which frees%s", was->tag, text);
}

/* Write the rows of a file, times and velocities, as a list. */
static void motion_write(FILE *to, const char *path)
{
	int width, *line, n;
	double *value;
	char number[NUMBER_MAX];

	n = tool_load_rows(path, 2, 2, &width, &value, &line);
	if (n == 0)
		tool_fail(EXIT_INPUT, "%s: no rows, expected rows of a time and a velocity", path);
	for (int k = 2; k < 2 * n; k += 2)
		if (!(value[k] > value[k - 2]))
			tool_fail(EXIT_INPUT, "%s:%d: found the time %.9g after %.9g, expected times that increase; sort the rows by time, and "
			          "give one velocity for each time", path, line[k / 2], value[k], value[k - 2]);
	for (int k = 0; k < 2 * n; k++)
		fprintf(to, "%s%.*s", k ? "," : "", (int)(number_put(number, value[k]) - number), number);
	free(value);
	free(line);
}

static const char motion_mark[] = "=table:@";

void records_expect_motions(const char *value)
{
	for (const char *at = value; (at = strstr(at, motion_mark)); ) {
		at += sizeof motion_mark - 1;
		char *path = mem_word(at, strcspn(at, " \t\r\n"));

		tool_expect_file(path ? path : "-");
		free(path);
	}
}

/* A copy of the text of a constraint, with the numbers of the files that it names: table:@FILE. */
static char *with_motions(const char *value)
{
	size_t size, skip = sizeof motion_mark - 1;
	static char *text; /* static, as below, so that the memory is still reachable if a failure ends the program */
	static FILE *to;

	to = text_open(&text, &size);
	for (const char *at; (at = strstr(value, motion_mark)); value = at) {
		fwrite(value, 1, (size_t)(at - value) + skip - 1, to);
		at += skip;
		size_t n = strcspn(at, " \t\r\n");
		if (n == 0)
			opt_fail("constrain", "table:@ names no file, expected table:@FILE");
		char *path = mem_word(at, n);
		motion_write(to, path);
		free(path);
		at += n;
	}
	fputs(value, to);
	text_close(to);
	return text;
}

void records_constraint(struct world *w, const char *value)
{
	struct world made;
	char *text = with_motions(value);

	read_record("constrain", text, w->dim, &made);
	free(text);
	struct constraint *c = world_need_constraint(w, made.constraint[0].tag);
	note_freed(w->dim, c, &made.constraint[0]);
	constraint_set(c, &made.constraint[0]);
	world_free(&made);
}

void records_outlet(struct world *w, const char *value)
{
	struct world made;

	read_record("outlet", value, w->dim, &made);
	struct outlet *o = world_need_outlet(w, made.outlet[0].name);
	outlet_copy(o, &made.outlet[0]);
	if (outlet_fault(w, o))
		opt_fail("outlet", "'%s': expected %s", value, outlet_fault(w, o));
	world_free(&made);
}
