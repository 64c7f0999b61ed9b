import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { confirmEmail, signUp } from '../../contract/auth.ts'
import { call, findPackage, withDatabase } from '../helpers/api.ts'
import { password } from '../helpers/screens.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let isRefusing = true
let refusals = 0
const received: Buffer[] = []
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, callback) => {
    if (isRefusing) refusals += 1
    callback(isRefusing ? new Error('not now') : null)
  },
  onData: (stream, _session, callback) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      received.push(Buffer.concat(parts))
      callback()
    })
  },
})
// A killed client breaks its connection off.
smtp.on('error', () => {})

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  server = await startServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await server.stop()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

test('a server that is killed before a mail could be sent sends it after its next start, and the link works', async () => {
  const { id: packageId } = await findPackage(server, 'Gold')
  const place = { contactNumber: '+44 20 7946 0018', country: 'GB', state: 'SCT', city: 'Edinburgh' }
  const form = { fullName: 'Amara Osei', email: 'amara@example.org', ...place, password, retypePassword: password }
  const startedMs = performance.now()
  await call({ server }, signUp, { body: { ...form, packageId } })
  expect(performance.now() - startedMs).toBeLessThan(2_000)
  await expect.poll(() => refusals, { timeout: 10_000 }).toBe(1)
  expect(server.output()).not.toContain(form.email)

  await server.kill('SIGKILL')
  isRefusing = false
  await server.restart()
  expect(received).toHaveLength(0)
  // The next attempt is due a minute after the first one. This makes it due at once.
  await withDatabase(server, (db) => sql`update mail_outbox set due_at = now()`.execute(db))
  // The killed server may have held the job, and then its lease has to end.
  await expect.poll(() => received.length, { timeout: 40_000 }).toBe(1)
  const { to, text = '' } = await PostalMime.parse(received[0] ?? '')
  expect(to?.[0]?.address).toBe(form.email)
  await call({ server }, confirmEmail, { body: { token: /#confirm=([\w-]+)/.exec(text)?.[1] ?? '' } })
}, 90_000)
