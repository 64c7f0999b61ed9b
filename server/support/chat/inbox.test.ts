import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  excerptMaxLength,
  listConversations,
  listMessages,
  openConversation,
  searchChatMembers,
  sendMessage,
} from '../../../contract/chat.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

test('administrators list all conversations, the latest first, page by page [CALL-35]', async () => {
  const members = [await createMember(site), await createMember(site), await createMember(site)]
  const [first, second, third] = members as [Person, Person, Person]
  for (const member of members) await send(member, member, 'Hello')
  await open(admin, second)
  await send(admin, first, 'The latest')
  const silent = await createMember(site)
  await open(silent, silent)

  const whole = await list({})
  expect(whole.items.map(({ user_id }) => user_id)).toEqual([silent, first, third, second].map(({ userId }) => userId))
  expect(whole.items.map((item) => item.admin_unread_count)).toEqual([0, 1, 1, 0])
  expect(whole.items.map((item) => item.last_content)).toEqual([null, 'The latest', 'Hello', 'Hello'])
  expect(whole.items.map((item) => item.last_message_at === null)).toEqual([true, false, false, false])
  expect(whole.items[1]).toMatchObject({ full_name: 'Ada Lovelace', email: first.email, last_number: 2 })
  expect(whole.items[1]?.member_id).toMatch(/\w/)

  const pages = [await list({ limit: 3 })]
  // A message that arrives meanwhile comes before the first page, and puts no conversation on a later page again.
  await send(first, first, 'And one more')
  pages.push(await list({ limit: 3, cursor: pages[0]?.next_cursor ?? '' }))
  expect(pages.flatMap(({ items }) => items.map(({ user_id }) => user_id))).toEqual(
    whole.items.map(({ user_id }) => user_id),
  )
  expect(pages[1]?.next_cursor).toBeNull()
})

test('administrators list conversations with unread messages alone', async () => {
  const [waiting, answered] = [await createMember(site), await createMember(site)]
  await send(waiting, waiting, 'Anybody?')
  await send(answered, answered, 'Anybody?')
  await open(admin, answered)
  const listed = (await list({ unread: 'true', limit: 100 })).items.map(({ user_id }) => user_id)
  expect(listed).toContain(waiting.userId)
  expect(listed).not.toContain(answered.userId)
})

test('a long message is listed with its beginning alone', async () => {
  const member = await createMember(site)
  await send(member, member, '😀'.repeat(1000))
  const { items } = await list({ limit: 1 })
  expect(items[0]?.last_content).toBe('😀'.repeat(excerptMaxLength))
})

test('only administrators see the administrator who wrote a message', async () => {
  const member = await createMember(site)
  const second = await createAdmin(site, 'Ines Carvalho')
  await send(member, member, 'Is anybody there?')
  const listed = async () => (await list({ limit: 1 })).items[0]
  expect((await listed())?.last_sender_name).toBeNull()
  await send(admin, member, 'Yes')
  await send(second, member, 'Two of us')
  expect((await listed())?.last_sender_name).toBe('Ines Carvalho')
  const namesFor = async ({ cookie }: Person) => {
    const { body } = await call(site, listMessages, { params: { userId: member.userId }, query: {} }, { cookie })
    return body.items.map(({ sender_name }) => sender_name)
  }
  expect(await namesFor(admin)).toEqual([null, 'Grace Hopper', 'Ines Carvalho'])
  expect(await namesFor(member)).toEqual([null, null, null])
})

describe('a search', () => {
  const find = async (search: string, rest: { limit?: number; cursor?: string } = {}) =>
    (await call(site, searchChatMembers, { query: { search, ...rest } }, { cookie: admin.cookie })).body

  test('finds every member by name, email or member id, with or without a conversation, and no administrator [ADMCHAT-04]', async () => {
    const [silent, busy] = [
      await createMember(site, { fullName: 'Noor Haddad' }),
      await createMember(site, { fullName: 'Noor Aziz' }),
    ]
    await createAdmin(site, 'Noor Haddad')
    await send(busy, busy, 'Hello')
    const { items } = await find('noor')
    expect(items.map(({ user_id }) => user_id)).toEqual([busy.userId, silent.userId])
    expect(items.map((item) => [item.admin_unread_count, item.last_content])).toEqual([
      [1, 'Hello'],
      [0, null],
    ])
    expect((await find(silent.email.toUpperCase())).items).toEqual([items[1]])
    expect((await find(items[1]?.member_id ?? '')).items).toEqual([items[1]])
    expect((await find('nobody of that name')).items).toEqual([])
  })

  test('continues page by page, past administrators', async () => {
    const members = [
      await createMember(site, { fullName: 'Olu Adair' }),
      await createMember(site, { fullName: 'Olu Dale' }),
    ]
    for (const name of ['Olu Baker', 'Olu Cole']) await createAdmin(site, name)
    const first = await find('olu', { limit: 1 })
    const second = await find('olu', { limit: 1, cursor: first.next_cursor ?? '' })
    expect([...first.items, ...second.items].map(({ user_id }) => user_id)).toEqual(members.map(({ userId }) => userId))
    expect(second.next_cursor).toBeNull()
  })

  test.each(['', '  ', 'x'.repeat(101), 'a\0b'])('for %j is refused', async (search) => {
    const { status } = await call(site, searchChatMembers, { query: { search } }, { cookie: admin.cookie })
    expect(status).toBe(400)
  })
})

test('an invalid cursor is refused', async () => {
  for (const cursor of ['x', '', 'bnVsbA', Buffer.from('["9e99","x"]').toString('base64url'), 'x'.repeat(1001)]) {
    const { status } = await call(site, listConversations, { query: { cursor } }, { cookie: admin.cookie })
    expect([cursor.slice(0, 10), status]).toEqual([cursor.slice(0, 10), 400])
  }
  const farAway = Buffer.from(JSON.stringify(['9'.repeat(16), admin.userId])).toString('base64url')
  expect((await call(site, listConversations, { query: { cursor: farAway } }, { cookie: admin.cookie })).status).toBe(
    200,
  )
})

test('the list and the sum of unread messages are served by their indexes', async () => {
  const explain = async (query: string) => {
    const client = await site.database.owner.connect()
    try {
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_sort = off; analyze chat_conversations',
      )
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${query}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const latest = 'from chat_conversations c where (last_active_at, user_id) < (now(), gen_random_uuid())'
  const order = 'order by last_active_at desc, user_id desc limit 26'
  expect(await explain(`select * ${latest} ${order}`)).toMatch(
    /Index Scan Backward using chat_conversations_by_activity/,
  )
  expect(await explain(`select * ${latest} and admin_unread_count > 0 ${order}`)).toMatch(
    /Index Scan Backward using chat_conversations_(unread|by_activity)/,
  )
  expect(await explain('select sum(admin_unread_count) from chat_conversations where admin_unread_count > 0')).toMatch(
    /Index Only Scan using chat_conversations_unread/,
  )
})

async function list(query: { unread?: 'true'; limit?: number; cursor?: string }) {
  const { status, body } = await call(site, listConversations, { query }, { cookie: admin.cookie })
  expect(status).toBe(200)
  return body
}

async function open({ cookie }: Person, { userId }: Person): Promise<void> {
  expect((await call(site, openConversation, { params: { userId }, body: {} }, { cookie })).status).toBe(200)
}

async function send({ cookie }: Person, { userId }: Person, content: string): Promise<void> {
  const body = { client_message_id: randomUUID(), content }
  expect((await call(site, sendMessage, { params: { userId }, body }, { cookie })).status).toBe(200)
}
