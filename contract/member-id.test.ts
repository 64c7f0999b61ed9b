import { expect, test } from 'vitest'
import { computeCheckCharacter, isMemberId } from './member-id.ts'

test('accepts complete member ids and refuses any other text', () => {
  const id = `ET-7K3M9QX4${computeCheckCharacter('7K3M9QX4')}`
  expect(isMemberId(id)).toBe(true)
  expect(isMemberId('ET-000000000')).toBe(true)
  for (const typed of [
    '',
    'ET-',
    id.slice(0, -1),
    `${id}0`,
    id.slice(3),
    id.toLowerCase(),
    'ET-7K3M9QX5P',
    'ET-OIL0OIL00',
  ]) {
    expect([typed, isMemberId(typed)]).toEqual([typed, false])
  }
})
