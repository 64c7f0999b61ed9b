import { afterEach, expect, test, vi } from 'vitest'
import { errors } from '../../contract/errors.ts'
import { fieldTexts, usualDepositInstructions } from '../../contract/texts.ts'

const german = {
  language: 'de',
  direction: 'ltr',
  texts: {
    'Invalid email or password.': 'E-Mail oder Passwort ist falsch.',
    'One request can be worth at most {limit}. Please choose a smaller amount.': 'Höchstens {limit}.',
    'Package name "{name}" already exists.': 'Ein Paket namens „{name}“ gibt es schon.',
    '{field} is required.': '{field} fehlt.',
    '{field} must be between 0 and {max}.': '{field} muss zwischen 0 und {max} liegen.',
    City: 'Ort',
    Rate: 'Kurs',
    'Email is required.': 'Die E-Mail-Adresse fehlt.',
  },
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function load() {
  vi.stubGlobal('catalogue', german)
  vi.resetModules()
  const { sayInLanguage } = await import('./say-in-language.ts')
  const { toApiError } = await import('./api-error.ts')
  return { sayInLanguage, toApiError }
}

test('what the server says is said in the language of the page', async () => {
  const { sayInLanguage } = await load()
  expect(
    [
      'Invalid email or password.',
      'Package name "Go {name} (1)" already exists.',
      'One request can be worth at most $1,000,000.00. Please choose a smaller amount.',
      'City is required.',
      'Email is required.',
      'Rate must be between 0 and 1,000,000.',
      'Something else.',
    ].map(sayInLanguage),
  ).toEqual([
    'E-Mail oder Passwort ist falsch.',
    'Ein Paket namens „Go {name} (1)“ gibt es schon.',
    'Höchstens 1.000.000,00\u00a0$.',
    'Ort fehlt.',
    'Die E-Mail-Adresse fehlt.',
    'Kurs muss zwischen 0 und 1.000.000 liegen.',
    'Something else.',
  ])
})

test('a refused call has its sentences in the language of the page', async () => {
  const { toApiError } = await load()
  const body = { code: 'invalid_request', message: 'City is required.', fields: { city: 'City is required.' } }
  expect(toApiError(400, JSON.stringify(body))).toMatchObject({ message: 'Ort fehlt.', fields: { city: 'Ort fehlt.' } })
})

test('every sentence with something to fill in is known here', async () => {
  vi.resetModules()
  const { wiredTemplates } = await import('./say-in-language.ts')
  const sentences = [
    ...Object.values(errors).map(({ message }) => message),
    ...Object.values(fieldTexts),
    ...usualDepositInstructions('{network}'),
  ]
  expect(sentences.filter((text) => text.includes('{') && !wiredTemplates.includes(text))).toEqual([])
})
