import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findFreePort } from '../../../tests/helpers/server.ts'
import { readConfig } from '../config.ts'
import { aliveMs } from './open-worker.ts'
import { poolShare } from './worker-settings.ts'
import { Workers } from './workers.ts'

/**
 * A worker that does what the file of its number says: `serve`, `listen`, `crash`, `refuse`, `tell` or `beat`. It tells the others each
 * order of news. One that beats says all the time that it is alive, and then that it has stored a file.
 */
const program = `
  import { readFileSync } from 'node:fs'
  import { createServer } from 'node:net'
  let number
  const send = (message) => process.send(message, undefined, undefined, () => message.kind === 'refused' && process.exit(1))
  process.on('message', (order) => {
    if (order.kind === 'stop' || order.kind === 'leave') process.exit(0)
    if (order.kind === 'read_figures') send({ kind: 'figures', text: process.pid + ' ' + number })
    if (order.kind === 'news') send({ kind: 'stored', path: number + ' heard ' + order.news })
    if (order.kind !== 'serve') return
    number = order.number
    const does = readFileSync(order.task.appUrl + '/' + number, 'utf8')
    if (does === 'crash') process.exit(3)
    if (does === 'refuse') return send({ kind: 'refused', reason: 'The disk is full.' })
    if (does.startsWith('listen')) return createServer().listen(Number(does.split(' ')[1]), () => send({ kind: 'ready' }))
    send({ kind: 'ready' })
    if (does === 'beat') setInterval(() => [{ kind: 'alive' }, { kind: 'stored', path: 'beat' }].forEach(send), 20)
    if (does === 'tell') send({ kind: 'news', topic: 'rate', news: '1' })
  })
  send({ kind: 'open' })
`

let folder: string
let workers: Workers
let said: string[]
let stored: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'et-workers-'))
  writeFileSync(join(folder, 'worker.mjs'), program)
  said = []
  stored = []
  workers = createWorkers()
})
afterEach(async () => {
  await workers.stop()
  rmSync(folder, { recursive: true })
})

function createWorkers(): Workers {
  return new Workers({
    count: 2,
    file: join(folder, 'worker.mjs'),
    say: (sentence) => said.push(sentence),
    onStored: (path) => stored.push(path),
  })
}

const letBoth = (does: string) => [1, 2].forEach((number) => writeFileSync(join(folder, String(number)), does))
const serve = async () => {
  await workers.serve({ config: readConfig({}), appUrl: folder, encryptionKey: '', isDemo: false })
  await expect.poll(() => workers.serving, { timeout: 5_000 }).toBe(2)
}
/** The ids of the processes, by their numbers. */
const readIds = async () => {
  const figures = await workers.readFigures()
  expect(figures.map(({ number, text }) => text.endsWith(` ${number}`))).toEqual([true, true])
  return figures.map(({ text }) => Number(text.split(' ')[0]))
}

test('a worker that was killed is started again in its place, and the other one goes on', async () => {
  letBoth('serve')
  await serve()
  const [first = 0, second] = await readIds()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => said.length, { timeout: 5_000 }).toBe(1)
  expect(said[0]).toMatch(/^Worker 1 ended \(signal SIGKILL\) and serves again after \d+ ms\.$/)
  const [other, same] = await readIds()
  expect(other).not.toBe(first)
  expect(same).toBe(second)
})

test('a connection that a killed worker had not taken is closed, so that its caller does not wait', async () => {
  const port = await findFreePort()
  letBoth(`listen ${port}`)
  await serve()
  const ids = await readIds()
  // A stopped process takes no connection. Each of them is handed one.
  for (const id of ids) process.kill(id, 'SIGSTOP')
  const sockets = ids.map(() => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map(async (socket) => once(socket, 'connect')))
  const closed = Promise.all(sockets.map(async (socket) => once(socket, 'close')))
  // The first process has accepted the connections before it answers this.
  await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(500) }).catch(() => {})
  for (const id of ids) process.kill(id, 'SIGKILL')
  await closed
}, 10_000)

test('when no worker can be kept running, the reason is given after seven ends', async () => {
  letBoth('serve')
  await serve()
  letBoth('crash')
  for (const id of await readIds()) process.kill(id, 'SIGKILL')
  expect(await workers.ended).toMatch(/^exit code 3; the last of them ended 7 times in a row right after its start$/)
}, 40_000)

test('a worker that cannot serve at the start gives its reason', async () => {
  letBoth('refuse')
  await expect(serve()).rejects.toThrow(/^The disk is full\.$/)
})

test('a worker that crashes at the start is named', async () => {
  letBoth('crash')
  await expect(serve()).rejects.toThrow(/^Worker 1 did not start: exit code 3\.$/)
})

test('a second worker that crashes at the start is started again, while the first one serves', async () => {
  letBoth('serve')
  writeFileSync(join(folder, '2'), 'crash')
  const serving = serve()
  await expect.poll(() => said, { timeout: 5_000 }).toContain('Worker 2 did not start: exit code 3.')
  expect(workers.serving).toBe(1)
  letBoth('serve')
  await serving
})

test('all are replaced one by one, and if a new one cannot serve, the old ones go on', async () => {
  letBoth('serve')
  await serve()
  const before = await readIds()
  expect(await workers.replaceAll()).toBe(true)
  const after = await readIds()
  expect(after.filter((id) => before.includes(id))).toEqual([])
  letBoth('refuse')
  expect(await workers.replaceAll()).toBe(false)
  expect(await readIds()).toEqual(after)
  expect(said).toEqual(['Worker 1 could not be replaced: The disk is full.'])
})

test('a worker that has been silent for more than a minute is ended and started again, and one that says it is alive goes on', async () => {
  await workers.stop()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    workers = createWorkers()
    letBoth('beat')
    await serve()
    const [silent = 0, alive] = await readIds()
    process.kill(silent, 'SIGSTOP')
    // A clock that ticks is the first process's own. The processes beat in their own time, between two ticks.
    const tick = async () => {
      const [before, own] = [stored.length, said.length]
      vi.advanceTimersByTime(aliveMs)
      if (said.length === own) await expect.poll(() => stored.length, { timeout: 5_000 }).toBeGreaterThan(before + 2)
    }
    for (let ticks = 0; ticks < 60_000 / aliveMs; ticks += 1) await tick()
    expect(said).toEqual([])
    await tick()
    expect(said).toEqual(['Worker 1 does not answer, and is ended.'])
    await expect.poll(() => said.length, { timeout: 5_000 }).toBe(2)
    expect(said[1]).toMatch(/^Worker 1 ended \(signal SIGKILL\) and serves again after \d+ ms\.$/)
    const [other, same] = await readIds()
    expect(other).not.toBe(silent)
    expect(same).toBe(alive)
  } finally {
    vi.useRealTimers()
  }
}, 40_000)

test('a message of a worker reaches the others alone', async () => {
  letBoth('serve')
  writeFileSync(join(folder, '2'), 'tell')
  await serve()
  await expect.poll(() => stored, { timeout: 5_000 }).toEqual(['1 heard 1'])
})

test('the processes of a host share its connections, and each has one at least', () => {
  expect(poolShare({ workers: 1, databasePoolMax: 'auto' })).toBe(10)
  expect(poolShare({ workers: 4, databasePoolMax: 'auto' })).toBe(5)
  expect(poolShare({ workers: 16, databasePoolMax: 'auto' })).toBe(3)
  expect(poolShare({ workers: 3, databasePoolMax: 50 })).toBe(16)
  expect(poolShare({ workers: 3, databasePoolMax: 1 })).toBe(1)
})
