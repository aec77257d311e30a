/* run.h: how a simulator is run by its program: options, schedule, output, signals, progress, summary. */
#ifndef SCREE_RUN_H
#define SCREE_RUN_H

#include "common/tool.h"
#include "sim/sim.h"

/* The options of all simulators, for their tables. */
extern struct run_arg {
	double time, every;
	const char *dt, *skin, *until;
	int64_t light, threads;
	int forces, heat, attraction, dry;
} run_arg;

#define RUN_FOR \
	{ 't', "time", OPT_REAL, &run_arg.time, "T", "simulate for T more [T]; 0 evaluates forces and completes the frame" }
#define RUN_TIME \
	RUN_FOR, \
	{ 'd', "dt", OPT_WORD, &run_arg.dt, "DT", \
	  "time step [T]; default auto: the stream's, or chosen from masses and stiffness" }
#define RUN_UNTIL(signs) \
	{ 0, "until", OPT_WORD, &run_arg.until, "SIGN=X,...", \
	  "stop when all of these hold: " signs }
#define RUN_FRAMES(columns) \
	{ 'e', "every", OPT_REAL, &run_arg.every, "DT", "write a frame at every multiple of DT [T]; default: only at the end" }, \
	{ 0, "light", OPT_INT, &run_arg.light, "K", \
	  "write contacts and all else only into every K-th frame and the last, default 1" }, \
	{ 0, "forces", OPT_FLAG, &run_arg.forces, NULL, "add columns " columns ": contact forces on each body" }
#define RUN_HEAT \
	{ 0, "heat", OPT_FLAG, &run_arg.heat, NULL, \
	  "keep a column heat: each body's half of what friction and viscosity take at its contacts" }
#define RUN_DRY \
	{ 0, "dry-run", OPT_FLAG, &run_arg.dry, NULL, "print what would be done, and do nothing" }
#define RUN_OUTPUT(columns) RUN_FRAMES(columns), RUN_HEAT, RUN_DRY
#define RUN_CONTACTS \
	{ 0, "attraction", OPT_FLAG, &run_arg.attraction, NULL, \
	  "let viscous forces attract; default: normal forces are never below 0" }, \
	RUN_SKIN
#define RUN_SKIN \
	{ 0, "skin", OPT_WORD, &run_arg.skin, "LEN", \
	  "width of the neighbour list's margin [L], no effect on results; default auto" }
#define RUN_COMMON \
	{ 0, "threads", OPT_INT, &run_arg.threads, "N", "threads to run on, no effect on results; default 1" }, \
	OPT_PROVENANCE, \
	OPT_QUIET

/* Options of one simulator alone: put them into o, or end the program. Returns what --dry-run says of them, "key=value". */
typedef const char *run_more(struct sim_options *o);

/* What a program does besides, where it is set: with the scene before it is set up and after, with every frame that is
 * written, and for more of the summary. */
extern struct run_extra {
	void (*scene)(struct world *w);
	void (*begin)(const void *sim);
	void (*frame)(const void *sim);
	const char *(*summary)(const void *sim);
} run_extra;

/* All that main does; returns the exit status. o has the simulator's defaults. */
int run_simulator(int argc, char **argv, const struct simulator *kind, const char *purpose, const struct opt *opts,
	run_more *more, struct sim_options *o);

#endif
