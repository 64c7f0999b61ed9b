import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession } from '../../../contract/auth.ts'
import * as contract from '../../../contract/packages.ts'
import type { PackageBody } from '../../../contract/package-body.ts'
import type { ManagedPackage } from '../../../contract/packages.ts'
import { getBuyQuote } from '../../../contract/requests.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { callProven } from '../../../tests/helpers/two-factor.ts'
import type { Change } from '../../platform/events/events.ts'
import { withPackage } from '../../../tests/helpers/saved-package.ts'

let site: TestApp
let admin: Person
let published: Change[]
let made = 0
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  site.deps.events.subscribe((change) => published.push(change))
})
beforeEach(() => {
  published = []
})
afterAll(async () => site.close())

/** Returns the form of a package as an administrator types it, with a new name. */
function form(changes: Partial<PackageBody> = {}): PackageBody {
  made += 1
  return {
    package_name: `Bronze ${made}`,
    min_coin_purchase: '5000',
    coin_price: '0.01',
    bonus_percentage: '2.5',
    withdrawal_time: '72 hours',
    withdrawal_rules: 'Once a week',
    icon: 'Star',
    ...changes,
  }
}

async function create(body = form(), by = admin) {
  return withPackage(await callProven(site, by, contract.createPackage, { body }))
}

async function update({ id, revision }: ManagedPackage, changes: Partial<PackageBody>, body = form(changes)) {
  const input = { params: { packageId: id }, body: { ...body, revision } }
  return withPackage(await callProven(site, admin, contract.updatePackage, input))
}

async function remove({ id }: ManagedPackage) {
  return callProven(site, admin, contract.deletePackage, { params: { packageId: id } })
}

async function listManaged(): Promise<ManagedPackage[]> {
  return (await call(site, contract.listManagedPackages, {}, { cookie: admin.cookie })).body.items
}

async function listOffered(): Promise<string[]> {
  return (await call(site, contract.listPackages, {}, {})).body.items.map(({ id }) => id)
}

/** Returns the entries of the audit log about a package, oldest first. */
async function readAudit({ id }: ManagedPackage) {
  const { rows } = await site.database.owner.query<Record<string, unknown>>(
    `select action, actor_id, ip_address, detail from audit_events where detail->>'package_id' = $1 order by id`,
    [id],
  )
  return rows
}

const toEveryone = { topics: ['packages'], toEveryone: true }

test('a new package gets its totals, is offered to all members at once, and is recorded [CALL-28, ADMPKG-10, ADMPKG-11, ADMPKG-12]', async () => {
  const body = form({ min_coin_purchase: '7000', coin_price: '0.01235', bonus_percentage: '33.3330' })
  const { status, body: answer } = await create(body)
  expect([status, answer.package]).toMatchObject([
    200,
    {
      ...body,
      bonus_percentage: '33.333',
      total_price: '86.45',
      bonus_coins: '2333.31',
      total_coins: '9333.31',
      is_buyable: true,
      revision: 1,
      member_count: 0,
      request_count: 0,
    },
  ])
  expect(await listOffered()).toContain(answer.package.id)
  expect(published).toEqual([toEveryone])
  const { package_name } = body
  const after = { ...body, bonus_percentage: '33.333' }
  const detail = { package_id: answer.package.id, package_name, after }
  expect(await readAudit(answer.package)).toEqual([
    { action: 'package_created', actor_id: admin.userId, ip_address: '127.0.0.1', detail },
  ])
})

test('administrators also see packages that are not offered, cheapest first, with the number of references', async () => {
  const { package: odd } = (await create(form({ min_coin_purchase: '1500', coin_price: '0.01' }))).body
  const { package: free } = (await create(form({ coin_price: '0' }))).body
  const { package: used } = (await create()).body
  await createMember(site, { packageId: used.id })
  const all = await listManaged()
  const prices = all.map(({ total_price: price }) => Number(price))
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const find = ({ id }: ManagedPackage) => all.find((item) => item.id === id)
  expect([find(odd), find(free)]).toMatchObject([{ is_buyable: false }, { is_buyable: false }])
  expect(find(used)).toMatchObject({ is_buyable: true, member_count: 1, request_count: 0 })
  const offered = await listOffered()
  expect([offered.includes(odd.id), offered.includes(free.id), offered.includes(used.id)]).toEqual([false, false, true])
})

