import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Logger, pino } from 'pino'
import type { FastifyInstance } from 'fastify'
import { type Config, loadConfig } from './config.ts'
import { createDb, createPool, type Db } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { StartRefusal } from './db/start-refusal.ts'
import { assertPortFree, refuseAddress } from './port.ts'

type Deps = { config: Config; db: Db; pool: pg.Pool; log: Logger }
type AppModule = { createApp: (deps: Deps) => Promise<FastifyInstance> }

const stopPatienceMs = 10_000
const closePatienceMs = 4_000
/** A process manager may signal the whole group and its leader: that is one wish, not an impatient second one. */
const repeatedSignalMs = 500

/** What has been opened so far and has to be closed again, the newest first. */
const closers: (() => Promise<unknown>)[] = []
let stoppingSince = 0

async function start(config: Config): Promise<void> {
  await assertPortFree(config.port, config.host)
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }))
  const database = await openDatabase(config)
  closers.push(() => database.stop())
  void database.ended.then((how) => stoppingSince || stop(1, `PostgreSQL ended unexpectedly (${how}).`))
  for (const warning of database.warnings) console.warn(warning)
  await migrate(database.ownerUrl)

  const pool = createPool(database.appUrl, { max: config.databasePoolMax, onError: (error) => log.error(error) })
  closers.push(() => pool.end())
  const db = createDb(pool)
  const { createApp } = (await import(new URL('./app.ts', import.meta.url).href)) as AppModule
  const app = await createApp({ config, db, pool, log })
  closers.push(() => app.close())
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: unknown) => refuseAddress(error, config.port, config.host))
  console.log(`ET is ready at ${config.publicUrl}`)
}

/** Closes everything in order: no new requests, then the streams, the connections, and PostgreSQL last. */
async function stop(exitCode: number, reason?: string): Promise<never> {
  stoppingSince = Date.now()
  if (reason) console.error(reason)
  void sleep(stopPatienceMs).then(() => process.exit(1))
  for (const close of closers.toReversed()) await Promise.race([close(), sleep(closePatienceMs)]).catch(console.error)
  return process.exit(exitCode)
}

function onSignal(): void {
  if (!stoppingSince) return void stop(0)
  if (Date.now() - stoppingSince > repeatedSignalMs) process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, onSignal)
try {
  await start(loadConfig())
} catch (error) {
  if (!(error instanceof StartRefusal)) console.error(error)
  await stop(1, error instanceof StartRefusal ? error.message : undefined)
}
