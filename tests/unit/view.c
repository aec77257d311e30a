/* What a camera sees: depths of ellipsoids and triangles against rays, walls, light and few colours. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "base/rng.h"
#include "base/vec.h"
#include "tap.h"
#include "view/depth.h"
#include "view/front.h"
#include "view/light.h"
#include "view/reduce.h"
#include "view/render.h"

enum { SIDE = 64 };

/* The viewer's ray through sample i, j: from an eye, or a point in the plane of the centre, along a direction. */
static void ray(const struct view *v, int i, int j, vec3 *from, vec3 *along)
{
	double on[3];

	view_point(v, (double[3]){ (i + 0.5 - v->at[0]) / v->scale, (v->at[1] - j - 0.5) / v->scale, 0 }, on);
	*from = v3_from(on);
	double to[3];
	view_towards(v, on, to);
	*along = v3_from(to);
}

/* The largest t of from + t along inside the ellipsoid, or -INFINITY. */
static double ball_front(const struct stage_ball *b, vec3 from, vec3 along)
{
	const double *a = b->a;
	vec3 d = v3_sub(from, v3_from(b->at));
	vec3 ad = v3(a[0] * d.x + a[3] * d.y + a[4] * d.z, a[3] * d.x + a[1] * d.y + a[5] * d.z, a[4] * d.x + a[5] * d.y + a[2] * d.z);
	vec3 au = v3(a[0] * along.x + a[3] * along.y + a[4] * along.z, a[3] * along.x + a[1] * along.y + a[5] * along.z,
		a[4] * along.x + a[5] * along.y + a[2] * along.z);
	double p = v3_dot(along, au), q = v3_dot(along, ad), r = v3_dot(d, ad) - 1, root = q * q - p * r;

	return root < 0 ? -INFINITY : (-q + sqrt(root)) / p;
}

/* The same for a tube: the ray leaves the cylinder at the greater root, unless it leaves through an end before. */
static double tube_front(const struct stage_ball *b, vec3 from, vec3 along)
{
	vec3 axis = v3(b->a[0], b->a[1], b->a[2]), d = v3_sub(from, v3_from(b->at));
	double length = v3_norm(axis);
	vec3 u = v3_scale(1 / length, axis), dc = v3_cross(d, u), ac = v3_cross(along, u);
	double p = v3_dot(ac, ac), q = v3_dot(dc, ac), r = v3_dot(dc, dc) - b->a[3] * b->a[3], root = q * q - p * r;
	double slope = v3_dot(along, u), first = -v3_dot(d, u) / slope, last = (length - v3_dot(d, u)) / slope;

	if (root < 0 && p > 0)
		return -INFINITY;
	double low = fmax((-q - sqrt(root)) / p, fmin(first, last)), high = fmin((-q + sqrt(root)) / p, fmax(first, last));
	return low <= high ? high : -INFINITY;
}

static double thing_front(const struct stage_ball *b, vec3 from, vec3 along)
{
	return b->tube ? tube_front(b, from, along) : ball_front(b, from, along);
}

