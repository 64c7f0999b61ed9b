import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchChatMembers } from '../../contract/chat.ts'
import { listQueue } from '../../contract/queue.ts'
import { searchEverything } from '../../contract/search.ts'
import { exportUsers, listUsers } from '../../contract/users.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { buy, createAdmin, createMember, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'

let target: Target
let admin: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
  await buy(await createMember(target.server, { name: 'Percy Underscore' }), 'Gold')
})
afterAll(async () => target.stop())

async function get(path: string, query: Record<string, string>) {
  const started = performance.now()
  const outcome = await attack(target, {
    method: 'GET',
    path: `${path}?${new URLSearchParams(query).toString()}`,
    as: admin,
  })
  expectNoInternals(outcome)
  return { ...outcome, ms: performance.now() - started }
}

/** Returns the number of people and requests that an answer holds. */
function countFound({ body }: { body: unknown }): number {
  const { items = [], members = [], requests = [] } = body as Record<string, unknown[] | undefined>
  return items.length + members.length + requests.length
}

const searches = [
  { path: listUsers.path, name: 'search', longest: 100, found: 1 },
  { path: searchChatMembers.path, name: 'search', longest: 100, found: 1 },
  { path: buildUrl(listQueue, { params: { kind: 'buy' } }), name: 'search', longest: 100, found: 1 },
  // The answer holds the person and their request.
  { path: searchEverything.path, name: 'q', longest: 128, found: 2 },
]
const patterns = [
  '%',
  '_ercy',
  '%_'.repeat(50),
  '(a+)+$',
  '((((((((((.*)*)*)*)*)*)*)*)*)*x',
  `' or '1'='1`,
  `"; drop table profiles; --`,
  String.raw`\' \\ \d [a-z]`,
  '$1 ${1} {{1}}',
  '\u{1F4A9}'.repeat(50),
  '\u202e\u200b',
]

test.each(searches)('a search by $path takes each pattern literally, and answers quickly [A102]', async (search) => {
  const { path, name, longest, found } = search
  await expectUnchanged(target, async () => {
    for (const text of patterns) {
      const outcome = await get(path, { [name]: text })
      expect([text, outcome.status, countFound(outcome)]).toEqual([text, 200, 0])
      // A busy machine may be late once. A slow search is slow again.
      const { ms } = outcome.ms < 300 ? outcome : await get(path, { [name]: text })
      expect([text, ms < 300]).toEqual([text, true])
    }
    for (const text of ['x'.repeat(longest + 1), '%_'.repeat(2500), 'a\0b']) {
      expect((await get(path, { [name]: text })).status).toBe(400)
    }
    expect(countFound(await get(path, { [name]: 'percy underscore' }))).toBe(found)
  })
})

test.each([listUsers.path, exportUsers.path])('the people of %s take the offered orders alone [A103]', async (path) => {
  await expectUnchanged(target, async () => {
    for (const query of [
      { sort: 'password_hash' },
      { sort: 'name; drop table profiles' },
      { sort: 'lower(email)' },
      { sort: 'constructor' },
      { order: ';drop' },
      { order: 'asc nulls first' },
      { status: "Active' or true --" },
      { columns: 'password_hash' },
      { sort: 'name', role: 'admin' },
    ]) {
      const { status } = await get(path, query)
      expect([query, status]).toEqual([query, 400])
    }
  })
})

test('a page of people has a size within its limits [A103]', async () => {
  await expectUnchanged(target, async () => {
    for (const limit of ['101', '1e9', '1000000000', '-1', '0', '1.5', 'NaN', 'Infinity', '9'.repeat(40)]) {
      expect([limit, (await get(listUsers.path, { limit })).status]).toEqual([limit, 400])
    }
    expect((await get(listUsers.path, { limit: '100' })).status).toBe(200)
  })
})
