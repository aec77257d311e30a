# stream3lammps.awk: the last frame of a stream of spheres and clumps as a LAMMPS data file for in.tbars and in.spheres: balls with the
# density 1, and the number of their body as molecule. The first line has the edges of the domain; walls are the input's affair.
/^domain/ { for (k = 2; k <= NF; k++) { split($k, f, "="); box[f[1]] = f[2] } }
/^shape/ {
	n[$2] = 0
	for (k = 4; k <= NF; k++)
		if ($3 == "sphere" && split($k, f, "=") == 2 && f[1] == "r")
			ball[$2, n[$2]++] = "0,0,0," f[2]
		else if ($3 == "clump" && index($k, "=") == 0)
			ball[$2, n[$2]++] = $k
}
/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
/^frame/ { atoms = 0 }
/^body/ {
	s = $at["shape"]; w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]
	wx = $at["wx"]; wy = $at["wy"]; wz = $at["wz"]
	for (k = 0; k < n[s]; k++) {
		split(ball[s, k], p, ",")
		rx = (1 - 2 * (y * y + z * z)) * p[1] + 2 * (x * y - w * z) * p[2] + 2 * (x * z + w * y) * p[3]
		ry = 2 * (x * y + w * z) * p[1] + (1 - 2 * (x * x + z * z)) * p[2] + 2 * (y * z - w * x) * p[3]
		rz = 2 * (x * z - w * y) * p[1] + 2 * (y * z + w * x) * p[2] + (1 - 2 * (x * x + y * y)) * p[3]
		atom[++atoms] = sprintf("%.17g 1 %.17g %.17g %.17g", 2 * p[4], $at["x"] + rx, $at["y"] + ry, $at["z"] + rz)
		molecule[atoms] = $at["id"]
		velocity[atoms] = sprintf("%.17g %.17g %.17g %s %s %s", $at["vx"] + wy * rz - wz * ry, $at["vy"] + wz * rx - wx * rz,
			$at["vz"] + wx * ry - wy * rx, wx, wy, wz)
	}
}
END {
	split(box["lo"], lo, ","); split(box["hi"], hi, ",")
	for (k = 1; k <= 3; k++)
		edge = edge " " (index(box["periodic"], substr("xyz", k, 1)) ? "p" : "f")
	printf "from a scree stream, boundary" edge "\n\n%d atoms\n1 atom types\n\n%s %s xlo xhi\n%s %s ylo yhi\n%s %s zlo zhi\n\nAtoms # sphere\n\n", atoms,
		lo[1], hi[1], lo[2], hi[2], lo[3], hi[3]
	for (k = 1; k <= atoms; k++)
		print k, 1, atom[k]
	print "\nVelocities\n"
	for (k = 1; k <= atoms; k++)
		print k, velocity[k]
	if (!molecules)
		exit
	print "\nMolecules\n"
	for (k = 1; k <= atoms; k++)
		print k, molecule[k]
}
