/* opt.c: a table of options for parsing, --help and the man page */
#include "common/opt.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "number.h"

#ifndef SCREE_BUILT /* the version with the commit, from the Makefile */
#define SCREE_BUILT SCREE_VERSION
#endif

enum { CODE_LONG = 256, CODE_HELP = 1000, CODE_VERSION, CODE_MDOC };

static const struct opt common[] = {
	{ 'h', "help", OPT_FLAG, NULL, NULL, "print this help" },
	{ 'V', "version", OPT_FLAG, NULL, NULL, "print the version" },
	OPT_END
};

static const struct opt mdoc = { 0, "mdoc", OPT_FLAG, NULL, NULL, "" };
/* What stands for options that are not in the table. */
enum { LACKS_VALUE, UNKNOWN };
static const struct opt faulty[] = { { 0, "", OPT_END_MARK, NULL, NULL, "" }, { 0, "", OPT_END_MARK, NULL, NULL, "" } };

int opt_is_own(const struct opt *o)
{
	return o != &common[0] && o != &common[1] && o != &mdoc && o->type != OPT_END_MARK;
}

void opt_fail(const char *name, const char *format, ...)
{
	static char *text;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&text, format, ap) < 0)
		text = mem_string("");
	va_end(ap);
	tool_fail(EXIT_USAGE, "option --%s: %s; see %s --help", name, text, tool_name());
}

static void print_help(const char *purpose, const char *synopsis, const struct opt *table)
{
	const struct opt *parts[] = { table, common };

	printf("%s: %s\n\nusage: %s [OPTION]...%s%s\n\n", tool_name(), purpose, tool_name(),
	       *synopsis ? " " : "", synopsis);
	for (int p = 0; p < 2; p++) {
		for (const struct opt *o = parts[p]; o->type != OPT_END_MARK; o++) {
			char left[80] = "";

			if (o->type == OPT_SECTION) {
				printf("%s%s\n", o == table ? "" : "\n", o->help);
				continue;
			}
			snprintf(left, sizeof left, o->letter ? "  -%c, --%s%s%s" : "  %.0d    --%s%s%s",
			         o->letter, o->name, o->arg ? " " : "", o->arg ? o->arg : "");
			if (strlen(left) > 26)
				printf("%s\n%28s%s\n", left, "", o->help);
			else
				printf("%-28s%s\n", left, o->help);
		}
	}
	printf("\nThe manual: man %s\n", tool_name());
}

/* Print text for mdoc, where a backslash and a leading dot or quote are special. */
static void mdoc_text(const char *s)
{
	if (*s == '.' || *s == '\'')
		fputs("\\&", stdout);
	for (; *s; s++) {
		if (*s == '\\')
			fputs("\\e", stdout);
		else
			putchar(*s);
	}
}

/* Print the operands, such as "KIND [FILE]"; optional ones are in brackets. */
static void mdoc_operands(const char *s)
{
	while (*s) {
		size_t n = strcspn(s, " "), open = *s == '[' && s[n - 1] == ']';

		printf(open ? ".Op Ar %.*s\n" : ".Ar %.*s\n", (int)(n - 2 * open), s + open);
		s += n;
		s += strspn(s, " ");
	}
}

static void print_mdoc(const char *purpose, const char *synopsis, const struct opt *table)
{
	const struct opt *parts[] = { table, common };

	printf(".Dd November 21, 2026\n.Dt ");
	for (const char *c = tool_name(); *c; c++)
		putchar(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
	printf(" 1\n.Os scree %s\n.Sh NAME\n.Nm %s\n.Nd ", SCREE_VERSION, tool_name());
	mdoc_text(purpose);
	printf("\n.Sh SYNOPSIS\n.Nm\n.Op Ar options\n");
	mdoc_operands(synopsis);
	printf(table->type == OPT_SECTION ? ".Sh OPTIONS\n" : ".Sh OPTIONS\n.Bl -tag -width Ds\n");
	for (int p = 0; p < 2; p++) {
		for (const struct opt *o = parts[p]; o->type != OPT_END_MARK; o++) {
			if (o->type == OPT_SECTION) {
				printf(o == table ? ".Ss \\&" : ".El\n.Ss \\&"); /* the first word may be the name of a macro, such as In */
				mdoc_text(o->help);
				printf("\n.Bl -tag -width Ds\n");
				continue;
			}
			printf(".It ");
			if (o->letter)
				printf("Fl %c , ", o->letter);
			printf("Fl \\-%s", o->name);
			if (o->arg)
				printf(" Ar %s", o->arg);
			putchar('\n');
			mdoc_text(o->help);
			putchar('\n');
		}
	}
	printf(".El\n");
}

static void print_table(const char *purpose, const char *synopsis, const struct opt *table)
{
	static const char *const type[] = { "", "flag", "integer", "number", "word", "save", "pair", "list" };
	const struct opt *parts[] = { table, common };

	printf("program\t%s\t%s\t%s\n", tool_name(), synopsis, purpose);
	for (int p = 0; p < 2; p++)
		for (const struct opt *o = parts[p]; o->type != OPT_END_MARK; o++)
			if (o->type != OPT_SECTION)
				printf("option\t%c\t%s\t%s\t%s\t%s\n", o->letter ? o->letter : '-', o->name, type[o->type], o->arg ? o->arg : "-",
				       o->help);
}

/* Arguments such as -0.5,1 are values, not options. While getopt runs, MARK stands for their '-'. */
enum { MARK = 1 };

static void numbers_hide(int argc, char **argv)
{
	for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++)
		if (argv[k][0] == '-' && argv[k][1] && strchr("0123456789.", argv[k][1]))
			argv[k][0] = MARK;
}

