import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { changeUserStatus, signOutUser } from '../../../contract/users.ts'
import { call, createAdmin, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { callProven, readMailSubjects, requestProof } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

type Status = 'Active' | 'Suspended'

async function setStatus(of: Person, status: Status, by: Person, headers: Record<string, string> = {}) {
  return call(site, changeUserStatus, inputOf(of, status), { cookie: by.cookie, headers })
}

function inputOf({ userId }: Person, status: Status) {
  return { params: { userId }, body: { status, reason: 'Left the company' } }
}

async function prove(of: Person, status: Status, by: Person) {
  return { [stepUpHeader]: await requestProof(site, by, changeUserStatus, inputOf(of, status)) }
}

test('administrators cannot change their own status', async () => {
  const before = await readTableDigests(site.database.owner)
  expect((await setStatus(admin, 'Suspended', admin)).body.code).toBe('status_of_oneself')
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('administrators cannot both suspend each other at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const other = await createAdmin(site, 'Noor Haddad')
    const [ofAdmin, ofOther] = [await prove(other, 'Suspended', admin), await prove(admin, 'Suspended', other)]
    const answers = await Promise.all([
      setStatus(other, 'Suspended', admin, ofAdmin),
      setStatus(admin, 'Suspended', other, ofOther),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    // The session that ends takes the proof with it.
    expect(['not_signed_in', 'step_up_required']).toContain(answers.map(({ body }) => body.code).find(Boolean))
    const { rows } = await site.database.owner.query(
      `select id from profiles where role = 'admin' and status = 'Active'`,
    )
    expect(rows).toHaveLength(1)
    if (answers[1]?.status === 200) admin = other
  }
})

test('the status of an administrator is changed by an owner with a proof, and all owners hear of it', async () => {
  const [other, second] = [await createAdmin(site, 'Noor Haddad', 'approver'), await createAdmin(site, 'Sam Second')]
  const before = await readTableDigests(site.database.owner)
  expect((await setStatus(other, 'Suspended', admin)).body.code).toBe('step_up_required')
  expect(await readTableDigests(site.database.owner)).toEqual(before)
  const earlier = await readMailSubjects(site, admin)
  for (const status of ['Suspended', 'Active'] as const) {
    expect((await setStatus(other, status, admin, await prove(other, status, admin))).body.profile.status).toBe(status)
  }
  const told = 'The status of an administrator was changed'
  expect(await readMailSubjects(site, admin)).toHaveLength(earlier.length + 2)
  expect(await readMailSubjects(site, second)).toEqual([told, told])
  expect(await readMailSubjects(site, other)).toEqual([])
  // An owner who is suspended hears of it, too.
  await setStatus(second, 'Suspended', admin, await prove(second, 'Suspended', admin))
  expect(await readMailSubjects(site, second)).toEqual([told, told, told])
})

test('an administrator and all owners hear that an owner ended the administrator’s sessions', async () => {
  const [other, second] = [await createAdmin(site, 'Priya Nair', 'support'), await createAdmin(site, 'Olga Owner')]
  const input = { params: { userId: other.userId }, body: { reason: 'Lost laptop' } }
  const subjects = async () => Promise.all([admin, second, other].map(async (one) => readMailSubjects(site, one)))
  const earlier = await subjects()
  const answer = await callProven(site, admin, signOutUser, input)
  expect([answer.status, answer.body]).toEqual([200, { ended: 1 }])
  const told = 'An administrator was signed out'
  const news = (await subjects()).map((all, at) => all.filter((subject) => !earlier[at]?.includes(subject)))
  expect(news).toEqual([[told], [told], ['You were signed out']])
  // Administrators who end their own sessions get no mail.
  const own = await createAdmin(site, 'Sam Self', 'owner')
  const before = await readMailSubjects(site, own)
  const self = { params: { userId: own.userId }, body: { reason: 'Going home' } }
  expect((await callProven(site, own, signOutUser, self)).status).toBe(200)
  expect(await readMailSubjects(site, own)).toEqual(before)
})
