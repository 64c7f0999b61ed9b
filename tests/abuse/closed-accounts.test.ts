import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAccountClosure } from '../../contract/account-closure.ts'
import { signIn } from '../../contract/auth.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { call, createAdmin, createMember, createTestApp, password, type Person, type TestApp } from '../helpers/app.ts'
import { closeAccount, makeClosureDue } from '../helpers/closure.ts'
import { giveCoins } from '../helpers/people.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let member: Person
let memberId: string
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
  const { rows } = await site.database.owner.query<{ member_id: string }>(
    'SELECT member_id FROM profiles WHERE id = $1',
    [member.userId],
  )
  memberId = rows[0]?.member_id ?? ''
})
afterAll(() => site.close())

test('an account is closed by its own member alone, with a proof for this very call [A344]', async () => {
  const thief = await createMember(site)
  const body = { member_id: memberId }
  expect((await call(site, askAccountClosure, { body }, { cookie: member.cookie })).body.code).toBe('step_up_required')
  const headers = { [stepUpHeader]: await requestProof(site, thief, askAccountClosure, { body }) }
  expect((await call(site, askAccountClosure, { body }, { cookie: thief.cookie, headers })).body.code).toBe(
    'member_id_differs',
  )
  expect((await call(site, askAccountClosure, { body }, { cookie: member.cookie, headers })).body.code).toBe(
    'step_up_required',
  )
})

test('an account that owes something is not closed, neither at the member’s wish nor at the end [A345]', async () => {
  const admin = await createAdmin(site)
  const owner = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, owner.userId, 1)
  expect(await closeAccount(site.database.owner, owner.userId)).toEqual(['balance'])
})

test('the application closes no account before its time, reopens none and removes no history [A348]', async () => {
  const { app, owner } = site.database
  const { userId } = await createMember(site)
  const refused = async (statement: string, code: string) =>
    expect(app.query(statement, [userId])).rejects.toMatchObject({ code })
  await refused(`UPDATE profiles SET status = 'Closed' WHERE id = $1`, 'ET001')
  await refused('INSERT INTO account_closures (user_id, closes_at) VALUES ($1, now())', '42501')
  await refused('SELECT forget_person($1)', '42501')
  await refused('DELETE FROM login_history WHERE user_id = $1', '42501')
  await refused('UPDATE ledger.accounts SET closed_at = now() WHERE user_id = $1', '42501')
  // Not even the owner of the tables can claim that an account is being closed that does not wait for it.
  const claim = `SELECT set_config('et.closing_account', '${userId}', true); DELETE FROM login_history WHERE user_id = '${userId}'`
  await expect(owner.query(claim)).rejects.toMatchObject({ code: '42501' })
  await app.query('SELECT close_due_account()')
  expect(
    (await owner.query('SELECT FROM profiles WHERE id = $1 AND full_name = $2', [userId, 'Ada Lovelace'])).rowCount,
  ).toBe(1)
  await makeClosureDue(owner, userId)
  await app.query('SELECT close_due_account()')
  await refused(`UPDATE profiles SET status = 'Active' WHERE id = $1`, 'ET001')
})

test('the sign-in tells nothing about a closed account [A349]', async () => {
  const gone = await createMember(site)
  expect(await closeAccount(site.database.owner, gone.userId)).toBeNull()
  const answerTo = async (email: string) => {
    const { status, body } = await call(site, signIn, { body: { email, password, portal: 'member' } })
    return { status, body }
  }
  expect(await answerTo(gone.email)).toEqual(await answerTo('stranger@example.org'))
})
