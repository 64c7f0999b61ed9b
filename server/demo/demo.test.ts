import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/database.ts'
import { createMember } from '../../tests/helpers/people.ts'
import { readTableDigests } from '../../tests/helpers/table-digests.ts'
import { hashPassword, verifyPassword } from '../accounts/auth/passwords.ts'
import { seed } from '../platform/db/seed.ts'
import { createFiles } from '../platform/files/folder-files.ts'
import { mainContract } from './chain/made-up-chain.ts'
import { addPast } from './chain/add-past.ts'
import { openDemoWorld, type DemoCredentials, type DemoDeps } from './demo.ts'
import { refuseDemoPeople } from './made-up-people.ts'

/** It draws hundreds of pictures, perhaps on a machine that runs other tests. */
const worldPatienceMs = 90_000
let database: TestDatabase
let folder: string
let deps: DemoDeps
let credentials: DemoCredentials

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'et-demo-'))
  await seed(database.appDb)
  deps = { db: database.appDb, ownerUrl: database.ownerUrl, files: createFiles(folder), hashPassword }
  credentials = await openDemoWorld(deps)
}, worldPatienceMs)
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function read<Row extends object>(text: string): Promise<Row[]> {
  return (await database.owner.query<Row>(text)).rows
}

async function hashOf(email: string): Promise<string> {
  const [row] = await read<{ password_hash: string }>(
    `select password_hash from credentials join profiles on id = user_id where email = '${email}'`,
  )
  return row?.password_hash ?? ''
}

