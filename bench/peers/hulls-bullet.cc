/* hulls-bullet.cc: ellipsoids as convex hulls in a bin, in Bullet, for bench/grains.sh
 *
 * hulls ROWS A B C LX LY WARM STEPS DT: reads rows "x y z qw qx qy qz vx vy vz wx wy wz" of ellipsoids with half axes A B C and the
 * density 1000; a bin with the sides LX and LY stands on z = 0. Each ellipsoid is the hull of 42 points of its surface. Takes WARM
 * steps, then STEPS steps of DT, one sub-step each, with Bullet's ten iterations, and prints their seconds of processor time, the
 * kinetic energy of translation and the largest overlap of two bodies at the end.
 * g++ -O3 -march=native -I/usr/include/bullet hulls-bullet.cc -lBulletDynamics -lBulletCollision -lLinearMath */
#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static double now()
{
	timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* The 12 vertices of an icosahedron and the middles of its 30 edges, on the unit sphere */
static std::vector<btVector3> points()
{
	const double g = (1 + sqrt(5.0)) / 2;
	std::vector<btVector3> p;

	for (int k = 0; k < 3; k++)
		for (int i = -1; i <= 1; i += 2)
			for (int j = -1; j <= 1; j += 2) {
				btVector3 v(0, 0, 0);
				v[(k + 1) % 3] = i;
				v[(k + 2) % 3] = j * g;
				p.push_back(v);
			}
	for (int i = 0; i < 12; i++)
		for (int j = i + 1; j < 12; j++)
			if (p[i].distance(p[j]) < 2.1)
				p.push_back((p[i] + p[j]) / 2);
	for (auto &v : p)
		v.normalize();
	return p;
}

int main(int argc, char **argv)
{
	if (argc != 10) {
		fprintf(stderr, "usage: hulls ROWS A B C LX LY WARM STEPS DT\n");
		return 2;
	}
	double a = atof(argv[2]), b = atof(argv[3]), c = atof(argv[4]), lx = atof(argv[5]), ly = atof(argv[6]), dt = atof(argv[9]);
	const double friction = sqrt(0.5); /* that of a pair is the product of the two */
	int warm = atoi(argv[7]), steps = atoi(argv[8]);
	btDefaultCollisionConfiguration configuration;
	btCollisionDispatcher dispatcher(&configuration);
	btDbvtBroadphase broadphase;
	btSequentialImpulseConstraintSolver solver;
	btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
	btConvexHullShape hull;
	std::vector<btRigidBody *> grains;
	FILE *f = fopen(argv[1], "r");
	double x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz;

	if (!f) {
		perror(argv[1]);
		return 1;
	}
	world.setGravity(btVector3(0, 0, -9.81));
	hull.setMargin(0.005);
	for (const btVector3 &p : points()) /* the hull grows by the margin */
		hull.addPoint(btVector3(p.x() * (a - 0.005), p.y() * (b - 0.005), p.z() * (c - 0.005)));
	double mass = 1000 * 4 / 3.0 * M_PI * a * b * c;
	btVector3 inertia(mass / 5 * (b * b + c * c), mass / 5 * (a * a + c * c), mass / 5 * (a * a + b * b));
	const double wall[5][4] = { { 0, 0, 1, 0 }, { 1, 0, 0, 0 }, { -1, 0, 0, -lx }, { 0, 1, 0, 0 }, { 0, -1, 0, -ly } };
	for (auto &w : wall) {
		auto *body = new btRigidBody(0, NULL, new btStaticPlaneShape(btVector3(w[0], w[1], w[2]), w[3]));
		body->setFriction(friction);
		world.addRigidBody(body);
	}
	while (fscanf(f, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &x, &y, &z, &qw, &qx, &qy, &qz, &vx, &vy, &vz, &wx, &wy,
	              &wz) == 13) {
		btTransform at(btQuaternion(qx, qy, qz, qw), btVector3(x, y, z));
		auto *body = new btRigidBody(mass, new btDefaultMotionState(at), &hull, inertia);
		body->setLinearVelocity(btVector3(vx, vy, vz));
		body->setAngularVelocity(btVector3(wx, wy, wz));
		body->setFriction(friction);
		body->setRestitution(0);
		body->setActivationState(DISABLE_DEACTIVATION);
		world.addRigidBody(body);
		grains.push_back(body);
	}
	fclose(f);
	for (int k = 0; k < warm; k++)
		world.stepSimulation(dt, 0);
	double began = now();
	for (int k = 0; k < steps; k++)
		world.stepSimulation(dt, 0);
	double seconds = now() - began, energy = 0, overlap = 0;
	int contacts = 0;
	for (auto *body : grains)
		energy += 0.5 * mass * body->getLinearVelocity().length2();
	for (int k = 0; k < dispatcher.getNumManifolds(); k++) {
		btPersistentManifold *m = dispatcher.getManifoldByIndexInternal(k);
		contacts += m->getNumContacts() > 0;
		for (int i = 0; i < m->getNumContacts(); i++)
			overlap = fmax(overlap, -m->getContactPoint(i).getDistance());
	}
	printf("SECONDS %.6g ENERGY %.6g OVERLAP %.4g CONTACTS %d STEPS %d\n", seconds, energy, overlap, contacts, warm + steps);
	return 0;
}
