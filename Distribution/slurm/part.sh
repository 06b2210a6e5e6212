#!/bin/sh
# One job of the array of film.sh: part.sh DOCUMENT PARTS FORMAT CHUNKS [options of strata render]
set -u
document=$1 parts=$2 format=$3 chunks=$4
shift 4
name=$(printf '%05d' "$SLURM_ARRAY_TASK_ID")
strata render "$document" "$@" --chunk "$SLURM_ARRAY_TASK_ID/$chunks" --resume -q -o "$parts/$name.$format"
status=$?
if [ "$status" -ne 0 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 2 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
  sleep 30
fi
exit "$status"
