import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectRefused } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { createSession, sessionIdleMinutes, recheckCaller } from '../../platform/sessions.ts'
import { createToken } from '../../platform/db/secret-token.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { changeSettings } from './ledger.ts'

let database: TestDatabase
let adminId: string
let memberId: string
let otherId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  memberId = (await createMember(database.ownerDb)).id
  otherId = (await createMember(database.ownerDb)).id
  await giveCoins(database.ownerDb, adminId, memberId, 100_000)
})
afterAll(() => database.drop())

async function signIn(userId: string): Promise<{ id: string; cookie: string }> {
  const from = { ipAddress: '127.0.0.1', userAgent: 'test' }
  return database.ownerDb.transaction().execute((tx) => createSession(tx, { userId, ...from }))
}

const withdrawal = () => ({
  userId: memberId,
  key: randomUUID(),
  kind: 'withdrawal' as const,
  coins: 1000,
  usdtRate: '1',
})

async function pending(): Promise<{ userId: string; requestId: string }> {
  const { requestId } = await ledger.submit(database.ownerDb, { ...withdrawal(), token: null })
  return { userId: memberId, requestId }
}

/**
 * Each call that moves or may move coins, or sets their value, as the application makes it. A prepared call can be made
 * in any session, several times.
 */
const calls: Record<string, { by: () => string; prepare: () => Promise<(token: string) => Promise<unknown>> }> = {
  submit: {
    by: () => memberId,
    async prepare() {
      const submission = withdrawal()
      return (token) => ledger.submit(database.appDb, { ...submission, token })
    },
  },
  cancel: {
    by: () => memberId,
    async prepare() {
      const call = { ...(await pending()), key: randomUUID() }
      return (token) => ledger.cancel(database.appDb, { ...call, token })
    },
  },
  decide: {
    by: () => adminId,
    async prepare() {
      const call = { ...(await pending()), actorId: adminId, key: randomUUID(), status: 'approved' as const }
      return (token) => ledger.decide(database.appDb, { ...call, token })
    },
  },
  adjust: {
    by: () => adminId,
    async prepare() {
      const call = { actorId: adminId, userId: memberId, key: randomUUID(), coins: '5', reason: 'Gift' }
      return (token) => ledger.adjust(database.appDb, { ...call, token })
    },
  },
  change_settings: {
    by: () => adminId,
    async prepare() {
      return async (token) => {
        const { revision } = await database.ownerDb.selectFrom('settings').select('revision').executeTakeFirstOrThrow()
        const change = { token: token ?? '', ipAddress: '127.0.0.1', revision, changes: { et_rate: '0.02' } }
        return inTransaction(database.appDb, (tx) => changeSettings(tx, change))
      }
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
    const { id, cookie } = await signIn(by())
    await answered(cookie)
    await database.owner.query(ends[end] ?? '', [id])
    for (const call of [answered, fresh]) await expectRefused(database, 'not_signed_in', () => call(cookie))
    await fresh((await signIn(by())).cookie)
  })

  test('does nothing by an id, by the hash of a token, or by a made-up token [A157]', async () => {
    const call = await prepare()
    const { id, cookie } = await signIn(by())
    const { rows } = await database.owner.query<{ hash: string }>(
      `SELECT encode(token_hash, 'hex') AS hash FROM sessions WHERE id = $1`,
      [id],
    )
    const byHash = Buffer.from(`${by().replaceAll('-', '')}${rows[0]?.hash}`, 'hex').toString('base64url')
    const made = ['', by(), id, byHash, createToken(by()).text, `${cookie}A`, 'A'.repeat(64)]
    for (const token of made) await expectRefused(database, 'not_signed_in', () => call(token))
    await call(cookie)
  })

  test('does nothing in the session of a person of another role [A157]', async () => {
    const call = await prepare()
    const other = by() === adminId ? otherId : adminId
    const { cookie } = await signIn(other)
    // The member's functions find no request of an administrator, or refuse the role.
    const { code } = await call(cookie).then(
      () => ({ code: 'done' }),
      (error: { code: string }) => error,
    )
    expect(['forbidden', 'not_found']).toContain(code)
  })
})

describe('the caller', () => {
  const judge = async (role: 'member' | 'admin', sessionId: string, mustEnrol = false) => {
    const caller = { userId: role === 'admin' ? adminId : memberId, sessionId, role }
    return database.appDb.transaction().execute((tx) => recheckCaller(tx, caller, mustEnrol))
  }

  test('succeeds in a session that is almost idle', async () => {
    const sessionId = (await signIn(memberId)).id
    const almost = `now() - interval '${sessionIdleMinutes} minutes' + interval '20 seconds'`
    await database.owner.query(`update sessions set last_active_at = ${almost} where id = $1`, [sessionId])
    await judge('member', sessionId)
  })

  test('must be active and have the role of the call', async () => {
    const { id } = await createMember(database.ownerDb)
    const caller = { userId: id, sessionId: (await signIn(id)).id, role: 'member' as const }
    const judged = async (role: 'member' | 'admin' = 'member') =>
      inTransaction(database.appDb, (tx) => recheckCaller(tx, { ...caller, role }, false))
    await judged()
    await expect(judged('admin')).rejects.toMatchObject({ code: 'forbidden' })
    await database.owner.query(`update profiles set status = 'Suspended' where id = $1`, [id])
    await expect(judged()).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('needs the second factor as an administrator, if it is required', async () => {
    const [member, admin] = [(await signIn(memberId)).id, (await signIn(adminId)).id]
    await judge('member', member, true)
    await expect(judge('admin', admin, true)).rejects.toMatchObject({ code: 'two_factor_required' })
    await judge('admin', admin)
    await database.owner.query(`insert into two_factor values ($1, '\\x00', 0)`, [adminId])
    await judge('admin', admin, true)
  })

  test('keeps the session alive until the change is stored, while activity is still recorded', async () => {
    const { id: sessionId } = await signIn(memberId)
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
