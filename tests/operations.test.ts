import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgotPassword } from '../contract/recovery.ts'
import { encryptionContexts } from '../server/platform/encryption/contexts.ts'
import { createEncryption } from '../server/platform/encryption/encryption.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { locateBinaries, postgresUser } from '../server/platform/db/postgres-binaries.ts'
import { call, createAdmin, logIn, type Person } from './helpers/api.ts'
import { builtInDatabaseUrl } from './helpers/built-in-database.ts'
import { readBlocks } from './helpers/manual.ts'
import { startServer, type TestServer } from './helpers/server.ts'

vi.setConfig({ testTimeout: 120_000 })

const root = join(import.meta.dirname, '..')
const newKey = () => randomBytes(32).toString('base64url')
const [psqlLines = [], aloneLines = []] = readBlocks('## SQL on the built-in PostgreSQL', '## Look at the books')
const [lostKey = []] = readBlocks('**The encryption key is lost for good.**', 'Then start with a new')
const [lostFactor = []] = readBlocks('**The only owner has lost the second factor**', 'The owner then signs in')
const [drillSettings = [], drill = []] = readBlocks('**Drill**', 'Its mails stay')
const [oldHost = [], newHost = []] = readBlocks('**A new host, with the built-in', '**From the built-in')
const [check = []] = readBlocks('3. Restore a moment before the edit', 'With PostgreSQL of your own, restore it')

let place: string
let servers: TestServer[]
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'et-operations-'))
  // PostgreSQL runs as a user of its own if the tests run as root.
  chmodSync(place, 0o711)
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.stop()
  rmSync(place, { recursive: true })
})

/** Starts a server with its data in a folder of the place. */
async function start(env: Record<string, string>, dataDir = join(place, 'site')): Promise<TestServer> {
  mkdirSync(dataDir, { recursive: true })
  const server = await startServer({ env, dataDir })
  servers.push(server)
  return server
}

/** Runs a command of ET in a folder, with the settings of its `.env` and those before the command. */
function carryOut(line: string, cwd: string): string {
  const [, settings = '', name = '', args = ''] =
    /^(?:sudo -u et )?((?:\w+=\S+ )*)\S*bin\/et (\w+)(.*)$/.exec(line.replace(/^cd \S+ && /, '')) ?? []
  const env = { PATH: process.env['PATH'], ...parseEnv(settings.trim().replaceAll(' ', '\n')) }
  const given = [join(root, `scripts/${name}.ts`), ...args.split(' ').filter(Boolean)]
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${line} failed:\n${stdout}${stderr}`)
  return stdout
}

/** Writes the settings of an installation, as "Install under systemd" places them. */
function writeSettings(folder: string, settings: Record<string, string>): string {
  mkdirSync(folder)
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
  return folder
}

/** Runs a line of the manual that starts or stops PostgreSQL alone on this data folder. */
function runAlone(line: string, dataDir: string): void {
  const script = [aloneLines[0], line].join('\n').replace(/^bin=.*$/m, `bin=${locateBinaries()}`)
  const here = script.replaceAll('/var/lib/et', dataDir).replaceAll('sudo -u et ', '')
  const { status, stderr } = spawnSync('sh', ['-c', here], { ...postgresUser, cwd: '/', encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}

/** Lets the user of PostgreSQL reach the folder, as the user et of an installation does, who has all of it. */
function giveToPostgresUser(dataDir: string): void {
  chmodSync(dataDir, 0o711)
  if (postgresUser)
    for (const path of ['log', 'log/postgres.log']) chownSync(join(dataDir, path), postgresUser.uid, postgresUser.gid)
}

/** Returns the address that the lines for psql lead to. A function takes the place of psql, which not every machine has. */
function readPsqlAddress(dataDir: string): string {
  const shown = 'psql() { printf "%s %s" "$PGPASSWORD" "$*"; }'
  const lines = psqlLines.filter((line) => !line.startsWith('apt-get'))
  const script = [shown, ...lines].join('\n').replaceAll('/var/lib/et', dataDir)
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  const [, password, host, port, user, name] = /^(\S+) -h (\S+) -p (\d+) -U (\w+) (\w+)$/.exec(stdout) ?? []
  return `postgresql://${user}:${password}@${host}:${port}/${name}`
}

