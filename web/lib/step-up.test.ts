import { afterEach, beforeEach, expect, test } from 'vitest'
import { askForProof, dropQuestions, readQuestion, subscribeToQuestions } from './step-up.ts'

let stopAsking = () => {}
beforeEach(() => {
  stopAsking = subscribeToQuestions(() => {})
})
afterEach(() => stopAsking())

test('a call continues with the given proof', async () => {
  const proof = askForProof('wallet')
  expect(readQuestion()).toMatchObject({ action: 'wallet' })
  readQuestion()?.answer('the proof')
  expect(await proof).toBe('the proof')
  expect(readQuestion()).toBeUndefined()
})

test('one question is asked at a time, in the order of the calls', async () => {
  const first = askForProof('wallet')
  const second = askForProof('decision')
  readQuestion()?.answer('one')
  expect(await first).toBe('one')
  expect(readQuestion()).toMatchObject({ action: 'decision' })
  readQuestion()?.answer(null)
  expect(await second).toBeNull()
})

test('a stopped call, or one of a person who has left, waits no longer', async () => {
  const abort = new AbortController()
  const stopped = askForProof('password', abort.signal)
  abort.abort()
  expect(await stopped).toBeNull()
  const left = askForProof('password')
  dropQuestions()
  expect(await left).toBeNull()
})

test('without a dialog no call waits', async () => {
  stopAsking()
  expect(await askForProof('wallet')).toBeNull()
})
