import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signOut } from '../../contract/auth.ts'
import { getUnreadCount, listConversations, searchChatMembers, sendMessage } from '../../contract/chat.ts'
import { eventsPath } from '../../contract/events.ts'
import { listRequests } from '../../contract/requests.ts'
import {
  buy,
  call,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  suspend,
  transfer,
  type Person,
} from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Attack, type Target } from '../helpers/attack.ts'

/** The text that a stream sends without events: the delay before a reconnect, and regular signs of life. */
const silence = /^retry: 2000\n\n(:\n\n)*$/
const streamsMax = 5
const endedWithinMs = 2_000

let target: Target
let admin: Person
let member: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
})
afterAll(async () => target.stop())
beforeEach(async () => {
  member = await createMember(target.server)
})

const open: AbortController[] = []
afterEach(() => open.splice(0).forEach((stream) => stream.abort()))

const send = async (attempt: Attack) => attack(target, attempt)
const conversation = ({ userId }: Person, rest = '') => `/api/chat/conversations/${userId}${rest}`
const write = async (as: Person, to: Person, fields: object = {}) =>
  send({
    path: conversation(to, '/messages'),
    as,
    body: { client_message_id: randomUUID(), content: 'Hello', ...fields },
  })
const read = async (as: Person, path: string) => send({ method: 'GET', path, as })
const countMessages = async (of: Person) =>
  (await target.owner.query('select 1 from chat_messages where user_id = $1', [of.userId])).rows.length

/** Opens the stream of changes and keeps every byte of it. */
async function listen({ session }: Person, headers: Record<string, string> = {}, query = '') {
  const stopping = new AbortController()
  open.push(stopping)
  const cookie = `${session.name}=${session.value}`
  const response = await fetch(`${target.server.url}${eventsPath}${query}`, {
    headers: { cookie, ...headers },
    signal: stopping.signal,
  })
  const heard = { status: response.status, text: '', endedAt: undefined as number | undefined }
  const reading = async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += part
    heard.endedAt = performance.now()
  }
  void reading().catch(() => undefined)
  return heard
}

