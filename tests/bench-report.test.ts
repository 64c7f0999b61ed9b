import { expect, test } from 'vitest'
import { renderReport } from '../scripts/bench-report.ts'

const rows = [
  { name: 'one ÷ two', value: '0.4', bar: '≥ 0.5', pass: false },
  { name: 'ms', value: '3', pass: true },
]

test('a renewed part takes the place of the earlier one, and the others stay', () => {
  const first = renderReport('', 'ledger', rows, '2026-01-01, commit one.')
  const both = renderReport(first, 'chat', rows, '2026-01-02, commit two.')
  const renewed = renderReport(
    both,
    'ledger',
    [{ ...rows[0], pass: true } as (typeof rows)[0]],
    '2026-01-03, commit three.',
  )
  expect(renewed.match(/^## .*/gm)).toEqual(['## chat', '## ledger'])
  expect(renewed).toContain('commit two.\n\n| measured')
  expect(renewed).not.toContain('commit one.')
  expect(renewed).toContain('| one ÷ two | 0.4 | ≥ 0.5 | held |')
  expect(both).toContain('| one ÷ two | 0.4 | ≥ 0.5 | missed |')
  expect(both).toContain('| ms | 3 |  |  |')
})
