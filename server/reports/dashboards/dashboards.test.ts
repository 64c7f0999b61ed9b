import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAdminDashboardData, getUserDashboardData } from '../../../contract/dashboards.ts'
import { getGlobalPlatformStats, getUserDashboardStats, type GlobalPlatformStats } from '../../../contract/stats.ts'
import { closeAccount } from '../../../tests/helpers/closure.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { buyPackage, createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { seed } from '../../platform/db/seed.ts'
import { createEvents } from '../../platform/events/events.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { listPackages } from '../../money/packages/packages.ts'
import { readPlatformTotals } from '../../money/ledger/totals.ts'
import { createStats, readOwnStats } from '../stats/stats.ts'
import { readAdminDashboard } from './admin-dashboard.ts'
import { readMemberDashboard } from './member-dashboard.ts'
import { readPlatformHistory } from './platform-history.ts'

let database: TestDatabase
let admin: { id: string }

beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.appDb)
  admin = await createAdmin(database.ownerDb)
})
afterAll(() => database.drop())

async function withdraw(userId: string, coins = 1000): Promise<string> {
  const submission = { token: null, userId, key: randomUUID(), kind: 'withdrawal', coins, usdtRate: '1' } as const
  const { requestId } = await ledger.submit(database.ownerDb, submission)
  return requestId
}

async function approve(userId: string, requestId: string): Promise<void> {
  await ledger.decide(database.ownerDb, {
    token: null,
    actorId: admin.id,
    key: randomUUID(),
    userId,
    requestId,
    status: 'approved',
  })
}

async function submitShield(userId: string): Promise<string> {
  const [shield] = await listPackages(database.appDb)
  const { requestId } = await ledger.submit(database.ownerDb, {
    token: null,
    userId,
    key: randomUUID(),
    kind: 'buy',
    coins: 10_000,
    packageId: shield?.id,
    uploadId: await createUploadRow(database.ownerDb, userId),
    usdtRate: '1',
  })
  return requestId
}

