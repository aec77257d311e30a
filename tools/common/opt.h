/* opt.h: a table of options for parsing, --help and the man page. */
#ifndef SCREE_OPT_H
#define SCREE_OPT_H

#include <stdint.h>

enum opt_type {
	OPT_SECTION,   /* not an option: help is the heading of the options that follow */
	OPT_FLAG,      /* int: set to 1 */
	OPT_INT,       /* int64_t */
	OPT_REAL,      /* double, finite */
	OPT_WORD,      /* const char * */
	OPT_SAVE,      /* const char *: the name of a file that the program writes */
	OPT_PAIR,      /* double[2]: "a,b" */
	OPT_LIST,      /* struct opt_list: the option may be repeated */
	OPT_END_MARK
};

/* All values of an option that may be repeated, in their order. */
struct opt_list { int n; const char **item; };

struct opt {
	int letter;             /* short name, or 0 */
	const char *name;       /* long name */
	enum opt_type type;
	void *target;
	const char *arg;        /* name of the value, NULL for flags */
	const char *help;       /* description, with unit and default */
};
#define OPT_END { 0, NULL, OPT_END_MARK, NULL, NULL, NULL }

/* Parse the options of the table, and those of every program: --help, --version, and two for other programs. --mdoc prints the
 * first sections of the man page. --option-table, as the only argument, prints the table as lines of fields between tabs:
 * "program", name, operands, purpose; then for each option "option", letter or -, name, type, name of the value or -, help.
 * The types are flag, integer, number, word, save (a file that is written), pair and list (may be repeated). Errors end the
 * program with status 2. synopsis is the text after the options, such as "[FILE]". Returns the index of the first operand in
 * argv. To see whether an option was given, set its target to NAN or INT64_MIN before; these are refused as values. */
int opt_parse(int argc, char **argv, const char *purpose, const char *synopsis, const struct opt *table);
/* Go through the options of a command line as opt_parse does, and hand each with its value to take: an option of the table; or
 * one for which opt_is_own is 0, which is --help, --version, --mdoc or what the table does not explain. Returns the index of
 * the first operand. */
typedef void opt_take(void *to, const struct opt *o, const char *value);
int opt_walk(int argc, char **argv, const struct opt *table, opt_take *take, void *to);
int opt_is_own(const struct opt *o);
/* Print "tool: option --name: ..." on stderr, and end the program with status 2. */
void opt_fail(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

#endif
