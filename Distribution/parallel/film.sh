#!/bin/sh
# Renders a film with GNU parallel and joins it: film.sh DOCUMENT FILM CHUNKS [options of strata render]
# MACHINES names the machines, as parallel's --sshlogin does: "4/first,4/second" runs four parts on each; ":" is this one,
# and all of them see the same folder. JOBS is the number of parts at once on each machine. A part that fails is tried
# three times. Run the same command again after an interruption: parts that are complete are kept, by their records.
set -eu
document=$1 film=$2 chunks=$3
shift 3
parts=$film.parts
mkdir -p "$parts"

# A word as a shell reads it back, whatever it holds.
quoted() { printf " '%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

# A line of input without a command is run as it is: in a command, parallel replaces {} and others, in names, too.
render="cd$(quoted "$PWD") && exec strata render$(quoted "$document")$(for word; do quoted "$word"; done)"
for chunk in $(seq 1 "$chunks"); do
  part=$parts/$(printf %05d "$chunk").${film##*.}
  printf '%s --chunk %s/%s --resume -q -o%s\0' "$render" "$chunk" "$chunks" "$(quoted "$part")"
done | parallel --null --retries 3 --halt soon,fail=1 --sshlogin "${MACHINES:-:}" --jobs "${JOBS:-100%}"
exec strata join "$parts"/*."${film##*.}" -o "$film" -q