describe('a demonstration world', () => {
  test('cannot be started without --demo', async () => {
    await expect(refuseDemoPeople(deps.db)).rejects.toThrow(/npm start -- --demo/)
  })
  test('has 200 members, requests of each kind and state, and books that balance [ENT-18]', async () => {
    expect(await read(`select count(*)::int as n from profiles where role = 'user'`)).toEqual([{ n: 200 }])
    const states = await read<{ n: number }>(
      'select kind, status, count(*)::int as n from ledger.requests group by 1, 2',
    )
    expect(states).toHaveLength(12)
    expect(await read(`select distinct type from ledger.lines where type is not null order by 1`)).toEqual(
      ['BONUS', 'BUY', 'REFERRAL_BONUS', 'TRANSFER_IN', 'TRANSFER_OUT', 'WITHDRAWAL'].map((type) => ({ type })),
    )
    expect(await read('select * from ledger.violations')).toEqual([])
    const [buys] = await read<{ some: boolean; all: boolean }>(
      `select bool_or(transaction_hash is not null) as some, bool_and(transaction_hash is not null) as all from buy_requests`,
    )
    expect(buys).toEqual({ some: true, all: false })
    expect(await read(`select count(distinct country) >= 15 as many from profiles`)).toEqual([{ many: true }])
    const [chats] = await read<{ admin: number; member: number }>(
      'select sum(admin_unread_count)::int as admin, sum(user_unread_count)::int as member from chat_conversations',
    )
    expect(chats?.admin).toBeGreaterThan(0)
    expect(chats?.member).toBeGreaterThan(0)
  })

  test('lies in the past in the order of its events, and no decided request is pending', async () => {
    expect(
      await read(
        `select min(created_at) < now() - interval '359 days' as since, max(created_at) <= now() as until,
                count(distinct created_at::date) > 100 as spread from profiles`,
      ),
    ).toEqual([{ since: true, until: true, spread: true }])
    // Balances and lists are read by version, by time and by id, so all three must give the same order.
    expect(
      await read(
        `select count(*) filter (where created_at < before_at)::int as times, count(*) filter (where id < before_id)::int as ids
           from (select *, lag(created_at) over w as before_at, lag(id) over w as before_id from ledger.lines
                 window w as (partition by user_id order by version)) l`,
      ),
    ).toEqual([{ times: 0, ids: 0 }])
    for (const table of ['ledger.requests', 'ledger.lines', 'chat_messages', 'audit_events', 'login_history']) {
      const far = await read(
        `select id from ${table}
          where abs(extract(epoch from created_at) * 1000 - ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) > 60_000`,
      )
      expect({ table, far }).toEqual({ table, far: [] })
    }
    const odd = await read(
      `select r.id from ledger.requests r join profiles p on p.id = r.user_id
        where r.decided_at <= r.created_at or r.created_at <= p.created_at
           or r.status = 'pending' and r.created_at < now() - interval '3 days'`,
    )
    expect(odd).toEqual([])
    expect(
      await read(
        `select count(*)::int as n from audit_events a
          where action = 'request_approved' and not exists (select from ledger.requests where id::text = detail ->> 'requestId')`,
      ),
    ).toEqual([{ n: 0 }])
  })

  test('has payments on the made-up network for all but the newest of the past, once', async () => {
    for (let start = 0; start < 2; start += 1) await addPast(database.ownerUrl, mainContract)
    expect(await read('select * from ledger.violations')).toEqual([])
    const payouts = await read<{ state: string; n: number }>(
      'select state, count(*)::int as n from ledger.payouts group by 1 order by 1 desc',
    )
    expect(payouts).toEqual([
      { state: 'to_pay', n: 3 },
      { state: 'confirmed', n: payouts[1]?.n ?? 0 },
    ])
    expect(payouts[1]?.n).toBeGreaterThan(10)
    const buys = await read(
      `select count(*)::int as n from ledger.requests r where kind = 'buy' and status = 'approved'
          and not exists (select from ledger.allocations a where (a.user_id, a.request_id) = (r.user_id, r.id))`,
    )
    expect(buys).toEqual([{ n: 0 }])
    const odd = await read(
      `select e.id from ledger.payout_events e join ledger.requests r on (r.user_id, r.id) = (e.user_id, e.request_id)
        where e.created_at <= r.decided_at or e.created_at > now()`,
    )
    expect(odd).toEqual([])
  })

  test('has the guards of every other database', async () => {
    const guards = `select conrelid::regclass::text as at, conname as name, convalidated::text as state from pg_constraint
        where connamespace in ('public'::regnamespace, 'ledger'::regnamespace)
      union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`
    const untouched = await createTestDatabase()
    expect(await read(guards)).toEqual((await untouched.owner.query(guards)).rows)
    await untouched.drop()
  })

  test('has a picture for every buy request', async () => {
    const slips = await read<{ path: string | null }>(`select payment_proof_url as path from buy_requests order by id`)
    expect(slips.length).toBeGreaterThan(200)
    for (const { path } of slips.filter((_, index) => index % 25 === 0)) {
      const metadata = await sharp(readFileSync(join(folder, path ?? ''))).metadata()
      expect(metadata).toMatchObject({ format: 'png', width: 360, height: 480 })
    }
  })

  test('stays unchanged by a second start, which only makes new passwords', async () => {
    const before = await readTableDigests(database.owner)
    const again = await openDemoWorld(deps)
    const after = await readTableDigests(database.owner)
    const changed = Object.keys(before).filter((table) => before[table] !== after[table])
    expect(changed.filter((table) => !table.startsWith('ledger.'))).toEqual(['public.credentials'])
    for (const role of ['admin', 'member'] as const) {
      const hash = await hashOf(again[role].email)
      expect(await verifyPassword(hash, again[role].password)).toBe(true)
      expect(await verifyPassword(hash, credentials[role].password)).toBe(false)
    }
  })

  test(
    'is completed after an interrupted start, and a world of an earlier version stays unchanged',
    { timeout: worldPatienceMs },
    async () => {
      const cut = await createTestDatabase()
      await seed(cut.appDb)
      let slips = 0
      const store: DemoDeps['files']['store'] = async (...file) => {
        slips += 1
        if (slips === 3) throw new Error('cut short')
        return deps.files.store(...file)
      }
      await expect(
        openDemoWorld({ ...deps, db: cut.appDb, ownerUrl: cut.ownerUrl, files: { ...deps.files, store } }),
      ).rejects.toThrow('cut short')
      await openDemoWorld({ ...deps, db: cut.appDb, ownerUrl: cut.ownerUrl })
      const count = `select kind, status, count(*)::int as n from ledger.requests group by 1, 2 order by 1, 2`
      expect((await cut.owner.query(count)).rows).toEqual(await read(count))
      expect((await cut.owner.query('select * from ledger.violations')).rows).toEqual([])

      // An earlier version made everything within one minute, with other keys. Its world must stay as it is.
      await cut.owner.query(`alter table ledger.commands disable trigger user;
        update ledger.commands set key = gen_random_uuid() where operation <> 'open';
        alter table ledger.commands enable trigger user;
        update profiles set created_at = now() where role = 'admin'`)
      const before = await readTableDigests(cut.owner)
      await openDemoWorld({ ...deps, db: cut.appDb, ownerUrl: cut.ownerUrl })
      const after = await readTableDigests(cut.owner)
      const changed = Object.keys(before).filter((table) => before[table] !== after[table])
      expect(changed.filter((table) => !table.startsWith('ledger.'))).toEqual(['public.credentials'])
      await cut.drop()
    },
  )

  test('refuses a database with real people', async () => {
    const real = await createTestDatabase()
    await seed(real.appDb)
    await createMember(real.ownerDb)
    const before = await readTableDigests(real.owner)
    await expect(openDemoWorld({ ...deps, db: real.appDb, ownerUrl: real.ownerUrl })).rejects.toThrow(
      /without real people/,
    )
    expect(await readTableDigests(real.owner)).toEqual(before)
    await real.drop()
  })

  test('does not run in production', () => {
    const main = join(import.meta.dirname, '../main.ts')
    const dataDir = join(folder, 'production')
    const environment = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '49873' }
    const { status, stderr } = spawnSync(process.execPath, [main, '--demo'], { env: environment, encoding: 'utf8' })
    expect(stderr.trim()).toBe('A demonstration cannot run in production.')
    expect(status).toBe(1)
    expect(existsSync(dataDir)).toBe(false)
  })
})
