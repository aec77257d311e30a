/* tool_ranks.c: what programs of several ranks do in the place of parts of tool.h */
#include "common/tool_ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "base/buf.h"
#include "base/ranks.h"
#include "number.h"

/* ---- begin and end ---- */

const char *ranks_of_program(const char *name)
{
	static const char suffix[] = "-mpi";
	size_t n = strlen(name), m = strlen(suffix);

	ranks_begin();
	if (ranks_me() > 0 && !freopen("/dev/null", "w", stdout))
		ranks_abort(1);
	return ranks_can() && n > m && strcmp(name + n - m, suffix) == 0 ? mem_word(name, n - m) : name;
}

static int number_of(const char *variable)
{
	const char *text = getenv(variable);
	int64_t n;

	return text && number_parse_int(text, &n) == 0 && n > 0 && n < INT32_MAX ? (int)n : 0;
}

/* srun sets the variables of PMI only if it starts the tasks as one program of MPI. */
int ranks_started(int *me)
{
	static const char *const rank[] = { "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID" };
	int n = number_of("OMPI_COMM_WORLD_SIZE");

	*me = 0;
	for (int k = 0; k < 4 && !*me; k++)
		*me = number_of(rank[k]);

	n = n ? n : number_of("PMI_SIZE");
	if (!n && (getenv("PMI_RANK") || getenv("PMIX_RANK")))
		n = number_of("SLURM_STEP_NUM_TASKS") ? number_of("SLURM_STEP_NUM_TASKS") : number_of("SLURM_NTASKS");
	return n ? n : 1;
}

int ranks_fail_together(void)
{
	enum { SECONDS = 5 };

	return ranks_meet(SECONDS);
}

void ranks_exit(int status)
{
	ranks_end();
	exit(status);
}

/* ---- texts ---- */

static const char *text_of(int rank, const char *text)
{
	static char *all;
	int64_t n = text ? (int64_t)strlen(text) + 1 : 0;

	ranks_cast(rank, sizeof n, &n);
	char *copy = MEM_NEW(char, (size_t)n);
	if (n && ranks_me() == rank)
		memcpy(copy, text, (size_t)n);
	ranks_cast(rank, (size_t)n, copy);
	free(all);
	all = copy;
	return n ? all : NULL;
}

const char *ranks_text(const char *text)
{
	return ranks_n() > 1 ? text_of(0, text) : text;
}

const char *ranks_first_text(const char *text)
{
	int64_t who = text ? ranks_me() : INT64_MAX;

	if (ranks_n() < 2)
		return text;
	ranks_least(1, &who);
	return who == INT64_MAX ? NULL : text_of((int)who, text);
}

/* ---- files ---- */

/* "on rank 3 (machine)" */
static const char *here(void)
{
	static char text[100];
	char machine[64] = "";

	gethostname(machine, sizeof machine - 1);
	snprintf(text, sizeof text, "on rank %d (%s)", ranks_me(), machine);
	return text;
}

FILE *ranks_open(FILE *f, const char *path, int packed, int *all, const char **fault)
{
	static char text[4200];
	struct stat st;
	int64_t told[2] = { 0 }; /* whether it is a file that all can read, and its size */

	*fault = NULL;
	if (f && !packed && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode) && strcmp(path, "-") != 0) {
		told[0] = 1;
		told[1] = st.st_size;
	}
	ranks_cast(0, sizeof told, told);
	*all = (int)told[0];
	if (!*all)
		return f;
	f = f ? f : fopen(path, "r");
	int bad = !f;
	if (!f)
		snprintf(text, sizeof text, "cannot open %s %s: %s; all ranks must see the file, or give it on standard input", path, here(),
		         strerror(errno));
	else if (fstat(fileno(f), &st) != 0 || st.st_size != told[1])
		bad = snprintf(text, sizeof text, "found another file %s %s than on rank 0", path, here());
	*fault = ranks_first_text(bad ? text : NULL);
	return f;
}

/* Whether a file is where several machines cannot write side by side: clients of NFS and SMB write whole pages, with zeros where
 * others have written. */
static int writes_pages(int fd)
{
#ifdef __linux__
	struct statfs s;

	const uint32_t kind[] = { 0x6969, 0x517b, 0xff534d42, 0xfe534d42 }; /* NFS, SMB, CIFS, SMB2: see statfs(2) */
	int is = fstatfs(fd, &s) != 0;

	for (size_t k = 0; k < sizeof kind / sizeof *kind; k++)
		is |= (uint32_t)s.f_type == kind[k];
	return is;
#else
	return fd >= 0; /* not known */
#endif
}

/* Whether a file that rank 0 has emptied is empty here, too. Some file systems take seconds to notice. */
static int becomes_empty(int fd)
{
	enum { TRIES = 50 };
	struct stat st = { .st_size = 1 };

	for (int k = 0; k < TRIES && fstat(fd, &st) == 0 && st.st_size != 0; k++)
		nanosleep(&(struct timespec){ .tv_nsec = 100 * 1000 * 1000 }, NULL);
	return st.st_size == 0;
}

FILE *ranks_create(const char *path, int *fd, const char **fault)
{
	static char text[4200];
	FILE *f = NULL;
	struct stat st;
	int64_t shared = 0;
	int bad = 0;

	*fd = -1;
	if (ranks_me() == 0) {
		*fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		bad = *fd < 0;
		if (bad)
			snprintf(text, sizeof text, "cannot write %s: %s", path, strerror(errno));
		shared = !bad && ranks_n() > 1 && fstat(*fd, &st) == 0 && S_ISREG(st.st_mode) && !writes_pages(*fd);
	}
	*fault = ranks_text(bad ? text : NULL);
	if (*fault)
		return NULL;
	ranks_cast(0, sizeof shared, &shared);
	if (shared && ranks_me() > 0) {
		*fd = open(path, O_WRONLY);
		bad = *fd < 0 || !becomes_empty(*fd);
		if (*fd >= 0 && bad)
			snprintf(text, sizeof text, "found another file %s %s than on rank 0; without -o, rank 0 writes to standard output", path,
			         here());
		else if (bad)
			snprintf(text, sizeof text, "cannot write %s %s: %s; without -o, rank 0 writes to standard output", path, here(),
			         strerror(errno));
	}
	*fault = ranks_first_text(bad ? text : NULL);
	if (!shared) {
		f = ranks_me() == 0 ? fdopen(*fd, "w") : NULL;
		*fd = -1;
	}
	return f;
}
