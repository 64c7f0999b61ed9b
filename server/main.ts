import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { createApp, type Deps } from './app.ts'
import { startClocks } from './clocks.ts'
import { openBackups } from './platform/backup/open-backups.ts'
import { hashPassword } from './accounts/auth/passwords.ts'
import { type Config, loadConfig } from './platform/config.ts'
import { createLog } from './platform/create-log.ts'
import { assertAppRole } from './platform/db/assert-app-role.ts'
import { createDb, createPool } from './platform/db/client.ts'
import { withConnection } from './platform/db/connect.ts'
import { makeDataFolder } from './platform/db/data-folder.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from './platform/db/open-database.ts'
import { seed } from './platform/db/seed.ts'
import { StartRefusal } from './platform/db/start-refusal.ts'
import { type DemoCredentials, openDemoWorld, refuseDemoPeople } from './demo/demo.ts'
import { openDemoChain } from './demo/chain/demo-chain.ts'
import { addPast } from './demo/chain/add-past.ts'
import { demoDepositAddress } from './demo/chain/payments.ts'
import { administrators } from './demo/people.ts'
import { assertPortsFree, openMetrics } from './open-metrics.ts'
import { createEvents } from './platform/events/events.ts'
import { startRelay } from './platform/events/relay.ts'
import { closeWhenAnswered } from './platform/http/close-when-answered.ts'
import { createFirstInvitation } from './accounts/invitations/invitations.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import { openExchangeRates } from './platform/exchange-rates/open-exchange-rates.ts'
import { openFiles } from './platform/files/open-files.ts'
import type { Mailer } from './platform/mail/mail.ts'
import { createMailFolder } from './platform/mail/mail-folder.ts'
import { createSmtpMailer } from './platform/mail/mail-smtp.ts'
import { limitHeapGrowth } from './platform/heap-growth.ts'
import { schema } from './schema/schema.ts'
import { rebuildTotals } from './money/ledger/ledger.ts'
import { isOnOneMachine } from './platform/loopback.ts'
import { assertSafeInProduction } from './platform/production-rules.ts'
import { throwListenError } from './platform/http/port.ts'
import { hasProvider } from './platform/chain/open-chain.ts'
import { ownVersionName } from './platform/version.ts'
import { assertKeyFits, readOrCreateEncryptionKey } from './platform/encryption/encryption-key.ts'
import { createEncryption } from './platform/encryption/encryption.ts'
import { createSubmittedMails } from './money/requests/submitted-mails.ts'
import {
  recordDepositAddress,
  setBuyRules,
  setConfiguredAddress,
  setTokenContract,
  setStepUpUsd,
  type Installation,
} from './money/settings/settings.ts'

const stopPatienceMs = 10_000
const answerPatienceMs = 4_000
/**
 * A process manager may signal the whole group and its leader. Two signals within this time count as one, not as an
 * impatient second one.
 */
const repeatedSignalMs = 500

const isDemo = process.argv.includes('--demo')

/** Functions that close what has been opened so far. `stop` calls them in reverse order. */
const closers: (() => Promise<unknown>)[] = []
let stoppingSince = 0

async function start(loaded: Config): Promise<void> {
  limitHeapGrowth()
  let config = isDemo ? asDemo(loaded) : loaded
  if (isDemo && config.environment === 'production') throw new StartRefusal('A demonstration cannot run in production.')
  assertSafeInProduction(config)
  await assertPortsFree(config)
  const log = createLog(config.logLevel, pino.destination({ fd: 2, sync: true }))
  const database = await openDatabase(config, (sentence) => stoppingSince || log.error(sentence))
  closers.push(() => database.stop())
  void database.ended.then((how) => stoppingSince || stop(1, `PostgreSQL cannot be kept running: ${how}.`))
  // With an external database, the folder still holds the uploaded files.
  makeDataFolder(config.dataDir)
  for (const warning of database.warnings) console.warn(warning)
  await prepareDatabase(database, config)

  const onError = ({ message }: Error) => stoppingSince || log.error(`A database connection broke: ${message}`)
  const pool = openPool(database, config, onError)
  const db = createDb(pool)
  await seed(db)
  const { files, uploads, warning } = await openFiles(config)
  if (warning) console.warn(warning)
  let demo: DemoCredentials | undefined
  if (isDemo) ({ demo, config } = await startDemo({ config, db, files, log, ownerUrl: database.ownerUrl }))
  else await refuseDemoPeople(db)
  const events = createEvents()
  closers.push(startRelay({ url: database.appUrl, events, onError }))
  const encryption = createEncryption(config.encryptionKey ?? (await readOrCreateEncryptionKey(config.dataDir, db)))
  await assertKeyFits(db, encryption)
  const mail = createMailer(config)
  const outbox = createOutbox({ db, encryption, mail, log, writeOwed: createSubmittedMails(config) })
  const exchangeRates = openExchangeRates(config, { log, warn: console.warn })
  const onBackupError = (err: unknown) => stoppingSince || log.error({ err }, 'The database could not be backed up')
  const { superuserUrl } = database
  const backups = superuserUrl ? openBackups(config, { superuserUrl, uploads, onError: onBackupError }) : undefined
  closers.push(async () => backups?.stop())
  const backupJobs = backups?.jobs ?? []
  closers.push(startClocks({ config, db, events, files, mail, outbox, exchangeRates, encryption, log, backupJobs }))
  const metrics = await openMetrics(config, { db, pool, log })
  closers.push(async () => metrics?.close())
  const app = await createApp({
    config,
    meter: metrics?.meter,
    db,
    log,
    outbox,
    mailFolder: mail.folder,
    events,
    files,
    exchangeRates,
    encryption,
    installation: describeInstallation(config),
  })
  closers.push(closeWhenAnswered(app, answerPatienceMs))
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: unknown) => throwListenError(error, config.port, config.host))
  const invitation = await createFirstInvitation(db, config.publicUrl)
  // The lines are printed at once, so a program that waits for the first line has all of them.
  const lines = [`ET is ready at ${config.publicUrl}`, `Version: ${ownVersionName}`]
  if (invitation) lines.push(`First administrator: ${invitation}`)
  if (demo) lines.push(...demoLines(demo))
  console.log(lines.join('\n'))
}

