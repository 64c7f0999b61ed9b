import { pino } from 'pino'
import type { FastifyBaseLogger } from 'fastify'
import { createFirstInvitation } from './accounts/invitations/invitations.ts'
import { refuseDemoPeople } from './demo/made-up-people.ts'
import { rebuildTotals } from './money/ledger/ledger.ts'
import {
  recordDepositAddress,
  setBuyRules,
  setConfiguredAddress,
  setStepUpUsd,
  setTokenContract,
} from './money/settings/settings.ts'
import { assertPortsFree, openMetrics } from './open-metrics.ts'
import { openPool } from './open-services.ts'
import { openBackups } from './platform/backup/open-backups.ts'
import { hasProvider } from './platform/chain/open-chain.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { createLog } from './platform/create-log.ts'
import { assertAppRole } from './platform/db/assert-app-role.ts'
import type { Db } from './platform/db/client.ts'
import { withConnection } from './platform/db/connect.ts'
import { makeDataFolder } from './platform/db/data-folder.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from './platform/db/open-database.ts'
import { seed } from './platform/db/seed.ts'
import { StartRefusal } from './platform/db/start-refusal.ts'
import { assertKeyFits, readOrCreateEncryptionKey } from './platform/encryption/encryption-key.ts'
import { createEncryption } from './platform/encryption/encryption.ts'
import { openFiles } from './platform/files/open-files.ts'
import { limitHeapGrowth } from './platform/heap-growth.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import type { ProcessLife } from './platform/process-life.ts'
import { assertSafeInProduction } from './platform/production-rules.ts'
import { isTraced, openTraces } from './platform/traces/open-traces.ts'
import { ownVersionName } from './platform/version.ts'
import type { Task } from './platform/workers/messages.ts'
import { noPeers } from './platform/workers/peers.ts'
import { poolShare } from './platform/workers/worker-settings.ts'
import { Workers } from './platform/workers/workers.ts'
import { schema } from './schema/schema.ts'
import type { Serving } from './serve.ts'

/** The connections of the first process of a host, if others serve. */
const ownConnections = 3

/**
 * Starts what a host has once: the database, its migrations and settings, backups and figures. With several workers it lets them
 * serve, and otherwise serves by itself. `mainFile` is the file that each worker runs.
 */
export async function startHost(life: ProcessLife, mainFile: string): Promise<void> {
  limitHeapGrowth()
  const isDemo = process.argv.includes('--demo')
  const loaded = loadConfig()
  // Only a demonstration loads its made-up world.
  const demonstration = isDemo ? await import('./start-demo.ts') : undefined
  const config = demonstration?.asDemo(loaded) ?? loaded
  if (isDemo && config.environment === 'production') throw new StartRefusal('A demonstration cannot run in production.')
  assertSafeInProduction(config)
  await assertPortsFree(config)
  const log = createLog(config.logLevel, pino.destination({ fd: 2, sync: true }), { isTraced: isTraced(config) })
  await openTraces({ config, log }, life)
  const uploads = new Set<string>()
  const onStored = (path: string) => uploads.add(path)
  const workers = forkWorkers({ config, log, mainFile, onStored }, life)
  const database = await openHostDatabase({ config, log }, life)
  const max = workers ? ownConnections : poolShare(config)
  const { pool, db } = openPool({ config, log, max, appUrl: database.appUrl }, life)
  await seed(db)
  const { files, warning } = await openFiles(config, onStored)
  if (warning) console.warn(warning)
  if (!demonstration) await refuseDemoPeople(db)
  const demo = await demonstration?.startDemo({ config, db, files, log, ownerUrl: database.ownerUrl }, life)
  const encryptionKey = config.encryptionKey ?? (await readOrCreateEncryptionKey(config.dataDir, db))
  await assertKeyFits(db, createEncryption(encryptionKey))
  startBackups({ config, database, uploads, db, log }, life)
  const metrics = await openMetrics(config, { db, pool, log, workers })
  life.onEnd(async () => metrics?.close())
  const { appUrl } = database
  const task = { config: { ...config, ...demo?.config }, appUrl, encryptionKey, isDemo }
  if (workers) await startWorkers(workers, task, life)
  else await serveAlone({ task, db, log, files, meter: metrics?.meter }, life)
  const invitation = await createFirstInvitation(db, config.publicUrl)
  // The lines are printed at once, so a program that waits for the first line has all of them.
  const lines = [`ET is ready at ${config.publicUrl}`, `Version: ${ownVersionName}`]
  if (invitation) lines.push(`First administrator: ${invitation}`)
  if (demo) lines.push(...demo.lines)
  console.log(lines.join('\n'))
}

