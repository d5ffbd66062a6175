#!/bin/bash
# Measures a whole node; README.md beside it says how to submit it for each type of node. Each task of the array is one run.
#SBATCH --job-name=slidebench
#SBATCH --exclusive
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --array=1-2%1
#SBATCH --time=02:00:00
#SBATCH --output=bin/slidebench-%A-%a.log
set -euo pipefail
read -ra flags <<<"${BENCH:---build main --budget 4m30s}"
bin/slidebench machine
bin/slidebench bench "${flags[@]}" --results "bin/measured/$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID"
