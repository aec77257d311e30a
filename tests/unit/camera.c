/* camera.c: where points of space are seen, against a pinhole; triangles in depth against rays through every sample; what
 * models of shapes put before the camera. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene_text.h"

#include "base/quat.h"
#include "base/rng.h"
#include "base/vec.h"
#include "common/model.h"
#include "tap.h"
#include "view/depth.h"
#include "view/stage.h"
#include "view/view.h"

static int is_near(const double *a, const double *b, int n, double tol)
{
	double worst = 0;

	for (int k = 0; k < n; k++)
		worst = fmax(worst, fabs(a[k] - b[k]));
	return worst < tol;
}

/* e^T T e, T: xx yy zz xy xz yz. */
static double form(const double t[6], vec3 e)
{
	return t[0] * e.x * e.x + t[1] * e.y * e.y + t[2] * e.z * e.z +
		2 * (t[3] * e.x * e.y + t[4] * e.x * e.z + t[5] * e.y * e.z);
}

/* Azimuth 0.7 from x towards y, elevation 0.3 above the plane: the viewer stands there, x of the picture is level, y leans up. */
static void test_turn(void)
{
	const double az = 0.7, el = 0.3;
	struct view v = { .k = 0 };

	view_turn(&v, az, el);
	ok(is_near(v.axis[2], (double[3]){ cos(el) * cos(az), cos(el) * sin(az), sin(el) }, 3, 1e-14), "towards the viewer");
	ok(is_near(v.axis[0], (double[3]){ -sin(az), cos(az), 0 }, 3, 1e-14), "to the right, level");
	vec3 up = v3_cross(v3_from(v.axis[2]), v3_from(v.axis[0]));
	ok(is_near(v.axis[1], (double[3]){ up.x, up.y, up.z }, 3, 1e-14) && v.axis[1][2] > 0.9, "and up, square to both");
}

/* A viewer at c + axis_z / k sees a point where the line to it meets the plane of the centre. */
static void test_pinhole(void)
{
	const double c[3] = { 0.4, -1.2, 2.3 }, p[3] = { 1.7, 0.3, 1.1 };
	struct view v = { .k = 0.13, .centre = { c[0], c[1], c[2] } };
	double seen[3], back[3], to[3], eye[3], along[3], at = 0, depth = 0, want[2] = { 0, 0 };

	view_turn(&v, -2.1, 0.6);
	for (int k = 0; k < 3; k++) {
		eye[k] = c[k] + v.axis[2][k] / v.k;
		along[k] = p[k] - eye[k];
		at += (c[k] - eye[k]) * v.axis[2][k];
		depth += along[k] * v.axis[2][k];
	}
	for (int k = 0; k < 3; k++)
		for (int d = 0; d < 2; d++)
			want[d] += v.axis[d][k] * (eye[k] + along[k] * at / depth - c[k]);
	view_of_point(&v, p, seen);
	ok(is_near(seen, want, 2, 1e-13), "a point is seen through a pinhole");
	view_point(&v, seen, back);
	ok(is_near(back, p, 3, 1e-13), "and found again from where it is seen and how deep");
	view_towards(&v, p, to);
	double norm = sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
	ok(is_near(to, (double[3]){ -along[0] / norm, -along[1] / norm, -along[2] / norm }, 3, 1e-13), "the way to the viewer");
	/* what is nearer has the greater depth, along one ray */
	double nearer[3], q[3];
	for (int k = 0; k < 3; k++)
		q[k] = p[k] + 0.1 * to[k];
	view_of_point(&v, q, nearer);
	ok(nearer[2] > seen[2] && is_near(nearer, seen, 2, 1e-13), "what is in front stays in front");
	v.k = 0;
	view_of_point(&v, p, seen);
	for (int d = 0; d < 3; d++) {
		want[0] = 0;
		for (int k = 0; k < 3; k++)
			want[0] += v.axis[d][k] * (p[k] - c[k]);
		near(seen[d], want[0], 1e-14, "along parallel rays: coordinate %d", d);
	}
}

enum { W = 60, H = 40 };

