import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import { uploadMaxBytes } from '../../../contract/endpoints/uploads.ts'
import { uploadFile } from '../../../contract/uploads.ts'
import {
  createAdmin,
  createMember,
  createTestApp,
  publicUrl,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'

let site: TestApp
let member: Person
let png: Buffer
let address: string

beforeAll(async () => {
  site = await createTestApp()
  address = await site.app.listen({ port: 0, host: '127.0.0.1' })
  member = await createMember(site)
  png = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
})
afterAll(() => site.close())

function send(bytes: Buffer, type: string, person: Person = member) {
  return site.app.inject({
    method: 'POST',
    url: uploadFile.path,
    headers: { cookie: person.cookie, origin: publicUrl, 'content-type': type, 'idempotency-key': randomUUID() },
    payload: bytes,
  })
}

/** Begins an upload of the member and does not end it. */
function begin(onAnswer: (answer: IncomingMessage) => void): ClientRequest {
  const headers = {
    cookie: member.cookie,
    origin: publicUrl,
    'content-type': 'image/png',
    'idempotency-key': randomUUID(),
    'content-length': png.length,
  }
  const call = request(new URL(uploadFile.path, address), { method: 'POST', headers })
  call.write(png.subarray(0, 8))
  // The server closes the connection of a refused call.
  return call.on('response', onAnswer).on('error', () => {})
}

const read = (path: string, person: Person, method: 'GET' | 'HEAD' = 'GET') =>
  site.app.inject({ method, url: `/api/uploads/${path}`, headers: { cookie: person.cookie } })

function listFiles(): string[] {
  const folder = join(site.dataDir, 'files', 'payment_proofs')
  return readdirSync(folder, { recursive: true }).map(String)
}

describe('an upload', () => {
  test('is stored whole, and the answer has its path', async () => {
    const response = await send(png, 'image/png')
    expect(response.statusCode).toBe(200)
    const { id, path } = uploadFile.output.parse(response.json())
    expect(listFiles()).toContain(path)
    expect((await read(`${member.userId}/${id}`, member)).rawPayload.length).toBeGreaterThan(0)
  })

  test('of 5 MB is accepted, and one byte more is refused', async () => {
    const pdf = (size: number) =>
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 15, 32), Buffer.from('\n%%EOF')])
    expect(pdf(uploadMaxBytes)).toHaveLength(uploadMaxBytes)
    expect((await send(pdf(uploadMaxBytes), 'application/pdf')).statusCode).toBe(200)
    const before = listFiles()
    expectRefusal(await send(pdf(uploadMaxBytes + 1), 'application/pdf'), 'file_too_large')
    expect(listFiles()).toEqual(before)
  })

  test.each<[string, () => Buffer, string, ErrorCode]>([
    ['nothing', () => Buffer.alloc(0), 'image/png', 'file_type_not_accepted'],
    ['a web page under a picture’s type', () => Buffer.from('<html>'), 'image/png', 'file_type_not_accepted'],
    ['a web page', () => Buffer.from('<html>'), 'text/html', 'file_type_not_accepted'],
    ['a drawing', () => Buffer.from('<svg/>'), 'image/svg+xml', 'file_type_not_accepted'],
    ['JSON', () => Buffer.from('{}'), 'application/json', 'file_type_not_accepted'],
    ['half a picture', () => png.subarray(0, 60), 'image/png', 'file_damaged'],
  ])('of %s is refused and leaves nothing', async (_, bytes, type, code) => {
    const before = listFiles()
    expectRefusal(await send(bytes(), type), code)
    expect(listFiles()).toEqual(before)
  })

  test('that never ends is stopped', async () => {
    const url = new URL(address)
    const before = listFiles()
    const socket = connect(Number(url.port), url.hostname)
    let text = ''
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      `POST ${uploadFile.path} HTTP/1.1\r\nhost: localhost\r\norigin: ${publicUrl}\r\ncookie: ${member.cookie}\r\n` +
        'content-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    for (let count = 0; count < 200 && !socket.destroyed; count += 1) {
      socket.write(chunk)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await closed
    expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect(text).toContain('file_too_large')
    expect(listFiles()).toEqual(before)
  })
})

test('a member has two uploads at once at most, which does not limit other members', async () => {
  const answers: IncomingMessage[] = []
  const statuses = () => answers.map(({ statusCode }) => statusCode)
  // None of them is complete before the test ends it.
  const calls = Array.from({ length: 4 }, () => begin((answer) => answers.push(answer)))
  await expect.poll(statuses).toEqual([429, 429])
  for (const refused of answers) {
    expect(refused.headers['retry-after']).toBe('1')
    expect(await json(refused)).toMatchObject({ code: 'too_many_requests' })
  }
  expect((await send(png, 'image/png', await createMember(site))).statusCode).toBe(200)
  for (const call of calls) call.end(png.subarray(8))
  await expect.poll(statuses).toEqual([429, 429, 200, 200])
  expect((await send(png, 'image/png')).statusCode).toBe(200)
})

describe('a stored file', () => {
  test('is sent to its owner and to administrators as a file to save, never as a page [CALL-45]', async () => {
    const { id, path } = uploadFile.output.parse((await send(png, 'image/png')).json())
    for (const reader of [member, await createAdmin(site)]) {
      const response = await read(`${member.userId}/${id}`, reader)
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${path.split('/')[1]}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 30, height: 30 })
    }
  })

  test('is not found for another member at any address', async () => {
    const { id, path } = uploadFile.output.parse((await send(png, 'image/png')).json())
    const other = await createMember(site)
    const addresses = [`${member.userId}/${id}`, `${other.userId}/${id}`, `${member.userId.toUpperCase()}/${id}`]
    for (const address of addresses) {
      expectRefusal(await read(address, other), 'not_found')
      expect((await read(address, other, 'HEAD')).statusCode).toBe(404)
    }
    for (const reader of [other, member]) {
      const response = await site.app.inject({ url: `/payment_proofs/${path}`, headers: { cookie: reader.cookie } })
      expect(response.headers['content-type'] ?? '').not.toContain('image')
    }
    expect((await site.app.inject({ url: `/api/uploads/${member.userId}/${id}` })).statusCode).toBe(401)
  })
})

function expectRefusal(response: { statusCode: number; json(): unknown }, code: ErrorCode): void {
  expect(response.json()).toMatchObject({ code, message: errors[code].message })
  expect(response.statusCode).toBe(errors[code].status)
}