describe('the stream of changes', () => {
  test('is closed to pages of other sites [A107]', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
      { origin: '', 'sec-fetch-site': 'same-site' },
    ]
    await expectUnchanged(target, async () => {
      for (const headers of foreign) {
        const outcome = await send({ method: 'GET', path: eventsPath, as: member, headers })
        expect([headers, outcome.status, outcome.body?.code]).toEqual([headers, 403, 'foreign_origin'])
        // The stream cannot be reached by another protocol either.
        const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
        const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
        const socket = await send({
          method: 'GET',
          path: eventsPath,
          as: member,
          headers: { ...headers, ...upgrade, ...key },
        })
        expect(socket.status).toBe(403)
      }
    })
  })

  test('takes no choice of topics, and no call shows the conversation of another member [A108]', async () => {
    const other = await createMember(target.server)
    await write(other, other)
    await expectUnchanged(target, async () => {
      for (const query of [
        '?topics=chat',
        '?topic=*',
        `?userId=${other.userId}`,
        `?user_id=eq.${other.userId}`,
        '?role=admin',
      ]) {
        expect([query, (await read(member, eventsPath + query)).body?.code]).toEqual([query, 'invalid_request'])
      }
      for (const place of ['/chat', '/admin', '/*', `/${other.userId}`]) {
        expect([place, (await read(member, eventsPath + place)).status]).toEqual([place, 404])
      }
      for (const rest of ['', '/messages', '/messages?after=0', '/messages?before=99&limit=100']) {
        const outcome = await read(member, conversation(other, rest))
        expect([rest, outcome.status, outcome.body?.code]).toEqual([rest, 404, 'not_found'])
      }
      for (const path of [
        `${getUnreadCount.path}?user_id=${other.userId}`,
        conversation(member, '/messages?user_id=*'),
      ]) {
        expect([path, (await read(member, path)).status]).toEqual([path, 400])
      }
      expect((await read(member, listConversations.path)).status).toBe(403)
      expect((await read(member, `${searchChatMembers.path}?search=o`)).status).toBe(403)
      expect((await read(member, '/api/chat/conversations/*/messages')).status).toBe(400)
      expect((await send({ path: conversation(other, '/opening'), as: member, body: {} })).status).toBe(404)
      expect((await send({ path: conversation(other, '/reading'), as: member, body: { number: 1 } })).status).toBe(404)
    })
  })

  test('carries no byte about another member, even while that member trades and chats [A109]', async () => {
    const other = await createBuyer(admin, { name: 'Kofi Mensah' })
    const friend = await createMember(target.server)
    await write(member, member)
    const stream = await listen(member)
    const paths = [
      conversation(member),
      conversation(member, '/messages'),
      getUnreadCount.path,
      listRequests.path,
      `/api/profiles/${member.userId}`,
    ]
    const readAll = async () => Promise.all(paths.map(async (path) => (await read(member, path)).text))
    const before = await readAll()
    await write(other, other, { content: 'A secret of two' })
    await write(admin, other, { content: 'It stays here' })
    await send({ path: conversation(other, '/opening'), as: other, body: {} })
    await send({ path: conversation(other, '/reading'), as: admin, body: { number: 1 } })
    await decide(admin, await buy(other, 3_000), 'approved', 'Noted')
    await decide(admin, await transfer(other, friend, 1_000), 'approved')
    expect(await readAll()).toEqual(before)
    expect(stream.text).toMatch(silence)
    // An event for the member follows all other events. It is the first one to arrive.
    const said = stream.text
    await write(admin, member)
    await expect
      .poll(() => stream.text.slice(said.length).replaceAll(':\n\n', ''))
      .toBe('data: {"topics":["chat"]}\n\n')
  })

  const endings: [string, (person: Person) => Promise<unknown>][] = [
    ['the sign-out', async (person) => send({ path: signOut.path, body: {}, as: person })],
    ['a suspension', async (person) => suspend(admin, person)],
    [
      'the loss of the role',
      async ({ userId }) =>
        target.owner.query(
          `update profiles set role = 'user', duty = null, member_id = $1, referral_code = $1 where id = $2`,
          [`WAS-ADMIN-${userId}`, userId],
        ),
    ],
  ]

  test.each(endings)('ends within two seconds of %s, and gets no later event [A110]', async (how, end) => {
    const leaving = how === 'the loss of the role' ? await createAdmin(target.server) : member
    const stream = await listen(leaving)
    await end(leaving)
    const endedAt = performance.now()
    await expect.poll(() => stream.endedAt, { timeout: 4_000, interval: 10 }).toBeDefined()
    expect((stream.endedAt ?? Infinity) - endedAt).toBeLessThan(endedWithinMs)
    const said = stream.text
    await write(admin, member)
    expect(stream.text).toBe(said)
    expect(said).not.toContain('chat')
  })

  test('is open at most five times for one person [A114]', async () => {
    const streams: Awaited<ReturnType<typeof listen>>[] = []
    for (let count = 0; count < 50; count += 1) streams.push(await listen(member))
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    const openOnes = () => streams.filter(({ endedAt }) => endedAt === undefined)
    await expect.poll(() => openOnes().length).toBe(streamsMax)
    await write(admin, member)
    await expect.poll(() => openOnes().every(({ text }) => text.includes('chat'))).toBe(true)
    expect(streams.filter(({ text }) => text.includes('chat'))).toHaveLength(streamsMax)
  })

  test('starts afresh with any Last-Event-ID [A115]', async () => {
    const other = await createMember(target.server)
    await write(other, other)
    await write(member, member)
    const lastEventIds = [
      '-1',
      '99999999999999999999',
      'NaN',
      '0',
      "1' or '1'='1",
      other.userId,
      '{"topics":["wallet"]}',
    ]
    await expectUnchanged(target, async () => {
      for (const lastEventId of lastEventIds) {
        const stream = await listen(member, { 'last-event-id': lastEventId })
        expect([lastEventId, stream.status]).toEqual([lastEventId, 200])
        await sleep(50)
        expect(stream.text).toMatch(silence)
      }
    })
  })
})

