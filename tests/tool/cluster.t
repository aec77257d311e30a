#!/bin/sh
# docs/SCALING.md: the script for SLURM goes on after jobs that ended at their time limit and after crashes, whatever these leave of
# the stream, and in the end has the stream of one run. Stand-ins for srun and scontrol are on the PATH.
. "$(dirname "$0")/../tap.sh"

awk '/^```/ { if (text ~ /scontrol/) printf "%s", text; on = $0 == "```sh"; text = ""; next } on { text = text $0 "\n" }' \
	"$root/docs/SCALING.md" >job.sh
is 'the page has one such script' "$(grep -c '^srun' job.sh) $(head -n 1 job.sh)" '1 #!/bin/sh'
mkdir slurm
# srun OPTION... scree-dem3-mpi OPTION... -o silo.scree FROM, by scree-dem3. The file fate says what becomes of the job:
#   cut T RECORD   a crash: the stream is cut in the first record of this kind in the first frame from the time T on
#   term T         SIGTERM when the frame of the time T is written; a pipe that is full holds the run until then
#   end            nothing
cat >slurm/srun <<'END'
#!/bin/sh
while [ "$1" != scree-dem3-mpi ]; do shift; done
shift
read -r fate time record <fate
echo "$* " | sed 's/.* -t \([^ ]*\) .* \([^ ]*\) $/\1 \2/' >>runs
case $fate in
cut)
	scree-dem3 -q "$@"
	mv silo.scree all
	awk -v t="$time" -v record="$record" '$1 == "frame" { inside = substr($3, 3) + 0 >= t }
		inside && $1 == record { printf "%s", substr($0, 1, length($0) - 1); exit } { print }' all >silo.scree
	exit 137
	;;
term)
	rm -f pipe
	mkfifo pipe
	scree-dem3 -q $(echo "$*" | sed 's/-o silo.scree//') >pipe &
	awk -v t="$time" -v pid=$! '{ print } $1 == "frame" && substr($3, 3) + 0 >= t && !told++ { system("kill -TERM " pid) }' \
		<pipe >silo.scree
	wait $!
	;;
end)
	scree-dem3 -q "$@"
	;;
esac
END
printf '#!/bin/sh\necho "$*" >>requeued\n' >slurm/scontrol
chmod +x slurm/*
PATH=$tmp/slurm:$PATH SLURM_JOB_ID=17
export PATH SLURM_JOB_ID
job() {
	echo "$*" >fate
	sh job.sh 2>>said
}
scree-shape sphere | scree-fill -q -n 60 --box 5,5,6 --seed 3 | scree-wall -q box |
	scree-set -q --gravity 0,0,-1.3 --law grain,grain,kn=900,mu=0.4,en=0.6 >scene.scree
scree-dem3 -q --no-provenance -t 50 --every 0.5 --light 10 scene.scree >whole

job cut 0 body    # no whole frame
job cut 3.2 body  # the only whole frame with contacts is the first
job cut 8.7 body  # that of t=5, and light ones after it
job cut 2.2 body  # while the frames of good.scree are copied
job term 12
stopped=$(sed -n 's/^frame \([^ ]*\) .*/\1/p' silo.scree | tail -n 1)
# 0, since the frame keeps the end that was asked for; the time that is left, if a frame with contacts was due when the signal came
left=$(sed -n 's/^frame .* due=\([^ ]*\).*/\1/p' silo.scree | tail -n 1 | awk '{ print 50 - $1 }')
job cut 19.9 end  # in the last line of the frame of t=20, which has contacts
is 'a crash asks for no other job, SIGTERM does' "$(cat requeued)" 'requeue 17'
job end
is 'each job goes on from the last whole frame with contacts' "$(paste -s -d ' ' runs)" \
	"50 scene.scree 50 scene.scree 50 good.scree 45 good.scree 45 good.scree $left good.scree 35 good.scree"
is 'the end asks for no other job' "$(cat requeued)" 'requeue 17'
# FILE: its frames at the times of those of the whole. If the signal came in a step with a light frame, the frame of the end, with
# contacts, is there instead: then only bodies are taken.
frames() {
	awk -v stopped="$stopped" 'NR == FNR { if ($1 == "frame") due[$2] = 1; next } $1 == "frame" { inside = $2 in due; bodies = $2 == stopped }
		inside && (!bodies || $1 == "body") { print } $1 == "end" { inside = 0 }' whole "$1"
}
frames whole >expected
frames silo.scree >found
ok 'the frames are those of one run' cmp found expected
is 'all of them' "$(grep -c '^frame' found)" $((101 - $(grep -c "^frame $stopped " whole)))
finish