interface Logging {
  config: Config
  log: FastifyBaseLogger
}

interface Forking extends Logging {
  mainFile: string
  onStored: (path: string) => void
}

/** Starts the workers, if there are several. They load their program while the database opens. */
function forkWorkers({ config, log, mainFile: file, onStored }: Forking, life: ProcessLife): Workers | undefined {
  if (config.workers === 1) return undefined
  const say = (sentence: string) => life.isEnding() || log.error(sentence)
  const workers = new Workers({ count: config.workers, file, say, onStored })
  life.onEnd(async () => workers.stop())
  return workers
}

/** Opens the database, and starts the built-in one again whenever it dies. */
async function openHostDatabase({ config, log }: Logging, life: ProcessLife): Promise<OpenDatabase> {
  const database = await openDatabase(config, (sentence) => life.isEnding() || log.error(sentence))
  life.onEnd(async () => database.stop())
  void database.ended.then((how) => life.isEnding() || life.end(1, `PostgreSQL cannot be kept running: ${how}.`))
  // With an external database, the folder still holds the uploaded files.
  makeDataFolder(config.dataDir)
  for (const warning of database.warnings) console.warn(warning)
  await prepareDatabase(database, config)
  return database
}

/** Lets the workers serve, and replaces them one by one at each SIGHUP. */
async function startWorkers(workers: Workers, task: Task, life: ProcessLife): Promise<void> {
  // Calls end before anything that they use.
  life.onEnd(async () => workers.stop())
  void workers.ended.then((how) => life.isEnding() || life.end(1, `No worker can be kept running: ${how}.`))
  await workers.serve(task)
  let isReplacing = false
  life.onReload(async () => {
    if (isReplacing) return console.log('The workers are being replaced already.')
    isReplacing = true
    const isDone = await workers.replaceAll().finally(() => (isReplacing = false))
    if (isDone) console.log('All workers were replaced.')
  })
}

/** Serves in this process. Nothing takes its place, so SIGHUP changes nothing. */
async function serveAlone(
  { task, ...own }: Pick<Serving, 'task' | 'db' | 'log' | 'files' | 'meter'>,
  life: ProcessLife,
): Promise<void> {
  // The first process of several does not serve, and so does not load this.
  const { serve } = await import('./serve.ts')
  await serve({ ...own, task, peers: noPeers, warn: console.warn }, life)
  life.onReload(async () => console.log('WORKERS is 1: a single process cannot be replaced while it serves.'))
}

const unencryptedBackups =
  'BACKUP_DIR is set and BACKUP_KEY is not: backups are not encrypted. Set BACKUP_KEY, or guard them like the data folder.'

interface BackupDeps extends Logging {
  db: Db
  database: OpenDatabase
  uploads: Set<string>
}

/** Backs the built-in database up. An external one has its own ways. */
function startBackups({ config, database, uploads, db, log }: BackupDeps, life: ProcessLife): void {
  const { superuserUrl } = database
  if (superuserUrl === undefined) return
  if (config.backupDir !== undefined && config.backupKey === undefined) console.warn(unencryptedBackups)
  const onError = (err: unknown) => life.isEnding() || log.error({ err }, 'The database could not be backed up')
  const backups = openBackups(config, { superuserUrl, uploads, onError })
  life.onEnd(async () => backups.stop())
  if (backups.jobs.length === 0) return
  const jobs = startJobs({ db, log, jobs: backups.jobs })
  life.onEnd(async () => jobs.stop())
}

/** Brings the database to this version and to the configuration, and checks what the application may do in it. */
async function prepareDatabase({ ownerUrl, appUrl }: OpenDatabase, config: Config): Promise<void> {
  await migrate(ownerUrl, schema, console.warn)
  await withConnection(appUrl, assertAppRole)
  await withConnection(ownerUrl, async (owner) => {
    await rebuildTotals(owner)
    const { stepUpUsd, depositAddress, buyOnFallbackRate, buyRequestDays } = config
    if (stepUpUsd !== undefined) await setStepUpUsd(owner, stepUpUsd)
    if (depositAddress !== undefined) await recordDepositAddress(owner, depositAddress)
    await setConfiguredAddress(owner, depositAddress)
    await setTokenContract(owner, hasProvider(config) ? config.tronContract : null)
    await setBuyRules(owner, { buysOnFallbackRate: buyOnFallbackRate === 'allowed', buyRequestDays })
  })
}
