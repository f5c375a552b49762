#!/bin/bash
# SPDX-License-Identifier: MIT
# An ensemble as a job array of Slurm: each task computes a part. A task that is started again goes on where it was.
#   sbatch --array=0-99 slurm-array.sh cloud.toml /shared/cloud
# and when all are done, or as a job with --dependency=afterok:
#   polhode merge /shared/cloud/*.part -o cloud
#SBATCH --job-name=polhode
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
#SBATCH --requeue
set -eu
scenario=$1
folder=$2
runs=$(sed -n 's/^ *runs *= *\([0-9_]*\).*/\1/p' "$scenario" | tr -d _)
number=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))
parts=$SLURM_ARRAY_TASK_COUNT
first=$((runs * number / parts))
last=$((runs * (number + 1) / parts))
[ $first -lt $last ] || exit 0 # more tasks than runs

code=0
polhode run "$scenario" --runs "$first:$last" --threads "${SLURM_CPUS_PER_TASK:-1}" --resume \
  -o "$folder/$(printf %06d "$number")" || code=$?
# 1: some runs have failed, and the others are there.
[ $code -le 1 ] || exit $code