/* Triangles at random, in one another's way: which is in front, and where. */
static void test_faces(double k, const char *how)
{
	struct view v = { .k = k, .scale = 9, .at = { W / 2 + 0.3, H / 2 - 0.7 }, .centre = { 0.2, -0.1, 0.4 } };
	float z[W * H];
	int id[W * H], wrong = 0, seen = 0, counted = 0;
	unsigned char count[W * H] = { 0 };
	double worst = 0, box[4];
	struct depth d = { .width = W, .from = 0, .to = H, .z = z, .id = id };
	struct stage s = { 0 };
	struct rng g;

	rng_seed(&g, 11);
	view_turn(&v, 0.7, 0.3);
	for (int n = 0; n < 10; n++) {
		double p[3][3];

		for (int c = 0; c < 3; c++)
			for (int a = 0; a < 3; a++)
				p[c][a] = 5 * (rng_uniform(&g) - 0.5);
		stage_add_face(&s, (const double (*)[3])p, NULL, 0, n, 1);
	}
	depth_clear(&d);
	memset(id, 0xff, sizeof id);
	for (int n = 0; n < s.n_face; n++)
		depth_add_face(&d, &v, &s.face[n], n);
	for (int n = 0; n < s.n_face; n++) {
		struct stage_face up = s.face[n];

		/* a step towards the viewer from where it is: every sample of it that is seen is then in front of all */
		if (n == 3) {
			for (int c = 0; c < 3; c++)
				for (int a = 0; a < 3; a++)
					up.p[c][a] += 30 * (k > 0 ? 0.1 : 1) * v.axis[2][a];
			depth_count_face(&d, &v, &up, count);
		}
	}
	for (int j = 0; j < H; j++)
		for (int i = 0; i < W; i++) {
			double best = -INFINITY, second = -INFINITY;
			int whose = -1, edge = 0;

			for (int n = 0; n < s.n_face; n++) {
				double x[3], y[3], depth[3], at[3];

				for (int c = 0; c < 3; c++) {
					double q[3];

					view_of_point(&v, s.face[n].p[c], q);
					x[c] = v.at[0] + v.scale * q[0] - (i + 0.5);
					y[c] = v.at[1] - v.scale * q[1] - (j + 0.5);
					depth[c] = q[2];
				}
				double all = 0;
				for (int c = 0; c < 3; c++) {
					int e = (c + 1) % 3, f = (c + 2) % 3;

					at[c] = x[e] * y[f] - x[f] * y[e];
					all += at[c];
				}
				double share[3] = { at[0] / all, at[1] / all, at[2] / all }, least = fmin(share[0], fmin(share[1], share[2]));
				edge |= fabs(least) < 1e-3;
				if (least < 0)
					continue;
				double front = share[0] * depth[0] + share[1] * depth[1] + share[2] * depth[2];
				if (front > best) {
					second = best;
					best = front;
					whose = n;
				} else if (front > second) {
					second = front;
				}
			}
			if (edge || best - second < 1e-4)
				continue;
			seen += whose >= 0;
			wrong += whose != id[j * W + i] || (whose < 0) != (z[j * W + i] < -1e30);
			if (whose >= 0 && whose == id[j * W + i])
				worst = fmax(worst, fabs(z[j * W + i] - best));
		}
	ok(seen > 400 && wrong == 0, "triangles that run into each other, %s: the one in front of %d samples, %d others", how,
		seen, wrong);
	ok(worst < 1e-4, "and how deep it is, to %.1e", worst);
	for (int n = 0; n < W * H; n++)
		counted += count[n];
	ok(counted > 20, "what stands before all is counted: %d", counted);
	depth_face_box(&v, &s.face[2], box);
	double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY }, q[3];
	for (int c = 0; c < 3; c++) {
		view_of_point(&v, s.face[2].p[c], q);
		for (int a = 0; a < 2; a++)
			lo[a] = fmin(lo[a], q[a]), hi[a] = fmax(hi[a], q[a]);
	}
	ok(is_near(box, lo, 2, 1e-15) && is_near(box + 2, hi, 2, 1e-15), "the box that a triangle is seen in");
	stage_free(&s);
}

/* Half a picture is drawn like the whole. */
static void test_rows(void)
{
	struct view v = { .scale = 9, .at = { W / 2 + 0.3, H / 2 - 0.7 } };
	float z[W * H], part[W * 15];
	struct depth whole = { .width = W, .from = 0, .to = H, .z = z }, some = { .width = W, .from = 12, .to = 27, .z = part };
	struct stage s = { 0 };

	view_turn(&v, 0.7, 0.3);
	stage_add_sphere(&s, (double[]){ 0.3, 0.2, 0.1 }, 1.7, 0, 0);
	stage_add_face(&s, (const double[3][3]){ { -2, 1, 0 }, { 2, 2, 1 }, { 0, -3, 2 } }, NULL, 0, 1, 0);
	for (int k = 0; k < 2; k++) {
		struct depth *d = k ? &some : &whole;

		depth_clear(d);
		depth_add_ball(d, &v, &s.ball[0], 0);
		depth_add_face(d, &v, &s.face[0], 1);
	}
	ok(memcmp(part, z + 12 * W, sizeof part) == 0, "rows of a picture are the same drawn alone");
	stage_free(&s);
}