describe('a message', () => {
  test('stays in its own conversation and in its sender’s own name, and takes no number or count [A111]', async () => {
    const other = await createMember(target.server)
    await write(other, other)
    await write(member, member)
    await expectUnchanged(target, async () => {
      expect((await write(member, other)).status).toBe(404)
      expect((await write(member, admin)).status).toBe(404)
      expect((await write(member, { ...member, userId: randomUUID() })).status).toBe(404)
      const forged: Record<string, unknown>[] = [
        { sender_id: admin.userId },
        { user_id: other.userId },
        { conversation_id: randomUUID() },
        { is_from_support: true },
        { number: 1 },
        { created_at: '2020-01-01T00:00:00Z' },
        { user_unread_count: 0 },
        { admin_unread_count: 0 },
        { admin_id: member.userId },
      ]
      for (const fields of forged) {
        for (const [place, body] of [
          ['/messages', { client_message_id: randomUUID(), content: 'Hello', ...fields }],
          ['/opening', fields],
          ['/reading', { number: 0, ...fields }],
        ] as const) {
          // A reading has one field: the number of the last message read.
          if (place === '/reading' && 'number' in fields) continue
          const outcome = await send({ path: conversation(member, place), as: member, body })
          expect([place, fields, outcome.status]).toEqual([place, fields, 400])
          expectNoInternals(outcome)
        }
      }
      for (const number of [-1, 1.5, '1', null, 1e300, [1]]) {
        const outcome = await send({ path: conversation(member, '/reading'), as: member, body: { number } })
        expect([number, outcome.status]).toEqual([number, 400])
      }
    })
  })

  test('of an administrator goes to members alone and in the administrator’s own name, hidden from members [A111]', async () => {
    const second = await createAdmin(target.server, 'Tomas Berg')
    await write(member, member)
    await expectUnchanged(target, async () => {
      for (const userId of [second.userId, admin.userId, randomUUID()]) {
        const nobody = { ...member, userId }
        expect((await write(admin, nobody)).status).toBe(404)
        expect((await send({ path: conversation(nobody, '/opening'), as: admin, body: {} })).status).toBe(404)
        expect((await send({ path: conversation(nobody, '/reading'), as: admin, body: { number: 1 } })).status).toBe(
          404,
        )
      }
      for (const fields of [{ sender_id: second.userId }, { sender_name: 'Tomas Berg' }, { admin_unread_count: 9 }]) {
        const outcome = await write(admin, member, fields)
        expect([fields, outcome.status]).toEqual([fields, 400])
      }
      for (const search of ['', '%00', 'x'.repeat(101), 'a&role=admin', 'a&search=b', 'a&limit=1e9']) {
        const { status } = await read(admin, `${searchChatMembers.path}?search=${search}`)
        expect([search, status]).toEqual([search, 400])
      }
    })
    expect((await write(second, member, { content: 'Signed by nobody' })).status).toBe(200)
    const heard = await read(member, conversation(member, '/messages'))
    expect(heard.text).toContain('Signed by nobody')
    expect(heard.text).not.toContain('Tomas')
    expect((await read(admin, conversation(member, '/messages'))).text).toContain('Tomas Berg')
  })

  test('without a readable text, or too long, is refused [A112]', async () => {
    const contents: [string, unknown, number][] = [
      ['nothing', '', 400],
      ['spaces', '   \n\t ', 400],
      ['zero-width characters alone', '\u200b\u200d\ufeff\u2060', 400],
      ['NUL', 'Hel\0lo', 400],
      ['a change of direction', 'Pay \u202eTABC', 400],
      ['half a character', 'Hello \ud83d', 400],
      ['4001 characters', 'x'.repeat(4_001), 400],
      ['50 KB', 'x'.repeat(50_000), 400],
      ['100 KB', 'x'.repeat(100_000), 413],
      ['a number', 17, 400],
      ['a list', ['Hello'], 400],
      ['an object', { $ne: '' }, 400],
      ['no value', null, 400],
    ]
    await expectUnchanged(target, async () => {
      for (const writer of [member, admin]) {
        for (const [what, content, status] of contents) {
          const outcome = await write(writer, member, { content })
          expect([what, outcome.status]).toEqual([what, status])
          expectNoInternals(outcome)
        }
      }
      for (const id of ['', 'x', 17, null, `${randomUUID()}0`]) {
        expect([id, (await write(member, member, { client_message_id: id })).status]).toEqual([id, 400])
      }
    })
  })

  test('that is sent fifty times at once is stored once [A113]', async () => {
    const fields = { client_message_id: randomUUID(), content: 'Once' }
    const outcomes = await Promise.all(Array.from({ length: 50 }, async () => write(member, member, fields)))
    // The limit refuses some of so many calls. All accepted calls get the same answer.
    const through = outcomes.filter(({ status }) => status === 200)
    expect(through.length).toBeGreaterThan(5)
    expect(new Set(through.map(({ text }) => text)).size).toBe(1)
    expect(outcomes.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    expect(await countMessages(member)).toBe(1)

    // An administrator who sends one id to several members has written one message to each of them.
    const other = await createMember(target.server)
    const answer = { client_message_id: randomUUID(), content: 'To each of you' }
    for (let count = 0; count < 3; count += 1) {
      for (const to of [member, other]) expect((await write(admin, to, answer)).status).toBe(200)
    }
    expect([await countMessages(member), await countMessages(other)]).toEqual([2, 1])
  })

  test('is refused after two megabytes of text in a day, and other people can still send [A214]', async () => {
    const [talker, other] = [await createMember(target.server), await createMember(target.server)]
    const send = async () => {
      // Lets the limit of messages refill, so only that of bytes counts.
      await target.owner.query(`DELETE FROM rate_limits WHERE full_at < now() + interval '1 minute'`)
      return write(talker, talker, { content: '\u{1F4D6}'.repeat(2_000) })
    }
    let through = 0
    while ((await send()).status === 200 && through < 400) through += 1
    // Each message has 8,000 bytes of text, and a few more around it.
    expect(through).toBeGreaterThan(220)
    expect(through).toBeLessThan(260)
    const refused = await expectUnchanged(target, send)
    expect([refused.status, refused.body?.code]).toEqual([429, 'too_many_requests'])
    expect((await write(other, other)).status).toBe(200)
  })

  test('is refused if one person sends a hundred in a second, and other people can still send [A114]', async () => {
    const other = await createMember(target.server)
    const outcomes = await Promise.all(Array.from({ length: 100 }, async () => write(member, member)))
    const refused = outcomes.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(50)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await countMessages(member)).toBe(100 - refused.length)
    expect((await write(other, other)).status).toBe(200)
    const busy = await createAdmin(target.server)
    const answers = await Promise.all(Array.from({ length: 60 }, async () => write(busy, other)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(20)
    expect((await write(admin, other)).status).toBe(200)
    // A caller who waits for the announced time is accepted again.
    await sleep(Number(refused.at(-1)?.headers['retry-after']) * 1000 + 200)
    await call(member, sendMessage, {
      params: { userId: member.userId },
      body: { client_message_id: randomUUID(), content: 'Patience' },
    })
  })
})
