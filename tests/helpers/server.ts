import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { builtInDatabaseUrl } from './built-in-database.ts'
import { letOneAdministratorDecide } from './second-owner.ts'
import { stopLeftoverPostgres } from '../../server/platform/db/postgres-leftover.ts'

export type Mail = { to: string; subject: string; text: string; links: string[] }

/** A real server process with a free port and an empty data folder. */
export type TestServer = {
  url: string
  dataDir: string
  /** The single-use link that the first start prints. */
  adminInvitationLink: string
  /** The address of its database for the application, or for the login that owns it, with rights that no call of the API has. */
  databaseUrl(login: 'owner' | 'app'): string
  processId(): number | undefined
  /** Returns everything that the process has printed since its first start. */
  output(): string
  /** Ends the process by a signal and waits for its end. `restart` starts it again on the same data and port. */
  kill(signal: NodeJS.Signals): Promise<void>
  restart(): Promise<void>
  mails(): Promise<Mail[]>
  /** Waits for the newest mail to that address (with that text in its subject). */
  mailTo(address: string, subject?: string): Promise<Mail>
  /** Ends the process and removes its data. */
  stop(): Promise<void>
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 15_000
const mailTimeoutMs = 10_000
const lowestPort = 10_000
const lowestDatabasePort = 20_000
/** The compiled sources are kept there, as `npm start` keeps them. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled')
const main = join(import.meta.dirname, '../../server/main.ts')

interface ServerSettings {
  env?: Record<string, string>
  /** A data folder that exists, which `stop` removes, too. An empty one is made unless it is given. */
  dataDir?: string
  /** `--demo` fills the empty database with a made-up world. */
  args?: string[]
  /** The command that starts the server, with its arguments. Without one it is that of these sources. */
  command?: [string, ...string[]]
}

export async function startServer({
  env = {},
  dataDir = mkdtempSync(join(tmpdir(), 'et-e2e-')),
  args = [],
  command = [process.execPath, main],
}: ServerSettings = {}): Promise<TestServer> {
  const port = await findFreePort()
  // One machine makes the calls of many people, so only tests of the limits have limits.
  const limits = env['NODE_ENV'] === 'production' ? {} : { RATE_LIMITS: 'off' }
  // Most tests are about one process.
  const usual = { WORKERS: '1', NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir, PORT: String(port) }
  const environment = { ...baseEnvironment(), ...limits, ...usual, ...env }
  const printed: string[] = []
  const [program, ...first] = command
  const start = async () => launch([program, ...first, ...args], environment, dataDir, printed)
  let child = await start()
  const external = { owner: env['DATABASE_URL'], app: env['APP_DATABASE_URL'] }
  const databaseUrl = (login: 'owner' | 'app') => external[login] ?? builtInDatabaseUrl(dataDir, login)
  // Most tests are about other things than second administrators.
  if (external.owner === undefined) await letOneAdministratorDecide(databaseUrl('owner'))
  const kill = async (signal: NodeJS.Signals) => end(child, signal)
  return {
    url: find(printed, /^ET is ready at (\S+)/m) ?? `http://localhost:${port}`,
    dataDir,
    adminInvitationLink: find(printed, /^First administrator: (\S+)/m) ?? '',
    databaseUrl,
    processId: () => child.pid,
    output: () => printed.join(''),
    kill,
    async restart() {
      await kill('SIGTERM')
      child = await start()
    },
    mails: () => readMails(dataDir),
    mailTo: (address, subject) => waitForMail(dataDir, address, subject),
    async stop() {
      await kill('SIGTERM')
      // A killed server may have left its database running.
      await stopLeftoverPostgres(join(dataDir, 'postgres')).catch(() => undefined)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns an environment without the developer's own settings. */
function baseEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SystemRoot']
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

async function launch(
  [program, ...args]: [string, ...string[]],
  env: Record<string, string>,
  cwd: string,
  printed: string[],
): Promise<ChildProcess> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  // An interrupted test run ends its servers as well.
  const killToo = () => child.kill('SIGTERM')
  process.once('exit', killToo)
  child.once('exit', () => process.off('exit', killToo))
  const startAt = printed.length
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  const giveUpAt = Date.now() + startTimeoutMs
  while (!printed.slice(startAt).join('').includes('ET is ready at ')) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await end(child, 'SIGKILL')
      throw new Error(`The server did not start. It printed:\n${printed.slice(startAt).join('')}`)
    }
    await sleep(20)
  }
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const { promise: ended, resolve } = Promise.withResolvers<'ended'>()
  child.once('exit', () => resolve('ended'))
  child.kill(signal)
  const how = await Promise.race([ended, sleep(stopTimeoutMs, 'late' as const)])
  if (how === 'ended') return
  child.kill('SIGKILL')
  await ended
}

/**
 * Returns a port that nothing listens at. It lies below the ranges of built-in databases and of outgoing connections: one of
 * those could take the port before the server listens at it.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowestPort, lowestDatabasePort)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}

async function waitForMail(dataDir: string, address: string, subject = ''): Promise<Mail> {
  const giveUpAt = Date.now() + mailTimeoutMs
  for (;;) {
    const mails = await readMails(dataDir)
    const mail = mails.findLast((one) => one.to === address.toLowerCase() && one.subject.includes(subject))
    if (mail) return mail
    if (Date.now() > giveUpAt) {
      const seen = mails.map((one) => `${one.to}: ${one.subject}`).join('\n')
      throw new Error(`No mail "${subject}" came to ${address}. These came:\n${seen}`)
    }
    await sleep(50)
  }
}

async function readMails(dataDir: string): Promise<Mail[]> {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  return Promise.all(files.toSorted().map((file) => parseMail(readFileSync(join(folder, file)))))
}

async function parseMail(source: Buffer): Promise<Mail> {
  const { to, subject = '', text = '' } = await PostalMime.parse(source)
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
  return { to: to?.[0]?.address?.toLowerCase() ?? '', subject, text, links }
}

function find(printed: string[], pattern: RegExp): string | undefined {
  return pattern.exec(printed.join(''))?.[1]
}
