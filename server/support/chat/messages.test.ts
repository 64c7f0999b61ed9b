import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMessages, openConversation, sendMessage, type ChatMessage } from '../../../contract/chat.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { countLockWaits } from '../../../tests/helpers/lock-waits.ts'
import type { Change } from '../../platform/events/events.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

describe('sending a message', () => {
  test('works between a member and an administrator, and each message has its sender [CHAT-01] [CALL-37]', async () => {
    const member = await createMember(site)
    const question = await send(member, member, 'Is my deposit there?')
    const answer = await send(admin, member, 'It is.')
    expect(question.body).toMatchObject({
      number: 1,
      sender_id: member.userId,
      is_from_support: false,
      content: 'Is my deposit there?',
    })
    expect(answer.body).toMatchObject({ number: 2, sender_id: admin.userId, is_from_support: true })
    expect(answer.body.conversation_id).toBe(question.body.conversation_id)
    expect((await list(admin, member)).items).toEqual([question.body, answer.body])
    expect((await list(member, member)).items).toEqual([question.body, { ...answer.body, sender_name: null }])
  })

  test('raises the unread count of the other side alone', async () => {
    const member = await createMember(site)
    for (const text of ['one', 'two', 'three']) await send(member, member, text)
    await send(admin, member, 'four')
    const { rows } = await site.database.owner.query(
      'select user_unread_count, admin_unread_count, last_number from chat_conversations where user_id = $1',
      [member.userId],
    )
    expect(rows).toEqual([{ user_unread_count: 1, admin_unread_count: 3, last_number: '4' }])
  })

  test('fifty times at once under one client_message_id stores one message', async () => {
    const member = await createMember(site)
    const body = { client_message_id: randomUUID(), content: 'Only once' }
    const sendOnce = () =>
      call({ app: site.app }, sendMessage, { params: { userId: member.userId }, body }, { cookie: member.cookie })
    const answers = await Promise.all(Array.from({ length: 50 }, sendOnce))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    // Other words under the same id are still the same message, and use up no number.
    const again = await send(member, member, 'Other words', body.client_message_id)
    expect(again.body).toEqual(answers[0]?.body)
    expect((await list(member, member)).items).toEqual([answers[0]?.body])
    expect((await send(member, member, 'The next')).body.number).toBe(2)
    const opened = await call(
      site,
      openConversation,
      { params: { userId: member.userId }, body: {} },
      { cookie: member.cookie },
    )
    expect(opened.body.admin_unread_count).toBe(2)
  })

  test('twice in overlapping transactions stores one message', async () => {
    const member = await createMember(site)
    await send(admin, member, 'Hello')
    const client = await site.database.owner.connect()
    await client.query('begin')
    await client.query('select from chat_conversations where user_id = $1 for no key update', [member.userId])
    const key = randomUUID()
    const sending = Promise.all([send(member, member, 'Once', key), send(member, member, 'Once', key)])
    await expect.poll(() => countLockWaits(site)).toBe(2)
    await client.query('commit')
    client.release()
    const [one, other] = await sending
    expect([one.status, other.body]).toEqual([200, one.body])
    expect((await list(member, member)).items.map(({ number }) => number)).toEqual([1, 2])
    expect((await send(member, member, 'The next')).body.number).toBe(3)
  })

  test('the client_message_id of another sender stores another message', async () => {
    const member = await createMember(site)
    const key = randomUUID()
    await send(member, member, 'From the member', key)
    await send(admin, member, 'From support', key)
    expect((await list(member, member)).items.map(({ content }) => content)).toEqual([
      'From the member',
      'From support',
    ])
  })

  test('gives numbers without gaps and rising times, even if both sides send many at once [CALL-36]', async () => {
    const member = await createMember(site)
    const [second, third] = [await createAdmin(site), await createAdmin(site)]
    const writers = [member, admin, second, third]
    await Promise.all(
      Array.from({ length: 80 }, (_, index) => send(writers[index % writers.length] ?? member, member, `no. ${index}`)),
    )
    const { rows } = await site.database.owner.query<{ number: string; is_later: boolean | null }>(
      `select number, created_at > lag(created_at) over (order by number) as is_later
         from chat_messages where user_id = $1 order by number`,
      [member.userId],
    )
    expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 80 }, (_, index) => index + 1))
    expect(rows.slice(1).filter(({ is_later }) => !is_later)).toEqual([])
  })

  test('sends events to the two sides alone [CALL-47] [CALL-48] [CALL-49]', async () => {
    const member = await createMember(site)
    const heard = await hear(async () => {
      await send(member, member, 'Hello?')
      await send(admin, member, 'Hello!')
    })
    const change = { topics: ['chat'], userIds: [member.userId], toAdmins: true }
    expect(heard).toEqual([change, change])
  })

  test('into the conversation of another member, of an administrator or of an unknown person is refused', async () => {
    const [member, other] = [await createMember(site), await createMember(site)]
    const nobody = { ...member, userId: randomUUID() }
    const heard = await hear(async () => {
      for (const [sender, to] of [
        [member, other],
        [member, admin],
        [member, nobody],
        [admin, admin],
        [admin, nobody],
      ] as const) {
        expect(await send(sender, to, 'Hello')).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
    })
    expect(heard).toEqual([])
  })

  test('an empty text or only spaces is refused [CHAT-06]', async () => {
    const member = await createMember(site)
    for (const content of ['', ' ', ' \n\t ']) {
      const { status, body } = await send(member, member, content)
      expect([status, body.code, body.fields]).toEqual([400, 'invalid_request', { content: 'Message is required.' }])
    }
    expect((await send(member, member, '  a  ')).body.content).toBe('a')
  })

  test('four thousand characters succeeds, and one more is refused', async () => {
    const member = await createMember(site)
    const longest = 'ä'.repeat(4000)
    expect((await send(member, member, longest)).body.content).toBe(longest)
    const { status, body } = await send(member, member, `${longest}!`)
    expect([status, body.fields]).toEqual([400, { content: 'Message must be at most 4000 characters.' }])
  })
})

