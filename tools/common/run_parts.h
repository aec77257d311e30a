/* run_parts.h: declarations that the files of a run share. Programs include run.h instead.
 *
 * run_options.c  options
 * run_report.c   warnings before a run, its summary, --dry-run
 * run.c          schedule, frames, the run */
#ifndef SCREE_RUN_PARTS_H
#define SCREE_RUN_PARTS_H

#include "base/ranks.h"
#include "common/run.h"
#include "units.h"

/* The conditions of --until. */
enum sign { SIGN_QUIET, SIGN_JAM, SIGN_STRAIN, SIGN_PRESSURE, SIGN_TARGET, SIGNS };

/* Which frames are to be written, and which were. */
struct schedule {
	double due;               /* end that the run was asked for [T]; INFINITY if --until alone ends it */
	int64_t end;              /* last step; INT64_MAX if there is none */
	int64_t next, frame;      /* step of the next frame, and its number: it is due at frame times --every */
	int64_t written;          /* step of the last frame in the output */
	double reached;           /* time at which that frame was due [T] */
	int light;                /* 1: that frame has no contacts, so a run from it begins with new springs */
	struct domain stated;     /* last domain in the output */
};

/* Processor time of the run and of its output, and the time by the clock [s]; the sum of the numbers of bodies over all steps. */
struct costs { double all, output, wall, bodies; };

/* One run of a simulator. */
struct run {
	const struct run_program *program;
	const struct simulator *kind;
	const struct sim_options *options;
	const char *method;       /* the program's own options, as --dry-run prints them */
	int resumes;              /* 1: the last frame of the input is complete, and the simulation continues from it */
	int passed;               /* 1: that frame has been copied to the output */
	double sign[SIGNS];       /* values of the conditions of --until; 0: not given */
	void *sim;                /* the simulation */
	struct world *w;          /* the last state that was exported from it; rows may be packed, contacts without derived columns */
	struct row_pack packed, packed_body; /* contacts; columns of bodies */
	struct world kept;        /* of several ranks: the last kept state, if another one has been exported since to deal bodies out;
	                           * its step is 0 if there is none */
	int moving;               /* that other one is in w */
	struct schedule plan;
	struct costs cpu;
	struct ranks_traffic sent; /* before the run */
	int kept_dt, named_dt;    /* 1: the stream has a time step; it is too long, and a warning has said so */
	struct units units;       /* names of units, for --dry-run */
};

/* Check the options that all simulators have, and take them over into r and o. */
void run_options(struct run *r, struct sim_options *o);

/* Warn if the time step is more than most times the automatic time step, which is a 25th of the shortest half period. Verlet's
 * method is unstable from 16 times the automatic time step on. */
void run_check_dt(const struct run *r, const struct sim_report *is, double most);
/* The time step that the stream keeps from an earlier run may not fit any more. If the energies of the present state are not
 * those of the stream's ledger, laws or bodies have changed since. If they are, the step was given on purpose, or chosen for
 * this scene. If that cannot be known, only a step that is far too long is named, and in a note one that is far too short. */
void run_check_kept_dt(struct run *r);
/* Say so if the tangential stiffness of Hertz' law was left to its default: a tenth of a number that has another unit. */
void run_check_hertz(const struct world *w);
/* Say so if a run will take very many steps, as one does that goes on to the far end of a run before it. */
void run_check_length(const struct run *r);
/* Print what a run would do. */
void run_dry(struct run *r);
/* Say what a run since step `first` took, and warn if it is not to be trusted. */
void run_summary(const struct run *r, int64_t first);

#endif
