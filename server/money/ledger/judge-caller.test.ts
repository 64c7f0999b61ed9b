import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectRefused } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { createSession, sessionIdleMinutes, recheckCaller } from '../../platform/sessions.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'

let database: TestDatabase
let adminId: string
let memberId: string
let otherId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  memberId = (await createMember(database.ownerDb)).id
  otherId = (await createMember(database.ownerDb)).id
  await giveCoins(database.appDb, adminId, memberId, 100_000)
})
afterAll(() => database.drop())

async function signIn(userId: string): Promise<string> {
  const from = { ipAddress: '127.0.0.1', userAgent: 'test' }
  return (await database.ownerDb.transaction().execute((tx) => createSession(tx, { userId, ...from }))).id
}

const withdrawal = () => ({
  userId: memberId,
  key: randomUUID(),
  kind: 'withdrawal' as const,
  coins: 1000,
  usdtRate: '1',
})

async function pending(): Promise<{ userId: string; requestId: string }> {
  const { requestId } = await ledger.submit(database.appDb, { ...withdrawal(), sessionId: null })
  return { userId: memberId, requestId }
}

/**
 * Each call that moves or may move coins, or sets their value. A prepared call can be made in any session, several
 * times.
 */
const calls: Record<string, { by: () => string; prepare: () => Promise<(sessionId: string) => Promise<unknown>> }> = {
  submit: {
    by: () => memberId,
    async prepare() {
      const submission = withdrawal()
      return (sessionId) => ledger.submit(database.appDb, { ...submission, sessionId })
    },
  },
  cancel: {
    by: () => memberId,
    async prepare() {
      const call = { ...(await pending()), key: randomUUID() }
      return (sessionId) => ledger.cancel(database.appDb, { ...call, sessionId })
    },
  },
  decide: {
    by: () => adminId,
    async prepare() {
      const call = { ...(await pending()), actorId: adminId, key: randomUUID(), status: 'approved' as const }
      return (sessionId) => ledger.decide(database.appDb, { ...call, sessionId })
    },
  },
  adjust: {
    by: () => adminId,
    async prepare() {
      const call = { actorId: adminId, userId: memberId, key: randomUUID(), coins: '5', reason: 'Gift' }
      return (sessionId) => ledger.adjust(database.appDb, { ...call, sessionId })
    },
  },
  set_terms: {
    by: () => adminId,
    async prepare() {
      return (sessionId) => ledger.setTerms(database.appDb, { actorId: adminId, sessionId, rate: '0.02' })
    },
  },
}

/** The changes to a session after which no call may use it. */
const ends: Record<string, string> = {
  'that has ended': 'delete from sessions where id = $1',
  'that is over': `update sessions set expires_at = now() where id = $1`,
  'that is idle': `update sessions set last_active_at = now() - interval '${sessionIdleMinutes} minutes' where id = $1`,
}

describe.each(Object.keys(calls))('%s', (name) => {
  const { by = () => '', prepare = async () => async () => {} } = calls[name] ?? {}

  test.each(Object.keys(ends))('does nothing in a session %s, for a new or a repeated call', async (end) => {
    const [answered, fresh] = [await prepare(), await prepare()]
    const sessionId = await signIn(by())
    await answered(sessionId)
    await database.owner.query(ends[end] ?? '', [sessionId])
    for (const call of [answered, fresh]) await expectRefused(database, 'not_signed_in', () => call(sessionId))
    await fresh(await signIn(by()))
  })

  test('does nothing in the session of another person or in an unknown one', async () => {
    const call = await prepare()
    for (const sessionId of [await signIn(otherId), randomUUID()]) {
      await expectRefused(database, 'not_signed_in', () => call(sessionId))
    }
  })
})

describe('the caller', () => {
  const judge = async (role: 'member' | 'admin', sessionId: string, mustEnrol = false) => {
    const caller = { userId: role === 'admin' ? adminId : memberId, sessionId, role }
    return database.appDb.transaction().execute((tx) => recheckCaller(tx, caller, mustEnrol))
  }

  test('succeeds in a session that is almost idle', async () => {
    const sessionId = await signIn(memberId)
    const almost = `now() - interval '${sessionIdleMinutes} minutes' + interval '20 seconds'`
    await database.owner.query(`update sessions set last_active_at = ${almost} where id = $1`, [sessionId])
    await judge('member', sessionId)
  })

  test('must be active and have the role of the call', async () => {
    const { id } = await createMember(database.ownerDb)
    const caller = { userId: id, sessionId: await signIn(id), role: 'member' as const }
    const judged = async (role: 'member' | 'admin' = 'member') =>
      inTransaction(database.appDb, (tx) => recheckCaller(tx, { ...caller, role }, false))
    await judged()
    await expect(judged('admin')).rejects.toMatchObject({ code: 'forbidden' })
    await database.owner.query(`update profiles set status = 'Suspended' where id = $1`, [id])
    await expect(judged()).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('needs the second factor as an administrator, if it is required', async () => {
    const [member, admin] = [await signIn(memberId), await signIn(adminId)]
    await judge('member', member, true)
    await expect(judge('admin', admin, true)).rejects.toMatchObject({ code: 'two_factor_required' })
    await judge('admin', admin)
    await database.owner.query(`insert into two_factor values ($1, '\\x00', 0)`, [adminId])
    await judge('admin', admin, true)
  })

  test('keeps the session alive until the change is stored, while activity is still recorded', async () => {
    const sessionId = await signIn(memberId)
    const caller = { userId: memberId, sessionId, role: 'member' as const }
    const order: string[] = []
    let ended: Promise<unknown> | undefined
    await database.appDb.transaction().execute(async (tx) => {
      await recheckCaller(tx, caller, false)
      await database.app.query('update sessions set last_active_at = now() where id = $1', [sessionId])
      ended = database.app.query('delete from sessions where id = $1', [sessionId]).then(() => order.push('ended'))
      await sleep(100)
      order.push('stored')
    })
    await ended
    expect(order).toEqual(['stored', 'ended'])
  })
})
