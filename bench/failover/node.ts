import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { postgresUser } from '../../server/platform/db/postgres-binaries.ts'
import { findFreePort } from '../../tests/helpers/server.ts'

const deploy = join(import.meta.dirname, '../../deploy/high-availability')

/** One of three hosts: a member of etcd, and Patroni with its PostgreSQL. All have the address 127.0.0.1. */
export interface Node {
  name: string
  folder: string
  ports: { postgres: number; rest: number; etcd: number; peer: number }
}

export interface RunningNode {
  node: Node
  /** Ends all processes at once, as a power failure does. */
  kill(): void
}

export async function planNodes(folder: string): Promise<Node[]> {
  const nodes = []
  for (const name of ['one', 'two', 'three']) {
    const [postgres, rest, etcd, peer] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    nodes.push({ name, folder: join(folder, name), ports: { postgres, rest, etcd, peer } })
  }
  return nodes
}

/** Starts the processes of a node, on what an earlier start left in its folder. */
export function startNode(node: Node, all: readonly Node[], passwords: Record<string, string>): RunningNode {
  makeFolder(node.folder)
  const processes = [
    run(node, 'etcd', etcdArgs(node, all), {}),
    run(node, 'patroni', [join(deploy, 'patroni.yml')], { ...patroniEnv(node, all), ...passwords }),
  ]
  return {
    node,
    kill() {
      for (const child of processes) child.kill('SIGKILL')
      killPostgres(node)
    },
  }
}

/** PostgreSQL runs as the user who owns its folder. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (postgresUser) chownSync(folder, postgresUser.uid, postgresUser.gid)
}

function run({ folder }: Node, program: string, args: string[], env: Record<string, string>): ChildProcess {
  const log = openSync(join(folder, `${program}.log`), 'a')
  const path = process.env['PATH'] ?? ''
  return spawn(program, args, {
    ...postgresUser,
    cwd: folder,
    stdio: ['ignore', log, log],
    env: { PATH: path, ...env },
  })
}

const etcdUrl = (port: number) => `http://127.0.0.1:${port}`

function etcdArgs({ name, folder, ports }: Node, all: readonly Node[]): string[] {
  const members = all.map((other) => `${other.name}=${etcdUrl(other.ports.peer)}`).join(',')
  const given = {
    name,
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': etcdUrl(ports.etcd),
    'advertise-client-urls': etcdUrl(ports.etcd),
    'listen-peer-urls': etcdUrl(ports.peer),
    'initial-advertise-peer-urls': etcdUrl(ports.peer),
    'initial-cluster': members,
  }
  return Object.entries(given).map(([key, value]) => `--${key}=${value}`)
}

/** Returns the settings of node.env.example with the addresses and folders of this node. */
function patroniEnv({ name, folder, ports }: Node, all: readonly Node[]): Record<string, string> {
  const example = parseEnv(readFileSync(join(deploy, 'node.env.example'), 'utf8')) as Record<string, string>
  return {
    ...example,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: all.map((other) => `'127.0.0.1:${other.ports.etcd}'`).join(','),
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${ports.rest}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${ports.rest}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${ports.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${ports.postgres}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'postgres'),
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
  }
}

function killPostgres({ folder }: Node): void {
  const file = join(folder, 'postgres/postmaster.pid')
  if (!existsSync(file)) return
  try {
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
