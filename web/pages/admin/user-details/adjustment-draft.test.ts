import { describe, expect, test } from 'vitest'
import { adjustmentFaults, draftCoins, type AdjustmentDraft } from './adjustment-draft.ts'

const draft: AdjustmentDraft = { key: 'k', attempt: null, direction: 'take', amount: '5,000', reason: 'Paid twice' }

test.each([
  ['add', '5 000', 5000],
  ['take', '1', -1],
  ['add', '0', null],
  ['add', '1.5', null],
  ['take', '-3', null],
  ['add', '1,000,000,000,001', null],
  [null, '5000', null],
] as const)('%s %j is %j coins', (direction, amount, coins) => {
  expect(draftCoins({ direction, amount })).toBe(coins)
})

describe('a draft', () => {
  test('is valid if the member has the coins', () => {
    expect(Object.values(adjustmentFaults(draft, '5000')).filter(Boolean)).toEqual([])
  })

  test('reports all faults at once', () => {
    expect(adjustmentFaults({ ...draft, direction: null, amount: '', reason: ' ' }, '0')).toEqual({
      direction: 'Please choose whether coins are added or taken away.',
      amount: 'Amount is required.',
      reason: 'Reason is required.',
    })
  })

  test('is limited to the coins of one adjustment', () => {
    expect(adjustmentFaults({ ...draft, direction: 'add', amount: '1,000,000,000,001' }, '0').amount).toBe(
      'Please enter at most 1,000,000,000,000 coins.',
    )
    expect(adjustmentFaults({ ...draft, direction: 'add', amount: '1,000,000,000,000' }, '0').amount).toBeUndefined()
  })

  test('removes no more than the available coins', () => {
    expect(adjustmentFaults(draft, '4999.9999').amount).toBe('The member has less than that available.')
    expect(adjustmentFaults({ ...draft, direction: 'add' }, '0').amount).toBeUndefined()
  })
})
