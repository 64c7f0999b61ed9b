import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { listAllRequests } from '../../../contract/admin-request-list.ts'
import { listAuditEvents } from '../../../contract/audit.ts'
import type { Operation } from '../../../contract/operation.ts'
import { listTransactions } from '../../../contract/transactions.ts'
import { listUsers } from '../../../contract/users.ts'
import { ledgerSearch } from '../../features/data-list/ledger-search.ts'
import { parseSearch, stringifySearch } from '../../lib/search.ts'
import { allActivitySearch } from '../../pages/admin/all-activity/search.ts'
import { auditSearch } from '../../pages/admin/audit-log/search.ts'
import { usersSearch } from '../../pages/admin/users/search.ts'

const id = '01a1fc04-d21f-71f6-b847-7891256c252e'

/** Returns the search without its undefined parts. */
function kept(search: object) {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Valid values of the filters that are no choice from a list. */
const samples: Record<string, string> = {
  search: 'amara',
  user_id: id,
  actor_id: id,
  subject_id: id,
  ip_address: '192.0.2.1',
  from: '2026-11-01',
  to: '2028-02-29',
  min_coins: '1000',
  max_coins: '2500.5',
  cursor: 'abc',
}

const lists: [id: string, list: Operation, read: (search: Record<string, unknown>) => object][] = [
  [listUsers.id, listUsers, usersSearch],
  [listTransactions.id, listTransactions, ledgerSearch],
  [listAllRequests.id, listAllRequests, allActivitySearch],
  [listAuditEvents.id, listAuditEvents, auditSearch],
]

describe.each(lists)('the address of the page of %s', (_id, { query }, read) => {
  const choices = Object.entries(query?.shape ?? {})
    // The page decides on the number of rows.
    .filter(([name]) => name !== 'limit')
    .flatMap(([name, schema]) => valuesOf(schema, samples[name]).map((value) => [name, value] as const))

  test.each(choices)('keeps the filter or sort %s=%s of the contract', (name, value) => {
    expect(query?.safeParse({ [name]: value }).success).toBe(true)
    expect(kept(read(parseSearch(stringifySearch({ [name]: value }))))).toEqual({ [name]: value })
  })
})

/** Returns each option of a choice, or the sample of any other filter. */
function valuesOf(schema: z.core.$ZodType, sample: string | undefined): string[] {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; entries?: Record<string, string> }
  if (def.innerType) return valuesOf(def.innerType, sample)
  return def.entries ? Object.values(def.entries) : [sample ?? '']
}

test('takes the filters and orders of the ledger from an address', () => {
  const search = {
    search: 'amara',
    type: 'BUY',
    user_id: id,
    from: '2026-11-01',
    to: '2028-02-29',
    min_coins: '1000',
    max_coins: '2500.5',
    sort: 'coins_in',
    order: 'asc',
    cursor: 'abc',
  }
  expect(kept(ledgerSearch(search))).toEqual(search)
})

test('leaves out values that the server would refuse', () => {
  const days = ['2026-02-31', '2026-13-01', '1999-12-31', '2026-1-1', 'today', '2026-11-01T00:00']
  for (const from of days) expect(kept(ledgerSearch({ from }))).toEqual({})
  for (const min_coins of ['-1', '1e3', '1,000', '0.00001', '']) {
    expect(kept(ledgerSearch({ min_coins }))).toEqual({})
  }
  expect(kept(ledgerSearch({ type: 'buy', sort: 'name', order: 'up', user_id: '1', page: '2' }))).toEqual({})
  expect(kept(allActivitySearch({ kind: 'withdraw', status: 'open', request: 'x', member: id }))).toEqual({
    member: id,
  })
  expect(ledgerSearch({ search: 'a'.repeat(101) }).search).toHaveLength(100)
})

test('takes an IP address in any spelling for the audit log, in place of people', () => {
  const days = { from: '2026-11-01', to: '2026-11-02' }
  expect(kept(auditSearch({ ip_address: '2001:DB8:0::1', action: 'rate_changed', ...days }))).toEqual({
    ip_address: '2001:db8::1',
    action: 'rate_changed',
    ...days,
  })
  expect(kept(auditSearch({ ip_address: '192.0.2.1', actor_id: id, subject_id: id }))).toEqual({
    ip_address: '192.0.2.1',
  })
  expect(kept(auditSearch({ ip_address: '192.0.2', actor_id: id, subject_id: id }))).toEqual({
    actor_id: id,
    subject_id: id,
  })
})
