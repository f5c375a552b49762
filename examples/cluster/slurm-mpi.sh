#!/bin/bash
# SPDX-License-Identifier: MIT
# An ensemble as one MPI job of Slurm, a rank for each core. Submitted again it goes on where it was.
#   sbatch --ntasks=256 slurm-mpi.sh cloud.toml /shared/cloud
#SBATCH --job-name=polhode
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@60
set -eu
srun polhode-mpi run "$1" --resume -o "$2"
