#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/mpi/ranks.sh POLHODE POLHODE_MPI: ensembles by several ranks, in parts and by one process have the same bytes;
# ranks that are killed lose nothing; wrong use has its message.
set -euo pipefail
polhode=$(realpath "$1")
polhode_mpi=$(realpath "$2")
scripts=$(realpath "$(dirname "$0")/../../examples/cluster")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# More ranks than cores, as root, in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_plm_rsh_agent=

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
checks=0
passed() {
  checks=$((checks + 1))
  echo "passed: $*"
}

# same NAME OTHER: all result files of both have the same bytes.
same() {
  local kind files=0
  for kind in csv h5 json events.csv trajectories.csv; do
    if [ -e "$1.$kind" ] || [ -e "$2.$kind" ]; then
      cmp "$1.$kind" "$2.$kind" || fail "$1.$kind and $2.$kind differ"
      files=$((files + 1))
    fi
  done
  [ $files -ge 3 ] || fail "$1: only $files files"
  [ ! -e "$2.journal" ] || fail "$2.journal was left"
}

# scenario KIND RUNS
scenario() {
  cat <<END
[body]
moments = [1, { uniform = [1.2, 2] }, { uniform = [2.1, 3.3] }]
[start]
attitude = "random"
momentum = [{ normal = [0, 0.1] }, 1, { uniform = [-0.5, 0.5] }]
[times]
end = $([ $1 = slow ] && echo 100 || echo 20)
count = $([ $1 = slow ] && echo 400 || echo 5)
[output]
hdf5 = true
[ensemble]
seed = 7
runs = $2
END
  case $1 in
    free) ;;
    torqued) printf '[[torque]]\nkind = "linear_damping"\ncoefficients = [0.01, 0.02, 0.03]\n[method]\nstep = 0.1\n' ;;
    slow) printf '[[torque]]\nkind = "gravity_gradient_circular"\nmean_motion = 0.3\n' ;;
    events) printf '[[event]]\nquantity = "m_2"\n[[torque]]\nkind = "steady_torque"\ntorque = [{ uniform = [0, 0.1] }, 0, 0]\n' ;;
  esac
}

# Some bodies of these cannot be: their runs fail, which is exit code 1.
run_all() {
  local code=0
  "$@" >out 2>err || code=$?
  [ $code -le 1 ] || { cat out err >&2; fail "$* ended with $code"; }
}

for kind in free torqued events; do
  runs=41
  trajectories=--trajectories
  [ $kind != free ] || trajectories=
  scenario $kind $runs >$kind.toml
  mkdir -p one
  run_all "$polhode" run $kind.toml $trajectories -o one/$kind
  for ranks in 1 2 3 4; do
    mkdir -p ranks$ranks
    run_all mpirun -np $ranks "$polhode_mpi" run $kind.toml $trajectories -o ranks$ranks/$kind
    same one/$kind ranks$ranks/$kind
  done
  for parts in 1 7; do
    mkdir -p parts$parts
    for ((i = 0; i < parts; ++i)); do
      run_all "$polhode" run $kind.toml $trajectories --runs $((runs * i / parts)):$((runs * (i + 1) / parts)) -o parts$parts/$kind-$i
    done
    run_all "$polhode" merge parts$parts/$kind-*.part -o parts$parts/$kind
    same one/$kind parts$parts/$kind
  done
  passed "$kind: 1, 2, 3, 4 ranks and 1, 7 parts have the bytes of one process"
done
# A part may itself be computed by ranks.
mkdir -p mixed
run_all mpirun -np 2 "$polhode_mpi" run free.toml --runs 0:20 -o mixed/a
run_all "$polhode" run free.toml --runs 20:41 -o mixed/b
run_all "$polhode" merge mixed/a mixed/b -o mixed/free
same one/free mixed/free
passed "a part by ranks and one without"

# The scripts of examples/cluster, as Slurm would start them, and on this machine.
mkdir -p scripts bin
ln -s "$polhode" bin/polhode
for task in 3 4 5 6 7; do
  PATH=$folder/bin:$PATH SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_COUNT=5 \
    bash "$scripts/slurm-array.sh" free.toml scripts >out 2>err || { cat err >&2; fail "slurm-array.sh"; }
