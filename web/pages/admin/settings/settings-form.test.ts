import { afterEach, expect, test, vi } from 'vitest'
import type { AdminSettings } from '../../../../contract/admin-settings.ts'

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
  // The field adds a fourth decimal, as three decimals alone could be read as thousands.
  ['en', '1.1250', '1.25'],
  ['de', '1,1250', '1,25'],
])(
  'an unchanged form in %s changes nothing, and a typed figure is read in that language',
  async (language, shown, typed) => {
    const { changedSettings, toForm } = await load(language)
    const form = toForm(settings, ['et_rate', 'referral_percentage'])
    expect(form).toEqual({ et_rate: shown, referral_percentage: '20' })
    expect(changedSettings(settings, form)).toEqual([])
    expect(changedSettings(settings, { ...form, et_rate: typed })).toEqual([
      { name: 'et_rate', before: '1.125', after: '1.25' },
    ])
  },
)

test('an ambiguous figure is refused', async () => {
  const { readSetting } = await load('de')
  const fault = 'Numbers are written like 12.500,50 here. Please write yours in the same way.'
  expect(readSetting('et_rate', '0.02')).toEqual({ fault })
  expect(readSetting('et_rate', '0.025')).toEqual({ fault })
  expect(readSetting('et_rate', 'cheap')).toEqual({ fault: 'Please enter a valid number.' })
  expect(readSetting('et_rate', '')).toEqual({ fault: 'Rate is required.' })
  expect(readSetting('et_rate', '1.500')).toEqual({ value: '1500' })
  expect(readSetting('et_rate', '1,500').fault).toMatch(/could mean 1,5 or 1500/)
  // The value is below 100 percent, so the comma can only be a decimal one.
  expect(readSetting('referral_percentage', '12,125')).toEqual({ value: '12.125' })
})