describe('a change of a package', () => {
  test('gets new totals, is published, and is recorded with the old and the new values [CALL-29]', async () => {
    const { package: before } = (await create(form({ withdrawal_rules: '' }))).body
    published = []
    const body = { ...form(), package_name: before.package_name, min_coin_purchase: '6000.0', withdrawal_rules: 'None' }
    const { body: answer } = await update(before, {}, body)
    expect(answer.package).toMatchObject({ id: before.id, total_price: '60', bonus_coins: '150', total_coins: '6150' })
    expect([before.revision, answer.package.revision, before.withdrawal_rules]).toEqual([1, 2, null])
    expect(published).toEqual([toEveryone])
    expect((await readAudit(before)).at(-1)).toMatchObject({
      action: 'package_updated',
      detail: {
        package_name: before.package_name,
        before: { min_coin_purchase: '5000', withdrawal_rules: null },
        after: { min_coin_purchase: '6000', withdrawal_rules: 'None' },
      },
    })
    const { body: same } = await update(answer.package, {}, { ...body, coin_price: '0.010' })
    expect(same.package.revision).toBe(2)
    expect(await readAudit(before)).toHaveLength(2)
  })

  test('that is based on an outdated revision is refused, and only one of two at once succeeds', async () => {
    const { package: first } = (await create()).body
    const answers = await Promise.all([update(first, { icon: 'Gem' }), update(first, { icon: 'Crown' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const made = answers.find(({ status }) => status === 200)?.body.package
    const late = await update(first, { icon: 'Shield' })
    expect([late.status, late.body.code]).toEqual([409, 'edited_meanwhile'])
    expect((await listManaged()).find(({ id }) => id === first.id)).toEqual(made)
  })

  test('of an unknown or deleted package is refused', async () => {
    const { package: gone } = (await create()).body
    expect((await remove(gone)).status).toBe(200)
    for (const one of [gone, { ...gone, id: randomUUID() }]) {
      expect([(await update(one, {})).status, (await remove(one)).status]).toEqual([404, 404])
    }
  })
})

test.each([
  ['Copper', 'COPPER'],
  ['Ærø', 'ÆRØ'],
  ['Янтарь', 'ЯНТАРЬ'],
])('a name is taken in any case of its letters: %s [ERR-22]', async (taken, name) => {
  const { package: first } = (await create(form({ package_name: taken }))).body
  const { package: second } = (await create()).body
  const sentence = `Package name "${name}" already exists.`
  for (const answer of [await create(form({ package_name: name })), await update(second, { package_name: name })]) {
    const { status, body } = answer
    expect([status, body.code, body.message]).toEqual([409, 'package_name_taken', sentence])
    expect(body.fields).toEqual({ package_name: sentence })
  }
  // A package may take its own name in other letters.
  expect((await update(first, { package_name: name })).body.package.package_name).toBe(name)
})

describe('a deleted package', () => {
  test('without references is removed, and its name is free again [CALL-30]', async () => {
    const body = form()
    const { package: unused } = (await create(body)).body
    published = []
    expect((await remove(unused)).status).toBe(200)
    expect(published).toEqual([toEveryone])
    const { rows } = await site.database.owner.query('select 1 from packages where id = $1', [unused.id])
    expect(rows).toEqual([])
    expect((await readAudit(unused)).at(-1)).toMatchObject({
      action: 'package_deleted',
      detail: { before: { package_name: body.package_name }, member_count: 0, request_count: 0 },
    })
    expect((await create(body)).status).toBe(200)
  })

  test('of a member leaves every list, stays the package of that member, and its name is free again', async () => {
    const body = form()
    const { package: used } = (await create(body)).body
    const member = await createMember(site, { packageId: used.id })
    expect((await remove(used)).status).toBe(200)
    expect((await listManaged()).map(({ id }) => id)).not.toContain(used.id)
    expect(await listOffered()).not.toContain(used.id)
    const { body: session } = await call(site, getSession, {}, { cookie: member.cookie })
    expect(session.session?.package).toEqual({ package_name: body.package_name, icon: body.icon })
    const query = { amount_coins: Number(body.min_coin_purchase), package_id: used.id }
    const quoted = await call(site, getBuyQuote, { query }, { cookie: member.cookie })
    expect([quoted.status, quoted.body.code]).toEqual([422, 'package_not_found'])
    expect((await readAudit(used)).at(-1)).toMatchObject({ detail: { member_count: 1, request_count: 0 } })
    expect((await create(body)).status).toBe(200)
  })

  test('that is bought at the same moment is either kept for the buyer or refused to them', async () => {
    const { ownerDb } = site.database
    const member = await createMember(site)
    const outcomes = new Set<string>()
    for (let round = 0; round < 20; round += 1) {
      const { package: contested } = (await create()).body
      const take = ownerDb
        .updateTable('profiles')
        .set({ package_id: contested.id })
        .where('id', '=', member.userId)
        .execute()
        .then(() => 'taken')
        .catch((error: { constraint: string }) => error.constraint)
      const [outcome, { status }] = await Promise.all([take, remove(contested)])
      const { rows } = await site.database.owner.query(
        'select deleted_at is not null as kept from packages where id = $1',
        [contested.id],
      )
      expect([status, outcome, rows]).toEqual([
        200,
        ...(outcome === 'taken' ? [outcome, [{ kept: true }]] : [outcome, []]),
      ])
      outcomes.add(outcome)
    }
    expect([...outcomes].filter((outcome) => !['taken', 'profiles_package_id_fkey'].includes(outcome))).toEqual([])
  })
})
