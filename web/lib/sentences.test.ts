import { afterEach, expect, test, vi } from 'vitest'
import type { Fault } from '../../contract/faults.ts'
import { fallbackTexts } from '../../contract/texts.ts'

const german = {
  language: 'de',
  direction: 'ltr',
  texts: {
    'Invalid email or password.': 'E-Mail oder Passwort ist falsch.',
    'One request can be worth at most {limit}. Please choose a smaller amount.': 'Höchstens {limit}.',
    'Package name "{name}" already exists.': 'Ein Paket namens „{name}“ gibt es schon.',
    '{field} is required.': '{field} fehlt.',
    '{field} must be at most {max} characters.': '{field} darf höchstens {max} Zeichen haben.',
    '{field} must be at least {min} characters.': '{field} muss mindestens {min} Zeichen haben.',
    '{field} must be between {min} and {max}.': '{field} muss zwischen {min} und {max} liegen.',
    'Too many attempts. You can try again in {time}.': 'Zu viele Versuche. In {time} geht es wieder.',
    '{count} minutes': { one: '{count} Minute', other: '{count} Minuten' },
    [fallbackTexts.internalWithReference]: 'Es ging etwas schief: {reference}.',
    City: 'Ort',
    Rate: 'Kurs',
    'Email is required.': 'Die E-Mail-Adresse fehlt.',
  },
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function loadGerman() {
  vi.stubGlobal('catalogue', german)
  vi.resetModules()
  const { sentenceOf } = await import('../../contract/faults.ts')
  const { readRefusal } = await import('./read-refusal.ts')
  return { sentenceOf, readRefusal }
}

const faults: Fault[] = [
  { code: 'sign_in_failed' },
  { code: 'package_name_taken', values: { name: 'Go {name} (1)' } },
  { code: 'amount_over_limit', values: { limit: '1000000' } },
  { code: 'required', values: { field: 'City' } },
  { code: 'emailRequired' },
  { code: 'tooLong', values: { field: 'City', max: '4000' } },
  { code: 'tooShort', values: { field: 'City', min: '10' } },
  { code: 'outOfRange', values: { field: 'Rate', min: '0', max: '1000000' } },
]

test('a sentence is made from code and values in the language of the page', async () => {
  const { sentenceOf } = await loadGerman()
  expect(faults.map(sentenceOf)).toEqual([
    'E-Mail oder Passwort ist falsch.',
    'Ein Paket namens „Go {name} (1)“ gibt es schon.',
    'Höchstens 1.000.000,00\u00a0$.',
    'Ort fehlt.',
    'Die E-Mail-Adresse fehlt.',
    'Ort darf höchstens 4000 Zeichen haben.',
    'Ort muss mindestens 10 Zeichen haben.',
    'Kurs muss zwischen 0 und 1.000.000 liegen.',
  ])
})

test('the server makes the same sentences in English', async () => {
  const { sentenceOf } = await import('../../contract/faults.ts')
  expect(faults.map(sentenceOf)).toEqual([
    'Invalid email or password.',
    'Package name "Go {name} (1)" already exists.',
    'One request can be worth at most $1,000,000.00. Please choose a smaller amount.',
    'City is required.',
    'Email is required.',
    'City must be at most 4000 characters.',
    'City must be at least 10 characters.',
    'Rate must be between 0 and 1,000,000.',
  ])
})

test('a refused call has its sentences in the language of the page, not in English', async () => {
  const { readRefusal } = await loadGerman()
  const city = { code: 'required', values: { field: 'City' } }
  const form = { code: 'invalid_request', message: 'x', fields: { city: 'x' }, faults: { city } }
  expect(readRefusal(400, JSON.stringify(form))).toMatchObject({
    message: 'Ort fehlt.',
    fields: { city: 'Ort fehlt.' },
  })
  const amount = { code: 'amount_over_limit', message: 'x', values: { limit: '2500.5' } }
  expect(readRefusal(422, JSON.stringify(amount)).message).toBe('Höchstens 2.500,50\u00a0$.')
  const broken = { code: 'internal_error', message: 'x', values: { reference: '12ab' } }
  expect(readRefusal(500, JSON.stringify(broken)).message).toBe('Es ging etwas schief: 12ab.')
  const often = { code: 'too_many_requests', message: 'x' }
  expect(readRefusal(429, JSON.stringify(often), '90').message).toBe('Zu viele Versuche. In 2 Minuten geht es wieder.')
})

test('a sentence with an unknown code stays as the server sent it', async () => {
  const { readRefusal } = await loadGerman()
  const fields = { city: 'City is too far away.' }
  const body = { code: 'invalid_request', message: 'x', fields, faults: { city: { code: 'tooFar' } } }
  expect(readRefusal(400, JSON.stringify(body)).fields).toEqual(fields)
})
