import { expect, test } from 'vitest'
import { reviews } from './kinds/reviews.ts'
import { pickReason } from '../../saved-texts/pick-reason.ts'

const reasons = reviews.buy.rejectionReasons
const [first = '', second = ''] = reasons

test.each([
  ['nothing', '', first, first],
  ['a reason that was picked', second, first, first],
  ['what was typed', 'Ask your bank.', first, `${first}\nAsk your bank.`],
  [
    'a reason and what was typed',
    `${second}\nAsk your bank.\nThen write.`,
    first,
    `${first}\nAsk your bank.\nThen write.`,
  ],
])('a picked reason with %s keeps the typed text', (_, notes, picked, expected) => {
  expect(pickReason(notes, picked, reasons)).toBe(expected)
})
