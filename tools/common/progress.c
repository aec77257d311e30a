/* progress.c: how far the program is. A timer asks for it, so that loops only count. The handler calls nothing but functions that
 * are safe in it: clock_gettime, lseek, write, and ours. */
#include "common/progress.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/count.h"
#include "number.h"

enum { LINE = 512 };

static struct {
	const char *name;
	double began;              /* by the clock [s] */
	int input;                 /* descriptor of the stream that is read, or -1 */
	int timed;                 /* 1: the timer runs */
	double size;               /* its length in bytes; 0: not known */
	volatile double frames;    /* read so far */
	volatile sig_atomic_t shown, paused;
} show = { .input = -1 };

/* A line of text. */
struct text { size_t n; char s[LINE]; };

static void add(struct text *t, const char *s)
{
	size_t n = strlen(s);

	if (t->n + n > sizeof t->s - 8)
		n = sizeof t->s - 8 - t->n;
	memcpy(t->s + t->n, s, n);
	t->n += n;
}

/* Add x with up to so many significant digits. */
static void add_number(struct text *t, double x, int digits)
{
	char text[NUMBER_MAX + 1];
	double limit = 1, scale = 1;

	for (int k = 0; k < digits; k++)
		limit *= 10;
	for (; isfinite(x) && x != 0 && fabs(x) * scale < limit / 10 && scale < 1e15; )
		scale *= 10;
	*number_put(text, isfinite(x) ? nearbyint(x * scale) / scale : 0) = 0;
	add(t, text);
}

static void add_time(struct text *t, double seconds)
{
	static const struct { double most, unit; const char *name; } units[] = {
		{ 100, 1, " s" }, { 6000, 60, " min" }, { 360000, 3600, " h" }, { INFINITY, 86400, " days" },
	};
	int k = 0;

	while (seconds >= units[k].most && k < 3)
		k++;
	add_number(t, nearbyint(seconds / units[k].unit), 3);
	add(t, units[k].name);
}

/* Add the part that is done, and the time that is left if the rest goes on as it has since it began. */
static void add_left(struct text *t, double part, double seconds)
{
	if (!(part > 0))
		return;
	add(t, ", ");
	add_number(t, floor(100 * fmin(part, 1)), 3);
	add(t, " %, ");
	add_time(t, seconds * (1 - fmin(part, 1)) / part);
	add(t, " left");
}

static void add_rate(struct text *t, double rate)
{
	if (!(rate > 0))
		return;
	add(t, ", ");
	add_number(t, rate, 3);
	add(t, " per s");
}

/* "NAME: frame 12, 3 per s, 40 %, 7 s left; bodies 34 of 90, 5 per s, 37 %, 12 s left" */
static void compose(struct text *t)
{
	double now = clock_wall(), since = now - show.began;
	const char *between = ": ";
	off_t at;

	add(t, show.name);
	if (show.input >= 0) {
		add(t, ": frame ");
		add_number(t, show.frames, 15);
		add_rate(t, show.frames / since);
		at = lseek(show.input, 0, SEEK_CUR);
		if (show.size > 0 && at > 0 && (double)at < show.size)
			add_left(t, (double)at / show.size, since);
		between = "; ";
	}
	for (int k = 0; k < count_levels && k < COUNT_LEVELS; k++) {
		volatile struct count *w = &count_level[k];
		double done = w->done, from = w->from, total = w->total;

		add(t, between);
		add(t, w->what);
		add(t, " ");
		add_number(t, done, 6);
		if (total > 0) {
			add(t, " of ");
			add_number(t, total, 6);
		}
		add_rate(t, (done - from) / (now - w->began));
		if (total > from)
			add_left(t, (done - from) / (total - from), now - w->began);
		between = "; ";
	}
	add(t, between);
	add_time(t, since);
	add(t, " so far");
}

static void on_signal(int number)
{
	struct text t = { 0 };
	int kept = errno;

	if (number == SIGALRM && show.paused)
		return;
	if (number == SIGALRM || show.shown)
		add(&t, "\r");
	compose(&t);
	if (number == SIGALRM || show.shown)
		add(&t, "\033[K");
	if (number != SIGALRM)
		t.s[t.n++] = '\n';
	show.shown = number == SIGALRM;
	if (write(2, t.s, t.n) < 0)
		show.shown = 0;
	errno = kept;
}

void progress_pause(void)
{
	show.paused = 1;
	if (!show.shown)
		return;
	show.shown = 0;
	fputs("\r\033[K", stderr);
}

void progress_resume(void)
{
	show.paused = 0;
}

void progress_end(void)
{
	const struct itimerval off = { 0 };

	if (show.timed)
		setitimer(ITIMER_REAL, &off, NULL);
	progress_pause();
}

/* Output begins: on a terminal it would mix with what is shown. */
static void yield(void)
{
	if (isatty(1))
		progress_end();
}

void progress_begin(const char *name, int quiet)
{
	struct sigaction a = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	const struct itimerval timer = { .it_value = { .tv_sec = 2 }, .it_interval = { .tv_usec = 500000 } };

	show.name = name;
	show.began = clock_wall();
	count_yield = yield;
	sigaddset(&a.sa_mask, SIGALRM);
	sigaddset(&a.sa_mask, SIGUSR1);
	sigaction(SIGUSR1, &a, NULL);
#ifdef SIGINFO
	sigaddset(&a.sa_mask, SIGINFO);
	sigaction(SIGINFO, &a, NULL);
#endif
	if (quiet || !isatty(2))
		return;
	sigaction(SIGALRM, &a, NULL);
	show.timed = setitimer(ITIMER_REAL, &timer, NULL) == 0;
}

void progress_input(FILE *f)
{
	struct stat st;

	show.input = f ? fileno(f) : -1;
	show.size = f && fstat(show.input, &st) == 0 && S_ISREG(st.st_mode) ? (double)st.st_size : 0;
}

void progress_frame(void)
{
	show.frames = show.frames + 1;
}
