#!/usr/bin/perl
# mixtures.pl BIN BUILD FROM TO [SIMULATOR]: makes small scenes that mix features at random, one for each seed from FROM to TO,
# and runs each in several ways, which must write the same bytes: on 3 threads, in two parts, with and without columns on demand,
# with another skin, with forces by all pairs (BUILD/tests/plain), and with programs that check what they read, those of the
# folder CHECKED. Some scenes go on from a frame whose laws, constraints or columns were changed. Prints TAP. What fails stays in
# BUILD/mixtures, or in the folder KEEP. HOW names some of the ways; it may also have "ranks", which runs the programs for MPI.
use strict;
use warnings;

my ($bin, $build, $from, $to, $only) = @ARGV;
die "usage: mixtures.pl BIN BUILD FROM TO [dem2|dem3|cd3]\n" unless defined $to;
my $out = $ENV{KEEP} || "$build/mixtures";
my @how = split ' ', $ENV{HOW} || 'threads split columns skin plain checked';
mkdir $out;
$| = 1;

# ---- random numbers ----

my $state;
sub uniform { # as in a generator of Park and Miller
	my ($lo, $hi) = @_;
	$state = $state * 48271 % 2147483647;
	return $lo + ($hi - $lo) * $state / 2147483647;
}
sub chance { return uniform(0, 1) < $_[0] }
sub one { return $_[int uniform(0, scalar @_)] }
sub some { my ($p, @all) = @_; return grep { chance($p) } @all }
sub real { return sprintf '%.6g', uniform(@_) }

# ---- shapes ----

my %drawn = ( # files for scree-shape
	stick => "0 0\n0.8 0\n0.8 0.5\n", ring => "0 0\n0.6 0\n0.6 0.6\n0 0.6\n",
	angle => join("\n", 'OFF', '12 8 0', (map { ("0 0 $_", "2 0 $_", "2 1 $_", "1 1 $_", "1 2 $_", "0 2 $_") } 0, 1),
		'6 5 4 3 2 1 0', '6 6 7 8 9 10 11', '4 0 1 7 6', '4 1 2 8 7', '4 2 3 9 8', '4 3 4 10 9', '4 4 5 11 10', '4 5 0 6 11', ''),
);
my %made = (pair => "shape ID disks -0.25,0,0.3 0.25,0,0.3\n");
sub shape { # the shape and mass records of a call of scree-shape, without their ids
	my $how = shift;
	$made{$how} //= do {
		my ($name) = $how =~ /^(\w+)/;
		if ($drawn{$name}) {
			open my $file, '>', "$out/$name" or die "$out/$name: $!\n";
			print $file $drawn{$name};
			close $file;
		}
		(my $call = $how) =~ s/^/$drawn{$name} ? "$out\/" : ''/e;
		my @line = grep { /^(shape|mass) 1 / } qx($bin/scree-shape -q $call);
		die "scree-shape $how makes no shape\n" unless @line;
		s/^(\w+) 1 // and $_ = "$1 ID $_" for @line;
		join '', @line;
	};
	return $made{$how};
}
my $hills = do {
	my (@v, @f);
	for my $y (0 .. 4) { push @v, sprintf '%g,%g,%g', 1.5 * $_ - 2, 1.5 * $y - 2, 0.1 * (($_ * 7 + $y * 5) % 4) for 0 .. 4 }
	for my $a (grep { $_ % 5 < 4 } 0 .. 18) { push @f, join(',', $a, $a + 1, $a + 5), join(',', $a + 1, $a + 6, $a + 5) }
	"shape ID mesh vertices=25 @v @f\n";
};
my %kinds = (
	dem2 => [
		['disk --area 0.75'], ['rice --area 0.6', 'peanut --area 0.6'], ['ngon --area 0.65', 'ngon --sides 7 --area 0.7 -r 0.2'],
		['star --area 0.4 -r 0.05', 'cross --area 0.5 -r 0.05', 'L --area 0.45 -r 0.05'],
		['disk --area 0.75', 'pebble --area 0.6'], ['stick --open -r 0.1', 'ring --hollow -r 0.1', 'pair'],
	],
	dem3 => [
		['sphere -r 0.49'], ['sphere -r 0.48', 'sphere -r 0.35'],
		['dumbbell --volume 0.28', 'triplet --volume 0.28', 'tbar --volume 0.2'],
		['cube --radius 0.12 --volume 0.3', 'tetrahedron --radius 0.12 --volume 0.18', 'prism --radius 0.12 --volume 0.28'],
		['angle --surface --polyhedron --radius 0.1 --volume 0.25'],
		['rod --radius 0.2 --volume 0.17', 'plate --radius 0.12 --volume 0.15', 'icosahedron --radius 0.12 --volume 0.35'],
	],
	cd3 => [
		['sphere -r 0.45'], ['ellipsoid --volume 0.25', 'ellipsoid --size 0.8,0.7,0.6'],
		['bean --volume 0.25', 'pear --volume 0.25'],
	],
);

