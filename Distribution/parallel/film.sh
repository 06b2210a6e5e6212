#!/bin/sh
# Renders a film with GNU parallel and joins it: film.sh DOCUMENT FILM CHUNKS [options of strata render]
# MACHINES names the machines, as parallel's --sshlogin does: "4/first,4/second" runs four parts on each; ":" is this one,
# and all of them see the same folder. JOBS is the number of parts at once on each machine. A part that fails is tried
# three times. Run the same command again after an interruption: parts that are complete are kept.
set -eu
document=$1 film=$2 chunks=$3
shift 3
parts=$film.parts
mkdir -p "$parts"

# What parallel's log has as done is not started again; what a part's record has as complete is not drawn again.
seq -f '%05.0f' 1 "$chunks" | parallel --resume-failed --joblog "$parts/jobs.log" --retries 3 --halt soon,fail=1 \
  --sshlogin "${MACHINES:-:}" --jobs "${JOBS:-100%}" --workdir "$PWD" \
  strata render "$document" "$@" --chunk "{= \$_ += 0 =}/$chunks" --resume -q -o "$parts/{}.${film##*.}"
exec strata join "$parts"/*."${film##*.}" -o "$film" -q
