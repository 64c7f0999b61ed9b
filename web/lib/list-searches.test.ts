import { expect, test } from 'vitest'
import { allActivitySearch, auditSearch, transactionsSearch } from './list-searches.ts'

const id = '01a1fc04-d21f-71f6-b847-7891256c252e'

/** Returns the search without its undefined parts. */
function kept(search: object) {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

test('takes what the ledger can be narrowed down to and sorted by from an address', () => {
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
  expect(kept(transactionsSearch(search))).toEqual(search)
})

test('leaves out what the server would refuse', () => {
  const days = ['2026-02-31', '2026-13-01', '1999-12-31', '2026-1-1', 'today', '2026-11-01T00:00']
  for (const from of days) expect(kept(transactionsSearch({ from }))).toEqual({})
  for (const min_coins of ['-1', '1e3', '1,000', '0.00001', '']) {
    expect(kept(transactionsSearch({ min_coins }))).toEqual({})
  }
  expect(kept(transactionsSearch({ type: 'buy', sort: 'name', order: 'up', user_id: '1', page: '2' }))).toEqual({})
  expect(kept(allActivitySearch({ kind: 'withdraw', status: 'open', request: 'x', member: id }))).toEqual({
    member: id,
  })
  expect(transactionsSearch({ search: 'a'.repeat(101) }).search).toHaveLength(100)
})

test('takes an address for the audit log, however it is written, in place of people', () => {
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
