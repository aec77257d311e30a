/* run.h: how a program runs a simulator: options, schedule, output, signals, progress, summary. */
#ifndef SCREE_RUN_H
#define SCREE_RUN_H

#include "common/tool.h"
#include "sim/sim.h"

/* Values of the options that all simulators have. Programs put the rows below into their option tables. */
extern struct run_arg {
	double time, every;
	const char *dt, *skin, *until, *output;
	int64_t light;
	const char *threads;
	int forces, heat, attraction, dry;
} run_arg;

#define RUN_FOR \
	{ 't', "time", OPT_REAL, &run_arg.time, "T", "time to simulate [T]; 0 only adds contacts and ledger to a new scene" }
#define RUN_TIME \
	RUN_FOR, \
	{ 'd', "dt", OPT_WORD, &run_arg.dt, "DT", \
	  "time step [T]; 0: the automatic one, from masses and stiffness; default auto: that of the stream, or the automatic one if " \
	  "it has none" }
#define RUN_UNTIL(signs) \
	{ 0, "until", OPT_WORD, &run_arg.until, "NAME=X,...", \
	  "stop when all given conditions hold: " signs }
#define RUN_FRAMES(columns) \
	{ 'e', "every", OPT_REAL, &run_arg.every, "DT", "write a frame at every multiple of DT [T]; default: only at the end" }, \
	{ 0, "light", OPT_INT, &run_arg.light, "K", \
	  "write contacts and other data for a later run only into every K-th frame and the last one, default 1" }, \
	{ 'o', "output", OPT_SAVE, &run_arg.output, "FILE", "write the stream to FILE instead of standard output" }, \
	{ 0, "forces", OPT_FLAG, &run_arg.forces, NULL, "add columns " columns ": contact force and torque on each body" }
#define RUN_HEAT \
	{ 0, "heat", OPT_FLAG, &run_arg.heat, NULL, \
	  "add a column heat: energy dissipated by friction and viscosity at the contacts, half for each of the two bodies" }
#define RUN_DRY \
	{ 0, "dry-run", OPT_FLAG, &run_arg.dry, NULL, "check the scene and print what a run would do and how long it would take" }
#define RUN_OUTPUT(columns) RUN_FRAMES(columns), RUN_HEAT, RUN_DRY
#define RUN_CONTACTS \
	{ 0, "attraction", OPT_FLAG, &run_arg.attraction, NULL, \
	  "let dashpots make normal forces attractive; default: they never do" }, \
	RUN_SKIN
#define RUN_SKIN \
	{ 0, "skin", OPT_WORD, &run_arg.skin, "LEN", \
	  "skin of the neighbour list [L], which does not affect results; default auto" }
#define RUN_COMMON \
	{ 0, "threads", OPT_WORD, &run_arg.threads, "N", \
	  "number of threads, which does not affect results; default auto: up to 8, by processors and bodies; 1 with several ranks" }, \
	OPT_PROVENANCE, \
	OPT_QUIET

/* Check the options that only this simulator has, and store them in o. Errors end the program. Returns what --dry-run prints of
 * them, "key=value". */
typedef const char *run_more(struct sim_options *o);

/* A program that runs a simulator. */
struct run_program {
	const struct simulator *kind;
	const char *purpose;      /* what the program does, for --help */
	const struct opt *opts;
	run_more *more;
	int mpi;                  /* 1: there is the same program for MPI, NAME-mpi */
	/* optional additions of the program: */
	void (*scene)(struct world *w);             /* called with the scene before the simulator is set up */
	void (*begin)(const void *sim);             /* called after the set-up */
	void (*frame)(const void *sim);             /* called after every frame that is written */
	const char *(*summary)(const void *sim);    /* returns more text for the end of the summary */
};

/* All that main does. o has the simulator's defaults. Returns the exit status. */
int run_simulator(int argc, char **argv, const struct run_program *program, struct sim_options *o);

#endif
