/* threads.c: the option --threads of programs that choose the number themselves */
#include "common/threads.h"

#include <math.h>
#include <string.h>

#include "base/team.h"
#include "common/tool.h"
#include "number.h"

int threads_asked(const char *text)
{
	double n;

	if (!strcmp(text, "auto"))
		return 0;
	if (number_parse(text, &n) || !(n >= 1 && n <= 1024 && n == floor(n)))
		opt_fail("threads", "'%s', expected auto or a whole number from 1 to 1024", text);
#ifndef _OPENMP
	if (n > 1)
		tool_warn("this program was built without OpenMP; it runs on 1 thread instead of %g", n);
	return 1;
#endif
	return n < TEAM_MOST ? (int)n : TEAM_MOST;
}

int threads_for(int bodies)
{
	enum { EACH = 2000, MOST = 8 };
	int n = bodies / EACH < MOST ? bodies / EACH : MOST, processors = team_processors();

	n = n < processors ? n : processors;
	return n > 1 ? n : 1;
}