# ---- laws ----

sub law {
	my ($sim, $elastic, $faces) = @_; # elastic: materials have constants; cd3: laws resist rolling
	my $space = $sim eq 'dem3';
	return 'hard mu=' . one(0, 0.3, 0.6) . ' en=' . one(0, 0.5) . ($elastic ? ' mur=0.02 mus=0.01' : '') .
		(chance(0.2) ? ' muy=0.5 muz=0.2' : '') if $sim eq 'cd3';
	my $mu = one('mu=0', 'mu=0.5', 'mu=0.5');
	my $damp = one('en=0.6', 'en=1', 'gn=1.3 gt=0.6', 'gn=60');
	my $rolls = chance(0.4) ? ' kr=3' . (chance(0.5) ? ' gr=0.02' : '') . ' mur=0.2' : '';
	$rolls .= ' ks=2' . (chance(0.5) ? ' gs=0.02' : '') . ' mus=0.1' if $space && chance(0.3);
	$rolls .= ' attraction=1' if chance(0.1);
	my @elastic = ('hertz-mindlin', 'linear', 'dmt adhesion=10', 'van-der-waals hamaker=0.5 closest=0.03 range=0.1',
		$faces ? () : ('jkr adhesion=20', 'liquid-bridge surface-tension=8 contact-angle=0.4 volume=4e-4'));
	my @others = ('linear kn=2500 kt=300', 'linear kn=2500', 'linear kn=2500', 'hertz kn=4000 kt=300',
		$space ? 'mindlin kn=4000' : 'hertz kn=4000', 'cohesive kn=2500 kt=300 pull=5 range=0.06',
		'lennard-jones epsilon=0.05 cut=1.4', 'linear kn=0');
	my $stiff = $elastic ? one(@elastic) : one(@others);
	return "$stiff gn=0.1" if $stiff =~ /lennard/;
	return $stiff if $stiff =~ /kn=0$/;
	return "$stiff $mu $damp$rolls";
}

# ---- groups ----

sub drive {
	my ($may_free) = @_;
	return one($may_free ? ('', '', 'f:' . real(-2, 2), 'p:' . real(-2, 2)) : (), 'fixed', 'fixed', 'v:' . real(-1, 1),
		'sin:0.5,0.3,' . real(0, 3), 'ramp:' . real(-1, 1) . ',0.4,0.02,0.08', 'table:0,0.2,0.03,-0.4,0.1,0.3');
}
sub constraint { # for a group of n bodies; wall: 0, or 1 and the number of periodic axes, and all is prescribed
	my ($tag, $dim, $n, $wall, $hard) = @_;
	my %dof;
	my @axes = qw(x y z)[0 .. $dim - 1];
	my @turns = $dim == 3 ? qw(rx ry rz) : ('angle');

	return "constraint $tag" if !$wall && chance(0.1) && ($n == 1 || $dim == 2);
	$dof{$_} = $wall ? one('fixed', 'fixed', drive(0)) : drive(1) for @axes;
	my $how = $wall || $n > 1 ? one(0, 0, $n > 1 || $wall > 1 ? 0 : 1) : one(0, 1, 2, 2, 2, 3);
	$dof{$_} = 'fixed' for @turns;
	if ($how == 1 && !($wall && $dim == 3 && chance(0.5))) {
		my $t = one(@turns);
		$dof{$t} = drive(0);
	} elsif ($how == 2) {
		$dof{$_} = one('', '', 'f:0.3') for @turns;
	} elsif ($how == 3) {
		$dof{one(@turns)} = one('', 'f:0.3');
	}
	my $text = join '', map { $dof{$_} ? " $_=$dof{$_}" : '' } @axes, @turns;
	$text =~ s/=p:/=f:/g if $hard;
	my $m = $wall || chance(0.4) ? ' m=' . real(0.5, 3) : '';
	return "constraint $tag$text$m" . (chance(0.3) ? ' c=' . real(0, 2) : '');
}

