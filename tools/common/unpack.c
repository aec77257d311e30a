/* unpack.c: compressed input */
#include "common/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"

extern char **environ;

enum { HEAD = 6, SAID = 512 };

static const struct packer {
	const char *name;
	size_t n;                 /* length of the magic */
	unsigned char magic[HEAD];
} packers[] = {
	{ "gzip", 2, { 0x1f, 0x8b } },
	{ "zstd", 4, { 0x28, 0xb5, 0x2f, 0xfd } },
	{ "xz", 6, { 0xfd, '7', 'z', 'X', 'Z', 0 } },
};

/* The programs that run. */
static struct child {
	FILE *f;
	const char *name;
	pid_t pid;
	int said;                 /* reads what the program says on its stderr */
} *child;
static int n_child;

/* Copy the first bytes of a pipe. They stay in it. */
static ssize_t peek_pipe(int fd, unsigned char *head)
{
	ssize_t n = -1;
#ifdef __linux__
	int copy[2];

	if (pipe(copy))
		return -1;
	do
		n = tee(fd, copy[1], HEAD, 0);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		n = read(copy[0], head, (size_t)n);
	close(copy[0]);
	close(copy[1]);
#else
	(void)fd, (void)head;
#endif
	return n;
}

/* The program for the contents of fd, or NULL. */
static const struct packer *find(int fd)
{
	unsigned char head[HEAD];
	struct stat st;
	ssize_t n = -1;

	if (fstat(fd, &st) != 0)
		return NULL;
	if (S_ISREG(st.st_mode))
		n = pread(fd, head, HEAD, lseek(fd, 0, SEEK_CUR));
	else if (S_ISFIFO(st.st_mode))
		n = peek_pipe(fd, head);
	else if (S_ISSOCK(st.st_mode))
		n = recv(fd, head, HEAD, MSG_PEEK);
	for (size_t k = 0; k < sizeof packers / sizeof *packers; k++)
		if (n >= (ssize_t)packers[k].n && memcmp(head, packers[k].magic, packers[k].n) == 0)
			return &packers[k];
	return NULL;
}

/* Start name -dc, from fd to out and said. Returns 0 or the number of an error. */
static int start(const char *name, int fd, int out, int said, pid_t *pid)
{
	char *argv[] = { (char *)(uintptr_t)name, (char[]){ "-dc" }, NULL };
	posix_spawn_file_actions_t act;

	posix_spawn_file_actions_init(&act);
	posix_spawn_file_actions_adddup2(&act, fd, 0);
	posix_spawn_file_actions_adddup2(&act, out, 1);
	posix_spawn_file_actions_adddup2(&act, said, 2);
	int failed = posix_spawnp(pid, name, &act, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&act);
	return failed;
}

const char *unpack_begin(FILE *f)
{
	const struct packer *p = find(fileno(f));
	int out[2], said[2], failed;
	pid_t pid;

	if (!p)
		return NULL;
	if (pipe2(out, O_CLOEXEC))
		return p->name;
	if (pipe2(said, O_CLOEXEC)) {
		failed = errno;
	} else {
		failed = start(p->name, fileno(f), out[1], said[1], &pid);
		close(said[1]);
		if (failed)
			close(said[0]);
	}
	if (!failed && dup3(out[0], fileno(f), O_CLOEXEC) < 0)
		failed = errno;
	close(out[0]);
	close(out[1]);
	errno = failed;
	if (failed)
		return p->name;
	MEM_RESIZE(child, (size_t)n_child + 1);
	child[n_child++] = (struct child){ f, p->name, pid, said[0] };
	return NULL;
}

int unpack_is(FILE *f)
{
	int k = 0;

	while (k < n_child && child[k].f != f)
		k++;
	return k < n_child;
}

/* What the program said, on one line. */
static const char *words(const struct child *c, int status)
{
	static char text[SAID];
	size_t n = 0;
	ssize_t got;

	while (n < SAID - 1 && (got = read(c->said, text + n, SAID - 1 - n)) > 0)
		n += (size_t)got;
	while (n && text[n - 1] == '\n')
		n--;
	text[n] = 0;
	for (char *s = text; *s; s++)
		if ((unsigned char)*s < ' ')
			*s = ' ';
	const char *first = text + strspn(text, " ");
	if (!*first)
		snprintf(text, SAID, WIFSIGNALED(status) ? "%s was ended by signal %d" : "%s ended with status %d", c->name,
		         WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return first;
}

const char *unpack_end(FILE *f, int rest)
{
	const char *said = NULL;
	int k = 0, status = 0, got;

	while (k < n_child && child[k].f != f)
		k++;
	if (k == n_child)
		return NULL;
	while (rest && getc(f) != EOF)
		;
	struct child c = child[k];
	struct pollfd end = { .fd = fileno(f), .events = POLLIN };
	int ended = poll(&end, 1, 0) == 1 && !(end.revents & POLLIN), null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	child[k] = child[--n_child];
	if (null < 0 || dup3(null, fileno(f), O_CLOEXEC) < 0) /* which ends the program by SIGPIPE if it still writes */
		kill(c.pid, SIGPIPE);
	if (null >= 0)
		close(null);
	do
		got = waitpid(c.pid, &status, 0);
	while (got < 0 && errno == EINTR);
	if (ended && got == c.pid && status != 0)
		said = words(&c, status);
	close(c.said);
	if (!n_child) {
		free(child);
		child = NULL;
	}
	return said;
}
