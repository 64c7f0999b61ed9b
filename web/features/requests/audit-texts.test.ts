import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import { fieldNames, valueNames } from './audit-names.ts'
import { fieldName, summariseChanges, fieldNameInWords, valueText } from './audit-texts.ts'

const event = {
  id: '',
  action: 'status_changed',
  actor: null,
  subject: null,
  ip_address: null,
  created_at: '',
} as const
const gist = (said: Pick<AuditEvent, 'changes' | 'facts'>) => summariseChanges({ ...event, ...said })

test('field names become words', () => {
  expect(['min_coin_purchase', 'movementId', 'step_up_usd', 'et_rate', 'for'].map(fieldName)).toEqual([
    'Min coin purchase',
    'Movement ID',
    'Step up USD',
    'ET rate',
    'For',
  ])
})

test('translated names have the same English words as untranslated ones', () => {
  const names = Object.keys(fieldNames)
  expect(names.map(fieldName)).toEqual(names.map(fieldNameInWords))
  const values = Object.values(valueNames).map((of) => of ?? {})
  expect(values.map((of) => Object.values(of))).toEqual(values.map((of) => Object.keys(of)))
})

test('figures are formatted as everywhere, and other texts stay as recorded', () => {
  expect(valueText('coins', '-12000.5')).toBe('−12,000.5 ET')
  expect(valueText('min_coin_purchase', '5000')).toBe('5,000 ET')
  expect(valueText('et_rate', '0.0125')).toBe('$0.0125')
  expect(valueText('step_up_usd', '10000')).toBe('$10,000.00')
  expect(valueText('bonus_percentage', '2.5')).toBe('2.5%')
  expect(valueText('title', '1000')).toBe('1000')
  expect(valueText('coins', 'many')).toBe('many')
})

test('the summary of an entry is its coins, else its first change, else its first fact that is no id', () => {
  const change = { field: 'status', before: 'Active', after: null }
  expect(gist({ changes: [change], facts: [] })).toBe('Status: Active → none')
  expect(gist({ changes: [change, change, change], facts: [] })).toBe('Status: Active → none and 2 more')
  const facts = [
    { name: 'requestId', value: 'x' },
    { name: 'list', value: 'users' },
  ]
  expect(gist({ changes: [], facts })).toBe('List: users')
  const decision = [
    { name: 'kind', value: 'withdrawal' },
    { name: 'coins', value: '12000' },
  ]
  expect(gist({ changes: [change], facts: decision })).toBe('Withdrawal, 12,000 ET')
  expect(gist({ changes: [], facts: [{ name: 'coins', value: '-0.5' }] })).toBe('−0.5 ET')
  expect(gist({ changes: [], facts: [] })).toBe('')
})
