import { join } from 'node:path'
import type pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Installation } from './money/settings/settings.ts'
import { hasProvider } from './platform/chain/open-chain.ts'
import type { Config } from './platform/config.ts'
import { createDb, createPool, type Db } from './platform/db/client.ts'
import { isOnOneMachine } from './platform/loopback.ts'
import { createMailFolder } from './platform/mail/mail-folder.ts'
import { createSmtpMailer } from './platform/mail/mail-smtp.ts'
import type { Mailer } from './platform/mail/mail.ts'
import type { ProcessLife } from './platform/process-life.ts'
import { currentTraces } from './platform/traces/spans.ts'
import { traceStatements } from './platform/traces/trace-statements.ts'

interface PoolDeps {
  config: Config
  log: FastifyBaseLogger
  appUrl: string
  /** The most connections at once. */
  max: number
}

/** Opens connections to the database with the rights of the application. They are closed at the end of the process. */
export function openPool({ config, log, appUrl, max }: PoolDeps, life: ProcessLife): { pool: pg.Pool; db: Db } {
  const onError = ({ message }: Error) => life.isEnding() || log.error(`A database connection broke: ${message}`)
  const hasPreparedStatements = config.preparedStatements === 'on'
  const wrapClient = currentTraces() && traceStatements
  const pool = createPool(appUrl, { max, hasPreparedStatements, onError, ...(wrapClient && { wrapClient }) })
  life.onEnd(async () => pool.end())
  return { pool, db: createDb(pool) }
}

/** Opens the mail server or, without one, the folder that keeps the mails. `warn` receives a sentence for the operator. */
export function openMailer(config: Config, warn: (sentence: string) => void): Mailer {
  const { smtpUrl, mailFrom: from, dataDir } = config
  if (smtpUrl) return createSmtpMailer({ url: smtpUrl, from })
  const folder = join(dataDir, 'mail')
  if (isOnOneMachine(config)) return createMailFolder({ folder, from, announce: (line) => console.log(line) })
  warn(`Mails are kept in ${folder}. HOST or PUBLIC_URL is not of this machine alone, so no link is printed.`)
  return createMailFolder({ folder, from })
}

/** Returns what the settings say about this installation. */
export function describeInstallation(config: Config, isDemo: boolean): Installation {
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
