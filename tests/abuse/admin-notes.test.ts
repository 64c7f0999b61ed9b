import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdminNote, listAdminNotes } from '../../contract/admin-notes.ts'
import { writeDataCopy } from '../../server/reports/data-copy/data-copy.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { submitPackage } from '../helpers/ledger.ts'

let site: TestApp
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
})
afterAll(() => site.close())

const secret = 'Called twice and was rude.'
const add = (person: Person, requestId: string | null = null, userId = member.userId) =>
  call(
    site,
    addAdminNote,
    { params: { userId }, body: { content: secret, request_id: requestId } },
    { ...person, key: randomUUID() },
  )
const list = (person: Person, query: { request_id?: string; limit?: number; cursor?: string } = {}) =>
  call(site, listAdminNotes, { params: { userId: member.userId }, query }, person)

test('notes are written by owners, approvers and support, read by all administrators, and by no member [A362]', async () => {
  const requestId = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
  for (const duty of ['owner', 'approver', 'support'] as const) {
    expect((await add(await createAdmin(site, duty, duty), requestId)).body).toMatchObject({
      content: secret,
      author_name: duty,
      request: { id: requestId },
    })
  }
  const auditor = await createAdmin(site, 'Audrey', 'auditor')
  expect((await add(auditor)).body).toMatchObject({ code: 'duty_missing' })
  expect((await list(auditor, { request_id: requestId })).body.items).toHaveLength(3)
  for (const answer of [await add(member), await list(member)]) expect(answer.status).toBe(403)

  let copy = ''
  for await (const part of writeDataCopy(site.deps.db, { userId: member.userId, ipAddress: '127.0.0.1' })) copy += part
  expect(copy).toContain(requestId)
  expect(copy).not.toContain(secret)
  expect(copy).not.toContain('note_added')
})

test('a note is about a member and a request of that member, is listed in pages, and never changes', async () => {
  const owner = await createAdmin(site)
  const stranger = await createMember(site)
  const strange = await submitPackage(site.database, stranger.userId, { id: site.packageId, coins: 10_000 })
  expect((await add(owner, strange)).body).toMatchObject({ code: 'not_found' })
  expect((await add(owner, null, owner.userId)).body).toMatchObject({ code: 'not_found' })
  await add(owner)
  const first = (await list(owner, { limit: 2 })).body
  const second = (await list(owner, { limit: 2, cursor: first.next_cursor ?? '' })).body
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(4)
  expect(first.items[0]).toMatchObject({ request: null, author_name: expect.any(String) as string })
  for (const statement of ["UPDATE admin_notes SET content = 'Nice'", 'DELETE FROM admin_notes']) {
    await expect(site.database.app.query(statement)).rejects.toThrow('permission denied')
  }
})
