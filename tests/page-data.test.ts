import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { referral } from '../contract/referrals.ts'
import { membershipPackage } from '../contract/packages.ts'
import { profile } from '../contract/profiles.ts'
import { buyRequest, transferRequest, withdrawalRequest } from '../contract/requests.ts'
import { globalPlatformStats, userDashboardStats } from '../contract/stats.ts'
import { referralsQuery } from '../web/pages/member/referrals/referral-queries.ts'
import { rateOf } from '../web/lib/platform-rate.ts'
import { usersQuery } from '../web/lib/user-queries.ts'
import { globalStatsQuery } from '../web/lib/public-queries.ts'
import { packagesQuery } from '../web/features/packages/packages-query.ts'
import { requestsQuery } from '../web/pages/member/activity/activity-query.ts'
import { userStatsQuery } from '../web/features/spending/user-stats-query.ts'
import { queryClient, refetchTopics, refetchAll } from '../web/lib/query-client.ts'
import { createTestApp, publicUrl, type TestApp } from './helpers/app.ts'
import { decide, submit, submitPackage } from './helpers/ledger.ts'
import * as people from './helpers/people.ts'
import { createSignedIn, type SignedIn } from './helpers/signed-in.ts'

// The pages share the query client. Here it reads from the application with the session of a person.
const ownFetch = globalThis.fetch

let site: TestApp
let admin: SignedIn
beforeAll(async () => {
  site = await createTestApp()
  admin = await createSignedIn(site, 'admin')
})
afterEach(() => {
  globalThis.fetch = ownFetch
  queryClient.clear()
})
afterAll(async () => site.close())

test('every name of the shared data is there, in the shape of its entity, and only for those it is meant for [ENT-35] [ENT-37]', async () => {
  const member = await createBuyer()
  const { database } = site
  const kofi = { fullName: 'Kofi Mensah', referredById: member.userId }
  const { memberId } = await people.createMember(database.ownerDb, kofi)
  await submit(database, member.userId, 'withdrawal', 1_000)
  await submit(database, member.userId, 'transfer', 2_000, { recipientMemberId: memberId })

  await actAs(member)
  const packages = (await queryClient.fetchQuery(packagesQuery)).items
  const [buyRequests, withdrawals, transferRequests] = [
    await firstPage(requestsQuery({ kind: 'buy' })),
    await firstPage(requestsQuery({ kind: 'withdrawal' })),
    await firstPage(requestsQuery({ kind: 'transfer' })),
  ]
  const referrals = await firstPage(referralsQuery(undefined))
  const ownStats = await queryClient.fetchQuery(userStatsQuery)
  const globalStats = await queryClient.fetchQuery(globalStatsQuery)
  await expect(queryClient.fetchQuery(usersQuery({}))).rejects.toThrow()
  await actAs(admin)
  const users = (await queryClient.fetchQuery(usersQuery({}))).items

  expect(packages.map((one) => membershipPackage.parse(one).package_name)).toEqual([
    'Shield',
    'Gold',
    'Diamond',
    'Platinum',
  ])
  const names = ['Amina Diallo', 'Grace Admin', 'Kofi Mensah']
  expect(users).toHaveLength(names.length)
  expect(users.map((one) => profile.parse(one).full_name)).toEqual(expect.arrayContaining(names))
  expect(buyRequests.map((one) => buyRequest.parse(one).amount_coins)).toEqual(['25000'])
  expect(withdrawals.map((one) => withdrawalRequest.parse(one).amount_coins)).toEqual(['1000'])
  expect(transferRequests.map((one) => transferRequest.parse(one).amount_coins)).toEqual(['2000'])
  expect(referrals.map((one) => referral.parse(one).full_name)).toEqual(['Kofi Mensah'])
  expect(userDashboardStats.parse(ownStats)).toMatchObject({
    balance_coins: '27500',
    locked_coins: '3000',
  })
  expect(globalPlatformStats.parse(globalStats).balance_coins).toBe('27500')
  expect(rateOf(globalStats)).toBe('0.01')
})

test('a refresh asks again for what is shown, and for the rest when it is shown again [ENT-36]', async () => {
  const member = await createBuyer()
  const asked = await actAs(member)
  const shown = new QueryObserver(queryClient, userStatsQuery)
  const stop = shown.subscribe(() => {})
  await expect.poll(() => shown.getCurrentResult().data?.locked_coins).toBe('0')
  await firstPage(requestsQuery({ kind: 'withdrawal' }))
  await submit(site.database, member.userId, 'withdrawal', 1_000)
  asked.length = 0
  refetchAll()
  await expect.poll(() => shown.getCurrentResult().data?.locked_coins).toBe('1000')
  expect(asked).toEqual(['/api/rpc/get_user_dashboard_stats'])
  expect(await firstPage(requestsQuery({ kind: 'withdrawal' }))).toHaveLength(1)
  stop()
})

test('a balance is worth what the rate of now says, once another rate is announced', async () => {
  await actAs(await createBuyer())
  const shown = new QueryObserver(queryClient, userStatsQuery)
  const stop = shown.subscribe(() => {})
  await expect.poll(() => shown.getCurrentResult().data?.balance_usd_value).toBe('275')
  const setRate = async (rate: string) => site.database.ownerDb.updateTable('settings').set({ et_rate: rate }).execute()
  try {
    await setRate('0.02')
    refetchTopics(['settings'])
    await expect.poll(() => shown.getCurrentResult().data?.balance_usd_value).toBe('550')
  } finally {
    stop()
    await setRate('0.01')
  }
})

/** Returns a member with an approved package of 25,000 coins and its bonus. */
async function createBuyer(): Promise<SignedIn> {
  const { database } = site
  const member = await createSignedIn(site, 'member')
  const { id } = await database.ownerDb
    .selectFrom('packages')
    .select('id')
    .where('package_name', '=', 'Gold')
    .executeTakeFirstOrThrow()
  const requestId = await submitPackage(database, member.userId, { id, coins: 25_000 })
  await decide(database, admin.userId, member.userId, requestId)
  return member
}

/** Makes the query client read as this person's browser. Returns a growing list of the requested paths. */
async function actAs({ cookie }: SignedIn): Promise<string[]> {
  const asked: string[] = []
  queryClient.clear()
  globalThis.fetch = async (path) => {
    const url = new URL(path as string, publicUrl)
    asked.push(url.pathname)
    const headers = { cookie, origin: publicUrl }
    const { statusCode, body } = await site.app.inject({ url: url.pathname + url.search, headers })
    return new Response(body, { status: statusCode })
  }
  return asked
}

async function firstPage(query: ReturnType<typeof requestsQuery | typeof referralsQuery>): Promise<readonly unknown[]> {
  const { pages } = await queryClient.fetchInfiniteQuery(query as ReturnType<typeof requestsQuery>)
  return pages[0]?.items ?? []
}
