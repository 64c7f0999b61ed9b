import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settings } from '../../server/platform/config.ts'

interface Credentials {
  email: string
  password: string
}

export interface Demo {
  url: string
  member: Credentials
  admin: Credentials
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

const startTimeoutMs = 180_000
const usualPort = 3400
const start = join(import.meta.dirname, '../start.ts')

/** Starts a server with a new demonstration world. The people and events of that world are always the same. */
export async function openDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'et-pictures-'))
  const env = { ...process.env, ...demoSettings(dataDir, await findFreePort()) }
  const child = spawn(process.execPath, [start, '--demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const close = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  let printed = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    if (/^Member: .*\n/m.test(printed)) resolve()
  })
  child.once('exit', () => reject(new Error(`The demonstration did not start. It printed:\n${printed}`)))
  const timer = setTimeout(() => reject(new Error('The demonstration takes too long to start.')), startTimeoutMs)
  try {
    await promise
  } catch (error) {
    await close()
    throw error
  } finally {
    clearTimeout(timer)
  }
  const url = /^ET is ready at (\S+)/m.exec(printed)?.[1] ?? ''
  return { url, member: readCredentials(printed, 'Member'), admin: readCredentials(printed, 'Administrator'), close }
}

/**
 * Empties every other setting, so that a file .env does not fill it in. The made-up people then go only into their own
 * database, and the pictures look the same on every machine.
 */
export function demoSettings(dataDir: string, port: number): Record<string, string> {
  const unset = Object.fromEntries(Object.values(settings).map(({ name }) => [name, '']))
  return { ...unset, DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off' }
}

function readCredentials(printed: string, who: string): Credentials {
  const [, email = '', password = ''] = new RegExp(`^${who}: (\\S+) with password (\\S+)`, 'm').exec(printed) ?? []
  return { email, password }
}

/**
 * Returns the usual port if it is free. The links of members show the port, so a fixed one keeps the pictures equal.
 */
async function findFreePort(): Promise<number> {
  const probe = createServer()
  probe.once('error', () => probe.listen(0, '127.0.0.1'))
  probe.listen(usualPort, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
