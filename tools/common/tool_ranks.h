/* tool_ranks.h: what programs of several ranks (base/ranks.h) do in the place of parts of tool.h. */
#ifndef SCREE_TOOL_RANKS_H
#define SCREE_TOOL_RANKS_H

#include <stdio.h>

/* Begin. Other ranks than 0 write to stdout in vain from now on. Returns the name of the plain program: for "scree-x-mpi" it is
 * "scree-x". */
const char *ranks_of_program(const char *name);
/* The number of processes among which mpirun or srun has started this one, by their variables of the environment; 1: none. *me
 * becomes the number of this one, from 0. */
int ranks_started(int *me);

/* Wait for all ranks, before the program fails. Returns whether all of them have come; if not, the others are not failing, and
 * this one must say why and end all. */
int ranks_fail_together(void);
/* End this process, and MPI. */
_Noreturn void ranks_exit(int status);

/* A text of rank 0, or NULL, for all. Valid until the next call. Collective. */
const char *ranks_text(const char *text);
/* A text of the lowest rank that has one, or NULL if none has, for all. Likewise. */
const char *ranks_first_text(const char *text);

/* The file f of rank 0 has been opened there, or NULL: open it on the others too, if all of them can read it and need not be
 * told what it holds. *all: whether they did. Returns NULL if it is not open here. *fault becomes what is wrong, or NULL.
 * Collective. */
FILE *ranks_open(FILE *f, const char *path, int packed, int *all, const char **fault);
/* Open a file for writing: rank 0 makes it, and if it is a regular file, all others open it too. *fd becomes the file for all
 * to write side by side, or -1: rank 0 alone writes to the stream that is returned. Collective. */
FILE *ranks_create(const char *path, int *fd, const char **fault);

#endif