static void test_stage(void)
{
	const double q[4] = { 0.8, 0.2, -0.4, 0.4 }, a[3] = { 1.5, 0.75, 0.5 }, at[3] = { 1, -2, 0.5 };
	double m[3][3], lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, want[3];
	struct stage s = { 0 };

	quat_matrix(m, q);
	stage_add_ellipsoid(&s, at, a, (const double (*)[3])m, 0x123456, 7);
	/* along its own axes it ends at a: (x - at)^T A (x - at) = 1 */
	for (int k = 0; k < 3; k++) {
		const double *t = s.ball[0].a;
		vec3 e = v3(m[0][k] * a[k], m[1][k] * a[k], m[2][k] * a[k]);

		near(form(t, e), 1, 1e-13,
		     "an ellipsoid ends at its half axis %d", k);
		want[k] = sqrt(m[k][0] * a[0] * m[k][0] * a[0] + m[k][1] * a[1] * m[k][1] * a[1] + m[k][2] * a[2] * m[k][2] * a[2]);
	}
	stage_box(&s, lo, hi);
	ok(is_near(lo, (double[3]){ 1 - want[0], -2 - want[1], 0.5 - want[2] }, 3, 1e-13) &&
	   is_near(hi, (double[3]){ 1 + want[0], -2 + want[1], 0.5 + want[2] }, 3, 1e-13), "its box");
	stage_add_face(&s, (const double[3][3]){ { 9, 0, 0 }, { 0, -8, 0 }, { 0, 0, 7 } }, NULL, 0, 1, 0);
	stage_add_wall(&s, (const double[3][3]){ { -6, 0, 0 }, { 0, 5, 0 }, { 0, 0, -4 } }, NULL, 0, 1);
	stage_add_face(&s, (const double[3][3]){ { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 } }, NULL, 0, 1, 0);
	stage_box(&s, lo, hi);
	ok(is_near(lo, (double[3]){ -6, -8, -4 }, 3, 1e-15) && is_near(hi, (double[3]){ 9, 5, 7 }, 3, 1e-15) && s.n_face == 1,
	   "with a triangle and a wall; what has no area is left out");
	/* the normal of (9, 0, 0), (0, -8, 0), (0, 0, 7), counter-clockwise */
	vec3 n = v3_cross(v3(-9, -8, 0), v3(-9, 0, 7));
	double size = v3_norm(n);
	near(s.face[0].normal[1][0], n.x / size, 1e-7, "a triangle's own normal: x");
	near(s.face[0].normal[2][2], n.z / size, 1e-7, "z");
	stage_free(&s);
}

