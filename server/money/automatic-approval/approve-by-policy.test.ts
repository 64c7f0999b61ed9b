import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '../../../contract/audit.ts'
import { exportRequests } from '../../../contract/exports.ts'
import { listQueue } from '../../../contract/queue.ts'
import { listRequests } from '../../../contract/requests.ts'
import { call, createAdmin, createMember, createTestApp, publicUrl, type TestApp } from '../../../tests/helpers/app.ts'
import { submitPackage } from '../../../tests/helpers/ledger.ts'
import { addTransfer } from '../../../tests/helpers/transfers.ts'
import type { Change } from '../../platform/events/events.ts'
import { approveByPolicy } from './approve-by-policy.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
  await site.database.owner.query(
    `UPDATE settings SET automatic_approval = 'on', automatic_approval_usd = 500, unique_amounts = 'on', token_contract = 'the token'`,
  )
})
afterAll(() => site.close())

test('a purchase that the policy approves names the policy in lists, files and the log, and reaches its member at once', async () => {
  const [admin, member] = [await createAdmin(site), await createMember(site)]
  const requestId = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
  const { rows } = await site.database.owner.query<{ units: string }>(
    'SELECT trunc(usdt_amount * 1000000)::text AS units FROM ledger.requests WHERE id = $1',
    [requestId],
  )
  await addTransfer(site.database, { units: BigInt(rows[0]?.units ?? 0), minutes: 1 })
  const changes: Change[] = []
  const stop = site.deps.events.subscribe((change) => changes.push(change))
  expect(await approveByPolicy(site.deps)).toBe(1)
  stop()
  expect(changes).toContainEqual({
    topics: ['requests', 'wallet', 'profile', 'notices'],
    userIds: [member.userId],
  })

  const { body: list } = await call(site, listRequests, { query: {} }, member)
  expect(list.items).toMatchObject([
    { id: requestId, status: 'approved', decided_by_name: 'Policy', admin_notes: null },
  ])
  const headers = { cookie: member.cookie, origin: publicUrl }
  const file = await site.app.inject({ url: exportRequests.path, headers })
  expect(file.body).toContain(',Policy,')
  const { body: queue } = await call(site, listQueue, { params: { kind: 'buy' }, query: {} }, admin)
  expect(queue.items).toEqual([])
  const { body: log } = await call(site, listAuditEvents, { query: { action: 'request_approved_by_policy' } }, admin)
  expect(log.items).toMatchObject([{ actor: null, subject: { id: member.userId } }])
})
