import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackageBody } from '../../contract/package-body.ts'
import {
  createPackage,
  deletePackage,
  listManagedPackages,
  listPackages,
  updatePackage,
  type ManagedPackage,
} from '../../contract/packages.ts'
import { listRequests } from '../../contract/requests.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { buy, call, callProven, createAdmin, createMember, decide, prove, type Person } from '../helpers/api.ts'
import {
  attack,
  expectNoInternals,
  expectUnchanged,
  startTarget,
  type AttackAnswer,
  type Target,
} from '../helpers/attack.ts'
import { withPackage } from '../helpers/saved-package.ts'

let target: Target
let admin: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
})
afterAll(async () => target.stop())

const form = {
  package_name: 'Bronze',
  min_coin_purchase: '5000',
  coin_price: '0.01',
  bonus_percentage: '2.5',
  withdrawal_time: '72 hours',
  withdrawal_rules: '',
  icon: 'Star',
} satisfies PackageBody

async function add(changes: Partial<PackageBody> = {}): Promise<ManagedPackage> {
  const body = await callProven(admin, createPackage, { body: { ...form, ...changes } })
  return withPackage({ body }).body.package
}

const pathOf = ({ id }: ManagedPackage) => buildUrl(updatePackage, { params: { packageId: id } })
async function remove(item: ManagedPackage) {
  const headers = await prove(admin, deletePackage, { params: { packageId: item.id } })
  return attack(target, { method: 'DELETE', path: pathOf(item), as: admin, headers })
}
const sum = async (member: Person) => (await call(member, getUserDashboardStats, { query: {} })).balance_coins

test('a package with impossible terms, or with its own totals, is refused in its field [A79]', async () => {
  const existing = await add({ package_name: 'Tin' })
  const numbers = ['min_coin_purchase', 'coin_price', 'bonus_percentage'] as const
  const notNumbers = [
    '-1',
    '-0.01',
    'NaN',
    'Infinity',
    '1e9',
    '0x10',
    '٣',
    '1,000',
    '1 000',
    '',
    ' ',
    5000,
    null,
    [],
    {},
    true,
  ]
  const cases: [string, unknown][] = [
    ...numbers.flatMap((field) => notNumbers.map((value): [string, unknown] => [field, value])),
    ['min_coin_purchase', '1000000000.0001'],
    ['min_coin_purchase', '5000.00001'],
    ['min_coin_purchase', '9'.repeat(20_000)],
    ['coin_price', '1000000.00000001'],
    ['coin_price', '0.000000001'],
    ['bonus_percentage', '1000000000'],
    ['bonus_percentage', '1000.0001'],
    ['package_name', ''],
    ['package_name', ' \t '],
    ['package_name', 'x'.repeat(10_240)],
    ['package_name', 'Br\u0000onze'],
    ['package_name', 'Br\u202eonze'],
    ['package_name', 'Bro\u200bnze'],
    ['withdrawal_time', ' '],
    ['withdrawal_time', 'x'.repeat(61)],
    ['withdrawal_rules', 'x'.repeat(501)],
    ['icon', 'Skull'],
    ['icon', '__proto__'],
    ['total_price', '1'],
    ['bonus_coins', '1'],
    ['total_coins', '1'],
    ['is_buyable', true],
    ['deleted_at', null],
    ['created_at', '2020-01-01T00:00:00Z'],
    ['id', existing.id],
  ]
  await expectUnchanged(target, async () => {
    for (const [field, value] of cases) {
      const body = { ...form, [field]: value }
      const calls: AttackAnswer[] = [
        await attack(target, { path: createPackage.path, body, as: admin }),
        await attack(target, { method: 'PATCH', path: pathOf(existing), body: { ...body, revision: 1 }, as: admin }),
      ]
      for (const outcome of calls) {
        expect([field, value, outcome.status, outcome.body?.code]).toEqual([field, value, 400, 'invalid_request'])
        expect(Object.keys(outcome.body?.fields ?? {})).toEqual([field])
        expectNoInternals(outcome)
      }
    }
    for (const revision of [undefined, null, '1', 1.5]) {
      const body = { ...form, revision }
      const { status } = await attack(target, { method: 'PATCH', path: pathOf(existing), body, as: admin })
      expect([revision, status]).toEqual([revision, 400])
    }
    const twin = { ...form, package_name: ' tIN ' }
    const headers = await prove(admin, createPackage, { body: twin })
    const taken = await attack(target, { path: createPackage.path, body: twin, as: admin, headers })
    expect([taken.status, taken.body?.message]).toEqual([409, 'Package name "tIN" already exists.'])
    const stale = { ...form, revision: existing.revision + 1 }
    const late = await attack(target, {
      method: 'PATCH',
      path: pathOf(existing),
      body: stale,
      as: admin,
      headers: await prove(admin, updatePackage, { params: { packageId: existing.id }, body: stale }),
    })
    expect([late.status, late.body?.code]).toEqual([409, 'edited_meanwhile'])
  })
})

test('a deleted package in use leaves every list, and past requests do not change [A80]', async () => {
  const used = await add({ package_name: 'Zinc', coin_price: '0.02', bonus_percentage: '10' })
  const member = await createMember(target.server, { packageName: 'Zinc' })
  await decide(admin, await buy(member, 'Zinc'), 'approved')
  const waiting = await buy(member, 'Zinc')
  const readHistory = async () => ({
    requests: (await call(member, listRequests, { query: {} })).items,
    movements: (await target.owner.query('select * from ledger.movements order by id')).rows,
    profile: (await target.owner.query('select * from profiles where id = $1', [member.userId])).rows,
  })
  const before = await readHistory()
  expect((await remove(used)).status).toBe(200)
  expect(await readHistory()).toEqual(before)
  expect(before.requests.map((request) => request.kind === 'buy' && request.package_name)).toEqual(['Zinc', 'Zinc'])
  const offered = await call(member, listPackages, {})
  const managed = await call(admin, listManagedPackages, {})
  expect([...offered.items, ...managed.items].map(({ id }) => id)).not.toContain(used.id)
  // A second removal finds no package. A request from before the removal can still be decided on its old terms.
  await expectUnchanged(target, async () => expect((await remove(used)).status).toBe(404))
  await decide(admin, waiting, 'approved')
  expect(await sum(member)).toBe('11000')
  // The name is free again, and the new package is a different one.
  const renewed = await add({ package_name: 'zinc' })
  expect(renewed.id).not.toBe(used.id)
  expect(renewed).toMatchObject({ member_count: 0, request_count: 0 })
})

test('terms beyond the precision of floating point add up exactly over many buys [A81]', async () => {
  const odd = { package_name: 'Odd', min_coin_purchase: '7000', coin_price: '0.01235', bonus_percentage: '33.333' }
  expect(await add(odd)).toMatchObject({ total_price: '86.45', bonus_coins: '2333.31', total_coins: '9333.31' })
  const member = await createMember(target.server, { packageName: 'Odd' })
  for (let bought = 1; bought <= 3; bought += 1) {
    const request = await buy(member, 'Odd')
    expect(request).toMatchObject({ amount_coins: '7000', amount_usd: '86.45', bonus_coins: '2333.31' })
    await decide(admin, request, 'approved')
  }
  expect(await sum(member)).toBe('27999.93')
  expect((await target.owner.query('select * from ledger.violations')).rows).toEqual([])
})
