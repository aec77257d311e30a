/* opt.h: one table of options for parsing, --help and the man page. */
#ifndef SCREE_OPT_H
#define SCREE_OPT_H

#include <stdint.h>

enum opt_type {
	OPT_SECTION,   /* no option: help is a heading for those that follow */
	OPT_FLAG,      /* int: set to 1 */
	OPT_INT,       /* int64_t */
	OPT_REAL,      /* double, finite */
	OPT_WORD,      /* const char * */
	OPT_PAIR,      /* double[2]: "a,b" */
	OPT_LIST,      /* struct opt_list: may be given several times */
	OPT_END_MARK
};

/* All values of an option that may be repeated, in order. */
struct opt_list { int n; const char **item; };

struct opt {
	int letter;             /* 0: none */
	const char *name;       /* long name */
	enum opt_type type;
	void *target;
	const char *arg;        /* what the value is called, NULL for flags */
	const char *help;       /* with unit and default */
};
#define OPT_END { 0, NULL, OPT_END_MARK, NULL, NULL, NULL }

/* Parse by the table and the options that every program has (--help, --version, --mdoc). Errors end the program
 * with status 2. synopsis is what follows the options, such as "[FILE]". Returns the place of the first operand.
 * Whether an option was given shows in its target: give it a default that is no value, NAN or INT64_MIN, which are refused. */
int opt_parse(int argc, char **argv, const char *purpose, const char *synopsis, const struct opt *table);
/* "tool: option --name: what" to stderr, and end with status 2. */
void opt_fail(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

#endif
