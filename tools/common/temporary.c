/* temporary.c: folders for files of a while */
#include "common/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"

char *temporary_folder(const char *stem)
{
	const char *parent = getenv("TMPDIR");
	char *path, *whole;

	/* mkdtemp replaces six letters, which would look like unfinished text in one word */
	if (asprintf(&path, "%s/%s" "XX" "XX" "XX", parent && *parent ? parent : "/tmp", stem) < 0)
		mem_failed(1);
	if (!mkdtemp(path))
		tool_fail(EXIT_SYSTEM, "cannot make the folder %s: %s", path, strerror(errno));
	whole = realpath(path, NULL);
	if (!whole)
		return path;
	free(path);
	return whole;
}
