import { randomUUID } from 'node:crypto'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, publicUrl, type TestApp } from '../helpers/app.ts'
import { listKeptFiles } from '../helpers/list-kept-files.ts'
import { createSignedIn, type SignedIn } from '../helpers/signed-in.ts'
import { readTableDigests } from '../helpers/table-digests.ts'

const timeoutMs = 600

let site: TestApp
let member: SignedIn
let picture: Buffer
beforeAll(async () => {
  const readerLimits = { pauseMs: timeoutMs, minBytes: 2_000_000, periodMs: timeoutMs * 2 }
  site = await createTestApp({}, { bodyTimeoutMs: timeoutMs, readerLimits })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  member = await createSignedIn(site, 'member')
  const noise = { create: { width: 60, height: 60, channels: 3 as const, background: '#0a7' } }
  picture = await sharp(noise).png({ compressionLevel: 0 }).toBuffer()
})
afterAll(async () => site.close())

const form = Buffer.from(JSON.stringify({ full_name: 'Somebody Else' }))

function open(): Socket {
  return createConnection({ port: (site.app.server.address() as AddressInfo).port, host: '127.0.0.1' })
}

function head(line: string, type: string, bytes: number): string {
  return (
    `${line} HTTP/1.1\r\nHost: x\r\nOrigin: ${publicUrl}\r\nCookie: ${member.cookie}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${bytes}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n`
  )
}
const formHead = () => head(`PATCH /api/profiles/${member.userId}`, 'application/json', form.length)
const fileHead = () => head('POST /api/uploads', 'image/png', picture.length)

/** Writes the parts one by one until the connection closes, and reads until the server closes or has answered. */
async function converse(parts: Iterable<string | Buffer>, pauseMs: number): Promise<{ answer: string; ms: number }> {
  const socket = open()
  const start = performance.now()
  let answer = ''
  const over = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      answer += bytes.toString()
      if (answer.startsWith('HTTP/1.1 200')) resolve()
    })
    socket.on('error', () => resolve()).on('close', () => resolve())
  })
  const writing = (async () => {
    for (const part of parts) {
      if (!socket.writable) return
      socket.write(part)
      await sleep(pauseMs)
    }
  })()
  await over
  const ms = performance.now() - start
  await writing
  socket.destroy()
  return { answer, ms }
}

async function expectNothingChanged<T>(work: () => Promise<T>): Promise<T> {
  const read = async () => [await readTableDigests(site.database.owner), listKeptFiles(site.dataDir)]
  const before = await read()
  const result = await work()
  expect(await read()).toEqual(before)
  return result
}

const listWarnings = () => site.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)

const inBytes = function* (bytes: Buffer, start: string) {
  yield start
  for (const byte of bytes) yield Buffer.of(byte)
}

test('a form that arrives byte by byte is ended with a sentence, and changes nothing [A130]', async () => {
  const { answer, ms } = await expectNothingChanged(async () => converse(inBytes(form, formHead()), 100))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"body_too_slow"')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(ms).toBeGreaterThan(timeoutMs / 2)
  expect(ms).toBeLessThan(form.length * 100)
  expect(listWarnings()).toEqual([])
})

test('a stalled upload is ended, and nothing of it is stored [A130]', async () => {
  const parts = [fileHead(), picture.subarray(0, 1000)]
  const { answer } = await expectNothingChanged(async () => converse(parts, 0))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"body_too_slow"')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(listWarnings()).toEqual([])
})

test('a slow upload succeeds as long as bytes arrive [A130]', async () => {
  const size = Math.ceil(picture.length / 6)
  const parts = Array.from({ length: 6 }, (_, n) => picture.subarray(n * size, (n + 1) * size))
  const { answer, ms } = await converse([fileHead(), ...parts], timeoutMs / 3)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(ms).toBeGreaterThan(timeoutMs)
})

test('headers that never end are ended [A130]', async () => {
  const endless = function* () {
    yield 'GET / HTTP/1.1\r\nHost: x\r\n'
    for (let n = 0; n < 100; n += 1) yield `X-${n}: 1\r\n`
  }
  const { answer, ms } = await converse(endless(), 50)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(ms).toBeLessThan(4_000)
})

test('a call that arrived in time may take long', async () => {
  const client = await site.database.owner.connect()
  try {
    await client.query('begin; lock table uploads, profiles in exclusive mode')
    const answers = [converse([fileHead(), picture], 0), converse([formHead(), form], 0)]
    await sleep(timeoutMs * 2)
    await client.query('commit')
    for (const { answer, ms } of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(ms).toBeGreaterThan(timeoutMs)
    }
  } finally {
    client.release()
  }
})

/** Asks for an answer of the member, and reads it by `take` until the connection ends. Returns the bytes of the answer. */
async function readBy(path: string, take: (socket: Socket) => Promise<void>): Promise<{ bytes: number; ms: number }> {
  const socket = open().on('error', () => {})
  const start = performance.now()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${member.cookie}\r\nConnection: close\r\n\r\n`)
  let bytes = 0
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await take(socket)
  socket.on('data', (part: Buffer) => (bytes += part.length))
  await over
  return { bytes, ms: performance.now() - start }
}

/** Takes a kilobyte every ten milliseconds, which is never a pause. */
async function sip(socket: Socket): Promise<void> {
  for (let count = 0; count < 500 && !socket.destroyed; count += 1) {
    socket.read(1_000)
    await sleep(10)
  }
}

describe('a reader of a file', () => {
  let path: string
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000_000, 32), Buffer.from('\n%%EOF')])
  beforeAll(async () => {
    const parts = [head('POST /api/uploads', 'application/pdf', file.length), file]
    const { answer } = await converse(parts, 0)
    const { id } = JSON.parse(answer.slice(answer.indexOf('{'))) as { id: string }
    path = `/api/uploads/${member.userId}/${id}`
  })

  test('is cut off after a pause [A211]', async () => {
    const nothing = async () => sleep(timeoutMs * 2)
    const { bytes } = await expectNothingChanged(async () => readBy(path, nothing))
    expect(bytes).toBeLessThan(file.length)
    expect(listWarnings()).toEqual([])
  })

  test('is cut off for taking a few bytes at a time [A211]', async () => {
    const { bytes } = await expectNothingChanged(async () => readBy(path, sip))
    expect(bytes).toBeLessThan(file.length)
  })

  test('gets the whole file by taking it at once [A211]', async () => {
    const { bytes } = await readBy(path, async () => {})
    expect(bytes).toBeGreaterThan(file.length)
  })
})
