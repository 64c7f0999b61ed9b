import { expect, test } from 'vitest'
import { describeFaults } from '../scripts/fault-table.ts'

test('the table of the fault suite names each scenario, and counts all tests', () => {
  const fault = { promises: 'R7', faults: '50 kills', figures: '900 calls kept' }
  const table = describeFaults({
    testResults: [
      {
        name: '/et/tests/faults/database.test.ts',
        status: 'failed',
        message: '',
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

test('the table names and counts files that failed without a failed test, such as one that could not be loaded', () => {
  const file = { name: '/et/tests/faults/chat.test.ts', status: 'failed', message: 'Cannot find module\nat line 1' }
  const table = describeFaults({
    testResults: [
      { ...file, assertionResults: [] },
      {
        ...file,
        name: '/et/tests/faults/mails.test.ts',
        message: 'The port is taken.',
        assertionResults: [{ title: 'a mail', status: 'skipped', duration: null, meta: {} }],
      },
      { ...file, status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(table.split('\n')).toEqual([
    'promises  faults  time   result   scenario',
    '                  0.0 s  SKIPPED  a mail',
    '                         BROKEN   the file chat.test.ts',
    '    Cannot find module',
    '                         BROKEN   the file mails.test.ts',
    '    The port is taken.',
    '',
    '0 passed, 2 failed, 1 skipped',
  ])
})
