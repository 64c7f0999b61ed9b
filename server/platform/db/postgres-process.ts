import { randomInt } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnAsPostgresUser } from './postgres-spawn.ts'
import { StartRefusal } from './start-refusal.ts'

/** A running PostgreSQL server. `exited` resolves with the way it ended, expected or not. */
export type PostgresProcess = { port: number; exited: Promise<string>; stop(): Promise<void> }

const readyPollMs = 10
const stopPatienceMs = 8_000
const logMaxBytes = 10_000_000
const attempts = 5
const lowestPort = 20_000
const lowestOutgoingPort = 32_768

/** These settings make sure that an answered commit is on the disk. The sizes suit one small machine. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // The most that DATABASE_POOL_MAX takes by itself, one for each of 16 processes, and those of commands and backups.
  max_connections: '100',
  // The log waits so long for a backup that does not copy it, and no longer, because it would fill the disk.
  max_slot_wal_keep_size: '4GB',
  shared_buffers: '128MB',
  deadlock_timeout: '200ms',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The application gets the error of a refused statement and logs it. The statement's text may hold personal data, so
  // PostgreSQL does not log it.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

type Wish = {
  logFile: string
  /** A free one is found unless it is given. */
  port?: number | undefined
  settings?: Record<string, string> | undefined
}

/**
 * Starts PostgreSQL on a folder, at a port of the loopback interface, and waits until it accepts connections. Pools keep
 * its address, so a server that died gets its port again.
 */
export async function runPostgres(
  bin: string,
  folder: string,
  { logFile, port, settings: further = {} }: Wish,
): Promise<PostgresProcess> {
  rotate(logFile)
  for (let attempt = 1; ; attempt += 1) {
    const logStart = existsSync(logFile) ? statSync(logFile).size : 0
    const running = spawnServer(bin, folder, logFile, {
      ...settings,
      ...further,
      port: String(port ?? (await freePort())),
    })
    if (await isReady(running, folder)) return running
    const reason = readFileSync(logFile).subarray(logStart).toString()
    // Another program may take the free port first, or the last process of a killed server may need a moment to end.
    const isPassing = /could not bind|could not create any TCP|still in use|is being accessed/.test(reason)
    if (!isPassing || attempt === attempts) throw new StartRefusal(`PostgreSQL did not start: ${fatalLine(reason)}`)
    await sleep(200 * attempt)
  }
}

function spawnServer(
  bin: string,
  folder: string,
  logFile: string,
  settings: Record<string, string>,
): PostgresProcess & { pid?: number } {
  const log = openSync(logFile, 'a', 0o600)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawnAsPostgresUser({
    program: join(bin, 'postgres'),
    paths: [folder],
    args: ([folderName]) => ['-D', String(folderName), ...options],
    output: log,
  })
  closeSync(log)
  const end = () => server.kill('SIGINT')
  process.once('exit', end)
  const exited = new Promise<string>((resolve) => {
    server.once('error', (error) => resolve(error.message))
    server.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  }).finally(() => process.off('exit', end))
  return {
    port: Number(settings['port']),
    exited,
    ...(server.pid === undefined ? {} : { pid: server.pid }),
    // SIGINT is PostgreSQL's fast shutdown. It ends the connections and writes all data to the disk.
    async stop() {
      end()
      const isGone = await Promise.race([exited, sleep(stopPatienceMs, undefined, { ref: false })])
      if (isGone === undefined) server.kill('SIGQUIT')
      await exited
    },
  }
}

/**
 * Waits until the server's pid file says that it is ready. After a crash it first recovers, for as long as that takes.
 */
async function isReady(server: { pid?: number; exited: Promise<string> }, folder: string): Promise<boolean> {
  let hasExited = false
  void server.exited.then(() => (hasExited = true))
  while (!hasExited) {
    const [pid, ...lines] = readPidFile(folder)
    if (Number(pid) === server.pid && lines[6]?.trim() === 'ready') return true
    await sleep(readyPollMs)
  }
  return false
}

function readPidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Finds a port below those from which systems pick the ports of outgoing connections. So none of them takes it while
 * PostgreSQL is down, and a connection to it never reaches itself.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowestPort, lowestOutgoingPort)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}

function rotate(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > logMaxBytes) renameSync(logFile, `${logFile}.1`)
}

function fatalLine(log: string): string {
  const lines = log.trim().split('\n')
  return lines.find((line) => line.includes('FATAL:')) ?? lines.at(-1) ?? 'no reason given'
}
