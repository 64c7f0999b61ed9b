#!/bin/sh
# Starts three PostgreSQL servers with Citus on this machine, spreads the schema of ET over them and moves coins between members of
# different nodes (docs/outgrown.md). It needs PostgreSQL 15 or newer with Citus (PG_BIN) and the packages of ET. As root, the servers
# run as the user postgres. Everything is in a new folder, which "stop" removes.
#   sh deploy/citus/three-nodes.sh start | try | stop
set -eu
here=$(cd "$(dirname "$0")" && pwd)
PG_BIN=${PG_BIN:-/usr/lib/postgresql/15/bin}
FOLDER=${FOLDER:-/tmp/et-citus}
PORT=${PORT:-9700}
export PGHOST=127.0.0.1 PGUSER=postgres
url="postgresql://postgres@127.0.0.1:$PORT/et"

as_server() {
  if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

start_node() {
  as_server "$PG_BIN/initdb" -D "$FOLDER/$1" -U postgres -A trust --locale=C --encoding=UTF8 > "$FOLDER/$1.init" 2>&1
  as_server tee "$FOLDER/$1/postgresql.auto.conf" > /dev/null << CONF
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
port = $2
unix_socket_directories = ''
max_connections = 200
max_prepared_transactions = 200
citus.shard_count = 4
citus.node_conninfo = 'sslmode=disable'
CONF
  as_server "$PG_BIN/pg_ctl" -D "$FOLDER/$1" -l "$FOLDER/$1/log" -w start > /dev/null
  psql -qX -v ON_ERROR_STOP=1 -p "$2" -d postgres -c 'CREATE ROLE et_app NOLOGIN' -c 'CREATE DATABASE et'
}

# The product makes the tables on the coordinator. The extension comes after them, so that no migration meets it.
start() {
  mkdir "$FOLDER"
  if [ "$(id -u)" = 0 ]; then chown postgres "$FOLDER"; fi
  for node in 0 1 2; do start_node "node$node" $((PORT + node)); done
  (cd "$here/../.." && node --input-type=module -e '
    const { migrate } = await import("./server/platform/db/migrate.ts")
    const { schema } = await import("./server/schema/schema.ts")
    console.log((await migrate(process.argv[1], schema)).length + " files of the schema")' "$url")
  for node in 0 1 2; do psql -qX -p $((PORT + node)) -d et -c 'CREATE EXTENSION citus'; done
  psql -qX -v ON_ERROR_STOP=1 -d "$url" -v port="$PORT" << SQL
SELECT citus_set_coordinator_host('127.0.0.1', :port);
SELECT citus_add_node('127.0.0.1', :port + 1), citus_add_node('127.0.0.1', :port + 2);
SQL
  psql -X -d "$url" -f "$here/distribute.sql"
}

stop() {
  for node in 0 1 2; do as_server "$PG_BIN/pg_ctl" -D "$FOLDER/node$node" -m fast stop || true; done
  for node in 0 1 2; do rm -rf "$FOLDER/node$node" "$FOLDER/node$node.init"; done
  rmdir "$FOLDER"
}

case "${1:-}" in
start) start ;;
try) psql -X -d "$url" -f "$here/try.sql" ;;
stop) stop ;;
*) sed -n 's/^#   //p' "$0" && exit 1 ;;
esac