describe('a member’s dashboard', () => {
  test('has the wallet, the newest rows of each list and the referred friends [ENT-09, ENT-17, ENT-24, ENT-32, CALL-20, REFSTATE-05]', async () => {
    const member = await createMember(database.ownerDb)
    await buyPackage(database.ownerDb, admin.id, member.id)
    const withdrawals: string[] = []
    for (let count = 0; count < 6; count += 1) withdrawals.unshift(await withdraw(member.id))
    await approve(member.id, withdrawals[5] ?? '')
    const friends = []
    for (const fullName of ['Kofi Mensah', 'Lin Wei', 'Sara Haddad'])
      friends.push(await createMember(database.ownerDb, { referredById: member.id, fullName }))
    await submitShield(friends[1]?.id ?? '')
    await approve(friends[2]?.id ?? '', await submitShield(friends[2]?.id ?? ''))

    const data = getUserDashboardData.output.parse(await readMemberDashboard(database.appDb, member.id, member.id))
    expect(data.wallet).toEqual({
      user_id: member.id,
      total_coins: '11500',
      locked_coins: '5000',
      available_coins: '6500',
    })
    expect(
      data.transactions.map(({ type, amount, total_usd_value, balance_after }) => [
        type,
        amount,
        total_usd_value,
        balance_after,
      ]),
    ).toEqual([
      ['REFERRAL_BONUS', '2000', '20', '11500'],
      ['WITHDRAWAL', '1000', '10', '9500'],
      ['BONUS', '500', '5', '10500'],
      ['BUY', '10000', '100', '10000'],
    ])
    expect(data.withdrawal_requests.map(({ id }) => id)).toEqual(withdrawals.slice(0, 5))
    expect(data.buy_requests).toMatchObject([{ status: 'approved', amount_coins: '10000' }])
    expect(data.transfer_requests).toEqual([])
    expect(data.referrals.map(({ full_name, status }) => [full_name, status])).toEqual([
      ['Sara Haddad', 'Bonus Awarded'],
      ['Lin Wei', 'First Purchase Pending'],
      ['Kofi Mensah', 'Registered'],
    ])
  })

  test('has all open requests, newest first, even if many were decided since', async () => {
    const member = await createMember(database.ownerDb)
    await giveCoins(database.ownerDb, admin.id, member.id, 100_000)
    const oldest = await withdraw(member.id)
    for (let count = 0; count < 6; count += 1) await approve(member.id, await withdraw(member.id))
    const bought = await submitShield(member.id)
    const data = getUserDashboardData.output.parse(await readMemberDashboard(database.appDb, member.id))
    expect(data.withdrawal_requests.map(({ status }) => status)).not.toContain('pending')
    expect(data.open_requests.items.map(({ id }) => id)).toEqual([bought, oldest])
    expect(data.open_requests.next_cursor).toBeNull()

    const newest: string[] = []
    for (let count = 0; count < 9; count += 1) newest.unshift(await withdraw(member.id))
    const { open_requests: more } = await readMemberDashboard(database.appDb, member.id)
    expect(more.items.map(({ id }) => id)).toEqual([...newest, bought])
    expect(more.next_cursor).not.toBeNull()
  })

  test('has the last rejected purchase, with the reason', async () => {
    const member = await createMember(database.ownerDb)
    const readRejected = async () => (await readMemberDashboard(database.appDb, member.id)).failed_buy
    expect(await readRejected()).toBeNull()
    for (const notes of ['The slip shows another amount.', 'The slip cannot be read.']) {
      const [requestId, key] = [await submitShield(member.id), randomUUID()]
      await ledger.decide(database.ownerDb, {
        token: null,
        actorId: admin.id,
        key,
        userId: member.id,
        requestId,
        status: 'rejected',
        notes,
      })
    }
    await submitShield(member.id)
    expect(await readRejected()).toMatchObject({ status: 'rejected', admin_notes: 'The slip cannot be read.' })
  })

  test('shows a friend as registered, pending with the first package, and registered again if rejected [REFSTATE-01, REFSTATE-02]', async () => {
    const member = await createMember(database.ownerDb)
    const friend = await createMember(database.ownerDb, { referredById: member.id })
    const readStatus = async () => (await readMemberDashboard(database.appDb, member.id)).referrals[0]?.status
    expect(await readStatus()).toBe('Registered')
    const requestId = await submitShield(friend.id)
    expect(await readStatus()).toBe('First Purchase Pending')
    await ledger.decide(database.ownerDb, {
      token: null,
      actorId: admin.id,
      key: randomUUID(),
      userId: friend.id,
      requestId,
      status: 'rejected',
      notes: 'Not received',
    })
    expect(await readStatus()).toBe('Registered')
  })

  test('has ten transactions at most, as it has five of every other list [ENT-33]', async () => {
    const member = await createMember(database.ownerDb)
    for (let count = 0; count < 11; count += 1) await giveCoins(database.ownerDb, admin.id, member.id, 1000 + count)
    for (let count = 0; count < 6; count += 1) {
      await createMember(database.ownerDb, { referredById: member.id })
      await withdraw(member.id)
    }
    const { transactions, ...lists } = await readMemberDashboard(database.appDb, member.id)
    expect([lists.withdrawal_requests.length, lists.referrals.length]).toEqual([5, 5])
    expect(transactions.map(({ amount }) => amount)).toEqual([
      '1010',
      '1009',
      '1008',
      '1007',
      '1006',
      '1005',
      '1004',
      '1003',
      '1002',
      '1001',
    ])
  })

  test('has the member’s own stats [ENT-10, CALL-21]', async () => {
    const [member, other] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
    await buyPackage(database.ownerDb, admin.id, member.id)
    await withdraw(member.id, 2000)
    const stats = await readOwnStats(database.appDb, member.id, member.id)
    expect(getUserDashboardStats.output.parse(stats)).toEqual({
      balance_coins: '10500',
      debt_coins: '0',
      locked_coins: '2000',
      available_coins: '8500',
      profit_loss: '5',
      investment_usd: '100',
      balance_usd_value: '105',
      maturing_coins: '0',
      next_maturing: null,
    })
    await expect(readOwnStats(database.appDb, member.id, other.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(readMemberDashboard(database.appDb, member.id, other.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the stats of the platform', () => {
  test('agree with the journal in every field [ENT-11, CALL-18]', async () => {
    const before = (await readPlatformTotals(database.appDb)).stats
    const member = await createMember(database.ownerDb)
    await buyPackage(database.ownerDb, admin.id, member.id)
    await approve(member.id, await withdraw(member.id, 1000))
    await withdraw(member.id, 2000)
    const after = getGlobalPlatformStats.output.parse((await readPlatformTotals(database.appDb)).stats)
    const grown = (field: keyof GlobalPlatformStats) => Number(after[field]) - Number(before[field])
    expect(grown('total_supply_coins')).toBe(10_500)
    expect(grown('balance_coins')).toBe(9_500)
    expect(grown('total_available_coins')).toBe(7_500)
    expect(grown('total_supply_usd')).toBe(100)
    expect(grown('total_withdrawals_coins')).toBe(1000)
    expect(grown('total_transfers_coins')).toBe(0)
    expect(after.et_rate).toBe('0.01')
    const average = Number(after.total_supply_usd) / Number(after.total_supply_coins)
    expect(Number(after.average_purchase_price)).toBeCloseTo(average, 7)
  })

  test('are read at most once a second', async () => {
    const stats = createStats(database.appDb, createEvents())
    const [first, ...others] = await Promise.all(Array.from({ length: 500 }, () => stats.readGlobal()))
    expect(others.every((answer) => answer === first)).toBe(true)
    const member = await createMember(database.ownerDb)
    await giveCoins(database.ownerDb, admin.id, member.id, 1000)
    expect(await stats.readGlobal()).toEqual(first)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    const later = await stats.readGlobal()
    expect(Number(later.balance_coins)).toBe(Number(first?.balance_coins) + 1000)
  })
})

test('an administrator’s dashboard has the newest of every list and the totals of this moment [CALL-19, ENT-34, GUARD-12]', async () => {
  const member = await createMember(database.ownerDb, { fullName: 'Newest Member' })
  await buyPackage(database.ownerDb, admin.id, member.id)
  const pending: string[] = []
  for (let count = 0; count < 6; count += 1) pending.unshift(await withdraw(member.id))
  await database.owner.query(
    `insert into login_history (user_id, status, ip_address, user_agent) values ($1, 'failed', '192.0.2.1', 'Browser')`,
    [member.id],
  )
  const data = getAdminDashboardData.output.parse(await readAdminDashboard(database.appDb))
  expect(data.profiles[0]).toMatchObject({ id: member.id, full_name: 'Newest Member', first_purchase_done: true })
  expect(data.profiles).toHaveLength(10)
  expect(data.wallets[0]).toMatchObject({ user_id: member.id, total_coins: '10500', locked_coins: '6000' })
  expect(data.login_history[0]).toMatchObject({ user_id: member.id, status: 'failed', ip_address: '192.0.2.1' })
  expect(data.withdrawal_requests.map(({ id }) => id)).toEqual(pending.slice(0, 5))
  expect(data.transactions[0]).toMatchObject({ type: 'BONUS', full_name: 'Newest Member', member_id: member.memberId })
  const { rows } = await database.owner.query<{ members: number; held: string }>(
    `select (select count(*)::int from profiles where role = 'user') as members, sum(available + locked) as held from ledger.accounts`,
  )
  expect(data).toMatchObject({ member_count: rows[0]?.members, closed_count: 0 })
  const leaver = await createMember(database.ownerDb)
  await database.owner.query('INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2)', [leaver.id, '-'])
  expect(await closeAccount(database.owner, leaver.id)).toBeNull()
  expect(await readAdminDashboard(database.appDb)).toMatchObject({ member_count: rows[0]?.members, closed_count: 1 })
  const { days } = await readPlatformHistory(database.appDb, '30d')
  expect(days.at(-1)).toMatchObject({ members: rows[0]?.members })
  expect(data.stats.balance_coins).toBe(rows[0]?.held)
})
