# chute2stream.awk: a data file of spheres of LAMMPS (atom style sphere) as a stream. Atoms of type 2 get the material and the tag base,
# and are fixed. Spheres have one diameter; the domain is periodic along x and y.
/xlo/ { lo = $1; hi = $2 }
/ylo/ { lo = lo "," $1; hi = hi "," $2 }
/zlo/ { lo = lo "," $1; hi = hi "," $2 + 10 } # LAMMPS lets the domain grow there
/^[A-Z]/ { section = $1; next }
section == "Atoms" && NF >= 7 { id[++n] = $1; type[n] = $2; diameter = $3; density = $4; place[n] = $5 " " $6 " " $7 }
section == "Velocities" && NF == 7 { velocity[$1] = $2 " " $3 " " $4 " " $5 " " $6 " " $7 }
END {
	print "scree 1 dim=3\nmaterial grain density=" density "\nmaterial base density=" density
	print "law grain grain linear\nlaw grain base linear\nlaw base base linear"
	print "domain lo=" lo " hi=" hi " periodic=xy\nconstraint base x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed"
	print "shape 1 sphere r=" diameter / 2
	print "columns body id shape material tag x y z vx vy vz wx wy wz"
	print "frame 0 t=0 dt=0 due=0 body=" n
	for (k = 1; k <= n; k++)
		print "body", id[k], 1, type[k] == 2 ? "base base" : "grain -", place[k], id[k] in velocity ? velocity[id[k]] : "0 0 0 0 0 0"
	print "end 0"
}
