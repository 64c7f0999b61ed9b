import { expect, test } from 'vitest'
import { describeFaults } from '../scripts/fault-table.ts'

test('the table of the fault suite names each scenario, and counts all tests', () => {
  const fault = { promises: 'R7', faults: '50 kills', figures: '900 calls kept' }
  const table = describeFaults({
    testResults: [
      {
        assertionResults: [
          { title: 'a killed database comes back', status: 'passed', duration: 61_234, meta: { fault } },
          { title: 'a plain test', status: 'passed', duration: 5, meta: {} },
          { title: 'a broken one', status: 'failed', duration: 5, meta: {} },
          { title: 'one that needs root', status: 'skipped', duration: null, meta: {} },
        ],
      },
    ],
  })
  expect(table.split('\n')).toEqual([
    'promises  faults    time    result   scenario',
    'R7        50 kills  61.2 s  held     a killed database comes back',
    '    900 calls kept',
    '                    0.0 s   BROKEN   a broken one',
    '                    0.0 s   SKIPPED  one that needs root',
    '',
    '2 passed, 1 failed, 1 skipped',
  ])
})
