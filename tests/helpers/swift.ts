import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3mini } from 's3mini'
import type { Bucket } from '../../server/platform/files/s3-settings.ts'
import { unpackPackage } from './debian-packages.ts'
import { findFreePort } from './server.ts'

/** An S3-compatible store that verifies signatures: OpenStack Swift. */
export interface Swift {
  endpoint: string
  key: string
  secret: string
  /** A new bucket with nothing in it. Without a name it gets one. */
  makeBucket(name?: string): Promise<Bucket>
  stop(): Promise<void>
}

const systemPython = '/usr/bin/python3'
const key = 'tests:server'
const secret = 'the-secret-of-the-tests'

/** The folder with the programs of Swift, or undefined on a system without packages of Debian. */
export const swiftFolder = unpackPackage('python3-swift')

/** Starts the store on a free port of this machine. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'et-swift-'))
  const port = await findFreePort()
  const script = join(import.meta.dirname, 'swift-server.py')
  const child = spawn(findPython(), [script, folder, String(port), key, secret], { env: environment(), stdio: 'pipe' })
  await untilReady(child)
  const endpoint = `http://127.0.0.1:${port}`
  let buckets = 0
  return {
    endpoint,
    key,
    secret,
    async makeBucket(given) {
      buckets += 1
      const name = given ?? `slips-${buckets}`
      const client = new S3mini({
        accessKeyId: key,
        secretAccessKey: secret,
        endpoint: `${endpoint}/${name}`,
        region: 'us-east-1',
      })
      if (!(await client.createBucket())) throw new Error('Swift made no bucket')
      return {
        endpoint,
        name,
        region: 'us-east-1',
        accessKeyId: key,
        secretAccessKey: secret,
        prefix: 'et/',
        keepDays: 30,
      }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  let output = ''
  const ready = Promise.withResolvers<void>()
  child.stdout?.on('data', (bytes: Buffer) => {
    output += bytes.toString()
    if (output.startsWith('ready')) ready.resolve()
  })
  child.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.once('exit', () => ready.reject(new Error(`Swift did not start: ${output}`)))
  await ready.promise
}

/** Finds the Python of Debian. Another one in the path does not know the packages that the system has. */
function findPython(): string {
  const folder = join(swiftFolder ?? '/', 'usr/bin')
  const own = readdirSync(folder).find((name) => /^python3\.\d+$/.test(name))
  if (own !== undefined) return join(folder, own)
  // Another Python, that comes first on the path, would not know the packages of the system.
  return existsSync(systemPython) ? systemPython : 'python3'
}

function environment(): NodeJS.ProcessEnv {
  if (swiftFolder === undefined || swiftFolder === '/') return process.env
  const lib = join(swiftFolder, 'usr/lib')
  const libraries = readdirSync(lib).filter((name) => name.endsWith('-linux-gnu'))
  return {
    ...process.env,
    // The system may have some of what Swift needs.
    PYTHONPATH: [join(lib, 'python3/dist-packages'), '/usr/lib/python3/dist-packages'].join(':'),
    PYTHONDONTWRITEBYTECODE: '1',
    LD_LIBRARY_PATH: libraries.map((name) => join(lib, name)).join(':'),
  }
}
