// Succeeds if the server of these settings is ready: `bin/et health`. With `--wait 60` it asks for so many seconds at most, and with
// `--pid 123` only while that process runs.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { errors } from '../contract/errors.ts'
import { loadConfig } from '../server/platform/config.ts'
import { StartRefusal } from '../server/platform/db/start-refusal.ts'

const pauseMs = 250
const answerMs = 5_000
const damaged = 'stored data is damaged'

try {
  const { values } = parseArgs({ options: { wait: { type: 'string', default: '0' }, pid: { type: 'string' } } })
  const { host, port } = loadConfig()
  const place = host === '0.0.0.0' ? '127.0.0.1' : host
  const url = `http://${place.includes(':') ? `[${place}]` : place}:${port}/api/health`
  const giveUpAt = Date.now() + Number(values.wait) * 1000
  let answer = await ask(url)
  while (answer !== undefined && answer !== damaged && Date.now() < giveUpAt && isRunning(values.pid)) {
    await sleep(pauseMs)
    answer = await ask(url)
  }
  if (answer !== undefined) {
    console.error(`${url}: ${answer}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 2
}

function isRunning(pid: string | undefined): boolean {
  try {
    if (pid !== undefined) process.kill(Number(pid), 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Returns nothing if the server is ready, or else the reason. */
async function ask(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
    if (response.ok) return undefined
    return response.status === errors.data_damaged.status ? damaged : `it answers ${response.status}`
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : 'it does not answer'
  }
}
