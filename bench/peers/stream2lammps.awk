# stream2lammps.awk: the last frame of a stream as a data file of LAMMPS, on standard output
#
# Polygons become bodies of pair style body/rounded/polygon (atom style body): vertices about the centre of mass, turned
# into space, and angular momenta. Disks (shape point) become atoms of style sphere, whose density is chosen so that the
# mass is that of the disk, since LAMMPS takes that of the ball. Densities of materials count; walls are not expected.
# All numbers keep 17 digits: energies at the start are the same in both programs. Bodies are written cell by cell, since
# LAMMPS never sorts what it knows of their vertices, and is up to a third slower on many in the order of random ids.
function cut(s) { return substr(s, index(s, "=") + 1) }

$1 == "material" { density[$2] = cut($3) }
$1 == "shape" { kind[$2] = $3; radius[$2] = cut($4); vertices[$2] = NF - 4; for (k = 5; k <= NF; k++) vertex[$2, k - 4] = $k }
$1 == "mass" { area[$2] = cut($3); inertia[$2] = cut($4) }
$1 == "domain" { split(cut($2), lo, ","); split(cut($3), hi, ",") }
$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) column[$k] = k - 1 }
$1 == "frame" { n = 0 }
$1 == "body" { row[++n] = $0 }

function num(x) { return sprintf("%.17g", x) }

# Puts rows in the order of cells of about four bodies, rows of cells from below.
function arrange(i, f, h, nx, ny, c, m, sorted) {
	h = 2 * sqrt((hi[1] - lo[1]) * (hi[2] - lo[2]) / n)
	nx = int((hi[1] - lo[1]) / h) + 1
	ny = int((hi[2] - lo[2]) / h) + 1
	for (i = n; i; i--) {
		split(row[i], f)
		c = int((f[column["y"]] - lo[2]) / h) * nx + int((f[column["x"]] - lo[1]) / h)
		following[i] = first[c]
		first[c] = i
	}
	for (c = 0; c < nx * ny; c++)
		for (i = first[c]; i; i = following[i])
			sorted[++m] = row[i]
	for (i = 1; i <= n; i++)
		row[i] = sorted[i]
}

END {
	arrange()
	split(row[1], f)
	disks = kind[f[column["shape"]]] == "point"
	print "from a stream of scree\n\n" n " atoms" (disks ? "" : "\n" n " bodies") "\n1 atom types"
	print lo[1], hi[1], "xlo xhi\n" lo[2], hi[2], "ylo yhi\n-0.5 0.5 zlo zhi\n\nAtoms\n"
	for (i = 1; i <= n; i++) {
		split(row[i], f)
		s = f[column["shape"]]
		size = f[column["size"]]
		m = density[f[column["material"]]] * area[s] * size ^ 2
		if (disks) {
			r = radius[s] * size
			print f[2], 1, num(2 * r), num(m / (4 / 3 * atan2(0, -1) * r ^ 3)), f[column["x"]], f[column["y"]], 0
			momentum[i] = "0 0 " f[column["omega"]]
		} else {
			print f[2], 1, 1, num(m), f[column["x"]], f[column["y"]], 0
			gyration = size ^ 2 * inertia[s] / area[s]
			momentum[i] = "0 0 " num(m * gyration * f[column["omega"]])
		}
		velocity[i] = f[2] " " f[column["vx"]] " " f[column["vy"]] " 0"
	}
	print "\nVelocities\n"
	for (i = 1; i <= n; i++)
		print velocity[i], momentum[i]
	if (disks)
		exit
	print "\nBodies\n"
	for (i = 1; i <= n; i++) {
		split(row[i], f)
		s = f[column["shape"]]
		size = f[column["size"]]
		c = cos(f[column["angle"]])
		d = sin(f[column["angle"]])
		m = density[f[column["material"]]] * inertia[s] * size ^ 4
		print f[2], 1, 7 + 3 * vertices[s] "\n" vertices[s] "\n" num(m / 2), num(m / 2), num(m), "0 0 0"
		for (k = 1; k <= vertices[s]; k++) {
			split(vertex[s, k], v, ",")
			print num(size * (c * v[1] - d * v[2])), num(size * (d * v[1] + c * v[2])), 0
		}
		print num(2 * size * radius[s])
	}
}
