import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  listSavedReplies,
  savedRepliesMax,
  type SavedReply,
} from '../../../contract/saved-replies.ts'
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

const add = async (title: string, content = 'Hello', { cookie } = admin) =>
  call({ app: site.app }, addSavedReply, { body: { title, content } }, { cookie })
const remove = async (replyId: string, { cookie } = admin) =>
  call({ app: site.app }, deleteSavedReply, { params: { replyId } }, { cookie })
type Said = Pick<SavedReply, 'title' | 'content'>
const change = async (replyId: string, seen: Said, body: Said, { cookie } = admin) =>
  call({ app: site.app }, changeSavedReply, { params: { replyId }, body: { ...body, seen } }, { cookie })
const list = async ({ cookie } = admin) => call({ app: site.app }, listSavedReplies, {}, { cookie })
const titles = async (reader = admin) => (await list(reader)).body.items.map(({ title }) => title)

test('all administrators share saved replies, and saving and deleting are recorded', async () => {
  const colleague = await createAdmin(site, 'Ines Carvalho')
  const { body: reply } = await add('  Hours ', ' We are here\r\nfrom nine to five. ')
  expect(reply).toMatchObject({ title: 'Hours', content: 'We are here\nfrom nine to five.' })
  await add('Address')
  expect(await titles(colleague)).toEqual(['Address', 'Hours'])
  expect((await remove(reply.id, colleague)).status).toBe(200)
  expect((await remove(reply.id, colleague)).status).toBe(404)
  expect(await titles()).toEqual(['Address'])
  const { rows } = await site.database.owner.query(
    `select actor_id, action, detail from audit_events where action like 'reply_%' order by id`,
  )
  const said = { title: 'Hours', content: reply.content }
  expect(rows).toEqual([
    { actor_id: admin.userId, action: 'reply_saved', detail: { after: said } },
    { actor_id: admin.userId, action: 'reply_saved', detail: { after: { title: 'Address', content: 'Hello' } } },
    { actor_id: colleague.userId, action: 'reply_deleted', detail: { before: said } },
  ])
})

test('a change must name the present text of the reply, and is recorded', async () => {
  const colleague = await createAdmin(site)
  const { body: reply } = await add('Fees', 'There are none.')
  const before = { title: 'Fees', content: 'There are none.' }
  const after = { title: 'FEES', content: 'There are no fees.' }
  expect((await change(reply.id, before, after)).body).toEqual({ id: reply.id, purpose: 'chat', ...after })
  // The same call again, as after a lost answer, changes nothing.
  expect((await change(reply.id, before, after)).status).toBe(200)
  const late = await change(reply.id, before, { title: 'Costs', content: 'None.' }, colleague)
  expect([late.status, late.body]).toMatchObject([409, { code: 'edited_meanwhile' }])
  await add('Limits')
  expect((await change(reply.id, after, { ...after, title: 'LIMITS' })).body).toMatchObject({
    code: 'reply_title_taken',
  })
  expect((await list()).body.items.find(({ id }) => id === reply.id)).toEqual({
    id: reply.id,
    purpose: 'chat',
    ...after,
  })
  const { rows } = await site.database.owner.query(`select detail from audit_events where action = 'reply_changed'`)
  expect(rows).toEqual([{ detail: { before, after } }])
  for (const title of ['FEES', 'Limits']) {
    await remove((await list()).body.items.find((one) => one.title === title)?.id ?? '')
  }
  expect((await change(reply.id, after, before)).body).toMatchObject({ code: 'not_found' })
})

test('only one of two changes of the same reply at once succeeds', async () => {
  const { body: reply } = await add('Race', 'Before')
  const seen = { title: 'Race', content: 'Before' }
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map(async (content) => change(reply.id, seen, { title: 'Race', content })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await remove(reply.id)
})

test('titles are unique in any case, and their number is limited, even if many are added at once', async () => {
  expect((await add('ADDRESS')).body).toMatchObject({ code: 'reply_title_taken' })
  const answers = await Promise.all(
    Array.from({ length: savedRepliesMax + 3 }, async (_, index) => add(`Reply ${index}`)),
  )
  const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => (body as { code?: string }).code)
  expect(codes).toEqual(Array.from({ length: 4 }, () => 'saved_replies_full'))
  expect(await titles()).toHaveLength(savedRepliesMax)
})

test('an invalid reply is refused, and members neither read nor write replies', async () => {
  for (const [title, content] of [
    ['', 'Hello'],
    ['x'.repeat(41), 'Hello'],
    ['Nul\0', 'Hello'],
    ['Empty', ' \u200b '],
    ['Long', 'x'.repeat(4001)],
  ] as const) {
    expect([title, (await add(title, content)).status]).toEqual([title, 400])
  }
  const member = await createMember(site)
  expect((await list(member)).status).toBe(403)
  expect((await add('Mine', 'Hello', member)).status).toBe(403)
  expect((await remove(randomUUID(), member)).status).toBe(403)
  const said = { title: 'Mine', content: 'Hello' }
  expect((await change(randomUUID(), said, said, member)).status).toBe(403)
})
