import { createHash } from 'node:crypto'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRequestReview } from '../../contract/request-review.ts'
import type { Request } from '../../contract/requests.ts'
import { downloadFile } from '../../contract/uploads.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { buy, call, createAdmin, createBuyer, createMember, uploadSlip, type Person } from '../helpers/api.ts'
import * as app from '../helpers/app.ts'
import { attack, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'
import { listKeptFiles } from '../helpers/list-kept-files.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { requesterId } from '../helpers/requester-id.ts'

let target: Target
let admin: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
})
afterAll(async () => target.stop())

const picture = { width: 60, height: 40, channels: 3 as const, background: '#0a7' }
const png = async (background = '#0a7') =>
  sharp({ create: { ...picture, background } })
    .png()
    .toBuffer()
const upload = async (as: Person, body: Buffer, type = 'image/png') =>
  attack(target, { path: '/api/uploads', body, headers: { 'content-type': type }, as })

const listFiles = (dataDir = target.server.dataDir) => listKeptFiles(dataDir)

/** Runs the work and demands that it leaves neither a record nor a file. */
async function expectNothingKept<T>(work: () => Promise<T>): Promise<T> {
  const before = listFiles()
  const result = await expectUnchanged(target, work)
  expect(listFiles()).toEqual(before)
  return result
}

/** Opens a connection and announces a picture of this size, without sending any of it. */
async function announce(url: string, cookie: string, bytes: number): Promise<Socket> {
  const { port } = new URL(url)
  const socket = createConnection({ port: Number(port), host: '127.0.0.1' })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.write(
    `POST /api/uploads HTTP/1.1\r\nHost: x\r\nOrigin: ${url}\r\nCookie: ${cookie}\r\n` +
      `Content-Type: image/png\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  return socket
}

const cookieOf = ({ session }: Person) => `${session.name}=${session.value}`

test('an upload of one byte a second is ended, and nothing of it is stored [A95]', async () => {
  const site = await app.createTestApp({}, { requestTimeoutMs: 1_000 })
  try {
    const member = await app.createMember(site)
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    const before = await readTableDigests(site.database.owner)
    const socket = await announce(`http://127.0.0.1:${port}`, member.cookie, 1_000_000)
    const start = performance.now()
    const dribble = setInterval(() => socket.write('x'), 1_000)
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString()))
    await new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
    clearInterval(dribble)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(await readTableDigests(site.database.owner)).toEqual(before)
    expect(listFiles(site.dataDir)).toEqual([])
  } finally {
    await site.close()
  }
})

test('most of fifty uploads at once are refused, and uploads of other members continue [A95]', async () => {
  const [greedy, other] = [await createMember(target.server), await createMember(target.server)]
  const sockets = await expectNothingKept(async () =>
    Promise.all(Array.from({ length: 50 }, () => announce(target.server.url, cookieOf(greedy), 1_000_000))),
  )
  const statuses: (number | 'waits')[] = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<number | 'waits'>((resolve) => {
          socket.once('data', (bytes) => resolve(Number(bytes.toString().split(' ')[1])))
          socket.on('error', () => {})
          setTimeout(() => resolve('waits'), 2_000).unref()
        }),
    ),
  )
  expect(new Set(statuses)).toEqual(new Set(['waits', 429]))
  expect(statuses.filter((status) => status === 'waits').length).toBeLessThanOrEqual(5)
  expect((await upload(other, await png())).status).toBe(200)
  await expectNothingKept(async () => sockets.forEach((socket) => socket.destroy()))
})

test('too many uploads are refused with the time to wait [A95]', async () => {
  const member = await createMember(target.server)
  const file = await png()
  let outcome = await upload(member, file)
  for (let count = 1; outcome.status === 200 && count < 100; count += 1) outcome = await upload(member, file)
  expect(outcome.status).toBe(429)
  expect(Number(outcome.headers['retry-after'])).toBeGreaterThan(0)
  expect((await expectNothingKept(async () => upload(member, file))).status).toBe(429)
})