static void test_balls(double k, const char *how)
{
	struct view v = { .k = k, .scale = 9, .at = { SIDE / 2 + 0.3, SIDE / 2 - 0.2 }, .centre = { 0.2, -0.1, 0.4 } };
	float z[SIDE * SIDE];
	int id[SIDE * SIDE], wrong = 0, seen = 0;
	double worst = 0;
	struct depth d = { .width = SIDE, .from = 0, .to = SIDE, .z = z, .id = id };
	struct stage s = { 0 };
	struct rng g;

	rng_seed(&g, 7);
	view_turn(&v, 0.7, 0.3);
	for (int n = 0; n < 12; n++) {
		double q[4], m[3][3], at[3], a[3];

		for (int i = 0; i < 4; i++)
			q[i] = rng_uniform(&g) - 0.5;
		for (int i = 0; i < 3; i++) {
			at[i] = 4 * (rng_uniform(&g) - 0.5);
			a[i] = 0.3 + rng_uniform(&g);
		}
		quat_matrix(m, q);
		stage_add_ellipsoid(&s, at, a, (const double (*)[3])m, 0, n);
		if (n % 2) /* a tube beside it, one of them towards the viewer */
			stage_add_tube(&s, (double[]){ at[1], at[2], at[0] }, (double[]){ at[1] + (n == 1 ? v.axis[2][0] : m[0][0]),
				at[2] + (n == 1 ? v.axis[2][1] : m[1][0]), at[0] + (n == 1 ? v.axis[2][2] + 1e-3 : m[2][0]) }, 0.6 * a[0], 0, n);
	}
	depth_clear(&d);
	memset(id, 0xff, sizeof id);
	for (int n = 0; n < s.n_ball; n++)
		depth_add_ball(&d, &v, &s.ball[n], n);
	for (int j = 0; j < SIDE; j++)
		for (int i = 0; i < SIDE; i++) {
			vec3 from, along;
			double best = -INFINITY, second = -INFINITY, p[3];
			int whose = -1;

			ray(&v, i, j, &from, &along);
			for (int n = 0; n < s.n_ball; n++) {
				double t = thing_front(&s.ball[n], from, along);
				if (t > best) {
					second = best;
					best = t;
					whose = n;
				} else if (t > second) {
					second = t;
				}
			}
			seen += whose >= 0;
			wrong += whose != id[j * SIDE + i] && best - second > 1e-4;
			if (whose >= 0 && whose == id[j * SIDE + i]) {
				view_point(&v, (double[3]){ (i + 0.5 - v.at[0]) / v.scale, (v.at[1] - j - 0.5) / v.scale, z[j * SIDE + i] }, p);
				worst = fmax(worst, v3_norm(v3_sub(v3_from(p), v3_add(from, v3_scale(best, along)))));
			}
		}
	/* a ray that grazes an ellipsoid or a tube may miss it by rounding */
	ok(seen > 1000 && wrong <= 2, "ellipsoids and tubes that run into each other, %s: the one in front of %d samples, %d others",
		how, seen, wrong);
	ok(worst < 2e-3, "and where its surface is, to %.1e", worst);
	stage_free(&s);
}

static void test_boxes(void)
{
	struct view v = { .k = 0.11, .scale = 1, .centre = { 0.5, 0.2, 0 } };
	const double a[3] = { 1.7, 0.6, 0.9 };
	double q[4] = { 0.8, 0.3, -0.4, 0.2 }, m[3][3], box[4], lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
	struct stage s = { 0 };

	view_turn(&v, -1.1, 0.4);
	quat_matrix(m, q);
	stage_add_ellipsoid(&s, (double[]){ 1, 2, -0.5 }, a, (const double (*)[3])m, 0, 0);
	for (int i = 0; i < 400; i++)
		for (int j = 0; j < 400; j++) {
			double theta = 3.14159265358979 * (i + 0.5) / 400, phi = 6.283185307179586 * j / 400, p[3], seen[3];
			const double u[3] = { a[0] * sin(theta) * cos(phi), a[1] * sin(theta) * sin(phi), a[2] * cos(theta) };

			mat3_apply(p, (const double (*)[3])m, u);
			p[0] += 1, p[1] += 2, p[2] -= 0.5;
			view_of_point(&v, p, seen);
			for (int k = 0; k < 2; k++) {
				lo[k] = fmin(lo[k], seen[k]);
				hi[k] = fmax(hi[k], seen[k]);
			}
		}
	depth_ball_box(&v, &s.ball[0], box);
	for (int k = 0; k < 2; k++) {
		near(box[k], lo[k], 2e-4, "the least place %d of an ellipsoid in perspective", k);
		near(box[k + 2], hi[k], 2e-4, "and the greatest");
	}
	stage_clear(&s);
	stage_add_tube(&s, (double[]){ 1, 2, -0.5 }, (double[]){ 1.6, 2.8, -0.5 }, 0.25, 0, 0);
	stage_add_sphere(&s, (double[]){ 1, 2, -0.5 }, 0.25, 0, 0);
	stage_add_sphere(&s, (double[]){ 1.6, 2.8, -0.5 }, 0.25, 0, 0);
	double both[2][4];
	depth_ball_box(&v, &s.ball[0], box);
	for (int k = 0; k < 2; k++)
		depth_ball_box(&v, &s.ball[1 + k], both[k]);
	for (int k = 0; k < 4; k++)
		near(box[k], k < 2 ? fmin(both[0][k], both[1][k]) : fmax(both[0][k], both[1][k]), 1e-12, "the box of a tube, side %d", k);
	stage_free(&s);
}

