#!/bin/sh
# Runs a command of this release on the Node that comes with it: `bin/et start`. It needs no other program.
set -eu
root=$(cd -P -- "${0%/*}/.." && pwd -P)
command=${1:-start}
if [ $# -gt 0 ]; then shift; fi
case $command in
  start) script=server/main.ts ;;
  backup | restore | files | verify | health) script=scripts/$command.ts ;;
  *)
    echo "There is no command \"$command\". There are: start, backup, restore, files, verify, health." >&2
    exit 64
    ;;
esac
node=$root/node_modules/node-PLATFORM/bin/node
# Some platforms have no Node in npm's registry. There it is the one of the machine.
[ -x "$node" ] || node=node
exec "$node" --disable-warning=ExperimentalWarning "$root/$script" "$@"
