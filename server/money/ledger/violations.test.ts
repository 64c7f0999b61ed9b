import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'

const friends = 300
const purchases = 20
const movements = 3000

let database: TestDatabase

/** One member has most of the movements and has referred most of the members. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { owner, ownerDb } = database
  const [admin, member] = [await createAdmin(ownerDb), await createMember(ownerDb)]
  const pack = await createPackage(database)
  const { rows } = await owner.query<{ id: string }>(
    `insert into profiles (status, full_name, email, member_id, referral_code, referred_by_id)
     select 'Active', 'Friend', n || '@friends.example', 'F' || n, 'R' || n, $1 from generate_series(1, $2::int) n returning id`,
    [member.id, friends],
  )
  const ids = rows.map(({ id }) => id)
  await owner.query(
    `select ledger.submit(id, gen_random_uuid(), 'buy', $2, $3, null, null, 1) from unnest($1::uuid[]) id`,
    [ids.slice(0, purchases), pack.coins, pack.id],
  )
  await owner.query(
    `select ledger.adjust($1, gen_random_uuid(), $2, 1, 'One more', null) from generate_series(1, $3::int)`,
    [admin.id, member.id, movements],
  )
  await owner.query('analyze')
})
afterAll(async () => database.drop())

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const listScans = (plan: Plan): Plan[] => [
  ...(plan['Relation Name'] === undefined ? [] : [plan]),
  ...(plan.Plans ?? []).flatMap(listScans),
]

test('the verifier reads no table again for each member', async () => {
  await expectNoViolations(database)
  const { rows } = await database.owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    'explain (analyze, timing off, format json) select * from ledger.violations',
  )
  const scans = rows.flatMap(({ 'QUERY PLAN': [{ Plan: plan }] }) => listScans(plan))
  const read = (scan: Plan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']
  expect(scans.some((scan) => scan['Relation Name'] === 'lines' && read(scan) >= movements)).toBe(true)
  // The largest table has one row for each movement and a few more.
  expect(scans.filter((scan) => read(scan) > 2 * movements).map((scan) => scan['Relation Name'])).toEqual([])
})