function openPool({ appUrl }: OpenDatabase, config: Config, onError: (error: Error) => void) {
  const hasPreparedStatements = config.preparedStatements === 'on'
  const pool = createPool(appUrl, { max: config.databasePoolMax, hasPreparedStatements, onError })
  closers.push(() => pool.end())
  return pool
}

/**
 * Returns the configuration of a demonstration. Its payments are made up, so they go to a made-up address, and no provider
 * of the real network is ever asked.
 */
function asDemo(config: Config): Config {
  const noProvider = {
    tronApiUrl: undefined,
    tronApiKey: undefined,
    tronSecondApiUrl: undefined,
    tronSecondApiKey: undefined,
  }
  return { ...config, ...noProvider, depositAddress: demoDepositAddress }
}

interface DemoDeps extends Pick<Deps, 'config' | 'db' | 'files' | 'log'> {
  ownerUrl: string
}

/** Makes up people and, with the clock, their payments. Returns the passwords, and the configuration with the made-up network. */
async function startDemo({
  config,
  db,
  files,
  log,
  ownerUrl,
}: DemoDeps): Promise<{ demo: DemoCredentials; config: Config }> {
  console.log('Making up the people of the demonstration. The first time this takes some seconds.')
  const demo = await openDemoWorld({ db, ownerUrl, files, hashPassword })
  await addPast(ownerUrl, config.tronContract)
  const onError = (err: unknown) => log.warn({ err }, 'The payments of the demonstration could not be made up')
  const chain = await openDemoChain({ db, contract: config.tronContract, onError })
  closers.push(chain.start())
  return { demo, config: { ...config, tronApiUrl: chain.url } }
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

function createMailer(config: Config): Mailer {
  const { smtpUrl, mailFrom: from, dataDir } = config
  if (smtpUrl) return createSmtpMailer({ url: smtpUrl, from })
  const folder = join(dataDir, 'mail')
  if (isOnOneMachine(config)) return createMailFolder({ folder, from, announce: (line) => console.log(line) })
  console.warn(`Mails are kept in ${folder}. HOST or PUBLIC_URL is not of this machine alone, so no link is printed.`)
  return createMailFolder({ folder, from })
}

const otherAdministrators = administrators.filter(({ duty }) => duty !== 'owner').map(({ email }) => email)

function demoLines({ admin, member }: DemoCredentials): string[] {
  return [
    'A demonstration: everybody and everything in it is made up. Passwords are new at every start.',
    'Its payments are made up, too: a purchase is paid after some seconds, and final on the network about a minute later.',
    'A payout that is marked as sent, by any hash of 64 hexadecimal digits, is confirmed about a minute later.',
    `Administrator: ${admin.email} with password ${admin.password}`,
    `Administrators of the other duties, with the same password: ${otherAdministrators.join(', ')}`,
    `Member: ${member.email} with password ${member.password}`,
  ]
}

function describeInstallation(config: Config): Installation {
  const { environment, smtpUrl, depositAddress, stepUpUsd } = config
  const isProduction = environment === 'production'
  const operator = {
    name: config.operatorName ?? null,
    address: config.operatorAddress ?? null,
    email: config.operatorEmail ?? null,
  }
  return {
    isProduction,
    isDemo,
    hasMailPage: !isProduction && !smtpUrl && isOnOneMachine(config),
    hasMailServer: smtpUrl !== undefined,
    isChainRead: hasProvider(config),
    depositAddress,
    stepUpUsd,
    operator,
  }
}

/** Closes everything in order: the calls first, then the streams and connections, PostgreSQL last. */
async function stop(exitCode: number, reason?: string): Promise<never> {
  stoppingSince = Date.now()
  if (reason) console.error(reason)
  void sleep(stopPatienceMs).then(() => process.exit(1))
  for (const close of closers.toReversed()) await close().catch(console.error)
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
  const isRefusal = error instanceof StartRefusal
  // A signal can cut a start short. The errors that follow mean nothing.
  if (!stoppingSince && !isRefusal) console.error(error)
  if (!stoppingSince) await stop(1, isRefusal ? error.message : undefined)
}
