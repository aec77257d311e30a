/* provenance.h: the made record of the program: its command line and the inputs that it read. */
#ifndef SCREE_PROVENANCE_H
#define SCREE_PROVENANCE_H

#include <stddef.h>
#include <stdio.h>

/* Begin the record with name, version and arguments as they were given. default_seed: 1 if the program takes a seed and none was
 * given; the record then has it. */
void provenance_begin(const char *name, int argc, char **argv, int default_seed);
/* Note an input: the name of a file, or "-" for standard input. A regular file gets a checksum, for which it is read once more. f
 * may be NULL if this process does not write the record.
 * Returns the number of the input, which is that of a file of this name that was expected. */
int provenance_input(const char *name, FILE *f);
/* Note a file that will be read later. */
void provenance_expect(const char *name);
/* Leave out the input that was noted last. */
void provenance_forget(void);
/* Count the made records in lines of this input that the program passes on. */
void provenance_count(int input, const char *lines, size_t n);
/* The record. It has the inputs that were opened until now. Valid until the next call. */
const char *provenance_text(void);
void provenance_end(void);

#endif