/** A mail server that accepts no mail, and counts who has asked. */
async function openMailServer(): Promise<{ url: string; asked: () => number; server: Server }> {
  let asked = 0
  const server = createServer((socket) => {
    asked += 1
    socket.on('error', () => {}).end('421 Not now\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked, server }
}

/** Adds a row of each kind that the key encrypts, for this person. */
async function encryptRows(server: TestServer, { userId }: Person, key: string): Promise<void> {
  const encryption = createEncryption(key)
  const encrypt = (text: string, context: string) => encryption.encrypt(text, context)
  const app = encrypt('JBSWY3DPEHPK3PXP', encryptionContexts.twoFactor(userId))
  const rows: [string, unknown[]][] = [
    ['INSERT INTO two_factor (user_id, secret, last_step) VALUES ($1, $2, 0)', [userId, app]],
    [
      "INSERT INTO two_factor_setups (user_id, secret, expires_at) VALUES ($1, $2, now() + interval '1 day')",
      [userId, app],
    ],
    [
      "INSERT INTO mail_outbox (mail, due_at) VALUES ($1, now() + interval '1 day')",
      [encrypt('{}', encryptionContexts.mail)],
    ],
    [
      "INSERT INTO answered_calls (user_id, key, fingerprint, answer) VALUES ($1, uuidv7(), '\\x01', $2)",
      [userId, encrypt('{}', encryptionContexts.answeredCall)],
    ],
    [
      "INSERT INTO push_keys (public_key, private_key) VALUES ('B' || repeat('a', 86), $1)",
      [encrypt('{}', encryptionContexts.pushKey)],
    ],
  ]
  await withConnection(server.databaseUrl('owner'), async (owner) => {
    for (const [statement, values] of rows) await owner.query(statement, values)
  })
}

const encryptedTables = ['two_factor', 'two_factor_setups', 'mail_outbox', 'answered_calls', 'push_keys']

test('after the statements for a lost key the server starts with a new one, and people sign in by password', async () => {
  const key = newKey()
  const server = await start({ ENCRYPTION_KEY: key })
  const admin = await createAdmin(server)
  await encryptRows(server, admin, key)
  await expect(logIn(server, { ...admin, portal: 'admin' })).rejects.toThrow('code_required')
  await server.kill('SIGTERM')
  const { dataDir } = server
  await expect(start({ ENCRYPTION_KEY: newKey() }, dataDir)).rejects.toThrow('The key does not open')
  giveToPostgresUser(dataDir)
  const [, startAlone = '', stopAlone = ''] = aloneLines
  runAlone(startAlone, dataDir)
  await withConnection(readPsqlAddress(dataDir), async (superuser) => {
    for (const table of encryptedTables) {
      const { rowCount } = await superuser.query(`SELECT FROM ${table}`)
      expect([table, rowCount]).not.toEqual([table, 0])
    }
    for (const statement of lostKey) await superuser.query(statement)
  })
  runAlone(stopAlone, dataDir)
  const again = await start({ ENCRYPTION_KEY: newKey() }, dataDir)
  expect((await logIn(again, { ...admin, portal: 'admin' })).userId).toBe(admin.userId)
})

test('an owner who has lost the second factor signs in by password after the statements for it', async () => {
  const key = newKey()
  const server = await start({ ENCRYPTION_KEY: key })
  const [owner, other] = [await createAdmin(server), await createAdmin(server, 'Noor Haddad')]
  await encryptRows(server, owner, key)
  await withConnection(readPsqlAddress(server.dataDir), async (superuser) => {
    for (const { userId } of [owner, other]) {
      await superuser.query(
        "INSERT INTO passkeys (user_id, credential_id, public_key, counter, name) VALUES ($1, '\\x01', '\\x01', 0, 'Key')",
        [userId],
      )
    }
    await expect(logIn(server, { ...owner, portal: 'admin' })).rejects.toThrow('code_required')
    for (const statement of lostFactor) await superuser.query(statement.replace('owner@example.org', owner.email))
  })
  expect((await logIn(server, { ...owner, portal: 'admin' })).userId).toBe(owner.userId)
  await expect(logIn(server, { ...other, portal: 'admin' })).rejects.toThrow('code_required')
})

test('the password of a role is changed in the database and in secrets.json', async () => {
  const server = await start({})
  const { dataDir } = server
  const former = readPsqlAddress(dataDir)
  expect(former).toBe(builtInDatabaseUrl(dataDir, 'superuser'))
  const password = newKey()
  await withConnection(former, async (superuser) => superuser.query(`ALTER ROLE postgres PASSWORD '${password}'`))
  const path = join(dataDir, 'secrets.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace(new URL(former).password, password))
  await server.restart()
  await withConnection(readPsqlAddress(dataDir), async (superuser) => superuser.query('SELECT 1'))
})

test('a backup moves to a new host, is verified beside the site, and sends no mail in a drill', async () => {
  const mailServer = await openMailServer()
  const keys = { BACKUP_KEY: newKey(), ENCRYPTION_KEY: newKey() }
  const backups = join(place, 'backups')
  const site = { ...keys, SMTP_URL: mailServer.url, BACKUP_DIR: backups, DATA_DIR: join(place, 'site') }
  const settings = writeSettings(join(place, 'etc'), site)
  const server = await start({ ...keys, SMTP_URL: mailServer.url })
  const admin = await createAdmin(server)
  await call({ server }, forgotPassword, { body: { email: admin.email } })
  await expect.poll(mailServer.asked, { timeout: 30_000 }).toBeGreaterThan(0)

  const [stop = '', backUp = ''] = oldHost
  expect(stop).toBe('systemctl disable --now et@3000')
  await server.kill('SIGTERM')
  carryOut(backUp, settings)

  // The folder of the site is not empty, so the one beside it is named before the command.
  const [folder = '', , restoreBeside = '', verifyBeside = ''] = check
  const beside = join(place, 'beside')
  expect(folder).toMatch(/^install -d .* \/var\/lib\/et-check$/)
  const here = (line: string) =>
    line.replace('/var/lib/et-check', beside).replace(/--to \S+/, `--to ${new Date().toISOString()}`)
  expect(() => carryOut(restoreBeside.replace(/DATA_DIR=\S+ /, ''), settings)).toThrow('is not empty')
  carryOut(here(restoreBeside), settings)
  expect(carryOut(here(verifyBeside), settings)).toContain('The ledger holds')

  const asked = mailServer.asked()
  const drillFolder = join(place, 'drill')
  const drillEnv: Record<string, string> = {
    ...(parseEnv(drillSettings.join('\n')) as Record<string, string>),
    ...keys,
  }
  const dataDir = (drillEnv['DATA_DIR'] ?? '').replace('/var/lib/et-drill', drillFolder)
  writeSettings(drillFolder, { ...drillEnv, DATA_DIR: dataDir })
  carryOut((drill[1] ?? '').replace('/mnt/copy', backups), drillFolder)
  expect(drill[2]).toBe('/opt/et/current/bin/et start')
  const drilled = await start({ ...drillEnv, DATA_DIR: dataDir }, dataDir)
  await withConnection(drilled.databaseUrl('owner'), async (owner) =>
    owner.query('UPDATE mail_outbox SET due_at = now()'),
  )
  expect((await drilled.mailTo(admin.email)).to).toBe(admin.email)
  expect(mailServer.asked()).toBe(asked)

  const moved = { ...site, DATA_DIR: join(place, 'moved') }
  carryOut(newHost[0] ?? '', writeSettings(join(place, 'etc-moved'), moved))
  expect(newHost[1]).toBe('systemctl enable --now et@3000')
  const there = await start({ ...keys, SMTP_URL: mailServer.url }, moved.DATA_DIR)
  expect((await logIn(there, { ...admin, portal: 'admin' })).userId).toBe(admin.userId)
  mailServer.server.close()
})
