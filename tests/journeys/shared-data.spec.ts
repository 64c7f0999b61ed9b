import { QueryObserver } from '@tanstack/react-query'
import { referral } from '../../contract/referrals.ts'
import { membershipPackage } from '../../contract/packages.ts'
import { profile } from '../../contract/profiles.ts'
import { buyRequest, transferRequest, withdrawalRequest } from '../../contract/requests.ts'
import { globalPlatformStats, userDashboardStats } from '../../contract/stats.ts'
import { referralsQuery } from '../../web/pages/member/referrals/referral-queries.ts'
import { rateOf } from '../../web/lib/platform-rate.ts'
import { usersQuery } from '../../web/lib/user-queries.ts'
import { globalStatsQuery } from '../../web/lib/public-queries.ts'
import { packagesQuery } from '../../web/features/packages/packages-query.ts'
import { requestsQuery } from '../../web/pages/member/activity/activity-query.ts'
import { userStatsQuery } from '../../web/features/spending/user-stats-query.ts'
import { queryClient, refetchTopics, refetchAll } from '../../web/lib/query-client.ts'
import {
  createAdmin,
  createBuyer,
  createMember,
  transfer,
  withDatabase,
  withdraw,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

// The pages share the query client. Here it reads from a real server with the session of a person.
const ownFetch = globalThis.fetch

test.afterEach(() => {
  globalThis.fetch = ownFetch
  queryClient.clear()
})

test('every name of the shared data is there, in the shape of its entity, and only for those it is meant for [ENT-35] [ENT-37]', async ({
  server,
}) => {
  const admin = await createAdmin(server)
  const member = await createBuyer(admin)
  const friend = await createMember(server, { name: 'Kofi Mensah', referredBy: member.memberId })
  await withdraw(member, 1_000)
  await transfer(member, friend, 2_000)

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
  expect(users.map((one) => profile.parse(one).full_name).toSorted()).toEqual(
    [admin, member, friend].map(({ name }) => name).toSorted(),
  )
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

test('a refresh asks again for what is shown, and for the rest when it is shown again [ENT-36]', async ({ server }) => {
  const member = await createBuyer(await createAdmin(server))
  const asked = await actAs(member)
  const shown = new QueryObserver(queryClient, userStatsQuery)
  const stop = shown.subscribe(() => {})
  await expect.poll(() => shown.getCurrentResult().data?.locked_coins).toBe('0')
  await firstPage(requestsQuery({ kind: 'withdrawal' }))
  await withdraw(member, 1_000)
  asked.length = 0
  refetchAll()
  await expect.poll(() => shown.getCurrentResult().data?.locked_coins).toBe('1000')
  expect(asked).toEqual(['/api/rpc/get_user_dashboard_stats'])
  expect(await firstPage(requestsQuery({ kind: 'withdrawal' }))).toHaveLength(1)
  stop()
})

test('a balance is worth what the rate of now says, once another rate is announced', async ({ server, isMobile }) => {
  test.skip(isMobile, 'nothing is drawn')
  await actAs(await createBuyer(await createAdmin(server)))
  const shown = new QueryObserver(queryClient, userStatsQuery)
  const stop = shown.subscribe(() => {})
  await expect.poll(() => shown.getCurrentResult().data?.balance_usd_value).toBe('275')
  const setRate = async (rate: string) =>
    withDatabase(server, (db) => db.updateTable('settings').set({ et_rate: rate }).execute())
  try {
    await setRate('0.02')
    refetchTopics(['settings'])
    await expect.poll(() => shown.getCurrentResult().data?.balance_usd_value).toBe('550')
  } finally {
    stop()
    await setRate('0.01')
  }
})

/** Makes the query client read as this person's browser. Returns a growing list of the requested paths. */
async function actAs({ server, session }: Person): Promise<string[]> {
  const asked: string[] = []
  queryClient.clear()
  globalThis.fetch = (path, init) => {
    const url = new URL(path as string, server.url)
    asked.push(url.pathname)
    const headers = new Headers(init?.headers)
    headers.set('cookie', `${session.name}=${session.value}`)
    headers.set('origin', server.url)
    return ownFetch(url, { ...init, headers })
  }
  return asked
}

async function firstPage(query: ReturnType<typeof requestsQuery | typeof referralsQuery>): Promise<readonly unknown[]> {
  const { pages } = await queryClient.fetchInfiniteQuery(query as ReturnType<typeof requestsQuery>)
  return pages[0]?.items ?? []
}
