/* temporary.h: folders for files of a while */
#ifndef SCREE_TEMPORARY_H
#define SCREE_TEMPORARY_H

/* Make a folder below TMPDIR, or /tmp, whose name begins with stem. Returns its path without links, to be freed; the caller
 * removes the folder. If it cannot be made, the program ends with status 1. */
char *temporary_folder(const char *stem);

#endif
