import { afterEach, beforeEach, expect, test } from 'vitest'
import { askForProof, dropQuestions, readQuestion, subscribeToQuestions } from './step-up.ts'

const call = 'C'.repeat(43)
let stopAsking = () => {}
beforeEach(() => {
  stopAsking = subscribeToQuestions(() => {})
})
afterEach(() => stopAsking())

test('a call continues with the given proof', async () => {
  const proof = askForProof({ action: 'wallet', call })
  expect(readQuestion()).toMatchObject({ action: 'wallet', call })
  readQuestion()?.answer('the proof')
  expect(await proof).toBe('the proof')
  expect(readQuestion()).toBeUndefined()
})

test('one question is asked at a time, in the order of the calls', async () => {
  const first = askForProof({ action: 'wallet', call })
  const second = askForProof({ action: 'decision', call })
  readQuestion()?.answer('one')
  expect(await first).toBe('one')
  expect(readQuestion()).toMatchObject({ action: 'decision' })
  readQuestion()?.answer(null)
  expect(await second).toBeNull()
})

test('a stopped call, or one of a person who has left, waits no longer', async () => {
  const abort = new AbortController()
  const stopped = askForProof({ action: 'password', call }, abort.signal)
  abort.abort()
  expect(await stopped).toBeNull()
  const left = askForProof({ action: 'password', call })
  dropQuestions()
  expect(await left).toBeNull()
})

test('without a dialog no call waits', async () => {
  stopAsking()
  expect(await askForProof({ action: 'wallet', call })).toBeNull()
})
