import { createConnection } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadMaxBytes } from '../../../contract/endpoints/uploads.ts'
import { createMember, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'

let site: TestApp
let member: Person
let port: number
let origin: string
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
})
afterAll(async () => site.close())

/** Sends raw bytes. Returns the answer when the server closes the connection or is quiet for a while. */
async function sendRaw(text: string): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  socket.write(text)
  await new Promise<void>((resolve) => {
    socket.setTimeout(500, resolve)
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  socket.destroy()
  return answer
}

function statusOf(answer: string): number {
  return Number(answer.split(' ')[1])
}

test('a file beyond the limit is refused before it is read, and its connection closed', async () => {
  const announced = await sendRaw(
    `POST /api/uploads HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nCookie: ${member.cookie}\r\n` +
      `Content-Type: image/png\r\nContent-Length: ${uploadMaxBytes + 1}\r\n\r\n`,
  )
  expect(statusOf(announced)).toBe(413)
  expect(announced.toLowerCase()).toContain('connection: close')
  expect(announced).toContain('file_too_large')
})

test('a file beyond the limit without a stated size is refused while it arrives', async () => {
  const answer = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: { cookie: member.cookie, 'content-type': 'image/png', origin },
    body: new Blob([new Uint8Array(uploadMaxBytes + 1)]).stream(),
    duplex: 'half',
  })
  expect(answer.status).toBe(413)
})

test('a visitor’s file is refused without being read', async () => {
  const answer = await sendRaw(
    `POST /api/uploads HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nContent-Type: image/png\r\nContent-Length: 1000000\r\n\r\n`,
  )
  expect(statusOf(answer)).toBe(401)
})

test('on a local machine the site answers at the address on which it listens', async () => {
  const renew = async (from: string) =>
    fetch(`${origin}/api/auth/session`, { method: 'POST', headers: { origin: from, cookie: member.cookie } })
  expect((await renew(origin)).status).toBe(200)
  expect((await renew(`http://localhost:${port}`)).status).toBe(200)
  expect((await renew(`http://localhost:${port + 1}`)).status).toBe(403)
})

test.each([
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', [400]],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    [400],
  ],
  [
    'a bad chunk',
    `POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nOrigin: ORIGIN\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    [400],
  ],
  ['headers of 64 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(65_536)}\r\n\r\n`, [431]],
  ['an address of 20 KB', `GET /${'x'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`, [414, 431]],
])('%s cannot smuggle or flood anything in [A119]', async (_, text, statuses) => {
  const before = await readTableDigests(site.database.owner)
  // If the server took this for a second call, the member would be signed out, which would leave a trace.
  const hidden = `POST /api/auth/sign-out HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nCookie: ${member.cookie}\r\nContent-Length: 0\r\n\r\n`
  const answer = await sendRaw(text.replace('ORIGIN', origin) + hidden)
  expect(statuses).toContain(statusOf(answer))
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('refuses TRACE', async () => {
  expect([403, 404, 405]).toContain(statusOf(await sendRaw('TRACE /api/packages HTTP/1.1\r\nHost: x\r\n\r\n')))
})
