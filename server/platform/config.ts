import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { backupSettings } from './backup/backup-settings.ts'
import { chainSettings } from './chain/chain-settings.ts'
import { StartRefusal } from './db/start-refusal.ts'
import { databaseSettings } from './database-settings.ts'
import { assertOutlastsBackups, readBucket, s3Settings } from './files/s3-settings.ts'
import { metricsSettings } from './metrics/metrics-settings.ts'
import { pushSettings } from './push/push-settings.ts'
import { securitySettings } from './http/security-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import { assertNoFurtherSettings, traceSettings } from './traces/trace-settings.ts'
import { workerSettings } from './workers/worker-settings.ts'
import { isAddressRange, isOrigin, oneLine, splitList, urlOf, wholeNumber } from './setting-schemas.ts'

type Setting = {
  /** The environment variable. */
  name: string
  meaning: string
  /** The form of a valid value, as the message about a wrong one states it. */
  expected: string
  /**
   * The value when the variable is unset; without a fallback, the setting is not used. `<PORT>` stands for the port.
   */
  fallback?: string
  /** Keeps the value out of all messages. */
  isSecret?: true
  schema: z.ZodMiniType<unknown, string | undefined>
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** All settings of the server, by their names in the code. A test checks the README's table against them. */
export const settings = {
  port: {
    name: 'PORT',
    meaning: 'Port of the site and its API.',
    expected: 'a whole number from 1 to 65535',
    fallback: '3000',
    schema: wholeNumber(1, 65_535),
  },
  host: {
    name: 'HOST',
    meaning: 'Address to listen on; 0.0.0.0 for all of the machine.',
    expected: 'a host name or an IP address',
    fallback: '127.0.0.1',
    schema: z.string().check(z.regex(/^[\w.:-]+$/)),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    meaning:
      'Public address of the site, and the origin of links in mails. With https, cookies are sent over https only.',
    expected: 'an origin such as https://coins.example.org',
    fallback: 'http://localhost:<PORT>',
    schema: z.pipe(
      urlOf('http:', 'https:').check(z.refine(isOrigin)),
      z.transform((url: string) => new URL(url).origin),
    ),
  },
  plainHttp: {
    name: 'PLAIN_HTTP',
    meaning:
      'Permission to run production with an http PUBLIC_URL. Sessions and passwords then travel unprotected, so allow ' +
      'it only on a network that no stranger can reach.',
    expected: 'refused or allowed',
    fallback: 'refused',
    schema: z.enum(['refused', 'allowed']),
  },
  environment: {
    name: 'NODE_ENV',
    meaning:
      'In production there are no demonstration aids such as /dev/mail or a placeholder deposit address. A mail server and an ' +
      'https PUBLIC_URL are then required, and EXCHANGE_RATE_URL has to be https.',
    expected: 'production, development or test',
    fallback: 'development',
    schema: z.enum(['production', 'development', 'test']),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    meaning: 'The least serious kind of log entry that is written.',
    expected: `one of ${logLevels.join(', ')}`,
    fallback: 'warn',
    schema: z.enum(logLevels),
  },
  dataDir: {
    name: 'DATA_DIR',
    meaning: 'Folder of uploaded files, unsent mails and, unless DATABASE_URL is set, the database.',
    expected: 'a path',
    fallback: './data',
    schema: z.pipe(
      z.string(),
      z.transform((path: string) => resolve(path)),
    ),
  },
  minFreeDiskMb: {
    name: 'MIN_FREE_DISK_MB',
    meaning:
      'While the disk of DATA_DIR has less than so many megabytes free, uploads are refused. Everything else goes on.',
    expected: 'a whole number of megabytes from 0 to 1000000',
    fallback: '500',
    schema: wholeNumber(0, 1_000_000),
  },
  ...s3Settings,
  ...workerSettings,
  ...databaseSettings,
  ...backupSettings,
  encryptionKey: {
    name: 'ENCRYPTION_KEY',
    meaning:
      'Key that encrypts secrets of authenticator apps, unsent mails and kept answers in the database. Servers that ' +
      'share a database need the same one. Without it, one is made in the data folder at the first start. While the ' +
      'database holds encrypted data, the server does not start without its key, or with another one. A key that is set ' +
      'here is in no backup, so keep it in a second place.',
    expected: '32 or more random bytes in base64url, as "openssl rand 32 | basenc --base64url" prints them',
    isSecret: true,
    schema: z.optional(z.string().check(z.regex(/^[\w-]{43,}=*$/))),
  },
  twoFactorForAdmins: {
    name: 'TWO_FACTOR_FOR_ADMINS',
    meaning:
      'Rule for two-factor authentication of administrators, who have to set it up before anything else. With auto they ' +
      'have to if PUBLIC_URL is https, except in a demonstration.',
    expected: 'auto, required or optional',
    fallback: 'auto',
    schema: z.enum(['auto', 'required', 'optional']),
  },
  stepUpUsd: {
    name: 'STEP_UP_USD',
    meaning:
      'Decisions worth more USD than this, one by one or all those of an administrator in 24 hours together, ask for the ' +
      'password or a code again. Without it, ' +
      'administrators set the amount themselves; it is 10000 at first.',
    expected: 'an amount such as 5000 or 5000.00',
    schema: z.optional(z.string().check(z.regex(/^\d{1,15}(\.\d{1,2})?$/))),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    meaning:
      'Mail server. Off this machine the connection has to be encrypted (smtps, or STARTTLS). Without a mail server, mails ' +
      'are kept in the data folder. Their links are printed and shown at /dev/mail only where HOST and PUBLIC_URL are of ' +
      'this machine alone.',
    expected: 'an address such as smtps://user:password@mail.example.org',
    isSecret: true,
    schema: z.optional(urlOf('smtp:', 'smtps:')),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    meaning: 'Sender of mails.',
    expected: 'a mail address, or Name <address>',
    fallback: 'ET <no-reply@localhost>',
    schema: z.string().check(z.regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/)),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    meaning:
      'Proxies that are trusted to name a visitor’s address, separated by commas. Behind any other proxy ' +
      'all visitors have one address, and share its limits.',
    expected: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    fallback: '',
    schema: z.pipe(
      z.string().check(z.refine((list) => splitList(list).every(isAddressRange))),
      z.transform((list: string) => splitList(list)),
    ),
  },
  rateLimits: {
    name: 'RATE_LIMITS',
    meaning: 'Limits on attempts and on costly calls; off is for tests that make more calls than people do.',
    expected: 'on, or off if NODE_ENV is not production',
    fallback: 'on',
    schema: z.enum(['on', 'off']),
  },
  ...pushSettings,
  ...metricsSettings,
  ...traceSettings,
  ...retentionSettings,
  exchangeRateUrl: {
    name: 'EXCHANGE_RATE_URL',
    meaning:
      'Service that answers with a conversion_rates map. Without one, 1 USDT counts as 1 USD. Production, and a site with a ' +
      'public address, then keep buying closed unless BUY_ON_FALLBACK_RATE allows that rate.',
    expected: 'an address such as https://rates.example.org/latest/USD',
    schema: z.optional(urlOf('http:', 'https:')),
  },
  exchangeRateKey: {
    name: 'EXCHANGE_RATE_KEY',
    meaning: 'Key for that service, sent as a bearer token.',
    expected: 'a text',
    isSecret: true,
    schema: z.optional(z.string()),
  },
  exchangeRateQuote: {
    name: 'EXCHANGE_RATE_QUOTE',
    meaning: 'Direction in which that service quotes USDT.',
    expected: 'usd-per-usdt or usdt-per-usd',
    fallback: 'usd-per-usdt',
    schema: z.enum(['usd-per-usdt', 'usdt-per-usd']),
  },
  buyOnFallbackRate: {
    name: 'BUY_ON_FALLBACK_RATE',
    meaning:
      'Permission for members to buy while no service has a rate, and 1 USDT counts as 1 USD. If it is refused, buying ' +
      'closes until there is a rate again.',
    expected: 'refused or allowed',
    fallback: 'refused',
    schema: z.enum(['refused', 'allowed']),
  },
  buyRequestDays: {
    name: 'BUY_REQUEST_DAYS',
    meaning:
      'A purchase expires if administrators have not decided it after so many days. Its member gets a mail and can send it again.',
    expected: 'a whole number from 1 to 365',
    fallback: '7',
    schema: wholeNumber(1, 365),
  },
  depositAddress: {
    name: 'DEPOSIT_ADDRESS',
    meaning: 'Address to which members send USDT until an administrator sets another one.',
    expected: 'a TRC20 address: T and 33 more letters and digits',
    schema: z.optional(z.string().check(z.regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/))),
  },
  ...chainSettings,
  operatorName: {
    name: 'OPERATOR_NAME',
    meaning: 'Name of the operator in the Terms of Service and the Privacy Policy, until an administrator sets it.',
    expected: 'a name in one line',
    schema: z.optional(oneLine()),
  },
  operatorAddress: {
    name: 'OPERATOR_ADDRESS',
    meaning: 'Postal address of the operator, for the same pages.',
    expected: 'an address in one line',
    schema: z.optional(oneLine()),
  },
  operatorEmail: {
    name: 'OPERATOR_EMAIL',
    meaning: 'Mail address of the operator, for the same pages.',
    expected: 'a mail address',
    schema: z.optional(z.string().check(z.regex(/^[^\s<>@]+@[^\s<>@]+$/))),
  },
  ...securitySettings,
} as const satisfies Record<string, Setting>

