/* progress.c: what is said on how far a program is, by a clock that the test sets. Expected rates, parts and times are found
 * by hand. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/count.h"
#include "common/progress.h"
#include "tap.h"

static double now = 1000;

/* Instead of that of the library. */
double clock_wall(void)
{
	return now;
}

/* Whether this is what SIGUSR1 makes the program say. */
static void says(const char *want, const char *what)
{
	char text[600] = "";
	FILE *f = tmpfile();
	int kept = dup(2);

	dup2(fileno(f), 2);
	raise(SIGUSR1);
	dup2(kept, 2);
	close(kept);
	rewind(f);
	if (!fgets(text, sizeof text, f))
		*text = 0;
	text[strcspn(text, "\n")] = 0;
	fclose(f);
	if (!ok(!strcmp(text, want), "%s", what))
		printf("# found: %s\n# expected: %s\n", text, want);
}

int main(void)
{
	progress_begin("scree-x", 1);
	now = 1003;
	says("scree-x: 3 s so far", "nothing is counted");
	count_begin("bodies", 0, 90);
	now = 1010;
	count_to(34); /* 34 in 7 s, and 56 are left: 11.5 s */
	says("scree-x: bodies 34 of 90, 4.86 per s, 37 %, 12 s left; 10 s so far", "bodies, rate, part and time left");
	now = 1410;
	count_to(36); /* 36 in 407 s, 54 are left: 610 s */
	says("scree-x: bodies 36 of 90, 0.0885 per s, 40 %, 10 min left; 7 min so far", "minutes, and a rate below 1 per second");
	count_end();
	now = 2000;
	count_begin("t", 1000, 2000);
	now = 22000;
	count_to(1250); /* a quarter in 20000 s: 60000 s are left */
	says("scree-x: t 1250 of 2000, 0.0125 per s, 25 %, 17 h left; 6 h so far", "what goes on from a later time");
	count_begin("sweeps", 0, 0);
	now = 22004;
	count_to(1000);
	says("scree-x: t 1250 of 2000, 0.0125 per s, 25 %, 17 h left; sweeps 1000, 250 per s; 6 h so far",
	     "a count within, without an end");
	count_end();
	now = 402000;
	count_to(1500);
	says("scree-x: t 1500 of 2000, 0.00125 per s, 50 %, 5 days left; 5 days so far", "days");
	count_end();

	for (int k = 0; k < 7; k++)
		count_begin("depth", 0, 0);
	count_to(5);
	says("scree-x: depth 0; depth 0; depth 0; depth 0; 5 days so far", "counts that are nested deeper than is shown");
	for (int k = 0; k < 7; k++)
		count_end();
	now = 1020;
	FILE *f = tmpfile();
	for (int k = 0; k < 1000; k++)
		fputc('x', f);
	fflush(f);
	progress_input(f);
	lseek(fileno(f), 250, SEEK_SET);
	for (int k = 0; k < 8; k++)
		progress_frame();
	says("scree-x: frame 8, 0.4 per s, 25 %, 60 s left; 20 s so far", "frames, and the part of the file that was read");
	progress_input(NULL);
	fclose(f);
	return done();
}
