#!/usr/bin/perl
# mutants.pl BUILD COVERAGE TEST... -- [--missed] LIST...: puts the faults of the lists into the sources one at a time and finds
# out whether the tests detect them. `make mutants` first builds programs and tests with a shared library in BUILD, and writes
# the lines that each test executes to COVERAGE/lists.
#
# A line of a list has the file, the text before, the text after and the effect for a user, separated by tabs. The text before
# occurs exactly once in the file. A fifth field ("equivalent: ...") gives the reason why the fault has no effect; such a fault
# is not tried.
#
# For each fault, the tests that execute its line run first, the fastest first. If coverage does not know the line (a table, a
# macro), the tests of the neighbouring lines run first, then all tests that execute the file. Tests without coverage run last.
# The first test that fails has detected the fault. A test that takes eight times its usual time fails.
#
# BUILD/verdicts gets a line for each fault: "noticed" and the test, "missed", "stale" (the text before does not occur exactly
# once) or "broken" (the fault does not compile), then the line of the list. With --missed, only faults that were not detected
# before are tried again. With LONGEST=S in the environment, only tests with coverage that take at most S seconds run.
# The score excludes equivalent faults. The status is 0 if the score is at least 95 % and no fault is stale or broken.
use strict;
use warnings;
use Fcntl qw(:flock);
use File::Basename;
use File::Find;
use Time::HiRes qw(time);

