import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { plantEdit } from '../../../tests/helpers/planted-edits.ts'
import { withConnection } from '../../platform/db/connect.ts'
import { createDb, createPool } from '../../platform/db/client.ts'
import { readChecks, readFigures } from './verification.ts'
import { verifyDue } from './verify-books.ts'

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(() => database.drop())

interface Found {
  account_id: string | null
  stops: string
  is_settled: boolean
}

const verify = (kind: 'whole' | 'balances') => database.app.query('SELECT ledger.verify($1)', [kind])

async function listOpen(): Promise<Found[]> {
  const { rows } = await database.owner.query<Found>(
    'SELECT account_id, stops, settled_at IS NOT NULL AS is_settled FROM ledger.findings WHERE released_at IS NULL',
  )
  return rows
}

const clear = () => plantEdit(database, 'DELETE FROM ledger.findings')

async function holder() {
  const member = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, adminId, member.id, 5000)
  return member
}

test('a run is due once for all servers, and the next one only after a rest', async () => {
  await database.owner.query('UPDATE ledger.verifications SET begun_at = NULL')
  const begin = async () =>
    (await database.app.query<{ kind: string | null }>('SELECT ledger.begin_verification() AS kind')).rows[0]?.kind ??
    null
  const kinds = await Promise.all(Array.from({ length: 6 }, begin))
  expect(kinds.filter((kind) => kind !== null)).toEqual(['whole'])
  expect(await begin()).toBeNull()
  const rest = (kind: string, seconds: number) =>
    database.owner.query(
      `UPDATE ledger.verifications SET begun_at = now() - make_interval(secs => $2) WHERE kind = $1`,
      [kind, seconds],
    )
  await rest('balances', 30)
  expect(await begin()).toBe('balances')
  for (const { took, pause } of [
    { took: 0.1, pause: 25 },
    { took: 5, pause: 30 },
    { took: 10, pause: 35 },
    { took: 60, pause: 180 },
  ]) {
    await database.owner.query(
      'UPDATE ledger.verifications SET started_at = now(), finished_at = now() + make_interval(secs => $1)',
      [took],
    )
    await rest('balances', 0)
    await rest('whole', pause - 5)
    expect(await begin()).toBeNull()
    await rest('whole', pause + 1)
    expect(await begin()).toBe('whole')
  }
})

test('a run that was broken off in its middle notes nothing, and the next one is due in its usual time, after the balances', async () => {
  const { id } = await holder()
  await verify('balances')
  await verify('whole')
  await plantEdit(
    database,
    "UPDATE ledger.movements SET amount = amount + 1 WHERE user_id = $1 AND leg = 'adjustment_in'",
    [id],
  )
  await database.owner.query("UPDATE ledger.verifications SET begun_at = now() - interval '1 minute'")
  const begin = () => database.app.query<{ kind: string | null }>('SELECT ledger.begin_verification() AS kind')
  expect((await begin()).rows).toEqual([{ kind: 'whole' }])
  await withConnection(database.ownerUrl, async (blocker) => {
    await blocker.query('BEGIN; LOCK TABLE ledger.lines IN ACCESS EXCLUSIVE MODE')
    const running = withConnection(database.ownerUrl, (client) => client.query("SELECT ledger.verify('whole')"))
    const isOver = running.then(
      () => 'ended',
      () => 'broken off',
    )
    await vi.waitFor(async () => {
      const { rowCount } = await database.owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT ledger.verify(%'`,
      )
      expect(rowCount).toBe(1)
    })
    expect(await isOver).toBe('broken off')
    await blocker.query('ROLLBACK')
  })
  expect(await listOpen()).toEqual([])
  expect((await begin()).rows).toEqual([{ kind: null }])
  await database.owner.query(
    `UPDATE ledger.verifications SET begun_at = begun_at - interval '26 seconds', started_at = started_at - interval '26 seconds',
            finished_at = finished_at - interval '26 seconds'`,
  )
  expect((await begin()).rows).toEqual([{ kind: 'balances' }])
  expect((await begin()).rows).toEqual([{ kind: 'whole' }])
  await verify('whole')
  expect((await listOpen()).some(({ account_id: account, stops }) => account === id && stops === 'account')).toBe(true)
  await plantEdit(
    database,
    "UPDATE ledger.movements SET amount = amount - 1 WHERE user_id = $1 AND leg = 'adjustment_in'",
    [id],
  )
  await clear()
})

test('while one server checks, another one returns at once and leaves the run to it', async () => {
  await withConnection(database.ownerUrl, async (first) => {
    await first.query("BEGIN; SELECT ledger.verify('whole')")
    const before = await database.owner.query('SELECT * FROM ledger.verifications')
    await verify('whole')
    await verify('balances')
    expect((await database.owner.query('SELECT * FROM ledger.verifications')).rows).toEqual(before.rows)
    await first.query('COMMIT')
  })
})

test('two runs say within which time an edit is found, and a run of the balances settles nothing', async () => {
  const { id } = await holder()
  await verify('whole')
  const { rows: before } = await database.owner.query(
    "SELECT started_at FROM ledger.verifications WHERE kind = 'whole'",
  )
  await plantEdit(database, 'UPDATE ledger.lines SET available_after = available_after + 1 WHERE user_id = $1', [id])
  await verify('whole')
  const { rows: after } = await database.owner.query(
    "SELECT previous_started_at AS started_at FROM ledger.verifications WHERE kind = 'whole'",
  )
  expect(after).toEqual(before)
  const { whole } = await readChecks(database.appDb)
  expect(whole?.reach_seconds).toBeGreaterThanOrEqual(whole?.seconds ?? Infinity)
  await plantEdit(database, 'UPDATE ledger.lines SET available_after = available_after - 1 WHERE user_id = $1', [id])
  await verify('balances')
  expect((await listOpen()).some(({ is_settled: isSettled }) => isSettled)).toBe(false)
  await verify('whole')
  expect((await listOpen()).every(({ is_settled: isSettled }) => isSettled)).toBe(true)
  await clear()
})