/** The settings as the code uses them: checked, converted and complete. */
export type Config = { readonly [Key in keyof typeof settings]: z.output<(typeof settings)[Key]['schema']> }

/**
 * Reads the settings of this process. A file .env in the working folder adds variables that the environment does not
 * set.
 */
export function loadConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/**
 * Reads the settings from an environment. Throws StartRefusal for a wrong value, before the server does anything else.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const port = environment[settings.port.name] || settings.port.fallback
  const values = Object.entries<Setting>(settings).map(([key, setting]) => [
    key,
    readSetting(setting, environment[setting.name] || setting.fallback?.replace('<PORT>', port)),
  ])
  const config = Object.freeze(Object.fromEntries(values)) as Config
  if (config.appDatabaseUrl && !config.databaseUrl) refuse(settings.appDatabaseUrl, undefined)
  if (config.tronSecondApiUrl && !config.tronApiUrl) refuse(settings.tronSecondApiUrl, undefined)
  if (config.environment === 'production' && config.rateLimits === 'off') refuse(settings.rateLimits, 'off')
  if (config.environment !== 'test' && config.pushLoopback === 'allowed') refuse(settings.pushLoopback, 'allowed')
  if (readBucket(config)) assertOutlastsBackups(config)
  assertNoFurtherSettings(environment, config)
  return config
}

function readSetting(setting: Setting, value: string | undefined): unknown {
  const result = setting.schema.safeParse(value)
  return result.success ? result.data : refuse(setting, value)
}

function refuse({ name, expected, isSecret }: Setting, value: string | undefined): never {
  throw new StartRefusal(`${name}: expected ${expected}${isSecret ? '' : `, got ${JSON.stringify(value)}`}`)
}