done
run_all "$polhode" merge scripts/*.part -o scripts/free
same one/free scripts/free
if command -v python3 >/dev/null; then
  mkdir -p dask
  PATH=$folder/bin:$PATH run_all python3 "$scripts/dask_parts.py" local free.toml 3 dask/free
  same one/free dask/free
fi
passed "the scripts for Slurm and Dask"

# Ranks are killed at random; the run goes on with other numbers of them, in the end without MPI.
scenario slow 12000 >long.toml
run_all "$polhode" run long.toml -o one/long
mkdir -p killed
killed=0
for ranks in 3 2 4; do
  resume=--resume
  [ $killed -gt 0 ] || resume=
  before=$(stat -c %s killed/long.journal 2>/dev/null || echo 0)
  mpirun -np $ranks "$polhode_mpi" run long.toml $resume -o killed/long >out 2>err &
  launcher=$!
  # Until some more runs have ended.
  wanted=$((before + 1 + RANDOM * 8))
  while kill -0 $launcher 2>/dev/null; do
    size=$(stat -c %s killed/long.journal 2>/dev/null || echo 0)
    [ "$size" -lt $wanted ] || break
    sleep 0.01
  done
  mapfile -t processes < <(ps -o pid= --ppid $launcher)
  if [ ${#processes[@]} -gt 0 ]; then
    victim=${processes[$((RANDOM % ${#processes[@]}))]}
    kill -KILL $victim 2>/dev/null && killed=$((killed + 1))
  fi
  code=0
  wait $launcher || code=$?
  [ -e killed/long.journal ] || break
  [ $code -ne 0 ] || fail "a rank was killed, and mpirun says that all is well"
done
[ $killed -ge 2 ] || fail "only $killed ranks were killed"
if [ -e killed/long.journal ]; then
  done_before=$(stat -c %s killed/long.journal)
  run_all "$polhode" run long.toml --resume -o killed/long
  echo "$killed ranks were killed; from byte $done_before of the journal on it went without MPI"
fi
same one/long killed/long
passed "killed ranks lose nothing"

# A signal to all, as a queue sends it at the end of the time.
scenario slow 30000 >longer.toml
mpirun -np 2 "$polhode_mpi" run longer.toml -o killed/longer >out 2>err &
launcher=$!
while [ "$(stat -c %s killed/longer.journal 2>/dev/null || echo 0)" -lt 30000 ]; do sleep 0.02; done
kill -TERM $launcher
code=0
wait $launcher || code=$?
[ $code -ne 0 ] || fail "it was stopped, and says that all is well"
[ -e killed/longer.journal ] || fail "nothing was kept"
passed "a job that is stopped keeps its journal"

# expect CODE TEXT COMMAND...: it ends with the code and says the text.
expect() {
  local code=0 wanted=$1 text=$2
  shift 2
  "$@" >out 2>err || code=$?
  [ $code -eq $wanted ] || { cat out err >&2; fail "$* ended with $code, not $wanted"; }
  grep -qF -e "$text" err || { cat out err >&2; fail "$* does not say: $text"; }
}

mkdir -p wrong here there
expect 2 'must be started by mpirun' env -u OMPI_COMM_WORLD_SIZE -u PMIX_RANK "$polhode_mpi" run free.toml -o wrong/a
scenario torqued 3 >three.toml
expect 0 '4 ranks for 3 runs: 1 of them has nothing to compute' mpirun -np 4 "$polhode_mpi" run three.toml -o wrong/three
run_all "$polhode" run three.toml -o one/three
same one/three wrong/three
expect 4 'it has another text of the scenario (events.toml)' \
  mpirun -np 1 "$polhode_mpi" run torqued.toml -o wrong/b : -np 1 "$polhode_mpi" run events.toml -o wrong/b
# A program of another version: a copy in which that number is another.
version=$("$polhode_mpi" --version | awk '{ print $NF }')
sed "s/${version//./\\.}/${version%?}x/g" "$polhode_mpi" >other-version
chmod +x other-version
[ "$(./other-version --version | awk '{ print $NF }')" = "${version%?}x" ] || fail "the copy says that it is $(./other-version --version)"
expect 4 "rank 1 on $(hostname) differs from rank 0 on $(hostname): it is from polhode ${version%?}x, and this is polhode $version" \
  mpirun -np 1 "$polhode_mpi" run torqued.toml -o wrong/b : -np 1 ./other-version run torqued.toml -o wrong/b
# The same scenario, whose table is another on one machine.
mkdir -p tables/a tables/b
{ scenario free 41; printf '[[torque]]\nkind = "tabulated_torque"\nfile = "some.csv"\n'; } | tee tables/a/some.toml >tables/b/some.toml
printf 't,torque_1,torque_2,torque_3\n0,0,0,0\n9,0.1,0,0\n' >tables/a/some.csv
printf 't,torque_1,torque_2,torque_3\n0,0,0,0\n9,0.2,0,0\n' >tables/b/some.csv
expect 4 'rank 1 on '"$(hostname)"' differs from rank 0' \
  mpirun -np 1 -wdir tables/a "$polhode_mpi" run some.toml -o "$folder/wrong/b" : \
  -np 1 -wdir tables/b "$polhode_mpi" run some.toml -o "$folder/wrong/b"
expect 4 'cannot start' mpirun -np 1 "$polhode_mpi" run torqued.toml -o wrong/b : -np 1 "$polhode_mpi" run none.toml -o wrong/b
expect 4 'is not shared by all ranks: rank 1' \
  mpirun -np 1 -wdir here "$polhode_mpi" run ../torqued.toml -o r : -np 1 -wdir there "$polhode_mpi" run ../torqued.toml -o r
[ -z "$(ls -A here)$(ls -A there)" ] || fail "what was refused has left files: $(ls -A here there)"
[ "$(ls wrong)" = "$(printf 'three.csv\nthree.h5\nthree.json')" ] || fail "what was refused has left files: $(ls wrong)"
passed "wrong use has its message"

echo "$checks checks passed"