my ($build, $coverage, @tests) = @ARGV;
splice @tests, 0, 2;
my @lists;
for my $k (0 .. $#tests) {
	next unless $tests[$k] eq '--';
	@lists = @tests[$k + 1 .. $#tests];
	$#tests = $k - 1;
	last;
}
my $again = @lists && $lists[0] eq '--missed' && shift @lists;
my $jobs = $ENV{JOBS} || 2;
my $longest = $ENV{LONGEST};
$| = 1;
chomp(my $top = `pwd`);
my $queue = "$top/$build/next";

my %runs;     # test -> { "FILE LINE" -> 1 }
my %lines;    # file -> [lines that hold code]
read_coverage();
my @faults = read_lists();
system("rm -rf $build/tree*") == 0 or die;
my %seconds = usual_times();
in_parallel(scalar @faults, \&try_fault);
exit report();

sub slurp { my ($path) = @_; open my $in, '<', $path or die "mutants: $path: $!\n"; local $/; return scalar <$in> // '' }

sub spew { my ($path, $text) = @_; open my $out, '>', $path or die "mutants: $path: $!\n"; print $out $text; close $out }

# Append a line to a file that all workers write.
sub add_line
{
	my ($path, $text) = @_;

	open my $out, '>>', $path or die "mutants: $path: $!\n";
	flock $out, LOCK_EX;
	print $out "$text\n";
	close $out;
}

sub read_coverage
{
	my $dir = "$coverage/lists";

	for my $test (@tests) {
		next unless -e "$dir/$test";
		$runs{$test} = { map { /^L (.*)/ ? ($1 => 1) : () } split /\n/, slurp("$dir/$test") };
	}
	for (split /\n/, slurp("$dir/every")) {
		push @{ $lines{$1} }, $2 if /^L (\S+) (\d+)/;
	}
}

# The lines of all lists with faults that are to be tried.
sub read_lists
{
	my (%done, @found);

	if ($again && -e "$build/verdicts") {
		/^noticed\t[^\t]*\t(.*)/ and $done{$1} = $_ for split /\n/, slurp("$build/verdicts");
	}
	spew("$build/verdicts", join '', map { "$_\n" } values %done);
	for my $list (@lists) {
		for (split /\n/, slurp($list)) {
			next if /^#/ || !/\S/ || $done{$_} || (split /\t/, $_, -1) == 5;
			push @found, $_;
		}
	}
	return @found;
}

# Call each(k) for k = 0 to n - 1 in $jobs processes, each in its own copy of the tree.
sub in_parallel
{
	my ($n, $each) = @_;

	spew($queue, '0');
	for my $worker (1 .. $jobs) {
		next if fork;
		my $tree = "$top/$build/tree$worker";
		if (!-e $tree) {
			mkdir $tree;
			system("git ls-files -z --cached --others --exclude-standard | xargs -0 cp -p --parents -t $tree") == 0 or die;
			system("cd $top && cp -a --parents \$(ls -d $build/* | grep -v -e '/tree' -e '/verdicts\$') $tree") == 0 or die;
		}
		chdir $tree or die;
		while (defined(my $k = take_number($n))) { $each->($k) }
		exit 0;
	}
	1 while wait != -1;
}

sub take_number
{
	my ($n) = @_;

	open my $file, '+<', $queue or die;
	flock $file, LOCK_EX;
	my $k = <$file>;
	return undef if $k >= $n;
	seek $file, 0, 0;
	print $file $k + 1;
	close $file;
	return $k;
}

# Whether a test passes in the tree of this worker.
sub passes
{
	my ($test, $limit) = @_;
	my $at = "SCREE_BIN=\$PWD/$build/bin SCREE_BUILD=\$PWD/$build LD_LIBRARY_PATH=\$PWD/$build";

	return system("$at timeout -k 5 $limit sh tests/run.sh $test >said 2>&1 </dev/null") == 0 && slurp('said') !~ /^not ok/m;
}

# The time of each test without a fault. A test that fails without a fault ends the program.
sub usual_times
{
	my $path = "$top/$build/times";
	my $time = sub {
		my $from = time;
		my $good = passes($tests[$_[0]], 900);

		add_line($path, sprintf '%s %.2f %s', $tests[$_[0]], time - $from, $good ? 'passes' : 'fails');
	};
	if (!$longest && !$again || !-e $path) {
		spew($path, '');
		in_parallel(scalar @tests, $time);
	}
	my %took = map { my ($test, $took, $how) = split; $how eq 'passes' or die "mutants: $test fails without a fault\n"; ($test => $took) }
		split /\n/, slurp($path);
	return %took;
}

# The tests that could detect a fault in a line, in the order in which they run.
sub candidates
{
	my ($file, $line) = @_;
	my @known = sort { abs($a - $line) <=> abs($b - $line) } @{ $lines{$file} || [] };
	my $exact = @known && $known[0] == $line;
	my @near = @known ? @known[0 .. ($exact || $#known < 1 ? 0 : 1)] : ();
	my (%rank, @order);

	for my $test (@tests) {
		my $run = $runs{$test};
		next if $longest && (!$run || $test =~ m{^pipelines} || ($seconds{$test} // 1e9) > $longest);
		if (!$run || !@known) {
			$rank{$test} = 2;
		} elsif (grep { $run->{"$file $_"} } @near) {
			$rank{$test} = 0;
		} elsif (!$exact && grep { $run->{"$file $_"} } @known) {
			$rank{$test} = 1;
		}
	}
	return sort { $rank{$a} <=> $rank{$b} || ($seconds{$a} // 0) <=> ($seconds{$b} // 0) } keys %rank;
}

# The targets to rebuild for a fault in a file.
sub goals
{
	my ($file, @chosen) = @_;

	return "$build/bin/" . basename($file, '.c') if $file =~ m|^tools/scree-|;
	return "$build/libscree.so" if $file =~ /\.c$/;
	return join ' ', "$build/libscree.so", (map { "$build/bin/" . basename($_, '.c') } glob 'tools/scree-*.c'),
		map { "$build/$_" } grep { /^tests/ && !/\.t$/ } @chosen;
}

sub try_fault
{
	my ($k) = @_;
	my ($file, $before, $after) = split /\t/, $faults[$k];
	my $text = -e $file ? slurp($file) : '';
	my $at = index $text, $before;
	my $verdict = "stale\t-";

	if ($at >= 0 && index($text, $before, $at + 1) < 0) {
		my @chosen = candidates($file, 1 + (substr($text, 0, $at) =~ tr/\n//));
		my $mutant = $text;
		substr($mutant, $at, length $before) = $after;
		spew('began', '');
		select undef, undef, undef, 0.02;
		spew($file, $mutant);
		$verdict = judge($file, @chosen);
		system("cp -p $top/$file $file && find $build -newer began -type f | while read -r f; do
			if [ -e $top/\$f ]; then cp -p $top/\$f \$f; else rm \$f; fi; done") == 0 or die "mutants: cannot restore $file\n";
	}
	add_line("$top/$build/verdicts", "$verdict\t$faults[$k]");
	print "$verdict\t$file: $before -> $after\n";
}

sub judge
{
	my ($file, @chosen) = @_;
	my $goals = goals($file, @chosen);

	system("MAKEFLAGS= make -s -o $build/flags BUILD=$build BIN=$build/bin LIBSCREE=$build/libscree.so CFLAGS='-O2 -fPIC' $goals >said 2>&1") == 0
		or return "broken\t-";
	for my $test (@chosen) {
		return "noticed\t$test" unless passes($test, int(8 * ($seconds{$test} // 40)) + 20);
	}
	return "missed\t-";
}

sub report
{
	my %count = (noticed => 0, missed => 0, stale => 0, broken => 0);
	my $equivalent = 0;

	/^(\w+)/ and $count{$1}++ for split /\n/, slurp("$top/$build/verdicts");
	for my $list (@lists) { (split /\t/, $_, -1) == 5 and $equivalent++ for split /\n/, slurp($list) }
	print "\n", map { /^(?:missed|stale|broken)/ ? "$_\n" : () } sort split /\n/, slurp("$top/$build/verdicts");
	my $all = $count{noticed} + $count{missed};
	my $score = $all ? 100 * $count{noticed} / $all : 0;
	printf "%d of %d faults noticed: %.1f %%; %d equivalent, %d stale, %d broken\n", $count{noticed}, $all, $score,
		$equivalent, $count{stale}, $count{broken};
	return $score < 95 || $count{stale} || $count{broken} ? 1 : 0;
}
