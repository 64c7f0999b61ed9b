import { expect, test } from 'vitest'
import { findManualFaults, readManual } from './helpers/security-manual.ts'

const manual = readManual()
const accounts = 'docs/security/accounts.md'
const entrance = 'docs/security.md'

test('the security manual judges every item once, cites what exists, and counts right', () => {
  expect(findManualFaults(manual)).toEqual([])
})

test.each<[string, string, string | RegExp, string, string[]]>([
  [
    'a missing item',
    accounts,
    /^\| 6\.6\.1 \|.*\n/m,
    '',
    ['6.6.1 is missing', 'the summary should say 21, 6, 7', 'the summary should say 161, 69, 22'],
  ],
  ['an item that stands twice', accounts, '| 6.6.2 | 2 |', '| 6.6.3 | 2 |', ['6.6.2 is missing', '6.6.3 stands twice']],
  ['another level', accounts, '| 6.2.1 | 1 |', '| 6.2.1 | 2 |', ['6.2.1 is not of level 2']],
  [
    'an unknown state',
    accounts,
    '| 6.6.2 | 2 | not needed |',
    '| 6.6.2 | 2 | passed |',
    ['6.6.2 has the state "passed"', 'the summary should say 21, 6, 7', 'the summary should say 161, 69, 22'],
  ],
  [
    'a gap that is kept without a proof',
    accounts,
    /^(\| 6\.2\.12 \| 2 \|) short/m,
    '$1 kept',
    [
      '6.2.12 is kept, and nothing shows it',
      'the summary should say 22, 7, 6',
      'the summary should say 162, 70, 21',
      '6.2.12 is a known gap, and not short',
    ],
  ],
  [
    'a file that does not exist',
    accounts,
    '`web/ui/password-input.tsx`',
    '`web/ui/password.tsx`',
    ['6.2.6 cites web/ui/password.tsx, which does not exist'],
  ],
  [
    'a test that does not exist',
    accounts,
    '"a session ends after 12 hours',
    '"a session ends after 13 hours',
    ['7.3.2 cites "a session ends after 13 hours, even if its owner is active", which is no test of '],
  ],
  ['an unknown attack', accounts, 'A125', 'A9125', ['6.3.2 cites A9125, which is no row of abuse.md']],
  ['a wrong sum', entrance, /(Authentication\]\(.*\)) \| 21 /, '$1 | 22 ', ['the summary should say 21, 7, 7']],
  ['a gap that is left out', entrance, '| 16.5.4 |', '| – |', ['16.5.4 is short, and no known gap']],
])('the check finds %s', (_, path, right, wrong, faults) => {
  const planted = manual[path]?.replace(right, wrong) ?? ''
  expect(planted).not.toBe(manual[path])
  const found = findManualFaults({ ...manual, [path]: planted })
  expect(found).toHaveLength(faults.length)
  for (const fault of faults) expect(found.some((line) => line.startsWith(fault))).toBe(true)
})
