import type { Finding, Verification } from '../../../contract/verification.ts'

/** Books that were checked a moment ago and are right. */
export const goodBooks: Verification = {
  state: 'good',
  whole: {
    finished_at: '2026-03-10T11:59:30.000Z',
    seconds: 2.2,
    reach_seconds: 32.4,
    accounts: 12,
    movements: 340,
    findings: 0,
  },
  balances: {
    finished_at: '2026-03-10T11:59:00.000Z',
    seconds: 0.3,
    reach_seconds: 30.3,
    accounts: 2,
    movements: 0,
    findings: 0,
  },
  open_count: 0,
  findings: [],
}

export const aFinding: Finding = {
  id: '0190f0a0-0000-7000-8000-0000000000f1',
  rule: 'balance differs from its lines',
  member: { id: '0190f0a0-0000-7000-8000-0000000000f2', full_name: 'Grace Hopper', member_id: 'GH12345678' },
  row_id: null,
  stops: 'account',
  expected: '49000 + 1000',
  actual: '49001 + 1000',
  first_seen_at: '2026-03-10T11:40:00.000Z',
  last_seen_at: '2026-03-10T11:59:30.000Z',
  settled_at: null,
  release: null,
}