static double any(double lo, double hi)
{
	static unsigned long long state = 1;

	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

/* Bodies of faces, tubes and balls in a heap: from front to back, without what is hidden, they look like all of them drawn. */
static void test_front(void)
{
	enum { SIDE = 120 };
	static float z[3][SIDE * SIDE];
	const double turned[3][3] = { { 0.6, -0.8, 0 }, { 0.8, 0.6, 0 }, { 0, 0, 1 } };
	struct stage s = { 0 };
	struct front front;
	int different = 0, seen = 0, hidden = 0, things = 0, small = 0, missed = 0, left_out = 0;

	for (int body = 0; body < 300; body++) {
		double at[3] = { any(-4, 4), any(-4, 4), any(-4, 4) }, p[3][3];
		int parts = body % 3 ? 14 : 3; /* some have too few to be looked at */

		for (int k = 0; k < parts; k++) {
			for (int c = 0; c < 9; c++)
				p[c / 3][c % 3] = at[c % 3] + any(-0.6, 0.6);
			if (k % 2)
				stage_add_tube(&s, p[0], p[1], any(0.05, 0.3), 0, body);
			else if (k % 4)
				stage_add_sphere(&s, p[0], any(0.1, 0.4), 0, body);
			else
				stage_add_ellipsoid(&s, p[0], (double[]){ 0.5, 0.2, 0.3 }, turned, 0, body);
			stage_add_face(&s, (const double (*)[3])p, NULL, 0, body, 0);
		}
	}
	front_init(&front, &s);
	unsigned char *drawn = malloc((size_t)s.n_ball);
	for (int way = 0; way < 20; way++) {
		struct view v = { .scale = 12, .at = { SIDE / 2.0, SIDE / 2.0 } };
		struct depth d[3];

		view_turn(&v, any(-3, 3), any(-1.5, 1.5));
		memset(drawn, 0, (size_t)s.n_ball);
		for (int k = 0; k < 3; k++) {
			d[k] = (struct depth){ .width = SIDE, .from = 0, .to = SIDE, .z = z[k] };
			depth_clear(&d[k]);
		}
		for (int k = 0; k < s.n_ball; k++)
			depth_add_ball(&d[0], &v, &s.ball[k], 0);
		for (int k = 0; k < s.n_face; k++)
			depth_add_face(&d[0], &v, &s.face[k], 0);
		front_draw(&front, &s, &v, &d[1], drawn);
		for (int k = 0; k < s.n_ball; k++) {
			left_out += !drawn[k];
			if (drawn[k])
				depth_add_ball(&d[2], &v, &s.ball[k], 0);
		}
		for (int k = 0; k < s.n_face; k++)
			depth_add_face(&d[2], &v, &s.face[k], 0);
		for (int k = 0; k < SIDE * SIDE; k++) {
			different += z[0][k] != z[1][k];
			missed += z[0][k] != z[2][k];
			seen += z[0][k] > DEPTH_NONE;
		}
	}
	for (int k = 0; k < front.n; k++) {
		hidden += front.run[k].face && front.run[k].n >= 14;
		things += front.run[k].n;
		small += !front.run[k].large;
	}
	ok(!different && seen > 100000, "from front to back %d samples of %d see something else", different, seen);
	ok(!missed && left_out > 20 * s.n_ball / 10, "balls that are not drawn are not seen: %d of %d left out in 20 pictures", left_out,
	   s.n_ball);
	ok(hidden == 200, "bodies are runs of their faces: %d of 200", hidden);
	ok(small == 100, "balls of small bodies are looked at too, with their neighbours: %d small runs", small);
	ok(things == s.n_ball + s.n_face, "all things are in runs: %d", things);
	free(drawn);
	front_free(&front);
	stage_free(&s);
}

/* A heap of 12000 balls, most of them behind others: where parallel rays see it, these are left out before bands are drawn; a
 * tiny perspective lets all be drawn. */
static void test_heap(void)
{
	enum { W = 150 };
	static unsigned char rgb[2][W * W * 3];
	struct render r = { .width = W, .height = W, .fine = 3, .edge = 0.5, .threads = 1 };
	struct stage s = { 0 };
	struct view v = { .scale = 3 * 15, .at = { 1.5 * W, 1.4 * W } };
	struct light l;
	int dark = 0;

	for (int k = 0; k < 12000; k++)
		stage_add_sphere(&s, (double[]){ any(-4, 4), any(-5, 5), any(-4, 4) }, any(0.1, 0.3), (unsigned)k * 7919 % 0xffffff, k);
	view_turn(&v, 0.4, 0.3);
	light_init(&l, &s, &v, 96, LIGHT_RAYS / 4, 1);
	for (int k = 0; k < 2; k++) {
		v.k = k ? 1e-300 : 0;
		render(rgb[k], &r, &s, &v, &l);
	}
	light_free(&l);
	for (int k = 0; k < W * W * 3; k++)
		dark += rgb[0][k] < 250;
	ok(memcmp(rgb[0], rgb[1], sizeof rgb[0]) == 0 && dark > W * W, "a heap looks the same without the balls that others hide");
	stage_free(&s);
}

/* Tubes along parallel rays in rows of samples, with and without ids, and as an eye sees them from very far away. */
static void test_tube_rows(void)
{
	enum { SIDE = 100 };
	static float z[3][SIDE * SIDE];
	static int id[SIDE * SIDE];
	int wrong = 0, differ = 0, seen = 0;

	for (int k = 0; k < 200; k++) {
		struct stage s = { 0 };
		struct view v = { .scale = 20, .at = { SIDE / 2.0, SIDE / 2.0 } };

		view_turn(&v, any(-3, 3), any(-1.5, 1.5));
		stage_add_tube(&s, (double[]){ any(-1, 1), any(-1, 1), any(-1, 1) }, (double[]){ any(-1, 1), any(-1, 1), any(-1, 1) },
			any(0.1, 0.5), 0, 0);
		for (int way = 0; way < 3; way++) {
			struct depth d = { .width = SIDE, .from = 0, .to = SIDE, .z = z[way], .id = way == 1 ? id : NULL };

			depth_clear(&d);
			memset(id, 0, way == 1 ? sizeof id : 0);
			v.k = way == 2 ? 1e-9 : 0;
			depth_add_ball(&d, &v, &s.ball[0], 7);
		}
		for (int i = 0; i < SIDE * SIDE; i++) {
			wrong += z[0][i] != z[1][i] || (z[1][i] > DEPTH_NONE ? 7 : 0) != id[i];
			differ += !(fabs((double)z[0][i] - z[2][i]) < 1e-3);
			seen += z[0][i] > DEPTH_NONE;
		}
		stage_free(&s);
	}
	ok(!wrong, "rows of a tube are the same with ids, which are those of the tube: %d differ", wrong);
	ok(differ < 1e-3 * seen && seen > 50000, "and as from an eye that is far away: %d of %d samples differ", differ, seen);
}

/* A sphere in the shade of another, and one in the open. */
static void test_light(void)
{
	struct stage s = { 0 };
	struct view v = { .scale = 1 };
	struct light l;
	const double up[3] = { 0, 0, 1 }, key[3] = { -0.5 / 0.99619, 0.62 / 0.99619, 0.6 / 0.99619 };

	view_turn(&v, -1.5707963267948966, 1.5707963267948966); /* from above, x to the right */
	stage_add_sphere(&s, (double[]){ 0, 0, 0 }, 1, 0, 0);
	stage_add_sphere(&s, (double[]){ 0, 0, 3.2 }, 1.4, 0, 1);
	stage_add_sphere(&s, (double[]){ 8, 0, 0 }, 1, 0, 2);
	light_init(&l, &s, &v, 512, LIGHT_RAYS, 1);
	double shaded = light_at(&l, (double[]){ 0, 0, 1 }, up, 0, 1), open = light_at(&l, (double[]){ 8, 0, 1 }, up, 0, 1);
	near(light_at(&l, (double[]){ 8 + key[0], key[1], key[2] }, key, 0, 1), 1, 0.05, "what faces the brightest sky has light 1");
	ok(open > 0.5 && open < 0.9, "what faces upwards a little less: %.3f", open);
	/* a ball of radius 1.4 at a distance of 2.2 hides a cone of 39.5 degrees, which has sin^2 = 0.4 of an even sky's light,
	 * and more of this one's, which is brightest 53 degrees from there */
	ok(shaded < 0.75 * open && shaded > 0.2 * open, "below a ball it is darker: %.3f", shaded);
	light_free(&l);
	stage_free(&s);
}

/* A square of two triangles over a point, which faces it or the sky, open or closed. */
static double below_lid(const struct view *v, int up, int closed)
{
	static const double corner[4][2] = { { -9, -8 }, { 7, -8 }, { 7, 9 }, { -9, 9 } };
	static const int face[2][2][3] = { { { 0, 2, 1 }, { 0, 3, 2 } }, { { 0, 1, 2 }, { 0, 2, 3 } } };
	struct stage s = { 0 };
	struct light l;

	for (int t = 0; t < 2; t++) {
		double p[3][3];

		for (int c = 0; c < 3; c++) {
			p[c][0] = corner[face[up][t][c]][0];
			p[c][1] = corner[face[up][t][c]][1];
			p[c][2] = 1.5;
		}
		stage_add_face(&s, (const double (*)[3])p, NULL, 0, 0, closed);
	}
	stage_add_sphere(&s, (double[]){ 0, 0, -0.5 }, 0.25, 0, 1);
	light_init(&l, &s, v, 256, LIGHT_RAYS, 1);
	double light = light_at(&l, (double[]){ 0, 0, -0.25 }, (double[]){ 0, 0, 1 }, 0, 1);
	light_free(&l);
	stage_free(&s);
	return light;
}

/* The lid is seen from below within 74 degrees from the vertical at least, in which there are 9 tenths of the light of an even
 * sky. Of a closed body what faces away from the light lies behind what faces it, and need not be looked at. */
static void test_lids(void)
{
	struct view v = { .scale = 1 };

	view_turn(&v, -1.5707963267948966, 1.5707963267948966);
	double open = below_lid(&v, 0, 1);
	ok(open > 0.5, "the far side of a closed body throws no shadow: %.3f", open);
	for (int k = 0; k < 3; k++) {
		double light = below_lid(&v, k > 0, k > 1);

		ok(light < 0.2 * open, "below a lid it is dark, open or closed, whichever side it shows: %.3f", light);
	}
}

/* Share of a pixel's samples that a line from a to b covers: no farther than half its width, along, too; every other dash. */
static double covered(const struct stage_line *line, const double a[2], const double b[2], int i, int j, int fine)
{
	double u[2] = { b[0] - a[0], b[1] - a[1] }, length = sqrt(u[0] * u[0] + u[1] * u[1]), half = 0.5 * line->width * fine;
	double dash = line->dash * fine;
	int n = 0;

	for (int k = 0; k < fine * fine; k++) {
		double x = i * fine + k % fine + 0.5 - a[0], y = j * fine + k / fine + 0.5 - a[1];
		double along = (x * u[0] + y * u[1]) / length, aside = fabs(x * u[1] - y * u[0]) / length;
		int gap = dash > 0 && (int)floor((along + half) / dash) % 2 != 0;

		n += aside <= half && along >= -half && along <= length + half && !gap;
	}
	return (double)n / (fine * fine);
}

/* Lines alone, seen from the front: x to the right, z up. Each goes through many bands of rows. Corners of ends may be cut. */
static void test_lines(void)
{
	enum { W = 90, H = 110, FINE = 3 };
	static unsigned char rgb[W * H * 3];
	static const struct { double p[2][3]; double width, dash; const char *what; } set[] = {
		{ { { -2, 0.3, -2.5 }, { 1.5, -0.7, 2.2 } }, 3.2, 0, "a line that goes up" },
		{ { { -2, 0.3, 2.5 }, { 1.5, -0.7, -2.2 } }, 2.4, 0, "down" },
		{ { { 1.7, 0, -2.6 }, { -1, 0, 2.4 } }, 1.6, 5, "up to the left, in dashes" },
		{ { { -1.9, 0, 0.8 }, { 2.1, 0, 0.8 } }, 5, 0, "level" },
		{ { { 0.7, 0, 2.3 }, { 0.7, 0, -1.9 } }, 4, 3, "upright, in dashes" },
	};
	struct render r = { .width = W, .height = H, .fine = FINE, .edge = 0.7, .threads = 1 };
	struct view v = { .scale = FINE * 17, .at = { FINE * W / 2 + 2, FINE * H / 2 - 3 } };

	view_turn(&v, -1.5707963267948966, 0);
	for (size_t k = 0; k < sizeof set / sizeof *set; k++) {
		struct stage s = { 0 };
		struct light l;
		double end[2][2], ink = 0;
		int wrong = 0;

		stage_add_line(&s, set[k].p[0], set[k].p[1], set[k].width, set[k].dash, 0x4080c0);
		light_init(&l, &s, &v, 32, LIGHT_RAYS, 1);
		render(rgb, &r, &s, &v, &l);
		for (int e = 0; e < 2; e++) {
			end[e][0] = v.at[0] + v.scale * set[k].p[e][0];
			end[e][1] = v.at[1] - v.scale * set[k].p[e][2];
		}
		for (int j = 0; j < H; j++)
			for (int i = 0; i < W; i++) {
				double share = covered(&s.line[0], end[0], end[1], i, j, FINE), far = INFINITY;

				for (int e = 0; e < 2; e++)
					far = fmin(far, hypot(i + 0.5 - end[e][0] / FINE, j + 0.5 - end[e][1] / FINE));
				ink += share;
				for (int c = 0; c < 3 && far > set[k].width; c++) /* a sample on the very edge may be on either side of it */
					wrong += fabs(rgb[3 * (j * W + i) + c] - (255 - share * (255 - 0x40 * (c + 1)))) > 255.0 / (FINE * FINE) + 1;
			}
		ok(ink > 60 && wrong == 0, "%s: %d samples wrong of %.0f pixels", set[k].what, wrong, ink);
		light_free(&l);
		stage_free(&s);
	}
}

/* A line that goes through a sphere is seen in front of it, and not behind it. */
static void test_line_depth(void)
{
	enum { W = 80, FINE = 2 };
	static unsigned char rgb[W * W * 3];
	struct render r = { .width = W, .height = W, .fine = FINE, .edge = 0, .threads = 1 };
	struct view v = { .scale = FINE * 20, .at = { FINE * W / 2, FINE * W / 2 } };
	struct stage s = { 0 };
	struct light l;

	view_turn(&v, -1.5707963267948966, 0); /* the viewer is at y = -infinity */
	stage_add_sphere(&s, (double[]){ 0, 0, 0 }, 1, 0xffffff, 0);
	stage_add_line(&s, (double[]){ 1.6, 1.5, 0 }, (double[]){ -1.6, -1.5, 0 }, 4, 0, 0xff0000);
	light_init(&l, &s, &v, 64, LIGHT_RAYS, 1);
	render(rgb, &r, &s, &v, &l);
	/* y = 1.5 / 1.6 x meets the sphere where x = +-0.7295 */
	int red[W], first = W, last = 0;
	for (int i = 0; i < W; i++) {
		const unsigned char *p = rgb + 3 * (W * W / 2 + i);

		red[i] = p[0] > 2 * p[1];
		first = red[i] && i < first ? i : first;
		last = red[i] ? i : last;
	}
	near(first, W / 2 - 20 * 1.6 - 2, 1.01, "the near end of a line, half its width beyond");
	near(last, W / 2 + 20 * 1.6 + 1, 1.01, "the far end, beside the sphere");
	ok(red[W / 2 - 16] && !red[W / 2 - 12] && !red[W / 2 + 5] && !red[W / 2 + 19] && red[W / 2 + 21],
	   "seen as far as it is in front, and again where the sphere ends");
	light_free(&l);
	stage_free(&s);
}

/* A pixel's colour of a wall before, and behind, a sphere. */
static void test_walls(void)
{
	enum { W = 40 };
	static unsigned char rgb[2][W * W * 3];
	const double square[2][3][3] = { { { -9, -2, -9 }, { 9, -2, -9 }, { 9, -2, 9 } },
		{ { -9, -2, -9 }, { 9, -2, 9 }, { -9, -2, 9 } } };
	struct render r = { .width = W, .height = W, .fine = 2, .edge = 0, .threads = 1 };
	struct stage s = { 0 };
	struct view v = { .scale = 2 * 10, .at = { W, W } };
	struct light l;

	stage_add_sphere(&s, (double[]){ 0, 0, 0 }, 1, 0xc02020, 0);
	for (int k = 0; k < 2; k++)
		stage_add_wall(&s, square[k], NULL, 0xd0d0d0, 1); /* its normal is -y */
	for (int k = 0; k < 2; k++) {
		view_turn(&v, k ? 1.5707963267948966 : -1.5707963267948966, 0);
		light_init(&l, &s, &v, 128, LIGHT_RAYS, 1);
		render(rgb[k], &r, &s, &v, &l);
		light_free(&l);
	}
	const unsigned char *front = &rgb[0][3 * (W * W / 2 + W / 2)], *back = &rgb[1][3 * (W * W / 2 + W / 2)];
	ok(abs(front[0] - front[1]) < 20, "a wall that faces the viewer hides what is behind it");
	ok(back[0] > 2 * back[1], "from the other side the sphere is before it");
	v.centre[1] = 0;
	for (int k = 0; k < 2; k++) { /* the same wall turned round: now it is seen from its back, in front of the sphere */
		memcpy(s.wall[k].normal, (float[3][3]){ { 0, 1, 0 }, { 0, 1, 0 }, { 0, 1, 0 } }, sizeof s.wall[k].normal);
	}
	view_turn(&v, -1.5707963267948966, 0);
	light_init(&l, &s, &v, 128, LIGHT_RAYS, 1);
	render(rgb[0], &r, &s, &v, &l);
	light_free(&l);
	ok(front[0] > 1.5 * front[1], "one that faces away is seen through");
	stage_free(&s);
}

static void test_reduce(void)
{
	enum { W = 64 };
	unsigned char rgb[W * W * 3], seen[W * W][3];
	double mean[2][3] = { { 0 } };
	struct reduce *r = reduce_alloc();
	int n = 0, white = 0;

	for (int k = 0; k < W * W; k++) {
		unsigned char *p = rgb + 3 * k;

		p[0] = k % W < 8 ? 255 : (unsigned char)(k % W * 3);
		p[1] = k % W < 8 ? 255 : (unsigned char)(k / W * 3);
		p[2] = k % W < 8 ? 255 : 90;
		for (int a = 0; a < 3; a++)
			mean[0][a] += p[a];
	}
	reduce_look(r, rgb, W * W);
	reduce_choose(r, 20);
	reduce_apply(r, rgb, W, W);
	for (int k = 0; k < W * W; k++) {
		const unsigned char *p = rgb + 3 * k;
		int i = 0;

		while (i < n && memcmp(seen[i], p, 3) != 0)
			i++;
		if (i == n)
			memcpy(seen[n++], p, 3);
		white += k % W < 8 && p[0] == 255 && p[1] == 255 && p[2] == 255;
		for (int a = 0; a < 3; a++)
			mean[1][a] += p[a];
	}
	ok(n == 21, "twenty colours and white");
	ok(white == 8 * W, "white stays white");
	for (int a = 0; a < 3; a++)
		near(mean[1][a] / (W * W), mean[0][a] / (W * W), 1.5, "the mean of colour %d", a);
	reduce_free(r);
}

int main(void)
{
	test_balls(0, "along parallel rays");
	test_balls(0.13, "in perspective");
	test_boxes();
	test_front();
	test_heap();
	test_tube_rows();
	test_light();
	test_lids();
	test_lines();
	test_line_depth();
	test_walls();
	test_reduce();
	return done();
}
