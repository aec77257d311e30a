/* bench/peak.c: run a command, and write what it used into a file
 *
 * peak FILE COMMAND...: one line `wall=SECONDS cpu=SECONDS rss=BYTES`, rss the largest resident memory. This program
 * stays small, since the peak of a child begins with what its parent held. Exit status: the command's. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double wall(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

int main(int argc, char **argv)
{
	struct rusage use;
	int status;
	double began = wall();

	if (argc < 3) {
		fprintf(stderr, "usage: peak FILE COMMAND...\n");
		return 2;
	}
	pid_t pid = fork();
	if (pid == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &use) < 0) {
		perror("peak");
		return 1;
	}
	double t = wall() - began;
	FILE *f = fopen(argv[1], "w");
	if (!f) {
		perror(argv[1]);
		return 1;
	}
	fprintf(f, "wall=%.4f cpu=%.4f rss=%.0f\n", t, seconds(use.ru_utime) + seconds(use.ru_stime),
	        1024.0 * (double)use.ru_maxrss);
	fclose(f);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
