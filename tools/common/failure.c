/* failure.c: error messages for the failures of a simulator */
#include "common/failure.h"

#include <math.h>
#include <string.h>

#include "common/laws.h"
#include "common/tool.h"

/* A body has left the domain: through a wall, because the step is too long or the contacts too soft, or where no wall is. */
static _Noreturn void left_domain(const struct sim_error *e)
{
	const double far = 0.1; /* of its size: a body that moves further in a step may jump through a wall */
	char cause[160] = "";

	if (e->limit > far)
		snprintf(cause, sizeof cause, "it moved by %.2g times its size in the last step: give a smaller --dt, slower grains or stiffer "
		         "contacts; ", e->limit);
	else if (!isnan(e->limit))
		snprintf(cause, sizeof cause, "if it was pressed through a wall, give stiffer contacts (kn in scree-set --law) or a smaller "
		         "--dt; ");
	tool_fail(EXIT_NUMERICS, "t=%.9g: body %lld has left the domain, %c=%.6g; %swhere no wall is, walls (scree-wall) or a larger "
	          "domain keep it in, an outlet (scree-set --outlet) removes it", e->t, (long long)e->a, "xyz"[e->b], e->value, cause);
}

void failure(const struct sim_error *e)
{
	const char *a = e->word ? e->word : "", *b = e->word2 ? e->word2 : "", *key = e->key ? e->key : "";
	long long i = (long long)e->a, j = (long long)e->b;
	static const char advice[] = "if each body turns by itself, give each a tag and a constraint (scree-set --where 'id == ...' "
		"--tag); if they turn together, make them one body, such as a clump or a mesh";
	char text[512];

	switch (e->status) {
	case SIM_DIMENSION:
		tool_fail(EXIT_INPUT, "the stream has dim=%lld, expected dim=%lld", i, j);
	case SIM_NO_SHAPE:
		tool_fail(EXIT_INPUT, "body %lld: shape %lld is not defined", i, j);
	case SIM_NO_MATERIAL:
		if (!strcmp(a, "-"))
			tool_fail(EXIT_INPUT, "body %lld has no material; scree-set --body-material gives it one", i);
		tool_fail(EXIT_INPUT, "body %lld: material '%s' is not defined; scree-set --material defines it", i, a);
	case SIM_NO_LAW:
		if (!e->word)
			tool_fail(EXIT_INPUT, "body %lld can meet its own image, and its material has no contact law with itself; scree-set --law "
			          "defines one", i);
		tool_fail(EXIT_INPUT, "no contact law for materials '%s' and '%s'; scree-set --law defines one", a, b);
	case SIM_LAW:
		laws_complaint(text, sizeof text, e->law, (enum law_status)e->law_status, key, e->value);
		if (e->law->line > 0)
			tool_fail(EXIT_INPUT, "%s:%lld: %s", particles_name(tool_in()), (long long)e->law->line, text);
		tool_fail(EXIT_INPUT, "%s", text);
	case SIM_MASS:
		tool_fail(EXIT_INPUT, "body %lld can move but has mass %g, expected above 0; fix the body, give its constraint a mass m=, or "
		          "give its shape %s", i, e->value, tool_world()->dim == 2 ? "a spheroradius" :
		          "a mass (scree-mass; planes and cylinders have none)");
	case SIM_INERTIA:
		tool_fail(EXIT_INPUT, "body %lld can turn under constraint %s but has a moment of inertia of %g, expected above 0; fix its "
		          "rotation, or give its shape a mass (scree-mass; walls that are planes or cylinders have none)", i, a, e->value);
	case SIM_SIZE:
		if (e->value > 0)
			tool_fail(EXIT_INPUT, "body %lld: with size %g and its density its mass or its moment of inertia is larger than any number, "
			          "expected less", i, e->value);
		tool_fail(EXIT_INPUT, "body %lld: size %g, expected above 0", i, e->value);
	case SIM_CENTRE:
		tool_fail(EXIT_INPUT, "body %lld: the centre of mass of shape %lld is %g away from its origin, expected 0; "
		          "scree-mass moves the shape", i, j, e->value);
	case SIM_RADIUS:
		tool_fail(EXIT_INPUT, "bodies %lld and %lld cannot touch: both spheroradii are 0, expected at least one above 0", i, j);
	case SIM_GROUP:
		tool_fail(EXIT_INPUT, "constraint %s: %lld bodies move as one and may turn, expected %s; %s", a, i, b, advice);
	case SIM_TURN:
		if (i > 1)
			tool_fail(EXIT_INPUT, "constraint %s: %lld bodies that move as one cannot turn like this, expected rx ry rz fixed, or "
			          "prescribed about one axis through all their centres; %s", a, i, advice);
		tool_fail(EXIT_INPUT, "constraint %s: a body cannot turn like this, expected rx ry rz all free, one of them free and two "
		          "fixed, or all prescribed", a);
	case SIM_WALL:
		tool_fail(EXIT_INPUT, "body %lld: shape %lld is a wall, expected a constraint that holds the body, or one that fixes its "
		          "angles and gives it a mass m=; scree-clump makes a clump of a surface, scree-shape --surface --polyhedron "
		          "--radius a rounded polyhedron", i, j);
	case SIM_AXES:
		tool_fail(EXIT_INPUT, "body %lld: the axes of shape %lld are not its principal axes; scree-mass turns the shape", i, j);
	case SIM_SHAPE:
		tool_fail(EXIT_INPUT, "body %lld: shape %lld is %s, expected %s", i, j, a, b);
	case SIM_ROLLS:
		tool_fail(EXIT_INPUT, "the law of materials '%s' and '%s' resists rolling or twisting (mur, mus), which only --solver nsgs "
		          "can solve", a, b);
	case SIM_DRIVE:
		tool_fail(EXIT_INPUT, "constraint %s: a drive is not valid, expected p: on an axis and not on an angle, ramp: with "
		          "T0 < T1, sin: with a PERIOD above 0, table: with times that increase", a);
	case SIM_BETWEEN:
		tool_fail(EXIT_INPUT, "constraint %s: between= names the wall '%s', expected other bodies with this tag and a "
		          "constraint", a, b);
	case SIM_ENDLESS:
		tool_fail(EXIT_INPUT, "constraint %s: its pressure acts on an infinite plane or tube, expected between= with walls around it "
		          "that stand exactly across these axes, or a domain that is periodic in these directions", a);
	case SIM_MEETS:
		if (e->value > 0)
			tool_fail(EXIT_INPUT, "wall %lld continues along the periodic axis %c but may turn away from it, expected rotation only about "
			          "%c or its own axis, or no period along %c", i, "xyz"[j], "xyz"[j], "xyz"[j]);
		tool_fail(EXIT_INPUT, "wall %lld is infinite and meets its own images along the periodic axis %c, expected a wall parallel to "
		          "%c, or no period there", i, "xyz"[j], "xyz"[j]);
	case SIM_LEANS:
		tool_fail(EXIT_INPUT, "cylinder %lld continues along the periodic axis %c, along which the domain is tilted, expected a domain "
		          "without tilt, a cylinder along x, or a cylinder shorter than the period", i, "xyz"[j]);
	case SIM_IMAGES:
		tool_fail(EXIT_INPUT, "wall %lld has several images along the periodic axis %c, expected a wall that is the same all "
		          "along %c, or no period there; scree-dem3 takes such walls", i, "xyz"[j], "xyz"[j]);
	case SIM_PRESSURE:
		tool_fail(EXIT_INPUT, "constraint %s: scree-cd3 has no pressures p:; give a force f: instead (scree-set --constrain), or use "
		          "scree-dem3", a);
	case SIM_TILT:
		tool_fail(EXIT_INPUT, "%s: %s", tool_domain_place(), a);
	case SIM_HELD:
		tool_fail(EXIT_INPUT, "%s: the domain deforms, but body %lld has the constraint %s, expected only free bodies; "
		          "scree-set --rate %s --pressure none --shear-stress none stops the domain", tool_domain_place(), i, a,
		          tool_world()->dim == 3 ? "0,0,0,0,0,0" : "0,0,0");
	case SIM_RATE:
		tool_fail(EXIT_NUMERICS, "the domain deforms by %.3g in one step, expected at most %g; give a smaller --dt, rate or pressure",
		          e->value, e->limit);
	case SIM_CELL:
		tool_fail(EXIT_NUMERICS, "t=%.9g: the domain has deformed to a width of %.3g; give a lower rate or pressure, or a "
		          "shorter run", e->t, e->value);
	case SIM_WIDE:
		tool_fail(EXIT_INPUT, "body %lld reaches further than %g periods of the domain, expected a smaller body or a larger domain", i,
		          e->value);
	case SIM_REACH:
		tool_fail(EXIT_INPUT, "a law reaches %g beyond the radii, expected at most %g, 3 periods of the domain; give a "
		          "smaller range, cut, volume or adhesion", e->value, e->limit);
	case SIM_VERTICES:
		tool_fail(EXIT_INPUT, "bodies %lld and %lld: the product of their numbers of vertices is %.10g, expected at most %.10g",
		          i, j, e->value, e->limit);
	case SIM_MANY: {
		static const char *const many[] = { "bodies", "pairs of bodies in its neighbour list", "candidates in its neighbour list",
			"pairs of bodies that are near each other" };

		tool_fail(EXIT_INPUT, "one process has at least %.10g %s, expected at most %.10g; give fewer bodies, or divide them among "
		          "more processes (scree-dem%d-mpi)", e->value, many[j], e->limit, tool_world()->dim);
	}
	case SIM_TWICE:
		tool_fail(EXIT_INPUT, "two bodies have the id %lld, expected unique ids", i);
	case SIM_THICK:
		tool_fail(EXIT_INPUT, "%s: body %lld has the diameter %.6g, but its nearest periodic image is %.6g away; give a larger "
		          "domain or smaller bodies", tool_domain_place(), i, e->value, e->limit);
	case SIM_OVERLAP:
		if (i == j)
			tool_fail(EXIT_NUMERICS, "t=%.9g: body %lld overlaps by %.6g with its own periodic image, expected at most %.6g (half "
			          "of the sum of their spheroradii); the domain is too small for it", e->t, i, e->value, e->limit);
		tool_fail(EXIT_NUMERICS, "t=%.9g: bodies %lld and %lld overlap by %.6g, "
		          "expected at most %.6g (half of the sum of their spheroradii); use a smaller --dt, slower grains, or "
		          "stiffer contacts, for walls by a law of their own", e->t, i, j, e->value, e->limit);
	case SIM_STEP:
		if (e->word)
			tool_fail(EXIT_INPUT, "without %s there is no automatic time step; give one with --dt", e->word);
		tool_fail(EXIT_NUMERICS, "the automatic time step is 0, expected masses, sizes and stiffnesses in consistent units; "
		          "--dt sets a time step");
	case SIM_OUTLET:
		tool_fail(EXIT_INPUT, "outlet %s: expected %s", a, b);
	case SIM_OUTLET_LEFT:
		tool_fail(EXIT_NUMERICS, "t=%.9g: the domain has deformed so far that outlet %s does not fit it any more, expected %s; "
		          "scree-set --outlet changes or removes it", e->t, a, b);
	case SIM_CROSS:
		if (i == j)
			tool_fail(EXIT_INPUT, "body %lld crosses its own image, expected a smaller body or a wider periodic domain", i);
		tool_fail(EXIT_INPUT, "bodies %lld and %lld cross, expected them separate; a law with kn=0 for their materials lets "
		          "them pass through each other", i, j);
	case SIM_RETURN:
		tool_fail(EXIT_NUMERICS, "t=%.9g: outlet %s cannot put body %lld back at %c=%.6g, expected room for it between the bounds "
		          "of return=, clear of walls and below the top of the domain", e->t, a, i, "xyz"[j], e->value);
	case SIM_OUTSIDE:
		left_domain(e);
	case SIM_FAST:
		tool_fail(EXIT_NUMERICS, "t=%.9g: body %lld moved by %.4g in one step, more than ten times its reach (the distance of its "
		          "farthest point from its centre); use a smaller --dt", e->t, i, e->value);
	case SIM_FINITE:
		tool_fail(EXIT_NUMERICS, "t=%.9g: body %lld: a force or position is not a finite number; "
		          "use a smaller --dt", e->t, i);
	case SIM_STRAYED:
		tool_fail(EXIT_NUMERICS, "t=%.9g: body %lld moved by %.3g within a few steps, further than ranks foresee; give a smaller --dt, "
		          "a larger --skin, or one rank", e->t, i, e->value);
	case SIM_LEDGER:
		tool_fail(EXIT_NUMERICS, "t=%.9g: the work done is not a finite number; use a smaller --dt", e->t);
	case SIM_GOOD:
		break;
	}
	tool_fail(EXIT_NUMERICS, "t=%.9g: a failure was reported without a cause", e->t);
}