test('whole runs that all break off are late within minutes, also while findings are open, and balances are checked meanwhile', async () => {
  await verify('whole')
  await verify('balances')
  const set = (kind: 'whole' | 'balances', { begun, finished, took = 0.1 }: Record<string, number>) =>
    database.owner.query(
      `UPDATE ledger.verifications SET begun_at = now() - make_interval(secs => $2), finished_at = now() - make_interval(secs => $3),
              started_at = now() - make_interval(secs => $3 + $4) WHERE kind = $1`,
      [kind, begun, finished, took],
    )
  const state = async () => (await readChecks(database.appDb)).state
  const minute = 60
  // A whole run has begun, and no other check came to its end: it excuses that for five minutes, or for three times its usual time.
  await set('balances', { begun: 4 * minute, finished: 6 * minute })
  await set('whole', { begun: 4 * minute, finished: 6 * minute })
  expect(await state()).toBe('good')
  await set('whole', { begun: 5.5 * minute, finished: 6 * minute })
  expect(await state()).toBe('late')
  await set('whole', { begun: 5.5 * minute, finished: 6 * minute, took: 2 * minute })
  expect(await state()).toBe('good')
  // Each whole run breaks off, right after the last one began.
  await set('balances', { begun: 10, finished: 10 })
  await set('whole', { begun: 1, finished: 14 * minute })
  expect(await state()).toBe('good')
  await set('whole', { begun: 1, finished: 16 * minute })
  expect(await state()).toBe('late')
  await set('whole', { begun: 1, finished: 16 * minute, took: 2 * minute })
  expect(await state()).toBe('good')
  await set('whole', { begun: 1, finished: 25 * minute, took: 2 * minute })
  await database.owner.query(
    "INSERT INTO ledger.findings (rule, stops, first_seen_at, last_seen_at) VALUES ('made up', 'nothing', now(), now())",
  )
  expect(await readFigures(database.appDb)).toMatchObject({ checks: { state: 'open' }, isMissing: true })
  await clear()
  await verify('whole')
  expect(await state()).toBe('good')
})

test('a run leaves no plans for whole tables to the next calls of its connection, also if it fails', async () => {
  const pool = createPool(database.appUrl, { max: 1, onError: () => {}, lockTimeoutMs: 200 })
  const db = createDb(pool)
  const readPlan = async () => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>('EXPLAIN EXECUTE few_rows')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const planForWholeTables = async () => {
    await pool.query('DEALLOCATE ALL')
    await pool.query(
      'PREPARE few_rows AS SELECT p.proname FROM (VALUES (1::oid), (2::oid)) v (n) JOIN pg_proc p ON p.oid = v.n',
    )
    await pool.query('SET enable_nestloop = off')
    await readPlan()
    await pool.query('RESET enable_nestloop')
    expect(await readPlan()).toContain('Hash Join')
    await database.owner.query('UPDATE ledger.verifications SET begun_at = NULL')
  }
  try {
    await planForWholeTables()
    expect(await verifyDue(db, new AbortController().signal)).toBe('whole')
    expect(await readPlan()).toContain('Nested Loop')
    await planForWholeTables()
    await withConnection(database.ownerUrl, async (blocker) => {
      await blocker.query('BEGIN; LOCK TABLE ledger.lines IN ACCESS EXCLUSIVE MODE')
      await expect(verifyDue(db, new AbortController().signal)).rejects.toMatchObject({ code: '55P03' })
    })
    expect(await readPlan()).toContain('Nested Loop')
  } finally {
    await db.destroy()
  }
})

test('a stop breaks a check off at once, and keeps the connection', async () => {
  await database.owner.query('UPDATE ledger.verifications SET begun_at = NULL')
  const stopping = new AbortController()
  await withConnection(database.ownerUrl, async (blocker) => {
    await blocker.query('BEGIN; LOCK TABLE ledger.lines IN ACCESS EXCLUSIVE MODE')
    const failure = verifyDue(database.appDb, stopping.signal).catch((error: unknown) => error)
    await vi.waitFor(async () => {
      const { rowCount } = await database.owner.query(
        "SELECT FROM pg_locks WHERE NOT granted AND relation = 'ledger.lines'::regclass",
      )
      expect(rowCount).toBe(1)
    })
    stopping.abort()
    expect(await failure).toMatchObject({ code: '57014' })
    await blocker.query('ROLLBACK')
  })
  expect((await database.app.query('SELECT 1')).rowCount).toBe(1)
  expect(await listOpen()).toEqual([])
})

test('after the clock was set back runs are due at once, and those of the future are late', async () => {
  const later = (column: string) =>
    database.owner.query(`UPDATE ledger.verifications SET ${column} = now() + interval '2 hours'`)
  await verify('whole')
  await verify('balances')
  await later('begun_at')
  const { rows } = await database.app.query<{ kind: string }>('SELECT ledger.begin_verification() AS kind')
  expect(rows[0]?.kind).not.toBeNull()
  expect((await readFigures(database.appDb)).isMissing).toBe(false)
  await later('finished_at')
  expect((await readFigures(database.appDb)).isMissing).toBe(true)
})
