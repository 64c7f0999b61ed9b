import { afterEach, expect, test, vi } from 'vitest'
import type { AdminSettings } from '../../../contract/admin-settings.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const settings = { et_rate: '1.125', topup_coin_price: '0.01', referral_percentage: '20' } as AdminSettings

async function load(language: string) {
  vi.stubGlobal('catalogue', { language, direction: 'ltr', texts: {} })
  vi.resetModules()
  return import('./settings-form.ts')
}

test.each([
  ['en', '1.125', '1.25'],
  ['de', '1,125', '1,25'],
])(
  'a form in %s that nobody touched changes nothing, and a figure is read as it is typed',
  async (language, shown, typed) => {
    const { changesOf, toForm } = await load(language)
    const form = toForm(settings, ['et_rate', 'referral_percentage'])
    expect(form).toEqual({ et_rate: shown, referral_percentage: '20' })
    expect(changesOf(settings, form)).toEqual([])
    expect(changesOf(settings, { ...form, et_rate: typed })).toEqual([
      { name: 'et_rate', before: '1.125', after: '1.25' },
    ])
  },
)

test('a figure that could be read in two ways is refused', async () => {
  const { readSetting } = await load('de')
  expect(readSetting('et_rate', '0.02')).toEqual({ fault: 'Please enter a valid number.' })
  expect(readSetting('et_rate', '0.025')).toEqual({ fault: 'Please enter a valid number.' })
  expect(readSetting('et_rate', '')).toEqual({ fault: 'Rate is required.' })
  expect(readSetting('et_rate', '1.500')).toEqual({ value: '1500' })
})