/* Models at their place, turned and sized: x + size R p. */
static void test_models(void)
{
	static const char text[] = "scree 1 dim=3\nshape 1 clump -0.5,0.25,0.125,0.5 1,-0.5,0.375,0.75\n"
		"shape 2 ellipsoid a=1.5,0.75,0.5\n"
		"shape 3 mesh vertices=4 0.25,0,0 1,0.125,0 0,1.5,0.25 0.125,0.5,2 0,2,1 0,1,3 0,3,2 1,2,3\n";
	const double q[4] = { 0.8, 0.2, -0.4, 0.4 }, at[3] = { 2, -1, 3 }, size = 1.75;
	double r[3][3], p[3], skew = 0;
	struct stage s = { 0 };
	struct model m[3];
	struct world w;

	quat_matrix(r, q);
	read_all(text, &w);
	for (int k = 0; k < 3; k++) {
		const char *fault = model_init(&m[k], world_shape(&w, k + 1), 20, 0, 0);

		ok(!fault && model_is_of(&m[k], world_shape(&w, k + 1)) && !model_is_of(&m[k], world_shape(&w, 1 + (k + 1) % 3)),
		   "a model of a %s is of that shape", shape_kind_name[world_shape(&w, k + 1)->kind]);
		model_place(&m[k], &s, at, (const double (*)[3])r, size, 0xabcdef, 3 * k);
	}
	const struct solid *clump = world_shape(&w, 1)->solid;
	ok(s.n_ball == 3, "two pebbles and an ellipsoid");
	for (int k = 0; k < 2; k++) {
		mat3_apply(p, (const double (*)[3])r, clump->ball[k]);
		ok(is_near(s.ball[k].at, (double[3]){ 2 + size * p[0], -1 + size * p[1], 3 + size * p[2] }, 3, 1e-13) &&
		   fabs(s.ball[k].a[1] - pow(size * clump->ball[k][3], -2)) < 1e-13 && s.ball[k].rgb == 0xabcdef, "pebble %d", k);
	}
	for (int k = 0; k < 3; k++) {
		const double *t = s.ball[2].a, a = size * world_shape(&w, 2)->solid->a[k];
		vec3 e = v3(r[0][k] * a, r[1][k] * a, r[2][k] * a);

		near(form(t, e), 1, 1e-13,
		     "the ellipsoid's axis %d", k);
	}
	const struct solid *mesh = world_shape(&w, 3)->solid;
	int good = s.n_face == 4;
	for (int t = 0; t < 4 && good; t++)
		for (int c = 0; c < 3; c++) {
			mat3_apply(p, (const double (*)[3])r, mesh->vertex[mesh->face[t][c]]);
			good &= is_near(s.face[t].p[c], (double[3]){ 2 + size * p[0], -1 + size * p[1], 3 + size * p[2] }, 3, 1e-12);
		}
	for (int t = 0; t < 4 && good; t++) /* corners go counter-clockwise as seen from where the normals go */
		for (int c = 0; c < 3; c++) {
			const struct stage_face *f = &s.face[t];
			vec3 o = v3_from(f->p[0]), n = v3_cross(v3_sub(v3_from(f->p[1]), o), v3_sub(v3_from(f->p[2]), o));
			const float *m = f->normal[c];

			skew = fmax(skew, v3_norm(v3_sub(v3_scale(1 / v3_norm(n), n), v3(m[0], m[1], m[2]))));
		}
	ok(good && !s.face[0].closed, "the triangles of a mesh, which may be open");
	ok(skew < 1e-6, "whose normals turn with them, to %.1e", skew);
	for (int k = 0; k < 3; k++)
		model_free(&m[k]);
	stage_free(&s);
	world_free(&w);
}

