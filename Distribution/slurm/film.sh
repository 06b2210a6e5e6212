#!/bin/sh
# Renders a film as an array of jobs and joins it when all have ended well:
#   film.sh DOCUMENT FILM CHUNKS [options of strata render]
# The folder FILM.parts must be on a disk that all nodes share. A job that fails is queued again, at most twice: it keeps
# what is complete.
set -eu
document=$1 film=$2 chunks=$3
shift 3
parts=$film.parts
mkdir -p "$parts"

array=$(sbatch --parsable --requeue --array="1-$chunks" --job-name=film-parts --output="$parts/%a.log" --open-mode=append \
  "$(dirname "$0")/part.sh" "$document" "$parts" "${film##*.}" "$chunks" "$@")
exec sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes --job-name=film-join \
  --output="$parts/join.log" "$(dirname "$0")/join.sh" "$parts" "$film"