test('an upload that is broken off near its end leaves nothing behind [A95]', async () => {
  const member = await createMember(target.server)
  const file = await sharp(Buffer.alloc(400 * 400 * 3, 7), { raw: { width: 400, height: 400, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  await expectNothingKept(async () => {
    const socket = await announce(target.server.url, cookieOf(member), file.length)
    await new Promise((resolve) => socket.write(file.subarray(0, Math.floor(file.length * 0.9)), resolve))
    socket.destroy()
    // The server answers the member's next call only after it has removed the interrupted upload.
    expect((await upload(member, Buffer.alloc(0))).status).toBe(415)
  })
  expect((await upload(member, file)).status).toBe(200)
})

test('a slip that any member has used before is accepted, with a warning to administrators [A96]', async () => {
  const [one, other] = [await createBuyer(admin), await createBuyer(admin)]
  const slip = { mimeType: 'image/png', buffer: await png('#123456') }
  const first = await buy(one, 1000, slip)
  const again = await buy(one, 2000, slip)
  const others = await buy(other, 1000, slip)
  // Different metadata do not make it a different picture.
  const disguised = await buy(other, 1000, {
    ...slip,
    buffer: await sharp(slip.buffer)
      .withExif({ IFD0: { Copyright: 'another file' } })
      .png()
      .toBuffer(),
  })
  const told = async (request: Request) => {
    const userId = requesterId(request)
    const { evidence } = await call(admin, getRequestReview, { params: { userId, requestId: request.id } })
    return evidence.map(({ kind, requests }) => [kind, requests.map(({ id }) => id)])
  }
  expect(await told(first)).toEqual([['same_file', [disguised.id, others.id, again.id]]])
  expect(await told(disguised)).toEqual([['same_file', [others.id, again.id, first.id]]])
  expect(await told(await buy(one, 1000, { ...slip, buffer: await png('#654321') }))).toEqual([])
})

test('a slip is stored without its location, and no file can be hidden in it [A97]', async () => {
  const member = await createMember(target.server)
  const photo = await sharp({ create: picture })
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'secret-owner' },
      IFD3: { GPSLatitude: '14/1 41/1 0/1', GPSLongitude: '17/1 26/1 0/1' },
    })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif?.includes('secret-owner')).toBe(true)
  const { id, path } = await uploadSlip(member, { mimeType: 'image/jpeg', buffer: photo })
  const kept = await fetch(
    target.server.url + buildUrl(downloadFile, { params: { userId: member.userId, uploadId: id } }),
    {
      headers: { cookie: cookieOf(admin) },
    },
  )
  const bytes = Buffer.from(await kept.arrayBuffer())
  const { exif, width, height } = await sharp(bytes).metadata()
  expect({ exif, width, height }).toEqual({ exif: undefined, width: picture.width, height: picture.height })
  expect(bytes.includes('secret-owner')).toBe(false)
  // The server keeps only a hash of the original file.
  const { rows } = await target.owner.query('select original_sha256 from uploads where path = $1', [path])
  expect(rows).toEqual([{ original_sha256: createHash('sha256').update(photo).digest() }])
})

test('a picture of many megapixels, in several passes or of 16 bits is refused before it is decoded [A212]', async () => {
  const member = await createMember(target.server)
  const draw = (width = 60, height = 40) => sharp({ create: { ...picture, width, height } })
  const pictures: [Buffer, string][] = [
    [await draw(7000, 5800).png().toBuffer(), 'image/png'],
    [await draw(7000, 5800).jpeg().toBuffer(), 'image/jpeg'],
    [await draw().png({ progressive: true }).toBuffer(), 'image/png'],
    [await draw().jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
    [await draw().toColourspace('rgb16').png().toBuffer(), 'image/png'],
  ]
  for (const [bytes, type] of pictures) {
    const start = performance.now()
    const refused = await expectNothingKept(async () => upload(member, bytes, type))
    expect([refused.status, refused.body?.code]).toEqual([422, 'picture_too_costly'])
    expect(performance.now() - start).toBeLessThan(3_000)
  }
})

test('the pictures of one member leave a place for those of others [A213]', async () => {
  const [greedy, other] = [await createMember(target.server), await createMember(target.server)]
  const stripes = Buffer.from(Array.from({ length: 3_000 * 3 }, (_, at) => (at * 7) % 251))
  const large = await sharp(Buffer.concat(Array.from({ length: 3_000 }, () => stripes)), {
    raw: { width: 3_000, height: 3_000, channels: 3 },
  })
    .png()
    .toBuffer()
  let isOver = false
  const uploads = Promise.all([upload(greedy, large), upload(greedy, large)]).finally(() => (isOver = true))
  expect((await upload(other, await png())).status).toBe(200)
  expect(isOver).toBe(false)
  expect((await uploads).map(({ status }) => status)).toEqual([200, 200])
})