# ---- scenes ----

sub quaternion {
	my @q = map { uniform(-1, 1) } 1 .. 4;
	my $l = sqrt($q[0] ** 2 + $q[1] ** 2 + $q[2] ** 2 + $q[3] ** 2);
	return join ' ', map { sprintf '%.17g', $_ / $l } @q;
}

sub scene { # the text of a scene, and the options of the simulator
	my ($sim) = @_;
	my $dim = $sim eq 'dem2' ? 2 : 3;
	my @axes = qw(x y z)[0 .. $dim - 1];
	my $text = "scree 1 dim=$dim\n";

	# places
	my @n = map { one(1, 2, 2, 3) } @axes;
	@n = map { one(3, 4, 5) } @axes if $dim == 2 && chance(0.7);
	@n = map { $dim == 2 ? one(9, 13) : one(4, 5, 6) } @axes if chance(0.12);
	my $step = uniform($sim eq 'cd3' ? (1.02, 1.15) : (0.95, 1.12));
	my %periodic = map { $_ => chance(0.5) } @axes;
	if (chance(0.3)) { $periodic{$_} = 1 for @axes }
	my $domain = chance(0.85);
	%periodic = () unless $domain;
	@n = map { $periodic{$axes[$_]} && $n[$_] < 4 && $sim eq 'cd3' ? 4 : $n[$_] } 0 .. $dim - 1;
	my $all = keys(%periodic) && !grep { !$periodic{$_} } @axes;
	my $outlets = $domain && !$all && chance(0.3);
	my @lo = map { real(-3, 3) } @axes;
	my $wide = $outlets ? 0.6 : uniform(0.2, 3);
	my @hi = map { sprintf '%.6g', $lo[$_] + $n[$_] * $step + ($periodic{$axes[$_]} ? 0 : 2 * $wide) } 0 .. $dim - 1;
	my @base = map { $lo[$_] + ($periodic{$axes[$_]} ? 0 : $wide) } 0 .. $dim - 1;
	my $deforms = 0;
	if ($domain) {
		my $p = join('', grep { $periodic{$_} } @axes) || 'none';
		$text .= 'domain lo=' . join(',', @lo) . ' hi=' . join(',', @hi) . " periodic=$p";
		my @pair = $dim == 2 ? ([0, 1]) : ([0, 1], [0, 2], [1, 2]);
		my @both = map { $periodic{$axes[$_->[0]]} && $periodic{$axes[$_->[1]]} } @pair;
		$text .= ' tilt=' . join(',', map { $both[$_] ? real(-0.5, 0.5) : 0 } 0 .. $#pair)
			if $sim ne 'cd3' && (grep { $_ } @both) && chance(0.4);
		if ($sim ne 'cd3' && $p ne 'none' && chance(0.4)) {
			$deforms = 1;
			$text .= ' rate=' . join(',', (map { $periodic{$_} && chance(0.5) ? real(-0.6, 0.3) : 0 } @axes),
				map { $both[$_] && chance(0.6) ? real(-4, 4) : 0 } 0 .. $#pair);
			$text .= ' pressure=' . join(',', map { $periodic{$_} ? real(1, 20) : '-' } @axes) . ' m=' . real(1, 9) .
				(chance(0.5) ? ' c=' . real(0, 5) : '') . (chance(0.5) ? ' tau=0.2' : '') if chance(0.4);
		}
		$text .= "\n";
	}
	$text .= 'gravity ' . join(',', map { one(0, 0, real(-9, 9)) } @axes) . "\n" if chance(0.6);

	# shapes
	my @of = map { one(@{ $_ }) } some(0.4, @{ $kinds{$sim} });
	@of = (one(@{ one(@{ $kinds{$sim} }) })) if !@of;
	@of = ($kinds{$sim}[0][0]) if chance(0.25);
	my $id = 0;
	for my $how (@of) {
		my $s = shape($how);
		$id++;
		$s =~ s/ ID / $id /g;
		$text .= $s;
	}
	my $grains = $id;
	my $faces = grep { /cube|tetra|prism|angle|rod|plate|icosa/ } @of;

	# materials and laws
	my @material = qw(grain rock clay)[0 .. one(0, 0, 1, 2)];
	my $elastic = chance(0.3);
	my $constants = $elastic && $sim ne 'cd3' ? ' E=' . one(9000, 14000) . ' nu=0.3' : '';
	$text .= "material $_ density=" . real(0.7, 2) . "$constants\n" for @material;
	for my $a (0 .. $#material) {
		$text .= "law $material[$a] $material[$_] " . law($sim, $elastic, $faces) . "\n" for $a .. $#material;
	}

	# bodies
	my (@body, %group, $groups);
	$groups = $deforms ? 0 : one(0, 0, 0.1, 0.2, 0.4, 1);
	my $sizes = chance(0.3);
	my $speed = one(0, 0.3, 1, 2);
	my $count = $n[0] * $n[1] * ($n[2] // 1);
	$count = int uniform(0, $count + 1) if chance(0.15);
	for my $k (0 .. $count - 1) {
		my @at = ($k % $n[0], int($k / $n[0]) % $n[1], int($k / $n[0] / $n[1]));
		my $tag = '-';
		my @v = map { $speed * uniform(-1, 1) } @axes, 1;
		if (chance($groups)) {
			$tag = chance(0.15) && %group ? one(sort keys %group) : "g$k";
			push @{ $group{$tag} }, $k;
			@v = map { 0 } @v;
		}
		my $row = join ' ', $k + 1, 1 + int uniform(0, $grains), one(@material), $tag, ($sizes ? real(0.7, 1) : 1),
			map({ sprintf '%.17g', $base[$_] + ($at[$_] + 0.5 + uniform(-0.03, 0.03)) * $step } 0 .. $dim - 1);
		if ($dim == 2) {
			$row .= ' ' . join ' ', real(0, 6), @v;
		} else {
			$row .= ' ' . join ' ', quaternion(), @v[0 .. 2], map { $v[0] == 0 ? 0 : 0.1 * $speed * uniform(-1, 1) } 1 .. 3;
		}
		push @body, $row;
	}
	$text .= constraint($_, $dim, scalar @{ $group{$_} }, 0, $sim eq 'cd3') . "\n" for sort keys %group;

	# walls across axes that are not periodic
	my $b = $count;
	for my $k (0 .. $dim - 1) {
		next if $periodic{$axes[$k]} || $deforms || !chance(0.5);
		for my $side (0, 1) {
			next unless chance(0.6);
			my $at = $base[$k] + ($side ? $n[$k] * $step + 0.05 : -0.05);
			my @x = map { sprintf '%.6g', $base[$_] + 0.5 * $n[$_] * $step } 0 .. $dim - 1;
			$x[$k] = sprintf '%.6g', $at;
			$id++;
			$b++;
			if ($dim == 2) {
				my $half = $periodic{$axes[1 - $k]} ? 0.5 * $n[1 - $k] * $step : 5;
				$half = sprintf '%.6g', $half;
				$text .= "shape $id polyline r=0.05 -$half,0 $half,0\n";
				push @body, join ' ', $b, $id, $material[0], "w$b", 1, @x, ($k ? 0 : 1.5707963267948966), 0, 0, 0;
			} else {
				my $kind = one('plane', 'plane', 'plane', $sim eq 'dem3' ? ('mesh', 'slab') : (), 'rod');
				my $sign = $side ? -1 : 1;
				my $q = $k == 2 ? ($side ? '0 1 0 0' : '1 0 0 0') : join ' ', map { sprintf '%.17g', $_ * sqrt(0.5) }
					$k == 0 ? (1, 0, $sign, 0) : (1, -$sign, 0, 0);
				if ($kind eq 'plane') {
					$text .= "shape $id plane\n";
				} elsif ($kind eq 'mesh') {
					(my $s = $hills) =~ s/ ID / $id /;
					$text .= $s;
				} elsif ($kind eq 'slab') {
					(my $s = shape('cube --radius 0.01 --size 3,3,0.1')) =~ s/ ID / $id /g;
					$text .= $s;
				} else {
					$text .= "shape $id cylinder r=0.3 side=out" . (chance(0.7) && !$faces ? " length=" . real(1, 5) : '') . "\n";
					$q = quaternion() if chance(0.5) && !keys %periodic;
				}
				push @body, join ' ', $b, $id, $material[0], "w$b", 1, @x, $q, 0, 0, 0, 0, 0, 0;
			}
			$text .= constraint("w$b", $dim, 1, 1 + keys(%periodic), $sim eq 'cd3') . "\n";
		}
	}
	if ($outlets && $sim ne 'cd3') {
		my @side = $dim == 2 ? ([qw(left right)], [qw(below above)]) : ([qw(left right)], [qw(front back)], [qw(below above)]);
		my ($k) = grep { !$periodic{$axes[$_]} } 0 .. $dim - 1;
		my $line = 'outlet exit ' . one("$side[$k][0]=" . real($lo[$k] + 0.6, $lo[$k] + 1.2),
			"$side[$k][1]=" . real($hi[$k] - 1.2, $hi[$k] - 0.6));
		$line .= ' from=0.03' if chance(0.5);
		$line .= ' return=' . join ',', (map { ($lo[$_] + 0.5, $hi[$_] - 0.1) } 0 .. $dim - 2), $hi[$dim - 1] - 0.8
			if !$periodic{$axes[$dim - 1]} && chance(0.5);
		$text .= "$line\n";
		$text .= 'outlet later tag=' . one(sort keys %group) . " from=0.06\n" if %group && chance(0.4);
	}
	$text .= $dim == 2 ? "columns body id shape material tag size x y angle vx vy omega\n"
		: "columns body id shape material tag size x y z qw qx qy qz vx vy vz Lx Ly Lz\n";
	$text .= 'frame 0 t=0 dt=0 due=0 body=' . @body . "\n" . join('', map { "body $_\n" } @body) . "end 0\n";

	# options
	my $o = chance(0.9) ? '--dt 0.002' : '';
	$o .= ' --forces' if chance(0.3);
	$o .= ' --heat' if $sim ne 'cd3' && chance(0.3);
	$o .= ' --light 2' if chance(0.2);
	$o .= ' --every ' . one(0.05, 0.05, 0.025, 0.01);
	$o .= ' --skin ' . one(0, 0.03, 0.3) if chance(0.3);
	$o .= ' --attraction' if $sim ne 'cd3' && chance(0.1);
	$o .= ' --integrator gear' if $sim eq 'dem2' && chance(0.25);
	$o .= ' --rotation ' . one('split4', 'leapfrog') if $sim eq 'dem3' && chance(0.2);
	$o .= ' --solver ' . ($elastic ? 'nsgs' : one(qw(nsgs apgd affine affine-raw))) if $sim eq 'cd3';
	$o .= ' --until ' . one('quiet=1e-3', 'jam=1e-3', 'pressure=9', 'strain=0.9') if chance(0.15);
	return ($text, $o);
}

# Change definitions of a scene in which a run has left contacts: laws of the same elasticity, constraints, columns of contacts.
sub change {
	my ($sim, $text) = @_;
	my $elastic = $text =~ / E=/, my $faces = $text =~ / polyhedron /;
	my @line = split /^/, $text;

	for (@line) {
		s/^(law \S+ \S+ ).*/$1 . law($sim, $elastic, $faces)/e if chance(0.4);
		s/^constraint (g\S+).*/constraint($1, $sim eq 'dem2' ? 2 : 3, 1, 0, $sim eq 'cd3')/e if chance(0.4);
		s/^constraint (g\S+).*\n// if chance(0.1);
	}
	my $cut = chance(0.3) ? qr/^(roll|moment)/ : chance(0.2) ? qr/^(xi|ft)/ : qr/^$/;
	return columns_cut('contact', $cut, join '', @line);
}

# ---- runs ----

# Run a program on a file; returns its output without provenance, and its status.
sub run {
	my ($program, $options, $file, $to) = @_;
	my $rc = system "timeout 300 $program -q $options $file </dev/null >$to 2>$to.err";
	open my $in, '<', $to or die "$to: $!\n";
	my @line = grep { !/^made / } <$in>;
	return (join('', @line) . 'status ' . ($rc >> 8) . "\n");
}

# Take out columns of rows of a kind.
sub columns_cut {
	my ($kind, $names, $text) = @_;
	my (%cut, @out);
	for (split /\n/, $text) {
		my @f = split / /;
		if (/^columns $kind /) {
			%cut = map { $_ - 1 => 1 } grep { $f[$_] =~ $names } 2 .. $#f;
			@f = @f[grep { !$cut{$_ - 1} } 0 .. $#f];
		} elsif (/^$kind /) {
			@f = @f[grep { !$cut{$_} } 0 .. $#f];
		}
		push @out, "@f\n";
	}
	return join '', @out;
}

# The frames of a run without the columns of bodies that are there on demand, and without the frame from which it goes on.
sub without {
	my $text = columns_cut('body', qr/^(f[xyz]|t[xyz]|torque|heat)$/, $_[0]);

	$text =~ s/^columns .*\n//mg;
	$text =~ s/\A.*?^end \d+\n//ms if $_[1];
	return $text;
}

sub differ {
	my @a = split /\n/, $_[0];
	my @b = split /\n/, $_[1];
	for (0 .. $#a) { return "line $_: $a[$_]\n# other: " . ($b[$_] // 'the end') unless defined $b[$_] && $a[$_] eq $b[$_] }
	return 'more lines';
}

my ($n, $bad, $refused, $failed) = (0, 0, 0, 0);
for my $seed ($from .. $to) {
	$state = $seed * 7919 % 2147483647 || 1;
	uniform(0, 1) for 1 .. 5;
	my $sim = $only || ('dem3', 'dem2', 'dem3', 'cd3')[$seed % 4];
	my ($text, $options) = scene($sim);
	my $name = "$out/$seed";
	open my $file, '>', "$name.scree" or die "$name.scree: $!\n";
	print $file $text;
	close $file;
	my $program = "$bin/scree-$sim";
	my $goes_on = chance(0.3);
	if ($goes_on) {
		run($program, "-t 0.05 $options --threads 2", "$name.scree", "$name.begun");
		my $begun = run("$bin/scree-pick", '--last', "$name.begun", "$name.last");
		if ($begun =~ s/^status 0\n//m && $begun =~ /^end/m) {
			open $file, '>', "$name.scree" or die "$name.scree: $!\n";
			print $file change($sim, $begun);
			close $file;
		}
	}
	my $first = run($program, "-t 0.12 $options --threads 1", "$name.scree", "$name.out");
	my ($status) = $first =~ /status (\d+)\n$/;
	$n++;
	if ($status =~ /^[23]$/ && $first !~ /^end/m) {
		$refused++;
		chomp(my $why = qx(tail -n 1 $name.out.err));
		print "ok $n - $sim, seed $seed: refused: ", substr($why, 0, 140), "\n";
		unlink glob "$name.*";
		next;
	}
	$failed++ if $status;
	my @why;
	for my $how (@how) {
		my ($other, $of) = ('', $first);
		next if $how eq 'plain' && ($sim eq 'cd3' || $options !~ /--dt/ || ($first =~ /body=(\d+)/ && $1 > 40));
		if ($how eq 'threads') {
			$other = run($program, "-t 0.12 $options --threads 3", "$name.scree", "$name.$how");
		} elsif ($how eq 'split') {
			next if $status || $options !~ /--dt/ || $options =~ /until|light/;
			run($program, "-t 0.05 $options --threads 1", "$name.scree", "$name.half");
			$other = run($program, "-t 0.07 $options --threads 2", "$name.half", "$name.$how");
		} elsif ($how eq 'columns') {
			my $o = $options =~ s/ --(forces|heat)//gr;
			$o .= $o ne $options ? '' : $sim eq 'cd3' ? ' --forces' : ' --forces --heat';
			$other = without(run($program, "-t 0.12 $o --threads 2", "$name.scree", "$name.$how"), $goes_on);
			$of = without($first, $goes_on);
		} elsif ($how eq 'skin') {
			my $o = $options =~ s/ --skin \S+//r;
			$other = run($program, "-t 0.12 $o --threads 1 " . ($o eq $options ? '--skin 0.07' : ''), "$name.scree", "$name.$how");
		} elsif ($how eq 'plain') {
			$other = run("$build/tests/plain/$sim", "-t 0.12 $options --threads 1", "$name.scree", "$name.$how");
		} elsif ($how eq 'ranks') { # slow where ranks share processors
			next if $sim eq 'cd3' || $options !~ /--dt/;
			$ENV{SCREE_DEAL} = 'random,often';
			$other = run("mpirun.mpich -n 2 $build/mpi/mpicc.mpich/scree-$sim-mpi", "-t 0.12 $options", "$name.scree", "$name.$how");
		} elsif ($how eq 'checked') {
			next unless $ENV{CHECKED};
			$other = run("$ENV{CHECKED}/scree-$sim", "-t 0.12 $options --threads 1", "$name.scree", "$name.$how");
		}
		push @why, "# $how: " . differ($of, $other) if $of ne $other;
	}
	$bad += @why > 0;
	chomp(my $said = $status ? ", status $status: " . qx(tail -n 1 $name.out.err) : '');
	print @why ? 'not ' : '', "ok $n - $sim, seed $seed: $options$said\n", map { "$_\n" } @why;
	unlink glob "$name.*" unless @why;
}
print "1..$n\n# $refused refused, $failed failed, $bad bad\n";
exit($bad > 0);
