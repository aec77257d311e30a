/* program.c: for clang's fuzzer (`make fuzz`): a command line and its standard input. The first line has the program and its
 * arguments, separated by blanks; what follows is the input. The program runs in a process of its own, since programs
 * end by exit, and must end with one of the five statuses. A program that runs for two seconds is stopped.
 *
 * Arguments with a slash are not tried, so nothing is written outside the folder of the run; no other program can be started. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAMS(X) X(cd3) X(clump) X(contacts) X(convert) X(dem2) X(dem3) X(draw) X(energy) X(fill) X(flux) X(hist) X(join) \
	X(mass) X(mean) X(move) X(order) X(orient) X(pick) X(plot) X(profile) X(set) X(shape) X(stress) X(voronoi) X(wall)
#define DECLARE(name) int main_##name(int argc, char **argv);
#define ROW(name) { "scree-" #name, main_##name },
PROGRAMS(DECLARE)

static const struct { const char *name; int (*main)(int argc, char **argv); } programs[] = { PROGRAMS(ROW) };
enum { N_PROGRAM = sizeof programs / sizeof *programs, MOST = 64, SECONDS = 2 };

/* The fuzzer's counters of executed code, of which it looks at those of its own process: put them into memory that the
 * processes share. A page that holds other data too stays as it is. The compiler has names of its own for their ends, with
 * which declarations here would interfere. */
extern char *counters[2];
__asm__(".weak __start___sancov_cntrs\n.weak __stop___sancov_cntrs\n.pushsection .data\n.balign 8\n.globl counters\n"
	"counters: .quad __start___sancov_cntrs, __stop___sancov_cntrs\n.popsection\n");

static void share_counters(void)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	char *from = (char *)(((uintptr_t)counters[0] + page - 1) / page * page);
	char *to = (char *)((uintptr_t)counters[1] / page * page);

	if (from >= to)
		return;
	size_t n = (size_t)(to - from);
	char *copy = malloc(n);
	memcpy(copy, from, n);
	if (mmap(from, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != from)
		abort();
	memcpy(from, copy, n);
	free(copy);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	share_counters();
	setenv("PATH", "", 1);
	return 0;
}

/* The fuzzer takes an exit for a fault, so leave before it hears of it. */
static void leave(int status, void *none)
{
	(void)none;
	fflush(NULL);
	_exit(status);
}

/* In the process of the program: its input and its limits. */
static void run(int k, int argc, char **argv, const char *input, size_t n)
{
	const struct rlimit cpu = { SECONDS, SECONDS + 1 }, size = { 1 << 20, 1 << 20 };
	const char *folder = getenv("SCREE_FUZZ_FOLDER");
	FILE *in = tmpfile();

	if (!in || fwrite(input, 1, n, in) != n || fflush(in) || fseek(in, 0, SEEK_SET) || dup2(fileno(in), 0) < 0)
		_exit(0);
	if (!freopen("/dev/null", "w", stdout) || (folder && chdir(folder)))
		_exit(0);
	signal(SIGXCPU, SIG_DFL);
	setrlimit(RLIMIT_CPU, &cpu);
	setrlimit(RLIMIT_FSIZE, &size);
	alarm(4 * SECONDS);
	signal(SIGALRM, SIG_DFL);
	if (on_exit(leave, NULL))
		_exit(0);
	exit(programs[k].main(argc, argv));
}

/* Take the first line apart. Returns the number of words, or 0 if it is not one to try. */
static int words_of(char *line, char **word)
{
	int n = 0;

	if (strchr(line, '/'))
		return 0;
	for (char *w = strtok(line, " "); w && n < MOST; w = strtok(NULL, " "))
		word[n++] = w;
	word[n] = NULL;
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const uint8_t *end = n ? memchr(data, '\n', n) : NULL;
	size_t length = end ? (size_t)(end - data) : n, rest = end ? n - length - 1 : 0;
	char *line = calloc(length + 1, 1), *word[MOST + 1];
	int k = 0, status;

	memcpy(line, data, length);
	int argc = words_of(line, word);
	while (argc && k < N_PROGRAM && strcmp(word[0], programs[k].name) != 0)
		k++;
	if (argc && k < N_PROGRAM) {
		fflush(NULL);
		pid_t child = fork(), ended;
		if (!child)
			run(k, argc, word, (const char *)data + n - rest, rest);
		while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) { } /* the fuzzer's clock */
		if (child < 0 || ended != child)
			abort();
		if (WIFSIGNALED(status) && WTERMSIG(status) != SIGXCPU && WTERMSIG(status) != SIGALRM && WTERMSIG(status) != SIGKILL)
			abort();
		if (WIFEXITED(status) && WEXITSTATUS(status) > 4)
			abort();
	}
	free(line);
	return 0;
}