static void numbers_show(int argc, char **argv)
{
	for (int k = 1; k < argc; k++)
		if (argv[k][0] == MARK)
			argv[k][0] = '-';
}

/* Parse n numbers separated by commas. Returns 0 if the text is anything else. */
static int get_numbers(const char *text, int n, double *out)
{
	char *copy = mem_string(text), *s = copy;
	int good = 1;

	for (int k = 0; k < n && good; k++) {
		char *comma = strchr(s, ',');

		good = (comma != NULL) == (k < n - 1);
		if (comma)
			*comma = 0;
		good = good && number_parse(s, &out[k]) == 0;
		s = good && comma ? comma + 1 : s;
	}
	free(copy);
	return good;
}

static void set(const struct opt *o, const char *text)
{
	switch (o->type) {
	case OPT_FLAG:
		*(int *)o->target = 1;
		break;
	case OPT_INT:
		if (number_parse_int(text, o->target))
			opt_fail(o->name, "'%s' is not an integer", text);
		if (*(int64_t *)o->target == INT64_MIN) /* stands for an option that was not given */
			opt_fail(o->name, "%s is too low", text);
		break;
	case OPT_REAL:
		if (number_parse(text, o->target))
			opt_fail(o->name, "'%s' is not a number", text);
		break;
	case OPT_PAIR:
		if (!get_numbers(text, 2, o->target))
			opt_fail(o->name, "'%s' is not two numbers separated by a comma", text);
		break;
	case OPT_WORD:
	case OPT_SAVE:
		*(const char **)o->target = text;
		break;
	case OPT_LIST: {
		struct opt_list *l = o->target;

		MEM_RESIZE(l->item, (size_t)l->n + 1);
		l->item[l->n++] = text;
		break;
	}
	default:
		break;
	}
}

/* The tables for getopt_long. They are static so that they stay reachable when --help ends the program. */
static struct {
	struct option *longs;
	const struct opt **by_code; /* the option of code CODE_LONG + k */
	char *letters;
} known;

static void known_make(const struct opt *table)
{
	int n = 0, nl = 0, ns = 0;

	while (table[n].type != OPT_END_MARK)
		n++;
	known.longs = MEM_ZERO(struct option, (size_t)n + 4);
	known.by_code = MEM_ZERO(const struct opt *, (size_t)n);
	known.letters = MEM_ZERO(char, 2 * (size_t)n + 4);

	known.letters[ns++] = ':'; /* getopt prints no messages */
	known.letters[ns++] = 'h';
	known.letters[ns++] = 'V';
	for (int k = 0; k < n; k++) {
		const struct opt *o = &table[k];

		if (o->type == OPT_SECTION)
			continue;
		known.longs[nl] = (struct option){ o->name, o->arg ? required_argument : no_argument, NULL, CODE_LONG + nl };
		known.by_code[nl++] = o;
		if (o->letter) {
			known.letters[ns++] = (char)o->letter;
			if (o->arg)
				known.letters[ns++] = ':';
		}
	}
	known.longs[nl] = (struct option){ "help", no_argument, NULL, CODE_HELP };
	known.longs[nl + 1] = (struct option){ "version", no_argument, NULL, CODE_VERSION };
	known.longs[nl + 2] = (struct option){ "mdoc", no_argument, NULL, CODE_MDOC };
}

static void known_free(void)
{
	free(known.longs);
	free(known.by_code);
	free(known.letters);
}

static const struct opt *option_of(const struct opt *table, int code)
{
	if (code >= CODE_LONG)
		return known.by_code[code - CODE_LONG];
	while (table->type == OPT_SECTION || table->letter != code)
		table++;
	return table;
}

/* The number of letters to insert, leave out, replace or swap with their neighbour to make one word from another, both of
 * n < LONG and m < LONG letters (optimal string alignment). */
