import { afterEach, expect, test, vi } from 'vitest'
import { draftOf, restorableFields } from './drafts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const saved = { fullName: 'Ama', area: '', isNews: false }

test('a draft has the changed fields, and ends when they equal the saved ones', () => {
  expect(draftOf({ fullName: 'Ama', area: 'Osu', isNews: true }, saved)).toEqual({ area: 'Osu', isNews: true })
  expect(draftOf(saved, saved)).toEqual({})
})

test.each(['password', 'retypePassword', 'current_password', 'code', 'recoveryCode', 'token'])(
  'a field called %s is never kept, nor taken from a draft',
  (name) => {
    expect(draftOf({ [name]: 'typed' }, {})).toEqual({})
    expect(restorableFields({ [name]: 'typed' }, { [name]: '' })).toEqual({})
  },
)

test('files, numbers and what a form leaves out are not kept', () => {
  expect(draftOf({ slip: new Blob(['x']), count: 3, packageId: 'one' }, {}, ['packageId'])).toEqual({})
})

test('only fields that the form still has are restored, with their type', () => {
  expect(restorableFields({ area: 'Osu', gone: 'x', fullName: 5 }, saved)).toEqual({ area: 'Osu' })
  for (const broken of [null, 'text', 7]) expect(restorableFields(broken, saved)).toEqual({})
})

test('a draft keeps its figures when the language of the page changes, once and back', async () => {
  const storage = storeTexts()
  const english = await load('en')
  english.keepDraft('greta', 'buy', { amount: '50,000', hash: '1,5' })
  english.keepDraft('greta', 'settings-et_rate', { et_rate: '0.025' })
  english.keepDraft('greta', 'package-new', { coin_price: '0.05', package_name: 'A 1,5' })
  english.keepDraft('greta', 'spending', { fields: { amount: '1,000,000' } })
  const german = await load('de')
  expect(german.readDraft('greta', 'buy')).toEqual({ amount: '50.000', hash: '1,5' })
  german.keepDraft('greta', 'settings-step_up_usd', { step_up_usd: '2.500,5' })
  const later = await load('de')
  expect(later.readDraft('greta', 'settings-et_rate')).toEqual({ et_rate: '0,025' })
  expect(later.readDraft('greta', 'package-new')).toEqual({ coin_price: '0,05', package_name: 'A 1,5' })
  expect(later.readDraft('greta', 'spending')).toEqual({ fields: { amount: '1.000.000' } })
  const again = await load('en')
  expect(again.readDraft('greta', 'settings-step_up_usd')).toEqual({ step_up_usd: '2,500.5' })
  expect(again.readDraft('greta', 'buy')).toEqual({ amount: '50,000', hash: '1,5' })
  again.dropDraftsOf('greta')
  expect(Object.keys(storage).filter((name) => name.includes('greta'))).toEqual([])
})

/** Loads the module as a page in the given language does. */
async function load(language: string) {
  vi.stubGlobal('catalogue', { language, direction: 'ltr', texts: {} })
  vi.resetModules()
  return import('./drafts.ts')
}

function storeTexts(): Record<string, string> {
  const storage: Record<string, string> = {}
  const methods = {
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, text: string) => void (storage[name] = text),
    removeItem: (name: string) => delete storage[name],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value })
  vi.stubGlobal('sessionStorage', storage)
  return storage
}