/* The surface of an object where F is 0, with outward normals: an ellipsoid a that stands at `at`, turned. */
static void test_object(void)
{
	static const char text[] = "scree 1 dim=3\nshape 1 object a=1.5,0.75,0.5 at=0.3,-0.2,0.4 turn=0.5,-0.5,0.5,0.5\n";
	const double a[3] = { 1.5, 0.75, 0.5 }, at[3] = { 0.3, -0.2, 0.4 };
	const double unturned[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	double turn[3][3], worst = 0, skew = 0;
	struct stage s = { 0 };
	struct model m;
	struct world w;

	quat_matrix(turn, (double[4]){ 0.5, -0.5, 0.5, 0.5 });
	read_all(text, &w);
	const char *fault = model_init(&m, world_shape(&w, 1), 20, 0, 0);
	model_place(&m, &s, (double[3]){ 0 }, unturned, 1, 0, 0);
	for (int t = 0; t < s.n_face; t++)
		for (int c = 0; c < 3; c++) {
			double d[3], x[3], slope[3], f = -1, norm = 0, along = 0;

			for (int k = 0; k < 3; k++)
				d[k] = s.face[t].p[c][k] - at[k];
			mat3_apply_back(x, (const double (*)[3])turn, d);
			for (int k = 0; k < 3; k++) {
				f += x[k] * x[k] / (a[k] * a[k]);
				slope[k] = x[k] / (a[k] * a[k]);
				norm += slope[k] * slope[k];
			}
			mat3_apply(slope, (const double (*)[3])turn, slope);
			for (int k = 0; k < 3; k++)
				along += slope[k] * s.face[t].normal[c][k] / sqrt(norm);
			worst = fmax(worst, fabs(f));
			skew = fmax(skew, 1 - along);
		}
	ok(!fault && s.n_face > 100 && s.face[0].closed && worst < 1e-3,
		"an object's triangles have their corners on it, to %.1e", worst);
	ok(skew < 1e-4, "and normals outwards, to %.1e", skew);
	/* turned by r, every normal is r of what it was */
	const double q[4] = { 0.8, 0.2, -0.4, 0.4 };
	double r[3][3];
	int n = s.n_face;
	quat_matrix(r, q);
	model_place(&m, &s, at, (const double (*)[3])r, 2.5, 0, 0);
	skew = 0;
	for (int t = 0; t < n; t++)
		for (int c = 0; c < 3; c++)
			for (int k = 0; k < 3; k++) {
				const float *was = s.face[t].normal[c];

				skew = fmax(skew, fabs(s.face[n + t].normal[c][k] - (r[k][0] * was[0] + r[k][1] * was[1] + r[k][2] * was[2])));
			}
	ok(s.n_face == 2 * n && skew < 1e-6, "which turn with it, to %.1e", skew);
	model_free(&m);
	stage_free(&s);
	world_free(&w);
}

/* Three balls in a row along x, of which two are larger: the least moment is about x, the shape goes to -1.2 and 1.5 there. */
static void test_axes(void)
{
	static const char text[] = "scree 1 dim=3\nshape 1 clump -0.7,0,0,0.5 0,0,0,0.5 1,0,0,0.5 1,0,0.75,0.125\n";
	const double q[4] = { 0.8, 0.2, -0.4, 0.4 }, at[3] = { 2, -1, 3 }, size = 1.75;
	double r[3][3], far[3] = { 0, 0, 0 };
	static const unsigned colour[3] = { 0xb5443a, 0x4f8a4a, 0x3a6ea5 };
	struct stage s = { 0 };
	struct model m;
	struct world w;

	quat_matrix(r, q);
	read_all(text, &w);
	model_init(&m, world_shape(&w, 1), 20, 0, 1);
	model_axes_place(&m, &s, at, (const double (*)[3])r, size, 5);
	for (int t = 0; t < s.n_face; t++)
		for (int c = 0; c < 3; c++)
			for (int k = 0; k < 3; k++) {
				double d = 0;

				for (int i = 0; i < 3; i++) { /* along axis k in space, from the centre of mass */
					double axis = r[i][0] * m.axis[k][0] + r[i][1] * m.axis[k][1] + r[i][2] * m.axis[k][2];
					double from = at[i] + size * (r[i][0] * m.centre[0] + r[i][1] * m.centre[1] + r[i][2] * m.centre[2]);

					d += axis * (s.face[t].p[c][i] - from);
				}
				if (s.face[t].rgb == colour[k] && s.face[t].body == 5 + k)
					far[k] = fmax(far[k], d);
			}
	ok(fabs(m.axis[0][0]) > 0.99 && m.centre[0] > 0.05 && m.centre[0] < 0.15,
		"the axis of the least moment is that of the row");
	double most = fmax(1.5 - m.centre[0], 1.2 + m.centre[0]);
	near(m.reach[0], most, 0.02, "it goes from the centre of mass as far as the balls do");
	for (int k = 0; k < 3; k++)
		near(far[k], size * (m.reach[k] + 0.38 * m.reach[0]), 1e-12, "arrow %d, of its own colour, goes beyond the body", k);
	stage_clear(&s);
	model_rod_place(&s, (const double[2][3]){ { 1, 2, 3 }, { 2, 4, 1 } }, 0.25, 0x112233, 9);
	double across = 0, lo = 0, hi = 0;
	for (int t = 0; t < s.n_face; t++)
		for (int c = 0; c < 3; c++) {
			const double d[3] = { s.face[t].p[c][0] - 1, s.face[t].p[c][1] - 2, s.face[t].p[c][2] - 3 };
			double along = (d[0] + 2 * d[1] - 2 * d[2]) / 3;

			across = fmax(across, fabs(sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along) - 0.25));
			lo = fmin(lo, along);
			hi = fmax(hi, along);
		}
	ok(across < 1e-12 && fabs(lo) < 1e-12 && fabs(hi - 3) < 1e-12 && s.n_ball == 2 && s.ball[1].at[1] == 4 &&
		fabs(s.ball[0].a[0] - 16) < 1e-12,
	   "a rod from end to end, with round ends");
	model_free(&m);
	stage_free(&s);
	world_free(&w);
}

int main(void)
{
	test_turn();
	test_pinhole();
	test_faces(0, "along parallel rays");
	test_faces(0.11, "in perspective");
	test_rows();
	test_stage();
	test_models();
	test_object();
	test_axes();
	return done();
}
