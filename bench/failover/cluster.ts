import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '../../server/platform/db/connect.ts'
import { findFreePort } from '../../tests/helpers/server.ts'
import { planNodes, startNode, type Node } from './node.ts'

const deploy = join(import.meta.dirname, '../../deploy/high-availability')
const patienceMs = 90_000

/** Three PostgreSQL servers with Patroni on this machine, and a proxy that leads to the one that leads. */
export interface Cluster {
  /** The address of the database "et" by way of the proxy, for its owner and for the application. */
  ownerUrl: string
  appUrl: string
  /** Waits until this number of servers follow a leader. */
  expectFollowers(count: number): Promise<void>
  /** Ends the node that leads at once, and returns a function that starts it again. */
  killLeader(): Promise<() => void>
  stop(): void
}

export async function startCluster(): Promise<Cluster> {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'et-failover-'))
  chmodSync(folder, 0o755)
  const nodes = await planNodes(folder)
  const passwords = makePasswords()
  const running = new Map(nodes.map((node) => [node.name, startNode(node, nodes, passwords)]))
  const port = await findFreePort()
  const stopProxy = startProxy(folder, port, nodes)
  const kill = () => {
    stopProxy()
    for (const one of running.values()) one.kill()
  }
  process.once('exit', kill)
  const stop = () => {
    process.off('exit', kill)
    kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  try {
    await waitFor('a leader with two followers', async () => (await countFollowers(nodes)) === 2)
    const urls = await createLogins(port, passwords['PATRONI_SUPERUSER_PASSWORD'] ?? '')
    return {
      ...urls,
      expectFollowers: async (count) =>
        waitFor(`${count} followers`, async () => (await countFollowers(nodes)) === count),
      async killLeader() {
        const leader = await findLeader(nodes)
        if (!leader) throw new Error('No node leads.')
        running.get(leader.name)?.kill()
        return () => running.set(leader.name, startNode(leader, nodes, passwords))
      },
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}

function requirePrograms(): void {
  const missing = ['etcd', 'patroni', 'haproxy'].filter((program) => spawnSync('which', [program]).status !== 0)
  if (missing.length === 0) return
  throw new Error(
    `This bench needs ${missing.join(', ')}. On Debian: apt-get install patroni etcd-server haproxy postgresql-15`,
  )
}

function makePasswords(): Record<string, string> {
  const names = ['SUPERUSER', 'REPLICATION', 'REWIND'].map((who) => `PATRONI_${who}_PASSWORD`)
  return Object.fromEntries(names.map((name) => [name, randomBytes(24).toString('hex')]))
}

function startProxy(folder: string, port: number, nodes: readonly Node[]): () => void {
  const env = Object.fromEntries(
    nodes.flatMap(({ ports }, index) => [
      [`NODE_${index + 1}`, `127.0.0.1:${ports.postgres}`],
      [`CHECK_${index + 1}`, String(ports.rest)],
    ]),
  )
  const log = openSync(join(folder, 'haproxy.log'), 'a')
  const child = spawn('haproxy', ['-db', '-f', join(deploy, 'haproxy.cfg')], {
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], LISTEN: `127.0.0.1:${port}`, ...env },
  })
  return () => void child.kill('SIGKILL')
}

/** Makes the database and its two logins by way of the proxy, as deploy/create-logins.sql does. */
async function createLogins(port: number, superuserPassword: string): Promise<Pick<Cluster, 'ownerUrl' | 'appUrl'>> {
  const passwords = { owner_password: randomBytes(24).toString('hex'), login_password: randomBytes(24).toString('hex') }
  const url = (login: string, password: string, database = 'et') =>
    `postgresql://${login}:${password}@127.0.0.1:${port}/${database}`
  const statements = readFileSync(join(deploy, '../create-logins.sql'), 'utf8')
    .replaceAll(/^(--|\\).*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: keyof typeof passwords) => `'${passwords[name]}'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  await waitFor('the proxy', async () => {
    await withConnection(url('postgres', superuserPassword, 'postgres'), async (client) => client.query('SELECT 1'))
    return true
  })
  await withConnection(url('postgres', superuserPassword, 'postgres'), async (client) => {
    for (const statement of statements) await client.query(statement)
  })
  return { ownerUrl: url('et_owner', passwords.owner_password), appUrl: url('et_login', passwords.login_password) }
}

interface Member {
  name: string
  role: string
  state: string
}

/** Asks the nodes until one of them answers who belongs to the cluster. */
async function listMembers(nodes: readonly Node[]): Promise<Member[]> {
  for (const { ports } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

async function findLeader(nodes: readonly Node[]): Promise<Node | undefined> {
  const leader = (await listMembers(nodes)).find(({ role }) => role === 'leader')
  return nodes.find(({ name }) => name === leader?.name)
}

/** Counts the servers that follow a leader. One of them has to hold each commit, and it has the role of a sync standby. */
async function countFollowers(nodes: readonly Node[]): Promise<number> {
  const members = await listMembers(nodes)
  const isLed = members.some(({ role, state }) => role === 'leader' && state === 'running')
  const isSafe = members.some(({ role }) => role === 'sync_standby')
  if (!isLed || !isSafe) return 0
  return members.filter(({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state)).length
}

async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    if (await isSo().catch(() => false)) return
    if (Date.now() > giveUpAt) throw new Error(`There is still not ${what}.`)
    await sleep(250)
  }
}
