import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createRecoveryCodes, createTotpSecret, findMatchingStep, readCode, totpStepSeconds } from './codes.ts'

test('at each moment, only the codes of the current, the previous and the next step are right [A29]', () => {
  const secret = createTotpSecret()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: totpStepSeconds })
  const step = Math.floor(Date.parse('2026-06-01T12:00:00Z') / 1000 / totpStepSeconds)
  const codeOf = (at: number) => totp.generate({ timestamp: at * totpStepSeconds * 1000 })
  const near = new Set([-1, 0, 1].map((off) => codeOf(step + off)))
  const anHour = 3600 / totpStepSeconds
  for (let off = -anHour; off <= anHour; off += 1) {
    const code = codeOf(step + off)
    const isNear = Math.abs(off) <= 1
    // With a chance of one in a million, another step has the same code.
    if (!isNear && near.has(code)) continue
    expect([off, findMatchingStep(secret, step, code)]).toEqual([off, isNear ? step + off : undefined])
  }
})

test('ten recovery codes differ, have 120 random bits each, and are read as they are shown', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){5}$/)
    expect(readCode(code.toLowerCase())).toEqual({ kind: 'recovery', code: code.replaceAll('-', '') })
  }
})

test.each([
  ['١٢٣ ٤٥٦', { kind: 'app', code: '123456' }],
  ['\u200f١٢٣٤٥٦', { kind: 'app', code: '123456' }],
  ['abcd-٢٣٤٥-efgh-1jkl', { kind: 'recovery', code: 'ABCD2345EFGHIJKL' }],
])('the typed code %j is read with the digits of any keyboard', (typed, read) => {
  expect(readCode(typed)).toEqual(read)
})