enum { LONG = 40 };
static int letters_wrong(const char *a, size_t n, const char *b, size_t m)
{
	int d[LONG + 1][LONG + 1];

	for (size_t i = 0; i <= n; i++)
		for (size_t j = 0; j <= m; j++) {
			if (!i || !j) {
				d[i][j] = (int)(i + j);
				continue;
			}
			int other = a[i - 1] != b[j - 1], least = d[i - 1][j - 1] + other;

			least = d[i - 1][j] < least ? d[i - 1][j] + 1 : least;
			least = d[i][j - 1] < least ? d[i][j - 1] + 1 : least;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] < least)
				least = d[i - 2][j - 2] + 1;
			d[i][j] = least;
		}
	return d[n][m];
}

/* Report a long option that getopt_long did not understand: one without a value that has one, the beginning of several, or none.
 * Then name the nearest, if about a third of its letters are wrong at most. */
static __attribute__((noreturn)) void complain_long(const char *word)
{
	const char *name = word + 2, *near = NULL, *flag = NULL;
	size_t n = strcspn(name, "=");
	int begin = 0, best = (int)((n + 1) / 3 > 1 ? (n + 1) / 3 : 1) + 1;
	char list[200] = "";

	for (const struct option *o = known.longs; o->name; o++) {
		size_t m = strlen(o->name);
		int wrong = n < LONG && m < LONG ? letters_wrong(name, n, o->name, m) : best;

		if (!strncmp(name, o->name, n) && o->val != CODE_MDOC) {
			size_t used = strlen(list);

			begin++;
			flag = n == m || !flag || strlen(flag) > n ? o->name : flag;
			snprintf(list + used, sizeof list - used, "%s--%s", used ? " " : "", o->name);
		}
		if (wrong < best && o->val != CODE_MDOC) {
			best = wrong;
			near = o->name;
		}
	}
	if (flag && (begin == 1 || strlen(flag) == n))
		tool_fail(EXIT_USAGE, "option --%s takes no value, found %s; see %s --help", flag, name + n, tool_name());
	if (begin > 1)
		tool_fail(EXIT_USAGE, "option --%.*s is the beginning of several: %s; see %s --help", (int)n, name, list, tool_name());
	if (near)
		tool_fail(EXIT_USAGE, "there is no option --%.*s; the nearest is --%s; see %s --help", (int)n, name, near, tool_name());
	tool_fail(EXIT_USAGE, "there is no option --%.*s; see %s --help", (int)n, name, tool_name());
}

int opt_walk(int argc, char **argv, const struct opt *table, opt_take *take, void *to)
{
	int first;

	known_make(table);
	opterr = 0;
	optind = 0; /* begin anew */
	numbers_hide(argc, argv);
	for (int code; (code = getopt_long(argc, argv, known.letters, known.longs, NULL)) != -1;) {
		const char *value = optarg ? optarg : argv[optind - 1];

		if (optarg && *optarg == MARK)
			*optarg = '-';
		if (code == ':' || code == '?')
			take(to, code == ':' ? &faulty[LACKS_VALUE] : &faulty[UNKNOWN], value);
		else if (code == 'h' || code == CODE_HELP || code == 'V' || code == CODE_VERSION)
			take(to, code == 'h' || code == CODE_HELP ? &common[0] : &common[1], NULL);
		else if (code == CODE_MDOC)
			take(to, &mdoc, NULL);
		else
			take(to, option_of(table, code), optarg);
	}
	first = optind;
	numbers_show(argc, argv);
	known_free();
	return first;
}

/* What opt_parse needs to answer --help. */
struct texts { const char *purpose, *synopsis; const struct opt *table; };

/* Take an option of this program, or end it. */
static void obey(void *to, const struct opt *o, const char *value)
{
	const struct texts *t = to;

	if (o == &common[0])
		print_help(t->purpose, t->synopsis, t->table);
	else if (o == &common[1])
		printf("%s %s\n", tool_name(), SCREE_BUILT);
	else if (o == &mdoc)
		print_mdoc(t->purpose, t->synopsis, t->table);
	else if (o == &faulty[LACKS_VALUE])
		tool_fail(EXIT_USAGE, "option %s needs a value; see %s --help", value, tool_name());
	else if (o == &faulty[UNKNOWN] && optopt && optopt < 256)
		tool_fail(EXIT_USAGE, "there is no option -%c; see %s --help", optopt, tool_name());
	else if (o == &faulty[UNKNOWN])
		complain_long(value);
	else
		set(o, value);
	if (opt_is_own(o))
		return;
	exit(tool_end());
}

int opt_parse(int argc, char **argv, const char *purpose, const char *synopsis, const struct opt *table)
{
	struct texts t = { purpose, synopsis, table };

	if (argc == 2 && strcmp(argv[1], "--option-table") == 0) { /* not known to getopt, which would find --o ambiguous */
		print_table(purpose, synopsis, table);
		exit(tool_end());
	}
	return opt_walk(argc, argv, table, obey, &t);
}