describe('reading messages', () => {
  test('works forward from a number, backward from a number, or back from the newest, in ascending order', async () => {
    const member = await createMember(site)
    for (let number = 1; number <= 7; number += 1) await send(member, member, `no. ${number}`)
    const page = async (query: { after?: number; before?: number; limit?: number }) => {
      const { items, last_number: last, has_more: hasMore } = await list(member, member, query)
      return [items.map(({ number }) => number), last, hasMore]
    }
    expect(await page({})).toEqual([[1, 2, 3, 4, 5, 6, 7], 7, false])
    expect(await page({ limit: 3 })).toEqual([[5, 6, 7], 7, true])
    expect(await page({ before: 5, limit: 3 })).toEqual([[2, 3, 4], 7, true])
    expect(await page({ before: 2, limit: 3 })).toEqual([[1], 7, false])
    expect(await page({ after: 0, limit: 3 })).toEqual([[1, 2, 3], 7, true])
    expect(await page({ after: 4, limit: 3 })).toEqual([[5, 6, 7], 7, false])
    expect(await page({ after: 7 })).toEqual([[], 7, false])
    expect(await page({ after: Number.MAX_SAFE_INTEGER })).toEqual([[], 7, false])
  })

  test('with invalid numbers, both directions or too large a page is refused', async () => {
    const member = await createMember(site)
    await send(member, member, 'Hello')
    for (const query of [
      { after: -1 },
      { after: 1.5 },
      { before: 'x' },
      { after: 2 ** 53 },
      { after: '1e400' },
      { limit: 0 },
      { limit: 101 },
      { after: 1, before: 3 },
      { page: 2 },
    ]) {
      const { status, body } = await call(
        site,
        listMessages,
        { params: { userId: member.userId }, query },
        { cookie: member.cookie },
      )
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_request'])
    }
  })

  test('is allowed for the member and administrators, and gives nothing before the first opening [ERR-19]', async () => {
    const [member, other] = [await createMember(site), await createMember(site)]
    const read = async (reader: Person, { userId } = member) =>
      (await call(site, listMessages, { params: { userId }, query: {} }, { cookie: reader.cookie })).status
    for (const reader of [member, admin])
      expect(await list(reader, member)).toEqual({ items: [], last_number: 0, has_more: false })
    expect(await read(other)).toBe(404)
    await send(member, member, 'Hello')
    expect([await read(member), await read(admin), await read(other)]).toEqual([200, 200, 404])
    // An administrator has no conversation, and neither has an unknown id.
    expect([await read(admin, admin), await read(admin, { ...member, userId: randomUUID() })]).toEqual([404, 404])
  })
})

async function send(sender: Person, to: Person, content: string, key: string = randomUUID()) {
  const body = { client_message_id: key, content }
  return call({ app: site.app }, sendMessage, { params: { userId: to.userId }, body }, { cookie: sender.cookie })
}

async function list(
  reader: Person,
  of: Person,
  query: { after?: number; before?: number; limit?: number } = {},
): Promise<{ items: ChatMessage[]; last_number: number; has_more: boolean }> {
  const { status, body } = await call(
    site,
    listMessages,
    { params: { userId: of.userId }, query },
    { cookie: reader.cookie },
  )
  expect(status).toBe(200)
  return body
}

async function hear(work: () => Promise<void>): Promise<Change[]> {
  const heard: Change[] = []
  const stop = site.deps.events.subscribe((change) => heard.push(change))
  await work()
  stop()
  return heard
}
