import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSession, signOut } from '../../contract/auth.ts'
import { listMessages, sendMessage } from '../../contract/chat.ts'
import { eventsPath, type Topic } from '../../contract/events.ts'
import { getProfileByMemberId } from '../../contract/profiles.ts'
import { submitWithdrawalRequest } from '../../contract/requests.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { call } from '../helpers/api.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../helpers/people.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

let database: TestDatabase
let dataDir: string
/** One of them has two workers. */
let hosts: [TestServer, TestServer]

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  dataDir = mkdtempSync(join(tmpdir(), 'et-hosts-'))
  const env = {
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    RATE_LIMITS: 'on',
    DATABASE_URL: database.ownerUrl,
    APP_DATABASE_URL: database.appUrl,
  }
  hosts = await Promise.all([startServer({ env: { ...env, WORKERS: '2' } }), startServer({ env })])
}, 90_000)
afterAll(async () => {
  await Promise.all(hosts.map(async (host) => host.stop()))
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

let member: { id: string; memberId: string }
let token: string
beforeEach(async () => {
  const admin = await createAdmin(database.ownerDb)
  member = await createMember(database.ownerDb)
  await database.ownerDb.insertInto('credentials').values({ user_id: member.id, password_hash: 'none' }).execute()
  await giveCoins(database.ownerDb, admin.id, member.id, 100_000)
  token = await createToken(database.ownerDb, member.id)
})

/** A person at one of the servers. */
const at = (server: TestServer, value = token) => ({ server, session: { name: sessionCookieName(server.url), value } })

test('two servers that start at the same moment on an empty database migrate it once', async () => {
  const files = readdirSync(join(import.meta.dirname, '../../server/schema/migrations')).filter((name) =>
    name.endsWith('.sql'),
  )
  const { rows } = await database.owner.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')
  expect(rows.map(({ name }) => name).filter((name) => /^\d{4}_/.test(name))).toEqual(files.toSorted())
  expect(await database.ownerDb.selectFrom('packages').select('id').execute()).toHaveLength(4)
})

test('a change that is made at one server is heard at the other within a second', async () => {
  const [one, other] = hosts
  for (const [writer, reader] of [
    [one, other],
    [other, one],
  ] as const) {
    const stream = await listen(reader)
    const begun = performance.now()
    await call(at(writer), submitWithdrawalRequest, { body: { amount_coins: 1000 } })
    await stream.hear('requests')
    expect(performance.now() - begun).toBeLessThan(1_000)
    await stream.close()
  }
})

test('a session that ends at one server is refused at the other at once [A392]', async () => {
  const [one, other] = hosts
  expect((await call(at(other), getSession, {})).session).not.toBe(null)
  await call(at(one), signOut, { body: {} })
  expect((await call(at(other), getSession, {})).session).toBe(null)
})

test('a limit that is reached at one server counts at the other [A391]', async () => {
  const [one, other] = hosts
  const look = async (server: TestServer) =>
    call(at(server), getProfileByMemberId, { query: { p_member_id: member.memberId } })
  for (let count = 0; count < 10; count += 1) await look(one).catch(() => undefined)
  await expect(look(other)).rejects.toThrow(/429/)
})

test('a message of the chat that is sent at one server is read at the other', async () => {
  const [one, other] = hosts
  const admin = await createAdmin(database.ownerDb)
  const adminToken = await createToken(database.ownerDb, admin.id)
  const stream = await listen(other, adminToken)
  const params = { userId: member.id }
  const sent = await call(at(one), sendMessage, {
    params,
    body: { client_message_id: crypto.randomUUID(), content: 'Where are my coins?' },
  })
  await stream.hear('chat')
  await stream.close()
  const { items } = await call(at(other, adminToken), listMessages, { params, query: { after: 0, limit: 10 } })
  expect(items.map(({ number, content }) => [number, content])).toEqual([[sent.number, 'Where are my coins?']])
})

/** Opens the stream of changes. `hear` resolves once a change of the topic has come. */
async function listen(server: TestServer, value = token) {
  const closing = new AbortController()
  const { session } = at(server, value)
  const response = await fetch(server.url + eventsPath, {
    headers: { cookie: `${session.name}=${session.value}` },
    signal: closing.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
  })().catch(() => undefined)
  return {
    async hear(topic: Topic) {
      await expect.poll(() => text, { timeout: 5_000, interval: 10 }).toContain(`"${topic}"`)
    },
    close: async () => {
      closing.abort()
      await reading
    },
  }
}
